"""Bounds as expressions: what they mean, what is refused and where, and what it may cost."""

from __future__ import annotations

import dataclasses
import pickle
import time
from fractions import Fraction

import pytest
from elenctic.errors import DesignError
from elenctic.expression import Expression

NAMES = frozenset({"e", "xi", "i", "n"})


def value(text: str, **numbers: Fraction | int) -> Fraction:
    return Expression.parse(text, NAMES).at(**numbers)


def refusal(text: str, names: frozenset[str] = NAMES) -> DesignError:
    with pytest.raises(DesignError) as caught:
        Expression.parse(text, names)
    return caught.value


@pytest.mark.parametrize(
    ("text", "at_3"),
    [
        ("0.995 - 0.001*(i-1)", "0.993"),
        ("i", "3"),
        ("1/20", "1/20"),
        ("5e-2", "1/20"),
        ("5E-2*i", "3/20"),
        ("2e+1", "20"),
        (".5", "1/2"),
        ("5.", "5"),
        ("1+2*3", "7"),
        ("(1+2)*3", "9"),
        ("10-4-3", "3"),
        ("8/(2/2)", "8"),
        ("i/2/3", "1/2"),
        ("(8/2)/2", "2"),
        ("8/2*2", "8"),
        ("-2^2", "-4"),
        ("(-2)^2", "4"),
        ("2^3^2", "512"),
        ("2**3", "8"),
        ("2^-3", "1/8"),
        ("2^(1+2)", "8"),
        ("4^(2/2)", "4"),
        ("i^0", "1"),
        ("0^0", "1"),
        ("(1/2)^i_is_not_used", None),
        ("2 - -3", "5"),
        ("2--3", "5"),
        ("2*-i", "-6"),
        ("-i", "-3"),
        ("+i", "3"),
        ("-(-i)", "3"),
        ("-i*2", "-6"),
        ("min(1, i)", "1"),
        ("max(1,i,2)", "3"),
        ("min(i)", "3"),
        ("min(0.995, max(0, 1 - i/10))", "7/10"),
        (" \t1 + i\t", "4"),
    ],
)
def test_an_expression_means_what_arithmetic_says(text: str, at_3: str | None) -> None:
    if at_3 is None:
        assert "i_is_not_used" in refusal(text).got
    else:
        assert Fraction(at_3) == value(text, i=3)


def test_decimals_are_exact_and_never_doubles() -> None:
    assert Fraction(3, 10) == value("0.1 + 0.2")
    assert Fraction(1, 10**40) == value("1 + 1e-40 - 1")


def test_several_names_take_their_own_numbers() -> None:
    assert Fraction(17, 2) == value("xi/n + e*i", xi=1, n=2, e=4, i=2)


def test_the_names_really_used_tell_a_constant_from_a_sequence() -> None:
    assert frozenset({"i", "xi"}) == Expression.parse("i + xi - i", NAMES).names
    assert not Expression.parse("0*i", NAMES).constant
    constant = Expression.parse("max(1/3, 0.2)*2", NAMES)
    assert (True, frozenset(), Fraction(2, 3)) == (constant.constant, constant.names, constant.at())


def test_an_expression_keeps_its_text_and_cannot_be_changed() -> None:
    expression = Expression.parse(" 1 - i/10")
    assert " 1 - i/10" == expression.text
    with pytest.raises(dataclasses.FrozenInstanceError):
        expression.text = "1"  # type: ignore[misc]


def test_an_expression_survives_pickling_and_is_equal_to_one_of_the_same_text() -> None:
    expression = Expression.parse("1 - i/10")
    assert expression == pickle.loads(pickle.dumps(expression)) == Expression.parse("1 - i/10")
    assert 1 == len({expression, Expression.parse("1 - i/10")})
    assert expression != Expression.parse("1 - i/11")


def test_a_number_for_a_name_that_is_not_used_is_left_aside() -> None:
    assert Fraction(3) == value("i", i=3, n=7)


def test_a_name_without_a_number_is_refused_by_name() -> None:
    with pytest.raises(DesignError) as caught:
        Expression.parse("i*n", NAMES).at(i=1)
    assert "n" == caught.value.field


@pytest.mark.parametrize("number", [0.5, True, None, float("nan")])
def test_a_number_for_a_name_is_exact(number: int) -> None:
    with pytest.raises(DesignError):
        Expression.parse("i").at(i=number)


