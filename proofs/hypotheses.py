"""Worlds whose hypotheses have names, so that each can be dropped and is then shown to be needed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from .claim import Goal, Part
from .explorer import World
from .supply import Call, Supply
from .symbols import Fact


def _nothing() -> None:
    """Stand for a kernel function where a part is about numbers alone."""


@dataclass(frozen=True)
class Given:
    """Hold named hypotheses, what the goals speak of, and a function of the kernel with its arguments bound.

    ``held`` are hypotheses that say what the numbers are, as that a denominator is positive; they are not dropped.
    """

    hypotheses: Mapping[str, Fact]
    data: Mapping[str, Any]
    run: Callable[[], Any] = _nothing
    held: tuple[Fact, ...] = ()
    allowed: tuple[type[Exception], ...] = field(default=())


Setup = Callable[[Supply], Given]


def world(name: str, setup: Setup, paths: int = 1, *, without: str = "") -> World:
    """Return the world of a setup, with one hypothesis dropped where ``without`` names it.

    A name that is no hypothesis raises KeyError when the world is explored.
    """

    def call(supply: Supply) -> Call:
        found = setup(supply)
        kept = dict(found.hypotheses)
        if without:
            del kept[without]
        return Call(found.run, (), (*found.held, *kept.values()), found.data, found.allowed)

    return World(f"{name}, without {without}" if without else name, call, paths)


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
