"""The kernel's step against the executable reference: searched, and seeded in bulk on and around ties."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from elenctic_kernel import State, Terms, Verdict
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from spec import reference as ref
from tests.differential import runs
from tests.differential.runs import (
    CS,
    FRACTIONS,
    ODD_BOUNDS,
    ODD_OUTCOMES,
    QS,
    SIDES,
    Mismatch,
    Round,
    Script,
)

ROOT = Path(__file__).parents[2]
IN_BULK = 200_000

claims = [
    pytest.mark.claim(claim)
    for claim in (
        *("OPEN-REVIEW.1", "PLAN-ORDER.1", "IMPLEMENTED-BOUND.1", "SURVIVAL-PRODUCT.1", "STEP-INVARIANT.1"),
        *("TERMINAL-ABSORBS.1", "ACCEPT-ON-PASS.1", "CLARIFICATION-NEUTRAL.1", "CLARIFICATION-HORIZON.1"),
        *("INADMISSIBLE-REJECTS.1", "REVIEW-TERMINATES.1", "FAILURE-REJECTS.1", "FIRST-CROSSING.1", "AT-HORIZON.1"),
    )
]
pytestmark = claims

rounds = st.one_of(
    st.builds(Round, st.just("diagnostic"), st.sampled_from(QS), st.just("pass")),
    st.builds(Round, st.just("diagnostic"), st.sampled_from(QS), st.sampled_from(("pass", "fail", "inadmissible"))),
    st.builds(Round, st.just("clarification"), st.just((1, 1)), st.sampled_from(("pass", "fail", "inadmissible"))),
    st.builds(
        Round,
        st.sampled_from(("diagnostic", "clarification", "unsure", None)),
        st.sampled_from((*QS, *ODD_BOUNDS)),
        st.sampled_from(("pass", *ODD_OUTCOMES)),
    ),
)


@st.composite
def scripts(draw: st.DrawFn) -> Script:
    happenings = tuple(draw(st.lists(rounds, min_size=1, max_size=10)))
    c = tuple(draw(st.lists(st.sampled_from(CS), min_size=1, max_size=8)))
    prefixes = [value for value in runs.products(c, happenings) if value < 1]
    anywhere = st.fractions(0, 1, max_denominator=1000).filter(lambda delta: 0 < delta < 1)
    delta = draw(anywhere)
    if prefixes:
        delta = draw(st.sampled_from((delta, draw(st.sampled_from(prefixes)) * draw(st.sampled_from(SIDES)))))
    rule = draw(st.sampled_from((ref.FIRST_CROSSING, ref.AT_HORIZON)))
    return Script(delta, c, rule, draw(st.integers(0, 19)) > 0, happenings)


@given(scripts())
@settings(max_examples=800, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_kernel_and_reference_agree_after_every_event(script: Script) -> None:
    seen = Counter[str]()
    runs.compare(script, seen)
    for met in ("exactly at delta", "just above", "just below", "refused events"):
        if seen[met]:
            event(met)


@pytest.fixture(scope="module")
def in_bulk() -> Counter[str]:
    """Compare half of the reviews with contracts on, and half under ``python -O``, side by side."""
    path = os.pathsep.join(p or os.getcwd() for p in sys.path)
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
    workers = [
        subprocess.Popen(
            [sys.executable, *flags, "-m", "tests.differential.runs", str(seed), str(IN_BULK // 2)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed, flags in ((20260101, []), (20260102, ["-O"]))
    ]
    answers = [worker.communicate()[0] for worker in workers]
    assert [0, 0] == [worker.returncode for worker in workers]
    seen = Counter[str]()
    for answer in answers:
        seen.update(json.loads(answer))
    for met, times in sorted(seen.items()):
        print(f"{times:>8}  {met}")
    return seen


def test_200_000_seeded_reviews_agree_with_the_reference(in_bulk: Counter[str]) -> None:
    assert IN_BULK == in_bulk["sequences"]
    assert in_bulk["events"] > IN_BULK
    assert in_bulk["refused events"] > IN_BULK // 4


@pytest.mark.parametrize(("met", "least"), [("exactly at delta", 0.05), ("just above", 0.02), ("just below", 0.02)])
def test_bulk_sits_on_the_boundary_and_one_part_in_10_to_the_40_beside_it(
    in_bulk: Counter[str], met: str, least: float
) -> None:
    assert in_bulk[met] >= least * in_bulk["sequences"]


@pytest.mark.parametrize("rule", [ref.FIRST_CROSSING, ref.AT_HORIZON])
def test_bulk_reaches_every_end_under_both_stopping_rules(in_bulk: Counter[str], rule: str) -> None:
    ends = (
        "challenge (open)",
        "accept (threshold-crossed)",
        "reject (check-failed)",
        "reject (horizon-reached)",
        "reject (inadmissible-message)",
    )
    assert all(in_bulk[f"{rule} {end}"] > IN_BULK // 200 for end in ends)


# A comparison that cannot fail is none: each wrong kernel is found


def wrong(what: str, of: ref.Terms, state: State, happening: Round, after: State) -> State:
    """Return what a kernel with one mistake would have returned."""
    tie = after.survival[0] * of.delta.denominator == of.delta.numerator * after.survival[1]
    accepts = after.verdict is Verdict.ACCEPT
    values = {**vars(after)}
    if what == "strict threshold" and accepts and tie:
        values |= {"verdict": Verdict.REJECT}
    elif what == "lost crossing" and not accepts:
        values |= {"crossed_at": 0}
    elif what == "credited clarification" and happening.kind == "clarification":
        values |= {"survival": (after.survival[0], 2 * after.survival[1])}
    elif what == "counted inadmissible" and happening.outcome == "inadmissible":
        values |= {"round": after.round + 1}
    return State(**values)


@pytest.mark.parametrize(
    "what", ["strict threshold", "lost crossing", "credited clarification", "counted inadmissible"]
)
def test_comparison_finds_a_wrong_kernel(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = runs.kernel_step
    at: list[ref.Terms] = []

    def start(of: ref.Terms, events: list[ref.Event]) -> ref.Run:
        at[:] = [of]
        return ref.start(events[0])

    monkeypatch.setattr(ref, "run", start)
    monkeypatch.setattr(
        runs, "kernel_step", lambda of, state, step: wrong(what, at[0], state, step, right(of, state, step))
    )
    with pytest.raises(Mismatch):
        runs.bulk(1, 2000)


def test_comparison_finds_a_kernel_that_refuses_too_little(monkeypatch: pytest.MonkeyPatch) -> None:
    right = runs.kernel_step

    def lenient(of: Terms, state: State, happening: Round) -> State:
        as_fail = Round(happening.kind, happening.q, "fail" if happening.outcome is None else happening.outcome)
        return right(of, state, as_fail)

    monkeypatch.setattr(runs, "kernel_step", lenient)
    with pytest.raises(Mismatch):
        runs.bulk(1, 2000)


def test_every_pair_that_is_drawn_has_its_fraction() -> None:
    assert all(FRACTIONS[pair] == Fraction(*pair) for pair in (*QS, *CS))
