"""Carry R_n and C_n to the page: exact where that is short, enclosed by whole numbers where it is long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from elenctic_kernel import Pair, product, product_bounds

from .decimals import fraction_text, round_down, round_up

EXACT_BITS = 12_000
"""Longest numerator and denominator, together, that is multiplied and shown exactly; longer ones are enclosed."""

SPARE_BITS = 256
"""How much finer than its value an enclosure is."""

DEEPEST_BITS = 8_192
"""Deepest scale of an enclosure: a product below 2^-8192 is shown by that bound."""


@dataclass(frozen=True)
class Value:
    """Hold a probability bound: an enclosure, and the side that is safe to print.

    :param low: lower end, dimensionless
    :param high: upper end; equal to the lower end where the value is exact
    :param rounding: "up" for a bound from above, "down" for a bound from below
    """

    low: Fraction
    high: Fraction
    rounding: str

    @property
    def exact(self) -> Fraction | None:
        """Return the exact value, None where only an enclosure is held."""
        return self.low if self.low == self.high else None

    @property
    def safe(self) -> Fraction:
        """Return the end on the safe side."""
        return self.high if self.rounding == "up" else self.low

    @property
    def decimal(self) -> str:
        """Return six decimals (six digits below 1/1000), rounded to the safe side."""
        return round_up(self.high) if self.rounding == "up" else round_down(self.low)

    def to_dict(self) -> dict[str, Any]:
        """Return the value as ``--json`` prints it."""
        exact = self.exact
        short = exact is not None and exact.numerator.bit_length() + exact.denominator.bit_length() <= EXACT_BITS
        text = fraction_text(exact) if exact is not None and short else None
        return {"exact": text, "decimal": self.decimal, "rounding": self.rounding}


def point(value: Fraction, rounding: str) -> Value:
    """Return an exactly known value."""
    return Value(value, value, rounding)


def products_at(factors: Sequence[Pair], wanted: Sequence[int], rounding: str) -> dict[int, Value]:
    """Return the product of the first n factors for every wanted n, in one pass over the factors.

    :param factors: shape (T,), each a rational in [0, 1]
    :param wanted: ascending lengths, each from 1 to T
    :param rounding: the side that is safe to print, "up" or "down"
    """
    values: dict[int, Value] = {}
    running, done = Value(Fraction(1), Fraction(1), rounding), 0
    for n in wanted:
        running, done = _times(running, _segment(factors, done, n)), n
        values[n] = running
    return values


def _segment(factors: Sequence[Pair], start: int, stop: int) -> tuple[Fraction, Fraction]:
    if sum(den.bit_length() for _, den in factors[start:stop]) <= EXACT_BITS:
        exact = Fraction(*product(factors, start, stop))
        return exact, exact
    part, bits = factors[start:stop], SPARE_BITS
    low, high = product_bounds(part, bits)
    while low.bit_length() < SPARE_BITS // 2 and bits < DEEPEST_BITS:
        bits *= 2
        low, high = product_bounds(part, bits)
    return Fraction(low, 1 << bits), Fraction(high, 1 << bits)


def _times(running: Value, segment: tuple[Fraction, Fraction]) -> Value:
    low, high = running.low * segment[0], running.high * segment[1]
    if max(low.denominator.bit_length(), high.denominator.bit_length()) > EXACT_BITS // 2:
        small = max(0, low.denominator.bit_length() - low.numerator.bit_length())
        scale = 1 << min(SPARE_BITS + small, DEEPEST_BITS)
        low, high = Fraction(low * scale // 1, scale), Fraction(-(-high * scale // 1), scale)
    return Value(low, high, running.rounding)
