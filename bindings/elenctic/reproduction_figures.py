"""Draw Figures 2 and 3 of the paper from the recomputed numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from pathlib import Path

from .effort_region import SHOWN_BITS
from .enclosure import log, point
from .errors import DesignError, shown
from .extras import import_extra
from .figure_file import ENDINGS, checked_figure_path
from .figures import Criterion, SweepPoint, draw_additive, draw_sweep
from .paper_designs import figure_2
from .products import Value, products_at
from .products import point as exactly
from .region import DesignRegion
from .reproduction import Reproduction

NAMES = ("figure-2", "figure-3")


def checked_figure_files(folder: str) -> list[Path]:
    """Return the files that both figures go to, before anything is computed.

    :param folder: a folder that exists
    :raises DesignError: when it does not, or holds something else under one of the names
    :raises MissingExtraError: when matplotlib is not installed

    Source: design rule "errors say what came"; no claim.
    """
    if not folder or not Path(folder).is_dir():  # an empty text is not the current folder
        write = "--figures ., or make the folder first"
        raise DesignError("a folder that exists", shown(folder), write, field="--figures")
    import_extra("report", "matplotlib")
    return [checked_figure_path(Path(folder) / f"{name}{ending}") for name in NAMES for ending in ENDINGS]


def draw_figures(answer: Reproduction, files: Sequence[Path]) -> None:
    """Draw both figures, in every format.

    :param answer: the recomputed numbers
    :param files: as ``checked_figure_files`` returns them
    :raises DesignError: when a file cannot be written
    :raises MissingExtraError: when matplotlib is not installed

    Source: Figures 2 and 3; no claim.
    """
    known = [(swept.budget, swept.additive, swept.product) for swept in answer.sweep]
    points = [
        SweepPoint(Fraction(budget), additive, product) for budget, additive, product in known if additive is not None
    ]
    rows, target = _figure_2_rows()
    for file in files:
        if file.stem == NAMES[0]:
            draw_additive(rows, target, figure_2().gamma, file)
        else:
            draw_sweep(points, file)


def _figure_2_rows() -> tuple[list[Criterion], Value]:
    """Return each length with its sum of gains and C_n, and the target of the sums."""
    found, alone = DesignRegion(figure_2()), DesignRegion(figure_2(completeness=False))
    sums = accumulate(1 - Fraction(*factor) for factor in found.survival)
    lengths = range(1, found.design.horizon + 1)
    complete = products_at(found.completeness, lengths, "down")
    sound, certified = (_members(one.additive) for one in (alone, found))
    rows = [
        Criterion(n, exactly(total, "down"), complete[n], n in sound, n <= found.found.last_complete, n in certified)
        for n, total in zip(lengths, sums, strict=True)
    ]
    reached = log(point(1 / found.design.level), SHOWN_BITS)
    return rows, Value(reached.low, reached.high, "up")


def _members(region: Sequence[tuple[int, int]] | None) -> set[int]:
    assert region is not None
    return {n for low, high in region for n in range(low, high + 1)}
