"""Citations: every form says what the ledger holds, no more, and stays readable by TeX."""

import hashlib
import json
import re
from pathlib import Path

import pytest
from elenctic import Design, check, citation, claims, methods
from elenctic.cli import main
from elenctic.tex import escaped

EXAMPLES = Path(__file__).parents[2] / "spec/examples"
MATRIX = str(EXAMPLES / "matrix-product.toml")
IDS = list(claims.ledger())
ONE = {"delta": "1/20", "horizon": 10, "false_pass": "1/2", "execution": "0.99"}

Captured = pytest.CaptureFixture[str]


def flat(text: str) -> str:
    return " ".join(text.split())


def unbalanced(text: str) -> int:
    plain = re.sub(r"\\[{}]", "", text)
    return plain.count("{") - plain.count("}")


class TestClaim:
    @pytest.mark.parametrize("name", IDS)
    def test_every_claim_cites_with_what_the_ledger_holds(self, name: str) -> None:
        cited = claims.claim(name)
        said = flat(citation.cite(name))
        assert said.startswith(f"{name} {cited.kind}: ")
        for part in (cited.statement, cited.formula, cited.source, *cited.hypotheses, *cited.covers):
            assert flat(part) in said
        assert cited.superseded_by in said
        assert cited.superseded_by or flat(cited.not_covered) in said
        for other in citation.named(cited):
            assert f"{other.id} ({other.kind}): {flat(other.statement)}" in said
        for command in (f"python -m proofs {name}", f"elenctic prove {name}"):
            assert (command in said) == (cited.kind == "proved")
        lines = citation.cite(name).splitlines()
        assert max(len(line) for line in lines if not line.startswith(("  z3 ", "  cvc5 "))) <= 120

    @pytest.mark.parametrize("name", IDS)
    def test_bibtex_is_one_ascii_entry_with_a_key_of_the_id_alone(self, name: str) -> None:
        entry = citation.cite(name, "bibtex")
        assert entry.isascii()
        assert 1 == entry.count("@")
        assert entry.startswith(f"@misc{{elenctic-{name},\n")
        assert entry.endswith("\n}")
        assert 0 == unbalanced(entry)
        assert re.search(r"(?<!\\)[#%&_$^~<>|]", entry) is None

    @pytest.mark.parametrize("name", IDS)
    def test_latex_is_escaped_ascii(self, name: str) -> None:
        sentence = citation.cite(name, "latex")
        assert sentence.isascii()
        assert 0 == unbalanced(sentence)
        assert re.search(r"(?<!\\)[#%&_$^<>|\"]", sentence) is None
        assert escaped(claims.claim(name).statement) in sentence

    def test_a_superseded_claim_says_by_what_and_why(self, capsys: Captured) -> None:
        assert 0 == main(["cite", "ADDITIVE-REGION.1", "--json"])
        value = json.loads(capsys.readouterr().out)["superseded_by"]
        assert "ADDITIVE-REGION.2" == value["id"]
        assert value["why"].startswith("its enclosures were tested, not proved")
        for form in ("text", "bibtex", "latex"):
            assert "uperseded by ADDITIVE-REGION.2" in flat(citation.cite("ADDITIVE-REGION.1", form))

    def test_an_assumed_claim_has_no_engine_and_no_replay(self, capsys: Captured) -> None:
        assert 0 == main(["cite", "EXECUTION-RELIABLE.1", "--json"])
        value = json.loads(capsys.readouterr().out)
        assert ([], None) == (value["engines"], value["replay"])

    def test_nothing_says_that_theorem_7_is_proved(self) -> None:
        for name in IDS:
            assert "Theorem 7 is proved" not in flat(citation.cite(name))

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ([], "nothing"),
            (["REGION-INTERVALL"], "REGION-INTERVAL.1"),
            (["region-interval.1"], "REGION-INTERVAL.1"),
            (["missing.toml"], "missing.toml"),
            (["bounds.csv"], 'csv = "bounds.csv" under [bounds]'),
            (["REGION-INTERVAL.1", "--bibtex", "--latex"], "one form"),
            (["REGION-INTERVAL.1", "--bibtex", "--json"], "one form"),
            ([MATRIX, "--bibtex"], "--latex"),
        ],
    )
    def test_what_cannot_be_cited_exits_2(self, words: list[str], said: str, capsys: Captured) -> None:
        assert 2 == main(["cite", *words])
        err = capsys.readouterr().err
        assert said in err
        assert 1 == len(err.splitlines())

    def test_a_file_that_is_called_like_a_claim_does_not_hide_the_claim(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        monkeypatch.chdir(tmp_path)
        Path("VALUE-BOUND.1").write_text("no design", "utf-8")
        assert 0 == main(["cite", "VALUE-BOUND.1"])
        assert capsys.readouterr().out.startswith("VALUE-BOUND.1   proved")


class TestTex:
    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("50 % & #1_a", r"50 \% \& \#1\_a"),
            ("\\{x}^~", r"\textbackslash{}\{x\}\textasciicircum{}\textasciitilde{}"),
            ("a--b", "a-{}-b"),
            ("---", "-{}-{}-"),
            ("déjà vu", "deja vu"),
            ("δ ≤ 1", r"$\delta$ $\leq$ 1"),
            ("\u2713", "[U+2713]"),
            ("a\nb\0", "a b "),
            ("", ""),
        ],
    )
    def test_special_characters_are_escaped(self, text: str, wanted: str) -> None:
        assert wanted == escaped(text)


