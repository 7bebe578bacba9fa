"""The kernel's step functions on symbolic reviews, one world for each question that the claims ask."""

from typing import Any

import elenctic_kernel as kernel
from elenctic_kernel import (
    KernelError,
    Kind,
    Outcome,
    Planned,
    Reason,
    State,
    StoppingRule,
    Terms,
    Verdict,
    conclude,
    plan,
    step,
)
from elenctic_kernel.state import well_formed

from .contracts import ensures, requires
from .explorer import World
from .statements import (
    AtRound,
    Review,
    any_review,
    any_whole_denominator,
    in_unit,
    is_open,
    lawful,
    legal,
    plannable,
    stands,
    whole_denominators,
)
from .supply import Call, Supply

KINDS, OUTCOMES, VERDICTS, REASONS = list(Kind), list(Outcome), list(Verdict), list(Reason)
FITTING = [
    (Verdict.ACCEPT, Reason.THRESHOLD_CROSSED),
    (Verdict.REJECT, Reason.CHECK_FAILED),
    (Verdict.REJECT, Reason.HORIZON_REACHED),
    (Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE),
]
"""The verdicts and reasons of closed reviews; with any other reason invariant I is false."""
CASES = [
    *((verdict, reason, Kind.DIAGNOSTIC, Outcome.PASS) for verdict in Verdict for reason in Reason),
    *((Verdict.CHALLENGE, Reason.OPEN, kind, outcome) for kind in Kind for outcome in Outcome),
]
"""Every verdict with every reason, and every kind with every outcome where the review is open."""
PLANS = [
    *((verdict, reason, Kind.DIAGNOSTIC) for verdict in Verdict for reason in Reason),
    (Verdict.CHALLENGE, Reason.OPEN, Kind.CLARIFICATION),
]
"""Every verdict with every reason, and both kinds where the review is open."""
LATER = [
    *((verdict, reason, Outcome.PASS) for verdict, reason in (*FITTING, (Verdict.CHALLENGE, Reason.OPEN))),
    *((verdict, Reason.CHECK_FAILED, outcome) for verdict in Verdict for outcome in Outcome),
    (Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE, Outcome.INADMISSIBLE),
]
"""Every fitting later verdict after a pass, every verdict after every outcome."""
MOVES = [
    ("plan", Kind.DIAGNOSTIC, None),
    ("plan", Kind.CLARIFICATION, None),
    ("conclude", Kind.DIAGNOSTIC, Outcome.PASS),
    ("conclude", Kind.DIAGNOSTIC, Outcome.FAIL),
    ("conclude", Kind.CLARIFICATION, Outcome.PASS),
    ("conclude", Kind.CLARIFICATION, Outcome.INADMISSIBLE),
]


def _opening(s: Supply) -> Call:
    admissible = s.choose("admissible", [True, False])
    return Call(kernel.open, (any_review(s).terms(), admissible), (), {"admissible": admissible})


OPENING = World("open", _opening, 4)


NO_TERMS = Terms((1, 2), 1, ((1, 1),), StoppingRule.FIRST_CROSSING)
"""The contract of ``open`` does not speak of them."""


def _opening_contract(s: Supply) -> Call:
    admissible = s.choose("admissible", [True, False])
    verdict, reason = s.choose("verdict", VERDICTS), s.choose("reason", REASONS)
    result = State(s.whole("m"), s.integers("R"), verdict, reason, s.whole("at"))
    data = {"admissible": admissible}
    return Call(lambda *a: ensures(kernel.open)(*a), (NO_TERMS, admissible, result), (), data)


OPENING_CONTRACT = World("what open ensures", _opening_contract, 150)


def _an_open_round(s: Supply) -> tuple[Review, Kind, Outcome, Any]:
    return any_review(s), s.choose("kind", KINDS), s.choose("outcome", OUTCOMES), s.pair("bound")


