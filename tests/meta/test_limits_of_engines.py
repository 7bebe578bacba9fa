"""What the engines, the interpreter and the store are trusted with: each lie that is not found out is told once."""

import os
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import z3
from elenctic import Design, DesignError, Review, Verdict
from elenctic_kernel import InputError, Reason, State
from elenctic_kernel.terms import check_type

from proofs import contradiction, cvc5_check, solver, stored
from proofs import explorer as explorers
from proofs.claim import Judged, Part, judge
from proofs.crosshair_check import COMMAND, confirm
from proofs.explorer import World
from proofs.outcome import Answer
from proofs.solver import Reply, text_of
from proofs.supply import Call

ROOT = Path(__file__).parents[2]


def judged(name: str, function: Any, paths: int) -> Judged:
    """Judge that a function of one whole number returns True."""
    world = World(name, lambda s: Call(function, (s.integer("a"),)), paths)
    return judge(Part(name, world, lambda _, end: end.result is True, paths), neighbours=False)


# Solvers


def test_a_branch_that_two_solvers_deny_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Z3 says that a is never 7. Alone it is contradicted; with a second liar only a certificate is missing."""
    honest = solver.ask

    def denies_7(terms: Sequence[Any]) -> Reply:
        found = honest(terms)
        only_7 = found.found == "sat" and honest([*terms, z3.Real("a") != 7]).found == "unsat"
        return Reply("unsat") if only_7 else found

    def never_7(a: int) -> bool:
        return not a == 7  # noqa: SIM201

    assert judged("toy without a lie", never_7, 2).outcome.answer is Answer.REFUTED
    monkeypatch.setattr(explorers, "ask", denies_7)
    found = judged("toy with a lie", never_7, 1)
    assert found.outcome.answer is Answer.PROVED
    scripts = [text_of(query) for query in found.pruned]
    monkeypatch.setattr(cvc5_check, "_answers", {})
    assert cvc5_check.confirm(scripts).answer is Answer.OPEN
    monkeypatch.setattr(cvc5_check, "_answers", {})
    liar = [sys.executable, "-c", "print('unsat')"]
    assert cvc5_check.confirm(scripts, command=liar).answer is Answer.PROVED
    assert contradiction.certified(scripts) == 0


def test_division_by_zero_has_a_value_to_a_solver_and_none_in_python() -> None:
    x = z3.Real("x")
    assert solver.ask([x / 0 == 7]).found == "sat"
    with pytest.raises(ZeroDivisionError):
        Fraction(1) / 0


def test_crosshair_exits_with_0_where_it_has_checked_nothing() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    void = [*COMMAND, "proofs.canaries.void"]
    ran = subprocess.run(void, capture_output=True, text=True, cwd=ROOT, env=environment, check=False)
    assert (ran.returncode, "Unable to meet precondition" in ran.stdout) == (0, True)
    assert confirm("proofs.canaries.void", path=[str(ROOT)]).answer is Answer.OPEN


# The explorer and the store


def test_the_explorer_does_not_see_what_a_type_check_refuses() -> None:
    def takes_an_int(a: int) -> bool:
        check_type("a", a, int)
        return True

    assert judged("toy with a type check", takes_an_int, 1).outcome.answer is Answer.PROVED
    for other in (True, 1.0, Fraction(1)):
        with pytest.raises(InputError):
            takes_an_int(other)  # type: ignore[arg-type]


def test_a_stored_result_is_believed_by_its_digest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(stored, "FOLDER", tmp_path)
    forged = {"schema": "elenctic.prove/1", "claims": [{"id": "NO-SUCH-CLAIM", "outcome": "PROVED"}]}
    stored.write(["NO-SUCH-CLAIM"], False, forged)
    assert stored.read(["NO-SUCH-CLAIM"], False, "elenctic.prove/1") == forged


# The interpreter


def test_a_step_that_is_replaced_in_memory_is_not_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    accepted = State(1, (1, 2), Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 1)
    review = Review(Design(delta="1/32", horizon=5, false_pass="1/2", execution="1"))
    review.plan()
    monkeypatch.setattr(sys.modules["elenctic_kernel.step"], "_conclude", lambda *_: accepted)
    assert review.conclude("fail") is Verdict.ACCEPT
    written = review.to_json()
    assert Review.from_json(written).verdict is Verdict.ACCEPT
    monkeypatch.undo()
    with pytest.raises(DesignError, match="accept"):
        Review.from_json(written)


CODE = """
import elenctic_kernel as kernel
from elenctic_kernel import Kind, Outcome, Planned, StoppingRule
from elenctic_kernel.step import _conclude
terms = kernel.make_terms((1, 4), 1, [(1, 1)], StoppingRule.FIRST_CROSSING)
closed = kernel.open(terms, False)
for name, call in (
    ("inner", lambda: _conclude(terms, Planned(closed, Kind.DIAGNOSTIC, (1, 4)), Outcome.PASS)),
    ("public", lambda: kernel.conclude(terms, Planned(closed, Kind.DIAGNOSTIC, (1, 4)), Outcome.PASS)),
):
    try:
        print(name, call().verdict.value)
    except Exception as error:
        print(name, type(error).__name__)
"""


def test_contracts_are_off_under_o_and_input_checks_are_not() -> None:
    found = {}
    for flags in ((), ("-O",)):
        words = [sys.executable, *flags, "-c", CODE]
        found[flags] = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    assert found[()] == ["inner", "ViolationError", "public", "OrderError"]
    assert found["-O",] == ["inner", "accept", "public", "OrderError"]
