"""Transcripts: a review's file is canonical, runs again to the same verdict, and is refused wherever it is not."""

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from elenctic.decimals import integer_text
from elenctic.design import Design
from elenctic.errors import DesignError
from elenctic.review import Review
from elenctic.transcript import SCHEMA
from elenctic_kernel import Verdict

KINDS = ["diagnostic", "clarification", "diagnostic", "diagnostic"]


def design(**words: Any) -> Design:
    given = {"delta": "1/20", "gamma": "1/10", "horizon": 6, "false_pass": "1/2", "execution": "19/20"}
    return Design(**{**given, "response": "99/100", **words})


def stages(review: Review, events: list[Any]) -> Iterator[Review]:
    """Give the review at every step, planned or not."""
    yield review
    for event in events:
        if event == "clarify":
            review.clarify()
        else:
            q, outcome = event if isinstance(event, tuple) else (None, event)
            review.plan(q=q)
            yield review
            review.conclude(outcome)
        yield review


def adaptive() -> Design:
    return design(false_pass="adaptive", horizon=4)


WALKS: dict[str, Callable[[], Iterator[Review]]] = {
    "accept": lambda: stages(Review(design()), ["pass"] * 5),
    "fail": lambda: stages(Review(design()), ["pass", "fail"]),
    "inadmissible": lambda: stages(Review(design()), ["pass", "inadmissible"]),
    "horizon": lambda: stages(Review(design(horizon=2)), ["pass", "pass"]),
    "clarified": lambda: stages(Review(design()), ["clarify", "pass", "clarify"]),
    "declared": lambda: stages(Review(design(horizon=4, kind=KINDS)), ["pass", "pass", "pass"]),
    "adaptive": lambda: stages(Review(adaptive()), [("1/3", "pass"), "clarify", ("2/7", "pass"), ("0", "pass")]),
    "fixed": lambda: stages(Review(design(), length=6), ["pass"] * 6),
    "fixed, crossed and failed": lambda: stages(Review(design(), length=6), [*["pass"] * 5, "fail"]),
    "rejected at once": lambda: stages(Review(design(), first_message="inadmissible"), []),
    "anchored": lambda: stages(
        Review(design(false_pass=None, anchored={"mass": "1/5", "detection": "1/2"})), ["pass", "fail"]
    ),
    "rows": lambda: stages(
        Review(design(execution="0.995 - 0.001*(i-1)", attempts=2, reasons={"execution": "gemessen: über"})),
        ["pass"] * 6,
    ),
}


def seen(review: Review) -> tuple[object, ...]:
    return (
        *(review.verdict, review.reason, review.round, review.survival, review.certificate, review.records),
        *(review.crossed_at, review.planned, review.length, review.first_message, review.futile),
        *(review.completeness, str(review), review.design.to_dict()),
    )


@pytest.mark.claim("PLAN-ORDER.1")
@pytest.mark.parametrize("walk", WALKS)
def test_transcript_runs_again_to_the_same_review_at_every_step(walk: str) -> None:
    steps = 0
    for review in WALKS[walk]():
        text = review.to_json()
        again = Review.from_json(text)
        assert seen(review) == seen(again)
        assert text == again.to_json()
        steps += 1
    assert steps > 0


@pytest.mark.parametrize("walk", WALKS)
def test_transcript_is_canonical(walk: str) -> None:
    for review in WALKS[walk]():
        text = review.to_json()
        assert text.isascii()
        assert text.endswith("}\n")
        assert "\r" not in text
        document = json.loads(text, parse_float=lambda number: pytest.fail(f"a float, {number}"))
        assert text == json.dumps(document, sort_keys=True, indent=1) + "\n"
        assert SCHEMA == document["schema"]
        numbers = re.findall(r'"(\w+)": -?[0-9]', text)
        assert {"round", "horizon", "attempts", "length", "crossed_at"} >= set(numbers)


def test_replayed_review_goes_on() -> None:
    review = Review(design())
    for _ in range(4):
        review.plan()
        review.conclude("pass")
    review.plan()
    again = Review.from_json(review.to_json())
    assert Verdict.ACCEPT is again.conclude("pass")
    assert 5 == again.crossed_at


def test_transcript_with_a_byte_order_mark_is_read() -> None:
    assert 0 == Review.from_json("\ufeff" + Review(design()).to_json()).round


def test_order_of_keys_and_spaces_are_free() -> None:
    document = json.loads(Review(design()).to_json())
    assert 0 == Review.from_json(json.dumps(dict(reversed(document.items())))).round


