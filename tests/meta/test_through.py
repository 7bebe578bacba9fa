"""The two stages that no wrong kernel gets through: what they call red, and what is no answer at all."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from proofs import through
from proofs.mutants import MUTANTS, Mutant
from proofs.through import GREEN, NOT_RUN, Passage, by_proofs, by_tests, checkout, in_order, passage

ROOT = Path(__file__).parents[2]
PROVED = json.dumps({"claims": [{"outcome": "PROVED", "reason": ""}], "mismatches": []})
DIFFERS = json.dumps({"claims": [{"outcome": "PROVED", "reason": ""}], "mismatches": ["region: a small world"]})
REFUTED = json.dumps({"claims": [{"outcome": "REFUTED", "reason": "the goal fails"}], "mismatches": []})


@pytest.mark.parametrize(
    ("proofs", "tests", "shut"),
    [
        ("red (exit 1)", "red (test)", True),
        ("red (exit 1)", NOT_RUN, True),
        (GREEN, "red (test)", False),
        ("red (exit 1)", GREEN, False),
        ("BROKEN (4)", "red (test)", False),
        ("red (exit 3)", "BROKEN (exit 2)", False),
    ],
)
def test_one_green_or_broken_stage_is_a_way_through(proofs: str, tests: str, shut: bool) -> None:
    assert Passage("", proofs, tests).shut is shut
    assert through._summed([Passage("", proofs, tests)], 1.0) == (0 if shut else 1)


def test_no_mutant_at_all_is_no_success() -> None:
    assert passage(Mutant("", "step", "no such text", "", "")).shut is False


@pytest.mark.parametrize(
    ("code", "said", "found"),
    [
        (0, PROVED, GREEN),
        (1, REFUTED, "red (exit 1, REFUTED"),
        (3, REFUTED, "red (exit 3"),
        (1, DIFFERS, "red (exit 1, PROVED: region: a small world"),
        (1, PROVED, "BROKEN"),
        (2, "usage", "BROKEN"),
        (4, "", "BROKEN"),
        (-9, REFUTED, "BROKEN"),
        (1, "Traceback", "BROKEN"),
        (None, "no end in 1 s", "red (no end"),
    ],
)
def test_only_a_claim_refuted_or_open_or_a_small_world_makes_the_proofs_red(
    code: int | None, said: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(through, "_run", lambda *_: (code, said))
    assert by_proofs(ROOT, "A.1").startswith(found)


@pytest.mark.parametrize(
    ("code", "said", "found"),
    [
        (0, "5 passed", GREEN),
        (1, "FAILED tests/unit/test_step.py::test_x - assert", "red (test_step.py::test_x)"),
        (2, "ERROR tests/unit/test_step.py", "red (test_step.py)"),
        (2, "usage", "BROKEN"),
        (1, "", "BROKEN"),
        (5, "no tests ran", "BROKEN"),
        (None, "no end in 1 s", "red (no end in 1 s)"),
    ],
)
def test_only_a_test_that_fails_makes_the_tests_red(
    code: int | None, said: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(through, "_run", lambda *_: (code, said))
    assert by_tests(ROOT, "step").startswith(found)


def test_every_unit_test_has_one_turn_and_those_of_the_module_the_first() -> None:
    turns = in_order(ROOT, "fold")
    assert turns[0] == ["tests/unit/test_contracts.py", "tests/unit/test_fold.py"]
    named = [name for turn in turns for name in turn]
    assert sorted(named) == sorted(f"tests/unit/{path.name}" for path in (ROOT / "tests/unit").glob("test_*.py"))


def test_a_copy_differs_from_this_checkout_by_its_mutant_alone() -> None:
    if subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=False).returncode != 0:
        pytest.skip("not a git checkout, so there is no list of tracked files")
    mutant = MUTANTS[0]
    with checkout(mutant) as copy:
        paths = [path.relative_to(copy) for path in copy.rglob("*") if path.is_file()]
        changed: list[Any] = [str(path) for path in paths if (copy / path).read_bytes() != (ROOT / path).read_bytes()]
        text = (copy / changed[0]).read_text("utf-8")
    assert changed == [f"kernel/elenctic_kernel/{mutant.module}.py"]
    assert (text.count(mutant.new), text.count(mutant.old)) == (1, 0)
    assert len(paths) > 100


def test_an_unknown_mutant_is_a_usage_error() -> None:
    with pytest.raises(SystemExit) as refused:
        through.main(["no such mutant"])
    assert refused.value.code == 2
