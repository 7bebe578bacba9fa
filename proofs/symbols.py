"""Numbers and truth values that the kernel computes with while the explorer watches."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from fractions import Fraction
from typing import Any, NoReturn, Protocol, TypeAlias

import z3

from .solver import rational, whole


class SymbolError(Exception):
    """Say that code asked of a symbol what only a concrete number can give. Always OPEN."""


class Watcher(Protocol):
    """Decide branches and supply what a symbol cannot compute by itself."""

    def decide(self, term: Any, opposite: Any) -> bool:
        """Choose a side of a branch."""

    def floor(self, left: Any, right: Any, stepped: bool) -> Any:
        """Return the term of left // right."""

    def power(self, bits: Any, as_int: bool) -> Any:
        """Return the term of 2 ** bits."""

    def bit_length(self, term: Any) -> Any:
        """Return the term of the bit length."""

    def wrote(self) -> None:
        """Note that a symbol went into a text."""

    def assume(self, term: Any) -> None:
        """Add a fact."""


watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


def watching() -> Watcher:
    """Return the path being explored.

    :raises SymbolError: when none is
    """
    found = watcher.get()
    if found is None:
        raise SymbolError("a symbol was decided outside a path")
    return found


def _refuse(what: str) -> Callable[..., NoReturn]:
    def refuse(*_: object) -> NoReturn:
        raise SymbolError(f"{what} of a symbol")

    return refuse


class Truth:
    """Hold a symbolic truth value. ``bool()`` of it forks the path.

    ``opposite`` is what the other side of a fork may rely on, where that is more than the plain negation.
    """

    __slots__ = ("_opposite", "term")

    def __init__(self, term: Any, opposite: Any = None) -> None:
        self.term = term
        self._opposite = opposite

    @property
    def opposite(self) -> Any:
        """Return what the other side relies on; a plain negation is made when asked for: most never are."""
        return z3.Not(self.term) if self._opposite is None else self._opposite

    def __bool__(self) -> bool:
        return watching().decide(self.term, self.opposite)

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        return Truth(self.term == truth(other))

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        return Truth(z3.Xor(self.term, truth(other)))

    def __repr__(self) -> str:
        return f"<{self.term}>"

    __hash__ = _refuse("hash")
    __str__ = _refuse("str")
    __index__ = _refuse("index")
    __int__ = _refuse("int")
    __float__ = _refuse("float")


class Num:
    """Hold a symbolic number: an Int term, or a Real term.

    A Real term marked ``stepped`` stands for a whole number: where two of them are compared, a < b says
    a + 1 <= b. Every whole number is still a model, so what is proved of all reals holds of them.
    """

    __slots__ = ("stepped", "term")

    def __init__(self, term: Any, stepped: bool = False) -> None:
        self.term = term
        self.stepped = stepped

    def _with(self, other: object) -> Any:
        return lifted(other, self.term.is_int())

    def _also(self, other: object) -> bool:
        return self.stepped and (other.stepped if isinstance(other, Num) else isinstance(other, int))

    def _made(self, term: Any, other: object) -> Num:
        return Num(term, self._also(other))

    def __add__(self, other: object) -> Num:
        return self._made(self.term + self._with(other), other)

    def __sub__(self, other: object) -> Num:
        return self._made(self.term - self._with(other), other)

    def __rsub__(self, other: object) -> Num:
        return self._made(self._with(other) - self.term, other)

    def __mul__(self, other: object) -> Num:
        return self._made(self.term * self._with(other), other)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Num:
        return Num(-self.term, self.stepped)

    def __abs__(self) -> Num:
        return -self if self < 0 else self

    def __floordiv__(self, other: object) -> Num:
        return self._made(watching().floor(self.term, self._with(other), self._also(other)), other)

    def __rfloordiv__(self, other: object) -> Num:
        return self._made(watching().floor(self._with(other), self.term, self._also(other)), other)

    def __lshift__(self, bits: object) -> Num:
        return Num(self.term * _power(bits, self.term.is_int()), self.stepped)

    def __rshift__(self, bits: object) -> Num:
        return Num(watching().floor(self.term, _power(bits, self.term.is_int()), self.stepped), self.stepped)

    def __rlshift__(self, other: object) -> Num:
        power = _power(self, False)
        return Num(lifted(other, False) * power, isinstance(other, int) or (isinstance(other, Num) and other.stepped))

    def __lt__(self, other: object) -> Truth:
        return _less(self.term, self._with(other), self._also(other))

    def __le__(self, other: object) -> Truth:
        return _at_most(self.term, self._with(other), self._also(other))

    def __gt__(self, other: object) -> Truth:
        return _less(self._with(other), self.term, self._also(other))

    def __ge__(self, other: object) -> Truth:
        return _at_most(self._with(other), self.term, self._also(other))

    def __eq__(self, other: object) -> Truth:  # type: ignore[override]
        left, right = self.term, self._with(other)
        return Truth(left == right, z3.Or(left + 1 <= right, right + 1 <= left) if self._also(other) else None)

    def __ne__(self, other: object) -> Truth:  # type: ignore[override]
        equal = self == other
        return Truth(equal.opposite, equal.term)

    def __bool__(self) -> bool:
        return bool(self != 0)

    def bit_length(self) -> Num:
        """Return the number of bits, as far as the path knows it."""
        return Num(watching().bit_length(self.term))

    def __format__(self, _: str) -> str:
        watching().wrote()
        return "<symbol>"

    def __repr__(self) -> str:
        return f"<{self.term}>"

    __hash__ = _refuse("hash")
    __str__ = _refuse("str")
    __index__ = _refuse("index")
    __int__ = _refuse("int")
    __float__ = _refuse("float")
    __truediv__ = _refuse("true division")
    __rtruediv__ = _refuse("true division")
    __mod__ = _refuse("remainder")
    __pow__ = _refuse("power")


