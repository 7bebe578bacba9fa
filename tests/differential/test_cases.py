"""Cases where other software answers wrong, by value: reviews, first crossings and completeness on ties."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import elenctic_kernel as kernel
import pytest
from elenctic.design import Design
from elenctic.errors import DesignError
from elenctic.review import Review
from elenctic_kernel import Kind, Outcome, Pair, StoppingRule, Verdict

from spec import reference as ref

DATA = Path(__file__).parents[3] / "shared" / "data"
MOST_ROUNDS = 10_000

Step: TypeAlias = tuple[str, str, str, int]
"""q, c, outcome, how many times"""

End: TypeAlias = tuple[str, int | None, int, str]
"""status, stopping time, completed rounds, M"""

REVIEWS: dict[str, tuple[str, int, list[Step], End]] = {
    "B07": ("1/1024", 20, [("1/2", "1", "pass", 10)], ("accepted", 10, 10, "1024")),
    "B20": ("1/20", 1000, [("0.999", "0.001", "pass", 717)], ("open", None, 717, "(1000000/999999)^717")),
    "B26": ("0.001", 3, [("0.1", "1", "pass", 3)], ("accepted", 3, 3, "1000")),
    "B29": ("2^-1100", 1100, [("1/2", "1", "pass", 1100)], ("accepted", 1100, 1100, "2^1100")),
    "B64a": ("0.0025", 5, [("0.05", "1", "pass", 2)], ("accepted", 2, 2, "400")),
    "B64c": ("0.1936", 5, [("0.2", "0.7", "pass", 2)], ("accepted", 2, 2, "625/121")),
    "B71a": ("0.00249999999999999999999999", 5, [("0.05", "1", "pass", 3)], ("accepted", 3, 3, "8000")),
    "B71d": (
        f"{10**40}/{1024 * 10**40 - 1}",
        20,
        [("1/2", "1", "pass", 10)],
        ("accepted", 10, 10, "1024"),
    ),
    "B66": (
        "1/4",
        10,
        [("1/2", "1", "pass", 2), ("1/2", "1", "fail", 1), ("1/2", "1", "pass", 2)],
        ("accepted", 2, 2, "4"),
    ),
    "B69a": ("1/8", 3, [("1/2", "1", "pass", 3)], ("accepted", 3, 3, "8")),
    "B69b": ("1/8", 2, [("1/2", "1", "pass", 3)], ("exhausted", None, 2, "4")),
    "B70a": ("1/8", 30, [("1/2", "1", "fail", 1), ("1/2", "1", "pass", 29)], ("rejected", 1, 1, "0")),
    "B75m": ("0.3", 5, [("0.5", "1", "pass", 1), ("0.2", "0.5", "pass", 1)], ("accepted", 2, 2, "10/3")),
    "B77": ("1e-18", 5, [("1e-17", "1", "pass", 2)], ("accepted", 2, 2, "10^34")),
    "B68": ("1/8", 5, [("1/2", "1", "pass", 3)], ("accepted", 3, 3, "8")),
    "B74p": ("1/20", 4, [("1", "1", "pass", 4)], ("exhausted", None, 4, "1")),
    "B99": ("1/8", 10, [("1/2", "1", "pass", 1), ("1/2", "1", "fail", 1)], ("rejected", 2, 2, "0")),
}
NO_DESIGN = {"B74p"}
"""Legal in the kernel, refused as a design: q̄ = 1 is a clarification."""

CROSSINGS: dict[str, tuple[list[str], str, int]] = {
    "B33a": (["1/5"], "1/125", 3),
    "B33c": (["1/10"], "1/100000", 5),
    "B33e": (["1/18"], "1/5832", 3),
    "B33g": (["7/10"], "1/20", 9),
    "B33h": (["1963/2000"], "1/20", 161),
    "B33i": (["999999/1000000"], "1/20", 2_995_731),
    "B33j": (["99/100"], "1/1000", 688),
    "W1": (["5/8"], "float:0.09536743164062499", 6),
    "W3": (["1/2"], "float:0.06249999999999999", 5),
    "W4": (["0.9982"], "0.049981752146216", 1664),
    "W6": (["0.1"], "0.0099999999999999999", 3),
    "R1": (["float:0.1"], "1/10", 2),
    "L1": (["3/4"], "0.2373046875", 5),
    "L3": (["1/2"], "1/8", 3),
    "L4": (["0.75", "0.2"], "0.15", 2),
    "L6": (["0.5", "0.6"], "0.3", 2),
    "L7": (["0.05"], "0.05", 1),
    "L10": (["2/3"], "4/9", 2),
    "T1": (["1/2"], "1/32", 5),
    "T2": (["0.505"], "0.05", 5),
    "T3": (["0.9982"], "0.05", 1663),
    "T4": (["0.1"], "0.1", 1),
}
"""q̄ of each round, of which the last one repeats; delta; the first crossing."""

COMPLETENESS: dict[str, tuple[str, str, int, str, bool]] = {
    "C1": ("0.95", "1", 1, "0.05", True),
    "C2": ("0.5", "0.6", 1, "0.7", True),
    "C3": ("0.7", "0.7", 1, "0.51", True),
    "C4": ("0.5", "1", 1, "float:0.49999999999999994", False),
}
"""a, c, n, gamma; whether C_n >= 1 - gamma."""


def number(text: str) -> Fraction:
    """Read a number of the cases: a decimal, p/q, a power, or the exact value of a double."""
    if text.startswith("float:"):
        return Fraction(float(text.removeprefix("float:")))
    base, _, power = text.partition("^")
    value = Fraction(base.strip("()"))
    return value ** int(power) if power else value


def pair(value: Fraction) -> Pair:
    return value.numerator, value.denominator


def flat(steps: list[Step]) -> list[tuple[Fraction, Fraction, str]]:
    return [(number(q), number(c), outcome) for q, c, outcome, times in steps for _ in range(times)]


def padded(values: list[Fraction], T: int) -> list[Fraction]:
    """Give T bounds, of which the last one repeats."""
    return [*values, *values[-1:] * T][:T]


def end_of(verdict: str, reason: str, round: int, M: Fraction) -> tuple[str, int | None, int, Fraction]:
    status = {"challenge": "open", "accept": "accepted", "reject": "rejected"}[verdict]
    if reason == "horizon-reached":
        status = "exhausted"
    return status, round if status in ("accepted", "rejected") else None, round, M


def due(end: End) -> tuple[str, int | None, int, Fraction]:
    return (*end[:3], number(end[3]))


def by_review(delta: Fraction, T: int, steps: list[Step]) -> Review:
    """Run a case through the bindings, with its transcript read back at the end."""
    rounds = flat(steps)
    execution = padded([c for _, c, _ in rounds], T)
    false_pass = padded([q for q, _, _ in rounds], T)
    review = Review(Design(delta=delta, horizon=T, execution=execution, false_pass=false_pass))
    for _, _, outcome in rounds:
        if not review.open:
            with pytest.raises(kernel.OrderError):
                review.plan()
            continue
        review.plan()
        review.conclude(outcome)
    assert str(review) == str(Review.from_json(review.to_json()))
    return review


def by_kernel(delta: Fraction, T: int, steps: list[Step]) -> kernel.State:
    rounds = flat(steps)
    execution = [pair(c) for c in padded([c for _, c, _ in rounds], T)]
    terms = kernel.make_terms(pair(delta), T, execution, StoppingRule.FIRST_CROSSING)
    state = kernel.open(terms, True)
    for q, _, outcome in rounds:
        if state.verdict is Verdict.CHALLENGE:
            planned = kernel.plan(terms, state, Kind.DIAGNOSTIC, pair(q))
            state = kernel.conclude(terms, planned, Outcome(outcome))
    return state


def by_reference(delta: Fraction, T: int, steps: list[Step]) -> ref.Run:
    rounds = flat(steps)
    terms = ref.Terms(delta, T, tuple(padded([c for _, c, _ in rounds], T)))
    run = ref.run(terms, [("open", True)])
    for q, _, outcome in rounds:
        if run.omega == "challenge":
            run = ref.step(terms, run, ("diagnostic", q, outcome))
    return run


def check_review(delta: str, T: int, steps: list[Step], end: End, designed: bool) -> None:
    """Hold kernel, reference and, where a design may say so, review against one case."""
    given = (number(delta), T, steps)
    state, run = by_kernel(*given), by_reference(*given)
    M = Fraction(0) if state.reason is kernel.Reason.CHECK_FAILED else 1 / Fraction(*state.survival)
    assert due(end) == end_of(state.verdict.value, state.reason.value, state.round, M)
    assert due(end) == end_of(run.omega, run.why, run.m, run.M[-1])
    if designed:
        review = by_review(*given)
        of = (review.verdict.value, review.reason.value, review.round, review.certificate)
        assert due(end) == end_of(*of)
    else:
        with pytest.raises(DesignError, match=r"clarification|below 1"):
            by_review(*given)


def check_crossing(bounds: list[str], delta: str, expected: int) -> None:
    """Hold the fold against one first crossing: there, not before, and nowhere in one round less."""
    factors = padded_pairs([pair(number(bound)) for bound in bounds], expected + 1)
    target = pair(number(delta))
    assert expected == kernel.first_fall(factors, target, strict=False)
    assert 0 == kernel.first_fall(factors[: expected - 1], target, strict=False)


def padded_pairs(values: list[Pair], T: int) -> list[Pair]:
    return [*values, *values[-1:] * T][:T]


def check_member(a: str, c: str, n: int, gamma: str, expected: bool) -> None:
    """Hold the region's completeness criterion against one case."""
    factors = kernel.completeness_factors([pair(number(a))] * n, [pair(number(c))] * n)
    found = kernel.region([(1, 2)] * n, factors, (1, 2), pair(number(gamma)))
    assert expected is (found.last_complete >= n)


