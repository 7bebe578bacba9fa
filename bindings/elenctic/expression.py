"""Bounds as expressions in the round number: own grammar, exact rational arithmetic, bounded cost.

The text is compiled to steps for a stack machine, so that evaluation neither recurses nor re-reads.

    sum      = product { ("+" | "-") product }
    product  = signed { ("*" | "/") signed }
    signed   = [ "+" | "-" ] power
    power    = atom [ ("^" | "**") signed ]          the exponent a constant whole number
    atom     = number | name | "(" sum ")" | ("min" | "max") "(" sum { "," sum } ")"
"""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from elenctic.errors import DesignError, shown
from elenctic.numbers import exact, parse

MAX_LENGTH = 10_000
MAX_DEPTH = 50
MAX_ARGUMENTS = 50
MAX_POWER = 1000
MAX_BITS = 100_000

_FUNCTIONS = ("max", "min")
_IRRATIONAL = ("exp", "log")
_EXAMPLE = '"0.995 - 0.001*(i-1)"'
_SCOPE = "not rational; only rational arithmetic is read here"
_AFTER = {")": 'a "(" to match it', ",": 'a decimal point, as in "0.05"'}
_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_TOKEN = re.compile(
    rf"(?P<number>{_NUMBER})|(?P<name>[A-Za-z][A-Za-z0-9_]*)|(?P<sign>\*\*|[-+*/^(),])"
    r"|(?P<space>[ \t]+)|(?P<other>[\s\S])|(?P<end>\Z)"
)
_TWO_SLASHES = re.compile(rf"(?<![A-Za-z0-9_.])({_NUMBER}[ \t]*/[ \t]*{_NUMBER})[ \t]*/[ \t]*({_NUMBER})")
_INSTEAD = {"%": 'the proportion, such as "0.5"', "_": "the digits without underscores"} | {
    look_alike: f'"{sign}"' for sign, alike in {"-": "−–", "*": "×·", "/": "÷∕"}.items() for look_alike in alike
}


class _Step(NamedTuple):
    """One move of the stack machine: "number" and "name" push, the others take their operands off."""

    operation: str
    column: int
    value: Fraction = Fraction(0)
    name: str = ""
    size: int = 0


@dataclass(frozen=True)
class Expression:
    """Hold a bound as a rational expression in named numbers, such as "0.995 - 0.001*(i-1)".

    Made by ``parse`` only. Immutable.

    :param text: the expression as written
    :param names: the names that it uses
    """

    text: str
    names: frozenset[str]
    _steps: tuple[_Step, ...] = field(repr=False)

    @property
    def constant(self) -> bool:
        """Whether the expression uses no name, and so has one value for all rounds."""
        return not self.names

    @property
    def size(self) -> int:
        """Count the arithmetic steps of one evaluation."""
        return len(self._steps)

    @staticmethod
    def parse(text: str, names: frozenset[str] = frozenset({"i"})) -> Expression:
        """Read an expression; nothing of it is ever evaluated by Python.

        Numbers as ``numbers.parse`` reads them, + - * / and one sign, ^ or ** with a constant whole exponent,
        parentheses, min and max, and the names given. A part without names is computed here, once.

        :param text: at most 10,000 characters on one line, nested at most 50 deep
        :param names: the names that may be used; ASCII letters, digits and "_", not a function's name
        :raises DesignError: when the text is anything else, with the column where reading stopped
        Source: design rule "expressions are parsed, never evaluated by Python"; no claim.
        """
        if type(text) is not str or not text.strip(" \t") or len(text) > MAX_LENGTH:
            raise DesignError(f"an expression of 1 to {MAX_LENGTH} characters", shown(text), _EXAMPLE)
        if reserved := sorted(names & {*_FUNCTIONS, *_IRRATIONAL}):
            raise DesignError("a name that is no function's", shown(reserved[0]), f'"{reserved[0]}_value"')
        reader = _Reader(text, names)
        reader.whole()
        return Expression(text, frozenset(reader.used), tuple(reader.steps))

    def at(self, /, **values: Fraction | int) -> Fraction:
        """Return the exact value for the given numbers, such as ``at(i=3)``.

        :param values: a number for each name that the expression uses; others are left aside
        :raises DesignError: when a name has no number, a divisor is 0 there, or a number on the way is longer
            than 100,000 bits
        Source: design rule "integers and fractions only"; no claim.
        """
        numbers: dict[str, Fraction] = {}
        for name in self.names:
            if name not in values:
                raise DesignError(f"a number for {name}", "none", f"{name}=1", field=name)
            numbers[name] = exact(values[name])
        return _run(self._steps, numbers, self.text)