# What is refused


def base() -> dict[str, Any]:
    """Return a transcript of two passed rounds and a planned one."""
    review = Review(design())
    for _ in range(2):
        review.plan()
        review.conclude("pass")
    review.plan()
    document: dict[str, Any] = json.loads(review.to_json())
    return document


def refused(text: Any) -> DesignError:
    with pytest.raises(DesignError) as caught:
        Review.from_json(text)
    return caught.value


def changed(path: str, value: Any) -> str:
    """Return the base transcript with one value set; "records.2.round" is a path, "" the whole."""
    document: Any = base()
    *way, last = path.split(".")
    node = document
    for key in way:
        node = node[int(key) - 1] if isinstance(node, list) else node[key]
    if isinstance(node, list):
        node[int(last) - 1] = value
    elif value is KeyError:
        del node[last]
    else:
        node[last] = value
    return json.dumps(document)


def test_base_is_read() -> None:
    assert 2 == Review.from_json(json.dumps(base())).round


@pytest.mark.claim("STEP-INVARIANT.1")
@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("verdict.verdict", "accept", "verdict.verdict"),
        ("verdict.verdict", "reject", "verdict.verdict"),
        ("verdict.reason", "threshold-crossed", "verdict.reason"),
        ("verdict.round", 3, "verdict.round"),
        ("verdict.round", True, "verdict.round"),
        ("verdict.survival", "1/1000000000", "verdict.survival"),
        ("verdict.survival", "882/3200", "verdict.survival"),
        ("verdict.survival", None, "verdict.survival"),
        ("verdict.survival", 0.275625, "verdict.survival"),
        ("verdict.crossed_at", 2, "verdict.crossed_at"),
        ("verdict.crossed_at", 0, "verdict.crossed_at"),
        ("verdict.crossed_at", False, "verdict.crossed_at"),
        ("verdict.certificate", "1000000000", "verdict.certificate"),
        ("verdict", "accept", "verdict"),
        ("verdict", None, "verdict"),
        ("verdict.reason", KeyError, "verdict.reason"),
    ],
)
def test_stated_verdict_that_the_replay_does_not_give_is_refused(path: str, value: Any, field: str) -> None:
    assert field == refused(changed(path, value)).field


def test_stated_accept_is_refused_with_what_the_replay_gives() -> None:
    error = refused(changed("verdict.verdict", "accept"))
    expected = 'expected "challenge", which the replay gives, got the stated "accept"'
    assert expected in str(error)


