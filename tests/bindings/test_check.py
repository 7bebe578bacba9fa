"""The answer of ``check``: what it decides, what it prints, what it says may slip."""

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from elenctic import CheckOutcome, CheckResult, Design, check
from elenctic.answer import LengthBounds
from elenctic.decimals import round_up
from elenctic.margins import GRID, Change
from elenctic.notes import NO_REASON
from elenctic.report import intervals_text

from spec import reference

EXAMPLES = Path(__file__).parents[2] / "spec/examples"
GOLDEN = """CERTIFIED  matrix-product.toml   early stopping, first crossing 5
false acceptance  R_5 <= 0.032845   needs <= 0.05   proved from the bounds
true acceptance   C_5 >= 0.904382   needs >= 0.90   certified lengths {5}; additive (16): none
may slip alone: execution to 0.989039, response to 0.989039, false_pass to 0.544727
"""


def design(**changed: Any) -> Design:
    words: dict[str, Any] = {
        "delta": "0.05",
        "gamma": "0.10",
        "horizon": 10,
        "false_pass": "1/2",
        "execution": "0.99",
        "response": "0.99",
    }
    return Design(**{**words, **changed})


def early(result: CheckResult) -> LengthBounds:
    assert result.early_stopping is not None
    return result.early_stopping


def exact(value: Any) -> Fraction:
    assert value.exact is not None
    return Fraction(value.exact)


def row(result: CheckResult, n: int) -> Any:
    return next(bounds for bounds in result.per_length if bounds.n == n)


class TestTheWorkedExamples:
    def test_the_matrix_product_prints_the_golden_table(self) -> None:
        printed = str(check(Design.load(EXAMPLES / "matrix-product.toml")))
        assert GOLDEN == printed[: len(GOLDEN)]
        assert "\n" == printed[len(GOLDEN)]

    @pytest.mark.claim("DETERMINISTIC-REGION.1")
    def test_example_e1_is_exact(self) -> None:
        result = check(design())
        assert (5, [(5, 5)], []) == (result.first_crossing, result.region, result.additive_region)
        assert Fraction("0.505") ** 4 == exact(row(result, 4).false_accept)
        assert Fraction("0.505") ** 5 == exact(row(result, 5).false_accept)
        assert Fraction("0.9801") ** 5 == exact(row(result, 5).true_accept)
        assert Fraction("0.9801") ** 6 == exact(row(result, 6).true_accept)
        assert ("0.065038", "0.886384") == (row(result, 4).false_accept.decimal, row(result, 6).true_accept.decimal)

    @pytest.mark.claim("EARLY-STOPPING.1")
    def test_example_e2_is_hopeless_at_20_and_crosses_at_1663(self) -> None:
        hopeless = check(Design.load(EXAMPLES / "scheduling.toml"))
        assert CheckOutcome.NOT_CERTIFIED is hopeless.outcome
        assert hopeless.first_crossing is None
        never = early(hopeless)
        assert never.true_accept is not None
        assert never.false_accept.safe == never.true_accept.safe == 0
        assert any("round 1663, where C_1663 >= 8.04" in said for said in hopeless.warnings)
        long = check(Design.load(EXAMPLES / "scheduling.toml", horizon=1663))
        assert (1663, []) == (long.first_crossing, long.region)
        assert "8.040687e-77" == row(long, 1663).true_accept.decimal
        alone = Design(delta="0.05", horizon=1663, execution="0.9", anchored={"mass": "0.2", "detection": "1/100"})
        assert 1663 == check(alone).first_crossing

    @pytest.mark.claim("REGION-INTERVAL.1")
    def test_the_sequence_of_figure_2_has_both_its_regions(self) -> None:
        result = check(Design.load(EXAMPLES / "fatigue.toml"))
        assert (2, [(2, 11)], [(3, 11)]) == (result.first_crossing, result.region, result.additive_region)
        assert ("0.045114", "0.800685") == (row(result, 2).false_accept.decimal, row(result, 11).true_accept.decimal)


