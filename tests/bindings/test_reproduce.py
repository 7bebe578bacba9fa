"""``elenctic reproduce``: every printed number agrees, each could disagree, and another library says the same."""

import json
import sys
from collections import Counter
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from elenctic import paper_numbers, recomputation, reproduction
from elenctic.agreement import Agreement, Found, agreement, digits, unit, written
from elenctic.cli import main
from elenctic.counted_arithmetic import (
    Claim,
    check_globally,
    check_locally,
    example_claim,
    example_vectors,
    words,
    worst_false_pass,
)
from elenctic.enclosure import Enclosure, point
from elenctic.paper_numbers import Number, Relation
from elenctic.reproduction import Reproduction, Row, reproduce

Captured = pytest.CaptureFixture[str]

BESIDE = {
    "appb.product_20": "{2..4}",
    "appb.product_60": "{2..6}",
    "appb.product_180": "{2..10}",
    "appb.product_left": "2",
    "appb.product_whole": "yes",
    "fig2.product": "{2..11}",
    "fig2.K": "2",
    "fig2.R_2": "0.045114",
    "fig2.C_11": "0.800685",
    "fig2.C_12": "0.779868",
    "s5.load_os": "0.157257",
    "s5.saved_load": "0.140000",
    "s5.needed_load": "0.068128",
    "s5.greater": "yes",
    "s5.load_0": "0.020419",
    "e3.global_compares": "400",
    "e3.local_compares": "400",
    "e2.quotient": "1662.797392",
}

ANSWER = reproduce()
PRINTED = [row for row in ANSWER.rows if row.number.paper is not None]


def row_of(id: str) -> Row:
    return next(row for row in ANSWER.rows if row.number.id == id)


def between(low: str, high: str) -> Enclosure:
    return Enclosure(Fraction(low), Fraction(high))


def near_miss(row: Row) -> str:
    """Return what the paper might have printed wrongly: the last digit off by one, another set, the other word."""
    paper = str(row.number.paper)
    if paper in ("yes", "no"):
        return {"yes": "no", "no": "yes"}[paper]
    if paper == "none" or paper.startswith("{"):
        return "{1}"
    if row.number.relation is Relation.AT_MOST:
        return str(Fraction(written(row.found, "1/1")) - Fraction(1, 100))
    if "/" in paper:
        return str(Fraction(paper) + Fraction(1, 10**9))
    return written(point(Fraction(paper) + unit(paper)), paper)


def plant(monkeypatch: pytest.MonkeyPatch, id: str, paper: str) -> None:
    groups = tuple(
        group._replace(numbers=tuple(n._replace(paper=paper) if n.id == id else n for n in group.numbers))
        for group in paper_numbers.PAPER
    )
    monkeypatch.setattr(paper_numbers, "PAPER", groups)


def lengths(found: recomputation.Swept) -> tuple[set[int], set[int]]:
    assert found.additive is not None
    assert found.product is not None
    additive, product = (
        {n for low, high in intervals for n in range(low, high + 1)} for intervals in (found.additive, found.product)
    )
    return additive, product


class TestThePaper:
    def test_every_printed_number_agrees(self) -> None:
        assert {row.number.id: row.agreement for row in PRINTED} == {row.number.id: Agreement.AGREES for row in PRINTED}
        assert Agreement.AGREES is ANSWER.outcome
        assert 69 == len(PRINTED)

    def test_what_the_paper_does_not_print_stands_beside_it(self) -> None:
        beside = {row.number.id: written(row.found) for row in ANSWER.rows if row.number.paper is None}
        assert BESIDE == beside
        assert len(BESIDE) == ANSWER.count(Agreement.NOT_PRINTED)

    def test_every_number_has_one_name_and_every_name_a_number(self) -> None:
        named = [number.id for group in paper_numbers.PAPER for number in group.numbers]
        assert Counter(named) == Counter(recomputation.recomputed(recomputation.swept()).keys())

    @pytest.mark.parametrize("row", PRINTED, ids=lambda row: row.number.id)
    def test_a_near_miss_in_the_paper_would_be_found(self, row: Row) -> None:
        wrong = row.number._replace(paper=near_miss(row))
        assert Agreement.DIFFERS is agreement(wrong, row.found), wrong

    def test_the_load_threshold_is_bracketed_to_twelve_digits(self) -> None:
        assert between("0.157257150358", "0.157257150359") == row_of("s5.load_os").found
        assert between("0.020418718765", "0.020418718766") == row_of("s5.load_0").found

    def test_each_item_says_what_is_assumed(self) -> None:
        assert all(group.assumes and group.inputs for group in paper_numbers.PAPER)


