"""Print what the kernel costs, as ratios within one run: ``python tests/bench/cost.py``. Nothing is asserted."""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import elenctic_kernel as kernel
from elenctic_kernel import Kind, Outcome, Pair, StoppingRule

ROUNDS = 1_000_000
REPEATS = 5


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def bounds(rounds: int) -> tuple[list[Pair], list[Pair], list[Pair]]:
    """Return q, c, a for which neither criterion ends before the last round."""
    q = [(999_998, 1_000_000)] * rounds
    c = [(10_000_000 - i % 7, 10_000_000) for i in range(rounds)]
    a = [(10_000_000 - i % 5, 10_000_000) for i in range(rounds)]
    return q, c, a


def float_loop(q: list[float], c: list[float], a: list[float], delta: float, floor: float) -> tuple[int, int]:
    survival = complete = 1.0
    first = last = 0
    for n, (q_n, c_n, a_n) in enumerate(zip(q, c, a, strict=True), 1):
        survival *= 1 - c_n * (1 - q_n)
        complete *= a_n * c_n
        if not first and survival <= delta:
            first = n
        if complete >= floor:
            last = n
    return first, last


def one_pass(q: list[Pair], c: list[Pair], a: list[Pair]) -> kernel.Region:
    survival, complete = kernel.survival_factors(c, q), kernel.completeness_factors(a, c)
    return kernel.region(survival, complete, (1, 10**9), (999, 1000))


def compared(rounds: int) -> tuple[float, float]:
    """Return the seconds of the float loop and of the kernel, the least of runs taken in turns."""
    q, c, a = bounds(rounds)
    floats_q, floats_c, floats_a = ([num / den for num, den in values] for values in (q, c, a))
    pairs = [
        (seconds(lambda: float_loop(floats_q, floats_c, floats_a, 1e-9, 1e-3)), seconds(lambda: one_pass(q, c, a)))
        for _ in range(REPEATS)
    ]
    return min(first for first, _ in pairs), min(second for _, second in pairs)


def tie(rounds: int) -> float:
    """Return the seconds of the worst case: delta is exactly R_n, so one exact product decides."""
    factors = [(999, 1000)] * rounds
    return seconds(lambda: kernel.first_fall(factors, kernel.product(factors, 0, rounds), strict=False))


def event_microseconds() -> float:
    horizon = 30
    terms = kernel.make_terms((1, 2**30), horizon, [(99, 100)] * horizon, StoppingRule.AT_HORIZON)

    def review() -> None:
        state = kernel.open(terms, True)
        for _ in range(horizon):
            state = kernel.conclude(terms, kernel.plan(terms, state, Kind.DIAGNOSTIC, (1, 2)), Outcome.PASS)

    return min(seconds(review) for _ in range(300)) / horizon * 1e6


def check_seconds() -> float:
    with tempfile.TemporaryDirectory() as folder:
        command = [str(Path(sys.executable).parent / "elenctic")]
        subprocess.run([*command, "init", "matrix-product"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        check = [*command, "check", "matrix-product.toml"]
        runs = [
            seconds(lambda: subprocess.run(check, cwd=folder, check=True, stdout=subprocess.DEVNULL)) for _ in range(10)
        ]
    return min(runs)


def main() -> None:
    floats, ours = compared(ROUNDS)
    _, twice = compared(2 * ROUNDS)
    print(f"one pass over {ROUNDS:,} rounds / float loop    {ours / floats:6.1f}   at most 10")
    print(f"doubled horizon / single                      {twice / ours:6.1f}   about 2")
    print(f"tie at 20,000 rounds / one pass over 1,000,000{tie(20_000) / ours:7.1f}")
    print(f"plan and conclude, contracts on               {event_microseconds():6.1f} us   at most 30")
    print(f"check of a 10-round design, with start        {check_seconds():6.3f} s    below 0.2")


if __name__ == "__main__":
    main()
