"""Write text as TeX: ASCII only, every special character escaped."""

from __future__ import annotations

import re
import unicodedata

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    "δ": r"$\delta$",
    "γ": r"$\gamma$",
    "λ": r"$\lambda$",
    "ρ": r"$\rho$",
    "ξ": r"$\xi$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "–": r"-{}-",
    "—": r"-{}-{}-",
}


def escaped(text: str) -> str:
    """Return a text as TeX that prints it, in ASCII; a character without an ASCII form is named by its code.

    :param text: any text
    Never raises.
    Source: design rule "ASCII, TeX-escaped"; no claim.
    """
    written = "".join(_ESCAPES.get(character) or _ascii(character) for character in text)
    return re.sub("-(?=-)", "-{}", written)  # two hyphens would print as a dash


def _ascii(character: str) -> str:
    if character.isascii():
        return character if character.isprintable() else " "
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode("ascii")
    if plain:
        return "".join(_ESCAPES.get(one, one) for one in plain)
    return "" if unicodedata.combining(character) else f"[U+{ord(character):04X}]"
