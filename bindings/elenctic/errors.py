"""Errors at the border: what was expected, what came, where, and what to write instead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from elenctic_kernel.errors import InputError

SCHEMA = "elenctic.error/1"


class DesignError(InputError):
    """Refuse malformed input, and say how to mend it.

    :param expected: what would have been read, in words
    :param got: what came, quoted as it stands
    :param write: the text to write instead
    :param file: the file's name as the user gave it, empty outside a file
    :param field: the dotted key, column or argument
    :param line: 1-based line of the file, None where it is unknown
    """

    def __init__(
        self, expected: str, got: str, write: str, *, file: str = "", field: str = "", line: int | None = None
    ) -> None:
        super().__init__(field, expected, got)
        self.write = write
        self.file = file
        self.line = line

    def located(self, *, file: str = "", field: str = "", line: int | None = None) -> DesignError:
        """Return the same error with the places filled in that it does not name yet."""
        return DesignError(
            self.expected,
            self.got,
            self.write,
            file=self.file or file,
            field=self.field or field,
            line=self.line if self.line is not None else line,
        )

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line is not None else ""
        place = "".join(f"{part}: " for part in (self.file, line, self.field) if part)
        return f"{place}expected {self.expected}, got {self.got}; write {self.write}"

    def to_dict(self) -> dict[str, Any]:
        """Return the error as the value that ``--json`` prints."""
        return {
            "schema": SCHEMA,
            "file": self.file,
            "field": self.field,
            "line": self.line,
            "expected": self.expected,
            "got": self.got,
            "write": self.write,
        }


def shown(value: object, limit: int = 60) -> str:
    """Quote a value for a message, on one line, cut to a readable length."""
    try:
        text = f'"{value}"' if isinstance(value, str) else str(value)
    except ValueError:  # an int above Python's digit limit has no text
        return f"a whole number of {value.bit_length() if isinstance(value, int) else '?'} bits"
    text = text.encode("unicode_escape").decode("ascii")
    return text if len(text) <= limit else f"{text[: limit - 20]}... ({len(text)} characters)"


def name_of(path: str | Path) -> str:
    """Return the file's name as messages show it."""
    return "standard input" if str(path) == "-" else str(path)
