"""The kernel's exponential encloses, its logarithm is confirmed or not, and sums reach where they surely do."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from itertools import count, pairwise, product
from typing import Any

import pytest
from elenctic_kernel import InputError, Pair, enclosure
from elenctic_kernel.enclosure import add_terms, encloses_log, exp_bounds, first_reach, invert, square
from mpmath import MPContext

CONTEXT = MPContext()
LOG_20 = 3797541814693794999060342555744
"""The whole part of log(20)·2^100."""


def exact(num: int, den: int, bits: int) -> Any:
    """Return e^(num/den)·2^bits as mpmath has it, to many more digits than are compared."""
    CONTEXT.prec = bits + abs(num) // den * 3 // 2 + 200
    return CONTEXT.ldexp(CONTEXT.exp(CONTEXT.mpf(num) / den), bits)


# The exponential


@pytest.mark.claim("EXP-ENCLOSURE.1")
def test_exp_is_enclosed_whatever_its_sign_size_and_precision() -> None:
    draw = random.Random(3)
    for _ in range(10_000):
        bits = draw.choice([1, 2, 8, 53, 100, 200])
        den = draw.choice([1, 2, 3, draw.randint(1, 10**5), 10**40])
        num = draw.randint(-40 * den, 40 * den) // draw.choice([1, 10, 10**6])
        low, high = exp_bounds(num, den, bits)
        assert low <= exact(num, den, bits) <= high


@pytest.mark.parametrize(("num", "den"), [(1, 2), (-1, 2), (1, 1), (-7, 3), (40, 1), (-40, 1), (1, 10**30)])
def test_both_ends_are_near_the_value(num: int, den: int) -> None:
    for bits in (64, 100, 333):
        low, high = exp_bounds(num, den, bits)
        assert low <= exact(num, den, bits) <= high
        assert high - low <= 2 + (high >> bits)


@pytest.mark.claim("EXP-ENCLOSURE.1")
def test_the_exponentials_that_other_software_misses_are_enclosed() -> None:
    low, high = exp_bounds(18, 1, 200)
    true = Fraction("65659969.1373305111387865032590600335692163557861868194914932764179985717317391285591467")
    assert Fraction(low, 2**200) <= true <= Fraction(high, 2**200)
    assert Fraction(high - low, 2**200) < Fraction(1, 10**50)


@pytest.mark.parametrize("den", [1, 2, 5, 10**40])
@pytest.mark.parametrize("bits", [1, 2, 30, 333])
def test_exp_of_zero_begins_at_one(den: int, bits: int) -> None:
    assert (1 << bits, (1 << bits) + 1) == exp_bounds(0, den, bits)


def test_a_tiny_argument_is_told_from_zero_only_where_the_precision_reaches() -> None:
    assert exp_bounds(0, 1, 30) == exp_bounds(1, 10**40, 30)
    below, above = exp_bounds(-1, 10**40, 30), exp_bounds(1, 10**40, 200)
    assert ((1 << 30) - 1, 1 << 30) == (below[0], min(below[1], 1 << 30))
    assert above[0] > 1 << 200


def test_a_huge_argument_costs_its_own_length_and_no_more() -> None:
    low, high = exp_bounds(20_000, 1, 8)
    assert low.bit_length() == high.bit_length() == 28_862
    assert low <= exact(20_000, 1, 8) <= high
    assert (0, 1) == exp_bounds(-20_000, 1, 8)


def test_a_fraction_need_not_be_in_lowest_terms() -> None:
    low, high = exp_bounds(3, 2, 80)
    wide, wider = exp_bounds(3 * 7**90, 2 * 7**90, 80)
    assert abs(low - wide) <= 2
    assert abs(high - wider) <= 2


def test_exp_grows_with_its_argument_as_far_as_the_ends_tell() -> None:
    ends = [exp_bounds(num, 8, 40) for num in range(-80, 81)]
    assert all(low_high[1] < next_low[0] for low_high, next_low in pairwise(ends))


@pytest.mark.claim("EXP-ENCLOSURE.1")
@pytest.mark.parametrize("num", [-5, -1, 1, 2, 11])
def test_e_to_minus_x_times_e_to_x_is_one(num: int) -> None:
    low, high = exp_bounds(num, 3, 60)
    below, above = exp_bounds(-num, 3, 60)
    assert low * below <= 1 << 120 <= high * above


@pytest.mark.parametrize(
    "arguments",
    [(1, 0, 10), (1, -1, 10), (1, 2, 0), (1, 2, -1), (1.0, 2, 10), (1, 2.0, 10), (1, 2, 10.0), (True, 2, 10),
     (1, True, 10), (1, 2, True), (Fraction(1), 2, 10), ("1", 2, 10), (None, 2, 10)],
    ids=str,
)  # fmt: skip
def test_what_is_no_rational_or_no_precision_is_refused(arguments: Any) -> None:
    with pytest.raises(InputError, match="precision positive"):
        exp_bounds(*arguments)


# Its terms, its squares and its inverse


def partial_sum(x: Fraction, terms: int) -> Fraction:
    total = term = Fraction(1)
    for n in range(1, terms + 1):
        term *= x / n
        total += term
    return total


@pytest.mark.claim("EXP-SERIES.1")
@pytest.mark.parametrize("bits", [0, 1, 5, 20, 64])
def test_every_later_partial_sum_lies_within_2n_plus_2_units_of_the_floored_one(bits: int) -> None:
    for x in (Fraction(0), Fraction(1, 2), Fraction(1, 3), Fraction(499, 1000), Fraction(1, 10**9)):
        n, term, total = add_terms(count(1), x.numerator, x.denominator, 1 << bits, 1 << bits)
        assert 0 == term
        for terms in (n, n + 1, n + 2, n + 30):
            assert total <= partial_sum(x, terms) * 2**bits <= total + 2 * n + 2


@pytest.mark.claim("EXP-SERIES.1")
def test_the_remainder_is_needed() -> None:
    """One floor and all that follows it lose more than 1 unit together, so that n units are not enough."""
    x = Fraction(2**20 - 1, 2**30)
    assert (1, 0, 1 << 10) == add_terms(count(1), x.numerator, x.denominator, 1 << 10, 1 << 10)
    assert (1 << 10) + 1 < partial_sum(x, 5) * 2**10 <= (1 << 10) + 4


@pytest.mark.claim("EXP-ENCLOSURE.1")
@pytest.mark.parametrize(
    ("num", "den", "bits", "ends"),
    [(11, 94, 3, (8, 10)), (20, 171, 3, (8, 10)), (23, 134, 4, (18, 20)), (9, 149, 4, (16, 18))],
)
def test_the_upper_end_is_the_sum_with_its_whole_remainder_rounded_up(
    num: int, den: int, bits: int, ends: tuple[int, int]
) -> None:
    """The sum with 2n units stays below a whole end that it passes with 2n + 2, so that a smaller remainder shows."""
    spare = bits.bit_length() + 8
    n, _, total = add_terms(count(1), num, den, 1 << bits + spare, 1 << bits + spare)
    assert -(-(total + 2 * n + 2) >> spare) == ends[1] == -(-(total + 2 * n) >> spare) + 1
    assert exp_bounds(num, den, bits) == ends


@pytest.mark.claim("EXP-SERIES.1")
def test_the_series_is_asked_of_at_most_one_half(monkeypatch: pytest.MonkeyPatch) -> None:
    """Above one half what follows a term may add up to more than that term."""
    asked: list[Fraction] = []

    def spy(rounds: Iterable[int], num: int, den: int, term: int, total: int) -> tuple[int, int, int]:
        asked.append(Fraction(num, den))
        return add_terms(rounds, num, den, term, total)

    monkeypatch.setattr(enclosure, "add_terms", spy)
    for num, den in product(range(-40, 41), range(1, 41)):
        exp_bounds(num, den, 4)
    assert len(asked) == 81 * 40
    assert Fraction(1, 4) < max(asked) <= Fraction(1, 2)


def test_a_term_can_lose_nearly_two_units() -> None:
    """The floor before it lost nearly 2, half of which is left, and its own floor takes nearly 1 more."""
    assert (1, 0, 2) == add_terms([1], 1000, 2001, 2, 2)
    assert Fraction(4 * 1000, 2001) > Fraction(199, 100)


def test_no_term_adds_nothing() -> None:
    assert (0, 8, 8) == add_terms([], 1, 2, 8, 8)


def test_the_sum_stops_behind_its_first_term_of_zero() -> None:
    assert (3, 0, 26) == add_terms(count(1), 1, 2, 16, 16)
    assert (2, 2, 26) == add_terms([1, 2], 1, 2, 16, 16)


@pytest.mark.parametrize("bits", [0, 1, 3])
def test_squares_and_inverses_are_rounded_outward_and_no_further(bits: int) -> None:
    for low in range(1, 40):
        for high in (low, low + 1, low + 7):
            below, above = square(low, high, bits)
            assert below <= Fraction(low * low, 2**bits) < below + 1
            assert above - 1 < Fraction(high * high, 2**bits) <= above
            below, above = invert(low, high, bits)
            assert below <= Fraction(4**bits, high) < below + 1
            assert above - 1 < Fraction(4**bits, low) <= above


# The logarithm


@pytest.mark.claim("LOG-ENCLOSURE.1")
def test_a_bracket_of_the_logarithm_is_confirmed_and_a_shifted_or_swapped_one_is_not() -> None:
    slack = 1 << 40
    assert encloses_log(LOG_20, LOG_20 + 1, 100, (20, 1))
    assert encloses_log(LOG_20 - slack, LOG_20 + slack, 100, (20, 1))
    assert not encloses_log(LOG_20 + 1, LOG_20 + 2, 100, (20, 1))
    assert not encloses_log(LOG_20 - 1, LOG_20, 100, (20, 1))
    assert not encloses_log(LOG_20 + slack, LOG_20 + 2 * slack, 100, (20, 1))
    assert not encloses_log(LOG_20 - 2 * slack, LOG_20 - slack, 100, (20, 1))
    assert not encloses_log(LOG_20 + 1, LOG_20, 100, (20, 1))


@pytest.mark.claim("LOG-ENCLOSURE.1")
def test_the_logarithm_of_the_inverse_lies_on_the_other_side_of_zero() -> None:
    assert encloses_log(-LOG_20 - 1, -LOG_20, 100, (1, 20))
    assert not encloses_log(LOG_20, LOG_20 + 1, 100, (1, 20))
    assert not encloses_log(-LOG_20, -LOG_20 + 1, 100, (1, 20))


@pytest.mark.parametrize("x", [(1, 1), (7, 7)])
def test_the_tie_at_one_is_confirmed_from_above_alone(x: Pair) -> None:
    assert encloses_log(-1, 0, 10, x)
    assert encloses_log(-1, 1, 10, x)
    assert not encloses_log(0, 1, 10, x)
    assert not encloses_log(0, 0, 10, x)


@pytest.mark.parametrize("x", [(1, 10**300), (10**300, 1), (10**40 + 1, 10**40), (10**40 - 1, 10**40), (3, 10**60)])
def test_far_from_one_and_near_it_a_bracket_of_a_few_units_is_confirmed(x: Pair) -> None:
    CONTEXT.prec = 600
    for bits in (1, 53, 250):
        middle = int(CONTEXT.floor(CONTEXT.ldexp(CONTEXT.log(CONTEXT.mpf(x[0]) / x[1]), bits)))
        assert encloses_log(middle - 1, middle + 2, bits, x)
        assert not encloses_log(middle + 2, middle + 4, bits, x)
        assert not encloses_log(middle - 4, middle - 1, bits, x)


@pytest.mark.parametrize(
    ("bits", "x"),
    [(10, (0, 1)), (10, (-1, 2)), (10, (1, 0)), (10, (-1, -2)), (0, (2, 1)), (-1, (2, 1)), (1.0, (2, 1)),
     (True, (2, 1)), (10, (0.5, 1)), (10, (1, 2.0)), (10, (True, 2))],
    ids=str,
)  # fmt: skip
def test_a_number_without_a_logarithm_is_refused(bits: Any, x: Any) -> None:
    with pytest.raises(InputError, match="a rational above 0"):
        encloses_log(0, 1, bits, x)


@pytest.mark.parametrize(("low", "high"), [(0.5, 1), (0, 1.5), (True, 1), (0, None)])
def test_an_end_that_is_no_whole_number_is_refused(low: Any, high: Any) -> None:
    with pytest.raises(InputError, match="whole numbers"):
        encloses_log(low, high, 10, (20, 1))


# The sum that reaches it

GAINS: list[Pair] = [(495, 1000)] * 10


@pytest.mark.claim("ADDITIVE-REACH.1")
def test_the_gains_of_example_e1_reach_log_20_at_7_whichever_way_they_are_rounded() -> None:
    assert 7 == first_reach(GAINS, LOG_20 + 1, 100, up=False)
    assert 7 == first_reach(GAINS, LOG_20, 100, up=True)
    assert 0 == first_reach(GAINS[:6], LOG_20 + 1, 100, up=False)
    assert 0 == first_reach(GAINS[:6], LOG_20, 100, up=True)


@pytest.mark.claim("ADDITIVE-REACH.1")
def test_a_tie_reaches_where_no_gain_is_rounded() -> None:
    for up in (False, True):
        assert 2 == first_reach([(1, 2)] * 3, 1 << 10, 10, up=up)
        assert 3 == first_reach([(1, 2)] * 3, (1 << 10) + 1, 10, up=up)
        assert 3 == first_reach([(0, 1), (0, 5), (7, 7)], 1 << 10, 10, up=up)


@pytest.mark.claim("ADDITIVE-REACH.1")
def test_down_misses_a_tie_of_rounded_gains_and_up_does_not() -> None:
    """Three thirds are 1 exactly: their floors miss it by one unit, their ceilings pass it by two."""
    assert 0 == first_reach([(1, 3)] * 3, 1 << 10, 10, up=False)
    assert 3 == first_reach([(1, 3)] * 3, 1 << 10, 10, up=True)
    assert 3 == first_reach([(1, 3)] * 3, (1 << 10) - 1, 10, up=False)
    assert 3 == first_reach([(1, 3)] * 3, (1 << 10) + 2, 10, up=True)
    assert 0 == first_reach([(1, 3)] * 3, (1 << 10) + 3, 10, up=True)


@pytest.mark.claim("ADDITIVE-REACH.1")
def test_down_is_never_early_and_up_never_late() -> None:
    draw = random.Random(16)
    for _ in range(2_000):
        gains = [(draw.randint(0, den), den) for den in (draw.choice([1, 2, 3, 7, 1000]) for _ in range(8))]
        bits = draw.choice([0, 1, 3, 20])
        threshold = draw.randint(0, 5 << bits)
        reached = [sum(Fraction(*gain) for gain in gains[:n]) * 2**bits >= threshold for n in range(1, 9)]
        at = next((n for n, has in enumerate(reached, 1) if has), 9)
        assert (first_reach(gains, threshold, bits, up=False) or 9) >= at
        assert (first_reach(gains, threshold, bits, up=True) or 9) <= at


def test_a_threshold_of_zero_is_reached_by_the_first_gain_and_by_none_where_there_is_none() -> None:
    assert 1 == first_reach([(0, 1), (1, 2)], 0, 10, up=False)
    assert 0 == first_reach([], 0, 10, up=True)


@pytest.mark.parametrize("up", [False, True])
@pytest.mark.parametrize("gain", [(2, 1), (-1, 2), (1, 0), (-1, -1), (0, -3)])
def test_what_is_no_gain_is_refused_where_it_is_reached(gain: Pair, up: bool) -> None:
    with pytest.raises(InputError, match="round 2"):
        first_reach([(1, 2), gain], 1 << 20, 10, up=up)
    assert 1 == first_reach([(1, 2), gain], 1, 10, up=up)


@pytest.mark.parametrize("threshold", [float("nan"), 0.5, True, Fraction(1), "1", None])
def test_a_threshold_that_is_no_whole_number_is_refused(threshold: Any) -> None:
    with pytest.raises(InputError, match="threshold"):
        first_reach([(1, 2)], threshold, 10, up=True)


@pytest.mark.parametrize("gains", [[(1, 1.5)], [(1.0, 1)], [(Fraction(1), 1)], [(1, 2), (1, float("nan"))]])
def test_a_gain_that_is_no_pair_of_ints_never_decides(gains: Any) -> None:
    with pytest.raises(InputError, match="gains"):
        first_reach(gains, 10, 3, up=True)


def test_a_scale_below_0_is_refused() -> None:
    with pytest.raises(InputError):
        first_reach([(1, 1)], 1, -1, up=True)
