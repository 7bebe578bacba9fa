"""Better bounds certify no less, and more effort in each round is one way to better bounds.

Method: (1) the factors of one round are made by the kernel's functions at bounds (c, q, a) and at better ones
(c up, q down, a up), and are ordered; (2) products of ordered factors in [0, 1] are ordered, from no round on and for
one factor more; (3) ``region`` and ``lengths`` are run on symbols twice, at an arbitrary length n, for any horizon,
with ``first_fall`` standing for FOLD-EXACT.1. Under the model (18) a ghost f stands for f(e, xi) and a ghost X for
e^(-load/r), with c = f·X; f weakly increasing in effort is a hypothesis, given at the two efforts compared.
Not covered by an engine: the induction over the rounds from (2), and that the model holds of a person.
"""

from typing import Any

from elenctic_kernel import Kind, Pair, completeness_factors, fold, lengths, step, survival_factors
from elenctic_kernel import region as find_region
from elenctic_kernel.enclosure import first_reach

from .claim import Claim
from .explorer import End
from .hypotheses import Given, leaning
from .specified import Factors, falls
from .statements import at_most, below, equal, in_unit, is_member
from .supply import AnyPair, Supply
from .symbols import Fact, every, implies, negated, same

MARKS = ("", ".better")


def factors_of(c: AnyPair, q: AnyPair, a: AnyPair, kinds: Any = None) -> tuple[AnyPair, AnyPair, AnyPair]:
    """Return q̄ and a·c of one round as the kernel makes them, and q̄ by ``implemented_bound``."""
    survival = survival_factors([c], [q], kinds)[0]
    return survival, completeness_factors([a], [c], kinds)[0], step.implemented_bound(c, q)


def _one_round(s: Supply) -> Given:
    (c, q, a), (c_better, q_better, a_better) = ([s.pair(f"{name}{mark}") for name in "cqa"] for mark in MARKS)
    kind = s.choose("kind", [None, *Kind])
    kinds = None if kind is None else [kind]
    known = {"c <= c'": at_most(c, c_better), "q >= q'": at_most(q_better, q), "a <= a'": at_most(a, a_better)}
    held = tuple(in_unit(bound) for bound in (c, q, a, c_better, q_better, a_better))
    return Given(
        known,
        {},
        lambda: (factors_of(c, q, a, kinds), factors_of(c_better, q_better, a_better, kinds)),
        held,
    )


def orders_factors(_: Supply, end: End) -> Fact:
    """State q̄ >= q̄' by either function, and a·c <= a'·c'."""
    (survival, complete, bound), (survival_better, complete_better, bound_better) = end.result
    ordered = at_most(survival_better, survival), at_most(complete, complete_better), at_most(bound_better, bound)
    return every(*ordered)


def _some_differ(_: Supply, end: End) -> Fact:
    (survival, complete, _first), (survival_better, complete_better, _second) = end.result
    return negated(every(equal(survival, survival_better), equal(complete, complete_better)))


def _no_round(_: Supply) -> Given:
    return Given({}, {}, lambda: (fold.product((), 0, 0), fold.product((), 0, 0)))


def _one_more(s: Supply) -> Given:
    p, f, p_greater, f_greater = (s.pair(name) for name in ("p", "f", "p.greater", "f.greater"))
    known = {"P <= P'": at_most(p, p_greater), "f <= f'": at_most(f, f_greater)}
    held = tuple(in_unit(pair) for pair in (p, f, p_greater, f_greater))
    return Given(known, {}, lambda: (fold.times(p, f), fold.times(p_greater, f_greater)), held)


def orders_products(_: Supply, end: End) -> Fact:
    """State that the first product is at most the second, both in [0, 1]."""
    return every(at_most(*end.result), *(in_unit(product) for product in end.result))


def _products_differ(_: Supply, end: End) -> Fact:
    return below(*end.result)


def _two_regions(s: Supply) -> Given:
    """Find the regions of two sequences of T rounds whose products are known at one length n."""
    delta, gamma, T, n = s.integers("delta"), s.integers("gamma"), s.whole("T"), s.whole("n")
    R, C, R_better, C_better = (s.pair(f"{name}{mark}") for mark in MARKS for name in "RC")
    known = {"R_n >= R'_n": at_most(R_better, R), "C_n <= C'_n": at_most(C, C_better)}
    targets = [every(0 < target[0], target[0] < target[1]) for target in (delta, gamma)]
    held = (*targets, 1 <= n, n <= T, *(in_unit(product) for product in (R, C, R_better, C_better)))

    def find(mark: str, survival: AnyPair, completeness: AnyPair) -> Any:
        factors: Any = Factors(f"R{mark}", T, n, survival)
        complete: Any = Factors(f"C{mark}", T, n, completeness)
        found = find_region(factors, complete, delta, gamma)
        return found, lengths(found)

    def both() -> Any:
        with falls(s):
            return find("", R, C), find(".better", R_better, C_better)

    return Given(known, {"n": n}, both, held)


