"""``elenctic bounds``: what it prints, what it guarantees, and every malformed pilot refused with its place."""

import io
import json
import sys
import tomllib
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from elenctic import Design, DesignError, check
from elenctic.cli import main
from elenctic.pilot import Pilot, pilot_bounds

EXAMPLE = Path(__file__).parents[2] / "spec/examples/pilot.csv"
HEAD = b"bound,misses,trials\n"

PRINTED = """\
BOUNDS  pilot.csv   joint confidence 0.95, shared equally by 2 rows

bound      misses  trials  at least  alpha
execution       0     400  0.990820  0.025
response        1     600  0.990749  0.025

[bounds]
execution = "0.990820"
response = "0.990749"
[reasons]
execution = "pilot.csv: 0 misses of 400, one-sided 97.5 %, Clopper-Pearson"
response = "pilot.csv: 1 miss of 600, one-sided 97.5 %, Clopper-Pearson"

pilot and review together, for a design that is certified with these bounds:
both bounds hold  with probability >= 0.95 over the pilot
false acceptance  <= delta + 0.025     alpha of execution
true acceptance   >= 1 - gamma - 0.05  alpha of execution and response
to keep a delta and a gamma in all: check the design at delta - 0.025 and gamma - 0.05

"""

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(data: bytes, name: str = "pilot.csv") -> str:
    Path(name).write_bytes(data)
    return name


