"""What the theorems assume, dropped: each test takes one assumption away and finds the exact probability without it."""

import copy
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import elenctic_kernel as kernel
import pytest
from elenctic import Design, OrderError, Pilot, Review, Verdict, check, pilot_bounds
from elenctic_kernel import Kind, Outcome, StoppingRule

F = Fraction
FIRST = StoppingRule.FIRST_CROSSING


def design(**words: Any) -> Design:
    """Return a design for soundness only: c = 1 and q = 1/2, five rounds, delta = 1/32."""
    return Design(**{"delta": "1/32", "horizon": 5, "false_pass": "1/2", "execution": "1", **words})


def accepting(of: Design, rates: Sequence[Fraction]) -> Fraction:
    """Return the probability of Accept where round m is passed with probability rates[m - 1]."""
    total = F(0)
    for outcomes in product((True, False), repeat=len(rates)):
        review = Review(of)
        for passed in outcomes:
            if review.open:
                review.plan()
                review.conclude("pass" if passed else "fail")
        weight = prod((p if passed else 1 - p for p, passed in zip(rates, outcomes, strict=True)), start=F(1))
        total += weight * (review.verdict is Verdict.ACCEPT)
    return total


def test_where_the_assumptions_hold_delta_is_kept_and_attained() -> None:
    """The measure for all that follows: the same review, with nothing dropped."""
    assert accepting(design(), [F(1, 2)] * 5) == F(1, 32)


# The bounds


def test_an_average_accuracy_in_place_of_c_lets_a_false_statement_through_always() -> None:
    should_pass = [True] * 99 + [False]  # 100 items, of which the last is a violation
    says_pass = [True] * 100
    accuracy = F(sum(says == truth for says, truth in zip(says_pass, should_pass, strict=True)), 100)
    caught = [not says for says, truth in zip(says_pass, should_pass, strict=True) if not truth]
    assert (accuracy, F(sum(caught), len(caught))) == (F(99, 100), F(0))
    of = design(delta="1/100", horizon=1, false_pass="0", execution=accuracy)
    assert accepting(of, [F(1, 100)]) == F(1, 100)
    assert accepting(of, [F(1)]) == 1


def test_c_as_an_average_over_the_rounds_lets_a_false_statement_through_always() -> None:
    in_each_round = [F(0)] * 5 + [F(1)] * 5
    average = sum(in_each_round, F(0)) / 10
    of = design(horizon=10, false_pass="0", execution=average)
    assert (average, check(of).first_crossing) == (F(1, 2), 5)
    assert accepting(of, [1 - c for c in in_each_round]) == 1


def test_q_of_a_policy_is_no_bound_for_one_question_of_it() -> None:
    passes = (F(0), F(1))  # question 1 meets the violation, question 2 does not
    mean = sum(passes, F(0)) / 2
    assert accepting(design(false_pass=mean), [mean] * 5) == F(1, 32)
    assert accepting(design(false_pass=mean), [passes[1]] * 5) == 1


def test_a_list_of_constraints_that_leaves_out_the_violated_one_is_passed_always() -> None:
    holds = {"a": True, "b": True, "c": True, "d": False}
    for frozen, accepted in ((["a", "b", "c", "d"], F(27, 64)), (["a", "b", "c"], F(1))):
        q = 1 - F(1, len(frozen))
        passes = F(sum(holds[name] for name in frozen), len(frozen))
        assert accepting(design(delta="1/2", horizon=3, false_pass=q), [passes] * 3) == accepted


def test_slips_that_follow_the_checkers_coin_pass_more_often_than_q_bar() -> None:
    """The checker passes on heads. The person executes with probability 1/2, by the coin or apart from it."""
    apart = [(F(1, 4), heads, executes) for heads in (True, False) for executes in (True, False)]
    together = [(F(1, 2), True, True), (F(1, 2), False, False)]
    of = design(delta="3/4", horizon=1, execution="1/2")
    found = []
    for law in (apart, together):
        assert sum(weight for weight, _, executes in law if executes) == F(1, 2)
        assert sum(weight for weight, heads, _ in law if heads) == F(1, 2)
        found.append(accepting(of, [sum((w for w, heads, executes in law if heads or not executes), F(0))]))
    assert found == [F(3, 4), F(1)]


def test_a_response_bound_is_of_one_prover_and_says_nothing_of_another() -> None:
    of = design(delta="1/20", gamma="1/10", response="99/100", execution="199/200")
    answer = check(of)
    assert answer.certified
    assert answer.early_stopping is not None
    assert answer.early_stopping.true_accept is not None
    promised = (F(99, 100) * F(199, 200)) ** 5
    assert answer.early_stopping.true_accept.exact == promised
    assert accepting(of, [F(99, 100) * F(199, 200)] * 5) == promised
    assert accepting(of, [F(0)] * 5) == 0  # the statement is as true, the prover answers inadequately


def test_a_pilot_is_wrong_as_often_as_its_confidence_allows() -> None:
    truth, trials = F(985, 1000), 299
    (row,) = pilot_bounds(Pilot.loads(f"bound,misses,trials\nexecution,0,{trials}\n")).rows
    shown = F(row.lower.steps, 10**row.lower.digits)
    assert shown > F(99, 100) > truth
    assert F(1, 100) < truth**trials < F(1, 20)


# What was known when it was planned


