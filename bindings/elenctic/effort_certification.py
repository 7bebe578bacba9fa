"""The answer for a design with an effort model: each length decided with its own allocation."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from elenctic_kernel import Kind

from .answer import CheckOutcome, CheckResult, LengthBounds
from .certification import AROUND, EVERY_LENGTH
from .comparison import answer_global, compare
from .design import Design
from .effort_margins import effort_changes, effort_margins
from .effort_region import Decided, EffortRegion
from .notes import effort_notes
from .products import point
from .region import intervals


def check_effort(design: Design) -> CheckResult:
    """Decide which lengths an effort model certifies.

    :param design: a design with an effort model
    :return: certified when some length is, or the one that is asked about; undecided only where none is certified and
        the finest precision does not tell of one
    :raises DesignError: when the model is out of its range at a candidate length

    Source: equations (18), (19), Proposition 15; ENCLOSED-REGION.1, EFFORT-MODEL.1
    """
    found = EffortRegion(design)
    decided = {one.n: one for one in found.lengths}
    members = intervals(n for n, one in decided.items() if one.certified)
    undecided = intervals(n for n, one in decided.items() if one.certified is None)
    rows = [_row(found, decided[n]) for n in _explained(design, decided)]
    compared = design.length or _first(members) or _first(undecided)
    outcome = _outcome(design, decided)
    additive = [one.additive for one in decided.values()]
    return CheckResult(
        design=design,
        outcome=outcome,
        first_crossing=None,
        last_complete=max((n for n, one in decided.items() if one.complete), default=0),
        region=members,
        additive_region=None if None in additive else intervals(n for n, one in decided.items() if one.additive),
        early_stopping=None,
        at_length=None if design.length is None else _asked(found, decided, design.length),
        paper_true_accept=None,
        per_length=rows,
        margins=effort_margins(design, compared) if outcome is CheckOutcome.CERTIFIED else None,
        smallest_changes=None if outcome is CheckOutcome.CERTIFIED else effort_changes(design),
        warnings=effort_notes(found, undecided),
        undecided=undecided,
        global_check=answer_global(design),
        comparison=None if compared not in decided else compare(design, compared),
    )


def _outcome(design: Design, decided: dict[int, Decided]) -> CheckOutcome:
    asked = decided.values() if design.length is None else [d for d in (decided.get(design.length),) if d]
    answers = [one.certified for one in asked]
    if True in answers:
        return CheckOutcome.CERTIFIED
    return CheckOutcome.UNDECIDED if None in answers else CheckOutcome.NOT_CERTIFIED


def _first(members: list[tuple[int, int]]) -> int:
    return members[0][0] if members else 0


def _explained(design: Design, decided: dict[int, Decided]) -> list[int]:
    lengths = list(decided)
    if len(lengths) <= EVERY_LENGTH:
        return lengths
    answers = [(one.sound, one.complete, one.certified) for one in decided.values()]
    edges = {0, len(lengths) - 1, *(k for k in range(1, len(answers)) if answers[k] != answers[k - 1])}
    edges |= {lengths.index(design.length)} if design.length in decided else set()
    near = {k for edge in edges for k in range(edge - AROUND, edge + AROUND + 1)}
    return [n for k, n in enumerate(lengths) if k in near]


def _row(found: EffortRegion, one: Decided) -> LengthBounds:
    kinds, answers = found.design.kinds, found.design.gamma is not None
    kind = Kind.DIAGNOSTIC if kinds is None else kinds[one.n - 1]
    false_accept, true_accept = found.bounds_at(one.n)
    complete = one.complete if answers else None
    crossing = one.first_crossing or None
    shown = true_accept if answers else None
    return LengthBounds(one.n, kind, one.sound, complete, one.certified, false_accept, shown, crossing)


def _asked(found: EffortRegion, decided: dict[int, Decided], n: int) -> LengthBounds | None:
    """Return the bounds of the length that is asked about, None where it has no allocation within the budget.

    A review of a length that does not meet delta, or ends in a clarification, can accept nothing.
    """
    one = decided.get(n)
    if one is None:
        return None
    row = _row(found, one)
    if one.sound is not False and row.kind is Kind.DIAGNOSTIC:
        return row
    complete = None if row.complete is None else False
    nothing = None if row.true_accept is None else point(Fraction(0), "down")
    return replace(row, sound=True, complete=complete, false_accept=point(Fraction(0), "up"), true_accept=nothing)
