"""Draw which lengths are certified at each review budget, as Figure 3 of the paper does."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import DesignError, shown
from .figure_style import FAINT, LINE, SHADE, Words, draw

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

MOST_DOTS = 5_000
"""Certified lengths that get a dot each; where there are more, the shading alone shows them."""

GREATEST_BUDGET = 10**300
"""Largest budget that can be drawn."""

HALF = 0.4
"""How far the shading of a length reaches above and below it."""

NOTHING = "no budget to draw"

LINES: dict[str, dict[str, Any]] = {
    "certified": {"color": LINE, "linewidth": 1.0},
    "product": {"color": FAINT, "linewidth": 0.8, "linestyle": (0, (4, 2))},
}
"""How the steps of either set look."""

Region = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class SweepPoint:
    """Hold the certified lengths at one budget, decided elsewhere.

    :param budget: E, the review effort in all, in the design's unit
    :param certified: closed intervals of lengths, ascending; several where the set is no interval, none
        where it is empty
    :param product: the same by the exact product criterion, None when it is not to be drawn
    """

    budget: Fraction
    certified: Region
    product: Region | None = None


def draw_sweep(points: Sequence[SweepPoint], path: object, *, title: str = "") -> Path:
    """Draw the certified lengths against the budget: their ends with steps and shading, and how many they are.

    Every certified length has its dot and its stretch of shading, so a set that is no interval shows its holes;
    an empty set has a mark of its own. Steps hold from one budget to the next and decide nothing in between.

    :param points: one for each budget, ascending
    :param path: the file to write, .svg or .pdf; one that is there is replaced
    :param title: a line above the figure
    :return: the file that was written
    :raises DesignError: when the points are out of order, or the file cannot be written
    :raises MissingExtraError: when matplotlib is not installed

    Source: Figure 3 and Appendix B of the paper; no claim.
    """
    _check_points(points)

    def paint(panels: list[Axes]) -> list[Artist]:
        _paint_ends(panels[0], points)
        _paint_counts(panels[1], points)
        return _handles(points)

    return draw(path, 2, Words(title, _about(points)), paint)


def _check_points(points: Sequence[SweepPoint]) -> None:
    budgets = [point.budget for point in points]
    if any(not 0 <= budget <= GREATEST_BUDGET for budget in budgets):
        raise DesignError("budgets from 0 to 10^300", "another number", "E in a larger unit", field="points")
    if any(later <= earlier for earlier, later in pairwise(budgets)):
        raise DesignError("budgets in ascending order, each once", "another order", "them sorted", field="points")
    for region in (region for point in points for region in (point.certified, point.product or ())):
        edges = [0, *(edge for low, high in region for edge in (low, high + 1))]
        if any(later <= earlier for earlier, later in pairwise(edges)):
            write = "[(low, high), ...] with 1 <= low <= high"
            raise DesignError("closed intervals in ascending order", shown(list(region)), write, field="points")


def _about(points: Sequence[SweepPoint]) -> str:
    from .report import intervals_text

    if not points:
        return NOTHING
    ends = [f"at E = {point.budget}: {intervals_text(list(point.certified))}" for point in (points[0], points[-1])]
    return f"certified lengths at {len(points)} review budgets; {'; '.join(dict.fromkeys(ends))}"


def _lengths(region: Region | None) -> list[int]:
    return [n for low, high in region or () for n in range(low, high + 1)]


def _count(region: Region | None) -> int:
    return sum(high - low + 1 for low, high in region or ())


def _ends(points: Sequence[SweepPoint]) -> list[tuple[str, list[float], list[float]]]:
    """Return the name, lower and upper ends of each set that is drawn; NaN, which breaks a line, where it is empty."""
    named: dict[str, list[Region | None]] = {
        "product": [point.product for point in points],
        "certified": [point.certified for point in points],
    }
    return [
        (
            name,
            [region[0][0] if region else math.nan for region in regions],
            [region[-1][1] if region else math.nan for region in regions],
        )
        for name, regions in named.items()
        if any(region is not None for region in regions)
    ]


def _paint_ends(axes: Axes, points: Sequence[SweepPoint]) -> None:
    places = [float(point.budget) for point in points]
    top = max((region[-1][1] for point in points for region in (point.certified, point.product) if region), default=0)
    _frame(axes, places, top, "lower and upper certified lengths", "review length $n$")
    _shade(axes, points, places)
    for name, lower, upper in _ends(points):
        for end, heights in (("lower", lower), ("upper", upper)):
            (line,) = axes.plot(places, heights, drawstyle="steps-post", **LINES[name])
            line.set_gid(f"{name}-{end}")
    if sum(_count(point.product or point.certified) for point in points) <= MOST_DOTS:
        _paint_dots(axes, points, places)
    for end, marker in (("lower", "o"), ("upper", "^")):
        held = [
            (place, point.certified[0][0] if end == "lower" else point.certified[-1][1])
            for place, point in zip(places, points, strict=True)
            if point.certified
        ]
        _dots(axes, held, f"{end}-ends", marker, 4.0, filled=end == "lower")
    empty = [(place, 0) for place, point in zip(places, points, strict=True) if not point.certified]
    _dots(axes, empty, "empty", "x", 4.5, filled=True)
    if not top:
        said = NOTHING if not points else "no certified length at any budget"
        axes.text(0.5, 0.5, said, transform=axes.transAxes, ha="center", va="center")


def _shade(axes: Axes, points: Sequence[SweepPoint], places: Sequence[float]) -> None:
    """Shade from each budget to the next what is certified at the first: more effort loses nothing."""
    from matplotlib.collections import PolyCollection

    boxes = [
        [(left, low - HALF), (right, low - HALF), (right, high + HALF), (left, high + HALF)]
        for point, (left, right) in zip(points, pairwise(places), strict=False)
        for low, high in point.certified
    ]
    shade = PolyCollection(boxes, facecolor=SHADE, edgecolor=SHADE, linewidth=0.3, zorder=0.5)
    shade.set_gid("certified-shade")
    axes.add_collection(shade, autolim=False)


def _paint_dots(axes: Axes, points: Sequence[SweepPoint], places: Sequence[float]) -> None:
    """Mark every certified length: a set with holes is not read as an interval."""
    drawn = list(zip(places, points, strict=True))
    squares = [(place, n) for place, point in drawn for n in _lengths(point.product)]
    _dots(axes, squares, "product-lengths", "s", 3.2, filled=False)
    dots = [(place, n) for place, point in drawn for n in _lengths(point.certified)]
    _dots(axes, dots, "certified-lengths", ".", 2.4, filled=True)


def _dots(
    axes: Axes, dots: Sequence[tuple[float, float]], group: str, marker: str, size: float, *, filled: bool
) -> None:
    if not dots:
        return
    (drawn,) = axes.plot(
        [place for place, _ in dots],
        [height for _, height in dots],
        linestyle="none",
        marker=marker,
        markersize=size,
        color=LINE,
        markerfacecolor=LINE if filled else "white",
        markeredgewidth=0.8,
        clip_on=False,
        zorder=3,
    )
    drawn.set_gid(group)


def _paint_counts(axes: Axes, points: Sequence[SweepPoint]) -> None:
    places = [float(point.budget) for point in points]
    counts: dict[str, list[float]] = {"certified": [_count(point.certified) for point in points]}
    if any(point.product is not None for point in points):
        known = [math.nan if point.product is None else _count(point.product) for point in points]
        counts = {"product": known, **counts}
    top = max((_count(region) for point in points for region in (point.certified, point.product)), default=0)
    _frame(axes, places, top, "number of certified lengths", "count")
    for name, held in counts.items():
        (line,) = axes.plot(places, held, drawstyle="steps-post", **LINES[name])
        line.set_gid(f"{name}-count")
        marker, size = ("o", 4.0) if name == "certified" else ("s", 2.6)
        dots = [(place, count) for place, count in zip(places, held, strict=True) if count > 0]
        _dots(axes, dots, f"{name}-counts", marker, size, filled=name == "certified")
    empty = [(place, 0) for place, count in zip(places, counts["certified"], strict=True) if not count]
    _dots(axes, empty, "empty-counts", "x", 4.5, filled=True)


def _frame(axes: Axes, places: Sequence[float], top: int, heading: str, label: str) -> None:
    from matplotlib.ticker import MaxNLocator, ScalarFormatter

    left, right = (places[0], places[-1]) if places else (0.0, 1.0)
    spare = 0.04 * (right - left) or 0.04 * right or 1.0
    axes.set_xlim(left - spare, right + spare)
    axes.set_ylim(0, max(1.0, 1.08 * top))
    axes.set_title(heading)
    axes.set_xlabel("review budget $E$")
    axes.set_ylabel(label)
    axes.xaxis.set_major_formatter(ScalarFormatter(useOffset=False))
    if left == right:
        axes.set_xticks([left], [f"{left:g}"])
    axes.yaxis.set_major_locator(MaxNLocator(12, integer=True))


def _handles(points: Sequence[SweepPoint]) -> list[Artist]:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    def dot(marker: str, filled: bool, said: str, **line: Any) -> Line2D:
        face = LINE if filled else "white"
        return Line2D([], [], marker=marker, markersize=4.2, markerfacecolor=face, label=said, **line)

    solid = LINES["certified"]
    handles: list[Artist] = []
    if any(point.certified for point in points):
        handles = [dot("o", True, "lower end", **solid), dot("^", False, "upper end", **solid)]
        handles.append(Patch(facecolor=SHADE, label="certified lengths"))
    if any(not point.certified for point in points):
        handles.append(dot("x", True, "none certified", color=LINE, linestyle="none"))
    if any(point.product for point in points):
        handles.append(dot("s", False, "exact product region", markeredgecolor=LINE, **LINES["product"]))
    return handles
