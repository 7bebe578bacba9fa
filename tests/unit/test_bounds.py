"""Bounds: one reduced pair a round, whatever form they are written in."""

from fractions import Fraction

import pytest
from elenctic.bounds import RULES, Bound, Column, Schedule, first_without_chance, from_anchored, read_bound, read_kinds
from elenctic.documents import Entry, Numeral, Place
from elenctic.errors import DesignError
from elenctic_kernel import Kind, Pair

D, C = Kind.DIAGNOSTIC, Kind.CLARIFICATION
HERE = Place("d.toml", "bounds.x")
ALL_DIAGNOSTIC = Schedule(3, None)
MIXED = Schedule(3, (D, C, D))


def read(value: object, word: str = "execution", schedule: Schedule = ALL_DIAGNOSTIC) -> Bound:
    return read_bound(Entry(value, HERE), RULES[word], schedule)


def cells(*texts: str, word: str = "execution", schedule: Schedule = ALL_DIAGNOSTIC) -> Bound:
    return read_bound(Column(texts, HERE, "b.csv", [2, 5, 6]), RULES[word], schedule)


def refusal(value: object, word: str = "execution", schedule: Schedule = ALL_DIAGNOSTIC) -> DesignError:
    with pytest.raises(DesignError) as refused:
        read(value, word, schedule)
    return refused.value


@pytest.mark.parametrize(
    ("value", "pair", "written"),
    [
        ("2/4", (1, 2), "2/4"),
        (" 0.50 ", (1, 2), "0.50"),
        (Numeral("5e-1"), (1, 2), "5e-1"),
        (Fraction(1, 2), (1, 2), "1/2"),
        (1, (1, 1), "1"),
        ("1 - 0.5", (1, 2), "1 - 0.5"),
        ("min(1/2, 3)", (1, 2), "min(1/2, 3)"),
    ],
)
def test_scalar_is_one_shared_reduced_pair_in_every_round(value: object, pair: Pair, written: str) -> None:
    bound = read(value)
    assert ((pair,) * 3, written, True) == (bound.values, bound.written, bound.constant)
    assert bound.values[0] is bound.values[2]


def test_expression_is_evaluated_at_rounds_1_to_T() -> None:
    bound = read("0.995 - 0.001*(i-1)")
    assert (((199, 200), (497, 500), (993, 1000)), "0.995 - 0.001*(i-1)", False) == (
        bound.values,
        bound.written,
        bound.constant,
    )


def test_list_holds_round_m_at_index_m_minus_1() -> None:
    bound = read(["1/2", Numeral("0.25"), 1])
    assert (((1, 2), (1, 4), (1, 1)), "list of 3", False) == (bound.values, bound.written, bound.constant)


def test_list_with_one_value_is_constant_and_equal_to_the_scalar() -> None:
    assert read("1/2") == read(["0.5", "1/2", "2/4"])


def test_false_pass_bound_of_a_clarification_is_not_used_and_stored_as_1() -> None:
    stored = ((1, 2), (1, 1), (1, 2))
    assert stored == read("1/2", "false_pass", MIXED).values
    assert stored == read(["1/2", "0.3", "1/2"], "false_pass", MIXED).values
    assert stored == read("0.5 + 0*i", "false_pass", MIXED).values
    assert stored == cells("1/2", "", "1/2", word="false_pass", schedule=MIXED).values


def test_execution_and_response_of_a_clarification_are_kept() -> None:
    assert ((1, 2), (3, 10), (1, 2)) == read(["1/2", "0.3", "1/2"], "execution", MIXED).values


def test_empty_cells_of_a_clarification_count_as_1() -> None:
    assert ((1, 2), (1, 1), (1, 2)) == cells("0.5", "", "0.5", word="response", schedule=MIXED).values


def test_empty_cell_of_a_diagnostic_round_is_refused_with_its_line() -> None:
    with pytest.raises(DesignError) as refused:
        cells("0.5", "0.5", "", schedule=MIXED)
    assert (6, "an empty cell in round 3") == (refused.value.line, refused.value.got)


def test_empty_entry_of_a_list_is_refused_on_clarifications_too() -> None:
    assert "bounds.x[2]" == refusal(["1/2", "", "1/2"], "execution", MIXED).field


@pytest.mark.parametrize(
    ("word", "value", "inside"),
    [
        ("false_pass", "0", True),
        ("false_pass", "0.999", True),
        ("false_pass", "1", False),
        ("false_pass", "-1e-9", False),
        ("execution", "1e-9", True),
        ("execution", "1", True),
        ("execution", "0", False),
        ("execution", "1.000000001", False),
        ("response", "0", False),
        ("mass", "0", False),
        ("detection", "1", True),
        ("detection", "1.1", False),
    ],
)
@pytest.mark.parametrize("form", [lambda text: text, lambda text: [text] * 3, lambda text: f"{text} + 0*i"])
def test_range_of_a_bound_holds_in_every_form(word: str, value: str, inside: bool, form: object) -> None:
    assert callable(form)
    if inside:
        assert 3 == len(read(form(value), word).values)
    else:
        assert RULES[word].expected == refusal(form(value), word).expected


