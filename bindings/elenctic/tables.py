"""Tables of bounds: CSV with one row a round, read strictly and with the physical line of each row."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import NamedTuple

from elenctic.documents import Place, did_you_mean, printable
from elenctic.errors import DesignError, shown

HEADERS = {"q": "false_pass", "c": "execution", "a": "response"}
WORDS = ("round", "kind", "false_pass", "execution", "response")

_EXAMPLE = '"round,kind,false_pass,execution,response"'
_COMMA = "a comma between columns and a point in numbers"


class Column(NamedTuple):
    """Hold one column: its header as written, and its cells without spaces around them, a cell a round."""

    header: str
    cells: list[str]


class Table(NamedTuple):
    """Hold a table of bounds: columns by the words of a design, the line of the header and of each row."""

    file: str
    head: int
    columns: dict[str, Column]
    lines: list[int]


class TableRow(NamedTuple):
    """Hold the cells of a row, and the physical line on which it begins."""

    cells: list[str]
    line: int


def read_table(text: str, file: str) -> Table:
    """Read a table of bounds; the numbers in it are yet to be read.

    A header names the columns false_pass (or q), execution (or c), response (or a), kind and round, in any
    order. Blank lines count for nothing. ``round``, where it is there, counts 1, 2, 3 and so on.

    :param text: the table, checked by ``documents.checked_text``
    :param file: the name that errors show
    :raises DesignError: when it is no such table, with the line
    Source: design rule "one row a round, no round shifted"; no claim.
    """
    rows = rows_of(text, file)
    head = next(rows, None)
    if head is None:  # a line of quotes with nothing in them
        raise DesignError("a table of bounds", "blank lines only", f"the header {_EXAMPLE}", file=file, line=1)
    headers = _headers(head, file)
    columns = {word: Column(header, []) for word, header in headers.items()}
    lines: list[int] = []
    targets = [column.cells for column in columns.values()]
    for row in rows:
        if len(row.cells) != len(targets):
            raise ragged(row, len(targets), file)
        for cells, cell in zip(targets, row.cells, strict=True):
            cells.append(cell.strip(" \t"))
        lines.append(row.line)
    if not lines:
        got = "a header without rows"
        raise DesignError("one row a round", got, "a row for each round", file=file, line=head.line)
    table = Table(file, head.line, columns, lines)
    _check_rounds(table)
    return table


def rows_of(text: str, file: str) -> Iterator[TableRow]:
    """Give the rows that are not blank, each with the physical line on which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for cells in reader:
            if len(cells) > 1 or "".join(cells).strip():
                yield TableRow(cells, line)
            line = reader.line_num + 1
    except csv.Error as error:
        unclosed = str(error) == "unexpected end of data"
        got = "an unclosed quote" if unclosed else printable(str(error), 100)
        raise DesignError("CSV", got, "numbers without quotes around them", file=file, line=line) from None


def _headers(head: TableRow, file: str) -> dict[str, str]:
    """Return the header of each column by its word, in the order of the columns."""
    place = Place(file, line=head.line)
    headers: dict[str, str] = {}
    for cell in head.cells:
        header = cell.strip()
        word = HEADERS.get(header, header)
        if word not in WORDS:
            raise _unknown(header, place)
        if word in headers:
            got = f"{shown(headers[word])} and {shown(header)}"
            raise place._replace(field=header).refuse("each column once", got, "one of the two")
        headers[word] = header
    return headers


def _unknown(header: str, place: Place) -> DesignError:
    if ";" in header or "\t" in header:
        return place.refuse(f"the header {_EXAMPLE}", shown(header), _COMMA)
    if header in ("bound", "misses", "trials"):
        command = f"elenctic bounds {printable(place.file)}"
        return place.refuse("a table of bounds, one row a round", "a pilot's counted trials", command)
    near = did_you_mean(header, (*WORDS, *HEADERS))
    got = f"{shown(header)} (did you mean {near}?)" if near else shown(header)
    place = place._replace(field=printable(header))
    return place.refuse(f"the columns {', '.join(WORDS)} (or q, c, a)", got, near or f"the header {_EXAMPLE}")


def ragged(row: TableRow, width: int, file: str) -> DesignError:
    place = Place(file, line=row.line)
    commas = len(row.cells) > width or any(";" in cell for cell in row.cells)
    write = _COMMA if commas else "a cell for each column, or no such row"
    count = f"{len(row.cells)} cell{'s' if len(row.cells) > 1 else ''}"
    return place.refuse(f"{width} cells, one for each column", f"{count} in {shown(','.join(row.cells))}", write)


def _check_rounds(table: Table) -> None:
    numbers = table.columns["round"].cells if "round" in table.columns else []
    for m, (cell, line) in enumerate(zip(numbers, table.lines, strict=False), 1):
        if cell != str(m):
            place = Place(table.file, "round", line)
            raise place.refuse(f"round {m}, because rounds count 1, 2, 3, ...", shown(cell), f"{m}")
