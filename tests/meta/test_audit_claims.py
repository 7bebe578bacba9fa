"""The reasons for q: proved, with neighbours that fail, and exact small instances that attain or break a bound."""

from fractions import Fraction
from itertools import permutations, product

import elenctic_kernel as kernel
import pytest
from elenctic_kernel import InputError, Kind, Outcome, Pair, StoppingRule, Verdict
from elenctic_kernel import implemented_bound as bound_of

from proofs import anchored_claims, audit_claims, freivalds_claims, pool_claims
from proofs.claim import Claim, Part, judge, refuted
from proofs.freivalds_worlds import freivalds_field, freivalds_half, passing, shares
from proofs.outcome import Answer

F = Fraction
CLAIMS = (*audit_claims.CLAIMS, *pool_claims.CLAIMS, *freivalds_claims.CLAIMS, *anchored_claims.CLAIMS)
PARTS = [pytest.param(part, id=f"{claim.id} {part.name}") for claim in CLAIMS for part in claim.parts]


def bound(c: Fraction, q: Fraction) -> Fraction:
    """Return q̄ by the kernel."""
    return F(*bound_of(c.as_integer_ratio(), q.as_integer_ratio()))


@pytest.mark.claim("UNIFORM-AUDIT.1")
@pytest.mark.claim("POOL-AUDIT.1")
@pytest.mark.claim("POOL-EXECUTION.1")
@pytest.mark.claim("FREIVALDS-HALF.1")
@pytest.mark.claim("FREIVALDS-FIELD.1")
@pytest.mark.claim("ANCHORED-MIXTURE.1")
@pytest.mark.claim("SAME-GAIN.1")
@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_proved_and_each_of_its_neighbours_is_refuted(part: Part) -> None:
    assert judge(part, neighbours=False).outcome.answer is Answer.PROVED
    assert part.neighbours
    for name, neighbour in part.neighbours.items():
        assert refuted(*(neighbour if isinstance(neighbour, tuple) else (part.world, neighbour))), name


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_reason_is_reached_by_runs_and_attained(claim: Claim) -> None:
    assert claim.runs
    assert claim.tight
    assert all(run() is True for run in (*claim.runs.values(), *claim.tight.values()))


# Uniform audits


@pytest.mark.claim("UNIFORM-AUDIT.1")
@pytest.mark.parametrize("c", [F(0), F(1, 2), F(99, 100), F(1)])
def test_a_uniform_draw_meets_the_bound_exactly_when_one_item_is_violated(c: Fraction) -> None:
    for J in range(1, 8):
        for violated in range(1, J + 1):
            chance = sum((1 - c if item < violated else F(1) for item in range(J)), F(0)) / J
            assert chance <= bound(c, 1 - F(1, J))
            assert (chance == bound(c, 1 - F(1, J))) == (violated == 1 or c == 0)


@pytest.mark.claim("UNIFORM-AUDIT.1")
def test_a_draw_that_favours_what_holds_breaks_the_bound_and_so_does_an_incomplete_list() -> None:
    weights = [F(1, 10), F(9, 10)]
    assert 1 - weights[0] > bound(F(1), F(1, 2))
    assert bound(F(1), F(1, 2)) < 1, "a false statement none of whose listed constraints is violated passes surely"


# Pools


def all_pass(J: int, violated: int, n: int, c: Fraction) -> Fraction:
    """Return how often n draws all pass, over every order; the first items are violated, each noticed with c."""
    orders = list(permutations(range(J)))
    return sum(((1 - c) ** sum(item < violated for item in order[:n]) for order in orders), F(0)) / len(orders)


@pytest.mark.claim("POOL-AUDIT.1")
def test_after_every_past_of_passed_draws_the_next_passes_with_at_most_the_bound_of_what_is_left() -> None:
    for J, violated in product(range(2, 6), range(1, 3)):
        for past in (past for m in range(J) for past in permutations(range(violated, J), m)):
            orders = [order for order in permutations(range(J)) if order[: len(past)] == past]
            chance = F(sum(order[len(past)] >= violated for order in orders), len(orders))
            left = J - len(past)
            assert chance <= 1 - F(1, left)
            assert (chance == 1 - F(1, left)) == (violated == 1)


