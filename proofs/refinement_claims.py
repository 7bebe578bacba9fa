"""The kernel refines the executable reference: event by event, both lead to the same review, or both refuse.

Method: ``spec/reference.py`` itself, its ``start``, ``step``, ``crossed_at`` and ``survival``, and the kernel's
``open``, ``plan`` and ``conclude`` are run on the same symbols, along every path of both. The reference keeps M and
divides, the kernel keeps R and multiplies. Not covered: the rule of induction over the events, which is in words, and
that ``Fraction`` computes the rational numbers, for which a pair of symbols stands.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import elenctic_kernel as kernel
from elenctic_kernel import InputError, KernelError, Kind, OrderError, Outcome, StoppingRule, Verdict

from spec import reference

from .claim import Claim, Part
from .explorer import End
from .hypotheses import needed
from .plays import ASK, FAIL, PASS
from .refinement_worlds import CLOSED, NEEDED, STARTING, Both, pair_of, stepping
from .statements import at_most, equal, times
from .supply import Supply
from .symbols import Fact, every, implies, negated, same

F = Fraction
FIRST, AT_END = StoppingRule.FIRST_CROSSING, StoppingRule.AT_HORIZON


def _same_review(both: Both, *, failed: bool) -> Fact:
    ours, theirs = both.kernel, both.reference
    if ours is None or theirs is None:
        return ours is None and theirs is None
    words = (ours.verdict.value, ours.reason.value) == (theirs.omega, theirs.why)
    (over, under), R = pair_of(theirs.M[-1]), ours.survival
    certificate = same(over, 0) if failed else same(R[0] * over, R[1] * under)
    return every(words, same(ours.round, theirs.m), certificate)


def same_step(_: Supply, end: End) -> Fact:
    """State: both refuse or neither; same verdict, reason and round; R·M = 1, M = 0 where a check failed."""
    return _same_review(end.result, failed=end.call.data["outcome"] is Outcome.FAIL)


def same_crossing(_: Supply, end: End) -> Fact:
    """State: R' = R times the q̄ that the reference kept; crossed_at' is m + 1 where the reference first crosses."""
    both, r = end.result, end.call.data["r"]
    if both.kernel is None or both.reference is None:
        return both.kernel is both.reference
    fresh = implies(r.at <= 0, same(both.kernel.crossed_at, (r.m + 1) * both.crossed))
    kept = implies(r.at > 0, same(both.kernel.crossed_at, r.at))
    return every(fresh, kept, equal(both.kernel.survival, times(r.R, both.survival)))


def same_start(_: Supply, end: End) -> Fact:
    """State that both start the same review, M_0 = R_0 = 1."""
    return _same_review(end.result, failed=False)


def both_refuse(_: Supply, end: End) -> Fact:
    """State that the reference refuses and the kernel raises OrderError: a run that went on would end in no error."""
    return isinstance(end.error, OrderError)


def _never_refuse(_: Supply, end: End) -> Fact:
    return end.result.kernel is not None


def _never_zero(_: Supply, end: End) -> Fact:
    return _same_review(end.result, failed=False)


def _ties_go_on(_: Supply, end: End) -> Fact:
    after, r = end.result.kernel, end.call.data["r"]
    if after is None:
        return True
    tie = every(at_most(after.survival, r.delta), at_most(r.delta, after.survival))
    return implies(tie, negated(after.verdict is Verdict.ACCEPT))


def _never_crosses(_: Supply, end: End) -> Fact:
    after = end.result.kernel
    return True if after is None else same(after.crossed_at, end.call.data["r"].at)


def _always_opens(_: Supply, end: End) -> Fact:
    return end.result.kernel.verdict is Verdict.CHALLENGE


def _refused_as_input(_: Supply, end: End) -> Fact:
    return isinstance(end.error, InputError)


Round = tuple[str, Fraction]


def agree(rule: StoppingRule, delta: Fraction, c: Sequence[Fraction], rounds: Sequence[Round]) -> Any:
    """Play a review by the kernel and by the reference, in whole numbers; return its verdict, "refused" where both do.

    :param rule: stopping rule
    :param delta: target, 0 < delta < 1, dimensionless
    :param c: execution bounds, one for each round up to the horizon
    :param rounds: outcomes with q, dimensionless; a clarification is "ask"
    :raises ArithmeticError: when they part
    """
    theirs_under = reference.Terms(delta, len(c), tuple(c), rule.value)
    bounds = [bound.as_integer_ratio() for bound in c]
    under = kernel.make_terms(delta.as_integer_ratio(), len(c), bounds, rule)
    ours, theirs = kernel.open(under, True), reference.start(("open", True))
    for how, q in rounds:
        kind = Kind.CLARIFICATION if how == ASK else Kind.DIAGNOSTIC
        outcome = Outcome.PASS if how == ASK else Outcome(how)
        event = ("clarification", "pass") if how == ASK else ("diagnostic", q, how)
        try:
            theirs, refused = reference.step(theirs_under, theirs, event), False
        except reference.Refused:
            refused = True
        try:
            planned = kernel.plan(under, ours, kind, F(1 if how == ASK else q).as_integer_ratio())
            ours, went_on = kernel.conclude(under, planned, outcome), True
        except KernelError:
            went_on = False
        certificate = 0 if how == FAIL and went_on else 1 / F(*ours.survival)
        met = (ours.verdict.value, ours.reason.value, ours.round) == (theirs.omega, theirs.why, theirs.m)
        if refused is went_on or not met or (went_on and theirs.M[-1] != certificate):
            raise ArithmeticError(f"{rule.value}: kernel and reference part at {event}")
        if refused:
            return "refused"
    return ours.verdict


HALF = F(1, 2)

REFINES_REFERENCE = Claim(
    "REFINES-REFERENCE.1",
    (
        Part("the first message", STARTING, same_start, 4, {"always opens": _always_opens}),
        Part(
            "an event on an open review",
            stepping(),
            same_step,
            69,
            {
                "neither refuses": _never_refuse,
                "R·M = 1 after a failure": _never_zero,
                "a tie goes on": _ties_go_on,
                **needed(stepping, NEEDED, same_step),
            },
        ),
        Part("crossing and survival", stepping(), same_crossing, 69, {"never crosses": _never_crosses}),
        Part("an event on a closed review", CLOSED, both_refuse, 16, {"as bad input": _refused_as_input}),
    ),
    {
        "accepted on a tie": lambda: (
            agree(FIRST, F(1, 4), [F(1)] * 4, [(PASS, HALF), (ASK, HALF), (PASS, HALF)]) is Verdict.ACCEPT
        ),
        "failed after the crossing": lambda: (
            agree(AT_END, F(1, 2), [F(1)] * 2, [(PASS, HALF), (FAIL, HALF)]) is Verdict.REJECT
        ),
        "both refuse q̄ = 0": lambda: agree(FIRST, HALF, [F(1)], [(PASS, F(0))]) == "refused",
    },
)

CLAIMS = (REFINES_REFERENCE,)
