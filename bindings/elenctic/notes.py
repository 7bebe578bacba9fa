"""What has to be said with an answer: hopeless schedules, missing reasons, several attempts, adaptive q."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from elenctic_kernel import Kind

from .decimals import plain_text, round_up
from .design import Design
from .documents import bare
from .enclosure import PRECISIONS, below, decided
from .products import products_at
from .region import DesignRegion

if TYPE_CHECKING:
    from .effort import Effort
    from .effort_region import EffortRegion

MOST_COMPARED = 2_000
"""Efforts at which a model's f is looked at, the least ones."""

EFFORT = (
    "the execution bounds come from the effort model (18): a model of people that you assume, not evidence; each "
    "length is certified for its own allocation only, chosen before the run"
)

NO_REASON = "ASSUMED, NO REASON GIVEN"


def reason_of(design: Design, name: str) -> str:
    """Return the reason given for a bound; the anchored mixture and the effort model may give that of theirs."""
    given = design.reasons.get(name, "")
    instead = {"false_pass": "anchored", "execution": "effort"}.get(name, "")
    return given or design.reasons.get(instead, "")


def bound_names(design: Design) -> list[str]:
    """Return the bounds that an answer rests on."""
    response, one_shot = design.response is not None, design.global_check is not None
    return ["false_pass", "execution", *(["response"] if response else []), *(["global"] if one_shot else [])]


def notes(found: DesignRegion) -> list[str]:
    """Return the notes of an answer, most urgent first."""
    design = found.design
    said = [_progress(design)] if design.false_pass is None else [*_hopeless(found), *_at_the_horizon(design)]
    return [note for note in (*said, _attempts(found), _unreasoned(design)) if note]


def effort_notes(found: EffortRegion, undecided: list[tuple[int, int]]) -> list[str]:
    """Return the notes of an answer with an effort model, most urgent first."""
    design = found.design
    said = [
        _not_told(undecided),
        _without_allocation(found),
        EFFORT,
        _falls(found),
        _tries(design),
        _unreasoned(design),
    ]
    return [note for note in said if note]


def _not_told(undecided: list[tuple[int, int]]) -> str:
    if not undecided:
        return ""
    lengths = ", ".join(str(low) if low == high else f"{low}..{high}" for low, high in undecided)
    why = "a bound lies on its target or a part of the model on the edge of its range"
    return f"undecided at {lengths}: {why}, or nearer than {PRECISIONS[-1]} bits tell"


def _without_allocation(found: EffortRegion) -> str:
    horizon = found.design.horizon
    without = horizon - len(found.effort.candidates(horizon))
    if not without:
        return ""
    has = "1 length has" if without == 1 else f"{without} lengths have"
    return f"{has} no allocation, or one above the budget, of {horizon}: not in the region"


def _falls(found: EffortRegion) -> str:
    """Warn where the model's f is surely lower at a greater effort, against what (18) asks."""
    if found.effort.reliability.names & {"i", "n"}:
        return ""
    for less, more in pairwise(found.effort.shares(found.design.horizon)[:MOST_COMPARED]):
        if decided(partial(_lower, found.effort, less, more), PRECISIONS[:2]):
            return f"f is not increasing, as (18) asks: it falls between e = {_short(less)} and e = {_short(more)}"
    return ""


def _lower(effort: Effort, less: Fraction, more: Fraction, bits: int) -> bool | None:
    return below(effort.reliability_at(more, bits), effort.reliability_at(less, bits))


def _short(value: Fraction) -> str:
    return bare(plain_text(value))


def _tries(design: Design) -> str:
    if design.attempts == 1:
        return ""
    return f"every bound is that of one of {design.attempts} attempts, each at delta/{design.attempts}"


def _progress(design: Design) -> str:
    if design.gamma is None:
        return "q is given round by round: false acceptance is bounded by delta, whatever q will be"
    return (
        "q is given round by round, so which round crosses is not known before: false acceptance is bounded by delta; "
        "true acceptance needs a round by which R is sure to reach it (PROGRESS-REACHED.1)"
    )


def _hopeless(found: DesignRegion) -> list[str]:
    design = found.design
    if found.found.first_crossing or design.length is not None:
        return []
    spent = 0 if design.kinds is None else design.kinds.count(Kind.CLARIFICATION)
    eaten = f", {spent} of them spent on clarification," if spent else ""
    rounds = "1 round does" if design.horizon == 1 else f"{design.horizon} rounds{eaten} do"
    target = "delta" if design.attempts == 1 else "delta/attempts"
    said = f"even if every check passes, {rounds} not bring R to {target}: every review is rejected by the horizon"
    return [said, *_later(found)]


def _later(found: DesignRegion) -> list[str]:
    """Say where constant bounds would cross with a longer horizon, and what C is by then."""
    reached = found.later_crossing
    if reached is None:
        return []
    complete = products_at([found.completeness[0]] * reached, [reached], "down")[reached]
    at = f", where C_{reached} >= {complete.decimal}" if found.design.response is not None else ""
    return [f"with a longer horizon the same bounds first cross at round {reached}{at}"]


def _at_the_horizon(design: Design) -> list[str]:
    if design.kinds is None or design.length is not None or design.kinds[-1] is Kind.DIAGNOSTIC:
        return []
    last = f"round {design.horizon}, the horizon, is a clarification"
    return [f"{last}: a review still open there is rejected for sure"]


def _attempts(found: DesignRegion) -> str:
    design = found.design
    if design.attempts == 1:
        return ""
    crossing = found.found.first_crossing
    each = products_at(found.survival, [crossing], "up")[crossing].high if crossing else design.level
    return (
        f"every bound is that of one attempt; all {design.attempts} together accept a false statement "
        f"with probability at most {round_up(min(each * design.attempts, design.delta))}"
    )


def _unreasoned(design: Design) -> str:
    missing = [name for name in bound_names(design) if not reason_of(design, name)]
    return f"no reason is given for {', '.join(missing)}: the answer is as good as these" if missing else ""
