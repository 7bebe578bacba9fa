"""Completeness of finitely many messages: the true statement is accepted with probability at least the product of a·c.

Method: one round by a ghost partial sum over its responses; then backward induction, U >= Q_m with Q_m the product of
a·c over the rounds after m up to K, on a path-complete symbolic run of ``open``, ``plan``, ``conclude`` and
``completeness_factors``. Machine-checked are base and step: of the sum over responses, of the mean over messages, and
of the induction over K - m. Not covered: the rule of these inductions, which is in words; infinitely many messages;
that a and c hold of real people and models.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import elenctic_kernel as kernel
from elenctic_kernel import Kind, Outcome, Pair, StoppingRule, Terms, Verdict, completeness_factors

from . import process_worlds as p
from . import step_worlds as w
from .claim import Claim, Part
from .explorer import End
from .hypotheses import Given, leaning
from .plays import ASK, PASS, reaches, terms
from .statements import at_most, in_unit
from .stopping_worlds import EARLY
from .supply import Supply
from .symbols import Fact, every, implies, same, some

F = Fraction


# One round: responses that are adequate or not


def one_more_response(s: Supply) -> Given:
    """Return a partial sum P of pass probabilities and A of adequacy, and one more response of weight w.

    It is adequate (1) or not (0), executed correctly with probability e, and passes with probability u.
    """
    c, A, P, w_, adequate, e, u = (s.real(name) for name in ("c", "A", "P", "w", "adequate", "e", "u"))
    given = {
        "P so far": A * c <= P,
        "w >= 0": 0 <= w_,
        "adequate or not": some(same(adequate, 0), same(adequate, 1)),
        "e >= c": c <= e,
        "adequate and executed passes": e * adequate <= u,
    }
    return Given(given, {"c": c, "A": A + w_ * adequate, "P": P + w_ * u})


def passes_beyond(_: Supply, end: End) -> Fact:
    """State P >= c·A."""
    d = end.call.data
    fact: Fact = d["c"] * d["A"] <= d["P"]
    return fact


def _passes_above(_: Supply, end: End) -> Fact:
    d = end.call.data
    fact: Fact = d["c"] * d["A"] < d["P"]
    return fact


def no_response_yet(s: Supply) -> Given:
    """Return empty sums."""
    c, A, P = s.real("c"), s.real("A"), s.real("P")
    return Given({"empty A": same(A, 0), "empty P": same(P, 0)}, {"c": c, "A": A, "P": P})


def all_responses(s: Supply) -> Given:
    """Return the sums over all responses of a round: adequate with probability at least a, and the kernel's a·c."""
    a, c, A, P, rate = s.pair("a"), s.pair("c"), s.real("A"), s.real("P"), s.real("c.value")
    given = {
        "P so far": rate * A <= P,
        "A >= a": a[0] <= A * a[1],
    }
    held = (in_unit(a), in_unit(c), same(rate * c[1], c[0]))
    return Given(given, {"P": P}, lambda: completeness_factors([a], [c])[0], held)


def passes_with_charge(_: Supply, end: End) -> Fact:
    """State Pr(pass) >= a·c as the kernel computes it."""
    (over, under), P = end.result, end.call.data["P"]
    fact: Fact = over <= P * under
    return fact


def _passes_more(_: Supply, end: End) -> Fact:
    (over, under), P = end.result, end.call.data["P"]
    fact: Fact = over < P * under
    return fact


# The mean over messages


def one_more_honest_message(s: Supply) -> Given:
    """Return a partial sum B of weights times probabilities of Accept, P of passing, and one more message that passes.

    ``u`` is the probability of Accept after it, ``Q`` what the state after a pass is known to reach.
    """
    Q, B, P, w_, u = (s.real(name) for name in ("Q", "B", "P", "w", "u"))
    given = {"B so far": Q * P <= B, "w >= 0": 0 <= w_, "u >= Q": Q <= u}
    return Given(given, {"c": Q, "A": P + w_, "P": B + w_ * u})


MESSAGES = (
    leaning("no message yet, at least", no_response_yet, passes_beyond, "empty A", "empty P", more=_passes_above),
    leaning(
        "one more message, at least",
        one_more_honest_message,
        passes_beyond,
        *("B so far", "w >= 0", "u >= Q"),
        more=_passes_above,
    ),
)
"""Base and step of: the mean of what is at least Q after each message that passes is at least Q·Pr(pass)."""


# Backward induction over the rounds


def _reaches_product(
    s: Supply, end: End, *, bounded: bool = True, progress: bool = True, in_time: bool = True, strict: bool = False
) -> Fact:
    d, (over, under) = end.call.data, end.result.completeness
    r, K, rate, Q = d["r"], s.whole("K"), s.real("f"), s.real("Q.next")
    mean: Any = 0
    known: Fact = every(same(rate * under, over), 0 <= Q, Q <= 1, r.m < K, K <= r.T if in_time else True)
    crosses = implies(same(K, r.m + 1), at_most(d["next"], r.delta)) if progress else True
    for outcome, state in zip(p.LEGAL[d["kind"]], end.result.states, strict=True):
        weight, value = s.real(f"S.{outcome.value}"), s.real(f"U.{outcome.value}")
        least = {Verdict.ACCEPT: same(value, 1), Verdict.REJECT: same(value, 0)}.get(
            state.verdict, every(0 <= value, implies(r.m + 1 < K, Q <= value))
        )
        mean, known = mean + weight * value, every(known, least, 0 <= weight)
    passes = rate <= s.real("S.pass") if bounded else True
    claimed = rate * Q < mean if strict else rate * Q <= mean
    return implies(every(known, crosses, passes), claimed)


