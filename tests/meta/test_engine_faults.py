"""Faults injected into every engine and into the stored result: none of them ends in PROVED, or in exit 0.

One toy claim is carried by all three engines through ``python -m proofs`` itself. Without a fault it is PROVED, so that
the fault alone is what leaves it open.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import z3

from proofs import __main__ as proofs_main
from proofs import crosshair_check, cvc5_check, ledger, solver, stored
from proofs.claim import Claim, Part, judge
from proofs.crosshair_check import judged
from proofs.explorer import World
from proofs.outcome import Answer, Outcome
from proofs.supply import Call

Inject: TypeAlias = Callable[[pytest.MonkeyPatch, Claim], None]

CONFIRMED = "step.py:1: info: Confirmed over all paths."
TARGET = "toy.target"
SECONDS = 2
_names = count()


def says(text: str, code: int = 0, err: str = "", *, end: str = "\n", then: str = "") -> list[str]:
    """Return a program that says something, whatever it is asked."""
    words = f"print({text!r}, end={end!r}, flush=True); print({err!r}, file=sys.stderr); {then or 'pass'}"
    return [sys.executable, "-c", f"import json, os, signal, sys, time; {words}; sys.exit({code})"]


def toy() -> Claim:
    """Return a claim with one goal, one branch that is pruned, and a contract for CrossHair to confirm."""

    def setup(s: Any) -> Call:
        return Call(lambda a: a * a if a * a >= 0 else -1, (s.integer("a"),))

    world = World(f"toy {next(_names)}", setup, 1)
    part = Part("squares", world, lambda _, end: 0 <= end.result, 1, {"0 <": lambda _, end: 0 < end.result})
    return Claim("toy", (part,), {"a run": lambda: True}, (TARGET,))


@pytest.fixture(autouse=True)
def sound(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Let every engine start without memory; CrossHair sees through its canaries and confirms the toy's contract."""
    monkeypatch.setattr(cvc5_check, "_answers", {})
    monkeypatch.setattr(stored, "FOLDER", tmp_path / "cache")
    ledger.crosshair.cache_clear()
    crosshair_is(monkeypatch, says(CONFIRMED))
    yield
    ledger.crosshair.cache_clear()


def crosshair_is(monkeypatch: pytest.MonkeyPatch, command: list[str], **canaries: Answer) -> None:
    """Let CrossHair be a program; its canaries are found as they must be unless told."""
    found = {name: canaries.get(name.split(".")[-1], wanted) for name, wanted in ledger.CANARIES.items()}

    def confirm(target: str, *_: Any, **__: Any) -> Outcome:
        if target in found:
            return Outcome(found[target], "told to")
        return crosshair_check.confirm(target, 1, command=command, seconds=SECONDS)

    monkeypatch.setattr(ledger, "confirm", confirm)


def proves(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], claim: Claim, *words: str) -> Any:
    """Run the command on a claim and return its exit code and what it printed."""
    monkeypatch.setattr(proofs_main, "by_id", lambda: {"toy": claim})
    monkeypatch.setattr(ledger, "_written", {})
    capsys.readouterr()
    code = proofs_main.main(["toy", "--json", "--no-mutants", *words])
    return code, json.loads(capsys.readouterr().out)


# How each engine is made faulty


def check(answer: Any, *, after: int = 0) -> Inject:
    """Let Z3 answer so, whatever it is asked, from the call numbered ``after`` on."""
    calls, real = count(), z3.Solver.check

    def inject(monkeypatch: pytest.MonkeyPatch, _: Claim) -> None:
        def faulty(self: Any, *terms: Any) -> Any:
            if next(calls) < after:
                return real(self, *terms)
            if isinstance(answer, BaseException):
                raise answer
            return answer

        monkeypatch.setattr(z3.Solver, "check", faulty)

    return inject


def out_of_time(monkeypatch: pytest.MonkeyPatch, claim: Claim) -> None:
    """Let Z3 run into its wall guard."""
    check(z3.unknown)(monkeypatch, claim)
    monkeypatch.setattr(z3.Solver, "reason_unknown", lambda _: "timeout")


