"""``elenctic prove``: prove the ledger's claims again, from a checkout; else re-check the files of the package."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..errors import DesignError
from ..exits import EXIT_INTERNAL, EXIT_NO, EXIT_OPEN, EXIT_YES
from ..extras import MissingPartError
from . import add_verb

if TYPE_CHECKING:
    from ..recheck import Rechecked

SCHEMA = "elenctic.prove/1"

ELSEWHERE = (
    "note: this elenctic is not installed from the checkout in this folder, so that no statement was re-derived from "
    'its code; for that write pip install -e ".[proofs]" here'
)

ENGINES = {"z3": "z3", "cvc5": "cvc5", "crosshair": "crosshair"}
"""The engines of the extra proofs, each with the module that must be there."""


def add(verbs: Any) -> None:
    """Add the parser of the verb."""
    about = "Prove the ledger's claims again from the code, in a checkout; else re-check the SMT-LIB files shipped."
    verb = add_verb(verbs, "prove", about, "elenctic prove REGION-INTERVAL.1")
    verb.add_argument("ids", nargs="*", metavar="ID", help="claims to prove; left out, all of them, with mutants")
    verb.add_argument("--fresh", action="store_true", help="do not read the stored result of a checkout")
    verb.add_argument("--shipped", action="store_true", help="re-check the shipped files, in a checkout as well")
    verb.set_defaults(verb=run)


def run(options: argparse.Namespace) -> int:
    """Prove claims, progress on standard error and results on standard output, and return the exit code.

    :param options: as parsed
    :raises DesignError: when an ID is unknown, or names a claim that no engine proves
    :raises MissingPartError: when there is neither a checkout with the extra proofs nor an index with the extra smt
    Source: design rule "exit codes"; no claim.
    """
    from ..claims import checkout

    ids = list(dict.fromkeys(options.ids))
    wanted = _checked(ids)
    root = None if options.shipped else checkout()
    return _shipped(wanted, options.json) if root is None else _rederived(root, ids, wanted, options)


def _rederived(root: Path, ids: Sequence[str], wanted: Sequence[str], options: argparse.Namespace) -> int:
    """Run the proofs of a checkout, whose progress goes straight to standard error."""
    _check_engines()
    words = [*ids, *(["--json"] if options.json else []), *(["--fresh"] if options.fresh else [])]
    done = subprocess.run(
        [sys.executable, "-m", "proofs", *words],
        cwd=root,
        env=_environment(root),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="backslashreplace",
        check=False,
    )
    found = outcome_of(done.stdout, wanted) if options.json else table_outcome(done.stdout, wanted)
    print(_marked(done) if options.json else done.stdout, end="\n" if options.json else "")
    return exit_code(done.returncode, found)


def _marked(done: subprocess.CompletedProcess[str]) -> str:
    """Return the JSON result of the proofs, with the mark that each statement came from the code; else an error."""
    try:
        value: Any = json.loads(done.stdout)
        claims = [{**claim, "rederived": True} for claim in value["claims"]]
        return json.dumps({**value, "claims": claims, "rederived": True})
    except (ValueError, KeyError, TypeError):
        got = f"none, exit {done.returncode}"
        return json.dumps(DesignError("a result of the proofs", got, "elenctic prove, and read what it says").to_dict())


def _shipped(wanted: Sequence[str], as_json: bool) -> int:
    """Re-check the files of the package, one claim after the other."""
    from .. import recheck
    from ..claims import around, checkout

    found: list[Rechecked] = []
    for number, ended in enumerate(recheck.recheck_all(wanted), 1):
        print(f"{number} of {len(wanted)}: {ended.id}: {ended.refused or ended.outcome}", file=sys.stderr, flush=True)
        found.append(ended)
    versions = recheck.installed()
    if around(Path.cwd()) is not None and checkout() is None:
        print(ELSEWHERE, file=sys.stderr)
    if as_json:
        claims = [ended.to_dict() for ended in found]
        mutants = {"total": 0, "killed": 0}
        print(
            json.dumps(
                {"schema": SCHEMA, "rederived": False, "claims": claims, "mutants": mutants, "versions": versions}
            )
        )
    else:
        print(_table(found, versions))
    if any(ended.refused or ended.outcome == "REFUTED" for ended in found):
        return EXIT_NO
    return EXIT_YES if found and all(ended.outcome == "PROVED" for ended in found) else EXIT_OPEN


def _table(found: Sequence[Rechecked], versions: Mapping[str, str]) -> str:
    from ..recheck import LIMIT

    rows = [["claim", "outcome", "engines", "queries", "seconds", ""]]
    for ended in found:
        engines = " ".join(f"{name}:{outcome}" for name, outcome in ended.engines.items())
        rows.append([ended.id, ended.outcome, engines, str(ended.queries), f"{ended.seconds:.1f}", LIMIT])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines += [f"{ended.id}: {said}" for ended in found for said in (ended.refused, *ended.reasons.values()) if said]
    proved = sum(ended.outcome == "PROVED" for ended in found)
    tools = ", ".join(f"{name} {version}" for name, version in versions.items())
    return "\n".join([*lines, "mutants: not run", "", f"{proved} of {len(found)} PROVED with {tools}; {LIMIT}"])


def _checked(ids: Sequence[str]) -> list[str]:
    """Return the IDs that have to end PROVED."""
    from ..claims import claim, ledger, provable
    from ..documents import did_you_mean

    known = {cited.id.lower(): cited.id for cited in ledger().values() if provable(cited)}
    for cited in map(claim, ids):
        if cited.id not in known.values():
            near = known.get((cited.superseded_by or did_you_mean(cited.id, known)).lower(), "")
            write = f"{near} (the nearest that is proved)" if near else f"elenctic cite {cited.id}"
            raise DesignError("the ID of a proved claim", f"{cited.id}, which is {cited.kind}", write, field="prove")
    return list(ids) or list(known.values())


def _check_engines() -> None:
    """Refuse a checkout without the engines of the extra proofs."""
    from importlib.util import find_spec

    missing = [module for module in ENGINES.values() if find_spec(module) is None]
    if missing:
        install = 'pip install -e ".[proofs]" in the checkout'
        raise MissingPartError('the extra "proofs"', f"no module {', '.join(missing)}", install)


def _environment(root: Path) -> dict[str, str]:
    """Return the environment in which the checkout's own kernel is the one that is proved."""
    folders = [str(root / "kernel"), str(root / "bindings"), str(root)]
    given = os.environ.get("PYTHONPATH")
    paths = os.pathsep.join([*folders, *([given] if given else [])])
    return {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"}


def outcome_of(text: str, wanted: Sequence[str]) -> int:
    """Return the exit code that a JSON result stands for, read from what it says of each claim.

    :param text: what the proofs printed
    :param wanted: the claims that have to end PROVED
    Never raises.
    Source: design rule "read what the engine says, never its exit code alone"; no claim.
    """
    try:
        value: Any = json.loads(text)
        outcomes = {claim["id"]: claim["outcome"] for claim in value["claims"]}
        survived = value["mutants"]["killed"] != value["mutants"]["total"]
        mismatches = cast("list[str]", value["mismatches"])
    except (ValueError, KeyError, TypeError):
        return EXIT_OPEN
    if "REFUTED" in outcomes.values() or survived or mismatches:
        return EXIT_NO
    proved = bool(wanted) and all(outcomes.get(name) == "PROVED" for name in [*wanted, *outcomes])
    return EXIT_YES if proved else EXIT_OPEN


def table_outcome(text: str, wanted: Sequence[str]) -> int:
    """Return the exit code that a table stands for, read from its rows.

    :param text: what the proofs printed
    :param wanted: the claims that have to end PROVED
    Never raises.
    Source: design rule "read what the engine says, never its exit code alone"; no claim.
    """
    if re.search(r"^\S+ +REFUTED |  SURVIVED$|^mismatch: ", text, flags=re.MULTILINE):
        return EXIT_NO
    proved = set(re.findall(r"^(\S+) +PROVED ", text, flags=re.MULTILINE))
    return EXIT_YES if wanted and set(wanted) <= proved else EXIT_OPEN


def exit_code(returned: int, found: int) -> int:
    """Return what the process and its output agree on; whatever they do not agree on is open.

    :param returned: the process's exit code, negative for a signal
    :param found: the exit code that its output stands for
    Never raises.
    Source: design rule "a crash and empty output are OPEN"; no claim.
    """
    return returned if returned in (found, EXIT_INTERNAL) else EXIT_OPEN
