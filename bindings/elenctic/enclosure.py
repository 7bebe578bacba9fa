"""Enclosures of what is not rational: exponentials by the kernel, logarithms proposed and re-checked by it.

No verdict rests on a library's word. What is rational stays exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from elenctic_kernel.enclosure import encloses_log, exp_bounds

from elenctic.errors import DesignError
from elenctic.interval import (
    MAX_BITS,
    ONE,
    ZERO,
    Enclosure,
    NeedsPrecisionError,
    at_most,
    below,
    enclosed,
    greatest,
    least,
    point,
    scaled,
    square_root,
    too_long,
    unscaled,
    whole_power,
    zero_divisor,
)
from elenctic.roots import exact_root

PRECISIONS = (32, 160, 320, 640, 1280)
"""Working precisions in bits, tried in turn; the first needs no library. Beyond the last it is undecided."""

_GUARD = 16
_SLACKS = (0, 8, 128)
_FEW_BITS = 64
_DOUBLE_BITS = 48
_KNOWN = 1024
_LARGEST = MAX_BITS * 69315 // 100_000
"""Just above log(2)·MAX_BITS, where e^x outgrows the longest number."""

Proposer: TypeAlias = Callable[[Fraction, int], tuple[int, int]]
Answer = TypeVar("Answer")

__all__ = [
    "MAX_BITS", "ONE", "PRECISIONS", "ZERO", "Enclosure", "NeedsPrecisionError", "Proposer", "at_most", "below",
    "decided", "enclosed", "exp", "greatest", "least", "log", "point", "positive", "power", "propose_log",
    "square_root", "too_long", "whole_power", "zero_divisor",
]  # fmt: skip


def decided(ask: Callable[[int], Answer | None], precisions: tuple[int, ...] = PRECISIONS) -> Answer | None:
    """Ask at rising precisions until there is an answer; None where the last gives none.

    :param ask: takes the bits; answers None, or raises NeedsPrecisionError, where they do not tell
    :param precisions: bits to work at, in turn

    Source: design rule "precision doubles until decided"; no claim.
    """
    for bits in precisions:
        try:
            answer = ask(bits)
        except NeedsPrecisionError:
            continue
        if answer is not None:
            return answer
    return None


def exp(x: Enclosure, bits: int) -> Enclosure:
    """Enclose e^x, by the kernel's exponential; exp(0) is 1 exactly.

    :param x: the exponent
    :param bits: significant bits of the ends
    :raises DesignError: when the result is surely above 2^MAX_BITS
    :raises NeedsPrecisionError: when it may be

    Source: equation (18); EXP-ENCLOSURE.1
    """
    if x.high >= _LARGEST:
        raise too_long() if x.low >= _LARGEST else NeedsPrecisionError
    found = _exp(x.low, bits)
    return found if x.exact else Enclosure(found.low, _exp(x.high, bits).high)


@lru_cache(_KNOWN)
def _exp(x: Fraction, bits: int) -> Enclosure:
    if x == 0:
        return ONE
    if x <= -MAX_BITS:  # e^x is below 2^x
        return Enclosure(Fraction(0), Fraction(1, 1 << MAX_BITS))
    num, work = x.numerator, bits + _GUARD
    # the kernel's own squarings are as long as the result; of a large one, the last are done here, rounded
    halvings = max(0, num.bit_length() - x.denominator.bit_length() - 6)
    den, work = x.denominator << halvings, work + halvings
    scale = work + max(0, -3 * num // (2 * den))  # e^y is above 2^(3y/2) where y is below 0
    low, high = exp_bounds(num, den, scale)
    found = Enclosure(unscaled(low, scale), unscaled(high, scale))
    for _ in range(halvings):
        found = (found * found).rounded(work)
    return found.rounded(bits)


def log(x: Enclosure, bits: int) -> Enclosure:
    """Enclose the natural logarithm: proposed, re-checked by the kernel; log(1) is 0 exactly.

    :param x: the argument, above 0
    :param bits: significant bits of the ends
    :raises DesignError: when x is surely not above 0
    :raises NeedsPrecisionError: when it may not be

    Source: equations (16), (22); LOG-ENCLOSURE.1
    """
    x = positive(x)
    found = _log(x.low, bits, propose_log)
    return found if x.exact else Enclosure(found.low, _log(x.high, bits, propose_log).high)


def positive(x: Enclosure) -> Enclosure:
    """Return x, of which a logarithm can be taken; so exp(log(x)) is x exactly.

    :param x: the argument, above 0
    :raises DesignError: when x is surely not above 0
    :raises NeedsPrecisionError: when it may not be

    Source: design rule "ties are settled in exact rationals first"; no claim.
    """
    if x.high.numerator <= 0:
        got = "log of 0" if x.high == 0 else "log of a number below 0"
        raise DesignError("a logarithm of a number above 0", got, "log of what is above 0 in every round")
    if x.low.numerator <= 0:
        raise NeedsPrecisionError
    return x


@lru_cache(_KNOWN)
def _log(x: Fraction, bits: int, propose: Proposer) -> Enclosure:
    if x == 1:
        return ZERO
    root, halvings, work = point(x), 0, bits + _GUARD
    while abs(root.low.numerator.bit_length() - root.low.denominator.bit_length()) > _FEW_BITS:
        root, halvings = square_root(root, work), halvings + 1  # log x is twice log of its root
    found = _log_of(root.low, work, propose)
    if halvings:
        found = Enclosure(found.low, _log_of(root.high, work, propose).high) * (1 << halvings)
    return found.rounded(bits)


def _log_of(x: Fraction, bits: int, propose: Proposer) -> Enclosure:
    """Enclose log(x), for an x that is neither 1 nor beyond 2^65 or 2^-65."""
    pair, over = (x.numerator, x.denominator), x - 1
    scale = bits + max(0, over.denominator.bit_length() - over.numerator.bit_length())
    size = abs(pair[0].bit_length() - pair[1].bit_length()) + 1
    low, high = scaled(max(1 - 1 / x, Fraction(-size)), scale) - 2, scaled(min(over, Fraction(size)), scale) + 2
    offer = _offer(x, scale, (low, high), propose)
    ends = None if offer is None else _widened(*offer, scale, pair)
    ends = _bisected(low, high, scale, pair) if ends is None else ends
    return Enclosure(unscaled(ends[0], scale), unscaled(ends[1], scale))


def _offer(x: Fraction, scale: int, widest: tuple[int, int], propose: Proposer) -> tuple[int, int] | None:
    """Return what the proposer says, None where that is no narrow bracket inside the widest one."""
    try:
        low, high = propose(x, scale)
    except Exception:  # a library may fail in any way
        return None
    if type(low) is not int or type(high) is not int:
        return None
    return (low, high) if widest[0] <= low <= high <= min(widest[1], low + _SLACKS[-1]) else None


def _widened(low: int, high: int, scale: int, x: tuple[int, int]) -> tuple[int, int] | None:
    """Widen an offer until the kernel's check passes, None where a narrow one does not."""
    for slack in _SLACKS:
        if encloses_log(low - slack, high + slack, scale, x):
            return low - slack, high + slack
    return None


