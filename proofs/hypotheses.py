"""Worlds from which one hypothesis is dropped, so that a claim shows that it needs each of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .claim import Goal, Part
from .explorer import World
from .supply import Call, Supply
from .symbols import Fact


def nothing() -> None:
    """Run no code, where the kernel has none for what is claimed."""


def kept(given: Mapping[str, Fact], dropped: str) -> tuple[Fact, ...]:
    """Return the hypotheses but the dropped one, all of them for an empty name.

    :raises KeyError: when the dropped one is none of them
    """
    if dropped and dropped not in given:
        raise KeyError(dropped)
    return tuple(fact for name, fact in given.items() if name != dropped)


def named(name: str, dropped: str) -> str:
    """Return the name of a world without one hypothesis."""
    return f"{name}, without {dropped}" if dropped else name


def needed(world: Callable[[str], World], names: Sequence[str], goal: Goal) -> dict[str, tuple[World, Goal]]:
    """Return the neighbours that drop one hypothesis each; a goal that holds without it leaves its claim open."""
    return {f"without {name}": (world(name), goal) for name in names}


@dataclass(frozen=True)
class Given:
    """Hold named hypotheses, what the goals speak of, and a function of the kernel with its arguments bound.

    ``held`` are hypotheses that say what the numbers are, as that a denominator is positive; they are not dropped.
    """

    hypotheses: Mapping[str, Fact]
    data: Mapping[str, Any]
    run: Callable[[], Any] = nothing
    held: tuple[Fact, ...] = ()
    allowed: tuple[type[Exception], ...] = field(default=())


Setup = Callable[[Supply], Given]


def world(name: str, setup: Setup, paths: int = 1, *, without: str = "") -> World:
    """Return the world of a setup, with one hypothesis dropped where ``without`` names it.

    A name that is no hypothesis raises KeyError when the world is explored.
    """

    def call(supply: Supply) -> Call:
        found = setup(supply)
        return Call(found.run, (), (*found.held, *kept(found.hypotheses, without)), found.data, found.allowed)

    return World(named(name, without), call, paths)


def leaning(
    name: str, setup: Setup, goal: Goal, *needs: str, ends: int = 1, **stronger: Goal | tuple[World, Goal]
) -> Part:
    """Return a part whose goal needs each hypothesis named, on a world of as many paths as it has ends.

    :param needs: hypotheses; without any one of them the goal must be refuted
    :param stronger: goals that must be refuted, on this world or on one of their own; _ in a name is a blank
    """
    dropped = {f"without {need}": (world(name, setup, ends, without=need), goal) for need in needs}
    more = {key.replace("_", " "): other for key, other in stronger.items()}
    return Part(name, world(name, setup, ends), goal, ends, {**dropped, **more})
