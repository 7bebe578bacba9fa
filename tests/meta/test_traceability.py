"""Every claim ID is defined once, and cited by the kernel or marked assumed, by a proof, and by a test."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from elenctic_kernel import SPEC_VERSION

from proofs.exhaustion import EXHAUSTED

ROOT = Path(__file__).parents[2]
ID = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\.[0-9]+\b")


def ledger() -> list[dict[str, Any]]:
    claims: list[dict[str, Any]] = tomllib.loads((ROOT / "spec/claims.toml").read_text("utf-8"))["claim"]
    return claims


def ids(*classes: str) -> list[str]:
    return [claim["id"] for claim in ledger() if not classes or claim["class"] in classes]


def cited_in(*folders: str) -> set[str]:
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return {found for path in paths for found in ID.findall(path.read_text("utf-8"))}


def headings() -> list[str]:
    text = (ROOT / "spec/protocol.md").read_text("utf-8")
    return re.findall(r"^### (\S+)$", text, flags=re.MULTILINE)


def test_each_id_is_defined_once_in_the_protocol_and_once_in_the_ledger() -> None:
    assert len(set(headings())) == len(headings())
    assert len(set(ids())) == len(ids())
    assert set(ids()) <= set(headings())


def test_no_file_cites_an_unknown_or_superseded_id() -> None:
    known = set(headings())
    for folder in ("kernel", "bindings", "proofs", "tests", "spec"):
        assert cited_in(folder) - known <= {"WORDS-WITH-HYPHENS.1"}, folder


def about_the_kernel(claim: str) -> bool:
    return any(entry["covers"] for entry in ledger() if entry["id"] == claim)


@pytest.mark.parametrize("claim", ids("proved"))
def test_a_proved_claim_is_cited_by_kernel_proof_and_test(claim: str) -> None:
    if about_the_kernel(claim):
        assert claim in cited_in("kernel"), "no contract or docstring of the kernel cites it"
    assert claim in cited_in("proofs"), "no proof cites it"
    assert claim in cited_in("tests"), "no test cites it"


@pytest.mark.parametrize("claim", ids("assumed"))
def test_an_assumed_claim_stands_on_the_assumptions_page(claim: str) -> None:
    assert claim in (ROOT / "spec/assumptions.md").read_text("utf-8")


@pytest.mark.parametrize("claim", ledger(), ids=lambda claim: claim["id"])
def test_a_claim_carries_its_fields(claim: dict[str, Any]) -> None:
    assert ID.fullmatch(claim["id"])
    assert claim["class"] in {"proved", "assumed", "computed", "empirical"}
    for field in ("statement", "formula", "source"):
        assert claim[field].strip(), field
    assert isinstance(claim["hypotheses"], list)
    assert set(claim["engines"]) <= {"z3", "cvc5", "crosshair", "coq", "enumeration", "identity"}
    if claim["class"] == "computed":
        assert set(claim["engines"]) <= {"enumeration"}
    else:
        assert bool(claim["engines"]) == (claim["class"] == "proved")


def test_a_computed_claim_that_names_enumeration_is_exhausted_cited_and_says_that_it_is_no_proof() -> None:
    named = {claim["id"]: claim for claim in ledger() if claim["class"] == "computed" and claim["engines"]}
    assert set(named) == set(EXHAUSTED) - set(ids("proved")), "a proved claim may be exhausted beside its proof"
    for name, claim in named.items():
        assert name in cited_in("tests")
        assert any(text.startswith("the worlds: ") for text in claim["hypotheses"]), name
        assert "Any other world" in claim["not_covered"], name


def test_the_kernel_names_the_revision_of_the_protocol_that_it_implements() -> None:
    stated = re.search(r"^spec_version: ([0-9]+)$", (ROOT / "spec/protocol.md").read_text("utf-8"), flags=re.MULTILINE)
    assert stated is not None
    assert int(stated[1]) == SPEC_VERSION
