"""The region is the set that Definition 12 names, and an interval of diagnostic lengths."""

from fractions import Fraction

import pytest
from elenctic_kernel import (
    InputError,
    Kind,
    Pair,
    Region,
    completeness_factors,
    implemented_bound,
    lengths,
    product,
    region,
    settled,
    survival_factors,
)

D, C = Kind.DIAGNOSTIC, Kind.CLARIFICATION
CENT = (99, 100)


@pytest.mark.claim("DETERMINISTIC-REGION.1")
def test_example_e1_has_one_certified_length() -> None:
    survival, complete = survival_factors([CENT] * 10, [(1, 2)] * 10), completeness_factors([CENT] * 10, [CENT] * 10)
    found = region(survival, complete, (1, 20), (1, 10))
    assert Region(first_crossing=5, last_complete=5) == found
    assert [(5, 5)] == lengths(found)
    assert Fraction("0.505") ** 4 == Fraction(*product(survival, 0, 4))
    assert Fraction("0.505") ** 5 == Fraction(*product(survival, 0, 5))
    assert Fraction("0.9801") ** 5 == Fraction(*product(complete, 0, 5))
    assert Fraction("0.9801") ** 6 == Fraction(*product(complete, 0, 6))


@pytest.mark.claim("DETERMINISTIC-REGION.1")
def test_example_e2_crosses_at_1663_and_never_by_20() -> None:
    factors = survival_factors([(9, 10)] * 1663, [(998, 1000)] * 1663)
    ones: list[Pair] = [(1, 1)] * 1663
    assert 1663 == region(factors, ones, (1, 20), (1, 5)).first_crossing
    assert Region(0, 20) == region(factors[:20], ones[:20], (1, 20), (1, 5))
    assert [] == lengths(Region(0, 20))


@pytest.mark.claim("REGION-INTERVAL.1")
def test_the_sequence_of_figure_2_has_lengths_2_to_11() -> None:
    execution = [(985 - i, 1000) for i in range(14)]
    survival = survival_factors(execution, [(1, 5)] * 14)
    complete = completeness_factors([(1, 1)] * 14, execution)
    assert [(2, 11)] == lengths(region(survival, complete, (1, 10), (1, 5)))


def test_both_ties_are_inside() -> None:
    assert Region(1, 1) == region([(1, 20)], [(19, 20)], (1, 20), (1, 20))
    assert Region(0, 0) == region([(1, 20)], [(19, 20)], (10**40 - 1, 20 * 10**40), (10**40 - 1, 20 * 10**40))


def test_certified_means_that_the_crossing_is_complete() -> None:
    assert Region(5, 5).certified
    assert Region(5, 9).certified
    assert not Region(5, 4).certified
    assert not Region(0, 9).certified
    assert not Region(0, 0).certified


def test_a_length_holds_from_the_crossing_to_the_last_complete_one() -> None:
    assert [2, 3, 4] == [n for n in range(-1, 7) if Region(2, 4).holds(n)]
    assert [5] == [n for n in range(7) if Region(5, 5).holds(n)]
    for empty in (Region(5, 4), Region(0, 9), Region(0, 0)):
        assert not any(empty.holds(n) for n in range(-1, 11))


@pytest.mark.claim("ENCLOSED-REGION.1")
def test_what_holds_at_the_worst_end_is_settled_and_what_fails_at_the_best_is() -> None:
    worst, best = Region(3, 4), Region(2, 6)
    assert [False, False, None, True, True, None, None, False] == [settled(worst, best, n) for n in range(8)]
    assert [False] * 8 == [settled(Region(0, 0), Region(0, 9), n) for n in range(8)]
    assert [None] * 7 == [settled(Region(0, 0), Region(1, 7), n) for n in range(1, 8)]
    for same in (worst, best, Region(0, 3)):
        assert [same.holds(n) for n in range(8)] == [settled(same, same, n) for n in range(8)]


@pytest.mark.claim("ENCLOSED-REGION.1")
def test_ends_that_meet_a_target_exactly_settle_it() -> None:
    """R_2 = 1/4 = delta at the worst end, C_2 = 3/4 = 1 - gamma at the best: both ties are inside."""
    worst = region([(1, 2)] * 2, [(1, 1)] * 2, (1, 4), (1, 4))
    beyond = region([(1, 2)] * 2, [(1, 1), (3, 4)], (10**40 - 1, 4 * 10**40), (1, 4))
    assert settled(worst, worst, 2) is True
    assert settled(beyond, worst, 2) is None
    assert settled(beyond, beyond, 2) is False


