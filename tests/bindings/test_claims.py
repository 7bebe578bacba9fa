"""The ledger from the command line: what is listed, and what proves it again."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from elenctic import claims
from elenctic.cli import main
from elenctic.errors import DesignError
from elenctic.extras import MissingPartError
from elenctic.verbs import prove

ROOT = Path(__file__).parents[2]
TABLES: list[dict[str, Any]] = tomllib.loads((ROOT / "spec/claims.toml").read_text("utf-8"))["claim"]
CLASSES = ("proved", "computed", "assumed", "empirical")

Captured = pytest.CaptureFixture[str]


class TestLedger:
    def test_every_claim_of_the_file_is_read_whole(self) -> None:
        assert [table["id"] for table in TABLES] == list(claims.ledger())
        for table in TABLES:
            value = claims.ledger()[table["id"]].to_dict()
            for field in ("id", "class", "statement", "formula", "source", "hypotheses", "covers", "not_covered"):
                assert table[field] == value[field]
            assert table["engines"] == list(value["outcomes"] or {})
            assert table.get("supersedes") == value["supersedes"]

    def test_a_superseded_claim_names_its_successor_and_the_other_way_round(self) -> None:
        assert "ADDITIVE-REGION.2" == claims.claim("ADDITIVE-REGION.1").superseded_by
        assert "ADDITIVE-REGION.1" == claims.claim("ADDITIVE-REGION.2").supersedes

    def test_what_a_claim_rests_on_is_followed_through_its_hypotheses(self) -> None:
        found = {claim.id for claim in claims.rests_on(["LOG-ENCLOSURE.1"])}
        assert {"LOG-ENCLOSURE.1", "EXP-ENCLOSURE.1", "EXP-MONOTONE.1", "EXP-LIMIT.1"} <= found
        assert "EXP-TANGENT.1" not in found

    def test_every_id_that_a_hypothesis_names_is_in_the_ledger(self) -> None:
        assert set(claims.ledger()) == {claim.id for claim in claims.rests_on(claims.ledger())}

    @pytest.mark.parametrize(
        ("word", "meant"),
        [
            ("region-interval.1", "REGION-INTERVAL.1"),
            ("REGION-INTERVAL", "REGION-INTERVAL.1"),
            ("region-interval.9", "REGION-INTERVAL.1"),
            ("value-buond.1", "VALUE-BOUND.1"),
            ("", "elenctic claims"),
            ("zzz" * 1000, "elenctic claims"),
        ],
    )
    def test_an_unknown_id_gets_the_nearest_one(self, word: str, meant: str) -> None:
        with pytest.raises(DesignError) as caught:
            claims.claim(word)
        assert meant in caught.value.write

    def test_without_a_ledger_the_line_that_mends_it_is_printed(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        monkeypatch.setattr(claims, "checkout", lambda: None)
        claims.ledger.cache_clear()
        assert 4 == main(["claims", "--json"])
        out, err = capsys.readouterr()
        assert "pip install" in json.loads(out)["write"]
        assert "pip install" in err
        assert tuple(claims.ledger.cache_info())[3] == 0


class TestClaims:
    def test_json_lists_each_claim_with_the_words_of_the_ledger(self, capsys: Captured) -> None:
        assert 0 == main(["claims", "--json"])
        value = json.loads(capsys.readouterr().out)
        assert "elenctic.claims/1" == value["schema"]
        assert {table["id"] for table in TABLES} == {claim["id"] for claim in value["claims"]}
        wanted = {"id", "class", "statement", "source", "hypotheses", "outcomes"}
        assert all(wanted <= set(claim) for claim in value["claims"])

    def test_the_list_is_by_class_and_its_columns_are_aligned(self, capsys: Captured) -> None:
        assert 0 == main(["claims"])
        head, *lines = capsys.readouterr().out.split("\n\n")[0].splitlines()
        start = head.index("statement")
        said: dict[str, str] = {}
        for line in lines:
            if line[:start].strip():
                assert line[:start].endswith("  ")
                said[line.split()[1]] = line[start:]
            else:  # the statement goes on below itself
                name, before = said.popitem()
                said[name] = f"{before} {line[start:]}"
        assert sorted(TABLES, key=lambda table: CLASSES.index(table["class"])) == [
            next(table for table in TABLES if table["id"] == name) for name in said
        ]
        for name, words in said.items():
            assert words.endswith(claims.claim(name).statement)
            assert words.startswith((claims.claim(name).statement, "(superseded by"))

    @pytest.mark.parametrize("columns", ["80", "120", "400"])
    def test_the_table_is_as_wide_as_the_screen(
        self, columns: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", columns)
        assert 0 == main(["claims"])
        widest = max(len(line) for line in capsys.readouterr().out.split("\n\n")[0].splitlines())
        assert widest <= max(int(columns), 130)
        assert columns != "400" or widest > 200

    @pytest.mark.parametrize("kind", CLASSES)
    def test_one_class_is_listed_when_asked(self, kind: str, capsys: Captured) -> None:
        assert 0 == main(["claims", "--class", kind, "--json"])
        found = [claim["id"] for claim in json.loads(capsys.readouterr().out)["claims"]]
        assert [table["id"] for table in TABLES if table["class"] == kind] == found

    def test_named_claims_are_listed_once_each(self, capsys: Captured) -> None:
        assert 0 == main(["claims", "VALUE-BOUND.1", "VALUE-BOUND.1", "--json"])
        assert ["VALUE-BOUND.1"] == [claim["id"] for claim in json.loads(capsys.readouterr().out)["claims"]]

    @pytest.mark.parametrize("words", [["value-bounds.1"], ["--class", "true"]], ids=" ".join)
    def test_a_misspelt_word_exits_2(self, words: list[str], capsys: Captured) -> None:
        assert 2 == main(["claims", *words])
        out, err = capsys.readouterr()
        assert "" == out
        assert 1 == len(err.splitlines())


def result(outcomes: dict[str, str], killed: int = 0, total: int = 0, mismatches: Sequence[str] = ()) -> str:
    listed = [{"id": name, "outcome": outcome} for name, outcome in outcomes.items()]
    mutants = {"total": total, "killed": killed}
    return json.dumps({"claims": listed, "mutants": mutants, "mismatches": list(mismatches)})


class TestProve:
    @pytest.mark.parametrize(
        ("text", "code"),
        [
            (result({"A": "PROVED"}), 0),
            (result({"A": "PROVED"}, 2, 2), 0),
            (result({"A": "PROVED", "B": "OPEN"}), 3),
            (result({"A": "OPEN"}), 3),
            (result({"B": "PROVED"}), 3),
            (result({}), 3),
            (result({"A": "REFUTED"}), 1),
            (result({"A": "PROVED"}, 1, 2), 1),
            (result({"A": "PROVED"}, mismatches=["a function without a claim"]), 1),
            ("", 3),
            ("[]", 3),
            ("null", 3),
            ('{"claims": [{"id": "A", "outcome": "PROVED"}]}', 3),
            (result({"A": "PROVED"})[:-1], 3),
        ],
    )
    def test_a_result_is_read_from_what_it_says(self, text: str, code: int) -> None:
        assert code == prove.outcome_of(text, ["A"])

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("claim  outcome  engines\nA      PROVED   z3:PROVED\n", 0),
            ("A  OPEN  z3:PROVED cvc5:OPEN\n", 3),
            ("A  REFUTED  z3:REFUTED\n", 1),
            ("A  PROVED  z3:PROVED\n  a mutant  SURVIVED\n", 1),
            ("A  PROVED  z3:PROVED\nmismatch: step: not covered\n", 1),
            ("AA  PROVED  z3:PROVED\n", 3),
            ("PROVED\n", 3),
            ("", 3),
        ],
    )
    def test_a_table_is_read_from_its_rows(self, text: str, code: int) -> None:
        assert code == prove.table_outcome(text, ["A"])

    def test_nothing_to_prove_is_not_proved(self) -> None:
        assert 3 == prove.outcome_of(result({}), [])
        assert 3 == prove.table_outcome("", [])

    @pytest.mark.parametrize(
        ("returned", "found", "code"),
        [(0, 0, 0), (1, 1, 1), (3, 3, 3), (4, 3, 4), (0, 3, 3), (0, 1, 3), (1, 0, 3), (1, 3, 3), (2, 3, 3), (-9, 0, 3)],
    )
    def test_the_process_and_its_output_have_to_agree(self, returned: int, found: int, code: int) -> None:
        assert code == prove.exit_code(returned, found)

    @pytest.mark.parametrize("name", ["EXECUTION-RELIABLE.1", "DETERMINISTIC-REGION.1", "ADDITIVE-REGION.1", "NONE.1"])
    def test_what_no_engine_proves_is_refused_and_nothing_runs(
        self, name: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("the proofs ran"))
        assert 2 == main(["prove", "VALUE-BOUND.1", name])
        assert name in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("name", "near"),
        [
            ("DETERMINISTIC-REGION.1", "elenctic cite"),
            ("ADDITIVE-REGION.1", "elenctic cite"),
            ("value-buond.1", "VALUE-BOUND.1"),
        ],
    )
    def test_a_claim_that_is_not_proved_is_refused_with_what_to_write(
        self, name: str, near: str, capsys: Captured
    ) -> None:
        assert 2 == main(["prove", name, "--json"])
        out, err = capsys.readouterr()
        write = json.loads(out)["write"]
        assert near in write or claims.provable(claims.claim(write.split()[0]))
        assert name in err

    def test_json_says_that_the_statements_came_from_the_code(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        printed = result({"VALUE-BOUND.1": "PROVED"})
        monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, printed))
        assert 0 == main(["prove", "VALUE-BOUND.1", "--json"])
        value = json.loads(capsys.readouterr().out)
        assert (True, True) == (value["rederived"], value["claims"][0]["rederived"])

    def test_progress_goes_to_standard_error_as_each_claim_ends(self) -> None:
        pytest.importorskip("z3")
        command = [sys.executable, "-m", "elenctic", "prove", "VALUE-TIGHT.1", "REGION-INTERVAL.1", "--json", "--fresh"]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=prove._environment(ROOT)
        ) as running:
            assert running.stderr is not None
            assert running.stdout is not None
            assert "VALUE-TIGHT.1: PROVED" == running.stderr.readline().strip()
            assert running.poll() is None  # the other claim is yet to be proved
            assert "REGION-INTERVAL.1: PROVED" == running.stderr.readline().strip()
            assert 2 == len(json.loads(running.stdout.read())["claims"])
        assert 0 == running.returncode

    def test_without_an_engine_the_extra_is_named(self, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
        monkeypatch.setitem(prove.ENGINES, "cvc5", "no_such_engine")
        assert 4 == main(["prove"])
        out, err = capsys.readouterr()
        assert "" == out
        assert "no module no_such_engine" in err
        assert ".[proofs]" in err

    def test_proofs_that_crash_are_open_and_json_says_so(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 1, ""))
        assert 3 == main(["prove", "--json"])
        assert "elenctic.error/1" == json.loads(capsys.readouterr().out)["schema"]

    def test_a_claim_is_proved_from_any_folder(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        pytest.importorskip("z3")
        pytest.importorskip("crosshair")
        monkeypatch.chdir(tmp_path)
        assert 0 == main(["prove", "FLOOR-PRODUCT.1", "--json"])
        value = json.loads(capsys.readouterr().out)
        (found,) = value["claims"]
        assert ("FLOOR-PRODUCT.1", "PROVED") == (found["id"], found["outcome"])
        assert {"z3", "cvc5", "crosshair", "identity"} == set(found["engines"])
        assert found["seconds"] >= 0
        assert {"total", "killed"} <= set(value["mutants"])
        assert 0 == main(["prove", "FLOOR-PRODUCT.1"])
        assert "1 of 1 PROVED" in capsys.readouterr().out

    def test_the_kernel_of_the_checkout_is_the_one_that_is_proved(self, tmp_path: Path) -> None:
        (tmp_path / "elenctic_kernel").mkdir()
        (tmp_path / "elenctic_kernel/__init__.py").write_text("raise RuntimeError\n", "utf-8")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", str(tmp_path))
            environment = prove._environment(ROOT)
        command = [sys.executable, "-c", "import elenctic_kernel; print(elenctic_kernel.__file__)"]
        done = subprocess.run(command, env=environment, cwd=tmp_path / "..", capture_output=True, text=True, check=True)
        assert str(ROOT / "kernel/elenctic_kernel/__init__.py") == done.stdout.strip()


def test_a_missing_part_can_be_sent_to_another_process() -> None:
    import pickle

    error = MissingPartError("a checkout", "none", "git clone")
    again = pickle.loads(pickle.dumps(error))
    assert (str(error), error.to_dict()) == (str(again), again.to_dict())