def patched(owner: Any, name: str, value: Any) -> Inject:
    def inject(monkeypatch: pytest.MonkeyPatch, _: Claim) -> None:
        monkeypatch.setattr(owner, name, value)

    return inject


def raises(error: Exception) -> Callable[..., Any]:
    def raising(*_: Any, **__: Any) -> Any:
        raise error

    return raising


def cvc5(command: list[str]) -> Inject:
    """Let cvc5 be a program."""

    def inject(monkeypatch: pytest.MonkeyPatch, _: Claim) -> None:
        monkeypatch.setattr(cvc5_check, "confirm", partial(cvc5_check.confirm, command=command, seconds=SECONDS))

    return inject


def each(answer: str, last: str = "", then: str = "") -> list[str]:
    """Return a program that gives each script this answer, and the last one another."""
    body = f"n = len(json.load(sys.stdin)['scripts']); print('\\n'.join([{answer!r}] * (n - 1) + [{last or answer!r}]))"
    return says("", end="", then=f"{body}; sys.stdout.flush(); {then or 'pass'}")


def but_for(kind: str, answer: str) -> Inject:
    """Let cvc5 confirm everything but the goals, or but the pruned branches."""

    def inject(monkeypatch: pytest.MonkeyPatch, claim: Claim) -> None:
        texts = [solver.text_of(query) for part in claim.parts for query in getattr(judge(part), kind)]
        body = f"[print({answer!r} if s in {texts!r} else 'unsat') for s in json.load(sys.stdin)['scripts']]"
        cvc5(says("", end="", then=body))(monkeypatch, claim)

    return inject


def crosshair(*command: Any, **canaries: Answer) -> Inject:
    def inject(monkeypatch: pytest.MonkeyPatch, _: Claim) -> None:
        crosshair_is(monkeypatch, list(command) or says(CONFIRMED), **canaries)

    return inject


