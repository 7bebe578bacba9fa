"""Rules that are no part of the protocol, each with a concrete tree on which it accepts more often than delta.

The same induction and the same kernel as for the protocol itself: a machine that could not refute these would show
nothing of it. Every probability is exact and is the worst case of its tree. Not covered: how bad a rule can get.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import elenctic_kernel as kernel
from elenctic_kernel import Kind, Outcome, Pair, StoppingRule, Verdict

from .plans import ONE, ZERO, game, worst_case

Process: TypeAlias = Sequence[tuple[Fraction, tuple[Fraction, ...]]]
"""Paths of a process X_1 to X_T with their probabilities, which add up to 1."""


@dataclass(frozen=True)
class Refutation:
    """Hold a rule, the tree in words, its probability of a false Accept, and the delta that this exceeds."""

    rule: str
    tree: str
    probability: Fraction
    delta: Fraction


def separating(delta: Fraction, length: int) -> Process:
    """Return the process that is 1/delta at one round drawn beforehand, with probability delta each, and else 0.

    Its mean is 1 at every fixed n, so that Markov's inequality holds at every fixed n; it is no supermartingale.

    :param delta: 0 < delta and delta·length <= 1, dimensionless
    :param length: T, a count
    """
    peaks = [(delta, tuple(1 / delta if n == at else ZERO for n in range(length))) for at in range(length)]
    return [*peaks, (1 - delta * length, (ZERO,) * length)]


def certificate(q: Pair, length: int) -> Process:
    """Return M over rounds that pass with probability q each, as the kernel's own steps give it; 0 after a failure."""
    paths = []
    terms = kernel.make_terms((1, 10**9), length, [(1, 1)] * length, StoppingRule.AT_HORIZON)
    for passes in product((True, False), repeat=length):
        state, path, chance = kernel.open(terms, True), [], ONE
        for passed in passes:
            chance *= Fraction(*q) if passed else 1 - Fraction(*q)
            if state.verdict is Verdict.CHALLENGE:
                planned = kernel.plan(terms, state, Kind.DIAGNOSTIC, q)
                state = kernel.conclude(terms, planned, Outcome.PASS if passed else Outcome.FAIL)
            path.append(ZERO if state.reason is kernel.Reason.CHECK_FAILED else 1 / Fraction(*state.survival))
        paths.append((chance, tuple(path)))
    return paths


def means(process: Process) -> list[Fraction]:
    """Return E[X_n] for every n."""
    return [sum((chance * path[n] for chance, path in process), ZERO) for n in range(len(process[0][1]))]


def at_each(process: Process, delta: Fraction) -> list[Fraction]:
    """Return P(X_n >= 1/delta) for every fixed n."""
    return [sum((chance for chance, path in process if path[n] * delta >= 1), ZERO) for n in range(len(process[0][1]))]


def ever(process: Process, delta: Fraction) -> Fraction:
    """Return P(X_n >= 1/delta for some n <= T)."""
    return sum((chance for chance, path in process if any(value * delta >= 1 for value in path)), ZERO)


def length_chosen_afterwards() -> Refutation:
    """Judge each round by a review of its own, of one round, and name the round after all outcomes are known."""
    terms = kernel.make_terms((1, 2), 1, [(1, 1)], StoppingRule.AT_HORIZON)
    planned = kernel.plan(terms, kernel.open(terms, True), Kind.DIAGNOSTIC, (1, 2))
    total = ZERO
    for outcomes in product((Outcome.PASS, Outcome.FAIL), repeat=3):
        if any(kernel.conclude(terms, planned, outcome).verdict is Verdict.ACCEPT for outcome in outcomes):
            total += Fraction(1, 8)
    tree = "3 rounds, c = 1, q = 1/2, each passed with probability 1/2; accepted when any one round alone crosses"
    return Refutation("n chosen afterwards", tree, total, Fraction(1, 2))


def bound_chosen_afterwards() -> Refutation:
    """Let the verifier choose q̄ once the outcome is seen: the prover passes at 3/4, and 1/4 is credited."""
    late = replace(game((1, 4), [(1, 1)], [(1, 4), (3, 4)], StoppingRule.FIRST_CROSSING), late=True)
    tree = "1 round, c = 1: passed with probability q = 3/4, concluded as if q = 1/4 had been planned"
    return Refutation("q̄ chosen after the outcome", tree, worst_case(late), Fraction(1, 4))


def tried_again() -> Refutation:
    """Start anew after Reject, five tries in all, each at delta itself."""
    again = game((1, 4), [(1, 1)] * 2, [(1, 2)], StoppingRule.FIRST_CROSSING, tries=5)
    tree = "5 tries until accepted, each of 2 rounds, c = 1, q = 1/2, each passed with probability 1/2"
    return Refutation("five tries at the same delta", tree, worst_case(again), Fraction(1, 4))


RULES: tuple[Callable[[], Refutation], ...] = (length_chosen_afterwards, bound_chosen_afterwards, tried_again)
