"""A review: the order of events, what it says, what it refuses, and that nothing but its records is believed."""

import copy
import logging
import os
import pickle
import subprocess
import sys
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

import pytest
from elenctic.design import Design
from elenctic.errors import DesignError
from elenctic.review import Review
from elenctic.transcript import Plan, Record
from elenctic_kernel import InputError, Kind, OrderError, Outcome, Reason, StoppingRule, Verdict

D, C = Kind.DIAGNOSTIC, Kind.CLARIFICATION


def design(**words: Any) -> Design:
    given = {"delta": "1/20", "gamma": "1/10", "horizon": 6, "false_pass": "1/2", "execution": "19/20"}
    return Design(**{**given, "response": "99/100", **words})


def sound(**words: Any) -> Design:
    return design(**{"gamma": None, "response": None, "execution": "1", **words})


def passed(review: Review, times: int = 1) -> Review:
    for _ in range(times):
        review.plan()
        review.conclude("pass")
    return review


def refused(call: Any, *arguments: Any, **words: Any) -> DesignError:
    with pytest.raises(DesignError) as caught:
        call(*arguments, **words)
    return caught.value


def seen(review: Review) -> tuple[object, ...]:
    return (
        *(review.open, review.round, review.verdict, review.reason, review.survival, review.certificate),
        *(review.crossed_at, review.planned, review.records, review.completeness, review.futile, str(review)),
    )


# Opening


@pytest.mark.claim("OPEN-REVIEW.1")
def test_new_review_is_open_at_round_0_with_M_of_1() -> None:
    of = design()
    review = Review(of)
    assert (True, 0, Verdict.CHALLENGE, Reason.OPEN) == (review.open, review.round, review.verdict, review.reason)
    assert (Fraction(1), Fraction(1), None, None, ()) == (
        *(review.certificate, review.survival, review.crossed_at, review.planned),
        review.records,
    )
    assert (of, 6, None, "admissible") == (review.design, review.horizon, review.length, review.first_message)
    assert StoppingRule.FIRST_CROSSING is review.rule


@pytest.mark.claim("OPEN-REVIEW.1")
def test_inadmissible_first_message_rejects_before_any_round() -> None:
    review = Review(design(), first_message="inadmissible")
    assert (False, 0, Verdict.REJECT) == (review.open, review.round, review.verdict)
    assert (Reason.INADMISSIBLE_MESSAGE, Fraction(1), Fraction(0)) == (
        review.reason,
        review.certificate,
        review.completeness,
    )
    assert "REJECT after round 0 (inadmissible message): insufficiently verified, not refuted." in str(review)
    for event in (review.plan, review.clarify, lambda: review.conclude("pass")):
        with pytest.raises(OrderError, match="closed at round 0"):
            event()


@pytest.mark.parametrize("first", ["malformed", "", None, True, False, 1, "Admissible"])
def test_first_message_is_one_of_two_words(first: Any) -> None:
    error = refused(Review, design(), first_message=first)
    assert ("first_message", 'first_message="inadmissible"') == (error.field, error.write)


@pytest.mark.parametrize("length", [0, 7, -1, True, 5.0, "5", Fraction(5)])
def test_length_is_a_round_up_to_the_horizon(length: Any) -> None:
    assert "length" == refused(Review, design(), length=length).field


@pytest.mark.parametrize("other", [None, "design.toml", {"delta": "1/20"}, Design])
def test_review_needs_a_design(other: Any) -> None:
    assert "design" == refused(Review, other).field


# Rounds


@pytest.mark.claim("FIRST-CROSSING.1")
def test_early_stopping_accepts_at_its_first_crossing() -> None:
    review = passed(Review(sound()), 4)
    assert (True, Fraction(16), None) == (review.open, review.certificate, review.crossed_at)
    review.plan()
    assert Verdict.ACCEPT is review.conclude("pass")
    assert (5, Fraction(1, 32), Fraction(32), 5) == (
        *(review.round, review.survival, review.certificate),
        review.crossed_at,
    )
    assert (Reason.THRESHOLD_CROSSED, Fraction(1)) == (review.reason, review.completeness)
    with pytest.raises(OrderError, match=r"closed at round 5 \(threshold-crossed\)"):
        review.plan()


