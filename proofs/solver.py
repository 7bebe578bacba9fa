"""Ask Z3: exact numerals, a fresh solver for each query, counted resources, models as exact rationals."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

import z3

RLIMIT = 20_000_000
"""Z3 resource units for one query; the count does not depend on the load of the machine."""

WALL_MS = 60_000
"""Wall guard for one query in milliseconds; reaching it is ``unknown``."""

PIECE = 8192
"""Bits of an integer that go to Z3 as one numeral: its text stays below Python's digit limit."""

Found = Literal["sat", "unsat", "unknown"]


@dataclass(frozen=True)
class Reply:
    """Hold what Z3 said. ``model`` is there on ``sat`` only."""

    found: Found
    why: str = ""
    model: Any = field(default=None, compare=False)


def whole(value: int) -> Any:
    """Return an integer numeral, built in pieces when it is large."""
    if value.bit_length() <= PIECE:
        return z3.IntVal(value)
    high, low = value >> PIECE, value & ((1 << PIECE) - 1)
    return whole(high) * z3.IntVal(1 << PIECE) + z3.IntVal(low)


def rational(value: int | Fraction) -> Any:
    """Return a real numeral, exact."""
    exact = Fraction(value)
    if max(exact.numerator.bit_length(), exact.denominator.bit_length()) <= PIECE:
        return z3.Q(exact.numerator, exact.denominator)
    return z3.ToReal(whole(exact.numerator)) / z3.ToReal(whole(exact.denominator))


def solver_for(terms: Sequence[Any]) -> Any:
    """Return a fresh solver that holds the terms."""
    solver = z3.Solver()
    solver.set("rlimit", RLIMIT)
    solver.set("timeout", WALL_MS)
    solver.add(*terms)
    return solver


def ask(terms: Sequence[Any]) -> Reply:
    """Ask whether the terms hold together."""
    try:
        solver = solver_for(terms)
        said = solver.check()
        if said == z3.unsat:
            return Reply("unsat")
        if said == z3.sat:
            return Reply("sat", model=solver.model())
        return Reply("unknown", str(solver.reason_unknown()))
    except z3.Z3Exception as error:
        return Reply("unknown", f"Z3: {error}")


def text_of(terms: Sequence[Any]) -> str:
    """Return the terms as an SMT-LIB script that a second engine can read."""
    script: str = solver_for(terms).to_smt2()
    return "(set-logic ALL)\n" + script


def exact_value(model: Any, term: Any) -> Fraction | None:
    """Return the model's value as an exact rational, None where it is not rational."""
    value = model.eval(term, model_completion=True)
    if z3.is_int_value(value):
        return Fraction(value.as_long())
    if z3.is_rational_value(value):
        return Fraction(value.numerator_as_long(), value.denominator_as_long())
    return None
