"""Ask the kernel what a design certifies: first crossing, effective region, additive region."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from elenctic_kernel import Pair, Region, completeness_factors, lengths, region, survival_factors
from elenctic_kernel.additive import encloses_log, first_reach
from elenctic_kernel.fold import first_fall

from .design import Design

ADDITIVE_BITS = (160, 320, 640, 1280)
"""Working precisions of the additive criterion, tried in turn; beyond the last it is undecided."""

LONGEST_HORIZON = 100_000
"""How far beyond its horizon a design with constant bounds is followed."""

SLACK_BITS = 45
"""What a double's logarithm is trusted to as a proposal; the kernel re-checks every end."""


def pair(value: Fraction) -> Pair:
    """Return a fraction as the kernel's pair."""
    return value.numerator, value.denominator


@dataclass(frozen=True)
class DesignRegion:
    """Hold the factors of a design with given bounds, and what the kernel finds in them."""

    design: Design

    @cached_property
    def survival(self) -> list[Pair]:
        """Return q̄_1 to q̄_T, shape (T,); empty where q is given round by round."""
        design = self.design
        if design.false_pass is None:
            return []
        c, q = design.execution, design.false_pass
        if c.constant and q.constant and design.kinds is None:
            return survival_factors(c.values[:1], q.values[:1]) * design.horizon
        return survival_factors(c.values, q.values, design.kinds)

    @cached_property
    def completeness(self) -> list[Pair]:
        """Return a_i·c_i, shape (T,), 1 on declared clarifications; all 1 without a response bound."""
        design = self.design
        if design.response is None:
            return [(1, 1)] * design.horizon
        a, c = design.response, design.execution
        if a.constant and c.constant and design.kinds is None:
            return completeness_factors(a.values[:1], c.values[:1]) * design.horizon
        return completeness_factors(a.values, c.values, design.kinds)

    @cached_property
    def charged(self) -> list[Pair]:
        """Return a_i·c_i as equation (7) charges them, clarifications included, shape (T,)."""
        design = self.design
        if design.response is None:
            return [(1, 1)] * design.horizon
        return completeness_factors(design.response.values, design.execution.values)

    @cached_property
    def found(self) -> Region:
        """Return K_delta and the last complete length."""
        design = self.design
        if design.gamma is None:
            return Region(first_fall(self.survival, pair(design.level), strict=False), design.horizon)
        if design.false_pass is None:
            short = first_fall(self.completeness, pair(1 - design.gamma), strict=True)
            return Region(0, short - 1 if short else design.horizon)
        return region(self.survival, self.completeness, pair(design.level), pair(design.gamma))

    @cached_property
    def intervals(self) -> list[tuple[int, int]]:
        """Return the effective region as closed intervals."""
        return lengths(self.found, self.design.kinds)

    @cached_property
    def later_crossing(self) -> int | None:
        """Return where constant bounds would cross beyond the horizon, None where they do not say."""
        design = self.design
        bounds = [bound for bound in (design.execution, design.response, design.false_pass) if bound is not None]
        if self.found.first_crossing or design.kinds is not None or not all(bound.constant for bound in bounds):
            return None
        return first_fall([self.survival[0]] * LONGEST_HORIZON, pair(design.level), strict=False) or None

    @cached_property
    def additive(self) -> list[tuple[int, int]] | None:
        """Return the additive sufficient region (16) as closed intervals, None where undecided."""
        first = self._first_additive()
        if first is None:
            return None
        return lengths(Region(first, self.found.last_complete), self.design.kinds)

    def _first_additive(self) -> int | None:
        if not self.found.certified:  # an inner approximation of an empty region is empty
            return 0
        gains = [(den - num, den) for num, den in self.survival[: self.found.last_complete]]
        for bits in ADDITIVE_BITS:
            low, high = log_bracket(self.design.level, bits)
            first = first_reach(gains, low, high, bits)
            if first is not None:
                return first
        return None


def log_bracket(delta: Fraction, bits: int) -> tuple[int, int]:
    """Return whole numbers (low, high), checked by the kernel, with low <= log(1/delta)·2^bits <= high.

    A logarithm is proposed and widened until the kernel's exact check passes, so no library's fault
    can turn a decision.

    Source: equation (16)
    """
    middle, slack = _proposed_log(delta, bits)
    while True:
        low, high = max(0, middle - slack), middle + slack
        if encloses_log(low, high, bits, pair(delta)):
            return low, high
        slack *= 2


def _proposed_log(delta: Fraction, bits: int) -> tuple[int, int]:
    if bits <= ADDITIVE_BITS[0]:
        guess = math.log(delta.denominator) - math.log(delta.numerator)
        return int(guess * 2**SLACK_BITS) << (bits - SLACK_BITS), 1 << (bits - SLACK_BITS + 4)
    from mpmath import MPContext  # the slow import is needed for close calls only

    context: Any = MPContext()
    context.prec = bits + 32
    proposed = context.log(delta.denominator) - context.log(delta.numerator)
    return int(context.floor(context.ldexp(proposed, bits))), 16
