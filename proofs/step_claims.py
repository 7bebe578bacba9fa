"""The step of the review, claim by claim: each goal writes its inequality out and is proved on every path.

Method: path-complete symbolic run of ``conclude`` and ``_conclude``, contracts on, for all integers; Z3 proves
each goal, cvc5 confirms goals and pruned branches. Not covered: Python's own integer arithmetic.
"""

from typing import Any

from elenctic_kernel import Kind, Outcome, Reason, StoppingRule, Verdict

from . import step_worlds as w
from .claim import Claim, Part
from .explorer import End
from .plays import ASK, BAD, FAIL, PASS, play, reaches, terms
from .statements import at_most, below, equal, stands, times
from .supply import Supply
from .symbols import Fact, every, iff, implies, negated, same

FIRST, AT_END = StoppingRule.FIRST_CROSSING, StoppingRule.AT_HORIZON
CONTRACT = ("elenctic_kernel.step._conclude",)


def _is(end: End, **wanted: object) -> bool:
    return all(end.call.data[name] is value for name, value in wanted.items())


def keeps_invariant(_: Supply, end: End) -> Fact:
    """State that invariant I holds after the step."""
    return stands(end.call.data["r"].after(end.result), end.result.verdict, end.result.reason)


def survives(_: Supply, end: End) -> Fact:
    """State R' = R·q̄ after a pass, else R' = R."""
    d = end.call.data
    if _is(end, outcome=Outcome.PASS):
        return equal(end.result.survival, times(d["r"].R, d["bound"]))
    return same(end.result.survival, d["r"].R)


def keeps_both(s: Supply, end: End) -> Fact:
    """State invariant I and the product, under the kernel's own precondition."""
    return every(keeps_invariant(s, end), survives(s, end))


def well_formed_is_invariant(_: Supply, end: End) -> Fact:
    """State that the kernel's predicate and invariant I say the same."""
    d = end.call.data
    return iff(end.result, stands(d["r"], d["verdict"], d["reason"]))


def ensures_the_step(_: Supply, end: End) -> Fact:
    """State what the postcondition of ``_conclude`` must say, no more and no less."""
    d = end.call.data
    r, later, passed = d["r"], d["later"], _is(end, outcome=Outcome.PASS)
    counted = 0 if _is(end, outcome=Outcome.INADMISSIBLE) else 1
    kept = every(same(later.survival, r.R), later.verdict is Verdict.REJECT)
    product = same(later.survival, times(r.R, d["bound"])) if passed else kept
    sound = stands(r.after(later), later.verdict, later.reason)
    return iff(end.result, every(sound, same(later.round, r.m + counted), product))


def _stays_below_horizon(_: Supply, end: End) -> Fact:
    return below(end.result.survival, end.call.data["r"].R)


STEP_INVARIANT = Claim(
    "STEP-INVARIANT.1",
    (
        Part("I is kept", w.CONCLUDING, keeps_invariant, 24, {"R always falls": _stays_below_horizon}),
        Part("I is kept under the kernel's precondition", w.ENTERED, keeps_both, 24),
        Part("well_formed says I", w.WELL_FORMED, well_formed_is_invariant, 317),
        Part("_conclude ensures I", w.CONCLUDING_ENSURES, ensures_the_step, 303),
    ),
    {
        "an open review": lambda: play(terms(3), [PASS]).verdict is Verdict.CHALLENGE,
        "accepted": lambda: play(terms(3), [PASS, PASS]).verdict is Verdict.ACCEPT,
    },
    CONTRACT,
)


def accepts_on_pass(_: Supply, end: End) -> Fact:
    """State that Accept comes with a passed diagnostic round and R' <= delta."""
    if end.result.verdict is not Verdict.ACCEPT:
        return True
    passed = _is(end, kind=Kind.DIAGNOSTIC, outcome=Outcome.PASS)
    return every(passed, at_most(end.result.survival, end.call.data["r"].delta))


def _accepts_below(s: Supply, end: End) -> Fact:
    strict = below(end.result.survival, end.call.data["r"].delta)
    return every(accepts_on_pass(s, end), implies(end.result.verdict is Verdict.ACCEPT, strict))


ACCEPT_ON_PASS = Claim(
    "ACCEPT-ON-PASS.1",
    (Part("accept", w.CONCLUDING, accepts_on_pass, 24, {"R' < delta at accept": _accepts_below}),),
    {"accepted": lambda: reaches(terms(3), [PASS, PASS], Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 2, 2)},
    CONTRACT,
    {"R = delta": lambda: play(terms(3), [PASS, PASS]).survival == (1, 4)},
)


