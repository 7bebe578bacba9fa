"""The shipped files: what a citation reads is what was found, statements stay as they were frozen."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import z3

from proofs import freeze, index, minimality, properties
from proofs.ledger import by_id, ledger
from proofs.smtlib import Script, sha256, swhid

SHIPPED: dict[str, Any] = json.loads((index.FOLDER / index.INDEX).read_text("utf-8"))
ROWS = {row["id"]: row for row in SHIPPED["claims"]}
PROVED = [claim["id"] for claim in ledger() if claim["class"] == "proved"]


# Shipped


def test_every_proved_claim_is_shipped_and_nothing_else() -> None:
    assert set(PROVED) == set(ROWS) == set(by_id())
    assert {f"{name}.smt2" for name in PROVED} | {index.INDEX} == {path.name for path in index.FOLDER.iterdir()}


def test_the_index_speaks_of_this_kernel() -> None:
    assert freeze.kernel() == SHIPPED["kernel"]


@pytest.mark.parametrize("name", PROVED)
def test_a_shipped_script_has_the_digests_and_the_queries_of_the_index(name: str) -> None:
    content, row = (index.FOLDER / f"{name}.smt2").read_bytes(), ROWS[name]
    assert (sha256(content), swhid(content)) == (row["sha256"], row["swhid"])
    text = content.decode("ascii")
    assert row["queries"] == row["goals"] + row["branches"] == text.count("\n(check-sat)\n")
    assert text.count("(set-info :status unsat)") == row["queries"]
    assert "(set-info :smt-lib-version 2.6)" in text
    assert f"(set-info :source |Elenctic, claim {name}: " in text


@pytest.mark.parametrize("name", PROVED)
def test_a_proved_claim_carries_its_witnesses_and_its_engines(name: str) -> None:
    row, claim = ROWS[name], by_id()[name]
    entry = next(entry for entry in ledger() if entry["id"] == name)
    assert all(row["outcomes"][engine] == "PROVED" for engine in entry["engines"])
    assert row["witnesses"]["satisfying"] == len(claim.parts) > 0
    assert row["witnesses"]["reachable"]
    assert row["witnesses"]["failing"]
    assert row["statement_sha256"] == freeze.words(entry)
    assert {drop["found"] for drop in row["hypotheses"]} <= set(minimality.FOUND)


def test_each_hypothesis_that_was_dropped_is_reported() -> None:
    for name in PROVED:
        assert [(row.part, row.hypothesis, row.found) for row in minimality.of(name)] == [
            (row["part"], row["hypothesis"], row["found"]) for row in ROWS[name]["hypotheses"]
        ]


def test_a_swhid_is_the_blob_hash_of_git() -> None:
    assert swhid(b"") == "swh:1:cnt:e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"


# Written


def test_a_script_defines_what_queries_share_once_and_asks_each_query_once() -> None:
    script, x = Script(), z3.Real("x y")
    assert script.add((x > 0, x < 0), "a")
    assert not script.add((x > 0, x < 0), "b")
    assert script.add((x > 0, x == 0), "c")
    text = script.text("a bar | and a \\ in it")
    assert text.count("define-fun") == 3
    assert text.count("declare-const |x y| Real") == 1
    assert text.count("(check-sat)") == 2
    assert "|a bar / and a / in it|" in text


def test_one_name_of_two_sorts_is_two_names() -> None:
    script = Script()
    script.add((z3.Real("x") > 0,), "a")
    script.add((z3.Int("x") > 0, z3.Real("x") < 0), "b")
    text = script.text("x")
    assert "(declare-const x Real)" in text
    assert "(declare-const |x as Int| Int)" in text
    assert "(> |x as Int| 0)" in text


# Frozen


def test_no_statement_changed_since_it_was_frozen() -> None:
    assert freeze.changes() == []


def test_every_proved_claim_is_frozen_in_words_and_goals() -> None:
    assert all(freeze.frozen()[name].keys() >= {"words", "formal"} for name in PROVED)


@pytest.mark.parametrize("field", ["statement", "formula", "hypotheses"])
def test_a_changed_word_is_noticed_and_white_space_is_not(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = ledger()
    other = [{**entry} for entry in entries]
    changed = next(entry for entry in other if entry["hypotheses"] and entry["class"] == "proved")
    spaced = changed[field].replace(" ", "  ") if field != "hypotheses" else [" " + text for text in changed[field]]
    monkeypatch.setattr("proofs.ledger.ledger", lambda: other)
    changed[field] = spaced
    assert freeze.changes() == []
    changed[field] = changed[field][:-1]
    assert [f"{changed['id']}: its words changed; a changed meaning is a new revision with an ID of its own"] == (
        freeze.changes()
    )


def test_a_claim_that_is_gone_or_new_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = ledger()
    monkeypatch.setattr("proofs.ledger.ledger", lambda: [*entries[1:], {**entries[0], "id": "WORDS-WITH-HYPHENS.1"}])
    gone, new = freeze.changes()
    assert gone.startswith(f"{entries[0]['id']}: was frozen and is gone")
    assert new.startswith("WORDS-WITH-HYPHENS.1: not frozen")


@pytest.mark.parametrize(
    ("module", "before", "after", "noticed"),
    [
        ("statements", "left[0] * right[1] <= right[0] * left[1]", "left[0] * right[1] < right[0] * left[1]", True),
        ("value_claims", "p * on_pass + (1 - p) * on_fail <= before)", "p * on_pass <= before)", True),
        ("value_claims", '"""State p·V(pass)', '"""State once more p·V(pass)', False),
        ("value_claims", "    r, (passed, failed) = end", "    # a comment\n    r, (passed, failed) = end", False),
    ],
)
def test_a_weaker_goal_has_another_digest_and_other_words_around_it_do_not(
    module: str, before: str, after: str, noticed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = freeze.starts()["VALUE-BOUND.1"]
    digest = freeze.formal(start)
    for path in freeze.PACKAGE.glob("*.py"):
        text = path.read_text("utf-8")
        assert path.stem != module or before in text
        (tmp_path / path.name).write_text(text.replace(before, after) if path.stem == module else text, "utf-8")
    monkeypatch.setattr(freeze, "PACKAGE", tmp_path)
    freeze.definitions.cache_clear()
    assert (freeze.formal(start) != digest) == noticed
    freeze.definitions.cache_clear()


# Dropped


def test_numbers_that_were_kept_show_that_a_hypothesis_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = by_id()["REGION-INTERVAL.1"]
    rows = minimality.of(claim.id)
    assert minimality.complaints(claim) == []
    forged = [row._replace(found=minimality.NEEDED, values={}) for row in rows]
    monkeypatch.setattr(minimality, "of", lambda _: forged)
    assert any("do not need" in said for said in minimality.complaints(claim))
    monkeypatch.setattr(minimality, "of", lambda _: rows[1:])
    assert any("other hypotheses" in said for said in minimality.complaints(claim))


# The page


def test_the_page_of_properties_is_that_of_the_ledger_and_leads_somewhere() -> None:
    text = properties.PAGE.read_text("utf-8")
    assert text == properties.page()
    for claim in ledger():
        assert claim["id"] in text
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (properties.PAGE.parent / target).exists(), target
