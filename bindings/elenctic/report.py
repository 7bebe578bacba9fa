"""Show the answer of ``check``: four lines to read first, then a table; or JSON; or HTML."""

from __future__ import annotations

import json
from fractions import Fraction
from html import escape
from textwrap import fill
from typing import TYPE_CHECKING, Any

from elenctic_kernel import Kind

from .answer import CheckOutcome, CheckResult, LengthBounds
from .bounds import Bound
from .claims import INDUCTION
from .decimals import complement_text, fraction_text, round_up, written_text
from .design import Design
from .notes import NO_REASON, bound_names, reason_of
from .products import Value

if TYPE_CHECKING:
    from .effort import Effort

SCHEMA = "elenctic.check/1"

HEADINGS = {
    CheckOutcome.CERTIFIED: "CERTIFIED",
    CheckOutcome.NOT_CERTIFIED: "NOT CERTIFIED",
    CheckOutcome.UNDECIDED: "UNDECIDED",
}

WIDTH = 100
"""Notes are wrapped at so many columns."""

CLASSES = f"""assumed by you: these bounds. computed exactly: R_n, C_n, the lengths. proved by machine: each step of the
review. in words: {INDUCTION}."""

CLASSES_OF_A_MODEL = f"""assumed by you: these bounds and the model. computed: R_n and C_n, enclosed and rounded to the
safe side; the lengths. proved by machine: the arithmetic of the enclosures (EXP-ENCLOSURE.1, LOG-ENCLOSURE.1), each
step of a review. in words: {INDUCTION}."""


def text(result: CheckResult) -> str:
    """Return the answer as aligned lines: the verdict block, the assumptions, one line for each length."""
    blocks = [
        _verdict_lines(result),
        [fill(f"note: {said}", WIDTH, subsequent_indent="      ", break_on_hyphens=False) for said in result.warnings],
        _assumed_lines(result.design),
        [CLASSES if result.design.effort is None else CLASSES_OF_A_MODEL],
    ]
    blocks.append(_length_lines(result))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _verdict_lines(result: CheckResult) -> list[str]:
    design = result.design
    heading = HEADINGS[result.outcome] + (" (SOUNDNESS ONLY)" if design.soundness_only else "")
    lines = [f"{heading}  {design.name}   {stopping(result)}"]
    lines.append(f"false acceptance  {false_acceptance(result)}   needs <= {_level(design)}   {_class_of(result)}")
    lines.append(f"true acceptance   {true_acceptance(result)}   {_lengths_said(result)}")
    if result.global_check is not None:
        from .effort_report import global_lines

        lines += global_lines(result)
    if result.paper_true_accept is not None:
        n, charged = design.length or result.first_crossing, result.paper_true_accept.decimal
        lines.append(f"with clarification rounds charged, as (7) does: C_{n} >= {charged}")
    return [*lines, *_change_lines(result)]


def stopping(result: CheckResult) -> str:
    if result.design.effort is not None:
        asked = "every length" if result.design.length is None else f"length {result.design.length}"
        return f"{asked} with its own allocation, {_allocation(result.design.effort)}"
    adaptive = ", q given round by round" if result.design.false_pass is None else ""
    if result.design.length is not None:
        return f"fixed length {result.design.length}{adaptive}"
    if adaptive:
        return f"early stopping{adaptive}"
    if result.first_crossing is None:
        return f"early stopping, no crossing within {result.design.horizon} rounds"
    return f"early stopping, first crossing {result.first_crossing}"


def false_acceptance(result: CheckResult) -> str:
    bounds = result.answered
    if bounds is None:
        return "no bound: this length has no allocation within the budget"
    if result.design.false_pass is None:
        return f"<= {bounds.false_accept.decimal}"
    if bounds.false_accept.high == 0:
        last = result.per_length[-1] if result.at_length is None else _row(result, result.at_length.n)
        return f"0, nothing is accepted (R_{last.n} <= {last.false_accept.decimal})"
    return f"R_{bounds.n} <= {bounds.false_accept.decimal}"


def _row(result: CheckResult, n: int | None) -> LengthBounds:
    return next(row for row in result.per_length if row.n == n)


