"""Eliminate variables by equations, keeping track of how each comparison left follows from those given.

Part of the search, and not trusted: an equation a·v = b with a > 0 turns f >= 0 into a·f - m·(a·v - b) >= 0, in which
v does not occur. What is kept is an identity of polynomials, so that whoever multiplies it out need not know of this.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations
from typing import NamedTuple

from .identity import Formula, Poly, poly

Steps = tuple[tuple[Poly, tuple[int, ...]], ...]
"""A factor and the numbers of the comparisons that it multiplies, product after product."""

ONE: Steps = ((poly(1), ()),)

LONGEST = 200
"""Steps of one comparison; a longer one is not worth its certificate."""


class Derived(NamedTuple):
    """Hold the comparison of a polynomial with 0, and the steps that add up to the polynomial."""

    word: str
    value: Poly
    steps: Steps


Positive = Callable[[str], Steps | None]
"""Return the steps that add up to a variable and show that it is above 0."""


class TooLong(Exception):
    """Say that a derivation grew too long."""


def given(atoms: Sequence[Formula]) -> list[Derived]:
    """Return comparisons as they stand."""
    return [Derived(word, Poly(items), ((poly(1), (number,)),)) for number, (word, items) in enumerate(atoms)]


def times(left: Steps, right: Steps) -> Steps:
    """Return the steps of a product.

    :raises TooLong: when they are too many
    """
    if len(left) * len(right) > LONGEST:
        raise TooLong
    return tuple((a * b, tuple(sorted(m + n))) for a, m in left for b, n in right)


def eliminated(derived: list[Derived], positive: Positive) -> list[Derived]:
    """Return comparisons without the variables that an equation among them gives.

    :raises TooLong: when a derivation grows too long
    """
    for equation in [each for each in derived if each.word == "="]:
        names = {name for names in equation.value.terms for name in names}
        for name in sorted(names, key=lambda name: (positive(name) is not None, name)):
            scaled = _solved(equation, name, positive)
            if scaled is not None:
                others = [each for each in derived if each is not equation]
                return eliminated([_without(name, each, *scaled) for each in others], positive)
    return derived


def _solved(equation: Derived, name: str, positive: Positive) -> tuple[Derived, Poly, Steps] | None:
    """Return the equation with the variable's factor above 0, the factor, and its steps; None where it has no sign."""
    with_name = {names: value for names, value in equation.value.terms.items() if name in names}
    if len(with_name) != 1:
        return None
    ((names, value),) = with_name.items()
    rest = tuple(other for other in names if other != name)
    shown = [positive(other) for other in rest]
    if len(rest) != len(names) - 1 or None in shown:
        return None
    sign = Fraction(1) if value > 0 else Fraction(-1)
    steps = reduce(times, (each for each in shown if each is not None), _scaled(poly(abs(value)), ONE))
    turned = Derived("=", equation.value * sign, _scaled(poly(sign), equation.steps))
    return turned, Poly([(rest, abs(value))]), steps


def raised(derived: list[Derived], positive: Positive, weak: Mapping[str, Steps], degree: int) -> list[Derived]:
    """Return each comparison times monomials above 0: those that divide another one, those up to a degree.

    :param weak: steps that add up to a variable and show that it is at least 0
    :raises TooLong: when a derivation grows too long
    """
    names = sorted({name for each in derived for names in each.value.terms for name in names})
    shown = {name: steps for name in names if (steps := positive(name) or weak.get(name)) is not None}
    monomials = {names for size in range(1, degree + 1) for names in combinations(sorted(shown), size)}
    found = []
    for monomial in sorted(monomials | {_content(each.value) for each in derived} - {()}):
        if shown.keys() >= set(monomial):
            factor, steps = Poly([(monomial, Fraction(1))]), reduce(times, (shown[name] for name in monomial), ONE)
            loose = any(positive(name) is None for name in monomial)
            words = {">": ">="} if loose else {}
            found += [
                Derived(words.get(each.word, each.word), factor * each.value, times(steps, each.steps))
                for each in derived
            ]
    return found


def _content(value: Poly) -> tuple[str, ...]:
    counts = [Counter(names) for names in value.terms]
    return tuple(sorted(reduce(lambda a, b: a & b, counts).elements())) if counts else ()


def _scaled(factor: Poly, steps: Iterable[tuple[Poly, tuple[int, ...]]]) -> Steps:
    return tuple((factor * value, numbers) for value, numbers in steps)


def _without(name: str, each: Derived, equation: Derived, factor: Poly, above: Steps) -> Derived:
    """Return a comparison times the factor as often as needed, less multiples of the equation, without the variable."""
    while True:
        power = max((names.count(name) for names in each.value.terms), default=0)
        if not power:
            return each
        lead = Poly((_less_one(names, name), c) for names, c in each.value.terms.items() if names.count(name) == power)
        minus = lead * -1
        steps = _scaled(factor, each.steps) if each.word == "=" else times(above, each.steps)
        value = factor * each.value + minus * equation.value
        each = Derived(each.word, value, (*steps, *_scaled(minus, equation.steps)))


def _less_one(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    at = names.index(name)
    return names[:at] + names[at + 1 :]
