"""Obligations, numerals and chances on which other tools went wrong, each kind with variants of its own."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import elenctic_kernel as kernel
import pytest
import z3
from elenctic_kernel import InputError, StoppingRule

from proofs import cvc5_check, obligations, solver
from proofs.chances import expected_certificate, false_accept_probability
from proofs.obligation_text import Unreadable, read
from proofs.obligations import judge
from proofs.outcome import Answer

ROOT = Path(__file__).parents[2]
FILE = ROOT.parent / "shared" / "data" / "fault-cases.json"
VERDICTS = {"proved": Answer.PROVED, "refuted": Answer.REFUTED, "unproved": Answer.OPEN}
REMARK = " (guard on qbar left out)"

MONOTONE = "0<=q<=q2<=1, 0<c<=1, qbar(q)>0, M>=0  =>  M/qbar(q2) <= M/qbar(q)"
PROVED = {
    "B40a": "0<=q<1, 0<c<=1, M>=1, 1-c(1-q)>0  =>  M/(1-c(1-q)) > M",
    "B40e": "0<=q<=1, 0<=c<=1  =>  1-c(1-q) >= q",
    "B40g": "0<d<1, M>=0  =>  (M >= 1/d  <=>  M*d >= 1)",
    "B40h": MONOTONE,
    "B35b": "a*a+b*b=1  =>  a*b != 3/5",
    "B35c": "a^4 = 1/3 and b^3 = 0  =>  a*b = 0",
    "the tie of the circle is its largest product": "a*a+b*b=1  =>  a*b <= 1/2",
    "a cube has the sign of its root": "a^3 = 0  =>  a = 0",
    "a sum of squares": "a^2 + b^2 + 1 > 0",
    "a negative divisor turns the side": "d < 0, a > 0  =>  a/d < 0",
    "a quotient of quotients": "a > 0, b > 0, d > 0  =>  a/b/d = a/(b*d)",
    "a division that its own premise guards": "d = 0 or d/d = 1",
    "a guard before it in a chain": "d != 0, 1/d > 0  =>  d > 0",
    "an implication in parentheses": "(0 < d => 1/d > 0)",
    "a passed tie accepts": "0<d<1, R > 0, M*R = 1  =>  (R <= d <=> M >= 1/d)",
    "signs": "-a^2 <= 0, -(-1) = 1",
    "not": "not (a < b) <=> a >= b",
    "decimals are exact": "x = 0.1  =>  10*x = 1",
}
REFUTED = {
    "B40b": "0<=q<1, 0<c<=1, M>=1  =>  M/(1-c(1-q)) > M",
    "B35a": "a*a+b*b=1  =>  a*b != 1/4",
    "B42": "0<q<1  =>  q*q != 1/2",
    "q = 1 leaves M": "0<=q<=1, 0<c<=1, M>=1, 1-c(1-q)>0  =>  M/(1-c(1-q)) > M",
    "c = 0 leaves M": "0<=q<1, 0<=c<=1, M>=1, 1-c(1-q)>0  =>  M/(1-c(1-q)) > M",
    "M = 0 leaves M": "0<=q<1, 0<c<=1, M>=0, 1-c(1-q)>0  =>  M/(1-c(1-q)) > M",
    "the bound above q is not strict": "0<=q<=1, 0<=c<=1  =>  1-c(1-q) > q",
    "a tie is not above": "0<d<1, M>=0  =>  (M > 1/d  <=>  M*d >= 1)",
    "the guard on d left out": "d<1, M>=0  =>  (M >= 1/d  <=>  M*d >= 1)",
    "the guard on q left out": "q<=q2<=1, 0<c<=1, M>=0  =>  M/qbar(q2) <= M/qbar(q)",
    "the other side": "0<=q<=q2<=1, 0<c<=1, qbar(q)>0, M>=0  =>  M/qbar(q2) >= M/qbar(q)",
    "the tie of the circle": "a*a+b*b=1  =>  a*b < 1/2",
    "a cube root": "a > 0  =>  a^3 != 2",
    "a golden ratio": "a > 0  =>  a*a != a + 1",
    "x over x": "x/x = 1",
    "a guard that comes too late": "1/d > 0, d != 0  =>  d > 0",
    "zero over zero is no number": "0/d = 0",
    "an empty claim": "1 = 2",
    "a division by a number that is 0": "1/(1-1) = 5",
}
IRRATIONAL = ("B42", "a cube root", "a golden ratio")
DIVIDES = (
    "B40b", "the guard on d left out", "the guard on q left out", "x over x", "a guard that comes too late",
    "zero over zero is no number", "a division by a number that is 0",
)  # fmt: skip


def rows(*kinds: str) -> list[dict[str, Any]]:
    if not FILE.exists():
        return []
    return [row for row in json.loads(FILE.read_text("utf-8")) if row["kind"] in kinds]


def test_every_stored_row_of_these_kinds_is_one_of_ours() -> None:
    if not FILE.exists():
        pytest.skip("no fault-cases.json beside this checkout; its cases are written out in this module")
    for row in rows("obligation"):
        claim, verdict = row["input"]["claim"].removesuffix(REMARK), row["expect"]["verdict"]
        assert {"proved": PROVED, "refuted": REFUTED}[verdict][row["id"]] == claim
    kept = {row["id"] for row in rows("obligation_with_timeout", "numeral_to_solver")}
    assert kept == {"B39", "B41", "B41b"}
    assert {row["id"] for row in rows("false_accept_probability", "expected_M")} == {"B65", "B65c", "B65d"}


# Obligations


@pytest.mark.parametrize("name", PROVED)
def test_a_true_obligation_is_proved(name: str) -> None:
    found = judge(PROVED[name])
    assert (found.answer, found.reason) == (Answer.PROVED, "")


@pytest.mark.parametrize("name", REFUTED)
def test_a_wrong_obligation_is_refuted_with_a_counterexample(name: str) -> None:
    found = judge(REFUTED[name])
    assert found.answer is Answer.REFUTED
    assert ("division by 0" in found.reason) == (name in DIVIDES)
    assert ("between" in found.reason) == (name in (*IRRATIONAL, "B35a", "the tie of the circle"))
    assert "?" not in found.reason
    if found.model:
        try:
            assert obligations.holds(read(REFUTED[name]), found.model) is False
        except ZeroDivisionError:
            assert name in DIVIDES


def test_the_guard_left_out_is_refuted_where_the_bound_is_0() -> None:
    model = judge(REFUTED["B40b"]).model
    assert {name: int(model[name]) for name in "qc"} == {"q": 0, "c": 1}


def test_a_root_is_shown_with_its_polynomial_and_between_two_decimals() -> None:
    words = judge(REFUTED["B42"]).reason
    assert words == "q = root 2 of -1*x^0 + 2*x^2, between 0.707106781185 and 0.707106781188"
    assert Fraction("0.707106781185") ** 2 < Fraction(1, 2) < Fraction("0.707106781188") ** 2


HARD = {**{name: PROVED[name] for name in ("B40a", "B40h", "B35b", "B35c")}, "B35a": REFUTED["B35a"]}


@pytest.mark.parametrize(("name", "seed"), [*product(HARD, (0, 1))])
def test_neither_the_seed_nor_an_earlier_question_changes_the_answer(name: str, seed: int) -> None:
    wanted = Answer.REFUTED if name in REFUTED else Answer.PROVED
    used = z3.Solver()
    used.set("random_seed", seed)
    assert judge(HARD[name], seed=seed).answer is wanted
    assert [judge(HARD[name], solver=used).answer for _ in range(2)] == [wanted, wanted]
    assert judge("0 < a", solver=used).answer is Answer.REFUTED


# Time, silence, disagreement


def test_a_limit_of_a_millisecond_is_unproved_and_no_success() -> None:
    assert judge(MONOTONE, timeout_ms=1).answer is Answer.OPEN
    ran = command(MONOTONE, "--timeout-ms", "1")
    assert (ran.returncode, ran.stdout.split(":")[0]) == (3, "unproved")


@pytest.mark.parametrize("name", ["B40a", "B40h", "B35a"])
@pytest.mark.parametrize("said", ["unknown", "sat", "unsat", "error"])
def test_a_second_engine_that_is_silent_or_says_otherwise_leaves_it_open(
    said: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cvc5_check, "replies", lambda scripts, **_: [said] * len(scripts))
    agrees = said == ("sat" if name in REFUTED else "unsat")
    assert (judge(HARD[name]).answer is Answer.OPEN) is not agrees


def test_z3_that_says_unknown_or_what_is_wrong_leaves_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    replies: dict[str, Any] = {"unknown": solver.Reply("unknown", "told to"), "unsat": solver.Reply("unsat")}
    for reply in replies.values():
        monkeypatch.setattr(obligations, "ask", lambda *_, reply=reply, **__: reply)
        assert judge(REFUTED["B35a"]).answer is Answer.OPEN


def test_a_missing_second_engine_leaves_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: Any, **__: Any) -> list[str]:
        raise cvc5_check.EngineError("cannot be run")

    monkeypatch.setattr(cvc5_check, "replies", missing)
    assert judge(PROVED["B40e"]).answer is Answer.OPEN


def test_a_power_with_an_exponent_that_is_no_number_is_open() -> None:
    assert judge("0<=q<=1, 0<c<=1, n>=0  =>  (1-c(1-q))^n <= 1").answer is Answer.OPEN


# The command


def command(*words: str) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "-m", "proofs.obligations", *words]
    return subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("claim", "code", "said"),
    [(PROVED["B40e"], 0, "proved"), (REFUTED["B40b"], 1, "refuted: division by 0"), ("a^n >= 0", 3, "unproved: ")],
)
def test_the_command_prints_the_verdict_and_exits_with_it(claim: str, code: int, said: str) -> None:
    ran = command(claim)
    assert (ran.returncode, ran.stdout.startswith(said), ran.stderr) == (code, True, "")


@pytest.mark.parametrize(
    "text",
    [
        "", "a", "a >", "a > 1 b", "a >> 1", "0.1.2 = a", "1e3 = a", "2a = 1", "a = 1_000", "a = ٣", "a = 1 => ",
        "(a > 1", "a > 1)", "a = .5", "a = 5.", "a and b", "(a > 1) + 1 = 2", "a = b <=> b = a <=> a = a", "a^-1 = 1",
        "a^1.5 = 1", "a^999 = 1", "a^2^2 = 1", "a > 1 (in words)", "a > 1; b > 1", "not a",
        "1/2/ = a", "a = #b1", "and > 1",
    ],
)  # fmt: skip
def test_a_text_that_cannot_be_read_whole_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        judge(text)


def test_a_bad_text_is_a_usage_error_without_a_traceback() -> None:
    ran = command("0.1.2 = a")
    assert (ran.returncode, "0.1.2" in ran.stderr, "Traceback" in ran.stderr) == (2, True, False)
    assert command("a = a", "--timeout-ms", "0").returncode == 2


# Numerals


@pytest.mark.parametrize("value", [Fraction(1, 3), Fraction(-7, 2), Fraction(0), Fraction(1, 10), 5])
def test_a_numeral_is_the_number_itself(value: Fraction | int) -> None:
    term = solver.rational(value)
    assert Fraction(term.numerator_as_long(), term.denominator_as_long()) == value


@pytest.mark.parametrize("value", [1 / 3, 0.5, "1/3", "0.1.2", "0.1", True, None, float("nan"), 1j])
def test_a_float_or_a_text_is_refused_before_the_solver(value: Any) -> None:
    with pytest.raises(TypeError, match="numeral"):
        solver.rational(value)
    with pytest.raises(TypeError, match="numeral"):
        solver.whole(value)


@pytest.mark.parametrize(
    "text",
    [
        "0.1.2",
        "",
        ".5",
        "1.",
        "1/0",
        "1/2/3",
        "1e3",
        "0x10",
        "+1",
        "+-1",
        " 1",
        "1_0",
        "٠.٥",
        "nan",
        "inf",
        "1.5/2",
        "--1",
    ],
)
def test_a_text_that_is_no_numeral_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no number"):
        solver.numeral(text)


@pytest.mark.parametrize(("text", "value"), [("0.1", Fraction(1, 10)), ("-3/9", Fraction(-1, 3)), ("007", Fraction(7))])
def test_a_text_is_read_exactly(text: str, value: Fraction) -> None:
    assert solver.numeral(text) == value


def in_decimal(value: int) -> str:
    return f"{value // 10**4000}{value % 10**4000:04000}" if value >= 10**4000 else str(value)


@pytest.mark.parametrize("passes", [716, 717, 800])
def test_numerals_above_the_digit_limit_of_python_are_solved(passes: int) -> None:
    over, under = 1_000_000**passes, 999_999**passes
    written = f"{in_decimal(over)}/{in_decimal(under)}"
    assert solver.numeral(written) == Fraction(over, under)
    assert judge(f"M = {written}  =>  M > 1").answer is Answer.PROVED
    found = judge(f"M = {written}  =>  M < 1")
    assert (found.answer, found.model["M"]) == (Answer.REFUTED, Fraction(over, under))
    model = solver.ask([z3.Real("M") == solver.rational(Fraction(over, under))]).model
    assert solver.exact_value(model, z3.Real("M")) == Fraction(over, under)


def test_no_source_of_the_proofs_hands_a_text_or_a_floating_point_sort_to_an_engine() -> None:
    forbidden = {"RealVal", "FPVal", "FPSort", "Float32", "Float64", "FP", "fpToReal", "parse_smt2_string", "RatVal"}
    for path in (ROOT / "proofs").glob("*.py"):
        named = {node.attr for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Attribute)}
        assert named & forbidden == set(), path.name


# Chances

P, E = false_accept_probability, expected_certificate
ES, FIXED = StoppingRule.FIRST_CROSSING, StoppingRule.AT_HORIZON


def enumerated(qbar: Fraction, delta: Fraction, chance: Fraction, horizon: int) -> tuple[Fraction, Fraction]:
    """Return P(ever accepted) and E[M_T] over all 2^T lists of outcomes, without the kernel."""
    accepted = mean = Fraction(0)
    for passes in product((True, False), repeat=horizon):
        weight, certificate, ever = Fraction(1), Fraction(1), False
        for passed in passes:
            weight *= chance if passed else 1 - chance
            certificate = certificate / qbar if passed else Fraction(0)
            ever = ever or certificate * delta >= 1
        accepted += weight * ever
        mean += weight * certificate
    return accepted, mean


def test_chances_of_the_stored_rows() -> None:
    tenths, delta = [Fraction(n, 10) for n in range(11)], Fraction(1, 20)
    assert P(tenths[7], delta, tenths[7], 9) == Fraction(40353607, 10**9) <= delta
    assert E(tenths[7], tenths[6], 3) == Fraction(216, 343)
    assert E(tenths[7], tenths[7], 5) == 1


@pytest.mark.parametrize("row", rows("false_accept_probability", "expected_M"), ids=lambda row: row["id"])
def test_a_stored_row_of_chances(row: dict[str, Any]) -> None:
    given = {name: Fraction(value) for name, value in row["input"].items() if isinstance(value, str)}
    if row["kind"] == "expected_M":
        assert E(given["qbar"], given["pass_probability"], row["input"]["t"]) == Fraction(row["expect"]["E"])
        return
    found = P(given["qbar"], given["delta"], given["pass_probability"], row["input"]["T"])
    assert found == Fraction(row["expect"]["P_ever_accept"])
    assert (found <= given["delta"]) is row["expect"]["le_delta"]


@pytest.mark.parametrize("horizon", [1, 4, 9])
@pytest.mark.parametrize("chance", ["0", "1/3", "1/2", "3/5", "7/10", "1"])
@pytest.mark.parametrize(("qbar", "delta"), [("1/2", "1/16"), ("1/2", "1/17"), ("7/10", "1/20"), ("1", "1/2")])
def test_chances_are_those_of_all_outcomes(qbar: str, delta: str, chance: str, horizon: int) -> None:
    numbers = Fraction(qbar), Fraction(delta), Fraction(chance)
    accepted, mean = enumerated(*numbers, horizon)
    assert P(*numbers, horizon) == accepted
    assert E(numbers[0], numbers[2], horizon) == mean
    if numbers[2] <= numbers[0]:
        assert accepted <= numbers[1]
        assert mean <= 1


def test_a_tie_is_accepted_and_a_horizon_one_round_short_is_not() -> None:
    half = Fraction(1, 2)
    for rule in (ES, FIXED):
        assert P(half, Fraction(1, 32), half, 5, rule) == Fraction(1, 32)
        assert P(half, Fraction(1, 32), half, 4, rule) == 0
    assert P(half, Fraction(1, 33), half, 5) == 0
    assert P(half, Fraction(1, 32), half, 9) == Fraction(1, 32)
    assert P(half, Fraction(1, 32), half, 9, FIXED) == Fraction(1, 512)


@pytest.mark.parametrize("wrong", ["0", "-1/2", "3/2"])
def test_a_bound_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(InputError):
        P(Fraction(wrong), Fraction(1, 4), Fraction(1, 2), 3)
    with pytest.raises(kernel.KernelError):
        E(Fraction(wrong), Fraction(1, 2), 3)
    if wrong != "0":
        with pytest.raises(ValueError, match="pass_probability"):
            E(Fraction(1, 2), Fraction(wrong), 3)
