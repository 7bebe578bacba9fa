"""Exact chances of a review whose rounds all pass with the same probability, played by the kernel's own steps.

Every round is diagnostic with c = 1, so that its q̄ is q. A failed check closes the review, so that each round adds
one way to end. Not covered: rounds that depend on what has happened; those are played out in ``plans``.
"""

from collections.abc import Iterator
from fractions import Fraction

import elenctic_kernel as kernel
from elenctic_kernel import Kind, Outcome, Pair, Reason, State, StoppingRule, Verdict

ZERO, ONE = Fraction(0), Fraction(1)
ANY_DELTA: Pair = (1, 2)
"""The threshold where nothing stops before the horizon: it decides the verdict at the end, and M not at all."""


def false_accept_probability(
    qbar: Fraction,
    delta: Fraction,
    pass_probability: Fraction,
    horizon: int,
    rule: StoppingRule = StoppingRule.FIRST_CROSSING,
) -> Fraction:
    """Return the probability of ever being accepted, exactly.

    :param qbar: q̄ of every round, 0 < q̄ <= 1, dimensionless
    :param delta: 0 < delta < 1, dimensionless
    :param pass_probability: of every check, in [0, 1], dimensionless; above q̄ the level is no longer promised
    :param horizon: T, a count of at least 1
    :param rule: when a crossing stops the review
    :raises InputError: when the kernel refuses one of them
    """
    ends = _ends(qbar, delta, pass_probability, horizon, rule)
    return sum((chance for chance, state in ends if state.verdict is Verdict.ACCEPT), ZERO)


def expected_certificate(qbar: Fraction, pass_probability: Fraction, rounds: int) -> Fraction:
    """Return E[M_t] after t rounds of which none stops at a crossing, exactly; M is 0 once a check has failed.

    :param qbar: q̄ of every round, 0 < q̄ <= 1, dimensionless
    :param pass_probability: of every check, in [0, 1], dimensionless
    :param rounds: t, a count of at least 1
    :raises InputError: when the kernel refuses one of them
    """
    ends = _ends(qbar, Fraction(*ANY_DELTA), pass_probability, rounds, StoppingRule.AT_HORIZON)
    return sum((chance * certificate(state) for chance, state in ends), ZERO)


def certificate(state: State) -> Fraction:
    """Return M of a state: 0 after a failed check, else 1/R."""
    return ZERO if state.reason is Reason.CHECK_FAILED else 1 / Fraction(*state.survival)


def _ends(
    qbar: Fraction, delta: Fraction, pass_probability: Fraction, horizon: int, rule: StoppingRule
) -> Iterator[tuple[Fraction, State]]:
    """Yield every end of the review with its probability.

    :raises ValueError: when the probability of a pass is none
    """
    if not 0 <= pass_probability <= 1:
        raise ValueError("pass_probability: a number in [0, 1]")
    terms = kernel.make_terms(delta.as_integer_ratio(), horizon, [(1, 1)] * horizon, rule)
    state, reached = kernel.open(terms, True), ONE
    while state.verdict is Verdict.CHALLENGE:
        planned = kernel.plan(terms, state, Kind.DIAGNOSTIC, qbar.as_integer_ratio())
        yield reached * (1 - pass_probability), kernel.conclude(terms, planned, Outcome.FAIL)
        state, reached = kernel.conclude(terms, planned, Outcome.PASS), reached * pass_probability
    yield reached, state
