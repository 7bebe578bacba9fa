"""One panel of a figure: what a criterion comes to at each length, its target, and the certified lengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .decimals import plain_text, round_down
from .figure_marks import Mark, mark_handles, paint_marks
from .figure_scale import Gap, Lengths, Span, SurvivalScale, survival_scale
from .figure_style import FAINT, HATCH, INK, LINE, SHADE
from .products import Value

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

MARGIN = 0.08
"""Share of an axis left free above and below what is drawn."""

LEAST_SPAN, LONE_DECADES, LONE_STEP = 1e-6, 1.0, 0.05
"""Shortest difference that has an axis of its own; what is nearer gets one that reaches so far either way."""

LEAST_FLOOR = 0.3
"""How far below all else an exact 0 stands, at least."""

MOST_LABELS = 14
"""Most lengths that are named below a panel without a gap."""

LONGEST_NUMBER = 10
"""Longest exact target beside its line; a longer one is shown about."""

ASKED: dict[str, Any] = {"color": INK, "linewidth": 0.8, "linestyle": (0, (1, 1.5))}
"""How the line at the length that is asked about looks."""


@dataclass(frozen=True)
class Panel:
    """Hold one panel.

    :param name: the criterion, as the file's groups are named
    :param heading: the line above the panel
    :param label: what its vertical axis shows
    :param marks: one for each drawn length, in order
    :param target: what is compared with
    :param target_name: its symbol
    :param logarithmic: whether the vertical axis is one of logarithms
    :param note: what stands there in place of marks
    """

    name: str
    heading: str
    label: str
    marks: Sequence[Mark]
    target: Value
    target_name: str
    logarithmic: bool = False
    note: str = ""

    @property
    def level(self) -> Fraction:
        """Return where the target is drawn: in the middle of its enclosure."""
        return (self.target.low + self.target.high) / 2

    @cached_property
    def scale(self) -> SurvivalScale | None:
        """Return the scale of logarithms, None where the axis is linear."""
        return survival_scale([mark.value.safe for mark in self.marks], self.level) if self.logarithmic else None

    def height(self, value: Fraction) -> float:
        """Return where a value stands; exact zeros stand below all else where they have no logarithm."""
        if self.scale is None:
            return float(value)
        return self.scale.height(value) if value > 0 else self.floor

    @cached_property
    def floor(self) -> float:
        """Return where an exact 0 stands on an axis of logarithms."""
        low, high = self.ends
        return low - max(0.2 * (high - low), LEAST_FLOOR)

    @property
    def ends(self) -> Span:
        """Return the heights between which all values stand that have a logarithm."""
        positive = [mark.value.safe for mark in self.marks if mark.value.safe > 0 or not self.logarithmic]
        heights = [self.height(value) for value in (*positive, self.level)]
        return min(heights), max(heights)

    @property
    def has_floor(self) -> bool:
        """Tell whether an exact 0 is to be drawn on an axis of logarithms."""
        return self.logarithmic and any(mark.value.safe == 0 for mark in self.marks)

    @property
    def limits(self) -> Span:
        """Return the ends of the vertical axis."""
        low, high = self.ends
        low = self.floor if self.has_floor else low
        spare = MARGIN * (high - low)
        if high - low < LEAST_SPAN:
            spare = LONE_DECADES if self.logarithmic else LONE_STEP
        return low - spare, high + spare


@dataclass(frozen=True)
class Scene:
    """Hold what the panels of a figure share.

    :param axis: where the lengths stand
    :param shaded: the stretches of certified lengths
    :param shaded_name: what the legend calls them
    :param dotted: the stretches of undecided lengths
    :param joined: whether a line joins the marks of a run
    :param asked: the one length that is asked about, None when none is
    """

    axis: Lengths
    shaded: list[Span]
    shaded_name: str
    dotted: list[Span]
    joined: bool = True
    asked: int | None = None

    @property
    def marked(self) -> float | None:
        """Return where the length that is asked about stands, None where it is not drawn."""
        return None if self.asked is None else self.axis.places.get(self.asked)


def paint_panel(axes: Axes, panel: Panel, scene: Scene) -> None:
    """Draw one panel.

    :param axes: an empty panel
    :param panel: what is drawn
    :param scene: what it shares with its neighbour
    """
    _frame(axes, panel)
    _paint_spans(axes, panel.name, scene)
    _paint_target(axes, panel)
    _paint_lengths(axes, panel.name, scene)
    heights = {mark.n: panel.height(mark.value.safe) for mark in panel.marks}
    if scene.joined:
        for run in scene.axis.runs:
            drawn = [n for n in run if n in heights]
            places = [scene.axis.places[n] for n in drawn]
            axes.plot(places, [heights[n] for n in drawn], color=LINE, linewidth=0.9)
    _paint_enclosures(axes, panel, scene)
    paint_marks(axes, panel.name, panel.marks, scene.axis.places, heights)
    if panel.note:
        box: dict[str, Any] = {"facecolor": "white", "edgecolor": "none", "pad": 2.0}
        axes.text(0.5, 0.25, panel.note, transform=axes.transAxes, ha="center", va="center", fontsize=8, bbox=box)


def _frame(axes: Axes, panel: Panel) -> None:
    from matplotlib.ticker import FixedFormatter, FixedLocator, MaxNLocator, ScalarFormatter

    low, high = panel.limits
    axes.set_ylim(low, high)
    axes.set_title(panel.heading)
    folded = panel.scale is not None and panel.scale.fold is not None
    axes.set_ylabel(f"{panel.label}\n(log-log scale)" if folded else panel.label)
    if panel.scale is None:
        axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
        axes.yaxis.set_major_formatter(ScalarFormatter(useOffset=False))
        return
    bottom, ticks = low, list[tuple[float, str]]()
    if panel.has_floor:
        bottom = (panel.floor + panel.ends[0]) / 2
        ticks = [(panel.floor, "0")]
        axes.axhline(bottom, color=FAINT, linewidth=0.6, linestyle=(0, (1, 2)))
    ticks += panel.scale.ticks(bottom, high)
    axes.yaxis.set_major_locator(FixedLocator([place for place, _ in ticks]))
    axes.yaxis.set_major_formatter(FixedFormatter([label for _, label in ticks]))
    axes.yaxis.set_minor_locator(FixedLocator(panel.scale.minor(bottom, high)))


def _paint_spans(axes: Axes, name: str, scene: Scene) -> None:
    kinds = [("certified", scene.shaded, _shading("////")), ("undecided", scene.dotted, _shading("...."))]
    for kind, spans, look in kinds:
        for number, (left, right) in enumerate(spans, 1):
            axes.axvspan(left, right, zorder=0.5, **look).set_gid(f"{name}-{kind}-{number}")


def _shading(hatch: str) -> dict[str, Any]:
    return {"facecolor": SHADE if hatch == "////" else "white", "edgecolor": HATCH, "linewidth": 0, "hatch": hatch}


def _paint_target(axes: Axes, panel: Panel) -> None:
    place, across = panel.height(panel.level), axes.get_yaxis_transform()
    (line,) = axes.plot([0, 1], [place, place], transform=across, color=INK, dashes=(5, 2.5))
    line.set_gid(f"{panel.name}-target")
    beside: dict[str, Any] = {"xycoords": across, "xytext": (4, 0), "textcoords": "offset points"}
    axes.annotate(_target_text(panel), xy=(1, place), va="center", fontsize=8, linespacing=1.0, **beside)


def _target_text(panel: Panel) -> str:
    exact = panel.target.exact
    text = "" if exact is None else plain_text(exact)
    if 0 < len(text) <= LONGEST_NUMBER:
        return f"{panel.target_name}{' = ' if len(text) < 6 else chr(10) + '= '}{text}"
    plain = Fraction(1, 1000) <= panel.target.low < 10**6
    about = f"{float(panel.target.low):.4g}" if plain else round_down(panel.target.low, 2)
    return f"{panel.target_name}\n≈ {about}"


def _paint_lengths(axes: Axes, name: str, scene: Scene) -> None:
    from matplotlib.ticker import FixedFormatter, FixedLocator, MaxNLocator

    axes.set_xlim(*scene.axis.span)
    axes.set_xlabel("review length $n$")
    if scene.marked is not None:
        axes.axvline(scene.marked, **ASKED).set_gid(f"{name}-asked")
    if scene.axis.runs and not scene.axis.gaps:
        axes.xaxis.set_major_locator(MaxNLocator(MOST_LABELS, steps=[1, 2, 5, 10], integer=True, min_n_ticks=1))
        return
    axes.xaxis.set_major_locator(FixedLocator([place for place, _ in scene.axis.ticks]))
    axes.xaxis.set_major_formatter(FixedFormatter([label for _, label in scene.axis.ticks]))
    for label in axes.get_xticklabels():
        label.set(rotation=30, ha="right", rotation_mode="anchor")
    for gap in scene.axis.gaps:
        _paint_gap(axes, name, gap, said=len(scene.axis.gaps) < 4)


def _paint_gap(axes: Axes, name: str, gap: Gap, said: bool) -> None:
    """Break the axis, and say how many lengths are left out."""
    middle, count = (gap.left + gap.right) / 2, gap.last - gap.first + 1
    look: dict[str, Any] = {"transform": axes.get_xaxis_transform(), "ha": "center", "va": "center", "zorder": 2.5}
    box: dict[str, Any] = {"facecolor": "white", "edgecolor": "none", "pad": 0.4}
    axes.text(middle, 0, "//", fontsize=8, bbox=box, **look).set_gid(f"{name}-gap-{gap.first}-{gap.last}")
    if said:
        axes.text(middle, 0.5, f"{count:,} not drawn", rotation=90, fontsize=7.5, bbox=box, **look)


def _paint_enclosures(axes: Axes, panel: Panel, scene: Scene) -> None:
    """Draw what is known of each value; where an enclosure is narrow its mark covers it."""
    bottom = axes.get_ylim()[0]
    for mark in panel.marks:
        value, place = mark.value, scene.axis.places[mark.n]
        if value.low < value.high:
            low = bottom if panel.logarithmic and value.low <= 0 else panel.height(value.low)
            axes.plot([place, place], [low, panel.height(value.high)], color=LINE, linewidth=0.8)


def legend_handles(panels: Sequence[Panel], scene: Scene) -> list[Artist]:
    """Return what the legend names: fills and shapes that occur, shadings, the length asked about."""
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    handles: list[Artist] = [*mark_handles(mark for panel in panels for mark in panel.marks)]
    if scene.shaded:
        handles.append(Patch(label=scene.shaded_name, **_shading("////")))
    if scene.dotted:
        handles.append(Patch(label="undecided length", **_shading("....")))
    if scene.marked is not None:
        handles.append(Line2D([], [], label="length asked about", **ASKED))
    return handles
