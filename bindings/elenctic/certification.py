"""Answer the main question: is this design certified, at which lengths, and why not at the others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, unique
from fractions import Fraction

from elenctic_kernel import Kind

from .design import Design
from .margins import Change, margins, smallest_changes
from .products import Value, point, products_at
from .region import DesignRegion

EVERY_LENGTH = 100
"""Up to this horizon every length is explained; above it, those around each boundary."""

AROUND = 3
"""Lengths explained on either side of a boundary."""


@unique
class CheckOutcome(Enum):
    """Hold the answer: undecided is an answer of its own, never read as yes or no."""

    CERTIFIED = "certified"
    NOT_CERTIFIED = "not-certified"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class LengthBounds:
    """Hold what the bounds say of one review length.

    :param n: the length, a count of rounds; None for an early-stopping review that never crosses
    :param kind: what the last round is declared to be
    :param sound: whether R_n <= delta
    :param complete: whether C_n >= 1 - gamma, None without a completeness target
    :param certified: whether the length is in the effective region
    :param false_accept: bound from above on accepting a false statement
    :param true_accept: bound from below on accepting a true one, None without a response bound
    """

    n: int | None
    kind: Kind
    sound: bool
    complete: bool | None
    certified: bool
    false_accept: Value
    true_accept: Value | None


@dataclass(frozen=True)
class CheckResult:
    """Hold the answer to ``check``, with every number that it rests on.

    Prints as the command line does; ``to_json()`` is what ``--json`` prints.
    """

    design: Design
    outcome: CheckOutcome
    first_crossing: int | None
    last_complete: int
    region: list[tuple[int, int]]
    additive_region: list[tuple[int, int]] | None
    early_stopping: LengthBounds
    at_length: LengthBounds | None
    paper_true_accept: Value | None
    per_length: list[LengthBounds]
    margins: list[Change] | None
    smallest_changes: list[Change] | None
    warnings: list[str]

    @property
    def certified(self) -> bool:
        """Tell whether the outcome is certified."""
        return self.outcome is CheckOutcome.CERTIFIED

    def __str__(self) -> str:
        from .report import text

        return text(self)

    def _repr_html_(self) -> str:
        from .report import html

        return html(self)

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return the answer as JSON text, schema elenctic.check/1: every probability is a string."""
        from .report import to_json

        return to_json(self, indent=indent)


def check(design: Design) -> CheckResult:
    """Decide which review lengths a design certifies, exactly.

    :param design: targets, horizon and bounds, fixed before the run
    :return: certified, not certified or undecided, with the lengths that work and the numbers behind

    Source: Definition 12, Propositions 11 and 13; EARLY-STOPPING.1, DETERMINISTIC-REGION.1
    """
    found = DesignRegion(design)
    if design.false_pass is None:
        return _check_adaptive(found)
    crossing = found.found.first_crossing
    lengths = _per_length(found, _explained(found))
    certified = found.found.certified
    at_length = None if design.length is None else _at_length(found, lengths, design.length)
    answer = certified if at_length is None else at_length.certified
    return CheckResult(
        design=design,
        outcome=CheckOutcome.CERTIFIED if answer else CheckOutcome.NOT_CERTIFIED,
        first_crossing=crossing or None,
        last_complete=found.found.last_complete,
        region=found.intervals,
        additive_region=found.additive,
        early_stopping=_early_stopping(found, lengths),
        at_length=at_length,
        paper_true_accept=_paper_bound(found),
        per_length=[lengths[n] for n in sorted(lengths)],
        margins=margins(found) if certified else None,
        smallest_changes=None if certified else smallest_changes(found),
        warnings=_warnings(found),
    )


def _explained(found: DesignRegion) -> list[int]:
    horizon, length = found.design.horizon, found.design.length
    if horizon <= EVERY_LENGTH:
        return list(range(1, horizon + 1))
    edges = {
        1,
        found.found.first_crossing or horizon,
        *(edge for interval in found.intervals for edge in interval),
    }
    if found.design.gamma is not None:
        edges.add(found.found.last_complete or 1)
    if length is not None:
        edges.add(length)
    return _near(edges, horizon)