@pytest.mark.parametrize(
    ("text", "got", "write"),
    [
        ("0.99 - 0.01*j", '"j" at column 13 of "0.99 - 0.01*j"', '"i" (did you mean that?)'),
        ("2*xy", '"xy" at column 3 of "2*xy"', '"xi" (did you mean that?)'),
        ("Min(i, 1)", '"Min" at column 1 of "Min(i, 1)"', '"min" (did you mean that?)'),
        ("(1 + i", 'the end at column 7 of "(1 + i"', '")"'),
        ("1 + i)", '")" at column 6 of "1 + i)"', 'a "(" to match it'),
        ("1 +", 'the end at column 4 of "1 +"', '"0.995 - 0.001*(i-1)"'),
        ("2i", '"i" at column 2 of "2i"', '"*" between two factors'),
        ("0,5", '"," at column 2 of "0,5"', 'a decimal point, as in "0.05"'),
        ("50%", '"%" at column 3 of "50%"', 'the proportion, such as "0.5"'),
        ("1_0", '"_" at column 2 of "1_0"', "the digits without underscores"),
        ("2 \u00d7 i", '"\\xd7" at column 3 of "2 \\xd7 i"', '"*"'),
        ("1 \u2212 i", '"\\u2212" at column 3 of "1 \\u2212 i"', '"-"'),
        ("+-1", '"-" at column 2 of "+-1"', 'one sign, as in "-1"'),
        ("1/2/3", '"1/2/3" at column 1 of "1/2/3"', '"(1/2)/3"'),
        (
            "i^n",
            '"^" at column 2 of "i^n"',
            'a whole number, such as "^2"; a geometric sequence as a list or csv = "bounds.csv"',
        ),
    ],
)
def test_a_refusal_shows_the_place_in_the_text_and_what_to_write(text: str, got: str, write: str) -> None:
    error = refusal(text)
    assert (got, write) == (error.got, error.write)


def test_a_place_in_a_long_text_is_shown_with_its_surroundings() -> None:
    error = refusal("i+" * 3000 + "$" + "+i" * 1000)
    assert error.got.startswith('"$" at column 6001 of "...')
    assert "+i+$+i+" in error.got
    assert len(str(error)) < 300


@pytest.mark.parametrize("text", ["exp(i)", "log(1+i)", "1 - exp(-0.04*i)", "exp"])
def test_exp_and_log_are_known_but_refused_as_not_rational(text: str) -> None:
    assert "not rational; only rational arithmetic is read here" in refusal(text).expected


@pytest.mark.parametrize("text", ["i^0.5", "i^(1/2)", "2**-1.5", "4^(1/2)"])
def test_a_fractional_power_is_known_but_refused_as_not_rational(text: str) -> None:
    assert "not rational; only rational arithmetic is read here" in refusal(text).expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "()",
        "(",
        "*",
        "1 2",
        "i i",
        "(1)(2)",
        "2(i)",
        "1//2",
        "2***3",
        "* *2",
        "2* *3",
        "--1",
        "-+1",
        "1---1",
        "1 % 2",
        "0.1.2",
        "1..2",
        "1e",
        "1e+",
        "1e5000",
        "0x1p-1",
        "1_000",
        "_",
        "\u0660.\u0665",
        "\uff10.\uff15",
        "0.05(1)",
        "1 (10%)",
        "[0.01, 0.5]",
        "(1, 2)",
        "1,",
        "min()",
        "min(i,)",
        "min(,i)",
        "min i",
        "min",
        "min(i",
        "nan",
        "inf",
        "True",
        "i.real",
        "i()",
        "__import__('os')",
        "lambda: 1",
        "i if i else 1",
        "i == 1",
        "'1'",
        "1;2",
        "i\n",
        "1\n+ i",
        "1\x00",
        "\ud800",
        "1 / 2 / 3",
        "2 + 1/2/3*i",
        "1/0",
        "1_0/2_0",
        "0^-1",
        "1/(2-2)",
        "2^1001",
        "2^-1001",
        "2^2^2^2^2",
    ],
)
def test_anything_else_is_refused_when_it_is_read(text: str) -> None:
    error = refusal(text)
    assert error.expected
    assert error.write


@pytest.mark.parametrize("text", [None, 1, 0.5, b"i", True])
def test_what_is_no_text_is_refused(text: str) -> None:
    assert refusal(text).expected


