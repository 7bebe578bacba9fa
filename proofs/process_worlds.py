"""The certificate as a process: every answer to a planned round, and one more message in a mean over finitely many."""

from typing import Any

from elenctic_kernel import Kind, Outcome, Planned, State, conclude, plan

from .explorer import World
from .hypotheses import kept, named, nothing
from .statements import (
    AtRound,
    any_review,
    boundable,
    in_unit,
    is_open,
    legal,
    plannable,
    whole_denominators,
)
from .step_worlds import KINDS, OUTCOMES
from .supply import Call, Supply

LEGAL = {kind: tuple(outcome for outcome in OUTCOMES if legal(kind, outcome)) for kind in KINDS}
"""The answers that a round of each kind can get."""


def _planned_and_answered(terms: Any, state: State, kind: Kind, false_pass: Any) -> tuple[State, ...]:
    planned = plan(terms, state, kind, false_pass)
    return tuple(conclude(terms, planned, outcome) for outcome in LEGAL[kind])


def _answers(s: Supply) -> Call:
    r, kind, c, q = any_review(s), s.choose("kind", KINDS), s.pair("c"), s.pair("q")
    given = (whole_denominators(r.delta, r.R), is_open(r), in_unit(c), in_unit(q), boundable(kind, c, q))
    most = (c[1] * q[1] - c[0] * (q[1] - q[0]), c[1] * q[1])
    data = {"r": r, "kind": kind, "most": most}
    return Call(_planned_and_answered, (r.terms(AtRound(r.m, c)), r.state(), kind, q), given, data)


ANSWERS = World("plan a round of either kind, and every answer to it", _answers, 24)


def _credited(terms: Any, planned: Planned, other: Planned) -> tuple[State, ...]:
    passed = conclude(terms, other, Outcome.PASS)
    return passed, conclude(terms, planned, Outcome.FAIL), conclude(terms, planned, Outcome.INADMISSIBLE)


def _late(s: Supply) -> Call:
    r, bound, other, kind = any_review(s), s.pair("bound"), s.pair("bound.other"), Kind.DIAGNOSTIC
    given = (whole_denominators(r.delta, r.R, bound, other), is_open(r), plannable(kind, bound), plannable(kind, other))
    data = {"r": r, "kind": kind, "most": bound, "bound": bound}
    return Call(_credited, (r.terms(), r.planned(kind, bound), r.planned(kind, other)), given, data)


LATE = World("a pass is credited with another bound than the planned one", _late, 9)
"""What a bound chosen after the outcome comes to. Wrong on purpose."""


ADDING = ("A so far", "w >= 0", "u <= V")
"""The hypotheses of one more message, each of which is needed."""


def one_more_message(dropped: str = "") -> World:
    """Return the world of a partial sum A of weights times values, and one more message with its answer.

    ``S`` holds the weights so far by answer, ``V`` the value of the kernel's state after each; ``w`` and ``u`` are
    the weight and the value of the message that is added.
    """

    def setup(s: Supply) -> Call:
        outcome = s.choose("outcome", OUTCOMES)
        S, V = ({o: s.real(f"{name}.{o.value}") for o in OUTCOMES} for name in ("S", "V"))
        A, w, u = s.real("A"), s.real("w"), s.real("u")
        so_far = sum((S[o] * V[o] for o in OUTCOMES), 0)
        given = dict(zip(ADDING, (A <= so_far, 0 <= w, u <= V[outcome]), strict=True))
        data = {"outcome": outcome, "S": S, "V": V, "A": A, "w": w, "u": u}
        return Call(nothing, (), kept(given, dropped), data)

    return World(named("one more message", dropped), setup, 3)
