"""Show the paper's numbers beside the recomputed ones: aligned lines by item of the paper, or JSON."""

from __future__ import annotations

import json
from itertools import groupby
from textwrap import fill
from typing import Any

from .agreement import Agreement, Found, digits, written
from .decimals import fraction_text
from .interval import Enclosure
from .paper_numbers import NOT_COVERED, Relation
from .recomputation import Swept
from .report import WIDTH, intervals_text
from .reproduction import Reproduction, Row

SCHEMA = "elenctic.reproduce/1"

HEADINGS = {
    Agreement.AGREES: "REPRODUCED",
    Agreement.DIFFERS: "NOT REPRODUCED",
    Agreement.UNDECIDED: "UNDECIDED",
}

ANSWERS = {
    Agreement.AGREES: "yes",
    Agreement.DIFFERS: "NO",
    Agreement.UNDECIDED: "undecided",
    Agreement.NOT_PRINTED: "-",
}

HEADER = ("number", "paper", "recomputed", "more digits", "agrees", "what it is")

COLUMNS = 3
"""Columns in which the sweep is printed."""

JSON_DIGITS, LONGEST_FRACTION = 20, 200
"""Significant digits of an enclosure, and the longest "p/q", in JSON."""

READING = (
    "agrees: a rounded number is within half a unit of its last digit; exact numbers, sets and counts are equal. "
    "more digits: p/q, or digits that are certain; before .. they are cut, the value is at most one unit above. "
    "-: the paper does not print it; <=: it prints an upper bound."
)
CLASSES = (
    "computed: every row, from the inputs named; inequalities by the kernel, exponentials and logarithms enclosed "
    "(EXP-ENCLOSURE.1, LOG-ENCLOSURE.1). assumed: the inputs that are named so."
)


def text(answer: Reproduction) -> str:
    """Return the answer as aligned lines: the count, then the items of the paper, then the sweep."""
    blocks = [_heading(answer), [_wrapped(said) for said in (READING, CLASSES, NOT_COVERED)]]
    cells = {row.number.id: _cells(row) for row in answer.rows}
    widths = [max(map(len, column)) for column in zip(HEADER, *cells.values(), strict=True)]
    for _, rows in groupby(answer.rows, lambda row: row.group):
        blocks.append(_group_lines(list(rows), cells, widths))
    return "\n\n".join("\n".join(block) for block in [*blocks, _sweep_lines(answer)])


def _heading(answer: Reproduction) -> list[str]:
    compared = len(answer.rows) - answer.count(Agreement.NOT_PRINTED)
    agree, others = answer.count(Agreement.AGREES), answer.count(Agreement.NOT_PRINTED)
    lines = [f"{HEADINGS[answer.outcome]}  {agree} of {compared} numbers agree; {others} more stand beside them"]
    for kind, said in ((Agreement.DIFFERS, "differs"), (Agreement.UNDECIDED, "undecided")):
        named = [row.number.id for row in answer.rows if row.agreement is kind]
        lines += [_wrapped(f"{said}: {', '.join(named)}")] if named else []
    return lines


def _wrapped(said: str, indent: str = "") -> str:
    return fill(said, WIDTH, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)


def _cells(row: Row) -> tuple[str, ...]:
    number, recomputed = row.number, written(row.found, row.number.paper)
    sign = "<= " if number.relation is Relation.AT_MOST else ""
    paper, more = "-" if number.paper is None else f"{sign}{number.paper}", digits(row.found)
    return number.id, paper, recomputed, "" if more == recomputed else more, ANSWERS[row.agreement], number.what


def _group_lines(rows: list[Row], cells: dict[str, tuple[str, ...]], widths: list[int]) -> list[str]:
    group = rows[0].group
    lines = [f"{group.item}: {group.inputs}", _wrapped(f"assumed: {group.assumes}", "  ")]
    lines += [_line(line, widths) for line in [HEADER, *(cells[row.number.id] for row in rows)]]
    noted = [(row.number.id, row.number.note) for row in rows if row.number.note]
    return lines + [_wrapped(f"note, {id}: {note}", "      ") for id, note in noted]


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _sweep_lines(answer: Reproduction) -> list[str]:
    """Return the sets of all budgets, down the columns."""
    header, cells = ("E", "additive", "product"), [_swept_cells(row) for row in answer.sweep]
    widths = [max(map(len, column)) for column in zip(header, *cells, strict=True)]
    lines = [_line(cell, widths).ljust(sum(widths) + 4) for cell in cells]
    depth = -(-len(lines) // COLUMNS)
    rows = ["      ".join(lines[place::depth]).rstrip() for place in range(depth)]
    head = "      ".join([_line(header, widths).ljust(sum(widths) + 4)] * COLUMNS).rstrip()
    return ["Figure 3, every budget: additive sets (19), as the paper draws, and exact product sets", head, *rows]


def _swept_cells(row: Swept) -> tuple[str, ...]:
    sets = ("undecided" if found is None else intervals_text(list(found)) for found in (row.additive, row.product))
    return (str(row.budget), *sets)


def to_json(answer: Reproduction, *, indent: int | None = 2) -> str:
    """Return the answer as JSON text."""
    kinds = {"agree": Agreement.AGREES, "differ": Agreement.DIFFERS, "undecided": Agreement.UNDECIDED}
    value = {
        "schema": SCHEMA,
        "outcome": HEADINGS[answer.outcome].lower().replace(" ", "-"),
        "numbers": {
            "printed": sum(row.number.paper is not None for row in answer.rows),
            **{word: answer.count(kind) for word, kind in kinds.items()},
            "not_printed": answer.count(Agreement.NOT_PRINTED),
        },
        "rows": [_row_dict(row) for row in answer.rows],
        "sweep": [{"budget": s.budget, "additive": s.additive, "product": s.product} for s in answer.sweep],
        "not_covered": NOT_COVERED,
    }
    return json.dumps(value, indent=indent)


def _row_dict(row: Row) -> dict[str, Any]:
    number, group = row.number, row.group
    return {
        "id": number.id,
        "item": group.item,
        "what": number.what,
        "paper": number.paper,
        "relation": None if number.paper is None else number.relation.value,
        "recomputed": written(row.found, number.paper),
        **_enclosed(row.found),
        "agreement": row.agreement.value,
        "class": "computed",
        "inputs": group.inputs,
        "assumed": group.assumes,
        "note": number.note or None,
    }


def _enclosed(found: Found) -> dict[str, Any]:
    """Return the exact value where it is short, and an enclosure rounded outward; neither for sets and statements."""
    if not isinstance(found, Enclosure):
        return {"exact": None, "enclosure": None}
    fraction = fraction_text(found.low) if found.exact else ""
    low, high = found.text(JSON_DIGITS)
    return {
        "exact": fraction if 0 < len(fraction) <= LONGEST_FRACTION else None,
        "enclosure": {"low": low, "high": high},
    }
