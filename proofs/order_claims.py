"""The order of events and the implemented bound: open, plan, and what a closed review refuses.

Method: path-complete symbolic run of ``open``, ``plan``, ``_plan``, ``conclude`` and ``implemented_bound``, with
symbolic reviews; the contracts themselves are run as predicates and held against statements of our own.
Not covered: what the caller knew when planning, and old state values used again.
"""

from typing import Any

import elenctic_kernel as kernel
from elenctic_kernel import InputError, KernelError, Kind, OrderError, Reason, State, Terms, Verdict, conclude, plan

from . import step_worlds as w
from .claim import Claim, Part
from .explorer import End
from .plays import ASK, BAD, FAIL, PASS, play, refuses, refuses_more, terms
from .statements import Review, at_most, below, boundable, is_implemented, is_open, legal, plannable, stands
from .supply import Supply
from .symbols import Fact, every, iff, implies, negated, same


def _start(admissible: bool, state: State) -> Fact:
    verdict, reason = (Verdict.CHALLENGE, Reason.OPEN) if admissible else (Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE)
    numbers = every(same(state.round, 0), same(state.survival, (1, 1)), same(state.crossed_at, 0))
    return every(state.verdict is verdict, state.reason is reason, numbers)


def starts(_: Supply, end: End) -> Fact:
    """State m = 0, R = 1, crossed_at = 0; open exactly when the message is admissible; invariant I for legal terms."""
    review: Terms = end.call.arguments[0]
    r = Review(review.rule, review.delta, review.horizon, 0, (1, 1), 0).after(end.result)
    lawful = every(0 < r.delta[0], r.delta[0] < r.delta[1], r.T >= 1)
    began = stands(r, end.result.verdict, end.result.reason)
    return every(_start(end.call.data["admissible"], end.result), implies(lawful, began))


def _always_open(_: Supply, end: End) -> Fact:
    return end.result.verdict is Verdict.CHALLENGE


def ensures_the_start(_: Supply, end: End) -> Fact:
    """State what the postcondition of ``open`` must say, no more and no less."""
    return iff(end.result, _start(end.call.data["admissible"], end.call.arguments[2]))


OPEN_REVIEW = Claim(
    "OPEN-REVIEW.1",
    (
        Part("open", w.OPENING, starts, 4, {"whatever the message": _always_open}),
        Part("open ensures it", w.OPENING_CONTRACT, ensures_the_start, 150),
    ),
    {
        "open": lambda: play(terms(2), []).verdict is Verdict.CHALLENGE,
        "closed": lambda: kernel.open(terms(2), False).verdict is Verdict.REJECT,
    },
    ("elenctic_kernel.step.open",),
)


def plans(_: Supply, end: End) -> Fact:
    """State: planned exactly when c and q suit the kind, the very state and kind are kept, else InputError."""
    d = end.call.data
    suits = boundable(d["kind"], d["c"], d["q"])
    if end.error is not None:
        return every(isinstance(end.error, InputError), negated(suits))
    state: State = end.call.arguments[1]
    return every(end.result.state is state, end.result.kind is d["kind"], suits)


def _plans_always(_: Supply, end: End) -> Fact:
    return end.error is None


def requires_an_open_round(_: Supply, end: End) -> Fact:
    """State what the precondition of ``_conclude`` must say, no more and no less."""
    d = end.call.data
    opened = d["verdict"] is Verdict.CHALLENGE and d["reason"] is Reason.OPEN
    allowed = every(opened, legal(d["kind"], d["outcome"]))
    return iff(end.result, every(allowed, is_open(d["r"]), plannable(d["kind"], d["bound"])))


def requires_an_open_review(_: Supply, end: End) -> Fact:
    """State what the precondition of ``_plan`` must say, no more and no less."""
    d = end.call.data
    opened = d["verdict"] is Verdict.CHALLENGE and d["reason"] is Reason.OPEN
    return iff(end.result, every(opened, is_open(d["r"]), boundable(d["kind"], d["c"], d["q"])))


def moves_open_reviews_only(_: Supply, end: End) -> Fact:
    """State that whatever is handed in ends in a documented error, or in a step from an open review."""
    return end.error is not None or end.call.data["verdict"] is Verdict.CHALLENGE


def moves_lawful_reviews_only(_: Supply, end: End) -> Fact:
    """State that a step is taken from well-formed open reviews only, by legal answers, and else an error is raised."""
    d = end.call.data
    return end.error is not None or every(is_open(d["r"]), legal(d["kind"], d["outcome"]))


def _refuses_all(_: Supply, end: End) -> Fact:
    return end.error is not None


def _planned_twice(under: Terms) -> bool:
    state: Any = play(under, [PASS])
    planned: Any = plan(under, state, Kind.DIAGNOSTIC, (1, 2))
    twice = refuses(InputError, lambda: plan(under, planned, Kind.DIAGNOSTIC, (1, 2)))
    return twice and refuses(InputError, lambda: conclude(under, state, kernel.Outcome.PASS))


