"""Drop each hypothesis in turn: it is needed, or it is reported as one that the proof can do without.

A hypothesis is needed when some end of some path is refuted without it, by whole numbers on which the kernel breaks the
goal; the numbers are kept and replayed by every run of the proofs. It is removable when every end is proved without it.
``python -m proofs.minimality [ID ...]`` searches again and takes minutes. Not covered: hypotheses inside a goal, which
the neighbours drop, and whether two that are removable can go together.
"""

import json
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from . import freeze, solver
from .claim import Claim, Part, fact_at, replay, settle, trees
from .explorer import End, World
from .outcome import Answer
from .supply import Call, Supply, Symbols
from .symbols import Truth

STORED = Path(__file__).with_name("minimality.json")
SCHEMA = "elenctic.minimality/1"
ENTRY = "the function's own precondition"
RLIMIT = 1_000_000
"""Z3 resource units for one query of the search: what takes longer is undecided."""

CPU_SECONDS = 15
"""CPU time of the search for one hypothesis: what takes longer is undecided."""

FOUND = NEEDED, REMOVABLE, UNDECIDED = "needed", "removable", "undecided"


class Dropped(NamedTuple):
    """Hold what became of a part without one hypothesis; where it is needed, the options and numbers that show it."""

    part: str
    hypothesis: str
    found: str
    picks: Mapping[str, int]
    values: Mapping[str, str]


def hypotheses(world: World) -> dict[int, str]:
    """Return the hypotheses of a world as texts, by their place; the function's own precondition is at -1."""
    texts: dict[int, str] = {-1: ENTRY} if world.assume_entry else {}
    for end in trees.tree(world).ends:
        for place, fact in enumerate(end.call.given):
            if isinstance(fact, Truth):
                texts.setdefault(place, " ".join(str(fact.term).split()))
    return texts


@cache
def without(world: World, place: int) -> World:
    """Return a world that does not give the hypothesis at this place."""

    def setup(supply: Supply) -> Call:
        call: Call = world.setup(supply)
        return replace(call, given=tuple(fact for at, fact in enumerate(call.given) if at != place))

    if place < 0:
        return replace(world, name=f"{world.name}, without its precondition", assume_entry=False)
    return replace(world, name=f"{world.name}, without hypothesis {place + 1}", setup=setup)


def dropped(claim: Claim) -> Iterator[Dropped]:
    """Yield every hypothesis of every part of a claim with what became of the part without it."""
    for part in claim.parts:
        for place, text in hypotheses(part.world).items():
            yield _in_time(part, text, without(part.world, place))


def _give_up(*_: object) -> None:
    raise TimeoutError


def _in_time(part: Part, text: str, world: World) -> Dropped:
    """Judge a part under a limit; the alarm comes again, because one that falls into a destructor is lost."""
    signal.signal(signal.SIGPROF, _give_up)
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS, 1)
    try:
        return _judged(part, text, world)
    except TimeoutError:
        return Dropped(part.name, text, UNDECIDED, {}, {})
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _judged(part: Part, text: str, world: World) -> Dropped:
    found = REMOVABLE
    try:
        ends = [end for end in trees.tree(world).ends if fact_at(part.goal, Symbols(), end) is not None]
        for end in sorted(ends, key=_promise):
            outcome = settle(world, end, part.goal)[0]
            if outcome.answer is Answer.REFUTED:
                values = {name: str(value) for name, value in outcome.model.items()}
                return Dropped(part.name, text, NEEDED, end.picks, values)
            found = UNDECIDED if outcome.answer is Answer.OPEN else found
    except Exception:  # a goal may not be defined where the hypothesis is dropped
        return Dropped(part.name, text, UNDECIDED, {}, {})
    return Dropped(part.name, text, found if ends else UNDECIDED, {}, {})


def _promise(end: End) -> bool:
    """Put the ends first that end in an exception: a dropped hypothesis shows there soonest."""
    return end.error is None


def shows(part: Part, place: int, drop: Dropped) -> bool:
    """Tell whether the numbers kept break the goal on the kernel, and break it only without the hypothesis."""
    values = {name: Fraction(value) for name, value in drop.values.items()}
    at = End((), {}, dict(drop.picks), {}, {}, Call(len, ()), None, None)
    alone = replay(without(part.world, place), at, values, part.goal) is False
    return alone and replay(part.world, at, values, part.goal) is None


def stored() -> dict[str, Any]:
    """Return what the last search found."""
    kept: dict[str, Any] = json.loads(STORED.read_text("utf-8"))
    if kept.get("schema") != SCHEMA:
        raise ValueError(f"{STORED.name}: expected schema {SCHEMA}")
    return kept


def of(claim: str) -> list[Dropped]:
    """Return what the last search found of a claim, nothing where it was not searched."""
    return [Dropped(**row) for row in stored()["claims"].get(claim, {}).get("hypotheses", [])]


def complaints(claim: Claim) -> list[str]:
    """Return why what was found cannot be what holds now; replays every number that was kept."""
    kept, again = stored(), f"write python -m proofs.minimality {claim.id}"
    if kept["claims"].get(claim.id, {}).get("of") != _of(claim):
        return [f"{claim.id}: hypotheses were dropped of another kernel or statement; {again}"]
    rows, said = of(claim.id), []
    for part in claim.parts:
        texts = hypotheses(part.world)
        own = {row.hypothesis: row for row in rows if row.part == part.name}
        if set(own) != set(texts.values()):
            said.append(f"{claim.id}: {part.name}: other hypotheses than those that were dropped; {again}")
        for place, text in texts.items():
            if text in own and own[text].found == NEEDED and not shows(part, place, own[text]):
                said.append(f"{claim.id}: {part.name}: the numbers kept do not need {text}; {again}")
    return said


def _of(claim: Claim) -> str:
    return freeze.sha256_of([freeze.kernel(), freeze.formal(freeze.starts()[claim.id])])


def main(ids: Sequence[str]) -> int:
    """Search claims, all of them when none is named, and store what was found, claim by claim."""
    from .ledger import by_id

    solver.RLIMIT = RLIMIT
    for name in ids or list(by_id()):
        kept: dict[str, Any] = stored() if STORED.exists() else {"schema": SCHEMA, "claims": {}}
        claim = by_id()[name]
        if ids or kept["claims"].get(name, {}).get("of") != _of(claim):
            rows = [row._asdict() for row in dropped(claim)]
            kept["claims"][name] = {"of": _of(claim), "hypotheses": rows}
            STORED.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n", "utf-8")
            found = [row["found"] for row in rows]
            print(f"{name}: " + ", ".join(f"{found.count(word)} {word}" for word in FOUND), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
