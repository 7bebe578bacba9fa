"""The step of the review: open, plan, conclude. Pure; a refused event leaves the state as it was."""

from icontract import ensure, require

from .errors import InputError, OrderError
from .state import Kind, Outcome, Planned, Reason, State, Verdict, well_bounded, well_formed, well_planned
from .terms import ONE, Pair, StoppingRule, Terms, check_bound, check_type


def implemented_bound(execution: Pair, false_pass: Pair) -> Pair:
    """Return q̄ = 1 - c(1 - q) for execution bound c and false-pass bound q. Never raises.

    Source: equation (3), Proposition 15; IMPLEMENTED-BOUND.1, PASS-BOUND.1, CONDITIONAL-ADVANTAGE.1. At the q of a
    challenge policy: UNIFORM-AUDIT.1, POOL-AUDIT.1, POOL-EXECUTION.1, FREIVALDS-HALF.1, FREIVALDS-FIELD.1,
    ANCHORED-MIXTURE.1, SAME-GAIN.1
    """
    cn, cd = execution
    qn, qd = false_pass
    return cd * qd - cn * (qd - qn), cd * qd


@ensure(
    lambda admissible, result: (
        (result.round, result.survival, result.crossed_at) == (0, (1, 1), 0)
        and result.reason is (Reason.OPEN if admissible else Reason.INADMISSIBLE_MESSAGE)
        and result.verdict is (Verdict.CHALLENGE if admissible else Verdict.REJECT)
    ),
    "OPEN-REVIEW.1 a review starts at round 0 with M = 1; an inadmissible first message closes it there",
)
def open(terms: Terms, admissible: bool) -> State:
    """Start a review from the prover's first message.

    :param terms: the terms, fixed before
    :param admissible: whether the first message is well formed and within the length cap
    :raises InputError: when an argument is of the wrong type

    Source: Definition 6, step 1; OPEN-REVIEW.1, RETRIES-COST.2
    """
    check_type("terms", terms, Terms)
    check_type("admissible", admissible, bool)
    verdict = Verdict.CHALLENGE if admissible else Verdict.REJECT
    return State(0, ONE, verdict, Reason.OPEN if admissible else Reason.INADMISSIBLE_MESSAGE, 0)


def plan(terms: Terms, state: State, kind: Kind, false_pass: Pair) -> Planned:
    """Fix the kind and the implemented bound of the next round, before its challenge is drawn.

    :param terms: the terms of the review
    :param state: an open review
    :param kind: diagnostic or clarification
    :param false_pass: q, 0 <= q <= 1, dimensionless; 1 on a clarification round
    :raises InputError: when an argument is of the wrong type or range, or q̄ would be 0
    :raises OrderError: when the review is closed

    Source: Assumption 1, equation (3); PLAN-ORDER.1, IMPLEMENTED-BOUND.1, POOL-AUDIT.1
    """
    _check_open(terms, state)
    check_type("kind", kind, Kind)
    check_bound("false_pass", false_pass)
    check_bound("execution", terms.execution[state.round])
    if not well_bounded(kind, terms.execution[state.round], false_pass):
        raise InputError("false_pass", "1 on a clarification, and q̄ > 0 on a diagnostic round", "another bound")
    return _plan(terms, state, kind, false_pass)


@require(
    lambda terms, state, kind, false_pass: (
        state.verdict is Verdict.CHALLENGE
        and well_formed(terms, state)
        and well_bounded(kind, terms.execution[state.round], false_pass)
    ),
    "PLAN-ORDER.1 an open review, and bounds that give its next round 0 < q̄ <= 1",
)
@ensure(
    lambda terms, state, kind, false_pass, result: (
        (result.state is state and result.kind is kind)
        and _implements(result.bound, terms.execution[state.round], false_pass)
    ),
    "IMPLEMENTED-BOUND.1 q̄ = 1 - c(1 - q), 0 < q̄ <= 1, and nothing else is changed",
)
def _plan(terms: Terms, state: State, kind: Kind, false_pass: Pair) -> Planned:
    if kind is Kind.CLARIFICATION:
        return Planned(state, kind, ONE)
    return Planned(state, kind, implemented_bound(terms.execution[state.round], false_pass))


def _implements(bound: Pair, execution: Pair, false_pass: Pair) -> bool:
    (bn, bd), (cn, cd), (qn, qd) = bound, execution, false_pass
    return 0 < bn <= bd and bn * cd * qd == bd * ((cd - cn) * qd + cn * qn)


