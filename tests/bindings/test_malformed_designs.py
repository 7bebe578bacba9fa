"""Every malformed design is refused with place, expectation and finding, and leaves its folder as it was."""

import time
from pathlib import Path

import pytest
from elenctic.design import Design
from elenctic.errors import DesignError

from tests.bindings.malformed_designs import MALFORMED, NUMBERS, SAYS, Case


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
    names = [case[0] for case in [*MALFORMED, *NUMBERS]]
    assert len(names) == len(set(names))


def test_table_holds_the_kinds_that_were_asked_for() -> None:
    assert len(MALFORMED) >= 80
    assert {"d.toml", "d.json", "bounds.csv"} <= {name for _, files, _, _ in MALFORMED for name in files}
