"""A length whose sum of gains c_i(1 - q_i) reaches log(1/delta) has R_n <= delta: Corollary 14.

Method: a ghost E stands for e^(-sum) over the rounds so far. (1) R <= E = e^0 before the first round; (2) one round
more keeps R <= E, with q̄ made by ``survival_factors`` and ``implemented_bound`` and the product by ``times``, under
EXP-TANGENT.1 and EXP-SUM.1 as hypotheses; (3) ``region`` is run on symbols at an arbitrary length with ``first_fall``
standing for FOLD-EXACT.1: where R <= E and the sum reaches log(1/delta), a complete length is a member and early
stopping is certified; (4) a sum once reached stays reached.
Not covered by an engine: the induction over the rounds from (1) and (2), and the four facts about e^x, which are
hypotheses here. That the sum reaches the logarithm is ADDITIVE-REACH.1 and LOG-ENCLOSURE.1.
"""

from functools import partial
from typing import Any

from elenctic_kernel import Pair, completeness_factors, fold, lengths, step, survival_factors
from elenctic_kernel import region as find_region
from elenctic_kernel.enclosure import encloses_log, first_reach

from .claim import Claim, Part
from .explorer import End
from .hypotheses import Given, leaning, world
from .region_claims import ANY_LENGTH
from .statements import at_most, in_unit, is_member
from .supply import Supply
from .symbols import Fact, every, implies, same


def _no_round(s: Supply) -> Given:
    ghost = s.real("E")
    known = {"EXP-INVERSE.1": same(ghost * ghost, 1)}
    return Given(known, {"E": ghost}, lambda: fold.product((), 0, 0), (0 < ghost,))


def starts_below(_: Supply, end: End) -> Fact:
    """State R <= E before the first round, where E = e^0 is its own inverse and above 0."""
    fact: Fact = end.result[0] <= end.call.data["E"] * end.result[1]
    return fact


def _starts_lower(_: Supply, end: End) -> Fact:
    fact: Fact = end.result[0] < end.call.data["E"] * end.result[1]
    return fact


def _one_round(s: Supply, *, slope: int = 1) -> Given:
    """Multiply by one round's q̄, and the ghost by X = e^-g, known to lie above its tangent."""
    c, q, survival = s.pair("c"), s.pair("q"), s.pair("R")
    ghost, factor, after = s.real("E"), s.real("X"), s.real("E.after")
    unit, gain = c[1] * q[1], c[0] * (q[1] - q[0])
    known = {
        "R <= E": survival[0] <= ghost * survival[1],
        "EXP-TANGENT.1": unit - gain * slope <= factor * unit,
        "EXP-SUM.1": same(after, ghost * factor),
    }
    held = (in_unit(c), in_unit(q), 0 <= survival[0], 1 <= survival[1])

    def one_more() -> tuple[Pair, Pair]:
        return fold.times(survival, survival_factors([c], [q])[0]), fold.times(survival, step.implemented_bound(c, q))

    return Given(known, {"E.after": after}, one_more, held)


_steep = partial(_one_round, slope=2)


def stays_below(_: Supply, end: End) -> Fact:
    """State R·q̄ <= E·e^-g, q̄ from either function."""
    ghost = end.call.data["E.after"]
    return every(*(num <= ghost * den for num, den in end.result))


def _falls_below(_: Supply, end: End) -> Fact:
    ghost = end.call.data["E.after"]
    return every(*(num < ghost * den for num, den in end.result))


def is_inside(s: Supply, end: End, *, without: str = "") -> Fact:
    """State: R <= E, the sum reaches log(1/delta) and C >= 1 - gamma put n into the region, and certify stopping at K.

    E = e^-sum and P = e^sum are ghosts: P >= 1/delta says that the sum reaches the logarithm (EXP-MONOTONE.1).
    """
    d, (region, intervals) = end.call.data, end.result
    ghost, power, (over, under) = s.real("E"), s.real("P"), d["delta"]
    known = {
        "R <= E": d["R"][0] <= ghost * d["R"][1],
        "EXP-INVERSE.1": same(ghost * power, 1),
        "the sum reaches": every(0 < power, under <= power * over),
        "C >= 1 - gamma": at_most((d["gamma"][1] - d["gamma"][0], d["gamma"][1]), d["C"]),
    }
    first, last = region.first_crossing, region.last_complete
    certified = every(1 <= first, first <= d["n"], first <= last)
    kept = [fact for name, fact in known.items() if name != without]
    return implies(every(*kept), every(is_member(d["n"], intervals), certified))


def _first_is_crossing(s: Supply, end: End) -> Fact:
    return implies(is_inside(s, end), same(end.result[0].first_crossing, end.call.data["n"]))


