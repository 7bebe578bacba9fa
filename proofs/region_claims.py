"""When every round is diagnostic the effective region is an interval that begins at K.

Method: (1) one factor more never raises R or C (proved), so a criterion once reached stays reached, and one once
missed stays missed; (2) ``region`` and ``lengths`` are run on symbols with ``first_fall`` standing for its
specification FOLD-EXACT.1 at an arbitrary length n, for any horizon. Not covered: declared clarifications, bounds
that depend on the length.
"""

from collections.abc import Callable
from typing import Any

from elenctic_kernel import Kind, Region, completeness_factors, lengths, survival_factors
from elenctic_kernel import region as find_region

from .claim import Claim, Part
from .explorer import End, World
from .fold_worlds import ONE_MORE
from .specified import Factors, falls
from .statements import at_most, below, equal, in_unit, is_implemented, is_member, times
from .supply import AnyPair, Call, Supply
from .symbols import Fact, every, iff, implies, negated, same

Found = tuple[Region, list[tuple[Any, Any]]]


def _with_specification(s: Supply) -> Callable[..., Found]:
    def found(*arguments: Any) -> Found:
        with falls(s):
            region = find_region(*arguments)
        return region, lengths(region)

    return found


def _targets(s: Supply) -> tuple[AnyPair, AnyPair, tuple[Fact, ...]]:
    delta, gamma = s.integers("delta"), s.integers("gamma")
    open_unit = tuple(every(0 < target[0], target[0] < target[1]) for target in (delta, gamma))
    return delta, gamma, open_unit


def _any_length(s: Supply) -> Call:
    delta, gamma, given = _targets(s)
    T, n, survival, completeness = s.whole("T"), s.whole("n"), s.pair("R"), s.pair("C")
    facts = (1 <= n, n <= T, in_unit(survival), in_unit(completeness))
    sequences = (Factors("R", T, n, survival), Factors("C", T, n, completeness))
    data = {"n": n, "R": survival, "C": completeness, "delta": delta, "gamma": gamma}
    return Call(_with_specification(s), (*sequences, delta, gamma), (*given, *facts), data)


ANY_LENGTH = World("region at an arbitrary length", _any_length, 5)


def _member(end: End) -> Fact:
    """State that n lies in one of the intervals returned."""
    return is_member(end.call.data["n"], end.result[1])


def _in_region(end: End, *, strictly: bool = False) -> Fact:
    """State R_n <= delta and C_n >= 1 - gamma."""
    d = end.call.data
    shortfall = (d["gamma"][1] - d["gamma"][0], d["gamma"][1])
    sound = at_most(d["R"], d["delta"])
    return every(sound, below(shortfall, d["C"]) if strictly else at_most(shortfall, d["C"]))


def is_region(_: Supply, end: End) -> Fact:
    """State: n is returned exactly when R_n <= delta and C_n >= 1 - gamma."""
    return iff(_member(end), _in_region(end))


def _is_strict_region(_: Supply, end: End) -> Fact:
    return iff(_member(end), _in_region(end, strictly=True))


def is_interval_from_first(_: Supply, end: End) -> Fact:
    """State: at most one interval, from K to the last complete length, and none exactly when K is no member."""
    region, intervals = end.result
    certified = every(1 <= region.first_crossing, region.first_crossing <= region.last_complete)
    if not intervals:
        return negated(certified)
    (low, high), *others = intervals
    return every(not others, same(low, region.first_crossing), same(high, region.last_complete), certified)


def _never_empty(_: Supply, end: End) -> Fact:
    return bool(end.result[1])


def _certifying(s: Supply) -> Call:
    found = Region(s.whole("K"), s.whole("last"))
    return Call(lambda region: region.certified, (found,), (0 <= found.first_crossing, 0 <= found.last_complete))


CERTIFYING = World("certified", _certifying, 2)


def certifies(_: Supply, end: End) -> Fact:
    """State: certified exactly when 1 <= K <= the last complete length."""
    (found,) = end.call.arguments
    return iff(end.result, every(1 <= found.first_crossing, found.first_crossing <= found.last_complete))


def _certifies_zero(_: Supply, end: End) -> Fact:
    (found,) = end.call.arguments
    return iff(end.result, found.first_crossing <= found.last_complete)


def interval_criteria(_: Supply, end: End) -> Fact:
    """State P·f <= P, so that R_n <= delta is kept by one round more, and C_n < 1 - gamma too."""
    d, after = end.call.data, end.result
    lost = implies(below(d["p"], d["t"]), below(after, d["t"]))
    return every(at_most(after, d["p"]), implies(at_most(d["p"], d["t"]), at_most(after, d["t"])), lost)


def _completeness_stays(_: Supply, end: End) -> Fact:
    return implies(at_most(end.call.data["t"], end.call.data["p"]), at_most(end.call.data["t"], end.result))


def _making_factors(s: Supply) -> Call:
    a, c, q, kind = s.pair("a"), s.pair("c"), s.pair("q"), s.choose("kind", [None, *Kind])
    kinds = None if kind is None else [kind]

    def factors(*bounds: AnyPair) -> tuple[AnyPair, AnyPair]:
        response, execution, false_pass = bounds
        survival = survival_factors([execution], [false_pass], kinds)
        return survival[0], completeness_factors([response], [execution], kinds)[0]

    return Call(factors, (a, c, q), (in_unit(a), in_unit(c), in_unit(q)), {"a": a, "c": c, "q": q, "kind": kind})


MAKING_FACTORS = World("the factors of one round", _making_factors, 3)


def makes_factors(_: Supply, end: End) -> Fact:
    """State q̄ = 1 - c(1 - q) and a·c, both in [0, 1] with positive denominators; both 1 on a clarification."""
    d, (survival, completeness) = end.call.data, end.result
    units = every(in_unit(survival), in_unit(completeness))
    if d["kind"] is Kind.CLARIFICATION:
        return every(units, same(survival[0], survival[1]), same(completeness[0], completeness[1]))
    return every(units, is_implemented(survival, d["c"], d["q"]), equal(completeness, times(d["a"], d["c"])))


def _charges_clarifications(_: Supply, end: End) -> Fact:
    return equal(end.result[1], times(end.call.data["a"], end.call.data["c"]))


REGION_INTERVAL = Claim(
    "REGION-INTERVAL.1",
    (
        Part("membership", ANY_LENGTH, is_region, 5, {"C_n > 1 - gamma": _is_strict_region}),
        Part("one interval from K", ANY_LENGTH, is_interval_from_first, 5, {"never empty": _never_empty}),
        Part("one round more", ONE_MORE, interval_criteria, 1, {"C stays high": _completeness_stays}),
        Part("certified", CERTIFYING, certifies, 2, {"K = 0 too": _certifies_zero}),
        Part("factors", MAKING_FACTORS, makes_factors, 3, {"clarifications are charged": _charges_clarifications}),
    ),
    {
        "an interval": lambda: lengths(find_region([(1, 2)] * 5, [(9, 10)] * 5, (1, 4), (1, 2))) == [(2, 5)],
        "empty": lambda: lengths(find_region([(1, 2)] * 5, [(1, 2)] * 5, (1, 4), (1, 2))) == [],
    },
    tight={
        "R_2 = delta and C_2 = 1 - gamma": lambda: (
            lengths(find_region([(1, 2)] * 5, [(9, 10)] * 5, (1, 4), (19, 100))) == [(2, 2)]
        ),
    },
)

CLAIMS = (REGION_INTERVAL,)
