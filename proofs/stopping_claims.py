"""Bounds fixed before the run: what R_K, C_K and R_n, C_n say of early stopping and of a fixed length.

Method: with U the probability of Accept from an open state after m passed rounds, U·R_m <= R_K for a false statement
and U·C_m >= C_K for the true one; K is the first crossing, or n at a fixed length. Path-complete symbolic run of
``plan`` and ``conclude`` beside ``survival_factors`` and ``completeness_factors`` of the same round, and of ``region``
at an arbitrary length. Machine-checked are the start, a round, one more message, and what the region decides. Not
covered: the rule of induction over T - m and over messages, which is in words; infinitely many messages.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import Any

import elenctic_kernel as kernel
from elenctic_kernel import Kind, Outcome, Pair, State, StoppingRule, Verdict, fold

from . import process_worlds as p
from . import step_worlds as w
from .anytime_claims import no_message_yet, one_more_message
from .claim import Claim, Goal, Part
from .completeness_claims import MESSAGES, accepted_with
from .explorer import End
from .hypotheses import needed
from .plays import FAIL, PASS, play, terms
from .statements import at_most, equal, is_member, times
from .stopping_worlds import AT_LENGTH, EARLY, FIXED
from .supply import Supply
from .symbols import Fact, every, iff, implies, negated, same

F = Fraction
FIRST, AT_END = StoppingRule.FIRST_CROSSING, StoppingRule.AT_HORIZON


def last_round(s: Supply, end: End) -> tuple[Any, Fact]:
    """Return K with its definition at this round, K the least n with R_n <= delta; at a fixed length the length."""
    r, beyond = end.call.data["r"], end.call.data["next"]
    if r.rule is AT_END:
        return r.T, True
    K = s.whole("K")
    return K, iff(same(K, r.m + 1), at_most(beyond, r.delta))


def chance_of(s: Supply, state: State, outcome: Outcome, onward: Callable[[Any], Fact]) -> tuple[Any, Fact]:
    """Return the probability of Accept from a state on: 1 at Accept, 0 at Reject, a ghost while open."""
    if state.verdict is not Verdict.CHALLENGE:
        return (1 if state.verdict is Verdict.ACCEPT else 0), True
    chance = s.real(f"U.{outcome.value}")
    return chance, every(0 <= chance, onward(chance))


def mean_of(s: Supply, end: End, onward: Callable[[Any], Fact]) -> tuple[Any, Fact]:
    """Return the mean of that probability over the answers, with what is known of it."""
    total: Any = 0
    known: Fact = True
    for outcome, state in zip(p.LEGAL[end.call.data["kind"]], end.result.states, strict=True):
        chance, defined = chance_of(s, state, outcome, onward)
        total, known = total + s.real(f"S.{outcome.value}") * chance, every(known, defined)
    return total, known


def _number(s: Supply, name: str, pair: Any) -> tuple[Any, Fact]:
    value = s.real(name)
    return value, same(value * pair[1], pair[0])


def _false(s: Supply, end: End, *, bounded: bool = True, strict: bool = False, reached: bool = True) -> Fact:
    r, factor = end.call.data["r"], end.result.survival
    before, defined = _number(s, "R.m", r.R)
    (bound, factored), (last, first) = _number(s, "q̄", factor), last_round(s, end)
    product, final = before * bound, s.real("R.last")
    mean, known = mean_of(s, end, lambda U: product * U <= final)
    ends = implies(same(last, r.m + 1), same(final, product)) if reached else True
    within = s.real("S.pass") <= bound if bounded else s.real("S.pass") <= 1
    given = every(defined, factored, first, ends, known, within, 0 <= final)
    return implies(given, mean * before < final if strict else mean * before <= final)


def false_accept_within(s: Supply, end: End) -> Fact:
    """State U·R_m <= R_K from U'·R_(m+1) <= R_K where the round passes with at most the design's q̄."""
    return _false(s, end)


def _true(s: Supply, end: End, *, bounded: bool = True, strict: bool = False, reaches: bool = True) -> Fact:
    d, charge = end.call.data, end.result.completeness
    r, (rate, factored), (last, first) = d["r"], _number(s, "f", charge), last_round(s, end)
    before, final = s.real("C.m"), s.real("C.last")
    product = before * rate
    mean, known = mean_of(s, end, lambda U: final <= product * U)
    ends = implies(same(last, r.m + 1), same(final, product))
    within = rate <= s.real("S.pass") if bounded else 0 <= s.real("S.pass")
    in_time = every(r.m < last, last <= r.T, _diagnosed(end), 0 <= before) if reaches else 0 <= before
    answers = every(*(0 <= s.real(f"S.{outcome.value}") for outcome in p.LEGAL[d["kind"]]))
    given = every(factored, first, ends, known, within, in_time, answers)
    return implies(given, final < mean * before if strict else final <= mean * before)


def _diagnosed(end: End) -> Fact:
    """State what a fixed length in the region has: its last round is diagnostic, and R_n <= delta there."""
    d = end.call.data
    r = d["r"]
    if r.rule is FIRST:
        return True
    at_last = every(d["kind"] is Kind.DIAGNOSTIC, at_most(d["next"], r.delta))
    return implies(same(r.m + 1, r.T), at_last)


def true_accept_beyond(s: Supply, end: End) -> Fact:
    """State U·C_m >= C_K from U'·C_(m+1) >= C_K where the round passes with at least what the design charges."""
    return _true(s, end)


