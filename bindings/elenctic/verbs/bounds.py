"""``elenctic bounds``: counted pilot trials to lower bounds, and the trials that bounds need."""

from __future__ import annotations

import argparse
from typing import Any

from ..errors import DesignError
from ..exits import EXIT_NO, EXIT_YES
from . import add_verb

BOUNDS = ("execution", "response")
OPTIONS = ("confidence", "digits", "need")
"""The arguments that stand on the command line as options."""


def add(verbs: Any) -> None:
    """Add the parser of the verb."""
    about = "Turn counted pilot trials into lower bounds that a design can use."
    verb = add_verb(verbs, "bounds", about, "elenctic bounds pilot.csv --confidence 0.95")
    verb.add_argument(
        "trials",
        nargs="?",
        metavar="TRIALS.csv",
        help="columns bound (execution or response), misses and trials; - is standard input",
    )
    verb.add_argument(
        "--confidence", metavar="P", default="0.95", help="joint confidence, shared equally by the rows (default: 0.95)"
    )
    verb.add_argument(
        "--need",
        metavar="BOUND=P",
        action="append",
        help="how many trials without a miss show this, such as execution=0.99; may be given for both bounds",
    )
    verb.add_argument("--digits", metavar="D", default="6", help="decimals of the lower bounds, 1 to 30 (default: 6)")
    verb.set_defaults(verb=run)


def run(options: argparse.Namespace) -> int:
    """Print the bounds of a pilot, the trials that are needed, or both, and return the exit code.

    :param options: as parsed
    :raises DesignError: when the table or an option is malformed
    Source: design rule "exit codes"; no claim.
    """
    from ..pilot import pilot_bounds

    try:
        need = _needs(options.need or [])
        answer = pilot_bounds(options.trials, confidence=options.confidence, need=need, digits=options.digits)
    except DesignError as error:
        raise _as_option(error) from None
    print(answer.to_json() if options.json else answer)
    return EXIT_YES if len(answer.usable) == len(answer.rows) else EXIT_NO


def _needs(written: list[str]) -> dict[str, str]:
    from ..errors import shown

    need: dict[str, str] = {}
    for said in written:
        bound, equals, value = said.partition("=")
        if not equals:
            raise DesignError("a bound and a number", shown(said), "execution=0.99", field="need")
        if bound in need:
            raise DesignError("each bound once", shown(said), "the larger of the two", field="need")
        need[bound] = value
    return need


def _as_option(error: DesignError) -> DesignError:
    """Name the option where an argument stands on the command line."""
    name, _, bound = error.field.partition(".")
    if error.file or name not in OPTIONS:
        return error
    write = error.write.strip('"')
    if " " not in write:  # else it says what to do in words
        value = f"{write}=0.99" if write in BOUNDS else f"{bound}={write}" if bound else write
        write = f"--{name} {value}"
    return DesignError(error.expected, error.got, write, field=f"--{name}")