def planned_pool(J: int, delta: Pair, c: Pair = (1, 1)) -> kernel.State:
    """Pass draws from a pool through the kernel until it decides: q = 1 - 1/(J - c·m), or delta where q̄ would be 0."""
    terms = kernel.make_terms(delta, J, [c] * J, StoppingRule.FIRST_CROSSING)
    state, exact = kernel.open(terms, True), F(*c)
    while state.verdict is Verdict.CHALLENGE:
        q = 1 - 1 / (J - exact * state.round)
        offered = q.as_integer_ratio() if (q > 0 or exact < 1) else delta
        state = kernel.conclude(terms, kernel.plan(terms, state, Kind.DIAGNOSTIC, offered), Outcome.PASS)
    return state


@pytest.mark.claim("POOL-AUDIT.1")
def test_a_pool_is_accepted_at_a_tie_and_its_last_item_by_a_weaker_bound() -> None:
    tie = planned_pool(4, (1, 4))
    assert (tie.verdict, tie.round, tie.survival) == (Verdict.ACCEPT, 3, (6, 24))
    assert all_pass(4, 1, 3, F(1)) == F(1, 4)
    last = planned_pool(4, (1, 5))
    assert (last.verdict, last.round, F(*last.survival)) == (Verdict.ACCEPT, 4, F(1, 20))
    assert all_pass(4, 1, 4, F(1)) == 0


@pytest.mark.claim("POOL-AUDIT.1")
def test_the_kernel_refuses_the_bound_of_the_last_item_and_takes_any_above() -> None:
    terms = kernel.make_terms((1, 20), 2, [(1, 1)] * 2, StoppingRule.FIRST_CROSSING)
    state = kernel.open(terms, True)
    with pytest.raises(InputError):
        kernel.plan(terms, state, Kind.DIAGNOSTIC, (0, 1))
    for q in ((1, 20), (1, 10**30), (1, 1)):
        assert kernel.plan(terms, state, Kind.DIAGNOSTIC, q).bound == q


@pytest.mark.claim("POOL-EXECUTION.1")
@pytest.mark.parametrize("c", [F(1, 2), F(9, 10), F(1)])
def test_no_run_of_passed_draws_is_likelier_than_r_and_one_violated_item_attains_it(c: Fraction) -> None:
    for J, violated in product(range(1, 6), range(1, 4)):
        for n in range(J + 1):
            chance = all_pass(J, violated, n, c)
            assert chance <= 1 - c * n / J
            assert (chance == 1 - c * n / J) or violated > 1


@pytest.mark.claim("POOL-EXECUTION.1")
def test_with_fallible_execution_the_bound_of_what_is_left_is_too_small_by_any_measure() -> None:
    c = F(1, 2)
    assert all_pass(2, 1, 2, c) == F(1, 2) > bound(c, F(1, 2)) * bound(c, F(0)) == F(3, 8)
    for J in range(2, 6):
        claimed = F(1)
        for m in range(J):
            claimed *= bound(c, 1 - F(1, J - m))
        assert all_pass(J, 1, J, c) == 1 - c > claimed


@pytest.mark.claim("POOL-EXECUTION.1")
def test_after_a_slip_the_next_draw_passes_surely_so_that_no_bound_below_one_holds_after_every_past() -> None:
    after_a_slip = [order for order in permutations(range(3)) if order[0] == 0]
    assert after_a_slip
    assert all(order[1] != 0 for order in after_a_slip), "what is left holds, and passes with probability 1"
    assert bound(F(1, 2), 1 - 1 / (3 - F(1, 2))) < 1


@pytest.mark.claim("POOL-EXECUTION.1")
def test_a_whole_pool_leaves_one_minus_c() -> None:
    end = planned_pool(4, (1, 10), (9, 10))
    assert (end.verdict, end.round, F(*end.survival)) == (Verdict.ACCEPT, 4, F(1, 10))
    assert planned_pool(4, (99, 1000), (9, 10)).verdict is Verdict.REJECT