class TestWhatIsAsked:
    def test_a_length_in_the_region_is_certified_and_its_neighbour_is_not(self) -> None:
        assert check(design(length=5)).certified
        assert not check(design(length=6)).certified
        assert not check(design(length=4)).certified

    @pytest.mark.claim("AT-HORIZON.1")
    def test_a_length_before_the_crossing_accepts_nothing(self) -> None:
        at_length = check(design(length=4)).at_length
        assert at_length is not None
        assert at_length.true_accept is not None
        assert at_length.false_accept.safe == at_length.true_accept.safe == 0

    def test_a_length_that_ends_in_a_clarification_accepts_nothing(self) -> None:
        kinds = ["diagnostic"] * 5 + ["clarification"] + ["diagnostic"] * 4
        result = check(design(kind=kinds, length=6))
        assert not result.certified
        assert result.at_length is not None
        assert 0 == result.at_length.false_accept.safe

    def test_attempts_divide_delta(self) -> None:
        once, thrice = check(design(gamma="1/2")), check(design(gamma="1/2", attempts=3))
        assert (5, 6) == (once.first_crossing, thrice.first_crossing)
        assert check(design(gamma="1/2", delta="1/60")).first_crossing == thrice.first_crossing
        assert "needs <= 0.05/3 in each of 3 attempts" in str(thrice)
        total = 3 * Fraction("0.505") ** 6
        assert f"with probability at most {round_up(total)}" in thrice.warnings[0]

    def test_without_gamma_and_response_the_answer_is_headed_soundness_only(self) -> None:
        result = check(design(gamma=None, response=None))
        assert result.certified
        assert [(5, 10)] == result.region
        assert str(result).startswith("CERTIFIED (SOUNDNESS ONLY)  design ")
        assert early(result).true_accept is None

    def test_q_given_round_by_round_is_undecided_with_a_completeness_target(self) -> None:
        result = check(design(false_pass="adaptive"))
        assert CheckOutcome.UNDECIDED is result.outcome
        assert Fraction(1, 20) == exact(early(result).false_accept)
        assert "by round 5" in str(result)
        assert "false_pass  adaptive" in str(result)

    def test_q_given_round_by_round_is_refused_where_not_even_one_round_is_complete(self) -> None:
        assert CheckOutcome.NOT_CERTIFIED is check(design(false_pass="adaptive", response="1/2")).outcome

    def test_q_given_round_by_round_is_sound_at_delta(self) -> None:
        result = check(design(false_pass="adaptive", gamma=None, response=None))
        assert result.certified
        assert "whatever q will be (Theorem 7)" in str(result)


class TestClarifications:
    KINDS = ("diagnostic", "clarification") * 5

    def test_they_use_up_rounds_and_move_nothing(self) -> None:
        result = check(design(kind=self.KINDS))
        assert (9, [(9, 9)]) == (result.first_crossing, result.region)
        assert Fraction("0.9801") ** 5 == exact(early(result).true_accept)

    def test_the_paper_charges_them(self) -> None:
        result = check(design(kind=self.KINDS))
        assert Fraction("0.9801") ** 9 == exact(result.paper_true_accept)
        assert "with clarification rounds charged, as (7) does: C_9 >= 0.834513" in str(result)

    def test_lengths_that_end_in_one_are_no_members(self) -> None:
        result = check(design(kind=self.KINDS, gamma="1/2", horizon=10, delta="0.2"))
        assert [(5, 5), (7, 7), (9, 9)] == result.region
        assert not row(result, 6).certified
        assert "no (clarification)" in str(result)

    def test_one_at_the_horizon_is_warned_of(self) -> None:
        assert any("is a clarification" in said for said in check(design(kind=self.KINDS)).warnings)

    def test_too_many_of_them_are_named_as_the_cause(self) -> None:
        result = check(design(kind=("clarification",) * 6 + ("diagnostic",) * 4))
        assert any("6 of them spent on clarification" in said for said in result.warnings)

    def test_their_bounds_do_not_slip(self) -> None:
        result = check(design(kind=self.KINDS))
        assert result.margins is not None
        assert {"execution": "0.989039", "response": "0.989039", "false_pass": "0.544727"} == {
            change.name: str(change).split(" to ")[1] for change in result.margins
        }


