"""The fold answers as exact products answer: ties, near misses, factors of 0 and 1, and refusals."""

import random
import time
from fractions import Fraction

import pytest
from elenctic_kernel import InputError, Pair, first_fall, product, product_bounds
from elenctic_kernel import fold as fold_module


def literal(factors: list[Pair], target: Fraction, strict: bool) -> int:
    """Return the answer as the paper defines it: multiply out, compare, take the least n."""
    running = Fraction(1)
    for n, (num, den) in enumerate(factors, 1):
        running *= Fraction(num, den)
        if running < target or (running == target and not strict):
            return n
    return 0


def as_pair(value: Fraction) -> Pair:
    return value.numerator, value.denominator


@pytest.mark.claim("FOLD-EXACT.1")
@pytest.mark.parametrize(
    ("factor", "target", "expected"),
    [
        ((1, 5), (1, 125), 3),
        ((1, 10), (1, 100_000), 5),
        ((1, 18), (1, 5832), 3),
        ((7, 10), (1, 20), 9),
        ((1963, 2000), (1, 20), 161),
        ((99, 100), (1, 1000), 688),
        ((9982, 10_000), (1, 20), 1663),
        ((1, 2), (1, 1024), 10),
    ],
)
def test_constant_factors_cross_where_whole_powers_say(factor: Pair, target: Pair, expected: int) -> None:
    assert expected == first_fall([factor] * 2000, target, strict=False)


@pytest.mark.claim("FOLD-EXACT.1")
def test_a_million_near_one_factors_cross_where_whole_powers_say() -> None:
    assert 2_995_731 == first_fall([(999_999, 1_000_000)] * 2_995_731, (1, 20), strict=False)
    assert 0 == first_fall([(999_999, 1_000_000)] * 2_995_730, (1, 20), strict=False)


@pytest.mark.claim("FOLD-EXACT.1")
def test_a_tie_is_met_and_is_not_below() -> None:
    for n in range(1, 60):
        tie = as_pair(Fraction(2, 3) ** n)
        assert n == first_fall([(2, 3)] * 60, tie, strict=False)
        assert n + 1 == first_fall([(2, 3)] * 61, tie, strict=True)


@pytest.mark.claim("FOLD-EXACT.1")
@pytest.mark.parametrize("digits", [10, 40, 400])
def test_one_part_in_many_to_either_side_of_a_tie_is_told_apart(digits: int) -> None:
    near = Fraction(1, 10**digits)
    for n in (1, 2, 7, 50):
        tie = Fraction(997, 1000) ** n
        assert n == first_fall([(997, 1000)] * 60, as_pair(tie * (1 + near)), strict=False)
        assert n + 1 == first_fall([(997, 1000)] * 60, as_pair(tie * (1 - near)), strict=False)


@pytest.mark.claim("FOLD-EXACT.1")
def test_factors_of_one_after_a_tie_keep_the_answer() -> None:
    factors = [(1, 2), (3, 3), (1, 1), (1, 2), (5, 5)]
    assert 1 == first_fall(factors, (1, 2), strict=False)
    assert 4 == first_fall(factors, (1, 2), strict=True)
    assert 4 == first_fall(factors, (1, 4), strict=False)
    assert 0 == first_fall(factors, (1, 4), strict=True)


@pytest.mark.claim("FOLD-EXACT.1")
def test_a_run_of_near_ones_at_the_target_extends_the_exact_product() -> None:
    """Each factor moves the product by less than the finest floor tells, round after round."""
    near = (10**400 - 1, 10**400)
    factors = [(1, 2), near, near, near]
    assert 2 == first_fall(factors, (1, 2), strict=True)
    below = Fraction(1, 2) * Fraction(*near) ** 3
    assert 4 == first_fall(factors, as_pair(below), strict=False)
    assert 0 == first_fall(factors, as_pair(below), strict=True)


def test_a_factor_of_zero_falls_below_everything_but_zero() -> None:
    assert 2 == first_fall([(1, 2), (0, 7), (1, 2)], (1, 10**30), strict=True)
    assert 2 == first_fall([(1, 2), (0, 7), (1, 2)], (0, 1), strict=False)
    assert 0 == first_fall([(1, 2), (0, 7), (1, 2)], (0, 1), strict=True)


def test_no_factor_means_no_round() -> None:
    assert 0 == first_fall([], (1, 2), strict=False)


