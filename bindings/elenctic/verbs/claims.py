"""``elenctic claims``: list the ledger."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..exits import EXIT_YES
from . import add_verb

if TYPE_CHECKING:
    from ..claims import Claim


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
    :raises MissingPartError: when there is no ledger
    Source: design rule "exit codes"; no claim.
    """
    from ..claims import CLASSES, SCHEMA, claim, ledger

    asked = [claim(name) for name in dict.fromkeys(options.ids)] or list(ledger().values())
    listed = [one for kind in CLASSES for one in asked if one.kind == kind and options.kind in (None, kind)]
    if options.json:
        print(json.dumps({"schema": SCHEMA, "claims": [one.to_dict() for one in listed]}, indent=2))
    else:
        print(_table(listed))
    return EXIT_YES


def _table(listed: Sequence[Claim]) -> str:
    kinds, ids = (max([0, *map(len, column)]) for column in ([c.kind for c in listed], [c.id for c in listed]))
    lines = [f"{one.kind:<{kinds}}  {one.id:<{ids}}  {_said(one)}" for one in listed]
    counts = {kind: sum(one.kind == kind for one in listed) for kind in dict.fromkeys(one.kind for one in listed)}
    summed = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    return "\n".join([*lines, "", f"{summed or 'no claim of this class'}; next: elenctic cite ID"])


def _said(one: Claim) -> str:
    return f"(superseded by {one.superseded_by}) {one.statement}" if one.superseded_by else one.statement
