"""Decide the main question: is this design certified, at which lengths, and why not at the others."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from elenctic_kernel import Kind

from .answer import CheckOutcome, CheckResult, LengthBounds
from .design import Design
from .errors import DesignError
from .margins import margins, smallest_changes
from .notes import notes
from .products import Value, point, products_at
from .region import DesignRegion

if TYPE_CHECKING:
    from .comparison import GlobalAnswer

EVERY_LENGTH = 100
"""Up to this horizon every length is explained; above it, those around each boundary."""

AROUND = 3
"""Lengths explained on either side of a boundary."""


def check(design: Design) -> CheckResult:
    """Decide which review lengths a design certifies, exactly.

    :param design: targets, horizon and bounds, fixed before the run
    :return: certified, not certified or undecided, with the lengths that work and the numbers behind
    :raises DesignError: when it is no Design

    Source: Definition 12, Propositions 11 and 13; EARLY-STOPPING.1, DETERMINISTIC-REGION.1
    """
    if type(design) is not Design:
        raise DesignError("a Design", type(design).__name__, "check(Design.load(path))", field="design")
    if design.effort is not None:
        from .effort_certification import check_effort

        return check_effort(design)
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
        margins=margins(found) if answer else None,
        smallest_changes=None if answer else smallest_changes(found),
        warnings=notes(found),
        global_check=_global(design),
    )


def _global(design: Design) -> GlobalAnswer | None:
    if design.global_check is None:
        return None
    from .comparison import answer_global

    return answer_global(design)


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
        lengths[n] = LengthBounds(
            n, kind, sound, complete, member, false_accept[n], true_accept.get(n), crossing or None
        )
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
    length = found.design.length or found.found.first_crossing
    if found.design.kinds is None or found.design.response is None or length == 0:
        return None
    return products_at(found.charged, [length], "down")[length]


def _check_adaptive(found: DesignRegion) -> CheckResult:
    """Answer where q is given round by round: soundness holds at delta, progress is not known yet."""
    design, last = found.design, found.found.last_complete
    enough = last >= (design.length or 1) and not (design.length and _ends_in_clarification(design, design.length))
    undecided = CheckOutcome.UNDECIDED if enough else CheckOutcome.NOT_CERTIFIED
    outcome = CheckOutcome.CERTIFIED if design.gamma is None else undecided
    rows = _adaptive_lengths(found)
    asked = LengthBounds(None, Kind.DIAGNOSTIC, True, None, design.gamma is None, point(design.level, "up"), None)
    return CheckResult(
        design=design,
        outcome=outcome,
        first_crossing=None,
        last_complete=last,
        region=[],
        additive_region=[],
        early_stopping=asked,
        at_length=None if design.length is None else rows[design.length],
        paper_true_accept=None,
        per_length=[rows[n] for n in sorted(rows)],
        margins=None,
        smallest_changes=None,
        warnings=notes(found),
        global_check=_global(design),
    )


def _ends_in_clarification(design: Design, length: int) -> bool:
    return design.kinds is not None and design.kinds[length - 1] is Kind.CLARIFICATION


def _adaptive_lengths(found: DesignRegion) -> dict[int, LengthBounds]:
    """Return the lengths with false acceptance bounded by delta, whatever q will be."""
    design, last = found.design, found.found.last_complete
    wanted = _explained(found)
    true_accept = {} if design.response is None else products_at(found.completeness, wanted, "down")
    level, kinds = point(design.level, "up"), design.kinds or (Kind.DIAGNOSTIC,) * design.horizon
    complete = {n: None if design.gamma is None else n <= last for n in wanted}
    return {n: LengthBounds(n, kinds[n - 1], True, complete[n], False, level, true_accept.get(n)) for n in wanted}


def _near(edges: Iterable[int], horizon: int) -> list[int]:
    near = {n for edge in edges for n in range(edge - AROUND, edge + AROUND + 1)}
    return sorted(n for n in near if 1 <= n <= horizon)
