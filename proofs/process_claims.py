"""The certificate as a process: a supermartingale, and what stands at the horizon of a review that stopped earlier.

Method: path-complete symbolic run of ``open`` and ``conclude``; M and the chance of a pass are ghosts, so that no goal
divides. Not covered: that a false statement passes with probability at most q̄; general probability spaces.
"""

from fractions import Fraction
from typing import Any

import elenctic_kernel as kernel
from elenctic_kernel import Kind, OrderError, Outcome, Reason, State, StoppingRule, Verdict

from . import process_worlds as p
from . import step_worlds as w
from .claim import Claim, Part
from .explorer import End
from .plays import ASK, BAD, FAIL, PASS, play, reaches, step, terms
from .statements import Review
from .supply import Supply
from .symbols import Fact, every, iff, implies, same

FIRST, AT_END = StoppingRule.FIRST_CROSSING, StoppingRule.AT_HORIZON


def certificate(s: Supply, mark: str, r: Review, reason: Reason) -> tuple[Any, Fact]:
    """Return M of a state with its definition: 0 after a failed check, else M·R = 1."""
    if reason is Reason.CHECK_FAILED:
        return 0, True
    ghost = s.real("M" + mark)
    return ghost, same(ghost * r.R[0], r.R[1])


def moved(s: Supply, end: End, mark: str, state: State) -> tuple[Any, Fact]:
    """Return M of the kernel's own next state."""
    return certificate(s, mark, end.call.data["r"].after(state), state.reason)


def _mean(s: Supply, end: End) -> tuple[Any, Any, Any, Fact]:
    """Return the chance, M, the mean of M after the round, and their definitions."""
    r, (passed, failed) = end.call.data["r"], end.result[:2]
    before, defined = certificate(s, "", r, Reason.OPEN)
    on_pass, defined_pass = moved(s, end, ".pass", passed)
    on_fail, defined_fail = moved(s, end, ".fail", failed)
    chance = s.real("p")
    mean = chance * on_pass + (1 - chance) * on_fail
    return chance, before, mean, every(defined, defined_pass, defined_fail)


def mean_falls(s: Supply, end: End) -> Fact:
    """State p·M(pass) + (1 - p)·M(fail) <= M for every p <= q̄, with equality at p = q̄. That 0 <= p is not needed."""
    chance, before, mean, known = _mean(s, end)
    over, under = end.call.data["bound"]
    falls = implies(chance * under <= over, mean <= before)
    return implies(known, every(falls, implies(same(chance * under, over), same(mean, before))))


def _at_any_chance(s: Supply, end: End) -> Fact:
    chance, before, mean, known = _mean(s, end)
    return implies(every(known, 0 <= chance, chance <= 1), mean <= before)


def _strictly(s: Supply, end: End) -> Fact:
    chance, before, mean, known = _mean(s, end)
    over, under = end.call.data["bound"]
    return implies(every(known, 0 <= chance, chance * under <= over), mean < before)


def _always_equal(s: Supply, end: End) -> Fact:
    chance, before, mean, known = _mean(s, end)
    over, under = end.call.data["bound"]
    return implies(every(known, 0 <= chance, chance * under <= over), same(mean, before))


def _failure_keeps_certificate(s: Supply, end: End) -> Fact:
    chance, before, mean, known = _mean(s, end)
    over, under = end.call.data["bound"]
    return implies(every(known, 0 <= chance, chance * under <= over), mean + (1 - chance) * before <= before)


def left_alone(s: Supply, end: End) -> Fact | None:
    """State M' = M after a clarification and after an inadmissible response."""
    d = end.call.data
    return None if d["kind"] is Kind.DIAGNOSTIC and d["outcome"] is not Outcome.INADMISSIBLE else _same(s, end)


def _same(s: Supply, end: End) -> Fact:
    before, defined = certificate(s, "", end.call.data["r"], Reason.OPEN)
    later, defined_later = moved(s, end, ".after", end.result)
    return implies(every(defined, defined_later), same(later, before))


