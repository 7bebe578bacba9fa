"""Expressions: bounds and effort models as text in named numbers; own grammar, no Python, bounded cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from elenctic.enclosure import MAX_BITS, Enclosure, point
from elenctic.errors import DesignError, shown
from elenctic.evaluation import IRRATIONAL, Step, enclose, run
from elenctic.grammar import EXAMPLE, FUNCTIONS, IRRATIONAL_FUNCTIONS, MAX_ARGUMENTS, MAX_DEPTH, MAX_POWER, Reader
from elenctic.numbers import exact

MAX_LENGTH = 10_000

Given = TypeVar("Given")

__all__ = ["MAX_ARGUMENTS", "MAX_BITS", "MAX_DEPTH", "MAX_LENGTH", "MAX_POWER", "Expression"]


@dataclass(frozen=True)
class Expression:
    """Hold an expression in named numbers, such as "0.995 - 0.001*(i-1)" or "1 - exp(-0.04*e)".

    Made by ``parse`` only. Immutable.

    :param text: the expression as written
    :param names: the names that it uses
    """

    text: str
    names: frozenset[str]
    _steps: tuple[Step, ...] = field(repr=False)

    @property
    def constant(self) -> bool:
        """Whether the expression uses no name, and so has one value for all rounds."""
        return not self.names

    @property
    def rational(self) -> bool:
        """Whether it has an exact value at all rational numbers: no exp, log or fractional power is left."""
        return not any(step.operation in IRRATIONAL for step in self._steps)

    @property
    def size(self) -> int:
        """Count the arithmetic steps of one evaluation."""
        return len(self._steps)

    @property
    def cost(self) -> int:
        """Weigh the steps of one evaluation by what they take: a power by its exponent, exp, log and roots tenfold."""
        irrational = sum(step.operation in IRRATIONAL for step in self._steps)
        powers = sum(abs(step.size) for step in self._steps if step.operation == "power")
        return len(self._steps) + 9 * irrational + powers // 2

    @staticmethod
    def parse(text: str, names: frozenset[str] = frozenset({"i"}), *, irrational: bool = False) -> Expression:
        """Read an expression; nothing of it is ever evaluated by Python.

        Numbers as ``numbers.parse`` reads them, + - * / and one sign, ^ or ** with a constant whole exponent,
        parentheses, min and max, and the names given. A part without names is computed here, once, where it is
        rational; so exp(0), log(1), (4/9)^(1/2) and exp(log(3)) are.

        :param text: at most 10,000 characters on one line, nested at most 50 deep
        :param names: the names that may be used; ASCII letters, digits and "_", not a function's name
        :param irrational: read exp, log and constant fractional exponents as well
        :raises DesignError: when the text is anything else, with the column where reading stopped
        Source: design rule "expressions are parsed, never evaluated by Python"; no claim.
        """
        if type(text) is not str or not text.strip(" \t") or len(text) > MAX_LENGTH:
            raise DesignError(f"an expression of 1 to {MAX_LENGTH} characters", shown(text), EXAMPLE)
        if reserved := sorted(names & {*FUNCTIONS, *IRRATIONAL_FUNCTIONS}):
            raise DesignError("a name that is no function's", shown(reserved[0]), f'"{reserved[0]}_value"')
        reader = Reader(text, names, irrational)
        reader.whole()
        return Expression(text, frozenset(reader.used), tuple(reader.steps))

    def at(self, /, **values: Fraction | int) -> Fraction:
        """Return the exact value for the given numbers, such as ``at(i=3)``.

        :param values: a number for each name that the expression uses; others are left aside
        :raises DesignError: when the expression is not rational, a name has no number, a divisor is 0 there, or a
            number on the way is longer than 100,000 bits
        Source: design rule "integers and fractions only"; no claim.
        """
        if not self.rational:
            raise DesignError("a rational expression", shown(self.text), "enclose(bits), which encloses its value")
        return run(self._steps, {name: exact(self._given(name, values)) for name in self.names}, self.text)

    def enclose(self, bits: int, /, **values: Fraction | int | Enclosure) -> Enclosure:
        """Return an enclosure of the value, a point where it is found exactly.

        :param bits: significant bits of every result on the way that is not exact, at least 1
        :param values: a number or an enclosure for each name that the expression uses; others are left aside
        :raises DesignError: when a name has no number, bits is no precision, or the value surely does not exist or is
            longer than 100,000 bits
        :raises NeedsPrecisionError: when that may be so
        Source: equation (18); EXP-ENCLOSURE.1, LOG-ENCLOSURE.1
        """
        if type(bits) is not int or bits < 1:
            raise DesignError("a precision of at least 1 bit", shown(bits), "160", field="bits")
        numbers: dict[str, Enclosure] = {}
        for name in self.names:
            value = self._given(name, values)
            numbers[name] = value if isinstance(value, Enclosure) else point(exact(value))
        return enclose(self._steps, numbers, self.text, bits)

    @staticmethod
    def _given(name: str, values: Mapping[str, Given]) -> Given:
        if name not in values:
            raise DesignError(f"a number for {name}", "none", f"{name}=1", field=name)
        return values[name]
