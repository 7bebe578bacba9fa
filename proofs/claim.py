"""A claim as goals on worlds, and how a goal is judged: every end proved, or a model replayed in whole numbers."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias, cast

import z3

from .explorer import End, OpenError, Tree, World, explore, meets_entry, run
from .outcome import PROVED, Answer, Outcome, open_because, worst
from .solver import ask, exact_value
from .supply import Numbers, Supply, Symbols
from .symbols import Fact, SymbolError, negated, truth

Query: TypeAlias = tuple[Any, ...]
"""Terms that cannot hold together when the goal is right."""

TRIALS = 200
"""Draws of small numbers that are tried where no model of Z3 replays."""

SMALL = 12
"""Where whole numbers are looked for last: a model of Z3 depends on what was asked before, and need not replay."""

Goal: TypeAlias = Callable[[Supply, End], Fact | None]
"""Say what must hold at an end; None where the goal does not speak of it."""


@dataclass(frozen=True)
class Part:
    """Hold one goal on one world, the number of ends it speaks of, and neighbours that must be refuted.

    A neighbour is a stronger goal, or the goal on a world with a hypothesis dropped.
    """

    name: str
    world: World
    goal: Goal
    ends: int
    neighbours: Mapping[str, Goal | tuple[World, Goal]] = field(default_factory=dict)


@dataclass(frozen=True)
class Claim:
    """Hold a claim: its parts, runs of the kernel from ``open`` on that reach it, and who else carries it.

    ``contracts`` names the contracted functions that CrossHair must confirm for it. ``tight`` holds exact numbers for
    which a claimed bound is attained; a claim that claims none has none.
    """

    id: str
    parts: tuple[Part, ...]
    runs: Mapping[str, Callable[[], bool]]
    contracts: tuple[str, ...] = ()
    tight: Mapping[str, Callable[[], bool]] = field(default_factory=dict)


@dataclass(frozen=True)
class Judged:
    """Hold Z3's outcome of one part and the queries that a second engine can repeat."""

    outcome: Outcome
    ends: int = 0
    goals: tuple[Query, ...] = ()
    pruned: tuple[Query, ...] = ()


class _Ledger:
    """Keep the trees already explored; claims share worlds. Two worlds of one name have a tree each."""

    def __init__(self) -> None:
        self._trees: dict[World, Tree | str] = {}

    def tree(self, world: World) -> Tree:
        """Return the tree of a world.

        :raises OpenError: when it cannot be explored, every time it is asked for
        """
        if world not in self._trees:
            try:
                self._trees[world] = explore(world)
            except OpenError as error:
                self._trees[world] = str(error)
        found = self._trees[world]
        if isinstance(found, str):
            raise OpenError(found)
        return found


trees = _Ledger()


def fact_at(goal: Goal, supply: Supply, end: End) -> Fact | None:
    """Return what must hold at an end; an exception that is not documented refutes every goal."""
    if end.error is not None and not isinstance(end.error, end.call.allowed):
        return False
    return goal(supply, end)


def replay(world: World, end: End, values: Mapping[str, Fraction], goal: Goal) -> Fact | None:
    """Run the kernel on the numbers of a model, in whole numbers, and return what the goal is there.

    None where the numbers do not meet the assumptions or are not whole where they must be.
    """
    supply = Numbers(values, end.picks)
    try:
        call = world.setup(supply)
        if not all(call.given) or (world.assume_entry and not meets_entry(call)):
            return None
        result, error = run(call)
        return fact_at(goal, supply, End((), supply.choices, end.picks, {}, {}, call, result, error))
    except (ValueError, SymbolError, OpenError):
        return None


def model_of(reply_model: Any, terms: Mapping[str, Any]) -> dict[str, Fraction] | None:
    """Return the exact values of a model, None where one is not rational."""
    values = {name: exact_value(reply_model, term) for name, term in terms.items()}
    return {name: value for name, value in values.items() if value is not None} if None not in values.values() else None


def broken(world: World, end: End, goal: Goal, query: Query, model: Any, *, small: bool) -> dict[str, Fraction] | None:
    """Return whole numbers on which the kernel breaks the goal; None where the models found do not replay."""
    ghosts = Symbols()
    fact_at(goal, ghosts, end)
    names, whole = {**end.terms, **ghosts.terms}, {**end.wholes, **ghosts.wholes}
    values = model_of(model, names)
    if values is not None and replay(world, end, values, goal) is False:
        return values
    integral = [z3.IsInt(term) for term in whole.values()]
    narrow = [z3.And(-SMALL <= term, term <= SMALL) for term in names.values()] if small else []
    again = ask((*query, *integral, *narrow)) if integral or narrow else None
    values = model_of(again.model, names) if again is not None and again.found == "sat" else None
    return values if values is not None and replay(world, end, values, goal) is False else None


def settle(world: World, end: End, goal: Goal, *, small: bool = False) -> tuple[Outcome, Query]:
    """Judge one end: prove the goal there, or refute it by a model that replays, of small numbers where asked."""
    return settled(world, end, goal, fact_at(goal, Symbols(), end), small=small)