class TestTies:
    @pytest.mark.claim("EARLY-STOPPING.1")
    def test_a_design_at_both_ties_is_certified_and_loses_it_one_part_in_ten_to_the_forty_below(self) -> None:
        tie = {"delta": "1/32", "gamma": "1/10", "false_pass": "1/2", "execution": "1", "response": "1", "horizon": 5}
        assert check(design(**tie)).certified
        below = Fraction(1, 32) * (1 - Fraction(1, 10**40))
        assert not check(design(**{**tie, "delta": below})).certified
        gamma = 1 - Fraction("0.9801") ** 5
        assert check(design(gamma=gamma)).certified
        assert not check(design(gamma=gamma * (1 - Fraction(1, 10**40)))).certified


def moved(start: Design, change: Change, beyond: int) -> Design:
    """Return the design with the change made, and pushed so many grid steps further."""
    words = start.to_dict()
    step = Fraction(beyond, GRID)
    if change.name in ("delta", "gamma", "horizon"):
        assert change.to is not None
        value = int(change.to) + beyond if change.name == "horizon" else str(change.to + step)
        words["targets"][change.name] = value
    elif change.to is not None:
        words["bounds"][change.name] = str(change.to + step)
    else:
        assert change.by is not None
        bound = getattr(start, change.name).values
        capped = [min(Fraction(1), Fraction(*value) + change.by + step) for value in bound]
        words["bounds"][change.name] = [str(value) for value in capped]
    return Design.loads(json.dumps(words), format="json")


CERTIFIED = [
    design(),
    design(execution="0.995 - 0.001*(i-1)"),
    design(delta="0.3", gamma="0.2", execution=["0.9", "0.99", "0.97"], horizon=3),
    design(delta="1/32", false_pass="1/2", execution="1", response="1", horizon=5),
    design(gamma=None, response=None),
]
REFUSED = [
    design(execution="0.98"),
    design(execution="0.981 - 0.001*(i-1)"),
    design(horizon=4),
    design(delta="0.001", gamma="0.05"),
    design(false_pass="0.9"),
]


class TestSlips:
    @pytest.mark.parametrize("start", CERTIFIED, ids=range(len(CERTIFIED)))
    def test_each_bound_may_slip_so_far_and_one_step_further_it_may_not(self, start: Design) -> None:
        slips = check(start).margins
        assert slips
        for change in slips:
            if not change.note:
                beyond = 1 if change.name == "false_pass" else -1
                assert check(moved(start, change, 0)).certified, change
                assert not check(moved(start, change, beyond)).certified, change

    def test_a_bound_without_room_says_so(self) -> None:
        tie = check(CERTIFIED[3]).margins
        assert tie is not None
        assert "no room at six decimals" in str(next(change for change in tie if change.name == "false_pass"))

    @pytest.mark.parametrize("start", REFUSED, ids=range(len(REFUSED)))
    def test_each_single_change_certifies_and_one_step_less_does_not(self, start: Design) -> None:
        changes = check(start).smallest_changes
        assert changes
        for change in changes:
            back = 1 if change.name == "false_pass" else -1
            assert check(moved(start, change, 0)).certified, change
            assert not check(moved(start, change, back)).certified, change

    def test_a_design_that_no_single_change_mends_says_so(self) -> None:
        result = check(design(horizon=1, execution="1/2", response="1/2"))
        assert "would certify alone: no single change" in str(result) or result.smallest_changes


