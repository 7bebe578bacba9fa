"""Anytime soundness of finitely many messages: ever crossing by round T has probability at most delta.

Method: W of a state is 1 once it has crossed, 0 where it closed without, min(1, delta·M) while it is open. Path-
complete symbolic run of ``open``, ``plan`` and ``conclude``; W, M, weights and sums over messages are ghosts. Machine-
checked are the start W <= delta, the mean of W over every answer to a round, and one more message in that mean: base
and step of an induction over T - m. Not covered: the rule of that induction, which is in words; infinitely many
messages; that a false statement passes with probability at most q̄.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import elenctic_kernel as kernel
from elenctic_kernel import Outcome, Reason, State, StoppingRule, Terms, Verdict

from . import process_worlds as p
from . import step_worlds as w
from .claim import Claim, Part
from .explorer import End
from .hypotheses import needed
from .plays import ASK, FAIL, PASS, play, reaches, step, terms
from .process_claims import certificate
from .statements import Review, at_most, is_least_one
from .supply import Supply
from .symbols import Fact, every, iff, implies, negated, same

FIRST, AT_END = StoppingRule.FIRST_CROSSING, StoppingRule.AT_HORIZON


def worth(s: Supply, mark: str, r: Review, verdict: Verdict, reason: Reason) -> tuple[Any, Fact]:
    """Return W with its definition: 1 once crossed, 0 where closed without, min(1, delta·M) while open."""
    value, crossed = s.real("W" + mark), r.at > 0
    if verdict is not Verdict.CHALLENGE:
        return value, every(implies(crossed, same(value, 1)), implies(negated(crossed), same(value, 0)))
    ghost, defined = certificate(s, mark, r, reason)
    open_value = every(defined, is_least_one(value, r.delta[0] * ghost, r.delta[1]))
    return value, every(implies(crossed, same(value, 1)), implies(negated(crossed), open_value))


def _before(s: Supply, end: End) -> tuple[Any, Fact]:
    return worth(s, "", end.call.data["r"], Verdict.CHALLENGE, Reason.OPEN)


def _after(s: Supply, end: End, mark: str, state: State) -> tuple[Any, Fact]:
    return worth(s, mark, end.call.data["r"].after(state), state.verdict, state.reason)


def _start(s: Supply, end: End, compare: Callable[[Any, Any], Fact]) -> Fact:
    state, under = end.result, end.call.arguments[0]
    r = Review(under.rule, under.delta, under.horizon, state.round, state.survival, state.crossed_at)
    value, defined = worth(s, "", r, state.verdict, state.reason)
    lawful = every(0 < r.delta[0], r.delta[0] < r.delta[1])
    return implies(every(lawful, defined), compare(value * r.delta[1], r.delta[0]))


def starts_within_delta(s: Supply, end: End) -> Fact:
    """State W <= delta after ``open``, whatever the first message."""
    return _start(s, end, lambda left, right: left <= right)


def _starts_below_delta(s: Supply, end: End) -> Fact:
    return _start(s, end, lambda left, right: left < right)


def _round(s: Supply, end: End, *, bounded: bool = True, strict: bool = False) -> Fact:
    d = end.call.data
    before, known = _before(s, end)
    total: Any = 0
    mean: Any = 0
    for outcome, state in zip(p.LEGAL[d["kind"]], end.result, strict=True):
        weight = s.real(f"S.{outcome.value}")
        value, defined = _after(s, end, f".{outcome.value}", state)
        total, mean = total + weight, mean + weight * value
        known = every(known, defined, True if bounded else 0 <= weight)
    within = s.real("S.pass") * d["most"][1] <= d["most"][0] if bounded else True
    return implies(every(known, same(total, 1), within), mean < before if strict else mean <= before)


def mean_within_worth(s: Supply, end: End) -> Fact:
    """State that the mean of W over the answers is at most W wherever the weights add up to 1 and Pr(pass) <= q̄.

    That no weight is negative is not needed here: without a crossing a pass alone has a value.
    """
    return _round(s, end)


def at_most_sum(left: Any, weights: Mapping[Outcome, Any], values: Mapping[Outcome, Any]) -> Fact:
    """Say that a number is at most the sum of weights times values."""
    fact: Fact = left <= sum((weights[o] * values[o] for o in Outcome), 0)
    return fact


def one_more_message(_: Supply, end: End) -> Fact:
    """State A + w·u <= sum of S·V with w added to the S of the answer."""
    d = end.call.data
    later = {o: d["S"][o] + (d["w"] if o is d["outcome"] else 0) for o in Outcome}
    return at_most_sum(d["A"] + d["w"] * d["u"], later, d["V"])


def no_message_yet(_: Supply, end: End) -> Fact:
    """State A <= sum of S·V where all are 0."""
    d = end.call.data
    empty = every(same(d["A"], 0), *(same(d["S"][o], 0) for o in Outcome))
    return implies(empty, at_most_sum(d["A"], d["S"], d["V"]))


def _empty_below(_: Supply, end: End) -> Fact:
    d = end.call.data
    empty = every(same(d["A"], 0), *(same(d["S"][o], 0) for o in Outcome))
    return implies(empty, d["A"] < sum((d["S"][o] * d["V"][o] for o in Outcome), 0))


def crossed_for_good(s: Supply, end: End) -> Fact:
    """State crossed_at' = crossed_at and W' = 1 once crossed, and that to cross takes a pass with M' >= 1/delta."""
    d, after = end.call.data, end.result
    r = d["r"]
    later, defined = _after(s, end, ".after", after)
    kept = implies(r.at > 0, every(same(after.crossed_at, r.at), implies(defined, same(later, 1))))
    now = every(d["outcome"] is Outcome.PASS, at_most(after.survival, r.delta))
    fresh = implies(r.at <= 0, iff(after.crossed_at > 0, now))
    return every(kept, fresh, implies(every(r.at <= 0, after.crossed_at > 0), same(after.crossed_at, r.m + 1)))


