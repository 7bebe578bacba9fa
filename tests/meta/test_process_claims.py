"""The certificate as a process: claims hold, their neighbours do not, and the numbers say the same, ties included."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import elenctic_kernel as kernel
import pytest
from elenctic_kernel import KernelError, Kind, Outcome, Reason, State, StoppingRule, Verdict, implemented_bound
from elenctic_kernel.fold import times

from proofs import anytime_claims, pass_claims, process_claims, tries_claims
from proofs import process_worlds as worlds
from proofs.claim import Claim, Goal, Part, judge, refuted, trees
from proofs.explorer import World
from proofs.hypotheses import kept
from proofs.outcome import Answer
from proofs.plays import ASK, BAD, FAIL, PASS, play, step, terms

F = Fraction
FIRST, AT_END = StoppingRule.FIRST_CROSSING, StoppingRule.AT_HORIZON
CLAIMS: dict[str, Claim] = {
    claim.id: claim for module in (process_claims, pass_claims, anytime_claims, tries_claims) for claim in module.CLAIMS
}
PARTS = [(name, part) for name, claim in CLAIMS.items() for part in claim.parts]
NEIGHBOURS = [
    (f"{name}: {part.name}: {called}", *(neighbour if isinstance(neighbour, tuple) else (part.world, neighbour)))
    for name, part in PARTS
    for called, neighbour in part.neighbours.items()
]


@pytest.mark.claim("SUPERMARTINGALE-UPDATE.1")
@pytest.mark.claim("PASS-BOUND.1")
@pytest.mark.claim("ANYTIME-SOUND.2")
@pytest.mark.claim("PADDED-STOP.1")
@pytest.mark.claim("RETRIES-COST.2")
def test_the_claims_are_these_five_and_each_names_numbers_that_attain_it() -> None:
    assert set(CLAIMS) == {
        "SUPERMARTINGALE-UPDATE.1", "PADDED-STOP.1", "PASS-BOUND.1", "ANYTIME-SOUND.2", "RETRIES-COST.2",
    }  # fmt: skip
    for claim in CLAIMS.values():
        assert claim.runs
        assert claim.tight
        for name, run in (*claim.runs.items(), *claim.tight.items()):
            assert run() is True, name


@pytest.mark.parametrize(("name", "part"), PARTS, ids=[f"{name}: {part.name}" for name, part in PARTS])
def test_each_part_is_proved(name: str, part: Part) -> None:
    judged = judge(part, neighbours=False)
    assert judged.outcome.answer is Answer.PROVED, f"{name}: {judged.outcome.reason}"


@pytest.mark.parametrize(("name", "world", "goal"), NEIGHBOURS, ids=[name for name, _, _ in NEIGHBOURS])
def test_each_neighbour_is_refuted(name: str, world: World, goal: Goal) -> None:
    assert refuted(world, goal), name


def test_a_part_whose_hypothesis_is_not_needed_is_open() -> None:
    """Name as needed what is not: the part must not be PROVED then."""
    spare = Part(
        "spare",
        pass_claims.one_more_reply(),
        pass_claims.sum_within,
        1,
        {"the same world": (pass_claims.one_more_reply(), pass_claims.sum_within)},
    )
    assert judge(spare).outcome.answer is Answer.OPEN


def test_a_hypothesis_that_is_none_cannot_be_dropped() -> None:
    assert kept({"one": True, "other": False}, "other") == (True,)
    with pytest.raises(KeyError):
        kept({"one": True}, "another")


# SUPERMARTINGALE-UPDATE.1 in numbers


def certificate(state: State) -> Fraction:
    """Return M of a state, by its definition."""
    return F(0) if state.reason is Reason.CHECK_FAILED else 1 / F(*state.survival)


GRID = [F(n, 6) for n in range(1, 7)]


@pytest.mark.claim("SUPERMARTINGALE-UPDATE.1")
@pytest.mark.parametrize("rule", StoppingRule)
def test_the_mean_of_the_certificate_falls_and_stays_exactly_at_the_bound(rule: StoppingRule) -> None:
    under = terms(4, rule=rule)
    for before, (q, p) in product((kernel.open(under, True), play(under, [PASS])), product(GRID, GRID)):
        passed, failed = (step(under, before, event, q.as_integer_ratio()) for event in (PASS, FAIL))
        mean = p * certificate(passed) + (1 - p) * certificate(failed)
        assert (mean <= certificate(before)) == (p <= q)
        assert (mean == certificate(before)) == (p == q)


# PASS-BOUND.1 in numbers


@pytest.mark.claim("PASS-BOUND.1")
def test_the_pass_probability_of_a_law_is_within_the_kernels_bound_and_meets_it_at_the_tie() -> None:
    thirds, halves = [F(n, 3) for n in range(4)], [F(n, 2) for n in range(3)]
    seen = set()
    for w, (e1, e2), (r1, r2) in product(thirds, product(halves, halves), product(thirds, thirds)):
        chance, bound = pass_claims.passes([(w, e1, r1), (1 - w, e2, r2)])
        assert chance <= bound
        unused = w * (e1 - min(e1, e2)) * (1 - r1) + (1 - w) * (e2 - min(e1, e2)) * (1 - r2)
        assert (chance == bound) == (unused == 0)
        seen.add(chance == bound)
    assert seen == {True, False}


@pytest.mark.claim("PASS-BOUND.1")
def test_one_reply_may_pass_with_more_than_the_bound_of_the_mean() -> None:
    chance, bound = pass_claims.passes([(F(1, 2), F(1), F(1)), (F(1, 2), F(1), F(0))])
    assert chance == bound == F(1, 2)
    assert F(*implemented_bound((1, 1), (1, 1))) == 1 > bound


# ANYTIME-SOUND.2 in numbers


@pytest.mark.claim("ANYTIME-SOUND.2")
def test_messages_that_pass_above_the_bound_are_paid_for_by_others() -> None:
    """Weights 1/3 and 2/3, pass chances 1 and 1/4: the mean is q̄ = 1/2, and ever crossing is exactly delta = 1/4."""
    under = terms(3)
    law = [(F(1, 3), F(1)), (F(2, 3), F(1, 4))]
    assert sum(w * p for w, p in law) == F(1, 2)
    assert crosses_under(law, under, kernel.open(under, True)) == F(1, 4)


def crosses_under(law: list[tuple[Fraction, Fraction]], under: kernel.Terms, state: State) -> Fraction:
    if state.verdict is not Verdict.CHALLENGE:
        return F(state.crossed_at > 0)
    passed, failed = (crosses_under(law, under, step(under, state, event)) for event in (PASS, FAIL))
    return sum((w * (p * passed + (1 - p) * failed) for w, p in law), F(0))


@pytest.mark.claim("ANYTIME-SOUND.2")
@pytest.mark.parametrize(("horizon", "accepted"), [(2, F(1, 4)), (3, F(1, 8)), (4, F(1, 16))])
def test_at_the_horizon_crossing_keeps_delta_and_accepting_falls_below(horizon: int, accepted: Fraction) -> None:
    under = terms(horizon, rule=AT_END)
    start = kernel.open(under, True)
    assert anytime_claims.ever_crossing(under, start, F(1, 2)) == F(1, 4)
    assert crosses_under([(F(1), F(1, 2))], under, start) == F(1, 4)
    assert sum((m for m, state in leaves(under, start, F(1)) if state.verdict is Verdict.ACCEPT), F(0)) == accepted


def leaves(under: kernel.Terms, state: State, mass: Fraction) -> Iterator[tuple[Fraction, State]]:
    if state.verdict is not Verdict.CHALLENGE:
        yield mass, state
        return
    for event in (PASS, FAIL):
        yield from leaves(under, step(under, state, event), mass / 2)


# PADDED-STOP.1 in numbers


def ends(rule: StoppingRule, horizon: int) -> Iterator[State]:
    """Yield the end of every review of four kinds of rounds, at q = 1/2 and delta = 1/4: ties are common."""
    under = terms(horizon, rule=rule)
    for events in product((PASS, FAIL, ASK, BAD), repeat=horizon):
        state = kernel.open(under, True)
        for event in events:
            if state.verdict is Verdict.CHALLENGE:
                state = step(under, state, event)
        assert state.verdict is not Verdict.CHALLENGE
        for kind in Kind:
            with pytest.raises(KernelError):
                kernel.plan(under, state, kind, (1, 1))
        yield state


@pytest.mark.claim("PADDED-STOP.1")
def test_the_certificate_that_is_held_says_who_crossed_under_first_crossing() -> None:
    seen = [(s.verdict is Verdict.ACCEPT, s.crossed_at > 0, certificate(s) >= 4) for s in ends(FIRST, 4)]
    assert set(seen) == {(True, True, True), (False, False, False)}


@pytest.mark.claim("PADDED-STOP.1")
def test_at_the_horizon_verdict_crossing_and_certificate_come_apart() -> None:
    seen = {(s.verdict is Verdict.ACCEPT, s.crossed_at > 0, certificate(s) >= 4) for s in ends(AT_END, 4)}
    assert seen == {(True, True, True), (False, True, True), (False, True, False), (False, False, False)}


# RETRIES-COST.2 in numbers


@pytest.mark.claim("RETRIES-COST.2")
@pytest.mark.parametrize("k", range(1, 8))
@pytest.mark.parametrize("delta", [F(1, 20), F(1, 4), F(1, 2), F(99, 100)])
def test_tries_at_a_share_keep_delta_and_tries_at_delta_do_not(k: int, delta: Fraction) -> None:
    share = union = F(0)
    for _ in range(k):
        share, union = share + (1 - share) * delta / k, union + (1 - union) * delta
    assert share == 1 - (1 - delta / k) ** k
    assert (share < delta, share == delta) == (k > 1, k == 1)
    assert (union > delta, union == delta) == (k > 1, k == 1)


@pytest.mark.claim("RETRIES-COST.2")
def test_the_kernel_accepts_with_exactly_these_probabilities() -> None:
    for k in (1, 2, 3):
        assert tries_claims.accepted(k, F(1, 4)) == 1 - F(3, 4) ** k
        assert tries_claims.accepted(k, F(1, 4) / k) == 1 - (1 - F(1, 4) / k) ** k


# The worlds run the kernel's own functions


def test_the_worlds_run_the_kernel() -> None:
    run = {end.call.function for _, part in PARTS for end in trees.tree(part.world).ends}
    assert {implemented_bound, kernel.make_terms, kernel.conclude, kernel.open, times} <= run
    for end in trees.tree(worlds.ANSWERS).ends:
        assert [state.reason is Reason.CHECK_FAILED for state in end.result] == [
            outcome is Outcome.FAIL for outcome in worlds.LEGAL[end.call.data["kind"]]
        ]