class TestMethods:
    def test_the_paragraph_has_targets_bounds_outcome_digest_and_claims(self, capsys: Captured) -> None:
        assert 0 == main(["cite", MATRIX])
        said = flat(capsys.readouterr().out)
        design = Design.load(MATRIX)
        canonical = json.dumps(design.to_dict(), sort_keys=True, separators=(",", ":"))
        assert hashlib.sha256(canonical.encode()).hexdigest() in said
        assert "false acceptance at most 0.05, true acceptance at least 0.90, at most 10 rounds" in said
        assert "false_pass = 1/2 (FREIVALDS-HALF.1: a fresh uniform 0/1 vector" in said
        assert "certified (early stopping, first crossing 5; R_5 <= 0.032845; C_5 >= 0.904382" in said
        assert "finite-outcome Theorem 7" in said
        assert "Theorem 7 is proved" not in said

    @pytest.mark.parametrize("name", ["matrix-product", "scheduling", "fatigue", "effort", "global", "pilot"])
    def test_every_example_has_one_and_takes_the_exit_code_of_check(self, name: str, capsys: Captured) -> None:
        path = str(EXAMPLES / f"{name}.toml")
        code = main(["check", path, "--json"])
        outcome = json.loads(capsys.readouterr().out)["outcome"]
        assert code == main(["cite", path, "--json"])
        value = json.loads(capsys.readouterr().out)
        assert outcome == value["outcome"]
        for kind, ids in value["claims"].items():
            assert all(claims.claim(one).kind == kind for one in ids)
            assert all(one in value["text"] for one in ids)
        assert code == main(["cite", path, "--latex"])
        sentence = capsys.readouterr().out
        assert sentence.isascii()
        assert 0 == unbalanced(sentence)

    def test_a_global_check_is_told_with_its_own_answer(self, capsys: Captured) -> None:
        main(["cite", str(EXAMPLES / "global.toml")])
        said = flat(capsys.readouterr().out)
        assert "One-shot comparison: global check R_os <= 0.061876 C_os >= 0.938124 not certified" in said
        assert "they do not order the true error rates" in said
        assert "GLOBAL-CHECK.1" in said

    def test_equal_designs_have_one_digest_and_a_changed_bound_another(self) -> None:
        written = Design(**{**ONE, "delta": "0.05", "execution": "99/100"}, name="other")  # type: ignore[arg-type]
        assert methods.digest(Design(**ONE)) == methods.digest(written)  # type: ignore[arg-type]
        changed = Design(**{**ONE, "execution": "0.98"})  # type: ignore[arg-type]
        assert methods.digest(Design(**ONE)) != methods.digest(changed)  # type: ignore[arg-type]

    def test_soundness_alone_assumes_nothing_about_honest_responses(self) -> None:
        found = {cited.id for cited in methods.claims_of(Design(**ONE))}  # type: ignore[arg-type]
        assert not found & {"RESPONSE-RELIABLE.1", "TRUE-CORRECT.1", "PROGRESS-REACHED.1"}
        assert {"EXECUTION-RELIABLE.1", "FALSE-PASS-VALID.1", "BOUNDS-FIXED.1", "VALUE-BOUND.1"} <= found

    def test_q_given_round_by_round_assumes_progress_and_computes_no_lengths(self) -> None:
        given = {**ONE, "false_pass": "adaptive", "gamma": "0.1", "response": "0.99"}
        design = Design(**given)  # type: ignore[arg-type]
        found = {cited.id for cited in methods.claims_of(design)}
        assert "PROGRESS-REACHED.1" in found
        assert not found & {"EARLY-STOPPING.1", "DETERMINISTIC-REGION.1"}
        assert "undecided" in methods.paragraph(check(design))

    def test_the_claims_follow_the_design(self) -> None:
        given = {"delta": "1/20", "horizon": 3, "execution": "1", "anchored": {"mass": "1/2", "detection": "1/2"}}
        kinds = ["clarification", "diagnostic", "diagnostic"]
        design = Design(**given, kind=kinds, length=3, attempts=2)  # type: ignore[arg-type]
        found = {cited.id for cited in methods.claims_of(design)}
        assert {"ANCHORED-MIXTURE.1", "CLARIFICATION-NEUTRAL.1", "AT-HORIZON.1"} <= found
        assert "FIRST-CROSSING.1" not in found
        assert "in all 2 attempts together, each at delta/2" in flat(methods.paragraph(check(design)))

    def test_a_bound_without_a_reason_and_an_unknown_id_are_said_as_they_stand(self) -> None:
        unknown = "NO-SUCH-CLAIM" + ".7"  # in two parts: no file may cite an ID that is not in the protocol
        design = Design(**ONE, reasons={"false_pass": f"{unknown} says so"})  # type: ignore[arg-type]
        said = flat(methods.paragraph(check(design)))
        assert "execution = 0.99 (no reason given)" in said
        assert f"false_pass = 1/2 ({unknown} says so)" in said
        assert 1 == said.count(unknown)
