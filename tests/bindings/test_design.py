"""A design is the same in Python, TOML, JSON and CSV, and is read exactly."""

import copy
import dataclasses
import io
import json
import pickle
import sys
import time
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from elenctic.bounds import Bound
from elenctic.design import Design
from elenctic.errors import DesignError
from elenctic.settling import MAX_ATTEMPTS, MAX_HORIZON
from elenctic_kernel import Kind

from tests.bindings.malformed_designs import jsonic, toml

D, C = Kind.DIAGNOSTIC, Kind.CLARIFICATION

MATRIX = """
schema = "elenctic.design/1"
[targets]
delta = "0.05"
gamma = "0.10"
horizon = 10
attempts = 2
length = 5
[bounds]
false_pass = "1/2"
execution  = "0.995 - 0.001*(i-1)"
response   = "0.99"
[reasons]
false_pass = "FREIVALDS-HALF.1"
"""


def design(**words: Any) -> Design:
    return Design(**{"delta": "0.05", "horizon": 3, "false_pass": "1/2", "execution": "0.95", **words})


def refusal(call: Any, *arguments: Any, **words: Any) -> DesignError:
    with pytest.raises(DesignError) as refused:
        call(*arguments, **words)
    return refused.value


# One design, four forms


def test_one_design_is_identical_from_toml_json_csv_and_python() -> None:
    forms = [
        Design(delta="0.001", horizon=3, false_pass="0.1", execution=1),
        Design(delta=Fraction(1, 1000), horizon=3, false_pass=Decimal("0.1"), execution=["1", "1.0", "1/1"]),
        Design.loads("targets = {delta = 0.001, horizon = 3}\nbounds = {false_pass = 0.1, execution = 1}"),
        Design.loads('targets.delta = "1/1000"\ntargets.horizon = 3\nbounds = {false_pass = "1e-1", execution = 1.0}'),
        Design.loads(
            '{"targets": {"delta": 0.001, "horizon": 3}, "bounds": {"false_pass": 0.1, "execution": 1}}', format="json"
        ),
        Design.loads("q,c\n0.1,1\n0.1,1\n0.1,1\n", format="csv", delta="0.001", horizon=3),
        Design.loads(
            "round,execution,false_pass\r\n1,1,1/10\r\n2,1,1/10\r\n3,1,1/10\r\n", format="csv", delta="1e-3", horizon=3
        ),
    ]
    assert [forms[0]] * len(forms) == forms
    assert [forms[0].to_dict()] * len(forms) == [form.to_dict() for form in forms]
    assert (Fraction(1, 1000), ((1, 10),) * 3, ((1, 1),) * 3) == (
        forms[0].delta,
        forms[0].false_pass and forms[0].false_pass.values,
        forms[0].given_execution.values,
    )
    assert 1 == len({hash(form) for form in forms})


@pytest.mark.parametrize("text", ["0.05", "1e-3", "0.1000000000000000055511151231257827"])
def test_bare_number_is_the_decimal_that_stands_there_and_no_double(text: str) -> None:
    meant = Fraction(text)
    assert meant == Design.loads(toml(delta=text).decode()).delta
    assert meant == Design.loads(jsonic(delta=text).decode(), format="json").delta


def test_attributes_hold_what_the_file_says() -> None:
    read = Design.loads(MATRIX, name="studies/matrix.toml")
    assert ("matrix.toml", Fraction(1, 20), "0.05", Fraction(1, 10), "0.10") == (
        read.name,
        read.delta,
        read.delta_written,
        read.gamma,
        read.gamma_written,
    )
    assert (10, 2, 5, Fraction(1, 40), False) == (
        read.horizon,
        read.attempts,
        read.length,
        read.level,
        read.soundness_only,
    )
    assert Bound(((1, 2),) * 10, "1/2", True) == read.false_pass
    assert ((199, 200), (493, 500), "0.995 - 0.001*(i-1)") == (
        read.given_execution.values[0],
        read.given_execution.values[9],
        read.given_execution.written,
    )
    assert (None, None) == (read.kinds, read.anchored)
    assert {"false_pass": "FREIVALDS-HALF.1"} == read.reasons


def test_only_attempts_and_kind_have_defaults() -> None:
    assert (1, None) == (design().attempts, design().kinds)
    for word in ("delta", "horizon", "execution", "false_pass"):
        assert word == refusal(design, **{word: None}).field


def test_design_without_gamma_and_response_asks_about_soundness_only() -> None:
    read = design()
    assert (True, None, "", None) == (read.soundness_only, read.gamma, read.gamma_written, read.response)
    assert {"delta": "1/20", "horizon": 3, "attempts": 1} == read.to_dict()["targets"]


