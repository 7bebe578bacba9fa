"""The fold's answer is the exact answer.

Method: path-complete symbolic run of ``advance``, of the loop ``descend`` from an arbitrary state on one factor and on
two, which are one after the other, and of the whole ``first_fall`` on one and two factors with all its doublings, for
all integers. Symbols are reals on which a < b between whole numbers says a + 1 <= b, so every whole number is covered;
2^bits is any whole number of at least 1.
For every length the argument is an induction in words: (1) ``descend`` keeps low <= P·2^bits <= low + lost over one
factor, whatever the state (proved), hence over all; (2) at its exit the bar decides (proved): low > bar means not
fallen, low + lost <= bar means fallen, else p doubles from the same factors or the exact product decides;
(3) once fallen always fallen (proved), so the first round met is the least.
Not covered by an engine: Python's own integer arithmetic, ``islice`` and ``enumerate``, and that the balanced
product of many factors is their product (proved up to five, by associativity beyond; tested).
"""

from typing import Any

from elenctic_kernel import InputError, first_fall, fold, product_bounds

from . import fold_worlds as w
from .claim import Claim, Part
from .explorer import End
from .statements import at_most, below, in_unit, times
from .supply import AnyPair, Supply
from .symbols import Fact, every, iff, implies, negated, same


def brackets(low: Any, lost: Any, ghost: Any) -> Fact:
    """State low <= X <= low + lost."""
    return every(low <= ghost, ghost <= low + lost)


def _multiplied(s: Supply, ghost: Any, factors: list[AnyPair]) -> tuple[Any, Fact]:
    """Return a ghost for X·f1·...·fk with its definition, without division."""
    facts: list[Fact] = []
    for n, (num, den) in enumerate(factors, 1):
        product = s.real(f"X{n}")
        facts.append(same(product * den, ghost * num))
        ghost = product
    return ghost, every(True, *facts)


def advance_brackets(s: Supply, end: End) -> Fact:
    """State: low <= X <= low + lost and X' = X·f give low' <= X' <= low' + lost', lost' = lost + 1."""
    low, lost, num, den = end.call.arguments
    before = s.real("X")
    after, defined = _multiplied(s, before, [(num, den)])
    kept = brackets(end.result[0], end.result[1], after)
    return every(implies(every(brackets(low, lost, before), defined), kept), same(end.result[1], lost + 1))


def _loses_nothing(s: Supply, end: End) -> Fact:
    low, lost, num, den = end.call.arguments
    before = s.real("X")
    after, defined = _multiplied(s, before, [(num, den)])
    return implies(every(brackets(low, lost, before), defined), brackets(end.result[0], lost, after))


def requires_a_factor(_: Supply, end: End) -> Fact:
    """State what the precondition of ``advance`` must say, no more and no less."""
    low, lost, num, den = end.call.arguments
    return iff(end.result, every(0 <= low, 0 <= lost, 0 <= num, num <= den, 0 < den))


def ensures_the_floor(_: Supply, end: End) -> Fact:
    """State what the postcondition of ``advance`` must say, no more and no less."""
    low, lost, num, den, (after, lost_after) = end.call.arguments
    floor = every(after * den <= low * num, negated(after * den + den <= low * num))
    return iff(end.result, every(floor, same(lost_after, lost + 1)))


def descend_brackets(s: Supply, end: End) -> Fact:
    """State that the bracket is kept over the factors taken, and that a round is met exactly when low' <= bar."""
    d, (met, low, lost) = end.call.data, end.result
    taken = d["factors"][: met or None]
    before = s.real("X")
    after, defined = _multiplied(s, before, taken)
    kept = implies(every(brackets(d["low"], d["lost"], before), defined), brackets(low, lost, after))
    return every(kept, low <= d["bar"]) if met else kept


def descend_decides(_: Supply, end: End) -> Fact:
    """State for one factor: 1 changes nothing; any other counts one floor, and is met exactly when low' <= bar."""
    d, (met, low, lost) = end.call.data, end.result
    (num, den), unmoved = d["factors"][0], every(same(low, d["low"]), same(lost, d["lost"]))
    one = implies(same(num, den), every(unmoved, met == 0))
    other = every(iff(met == 1, low <= d["bar"]), met in (0, 1), same(lost, d["lost"] + 1))
    return every(one, implies(negated(same(num, den)), other))


def descends_twice(_: Supply, end: End) -> Fact:
    """State that two factors are one after the other, the second left out exactly where the first is met."""
    both, first, second = end.result
    return same(both, first if first[0] else second)


def _never_stops(_: Supply, end: End) -> Fact:
    return same(end.result[0], end.result[2])


def _meets_always(_: Supply, end: End) -> Fact:
    return iff(end.result[0] == 1, end.result[1] <= end.call.data["bar"])


def _never_loses(s: Supply, end: End) -> Fact:
    return same(end.result[2], end.call.data["lost"])


def descend_refuses(_: Supply, end: End) -> Fact:
    """State that a pair is refused exactly when it is no rational in [0, 1]."""
    fits = in_unit(end.call.data["factor"])
    return every(isinstance(end.error, InputError), negated(fits)) if end.error is not None else fits


def bounds_enclose(s: Supply, end: End) -> Fact:
    """State low <= P·2^bits <= high for the product P of the factors."""
    (low, high), power = end.result
    product, defined = _multiplied(s, power, end.call.data["factors"])
    return implies(defined, every(low <= product, product <= high))


def _bounds_are_exact(_: Supply, end: End) -> Fact:
    return same(*end.result[0])


