"""Where equal reallocation of one budget can leave a gap in the additive region, and that it cannot elsewhere.

Let n0 < n1 < n2, with n0 and n2 in the region of (19) and n1 not; f weakly increasing, loads and a_i the same at every
length. Then 1 - gamma < 1/e. Method, a chain of steps on ghosts: f(E/n) falls in n; C falls from n1 to n2, so n1 misses
soundness, f1·W1 < f0·W0 for the sums W of e^(-load/r); hence n1·f1 < n1 - w with w that of round n1; by EXP-TANGENT.1
f2 <= f1 < e^(-w/n1), so f2^n2 <= f2^n1 < e^-w by EXP-SUM.1; C_n2 <= w·f2^n2 < w·e^-w <= 1/e. Factors and products
are the kernel's ``completeness_factors`` and ``times``.
Not covered by an engine: the inductions over rounds from a base and the step proved, and that e^(-n1·w/n1) is e^-w.
The numbers without an interval are computed by the kernel's functions, each length with bounds of its own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from elenctic_kernel import Pair, completeness_factors, survival_factors
from elenctic_kernel import region as find_region

from . import reallocation_worlds as w
from .additive_claims import first_sum
from .claim import Claim
from .effort_claims import NO_ROUND, ONE_MORE
from .explorer import End
from .hypotheses import leaning
from .statements import at_most, below
from .supply import Supply
from .symbols import Fact, every, same


def _at_most(less: str, more: str) -> Callable[[Supply, End], Fact]:
    """Return the goal that one of the ghosts is at most another."""

    def goal(_: Supply, end: End) -> Fact:
        fact: Fact = end.call.data[less] <= end.call.data[more]
        return fact

    return goal


def _less(less: str, more: str) -> Callable[[Supply, End], Fact]:
    """Return the goal that one of the ghosts is less than another."""

    def goal(_: Supply, end: End) -> Fact:
        fact: Fact = end.call.data[less] < end.call.data[more]
        return fact

    return goal


def _twice_less(less: str, more: str) -> Callable[[Supply, End], Fact]:
    """Return the goal that twice one of the ghosts is less than another, which is too much."""

    def goal(_: Supply, end: End) -> Fact:
        fact: Fact = end.call.data[less] * 2 < end.call.data[more]
        return fact

    return goal


def keeps_falling(_: Supply, end: End) -> Fact:
    """State that one factor more does not raise the product."""
    return at_most(end.result, end.call.data["p"])


def _falls(_: Supply, end: End) -> Fact:
    return below(end.result, end.call.data["p"])


def factors_fall(_: Supply, end: End) -> Fact:
    """State a·c' <= a·c."""
    return at_most(*end.result)


def _factors_differ(_: Supply, end: End) -> Fact:
    return below(*end.result)


def adds_gain(_: Supply, end: End) -> Fact:
    """State S + c(1 - q) = (1 - q)·f·(W + w)."""
    d = end.call.data
    return same(d["sum"] * d["q"][1], (d["q"][1] - d["q"][0]) * d["product"])


def products_apart(_: Supply, end: End) -> Fact:
    """State f1·W1 < f0·W0."""
    first, second = end.call.data["products"]
    fact: Fact = first < second
    return fact


def _products_far_apart(_: Supply, end: End) -> Fact:
    first, second = end.call.data["products"]
    fact: Fact = first + 1 < second
    return fact


def adds_weight(_: Supply, end: End) -> Fact:
    """State W + w <= n + 1, W0 <= W + w, and W0 + w <= W + w: the last from n0 to n1 - 1."""
    d = end.call.data
    more = d["W"] + d["w"]
    return every(more <= d["n"] + 1, d["W0"] <= more, d["W0"] + d["w"] <= more)


def _adds_no_weight(_: Supply, end: End) -> Fact:
    d = end.call.data
    fact: Fact = d["W"] + d["w"] <= d["n"]
    return fact