@pytest.mark.parametrize(("word", "value", "field"), [("gamma", "0.1", "response"), ("response", "1", "gamma")])
def test_gamma_and_response_are_left_out_only_together(word: str, value: str, field: str) -> None:
    assert field == refusal(design, **{word: value}).field


# Out and in again


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"gamma": "0.1", "response": "1 - 0.001*i", "attempts": 3, "length": 2},
        {"false_pass": "adaptive"},
        {"kind": ["diagnostic", "clarification", "diagnostic"], "false_pass": "adaptive"},
        {"kind": [C, D, D]},
        {"kind": [D, D, D]},
        {"false_pass": None, "anchored": {"mass": "0.2", "detection": "1/(i+1)"}},
        {"false_pass": None, "anchored": {"mass": "0.2", "detection": "1/3"}, "kind": [D, C, D]},
        {"false_pass": ["1e-3999", "1/3", "0.5"], "reasons": {"execution": "pilot", "false_pass": " two\n lines "}},
        {"execution": ["1/3", "9" * 3999 + "/1" + "0" * 3999, "1"]},
    ],
)
def test_design_written_out_and_read_again_is_the_same(words: dict[str, Any]) -> None:
    first = design(**words)
    again = Design.loads(json.dumps(first.to_dict()), format="json")
    assert first == again
    assert first.to_dict() == again.to_dict()


def test_design_written_out_has_no_bare_probability() -> None:
    def leaves(value: Any) -> list[object]:
        if isinstance(value, dict | list):
            inner = value.values() if isinstance(value, dict) else value
            return [leaf for item in inner for leaf in leaves(item)]
        return [value]

    written = Design.loads(MATRIX).to_dict()
    assert {"horizon": 10, "attempts": 2, "length": 5} == {
        key: value for key, value in written["targets"].items() if isinstance(value, int)
    }
    assert {str, int} == {type(leaf) for leaf in leaves(written)}


@pytest.mark.parametrize(
    "words",
    [
        {"delta": "0.051"},
        {"horizon": 4},
        {"attempts": 2},
        {"length": 2},
        {"false_pass": "1/3"},
        {"execution": "0.94"},
        {"kind": [D, D, D]},
        {"false_pass": "adaptive"},
        {"reasons": {"execution": "pilot"}},
        {"false_pass": None, "anchored": {"mass": "1/2", "detection": "1"}},
    ],
)
def test_designs_of_different_content_are_different(words: dict[str, Any]) -> None:
    assert design() != design(**words)


def test_design_is_frozen_and_survives_copy_and_pickle() -> None:
    first = design(reasons={"execution": "pilot"})
    with pytest.raises(dataclasses.FrozenInstanceError):
        first.delta = Fraction(1)  # type: ignore[misc]
    with pytest.raises(TypeError):
        first.reasons["execution"] = "x"  # type: ignore[index]
    assert [first] * 2 == [copy.deepcopy(first), pickle.loads(pickle.dumps(first))]


def test_repr_is_short_for_a_long_design() -> None:
    assert "<Design design: delta=1/20, horizon=1000>" == repr(design(horizon=1000))


# Python


@pytest.mark.parametrize("word", ["delta", "gamma", "false_pass", "execution", "response"])
@pytest.mark.parametrize("value", [0.5, float("nan"), True, b"0.5", object(), {"a": 1}, 1j])
def test_python_value_that_is_not_exact_is_refused_with_its_argument(word: str, value: object) -> None:
    words = {"gamma": "0.1", "response": "1", word: value}
    assert ("", word) == (refusal(design, **words).file, refusal(design, **words).field)


def test_refused_float_shows_the_text_to_write() -> None:
    assert '"0.05"' in str(refusal(design, delta=0.05))


@pytest.mark.parametrize(
    "value", [0, -1, MAX_HORIZON + 1, 3.0, Fraction(3), True, "three", "٣", "3.0", "1e1", None, [3]]
)
def test_horizon_that_is_no_whole_number_in_range_is_refused(value: object) -> None:
    assert "horizon" == refusal(design, horizon=value).field


def test_horizon_as_digits_is_a_whole_number() -> None:
    assert 3 == design(horizon="3").horizon


@pytest.mark.parametrize(
    ("word", "value"), [("attempts", 0), ("attempts", MAX_ATTEMPTS + 1), ("length", 0), ("length", 4)]
)
def test_attempts_and_length_out_of_range_are_refused(word: str, value: int) -> None:
    assert word == refusal(design, **{word: value}).field