class TestAgreement:
    @pytest.mark.parametrize(
        ("paper", "found", "expected"),
        [
            ("0.5", point(Fraction("0.45")), Agreement.AGREES),  # a tie rounds either way
            ("0.5", point(Fraction("0.55")), Agreement.AGREES),
            ("0.5", between("0.45", "0.55"), Agreement.AGREES),
            ("0.5", point(Fraction("0.5500001")), Agreement.DIFFERS),
            ("0.5", point(Fraction("0.4499999")), Agreement.DIFFERS),
            ("0.50", point(Fraction("0.54")), Agreement.DIFFERS),
            ("0.5", between("0.54", "0.56"), Agreement.UNDECIDED),
            ("0.5", between("0.44", "0.46"), Agreement.UNDECIDED),
            ("8.04e-77", point(Fraction("8.0449e-77")), Agreement.AGREES),
            ("8.04e-77", point(Fraction("8.0451e-77")), Agreement.DIFFERS),
            ("0.5", None, Agreement.UNDECIDED),
        ],
    )
    def test_a_rounded_number_is_within_half_a_unit_of_its_last_digit(
        self, paper: str, found: Found, expected: Agreement
    ) -> None:
        assert expected is agreement(Number("x", "x", paper), found)

    @pytest.mark.parametrize(
        ("paper", "relation", "found", "expected"),
        [
            ("0.505", Relation.EQUAL, point(Fraction(101, 200)), Agreement.AGREES),
            ("0.505", Relation.EQUAL, point(Fraction("0.5050000001")), Agreement.DIFFERS),
            ("0.505", Relation.EQUAL, between("0.504", "0.506"), Agreement.UNDECIDED),
            ("0.505", Relation.EQUAL, between("0.506", "0.507"), Agreement.DIFFERS),
            ("5", Relation.EQUAL, 5, Agreement.AGREES),
            ("1", Relation.EQUAL, True, Agreement.DIFFERS),
            ("yes", Relation.EQUAL, True, Agreement.AGREES),
            ("{3..11}", Relation.EQUAL, ((3, 11),), Agreement.AGREES),
            ("{3..11}", Relation.EQUAL, ((3, 5), (7, 11)), Agreement.DIFFERS),
            ("none", Relation.EQUAL, (), Agreement.AGREES),
            ("20000", Relation.AT_MOST, 20000, Agreement.AGREES),
            ("20000", Relation.AT_MOST, 20001, Agreement.DIFFERS),
            ("1/2", Relation.AT_MOST, between("0.49", "0.51"), Agreement.UNDECIDED),
        ],
    )
    def test_exact_ones_are_equal_and_caps_are_kept(
        self, paper: str, relation: Relation, found: Found, expected: Agreement
    ) -> None:
        assert expected is agreement(Number("x", "x", paper, relation), found)

    def test_nothing_printed_and_nothing_found_is_undecided(self) -> None:
        assert Agreement.UNDECIDED is agreement(Number("x", "x"), None)
        assert Agreement.NOT_PRINTED is agreement(Number("x", "x"), 1)

    def test_a_recomputed_number_is_written_to_the_digits_of_the_paper(self) -> None:
        assert "0.033" == written(point(Fraction("0.0325")), "0.031")
        assert "0.032" == written(point(Fraction("0.0324999")), "0.031")
        assert "1.000" == written(point(Fraction("0.9999")), "0.998")
        assert "8.04e-77" == written(point(Fraction("8.0407e-77")), "8.00e-77")
        assert "0.3 or 0.4" == written(between("0.34", "0.36"), "0.3")
        assert "1/3" == written(point(Fraction(1, 3)), "1/2")
        assert "0.333333" == written(between("0.33333301", "0.33333302"), "1/2")

    def test_digits_that_are_cut_hold_the_value_between_them_and_one_unit_more(self) -> None:
        assert "1/3" == digits(point(Fraction(1, 3)))
        assert "0.157257150358.." == digits(between("0.157257150358", "0.157257150359"))
        assert "0.15725715035.." == digits(between("0.157257150358", "0.1572571503591"))
        assert "" == digits(5)

    def test_digits_do_not_hang_on_the_interpreters_digit_limit(self) -> None:
        limit = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(640)
        try:
            assert str(ANSWER) == str(reproduce())
            assert ANSWER.to_json() == reproduce().to_json()
        finally:
            sys.set_int_max_str_digits(limit)


