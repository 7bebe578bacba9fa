"""The index of invariants and the files beside it: what is read, what is refused, what a re-check finds."""

import copy
import hashlib
import json
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from elenctic import citation, claims, invariant_index, recheck, smt_script
from elenctic.cli import main
from elenctic.extras import MissingExtraError, MissingPartError

from tests.bindings import sample_invariants as sample

Captured = pytest.CaptureFixture[str]
ID = "REGION-INTERVAL.1"
FAKE = "import json, os, sys, time; asked = json.loads(sys.stdin.buffer.read()); {}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the package's folder be one with the sample in it."""
    place = sample.write(tmp_path / "invariants")
    monkeypatch.setattr(invariant_index, "FOLDER", place)
    return place


def fake(body: str) -> tuple[str, ...]:
    """Return an engine that does as told with whatever it is asked."""
    return (sys.executable, "-c", FAKE.format(body))


def flat(text: str) -> str:
    return " ".join(text.split())


class TestIndex:
    def test_every_field_is_read(self, folder: Path) -> None:
        index = invariant_index.read(folder)
        assert list(sample.FILES) == list(index.claims)
        assert (1, "1" * 64) == (index.spec_version, index.kernel)
        assert ["5.4.1.0", "1.4.2", ""] == [index.version_of(name) for name in ("z3", "cvc5", "identity")]
        found, given = index.claims[ID], sample.index()["claims"][0]
        for field in ("id", "statement_sha256", "file", "sha256", "swhid", "queries", "goals", "branches", "certified"):
            assert given[field] == getattr(found, field)
        assert given["outcomes"] == found.outcomes
        assert given["hypotheses"] == [vars(each) for each in found.hypotheses]
        assert ("an interval", "empty") == found.witnesses.reachable
        assert "" == index.claims["FLOOR-PRODUCT.1"].file

    def test_the_swhid_is_the_git_blob_hash(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_bytes(b"unsat\n")
        made = subprocess.run(["git", "hash-object", "file"], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert f"swh:1:cnt:{made.stdout.strip()}" == invariant_index.swhid_of(b"unsat\n")

    def test_a_later_schema_is_refused_by_name(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            invariant_index, "FOLDER", sample.write(tmp_path / "later", {"schema": "elenctic.invariants/2"})
        )
        for verb in ("claims", "cite", "prove"):
            words = [verb, *([ID] if verb == "cite" else []), *(["--shipped"] if verb == "prove" else [])]
            assert 4 == main(words)
        with pytest.raises(MissingPartError, match=r"elenctic\.invariants/2"):
            invariant_index.read()

    @pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, "1" * 5000, "\ufeff{}", '{"schema": 1}'])
    def test_what_is_no_index_is_refused(self, text: str, tmp_path: Path) -> None:
        (tmp_path / "invariants.json").write_text(text, "utf-8")
        with pytest.raises(MissingPartError, match=r"invariants\.json"):
            invariant_index.read(tmp_path)

    def test_bytes_that_are_no_utf_8_are_refused(self, tmp_path: Path) -> None:
        (tmp_path / "invariants.json").write_bytes(b"\xff\xfe{}")
        with pytest.raises(MissingPartError):
            invariant_index.read(tmp_path)

    @pytest.mark.parametrize("field", [*sample.index()])
    def test_a_missing_field_of_the_index_is_named(self, field: str, tmp_path: Path) -> None:
        value = sample.index()
        del value[field]
        (tmp_path / "invariants.json").write_text(json.dumps(value), "utf-8")
        with pytest.raises(MissingPartError, match=field):
            invariant_index.read(tmp_path)

    @pytest.mark.parametrize("field", sorted({*sample.entry(ID, b"", 1)} - {"file"}))
    @pytest.mark.parametrize("value", [None, True, -1, 1.5, [1], {"a": 1}], ids=str)
    def test_a_field_of_the_wrong_kind_is_named(self, field: str, value: object, tmp_path: Path) -> None:
        entry = {**sample.entry(ID, b"", 1), field: value}
        sample.write(tmp_path, {"claims": [entry]})
        with pytest.raises(MissingPartError, match=field.replace("swhid", "SWHID|swhid")):
            invariant_index.read(tmp_path)

    @pytest.mark.parametrize(
        "change",
        [
            lambda one: one.update(file="../REGION-INTERVAL.1.smt2"),
            lambda one: one.update(file="other.smt2"),
            lambda one: one.update(id="../x", file="../x.smt2"),
            lambda one: one.update(certified=one["queries"] + 1),
            lambda one: one.update(sha256=one["sha256"][:-1]),
            lambda one: one.update(swhid=one["swhid"].upper()),
            lambda one: one["outcomes"].update(z3="proved"),
            lambda one: one["outcomes"].update(oracle="PROVED"),
            lambda one: one["hypotheses"][0].update(found="perhaps"),
            lambda one: one["witnesses"].update(tight=[1]),
        ],
    )
    def test_what_an_entry_must_not_say_is_refused(self, change: Callable[[Any], None], tmp_path: Path) -> None:
        value = copy.deepcopy(sample.index()["claims"][0])
        change(value)
        sample.write(tmp_path, {"claims": [value]})
        with pytest.raises(MissingPartError, match=r"claims\[0\]"):
            invariant_index.read(tmp_path)

    def test_a_claim_stands_once(self, tmp_path: Path) -> None:
        sample.write(tmp_path, {"claims": sample.index()["claims"][:1] * 2})
        with pytest.raises(MissingPartError, match="a second time"):
            invariant_index.read(tmp_path)