def test_false_pass_bound_of_1_may_stand_in_a_list_where_the_round_is_a_clarification() -> None:
    assert ((1, 2), (1, 1), (1, 2)) == read(["1/2", "1", "1/2"], "false_pass", MIXED).values
    assert "1.5" in refusal(["1/2", "1.5", "1/2"], "false_pass", MIXED).got


def test_value_of_an_expression_out_of_range_is_named_with_its_round() -> None:
    assert "-0.05 in round 3" == refusal("1 - 0.525*(i-1)").got


def test_expression_stops_at_the_first_round_out_of_range() -> None:
    error = refusal("1 - 0.25*(i-1)", schedule=Schedule(10_000_000, None))
    assert "0 in round 5, which is no evidence" == error.got


def test_values_longer_than_what_can_be_read_back_are_refused() -> None:
    assert "digits" in refusal("(1 - 1/(i+10^50))^200").expected


@pytest.mark.parametrize("text", ["1/2/3", "half", "1_0/2_0", "0,5", "1 / 2", "50%", "nan", "1e-10000000"])
def test_misspelt_number_is_not_read_as_an_expression(text: str) -> None:
    assert "column" not in refusal(text).got


def test_nested_list_is_refused_in_its_round() -> None:
    assert ("bounds.x[2]", "a list of 1 in round 2") == (
        refusal(["1", ["1"], "1"]).field,
        refusal(["1", ["1"], "1"]).got,
    )


@pytest.mark.parametrize(("count", "got"), [(0, "0"), (2, "2"), (4, "4")])
def test_list_of_another_length_than_T_is_refused_with_both_counts(count: int, got: str) -> None:
    error = refusal(["1"] * count)
    assert ("3 entries, one for each round of the horizon", got) == (error.expected, error.got)


def test_float_in_a_list_is_refused() -> None:
    assert ("bounds.x[1]", True) == (refusal([0.5, 1, 1]).field, "0.5" in refusal([0.5, 1, 1]).got)


# Kinds


def test_kinds_are_none_for_diagnostic_and_a_tuple_for_a_list() -> None:
    assert read_kinds(Entry("diagnostic", HERE), 3) is None
    assert (D, C, D) == read_kinds(Entry(["diagnostic", "clarification", D], HERE), 3)


@pytest.mark.parametrize("value", ["clarification", ["clarification"] * 3])
def test_clarifications_only_are_refused(value: object) -> None:
    with pytest.raises(DesignError, match="at least one diagnostic round"):
        read_kinds(Entry(value, HERE), 3)


@pytest.mark.parametrize("value", ["Diagnostic", "check", 1, True, None, ["diagnostic"] * 2, [D, D, "x"]])
def test_unknown_kind_or_count_of_kinds_is_refused(value: object) -> None:
    with pytest.raises(DesignError):
        read_kinds(Entry(value, HERE), 3)


# The implemented bound


def test_anchored_bound_is_1_minus_mass_times_detection_exactly() -> None:
    mass, detection = read("0.2", "mass"), read(["1/100", "1/10", "1"], "detection")
    bound = from_anchored(mass, detection, ALL_DIAGNOSTIC)
    assert (((499, 500), (49, 50), (4, 5)), False) == (bound.values, bound.constant)


def test_constant_anchored_bound_is_shared_and_1_on_clarifications() -> None:
    mass, detection = read("0.2", "mass"), read("1/100", "detection")
    assert Bound(((499, 500),) * 3, "", True) == from_anchored(mass, detection, ALL_DIAGNOSTIC)
    assert ((499, 500), (1, 1), (499, 500)) == from_anchored(mass, detection, MIXED).values


@pytest.mark.parametrize(
    ("q", "c", "schedule", "m"),
    [
        (["0", "0", "0"], ["0.9", "0.9", "1"], ALL_DIAGNOSTIC, 3),
        ("0", "1", ALL_DIAGNOSTIC, 1),
        ("0", "0.9", ALL_DIAGNOSTIC, 0),
        ("0.1", "1", ALL_DIAGNOSTIC, 0),
        (["0", "0", "1/2"], ["0.9", "1", "1"], MIXED, 0),
        (["1/2", "0", "0"], "1", MIXED, 3),
        ("0", "1", Schedule(3, (C, D, D)), 2),
    ],
)
def test_first_round_with_q_bar_of_0_is_found(q: object, c: object, schedule: Schedule, m: int) -> None:
    assert m == first_without_chance(read(q, "false_pass", schedule), read(c, "execution", schedule), schedule)
