"""Ask Z3: exact numerals, a fresh solver for each query, counted resources, models as exact rationals."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

import z3

RLIMIT = 20_000_000
"""Z3 resource units for one query; the count does not depend on the load of the machine."""

WALL_MS = 300_000
"""Wall guard for one query in milliseconds; reaching it is ``unknown``. On a busy machine the resources end first."""

PIECE = 8192
"""Bits of an integer that go to Z3 as one numeral: its text stays below Python's digit limit."""

DIGITS = 4000
"""Digits that Python reads as one whole number."""

Found = Literal["sat", "unsat", "unknown"]


@dataclass(frozen=True)
class Reply:
    """Hold what Z3 said. ``model`` is there on ``sat`` only."""

    found: Found
    why: str = ""
    model: Any = field(default=None, compare=False)


def numeral(text: str) -> Fraction:
    """Return the exact number that a text writes.

    :param text: digits, a decimal, or p/q; ASCII, with at most one sign in front; as long as it likes
    :raises ValueError: when it is anything else
    """
    match = re.fullmatch(r"(-?)([0-9]+)(?:\.([0-9]+)|/([0-9]+))?", text, re.ASCII)
    under = _integer(match[4] or "1") if match else 0
    if match is None or under == 0:
        raise ValueError(f"no number: {text[:40]!r}")
    decimals = match[3] or ""
    value = Fraction(_integer(match[2] + decimals), 10 ** len(decimals) * under)
    return -value if match[1] else value


def _integer(digits: str) -> int:
    """Return digits as an int; Python reads no more than 4300 at once."""
    if len(digits) <= DIGITS:
        return int(digits)
    half = len(digits) // 2
    ten: int = 10**half
    return _integer(digits[:-half]) * ten + _integer(digits[-half:])


def shown(value: Fraction) -> str:
    """Return a number in words that do not depend on Python's digit limit."""
    bits = max(value.numerator.bit_length(), value.denominator.bit_length())
    return str(value) if bits <= PIECE else f"a fraction of {bits} bits"


def whole(value: int) -> Any:
    """Return an integer numeral, built in pieces when it is large.

    :raises TypeError: when it is no int; Z3 itself would read a float or a text as another number
    """
    if type(value) is not int:
        raise TypeError(f"a whole numeral of type {type(value).__name__}: write an int")
    if value.bit_length() <= PIECE:
        return z3.IntVal(value)
    high, low = value >> PIECE, value & ((1 << PIECE) - 1)
    return whole(high) * z3.IntVal(1 << PIECE) + z3.IntVal(low)


def rational(value: int | Fraction) -> Any:
    """Return a real numeral, exact.

    :raises TypeError: when it is no int and no Fraction
    """
    if type(value) not in (int, Fraction):
        raise TypeError(f"a numeral of type {type(value).__name__}: write an int or a Fraction")
    exact = Fraction(value)
    if max(exact.numerator.bit_length(), exact.denominator.bit_length()) <= PIECE:
        return z3.Q(exact.numerator, exact.denominator)
    return z3.ToReal(whole(exact.numerator)) / z3.ToReal(whole(exact.denominator))


def solver_for(terms: Sequence[Any], *, wall_ms: int = 0, seed: int = 0) -> Any:
    """Return a fresh solver that holds the terms."""
    solver = z3.Solver()
    solver.set("rlimit", RLIMIT)
    solver.set("timeout", wall_ms or WALL_MS)
    solver.set("random_seed", seed)
    solver.add(*terms)
    return solver


def ask(terms: Sequence[Any], *, wall_ms: int = 0, seed: int = 0, solver: Any = None) -> Reply:
    """Ask whether the terms hold together; only the very answer ``unsat`` says that they do not.

    :param terms: terms of Z3
    :param wall_ms: wall guard of a fresh solver, in milliseconds; 0 for the usual one
    :param seed: of a fresh solver
    :param solver: one that was asked before, and is to be asked again; left out, a fresh one
    """
    try:
        return _reply(solver_for(terms, wall_ms=wall_ms, seed=seed)) if solver is None else _again(solver, terms)
    except z3.Z3Exception as error:
        return Reply("unknown", f"Z3: {error}")


def _again(solver: Any, terms: Sequence[Any]) -> Reply:
    solver.push()
    try:
        solver.add(*terms)
        return _reply(solver)
    finally:
        solver.pop()


def _reply(solver: Any) -> Reply:
    said = solver.check()
    if said == z3.unsat:
        return Reply("unsat")
    if said == z3.sat:
        return Reply("sat", model=solver.model())
    return Reply("unknown", str(solver.reason_unknown()))


def text_of(terms: Sequence[Any]) -> str:
    """Return the terms as an SMT-LIB script that a second engine can read."""
    script: str = solver_for(terms).to_smt2()
    return "(set-logic ALL)\n" + script


def exact_value(model: Any, term: Any) -> Fraction | None:
    """Return the model's value as an exact rational, None where it is not rational."""
    value = model.eval(term, model_completion=True)
    if z3.is_int_value(value) or z3.is_rational_value(value):
        return numeral(value.as_string())
    return None
