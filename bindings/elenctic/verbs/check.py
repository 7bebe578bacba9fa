"""``elenctic check``: decide which review lengths a design certifies."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from ..errors import DesignError
from ..exits import EXIT_NO, EXIT_OPEN, EXIT_YES
from . import add_verb

if TYPE_CHECKING:
    from ..answer import CheckResult

TARGETS = {"delta": "0.05", "gamma": "0.10", "horizon": "10", "length": "5", "attempts": "1"}
"""The targets that the command line may give, each with a value to show."""

LONG_HORIZON = 500_000
"""From here on a check takes seconds, and a terminal is told so."""


def add(verbs: Any) -> None:
    """Add the parser of the verb."""
    about = "Decide which review lengths a design certifies."
    verb = add_verb(verbs, "check", about, "elenctic check matrix-product.toml --delta 0.01")
    verb.add_argument(
        "design",
        metavar="DESIGN",
        help="a TOML, JSON or CSV file (a CSV needs --delta and --horizon); - is standard input",
    )
    verb.add_argument("--format", choices=("toml", "json", "csv"), help="how to read it (default: by its ending)")
    verb.add_argument("--delta", metavar="D", help="soundness target, such as 0.05 or 1/20; replaces the file's")
    verb.add_argument("--gamma", metavar="G", help="completeness shortfall; replaces the file's")
    verb.add_argument("--horizon", metavar="T", help="last admissible round; replaces the file's")
    verb.add_argument("--length", metavar="N", help="ask about one fixed length as well")
    verb.add_argument("--attempts", metavar="K", help="tries in all, each at delta/K")
    verb.add_argument("--plot", metavar="FILE", help="draw both criteria, .svg or .pdf; a file there is replaced")
    verb.set_defaults(verb=run)


def run(options: argparse.Namespace) -> int:
    """Check a design, print the answer, and return the exit code.

    :param options: as parsed
    :raises DesignError: when the design or a target is malformed, or the plot cannot be written
    :raises MissingExtraError: when a plot is asked for and the extra report is not installed
    Source: design rule "exit codes"; no claim.
    """
    from ..answer import CheckOutcome
    from ..certification import check
    from ..design import Design

    if options.plot is not None:
        _check_plot(options.plot)
    targets = {name: getattr(options, name) for name in TARGETS if getattr(options, name) is not None}
    try:
        design = Design.load(options.design, format=options.format, **targets)
    except DesignError as error:
        raise _as_option(error) from None
    if design.horizon >= LONG_HORIZON and sys.stderr.isatty():
        print(f"deciding {design.horizon:,} rounds ...", file=sys.stderr)
    result = check(design)
    if options.plot is not None:  # before the answer is printed, so that a failure never follows one
        _draw_plot(result, options.plot)
    print(result.to_json() if options.json else result)
    codes = {CheckOutcome.CERTIFIED: EXIT_YES, CheckOutcome.NOT_CERTIFIED: EXIT_NO}
    return codes.get(result.outcome, EXIT_OPEN)


def _check_plot(path: str) -> None:
    from ..figures import checked_figure  # a check without a plot starts sooner

    checked_figure(path)


def _draw_plot(result: CheckResult, path: str) -> None:
    from ..documents import printable
    from ..figures import draw_check

    print(f"wrote {printable(str(draw_check(result, path)))}", file=sys.stderr)


def _as_option(error: DesignError) -> DesignError:
    """Name the option where a target stands, or can only stand, on the command line: a table holds none."""
    if error.field not in TARGETS or (error.file and not error.file.endswith(".csv")):
        return error
    asked = error.write.partition("=")[2].strip().split(",")[0].strip('"')
    write = f"--{error.field} {asked if asked and error.file else TARGETS[error.field]}"
    return DesignError(error.expected, error.got, write, file=error.file, field=f"--{error.field}")
