"""Ask the kernel what a design certifies: first crossing, effective region, additive region."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from elenctic_kernel import Pair, Region, completeness_factors, lengths, region, survival_factors
from elenctic_kernel.enclosure import first_reach
from elenctic_kernel.fold import first_fall

from .design import Design
from .enclosure import decided, log, point

LONGEST_HORIZON = 100_000
"""How far beyond its horizon a design with constant bounds is followed."""

SUM_BITS = 32
"""Bits by which a sum of gains is kept finer than the logarithm that it is compared with."""


def pair(value: Fraction) -> Pair:
    """Return a fraction as the kernel's pair."""
    return value.numerator, value.denominator


def intervals(members: Iterable[int]) -> list[tuple[int, int]]:
    """Return ascending lengths as closed intervals of consecutive ones."""
    found: list[tuple[int, int]] = []
    for n in members:
        joins = bool(found) and found[-1][1] == n - 1
        found.append((found.pop()[0] if joins else n, n))
    return found


def region_of(design: Design, survival: Sequence[Pair], completeness: Sequence[Pair]) -> Region:
    """Return K_delta and the last complete length of factors, held to the targets of a design.

    :param survival: q̄ of every round, shape (n,)
    :param completeness: a·c of every round, shape (n,); not looked at without a completeness target

    Source: Definition 12; DETERMINISTIC-REGION.1
    """
    if design.gamma is None:
        return Region(first_fall(survival, pair(design.level), strict=False), len(completeness))
    return region(survival, completeness, pair(design.level), pair(design.gamma))


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
        c, q = design.given_execution, design.false_pass
        if c.constant and q.constant and design.kinds is None:
            return survival_factors(c.values[:1], q.values[:1]) * design.horizon
        return survival_factors(c.values, q.values, design.kinds)

    @cached_property
    def completeness(self) -> list[Pair]:
        """Return a_i·c_i, shape (T,), 1 on declared clarifications; all 1 without a response bound."""
        design = self.design
        if design.response is None:
            return [(1, 1)] * design.horizon
        a, c = design.response, design.given_execution
        if a.constant and c.constant and design.kinds is None:
            return completeness_factors(a.values[:1], c.values[:1]) * design.horizon
        return completeness_factors(a.values, c.values, design.kinds)

    @cached_property
    def charged(self) -> list[Pair]:
        """Return a_i·c_i as equation (7) charges them, clarifications included, shape (T,)."""
        design = self.design
        if design.response is None:
            return [(1, 1)] * design.horizon
        return completeness_factors(design.response.values, design.given_execution.values)

    @cached_property
    def found(self) -> Region:
        """Return K_delta and the last complete length."""
        design = self.design
        if design.false_pass is None and design.gamma is not None:
            short = first_fall(self.completeness, pair(1 - design.gamma), strict=True)
            return Region(0, short - 1 if short else design.horizon)
        return region_of(design, self.survival, self.completeness)

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
        return decided(lambda bits: self._reached(gains, bits))

    def _reached(self, gains: list[Pair], bits: int) -> int | None:
        scale = bits + SUM_BITS
        low, high = log(point(1 / self.design.level), bits).scaled(scale)
        sure = first_reach(gains, high, scale, up=False)
        return sure if sure == first_reach(gains, low, scale, up=True) else None
