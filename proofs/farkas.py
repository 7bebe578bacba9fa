"""Propose why formulas cannot hold together: the cases, and sums of products that are 0 and above 0 as well.

Nothing here is trusted: ``identity.contradict`` multiplies out what is proposed. Z3 names the few formulas that
matter and the coefficients, exactly: with a variable in place of each monomial, they solve a system that is linear
(Farkas). Products of comparisons stand in it as further comparisons, first none, then of two, then of three.
"""

from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations_with_replacement, islice
from math import inf
from operator import mul
from time import process_time
from typing import Any

import z3

from .elimination import ONE, Derived, Steps, TooLong, eliminated, raised, times
from .elimination import given as taken
from .identity import Formula, Poly, Proof, parts, poly
from .solver import exact_value, rational

RLIMIT = 2_000_000
"""Z3 resource units for one question of the search."""

WALL_MS = 10_000
"""Wall guard of one question in milliseconds."""

CPU_SECONDS = 8
"""CPU time of one search; it is looked at between questions."""

MOST = 1_200
"""Products that are tried at once."""

DEPTH = 12
"""Splits one inside the other."""

Found = tuple[tuple[Formula, ...], Proof]
Term = Callable[[Formula], Any]


@cache
def _monomial(names: tuple[str, ...]) -> Any:
    return z3.Real("*".join(names))


def _sum(items: Iterable[tuple[tuple[str, ...], Fraction]], linear: bool) -> Any:
    total: Any = rational(0)
    for names, value in items:
        term = _monomial(names) if linear and names else reduce(mul, map(_monomial, zip(names)), rational(1))
        total = total + rational(value) * term
    return total


@cache
def linear(formula: Formula) -> Any:
    """Return a formula for Z3, with a variable in place of each monomial."""
    return _term(formula, linear, True)


@cache
def exact(formula: Formula) -> Any:
    """Return a formula for Z3, all numbers real."""
    return _term(formula, exact, False)


def _term(formula: Formula, inner: Term, as_linear: bool) -> Any:
    word, items = formula
    if word in ("and", "or"):
        return (z3.And if word == "and" else z3.Or)(*map(inner, items))
    total = _sum(items, as_linear)
    return total > 0 if word == ">" else total >= 0 if word == ">=" else total == 0


def core(known: Sequence[Formula], term: Term) -> list[int] | None:
    """Return the numbers of few formulas that Z3 says cannot hold together, few of them with "or"; None for no such."""
    found = _unsatisfiable(known, range(len(known)), term)
    if found is None:
        return None
    for number in sorted(found, key=lambda n: (known[n][0] != "or", -len(known[n][1]))):
        fewer = _unsatisfiable(known, [n for n in found if n != number], term) if number in found else None
        found = found if fewer is None else fewer
    return found


def _unsatisfiable(known: Sequence[Formula], numbers: Iterable[int], term: Term) -> list[int] | None:
    _go_on()
    solver = z3.Solver()
    solver.set("rlimit", RLIMIT)
    solver.set("timeout", WALL_MS)
    for number in numbers:
        solver.assert_and_track(term(known[number]), str(number))
    return sorted(int(str(name)) for name in solver.unsat_core()) if solver.check() == z3.unsat else None


class GaveUp(Exception):
    """Say that a search took too long."""


_until: ContextVar[float] = ContextVar("_until", default=inf)


def _go_on() -> None:
    if process_time() > _until.get():
        raise GaveUp


def search(known: Sequence[Formula]) -> Found | None:
    """Return what ``propose`` does; None as well where it takes too long."""
    token = _until.set(process_time() + CPU_SECONDS)
    try:
        return propose(known)
    except GaveUp:
        return None
    finally:
        _until.reset(token)


def propose(known: Sequence[Formula], depth: int = DEPTH) -> Found | None:
    """Return few of the formulas and a proof that they cannot hold together; None where none is found.

    :param known: formulas
    :param depth: how often cases may still be split
    """
    for term in (linear, exact):
        numbers = core(known, term)
        if numbers is not None:
            given = [known[n] for n in numbers]
            proof = _proof(given, known, depth, term)
            if proof is not None:
                return proof
    return None


def _proof(given: list[Formula], known: Sequence[Formula], depth: int, term: Term) -> Found | None:
    choices = [number for number, formula in enumerate(given) if formula[0] == "or"]
    if not choices:
        return _summed(given, known, term)
    if not depth:
        return None
    at = min(choices, key=lambda number: len(given[number][1]))
    return _split(given[at], [f for f in known if f != given[at]], depth - 1)


def _split(choice: Formula, others: list[Formula], depth: int) -> Found | None:
    used: dict[Formula, None] = {}
    cases: list[tuple[Formula, Found]] = []
    for case in choice[1]:
        found = propose([*others, *parts("and", case)], depth)
        if found is None:
            return None
        if not set(found[0]) & set(parts("and", case)):
            return found
        cases.append((case, found))
        used.update(dict.fromkeys(f for f in found[0] if f in others))
    given = (*used, choice)
    return given, (len(used), tuple(_moved(found, [*given, *parts("and", case)]) for case, found in cases))


def _moved(found: Found, known: list[Formula]) -> Proof:
    """Return the proof with the numbers that its formulas have among others."""
    return _renumbered(found[1], [known.index(formula) for formula in found[0]], len(found[0]), len(known))


def _renumbered(proof: Proof, to: list[int], own: int, outer: int) -> Proof:
    def new(number: int) -> int:
        return to[number] if number < own else outer + number - own

    at, steps = proof
    if at is None:
        return None, tuple((factor, tuple(map(new, numbers))) for factor, numbers in steps)
    return at if isinstance(at, Poly) else new(at), tuple(_renumbered(step, to, own, outer) for step in steps)