class TestSlipsOfAFixedLength:
    """The changes answer for the length that is asked about, not for early stopping."""

    ASKED = (
        design(delta="0.01", gamma="0.2", horizon=12, false_pass="0.3", execution="0.95", response="0.98", length=8),
        design(delta="0.05", gamma="0.2", horizon=12, false_pass="0.3", execution="0.97", response="0.99", length=7),
        design(length=6),
        design(length=4),
    )

    @pytest.mark.parametrize("start", ASKED, ids=range(len(ASKED)))
    def test_each_single_change_certifies_that_length_and_one_step_less_does_not(self, start: Design) -> None:
        result = check(start)
        assert not result.certified
        assert result.margins is None
        assert result.smallest_changes
        assert "would certify alone" in str(result)
        for change in result.smallest_changes:
            back = 1 if change.name == "false_pass" else -1
            assert check(moved(start, change, 0)).certified, change
            assert not check(moved(start, change, back)).certified, change

    def test_each_bound_of_a_certified_length_may_slip_so_far(self) -> None:
        start = design(gamma="0.2", length=7)
        slips = check(start).margins
        assert slips
        for change in slips:
            assert check(moved(start, change, 0)).certified, change
            assert not check(moved(start, change, 1 if change.name == "false_pass" else -1)).certified, change

    def test_a_length_that_ends_in_a_clarification_has_no_remedy(self) -> None:
        kinds = ["diagnostic"] * 5 + ["clarification"] + ["diagnostic"] * 4
        assert [] == check(design(kind=kinds, length=6)).smallest_changes


class TestRemediesThatADesignMayCarry:
    def test_execution_is_not_raised_to_1_where_q_is_0(self) -> None:
        result = check(design(delta="1e-7", horizon=1, false_pass="0", gamma=None, response=None))
        assert "execution" not in [change.name for change in result.smallest_changes or []]

    def test_an_anchored_design_is_told_of_its_mass_and_detection(self) -> None:
        result = check(Design.load(EXAMPLES / "scheduling.toml"))
        names = [change.name for change in result.smallest_changes or []]
        assert "mass*detection" in names
        assert "false_pass" not in names
        assert "more than this mass can give" in str(result)

    def test_a_target_of_a_half_or_more_is_no_remedy(self) -> None:
        result = check(Design.load(EXAMPLES / "scheduling.toml"))
        assert {"delta", "gamma"}.isdisjoint(change.name for change in result.smallest_changes or [])


class TestAdaptiveLengths:
    def test_a_length_beyond_the_complete_ones_is_not_certified(self) -> None:
        assert CheckOutcome.NOT_CERTIFIED is check(design(false_pass="adaptive", length=6)).outcome
        assert CheckOutcome.UNDECIDED is check(design(false_pass="adaptive", length=5)).outcome

    def test_the_table_shows_no_survival_that_nobody_knows(self) -> None:
        assert "R_n" not in str(check(design(false_pass="adaptive"))).split("assumed by you")[0]


class TestManyRounds:
    def test_lengths_around_each_boundary_are_explained(self) -> None:
        result = check(design(horizon=100_000, false_pass="0.9", execution="0.9999", response="1", gamma="0.3"))
        assert result.first_crossing is not None
        shown = [bounds.n for bounds in result.per_length]
        assert len(shown) < 40
        for edge in (result.first_crossing, result.last_complete):
            assert {edge - 1, edge, edge + 1} <= set(shown)
        assert "\n...\n" in str(result)

    def test_a_bound_that_is_too_long_to_print_exactly_is_enclosed(self) -> None:
        result = check(design(horizon=50_000, false_pass="0.9999", execution="1", response="1"))
        last = row(result, 50_000)
        assert last.false_accept.to_dict()["exact"] is None
        assert last.false_accept.low <= Fraction("0.9999") ** 50_000 <= last.false_accept.high
        assert "6.736111e-3" == last.false_accept.decimal or "0.006737" == last.false_accept.decimal


