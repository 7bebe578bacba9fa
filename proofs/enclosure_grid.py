"""Small worlds of the exponential, its logarithm and the sums that reach it, against partial sums in Fractions.

The reference adds 60 terms of e^x for |x| <= 5 and bounds the rest by a geometric series; e^-x is the inverse. Ends and
answers are held to be exactly what the definitions give, and no wider: no point of the grid comes so near to a tie.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TypeAlias

from elenctic_kernel import Pair, enclosure

World: TypeAlias = tuple[str, object, object]

TERMS = 60
GAINS: tuple[Pair, ...] = ((0, 1), (1, 3), (1, 2), (2, 3), (1, 1))


@cache
def exponential(x: Fraction) -> tuple[Fraction, Fraction]:
    """Return bounds of e^x, |x| <= 5, whose distance is far below every grid."""
    if x < 0:
        low, high = exponential(-x)
        return 1 / high, 1 / low
    term = total = Fraction(1)
    for n in range(1, TERMS + 1):
        term *= x / n
        total += term
    following = term * x / (TERMS + 1)
    return total, total + following / (1 - x / (TERMS + 2))


def check_all() -> Iterator[World]:
    """Yield each world with what the reference and the kernel say."""
    yield from _exponentials()
    yield from _logarithms()
    yield from _sums()


def _exponentials() -> Iterator[World]:
    for bits, den in product((1, 2, 3, 7, 12, 30), range(1, 12)):
        for num in range(-4 * den, 4 * den + 1):
            low, high = enclosure.exp_bounds(num, den, bits)
            exact_low, exact_high = (end * 2**bits for end in exponential(Fraction(num, den)))
            told = low <= exact_low, exact_high <= high, high - low <= 2
            yield f"exp of {num}/{den} at {bits} bits", (True, True, True), told


def _logarithms() -> Iterator[World]:
    for bits, x in product((1, 3, 6), (Fraction(1, 20), Fraction(1, 2), Fraction(9, 10), Fraction(4, 3), Fraction(20))):
        ends = range(-4 << bits, (4 << bits) + 1, 1 if bits < 6 else 7)
        below = {end: exponential(Fraction(end, 2**bits))[1] <= x for end in ends}
        for low, high in product(ends, repeat=2):
            expected = below[low] and not below[high]
            got = enclosure.encloses_log(low, high, bits, x.as_integer_ratio())
            yield f"log of {x} in {low}, {high} at {bits} bits", expected, got


def _sums() -> Iterator[World]:
    for bits, gains in product((0, 1, 3), (list(g) for length in range(4) for g in product(GAINS, repeat=length))):
        rounded = [[(side * Fraction(*gain) * 2**bits).__floor__() * side for gain in gains] for side in (1, -1)]
        for threshold, up in product(range(-1, (2 << bits) + 1), (False, True)):
            reached = (n for n in range(1, len(gains) + 1) if sum(rounded[up][:n]) >= threshold)
            got = enclosure.first_reach(gains, threshold, bits, up=up)
            yield f"sum of {gains} to {threshold} at {bits} bits, up {up}", next(reached, 0), got
