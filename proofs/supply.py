"""Where a world's inputs come from: symbols on a path, or the numbers of a model when it is replayed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any, Protocol, TypeVar

import z3

from .symbols import Fact, Num, Number

T = TypeVar("T")
AnyPair = tuple[Any, Any]


@dataclass(frozen=True)
class Call:
    """Hold a function with its arguments, the hypotheses about them, and what the goals speak of.

    ``allowed`` are the documented exceptions: a path may end in one, and the goal judges it.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    given: tuple[Fact, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    allowed: tuple[type[Exception], ...] = ()


class Supply(Protocol):
    """Supply named inputs. A world asks for the same names on every path and in the replay."""

    def pair(self, name: str) -> AnyPair:
        """Return a rational as (numerator, denominator); only their ratio may matter."""

    def whole(self, name: str) -> Any:
        """Return a whole number."""

    def integer(self, name: str) -> Any:
        """Return a whole number that floors and products are taken of."""

    def integers(self, name: str) -> AnyPair:
        """Return a rational whose two whole numbers matter, not their ratio alone."""

    def real(self, name: str) -> Any:
        """Return a real number for a goal to speak of."""

    def choose(self, name: str, options: Sequence[T]) -> T:
        """Return one of the options; every one is tried."""


class Chooser(Protocol):
    """Enumerate options."""

    def pick(self, count: int) -> int:
        """Return the number of this path's option."""


class Symbols:
    """Supply symbols; every name is kept, so that a model can be read."""

    def __init__(self, path: Chooser | None = None) -> None:
        self._path = path
        self.choices: dict[str, Any] = {}
        self.picks: dict[str, int] = {}
        self.terms: dict[str, Any] = {}
        self.wholes: dict[str, Any] = {}

    def _named(self, name: str, term: Any) -> Num:
        self.terms[name] = term
        return Num(term)

    def whole(self, name: str) -> Num:
        return self._named(name, z3.Int(name))

    def real(self, name: str) -> Num:
        return self._named(name, z3.Real(name))

    def pair(self, name: str) -> AnyPair:
        return self._whole_real(f"{name}.num"), self._whole_real(f"{name}.den")

    def _whole_real(self, name: str) -> Num:
        self.wholes[name] = z3.Real(name)
        return self._named(name, self.wholes[name])

    def integer(self, name: str) -> Num:
        return Num(self._whole_real(name).term, stepped=True)

    def integers(self, name: str) -> AnyPair:
        return self.integer(f"{name}.num"), self.integer(f"{name}.den")

    def choose(self, name: str, options: Sequence[T]) -> T:
        if self._path is None:
            raise ValueError("a goal may not choose")
        self.picks[name] = self._path.pick(len(options))
        self.choices[name] = options[self.picks[name]]
        return options[self.picks[name]]


class Numbers:
    """Supply the numbers of a model, pairs scaled to whole numbers, and the options of a path."""

    def __init__(self, values: Mapping[str, Fraction], picks: Mapping[str, int]) -> None:
        self._values = values
        self._picks = picks
        self.choices: dict[str, Any] = {}

    def real(self, name: str) -> Number:
        return self._values.get(name, Fraction(0))

    def whole(self, name: str) -> int:
        value = self._values.get(name, Fraction(0))
        if value.denominator != 1:
            raise ValueError(f"{name} is not whole")
        return value.numerator

    def pair(self, name: str) -> AnyPair:
        over, under = (self._values.get(f"{name}.{part}", Fraction(0)) for part in ("num", "den"))
        scale = lcm(over.denominator, under.denominator)
        return int(over * scale), int(under * scale)

    def integer(self, name: str) -> int:
        return self.whole(name)

    def integers(self, name: str) -> AnyPair:
        return self.whole(f"{name}.num"), self.whole(f"{name}.den")

    def choose(self, name: str, options: Sequence[T]) -> T:
        self.choices[name] = options[self._picks[name]]
        return options[self._picks[name]]
