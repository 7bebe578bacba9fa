"""Bounds of a design: scalars, lists, expressions in the round and columns become one exact pair a round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple, cast

from elenctic_kernel import ONE, Kind, Pair

from elenctic.decimals import fraction_text, integer_text
from elenctic.documents import Entry, Numeral, Place, described, did_you_mean
from elenctic.errors import DesignError, shown
from elenctic.expression import Expression
from elenctic.numbers import exact, parse

_EXPONENT = re.compile(r"(?<=[0-9.])[eE][+-]?(?=[0-9])")
_EXPRESSION = re.compile(r"[*^(]|(?<![A-Za-z])(?:i|min|max)(?![A-Za-z])|[0-9.)][ \t]*[+-]")
_DECLARE = 'the kind of that round as "clarification"'
_KINDS = {kind.value: kind for kind in Kind}


@dataclass(frozen=True)
class Bound:
    """Hold one bound for every round of a design; compared by its values.

    :param values: shape (T,), reduced pairs (numerator, denominator); index m - 1 holds round m
    :param written: as the user wrote it: a number, an expression, "list of 10" or the name of a table
    :param constant: whether every round has the same
    """

    values: tuple[Pair, ...] = field(repr=False)
    written: str = field(compare=False)
    constant: bool


class Rule(NamedTuple):
    """Say what a bound may be."""

    word: str
    example: str

    @property
    def expected(self) -> str:
        """The range in words."""
        return "a number from 0 to below 1" if self.word == "false_pass" else "a number above 0 and at most 1"


RULES = {
    "false_pass": Rule("false_pass", "0.5"),
    "execution": Rule("execution", "0.95"),
    "response": Rule("response", "0.99"),
    "mass": Rule("mass", "0.2"),
    "detection": Rule("detection", "0.01"),
}


class Column(NamedTuple):
    """Hold the values of a list or a table, one a round, and where they stand."""

    entries: Sequence[object]
    place: Place
    written: str
    lines: Sequence[int] | None = None

    def at(self, m: int) -> Place:
        """Return the place of round m."""
        if self.lines is None:
            return self.place._replace(field=f"{self.place.field}[{m}]")
        return self.place._replace(line=self.lines[m - 1])


class Schedule(NamedTuple):
    """Hold the horizon and the kinds of the rounds, None where all are diagnostic."""

    horizon: int
    kinds: tuple[Kind, ...] | None

    def diagnostic(self, m: int) -> bool:
        """Tell whether round m is a diagnostic round."""
        return self.kinds is None or self.kinds[m - 1] is Kind.DIAGNOSTIC


def read_number(value: object) -> tuple[Fraction, str]:
    """Read a scalar of a file or an argument, and return it with its text as written.

    :param value: a numeral or text of a file, or an exact Python number
    :raises DesignError: when it is anything else; it names no place
    Source: design rule "numbers at the border"; no claim.
    """
    if isinstance(value, Numeral):
        return parse(value.text), value.text
    if isinstance(value, str):
        return parse(value), value.strip(" \t")
    if value is None or isinstance(value, bool | list | tuple | dict):
        raise DesignError('one number, such as "1/20" or "0.05"', described(cast("object", value)), '"0.05"')
    number = exact(value)
    if isinstance(value, int):
        return number, integer_text(value)
    return number, str(value) if isinstance(value, Decimal) else fraction_text(number)


def read_kinds(entry: Entry | Column, horizon: int) -> tuple[Kind, ...] | None:
    """Read the kinds of the rounds: "diagnostic" for all, or a list with a kind for each.

    :param entry: the text, the list or the column
    :param horizon: T, a count of rounds
    :raises DesignError: when a kind is unknown, the length is not T, or every round is a clarification
    Source: Section 2 of the paper, declared clarifications; no claim.
    """
    column = entry if isinstance(entry, Column) else _listed(entry)
    if column is None:
        place = entry.place
        kinds: Iterable[Kind] = {_kind(cast("Entry", entry).value, place, "")}
    else:
        _check_length(column, horizon)
        kinds = tuple(_kind(value, column.at(m), f" in round {m}") for m, value in enumerate(column.entries, 1))
        place = column.place
    if Kind.DIAGNOSTIC not in kinds:
        got = "clarifications only, which give no evidence"
        raise place.refuse("at least one diagnostic round", got, 'kind = "diagnostic"')
    return kinds if isinstance(kinds, tuple) else None


def _kind(value: object, place: Place, where: str) -> Kind:
    if isinstance(value, Kind):
        return value
    if isinstance(value, str) and value in _KINDS:
        return _KINDS[value]
    near = did_you_mean(value, _KINDS) if isinstance(value, str) else ""
    got = f"{described(value)}{where}{f' (did you mean {near}?)' if near else ''}"
    raise place.refuse('"diagnostic" or "clarification"', got, f'"{near or "diagnostic"}"')


def read_bound(entry: Entry | Column, rule: Rule, schedule: Schedule) -> Bound:
    """Read one bound: a scalar, an expression in the round i, a list or a column.

    :param entry: what the user gave
    :param rule: what the bound may be
    :param schedule: horizon and kinds; the false-pass bound of a clarification is stored as 1
    :raises DesignError: when it is malformed or out of its range, with place, round and value
    Source: Assumption 1 and (8) of the paper; no claim.
    """
    column = entry if isinstance(entry, Column) else _listed(entry)
    if column is not None:
        _check_length(column, schedule.horizon)
        return _bound(_column_pairs(column, rule, schedule), column.written)
    value, place = cast("Entry", entry)
    if isinstance(value, str) and _is_expression(value):
        return _read_expression(value, place, rule, schedule)
    try:
        number, written = read_number(value)
    except DesignError as error:
        raise place.located(error) from None
    return _everywhere(number, described(value), written, place, rule, schedule)


def _is_expression(text: str) -> bool:
    """Tell an expression from a number, so that a misspelt number ("1/2/3") is not read as an expression."""
    return _EXPRESSION.search(_EXPONENT.sub("", text)) is not None


def _everywhere(
    number: Fraction, got: str, written: str, place: Place, rule: Rule, schedule: Schedule
) -> Bound:
    pair = (number.numerator, number.denominator)
    _check(pair, True, got, place, rule)
    if rule.word == "false_pass" and schedule.kinds is not None:
        return _bound((pair if kind is Kind.DIAGNOSTIC else ONE for kind in schedule.kinds), written)
    return Bound((pair,) * schedule.horizon, written, True)


def _read_expression(text: str, place: Place, rule: Rule, schedule: Schedule) -> Bound:
    try:
        expression = Expression.parse(text)
        written = text.strip(" \t")
        if expression.constant:
            number = exact(expression.at())
            return _everywhere(number, shown(fraction_text(number)), written, place, rule, schedule)
        return _bound(_expression_pairs(expression, place, rule, schedule), written)
    except DesignError as error:
        raise place.located(error) from None


def _expression_pairs(expression: Expression, place: Place, rule: Rule, schedule: Schedule) -> Iterator[Pair]:
    for m in range(1, schedule.horizon + 1):
        number = expression.at(i=m)
        pair = (number.numerator, number.denominator)
        diagnostic = schedule.diagnostic(m)
        _check(pair, diagnostic, f"{shown(fraction_text(number))} in round {m}", place, rule)
        exact(number)  # so that every bound can be written out and read again
        yield pair if diagnostic or rule.word != "false_pass" else ONE


def _column_pairs(column: Column, rule: Rule, schedule: Schedule) -> Iterator[Pair]:
    known: dict[str, Pair] = {}
    for m, value in enumerate(column.entries, 1):
        diagnostic = schedule.diagnostic(m)
        if column.lines is not None and value == "":
            if diagnostic:
                write = f"{RULES[rule.word].example}, or a clarification"
                raise column.at(m).refuse(rule.expected, f"an empty cell in round {m}", write)
            yield ONE
            continue
        pair = known.get(value) if isinstance(value, str) else None
        if pair is None:
            pair = _entry_pair(value, column, m)
            if isinstance(value, str):
                known[value] = pair
        _check(pair, diagnostic, f"{described(value)} in round {m}", column.at(m), rule)
        yield pair if diagnostic or rule.word != "false_pass" else ONE
