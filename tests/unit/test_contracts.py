"""What the contracts of the kernel refuse: each condition is asked of arguments and results that break one clause.

A contract that promises less than its claim is wrong even while every function keeps it, so it is asked by itself.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import elenctic_kernel as kernel
import pytest
from elenctic_kernel import Kind, Outcome, Planned, Reason, State, StoppingRule, Terms, Verdict, fold, step
from icontract._checkers import find_checker

pytestmark = pytest.mark.skipif(not __debug__, reason="contracts are off under python -O")

D, C = Kind.DIAGNOSTIC, Kind.CLARIFICATION
PASS, FAIL, BAD = Outcome.PASS, Outcome.FAIL, Outcome.INADMISSIBLE
HALF, ONE = (1, 2), (1, 1)
TERMS = kernel.make_terms((1, 8), 3, [HALF, (3, 4), ONE], StoppingRule.FIRST_CROSSING)
FRESH = State(0, ONE, Verdict.CHALLENGE, Reason.OPEN, 0)
SECOND = State(1, HALF, Verdict.CHALLENGE, Reason.OPEN, 0)


def holds(contracts: list[Any], given: dict[str, Any]) -> bool:
    return all(c.condition(**{name: given[name] for name in c.condition_args}) for c in contracts)


def named(function: Callable[..., Any], arguments: tuple[Any, ...]) -> dict[str, Any]:
    return dict(inspect.signature(function).bind(*arguments).arguments)


def admits(function: Callable[..., Any], *arguments: Any) -> bool:
    """Tell whether the preconditions hold of the arguments."""
    checker: Any = find_checker(function)
    return any(holds(group, named(function, arguments)) for group in checker.__preconditions__)


def promises(function: Callable[..., Any], *arguments: Any, result: Any) -> bool:
    """Tell whether the postconditions hold of the arguments with a result."""
    checker: Any = find_checker(function)
    return holds(checker.__postconditions__, {**named(function, arguments), "result": result})


# open


@pytest.mark.parametrize(
    ("admissible", "result", "kept"),
    [
        (True, FRESH, True),
        (False, replace(FRESH, verdict=Verdict.REJECT, reason=Reason.INADMISSIBLE_MESSAGE), True),
        (True, replace(FRESH, verdict=Verdict.REJECT), False),
        (True, replace(FRESH, verdict=Verdict.ACCEPT), False),
        (False, replace(FRESH, reason=Reason.INADMISSIBLE_MESSAGE), False),
        (False, replace(FRESH, verdict=Verdict.REJECT), False),
        (True, replace(FRESH, reason=Reason.HORIZON_REACHED), False),
        (True, replace(FRESH, round=1), False),
        (True, replace(FRESH, survival=HALF), False),
        (True, replace(FRESH, crossed_at=1), False),
    ],
)
def test_open_promises_the_start_and_nothing_else(admissible: bool, result: State, kept: bool) -> None:
    assert promises(kernel.open, TERMS, admissible, result=result) is kept


# _plan

CLOSED = replace(SECOND, verdict=Verdict.REJECT, reason=Reason.CHECK_FAILED)


@pytest.mark.parametrize(
    ("state", "kind", "q", "admitted"),
    [
        (SECOND, D, HALF, True),
        (SECOND, C, ONE, True),
        (SECOND, D, (0, 1), True),
        (SECOND, C, HALF, False),
        (SECOND, D, (-1, 2), False),
        (SECOND, D, (3, 2), False),
        (SECOND, D, (1, 0), False),
        (replace(SECOND, round=2), D, (0, 1), False),
        (CLOSED, D, HALF, False),
        (replace(SECOND, survival=(3, 2)), D, HALF, False),
        (replace(SECOND, crossed_at=1), D, HALF, False),
    ],
    ids=[
        "diagnostic", "clarification", "q = 0 with c < 1", "q < 1 on a clarification", "q < 0", "q > 1",
        "no denominator", "q̄ = 0", "closed", "R above 1", "a crossing that is none",
    ],
)  # fmt: skip
def test_plan_takes_an_open_review_and_bounds_that_suit(
    state: State, kind: Kind, q: tuple[int, int], admitted: bool
) -> None:
    assert admits(step._plan, TERMS, state, kind, q) is admitted


@pytest.mark.parametrize(
    ("planned", "kept"),
    [
        (Planned(SECOND, D, (5, 8)), True),
        (Planned(SECOND, D, (10, 16)), True),
        (Planned(SECOND, D, HALF), False),
        (Planned(SECOND, D, (3, 4)), False),
        (Planned(SECOND, D, (0, 8)), False),
        (Planned(SECOND, D, (-5, -8)), False),
        (Planned(SECOND, C, (5, 8)), False),
        (Planned(replace(SECOND), D, (5, 8)), False),
    ],
    ids=["q̄", "q̄ unreduced", "q", "the c of this round", "0", "negative", "another kind", "a copy of the state"],
)
def test_plan_promises_the_implemented_bound_of_its_round(planned: Planned, kept: bool) -> None:
    assert promises(step._plan, TERMS, SECOND, D, HALF, result=planned) is kept


# _conclude

WAITS = kernel.make_terms((1, 2), 3, [ONE] * 3, StoppingRule.AT_HORIZON)


@pytest.mark.parametrize(
    ("planned", "outcome", "admitted"),
    [
        (Planned(SECOND, D, HALF), PASS, True),
        (Planned(SECOND, D, HALF), FAIL, True),
        (Planned(SECOND, C, ONE), BAD, True),
        (Planned(SECOND, C, ONE), FAIL, False),
        (Planned(SECOND, C, HALF), PASS, False),
        (Planned(SECOND, D, (0, 1)), PASS, False),
        (Planned(SECOND, D, (3, 2)), PASS, False),
        (Planned(CLOSED, D, HALF), PASS, False),
        (Planned(State(1, (1, 9), Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 1), D, HALF), PASS, False),
        (Planned(replace(SECOND, round=3), D, HALF), PASS, False),
        (Planned(replace(SECOND, survival=(1, 8)), D, HALF), PASS, False),
    ],
    ids=[
        "a pass", "a failure", "inadmissible", "a failed clarification", "a charged clarification", "q̄ = 0", "q̄ > 1",
        "rejected", "accepted", "open at the horizon", "open on the tie",
    ],
)  # fmt: skip
def test_conclude_takes_a_planned_round_of_an_open_review(planned: Planned, outcome: Outcome, admitted: bool) -> None:
    assert admits(step._conclude, TERMS, planned, outcome) is admitted


PASSED = State(2, (1, 4), Verdict.CHALLENGE, Reason.OPEN, 0)
FAILED = State(2, HALF, Verdict.REJECT, Reason.CHECK_FAILED, 0)
STOPPED = State(1, HALF, Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE, 0)


@pytest.mark.parametrize(
    ("outcome", "result", "kept"),
    [
        (PASS, PASSED, True),
        (PASS, replace(PASSED, survival=HALF), False),
        (PASS, replace(PASSED, survival=(2, 8)), False),
        (PASS, replace(PASSED, round=1), False),
        (PASS, replace(PASSED, round=3), False),
        (PASS, replace(PASSED, crossed_at=2), False),
        (PASS, replace(PASSED, verdict=Verdict.ACCEPT, reason=Reason.THRESHOLD_CROSSED), False),
        (FAIL, FAILED, True),
        (FAIL, replace(FAILED, round=1), False),
        (FAIL, replace(FAILED, round=3), False),
        (FAIL, replace(FAILED, survival=(1, 4)), False),
        (FAIL, replace(PASSED, survival=HALF), False),
        (BAD, STOPPED, True),
        (BAD, replace(STOPPED, round=2), False),
        (BAD, replace(STOPPED, survival=(1, 4)), False),
        (BAD, replace(STOPPED, verdict=Verdict.CHALLENGE, reason=Reason.OPEN), False),
    ],
)
def test_conclude_promises_the_round_the_product_and_the_invariant(outcome: Outcome, result: State, kept: bool) -> None:
    assert promises(step._conclude, TERMS, Planned(SECOND, D, HALF), outcome, result=result) is kept


# The invariant that both rely on


@pytest.mark.parametrize(
    ("under", "state", "stands"),
    [
        (TERMS, SECOND, True),
        (TERMS, State(3, HALF, Verdict.CHALLENGE, Reason.OPEN, 0), False),
        (WAITS, State(3, HALF, Verdict.CHALLENGE, Reason.OPEN, 1), False),
        (TERMS, State(2, (1, 8), Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 2), True),
        (TERMS, State(2, (1, 8), Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 0), False),
        (TERMS, State(2, (1, 8), Verdict.CHALLENGE, Reason.OPEN, 0), False),
        (TERMS, State(2, (1, 7), Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 2), False),
        (WAITS, State(2, HALF, Verdict.CHALLENGE, Reason.OPEN, 1), True),
        (WAITS, State(3, ONE, Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 0), False),
        (WAITS, State(2, HALF, Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 1), False),
    ],
)
def test_a_state_stands_only_as_the_invariant_says(under: Terms, state: State, stands: bool) -> None:
    assert kernel.state.well_formed(under, state) is stands


# advance


@pytest.mark.parametrize(
    ("low", "lost", "num", "den", "admitted"),
    [
        (7, 0, 1, 2, True),
        (0, 0, 0, 1, True),
        (7, 0, 2, 2, True),
        (-1, 0, 1, 2, False),
        (7, -1, 1, 2, False),
        (7, 0, 3, 2, False),
        (7, 0, -1, 2, False),
        (7, 0, 0, 0, False),
    ],
)
def test_advance_takes_floors_and_factors_in_the_unit_interval(
    low: int, lost: int, num: int, den: int, admitted: bool
) -> None:
    assert admits(fold.advance, low, lost, num, den) is admitted


@pytest.mark.parametrize(
    ("result", "kept"), [((3, 1), True), ((4, 1), False), ((2, 1), False), ((3, 0), False), ((3, 2), False)]
)
def test_advance_promises_the_floor_and_its_count(result: tuple[int, int], kept: bool) -> None:
    assert promises(fold.advance, 7, 0, 1, 2, result=result) is kept
