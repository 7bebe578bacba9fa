"""Every malformed design is refused with place, expectation and finding, and leaves its folder as it was."""

import json
import time
from pathlib import Path

import pytest
from elenctic.certification import check
from elenctic.cli import main
from elenctic.design import Design
from elenctic.errors import DesignError

from tests.bindings.malformed_designs import MALFORMED, MODELS, NUMBERS, SAYS, Case


def write(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


def listing(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() if path.is_file() else b"" for path in sorted(folder.rglob("*"))}


def refusal(folder: Path, case: Case) -> DesignError:
    _, files, main, _ = case
    write(folder, files)
    before = listing(folder)
    with pytest.raises(DesignError) as refused:
        Design.load(folder / main)
    assert before == listing(folder)
    return refused.value


def names_place(error: DesignError, folder: Path, case: Case) -> bool:
    _, files, main, where = case
    file_named = error.file in [str(folder / name) for name in [main, *files]]
    return file_named and where == (error.line if isinstance(where, int) else error.field)


@pytest.mark.parametrize("case", MALFORMED, ids=lambda case: case[0])
def test_malformed_design_is_refused_with_place_expectation_and_finding(tmp_path: Path, case: Case) -> None:
    error = refusal(tmp_path, case)
    expected, got = SAYS[case[0]]
    assert names_place(error, tmp_path, case), str(error)
    assert expected in error.expected
    assert got in error.got
    assert error.write
    assert str(error).isprintable()


@pytest.mark.parametrize("case", MODELS, ids=lambda case: case[0])
def test_malformed_model_is_refused_when_its_lengths_are_decided(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], case: Case
) -> None:
    _, files, main_file, _ = case
    write(tmp_path, files)
    design = Design.load(tmp_path / main_file)
    with pytest.raises(DesignError) as refused:
        check(design)
    expected, got = SAYS[case[0]]
    assert names_place(refused.value, tmp_path, case), str(refused.value)
    assert expected in refused.value.expected
    assert got in refused.value.got
    assert str(refused.value).isprintable()
    monkeypatch.chdir(tmp_path)
    assert 2 == main(["check", main_file, "--json"])
    assert refused.value.to_dict() == {**json.loads(capsys.readouterr().out), "file": str(tmp_path / main_file)}


@pytest.mark.parametrize("case", NUMBERS, ids=lambda case: case[0])
def test_text_that_is_no_proportion_is_refused_in_every_field_and_form(tmp_path: Path, case: Case) -> None:
    error = refusal(tmp_path, case)
    assert names_place(error, tmp_path, case), str(error)
    assert str(error).isprintable()


def test_hostile_number_costs_nothing(tmp_path: Path) -> None:
    case = next(case for case in MALFORMED if case[0] == "a delta of a billion decimals")
    start = time.perf_counter()
    refusal(tmp_path, case)
    assert time.perf_counter() - start < 1


def test_every_case_has_a_name_of_its_own() -> None:
    names = [case[0] for case in [*MALFORMED, *MODELS, *NUMBERS]]
    assert len(names) == len(set(names))


def test_table_holds_the_kinds_that_were_asked_for() -> None:
    assert len(MALFORMED) >= 80
    assert len([case for case in [*MALFORMED, *MODELS] if str(case[3]).startswith(("effort", "global"))]) >= 40
    assert {"d.toml", "d.json", "bounds.csv"} <= {name for _, files, _, _ in MALFORMED for name in files}
