"""Take an SMT-LIB script apart into its queries, each a script of its own."""

from __future__ import annotations

import re

_TOKENS = re.compile(r'\|[^|]*\||"[^"]*"|;[^\n]*|[()]')
"""What a parenthesis may hide in, and parentheses."""

_PUSH, _ASK, _POP = "(push 1)", "(check-sat)", "(pop 1)"


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
    """Return each query of an incremental script as a script of its own: what stands before all, and its own commands.

    :param text: commands, then for each query push, commands and one check, pop
    Never raises; a script of another form has no queries, so that their number tells.
    Source: design rule "one .smt2 file, many queries"; no claim.
    """
    before: list[str] = []
    found: list[str] = []
    query: list[str] | None = None
    for command in commands(text):
        if command == _PUSH and query is None:
            query = []
        elif command == _POP and query is not None:
            if query.count(_ASK) != 1:
                return []
            found.append("\n".join([*before, *query]))
            query = None
        elif command in (_PUSH, _POP, "(exit)") and query is not None:
            return []
        elif command == "(exit)":
            return found
        elif query is not None:
            query.append(command)
        elif found or command in (_POP, _ASK):
            return []
        else:
            before.append(command)
    return found if query is None else []