@pytest.mark.claim("AT-HORIZON.1")
def test_fixed_length_crosses_goes_on_and_accepts_at_its_length() -> None:
    review = passed(Review(sound(), length=6), 5)
    assert (True, 5, StoppingRule.AT_HORIZON, 6) == (review.open, review.crossed_at, review.rule, review.length)
    assert Verdict.ACCEPT is passed(review).verdict
    assert (6, 5, Fraction(64)) == (review.round, review.crossed_at, review.certificate)


@pytest.mark.claim("AT-HORIZON.1")
@pytest.mark.claim("AT-HORIZON.1")
def test_design_with_a_length_is_reviewed_at_that_length() -> None:
    of = sound(length=6)
    assert 6 == Review(of).length == Review(of, length=6).length
    assert StoppingRule.AT_HORIZON is Review(of).rule
    assert "length" == refused(Review, of, length=5).field
    assert 6 == Review.from_json(passed(Review(of), 3).to_json()).length


def test_clarification_that_costs_the_completeness_target_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    of = design(horizon=10, execution="0.995 - 0.004*(i-1)", response="1", gamma="0.09", false_pass="1/2", delta="0.05")
    review = Review(of)
    with caplog.at_level(logging.WARNING, "elenctic"):
        review.clarify()
        assert [] == caplog.messages
        review.clarify()
    assert ["round 2: this clarification leaves the bound on accepting a true statement below its target"] == (
        caplog.messages
    )
    assert review.completeness is not None
    assert review.completeness < Fraction("0.91")


def test_fixed_length_uses_the_first_bounds_and_its_own_end() -> None:
    of = sound(false_pass=["1/2", "1/10", "1/2", "1/2", "1/2", "1/2"])
    review = passed(Review(of, length=2), 2)
    assert (Verdict.ACCEPT, 2, Fraction(20)) == (review.verdict, review.horizon, review.certificate)
    assert Verdict.REJECT is passed(Review(of, length=1)).verdict


@pytest.mark.claim("FAILURE-REJECTS.1")
def test_failed_check_rejects_and_takes_M_to_0() -> None:
    review = passed(Review(design()), 2)
    review.plan()
    assert Verdict.REJECT is review.conclude("fail")
    assert (3, Reason.CHECK_FAILED, Fraction(0)) == (review.round, review.reason, review.certificate)
    assert (Fraction(21, 40) ** 2, Fraction(0)) == (review.survival, review.completeness)
    line = (
        "REJECT at round 3 (check failed): insufficiently verified, not refuted. "
        "Another try at the same delta is not covered; plan it beforehand with attempts."
    )
    assert line == str(review)


@pytest.mark.claim("INADMISSIBLE-REJECTS.1")
def test_inadmissible_response_rejects_and_the_round_does_not_count() -> None:
    review = passed(Review(design()))
    review.plan()
    assert Verdict.REJECT is review.conclude("inadmissible")
    assert (1, Fraction(40, 21)) == (review.round, review.certificate)
    assert Record(2, D, Fraction(1, 2), Outcome.INADMISSIBLE) == review.records[-1]


@pytest.mark.claim("BOUNDS-FIXED.1")
def test_each_declared_attempt_runs_at_its_share_of_delta() -> None:
    of = sound(delta="1/16", attempts=2, horizon=9)
    assert Verdict.CHALLENGE is passed(Review(of), 4).verdict
    assert Verdict.ACCEPT is passed(Review(of), 5).verdict
    review = Review(of)
    review.plan()
    review.conclude("fail")
    assert "2 attempts in all were declared, each at delta/2; one beyond them is not covered." in str(review)


