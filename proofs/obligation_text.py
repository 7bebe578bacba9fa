"""Read the text of an obligation: polynomial facts over the reals, with division, powers, and chained comparisons.

Lowest first: ``=>``, ``<=>``, ``or``, ``and`` (also written as a comma), ``not``, comparisons, sums, products, powers.
A name, a number or a closing parenthesis right before an opening one multiplies: c(1-q). qbar(x) is 1 - c(1-x). Every
name is a real number. What cannot be read whole is refused; no part of a text is ever left out.
"""

import re
from fractions import Fraction
from typing import Any, TypeAlias

from .solver import numeral

Node: TypeAlias = tuple[Any, ...]
"""("number", value), ("name", name), or an operator with its operands."""

HIGHEST_POWER = 64
CHAIN = ("<=", ">=", "!=", "<", ">", "=")
FACTS = {*CHAIN, "=>", "<=>", "or", "and", "not"}

_TOKEN = re.compile(r"\s*(?:([0-9]+(?:\.[0-9]+)?)|([A-Za-z_][A-Za-z0-9_]*)|(<=>|=>|<=|>=|!=|[-<>=+*/^(),]))", re.ASCII)


class Unreadable(ValueError):
    """Say what of a text cannot be read, and where."""


class Undecided(Exception):
    """Say what of a text can be read, and is not decided here."""


def is_fact(node: Node) -> bool:
    """Tell whether a node is true or false, not a number."""
    return node[0] in FACTS


def read(text: str) -> Node:
    """Return the fact that a text states.

    :param text: ASCII, as this module says
    :raises Unreadable: when it is anything else
    :raises Undecided: when a power has an exponent that is no number
    """
    return _Reader(text).whole()


def tokens(text: str) -> list[str]:
    """Return the tokens of a text.

    :raises Unreadable: when a part of it is none, or a number runs into a name or another number
    """
    found: list[str] = []
    at, text = 0, text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise Unreadable(f"cannot be read from here: {text[at : at + 20]!r}")
        if match[1] and re.match(r"[A-Za-z0-9_.]", text[match.end() : match.end() + 1]):
            raise Unreadable(f"no number: {text[match.start() : match.end() + 8].strip()!r}")
        found.append(match[1] or match[2] or match[3])
        at = match.end()
    return found


class _Reader:
    """Descend through the grammar, one method a level."""

    def __init__(self, text: str) -> None:
        self._tokens = tokens(text)
        self._at = 0

    @property
    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _took(self, *wanted: str) -> str:
        if self._next in wanted:
            self._at += 1
            return self._tokens[self._at - 1]
        return ""

    def _expect(self, wanted: str) -> None:
        if not self._took(wanted):
            raise Unreadable(f"{wanted!r} expected, found {self._next or 'the end'!r}")

    def whole(self) -> Node:
        node = self._implication()
        if self._next:
            raise Unreadable(f"nothing may follow here: {self._next!r}")
        return _fact(node)

    def _implication(self) -> Node:
        left = self._equivalence()
        return ("=>", _fact(left), _fact(self._implication())) if self._took("=>") else left

    def _equivalence(self) -> Node:
        left = self._either()
        if not self._took("<=>"):
            return left
        node = ("<=>", _fact(left), _fact(self._either()))
        if self._next == "<=>":
            raise Unreadable("'<=>' twice without parentheses")
        return node

    def _either(self) -> Node:
        left = self._both()
        while self._took("or"):
            left = ("or", _fact(left), _fact(self._both()))
        return left

    def _both(self) -> Node:
        left = self._denial()
        while self._took("and", ","):
            left = ("and", _fact(left), _fact(self._denial()))
        return left

    def _denial(self) -> Node:
        return ("not", _fact(self._denial())) if self._took("not") else self._comparison()

    def _comparison(self) -> Node:
        left, chain = self._sum(), list[Node]()
        while sign := self._took(*CHAIN):
            right = self._sum()
            chain.append((sign, _term(left), _term(right)))
            left = right
        if not chain:
            return left
        node, *others = chain
        for other in others:
            node = ("and", node, other)
        return node

    def _sum(self) -> Node:
        left = self._product()
        while sign := self._took("+", "-"):
            left = (sign, _term(left), _term(self._product()))
        return left

    def _product(self) -> Node:
        left = self._signed()
        while sign := self._took("*", "/") or ("*" if self._next == "(" else ""):
            left = (sign, _term(left), _term(self._signed()))
        return left

    def _signed(self) -> Node:
        return ("-", ("number", Fraction(0)), _term(self._signed())) if self._took("-") else self._power()

    def _power(self) -> Node:
        base = self._atom()
        if not self._took("^"):
            return base
        sign, exponent = self._took("-"), self._atom()
        if exponent[0] != "number":
            raise Undecided("a power whose exponent is no number is not decided here")
        if sign or exponent[1].denominator != 1 or exponent[1] > HIGHEST_POWER:
            raise Unreadable(f"an exponent is a whole number from 0 to {HIGHEST_POWER}")
        if self._next == "^":
            raise Unreadable("'^' twice without parentheses")
        return ("^", _term(base), int(exponent[1]))

    def _atom(self) -> Node:
        if self._took("("):
            node = self._implication()
            self._expect(")")
            return node
        token = self._next
        if not token or not (token[0].isalnum() or token[0] == "_") or token in FACTS:
            raise Unreadable(f"a number, a name or '(' expected, found {token or 'the end'!r}")
        self._at += 1
        if token == "qbar" and self._took("("):
            node = _term(self._implication())
            self._expect(")")
            return _bound(node)
        return ("number", numeral(token)) if token[0].isdigit() else ("name", token)


def _bound(x: Node) -> Node:
    one: Node = ("number", Fraction(1))
    return ("-", one, ("*", ("name", "c"), ("-", one, x)))


def _fact(node: Node) -> Node:
    if not is_fact(node):
        raise Unreadable("a number stands where a fact must")
    return node


def _term(node: Node) -> Node:
    if is_fact(node):
        raise Unreadable("a fact stands where a number must")
    return node