def _class_of(result: CheckResult) -> str:
    if result.design.effort is not None:
        return "computed from the effort model (18)"
    return "whatever q will be (Theorem 7)" if result.design.false_pass is None else "proved from the bounds"


def _level(design: Design) -> str:
    written = written_text(design.delta_written, design.delta)
    return written if design.attempts == 1 else f"{written}/{design.attempts} in each of {design.attempts} attempts"


def true_acceptance(result: CheckResult) -> str:
    design, bounds = result.design, result.answered
    if design.gamma is None:
        return "not asked"
    needs = f"needs >= {complement_text(design.gamma_written, design.gamma)}"
    if bounds is None:
        return f"no bound   {needs}"
    if bounds.true_accept is None:
        return f"C_n meets its target up to n = {result.last_complete}   {needs}"
    if bounds.true_accept.high == bounds.false_accept.high == 0:
        return f"0, nothing is accepted   {needs}"
    return f"C_{bounds.n} >= {bounds.true_accept.decimal}   {needs}"


def _lengths_said(result: CheckResult) -> str:
    if result.design.soundness_only and result.design.false_pass is None:
        return ""
    if result.design.false_pass is None:
        by = f"in all {result.design.length} rounds" if result.design.length else f"by round {result.last_complete}"
        decides = result.outcome is CheckOutcome.UNDECIDED
        return f"certified if every honest run brings R to delta {by}" if decides else ""
    additive = "undecided" if result.additive_region is None else intervals_text(result.additive_region)
    equation = "(16)" if result.design.effort is None else "(19)"
    undecided = f"; undecided: {intervals_text(result.undecided)}" if result.undecided else ""
    return f"certified lengths {intervals_text(result.region)}{undecided}; additive {equation}: {additive}"


def intervals_text(intervals: list[tuple[int, int]]) -> str:
    """Return closed intervals as a set: {5}, {2..11}, {1, 3..4}, or none."""
    if not intervals:
        return "none"
    return "{" + ", ".join(str(low) if low == high else f"{low}..{high}" for low, high in intervals) + "}"


def _change_lines(result: CheckResult) -> list[str]:
    if result.design.false_pass is None:
        return []
    changes = result.margins if result.certified else result.smallest_changes
    label = "may slip alone" if result.certified else "would certify alone"
    if changes is None:
        return [f"{label}: not searched for schedules this long"]
    return [f"{label}: {', '.join(str(change) for change in changes) or 'no single change of a bound or target'}"]


def _assumed_lines(design: Design) -> list[str]:
    bounds = {"false_pass": design.false_pass, "execution": design.execution, "response": design.response}
    reasons = {name: reason_of(design, name) for name in bound_names(design)}
    written = {name: written_bound(design, name, bounds.get(name)) for name in reasons}
    width = max(len(text) for text in written.values())
    return [
        f"{name:<10}  {written[name]:<{width}}  {f'assumed: {reason}' if reason else NO_REASON}"
        for name, reason in reasons.items()
    ]


def written_bound(design: Design, name: str, bound: Bound | None) -> str:
    if bound is None and name == "execution" and design.effort is not None:
        from .effort_report import model_text

        return model_text(design.effort)
    if name == "global" and design.global_check is not None:
        from .effort_report import check_text

        return check_text(design.global_check)
    if bound is None:
        return "adaptive"
    if name == "false_pass" and design.anchored is not None:
        mass, detection = design.anchored
        return f"1 - {mass.written}*{detection.written} (anchored)"
    return bound.written


def _allocation(effort: Effort) -> str:
    from .effort_report import allocation_text

    return allocation_text(effort)


def _length_lines(result: CheckResult) -> list[str]:
    design = result.design
    answers = design.gamma is not None
    header = ["n", "R_n <=", "soundness"] if design.false_pass is not None else ["n"]
    rows = [header + (["C_n >=", "completeness"] if answers else []) + ["certified"]]
    if len(rows[0]) == 2:  # q is not known and no completeness is asked: no length has a number of its own
        return []
    for row in result.per_length:
        cells = [f"{row.n}"]
        if design.false_pass is not None:
            cells += [row.false_accept.decimal, _shortfall(row.sound, row.false_accept, design.level)]
        if design.gamma is not None and row.true_accept is not None:
            cells += [row.true_accept.decimal, _shortfall(row.complete, row.true_accept, 1 - design.gamma)]
        rows.append([*cells, _membership(design, row)])
    return _with_gaps(_aligned(rows), [row.n for row in result.per_length])