@pytest.mark.claim("PLAN-ORDER.1")
def test_plan_says_round_kind_q_and_q_bar_before_the_challenge() -> None:
    review = passed(Review(design()))
    plan = review.plan()
    assert Plan(2, D, Fraction(1, 2), Fraction(21, 40), ()) == plan
    assert plan is review.planned
    review.conclude("pass")
    assert review.planned is None
    expected = [Record(m, D, Fraction(1, 2), Outcome.PASS) for m in (1, 2)]
    assert expected == list(review.records)


@pytest.mark.claim("PLAN-ORDER.1")
def test_no_round_is_planned_twice_concluded_unplanned_or_concluded_twice() -> None:
    review = Review(design())
    with pytest.raises(OrderError, match="expected a planned round"):
        review.conclude("pass")
    review.plan()
    for event in (review.plan, review.clarify):
        with pytest.raises(OrderError, match="expected the outcome of round 1, which is planned"):
            event()
    review.conclude("pass")
    with pytest.raises(OrderError, match="expected a planned round"):
        review.conclude("pass")
    assert 1 == review.round


@pytest.mark.claim("TERMINAL-ABSORBS.1")
def test_closed_review_refuses_every_event_and_stays_as_it_was() -> None:
    review = passed(Review(sound()), 5)
    before = seen(review)
    for event in (review.plan, review.clarify, lambda: review.conclude("fail")):
        with pytest.raises(OrderError, match="expected an open review"):
            event()
    assert before == seen(review)


class Word(str):
    """A str that is not quite one."""


class Other(Enum):
    PASS = "pass"
    FAIL = "fail"
    SKIPPED = "skipped"


WRONG: list[tuple[Any, str]] = [
    (True, '"pass"'),
    (False, '"fail"'),
    ("PASS", '"pass"'),
    (" pass", '"pass"'),
    ("Fail\n", '"fail"'),
    (Word("pass"), '"pass"'),
    (Outcome.PASS, '"pass"'),
    (Other.FAIL, '"fail"'),
    (Other.SKIPPED, '"fail" where'),
    (None, '"fail" where'),
    (1, '"fail" where'),
    (0, '"fail" where'),
    (1.0, '"fail" where'),
    ("", '"fail" where'),
    ("error", '"fail" where'),
    ("passed", '"fail" where'),
    ("pass\0", '"fail" where'),
    (b"pass", '"fail" where'),
    (["pass"], '"fail" where'),
    (ValueError("timeout"), '"fail" where'),
    (Verdict.ACCEPT, '"fail" where'),
    (float("nan"), '"fail" where'),
]


@pytest.mark.claim("PLAN-ORDER.1")
@pytest.mark.parametrize(("outcome", "write"), WRONG)
def test_nothing_but_the_three_words_is_an_outcome(outcome: Any, write: str) -> None:
    review = passed(Review(design()))
    review.plan()
    before = seen(review)
    error = refused(review.conclude, outcome)
    assert "outcome" == error.field
    assert error.write.startswith(write)
    assert before == seen(review)
    review.conclude("pass")
    assert 2 == review.round
    assert error.write.startswith(write) is refused(review.clarify, outcome).write.startswith(write)
    assert 2 == review.round


# Bounds given round by round


def adaptive(**words: Any) -> Review:
    return Review(design(false_pass="adaptive", **words))


@pytest.mark.claim("IMPLEMENTED-BOUND.1")
@pytest.mark.parametrize("q", ["1/2", "0.5", "5e-1", Fraction(1, 2), Decimal("0.5")])
def test_adaptive_review_takes_exact_q(q: Any) -> None:
    assert Plan(1, D, Fraction(1, 2), Fraction(21, 40)) == adaptive().plan(q=q)


@pytest.mark.claim("IMPLEMENTED-BOUND.1")
def test_q_of_0_is_a_bound_where_execution_can_fail() -> None:
    review = adaptive()
    assert Fraction(1, 20) == review.plan(q=0).bound
    assert Verdict.ACCEPT is review.conclude("pass")