def clarification_is_neutral(_: Supply, end: End) -> Fact | None:
    """State m' = m + 1, R' = R, crossed_at' = crossed_at and no Accept after an answered clarification."""
    if not _is(end, kind=Kind.CLARIFICATION, outcome=Outcome.PASS):
        return None
    r, after = end.call.data["r"], end.result
    kept = every(same(after.survival, r.R), same(after.crossed_at, r.at), same(after.round, r.m + 1))
    return every(kept, after.verdict is not Verdict.ACCEPT)


def _any_pass_is_neutral(_: Supply, end: End) -> Fact | None:
    return equal(end.result.survival, end.call.data["r"].R) if _is(end, outcome=Outcome.PASS) else None


CLARIFICATION_NEUTRAL = Claim(
    "CLARIFICATION-NEUTRAL.1",
    (Part("clarify", w.CONCLUDING, clarification_is_neutral, 6, {"every pass keeps R": _any_pass_is_neutral}),),
    {"a clarification": lambda: reaches(terms(3), [PASS, ASK], Verdict.CHALLENGE, Reason.OPEN, 2)},
)


def clarification_at_horizon(_: Supply, end: End) -> Fact | None:
    """State that an answered clarification with m + 1 = T rejects."""
    if not _is(end, kind=Kind.CLARIFICATION, outcome=Outcome.PASS):
        return None
    r, after = end.call.data["r"], end.result
    rejected = after.verdict is Verdict.REJECT and after.reason is Reason.HORIZON_REACHED
    return implies(same(r.m + 1, r.T), every(rejected, same(after.round, r.T)))


def _clarification_rejects(_: Supply, end: End) -> Fact | None:
    clarifies = _is(end, kind=Kind.CLARIFICATION, outcome=Outcome.PASS)
    return end.result.verdict is Verdict.REJECT if clarifies else None


CLARIFICATION_HORIZON = Claim(
    "CLARIFICATION-HORIZON.1",
    (Part("clarify at T", w.CONCLUDING, clarification_at_horizon, 6, {"without m + 1 = T": _clarification_rejects}),),
    {
        "first crossing": lambda: reaches(terms(2), [PASS, ASK], Verdict.REJECT, Reason.HORIZON_REACHED, 2),
        "at horizon": lambda: reaches(
            terms(3, rule=AT_END), [PASS, PASS, ASK], Verdict.REJECT, Reason.HORIZON_REACHED, 3, 2
        ),
    },
)


def inadmissible_rejects(_: Supply, end: End) -> Fact | None:
    """State Reject with m, R and crossed_at as they were."""
    if not _is(end, outcome=Outcome.INADMISSIBLE):
        return None
    r, after = end.call.data["r"], end.result
    rejected = after.verdict is Verdict.REJECT and after.reason is Reason.INADMISSIBLE_MESSAGE
    return every(rejected, same(after.round, r.m), same(after.survival, r.R), same(after.crossed_at, r.at))


def _inadmissible_before_crossing(_: Supply, end: End) -> Fact | None:
    return same(end.result.crossed_at, 0) if _is(end, outcome=Outcome.INADMISSIBLE) else None


INADMISSIBLE_REJECTS = Claim(
    "INADMISSIBLE-REJECTS.1",
    (Part("reject", w.CONCLUDING, inadmissible_rejects, 6, {"never after a crossing": _inadmissible_before_crossing}),),
    {"inadmissible": lambda: reaches(terms(3), [PASS, BAD], Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE, 1)},
)


def terminates(_: Supply, end: End) -> Fact:
    """State that the review is closed, or T - m has fallen by one and is still above 0."""
    r, after = end.call.data["r"], end.result
    if after.verdict is not Verdict.CHALLENGE:
        return True
    return every(same(r.T - after.round, r.T - r.m - 1), r.T - after.round > 0)


def _leaves_two(_: Supply, end: End) -> Fact:
    return implies(end.result.verdict is Verdict.CHALLENGE, end.call.data["r"].T - end.result.round > 1)


TERMINATION = Claim(
    "REVIEW-TERMINATES.1",
    (Part("variant", w.CONCLUDING, terminates, 24, {"two rounds always remain": _leaves_two}),),
    {"at T": lambda: reaches(terms(2, (1, 8)), [PASS, PASS], Verdict.REJECT, Reason.HORIZON_REACHED, 2)},
    CONTRACT,
    {"open at T - 1": lambda: reaches(terms(2, (1, 8)), [PASS], Verdict.CHALLENGE, Reason.OPEN, 1)},
)


