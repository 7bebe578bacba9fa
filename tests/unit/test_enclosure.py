"""Enclosures contain the true value, stay exact where it is rational, and never say more than they know."""

from __future__ import annotations

import copy
import math
import pickle
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import mpmath
import pytest
from elenctic import enclosure
from elenctic.design import Design
from elenctic.enclosure import (
    MAX_BITS,
    ONE,
    PRECISIONS,
    ZERO,
    Enclosure,
    NeedsPrecisionError,
    at_most,
    below,
    decided,
    exp,
    greatest,
    least,
    log,
    point,
    power,
    square_root,
)
from elenctic.errors import DesignError
from elenctic.region import DesignRegion
from elenctic.roots import exact_root

LOG_20 = "2.995732273553990993435223576142540775676601622989028230154"
E = "2.718281828459045235360287471352662497757247093699959574966"
"""Both cut off, so that the value lies between them and the next decimal."""

CASES: dict[str, tuple[str, str, int, str]] = {
    "B01": (
        "exp",
        "18",
        200,
        "65659969.1373305111387865032590600335692163557861868194914932764179985717317391285591467225",
    ),
    "B03": (
        "exp",
        "-285/64",
        100,
        "0.0116421284135118587356980530503478617094408127346165456006860438394593751571881243934492282",
    ),
    "B04b": (
        "exp",
        "855/64",
        80,
        "633727.924408269452633834378888357037593083882234442449023021445484630423869564454188026898",
    ),
    "B05": (
        "log",
        "199367/131072",
        113,
        "0.419400556805281208997629044843525877654303680374923519542151326009803842734424472599196839",
    ),
    "B06b": (
        "pow 17/2",
        "28",
        64,
        "1999140264840.58854532242538472346250659691598301008912478864079044434732688693818655987999",
    ),
}
"""Function, argument, bits, and the value cut off at its last digit: enclosures that other software misses."""


def cut(text: str) -> tuple[Fraction, Fraction]:
    """Return the bracket that a value cut off at its last digit gives."""
    places = len(text.partition(".")[2])
    return Fraction(text), Fraction(text) + Fraction(1, 10**places)


def enclosed(function: str, x: str, bits: int) -> Enclosure:
    name, _, exponent = function.partition(" ")
    if name == "pow":
        return power(point(Fraction(x)), Fraction(exponent), bits)
    return {"exp": exp, "log": log}[name](point(Fraction(x)), bits)


def wide(low: str, high: str) -> Enclosure:
    return Enclosure(Fraction(low), Fraction(high))


def width(found: Enclosure) -> Fraction:
    return (found.high - found.low) / max(abs(found.low), abs(found.high))


@pytest.mark.parametrize("case", CASES)
def test_an_enclosure_that_other_software_misses_contains_the_value(case: str) -> None:
    function, x, bits, value = CASES[case]
    found, (low, high) = enclosed(function, x, bits), cut(value)
    assert found.low <= low < high <= found.high
    assert width(found) <= Fraction(1, 2 ** (bits - 2))


@pytest.mark.parametrize("bits", [1, 8, 32, 53, 160, 1280])
def test_every_precision_contains_e_and_log_20(bits: int) -> None:
    for found, (low, high) in ((exp(ONE, bits), cut(E)), (log(point(20), bits), cut(LOG_20))):
        assert found.low < high
        assert found.high > low
        assert width(found) <= Fraction(8, 2**bits)


