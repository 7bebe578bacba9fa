"""The executable reference on values worked out by hand or printed in the paper."""

from fractions import Fraction as F
from typing import Any

import pytest

from spec import reference as ref

HALF = F(1, 2)


def terms(delta: F, T: int, c: F = F(1), rule: str = ref.FIRST_CROSSING) -> ref.Terms:
    return ref.Terms(delta, T, (c,) * T, rule)


def run(of: ref.Terms, *rounds: ref.Event) -> ref.Run:
    return ref.run(of, [("open", True), *rounds])


def diagnostic(outcome: str = "pass", q: F = HALF) -> ref.Event:
    return ("diagnostic", q, outcome)


CLARIFICATION: ref.Event = ("clarification", "pass")


# The order of events


@pytest.mark.claim("OPEN-REVIEW.1")
def test_admissible_first_message_opens_with_M_equal_to_1() -> None:
    opened = run(terms(F(1, 20), 10))
    assert (0, (F(1),), "challenge", "open") == (opened.m, opened.M, opened.omega, opened.why)


@pytest.mark.claim("OPEN-REVIEW.1")
def test_inadmissible_first_message_rejects_before_any_round() -> None:
    closed = ref.run(terms(F(1, 20), 10), [("open", False)])
    assert (0, (F(1),), "reject", "inadmissible-message") == (closed.m, closed.M, closed.omega, closed.why)


@pytest.mark.claim("PLAN-ORDER.1")
@pytest.mark.parametrize(
    "events",
    [
        [],
        [diagnostic()],
        [("open", True), ("open", True)],
        [("open", False), CLARIFICATION],
        [("open", True), diagnostic("fail"), diagnostic()],
        [("open", True), diagnostic("unsure")],
        [("open", True), ("clarification", "fail")],
        [("open", True), ("diagnostic", 0.5, "pass")],
        [("open", 1, 2)],
    ],
)
def test_events_out_of_order_are_refused(events: list[ref.Event]) -> None:
    with pytest.raises(ref.Refused):
        ref.run(terms(F(1, 20), 10), events)


@pytest.mark.parametrize(
    "bad",
    [
        ref.Terms(F(0), 1, (F(1),)),
        ref.Terms(F(1), 1, (F(1),)),
        ref.Terms(HALF, 0, ()),
        ref.Terms(HALF, 2, (F(1),)),
        ref.Terms(HALF, 1, (F(3, 2),)),
        ref.Terms(HALF, 1, (F(-1, 2),)),
        ref.Terms(HALF, 1, (F(1),), "whenever"),
    ],
)
def test_terms_out_of_range_are_refused(bad: ref.Terms) -> None:
    with pytest.raises(ref.Refused):
        ref.run(bad, [("open", True)])


# The certificate


@pytest.mark.claim("IMPLEMENTED-BOUND.1")
def test_implemented_bound_on_the_papers_values() -> None:
    assert F(101, 200) == ref.q_bar(F(99, 100), HALF)
    assert F(4991, 5000) == ref.q_bar(F(9, 10), F(499, 500))
    assert F(1) == ref.q_bar(F(0), F(1, 3)) == ref.q_bar(F(1, 3), F(1))


@pytest.mark.claim("IMPLEMENTED-BOUND.1")
@pytest.mark.parametrize("q", [F(0), F(-1, 2), F(3, 2)])
def test_zero_implemented_bound_and_q_out_of_range_are_refused(q: F) -> None:
    with pytest.raises(ref.Refused):
        run(terms(F(1, 20), 10), diagnostic(q=q))


@pytest.mark.claim("IMPLEMENTED-BOUND.1")
def test_bound_uses_the_execution_bound_of_its_own_round_number() -> None:
    fixed = ref.Terms(F(1, 100), 3, (F(1), F(1, 2), F(1, 4)))
    done = run(fixed, diagnostic(), CLARIFICATION, diagnostic())
    assert (F(1, 2), F(7, 8)) == done.passed


@pytest.mark.claim("SURVIVAL-PRODUCT.1")
def test_pass_divides_M_by_the_bound_and_R_times_M_is_1() -> None:
    done = run(terms(F(1, 20), 10, F(99, 100)), *[diagnostic()] * 4)
    assert (F(200, 101) ** 4, F(101, 200) ** 4) == (done.M[-1], ref.survival(done))


