"""Where q, c and a are known between two ends, the ends settle a length or say that they do not.

Method: (1) the factors of one round are run twice, at bounds of which one certifies less, and are ordered, and (2)
products of ordered factors in [0, 1] are ordered: both proved as for BOUNDS-COMPARE.1, for one factor more, hence for
all, an induction in words; (3) ``region`` and ``settled`` are run on symbols at an arbitrary length n, for any
horizon, with ``first_fall`` standing for its specification FOLD-EXACT.1, against the products at the true bounds.
Not covered by an engine: the induction. A length that ends in a declared clarification is left out by ``lengths``,
not here.
"""

from functools import partial

from elenctic_kernel import Pair, Region, completeness_factors, settled, survival_factors
from elenctic_kernel import region as find_region

from .claim import Claim, Part
from .effort_claims import ONE_MORE, ONE_ROUND
from .explorer import End, World
from .specified import Factors, falls
from .statements import at_most, in_unit
from .supply import Call, Supply
from .symbols import Fact, every, negated

PRODUCTS = [f"{name}.{mark}" for name in "RC" for mark in ("worst", "true", "best")]
BETWEEN = (("worst", "true"), ("true", "best"))


def _settling(s: Supply, *, to_the_best: bool = True) -> Call:
    """Settle any length, where R worst >= R >= R best and C worst <= C <= C best there."""
    delta, gamma = s.integers("delta"), s.integers("gamma")
    T, n = s.whole("T"), s.whole("n")
    products = {name: s.pair(name) for name in PRODUCTS}
    targets = (every(0 < target[0], target[0] < target[1]) for target in (delta, gamma))
    downward = [at_most(products[f"R.{better}"], products[f"R.{worse}"]) for worse, better in BETWEEN]
    upward = [at_most(products[f"C.{worse}"], products[f"C.{better}"]) for worse, better in BETWEEN]

    def region_at(mark: str) -> Region:
        R, C = (Factors(f"{name}.{mark}", T, n, products[f"{name}.{mark}"]) for name in "RC")
        return find_region(R, C, delta, gamma)  # type: ignore[arg-type]

    def settle() -> bool | None:
        with falls(s):
            return settled(region_at("worst"), region_at("best"), n)

    data = {"n": n, "T": T, "R": products["R.true"], "C": products["C.true"], "delta": delta, "gamma": gamma}
    given = (0 <= T, *targets, *(in_unit(product) for product in products.values()), *downward, *upward)
    return Call(settle, (), given if to_the_best else given[:-1], data)


SETTLING = World("settled at an arbitrary length", _settling, 43)
SETTLING_OPEN = World("settled where C may be above the best end", partial(_settling, to_the_best=False), 44)


def _member(end: End) -> Fact:
    """State 1 <= n <= T, R_n <= delta and C_n >= 1 - gamma at the true bounds."""
    d = end.call.data
    shortfall = (d["gamma"][1] - d["gamma"][0], d["gamma"][1])
    return every(1 <= d["n"], d["n"] <= d["T"], at_most(d["R"], d["delta"]), at_most(shortfall, d["C"]))


def settles(_: Supply, end: End) -> Fact:
    """State that True means a member of the true region, False that it is none; None says nothing."""
    if end.result is None:
        return True
    return _member(end) if end.result else negated(_member(end))


def _none_is_no(_: Supply, end: End) -> Fact:
    return negated(_member(end)) if end.result is None else True


def _none_is_yes(_: Supply, end: End) -> Fact:
    return _member(end) if end.result is None else True


def _always_settles(_: Supply, end: End) -> Fact:
    return end.result is not None


def _ends_of(length: int) -> tuple[Region, Region]:
    """Return the regions of q = 1/2 and c between 9/10 and 1 at targets 1/4 and 1/4, over two rounds and more."""
    half: list[Pair] = [(1, 2)] * length
    ends = [[(9, 10)] * length, [(1, 1)] * length]
    return tuple(  # type: ignore[return-value]
        find_region(survival_factors(c, half), completeness_factors(c, [(1, 1)] * length), (1, 4), (1, 4)) for c in ends
    )


ENCLOSED_REGION = Claim(
    "ENCLOSED-REGION.1",
    (
        ONE_ROUND,
        ONE_MORE,
        Part(
            "settled",
            SETTLING,
            settles,
            43,
            {
                "None says no": _none_is_no,
                "None says yes": _none_is_yes,
                "always settled": _always_settles,
                "C above the best end": (SETTLING_OPEN, settles),
            },
        ),
    ),
    {
        "settled yes, no and not at all": lambda: (
            [settled(*_ends_of(4), n) for n in (1, 2, 3, 4, 5)] == [False, None, None, None, False]
        ),
        "equal ends settle everything": lambda: [settled(end, end, 2) for end in _ends_of(4)] == [False, True],
    },
)

CLAIMS = (ENCLOSED_REGION,)
