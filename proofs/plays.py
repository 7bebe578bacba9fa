"""Short reviews played through the kernel's public functions: what a claim speaks of can be reached."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import elenctic_kernel as kernel
from elenctic_kernel import Kind, OrderError, Outcome, Pair, Reason, State, StoppingRule, Terms, Verdict

PASS, FAIL, ASK, BAD = "pass", "fail", "ask", "inadmissible"
_EVENTS = {
    PASS: (Kind.DIAGNOSTIC, Outcome.PASS),
    FAIL: (Kind.DIAGNOSTIC, Outcome.FAIL),
    ASK: (Kind.CLARIFICATION, Outcome.PASS),
    BAD: (Kind.DIAGNOSTIC, Outcome.INADMISSIBLE),
}


def terms(horizon: int, delta: Pair = (1, 4), rule: StoppingRule = StoppingRule.FIRST_CROSSING) -> Terms:
    """Return terms with c = 1 on every round."""
    return kernel.make_terms(delta, horizon, [(1, 1)] * horizon, rule)


def step(under: Terms, state: State, event: str, q: Pair = (1, 2)) -> State:
    """Play one round."""
    kind, outcome = _EVENTS[event]
    planned = kernel.plan(under, state, kind, (1, 1) if kind is Kind.CLARIFICATION else q)
    return kernel.conclude(under, planned, outcome)


def play(under: Terms, events: Sequence[str], q: Pair = (1, 2)) -> State:
    """Play a review from its first message on."""
    state = kernel.open(under, True)
    for event in events:
        state = step(under, state, event, q)
    return state


def reaches(under: Terms, events: Sequence[str], verdict: Verdict, reason: Reason, at: int, crossed: int = 0) -> bool:
    """Tell whether a review ends so."""
    end = play(under, events)
    return (end.verdict, end.reason, end.round, end.crossed_at) == (verdict, reason, at, crossed)


def refuses(error: type[Exception], call: Callable[[], object]) -> bool:
    """Tell whether a call is refused with the error."""
    try:
        call()
    except error:
        return True
    return False


def refuses_more(under: Terms, events: Sequence[str]) -> bool:
    """Tell whether a review is closed after the events: nothing can be planned any more."""
    closed = play(under, events)
    return all(
        refuses(OrderError, lambda kind=kind: kernel.plan(under, closed, kind, (1, 1)))  # type: ignore[misc]
        for kind in Kind
    )


def worst_acceptance(under: Terms, state: State, q: Pair) -> dict[int, Fraction]:
    """Return, by round, how likely acceptance is when every check passes with probability exactly q̄ = q."""
    if state.verdict is not Verdict.CHALLENGE:
        return {state.round: Fraction(1)} if state.verdict is Verdict.ACCEPT else {}
    total: dict[int, Fraction] = {}
    for event, chance in ((PASS, Fraction(*q)), (FAIL, 1 - Fraction(*q))):
        for at, mass in worst_acceptance(under, step(under, state, event, q), q).items():
            total[at] = total.get(at, Fraction(0)) + chance * mass
    return total