class TestAgainstAnotherLibrary:
    """python-flint's balls at 60 digits, from the formulas of the page and not from the designs."""

    @pytest.fixture
    def flint(self) -> Any:
        library: Any = import_module("flint")
        before, library.ctx.dps = library.ctx.dps, 60
        yield library
        library.ctx.dps = before

    def ball(self, flint: Any, text: str) -> Any:
        value = Fraction(text)
        return flint.arb(flint.fmpq(value.numerator, value.denominator))

    def execution(self, flint: Any, effort: Any, load: Any) -> Any:
        one, eleven = flint.arb(1), flint.arb(11)
        scale = one + eleven.log()
        rest = self.ball(flint, "0.91") + self.ball(flint, "0.035") * eleven.log() / scale
        f = rest + self.ball(flint, "0.1") * (one - (-self.ball(flint, "0.04") * effort).exp())
        assert f < self.ball(flint, "0.995") or f > self.ball(flint, "0.995")
        return (f if f < self.ball(flint, "0.995") else self.ball(flint, "0.995")) * (-load / scale).exp()

    def local(self, flint: Any, effort: Any, n: int) -> list[Any]:
        return [self.execution(flint, effort, self.ball(flint, f"{10 + i}/1000")) for i in range(n)]

    def product(self, flint: Any, factors: list[Any]) -> Any:
        total = flint.arb(1)
        for factor in factors:
            total *= factor
        return total

    def test_all_thirty_three_budgets_have_the_same_sets(self, flint: Any) -> None:
        one, log_10, q = flint.arb(1), flint.arb(10).log(), self.ball(flint, "0.8")
        assert list(range(20, 181, 5)) == [row.budget for row in ANSWER.sweep]
        for row in ANSWER.sweep:
            additive, product = set(), set()
            for n in range(1, 15):
                c = self.local(flint, self.ball(flint, f"{row.budget}/{n}"), n)
                complete, gains = self.product(flint, c), q * sum(c, flint.arb(0))
                survival = self.product(flint, [one - q * x for x in c])
                for value, target in ((complete, self.ball(flint, "0.8")), (gains, log_10), (survival, one / 10)):
                    assert value < target or value > target
                additive |= {n} if complete > self.ball(flint, "0.8") and gains > log_10 else set()
                product |= {n} if complete > self.ball(flint, "0.8") and survival < one / 10 else set()
            assert (additive, product) == lengths(row), row.budget

    def test_the_enclosures_hold_the_numbers_of_the_comparison(self, flint: Any) -> None:
        one, a = flint.arb(1), self.ball(flint, "0.99")
        c = self.local(flint, flint.arb(24), 5)
        heavy, light = (self.execution(flint, flint.arb(120), self.ball(flint, load)) for load in ("0.2", "0.1"))
        scale = one + flint.arb(11).log()
        true = {
            "appb.r_10": scale,
            "appb.b_10": self.ball(flint, "0.91") + self.ball(flint, "0.035") * (scale - one) / scale,
            "tab1.R_5": self.product(flint, [one - x / 2 for x in c]),
            "tab1.C_5": self.product(flint, [a * x for x in c]),
            "e3.R_4": self.product(flint, [one - x / 2 for x in c[:4]]),
            "s5.sum": sum(c, flint.arb(0)) / 2,
            "tab1.R_os": one - heavy,
            "tab1.C_os": heavy,
            "s5.R_os": one - light,
            "s5.C_os": light,
            "s5.load_os": scale * (self.ball(flint, "0.995") / self.ball(flint, "0.95")).log(),
            "s5.needed_load": scale * (one / self.ball(flint, "0.995") ** 4).log(),
            "e2.gain": -self.ball(flint, "0.9982").log(),
            "e2.quotient": flint.arb(20).log() / -self.ball(flint, "0.9982").log(),
        }
        for id, value in true.items():
            found = row_of(id).found
            assert isinstance(found, Enclosure)
            low, high = (self.ball(flint, str(end)) for end in (found.low, found.high))
            assert low < value, id
            assert value < high, id
            assert found.high - found.low <= Fraction(1, 10**12) if "load_os" in id else Fraction(1, 10**25), id


