"""Write the queries of a claim as one SMT-LIB 2.6 script that any engine can answer: every answer must be unsat.

A condition that many paths share is defined once and named; a query is the conjunction of names. The text hangs on the
queries alone, so that the same proof gives the same file, byte for byte.
"""

import hashlib
from collections.abc import Iterable, Mapping
from textwrap import wrap
from typing import Any

import z3

from .claim import Query

WIDTH = 110


def constants(term: Any) -> Mapping[str, Any]:
    """Return the free constants of a term by name."""
    found: dict[str, Any] = {}
    waiting, seen = [term], set()
    while waiting:
        at = waiting.pop()
        if at.get_id() in seen:
            continue
        seen.add(at.get_id())
        if z3.is_const(at) and at.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            found[at.decl().name()] = at
        waiting += at.children()
    return found


def symbol(name: str) -> str:
    """Return a name as an SMT-LIB symbol."""
    text: str = z3.Int(name).sexpr()
    return text


def quoted(text: str) -> str:
    """Return a text as a quoted SMT-LIB symbol, the two characters that would end it left out."""
    return "|" + text.replace("|", "/").replace("\\", "/") + "|"


class Script:
    """Collect declarations, definitions and queries, each once."""

    def __init__(self) -> None:
        self.declared: dict[str, str] = {}
        self.defined: dict[str, str] = {}
        self.queries: dict[tuple[str, ...], str] = {}
        self._named: dict[int, tuple[Any, str]] = {}

    def add(self, query: Query, what: str) -> bool:
        """Add a query under a name, and tell whether it is new.

        :param query: terms that cannot hold together
        :param what: what is asked, in words
        """
        names = tuple(dict.fromkeys(self._name(term) for term in query))
        new = names not in self.queries
        self.queries.setdefault(names, what)
        return new

    def _name(self, term: Any) -> str:
        if term.get_id() not in self._named:
            self._named[term.get_id()] = (term, self._define(term))
        return self._named[term.get_id()][1]

    def _define(self, term: Any) -> str:
        own = [(constant, self._declared(name, constant)) for name, constant in sorted(constants(term).items())]
        text = z3.substitute(term, *own).sexpr() if any(a is not b for a, b in own) else term.sexpr()
        return self.defined.setdefault(text, f"h{len(self.defined) + 1}")

    def _declared(self, name: str, constant: Any) -> Any:
        """Declare a constant by a name in ASCII; one whose name has another sort already is told apart by its own."""
        if not name.isascii():
            name = ascii_of(name)
            constant = z3.Const(name, constant.sort())
        declaration = f"(declare-const {symbol(name)} {constant.sort().sexpr()})"
        if self.declared.setdefault(name, declaration) == declaration:
            return constant
        other = f"{name} as {constant.sort().sexpr()}"
        return self._declared(other, z3.Const(other, constant.sort()))

    def text(self, source: str) -> str:
        """Return the script.

        :param source: what is claimed, in words
        """
        head = [
            "(set-info :smt-lib-version 2.6)",
            f"(set-info :source {quoted(_filled(ascii_of(source)))})",
            '(set-info :category "industrial")',
            "(set-option :global-declarations true)",
            "(set-logic ALL)",
        ]
        return "\n".join([*head, *self._lines(), "(exit)", ""])

    def _lines(self) -> Iterable[str]:
        """Yield declarations and definitions, then each query, forgotten before the next one."""
        yield from (self.declared[name] for name in sorted(self.declared))
        yield from (f"(define-fun {name} () Bool {_one_line(text)})" for text, name in self.defined.items())
        for names, what in self.queries.items():
            yield f"; {ascii_of(what)}"
            yield f"(assert (and true {' '.join(names)}))"
            yield "(set-info :status unsat)"
            yield "(check-sat)"
            yield "(reset-assertions)"


def ascii_of(text: str) -> str:
    """Return a text with its other letters as their numbers, so that two texts that differ still do."""
    return "".join(letter if letter.isascii() else f"u{ord(letter):x}" for letter in text)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _filled(source: str) -> str:
    return "\n".join(line for part in source.splitlines() for line in wrap(part, WIDTH) or [""])


def sha256(content: bytes) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(content).hexdigest()


def swhid(content: bytes) -> str:
    """Return the SWHID of a file: the name under which archives of source code keep its bytes."""
    return "swh:1:cnt:" + hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