class TestExactness:
    def test_a_point_stays_exact_under_arithmetic(self) -> None:
        draw = random.Random(11)
        for _ in range(500):
            a, b = (Fraction(draw.randint(-99, 99), draw.randint(1, 99)) for _ in "ab")
            x, y = point(a), point(b)
            assert [point(a + b), point(a - b), point(a * b), point(-a)] == [x + y, x - y, x * y, -x]
            assert (point(min(a, b)), point(max(a, b))) == (least(x, y), greatest(x, y))
            assert point(a**5) == power(x, Fraction(5), 1)
            if b:
                assert (point(a / b), point(b**-3)) == (x / y, power(y, Fraction(-3), 1))
            assert (x + y).rounded(1) == x + y

    def test_numbers_mix_with_enclosures(self) -> None:
        x = point(Fraction(1, 3))
        assert [point(Fraction(n, 3)) for n in (4, 4, 2, -2, 2, 2)] == [x + 1, 1 + x, 1 - x, x - 1, x * 2, 2 * x]
        assert [point(Fraction(1, 6)), point(6)] == [x / 2, 2 / x]
        assert point(Fraction(5, 6)) == Fraction(1, 2) + x

    def test_exp_of_0_and_log_of_1_are_exact(self) -> None:
        for bits in PRECISIONS:
            assert (ONE, ZERO) == (exp(ZERO, bits), log(ONE, bits))

    def test_zero_times_anything_is_zero(self) -> None:
        assert (ZERO * wide("-1", "2")).exact

    @pytest.mark.parametrize(
        ("base", "exponent", "value"),
        [
            ("4/9", "1/2", "2/3"),
            ("4/9", "-1/2", "3/2"),
            ("4/9", "3/2", "8/27"),
            ("8", "2/3", "4"),
            ("0", "1/2", "0"),
            ("0", "1/1000000", "0"),
            ("1", "1/1000000", "1"),
            ("1", "-7/3", "1"),
            ("0", "0", "1"),
            ("-2", "0", "1"),
            ("-2", "-3", "-1/8"),
        ],
    )
    def test_a_perfect_power_has_its_root(self, base: str, exponent: str, value: str) -> None:
        """B32 is the first."""
        assert point(Fraction(value)) == power(point(Fraction(base)), Fraction(exponent), 32)

    def test_an_exponent_of_0_needs_to_know_nothing_of_the_base(self) -> None:
        assert ONE == power(wide("-1", "2"), Fraction(0), 32)


