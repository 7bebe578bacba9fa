"""Extras: what is installed only where it is asked for, and the line that installs it."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from .errors import SCHEMA


class MissingExtraError(ImportError):
    """Say that an extra is needed and not installed; the command line ends with exit 4.

    :param extra: the extra's name, such as "report"
    :param module: the module that could not be imported
    """

    def __init__(self, extra: str, module: str) -> None:
        self.extra = extra
        self.expected = f'the extra "{extra}"'
        self.got = f"no module {module}"
        self.write = f'pip install "elenctic[{extra}]"'
        super().__init__(f"expected {self.expected}, got {self.got}; write {self.write}", name=module)

    def __reduce__(self) -> tuple[Any, ...]:
        return MissingExtraError, (self.extra, str(self.name))

    def to_dict(self) -> dict[str, Any]:
        """Return the error as the value that ``--json`` prints."""
        place = {"file": "", "field": "", "line": None}
        return {"schema": SCHEMA, **place, "expected": self.expected, "got": self.got, "write": self.write}


class MissingPartError(MissingExtraError):
    """Say that a part of the project is needed that is not here, such as a checkout; exit 4 as well.

    :param expected: the part, in words
    :param got: what is here instead
    :param write: the line that mends it
    """

    def __init__(self, expected: str, got: str, write: str) -> None:
        super().__init__("", "")
        self.expected, self.got, self.write = expected, got, write

    def __str__(self) -> str:
        return f"expected {self.expected}, got {self.got}; write {self.write}"

    def __reduce__(self) -> tuple[Any, ...]:
        return MissingPartError, (self.expected, self.got, self.write)


def import_extra(extra: str, module: str) -> ModuleType:
    """Import a module that belongs to an extra.

    :param extra: the extra's name
    :param module: the module's dotted name
    :raises MissingExtraError: when the module, or one that it needs, is not installed
    Source: design rule "a missing extra prints the line that mends it"; no claim.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtraError(extra, error.name or module) from None
