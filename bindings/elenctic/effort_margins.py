"""How far the budget or one bound of an effort design may slip alone, and which single change would certify one."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from .decimals import fraction_text
from .design import Design
from .effort_region import EffortRegion
from .errors import DesignError
from .margins import FIRST_USELESS, GRID, Change, ceiling, last_true

MOST_LENGTHS = 40
"""Longest horizon whose changes are searched; longer ones say so."""

DIGITS = 6
"""Significant digits to which a budget is searched."""

DOUBLINGS = 20
"""How often a budget is doubled in search of one that certifies."""


def effort_margins(design: Design, n: int) -> list[Change] | None:
    """Return how far budget, q and a may slip alone while length n stays certified, None where not searched.

    Both ends are decided; between them the criteria are taken to be monotone, as (18) asks of f.

    :param design: a design with an effort model
    :param n: a length that it certifies

    Source: equations (18), (19); ENCLOSED-REGION.1
    """
    if design.horizon > MOST_LENGTHS:
        return None
    changes: list[Change] = []
    for name, value in _levers(design):
        grid = _grid(value) if name == "budget" else Fraction(1, GRID)
        worse = 1 if name == "false_pass" else -1
        to = _slipped(partial(_certifies, design, name, lengths=[n]), value, grid, worse)
        alone = "of the review alone" if name == "budget" and design.global_check is not None else ""
        note = "no room at six digits" if to == value else alone
        changes.append(Change(name, to, rounding="down" if worse > 0 else "up", note=note))
    return changes


def _slipped(holds: Callable[[Fraction], bool], value: Fraction, grid: Fraction, worse: int) -> Fraction:
    """Return the last value on the grid, on the worse side, at which the length is still certified."""
    first = value // grid if worse > 0 else -(-value // grid)
    steps = int(1 / grid) - first if worse > 0 else first
    slip = last_true(lambda k: holds((first + worse * k) * grid), 0, steps + 1)
    return (first + worse * slip) * grid if slip else value


def effort_changes(design: Design) -> list[Change] | None:
    """Return the single changes that certify a design that is not, None where they were not searched.

    Source: equations (18), (19); ENCLOSED-REGION.1
    """
    if design.horizon > MOST_LENGTHS or design.effort is None:
        return None
    lengths = design.effort.candidates(design.horizon)
    asked = lengths if design.length is None else [n for n in lengths if n == design.length]
    found = (_nearest(design, name, value, asked) for name, value in _levers(design))
    return [change for change in (*found, *_targets(design, asked)) if change is not None]


def _targets(design: Design, lengths: list[int]) -> list[Change]:
    """Return the nearest targets that some length meets, where they still promise something."""
    found = EffortRegion(design)
    decided = [found.decide(n) for n in lengths if found.ends_in_a_check(n)]
    bounds = {one.n: found.bounds_at(one.n) for one in decided if one.sound or one.complete}
    delta = [(bounds[one.n][0].high * design.attempts, one.n) for one in decided if one.complete]
    gamma = [(1 - bounds[one.n][1].low, one.n) for one in decided if one.sound and design.gamma]
    nearest = [(name, *min(values)) for name, values in (("delta", delta), ("gamma", gamma)) if values]
    changes = [Change(name, ceiling(to), note=f"length {n}") for name, to, n in nearest]
    return [change for change in changes if change.to is not None and change.to < FIRST_USELESS]


def _levers(design: Design) -> list[tuple[str, Fraction]]:
    """Return what a planner may move, with its value: the budget of equal shares, constant bounds."""
    found: list[tuple[str, Fraction]] = []
    if design.effort is not None and design.effort.equal:
        found.append(("budget", design.effort.budget))
    for name, bound in (("response", design.response), ("false_pass", design.false_pass)):
        if bound is not None and bound.constant and design.kinds is None and not (name[0] == "f" and design.anchored):
            found.append((name, Fraction(*bound.values[0])))
    return found


def _grid(budget: Fraction) -> Fraction:
    """Return the unit of the last significant digit that a budget is searched to."""
    grid = Fraction(1, 10 ** (DIGITS - 1))
    while budget >= grid * 10**DIGITS:
        grid *= 10
    return grid


def _certifies(design: Design, name: str, value: Fraction, lengths: list[int]) -> bool:
    """Tell whether the design with one value moved surely certifies one of the lengths."""
    stated: dict[str, Any] = design.to_dict()
    stated.pop("global", None)
    section = "effort" if name == "budget" else "bounds"
    stated[section] = {**stated[section], name: fraction_text(value)}
    try:
        moved = EffortRegion(Design.loads(json.dumps(stated), format="json"))
        return any(moved.decide(n).certified for n in lengths)
    except DesignError:  # no design may carry it
        return False


def _nearest(design: Design, name: str, value: Fraction, lengths: list[int]) -> Change | None:
    holds = partial(_certifies, design, name, lengths=lengths)
    if name == "budget":
        return _nearest_budget(holds, value)
    better = -1 if name == "false_pass" else 1
    best = Fraction(1, GRID) if better < 0 else Fraction(1)
    if not holds(best):
        return None
    room = abs(best - value) * GRID
    back = last_true(lambda k: holds(best - Fraction(better * k, GRID)), 0, int(room) + 1)
    return Change(name, best - Fraction(better * back, GRID), rounding="up" if better > 0 else "down")


def _nearest_budget(holds: Callable[[Fraction], bool], value: Fraction) -> Change | None:
    enough = next((to for to in (max(value, Fraction(1)) * 2**k for k in range(1, DOUBLINGS)) if holds(to)), None)
    if enough is None:
        return None
    grid = _grid(enough)
    top = -(-enough // grid)
    back = last_true(lambda k: holds((top - k) * grid), 0, top - value // grid)
    return Change("budget", (top - back) * grid, rounding="up")
