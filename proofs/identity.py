"""Read an SMT-LIB script and check, by exact polynomial arithmetic, why what it asserts cannot hold together.

No solver has to be trusted for an inequality that is certified here; this file is all there is to trust beside Python.
It searches for nothing. The reader turns the text into comparisons of polynomials with 0 under "and" and "or"; the
checker follows the cases of a proof, and multiplies out. What the reader does not know, it refuses. Not covered: that
the script says what was meant.
"""

import re
from ast import literal_eval
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import add, mul, sub
from typing import Any, TypeAlias

Formula: TypeAlias = tuple[str, tuple[Any, ...]]
"""Either ">=", ">" or "=" with the monomials that are compared with 0, or "and", "or" with formulas."""

Proof: TypeAlias = tuple[Any, Sequence[Any]]
"""What is split into cases, a formula's number or a polynomial at least or below 0, and a proof for each case.

Or None, and products that add up to 0: a coefficient, and the numbers of the comparisons that it multiplies.
"""


class Refused(Exception):
    """Say why a certificate is no certificate."""


class Poly:
    """Hold a polynomial with rational coefficients: its monomials, none with coefficient 0.

    A monomial lists the names of its variables in order, each as often as its power.
    """

    def __init__(self, terms: Iterable[tuple[tuple[str, ...], Fraction]]) -> None:
        total: dict[tuple[str, ...], Fraction] = {}
        for monomial, value in terms:
            total[monomial] = total[monomial] + value if monomial in total else value
        self.terms = {monomial: value for monomial, value in total.items() if value}

    def __add__(self, other: Any) -> "Poly":
        return Poly([*self.terms.items(), *poly(other).terms.items()])

    def __mul__(self, other: Any) -> "Poly":
        terms = [(left, right, a * b) for left, a in self.terms.items() for right, b in poly(other).terms.items()]
        return Poly((tuple(sorted(left + right)), value) for left, right, value in terms)

    def __sub__(self, other: Any) -> "Poly":
        return self + poly(other) * -1

    def __rsub__(self, other: Any) -> "Poly":
        return poly(other) - self

    __radd__, __rmul__ = __add__, __mul__


def variable(name: str) -> Poly:
    """Return the polynomial that is one variable."""
    return Poly([((name,), Fraction(1))])


def poly(value: Any) -> Poly:
    """Return a number as a polynomial, a polynomial as it is.

    :param value: a polynomial, or an exact number; no float
    :raises Refused: when it is anything else
    """
    if type(value) not in (int, Fraction, Poly):
        raise Refused(f"a coefficient of type {type(value).__name__}: write an int or a Fraction")
    return value if isinstance(value, Poly) else Poly([((), Fraction(value))])


def parts(word: str, formula: Formula) -> tuple[Any, ...]:
    """Return what a formula joins by "and", or by "or"; itself when it is of another kind."""
    return formula[1] if formula[0] == word else (formula,)


def _joined(word: str, formulas: Iterable[Formula]) -> Formula:
    flat = [part for formula in formulas for part in parts(word, formula)]
    return flat[0] if len(flat) == 1 else (word, tuple(flat))


def atom(word: str, value: Poly) -> Formula:
    """Return the comparison of a polynomial with 0; of whole numbers p > 0 is p - 1 >= 0."""
    whole = all(c.denominator == 1 and all(n[:4] == "Int " for n in names) for names, c in value.terms.items())
    word, value = (">=", value - 1) if word == ">" and whole else (word, value)
    return word, tuple(sorted(value.terms.items()))


def _less(left: Poly, right: Poly) -> tuple[Formula, Formula]:
    return atom(">", right - left), atom(">=", left - right)


def _same(left: Any, right: Any) -> tuple[Formula, Formula]:
    if isinstance(left, Poly):
        return atom("=", left - right), _joined("or", (atom(">", left - right), atom(">", right - left)))
    return _and(_or(left[::-1], right), _or(left, right[::-1]))


def _and(*given: tuple[Formula, Formula]) -> tuple[Formula, Formula]:
    return _joined("and", (yes for yes, _ in given)), _joined("or", (no for _, no in given))


def _or(*given: tuple[Formula, Formula]) -> tuple[Formula, Formula]:
    return _and(*(both[::-1] for both in given))[::-1]