def reaches_product(s: Supply, end: End) -> Fact:
    """State: the mean of U over the answers is at least a·c·Q_(m+1) where a pass has at least a·c.

    U is 1 at Accept, 0 at Reject, and at least Q_(m+1) while open before K; at K the pass has R <= delta.
    """
    return _reaches_product(s, end)


def only_reject_or_on(s: Supply, end: End) -> Fact:
    """State that after a pass at m + 1 <= K the review has accepted, or is open with m + 1 < K."""
    d = end.call.data
    r, K, passed = d["r"], s.whole("K"), end.result.states[0]
    progress = implies(same(K, r.m + 1), at_most(d["next"], r.delta))
    onward = every(passed.verdict is Verdict.CHALLENGE, r.m + 1 < K, same(passed.round, r.m + 1))
    return implies(every(r.m < K, K <= r.T, progress), some(passed.verdict is Verdict.ACCEPT, onward))


def _always_on(s: Supply, end: End) -> Fact:
    r, K = end.call.data["r"], s.whole("K")
    return implies(every(r.m < K, K <= r.T), end.result.states[0].verdict is not Verdict.REJECT)


def starts_open(s: Supply, end: End) -> Fact:
    """State that an admissible first message opens the review at round 0 with R = 1, before any K >= 1."""
    state, K = end.result, s.whole("K")
    if not end.call.data["admissible"]:
        return state.verdict is Verdict.REJECT
    opened = every(state.verdict is Verdict.CHALLENGE, same(state.round, 0), same(state.survival, (1, 1)))
    return every(opened, implies(1 <= K, state.round < K))


def _starts_accepted(_: Supply, end: End) -> Fact:
    return end.result.verdict is Verdict.ACCEPT


# Exact numbers


def accepted_with(under: Terms, q: Sequence[Pair], chances: Sequence[Fraction]) -> Fraction:
    """Return the probability of Accept by the kernel's own steps, where round m passes with the m-th chance.

    :param under: terms
    :param q: false-pass bound of each diagnostic round, in [0, 1]; all rounds are diagnostic
    :param chances: pass probability of each round, in [0, 1]
    """
    state, total = kernel.open(under, True), F(1)
    while state.verdict is Verdict.CHALLENGE:
        planned = kernel.plan(under, state, Kind.DIAGNOSTIC, q[state.round])
        if kernel.conclude(under, planned, Outcome.FAIL).verdict is not Verdict.REJECT:
            raise ArithmeticError("a failed check does not reject")
        total *= chances[state.round]
        state = kernel.conclude(under, planned, Outcome.PASS)
    return total if state.verdict is Verdict.ACCEPT else F(0)


Law = Sequence[tuple[Fraction, int, Fraction]]
"""Weight, adequate (1) or not (0), and execution probability of each response."""


def honest(law: Law) -> Fraction:
    """Return Pr(pass) of a law where what is adequate and executed correctly passes and nothing else does."""
    return sum((weight * adequate * e for weight, adequate, e in law), F(0))


ATTAINED: Law = ((F(1, 2), 1, F(4, 5)), (F(2, 5), 1, F(4, 5)), (F(1, 10), 0, F(1)))
LOOSE: Law = ((F(1, 2), 1, F(1)), (F(2, 5), 1, F(4, 5)), (F(1, 10), 0, F(1)))


def _charge(a: Pair, c: Pair) -> Fraction:
    return F(*completeness_factors([a], [c])[0])


def _product_attained() -> bool:
    bounds: list[Pair] = [(9, 10), (4, 5), (1, 2), (1, 1)]
    under = kernel.make_terms((1, 4), 4, bounds, StoppingRule.FIRST_CROSSING)
    charges = [F(*factor) for factor in completeness_factors([(9, 10)] * 4, bounds)]
    q: list[Pair] = [(1, 2), (1, 4), (1, 2), (1, 2)]
    return accepted_with(under, q, charges) == charges[0] * charges[1] == F(81, 100) * F(18, 25)


COMPLETENESS_PRODUCT = Claim(
    "COMPLETENESS-PRODUCT.2",
    (
        leaning("no response yet", no_response_yet, passes_beyond, "empty A", "empty P", above=_passes_above),
        leaning(
            "one more response",
            one_more_response,
            passes_beyond,
            *("P so far", "w >= 0", "adequate or not", "e >= c", "adequate and executed passes"),
            above=_passes_above,
        ),
        leaning("all responses", all_responses, passes_with_charge, "P so far", "A >= a", above=_passes_more),
        *MESSAGES,
        Part("the start", w.OPENING, starts_open, 4, {"accepted at the start": _starts_accepted}),
        Part(
            "a round",
            EARLY,
            reaches_product,
            10,
            {
                "p below a·c": partial(_reaches_product, bounded=False),
                "no progress at K": partial(_reaches_product, progress=False),
                "K after the horizon": partial(_reaches_product, in_time=False),
                "above the product": partial(_reaches_product, strict=True),
            },
        ),
        Part("after a pass", EARLY, only_reject_or_on, 10, {"without progress": _always_on}),
    ),
    {
        "a clarification on the way": lambda: reaches(
            terms(9, (1, 8)), [PASS, ASK, PASS, PASS], Verdict.ACCEPT, kernel.Reason.THRESHOLD_CROSSED, 4, 4
        ),
        "one response better executed": lambda: honest(LOOSE) > _charge((9, 10), (4, 5)),
    },
    tight={
        "p = a·c at both rounds up to K = 2": _product_attained,
        "adequate with exactly a, executed with exactly c": lambda: honest(ATTAINED) == _charge((9, 10), (4, 5)),
    },
)

CLAIMS = (COMPLETENESS_PRODUCT,)
