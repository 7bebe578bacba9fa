"""Enclosures in whole numbers: the exponential, through it the logarithm, and where a sum of gains reaches one."""

from collections.abc import Iterable, Sequence
from itertools import count

from .errors import InputError
from .terms import Pair


def exp_bounds(num: int, den: int, bits: int) -> tuple[int, int]:
    """Return whole numbers (low, high) with low <= e^x·2^bits <= high, for x = num/den.

    The series of e^|x| runs on |x| halved until it is at most 1/2; its sum is squared back, and inverted where x is
    negative. Assumed by name: e^x is the limit of its partial sums, e^2x = (e^x)^2 and e^-x·e^x = 1.

    :param num: numerator of x
    :param den: denominator of x, at least 1
    :param bits: the scale 2^bits of both ends, at least 1; the cost grows with bits + 1.44·|x|
    :raises InputError: when an argument is of the wrong type or out of its range

    Source: equation (18); EXP-SERIES.1, EXP-ENCLOSURE.1
    """
    if type(num) is not int or type(den) is not int or type(bits) is not int or den < 1 or bits < 1:
        raise InputError("x", "whole numbers, the denominator and the precision positive", "another")
    halvings = max(0, abs(num).bit_length() - den.bit_length() + 2)
    scale = bits + halvings + bits.bit_length() + 8
    n, _, low = add_terms(count(1), abs(num), den << halvings, 1 << scale, 1 << scale)
    high = low + 2 * n + 2
    for _ in range(halvings):
        low, high = square(low, high, scale)
    low, high = invert(low, high, scale) if num < 0 else (low, high)
    return low >> scale - bits, -(-high >> scale - bits)


def add_terms(rounds: Iterable[int], num: int, den: int, term: int, total: int) -> tuple[int, int, int]:
    """Add the terms x^n/n!, rounded down, until one is 0; return its n, the last term and the sum. Never raises.

    As x <= 1/2, each term is less than 2 above its rounding, and all that follow a term add up to at most that term:
    total <= every later partial sum <= total + 2n + 2.

    Source: EXP-SERIES.1
    """
    n = 0
    for n in rounds:
        term = term * num // (den * n)
        total += term
        if not term:
            break
    return n, term, total


def square(low: int, high: int, bits: int) -> tuple[int, int]:
    """Return bounds of y^2 from bounds 0 <= low <= y·2^bits <= high. Never raises."""
    return low * low >> bits, -(-high * high >> bits)


def invert(low: int, high: int, bits: int) -> tuple[int, int]:
    """Return bounds of 1/y from bounds 0 < low <= y·2^bits <= high. Never raises."""
    return (1 << 2 * bits) // high, -(-(1 << 2 * bits) // low)


def encloses_log(low: int, high: int, bits: int, x: Pair) -> bool:
    """Tell whether low <= log(x)·2^bits <= high is sure; False says only that it is not.

    Assumed by name: e^x grows with x, so that e^low <= x <= e^high says it.

    :param low: proposed lower end
    :param high: proposed upper end
    :param bits: the scale 2^bits of both ends, at least 1
    :param x: a rational above 0
    :raises InputError: when an argument is of the wrong type or out of its range

    Source: equations (16), (22); LOG-ENCLOSURE.1
    """
    num, den = x
    if not (type(num) is type(den) is type(bits) is int and num > 0 < den and bits > 0):
        raise InputError("x or bits", "a rational above 0 as a pair of ints, and a positive precision", "another")
    scale = bits + max(0, den.bit_length() - num.bit_length()) + 8
    (_, above), (below, _) = exp_bounds(low, 1 << bits, scale), exp_bounds(high, 1 << bits, scale)
    return above * den <= num << scale <= below * den


def first_reach(gains: Sequence[Pair], threshold: int, bits: int, *, up: bool) -> int:
    """Return the least n whose sum of gains, each rounded down (up) to 2^-bits, reaches the threshold; 0 for none.

    Rounded down against an upper end of log(1/delta), the first n is sure to reach it; rounded up against a lower
    end, no n before it does.

    :param gains: c_i·(1 - q_i), shape (T,), each a rational in [0, 1]
    :param threshold: an end of the threshold, a whole number, scaled by 2^bits
    :param bits: the scale, at least 0
    :param up: round up
    :raises InputError: when a gain reached is not a rational in [0, 1], the threshold is no int or bits is below 0

    Source: equation (16), Corollary 14; ADDITIVE-REACH.1
    """
    total = 0
    for n, (num, den) in enumerate(gains, 1):
        if not (type(num) is type(den) is type(threshold) is int and 0 <= num <= den > 0 <= bits):
            raise InputError("gains", "rationals in [0, 1] as pairs of ints, a whole threshold", f"another, round {n}")
        total += -((-num << bits) // den) if up else (num << bits) // den
        if total >= threshold:
            return n
    return 0