@pytest.mark.claim("FAILURE-REJECTS.1")
def test_failed_check_sets_M_to_0_and_keeps_R() -> None:
    closed = run(terms(F(1, 20), 10), diagnostic(), diagnostic("fail"))
    assert (2, F(0), HALF) == (closed.m, closed.M[-1], ref.survival(closed))
    assert (closed.omega, closed.why) == ("reject", "check-failed")


@pytest.mark.claim("FAILURE-REJECTS.1")
def test_uninformative_round_credits_nothing_but_its_failure_rejects() -> None:
    passed = run(terms(F(1, 2), 3), diagnostic(q=F(1)))
    failed = run(terms(F(1, 2), 3), diagnostic("fail", F(1)))
    assert (F(1), "challenge", "reject") == (passed.M[-1], passed.omega, failed.omega)


@pytest.mark.claim("INADMISSIBLE-REJECTS.1")
@pytest.mark.parametrize("last", [diagnostic("inadmissible"), ("clarification", "inadmissible")])
def test_inadmissible_response_rejects_without_counting_the_round(last: ref.Event) -> None:
    closed = run(terms(F(1, 20), 10), diagnostic(), last)
    assert (1, F(2), "reject", "inadmissible-message") == (closed.m, closed.M[-1], closed.omega, closed.why)


# Clarification


@pytest.mark.claim("CLARIFICATION-NEUTRAL.1")
def test_clarification_counts_a_round_and_leaves_M() -> None:
    done = run(terms(F(1, 20), 10), diagnostic(), CLARIFICATION)
    assert (2, F(2), "challenge") == (done.m, done.M[-1], done.omega)


@pytest.mark.claim("CLARIFICATION-HORIZON.1")
@pytest.mark.parametrize("rule", [ref.FIRST_CROSSING, ref.AT_HORIZON])
def test_clarification_at_the_horizon_rejects(rule: str) -> None:
    closed = run(terms(F(1, 4), 2, rule=rule), diagnostic(), CLARIFICATION)
    assert (closed.m, closed.omega, closed.why) == (2, "reject", "horizon-reached")


@pytest.mark.claim("CLARIFICATION-HORIZON.1")
def test_clarification_at_the_horizon_rejects_even_after_a_crossing() -> None:
    of = terms(F(1, 2), 2, rule=ref.AT_HORIZON)
    closed = run(of, diagnostic(), CLARIFICATION)
    assert (closed.omega, closed.why, ref.crossed_at(of, closed)) == ("reject", "horizon-reached", 1)


# The two stopping rules


@pytest.mark.claim("FIRST-CROSSING.1")
def test_tie_at_the_threshold_accepts() -> None:
    of = terms(F(1, 32), 10)
    done = run(of, *[diagnostic()] * 5)
    assert (5, F(32), "accept", "threshold-crossed") == (done.m, done.M[-1], done.omega, done.why)
    assert ref.crossed_at(of, done) == 5


@pytest.mark.claim("FIRST-CROSSING.1")
def test_one_step_below_the_tie_stays_open() -> None:
    assert run(terms(F(10**20 - 1, 32 * 10**20), 10), *[diagnostic()] * 5).omega == "challenge"


@pytest.mark.claim("FIRST-CROSSING.1")
def test_pass_at_the_horizon_below_the_threshold_rejects() -> None:
    closed = run(terms(F(1, 20), 4), *[diagnostic()] * 4)
    assert (4, F(16), "reject", "horizon-reached") == (closed.m, closed.M[-1], closed.omega, closed.why)


@pytest.mark.claim("FIRST-CROSSING.1")
def test_first_round_that_crosses_at_the_horizon_accepts() -> None:
    assert run(terms(F(1, 2), 1), diagnostic()).omega == "accept"


@pytest.mark.claim("TERMINAL-ABSORBS.1")
@pytest.mark.parametrize(
    "ending",
    [
        [("open", False)],
        [("open", True), diagnostic()],
        [("open", True), diagnostic("fail")],
        [("open", True), diagnostic("inadmissible")],
        [("open", True), CLARIFICATION, CLARIFICATION],
    ],
)
@pytest.mark.parametrize("more", [diagnostic(), diagnostic("fail"), CLARIFICATION])
def test_closed_review_refuses_every_event(ending: list[ref.Event], more: ref.Event) -> None:
    assert ref.run(terms(F(1, 2), 2), ending).omega != "challenge"
    with pytest.raises(ref.Refused):
        ref.run(terms(F(1, 2), 2), [*ending, more])


