"""Exact roots: whether a rational is a perfect power, decided in whole numbers at a bounded cost."""

from __future__ import annotations

import math
from fractions import Fraction


def exact_root(value: Fraction, q: int) -> Fraction | None:
    """Return the q-th root of a rational where it is rational: 2/3 for 4/9 and q = 2.

    :param value: the number, at least 0, of any size
    :param q: the degree of the root, at least 1, of any size
    :return: None where the root is irrational
    Never raises.
    Source: design rule "ties are settled in exact rationals first"; no claim.
    """
    numerator = _root(value.numerator, q)
    denominator = None if numerator is None else _root(value.denominator, q)
    return None if numerator is None or denominator is None else Fraction(numerator, denominator)


def _root(n: int, q: int) -> int | None:
    if n < 2:
        return n
    while q % 2 == 0:
        root = math.isqrt(n)
        if root * root != n:
            return None
        n, q = root, q // 2
    if q >= n.bit_length():  # 1 < n < 2^q
        return None
    twos = (n & -n).bit_length() - 1
    odd = _odd_root(n >> twos, q) if twos % q == 0 else None
    return None if odd is None else odd << twos // q


def _odd_root(n: int, q: int) -> int | None:
    """Return the q-th root of an odd n for an odd q, by Newton's steps modulo powers of 2, where it is unique."""
    bits = n.bit_length() // q + 2
    inverse = known = 1
    while known < bits:
        known = min(2 * known, bits)
        modulus = 1 << known
        inverse = inverse * (q + 1 - n * pow(inverse, q, modulus)) * pow(q, -1, modulus) % modulus
    root = n * pow(inverse, q - 1, 1 << bits) % (1 << bits)
    short = (root.bit_length() - 1) * q < n.bit_length()
    return root if short and root**q == n else None
