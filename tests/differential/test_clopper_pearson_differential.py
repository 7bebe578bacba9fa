"""Lower bounds agree with scipy to the last printed digit, and with exact tails where a double cannot tell."""

import random
from fractions import Fraction
from importlib import import_module
from math import comb
from typing import Any, NamedTuple

import pytest
from elenctic.clopper_pearson import lower_bound

CASES, DIGITS = 10_000, 6
UNIT = 10**DIGITS
NEAR = Fraction(1, 10**12)
"""Relative distance from a grid point below which a double is not asked."""

CONFIDENCES = ("0.5", "0.75", "0.9", "0.95", "0.975", "0.99", "0.995", "0.999", "0.9999")


class Case(NamedTuple):
    trials: int
    misses: int
    alpha: Fraction


def draw(source: random.Random) -> Case:
    trials = source.randint(1, source.choice((30, 30, 200, 200, 200, 2_000, 2_000, 20_000, 20_000, 1_000_000)))
    few = min(trials - 1, source.randint(0, 20))
    some = source.randint(0, min(trials - 1, 50_000))
    misses = source.choice((0, few, some, some, trials - 1 - few, trials - 1))
    confidence = source.choice((source.choice(CONFIDENCES), f"0.{source.randint(5000, 9999)}"))
    return Case(trials, misses, 1 - Fraction(confidence))


def cases() -> list[Case]:
    source = random.Random(20_240_613)
    return [draw(source) for _ in range(CASES)]


def quantiles(drawn: list[Case]) -> list[float]:
    """Return scipy's exact lower limits, one a case."""
    beta: Any = import_module("scipy.stats").beta
    found = beta.ppf(
        [float(case.alpha) for case in drawn],
        [case.trials - case.misses for case in drawn],
        [case.misses + 1 for case in drawn],
    )
    return [float(quantile) for quantile in found]


def tail(case: Case, steps: int) -> Fraction:
    """Return the probability of at most so many misses where a trial succeeds with chance steps / UNIT."""
    n, numerator = case.trials, 0
    for j in range(case.misses + 1):
        numerator += comb(n, j) * steps ** (n - j) * (UNIT - steps) ** j
    return Fraction(numerator, UNIT**n)


def test_ten_thousand_random_bounds_are_those_of_scipy_to_the_last_digit() -> None:
    drawn = cases()
    undecided_by_a_double = 0
    for case, quantile in zip(drawn, quantiles(drawn), strict=True):
        bound = lower_bound(*case, DIGITS)
        scaled = Fraction(quantile) * UNIT
        if abs(scaled - round(scaled)) <= NEAR * scaled:
            undecided_by_a_double += 1
            assert bound.steps in (round(scaled) - 1, round(scaled)), case
            if case.trials <= 2_000:
                assert tail(case, bound.steps) <= case.alpha < tail(case, bound.steps + 1), case
        else:
            assert scaled // 1 == bound.steps, case
        assert bound.best, case
    assert 0 < undecided_by_a_double < CASES // 20


def test_no_bound_is_on_the_unsafe_side_of_the_exact_tail() -> None:
    short = [case for case in cases() if case.trials <= 200][:1_500]
    assert len(short) == 1_500
    for case in short:
        steps = lower_bound(*case, DIGITS).steps
        assert tail(case, steps) <= case.alpha < tail(case, steps + 1), case


@pytest.mark.parametrize(
    ("case", "decimal"),
    [
        (Case(1, 0, Fraction(1, 20)), "0.050000"),
        (Case(2, 0, Fraction(1, 4)), "0.500000"),
        (Case(2, 1, Fraction(3, 4)), "0.500000"),
        (Case(3, 0, Fraction(1, 1000)), "0.100000"),
        (Case(3, 0, Fraction(27, 1000)), "0.300000"),
        (Case(4, 3, Fraction(3439, 10_000)), "0.100000"),
        (Case(5, 2, Fraction(1, 2)), "0.500000"),
        (Case(6, 0, Fraction(1, 10**6)), "0.100000"),
        (Case(20, 19, 1 - Fraction(9, 10) ** 20), "0.100000"),
    ],
)
def test_a_bound_that_is_a_decimal_is_reached_and_the_level_next_to_it_is_not(case: Case, decimal: str) -> None:
    assert decimal == lower_bound(*case, DIGITS).decimal
    stricter = case._replace(alpha=case.alpha - Fraction(1, 10**40))
    assert Fraction(decimal) - Fraction(1, UNIT) == lower_bound(*stricter, DIGITS).value
