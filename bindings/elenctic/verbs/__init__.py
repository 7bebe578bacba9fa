"""The verbs of the command line: for whom each is, how it is called, and the module that carries it out."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any, NamedTuple

from ..exits import exit_codes


class Verb(NamedTuple):
    """Hold what the welcome says of a verb; the module of the same name has ``add(verbs)``."""

    user: str
    usage: str
    about: str


VERBS = {
    "init": Verb("designers", "init [NAME]", "list or write a commented starter design"),
    "check": Verb("designers", "check DESIGN", "certified or not, which lengths, why not, what would"),
    "bounds": Verb("designers", "bounds TRIALS.csv", "counted pilot trials to lower bounds for c and a, pasteable"),
    "reproduce": Verb("authors", "reproduce", "every theoretical number of the paper beside the recomputed one"),
    "prove": Verb("authors", "prove [ID...]", "prove the ledger's claims again: from the code, or the files shipped"),
    "cite": Verb("authors", "cite ID | DESIGN", "a claim to quote, or the methods paragraph of a design"),
    "claims": Verb("authors", "claims", "the ledger: what is proved, what computed, what assumed"),
}
"""Every verb there is, in the order in which they are listed."""

_IN_PYTHON = ("embedders", "from elenctic import Design, Review", "run a review round by round in Python")


def listing() -> str:
    """Return the verbs by user, one line each."""
    lines = [(verb.user, f"elenctic {verb.usage}", verb.about) for verb in VERBS.values()]
    lines.append(_IN_PYTHON)
    width = max(len(usage) for _, usage, _ in lines)
    users = dict.fromkeys(user for user, _, _ in lines)
    grouped = {user: [f"  {usage:<{width}}  {about}" for by, usage, about in lines if by == user] for user in users}
    return "\n".join("\n".join([user, *group]) for user, group in grouped.items())


def add_verbs(verbs: Any) -> None:
    """Give each verb its parser, in the order of VERBS."""
    for name in VERBS:
        import_module(f"{__name__}.{name}").add(verbs)


def add_verb(verbs: Any, name: str, about: str, example: str) -> argparse.ArgumentParser:
    """Return the parser of one verb, whose help ends with an example and the exit codes.

    :param verbs: the subparsers of the command line
    :param name: one of VERBS
    :param about: what it does, one sentence
    :param example: a command that works
    Source: design rule "each --help ends with an example and the exit codes"; no claim.
    """
    verb: argparse.ArgumentParser = verbs.add_parser(
        name,
        help=about,
        description=about,
        epilog=f"example: {example}\n\n{exit_codes(name)}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    verb.add_argument("--json", action="store_true", help="print one JSON value")
    return verb
