"""Whole numbers that enclose e^x: the sum, its squarings and its inverse.

Method: path-complete symbolic run of ``add_terms`` over one and two terms from an arbitrary state, of ``square`` and
of ``invert`` for all whole numbers, of ``exp_bounds`` for every x and every precision with its sum and its squarings
as specified, and of the whole of ``exp_bounds`` to 1 bit where x takes no halving. t_n = x^n/n!·2^s and the partial
sums S_n are ghosts, defined by products.
For every length the argument is an induction in words: (1) before the first term the floors have lost nothing, and a
term keeps term <= t < term + 2 and total <= S <= total + 2n, whatever the state (proved); (2) at the stop at n the
term is 0, so t_n < 2, and later S_k + t_k never grows (proved), so every later S_N lies between total and
S_n + t_n <= total + 2n + 2; (3) e^(|x|/2^h) is their limit (EXP-LIMIT.1) and so lies there too; (4) one squaring keeps
the bounds and a lower end of at least 1 (proved), hence h of them do, and lead to e^|x| (EXP-DOUBLING.1); (5) the
inverse of e^|x| is e^-|x| (EXP-INVERSE.1).
Not covered by an engine: (3), the two inductions, and Python's own integer arithmetic. How close the ends are is
tested, not claimed.
"""

from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

from elenctic_kernel import InputError
from elenctic_kernel.enclosure import add_terms, exp_bounds, invert, square

from . import enclosure_worlds as w
from .claim import Claim, Part
from .explorer import End
from .plays import refuses
from .supply import Supply
from .symbols import Fact, every, implies, negated, same


def _lost(n: Any, term: Any, total: Any, t: Any, S: Any) -> Fact:
    """State what the floors have lost after n terms: term <= t < term + 2 and total <= S <= total + 2n."""
    return every(term <= t, t < term + 2, total <= S, S <= total + 2 * n)


def _stepped(s: Supply, end: End) -> tuple[Fact, tuple[Any, Any], tuple[Any, Any]]:
    """Return t and S before and after the term, with t'·n = t·x, S' = S + t', and what was lost before."""
    d, t, S, later = end.call.data, s.real("t"), s.real("S"), s.real("t.after")
    (num, den), n = d["x"], d["n"]
    known = every(_lost(n - 1, d["term"], d["total"], t, S), same(later * den * n, t * num))
    return known, (t, S), (later, S + later)


def _after_one(s: Supply, end: End, kept: Any) -> Fact:
    known, _, (t, S) = _stepped(s, end)
    return implies(known, every(same(end.result[0], end.call.data["n"]), kept(*end.result, t, S)))


def one_term(s: Supply, end: End) -> Fact:
    """State what a term keeps, and S + t < total + 2n + 2 where it is 0."""

    def kept(n: Any, term: Any, total: Any, t: Any, S: Any) -> Fact:
        return every(_lost(n, term, total, t, S), implies(same(term, 0), S + t < total + 2 * n + 2))

    return _after_one(s, end, kept)


def _loses_one(s: Supply, end: End) -> Fact:
    return _after_one(s, end, lambda n, term, total, t, S: t < term + 1)


def _sum_loses_one(s: Supply, end: End) -> Fact:
    return _after_one(s, end, lambda n, term, total, t, S: S <= total + n)


def _no_remainder(s: Supply, end: End) -> Fact:
    return _after_one(s, end, lambda n, term, total, t, S: implies(same(term, 0), S + t <= total + 2 * n))


def _remainder_of_one(s: Supply, end: End) -> Fact:
    return _after_one(s, end, lambda n, term, total, t, S: implies(same(term, 0), S + t <= total + 2 * n + 1))


def two_terms(_: Supply, end: End) -> Fact:
    """State that two terms are one after the other, and that the sum stops behind the first exactly where that is 0."""
    both, first, second = end.result
    stopped = same(first[1], 0)
    return every(implies(stopped, same(both, first)), implies(negated(stopped), same(both, second)))


def _never_stops(_: Supply, end: End) -> Fact:
    return same(end.result[0], end.result[2])


def later_terms(s: Supply, end: End) -> Fact:
    """State that behind a stop, whatever term comes: total stays, S does not fall, and S + t does not grow."""
    known, (t, S), (later, sum_later) = _stepped(s, end)
    stopped = every(known, same(end.call.data["term"], 0))
    kept = every(same(end.result[2], end.call.data["total"]), S <= sum_later, sum_later + later <= S + t)
    return implies(stopped, kept)


def _nothing_follows(s: Supply, end: End) -> Fact:
    known, (_, S), (_, sum_later) = _stepped(s, end)
    return implies(every(known, same(end.call.data["term"], 0)), sum_later <= S)


def _partial_sum(x: Fraction, terms: int) -> Fraction:
    term = total = Fraction(1)
    for n in range(1, terms + 1):
        term *= x / n
        total += term
    return total