@pytest.mark.claim("ENCLOSED-REGION.1")
def test_every_point_between_the_ends_agrees_with_what_they_settle() -> None:
    thousandths = [(n, 1000) for n in range(880, 1001, 10)]
    targets: tuple[Pair, Pair] = ((1, 20), (2, 5))

    def at(c: Pair, q: Pair, a: Pair) -> Region:
        return region(survival_factors([c] * 9, [q] * 9), completeness_factors([a] * 9, [c] * 9), *targets)

    said = set()
    for low, high in ((low, high) for low in thousandths for high in thousandths if low <= high):
        worst, best = at(low, (1, 2), low), at(high, (2, 5), high)
        for n in range(11):
            answer = settled(worst, best, n)
            said.add(answer)
            middle = ((low[0] + high[0]), 2000)
            points = (at(c, q, a).holds(n) for c in (low, middle, high) for q in ((1, 2), (9, 20)) for a in (low, high))
            assert answer in (None, True, False)
            assert answer is None or all(point is answer for point in points)
    assert {None, True, False} == said


@pytest.mark.parametrize("kinds", [[C] * 2, [C] * 4], ids=["too few", "too many"])
def test_kinds_are_one_for_each_round(kinds: list[Kind]) -> None:
    with pytest.raises(InputError, match="3 kinds"):
        survival_factors([CENT] * 3, [(1, 2)] * 3, kinds)


def test_clarification_rounds_count_as_one_where_they_are_declared() -> None:
    assert [(1, 2), (1, 1), (1, 2)] == survival_factors([(1, 1)] * 3, [(1, 2)] * 3, [D, C, D])
    assert [(1, 4), (1, 1), (1, 4)] == completeness_factors([(1, 2)] * 3, [(1, 2)] * 3, [D, C, D])
    assert [(1, 4)] * 3 == completeness_factors([(1, 2)] * 3, [(1, 2)] * 3)


def test_a_length_that_ends_in_a_clarification_is_left_out() -> None:
    assert [(2, 3), (5, 5), (7, 7)] == lengths(Region(2, 8), [D, D, D, C, D, C, D, C, D])
    assert [(2, 8)] == lengths(Region(2, 8), [D] * 9)
    assert [] == lengths(Region(4, 4), [D, D, D, C])


@pytest.mark.parametrize("bad", [(2, 1), (-1, 2), (1, 0), (-1, -1)])
@pytest.mark.parametrize("place", [0, 2])
def test_bounds_out_of_range_are_refused_wherever_they_stand(bad: Pair, place: int) -> None:
    good: list[Pair] = [(1, 2)] * 3
    rounds = [*good[:place], bad, *good[place + 1 :]]
    for factors in (survival_factors, completeness_factors):
        for bounds in ((rounds, good), (good, rounds)):
            with pytest.raises(InputError):
                factors(*bounds)


def test_shapes_that_differ_are_refused() -> None:
    with pytest.raises(InputError, match="shapes"):
        survival_factors([CENT] * 3, [(1, 2)] * 2)
    with pytest.raises(InputError, match="shapes"):
        completeness_factors([CENT] * 2, [CENT] * 3)


@pytest.mark.parametrize("gamma", [(2, 1), (-1, 10), "0.1"])
def test_a_gamma_out_of_range_is_refused(gamma: Pair) -> None:
    with pytest.raises(InputError, match="gamma"):
        region([(1, 2)], [(1, 1)], (1, 20), gamma)


@pytest.mark.claim("IMPLEMENTED-BOUND.1")
def test_the_inlined_bound_is_the_implemented_bound() -> None:
    grid = [(n, 6) for n in range(7)]
    for c in grid:
        for q in grid:
            assert [implemented_bound(c, q)] == survival_factors([c], [q])
            assert 1 - Fraction(*c) * (1 - Fraction(*q)) == Fraction(*implemented_bound(c, q))


def test_kinds_are_kinds_and_not_their_names() -> None:
    with pytest.raises(InputError, match="kinds"):
        completeness_factors([(1, 2)] * 2, [(1, 1)] * 2, ["diagnostic"] * 2)  # type: ignore[list-item]


def test_survival_and_completeness_speak_of_the_same_rounds() -> None:
    with pytest.raises(InputError, match="completeness"):
        region([(1, 2)] * 2, [(1, 1)] * 9, (1, 4), (1, 10))
