"""Ask z3 and cvc5 about the SMT-LIB files that the package carries; the statements are not re-derived from code."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .documents import bare
from .extras import MissingExtraError
from .invariant_index import PACKAGED, PACKAGES, Index, Invariant, read, sha256_of, swhid_of
from .smt_script import queries_of

PROGRAM = (sys.executable, "-P", str(Path(__file__).with_name("engine_process.py")))

COVERINGS = ("nl-ext=none", "nl-cov=true", "nl-cov-linear-model=initial")
"""cvc5's options that answer nearly all files; without them it leaves products unknown."""

STRATEGIES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "z3": ((),),
    "cvc5": (COVERINGS, ("nl-ext=light", "nl-cov=true"), ("nl-ext=none", "nl-cov=true"), ()),
}
"""Options of each engine; what one strategy leaves unanswered goes to the next."""

SECONDS = 120.0
"""Wall guard of one engine over one file."""

RESTARTS = 12
"""How often an engine may be lost over one file before it is left OPEN."""

LIMIT = "statement not re-derived from code"
"""What a re-check does not do, as table and story say it."""

ALTERED = "refused: file altered"

_CONTRADICTED = '(error "Expected result unsat but got sat")'
"""How cvc5 says sat where the file states unsat."""


@dataclass(frozen=True)
class Rechecked:
    """Hold what the engines say of one shipped file.

    ``refused`` says why no engine was asked: the file is not the one that the index was made with.
    """

    id: str
    outcome: str
    engines: Mapping[str, str]
    reasons: Mapping[str, str]
    refused: str
    queries: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return it as the value that ``prove --json`` lists."""
        return {
            "id": self.id,
            "outcome": self.outcome,
            "engines": dict(self.engines),
            "reasons": dict(self.reasons),
            "refused": self.refused or None,
            "queries": self.queries,
            "rederived": False,
            "seconds": round(self.seconds, 1),
        }


def recheck_all(
    names: Sequence[str], folder: Path | None = None, *, program: Sequence[str] = PROGRAM, seconds: float = SECONDS
) -> Iterator[Rechecked]:
    """Yield what z3 and cvc5 say of each claim's shipped file, as each ends.

    :param names: IDs of proved claims
    :param folder: where index and files lie; the package's own when left out
    :param program: what answers a script by the engine that its next word names
    :param seconds: wall guard of one engine over one file
    :raises MissingPartError: when the index is missing or malformed
    :raises MissingExtraError: when neither engine is installed
    Source: design rule "from a wheel it re-checks the shipped texts"; no claim.
    """
    index = read(folder)
    absent = missing()
    if len(absent) == len(STRATEGIES):
        raise MissingExtraError("smt", ", ".join(absent))
    for name in names:
        began = time.perf_counter()
        yield _recheck(name, index, program, seconds, began)


def missing() -> list[str]:
    """Return the engines whose modules are not installed."""
    return [engine for engine in STRATEGIES if find_spec(engine) is None]


def installed() -> dict[str, str]:
    """Return the version of each engine's package that is installed here, those that are missing left out."""
    return {PACKAGES[engine]: metadata.version(PACKAGES[engine]) for engine in STRATEGIES if engine not in missing()}


def _recheck(name: str, index: Index, program: Sequence[str], seconds: float, began: float) -> Rechecked:
    invariant = index.claims.get(name)
    if invariant is None or not invariant.file:
        why = "the index has no such claim" if invariant is None else "the claim has no SMT-LIB file"
        return _ended(name, dict.fromkeys(STRATEGIES, ("OPEN", why)), began)
    data, refused = _data(invariant, index.folder)
    if refused:
        return _ended(name, dict.fromkeys(STRATEGIES, ("OPEN", "")), began, invariant.queries, refused)
    scripts = queries_of(data.decode("utf-8", "replace"))
    found = {engine: _asked(engine, scripts, invariant.queries, program, seconds) for engine in STRATEGIES}
    return _ended(name, found, began, invariant.queries)


def _ended(
    name: str, found: Mapping[str, tuple[str, str]], began: float, queries: int = 0, refused: str = ""
) -> Rechecked:
    engines = {engine: outcome for engine, (outcome, _) in found.items()}
    said = set(engines.values())
    outcome = "REFUTED" if "REFUTED" in said else "PROVED" if said == {"PROVED"} else "OPEN"
    reasons = {engine: f"{engine}: {why}" for engine, (_, why) in found.items() if why}
    return Rechecked(name, outcome, engines, reasons, refused, queries, time.perf_counter() - began)


