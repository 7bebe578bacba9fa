"""Pilots: counted trials read from a table, and the lower bounds that they show together."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import PurePath
from typing import Any, NamedTuple, cast

from elenctic.clopper_pearson import LARGEST_NEED, MAX_DIGITS, MAX_TRIALS, LowerBound, lower_bound, trials_needed
from elenctic.decimals import plain_text
from elenctic.documents import Place, checked_text, described, did_you_mean, printable, read_text
from elenctic.errors import DesignError, name_of, shown
from elenctic.numbers import exact
from elenctic.tables import HEADERS, TableRow, ragged, rows_of

_POOLED = "all its trials in one row where one chance fits all; else a pilot for each group, and the least bound"

COLUMNS = ("bound", "misses", "trials")
BOUNDS = ("execution", "response")

_WHOLE = re.compile(r"[+-]?[0-9]{1,20}")
_EXAMPLE = '"bound,misses,trials"'
_ROW_EXAMPLE = "a row such as execution,0,200"
_NO_PILOT = "because a pilot cannot bound false_pass, which must hold against every adaptive prover"
_DERIVED = 'a derived false_pass in the design: "1/2" by FREIVALDS-HALF.1, or [anchored] with its detection'


class Counted(NamedTuple):
    """Hold one row of a pilot: of so many trials for a bound, so many were misses."""

    bound: str
    misses: int
    trials: int


@dataclass(frozen=True)
class Pilot:
    """Hold a pilot: the name that reasons give, and its rows, each for another bound."""

    name: str
    rows: tuple[Counted, ...]

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Pilot:
        """Read a pilot from a CSV file, "-" being standard input.

        :param path: columns bound, misses and trials in any order; one row for execution, response or both
        :raises DesignError: when the file cannot be read or is no such table, with file, column and line
        Source: design rule "counted pilot trials to lower bounds for c and a"; no claim.
        """
        given = cast("object", path)
        if not isinstance(given, str | os.PathLike):
            raise DesignError("the path of a CSV file", described(given), '"pilot.csv"', field="path")
        text = os.fspath(path)
        return cls.loads(read_text(text), name_of(text))

    @classmethod
    def loads(cls, text: str, file: str = "pilot.csv") -> Pilot:
        """Read a pilot from the text of its table.

        :param text: the table; a byte-order mark, CRLF and blank lines count for nothing
        :param file: the name that errors show, and whose last part reasons give
        :raises DesignError: when it is no such table, with file, column and line
        Source: design rule "counted pilot trials to lower bounds for c and a"; no claim.
        """
        file = printable(file, 1000)
        empty = DesignError(f"a table with the header {_EXAMPLE}", "nothing", _ROW_EXAMPLE, file=file, line=1)
        if type(text) is str and not text.removeprefix("\ufeff").strip():
            raise empty
        rows = rows_of(checked_text(text, file), file)
        head = next(rows, None)
        if head is None:  # a line of quotes with nothing in them
            raise empty
        return cls(printable(PurePath(file).name, 100), tuple(_counted(head, rows, file)))


def _counted(head: TableRow, rows: Iterator[TableRow], file: str) -> Iterator[Counted]:
    columns = _columns(head, file)
    lines: dict[str, int] = {}
    for row in rows:
        if len(row.cells) != len(columns):
            raise ragged(row, len(columns), file)
        cells = {column: cell.strip(" \t") for column, cell in zip(columns, row.cells, strict=True)}
        bound = _bound(cells["bound"], Place(file, "bound", row.line))
        if bound in lines:
            got = f"a second row for {bound}, after line {lines[bound]}"
            raise Place(file, "bound", row.line).refuse("one row for each bound", got, _POOLED)
        lines[bound] = row.line
        trials = _count(cells["trials"], 1, MAX_TRIALS, "", Place(file, "trials", row.line))
        misses = _count(cells["misses"], 0, trials, ", the trials of this row", Place(file, "misses", row.line))
        yield Counted(bound, misses, trials)
    if not lines:
        raise Place(file, line=head.line).refuse("one row for each bound", "a header without rows", _ROW_EXAMPLE)


def _columns(head: TableRow, file: str) -> list[str]:
    place = Place(file, line=head.line)
    columns = [cell.strip() for cell in head.cells]
    for number, column in enumerate(columns):
        at = place._replace(field=printable(column))
        if ";" in column or "\t" in column:
            raise place.refuse(f"the header {_EXAMPLE}", shown(column), "a comma between columns")
        if column not in COLUMNS:
            near = did_you_mean(column, COLUMNS)
            got = f"{shown(column)} (did you mean {near}?)" if near else shown(column)
            raise at.refuse(f"the columns {', '.join(COLUMNS)}", got, near or f"the header {_EXAMPLE}")
        if column in columns[:number]:
            raise at.refuse("each column once", f"{shown(column)} twice", "one of the two")
    missing = [column for column in COLUMNS if column not in columns]
    if missing:
        got = f"no column {' and no column '.join(missing)}"
        raise place.refuse(f"the columns {', '.join(COLUMNS)}", got, f"the header {_EXAMPLE}")
    return columns


def _bound(word: str, place: Place) -> str:
    if word in BOUNDS:
        return word
    meant = HEADERS.get(word, word)
    if meant == "false_pass":
        raise place.refuse(f"execution or response, {_NO_PILOT}", shown(word), _DERIVED)
    near = meant if meant in BOUNDS else did_you_mean(word, BOUNDS)
    got = f"{shown(word)} (did you mean {near}?)" if near else shown(word)
    raise place.refuse("execution or response", got, near or "execution")


def _count(text: str, least: int, most: int, because: str, place: Place) -> int:
    if _WHOLE.fullmatch(text) and least <= int(text) <= most:
        return int(text)
    expected = f"a whole number from {least} to {most}{because}"
    raise place.refuse(expected, shown(text), f"the count of {place.field}, such as {min(200, most) if least else 0}")


class Row(NamedTuple):
    """Hold what one row of a pilot shows; a lower bound of 0 shows nothing."""

    counted: Counted
    lower: LowerBound


class Need(NamedTuple):
    """Hold a bound that is to be shown, as it was written, and the trials that show it without a miss."""

    bound: str
    least: Fraction
    written: str
    trials: int


@dataclass(frozen=True)
class PilotAnswer:
    """Hold what a pilot shows and what is needed; prints as the command line does.

    :param name: the pilot's name, empty without one
    :param confidence: the probability with which all bounds of the rows hold at once, at least
    :param written: the confidence as it was written
    :param rows: what each row shows, at an equal share of 1 - confidence
    :param needs: what was asked for, at an equal share of its own
    """

    name: str
    confidence: Fraction
    written: str
    rows: tuple[Row, ...]
    needs: tuple[Need, ...]

    @property
    def share(self) -> Fraction:
        """Return the alpha of each row; the rows share it, whatever their counts are."""
        return (1 - self.confidence) / max(1, len(self.rows))

    @property
    def usable(self) -> tuple[Row, ...]:
        """Return the rows that show something."""
        return tuple(row for row in self.rows if row.lower.steps > 0)

    def __str__(self) -> str:
        from .pilot_report import text

        return text(self)

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return the answer as JSON text, schema elenctic.bounds/1: every probability is a string."""
        from .pilot_report import to_json

        return to_json(self, indent=indent)


