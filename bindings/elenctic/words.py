"""The words of a design: what the user gave, section by section, each value with its place."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple, cast

from elenctic.bounds import Column
from elenctic.documents import (
    Doubled,
    Entry,
    Place,
    checked_text,
    described,
    did_you_mean,
    doubled,
    printable,
    read_text,
)
from elenctic.errors import DesignError, shown
from elenctic.tables import Table, read_table

SCHEMA = "elenctic.design/1"
SECTIONS = {
    "targets": ("delta", "gamma", "horizon", "attempts", "length"),
    "bounds": ("false_pass", "execution", "response", "kind", "csv"),
    "reasons": ("false_pass", "execution", "response", "anchored", "effort", "global"),
    "anchored": ("mass", "detection"),
    "effort": ("budget", "expertise", "allocation", "reliability", "scale", "load"),
    "global": ("effort", "load", "execution", "false_pass", "response"),
}
MODELS = ("anchored", "effort", "global")
"""Sections that give a bound or a check of their own: one that is there and empty is an oversight."""

_LATER = ("parameters", "assume", "question")
_SYMBOLS = {
    "q": "false_pass",
    "c": "execution",
    "a": "response",
    "T": "horizon",
    "k": "attempts",
    "n": "length",
    "δ": "delta",
    "γ": "gamma",
}
EXAMPLES = {
    "delta": 'delta = "0.05"',
    "gamma": 'gamma = "0.10"',
    "horizon": "horizon = 10",
    "attempts": "attempts = 1",
    "length": "length = 1",
    "false_pass": 'false_pass = "1/2"',
    "execution": 'execution = "0.95", or execution = "1" where checks are exact',
    "response": 'response = "0.99"',
    "mass": 'mass = "0.2"',
    "detection": 'detection = "1/100"',
    "budget": 'budget = "120"',
    "expertise": 'expertise = "10"',
    "allocation": 'allocation = "equal"',
    "reliability": 'reliability = "min(0.995, 0.9 + 0.1*(1-exp(-0.04*e)))"',
    "scale": 'scale = "1 + log(1+xi)"',
    "load": 'load = "0.010 + 0.001*(i-1)"',
    "effort": 'effort = "120"',
}

_OWN = {"global": {"load": 'load = "0.20"', "false_pass": 'false_pass = "0"', "response": 'response = "1"'}}
"""Examples of a section that says something else with a word."""


class Words(NamedTuple):
    """Hold what the user gave, section by section, each value with its place."""

    file: str
    sections: Mapping[str, dict[str, Entry]]
    columns: Mapping[str, Column]
    table: Table | None
    dotted: bool

    def place(self, section: str, word: str) -> Place:
        """Return the place at which a word would stand."""
        return Place(self.file, f"{section}.{word}" if self.dotted or section not in ("targets", "bounds") else word)

    def bound(self, word: str) -> Entry | Column | None:
        """Return what was given for a bound or for the kinds, or None."""
        return self.columns.get(word) or self.sections["bounds"].get(word)

    def target(self, word: str) -> Entry:
        """Return what was given for a target that has no default.

        :param word: the target
        :raises DesignError: when nothing was
        Source: design rule "no target or bound has a default"; no claim.
        """
        entry = self.sections["targets"].get(word)
        if entry is None:
            raise self.nothing("targets", word)
        return entry

    def nothing(self, section: str, word: str) -> DesignError:
        """Return the error for a target or bound that is missing."""
        place, got, write = self.place(section, word), "nothing", {**EXAMPLES, **_OWN.get(section, {})}[word]
        if self.table is not None and section == "bounds":
            place = Place(self.table.file, word, self.table.head)
        if self.table is not None and word == "horizon":
            rows = len(self.table.lines)
            got, write = f"nothing, with a table of {rows} rows", f"horizon = {rows}"
        defended = ", or the bound that you can defend" if section == "bounds" else ""
        return place.refuse(f"{word}, which has no default", got, f"{write}{defended}")


def read_sections(document: dict[str, object], file: str) -> dict[str, dict[str, Entry]]:
    """Return the entries of a design by section and key, each with its place.

    :param document: the TOML or JSON document
    :param file: the name that errors show
    :raises DesignError: when a section or key is unknown, or is one that a later version reads
    Source: design rule "TOML keys, JSON keys and Python arguments are the same words"; no claim.
    """
    sections: dict[str, dict[str, Entry]] = {name: {} for name in SECTIONS}
    if "schema" in document:  # first, because the file of another schema has other sections
        _check_schema(document["schema"], Place(file, "schema"))
    for name, table in document.items():
        if name == "schema":
            continue
        if name in SECTIONS:
            sections[name] = read_section(name, table, Place(file, name))
        else:
            raise __unknown_section(name, file)
    return sections


def read_section(name: str, table: object, place: Place) -> dict[str, Entry]:
    """Return the entries of one section by key.

    :param name: one of SECTIONS
    :param table: what should be the section's table
    :param place: where it stands
    :raises DesignError: when it is no table or has an unknown key
    Source: design rule "an unknown key gets did you mean"; no claim.
    """
    if isinstance(table, Doubled):
        raise doubled(table, place)
    known = SECTIONS[name]
    if not isinstance(table, Mapping):
        got, write = described(table), f"{name} as a table with the keys {', '.join(known)}"
        raise place.refuse("a table", got, write)
    entries: dict[str, Entry] = {}
    for key, value in cast("Mapping[object, object]", table).items():
        text = key if isinstance(key, str) else described(key)
        at = place._replace(field=f"{place.field}.{printable(text)}")
        if key not in known:
            got, write = _misspelt(text, known)
            raise at.refuse(f"one of the keys {', '.join(known)}", got, write)
        entries[text] = Entry(value, at)
    if not entries and name in MODELS:
        raise place.refuse(
            f"{known[0]} and what belongs to it", "an empty table", f"{EXAMPLES[known[0]]}, or no [{name}]"
        )
    return entries


def _misspelt(key: str, known: Iterable[str]) -> tuple[str, str]:
    """Return what came and what to write for a word that is not known."""
    known = list(known)
    symbol = _SYMBOLS.get(key, "")
    near = symbol if symbol in known else did_you_mean(key, known)
    return (f"{shown(key)} (did you mean {near}?)", near) if near else (shown(key), f"{known[0]}, or no such key")


def _check_schema(value: object, place: Place) -> None:
    if value == SCHEMA:
        return
    write = f'schema = "{SCHEMA}", or read it with a later version of elenctic'
    if isinstance(value, str) and value.startswith("elenctic.transcript/"):
        write = "Review.from_json(text) in Python, which replays a transcript"
    raise place.refuse(f'"{SCHEMA}", the schema that this version reads', described(value), write)


def __unknown_section(name: str, file: str) -> DesignError:
    place = Place(file, printable(name))
    if name in _LATER:
        expected = f"the sections {', '.join(SECTIONS)}; this version does not read [{name}] yet"
        return place.refuse(expected, f"[{name}]", "the design without that section")
    for section, keys in SECTIONS.items():
        if name in keys or _SYMBOLS.get(name) in keys:
            key = _SYMBOLS.get(name, name)
            return place.refuse(f"{key} in its section", f"{shown(name)} outside", f"{key} below [{section}]")
    got, write = _misspelt(name, SECTIONS)
    return place.refuse(f"the sections {', '.join(SECTIONS)}", got, write)


def is_adaptive(entry: Entry | Column | None) -> bool:
    """Tell whether the false-pass bound is given round by round."""
    return isinstance(entry, Entry) and entry.value == "adaptive"


def section_of(name: str, table: Mapping[str, object] | None) -> dict[str, Entry]:
    """Return the entries of a section that is given as a Python argument; None has none.

    :param name: one of SECTIONS
    :param table: the argument
    :raises DesignError: when it is no table or has an unknown key
    Source: design rule "TOML keys, JSON keys and Python arguments are the same words"; no claim.
    """
    return {} if table is None else read_section(name, table, Place("", name))


def keyword_targets(targets: Mapping[str, object]) -> dict[str, Entry]:
    """Return the targets that are given as keywords; None is not given.

    :param targets: by their words
    :raises DesignError: when one is unknown
    Source: design rule "targets go before what the file says"; no claim.
    """
    given = section_of("targets", {word: value for word, value in targets.items() if value is not None})
    return {word: Entry(entry.value, Place("", word)) for word, entry in given.items()}


def document_words(sections: dict[str, dict[str, Entry]], file: str, folder: str | os.PathLike[str] | None) -> Words:
    """Return the words of a TOML or JSON design, with the table that it names read.

    :param sections: its entries
    :param file: the name that errors show
    :param folder: where the table is looked for, None for the current folder
    :raises DesignError: when the table cannot be read, or bounds stand in it and in keys
    Source: design rule "csv relative to this file"; no claim.
    """
    bounds = sections["bounds"]
    named = bounds.pop("csv", None)
    if named is None:
        return Words(file, sections, {}, None, True)
    if not isinstance(named.value, str) or not named.value:
        raise named.place.refuse("the name of a CSV file", described(named.value), 'csv = "bounds.csv"')
    path = os.path.join(folder or "", named.value)
    path = os.path.join(".", path) if path == "-" else path
    text = checked_text(read_text(path, named.place), printable(path, 1000))
    table = read_table(text, printable(path, 1000))
    for word, entry in bounds.items():
        if word in table.columns or not is_adaptive(entry):
            got = f"{word} and csv"
            raise entry.place.refuse("bounds in the table or in keys", got, f"{word} as a column of the table only")
    return table_words(table, sections, file, named.value)


def table_words(table: Table, sections: dict[str, dict[str, Entry]], file: str, written: str) -> Words:
    """Return the words of a table, with those of the design around it.

    :param table: the table
    :param sections: the entries of the design, all empty for a table alone
    :param file: the design's name that errors show
    :param written: the table's name as the user wrote it
    Never raises.
    Source: design rule "CSV headers are the same words"; no claim.
    """
    columns = {
        word: Column(cells, Place(table.file, header), printable(written), table.lines)
        for word, (header, cells) in table.columns.items()
        if word != "round"
    }
    return Words(file, sections, columns, table, True)


def read_reasons(given: Mapping[str, Entry]) -> tuple[tuple[str, str], ...]:
    """Return the reasons, each on one line, in the order of the words; an empty one is none.

    :param given: the entries of the section
    :raises DesignError: when a reason is no text, or has control characters in it
    Source: design rule "a bound without a reason is shown as such"; no claim.
    """
    reasons: dict[str, str] = {}
    for word in SECTIONS["reasons"]:
        value, place = given.get(word, Entry("", Place()))
        if not isinstance(value, str):
            raise place.refuse("a text", described(value), f'{word} = "why this bound holds"')
        text = " ".join(value.split())
        if any(unicodedata.category(sign) in ("Cc", "Cf", "Cs") for sign in text):
            raise place.refuse("a text without control characters", shown(text), "the text without them")
        if text:
            reasons[word] = text
    return tuple(reasons.items())
