"""The kernel's fold and region against exact fractions, on ties and one part in 10^40 beside them."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from elenctic_kernel import (
    Kind,
    Pair,
    completeness_factors,
    first_fall,
    lengths,
    region,
    survival_factors,
)

from spec import reference as ref

TURNS = 40_000
NEAR = Fraction(1, 10**40)
SIDES = ((Fraction(1), "exact"), (Fraction(1), "exact"), (1 - NEAR, "just below"), (1 + NEAR, "just above"))

pytestmark = [
    pytest.mark.claim(claim)
    for claim in ("FOLD-EXACT.1", "REGION-INTERVAL.1", "DETERMINISTIC-REGION.1", "EARLY-STOPPING.1")
]


def pair(value: Fraction) -> Pair:
    return value.numerator, value.denominator


def bound(rng: random.Random, largest: int) -> Fraction:
    """Draw a rational strictly between 0 and 1, more often near 1 than near 0."""
    low = rng.randint(2, largest)
    return Fraction(rng.randint(1, low - 1), low) if rng.random() < 0.5 else Fraction(low - 1, low)


def below(value: Fraction, side: Fraction) -> Fraction:
    """Move a tie to one side, unless that would leave the open interval (0, 1)."""
    return value * side if value * side < 1 else value


def constant_ties(rng: random.Random, seen: Counter[str]) -> None:
    """Compare where q̄ and a·c are constant and both targets are powers of them, or next to one."""
    T = rng.randint(1, 12) if rng.random() < 0.9 else rng.randint(13, 60)
    q, c, a = bound(rng, 30), rng.choice((Fraction(1), bound(rng, 20))), bound(rng, 200)
    k, last = rng.randint(1, T + 1), rng.randint(1, T + 1)
    delta_side, delta_name = rng.choice(SIDES)
    gamma_side, gamma_name = rng.choice(SIDES)
    delta = below(ref.q_bar(c, q) ** k, delta_side)
    gamma = 1 - below((a * c) ** last, gamma_side)
    R_n, C_n = agree([c] * T, [q] * T, [a] * T, delta, gamma, None)
    seen["R exactly at delta"] += delta in R_n.values()
    seen["C exactly at 1 - gamma"] += 1 - gamma in C_n.values()
    seen[f"delta {delta_name}"] += 1
    seen[f"gamma {gamma_name}"] += 1


def varied_ties(rng: random.Random, seen: Counter[str]) -> None:
    """Compare where bounds vary from round to round, with clarifications declared now and then."""
    T = rng.randint(1, 9)
    q, c, a = ([bound(rng, 12) for _ in range(T)] for _ in range(3))
    kinds = None
    if rng.random() < 0.6:
        kinds = [Kind.CLARIFICATION if rng.random() < 0.3 else Kind.DIAGNOSTIC for _ in range(T)]
    declared = clarifications(kinds)
    R_n, C_n = ref.R(ref.bounds(c, q, declared)), ref.C(a, c, declared)
    delta = below(R_n[rng.randint(1, T)], rng.choice(SIDES)[0])
    gamma = 1 - below(C_n[rng.randint(1, T)], rng.choice(SIDES)[0])
    if 0 < delta < 1 and 0 < gamma < 1:
        agree(c, q, a, delta, gamma, kinds)
        seen["with clarifications" if declared else "varied"] += 1
        seen["R exactly at delta"] += delta in R_n.values()
        seen["C exactly at 1 - gamma"] += 1 - gamma in C_n.values()


def clarifications(kinds: list[Kind] | None) -> list[int]:
    return [n for n, kind in enumerate(kinds or [], 1) if kind is Kind.CLARIFICATION]


def agree(
    c: list[Fraction],
    q: list[Fraction],
    a: list[Fraction],
    delta: Fraction,
    gamma: Fraction,
    kinds: list[Kind] | None,
) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """Hold every answer of the kernel against the reference."""
    cs, qs, rs = ([pair(value) for value in values] for values in (c, q, a))
    declared = clarifications(kinds)
    R_n, C_n = ref.R(ref.bounds(c, q, declared)), ref.C(a, c, declared)
    survival, completeness = survival_factors(cs, qs, kinds), completeness_factors(rs, cs, kinds)
    found = region(survival, completeness, pair(delta), pair(gamma))
    case = (c, q, a, delta, gamma, kinds)
    assert ref.K_delta(R_n, delta) == found.first_crossing, case
    assert ref.last_complete(C_n, gamma) == found.last_complete, case
    assert ref.early_stopping_certified(R_n, C_n, delta, gamma) is found.certified, case
    members = {n for low, high in lengths(found, kinds) for n in range(low, high + 1)}
    assert ref.ER(R_n, C_n, delta, gamma, declared) == members, case
    strictly = min((n for n in R_n if R_n[n] < delta), default=0)
    assert strictly == first_fall(survival, pair(delta), strict=True), case
    return R_n, C_n


def test_20_000_ties_and_their_neighbours_are_decided_as_exact_fractions_decide_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rng, seen = random.Random(20260103), Counter[str]()
    for turn in range(TURNS):
        constant_ties(rng, seen) if turn % 2 else varied_ties(rng, seen)
    with capsys.disabled():
        print(f"\nregion: {dict(sorted(seen.items()))}")
    assert seen["R exactly at delta"] + seen["C exactly at 1 - gamma"] > 20_000
    assert min(seen[f"{what} just {side}"] for what in ("delta", "gamma") for side in ("above", "below")) > TURNS // 15
    assert min(seen["with clarifications"], seen["varied"]) > TURNS // 15


@pytest.mark.parametrize("n", [1, 64, 65, 1000, 5000])
def test_a_tie_after_many_rounds_is_hit_exactly(n: int) -> None:
    """Ties deep below the working precision end in one exact product."""
    q = Fraction(997, 1000)
    factors = [pair(q)] * (n + 3)
    for side, strict, expected in (
        (Fraction(1), False, n),
        (Fraction(1), True, n + 1),
        (1 + NEAR, True, n),
        (1 - NEAR, False, n + 1),
    ):
        assert expected == first_fall(factors, pair(q**n * side), strict=strict)