def accepts_at_last(s: Supply, end: End) -> Fact:
    """State that Accept is a pass at round K with R_K <= delta, and nothing else; the factors agree."""
    d = end.call.data
    r, (last, first) = d["r"], last_round(s, end)
    facts: list[Fact] = [equal(times(r.R, end.result.survival), d["next"])]
    for outcome, state in zip(p.LEGAL[d["kind"]], end.result.states, strict=True):
        passed = every(outcome is Outcome.PASS, same(last, r.m + 1), at_most(d["next"], r.delta))
        at_end = every(passed, d["kind"] is Kind.DIAGNOSTIC)
        facts.append(iff(state.verdict is Verdict.ACCEPT, at_end))
    return implies(first, every(*facts))


def _accepts_any_pass(_: Supply, end: End) -> Fact:
    return end.result.states[0].verdict is Verdict.ACCEPT


def _accepts_late(s: Supply, end: End) -> Fact:
    r, (last, first) = end.call.data["r"], last_round(s, end)
    return implies(first, implies(end.result.states[0].verdict is Verdict.ACCEPT, same(last, r.m + 2)))


def starts_at_one(s: Supply, end: End) -> Fact:
    """State that ``open`` leaves a review at round 0 that is open with R_0 = 1, so that U <= R_K from U·R_0 <= R_K.

    An inadmissible first message is rejected: nothing is accepted before the first round.
    """
    state: State = end.result
    if state.verdict is not Verdict.CHALLENGE:
        return every(state.verdict is Verdict.REJECT, not end.call.data["admissible"])
    (before, defined), U, final = _number(s, "R.0", state.survival), s.real("U"), s.real("R.last")
    within = implies(every(defined, U * before <= final), U <= final)
    return every(within, same(state.round, 0), end.call.data["admissible"])


def _starts_below(s: Supply, end: End) -> Fact:
    if end.result.verdict is not Verdict.CHALLENGE:
        return True
    before, defined = _number(s, "R.0", end.result.survival)
    return implies(every(defined, s.real("U") * before <= s.real("R.last")), s.real("U") < s.real("R.last"))


def _targets(end: End) -> tuple[Any, Any, Fact, Fact]:
    d, (_, _, delta, gamma) = end.call.data, end.call.arguments
    complete = at_most((gamma[1] - gamma[0], gamma[1]), d["C"])
    return d["n"], end.result.region.first_crossing, at_most(d["R"], delta), complete


def certifies_early(_: Supply, end: End) -> Fact:
    """State: K <= n exactly when R_n <= delta; certified exactly when 1 <= K and C_K >= 1 - gamma, at n = K."""
    n, K, sound, complete = _targets(end)
    least = iff(every(1 <= K, K <= n), sound)
    at_K = implies(same(n, K), every(sound, iff(end.result.early, complete)))
    return every(least, at_K, implies(same(K, 0), negated(end.result.early)))


def _certifies_crossing(_: Supply, end: End) -> Fact:
    n, K, _sound, _complete = _targets(end)
    return implies(same(n, K), end.result.early)


def certifies_length(_: Supply, end: End) -> Fact:
    """State: n is a length of the region, and holds, exactly when R_n <= delta and C_n >= 1 - gamma."""
    n, _K, sound, complete = _targets(end)
    both = every(sound, complete)
    return every(iff(end.result.at_n, both), iff(is_member(n, end.result.lengths), both))


def _certifies_sound(_: Supply, end: End) -> Fact:
    return iff(end.result.at_n, _targets(end)[2])


