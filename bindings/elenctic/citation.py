"""Quote a claim: as text, as JSON, as a BibTeX entry, as a LaTeX sentence."""

from __future__ import annotations

from importlib import metadata
from textwrap import fill
from typing import Any

from elenctic_kernel import SPEC_VERSION

from .claims import CLASSES, ID, Claim, claim, ledger, provable, rests_on
from .evidence import Evidence
from .invariant_index import Index, found
from .tex import escaped

SCHEMA = "elenctic.cite/1"

WIDTH, INDENT = 100, 14

YEAR = "2026"
"""Of the version that is cited."""


def version() -> str:
    """Return the version of elenctic that is installed."""
    return metadata.version("elenctic")


def named(cited: Claim) -> list[Claim]:
    """Return the claims that a claim rests on, through its hypotheses."""
    return [other for other in rests_on([cited.id]) if other is not cited]


def text(cited: Claim, index: Index | None = None) -> str:
    """Return the citation as labelled lines.

    :param cited: the claim
    :param index: what engines, files and versions are read from, if there is one
    """
    evidence = Evidence(cited, index)
    heading = f"{cited.id}   {cited.kind}: {CLASSES[cited.kind]}"
    rows = [("superseded", superseded(cited)), ("formula", cited.formula), *_several("hypotheses", cited.hypotheses)]
    rows += _several("rests on", [f"{other.id} ({other.kind}): {other.statement}" for other in named(cited)])
    rows += [
        ("not covered", "" if cited.superseded_by else cited.not_covered),
        ("source", cited.source),
        *_several("about", cited.covers),
        *evidence.witness_rows(),
        *_several("engines", evidence.engine_words()),
    ]
    if provable(cited):
        rows += [
            ("", "proved when every engine that the ledger names says so; one that gives no answer is open, by name")
        ]
    rows += [*evidence.file_rows(), *evidence.replay_rows()]
    rows += [("version", f"elenctic {version()}, revision {SPEC_VERSION} of its protocol"), *_recorded(index)]
    lines = [_labelled(label, said) for label, said in rows if said]
    return "\n".join([heading, fill(cited.statement, WIDTH, break_on_hyphens=False), "", *lines, *evidence.commands()])


def _recorded(index: Index | None) -> list[tuple[str, str]]:
    """Return the kernel that the outcomes are of, and their revision where it is not that of this package."""
    if index is None:
        return []
    other = "" if index.spec_version == SPEC_VERSION else f", of revision {index.spec_version} of the protocol"
    return [("kernel", f"sha256 {index.kernel}{other}")]


def _several(label: str, values: tuple[str, ...] | list[str]) -> list[tuple[str, str]]:
    return [(label if number == 0 else "", value) for number, value in enumerate(values)]


def _labelled(label: str, said: str) -> str:
    start, rest = f"{label:<{INDENT}}", " " * (INDENT + 2)
    return fill(
        said, WIDTH, initial_indent=start, subsequent_indent=rest, break_on_hyphens=False, break_long_words=False
    )


def superseded(cited: Claim) -> str:
    """Return by what a claim was replaced and why, empty for one that stands."""
    if not cited.superseded_by:
        return ""
    return f"by {cited.superseded_by}: {_reason(cited)}"


def _reason(cited: Claim) -> str:
    """Return why a claim was superseded: what its ledger entry says after the name of its successor."""
    said = cited.not_covered.removeprefix(f"Superseded by {cited.superseded_by}")
    return said.lstrip(":. ") if said != cited.not_covered else cited.not_covered


def to_dict(cited: Claim, index: Index | None = None) -> dict[str, Any]:
    """Return the citation as the value that ``--json`` prints, schema elenctic.cite/1.

    :param cited: the claim
    :param index: what engines, files and versions are read from, if there is one
    """
    value = {name: said for name, said in cited.to_dict().items() if name not in ("outcomes", "superseded_by")}
    successor = ledger()[cited.superseded_by] if cited.superseded_by else None
    replaced = {"id": successor.id, "statement": successor.statement, "why": _reason(cited)} if successor else None
    return {
        "schema": SCHEMA,
        **value,
        "rests_on": [_short(other) for other in named(cited)],
        "superseded_by": replaced,
        **Evidence(cited, index).to_dict(),
        "version": version(),
        "spec_version": SPEC_VERSION,
    }


def _short(cited: Claim) -> dict[str, str]:
    return {"id": cited.id, "class": cited.kind, "statement": cited.statement}


def bibtex(cited: Claim, index: Index | None = None) -> str:
    """Return the citation as one @misc entry in ASCII; its key changes with the ID only.

    :param cited: the claim
    :param index: what engines, files and versions are read from, if there is one
    """
    fields = {
        "author": "{Elenctic}",
        "title": f"{{{escaped(cited.id)}: {escaped(cited.statement.removesuffix('.'))}}}",
        "year": YEAR,
        "howpublished": f"elenctic {escaped(version())}, revision {SPEC_VERSION} of its protocol, claim of its ledger",
        "note": " ".join(_sentences(cited, index)),
    }
    lines = [f"  {name:<12} = {{{said}}}," for name, said in fields.items()]
    return "\n".join([f"@misc{{elenctic-{cited.id},", *lines, "}"])


def latex(cited: Claim, index: Index | None = None) -> str:
    """Return the citation as LaTeX sentences in ASCII.

    :param cited: the claim
    :param index: what engines, files and versions are read from, if there is one
    """
    formula = rf"In symbols: \texttt{{{escaped(cited.formula).replace(' ', BREAK)}}}."
    opening = (
        rf"Claim \texttt{{{escaped(cited.id)}}} of Elenctic~{escaped(version())} "
        f"(revision {SPEC_VERSION} of its protocol) says: {escaped(cited.statement)}"
    )
    return " ".join([opening, formula, *_sentences(cited, index)])


def _sentences(cited: Claim, index: Index | None) -> list[str]:
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
    said += Evidence(cited, index).sentences()
    return [escaped(sentence) for sentence in said]


BREAK = r" \allowbreak{}"
"""A place where TeX may end a line of typewriter text, which it would not break by itself."""


def is_id(name: str) -> bool:
    """Tell whether a word has the form of an ID, in whatever case."""
    return ID.fullmatch(name.upper()) is not None


def cite(name: str, form: str = "text") -> str:
    """Return the citation of a claim.

    :param name: its ID; one that is superseded still cites
    :param form: "text", "bibtex" or "latex"
    :raises DesignError: when the ID is unknown
    :raises MissingPartError: when the ledger is missing, or the index of invariants malformed
    Source: design rule "the old one still cites, with why it was superseded"; no claim.
    """
    return {"text": text, "bibtex": bibtex, "latex": latex}[form](claim(name), found())