def conclude(terms: Terms, planned: Planned, outcome: Outcome) -> State:
    """Conclude the planned round and decide.

    A passed diagnostic round multiplies R by q̄ (M by 1/q̄); a failed one ends the review; an
    inadmissible response ends it too, with the round not counted and M left alone; a clarification
    moves the round only. The horizon rejects what is still undecided.

    :param terms: the terms of the review
    :param planned: the planned round
    :param outcome: pass, fail or inadmissible
    :raises InputError: when an argument is of the wrong type or ill formed
    :raises OrderError: when the review is closed, or a clarification is said to have failed

    Source: Definition 6, Assumption 1 item 4, equation (4), the steps of Theorem 7; SURVIVAL-PRODUCT.1,
    ACCEPT-ON-PASS.1, FIRST-CROSSING.1, AT-HORIZON.1, FAILURE-REJECTS.1, INADMISSIBLE-REJECTS.1,
    CLARIFICATION-NEUTRAL.1, CLARIFICATION-HORIZON.1, REVIEW-TERMINATES.1, TERMINAL-ABSORBS.1, VALUE-BOUND.1,
    VALUE-TIGHT.1, SUPERMARTINGALE-UPDATE.1, ANYTIME-SOUND.2, PADDED-STOP.1, COMPLETENESS-PRODUCT.2, EARLY-STOPPING.1,
    FIXED-LENGTH.1, REFINES-REFERENCE.1
    """
    check_type("planned", planned, Planned)
    _check_open(terms, planned.state)
    check_type("kind", planned.kind, Kind)
    check_type("outcome", outcome, Outcome)
    check_bound("bound", planned.bound)
    if not well_planned(planned):
        raise InputError("bound", "one above 0, and 1 on a clarification", "another")
    if planned.kind is Kind.CLARIFICATION and outcome is Outcome.FAIL:
        raise OrderError("pass or inadmissible on a clarification round", "fail")
    return _conclude(terms, planned, outcome)


@require(
    lambda terms, planned, outcome: (
        planned.state.verdict is Verdict.CHALLENGE
        and well_formed(terms, planned.state)
        and well_planned(planned)
        and (planned.kind is Kind.DIAGNOSTIC or outcome is not Outcome.FAIL)
    ),
    "PLAN-ORDER.1 an open review whose next round is planned",
)
@ensure(
    lambda terms, planned, outcome, result: (
        well_formed(terms, result)
        and result.round == planned.state.round + (outcome is not Outcome.INADMISSIBLE)
        and _survives(planned, outcome, result)
    ),
    "STEP-INVARIANT.1 the invariant is kept, a pass multiplies R by q̄, anything else rejects and keeps R",
)
def _conclude(terms: Terms, planned: Planned, outcome: Outcome) -> State:
    state = planned.state
    if outcome is Outcome.INADMISSIBLE:
        return State(state.round, state.survival, Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE, state.crossed_at)
    now = state.round + 1
    if outcome is Outcome.FAIL:
        return State(now, state.survival, Verdict.REJECT, Reason.CHECK_FAILED, state.crossed_at)
    if planned.kind is Kind.CLARIFICATION:
        return _continue(terms, now, state.survival, state.crossed_at)
    survival = (state.survival[0] * planned.bound[0], state.survival[1] * planned.bound[1])
    if survival[0] * terms.delta[1] > terms.delta[0] * survival[1]:
        return _continue(terms, now, survival, state.crossed_at)
    crossed_at = state.crossed_at or now
    if terms.rule is StoppingRule.FIRST_CROSSING or now == terms.horizon:
        return State(now, survival, Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, crossed_at)
    return _continue(terms, now, survival, crossed_at)


def _survives(planned: Planned, outcome: Outcome, after: State) -> bool:
    before = planned.state.survival
    if outcome is not Outcome.PASS:
        return after.survival == before and after.verdict is Verdict.REJECT
    return after.survival == (before[0] * planned.bound[0], before[1] * planned.bound[1])


def _continue(terms: Terms, now: int, survival: Pair, crossed_at: int) -> State:
    if now == terms.horizon:
        return State(now, survival, Verdict.REJECT, Reason.HORIZON_REACHED, crossed_at)
    return State(now, survival, Verdict.CHALLENGE, Reason.OPEN, crossed_at)


def _check_open(terms: Terms, state: State) -> None:
    check_type("terms", terms, Terms)
    check_type("state", state, State)
    check_bound("delta", terms.delta)
    check_bound("survival", state.survival)
    if type(state.round) is not int or type(state.crossed_at) is not int or not well_formed(terms, state):
        raise InputError("state", "a well-formed state of these terms", "another")
    if state.verdict is not Verdict.CHALLENGE:
        raise OrderError("an open review", f"one closed at round {state.round} ({state.reason.value})")