@pytest.mark.claim("PLAN-ORDER.1")
@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("records.1.outcome", "fail", "records[2]"),
        ("records.2.outcome", "accept", "records[2].outcome"),
        ("records.2.outcome", True, "records[2].outcome"),
        ("records.2.outcome", "PASS", "records[2].outcome"),
        ("records.2.outcome", None, "records[2].outcome"),
        ("records.2.round", 3, "records[2].round"),
        ("records.2.round", 1, "records[2].round"),
        ("records.1.round", True, "records[1].round"),
        ("records.1.round", "1", "records[1].round"),
        ("records.1.round", 1.0, "records[1].round"),
        ("records.1.round", 10**30, "records[1].round"),
        ("records.1.kind", "Diagnostic", "records[1].kind"),
        ("records.1.kind", None, "records[1].kind"),
        ("records.1.kind", "clarification", "records[1].false_pass"),
        ("records.1.false_pass", "1/3", "records[1].false_pass"),
        ("records.1.false_pass", "0.5", "records[1].false_pass"),
        ("records.1.false_pass", "2/4", "records[1].false_pass"),
        ("records.1.false_pass", " 1/2", "records[1].false_pass"),
        ("records.1.false_pass", "half", "records[1].false_pass"),
        ("records.1.false_pass", 0.5, "records[1].false_pass"),
        ("records.1.false_pass", 1, "records[1].false_pass"),
        ("records.1.false_pass", float("nan"), "records[1].false_pass"),
        ("records.1.false_pass", float("inf"), "records[1].false_pass"),
        ("records.1.false_pass", None, "records[1].false_pass"),
        ("records.1.extra", 1, "records[1].extra"),
        ("records.1.outcome", KeyError, "records[1].outcome"),
        ("records.1", None, "records[1]"),
        ("records.1", ["pass"], "records[1]"),
        ("records", None, "records"),
        ("records", {}, "records"),
        ("records", [], "planned.round"),
        ("planned", {"round": 3, "kind": "clarification", "false_pass": "1"}, "planned.kind"),
        ("planned", {"round": 3, "kind": "diagnostic", "false_pass": "1/2", "outcome": "pass"}, "planned.outcome"),
        ("planned", {"round": 2, "kind": "diagnostic", "false_pass": "1/2"}, "planned.round"),
        ("planned", False, "planned"),
        ("planned", [], "planned"),
    ],
)
def test_records_that_the_design_does_not_give_are_refused(path: str, value: Any, field: str) -> None:
    assert field == refused(changed(path, value)).field


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("schema", KeyError, "schema"),
        ("schema", "elenctic.design/1", "schema"),
        ("schema", 1, "schema"),
        ("schema", None, "schema"),
        ("note", "hello", "note"),
        ("verdicts", {}, "verdicts"),
        ("planned", KeyError, "planned"),
        ("records", KeyError, "records"),
        ("verdict", KeyError, "verdict"),
        ("length", KeyError, "length"),
        ("first_message", KeyError, "first_message"),
        ("first_message", "inadmissible", "records[1]"),
        ("first_message", "yes", "first_message"),
        ("first_message", True, "first_message"),
        ("rule", "at-horizon", "rule"),
        ("rule", None, "rule"),
        ("length", 6, "rule"),
        ("length", 7, "length"),
        ("length", "6", "length"),
        ("length", True, "length"),
        ("design", None, "design"),
        ("design.targets.delta", "1/1000000", "verdict.verdict"),
        ("design.targets.delta", "0.05", "design.targets.delta"),
        ("design.targets.delta", 0.05, "design.targets.delta"),
        ("design.targets.delta", "2", "design.targets.delta"),
        ("design.targets.delta", KeyError, "design.targets.delta"),
        ("design.targets.horizon", "6", "design.targets.horizon"),
        ("design.targets.horizon", True, "design.targets.horizon"),
        ("design.targets.horizon", 6.0, "design.targets.horizon"),
        ("design.bounds.execution", "0.95", "design.bounds.execution"),
        ("design.bounds.execution", 1, "design.bounds.execution"),
        ("design.bounds.execution", ["19/20"] * 6, "design.bounds.execution"),
        ("design.bounds.execution", ["19/20"] * 5, "design.bounds.execution"),
        ("design.bounds.false_pass", "1/3", "records[1].false_pass"),
        ("design.bounds.csv", "/etc/passwd", "design.bounds.csv"),
        ("design.note", "x", "design.note"),
        ("design.schema", "elenctic.design/9", "design.schema"),
    ],
)
def test_whatever_else_is_not_as_it_was_written_is_refused(path: str, value: Any, field: str) -> None:
    if (path, value) == ("design.targets.delta", "1/1000000"):
        accepted = Review(design())
        for _ in range(5):
            accepted.plan()
            accepted.conclude("pass")
        text = accepted.to_json().replace('"delta": "1/20"', '"delta": "1/1000000"')
        assert field == refused(text).field
    else:
        assert field == refused(changed(path, value)).field


def test_later_major_is_refused_by_name() -> None:
    error = refused(changed("schema", "elenctic.transcript/2"))
    assert ("schema", '"elenctic.transcript/2"', f'"{SCHEMA}"') == (error.field, error.got, error.expected)
    assert "newer" in error.write


def test_unknown_key_is_refused_with_the_nearest_one() -> None:
    document = base()
    document["record"] = document.pop("records")
    assert "did you mean records?" in str(refused(json.dumps(document)))


def test_record_after_the_end_is_refused() -> None:
    for ending in ("fail", "inadmissible"):
        document = base()
        document["planned"] = None
        document["records"][1]["outcome"] = ending
        last = {"round": 3, "kind": "diagnostic", "false_pass": "1/2", "outcome": "pass"}
        document["records"].append({**last, "round": 3 if ending == "fail" else 2})
        error = refused(json.dumps(document))
        assert "records[3]" == error.field
        assert "expected an open review, got one closed" in str(error)


def test_planned_round_after_the_end_is_refused() -> None:
    review = Review(design())
    review.plan()
    review.conclude("fail")
    document = json.loads(review.to_json())
    document["planned"] = {"round": 2, "kind": "diagnostic", "false_pass": "1/2"}
    assert "planned" == refused(json.dumps(document)).field