def _round_parts(world: Any, ends: int) -> tuple[Part, ...]:
    false: dict[str, Goal] = {
        "p above q̄": partial(_false, bounded=False),
        "U·R_m < R_K": partial(_false, strict=True),
        "another R_K": partial(_false, reached=False),
    }
    true: dict[str, Goal] = {
        "p below a·c": partial(_true, bounded=False),
        "U·C_m > C_K": partial(_true, strict=True),
        "never reached": partial(_true, reaches=False),
    }
    accepts: dict[str, Goal] = {"any pass accepts": _accepts_any_pass, "one round later": _accepts_late}
    return (
        Part(f"a false statement, {world.name}", world, false_accept_within, ends, false),
        Part(f"the true statement, {world.name}", world, true_accept_beyond, ends, true),
        Part(f"Accept, {world.name}", world, accepts_at_last, ends, accepts),
    )


START = Part("the start", w.OPENING, starts_at_one, 4, {"U < R_K": _starts_below})
FALSE_MESSAGES = (
    Part("no message yet, at most", p.one_more_message(), no_message_yet, 3),
    Part(
        "one more message, at most",
        p.one_more_message(),
        one_more_message,
        3,
        needed(p.one_more_message, p.ADDING, one_more_message),
    ),
)


def bounded(under: kernel.Terms, q: Pair, a: Pair = (1, 1)) -> tuple[list[Fraction], list[Fraction], int]:
    """Return R_1 to R_T, C_1 to C_T and K as the kernel finds them for q and a in every round."""
    survival = kernel.survival_factors(under.execution, [q] * under.horizon)
    complete = kernel.completeness_factors([a] * under.horizon, under.execution)
    found = kernel.region(survival, complete, under.delta, (1, 2))
    R, C = ([F(*factors) for factors in accumulate(each, fold.times)] for each in (survival, complete))
    return R, C, found.first_crossing


def _attains(rule: StoppingRule, horizon: int, delta: Pair, q: Pair, c: Pair = (1, 1)) -> bool:
    """Tell whether p = q̄ is accepted with exactly R_K, and p = a·c with exactly C_K, at a fixed length R_n and C_n."""
    under = kernel.make_terms(delta, horizon, [c] * horizon, rule)
    R, C, K = bounded(under, q, (9, 10))
    last = K if rule is FIRST else horizon
    exactly = F(*kernel.implemented_bound(c, q)), F(9, 10) * F(*c)
    false, true = (accepted_with(under, [q] * horizon, [chance] * horizon) for chance in exactly)
    return last > 0 and false == R[last - 1] and true == C[last - 1]


def _never(rule: StoppingRule) -> bool:
    under = terms(2, (1, 5), rule)
    return accepted_with(under, [(1, 2)] * 2, [F(1)] * 2) == 0 and bounded(under, (1, 2))[2] == 0


EARLY_STOPPING = Claim(
    "EARLY-STOPPING.1",
    (
        START,
        *_round_parts(EARLY, 10),
        *FALSE_MESSAGES,
        *MESSAGES,
        Part("first crossing and certificate", AT_LENGTH, certifies_early, 8, {"K certifies": _certifies_crossing}),
    ),
    {
        "accepted at K = 2": lambda: play(terms(4), [PASS, PASS]).verdict is Verdict.ACCEPT,
        "K undefined: never accepted": lambda: _never(FIRST),
    },
    tight={
        "R_3 = 1/8 below delta = 1/5, q̄ = 1/2": lambda: _attains(FIRST, 5, (1, 5), (1, 2)),
        "R_2 = 1/4 = delta": lambda: _attains(FIRST, 2, (1, 4), (1, 2)),
        "c = 3/4, q = 1/3": lambda: _attains(FIRST, 6, (1, 10), (1, 3), (3, 4)),
    },
)

FIXED_LENGTH = Claim(
    "FIXED-LENGTH.1",
    (
        START,
        *_round_parts(FIXED, 20),
        *FALSE_MESSAGES,
        *MESSAGES,
        Part("membership", AT_LENGTH, certifies_length, 8, {"R_n <= delta is enough": _certifies_sound}),
    ),
    {
        "accepted at n = 3": lambda: play(terms(3, rule=AT_END), [PASS, PASS, PASS]).verdict is Verdict.ACCEPT,
        "crossed, then rejected": lambda: play(terms(3, rule=AT_END), [PASS, PASS, FAIL]).verdict is Verdict.REJECT,
        "R_n > delta: never accepted": lambda: _never(AT_END),
    },
    tight={
        "n = 3: R_3 = 1/8 below delta = 1/4": lambda: _attains(AT_END, 3, (1, 4), (1, 2)),
        "n = 2: R_2 = delta = 1/4": lambda: _attains(AT_END, 2, (1, 4), (1, 2)),
        "c = 3/4, q = 1/3": lambda: _attains(AT_END, 4, (1, 10), (1, 3), (3, 4)),
    },
)

CLAIMS = (EARLY_STOPPING, FIXED_LENGTH)
