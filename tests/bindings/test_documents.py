"""Files and texts: numbers keep their text, and what cannot be read is refused by file and line."""

import builtins
import io
import sys
from pathlib import Path
from typing import Any

import pytest
from elenctic import documents
from elenctic.documents import Doubled, Numeral, Place
from elenctic.errors import DesignError


def refusal(call: Any, *arguments: Any) -> DesignError:
    with pytest.raises(DesignError) as refused:
        call(*arguments)
    return refused.value


@pytest.mark.parametrize(
    "text", ["0.05", "1e400", "1e-1000000000", "0.1000000000000000055511151231257827", "-0.0", "nan"]
)
def test_toml_float_is_kept_as_the_text_that_stands_there(text: str) -> None:
    assert {"delta": Numeral(text)} == documents.parse_toml(f"delta = {text}", "d.toml")


@pytest.mark.parametrize("text", ["0.05", "1e400", "3", "9" * 5000, "-0", "NaN", "-Infinity"])
def test_json_number_is_kept_as_the_text_that_stands_there(text: str) -> None:
    assert {"delta": Numeral(text)} == documents.parse_json(f'{{"delta": {text}}}', "d.json")


def test_toml_integer_may_be_hexadecimal() -> None:
    assert {"horizon": 16} == documents.parse_toml("horizon = 0x10", "d.toml")


def test_json_object_with_a_doubled_key_is_marked_and_named() -> None:
    assert {"targets": Doubled("delta")} == documents.parse_json('{"targets": {"delta": 1, "delta": 2}}', "d.json")


def test_doubled_key_at_the_top_of_a_json_document_is_refused_by_name() -> None:
    error = refusal(documents.parse_json, '{"bounds": 1, "targets": 2, "bounds": 3}', "d.json")
    assert ("d.json", "bounds", "each key once") == (error.file, error.field, error.expected)


@pytest.mark.parametrize(
    ("text", "line"),
    [("a = 1\na = 2\nb = 3\n", 2), ("a = 1\n\n[a]\n", 3), ("a = 1\nb = 2021-13-01\nc = 1", 2), ("a = 1\nb = [1,", 2)],
)
def test_toml_fault_is_refused_with_its_line(text: str, line: int) -> None:
    assert ("d.toml", line) == (refusal(documents.parse_toml, text, "d.toml").file, refusal_line(text))


def refusal_line(text: str) -> int | None:
    return refusal(documents.parse_toml, text, "d.toml").line


def test_toml_integer_beyond_the_digit_limit_is_refused_with_its_line() -> None:
    assert 3 == refusal_line("a = 1\nb = 2\nhorizon = " + "9" * 5000 + "\nc = 3\n")


@pytest.mark.parametrize("parse", [documents.parse_toml, documents.parse_json])
def test_deep_nesting_is_refused_and_not_a_recursion_error(parse: Any) -> None:
    text = '{"a": ' + "[" * 50_000 if parse is documents.parse_json else "a = " + "[" * 50_000
    assert "levels of nesting" in refusal(parse, text, "d").got


@pytest.mark.parametrize("text", ["[]", "3", "null", '"x"', "true", "NaN"])
def test_json_that_is_no_object_is_refused(text: str) -> None:
    assert "a JSON object" == refusal(documents.parse_json, text, "d.json").expected


def test_one_byte_order_mark_is_dropped_and_a_second_is_not() -> None:
    assert "\ufeffa = 1" == documents.checked_text("\ufeff\ufeffa = 1", "d.toml")


@pytest.mark.parametrize(("text", "line"), [("", 1), (" \n\t", 1), ("\ufeff", 1), ("a\n\nb\0", 3), ("\0", 1)])
def test_text_without_content_or_with_a_nul_is_refused_with_its_line(text: str, line: int) -> None:
    assert line == refusal(documents.checked_text, text, "d.toml").line


