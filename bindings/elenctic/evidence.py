"""Say what the index holds of a claim: engines, witnesses, hypotheses, the SMT-LIB file, and how to replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .claims import Claim, provable
from .invariant_index import PACKAGED, PACKAGES, Index, Invariant
from .recheck import COVERINGS

Rows = list[tuple[str, str]]
"""Label and words, a line each."""

DROPPED = (
    "each was left out in turn: needed (the goal then fails), removable (it still holds), or undecided; in the words "
    "of the part named, as the solver reads them"
)
MUTANTS = "wrong versions of its code or statement, each of which some engine noticed (python -m proofs --matrix)"
INSTALLED = (
    "z3 comes with pip install z3-solver, beside python; cvc5 from PyPI is a library without a program, which\n"
    "elenctic prove --shipped drives: take the program of a cvc5 release"
)


class Evidence:
    """Hold a claim beside what the index says of it.

    :param cited: the claim
    :param index: the package's index, None where there is none
    """

    def __init__(self, cited: Claim, index: Index | None) -> None:
        self._cited = cited
        self._index = index
        self._invariant = index.claims.get(cited.id) if index else None

    def engines(self) -> list[dict[str, Any]]:
        """Return each engine with its outcome, the reason where it is open, and the package that gave it."""
        reasons: Mapping[str, str] = self._invariant.reasons if self._invariant else {}
        return [
            {
                "name": name,
                "outcome": outcome,
                "reason": reasons.get(name),
                "package": PACKAGES.get(name),
                "version": (self._index.version_of(name) or None) if self._index and outcome else None,
            }
            for name, outcome in (self._cited.outcomes(self._invariant) or {}).items()
        ]

    def engine_words(self) -> list[str]:
        """Return each engine in words."""
        said: list[str] = []
        for engine in self.engines():
            by = f" by {engine['package']} {engine['version']}" if engine["version"] else ""
            why = f": {engine['reason']}" if engine["reason"] else ""
            said.append(f"{engine['name']} {engine['outcome'] or 'no outcome recorded'}{by}{why}")
        return said

    def witness_rows(self) -> Rows:
        """Return the witnesses, and what became of the claim without each hypothesis."""
        if self._invariant is None:
            return []
        shown = self._invariant.witnesses
        rows = _labelled(
            "dropped", [f"{each.found} in {each.part}: {each.hypothesis}" for each in self._invariant.hypotheses]
        )
        rows += [("", DROPPED)] if rows else []
        rows += [("satisfying", f"{shown.satisfying} instances in whole numbers")]
        rows += _labelled("reachable", shown.reachable)
        rows += _labelled("tight", shown.tight)
        rows += _labelled("fails", shown.failing)
        return [*rows, ("mutants", f"{self._invariant.mutants} {MUTANTS}")]

    def file_rows(self) -> Rows:
        """Return the SMT-LIB file: where it lies, its digests, what it asks, and who is trusted with the answers."""
        invariant = self._invariant
        if self._index is None or invariant is None or not invariant.file:
            return []
        return [
            ("file", f"{PACKAGED}/{invariant.file} in the package"),
            ("sha256", invariant.sha256),
            ("SWHID", invariant.swhid),
            ("queries", _queries(invariant)),
        ]

    def replay_rows(self) -> Rows:
        """Return the commands that replay the proof with Elenctic."""
        if not provable(self._cited):
            return []
        commands = self.replay()
        return [("replay", f"{commands['elenctic']}   or {commands['checkout']} in a checkout with the extra proofs")]

    def commands(self) -> list[str]:
        """Return the lines that replay the proof without Elenctic, to be printed as they stand."""
        commands = self.replay()
        if self._invariant is None or commands["z3"] is None:
            return []
        heading = f"without Elenctic: every answer must be unsat, and there must be {self._invariant.queries} of them"
        return ["", heading, f"  {commands['z3']}", f"  {commands['cvc5']}", INSTALLED]

    def replay(self) -> dict[str, str | None]:
        """Return each command of a replay by what runs it, None where there is no file to run on."""
        name = self._cited.id
        path = self._index.folder / self._invariant.file if self._index and self._invariant else None
        shown = str(path) if self._invariant and self._invariant.file else None
        options = " ".join(f"--{option.removesuffix('=true')}" for option in COVERINGS)
        return {
            "elenctic": f"elenctic prove {name}",
            "checkout": f"python -m proofs {name}",
            "z3": f'z3 "{shown}"' if shown else None,
            "cvc5": f'cvc5 --incremental {options} "{shown}"' if shown else None,
        }

    def sentences(self) -> list[str]:
        """Return engines, file and replay as sentences of a citation, without any path of this machine."""
        said = [f"Engines: {', '.join(self.engine_words())}."] if self.engines() else []
        invariant = self._invariant
        if invariant is not None and invariant.file:
            said.append(
                f"SMT-LIB file {PACKAGED}/{invariant.file} of the package, sha256 {invariant.sha256}, "
                f"{invariant.swhid}: {_queries(invariant)}, each of which must be answered unsat."
            )
        return [*said, *([f"Replay: elenctic prove {self._cited.id}."] if provable(self._cited) else [])]

    def to_dict(self) -> dict[str, Any]:
        """Return the evidence as ``cite --json`` prints it, null where the index says nothing."""
        invariant = self._invariant
        return {
            "engines": self.engines(),
            "index": _index_dict(self._index),
            "file": _file_dict(self._index, invariant) if self._index and invariant and invariant.file else None,
            "witnesses": _witnesses_dict(invariant) if invariant else None,
            "dropped": [vars(each) for each in invariant.hypotheses] if invariant else None,
            "mutants": invariant.mutants if invariant else None,
            "replay": self.replay() if provable(self._cited) else None,
        }


def _labelled(label: str, values: tuple[str, ...] | list[str]) -> Rows:
    return [(label if number == 0 else "", value) for number, value in enumerate(values)]


def _queries(invariant: Invariant) -> str:
    trusted = invariant.queries - invariant.certified
    asked = f"{invariant.queries} distinct queries ({invariant.goals} goals, {invariant.branches} pruned branches)"
    return f"{asked}, {invariant.certified} certified by identity, {trusted} solver-trusted"


def _index_dict(index: Index | None) -> dict[str, Any] | None:
    if index is None:
        return None
    return {"spec_version": index.spec_version, "kernel": index.kernel, "versions": dict(index.versions)}


def _file_dict(index: Index, invariant: Invariant) -> dict[str, Any]:
    return {
        "name": f"{PACKAGED}/{invariant.file}",
        "path": str(index.folder / invariant.file),
        "sha256": invariant.sha256,
        "swhid": invariant.swhid,
        "statement_sha256": invariant.statement_sha256,
        "queries": invariant.queries,
        "goals": invariant.goals,
        "branches": invariant.branches,
        "certified": invariant.certified,
        "solver_trusted": invariant.queries - invariant.certified,
    }


def _witnesses_dict(invariant: Invariant) -> dict[str, Any]:
    shown = invariant.witnesses
    lists = {"reachable": shown.reachable, "tight": shown.tight, "failing": shown.failing}
    return {"satisfying": shown.satisfying, **{name: list(values) for name, values in lists.items()}}
