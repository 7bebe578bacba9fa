"""Read the index of invariants: what each engine found of a proved claim, and the SMT-LIB file that shows it again."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, cast

from .documents import bare, described
from .extras import MissingPartError

SCHEMA = "elenctic.invariants/1"
NAME = "invariants.json"

FOLDER = Path(__file__).with_name("invariants")
"""Where the index and its files lie, in the wheel as in a checkout."""

PACKAGED = "elenctic/invariants"
"""The same folder as a citation names it, wherever the package is installed."""

OUTCOMES = ("PROVED", "REFUTED", "OPEN")
ENGINES = ("z3", "cvc5", "crosshair", "coq", "enumeration", "identity")
FOUND = ("needed", "removable", "undecided")

PACKAGES = {"z3": "z3-solver", "cvc5": "cvc5", "crosshair": "crosshair-tool"}
"""The package of each engine that is one; its version is that which gave the outcome."""

_SHA256 = re.compile(r"[0-9a-f]{64}")
_SWHID = re.compile(r"swh:1:cnt:[0-9a-f]{40}")


@dataclass(frozen=True)
class Witnesses:
    """Hold what shows that a claim says something: instances counted, and named runs, ties and failing neighbours."""

    satisfying: int
    reachable: tuple[str, ...]
    tight: tuple[str, ...]
    failing: tuple[str, ...]


@dataclass(frozen=True)
class Dropped:
    """Hold what became of a part of a claim without one of its hypotheses: one of FOUND."""

    part: str
    hypothesis: str
    found: str


@dataclass(frozen=True)
class Invariant:
    """Hold what the index says of one proved claim.

    :param file: the SMT-LIB file in the folder, empty for a claim that has none
    :param sha256: of the file's bytes, empty without a file
    :param swhid: the file's identifier by its git blob hash, empty without a file
    :param queries: answers that the file must get, each unsat: goals and pruned branches
    :param certified: queries that an identity shows without trust in a solver
    :param outcomes: one of OUTCOMES for each engine
    :param reasons: why an engine left it open
    :param mutants: those that attack the claim
    """

    id: str
    statement_sha256: str
    file: str
    sha256: str
    swhid: str
    queries: int
    goals: int
    branches: int
    certified: int
    outcomes: Mapping[str, str]
    reasons: Mapping[str, str]
    witnesses: Witnesses
    hypotheses: tuple[Dropped, ...]
    mutants: int


@dataclass(frozen=True)
class Index:
    """Hold the index: the revision and the kernel that it speaks of, the engines' versions, the claims by ID."""

    folder: Path
    spec_version: int
    kernel: str
    versions: Mapping[str, str]
    claims: Mapping[str, Invariant]

    def version_of(self, engine: str) -> str:
        """Return the version of an engine's package that gave the outcome, empty for one that is no package."""
        return self.versions.get(PACKAGES.get(engine, ""), "")


class _Malformed(Exception):
    """Say which field of the index is not what it has to be."""


def read(folder: Path | None = None) -> Index:
    """Return the index of a folder, every field checked.

    :param folder: where ``invariants.json`` lies; the package's own when left out
    :raises MissingPartError: when there is no index, it is malformed, or its schema is not known here
    Source: design rule "cite works without any solver"; no claim.
    """
    place = FOLDER if folder is None else folder
    try:
        return _index(json.loads((place / NAME).read_bytes().decode("utf-8")), place)
    except OSError as error:
        _refuse(f"{NAME}: {error.strerror or error}")
    except _Malformed as error:
        _refuse(f"{NAME}: {error}")
    except (ValueError, RecursionError) as error:
        _refuse(f"{NAME}, which is no JSON: {bare(str(error), 100)}")


def found(folder: Path | None = None) -> Index | None:
    """Return the index of a folder, None where there is none at all.

    :param folder: as in ``read``
    :raises MissingPartError: when it is there and malformed, or its schema is not known here
    Source: design rule "outcomes are null where nothing is recorded"; no claim.
    """
    place = FOLDER if folder is None else folder
    return read(place) if (place / NAME).exists() else None


def _refuse(got: str, expected: str = f"an index of the schema {SCHEMA}") -> NoReturn:
    from .claims import checkout

    again = "git restore bindings/elenctic/invariants" if checkout() else "pip install --force-reinstall elenctic"
    raise MissingPartError(expected, got, again) from None


def sha256_of(data: bytes) -> str:
    """Return the sha256 of a file's bytes."""
    return hashlib.sha256(data).hexdigest()


def swhid_of(data: bytes) -> str:
    """Return the software heritage identifier of a file's bytes, which holds its git blob hash."""
    blob = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False)
    return f"swh:1:cnt:{blob.hexdigest()}"