def starts_at_one(s: Supply, end: End) -> Fact:
    """State M = 1 after ``open``."""
    state = end.result
    ghost = s.real("M")
    return implies(same(ghost * state.survival[0], state.survival[1]), same(ghost, 1))


def _means(q: Fraction) -> tuple[Fraction, Fraction]:
    """Return M after a pass of one round at q̄ = q, and the mean of M at p = q̄, through the kernel."""
    under = terms(3)
    after = step(under, kernel.open(under, True), PASS, q.as_integer_ratio())
    certified = 1 / Fraction(*after.survival)
    return certified, q * certified


SUPERMARTINGALE = Claim(
    "SUPERMARTINGALE-UPDATE.1",
    (
        Part("the start", w.OPENING, starts_at_one, 4),
        Part(
            "a diagnostic round",
            w.GAMBLING,
            mean_falls,
            9,
            {
                "p above q̄": _at_any_chance,
                "M falls strictly": _strictly,
                "equality at every p": _always_equal,
                "a failed check keeps M": _failure_keeps_certificate,
                "q̄ credited after the outcome": (p.LATE, mean_falls),
            },
        ),
        Part("any other answer", w.CONCLUDING, left_alone, 12, {"a diagnostic pass too": _same}),
    ),
    {
        "a pass doubles M at q̄ = 1/2": lambda: _means(Fraction(1, 2))[0] == 2,
        "a clarification keeps M": lambda: play(terms(3), [PASS, ASK]).survival == (1, 2),
        "a failed check ends it": lambda: play(terms(3), [PASS, FAIL]).reason is Reason.CHECK_FAILED,
    },
    tight={"p = q̄ = 2/3: the mean of M is M = 1": lambda: _means(Fraction(2, 3)) == (Fraction(3, 2), Fraction(1))},
)


def _reached(r: Review, ghost: Any) -> Fact:
    """Say M >= 1/delta."""
    fact: Fact = r.delta[1] <= r.delta[0] * ghost
    return fact


def seen_at_the_stop(s: Supply, end: End) -> Fact | None:
    """State, under FIRST_CROSSING: accept, crossed_at' > 0 and M' >= 1/delta are the same."""
    return _seen(s, end) if end.call.data["r"].rule is FIRST else None


def _seen(s: Supply, end: End) -> Fact:
    r, after = end.call.data["r"], end.result
    ghost, defined = moved(s, end, "", after)
    accepted, reached = after.verdict is Verdict.ACCEPT, _reached(r, ghost)
    return implies(defined, every(iff(accepted, reached), iff(after.crossed_at > 0, reached)))


def _accepted_above(s: Supply, end: End) -> Fact | None:
    r, after = end.call.data["r"], end.result
    if r.rule is not FIRST:
        return None
    ghost, defined = moved(s, end, "", after)
    return implies(defined, iff(after.verdict is Verdict.ACCEPT, r.delta[1] < r.delta[0] * ghost))


def crossing_kept_apart(s: Supply, end: End) -> Fact | None:
    """State, under AT_HORIZON: accept implies crossed and M' >= 1/delta; without a failure crossed is M' >= 1/delta."""
    r, after = end.call.data["r"], end.result
    if r.rule is not AT_END:
        return None
    ghost, defined = moved(s, end, "", after)
    crossed, reached = after.crossed_at > 0, _reached(r, ghost)
    accepted = implies(after.verdict is Verdict.ACCEPT, every(crossed, reached))
    return implies(defined, every(accepted, implies(reached, crossed), _unless_failed(after, iff(crossed, reached))))


def _unless_failed(state: State, fact: Fact) -> Fact:
    return state.reason is Reason.CHECK_FAILED or fact


