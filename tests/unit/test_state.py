"""What it means for a state, a planned round and a pair of bounds to be well formed."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from itertools import product

import pytest
from elenctic_kernel import Kind, Outcome, Pair, Planned, Reason, State, StoppingRule, Terms, Verdict
from elenctic_kernel.state import well_bounded, well_formed, well_planned

T = 3
DELTA = (1, 4)
ES = Terms(DELTA, T, ((1, 1),) * T, StoppingRule.FIRST_CROSSING)
FIXED = Terms(DELTA, T, ((1, 1),) * T, StoppingRule.AT_HORIZON)

ABOVE, TIE, BELOW = (1, 2), (1, 4), (1, 8)

OPEN = State(1, ABOVE, Verdict.CHALLENGE, Reason.OPEN, 0)
ACCEPTED = State(2, TIE, Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 2)
FAILED = State(2, ABOVE, Verdict.REJECT, Reason.CHECK_FAILED, 0)
LATE = State(3, ABOVE, Verdict.REJECT, Reason.HORIZON_REACHED, 0)
MALFORMED = State(0, (1, 1), Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE, 0)
CROSSED = State(2, TIE, Verdict.CHALLENGE, Reason.OPEN, 2)
"""Open although it has crossed: only a fixed length goes on after its crossing."""


@pytest.mark.claim("STEP-INVARIANT.1")
@pytest.mark.parametrize("state", [OPEN, ACCEPTED, FAILED, LATE, MALFORMED])
def test_reachable_states_of_early_stopping_are_well_formed(state: State) -> None:
    assert well_formed(ES, state)


@pytest.mark.claim("STEP-INVARIANT.1")
@pytest.mark.parametrize(
    "state",
    [
        OPEN,
        CROSSED,
        FAILED,
        LATE,
        MALFORMED,
        State(3, BELOW, Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 2),
        State(3, TIE, Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 3),
        State(3, TIE, Verdict.REJECT, Reason.CHECK_FAILED, 2),
        State(3, TIE, Verdict.REJECT, Reason.HORIZON_REACHED, 2),
        State(2, TIE, Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE, 2),
    ],
)
def test_reachable_states_of_a_fixed_length_are_well_formed(state: State) -> None:
    assert well_formed(FIXED, state)


@pytest.mark.claim("STEP-INVARIANT.1")
@pytest.mark.parametrize(
    ("what", "terms", "state"),
    [
        ("delta is 0", replace(ES, delta=(0, 4)), OPEN),
        ("delta is 1", replace(ES, delta=(4, 4)), replace(OPEN, crossed_at=1)),
        ("R is 0", ES, replace(ACCEPTED, survival=(0, 4))),
        ("R is negative", ES, replace(ACCEPTED, survival=(-1, 4))),
        ("R is above 1", ES, replace(OPEN, survival=(3, 2))),
        ("crossed before round 0", ES, replace(OPEN, crossed_at=-1)),
        ("crossed after the last completed round", ES, replace(ACCEPTED, round=1)),
        ("more rounds than the horizon", ES, replace(LATE, round=4)),
        ("no horizon", replace(ES, horizon=0), replace(MALFORMED, round=0)),
        ("crossed with R above delta", ES, replace(OPEN, crossed_at=1)),
        ("not crossed with R below delta", ES, replace(OPEN, survival=BELOW)),
        ("not crossed with R at delta", FIXED, replace(CROSSED, crossed_at=0)),
        ("open after its crossing under early stopping", ES, CROSSED),
        ("open with the reason of an end", ES, replace(OPEN, reason=Reason.CHECK_FAILED)),
        ("open at the horizon", ES, replace(OPEN, round=3)),
        ("open at the horizon of a fixed length", FIXED, replace(CROSSED, round=3)),
        ("accepted with another reason", ES, replace(ACCEPTED, reason=Reason.OPEN)),
        ("accepted without a crossing", ES, State(0, (1, 1), Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 0)),
        ("accepted after its crossing under early stopping", ES, replace(ACCEPTED, round=3)),
        ("accepted before the end of a fixed length", FIXED, ACCEPTED),
        (
            "accepted at the end without a crossing",
            FIXED,
            State(3, ABOVE, Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 0),
        ),
        ("rejected after its crossing under early stopping", ES, replace(FAILED, survival=TIE, crossed_at=2)),
        ("failed check in round 0", ES, replace(FAILED, round=0)),
        ("horizon reached before it", ES, replace(LATE, round=2)),
        ("inadmissible message after the horizon", ES, replace(MALFORMED, round=3)),
        ("rejected without a reason", ES, replace(FAILED, reason=Reason.OPEN)),
        ("rejected with the reason of an accept", ES, replace(FAILED, reason=Reason.THRESHOLD_CROSSED)),
    ],
)
def test_state_that_no_step_reaches_is_not_well_formed(what: str, terms: Terms, state: State) -> None:
    assert not well_formed(terms, state), what


def reached(terms: Terms) -> set[tuple[int, Verdict, Reason, bool, int]]:
    """Walk every run with q = 1/2 by hand: what a state may say about round, verdict and crossing."""
    found: set[tuple[int, Verdict, Reason, bool, int]] = {(0, Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE, False, 0)}
    todo = [(0, 0, 0)]
    while todo:
        m, passes, at = todo.pop()
        below = passes >= 2
        found.add((m, Verdict.CHALLENGE, Reason.OPEN, below, at))
        found.add((m, Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE, below, at))
        found.add((m + 1, Verdict.REJECT, Reason.CHECK_FAILED, below, at))
        for credit in (0, 1):
            now, now_below = m + 1, passes + credit >= 2
            now_at = at or (now if now_below else 0)
            stops = terms.rule is StoppingRule.FIRST_CROSSING or now == T
            if credit and now_below and stops:
                found.add((now, Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, True, now_at))
            elif now == T:
                found.add((now, Verdict.REJECT, Reason.HORIZON_REACHED, now_below, now_at))
            else:
                todo.append((now, passes + credit, now_at))
    return found


@pytest.mark.claim("STEP-INVARIANT.1")
@pytest.mark.parametrize("terms", [ES, FIXED])
def test_every_reachable_state_is_well_formed_and_no_accept_that_is_not_reachable(terms: Terms) -> None:
    """The invariant may allow more than is reached (a crossing in round 1), but no forged accept."""
    reachable = reached(terms)
    for m, verdict, reason, below, at in product(range(-1, 5), Verdict, Reason, (False, True), range(-1, 5)):
        state = State(m, TIE if below else ABOVE, verdict, reason, at)
        if (m, verdict, reason, below, at) in reachable:
            assert well_formed(terms, state), state
        elif well_formed(terms, state):
            assert at == 1 or verdict is not Verdict.ACCEPT, state


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("bound", [(0, 1), (-1, 2), (2, 1), (0, 0)])
def test_planned_bound_outside_0_to_1_is_not_well_planned(kind: Kind, bound: Pair) -> None:
    assert not well_planned(Planned(OPEN, kind, bound))


def test_diagnostic_round_carries_any_bound_up_to_1_and_a_clarification_carries_1_only() -> None:
    assert well_planned(Planned(OPEN, Kind.DIAGNOSTIC, (1, 2)))
    assert well_planned(Planned(OPEN, Kind.DIAGNOSTIC, (1, 1)))
    assert well_planned(Planned(OPEN, Kind.CLARIFICATION, (1, 1)))
    assert not well_planned(Planned(OPEN, Kind.CLARIFICATION, (1, 2)))


@pytest.mark.parametrize(
    ("execution", "false_pass"),
    [
        ((-1, 2), (1, 2)),
        ((3, 2), (1, 2)),
        ((0, 0), (1, 2)),
        ((1, 2), (-1, 2)),
        ((1, 2), (3, 2)),
        ((1, 2), (0, 0)),
    ],
)
@pytest.mark.parametrize("kind", Kind)
def test_bounds_outside_0_to_1_are_not_well_bounded(kind: Kind, execution: Pair, false_pass: Pair) -> None:
    assert not well_bounded(kind, execution, false_pass)


@pytest.mark.claim("IMPLEMENTED-BOUND.1")
@pytest.mark.parametrize(
    ("execution", "false_pass", "diagnostic", "clarification"),
    [
        ((1, 1), (0, 1), False, False),
        ((9, 10), (0, 1), True, False),
        ((1, 1), (1, 10), True, False),
        ((0, 1), (0, 1), True, False),
        ((1, 1), (1, 1), True, True),
        ((0, 1), (2, 2), True, True),
        ((0, 1), (1, 2), True, False),
    ],
)
def test_diagnostic_needs_q_bar_above_0_and_clarification_needs_q_of_1(
    execution: Pair, false_pass: Pair, diagnostic: bool, clarification: bool
) -> None:
    assert diagnostic is well_bounded(Kind.DIAGNOSTIC, execution, false_pass)
    assert clarification is well_bounded(Kind.CLARIFICATION, execution, false_pass)


def test_states_and_planned_rounds_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        OPEN.verdict = Verdict.ACCEPT  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        Planned(OPEN, Kind.DIAGNOSTIC, (1, 2)).bound = (1, 100)  # type: ignore[misc]


@pytest.mark.parametrize(
    ("members", "words"),
    [
        (Kind, ["diagnostic", "clarification"]),
        (Outcome, ["pass", "fail", "inadmissible"]),
        (Verdict, ["challenge", "accept", "reject"]),
        (
            Reason,
            ["open", "threshold-crossed", "check-failed", "horizon-reached", "inadmissible-message"],
        ),
        (StoppingRule, ["first-crossing", "at-horizon"]),
    ],
)
def test_words_of_the_protocol_are_the_values_of_its_enums(
    members: type[Kind] | type[Outcome] | type[Verdict] | type[Reason] | type[StoppingRule], words: list[str]
) -> None:
    assert words == [member.value for member in members]