def pilot_bounds(
    pilot: Pilot | str | os.PathLike[str] | None = None,
    *,
    confidence: Any = "0.95",
    need: Mapping[str, Any] | None = None,
    digits: int | str = 6,
) -> PilotAnswer:
    """Return the lower bounds that a pilot shows, and the trials that bounds need.

    :param pilot: a pilot or the path of its CSV file, "-" being standard input; None for needs only
    :param confidence: an exact number above 0 and below 1, or its text
    :param need: bounds to be shown without a miss, each above 0 and below 1
    :param digits: decimals of the lower bounds, 1 to MAX_DIGITS
    :raises DesignError: when the table or an argument is malformed, or there is neither pilot nor need
    Source: the union bound over Clopper-Pearson bounds; PILOT-BOUND.1.
    """
    level = _proportion(confidence, "confidence", "0.95")
    places = _digits(digits)
    if pilot is None and not need:
        write = "elenctic bounds pilot.csv, or elenctic bounds --need execution=0.99"
        raise DesignError("TRIALS.csv or --need", "nothing", write)
    found = Pilot("", ()) if pilot is None else pilot if isinstance(pilot, Pilot) else Pilot.load(pilot)
    share = (1 - level) / max(1, len(found.rows))
    needs = _needs(need or {}, 1 - level)
    rows = tuple(Row(row, lower_bound(row.trials, row.misses, share, places)) for row in found.rows)
    return PilotAnswer(found.name, level, confidence if isinstance(confidence, str) else "", rows, needs)


def _needs(need: Mapping[str, Any], alpha: Fraction) -> tuple[Need, ...]:
    asked: list[tuple[str, Fraction, str]] = []
    for word, value in need.items():
        bound = _bound(word, Place(field="need"))
        least = _proportion(value, f"need.{bound}", "0.99", ", because 1 is never shown by trials")
        if least > LARGEST_NEED:
            expected = f"at most {plain_text(LARGEST_NEED)}, because more is beyond any count of trials"
            raise DesignError(expected, "more", '"0.999"', field=f"need.{bound}")
        asked.append((bound, least, value if isinstance(value, str) else ""))
    share = alpha / max(1, len(asked))
    return tuple(Need(bound, least, said, trials_needed(least, share)) for bound, least, said in asked)


def _proportion(value: object, field: str, example: str, unreached: str = "") -> Fraction:
    try:
        number = exact(value)
    except DesignError as error:
        mended = error.write != '"0.05"' or "5" in error.got  # else it is the example of any number
        write = error.write if mended else f'"{example}"'
        raise DesignError(error.expected, error.got, write, field=field) from None
    if 0 < number < 1:
        return number
    because = unreached if number == 1 else ""
    raise DesignError(f"a number above 0 and below 1{because}", described(value), f'"{example}"', field=field)


def _digits(value: object) -> int:
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip(" \t")):
        value = int(value)
    if type(value) is int and 1 <= value <= MAX_DIGITS:
        return value
    raise DesignError(f"a whole number from 1 to {MAX_DIGITS}", described(value), "6", field="digits")
