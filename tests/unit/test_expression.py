"""Expressions: what they mean, what is refused and where, what is enclosed, and what it may cost."""

from __future__ import annotations

import dataclasses
import pickle
import time
from fractions import Fraction

import pytest
from elenctic import enclosure
from elenctic.enclosure import Enclosure, NeedsPrecisionError, at_most, decided, exp, log, point, power
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


RELIABILITY = "min(0.995, 0.91 + 0.035*log(1+xi)/(1+log(1+xi)) + 0.10*(1-exp(-0.04*e)))"


def read(text: str) -> Expression:
    return Expression.parse(text, NAMES, irrational=True)


def irrational_refusal(text: str) -> DesignError:
    with pytest.raises(DesignError) as caught:
        read(text)
    return caught.value


def refused_at_3(text: str) -> DesignError:
    with pytest.raises(DesignError) as caught:
        read(text).enclose(160, i=3)
    return caught.value


@pytest.mark.parametrize(
    ("text", "at_3"),
    [
        ("exp(i)", exp(point(3), 400)),
        ("exp(-i)", exp(point(-3), 400)),
        ("log(1/i)", -log(point(3), 400)),
        ("-log(i)", -log(point(3), 400)),
        ("2*exp(1) - exp(1)", exp(point(1), 400)),
        ("i^(1/2)", power(point(3), Fraction(1, 2), 400)),
        ("i^0.5", power(point(3), Fraction(1, 2), 400)),
        ("i**-1.5", power(point(3), Fraction(-3, 2), 400)),
        ("-i^0.5", -power(point(3), Fraction(1, 2), 400)),
        ("log(exp(1) + i - 3 + 0)", point(1)),
        ("exp(log(i)/2)", power(point(3), Fraction(1, 2), 400)),
        ("max(exp(1), 2, i - 1)", exp(point(1), 400)),
        ("1/exp(i)", exp(point(-3), 400)),
        ("exp(i)^2", exp(point(6), 400)),
        ("(-exp(i))^3", -exp(point(9), 400)),
    ],
)
def test_exp_log_and_rational_powers_enclose_what_arithmetic_says(text: str, at_3: Enclosure) -> None:
    for bits in (32, 160):
        found = read(text).enclose(bits, i=3)
        assert found.low <= at_3.high
        assert found.high >= at_3.low
        assert found.high - found.low <= abs(at_3.high) * Fraction(64, 2**bits)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("exp(0)", "1"),
        ("exp(2-2)*3", "3"),
        ("log(1)", "0"),
        ("log(max(1, 1/2))", "0"),
        ("(4/9)^(1/2)", "2/3"),
        ("4^-0.5", "1/2"),
        ("8^(2/3)", "4"),
        ("0^(1/3)", "0"),
        ("2^4^(1/2)", "4"),
        ("2^exp(0)", "2"),
        ("2^(log(1) - 3)", "1/8"),
        ("exp(log(3))", "3"),
        ("exp((log(3)))/3", "1"),
        ("exp(+log(1/7))", "1/7"),
        ("log(exp(1/7))", "1/7"),
        ("exp(log(exp(log(5))))", "5"),
        ("log(exp(log(exp(2)))) + 1", "3"),
    ],
)
def test_a_tie_is_settled_exactly_when_it_is_read(text: str, value: str) -> None:
    expression = read(text)
    assert (True, True, 1) == (expression.rational, expression.constant, expression.size)
    assert Fraction(value) == expression.at()
    assert point(Fraction(value)) == expression.enclose(1)


def test_a_tie_with_names_is_settled_where_it_is_met() -> None:
    for text in ("exp(log(i))", "log(exp(i))", "i + exp(log(n)) - n", "log(exp(i*1e9))/1e9"):
        assert (True, Fraction(3)) == (read(text).rational, read(text).at(i=3, n=7))
    root = read("i^(1/2) + exp(i - 4) + log(i - 3)")
    assert not root.rational
    assert point(3) == root.enclose(32, i=4)
    assert decided(lambda bits: at_most(3, root.enclose(bits, i=4))) is True


def test_an_expression_is_rational_when_nothing_else_is_left() -> None:
    for text in ("i", "1 - i^2/3", "min(i, 1)", "exp(0)*i", "4^(1/2)"):
        assert read(text).rational
    for text in ("exp(i)", "2^(1/2)", "i - i^0.5", "0*log(i)", "max(1, exp(1))", "exp(1)"):
        assert not read(text).rational


def test_the_exact_value_of_what_is_not_rational_is_refused() -> None:
    with pytest.raises(DesignError, match="a rational expression"):
        read("exp(i)").at(i=3)
    with pytest.raises(DesignError, match="a rational expression"):
        read("2^0.5").at()


