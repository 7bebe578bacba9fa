"""Both matrix checks of Appendix E.3, run with an arithmetic that counts, and the words that are sent and stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import product

SIZE, PRIME, CHECKS = 20, 101, 5
"""The matrices of Appendix E.3 are SIZE by SIZE over the field of PRIME elements; so many local checks are made."""

SMALL_WORLDS = ((2, 1), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (5, 2), (7, 2), (101, 1))
"""Primes and sizes of which every matrix is tried."""

_SPREAD = 2_654_435_761

Vector = list[int]
Matrix = list[Vector]
Words = int | Sequence["Words"]


@dataclass
class CountedField:
    """Hold the field of integers modulo a prime, and how often each operation was done.

    :param p: the prime
    """

    p: int
    multiplications: int = 0
    additions: int = 0
    comparisons: int = 0

    @property
    def operations(self) -> int:
        """Return how many operations were done in all."""
        return self.multiplications + self.additions + self.comparisons

    def times(self, x: int, y: int) -> int:
        """Return x·y, counted."""
        self.multiplications += 1
        return x * y % self.p

    def plus(self, x: int, y: int) -> int:
        """Return x + y, counted."""
        self.additions += 1
        return (x + y) % self.p

    def inner(self, xs: Sequence[int], ys: Sequence[int]) -> int:
        """Return the sum of x·y over two vectors of one length, by ordinary dense arithmetic."""
        return reduce(self.plus, [self.times(x, y) for x, y in zip(xs, ys, strict=True)])

    def applied(self, matrix: Matrix, vector: Vector) -> Vector:
        """Return matrix times vector."""
        return [self.inner(row, vector) for row in matrix]

    def multiplied(self, a: Matrix, b: Matrix) -> Matrix:
        """Return the product of two matrices."""
        columns = [list(column) for column in zip(*b, strict=True)]
        return [[self.inner(row, column) for column in columns] for row in a]

    def agree(self, xs: Sequence[int], ys: Sequence[int]) -> bool:
        """Tell whether two vectors are equal; every entry is compared, whatever came before."""
        self.comparisons += len(xs)
        return list(xs) == list(ys)


@dataclass(frozen=True)
class Claim:
    """Hold the frozen matrices of the statement AB = C, entries from 0 to p - 1."""

    a: Matrix
    b: Matrix
    c: Matrix


@dataclass
class CountedCheck:
    """Hold one way to check a claim: its verdict, its operations, and the words that were sent and stored.

    :param arithmetic: the checker's own; what the prover computes is not counted
    :param snapshot: the shared stored input
    :param challenges: what the verifier sent
    :param replies: what the prover sent
    :param displays: what the checker recomputed and showed
    """

    arithmetic: CountedField
    snapshot: Claim
    passed: bool = True
    challenges: list[Vector] = field(default_factory=list[Vector])
    replies: list[list[Vector]] = field(default_factory=list[list[Vector]])
    displays: list[list[Vector]] = field(default_factory=list[list[Vector]])

    @property
    def input_words(self) -> int:
        """Return the words of the snapshot, one for each field element."""
        return words([self.snapshot.a, self.snapshot.b, self.snapshot.c])

    @property
    def words(self) -> int:
        """Return the words of snapshot, challenges, replies and displays; metadata is not counted."""
        return self.input_words + words(self.challenges) + words(self.replies) + words(self.displays)


def words(held: Words) -> int:
    """Count the field elements and bits of a nested list, a word each."""
    return 1 if isinstance(held, int) else sum(map(words, held))


def example_claim(p: int = PRIME, size: int = SIZE) -> Claim:
    """Return a true claim whose matrices are always the same; no count depends on their entries."""
    a = [[(7 * i * i + 11 * j + 13 * i * j + 5) % p for j in range(size)] for i in range(size)]
    b = [[(3 * i + 17 * j * j + 29 * i * j + 2) % p for j in range(size)] for i in range(size)]
    return Claim(a, b, CountedField(p).multiplied(a, b))


def example_vectors(count: int = CHECKS, size: int = SIZE) -> list[Vector]:
    """Return zero-one vectors that are always the same; a review draws its own at random."""
    return [[(_SPREAD * m >> k) & 1 for k in range(size)] for m in range(1, count + 1)]


def check_globally(claim: Claim, p: int = PRIME) -> CountedCheck:
    """Multiply the matrices and compare every entry.

    :param claim: the frozen matrices
    :param p: the prime

    Source: Appendix E.3; no claim.
    """
    check = CountedCheck(CountedField(p), claim)
    found = check.arithmetic.multiplied(claim.a, claim.b)
    check.displays.append(found)
    same = [check.arithmetic.agree(row, said) for row, said in zip(found, claim.c, strict=True)]
    check.passed = all(same)
    return check


def check_locally(claim: Claim, vectors: Sequence[Vector], p: int = PRIME) -> CountedCheck:
    """Put one Freivalds challenge for each vector to an honest prover; all replies are recomputed and compared.

    :param claim: the frozen matrices
    :param vectors: the challenges, entries 0 and 1
    :param p: the prime

    Source: Appendices E.1 and E.3; FREIVALDS-HALF.1
    """
    check, prover = CountedCheck(CountedField(p), claim), CountedField(p)
    for vector in vectors:
        reply, own = _images(claim, vector, prover), _images(claim, vector, check.arithmetic)
        check.challenges.append(vector)
        check.replies.append(reply)
        check.displays.append(own)
        same = [check.arithmetic.agree(said, found) for said, found in zip(reply, own, strict=True)]
        check.passed &= all([*same, check.arithmetic.agree(own[1], own[2])])
    return check


def _images(claim: Claim, vector: Vector, arithmetic: CountedField) -> list[Vector]:
    """Return Br, A(Br) and Cr."""
    image = arithmetic.applied(claim.b, vector)
    return [image, arithmetic.applied(claim.a, image), arithmetic.applied(claim.c, vector)]


def worst_false_pass(worlds: Sequence[tuple[int, int]] = SMALL_WORLDS) -> Fraction:
    """Return the largest share of zero-one vectors r with Dr = 0, over every matrix D other than 0.

    :param worlds: primes and sizes

    Source: Appendix E.1; FREIVALDS-HALF.1
    """
    return max(share for p, size in worlds for share in _false_passes(p, size))


def _false_passes(p: int, size: int) -> Iterator[Fraction]:
    vectors = list(product((0, 1), repeat=size))
    rows = product(range(p), repeat=size)
    solved = [frozenset(r for r in vectors if sum(d * x for d, x in zip(row, r, strict=True)) % p == 0) for row in rows]
    choices = product(solved, repeat=size)
    next(choices)  # the matrix 0: its rows are the first choice, every time
    for chosen in choices:
        yield Fraction(len(frozenset.intersection(*chosen)), len(vectors))