@pytest.mark.claim("FIRST-CROSSING.1")
class TestReviews:
    @pytest.mark.parametrize("case", REVIEWS)
    def test_review_ends_as_the_case_says(self, case: str) -> None:
        check_review(*REVIEWS[case], designed=case not in NO_DESIGN)

    def test_text_of_one_tenth_is_one_tenth_in_every_form(self) -> None:
        """B26: with the double next to 0.1 the third pass stays below 1000."""
        toml = '[targets]\ndelta = 0.001\nhorizon = 3\n[bounds]\nfalse_pass = 0.1\nexecution = "1"\n'
        as_json = '{"targets":{"delta":0.001,"horizon":3},"bounds":{"false_pass":0.1,"execution":"1"}}'
        csv = "q,c\n0.1,1\n0.1,1\n0.1,1\n"
        designs = (
            Design.loads(toml),
            Design.loads(as_json, format="json"),
            Design.loads(csv, format="csv", delta="0.001", horizon=3),
            Design(delta="0.001", horizon=3, false_pass="0.1", execution="1"),
        )
        for design in designs:
            review = Review(design)
            while review.open:
                review.plan()
                review.conclude("pass")
            assert (Verdict.ACCEPT, 3, Fraction(1000)) == (review.verdict, review.round, review.certificate)

    def test_second_review_of_a_process_starts_from_M_of_1(self) -> None:
        """B68"""
        design = Design(delta="1/8", horizon=5, false_pass="1/2", execution="1")
        first, second = Review(design), Review(design)
        for outcome in ("pass", "pass", "fail"):
            first.plan()
            first.conclude(outcome)
        for M in (2, 4, 8):
            second.plan()
            second.conclude("pass")
            assert M == second.certificate
        assert (3, Verdict.ACCEPT) == (second.round, second.verdict)

    def test_breakdown_of_a_checker_is_no_outcome_and_never_a_pass(self) -> None:
        """B99"""
        review = Review(Design(delta="1/8", horizon=10, false_pass="1/2", execution="1"))
        review.plan()
        review.conclude("pass")
        review.plan()
        for outcome in ("error", "C", None, RuntimeError()):
            with pytest.raises(DesignError):
                review.conclude(outcome)  # type: ignore[arg-type]
        assert (1, Fraction(2)) == (review.round, review.certificate)
        assert Verdict.REJECT is review.conclude("fail")
        assert (2, Fraction(0)) == (review.round, review.certificate)


