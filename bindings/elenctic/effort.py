"""Effort, load and expertise: the execution bounds of equation (18), enclosed, for every length its own allocation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, takewhile
from typing import Any, cast

from elenctic.decimals import fraction_text, plain_text, round_down, round_up
from elenctic.documents import bare
from elenctic.enclosure import ONE, PRECISIONS, Enclosure, NeedsPrecisionError, exp, point
from elenctic.errors import DesignError
from elenctic.expression import Expression
from elenctic.words import EXAMPLES

MOST_LENGTHS = 1_000
"""Longest horizon of a design with [effort]: all its lengths together have half a million rounds."""

MOST_KNOWN = 10_000
"""Values of a model that are kept; a model of i and n has more, each needed once."""

NAMES = {
    "reliability": frozenset({"e", "xi", "i", "n"}),
    "scale": frozenset({"xi"}),
    "load": frozenset({"i", "n"}),
}
"""What each part of the model may depend on: e effort of the round, xi expertise, i round, n length."""

_RANGES = {"reliability": "a reliability from 0 to 1", "scale": "a scale above 0", "load": "a load of at least 0"}


@dataclass(frozen=True)
class Effort:
    """Hold the model c = f(e, xi)·exp(-load/r(xi)) and how every length allocates its effort.

    Neither f nor r is checked to be weakly increasing, as (18) asks: the model is the user's, and no evidence.

    :param budget: E, the review budget, at least 0, in any unit of effort
    :param expertise: xi, at least 0; None where no part of the model uses it
    :param allocation: None for equal shares E/n; a tuple of T efforts whose beginnings are the allocations; or a
        tuple of tuples, one for each candidate length
    :param reliability: f, in [0, 1]
    :param scale: r, above 0
    :param load: the cognitive load of round i, at least 0
    :param file: the file that it was read from, for messages
    """

    budget: Fraction
    expertise: Fraction | None
    allocation: tuple[Fraction, ...] | tuple[tuple[Fraction, ...], ...] | None
    reliability: Expression
    scale: Expression
    load: Expression
    file: str = field(default="", compare=False, repr=False)
    _known: dict[object, Enclosure] = field(default_factory=dict[object, Enclosure], compare=False, repr=False)

    @property
    def equal(self) -> bool:
        """Tell whether every length shares the budget equally."""
        return self.allocation is None

    @property
    def _lists(self) -> dict[int, tuple[Fraction, ...]] | None:
        """The allocations by length where each has a list of its own."""
        given: Any = self.allocation
        return {len(one): one for one in given} if given and isinstance(given[0], tuple) else None

    @property
    def _shared(self) -> tuple[Fraction, ...]:
        """The list whose beginnings are the allocations."""
        given: Any = self.allocation
        shared: tuple[Fraction, ...] = given
        return shared

    def candidates(self, horizon: int) -> list[int]:
        """Return the lengths that have an allocation within the budget, ascending."""
        if self.allocation is None:
            return list(range(1, horizon + 1))
        if self._lists is not None:
            return sorted(self._lists)
        spent = accumulate(self._shared)
        return list(range(1, 1 + len(list(takewhile(lambda total: total <= self.budget, spent)))))

    def efforts(self, n: int) -> tuple[Fraction, ...]:
        """Return e_1 to e_n of a candidate length, shape (n,)."""
        if self.allocation is None:
            return (self.budget / n,) * n
        lists = self._lists
        return self._shared[:n] if lists is None else lists[n]

    def shares(self, horizon: int) -> list[Fraction]:
        """Return the distinct efforts of the rounds of all candidate lengths, ascending."""
        lengths = self.candidates(horizon)
        if self.allocation is None:
            return sorted({self.budget / n for n in lengths})
        longest = lengths[-1:] if self._lists is None else lengths  # of one list, the others are its beginnings
        return sorted({e for n in longest for e in self.efforts(n)})

    def execution(self, n: int, bits: int) -> list[Enclosure]:
        """Return c_1 to c_n of a candidate length, shape (n,), each an enclosure within [0, 1].

        :param n: the length, a count of rounds
        :param bits: working precision
        :raises DesignError: when f, r or a load is out of its range
        :raises NeedsPrecisionError: when this precision does not tell

        Source: equation (18); EFFORT-MODEL.1
        """
        found: list[Enclosure] = []
        f, spent = ONE, None
        for i, e in enumerate(self.efforts(n), 1):
            if e is not spent or "i" in self.reliability.names:
                f, spent = self._reached(e, i, n, bits), e
            found.append((f * self._penalty(i, n, bits)).rounded(bits))
        return found

    def bound(self, e: Fraction, load: Enclosure, i: int, n: int, bits: int) -> Enclosure:
        """Return f(e, xi)·exp(-load/r(xi)) for one round.

        :param e: effort of the round, at least 0
        :param load: its cognitive load, at least 0
        :param i: the round
        :param n: the length
        :param bits: working precision
        :raises DesignError: when f or r is out of its range
        :raises NeedsPrecisionError: when this precision does not tell

        Source: equation (18); EFFORT-MODEL.1
        """
        return (self._reached(e, i, n, bits) * exp(-load / self.scale_at(bits), bits)).rounded(bits)

    def reliability_at(self, e: Fraction, bits: int) -> Enclosure:
        """Return f(e, xi) of a model that depends on effort and expertise only."""
        return self._reached(e, 0, 0, bits)

    def scale_at(self, bits: int) -> Enclosure:
        """Return r(xi), above 0."""
        return self._value("scale", bits, xi=self._expertise)

    def load_at(self, i: int, n: int, bits: int) -> Enclosure:
        """Return the load of round i in a review of length n, at least 0."""
        return self._value("load", bits, i=i, n=n)

    @property
    def _expertise(self) -> Fraction:
        return Fraction(0) if self.expertise is None else self.expertise

    def _reached(self, e: Fraction, i: int, n: int, bits: int) -> Enclosure:
        return self._value("reliability", bits, e=e, xi=self._expertise, i=i, n=n)

    def _penalty(self, i: int, n: int, bits: int) -> Enclosure:
        names = self.load.names
        key = ("penalty", bits, i if "i" in names else 0, n if "n" in names else 0)
        return self._kept(key, lambda: exp(-self.load_at(i, n, bits) / self.scale_at(bits), bits))

    def _value(self, word: str, bits: int, **values: Fraction | int) -> Enclosure:
        expression: Expression = getattr(self, word)
        used = tuple((name, values[name]) for name in sorted(expression.names))
        return self._kept((word, bits, used), lambda: self._evaluated(word, bits, used))

    def _evaluated(self, word: str, bits: int, used: Sequence[tuple[str, Fraction | int]]) -> Enclosure:
        expression: Expression = getattr(self, word)
        try:
            given = {name: point(value) for name, value in used}  # as they are: a share of a budget may be long
            return _inside(word, expression.enclose(bits, **given), used, bits)
        except DesignError as error:
            raise error.located(file=self.file, field=f"effort.{word}") from None

    def _kept(self, key: object, make: Callable[[], Enclosure]) -> Enclosure:
        found = self._known.get(key)
        if found is None:
            found = make()
            if len(self._known) < MOST_KNOWN:
                self._known[key] = found
        return found

    def to_dict(self) -> dict[str, Any]:
        """Return the section of a design file that says this."""
        texts: dict[str, Any] = {"budget": fraction_text(self.budget)}
        if self.expertise is not None:
            texts["expertise"] = fraction_text(self.expertise)
        texts["allocation"] = "equal" if self.allocation is None else _texts(self.allocation)
        return texts | {word: getattr(self, word).text for word in NAMES}


def _texts(values: Sequence[Any]) -> list[Any]:
    return [_texts(cast("Sequence[Any]", v)) if isinstance(v, tuple) else fraction_text(v) for v in values]


def _inside(word: str, found: Enclosure, used: Sequence[tuple[str, Fraction | int]], bits: int) -> Enclosure:
    """Refuse what is surely out of range; what no precision tells to be outside is cut to the part that is inside."""
    low, high = found.low, found.high
    most = Fraction(1) if word == "reliability" else high
    if high < 0 or (word == "scale" and high == 0) or low > most:
        where = "".join(f" at {name} = {bare(plain_text(Fraction(value)))}" for name, value in used)
        raise DesignError(_RANGES[word], f"{_outside(found)}{where}", EXAMPLES[word])
    if (word == "scale" and low <= 0) or (bits < PRECISIONS[-1] and (low < 0 or high > most)):
        raise NeedsPrecisionError
    return Enclosure(max(low, Fraction(0)), min(high, most))


def _outside(found: Enclosure) -> str:
    if found.exact:
        return bare(plain_text(found.low))
    return f"less than {round_up(found.high)}" if found.high < 0 else f"more than {round_down(found.low)}"
