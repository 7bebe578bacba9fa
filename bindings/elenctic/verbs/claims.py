"""``elenctic claims``: list the ledger."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from ..exits import EXIT_YES
from . import add_verb

if TYPE_CHECKING:
    from ..claims import Claim
    from ..invariant_index import Index, Invariant

WIDTH, NARROWEST = 120, 40
"""Columns where the output is no screen, and the least that a statement is given."""

LEGEND = """PROVED: the engine answers every query of the claim. OPEN: it does not, as elenctic cite ID says, and others
prove the claim. -: not asked. unrecorded: the index says nothing. identity: certificates multiplied out exactly.
enumeration: small worlds played out, evidence beside a proof."""


def add(verbs: Any) -> None:
    """Add the parser of the verb."""
    about = "List the ledger: what is proved, what computed, what assumed."
    verb = add_verb(verbs, "claims", about, "elenctic claims --class proved")
    verb.add_argument("ids", nargs="*", metavar="ID", help="claims to list; left out, all of them")
    classes = ("proved", "computed", "assumed", "empirical")
    verb.add_argument("--class", dest="kind", choices=classes, help="list the claims of one class only")
    verb.set_defaults(verb=run)


def run(options: argparse.Namespace) -> int:
    """List claims, and return the exit code.

    :param options: as parsed
    :raises DesignError: when an ID is unknown
    :raises MissingPartError: when there is no ledger, or the index of outcomes is malformed
    Source: design rule "exit codes"; no claim.
    """
    from ..claims import CLASSES, SCHEMA, claim, ledger
    from ..invariant_index import found

    asked = [claim(name) for name in dict.fromkeys(options.ids)] or list(ledger().values())
    listed = [one for kind in CLASSES for one in asked if one.kind == kind and options.kind in (None, kind)]
    index = found()
    if options.json:
        recorded: Mapping[str, Invariant] = index.claims if index else {}
        claims = [one.to_dict(recorded.get(one.id)) for one in listed]
        print(
            json.dumps(
                {"schema": SCHEMA, "versions": dict(index.versions) if index else None, "claims": claims}, indent=2
            )
        )
    else:
        print(_table(listed, index))
    return EXIT_YES


def _table(listed: Sequence[Claim], index: Index | None) -> str:
    outcomes = [one.outcomes(index.claims.get(one.id) if index else None) or {} for one in listed]
    engines = list(dict.fromkeys(name for found in outcomes for name in found))
    rows = [["class", "ID", *engines, "statement"]]
    for one, found in zip(listed, outcomes, strict=True):
        cells = [(found[name] or "unrecorded") if name in found else "-" for name in engines]
        rows.append([one.kind, one.id, *cells, _said(one)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [line for row in rows for line in _wrapped(row, widths[:-1])]
    counts = {kind: sum(one.kind == kind for one in listed) for kind in dict.fromkeys(one.kind for one in listed)}
    summed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    return "\n".join(
        [*lines, *_tools(index, engines), "", f"{summed or 'no claim of this class'}; next: elenctic cite ID"]
    )


def _wrapped(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Return a row whose statement goes on below itself where the screen, or WIDTH columns, end."""
    head = "".join(f"{cell:<{width}}  " for cell, width in zip(row, widths, strict=False))
    room = max(shutil.get_terminal_size((WIDTH, 24)).columns - len(head), NARROWEST)
    first, *rest = wrap(row[-1], room, break_on_hyphens=False) or [""]
    return [(head + first).rstrip(), *(" " * len(head) + line for line in rest)]


def _tools(index: Index | None, engines: Sequence[str]) -> list[str]:
    """Return the line that names the versions behind the outcomes, or says that there are none."""
    if not engines:
        return []
    if index is None:
        return ["", LEGEND, "no outcome is recorded: the package holds no index of invariants"]
    return ["", LEGEND, f"outcomes by {', '.join(f'{name} {version}' for name, version in index.versions.items())}"]


def _said(one: Claim) -> str:
    return f"(superseded by {one.superseded_by}) {one.statement}" if one.superseded_by else one.statement