def test_a_rational_expression_is_enclosed_by_its_value() -> None:
    for text in ("0.995 - 0.001*(i-1)", "max(i, 1/3)^-3", "i/3 - 1/7"):
        expression = read(text)
        assert point(expression.at(i=3)) == expression.enclose(1, i=3) == expression.enclose(160, i=Fraction(3))


def test_a_name_takes_an_enclosure() -> None:
    x = Enclosure(Fraction(2), Fraction(3))
    assert Enclosure(Fraction(4), Fraction(9)) == read("i^2").enclose(160, i=x)
    found = read("log(i)/i").enclose(160, i=x)
    assert found.low <= log(point(2), 400).low / 3
    assert found.high >= log(point(3), 400).high / 2
    assert point(2) == read("min(i, 2)").enclose(160, i=x)
    assert Enclosure(Fraction(5, 2), Fraction(3)) == read("max(i, 5/2)").enclose(160, i=x)


def test_a_minimum_is_exact_where_the_smaller_is_sure() -> None:
    """The reliability of the paper's example is capped from an effort of about 23.1 on."""
    assert point(Fraction(199, 200)) == read(RELIABILITY).enclose(32, e=24, xi=10)
    assert not read(RELIABILITY).enclose(32, e=20, xi=10).exact


@pytest.mark.parametrize("text", ["1/(exp(i) - exp(i))", "log(exp(i) - exp(3) + 0)", "(exp(i) - exp(3))^0.5"])
def test_what_no_precision_separates_needs_precision(text: str) -> None:
    for bits in (32, 640):
        with pytest.raises(NeedsPrecisionError):
            read(text).enclose(bits, i=3)


@pytest.mark.parametrize(
    ("text", "expected", "got"),
    [
        ("1/log(i-2)", "a divisor other than 0", '0 at i = 3 (column 2 of "1/log(i-2)")'),
        ("2*log(i-3)", "a logarithm of a number above 0", 'log of 0 at i = 3 (column 3 of "2*log(i-3)")'),
        ("log(1-i)", "a logarithm of a number above 0", 'log of a number below 0 at i = 3 (column 1 of "log(1-i)")'),
        ("exp(log(3-i))", "a logarithm of a number above 0", 'log of 0 at i = 3 (column 5 of "exp(log(3-i))")'),
        (
            "(1-i)^(1/2)",
            "a base of at least 0 under a fractional exponent",
            'a fractional power of a number below 0 at i = 3 (column 6 of "(1-i)^(1/2)")',
        ),
        ("(i-3)^-0.5", "a divisor other than 0", '0 at i = 3 (column 6 of "(i-3)^-0.5")'),
        ("*".join(["i^1000"] * 70) + "*log(1)", "a result of at most 100000 bits", None),
        ("exp(1e5*i)", "a result of at most 100000 bits", 'a longer one at i = 3 (column 1 of "exp(1e5*i)")'),
    ],
)
def test_what_has_no_value_is_refused_with_its_place(text: str, expected: str, got: str | None) -> None:
    error = refused_at_3(text)
    assert (expected, got or error.got) == (error.expected, error.got)


def test_the_place_of_a_refusal_shows_an_enclosure_by_its_ends() -> None:
    with pytest.raises(DesignError) as caught:
        read("log(1-i)").enclose(32, i=Enclosure(Fraction(4, 3), Fraction(7, 3)))
    assert "at i from 1.33333 to 2.33334 (column 1" in caught.value.got


@pytest.mark.parametrize(
    "text", ["log(0)", "log(1-2)", "(-8)^(1/3)", "0^-0.5", "exp(1e9)", "exp(70000)", "exp(log(0))"]
)
def test_a_constant_part_without_a_value_is_refused_when_it_is_read(text: str) -> None:
    assert irrational_refusal(text).expected


@pytest.mark.parametrize(
    ("text", "expected", "write"),
    [
        ("exp(1, 2)", "one argument", '"exp(i)"'),
        ("log(i, 2)", "one argument", '"log(i)"'),
        ("exp()", 'a number, a name or "("', '"0.995 - 0.001*(i-1)"'),
        ("exp i", '"("', '"("'),
        ("exp", '"("', '"("'),
        ("exp(i", '")" or ","', '")"'),
        ("ln(i)", "one of the names e, i, n, xi, exp, log, max, min", '"log" (did you mean that?)'),
        ("sqrt(i)", "one of the names e, i, n, xi, exp, log, max, min", '"^(1/2)" (did you mean that?)'),
        ("Exp(i)", "one of the names e, i, n, xi, exp, log, max, min", '"exp" (did you mean that?)'),
        ("i^n", "a rational constant as exponent", None),
        ("i^exp(1)", "a rational constant as exponent", None),
        ("i^(2^0.5)", "a rational constant as exponent", None),
        ("i^1000.5", "an exponent from -1000 to 1000", '"^1000"'),
        ("exp(" * 51 + "i" + ")" * 51, "at most 50 levels of nesting", None),
    ],
)
def test_a_malformed_irrational_expression_is_refused_with_its_place(
    text: str, expected: str, write: str | None
) -> None:
    error = irrational_refusal(text)
    assert expected == error.expected
    assert "column" in error.got
    assert write is None or write == error.write