def _horizon_accepts(s: Supply, end: End) -> Fact | None:
    r, after = end.call.data["r"], end.result
    if r.rule is not AT_END or after.verdict is Verdict.CHALLENGE:
        return None
    ghost, defined = moved(s, end, "", after)
    return implies(defined, iff(after.verdict is Verdict.ACCEPT, _reached(r, ghost)))


def _horizon_sees(s: Supply, end: End) -> Fact | None:
    r, after = end.call.data["r"], end.result
    if r.rule is not AT_END:
        return None
    ghost, defined = moved(s, end, "", after)
    return implies(defined, iff(after.crossed_at > 0, _reached(r, ghost)))


def held_after_the_stop(s: Supply, end: End) -> Fact:
    """State that no event moves a closed review, and that, under FIRST_CROSSING, its M says whether it accepted."""
    r, (verdict, reason) = end.call.data["r"], end.choices["closed"]
    refused = isinstance(end.error, OrderError)
    ghost, defined = certificate(s, "", r, reason)
    return every(refused, r.rule is AT_END or implies(defined, iff(verdict is Verdict.ACCEPT, _reached(r, ghost))))


def _held_at_horizon(s: Supply, end: End) -> Fact:
    r, (verdict, reason) = end.call.data["r"], end.choices["closed"]
    ghost, defined = certificate(s, "", r, reason)
    return implies(defined, iff(verdict is Verdict.ACCEPT, _reached(r, ghost)))


def starts_below(s: Supply, end: End) -> Fact:
    """State that no review starts accepted, crossed or with M >= 1/delta."""
    state, delta = end.result, end.call.arguments[0].delta
    ghost, lawful = s.real("M"), every(0 < delta[0], delta[0] < delta[1])
    known = every(lawful, same(ghost * state.survival[0], state.survival[1]))
    untouched = every(state.verdict is not Verdict.ACCEPT, same(state.crossed_at, 0))
    return implies(known, every(untouched, delta[0] * ghost < delta[1]))


def _ends(events: list[str], rule: StoppingRule, horizon: int = 4) -> tuple[Verdict, bool, bool]:
    """Return the verdict, whether the review crossed, and whether its M, held from there on, is at least 1/delta."""
    under = terms(horizon, (1, 4), rule)
    end = play(under, events)
    failed = end.reason is Reason.CHECK_FAILED
    certified = Fraction(0) if failed else 1 / Fraction(*end.survival)
    return end.verdict, end.crossed_at > 0, certified >= 4


PADDED_STOP = Claim(
    "PADDED-STOP.1",
    (
        Part("the start", w.OPENING, starts_below, 4),
        Part("first crossing", w.CONCLUDING, seen_at_the_stop, 8, {"M' > 1/delta at Accept": _accepted_above}),
        Part(
            "at horizon",
            w.CONCLUDING,
            crossing_kept_apart,
            16,
            {"M' >= 1/delta accepts at the horizon": _horizon_accepts, "M' says who crossed": _horizon_sees},
        ),
        Part(
            "held from the stop on",
            w.CLOSED_EVENTS,
            held_after_the_stop,
            48,
            {"at the horizon too": _held_at_horizon},
        ),
    ),
    {
        "accepted at round 2 of 9": lambda: reaches(
            terms(9), [PASS, PASS], Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 2, 2
        ),
        "rejected with M = 0": lambda: _ends([PASS, FAIL], FIRST) == (Verdict.REJECT, False, False),
        "crossed, then failed: M = 0 at T": lambda: _ends([PASS, PASS, FAIL], AT_END) == (Verdict.REJECT, True, False),
        "crossed, then inadmissible: M >= 1/delta": lambda: (
            _ends([PASS, PASS, BAD], AT_END) == (Verdict.REJECT, True, True)
        ),
    },
    tight={"M = 1/delta exactly accepts": lambda: _ends([PASS, PASS], FIRST) == (Verdict.ACCEPT, True, True)},
)

CLAIMS = (SUPERMARTINGALE, PADDED_STOP)