class TestCountedArithmetic:
    def test_the_matrices_of_the_paper_take_the_operations_that_it_names(self) -> None:
        one, five = check_globally(example_claim()), check_locally(example_claim(), example_vectors())
        done = [(c.arithmetic.multiplications, c.arithmetic.additions, c.arithmetic.comparisons) for c in (one, five)]
        assert [(8000, 7600, 400), (6000, 5700, 400)] == done
        assert [16000, 12100] == [one.arithmetic.operations, five.arithmetic.operations]
        assert [1200, 1200] == [one.input_words, five.input_words]
        assert [1600, 1900] == [one.words, five.words]

    def test_small_matrices_are_counted_by_hand(self) -> None:
        one, two = check_globally(example_claim(5, 2), 5), check_locally(example_claim(5, 2), [[1, 0], [1, 1]], 5)
        assert (8, 4, 4) == (one.arithmetic.multiplications, one.arithmetic.additions, one.arithmetic.comparisons)
        assert (24, 12, 16) == (two.arithmetic.multiplications, two.arithmetic.additions, two.arithmetic.comparisons)
        assert 12 + 2 * (2 + 6 + 6) == two.words

    def test_no_count_depends_on_the_entries_or_on_the_verdict(self) -> None:
        true = example_claim()
        false = Claim(true.a, true.b, [[(x + 1) % 101 for x in row] for row in true.c])
        vectors = example_vectors()
        runs = [(check_globally(c), check_locally(c, vectors)) for c in (true, false)]
        assert [(True, True), (False, False)] == [(one.passed, five.passed) for one, five in runs]
        for one, five in zip(*runs, strict=True):
            assert one.arithmetic == five.arithmetic

    def test_one_wrong_entry_is_found_globally_and_by_the_vectors_that_meet_it(self) -> None:
        true = example_claim()
        wrong = [list(row) for row in true.c]
        wrong[3][7] = (wrong[3][7] + 1) % 101
        false = Claim(true.a, true.b, wrong)
        assert not check_globally(false).passed
        for vector in example_vectors(40):
            assert (vector[7] == 0) is check_locally(false, [vector]).passed

    def test_the_product_that_is_compared_is_the_product(self) -> None:
        claim = example_claim(101, 3)
        rows, inner = range(3), range(3)
        assert claim.c == [[sum(claim.a[i][k] * claim.b[k][j] for k in inner) % 101 for j in rows] for i in rows]

    def test_half_of_the_vectors_is_the_worst_and_is_attained(self) -> None:
        assert Fraction(1, 2) == worst_false_pass()
        assert all(Fraction(1, 2) == worst_false_pass([world]) for world in ((2, 1), (2, 3), (3, 2), (101, 1)))

    def test_words_are_counted_however_deep_they_lie(self) -> None:
        assert 0 == words([])
        assert 5 == words([1, [2, [3, []], [4, 5]]])


