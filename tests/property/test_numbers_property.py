"""Numbers, decimals and expressions against independent readings of the same thing."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction

import pytest
from elenctic.decimals import (
    complement_text,
    fraction_text,
    integer_text,
    plain_text,
    round_down,
    round_up,
    written_text,
)
from elenctic.errors import DesignError
from elenctic.expression import Expression
from elenctic.numbers import exact, lower, parse, upper
from hypothesis import given
from hypothesis import strategies as st


@pytest.fixture(scope="module", autouse=True)
def no_digit_limit() -> Iterator[None]:
    """Let the oracles, str and Fraction, work at any size."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(before)


WIDE = st.one_of(st.integers(), st.integers(-(2**6000), 2**6000), st.integers(0, 600).map(lambda k: 10**k))
FRACTIONS = st.builds(Fraction, WIDE, WIDE.filter(bool))
DIGITS = st.text("0123456789", max_size=40)
SHORT_TEXTS = st.text("0123456789.eE+-/_ %,", max_size=12)


@given(FRACTIONS)
def test_a_printed_fraction_reads_back(value: Fraction) -> None:
    assert value == parse(fraction_text(value)) == exact(value)


@given(st.sampled_from(["", "+", "-"]), DIGITS, DIGITS, st.integers(-60, 60))
def test_decimals_and_exponents_read_as_fraction_reads_them(
    sign: str, whole: str, decimals: str, exponent: int
) -> None:
    for text in (f"{sign}{whole or '0'}.{decimals}", f"{sign}{whole}.{decimals or '0'}e{exponent}"):
        assert Fraction(text) == parse(text)


@given(SHORT_TEXTS)
def test_a_text_is_refused_or_read_as_fraction_reads_it(text: str) -> None:
    try:
        value = parse(text)
    except DesignError:
        return
    assert Fraction(text) == value


@given(st.from_regex(r"[ \t]*[+-]?([0-9]+|[0-9]*\.[0-9]+|[0-9]+/[1-9][0-9]*)[ \t]*", fullmatch=True))
def test_every_text_of_the_form_is_read(text: str) -> None:
    assert Fraction(text) == parse(text)


def _refusal(reader: Callable[[str], object], text: str) -> str:
    try:
        reader(text)
    except DesignError as error:
        return str(error)
    return ""


@given(st.text(max_size=30))
def test_any_text_at_all_is_read_or_refused_on_one_line(text: str) -> None:
    for reader in (parse, Expression.parse):
        message = _refusal(reader, text)
        assert message.isascii()
        assert "\n" not in message


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_a_decimal_is_read_as_its_exact_value(value: Decimal) -> None:
    assert Fraction(value) == exact(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_refused_with_a_text_that_reads_as_python_prints_it(value: float) -> None:
    with pytest.raises(DesignError) as caught:
        exact(value)
    written = caught.value.write.split('"')[1]
    assert repr(value) == written
    assert value == float(parse(written))


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 40))
def test_a_float_is_rounded_to_the_nearest_multiple_on_the_named_side(x: float, digits: int) -> None:
    unit = Fraction(1, 10**digits)
    below, above = lower(x, digits), upper(x, digits)
    assert below <= Fraction(x) <= above
    assert Fraction(x) - unit < below
    assert above < Fraction(x) + unit
    assert 1 == (below / unit).denominator == (above / unit).denominator


@given(st.one_of(WIDE, st.integers(-(2**40_000), 2**40_000)))
def test_a_whole_number_prints_as_python_prints_it(n: int) -> None:
    assert str(n) == integer_text(n)


@given(FRACTIONS, st.integers(0, 9))
def test_a_rounded_decimal_is_on_the_named_side_and_within_one_last_place(value: Fraction, places: int) -> None:
    down, up = round_down(value, places), round_up(value, places)
    assert Fraction(down) <= value <= Fraction(up)
    for text in (down, up):
        mantissa, _, exponent = text.partition("e")
        last_place = Fraction(10) ** (int(exponent or "0") - places)
        assert abs(Fraction(text) - value) < last_place
        assert places == len(mantissa.partition(".")[2])
        assert not exponent or 1 <= abs(Fraction(mantissa)) < 10
        assert (value == 0) == (Fraction(text) == 0)
    assert (down == up) == (Fraction(down) == value)


@given(FRACTIONS)
def test_the_exponent_form_is_for_values_nearer_to_zero_than_a_thousandth(value: Fraction) -> None:
    assert (0 < abs(value) < Fraction(1, 1000)) == ("e" in (round_down(value) if value > 0 else round_up(value)))


@given(
    st.one_of(FRACTIONS, st.builds(Fraction, st.integers(-(10**9), 10**9), st.sampled_from([1, 8, 10**12, 10**13]))),
    SHORT_TEXTS,
)
def test_plain_and_written_texts_are_exact_whatever_was_written(value: Fraction, written: str) -> None:
    assert value == Fraction(plain_text(value)) == Fraction(written_text(written, value))
    assert 1 - value == Fraction(complement_text(written, value))


@given(st.from_regex(r"[0-9]{1,5}\.[0-9]{1,20}", fullmatch=True))
def test_a_written_decimal_keeps_its_count_of_decimals(written: str) -> None:
    places = len(written.partition(".")[2])
    for text in (written_text(written, Fraction(written)), complement_text(written, Fraction(written))):
        assert places == len(text.partition(".")[2])


LEAVES = st.sampled_from(["i", "n", "0", "1", "2", "0.5", "1.25", "3e-1", "7"])


def _larger(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    bracketed = parts.map(lambda text: f"({text})")
    operand = st.one_of(parts, bracketed)
    return st.one_of(
        st.builds("{}{}{}".format, operand, st.sampled_from(["+", " - ", "*", " * "]), operand),
        st.builds("{}/{}".format, operand, bracketed),
        st.builds("{}{}{}".format, st.one_of(LEAVES, bracketed), st.sampled_from(["^", "**"]), st.integers(-3, 3)),
        st.builds("-{}".format, st.one_of(LEAVES, bracketed)),
        st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), parts, parts),
        bracketed,
    )


def _by_python(text: str, i: int, n: int) -> Fraction:
    """Evaluate with Python's own grammar and Fraction's own arithmetic."""
    quoted = re.sub(r"[0-9]+(?:\.[0-9]+)?(?:e-[0-9]+)?", lambda number: f"F('{number[0]}')", text)
    names = {"F": Fraction, "i": Fraction(i), "n": Fraction(n), "min": min, "max": max}
    return Fraction(eval(quoted.replace("^", "**"), names))


@given(st.recursive(LEAVES, _larger, max_leaves=12), st.integers(-4, 4), st.integers(1, 50))
def test_an_expression_has_the_value_that_python_gives_it_in_fractions(text: str, i: int, n: int) -> None:
    names = frozenset({"i", "n"})
    try:
        expected = _by_python(text, i, n)
    except ZeroDivisionError:
        with pytest.raises(DesignError, match="a divisor other than 0"):
            Expression.parse(text, names).at(i=i, n=n)
        return
    expression = Expression.parse(text, names)
    assert expected == expression.at(i=i, n=n)
    assert frozenset(set(re.findall(r"\b[in]\b", text))) == expression.names