class TestWithoutFolder:
    @pytest.fixture(autouse=True)
    def nothing(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(invariant_index, "FOLDER", tmp_path / "none")

    def test_claims_lists_with_null(self, capsys: Captured) -> None:
        assert 0 == main(["claims", ID, "--json"])
        (value,) = json.loads(capsys.readouterr().out)["claims"]
        assert dict.fromkeys(claims.claim(ID).engines) == value["outcomes"]
        assert 0 == main(["claims"])
        assert "no outcome is recorded" in capsys.readouterr().out

    def test_cite_says_that_no_outcome_is_recorded(self, capsys: Captured) -> None:
        assert 0 == main(["cite", ID])
        out = capsys.readouterr().out
        assert "z3 no outcome recorded" in out
        assert "sha256" not in out
        assert "PROVED" not in out

    def test_prove_prints_the_line_that_mends_it(self, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
        assert 4 == main(["prove", ID, "--shipped", "--json"])
        assert "git restore" in json.loads(capsys.readouterr().out)["write"]
        claims.ledger()
        monkeypatch.setattr(claims, "checkout", lambda: None)
        assert 4 == main(["prove", ID])
        assert "pip install" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
class TestClaims:
    def test_outcomes_are_those_of_the_index(self, capsys: Captured) -> None:
        assert 0 == main(["claims", "--json"])
        value = json.loads(capsys.readouterr().out)
        outcomes = {claim["id"]: claim["outcomes"] for claim in value["claims"]}
        assert {"z3": "PROVED", "cvc5": "PROVED", "identity": "OPEN"} == outcomes[ID]
        assert dict.fromkeys(claims.claim("VALUE-BOUND.1").engines) == outcomes["VALUE-BOUND.1"]
        assert outcomes["EXECUTION-RELIABLE.1"] is None
        assert "1.4.2" == value["versions"]["cvc5"]

    def test_the_table_has_a_column_for_each_engine(self, capsys: Captured) -> None:
        assert 0 == main(["claims"])
        lines = capsys.readouterr().out.splitlines()
        columns = ["class", "ID", "z3", "cvc5", "crosshair", "identity"]
        starts = {word: lines[0].index(word) for word in columns}
        (row,) = [line for line in lines if line.split()[1:2] == [ID]]
        words = ["proved", ID, "PROVED", "PROVED", "-", "OPEN"]
        assert words == [row[starts[word] :].split()[0] for word in columns]


@pytest.mark.usefixtures("folder")
class TestCite:
    def test_the_citation_says_all_that_the_index_holds(self, folder: Path) -> None:
        said = flat(citation.cite(ID))
        given = sample.index()["claims"][0]
        for part in (given["sha256"], given["swhid"], f"elenctic/invariants/{ID}.smt2", "1" * 64):
            assert part in said
        assert "z3 PROVED by z3-solver 5.4.1.0 cvc5 PROVED by cvc5 1.4.2" in said
        assert "identity OPEN: the other queries have no certificate" in said
        assert "3 distinct queries (1 goals, 2 pruned branches), 1 certified by identity, 2 solver-trusted" in said
        assert "needed in membership: 1 <= n removable in membership: 0 < gamma undecided in order: k < n" in said
        for word in ("5 instances", "an interval", "empty", "R_3 = delta", "C_n > 1 - gamma", "mutants 19"):
            assert word in said
        assert f"elenctic prove {ID}" in said
        assert "every answer must be unsat, and there must be 3 of them" in said
        assert f'z3 "{folder / ID}.smt2"' in citation.cite(ID)
        assert f'"{folder / ID}.smt2"' in citation.cite(ID).split("cvc5 --incremental", 1)[1].splitlines()[0]

    def test_json_says_the_same(self, folder: Path, capsys: Captured) -> None:
        assert 0 == main(["cite", ID, "--json"])
        value = json.loads(capsys.readouterr().out)
        data = Path(value["file"]["path"]).read_bytes()
        assert folder / f"{ID}.smt2" == Path(value["file"]["path"])
        assert hashlib.sha256(data).hexdigest() == value["file"]["sha256"]
        assert (3, 1, 2) == tuple(value["file"][key] for key in ("queries", "certified", "solver_trusted"))
        assert ["PROVED", "PROVED", "OPEN"] == [engine["outcome"] for engine in value["engines"]]
        assert ["5.4.1.0", "1.4.2", None] == [engine["version"] for engine in value["engines"]]
        assert ["needed", "removable", "undecided"] == [each["found"] for each in value["dropped"]]
        assert ["C_n > 1 - gamma"] == value["witnesses"]["failing"]
        assert 19 == value["mutants"]
        assert f"elenctic prove {ID}" == value["replay"]["elenctic"]

    @pytest.mark.parametrize("form", ["bibtex", "latex"])
    def test_what_goes_to_print_names_digest_and_versions_and_no_path_of_this_machine(
        self, form: str, folder: Path
    ) -> None:
        said = citation.cite(ID, form)
        assert said.isascii()
        assert str(sample.index()["claims"][0]["sha256"]) in said
        assert "z3-solver 5.4.1.0" in said
        assert str(folder.parent) not in said

    def test_a_claim_without_a_file_names_no_file(self) -> None:
        said = citation.cite("FLOOR-PRODUCT.1")
        assert "z3 PROVED by z3-solver" in said
        assert "crosshair no outcome recorded" in said
        assert "smt2" not in said

    def test_an_index_of_another_revision_says_so(self, folder: Path) -> None:
        sample.write(folder, {"spec_version": 7})
        assert "of revision 7 of the protocol" in flat(citation.cite(ID))


@pytest.mark.usefixtures("folder")
class TestRecheck:
    def one(self, name: str = ID, **options: Any) -> recheck.Rechecked:
        (found,) = recheck.recheck_all([name], **options)
        return found

    def test_both_engines_answer_every_query(self) -> None:
        found = self.one()
        assert {"z3": "PROVED", "cvc5": "PROVED"} == found.engines
        assert ("PROVED", "", 3) == (found.outcome, found.refused, found.queries)

    def test_an_altered_file_is_refused_and_no_engine_asked(self, folder: Path) -> None:
        (folder / f"{ID}.smt2").write_bytes(sample.script() + b"; a comment\n")
        found = self.one(program=("no-such-program",))
        assert found.refused.startswith("refused: file altered: sha256 ")
        assert "OPEN" == found.outcome

    def test_a_wrong_swhid_is_refused(self, folder: Path) -> None:
        sample.rewrite(folder, ID, sample.script(), swhid=f"swh:1:cnt:{'0' * 40}")
        assert self.one().refused.startswith("refused: file altered: swh:1:cnt:")

    def test_a_missing_file_is_refused(self, folder: Path) -> None:
        (folder / f"{ID}.smt2").unlink()
        assert self.one().refused.startswith("refused: ")

    def test_a_query_that_is_sat_is_refuted_by_both(self, folder: Path) -> None:
        sample.rewrite(folder, ID, sample.script((*sample.QUERIES, sample.SAT)), queries=4)
        found = self.one()
        assert {"z3": "REFUTED", "cvc5": "REFUTED"} == found.engines
        assert "z3: answers sat to query 4 of 4" == found.reasons["z3"]
        assert "REFUTED" == found.outcome

    def test_a_query_less_is_open(self, folder: Path) -> None:
        sample.rewrite(folder, ID, sample.script(sample.QUERIES[:2]))
        found = self.one()
        assert {"z3": "OPEN", "cvc5": "OPEN"} == found.engines
        assert "z3: 2 queries in the file, the index says 3" == found.reasons["z3"]
        assert "cvc5: 2 queries in the file, the index says 3" == found.reasons["cvc5"]

    def test_a_query_more_is_open(self, folder: Path) -> None:
        sample.rewrite(folder, ID, sample.script((*sample.QUERIES, sample.QUERIES[0])))
        assert {"z3": "OPEN", "cvc5": "OPEN"} == self.one().engines

    @pytest.mark.parametrize("data", [b"", b"\n", b"(check-sat", b"\xff\xfe", b"(exit)\n" + sample.script()])
    def test_a_file_that_asks_nothing_is_open(self, data: bytes, folder: Path) -> None:
        sample.rewrite(folder, ID, data)
        assert {"z3": "OPEN", "cvc5": "OPEN"} == self.one().engines

    def test_an_index_that_counts_no_query_is_open(self, folder: Path) -> None:
        sample.rewrite(folder, ID, b"", queries=0, certified=0)
        assert "OPEN" == self.one().outcome

    def test_a_command_that_no_engine_knows_is_open(self, folder: Path) -> None:
        sample.rewrite(folder, ID, sample.script().replace(b"(exit)", b"(believe-me)\n(exit)"))
        assert {"z3": "OPEN", "cvc5": "OPEN"} == self.one().engines

    def test_an_engine_that_hangs_is_open(self) -> None:
        found = self.one(program=fake("print('unsat\\nunsat\\nunsat', flush=True); time.sleep(60)"), seconds=0.5)
        assert {"z3": "OPEN", "cvc5": "OPEN"} == found.engines
        assert "z3: no answer in 0.5 s" == found.reasons["z3"]

    @pytest.mark.parametrize(
        ("body", "why"),
        [
            ("pass", "0 answers to 3"),
            ("print('unsat\\n' * 3); sys.exit(1)", "exit 1 after 3 answers"),
            ("print('unsat\\n' * 3, flush=True); os.kill(os.getpid(), 9)", "exit -9"),
            ("print('unsat\\nunknown\\nunsat')", "answers unknown to 1 of 3"),
            ("print('unsat\\nunsat\\nproved')", "says proved"),
            ("print('unsat unsat unsat')", "says unsat unsat unsat"),
            ("print('unsat\\n' * 4)", "4 answers to 3 queries"),
            ("print('UNSAT\\n' * 3)", "says UNSAT"),
        ],
    )
    def test_whatever_else_an_engine_does_is_open(self, body: str, why: str) -> None:
        found = self.one(program=fake(body))
        assert "OPEN" == found.outcome
        assert why in found.reasons["z3"]

    def test_one_engine_that_refutes_is_enough(self) -> None:
        found = self.one(program=fake("print('unsat\\n' * 2 + ('sat' if sys.argv[1] == 'z3' else 'unsat'))"))
        assert {"z3": "REFUTED", "cvc5": "PROVED"} == found.engines
        assert "REFUTED" == found.outcome

    def test_another_strategy_may_answer_what_one_left_unknown(self) -> None:
        body = "cvc5 = sys.argv[1] == 'cvc5'; odd = 'nl-ext=none' in sys.argv and len(asked) == 3; "
        body += "print(*(['unsat'] * (len(asked) - odd) + ['unknown'] * odd if cvc5 else ['unsat'] * 3), sep='\\n')"
        found = self.one(program=fake(body))
        assert ("PROVED", {}) == (found.outcome, found.reasons)

    def test_a_query_that_ends_the_process_costs_its_own_answer_alone(self) -> None:
        body = "cvc5 = sys.argv[1] == 'cvc5'; print('unsat\\n' * (1 if cvc5 else 3), flush=True); "
        body += "cvc5 and len(asked) > 1 and os.kill(os.getpid(), 9)"
        found = self.one(program=fake(body))
        assert "PROVED" == found.outcome

    def test_a_process_that_is_lost_again_and_again_is_open(self) -> None:
        found = self.one(program=fake("sys.argv[1] == 'cvc5' and os.kill(os.getpid(), 9); print('unsat\\n' * 3)"))
        assert {"z3": "PROVED", "cvc5": "OPEN"} == found.engines

    def test_a_program_that_cannot_be_run_is_open(self) -> None:
        found = self.one(program=("no-such-program",))
        assert "cannot be run" in found.reasons["z3"]
        assert "OPEN" == found.outcome

    def test_a_missing_engine_is_open_by_name_and_both_are_a_missing_extra(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(recheck, "missing", lambda: ["cvc5"])
        found = self.one()
        assert {"z3": "PROVED", "cvc5": "OPEN"} == found.engines
        assert 'pip install "elenctic[smt]"' in found.reasons["cvc5"]
        assert "OPEN" == found.outcome
        monkeypatch.setattr(recheck, "missing", lambda: ["z3", "cvc5"])
        with pytest.raises(MissingExtraError, match="smt"):
            self.one()

    @pytest.mark.parametrize(("name", "why"), [("VALUE-BOUND.1", "no such claim"), ("FLOOR-PRODUCT.1", "no SMT-LIB")])
    def test_what_the_index_cannot_show_is_open(self, name: str, why: str) -> None:
        found = self.one(name)
        assert "OPEN" == found.outcome
        assert why in found.reasons["z3"]


class TestScript:
    def test_commands_end_where_their_parentheses_do(self) -> None:
        text = '; a (comment\n(set-info :source |two (( ; "|)(echo "a)b")\n(assert (= x |)|))(check-sat) (cut'
        wanted = ['(set-info :source |two (( ; "|)', '(echo "a)b")', "(assert (= x |)|))", "(check-sat)"]
        assert wanted == smt_script.commands(text)

    def test_each_query_gets_what_stands_before_all(self) -> None:
        first, *_ = found = smt_script.queries_of(sample.script().decode())
        assert 3 == len(found)
        assert first.startswith("(set-info :smt-lib-version 2.6)")
        assert "(declare-fun n () Int)\n(assert (< (* x x) 0.0))\n(set-info :status unsat)\n(check-sat)" in first
        assert "(exit)" not in first

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "(check-sat)",
            "(assert a)(check-sat)",
            "(assert a)(reset-assertions)",
            "(assert a)(check-sat)(check-sat)(reset-assertions)",
            "(check-sat)(assert a)(check-sat)(reset-assertions)",
            "(assert a)(check-sat)(reset-assertions)(reset-assertions)",
            "(assert a)(check-sat)(reset-assertions)(check-sat)",
            "(assert a)(check-sat)(reset-assertions)(declare-const b Bool)",
            "(assert a)(check-sat)(exit)(reset-assertions)",
            "(exit)(assert a)(check-sat)(reset-assertions)",
        ],
    )
    def test_a_script_of_another_form_has_no_queries(self, text: str) -> None:
        assert [] == smt_script.queries_of(text)


@pytest.mark.usefixtures("folder")
class TestProve:
    def test_json_says_that_no_statement_was_rederived(self, capsys: Captured) -> None:
        assert 0 == main(["prove", ID, "VALUE-TIGHT.1", "--shipped", "--json"])
        out, err = capsys.readouterr()
        value = json.loads(out)
        assert value["rederived"] is False
        assert [ID, "VALUE-TIGHT.1"] == [claim["id"] for claim in value["claims"]]
        for claim in value["claims"]:
            assert claim["rederived"] is False
            assert {"z3": "PROVED", "cvc5": "PROVED"} == claim["engines"]
            assert claim["seconds"] >= 0
        assert {"total": 0, "killed": 0} == value["mutants"]
        assert [f"1 of 2: {ID}: PROVED", "2 of 2: VALUE-TIGHT.1: PROVED"] == err.splitlines()

    def test_the_table_says_it_too(self, capsys: Captured) -> None:
        assert 0 == main(["prove", ID, "--shipped"])
        out = capsys.readouterr().out
        assert "1 of 1 PROVED with z3-solver" in out
        assert 2 == out.count("statement not re-derived from code")

    def test_outside_a_checkout_the_files_are_what_there_is(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        claims.ledger()
        monkeypatch.setattr(claims, "checkout", lambda: None)
        assert 0 == main(["prove", ID, "--json"])
        assert json.loads(capsys.readouterr().out)["rederived"] is False

    def test_all_claims_are_asked_for_when_none_is_named(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        monkeypatch.setattr(recheck, "PROGRAM", ("no-such-program",))
        assert 3 == main(["prove", "--shipped", "--json"])
        found = [claim["id"] for claim in json.loads(capsys.readouterr().out)["claims"]]
        assert [cited.id for cited in claims.ledger().values() if claims.provable(cited)] == found

    def test_an_altered_file_exits_1(self, folder: Path, capsys: Captured) -> None:
        (folder / f"{ID}.smt2").write_bytes(b"")
        assert 1 == main(["prove", ID, "--shipped"])
        out, err = capsys.readouterr()
        assert f"{ID}: refused: file altered" in out
        assert "refused: file altered" in err
        assert 1 == main(["prove", ID, "--shipped", "--json"])
        (value,) = json.loads(capsys.readouterr().out)["claims"]
        assert value["refused"].startswith("refused: file altered")

    def test_refuted_exits_1_and_open_exits_3(self, folder: Path) -> None:
        sample.rewrite(folder, ID, sample.script((*sample.QUERIES[:2], sample.SAT)))
        assert 1 == main(["prove", ID, "--shipped"])
        assert 3 == main(["prove", "VALUE-BOUND.1", "--shipped"])

    def test_without_any_engine_the_extra_is_named(self, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
        monkeypatch.setattr(recheck, "missing", lambda: ["z3", "cvc5"])
        assert 4 == main(["prove", ID, "--shipped"])
        assert 'pip install "elenctic[smt]"' in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_the_story_of_an_author_proves_and_checks_the_file(capsys: Captured) -> None:
    root = Path(__file__).parents[2]
    story = runpy.run_path(str(root / "spec/examples/stories/cite_an_invariant.py"))
    story["main"]()
    out = capsys.readouterr().out
    assert f"{ID} PROVED" in out
    assert "statement re-derived from code: False" in out
    assert "must answer unsat 3 times" in out


def test_the_program_that_asks_the_engines_imports_nothing_of_elenctic() -> None:
    seen = "import runpy, sys; runpy.run_path(sys.argv[1]); print([m for m in sys.modules if m.startswith('elenctic')])"
    done = subprocess.run(
        [sys.executable, "-P", "-c", seen, recheck.PROGRAM[-1]], capture_output=True, text=True, check=True
    )
    assert "[]" == done.stdout.strip()


@pytest.mark.skipif(not invariant_index.FOLDER.exists(), reason="the index is generated by the proofs")
def test_the_index_that_is_shipped_is_of_this_ledger_and_its_files_are_whole() -> None:
    index = invariant_index.read()
    assert {cited.id for cited in claims.ledger().values() if claims.provable(cited)} == set(index.claims)
    files = {invariant.file: invariant for invariant in index.claims.values() if invariant.file}
    assert {path.name for path in index.folder.glob("*.smt2")} == set(files)
    for name, invariant in files.items():
        data = (index.folder / name).read_bytes()
        assert (invariant.sha256, invariant.swhid) == (invariant_index.sha256_of(data), invariant_index.swhid_of(data))
        assert invariant.queries == data.count(b"(check-sat)") > 0
