"""Read the ledger of claims: what is proved, what computed, what assumed, and what each rests on."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .documents import bare, did_you_mean
from .errors import DesignError
from .extras import MissingPartError

if TYPE_CHECKING:
    from .invariant_index import Invariant

SCHEMA = "elenctic.claims/1"

CLASSES = {
    "proved": "engines show it of the kernel's own functions, for all values; induction is in words",
    "computed": "exact arithmetic on the bounds given, as good as the hypotheses",
    "assumed": "supplied by the user, or a mathematical fact taken as known; nothing here checks it",
    "empirical": "measured",
}
"""The classes of a claim, in the order in which they are listed, each with what it says."""

INDUCTION = "the rule of induction over rounds (Theorem 7, Propositions 11 and 13)"
"""What no engine does, in the words of every answer: it applies no rule of induction."""

ID = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\.[0-9]+\b")
"""An ID wherever it stands in a text."""


@dataclass(frozen=True)
class Claim:
    """Hold one claim of the ledger.

    :param id: WORDS-WITH-HYPHENS.revision
    :param statement: one sentence
    :param formula: the same in ASCII
    :param source: the item of the paper, or "ours"
    :param kind: its class, one of CLASSES
    :param hypotheses: what it rests on: conditions, or IDs
    :param engines: those that must answer for it; none unless it is proved
    :param covers: the kernel functions that it is about
    :param not_covered: what a reader might think it says and it does not
    :param supersedes: the ID that it replaces, empty for none
    :param superseded_by: the ID that replaces it, empty for none
    """

    id: str
    statement: str
    formula: str
    source: str
    kind: str
    hypotheses: tuple[str, ...]
    engines: tuple[str, ...]
    covers: tuple[str, ...]
    not_covered: str
    supersedes: str = ""
    superseded_by: str = ""

    def outcomes(self, invariant: Invariant | None) -> dict[str, str | None] | None:
        """Return the outcome of each engine that the ledger names or the index knows, None where there is neither.

        :param invariant: what the index says of the claim; an engine that it does not know has the outcome None
        """
        recorded: Mapping[str, str] = invariant.outcomes if invariant else {}
        return {name: recorded.get(name) for name in (*self.engines, *recorded)} or None

    def to_dict(self, invariant: Invariant | None = None) -> dict[str, Any]:
        """Return the claim as the value that ``claims --json`` lists.

        :param invariant: what the index says of it, if anything
        """
        return {
            "id": self.id,
            "class": self.kind,
            "statement": self.statement,
            "formula": self.formula,
            "source": self.source,
            "hypotheses": list(self.hypotheses),
            "outcomes": self.outcomes(invariant),
            "covers": list(self.covers),
            "not_covered": self.not_covered,
            "supersedes": self.supersedes or None,
            "superseded_by": self.superseded_by or None,
        }


@cache
def ledger() -> Mapping[str, Claim]:
    """Return every claim by its ID, in the order of the ledger.

    :raises MissingPartError: when the ledger lies neither in the package nor in a checkout around it
    Source: design rule "the ledger is the one list of claims"; no claim.
    """
    tables: list[dict[str, Any]] = tomllib.loads(_text())["claim"]
    replaced = {table["supersedes"]: table["id"] for table in tables if "supersedes" in table}
    return {table["id"]: _claim(table, replaced.get(table["id"], "")) for table in tables}


def around(folder: Path) -> Path | None:
    """Return the checkout that a folder lies in, None where there is none.

    :param folder: any, such as the current one
    Never raises.
    Source: design rule "errors say what to write instead"; no claim.
    """
    return next((root for root in (folder, *folder.parents) if _is_checkout(root)), None)


def _is_checkout(root: Path) -> bool:
    return (root / "proofs/__main__.py").is_file() and (root / "kernel/elenctic_kernel").is_dir()


def checkout() -> Path | None:
    """Return the root of the checkout that this package lies in, None for an installed wheel."""
    root = Path(__file__).resolve().parents[2]
    return root if _is_checkout(root) else None


def _text() -> str:
    shipped = resources.files("elenctic").joinpath("claims.toml")
    if shipped.is_file():
        return shipped.read_text(encoding="utf-8")
    root = checkout()
    if root is None or not (root / "spec/claims.toml").is_file():
        again = "pip install --force-reinstall elenctic"
        raise MissingPartError("the ledger claims.toml in the package", "no such file", again)
    return (root / "spec/claims.toml").read_text(encoding="utf-8")


def _claim(table: Mapping[str, Any], superseded_by: str) -> Claim:
    def several(name: str) -> tuple[str, ...]:
        return tuple(cast("list[str]", table[name]))

    return Claim(
        id=table["id"],
        statement=table["statement"],
        formula=table["formula"],
        source=table["source"],
        kind=table["class"],
        hypotheses=several("hypotheses"),
        engines=several("engines"),
        covers=several("covers"),
        not_covered=table["not_covered"],
        supersedes=table.get("supersedes", ""),
        superseded_by=superseded_by,
    )


def claim(name: str) -> Claim:
    """Return the claim of an ID.

    :param name: the ID as the user wrote it
    :raises DesignError: when the ledger has none of this name, with the nearest
    Source: design rule "an unknown ID gets did you mean"; no claim.
    """
    known = ledger()
    if name in known:
        return known[name]
    lowered = {id.lower(): id for id in known}
    near = lowered.get(did_you_mean(name, lowered), "")
    write = f"{near} (did you mean that?)" if near else "one of those that elenctic claims lists"
    raise DesignError("the ID of a claim", f'"{bare(name)}"', write, field="claim")


def provable(cited: Claim) -> bool:
    """Tell whether engines prove a claim: its class says so, and it is not superseded."""
    return cited.kind == "proved" and bool(cited.engines)


def rests_on(names: Iterable[str]) -> list[Claim]:
    """Return the claims of these IDs, and those that their hypotheses name, and so on, each once.

    :param names: IDs of the ledger
    :raises DesignError: when an ID is unknown
    Source: design rule "each assumed hypothesis with its sentence"; no claim.
    """
    found: dict[str, Claim] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = claim(name)
            waiting += [id for said in found[name].hypotheses for id in ID.findall(said)]
    return list(found.values())