@pytest.mark.claim("FOLD-EXACT.1")
class TestFirstCrossings:
    @pytest.mark.parametrize("case", CROSSINGS)
    def test_first_crossing_is_where_the_case_says(self, case: str) -> None:
        check_crossing(*CROSSINGS[case])

    def test_bound_next_to_1_does_not_cross_in_any_horizon_that_is_run(self) -> None:
        """B19: it would take 2995732273553990993435223576142 rounds."""
        q_bar = kernel.implemented_bound((1, 10**15), (10**15 - 1, 10**15))
        assert Fraction(1) - Fraction(1, 10**30) == Fraction(*q_bar)
        assert 0 == kernel.first_fall([q_bar] * 100_000, (1, 20), strict=False)


@pytest.mark.claim("DETERMINISTIC-REGION.1")
class TestCompleteness:
    @pytest.mark.parametrize("case", COMPLETENESS)
    def test_membership_is_as_the_case_says(self, case: str) -> None:
        check_member(*COMPLETENESS[case])


def loaded(name: str) -> Any:
    path = DATA / name
    if not path.is_file():
        pytest.skip(f"no {name} beside this checkout; its cases are copied above")
    return json.loads(path.read_text("utf-8"))


class TestFiles:
    def test_fault_cases_of_the_file(self) -> None:
        run = 0
        for case in loaded("fault-cases.json"):
            given, expect = case["input"], case["expect"]
            if case["kind"] == "review":
                steps = [(of["q"], of["c"], of["outcome"], of["times"]) for of in given["steps"]]
                end = (expect["status"], expect["stopping_time"], expect["steps_counted"], expect["M_at_end"])
                check_review(given["delta"], given["T"], steps, end, designed=case["id"] not in NO_DESIGN)
                assert case["id"] in REVIEWS
                run += 1
            elif case["kind"] == "first_crossing_all_pass" and expect["n_star"] <= MOST_ROUNDS:
                check_crossing([given["qbar"]], given["delta"], expect["n_star"])
                assert case["id"] in CROSSINGS
                run += 1
        assert run >= len(REVIEWS) + 6

    def test_tie_cases_of_the_file(self) -> None:
        cases = loaded("tie-cases.json")
        for case in cases["first_crossing"]:
            bounds = case.get("qbar") or [str(ref.q_bar(number(case["c"]), number(case["q"])))]
            check_crossing(bounds, case["delta"], case["expect"])
            assert case["id"] in CROSSINGS
        for case in cases["completeness_member"]:
            check_member(case["a"], case["c"], case["n"], case["gamma"], case["expect"])
            assert case["id"] in COMPLETENESS
