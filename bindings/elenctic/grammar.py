"""The grammar of expressions: text is compiled to steps for a stack machine by recursive descent.

Evaluation then neither recurses nor re-reads. Parts whose value is a rational constant are computed here, once.

    sum      = product { ("+" | "-") product }
    product  = signed { ("*" | "/") signed }
    signed   = [ "+" | "-" ] power
    power    = atom [ ("^" | "**") signed ]          the exponent a rational constant
    atom     = number | name | "(" sum ")" | ("min" | "max") "(" sum { "," sum } ")" | ("exp" | "log") "(" sum ")"
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from fractions import Fraction

from elenctic.enclosure import NeedsPrecisionError
from elenctic.errors import DesignError, shown
from elenctic.evaluation import IRRATIONAL, Step, around, enclose, run
from elenctic.numbers import parse

MAX_DEPTH = 50
MAX_ARGUMENTS = 50
MAX_POWER = 1000
EXAMPLE = '"0.995 - 0.001*(i-1)"'
FUNCTIONS = ("max", "min")
IRRATIONAL_FUNCTIONS = ("exp", "log")

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
_ALIKE = {"ln": "log", "sqrt": "^(1/2)", "pow": "^"}


class Reader:
    """Compile tokens to steps by recursive descent; each method returns whether its part is a rational constant.

    Such a part is always folded to one "number" step.

    :param text: the expression
    :param names: the names that may be used
    :param irrational: read exp, log and fractional powers
    """

    def __init__(self, text: str, names: frozenset[str], irrational: bool) -> None:
        self.text = text
        self.names = names
        self.irrational = irrational
        self.steps: list[Step] = []
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
                raise self._error(token, expected, _INSTEAD.get(token[0], EXAMPLE))
        return tokens

    def _error(self, token: re.Match[str], expected: str, write: str) -> DesignError:
        column = token.start() + 1
        what = shown(token[0]) if token[0] else "the end"
        return DesignError(expected, f"{what} at column {column} of {around(self.text, column)}", write)

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

    def _step(self, step: Step, start: int, constant: bool) -> bool:
        """Add a step; where all its operands are numbers, put its value in their place if it is rational."""
        self.steps.append(step)
        value = self._value(start) if constant else None
        if value is None:
            return False
        self.steps[start:] = [Step("number", step.column, value=value)]
        return True

    def _value(self, start: int) -> Fraction | None:
        """Return the value of the steps from a start, None where it is not found to be rational."""
        if self.steps[-1].operation not in IRRATIONAL:
            return run(self.steps[start:], {}, self.text)
        try:
            found = enclose(self.steps[start:], {}, self.text, 1)
        except NeedsPrecisionError:
            return None
        return found.low if found.exact else None

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
            self._step(Step(sign[0], sign.start() + 1), start, constant)
        return constant

    def _signed(self) -> bool:
        start = len(self.steps)
        sign = self._taken("+", "-")
        constant = self._raised()
        if sign and sign[0] == "-":
            self._step(Step("negate", sign.start() + 1), start, constant)
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
                "a rational constant as exponent" if self.irrational else "a constant exponent",
                'a whole number, such as "^2"; a geometric sequence as a list or csv = "bounds.csv"',
            )
        exponent = self.steps.pop().value
        self._depth -= 1
        if exponent.denominator != 1 and not self.irrational:
            raise self._error(sign, f"a whole exponent; a fractional power is {_SCOPE}", '"^2"')
        if abs(exponent) > MAX_POWER:
            raise self._error(sign, f"an exponent from -{MAX_POWER} to {MAX_POWER}", f'"^{MAX_POWER}"')
        if exponent.denominator != 1:
            return self._step(Step("root", sign.start() + 1, value=exponent), start, constant)
        return self._step(Step("power", sign.start() + 1, size=exponent.numerator), start, constant)

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
            write = 'one sign, as in "-1"' if token[0] in ("+", "-") else EXAMPLE
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
        self.steps.append(Step("number", token.start() + 1, value=value))
        return True

    def _name(self, token: re.Match[str]) -> bool:
        if token[0] in self.names:
            self.used.add(token[0])
            self.steps.append(Step("name", token.start() + 1, name=token[0]))
            return False
        if token[0] in FUNCTIONS or (self.irrational and token[0] in IRRATIONAL_FUNCTIONS):
            return self._function(token)
        if token[0] in IRRATIONAL_FUNCTIONS:
            raise self._error(token, f"a rational bound; {token[0]} is {_SCOPE}", EXAMPLE)
        known = [*sorted(self.names), *(IRRATIONAL_FUNCTIONS if self.irrational else ()), *FUNCTIONS]
        near = self._near(token[0], known)
        write = f'"{near}" (did you mean that?)' if near else f'"{known[0]}"'
        raise self._error(token, f"one of the names {', '.join(known)}", write)

    def _near(self, name: str, known: list[str]) -> str:
        if self.irrational and name.lower() in _ALIKE:
            return _ALIKE[name.lower()]
        if len(name) == 1 and "i" in self.names:  # the paper's m and n are this round number
            return "i"
        return "".join(difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.5))

    def _function(self, token: re.Match[str]) -> bool:
        start, constant, count = len(self.steps), True, 0
        self._enter(token)
        sign = self._close("(")
        while sign[0] != ")":
            constant = self._sum() and constant
            count += 1
            sign = self._close(")", ",")
        self._depth -= 1
        if token[0] in IRRATIONAL_FUNCTIONS:
            if count > 1:
                raise self._error(token, "one argument", f'"{token[0]}(i)"')
            return self._exponential(token, start, constant)
        if count > MAX_ARGUMENTS:
            raise self._error(token, f"at most {MAX_ARGUMENTS} arguments", f'"{token[0]}" of "{token[0]}"s')
        return self._step(Step(token[0], token.start() + 1, size=count), start, constant)

    def _exponential(self, token: re.Match[str], start: int, constant: bool) -> bool:
        """Add exp or log; where its argument is the other one, both fall away, since no precision tells that tie."""
        if self.steps[-1].operation not in {*IRRATIONAL_FUNCTIONS} - {token[0]}:
            return self._step(Step(token[0], token.start() + 1), start, constant)
        column = self.steps.pop().column
        folded = len(self.steps) == start + 1 and self.steps[start].operation == "number"
        return self._step(Step("positive", column), start, folded) if token[0] == "exp" else folded
