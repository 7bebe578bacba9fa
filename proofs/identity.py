"""Certificates of nonnegativity, checked by exact polynomial arithmetic: no solver has to be trusted.

A certificate writes a goal out as a sum of products of hypotheses with coefficients that are not negative. Each
hypothesis says that a polynomial is at least 0; so the goal is at least 0 wherever all of them are. The checker
multiplies out and compares monomials; it searches for nothing. Not covered: that the hypotheses hold.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, Union

Monomial: TypeAlias = tuple[tuple[str, int], ...]
Operand: TypeAlias = Union["Poly", int, Fraction]


class Refused(Exception):
    """Say why a certificate is no certificate."""


class Poly:
    """Hold a polynomial with rational coefficients: its monomials, none with coefficient 0."""

    def __init__(self, terms: Mapping[Monomial, Fraction]) -> None:
        self.terms = {monomial: value for monomial, value in terms.items() if value}

    def __add__(self, other: Operand) -> "Poly":
        total = dict(self.terms)
        for monomial, value in poly(other).terms.items():
            total[monomial] = total.get(monomial, Fraction(0)) + value
        return Poly(total)

    def __mul__(self, other: Operand) -> "Poly":
        total: dict[Monomial, Fraction] = {}
        for left, a in self.terms.items():
            for right, b in poly(other).terms.items():
                monomial = _joined(left, right)
                total[monomial] = total.get(monomial, Fraction(0)) + a * b
        return Poly(total)

    def __sub__(self, other: Operand) -> "Poly":
        return self + poly(other) * -1

    def __rsub__(self, other: Operand) -> "Poly":
        return poly(other) - self

    __radd__, __rmul__ = __add__, __mul__

    def __str__(self) -> str:
        return " + ".join(
            "*".join([str(value), *(f"{name}^{power}" for name, power in monomial)])
            for monomial, value in sorted(self.terms.items())
        )


def _joined(left: Monomial, right: Monomial) -> Monomial:
    powers = dict(left)
    for name, power in right:
        powers[name] = powers.get(name, 0) + power
    return tuple(sorted(powers.items()))


def variable(name: str) -> Poly:
    """Return the polynomial that is one variable."""
    return Poly({((name, 1),): Fraction(1)})


def poly(value: Operand) -> Poly:
    """Return a number as a polynomial, a polynomial as it is.

    :param value: a polynomial, or an exact number; no float
    :raises Refused: when it is anything else
    """
    if isinstance(value, Poly):
        return value
    if type(value) not in (int, Fraction):
        raise Refused(f"a coefficient of type {type(value).__name__}: write an int or a Fraction")
    return Poly({(): Fraction(value)})


@dataclass(frozen=True)
class Certificate:
    """Hold a goal that is at least 0 wherever the hypotheses are, and the sum of products that shows it.

    ``proof`` lists a coefficient and the names of the hypotheses that it multiplies, product after product.
    """

    goal: Poly
    hypotheses: Mapping[str, Poly]
    proof: Sequence[tuple[int | Fraction, tuple[str, ...]]]


def check(certificate: Certificate) -> None:
    """Check a certificate by multiplying it out.

    :raises Refused: when a coefficient is negative, a hypothesis was not given, or the sum is not the goal
    """
    total = poly(0)
    for coefficient, names in certificate.proof:
        product = poly(coefficient)
        if coefficient < 0:
            raise Refused(f"the coefficient {coefficient} is negative")
        for name in names:
            if name not in certificate.hypotheses:
                raise Refused(f"the hypothesis {name} was not given")
            product = product * certificate.hypotheses[name]
        total = total + product
    rest = certificate.goal - total
    if rest.terms:
        raise Refused(f"the sum misses the goal by {rest}")