class TestRoots:
    def test_roots_of_perfect_powers_are_found_and_their_neighbours_have_none(self) -> None:
        draw = random.Random(12)
        for _ in range(2000):
            q, r = draw.randint(2, 40), draw.randint(2, 10 ** draw.randint(1, 12))
            assert Fraction(r) == exact_root(Fraction(r**q), q)
            assert Fraction(1, r) == exact_root(Fraction(1, r**q), q)
            assert exact_root(Fraction(r**q + 1), q) is None
            assert exact_root(Fraction(r**q - 1), q) in (None, 1)

    def test_small_roots_agree_with_a_search(self) -> None:
        for n in range(1, 700):
            for q in range(1, 12):
                root = next(r for r in range(1, n + 1) if r**q >= n)
                assert exact_root(Fraction(n), q) == (root if root**q == n else None)

    @pytest.mark.parametrize("q", [2, 3, 12, 997, 1024, 33_333, 100_000, 10**6, 10**4000, 10**4000 + 1])
    def test_huge_powers_and_huge_degrees_cost_little(self, q: int) -> None:
        started = time.process_time()
        assert exact_root(Fraction(2**99_999), q) == (2 ** (99_999 // q) if q in (3, 33_333) else None)
        for n in (3**63_000, 3**63_000 + 1, 10**30_000 - 1):
            found = exact_root(Fraction(n), q)
            assert found is None or found**q == n
        assert time.process_time() - started < 2

    def test_a_fraction_needs_both_roots(self) -> None:
        assert exact_root(Fraction(4, 3), 2) is None
        assert exact_root(Fraction(3, 4), 2) is None
        assert Fraction(3**500, 2**500) == exact_root(Fraction(3**1000, 2**1000), 2)


class TestIntervals:
    def test_an_operation_contains_every_result(self) -> None:
        draw = random.Random(13)
        for _ in range(1000):
            ends = [sorted(Fraction(draw.randint(-30, 30), draw.randint(1, 9)) for _ in "ab") for _ in "xy"]
            (x, y), bits = (Enclosure(*pair) for pair in ends), draw.choice([1, 4, 30])
            a, b = (low + (high - low) * Fraction(draw.randint(0, 4), 4) for low, high in ends)
            n = Fraction(draw.randint(0, 6))
            found: list[Enclosure] = [x + y, x - y, x * y, -x, least(x, y), greatest(x, y), power(x, n, bits)]
            true: list[Fraction] = [a + b, a - b, a * b, -a, min(a, b), max(a, b), a ** int(n)]
            if not y.low <= 0 <= y.high:
                found += [x / y, power(y, -n, bits)]
                true += [a / b, b ** -int(n)]
            for one, value in zip(found, true, strict=True):
                assert one.low <= value <= one.high
                assert one.rounded(bits).low <= one.low <= one.high <= one.rounded(bits).high

    def test_an_even_power_of_what_touches_0_is_not_negative(self) -> None:
        assert Fraction(0) == power(wide("-3", "2"), Fraction(2), 32).low
        assert (Fraction(-27), Fraction(8)) == (lambda x: (x.low, x.high))(power(wide("-3", "2"), Fraction(3), 32))
        assert wide("4", "9") == power(wide("-3", "-2"), Fraction(2), 32)

    @pytest.mark.parametrize("value", ["1/3", "-1/3", "1e-300", "-1e-300", "1e300", "12345678901234567890/7"])
    def test_rounding_keeps_the_relative_precision_of_every_size(self, value: str) -> None:
        x = Fraction(value)
        for bits in (1, 20, 160):
            found = Enclosure(x, x + abs(x) / 2**400).rounded(bits)
            assert found.low <= x < found.high
            assert width(found) <= Fraction(4, 2**bits)
            assert max(end.numerator.bit_length() for end in (found.low, found.high)) <= max(bits + 1, 1000)
            assert found == found.rounded(bits)

    def test_a_long_product_stays_short_and_true(self) -> None:
        found, x = ONE, Enclosure(Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**60))
        for _ in range(1000):
            found = (found * x).rounded(160)
        assert found.low <= Fraction(1, 3**1000) <= found.high
        assert found.low.numerator.bit_length() <= 161

    def test_a_square_root_lies_between_the_roots_of_its_ends(self) -> None:
        draw = random.Random(16)
        for _ in range(500):
            low = Fraction(draw.randint(1, 10**9), draw.randint(1, 10**9)) * Fraction(4) ** draw.randint(-300, 300)
            x, bits = Enclosure(low, low * draw.choice([1, 1, 2])), draw.choice([1, 2, 30])
            found = square_root(x, bits)
            assert found.low**2 <= x.low <= x.high < found.high**2
            if x.exact:
                assert width(found) <= Fraction(2, 2**bits)

    def test_what_is_nearer_to_0_than_any_number_reaches_down_to_it(self) -> None:
        tiny = Enclosure(Fraction(1, 2 ** (MAX_BITS + 7)), Fraction(1, 2 ** (MAX_BITS + 5))).rounded(160)
        assert (Fraction(0), Fraction(1, 2**MAX_BITS)) == (tiny.low, tiny.high)
        assert (Fraction(-1, 2**MAX_BITS), Fraction(0)) == ((-tiny).low, (-tiny).high)

    def test_an_enclosure_comes_out_in_the_whole_numbers_of_the_kernel(self) -> None:
        assert (1, 2) == point(Fraction(1, 3)).scaled(2)
        assert (-2, -1) == point(Fraction(-1, 3)).scaled(2)
        assert (4, 4) == ONE.scaled(2)

    def test_an_enclosure_survives_copies(self) -> None:
        for x in (wide("1/3", "1/2"), ONE):
            for twin in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x)):
                assert (x, x.exact, hash(x)) == (twin, twin.exact, hash(twin))


