"""The additive criterion rests on whole numbers that enclose exp, and says so where they do not tell."""

import random
from fractions import Fraction

import pytest
from elenctic_kernel import InputError, Pair
from elenctic_kernel.additive import encloses_log, exp_bounds, first_reach
from mpmath import MPContext

LOG_20 = 2.995732273553991


def test_exp_is_enclosed_at_every_precision() -> None:
    draw = random.Random(3)
    context = MPContext()
    context.prec = 600
    for _ in range(2000):
        num, den, bits = draw.randint(0, 10**6), draw.randint(1, 10**5), draw.choice([1, 8, 53, 100, 200])
        if num > 1000 * den:
            continue
        low, high = exp_bounds(num, den, bits)
        exact = context.ldexp(context.exp(context.mpf(num) / den), bits)
        assert low <= exact <= high


def test_the_exp_enclosures_that_other_software_misses_are_right() -> None:
    low, high = exp_bounds(18, 1, 200)
    true = Fraction("65659969.1373305111387865032590600335692163557861868194914932764179985717317391285591467")
    assert Fraction(low, 2**200) <= true <= Fraction(high, 2**200)


def test_exp_of_zero_is_exact() -> None:
    assert (2**30, 2**30) == exp_bounds(0, 5, 30)


@pytest.mark.parametrize(("num", "den", "bits"), [(-1, 2, 10), (1, 0, 10), (1, 2, 0)])
def test_what_exp_is_not_asked_is_refused(num: int, den: int, bits: int) -> None:
    with pytest.raises(InputError):
        exp_bounds(num, den, bits)


def scaled(value: float, bits: int) -> int:
    return int(value * 2**40) << (bits - 40)


def test_a_bracket_of_the_logarithm_is_confirmed_and_a_wrong_one_is_not() -> None:
    middle, slack = scaled(LOG_20, 100), 1 << 62
    assert encloses_log(middle - slack, middle + slack, 100, (1, 20))
    assert not encloses_log(middle + slack, middle + 2 * slack, 100, (1, 20))
    assert not encloses_log(middle - 2 * slack, middle - slack, 100, (1, 20))
    assert not encloses_log(middle + slack, middle - slack, 100, (1, 20))
    assert not encloses_log(0, middle + slack, 100, (0, 1))


def test_a_delta_that_is_no_target_is_refused() -> None:
    with pytest.raises(InputError):
        encloses_log(0, 1, 10, (3, 2))


def test_the_sum_reaches_where_the_logarithm_says() -> None:
    gains: list[Pair] = [(495, 1000)] * 10
    middle, slack = scaled(LOG_20, 100), 1 << 62
    assert 7 == first_reach(gains, middle - slack, middle + slack, 100)
    assert 0 == first_reach(gains[:6], middle - slack, middle + slack, 100)


def test_a_sum_inside_the_bracket_is_not_told() -> None:
    assert first_reach([(1, 2)] * 4, 1 << 10, 3 << 10, 10) is None
    assert 2 == first_reach([(1, 2)] * 4, (1 << 10) - 5, 1 << 10, 10)


def test_floors_are_counted_before_a_no_is_said() -> None:
    """Three thirds are 1 exactly; their floors miss it, and three lost units stand between."""
    assert first_reach([(1, 3)] * 3, 1 << 10, 1 << 10, 10) is None


@pytest.mark.parametrize("gain", [(2, 1), (-1, 2), (1, 0)])
def test_what_is_no_gain_is_refused(gain: Pair) -> None:
    with pytest.raises(InputError):
        first_reach([(1, 2), gain], 1 << 20, 1 << 20, 10)