@pytest.mark.parametrize("text", ["exp(0)", "log(1)", "4^(1/2)", "exp(log(i))"])
def test_where_a_rational_bound_is_read_not_even_a_tie_is_taken(text: str) -> None:
    assert "not rational; only rational arithmetic is read here" in refusal(text).expected


@pytest.mark.parametrize("bits", [0, -1, 1.5, True, None, "160"])
def test_a_precision_is_a_count_of_bits(bits: int) -> None:
    with pytest.raises(DesignError) as caught:
        read("exp(i)").enclose(bits, i=3)
    assert "bits" == caught.value.field


def test_enclosing_takes_exact_numbers_by_name() -> None:
    for numbers in ({}, {"n": 3}, {"i": 0.5}, {"i": None}):
        with pytest.raises(DesignError):
            read("exp(i)").enclose(32, **numbers)
    assert read("exp(i)").enclose(32, i=3, n=1) == read("exp(i)").enclose(32, i=3)


def test_a_name_may_be_bits_or_self() -> None:
    expression = Expression.parse("bits + self", frozenset({"bits", "self"}), irrational=True)
    assert point(5) == expression.enclose(32, bits=2, self=3)
    assert Fraction(5) == expression.at(bits=2, self=3)


def outcome(text: str) -> str:
    """Return what an expression comes to at i = 3, in short."""
    try:
        return repr(read(text).enclose(160, i=3).scaled(0) > (0, 0))
    except (DesignError, NeedsPrecisionError) as error:
        return str(error)


@pytest.mark.parametrize(
    "text",
    [
        "exp(exp(exp(9)))",
        "exp(exp(exp(9)) + i)",
        "2^(1/1000000)",
        "2^1e-4000",
        "log(1e4000)",
        "log(1 + 1e-4000)",
        "exp(-1e9)",
        "exp(-i*1e4000)",
        "exp(1e-4000)",
        "1/exp(-1e9)",
        "exp(-69000)^1000",
        "exp(69000)^1000",
        "exp(69000)*exp(69000)",
        "(7^999)^(1/3)",
        "((7^999)^35)^(1/3)",
        "((7^999)^35)^(1/1000003)",
        "log((7^999)^35)",
        "exp((7^999)^35/(7^998)^35/7^32)",
        "(i^999)^(1/997)",
        "+".join(f"exp(i/{n})*log(i+{n})" for n in range(1, 400)),
        "exp(log(" * 25 + "i" + "))" * 25,
        "-exp(" * 50 + "i" + ")" * 50,
    ],
    ids=lambda text: text[:30],
)
def test_a_hostile_expression_costs_little(text: str) -> None:
    started = time.process_time()
    assert len(outcome(text)) < 400
    assert time.process_time() - started < 2


def test_constants_are_enclosed_once_for_each_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    honest = enclosure.propose_log

    def counted(x: Fraction, scale: int) -> tuple[int, int]:
        asked.append(scale)
        return honest(x, scale)

    monkeypatch.setattr(enclosure, "propose_log", counted)
    expression = read("i*log(10) + log(10)^2")
    asked.clear()
    for bits in (40, 160):
        for i in range(100):
            expression.enclose(bits, i=i)
    assert 2 == len(asked)


@pytest.mark.parametrize("bits", [32, 160])
def test_33_budgets_times_14_lengths_of_the_paper_cost_far_under_a_second(bits: int) -> None:
    expression, scale = read(RELIABILITY), read("1 + log(1+xi)")
    started = time.process_time()
    least = min(
        expression.enclose(bits, e=Fraction(budget, n), xi=10).low for budget in range(20, 181, 5) for n in range(1, 15)
    )
    assert time.process_time() - started < 0.5
    assert ("0.940253", "0.940254") == point(least).text()
    assert ("3.39789", "3.39790") == scale.enclose(bits, xi=10).text()
    assert ("0.934699", "0.934700") == read(RELIABILITY).enclose(bits, e=0, xi=10).text()


def test_an_irrational_expression_survives_pickling() -> None:
    expression = read(RELIABILITY)
    twin = pickle.loads(pickle.dumps(expression))
    assert twin == expression == read(RELIABILITY)
    assert twin.enclose(32, e=1, xi=10) == expression.enclose(32, e=1, xi=10)
