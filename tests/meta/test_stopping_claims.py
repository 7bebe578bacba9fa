"""Early stopping, completeness and fixed lengths: the claims hold, their neighbours do not, and the numbers agree."""

from fractions import Fraction
from itertools import product

import elenctic_kernel as kernel
import pytest
from elenctic_kernel import Kind, Outcome, Pair, StoppingRule, Verdict, completeness_factors, region, survival_factors

from proofs import completeness_claims, stopping_claims
from proofs.claim import Goal, Part, judge, refuted
from proofs.completeness_claims import accepted_with, honest
from proofs.explorer import World
from proofs.outcome import Answer

F = Fraction
FIRST, AT_END = StoppingRule.FIRST_CROSSING, StoppingRule.AT_HORIZON
CLAIMS = {claim.id: claim for claim in (*completeness_claims.CLAIMS, *stopping_claims.CLAIMS)}
PARTS: dict[str, Part] = {part.name: part for claim in CLAIMS.values() for part in claim.parts}


def _held(part: Part, neighbour: Goal | tuple[World, Goal]) -> tuple[World, Goal]:
    return (part.world, neighbour) if callable(neighbour) else neighbour


NEIGHBOURS: list[tuple[str, World, Goal]] = [
    (f"{part.name}: {called}", *_held(part, neighbour))
    for part in PARTS.values()
    for called, neighbour in part.neighbours.items()
]


@pytest.mark.claim("COMPLETENESS-PRODUCT.2")
@pytest.mark.claim("EARLY-STOPPING.1")
@pytest.mark.claim("FIXED-LENGTH.1")
def test_the_claims_are_these_three_and_each_names_numbers_that_attain_it() -> None:
    assert set(CLAIMS) == {"COMPLETENESS-PRODUCT.2", "EARLY-STOPPING.1", "FIXED-LENGTH.1"}
    for claim in CLAIMS.values():
        assert claim.tight
        for name, run in (*claim.runs.items(), *claim.tight.items()):
            assert run() is True, name


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_each_part_is_proved(part: Part) -> None:
    judged = judge(part, neighbours=False)
    assert judged.outcome.answer is Answer.PROVED, judged.outcome.reason


@pytest.mark.parametrize(("name", "world", "goal"), NEIGHBOURS, ids=[name for name, _, _ in NEIGHBOURS])
def test_each_neighbour_is_refuted(name: str, world: World, goal: Goal) -> None:
    assert refuted(world, goal), name


# The same in numbers: every design of a grid, played by the kernel's own steps

GRID: list[Pair] = [(1, 4), (1, 2), (1, 1)]
DELTAS: list[Pair] = [(5, 16), (1, 4), (1, 5), (1, 8), (1, 16)]


def totals(factors: list[Pair]) -> list[Fraction]:
    """Return 1 and the products of the first n factors."""
    found = [F(1)]
    for factor in factors:
        found.append(found[-1] * F(*factor))
    return found


@pytest.mark.claim("EARLY-STOPPING.1")
@pytest.mark.claim("COMPLETENESS-PRODUCT.2")
def test_early_stopping_accepts_with_exactly_R_K_and_C_K_when_every_round_meets_its_bound() -> None:
    seen: set[tuple[int, bool]] = set()
    bounds: list[Pair] = [(1, 1), (3, 4), (1, 1)]
    for delta, q in product(DELTAS, product(GRID, repeat=3)):
        under = kernel.make_terms(delta, 3, bounds, FIRST)
        survival, complete = survival_factors(bounds, q), completeness_factors([(9, 10)] * 3, bounds)
        K = region(survival, complete, delta, (1, 2)).first_crossing
        R, C = totals(survival), totals(complete)
        assert accepted_with(under, q, [F(*f) for f in survival]) == (R[K] if K else 0)
        assert accepted_with(under, q, [F(*f) for f in complete]) == (C[K] if K else 0)
        assert not K or (R[K] <= F(*delta) < R[K - 1])
        seen |= {(K, K > 0 and R[K] == F(*delta))}
    assert {(0, False), (1, True), (2, False), (2, True), (3, False), (3, True)} <= seen


