"""Every proved claim with the outcome of each engine, held against spec/claims.toml."""

import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from . import cvc5_check, fold_claims, order_claims, region_claims, step_claims, value_claims
from .claim import Claim, Judged, judge
from .crosshair_check import TARGETS, confirm
from .outcome import PROVED, Answer, Outcome, open_because, worst
from .solver import text_of

ROOT = Path(__file__).parents[1]
CLAIMS: tuple[Claim, ...] = (
    *order_claims.CLAIMS,
    *step_claims.CLAIMS,
    *value_claims.CLAIMS,
    *fold_claims.CLAIMS,
    *region_claims.CLAIMS,
)

BOUNDED_RUNS = ("first_fall, one factor", "first_fall, two factors")
"""Whole runs of the fold on few symbolic factors, beside the induction: Z3 alone decides them."""


class Entry(NamedTuple):
    """Hold a claim's outcome, that of each engine, and what it took."""

    id: str
    outcome: Outcome
    engines: Mapping[str, Outcome]
    goals: int
    branches: int
    seconds: float


def by_id() -> dict[str, Claim]:
    """Return the claims that are proved here."""
    return {claim.id: claim for claim in CLAIMS}


def ledger() -> list[dict[str, Any]]:
    """Return the claims of spec/claims.toml."""
    claims: list[dict[str, Any]] = tomllib.loads((ROOT / "spec/claims.toml").read_text("utf-8"))["claim"]
    return claims


def mismatches() -> list[str]:
    """Return where the ledger and the proofs disagree on what is proved, and by which engines."""
    stated = {claim["id"]: claim["engines"] for claim in ledger() if claim["class"] == "proved"}
    proofs = by_id()
    said = [f"{name}: the ledger says proved, and there is no proof here" for name in stated.keys() - proofs.keys()]
    said += [f"{name}: proved here, and the ledger does not say so" for name in proofs.keys() - stated.keys()]
    for name in stated.keys() & proofs.keys():
        engines = {"z3", "cvc5", *(["crosshair"] if proofs[name].contracts else [])}
        if set(stated[name]) != engines:
            said.append(f"{name}: the ledger names {sorted(stated[name])}, the proof asks {sorted(engines)}")
    return sorted(said)


@cache
def crosshair(target: str) -> Outcome:
    """Return what CrossHair finds of one contracted function; claims share functions."""
    return confirm(target, TARGETS.get(target, 1))


def prove(claim: Claim) -> Entry:
    """Judge one claim by every engine that carries it.

    A claim is PROVED when Z3 proves it and cvc5 or CrossHair confirms it; it is REFUTED when one engine refutes it;
    an engine that says neither is shown as OPEN by name.
    """
    began = time.perf_counter()
    judged = [judge(part) for part in claim.parts]
    engines = {"z3": worst([*(found.outcome for found in judged), *_reached(claim)]), "cvc5": _second(claim, judged)}
    if claim.contracts:
        engines["crosshair"] = worst([crosshair(target) for target in claim.contracts])
    goals, branches = sum(len(found.goals) for found in judged), sum(len(found.pruned) for found in judged)
    return Entry(claim.id, _combined(engines), engines, goals, branches, time.perf_counter() - began)


def _reached(claim: Claim) -> list[Outcome]:
    """Check that runs of the kernel from ``open`` on get to where the claim speaks."""
    return [PROVED if _holds(run) else open_because(f"{claim.id}: not reached: {n}") for n, run in claim.runs.items()]


def _holds(run: Callable[[], bool]) -> bool:
    try:
        return run()
    except Exception:
        return False


def _second(claim: Claim, judged: Sequence[Judged]) -> Outcome:
    """Ask cvc5 the queries of every part but the bounded runs, which it does not finish; say so where it matters."""
    if any(found.outcome.answer is not Answer.PROVED for found in judged):
        return open_because("cvc5: not asked, because Z3 does not prove every part")
    asked = [found for part, found in zip(claim.parts, judged, strict=True) if part.name not in BOUNDED_RUNS]
    outcome = cvc5_check.confirm([text_of(query) for found in asked for query in (*found.goals, *found.pruned)])
    if outcome.answer is Answer.PROVED and len(asked) < len(judged):
        left = ", ".join(part.name for part in claim.parts if part.name in BOUNDED_RUNS)
        return Outcome(Answer.PROVED, f"cvc5: confirms the induction; not asked of the bounded runs ({left})")
    return outcome


def _combined(engines: Mapping[str, Outcome]) -> Outcome:
    refuted = [outcome for outcome in engines.values() if outcome.answer is Answer.REFUTED]
    if refuted:
        return refuted[0]
    seconds = [outcome for name, outcome in engines.items() if name != "z3"]
    if engines["z3"].answer is Answer.PROVED and any(outcome.answer is Answer.PROVED for outcome in seconds):
        return PROVED
    return worst(engines.values())
