"""Effort designs and the global check: the paper's sets and numbers, regions that are no interval, ties, refusals."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import threading
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from elenctic import CheckOutcome, CheckResult, Design, Review, Verdict, check
from elenctic.cli import main
from elenctic.comparison import GRID, Threshold, answer_global, bracket, compare
from elenctic.effort import MOST_KNOWN
from elenctic.effort_region import EffortRegion
from elenctic.effort_report import ADVANTAGE
from elenctic.enclosure import NeedsPrecisionError, decided, point
from elenctic.errors import DesignError
from elenctic.notes import NO_REASON

from spec import reference as ref

pytestmark = [pytest.mark.claim(claim) for claim in ("ENCLOSED-REGION.1", "EFFORT-MODEL.1", "GLOBAL-CHECK.1")]

MODEL = {
    "expertise": "10",
    "reliability": "min(0.995, 0.91 + 0.035*log(1+xi)/(1+log(1+xi)) + 0.10*(1-exp(-0.04*e)))",
    "scale": "1+log(1+xi)",
    "load": "0.010+0.001*(i-1)",
}
FLAT = {"budget": "60", "reliability": "0.99", "scale": "1", "load": "0"}
ONE_SHOT = {"effort": "60", "load": "0.1", "false_pass": "0", "response": "1"}
HIDDEN_HALF = "exp(-log(2))"
"""One half, which no step of the grammar folds: a tie with it is never decided."""
HIDDEN_ZERO = "(exp(2*log(2))-4)"
NEAR = Fraction(1, 10**40)

Captured = pytest.CaptureFixture[str]


def design(effort: Mapping[str, Any] | None = None, **words: Any) -> Design:
    """Return a flat effort design with words changed; None leaves a word out."""
    given: dict[str, Any] = {"delta": "0.10", "gamma": "0.20", "horizon": 6, "false_pass": "0.20", "response": "1"}
    given |= words
    model = {**FLAT, **(effort or {})}
    given["effort"] = {word: value for word, value in model.items() if value is not None}
    return Design(**{word: value for word, value in given.items() if value is not None})


def figure_3(budget: int) -> Design:
    return design({"budget": budget, **MODEL}, horizon=14)


def table_1(load: str = "0.20", **words: Any) -> Design:
    one_shot = {"effort": "120", "load": load, "false_pass": "0", "response": "1"}
    targets = {"delta": "0.05", "gamma": "0.10", "horizon": 10, "false_pass": "1/2", "response": "0.99"}
    return design({"budget": "120", **MODEL}, global_=one_shot, **{**targets, **words})


def stepped(values: Sequence[Fraction | int | str], budget: int = 60) -> str:
    """Return a weakly increasing f of e whose value at budget/n is the n-th of the values, exactly, by ramps."""
    v = [Fraction(value) for value in values]
    parts = [str(v[-1])]
    for n in range(len(v), 1, -1):
        low, high = Fraction(budget, n), Fraction(budget, n - 1)
        parts.append(f"({v[n - 2] - v[n - 1]})*min(1, max(0, (e - ({low}))/({high - low})))")
    return " + ".join(parts)


def members(intervals: Sequence[Sequence[int]] | None) -> set[int]:
    return {n for low, high in intervals or [] for n in range(low, high + 1)}


def row(result: CheckResult, n: int) -> Any:
    return next(bounds for bounds in result.per_length if bounds.n == n)


def refused(effort: Mapping[str, Any] | None = None, **words: Any) -> DesignError:
    with pytest.raises(DesignError) as caught:
        check(design(effort, **words))
    return caught.value


@pytest.fixture(scope="module")
def sweep() -> dict[int, CheckResult]:
    return {budget: check(figure_3(budget)) for budget in range(20, 181, 5)}


class TestThePaper:
    @pytest.mark.parametrize(
        ("budget", "additive", "exact"),
        [(20, [(4, 4)], [(2, 4)]), (60, [(3, 6)], [(2, 6)]), (180, [(3, 10)], [(2, 10)])],
    )
    def test_appendix_b_has_both_its_sets(
        self, sweep: dict[int, CheckResult], budget: int, additive: Any, exact: Any
    ) -> None:
        assert (additive, exact) == (sweep[budget].additive_region, sweep[budget].region)

    def test_all_33_budgets_are_decided_contiguous_and_nested(self, sweep: dict[int, CheckResult]) -> None:
        assert 33 == len(sweep)
        for regions in ([r.region for r in sweep.values()], [r.additive_region for r in sweep.values()]):
            assert all(region is not None and 1 == len(region) for region in regions)
            assert all(members(less) <= members(more) for less, more in itertools.pairwise(regions))
        assert {2} == {result.region[0][0] for result in sweep.values()}
        assert not any(result.undecided for result in sweep.values())

    def test_table_1_is_enclosed_to_six_digits(self) -> None:
        result = check(table_1())
        assert ([(5, 5)], []) == (result.region, result.additive_region)
        assert ("0.064617", "0.032603") == tuple(row(result, n).false_accept.decimal for n in (4, 5))
        assert "0.911218" == row(result, 5).true_accept.decimal
        assert result.global_check is not None
        assert "0.061876" == result.global_check.false_accept.decimal
        assert result.global_check.true_accept is not None
        assert "0.938124" == result.global_check.true_accept.decimal
        assert 5 == row(result, 5).first_crossing

    def test_table_1_agrees_with_balls_of_another_library(self) -> None:
        flint: Any = import_module("flint")
        arb, found = flint.arb, EffortRegion(table_1())
        with flint.ctx.workprec(300):
            r = 1 + arb(11).log()
            b = arb(flint.fmpq(91, 100)) + arb(flint.fmpq(35, 1000)) * arb(11).log() / r
            cap, survival, complete, total = arb(flint.fmpq(995, 1000)), arb(1), arb(1), arb(0)
            assert all(b + (1 - (-arb(e) / 25).exp()) / 10 > cap for e in (24, 120))
            for i in range(1, 6):
                c = cap * (-arb(flint.fmpq(9 + i, 1000)) / r).exp()
                survival, complete, total = survival * (1 - c / 2), complete * c * 99 / 100, total + c
            one_shot = cap * (-arb(flint.fmpq(1, 5)) / r).exp()
            threshold = r * (cap / arb(flint.fmpq(19, 20))).log()
            assert total / 2 < arb(20).log()
            assert [float(x) for x in (survival, complete, one_shot, total / 2, threshold)] == pytest.approx(
                [0.0326021, 0.9112187, 0.9381246, 2.4787309, 0.157257150358], abs=5e-8
            )
            R, C = found.bounds_at(5)
            answer = answer_global(table_1())
            assert answer is not None
            for value, ball in ((R, survival), (C, complete), (answer.false_accept, 1 - one_shot)):
                assert self.inside(flint, value.low, ball, value.high)
            assert answer.load_threshold is not None
            assert self.inside(flint, answer.load_threshold.low, threshold, answer.load_threshold.high)

    @staticmethod
    def inside(flint: Any, low: Fraction, ball: Any, high: Fraction) -> bool:
        below, above = (flint.arb(flint.fmpq(x.numerator, x.denominator)) for x in (low, high))
        return bool(below <= ball) and bool(ball <= above)

    def test_the_load_threshold_has_twelve_digits_and_both_sides_decided(self) -> None:
        answer = answer_global(table_1())
        assert answer is not None
        assert Threshold(Fraction("0.157257150358"), Fraction("0.157257150359")) == answer.load_threshold
        sides = [answer_global(table_1(load)) for load in ("0.157257150358", "0.157257150359")]
        assert [True, False] == [side.sound for side in sides if side is not None]

    def test_a_lighter_global_check_certifies_too(self) -> None:
        answer = answer_global(table_1("0.10"))
        assert answer is not None
        assert (True, "0.033857") == (answer.certified, answer.false_accept.decimal)
        assert answer.true_accept is not None
        assert "0.966143" == answer.true_accept.decimal
        assert ADVANTAGE not in str(check(table_1("0.10")))
        assert ADVANTAGE in str(check(table_1()))

    def test_equations_20_and_23_are_compared_by_decided_thresholds(self) -> None:
        found = compare(table_1(), 5)
        assert found is not None
        assert found.greater is True
        assert found.saved_load is not None
        assert found.saved_load == point(Fraction("0.14"))
        assert found.needed_load is not None
        assert found.needed_load.low < Fraction("0.068128368668") < found.needed_load.high + GRID
        assert Threshold(Fraction("0.020418718765"), Fraction("0.020418718766")) == found.uniform_load
        common = {"budget": "120", **MODEL, "load": "0.020418718765"}
        targets = {"delta": "0.05", "gamma": "0.10", "horizon": 10, "false_pass": "1/2", "response": "0.99"}
        assert 5 in members(check(design(common, **targets)).region)
        assert 5 not in members(check(design({**common, "load": "0.020418718766"}, **targets)).region)


STEP = [Fraction(9999, 10000), Fraction(989, 1000), Fraction(989, 1000)]
SETS: dict[str, tuple[dict[str, Any], list[Fraction], set[int], set[int]]] = {
    "the product set {1, 3} of a small gamma": (
        {"delta": "1e-4", "gamma": "1/20", "false_pass": "0", "horizon": 3},
        STEP,
        {1, 3},
        set(),
    ),
    "the product set {1, 3} with q above 0": (
        {"delta": "1/100", "gamma": "3/10", "false_pass": "1/100", "horizon": 3},
        [Fraction(1), Fraction(9, 10), Fraction(9, 10)],
        {1, 3},
        set(),
    ),
    "the additive set {3, 6}": (
        {"delta": "1/10", "gamma": "99/100", "false_pass": "1/10", "horizon": 6},
        [Fraction(1)] * 3 + [Fraction(1, 2)] * 3,
        {1, 2, 3, 4, 5, 6},
        {3, 6},
    ),
    "the additive set {10, 12}": (
        {"delta": "0.0068", "gamma": "0.7", "false_pass": "1/2", "horizon": 12},
        [Fraction(1)] * 10 + [Fraction("0.907")] * 2,
        {8, 9, 10, 11, 12},
        {10, 12},
    ),
}


class TestRegionsAreSets:
    @pytest.mark.parametrize("name", SETS)
    def test_a_set_that_is_no_interval_is_found(self, name: str) -> None:
        words, values, product, additive = SETS[name]
        result = check(design({"reliability": stepped(values)}, **words))
        assert (product, additive) == (members(result.region), members(result.additive_region))
        assert [] == result.undecided
        q = Fraction(words["false_pass"])
        for n, c in enumerate(values, 1):
            assert row(result, n).false_accept.exact == (1 - c * (1 - q)) ** n
            assert row(result, n).true_accept.exact == c**n

    def test_its_ties_are_ties_and_a_hair_less_delta_loses_them(self) -> None:
        words, values, _, _ = SETS["the product set {1, 3} of a small gamma"]
        result = check(design({"reliability": stepped(values)}, **words))
        assert Fraction(1, 10**4) == row(result, 1).false_accept.exact
        assert (Fraction(121, 10**6), Fraction(1331, 10**9)) == tuple(row(result, n).false_accept.exact for n in (2, 3))
        assert Fraction(967361669, 10**9) == row(result, 3).true_accept.exact
        less = {**words, "delta": Fraction(1, 10**4) - NEAR}
        assert {3} == members(check(design({"reliability": stepped(values)}, **less)).region)

    def test_an_interval_that_would_join_them_is_not_printed(self) -> None:
        words, values, _, _ = SETS["the additive set {3, 6}"]
        result = check(design({"reliability": stepped(values)}, **words))
        assert "certified lengths {1..6}; additive (19): {3, 6}" in str(result)
        assert [[3, 3], [6, 6]] == json.loads(result.to_json())["additive_region"]

    @pytest.mark.parametrize("wanted", [s for k in range(5) for s in itertools.combinations(range(1, 5), k)])
    def test_allocations_of_their_own_give_every_subset_of_the_lengths(self, wanted: tuple[int, ...]) -> None:
        lists = [["1" if n in wanted else "0"] * n for n in (3, 1, 4, 2)]
        effort = {"reliability": "min(0.99, e)", "allocation": lists}
        result = check(design(effort, delta="1/50", gamma="1/20", false_pass="0", horizon=4))
        assert set(wanted) == members(result.region)
        assert (CheckOutcome.CERTIFIED if wanted else CheckOutcome.NOT_CERTIFIED) is result.outcome

    def test_the_ends_of_the_theorem_are_met(self) -> None:
        """A shortfall of at most 1 - 1/e gives an interval: {3, 6} needs 1 - gamma below 1/e, and loses 6 at 1/e."""
        words, values, _, _ = SETS["the additive set {3, 6}"]
        within = {**words, "gamma": "63/100"}
        assert {3} == members(check(design({"reliability": stepped(values)}, **within)).additive_region)


class TestTies:
    def test_R_exactly_at_delta_is_certified_and_a_hair_above_is_not(self) -> None:
        tie = {"reliability": "1"}, {"false_pass": "1/2", "horizon": 5}
        assert {5} == members(check(design(tie[0], delta="1/32", **tie[1])).region)
        assert set() == members(check(design(tie[0], delta=Fraction(1, 32) - NEAR, **tie[1])).region)
        assert {5} == members(check(design(tie[0], delta=Fraction(1, 32) + NEAR, **tie[1])).region)

    def test_C_exactly_at_its_target_is_certified_and_a_hair_below_is_not(self) -> None:
        at = Fraction("0.99") ** 4
        assert {2, 3, 4} == members(check(design(gamma=1 - at)).region)
        assert {2, 3} == members(check(design(gamma=1 - at - NEAR)).region)
        assert {2, 3, 4} == members(check(design(gamma=1 - at + NEAR)).region)

    def test_a_bound_in_thirds_is_a_tie_at_a_length_of_its_own_as_well(self) -> None:
        third = design({"reliability": "1/3"}, delta=Fraction(2, 3) ** 2, gamma=Fraction(8, 9), false_pass="0")
        assert {2} == members(check(third).region)
        assert check(third.at_length(2)).certified
        assert third.at_length(2).given_execution.values == ((1, 3), (1, 3))

    def test_a_hidden_half_away_from_the_tie_is_decided_on_both_sides(self) -> None:
        for side, wanted in ((1 + NEAR, True), (1 - NEAR, False)):
            words: dict[str, Any] = {"delta": Fraction(9, 16) * side, "gamma": "0.99", "false_pass": "1/2"}
            result = check(design({"reliability": HIDDEN_HALF}, length=2, **words))
            assert wanted is result.certified
            assert CheckOutcome.UNDECIDED is not result.outcome

    def test_a_hidden_half_on_the_tie_is_undecided_and_never_yes_or_no(self) -> None:
        result = check(design({"reliability": HIDDEN_HALF}, delta="9/16", gamma="0.8", false_pass="1/2", horizon=2))
        assert CheckOutcome.UNDECIDED is result.outcome
        assert ([], [(2, 2)]) == (result.region, result.undecided)
        assert (None, True, None) == (row(result, 2).sound, row(result, 2).complete, row(result, 2).certified)
        printed = str(result)
        assert printed.startswith("UNDECIDED")
        assert "certified lengths none; undecided: {2}" in printed
        assert printed.splitlines()[-1].split()[-1] == "undecided"
        assert "undecided at 2: a bound lies on its target" in result.warnings[0]
        assert [None] == [found["certified"] for found in json.loads(result.to_json())["per_length"] if found["n"] == 2]

    def test_a_tie_of_C_alone_is_undecided(self) -> None:
        result = check(design({"reliability": HIDDEN_HALF}, delta="0.6", gamma="3/4", false_pass="1/2", horizon=3))
        assert ([(2, 2)], CheckOutcome.UNDECIDED) == (result.undecided, result.outcome)
        assert (True, None) == (row(result, 2).sound, row(result, 2).complete)
        assert (True, False) == (row(result, 3).sound, row(result, 3).complete)

    def test_a_tie_where_the_other_criterion_fails_is_a_decided_no(self) -> None:
        result = check(design({"reliability": HIDDEN_HALF}, delta="9/16", gamma="1/10", false_pass="1/2", horizon=2))
        assert (CheckOutcome.NOT_CERTIFIED, []) == (result.outcome, result.undecided)
        assert (None, False) == (row(result, 2).sound, row(result, 2).certified)

    def test_some_length_certified_is_certified_beside_an_undecided_one(self) -> None:
        result = check(design({"reliability": HIDDEN_HALF}, delta="9/16", gamma="0.9", false_pass="1/2", horizon=4))
        assert (CheckOutcome.CERTIFIED, [(3, 3)], [(2, 2)]) == (result.outcome, result.region, result.undecided)
        asked = check(design({"reliability": HIDDEN_HALF}, delta="9/16", gamma="0.9", false_pass="1/2", length=2))
        assert (CheckOutcome.UNDECIDED, None) == (asked.outcome, asked.at_length and asked.at_length.certified)

    def test_a_sum_of_gains_on_log_of_1_over_delta_is_undecided_in_the_additive_region_only(self) -> None:
        effort = {"reliability": "log(20)/4"}
        result = check(design(effort, delta="1/20", gamma="0.9", false_pass="0", horizon=4))
        assert (None, []) == (result.additive_region, result.undecided)
        assert "additive (19): undecided" in str(result)
        assert json.loads(result.to_json())["additive_region"] is None
        near = check(design({"reliability": "log(20)/4 + 1e-40"}, delta="1/20", gamma="0.9", false_pass="0", horizon=4))
        assert [(4, 4)] == near.additive_region

    @pytest.mark.parametrize("part", ["reliability", "scale", "load"])
    def test_a_part_on_the_edge_of_its_range_is_undecided_and_no_internal_error(self, part: str) -> None:
        edge = {"reliability": f"0.5 + 0*log({HIDDEN_ZERO})", "scale": HIDDEN_ZERO, "load": f"0*log({HIDDEN_ZERO})"}
        result = check(design({part: edge[part]}, global_=ONE_SHOT))
        assert (CheckOutcome.UNDECIDED, [(1, 6)]) == (result.outcome, result.undecided)
        assert "a part of the model on the edge of its range" in result.warnings[0]
        assert {"yes", "no"}.isdisjoint(line.split()[-1] for line in str(result).splitlines()[-6:])
        with pytest.raises(DesignError, match="1280 bits do not tell"):
            design({part: edge[part]}).at_length(1)


class TestTheGlobalCheck:
    def test_a_threshold_load_of_0_is_a_tie_that_holds(self) -> None:
        tie = design({"reliability": "9/10"}, global_={**ONE_SHOT, "load": "0"})
        answer = answer_global(tie)
        assert answer is not None
        assert (True, True) == (answer.sound, answer.certified)
        assert Fraction(1, 10) == answer.false_accept.exact
        assert Threshold(Fraction(0), GRID) == answer.load_threshold
        loaded = answer_global(design({"reliability": "9/10"}, global_={**ONE_SHOT, "load": "1e-30"}))
        assert loaded is not None
        assert loaded.sound is False

    def test_where_load_0_misses_there_is_no_threshold(self) -> None:
        result = check(design({"reliability": Fraction(9, 10) - NEAR}, global_=ONE_SHOT))
        assert result.global_check is not None
        assert (False, None) == (result.global_check.sound_at_no_load, result.global_check.load_threshold)
        assert "R_os misses delta at every load (22)" in str(result)
        assert json.loads(result.to_json())["global"]["load_threshold"] is None

    def test_a_hidden_tie_at_load_0_is_undecided_and_not_told_to_miss(self) -> None:
        hidden = f"1.8*{HIDDEN_HALF}"
        result = check(design({"reliability": hidden}, global_={**ONE_SHOT, "load": "0"}))
        assert result.global_check is not None
        assert (None, None) == (result.global_check.certified, result.global_check.sound_at_no_load)
        printed = str(result)
        assert "misses" not in printed
        assert "undecided; whether R_os meets delta at any load is undecided" in printed
        found = json.loads(result.to_json())["global"]
        assert (None, {"low": None, "high": None}) == (found["certified"], found["load_threshold"])

    @pytest.mark.parametrize("scale", ["1e-300", "1e-20", "1e20", "1e300", "1e3900"])
    def test_a_threshold_is_found_at_every_scale(self, scale: str) -> None:
        result = check(design({"scale": scale}, global_=ONE_SHOT))
        assert result.global_check is not None
        threshold = result.global_check.load_threshold
        assert threshold is not None
        assert "misses" not in str(result)
        assert all(len(line) < 400 for line in str(result).splitlines() if not line.startswith("may slip"))
        assert [True, False] == [self.at(scale, load) for load in (threshold.low, threshold.high)]

    @pytest.mark.parametrize("scale", ["1e4000", "exp(exp(10))"])
    def test_a_threshold_longer_than_any_load_of_a_design_is_found_and_printed_cut(self, scale: str) -> None:
        result = check(design({"scale": scale}, global_=ONE_SHOT))
        assert result.global_check is not None
        assert result.global_check.load_threshold is not None
        assert "characters) (22), here 0.1" in str(result)
        assert result.to_json()

    @staticmethod
    def at(scale: str, load: Fraction) -> bool | None:
        answer = answer_global(design({"scale": scale}, global_={**ONE_SHOT, "load": load}))
        assert answer is not None
        return answer.sound

    def test_an_exact_check_done_for_sure_has_R_os_of_0(self) -> None:
        answer = answer_global(design({"reliability": "1"}, global_={**ONE_SHOT, "load": "0"}))
        assert answer is not None
        assert answer.true_accept is not None
        assert (True, Fraction(0), Fraction(1)) == (
            answer.certified,
            answer.false_accept.exact,
            answer.true_accept.exact,
        )
        given = Design(
            delta="0.1",
            gamma="0.2",
            horizon=3,
            false_pass="1/2",
            execution="1",
            response="1",
            global_={"execution": "1", "false_pass": "0", "response": "1"},
        )
        result = check(given)
        assert result.global_check is not None
        assert (True, "0.000000") == (result.global_check.certified, result.global_check.false_accept.decimal)
        assert "R_os <= 0.000000   C_os >= 1.000000   certified" in str(result)

    def test_a_given_execution_bound_is_compared_without_a_model(self) -> None:
        words: dict[str, Any] = {"delta": "0.05", "gamma": "0.10", "horizon": 10, "false_pass": "1/2"}
        words |= {"execution": "0.99"}
        one_shot = {"execution": "0.95", "false_pass": "0", "response": "1"}
        on_the_tie = check(Design(**words, response="0.99", global_=one_shot))
        assert on_the_tie.global_check is not None
        assert on_the_tie.global_check.certified is True
        short = check(Design(**words, response="0.99", global_={**one_shot, "execution": "0.949"}))
        assert ADVANTAGE in str(short)
        assert "load" not in str(short).splitlines()[3]
        assert (None, None) == (short.comparison, json.loads(short.to_json())["global"]["load_threshold"])

    def test_a_tie_of_the_product_is_decided_where_the_loads_are_equal(self) -> None:
        one = {"reliability": "0.95", "load": "0.1"}
        found = compare(design(one, global_=ONE_SHOT), 1)
        assert found is not None
        assert (False, point(Fraction(0))) == (found.greater, found.saved_load)
        more = compare(design({**one, "reliability": stepped(["0.99", "0.98"])}, global_=ONE_SHOT, horizon=2), 1)
        assert more is not None
        assert more.greater is False
        decreasing = {**one, "reliability": "1 - e/1000"}
        lighter = compare(design(decreasing, global_={**ONE_SHOT, "effort": "60"}), 1)
        assert lighter is not None
        assert lighter.greater is False
        allocated = {**decreasing, "allocation": [["1"]]}
        above = compare(design(allocated, global_=ONE_SHOT), 1)
        assert above is not None
        assert above.greater is True

    def test_loads_that_are_near_are_printed_apart(self) -> None:
        effort = {"reliability": "1 - e/1000", "load": "0.05", "allocation": [["30", "30"]]}
        found = compare(design(effort, global_=ONE_SHOT, horizon=2), 2)
        assert found is not None
        assert found.needed_load is not None
        load = Fraction("0.1") + found.needed_load.high + Fraction(1, 10**9)
        above = check(design(effort, global_={**ONE_SHOT, "load": load}, horizon=2, length=2))
        line = next(said for said in str(above).splitlines() if said.startswith("product"))
        words = line.replace(",", "").split()
        assert "above the global c" in line
        assert Fraction(words[-5]) > Fraction(words[-1])

    def test_an_f_of_0_has_no_threshold_and_no_certificate(self) -> None:
        result = check(design({"reliability": "0"}, global_=ONE_SHOT, length=2))
        assert result.comparison is not None
        assert (None, False) == (result.comparison.needed_load, result.comparison.greater)
        assert "no threshold where an f may be 0" in str(result)
        assert result.global_check is not None
        assert (False, False) == (result.global_check.sound, result.global_check.complete)

    def test_advantage_is_said_of_two_rounds_or_more_only(self) -> None:
        words: dict[str, Any] = {"false_pass": "0", "delta": "0.02", "gamma": "0.05"}
        result = check(design(global_={**ONE_SHOT, "load": "1"}, length=1, **words))
        assert (True, False) == (result.certified, result.global_check and result.global_check.certified)
        assert ADVANTAGE not in str(result)
        assert ADVANTAGE in str(check(design(global_={**ONE_SHOT, "load": "1"}, length=2, **words)))

    def test_its_reason_is_printed_or_said_to_be_missing(self) -> None:
        assert NO_REASON in next(line for line in str(check(table_1())).splitlines() if line.startswith("global  "))
        assert any("global" in said for said in check(table_1()).warnings if said.startswith("no reason"))
        reasoned = check(table_1(reasons={"global": "as in the paper"}))
        assert "assumed: as in the paper" in str(reasoned)
        assert "as in the paper" == json.loads(reasoned.to_json())["reasons"]["global"]

    def test_attempts_lower_its_level_too(self) -> None:
        answers = [answer_global(design(global_={**ONE_SHOT, "load": "0.05"}, attempts=k)) for k in (1, 2)]
        assert [True, False] == [answer.sound for answer in answers if answer is not None]
        assert "R_os meets delta/2 up to a load of" in str(check(design(global_=ONE_SHOT, attempts=2)))

    def test_a_bracket_falls_back_on_doubling_where_the_proposal_is_far_off(self) -> None:
        def holds(load: Fraction) -> bool | None:
            return load <= Fraction(1, 3)

        def proposal(at: Fraction, _: int) -> Any:
            return point(at)

        near = Fraction(333333333333, 10**12)
        for proposed in (Fraction(1, 3), Fraction(1, 3) + GRID * 1000, Fraction(0), Fraction(5)):
            assert Threshold(near, near + GRID) == bracket(holds, partial(proposal, proposed))

        def fails(_: int) -> Any:
            raise NeedsPrecisionError

        assert Threshold(near, near + GRID) == bracket(holds, fails)

    def test_a_bracket_leaves_undecided_loads_between_its_ends(self) -> None:
        def holds(load: Fraction) -> bool | None:
            return None if Fraction(1, 4) <= load <= Fraction(1, 3) else load < Fraction(1, 4)

        found = bracket(holds, lambda _: point(Fraction(3, 10)))
        assert found is not None
        assert (True, False) == (holds(found.low), holds(found.high))
        assert bracket(lambda _: None, lambda _: point(Fraction(3, 10))) is None


class TestWhatIsAsked:
    def test_a_length_is_asked_about_with_its_own_allocation(self) -> None:
        assert [False, True, False] == [check(table_1(length=n)).certified for n in (4, 5, 6)]
        result = check(table_1(length=5))
        assert result.at_length is not None
        assert (5, 5, "0.032603") == (
            result.at_length.n,
            result.at_length.first_crossing,
            result.at_length.false_accept.decimal,
        )

    def test_a_length_that_misses_delta_accepts_nothing_here_and_where_it_is_written_out(self) -> None:
        asked = table_1(length=4)
        for result in (check(asked), check(asked.at_length(4))):
            assert result.at_length is not None
            assert result.at_length.true_accept is not None
            assert 0 == result.at_length.false_accept.exact == result.at_length.true_accept.exact
            assert "nothing is accepted (R_4 <= 0.064617)" in str(result)

    def test_a_C_of_0_is_not_said_to_accept_nothing(self) -> None:
        printed = str(check(design({"reliability": "0"})))
        assert "nothing is accepted" not in printed
        assert "C_6 >= 0.000000" in printed

    def test_soundness_only(self) -> None:
        one_shot = {word: text for word, text in ONE_SHOT.items() if word != "response"}
        result = check(design(gamma=None, response=None, global_=one_shot))
        assert str(result).startswith("CERTIFIED (SOUNDNESS ONLY)")
        assert [(2, 6)] == result.region
        assert result.global_check is not None
        assert (False, None, None) == (
            result.global_check.certified,
            result.global_check.complete,
            result.global_check.true_accept,
        )
        assert "C_os" not in str(result)

    def test_clarifications_use_up_rounds_and_the_lengths_they_end(self) -> None:
        kinds = ["diagnostic", "clarification", "diagnostic", "clarification"]
        effort = {"reliability": "0.98"}
        result = check(design(effort, kind=kinds, horizon=4, delta="0.1", gamma="0.2", false_pass="0"))
        assert {1, 3} == members(result.region)
        assert "no (clarification)" in str(result)
        c = Fraction("0.98")
        R = ref.R(ref.bounds([c] * 4, [Fraction(0)] * 4, (2, 4)))
        C = ref.C([Fraction(1)] * 4, [c] * 4, (2, 4))
        assert ref.ER(R, C, Fraction(1, 10), Fraction(1, 5), (2, 4)) == members(result.region)
        assert [R[n] for n in range(1, 5)] == [found.false_accept.exact for found in result.per_length]
        asked = check(design(effort, kind=kinds, horizon=4, false_pass="0", length=2))
        assert asked.at_length is not None
        assert (False, Fraction(0)) == (asked.certified, asked.at_length.false_accept.exact)

    def test_attempts_divide_delta(self) -> None:
        once, twice = check(design(attempts=1)), check(design(attempts=3, delta="0.3"))
        assert once.region == twice.region
        assert [(2, 6)] == once.region
        assert [(3, 6)] == check(design(attempts=3)).region
        assert any("one of 3 attempts, each at delta/3" in said for said in twice.warnings)

    def test_anchored_gives_the_false_pass_bound(self) -> None:
        anchored = {"mass": "0.9", "detection": ["0.9"] * 6}
        one, other = check(design(false_pass=None, anchored=anchored)), check(design(false_pass="0.19"))
        assert one.region == other.region
        assert row(one, 2).false_accept.exact == row(other, 2).false_accept.exact == (1 - Fraction("0.8019")) ** 2

    def test_bounds_of_their_own_in_each_round(self) -> None:
        q, a = ["0.2", "0.1", "0.3", "0.1", "0.2", "0.2"], ["0.99", "1", "0.98", "1", "0.97", "1"]
        result, c = check(design(false_pass=q, response=a)), Fraction("0.99")
        R = ref.R(ref.bounds([c] * 6, [Fraction(x) for x in q]))
        C = ref.C([Fraction(x) for x in a], [c] * 6)
        assert ref.ER(R, C, Fraction(1, 10), Fraction(1, 5)) == members(result.region)
        assert [R[n] for n in range(1, 7)] == [found.false_accept.exact for found in result.per_length]
        assert [C[n] for n in range(1, 7)] == [
            found.true_accept.exact for found in result.per_length if found.true_accept
        ]

    def test_one_round_and_the_whole_horizon(self) -> None:
        assert [(1, 1)] == check(design(horizon=1, false_pass="0.05")).region
        assert [] == check(design(horizon=1)).region
        assert 6 in members(check(design()).region)

    def test_a_budget_of_0_leaves_every_round_without_effort(self) -> None:
        result = check(design({"budget": 0, "reliability": "0.9 + 0.09*(1-exp(-e))"}))
        assert Fraction("0.9") ** 2 == row(result, 2).true_accept.exact
        assert Fraction("0.28") ** 2 == row(result, 2).false_accept.exact

    def test_a_load_of_0_costs_nothing_and_a_heavy_one_everything(self) -> None:
        assert Fraction("0.99") == row(check(design()), 1).true_accept.exact
        heavy = check(design({"load": "1e300"}))
        assert not heavy.certified
        assert "0.000000" == row(heavy, 1).true_accept.decimal

    def test_f_may_depend_on_round_and_length(self) -> None:
        result = check(design({"reliability": "1 - (0.02*i)/n"}))
        assert Fraction("0.99") * Fraction("0.98") == row(result, 2).true_accept.exact
        assert Fraction("0.98") == row(result, 1).true_accept.exact

    def test_more_effort_keeps_every_certified_length(self) -> None:
        one, more = (members(check(figure_3(budget)).region) for budget in (37, 41))
        assert one <= more


class TestAllocations:
    def test_beginnings_of_one_list_that_fit_the_budget_are_the_candidates(self) -> None:
        effort = {"reliability": "min(0.99, 0.9 + e/100)", "allocation": ["20", "10", "30", "0", "1", "0"]}
        result = check(design(effort))
        assert [1, 2, 3, 4] == [found.n for found in result.per_length]
        assert (
            Fraction("0.99") * Fraction("0.99") * Fraction("0.99") * Fraction("0.9") == row(result, 4).true_accept.exact
        )
        assert any(said.startswith("2 lengths have no allocation") for said in result.warnings)
        assert "given shares of at most 60 in all" in str(result)

    def test_one_length_without_an_allocation_is_said_in_the_singular(self) -> None:
        result = check(design({"allocation": ["10"] * 5 + ["11"]}))
        assert any(
            said.startswith("1 length has no allocation, or one above the budget, of 6") for said in result.warnings
        )

    def test_one_list_for_each_length(self) -> None:
        effort = {"reliability": "min(1, e/30)", "allocation": [["30", "15", "15"], ["30", "30"]]}
        result = check(design(effort, gamma="0.9"))
        assert [2, 3] == [found.n for found in result.per_length]
        assert (Fraction(1), Fraction(1, 4)) == tuple(row(result, n).true_accept.exact for n in (2, 3))
        assert any(said.startswith("4 lengths have no allocation") for said in result.warnings)

    def test_a_length_without_an_allocation_is_not_certified_and_says_so(self) -> None:
        result = check(design({"allocation": [["10", "20"], ["1", "1", "1"]]}, length=5))
        assert (CheckOutcome.NOT_CERTIFIED, None) == (result.outcome, result.at_length)
        assert "no bound: this length has no allocation within the budget" in str(result)
        assert json.loads(result.to_json())["at_length"] is None
        with pytest.raises(DesignError, match=r"one of \{2\.\.3\}, got 5; write at_length\(2\)"):
            result.design.at_length(5)

    def test_equal_shares_written_out_are_the_same_lengths(self) -> None:
        lists = [[Fraction(60, n)] * n for n in range(1, 7)]
        one, other = ({"reliability": "1 - exp(-e)", "allocation": shares} for shares in ("equal", lists))
        assert check(design(one)).per_length == check(design(other)).per_length

    def test_distinct_efforts_are_listed_once(self) -> None:
        shares: dict[Any, list[int | Fraction]] = {
            "equal": [10, 12, 15, 20, 30, 60],
            ("1", "2", "1", "9", "90", "1"): [1, 2, 9],
            (("1", "3"), ("2",), ("1", "1", "3")): [1, 2, 3],
        }
        for given, wanted in shares.items():
            of = design({"allocation": given}).effort
            assert of is not None
            assert wanted == of.shares(6)
        none = design({"budget": "0"}).effort
        assert none is not None
        assert [0] == none.shares(6)

    def test_all_of_the_budget_may_be_spent(self) -> None:
        assert check(design({"allocation": [["30", "30"]]})).certified
        assert "effort.allocation[1]" == refused({"allocation": [["30", Fraction(30) + NEAR]]}).field


class TestOneLengthWrittenOut:
    @pytest.mark.parametrize("name", SETS)
    def test_it_certifies_what_the_length_certified(self, name: str) -> None:
        words, values, product, _ = SETS[name]
        of = design({"reliability": stepped(values)}, **words)
        assert product == {n for n in range(1, words["horizon"] + 1) if check(of.at_length(n)).certified}

    def test_it_certifies_what_the_figure_certified(self) -> None:
        of = figure_3(60)
        assert {2, 3, 4, 5, 6} == {n for n in range(1, 15) if check(of.at_length(n)).certified}

    def test_it_is_written_as_finely_as_a_narrow_certificate_asks(self) -> None:
        target = 1 - Fraction(1, 4) * (1 - Fraction(1, 10**70))
        of = design({"reliability": HIDDEN_HALF}, delta="0.6", gamma=target, false_pass="1/2", length=2)
        assert check(of).certified
        assert check(of.at_length(2)).certified

    def test_its_bounds_are_rounded_down_and_no_further_than_they_say(self) -> None:
        found = EffortRegion(table_1()).effort.execution(5, 400)
        written = [Fraction(*c) for c in table_1().at_length(5).given_execution.values]
        assert all(w <= c.low and c.high - w < Fraction(1, 10**29) for w, c in zip(written, found, strict=True))

    def test_a_review_runs_on_it_and_is_refused_on_the_effort_design(self) -> None:
        review = Review(table_1().at_length(5))
        for _ in range(5):
            assert review.open
            review.plan()
            review.conclude("pass")
        assert (Verdict.ACCEPT, 5) == (review.verdict, review.round)
        with pytest.raises(DesignError, match=r"write design.at_length\(n\)"):
            Review(table_1())
        with pytest.raises(DesignError, match=r"write design.at_length\(5\)"):
            Review(table_1(length=5))

    def test_it_keeps_targets_reasons_kinds_and_attempts(self) -> None:
        kinds = ["diagnostic", "clarification", "diagnostic", "diagnostic"]
        reasons = {"effort": "a model", "response": "a pilot", "global": "no use here"}
        of = design(kind=kinds, horizon=4, attempts=2, reasons=reasons, global_=ONE_SHOT)
        one = of.at_length(3)
        assert (3, 3, 2, of.delta, of.gamma) == (one.horizon, one.length, one.attempts, one.delta, one.gamma)
        assert one.kinds == of.kinds[:3] if of.kinds else False
        assert {"execution": "a model", "response": "a pilot"} == dict(one.reasons)
        assert (None, None) == (one.effort, one.global_check)
        assert "needs <= 0.10/2" in str(check(one))

    def test_it_keeps_bounds_given_round_by_round_and_an_anchor(self) -> None:
        anchored = {"mass": "0.9", "detection": ["0.9", "0.8", "0.7", "0.6", "0.5", "0.4"]}
        one = design(false_pass=None, anchored=anchored, response=["0.99"] * 5 + ["1"]).at_length(2)
        assert one.anchored is not None
        assert ((9, 10), (4, 5)) == one.anchored[1].values
        assert 2 == len(one.response.values) if one.response else False

    @pytest.mark.parametrize("n", [0, -1, 7, True, "2", 2.0, None, Decimal(2)])
    def test_no_length_no_design(self, n: Any) -> None:
        with pytest.raises(DesignError) as caught:
            design().at_length(n)
        assert ("length", "at_length(1)") == (caught.value.field, caught.value.write)

    def test_a_round_without_chance_is_refused_in_words(self) -> None:
        with pytest.raises(DesignError, match="expected an execution bound above 0, got c = 0 in a round of length 2"):
            design({"reliability": "0"}).at_length(2)

    def test_a_design_without_a_model_has_none(self) -> None:
        with pytest.raises(DesignError, match=r"expected a design with \[effort\]"):
            Design(delta="0.05", horizon=10, false_pass="1/2", execution="1").at_length(3)


FORMS = {
    "flat": design(),
    "the paper": table_1(),
    "a list": design({"allocation": ["10"] * 6}),
    "lists": design({"allocation": [["1", "1/3"], ["2"]]}),
    "soundness": design(gamma=None, response=None),
    "numbers": design({"reliability": Fraction(2, 3), "scale": 2, "load": Decimal("0.01")}),
}


class TestForms:
    @pytest.mark.parametrize("name", FORMS)
    def test_a_design_is_read_again_as_it_was_written(self, name: str) -> None:
        of = FORMS[name]
        again = Design.loads(json.dumps(of.to_dict()), format="json")
        for other in (again, pickle.loads(pickle.dumps(of)), copy.deepcopy(of), copy.copy(of)):
            assert (of, hash(of)) == (other, hash(other))
            assert of.to_dict() == other.to_dict()
        assert check(of).region == check(again).region

    def test_designs_differ_by_every_word_of_the_model(self) -> None:
        changed: list[dict[str, Any]] = [{"budget": "61"}, {"expertise": "1"}, {"allocation": ["10"] * 6}]
        changed += [{"reliability": "0.98"}, {"scale": "2"}, {"load": "0.1"}]
        assert len({design(), *map(design, changed)}) == 1 + len(changed)
        assert table_1() != table_1("0.10")
        check(design())
        assert design() == design()

    def test_toml_json_and_a_table_say_the_same(self, tmp_path: Path) -> None:
        targets = '[targets]\ndelta = 0.05\ngamma = "0.10"\nhorizon = 3\n'
        effort = '[effort]\nbudget = 120\nreliability = "1 - exp(-e)"\nscale = 1\nload = 0.01\n'
        one_shot = "[global]\neffort = 120\nload = 0.2\nfalse_pass = 0\nresponse = 1\n"
        keyed = Design.loads(f'{targets}[bounds]\nfalse_pass = "1/4"\nresponse = "0.99"\n{effort}{one_shot}')
        (tmp_path / "b.csv").write_text("q,a\n0.25,0.99\n1/4,99/100\n0.25,0.99\n", "utf-8")
        tabled = Design.loads(f'{targets}[bounds]\ncsv = "b.csv"\n{effort}{one_shot}', folder=tmp_path)
        stated = {
            "targets": {"delta": 0.05, "gamma": "1/10", "horizon": 3},
            "bounds": {"false_pass": 0.25, "response": 0.99},
            "effort": {"budget": 120, "reliability": "1 - exp(-e)", "scale": 1, "load": 0.01},
            "global": {"effort": "120", "load": 0.2, "false_pass": 0, "response": 1},
        }
        assert keyed == tabled == Design.loads(json.dumps(stated), format="json")
        assert Fraction("0.2") == keyed.global_check.load if keyed.global_check else False
        python = Design(
            delta="0.05",
            gamma="0.10",
            horizon=3,
            false_pass="1/4",
            response="0.99",
            effort={"budget": 120, "reliability": "1 - exp(-e)", "scale": 1, "load": Decimal("0.01")},
            global_={"effort": 120, "load": "0.2", "false_pass": 0, "response": 1},
        )
        assert check(python).region == check(keyed).region
        assert python.to_dict()["targets"] == keyed.to_dict()["targets"]

    def test_a_table_of_execution_bounds_does_not_stand_beside_a_model(self, tmp_path: Path) -> None:
        (tmp_path / "b.csv").write_text("q,c,a\n1/4,1,1\n", "utf-8")
        text = '[targets]\ndelta = "0.05"\ngamma = "0.1"\nhorizon = 1\n[bounds]\ncsv = "b.csv"\n[effort]\nbudget = 1\n'
        with pytest.raises(DesignError, match="one of the two, got execution and"):
            Design.loads(f"{text}reliability = 1\nscale = 1\nload = 0\n", folder=tmp_path)


def stated(effort: str = "", tail: str = "", **words: str) -> str:
    given = {"delta": '"0.05"', "gamma": '"0.10"', "horizon": "10", "false_pass": '"1/2"', "response": '"0.99"'} | words
    targets = "".join(f"{w} = {given[w]}\n" for w in ("delta", "gamma", "horizon", "length") if w in given)
    model = "".join(f'{word} = "{text}"\n' for word, text in {"budget": "120", **MODEL}.items())
    bounds = f"false_pass = {given['false_pass']}\nresponse = {given['response']}\n"
    return f"[targets]\n{targets}[bounds]\n{bounds}[effort]\n{effort or model}{tail}"


class TestTheCommandLine:
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.chdir(tmp_path)
        return tmp_path

    @pytest.mark.parametrize(
        ("text", "code", "heading"),
        [
            (stated(), 0, "CERTIFIED  d.toml   every length with its own allocation, equal shares of 120"),
            (stated(length="5"), 0, "CERTIFIED  d.toml   length 5 with its own allocation, equal shares of 120"),
            (stated(length="6"), 1, "NOT CERTIFIED  d.toml"),
            (stated(horizon="4"), 1, "NOT CERTIFIED  d.toml"),
            (
                stated(
                    f'budget = 1\nreliability = "{HIDDEN_HALF}"\nscale = 1\nload = 0\n',
                    delta='"9/16"',
                    horizon="2",
                    gamma='"0.8"',
                ),
                3,
                "UNDECIDED  d.toml",
            ),
            (stated('budget = 1\nreliability = "2"\nscale = 1\nload = 0\n'), 2, ""),
        ],
    )
    def test_its_exit_code_and_first_line(
        self, text: str, code: int, heading: str, folder: Path, capsys: Captured
    ) -> None:
        (folder / "d.toml").write_text(text, "utf-8")
        assert code == main(["check", "d.toml"])
        out, err = capsys.readouterr()
        assert out.startswith(heading)
        assert bool(err) == (code == 2)

    def test_json_has_the_words_of_the_design(self, folder: Path, capsys: Captured) -> None:
        one_shot = '[global]\neffort = "120"\nload = "0.20"\nfalse_pass = "0"\nresponse = "1"\n'
        (folder / "d.toml").write_text(stated(tail=one_shot, length="5"), "utf-8")
        assert 0 == main(["check", "d.toml", "--json"])
        found = json.loads(capsys.readouterr().out)
        assert ("elenctic.check/1", "certified") == (found["schema"], found["outcome"])
        assert (None, None) == (found["first_crossing"], found["early_stopping"])
        assert ([[5, 5]], [], []) == (found["region"], found["additive_region"], found["undecided"])
        assert {"n": 5, "certified": True, "first_crossing": 5} == {
            word: found["at_length"][word] for word in ("n", "certified", "first_crossing")
        }
        for bound in (found["at_length"]["false_accept"], found["global"]["true_accept"]):
            assert {"exact", "decimal", "rounding"} == set(bound)
        one = found["global"]
        assert (False, {"low": "0.157257150358", "high": "0.157257150359"}) == (one["certified"], one["load_threshold"])
        assert ("0.061876", "0.938124") == (one["false_accept"]["decimal"], one["true_accept"]["decimal"])
        assert 10 == len(found["per_length"])
        assert "assumed" == found["classes"]["bounds"]

    def test_undecided_is_null_in_json_and_exits_3(self, folder: Path, capsys: Captured) -> None:
        model = f'budget = 1\nreliability = "{HIDDEN_HALF}"\nscale = 1\nload = 0\n'
        (folder / "d.toml").write_text(stated(model, delta='"9/16"', gamma='"0.8"', length="2"), "utf-8")
        assert 3 == main(["check", "d.toml", "--json"])
        found = json.loads(capsys.readouterr().out)
        assert ("undecided", [[2, 2]], None) == (found["outcome"], found["undecided"], found["at_length"]["certified"])

    def test_a_fault_of_the_model_names_file_and_field(self, folder: Path, capsys: Captured) -> None:
        (folder / "d.toml").write_text(stated('budget = 60\nreliability = "1/(e-20)"\nscale = 1\nload = 0\n'), "utf-8")
        assert 2 == main(["check", "d.toml", "--json"])
        out, err = capsys.readouterr()
        value = json.loads(out)
        assert ("d.toml", "effort.reliability") == (value["file"], value["field"])
        assert "0 at e = 20" in value["got"]
        assert 1 == len(err.splitlines())


class TestChanges:
    @pytest.mark.parametrize(("words", "certified"), [({}, True), ({"delta": "0.03"}, False), ({"length": 6}, False)])
    def test_a_change_that_is_offered_does_what_it_says(self, words: dict[str, Any], certified: bool) -> None:
        of = table_1(**words)
        result = check(of)
        assert certified is result.certified
        changes = result.margins if certified else result.smallest_changes
        assert changes
        for change in changes:
            assert change.to is not None
            stated = of.to_dict()
            del stated["global"]  # it may need the whole budget
            section = {"budget": "effort", "delta": "targets", "gamma": "targets"}.get(change.name, "bounds")
            stated[section] = {**stated[section], change.name: str(change.to)}
            assert check(Design.loads(json.dumps(stated), format="json")).certified, change


class TestCosts:
    def test_a_thousand_rounds_of_lengths_are_explained_around_each_boundary(self) -> None:
        lists = [["1"] * n for n in (*range(1, 60), *range(500, 560))]
        result = check(design({"allocation": lists, "budget": "1000"}, horizon=1000))
        shown = [found.n for found in result.per_length]
        assert 119 > len(shown)
        assert {1, 2, 22, 23, 559} <= set(shown)
        assert "..." in str(result)
        assert [(2, 22)] == result.region

    def test_what_is_kept_of_a_model_is_bounded(self) -> None:
        of = design({"load": "0.001*i/n", "reliability": "1 - 0.001*i/n"}, horizon=150)
        assert of.effort is not None
        check(of)
        assert len(of.effort._known) <= MOST_KNOWN

    def test_a_model_that_takes_hours_is_refused_at_once(self) -> None:
        long = " + ".join(["0.0001*exp(-e*i)"] * 400)
        error = refused({"reliability": long}, horizon=1000)
        assert ("effort.reliability", "at most 10000000 steps in all") == (error.field, error.expected)
        assert Design is type(design({"reliability": "+".join(["0.0001*exp(-e)"] * 400)}, horizon=1000))

    def test_long_numbers_are_cut_where_they_are_printed(self) -> None:
        for budget in ("1e300", "1e-300"):
            effort = {"budget": budget, "expertise": budget, "reliability": "1-exp(-e)"}
            printed = str(check(design(effort, global_={**ONE_SHOT, "effort": budget, "load": "1e300"})))
            assert max(map(len, printed.splitlines())) < 400
            assert "characters)" in printed

    def test_threads_may_share_a_design(self) -> None:
        of, found = table_1(), list[Any]()
        threads = [threading.Thread(target=lambda: found.append(check(of).to_json())) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [check(table_1()).to_json()] * 4 == found


class TestNotes:
    def test_an_f_that_falls_is_told_at_efforts_of_a_readable_length(self) -> None:
        result = check(design({"reliability": "1 - 0.001*e"}))
        assert "f is not increasing, as (18) asks: it falls between e = 10 and e = 12" in result.warnings
        long = check(design({"reliability": "1 - 0.001*e", "budget": Fraction(10**90 + 1, 10**90 + 7)}))
        told = next(said for said in long.warnings if said.startswith("f is not"))
        assert len(told) < 250

    def test_an_f_that_grows_or_stays_is_not(self) -> None:
        for f in ("0.99", MODEL["reliability"], "1 - exp(-e)"):
            result = check(design({"reliability": f, "expertise": "10"}))
            assert not any(said.startswith("f is not") for said in result.warnings)

    def test_the_model_is_said_to_be_no_evidence(self) -> None:
        assert any("not evidence" in said for said in check(design()).warnings)


class TestRefusals:
    def test_q_of_0_and_c_of_1_in_a_local_round_is_refused_and_names_round_and_length(self) -> None:
        error = refused({"reliability": stepped(["1", "0.9", "0.9"])}, false_pass="0", horizon=3)
        assert ("bounds.false_pass", "q = 0 and c = 1 in round 1 of length 1") == (error.field, error.got)
        anchored = refused({"reliability": "1"}, false_pass=None, anchored={"mass": 1, "detection": 1})
        assert "anchored.detection" == anchored.field
        kinds = ["clarification", "diagnostic"]
        result = check(design({"reliability": "min(1, 2-i/1)"}, false_pass="0", kind=kinds, horizon=2, gamma="0.99"))
        assert not result.certified

    def test_numbers_that_round_to_the_edge_are_shown_as_they_are(self) -> None:
        assert "1.000000001" == refused({"reliability": "1+1e-9"}).got
        assert "-0.000000001" == refused({"load": "-1e-9"}).got
        assert refused({"reliability": "exp(1e-9)"}).got.startswith("more than 1.0000")
        assert refused({"load": "1-exp(1e-9)"}).got.startswith("less than -")
        assert (
            "1.2 at e = 12" == refused({"reliability": "min(0.9, 1.2*0) + max(0, e-10.8)", "allocation": [["12"]]}).got
        )

    @pytest.mark.parametrize("word", ["budget", "expertise", "reliability", "scale", "load"])
    @pytest.mark.parametrize("value", [0.5, True, None, float("nan"), b"1", {}, [], Decimal("nan")])
    def test_python_values_that_are_no_numbers_are_refused(self, word: str, value: Any) -> None:
        model: dict[str, Any] = {**FLAT, "expertise": "1", word: value}
        with pytest.raises(DesignError) as caught:
            Design(delta="0.1", horizon=6, false_pass="0.2", effort=model)
        assert f"effort.{word}" == caught.value.field

    def test_a_float_is_refused_with_its_exact_value_and_the_text_to_write(self) -> None:
        error = refused({"reliability": 0.9})
        assert "8106479329266893/9007199254740992" in error.got
        assert error.write.startswith('"0.9"')

    @pytest.mark.parametrize("value", [b"equal", bytearray(6), 6, {"1": 1}, "equall", "", 0.5, [], [[]], [["1"], "2"]])
    def test_an_allocation_that_is_none_is_refused(self, value: Any) -> None:
        assert refused({"allocation": value}).field.startswith("effort.allocation")

    def test_an_array_is_refused_and_no_crash(self) -> None:
        numpy: Any = import_module("numpy")
        assert "effort.allocation" == refused({"allocation": numpy.array([1, 2, 3])}).field
        assert "effort.reliability" == refused({"reliability": numpy.float64(0.5)}).field

    def test_xi_without_expertise_is_refused_with_the_reason(self) -> None:
        error = refused({"reliability": "min(1, 0.9 + xi/100)"})
        assert ("effort.expertise", "expertise, because the model uses xi") == (error.field, error.expected)
        assert check(design({"reliability": "min(1, 0.9 + xi/100)", "expertise": "9"})).certified


def test_decided_asks_on_where_precision_is_short() -> None:
    asked: list[int] = []

    def ask(bits: int) -> bool | None:
        asked.append(bits)
        if len(asked) == 1:
            raise NeedsPrecisionError
        return None if len(asked) == 2 else False

    assert decided(ask) is False
    assert [32, 160, 320] == asked


@pytest.mark.parametrize("exponent", [5, 500])
def test_a_reliability_above_1_is_refused_where_only_a_finer_precision_shows_it(exponent: int) -> None:
    with pytest.raises(DesignError, match="reliability from 0 to 1"):
        check(design({"reliability": f"1+exp(-{exponent})"}))


def test_a_share_longer_than_a_written_number_may_be_is_read() -> None:
    tiny = check(design({"budget": "1e-4000", "reliability": "0.99*e/(e+1)"}, horizon=8))
    assert CheckOutcome.NOT_CERTIFIED is tiny.outcome


def test_every_printed_digit_of_a_tiny_bound_is_right() -> None:
    """R_1 = exp(-120): a working precision that hides it behind 1 - c shows another number."""
    found = check(design({"budget": "120", "reliability": "1-exp(-e)"}, false_pass="0", horizon=1))
    assert "7.667649e-53" == found.per_length[0].false_accept.decimal


def test_a_length_of_clarifications_only_is_refused_as_a_length() -> None:
    mixed = design(kind=["clarification", "diagnostic"], horizon=2)
    with pytest.raises(DesignError, match="clarifications") as caught:
        mixed.at_length(1)
    assert "length" == caught.value.field


def test_a_model_whose_powers_take_minutes_is_refused() -> None:
    heavy = "0.99 - " + " - ".join(f"((i+1/{k})/(n+2))^1000/1000" for k in range(7, 17))
    with pytest.raises(DesignError, match="steps in all"):
        design({"reliability": heavy}, horizon=100)
