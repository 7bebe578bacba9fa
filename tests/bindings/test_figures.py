"""Figures: the paper's two, the answer of ``check``, what must not vanish from them, and files that never differ."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib
import pytest
from elenctic import Design, DesignError, check, figures
from elenctic.extras import MissingExtraError, import_extra
from elenctic.figure_scale import length_axis, log10_of, survival_scale
from elenctic.figures import (
    Criterion,
    SweepPoint,
    checked_figure,
    draw_additive,
    draw_check,
    draw_criteria,
    draw_sweep,
)
from elenctic.products import Value, point
from elenctic_kernel import Kind
from mpmath import MPContext

STARTERS = Path(figures.__file__).parent / "starters"
SVG = "{http://www.w3.org/2000/svg}"


class Drawing:
    """Read a figure back: its groups by name, their marks, its words."""

    def __init__(self, file: Path) -> None:
        self.text = file.read_text("utf-8")
        builder = ElementTree.TreeBuilder(insert_comments=True)
        self.root = ElementTree.fromstring(self.text, ElementTree.XMLParser(target=builder))
        named = [str(node.get("id")) for node in self.root.iter() if node.get("id")]
        assert len(set(named)) == len(named)
        self.groups = {group.get("id", ""): group for group in self.root.iter(f"{SVG}g")}
        self.words = [str(node.text).strip() for node in self.root.iter() if callable(node.tag)]

    def marks(self, group: str) -> list[tuple[float, float]]:
        """Return the places of a group's marks, in order; a half-filled mark is drawn in two parts."""
        uses = self.groups[group].iter(f"{SVG}use") if group in self.groups else []
        return sorted({(float(use.get("x", "")), float(use.get("y", ""))) for use in uses if use.get("y")})

    def count(self, group: str) -> int:
        return len(self.marks(group))

    def counts(self, panel: str) -> dict[str, int]:
        """Return how many marks of each kind a panel holds."""
        held = {name: self.count(name) for name in self.groups if name.startswith(f"{panel}-")}
        return {name.removeprefix(f"{panel}-"): count for name, count in held.items() if count}

    def named(self, start: str) -> list[str]:
        return [name for name in self.groups if name.startswith(start)]

    def says(self, words: str) -> bool:
        return any(words in text for text in self.words)


@cache
def paper_rows(additive: bool) -> tuple[list[Criterion], Value]:
    """Return Figure 2's lengths, decided here, and an enclosure of log 10."""
    context: Any = MPContext()
    context.prec = 200
    log10 = Fraction(int(context.floor(context.log(10) * 2**150)), 2**150)
    target = Value(log10, log10 + Fraction(1, 2**150), "up")
    rows, total, complete, survival = [], Fraction(0), Fraction(1), Fraction(1)
    for n in range(1, 15):
        c = Fraction(985 - (n - 1), 1000)
        total, complete, survival = total + c * 4 / 5, complete * c, survival * (1 - c * 4 / 5)
        sound = total >= target.high if additive else survival <= Fraction(1, 10)
        shown = point(total, "down") if additive else point(survival, "up")
        met = complete >= Fraction(4, 5)
        rows.append(Criterion(n, shown, point(complete, "down"), sound, met, sound and met))
    return rows, target


@cache
def paper_sweep() -> list[SweepPoint]:
    """Return Figure 3's sets by Appendix B, additive and product, at 33 budgets."""
    context: Any = MPContext()
    context.prec = 120
    log, exp, number = context.log, context.exp, context.mpf
    scale = 1 + log(11)
    base, q = number("0.91") + number("0.035") * log(11) / scale, number("0.2")
    points = []
    for budget in range(20, 181, 5):
        additive, product = [], []
        for n in range(1, 15):
            f = min(number("0.995"), base + number("0.1") * (1 - exp(-number("0.04") * budget / n)))
            c = [f * exp(-(number("0.010") + number("0.001") * i) / scale) for i in range(n)]
            complete = context.fprod(c) >= number("0.8")
            additive += [n] * (complete and (1 - q) * sum(c) >= log(10))
            product += [n] * (complete and context.fprod(1 - x * (1 - q) for x in c) <= number("0.1"))
        assert additive == list(range(additive[0], additive[-1] + 1))
        points.append(SweepPoint(Fraction(budget), [(additive[0], additive[-1])], [(product[0], product[-1])]))
    return points


