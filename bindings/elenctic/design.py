"""A design: targets, horizon and bounds, fixed before the run, read from Python, TOML, JSON or CSV."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from elenctic_kernel import Kind

from elenctic import documents
from elenctic.bounds import Bound
from elenctic.decimals import fraction_text
from elenctic.documents import Entry, Place
from elenctic.errors import DesignError, name_of
from elenctic.settling import read_bounds, read_targets
from elenctic.tables import read_table
from elenctic.words import (
    SCHEMA,
    SECTIONS,
    Words,
    document_words,
    keyword_targets,
    read_reasons,
    read_sections,
    section_of,
    table_words,
)

if TYPE_CHECKING:
    from elenctic.effort import Effort
    from elenctic.effort_words import GlobalCheck

Scalar: TypeAlias = int | str | Fraction | Decimal
BoundInput: TypeAlias = Scalar | Sequence[Scalar]


@dataclass(frozen=True, init=False, repr=False)
class Design:
    """Hold a design; compared by its content, whatever form it was written in.

    :param delta: soundness target for all attempts together, 0 < delta < 1
    :param gamma: completeness shortfall, 0 < gamma < 1; None when only soundness is asked
    :param horizon: T, the last admissible round, 1 to MAX_HORIZON
    :param attempts: tries in all, 1 to MAX_ATTEMPTS; each runs at ``level``
    :param length: one fixed length that is asked about as well, 1 to T, or None
    :param false_pass: q, below 1 on diagnostic rounds; None when it is given round by round ("adaptive")
    :param execution: c, in (0, 1]: a sensitivity on the questions whose correct check would fail, not an
        average accuracy; None where an effort model gives it
    :param response: a, in (0, 1]; None when gamma is
    :param kinds: the kind of each round where they were declared, shape (T,); None for "diagnostic"
    :param anchored: anchored mass and detection where they give the false-pass bound, else None
    :param effort: the effort model that gives c for every length, or None
    :param global_check: the one-shot check that the review is compared with, or None
    :param delta_written: delta as the user wrote it; so gamma_written, empty without gamma
    :param name: last part of the file's name
    """

    delta: Fraction
    gamma: Fraction | None
    horizon: int
    attempts: int
    length: int | None
    false_pass: Bound | None
    execution: Bound | None
    response: Bound | None
    kinds: tuple[Kind, ...] | None
    anchored: tuple[Bound, Bound] | None
    effort: Effort | None
    global_check: GlobalCheck | None
    delta_written: str = field(compare=False)
    gamma_written: str = field(compare=False)
    name: str = field(compare=False)
    _reasons: tuple[tuple[str, str], ...]

    def __init__(
        self,
        *,
        delta: Scalar,
        horizon: int,
        execution: BoundInput | None = None,
        false_pass: BoundInput | None = None,
        gamma: Scalar | None = None,
        response: BoundInput | None = None,
        kind: str | Sequence[str | Kind] = "diagnostic",
        attempts: int = 1,
        length: int | None = None,
        anchored: Mapping[str, BoundInput] | None = None,
        effort: Mapping[str, object] | None = None,
        global_: Mapping[str, Scalar] | None = None,
        reasons: Mapping[str, str] | None = None,
        name: str = "design",
    ) -> None:
        """Fix a design from Python values; a bound is a number, a list of T, or an expression in i as text.

        :param delta: as the class says; so every other argument
        :param kind: "diagnostic", or T entries of "diagnostic" and "clarification"
        :param anchored: {"mass": ..., "detection": ...}, in place of false_pass
        :param effort: {"budget": ..., "reliability": ..., ...}, in place of execution
        :param global_: {"effort": ..., "load": ..., "false_pass": ..., "response": ...}
        :param reasons: why each bound holds, by its word
        :raises DesignError: when a value is missing, malformed, a float, or out of its range
        Source: Assumption 1, (3), (8) and Proposition 17 of the paper; no claim.
        """
        given: dict[str, object] = {
            "delta": delta, "gamma": gamma, "horizon": horizon, "attempts": attempts, "length": length,
            "false_pass": false_pass, "execution": execution, "response": response, "kind": kind,
        }  # fmt: skip
        sections = {
            section: {w: Entry(given[w], Place("", w)) for w in SECTIONS[section] if given.get(w) is not None}
            for section in ("targets", "bounds")
        }
        others = {"anchored": anchored, "effort": effort, "global": global_, "reasons": reasons}
        sections |= {section: section_of(section, table) for section, table in others.items()}
        self._settle(Words("", sections, {}, None, False), name)

    def _settle(self, words: Words, name: str) -> None:
        settled = read_targets(words)
        horizon: int = settled["horizon"]
        settled |= read_bounds(words, horizon)
        settled["_reasons"] = read_reasons(words.sections["reasons"])
        settled["name"] = documents.printable(Path(documents.checked_path(name)).name or "design")
        for attribute, value in settled.items():
            object.__setattr__(self, attribute, value)

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, format: str | None = None, **targets: object) -> Design:
        """Read a design from a TOML, JSON or CSV file; a CSV needs its targets as keywords.

        :param path: the file, at most 64 MiB; "-" is standard input
        :param format: "toml", "json" or "csv"; by default what the name's ending says, else what the text is
        :param targets: delta, gamma, horizon, attempts, length, before what the file says; None is not given
        :raises DesignError: when the file cannot be read, or is no design, with file and field or line
        Source: design rule "targets, horizon and bounds are fixed before the run"; no claim.
        """
        given = documents.checked_path(path)
        text = documents.read_text(given)
        chosen = documents.checked_format(format, given, text)
        folder = os.path.dirname(given)
        return cls.loads(text, format=chosen, name=name_of(given), folder=folder, **targets)

    @classmethod
    def loads(
        cls,
        text: str,
        *,
        format: str | None = "toml",
        name: str = "design",
        folder: str | os.PathLike[str] | None = None,
        **targets: object,
    ) -> Design:
        """Read a design from the text of a TOML, JSON or CSV file.

        :param text: the document
        :param format: "toml", "json" or "csv"; None to find out
        :param name: the file's name, for messages
        :param folder: where the table that ``csv`` names is looked for, by default the current folder
        :param targets: delta, gamma, horizon, attempts, length, each before what the text says
        :raises DesignError: when it is no design, with file and field or line
        Source: design rule "targets, horizon and bounds are fixed before the run"; no claim.
        """
        file = documents.printable(documents.checked_path(name), 1000)
        text = documents.checked_text(text, file)
        chosen = documents.checked_format(format, name, text)
        if chosen == "csv":
            empty = read_sections({}, file)
            words = table_words(read_table(text, file), empty, file, Path(name).name)._replace(dotted=False)
        else:
            parse = documents.parse_toml if chosen == "toml" else documents.parse_json
            words = document_words(read_sections(parse(text, file), file), file, folder)
        words.sections["targets"].update(keyword_targets(targets))
        design = cls.__new__(cls)
        design._settle(words, name)
        return design

    @property
    def reasons(self) -> Mapping[str, str]:
        """Why each bound holds, by its word; a bound without a reason is not in it."""
        return MappingProxyType(dict(self._reasons))

    @property
    def level(self) -> Fraction:
        """The soundness target of each attempt, delta / attempts."""
        return self.delta / self.attempts

    @property
    def given_execution(self) -> Bound:
        """The execution bounds, where the design gives them.

        :raises DesignError: when an effort model gives them, so that every length has its own
        """
        if self.execution is None:
            expected, got = "a design with given execution bounds", "one with [effort], where every length has its own"
            raise DesignError(expected, got, f"design.at_length({self.length or 'n'}), one with the bounds of a length")
        return self.execution

    def at_length(self, n: int) -> Design:
        """Return the design of one length of an effort model, with its execution bounds written out.

        :param n: a length that the model allocates effort to
        :raises DesignError: when there is no effort model, or no allocation for this length
        Source: equation (18), a bound that is rounded down is still a bound; EFFORT-MODEL.1
        """
        from elenctic.effort_region import at_length

        return at_length(self, n)

    @property
    def soundness_only(self) -> bool:
        """Whether the design asks about soundness only, without gamma and response."""
        return self.gamma is None

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what went in: a copied or unpickled design is read again, and a forged one is refused."""
        return partial(Design.loads, format="json", name=self.name), (json.dumps(self.to_dict()),)

    def to_dict(self) -> dict[str, Any]:
        """Return the design in the words of a design file: equal designs give equal values.

        Never raises.
        Source: design rule "what machines write carries every probability as a string"; no claim.
        """
        targets: dict[str, Any] = {"delta": fraction_text(self.delta)}
        if self.gamma is not None:
            targets["gamma"] = fraction_text(self.gamma)
        targets |= {"horizon": self.horizon, "attempts": self.attempts}
        if self.length is not None:
            targets["length"] = self.length
        bounds: dict[str, Any] = {}
        if self.anchored is None:
            bounds["false_pass"] = "adaptive" if self.false_pass is None else _texts(self.false_pass)
        if self.execution is not None:
            bounds["execution"] = _texts(self.execution)
        if self.response is not None:
            bounds["response"] = _texts(self.response)
        bounds["kind"] = "diagnostic" if self.kinds is None else [kind.value for kind in self.kinds]
        design = {"schema": SCHEMA, "targets": targets, "bounds": bounds, "reasons": dict(self._reasons)}
        if self.anchored is not None:
            design["anchored"] = dict(zip(SECTIONS["anchored"], map(_texts, self.anchored), strict=True))
        if self.effort is not None:
            design["effort"] = self.effort.to_dict()
        if self.global_check is not None:
            design["global"] = self.global_check.to_dict()
        return design

    def __repr__(self) -> str:
        """Return name and targets; the bounds may be long."""
        gamma = "" if self.gamma is None else f", gamma={fraction_text(self.gamma)}"
        return f"<Design {self.name}: delta={fraction_text(self.delta)}{gamma}, horizon={self.horizon}>"


def _texts(bound: Bound) -> str | list[str]:
    if bound.constant:
        return fraction_text(Fraction(*bound.values[0]))
    return [fraction_text(Fraction(*pair)) for pair in bound.values]
