"""The designs of the paper's examples, each as its page states it."""

from __future__ import annotations

from .design import Design

EXPERTISE = "10"
RELIABILITY_AT_REST = "0.91 + 0.035*log(1+xi)/(1+log(1+xi))"
"""b(xi) of Appendix B."""

MODEL = {
    "expertise": EXPERTISE,
    "reliability": f"min(0.995, {RELIABILITY_AT_REST} + 0.10*(1-exp(-0.04*e)))",
    "scale": "1 + log(1+xi)",
    "load": "0.010 + 0.001*(i-1)",
}
"""f, r and the loads of Appendix B."""

BUDGETS = range(20, 181, 5)
"""The review budgets of Figure 3."""

SCHEDULE_SESSIONS = 10
CROSSING_HORIZON = 1663
"""The least horizon within which the review of Appendix E.2 can cross."""


def effort_sweep(budget: int) -> Design:
    """Return the design of Figure 3 and Appendix B at one budget."""
    effort = {"budget": str(budget), "allocation": "equal", **MODEL}
    return Design(
        delta="0.10", gamma="0.20", horizon=14, false_pass="0.20", response="1", effort=effort, name="figure-3"
    )


def figure_2(*, completeness: bool = True) -> Design:
    """Return the design of Figure 2, without its completeness target where only soundness is asked about."""
    gamma, response = ("0.20", "1") if completeness else (None, None)
    execution = "0.985 - 0.001*(i-1)"
    return Design(
        delta="0.10",
        gamma=gamma,
        horizon=14,
        false_pass="0.20",
        execution=execution,
        response=response,
        name="figure-2",
    )


def matrix_product(*, bound: str = "0.99", completeness: bool = True) -> Design:
    """Return the design of Appendix E.1: five Freivalds checks.

    :param bound: a and c; "1" is ideal
    :param completeness: whether the completeness target is asked about
    """
    gamma, response = ("0.10", bound) if completeness else (None, None)
    return Design(
        delta="0.05",
        gamma=gamma,
        horizon=10,
        false_pass="1/2",
        execution=bound,
        response=response,
        name="matrix-product",
    )


def scheduling(horizon: int) -> Design:
    """Return the design of Appendix E.2: one of 100 constraints, drawn in a fifth of the rounds."""
    anchored = {"mass": "0.2", "detection": "1/100"}
    return Design(
        delta="0.05", gamma="0.20", horizon=horizon, execution="0.9", response="1", anchored=anchored, name="scheduling"
    )


def comparison(load: str = "0.20") -> Design:
    """Return the design of Table 1 and Appendix E.3: five local checks beside one global one.

    :param load: the cognitive load of the global check
    """
    effort = {"budget": "120", "allocation": "equal", **MODEL}
    check = {"effort": "120", "load": load, "false_pass": "0", "response": "1"}
    return Design(
        delta="0.05",
        gamma="0.10",
        horizon=10,
        false_pass="1/2",
        response="0.99",
        effort=effort,
        global_=check,
        name="comparison",
    )
