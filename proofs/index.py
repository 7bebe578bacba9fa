"""Write what was found of each claim into the package: an SMT-LIB script a claim, and one index of them all.

A claim is cited from these files, and re-checked from them where there is no checkout. The gate writes them again in
memory and compares: what was found with what is shipped.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from elenctic_kernel import SPEC_VERSION

from . import contradiction, freeze, minimality, stored
from .ledger import Entry, by_id, ledger, script_of
from .mutants import MUTANTS
from .smtlib import Script, sha256, swhid
from .statement_mutants import STATEMENTS

FOLDER = Path(__file__).parents[1] / "bindings/elenctic/invariants"
SCHEMA = "elenctic.invariants/1"
INDEX = "invariants.json"


def source(entry: Mapping[str, Any]) -> str:
    """Return what a script says of itself."""
    return "\n".join(
        [
            f"Elenctic, claim {entry['id']}: {entry['statement']}",
            f"Formula: {entry['formula']}",
            f"Source: {entry['source']}",
            f"Not covered: {entry['not_covered']}",
            "Each query is a path of the kernel's Python code, run on symbols, with the claim denied at its end; or a",
            "branch that is said to be impossible. Every answer must be unsat.",
        ]
    )


def files(entries: Sequence[Entry]) -> dict[str, str]:
    """Return the name and the text of every file: a script a claim, and the index."""
    said = {entry["id"]: entry for entry in ledger()}
    texts: dict[str, str] = {}
    rows = []
    for entry in entries:
        script, name = Script(), f"{entry.id}.smt2"
        kept = [asked for asked in entry.asked if script.add(asked.query, asked.what)]
        texts[name] = script.text(source(said[entry.id]))
        content, goals = texts[name].encode(), sum(asked.goal for asked in kept)
        certified = contradiction.certified([script_of(asked.query) for asked in kept])
        counts = {"queries": len(kept), "goals": goals, "branches": len(kept) - goals, "certified": certified}
        file = {"file": name, "sha256": sha256(content), "swhid": swhid(content)}
        rows.append(
            {"id": entry.id, "statement_sha256": freeze.words(said[entry.id]), **file, **counts, **_found(entry)}
        )
    head = {"schema": SCHEMA, "spec_version": SPEC_VERSION, "kernel": freeze.kernel(), "versions": stored.versions()}
    return {**texts, INDEX: json.dumps({**head, "claims": rows}, indent=1, ensure_ascii=False) + "\n"}


def _found(entry: Entry) -> dict[str, Any]:
    """Return the outcome of each engine, and what shows that the claim says something."""
    claim = by_id()[entry.id]
    dropped = [{"part": row.part, "hypothesis": row.hypothesis, "found": row.found} for row in minimality.of(entry.id)]
    return {
        "outcomes": {name: outcome.answer.value for name, outcome in entry.engines.items()},
        "reasons": {name: outcome.reason for name, outcome in entry.engines.items() if outcome.reason},
        "witnesses": {
            "satisfying": len(claim.parts),
            "reachable": [*claim.runs],
            "tight": [*claim.tight],
            "failing": [name for part in claim.parts for name in part.neighbours],
        },
        "hypotheses": dropped,
        "mutants": sum(mutant.attacks == entry.id for mutant in (*MUTANTS, *STATEMENTS)),
    }


def write(entries: Sequence[Entry]) -> None:
    """Write every file, and drop those of claims that are gone."""
    FOLDER.mkdir(exist_ok=True)
    texts = files(entries)
    for path in FOLDER.glob("*"):
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (FOLDER / name).write_text(text, "utf-8", newline="\n")


def differences(entries: Sequence[Entry]) -> list[str]:
    """Return the files that are not what was found just now; each is red."""
    texts, again = files(entries), "write python -m proofs --write"
    shipped = {path.name: path.read_bytes() for path in FOLDER.glob("*")}
    said = [f"{name}: shipped, and of no claim; {again}" for name in sorted(shipped.keys() - texts.keys())]
    said += [
        f"{name}: not what was found just now; {again}"
        for name, text in texts.items()
        if name != INDEX and shipped.get(name) != text.encode()
    ]
    return said + [f"{INDEX}: {what} differs; {again}" for what in _differing(texts[INDEX], shipped.get(INDEX, b"{}"))]


def _differing(text: str, content: bytes) -> list[str]:
    """Return what differs between two indexes, the engines' versions apart: a later one may give the same answers."""
    found, shipped = json.loads(text), json.loads(content)
    before = {row["id"]: row for row in shipped.get("claims", [])}
    head = [name for name in ("schema", "spec_version", "kernel") if found[name] != shipped.get(name)]
    return head + [row["id"] for row in found["claims"] if row != before.pop(row["id"], None)] + [*before]