def _less(left: Any, right: Any, stepped: bool) -> Truth:
    return Truth(left + 1 <= right, right <= left) if stepped else Truth(left < right)


def _at_most(left: Any, right: Any, stepped: bool) -> Truth:
    return Truth(left <= right, right + 1 <= left) if stepped else Truth(left <= right)


def _power(bits: object, as_int: bool) -> Any:
    if isinstance(bits, Num):
        return watching().power(bits.term, as_int)
    if type(bits) is not int:
        raise SymbolError(f"a shift by {type(bits).__name__}")
    return whole(1 << bits) if as_int else rational(1 << bits)


Number: TypeAlias = Num | int | Fraction
Fact: TypeAlias = Truth | bool


def lifted(value: object, as_int: bool) -> Any:
    """Return the term of a number.

    :raises SymbolError: when it is no number that the explorer knows
    """
    if isinstance(value, Num):
        return value.term
    if isinstance(value, bool | int):
        return whole(int(value)) if as_int else rational(int(value))
    if isinstance(value, Fraction):
        return rational(value)
    raise SymbolError(f"a symbol meets {type(value).__name__}")


def truth(value: object) -> Any:
    """Return the term of a truth value.

    :raises SymbolError: when it is none
    """
    if isinstance(value, Truth):
        return value.term
    if type(value) is bool:
        return z3.BoolVal(value)
    raise SymbolError(f"a truth value meets {type(value).__name__}")


def symbol_type(value: object) -> type:
    """Answer ``type(value)`` as the number that a symbol stands for would."""
    if type(value) is Num:
        return int
    return bool if type(value) is Truth else type(value)


# Statements: they read the same of symbols and of concrete numbers


def every(*facts: Fact) -> Fact:
    """Say that all hold."""
    if all(type(fact) is bool for fact in facts):
        return all(facts)
    return Truth(z3.And(*(truth(fact) for fact in facts)))


def some(*facts: Fact) -> Fact:
    """Say that one holds."""
    return negated(every(*(negated(fact) for fact in facts)))


def negated(fact: Fact) -> Fact:
    """Say that it does not hold."""
    return Truth(z3.Not(fact.term)) if isinstance(fact, Truth) else not fact


def implies(given: Fact, then: Fact) -> Fact:
    """Say that the second holds where the first does."""
    return some(negated(given), then)


def iff(left: Fact, right: Fact) -> Fact:
    """Say that both hold or none."""
    return every(implies(left, right), implies(right, left))


def same(left: object, right: object) -> Fact:
    """Say that two numbers, or two pairs of numbers, are equal."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and every(*(same(a, b) for a, b in zip(left, right, strict=True)))
    equal: Any = left == right
    return equal if isinstance(equal, Truth) else bool(equal)