class Impostor:
    """Equal to everything and true."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Impostor)

    def __hash__(self) -> int:
        return 0


KILLS = "os.kill(os.getpid(), signal.SIGKILL)"
TRACEBACK = "Traceback (most recent call last):\nRecursionError"


@dataclass(frozen=True)
class Fault:
    """Hold a fault: the engine that is left open, or refutes, what injects it, and what that engine then says."""

    engine: str
    inject: Inject
    said: str = ""


# The goal and the branch of the toy are two scripts.
FAULTS: dict[str, Fault] = {
    "z3: unknown": Fault("z3", check(z3.unknown)),
    "z3: unknown at the goal": Fault("z3", check(z3.unknown, after=2), "unknown"),
    "z3: no resources left": Fault("z3", patched(solver, "RLIMIT", 1)),
    "z3: out of time": Fault("z3", out_of_time),
    "z3: an error": Fault("z3", check(z3.Z3Exception("boom"))),
    "z3: an error of another kind": Fault("z3", check(OSError("access violation")), "access violation"),
    "z3: an error at the neighbours": Fault("z3", check(OSError("late"), after=4), "late"),
    "z3: out of memory": Fault("z3", check(MemoryError("no memory")), "no memory"),
    "z3: the word unsat": Fault("z3", check("unsat")),
    "z3: True": Fault("z3", check(True)),
    "z3: nothing": Fault("z3", check(None)),
    "z3: the number of unsat": Fault("z3", check(z3.unsat.r)),
    "z3: an answer that is true and not unsat": Fault("z3", check(z3.CheckSatResult(7))),
    "z3: an object of another kind": Fault("z3", check(Impostor())),
    "z3: sat to everything": Fault("z3", check(z3.sat)),
    "z3: unsat to everything": Fault("z3", check(z3.unsat)),
    "z3: unsat to everything once explored": Fault("z3", check(z3.unsat, after=2), "not refuted: 0 <"),
    "z3: cannot write its queries": Fault("z3", patched(ledger, "text_of", raises(z3.Z3Exception("no text"))), "no text"),
    "cvc5: hangs": Fault("cvc5", cvc5(says("", then="time.sleep(9)")), "no answer in"),
    "cvc5: answers and hangs": Fault("cvc5", cvc5(says("unsat\nunsat", then="time.sleep(9)")), "no answer in"),
    "cvc5: ended by a signal at once": Fault("cvc5", cvc5(says("", end="", then="os.abort()")), "ended"),
    "cvc5: ended by a signal after one answer": Fault("cvc5", cvc5(says("unsat", then=KILLS)), "exit -9"),
    "cvc5: ended by a signal after every answer": Fault("cvc5", cvc5(each("unsat", then=KILLS)), "exit -9, 2 answers to 2"),
    "cvc5: ended by a signal in the last word": Fault("cvc5", cvc5(says("unsat\nunsat", end="", then=KILLS)), "exit -9"),
    "cvc5: exit 1 and nothing": Fault("cvc5", cvc5(says("", 1, end="")), "exit 1"),
    "cvc5: exit 1 and the right text": Fault("cvc5", cvc5(says("unsat\nunsat", 1)), "exit 1"),
    "cvc5: empty": Fault("cvc5", cvc5(says("", end="")), "0 answers"),
    "cvc5: too few lines": Fault("cvc5", cvc5(says("unsat")), "1 answers to 2"),
    "cvc5: too many lines": Fault("cvc5", cvc5(says("unsat\nunsat\nunsat")), "3 answers to 2"),
    "cvc5: unknown": Fault("cvc5", cvc5(each("unknown")), "says unknown"),
    "cvc5: sat": Fault("cvc5", cvc5(each("sat")), "says sat"),
    "cvc5: unsat with trust": Fault("cvc5", cvc5(each("unsat (trust)")), "trust"),
    "cvc5: unsatisfied": Fault("cvc5", cvc5(each("unsat", "unsatisfied")), "unsatisfied"),
    "cvc5: cut in a line": Fault("cvc5", cvc5(says("unsat\nuns", end="")), "1 answers to 2"),
    "cvc5: cut at the end of a line": Fault("cvc5", cvc5(says("unsat\nunsat", end="")), "1 answers to 2"),
    "cvc5: an error line before unsat": Fault("cvc5", cvc5(says('(error "x")\nunsat\nunsat')), "3 answers to 2"),
    "cvc5: an error in place of one": Fault("cvc5", cvc5(each('(error "x") unsat')), "error"),
    "cvc5: garbage": Fault("cvc5", cvc5(says("", end="", then="os.write(1, bytes(range(256)))")), "answers to 2"),
    "cvc5: garbage in lines": Fault("cvc5", cvc5(each("\1\2")), "says"),
    "cvc5: missing": Fault("cvc5", cvc5(["/nonexistent/cvc5"]), "cannot be run"),
    "cvc5: no program": Fault("cvc5", cvc5([str(Path(__file__))]), "cannot be run"),
    "cvc5: an error of another kind": Fault("cvc5", patched(cvc5_check, "_run", raises(MemoryError("no memory"))), "memory"),
    "cvc5: confirms the goal, not the branch": Fault("cvc5", but_for("pruned", "unknown"), "says unknown"),
    "cvc5: refutes a pruned branch": Fault("cvc5", but_for("pruned", "sat"), "says sat"),
    "cvc5: confirms the branch, not the goal": Fault("cvc5", but_for("goals", "unknown"), "says unknown"),
    "crosshair: out of time": Fault("crosshair", crosshair(*says("", then="time.sleep(9)")), "no answer in"),
    "crosshair: crash": Fault("crosshair", crosshair(*says("", 1)), "exit 1"),
    "crosshair: ended by a signal": Fault("crosshair", crosshair(*says(CONFIRMED, then=KILLS)), "exit -9"),
    "crosshair: traceback": Fault("crosshair", crosshair(*says(CONFIRMED, err=TRACEBACK)), "crashed"),
    "crosshair: its own error": Fault("crosshair", crosshair(*says(CONFIRMED, err="CrossHairInternal: x")), "crashed"),
    "crosshair: empty": Fault("crosshair", crosshair(*says("", end="")), "nothing"),
    "crosshair: not confirmed": Fault("crosshair", crosshair(*says("step.py:1: info: Not confirmed.")), "Not confirmed"),
    "crosshair: unmeetable": Fault("crosshair", crosshair(*says("step.py:1: warning: Unable to meet precondition."))),
    "crosshair: no functions": Fault("crosshair", crosshair(*says("WARNING: Targets found, but contain no checkable functions."))),
    "crosshair: missing": Fault("crosshair", crosshair("/nonexistent/crosshair"), "cannot be run"),
    "crosshair: too few": Fault("crosshair", crosshair(*says(f"{CONFIRMED}\nstep.py:2: info: Not confirmed.")), "1 of 1"),
    "crosshair: too many": Fault("crosshair", crosshair(*says(f"{CONFIRMED}\n{CONFIRMED}")), "2 of 1"),
    "crosshair: confirmed with exit 1": Fault("crosshair", crosshair(*says(CONFIRMED, 1)), "exit 1"),
    "crosshair: confirmed with exit 2": Fault("crosshair", crosshair(*says(CONFIRMED, 2)), "exit 2"),
    "crosshair: other words": Fault("crosshair", crosshair(*says("Confirmed over all paths")), "0 of 1"),
    "crosshair: cut": Fault("crosshair", crosshair(*says(CONFIRMED[:-9], end="")), "0 of 1"),
    "crosshair: garbage": Fault("crosshair", crosshair(*says("", end="", then="os.write(1, bytes(range(256)))")), "exit 0"),
    "crosshair: a counterexample with exit 0": Fault("crosshair", crosshair(*says("step.py:1: error: false when calling f(n = 1)")), "n = 1"),
    "crosshair: a counterexample without a place": Fault("crosshair", crosshair(*says("error: false when calling f(n = 1)")), "0 of 1"),
    "crosshair: a rare canary confirmed": Fault("crosshair", crosshair(rare=Answer.PROVED), "canaries.rare"),
    "crosshair: a strict canary open": Fault("crosshair", crosshair(strict=Answer.OPEN), "canaries.strict"),
    "crosshair: a void canary confirmed": Fault("crosshair", crosshair(void=Answer.PROVED), "canaries.void"),
}  # fmt: skip


def test_without_a_fault_the_claim_is_proved_by_every_engine(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, result = proves(monkeypatch, capsys, toy(), "--fresh")
    (claim,) = result["claims"]
    assert (code, claim["outcome"]) == (0, "PROVED")
    assert claim["engines"] == {"z3": "PROVED", "cvc5": "PROVED", "crosshair": "PROVED", "identity": "OPEN"}
    assert (claim["goals"], claim["branches"]) == (1, 1)


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_engine_leaves_the_claim_open_and_names_itself(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fault, claim = FAULTS[name], toy()
    fault.inject(monkeypatch, claim)
    code, result = proves(monkeypatch, capsys, claim, "--fresh")
    (found,) = result["claims"]
    refuted = name == "crosshair: a counterexample with exit 0"
    assert (code, found["outcome"]) == ((1, "REFUTED") if refuted else (3, "OPEN"))
    assert found["engines"][fault.engine] == found["outcome"]
    assert fault.said in found["reasons"][fault.engine]
    if fault.engine != "z3":
        silent = [name for name, answer in found["engines"].items() if answer != "PROVED"]
        assert silent == [fault.engine, "identity"] or silent == ["identity", fault.engine]
    assert not list(stored.FOLDER.glob("*")), "an open result was stored"


def test_faults_are_many_and_hit_every_engine() -> None:
    assert len(FAULTS) >= 24
    assert {fault.engine for fault in FAULTS.values()} == {"z3", "cvc5", "crosshair"}


def test_half_of_two_confirmations_is_open() -> None:
    assert judged(CONFIRMED, "", 0, 2).answer is Answer.OPEN
    assert judged(f"{CONFIRMED}\n{CONFIRMED}", "", 0, 2).answer is Answer.PROVED


# The stored result


def rewritten(change: Callable[[dict[str, Any]], None], *, sealed: bool) -> Callable[[Path, pytest.MonkeyPatch], None]:
    """Change the stored result; sealed again, where whoever changes it knows how sums are made."""

    def damage(path: Path, _: pytest.MonkeyPatch) -> None:
        held = json.loads(path.read_text("utf-8"))
        change(held["result"])
        if sealed:
            held["sha256"] = stored._sum([path.stem, held["result"]])
        path.write_text(json.dumps(held), "utf-8")

    return damage


def written(text: Callable[[str], str]) -> Callable[[Path, pytest.MonkeyPatch], None]:
    def damage(path: Path, _: pytest.MonkeyPatch) -> None:
        path.write_text(text(path.read_text("utf-8")), "utf-8")

    return damage


def versions_are(**other: str) -> Callable[[Path, pytest.MonkeyPatch], None]:
    def damage(_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        known = stored.versions()
        monkeypatch.setattr(stored, "versions", lambda: {**known, **other})

    return damage


def source_changes(name: str) -> Callable[[Path, pytest.MonkeyPatch], None]:
    def damage(_: Path, __: pytest.MonkeyPatch) -> None:
        path = stored.ROOT / name
        path.write_text(path.read_text("utf-8") + "# changed\n", "utf-8")

    return damage


def garbage(path: Path, _: pytest.MonkeyPatch) -> None:
    path.write_bytes(bytes(range(256)))


def of_another_question(path: Path, _: pytest.MonkeyPatch) -> None:
    held = json.loads(path.read_text("utf-8"))
    stored.write(["OPEN-REVIEW.1"], False, {**held["result"], "claims": []})
    (other,) = set(path.parent.iterdir()) - {path}
    other.replace(path)


DAMAGES: dict[str, Callable[[Path, pytest.MonkeyPatch], None]] = {
    "cut": written(lambda whole: whole[:-5]),
    "cut in the middle": written(lambda whole: whole[: len(whole) // 2]),
    "empty": written(lambda _: ""),
    "an empty object": written(lambda _: "{}"),
    "a list": written(lambda _: "[]"),
    "no text": garbage,
    "altered": rewritten(lambda result: result["claims"][0].update(goals=99), sealed=False),
    "another schema": rewritten(lambda result: result.update(schema="elenctic.prove/0"), sealed=True),
    "no schema": rewritten(lambda result: result.pop("schema"), sealed=True),
    "of another question": of_another_question,
    "another Z3": versions_are(**{"z3-solver": "4.13.4"}),
    "another cvc5": versions_are(cvc5="1.3.4"),
    "another CrossHair": versions_are(**{"crosshair-tool": "0.0.1"}),
    "another icontract": versions_are(icontract="missing"),
    "another kernel": source_changes("kernel/elenctic_kernel/step.py"),
    "another proof": source_changes("proofs/claim.py"),
    "another ledger": source_changes("spec/claims.toml"),
}


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the digest depend on three files that a test may change."""
    for name in ("kernel/elenctic_kernel/step.py", "proofs/claim.py", "spec/claims.toml"):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text("# before\n", "utf-8")
    monkeypatch.setattr(stored, "ROOT", tmp_path)


@pytest.mark.usefixtures("sources")
def test_a_sound_stored_result_is_read_and_no_engine_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = proves(monkeypatch, capsys, toy())
    check(z3.unknown)(monkeypatch, toy())
    assert proves(monkeypatch, capsys, toy()) == first
    assert proves(monkeypatch, capsys, toy(), "--fresh")[0] == 3


@pytest.mark.usefixtures("sources")
@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_or_stale_result_is_not_believed(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert proves(monkeypatch, capsys, toy())[0] == 0
    (path,) = stored.FOLDER.iterdir()
    DAMAGES[name](path, monkeypatch)
    check(z3.unknown)(monkeypatch, toy())
    code, result = proves(monkeypatch, capsys, toy())
    assert (code, result["claims"][0]["outcome"]) == (3, "OPEN")


@pytest.mark.usefixtures("sources")
def test_a_stored_result_answers_its_own_question_alone() -> None:
    result = {"schema": "s", "claims": []}
    stored.write(["A.1"], True, result)
    assert stored.read(["A.1"], True, "s") == result
    for ids, with_mutants in ((["A.1"], False), (["B.1"], True), ([], True), (["A.1", "B.1"], True)):
        assert stored.read(ids, with_mutants, "s") is None