def keeps_region(_: Supply, end: End) -> Fact:
    """State, of any n: a member stays one; K' <= K; the last complete length does not fall; certified stays so."""
    n, ((worse, few), (better, many)) = end.call.data["n"], end.result
    crossed = every(1 <= better.first_crossing, better.first_crossing <= n)
    certified = every(same(worse.first_crossing, n), n <= worse.last_complete)
    return every(
        implies(is_member(n, few), is_member(n, many)),
        implies(same(worse.first_crossing, n), crossed),
        implies(same(worse.last_complete, n), n <= better.last_complete),
        implies(certified, every(crossed, better.first_crossing <= better.last_complete)),
    )


def _keeps_crossing(_: Supply, end: End) -> Fact:
    n, ((worse, _few), (better, _many)) = end.call.data["n"], end.result
    return implies(same(worse.first_crossing, n), same(better.first_crossing, n))


def _gives_back(_: Supply, end: End) -> Fact:
    n, ((_worse, few), (_better, many)) = end.call.data["n"], end.result
    return implies(is_member(n, many), is_member(n, few))


ONE_ROUND = leaning(
    "factors of one round", _one_round, orders_factors, "c <= c'", "q >= q'", "a <= a'", ends=3, strictly=_some_differ
)
NO_ROUND = leaning("products of no round", _no_round, orders_products, strictly=_products_differ)
ONE_MORE = leaning(
    "products of one round more", _one_more, orders_products, "P <= P'", "f <= f'", strict=_products_differ
)
TWO_REGIONS = leaning(
    "both regions",
    _two_regions,
    keeps_region,
    *("R_n >= R'_n", "C_n <= C'_n"),
    ends=25,
    the_same_K=_keeps_crossing,
    a_member_was_one_before=_gives_back,
)


def region_of(c: list[Pair], q: list[Pair], a: list[Pair], targets: tuple[Pair, Pair]) -> list[tuple[int, int]]:
    """Return the effective region by the kernel's functions."""
    return lengths(find_region(survival_factors(c, q), completeness_factors(a, c), *targets))


def _grows() -> bool:
    half, targets = [(1, 2)] * 6, ((1, 4), (1, 2))
    worse, better = (region_of([c] * 6, half, [(99, 100)] * 6, targets) for c in ((9, 10), (19, 20)))
    return (worse, better) == ([(3, 6)], [(3, 6)]) and region_of([(1, 1)] * 6, half, [(1, 1)] * 6, targets) == [(2, 6)]


def _attained() -> bool:
    """Where q = 1 a better c leaves R_3 = 1, and where a = 0 it leaves C_3 = 0."""
    better: list[list[Pair]] = [[(9, 10)] * 3, [(19, 20)] * 3]
    survival = [fold.product(survival_factors(c, [(1, 1)] * 3), 0, 3) for c in better]
    complete = [fold.product(completeness_factors([(0, 1)] * 3, c), 0, 3) for c in better]
    return all(num == den for num, den in survival) and all(num == 0 for num, _ in complete)


BOUNDS_COMPARE = Claim(
    "BOUNDS-COMPARE.1",
    (ONE_ROUND, NO_ROUND, ONE_MORE, TWO_REGIONS),
    {"K falls from 3 to 2": _grows},
    tight={"a better c without evidence": _attained},
)


def _model(s: Supply) -> Given:
    """Make the factors of one round under (18), c = f·X, at two efforts."""
    c, c_more, q, a = s.pair("c"), s.pair("c.more"), s.pair("q"), s.pair("a")
    f, f_more, X = s.real("f"), s.real("f.more"), s.real("X")
    e, e_more = s.real("e"), s.real("e.more")
    known = {
        "e <= e'": e <= e_more,
        "f weakly increasing": implies(e <= e_more, f <= f_more),
        "c' = f'·X": same(c_more[0], f_more * X * c_more[1]),
    }
    units = (0 <= f, f <= 1, 0 <= f_more, f_more <= 1, 0 < X, X <= 1)
    held = (*units, same(c[0], f * X * c[1]), 1 <= c[1], 1 <= c_more[1], in_unit(q), in_unit(a))
    data = {"q": q, "c": (c, c_more)}
    return Given(known, data, lambda: (factors_of(c, q, a), factors_of(c_more, q, a)), held)