@pytest.mark.claim("AT-HORIZON.1")
def test_at_horizon_does_not_stop_at_the_crossing() -> None:
    of = terms(F(1, 4), 4, rule=ref.AT_HORIZON)
    crossed = run(of, *[diagnostic()] * 3)
    assert (crossed.omega, ref.crossed_at(of, crossed)) == ("challenge", 2)
    accepted = run(of, *[diagnostic()] * 4)
    assert (accepted.omega, accepted.m, ref.crossed_at(of, accepted)) == ("accept", 4, 2)


@pytest.mark.claim("AT-HORIZON.1")
def test_at_horizon_a_failure_after_the_crossing_rejects() -> None:
    of = terms(F(1, 4), 3, rule=ref.AT_HORIZON)
    closed = run(of, diagnostic(), diagnostic(), diagnostic("fail"))
    assert ("reject", "check-failed", 2, F(0)) == (
        closed.omega,
        closed.why,
        ref.crossed_at(of, closed),
        closed.M[-1],
    )


@pytest.mark.claim("AT-HORIZON.1")
def test_at_horizon_all_passes_above_delta_reject() -> None:
    closed = run(terms(F(1, 20), 4, rule=ref.AT_HORIZON), *[diagnostic()] * 4)
    assert (closed.omega, closed.why) == ("reject", "horizon-reached")


# Section 5


def rounds_to(value: F, printed: str) -> bool:
    """Tell whether a printed decimal is the value, rounded to its last digit."""
    return abs(value - F(printed)) <= F(1, 2 * 10 ** len(printed.split(".")[1]))


def constant(T: int, q: F, c: F, a: F) -> tuple[dict[int, F], dict[int, F]]:
    return ref.R(ref.bounds([c] * T, [q] * T)), ref.C([a] * T, [c] * T)


@pytest.mark.claim("DETERMINISTIC-REGION.1")
def test_matrix_product_example_of_appendix_E1() -> None:
    R, C = constant(10, HALF, F(99, 100), F(99, 100))
    delta, gamma = F(1, 20), F(1, 10)
    assert F(101, 200) ** 4 == R[4]
    assert rounds_to(R[4], "0.065038")
    assert rounds_to(R[5], "0.032844")
    assert rounds_to(C[5], "0.904382")
    assert rounds_to(C[6], "0.886385")
    assert rounds_to(C[7], "0.868746")
    assert (5, 5, {5}) == (ref.K_delta(R, delta), ref.last_complete(C, gamma), ref.ER(R, C, delta, gamma))


@pytest.mark.claim("EARLY-STOPPING.1")
def test_early_stopping_bounds_of_appendix_E1() -> None:
    R, C = constant(10, HALF, F(99, 100), F(99, 100))
    delta = F(1, 20)
    assert (R[5], 1 - C[5]) == (ref.false_accept(R, delta), ref.true_reject(R, C, delta))
    assert ref.early_stopping_certified(R, C, delta, F(1, 10))
    assert not ref.early_stopping_certified(R, C, delta, F(9, 100))


@pytest.mark.claim("DETERMINISTIC-REGION.1")
def test_scheduling_example_of_appendix_E2_needs_1663_rounds() -> None:
    q = 1 - F(1, 5) * F(1, 100)
    R, C = constant(1663, q, F(9, 10), F(1))
    delta, gamma = F(1, 20), F(1, 5)
    assert ref.K_delta(R, delta) == 1663
    assert set() == ref.ER(R, C, delta, gamma)
    assert rounds_to(C[1663] * 10**77, "8.04")


@pytest.mark.claim("EARLY-STOPPING.1")
def test_scheduling_example_at_horizon_20_can_never_accept() -> None:
    R, C = constant(20, F(499, 500), F(9, 10), F(1))
    delta = F(1, 20)
    assert ref.K_delta(R, delta) == 0
    assert (F(0), F(1)) == (ref.false_accept(R, delta), ref.true_reject(R, C, delta))
    assert not ref.early_stopping_certified(R, C, delta, F(999, 1000))
    last = run(ref.Terms(delta, 20, (F(9, 10),) * 20), *[diagnostic(q=F(499, 500))] * 20)
    assert (last.omega, last.why) == ("reject", "horizon-reached")


