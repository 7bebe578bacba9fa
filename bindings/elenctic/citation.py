"""Quote a claim: as text, as JSON, as a BibTeX entry, as a LaTeX sentence."""

from __future__ import annotations

import re
from functools import cache
from importlib import metadata
from textwrap import fill
from typing import Any

from elenctic_kernel import SPEC_VERSION

from .claims import CLASSES, ID, Claim, claim, ledger, provable, rests_on
from .tex import escaped

SCHEMA = "elenctic.cite/1"

PACKAGES = {"z3": "z3-solver", "cvc5": "cvc5", "crosshair": "crosshair-tool"}
"""The package of each engine that is one."""

WIDTH, INDENT = 100, 14


def version() -> str:
    """Return the version of elenctic that is installed."""
    return metadata.version("elenctic")


@cache
def pinned() -> dict[str, str]:
    """Return the version of each engine that the extra proofs asks for, empty where it names none."""
    wanted = {}
    for line in metadata.requires("elenctic") or []:
        found = re.fullmatch(r"([A-Za-z0-9._-]+)\s*([^;]*?)\s*;\s*extra == ['\"]proofs['\"]", line)
        if found:
            wanted[found[1]] = found[2]
    return {engine: wanted.get(package, "") for engine, package in PACKAGES.items()}


def replay(cited: Claim) -> str:
    """Return the command that proves a claim again, empty for one that is not proved, exhausted ones included."""
    return f"python -m proofs {cited.id}" if provable(cited) else ""


def named(cited: Claim) -> list[Claim]:
    """Return the claims that a claim rests on, through its hypotheses."""
    return [other for other in rests_on([cited.id]) if other is not cited]


def text(cited: Claim) -> str:
    """Return the citation as labelled lines."""
    heading = f"{cited.id}   {cited.kind}: {CLASSES[cited.kind]}"
    rows = [("superseded", superseded(cited)), ("formula", cited.formula), *_several("hypotheses", cited.hypotheses)]
    rows += _several("rests on", [f"{other.id} ({other.kind}): {other.statement}" for other in named(cited)])
    rows += [
        ("not covered", "" if cited.superseded_by else cited.not_covered),
        ("source", cited.source),
        *_several("about", cited.covers),
    ]
    rows += _several("engines", [_engine(name) for name in cited.engines])
    if provable(cited):
        rows += [("", "proved when z3 proves it and another confirms; one that gives no answer is open, by name")]
        rows += [("replay", f"{replay(cited)}   from a checkout with the extra proofs")]
    rows += [("version", f"elenctic {version()}, revision {SPEC_VERSION} of its protocol")]
    lines = [_labelled(label, said) for label, said in rows if said]
    return "\n".join([heading, fill(cited.statement, WIDTH, break_on_hyphens=False), "", *lines])


def _several(label: str, values: tuple[str, ...] | list[str]) -> list[tuple[str, str]]:
    return [(label if number == 0 else "", value) for number, value in enumerate(values)]


def _labelled(label: str, said: str) -> str:
    start = f"{label:<{INDENT}}"
    return fill(said, WIDTH, initial_indent=start, subsequent_indent=" " * (INDENT + 2), break_on_hyphens=False)


def _engine(name: str) -> str:
    wanted = pinned().get(name, "")
    return f"{name} ({PACKAGES[name]} {wanted})" if wanted else name


def superseded(cited: Claim) -> str:
    """Return by what a claim was replaced and why, empty for one that stands."""
    if not cited.superseded_by:
        return ""
    return f"by {cited.superseded_by}: {_reason(cited)}"


def _reason(cited: Claim) -> str:
    """Return why a claim was superseded: what its ledger entry says after the name of its successor."""
    said = cited.not_covered.removeprefix(f"Superseded by {cited.superseded_by}")
    return said.lstrip(":. ") if said != cited.not_covered else cited.not_covered


def to_dict(cited: Claim) -> dict[str, Any]:
    """Return the citation as the value that ``--json`` prints, schema elenctic.cite/1."""
    value = {name: said for name, said in cited.to_dict().items() if name not in ("outcomes", "superseded_by")}
    successor = ledger()[cited.superseded_by] if cited.superseded_by else None
    replaced = {"id": successor.id, "statement": successor.statement, "why": _reason(cited)} if successor else None
    return {
        "schema": SCHEMA,
        **value,
        "rests_on": [_short(other) for other in named(cited)],
        "engines": [
            {"name": name, "package": PACKAGES.get(name), "version": pinned().get(name) or None}
            for name in cited.engines
        ],
        "superseded_by": replaced,
        "replay": replay(cited) or None,
        "version": version(),
        "spec_version": SPEC_VERSION,
    }


def _short(cited: Claim) -> dict[str, str]:
    return {"id": cited.id, "class": cited.kind, "statement": cited.statement}


def bibtex(cited: Claim) -> str:
    """Return the citation as one @misc entry in ASCII; its key changes with the ID only."""
    fields = {
        "author": "{Elenctic}",
        "title": f"{{{escaped(cited.id)}: {escaped(cited.statement.removesuffix('.'))}}}",
        "howpublished": f"elenctic {escaped(version())}, revision {SPEC_VERSION} of its protocol, claim of its ledger",
        "note": " ".join(_sentences(cited)),
    }
    lines = [f"  {name:<12} = {{{said}}}," for name, said in fields.items()]
    return "\n".join([f"@misc{{elenctic-{cited.id},", *lines, "}"])


def latex(cited: Claim) -> str:
    """Return the citation as LaTeX sentences in ASCII."""
    formula = rf"In symbols: \texttt{{{escaped(cited.formula)}}}."
    opening = (
        rf"Claim \texttt{{{escaped(cited.id)}}} of Elenctic~{escaped(version())} "
        f"(revision {SPEC_VERSION} of its protocol) says: {escaped(cited.statement)}"
    )
    return " ".join([opening, formula, *_sentences(cited)])


def _sentences(cited: Claim) -> list[str]:
    """Return class, hypotheses, limits and replay of a claim, one TeX sentence each."""
    said = [f"{cited.kind.capitalize()}: {CLASSES[cited.kind]}."]
    if cited.superseded_by:
        said.append(f"Superseded {superseded(cited)}")
    if cited.hypotheses:
        said.append(f"Hypotheses: {'; '.join(cited.hypotheses)}.")
    others = [f"{other.id} ({other.kind})" for other in named(cited)]
    if others:
        said.append(f"Rests on {', '.join(others)}.")
    if not cited.superseded_by:
        said.append(f"Not covered: {cited.not_covered}")
    said.append(f"Source: {cited.source}.")
    if cited.engines:
        said.append(f"Engines: {', '.join(_engine(name) for name in cited.engines)}.")
    if provable(cited):
        said.append(f"Replay: {replay(cited)}.")
    return [escaped(sentence) for sentence in said]


def is_id(name: str) -> bool:
    """Tell whether a word has the form of an ID, in whatever case."""
    return ID.fullmatch(name.upper()) is not None


def cite(name: str, form: str = "text") -> str:
    """Return the citation of a claim.

    :param name: its ID; one that is superseded still cites
    :param form: "text", "bibtex" or "latex"
    :raises DesignError: when the ID is unknown
    Source: design rule "the old one still cites, with why it was superseded"; no claim.
    """
    return {"text": text, "bibtex": bibtex, "latex": latex}[form](claim(name))
