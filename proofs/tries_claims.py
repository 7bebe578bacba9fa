"""Several tries at one statement: delta/k each keeps k of them within delta, delta itself does not from the second on.

Method: A is the probability that some try so far accepted, a ghost; one more try at a time. The shares go through the
kernel's ``make_terms``, powers of 1 - x through its ``times``. Not covered: the rule of induction over the number of
tries, which is in words; tries that nobody declared; that one try accepts with at most x, which is ANYTIME-SOUND.2.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from elenctic_kernel import StoppingRule, make_terms
from elenctic_kernel.fold import times

from .claim import Claim, Part
from .explorer import End, World
from .hypotheses import kept, named, needed, nothing
from .plans import game, worst_case
from .statements import at_most, below, equal, whole_denominators
from .supply import AnyPair, Call, Supply
from .symbols import Fact, every, implies, same


def one_more_try(dropped: str = "") -> World:
    """Return the world of j tries and one more, which accepts with p at most x given that none before did."""

    def setup(s: Supply) -> Call:
        A, chance, x, j = s.real("A"), s.real("p"), s.real("x"), s.whole("j")
        given = {
            "A so far": A <= x * j,
            "j >= 0": 0 <= j,
            "p >= 0": 0 <= chance,
            "p <= 1": chance <= 1,
            "p <= x": chance <= x,
        }
        later = A + (1 - A) * chance
        return Call(nothing, (), kept(given, dropped), {"A": later, "x": x, "j": j})

    return World(named("one more try", dropped), setup, 1)


TRY = ("A so far", "j >= 0", "p >= 0", "p <= 1", "p <= x")


def union_grows_by_share(_: Supply, end: End) -> Fact:
    """State A + (1 - A)·p <= (j + 1)·x."""
    d = end.call.data
    fact: Fact = d["A"] <= d["x"] * (d["j"] + 1)
    return fact


def _union_stays(_: Supply, end: End) -> Fact:
    d = end.call.data
    fact: Fact = d["A"] <= d["x"] * d["j"]
    return fact


def _no_try_yet(s: Supply) -> Call:
    A = s.real("A")
    return Call(nothing, (), (same(A, 0),), {"A": A, "N": (1, 1)})


NO_TRY = World("no try yet", _no_try_yet, 1)


def starts_at_nothing(_: Supply, end: End) -> Fact:
    """State A <= j·x and A = 1 - N for j = 0 and the empty product N = 1."""
    d = end.call.data
    return every(d["A"] <= 0, _complement(d["A"], d["N"], same))


def _complement(union: Any, product: AnyPair, compare: Callable[[Any, Any], Fact]) -> Fact:
    return compare(product[0], (1 - union) * product[1])


def _starts_below(_: Supply, end: End) -> Fact:
    fact: Fact = end.call.data["A"] < 0
    return fact


def all_shares(dropped: str = "") -> World:
    """Return the world of k tries, each under terms whose target is delta/k."""

    def setup(s: Supply) -> Call:
        delta, k, A, x = s.pair("delta"), s.whole("k"), s.real("A"), s.real("x")
        given = {
            "0 < delta < 1": every(0 < delta[0], delta[0] < delta[1], 1 <= delta[1]),
            "k >= 1": 1 <= k,
            "A so far": A <= x * k,
            "x <= delta/k": x * delta[1] * k <= delta[0],
        }
        arguments = ((delta[0], delta[1] * k), 1, ((1, 1),), StoppingRule.FIRST_CROSSING)
        return Call(make_terms, arguments, kept(given, dropped), {"delta": delta, "k": k, "A": A, "x": x})

    return World(named("k tries at delta/k", dropped), setup, 1)


SHARES = ("0 < delta < 1", "k >= 1", "A so far", "x <= delta/k")


def within_delta(_: Supply, end: End) -> Fact:
    """State A <= delta, and that the terms of each try hold a target t with t·k = delta and x <= t."""
    d, share = end.call.data, end.result.delta
    delta, k = d["delta"], d["k"]
    lawful = every(same(share[0] * k * delta[1], delta[0] * share[1]), d["x"] * share[1] <= share[0])
    return every(lawful, d["A"] * delta[1] <= delta[0])


def _below_delta(_: Supply, end: End) -> Fact:
    d = end.call.data
    fact: Fact = d["A"] * d["delta"][1] < d["delta"][0]
    return fact


def one_more_power(dropped: str = "") -> World:
    """Return the world of N = (1 - x)^j and one more try; the kernel multiplies N by 1 - x."""

    def setup(s: Supply) -> Call:
        x, N, A, chance = s.pair("x"), s.pair("N"), s.real("A"), s.real("p")
        given = {
            "denominators": whole_denominators(x, N),
            "A so far": _complement(A, N, lambda left, right: left <= right),
            "N >= 0": 0 <= N[0],
            "x <= 1": x[0] <= x[1],
            "p <= x": chance * x[1] <= x[0],
        }
        data = {"x": x, "N": N, "A": A, "p": chance}
        return Call(times, (N, (x[1] - x[0], x[1])), kept(given, dropped), data)

    return World(named("one more factor 1 - x", dropped), setup, 1)


POWER = ("A so far", "N >= 0", "x <= 1", "p <= x")


def within_power(_: Supply, end: End) -> Fact:
    """State A + (1 - A)·p <= 1 - N·(1 - x), with equality where A = 1 - N and p = x."""
    d = end.call.data
    later = d["A"] + (1 - d["A"]) * d["p"]
    exactly = every(_complement(d["A"], d["N"], same), same(d["p"] * d["x"][1], d["x"][0]))
    bound = _complement(later, end.result, lambda left, right: left <= right)
    return every(bound, implies(exactly, _complement(later, end.result, same)))


def _below_power(_: Supply, end: End) -> Fact:
    d = end.call.data
    later = d["A"] + (1 - d["A"]) * d["p"]
    return _complement(later, end.result, lambda left, right: left < right)


def second_try(dropped: str = "") -> World:
    """Return the world of two independent tries at delta itself: N = (1 - delta)^2, by the kernel."""

    def setup(s: Supply) -> Call:
        delta = s.pair("delta")
        rest = (delta[1] - delta[0], delta[1])
        given = {
            "denominators": whole_denominators(delta),
            "0 < delta": 0 < delta[0],
            "delta < 1": delta[0] < delta[1],
        }
        return Call(times, (rest, rest), kept(given, dropped), {"rest": rest})

    return World(named("two tries at delta", dropped), setup, 1)


def later_try(dropped: str = "") -> World:
    """Return the world of one more independent try at delta itself, the kernel multiplying N by 1 - delta."""

    def setup(s: Supply) -> Call:
        delta, N = s.pair("delta"), s.pair("N")
        rest = (delta[1] - delta[0], delta[1])
        given = {
            "denominators": whole_denominators(delta, N),
            "0 < delta": 0 < delta[0],
            "delta < 1": delta[0] < delta[1],
            "N so far": below(N, rest),
        }
        return Call(times, (N, rest), kept(given, dropped), {"rest": rest, "N": N})

    return World(named("one more try at delta", dropped), setup, 1)


LATER = ("0 < delta", "delta < 1", "N so far")
"""What a later try needs. That N is not negative is not needed."""


def exceeds_delta(_: Supply, end: End) -> Fact:
    """State N < 1 - delta, which says 1 - N > delta."""
    return below(end.result, end.call.data["rest"])


def _is_one_try(_: Supply, end: End) -> Fact:
    return equal(end.result, end.call.data["rest"])


def _never_more(_: Supply, end: End) -> Fact:
    return at_most(end.call.data["rest"], end.result)


def accepted(k: int, delta: Fraction) -> Fraction:
    """Return the worst probability that one of k tries at delta each accepts, through the kernel."""
    pair = delta.as_integer_ratio()
    return worst_case(game(pair, [(1, 1)] * 2, [pair], StoppingRule.FIRST_CROSSING, tries=k))


F = Fraction

RETRIES_COST = Claim(
    "RETRIES-COST.2",
    (
        Part("no try yet", NO_TRY, starts_at_nothing, 1, {"A < 0": _starts_below}),
        Part(
            "one more try",
            one_more_try(),
            union_grows_by_share,
            1,
            {"a further try is free": _union_stays, **needed(one_more_try, TRY, union_grows_by_share)},
        ),
        Part(
            "k tries at delta/k",
            all_shares(),
            within_delta,
            1,
            {"A < delta": _below_delta, **needed(all_shares, SHARES, within_delta)},
        ),
        Part(
            "1 - (1 - x)^j",
            one_more_power(),
            within_power,
            1,
            {"A < 1 - N": _below_power, **needed(one_more_power, POWER, within_power)},
        ),
        Part(
            "two tries at delta",
            second_try(),
            exceeds_delta,
            1,
            {"two are as one": _is_one_try, **needed(second_try, ("0 < delta", "delta < 1"), exceeds_delta)},
        ),
        Part(
            "a later try at delta",
            later_try(),
            exceeds_delta,
            1,
            {"no more than one": _never_more, **needed(later_try, LATER, exceeds_delta)},
        ),
    ),
    {
        "3 tries at 1/12 each accept with less than 1/4": lambda: accepted(3, F(1, 12)) < F(1, 4),
        "2 tries at 1/4 exceed 1/4": lambda: accepted(2, F(1, 4)) == F(7, 16) > F(1, 4),
    },
    tight={
        "3 independent tries at 1/12": lambda: accepted(3, F(1, 12)) == 1 - F(11, 12) ** 3,
        "one try at delta: exactly delta": lambda: accepted(1, F(1, 4)) == F(1, 4),
    },
)

CLAIMS = (RETRIES_COST,)
