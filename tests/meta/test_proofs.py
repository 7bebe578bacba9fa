"""The proof layer can fail: injected faults end in OPEN, every contract has a mutant, inlined code is pinned."""

import ast
import inspect
import random
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from elenctic_kernel import enclosure, fold, implemented_bound, step, survival_factors

from proofs import cvc5_check, enumeration, ledger, statement_killing, stored
from proofs.__main__ import exit_code
from proofs.__main__ import main as run
from proofs.claim import Claim, Part
from proofs.crosshair_check import TARGETS, confirm, judged
from proofs.explorer import World
from proofs.killing import KERNEL, stale
from proofs.mutants import MUTANTS, Mutant
from proofs.outcome import PROVED, Answer, Outcome, open_because, worst
from proofs.statement_mutants import STATEMENTS
from proofs.supply import Call


def test_a_counterexample_of_crosshair_refutes() -> None:
    found = judged("step.py:1: error: false when calling f(n = 1) (which returns 2)", "", 1, 1)
    assert (found.answer, "n = 1" in found.reason) == (Answer.REFUTED, True)


def test_every_contracted_function_is_a_target_with_its_number_of_conditions() -> None:
    contracted = {f"elenctic_kernel.{module}.{name}": ensured for module, name, _, ensured in contracts()}
    assert {name: count for name, count in contracted.items() if count} == dict(TARGETS)


# Faults of cvc5


UNSAT = "(set-logic QF_LRA)(declare-fun x () Real)(assert (< x x))(check-sat)"
SAT = "(set-logic QF_LRA)(declare-fun x () Real)(assert (< 0.0 x))(check-sat)"