def _concluding(s: Supply) -> Call:
    r, kind, outcome, bound = _an_open_round(s)
    given = (whole_denominators(r.delta, r.R, bound), is_open(r), plannable(kind, bound), legal(kind, outcome))
    data = {"r": r, "kind": kind, "outcome": outcome, "bound": bound}
    return Call(conclude, (r.terms(), r.planned(kind, bound), outcome), given, data)


CONCLUDING = World("conclude an open, well-formed review", _concluding, 24)


def _entered(s: Supply) -> Call:
    r, kind, outcome, bound = _an_open_round(s)
    data = {"r": r, "kind": kind, "outcome": outcome, "bound": bound}
    return Call(step._conclude, (r.terms(), r.planned(kind, bound), outcome), (), data)


ENTERED = World("_conclude under its own precondition", _entered, 24, assume_entry=True)


def _well_formed(s: Supply) -> Call:
    r, verdict, reason = any_review(s), s.choose("verdict", VERDICTS), s.choose("reason", REASONS)
    data = {"r": r, "verdict": verdict, "reason": reason}
    return Call(well_formed, (r.terms(), r.state(verdict, reason)), (), data)


WELL_FORMED = World("well_formed", _well_formed, 317)


def _concluding_requires(s: Supply) -> Call:
    r, (verdict, reason, kind, outcome), bound = any_review(s), s.choose("case", CASES), s.pair("bound")
    planned = Planned(r.state(verdict, reason), kind, bound)
    data = {"r": r, "kind": kind, "outcome": outcome, "bound": bound, "verdict": verdict, "reason": reason}
    return Call(lambda *a: requires(step._conclude)(*a), (r.terms(), planned, outcome), (lawful(r),), data)


CONCLUDING_REQUIRES = World("what _conclude requires", _concluding_requires, 211)


def _concluding_ensures(s: Supply) -> Call:
    r, bound, (verdict, reason, outcome) = any_review(s), s.pair("bound"), s.choose("later", LATER)
    later = State(s.whole("m.after"), s.pair("R.after"), verdict, reason, s.whole("at.after"))
    planned = r.planned(Kind.DIAGNOSTIC, bound)
    data = {"r": r, "outcome": outcome, "bound": bound, "later": later}
    given = (is_open(r), plannable(Kind.DIAGNOSTIC, bound))
    return Call(lambda *a: ensures(step._conclude)(*a), (r.terms(), planned, outcome, later), given, data)


CONCLUDING_ENSURES = World("what _conclude ensures", _concluding_ensures, 303)


def _planning(s: Supply) -> Call:
    r, kind, c, q = any_review(s), s.choose("kind", KINDS), s.pair("c"), s.pair("q")
    given = (whole_denominators(r.delta, r.R), is_open(r), in_unit(c), any_whole_denominator(q))
    data = {"r": r, "kind": kind, "c": c, "q": q}
    return Call(plan, (r.terms(AtRound(r.m, c)), r.state(), kind, q), given, data, (KernelError,))


PLANNING = World("plan the next round of an open review", _planning, 33)


def _plan_entered(s: Supply) -> Call:
    r, kind, c, q = any_review(s), s.choose("kind", KINDS), s.pair("c"), s.pair("q")
    data = {"r": r, "kind": kind, "c": c, "q": q}
    return Call(step._plan, (r.terms(AtRound(r.m, c)), r.state(), kind, q), (), data)


PLAN_ENTERED = World("_plan under its own precondition", _plan_entered, 9, assume_entry=True)


def _plan_requires(s: Supply) -> Call:
    r, (verdict, reason, kind), c, q = any_review(s), s.choose("case", PLANS), s.pair("c"), s.pair("q")
    arguments = (r.terms(AtRound(r.m, c)), r.state(verdict, reason), kind, q)
    data = {"r": r, "kind": kind, "c": c, "q": q, "verdict": verdict, "reason": reason}
    given = (lawful(r), any_whole_denominator(c), any_whole_denominator(q))
    return Call(lambda *a: requires(step._plan)(*a), arguments, given, data)


PLAN_REQUIRES = World("what _plan requires", _plan_requires, 131)


