"""One round of a review under either stopping rule, beside the factors that the design counts for that round."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from elenctic_kernel import (
    Kind,
    Pair,
    Region,
    State,
    StoppingRule,
    completeness_factors,
    conclude,
    lengths,
    plan,
    survival_factors,
)
from elenctic_kernel import region as find_region

from .explorer import World
from .process_worlds import LEGAL
from .specified import Factors, falls
from .statements import AtRound, Review, boundable, in_unit, is_open, times, whole_denominators
from .supply import Call, Supply
from .symbols import every

COUNTED: list[tuple[Kind, list[Kind] | None]] = [
    (Kind.DIAGNOSTIC, None),
    (Kind.CLARIFICATION, [Kind.CLARIFICATION]),
    (Kind.CLARIFICATION, None),
]
"""The kind of a round and the kinds declared to the design: a clarification that is not declared is charged a·c."""


class Played(NamedTuple):
    """Hold what the design counts for a round, and the kernel's state after every answer to it."""

    survival: Pair
    completeness: Pair
    states: tuple[State, ...]


def _played(terms: Any, state: State, kind: Kind, response: Pair, false_pass: Pair, kinds: Sequence[Kind]) -> Played:
    planned = plan(terms, state, kind, false_pass)
    execution = terms.execution[state.round]
    return Played(
        survival_factors([execution], [false_pass], kinds)[0],
        completeness_factors([response], [execution], kinds)[0],
        tuple(conclude(terms, planned, outcome) for outcome in LEGAL[kind]),
    )


def a_round(rule: StoppingRule, paths: int) -> World:
    """Return the world of one round of an open review under a rule, with every answer and both factors."""

    def setup(s: Supply) -> Call:
        r = Review(rule, s.pair("delta"), s.whole("T"), s.whole("m"), s.pair("R"), s.whole("at"))
        a, c, q, (kind, kinds) = s.pair("a"), s.pair("c"), s.pair("q"), s.choose("round", COUNTED)
        units = every(in_unit(a), in_unit(c), in_unit(q))
        given = (whole_denominators(r.delta, r.R), is_open(r), units, boundable(kind, c, q))
        most = (c[1] * q[1] - c[0] * (q[1] - q[0]), c[1] * q[1])
        data = {"r": r, "kind": kind, "next": times(r.R, most)}
        return Call(_played, (r.terms(AtRound(r.m, c)), r.state(), kind, a, q, kinds), given, data)

    return World(f"a round and its factors, {rule.value}", setup, paths)


EARLY = a_round(StoppingRule.FIRST_CROSSING, 10)
FIXED = a_round(StoppingRule.AT_HORIZON, 20)


class Certified(NamedTuple):
    """Hold a region, whether early stopping is certified, whether length n holds, and the lengths."""

    region: Region
    early: bool
    at_n: bool
    lengths: list[tuple[Any, Any]]


def _any_length(s: Supply) -> Call:
    delta, gamma, T, n = s.integers("delta"), s.integers("gamma"), s.whole("T"), s.whole("n")
    survival, completeness = s.pair("R"), s.pair("C")
    open_units = (every(0 < target[0], target[0] < target[1]) for target in (delta, gamma))
    given = (1 <= n, n <= T, in_unit(survival), in_unit(completeness), *open_units)
    sequences = (Factors("R", T, n, survival), Factors("C", T, n, completeness))

    def found(*arguments: Any) -> Certified:
        with falls(s):
            region = find_region(*arguments)
        return Certified(region, region.certified, region.holds(n), lengths(region))

    return Call(found, (*sequences, delta, gamma), given, {"n": n, "R": survival, "C": completeness, "T": T})


AT_LENGTH = World("region, certified and holds at an arbitrary length", _any_length, 8)
