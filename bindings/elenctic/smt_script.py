"""Take an SMT-LIB script apart into its queries, each a script of its own."""

from __future__ import annotations

import re

_TOKENS = re.compile(r'\|[^|]*\||"[^"]*"|;[^\n]*|[()]')
"""What a parenthesis may hide in, and parentheses."""

_ALONE = "(set-option :global-declarations true)"
"""What only a script of many queries needs; z3's library refuses it."""

_SAY, _ASK, _FORGET = "(assert ", "(check-sat)", "(reset-assertions)"


def commands(text: str) -> list[str]:
    """Return the commands of a script, comments between them left out.

    :param text: SMT-LIB 2.6; one that is cut ends with its last whole command
    Never raises.
    Source: design rule "one .smt2 file, many queries"; no claim.
    """
    found: list[str] = []
    depth = start = 0
    for token in _TOKENS.finditer(text):
        if token[0] == "(":
            start = token.start() if depth == 0 else start
            depth += 1
        elif token[0] == ")":
            depth -= 1
            if depth == 0:
                found.append(text[start : token.end()])
    return found


def queries_of(text: str) -> list[str]:
    """Return each query of a script as a script of its own: what stands before all, and its own commands.

    :param text: definitions, then for each query assertions, one check, and a reset of the assertions
    Never raises; a script of another form has no queries, so that their number tells.
    Source: design rule "one .smt2 file, many queries"; no claim.
    """
    before: list[str] = []
    found: list[str] = []
    query: list[str] = []
    for command in commands(text):
        if command == "(exit)":
            return [] if query else found
        if command == _FORGET:
            if query.count(_ASK) != 1:
                return []
            found.append("\n".join([*before, *query]))
            query = []
        elif query or command.startswith(_SAY):
            query.append(command)
        elif found or command == _ASK:
            return []
        elif command != _ALONE:
            before.append(command)
    return [] if query else found
