"""The running product on symbolic factors: one floor, the loop body, the whole fold on short sequences."""

from functools import partial
from typing import Any

from elenctic_kernel import InputError, fold

from .contracts import ensures, requires
from .explorer import World
from .statements import in_unit
from .supply import AnyPair, Call, Supply

ADVANCED = ("low", "lost", "num", "den")


def _advance_arguments(s: Supply) -> tuple[Any, ...]:
    return tuple(s.integer(name) for name in ADVANCED)


def _advancing(s: Supply) -> Call:
    return Call(fold.advance, _advance_arguments(s))


ADVANCING = World("advance under its own precondition", _advancing, 1, assume_entry=True)


def _advance_requires(s: Supply) -> Call:
    return Call(lambda *a: requires(fold.advance)(*a), _advance_arguments(s))


ADVANCE_REQUIRES = World("what advance requires", _advance_requires, 6)


def _advance_ensures(s: Supply) -> Call:
    result = (s.integer("low.after"), s.integer("lost.after"))
    given = (1 <= s.integer("den"),)
    return Call(lambda *a: ensures(fold.advance)(*a), (*_advance_arguments(s), result), given)


ADVANCE_ENSURES = World("what advance ensures", _advance_ensures, 4)


def _factors(s: Supply, count: int) -> list[AnyPair]:
    return [s.integers(f"f{n}") for n in range(1, count + 1)]


def _descending(s: Supply) -> Call:
    factors, low, lost, bar = _factors(s, 1), s.integer("low"), s.integer("lost"), s.integer("bar")
    given = (0 <= low, 0 <= lost, *(in_unit(factor) for factor in factors))
    data = {"factors": factors, "low": low, "lost": lost, "bar": bar}
    return Call(lambda *a: fold.descend(enumerate(factors, 1), *a), (low, lost, bar), given, data)


DESCENDING = World("descend, 1 factor", _descending, 3)


def _descending_twice(s: Supply) -> Call:
    """Descend over two factors, over the first, and over the second from where the first led."""
    factors, low, lost, bar = _factors(s, 2), s.integer("low"), s.integer("lost"), s.integer("bar")
    given = (0 <= low, 0 <= lost, *(in_unit(factor) for factor in factors))

    def descend() -> tuple[Any, ...]:
        both = fold.descend(enumerate(factors, 1), low, lost, bar)
        first = fold.descend(enumerate(factors[:1], 1), low, lost, bar)
        return both, first, fold.descend(enumerate(factors[1:], 2), first[1], first[2], bar)

    return Call(descend, (), given)


DESCENDING_TWICE = World("descend, 2 factors", _descending_twice, 8)


def _refusing(s: Supply) -> Call:
    factor, low, lost, bar = s.integers("f1"), s.integer("low"), s.integer("lost"), s.integer("bar")
    given, data = (0 <= low,), {"factor": factor}
    return Call(lambda *a: fold.descend(enumerate([factor], 1), *a), (low, lost, bar), given, data, (InputError,))


REFUSING = World("descend, any pair of whole numbers", _refusing, 6)


def _bounding(s: Supply) -> Call:
    factors, bits = _factors(s, 2), s.whole("bits")
    given = (0 <= bits, *(in_unit(factor) for factor in factors))
    return Call(lambda b: (fold.product_bounds(factors, b), 1 << b), (bits,), given, {"factors": factors})


BOUNDING = World("product_bounds, 2 factors", _bounding, 4)


def _barring(s: Supply) -> Call:
    target, bits, strict = s.integers("t"), s.whole("bits"), s.choose("strict", [False, True])
    given = (0 <= bits, in_unit(target))
    return Call(lambda *a: (fold.bar_of(*a), 1 << bits), (target, bits, strict), given, {"t": target, "strict": strict})


BARRING = World("bar_of", _barring, 2)


def _falling(s: Supply) -> Call:
    product, target, strict = s.pair("p"), s.pair("t"), s.choose("strict", [False, True])
    given = (1 <= product[1], 1 <= target[1])
    return Call(fold.has_fallen, (product, target, strict), given, {"p": product, "t": target, "strict": strict})


FALLING = World("has_fallen", _falling, 2)


def _first_falling(s: Supply, count: int) -> Call:
    factors, target, strict = _factors(s, count), s.integers("t"), s.choose("strict", [False, True][: 3 - count])
    given = (in_unit(target), strict or target[0] < target[1], *(in_unit(factor) for factor in factors))
    data = {"factors": factors, "t": target, "strict": strict}
    return Call(partial(fold.first_fall, strict=strict), (factors, target), given, data)


FIRST_FALLING = {
    count: World(f"first_fall, {count} factors", partial(_first_falling, count=count), paths)
    for count, paths in ((1, 18), (2, 38))
}


def _multiplying(s: Supply) -> Call:
    factors = _factors(s, 5)
    start, stop = s.choose("slice", [(0, 0), (1, 2), (0, 2), (1, 4), (0, 5)])
    given = tuple(1 <= factor[1] for factor in factors)
    return Call(fold.product, (factors, start, stop), given, {"factors": factors[start:stop]})


MULTIPLYING = World("product of up to 5 factors", _multiplying, 5)


def _one_more(s: Supply) -> Call:
    product, factor, target = s.pair("p"), s.pair("f"), s.pair("t")
    given = (0 <= product[0], 1 <= product[1], in_unit(factor), in_unit(target))
    return Call(fold.times, (product, factor), given, {"p": product, "f": factor, "t": target})


ONE_MORE = World("times, one factor more", _one_more, 1)
