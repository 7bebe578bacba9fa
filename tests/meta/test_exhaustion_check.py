"""Exhaustion as an engine: a claim that has worlds must hold in them, and every fault of the engine is OPEN."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from proofs import exhaustion_check, ledger
from proofs.exhaustion import EXHAUSTED
from proofs.exhaustion_check import confirm, exhausted
from proofs.found import Found
from proofs.outcome import PROVED, Answer, Outcome, open_because
from proofs.tries_claims import RETRIES_COST

NAME = "RETRIES-COST.2"
OPEN, REFUTED = open_because("x"), Outcome(Answer.REFUTED, "x")
HOLDS = Found("a world", Fraction(1, 4), Fraction(1, 4), holds=True, tight=True)


def says(text: str, code: int = 0, sleep: float = 0) -> list[str]:
    """Return a program that says something, whatever it is asked."""
    return [sys.executable, "-c", f"import sys, time; time.sleep({sleep}); print({text!r}); sys.exit({code})"]


def answers(answer: str, claim: str = NAME) -> str:
    return json.dumps({"claim": claim, "answer": answer, "reason": "of its own"})


def test_the_worlds_are_played_out_in_a_process_of_their_own() -> None:
    assert confirm(NAME) == PROVED


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (says(""), "exit 0"),
        (says(answers("PROVED"), code=1), "exit 1"),
        (says(answers("PROVED", "ANYTIME-SOUND.2")), "exit 0"),
        (says(answers("PROVED")[:20]), "exit 0"),
        (says("[]"), "exit 0"),
        (says('{"answer": "PROVED"}'), "exit 0"),
        (says(answers("perhaps")), "exit 0"),
        (says(f"{answers('PROVED')}\n{answers('PROVED')}"), "exit 0"),
        ([sys.executable, "-c", "import os; os.abort()"], "exit -6"),
        (["/nonexistent/python"], "cannot be run"),
        (says(answers("PROVED"), sleep=5), "no answer in 2 s"),
        (says(answers("OPEN")), "of its own"),
    ],
    ids=[
        "silent", "exit 1", "another claim", "truncated", "a list", "no claim", "other words", "twice", "crash",
        "missing", "timeout", "open",
    ],
)  # fmt: skip
def test_a_faulty_exhaustion_is_open(command: list[str], reason: str) -> None:
    found = confirm(NAME, command=command, seconds=2)
    assert found.answer is Answer.OPEN
    assert reason in found.reason


def _raises() -> Iterator[Found]:
    yield HOLDS
    raise ValueError("half way")


@pytest.mark.parametrize(
    ("worlds", "expected"),
    [
        ([HOLDS], Answer.PROVED),
        ([replace(HOLDS, tight=False), HOLDS], Answer.PROVED),
        ([replace(HOLDS, tight=False)], Answer.OPEN),
        ([], Answer.OPEN),
        ([HOLDS, replace(HOLDS, holds=False)], Answer.REFUTED),
    ],
    ids=["holds", "one is tight", "none is tight", "no world", "fails in one"],
)
def test_a_claim_holds_in_every_world_and_is_attained_in_one(
    worlds: list[Found], expected: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exhaustion_check, "EXHAUSTED", {"worlds": lambda: iter(worlds)})
    assert exhausted("worlds").answer is expected


def test_an_exhaustion_that_raises_or_is_not_known_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exhaustion_check, "EXHAUSTED", {"worlds": _raises})
    assert exhausted("worlds").reason == "enumeration: ValueError: half way"
    assert exhausted("no worlds").answer is Answer.OPEN


@pytest.mark.parametrize(
    ("z3", "cvc5", "enumeration", "expected"),
    [
        (PROVED, PROVED, PROVED, Answer.PROVED),
        (PROVED, PROVED, OPEN, Answer.OPEN),
        (PROVED, PROVED, REFUTED, Answer.REFUTED),
        (PROVED, OPEN, PROVED, Answer.OPEN),
        (OPEN, PROVED, PROVED, Answer.OPEN),
    ],
)
def test_enumeration_is_needed_where_it_is_named_and_stands_for_no_other_engine(
    z3: Outcome, cvc5: Outcome, enumeration: Outcome, expected: Answer
) -> None:
    assert ledger._combined({"z3": z3, "cvc5": cvc5, "enumeration": enumeration}).answer is expected


def test_the_outcome_of_the_enumeration_is_shown_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = ledger.prove(RETRIES_COST)
    assert {entry.engines[name].answer for name in ("z3", "cvc5", "enumeration")} == {Answer.PROVED}
    monkeypatch.setattr(exhaustion_check, "confirm", lambda _: open_because("enumeration: lost"))
    entry = ledger.prove(RETRIES_COST)
    assert (entry.outcome.answer, entry.engines["enumeration"].reason) == (Answer.OPEN, "enumeration: lost")


def test_the_ledger_and_the_proofs_name_the_same_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ledger.mismatches() == []
    monkeypatch.setattr(ledger, "EXHAUSTED", {name: found for name, found in EXHAUSTED.items() if name != NAME})
    assert any(said.startswith(NAME) for said in ledger.mismatches())