@pytest.mark.claim("FIXED-LENGTH.1")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_a_fixed_length_accepts_with_exactly_R_n_and_C_n_where_R_n_is_at_most_delta_and_never_else(n: int) -> None:
    seen: set[bool] = set()
    for delta, q in product(DELTAS, product(GRID, repeat=n)):
        bounds: list[Pair] = [(1, 1), (3, 4), (1, 1)][:n]
        under = kernel.make_terms(delta, n, bounds, AT_END)
        survival, complete = survival_factors(bounds, q), completeness_factors([(9, 10)] * n, bounds)
        R, C, within = totals(survival)[n], totals(complete)[n], totals(survival)[n] <= F(*delta)
        assert accepted_with(under, q, [F(*f) for f in survival]) == (R if within else 0)
        assert accepted_with(under, q, [F(*f) for f in complete]) == (C if within else 0)
        found = region(survival, complete, delta, (1, 2))
        assert found.holds(n) == (within and C >= F(1, 2))
        seen |= {within, R == F(*delta)}
    assert seen == {True, False}


@pytest.mark.claim("FIXED-LENGTH.1")
def test_a_length_that_ends_in_a_clarification_is_never_accepted() -> None:
    """A limit that is real: the last round has to be diagnostic, whatever R is."""
    under = kernel.make_terms((1, 4), 3, [(1, 1)] * 3, AT_END)
    state = kernel.open(under, True)
    for kind, q in ((Kind.DIAGNOSTIC, (1, 2)), (Kind.DIAGNOSTIC, (1, 2)), (Kind.CLARIFICATION, (1, 1))):
        state = kernel.conclude(under, kernel.plan(under, state, kind, q), Outcome.PASS)
    assert F(*state.survival) <= F(1, 4)
    assert state.verdict is Verdict.REJECT


@pytest.mark.claim("EARLY-STOPPING.1")
def test_a_horizon_before_the_first_crossing_accepts_nothing() -> None:
    """A limit that is real: with K undefined the covered true statement is rejected too."""
    under = kernel.make_terms((1, 8), 2, [(1, 1)] * 2, FIRST)
    assert accepted_with(under, [(1, 2)] * 2, [F(1)] * 2) == 0
    assert not region([(1, 2)] * 2, [(1, 1)] * 2, (1, 8), (1, 2)).certified


@pytest.mark.claim("EARLY-STOPPING.1")
def test_a_q_that_hangs_on_the_past_may_be_accepted_with_more_than_R_K_of_another_plan() -> None:
    """A limit that is real: R_K is the bound of one sequence of bounds, and of no other."""
    delta: Pair = (1, 4)
    steep, flat = [(1, 2), (1, 8)], [(1, 2), (1, 2)]
    K, R = 2, [totals(survival_factors([(1, 1)] * 2, q))[2] for q in (steep, flat)]
    under = kernel.make_terms(delta, 2, [(1, 1)] * 2, FIRST)
    assert (K, R) == (2, [F(1, 16), F(1, 4)])
    assert accepted_with(under, flat, [F(1, 2), F(1, 2)]) == R[1] > R[0]


@pytest.mark.claim("COMPLETENESS-PRODUCT.2")
def test_a_response_law_passes_with_at_least_a_times_c_and_meets_it_at_the_tie() -> None:
    halves = [F(1, 2), F(3, 4), F(1)]
    seen: set[bool] = set()
    for w, (e1, e2), (A1, A2) in product([F(0), F(1, 3), F(1)], product(halves, halves), product((0, 1), repeat=2)):
        law = [(w, A1, e1), (1 - w, A2, e2)]
        a, c = w * A1 + (1 - w) * A2, min(e1, e2)
        charge = F(*completeness_factors([a.as_integer_ratio()], [c.as_integer_ratio()])[0])
        unused = w * A1 * (e1 - c) + (1 - w) * A2 * (e2 - c)
        assert honest(law) - charge == unused >= 0
        seen.add(unused == 0)
    assert seen == {True, False}


@pytest.mark.claim("COMPLETENESS-PRODUCT.2")
def test_a_failed_check_that_does_not_reject_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest_step = kernel.conclude
    monkeypatch.setattr(kernel, "conclude", lambda terms, planned, _: honest_step(terms, planned, Outcome.PASS))
    with pytest.raises(ArithmeticError, match="does not reject"):
        accepted_with(kernel.make_terms((1, 2), 2, [(1, 1)] * 2, FIRST), [(1, 2)] * 2, [F(1)] * 2)
