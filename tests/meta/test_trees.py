"""Small worlds played out to the end: delta is kept, attained, and exceeded by every rule that is not the protocol."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import elenctic_kernel as kernel
import pytest
from elenctic_kernel import Kind, Outcome, Planned, Reason, State, StoppingRule, Terms, Verdict

from proofs import exhaustion, trees
from proofs.broken_rules import RULES, Refutation, at_each, certificate, ever, means, separating
from proofs.exhaustion import EXHAUSTED
from proofs.found import Found
from proofs.plans import DEPTH, game, games, least_acceptances, worst_case

F = Fraction
FIRST = StoppingRule.FIRST_CROSSING


@pytest.fixture(scope="module")
def found() -> dict[str, list[Found]]:
    return {name: list(worlds()) for name, worlds in EXHAUSTED.items()}


@pytest.mark.claim("ANYTIME-SOUND.2")
@pytest.mark.claim("COMPLETENESS-PRODUCT.2")
@pytest.mark.claim("RETRIES-COST.2")
@pytest.mark.parametrize("name", EXHAUSTED)
def test_an_exhausted_claim_holds_in_each_of_its_worlds_and_is_attained(
    name: str, found: dict[str, list[Found]]
) -> None:
    assert [world for world in found[name] if not world.holds] == []
    assert any(world.tight for world in found[name])


@pytest.mark.claim("ANYTIME-SOUND.2")
def test_targets_beside_a_tie_are_kept_with_room_and_ties_are_attained(found: dict[str, list[Found]]) -> None:
    plans = [world for world in found["ANYTIME-SOUND.2"] if world.world.startswith("plans")]
    trees_of = [world for world in found["ANYTIME-SOUND.2"] if world.world.startswith("trees")]
    assert {world.tight for world in plans} == {world.tight for world in trees_of} == {True, False}
    assert all(world.count > 10**15 for world in trees_of)
    assert max(len(each.terms.execution) for each in games()) == DEPTH == 6


@pytest.mark.claim("ANYTIME-SOUND.2")
def test_one_half_five_times_is_accepted_with_exactly_one_in_thirty_two_and_not_by_round_four() -> None:
    for rounds, worst in ((4, F(0)), (5, F(1, 32)), (6, F(1, 32))):
        assert worst_case(game((1, 32), [(1, 1)] * rounds, [(1, 2)], FIRST)) == worst


def test_the_trees_of_one_round_can_be_counted_by_hand() -> None:
    """With q = 1/2, c = 1: 4 rows without r = 1, 5 with; at most one such row: 4·4 + 2·4·5 = 56 nodes."""
    shapes = [node for node in trees.nodes((1, 1)) if node.q == (1, 2)]
    assert len(shapes) == len(set(shapes)) == 56
    terms = kernel.make_terms((1, 2), 1, [(1, 1)], FIRST)
    counted = trees.accepted(terms, kernel.open(terms, True))
    assert set(counted) == {F(0), F(1, 3), F(1, 2)}
    assert counted[F(1, 2)] == 40


@pytest.mark.claim("ANYTIME-SOUND.2")
def test_a_node_whose_replies_pass_above_q_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drop the hypothesis on q: with r = 1 for both challenges the check is passed surely."""
    sure = ((F(1), F(1)), (F(1), F(1)))

    def unbounded(execution: kernel.Pair) -> Iterator[trees.Node]:
        yield trees.Node(Kind.DIAGNOSTIC, (1, 2), (F(1, 2), F(1, 2)), sure)

    terms = kernel.make_terms((1, 2), 1, [(1, 1)], FIRST)
    monkeypatch.setattr(trees, "nodes", unbounded)
    with pytest.raises(ArithmeticError, match="above 1/2"):
        trees.accepted(terms, kernel.open(terms, True))