@pytest.fixture(autouse=True)
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let cvc5 start without the answers of other tests."""
    monkeypatch.setattr(cvc5_check, "_answers", {})


def test_cvc5_confirms_what_is_unsatisfiable_and_nothing_else() -> None:
    assert cvc5_check.confirm([UNSAT]).answer is Answer.PROVED
    assert cvc5_check.confirm([UNSAT, SAT]).answer is Answer.OPEN
    assert cvc5_check.confirm([]).answer is Answer.OPEN


def test_a_script_that_ends_the_process_costs_only_its_own_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cvc5_check, "STRATEGIES", ({},))
    monkeypatch.setattr(cvc5_check, "RESTARTS", 3)
    loop = "for s in json.load(sys.stdin)['scripts']:"
    dies = f"import json, os, sys\n{loop}\n  os.abort() if 'bad' in s else print('unsat', flush=True)"
    found = cvc5_check.confirm(["a", "bad", "b"], command=[sys.executable, "-c", dies])
    assert (found.answer, "the process ended" in found.reason) == (Answer.OPEN, True)
    assert list(cvc5_check._answers.values()) == ["unsat", "unknown (the process ended)", "unsat"]


# What outcomes add up to


def test_nothing_checked_is_open_and_refuted_outweighs_open() -> None:
    assert worst([]).answer is Answer.OPEN
    assert worst([PROVED, open_because("x")]).answer is Answer.OPEN
    assert worst([open_because("x"), Outcome(Answer.REFUTED), PROVED]).answer is Answer.REFUTED


REFUTED = Outcome(Answer.REFUTED, "x")
OPEN = open_because("x")


@pytest.mark.parametrize(
    ("z3", "cvc5", "crosshair", "expected"),
    [
        (PROVED, PROVED, None, Answer.PROVED),
        (PROVED, PROVED, PROVED, Answer.PROVED),
        (PROVED, OPEN, PROVED, Answer.OPEN),
        (PROVED, PROVED, OPEN, Answer.OPEN),
        (PROVED, OPEN, None, Answer.OPEN),
        (PROVED, OPEN, OPEN, Answer.OPEN),
        (OPEN, PROVED, PROVED, Answer.OPEN),
        (PROVED, PROVED, REFUTED, Answer.REFUTED),
        (REFUTED, OPEN, OPEN, Answer.REFUTED),
    ],
)
def test_a_claim_needs_every_engine_that_it_asks(
    z3: Outcome, cvc5: Outcome, crosshair: Outcome | None, expected: Answer
) -> None:
    engines = {"z3": z3, "cvc5": cvc5, **({"crosshair": crosshair} if crosshair else {})}
    assert ledger._combined(engines).answer is expected
    assert ledger._combined({"z3": z3}).answer is not Answer.PROVED


def toy(runs: dict[str, Callable[[], bool]], paths: int = 1) -> Claim:
    def setup(s: Any) -> Call:
        return Call(lambda a: a * a, (s.integer("a"),))

    world = World(f"toy of {len(runs)} runs and {paths} paths", setup, paths)
    part = Part("squares", world, lambda _, end: 0 <= end.result, 1, {"0 <": lambda _, end: 0 < end.result})
    return Claim("toy", (part,), runs)


def _raises() -> bool:
    raise ValueError


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (toy({"a run": lambda: True}), Answer.PROVED),
        (toy({}), Answer.OPEN),
        (toy({"a run": lambda: False}), Answer.OPEN),
        (toy({"a run": _raises}), Answer.OPEN),
        (toy({"a run": lambda: True}, paths=2), Answer.OPEN),
    ],
    ids=["sound", "no run", "not reached", "a run that raises", "changed path count"],
)
def test_a_claim_without_its_supports_is_open(claim: Claim, expected: Answer) -> None:
    assert ledger.prove(claim).outcome.answer is expected


@pytest.mark.parametrize(("canary", "wanted"), ledger.CANARIES.items())
def test_crosshair_sees_through_the_canaries(canary: str, wanted: Answer) -> None:
    assert confirm(canary, path=[str(stored.ROOT)]).answer is wanted


def row(outcome: str) -> dict[str, Any]:
    return {"outcome": outcome}


@pytest.mark.parametrize(
    ("outcomes", "killed", "mismatches", "expected"),
    [
        (["PROVED"], 1, [], 0),
        (["PROVED"], 0, [], 1),
        (["PROVED", "REFUTED", "OPEN"], 1, [], 1),
        (["PROVED", "OPEN"], 1, [], 3),
        ([], 1, [], 3),
        (["PROVED"], 1, ["no proof"], 1),
    ],
)
def test_exit_codes(outcomes: list[str], killed: int, mismatches: list[str], expected: int) -> None:
    mutants = {"total": 1, "killed": killed}
    assert exit_code({"claims": [*map(row, outcomes)], "mutants": mutants, "mismatches": mismatches}) == expected


def test_an_unknown_id_is_a_usage_error() -> None:
    with pytest.raises(SystemExit) as refused:
        run(["NO-SUCH-CLAIM"])
    assert refused.value.code == 2


def test_the_ledger_and_the_proofs_name_the_same_claims_and_engines() -> None:
    assert ledger.mismatches() == []


def test_a_ledger_that_names_another_claim_or_engine_is_a_mismatch(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = ledger.ledger()
    proved = next(entry for entry in entries if entry["class"] == "proved")
    monkeypatch.setattr(ledger, "ledger", lambda: [*entries, {**proved, "id": "another"}])
    assert any("no proof here" in said for said in ledger.mismatches())
    monkeypatch.setattr(ledger, "ledger", lambda: [entry for entry in entries if entry is not proved])
    assert any("does not say so" in said for said in ledger.mismatches())
    monkeypatch.setattr(ledger, "ledger", lambda: [*entries, {**proved, "engines": ["coq"]}])
    assert any("coq" in said for said in ledger.mismatches())


# What stands for its specification

PLACED = {"falls": "FOLD-EXACT.1", "_specified": "EXP-ENCLOSURE.1", "_summed": "EXP-SERIES.1"}
"""The functions that put a specification in a function's place, and the claim that proves it of the function."""


def called(function: Any, seen: set[Any]) -> set[str]:
    """Return the names that a function of the proofs uses, those of the functions that it uses included."""
    if isinstance(function, partial):
        return set().union(*(called(each, seen) for each in (function.func, *function.args)))
    if not inspect.isfunction(function) or not function.__module__.startswith("proofs.") or function in seen:
        return set()
    seen.add(function)
    codes: list[Any] = [function.__code__]
    names: set[str] = set()
    while codes:
        code = codes.pop()
        names.update(code.co_names)
        codes += [inner for inner in code.co_consts if inspect.iscode(inner)]
    held = [cell.cell_contents for cell in function.__closure__ or ()]
    return names.union(*(called(each, seen) for each in (*map(function.__globals__.get, names), *held)))