def test_limits_are_admitted() -> None:
    assert MAX_ATTEMPTS == design(attempts=MAX_ATTEMPTS).attempts
    assert MAX_HORIZON == len(design(horizon=MAX_HORIZON).given_execution.values)


@pytest.mark.parametrize(
    ("words", "field"),
    [
        ({"anchored": {"mas": 1}}, "anchored.mas"),
        ({"anchored": "0.2"}, "anchored"),
        ({"false_pass": None, "anchored": {"mass": 1}}, "anchored.detection"),
        ({"false_pass": None, "anchored": {"mass": [1], "detection": 1}}, "anchored.mass"),
        ({"anchored": {"mass": "0.2", "detection": 1}}, "false_pass"),
        ({"false_pass": "adaptive", "anchored": {"mass": "0.2", "detection": 1}}, "false_pass"),
        ({"reasons": {"execution": 3}}, "reasons.execution"),
        ({"reasons": {3: "x"}}, "reasons.3"),
        ({"reasons": ["x"]}, "reasons"),
        ({"name": 3}, "path"),
    ],
)
def test_malformed_table_of_an_argument_is_refused_with_its_place(words: dict[str, Any], field: str) -> None:
    assert field == refusal(design, **words).field


def test_anchored_design_keeps_mass_and_detection_and_gives_the_false_pass_bound() -> None:
    read = design(false_pass=None, anchored={"mass": "0.2", "detection": "1/100"})
    assert (Bound(((1, 5),) * 3, "", True), Bound(((1, 100),) * 3, "", True)) == read.anchored
    assert Bound(((499, 500),) * 3, "", True) == read.false_pass


def test_reason_is_read_as_one_line_and_an_empty_one_is_none() -> None:
    assert {"execution": "two lines"} == design(reasons={"execution": "two\n  lines ", "false_pass": " "}).reasons


def test_q_bar_of_0_is_refused_with_a_weaker_valid_bound_as_the_remedy() -> None:
    error = refusal(design, false_pass=0, execution=["0.9", "0.9", 1])
    assert ("false_pass", "q = 0 and c = 1 in round 3", True) == (
        error.field,
        error.got,
        'weaker valid bound, for example false_pass = "1e-9"' in error.write,
    )
    assert design(false_pass="1e-9", execution=1).false_pass is not None


@pytest.mark.parametrize(
    "words", [{"false_pass": ["1/2", 1, "1/2"]}, {"execution": ["0.9", 0, "0.9"]}], ids=["q of 1", "c of 0"]
)
def test_design_with_q_bar_of_one_is_refused(words: dict[str, Any]) -> None:
    error = refusal(design, **words)
    assert ("round 2" in error.got, "declare the round a clarification" in error.write) == (True, True)


# Files


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return folder


def test_table_is_looked_for_beside_the_design(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(
        tmp_path,
        d_toml='[targets]\ndelta = 0.05\nhorizon = 2\n[bounds]\ncsv = "b.csv"\n',
        b_csv="\ufeffq,c\r\n0.5,1\r\n\r\n \r\n0.6,1\r\n\r\n",
    )
    read = Design.load(folder / "d.toml")
    assert (((1, 2), (3, 5)), "b.csv", "d.toml") == (
        read.false_pass and read.false_pass.values,
        read.given_execution.written,
        read.name,
    )
    monkeypatch.chdir(folder)
    assert read == Design.load("d.toml") == Design.loads((folder / "d.toml").read_text())
    assert read == Design.load("b.csv", delta="0.05", horizon=2)


def test_table_named_like_standard_input_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "-").write_text("q,c\n0.5,1\n")
    monkeypatch.chdir(tmp_path)
    text = '[targets]\ndelta = 0.05\nhorizon = 1\n[bounds]\ncsv = "-"\n'
    assert ((1, 2),) == getattr(Design.loads(text).false_pass, "values", None)


def test_adaptive_design_takes_its_other_bounds_from_a_table(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        d_toml='[targets]\ndelta = 0.05\nhorizon = 2\n[bounds]\nfalse_pass = "adaptive"\ncsv = "b.csv"\n',
        b_csv="c\n1\n0.5\n",
    )
    read = Design.load(folder / "d.toml")
    assert (None, ((1, 1), (1, 2))) == (read.false_pass, read.given_execution.values)


def test_anchored_design_needs_no_column_of_false_pass(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        d_toml='[targets]\ndelta = 0.05\nhorizon = 1\n[bounds]\ncsv = "b.csv"\n[anchored]\nmass = 1\ndetection = 0.1\n',
        b_csv="c\n1\n",
    )
    assert ((9, 10),) == getattr(Design.load(folder / "d.toml").false_pass, "values", None)


