"""Text files as they stand: bytes to text, TOML and JSON to tables whose numbers keep their text."""

from __future__ import annotations

import datetime
import json
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from elenctic.errors import DesignError, name_of, shown

MAX_BYTES = 64 * 2**20
FORMATS = ("toml", "json", "csv")

_TOML_PLACE = re.compile(r" \(at line ([0-9]+), column [0-9]+\)$")
_DOTTED = re.compile(r"^[ \t\[]*(?:[\w\"'-]{1,40}[ \t]*\.[ \t]*){50}", re.MULTILINE)
_LONG = re.compile(r"[0-9_]{500,}")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_SAVE = "the file saved as UTF-8 text"


@dataclass(frozen=True)
class Numeral:
    """Hold a number of a file as the text that stands there, never as a double."""

    text: str


class Place(NamedTuple):
    """Say where a value stands: file, dotted field and 1-based line, as far as they are known."""

    file: str = ""
    field: str = ""
    line: int | None = None

    def refuse(self, expected: str, got: str, write: str) -> DesignError:
        """Return the error that names this place."""
        return DesignError(expected, got, write, file=self.file, field=self.field, line=self.line)

    def located(self, error: DesignError) -> DesignError:
        """Return an error with this place filled in where it names none."""
        return error.located(file=self.file, field=self.field, line=self.line)


class Entry(NamedTuple):
    """Hold a value as it came, and its place."""

    value: object
    place: Place


@dataclass(frozen=True)
class Doubled:
    """Stand for a JSON object in which one key occurs twice."""

    key: str