def _plan_ensures(s: Supply) -> Call:
    r, kind, c, q = any_review(s), s.choose("kind", KINDS), s.pair("c"), s.pair("q")
    state, other = r.state(), s.choose("planned kind", KINDS)
    planned = Planned(s.choose("planned state", [state, r.state()]), other, s.pair("bound"))
    data = {"r": r, "kind": kind, "c": c, "q": q, "state": state, "planned": planned}
    arguments = (r.terms(AtRound(r.m, c)), state, kind, q, planned)
    return Call(lambda *a: ensures(step._plan)(*a), arguments, (in_unit(c), in_unit(q)), data)


PLAN_ENSURES = World("what _plan ensures", _plan_ensures, 28)


def _closed(s: Supply) -> Call:
    r, (verdict, reason) = any_review(s), s.choose("closed", FITTING)
    event, kind, outcome = s.choose("event", MOVES)
    bound, state = s.pair("bound"), r.state(verdict, reason)
    terms = r.terms(AtRound(r.m, bound))
    planning, concluding = (terms, state, kind, bound), (terms, Planned(state, kind, bound), outcome)
    given = (whole_denominators(r.delta, r.R), stands(r, verdict, reason))
    if event == "plan":
        return Call(plan, planning, given, {"r": r}, (KernelError,))
    return Call(conclude, concluding, given, {"r": r}, (KernelError,))


CLOSED_EVENTS = World("every event on a closed review", _closed, 48)


EVENTS = [
    *(("conclude", verdict, reason, Kind.DIAGNOSTIC, Outcome.PASS) for verdict in Verdict for reason in Reason),
    *(("plan", verdict, Reason.CHECK_FAILED, Kind.DIAGNOSTIC, None) for verdict in Verdict),
]


def _anything(s: Supply) -> Call:
    r, (event, verdict, reason, kind, outcome) = any_review(s), s.choose("event", EVENTS)
    c, q, state = s.pair("c"), s.pair("q"), r.state(verdict, reason)
    terms = r.terms(AtRound(r.m, c))
    planning, concluding = (terms, state, kind, q), (terms, Planned(state, kind, q), outcome)
    given, data = (in_unit(c), lawful(r)), {"verdict": verdict}
    if event == "plan":
        return Call(plan, planning, given, data, (KernelError,))
    return Call(conclude, concluding, given, data, (KernelError,))


ANYTHING = World("every event on any verdict and reason", _anything, 195)


def _any_numbers(s: Supply) -> Call:
    r, bound = any_review(s), s.pair("bound")
    kind, outcome = s.choose("answer", [(Kind.DIAGNOSTIC, Outcome.PASS), (Kind.CLARIFICATION, Outcome.FAIL)])
    data = {"r": r, "kind": kind, "outcome": outcome}
    return Call(conclude, (r.terms(), r.planned(kind, bound), outcome), (), data, (KernelError,))


ANY_NUMBERS = World("conclude, whatever the numbers", _any_numbers, 106)


def _implementing(s: Supply) -> Call:
    c, q, other_c, other_q = (s.pair(name) for name in ("c", "q", "c.other", "q.other"))
    both = ((c, q), (other_c, other_q))
    given = tuple(in_unit(pair) for pair in (c, q, other_c, other_q))
    return Call(lambda *a: tuple(step.implemented_bound(*one) for one in a), both, given, {"both": both})


IMPLEMENTING = World("implemented_bound of two rounds", _implementing, 1)


def _pass_and_fail(terms: Any, planned: Planned) -> tuple[State, State]:
    return conclude(terms, planned, Outcome.PASS), conclude(terms, planned, Outcome.FAIL)


def _gambling(s: Supply) -> Call:
    r, bound = any_review(s), s.pair("bound")
    given = (whole_denominators(r.delta, r.R, bound), is_open(r), plannable(Kind.DIAGNOSTIC, bound))
    return Call(_pass_and_fail, (r.terms(), r.planned(Kind.DIAGNOSTIC, bound)), given, {"r": r, "bound": bound})


GAMBLING = World("both answers to a diagnostic round", _gambling, 9)