PLAN_ORDER = Claim(
    "PLAN-ORDER.1",
    (
        Part("plan", w.PLANNING, plans, 33, {"whatever c and q": _plans_always}),
        Part("_conclude requires a planned round", w.CONCLUDING_REQUIRES, requires_an_open_round, 211),
        Part("_plan requires an open review", w.PLAN_REQUIRES, requires_an_open_review, 131),
        Part("any numbers", w.ANY_NUMBERS, moves_lawful_reviews_only, 106),
        Part("any state", w.ANYTHING, moves_open_reviews_only, 195, {"nothing moves": _refuses_all}),
    ),
    {
        "planned twice, concluded unplanned": lambda: _planned_twice(terms(3)),
        "closed by a pass": lambda: refuses_more(terms(3), [PASS, PASS]),
        "closed by a failure": lambda: refuses_more(terms(3), [FAIL]),
        "closed by an inadmissible response": lambda: refuses_more(terms(3), [BAD]),
        "closed at the horizon": lambda: refuses_more(terms(1), [ASK]),
    },
    ("elenctic_kernel.step._plan", "elenctic_kernel.step._conclude"),
)


def implements(_: Supply, end: End) -> Fact | None:
    """State q̄ = 1 - c(1 - q), 0 < q̄ <= 1, and q̄ = 1 on a clarification, with c of round m + 1 alone."""
    if end.error is not None:
        return None
    d, bound = end.call.data, end.result.bound
    exact = is_implemented(bound, d["c"], d["q"])
    one = same(bound[0], bound[1]) if d["kind"] is Kind.CLARIFICATION else True
    return every(0 < bound[0], bound[0] <= bound[1], exact, one)


def _below_one(_: Supply, end: End) -> Fact | None:
    return None if end.error is not None else end.result.bound[0] < end.result.bound[1]


def ensures_the_bound(_: Supply, end: End) -> Fact:
    """State what the postcondition of ``_plan`` must say, no more and no less."""
    d = end.call.data
    planned = d["planned"]
    kept = every(planned.state is d["state"], planned.kind is d["kind"])
    unit = every(0 < planned.bound[0], planned.bound[0] <= planned.bound[1])
    return iff(end.result, every(kept, unit, is_implemented(planned.bound, d["c"], d["q"])))


def is_monotone(_: Supply, end: End) -> Fact:
    """State: q̄ = 0 exactly when c = 1 and q = 0; q̄ falls in c, rises in q, and lies in [0, 1]."""
    (c, q), (other_c, other_q) = end.call.data["both"]
    bound, other = end.result
    exact = every(is_implemented(bound, c, q), bound[1] > 0, 0 <= bound[0], bound[0] <= bound[1])
    zero = iff(same(bound[0], 0), every(same(c[0], c[1]), same(q[0], 0)))
    ordered = implies(every(at_most(other_c, c), at_most(q, other_q)), at_most(bound, other))
    return every(exact, zero, ordered)


def _rises_in_c(_: Supply, end: End) -> Fact:
    (c, q), (other_c, other_q) = end.call.data["both"]
    bound, other = end.result
    return implies(every(at_most(c, other_c), at_most(q, other_q)), at_most(bound, other))


def _falls_strictly_in_c(_: Supply, end: End) -> Fact:
    (c, q), (other_c, other_q) = end.call.data["both"]
    bound, other = end.result
    return implies(every(below(other_c, c), at_most(q, other_q)), below(bound, other))


IMPLEMENTED_BOUND = Claim(
    "IMPLEMENTED-BOUND.1",
    (
        Part("plan", w.PLANNING, implements, 9, {"q̄ < 1": _below_one}),
        Part("_plan under its own precondition", w.PLAN_ENTERED, implements, 9),
        Part("_plan ensures it", w.PLAN_ENSURES, ensures_the_bound, 28),
        Part(
            "two rounds",
            w.IMPLEMENTING,
            is_monotone,
            1,
            {"q̄ rises in c": _rises_in_c, "q̄ falls strictly in c": _falls_strictly_in_c},
        ),
    ),
    {"q̄ = 1/2": lambda: plan(terms(2), play(terms(2), []), Kind.DIAGNOSTIC, (1, 2)).bound == (1, 2)},
    ("elenctic_kernel.step._plan",),
)


def raises_order_error(_: Supply, end: End) -> Fact:
    """State that the event is refused as out of order."""
    return isinstance(end.error, OrderError)


def _raises_anything(_: Supply, end: End) -> Fact:
    return isinstance(end.error, KernelError)


TERMINAL_ABSORBS = Claim(
    "TERMINAL-ABSORBS.1",
    (Part("closed", w.CLOSED_EVENTS, raises_order_error, 48, {"open reviews too": (w.CONCLUDING, _raises_anything)}),),
    {
        "accepted": lambda: refuses_more(terms(3), [PASS, PASS]),
        "rejected": lambda: refuses_more(terms(3), [PASS, FAIL]),
    },
)

CLAIMS = (OPEN_REVIEW, PLAN_ORDER, IMPLEMENTED_BOUND, TERMINAL_ABSORBS)
