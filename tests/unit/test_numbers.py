"""Numbers at the border: what is read, what is refused, and what the refusal tells the user to write."""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Iterator
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction

import mpmath
import pytest
from elenctic.decimals import fraction_text, round_down, round_up
from elenctic.errors import DesignError
from elenctic.numbers import MAX_DIGITS, MAX_EXPONENT, exact, lower, parse, upper


@pytest.fixture
def lowest_digit_limit() -> Iterator[None]:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(before)


def refusal(text: str) -> DesignError:
    with pytest.raises(DesignError) as caught:
        parse(text)
    return caught.value


def refusal_of(value: object) -> DesignError:
    with pytest.raises(DesignError) as caught:
        exact(value)
    return caught.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", Fraction(0)),
        ("7", Fraction(7)),
        ("007", Fraction(7)),
        ("0.05", Fraction(1, 20)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("+0.5", Fraction(1, 2)),
        ("-0.5", Fraction(-1, 2)),
        ("-0", Fraction(0)),
        ("5e-2", Fraction(1, 20)),
        ("1E+3", Fraction(1000)),
        ("12.5e1", Fraction(125)),
        ("0e4000", Fraction(0)),
        ("1/20", Fraction(1, 20)),
        ("-2/40", Fraction(-1, 20)),
        ("+4/2", Fraction(2)),
        (" \t0.05\t ", Fraction(1, 20)),
        ("0.1", Fraction(1, 10)),
        ("0.00001", Fraction(1, 100000)),
    ],
)
def test_a_number_is_read_exactly(text: str, value: Fraction) -> None:
    assert value == parse(text)


def test_the_text_0_1_is_not_the_double_0_1() -> None:
    assert parse("0.1") != Fraction(0.1)
    assert (Fraction(1, 10), Fraction(1, 10)) == (lower(0.1, 1), parse("0.1"))


def test_a_small_level_has_an_exact_reciprocal_and_is_never_shown_as_zero() -> None:
    delta = parse("0.00001")
    assert Fraction(100000) == 1 / delta
    assert ("1.000000e-5", "1.000000e-5") == (round_down(delta), round_up(delta))
    assert "1.0000e-5" == round_down(delta, 4)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ".",
        "+",
        "-.",
        "e5",
        "1e",
        "1e+",
        "1e1.5",
        "0.000_1",
        "1_0/2_0",
        "_1",
        "0.05(1)",
        "1 (10%)",
        "[0.01, 0.5]",
        "a +- b",
        "0.1 +- 0.2",
        "\u0660.\u0665",
        "\uff10.\uff15",
        "\u00b2",
        "\u2212" + "1",
        "1/2/3",
        "1/0",
        "0/0",
        "1/00",
        "1/2.5",
        "1.5/2",
        "1/-2",
        "1/ 2",
        "/2",
        "1/",
        "1e2/3",
        "0x1p-1",
        "0x10",
        "0b1",
        "1j",
        "+-1",
        "--1",
        "- 1",
        "0.1.2",
        "1 2",
        "0,05",
        "1,000",
        "50%",
        "nan",
        "-nan",
        "inf",
        "-Infinity",
        "NaN",
        "true",
        "None",
        "0.5\x00",
        "\x000.5",
        "0.\n5",
        "0.5\n",
        "\n0.5",
        "0.5\r\n",
        "0.5\x0b",
        "\u00a0" + "0.5",
        "\ufeff0.5",
        "\ud800",
        "0.5;",
        '"0.5"',
        "__import__('os')",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    error = refusal(text)
    assert error.expected
    assert error.write
    assert ("", "", None) == (error.file, error.field, error.line)