_MEANING: Mapping[str, Callable[..., Any]] = {
    "+": lambda *given: reduce(add, given, poly(0)),
    "*": lambda *given: reduce(mul, given, poly(1)),
    "/": lambda over, under: poly(over) * (1 / under.terms[()]) if {*under.terms} == {()} else None,
    "-": lambda *given: reduce(sub, given if given[1:] else (poly(0), *given)),
    "to_real": poly,
    "<": _less,
    ">": lambda left, right: _less(right, left),
    "<=": lambda left, right: _less(right, left)[::-1],
    ">=": lambda left, right: _less(left, right)[::-1],
    "=": _same,
    "xor": lambda left, right: _same(left[::-1], right),
    "and": _and,
    "or": _or,
    "not": lambda given: given[::-1],
    "=>": lambda given, then: _or(given[::-1], then),
    "ite": lambda given, then, other: _and(_or(given[::-1], then), _or(given, other)),
}
_TOKEN = re.compile(r';.*|[()]|\|[^|]*\||[^\s()|;"]+|\S')


def _value(term: Any, names: Mapping[str, Any]) -> Any:
    if isinstance(term, str):
        return names[term] if term in names else poly(Fraction(re.findall(r"^[0-9]+(?:[.][0-9]+)?\Z", term)[0]))
    head, *rest = term
    if head == "let":
        return _value(rest[1], {**names, **{name: _value(bound, names) for name, bound in rest[0]}})
    return _MEANING[head](*(_value(part, names) for part in rest))


def read(script: str) -> tuple[Formula, ...]:
    """Return what a script asserts; whatever exception it raises, the script is not read.

    :param script: SMT-LIB text; its constants are of sort Int or Real
    :raises Refused: when there is a command that is not known here
    """
    names: dict[str, Any] = {"true": (("and", ()), ("or", ())), "false": (("or", ()), ("and", ()))}
    lists = ({"(": "[", ")": "],"}.get(token, f"{token!r},") for token in _TOKEN.findall(script) if token[0] != ";")
    found: list[Formula] = []
    for command in literal_eval(f"[{''.join(lists)}]"):
        match command:
            case ["declare-fun", name, [], "Int" | "Real" as sort]:
                names[name] = variable(f"{sort} {name}")
            case ["assert", term]:
                found += parts("and", _value(term, names)[0])
            case ["check-sat"]:
                return tuple(found)
            case ["set-logic", "ALL"] | ["set-info", ":status" | ":source", str()]:
                pass
            case _:
                raise Refused(f"a command that is not known: {command}")
    raise Refused("nothing is asked")


def contradict(known: Sequence[Formula], proof: Proof) -> None:
    """Check that formulas cannot hold together.

    :raises Refused: when the proof does not show it
    """
    at, steps = proof
    if at is None:
        _add_up(known, steps)
        return
    word, cases = ("or", (atom(">=", at), atom(">", 0 - at))) if isinstance(at, Poly) else known[at]
    if word != "or" or len(cases) != len(steps):
        raise Refused("the cases are not those of the formula")
    for case, step in zip(cases, steps, strict=True):
        contradict([*known, *parts("and", case)], step)


def _add_up(known: Sequence[Formula], products: Sequence[tuple[Any, Sequence[int]]]) -> None:
    total, above = poly(0), False
    for coefficient, numbers in products:
        factor, words = poly(coefficient), {known[number][0] for number in numbers}
        if not words <= {">", ">=", "="} or ("=" not in words and (isinstance(coefficient, Poly) or coefficient < 0)):
            raise Refused("a factor is no comparison, or a coefficient of an inequality is negative or no number")
        above |= words <= {">"} and coefficient > 0
        factors = [Poly((names, Fraction(value)) for names, value in known[number][1]) for number in numbers]
        total = total + reduce(mul, factors, factor)
    if total.terms or not above:
        raise Refused(f"the sum is not 0, or need not be above 0: {total.terms}")


def check(asserted: Sequence[Formula], given: Sequence[Formula], proof: Proof) -> None:
    """Check that what a script asserts cannot hold together, because formulas among it cannot.

    :raises Refused: when one of them is not asserted, or the proof does not show it
    """
    if not {*given} <= {*asserted}:
        raise Refused("a formula is not asserted by the script")
    contradict(given, proof)
