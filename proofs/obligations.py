"""Decide one obligation about real numbers: ``python -m proofs.obligations "CLAIM" [--timeout-ms N]``.

Exit 0: proved. 1: refuted. 3: unproved. 2: the text cannot be read, usage.

Division is total in SMT-LIB, so that no division goes to an engine: a/b is a number z with z·b = a wherever b is not 0,
and that no division by 0 can be met is a goal of its own, read from left to right as a program would. Z3 and cvc5 must
say the same of both goals; a refutation is replayed in fractions where it is rational. Anything else is unproved. Not
covered: whole numbers, exponents that are no numbers, and which counterexample is found.
"""

import argparse
import operator
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

import z3

from . import cvc5_check
from .obligation_text import Node, Undecided, Unreadable, read
from .outcome import PROVED, Answer, Outcome, open_because
from .solver import ask, exact_value, numeral, rational, shown, text_of

TIMEOUT_MS = 20_000
DECIMALS = 12
"""Decimals of the two numbers between which a root is shown to lie."""

COMPARED: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}
COMPUTED: Mapping[str, Callable[[Any, Any], Any]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
WORDS = {Answer.PROVED: "proved", Answer.REFUTED: "refuted", Answer.OPEN: "unproved"}
EXITS = {Answer.PROVED: 0, Answer.REFUTED: 1, Answer.OPEN: 3}


class Meaning:
    """Give a text its meaning in Z3's terms: a fact, and where no division by 0 is met on the way to it."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.quotients: list[Any] = []

    def fact(self, node: Node) -> tuple[Any, Any]:
        """Return a fact, and where it is defined."""
        if node[0] in COMPARED:
            (left, at_left), (right, at_right) = self.term(node[1]), self.term(node[2])
            return COMPARED[node[0]](left, right), z3.And(at_left, at_right)
        if node[0] == "not":
            fact, defined = self.fact(node[1])
            return z3.Not(fact), defined
        (left, at_left), (right, at_right) = self.fact(node[1]), self.fact(node[2])
        if node[0] == "and":
            return z3.And(left, right), z3.And(at_left, z3.Implies(left, at_right))
        if node[0] == "or":
            return z3.Or(left, right), z3.And(at_left, z3.Or(left, at_right))
        if node[0] == "=>":
            return z3.Implies(left, right), z3.And(at_left, z3.Implies(left, at_right))
        return left == right, z3.And(at_left, at_right)

    def term(self, node: Node) -> tuple[Any, Any]:
        """Return a number, and where it is defined."""
        if node[0] == "number":
            return rational(node[1]), z3.BoolVal(True)
        if node[0] == "name":
            return self.names.setdefault(node[1], z3.Real(node[1])), z3.BoolVal(True)
        left, at_left = self.term(node[1])
        if node[0] == "/" and node[2][0] == "number" and node[2][1] != 0:
            return left * rational(1 / node[2][1]), at_left
        if node[0] == "^":
            return z3.Product([rational(1), *([left] * node[2])]), at_left
        right, at_right = self.term(node[2])
        both = z3.And(at_left, at_right)
        if node[0] != "/":
            return COMPUTED[node[0]](left, right), both
        quotient = z3.Real(f"quotient!{len(self.quotients) + 1}")
        self.quotients.append(z3.Or(right == 0, quotient * right == left))
        return quotient, z3.And(both, right != 0)


def holds(node: Node, values: Mapping[str, Fraction]) -> Any:
    """Return what a text says of numbers, exactly, from left to right.

    :raises ZeroDivisionError: when it divides by 0 on the way
    """
    if node[0] == "number":
        return node[1]
    if node[0] == "name":
        return values[node[1]]
    left = holds(node[1], values)
    if node[0] == "^":
        return left ** node[2]
    if node[0] == "not":
        return not left
    if node[0] in ("and", "or", "=>"):
        settled = left if node[0] == "or" else not left
        return (node[0] != "and") if settled else holds(node[2], values)
    right = holds(node[2], values)
    return left == right if node[0] == "<=>" else {**COMPARED, **COMPUTED, "/": operator.truediv}[node[0]](left, right)


def judge(text: str, *, timeout_ms: int = TIMEOUT_MS, seed: int = 0, solver: Any = None) -> Outcome:
    """Return what both engines find of an obligation.

    :param text: as ``obligation_text`` says
    :param timeout_ms: for everything together, in milliseconds, at least 1
    :param seed: of Z3
    :param solver: a Z3 solver that was asked before; left out, a fresh one for each goal
    :raises Unreadable: when the text cannot be read
    """
    until = time.monotonic() + timeout_ms / 1000
    try:
        node = read(text)
    except Undecided as why:
        return open_because(str(why))
    meaning = Meaning()
    fact, defined = meaning.fact(node)
    undefined = [(*meaning.quotients, z3.Not(defined))] if meaning.quotients else []
    for query in (*undefined, (*meaning.quotients, defined, z3.Not(fact))):
        outcome = _settled(node, meaning, query, until, seed, solver)
        if outcome.answer is not Answer.PROVED:
            return outcome
    return PROVED


def _settled(node: Node, meaning: Meaning, query: tuple[Any, ...], until: float, seed: int, solver: Any) -> Outcome:
    """Return PROVED where both engines say that the query cannot hold, REFUTED where both say that it can."""
    left = int((until - time.monotonic()) * 1000)
    if left < 1:
        return open_because("no answer in time")
    reply = ask(query, wall_ms=left, seed=seed, solver=solver)
    if reply.found not in cvc5_check.SETTLED:
        return open_because(f"Z3 answers unknown ({reply.why})")
    try:
        (second,) = cvc5_check.replies([text_of(query)], seconds=until - time.monotonic())
    except cvc5_check.EngineError as error:
        return open_because(f"cvc5: {error}")
    if time.monotonic() > until:
        return open_because("no answer in time")
    if second != reply.found:
        return open_because(f"Z3 says {reply.found}, cvc5 says {second}")
    return PROVED if reply.found == "unsat" else _refuted(node, meaning, query, reply.model)


def _refuted(node: Node, meaning: Meaning, query: tuple[Any, ...], model: Any) -> Outcome:
    values = {name: exact_value(model, term) for name, term in meaning.names.items()}
    exact = {name: value for name, value in values.items() if value is not None}
    said = ", ".join(f"{name} = {_written(model, term, values[name])}" for name, term in meaning.names.items())
    if len(exact) < len(values):
        if not z3.is_true(model.eval(z3.And(*query), model_completion=True)):
            return open_because("the model does not satisfy the query")
        return Outcome(Answer.REFUTED, said)
    try:
        replayed = holds(node, exact)
    except ZeroDivisionError:
        return Outcome(Answer.REFUTED, f"division by 0 at {said or 'once'}", exact)
    if replayed is not False:
        return open_because(f"the model does not replay: {said}")
    return Outcome(Answer.REFUTED, said or "it names no number", exact)


def _written(model: Any, term: Any, exact: Fraction | None) -> str:
    """Return a value as a fraction, or as a root between two decimals: an approximation is never shown as exact."""
    if exact is not None:
        return shown(exact)
    value = model.eval(term, model_completion=True)
    if not z3.is_algebraic_value(value):
        return "a number that is not rational"
    powers = [shown(numeral(str(c))) for c in value.poly()]
    polynomial = " + ".join(f"{c}*x^{power}" for power, c in enumerate(powers) if c != "0")
    near = numeral(value.approx(DECIMALS + 1).as_string()) * 10**DECIMALS
    between = " and ".join(_decimal(end) for end in (floor(near - 1), ceil(near + 1)))
    return f"root {value.index()} of {polynomial}, between {between}"


def _decimal(scaled: int) -> str:
    digits = str(abs(scaled)).rjust(DECIMALS + 1, "0")
    return f"{'-' if scaled < 0 else ''}{digits[:-DECIMALS]}.{digits[-DECIMALS:]}"


def main(argv: Sequence[str] | None = None) -> int:
    """Print proved, refuted with a counterexample, or unproved with the reason, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m proofs.obligations", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("claim", metavar="CLAIM", help='for example "0<=q<=1, 0<=c<=1  =>  1-c(1-q) >= q"')
    parser.add_argument("--timeout-ms", type=int, default=TIMEOUT_MS, metavar="N", help="for everything together")
    options = parser.parse_args(argv)
    if options.timeout_ms < 1:
        parser.error("--timeout-ms: at least 1")
    try:
        found = judge(options.claim, timeout_ms=options.timeout_ms)
    except Unreadable as error:
        parser.error(f"CLAIM: {error}")
    print(WORDS[found.answer] + (f": {found.reason}" if found.reason else ""))
    return EXITS[found.answer]


if __name__ == "__main__":
    sys.exit(main())