class TestRefusals:
    @pytest.mark.parametrize(
        "ends",
        [(0.1, 0.1), (Fraction(1), Fraction(0)), (1, 2), (math.nan, math.nan), ("1", "2"), (True, True), (None, None)],
    )
    def test_ends_are_fractions_in_order(self, ends: tuple[Any, Any]) -> None:
        """B10: the double next to 0.1 is no 1/10."""
        with pytest.raises(DesignError):
            Enclosure(*ends)

    @pytest.mark.parametrize("number", [0.1, True, "1", None, 1j])
    def test_only_exact_numbers_are_taken(self, number: Any) -> None:
        for use in (point, lambda x: ONE + x, lambda x: x * ONE, lambda x: at_most(ONE, x), lambda x: x / ONE):
            with pytest.raises(DesignError):
                use(number)

    def test_an_enclosure_is_neither_true_nor_false(self) -> None:
        """B12"""
        for x in (ZERO, ONE, wide("0", "1")):
            with pytest.raises(DesignError, match="truth value"):
                assert x

    def test_an_enclosure_has_no_order(self) -> None:
        order: list[Callable[[Any, Any], bool]] = [lambda a, b: a < b, lambda a, b: a >= b, lambda a, b: max(a, b) is a]
        for compare in order:
            with pytest.raises(TypeError):
                compare(wide("0", "2"), wide("1", "3"))

    @pytest.mark.parametrize("divide", [lambda x: ONE / x, lambda x: power(x, Fraction(-1), 32)])
    def test_0_is_no_divisor_and_what_may_be_0_needs_precision(self, divide: Callable[[Enclosure], Enclosure]) -> None:
        with pytest.raises(DesignError, match="a divisor other than 0"):
            divide(ZERO)
        for x in (wide("-1", "1"), wide("0", "1"), wide("-1", "0")):
            with pytest.raises(NeedsPrecisionError, match="too wide at this precision"):
                divide(x)

    def test_a_logarithm_is_of_what_is_above_0(self) -> None:
        """B13"""
        for x in (ZERO, point(-1), wide("-2", "-1"), wide("-1", "0")):
            with pytest.raises(DesignError, match="above 0"):
                log(x, 32)
        for x in (wide("0", "1"), wide("-1", "1")):
            with pytest.raises(NeedsPrecisionError):
                log(x, 32)

    def test_a_fractional_power_is_of_what_is_not_below_0(self) -> None:
        half = Fraction(1, 2)
        for x in (point(-1), wide("-2", "-1"), point(-8)):
            with pytest.raises(DesignError, match="at least 0"):
                power(x, half, 32)
        for x, exponent in ((wide("-1", "1"), half), (wide("-1", "0"), half), (wide("0", "1"), -half)):
            with pytest.raises(NeedsPrecisionError):
                power(x, exponent, 32)
        with pytest.raises(DesignError, match="a divisor other than 0"):
            power(ZERO, -half, 32)
        assert (Fraction(0), Fraction(2)) == (lambda x: (x.low, x.high))(power(wide("0", "4"), half, 32))

    @pytest.mark.parametrize("x", [70_000, MAX_BITS - 1, MAX_BITS, 10**9, 10**4000])
    def test_a_result_above_the_longest_number_is_refused_at_once(self, x: int) -> None:
        started = time.process_time()
        with pytest.raises(DesignError, match="at most 100000 bits"):
            exp(point(x), 160)
        with pytest.raises(NeedsPrecisionError):
            exp(Enclosure(Fraction(1), Fraction(x)), 160)
        assert time.process_time() - started < 1

    def test_a_huge_power_of_an_enclosure_is_refused_at_once(self) -> None:
        started = time.process_time()
        for x, exponent in ((wide("2", "3"), 10**9), (point(2), 10**9), (wide("1/3", "1/2"), -(10**9))):
            with pytest.raises((DesignError, NeedsPrecisionError)):
                power(x, Fraction(exponent), 160)
        assert time.process_time() - started < 1

    @pytest.mark.parametrize("x", [-70_000, -MAX_BITS, -(10**9), -(10**4000), Fraction(-(10**9), 3)])
    def test_a_result_below_the_shortest_reaches_down_to_0(self, x: Fraction | int) -> None:
        assert Enclosure(Fraction(0), Fraction(1, 2**MAX_BITS)) == exp(point(x), 160)


