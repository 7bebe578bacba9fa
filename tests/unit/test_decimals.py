"""Numbers as text: any size, any digit limit, always the named side."""

from __future__ import annotations

import decimal
import sys
import time
from collections.abc import Iterator
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


@pytest.fixture
def lowest_digit_limit() -> Iterator[None]:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.parametrize("n", [0, 1, -1, 9, 10, 2**1023, 2**1024 - 1, 2**1024, 2**2048, -(2**2048) - 1, 10**600])
def test_a_whole_number_prints_as_python_prints_it(n: int) -> None:
    assert str(n) == integer_text(n)


def test_a_whole_number_prints_beyond_the_lowest_digit_limit(lowest_digit_limit: None) -> None:
    assert "1" + "0" * 5000 == integer_text(10**5000)
    assert "-" + "9" * 5000 == integer_text(1 - 10**5000)
    assert "1" + "0" * 4999 + "7" == integer_text(10**5000 + 7)


def test_four_hundred_thousand_digits_print_within_two_seconds(lowest_digit_limit: None) -> None:
    n = 10**400_000 - 10**200_000
    started = time.perf_counter()
    text = integer_text(n)
    assert time.perf_counter() - started < 2
    assert "9" * 200_000 + "0" * 200_000 == text


def test_printing_does_not_depend_on_the_decimal_context() -> None:
    with decimal.localcontext() as context:
        context.prec, context.Emax, context.traps[decimal.Inexact] = 3, 5, True
        assert str(7**500) == integer_text(7**500)
        assert "0.333334" == round_up(Fraction(1, 3))


def test_printing_leaves_the_decimal_context_as_it_was() -> None:
    with decimal.localcontext() as context:
        context.clear_flags()
        integer_text(7**5000)
        assert not any(context.flags.values())


@pytest.mark.parametrize(
    ("value", "text"),
    [("1/20", "1/20"), ("-1/3", "-1/3"), ("4/2", "2"), ("0", "0"), ("-7", "-7")],
)
def test_a_fraction_prints_in_lowest_terms(value: str, text: str) -> None:
    assert text == fraction_text(Fraction(value))


def test_a_fraction_of_any_size_prints(lowest_digit_limit: None) -> None:
    assert "1" + "0" * 4999 + "1/1" + "0" * 5000 == fraction_text(Fraction(10**5000 + 1, 10**5000))


@pytest.mark.parametrize(
    ("value", "down", "up"),
    [
        ("0", "0.000000", "0.000000"),
        ("1", "1.000000", "1.000000"),
        ("1/3", "0.333333", "0.333334"),
        ("0.0328449999", "0.032844", "0.032845"),
        ("0.032845", "0.032845", "0.032845"),
        ("0.9043829", "0.904382", "0.904383"),
        ("0.9999999", "0.999999", "1.000000"),
        ("1/1000", "0.001000", "0.001000"),
        ("0.0010000001", "0.001000", "0.001001"),
        ("0.00099999999", "9.999999e-4", "1.000000e-3"),
        ("9.9999995e-5", "9.999999e-5", "1.000000e-4"),
        ("9.999999e-5", "9.999999e-5", "9.999999e-5"),
        ("8.0407529e-77", "8.040752e-77", "8.040753e-77"),
        ("1e-77", "1.000000e-77", "1.000000e-77"),
        ("12345.6789012", "12345.678901", "12345.678902"),
        ("1e20", "100000000000000000000.000000", "100000000000000000000.000000"),
        ("-1/3", "-0.333334", "-0.333333"),
        ("-0.9999999", "-1.000000", "-0.999999"),
        ("-9.9999995e-5", "-1.000000e-4", "-9.999999e-5"),
        ("-1", "-1.000000", "-1.000000"),
    ],
)
def test_a_value_is_rounded_to_the_named_side(value: str, down: str, up: str) -> None:
    assert (down, up) == (round_down(Fraction(value)), round_up(Fraction(value)))


