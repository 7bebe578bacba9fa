"""Bounds of a design: scalars, lists, expressions in the round and columns become one exact pair a round."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, cast

from elenctic_kernel import ONE, Kind, Pair
from elenctic_kernel.state import well_bounded

from elenctic.decimals import fraction_text, integer_text, plain_text
from elenctic.documents import Doubled, Entry, Numeral, Place, bare, described, did_you_mean
from elenctic.errors import DesignError
from elenctic.numbers import exact, parse

if TYPE_CHECKING:
    from elenctic.expression import Expression

MOST_STEPS = 100_000_000
"""Most arithmetic steps that the rounds of one expression may take; a straight line fits every horizon."""

_EXPONENT = re.compile(r"(?<=[0-9.])[eE][+-]?(?=[0-9])")
_EXPRESSION = re.compile(r"[*^(]|(?<![A-Za-z])(?:i|min|max)(?![A-Za-z])|[0-9.)][ \t]*[+-]")
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
    """Say what a bound may be, by its word."""

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
    if value is None or isinstance(value, bool | list | tuple | Mapping | Doubled | datetime.date | datetime.time):
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
    column = _column(entry)
    if column is None:
        kinds: Iterable[Kind] = {_kind(cast("Entry", entry).value, entry.place, "")}
    else:
        _check_length(column, horizon)
        kinds = tuple(_kind(value, column.at(m), f" in round {m}") for m, value in enumerate(column.entries, 1))
    if Kind.DIAGNOSTIC not in kinds:
        got = "clarifications only, which give no evidence"
        raise entry.place.refuse("at least one diagnostic round", got, 'kind = "diagnostic"')
    return kinds if isinstance(kinds, tuple) else None


def _column(entry: Entry | Column) -> Column | None:
    """Return a list or a column as such, None for a scalar."""
    if isinstance(entry, Column):
        return entry
    if not isinstance(entry.value, Sequence) or isinstance(entry.value, str | bytes | bytearray):
        return None
    values = cast("Sequence[object]", entry.value)
    return Column(values, entry.place, f"list of {len(values)}")


def place_at(entry: Entry | Column, m: int) -> Place:
    """Return the place of the bound of round m, in a list, a table or as a whole."""
    column = _column(entry)
    return entry.place if column is None else column.at(m)


def _check_length(column: Column, horizon: int) -> None:
    count = len(column.entries)
    if count == horizon:
        return
    what = "entries" if column.lines is None else "rows"
    place = column.place if column.lines is None else column.at(count)
    write = f"{horizon} {what}, or horizon = {count}" if count else f"{horizon} {what}"
    raise place.refuse(f"{horizon} {what}, one for each round of the horizon", f"{count}", write)


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
    column = _column(entry)
    if column is not None:
        _check_length(column, schedule.horizon)
        return _bound(_column_pairs(column, rule, schedule), column.written)
    scalar = cast("Entry", entry)
    if isinstance(scalar.value, str) and _is_expression(scalar.value):
        return _read_expression(scalar.value, scalar, rule, schedule)
    try:
        number, written = read_number(scalar.value)
    except DesignError as error:
        raise scalar.place.located(error) from None
    return _everywhere(number, written, scalar, rule, schedule)


def _is_expression(text: str) -> bool:
    """Tell an expression from a number, so that a misspelt number ("1/2/3") is not read as an expression."""
    return _EXPRESSION.search(_EXPONENT.sub("", text)) is not None


def _inside(pair: Pair, rule: Rule, diagnostic: bool) -> bool:
    numerator, denominator = pair
    if rule.word == "false_pass":
        return 0 <= numerator < denominator or (numerator == denominator and not diagnostic)
    return 0 < numerator <= denominator


def _outside(pair: Pair, got: str, place: Place, rule: Rule) -> DesignError:
    numerator, denominator = pair
    write = f'{rule.word} = "{rule.example}"'
    if numerator == (denominator if rule.word == "false_pass" else 0) and rule.word != "response":
        got, write = f"{got}, which is no evidence", f"{write}, or declare the round a clarification"
    defended = "" if rule.word in ("mass", "detection") else ", or the bound that you can defend"
    return place.refuse(rule.expected, got, f"{write}{defended}")


def _stored(pair: Pair, rule: Rule, diagnostic: bool) -> Pair:
    return pair if diagnostic or rule.word != "false_pass" else ONE


def _bound(pairs: Iterable[Pair], written: str) -> Bound:
    values = tuple(pairs)
    return Bound(values, written, values.count(values[0]) == len(values))


def _everywhere(number: Fraction, written: str, entry: Entry, rule: Rule, schedule: Schedule) -> Bound:
    pair = (number.numerator, number.denominator)
    if not _inside(pair, rule, True):
        got = f"{described(entry.value)} in {'every' if schedule.kinds is None else 'every diagnostic'} round"
        raise _outside(pair, got, entry.place, rule)
    if schedule.kinds is None:
        return Bound((pair,) * schedule.horizon, written, True)
    return _bound((_stored(pair, rule, kind is Kind.DIAGNOSTIC) for kind in schedule.kinds), written)


def _read_expression(text: str, entry: Entry, rule: Rule, schedule: Schedule) -> Bound:
    from elenctic.expression import Expression  # a design of plain numbers starts sooner without it

    written = text.strip(" \t")
    try:
        expression = Expression.parse(text)
        if expression.constant:
            return _everywhere(exact(expression.at()), written, entry, rule, schedule)
        return _bound(_expression_pairs(expression, entry.place, rule, schedule), written)
    except DesignError as error:
        raise entry.place.located(error) from None


def _expression_pairs(expression: Expression, place: Place, rule: Rule, schedule: Schedule) -> Iterator[Pair]:
    if expression.size * schedule.horizon > MOST_STEPS:
        got = f"{expression.size} steps in each of {schedule.horizon} rounds"
        raise place.refuse(f"at most {MOST_STEPS} steps in all", got, "a shorter expression or a smaller horizon")
    for m in range(1, schedule.horizon + 1):
        number = exact(expression.at(i=m))  # bounded, so that what is written out can be read again
        pair = (number.numerator, number.denominator)
        diagnostic = schedule.diagnostic(m)
        if not _inside(pair, rule, diagnostic):
            raise _outside(pair, f"{bare(plain_text(number))} in round {m}", place, rule)
        yield _stored(pair, rule, diagnostic)


def _column_pairs(column: Column, rule: Rule, schedule: Schedule) -> Iterator[Pair]:
    known: dict[str | Numeral, Pair] = {}
    for m, value in enumerate(column.entries, 1):
        diagnostic = schedule.diagnostic(m)
        if value == "" and column.lines is not None:
            if diagnostic:
                raise _empty(column.at(m), m, rule)
            yield ONE
            continue
        pair = known.get(value) if isinstance(value, str | Numeral) else None
        if pair is None:
            pair = _column_pair(value, column, m)
            if isinstance(value, str | Numeral):
                known[value] = pair
        if not _inside(pair, rule, diagnostic):
            raise _outside(pair, f"{described(value)} in round {m}", column.at(m), rule)
        yield _stored(pair, rule, diagnostic)


def _column_pair(value: object, column: Column, m: int) -> Pair:
    try:
        number, _ = read_number(value)
    except DesignError as error:
        got = f"{error.got} in round {m}"
        raise column.at(m).refuse(error.expected, got, error.write) from None
    return number.numerator, number.denominator


def _empty(place: Place, m: int, rule: Rule) -> DesignError:
    write = f"{rule.example}, or declare the round a clarification"
    return place.refuse(rule.expected, f"an empty cell in round {m}", write)


def from_anchored(mass: Bound, detection: Bound, schedule: Schedule) -> Bound:
    """Return the false-pass bound 1 - mass*detection, exactly; 1 on clarifications.

    :param mass: share of the challenges that are anchored, in (0, 1]
    :param detection: probability that an anchored check catches a false claim, in (0, 1]
    :param schedule: horizon and kinds
    Never raises.
    Source: Proposition 17 of the paper; no claim.
    """
    written = "1 - mass*detection"
    if mass.constant and detection.constant and schedule.kinds is None:
        return Bound((_complement(mass.values[0], detection.values[0]),) * schedule.horizon, written, True)
    pairs = zip(mass.values, detection.values, strict=True)
    return _bound((_complement(*pair) if schedule.diagnostic(m) else ONE for m, pair in enumerate(pairs, 1)), written)


def _complement(mass: Pair, detection: Pair) -> Pair:
    number = 1 - Fraction(*mass) * Fraction(*detection)
    return number.numerator, number.denominator


def first_without_chance(false_pass: Bound, execution: Bound, schedule: Schedule) -> int:
    """Return the first diagnostic round whose implemented bound 1 - c(1-q) is 0, or 0 where there is none.

    It is 1 in no round, because q < 1 and c > 0 were checked.

    :param false_pass: q, below 1 on diagnostic rounds
    :param execution: c, above 0
    :param schedule: horizon and kinds
    Never raises.
    Source: (3) and (8) of the paper; no claim.
    """
    rounds = 1 if false_pass.constant and execution.constant else schedule.horizon
    for m in range(1, rounds + 1):
        c, q = execution.values[m - 1], false_pass.values[m - 1]
        if schedule.diagnostic(m) and not well_bounded(Kind.DIAGNOSTIC, c, q):
            return m
    return 0