class TestSizes:
    @pytest.mark.parametrize("text", ["1e-4000", "-1e-4000", "1e-30", "69000", "-69000", "1e4", "-1e4", "1/3"])
    def test_exp_keeps_its_relative_precision(self, text: str) -> None:
        for bits in (32, 160, 640):
            found = exp(point(Fraction(text)), bits)
            assert width(found) <= Fraction(8, 2**bits)
            assert found == found.rounded(bits)

    @pytest.mark.parametrize("text", ["1e-4000", "1e4000", "2", "1/2", "18446744073709551617", "1e-30"])
    @pytest.mark.parametrize("near", [False, True])
    def test_log_keeps_its_relative_precision(self, text: str, near: bool) -> None:
        x = Fraction(text) + near
        for bits in (32, 160, 640):
            found = log(point(x), bits)
            assert width(found) <= Fraction(8, 2**bits)
            assert (found.low > 0) is (x > 1)
            assert found == found.rounded(bits)

    def test_log_near_1_is_not_lost(self) -> None:
        """B19: the number of rounds with q̄ = 1 - 1e-30 that reach 1/20."""
        n = log(point(20), 160) / -log(point(1 - Fraction(1, 10**30)), 160)
        assert 2995732273553990993435223576141 == math.floor(n.low) == math.floor(n.high)

    def test_longest_numbers_cost_little(self) -> None:
        started = time.process_time()
        for x in (
            Fraction(2**99_999),
            Fraction(1, 3**60_000),
            1 + Fraction(1, 2**99_999),
            Fraction(7**35_000, 3**60_000),
        ):
            assert width(log(point(x), 160)) <= Fraction(8, 2**160)
            assert width(power(point(x), Fraction(1, 7), 160)) <= Fraction(8, 2**160)
        assert width(exp(point(Fraction(3**60_000, 2**95_090)), 160)) <= Fraction(8, 2**160)
        assert time.process_time() - started < 10

    def test_exp_and_log_of_an_enclosure_take_both_ends(self) -> None:
        x = wide("1/3", "7/2")
        for function in (exp, log):
            found = function(x, 160)
            assert found.low == function(point(x.low), 160).low
            assert found.high == function(point(x.high), 160).high
        assert ONE.low == exp(wide("0", "1"), 160).low
        assert ZERO.high == log(wide("1/2", "1"), 160).high

    def test_a_falling_power_of_an_enclosure_turns_its_ends(self) -> None:
        found = power(wide("2", "3"), Fraction(-1, 2), 160)
        assert found.low**2 <= Fraction(1, 3) < Fraction(1, 2) <= found.high**2


class TestComparisons:
    def test_a_comparison_has_three_answers(self) -> None:
        """B17"""
        a, b, c = wide("0", "1"), wide("1", "2"), wide("3/2", "3")
        assert (True, None, None, True, False) == (
            at_most(a, b), at_most(b, a), at_most(b, c), at_most(a, c), at_most(c, a)
        )  # fmt: skip
        assert (None, False, None, True, False) == (below(a, b), below(b, a), below(b, c), below(a, c), below(c, a))

    def test_equal_points_are_at_most_each_other_and_not_below(self) -> None:
        assert (True, False) == (at_most(ONE, 1), below(ONE, Fraction(1)))
        assert (False, True) == (at_most(ONE, 0), below(0, ONE))

    def test_answers_are_real_truth_values(self) -> None:
        assert {bool, type(None)} == {
            type(f(a, b)) for f in (at_most, below) for a in (0, 2) for b in (wide("1", "3"), 4)
        }


