"""Comparison of bounds, effort, Corollary 14, Proposition 15, reallocation: proved, refuted nearby, and in numbers."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from elenctic_kernel import Pair, completeness_factors, fold, implemented_bound, lengths, region, survival_factors
from elenctic_kernel.enclosure import encloses_log, exp_bounds

from proofs import additive_claims, advantage_claims, effort_claims, reallocation_claims
from proofs.additive_claims import LOG_20, additive_and_exact, first_sum
from proofs.claim import Claim, Part, judge, refuted
from proofs.hypotheses import leaning, world
from proofs.ledger import ledger
from proofs.outcome import PROVED, Answer
from proofs.reallocation_claims import HALVED, LATE, SMALL_GAMMA, SOME_PASS, STEADY, Reallocated, bracket_of

CLAIMS: tuple[Claim, ...] = (
    *additive_claims.CLAIMS,
    *effort_claims.CLAIMS,
    *advantage_claims.CLAIMS,
    *reallocation_claims.CLAIMS,
)
PARTS = [pytest.param(part, id=f"{claim.id}: {part.name}") for claim in CLAIMS for part in claim.parts]
IDS = [
    "ADDITIVE-INNER.1",
    "BOUNDS-COMPARE.1",
    "EFFORT-MONOTONE.1",
    "CONDITIONAL-ADVANTAGE.1",
    "REALLOCATION-INTERVAL.1",
]


@pytest.mark.parametrize("part", PARTS)
def test_each_part_is_proved_and_its_neighbours_are_refuted(part: Part) -> None:
    assert part.neighbours
    assert judge(part).outcome == PROVED


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_each_claim_is_reached_and_attained_in_numbers(claim: Claim) -> None:
    assert claim.id in IDS
    assert {name: run() for name, run in (*claim.runs.items(), *claim.tight.items()) if run() is not True} == {}


def test_a_hypothesis_that_is_not_needed_leaves_a_part_open() -> None:
    part = leaning("needless", effort_claims._sums, lambda _, end: True, "S <= S'")
    found = judge(part).outcome
    assert (found.answer, "without S <= S'" in found.reason) == (Answer.OPEN, True)


def test_a_hypothesis_that_is_none_cannot_be_dropped() -> None:
    misspelt = world("misspelt", effort_claims._one_more, without="P < P'")
    with pytest.raises(KeyError):
        refuted(misspelt, effort_claims.orders_products)


def test_the_facts_about_e_are_named_where_they_are_used() -> None:
    named = {entry["id"]: set(entry["hypotheses"]) for entry in ledger() if entry["id"] in IDS}
    for claim in CLAIMS:
        dropped = " ".join(name for part in claim.parts for name in part.neighbours)
        facts = {f"EXP-{fact}.1" for fact in ("TANGENT", "SUM", "INVERSE", "MONOTONE") if f"EXP-{fact}.1" in dropped}
        assert facts <= named[claim.id]


# Corollary 14


@pytest.mark.claim("ADDITIVE-INNER.1")
def test_r_n_lies_below_the_exponential_of_the_sum_at_every_length_of_the_matrix_product() -> None:
    c: list[Pair] = [(995 - i, 1000) for i in range(10)]
    survival, total = Fraction(1), Fraction(0)
    for one in c:
        bound = Fraction(*implemented_bound(one, (1, 2)))
        survival, total = survival * bound, total + 1 - bound
        low, _ = exp_bounds(-total.numerator, total.denominator, 64)
        assert survival * 2**64 <= low


@pytest.mark.claim("ADDITIVE-INNER.1")
def test_a_sum_that_ties_with_its_bar_counts_and_a_bracket_that_does_not_hold_is_refused() -> None:
    """At q = 0 and c = 1 the sum is n, and log 20 lies in (2, 3)."""
    assert first_sum([(1, 1)] * 5, (1, 20), LOG_20) == 3
    with pytest.raises(ValueError, match="does not tell"):
        first_sum([(1, 1)] * 5, (1, 20), (LOG_20[1], LOG_20[1] + 1, 40))
    with pytest.raises(ValueError, match="does not tell"):
        first_sum([(1, 1)] * 5, (1, 20), (2 * 2**40, 4 * 2**40, 40))


@pytest.mark.claim("ADDITIVE-INNER.1")
def test_the_additive_region_lies_inside_the_exact_one_on_a_grid() -> None:
    inside = 0
    for c, q, gamma in product(range(1, 11), range(10), range(1, 10)):
        found = additive_and_exact([(c, 10)] * 8, (q, 10), (99, 100), ((1, 20), (gamma, 10)), LOG_20)
        additive, exact = ({n for low, high in some for n in range(low, high + 1)} for some in found)
        assert additive <= exact
        inside += bool(additive)
    assert inside


# Comparison and effort


@pytest.mark.claim("BOUNDS-COMPARE.1")
def test_every_pair_of_comparable_bounds_of_a_grid_is_ordered() -> None:
    targets = (1, 4), (1, 2)
    grid = [(c, q, a) for c in (5, 8, 10) for q in (1, 4, 6) for a in (7, 10)]
    found = {}
    for c, q, a in grid:
        survival = survival_factors([(c, 10)] * 6, [(q, 10)] * 6)
        found[c, q, a] = region(survival, completeness_factors([(a, 10)] * 6, [(c, 10)] * 6), *targets)
    compared = 0
    for worse, better in product(grid, grid):
        if worse[0] <= better[0] and worse[1] >= better[1] and worse[2] <= better[2]:
            first, second = found[worse], found[better]
            assert all(second.holds(n) for n in range(1, 7) if first.holds(n))
            assert not first.first_crossing or 1 <= second.first_crossing <= first.first_crossing
            assert first.last_complete <= second.last_complete
            compared += 1
    assert compared > len(grid)


@pytest.mark.claim("BOUNDS-COMPARE.1")
def test_one_bound_that_is_worse_can_lose_a_length() -> None:
    half: list[Pair] = [(1, 2)] * 4
    ones: list[Pair] = [(1, 1)] * 4
    assert lengths(region(survival_factors(ones, half), ones, (1, 4), (1, 2))) == [(2, 4)]
    slipped: list[Pair] = [(1, 1), (99, 100), (1, 1), (1, 1)]
    assert lengths(region(survival_factors(slipped, half), slipped, (1, 4), (1, 2))) == [(3, 4)]


@pytest.mark.claim("EFFORT-MONOTONE.1")
def test_a_greater_budget_of_which_one_round_gets_less_can_lose_a_length() -> None:
    """With f = min(1, e/20), two rounds of 20 each are certified and rounds of 10 and 40 are not."""
    targets = ((1, 100), (1, 2))
    even, uneven = ([(min(20, e), 20) for e in shares] for shares in ((20, 20), (10, 40)))
    certified = effort_claims.region_of(even, [(1, 10)] * 2, [(1, 1)] * 2, targets)
    assert certified == [(2, 2)]
    assert effort_claims.region_of(uneven, [(1, 10)] * 2, [(1, 1)] * 2, targets) == []


# Proposition 15


@pytest.mark.claim("CONDITIONAL-ADVANTAGE.1")
@pytest.mark.parametrize(("c", "q", "sound"), [((19, 20), (0, 1), True), ((949, 1000), (0, 1), False)])
def test_a_global_check_is_sound_up_to_a_tie(c: Pair, q: Pair, sound: bool) -> None:
    bound = implemented_bound(c, q)
    assert (Fraction(*bound) <= Fraction(1, 20)) is sound
    assert region([bound], [c], (1, 20), (1, 10)).certified is sound


@pytest.mark.claim("CONDITIONAL-ADVANTAGE.1")
def test_the_sufficient_test_is_sufficient_and_not_needed() -> None:
    """Five rounds from 0.995 down to 0.991 are certified although powers of 0.96 would not certify them."""
    c: list[Pair] = [(995 - i, 1000) for i in range(5)]
    found = region(survival_factors(c, [(1, 2)] * 5), completeness_factors([(99, 100)] * 5, c), (1, 20), (1, 10))
    assert found.holds(5)
    for low, suffices in ((Fraction(991, 1000), True), (Fraction(96, 100), False)):
        powers = (1 - low / 2) ** 5 <= Fraction(1, 20), (Fraction(99, 100) * low) ** 5 >= Fraction(9, 10)
        assert all(powers) is suffices


@pytest.mark.claim("CONDITIONAL-ADVANTAGE.1")
def test_a_split_never_gains_where_no_load_is_saved() -> None:
    """f(E) >= f(E/n)^n for f = min(1, e/10), with equality at its cap only."""
    for E, n in product(range(1, 60), range(2, 6)):
        f, f_all = (min(Fraction(1), Fraction(e, 10)) for e in (Fraction(E, n), E))
        powers: list[Pair] = [(f.numerator, f.denominator)] * n
        assert Fraction(*fold.product(powers, 0, n)) <= f_all
        assert (f**n == f_all) == (f == 1)


# Reallocation


@pytest.mark.claim("REALLOCATION-INTERVAL.1")
@pytest.mark.parametrize(
    ("design", "exact", "additive"),
    [
        (SMALL_GAMMA, [1, 3], None),
        (SOME_PASS, [1, 3], None),
        (HALVED, [1, 2, 3, 4, 5, 6], [3, 6]),
        (LATE, [8, 9, 10, 11, 12], [10, 12]),
        (STEADY, [1, 2, 3], [3]),
    ],
    ids=["small gamma", "some pass", "halved", "late", "steady"],
)
def test_the_lengths_without_an_interval(design: Reallocated, exact: list[int], additive: list[int] | None) -> None:
    assert design.exact() == exact
    assert additive is None or design.additive() == additive


@pytest.mark.claim("REALLOCATION-INTERVAL.1")
def test_the_numbers_of_the_counterexamples_are_exact() -> None:
    def survival(design: Reallocated, n: int) -> Fraction:
        return Fraction(*fold.product(survival_factors([design.shares[n - 1]] * n, [design.q] * n), 0, n))

    assert [survival(SMALL_GAMMA, n) for n in (1, 2, 3)] == [
        Fraction(1, 10**4), Fraction(121, 10**6), Fraction(1331, 10**9)
    ]  # fmt: skip
    assert Fraction(989, 1000) ** 3 == Fraction(967361669, 10**9)
    assert [survival(SOME_PASS, n) for n in (1, 2)] == [Fraction(1, 100), Fraction(11881, 10**6)]
    assert survival(SOME_PASS, 3) == Fraction(109, 1000) ** 3 == Fraction(1295029, 10**9)
    sums = [n * Fraction(*share) * Fraction(9, 10) for n, share in enumerate(HALVED.shares, 1)]
    assert sums == [Fraction(text) for text in ("0.9", "1.8", "2.7", "1.8", "2.25", "2.7")]
    assert prod([Fraction(1, 2)] * 6) == Fraction(1, 64) >= Fraction(1, 100)


@pytest.mark.claim("REALLOCATION-INTERVAL.1")
def test_the_gaps_of_sums_have_a_gamma_above_that_of_the_theorem_and_those_of_products_need_not() -> None:
    low, high = exp_bounds(-1, 1, 64)
    for design in (HALVED, LATE):
        assert (1 - Fraction(*design.gamma)) * 2**64 < low
    for design in (SMALL_GAMMA, SOME_PASS, STEADY):
        assert (1 - Fraction(*design.gamma)) * 2**64 > high
    for design in (HALVED, LATE, STEADY):
        assert encloses_log(*design.bracket, (design.delta[1], design.delta[0]))


@pytest.mark.claim("REALLOCATION-INTERVAL.1")
def test_no_small_family_has_a_gap_of_sums_where_the_theorem_excludes_it() -> None:
    """Every weakly falling f(E/n) on tenths, four lengths, gamma = 3/5; and a gap is found at gamma = 99/100."""
    gaps = {True: 0, False: 0}
    for shares in product(range(10, 0, -1), repeat=4):
        if list(shares) != sorted(shares, reverse=True):
            continue
        for gamma in ((3, 5), (99, 100)):
            design = Reallocated(tuple((f, 10) for f in shares), (0, 1), (2, 5), gamma, bracket_of(916, 917, 3))
            found = design.additive()
            gaps[gamma == (3, 5)] += bool(found) and found != list(range(found[0], found[-1] + 1))
    assert gaps[True] == 0 < gaps[False]