@pytest.mark.claim("REGION-INTERVAL.1")
def test_product_region_of_the_sequence_of_figure_2() -> None:
    c = [F(985, 1000) - F(i - 1, 1000) for i in range(1, 15)]
    R = ref.R(ref.bounds(c, [F(1, 5)] * 14))
    C = ref.C([F(1)] * 14, c)
    assert F(212, 1000) * F(2128, 10000) == R[2]
    assert rounds_to(C[11], "0.800685")
    assert rounds_to(C[12], "0.779868")
    assert (ref.K_delta(R, F(1, 10)), ref.last_complete(C, F(1, 5))) == (2, 11)
    assert set(range(2, 12)) == ref.ER(R, C, F(1, 10), F(1, 5))


@pytest.mark.claim("DETERMINISTIC-REGION.1")
def test_ties_in_both_criteria_are_members() -> None:
    R, C = constant(6, HALF, F(1), F(1, 2))
    assert {3} == ref.ER(R, C, F(1, 8), F(7, 8))
    assert set() == ref.ER(R, C, F(1, 8) - F(1, 10**30), F(7, 8))
    assert set() == ref.ER(R, C, F(1, 8), F(7, 8) - F(1, 10**30))
    assert ref.last_complete(C, F(7, 8)) == 3
    assert ref.early_stopping_certified(R, C, F(1, 8), F(7, 8))


@pytest.mark.claim("DETERMINISTIC-REGION.1")
def test_lengths_that_end_in_a_declared_clarification_are_not_members() -> None:
    c, q, a, asks = [F(9, 10)] * 5, [F(0)] * 5, [F(1)] * 5, {2, 4}
    R = ref.R(ref.bounds(c, q, asks))
    C = ref.C(a, c, asks)
    assert (F(1, 10), F(1, 10), F(1, 100)) == (R[1], R[2], R[3])
    assert (F(9, 10), F(9, 10), F(81, 100)) == (C[1], C[2], C[3])
    assert {1, 3, 5} == ref.ER(R, C, F(1, 10), F(3, 10), asks)
    assert F(81, 100) == ref.C(a, c)[2]  # the paper's bound charges the clarification


def test_no_length_where_even_the_first_round_falls_short() -> None:
    R, C = constant(3, HALF, F(1), F(1, 2))
    assert (0, set()) == (ref.last_complete(C, F(1, 4)), ref.ER(R, C, HALF, F(1, 4)))


# The all-pass path and the sequence agree


@pytest.mark.claim("FIRST-CROSSING.1")
@pytest.mark.parametrize(("q", "c", "delta"), [(HALF, F(99, 100), F(1, 20)), (F(1, 3), F(3, 4), F(1, 8))])
def test_all_pass_run_accepts_at_the_first_crossing(q: F, c: F, delta: F) -> None:
    T = 12
    K = ref.K_delta(ref.R(ref.bounds([c] * T, [q] * T)), delta)
    done = run(ref.Terms(delta, T, (c,) * T), *[diagnostic(q=q)] * K)
    assert (done.omega, done.m, ref.crossed_at(ref.Terms(delta, T, (c,) * T), done)) == ("accept", K, K)


def worst_acceptance(of: ref.Terms, state: ref.Run, q: F) -> F:
    """Return the greatest acceptance probability when each pass has probability at most q̄."""
    if state.omega != "challenge":
        return F(state.omega == "accept")
    event: Any = diagnostic(q=q)
    passed = worst_acceptance(of, ref.step(of, state, event), q)
    asked = worst_acceptance(of, ref.step(of, state, CLARIFICATION), q)
    return max(asked, ref.planned(of, state, q) * passed)


@pytest.mark.claim("VALUE-BOUND.1")
@pytest.mark.claim("VALUE-TIGHT.1")
@pytest.mark.parametrize("rule", [ref.FIRST_CROSSING, ref.AT_HORIZON])
def test_worst_false_acceptance_of_a_small_tree_is_exactly_delta(rule: str) -> None:
    of = terms(F(1, 32), 5, rule=rule)
    assert F(1, 32) == worst_acceptance(of, ref.start(("open", True)), HALF)