def _between(x: Fraction, bits: int, terms: int, least: int) -> bool:
    """Tell whether a partial sum of more terms lies where it must, and at least so far above the floored one."""
    n, term, total = add_terms(count(1), x.numerator, x.denominator, 1 << bits, 1 << bits)
    exact = _partial_sum(x, terms) * 2**bits
    return term == 0 and total + least < exact < total + 2 * n + 2


EXP_SERIES = Claim(
    "EXP-SERIES.1",
    (
        Part(
            "one term",
            w.ADDING,
            one_term,
            2,
            {
                "a term loses less than 1": _loses_one,
                "the sum loses 1 a term": _sum_loses_one,
                "the remainder is forgotten": _no_remainder,
                "the remainder is 1": _remainder_of_one,
                "x up to 1": (w.ADDING_UP_TO_1, one_term),
            },
        ),
        Part("two terms", w.ADDING_TWO, two_terms, 3, {"never stops": _never_stops}),
        Part(
            "later terms",
            w.ADDING,
            later_terms,
            2,
            {"nothing follows": _nothing_follows, "x up to 1": (w.ADDING_UP_TO_1, later_terms)},
        ),
    ),
    {
        "three terms of e^(1/2)": lambda: add_terms(count(1), 1, 2, 16, 16) == (3, 0, 26),
        "e^(1/2) to 60 bits": lambda: _between(Fraction(1, 2), 60, 99, 0),
        "one term, and more than 1 lost": lambda: _between(Fraction(2**20 - 1, 2**30), 10, 9, 1),
        "tight: a term nearly 2 above its rounding": lambda: (
            add_terms([1], 1000, 2001, 2, 2) == (1, 0, 2) and Fraction(4 * 1000, 2001) > Fraction(199, 100)
        ),
    },
)


def _ghosts(s: Supply, end: End) -> tuple[Any, Any, Any, Fact]:
    """Return Y, the exact result Z and 2^bits, with low <= Y <= high."""
    d, y = end.call.data, s.real("Y")
    return y, s.real("Z"), end.result[1], every(d["low"] <= y, y <= d["high"])


def squares(s: Supply, end: End, *, more: int = 0, less: int = 0) -> Fact:
    """State low' <= Y^2/2^bits <= high' for every low <= Y <= high."""
    y, exact, power, known = _ghosts(s, end)
    (low, high), defined = end.result[0], same(exact * power, y * y)
    return implies(every(known, defined), every(low + more <= exact, exact <= high - less))


def squares_above_one(_: Supply, end: End) -> Fact:
    """State that a lower end of at least 2^bits stays so; whole numbers: low' < 2^bits would be low' + 1 <= 2^bits."""
    (low, _high), power = end.result
    return implies(power <= end.call.data["low"], negated(low + 1 <= power))


def _always_above_one(_: Supply, end: End) -> Fact:
    return negated(end.result[0][0] + 1 <= end.result[1])


def inverts(s: Supply, end: End, *, more: int = 0, less: int = 0) -> Fact:
    """State low' <= 2^(2·bits)/Y <= high' for every low <= Y <= high."""
    y, exact, power, known = _ghosts(s, end)
    (low, high), defined = end.result[0], same(exact * y, power * power)
    return implies(every(known, defined), every(low + more <= exact, exact <= high - less))


def takes_halves(_: Supply, end: End) -> Fact:
    """State that the sum runs on |x|/2^h in [0, 1/2], from n = 1 with 2^s for its term and its total."""
    (num, den), (_, _, seen) = end.call.data["x"], end.result
    over, under = seen.x
    half = every(0 <= over, over * 2 <= under, 1 <= under, 1 <= seen.halved)
    scaled = over * den * seen.halved
    exact = every(implies(0 <= num, same(scaled, num * under)), implies(num <= 0, same(scaled, -num * under)))
    return every(half, exact, same(seen.first, 1), same(seen.total, seen.unit))


def _never_halves(_: Supply, end: End) -> Fact:
    return same(end.result[2].halved, 1)


def _encloses(end: End, exact: Any, *, more: int = 0, less: int = 0) -> Fact:
    """State low <= e^x·2^bits <= high, where ``exact`` is e^|x|·2^s and e^x·2^s its inverse for x < 0."""
    (num, _), ((low, high), power, seen) = end.call.data["x"], end.result
    low, high = low + more, high - less
    up = every(low * seen.unit <= exact * power, exact * power <= high * seen.unit)
    down = every(low * exact <= seen.unit * power, seen.unit * power <= high * exact)
    return every(implies(0 <= num, up), implies(num < 0, down))


def encloses(_: Supply, end: End) -> Fact:
    """State low <= e^x·2^bits <= high."""
    return _encloses(end, end.result[2].exact)


