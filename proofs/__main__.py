"""Prove every claim, kill every mutant: ``python -m proofs [ID ...] [--json] [--fresh] [--no-mutants] [--matrix]``.

Exit 0: all PROVED and every mutant killed. 1: something is REFUTED, or a mutant survived. 2: usage. 3: OPEN.
4: an engine is not installed.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from . import stored

try:
    from . import enumeration, freeze, index, killing, minimality, properties, statement_killing
    from .families import CLAIMS
    from .ledger import Entry, by_id, elsewhere, mismatches, prove_all
    from .mutants import MUTANTS, Mutant
    from .statement_mutants import STATEMENTS
except ModuleNotFoundError as missing:
    print(f'proofs: {missing}; write pip install -e ".[proofs]"', file=sys.stderr)
    sys.exit(4)

SCHEMA = "elenctic.prove/1"
ENGINES = ("z3", "cvc5", "crosshair", "enumeration")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the proofs and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m proofs", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("ids", nargs="*", metavar="ID", help="claims to prove; left out, all of them, with mutants")
    parser.add_argument("--json", action="store_true", help="print one JSON value")
    parser.add_argument("--fresh", action="store_true", help="do not read the stored result")
    parser.add_argument("--mutants", action=argparse.BooleanOptionalAction, help="run them; left out with IDs only")
    parser.add_argument(
        "--matrix", action="store_true", help="run every engine on every mutant (of these claims); takes long"
    )
    parser.add_argument("--write", action="store_true", help="write what was found into the package, to be cited")
    options = parser.parse_args(argv)
    unknown = [name for name in options.ids if name not in by_id()]
    if unknown:
        parser.error(f"no such claim: {', '.join(unknown)}; known: {', '.join(by_id())}")
    if options.matrix:
        return _matrix(options.ids)
    if options.write:
        index.write([_told(entry) for entry in prove_all([*by_id().values()])])
        properties.main()
        return 0
    with_mutants = not options.ids if options.mutants is None else options.mutants
    result = None if options.fresh else stored.read(options.ids, with_mutants, SCHEMA)
    if result is None:
        result = _run(options.ids or list(by_id()), with_mutants)
        if exit_code(result) == 0:
            stored.write(options.ids, with_mutants, result)
    print(json.dumps(result) if options.json else _table(result))
    return exit_code(result)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _run(ids: list[str], with_mutants: bool) -> dict[str, Any]:
    began = time.perf_counter()
    with ProcessPoolExecutor(1, get_context("spawn")) as beside:
        worlds = beside.submit(enumeration.differences)
        entries = [_told(entry) for entry in prove_all([by_id()[name] for name in ids])]
        differ = _played(worlds)
    every = len(ids) == len(CLAIMS)
    kills = _kills(ids, every) if with_mutants else []
    return {
        "schema": SCHEMA,
        "claims": [_claim(entry) for entry in entries],
        "mutants": {"total": len(kills), "killed": sum(bool(kill["killer"]) for kill in kills), "each": kills},
        "mismatches": [*elsewhere(), *differ, *(_mismatches(entries) if every else [])],
        "versions": {"python": sys.version.split()[0], **stored.versions()},
        "seconds": round(time.perf_counter() - began, 1),
    }


def _played(worlds: "Future[list[str]]") -> list[str]:
    """Return what the small worlds show; a process that ends without telling is a complaint like another."""
    try:
        return worlds.result()
    except BrokenExecutor as error:
        return [f"small worlds: {error}"]


def _mismatches(entries: Sequence[Entry]) -> list[str]:
    """Return where ledger, frozen statements, kept numbers and shipped files are not those of this run."""
    dropped = [said for entry in entries for said in minimality.complaints(by_id()[entry.id])]
    return [*mismatches(), *freeze.changes(), *dropped, *index.differences(entries)]


def _kills(ids: Sequence[str], every: bool) -> list[dict[str, str]]:
    """Let the engines loose on wrong kernels and wrong statements, on those that attack the claims asked for."""
    kills: list[dict[str, str]] = []
    for of, mutants, kill_all in (
        ("kernel", MUTANTS, killing.kill_all),
        ("statement", STATEMENTS, statement_killing.kill_all),
    ):
        loose = [mutant for mutant in mutants if every or mutant.attacks in ids]
        for number, (mutant, engine, said) in enumerate(kill_all(loose), 1):
            _say(f"{of} mutant {number} of {len(loose)}: {mutant.name}: {engine or said}")
            kills.append({"name": mutant.name, "of": of, "attacks": mutant.attacks, "killer": engine, "said": said})
    return kills


def _matrix(ids: Sequence[str]) -> int:
    """Print which engines notice each mutant, none stopped by another; 1 where one survives."""
    chosen: list[tuple[str, Mutant, Callable[[Mutant], list[str]]]] = [
        *(("kernel", mutant, killing.noticed_by) for mutant in MUTANTS),
        *(("statement", mutant, statement_killing.noticed_by) for mutant in STATEMENTS),
    ]
    chosen = [row for row in chosen if not ids or row[1].attacks in ids]
    width, survived = max((len(mutant.name) for _, mutant, _ in chosen), default=6), 0
    print(f"{'mutant':<{width}}  {'of':<9}  {'attacks':<24}  {'  '.join(ENGINES)}")
    for of, mutant, noticed_by in chosen:
        noticed = noticed_by(mutant)
        survived += not noticed
        cells = "  ".join(("x" if name in noticed else ".").ljust(len(name)) for name in ENGINES).rstrip()
        said = "" if noticed else "  SURVIVED"
        print(f"{mutant.name:<{width}}  {of:<9}  {mutant.attacks:<24}  {cells}{said}", flush=True)
    print(f"\n{len(chosen) - survived} of {len(chosen)} killed")
    return 1 if survived or not chosen else 0


def _told(entry: Entry) -> Entry:
    _say(f"{entry.id}: {entry.outcome.answer.value} {entry.outcome.reason}")
    return entry


def _claim(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "outcome": entry.outcome.answer.value,
        "reason": entry.outcome.reason,
        "engines": {name: outcome.answer.value for name, outcome in entry.engines.items()},
        "reasons": {name: outcome.reason for name, outcome in entry.engines.items() if outcome.reason},
        "paths": entry.paths,
        "goals": entry.goals,
        "branches": entry.branches,
        "certified": entry.certified,
        "seconds": round(entry.seconds, 1),
    }


def exit_code(result: dict[str, Any]) -> int:
    """Return 1 for anything refuted, surviving or mismatched, 3 for anything open, else 0."""
    outcomes = [claim["outcome"] for claim in result["claims"]]
    survived = result["mutants"]["killed"] < result["mutants"]["total"]
    if "REFUTED" in outcomes or survived or result["mismatches"]:
        return 1
    return 0 if outcomes and set(outcomes) == {"PROVED"} else 3


def _table(result: dict[str, Any]) -> str:
    rows = [["claim", "outcome", "engines", "paths", "goals", "certified branches", "seconds"]]
    for claim in result["claims"]:
        engines = " ".join(f"{name}:{outcome}" for name, outcome in claim["engines"].items())
        branches = f"{claim['certified']}/{claim['branches']}"
        numbers = [str(claim["paths"]), str(claim["goals"]), branches, str(claim["seconds"])]
        rows.append([claim["id"], claim["outcome"], engines, *numbers])
    widths = [max(len(row[column]) for row in rows) for column in range(7)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines += [f"{claim['id']}: {reason}" for claim in result["claims"] for reason in claim["reasons"].values()]
    lines += [f"mismatch: {said}" for said in result["mismatches"]]
    return "\n".join([*lines, *_mutant_lines(result["mutants"]), _tools(result)])


def _mutant_lines(mutants: dict[str, Any]) -> list[str]:
    if not mutants["total"]:
        return ["mutants: not run"]
    width = max(len(kill["name"]) for kill in mutants["each"])
    lines = [f"  {kill['name']:<{width}}  {kill['of']:<9}  {kill['killer'] or 'SURVIVED'}" for kill in mutants["each"]]
    return ["", f"mutants: {mutants['killed']} of {mutants['total']} killed", *lines]


def _tools(result: dict[str, Any]) -> str:
    tools = ", ".join(f"{name} {version}" for name, version in result["versions"].items())
    proved = sum(claim["outcome"] == "PROVED" for claim in result["claims"])
    return f"\n{proved} of {len(result['claims'])} PROVED in {result['seconds']} s with {tools}"


if __name__ == "__main__":
    sys.exit(main())
