"""The value bound: V(M) = min(1, delta·M) never rises in expectation, and it can stay the same.

Method: path-complete symbolic run of ``conclude`` for both answers to the same planned round; M and V are
ghosts defined by products, so that no goal divides. Not covered: the induction over a tree of messages, general
probability spaces, and that a false statement passes with probability at most q̄.
"""

from fractions import Fraction
from typing import Any

import elenctic_kernel as kernel
from elenctic_kernel import Kind, Outcome, Reason, State, StoppingRule, Verdict

from . import step_worlds as w
from .claim import Claim, Part
from .explorer import End
from .plays import ASK, PASS, reaches, terms, worst_acceptance
from .statements import Review, at_most, equal, is_least_one, times
from .supply import Supply
from .symbols import Fact, every, implies, negated, same, some


def value(s: Supply, mark: str, r: Review) -> tuple[Any, Fact]:
    """Return a ghost V with its definition: V = min(1, delta·M) where M·R = 1."""
    certificate, worth = s.real("M" + mark), s.real("V" + mark)
    defined = same(certificate * r.R[0], r.R[1])
    return worth, every(defined, is_least_one(worth, r.delta[0] * certificate, r.delta[1]))


def value_after(s: Supply, mark: str, r: Review, state: State) -> tuple[Any, Fact]:
    """Return V of the kernel's own next state: 1 at Accept, 0 at Reject, min(1, delta·M) while open."""
    if state.verdict is Verdict.CHALLENGE:
        return value(s, mark, r.after(state))
    return (1 if state.verdict is Verdict.ACCEPT else 0), True


def _gamble(s: Supply, end: End, most: Any) -> Fact:
    r, (passed, failed) = end.call.data["r"], end.result
    before, defined = value(s, "", r)
    on_pass, defined_pass = value_after(s, ".pass", r, passed)
    on_fail, defined_fail = value_after(s, ".fail", r, failed)
    p = s.real("p")
    chance = every(0 <= p, p <= 1, most(p))
    known = every(defined, defined_pass, defined_fail, chance)
    return implies(known, p * on_pass + (1 - p) * on_fail <= before)


def value_falls(s: Supply, end: End) -> Fact:
    """State p·V(pass) + (1 - p)·V(fail) <= V for every 0 <= p <= q̄."""
    bound = end.call.data["bound"]
    return _gamble(s, end, lambda p: p * bound[1] <= bound[0])


def _any_chance(s: Supply, end: End) -> Fact:
    return _gamble(s, end, lambda p: True)


def value_without_evidence(s: Supply, end: End) -> Fact | None:
    """State V' <= V after a clarification and after an inadmissible response, and delta·M >= 1 at Accept."""
    d = end.call.data
    r, after = d["r"], end.result
    if d["kind"] is Kind.DIAGNOSTIC and d["outcome"] is not Outcome.INADMISSIBLE:
        return implies(after.verdict is Verdict.ACCEPT, at_most(after.survival, r.delta))
    before, defined = value(s, "", r)
    later, defined_later = value_after(s, ".pass", r, after)
    return implies(every(defined, defined_later), later <= before)


def _value_falls_by_half(s: Supply, end: End) -> Fact | None:
    if end.call.data["kind"] is not Kind.CLARIFICATION:
        return None
    before, defined = value(s, "", end.call.data["r"])
    later, defined_later = value_after(s, ".pass", end.call.data["r"], end.result)
    return implies(every(defined, defined_later), later * 2 <= before)


def _all_at_round_five(rule: StoppingRule, horizon: int) -> bool:
    under = terms(horizon, (1, 32), rule)
    return worst_acceptance(under, kernel.open(under, True), (1, 2)) == {5: Fraction(1, 32)}