def described(value: object) -> str:
    """Show a value of a file or an argument in the words of the user.

    :param value: anything
    Never raises.
    Source: design rule "errors say what came"; no claim.
    """
    if isinstance(value, Numeral):
        return bare(value.text)
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int):
        return shown(value)
    if isinstance(value, list | tuple):
        return f"a list of {len(cast('list[object]', value))}"
    if isinstance(value, Mapping | Doubled):
        return "a table"
    if isinstance(value, datetime.date | datetime.time):
        return f"the date or time {value}"
    return f"a value of type {type(value).__name__}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the known word nearest to a misspelt one, or an empty text.

    :param word: as the user wrote it
    :param known: the words that are read
    Never raises.
    Source: design rule "an unknown key gets did you mean"; no claim.
    """
    import difflib  # needed for a misspelt word only

    near = difflib.get_close_matches(word[:60].lower(), list(known), n=1)
    return near[0] if near else ""


def printable(text: str, limit: int = 60) -> str:
    """Return a key or a file name as it stands, or escaped where it would not print on one line."""
    return text if text.isprintable() and len(text) <= limit else bare(text, limit)


def bare(text: str, limit: int = 60) -> str:
    """Return a text as ``shown`` quotes it, without the quotes."""
    return shown(text, limit).removeprefix('"').removesuffix('"')


def checked_path(path: object) -> str:
    """Return a path as text.

    :param path: a text or a path object
    :raises DesignError: when it is anything else, such as an open file's number
    Source: design rule "never a traceback"; no claim.
    """
    if isinstance(path, str | bytes | os.PathLike):
        return os.fsdecode(cast("str | bytes | os.PathLike[str]", path))
    raise DesignError("the path of a design file", described(path), '"design.toml"', field="path")


def read_text(path: str, place: Place | None = None) -> str:
    """Read a text file, or standard input for "-"; the text is yet to be checked by ``checked_text``.

    :param path: the file; at most MAX_BYTES of it are read
    :param place: where errors of opening are placed, by default the file itself
    :raises DesignError: when the file cannot be read, is longer than MAX_BYTES, or is not UTF-8
    Source: design rule "never a traceback"; no claim.
    """
    file = printable(name_of(path), 1000)
    try:
        data = _bytes(path)
    except (OSError, ValueError) as error:  # a path with a NUL in it is a ValueError
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        got = reason if place is None else f"{file}: {reason}"
        raise (place or Place(file)).refuse("a readable file", got, "the path of a text file") from None
    if len(data) > MAX_BYTES:
        raise _too_large(file)
    if data.startswith(_UTF_16):
        raise DesignError("UTF-8 text", "UTF-16 text", _SAVE, file=file, line=1)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        got = f"byte {data[error.start]:#04x} at offset {error.start}"
        line = data.count(b"\n", 0, error.start) + 1
        raise DesignError("UTF-8 text", got, _SAVE, file=file, line=line) from None


def _bytes(path: str) -> bytes:
    if path != "-":
        with open(path, "rb") as stream:
            return stream.read(MAX_BYTES + 1)
    source = cast("object", sys.stdin)
    if source is None:
        raise ValueError("standard input is closed")
    binary = cast("BinaryIO | None", getattr(source, "buffer", None))
    return binary.read(MAX_BYTES + 1) if binary else sys.stdin.read(MAX_BYTES + 1).encode()


def checked_text(text: object, file: str) -> str:
    """Return a document's text without a byte-order mark.

    :param text: the text of a design or a table
    :param file: the name that errors show
    :raises DesignError: when it is not text, is empty, longer than MAX_BYTES, or has a NUL in it
    Source: design rule "never a traceback"; no claim.
    """
    if type(text) is not str:
        raise DesignError("the text of a design", described(text), "a str", file=file, field="text")
    if len(text) > MAX_BYTES:
        raise _too_large(file)
    text = text.removeprefix("\ufeff")
    if not text.strip():
        write = "a design with [targets] and [bounds]"
        raise DesignError("a design", "an empty file", write, file=file, line=1)
    nul = text.find("\0")
    if nul >= 0:
        line = text.count("\n", 0, nul) + 1
        raise DesignError("text without NUL characters", "a NUL character", _SAVE, file=file, line=line)
    return text


def _too_large(file: str) -> DesignError:
    write = "a shorter file; bounds as an expression in i"
    return DesignError(f"at most {MAX_BYTES} bytes", "more", write, file=file, line=1)


def checked_format(format: object, path: str, text: str) -> str:
    """Return the format of a document: as told, else by the file's ending, else by its first character.

    :param format: "toml", "json" or "csv"; None to find out
    :param path: the file's name
    :param text: its text
    :raises DesignError: when the format is none of these
    Source: design rule "a design is TOML, JSON and CSV alike"; no claim.
    """
    if format is None:
        ending = Path(path).suffix.lower().removeprefix(".")
        if ending in FORMATS:
            return ending
        # no TOML document begins with a brace, and every JSON object does
        return "json" if text.lstrip("\ufeff \t\r\n").startswith("{") else "toml"
    if isinstance(format, str) and format in FORMATS:
        return format
    raise DesignError("one of the formats toml, json and csv", described(format), '"toml"', field="format")


def parse_toml(text: str, file: str) -> dict[str, object]:
    """Read a TOML document; its floats become numerals.

    :param text: the document, checked by ``checked_text``
    :param file: the name that errors show
    :raises DesignError: when it is not TOML, with the line
    Source: design rule "the decimal text that stands there"; no claim.
    """
    if _DOTTED.search(text):  # the parser takes quadratic time and memory over these
        raise DesignError("keys of one word", "a key of many dotted parts", "the sections as [targets]", file=file)
    try:
        return tomllib.loads(text, parse_float=Numeral)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error), text, file) from None
    except ValueError:  # of int(), for more digits than Python converts
        found = _LONG.search(text)
        line = text.count("\n", 0, found.start() if found else 0) + 1
        got, write = "a longer one", "fewer digits"
        raise DesignError("numbers of at most 4000 digits", got, write, file=file, line=line) from None
    except RecursionError:
        raise _too_deep(file) from None


def _not_toml(message: str, text: str, file: str) -> DesignError:
    found = _TOML_PLACE.search(message)
    lines = text.rstrip().split("\n")
    number = min(int(found[1]), len(lines)) if found else len(lines)
    said = re.sub(r" \(at .*\)$", "", message)
    got = f"{printable(said, 100)} in {shown(lines[number - 1].strip())}"
    if said.startswith(("Cannot overwrite", "Cannot declare", "Duplicate")):
        return DesignError("each key once", got, "one of the two", file=file, line=number)
    write = '[targets] and [bounds], with lines such as delta = "0.05" below'
    return DesignError("TOML", got, write, file=file, line=number)


def _too_deep(file: str) -> DesignError:
    got = "hundreds of levels of nesting"
    return DesignError("tables that hold scalars and lists", got, "a list", file=file, line=1)


def parse_json(text: str, file: str) -> dict[str, object]:
    """Read a JSON document; its numbers become numerals, an object with a doubled key a ``Doubled``.

    :param text: the document, checked by ``checked_text``
    :param file: the name that errors show
    :raises DesignError: when it is not JSON, with the line, or not an object
    Source: design rule "the decimal text that stands there"; no claim.
    """
    try:
        document: object = json.loads(
            text, parse_float=Numeral, parse_int=Numeral, parse_constant=Numeral, object_pairs_hook=_object
        )
    except json.JSONDecodeError as error:
        got = f"{error.msg} at column {error.colno}"
        write = 'an object such as {"targets": {...}, "bounds": {...}}'
        raise DesignError("JSON", got, write, file=file, line=error.lineno) from None
    except RecursionError:
        raise _too_deep(file) from None
    if isinstance(document, dict):
        return cast("dict[str, object]", document)
    if isinstance(document, Doubled):
        raise doubled(document, Place(file))
    write = '{"targets": {...}, "bounds": {...}}'
    raise DesignError("a JSON object", described(document), write, file=file, line=1)


def doubled(found: Doubled, place: Place) -> DesignError:
    """Return the error for an object in which a key occurs twice."""
    key = printable(found.key)
    field = f"{place.field}.{key}" if place.field else key
    return place._replace(field=field).refuse("each key once", "the key twice", "one of the two")


def _object(pairs: list[tuple[str, object]]) -> dict[str, object] | Doubled:
    table: dict[str, object] = {}
    for key, value in pairs:
        if key in table:
            return Doubled(key)
        table[key] = value
    return table