def failure_rejects(_: Supply, end: End) -> Fact | None:
    """State Reject at m + 1 with R as it was."""
    if not _is(end, kind=Kind.DIAGNOSTIC, outcome=Outcome.FAIL):
        return None
    r, after = end.call.data["r"], end.result
    rejected = after.verdict is Verdict.REJECT and after.reason is Reason.CHECK_FAILED
    return every(rejected, same(after.round, r.m + 1), same(after.survival, r.R), same(after.crossed_at, r.at))


def _fails_above(_: Supply, end: End) -> Fact | None:
    return below(end.call.data["r"].delta, end.result.survival) if _is(end, outcome=Outcome.FAIL) else None


FAILURE_REJECTS = Claim(
    "FAILURE-REJECTS.1",
    (Part("reject", w.CONCLUDING, failure_rejects, 3, {"only while R > delta": _fails_above}),),
    {"a failed check": lambda: reaches(terms(3), [PASS, FAIL], Verdict.REJECT, Reason.CHECK_FAILED, 2)},
)


def _would_accept(end: End) -> Any:
    d = end.call.data
    passed = _is(end, kind=Kind.DIAGNOSTIC, outcome=Outcome.PASS)
    return every(passed, at_most(times(d["r"].R, d["bound"]), d["r"].delta))


def first_crossing(_: Supply, end: End) -> Fact | None:
    """State: accepted exactly when a diagnostic pass gives R·q̄ <= delta, crossed at m + 1; open means R' > delta."""
    r, after = end.call.data["r"], end.result
    if r.rule is not FIRST:
        return None
    accepted = after.verdict is Verdict.ACCEPT
    here = implies(accepted, same(after.crossed_at, r.m + 1))
    above = implies(after.verdict is Verdict.CHALLENGE, negated(at_most(after.survival, r.delta)))
    return every(iff(accepted, _would_accept(end)), here, above)


def _crosses_strictly(_: Supply, end: End) -> Fact | None:
    d = end.call.data
    if d["r"].rule is not FIRST or not _is(end, kind=Kind.DIAGNOSTIC, outcome=Outcome.PASS):
        return None
    return iff(end.result.verdict is Verdict.ACCEPT, below(times(d["r"].R, d["bound"]), d["r"].delta))


FIRST_CROSSING = Claim(
    "FIRST-CROSSING.1",
    (Part("cross", w.CONCLUDING, first_crossing, 8, {"R' < delta": _crosses_strictly}),),
    {"a tie": lambda: reaches(terms(9, (1, 32)), [PASS] * 5, Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 5, 5)},
    tight={"R = delta": lambda: play(terms(9, (1, 32)), [PASS] * 5).survival == (1, 32)},
)


def at_horizon(_: Supply, end: End) -> Fact | None:
    """State: accepted exactly when round m + 1 = T is a diagnostic pass with R·q̄ <= delta; crossed_at is the first."""
    r, after = end.call.data["r"], end.result
    if r.rule is not AT_END:
        return None
    accepted = after.verdict is Verdict.ACCEPT
    first = implies(every(same(r.at, 0), _would_accept(end)), same(after.crossed_at, r.m + 1))
    kept = implies(r.at > 0, same(after.crossed_at, r.at))
    return every(iff(accepted, every(same(r.m + 1, r.T), _would_accept(end))), first, kept)


def _before_horizon(_: Supply, end: End) -> Fact | None:
    rule: StoppingRule = end.call.data["r"].rule
    return iff(end.result.verdict is Verdict.ACCEPT, _would_accept(end)) if rule is AT_END else None


AT_HORIZON = Claim(
    "AT-HORIZON.1",
    (Part("wait", w.CONCLUDING, at_horizon, 16, {"without m + 1 = T": _before_horizon}),),
    {
        "crossed, then accepted": lambda: reaches(
            terms(4, rule=AT_END), [PASS] * 4, Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 4, 2
        ),
        "crossed, then failed": lambda: reaches(
            terms(4, rule=AT_END), [PASS, PASS, FAIL], Verdict.REJECT, Reason.CHECK_FAILED, 3, 2
        ),
    },
)

CLAIMS = (
    STEP_INVARIANT,
    ACCEPT_ON_PASS,
    CLARIFICATION_NEUTRAL,
    CLARIFICATION_HORIZON,
    INADMISSIBLE_REJECTS,
    TERMINATION,
    FAILURE_REJECTS,
    FIRST_CROSSING,
    AT_HORIZON,
)
