"""The kernel gives every conformance vector; files of every schema released so far can still be read."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import elenctic_kernel as kernel
import pytest
from elenctic import Design, Review, Verdict, check, pilot_bounds
from elenctic_kernel import KernelError, Kind, Outcome, Pair, State, StoppingRule

from tests.vectors.writing import FOLDER, REGIONS, REVIEWS, contents


def read(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))["vectors"]
    return found


def pair(text: str) -> Pair:
    return Fraction(text).as_integer_ratio()


def take(terms: kernel.Terms, state: State, event: list[Any]) -> State:
    kind, q = (Kind(event[0]), pair(event[1])) if event[0] == "diagnostic" else (Kind.CLARIFICATION, (1, 1))
    return kernel.conclude(terms, kernel.plan(terms, state, kind, q), outcome(event[-1]))


def outcome(word: str) -> Any:
    return Outcome(word) if word in [member.value for member in Outcome] else word


def stands(state: State) -> dict[str, Any]:
    failed = state.reason is kernel.Reason.CHECK_FAILED
    return {
        "verdict": state.verdict.value,
        "reason": state.reason.value,
        "round": state.round,
        "certificate": "0" if failed else str(1 / Fraction(*state.survival)),
        "crossed_at": state.crossed_at,
    }


@pytest.mark.parametrize("path", contents(), ids=lambda path: path.name)
def test_the_files_hold_what_the_reference_says(path: Path) -> None:
    assert contents()[path] == path.read_text("utf-8")


def test_the_kernel_runs_every_review_vector() -> None:
    refused = 0
    for vector in read(REVIEWS):
        words = vector["terms"]
        terms = kernel.make_terms(
            pair(words["delta"]),
            words["horizon"],
            [pair(c) for c in words["execution"]],
            StoppingRule(words["rule"]),
        )
        (_, admissible), *events = vector["events"]
        state = kernel.open(terms, admissible)
        for event in events[:-1]:
            state = take(terms, state, event)
        expected = dict(vector["expected"])
        if expected.pop("refused", False):
            refused += 1
            with pytest.raises(KernelError):
                take(terms, state, events[-1])
        elif events:
            state = take(terms, state, events[-1])
        assert expected == stands(state), vector
    assert refused >= 10
    assert len(read(REVIEWS)) >= 300


def test_the_kernel_finds_every_region_vector() -> None:
    for vector in read(REGIONS):
        kinds = [
            Kind.CLARIFICATION if n in vector["clarifications"] else Kind.DIAGNOSTIC
            for n in range(1, len(vector["execution"]) + 1)
        ]
        q, c, a = ([pair(text) for text in vector[name]] for name in ("false_pass", "execution", "response"))
        survival, complete = kernel.survival_factors(c, q, kinds), kernel.completeness_factors(a, c, kinds)
        found = kernel.region(survival, complete, pair(vector["delta"]), pair(vector["gamma"]))
        lengths = [n for low, high in kernel.lengths(found, kinds) for n in range(low, high + 1)]
        assert vector["expected"] == {"first_crossing": found.first_crossing, "lengths": lengths}


def test_a_design_of_schema_1_is_still_read() -> None:
    assert check(Design.load(FOLDER / "design-1.json")).certified


def test_a_transcript_of_schema_1_is_still_replayed() -> None:
    review = Review.from_json((FOLDER / "transcript-1.json").read_text("utf-8"))
    assert (Verdict.ACCEPT, 6) == (review.verdict, review.round)


@pytest.mark.parametrize("suffix", ["", "-effort"])
def test_an_answer_of_schema_1_still_has_the_same_words(suffix: str) -> None:
    released = json.loads((FOLDER / f"check-1{suffix}.json").read_text("utf-8"))
    assert released == json.loads(check(Design.load(FOLDER / f"design-1{suffix}.json")).to_json())


def test_bounds_of_schema_1_still_have_the_same_words() -> None:
    released = json.loads((FOLDER / "bounds-1.json").read_text("utf-8"))
    assert released == json.loads(pilot_bounds(FOLDER.parents[1] / "spec/examples/pilot.csv").to_json())
