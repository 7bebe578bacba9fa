"""Where the additive region of an effort design is an interval: 100,000 random families, decided in whole numbers.

The theorem: f weakly increasing, equal allocation, loads and response bounds that do not depend on the length, and
gamma <= 1 - 1/e. Then the lengths that (19) certifies are consecutive. The bulk is decided by cross-multiplied whole
numbers; samples of it are held against the kernel's functions and against the public API.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import exp
from typing import TypeAlias

import pytest
from elenctic import Design, check
from elenctic.effort_region import EffortRegion
from elenctic.enclosure import log, point
from elenctic_kernel import Pair, completeness_factors, first_fall, survival_factors
from elenctic_kernel.enclosure import exp_bounds, first_reach

pytestmark = [
    pytest.mark.claim(claim)
    for claim in ("ADDITIVE-REACH.1", "ENCLOSED-REGION.1", "EFFORT-MODEL.1", "REALLOCATION-INTERVAL.1")
]

FAMILIES = 100_000
UNIT = 1000
"""Every f, penalty, a, q and gamma is a multiple of 1/UNIT, so that products are whole numbers over its powers."""
LOG_BITS = 160
DELTAS = 10**7
EULER_BITS = 64


@dataclass(frozen=True)
class Family:
    """Hold one design in units of 1/UNIT: f of equal shares by length, and what a round brings at any length.

    :param f: f(E/n) for n = 1 to T; weakly falling, as the shares fall
    :param w: exp(-load_i/r) of round i
    :param a: response bound of round i
    """

    f: list[int]
    w: list[int]
    a: list[int]
    q: int
    delta: Fraction
    gamma: int

    @property
    def lengths(self) -> range:
        return range(1, len(self.f) + 1)


@lru_cache(100_000)
def reach(delta: Fraction) -> int:
    """Return the least whole number at or above log(1/delta)·UNIT^3; the logarithm of a rational is none."""
    found = log(point(1 / delta), LOG_BITS)
    low, high = (end * UNIT**3 // 1 for end in (found.low, found.high))
    assert low == high
    return int(low) + 1


def sound(family: Family) -> list[bool]:
    """Tell of each length whether (1 - q)·sum of c_i reaches log(1/delta)."""
    needed, gain = reach(family.delta), UNIT - family.q
    return [gain * f * total >= needed for f, total in zip(family.f, accumulate(family.w), strict=True)]


def complete(family: Family) -> list[bool]:
    """Tell of each length whether the product of a_i·c_i is at least 1 - gamma."""
    found, rounds, scale = list[bool](), 1, UNIT**3
    for n, (f, w, a) in enumerate(zip(family.f, family.w, family.a, strict=True), 1):
        rounds *= w * a
        found.append(rounds * f**n * UNIT >= (UNIT - family.gamma) * scale**n)
    return found


def additive(family: Family) -> list[int]:
    pairs = zip(family.lengths, sound(family), complete(family), strict=True)
    return [n for n, s, c in pairs if s and c]


def contiguous(lengths: list[int]) -> bool:
    return not lengths or lengths[-1] - lengths[0] == len(lengths) - 1


def within_the_theorem(gamma: int) -> bool:
    """Decide gamma <= 1 - 1/e, that is e·(1 - gamma) >= 1, by the kernel's enclosure of e."""
    low, high = exp_bounds(1, 1, EULER_BITS)
    answers = {end * (UNIT - gamma) >= UNIT << EULER_BITS for end in (low, high)}
    assert len(answers) == 1
    return answers.pop()


LARGEST_GAMMA = max(gamma for gamma in range(1, UNIT) if within_the_theorem(gamma))