def row(n: int, survival: Fraction | Value, *, sound: bool | None = True, **changed: Any) -> Criterion:
    value = survival if isinstance(survival, Value) else point(survival, "up")
    words: dict[str, Any] = {"completeness": point(Fraction(9, 10), "down"), "complete": True, "certified": sound}
    return Criterion(n=n, soundness=value, sound=sound, **{**words, **changed})


def design(**changed: Any) -> Design:
    words: dict[str, Any] = {
        "delta": "0.05",
        "gamma": "0.10",
        "horizon": 10,
        "false_pass": "1/2",
        "execution": "0.99",
        "response": "0.99",
    }
    return Design(**{name: value for name, value in {**words, **changed}.items() if value is not None})


def drawn(folder: Path, **changed: Any) -> Drawing:
    return Drawing(draw_check(check(design(**changed)), folder / "check.svg"))


class TestTheFiguresOfThePaper:
    def test_figure_2_shades_3_to_11_in_both_panels_and_draws_every_length(self, tmp_path: Path) -> None:
        rows, target = paper_rows(additive=True)
        figure = Drawing(draw_additive(rows, target, Fraction(1, 5), tmp_path / "fig2.svg"))
        assert {"met": 12, "unmet": 2} == figure.counts("soundness")
        assert {"met": 11, "unmet": 3} == figure.counts("completeness")
        assert figure.says("met at {3..14}")
        assert figure.says("met at {1..11}")
        assert figure.says("certified {3..11}")
        assert ["soundness-certified-1"] == figure.named("soundness-certified")
        assert ["completeness-certified-1"] == figure.named("completeness-certified")
        assert figure.says(r"$\log(1/\delta)$")
        assert figure.says(r"$1-\gamma$ = 0.8")
        assert figure.says("review length $n$")

    def test_the_exact_product_certifies_length_2_as_well(self, tmp_path: Path) -> None:
        rows, _ = paper_rows(additive=False)
        figure = Drawing(draw_criteria(rows, Fraction(1, 10), Fraction(1, 5), tmp_path / "product.svg"))
        assert {"met": 13, "unmet": 1} == figure.counts("soundness")
        assert figure.says("certified {2..11}")
        assert figure.says(r"$\delta$ = 0.1")

    def test_marks_stand_where_their_lengths_and_values_are(self, tmp_path: Path) -> None:
        rows, _ = paper_rows(additive=False)
        figure = Drawing(draw_criteria(rows, Fraction(1, 10), Fraction(1, 5), tmp_path / "product.svg"))
        marks = sorted(figure.marks("soundness-met") + figure.marks("soundness-unmet"))
        steps = [later[0] - earlier[0] for earlier, later in pairwise(marks)]
        assert pytest.approx(steps[0], rel=1e-3) == max(steps)
        logs = [log10_of(row.soundness.high) for row in rows if row.soundness]
        drops = [later[1] - earlier[1] for earlier, later in pairwise(marks)]
        falls = [earlier - later for earlier, later in pairwise(logs)]
        assert [fall * drops[0] / falls[0] for fall in falls] == pytest.approx(drops, rel=1e-3)

    def test_figure_3_draws_every_certified_length_at_33_budgets(self, tmp_path: Path) -> None:
        points = paper_sweep()
        assert [(4, 4), (3, 6), (3, 10)] == [points[k].certified[0] for k in (0, 8, 32)]
        assert [[(2, 4)], [(2, 6)], [(2, 10)]] == [points[k].product for k in (0, 8, 32)]
        figure = Drawing(draw_sweep(points, tmp_path / "fig3.svg"))
        lengths = sum(high - low + 1 for point in points for low, high in point.certified)
        assert lengths == figure.count("certified-lengths")
        assert (33, 33) == (figure.count("lower-ends"), figure.count("upper-ends"))
        assert (33, 33) == (figure.count("certified-counts"), figure.count("product-counts"))
        assert 0 == figure.count("empty")
        for words in ("review budget $E$", "review length $n$", "exact product region", "number of certified lengths"):
            assert figure.says(words)

    def test_without_a_second_set_nothing_is_said_of_the_product(self, tmp_path: Path) -> None:
        points = [SweepPoint(point.budget, point.certified) for point in paper_sweep()]
        figure = Drawing(draw_sweep(points, tmp_path / "fig3.svg"))
        assert [] == figure.named("product")
        assert not figure.says("exact product")