class TestCommandLine:
    def test_the_first_line_says_how_many_agree(self, capsys: Captured) -> None:
        assert 0 == main(["reproduce"])
        out, err = capsys.readouterr()
        assert out.startswith("REPRODUCED  69 of 69 numbers agree; 18 more stand beside them\n")
        assert "Tables 2, 3 and 4 are empirical" in out
        assert "" == err

    def test_the_lines_are_ascii_and_fit_a_page(self, capsys: Captured) -> None:
        assert 0 == main(["reproduce"])
        out = capsys.readouterr().out
        assert out.isascii()
        assert max(map(len, out.splitlines())) <= 110
        lines = out.splitlines()
        assert "e1.R_5              0.032844    0.032844     0.0328440640656..    yes     R_5 = 0.505^5" in lines
        assert "20   {4}       {2..4}       75   {3..6}    {2..6}       130  {3..8}    {2..8}" in lines

    def test_a_wrong_number_in_the_paper_is_named_and_exits_1(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        plant(monkeypatch, "e1.R_5", "0.032845")
        assert 1 == main(["reproduce"])
        out = capsys.readouterr().out
        assert out.startswith("NOT REPRODUCED  68 of 69 numbers agree; 18 more stand beside them\ndiffers: e1.R_5\n")
        assert "e1.R_5              0.032845    0.032844     0.0328440640656..    NO      R_5 = 0.505^5\n" in out
        assert 1 == main(["reproduce", "--json"])
        value = json.loads(capsys.readouterr().out)
        assert "not-reproduced" == value["outcome"]
        assert ["e1.R_5"] == [row["id"] for row in value["rows"] if row["agreement"] == "differs"]

    @pytest.mark.parametrize("id", ["e1.R_5", "fig2.product", "appb.nonempty"])
    def test_an_undecided_number_exits_3_printed_or_not(
        self, id: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        whole = recomputation.recomputed
        monkeypatch.setattr(reproduction, "recomputed", lambda sweep: {**whole(sweep), id: None})
        assert 3 == main(["reproduce"])
        out = capsys.readouterr().out
        assert out.startswith("UNDECIDED  6")
        assert f"undecided: {id}\n" in out

    def test_a_difference_outweighs_what_is_undecided(self, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
        whole = recomputation.recomputed
        monkeypatch.setattr(reproduction, "recomputed", lambda sweep: {**whole(sweep), "fig2.product": None})
        plant(monkeypatch, "e1.R_5", "0.032845")
        assert 1 == main(["reproduce", "--json"])
        assert {"printed": 69, "agree": 68, "differ": 1, "undecided": 1, "not_printed": 17} == json.loads(
            capsys.readouterr().out
        )["numbers"]

    def test_an_undecided_length_of_the_sweep_leaves_its_statements_undecided(self) -> None:
        sweep = recomputation.swept()
        sweep[3] = recomputation.Swept(35, None, None)
        found = recomputation.recomputed(sweep)
        undecided = {"appb.nonempty", "appb.contiguous", "fig3.nested", "appb.product_left", "appb.product_whole"}
        assert undecided == {id for id, value in found.items() if value is None}
        assert "35   undecided  undecided" in str(Reproduction([], sweep))

    def test_a_hole_or_a_lost_length_in_the_sweep_is_seen(self) -> None:
        sweep = recomputation.swept()
        sweep[3] = recomputation.Swept(35, ((3, 3), (5, 5)), ((2, 3),))
        found = recomputation.recomputed(sweep)
        assert (True, False, False, False) == tuple(
            found[id] for id in ("appb.nonempty", "appb.contiguous", "fig3.nested", "appb.product_whole")
        )
        sweep[3] = recomputation.Swept(35, (), ((3, 4),))
        found = recomputation.recomputed(sweep)
        assert (False, None) == (found["appb.nonempty"], found["appb.product_left"])


class TestJson:
    def test_it_carries_every_row_and_all_budgets_and_no_float(self, capsys: Captured) -> None:
        assert 0 == main(["reproduce", "--json"])

        def refused(text: str) -> float:
            raise AssertionError(f"a number that is no whole number: {text}")

        value = json.loads(capsys.readouterr().out, parse_float=refused)
        assert ["schema", "outcome", "numbers", "rows", "sweep", "not_covered"] == list(value)
        assert ("elenctic.reproduce/1", "reproduced") == (value["schema"], value["outcome"])
        assert {"printed": 69, "agree": 69, "differ": 0, "undecided": 0, "not_printed": 18} == value["numbers"]
        assert 87 == len(value["rows"])
        assert 33 == len(value["sweep"])
        assert {"budget": 60, "additive": [[3, 6]], "product": [[2, 6]]} == value["sweep"][8]
        for row in value["rows"]:
            texts = ("id", "item", "what", "recomputed", "agreement", "class", "inputs", "assumed")
            assert all(type(row[word]) is str and row[word] for word in texts), row["id"]
            assert {*texts, "paper", "relation", "exact", "enclosure", "note"} == set(row)
            assert (row["paper"] is None) is (row["relation"] is None) is (row["agreement"] == "not-printed")

    def test_a_rational_number_is_exact_and_another_has_two_ends(self) -> None:
        rows = {row["id"]: row for row in json.loads(ANSWER.to_json())["rows"]}
        assert "10510100501/320000000000" == rows["e1.R_5"]["exact"]
        assert "101/200" == rows["e1.qbar"]["exact"]
        assert rows["tab1.R_5"]["exact"] is None
        low, high = (Fraction(rows["tab1.R_5"]["enclosure"][end]) for end in ("low", "high"))
        assert 0 < high - low <= Fraction(1, 10**18)
        assert rows["fig2.additive"]["enclosure"] is None

    def test_it_is_the_same_every_time(self) -> None:
        assert ANSWER.to_json() == reproduce().to_json()


class TestFigures:
    NAMES = ("figure-2.pdf", "figure-2.svg", "figure-3.pdf", "figure-3.svg")

    def test_both_figures_are_byte_identical_twice(self, tmp_path: Path, capsys: Captured) -> None:
        assert 0 == main(["reproduce", "--figures", str(tmp_path)])
        out, err = capsys.readouterr()
        assert str(ANSWER) == out.rstrip("\n")
        assert err.startswith("wrote ")
        first = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        assert sorted(first) == list(self.NAMES)
        assert 0 == main(["reproduce", "--figures", str(tmp_path)])
        assert first == {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def test_they_say_what_they_show(self, tmp_path: Path) -> None:
        assert 0 == main(["reproduce", "--figures", str(tmp_path)])
        assert "certified lengths {3..11}" in (tmp_path / "figure-2.svg").read_text("utf-8")
        said = (tmp_path / "figure-3.svg").read_text("utf-8")
        assert "33 review budgets; at E = 20: {4}; at E = 180: {3..10}" in said

    @pytest.mark.parametrize("folder", ["missing", "file", "", "a\0b"])
    def test_what_is_no_folder_is_refused_before_anything_is_computed(
        self, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(reproduction, "reproduce", None)
        (tmp_path / "file").write_text("", "utf-8")
        assert 2 == main(["reproduce", "--figures", folder, "--json"])
        out, err = capsys.readouterr()
        assert "--figures" == json.loads(out)["field"]
        assert "expected a folder that exists" in err
        assert ["file"] == [path.name for path in tmp_path.iterdir()]

    def test_a_folder_under_the_name_of_a_figure_is_refused(self, tmp_path: Path, capsys: Captured) -> None:
        (tmp_path / "figure-3.pdf").mkdir()
        assert 2 == main(["reproduce", "--figures", str(tmp_path)])
        out, err = capsys.readouterr()
        assert "" == out
        assert "figure-3.pdf" in err
        assert ["figure-3.pdf"] == [path.name for path in tmp_path.iterdir()]

    def test_without_matplotlib_the_line_that_mends_it_is_printed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        for module in [name for name in sys.modules if name.startswith("matplotlib.")]:
            monkeypatch.setitem(sys.modules, module, None)
        assert 4 == main(["reproduce", "--figures", str(tmp_path), "--json"])
        out, err = capsys.readouterr()
        assert 'pip install "elenctic[report]"' in err
        assert 'pip install "elenctic[report]"' == json.loads(out)["write"]
        assert [] == list(tmp_path.iterdir())

    def test_an_undecided_budget_is_left_out_of_the_figure_and_not_drawn_as_empty(self, tmp_path: Path) -> None:
        from elenctic.reproduction_figures import checked_figure_files, draw_figures

        sweep = [*ANSWER.sweep[:3], recomputation.Swept(35, None, None), *ANSWER.sweep[4:]]
        draw_figures(Reproduction(ANSWER.rows, sweep), checked_figure_files(str(tmp_path)))
        assert "32 review budgets" in (tmp_path / "figure-3.svg").read_text("utf-8")
