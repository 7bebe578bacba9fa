"""Ask z3 and cvc5 about the SMT-LIB files that the package carries; the statements are not re-derived from code."""

from __future__ import annotations

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

PROGRAM = (sys.executable, "-P", str(Path(__file__).with_name("engine_process.py")))

COVERINGS = ("nl-ext=none", "nl-cov=true", "nl-cov-linear-model=initial")
"""cvc5's options that answer nearly all files; without them it leaves products unknown."""

STRATEGIES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "z3": ((),),
    "cvc5": (COVERINGS, ("nl-ext=light", "nl-cov=true"), ("nl-ext=none", "nl-cov=true"), ()),
}
"""Options of each engine; what one strategy leaves unanswered goes to the next."""

SECONDS = 30.0
"""Wall guard of one run of an engine over one file."""

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
    :param seconds: wall guard of one run of it
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
    found = {engine: _asked(engine, data, invariant.queries, program, seconds) for engine in STRATEGIES}
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


def _asked(engine: str, data: bytes, queries: int, program: Sequence[str], seconds: float) -> tuple[str, str]:
    """Return an engine's outcome and its reason: PROVED when every query is unsat, each under some strategy."""
    if engine in missing():
        return "OPEN", f'no module {engine}; write pip install "elenctic[smt]"'
    if not queries:
        return "OPEN", "the file asks nothing"
    settled: list[str] = [""] * queries
    why, whole = "", False
    for strategy in STRATEGIES[engine]:
        answers, why = _run((*program, engine, *strategy), data, queries, seconds)
        if "sat" in answers:
            return "REFUTED", f"answers sat to query {answers.index('sat') + 1} of {queries}"
        if len(answers) > queries:
            return "OPEN", why
        for number, answer in enumerate(answers):
            settled[number] = "unsat" if "unsat" in (answer, settled[number]) else answer
        whole = whole or not why  # a run that was cut may fill in answers, and does not show how many there are
        if whole and set(settled) == {"unsat"}:
            return "PROVED", ""
    return "OPEN", why or f"answers unknown to {sum(answer != 'unsat' for answer in settled)} of {queries} queries"


def _run(command: Sequence[str], data: bytes, queries: int, seconds: float) -> tuple[list[str], str]:
    """Return the answers of one run in order, and what is wrong with it, empty for a run that ended as it should."""
    try:
        ran = subprocess.run(command, input=data, capture_output=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired as late:
        return _answers(late.stdout or b"")[0], f"no answer in {seconds:g} s"
    except OSError as error:
        return [], f"cannot be run ({error.strerror or error})"
    answers, odd = _answers(ran.stdout)
    if ran.returncode != 0:
        last = ran.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or [""]
        return answers, f"exit {ran.returncode} after {len(answers)} of {queries} answers {bare(last[0])}".rstrip()
    if odd:
        return answers, f"says {bare(odd)}"
    return answers, "" if len(answers) == queries else f"{len(answers)} answers to {queries} queries"


def _answers(printed: bytes) -> tuple[list[str], str]:
    """Return the answers among the lines that an engine printed, and the first line that is none."""
    lines = ["sat" if line == _CONTRADICTED else line for line in printed.decode("utf-8", "replace").splitlines()]
    odd = [line for line in lines if line not in ("sat", "unsat", "unknown")]
    return [line for line in lines if line not in odd], odd[0] if odd else ""