def _data(invariant: Invariant, folder: Path) -> tuple[bytes, str]:
    """Return the bytes of a file, and why they are refused: both digests of the index have to be theirs."""
    try:
        data = (folder / invariant.file).read_bytes()
    except OSError as error:
        return b"", f"refused: {PACKAGED}/{invariant.file}: {error.strerror or error}"
    if sha256_of(data) != invariant.sha256:
        return b"", f"{ALTERED}: sha256 {sha256_of(data)}, the index says {invariant.sha256}"
    if swhid_of(data) != invariant.swhid:
        return b"", f"{ALTERED}: {swhid_of(data)}, the index says {invariant.swhid}"
    return data, ""


def _asked(
    engine: str, scripts: Sequence[str], queries: int, program: Sequence[str], seconds: float
) -> tuple[str, str]:
    """Return an engine's outcome and its reason: PROVED when every query is unsat, each under some strategy."""
    if engine in missing():
        return "OPEN", f'no module {engine}; write pip install "elenctic[smt]"'
    if not queries:
        return "OPEN", "the file asks nothing"
    if len(scripts) != queries:
        return "OPEN", f"{len(scripts)} queries in the file, the index says {queries}"
    asked = _Asked(program, queries, time.monotonic() + seconds)
    why = asked.one_by_one(engine, scripts)
    if "sat" in asked.answers:
        return "REFUTED", f"answers sat to query {asked.answers.index('sat') + 1} of {queries}"
    if time.monotonic() >= asked.deadline:
        return "OPEN", f"no answer in {seconds:g} s"
    left = sum(answer != "unsat" for answer in asked.answers)
    return ("OPEN", why or f"answers unknown to {left} of {queries} queries") if why or left else ("PROVED", "")


class _Asked:
    """Hold an engine's answers to the queries of one file, as far as they came before the deadline."""

    def __init__(self, program: Sequence[str], queries: int, deadline: float) -> None:
        self.program = program
        self.answers = [""] * queries
        self.deadline = deadline

    def one_by_one(self, engine: str, scripts: Sequence[str]) -> str:
        """Ask about what is left under one strategy after the other, and return what is wrong with a run."""
        losses = 0
        for strategy in STRATEGIES[engine]:
            left = [number for number, answer in enumerate(self.answers) if answer != "unsat"]
            while left:
                answers, why, lost = self._run((engine, *strategy), [scripts[number] for number in left])
                for number, answer in zip(left, answers, strict=False):
                    self.answers[number] = answer
                if "sat" in answers or time.monotonic() >= self.deadline:
                    return ""
                losses += lost
                if losses > RESTARTS:
                    return f"the process was lost {losses} times"
                if not lost and (why or len(answers) != len(left)):
                    return why or _count(answers, len(left))
                left = left[len(answers) + 1 :] if lost else []
        return ""

    def _run(self, words: Sequence[str], scripts: Sequence[str]) -> tuple[list[str], str, bool]:
        """Return the answers of one run in order, what is wrong with it, and whether a signal ended it."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            return [], "", False
        given = json.dumps(list(scripts)).encode()
        try:
            ran = subprocess.run((*self.program, *words), input=given, capture_output=True, timeout=left, check=False)
        except subprocess.TimeoutExpired as late:
            return _answers(late.stdout or b"")[0], "", False
        except OSError as error:
            return [], f"cannot be run ({error.strerror or error})", False
        answers, odd = _answers(ran.stdout)
        if ran.returncode != 0:
            last = ran.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or [""]
            why = f"exit {ran.returncode} after {len(answers)} answers {bare(last[0])}".rstrip()
            return answers, why, ran.returncode < 0 and len(answers) < len(scripts)
        return answers, f"says {bare(odd)}" if odd else "", False


def _count(answers: Sequence[str], queries: int) -> str:
    return f"{len(answers)} answers to {queries} queries"


def _answers(printed: bytes) -> tuple[list[str], str]:
    """Return the answers among the lines that an engine printed, and the first line that is none."""
    lines = ["sat" if line == _CONTRADICTED else line for line in printed.decode("utf-8", "replace").splitlines()]
    odd = [line for line in lines if line not in ("sat", "unsat", "unknown")]
    return [line for line in lines if line not in odd], odd[0] if odd else ""