class TestWhatIsPrinted:
    def test_the_example_prints_bounds_lines_to_paste_and_the_guarantee(self, capsys: Captured) -> None:
        assert 0 == main(["bounds", str(EXAMPLE)])
        out, err = capsys.readouterr()
        assert out.startswith(PRINTED)
        assert "" == err
        assert out.isascii()
        assert max(map(len, out.splitlines())) <= 100

    def test_every_number_has_its_class_and_averages_are_warned_of(self, capsys: Captured) -> None:
        assert 0 == main(["bounds", str(EXAMPLE)])
        out = " ".join(capsys.readouterr().out.split())
        assert "computed exactly: lower bounds" in out
        assert "empirical: misses, trials" in out
        assert "assumed by you: trials independent" in out
        assert "an average over people, rounds or tasks is not a history-uniform bound" in out
        assert "a pilot repeated until it pleases is not covered" in out

    def test_what_is_printed_can_be_pasted_into_a_design_and_certifies_it(self) -> None:
        answer = pilot_bounds(EXAMPLE)
        pasted = json.loads(answer.to_json())["toml"]
        assert pasted in str(answer)
        read = tomllib.loads(pasted)
        design = Design.loads(
            '[targets]\ndelta = "0.05"\ngamma = "0.10"\nhorizon = 10\n'
            + pasted.replace("[reasons]", 'false_pass = "1/2"\n[reasons]\nfalse_pass = "FREIVALDS-HALF.1"')
        )
        assert check(design).certified
        assert dict(design.reasons)["execution"] == read["reasons"]["execution"]

    @pytest.mark.parametrize(
        "name", ['a "b".csv', "back\\slash.csv", "d\u00e9j\u00e0.csv", "\U0001f600.csv", "x\ny.csv"]
    )
    def test_a_strange_file_name_is_still_ascii_that_toml_reads(self, name: str, capsys: Captured) -> None:
        assert 0 == main(["bounds", write(HEAD + b"execution,0,200\n", name)])
        out = capsys.readouterr().out
        pasted = out[out.index("[bounds]") : out.index("\n\npilot and review")]
        assert pasted.isascii()
        said = tomllib.loads(pasted)["reasons"]["execution"]
        assert said.startswith(name if name.isprintable() else "x\\ny.csv")
        assert said.endswith(": 0 misses of 200, one-sided 95 %, Clopper-Pearson")

    def test_one_row_takes_all_of_alpha(self, capsys: Captured) -> None:
        assert 0 == main(["bounds", write(HEAD + b"execution,0,200\n")])
        out = capsys.readouterr().out
        assert 'execution = "0.985132"\n' in out
        assert "the bound holds   with probability >= 0.95 over the pilot\n" in out
        assert "false acceptance  <= delta + 0.05      alpha of execution\n" in out
        assert "true acceptance   >= 1 - gamma - 0.05  alpha of execution; response from elsewhere\n" in out

    def test_a_response_row_costs_soundness_nothing(self, capsys: Captured) -> None:
        assert 0 == main(["bounds", write(HEAD + b"response,0,200\n")])
        out = capsys.readouterr().out
        assert "false acceptance  <= delta             execution from elsewhere\n" in out
        assert "true acceptance   >= 1 - gamma - 0.05  alpha of response; execution from elsewhere\n" in out
        assert "whose correct check fails" not in out

    @pytest.mark.parametrize(
        ("confidence", "percent", "line"),
        [
            ("0.9", "95 %", "joint confidence 0.9,"),
            ("9/10", "95 %", "joint confidence 9/10,"),
            ("0.999", "99.95 %", "joint confidence 0.999,"),
            ("1/3", "at least 66.666666 %", "joint confidence 1/3,"),
            ("0." + "9" * 60, "at least 99.999999 %", "joint confidence 0.999999,"),
        ],
    )
    def test_the_confidence_of_a_row_is_exact_or_rounded_down(
        self, confidence: str, percent: str, line: str, capsys: Captured
    ) -> None:
        assert 0 == main(["bounds", str(EXAMPLE), "--confidence", confidence])
        out = capsys.readouterr().out
        assert f"one-sided {percent}, Clopper-Pearson" in out
        assert line in out.splitlines()[0]

    def test_digits_are_those_asked_for(self, capsys: Captured) -> None:
        assert 0 == main(["bounds", str(EXAMPLE), "--digits", "9"])
        assert 'execution = "0.990820195"\n' in capsys.readouterr().out

    def test_an_undecided_last_digit_is_said(self, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
        monkeypatch.setattr("elenctic.binomial_tail.SHORT_BITS", 0)
        monkeypatch.setattr("elenctic.binomial_tail.LONG_BITS", 0)
        assert 0 == main(["bounds", write(HEAD + b"execution,0,3\n"), "--confidence", "0.999"])
        out = capsys.readouterr().out
        assert 'execution = "0.099999"\n' in out
        assert "execution: one step of the last decimal more was left undecided\n" in out


class TestNeeds:
    @pytest.mark.parametrize(("least", "trials"), [("0.99", "299"), ("0.985", "199"), ("99/100", "299"), ("0.05", "1")])
    def test_the_trials_that_show_a_bound_without_a_miss(self, least: str, trials: str, capsys: Captured) -> None:
        assert 0 == main(["bounds", "--need", f"execution={least}", "--confidence", "0.95"])
        out = capsys.readouterr().out
        assert out.startswith("NEEDED  trials without a miss   joint confidence 0.95\n")
        assert ["execution", least, "0.05", trials] == out.splitlines()[2].split()

    def test_two_needs_share_alpha(self, capsys: Captured) -> None:
        assert 0 == main(["bounds", "--need", "execution=0.99", "--need", "response=0.985"])
        rows = [line.split() for line in capsys.readouterr().out.splitlines()[-2:]]
        assert [["execution", "0.99", "0.025", "368"], ["response", "0.985", "0.025", "245"]] == rows

    def test_a_pilot_and_a_need_are_both_answered_each_with_its_own_share(self, capsys: Captured) -> None:
        assert 0 == main(["bounds", str(EXAMPLE), "--need", "execution=0.99"])
        out = capsys.readouterr().out
        assert out.startswith(PRINTED)
        assert "\nexecution     0.99   0.05     299\n" in out
        assert "one that bounds response as well, at half the alpha, takes 368" in " ".join(out.split())

    @pytest.mark.parametrize("trials", [199, 198])
    def test_a_pilot_of_that_many_trials_shows_it_and_one_less_does_not(self, trials: int) -> None:
        shown = pilot_bounds(Pilot.loads(f"bound,misses,trials\nexecution,0,{trials}\n")).rows[0].lower.value
        assert (trials >= 199) is (shown >= Fraction("0.985"))


class TestJson:
    def test_it_is_one_value_with_strings_for_probabilities_and_a_class_for_each(self, capsys: Captured) -> None:
        assert 0 == main(["bounds", str(EXAMPLE), "--need", "response=0.985", "--json"])
        value = json.loads(capsys.readouterr().out)
        assert ("elenctic.bounds/1", "pilot.csv", "19/20") == (value["schema"], value["pilot"], value["confidence"])
        execution = value["rows"][0]
        assert {"exact": None, "decimal": "0.990820", "rounding": "down"} == execution["lower"]
        assert ("1/40", 0, 400, True) == tuple(execution[key] for key in ("alpha", "misses", "trials", "usable"))
        together = {
            "bounds": ["execution", "response"],
            "confidence": "19/20",
            "false_accept_adds": "1/40",
            "true_accept_loses": "1/20",
        }
        assert together == value["together"]
        assert [{"bound": "response", "least": "197/200", "alpha": "1/20", "misses": 0, "trials": 199}] == value[
            "needs"
        ]
        assert {"empirical", "computed", "assumed"} == set(value["classes"].values())
        assert any("history-uniform" in said for said in value["warnings"])

    def test_needs_alone_have_no_rows_and_nothing_to_paste(self, capsys: Captured) -> None:
        assert 0 == main(["bounds", "--need", "execution=0.99", "--json"])
        value = json.loads(capsys.readouterr().out)
        assert (None, [], None, None, []) == tuple(
            value[key] for key in ("pilot", "rows", "toml", "together", "warnings")
        )


class TestBoundsThatCannotBeUsed:
    def test_all_trials_missed_is_an_answer_of_no_with_the_remedy(self, capsys: Captured) -> None:
        name = write(HEAD + b"execution,30,30\n")
        assert 1 == main(["bounds", name])
        out = capsys.readouterr().out
        assert out.startswith("NO BOUND  pilot.csv")
        assert "execution cannot be used: every trial was a miss; change the check or the questions" in out
        assert "[bounds]" not in out
        assert "acceptance" not in out
        assert 1 == main(["bounds", name, "--json"])
        row = json.loads(capsys.readouterr().out)["rows"][0]
        assert ("0.000000", False) == (row["lower"]["decimal"], row["usable"])
        assert row["remedy"]

    def test_the_other_bound_keeps_its_share_and_its_lines(self, capsys: Captured) -> None:
        assert 1 == main(["bounds", write(HEAD + b"execution,5,5\nresponse,0,200\n")])
        out = capsys.readouterr().out
        assert out.startswith("NOT ALL BOUNDED  pilot.csv")
        assert 'response = "0.981724"\n' in out
        assert "execution =" not in out
        assert "the bound holds   with probability >= 0.975 over the pilot\n" in out

    def test_too_few_digits_are_named_as_such(self, capsys: Captured) -> None:
        name = write(HEAD + b"execution,999999,1000000\n")
        assert 1 == main(["bounds", name])
        assert "try --digits 12" in capsys.readouterr().out
        assert 0 == main(["bounds", name, "--digits", "12"])


class TestGuarantee:
    """Pilot and review together, added up over every pilot that can happen."""

    TRIALS, DELTA, GAMMA, HORIZON = 60, Fraction(1, 20), Fraction(1, 2), 12

    @pytest.mark.parametrize("execution", ["0.90", "0.951297", "0.951298", "0.951", "0.97", "0.99"])
    @pytest.mark.parametrize("confidence", ["0.95", "0.8", "0.5"])
    def test_what_a_worst_case_accepts_is_within_the_sums_that_are_printed(
        self, execution: str, confidence: str
    ) -> None:
        c, alpha = Fraction(execution), 1 - Fraction(confidence)
        accepted_false = rejected_true = reviewed = Fraction(0)
        for misses in range(self.TRIALS + 1):
            chance = comb(self.TRIALS, misses) * c ** (self.TRIALS - misses) * (1 - c) ** misses
            length = self.certified_length(misses, confidence)
            if length:
                reviewed += chance
                accepted_false += chance * (1 - c / 2) ** length
                rejected_true += chance * (1 - c**length)
        assert reviewed > 0
        assert accepted_false <= self.DELTA + alpha
        assert rejected_true <= self.GAMMA + alpha

    def certified_length(self, misses: int, confidence: str) -> int | None:
        pilot = Pilot.loads(f"bound,misses,trials\nexecution,{misses},{self.TRIALS}\n")
        row = pilot_bounds(pilot, confidence=confidence).rows[0]
        if row.lower.steps == 0:
            return None
        design = Design(
            delta=self.DELTA,
            gamma=self.GAMMA,
            horizon=self.HORIZON,
            false_pass="1/2",
            execution=row.lower.decimal,
            response="1",
        )
        answer = check(design)
        return answer.first_crossing if answer.certified else None


READ = {
    "a byte-order mark": b"\xef\xbb\xbfbound,misses,trials\nexecution,0,200\n",
    "CRLF": b"bound,misses,trials\r\nexecution,0,200\r\n",
    "blank lines": b"\n\nbound,misses,trials\n\nexecution,0,200\n  \n",
    "another order": b"trials,bound,misses\n200,execution,0\n",
    "spaces": b" bound , misses ,\ttrials\nexecution , 0, 200 \n",
    "quotes": b'"bound","misses","trials"\n"execution","0","200"\n',
    "zeros in front": b"bound,misses,trials\nexecution,00,0200\n",
    "no line end": b"bound,misses,trials\nexecution,0,200",
}


@pytest.mark.parametrize("data", READ.values(), ids=READ.keys())
def test_a_table_is_read_in_every_form_that_spreadsheets_write(data: bytes, capsys: Captured) -> None:
    assert 0 == main(["bounds", write(data)])
    assert 'execution = "0.985132"\n' in capsys.readouterr().out


def test_a_pilot_comes_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(EXAMPLE.read_bytes()), encoding="utf-8"))
    assert 0 == main(["bounds", "-"])
    out = capsys.readouterr().out
    assert out.startswith("BOUNDS  standard input   joint confidence 0.95")
    assert 'execution = "standard input: 0 misses of 400, one-sided 97.5 %, Clopper-Pearson"\n' in out


