"""The step of the review: every row of the protocol's table, ties, and what is refused."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from itertools import product
from typing import Any

import elenctic_kernel as kernel
import pytest
from elenctic_kernel import (
    InputError,
    Kind,
    OrderError,
    Outcome,
    Pair,
    Planned,
    Reason,
    State,
    StoppingRule,
    Terms,
    Verdict,
)
from icontract import ViolationError

D, C = Kind.DIAGNOSTIC, Kind.CLARIFICATION
PASS, FAIL, BAD = Outcome.PASS, Outcome.FAIL, Outcome.INADMISSIBLE
HALF = (1, 2)
ONE = (1, 1)
ES, FIXED = StoppingRule.FIRST_CROSSING, StoppingRule.AT_HORIZON

Event = tuple[Kind, Pair, Outcome]
CLARIFY: Event = (C, ONE, PASS)


def terms(delta: Pair, T: int, rule: StoppingRule = ES, c: Pair = ONE) -> Terms:
    return kernel.make_terms(delta, T, [c] * T, rule)


def event(outcome: Outcome = PASS, q: Pair = HALF) -> Event:
    return (D, q, outcome)


def step(of: Terms, state: State, happening: Event) -> State:
    kind, q, outcome = happening
    return kernel.conclude(of, kernel.plan(of, state, kind, q), outcome)


def run(of: Terms, events: Sequence[Event] = ()) -> State:
    state = kernel.open(of, True)
    for happening in events:
        state = step(of, state, happening)
    return state


def R(state: State) -> Fraction:
    return Fraction(*state.survival)


def seen(state: State) -> tuple[int, Fraction, Verdict, Reason, int]:
    return state.round, R(state), state.verdict, state.reason, state.crossed_at


both_rules = pytest.mark.parametrize("rule", StoppingRule)


# Opening


@pytest.mark.claim("OPEN-REVIEW.1")
@both_rules
def test_admissible_first_message_opens_at_round_0_with_R_of_1(rule: StoppingRule) -> None:
    expected = State(0, (1, 1), Verdict.CHALLENGE, Reason.OPEN, 0)
    assert expected == kernel.open(terms((1, 20), 3, rule), True)


@pytest.mark.claim("OPEN-REVIEW.1")
@both_rules
def test_inadmissible_first_message_rejects_at_round_0(rule: StoppingRule) -> None:
    expected = State(0, (1, 1), Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE, 0)
    assert expected == kernel.open(terms((1, 20), 3, rule), False)


@pytest.mark.parametrize("admissible", [1, 0, None, "yes", "admissible", (), PASS])
def test_admissible_must_be_a_bool(admissible: Any) -> None:
    with pytest.raises(InputError, match=r"^admissible: "):
        kernel.open(terms((1, 20), 3), admissible)


class TermsChild(Terms):
    """Terms that are not quite terms."""


@pytest.mark.parametrize("bad", [None, (1, 20), {}, TermsChild((1, 20), 1, (ONE,), ES)])
def test_terms_of_another_type_are_refused_everywhere(bad: Any) -> None:
    opened = run(terms((1, 20), 3))
    planned = kernel.plan(terms((1, 20), 3), opened, D, HALF)
    with pytest.raises(InputError, match=r"^terms: "):
        kernel.open(bad, True)
    with pytest.raises(InputError, match=r"^terms: "):
        kernel.plan(bad, opened, D, HALF)
    with pytest.raises(InputError, match=r"^terms: "):
        kernel.conclude(bad, planned, PASS)


# The table, row by row


@pytest.mark.skipif(not __debug__, reason="python -O strips contracts")
@pytest.mark.claim("OPEN-REVIEW.1")
@pytest.mark.parametrize("admissible", [True, False])
@pytest.mark.parametrize(
    "wrong", [{"round": 1}, {"survival": HALF}, {"crossed_at": 1}, {"reason": Reason.CHECK_FAILED}]
)
def test_open_itself_carries_the_contract_of_its_result(
    wrong: dict[str, Any], admissible: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel.step, "State", lambda *values: replace(State(*values), **wrong))
    with pytest.raises(ViolationError, match=r"OPEN-REVIEW\.1"):
        kernel.open(terms((1, 20), 3), admissible)


@pytest.mark.claim("INADMISSIBLE-REJECTS.1")
@both_rules
@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("before", [0, 1, 2])
def test_inadmissible_response_rejects_with_round_R_and_crossing_as_they_were(
    rule: StoppingRule, kind: Kind, before: int
) -> None:
    of = terms((1, 20), 3, rule)
    state = run(of, [event()] * before)
    after = step(of, state, (kind, ONE if kind is C else HALF, BAD))
    expected = (before, R(state), Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE, 0)
    assert expected == seen(after)


@pytest.mark.claim("FAILURE-REJECTS.1")
@both_rules
@pytest.mark.parametrize("before", [0, 1, 2])
def test_failed_check_rejects_at_its_round_and_keeps_R(rule: StoppingRule, before: int) -> None:
    of = terms((1, 20), 3, rule)
    state = run(of, [event()] * before)
    after = step(of, state, event(FAIL))
    assert (before + 1, R(state), Verdict.REJECT, Reason.CHECK_FAILED, 0) == seen(after)


@pytest.mark.claim("SURVIVAL-PRODUCT.1")
@both_rules
def test_passed_check_multiplies_R_by_q_bar_and_stays_open_above_delta(rule: StoppingRule) -> None:
    of = terms((1, 20), 3, rule, c=(9, 10))
    expected = (2, Fraction(11, 20) ** 2, Verdict.CHALLENGE, Reason.OPEN, 0)
    assert expected == seen(run(of, [event(), event()]))


@pytest.mark.claim("CLARIFICATION-NEUTRAL.1")
@both_rules
def test_clarification_uses_up_a_round_and_leaves_R_and_crossing(rule: StoppingRule) -> None:
    of = terms((1, 20), 3, rule)
    before = run(of, [event()])
    after = step(of, before, CLARIFY)
    assert before.survival == after.survival
    assert (2, Fraction(1, 2), Verdict.CHALLENGE, Reason.OPEN, 0) == seen(after)


@pytest.mark.claim("CLARIFICATION-HORIZON.1")
@both_rules
@pytest.mark.parametrize("before", [[], [event()], [CLARIFY], [event(), CLARIFY]])
def test_clarification_at_the_horizon_rejects(rule: StoppingRule, before: list[Event]) -> None:
    of = terms((1, 20), len(before) + 1, rule)
    state = run(of, before)
    after = step(of, state, CLARIFY)
    assert (len(before) + 1, R(state), Verdict.REJECT, Reason.HORIZON_REACHED, 0) == seen(after)


@pytest.mark.claim("CLARIFICATION-HORIZON.1")
def test_clarification_at_the_end_of_a_fixed_length_rejects_even_after_a_crossing() -> None:
    of = terms((1, 4), 3, FIXED)
    after = run(of, [event(), event(), CLARIFY])
    assert (3, Fraction(1, 4), Verdict.REJECT, Reason.HORIZON_REACHED, 2) == seen(after)


@pytest.mark.claim("FIRST-CROSSING.1")
def test_pass_at_the_horizon_that_stays_above_delta_rejects() -> None:
    expected = (3, Fraction(1, 8), Verdict.REJECT, Reason.HORIZON_REACHED, 0)
    assert expected == seen(run(terms((1, 20), 3), [event()] * 3))
    assert expected == seen(run(terms((1, 20), 3, FIXED), [event()] * 3))


@pytest.mark.claim("AT-HORIZON.1")
def test_fixed_length_goes_on_after_its_crossing_and_accepts_at_the_end_only() -> None:
    of = terms((1, 4), 3, FIXED)
    crossed = run(of, [event(), event()])
    assert (2, Fraction(1, 4), Verdict.CHALLENGE, Reason.OPEN, 2) == seen(crossed)
    accepted = step(of, crossed, event())
    assert (3, Fraction(1, 8), Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 2) == seen(accepted)


@pytest.mark.claim("AT-HORIZON.1")
@pytest.mark.parametrize(
    ("outcome", "reason", "round"),
    [(FAIL, Reason.CHECK_FAILED, 3), (BAD, Reason.INADMISSIBLE_MESSAGE, 2)],
)
def test_fixed_length_can_cross_and_still_reject(outcome: Outcome, reason: Reason, round: int) -> None:
    of = terms((1, 4), 3, FIXED)
    after = run(of, [event(), event(), event(outcome)])
    assert (round, Fraction(1, 4), Verdict.REJECT, reason, 2) == seen(after)


@pytest.mark.claim("ACCEPT-ON-PASS.1")
@both_rules
def test_accept_comes_from_a_passed_diagnostic_round_at_or_below_delta_and_from_nothing_else(
    rule: StoppingRule,
) -> None:
    of = terms((1, 4), 3, rule)
    happenings = [event(PASS), event(PASS, (1, 4)), event(FAIL), event(BAD), CLARIFY, (C, ONE, BAD)]
    accepts = 0
    for chosen in product(happenings, repeat=3):
        state = run(of)
        for happening in chosen:
            if state.verdict is not Verdict.CHALLENGE:
                break
            state = step(of, state, happening)
            if state.verdict is Verdict.ACCEPT:
                accepts += 1
                assert (D, PASS) == (happening[0], happening[2])
                assert Fraction(1, 4) >= R(state)
                assert state.round == (state.crossed_at if rule is ES else 3)
    assert accepts > 0


# Ties


@pytest.mark.claim("FIRST-CROSSING.1")
@pytest.mark.claim("VALUE-TIGHT.1")
@pytest.mark.parametrize("rule", StoppingRule)
@pytest.mark.parametrize(
    ("q", "n"), [((1, 2), 5), ((1, 10), 1), ((2, 3), 2), ((3, 4), 5), ((1, 5), 3), ((5, 8), 5), ((9, 10), 9)]
)
def test_R_exactly_at_delta_accepts(q: Pair, n: int, rule: StoppingRule) -> None:
    of = terms((q[0] ** n, q[1] ** n), n, rule)
    after = run(of, [event(q=q)] * n)
    assert (n, Fraction(*q) ** n, Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, n) == seen(after)


@pytest.mark.claim("FIRST-CROSSING.1")
@pytest.mark.parametrize("rule", StoppingRule)
@pytest.mark.parametrize(("q", "n"), [((1, 2), 5), ((1, 10), 1), ((2, 3), 2), ((9, 10), 9)])
def test_one_part_in_10_to_the_40_decides(q: Pair, n: int, rule: StoppingRule) -> None:
    tie = Fraction(*q) ** n
    for delta, verdict in (
        (tie * (1 - Fraction(1, 10**40)), Verdict.REJECT),
        (tie * (1 + Fraction(1, 10**40)), Verdict.ACCEPT),
    ):
        of = terms((delta.numerator, delta.denominator), n, rule)
        assert verdict is run(of, [event(q=q)] * n).verdict


@pytest.mark.claim("FIRST-CROSSING.1")
def test_tie_is_seen_between_pairs_that_are_not_in_lowest_terms() -> None:
    of = kernel.make_terms((30, 120), 2, [(7, 7), (11, 11)], ES)
    after = run(of, [event(q=(50, 100)), event(q=(3, 6))])
    assert Verdict.ACCEPT is after.verdict


# Bounds at their ends


@pytest.mark.claim("IMPLEMENTED-BOUND.1")
def test_q_of_0_with_imperfect_execution_leaves_the_missed_executions() -> None:
    of = terms((1, 20), 1, c=(19, 20))
    planned = kernel.plan(of, run(of), D, (0, 1))
    assert Fraction(1, 20) == Fraction(*planned.bound)
    assert Verdict.ACCEPT is kernel.conclude(of, planned, PASS).verdict


@pytest.mark.claim("IMPLEMENTED-BOUND.1")
@pytest.mark.parametrize(("c", "q"), [((0, 1), (1, 2)), ((0, 1), (0, 1)), ((9, 10), (1, 1)), (ONE, ONE)])
@both_rules
def test_q_bar_of_1_is_no_evidence_but_its_failure_rejects(c: Pair, q: Pair, rule: StoppingRule) -> None:
    of = terms((1, 20), 2, rule, c)
    opened = run(of)
    planned = kernel.plan(of, opened, D, q)
    assert planned.bound[0] == planned.bound[1]
    passed = kernel.conclude(of, planned, PASS)
    assert (1, Fraction(1), Verdict.CHALLENGE, Reason.OPEN, 0) == seen(passed)
    expected = (1, Fraction(1), Verdict.REJECT, Reason.CHECK_FAILED, 0)
    assert expected == seen(kernel.conclude(of, planned, FAIL))


@pytest.mark.claim("IMPLEMENTED-BOUND.1")
def test_execution_bound_is_taken_by_round_number_not_by_count_of_diagnostic_rounds() -> None:
    of = kernel.make_terms((1, 20), 3, [(1, 2), ONE, (3, 4)], ES)
    state = run(of, [CLARIFY, CLARIFY])
    assert Fraction(5, 8) == Fraction(*kernel.plan(of, state, D, HALF).bound)


@pytest.mark.claim("IMPLEMENTED-BOUND.1")
@pytest.mark.parametrize("c", [(0, 1), (1, 3), (9, 10), (1, 1), (5, 5)])
@pytest.mark.parametrize("q", [(0, 1), (1, 7), (1, 2), (1, 1), (3, 3)])
def test_implemented_bound_is_1_minus_c_times_1_minus_q(c: Pair, q: Pair) -> None:
    expected = 1 - Fraction(*c) * (1 - Fraction(*q))
    assert expected == Fraction(*kernel.implemented_bound(c, q))


@pytest.mark.claim("REVIEW-TERMINATES.1")
@both_rules
@pytest.mark.parametrize(
    ("happening", "verdict", "reason"),
    [
        (event(q=(1, 20)), Verdict.ACCEPT, Reason.THRESHOLD_CROSSED),
        (event(q=(1, 19)), Verdict.REJECT, Reason.HORIZON_REACHED),
        (event(FAIL), Verdict.REJECT, Reason.CHECK_FAILED),
        (event(BAD), Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE),
        (CLARIFY, Verdict.REJECT, Reason.HORIZON_REACHED),
        ((C, ONE, BAD), Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE),
    ],
)
def test_review_of_one_round_always_ends_in_it(
    rule: StoppingRule, happening: Event, verdict: Verdict, reason: Reason
) -> None:
    after = run(terms((1, 20), 1, rule), [happening])
    assert (verdict, reason) == (after.verdict, after.reason)


# The order of events


@pytest.mark.claim("TERMINAL-ABSORBS.1")
@both_rules
@pytest.mark.parametrize("ending", [event(q=(1, 20)), event(FAIL), event(BAD), CLARIFY])
def test_closed_review_refuses_every_event(rule: StoppingRule, ending: Event) -> None:
    of = terms((1, 20), 1, rule)
    closed = run(of, [ending])
    for kind in Kind:
        with pytest.raises(OrderError, match=rf"closed at round {closed.round}"):
            kernel.plan(of, closed, kind, ONE)
        for outcome in Outcome:
            with pytest.raises(OrderError, match=r"^expected an open review"):
                kernel.conclude(of, Planned(closed, kind, ONE), outcome)


@pytest.mark.claim("TERMINAL-ABSORBS.1")
def test_review_closed_by_its_first_message_refuses_a_round() -> None:
    of = terms((1, 20), 1)
    with pytest.raises(OrderError, match=r"closed at round 0 \(inadmissible-message\)"):
        kernel.plan(of, kernel.open(of, False), D, HALF)


@pytest.mark.claim("PLAN-ORDER.1")
def test_planned_round_cannot_be_planned_again() -> None:
    of = terms((1, 20), 2)
    planned: Any = kernel.plan(of, run(of), D, HALF)
    with pytest.raises(InputError, match=r"^state: "):
        kernel.plan(of, planned, D, HALF)


@pytest.mark.claim("PLAN-ORDER.1")
def test_round_that_is_not_planned_cannot_be_concluded() -> None:
    of = terms((1, 20), 2)
    state: Any = run(of)
    with pytest.raises(InputError, match=r"^planned: expected a value of type Planned, got State"):
        kernel.conclude(of, state, PASS)


@pytest.mark.claim("PLAN-ORDER.1")
def test_conclusion_takes_the_planned_bound() -> None:
    of = terms((1, 20), 2)
    planned = kernel.plan(of, run(of), D, HALF)
    with pytest.raises(TypeError):
        kernel.conclude(of, planned, PASS, (1, 100))  # type: ignore[call-arg]
    assert Fraction(1, 2) == R(kernel.conclude(of, planned, PASS))


@pytest.mark.claim("PLAN-ORDER.1")
def test_plan_changes_nothing_but_adds_kind_and_bound() -> None:
    of = terms((1, 20), 2)
    state = run(of, [event()])
    planned = kernel.plan(of, state, D, (1, 3))
    assert planned.state is state
    assert (D, Fraction(1, 3)) == (planned.kind, Fraction(*planned.bound))
    assert Planned(state, C, (1, 1)) == kernel.plan(of, state, C, ONE)


@pytest.mark.claim("CLARIFICATION-NEUTRAL.1")
@both_rules
def test_clarification_has_no_check_to_fail(rule: StoppingRule) -> None:
    of = terms((1, 20), 2, rule)
    planned = kernel.plan(of, run(of), C, ONE)
    with pytest.raises(OrderError, match=r"expected pass or inadmissible on a clarification round, got fail"):
        kernel.conclude(of, planned, FAIL)
    assert 1 == kernel.conclude(of, planned, PASS).round


# What is refused


class StateChild(State):
    """A state that is not quite one."""


class PlannedChild(Planned):
    """A planned round that is not quite one."""


class Other(Enum):
    """Members that look like those of the protocol."""

    PASS = "pass"
    DIAGNOSTIC = "diagnostic"


class Int(int):
    """An int that is not quite one."""


@pytest.mark.parametrize("kind", ["diagnostic", None, True, 1, Other.DIAGNOSTIC, PASS])
def test_kind_of_another_type_is_refused(kind: Any) -> None:
    of = terms((1, 20), 2)
    with pytest.raises(InputError, match=r"^kind: expected a value of type Kind"):
        kernel.plan(of, run(of), kind, HALF)


@pytest.mark.parametrize(
    "q",
    [
        *(None, True, 0.5, 1, "1/2", Fraction(1, 2), [1, 2], (1,), (1, 2, 3)),
        *((True, 2), (1, True), (0.5, 1), (Int(1), 2), (1, 0), (1, -2), (-1, 2), (3, 2)),
    ],
)
@pytest.mark.parametrize("kind", Kind)
def test_false_pass_bound_that_is_no_rational_from_0_to_1_is_refused(kind: Kind, q: Any) -> None:
    of = terms((1, 20), 2)
    with pytest.raises(InputError, match=r"^false_pass: "):
        kernel.plan(of, run(of), kind, q)


@pytest.mark.claim("IMPLEMENTED-BOUND.1")
def test_q_bar_of_0_is_refused() -> None:
    of = terms((1, 20), 2)
    with pytest.raises(InputError, match=r"^false_pass: expected .* q̄ > 0 on a diagnostic round"):
        kernel.plan(of, run(of), D, (0, 5))


@pytest.mark.parametrize("q", [(0, 1), (1, 2), (10**40 - 1, 10**40)])
def test_clarification_with_a_bound_below_1_is_refused(q: Pair) -> None:
    of = terms((1, 20), 2)
    with pytest.raises(InputError, match=r"^false_pass: expected 1 on a clarification"):
        kernel.plan(of, run(of), C, q)


@pytest.mark.parametrize("outcome", ["pass", True, False, 1, None, Other.PASS, D, Outcome])
def test_outcome_of_another_type_is_refused(outcome: Any) -> None:
    of = terms((1, 20), 2)
    planned = kernel.plan(of, run(of), D, HALF)
    with pytest.raises(InputError, match=r"^outcome: expected a value of type Outcome"):
        kernel.conclude(of, planned, outcome)


@pytest.mark.parametrize("state", [None, (0, (1, 1)), StateChild(0, ONE, Verdict.CHALLENGE, Reason.OPEN, 0)])
def test_state_of_another_type_is_refused(state: Any) -> None:
    of = terms((1, 20), 2)
    with pytest.raises(InputError, match=r"^state: "):
        kernel.plan(of, state, D, HALF)
    with pytest.raises(InputError, match=r"^state: "):
        kernel.conclude(of, Planned(state, D, HALF), PASS)


@pytest.mark.parametrize(
    "forged",
    [
        State(0, (1, 10**9), Verdict.CHALLENGE, Reason.OPEN, 0),
        State(0, (1, 10**9), Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 0),
        State(0, (1, 1), Verdict.ACCEPT, Reason.OPEN, 0),
        State(2, (1, 2), Verdict.CHALLENGE, Reason.OPEN, 0),
        State(-1, (1, 2), Verdict.CHALLENGE, Reason.OPEN, 0),
        State(1, (0, 1), Verdict.CHALLENGE, Reason.OPEN, 1),
        State(1, (3, 2), Verdict.CHALLENGE, Reason.OPEN, 0),
        State(1, (1, 30), Verdict.CHALLENGE, Reason.OPEN, 1),
    ],
)
def test_forged_state_that_these_terms_cannot_reach_is_refused(forged: State) -> None:
    of = terms((1, 20), 2)
    with pytest.raises(InputError, match=r"^(state|survival): "):
        kernel.plan(of, forged, D, HALF)
    with pytest.raises(InputError, match=r"^(state|survival): "):
        kernel.conclude(of, Planned(forged, D, HALF), PASS)


@pytest.mark.parametrize(
    ("kind", "bound"),
    [(D, (0, 1)), (D, (-1, 2)), (D, (2, 1)), (D, (0, 0)), (C, HALF), (C, (0, 0)), ("diagnostic", HALF)],
)
def test_forged_planned_round_is_refused(kind: Any, bound: Pair) -> None:
    of = terms((1, 20), 2)
    with pytest.raises(InputError, match=r"^(bound|kind): "):
        kernel.conclude(of, Planned(run(of), kind, bound), PASS)


@pytest.mark.parametrize("planned", [None, PlannedChild(State(0, ONE, Verdict.CHALLENGE, Reason.OPEN, 0), D, HALF)])
def test_planned_round_of_another_type_is_refused(planned: Any) -> None:
    with pytest.raises(InputError, match=r"^planned: expected a value of type Planned"):
        kernel.conclude(terms((1, 20), 2), planned, PASS)


@pytest.mark.claim("PLAN-ORDER.1")
def test_refused_event_leaves_every_value_as_it_was() -> None:
    of = terms((1, 20), 3)
    state = run(of, [event()])
    planned = kernel.plan(of, state, D, HALF)
    before = (replace(state), replace(planned))
    bad: Any = "unsure"
    for refused in (
        lambda: kernel.plan(of, state, bad, HALF),
        lambda: kernel.plan(of, state, D, (2, 1)),
        lambda: kernel.conclude(of, planned, bad),
    ):
        with pytest.raises(InputError):
            refused()
    assert before == (state, planned)
    assert (2, Fraction(1, 4)) == (kernel.conclude(of, planned, PASS).round, Fraction(1, 2) ** 2)


# The step of Theorem 7


@pytest.mark.claim("VALUE-BOUND.1")
@pytest.mark.claim("VALUE-TIGHT.1")
@pytest.mark.parametrize("q", [(1, 2), (1, 3), (9, 10), (1, 1)])
@pytest.mark.parametrize("p", [Fraction(0), Fraction(1, 7), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)])
def test_one_step_does_not_raise_the_expected_value(q: Pair, p: Fraction) -> None:
    of = terms((1, 8), 4)
    state, delta = run(of, [event()]), Fraction(1, 8)
    planned = kernel.plan(of, state, D, q)
    if p > Fraction(*planned.bound):
        return
    value = min(Fraction(1), delta / R(state))
    after = kernel.conclude(of, planned, PASS)
    raised = p * min(Fraction(1), delta / R(after))
    assert raised <= value
    if p == Fraction(*planned.bound) and delta / R(after) <= 1:
        assert raised == value


@pytest.mark.claim("VALUE-TIGHT.1")
def test_worst_false_acceptance_of_five_fair_coins_is_exactly_delta() -> None:
    of = terms((1, 32), 7)

    def accepted(state: State) -> Fraction:
        if state.verdict is not Verdict.CHALLENGE:
            return Fraction(state.verdict is Verdict.ACCEPT)
        planned = kernel.plan(of, state, D, HALF)
        outcomes = (kernel.conclude(of, planned, PASS), kernel.conclude(of, planned, FAIL))
        return sum((accepted(after) for after in outcomes), Fraction(0)) / 2

    assert Fraction(1, 32) == accepted(run(of))


@pytest.mark.claim("SURVIVAL-PRODUCT.1")
def test_R_is_the_exact_product_over_a_long_review() -> None:
    T = 720
    of = terms((1, 20), 1000, c=(1, 1000))
    state = run(of, [event(q=(999, 1000))] * T)
    assert (T, Fraction(999999, 1000000) ** T, Verdict.CHALLENGE) == (state.round, R(state), state.verdict)
    assert 10**4300 < state.survival[1]  # more digits than Python turns into text


def test_long_review_does_not_depend_on_the_digit_limit() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        of = terms((1, 20), 1000, c=(1, 1000))
        assert Verdict.CHALLENGE is run(of, [event(q=(999, 1000))] * 200).verdict
    finally:
        sys.set_int_max_str_digits(before)