def falls_short(_: Supply, end: End) -> Fact:
    """State n1·f1 < n1 - w."""
    d = end.call.data
    fact: Fact = d["n1"] * d["f1"] < d["n1"] - d["w"]
    return fact


def _falls_far_short(_: Supply, end: End) -> Fact:
    d = end.call.data
    fact: Fact = d["n1"] * d["f1"] < d["n1"] - d["w"] * 2
    return fact


def stays_bounded(_: Supply, end: End) -> Fact:
    """State that the product is at most its bound."""
    fact: Fact = end.result[0] <= end.call.data["bound"] * end.result[1]
    return fact


def _stays_below(_: Supply, end: End) -> Fact:
    fact: Fact = end.result[0] < end.call.data["bound"] * end.result[1]
    return fact


def at_most_inverse(_: Supply, end: End) -> Fact:
    """State w·e^-w·e <= 1."""
    d = end.call.data
    fact: Fact = d["w"] * d["V"] * d["e"] <= 1
    return fact


def _below_inverse(_: Supply, end: End) -> Fact:
    d = end.call.data
    fact: Fact = d["w"] * d["V"] * d["e"] < 1
    return fact


def gamma_is_large(_: Supply, end: End) -> Fact:
    """State 1 - gamma < 1/e."""
    (over, under), e = end.call.data["gamma"], end.call.data["e"]
    fact: Fact = (under - over) * e < under
    return fact


def _gamma_is_larger(_: Supply, end: End) -> Fact:
    (over, under), e = end.call.data["gamma"], end.call.data["e"]
    fact: Fact = (under - over) * e * 2 < under
    return fact


@dataclass(frozen=True)
class Reallocated:
    """Hold f(E/n) for n = 1 to T, with loads 0 and a = 1, the bound q, the targets, and a bracket of log(1/delta)."""

    shares: tuple[Pair, ...]
    q: Pair
    delta: Pair
    gamma: Pair
    bracket: tuple[int, int, int] = (0, 0, 1)

    def _each(self) -> Iterator[tuple[int, list[Pair], bool]]:
        for n, share in enumerate(self.shares, 1):
            c = [share] * n
            found = find_region(
                survival_factors(c, [self.q] * n), completeness_factors([(1, 1)] * n, c), self.delta, self.gamma
            )
            yield n, c, found.holds(n)

    def exact(self) -> list[int]:
        """Return the lengths that the products certify, each at its own allocation."""
        return [n for n, _, member in self._each() if member]

    def additive(self) -> list[int]:
        """Return the lengths of (19): those of them whose sum of gains reaches log(1/delta)."""
        num, den = self.q
        gains = {n: [(cn * (den - num), cd * den) for cn, cd in c] for n, c, member in self._each() if member}
        return [n for n, some in gains.items() if first_sum(some, self.delta, self.bracket)]


def bracket_of(low: int, high: int, digits: int, bits: int = 40) -> tuple[int, int, int]:
    """Return decimal ends low and high, in units of the last digit, as whole numbers over 2^bits, outward."""
    return low * 2**bits // 10**digits, -(-high * 2**bits // 10**digits), bits


SMALL_GAMMA = Reallocated(((9999, 10000), (989, 1000), (989, 1000)), (0, 1), (1, 10**4), (1, 20))
SOME_PASS = Reallocated(((1, 1), (9, 10), (9, 10)), (1, 100), (1, 100), (3, 10))
HALVED = Reallocated(((1, 1),) * 3 + ((1, 2),) * 3, (1, 10), (1, 10), (99, 100), bracket_of(2302, 2303, 3))
LATE = Reallocated(((1, 1),) * 10 + ((907, 1000),) * 2, (1, 2), (68, 10**4), (7, 10), bracket_of(4990, 4991, 3))
"""Weakly increasing step functions f whose certified lengths have a gap."""

STEADY = Reallocated(((1, 1),) * 3 + ((1, 2),) * 3, (1, 10), (1, 10), (3, 5), bracket_of(2302, 2303, 3))
"""As ``HALVED``, with gamma < 1 - 1/e."""