def test_a_kind_chosen_after_the_look_accepts_more_often_than_delta() -> None:
    """Two rounds, delta = q = 1/2: a pass is declared a check, a failure is declared a clarification."""
    of, total = design(delta="1/2", horizon=2), F(0)
    for outcomes in product(("pass", "fail"), repeat=2):
        review = Review(of)
        for seen in outcomes:
            if review.open and seen == "pass":
                review.plan()
                review.conclude("pass")
            elif review.open:
                review.clarify()
        total += F(1, 4) * (review.verdict is Verdict.ACCEPT)
    assert total == F(3, 4)


def test_q_chosen_after_the_look_accepts_more_often_than_delta_and_leaves_the_same_transcript() -> None:
    """One round that is passed with probability 3/4: q = 3/4 is valid, q = 1/4 is what the late planner writes."""
    of = design(delta="1/4", horizon=1, false_pass="adaptive")

    def run(choose: Callable[[str], str], seen: str) -> Review:
        review = Review(of)
        review.plan(q=choose(seen))
        review.conclude(seen)
        return review

    late = {seen: run(lambda seen: "1/4" if seen == "pass" else "3/4", seen) for seen in ("pass", "fail")}
    beforehand = {seen: run(lambda seen: "1/4", seen) for seen in ("pass", "fail")}
    valid = {seen: run(lambda seen: "3/4", seen) for seen in ("pass", "fail")}
    assert [each["pass"].verdict for each in (late, valid)] == [Verdict.ACCEPT, Verdict.REJECT]
    assert F(3, 4) * (late["pass"].verdict is Verdict.ACCEPT) == F(3, 4)
    assert late["pass"].to_json() == beforehand["pass"].to_json()


def test_the_record_is_believed() -> None:
    matrix, vector, said = ((1, 2), (3, 4)), (1, 1), (3, 8)  # the product is (3, 7)
    passed = tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix) == said
    review = Review(design(delta="1/2", horizon=1))
    review.plan()
    review.conclude("pass")
    assert (passed, review.verdict) == (False, Verdict.ACCEPT)
    assert Review.from_json(review.to_json()).verdict is Verdict.ACCEPT


# Lines of states, and reviews


def replayed(tries: int) -> Fraction:
    """Return how often one planned round that is passed with 1/2 is accepted when it is concluded so often."""
    terms = kernel.make_terms((1, 2), 1, [(1, 1)], FIRST)
    start, total = kernel.open(terms, True), F(0)
    for outcomes in product((Outcome.PASS, Outcome.FAIL), repeat=tries):
        ends = [kernel.conclude(terms, kernel.plan(terms, start, Kind.DIAGNOSTIC, (1, 2)), each) for each in outcomes]
        total += F(1, 2**tries) * any(end.verdict is Verdict.ACCEPT for end in ends)
    return total


def test_a_state_that_is_replayed_until_it_passes_accepts_more_often_than_delta() -> None:
    assert [replayed(tries) for tries in (1, 2, 5)] == [F(1, 2), F(3, 4), F(31, 32)]


def test_a_copy_of_a_review_takes_a_round_again_that_the_review_itself_does_not() -> None:
    review = Review(design(delta="1/2", horizon=1))
    review.plan()
    kept = copy.deepcopy(review)
    assert review.conclude("fail") is Verdict.REJECT
    with pytest.raises(OrderError):
        review.plan()
    assert kept.conclude("pass") is Verdict.ACCEPT


def test_a_second_review_of_the_same_statement_at_the_same_delta_exceeds_it() -> None:
    once = accepting(design(), [F(1, 2)] * 5)
    assert 1 - (1 - once) ** 2 == F(63, 1024) > F(1, 32)
    half = accepting(design(attempts=2, horizon=6), [F(1, 2)] * 6)
    assert (half, 1 - (1 - half) ** 2) == (F(1, 64), F(127, 4096))
    assert F(127, 4096) < F(1, 32)


def test_an_open_review_that_is_left_alone_has_no_verdict() -> None:
    review = Review(design())
    for _ in range(4):
        review.plan()
        review.conclude("pass")
    again = Review.from_json(review.to_json())
    assert [(each.verdict, each.open) for each in (review, again)] == [(Verdict.CHALLENGE, True)] * 2


# What an answer says


def test_the_same_certificate_stands_beside_any_posterior() -> None:
    review = Review(design())
    while review.open:
        review.plan()
        review.conclude("pass")
    assert (review.verdict, review.certificate) == (Verdict.ACCEPT, F(32))

    def posterior(false: Fraction) -> Fraction:
        return false * review.survival / (false * review.survival + (1 - false))

    assert [posterior(prior) for prior in (F(1, 2), F(99, 100))] == [F(1, 33), F(99, 131)]


def test_a_certificate_above_1_can_stand_beside_reject() -> None:
    late, broken = Review(design(horizon=4)), Review(design())
    for _ in range(4):
        for review in (late, broken):
            review.plan()
            review.conclude("pass")
    broken.plan()
    broken.conclude("inadmissible")
    assert [(each.verdict, each.certificate) for each in (late, broken)] == [(Verdict.REJECT, F(16))] * 2


def test_a_true_statement_is_rejected_as_often_as_gamma_allows() -> None:
    of = design(delta="1/20", gamma="1/10", response="99/100", execution="199/200")
    assert check(of).certified
    assert 1 - accepting(of, [F(19701, 20000)] * 5) == 1 - F(19701, 20000) ** 5
    assert F(7, 100) < 1 - F(19701, 20000) ** 5 < F(1, 10)