@pytest.mark.parametrize(
    ("q", "write"),
    [
        (None, 'plan(q="1/2")'),
        (0.5, '"0.5", or round it'),
        (True, '"1"'),
        ("1/2/2", '"'),
        ("50%", '"0.5"'),
        ("-1/2", 'plan(q="1/2")'),
        (2, 'plan(q="1/2")'),
        (1, "clarify()"),
        ("1.000", "clarify()"),
        (float("nan"), '"0.05"'),
        ("nan", '"0.05"'),
    ],
)
def test_q_that_is_no_bound_below_1_is_refused_with_what_to_write(q: Any, write: str) -> None:
    review = adaptive()
    error = refused(review.plan, q=q)
    assert "q" == error.field
    assert write in error.write
    assert (True, 0, None) == (review.open, review.round, review.planned)


def test_q_bar_of_0_is_refused_with_the_remedy() -> None:
    error = refused(adaptive(execution="1").plan, q="0.0")
    assert "a weaker valid bound" in error.write


def test_q_is_not_taken_where_the_design_fixes_it() -> None:
    error = refused(Review(design()).plan, q="1/2")
    assert 'false_pass = "adaptive"' in error.write


def test_adaptive_review_forecasts_nothing() -> None:
    review = adaptive(horizon=1)
    assert (None, False) == (review.completeness, review.futile)
    assert () == review.plan(q="999/1000").warnings
    assert Verdict.REJECT is review.conclude("pass")
    assert 0 == review.completeness


# Clarifications


@pytest.mark.claim("CLARIFICATION-NEUTRAL.1")
def test_undeclared_clarification_uses_up_a_round_and_leaves_R() -> None:
    review = passed(Review(sound(horizon=7)))
    assert Verdict.CHALLENGE is review.clarify()
    assert (2, Fraction(1, 2)) == (review.round, review.survival)
    assert Record(2, C, Fraction(1), Outcome.PASS) == review.records[-1]
    assert Verdict.ACCEPT is passed(review, 4).verdict
    assert 6 == review.crossed_at


@pytest.mark.claim("INADMISSIBLE-REJECTS.1")
def test_inadmissible_clarification_rejects_and_does_not_count() -> None:
    review = passed(Review(design()))
    assert Verdict.REJECT is review.clarify("inadmissible")
    assert (1, Reason.INADMISSIBLE_MESSAGE) == (review.round, review.reason)


@pytest.mark.claim("CLARIFICATION-NEUTRAL.1")
def test_clarification_cannot_fail_and_leaves_the_review_as_it_was() -> None:
    review = passed(Review(design()))
    before = seen(review)
    with pytest.raises(OrderError, match="on a clarification round, got fail"):
        review.clarify("fail")
    assert before == seen(review)


def declared(**words: Any) -> Design:
    kinds = ["diagnostic", "clarification", "diagnostic", "diagnostic"]
    return design(**{"horizon": 4, "delta": "1/4", "kind": kinds, "gamma": "1/2", **words})


def test_declared_kinds_are_planned_as_declared_and_no_other_kind_is() -> None:
    review = Review(declared())
    with pytest.raises(OrderError, match="expected a diagnostic round, which round 1 was declared to be"):
        review.clarify()
    assert (0, None) == (review.round, review.planned)
    assert D is review.plan().kind
    review.conclude("pass")
    plan = review.plan()
    assert Plan(2, C, Fraction(1), Fraction(1)) == plan
    with pytest.raises(OrderError, match="on a clarification round, got fail"):
        review.conclude("fail")
    assert plan is review.planned
    assert Verdict.CHALLENGE is review.conclude("pass")
    assert (2, Fraction(21, 40)) == (review.round, review.survival)


def test_declared_clarification_can_be_done_in_one_call() -> None:
    review = passed(Review(declared()))
    assert Verdict.CHALLENGE is review.clarify()
    assert (2, C) == (review.round, review.records[-1].kind)
    with pytest.raises(OrderError, match="expected a diagnostic round"):
        review.clarify()