def _reached(s: Supply) -> Given:
    ghost, factor, after, delta = s.real("E"), s.real("X"), s.real("E.after"), s.pair("delta")
    known = {
        "EXP-SUM.1": same(after, ghost * factor),
        "EXP-MONOTONE.1": factor <= 1,
        "reached": ghost * delta[1] <= delta[0],
    }
    held = (0 <= ghost, 0 <= factor, 1 <= delta[0], 1 <= delta[1])
    return Given(known, {"E.after": after, "delta": delta}, held=held)


def stays_reached(_: Supply, end: End) -> Fact:
    """State e^-(S + g) <= delta."""
    (over, under), ghost = end.call.data["delta"], end.call.data["E.after"]
    fact: Fact = ghost * under <= over
    return fact


LOG_20 = (3293842468475, 3293842468477, 40)
"""A bracket of log 20 as whole numbers over 2^40, to be confirmed by ``encloses_log``."""


def first_sum(gains: list[Pair], delta: Pair, bracket: tuple[int, int, int]) -> int:
    """Return the least n whose sum of gains is sure to reach log(1/delta), by the kernel's functions; 0 for none.

    :raises ValueError: when the bracket of the logarithm is not confirmed, or leaves the least n open
    """
    low, high, bits = bracket
    surely, no_earlier = (first_reach(gains, end, bits, up=up) for end, up in ((high, False), (low, True)))
    if not encloses_log(low, high, bits, (delta[1], delta[0])) or surely != no_earlier:
        raise ValueError("the bracket does not tell")
    return surely


def additive_and_exact(c: list[Pair], q: Pair, a: Pair, targets: tuple[Pair, Pair], bracket: Any) -> list[Any]:
    """Return the additive and the exact region as intervals, found by the kernel's functions."""
    delta, gamma = targets
    survival = survival_factors(c, [q] * len(c))
    found = find_region(survival, completeness_factors([a] * len(c), c), delta, gamma)
    first = first_sum([(cn * (q[1] - q[0]), cd * q[1]) for cn, cd in c], delta, bracket)
    additive = [(first, found.last_complete)] if 1 <= first <= found.last_complete else []
    return [additive, lengths(found)]


def _figure_2() -> bool:
    c: list[Pair] = [(985 - i, 1000) for i in range(14)]
    found = additive_and_exact(c, (1, 5), (1, 1), ((1, 10), (1, 5)), (2302 * 2**40 // 1000, 2303 * 2**40 // 1000, 40))
    return found == [[(3, 11)], [(2, 11)]]


def _matrix_product() -> bool:
    c: list[Pair] = [(995 - i, 1000) for i in range(10)]
    found = additive_and_exact(c, (1, 2), (99, 100), ((1, 20), (1, 5)), LOG_20)
    strict = additive_and_exact(c, (1, 2), (99, 100), ((1, 20), (1, 10)), LOG_20)
    return found[0][0][0] == 7 and found[1][0][0] == 5 and strict == [[], [(5, 5)]]


def _attained() -> bool:
    """A round without gain leaves R = E = 1/2 where it was: the step is attained."""
    return fold.times((1, 2), survival_factors([(0, 1)], [(1, 3)])[0]) == (3, 6)


_INSIDE = {name: partial(is_inside, without=name) for name in ("R <= E", "EXP-INVERSE.1", "the sum reaches")}

ADDITIVE_INNER = Claim(
    "ADDITIVE-INNER.1",
    (
        leaning("no round", _no_round, starts_below, "EXP-INVERSE.1", R_below_E=_starts_lower),
        leaning(
            "one round more",
            _one_round,
            stays_below,
            *("R <= E", "EXP-TANGENT.1", "EXP-SUM.1"),
            strict=_falls_below,
            a_line_twice_as_steep=(world("one round more, e^-g >= 1 - 2g", _steep), stays_below),
        ),
        Part(
            "inside the region",
            ANY_LENGTH,
            is_inside,
            5,
            {
                **{f"without {name}": goal for name, goal in _INSIDE.items()},
                "without C >= 1 - gamma": partial(is_inside, without="C >= 1 - gamma"),
                "K is the least additive length": _first_is_crossing,
            },
        ),
        leaning("a sum once reached", _reached, stays_reached, "EXP-SUM.1", "EXP-MONOTONE.1", "reached"),
    ),
    {"Figure 2: {3..11} inside {2..11}": _figure_2, "Appendix E.1: 7, and K = 5": _matrix_product},
    tight={"a round without gain": _attained},
)

CLAIMS = (ADDITIVE_INNER,)
