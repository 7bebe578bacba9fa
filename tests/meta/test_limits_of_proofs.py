"""What the proofs do not show: functions and states that are wrong where no proof looks, and go through."""

import pickle
import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import elenctic_kernel as kernel
import pytest
from elenctic import Design, DesignError, Review, Verdict, check
from elenctic_kernel import InputError, Kind, Outcome, Pair, Planned, Reason, Region, State, StoppingRule, fold
from elenctic_kernel.state import well_formed

from proofs import fold_claims, fold_worlds, region_claims
from proofs.claim import Part, judge
from proofs.outcome import Answer
from proofs.plans import game, worst_case

F = Fraction
FIRST = StoppingRule.FIRST_CROSSING
D, C = Kind.DIAGNOSTIC, Kind.CLARIFICATION


# Induction


def test_small_worlds_do_not_see_a_kernel_that_goes_wrong_after_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """From round 7 on a failed check accepts. Played to depth 6 nothing is seen; at depth 7 every run is."""
    honest = kernel.conclude

    def wrong_late(terms: kernel.Terms, planned: Planned, outcome: Outcome) -> State:
        end = honest(terms, planned, outcome)
        forgiven = outcome is Outcome.FAIL and planned.state.round >= 6
        return replace(end, verdict=Verdict.ACCEPT, reason=Reason.THRESHOLD_CROSSED) if forgiven else end

    monkeypatch.setattr(kernel, "conclude", wrong_late)
    for depth, worst in ((6, F(1, 64)), (7, F(1))):
        assert worst_case(game((1, 64), [(1, 1)] * depth, [(1, 2)], FIRST)) == worst


def test_a_whole_run_on_one_factor_does_not_see_a_fold_that_forgets_the_third(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = fold.first_fall

    def forgetful(factors: list[Pair], target: Pair, *, strict: bool) -> int:
        return honest(factors[:2], target, strict=strict)

    monkeypatch.setattr(fold, "first_fall", forgetful)
    (stated,) = [part for part in fold_claims.FOLD_EXACT.parts if part.world is fold_worlds.FIRST_FALLING[1]]
    world = replace(stated.world, name="first_fall that forgets, 1 factor")
    assert judge(replace(stated, world=world), neighbours=False).outcome.answer is Answer.PROVED
    eighth: list[Pair] = [(1, 2)] * 3
    assert (forgetful(eighth, (1, 8), strict=False), honest(eighth, (1, 8), strict=False)) == (0, 3)


def test_region_is_proved_whatever_first_fall_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["elenctic_kernel.region"], "first_fall", lambda *_, **__: 1)
    world = replace(region_claims.ANY_LENGTH, name="region with a first_fall that says 1")
    part = Part("membership", world, region_claims.is_region, world.paths)
    assert judge(part, neighbours=False).outcome.answer is Answer.PROVED
    assert kernel.region([(1, 2)] * 3, [(1, 1)] * 3, (1, 8), (1, 10)) == Region(1, 0)


# States and planned rounds that no step made


def test_the_kernel_takes_a_planned_bound_that_no_plan_of_its_terms_gives() -> None:
    terms = kernel.make_terms((1, 100), 1, [(1, 2)], FIRST)
    start = kernel.open(terms, True)
    least = kernel.plan(terms, start, D, (0, 1)).bound
    assert F(*least) == F(1, 2)
    assert kernel.conclude(terms, Planned(start, D, (1, 100)), Outcome.PASS).verdict is Verdict.ACCEPT


def test_a_state_that_no_round_led_to_can_be_well_formed_and_is_played_on() -> None:
    terms = kernel.make_terms((1, 4), 2, [(1, 1)] * 2, FIRST)
    forged = State(0, (1, 2), Verdict.CHALLENGE, Reason.OPEN, 0)
    assert well_formed(terms, forged)
    end = kernel.conclude(terms, kernel.plan(terms, forged, D, (1, 2)), Outcome.PASS)
    assert (end.verdict, end.round) == (Verdict.ACCEPT, 1)  # passed with probability 1/2, at delta = 1/4


