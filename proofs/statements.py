"""What the kernel is held against, written out again: nothing here calls a predicate of the kernel.

Numbers are symbols or whole numbers alike; probabilities are pairs compared by cross-multiplication.
"""

from dataclasses import dataclass
from typing import Any

from elenctic_kernel import Kind, Outcome, Planned, Reason, State, StoppingRule, Terms, Verdict

from .supply import AnyPair, Supply
from .symbols import Fact, every, iff, implies, negated, same, some


def at_most(left: AnyPair, right: AnyPair) -> Fact:
    """Say left <= right of two rationals with positive denominators."""
    fact: Fact = left[0] * right[1] <= right[0] * left[1]
    return fact


def below(left: AnyPair, right: AnyPair) -> Fact:
    """Say left < right of two rationals with positive denominators."""
    return negated(at_most(right, left))


def equal(left: AnyPair, right: AnyPair) -> Fact:
    """Say left = right of two rationals with positive denominators."""
    return same(left[0] * right[1], right[0] * left[1])


def times(left: AnyPair, right: AnyPair) -> AnyPair:
    """Return the product of two rationals."""
    return left[0] * right[0], left[1] * right[1]


def in_unit(pair: AnyPair) -> Fact:
    """Say 0 <= pair <= 1 with a positive denominator. Denominators are whole numbers, so at least 1."""
    return every(0 <= pair[0], pair[0] <= pair[1], 1 <= pair[1])


def is_member(n: Any, intervals: list[tuple[Any, Any]]) -> Fact:
    """Say that n lies in one of the closed intervals."""
    return negated(every(True, *(negated(every(low <= n, n <= high)) for low, high in intervals)))


def any_whole_denominator(pair: AnyPair) -> Fact:
    """Say what is true of every whole denominator: none lies strictly between 0 and 1."""
    return some(pair[1] <= 0, 1 <= pair[1])


class AtRound:
    """Stand for c_1 to c_T of which only the element at one index is known.

    Looking up another index is a fault of the kernel and ends the path in an error that no goal allows.
    """

    def __init__(self, index: Any, pair: AnyPair) -> None:
        self._index = index
        self._pair = pair

    def __getitem__(self, index: Any) -> AnyPair:
        if index != self._index:
            raise LookupError("the execution bound of another round was looked up")
        return self._pair


@dataclass(frozen=True)
class Review:
    """Hold the numbers of a review: rule, delta, T, m, R, crossed_at; and what each round brings."""

    rule: StoppingRule
    delta: AnyPair
    T: Any
    m: Any
    R: AnyPair
    at: Any

    def terms(self, execution: Any = ()) -> Terms:
        """Return the terms."""
        return Terms(self.delta, self.T, execution, self.rule)

    def state(self, verdict: Verdict = Verdict.CHALLENGE, reason: Reason = Reason.OPEN) -> State:
        """Return the state."""
        return State(self.m, self.R, verdict, reason, self.at)

    def planned(self, kind: Kind, bound: AnyPair) -> Planned:
        """Return the open state with a planned round."""
        return Planned(self.state(), kind, bound)

    def after(self, state: State) -> "Review":
        """Return the numbers of a later state under the same terms."""
        return Review(self.rule, self.delta, self.T, state.round, state.survival, state.crossed_at)


def any_review(supply: Supply, mark: str = "") -> Review:
    """Return the numbers of a review about which nothing is known."""
    return Review(
        supply.choose("rule", list(StoppingRule)),
        supply.pair("delta"),
        supply.whole("T"),
        supply.whole("m" + mark),
        supply.pair("R" + mark),
        supply.whole("at" + mark),
    )


def stands(r: Review, verdict: Verdict, reason: Reason) -> Fact:
    """State invariant I of the step for a review with this verdict and reason."""
    crossed = at_most(r.R, r.delta)
    common = every(
        *(0 < r.delta[0], r.delta[0] < r.delta[1], 0 < r.R[0], r.R[0] <= r.R[1]),
        *(1 <= r.T, 0 <= r.at, r.at <= r.m, r.m <= r.T, iff(r.at > 0, crossed)),
    )
    stops = r.rule is StoppingRule.FIRST_CROSSING
    runs_on = negated(crossed) if stops else True
    of_its_own = {
        (Verdict.CHALLENGE, Reason.OPEN): every(r.m < r.T, runs_on),
        (Verdict.ACCEPT, Reason.THRESHOLD_CROSSED): every(crossed, same(r.m, r.at if stops else r.T)),
        (Verdict.REJECT, Reason.CHECK_FAILED): every(r.m >= 1, runs_on),
        (Verdict.REJECT, Reason.HORIZON_REACHED): every(same(r.m, r.T), runs_on),
        (Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE): every(r.m < r.T, runs_on),
    }
    return every(common, of_its_own.get((verdict, reason), False))


def lawful(r: Review) -> Fact:
    """State what needs no step to hold: 0 < delta < 1, T >= 1, 0 < R <= 1, crossed_at >= 0."""
    terms = every(0 < r.delta[0], r.delta[0] < r.delta[1], 1 <= r.delta[1], 1 <= r.T)
    return every(terms, 0 < r.R[0], r.R[0] <= r.R[1], 1 <= r.R[1], 0 <= r.at)


def is_open(r: Review) -> Fact:
    """State invariant I of an open review."""
    return stands(r, Verdict.CHALLENGE, Reason.OPEN)


def whole_denominators(*pairs: AnyPair) -> Fact:
    """Say what is true of whole numbers above 0: they are at least 1."""
    return every(*(1 <= pair[1] for pair in pairs))


def plannable(kind: Kind, bound: AnyPair) -> Fact:
    """State 0 < q̄ <= 1, and q̄ = 1/1 on a clarification."""
    unit = every(0 < bound[0], bound[0] <= bound[1])
    return every(unit, same(bound, (1, 1))) if kind is Kind.CLARIFICATION else unit


def boundable(kind: Kind, c: AnyPair, q: AnyPair) -> Fact:
    """State 0 <= c <= 1, 0 <= q <= 1, not both c = 1 and q = 0; and q = 1 on a clarification."""
    if kind is Kind.CLARIFICATION:
        return every(in_unit(c), in_unit(q), same(q[0], q[1]))
    return every(in_unit(c), in_unit(q), negated(every(same(c[0], c[1]), same(q[0], 0))))


def legal(kind: Kind, outcome: Outcome) -> bool:
    """State that a clarification has no check to fail."""
    return kind is Kind.DIAGNOSTIC or outcome is not Outcome.FAIL


def is_implemented(bound: AnyPair, c: AnyPair, q: AnyPair) -> Fact:
    """State q̄ = 1 - c(1 - q) of positive denominators, without division."""
    (bn, bd), (cn, cd), (qn, qd) = bound, c, q
    return same(bn * cd * qd, bd * (cd * qd - cn * (qd - qn)))


def is_least_one(value: Any, scaled: Any, unit: Any) -> Fact:
    """State value = min(1, scaled / unit) for a positive unit, without division."""
    return every(implies(scaled <= unit, same(value * unit, scaled)), implies(scaled >= unit, same(value, 1)))