@pytest.mark.parametrize("forgiven", [Outcome.FAIL, Outcome.INADMISSIBLE])
def test_a_step_that_forgives_is_noticed_by_plans_and_by_trees(
    forgiven: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = kernel.conclude

    def forgiving(terms: Terms, planned: Planned, outcome: Outcome) -> State:
        state = honest(terms, planned, outcome)
        if outcome is not forgiven or planned.kind is Kind.CLARIFICATION:
            return state
        survival = state.survival[0], state.survival[1] * 2
        crossed = survival[0] * 2 <= survival[1]
        verdict = Verdict.ACCEPT if crossed else state.verdict
        return replace(state, verdict=verdict, reason=Reason.THRESHOLD_CROSSED if crossed else state.reason)

    small = game((1, 2), [(1, 1)], [(1, 2)], FIRST)
    assert worst_case(small) == max(trees.accepted(small.terms, kernel.open(small.terms, True))) == F(1, 2)
    monkeypatch.setattr(kernel, "conclude", forgiving)
    assert worst_case(small) > F(1, 2)
    assert max(trees.accepted(small.terms, kernel.open(small.terms, True))) > F(1, 2)
    with pytest.raises(ArithmeticError, match="does not reject"):
        list(least_acceptances(small, [F(1)]))


@pytest.mark.claim("COMPLETENESS-PRODUCT.2")
def test_completeness_speaks_of_plans_that_cross_and_of_plans_that_do_not() -> None:
    """With q̄ = 7/16 three rounds reach 1/8; one clarification among four makes it K = 4, and two leave it open."""
    rate = F(9, 10) * F(3, 4)
    kept = list(least_acceptances(game((1, 8), [(3, 4)] * 4, [(1, 4)], FIRST), [F(9, 10)] * 4))
    assert {(plan.crossing, plan.least) for plan in kept} == {(0, F(0)), (3, rate**3), (4, rate**4)}


@pytest.mark.claim("COMPLETENESS-PRODUCT.2")
def test_at_the_horizon_the_product_over_the_first_k_rounds_is_not_reached() -> None:
    """A limit that is real: hypotheses name FIRST_CROSSING because all T rounds have to pass otherwise."""
    kept = least_acceptances(game((1, 2), [(1, 1)] * 2, [(1, 2)], StoppingRule.AT_HORIZON), [F(1, 2)] * 2)
    assert any(plan.least < plan.promised for plan in kept)


# Rules that are not the protocol


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
@pytest.mark.claim("ANYTIME-SOUND.2")
def test_a_broken_rule_is_refuted_by_a_tree_with_an_exact_probability(rule: object) -> None:
    assert callable(rule)
    refuted = rule()
    assert isinstance(refuted, Refutation)
    expected = {
        "n chosen afterwards": F(7, 8),
        "q̄ chosen after the outcome": F(3, 4),
        "five tries at the same delta": 1 - F(3, 4) ** 5,
    }
    assert refuted.probability == expected[refuted.rule] > refuted.delta
    assert refuted.tree


@pytest.mark.claim("ANYTIME-SOUND.2")
def test_markov_at_every_fixed_n_does_not_bound_ever_crossing() -> None:
    """The separating process: mean 1 at every n, so at most delta at each n, and T·delta in all."""
    delta, length = F(1, 5), 4
    process = separating(delta, length)
    assert sum(chance for chance, _ in process) == 1
    assert means(process) == [1] * length
    assert at_each(process, delta) == [delta] * length
    assert ever(process, delta) == length * delta > delta


@pytest.mark.claim("ANYTIME-SOUND.2")
def test_the_certificate_of_the_kernel_crosses_ever_no_more_often_than_delta() -> None:
    process = certificate((1, 2), 5)
    assert means(process) == [1] * 5
    for delta in (F(1, 2), F(1, 5), F(1, 8), F(1, 32)):
        assert ever(process, delta) == max(at_each(process, delta)) <= delta


def test_a_bound_chosen_late_costs_nothing_where_there_is_nothing_to_choose() -> None:
    single = game((1, 4), [(1, 1)] * 3, [(1, 2)], FIRST)
    assert worst_case(replace(single, late=True)) == worst_case(single) == F(1, 4)


@pytest.mark.claim("RETRIES-COST.2")
@pytest.mark.parametrize("k", [1, 2, 3, 4, 5])
def test_tries_at_delta_exceed_it_from_the_second_on_and_at_a_share_never(k: int) -> None:
    delta = F(1, 4)
    share = (delta / k).as_integer_ratio()
    same = worst_case(game((1, 4), [(1, 1)] * 2, [(1, 2)], FIRST, tries=k))
    shared = worst_case(game(share, [(1, 1)] * 2, [share], FIRST, tries=k))
    assert same == 1 - (1 - delta) ** k
    assert (same > delta) == (k > 1)
    assert shared == 1 - (1 - delta / k) ** k <= delta


def test_a_world_in_which_a_claim_fails_stops_the_enumeration(monkeypatch: pytest.MonkeyPatch) -> None:
    from proofs.enumeration import Mismatch, check_all

    broken = Found("a world", F(1), F(1, 2), holds=False, tight=True)
    monkeypatch.setattr(exhaustion, "EXHAUSTED", {"RETRIES-COST.2": lambda: iter([broken])})
    with pytest.raises(Mismatch, match=r"RETRIES-COST\.2: a world: 1 against 1/2"):
        check_all("trees")
    loose = replace(broken, holds=True, tight=False)
    monkeypatch.setattr(exhaustion, "EXHAUSTED", {"RETRIES-COST.2": lambda: iter([loose])})
    with pytest.raises(Mismatch, match="attained in some world"):
        check_all("trees")