class TestSweepsThatAreNoIntervals:
    POINTS = (
        SweepPoint(Fraction(10), []),
        SweepPoint(Fraction(20), [(3, 3), (6, 6)]),
        SweepPoint(Fraction(30), [(1, 2), (5, 7)], [(1, 12)]),
        SweepPoint(Fraction(40), []),
    )

    def test_each_length_is_drawn_and_the_holes_are_not(self, tmp_path: Path) -> None:
        figure = Drawing(draw_sweep(self.POINTS, tmp_path / "holes.svg"))
        assert 2 + 5 == figure.count("certified-lengths")
        assert 12 == figure.count("product-lengths")
        shade = figure.groups["certified-shade"]
        assert 4 == len([*shade.iter(f"{SVG}path")])

    def test_an_empty_set_has_a_mark_of_its_own_and_counts_0(self, tmp_path: Path) -> None:
        figure = Drawing(draw_sweep(self.POINTS, tmp_path / "holes.svg"))
        assert (2, 2) == (figure.count("empty"), figure.count("empty-counts"))
        assert figure.says("none certified")

    @pytest.mark.parametrize(
        ("points", "said"),
        [
            ([], "no budget to draw"),
            ([SweepPoint(Fraction(5), [])], "no certified length at any budget"),
            ([SweepPoint(Fraction(0), [(1, 3)])], "lower end"),
            ([SweepPoint(Fraction(10**300), [(1, 3)])], "lower end"),
            ([SweepPoint(Fraction(n), [(1, 600)]) for n in range(10)], "certified lengths"),
        ],
    )
    def test_few_or_many_points_have_a_figure(self, points: list[SweepPoint], said: str, tmp_path: Path) -> None:
        assert Drawing(draw_sweep(points, tmp_path / "sweep.svg")).says(said)

    @pytest.mark.parametrize(
        "points",
        [
            [SweepPoint(Fraction(2), []), SweepPoint(Fraction(2), [])],
            [SweepPoint(Fraction(2), []), SweepPoint(Fraction(1), [])],
            [SweepPoint(Fraction(-1), [])],
            [SweepPoint(Fraction(10**400), [])],
            [SweepPoint(Fraction(1), [(0, 3)])],
            [SweepPoint(Fraction(1), [(3, 2)])],
            [SweepPoint(Fraction(1), [(1, 3), (3, 5)])],
            [SweepPoint(Fraction(1), [], [(4, 5), (1, 2)])],
        ],
    )
    def test_points_out_of_order_are_refused(self, points: list[SweepPoint], tmp_path: Path) -> None:
        with pytest.raises(DesignError) as caught:
            draw_sweep(points, tmp_path / "sweep.svg")
        assert "points" == caught.value.field
        assert [] == [*tmp_path.iterdir()]


