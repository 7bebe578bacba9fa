"""Every proved claim with the outcome of each engine, held against spec/claims.toml."""

import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import elenctic_kernel

from . import (
    cvc5_check,
    enclosure_claims,
    fold_claims,
    log_claims,
    order_claims,
    region_claims,
    settled_claims,
    step_claims,
    value_claims,
)
from .claim import Claim, Judged, Query, judge
from .crosshair_check import TARGETS, confirm
from .outcome import Answer, Outcome, open_because, worst
from .solver import text_of

ROOT = Path(__file__).parents[1]
CLAIMS: tuple[Claim, ...] = (
    *order_claims.CLAIMS,
    *step_claims.CLAIMS,
    *value_claims.CLAIMS,
    *fold_claims.CLAIMS,
    *region_claims.CLAIMS,
    *settled_claims.CLAIMS,
    *enclosure_claims.CLAIMS,
    *log_claims.CLAIMS,
)

COVERS: Mapping[str, tuple[Claim, ...]] = {
    "step": (*step_claims.CLAIMS, *value_claims.CLAIMS, *order_claims.CLAIMS),
    "state": (*step_claims.CLAIMS, *order_claims.CLAIMS),
    "fold": (*fold_claims.CLAIMS, *region_claims.CLAIMS, *settled_claims.CLAIMS),
    "region": (*region_claims.CLAIMS, *settled_claims.CLAIMS),
    "enclosure": (*enclosure_claims.CLAIMS, *log_claims.CLAIMS),
}
"""The claims whose worlds run a module's code; a module that is not named is run by none."""

CANARIES = {
    "proofs.canaries.rare": Answer.REFUTED,
    "proofs.canaries.strict": Answer.REFUTED,
    "proofs.canaries.void": Answer.OPEN,
}
"""What CrossHair must find of functions that are wrong on purpose, or it is not believed at all."""


class Entry(NamedTuple):
    """Hold a claim's outcome, that of each engine, and what it took.

    ``paths`` counts the ends of paths that the claim speaks of, ``goals`` those that took a query, and ``branches``
    the sides pruned on the way; cvc5 repeats every goal and every branch.
    """

    id: str
    outcome: Outcome
    engines: Mapping[str, Outcome]
    paths: int
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


def elsewhere() -> list[str]:
    """Return a complaint when the kernel that is imported here is not this checkout's."""
    found = Path(elenctic_kernel.__file__).resolve()
    return [] if found.is_relative_to(ROOT / "kernel") else [f"{found}: proved, and not the kernel of this checkout"]


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
    return confirm(target, TARGETS.get(target, 1), path=[str(ROOT), str(ROOT / "kernel")])


def carried(targets: Sequence[str]) -> Outcome:
    """Return what CrossHair finds of these functions, provided that it still sees through the canaries."""
    for canary, wanted in CANARIES.items():
        if crosshair(canary).answer is not wanted:
            return open_because(f"crosshair: says {crosshair(canary).answer.value} of {canary}")
    return worst([crosshair(target) for target in targets])


def prove_all(claims: Sequence[Claim]) -> Iterator[Entry]:
    """Yield what every engine finds of each claim: Z3 here, cvc5 and CrossHair beside it in processes of their own.

    A claim is PROVED when every engine that it asks says so, Z3 and cvc5 at least; it is REFUTED when one engine
    refutes it; an engine that says neither is shown as OPEN by name, and leaves the claim OPEN.
    """
    targets = sorted({target for claim in claims for target in claim.contracts})
    with ThreadPoolExecutor(1) as hairs, ThreadPoolExecutor(1) as seconds:
        for target in (*targets, *CANARIES) if targets else ():
            hairs.submit(crosshair, target)
        running = [_start(claim, seconds, hairs) for claim in claims]
        for finish in running:
            yield finish()


def prove(claim: Claim) -> Entry:
    """Judge one claim by every engine that carries it."""
    return next(prove_all([claim]))


def _start(claim: Claim, seconds: Executor, hairs: Executor) -> Callable[[], Entry]:
    began = time.perf_counter()
    judged = [judge(part) for part in claim.parts]
    z3 = worst([*(found.outcome for found in judged), *_reached(claim), *_supported(claim)])
    scripts, z3 = _scripts(judged, z3)
    second = seconds.submit(_second, scripts)
    third = hairs.submit(carried, claim.contracts) if claim.contracts else None
    took = time.perf_counter() - began

    def finish() -> Entry:
        confirmed, lasted = second.result()
        engines = {"z3": z3, "cvc5": confirmed, **({"crosshair": third.result()} if third else {})}
        ends, goals = sum(found.ends for found in judged), sum(len(found.goals) for found in judged)
        branches = len({id(query) for found in judged for query in found.pruned})
        return Entry(claim.id, _combined(engines), engines, ends, goals, branches, took + lasted)

    return finish


def _supported(claim: Claim) -> list[Outcome]:
    bare = not claim.runs or not any(part.neighbours for part in claim.parts)
    return [open_because(f"{claim.id}: carries no run, or no neighbour that fails")] if bare else []


def _reached(claim: Claim) -> list[Outcome]:
    """Check that runs of the kernel from ``open`` on get to where the claim speaks, and that bounds are attained."""
    unreached = [name for name, run in (*claim.runs.items(), *claim.tight.items()) if not _holds(run)]
    return [open_because(f"{claim.id}: not reached: {name}") for name in unreached]


def _holds(run: Callable[[], bool]) -> bool:
    try:
        return run() is True
    except Exception:
        return False


_written: dict[int, tuple[Query, str]] = {}


def _scripts(judged: Sequence[Judged], z3: Outcome) -> tuple[list[str] | None, Outcome]:
    """Return every goal and every pruned branch as a script; branches that claims share are written once.

    None, and OPEN where Z3 had proved, when they cannot be written: then no second engine can read them.
    """
    if z3.answer is not Answer.PROVED:
        return None, z3
    queries = [query for found in judged for query in (*found.goals, *found.pruned)]
    try:
        for query in queries:
            if id(query) not in _written:
                _written[id(query)] = (query, text_of(query))
    except Exception as error:
        return None, open_because(f"Z3 cannot write what it proved: {error}")
    return [_written[id(query)][1] for query in queries], z3


def _second(scripts: list[str] | None) -> tuple[Outcome, float]:
    if scripts is None:
        return open_because("cvc5: not asked, because Z3 does not prove every part"), 0.0
    began = time.perf_counter()
    try:
        return cvc5_check.confirm(scripts), time.perf_counter() - began
    except Exception as error:  # whatever goes wrong on the way to an answer is no answer
        return open_because(f"cvc5: {error}"), time.perf_counter() - began


def _combined(engines: Mapping[str, Outcome]) -> Outcome:
    """Return REFUTED where one engine refutes, and PROVED only where every engine that the claim asks says so."""
    alone = [open_because("no second engine was asked")] if len(engines) < 2 else []
    return worst([*engines.values(), *alone])
