"""Print what effort designs cost, and whether any is left undecided: ``python tests/bench/effort.py``.

Nothing is asserted but what must hold: no design is undecided except the ties that are planted.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from elenctic import Design
from elenctic.comparison import answer_global
from elenctic.effort_region import Decided, EffortRegion

DESIGNS = 10_000
PLANTED = 200
BUDGETS = range(20, 181, 5)
LONGEST = 1000


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def decimal(draw: random.Random, low: int, high: int, over: int) -> Fraction:
    return Fraction(draw.randint(low, high), over)


def appendix_b(budget: Fraction, horizon: int = 14, cap: str = "0.995", rate: str = "0.04") -> dict[str, Any]:
    """Return the words of the paper's design, with what a draw moves."""
    effort = {
        "budget": budget,
        "expertise": 10,
        "reliability": f"min({cap}, 0.91 + 0.035*log(1+xi)/(1+log(1+xi)) + 0.10*(1-exp(-{rate}*e)))",
        "scale": "1 + log(1+xi)",
        "load": "0.010 + 0.001*(i-1)",
    }
    words: dict[str, Any] = {"delta": "0.10", "gamma": "0.20", "horizon": horizon, "false_pass": "0.20"}
    return words | {"response": "1", "effort": effort}


def random_designs(seed: int) -> Iterator[Design]:
    """Draw designs of the kind of Appendix B: every number of it moved, horizons up to 14 or 20."""
    draw = random.Random(seed)
    for _ in range(DESIGNS):
        words = appendix_b(
            decimal(draw, 0, 18_000, 100),
            draw.choice([14, 20, draw.randint(1, 20)]),
            str(decimal(draw, 950, 1000, 1000)),
            str(decimal(draw, 1, 200, 1000)),
        )
        effort: dict[str, Any] = words["effort"]
        effort["expertise"] = decimal(draw, 0, 300, 10)
        effort["load"] = f"{decimal(draw, 0, 50, 1000)} + {decimal(draw, 0, 5, 1000)}*(i-1)"
        words |= {"delta": decimal(draw, 1, 300, 1000), "gamma": decimal(draw, 1, 500, 1000)}
        words |= {"false_pass": decimal(draw, 1, 600, 1000), "response": decimal(draw, 950, 1000, 1000)}
        if draw.random() < 0.3:
            one_shot = {"effort": effort["budget"], "load": decimal(draw, 0, 300, 1000)}
            words["global_"] = one_shot | {"false_pass": decimal(draw, 0, 50, 1000), "response": Fraction(1)}
        yield Design(**words)


def planted_ties(seed: int) -> Iterator[tuple[Design, int]]:
    """Draw designs with one length whose bound lies on its target by an identity that no step of ours knows."""
    draw = random.Random(seed)
    for _ in range(PLANTED):
        horizon = draw.randint(1, 20)
        n, c, half = draw.randint(1, horizon), "exp(-log(2))", Fraction(1, 2)
        q, a = decimal(draw, 1, 9, 10), decimal(draw, 5, 10, 10)
        R, C = (1 - half * (1 - q)) ** n, (a * half) ** n
        of_soundness = draw.random() < 0.5
        delta, gamma = (R, 1 - C / 3) if of_soundness else (min(3 * R / 2, (1 + R) / 2), 1 - C)
        effort: dict[str, Any] = {"budget": 1, "reliability": c, "scale": 1, "load": 0}
        words: dict[str, Any] = {
            "delta": delta,
            "gamma": gamma,
            "horizon": horizon,
            "false_pass": q,
            "response": a,
            "effort": effort,
        }
        yield Design(**words), n


def open_lengths(design: Design) -> list[int]:
    """Return the lengths of which a criterion is undecided."""
    return [one.n for one in EffortRegion(design).lengths if one.sound is None or one.complete is None]


def sweep() -> list[list[Decided]]:
    """Decide the 33 budgets and 14 lengths of Appendix B, from the words on."""
    return [EffortRegion(Design(**appendix_b(Fraction(budget)))).lengths for budget in BUDGETS]


def decide_all(designs: list[Design]) -> tuple[int, int]:
    """Return how many lengths were decided, and how many designs were left open."""
    lengths = left = 0
    for design in designs:
        found = EffortRegion(design).lengths
        answer = answer_global(design)
        lengths += len(found)
        left += any(not one.settled for one in found) or (answer is not None and answer.certified is None)
    return lengths, left


def main() -> int:
    designs = list(random_designs(20260320))
    began = time.perf_counter()
    lengths, left = decide_all(designs)
    taken = time.perf_counter() - began
    missed = [n for design, n in planted_ties(7) if open_lengths(design) != [n]]
    one = min(seconds(sweep) for _ in range(5))
    long = EffortRegion(Design(**appendix_b(Fraction(6000), LONGEST)))
    whole = seconds(lambda: long.decide(LONGEST))
    print(f"designs decided                             {len(designs):9,}   {lengths:,} lengths")
    print(f"designs left undecided                      {left:9,}   none")
    print(f"ties planted and not found, or not alone    {len(missed):9,}   none of {PLANTED}")
    print(f"one design, its lengths and its global check{taken / len(designs) * 1e3:9.1f} ms")
    print(f"one sweep of Appendix B, 33 x 14            {one:9.3f} s, below 1")
    print(f"one of its lengths / one design             {one / 33 / 14 / taken * len(designs):9.2f}")
    longer = whole / one * 33 * 14
    print(f"a length of {LONGEST} / one of its lengths       {longer:9.1f}   {LONGEST / 7.5:.0f} times the rounds")
    return int(left > 0 or bool(missed))


if __name__ == "__main__":
    sys.exit(main())
