"""Intervals: closed, with rational ends, around a number that need not be rational; a point is exact."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from elenctic.decimals import integer_text, round_down, round_up
from elenctic.errors import DesignError, shown

MAX_BITS = 100_000
"""Longest number: a larger one is refused, an enclosure of a smaller one reaches down to 0."""

MOST_DIGITS = 900


class NeedsPrecisionError(ArithmeticError):
    """Say that an enclosure is too wide to go on; the caller doubles the precision."""

    def __str__(self) -> str:
        return "an enclosure is too wide at this precision"


@dataclass(frozen=True, repr=False)
class Enclosure:
    """Hold a closed interval that contains the true value; a point (low == high) is that value exactly.

    + - * / return the least interval that contains every result, ends unrounded; ``rounded`` keeps them short.
    It has no order, since two that overlap have none: ask ``at_most`` or ``below``. ``==`` says that two have
    the same ends, and nothing about the values.

    :param low: lower end
    :param high: upper end, at least the lower
    :raises DesignError: when an end is no Fraction, or low is above high
    """

    low: Fraction
    high: Fraction

    def __post_init__(self) -> None:
        if self.low is self.high and type(self.low) is Fraction:
            return
        if type(self.low) is not Fraction or type(self.high) is not Fraction or self.low > self.high:
            got = f"{shown(self.low)} and {shown(self.high)}"
            raise DesignError("two Fractions, the lower end first", got, "Enclosure(Fraction(1, 3), Fraction(1, 2))")

    @property
    def exact(self) -> bool:
        """Tell whether it is a point, and so the value itself."""
        low, high = self.low, self.high
        return low is high or (low.numerator == high.numerator and low.denominator == high.denominator)

    def rounded(self, bits: int) -> Enclosure:
        """Return it with ends of at most bits + 1 significant bits, rounded outward; a point stays as it is.

        :param bits: significant bits, at least 1
        :raises DesignError: when the value is surely above 2^MAX_BITS in size
        :raises NeedsPrecisionError: when it may be

        Source: design rule "precision doubles until decided"; no claim.
        """
        if self.exact:
            return self
        sizes = [end.numerator.bit_length() - end.denominator.bit_length() for end in (self.low, self.high)]
        if max(sizes) > MAX_BITS:
            one_side = self.low.numerator > 0 or self.high.numerator < 0
            raise too_long() if one_side and min(sizes) > MAX_BITS else NeedsPrecisionError
        return Enclosure(_outward(self.low, bits, up=False), _outward(self.high, bits, up=True))

    def scaled(self, bits: int) -> tuple[int, int]:
        """Return whole numbers (low, high) with low <= value·2^bits <= high, as the kernel takes them."""
        return scaled(self.low, bits), -scaled(-self.high, bits)

    def text(self, digits: int = 6) -> tuple[str, str]:
        """Print both ends, rounded outward: ("0.333", "0.334") for 1/3.

        :param digits: significant digits, 1 to 900; more where the whole part has more
        :raises DesignError: when digits is out of its range

        Source: design rule "printed decimals are rounded to the safe side"; no claim.
        """
        if type(digits) is not int or not 1 <= digits <= MOST_DIGITS:
            raise DesignError(f"a whole number from 1 to {MOST_DIGITS}", shown(digits), "digits=6", field="digits")
        return round_down(self.low, _places(self.low, digits)), round_up(self.high, _places(self.high, digits))

    def __repr__(self) -> str:
        return "Enclosure({} to {})".format(*self.text())

    def __bool__(self) -> bool:
        """Refuse: an enclosure is neither true nor false."""
        raise DesignError("a comparison with three answers", "an enclosure as a truth value", "at_most(a, b) is True")

    def __neg__(self) -> Enclosure:
        return Enclosure(-self.high, -self.low)

    def __add__(self, other: Enclosure | Fraction | int) -> Enclosure:
        b = enclosed(other)
        if self.exact and b.exact:
            return point(self.low + b.low)
        return Enclosure(self.low + b.low, self.high + b.high)

    def __sub__(self, other: Enclosure | Fraction | int) -> Enclosure:
        return self + -enclosed(other)

    def __mul__(self, other: Enclosure | Fraction | int) -> Enclosure:
        b = enclosed(other)
        if self.exact and b.exact:
            return point(self.low * b.low)
        if self.low.numerator >= 0 and b.low.numerator >= 0:
            return Enclosure(self.low * b.low, self.high * b.high)
        corners = [a * c for a in (self.low, self.high) for c in (b.low, b.high)]
        return Enclosure(min(corners), max(corners))

    def __truediv__(self, other: Enclosure | Fraction | int) -> Enclosure:
        b = enclosed(other)
        if b.low.numerator <= 0 <= b.high.numerator:
            raise zero_divisor() if b.exact else NeedsPrecisionError
        return self * (point(1 / b.low) if b.exact else Enclosure(1 / b.high, 1 / b.low))

    def __rsub__(self, other: Fraction | int) -> Enclosure:
        return enclosed(other) - self

    def __rtruediv__(self, other: Fraction | int) -> Enclosure:
        return enclosed(other) / self

    __radd__, __rmul__ = __add__, __mul__


def point(value: Fraction | int) -> Enclosure:
    """Return the enclosure of an exact number, which is that number.

    :raises DesignError: when it is no int and no Fraction

    Source: design rule "integers and fractions only"; no claim.
    """
    number = Fraction(value) if type(value) is int else cast("Fraction", value)
    return Enclosure(number, number)


def enclosed(value: Enclosure | Fraction | int) -> Enclosure:
    """Return an enclosure as it is, and a number as a point."""
    return value if isinstance(value, Enclosure) else point(value)


ONE, ZERO = point(1), point(0)


def at_most(a: Enclosure | Fraction | int, b: Enclosure | Fraction | int) -> bool | None:
    """Tell whether a <= b for the true values, None where the enclosures do not tell."""
    a, b = enclosed(a), enclosed(b)
    return True if a.high <= b.low else False if a.low > b.high else None


def below(a: Enclosure | Fraction | int, b: Enclosure | Fraction | int) -> bool | None:
    """Tell whether a < b for the true values, None where the enclosures do not tell."""
    reverse = at_most(b, a)
    return None if reverse is None else not reverse


def least(*values: Enclosure) -> Enclosure:
    """Return the enclosure of the minimum, exactly."""
    return Enclosure(min(value.low for value in values), min(value.high for value in values))


def greatest(*values: Enclosure) -> Enclosure:
    """Return the enclosure of the maximum, exactly."""
    return Enclosure(max(value.low for value in values), max(value.high for value in values))


def whole_power(x: Enclosure, n: int, bits: int) -> Enclosure:
    """Enclose x^n for a whole n; a point's power is exact.

    :param x: the base
    :param n: the exponent, of any sign
    :param bits: significant bits of the ends
    :raises DesignError: when 0 is surely divided by, or the result is surely above 2^MAX_BITS
    :raises NeedsPrecisionError: when they may be

    Source: design rule "precision doubles until decided"; no claim.
    """
    if n == 0:
        return ONE
    if n < 0:
        return (ONE / whole_power(x, -n, bits + 2)).rounded(bits)
    if x.exact:
        longest = max(x.low.numerator.bit_length(), x.low.denominator.bit_length())
        if (longest - 1) * n >= MAX_BITS:  # the power is at least that long
            raise too_long()
        return point(x.low**n)
    if x.high.numerator <= 0:
        return whole_power(-x, n, bits) if n % 2 == 0 else -whole_power(-x, n, bits)
    if x.low.numerator >= 0:
        return _raised(x, n, bits)
    down, up = (_raised(Enclosure(Fraction(0), end), n, bits).high for end in (-x.low, x.high))
    return Enclosure(Fraction(0), max(down, up)) if n % 2 == 0 else Enclosure(-down, up)


def _raised(x: Enclosure, n: int, bits: int) -> Enclosure:
    """Enclose x^n for an x of at least 0, at a bounded length."""
    work, found = bits + n.bit_length() + 4, ONE
    for digit in f"{n:b}":
        found = (found * found).rounded(work)
        if digit == "1":
            found = (found * x).rounded(work)
    return found.rounded(bits)


def square_root(x: Enclosure, bits: int) -> Enclosure:
    """Enclose the square root.

    :param x: the number, above 0
    :param bits: significant bits of the ends
    Never raises.
    Source: design rule "precision doubles until decided"; no claim.
    """
    shift = bits - (x.low.numerator.bit_length() - x.low.denominator.bit_length()) // 2
    low, high = math.isqrt(scaled(x.low, 2 * shift)), math.isqrt(scaled(x.high, 2 * shift)) + 1
    return Enclosure(unscaled(low, shift), unscaled(high, shift))


def too_long() -> DesignError:
    """Return the refusal of a result that is longer than MAX_BITS."""
    return DesignError(f"a result of at most {MAX_BITS} bits", "a longer one", "a lower power")


def zero_divisor() -> DesignError:
    """Return the refusal of a divisor that is 0."""
    return DesignError("a divisor other than 0", "0", "a divisor that is above 0 in every round")


def scaled(value: Fraction, shift: int) -> int:
    """Return value·2^shift, rounded down."""
    num, den = value.numerator, value.denominator
    return (num << shift) // den if shift >= 0 else num // (den << -shift)


def unscaled(n: int, shift: int) -> Fraction:
    """Return n / 2^shift."""
    return Fraction(n, 1 << shift) if shift >= 0 else Fraction(n << -shift)


def _outward(value: Fraction, bits: int, up: bool) -> Fraction:
    """Round to bits + 1 significant bits at most; what is nearer to 0 than 2^-MAX_BITS, to that or 0."""
    num, den = value.numerator, value.denominator
    size = num.bit_length() - den.bit_length()
    if size >= -MAX_BITS and den & (den - 1) == 0 and num.bit_length() <= bits + 1:
        return value
    shift = bits - size if size >= -MAX_BITS else MAX_BITS
    return unscaled(-scaled(-value, shift) if up else scaled(value, shift), shift)


def _places(value: Fraction, digits: int) -> int:
    """Return the decimal places that show a number of significant digits, as ``decimals`` counts them."""
    size = abs(value)
    if size >= 1:
        return max(0, digits - len(integer_text(math.floor(size))))
    zeros = sum(size < Fraction(1, 10**k) for k in range(3))
    return digits - 1 + (zeros if size >= Fraction(1, 1000) else 0)