class TestWhatIsSaid:
    def test_a_bound_without_a_reason_is_called_assumed(self) -> None:
        printed = str(check(design(reasons={"execution": "pilot.csv: 0 misses of 200"})))
        assert 2 == printed.count(NO_REASON)
        assert "assumed: pilot.csv: 0 misses of 200" in printed

    def test_sets_of_lengths_are_written_as_sets(self) -> None:
        assert ("none", "{5}", "{2..11}", "{1, 3..4}") == (
            intervals_text([]),
            intervals_text([(5, 5)]),
            intervals_text([(2, 11)]),
            intervals_text([(1, 1), (3, 4)]),
        )

    def test_a_notebook_shows_the_same_words_escaped(self) -> None:
        shown = check(design(name="a<b")).__class__._repr_html_(check(design(reasons={"execution": "<script>"})))
        assert "&lt;script&gt;" in shown
        assert "<script>" not in shown


def numbers_in(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [n for item in value.values() for n in numbers_in(item)]
    if isinstance(value, list):
        return [n for item in value for n in numbers_in(item)]
    return [value] if isinstance(value, float) else []


class TestJson:
    @pytest.mark.parametrize("start", [*CERTIFIED, *REFUSED, design(false_pass="adaptive"), design(length=4)])
    def test_it_is_one_value_without_a_float(self, start: Design) -> None:
        value = json.loads(check(start).to_json())
        assert "elenctic.check/1" == value["schema"]
        assert [] == numbers_in(value)

    def test_it_carries_what_the_design_names(self) -> None:
        value = json.loads(check(design(length=6)).to_json())
        assert {"delta": "1/20", "gamma": "1/10", "horizon": 10, "length": 6, "attempts": 1} == value["targets"]
        assert (5, [[5, 5]], []) == (value["first_crossing"], value["region"], value["additive_region"])
        assert "not-certified" == value["outcome"]
        assert value["early_stopping"]["certified"] is True
        assert (6, False) == (value["at_length"]["n"], value["at_length"]["certified"])
        assert {"exact": "10510100501/320000000000", "decimal": "0.032845", "rounding": "up"} == (
            value["early_stopping"]["false_accept"]
        )
        assert 10 == len(value["per_length"])


@pytest.mark.claim("DETERMINISTIC-REGION.1")
def test_random_designs_get_the_region_of_the_reference() -> None:
    draw = random.Random(5)
    for _ in range(400):
        horizon = draw.randint(1, 8)
        q, c, a = ([Fraction(draw.randint(1, 19), 20) for _ in range(horizon)] for _ in range(3))
        survival, complete = reference.R(reference.bounds(c, q)), reference.C(a, c)
        delta = survival[draw.randint(1, horizon)] if draw.random() < 0.5 else Fraction(1, 3)
        gamma = 1 - complete[draw.randint(1, horizon)] if draw.random() < 0.5 else Fraction(draw.randint(1, 19), 20)
        result = check(Design(delta=delta, gamma=gamma, horizon=horizon, false_pass=q, execution=c, response=a))
        lengths = {n for low, high in result.region for n in range(low, high + 1)}
        assert reference.ER(survival, complete, delta, gamma) == lengths
        assert reference.K_delta(survival, delta) == (result.first_crossing or 0)


class TestSlipsStayInRange:
    def test_a_shift_that_would_make_a_round_useless_is_not_offered(self) -> None:
        start = Design(delta="0.5", gamma="0.5", horizon=2, false_pass=["0.2", "0.9"], execution="1", response="1")
        slip = next(change for change in check(start).margins or [] if change.name == "false_pass")
        assert slip.by is not None
        assert Fraction(9, 10) + slip.by < 1
        assert check(moved(start, slip, 0)).certified

    def test_a_small_target_is_offered_on_a_fine_grid(self) -> None:
        result = check(design(delta="1e-9", horizon=29, gamma="0.5"))
        offered = next(change for change in result.smallest_changes or [] if change.name == "delta")
        assert offered.to is not None
        assert Fraction("0.505") ** 29 <= offered.to < Fraction("0.505") ** 29 * Fraction(1001, 1000)

    def test_an_adaptive_length_that_ends_in_a_clarification_is_not_certified(self) -> None:
        kinds = ["diagnostic", "diagnostic", "clarification"]
        asked = design(horizon=3, length=3, false_pass="adaptive", kind=kinds)
        assert CheckOutcome.NOT_CERTIFIED is check(asked).outcome
