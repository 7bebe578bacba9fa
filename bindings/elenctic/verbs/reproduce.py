"""``elenctic reproduce``: every theoretical number of the paper beside the recomputed one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..exits import EXIT_NO, EXIT_OPEN, EXIT_YES
from . import add_verb

if TYPE_CHECKING:
    from ..reproduction import Reproduction


def add(verbs: Any) -> None:
    """Add the parser of the verb."""
    about = "Compute every theoretical number of the paper again, beside the printed one."
    verb = add_verb(verbs, "reproduce", about, "elenctic reproduce --json")
    verb.add_argument(
        "--figures",
        metavar="FOLDER",
        help="draw Figures 2 and 3 as well: figure-2 and figure-3, .svg and .pdf, replaced where they are there",
    )
    verb.set_defaults(verb=run)


def run(options: argparse.Namespace) -> int:
    """Print the numbers, draw the figures where they are asked for, and return the exit code.

    :param options: as parsed
    :raises DesignError: when the figures cannot be written
    :raises MissingExtraError: when they are asked for and matplotlib is not installed
    Source: design rule "exit codes"; no claim.
    """
    from ..agreement import Agreement
    from ..reproduction import reproduce

    draw = None if options.figures is None else _drawing(options.figures)
    answer = reproduce()
    if draw is not None:
        draw(answer)
    print(answer.to_json() if options.json else answer)
    codes = {Agreement.AGREES: EXIT_YES, Agreement.DIFFERS: EXIT_NO}
    return codes.get(answer.outcome, EXIT_OPEN)


def _drawing(folder: str) -> Callable[[Reproduction], None]:
    """Return what draws the figures, where they can be: that is found out before anything is computed."""
    from ..documents import printable
    from ..reproduction_figures import checked_figure_files, draw_figures

    files = checked_figure_files(folder)

    def draw(answer: Reproduction) -> None:
        draw_figures(answer, files)
        print(f"wrote {', '.join(printable(str(file)) for file in files)}", file=sys.stderr)

    return draw
