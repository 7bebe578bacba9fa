"""Every proved claim with the outcome of each engine, held against spec/claims.toml."""

import time
import tomllib
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import elenctic_kernel

from . import contradiction, cvc5_check, exhaustion_check
from .claim import Claim, Judged, Part, Query, judge
from .crosshair_check import TARGETS, confirm
from .exhaustion import EXHAUSTED
from .families import CLAIMS
from .outcome import Answer, Outcome, open_because, worst
from .solver import text_of

ROOT = Path(__file__).parents[1]
CANARIES = {
    "proofs.canaries.rare": Answer.REFUTED,
    "proofs.canaries.strict": Answer.REFUTED,
    "proofs.canaries.void": Answer.OPEN,
}
"""What CrossHair must find of functions that are wrong on purpose, or it is not believed at all."""


class Asked(NamedTuple):
    """Hold one query that Z3 answered: what it asks, in words, its terms, and whether it is a goal or a branch."""

    what: str
    query: Query
    goal: bool


class Entry(NamedTuple):
    """Hold a claim's outcome, that of each engine, and what it took.

    ``paths`` counts the ends of paths that the claim speaks of, ``goals`` those that took a query, and ``branches``
    the sides pruned on the way; cvc5 repeats every goal and every branch. ``certified`` counts the branches that an
    identity refutes; a solver is trusted with the others. ``asked`` holds goals, then branches.
    """

    id: str
    outcome: Outcome
    engines: Mapping[str, Outcome]
    paths: int
    goals: int
    branches: int
    certified: int
    seconds: float
    asked: Sequence[Asked]


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
    if found.is_relative_to(ROOT / "kernel"):
        return []
    return [f'{found}: proved, and not the kernel of this checkout; write pip install -e ".[proofs]" in it']


def possible(claim: Claim) -> set[str]:
    """Return the engines that must answer for a claim, whatever the ledger says; an identity may join them."""
    engines = {"z3", "cvc5", *(["crosshair"] if claim.contracts else [])}
    return engines | ({"enumeration"} if claim.id in EXHAUSTED else set())


def required(claim: Claim) -> set[str]:
    """Return the engines that must say PROVED of a claim: an identity where the ledger names it."""
    named = {entry["id"]: set(entry["engines"]) for entry in ledger()}
    return possible(claim) | (named.get(claim.id, set()) & {"identity"})


def mismatches() -> list[str]:
    """Return where the ledger and the proofs disagree on what is proved, and by which engines."""
    stated = {claim["id"]: claim["engines"] for claim in ledger() if claim["class"] == "proved"}
    proofs = by_id()
    said = [f"{name}: the ledger says proved, and there is no proof here" for name in stated.keys() - proofs.keys()]
    said += [f"{name}: proved here, and the ledger does not say so" for name in proofs.keys() - stated.keys()]
    for name in stated.keys() & proofs.keys():
        engines = possible(proofs[name])
        if set(stated[name]) - {"identity"} != engines:
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


class _Pools(NamedTuple):
    """Hold one queue for each engine that runs beside Z3."""

    crosshair: Executor
    second: Executor
    enumeration: Executor


def prove_all(claims: Sequence[Claim]) -> Iterator[Entry]:
    """Yield what every engine finds of each claim, as each ends: Z3 here, the others beside it.

    A claim is PROVED when every engine that must answer for it says so, Z3 and cvc5 at least; it is REFUTED when one
    engine refutes it; an engine that says neither is shown as OPEN by name. An identity is asked of every claim and
    must answer where the ledger names it.
    """
    targets = sorted({target for claim in claims for target in claim.contracts})
    with ThreadPoolExecutor(2) as hairs, ThreadPoolExecutor(1) as seconds, ThreadPoolExecutor(1) as worlds:
        for target in (*targets, *CANARIES) if targets else ():
            hairs.submit(crosshair, target)
        running: deque[_Running] = deque()
        for claim in claims:
            running.append(_start(claim, _Pools(hairs, seconds, worlds)))
            while running and all(engine.done() for engine in running[0].engines.values()):
                yield running.popleft().finish()
        for begun in running:
            yield begun.finish()


def prove(claim: Claim) -> Entry:
    """Judge one claim by every engine that carries it."""
    return next(prove_all([claim]))


class _Running(NamedTuple):
    """Hold a claim that Z3 has judged, and the engines that still run."""

    claim: Claim
    z3: Outcome
    judged: Sequence[Judged]
    engines: Mapping[str, "Future[Any]"]
    seconds: float

    def finish(self) -> Entry:
        """Wait for every engine and add them up."""
        second: Second = self.engines["second"].result()
        others = {name: future.result() for name, future in self.engines.items() if name != "second"}
        engines = {"z3": self.z3, **second.engines, **others}
        asked = _asked(self.claim, self.judged)
        goals = sum(each.goal for each in asked)
        numbers = (sum(each.ends for each in self.judged), goals, len(asked) - goals, second.certified)
        outcome = _combined(engines, required(self.claim))
        return Entry(self.claim.id, outcome, engines, *numbers, self.seconds + second.seconds, asked)