MALFORMED: list[tuple[str, bytes, str, int, str]] = [
    ("an empty file", b"", "", 1, "a table with the header"),
    ("blank lines only", b"\n \n\n", "", 1, "a table with the header"),
    ("quotes with nothing in them", b'""\n', "", 1, "a table with the header"),
    ("a header without rows", HEAD, "", 1, "one row for each bound"),
    ("no header", b"execution,0,200\n", "execution", 1, "the columns bound, misses, trials"),
    ("a misspelt column", b"bound,mises,trials\nexecution,0,200\n", "mises", 1, "the columns bound, misses, trials"),
    ("a column too many", b"bound,misses,trials,who\nexecution,0,200,me\n", "who", 1, "the columns"),
    ("a column twice", b"bound,misses,misses\nexecution,0,200\n", "misses", 1, "each column once"),
    ("a column missing", b"bound,misses\nexecution,0\n", "", 1, "the columns bound, misses, trials"),
    ("upper case", b"Bound,misses,trials\nexecution,0,200\n", "Bound", 1, "the columns bound, misses, trials"),
    ("semicolons", b"bound;misses;trials\nexecution;0;200\n", "", 1, "the header"),
    ("tabs", b"bound\tmisses\ttrials\nexecution\t0\t200\n", "", 1, "the header"),
    ("semicolons in a row", HEAD + b"execution;0;200\n", "", 2, "3 cells"),
    ("a short row", HEAD + b"execution,0\n", "", 2, "3 cells"),
    ("a long row", HEAD + b"execution,0,200,9\n", "", 2, "3 cells"),
    ("a decimal comma", HEAD + b"execution,0,5,200\n", "", 2, "3 cells"),
    ("an unclosed quote", HEAD + b'execution,"0,200\n', "", 2, "CSV"),
    ("an unknown bound", HEAD + b"speed,0,200\n", "bound", 2, "execution or response"),
    ("a misspelt bound", HEAD + b"\nexecutoin,0,200\n", "bound", 3, "execution or response"),
    ("a symbol for a bound", HEAD + b"c,0,200\n", "bound", 2, "execution or response"),
    ("no bound", HEAD + b",0,200\n", "bound", 2, "execution or response"),
    ("false_pass", HEAD + b"false_pass,0,200\n", "bound", 2, "against every adaptive prover"),
    ("q", HEAD + b"q,0,200\n", "bound", 2, "against every adaptive prover"),
    ("a bound twice", HEAD + b"execution,0,200\n\nexecution,1,9\n", "bound", 4, "one row for each bound"),
    ("more misses than trials", HEAD + b"execution,201,200\n", "misses", 2, "from 0 to 200, the trials of this row"),
    ("a negative count", HEAD + b"execution,-1,200\n", "misses", 2, "a whole number from 0 to 200"),
    ("no trials", HEAD + b"execution,0,0\n", "trials", 2, "a whole number from 1 to 10000000"),
    ("too many trials", HEAD + b"execution,0,10000001\n", "trials", 2, "a whole number from 1 to 10000000"),
    ("a count of thousands of digits", HEAD + b"execution,0," + b"9" * 5000 + b"\n", "trials", 2, "a whole number"),
    ("a count with a point", HEAD + b"execution,0,200.0\n", "trials", 2, "a whole number"),
    ("an exponent", HEAD + b"execution,0,2e2\n", "trials", 2, "a whole number"),
    ("a share for a count", HEAD + b"execution,0.01,200\n", "misses", 2, "a whole number"),
    ("a percentage", HEAD + b"execution,1%,200\n", "misses", 2, "a whole number"),
    ("a count in words", HEAD + b"execution,none,200\n", "misses", 2, "a whole number"),
    ("an empty count", HEAD + b"execution,,200\n", "misses", 2, "a whole number"),
    ("nan", HEAD + b"execution,nan,200\n", "misses", 2, "a whole number"),
    ("true", HEAD + b"execution,true,200\n", "misses", 2, "a whole number"),
    ("digits of another script", HEAD + "execution,٠,200\n".encode(), "misses", 2, "a whole number"),
    ("a count with commas in quotes", HEAD + b'execution,0,"1,000"\n', "trials", 2, "a whole number"),
    ("UTF-16", "bound,misses,trials\n".encode("utf-16"), "", 1, "UTF-8 text"),
    ("Latin-1", HEAD + b"r\xe9sponse,0,200\n", "", 2, "UTF-8 text"),
    ("a NUL", HEAD + b"execution,\x000,200\n", "", 2, "text without NUL characters"),
    ("a design", b'[targets]\ndelta = "0.05"\n', "\\[targets\\]", 1, "the columns bound, misses, trials"),
    ("JSON", b'{"bound": "execution"}\n', "", 1, ""),
]