class TestNothingVanishesFromALogAxis:
    def test_a_survival_below_every_double_is_drawn_from_its_exact_logarithm(self, tmp_path: Path) -> None:
        rows = [row(n, Fraction(1, 10 ** (150 * n))) for n in range(1, 5)]
        figure = Drawing(draw_criteria(rows, Fraction(1, 10**40), Fraction(1, 5), tmp_path / "deep.svg"))
        marks = figure.marks("soundness-met")
        drops = [later[1] - earlier[1] for earlier, later in pairwise(marks)]
        assert [drops[0]] * 3 == pytest.approx(drops, rel=1e-4)
        assert 0 < drops[0]

    def test_an_exact_0_is_marked_below_all_else(self, tmp_path: Path) -> None:
        rows = [row(1, Fraction(1, 2), sound=False), row(2, Fraction(1, 10**400)), row(3, Fraction(0))]
        figure = Drawing(draw_criteria(rows, Fraction(1, 20), Fraction(1, 5), tmp_path / "zero.svg"))
        assert {"met": 1, "unmet": 1, "met-zero": 1} == figure.counts("soundness")
        assert figure.marks("soundness-met-zero")[0][1] > figure.marks("soundness-met")[0][1]
        assert figure.says("exactly 0")

    def test_where_all_are_0_there_is_a_figure(self, tmp_path: Path) -> None:
        rows = [row(n, Fraction(0), completeness=point(Fraction(0), "down"), complete=False) for n in (1, 2)]
        figure = Drawing(draw_criteria(rows, Fraction(1, 20), Fraction(1, 5), tmp_path / "zero.svg"))
        assert {"met-zero": 2} == figure.counts("soundness")
        assert {"unmet-zero": 2} == figure.counts("completeness")

    def test_a_value_known_only_from_above_is_marked_as_such(self, tmp_path: Path) -> None:
        rows = [row(1, Fraction(1, 2), sound=False), row(2, Value(Fraction(0), Fraction(1, 2**8192), "up"))]
        figure = Drawing(draw_criteria(rows, Fraction(1, 20), Fraction(1, 5), tmp_path / "below.svg"))
        assert {"unmet": 1, "met-at-most": 1} == figure.counts("soundness")
        assert figure.says("known to be at most this")

    def test_a_depth_that_would_hide_the_crossing_folds_the_scale_and_says_so(self, tmp_path: Path) -> None:
        rows = [row(1, Fraction(1, 10), sound=False), row(2, Fraction(1, 100)), row(3, Fraction(1, 10**2000))]
        figure = Drawing(draw_criteria(rows, Fraction(1, 20), Fraction(1, 5), tmp_path / "folded.svg"))
        (_, first), (_, second) = figure.marks("soundness-unmet")[0], figure.marks("soundness-met")[0]
        assert 4 < second - first
        assert figure.says("log-log scale")

    @pytest.mark.parametrize("exponent", [1, 15, 300, 308, 309, 324, 1000, 40_000])
    def test_logarithms_of_powers_of_ten_are_right(self, exponent: int) -> None:
        assert -exponent == pytest.approx(log10_of(Fraction(1, 10**exponent)), rel=1e-13)
        assert exponent == pytest.approx(log10_of(Fraction(10**exponent)), rel=1e-13)

    def test_logarithms_near_1_keep_their_digits(self) -> None:
        assert pytest.approx(-1e-9 / 2.302585092994046, rel=1e-5) == log10_of(1 - Fraction(1, 10**9))

    @pytest.mark.parametrize(
        ("low", "high"), [(-0.5, 0.03), (-1.2, -0.9), (-330.5, -330.1), (-1e-6, 0.0), (-3.0, 0.1), (-1e5, 0.0)]
    )
    def test_every_axis_has_ticks_within_its_ends(self, low: float, high: float) -> None:
        scale = survival_scale([Fraction(1, 2)], Fraction(1, 2))
        ticks = scale.ticks(low, high)
        assert 1 <= len(ticks) <= 8
        assert all(low - 1e-9 <= place <= high + 1e-9 for place, _ in ticks)
        assert len({label for _, label in ticks}) == len(ticks)

    def test_a_tick_is_labelled_with_its_own_value(self) -> None:
        ticks = survival_scale([Fraction(1, 2)], Fraction(1, 2)).ticks(-0.4, 0.02)
        assert [place for place, _ in ticks] == pytest.approx([log10_of(Fraction(label)) for _, label in ticks])


