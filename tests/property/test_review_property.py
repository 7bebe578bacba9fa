"""Properties of a review that hold after any events, refused ones included."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from typing import Any, TypeAlias

import pytest
from elenctic.design import Design
from elenctic.errors import DesignError
from elenctic.review import Review
from elenctic_kernel import KernelError, Kind, Outcome, Reason, StoppingRule, Verdict
from hypothesis import given, settings
from hypothesis import strategies as st

Event: TypeAlias = tuple[str, Any]

qs = st.sampled_from(("1/2", "1/3", "9/10", "1/10", "2/3"))
events = st.lists(
    st.one_of(
        st.tuples(st.just("plan"), st.sampled_from((None, None, None, "1/2", "0.5", 0.5, "1", "0", True))),
        st.tuples(st.just("conclude"), st.sampled_from(("pass", "pass", "pass", "pass", "fail", "inadmissible"))),
        st.tuples(st.just("conclude"), st.sampled_from((True, "PASS", None, Outcome.PASS, "error"))),
        st.tuples(st.just("clarify"), st.sampled_from(("pass", "pass", "fail", "inadmissible", False))),
    ),
    max_size=24,
)


@st.composite
def reviews(draw: st.DrawFn) -> Review:
    T = draw(st.integers(1, 7))
    kinds: Any = "diagnostic"
    if draw(st.integers(0, 2)) == 0:
        kinds = draw(st.lists(st.sampled_from(("diagnostic", "clarification")), min_size=T, max_size=T))
        kinds[draw(st.integers(0, T - 1))] = "diagnostic"
    false_pass: Any = "adaptive" if draw(st.integers(0, 3)) == 0 else draw(st.lists(qs, min_size=T, max_size=T))
    answered = draw(st.integers(0, 3)) > 0
    design = Design(
        delta=draw(st.sampled_from(("1/2", "1/4", "1/8", "1/20", "1/3", "3/10"))),
        gamma="1/10" if answered else None,
        response="99/100" if answered else None,
        horizon=T,
        attempts=draw(st.integers(1, 2)),
        false_pass=false_pass,
        execution=draw(st.lists(st.sampled_from(("1", "9/10", "19/20")), min_size=T, max_size=T)),
        kind=kinds,
    )
    length = draw(st.none() | st.integers(1, T))
    first = "inadmissible" if draw(st.integers(0, 19)) == 0 else "admissible"
    return Review(design, length=length, first_message=first)


def act(review: Review, event: Event) -> bool:
    """Take an event, and tell whether the review took it."""
    name, argument = event
    try:
        if name == "plan":
            review.plan(q=argument)
        elif name == "conclude":
            review.conclude(argument)
        else:
            review.clarify(argument)
    except KernelError:
        return False
    return True


def seen(review: Review) -> tuple[object, ...]:
    return (
        *(review.verdict, review.reason, review.round, review.survival, review.certificate, review.crossed_at),
        *(review.planned, review.records, review.completeness, review.futile, str(review), review.to_json()),
    )


@pytest.mark.claim("PLAN-ORDER.1")
@pytest.mark.claim("STEP-INVARIANT.1")
@given(reviews(), events)
@settings(max_examples=300, deadline=None)
def test_refused_event_leaves_the_review_and_taken_one_keeps_the_invariants(
    review: Review, happenings: list[Event]
) -> None:
    for event in happenings:
        before = seen(review)
        if not act(review, event):
            assert before == seen(review)
        level = review.design.level
        assert review.certificate * review.survival == (0 if review.reason is Reason.CHECK_FAILED else 1)
        assert (review.crossed_at is not None) is (review.survival <= level)
        assert 0 <= review.round <= review.horizon
        assert len(review.records) - review.round in (0, 1)
        if review.open:
            assert review.round < review.horizon
            assert review.crossed_at is None or review.rule is StoppingRule.AT_HORIZON
        if review.verdict is Verdict.ACCEPT:
            last = review.records[-1]
            assert (Kind.DIAGNOSTIC, Outcome.PASS, review.round) == (last.kind, last.outcome, last.round)
            assert review.survival <= level
        if not review.open:
            assert review.planned is None


@pytest.mark.claim("STEP-INVARIANT.1")
@given(reviews(), events)
@settings(max_examples=200, deadline=None)
def test_copies_pickles_and_transcripts_say_the_same_and_go_on_alone(review: Review, happenings: list[Event]) -> None:
    for event in happenings:
        act(review, event)
    said = seen(review)
    again = (copy.copy(review), pickle.loads(pickle.dumps(review)), Review.from_json(review.to_json()))
    for other in again:
        assert said == seen(other)
        act(other, ("conclude", "inadmissible"))
        act(other, ("clarify", "pass"))
        assert said == seen(review)


def best(review: Review) -> tuple[bool, Fraction]:
    """Pass all that remains in a copy: whether it accepts, and the product of a·c over what it took."""
    other, product = copy.copy(review), Fraction(1)
    design = review.design
    while other.open:
        plan = other.planned or other.plan()
        if plan.kind is Kind.DIAGNOSTIC and design.response is not None:
            m = plan.round - 1
            product *= Fraction(*design.response.values[m]) * Fraction(*design.given_execution.values[m])
        other.conclude("pass")
    return other.verdict is Verdict.ACCEPT, product


@given(reviews(), events)
@settings(max_examples=300, deadline=None)
def test_forecasts_are_what_passing_every_remaining_round_gives(review: Review, happenings: list[Event]) -> None:
    for event in [("clarify", False), *happenings]:
        act(review, event)
        adaptive = review.design.false_pass is None
        if not review.open:
            assert (review.verdict is Verdict.ACCEPT, False) == (review.completeness == 1, review.futile)
        elif adaptive:
            assert (None, False) == (review.completeness, review.futile)
        else:
            accepts, product = best(review)
            assert accepts is not review.futile
            expected = product if accepts and review.design.response is not None else None
            assert expected == review.completeness


@given(st.one_of(st.text(max_size=20), st.integers(), st.floats(), st.none(), st.booleans(), st.binary(max_size=5)))
def test_only_the_three_words_are_outcomes(value: Any) -> None:
    review = Review(Design(delta="1/20", horizon=3, false_pass="1/2", execution="1"))
    review.plan()
    if value in ("pass", "fail", "inadmissible"):
        return
    with pytest.raises(DesignError):
        review.conclude(value)
    assert review.planned is not None


@given(st.text(max_size=200))
def test_any_text_is_a_transcript_or_refused(text: str) -> None:
    with pytest.raises(DesignError):
        Review.from_json(text)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_transcript_with_a_character_changed_is_refused_or_the_same_review(data: st.DataObject) -> None:
    review = Review(Design(delta="1/20", horizon=6, false_pass="1/2", execution="19/20"))
    for outcome in ("pass", "pass"):
        review.plan()
        review.conclude(outcome)
    text = review.to_json()
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.sampled_from('0123456789"{}[],:/ \nafx-.\0')) + text[at + 1 :]
    try:
        again = Review.from_json(changed)
    except DesignError:
        return
    assert (review.verdict, review.round, review.records) == (again.verdict, again.round, again.records)
    assert review.survival == again.survival