def _index(value: object, folder: Path) -> Index:
    table = _table(value, "the index")
    schema = _text(table, "schema", "the index")
    if schema != SCHEMA:
        raise _Malformed(f"the schema {bare(schema)}")
    claims: dict[str, Invariant] = {}
    for number, entry in enumerate(_list(table, "claims", "the index")):
        invariant = _invariant(_table(entry, f"claims[{number}]"), f"claims[{number}]")
        if invariant.id in claims:
            raise _Malformed(f"claims[{number}].id: {bare(invariant.id)} a second time")
        claims[invariant.id] = invariant
    return Index(
        folder=folder,
        spec_version=_count(table, "spec_version", "the index"),
        kernel=_text(table, "kernel", "the index"),
        versions=_texts_by_name(table, "versions", "the index"),
        claims=claims,
    )


def _invariant(table: Mapping[str, Any], where: str) -> Invariant:
    name = _text(table, "id", where)
    file, sha256, swhid = _file(table, name, where)
    queries = _count(table, "queries", where)
    outcomes = _texts_by_name(table, "outcomes", where)
    for engine, outcome in outcomes.items():
        _one_of(engine, ENGINES, f"{where}.outcomes")
        _one_of(outcome, OUTCOMES, f"{where}.outcomes.{engine}")
    return Invariant(
        id=name,
        statement_sha256=_text(table, "statement_sha256", where),
        file=file,
        sha256=sha256,
        swhid=swhid,
        queries=queries,
        goals=_count(table, "goals", where),
        branches=_count(table, "branches", where),
        certified=_count(table, "certified", where, most=queries),
        outcomes=outcomes,
        reasons=_texts_by_name(table, "reasons", where),
        witnesses=_witnesses(_table(table.get("witnesses"), f"{where}.witnesses"), f"{where}.witnesses"),
        hypotheses=tuple(_dropped(entry, f"{where}.hypotheses") for entry in _list(table, "hypotheses", where)),
        mutants=_count(table, "mutants", where),
    )


def _file(table: Mapping[str, Any], name: str, where: str) -> tuple[str, str, str]:
    """Return file, sha256 and SWHID; a file is named after its claim, so that no path leads out of the folder."""
    if table.get("file") is None:
        return "", "", ""
    file, sha256, swhid = (_text(table, field, where) for field in ("file", "sha256", "swhid"))
    if file != f"{name}.smt2" or "/" in file or "\\" in file:
        raise _Malformed(f"{where}.file: {bare(file)}, where {bare(name)}.smt2 is expected")
    if _SHA256.fullmatch(sha256) is None or _SWHID.fullmatch(swhid) is None:
        raise _Malformed(f"{where}: no sha256 and SWHID in small hexadecimal digits")
    return file, sha256, swhid


def _witnesses(table: Mapping[str, Any], where: str) -> Witnesses:
    reachable, tight, failing = (_texts(table, field, where) for field in ("reachable", "tight", "failing"))
    return Witnesses(_count(table, "satisfying", where), reachable, tight, failing)


def _dropped(value: object, where: str) -> Dropped:
    table = _table(value, where)
    part, hypothesis, what = (_text(table, field, where) for field in ("part", "hypothesis", "found"))
    _one_of(what, FOUND, f"{where}.found")
    return Dropped(part, hypothesis, what)


def _table(value: object, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _Malformed(f"{where}: {described(value)}, where an object is expected")
    return cast("Mapping[str, Any]", value)


def _list(table: Mapping[str, Any], field: str, where: str) -> list[object]:
    value: object = table.get(field)
    if not isinstance(value, list):
        raise _Malformed(f"{where}.{field}: {described(value)}, where a list is expected")
    return cast("list[object]", value)


def _text(table: Mapping[str, Any], field: str, where: str) -> str:
    value: object = table.get(field)
    if not isinstance(value, str) or not value:
        raise _Malformed(f"{where}.{field}: {described(value)}, where a text is expected")
    return value


def _count(table: Mapping[str, Any], field: str, where: str, most: int | None = None) -> int:
    value: object = table.get(field)
    if type(value) is not int or value < 0 or (most is not None and value > most):
        limit = "" if most is None else f" of at most {most}"
        raise _Malformed(f"{where}.{field}: {described(value)}, where a count{limit} is expected")
    return value


def _texts(table: Mapping[str, Any], field: str, where: str) -> tuple[str, ...]:
    values = _list(table, field, where)
    if not all(isinstance(value, str) for value in values):
        raise _Malformed(f"{where}.{field}: a list that does not hold texts alone")
    return tuple(cast("list[str]", values))


def _texts_by_name(table: Mapping[str, Any], field: str, where: str) -> dict[str, str]:
    values = _table(table.get(field), f"{where}.{field}")
    return {name: _text(values, name, f"{where}.{field}") for name in values}


def _one_of(word: str, known: tuple[str, ...], where: str) -> None:
    if word not in known:
        raise _Malformed(f"{where}: {bare(word)}, where one of {', '.join(known)} is expected")
