"""The exponential on symbols: terms of its sum, one squaring, the inverse, and whole runs of ``exp_bounds``."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from elenctic_kernel import InputError, enclosure

from .explorer import World
from .specified import assume, stand_ins
from .supply import AnyPair, Call, Supply
from .symbols import every, implies, same


def _adding(s: Supply, most: int = 2) -> Call:
    """Add one term from any state, for x at most 1/most."""
    (num, den), n, term, total = s.integers("x"), s.integer("n"), s.integer("term"), s.integer("total")
    given = (0 <= num, num * most <= den, 1 <= den, 1 <= n, 0 <= term)
    data = {"x": (num, den), "n": n, "term": term, "total": total}
    return Call(lambda *a: enclosure.add_terms([n], *a), (num, den, term, total), given, data)


ADDING = World("add_terms, one term", _adding, 2)
ADDING_UP_TO_1 = World("add_terms, one term, x up to 1", partial(_adding, most=1), 2)


def _adding_two(s: Supply) -> Call:
    """Add two terms, and the same two one after the other."""
    one = _adding(s)
    num, den, n = *one.arguments[:2], one.data["n"]

    def both(*a: Any) -> tuple[Any, ...]:
        first = enclosure.add_terms([n], *a)
        return enclosure.add_terms([n, n + 1], *a), first, enclosure.add_terms([n + 1], num, den, *first[1:])

    return Call(both, one.arguments, one.given, one.data)


ADDING_TWO = World("add_terms, two terms", _adding_two, 3)


def _squaring(s: Supply, bits: int | None = None, least: int = 0) -> Call:
    low, high, scale = s.integer("low"), s.integer("high"), s.whole("bits") if bits is None else bits
    given, data = (0 <= scale, least <= low), {"low": low, "high": high}
    return Call(lambda *a: (enclosure.square(*a), 1 << scale), (low, high, scale), given, data)


SQUARING = World("square", _squaring, 1)
SQUARING_AT_3 = World("square at 3 bits", partial(_squaring, bits=3), 1)
SQUARING_BELOW_0 = World("square at 3 bits, from below 0", partial(_squaring, bits=3, least=-9), 1)


def _inverting(s: Supply, bits: int | None = None) -> Call:
    low, high, scale = s.integer("low"), s.integer("high"), s.whole("bits") if bits is None else bits
    given, data = (0 <= scale, 1 <= low, low <= high), {"low": low, "high": high}
    return Call(lambda *a: (enclosure.invert(*a), 1 << scale), (low, high, scale), given, data)


INVERTING = World("invert", _inverting, 1, sums=True)
INVERTING_AT_3 = World("invert at 3 bits", partial(_inverting, bits=3), 1)


@dataclass
class Seen:
    """Hold what a run handed to the functions that were replaced, and what stands for an exponential.

    ``unit`` is 2^s, ``exact`` is e^|x|·2^s once the squarings are done, ``halved`` is the 2^h that divides |x|.
    """

    first: Any = None
    x: AnyPair = (0, 1)
    unit: Any = None
    total: Any = None
    halved: Any = 1
    exact: Any = None


def _summed(s: Supply, seen: Seen, more: int) -> Callable[..., Any]:
    """Return ``add_terms`` as EXP-SERIES.1 specifies it: e^x·2^s lies at most 2n + 2 (+ more) above the sum."""

    def add_terms(rounds: Iterator[int], num: Any, den: Any, term: Any, total: Any) -> tuple[Any, Any, Any]:
        n, added, rest = s.integer("n"), s.integer("added"), s.real("rest")
        assume(every(1 <= n, 0 <= added, 0 <= rest, rest <= 2 * n + 2 + more))
        seen.first, seen.x, seen.unit, seen.total = next(rounds), (num, den), term, total
        seen.exact = total + added + rest
        return n, 0, total + added

    return add_terms


def _squared(s: Supply, seen: Seen) -> Callable[..., Any]:
    """Return all squarings at once: what one keeps, all keep, from bounds of e^(|x|/2^h) to bounds of e^|x|."""

    def square(low: Any, high: Any, bits: Any) -> tuple[Any, Any]:
        above, width, inside = s.integer("above"), s.integer("width"), s.real("inside")
        after = seen.unit + above
        kept = every(same(1 << bits, seen.unit), seen.unit <= low, low <= seen.exact, seen.exact <= high)
        assume(every(0 <= width, implies(kept, every(0 <= above, 0 <= inside, inside <= width))))
        seen.exact = after + inside
        return after, after + width

    return square


def _counted(seen: Seen) -> Callable[[Any], list[int]]:
    def rounds(halvings: Any) -> list[int]:
        seen.halved = 1 << halvings
        return [0] if halvings > 0 else []

    return rounds


def _tell_gap(num: Any, den: Any) -> None:
    """Let the path know 2^(bits of den - bits of num - 2) where that is whole: |x| then takes no halving."""
    gap = den.bit_length() - abs(num).bit_length() - 2
    if gap >= 0:
        _ = 1 << gap


def _exp_any(s: Supply) -> Call:
    (num, den), bits, seen = s.integers("x"), s.whole("bits"), Seen()

    def exp_bounds(*a: Any) -> tuple[Any, ...]:
        _tell_gap(num, den)
        with stand_ins("enclosure", add_terms=_summed(s, seen, 0), square=_squared(s, seen), range=_counted(seen)):
            return enclosure.exp_bounds(*a), 1 << bits, seen

    return Call(exp_bounds, (num, den, bits), (1 <= den, 1 <= bits), {"x": (num, den)})


EXP_ANY = World("exp_bounds of any x, its sum and squarings as specified", _exp_any, 4, sums=True)

CASES = [(1, 5, 1), (-1, 5, 1), (1, 3, 2), (-1, 3, 2), (1, 1, 1), (-3, 2, 1)]
"""x and bits, of either sign, with none, one and two halvings."""


def _exp_at(s: Supply, more: int = 0) -> Call:
    (num, den, bits), seen = s.choose("case", CASES), Seen()

    def exp_bounds(*a: Any) -> tuple[Any, ...]:
        with stand_ins("enclosure", add_terms=_summed(s, seen, more)):
            result = enclosure.exp_bounds(*a)
        seen.halved = seen.x[1] // den
        return result, 1 << bits, seen

    return Call(exp_bounds, (num, den, bits), (), {"x": (num, den)})


EXP_AT = World("exp_bounds at six points, its sum as specified", _exp_at, 6)
EXP_AT_FURTHER = World("exp_bounds at six points, its sum one unit further", partial(_exp_at, more=1), 6)


def _exp_whole(s: Supply) -> Call:
    (num, den), sign = s.integers("x"), s.choose("sign", [1, -1])
    assume(every(0 <= num, 1 <= den))
    given, data = (num.bit_length() + 2 <= den.bit_length(),), {"x": (num, den), "sign": sign}

    def exp_bounds(*a: Any) -> Any:
        _tell_gap(num, den)
        return enclosure.exp_bounds(*a)

    return Call(exp_bounds, (sign * num, den, 1), given, data)


EXP_WHOLE = World("the whole of exp_bounds to 1 bit, where no halving is taken", _exp_whole, 11, sums=True)


def _exp_refusing(s: Supply) -> Call:
    (num, den), bits, seen = s.integers("x"), s.whole("bits"), Seen()

    def exp_bounds(*a: Any) -> Any:
        with stand_ins("enclosure", add_terms=_summed(s, seen, 0), square=_squared(s, seen), range=_counted(seen)):
            return enclosure.exp_bounds(*a)

    data = {"den": den, "bits": bits}
    return Call(exp_bounds, (num, den, bits), (), data, (InputError,))


EXP_REFUSING = World("exp_bounds of any whole numbers", _exp_refusing, 6)
