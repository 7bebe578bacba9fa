"""How far one bound may slip alone, and which single change would certify a design that is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from elenctic_kernel import (
    Kind,
    Pair,
    Region,
    completeness_factors,
    first_fall,
    product,
    region,
    survival_factors,
)

from .bounds import Bound
from .decimals import fraction_text, plain_text, round_down, round_up
from .design import Design
from .documents import bare
from .region import DesignRegion, pair

GRID = 1_000_000
"""Slips are decided on multiples of 1/GRID, each end by the kernel."""

MOST_ROUNDS = 5_000
"""Longest schedule whose slips are searched; longer ones say so."""


MOST_BITS = 1_000_000
"""Longest product that is taken exactly for the sake of a remedy."""

FIRST_USELESS = Fraction(1, 2)
"""A target of a half or more is not offered as a remedy."""


@dataclass(frozen=True)
class Change:
    """Hold one bound or target moved alone, to the last grid point that is still (or first) certified.

    :param name: execution, response, false_pass, mass*detection, delta, gamma or horizon
    :param to: the value that a constant bound or a target moves to, None for a shift of every round
    :param by: the shift of every round, None for a constant bound or a target
    :param rounding: the side of the value that is safe to print
    :param note: what else to know, empty for nothing
    """

    name: str
    to: Fraction | None
    by: Fraction | None = None
    rounding: str = "up"
    note: str = ""

    def __str__(self) -> str:
        if self.to is None:
            if not self.by:
                return f"{self.name} not at all ({self.note})"
            side = "down" if self.by < 0 else "up"
            said = f"{self.name} {side} by {self.decimal.removeprefix('-')} in every round"
        else:
            said = f"{self.name} to {bare(self.decimal)}"
        return f"{said} ({self.note})" if self.note else said

    @property
    def decimal(self) -> str:
        """Return the value or the shift in six decimals, rounded to the safe side."""
        value = self.to if self.to is not None else self.by or Fraction(0)
        if self.name in ("horizon", "budget"):  # a budget is searched to six significant digits
            return plain_text(value)
        return round_up(value) if self.rounding == "up" else round_down(value)

    def to_dict(self) -> dict[str, Any]:
        """Return the change as ``--json`` prints it."""
        moved = {"to": self.to, "by": self.by}
        texts = {key: None if value is None else fraction_text(value) for key, value in moved.items()}
        return {"name": self.name, **texts, "decimal": self.decimal, "note": self.note}


def margins(found: DesignRegion) -> list[Change] | None:
    """Return how far each bound of a certified design may slip alone, None where it was not searched.

    Source: Proposition 13 (both products are monotone in every bound); REGION-INTERVAL.1
    """
    design = found.design
    rounds = design.length or found.found.last_complete
    if rounds > MOST_ROUNDS or design.false_pass is None:
        return None
    trial = _Trial(design, rounds)
    return [_as_anchored(design, _furthest(trial, name)) for name in trial.names]


def smallest_changes(found: DesignRegion) -> list[Change] | None:
    """Return the single changes that certify a design that is not, None where they were not searched.

    Source: equation (13); DETERMINISTIC-REGION.1
    """
    design = found.design
    rounds = design.length or design.horizon
    if rounds > MOST_ROUNDS or design.false_pass is None:
        return None
    if design.length is not None and design.kinds is not None and design.kinds[rounds - 1] is Kind.CLARIFICATION:
        return []
    trial = _Trial(design, rounds)
    nearest = [_nearest(trial, name) for name in trial.names]
    changes = [*nearest, _delta(found), _gamma(found), _horizon(found)]
    offered = [_as_anchored(design, change) for change in changes if change is not None]
    return [change for change in offered if change.to is None or change.name == "horizon" or _is_sensible(change)]


def _is_sensible(change: Change) -> bool:
    assert change.to is not None
    return change.to < FIRST_USELESS if change.name in ("delta", "gamma") else change.to <= 1


def _as_anchored(design: Design, change: Change) -> Change:
    """Say a change of q in the words of the anchored mixture that gives it: q = 1 - mass*detection."""
    if design.anchored is None or change.name != "false_pass":
        return change
    to, by = (None if change.to is None else 1 - change.to), (None if change.by is None else -change.by)
    rounding = "down" if change.rounding == "up" else "up"
    mass = design.anchored[0]
    most = Fraction(*mass.values[0]) if mass.constant else Fraction(1)
    note = "more than this mass can give" if to is not None and to > most else change.note
    return Change("mass*detection", to, by, rounding, note)


class _Trial:
    """Decide a design with one bound moved, over the first rounds only."""

    def __init__(self, design: Design, rounds: int) -> None:
        self.design = design
        self.rounds = rounds
        self.kinds = None if design.kinds is None else design.kinds[:rounds]
        named = {"execution": design.execution, "response": design.response, "false_pass": design.false_pass}
        self.bounds: dict[str, Bound] = {name: bound for name, bound in named.items() if bound is not None}
        self._diagnostic = {name: self._values(bound) for name, bound in self.bounds.items()}

    @property
    def names(self) -> list[str]:
        return list(self.bounds)

    def _values(self, bound: Bound) -> frozenset[Pair]:
        if bound.constant or self.design.kinds is None:
            return frozenset(bound.values[:1] if bound.constant else bound.values)
        pairs = zip(bound.values, self.design.kinds, strict=True)
        return frozenset(value for value, kind in pairs if kind is Kind.DIAGNOSTIC)

    def diagnostic(self, name: str) -> frozenset[Pair]:
        """Return the values that a bound takes in all diagnostic rounds; one value is a constant bound."""
        return self._diagnostic[name]

    def certified(self, name: str, move: Callable[[Fraction], Fraction]) -> bool:
        values = {key: bound.values[: self.rounds] for key, bound in self.bounds.items()}
        moved = self._moved(name, move)
        if moved is None:
            return False
        values[name] = moved
        survival = survival_factors(values["execution"], values["false_pass"], self.kinds)
        if any(num == 0 for num, _ in survival):
            return False  # no design may carry q̄ = 0
        delta = pair(self.design.level)
        if self.design.gamma is None:
            return first_fall(survival, delta, strict=False) > 0
        complete = completeness_factors(values["response"], values["execution"], self.kinds)
        found = region(survival, complete, delta, pair(self.design.gamma))
        return found.certified and (self.design.length is None or found.last_complete == self.rounds)

    def best(self, name: str) -> int:
        """Return the best grid value that a design may carry: q above 0, and c below 1 where q is 0."""
        if name == "false_pass":
            return 1
        return GRID - 1 if name == "execution" and (0, 1) in self.diagnostic("false_pass") else GRID

    def _moved(self, name: str, move: Callable[[Fraction], Fraction]) -> tuple[Pair, ...] | None:
        """Move the bound in every diagnostic round; None where it leaves its range."""
        values = self.bounds[name].values[: self.rounds]
        kinds = self.kinds or (Kind.DIAGNOSTIC,) * len(values)
        moved: dict[Pair, Pair] = {}
        for value in self.diagnostic(name):
            fraction = move(Fraction(*value))
            if not 0 <= fraction <= 1 or fraction == (1 if name == "false_pass" else 0):
                return None  # no design may carry it, in whichever round it stands
            moved[value] = pair(fraction)
        pairs = zip(values, kinds, strict=True)
        return tuple(moved[value] if kind is Kind.DIAGNOSTIC else value for value, kind in pairs)


def last_true(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Return the greatest k in [low, high) with holds(k), where holds(low) and holds falls once."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


def _furthest(trial: _Trial, name: str) -> Change:
    values = trial.diagnostic(name)
    worse = 1 if name == "false_pass" else -1
    if len(values) > 1:
        shift = last_true(lambda k: trial.certified(name, _shift(Fraction(worse * k, GRID))), 0, GRID)
        note = "" if shift else "no room at six decimals"
        return Change(name, None, Fraction(worse * shift, GRID), "down" if worse > 0 else "up", note)
    start = Fraction(*next(iter(values)))
    at = start * GRID
    first = at.__floor__() if worse > 0 else at.__ceil__()
    moved = last_true(lambda k: trial.certified(name, lambda _: Fraction(first + worse * k, GRID)), 0, GRID + 1)
    if moved == 0:
        return Change(name, start, rounding="down" if worse > 0 else "up", note="no room at six decimals")
    return Change(name, Fraction(first + worse * moved, GRID), rounding="down" if worse > 0 else "up")


def _nearest(trial: _Trial, name: str) -> Change | None:
    values = trial.diagnostic(name)
    better = -1 if name == "false_pass" else 1
    if len(values) > 1:
        return _nearest_shift(trial, name, better)
    best = trial.best(name)
    if not trial.certified(name, lambda _: Fraction(best, GRID)):
        return None
    at = Fraction(*next(iter(values))) * GRID
    first = at.__ceil__() if better < 0 else at.__floor__()
    back = last_true(
        lambda k: trial.certified(name, lambda _: Fraction(best - better * k, GRID)), 0, abs(best - first) + 1
    )
    return Change(name, Fraction(best - better * back, GRID), rounding="up" if better > 0 else "down")


def _nearest_shift(trial: _Trial, name: str, better: int) -> Change | None:
    best = Fraction(trial.best(name), GRID)
    if not trial.certified(name, _shift(Fraction(better), best)):
        return None
    back = last_true(lambda k: trial.certified(name, _shift(Fraction(better * (GRID - k), GRID), best)), 0, GRID)
    return Change(
        name,
        None,
        Fraction(better * (GRID - back), GRID),
        rounding="up" if better > 0 else "down",
        note="capped at its range",
    )


def _shift(by: Fraction, best: Fraction | None = None) -> Callable[[Fraction], Fraction]:
    """Return the move by a shift, which stops at the best value where a better bound is looked for."""
    if best is None:
        return lambda value: value + by
    return lambda value: max(min(value, best), value + by) if by < 0 else min(max(value, best), value + by)


def _delta(found: DesignRegion) -> Change | None:
    last = found.design.length or found.found.last_complete
    if last == 0 or last > found.found.last_complete:
        return None
    if _is_long(found.survival[:last]):
        return None
    num, den = product(found.survival, 0, last)
    return Change("delta", ceiling(Fraction(num * found.design.attempts, den)))


def _gamma(found: DesignRegion) -> Change | None:
    first = found.found.first_crossing
    length = found.design.length or first
    if found.design.gamma is None or first == 0 or length < first or _is_long(found.completeness[:length]):
        return None
    num, den = product(found.completeness, 0, length)
    return Change("gamma", ceiling(Fraction(den - num, den)))


def _is_long(factors: Sequence[Pair]) -> bool:
    return sum(den.bit_length() for _, den in factors) > MOST_BITS


def ceiling(value: Fraction) -> Fraction:
    """Return the least multiple of 1/GRID, or of a finer grid where the value is small, that is not below."""
    grid = GRID
    while value and value * grid < 1000:
        grid *= 10
    return Fraction(-(-value * grid // 1), grid)


def _horizon(found: DesignRegion) -> Change | None:
    design, reached = found.design, found.later_crossing
    if reached is None or design.length is not None:
        return None
    longer = Region(reached, reached)
    if design.gamma is not None:
        factors = [found.survival[0]] * reached, [found.completeness[0]] * reached
        longer = region(*factors, pair(design.level), pair(design.gamma))
    return Change("horizon", Fraction(reached)) if longer.certified else None
