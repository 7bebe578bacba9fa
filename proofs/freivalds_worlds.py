"""Freivalds' check by exhaustion: every matrix that is not zero over a small field, and every vector that is drawn.

Exhaustion of small worlds is no proof for all: the argument for any prime and dimension is in ``freivalds_claims``.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from .found import Found

WORLDS = [(p, d) for p in (2, 3, 5) for d in (1, 2)]
"""The primes and dimensions that are played out."""

Rows = tuple[tuple[int, ...], ...]


def nonzero(p: int, d: int) -> Iterator[Rows]:
    """Yield every d-by-d matrix over the integers mod p but zero."""
    rows = list(product(range(p), repeat=d))
    for matrix in product(rows, repeat=d):
        if any(any(row) for row in matrix):
            yield matrix


def passing(matrix: Rows, coordinates: Sequence[int], p: int) -> Fraction:
    """Return the share of the vectors with these coordinates that the matrix sends to zero mod p.

    :param matrix: D = AB - C, shape (d, d)
    :param coordinates: what each coordinate is drawn from, uniformly
    :param p: the modulus
    """
    vectors = list(product(coordinates, repeat=len(matrix)))
    sent = sum(all(sum(a * b for a, b in zip(row, r, strict=True)) % p == 0 for row in matrix) for r in vectors)
    return Fraction(sent, len(vectors))


def shares(p: int, d: int, coordinates: Sequence[int]) -> Counter[Fraction]:
    """Return how many matrices pass with which share."""
    return Counter(passing(matrix, coordinates, p) for matrix in nonzero(p, d))


def _found(p: int, d: int, coordinates: Sequence[int], bound: Fraction) -> Found:
    counted = shares(p, d, coordinates)
    most = max(counted)
    return Found(f"p = {p}, d = {d}", most, bound, most <= bound, most == bound, counted.total())


def freivalds_half() -> Iterator[Found]:
    """Yield, for each field and dimension, the greatest share of 0/1 vectors that a wrong product passes."""
    for p, d in WORLDS:
        yield _found(p, d, range(2), Fraction(1, 2))


def freivalds_field() -> Iterator[Found]:
    """Yield, for each field and dimension, the greatest share of all vectors that a wrong product passes."""
    for p, d in WORLDS:
        yield _found(p, d, range(p), Fraction(1, p))