class TestPrecision:
    def test_precision_rises_until_it_is_decided(self) -> None:
        close = log(point(20), 400).high
        asked: list[int] = []

        def ask(bits: int) -> bool | None:
            asked.append(bits)
            return at_most(log(point(20), bits), close)

        assert decided(ask) is True
        assert [32, 160, 320, 640] == asked

    def test_a_tie_ends_undecided(self) -> None:
        """B07: log M and log(1/delta), of which the one is written as a sum."""
        assert decided(lambda bits: at_most(log(point(2), bits) * 10, log(point(1024), bits))) is None

    def test_an_enclosure_that_is_too_wide_is_made_narrower(self) -> None:
        def ask(bits: int) -> bool | None:
            return below(1 / (log(point(1 + Fraction(1, 10**12)), bits) - Fraction(1, 10**12)), 0)

        with pytest.raises(NeedsPrecisionError):
            ask(PRECISIONS[0])
        assert decided(ask) is True

    def test_an_answer_of_0_or_no_is_an_answer(self) -> None:
        assert 0 == decided(lambda bits: 0)
        assert decided(lambda bits: False) is False

    def test_other_errors_pass(self) -> None:
        with pytest.raises(DesignError):
            decided(lambda bits: log(ZERO, bits))


HONEST = enclosure.propose_log


def shifted(by: Callable[[int], int]) -> enclosure.Proposer:
    def propose(x: Fraction, scale: int) -> Any:
        low, high = HONEST(x, scale)
        return low + by(scale), high + by(scale)

    return propose


def failing(error: BaseException) -> enclosure.Proposer:
    def propose(x: Fraction, scale: int) -> Any:
        raise error

    return propose


def saying(*answer: Any) -> enclosure.Proposer:
    def propose(x: Fraction, scale: int) -> Any:
        return answer

    return propose


FAULTY: dict[str, enclosure.Proposer] = {
    "an ulp up": shifted(lambda scale: 4),
    "an ulp down": shifted(lambda scale: -4),
    "some ulps up": shifted(lambda scale: 100),
    "a lot up": shifted(lambda scale: 1 << scale - 20),
    "a lot down": shifted(lambda scale: -(1 << scale - 20)),
    "far up": shifted(lambda scale: 3 << scale),
    "swapped": lambda x, scale: (HONEST(x, scale)[1], HONEST(x, scale)[0]),
    "a point": lambda x, scale: (HONEST(x, scale)[0], HONEST(x, scale)[0]),
    "of 1/x": lambda x, scale: HONEST(1 / x, scale),
    "true and wide": lambda x, scale: (HONEST(x, scale)[0] - (1 << scale - 9), HONEST(x, scale)[1] + (1 << scale - 9)),
    "everything": lambda x, scale: (-100 << scale, 100 << scale),
    "nan": saying(math.nan, math.nan),
    "infinite": saying(-math.inf, math.inf),
    "floats": saying(2.5, 3.5),
    "truth values": saying(False, True),
    "text": saying("0", "1"),
    "nothing": saying(),
    "None": lambda x, scale: cast("Any", None),
    "huge": saying(10**5000, 10**5000 + 1),
    "huge and negative": saying(-(10**5000) - 1, -(10**5000)),
    "ValueError without a word": failing(ValueError("")),
    "ZeroDivisionError": failing(ZeroDivisionError()),
    "RecursionError": failing(RecursionError()),
    "MemoryError": failing(MemoryError()),
    "a library that is gone": failing(ImportError("mpmath")),
}


