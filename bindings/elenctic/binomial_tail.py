"""Compare a binomial tail with a level in whole numbers: exactly where it is short, else between rounded ends.

Nothing here is a float. An enclosure holds the true value between two whole numbers at a common power of two; its
precision doubles until it decides, and what the longest does not decide is left undecided.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb, perm
from typing import NamedTuple

SHORT_BITS = 20_000
"""A tail over a denominator of so many bits is summed exactly at once."""

LONG_BITS = 400_000
"""A tail over a denominator of so many bits is summed exactly where no enclosure decides."""

FIRST_BITS, LAST_BITS = 128, 1_024
"""Precision of the first and of the last enclosure."""

_CHUNK = 64


class Span(NamedTuple):
    """Hold a positive number between two whole numbers: low·2^exponent <= number <= high·2^exponent."""

    low: int
    high: int
    exponent: int


class Counts(NamedTuple):
    """Hold a tail: at most ``misses`` in ``trials``, where successes to misses stand as ``win`` to ``lose``."""

    trials: int
    misses: int
    win: int
    lose: int

    @property
    def bits(self) -> int:
        """Return the length of the tail's denominator."""
        return self.trials * (self.win + self.lose).bit_length()

    @property
    def rises(self) -> bool:
        """Tell whether no term of the tail is above its last one, that of ``misses`` itself."""
        return self.misses * self.win <= (self.trials - self.misses + 1) * self.lose

    def complement(self) -> Counts:
        """Return the other tail, more than ``misses``, as one of successes."""
        return Counts(self.trials, self.trials - self.misses - 1, self.lose, self.win)


def tail_at_most(trials: int, misses: int, chance: Fraction, level: Fraction) -> bool | None:
    """Tell whether at most so many misses have a probability of at most the level, None for undecided.

    :param trials: independent trials, at least 1
    :param misses: 0 to trials - 1
    :param chance: probability that a trial is no miss, above 0 and below 1
    :param level: above 0 and below 1
    Never raises.
    Source: Clopper and Pearson (1934), one-sided; PILOT-BOUND.1.
    """
    counts = Counts(trials, misses, chance.numerator, chance.denominator - chance.numerator)
    order = _order(counts, level)
    return None if order is None else order <= 0


def _order(counts: Counts, level: Fraction) -> int | None:
    """Return the sign of the tail minus the level, None for undecided."""
    if counts.win == counts.lose and counts.trials == 2 * counts.misses + 1:
        return _sign(1, 2, level)  # a fair coin and an odd count: the two tails are mirror images
    if not counts.rises:  # then the other tail rises, because at least one of the two does
        flipped = _order_of_rising(counts.complement(), 1 - level)
        return None if flipped is None else -flipped
    return _order_of_rising(counts, level)


def _order_of_rising(counts: Counts, level: Fraction) -> int | None:
    if counts.bits <= SHORT_BITS:
        return _sign(*exact_tail(counts), level)
    bits = FIRST_BITS
    while bits <= LAST_BITS:
        order = _order_of_span(enclosed_tail(counts, bits), level)
        if order:
            return order
        bits *= 2
    return _sign(*exact_tail(counts), level) if counts.bits <= LONG_BITS else None


def _sign(numerator: int, denominator: int, level: Fraction) -> int:
    left, right = numerator * level.denominator, level.numerator * denominator
    return (left > right) - (left < right)


def _order_of_span(span: Span, level: Fraction) -> int:
    """Return 1 or -1 where the whole span is above or below the level, else 0."""
    if _against(span.high * level.denominator, span.exponent, level.numerator) < 0:
        return -1
    return max(0, _against(span.low * level.denominator, span.exponent, level.numerator))


def _against(number: int, exponent: int, bar: int) -> int:
    """Return the sign of number·2^exponent - bar, for a bar of at least 1."""
    if number.bit_length() + exponent < bar.bit_length():
        return -1
    left, right = (number << exponent, bar) if exponent >= 0 else (number, bar << -exponent)
    return (left > right) - (left < right)


def exact_tail(counts: Counts) -> tuple[int, int]:
    """Return the tail as an unreduced fraction.

    :param counts: the tail
    Never raises.
    Source: the sum over j <= misses of C(n, j)·win^(n-j)·lose^j over (win + lose)^n; no claim.
    """
    n, misses, win, lose = counts
    term = total = 1
    for j in range(1, misses + 1):
        term = term * (n - j + 1) * lose // j  # C(n, j)·lose^j: the division leaves no rest
        total = total * win + term
    return total * win ** (n - misses), (win + lose) ** n


def enclosed_tail(counts: Counts, bits: int) -> Span:
    """Return an enclosure of a tail: its last term times the sum of the terms' ratios to it.

    :param counts: a tail that rises
    :param bits: precision that is aimed at, at least 1
    Never raises.
    Source: each end is rounded to its own side; no claim.
    """
    n, misses, win, lose = counts
    working = bits + 2 * n.bit_length() + 16
    last = _times(_power(_ratio(win, win + lose, working), n - misses, working), _choices(n, misses, working), working)
    last = _times(last, _power(_ratio(lose, win + lose, working), misses, working), working)
    return _times(last, ratios_to_last(counts, working), working)


def ratios_to_last(counts: Counts, bits: int) -> Span:
    """Return an enclosure of the sum of all terms over the last one: floor products, backwards from the last.

    Each floor loses less than 1, and a factor of at most 1 does not enlarge what was lost before.

    :param counts: a tail that rises
    :param bits: binary places, at least 1
    Never raises.
    Source: terms j - 1 and j are as j·win to (n - j + 1)·lose; no claim.
    """
    n, misses, win, lose = counts
    weight = total = 1 << bits
    lost = 0
    for steps, j in enumerate(range(misses, 0, -1), 1):
        above, below = j * win, (n - j + 1) * lose
        weight = weight * above // below
        total += weight
        lost += steps
        if weight == 0:  # the rest is at most a geometric series that begins below ``steps``
            return Span(total, total + lost - (-steps * above // (below - above)), -bits)
    return Span(total, total + lost, -bits)


@lru_cache(maxsize=64)
def _choices(n: int, misses: int, bits: int) -> Span:
    """Return an enclosure of the binomial coefficient."""
    fewer = min(misses, n - misses)
    if fewer <= _CHUNK:
        return Span(comb(n, fewer), comb(n, fewer), 0)
    span = Span(1, 1, 0)
    for start in range(0, fewer, _CHUNK):
        step = min(_CHUNK, fewer - start)
        span = _times(span, _ratio(perm(n - start, step), perm(start + step, step), bits), bits)
    return span


def _ratio(numerator: int, denominator: int, bits: int) -> Span:
    shift = max(0, bits + denominator.bit_length() - numerator.bit_length())
    low = (numerator << shift) // denominator
    return Span(low, low + 1, -shift)


def _times(x: Span, y: Span, bits: int) -> Span:
    low, high = x.low * y.low, x.high * y.high
    spare = max(0, high.bit_length() - bits)
    return Span(low >> spare, -(-high >> spare), x.exponent + y.exponent + spare)


def _power(x: Span, n: int, bits: int) -> Span:
    result = Span(1, 1, 0)
    for digit in bin(n)[2:]:
        result = _times(result, result, bits)
        if digit == "1":
            result = _times(result, x, bits)
    return result
