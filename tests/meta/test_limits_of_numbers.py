"""What is not rational, and what was not tried: where enclosures, doubles, models and platforms leave off."""

import platform
import re
import sys
from dataclasses import replace
from fractions import Fraction
from math import factorial
from pathlib import Path
from typing import Any

import pytest
from elenctic import CheckOutcome, Design, check
from elenctic_kernel import InputError, Kind, Outcome, StoppingRule, Verdict, conclude, enclosure, make_terms, plan
from elenctic_kernel import open as open_review

from proofs import enclosure_claims, enclosure_worlds
from proofs.claim import judge
from proofs.outcome import Answer

F = Fraction
PAGE = Path(__file__).parents[2] / "spec/caveats.md"


# Exponentials


def test_no_partial_sum_reaches_e_to_the_x() -> None:
    """What is proved speaks of partial sums; each of them is below the value that they are said to tend to."""
    low, _ = enclosure.exp_bounds(1, 2, 200)
    partial = F(0)
    for n in range(30):
        partial += F(1, 2) ** n / factorial(n)
        assert partial < F(low, 2**200)


def test_exp_bounds_is_proved_whatever_its_sum_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """At six points with the sum as specified: a sum that adds nothing is not run, and not seen."""
    (stated,) = [part for part in enclosure_claims.EXP_ENCLOSURE.parts if part.name == "six points: enclosed"]
    monkeypatch.setattr(enclosure, "add_terms", lambda rounds, num, den, term, total: (1, 0, total))
    world = replace(enclosure_worlds.EXP_AT, name="exp_bounds at six points, with a sum that adds nothing")
    assert judge(replace(stated, world=world), neighbours=False).outcome.answer is Answer.PROVED
    assert enclosure.exp_bounds(1, 2, 8)[1] < 2**8 * F(3, 2)  # and e^(1/2) is above 3/2


def test_an_enclosure_can_be_true_and_tell_nothing() -> None:
    assert enclosure.exp_bounds(-100, 1, 4) == (0, 1)
    assert enclosure.encloses_log(-(2**10), 2**10, 4, (3, 1))


def test_a_true_bracket_of_a_logarithm_can_stay_unconfirmed() -> None:
    assert not enclosure.encloses_log(0, 1, 64, (1, 1))
    assert enclosure.encloses_log(-1, 1, 64, (1, 1))


# Doubles


def test_the_one_step_inequality_fails_for_some_doubles() -> None:
    def rises(delta: Any, p: Any, m: Any) -> bool:
        return bool(p * min(1, delta * (m / p)) > min(1, delta * m))

    assert rises(0.13, 0.63, 1.3)
    assert not rises(F(0.13), F(0.63), F(1.3))
    assert not rises(F("0.13"), F("0.63"), F("1.3"))


def test_a_tie_that_doubles_miss_accepts_here_and_doubles_are_refused() -> None:
    assert 0.1 * 0.1 * 0.1 > 0.001
    terms = make_terms((1, 1000), 3, [(1, 1)] * 3, StoppingRule.FIRST_CROSSING)
    state = open_review(terms, True)
    for _ in range(3):
        state = conclude(terms, plan(terms, state, Kind.DIAGNOSTIC, (1, 10)), Outcome.PASS)
    assert state.verdict is Verdict.ACCEPT
    with pytest.raises(InputError):
        make_terms((0.001, 1), 3, [(1, 1)] * 3, StoppingRule.FIRST_CROSSING)  # type: ignore[arg-type]


# Models of effort


def modelled(reliability: str, **words: Any) -> Design:
    effort = {"budget": "0", "expertise": "1", "allocation": "equal", "scale": "1", "load": "0"}
    given: dict[str, Any] = {"delta": "1/20", "gamma": "1/10", "horizon": 6, "false_pass": "1/2", "response": "1"}
    return Design(**{**given, **words}, effort={**effort, "reliability": reliability})


def test_an_effort_model_certifies_what_it_says_and_without_any_effort() -> None:
    claimed, modest = check(modelled("0.995")), check(modelled("0.9"))
    assert (claimed.certified, claimed.region, modest.certified) == (True, [(5, 6)], False)
    assert any("a model of people that you assume, not evidence" in warning for warning in claimed.warnings)


def test_a_tie_that_no_exact_step_sees_stays_undecided() -> None:
    """c is 1/2, written so that no exact step sees it, and R_2 is 9/16."""
    hidden = "exp(log(2)/3)*exp(log(2)/3)*exp(log(2)/3)/4"
    found = check(modelled(hidden, delta="9/16", gamma="0.8", horizon=2))
    assert (found.outcome, found.undecided) == (CheckOutcome.UNDECIDED, [(2, 2)])
    for delta, verdict in (("0.5625001", CheckOutcome.CERTIFIED), ("0.5624999", CheckOutcome.NOT_CERTIFIED)):
        assert check(modelled(hidden, delta=delta, gamma="0.8", horizon=2)).outcome is verdict


# Platforms


def test_platform_is_the_one_named() -> None:
    named = re.search(r"run on (\w+) with (\w+) (\d+\.\d+)\.", " ".join(PAGE.read_text("utf-8").split()))
    assert named is not None
    assert named.groups()[:2] == ("Linux", "CPython")
    here = (platform.system(), platform.python_implementation(), "{}.{}".format(*sys.version_info))
    if here != named.groups():
        pytest.skip(f"the page names {' '.join(named.groups())}; this is {' '.join(here)}, which was not tried")
    assert (sys.platform, sys.implementation.name) == ("linux", "cpython")