def test_adaptive_review_with_declared_kinds_takes_q_on_diagnostic_rounds_only() -> None:
    review = Review(declared(false_pass="adaptive"))
    review.plan(q="1/2")
    review.conclude("pass")
    assert "q" == refused(review.plan, q="1/2").field
    assert C is review.plan().kind


# Warnings and forecasts


@pytest.mark.claim("CLARIFICATION-HORIZON.1")
def test_clarification_at_the_horizon_is_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    review = passed(Review(sound(horizon=5)), 4)
    with caplog.at_level(logging.WARNING, logger="elenctic"):
        assert Verdict.REJECT is review.clarify()
    assert ["elenctic"] == [record.name for record in caplog.records]
    assert "round 5: this is the last round" in caplog.text
    assert Reason.HORIZON_REACHED is review.reason


@pytest.mark.claim("CLARIFICATION-HORIZON.1")
def test_declared_clarification_at_the_horizon_is_warned_of_in_the_plan() -> None:
    of = declared(kind=["diagnostic", "diagnostic", "diagnostic", "clarification"], delta="1/20")
    review = passed(Review(of), 3)
    assert "the review ends in Reject" in review.plan().warnings[0]


@pytest.mark.claim("FIRST-CROSSING.1")
def test_futility_is_known_and_warned_of_as_soon_as_it_is_certain(caplog: pytest.LogCaptureFixture) -> None:
    review = Review(sound(horizon=6))
    with caplog.at_level(logging.WARNING, logger="elenctic"):
        review.clarify()
        assert (False, []) == (review.futile, caplog.records)
        review.clarify()
        assert review.futile
        warned = [review.plan().warnings[0]]
        review.conclude("pass")
        warned.append(review.plan().warnings[0])
    assert 1 == len(caplog.records)
    assert "round 2: even if every remaining round passes" in caplog.text
    assert warned[0] == warned[1]
    assert "no round can accept any more" in str(review)


@pytest.mark.parametrize(
    ("words", "length", "futile"),
    [
        ({"horizon": 4}, None, True),
        ({"horizon": 5}, None, False),
        ({"horizon": 6}, 4, True),
        ({"horizon": 6}, 5, False),
        ({"delta": "1/16", "horizon": 4}, None, False),
        ({"delta": Fraction(1, 16) - Fraction(1, 10**40), "horizon": 4}, None, True),
        ({"delta": "1/2", "horizon": 2, "kind": ["diagnostic", "clarification"]}, None, False),
        ({"delta": "1/2", "horizon": 2, "kind": ["diagnostic", "clarification"]}, 2, True),
    ],
)
def test_futile_says_whether_the_threshold_can_be_reached(
    words: dict[str, Any], length: int | None, futile: bool
) -> None:
    review = Review(sound(**words), length=length)
    assert futile is review.futile
    assert futile is bool(review.plan().warnings)
    while review.open:
        if review.planned is None:
            review.plan()
        review.conclude("pass")
    assert (Verdict.REJECT if futile else Verdict.ACCEPT) is review.verdict
    assert not review.futile


def test_completeness_is_the_product_of_a_c_over_the_rounds_that_remain() -> None:
    each = Fraction(99, 100) * Fraction(19, 20)
    review = Review(design())
    assert each**5 == review.completeness
    assert each**4 == passed(review).completeness
    review.clarify()
    assert each**4 == review.completeness
    review.clarify()
    assert review.completeness is None


def test_completeness_of_declared_kinds_charges_diagnostic_rounds_only() -> None:
    each = Fraction(99, 100) * Fraction(19, 20)
    review = Review(declared(delta="3/10"))
    assert each**2 == review.completeness
    review.plan()
    review.conclude("pass")
    review.plan()
    assert each == review.completeness
    review.conclude("pass")
    assert each == review.completeness
    assert 1 == passed(review).completeness