def _bisected(low: int, high: int, scale: int, x: tuple[int, int]) -> tuple[int, int]:
    """Return a bracket of log(x)·2^scale, found and checked by the kernel's exponential alone."""
    num, den = x
    work = scale + max(0, den.bit_length() - num.bit_length()) + 8
    while high - low > 4:
        middle = (low + high) >> 1
        below, above = exp_bounds(middle, 1 << scale, work)
        if above * den <= num << work:
            low = middle
        elif below * den >= num << work:
            high = middle
        else:
            low, high = middle - 2, middle + 2
    while not encloses_log(low, high, scale, x):
        low, high = 2 * low - high, 2 * high - low
    return low, high


def propose_log(x: Fraction, scale: int) -> tuple[int, int]:
    """Propose whole numbers around log(x)·2^scale; nothing rests on them.

    :param x: a rational within 2^65 and 2^-65, not 1
    :param scale: the scale 2^scale, in bits
    """
    over = x - 1
    if scale - max(0, over.denominator.bit_length() - over.numerator.bit_length()) <= _DOUBLE_BITS:
        guess = math.log1p(over) if 2 * abs(over) < 1 else math.log(x)
        middle = math.floor(math.ldexp(guess, scale))
    else:
        import mpmath.libmp  # slow to import; its functions are without a context

        library: Any = mpmath.libmp
        found = library.mpf_log(
            library.from_rational(*x.as_integer_ratio(), scale + _FEW_BITS + _GUARD), scale + _GUARD
        )
        middle = int(library.to_int(library.mpf_shift(found, scale)))
    return middle - 3, middle + 3


def power(x: Enclosure, exponent: Fraction, bits: int) -> Enclosure:
    """Enclose x^exponent, exactly where a point is a perfect power of the exponent's denominator.

    :param x: the base; at least 0 where the exponent is no whole number
    :param exponent: a rational constant
    :param bits: significant bits of the ends
    :raises DesignError: when the base is surely out of its range, or the result surely above 2^MAX_BITS
    :raises NeedsPrecisionError: when they may be

    Source: design rule "rational constant powers"; EXP-ENCLOSURE.1, LOG-ENCLOSURE.1
    """
    n, q = exponent.as_integer_ratio()
    if q == 1:
        return whole_power(x, n, bits)
    if x.high.numerator < 0:
        got = "a fractional power of a number below 0"
        raise DesignError("a base of at least 0 under a fractional exponent", got, "a base that is at least 0")
    if x.low.numerator < 0:
        raise NeedsPrecisionError
    root = exact_root(x.low, q) if x.exact else None
    if root is not None:
        return whole_power(point(root), n, bits)
    if x.low.numerator == 0:
        if n < 0:
            raise NeedsPrecisionError
        return Enclosure(x.low, power(point(x.high), exponent, bits).high)
    return exp(log(x, bits + _GUARD + 8) * exponent, bits)