class TestTheAnswerOfCheck:
    def test_the_worked_example_is_drawn_with_its_outcome(self, tmp_path: Path) -> None:
        figure = drawn(tmp_path, name="matrix-product.toml")
        assert {"met": 6, "unmet": 4} == figure.counts("soundness")
        assert {"met": 5, "unmet": 5} == figure.counts("completeness")
        assert figure.says("matrix-product.toml: CERTIFIED; certified lengths {5}")
        assert figure.says(r"$\delta$ = 0.05")

    def test_soundness_only_has_one_panel_and_says_so(self, tmp_path: Path) -> None:
        figure = drawn(tmp_path, gamma=None, response=None)
        assert {"met": 6, "unmet": 4} == figure.counts("soundness")
        assert [] == figure.named("completeness")
        assert figure.says("SOUNDNESS ONLY")

    def test_where_q_is_not_known_before_no_survival_is_drawn(self, tmp_path: Path) -> None:
        figure = drawn(tmp_path, false_pass="adaptive")
        assert {} == figure.counts("soundness")
        assert {"met": 5, "unmet": 5} == figure.counts("completeness")
        assert ["soundness-target"] == figure.named("soundness")
        assert figure.says("given round by round")
        assert figure.says("UNDECIDED; which lengths are certified depends on q")

    def test_where_only_soundness_is_asked_of_an_unknown_q_the_line_is_all(self, tmp_path: Path) -> None:
        figure = drawn(tmp_path, false_pass="adaptive", gamma=None, response=None)
        assert {} == figure.counts("soundness")
        assert figure.says("CERTIFIED (SOUNDNESS ONLY)")
        assert not figure.says("no certified length")

    def test_no_certified_length_is_said(self, tmp_path: Path) -> None:
        figure = drawn(tmp_path, execution="0.3")
        assert {"unmet": 10} == figure.counts("soundness")
        assert figure.says("NOT CERTIFIED; no certified length")
        assert [] == figure.named("soundness-certified")

    def test_a_length_that_ends_in_a_clarification_has_a_shape_of_its_own(self, tmp_path: Path) -> None:
        kinds = ["diagnostic", "clarification", "diagnostic"] * 4
        figure = drawn(tmp_path, kind=kinds, horizon=12, gamma="0.2", length=5)
        assert 4 == sum(count for name, count in figure.counts("soundness").items() if "clarification" in name)
        assert 12 == sum(figure.counts("soundness").values())
        assert 3 == len(figure.named("soundness-certified"))
        assert figure.says("ends in a clarification")
        assert figure.says("NOT CERTIFIED at length 5; certified lengths {7, 9..10, 12}")
        assert figure.says("length asked about")

    def test_attempts_are_drawn_against_their_share_of_delta(self, tmp_path: Path) -> None:
        figure = drawn(tmp_path, attempts=3, horizon=20, gamma="0.3")
        assert figure.says(r"$\delta/3$")
        assert figure.says("= 1/60")

    def test_a_horizon_of_1_has_a_figure(self, tmp_path: Path) -> None:
        figure = drawn(tmp_path, horizon=1, delta="0.999", execution="1", response="1")
        assert {"met": 1} == figure.counts("soundness")

    def test_a_delta_below_every_double_has_a_line(self, tmp_path: Path) -> None:
        figure = drawn(tmp_path, delta="1e-400")
        assert {"unmet": 10} == figure.counts("soundness")
        assert figure.says("≈ 1.00e-400")

    def test_a_long_horizon_draws_what_is_there_and_marks_the_gaps(self, tmp_path: Path) -> None:
        result = check(design(horizon=100_000, execution="0.9999", response="0.9999"))
        figure = Drawing(draw_check(result, tmp_path / "long.svg"))
        assert len(result.per_length) == sum(figure.counts("soundness").values())
        lengths = [bounds.n or 0 for bounds in result.per_length]
        gaps = [tuple(int(end) for end in name.split("-")[2:]) for name in figure.named("soundness-gap-")]
        left_out = [n for low, high in gaps for n in range(low, high + 1)]
        assert list(range(1, 100_001)) == sorted({*lengths, *left_out})
        assert figure.says("not drawn")
        assert not figure.says("met at")

    def test_a_gap_of_certified_lengths_is_shaded_and_another_is_not(self, tmp_path: Path) -> None:
        figure = drawn(tmp_path, horizon=100_000, execution="0.9999", response="0.9999")
        assert ["soundness-certified-1"] == figure.named("soundness-certified")
        assert 2 == len(figure.named("soundness-gap-"))

    def test_an_effort_design_draws_every_length_and_joins_none(self, tmp_path: Path) -> None:
        result = check(Design.load(STARTERS / "effort.toml"))
        figure = Drawing(draw_check(result, tmp_path / "effort.svg"))
        assert len(result.per_length) == sum(figure.counts("soundness").values())
        joined = drawn(tmp_path)
        colour = "stroke: #0b4f8a; stroke-width: 0.9"
        assert (0, 2) == (figure.text.count(colour), joined.text.count(colour))

    def test_a_name_is_drawn_as_it_stands_or_escaped(self, tmp_path: Path) -> None:
        figure = drawn(tmp_path, name="cost $5 to $6, <&> あ \x07 \ud800.toml")
        assert figure.says("cost $5 to $6, &lt;&amp;&gt;") or figure.says("cost $5 to $6, <&>")
        assert "あ" not in " ".join(figure.words)
        assert figure.says("\\u3042")


