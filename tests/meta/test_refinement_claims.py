"""The kernel beside the executable reference: the claim holds, a wrong reference is noticed, numbers agree at ties."""

import operator
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from elenctic_kernel import StoppingRule, Verdict

from proofs import refinement_worlds
from proofs.claim import Goal, Part, judge, refuted, trees
from proofs.explorer import World
from proofs.outcome import Answer
from proofs.plays import ASK, BAD, FAIL, PASS
from proofs.refinement_claims import REFINES_REFERENCE, agree, same_step
from proofs.refinement_worlds import Ratio, pair_of, stepping
from spec import reference

F = Fraction
PARTS = {part.name: part for part in REFINES_REFERENCE.parts}


def _held(part: Part, neighbour: Goal | tuple[World, Goal]) -> tuple[World, Goal]:
    return (part.world, neighbour) if callable(neighbour) else neighbour


NEIGHBOURS: list[tuple[str, World, Goal]] = [
    (f"{part.name}: {called}", *_held(part, neighbour))
    for part in PARTS.values()
    for called, neighbour in part.neighbours.items()
]


@pytest.mark.claim("REFINES-REFERENCE.1")
@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_each_part_is_proved(part: Part) -> None:
    judged = judge(part, neighbours=False)
    assert judged.outcome.answer is Answer.PROVED, judged.outcome.reason
    for name, run in REFINES_REFERENCE.runs.items():
        assert run() is True, name


@pytest.mark.parametrize(("name", "world", "goal"), NEIGHBOURS, ids=[name for name, _, _ in NEIGHBOURS])
def test_each_neighbour_is_refuted(name: str, world: World, goal: Goal) -> None:
    assert refuted(world, goal), name


# A reference that says another thing


def _strict(terms: reference.Terms, state: reference.Run) -> reference.Run:
    return replace(state, omega="reject", why="check-failed") if state.m == terms.T else state


def _late(terms: reference.Terms, state: reference.Run) -> reference.Run:
    return replace(state, omega="reject", why="horizon-reached") if state.m > terms.T else state


def _forgives(_c: Any, q: Any) -> Any:
    return 1 - (1 - q)


@pytest.mark.claim("REFINES-REFERENCE.1")
@pytest.mark.parametrize(
    ("name", "wrong"), [("timeout", _strict), ("timeout", _late), ("q_bar", _forgives)], ids=["why", "late", "q_bar"]
)
def test_a_wrong_reference_is_refuted(name: str, wrong: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the world anew, on a reference that is wrong on purpose: it is the reference that runs, no copy of it."""
    monkeypatch.setattr(reference, name, wrong)
    world = stepping("")
    again = World(f"with another {name}: {wrong.__name__}", world.setup, world.paths)
    assert refuted(again, same_step)


# The numbers that stand for fractions


@pytest.mark.claim("REFINES-REFERENCE.1")
@pytest.mark.parametrize("how", ["sub", "mul", "truediv", "le", "ge", "lt", "gt", "eq"])
def test_a_ratio_of_whole_numbers_is_the_fraction(how: str) -> None:
    """Each side may be the whole number or the fraction, as it is in the reference: 1 - q, 1 / delta, 0 <= q."""
    draw, does = random.Random(7), getattr(operator, how)
    for _ in range(500):
        (a, b), (c, d) = ((draw.randint(-4, 4), draw.randint(1, 4)) for _ in range(2))
        k, scale = draw.randint(-2, 2), draw.randint(1, 3)
        ratio, other = Ratio((a * scale, b * scale)), Ratio((c, d))
        for left, right, exact in (
            (ratio, other, (F(a, b), F(c, d))),
            (k, ratio, (k, F(a, b))),
            (ratio, k, (F(a, b), k)),
        ):
            if how == "truediv" and exact[1] == 0:
                with pytest.raises(ZeroDivisionError):
                    does(left, right)
                continue
            found = does(left, right)
            if isinstance(found, Ratio):
                assert F(*found.pair) == does(*exact)
                assert found.pair[1] > 0
            else:
                assert found is does(*exact)


@pytest.mark.parametrize(
    "use", [hash, bool, str, float, int, lambda r: r + 1, lambda r: -r, lambda r: r**2, lambda r: r < 0.5]
)  # fmt: skip
def test_a_ratio_does_nothing_else(use: Callable[[Ratio], object]) -> None:
    with pytest.raises((NotImplementedError, TypeError, AttributeError)):
        use(Ratio((1, 2)))
    with pytest.raises(NotImplementedError):
        pair_of("1/2")


# The same in whole numbers: ties, both rules, every kind of event


@pytest.mark.claim("REFINES-REFERENCE.1")
@pytest.mark.parametrize("rule", StoppingRule)
def test_kernel_and_reference_agree_on_reviews_drawn_beside_the_ties(rule: StoppingRule) -> None:
    draw = random.Random(11)
    seen: set[object] = set()
    for _ in range(2000):
        last = draw.randint(1, 5)
        delta = draw.choice([F(1, 2) ** k for k in range(1, 5)] + [F(10**30 // 4 - 1, 10**30), F(3, 8)])
        c = [draw.choice([F(1), F(1), F(1, 2), F(0)]) for _ in range(last)]
        rounds = [
            (
                draw.choice([PASS, PASS, PASS, PASS, ASK, FAIL, BAD]),
                draw.choice([F(1, 2), F(1, 4), F(0), F(1), F(5, 4)]),
            )
            for _ in range(last + 1)
        ]
        seen.add(agree(rule, delta, c, rounds))
    for _ in range(2000):
        last = draw.randint(1, 5)
        rounds = [(draw.choice([PASS, PASS, PASS, ASK, FAIL, BAD]), F(1, 2)) for _ in range(draw.randint(1, last))]
        seen.add(agree(rule, F(1, 2) ** draw.randint(1, 4), [F(1)] * last, rounds))
    assert seen == {"refused", *Verdict}


@pytest.mark.claim("REFINES-REFERENCE.1")
def test_the_worlds_run_the_reference_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[object] = []
    honest = reference.step

    def counted(*arguments: Any) -> reference.Run:
        calls.append(arguments)
        return honest(*arguments)

    monkeypatch.setattr(reference, "step", counted)
    world = World("counted", refinement_worlds.CLOSED.setup, 16)
    assert len(trees.tree(world).ends) == 16 <= len(calls)