_ARITHMETIC: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,  # of two fractions: exact
}


def _run(steps: Sequence[_Step], numbers: dict[str, Fraction], text: str) -> Fraction:
    stack: list[Fraction] = []
    for step in steps:
        if step.operation == "number":
            stack.append(step.value)
        elif step.operation == "name":
            stack.append(numbers[step.name])
        else:
            try:
                stack.append(_applied(step, stack))
            except ArithmeticError as error:
                raise _stuck(step, numbers, text, error) from None
    return stack.pop()


def _applied(step: _Step, stack: list[Fraction]) -> Fraction:
    """Take the operands off the stack and return the result, of bounded length."""
    if step.operation in _ARITHMETIC:
        right, left = stack.pop(), stack.pop()
        value = _ARITHMETIC[step.operation](left, right)
    elif step.operation == "negate":
        value = -stack.pop()
    elif step.operation == "power":
        value = _power(stack.pop(), step.size)
    else:
        arguments = stack[-step.size :]
        del stack[-step.size :]
        value = max(arguments) if step.operation == "max" else min(arguments)
    if value.numerator.bit_length() > MAX_BITS or value.denominator.bit_length() > MAX_BITS:
        raise OverflowError
    return value


def _power(base: Fraction, exponent: int) -> Fraction:
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if (bits - 1) * abs(exponent) >= MAX_BITS:  # the power is at least that long
        raise OverflowError
    return base**exponent


def _stuck(step: _Step, numbers: dict[str, Fraction], text: str, error: ArithmeticError) -> DesignError:
    where = "".join(f" at {name} = {shown(number)}" for name, number in sorted(numbers.items()))
    place = f"{where} (column {step.column} of {_around(text, step.column)})"
    if isinstance(error, ZeroDivisionError):
        return DesignError("a divisor other than 0", f"0{place}", "a divisor that is above 0 in every round")
    return DesignError(f"a result of at most {MAX_BITS} bits", f"a longer one{place}", "a lower power")


def _around(text: str, column: int) -> str:
    """Quote the text, or the part of a long one around the column."""
    if len(text) <= 60:
        return shown(text)
    return shown(f"...{text[max(0, column - 25) : column + 25]}...")