def test_an_accepted_state_can_be_written_by_hand_and_only_recomputing_finds_it_out() -> None:
    terms = kernel.make_terms((1, 32), 5, [(1, 1)] * 5, FIRST)
    forged = State(5, (1, 32), Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 5)
    again: State = pickle.loads(pickle.dumps(forged))
    assert (again, well_formed(terms, again)) == (forged, True)
    opened = kernel.open(terms, True)
    object.__setattr__(opened, "verdict", Verdict.ACCEPT)
    assert opened.verdict is Verdict.ACCEPT
    assert not well_formed(terms, opened)
    review = Review(Design(delta="1/32", horizon=5, false_pass="1/2", execution="1"))
    stated = review.to_json().replace('"verdict": "challenge"', '"verdict": "accept"')
    assert stated != review.to_json()
    with pytest.raises(DesignError):
        Review.from_json(stated)
    review.__setstate__({**review.__getstate__(), "verdict": Verdict.ACCEPT, "state": forged})
    assert review.verdict is Verdict.CHALLENGE


def test_a_factor_behind_the_crossing_is_not_looked_at() -> None:
    """No bound of a design is above 1: ``survival_factors`` refuses it. By hand it goes through."""
    found = kernel.region([(1, 2), (9, 1)], [(1, 1)] * 2, (1, 2), (1, 10))
    assert kernel.lengths(found) == [(1, 2)]
    assert F(1, 2) * F(9, 1) > F(1, 2)
    with pytest.raises(InputError):
        kernel.survival_factors([(1, 1)] * 2, [(1, 2), (9, 1)])


def test_lengths_takes_kinds_of_another_horizon() -> None:
    found = kernel.region([(1, 2)] * 3, [(1, 1)] * 3, (1, 2), (1, 10))
    assert kernel.lengths(found, [D] * 7) == [(1, 3)]
    with pytest.raises(IndexError):
        kernel.lengths(found, [D])


# What a bound is not


def test_bounds_are_settled_between_ends_that_need_not_hold_the_true_ones() -> None:
    def at(c: Pair) -> Region:
        return kernel.region(kernel.survival_factors([c] * 3, [(0, 1)] * 3), [c] * 3, (1, 100), (1, 2))

    stated, true = (at((9, 10)), at((19, 20))), at((1, 2))
    assert kernel.settled(*stated, 2) is True
    assert not true.holds(2)


def test_a_settled_length_can_end_in_a_declared_clarification() -> None:
    kinds = [D, C, D]
    found = kernel.region([(1, 4), (1, 1), (1, 2)], [(1, 1)] * 3, (1, 4), (1, 10))
    assert kernel.settled(found, found, 2) is True
    assert kernel.lengths(found, kinds) == [(1, 1), (3, 3)]


def test_the_additive_rule_needs_seven_rounds_where_the_product_needs_five() -> None:
    words: dict[str, Any] = {"delta": "1/20", "horizon": 10, "false_pass": "1/2", "response": "99/100"}
    words["execution"] = [F(995 - i, 1000) for i in range(10)]
    kept, wider = check(Design(gamma="1/10", **words)), check(Design(gamma="1/4", **words))
    assert (kept.region, kept.additive_region) == ([(5, 5)], [])
    assert wider.additive_region is not None
    assert (wider.region[0][0], wider.additive_region[0][0]) == (5, 7)


def test_a_design_that_is_not_certified_can_meet_both_targets() -> None:
    """A person who executes every check, of whom only 4/5 is known."""
    words: dict[str, Any] = {"delta": "1/20", "gamma": "1/10", "horizon": 5, "false_pass": "1/2", "response": "1"}
    known, true = (check(Design(**words, execution=c)) for c in ("4/5", "1"))
    assert (known.certified, true.certified) == (False, True)
