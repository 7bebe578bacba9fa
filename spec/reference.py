"""The executable reference: the protocol as literally as the paper states it, in plain fractions.

Slow and obvious on purpose. It imports the standard library only, keeps the certificate M itself
(never R), compares M >= 1/delta, and computes the products of Section 5 from the written-out
sequences. Tests run the kernel against it, and REFINES-REFERENCE.1 proves of each step that the two never part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from operator import mul
from typing import Literal, TypeAlias

Event: TypeAlias = tuple[object, ...]
"""("open", admissible), then ("diagnostic", q, outcome) or ("clarification", outcome)."""

Omega: TypeAlias = Literal["challenge", "accept", "reject"]
Why: TypeAlias = Literal["open", "threshold-crossed", "check-failed", "horizon-reached", "inadmissible-message"]

FIRST_CROSSING = "first-crossing"
AT_HORIZON = "at-horizon"


class Refused(Exception):
    """Say that the protocol does not allow this event here, or that a number is out of its range."""


# Definition 6 and Assumption 1: one review


@dataclass(frozen=True)
class Terms:
    """Hold what is fixed before the run: delta, T, c_1 to c_T and the stopping rule."""

    delta: Fraction
    T: int
    c: tuple[Fraction, ...]
    rule: str = FIRST_CROSSING


@dataclass(frozen=True)
class Run:
    """Hold a run: M_0 to M_m, q̄ of every passed diagnostic round in order, and the verdict."""

    M: tuple[Fraction, ...] = (Fraction(1),)
    passed: tuple[Fraction, ...] = ()
    omega: Omega = "challenge"
    why: Why = "open"

    @property
    def m(self) -> int:
        """Count the completed rounds."""
        return len(self.M) - 1


def check_terms(terms: Terms) -> None:
    """Refuse terms outside Assumption 1: 0 < delta < 1, T >= 1, T bounds c with 0 <= c <= 1."""
    if not 0 < terms.delta < 1:
        raise Refused("delta is not strictly between 0 and 1")
    if terms.T < 1:
        raise Refused("T is below 1")
    if len(terms.c) != terms.T or not all(0 <= c <= 1 for c in terms.c):
        raise Refused("c is not a sequence of T numbers in [0, 1]")
    if terms.rule not in (FIRST_CROSSING, AT_HORIZON):
        raise Refused("no such stopping rule")


def q_bar(c: Fraction, q: Fraction) -> Fraction:
    """Return the implemented bound of equation (3), 1 - c(1 - q)."""
    return 1 - c * (1 - q)


def run(terms: Terms, events: Iterable[Event]) -> Run:
    """Run a whole review from its events; the first one opens it."""
    check_terms(terms)
    state: Run | None = None
    for event in events:
        state = start(event) if state is None else step(terms, state, event)
    if state is None:
        raise Refused("a review begins with the first message")
    return state


def start(event: Event) -> Run:
    """Take the first message. M_0 = 1, and U is not evaluated: the first challenge is mandatory."""
    match event:
        case ("open", True):
            return Run()
        case ("open", False):
            return Run(omega="reject", why="inadmissible-message")
    raise Refused("a review begins with the first message")


def step(terms: Terms, state: Run, event: Event) -> Run:
    """Take one challenge-response round of Definition 6."""
    if state.omega != "challenge":
        raise Refused("the verdict stands")
    match event:
        case ("clarification", "pass"):
            return after_clarification(terms, state)
        case ("diagnostic", Fraction() as q, "pass" | "fail" | "inadmissible" as outcome):
            return after_diagnostic(terms, state, planned(terms, state, q), outcome)
        case ("clarification", "inadmissible"):
            return replace(state, omega="reject", why="inadmissible-message")
    raise Refused("no such event in an open review")


def planned(terms: Terms, state: Run, q: Fraction) -> Fraction:
    """Return q̄ of the coming diagnostic round m + 1; c is indexed by the round number."""
    if not 0 <= q <= 1:
        raise Refused("q is not in [0, 1]")
    bound = q_bar(terms.c[state.m], q)
    if bound == 0:
        raise Refused("q̄ = 0: a pass would divide by zero")
    return bound


def after_clarification(terms: Terms, state: Run) -> Run:
    """Leave M as it was; the round counts all the same."""
    now = replace(state, M=(*state.M, state.M[-1]))
    return timeout(terms, now)


def after_diagnostic(terms: Terms, state: Run, bound: Fraction, outcome: str) -> Run:
    """Update M by equation (4) and decide by U."""
    if outcome == "inadmissible":  # no round is completed, no evidence is credited
        return replace(state, omega="reject", why="inadmissible-message")
    if outcome == "fail":
        return replace(state, M=(*state.M, Fraction(0)), omega="reject", why="check-failed")
    now = replace(state, M=(*state.M, state.M[-1] / bound), passed=(*state.passed, bound))
    may_accept = terms.rule == FIRST_CROSSING or now.m == terms.T
    if may_accept and now.M[-1] >= 1 / terms.delta:
        return replace(now, omega="accept", why="threshold-crossed")
    return timeout(terms, now)


def timeout(terms: Terms, state: Run) -> Run:
    """Reject what is still undecided at the horizon."""
    return replace(state, omega="reject", why="horizon-reached") if state.m == terms.T else state


def crossed_at(terms: Terms, state: Run) -> int:
    """Return the first round m with M_m >= 1/delta, 0 where there is none."""
    return min((m for m, value in enumerate(state.M) if value >= 1 / terms.delta), default=0)


def survival(state: Run) -> Fraction:
    """Return R, the product of q̄ over the passed diagnostic rounds."""
    product = Fraction(1)
    for bound in state.passed:
        product = product * bound
    return product


# Section 5: bounds fixed before the run. Rounds are numbered from 1, and so are the answers.


def bounds(c: Sequence[Fraction], q: Sequence[Fraction], clarifications: Collection[int] = ()) -> dict[int, Fraction]:
    """Return q̄_n of equation (8) for every n; 1 on a declared clarification round."""
    T = len(c)
    return {n: Fraction(1) if n in clarifications else q_bar(c[n - 1], q[n - 1]) for n in range(1, T + 1)}


def R(q_bars: dict[int, Fraction]) -> dict[int, Fraction]:
    """Return R_n of equation (9) for every n."""
    return dict(zip(q_bars, accumulate(q_bars.values(), mul), strict=True))


def C(a: Sequence[Fraction], c: Sequence[Fraction], clarifications: Collection[int] = ()) -> dict[int, Fraction]:
    """Return C_n of equation (9) for every n; a = c = 1 on a declared clarification round.

    With no clarification declared every round is charged a_n·c_n, as equation (7) charges it.
    """
    T = len(c)
    factors = {n: Fraction(1) if n in clarifications else a[n - 1] * c[n - 1] for n in range(1, T + 1)}
    return dict(zip(factors, accumulate(factors.values(), mul), strict=True))


def K_delta(R_n: dict[int, Fraction], delta: Fraction) -> int:
    """Return the first crossing of equation (10), 0 where the set is empty."""
    return min((n for n in R_n if R_n[n] <= delta), default=0)


def last_complete(C_n: dict[int, Fraction], gamma: Fraction) -> int:
    """Return the last n with C_n >= 1 - gamma, 0 where there is none."""
    return max((n for n in C_n if C_n[n] >= 1 - gamma), default=0)


def ER(
    R_n: dict[int, Fraction],
    C_n: dict[int, Fraction],
    delta: Fraction,
    gamma: Fraction,
    clarifications: Collection[int] = (),
) -> set[int]:
    """Return the effective region of equation (14): a length never ends in a declared clarification."""
    return {n for n in R_n if n not in clarifications and R_n[n] <= delta and C_n[n] >= 1 - gamma}


def false_accept(R_n: dict[int, Fraction], delta: Fraction) -> Fraction:
    """Return the bound of equation (11) for early stopping; 0 where acceptance is impossible."""
    K = K_delta(R_n, delta)
    return R_n[K] if K else Fraction(0)


def true_reject(R_n: dict[int, Fraction], C_n: dict[int, Fraction], delta: Fraction) -> Fraction:
    """Return the bound of equation (12) for early stopping; 1 where acceptance is impossible."""
    K = K_delta(R_n, delta)
    return 1 - C_n[K] if K else Fraction(1)


def early_stopping_certified(
    R_n: dict[int, Fraction], C_n: dict[int, Fraction], delta: Fraction, gamma: Fraction
) -> bool:
    """Decide equation (13)."""
    K = K_delta(R_n, delta)
    return K > 0 and C_n[K] >= 1 - gamma