@pytest.fixture(params=FAULTY)
def fault(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(enclosure, "propose_log", FAULTY[request.param])
    return str(request.param)


ARGUMENTS = [
    Fraction(text) for text in ("20", "10", "1/3", "3/2", "1.0000001", "0.9999999", "1e30", "1e-4000", "1e400")
]


@pytest.mark.usefixtures("fault")
class TestFaultyProposers:
    def test_the_logarithm_stays_true_and_as_narrow(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for bits in (32, 160):
            found = [log(point(x), bits) for x in ARGUMENTS]
            with monkeypatch.context() as honest:
                honest.setattr(enclosure, "propose_log", HONEST)
                finer = [log(point(x), bits + 200) for x in ARGUMENTS]
            for one, value in zip(found, finer, strict=True):
                assert one.low <= value.low < value.high <= one.high
                assert width(one) <= Fraction(4, 2**bits)

    def test_powers_stay_true(self) -> None:
        low, high = cut(CASES["B06b"][3])
        found = power(point(28), Fraction(17, 2), 64)
        assert found.low <= low < high <= found.high

    def test_a_comparison_is_decided_at_the_same_precision(self) -> None:
        low, high = cut(LOG_20)
        for bits, distance in ((160, Fraction(1, 10**44)), (32, Fraction(1, 10**8))):
            assert at_most(log(point(20), bits), high + distance) is True
            assert at_most(low - distance, log(point(20), bits)) is True
        assert at_most(log(point(20), 32), high) is None

    @pytest.mark.parametrize(
        ("delta", "region"),
        [("0.05", [(7, 7)]), (str(1 - Fraction(1, 10**6)), [(1, 7)]), ("1/1000000", []), ("0.0316", [(7, 7)])],
    )
    def test_a_verdict_does_not_change(self, delta: str, region: list[tuple[int, int]]) -> None:
        design = Design(
            delta=delta, gamma="0.14", horizon=10, false_pass="1/2", execution="0.99", response="0.99"
        )  # fmt: skip
        assert region == DesignRegion(design).additive


def test_an_enclosure_is_true_without_the_bits_to_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guard bits keep it narrow; that it contains the value must not rest on them."""
    draw = random.Random(15)
    arguments = [
        Fraction(draw.randint(1, 10**60), draw.randint(1, 10**60)) * Fraction(10) ** draw.choice([0, 0, 1, 40, 400])
        for _ in range(400)
    ]
    finer = [(log(point(x), 400), exp(-point(x % 3000), 400), power(point(x), Fraction(5, 7), 400)) for x in arguments]
    enclosure._log.cache_clear()
    enclosure._exp.cache_clear()
    monkeypatch.setattr(enclosure, "_GUARD", 1)
    for x, values in zip(arguments, finer, strict=True):
        for bits in (8, 60):
            found = log(point(x), bits), exp(-point(x % 3000), bits), power(point(x), Fraction(5, 7), bits)
            for one, value in zip(found, values, strict=True):
                assert one.low <= value.low <= value.high <= one.high
    enclosure._log.cache_clear()
    enclosure._exp.cache_clear()


def test_what_stops_the_program_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enclosure, "propose_log", failing(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        log(point(20), 32)


class TestNesting:
    """B14: precision is an argument, so that nothing can leave it changed."""

    BITS = (53, 200, 90, 333)

    @staticmethod
    def values(bits: int, seed: int) -> Iterator[Enclosure]:
        draw = random.Random(seed)
        for _ in range(40):
            x = point(Fraction(draw.randint(1, 10**9), draw.randint(1, 10**9)))
            yield log(x, bits)
            yield exp(x - 3, bits)
            yield power(x, Fraction(3, 7), bits)

    def test_threads_do_not_disturb_each_other(self) -> None:
        jobs = [(bits, seed) for bits in self.BITS for seed in (1, 2)]
        found: dict[tuple[int, int], list[Enclosure]] = {}
        start = threading.Barrier(len(jobs))

        def work(job: tuple[int, int]) -> None:
            start.wait()
            found[job] = list(self.values(*job))

        enclosure._log.cache_clear()
        enclosure._exp.cache_clear()
        threads = [threading.Thread(target=work, args=(job,)) for job in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        enclosure._log.cache_clear()
        enclosure._exp.cache_clear()
        assert found == {job: list(self.values(*job)) for job in jobs}

    def test_generators_do_not_disturb_each_other(self) -> None:
        alone = [list(self.values(bits, 5)) for bits in self.BITS]
        enclosure._log.cache_clear()
        assert alone == [
            list(run) for run in zip(*zip(*(self.values(bits, 5) for bits in self.BITS), strict=True), strict=True)
        ]

    @pytest.mark.parametrize("prec", [2, 53, 1000])
    def test_the_precision_of_the_caller_changes_nothing_and_stays(self, prec: int) -> None:
        expected = list(self.values(160, 6))
        enclosure._log.cache_clear()
        with mpmath.workprec(prec):
            assert expected == list(self.values(160, 6))
            assert prec == mpmath.mp.prec
        enclosure._log.cache_clear()
        mpmath.iv.prec = prec
        assert expected == list(self.values(160, 6))
        assert prec == mpmath.iv.prec
        mpmath.iv.prec = 53


def test_a_plain_check_and_a_first_look_import_no_library(tmp_path: Path) -> None:
    program = """
import sys
from elenctic.cli import main
main(["init", "matrix-product"]) or main(["check", "matrix-product.toml"])
from elenctic.enclosure import PRECISIONS, exp, log, point
from fractions import Fraction
for x in (3, Fraction(1, 3), 10**4000, 1 + Fraction(1, 10**12)):
    log(point(x), PRECISIONS[0]), exp(point(1 / Fraction(x)), 640)
assert not {"mpmath", "numpy", "scipy"} & set(sys.modules), "slow"
log(point(3), 160)
assert "mpmath" in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr)


class TestPrinting:
    @pytest.mark.parametrize(
        ("value", "digits", "printed"),
        [
            ("1/3", 3, ("0.333", "0.334")),
            ("-1/3", 3, ("-0.334", "-0.333")),
            ("0", 3, ("0.00", "0.00")),
            ("1", 1, ("1", "1")),
            ("9.99", 2, ("9.9", "10.0")),
            ("1/3000", 3, ("3.33e-4", "3.34e-4")),
            ("1/300", 3, ("0.00333", "0.00334")),
            ("1/1000", 1, ("0.001", "0.001")),
            ("0.1", 1, ("0.1", "0.1")),
            ("1234567/10", 3, ("123456", "123457")),
            ("999.99", 3, ("999", "1000")),
            ("-2e-80", 2, ("-2.0e-80", "-2.0e-80")),
        ],
    )
    def test_a_point_prints_as_what_lies_around_it(self, value: str, digits: int, printed: tuple[str, str]) -> None:
        """B11 is the first."""
        assert printed == point(Fraction(value)).text(digits)

    def test_e_prints_to_six_digits(self) -> None:
        for bits in (32, 160):
            assert ("2.71828", "2.71829") == exp(ONE, bits).text(6)

    def test_printed_ends_never_narrow(self) -> None:
        draw = random.Random(14)
        for _ in range(3000):
            ends = sorted(
                Fraction(draw.randint(-(10**9), 10**9), draw.randint(1, 10**9)) * Fraction(10) ** draw.randint(-12, 6)
                for _ in "ab"
            )
            digits = draw.randint(1, 12)
            low, high = Enclosure(*ends).text(digits)
            assert Fraction(low) <= ends[0] <= ends[1] <= Fraction(high)
            for text, end in ((low, ends[0]), (high, ends[1])):
                assert abs(Fraction(text) - end) <= abs(end) / 10 ** (digits - 1)

    @pytest.mark.parametrize("digits", [0, -1, 901, 1.5, True, None, "3"])
    def test_a_count_of_digits_is_a_whole_number_from_1(self, digits: Any) -> None:
        with pytest.raises(DesignError):
            ONE.text(digits)