@pytest.mark.parametrize("case", MALFORMED, ids=lambda case: case[0])
def test_a_malformed_pilot_exits_2_and_names_file_column_and_line(
    case: tuple[str, bytes, str, int, str], capsys: Captured
) -> None:
    _, data, field, line, expected = case
    name = write(data)
    assert 2 == main(["bounds", name, "--json"])
    out, err = capsys.readouterr()
    value = json.loads(out)
    assert ("elenctic.error/1", name, line) == (value["schema"], value["file"], value["line"])
    assert field.replace("\\", "") in value["field"]
    assert expected in value["expected"]
    assert value["got"]
    assert value["write"]
    assert 1 == len(err.splitlines())
    assert data == Path(name).read_bytes()
    with pytest.raises(DesignError):
        Pilot.load(name)


@pytest.mark.parametrize(
    ("data", "write_instead"),
    [
        (b"bound,mises,trials\nexecution,0,200\n", "misses"),
        (HEAD + b"executoin,0,200\n", "execution"),
        (HEAD + b"a,0,200\n", "response"),
        (HEAD + b"false_pass,0,200\n", "FREIVALDS-HALF.1"),
    ],
)
def test_a_near_miss_gets_the_word_to_write(data: bytes, write_instead: str, capsys: Captured) -> None:
    assert 2 == main(["bounds", write(data)])
    assert write_instead in capsys.readouterr().err.partition("; write ")[2]