def orders_gains(_: Supply, end: End) -> Fact:
    """State c(1 - q) <= c'(1 - q), the gains of the additive criterion (19)."""
    (c, c_more), q = end.call.data["c"], end.call.data["q"]
    return every(
        *(in_unit(bound) for bound in (c, c_more)), c[0] * (q[1] - q[0]) * c_more[1] <= c_more[0] * (q[1] - q[0]) * c[1]
    )


def _gains_differ(_: Supply, end: End) -> Fact:
    (c, c_more) = end.call.data["c"]
    return below(c, c_more)


def _equal_shares(s: Supply) -> Given:
    n, e, e_more, E, E_more = s.integer("n"), s.real("e"), s.real("e.more"), s.real("E"), s.real("E.more")
    known = {"n·e = E": same(n * e, E), "n·e' = E'": same(n * e_more, E_more), "E <= E'": E <= E_more}
    return Given(known, {"e": (e, e_more)}, held=(1 <= n,))


def orders_shares(_: Supply, end: End) -> Fact:
    """State e <= e'."""
    e, e_more = end.call.data["e"]
    fact: Fact = e <= e_more
    return fact


def _shares_differ(_: Supply, end: End) -> Fact:
    e, e_more = end.call.data["e"]
    fact: Fact = e < e_more
    return fact


def _sums(s: Supply) -> Given:
    total, gain, total_more, gain_more, bar = (s.real(name) for name in ("S", "g", "S.more", "g.more", "bar"))
    known = {"S <= S'": total <= total_more, "g <= g'": gain <= gain_more, "reached": bar <= total + gain}
    return Given(known, {"sum": total_more + gain_more, "bar": bar})


def reaches(_: Supply, end: End) -> Fact:
    """State that the greater sum reaches the bar as well."""
    fact: Fact = end.call.data["bar"] <= end.call.data["sum"]
    return fact


def _reaches_above(_: Supply, end: End) -> Fact:
    fact: Fact = end.call.data["bar"] < end.call.data["sum"]
    return fact


def at_effort(budget: int, n: int) -> tuple[list[Pair], list[tuple[int, int]]]:
    """Return c of n equal shares under f = min(1, e/20) with loads 0, and the region of that allocation."""
    c: list[Pair] = [(min(budget, 20 * n), 20 * n)] * n
    return c, region_of(c, [(1, 10)] * n, [(1, 1)] * n, ((1, 10), (1, 2)))


def _more_keeps() -> bool:
    """Each budget keeps the lengths of the one before, and wins one."""
    certified = {
        E: {n for n in range(1, 6) if any(low <= n <= high for low, high in at_effort(E, n)[1])} for E in (20, 40, 60)
    }
    return certified == {20: {1}, 40: {1, 2}, 60: {1, 2, 3}}


def _sums_grow() -> bool:
    """The sum of gains of three shares reaches 5/2 in round 3 at sixty, and not at forty."""
    gains = [[(9 * num, 10 * den) for num, den in at_effort(E, 3)[0]] for E in (40, 60)]
    return [first_reach(some, 5 << 9, 10, up=up) for some in gains for up in (False, True)] == [0, 0, 3, 3]


EFFORT_MONOTONE = Claim(
    "EFFORT-MONOTONE.1",
    (
        leaning("equal shares", _equal_shares, orders_shares, "n·e = E", "n·e' = E'", "E <= E'", strict=_shares_differ),
        leaning("factors at two efforts", _model, orders_factors, "e <= e'", "f weakly increasing", "c' = f'·X"),
        leaning("gains at two efforts", _model, orders_gains, "e <= e'", "f weakly increasing", strict=_gains_differ),
        NO_ROUND,
        ONE_MORE,
        leaning("sums of gains", _sums, reaches, "S <= S'", "g <= g'", "reached", strict=_reaches_above),
        TWO_REGIONS,
    ),
    {"f = min(1, e/20)": _more_keeps, "the additive sum": _sums_grow},
    tight={"f at its cap: more effort changes nothing": lambda: at_effort(60, 3) == at_effort(90, 3)},
)

CLAIMS = (BOUNDS_COMPARE, EFFORT_MONOTONE)
