"""Marks of a figure: one for each length, whose fill tells the verdict and whose shape what is known of the value."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .figure_style import INK, LINE
from .products import Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.lines import Line2D

SIZE, DENSE, FEW = 4.2, 2.6, 30
"""Points across a circle where lengths are few and where they are many, and how many are few."""


class Mark(NamedTuple):
    """Hold what a criterion comes to at one length, decided elsewhere.

    :param n: the length
    :param value: the enclosure
    :param met: whether the criterion is met, None where it is undecided
    :param diagnostic: whether the last round is one
    """

    n: int
    value: Value
    met: bool | None
    diagnostic: bool


class Shape(NamedTuple):
    """Hold a marker: its name in the file, its form, how much larger than a circle it is, and what it says."""

    name: str
    marker: str
    larger: float
    said: str


class Fill(NamedTuple):
    """Hold how a marker is filled, and what that says; never a colour of its own."""

    name: str
    style: str
    said: str


CIRCLE = Shape("", "o", 1.0, "")
CLARIFICATION = Shape("-clarification", "D", 0.9, "ends in a clarification")
AT_MOST = Shape("-at-most", "v", 1.2, "known to be at most this")
ZERO = Shape("-zero", "X", 1.4, "exactly 0")

MET = Fill("met", "full", "criterion met")
UNMET = Fill("unmet", "none", "criterion not met")
UNDECIDED = Fill("undecided", "left", "criterion undecided")


def shape_of(mark: Mark) -> Shape:
    """Return the marker of a length: 0, and a value known only to be small, have shapes of their own."""
    if mark.value.high == 0:
        return ZERO
    if mark.value.rounding == "up" and mark.value.low == 0:
        return AT_MOST
    return CIRCLE if mark.diagnostic else CLARIFICATION


def fill_of(mark: Mark) -> Fill:
    """Return how the marker of a length is filled."""
    return UNDECIDED if mark.met is None else MET if mark.met else UNMET


def paint_marks(
    axes: Axes, name: str, marks: Sequence[Mark], places: Mapping[int, float], heights: Mapping[int, float]
) -> None:
    """Draw the marks of a panel, each kind as a group of its own.

    :param axes: the panel
    :param name: the criterion, as the file's groups are named
    :param marks: one for each drawn length
    :param places: where each length stands
    :param heights: where its value stands
    """
    size = SIZE if len(marks) <= FEW else DENSE
    for shape, fill in sorted({(shape_of(mark), fill_of(mark)) for mark in marks}):
        held = [mark.n for mark in marks if (shape_of(mark), fill_of(mark)) == (shape, fill)]
        (group,) = axes.plot(
            [places[n] for n in held],
            [heights[n] for n in held],
            clip_on=False,
            zorder=3,
            **_look(shape, fill, size),
        )
        group.set_gid(f"{name}-{fill.name}{shape.name}")


def _look(shape: Shape, fill: Fill, size: float) -> dict[str, Any]:
    return {
        "linestyle": "none",
        "marker": shape.marker,
        "markersize": size * shape.larger,
        "color": LINE,
        "markerfacecolor": "white" if fill is UNMET else LINE,
        "markerfacecoloralt": "white",
        "fillstyle": "left" if fill is UNDECIDED else "full",
        "markeredgewidth": 0.8,
    }


def mark_handles(marks: Iterable[Mark]) -> list[Line2D]:
    """Return what the legend says of the marks that occur: what fills mean, then what shapes mean."""
    from matplotlib.lines import Line2D

    held = list(marks)
    fills = [fill for fill in (MET, UNMET, UNDECIDED) if any(fill_of(mark) is fill for mark in held)]
    shapes = [shape for shape in (CLARIFICATION, AT_MOST, ZERO) if any(shape_of(mark) is shape for mark in held)]
    looks = [(_look(CIRCLE, fill, SIZE), fill.said) for fill in fills]
    looks += [({**_look(shape, MET, SIZE), "color": INK, "markerfacecolor": INK}, shape.said) for shape in shapes]
    return [Line2D([], [], label=said, **look) for look, said in looks]
