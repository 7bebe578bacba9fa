"""The lengths that an effort model certifies: every length decided with its own allocation, so the region is a set."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from elenctic_kernel import Kind, Pair, Region, completeness_factors, settled, survival_factors
from elenctic_kernel.enclosure import first_reach

from .bounds import Bound
from .decimals import fraction_text, round_down
from .design import Design
from .documents import bare
from .effort import Effort
from .enclosure import PRECISIONS, Enclosure, NeedsPrecisionError, log, point
from .errors import DesignError, shown
from .numbers import MAX_DIGITS
from .products import Value, products_at
from .region import DesignRegion, intervals, pair, region_of

SHOWN_BITS = 160
"""Working precision of the bounds that are shown; decisions start lower and go higher."""

NARROW = 10**9
"""How many times its width an enclosure that is shown must be, unless no precision gives it."""

BOUND_PLACES = 30
"""Decimals to which the execution bounds of one length are rounded down where they are written out."""


class Ends(NamedTuple):
    """Hold the factors of one length at the end of its enclosures that certifies less, and at the other."""

    worst_survival: list[Pair]
    best_survival: list[Pair]
    worst_completeness: list[Pair]
    best_completeness: list[Pair]


@dataclass(frozen=True)
class Decided:
    """Hold what is decided of one length; None where even the finest precision does not tell.

    :param n: the length, a count of rounds
    :param sound: whether R_n <= delta
    :param complete: whether C_n >= 1 - gamma; True without a completeness target
    :param certified: whether both hold, and the length ends in a diagnostic round
    :param additive: whether the length is in the additive sufficient region (19)
    :param first_crossing: K of this allocation, 0 for none
    """

    n: int
    sound: bool | None
    complete: bool | None
    certified: bool | None
    additive: bool | None
    first_crossing: int | None

    @property
    def settled(self) -> bool:
        """Tell whether every part is decided."""
        parts = (self.sound, self.complete, self.certified, self.additive, self.first_crossing)
        return all(part is not None for part in parts)


class EffortRegion:
    """Decide the candidate lengths of a design with an effort model.

    :param design: the design
    :raises DesignError: when it has no effort model
    """

    def __init__(self, design: Design) -> None:
        if design.effort is None or design.false_pass is None:
            raise DesignError("a design with [effort]", "one without", "check(design)", field="design")
        self.design = design
        self.effort: Effort = design.effort
        self.false_pass: Bound = design.false_pass

    @cached_property
    def lengths(self) -> list[Decided]:
        """Return what is decided of every candidate length, ascending."""
        return [self.decide(n) for n in self.effort.candidates(self.design.horizon)]

    def decide(self, n: int) -> Decided:
        """Decide one candidate length at rising precision.

        :param n: the length, a count of rounds
        :raises DesignError: when the model is out of its range there, or gives q̄ = 0

        Source: equations (18), (19); ENCLOSED-REGION.1, ADDITIVE-REACH.1
        """
        found = Decided(n, None, None, None, None, None)
        for bits in PRECISIONS:
            try:
                found = self._decided(n, bits)
            except NeedsPrecisionError:
                continue
            if found.settled:
                return found
        return found

    def _decided(self, n: int, bits: int) -> Decided:
        ends = self.ends(n, bits)
        worst, best = (region_of(self.design, *factors) for factors in (ends[::2], ends[1::2]))
        crossing = worst.first_crossing if worst.first_crossing == best.first_crossing else None
        sound = settled(Region(worst.first_crossing, n), Region(best.first_crossing, n), n)
        complete = settled(Region(1, worst.last_complete), Region(1, best.last_complete), n)
        if not self.ends_in_a_check(n):
            return Decided(n, sound, complete, False, False, crossing)
        certified, additive = settled(worst, best, n), self._additive(ends, worst, best, n, bits)
        return Decided(n, sound, complete, certified, additive, crossing)

    def ends_in_a_check(self, n: int) -> bool:
        """Tell whether a length ends in a diagnostic round."""
        return self.design.kinds is None or self.design.kinds[n - 1] is Kind.DIAGNOSTIC

    def _additive(self, ends: Ends, worst: Region, best: Region, n: int, bits: int) -> bool | None:
        """Decide whether (1 - q)·sum of c_i reaches log(1/delta), and C_n >= 1 - gamma."""
        low, high = log(point(1 / self.design.level), bits).scaled(bits)
        least = [(den - num, den) for num, den in ends.worst_survival]
        most = [(den - num, den) for num, den in ends.best_survival]
        sure = Region(first_reach(least, high, bits, up=False), worst.last_complete)
        return settled(sure, Region(first_reach(most, low, bits, up=True), best.last_complete), n)

    def ends(self, n: int, bits: int) -> Ends:
        """Return the factors of a length at both ends of its execution bounds, each of shape (n,).

        :param n: the length, a count of rounds
        :param bits: working precision
        :raises DesignError: when the model is out of its range there, or gives q̄ = 0
        :raises NeedsPrecisionError: when this precision does not tell
        """
        design, execution = self.design, self.effort.execution(n, bits)
        self._check_chance(execution, n)
        kinds, q = design.kinds and design.kinds[:n], self.false_pass.values[:n]
        a = ((1, 1),) * n if design.response is None else design.response.values[:n]
        factors: list[list[Pair]] = []
        for c in ([pair(c.low) for c in execution], [pair(c.high) for c in execution]):
            factors += [survival_factors(c, q, kinds), completeness_factors(a, c, kinds)]
        return Ends(factors[0], factors[2], factors[1], factors[3])

    def _check_chance(self, execution: Sequence[Enclosure], n: int) -> None:
        rounds = zip(execution, self.false_pass.values, strict=False)
        for i, (c, (qn, _)) in enumerate(rounds, 1):
            if qn == 0 and c.low == 1:
                expected, got = "an implemented bound 1 - c(1-q) above 0", f"q = 0 and c = 1 in round {i} of length {n}"
                field, weaker = "bounds.false_pass", 'false_pass = "1e-9"'
                if self.design.anchored is not None:
                    field, weaker = "anchored.detection", 'detection = "0.999999"'
                write = f"a weaker valid bound, for example {weaker}"
                raise DesignError(expected, got, write, file=self.effort.file, field=field)

    def bounds_at(self, n: int) -> tuple[Value, Value]:
        """Return R_n and C_n of a length, enclosed and to be printed on the safe side."""
        found = Value(Fraction(0), Fraction(1), "up"), Value(Fraction(0), Fraction(1), "down")
        for bits in (bits for bits in PRECISIONS if bits >= SHOWN_BITS):
            try:
                found = self._enclosed(n, bits)
            except NeedsPrecisionError:
                continue
            if all(narrow(value) for value in found):
                break
        return found

    def _enclosed(self, n: int, bits: int) -> tuple[Value, Value]:
        ends = self.ends(n, bits)
        worst_r, best_r = (products_at(factors, [n], "up")[n] for factors in ends[:2])
        worst_c, best_c = (products_at(factors, [n], "down")[n] for factors in ends[2:])
        return Value(best_r.low, worst_r.high, "up"), Value(worst_c.low, best_c.high, "down")


def narrow(value: Value) -> bool:
    """Tell whether an enclosure is narrow enough for every digit that is printed of it."""
    return (value.high - value.low) * NARROW <= value.high


def at_length(design: Design, n: int) -> Design:
    """Return the design of one length: its execution bounds written out, rounded down, and asked about at n.

    They are written as finely as it takes for the length to be certified there if it is here.

    :param design: a design with an effort model
    :param n: a candidate length
    :raises DesignError: when the design has no effort model, the length is no candidate, or has a round without chance

    Source: equation (18); a bound that is rounded down is still a bound
    """
    found = EffortRegion(design)
    candidates = found.effort.candidates(design.horizon)
    if type(n) is not int or n not in candidates:
        from .report import intervals_text  # for this message only

        expected = f"a length with an allocation, one of {bare(intervals_text(intervals(candidates)))}"
        raise DesignError(expected, shown(n), f"at_length({candidates[0]})", field="length")
    if design.kinds is not None and Kind.DIAGNOSTIC not in design.kinds[:n]:
        got = f"length {n}, all of whose rounds are clarifications"
        raise DesignError("a length with a diagnostic round", got, "a longer one", field="length")
    answer, written = found.decide(n).certified, None
    for bits in (bits for bits in PRECISIONS if bits >= SHOWN_BITS):
        try:
            execution = found.effort.execution(n, bits)
        except NeedsPrecisionError:
            continue
        written = _written_out(design, n, [_text(c, bits * BOUND_PLACES // SHOWN_BITS, n) for c in execution])
        if answer is not True or DesignRegion(written).found.holds(n):
            break
    if written is None:
        got = f"one that {PRECISIONS[-1]} bits do not tell at length {n}"
        raise DesignError("an execution bound that can be enclosed", got, "a simpler model", field="effort")
    return written


def _text(c: Enclosure, places: int, n: int) -> str:
    """Return an execution bound, exactly where it is known and short enough to be read again."""
    if c.high == 0:
        got = f"c = 0 in a round of length {n}"
        raise DesignError("an execution bound above 0", got, "another length, or a greater budget", field="length")
    exact = fraction_text(c.low) if c.exact else ""
    return exact if 0 < len(exact) <= MAX_DIGITS else round_down(c.low, places)


def _written_out(design: Design, n: int, execution: list[str]) -> Design:
    stated = design.to_dict()
    for section in ("effort", "global"):
        stated.pop(section, None)
    targets = {**stated["targets"], "horizon": n, "length": n, "delta": design.delta_written}
    if design.gamma is not None:
        targets["gamma"] = design.gamma_written
    stated |= {"bounds": _first({**stated["bounds"], "execution": execution}, n), "targets": targets}
    if design.anchored is not None:
        stated["anchored"] = _first(stated["anchored"], n)
    reasons = {word: said for word, said in design.reasons.items() if word not in ("effort", "global")}
    stated["reasons"] = {"execution": design.reasons.get("effort", ""), **reasons}
    return Design.loads(json.dumps(stated), format="json", name=design.name)


def _first(bounds: dict[str, Any], n: int) -> dict[str, Any]:
    """Cut the bounds that are given round by round after n rounds."""
    return {word: value[:n] if isinstance(value, list) else value for word, value in bounds.items()}