def encloses_squared(s: Supply, end: End, *, more: int = 0, less: int = 0) -> Fact:
    """State the same where the kernel's own squarings were run: e^(2x)·2^s is the square of e^x·2^s, over 2^s."""
    seen, facts = end.result[2], []
    exact = seen.exact
    for k in range(seen.halved.bit_length() - 1):
        twice = s.real(f"E{k}")
        facts.append(same(twice * seen.unit, exact * exact))
        exact = twice
    return implies(every(True, *facts), _encloses(end, exact, more=more, less=less))


UNIT, TERMS = 1 << 10, 5
"""2^s at 1 bit without a halving, and the terms after which the last one is surely 0."""


def _whole(s: Supply, end: End) -> tuple[Fact, Any]:
    """Return e^|x|·2^s as any number between S_n and S_n + t_n, n = 5."""
    (num, den), rest = end.call.data["x"], s.real("rest")
    t: Any = UNIT
    S, facts = t, []
    for n in range(1, TERMS + 1):
        later = s.real(f"t{n}")
        facts.append(same(later * (den * n), t * num))
        t, S = later, S + later
    return every(0 <= rest, rest <= t, *facts), S + rest


def whole_from_below(s: Supply, end: End) -> Fact:
    """State low <= e^x·2."""
    (known, exact), low = _whole(s, end), end.result[0]
    positive = end.call.data["sign"] > 0
    return implies(known, low * UNIT <= exact * 2 if positive else low * exact <= 2 * UNIT)


def whole_from_above(s: Supply, end: End) -> Fact:
    """State e^x·2 <= high."""
    (known, exact), high = _whole(s, end), end.result[1]
    positive = end.call.data["sign"] > 0
    return implies(known, exact * 2 <= high * UNIT if positive else 2 * UNIT <= high * exact)


def refuses_bad_precision(_: Supply, end: End) -> Fact:
    """State that whole numbers are refused exactly when the denominator or the precision is below 1."""
    fits = every(1 <= end.call.data["den"], 1 <= end.call.data["bits"])
    return every(isinstance(end.error, InputError), negated(fits)) if end.error is not None else fits


def _refuses_all(_: Supply, end: End) -> Fact:
    return end.error is not None


EXP_ENCLOSURE = Claim(
    "EXP-ENCLOSURE.1",
    (
        Part("square", w.SQUARING, squares, 1, {"from below 0": (w.SQUARING_BELOW_0, squares)}),
        Part(
            "square at 3 bits",
            w.SQUARING_AT_3,
            squares,
            1,
            {
                "the lower end is rounded up": partial(squares, more=1),
                "the upper end is rounded down": partial(squares, less=1),
            },
        ),
        Part("square, at least 1", w.SQUARING, squares_above_one, 1),
        Part("square, at least 1, at 3 bits", w.SQUARING_AT_3, squares_above_one, 1, {"always": _always_above_one}),
        Part("invert", w.INVERTING, inverts, 1),
        Part(
            "invert at 3 bits",
            w.INVERTING_AT_3,
            inverts,
            1,
            {
                "the lower end is rounded up": partial(inverts, more=1),
                "the upper end is rounded down": partial(inverts, less=1),
            },
        ),
        Part("any x: halved", w.EXP_ANY, takes_halves, 4),
        Part("any x: enclosed", w.EXP_ANY, encloses, 4),
        Part("six points: halved", w.EXP_AT, takes_halves, 6, {"never halved": _never_halves}),
        Part(
            "six points: enclosed",
            w.EXP_AT,
            encloses_squared,
            6,
            {
                "the lower end is rounded up": partial(encloses_squared, more=1),
                "the upper end is rounded down": partial(encloses_squared, less=1),
                "the sum is one unit further": (w.EXP_AT_FURTHER, encloses_squared),
            },
        ),
        Part("the whole, to 1 bit, from below", w.EXP_WHOLE, whole_from_below, 11),
        Part("the whole, to 1 bit, from above", w.EXP_WHOLE, whole_from_above, 11),
        Part("refuses", w.EXP_REFUSING, refuses_bad_precision, 6, {"everything": _refuses_all}),
    ),
    {
        "e to 10 bits": lambda: exp_bounds(1, 1, 10) == (2783, 2784),
        "1/e to 10 bits": lambda: exp_bounds(-1, 1, 10) == (376, 377),
        "e^0 to 10 bits: its lower end is attained": lambda: exp_bounds(0, 1, 10) == (1 << 10, (1 << 10) + 1),
        "tight: squares and inverses of whole numbers": lambda: square(16, 16, 3) == invert(2, 2, 3) == (32, 32),
        "nothing below a precision of 1": lambda: refuses(InputError, lambda: exp_bounds(1, 1, 0)),
    },
)

CLAIMS = (EXP_SERIES, EXP_ENCLOSURE)