def test_completeness_of_a_fixed_length_goes_to_its_end() -> None:
    each = Fraction(99, 100) * Fraction(19, 20)
    assert each**6 == Review(design(), length=6).completeness
    assert each == passed(Review(design(), length=6), 5).completeness
    assert Review(design(), length=4).completeness is None


def test_no_completeness_without_response_bounds_and_forecasts_all_the_same() -> None:
    review = Review(sound(horizon=4))
    assert (None, True) == (review.completeness, review.futile)
    assert 1 == passed(Review(sound()), 5).completeness


# In words


def test_open_review_says_round_M_R_and_what_a_pass_would_add() -> None:
    line = (
        "CHALLENGE at round 2 of 6: M >= 4.000000, R <= 0.250000, needs R <= 0.05; "
        "a pass in round 3 makes it M >= 8.000000"
    )
    assert line == str(passed(Review(sound()), 2))
    assert f"<Review {line}>" == repr(passed(Review(sound()), 2))


def test_accepted_review_says_round_M_R_and_delta() -> None:
    line = "ACCEPT at round 5 (threshold crossed): M >= 32.000000, R <= 0.031250, needs R <= 0.05"
    assert line == str(passed(Review(sound()), 5))


def test_line_of_a_fixed_length_an_adaptive_and_a_declared_review() -> None:
    assert "(a fixed length: accepts at round 6 only)" in str(passed(Review(sound(), length=6), 5))
    assert "multiplies M by 1/q̄, with q given by its plan" in str(adaptive())
    planned = adaptive()
    planned.plan(q="1/2")
    assert "a pass in round 1 makes it M >= 1.904761" in str(planned)
    assert "round 2 is a clarification and adds nothing" in str(passed(Review(declared())))


def test_line_stays_short_for_extreme_numbers() -> None:
    review = passed(Review(sound(delta="1e-4000", horizon=20, false_pass="1e-3000")))
    assert "M >= 10^12, R <= 1.000000e-3000, needs R <= 1.000000e-4000" in str(review)


# Only the records are believed


@pytest.mark.parametrize(
    "name", ["verdict", "round", "certificate", "open", "records", "planned", "_line", "_rules", "note"]
)
def test_nothing_of_a_review_can_be_set(name: str) -> None:
    review = passed(Review(design()))
    before = seen(review)
    with pytest.raises(AttributeError):
        setattr(review, name, Verdict.ACCEPT)
    assert before == seen(review)


def test_records_that_are_handed_out_are_a_copy() -> None:
    review = passed(Review(design()))
    assert isinstance(review.records, tuple)
    with pytest.raises(AttributeError):
        review.records[0].outcome = Outcome.FAIL  # type: ignore[misc]


def reviews() -> list[Review]:
    planned = passed(Review(design()), 2)
    planned.plan()
    failed = passed(Review(design()))
    failed.plan()
    failed.conclude("fail")
    mixed = adaptive()
    mixed.plan(q="1/3")
    mixed.conclude("pass")
    mixed.clarify()
    mixed.plan(q="1/7")
    in_clarification = passed(Review(declared()))
    in_clarification.plan()
    return [
        *(Review(design()), planned, failed, mixed, in_clarification, passed(Review(sound()), 5)),
        *(passed(Review(sound(), length=6), 5), Review(design(), first_message="inadmissible")),
    ]


@pytest.mark.claim("STEP-INVARIANT.1")
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize("number", range(8))
def test_pickled_review_comes_back_and_goes_on_alone(number: int, protocol: int) -> None:
    review = reviews()[number]
    again: Review = pickle.loads(pickle.dumps(review, protocol))
    assert (seen(review), review.to_json()) == (seen(again), again.to_json())
    if review.planned is not None:
        again.conclude("inadmissible")
        assert (True, False) == (review.open, again.open)


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_copied_review_is_another_review(number: int, copied: Any) -> None:
    review = reviews()[number]
    again = copied(review)
    assert seen(review) == seen(again)
    if review.planned is not None:
        again.conclude("pass")
        assert review.planned is not None
        assert len(again.records) == len(review.records) + 1


