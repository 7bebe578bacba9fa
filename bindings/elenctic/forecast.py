"""Look ahead in a review: which round accepts if all goes well, and what the bounds are by then."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import elenctic_kernel as kernel
from elenctic_kernel import Kind, Pair, State, StoppingRule

from elenctic.design import Design


class Rules:
    """Hold what is fixed before a review: the terms for the kernel, and the factors for forecasts.

    :param design: targets, horizon and bounds, fixed before
    :param length: the fixed length, None for early stopping
    """

    def __init__(self, design: Design, length: int | None) -> None:
        T = design.horizon if length is None else length
        level = (design.level.numerator, design.level.denominator)
        rule = StoppingRule.FIRST_CROSSING if length is None else StoppingRule.AT_HORIZON
        self.design, self.horizon, self.kinds = design, T, design.kinds and design.kinds[:T]
        self.terms = kernel.make_terms(level, T, design.given_execution.values[:T], rule)
        bounds = (design.execution, design.false_pass, design.response)
        self.steady = self.kinds is None and all(bound is None or bound.constant for bound in bounds)

    def declared(self, m: int) -> Kind | None:
        """Return the kind that round m was declared to have, None under the scalar kind."""
        return None if self.kinds is None else self.kinds[m - 1]

    @cached_property
    def survival(self) -> list[Pair]:
        """q̄ of every round as designed, shape (T,); empty where q is given round by round."""
        q, n = self.design.false_pass, 1 if self.steady else self.horizon
        factors = [] if q is None else kernel.survival_factors(self.terms.execution[:n], q.values[:n], self.kinds)
        return factors * (self.horizon // n)

    @cached_property
    def completeness(self) -> list[Pair]:
        """a·c of every round, 1 on declared clarifications, shape (T,); empty without response bounds."""
        a, n = self.design.response, 1 if self.steady else self.horizon
        kinds, c = self.kinds or (Kind.DIAGNOSTIC,) * n, self.terms.execution[:n]
        return [] if a is None else kernel.completeness_factors(a.values[:n], c, kinds) * (self.horizon // n)

    def reach(self, state: State, done: int) -> int | None:
        """Return the round that accepts if every round after the first ``done`` passes.

        0 stands for none, None says that q is given round by round.
        """
        if self.design.false_pass is None:
            return None
        fall = kernel.first_fall([state.survival, *self.survival[done:]], self.terms.delta, strict=False)
        if self.terms.rule is StoppingRule.AT_HORIZON:
            return self.horizon if fall and self.declared(self.horizon) is not Kind.CLARIFICATION else 0
        return done + fall - 1 if fall else 0

    def falls_short(self, diagnostic: Sequence[int], m: int, reach: int) -> bool:
        """Tell whether a clarification put in as round m leaves less than 1 - gamma for the whole review.

        :param diagnostic: the diagnostic rounds so far
        :param m: the clarification's round
        :param reach: the round that accepts if every later one passes
        """
        gamma, factors = self.design.gamma, self.completeness
        if gamma is None or not factors:
            return False
        charged = [factors[n - 1] for n in diagnostic] + factors[m:reach]
        return kernel.first_fall(charged, (1 - gamma).as_integer_ratio(), strict=True) > 0