class _Reader:
    """Compile tokens to steps by recursive descent; each method returns whether its part uses no name.

    A part without names is always folded to one "number" step.
    """

    def __init__(self, text: str, names: frozenset[str]) -> None:
        self.text = text
        self.names = names
        self.steps: list[_Step] = []
        self.used: set[str] = set()
        self._depth = 0
        self._position = 0
        self._tokens = self._split()

    def _split(self) -> list[re.Match[str]]:
        if chain := _TWO_SLASHES.search(self.text):  # "1/2/3" is no number, and whether it is 1/6 is a guess
            raise self._error(chain, "one slash between two numbers", f'"({chain[1]})/{chain[2]}"')
        tokens = [token for token in _TOKEN.finditer(self.text) if token.lastgroup != "space"]
        for token in tokens:
            if token.lastgroup == "other":
                expected = "digits, names, + - * / ^ ( ) and commas"
                raise self._error(token, expected, _INSTEAD.get(token[0], _EXAMPLE))
        return tokens

    def _error(self, token: re.Match[str], expected: str, write: str) -> DesignError:
        column = token.start() + 1
        what = shown(token[0]) if token[0] else "the end"
        return DesignError(expected, f"{what} at column {column} of {_around(self.text, column)}", write)

    def _next(self) -> re.Match[str]:
        return self._tokens[self._position]

    def _taken(self, *signs: str) -> re.Match[str] | None:
        """Return the next token and pass it, if it is one of the signs."""
        token = self._next()
        if token[0] not in signs:
            return None
        self._position += 1
        return token

    def _close(self, *signs: str) -> re.Match[str]:
        token = self._taken(*signs)
        if token is None:
            raise self._error(self._next(), " or ".join(f'"{sign}"' for sign in signs), f'"{signs[0]}"')
        return token

    def _step(self, step: _Step, start: int, constant: bool) -> bool:
        """Add a step; where all its operands are numbers, put its value in their place."""
        self.steps.append(step)
        if constant:
            value = _run(self.steps[start:], {}, self.text)
            self.steps[start:] = [_Step("number", step.column, value=value)]
        return constant

    def whole(self) -> None:
        """Compile the whole text."""
        self._sum()
        if token := self._next()[0]:
            write = _AFTER.get(token, '"*" between two factors')
            raise self._error(self._next(), "an operator or the end", write)

    def _sum(self) -> bool:
        return self._chain(self._product, "+", "-")

    def _product(self) -> bool:
        return self._chain(self._signed, "*", "/")

    def _chain(self, operand: Callable[[], bool], *signs: str) -> bool:
        start = len(self.steps)
        constant = operand()
        while sign := self._taken(*signs):
            constant = operand() and constant
            self._step(_Step(sign[0], sign.start() + 1), start, constant)
        return constant

    def _signed(self) -> bool:
        start = len(self.steps)
        sign = self._taken("+", "-")
        constant = self._raised()
        if sign and sign[0] == "-":
            self._step(_Step("negate", sign.start() + 1), start, constant)
        return constant

    def _raised(self) -> bool:
        start = len(self.steps)
        constant = self._atom()
        sign = self._taken("^", "**")
        if sign is None:
            return constant
        self._enter(sign)
        if not self._signed():
            raise self._error(
                sign,
                "a constant exponent",
                'a whole number, such as "^2"; a geometric sequence as a list or csv = "bounds.csv"',
            )
        exponent = self.steps.pop().value
        self._depth -= 1
        if exponent.denominator != 1:
            raise self._error(sign, f"a whole exponent; a fractional power is {_SCOPE}", '"^2"')
        if abs(exponent) > MAX_POWER:
            raise self._error(sign, f"an exponent from -{MAX_POWER} to {MAX_POWER}", f'"^{MAX_POWER}"')
        return self._step(_Step("power", sign.start() + 1, size=exponent.numerator), start, constant)

    def _enter(self, token: re.Match[str]) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error(token, f"at most {MAX_DEPTH} levels of nesting", "fewer parentheses or powers")

    def _atom(self) -> bool:
        token = self._next()
        self._position += 1
        if token.lastgroup == "number":
            return self._number(token)
        if token.lastgroup == "name":
            return self._name(token)
        if token[0] != "(":
            write = 'one sign, as in "-1"' if token[0] in ("+", "-") else _EXAMPLE
            raise self._error(token, 'a number, a name or "("', write)
        self._enter(token)
        constant = self._sum()
        self._close(")")
        self._depth -= 1
        return constant

    def _number(self, token: re.Match[str]) -> bool:
        try:
            value = parse(token[0])
        except DesignError as error:
            raise self._error(token, error.expected, error.write) from None
        self.steps.append(_Step("number", token.start() + 1, value=value))
        return True

    def _name(self, token: re.Match[str]) -> bool:
        if token[0] in self.names:
            self.used.add(token[0])
            self.steps.append(_Step("name", token.start() + 1, name=token[0]))
            return False
        if token[0] in _FUNCTIONS:
            return self._function(token)
        if token[0] in _IRRATIONAL:
            raise self._error(token, f"a rational bound; {token[0]} is {_SCOPE}", _EXAMPLE)
        known = [*sorted(self.names), *_FUNCTIONS]
        one_letter = len(token[0]) == 1 and "i" in self.names  # the paper's m and n are this round number
        near = ["i"] if one_letter else difflib.get_close_matches(token[0].lower(), known, n=1, cutoff=0.5)
        write = f'"{near[0]}" (did you mean that?)' if near else f'"{known[0]}"'
        raise self._error(token, f"one of the names {', '.join(known)}", write)

    def _function(self, token: re.Match[str]) -> bool:
        start, constant, count = len(self.steps), True, 0
        self._enter(token)
        sign = self._close("(")
        while sign[0] != ")":
            constant = self._sum() and constant
            count += 1
            sign = self._close(")", ",")
        self._depth -= 1
        if count > MAX_ARGUMENTS:
            raise self._error(token, f"at most {MAX_ARGUMENTS} arguments", f'"{token[0]}" of "{token[0]}"s')
        return self._step(_Step(token[0], token.start() + 1, size=count), start, constant)