VALUE_BOUND = Claim(
    "VALUE-BOUND.1",
    (
        Part("a diagnostic round", w.GAMBLING, value_falls, 9, {"p above q̄": _any_chance}),
        Part("any other answer", w.CONCLUDING, value_without_evidence, 24, {"V' <= V/2": _value_falls_by_half}),
    ),
    {
        "open, then accepted": lambda: reaches(
            terms(9, (1, 8)), [PASS, ASK, PASS, PASS], Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 4, 4
        ),
    },
    tight={"V = delta at the start": lambda: _all_at_round_five(StoppingRule.FIRST_CROSSING, 9)},
)


def _stays(s: Supply, end: End, *, no_overshoot: bool, in_time: bool) -> Fact:
    d = end.call.data
    r, bound, (passed, failed) = d["r"], d["bound"], end.result
    before, defined = value(s, "", r)
    on_pass, defined_pass = value_after(s, ".pass", r, passed)
    on_fail, defined_fail = value_after(s, ".fail", r, failed)
    p, product = s.real("p"), times(r.R, bound)
    exactly = same(p * bound[1], bound[0])
    tight = at_most(r.delta, product) if no_overshoot else True
    counted = some(r.m + 1 < r.T, at_most(product, r.delta)) if in_time else True
    known = every(defined, defined_pass, defined_fail, exactly, tight, counted)
    return implies(known, same(p * on_pass + (1 - p) * on_fail, before))


def value_stays(s: Supply, end: End) -> Fact:
    """State equality for p = q̄ and delta <= R·q̄, before the horizon or when crossing."""
    return _stays(s, end, no_overshoot=True, in_time=True)


def _with_overshoot(s: Supply, end: End) -> Fact:
    return _stays(s, end, no_overshoot=False, in_time=True)


def _at_the_horizon(s: Supply, end: End) -> Fact:
    return _stays(s, end, no_overshoot=True, in_time=False)


VALUE_TIGHT = Claim(
    "VALUE-TIGHT.1",
    (
        Part(
            "equality",
            w.GAMBLING,
            value_stays,
            9,
            {"with overshoot": _with_overshoot, "undecided at the horizon": _at_the_horizon},
        ),
    ),
    {
        "q̄ = 1/2, delta = 1/32: false acceptance 1/32 at round 5": lambda: _all_at_round_five(
            StoppingRule.FIRST_CROSSING, 9
        ),
        "the same at a fixed length of 5": lambda: _all_at_round_five(StoppingRule.AT_HORIZON, 5),
    },
)


def product_kept(s: Supply, end: End) -> Fact:
    """State R' = R·q̄ after a pass, R' = R else, and R'·M' = 1 for M' = M/q̄ after a pass, M' = M else."""
    d = end.call.data
    r, bound, after = d["r"], d["bound"], end.result
    passed = d["outcome"] is Outcome.PASS
    before, later = s.real("M"), s.real("M.after")
    moved = same(later * bound[0], before * bound[1]) if passed else same(later, before)
    inverse = implies(every(same(before * r.R[0], r.R[1]), moved), same(later * after.survival[0], after.survival[1]))
    return every(equal(after.survival, times(r.R, bound)) if passed else same(after.survival, r.R), inverse)


def _always_multiplies(_: Supply, end: End) -> Fact:
    d = end.call.data
    return equal(end.result.survival, times(d["r"].R, d["bound"]))


def _never_moves(_: Supply, end: End) -> Fact:
    return negated(equal(end.result.survival, times(end.call.data["r"].R, end.call.data["bound"])))


SURVIVAL_PRODUCT = Claim(
    "SURVIVAL-PRODUCT.1",
    (
        Part(
            "product",
            w.CONCLUDING,
            product_kept,
            24,
            {"a failed check multiplies too": _always_multiplies, "nothing multiplies": _never_moves},
        ),
    ),
    {"two passes": lambda: reaches(terms(3), [PASS, PASS], Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 2, 2)},
    ("elenctic_kernel.step._conclude",),
)

CLAIMS = (VALUE_BOUND, VALUE_TIGHT, SURVIVAL_PRODUCT)