CHAIN = (
    leaning(
        "f falls in n",
        w.shares,
        _at_most("f.later", "f"),
        "n·e = E",
        "m·e' = E",
        "n <= m",
        "f weakly increasing",
        strict=_less("f.later", "f"),
    ),
    leaning("a·c falls in n", w.one_round, factors_fall, "f' <= f", "c' = f'·w", strict=_factors_differ),
    NO_ROUND,
    ONE_MORE,
    leaning("C falls", w.one_more, keeps_falling, "factor <= 1", strict=_falls),
    leaning("sum of gains", w.gains, adds_gain, "S = (1 - q)·f·W", "c = f·w"),
    leaning(
        "n1 misses soundness",
        w.gap,
        _less("S1", "S0"),
        "n0 is a member",
        "n1 is none",
        "n2 is a member",
        "C_n2 <= C_n1",
        by_half=_twice_less("S1", "S0"),
    ),
    leaning(
        "f1·W1 < f0·W0",
        w.sums_apart,
        products_apart,
        "S1 < S0",
        "S0 = (1 - q)·f0·W0",
        "S1 = (1 - q)·f1·W1",
        by_one=_products_far_apart,
    ),
    leaning(
        "sum of weights", w.weights, adds_weight, "W_n <= n", "w <= 1", "W0 <= W_n", "w > 0", by_nothing=_adds_no_weight
    ),
    leaning(
        "f1 < 1 - w/n1",
        w.short,
        falls_short,
        "f1·W1 < f0·W0",
        "f0 <= 1",
        "W0 + w <= W1",
        "W1 <= n1",
        by_two=_falls_far_short,
    ),
    leaning(
        "f2 < e^(-w/n1)",
        w.tangent,
        _less("f2", "x"),
        *("n1·f1 < n1 - w", "f2 <= f1", "n1·y = w", "EXP-TANGENT.1"),
        by_half=_twice_less("f2", "x"),
    ),
    leaning(
        "f^k < e^(-k·w/n1)",
        w.power,
        _less("F.after", "G.after"),
        "F < G",
        "f < x",
        "EXP-SUM.1",
        by_half=_twice_less("F.after", "G.after"),
    ),
)

BOUNDED = (
    leaning("before n1", w.product_step, stays_bounded, "C <= F", "c = f·w", "w <= 1", strict=_stays_below),
    leaning("at n1", w.product_step_at, stays_bounded, "C <= F", "c = f·w", "w = w1", strict=_stays_below),
    leaning("after n1", w.product_step_after, stays_bounded, "C <= F·w1", "c = f·w", "w <= 1", strict=_stays_below),
)
"""C_k is at most f^k before round n1, and at most f^k·w1 from round n1 on."""

END = (
    leaning(
        "w·e^-w <= 1/e",
        w.inverse_of_e,
        at_most_inverse,
        "EXP-TANGENT.1",
        "EXP-SUM.1",
        "EXP-INVERSE.1",
        strict=_below_inverse,
    ),
    leaning(
        "1 - gamma < 1/e",
        w.end_of_gap,
        gamma_is_large,
        "n2 is a member",
        "C2 <= F·w",
        "F < e^-w",
        "w·e^-w <= 1/e",
        by_half=_gamma_is_larger,
    ),
)

REALLOCATION_INTERVAL = Claim(
    "REALLOCATION-INTERVAL.1",
    (*CHAIN, *BOUNDED, *END),
    {
        "products, gamma = 1/20: {1, 3}": lambda: SMALL_GAMMA.exact() == [1, 3],
        "products, q = 1/100: {1, 3}": lambda: SOME_PASS.exact() == [1, 3],
        "sums, gamma = 99/100: {3, 6}": lambda: HALVED.additive() == [3, 6],
        "sums, gamma = 7/10: {10, 12}": lambda: LATE.additive() == [10, 12],
        "sums, gamma = 3/5 < 1 - 1/e: {3}": lambda: STEADY.additive() == [3],
    },
)

CLAIMS = (REALLOCATION_INTERVAL,)
