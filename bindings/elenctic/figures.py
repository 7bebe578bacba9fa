"""Figures of a design: both criteria against the review length, and the certified lengths against the budget.

Nothing is decided here: each number comes as an exact enclosure, and each verdict with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from elenctic_kernel import Kind

from .answer import CheckOutcome, CheckResult
from .errors import DesignError, shown
from .extras import import_extra
from .figure_file import checked_figure_path
from .figure_marks import Mark
from .figure_panels import Panel, Scene, legend_handles, paint_panel
from .figure_scale import length_axis, shaded_spans
from .figure_style import Words, draw
from .figure_sweep import SweepPoint, draw_sweep
from .products import Value, point
from .region import intervals
from .report import HEADINGS, intervals_text

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

__all__ = ["Criterion", "SweepPoint", "checked_figure", "draw_additive", "draw_check", "draw_criteria", "draw_sweep"]

MOST_DRAWN, AROUND = 120, 8
"""From so many lengths on, only those are drawn that stand so near to either end or to a change of verdict."""

ADAPTIVE = """$q$ is given round by round, so $R_n$ is
not known before the run; false acceptance
is at most the dashed line, whatever $q$."""

NOTHING = "no length to draw"

LONGEST_SET = 40
"""Longest set that is written out in a heading."""


@dataclass(frozen=True)
class Criterion:
    """Hold what both criteria come to at one length, decided elsewhere.

    :param n: the length, a count of rounds from 1
    :param soundness: R_n, or (1-q)·(c_1 + ... + c_n) for the additive figure; None where q is not known before
    :param completeness: C_n, None without a completeness target
    :param sound: whether the soundness criterion is met, None where it is undecided
    :param complete: whether the completeness criterion is met, None where it is undecided, and without a target
    :param certified: whether the length is certified, None where it is undecided
    :param kind: what the last round is declared to be
    """

    n: int
    soundness: Value | None
    completeness: Value | None
    sound: bool | None
    complete: bool | None
    certified: bool | None
    kind: Kind = Kind.DIAGNOSTIC


@dataclass(frozen=True)
class _Scope:
    """Hold what is known of the lengths beside the rows."""

    horizon: int
    region: Sequence[tuple[int, int]] = ()
    asked: int | None = None
    joined: bool = True


def draw_criteria(
    rows: Sequence[Criterion],
    delta: Fraction,
    gamma: Fraction | None,
    path: object,
    *,
    title: str = "",
    joined: bool = True,
) -> Path:
    """Draw R_n against delta and C_n against 1 - gamma, with the certified lengths shaded in both.

    :param rows: one for each length, ascending; lengths left out between two are shown as a gap
    :param delta: what R_n is compared with, 0 < delta < 1
    :param gamma: completeness shortfall, 0 < gamma < 1; None draws soundness only
    :param path: the file to write, .svg or .pdf; one that is there is replaced
    :param title: a line above the figure
    :param joined: whether a line joins the lengths; not where each has an allocation of its own
    :return: the file that was written
    :raises DesignError: when the rows are out of order, a target is out of its range, or the file cannot be written
    :raises MissingExtraError: when matplotlib is not installed

    Source: Definition 12 and Figure 2 of the paper; no claim.
    """
    return _draw(rows, _survival(rows, delta, r"$\delta$"), gamma, path, title, _scope(rows, joined))


def draw_additive(
    rows: Sequence[Criterion],
    target: Value,
    gamma: Fraction | None,
    path: object,
    *,
    title: str = "",
    joined: bool = True,
) -> Path:
    """Draw (1-q)·(c_1 + ... + c_n) against log(1/delta) and C_n against 1 - gamma, as Figure 2 of the paper does.

    :param rows: one for each length, ascending, with the sums as soundness
    :param target: an enclosure of log(1/delta)
    :param gamma: as for ``draw_criteria``; so are the other parameters, the return value and the errors
    :raises DesignError: when the rows are out of order, a target is out of its range, or the file cannot be written
    :raises MissingExtraError: when matplotlib is not installed

    Source: Corollary 14, (16) and Figure 2 of the paper; no claim.
    """
    panel = Panel(
        name="soundness",
        heading="soundness, additive (16)",
        label=r"additive sum $(1-q)\,\sum_{i\leq n} c_i$",
        marks=_marks(rows, [row.soundness for row in rows], [row.sound for row in rows]),
        target=target,
        target_name=r"$\log(1/\delta)$",
    )
    return _draw(rows, panel, gamma, path, title, _scope(rows, joined))


def draw_check(result: CheckResult, path: object) -> Path:
    """Draw the answer to ``check``: the lengths that it explains, with the outcome above them.

    :param result: the answer
    :param path: the file to write, .svg or .pdf; one that is there is replaced
    :return: the file that was written
    :raises DesignError: when the file cannot be written
    :raises MissingExtraError: when matplotlib is not installed

    Source: Definition 12 and Figure 2 of the paper; no claim.
    """
    design = result.design
    adaptive = design.false_pass is None
    rows = [
        Criterion(
            row.n,
            None if adaptive else row.false_accept,
            row.true_accept,
            row.sound,
            row.complete,
            row.certified,
            row.kind,
        )
        for row in result.per_length
        if row.n is not None
    ]
    horizon = design.horizon if rows else 0
    scope = _Scope(horizon, tuple(result.region), design.length, joined=design.effort is None)
    name = r"$\delta$" if design.attempts == 1 else rf"$\delta/{design.attempts}$"
    return _draw(rows, _survival(rows, design.level, name), design.gamma, path, _title(result), scope)


def checked_figure(path: object) -> Path:
    """Make sure that a figure can be drawn and has a place to go, before a long computation.

    :param path: the file to write, .svg or .pdf
    :return: the file
    :raises DesignError: when no figure can be written there
    :raises MissingExtraError: when matplotlib is not installed
    Source: design rule "errors say what came"; no claim.
    """
    file = checked_figure_path(path)
    import_extra("report", "matplotlib")
    return file


def _title(result: CheckResult) -> str:
    design = result.design
    outcome = HEADINGS[result.outcome] + (" (SOUNDNESS ONLY)" if design.soundness_only else "")
    asked = f" at length {design.length}" if design.length is not None else ""
    known = f"certified lengths {_set_text(result.region)}" if result.region else "no certified length"
    if result.undecided:
        known += f"; undecided {_set_text(result.undecided)}"
    if design.false_pass is None:
        known = "which lengths are certified depends on q" if result.outcome is CheckOutcome.UNDECIDED else ""
    return "; ".join(part for part in (f"{design.name}: {outcome}{asked}", known) if part)


def _scope(rows: Sequence[Criterion], joined: bool) -> _Scope:
    return _Scope(rows[-1].n if rows else 0, joined=joined)


def _survival(rows: Sequence[Criterion], delta: Fraction, name: str) -> Panel:
    known = [row for row in rows if row.soundness is not None]
    adaptive = bool(rows) and not known
    return Panel(
        name="soundness",
        heading="soundness",
        label=r"false acceptance $\leq R_n$",
        marks=_marks(known, [row.soundness for row in known], [row.sound for row in known]),
        target=point(_checked_target(delta, "delta"), "up"),
        target_name=name,
        logarithmic=True,
        note=ADAPTIVE if adaptive else "" if rows else NOTHING,
    )


def _completeness(rows: Sequence[Criterion], gamma: Fraction) -> Panel:
    return Panel(
        name="completeness",
        heading="completeness",
        label=r"true acceptance $\geq C_n$",
        marks=_marks(rows, [row.completeness for row in rows], [row.complete for row in rows]),
        target=point(1 - _checked_target(gamma, "gamma"), "down"),
        target_name=r"$1-\gamma$",
    )


def _marks(rows: Sequence[Criterion], values: Sequence[Value | None], met: Sequence[bool | None]) -> list[Mark]:
    return [
        Mark(row.n, value, verdict, row.kind is Kind.DIAGNOSTIC)
        for row, value, verdict in zip(rows, values, met, strict=True)
        if value is not None
    ]


def _draw(
    rows: Sequence[Criterion], soundness: Panel, gamma: Fraction | None, path: object, title: str, scope: _Scope
) -> Path:
    _check_order(rows)
    drawn = _near_changes(rows)
    panels = [soundness] if gamma is None else [soundness, _completeness(rows, gamma)]
    panels = [_cut(panel, drawn, scope.horizon) for panel in panels]
    axis = length_axis([row.n for row in drawn], scope.horizon)
    region = scope.region or intervals([row.n for row in rows if row.certified])
    shaded = shaded_spans(axis, [row.n for row in drawn if row.certified], region)
    dotted = shaded_spans(axis, [row.n for row in drawn if row.certified is None], ())
    scene = Scene(axis, shaded, f"certified {_set_text(region)}", dotted, scope.joined, scope.asked)

    def paint(axes: list[Axes]) -> list[Artist]:
        for place, panel in zip(axes, panels, strict=True):
            paint_panel(place, panel, scene)
        return legend_handles(panels, scene)

    return draw(path, len(panels), Words(title, _about(panels, region)), paint)


def _check_order(rows: Sequence[Criterion]) -> None:
    if any(later <= earlier for earlier, later in pairwise([0, *(row.n for row in rows)])):
        got = shown([row.n for row in rows])
        raise DesignError("lengths from 1 in ascending order, each once", got, "them sorted", field="rows")


def _checked_target(value: object, field: str) -> Fraction:
    if isinstance(value, Fraction) and 0 < value < 1:
        return value
    write = "the design's own, an exact Fraction"
    raise DesignError("a Fraction above 0 and below 1", shown(value), write, field=field)


def _near_changes(rows: Sequence[Criterion]) -> Sequence[Criterion]:
    """Return the rows that are drawn: all of them, unless nobody could tell one mark from the next."""
    if len(rows) <= MOST_DRAWN:
        return rows
    verdicts = [(row.sound, row.complete) for row in rows]
    changes = [place for place in range(1, len(rows)) if verdicts[place] != verdicts[place - 1]]
    edges = [0, *changes, len(rows) - 1]
    near = sorted({place for edge in edges for place in range(edge - AROUND, edge + AROUND) if 0 <= place < len(rows)})
    return [rows[place] for place in near[:MOST_DRAWN]]


def _cut(panel: Panel, drawn: Sequence[Criterion], horizon: int) -> Panel:
    """Return a panel with the marks that are drawn, headed by the set that meets its criterion where it is known."""
    kept = {row.n for row in drawn}
    met = _set_text(intervals([mark.n for mark in panel.marks if mark.met]))
    known = f"{panel.heading}: met at {met}" if 0 < len(panel.marks) == horizon else panel.heading
    return replace(panel, heading=known, marks=[mark for mark in panel.marks if mark.n in kept])


def _set_text(region: Sequence[tuple[int, int]]) -> str:
    text = intervals_text(list(region))
    return text if len(text) <= LONGEST_SET else f"{sum(high - low + 1 for low, high in region):,} lengths"


def _about(panels: Sequence[Panel], region: Sequence[tuple[int, int]]) -> str:
    return "; ".join([*(panel.heading for panel in panels), f"certified lengths {_set_text(region)}"])
