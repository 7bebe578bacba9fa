"""Evaluate an expression's steps on a stack: in fractions exactly, or in enclosures; every length is bounded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeVar

from elenctic.enclosure import (
    MAX_BITS,
    Enclosure,
    NeedsPrecisionError,
    exp,
    greatest,
    least,
    log,
    point,
    positive,
    power,
    too_long,
    whole_power,
    zero_divisor,
)
from elenctic.errors import DesignError, shown

IRRATIONAL = frozenset({"exp", "log", "root"})
"""Steps whose results may be irrational; all others are exact on fractions."""

Value = TypeVar("Value", Fraction, Enclosure)

_ARITHMETIC = frozenset("+-*/")


class Step(NamedTuple):
    """One move of the stack machine: "number" and "name" push, the others take their operands off.

    "power" raises to the whole power ``size``, "root" to the rational power ``value``; "positive" lets numbers above 0
    pass.
    """

    operation: str
    column: int
    value: Fraction = Fraction(0)
    name: str = ""
    size: int = 0


def run(steps: Sequence[Step], numbers: Mapping[str, Fraction], text: str) -> Fraction:
    """Return the exact value of steps that are none of IRRATIONAL.

    :param steps: a whole program, which leaves one value
    :param numbers: a value for each name in it
    :param text: the expression, for messages
    :raises DesignError: when a divisor is 0, or a result on the way is longer than MAX_BITS
    Source: design rule "integers and fractions only"; no claim.
    """
    stack: list[Fraction] = []
    for step in steps:
        if step.operation == "number":
            stack.append(step.value)
        elif step.operation == "name":
            stack.append(numbers[step.name])
        else:
            try:
                stack.append(_short(_applied(step, stack)))
            except (ArithmeticError, DesignError) as error:
                raise _stuck(step, {name: point(number) for name, number in numbers.items()}, text, error) from None
    return stack.pop()


def _applied(step: Step, stack: list[Fraction]) -> Fraction:
    """Take the operands off the stack and return the result."""
    if step.operation in _ARITHMETIC:
        return _combined(step.operation, stack)
    if step.operation == "negate":
        return -stack.pop()
    if step.operation == "power":
        return whole_power(point(stack.pop()), step.size, 1).low
    if step.operation == "positive":
        return positive(point(stack.pop())).low
    arguments = _taken(step, stack)
    return max(arguments) if step.operation == "max" else min(arguments)


def enclose(steps: Sequence[Step], numbers: Mapping[str, Enclosure], text: str, bits: int) -> Enclosure:
    """Return an enclosure of the value of any steps, a point where it is found exactly.

    :param steps: a whole program, which leaves one value
    :param numbers: an enclosure for each name in it
    :param text: the expression, for messages
    :param bits: significant bits of every result that is not exact
    :raises DesignError: when a divisor is surely 0, a logarithm surely not of a number above 0, and the like
    :raises NeedsPrecisionError: when that may be so
    Source: equation (18); EXP-ENCLOSURE.1, LOG-ENCLOSURE.1
    """
    stack: list[Enclosure] = []
    for step in steps:
        if step.operation == "number":
            stack.append(point(step.value))
        elif step.operation == "name":
            stack.append(numbers[step.name])
        else:
            try:
                found = _enclosed(step, stack, bits).rounded(bits)
                stack.append(point(_short(found.low)) if found.exact else found)
            except NeedsPrecisionError:
                raise
            except (ArithmeticError, DesignError) as error:
                raise _stuck(step, numbers, text, error) from None
    return stack.pop()


_FUNCTIONS: dict[str, Callable[[Enclosure, Step, int], Enclosure]] = {
    "exp": lambda x, _, bits: exp(x, bits),
    "log": lambda x, _, bits: log(x, bits),
    "negate": lambda x, *_: -x,
    "positive": lambda x, *_: positive(x),
    "power": lambda x, step, bits: whole_power(x, step.size, bits),
    "root": lambda x, step, bits: power(x, step.value, bits),
}


def _enclosed(step: Step, stack: list[Enclosure], bits: int) -> Enclosure:
    if step.operation in _ARITHMETIC:
        return _combined(step.operation, stack)
    if step.operation in _FUNCTIONS:
        return _FUNCTIONS[step.operation](stack.pop(), step, bits)
    arguments = _taken(step, stack)
    return greatest(*arguments) if step.operation == "max" else least(*arguments)


def _combined(operation: str, stack: list[Value]) -> Value:
    """Take two operands off the stack and return their sum, difference, product or quotient."""
    right, left = stack.pop(), stack.pop()
    if operation == "+":
        return left + right
    if operation == "-":
        return left - right
    return left * right if operation == "*" else left / right  # of two fractions: exact


def _taken(step: Step, stack: list[Value]) -> list[Value]:
    """Take the arguments of max or min off the stack."""
    arguments = stack[-step.size :]
    del stack[-step.size :]
    return arguments


def _short(value: Fraction) -> Fraction:
    if value.numerator.bit_length() > MAX_BITS or value.denominator.bit_length() > MAX_BITS:
        raise too_long()
    return value


def _stuck(
    step: Step, numbers: Mapping[str, Enclosure], text: str, error: ArithmeticError | DesignError
) -> DesignError:
    """Say where in the text, and at which numbers, a step has no result."""
    if not isinstance(error, DesignError):
        error = zero_divisor() if isinstance(error, ZeroDivisionError) else too_long()
    where = "".join(f" at {name}{_valued(number)}" for name, number in sorted(numbers.items()))
    place = f"{where} (column {step.column} of {around(text, step.column)})"
    return DesignError(error.expected, f"{error.got}{place}", error.write)


def _valued(number: Enclosure) -> str:
    return f" = {shown(number.low)}" if number.exact else " from {} to {}".format(*number.text())


def around(text: str, column: int) -> str:
    """Quote the text, or the part of a long one around the column."""
    if len(text) <= 60:
        return shown(text)
    return shown(f"...{text[max(0, column - 25) : column + 25]}...")