def _crossed_accepts(_: Supply, end: End) -> Fact:
    return implies(end.result.crossed_at > 0, end.result.verdict is not Verdict.REJECT)


def accepted_has_crossed(s: Supply, end: End) -> Fact:
    """State crossed_at' > 0 and W' = 1 at Accept; under FIRST_CROSSING the two events are the same."""
    after = end.result
    later, defined = _after(s, end, ".after", after)
    accepted, crossed = after.verdict is Verdict.ACCEPT, after.crossed_at > 0
    same_event = iff(accepted, crossed) if end.call.data["r"].rule is FIRST else True
    return every(implies(accepted, every(crossed, implies(defined, same(later, 1)))), same_event)


def _same_event(_: Supply, end: End) -> Fact:
    return iff(end.result.verdict is Verdict.ACCEPT, end.result.crossed_at > 0)


def ever_crossing(under: Terms, state: State, q: Fraction) -> Fraction:
    """Return how likely a review is to cross when every check passes with probability exactly q̄ = q."""
    if state.verdict is not Verdict.CHALLENGE:
        return Fraction(state.crossed_at > 0)
    passed, failed = (step(under, state, event, q.as_integer_ratio()) for event in (PASS, FAIL))
    return q * ever_crossing(under, passed, q) + (1 - q) * ever_crossing(under, failed, q)


def _crosses(rule: StoppingRule, horizon: int, delta: Fraction, q: Fraction) -> Fraction:
    under = terms(horizon, delta.as_integer_ratio(), rule)
    return ever_crossing(under, kernel.open(under, True), q)


ANYTIME_SOUND = Claim(
    "ANYTIME-SOUND.2",
    (
        Part("the start", w.OPENING, starts_within_delta, 4, {"W < delta": _starts_below_delta}),
        Part(
            "a round of either kind",
            p.ANSWERS,
            mean_within_worth,
            24,
            {
                "p above q̄": partial(_round, bounded=False),
                "W falls strictly": partial(_round, strict=True),
                "q̄ credited after the outcome": (p.LATE, mean_within_worth),
            },
        ),
        Part("no message yet", p.one_more_message(), no_message_yet, 3, {"A < 0": _empty_below}),
        Part(
            "one more message",
            p.one_more_message(),
            one_more_message,
            3,
            needed(p.one_more_message, p.ADDING, one_more_message),
        ),
        Part("crossed for good", w.CONCLUDING, crossed_for_good, 24, {"crossed is never rejected": _crossed_accepts}),
        Part("Accept has crossed", w.CONCLUDING, accepted_has_crossed, 24, {"the same at the horizon": _same_event}),
    ),
    {
        "accepted": lambda: reaches(
            terms(9, (1, 8)), [PASS, ASK, PASS, PASS], Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 4, 4
        ),
        "crossed, then rejected": lambda: play(terms(4, rule=AT_END), [PASS, PASS, FAIL]).crossed_at == 2,
    },
    tight={
        "delta = 1/32, q̄ = 1/2: crosses with exactly 1/32 by T = 9": lambda: (
            _crosses(FIRST, 9, Fraction(1, 32), Fraction(1, 2)) == Fraction(1, 32)
        ),
        "the same under AT_HORIZON, where it accepts with 1/512": lambda: (
            _crosses(AT_END, 9, Fraction(1, 32), Fraction(1, 2)) == Fraction(1, 32)
        ),
        "delta = 8/27, q̄ = 2/3": lambda: _crosses(FIRST, 5, Fraction(8, 27), Fraction(2, 3)) == Fraction(8, 27),
    },
)

CLAIMS = (ANYTIME_SOUND,)