# Freivalds


@pytest.mark.claim("FREIVALDS-HALF.1")
@pytest.mark.claim("FREIVALDS-FIELD.1")
def test_every_matrix_of_small_fields_keeps_the_bound_and_some_attain_it() -> None:
    for world in (*freivalds_half(), *freivalds_field()):
        assert world.holds, world
        assert world.tight, world
    assert [world.count for world in freivalds_half()] == [p ** (d * d) - 1 for p in (2, 3, 5) for d in (1, 2)]


@pytest.mark.claim("FREIVALDS-HALF.1")
def test_wrong_products_over_two_elements_pass_with_at_most_one_half_as_they_are_checked() -> None:
    """Play A(Br) = Cr itself, for every A, B and C."""
    matrices = list(product(product(range(2), repeat=2), repeat=2))

    def apply(matrix: tuple[tuple[int, ...], ...], r: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sum(a * b for a, b in zip(row, r, strict=True)) % 2 for row in matrix)

    vectors = list(product(range(2), repeat=2))
    worst = 0
    for left, right in product(matrices, repeat=2):
        images = [apply(left, apply(right, r)) for r in vectors]
        for wrong in matrices:
            passed = sum(image == apply(wrong, r) for image, r in zip(images, vectors, strict=True))
            worst = max(worst, passed if passed < len(vectors) else 0)
    assert F(worst, len(vectors)) == F(1, 2)


@pytest.mark.claim("FREIVALDS-FIELD.1")
def test_where_p_is_no_prime_a_matrix_passes_above_one_over_p() -> None:
    assert passing(((2,),), range(4), 4) == F(1, 2) > F(1, 4)
    assert max(shares(3, 1, range(3))) == F(1, 3)


@pytest.mark.claim("FREIVALDS-HALF.1")
def test_vectors_of_the_field_are_better_than_those_of_zeros_and_ones() -> None:
    assert max(shares(3, 2, range(2))) == F(1, 2) > max(shares(3, 2, range(3))) == F(1, 3)


# Mixtures


@pytest.mark.claim("ANCHORED-MIXTURE.1")
def test_a_mixture_over_every_law_of_the_rest_meets_the_bound_which_the_worst_law_attains() -> None:
    c, J = F(9, 10), 4
    grid = [law for law in product(range(5), repeat=J) if sum(law) == 4]
    for mass, violated in product((F(1, 5), F(1, 2), F(1)), ({0}, {0, 2})):
        chances = []
        for law in grid:
            detected = sum((mass / J + (1 - mass) * F(law[item], 4) for item in violated), F(0))
            chances.append(1 - c * detected)
        q = 1 - mass * F(len(violated), J)
        assert max(chances) == bound(c, q)


@pytest.mark.claim("SAME-GAIN.1")
def test_the_expected_certificate_rises_exactly_by_the_excess_when_the_anchor_is_credited_alone() -> None:
    for mass, rho, c in product((F(1, 5), F(1, 2), F(1)), (F(1, 100), F(1, 2)), (F(9, 10), F(1))):
        one, own = bound(c, 1 - mass * rho), bound(c, 1 - rho)
        assert mass * own / one + (1 - mass) / one == 1
        two = mass * own / own + (1 - mass) / one
        assert two == 1 + c * mass * rho * (1 - mass) / one
        assert (two > 1) == (mass < 1)
        assert mass * own / own + (1 - mass) * 1 == 1, "a coin in the past: each branch credits its own bound"


@pytest.mark.claim("SAME-GAIN.1")
@pytest.mark.parametrize(
    ("horizon", "delta"), [(3, (1, 2)), (4, (1, 2)), (6, (1, 4))], ids=["3 rounds", "4 rounds", "a quarter"]
)
def test_a_caller_who_plans_after_the_draw_is_accepted_above_delta(horizon: int, delta: Pair) -> None:
    looked = anchored_claims.accepted_by_peeking(horizon, delta, True)
    blind = anchored_claims.accepted_by_peeking(horizon, delta, False)
    assert looked > F(*delta) >= blind
