"""The terms of a review: what is fixed before it, and what is refused there."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from elenctic_kernel import ONE, InputError, KernelError, StoppingRule, make_terms
from elenctic_kernel.terms import check_bound, check_type


class Int(int):
    """An int that is not quite one."""


class Tuple(tuple[int, int]):
    """A tuple that is not quite one."""


NOT_PAIRS: list[Any] = [
    None,
    1,
    0.5,
    "1/2",
    Fraction(1, 2),
    Decimal("0.5"),
    [1, 2],
    (),
    (1,),
    (1, 2, 3),
    (True, 2),
    (1, True),
    (1.0, 2),
    (1, 2.0),
    ("1", "2"),
    (Fraction(1), 2),
    (Int(1), 2),
    (1, Int(2)),
    Tuple((1, 2)),
]


@pytest.mark.claim("OPEN-REVIEW.1")
def test_terms_hold_what_was_given() -> None:
    terms = make_terms((1, 20), 2, [(9, 10), (1, 1)], StoppingRule.FIRST_CROSSING)
    assert ((1, 20), 2, ((9, 10), (1, 1))) == (terms.delta, terms.horizon, terms.execution)
    assert StoppingRule.FIRST_CROSSING is terms.rule


@pytest.mark.claim("BOUNDS-FIXED.1")
def test_execution_bounds_are_copied_so_that_a_later_change_of_the_list_is_not_seen() -> None:
    given = [(9, 10), (1, 1)]
    terms = make_terms((1, 20), 2, given, StoppingRule.AT_HORIZON)
    given[0] = (1, 1)
    assert (9, 10) == terms.execution[0]


@pytest.mark.claim("BOUNDS-FIXED.1")
def test_terms_are_frozen() -> None:
    terms = make_terms((1, 20), 1, [(1, 1)], StoppingRule.AT_HORIZON)
    with pytest.raises(AttributeError):
        terms.delta = (1, 2)  # type: ignore[misc]


def test_a_pair_need_not_be_in_lowest_terms() -> None:
    assert (50, 1000) == make_terms((50, 1000), 1, [(2, 2)], StoppingRule.AT_HORIZON).delta


@pytest.mark.parametrize("delta", [(0, 1), (1, 1), (2, 1), (-1, 20), (20, 1), (20, 20)])
def test_delta_outside_0_to_1_is_refused(delta: tuple[int, int]) -> None:
    with pytest.raises(InputError, match=r"^delta: expected a number (above 0 and below 1|from 0 to 1)"):
        make_terms(delta, 1, [(1, 1)], StoppingRule.FIRST_CROSSING)


@pytest.mark.parametrize("delta", [(1, 10**40), (10**40 - 1, 10**40)])
def test_delta_next_to_0_and_next_to_1_is_legal(delta: tuple[int, int]) -> None:
    assert delta == make_terms(delta, 1, [(1, 1)], StoppingRule.FIRST_CROSSING).delta


@pytest.mark.parametrize("delta", NOT_PAIRS)
def test_delta_that_is_no_pair_of_ints_is_refused(delta: Any) -> None:
    with pytest.raises(InputError, match=r"^delta: "):
        make_terms(delta, 1, [(1, 1)], StoppingRule.FIRST_CROSSING)


@pytest.mark.parametrize("delta", [(1, 0), (1, -20), (-1, -20), (0, 0)])
def test_denominator_that_is_not_positive_is_refused(delta: tuple[int, int]) -> None:
    with pytest.raises(InputError, match=r"^delta: expected a number from 0 to 1 with a positive denominator"):
        make_terms(delta, 1, [(1, 1)], StoppingRule.FIRST_CROSSING)


@pytest.mark.parametrize("horizon", [0, -1, True, 1.0, "1", None, Int(1), Fraction(1)])
def test_horizon_that_is_no_count_of_at_least_1_is_refused(horizon: Any) -> None:
    with pytest.raises(InputError, match=r"^horizon: "):
        make_terms((1, 20), horizon, [(1, 1)], StoppingRule.FIRST_CROSSING)


@pytest.mark.parametrize("rule", ["first-crossing", None, True, StoppingRule])
def test_rule_that_is_no_stopping_rule_is_refused(rule: Any) -> None:
    with pytest.raises(InputError, match=r"^rule: expected a value of type StoppingRule"):
        make_terms((1, 20), 1, [(1, 1)], rule)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_execution_needs_one_bound_for_each_round(count: int) -> None:
    with pytest.raises(InputError, match=r"^execution: expected 2 bounds"):
        make_terms((1, 20), 2, [(1, 1)] * count, StoppingRule.FIRST_CROSSING)


@pytest.mark.parametrize("bound", [(-1, 2), (3, 2), (1, 0), (1, -1), *NOT_PAIRS])
def test_execution_bound_that_is_no_rational_from_0_to_1_is_refused(bound: Any) -> None:
    with pytest.raises(InputError, match=r"^execution: "):
        make_terms((1, 20), 2, [(1, 1), bound], StoppingRule.FIRST_CROSSING)


@pytest.mark.parametrize("bound", [(0, 1), (1, 2), (1, 1), (7, 7), (0, 9)])
def test_bounds_from_0_to_1_are_accepted_with_both_ends(bound: tuple[int, int]) -> None:
    check_bound("q", bound)
    assert bound == make_terms((1, 20), 1, [bound], StoppingRule.FIRST_CROSSING).execution[0]


@pytest.mark.parametrize(
    ("value", "wanted"), [(True, int), (1, bool), (Int(1), int), ("a", int), (1.0, int), (None, int)]
)
def test_a_type_that_is_near_the_wanted_one_is_refused(value: object, wanted: type) -> None:
    expected = rf"^x: expected a value of type {wanted.__name__}, got {type(value).__name__}$"
    with pytest.raises(InputError, match=expected):
        check_type("x", value, wanted)
    check_type("x", wanted(), wanted)


def test_one_is_the_pair_of_ones() -> None:
    assert (1, 1) == ONE


def test_refusal_says_field_expected_and_got_as_typed_attributes() -> None:
    with pytest.raises(KernelError) as caught:
        make_terms((1, 20), 0, [], StoppingRule.FIRST_CROSSING)
    error = caught.value
    assert isinstance(error, InputError)
    expected = ("horizon", "a whole number of rounds, at least 1", "a smaller one")
    assert expected == (error.field, error.expected, error.got)