def _start(claim: Claim, pools: _Pools) -> _Running:
    began = time.perf_counter()
    exhausted = claim.id in EXHAUSTED
    worlds = {"enumeration": pools.enumeration.submit(exhaustion_check.confirm, claim.id)} if exhausted else {}
    judged = []
    for part in claim.parts:
        judged.append(judge(part))
        ahead = _ahead(claim, part, judged[-1])
        pools.second.submit(_answer, "cvc5", partial(cvc5_check.confirm, ahead))
    z3 = worst([*(found.outcome for found in judged), *_reached(claim), *_supported(claim)])
    scripts, z3 = _scripts(_asked(claim, judged), z3)
    engines: dict[str, Future[Any]] = {"second": pools.second.submit(_second, scripts)}
    if claim.contracts:
        engines["crosshair"] = pools.crosshair.submit(carried, claim.contracts)
    return _Running(claim, z3, judged, engines | worlds, time.perf_counter() - began)


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


def _asked(claim: Claim, judged: Sequence[Judged]) -> list[Asked]:
    """Return every goal, then every pruned branch once, though several paths and parts share it."""
    parts = [*zip(claim.parts, judged, strict=True)]
    branches = {
        _key(query): Asked(f"no other way: {part.world.name}", query, False)
        for part, found in parts
        for query in found.pruned
    }
    goals = [
        Asked(f"goal: {part.name} ({part.world.name})", query, True) for part, found in parts for query in found.goals
    ]
    return [*goals, *branches.values()]


def _key(query: Query) -> tuple[int, ...]:
    """Return what tells queries apart: Z3 keeps one node for equal terms, as long as one of them is held."""
    return tuple(term.get_id() for term in query)


_written: dict[tuple[int, ...], tuple[Query, str]] = {}


def script_of(query: Query) -> str:
    """Return a query as a script of its own; one that claims share is written once."""
    if _key(query) not in _written:
        _written[_key(query)] = (query, text_of(query))
    return _written[_key(query)][1]


def _ahead(claim: Claim, part: Part, found: Judged) -> list[str]:
    """Return what cvc5 can answer of one part while Z3 is at the next: it is kept, and read when all are there."""
    goals, branches = _scripts(_asked(replace(claim, parts=(part,)), [found]), found.outcome)[0] or ([], [])
    return [*goals, *branches]


Scripts = tuple[list[str], list[str]]
"""Goals and branches as texts that a second engine can read."""


def _scripts(asked: Sequence[Asked], z3: Outcome) -> tuple[Scripts | None, Outcome]:
    """Return goals and branches as scripts; None, and OPEN where Z3 had proved, when they cannot be written."""
    if z3.answer is not Answer.PROVED:
        return None, z3
    try:
        goals = [script_of(each.query) for each in asked if each.goal]
        return (goals, [script_of(each.query) for each in asked if not each.goal]), z3
    except Exception as error:
        return None, open_because(f"Z3 cannot write what it proved: {error}")


class Second(NamedTuple):
    """Hold what cvc5 and identities find of the same scripts, how many branches identities refute, and seconds."""

    engines: Mapping[str, Outcome]
    certified: int
    seconds: float


def _second(scripts: Scripts | None) -> Second:
    if scripts is None:
        why = "not asked, because Z3 does not prove every part"
        return Second({name: open_because(f"{name}: {why}") for name in ("cvc5", "identity")}, 0, 0.0)
    began, (goals, branches) = time.perf_counter(), scripts
    with ThreadPoolExecutor(1) as beside:
        cvc5 = beside.submit(_answer, "cvc5", lambda: cvc5_check.confirm([*goals, *branches]))
        identity = _answer("identity", lambda: contradiction.outcome(goals, branches))
    engines = {"cvc5": cvc5.result(), "identity": identity}
    return Second(engines, contradiction.certified(branches), time.perf_counter() - began)


def _answer(name: str, ask: Callable[[], Outcome]) -> Outcome:
    try:
        return ask()
    except Exception as error:  # whatever goes wrong on the way to an answer is no answer
        return open_because(f"{name}: {error}")


def _combined(engines: Mapping[str, Outcome], must: set[str] | None = None) -> Outcome:
    """Return REFUTED where one engine refutes, and PROVED only where every engine that must answer says so."""
    wanted = set(engines) if must is None else must
    silent = [open_because(f"{name}: not asked") for name in sorted(wanted - engines.keys())]
    alone = [open_because("no second engine was asked")] if len(wanted) < 2 else []
    refuted = [outcome for outcome in engines.values() if outcome.answer is Answer.REFUTED]
    return worst([*refuted, *(engines[name] for name in engines if name in wanted), *silent, *alone])