@pytest.mark.parametrize(
    ("text", "expected", "write"),
    [
        ("50%", "a proportion, not a percentage", '"0.5"'),
        ("100 %", "a proportion, not a percentage", '"1"'),
        ("1e1%", "a proportion, not a percentage", '"0.1"'),
        ("0,05", "a decimal point, not a comma", '"0.05"'),
        ("0.000_1", "digits without underscores", '"0.0001"'),
        ("1_0/2_0", "digits without underscores", '"10/20"'),
        ("\u0660.\u0665", "ASCII digits and signs", '"0.5"'),
        ("\uff10.\uff15", "ASCII digits and signs", '"0.5"'),
        ("\u0660\u066b\u0665", "ASCII digits and signs", '"0.5"'),
        ("\u22120.5", "ASCII digits and signs", '"-0.5"'),
        ("\u00bd", "ASCII digits and signs", '"1/2"'),
        ("1 / 20", "a number without spaces or line breaks", '"1/20"'),
        ("0.5\n", "a number without spaces or line breaks", '"0.5"'),
        ("1/2.5", "two whole numbers around the slash, a sign in front only", '"0.4"'),
        ("1/-3", "two whole numbers around the slash, a sign in front only", '"-1/3"'),
        ("nan", "a finite number", '"0.05"'),
        ("-inf", "a finite number", '"0.05"'),
        ("1/2/3", 'a number such as "1/20", "0.05" or "5e-2"', '"0.05"'),
        ("", 'a number such as "1/20", "0.05" or "5e-2"', '"0.05"'),
        ("[0.01, 0.5]", 'a number such as "1/20", "0.05" or "5e-2"', '"0.05"'),
        ("1 (10%)", 'a number such as "1/20", "0.05" or "5e-2"', '"0.05"'),
        ("1/0", "a denominator other than 0", 'the fraction as "1/20", without a 0 below'),
    ],
)
def test_a_refusal_says_what_to_write(text: str, expected: str, write: str) -> None:
    error = refusal(text)
    assert (expected, write) == (error.expected, error.write)


def test_a_comma_that_may_group_thousands_is_not_guessed_at() -> None:
    assert '"0.05"' == refusal("1,000").write
    assert '"0.500"' == refusal("0,500").write


def test_a_refusal_quotes_the_text_on_one_line_and_takes_its_place_from_the_caller() -> None:
    error = refusal("0.\n5").located(file="design.toml", field="targets.delta", line=2)
    assert 'design.toml: line 2: targets.delta: expected a number such as "1/20", "0.05" or "5e-2", got ' in str(error)
    assert '"0.\\n5"' == error.got


@pytest.mark.parametrize(
    "text",
    [
        "1e-10000000",
        "1e-1000000000",
        "1e1000000000",
        "1e-" + "9" * 10_000,
        "1e" + "0" * 10_000,
        "0e99999",
        "9" * 10_000_000,
        "0." + "0" * 10_000_000 + "1",
        "1/" + "9" * 10_000_000,
        "9" * 1_000_000 + "x",
        "1 " * 1_000_000,
        "," * 1_000_000,
    ],
    ids=lambda text: f"{text[:12]} of {len(text)} characters",
)
def test_a_hostile_text_is_refused_within_a_second_and_without_memory(text: str) -> None:
    tracemalloc.start()
    started = time.perf_counter()
    error = refusal(text)
    seconds, (_, peak) = time.perf_counter() - started, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert seconds < 1
    assert peak < 8 * len(text) + 2**20
    assert len(str(error)) < 300


def test_digits_and_exponents_are_read_up_to_their_limits(lowest_digit_limit: None) -> None:
    assert Fraction(1, 10**MAX_EXPONENT) == parse(f"1e-{MAX_EXPONENT}")
    assert Fraction(10**MAX_EXPONENT) == parse(f"1e{MAX_EXPONENT}")
    assert Fraction(10**MAX_DIGITS - 1) == parse("9" * MAX_DIGITS)
    assert Fraction(1) == parse("9" * MAX_DIGITS + "/" + "9" * MAX_DIGITS)
    assert Fraction(1, 2 * 10**3999) == parse("5e-4000")


@pytest.mark.parametrize(
    "text",
    [
        "1e4001",
        "0e4001",
        "10e-4001",
        "1e-4001",
        "9" * 4001,
        "0." + "9" * 4000,
        "1/" + "9" * 4001,
        "9" * 4001 + "/7",
        "9.5e4000",
        "0.1e-4000",
    ],
    ids=lambda text: text[:9],
)
def test_a_number_just_beyond_the_limits_is_refused_with_the_limits_named(text: str) -> None:
    error = refusal(text)
    assert "at most 4000 digits and an exponent from -4000 to 4000" == error.expected
    assert len(str(error)) < 300


def test_whatever_is_read_from_text_is_accepted_as_an_argument() -> None:
    for text in ("1e4000", "1e-4000", "9" * 4000, "0." + "9" * 3999):
        assert parse(text) == exact(parse(text))