def test_clarification_that_was_not_declared_is_refused_under_declared_kinds() -> None:
    review = Review(design(horizon=4, kind=KINDS))
    document = json.loads(review.to_json())
    document["records"] = [{"round": 1, "kind": "clarification", "false_pass": "1", "outcome": "pass"}]
    assert "records[1].kind" == refused(json.dumps(document)).field


def test_failed_clarification_is_refused() -> None:
    review = Review(design())
    review.clarify()
    text = review.to_json().replace('"outcome": "pass"', '"outcome": "fail"')
    error = refused(text)
    assert ("records[1]", True) == (error.field, "on a clarification round" in str(error))


@pytest.mark.parametrize("q", ["1", "3/2", "-1/2", "0"])
def test_adaptive_bound_out_of_its_range_is_refused(q: str) -> None:
    review = Review(design(false_pass="adaptive", execution="1"))
    review.plan(q="1/2")
    text = review.to_json().replace('"false_pass": "1/2"', f'"false_pass": "{q}"')
    assert "planned.false_pass" == refused(text).field


# JSON that is none


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        (" \n\n", 1),
        ("\ufeff", 1),
        ("not json", 1),
        ("{", 1),
        ('{\n"schema": "elenctic.transcript/1",\n}', 3),
        ("[]", 1),
        ("null", 1),
        ("3", 1),
        ('"text"', 1),
        ("NaN", 1),
        ('{"schema":\n"\0"}', 2),
        ("[" * 100_000, 1),
        ('{"a":' * 100_000, 1),
    ],
)
def test_text_that_is_no_json_object_is_refused_with_its_line(text: str, line: int) -> None:
    assert line == refused(text).line


@pytest.mark.parametrize("text", [None, b"{}", {}, 3, ["{}"]])
def test_what_is_no_text_is_refused(text: Any) -> None:
    assert "transcript" in str(refused(text))


def test_key_that_occurs_twice_is_refused_wherever_it_is() -> None:
    text = json.dumps(base())
    twice = text.replace('"rule":', '"rule": "first-crossing", "rule":', 1)
    assert "rule" == refused(twice).field
    twice = text.replace('"outcome": "pass"', '"outcome": "fail", "outcome": "pass"', 1)
    assert "records[1].outcome" == refused(twice).field
    twice = text.replace('"delta":', '"delta": "1/2", "delta":', 1)
    assert "design.targets.delta" == refused(twice).field


def test_nesting_deeper_than_a_transcript_has_is_refused() -> None:
    deep: Any = "x"
    for _ in range(300):
        deep = [deep]
    assert "deeper nesting" in str(refused(changed("records.1.kind", deep)))


def test_every_refusal_is_one_printable_line() -> None:
    for path, value in (("\n\0\u202e", 1), ("verdict.verdict", "\n\u202e" * 1000), ("records.1.kind", "\0")):
        text = str(refused(changed(path, value)))
        assert text.isprintable()
        assert 600 > len(text)


def test_message_says_what_to_write() -> None:
    error = refused(changed("records.1.false_pass", 0.5))
    assert '"0.5"' == error.write
    assert "a count, or a probability as text" == error.expected


# Size


def test_long_survival_is_left_out_and_found_by_the_replay() -> None:
    review = Review(design(false_pass="999/1000", execution="1/1000", horizon=1000))
    left_out = False
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        for _ in range(800):
            review.plan()
            review.conclude("pass")
            if review.round not in (100, 600, 700, 716, 717, 800):
                continue
            again = Review.from_json(review.to_json())
            assert (review.survival, review.verdict) == (again.survival, again.verdict)
            left_out = json.loads(review.to_json())["verdict"]["survival"] is None
            assert left_out is (review.round > 652)
    finally:
        sys.set_int_max_str_digits(before)
    assert left_out


def test_stated_survival_of_400_000_digits_is_refused_at_no_cost() -> None:
    huge = integer_text(10**399_999 + 1)
    began = time.monotonic()
    error = refused(changed("verdict.survival", f"{huge}/{huge}"))
    assert ("verdict.survival", True) == (error.field, 5 > time.monotonic() - began)
    error = refused(changed("records.1.false_pass", f"1/{huge}"))
    assert "records[1].false_pass" == error.field
    assert 10 > time.monotonic() - began


def test_survival_is_exact_text_in_lowest_terms() -> None:
    review = Review(design(false_pass="1/3", execution="3/4"))
    for _ in range(2):
        review.plan()
        review.conclude("pass")
    assert "1/4" == json.loads(review.to_json())["verdict"]["survival"]
    assert Fraction(1, 4) == review.survival
