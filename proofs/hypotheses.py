"""Worlds from which one hypothesis is dropped, so that a claim shows that it needs each of them."""

from collections.abc import Callable, Mapping, Sequence

from .claim import Goal
from .explorer import World
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