@pytest.mark.parametrize(
    ("value", "places", "down", "up"),
    [
        ("7/2", 0, "3", "4"),
        ("1/3", 1, "0.3", "0.4"),
        ("1/20", 1, "5.0e-2", "5.0e-2"),
        ("1/30", 0, "3e-2", "4e-2"),
        ("95/1000000", 0, "9e-5", "1e-4"),
        ("1/3", 12, "0.333333333333", "0.333333333334"),
        ("0", 0, "0", "0"),
    ],
)
def test_the_count_of_places_is_kept_and_a_nonzero_value_is_never_shown_as_zero(
    value: str, places: int, down: str, up: str
) -> None:
    assert (down, up) == (round_down(Fraction(value), places), round_up(Fraction(value), places))


@pytest.mark.parametrize("places", [-1, 1001, True, 2.0, None])
def test_an_odd_count_of_places_is_refused_by_name(places: int) -> None:
    for rounding in (round_down, round_up):
        with pytest.raises(DesignError) as caught:
            rounding(Fraction(1, 3), places)
        assert "places" == caught.value.field


def test_values_of_hundreds_of_thousands_of_digits_round_within_two_seconds(lowest_digit_limit: None) -> None:
    tiny, near_one = Fraction(1, 10**400_000 - 1), Fraction(7**400_000, 7**400_000 + 1)
    started = time.perf_counter()
    printed = [f(value) for value in (tiny, near_one) for f in (round_down, round_up)]
    assert time.perf_counter() - started < 2
    assert ["1.000000e-400000", "1.000001e-400000", "0.999999", "1.000000"] == printed


@pytest.mark.parametrize("exponent", [4, 5, 76, 77, 299, 300, 301, 1000, 12345])
def test_the_exponent_is_right_on_both_sides_of_a_power_of_ten(exponent: int) -> None:
    power, little = Fraction(1, 10**exponent), Fraction(1, 10 ** (exponent + 20))
    assert f"1.000000e-{exponent}" == round_down(power) == round_up(power) == round_down(power + little)
    assert (f"9.999999e-{exponent + 1}", f"1.000000e-{exponent}") == (
        round_down(power - little),
        round_up(power - little),
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1/20", "0.05"),
        ("-1/20", "-0.05"),
        ("3", "3"),
        ("0", "0"),
        ("1/3", "1/3"),
        ("1e-12", "0.000000000001"),
        ("1e-13", "1/10000000000000"),
    ],
)
def test_plain_text_is_exact_decimals_or_a_fraction(value: str, text: str) -> None:
    assert text == plain_text(Fraction(value))


@pytest.mark.parametrize(
    ("written", "value", "same", "complement"),
    [
        ("0.10", "1/10", "0.10", "0.90"),
        ("0.05", "1/20", "0.05", "0.95"),
        ("1/10", "1/10", "1/10", "9/10"),
        ("2/20", "1/10", "1/10", "9/10"),
        ("5e-2", "1/20", "0.05", "0.95"),
        (".5", "1/2", "0.5", "0.5"),
        ("+0.25", "1/4", "0.25", "0.75"),
        (" 0.10 ", "1/10", "0.10", "0.90"),
        ("0", "0", "0", "1"),
        ("1.0", "1", "1.0", "0.0"),
        ("-0.5", "-1/2", "-0.5", "1.5"),
        ("1.5", "3/2", "1.5", "-0.5"),
        ("", "1/3", "1/3", "2/3"),
        ("", "1/8", "0.125", "0.875"),
        ("1e-13", "1e-13", "1/10000000000000", "9999999999999/10000000000000"),
        ("0.0000000000001", "1e-13", "0.0000000000001", "0.9999999999999"),
        ("1/1", "1", "1", "0"),
    ],
)
def test_a_number_and_its_complement_print_in_the_form_that_was_written(
    written: str, value: str, same: str, complement: str
) -> None:
    assert same == written_text(written, Fraction(value))
    assert complement == complement_text(written, Fraction(value))


def test_the_written_text_never_changes_the_number() -> None:
    assert ("1/3", "2/3") == (written_text("0.33", Fraction(1, 3)), complement_text("0.33", Fraction(1, 3)))
    assert "0.125" == written_text("0.12", Fraction(1, 8))