def test_what_stands_for_a_function_is_a_hypothesis_or_said_not_to_be_covered() -> None:
    said = {entry["id"]: " ".join((*entry["hypotheses"], entry["not_covered"])) for entry in ledger.ledger()}
    missing, leaning = [], 0
    for id, claim in ledger.by_id().items():
        names: set[str] = set().union(*(called(part.world.setup, set()) for part in claim.parts))
        wanted = {PLACED[name] for name in names & PLACED.keys()} - {id}
        leaning += bool(wanted)
        missing += [(id, each) for each in wanted if each not in said[id]]
    assert (missing, leaning > 5) == ([], True)


# Mutants


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_changes_text_that_stands_exactly_once(mutant: Any) -> None:
    assert not stale(mutant)


def test_mutants_are_many_and_have_names_of_their_own() -> None:
    assert len(MUTANTS) >= 36
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.parametrize("mutant", STATEMENTS, ids=lambda mutant: mutant.name)
def test_a_wrong_statement_changes_text_that_stands_exactly_once_and_attacks_a_claim(mutant: Any) -> None:
    assert not statement_killing.stale(mutant)
    assert mutant.attacks in ledger.by_id()


def test_wrong_statements_are_many_and_have_names_of_their_own() -> None:
    assert len(STATEMENTS) >= 20
    assert len({mutant.name for mutant in STATEMENTS}) == len(STATEMENTS)
    assert {mutant.module for mutant in STATEMENTS} >= {"statements", "step_worlds", "step_claims", "value_claims"}


def test_every_run_plays_the_small_worlds_that_no_claim_speaks_of(monkeypatch: pytest.MonkeyPatch) -> None:
    assert enumeration.differences() == []
    monkeypatch.setattr("elenctic_kernel.lengths", lambda found, kinds: [])
    (said,) = enumeration.differences()
    assert said.startswith("region: Mismatch")


def test_every_proved_claim_is_attacked_by_a_mutant() -> None:
    assert set(ledger.by_id()) == {mutant.attacks for mutant in (*MUTANTS, *STATEMENTS)}


WRONG = Mutant("", "region_claims", "is_region, 5,", "_is_strict_region, 5,", "REGION-INTERVAL.1")


@pytest.mark.parametrize(
    ("changed", "engines"),
    [
        ({}, ["z3", "cvc5"]),
        ({"old": '"never empty": _never_empty', "new": '"never empty": is_interval_from_first'}, ["z3"]),
        ({"old": '"membership", ANY', "new": '"Membership", ANY'}, []),
        ({"old": '"""State: n is returned exactly', "new": '"""State: some n is returned exactly'}, []),
        ({"old": "def is_region(", "new": "raise SystemExit\n\n\ndef is_region("}, []),
        ({"old": "no such text"}, []),
    ],
    ids=["wrong", "a neighbour that is true", "another name", "another word", "a crash", "stale"],
)
def test_a_wrong_statement_is_noticed_and_one_that_says_the_same_or_crashes_is_not(
    changed: dict[str, str], engines: list[str]
) -> None:
    mutant = WRONG._replace(**changed)
    assert statement_killing.noticed_by(mutant) == engines
    assert statement_killing.kill(mutant).engine == (engines[0] if engines else "")


def test_silence_of_an_engine_kills_no_statement() -> None:
    assert not statement_killing.disproved(open_because("Z3 answers unknown (timeout)"))
    assert not statement_killing.disproved(PROVED)
    assert statement_killing.disproved(Outcome(Answer.REFUTED))
    assert statement_killing.disproved(open_because("2 paths, stated 3", paths_changed=True))


