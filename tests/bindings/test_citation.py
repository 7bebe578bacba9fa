"""Citations: every form says what the ledger holds, no more, and stays readable by TeX."""

import hashlib
import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from elenctic import Design, check, citation, claims, methods, report
from elenctic.cli import main
from elenctic.tex import escaped

EXAMPLES = Path(__file__).parents[2] / "spec/examples"
MATRIX = str(EXAMPLES / "matrix-product.toml")
IDS = list(claims.ledger())
ONE = {"delta": "1/20", "horizon": 10, "false_pass": "1/2", "execution": "0.99"}

Captured = pytest.CaptureFixture[str]


def flat(text: str) -> str:
    return " ".join(text.split())


TRACED = """
import sys
from elenctic import Design, check
design, ran = Design.load(sys.argv[1]), set()
def note(frame, event, _):
    module = frame.f_globals.get("__name__", "")
    if event == "call" and module.startswith("elenctic_kernel"):
        ran.add(f"{module}.{frame.f_code.co_qualname}")
sys.setprofile(note)
check(design)
sys.setprofile(None)
print(*ran, sep="\\n")
"""


def kernel_functions_of(path: Path) -> set[str]:
    """Return the kernel's functions that a check runs, in a process of its own: no answer is remembered there."""
    command = [sys.executable, "-c", TRACED, str(path)]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines())


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
        assert {"EXECUTION-RELIABLE.1", "FALSE-PASS-VALID.1", "BOUNDS-FIXED.1", "ANYTIME-SOUND.2"} <= found

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

    @pytest.mark.parametrize("name", ["matrix-product", "scheduling", "fatigue", "effort", "global", "pilot"])
    def test_what_the_answer_rests_on_is_named(self, name: str) -> None:
        design = Design.load(EXAMPLES / f"{name}.toml")
        cited = methods.claims_of(design)
        said = flat(methods.paragraph(check(design)))
        for one in claims.rests_on([one.id for one in cited]):
            assert one.id in said
        assert {"EXECUTION-RELIABLE.1", "FALSE-PASS-VALID.1", "BOUNDS-FIXED.1"} <= {one.id for one in cited}
        assert not [one.id for one in cited if one.superseded_by]

    @pytest.mark.parametrize("name", ["matrix-product", "scheduling", "fatigue", "effort", "global", "pilot"])
    def test_claims_about_kernel_functions_are_cited_only_where_those_run(self, name: str) -> None:
        design = Design.load(EXAMPLES / f"{name}.toml")
        ran = kernel_functions_of(EXAMPLES / f"{name}.toml")
        if design.effort is None and design.global_check is None:  # of the additive criterion, which is not quoted
            ran = {function for function in ran if ".enclosure." not in function}
        proved = [cited for cited in claims.ledger().values() if claims.provable(cited) and cited.covers]
        cited = methods.claims_of(design)
        review = ("elenctic_kernel.step.", "elenctic_kernel.state.", "elenctic_kernel.terms.")
        for one in cited:
            if one in proved and not any(function.startswith(review) for function in one.covers):
                assert ran & set(one.covers), one.id

    def test_every_id_that_is_written_here_stands_and_every_headline_is_proved(self) -> None:
        source = Path(methods.__file__).read_text("utf-8")
        for one in claims.ID.findall(source):
            assert not claims.claim(one).superseded_by
        assert all(methods._standing(name) for name in methods.HEADLINES)

    def test_a_reader_has_few_proved_claims_to_look_up(self) -> None:
        cited = methods.claims_of(Design.load(EXAMPLES / "matrix-product.toml"))
        assert 1 < sum(one.kind == "proved" for one in cited) <= 12

    def test_declared_clarifications_are_no_claim_about_diagnostic_rounds_alone(self) -> None:
        given = {**ONE, "gamma": "0.2", "response": "1", "horizon": 6, "execution": "1"}
        mixed = Design(**given, kind=["clarification", *["diagnostic"] * 5])  # type: ignore[arg-type]
        plain = Design(**given)  # type: ignore[arg-type]
        assert "REGION-INTERVAL.1" in {cited.id for cited in methods.claims_of(plain)}
        assert "REGION-INTERVAL.1" not in {cited.id for cited in methods.claims_of(mixed)}

    def test_theorem_7_is_as_proved_as_the_ledger_says(self, monkeypatch: pytest.MonkeyPatch) -> None:
        proved = replace(claims.claim("VALUE-BOUND.1"), id="ANYTIME-SOUND" + ".9")
        monkeypatch.setattr(methods, "ledger", lambda: {**claims.ledger(), proved.id: proved})
        assert f"are proved by machine ({proved.id}). In words: {claims.INDUCTION}." in methods._theorem()
        monkeypatch.setattr(methods, "ledger", lambda: {"VALUE-BOUND.1": claims.claim("VALUE-BOUND.1")})
        assert f"(VALUE-BOUND.1). In words: {claims.INDUCTION}." in methods._theorem()

    def test_what_is_in_words_is_said_alike_wherever_it_is_said(self) -> None:
        design = Design.load(EXAMPLES / "matrix-product.toml")
        for said in (methods.paragraph(check(design)), report.text(check(design))):
            assert f"n words: {claims.INDUCTION}." in flat(said)
        assert "induction is in words" in claims.CLASSES["proved"]

    def test_a_bound_without_a_reason_and_an_unknown_id_are_said_as_they_stand(self) -> None:
        unknown = "NO-SUCH-CLAIM" + ".7"  # in two parts: no file may cite an ID that is not in the protocol
        design = Design(**ONE, reasons={"false_pass": f"{unknown} says so"})  # type: ignore[arg-type]
        said = flat(methods.paragraph(check(design)))
        assert "execution = 0.99 (no reason given)" in said
        assert f"false_pass = 1/2 ({unknown} says so)" in said
        assert 1 == said.count(unknown)