def test_table_declares_clarifications_whose_cells_may_be_empty() -> None:
    text = "round,kind,q,c,a\n1,diagnostic,0.5,0.9,0.8\n2,clarification,,,\n3,clarification,0.3,0.9,0.7\n"
    read = Design.loads(text, format="csv", delta="0.05", gamma="0.1", horizon=3)
    assert (D, C, C) == read.kinds
    assert ((1, 2), (1, 1), (1, 1)) == getattr(read.false_pass, "values", None)
    assert ((9, 10), (1, 1), (9, 10)) == read.given_execution.values
    assert ((4, 5), (1, 1), (7, 10)) == getattr(read.response, "values", None)


def test_table_without_a_horizon_is_refused_with_its_count_of_rows() -> None:
    error = refusal(Design.loads, "q,c\n0.5,1\n0.5,1\n", format="csv", delta="0.05")
    assert ("horizon", "nothing, with a table of 2 rows", "horizon = 2") == (error.field, error.got, error.write)


@pytest.mark.parametrize(
    ("horizon", "text"),
    [(5, "q,c\n0.5,1\n0.2,0.5\n0.9,1\n"), (2, "q,c\n0.5,1\n0.2,0.5\n0.9,1\n")],
    ids=["too few", "too many"],
)
def test_rows_are_neither_repeated_nor_dropped_to_fit_the_horizon(horizon: int, text: str) -> None:
    error = refusal(Design.loads, text, format="csv", delta="0.05", horizon=horizon)
    assert (f"{horizon} rows, one for each round of the horizon", "3") == (error.expected, error.got)


def test_targets_given_as_keywords_go_before_those_of_the_file() -> None:
    read = Design.loads(MATRIX, delta="0.2", horizon=6, length=None)
    assert (Fraction(1, 5), "0.2", 6, 5) == (read.delta, read.delta_written, read.horizon, read.length)


def test_keyword_target_is_refused_by_its_own_name_and_not_by_the_file() -> None:
    error = refusal(Design.loads, MATRIX, name="d.toml", delta="nan")
    assert ("", "delta") == (error.file, error.field)


def test_keyword_that_is_no_target_is_refused_with_did_you_mean() -> None:
    assert "did you mean delta?" in refusal(Design.loads, MATRIX, dleta="0.2").got


def test_design_on_standard_input_is_toml_or_json(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (MATRIX, json.dumps(Design.loads(MATRIX).to_dict())):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert Design.loads(MATRIX) == Design.load("-")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"delta = 1")))
    assert str(refusal(Design.load, "-")).startswith("standard input: delta: expected delta in its section")


def test_byte_order_mark_and_line_ends_of_windows_change_nothing(tmp_path: Path) -> None:
    (tmp_path / "d.toml").write_bytes(b"\xef\xbb\xbf" + MATRIX.replace("\n", "\r\n").encode())
    assert Design.loads(MATRIX) == Design.load(tmp_path / "d.toml")


def test_error_begins_with_file_and_dotted_field_and_ends_with_what_to_write() -> None:
    error = refusal(Design.loads, MATRIX.replace('"0.05"', '"1.5"'), name="design.toml")
    expected = 'design.toml: targets.delta: expected a number above 0 and below 1, got "1.5"; write delta = "0.05"'
    assert expected == str(error)


@pytest.mark.parametrize("section", ["parameters", "assume", "question"])
def test_section_of_a_later_version_is_refused_as_such(section: str) -> None:
    error = refusal(Design.loads, f"{MATRIX}[{section}]\n")
    assert (section, True) == (error.field, "does not read" in error.expected)


# Size


def test_million_constant_rounds_are_read_in_a_moment_and_share_one_pair() -> None:
    start = time.perf_counter()
    read = design(horizon=1_000_000)
    assert time.perf_counter() - start < 2
    assert read.given_execution.values[0] is read.given_execution.values[-1]


def test_table_of_a_hundred_thousand_rows_is_read_in_seconds() -> None:
    text = "q,c\n" + "".join(f"0.{m % 1000 + 1},0.95\n" for m in range(100_000))
    start = time.perf_counter()
    read = Design.loads(text, format="csv", delta="0.05", horizon=100_000)
    assert time.perf_counter() - start < 10
    assert 100_000 == len(read.given_execution.values)


def test_forged_design_is_refused_when_it_is_unpickled() -> None:
    forged = Design(delta="1/20", horizon=3, false_pass="1/2", execution="1")
    object.__setattr__(forged, "attempts", Fraction(1, 10))
    with pytest.raises((DesignError, TypeError)):
        pickle.loads(pickle.dumps(forged))