class TestRows:
    def test_an_undecided_criterion_is_neither_met_nor_unmet(self, tmp_path: Path) -> None:
        near = Value(Fraction(9, 100), Fraction(11, 100), "up")
        rows = [row(1, Fraction(1, 2), sound=False), row(2, near, sound=None), row(3, Fraction(1, 100))]
        figure = Drawing(draw_criteria(rows, Fraction(1, 10), Fraction(1, 5), tmp_path / "undecided.svg"))
        assert {"unmet": 1, "undecided": 1, "met": 1} == {
            name: count for name, count in figure.counts("soundness").items() if count
        }
        assert ["soundness-undecided-1"] == figure.named("soundness-undecided-")
        assert figure.says("criterion undecided")

    def test_the_figure_takes_the_verdict_as_it_comes(self, tmp_path: Path) -> None:
        rows = [row(1, Fraction(1, 2), sound=True, complete=False, certified=False)]
        figure = Drawing(draw_criteria(rows, Fraction(1, 10), Fraction(1, 5), tmp_path / "taken.svg"))
        assert {"met": 1} == figure.counts("soundness")
        assert {"unmet": 1} == figure.counts("completeness")

    def test_no_rows_have_a_figure_with_a_caption(self, tmp_path: Path) -> None:
        assert Drawing(draw_criteria([], Fraction(1, 10), None, tmp_path / "empty.svg")).says("no length to draw")

    def test_thousands_of_rows_are_drawn_near_the_changes_with_gaps_between(self, tmp_path: Path) -> None:
        rows = [row(n, Fraction(99**n, 100**n), sound=n > 229) for n in range(1, 1001)]
        figure = Drawing(draw_criteria(rows, Fraction(1, 10), Fraction(1, 5), tmp_path / "many.svg"))
        assert 0 < sum(figure.counts("soundness").values()) <= figures.MOST_DRAWN
        assert 2 == len(figure.named("soundness-gap-"))
        assert figure.says("met at {230..1000}")

    def test_every_length_has_one_place_and_gaps_fill_the_rest(self) -> None:
        axis = length_axis([2, 3, 7, 8, 12], 20)
        assert [[2, 3], [7, 8], [12]] == axis.runs
        assert [(1, 1), (4, 6), (9, 11), (13, 20)] == [(gap.first, gap.last) for gap in axis.gaps]
        places = [axis.places[n] for n in (2, 3, 7, 8, 12)]
        assert places == sorted(places)
        assert {n: float(n) for n in range(1, 5)} == length_axis([1, 2, 3, 4], 4).places

    @pytest.mark.parametrize("lengths", [[2, 1], [1, 1], [0], [-3]])
    def test_rows_out_of_order_are_refused(self, lengths: list[int], tmp_path: Path) -> None:
        with pytest.raises(DesignError) as caught:
            draw_criteria([row(n, Fraction(1, 2)) for n in lengths], Fraction(1, 10), None, tmp_path / "rows.svg")
        assert "rows" == caught.value.field

    @pytest.mark.parametrize("target", [Fraction(0), Fraction(1), Fraction(-1), 0.05, "0.05", 1])
    def test_targets_out_of_their_range_are_refused(self, target: Any, tmp_path: Path) -> None:
        rows = [row(1, Fraction(1, 2))]
        for delta, gamma, field in ((target, Fraction(1, 5), "delta"), (Fraction(1, 5), target, "gamma")):
            with pytest.raises(DesignError) as caught:
                draw_criteria(rows, delta, gamma, tmp_path / "targets.svg")
            assert field == caught.value.field


DRAWINGS: dict[str, Callable[[Path], Path]] = {
    "additive": lambda file: draw_additive(*paper_rows(additive=True), Fraction(1, 5), file, title="Figure 2"),
    "sweep": lambda file: draw_sweep(paper_sweep(), file),
    "check": lambda file: draw_check(check(design(name="design.toml")), file),
}

REPEATED = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from tests.bindings.test_figures import DRAWINGS
for name, draw in DRAWINGS.items():
    for ending in ("svg", "pdf"):
        draw(Path(sys.argv[2]) / f"{name}.{ending}")