class Count(IntEnum):
    ONE = 1


class Text(str):
    __slots__ = ()


class Ratio(Fraction):
    pass


class Double(float):
    """Stands in for numpy.float64, which derives from float in the same way."""


class Foreign:
    """Stands in for the scalars of other libraries, which are no numbers of Python's own."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __index__(self) -> int:
        return 3

    def __float__(self) -> float:
        return 3.0


class Unprintable:
    def __str__(self) -> str:
        raise RuntimeError("no text")


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (3, Fraction(3)),
        (-3, Fraction(-3)),
        (Fraction(1, 3), Fraction(1, 3)),
        (Decimal("0.05"), Fraction(1, 20)),
        (Decimal("-5E-2"), Fraction(-1, 20)),
        (Decimal("1E+3"), Fraction(1000)),
        (Decimal("-0"), Fraction(0)),
        ("1/20", Fraction(1, 20)),
    ],
)
def test_exact_python_numbers_are_read(value: object, read: Fraction) -> None:
    assert read == exact(value)


def test_a_long_decimal_is_read_under_the_lowest_digit_limit(lowest_digit_limit: None) -> None:
    assert Fraction(10**3000 - 1, 10**3000) == exact(Decimal("0." + "9" * 3000))


@pytest.mark.parametrize(
    "value",
    [
        True,
        False,
        0.05,
        1.0,
        float("nan"),
        float("inf"),
        Double(0.05),
        Count.ONE,
        Text("0.05"),
        Ratio(1, 2),
        Decimal("NaN"),
        Decimal("sNaN"),
        Decimal("-Infinity"),
        Foreign("3"),
        Unprintable(),
        mpmath.mpf("0.5"),
        mpmath.mpc(1),
        mpmath.mpi("0.5"),
        1j,
        None,
        b"0.05",
        bytearray(b"0.05"),
        [1],
        (1, 2),
        {},
        int,
    ],
    ids=lambda value: f"a {type(value).__qualname__}",
)
def test_every_other_type_is_refused(value: object) -> None:
    error = refusal_of(value)
    assert error.expected
    assert error.write


@pytest.mark.parametrize("name", ["float64", "float32", "int64", "bool_", "str_"])
def test_numpy_scalars_are_refused(name: str) -> None:
    numpy = pytest.importorskip("numpy")
    assert "numpy" in refusal_of(getattr(numpy, name)(1)).got


@pytest.mark.parametrize(
    ("value", "got", "write"),
    [
        (0.05, "the float 0.05, which is exactly 3602879701896397/72057594037927936", '"0.05"'),
        (0.5, "the float 0.5, which is exactly 1/2", '"0.5"'),
        (3.0, "the float 3.0, which is exactly 3", '"3.0"'),
        (5e-324, "the float 5e-324, which is exactly 1/2^1074", '"5e-324"'),
        (1e300, "the float 1e+300, which is exactly 1681218273811815*2^946", '"1e+300"'),
    ],
)
def test_a_float_is_refused_with_its_exact_value_and_the_text_to_write(value: float, got: str, write: str) -> None:
    error = refusal_of(value)
    assert got == error.got
    assert f"{write}, or round it on purpose with elenctic.lower or elenctic.upper" == error.write


def test_the_exact_value_that_a_refusal_shows_is_the_one_the_double_has() -> None:
    assert Fraction(1681218273811815 * 2**946) == Fraction(1e300)
    assert Fraction(6032057205060441, 2**1049) == Fraction(1e-300)
    assert "6032057205060441/2^1049" in refusal_of(1e-300).got


@pytest.mark.parametrize(
    ("value", "expected", "got", "write"),
    [
        (float("nan"), "a finite number", "the float nan", '"0.05"'),
        (Decimal("-Infinity"), "a finite number", '"-Infinity" of type decimal.Decimal', '"0.05"'),
        (True, None, "the truth value True", '"1"'),
        (None, None, '"None" of type NoneType', '"0.05"'),
        (b"0.25", None, '"0.25" of type bytes', '"0.25"'),
        (mpmath.mpf("0.5"), None, '"0.5" of type mpmath.', '"0.5"'),
        (Foreign("7"), None, '"7" of type ', '"7"'),
        (Unprintable(), None, '"a value that cannot be printed" of type ', '"0.05"'),
    ],
)
def test_a_refused_argument_is_named_with_its_type(value: object, expected: str | None, got: str, write: str) -> None:
    error = refusal_of(value)
    assert (expected or 'an exact number: an int, a Fraction, a Decimal or a text such as "1/20"') == error.expected
    assert error.got.startswith(got)
    assert write == error.write


def test_parse_refuses_what_is_no_text() -> None:
    with pytest.raises(DesignError):
        parse(0.05)  # type: ignore[arg-type]
    with pytest.raises(DesignError):
        parse(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "value",
    [
        10**4001,
        -(10**400_000),
        Fraction(10**4001),
        Fraction(1, 10**4001),
        Decimal("1E+4001"),
        Decimal("1E-4001"),
        Decimal("1E-999999999999999999"),
        Decimal("0E+999999"),
        Decimal("0." + "9" * 4001),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_exact_number_beyond_the_limits_is_refused_without_being_printed(
    value: object, lowest_digit_limit: None
) -> None:
    started = time.perf_counter()
    error = refusal_of(value)
    assert time.perf_counter() - started < 1
    assert "at most 4000 digits and an exponent from -4000 to 4000" == error.expected
    assert len(str(error)) < 300


def test_a_fraction_that_is_not_made_of_positive_and_exact_whole_numbers_is_refused() -> None:
    for numerator, denominator in ((0.5, 1), (1, 0), (1, -2), (True, 2), (1, True), (1, 2.0)):
        forged = Fraction(1, 2)
        forged._numerator, forged._denominator = numerator, denominator  # type: ignore[attr-defined]
        with pytest.raises(DesignError):
            exact(forged)


def test_a_fraction_that_was_not_reduced_is_reduced() -> None:
    forged = Fraction(1, 2)
    forged._numerator, forged._denominator = 2, 4  # type: ignore[attr-defined]
    assert (1, 2) == (exact(forged).numerator, exact(forged).denominator)


@pytest.mark.parametrize(
    ("x", "digits", "below", "above"),
    [
        (0.05, 2, "0.05", "0.06"),
        (0.95, 2, "0.94", "0.95"),
        (0.5, 6, "0.5", "0.5"),
        (-0.05, 2, "-0.06", "-0.05"),
        (1e-300, 6, "0", "0.000001"),
        (-1e-300, 6, "-0.000001", "0"),
        (2.5, 0, "2", "3"),
        ("1/3", 3, "0.333", "0.334"),
        (Fraction(-1, 3), 3, "-0.334", "-0.333"),
        (Decimal("0.125"), 2, "0.12", "0.13"),
        (7, 0, "7", "7"),
        (Double(0.05), 2, "0.05", "0.06"),
    ],
)
def test_a_float_is_rounded_to_the_named_side_of_its_exact_value(
    x: float | int | str | Fraction | Decimal, digits: int, below: str, above: str
) -> None:
    assert (Fraction(below), Fraction(above)) == (lower(x, digits), upper(x, digits))


def test_rounding_keeps_six_decimal_places_unless_told_otherwise() -> None:
    assert (Fraction(333333, 10**6), Fraction(333334, 10**6)) == (lower(1 / 3), upper(1 / 3))


def test_rounding_to_a_thousand_places_keeps_the_whole_double() -> None:
    assert Fraction(0.1) == lower(0.1, 1000) == upper(0.1, 1000)


@pytest.mark.parametrize("x", [float("nan"), float("inf"), -float("inf"), True, None, "50%", Foreign("0.5")])
def test_rounding_refuses_what_is_no_finite_number(x: float) -> None:
    for rounding in (lower, upper):
        with pytest.raises(DesignError):
            rounding(x)


@pytest.mark.parametrize("digits", [-1, 1001, 10**9, True, 2.0, "2", None])
def test_rounding_refuses_an_odd_count_of_digits_by_name(digits: int) -> None:
    for rounding in (lower, upper):
        with pytest.raises(DesignError) as caught:
            rounding(0.5, digits)
        assert "digits" == caught.value.field


def test_what_the_limits_let_in_can_be_printed_and_read_again() -> None:
    for text in ("1e-4000", "9e-3999", "1e3999"):
        assert parse(text) == parse(fraction_text(parse(text)))
