"""``elenctic cite``: quote a claim, or write the methods paragraph of a design."""

from __future__ import annotations

import argparse
import json
import os
from typing import Any

from ..errors import DesignError
from ..exits import EXIT_NO, EXIT_OPEN, EXIT_YES
from . import add_verb


def add(verbs: Any) -> None:
    """Add the parser of the verb."""
    about = "Quote a claim, or write the methods paragraph of a design."
    verb = add_verb(verbs, "cite", about, "elenctic cite REGION-INTERVAL.1 --bibtex")
    verb.add_argument(
        "name",
        nargs="?",
        metavar="ID | DESIGN",
        help="the ID of a claim, or the path of a design file (- is standard input); a design takes check's exit code",
    )
    verb.add_argument("--bibtex", action="store_true", help="one @misc entry in ASCII (claims only)")
    verb.add_argument("--latex", action="store_true", help="LaTeX sentences in ASCII")
    verb.set_defaults(verb=run)


def run(options: argparse.Namespace) -> int:
    """Print a citation, and return the exit code: that of ``check`` for a design, else 0.

    :param options: as parsed
    :raises DesignError: when the ID is unknown, the design malformed, or two forms are asked for
    :raises MissingPartError: when there is no ledger, or the index of invariants is malformed
    Source: design rule "exit codes"; no claim.
    """
    from ..citation import cite, is_id, to_dict
    from ..claims import claim
    from ..invariant_index import found

    form = _form(options)
    if options.name is None:
        expected = "the ID of a claim, or a design file"
        raise DesignError(expected, "nothing", "elenctic cite REGION-INTERVAL.1", field="cite")
    if not is_id(options.name) and _is_design(options.name):
        return _methods(options.name, form)
    print(json.dumps(to_dict(claim(options.name), found()), indent=2) if form == "json" else cite(options.name, form))
    return EXIT_YES


def _form(options: argparse.Namespace) -> str:
    asked = [form for form in ("json", "bibtex", "latex") if getattr(options, form)]
    if len(asked) > 1:
        raise DesignError("one form", " and ".join(f"--{form}" for form in asked), f"--{asked[0]} alone", field="cite")
    return asked[0] if asked else "text"


def _is_design(name: str) -> bool:
    """Tell a path from a misspelt ID: it is there, or has a folder or the ending of a design."""
    return name == "-" or os.path.exists(name) or os.sep in name or name.endswith((".toml", ".json", ".csv"))


def _methods(name: str, form: str) -> int:
    from ..answer import CheckOutcome
    from ..certification import check
    from ..design import Design
    from ..documents import printable
    from ..methods import paragraph, to_dict

    if form == "bibtex":
        raise DesignError("the ID of a claim with --bibtex", "a design", "--latex", field="cite")
    if name.endswith(".csv"):  # holds no targets, and this verb takes none
        write = f'a TOML design with [targets], and csv = "{printable(os.path.basename(name))}" under [bounds]'
        raise DesignError("a design with its targets", "a table of bounds", write, file=printable(name, 1000))
    result = check(Design.load(name))
    print(json.dumps(to_dict(result), indent=2) if form == "json" else paragraph(result, form))
    codes = {CheckOutcome.CERTIFIED: EXIT_YES, CheckOutcome.NOT_CERTIFIED: EXIT_NO}
    return codes.get(result.outcome, EXIT_OPEN)
