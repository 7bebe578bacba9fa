"""``elenctic init``: list the starters, or write one."""

from __future__ import annotations

import argparse
import json
from typing import Any

from ..exits import EXIT_YES
from . import add_verb


def add(verbs: Any) -> None:
    """Add the parser of the verb."""
    verb = add_verb(verbs, "init", "List or write a commented starter design.", "elenctic init matrix-product")
    verb.add_argument("name", nargs="?", metavar="NAME", help="the starter to write; left out, all are listed")
    verb.add_argument(
        "--to", metavar="FILE", help="the file to write (default: NAME.toml; - prints it); never overwritten"
    )
    verb.set_defaults(verb=run)


def run(options: argparse.Namespace) -> int:
    """List the starters or write the one that is named, and return the exit code.

    :param options: as parsed
    :raises DesignError: when the name is unknown, or the file exists or cannot be written
    Source: design rule "never overwrites; prints the next command"; no claim.
    """
    import shlex

    from ..documents import printable
    from ..starting import starter_text, starters, write_starter

    if options.name is None:
        known = starters()
        width = max(len(name) for name in known)
        lines = [f"{name:<{width}}  {about}" for name, about in known.items()]
        lines.append("\nnext: elenctic init NAME")
        value: dict[str, Any] = {"schema": "elenctic.starters/1", "starters": known}
        print(json.dumps(value) if options.json else "\n".join(lines))
        return EXIT_YES
    if options.to == "-":
        print(starter_text(options.name), end="")
        return EXIT_YES
    path = write_starter(options.name, options.to)
    name = f"./{path}" if str(path).startswith("-") else str(path)
    following = f"elenctic check {shlex.quote(name)}"
    value = {"schema": "elenctic.started/1", "file": str(path), "next": following}
    print(json.dumps(value) if options.json else f"wrote {printable(str(path))}\nnext: {printable(following, 500)}")
    return EXIT_YES