def stepped(draw: random.Random, T: int) -> list[int]:
    """Draw a weakly falling f of n with a few steps, long flats and, now and then, a cliff."""
    jumps = draw.choice([0, 1, 1, 1, 2, 3, T])
    at = sorted(draw.choices(range(1, T + 1), k=jumps))
    value, values = draw.choice([UNIT, UNIT, draw.randint(500, UNIT), draw.randint(1, UNIT)]), list[int]()
    for n in range(1, T + 1):
        for _ in range(at.count(n)):
            value = draw.choice([draw.randint(0, value), draw.randint(value // 2, value), max(value - 5, 0)])
        values.append(value)
    return values


def penalties(draw: random.Random, T: int) -> list[int]:
    kind = draw.randrange(4)
    if kind == 0:
        return [UNIT] * T
    if kind == 1:
        return [draw.randint(700, UNIT)] * T
    return [draw.randint(1 if kind == 2 else 900, UNIT) for _ in range(T)]


def family(draw: random.Random, gammas: tuple[int, int]) -> Family:
    """Draw a family whose threshold lies at the gain of one of its lengths, or just beside."""
    T = draw.randint(3, 14)
    f, w = stepped(draw, T), penalties(draw, T)
    a = [UNIT] * T if draw.random() < 0.5 else [draw.randint(800, UNIT) for _ in range(T)]
    q = draw.choice([0, 0, 100, 200, 500, draw.randint(0, UNIT - 1)])
    n = draw.randint(1, T)
    gain = (UNIT - q) * f[n - 1] * sum(w[:n]) / UNIT**3
    delta = min(max(round(DELTAS * exp(-gain)) + draw.randint(-1, 1), 1), DELTAS - 1)
    gamma = draw.choice([gammas[1], draw.randint(*gammas)])
    return Family(f, w, a, q, Fraction(delta, DELTAS), gamma)


def families(seed: int, count: int, gammas: tuple[int, int]) -> Iterator[Family]:
    draw = random.Random(seed)
    return (family(draw, gammas) for _ in range(count))


def test_the_bound_on_gamma_is_decided_next_to_1_less_1_over_e() -> None:
    assert 632 == LARGEST_GAMMA
    assert all(within_the_theorem(gamma) == (gamma <= 632) for gamma in range(1, UNIT))


def test_100_000_families_have_intervals_where_gamma_is_at_most_1_less_1_over_e(
    capsys: pytest.CaptureFixture[str],
) -> None:
    began, seen = time.perf_counter(), Counter[str]()
    for one in families(20260301, FAMILIES, (1, LARGEST_GAMMA)):
        found = additive(one)
        assert contiguous(found), one
        seen["not empty"] += bool(found)
        seen["of two lengths or more"] += len(found) > 1
        seen["saved by completeness alone"] += not contiguous(
            [n for n, s in zip(one.lengths, sound(one), strict=True) if s]
        )
        seen["at the largest gamma"] += one.gamma == LARGEST_GAMMA
    with capsys.disabled():
        print(f"\neffort theorem: {dict(sorted(seen.items()))}, {time.perf_counter() - began:.1f} s")
    assert min(seen.values()) > FAMILIES // 50


def test_above_it_sets_that_are_no_intervals_are_found_and_their_lengths_are_below_1_over_e() -> None:
    broken = [
        one for one in families(20260302, FAMILIES // 4, (LARGEST_GAMMA + 1, UNIT - 1)) if not contiguous(additive(one))
    ]
    print(f"sets that are no intervals: {len(broken)} of {FAMILIES // 4}")
    assert len(broken) > 50
    low, _ = exp_bounds(1, 1, EULER_BITS)
    for one in broken:
        last, product = additive(one)[-1], Fraction(1)
        for w, a in zip(one.w[:last], one.a[:last], strict=True):
            product *= Fraction(w * a * one.f[last - 1], UNIT**3)
        assert product * Fraction(low, 1 << EULER_BITS) < 1


Drop: TypeAlias = Callable[[Family, random.Random], list[int]]


def falling_f(one: Family, draw: random.Random) -> list[int]:
    """Let f fall with effort somewhere, against the hypothesis."""
    values = list(one.f)
    draw.shuffle(values)
    return additive(replace(one, f=values))


def own_penalties(one: Family, draw: random.Random) -> list[int]:
    """Decide every length with penalties of its own, against the hypothesis."""
    own = {n: replace(one, w=[draw.choice([UNIT, 900, 800])] * len(one.w)) for n in one.lengths}
    return [n for n in one.lengths if n in additive(own[n])]


def own_responses(one: Family, draw: random.Random) -> list[int]:
    """Decide every length with response bounds of its own, against the hypothesis."""
    own = {n: replace(one, a=[draw.choice([UNIT, 900, 800])] * len(one.a)) for n in one.lengths}
    return [n for n in one.lengths if n in additive(own[n])]


@pytest.mark.parametrize("dropped", [falling_f, own_penalties, own_responses])
def test_without_a_hypothesis_it_fails(dropped: Drop) -> None:
    draw = random.Random(7)
    broken = [one for one in families(20260303, 3_000, (1, LARGEST_GAMMA)) if not contiguous(dropped(one, draw))]
    assert len(broken) > 10


def test_of_the_product_region_it_fails() -> None:
    """Small gamma does not make the exact region an interval: {1, 3} at gamma = 1/20."""
    f = [Fraction(9999, 10000), Fraction(989, 1000), Fraction(989, 1000)]
    R, C = ([step**n for n, step in enumerate(steps, 1)] for steps in ([1 - c for c in f], f))
    assert [1, 3] == [n for n in (1, 2, 3) if R[n - 1] <= Fraction(1, 10**4) and C[n - 1] >= Fraction(19, 20)]


def pairs(values: list[int]) -> list[Pair]:
    return [(value, UNIT) for value in values]


def by_kernel(one: Family, n: int) -> bool:
    """Decide one length with the kernel's functions."""
    c = [(one.f[n - 1] * w, UNIT**2) for w in one.w[:n]]
    found = log(point(1 / one.delta), LOG_BITS).scaled(LOG_BITS)
    gains = [(den - num, den) for num, den in survival_factors(c, [(one.q, UNIT)] * n)]
    reached = {first_reach(gains, end, LOG_BITS, up=up) for end, up in zip(found, (True, False), strict=True)}
    assert len(reached) == 1
    short = first_fall(completeness_factors(pairs(one.a[:n]), c), (UNIT - one.gamma, UNIT), strict=True)
    return reached != {0} and not short


def test_the_bulk_decides_as_the_kernel_does() -> None:
    both = [*families(20260304, 1_500, (1, LARGEST_GAMMA)), *families(20260305, 1_500, (LARGEST_GAMMA + 1, UNIT - 1))]
    for one in both:
        assert additive(one) == [n for n in one.lengths if by_kernel(one, n)], one


def ramps(values: list[int], name: str, points: list[Fraction]) -> str:
    """Return an expression that takes the values, over UNIT, at ascending points, and goes straight between them."""
    parts = [f"{values[0]}/{UNIT}"]
    for k in range(1, len(values)):
        step, low, high = Fraction(values[k] - values[k - 1], UNIT), points[k - 1], points[k]
        if step:
            parts.append(f"({step})*min(1, max(0, ({name} - ({low}))/({high - low})))")
    return " + ".join(parts)


def as_design(one: Family) -> Design:
    """Return the family as users write it: f(E/n)·w(i) by ramps, without load, so that every c is the exact one."""
    T, budget = len(one.f), 60
    shares = [Fraction(budget, n) for n in range(T, 0, -1)]
    f, w = ramps(one.f[::-1], "e", shares), ramps(one.w, "i", [Fraction(i) for i in range(1, T + 1)])
    return Design(
        delta=one.delta,
        gamma=Fraction(one.gamma, UNIT),
        horizon=T,
        false_pass=Fraction(one.q, UNIT),
        response=[Fraction(a, UNIT) for a in one.a],
        effort={"budget": budget, "reliability": f"({f})*({w})", "scale": 1, "load": 0},
    )


def has_chance(one: Family) -> bool:
    """Tell whether a design may carry it: no round with q = 0 and c = 1."""
    return one.q > 0 or one.f[0] < UNIT or UNIT not in one.w


def exact(one: Family) -> list[int]:
    """Return the product region, from exact fractions."""
    found: list[int] = []
    for n in one.lengths:
        R = C = Fraction(1)
        for w, a in zip(one.w[:n], one.a[:n], strict=True):
            c = Fraction(one.f[n - 1] * w, UNIT**2)
            R, C = R * (1 - c * (1 - Fraction(one.q, UNIT))), C * Fraction(a, UNIT) * c
        found += [n] if R <= one.delta and 1 - C <= Fraction(one.gamma, UNIT) else []
    return found


def test_the_bulk_decides_as_the_public_interface_does() -> None:
    both = [*families(20260306, 200, (1, LARGEST_GAMMA)), *families(20260307, 200, (LARGEST_GAMMA + 1, UNIT - 1))]
    chosen = [one for one in both if has_chance(one)]
    assert len(chosen) > 300
    for one in chosen:
        lengths = EffortRegion(as_design(one)).lengths
        assert (additive(one), exact(one)) == (
            [x.n for x in lengths if x.additive],
            [x.n for x in lengths if x.certified],
        ), one
        assert all(x.settled for x in lengths)


def test_a_set_that_is_no_interval_is_printed_as_one() -> None:
    broken = (
        one for one in families(20260302, FAMILIES, (LARGEST_GAMMA + 1, UNIT - 1)) if not contiguous(additive(one))
    )
    one = next(x for x in broken if has_chance(x))
    found = check(as_design(one)).additive_region
    assert found is not None
    assert len(found) > 1
    assert additive(one) == [n for low, high in found for n in range(low, high + 1)]
