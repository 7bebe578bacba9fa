"""The state of one review, and what it means for a state to be well formed."""

from dataclasses import dataclass
from enum import Enum

from .terms import Pair, StoppingRule, Terms


class Kind(Enum):
    """Say what a round is for: only diagnostic rounds move M, both kinds use up the horizon."""

    DIAGNOSTIC = "diagnostic"
    CLARIFICATION = "clarification"


class Outcome(Enum):
    """Say how a round ended. A clarification that was answered has passed; it has no check to fail."""

    PASS = "pass"
    FAIL = "fail"
    INADMISSIBLE = "inadmissible"


class Verdict(Enum):
    """Hold the decision so far. Reject means insufficiently verified, never refuted."""

    CHALLENGE = "challenge"
    ACCEPT = "accept"
    REJECT = "reject"


class Reason(Enum):
    """Say why the verdict stands."""

    OPEN = "open"
    THRESHOLD_CROSSED = "threshold-crossed"
    CHECK_FAILED = "check-failed"
    HORIZON_REACHED = "horizon-reached"
    INADMISSIBLE_MESSAGE = "inadmissible-message"


@dataclass(frozen=True)
class State:
    """Hold a review between two rounds.

    ``round`` counts completed rounds, ``survival`` is R, the exact product of the implemented bounds
    over passed diagnostic rounds, and ``crossed_at`` is the first round with R <= delta, 0 before it.
    R·M = 1 unless a check failed; then M = 0 and R keeps its last value.
    """

    round: int
    survival: Pair
    verdict: Verdict
    reason: Reason
    crossed_at: int


@dataclass(frozen=True)
class Planned:
    """Hold an open review whose next round is planned: its kind and implemented bound are fixed."""

    state: State
    kind: Kind
    bound: Pair


def well_formed(terms: Terms, state: State) -> bool:
    """Tell whether the state can stand under these terms (invariant I of the step)."""
    (rn, rd), (dn, dd), at = state.survival, terms.delta, state.crossed_at
    if not (0 < dn < dd and 0 < rn <= rd and 0 <= at <= state.round <= terms.horizon and terms.horizon > 0):
        return False
    if (rn * dd <= dn * rd) != (at > 0):
        return False
    if state.verdict is not Verdict.CHALLENGE:
        return _fits_closed(terms, state)
    runs_on = at == 0 or terms.rule is StoppingRule.AT_HORIZON
    return runs_on and state.reason is Reason.OPEN and state.round < terms.horizon


def _fits_closed(terms: Terms, state: State) -> bool:
    stops_at_crossing = terms.rule is StoppingRule.FIRST_CROSSING
    if state.verdict is Verdict.ACCEPT:
        last = state.crossed_at if stops_at_crossing else terms.horizon
        return state.reason is Reason.THRESHOLD_CROSSED and state.crossed_at > 0 and state.round == last
    if stops_at_crossing and state.crossed_at > 0:
        return False
    if state.reason is Reason.CHECK_FAILED:
        return state.round > 0
    if state.reason is Reason.HORIZON_REACHED:
        return state.round == terms.horizon
    return state.reason is Reason.INADMISSIBLE_MESSAGE and state.round < terms.horizon


def well_planned(planned: Planned) -> bool:
    """Tell whether the planned bound is one that a round of its kind can carry: 0 < q̄ <= 1."""
    bn, bd = planned.bound
    return 0 < bn <= bd and (planned.kind is Kind.DIAGNOSTIC or bn == bd == 1)


def well_bounded(kind: Kind, execution: Pair, false_pass: Pair) -> bool:
    """Tell whether c and q are bounds that a round of this kind can carry: in [0, 1], and not q̄ = 0."""
    (cn, cd), (qn, qd) = execution, false_pass
    if not (0 <= cn <= cd and cd > 0 and 0 <= qn <= qd and qd > 0):
        return False
    return qn == qd if kind is Kind.CLARIFICATION else qn > 0 or cn < cd
