"""Drop each hypothesis in turn: it is needed, or it is reported as one that the proof can do without.

A hypothesis is needed when some end of some path is refuted without it, by whole numbers on which the kernel breaks the
goal. It is removable when every end is proved without it. Not covered: hypotheses inside a goal, which the neighbours
drop, and whether two that are removable can go together.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from .claim import Claim, Part, fact_at, settle, trees
from .explorer import End, World
from .outcome import Answer
from .supply import Call, Supply, Symbols
from .symbols import Truth

ENTRY = "the function's own precondition"
FOUND = {Answer.REFUTED: "needed", Answer.PROVED: "removable", Answer.OPEN: "undecided"}


class Dropped(NamedTuple):
    """Hold what became of a part without one hypothesis."""

    part: str
    hypothesis: str
    found: str


def hypotheses(world: World) -> list[str]:
    """Return the hypotheses of a world as texts, in the order in which it gives them."""
    tree = trees.tree(world)
    width = max(len(end.call.given) for end in tree.ends)
    texts = [""] * width
    for end in tree.ends:
        for number, fact in enumerate(end.call.given):
            texts[number] = texts[number] or (_text(fact) if isinstance(fact, Truth) else "")
    return texts


def _text(fact: Truth) -> str:
    return " ".join(str(fact.term).split())


def without(world: World, number: int) -> World:
    """Return a world that does not give the hypothesis of this number."""

    def setup(supply: Supply) -> Call:
        call: Call = world.setup(supply)
        given = tuple(fact for at, fact in enumerate(call.given) if at != number)
        return replace(call, given=given)

    return replace(world, name=f"{world.name}, without hypothesis {number + 1}", setup=setup)


def without_entry(world: World) -> World:
    """Return a world that does not assume the function's own precondition."""
    return replace(world, name=f"{world.name}, without its precondition", assume_entry=False)


def dropped(claim: Claim) -> Iterator[Dropped]:
    """Yield every hypothesis of every part of a claim with what became of the part without it."""
    for part in claim.parts:
        for number, text in enumerate(hypotheses(part.world)):
            if text:
                yield Dropped(part.name, text, _found(part, without(part.world, number)))
        if part.world.assume_entry:
            yield Dropped(part.name, ENTRY, _found(part, without_entry(part.world)))


def _found(part: Part, world: World) -> str:
    try:
        ends = [end for end in trees.tree(world).ends if fact_at(part.goal, Symbols(), end) is not None]
        answers = {Answer.PROVED} if ends else {Answer.OPEN}
        for end in sorted(ends, key=_promise):
            answers.add(settle(world, end, part.goal)[0].answer)
            if Answer.REFUTED in answers:
                return FOUND[Answer.REFUTED]
    except Exception:  # a goal may not be defined where the hypothesis is dropped
        return FOUND[Answer.OPEN]
    return FOUND[Answer.OPEN if Answer.OPEN in answers else Answer.PROVED]


def _promise(end: End) -> bool:
    """Put the ends first that end in an exception: a dropped hypothesis shows there soonest."""
    return end.error is None
