"""Through the exponential: the logarithm, and the round at which a sum of gains reaches it.

Method: ``encloses_log`` is run on symbols with ``exp_bounds`` standing for its specification EXP-ENCLOSURE.1 at both
ends; that e^u <= x says u <= log x is EXP-MONOTONE.1. ``first_reach`` is run over one and two gains from an arbitrary
running total, for all integers. Its loop compares the total with the threshold and with nothing else, so that a total
T against a threshold is a total of 0 against the threshold less T, which is how it is run.
For every length the argument is an induction in words: the rounded sum stays at most (at least) the exact one over a
gain, whatever both were (proved), hence over all; the round returned is the first whose rounded sum reaches.
Not covered by an engine: the induction, ``enumerate``, and Python's own integer arithmetic.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from elenctic_kernel import InputError, Pair
from elenctic_kernel.enclosure import encloses_log, first_reach

from .claim import Claim, Part
from .explorer import End, World
from .plays import refuses
from .specified import assume, stand_ins
from .statements import in_unit
from .supply import Call, Supply
from .symbols import Fact, every, iff, implies, negated, same

Ends = dict[str, tuple[Any, Any]]
"""A ghost e^u·2^s and the 2^s, for u the low and the high end."""


def _specified(s: Supply, low: Any, high: Any, scale: Any, ends: Ends) -> Callable[..., Any]:
    """Return ``exp_bounds`` as EXP-ENCLOSURE.1 specifies it at low·2^-scale and high·2^-scale, and nowhere else."""

    def exp_bounds(num: Any, den: Any, bits: Any) -> tuple[Any, Any]:
        name = next((name for name, end in (("low", low), ("high", high)) if num is end and name not in ends), "")
        if not name or not same(den, 1 << scale) or not 1 <= bits:
            raise LookupError("the exponential of another number was asked")
        unit, width, inside = 1 << bits, s.integer(f"{name}.width"), s.real(f"{name}.inside")
        below = s.integer(f"{name}.units") * unit + s.integer(f"{name}.below")
        exact = below + inside
        assume(every(0 < exact, 0 <= inside, inside <= width))
        if name == "high" and ends:
            assume(implies(same(low, high), same(exact * ends["low"][1], ends["low"][0] * unit)))
        ends[name] = (exact, unit)
        return below, below + width

    return exp_bounds


def _enclosing(s: Supply, x: Any, bits: Any, *given: Fact, allowed: tuple[type[Exception], ...] = ()) -> Call:
    low, high, ends = s.integer("low"), s.integer("high"), Ends()

    def encloses(*a: Any) -> tuple[bool, Ends]:
        with stand_ins("enclosure", exp_bounds=_specified(s, low, high, bits, ends)):
            return bool(encloses_log(*a)), ends

    return Call(encloses, (low, high, bits, x), given, {"x": x, "bits": bits}, allowed)


def _log_any(s: Supply) -> Call:
    x, bits = s.integers("x"), s.whole("bits")
    return _enclosing(s, x, bits, 1 <= x[0], 1 <= x[1], 1 <= bits)


def _log_at(s: Supply) -> Call:
    return _enclosing(s, s.choose("x", [(1, 20), (3, 1), (7, 2)]), 2)


def _log_refusing(s: Supply) -> Call:
    return _enclosing(s, s.integers("x"), s.whole("bits"), allowed=(InputError,))


LOG_ANY = World("encloses_log of any x, its exponentials as specified", _log_any, 6)
LOG_AT = World("encloses_log at three points, its exponentials as specified", _log_at, 9)
LOG_REFUSING = World("encloses_log of any whole numbers", _log_refusing, 9)


def _between(end: End) -> tuple[Fact, Fact]:
    """State e^low <= x, and x <= e^high."""
    (num, den), ends = end.call.data["x"], end.result[1]
    (below, unit), (above, other) = ends["low"], ends["high"]
    return below * den <= num * unit, num * other <= above * den


def encloses(_: Supply, end: End) -> Fact | None:
    """State that True means e^low <= x <= e^high."""
    return every(*_between(end)) if end.result[0] else None


def _exactly(_: Supply, end: End) -> Fact:
    return iff(end.result[0], every(*_between(end)))


def _strictly(_: Supply, end: End) -> Fact | None:
    (num, den), (below, unit) = end.call.data["x"], end.result[1]["low"]
    return below * den < num * unit if end.result[0] else None


def refuses_no_logarithm(_: Supply, end: End) -> Fact:
    """State that whole numbers are refused exactly when x is not above 0 or the precision below 1."""
    (num, den), bits = end.call.data["x"], end.call.data["bits"]
    fits = every(1 <= num, 1 <= den, 1 <= bits)
    return every(isinstance(end.error, InputError), negated(fits)) if end.error is not None else fits


def _refuses_all(_: Supply, end: End) -> Fact:
    return end.error is not None


def _brackets_log(low: int, high: int, bits: int) -> bool:
    return encloses_log(low, high, bits, (20, 1))


LOG_ENCLOSURE = Claim(
    "LOG-ENCLOSURE.1",
    (
        Part("any x", LOG_ANY, encloses, 2),
        Part(
            "three points",
            LOG_AT,
            encloses,
            3,
            {"False says that it is not so": _exactly, "strictly": _strictly},
        ),
        Part("refuses", LOG_REFUSING, refuses_no_logarithm, 9, {"everything": _refuses_all}),
    ),
    {
        "log 20 lies between 2.99 and 3": lambda: _brackets_log(299 * 2**40 // 100, 3 * 2**40, 40),
        "log 20 is not above 3, nor below 2.99": lambda: (
            not (_brackets_log(3 * 2**40, 4 * 2**40, 40) or _brackets_log(2**40, 299 * 2**40 // 100, 40))
        ),
        "log 1/20 lies below 0": lambda: encloses_log(-3 * 2**9, -2 * 2**9, 9, (1, 20)),
        "tight: within two units of 2^-40": lambda: _brackets_log(3293842468475, 3293842468477, 40),
        "log 0 is refused": lambda: refuses(InputError, lambda: encloses_log(0, 1, 9, (0, 1))),
    },
)


def _gains(s: Supply, count: int) -> list[Any]:
    return [s.integers(f"g{n}") for n in range(1, count + 1)]


def _reaching(s: Supply, count: int, bits: int | None = None) -> Call:
    """Reach a threshold from any running total, of which the rounded and the exact value are told apart."""
    gains, threshold, total, up = (
        _gains(s, count),
        s.integer("threshold"),
        s.integer("total"),
        s.choose("up", [False, True]),
    )
    scale: Any = s.whole("bits") if bits is None else bits

    def reach(*a: Any) -> tuple[Any, Any]:
        return first_reach(gains, *a, up=up), 1 << scale

    data = {"gains": gains, "threshold": threshold, "total": total, "up": up}
    return Call(reach, (threshold - total, scale), (0 <= scale, *(in_unit(gain) for gain in gains)), data)


REACHING = {
    count: World(f"first_reach, {count} gains", partial(_reaching, count=count), paths)
    for count, paths in ((1, 4), (2, 6))
}
REACHING_AT_3 = World("first_reach at 3 bits, 2 gains", partial(_reaching, count=2, bits=3), 6)


def _reach_refusing(s: Supply) -> Call:
    gain = s.integers("g1")
    call = partial(first_reach, up=s.choose("up", [False, True]))
    return Call(call, ([gain], s.integer("threshold"), 3), (), {"gain": gain}, (InputError,))


REACH_REFUSING = World("first_reach of any pair of whole numbers", _reach_refusing, 10)


def _sums(s: Supply, end: End) -> tuple[Fact, list[Any]]:
    """Return the exact sums·2^bits, the running one first, which its rounding is on the side of."""
    d, exact = end.call.data, s.real("X")
    sums, facts = [exact], [exact <= d["total"] if d["up"] else d["total"] <= exact]
    for n, (num, den) in enumerate(d["gains"]):
        scaled = s.real(f"X{n}")
        facts.append(same(scaled * den, num * end.result[1]))
        sums.append(sums[-1] + scaled)
    return every(*facts), sums


def reaches_surely(s: Supply, end: End) -> Fact | None:
    """State, rounded down: the sum returned is exactly at least the threshold."""
    if end.call.data["up"]:
        return None
    known, sums = _sums(s, end)
    return implies(known, end.call.data["threshold"] <= sums[end.result[0]] if end.result[0] else True)


def reaches_no_earlier(s: Supply, end: End) -> Fact | None:
    """State, rounded up: no earlier sum, of all where none is returned, is exactly at least the threshold."""
    if not end.call.data["up"]:
        return None
    known, sums = _sums(s, end)
    earlier = sums[1 : end.result[0] or None]
    return implies(known, every(True, *(value < end.call.data["threshold"] for value in earlier)))


def _surely_above(s: Supply, end: End) -> Fact | None:
    if end.call.data["up"] or not end.result[0]:
        return None
    known, sums = _sums(s, end)
    return implies(known, end.call.data["threshold"] < sums[end.result[0]])


def _down_finds_all(s: Supply, end: End) -> Fact | None:
    if end.call.data["up"]:
        return None
    known, sums = _sums(s, end)
    return implies(
        known, every(True, *(value < end.call.data["threshold"] for value in sums[1 : end.result[0] or None]))
    )


def _up_is_sure(s: Supply, end: End) -> Fact | None:
    if not end.call.data["up"] or not end.result[0]:
        return None
    known, sums = _sums(s, end)
    return implies(known, end.call.data["threshold"] <= sums[end.result[0]])


def refuses_no_gain(_: Supply, end: End) -> Fact:
    """State that a pair is refused exactly when it is no rational in [0, 1]."""
    fits = in_unit(end.call.data["gain"])
    return every(isinstance(end.error, InputError), negated(fits)) if end.error is not None else fits


GAINS: list[Pair] = [(495, 1000)] * 10

ADDITIVE_REACH = Claim(
    "ADDITIVE-REACH.1",
    (
        Part("one gain, down", REACHING[1], reaches_surely, 2),
        Part("one gain, up", REACHING[1], reaches_no_earlier, 2),
        Part("two gains, down", REACHING[2], reaches_surely, 3),
        Part("two gains, up", REACHING[2], reaches_no_earlier, 3),
        Part(
            "two gains at 3 bits, down",
            REACHING_AT_3,
            reaches_surely,
            3,
            {"above the threshold": _surely_above, "every exact sum is found": _down_finds_all},
        ),
        Part("two gains at 3 bits, up", REACHING_AT_3, reaches_no_earlier, 3, {"what is found is sure": _up_is_sure}),
        Part("refuses", REACH_REFUSING, refuses_no_gain, 10, {"everything": _refuses_all}),
    ),
    {
        "log 20 with gains of 0.495: 7, either way": lambda: (
            first_reach(GAINS, 3293842468477, 40, up=False) == first_reach(GAINS, 3293842468475, 40, up=True) == 7
        ),
        "tight: halves reach 1 at 2, either way": lambda: (
            first_reach([(1, 2)] * 3, 8, 3, up=False) == first_reach([(1, 2)] * 3, 8, 3, up=True) == 2
        ),
        "three thirds miss 1 rounded down, and reach it rounded up": lambda: (
            (first_reach([(1, 3)] * 3, 8, 3, up=False), first_reach([(1, 3)] * 3, 8, 3, up=True)) == (0, 3)
        ),
    },
)

CLAIMS = (LOG_ENCLOSURE, ADDITIVE_REACH)