def _membership(design: Design, row: LengthBounds) -> str:
    if design.false_pass is None:
        return "depends on q" if row.complete else "no"
    if row.kind is Kind.CLARIFICATION:
        return "no (clarification)"
    return {True: "yes", False: "no", None: "undecided"}[row.certified]


def _shortfall(met: bool | None, value: Value, target: Fraction) -> str:
    if met is None:
        return "undecided"
    if met:
        return "met"
    gap = value.high - target if value.rounding == "up" else target - value.low
    return f"fails by {round_up(gap)}"


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]


def _with_gaps(lines: list[str], lengths: list[int | None]) -> list[str]:
    """Mark the lengths left out between two explained ones."""
    shown, previous = lines[:1], 0
    for line, n in zip(lines[1:], lengths, strict=True):
        if n is not None and n > previous + 1:
            shown.append("...")
        shown.append(line)
        previous = n or previous
    return shown


def to_json(result: CheckResult, *, indent: int | None = 2) -> str:
    """Return the answer as JSON text; every probability is a string."""
    return json.dumps(to_dict(result), indent=indent, ensure_ascii=True)


def to_dict(result: CheckResult) -> dict[str, Any]:
    """Return the answer as the value that ``--json`` prints, schema elenctic.check/1."""
    design = result.design
    margins, changes = result.margins, result.smallest_changes
    return {
        "schema": SCHEMA,
        "design": design.name,
        "outcome": result.outcome.value,
        "soundness_only": design.soundness_only,
        "targets": {
            "delta": fraction_text(design.delta),
            "gamma": None if design.gamma is None else fraction_text(design.gamma),
            "horizon": design.horizon,
            "length": design.length,
            "attempts": design.attempts,
        },
        "first_crossing": result.first_crossing,
        "region": [list(interval) for interval in result.region],
        "undecided": [list(interval) for interval in result.undecided],
        "additive_region": None if result.additive_region is None else [list(i) for i in result.additive_region],
        "early_stopping": None if result.early_stopping is None else _bounds_dict(result.early_stopping),
        "at_length": None if result.at_length is None else _bounds_dict(result.at_length),
        "global": _global(result),
        "paper_true_accept": None if result.paper_true_accept is None else result.paper_true_accept.to_dict(),
        "per_length": [_bounds_dict(row) for row in result.per_length],
        "margins": None if margins is None else [change.to_dict() for change in margins],
        "smallest_change": None if changes is None else [change.to_dict() for change in changes],
        "reasons": _reasons(design),
        "classes": {"false_accept": "computed", "true_accept": "computed", "region": "computed", "bounds": "assumed"},
        "warnings": result.warnings,
    }


def _global(result: CheckResult) -> dict[str, Any] | None:
    if result.global_check is None:
        return None
    from .effort_report import global_dict

    return global_dict(result)


def _bounds_dict(bounds: LengthBounds) -> dict[str, Any]:
    return {
        "n": bounds.n,
        "kind": bounds.kind.value,
        "certified": bounds.certified,
        "sound": bounds.sound,
        "complete": bounds.complete,
        "false_accept": bounds.false_accept.to_dict(),
        "true_accept": None if bounds.true_accept is None else bounds.true_accept.to_dict(),
        "first_crossing": bounds.first_crossing,
    }


def _reasons(design: Design) -> dict[str, str]:
    given = {name: reason_of(design, name) or NO_REASON for name in bound_names(design)}
    return {**given, **{name: said for name, said in design.reasons.items() if name not in given}}


def html(result: CheckResult) -> str:
    """Return the answer for a notebook: the same words, escaped, in a fixed-width block."""
    return f"<pre>{escape(text(result))}</pre>"