@pytest.mark.claim("FOLD-EXACT.1")
def test_random_products_fall_where_the_exact_ones_fall() -> None:
    draw = random.Random(20261130)
    for _ in range(3000):
        factors = [(draw.randint(0 if draw.random() < 0.02 else 1, 9), 9) for _ in range(draw.randint(1, 12))]
        at = draw.randint(0, len(factors))
        nudge = draw.choice([Fraction(1), Fraction(1), Fraction(10**40 + 1, 10**40), Fraction(1, 2)])
        target = Fraction(*product(factors, 0, at)) * nudge
        strict = draw.random() < 0.5
        if target > 1 or (target == 1 and not strict):
            continue
        assert literal(factors, target, strict) == first_fall(factors, as_pair(target), strict=strict)


@pytest.mark.parametrize(
    "factors",
    [[(3, 2)], [(-1, 2)], [(0, 0)], [(-3, -3)], [(1, 2), (1, -2)], [(0.5, 1)], [(1, 2.0)]],
    ids=["above 1", "negative", "0/0", "negative 1", "negative denominator", "float", "float denominator"],
)
def test_what_is_no_factor_is_refused(factors: list[Pair]) -> None:
    with pytest.raises(InputError):
        first_fall(factors, (1, 3), strict=False)


@pytest.mark.parametrize("target", [(2, 1), (-1, 2), (1, 0), (True, 2), (1, 2, 3), "1/2", (0.5, 1)])
def test_what_is_no_target_is_refused(target: Pair) -> None:
    with pytest.raises(InputError):
        first_fall([(1, 2)], target, strict=True)


def test_a_target_of_one_is_a_question_about_strict_products_only() -> None:
    assert 2 == first_fall([(1, 1), (1, 2)], (1, 1), strict=True)
    with pytest.raises(InputError, match="below 1"):
        first_fall([(1, 1), (1, 2)], (1, 1), strict=False)


@pytest.mark.claim("FLOOR-PRODUCT.1")
def test_the_enclosure_holds_the_product_and_is_as_wide_as_its_floors() -> None:
    draw = random.Random(7)
    for _ in range(500):
        factors = [(draw.randint(0, 50), 50) for _ in range(draw.randint(0, 20))]
        exact = Fraction(*product(factors, 0, len(factors)))
        low, high = product_bounds(factors, 64)
        assert low <= exact * 2**64 <= high
        assert sum(num != den for num, den in factors) == high - low


@pytest.mark.claim("FLOOR-PRODUCT.1")
def test_the_loop_body_is_advance() -> None:
    draw = random.Random(11)
    low, lost = 1 << 80, 0
    for _ in range(300):
        den = draw.randint(2, 1000)
        num = draw.randint(0, den - 1)
        _, *folded = fold_module.descend(iter([(1, (num, den))]), low, lost, -1)
        low, lost = fold_module.advance(low, lost, num, den)
        assert [low, lost] == folded


def test_the_balanced_product_is_the_product() -> None:
    factors = [(n, n + 1) for n in range(1, 40)]
    for start in range(5):
        for stop in range(start, 40):
            exact = Fraction(1)
            for num, den in factors[start:stop]:
                exact *= Fraction(num, den)
            assert exact == Fraction(*product(factors, start, stop))


@pytest.mark.claim("FOLD-EXACT.1")
def test_a_target_near_one_is_told_apart_without_an_exact_product_in_every_round() -> None:
    near = 10**395
    began = time.perf_counter()
    assert first_fall([(near - 1, near)] * 20_000, (10**390 - 1, 10**390), strict=False) == 0
    assert first_fall([(10**390 - 1, 10**390)] * 100, (10**389 - 1, 10**389), strict=False) == 11
    assert time.perf_counter() - began < 10


@pytest.mark.claim("FOLD-EXACT.1")
@pytest.mark.parametrize("bits", [0, 1, 5, 64])
@pytest.mark.parametrize("strict", [False, True])
def test_the_bar_is_the_greatest_whole_number_that_the_target_admits(strict: bool, bits: int) -> None:
    for target in (Fraction(n, d) for d in range(1, 18) for n in range(1, d + 1)):
        bar, scaled = fold_module.bar_of(as_pair(target), bits, strict), target * 2**bits
        assert bar < scaled if strict else bar <= scaled
        assert bar + 1 >= scaled if strict else bar + 1 > scaled