def _summed(given: list[Formula], known: Sequence[Formula], term: Term) -> Found | None:
    if term is linear:
        return _combined(given, taken(given), 1)
    near = _near(given, known)
    for atoms, degree in ((given, 2), (near, 2), (given, 3), (near, 3)):
        found = _combined(atoms, taken(atoms), degree) or _raised(atoms, near, degree)
        if found is not None:
            return found
    return None


def _near(given: list[Formula], known: Sequence[Formula]) -> list[Formula]:
    """Return the comparisons given, and those that give the sign of a variable in them or compare two."""
    names = _names(given)
    more = [f for f in known if f[0] not in ("or", "and") and f not in given and len(f[1]) <= 2]
    return given + [f for f in dict.fromkeys(more) if _names([f]) <= names]


def _names(atoms: Iterable[Formula]) -> set[str]:
    return {name for formula in atoms for monomial, _ in formula[1] for name in monomial}


def _raised(atoms: list[Formula], near: list[Formula], degree: int) -> Found | None:
    """Return a sum of what is left when equations have given the variables that they can, times monomials above 0."""
    every = [*atoms, *(formula for formula in near if formula not in atoms)]
    try:
        positive = cache(lambda name: _positive(name, every))
        left = eliminated(taken(atoms), positive)
        weak = {n: steps for word, value, steps in taken(every) if word == ">=" for n in _names_of(value)}
        wider = left + raised(left, positive, weak, degree)
        return _combined(every, wider, 1) or (_combined(every, left, degree) if len(left) < len(atoms) else None)
    except TooLong:
        return None


def _names_of(value: Poly) -> list[str]:
    """Return the name of a polynomial that is one variable."""
    return [names[0] for names, c in value.terms.items() if len(value.terms) == len(names) == 1 and c == 1]


def _positive(name: str, atoms: list[Formula]) -> Steps | None:
    """Return steps that add up to a variable and show that it is above 0."""
    against: Formula = (">=", (((name,), Fraction(-1)),))
    added = _added([*taken(atoms), *taken([*atoms, against])[-1:]], 1)
    weight = sum((factor.terms[()] for factor, numbers in added or () if numbers == (len(atoms),)), Fraction(0))
    if added is None or not weight:
        return None
    return tuple((factor * (1 / weight), numbers) for factor, numbers in added if numbers != (len(atoms),))


def _combined(atoms: list[Formula], derived: list[Derived], degree: int) -> Found | None:
    """Return a sum of products of comparisons that is 0 and above 0."""
    added = _added(derived, degree)
    if added is None:
        return None
    sums: dict[tuple[int, ...], Poly] = {}
    for factor, numbers in added:
        sums[numbers] = sums.get(numbers, poly(0)) + factor
    used = sorted({number for numbers, value in sums.items() if value.terms for number in numbers})
    new = {number: at for at, number in enumerate(used)}
    steps = [(value, tuple(new[n] for n in numbers)) for numbers, value in sums.items() if value.terms]
    plain = [(value.terms[()] if set(value.terms) == {()} else value, numbers) for value, numbers in steps]
    return tuple(atoms[number] for number in used), (None, tuple(plain))


def _added(derived: list[Derived], degree: int) -> Steps | None:
    """Return steps that add up to 0 although they are above 0; the coefficients are Z3's."""
    products = list(islice(_products(derived, degree), MOST + 1))
    if len(products) > MOST:
        return None
    _go_on()
    weights = [z3.Real(f"w{number}") for number in range(len(products))]
    rows: dict[tuple[str, ...], list[Any]] = {}
    for weight, product in zip(weights, products, strict=True):
        for names, coefficient in product.value.terms.items():
            rows.setdefault(names, []).append(rational(coefficient) * weight)
    signed = [weight >= 0 for weight, product in zip(weights, products, strict=True) if product.word != "="]
    strict = [weight for weight, product in zip(weights, products, strict=True) if product.word == ">"]
    solver = z3.SolverFor("QF_LRA")
    solver.set("rlimit", RLIMIT)
    solver.set("timeout", WALL_MS)
    solver.add(*signed, z3.Sum(strict) == 1, *(z3.Sum(row) == 0 for row in rows.values()))
    if solver.check() != z3.sat:
        return None
    values = [poly(exact_value(solver.model(), weight) or 0) for weight in weights]
    pairs = [(value, product) for value, product in zip(values, products, strict=True) if value.terms]
    return tuple((value * factor, numbers) for value, product in pairs for factor, numbers in product.steps)


def _products(derived: list[Derived], degree: int) -> Iterable[Derived]:
    """Yield products of inequalities, and equations times monomials."""
    signed = [each for each in derived if each.word != "="]
    for size in range(degree + 1):
        for each in combinations_with_replacement(signed, size):
            word = ">" if all(factor.word == ">" for factor in each) else ">="
            steps = reduce(times, (factor.steps for factor in each), ONE)
            yield Derived(word, reduce(mul, (factor.value for factor in each), poly(1)), steps)
    names = sorted({name for each in derived for monomial in each.value.terms for name in monomial})
    for equation in derived:
        for size in range(degree) if equation.word == "=" else ():
            for monomial in combinations_with_replacement(names, size):
                factor = Poly([(monomial, Fraction(1))])
                steps = tuple((factor * value, numbers) for value, numbers in equation.steps)
                yield Derived("=", factor * equation.value, steps)