def settled(world: World, end: End, goal: Goal, fact: Fact | None, *, small: bool = False) -> tuple[Outcome, Query]:
    """Judge one end, of which what must hold there is known."""
    if fact is True:
        return PROVED, ()
    query = (*end.conditions, truth(negated(cast(Fact, fact))))
    reply = ask(query)
    if reply.found == "unsat":
        return PROVED, query
    if reply.found == "unknown":
        return open_because(f"{world.name}: Z3 answers unknown ({reply.why})"), query
    values = broken(world, end, goal, query, reply.model, small=small)
    if values is None:
        return open_because(f"{world.name}: the model does not replay in whole numbers"), query
    how = f"ends in {end.error!r}" if end.error is not None else "the goal fails"
    return Outcome(Answer.REFUTED, f"{world.name} ({chosen(end)}): {how}", values), query


def chosen(end: End) -> str:
    """Return the options of a path in words."""
    return ", ".join(str(getattr(value, "value", value)) for value in end.choices.values())


def witnessed(world: World, end: End, goal: Goal) -> bool:
    """Tell whether some whole numbers follow the path and the goal holds of them."""
    ghosts = Symbols()
    fact = fact_at(goal, ghosts, end)
    reply = ask((*end.conditions, truth(fact)))
    values = model_of(reply.model, {**end.terms, **ghosts.terms}) if reply.found == "sat" else None
    return values is not None and replay(world, end, values, goal) is True


def tried(world: World, end: End, goal: Goal) -> bool:
    """Tell whether some small whole numbers meet the hypotheses and the goal holds of them.

    A model of Z3 need not replay: 2 ** bits is any whole number there. Trial by seeded draws does not hang on which
    model Z3 happens to find.
    """
    for seed in range(TRIALS):
        draw = random.Random(seed)
        values = {name: Fraction(draw.randint(0, 4)) for name in end.terms}
        if replay(world, end, values, goal) is True:
            return True
    return False


def refuted(world: World, goal: Goal) -> bool:
    """Tell whether a neighbour of the claim is refuted somewhere, as it must be."""
    facts = spoken_of(world, goal)
    answers = (settled(world, end, goal, fact, small=small)[0] for small in (False, True) for end, fact in facts)
    return any(outcome.answer is Answer.REFUTED for outcome in answers)


def judge(part: Part, *, neighbours: bool = True) -> Judged:
    """Judge one part with Z3; stop at the first end that is refuted."""
    try:
        return _judged(part, neighbours)
    except Exception as error:  # whatever goes wrong on the way to an answer leaves the part open
        return Judged(open_because(f"{part.name}: {error}"))


def _judged(part: Part, neighbours: bool) -> Judged:
    tree, facts = trees.tree(part.world), spoken_of(part.world, part.goal)
    ends = [end for end, _ in facts]
    outcomes, queries = settle_all(part, facts)
    outcome = worst(outcomes)
    if outcome.answer is not Answer.REFUTED:
        outcome = worst([counted(part, len(tree.ends), len(ends)), outcome])
    if outcome.answer is Answer.PROVED and neighbours:
        outcome = worst(supports(part, ends))
    return Judged(outcome, len(ends), tuple(queries), tree.pruned)


def spoken_of(world: World, goal: Goal) -> list[tuple[End, Fact]]:
    """Return the ends that a goal speaks of, with what must hold there."""
    found = ((end, fact_at(goal, Symbols(), end)) for end in trees.tree(world).ends)
    return [(end, fact) for end, fact in found if fact is not None]


def settle_all(part: Part, facts: Sequence[tuple[End, Fact]]) -> tuple[list[Outcome], list[Query]]:
    """Judge end after end, up to the first one that is refuted."""
    outcomes: list[Outcome] = []
    queries: list[Query] = []
    for end, fact in facts:
        outcome, query = settled(part.world, end, part.goal, fact)
        outcomes.append(outcome)
        queries += [query] if query else []
        if outcome.answer is Answer.REFUTED:
            break
    return outcomes, queries


def counted(part: Part, paths: int, ends: int) -> Outcome:
    """Hold the numbers of paths against the stated ones."""
    if paths != part.world.paths:
        return open_because(f"{part.world.name}: {paths} paths, stated {part.world.paths}", paths_changed=True)
    if ends != part.ends or not ends:
        return open_because(f"{part.name}: speaks of {ends} ends, stated {part.ends}", paths_changed=True)
    return PROVED


def supports(part: Part, ends: list[End]) -> list[Outcome]:
    """Check that the part says something: an instance that satisfies it, and neighbours that fail."""
    found = [PROVED]
    instances = (way(part.world, end, part.goal) for way in (witnessed, tried) for end in ends)
    if not any(instances):
        found.append(open_because(f"{part.name}: no whole numbers satisfy the hypotheses"))
    for name, neighbour in part.neighbours.items():
        if not refuted(*(neighbour if isinstance(neighbour, tuple) else (part.world, neighbour))):
            found.append(open_because(f"{part.name}: the neighbour is not refuted: {name}"))
    return found