@pytest.mark.parametrize("reserved", ["min", "max", "exp", "log"])
def test_a_name_that_is_a_function_is_refused(reserved: str) -> None:
    assert f'"{reserved}"' == refusal("i", frozenset({"i", reserved})).got


def test_only_the_names_given_are_read() -> None:
    assert frozenset({"i"}) == Expression.parse("i").names
    assert '"n" at column 1 of "n"' == refusal("n", frozenset({"i"})).got
    assert "one of the names max, min" == refusal("i", frozenset()).expected


@pytest.mark.parametrize("text", ["1/(i-3)", "(i-3)^-1", "min(1, 2/(i-3))", "1/(i*0)"])
def test_a_division_by_zero_is_refused_with_the_round_where_it_happens(text: str) -> None:
    expression = Expression.parse(text)
    with pytest.raises(DesignError) as caught:
        expression.at(i=3)
    assert "a divisor other than 0" == caught.value.expected
    assert "0 at i = 3 (column " in caught.value.got


def test_a_division_by_zero_at_one_round_leaves_the_others_alone() -> None:
    assert Fraction(1, 2) == Expression.parse("1/(i-3)").at(i=5)


@pytest.mark.parametrize("text", ["(" * 50 + "i" + ")" * 50, "min(" * 50 + "i" + ")" * 50, "-(" * 50 + "i" + ")" * 50])
def test_fifty_levels_of_nesting_are_read(text: str) -> None:
    assert Fraction(3) == value(text, i=3)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 51 + "i" + ")" * 51,
        "(" * 5000,
        "min(" * 51 + "i" + ")" * 51,
        "1^" * 51 + "1",
        "1^-" * 3000 + "1",
        "(" * 26 + "1^(" * 26,
    ],
    ids=lambda text: text[:5],
)
def test_deeper_nesting_is_refused(text: str) -> None:
    assert "at most 50 levels of nesting" == refusal(text).expected


def test_brackets_side_by_side_do_not_count_as_nesting() -> None:
    assert Fraction(600) == value("+".join(["(i)^1*min(i)/(i^2)*(i)"] * 200), i=3)


def test_fifty_arguments_are_read_and_more_are_refused() -> None:
    assert Fraction(50) == value(f"max({','.join(map(str, range(1, 51)))})")
    assert "at most 50 arguments" == refusal(f"max({','.join(map(str, range(1, 52)))})").expected


def test_ten_thousand_characters_are_read_and_more_are_refused() -> None:
    assert Fraction(15000) == value("i" + "+i" * 4999 + " ", i=3)
    assert "an expression of 1 to 10000 characters" == refusal("i" + "+i" * 5000).expected


def test_powers_reach_a_thousand() -> None:
    assert Fraction(2**1000) == value("2^1000")
    assert Fraction(1, 3**1000) == value("i^-1000", i=3)


@pytest.mark.parametrize(
    "text",
    [
        "(7^999)^999",
        "((7^999)^35)^1000",
        "((1/7)^999)^-999",
        "(3^-1000)^1000",
        "*".join(["7^1000"] * 40),
        "*".join(["7^-1000"] * 40),
    ],
)
def test_a_result_above_a_hundred_thousand_bits_is_refused_before_it_costs_anything(text: str) -> None:
    started = time.perf_counter()
    error = refusal(text)
    assert time.perf_counter() - started < 1
    assert "a result of at most 100000 bits" == error.expected


def test_a_result_that_grows_too_long_at_a_round_names_the_round() -> None:
    expression = Expression.parse("(i^1000)^1000")
    assert Fraction(1) == expression.at(i=1)
    with pytest.raises(DesignError) as caught:
        expression.at(i=2)
    assert "a longer one at i = 2 (column " in caught.value.got


def test_a_result_of_just_under_a_hundred_thousand_bits_is_computed() -> None:
    assert Fraction(2**99_999) == value("(2^999)^100 * 2^99")
    assert "a result of at most 100000 bits" == refusal("(2^999)^100 * 2^100").expected


def test_a_hundred_thousand_rounds_of_a_linear_bound_take_a_few_seconds() -> None:
    expression = Expression.parse("0.995 - 0.001*(i-1)")
    started = time.perf_counter()
    last = [expression.at(i=i) for i in range(1, 100_001)][-1]
    assert time.perf_counter() - started < 10
    assert Fraction("-99.004") == last