def contracts() -> list[tuple[str, str, list[tuple[int, int]], int]]:
    """Return each contracted function: module, name, the lines of each contract, the number of postconditions."""
    found = []
    for path in sorted(KERNEL.glob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.decorator_list:
                calls = [d for d in node.decorator_list if isinstance(d, ast.Call) and isinstance(d.func, ast.Name)]
                lines = [(call.lineno, call.end_lineno or call.lineno) for call in calls]
                ensured = sum(isinstance(call.func, ast.Name) and call.func.id == "ensure" for call in calls)
                found.append((path.stem, node.name, lines, ensured))
    return found


def test_every_contract_of_the_kernel_has_a_mutant() -> None:
    assert sum(len(lines) for _, _, lines, _ in contracts()) >= 8
    for module, name, spans, _ in contracts():
        source = (KERNEL / f"{module}.py").read_text("utf-8")
        changed = [_lines(source, mutant.old) for mutant in MUTANTS if mutant.module == module]
        for first, last in spans:
            assert any(first <= start and end <= last for start, end in changed), f"{module}.{name}, line {first}"


def _lines(source: str, text: str) -> tuple[int, int]:
    start = source.count("\n", 0, source.index(text)) + 1
    return start, start + text.rstrip("\n").count("\n")


# Inlined code


def _body(function: Any) -> ast.FunctionDef:
    node = ast.parse(inspect.getsource(inspect.unwrap(function))).body[0]
    assert isinstance(node, ast.FunctionDef)
    return node


def _returned(function: Any) -> ast.Tuple:
    (value,) = [node.value for node in ast.walk(_body(function)) if isinstance(node, ast.Return)]
    assert isinstance(value, ast.Tuple)
    return value


def test_the_loop_of_descend_is_advance_written_out() -> None:
    floor, count = _returned(fold.advance).elts
    nodes = list(ast.walk(_body(fold.descend)))
    assigned = [n.value for n in nodes if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "low"]
    counted = [n for n in nodes if isinstance(n, ast.AugAssign) and ast.unparse(n.target) == "lost"]
    assert [ast.dump(value) for value in assigned] == [ast.dump(floor)]
    assert [f"lost {'+' if isinstance(n.op, ast.Add) else '?'} {ast.unparse(n.value)}" for n in counted] == [
        ast.unparse(count)
    ]


def test_the_formula_of_survival_factors_is_implemented_bound_written_out() -> None:
    formula = _returned(implemented_bound)
    nodes = list(ast.walk(_body(survival_factors)))
    (written,) = [n for n in nodes if isinstance(n, ast.ListComp)]
    assert ast.dump(written.elt) == ast.dump(formula)
    assert ast.unparse(written.generators[0].target).replace("(", "").replace(")", "") == "cn, cd, qn, qd"
    unpacked = [ast.unparse(n) for n in _body(implemented_bound).body if isinstance(n, ast.Assign)]
    assert unpacked == ["cn, cd = execution", "qn, qd = false_pass"]


def test_the_running_total_of_first_reach_meets_the_threshold_and_nothing_else() -> None:
    """So a total T against a threshold is a total of 0 against the threshold less T, as it is proved."""
    nodes = list(ast.walk(_body(enclosure.first_reach)))
    statements = [n for n in nodes if isinstance(n, ast.Assign | ast.AugAssign | ast.Compare | ast.Call)]
    naming = [
        n
        for n in statements
        if any(isinstance(name, ast.Name) and name.id in ("total", "threshold") for name in ast.iter_child_nodes(n))
    ]
    assert [ast.unparse(n).split(" if ")[0] for n in naming] == [
        "total = 0",
        "total += -((-num << bits) // den)",
        "total >= threshold",
        "type(threshold)",
    ]
    assert sum(isinstance(n, ast.Name) and n.id in ("total", "threshold") for n in nodes) == 5


def _rational(source: random.Random) -> tuple[int, int]:
    den = source.choice([1, 2, 3, 10**40, source.randrange(1, 10**6)])
    return source.choice([0, den, source.randrange(den + 1)]), den


def test_written_out_code_gives_what_the_proved_functions_give() -> None:
    source = random.Random(20260601)
    for _ in range(2_000):
        c, q = _rational(source), _rational(source)
        assert survival_factors([c], [q]) == [implemented_bound(c, q)] == [step.implemented_bound(c, q)]
        low, lost, bar = source.randrange(10**9), source.randrange(9), source.randrange(-1, 10**9)
        after, counted = fold.advance(low, lost, *c)
        met = int(after <= bar)
        expected = (0, low, lost) if c[0] == c[1] else (met, after, counted)
        assert fold.descend(iter([(1, c)]), low, lost, bar) == expected
        exact = Fraction(low) * Fraction(*c)
        assert after <= exact < after + 1