"""


class TestTheSameBytes:
    def test_two_processes_write_the_same_files_whatever_their_surroundings(self, tmp_path: Path) -> None:
        surroundings = [
            {"PYTHONHASHSEED": "1", "LANG": "C", "TZ": "Asia/Tokyo"},
            {"PYTHONHASHSEED": "2", "LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "86400"},
        ]
        root, written = Path(__file__).parents[2], []
        for number, changed in enumerate(surroundings):
            folder = tmp_path / str(number)
            folder.mkdir()
            kept = {name: value for name, value in os.environ.items() if name not in {"SOURCE_DATE_EPOCH", "LC_ALL"}}
            command = [sys.executable, "-c", REPEATED, str(root), str(folder)]
            subprocess.run(command, check=True, cwd=folder, env={**kept, **changed}, capture_output=True)
            written.append({file.name: file.read_bytes() for file in folder.iterdir()})
        assert 6 == len(written[0])
        assert written[0] == written[1]

    @pytest.mark.parametrize("ending", ["svg", "pdf"])
    def test_a_file_names_no_day_and_no_program(self, ending: str, tmp_path: Path) -> None:
        data = DRAWINGS["check"](tmp_path / f"check.{ending}").read_bytes()
        for word in (b"/CreationDate", b"/Producer", b"/Creator", b"dc:date", b"dc:creator", b"Matplotlib v"):
            assert word not in data
        assert matplotlib.__version__.encode() not in data

    def test_a_pdf_is_one_and_embeds_its_fonts_as_outlines(self, tmp_path: Path) -> None:
        data = DRAWINGS["check"](tmp_path / "check.pdf").read_bytes()
        assert data.startswith(b"%PDF")
        assert data.rstrip().endswith(b"%%EOF")
        assert b"/FontFile2" in data
        assert b"/Type3" not in data

    def test_a_figure_says_what_it_shows_to_those_who_cannot_see_it(self, tmp_path: Path) -> None:
        figure = Drawing(DRAWINGS["additive"](tmp_path / "additive.svg"))
        assert "Figure 2" == figure.root.findtext(f"{SVG}title")
        about = "soundness, additive (16): met at {3..14}; completeness: met at {1..11}; certified lengths {3..11}"
        assert about in figure.text

    def test_settings_of_the_caller_play_no_part_and_stay(self, tmp_path: Path) -> None:
        plain = DRAWINGS["check"](tmp_path / "plain.svg").read_bytes()
        theirs: dict[Any, Any] = {"font.size": 25, "axes.grid": False, "svg.fonttype": "none", "svg.hashsalt": "x"}
        theirs |= {"text.usetex": True, "axes.unicode_minus": False, "figure.dpi": 30, "savefig.bbox": "tight"}
        with matplotlib.rc_context(theirs):
            before = dict(matplotlib.rcParams)
            changed = DRAWINGS["check"](tmp_path / "changed.svg").read_bytes()
            assert before == dict(matplotlib.rcParams)
        assert plain == changed

    def test_settings_stay_where_a_drawing_fails(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        before = dict(matplotlib.rcParams)

        def broken(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(figures, "paint_panel", broken)
        with pytest.raises(ZeroDivisionError):
            DRAWINGS["check"](tmp_path / "check.svg")
        assert before == dict(matplotlib.rcParams)
        assert [] == [*tmp_path.iterdir()]

    def test_threads_draw_at_once_and_disturb_nothing(self, tmp_path: Path) -> None:
        before = dict(matplotlib.rcParams)
        expected = DRAWINGS["check"](tmp_path / "one.svg").read_bytes()
        files = [tmp_path / f"{number}.svg" for number in range(4)]
        threads = [threading.Thread(target=DRAWINGS["check"], args=(file,)) for file in files]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [expected] * 4 == [file.read_bytes() for file in files]
        assert before == dict(matplotlib.rcParams)

    def test_pyplot_is_never_imported_and_matplotlib_only_for_drawing(self, tmp_path: Path) -> None:
        code = (
            "import sys, os, elenctic.figures as f; from elenctic import Design, check; "
            "from fractions import Fraction as F; assert 'matplotlib' not in sys.modules; "
            "f.draw_criteria([], F(1, 2), None, os.path.join(sys.argv[1], 'x.pdf')); "
            "assert 'matplotlib.pyplot' not in sys.modules"
        )
        subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)


def refused(path: object) -> DesignError:
    with pytest.raises(DesignError) as caught:
        draw_check(check(design()), path)
    return caught.value


class TestTheFile:
    @pytest.mark.parametrize("name", ["check.png", "check", "check.svg.gz", ".svg", "-", "", "check.SVGZ"])
    def test_another_ending_is_refused_with_both_written_out(self, name: str, tmp_path: Path) -> None:
        error = refused(str(tmp_path / name) if name not in {"", "-"} else name)
        assert ".svg" in error.write
        assert ".pdf" in error.write
        assert [] == [*tmp_path.iterdir()]

    @pytest.mark.parametrize("path", [None, 3, True, ["a.svg"], object()])
    def test_what_is_no_path_is_refused(self, path: object) -> None:
        assert '"figure.svg" or "figure.pdf"' == refused(path).write

    def test_the_ending_may_be_in_capitals(self, tmp_path: Path) -> None:
        assert draw_check(check(design()), str(tmp_path / "CHECK.PDF")).read_bytes().startswith(b"%PDF")

    def test_a_folder_of_that_name_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "check.svg").mkdir()
        assert "a folder" == refused(tmp_path / "check.svg").got

    def test_a_missing_folder_is_refused(self, tmp_path: Path) -> None:
        error = refused(tmp_path / "missing" / "check.svg")
        assert "a folder that exists" == error.expected
        assert str(tmp_path / "missing" / "check.svg") == error.file

    @pytest.mark.parametrize("name", ["a\0b.svg", "x" * 300 + ".svg"])
    def test_a_name_that_no_file_can_have_is_refused(self, name: str, tmp_path: Path) -> None:
        assert "a file that can be written" == refused(tmp_path / name).expected

    def test_a_long_name_that_a_file_can_have_is_written(self, tmp_path: Path) -> None:
        assert draw_check(check(design()), tmp_path / ("x" * 250 + ".svg")).exists()

    def test_an_earlier_figure_is_replaced_and_nothing_is_left_beside_it(self, tmp_path: Path) -> None:
        file = tmp_path / "check.svg"
        file.write_text("earlier")
        draw_check(check(design()), file)
        assert file.read_text("utf-8").startswith("<?xml")
        assert [file] == [*tmp_path.iterdir()]

    def test_where_replacing_fails_the_earlier_figure_stays(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file = tmp_path / "check.svg"
        file.write_text("earlier")

        def failing(*_: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(os, "replace", failing)
        error = refused(file)
        assert ("Permission denied", str(file)) == (error.got, error.file)
        assert "earlier" == file.read_text()
        assert [file] == [*tmp_path.iterdir()]

    @pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
    def test_a_link_is_followed_and_stays_a_link(self, tmp_path: Path) -> None:
        (tmp_path / "real.svg").write_text("earlier")
        (tmp_path / "link.svg").symlink_to("real.svg")
        draw_check(check(design()), tmp_path / "link.svg")
        assert (tmp_path / "link.svg").is_symlink()
        assert (tmp_path / "real.svg").read_text("utf-8").startswith("<?xml")

    @pytest.mark.skipif(os.name == "nt", reason="permissions are kept otherwise there")
    def test_a_figure_has_the_permissions_of_any_new_file(self, tmp_path: Path) -> None:
        (tmp_path / "plain").write_text("")
        file = draw_check(check(design()), tmp_path / "check.svg")
        assert (tmp_path / "plain").stat().st_mode == file.stat().st_mode


class TestWithoutMatplotlib:
    @pytest.fixture(autouse=True)
    def _absent(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, "matplotlib", None)

    @pytest.mark.parametrize("draw", [*DRAWINGS.values(), checked_figure])
    def test_the_line_that_mends_it_is_said(self, draw: Callable[[Path], Path], tmp_path: Path) -> None:
        with pytest.raises(MissingExtraError) as caught:
            draw(tmp_path / "check.svg")
        assert ("report", 'pip install "elenctic[report]"') == (caught.value.extra, caught.value.write)
        assert 'pip install "elenctic[report]"' in str(caught.value)
        assert caught.value.write == caught.value.to_dict()["write"]
        assert [] == [*tmp_path.iterdir()]

    def test_a_wrong_path_is_told_first(self, tmp_path: Path) -> None:
        with pytest.raises(DesignError):
            checked_figure(tmp_path / "check.png")


class TestExtras:
    def test_a_module_that_is_there_is_returned(self) -> None:
        assert matplotlib is import_extra("report", "matplotlib")

    def test_the_module_that_is_missing_is_named(self) -> None:
        with pytest.raises(MissingExtraError, match="no module no_such_module_here") as caught:
            import_extra("stats", "no_such_module_here.part")
        assert "stats" == caught.value.extra

    def test_a_figure_that_can_be_drawn_is_announced_before(self, tmp_path: Path) -> None:
        assert tmp_path / "check.svg" == checked_figure(tmp_path / "check.svg")
        assert [] == [*tmp_path.iterdir()]


def test_a_clarification_is_a_kind_and_no_verdict(tmp_path: Path) -> None:
    rows = [row(1, Fraction(1, 2), sound=False), row(2, Fraction(1, 2), sound=False, kind=Kind.CLARIFICATION)]
    figure = Drawing(draw_criteria(rows, Fraction(1, 10), Fraction(1, 5), tmp_path / "kinds.svg"))
    assert {"unmet": 1, "unmet-clarification": 1} == figure.counts("soundness")