@pytest.mark.parametrize("text", [None, b"a = 1", 3])
def test_what_is_no_text_is_refused(text: object) -> None:
    assert "the text of a design" == refusal(documents.checked_text, text, "d.toml").expected


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("d.toml", "{}", "toml"),
        ("d.JSON", "a = 1", "json"),
        ("d.csv", "q,c", "csv"),
        ("-", ' \n{"a": 1}', "json"),
        ("-", "\ufeff{}", "json"),
        ("-", "[targets]", "toml"),
        ("d.txt", "{}", "json"),
        ("design", "a = 1", "toml"),
    ],
)
def test_format_is_that_of_the_ending_and_else_that_of_the_text(path: str, text: str, found: str) -> None:
    assert found == documents.checked_format(None, path, text)


def test_format_that_is_told_goes_before_the_ending() -> None:
    assert "csv" == documents.checked_format("csv", "d.toml", "q,c")


@pytest.mark.parametrize("format", ["yaml", "", "TOML", 3])
def test_unknown_format_is_refused(format: object) -> None:
    assert ("format", "one of the formats toml, json and csv") == (
        refusal(documents.checked_format, format, "d", "").field,
        refusal(documents.checked_format, format, "d", "").expected,
    )


@pytest.mark.parametrize("path", [None, 3, 0, True, ["d.toml"], 1.5])
def test_what_is_no_path_is_refused_and_no_descriptor_is_read(path: object) -> None:
    assert "path" == refusal(documents.checked_path, path).field


def test_file_without_permission_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(builtins, "open", denied)
    error = refusal(documents.read_text, "d.toml")
    monkeypatch.undo()
    assert ("d.toml", "a readable file", "Permission denied") == (error.file, error.expected, error.got)


def test_path_with_a_nul_is_refused() -> None:
    assert "a readable file" == refusal(documents.read_text, "d\0.toml").expected


def test_file_at_the_size_limit_is_read_and_one_byte_more_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "MAX_BYTES", 10)
    (tmp_path / "ten").write_bytes(b"x" * 10)
    (tmp_path / "eleven").write_bytes(b"x" * 11)
    assert "x" * 10 == documents.read_text(str(tmp_path / "ten"))
    assert "at most 10 bytes" == refusal(documents.read_text, str(tmp_path / "eleven")).expected


def test_byte_that_is_not_utf_8_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "d.toml").write_bytes(b"a = 1\r\nb = 2\r\n# \xe9\n")
    error = refusal(documents.read_text, str(tmp_path / "d.toml"))
    assert (3, "byte 0xe9 at offset 16") == (error.line, error.got)


def test_standard_input_is_read_as_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("δ\r\n".encode()), encoding="ascii"))
    assert "δ\r\n" == documents.read_text("-")


def test_standard_input_that_is_a_plain_text_stream_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("a = 1"))
    assert "a = 1" == documents.read_text("-")


def test_closed_standard_input_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    error = refusal(documents.read_text, "-")
    assert ("standard input", "a readable file") == (error.file, error.expected)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Numeral("1e400"), "1e400"),
        (Numeral("9" * 100), "9" * 39 + "... (102 characters)"),
        (None, "nothing (null)"),
        (True, "true"),
        ("a\nb", '"a\\nb"'),
        ([1, 2], "a list of 2"),
        ({}, "a table"),
        (Doubled("a"), "a table"),
        (3, "3"),
        (b"x", "a value of type bytes"),
    ],
)
def test_value_is_described_in_the_words_of_the_user(value: object, text: str) -> None:
    assert text == documents.described(value)


def test_place_is_filled_in_where_an_error_names_none() -> None:
    error = Place("d.toml", "bounds.execution", 3).located(DesignError("a", "b", "c", field="x"))
    assert ("d.toml", "x", 3) == (error.file, error.field, error.line)


def test_text_longer_than_the_size_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MAX_BYTES", 10)
    assert "x" * 10 == documents.checked_text("x" * 10, "d.toml")
    assert "at most 10 bytes" == refusal(documents.checked_text, "x" * 11, "d.toml").expected