def _per_length(found: DesignRegion, wanted: list[int]) -> dict[int, LengthBounds]:
    design, crossing = found.design, found.found.first_crossing
    false_accept = products_at(found.survival, wanted, "up")
    true_accept = {} if design.response is None else products_at(found.completeness, wanted, "down")
    lengths: dict[int, LengthBounds] = {}
    for n in wanted:
        kind = Kind.DIAGNOSTIC if design.kinds is None else design.kinds[n - 1]
        sound = 0 < crossing <= n
        complete = None if design.gamma is None else n <= found.found.last_complete
        member = sound and complete is not False and kind is Kind.DIAGNOSTIC
        lengths[n] = LengthBounds(n, kind, sound, complete, member, false_accept[n], true_accept.get(n))
    return lengths


def _never(found: DesignRegion, n: int | None, kind: Kind) -> LengthBounds:
    """Return the bounds of a review that can accept nothing: both acceptance probabilities are 0."""
    answers = found.design.response is not None
    nothing = point(Fraction(0), "down") if answers else None
    return LengthBounds(n, kind, True, False if answers else None, False, point(Fraction(0), "up"), nothing)


def _early_stopping(found: DesignRegion, lengths: dict[int, LengthBounds]) -> LengthBounds:
    crossing = found.found.first_crossing
    return lengths[crossing] if crossing else _never(found, None, Kind.DIAGNOSTIC)


def _at_length(found: DesignRegion, lengths: dict[int, LengthBounds], n: int) -> LengthBounds:
    """Return the bounds of a review of fixed length n, accepting only where R_n <= delta."""
    bounds = lengths[n]
    if bounds.sound and bounds.kind is Kind.DIAGNOSTIC:
        return bounds
    return _never(found, n, bounds.kind)


def _paper_bound(found: DesignRegion) -> Value | None:
    crossing = found.found.first_crossing
    if found.design.kinds is None or found.design.response is None or crossing == 0:
        return None
    return products_at(found.charged, [crossing], "down")[crossing]


def _warnings(found: DesignRegion) -> list[str]:
    design, crossing = found.design, found.found.first_crossing
    said: list[str] = []
    if design.kinds is not None and design.kinds[-1] is Kind.CLARIFICATION:
        said.append(
            f"round {design.horizon}, the horizon, is a clarification: a review still open there is rejected for sure"
        )
    if crossing == 0:
        spent = 0 if design.kinds is None else design.kinds.count(Kind.CLARIFICATION)
        eaten = f", {spent} of them spent on clarification" if spent else ""
        said.append(
            f"even if every check passes, {design.horizon} rounds{eaten} do not bring R to "
            + ("delta" if design.attempts == 1 else "delta/attempts")
            + ": every review is rejected by the horizon"
        )
        said.extend(_later(found))
    return said


def _later(found: DesignRegion) -> list[str]:
    """Say where constant bounds would cross with a longer horizon, and what C is by then."""
    reached = found.later_crossing
    if reached is None:
        return []
    complete = products_at([found.completeness[0]] * reached, [reached], "down")[reached]
    at = f", where C_{reached} >= {complete.decimal}" if found.design.response is not None else ""
    return [f"with a longer horizon the same bounds first cross at round {reached}{at}"]


def _check_adaptive(found: DesignRegion) -> CheckResult:
    """Answer where q is given round by round: soundness holds at delta, progress is not known yet."""
    design = found.design
    last = found.found.last_complete
    outcome = CheckOutcome.UNDECIDED if last else CheckOutcome.NOT_CERTIFIED
    level = point(design.level, "up")
    complete = None if design.gamma is None else last > 0
    wanted = range(1, design.horizon + 1) if design.horizon <= EVERY_LENGTH else _near([1, last], design.horizon)
    true_accept = {} if design.response is None else products_at(found.completeness, list(wanted), "down")
    kinds = design.kinds or (Kind.DIAGNOSTIC,) * design.horizon
    return CheckResult(
        design=design,
        outcome=CheckOutcome.CERTIFIED if design.gamma is None else outcome,
        first_crossing=None,
        last_complete=last,
        region=[],
        additive_region=[],
        early_stopping=LengthBounds(None, Kind.DIAGNOSTIC, True, complete, design.gamma is None, level, None),
        at_length=None,
        paper_true_accept=None,
        per_length=[
            LengthBounds(n, kinds[n - 1], True, complete and n <= last, False, level, true_accept.get(n))
            for n in wanted
        ],
        margins=None,
        smallest_changes=None,
        warnings=["q is given round by round: false acceptance is bounded by delta, lengths are not known before"],
    )


def _near(edges: Iterable[int], horizon: int) -> list[int]:
    near = {n for edge in edges for n in range(edge - AROUND, edge + AROUND + 1)}
    return sorted(n for n in near if 1 <= n <= horizon)