FLOOR_PRODUCT = Claim(
    "FLOOR-PRODUCT.1",
    (
        Part("advance", w.ADVANCING, advance_brackets, 1, {"nothing is lost": _loses_nothing}),
        Part("advance requires a factor", w.ADVANCE_REQUIRES, requires_a_factor, 6),
        Part("advance ensures the floor", w.ADVANCE_ENSURES, ensures_the_floor, 4),
        Part("the loop, one factor", w.DESCENDING, descend_brackets, 3, {"nothing is counted": _never_loses}),
        Part("the loop, what is met", w.DESCENDING, descend_decides, 3, {"a factor of 1 is met": _meets_always}),
        Part("the loop, two factors", w.DESCENDING_TWICE, descends_twice, 8, {"never stops": _never_stops}),
        Part("the loop refuses", w.REFUSING, descend_refuses, 6),
        Part("product_bounds", w.BOUNDING, bounds_enclose, 4, {"always exact": _bounds_are_exact}),
    ),
    {
        "1/3 floored": lambda: product_bounds([(1, 3), (1, 3)], 4) == (1, 3),
        "a factor of 1 costs nothing": lambda: product_bounds([(3, 3), (1, 2)], 4) == (8, 9),
    },
    ("elenctic_kernel.fold.advance",),
    {"low = P*2^p": lambda: product_bounds([(1, 2), (1, 2)], 2) == (1, 3)},
)


def _bracketed(s: Supply, end: End, decided: Any) -> Fact:
    """State something about a floor product low <= X <= low + lost, where X / power is the exact product."""
    (bar, power), d = end.result, end.call.data
    low, lost, exact = s.integer("low"), s.integer("lost"), s.real("X")
    product, target = (exact, power), d["t"]
    fell = below(product, target) if d["strict"] else at_most(product, target)
    return implies(brackets(low, lost, exact), decided(low, lost, bar, fell))


def bar_decides(s: Supply, end: End) -> Fact:
    """State: low + lost <= bar means fallen, bar + 1 <= low means not fallen."""

    def decided(low: Any, lost: Any, bar: Any, fell: Fact) -> Fact:
        return every(implies(low + lost <= bar, fell), implies(bar + 1 <= low, negated(fell)))

    return _bracketed(s, end, decided)


def _low_decides(s: Supply, end: End) -> Fact:
    return _bracketed(s, end, lambda low, lost, bar, fell: implies(low <= bar, fell))


def _one_early(s: Supply, end: End) -> Fact:
    return _bracketed(s, end, lambda low, lost, bar, fell: implies(bar <= low, negated(fell)))


def bar_is_greatest(_: Supply, end: End) -> Fact:
    """State bar·td <= tn·2^bits - s < (bar + 1)·td, where s is 1 when strict."""
    (bar, power), (num, den) = end.result, end.call.data["t"]
    scaled = num * power - (1 if end.call.data["strict"] else 0)
    return every(bar * den <= scaled, negated(bar * den + den <= scaled))


def falls_exactly(_: Supply, end: End) -> Fact:
    """State: fallen exactly when P <= t, when strict P < t."""
    d = end.call.data
    return iff(end.result, below(d["p"], d["t"]) if d["strict"] else at_most(d["p"], d["t"]))


def _falls_loosely(_: Supply, end: End) -> Fact:
    return iff(end.result, at_most(end.call.data["p"], end.call.data["t"]))


def stays_fallen(_: Supply, end: End) -> Fact:
    """State P·f <= P; so P <= t gives P·f <= t, and P < t gives P·f < t."""
    d = end.call.data
    after = end.result
    fallen = implies(at_most(d["p"], d["t"]), at_most(after, d["t"]))
    return every(at_most(after, d["p"]), fallen, implies(below(d["p"], d["t"]), below(after, d["t"])))


def _falls_strictly(_: Supply, end: End) -> Fact:
    return below(end.result, end.call.data["p"])


def is_least(_: Supply, end: End) -> Fact:
    """State that the round returned is the first whose exact product has fallen, 0 where none has."""
    d, met = end.call.data, end.result
    product: AnyPair = (1, 1)
    fell: list[Fact] = []
    for factor in d["factors"]:
        product = times(product, factor)
        fell.append(below(product, d["t"]) if d["strict"] else at_most(product, d["t"]))
    before = [negated(fact) for fact in (fell[: met - 1] if met else fell)]
    return every(True, *before, *fell[met - 1 : met] if met else ())


def _is_never_met(_: Supply, end: End) -> Fact:
    return same(end.result, 0)


def is_product(_: Supply, end: End) -> Fact:
    """State that the balanced product is the product."""
    product: AnyPair = (1, 1)
    for factor in end.call.data["factors"]:
        product = times(product, factor)
    return every(same(end.result[0], product[0]), same(end.result[1], product[1]))


FOLD_EXACT = Claim(
    "FOLD-EXACT.1",
    (
        Part("the bar decides", w.BARRING, bar_decides, 2, {"low alone": _low_decides, "one early": _one_early}),
        Part("bar_of is the greatest", w.BARRING, bar_is_greatest, 2),
        Part("has_fallen is exact", w.FALLING, falls_exactly, 2, {"strict or not": _falls_loosely}),
        Part("once fallen, always", w.ONE_MORE, stays_fallen, 1, {"strictly": _falls_strictly}),
        Part("first_fall, one factor", w.FIRST_FALLING[1], is_least, 18, {"never": _is_never_met}),
        Part("first_fall, two factors", w.FIRST_FALLING[2], is_least, 38),
        Part("product", w.MULTIPLYING, is_product, 5),
    ),
    {
        "a tie": lambda: first_fall([(1, 3)] * 9, (1, 729), strict=False) == 6,
        "a tie, strict": lambda: first_fall([(1, 3)] * 9, (1, 729), strict=True) == 7,
        "the exact branch": lambda: fold.has_fallen((1, 729), (1, 729), False),
    },
)

CLAIMS = (FLOOR_PRODUCT, FOLD_EXACT)