@pytest.mark.claim("STEP-INVARIANT.1")
def test_forged_state_comes_back_as_its_records_say() -> None:
    of = design()
    forged: dict[str, Any] = {
        "design": of,
        "length": None,
        "first_message": "admissible",
        "rounds": [],
        "verdict": Verdict.ACCEPT,
        "M": 10**9,
        "certificate": 10**9,
        "survival": (1, 10**9),
        "_line": passed(Review(sound()), 5)._line,
        "open": False,
    }
    review = Review.__new__(Review)
    review.__setstate__(forged)
    assert (Verdict.CHALLENGE, Fraction(1), 0) == (review.verdict, review.certificate, review.round)
    del forged["rounds"]
    review.__setstate__(forged)
    assert seen(Review(of)) == seen(review)


def test_pickled_text_with_a_forged_verdict_comes_back_open() -> None:
    class Forged:
        def __reduce__(self) -> Any:
            state = {**Review(design()).__getstate__(), "verdict": "accept", "M": 10**9}
            return (Review.__new__, (Review,), state)

    review = pickle.loads(pickle.dumps(Forged()))
    assert (Verdict.CHALLENGE, 1) == (review.verdict, review.certificate)


@pytest.mark.parametrize(
    "rounds",
    [
        [(D, Fraction(1, 1000), "pass")],
        [(C, Fraction(1, 2), "pass")],
        [(D, Fraction(1, 2), True)],
        [(D, Fraction(1, 2), "accept")],
        [("diagnostic", Fraction(1, 2), "pass")],
        [(D, 0.5, "pass")],
        [(D, Fraction(1, 2), None), (D, Fraction(1, 2), "pass")],
        [(D, Fraction(1, 2), "fail"), (D, Fraction(1, 2), "pass")],
        [(C, Fraction(1), None)],
    ],
)
def test_pickled_rounds_that_the_design_does_not_give_are_refused(rounds: Any) -> None:
    state = {**Review(design()).__getstate__(), "rounds": rounds}
    with pytest.raises((InputError, OrderError)):
        Review.__new__(Review).__setstate__(state)


def test_review_without_its_state_says_nothing() -> None:
    with pytest.raises(AttributeError):
        _ = Review.__new__(Review).verdict


# Size and quiet


def test_review_prints_and_logs_where_numbers_have_more_digits_than_python_converts() -> None:
    review = Review(design(false_pass="999/1000", execution="1/1000", horizon=1000))
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        passed(review, 720)
        assert "CHALLENGE at round 720 of 1000: M >= 1.000720" in str(review)
        assert Review.from_json(review.to_json()).survival == review.survival
    finally:
        sys.set_int_max_str_digits(before)


LONG = """
import time
from elenctic.design import Design
from elenctic.review import Review
of = Design(delta="1/20", horizon=20000, false_pass="0.9982", execution="1")
review, began = Review(of, length=20000), time.monotonic()
while review.open:
    review.plan()
    review.conclude("pass")
print(review, time.monotonic() - began)
assert (20000, 1663) == (review.round, review.crossed_at)
"""


def test_20_000_rounds_take_seconds() -> None:
    """Contracts are on: each takes time linear in the length of R, as the step itself does."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run([sys.executable, "-c", LONG], env=environment, capture_output=True, text=True, timeout=120)
    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout.startswith("ACCEPT at round 20000 (threshold crossed): M >= 10^12")
    assert 60 > float(done.stdout.split()[-1])


def test_review_is_silent_unless_a_logger_is_set_up() -> None:
    script = (
        "from elenctic.design import Design; from elenctic.review import Review\n"
        "Review(Design(delta='1/20', horizon=1, false_pass='1/2', execution='1')).clarify()"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)
    assert (0, "", "") == (done.returncode, done.stdout, done.stderr)