@pytest.mark.parametrize(
    ("words", "field", "write_instead"),
    [
        ([], "", "elenctic bounds pilot.csv, or elenctic bounds --need execution=0.99"),
        (["nowhere.csv"], "", "the path of a text file"),
        (["--need", "execution"], "--need", "--need execution=0.99"),
        (["--need", "=0.9"], "--need", "--need execution=0.99"),
        (["--need", "execution="], "--need", "--need execution=0.99"),
        (["--need", "speed=0.9"], "--need", "--need execution=0.99"),
        (["--need", "a=0.9"], "--need", "--need response=0.99"),
        (["--need", "false_pass=0.9"], "--need", "FREIVALDS-HALF.1"),
        (["--need", "response=0,985"], "--need", "--need response=0.985"),
        (["--need", "response=98.5%"], "--need", "--need response=0.985"),
        (["--need", "execution=0"], "--need", "--need execution=0.99"),
        (["--need", "execution=1"], "--need", "--need execution=0.99"),
        (["--need", "execution=1.5"], "--need", "--need execution=0.99"),
        (["--need", "execution=-0.5"], "--need", "--need execution=0.99"),
        (["--need", "execution=nan"], "--need", "--need execution=0.99"),
        (["--need", "execution=0." + "9" * 13], "--need", "--need execution=0.999"),
        (["--need", "execution=0.9", "--need", "execution=0.8"], "--need", "the larger of the two"),
        (["--need", "execution=0.9", "--confidence", "0"], "--confidence", "--confidence 0.95"),
        (["--need", "execution=0.9", "--confidence", "1"], "--confidence", "--confidence 0.95"),
        (["--need", "execution=0.9", "--confidence", "95"], "--confidence", "--confidence 0.95"),
        (["--need", "execution=0.9", "--confidence", "99%"], "--confidence", "--confidence 0.99"),
        (["--need", "execution=0.9", "--confidence", "inf"], "--confidence", "--confidence 0.95"),
        (["--need", "execution=0.9", "--confidence", "1e-1000000000"], "--confidence", "fewer digits"),
        (["--need", "execution=0.9", "--digits", "0"], "--digits", "--digits 6"),
        (["--need", "execution=0.9", "--digits", "31"], "--digits", "--digits 6"),
        (["--need", "execution=0.9", "--digits", "six"], "--digits", "--digits 6"),
        (["--needs", "execution=0.9"], "", "elenctic bounds --help"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_a_malformed_option_exits_2_with_what_to_write(
    words: list[str], field: str, write_instead: str, capsys: Captured
) -> None:
    assert 2 == main(["bounds", *words, "--json"])
    out, err = capsys.readouterr()
    value = json.loads(out)
    assert field == value["field"]
    assert write_instead in value["write"]
    assert 1 == len(err.splitlines())


@pytest.mark.parametrize(
    "arguments",
    [
        {"pilot": 3},
        {"pilot": b"pilot.csv"},
        {"need": {"execution": 0.99}},
        {"need": {"execution": True}},
        {"need": {"execution": "0.9"}, "confidence": 0.95},
        {"need": {"execution": "0.9"}, "digits": True},
        {"need": {"execution": "0.9"}, "digits": 6.0},
        {},
    ],
    ids=str,
)
def test_python_arguments_are_refused_alike(arguments: dict[str, object]) -> None:
    with pytest.raises(DesignError):
        pilot_bounds(**arguments)  # type: ignore[arg-type]


def test_python_arguments_may_be_any_exact_number() -> None:
    answer = pilot_bounds(EXAMPLE, confidence=Fraction(19, 20), need={"response": Fraction(197, 200)})
    assert str(answer).startswith(PRINTED)
    assert 199 == answer.needs[0].trials


def test_text_that_is_no_text_is_refused() -> None:
    with pytest.raises(DesignError):
        Pilot.loads(b"bound,misses,trials\n")  # type: ignore[arg-type]
