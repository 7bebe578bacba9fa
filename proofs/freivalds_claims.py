"""Freivalds' check: a wrong matrix product passes with at most 1/2 for a 0/1 vector, with at most 1/p for any of F_p^d.

Method: D = AB - C is not zero, so some entry d = D_jk is not divisible by p. The vectors fall into lines, along which
coordinate k alone varies; of one line at most one vector r has (Dr)_j divisible by p (proved, for symbolic numbers).
Counting is a ghost sum over lines and over vectors: none, and one more. The bound is the kernel's own
``implemented_bound``. Not covered by an engine: the two inductions, and that D r = 0 needs (Dr)_j = 0.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import elenctic_kernel as kernel
from elenctic_kernel import Pair, Reason, Verdict
from elenctic_kernel import implemented_bound as bound_of

from .claim import Claim, Goal, Part
from .explorer import End, World
from .freivalds_worlds import passing
from .plays import PASS, play, reaches, terms, worst_acceptance
from .statements import in_unit
from .supply import Call, Supply
from .symbols import Fact, every, implies, negated, same, some


def _whole(number: Any) -> Fact:
    """Say what is true of every whole number: none lies strictly between -1 and 0, or between 0 and 1."""
    return some(number <= -1, same(number, 0), 1 <= number)


def _pair(s: Supply, *, divisible: bool = False, residue: bool = True) -> Call:
    """Take r with r_k = 0 and r + e_k: (Dr)_j is ``rest`` and ``rest + d``; rest = p·i says that r passes row j."""
    p, d, rest, i, j = (s.integer(name) for name in ("p", "d", "rest", "i", "j"))
    among = (0 < d, d < p) if residue else (0 < d, d <= p)
    given = (2 <= p, same(rest, p * i), _whole(j - i), True if divisible else every(*among))
    return Call(lambda: (rest, rest + d), (), given, {"p": p, "d": d, "i": i, "j": j})


PAIR = World("a pair of vectors", _pair, 1)
DIVISIBLE_PAIR = World("a pair where p may divide the entry", partial(_pair, divisible=True), 1)
WHOLE_RESIDUE = World("a pair where the entry may be p", partial(_pair, residue=False), 1)


def one_of_a_pair(_: Supply, end: End) -> Fact:
    """State that not both pass: rest + d = p·j holds for no whole j."""
    return negated(same(end.result[1], end.call.data["p"] * end.call.data["j"]))


def _none_of_a_pair(_: Supply, end: End) -> Fact:
    d = end.call.data
    return negated(same(end.result[0], d["p"] * d["i"]))


def both_divide(_: Supply, end: End) -> Fact:
    """State that where both pass, p divides their difference, the entry d: d = p·(j - i)."""
    d = end.call.data
    return implies(same(end.result[1], d["p"] * d["j"]), same(d["d"], d["p"] * (d["j"] - d["i"])))


def _both_vanish(_: Supply, end: End) -> Fact:
    d = end.call.data
    return implies(same(end.result[1], d["p"] * d["j"]), same(d["d"], 0))


def _shifts(s: Supply, *, prime: bool = True, divisible: bool = False, short: bool = True) -> Call:
    """Take r + t·e_k and r + u·e_k that both pass row j, 0 <= t, u < p.

    That p is prime enters as: where it divides (t - u)·d it divides t - u or d; k and l are the quotients then.
    """
    names = ("p", "d", "rest", "t", "u", "i", "j", "k", "l")
    p, d, rest, t, u, i, j, k, ell = (s.integer(name) for name in names)
    within = every(0 <= t, 0 <= u, *(every(t < p, u < p) if short else every(t <= p, u <= p),))
    pass_both = (same(rest + t * d, p * i), same(rest + u * d, p * j), same((t - u) * d, p * (i - j)))
    euclid = implies(pass_both[2], some(same(t - u, p * k), same(d, p * ell))) if prime else True
    not_zero = True if divisible else negated(same(d, p * ell))
    given = (2 <= p, within, *pass_both[:2], euclid, not_zero, _whole(k), 1 <= d)
    return Call(lambda: (t, u), (), given, {"p": p, "d": d, "i": i, "j": j})


SHIFTS = World("two vectors of a line", _shifts, 1)
COMPOSITE = World("two vectors where p may be composite", partial(_shifts, prime=False), 1)
DIVISIBLE_LINE = World("two vectors where p may divide the entry", partial(_shifts, divisible=True), 1)
LONG_LINE = World("two vectors of a line one longer", partial(_shifts, short=False), 1)


def one_of_a_line(_: Supply, end: End) -> Fact:
    """State that two vectors of a line that both pass are the same one."""
    return same(*end.result)


def shifts_divide(_: Supply, end: End) -> Fact:
    """State (t - u)·d = p·(i - j), so that p divides the product."""
    d, (t, u) = end.call.data, end.result
    return same((t - u) * d["d"], d["p"] * (d["i"] - d["j"]))


def _shifts_vanish(_: Supply, end: End) -> Fact:
    return same((end.result[0] - end.result[1]) * end.call.data["p"], 1)


def _one_more_vector(s: Supply, *, executed: bool = True, honest: bool = True) -> Call:
    """Count one vector more: X of n pass when executed correctly, and F is the sum of their chances to pass.

    ``r`` is the correct checker's chance after the prover's reply: at most 1 where D r = 0, and 0 elsewhere.
    """
    passes = s.choose("D r = 0", [True, False])
    c, n, X = s.pair("c"), s.integer("n"), s.integer("X")
    F, e, r, f = (s.real(name) for name in ("F", "e", "r", "f"))
    so_far = F * c[1] + c[0] * (n - X) <= n * c[1]
    checked = every(0 <= r, r <= 1, True if passes or not honest else same(r, 0))
    ran = every(e <= 1, c[0] <= e * c[1] if executed else 0 <= e, f <= 1 - e * (1 - r))
    given = (in_unit(c), 0 <= X, X <= n, so_far, checked, ran)
    return Call(lambda: (n + 1, X + 1 if passes else X, F + f), (), given, {"c": c})


ONE_MORE_VECTOR = World("one vector more", _one_more_vector, 2)
RARELY_EXECUTED = World("one vector checked less often than c", partial(_one_more_vector, executed=False), 2)
BELIEVED = World("one vector where a reply is believed", partial(_one_more_vector, honest=False), 2)


def vectors_count(_: Supply, end: End) -> Fact:
    """State F <= n - c·(n - X), of no vector and of one more."""
    (n, X, F), (cn, cd) = end.result, end.call.data["c"]
    return every(0 * cd + cn * 0 <= 0 * cd, F * cd + cn * (n - X) <= n * cd)


def _one_more_line(s: Supply, *, most: int = 1) -> Call:
    N, X, x = s.integer("N"), s.integer("X"), s.integer("x")
    return Call(lambda: (N + 1, X + x), (), (0 <= X, X <= N, 0 <= x, x <= most))


ONE_MORE_LINE = World("one line more, of which at most one vector passes", _one_more_line, 1)
TWO_OF_A_LINE = World("one line more, of which two may pass", partial(_one_more_line, most=2), 1)


def lines_count(_: Supply, end: End) -> Fact:
    """State that no more vectors pass than there are lines, of no line and of one more."""
    N, X = end.result
    return every(0 * N <= 0 * N, X <= N)


def _drawing(s: Supply, *, half: bool = True, counted: bool = True, exact: bool = False) -> Call:
    """Draw one of L·N vectors uniformly, P·L·N = F, and run the kernel on c and q = 1/L; L is 2 or p."""
    c, N, X, F, P = s.pair("c"), s.integer("N"), s.integer("X"), s.real("F"), s.real("P")
    L = 2 if half else s.integer("p")
    chances = F * c[1] + c[0] * (L * N - X)
    law = (same(chances, L * N * c[1]), same(X, N)) if exact else (chances <= L * N * c[1],)
    given = (2 <= L, in_unit(c), 1 <= N, 0 <= X, X <= N if counted else X <= L * N, same(P * L * N, F))
    return Call(bound_of, (c, (1, L)), (*given, *law), {"c": c, "L": L, "P": P})


class Draws:
    """Hold the worlds of a vector drawn from lines of 2 or of p, and the parts that speak of them."""

    def __init__(self, name: str, *, half: bool) -> None:
        drawing = partial(_drawing, half=half)
        self.worlds = World(f"draw {name}", drawing, 1)
        self.uncounted = World(f"draw {name} where more may pass", partial(drawing, counted=False), 1)
        self.exactly = World(f"draw {name}, all bounds attained", partial(drawing, exact=True), 1)

    def parts(self) -> tuple[Part, ...]:
        """Return that P(pass) <= q̄, and equality where every bound is attained."""
        more: dict[str, Goal | tuple[World, Goal]] = {
            "more than one of a line": (self.uncounted, passes_at_most),
            "less": _passes_less,
        }
        return (
            Part("the bound", self.worlds, passes_at_most, 1, more),
            Part("equality", self.exactly, passes_exactly, 1, {"below": _passes_below}),
        )


def passes_at_most(_: Supply, end: End) -> Fact:
    """State P <= q̄ and q̄ = 1 - c·(L - 1)/L."""
    d, (bn, bd) = end.call.data, end.result
    (cn, cd), L = d["c"], d["L"]
    return every(d["P"] * bd <= bn, same(bn * cd * L, bd * (cd * L - cn * (L - 1))))


def _passes_less(_: Supply, end: End) -> Fact:
    (cn, cd), L = end.call.data["c"], end.call.data["L"]
    fact: Fact = end.call.data["P"] * cd * (L + 1) <= cd * (L + 1) - cn * L
    return fact


def passes_exactly(_: Supply, end: End) -> Fact:
    """State P = q̄."""
    return same(end.call.data["P"] * end.result[1], end.result[0])


def _passes_below(_: Supply, end: End) -> Fact:
    return negated(passes_exactly(_, end))


COUNTING = (
    Part(
        "one vector more",
        ONE_MORE_VECTOR,
        vectors_count,
        2,
        {
            "checked less often than c": (RARELY_EXECUTED, vectors_count),
            "a reply is believed": (BELIEVED, vectors_count),
        },
    ),
    Part("one line more", ONE_MORE_LINE, lines_count, 1, {"two of a line": (TWO_OF_A_LINE, lines_count)}),
)


def _mean(rows: tuple[tuple[int, ...], ...], coordinates: range, p: int, c: Pair) -> Fraction:
    share = passing(rows, coordinates, p)
    return share + (1 - share) * (1 - Fraction(*c))


def _attains(p: int, coordinates: range, q: Pair) -> Callable[[], bool]:
    """Return a check that a matrix with one entry passes with exactly q̄, whatever c."""
    rows = ((0, 0), (1, 0))
    return lambda: all(
        _mean(rows, coordinates, p, c) == Fraction(*bound_of(c, q)) for c in ((1, 1), (99, 100), (1, 2), (0, 1))
    )


FREIVALDS_HALF = Claim(
    "FREIVALDS-HALF.1",
    (
        Part(
            "one of a pair",
            PAIR,
            one_of_a_pair,
            1,
            {
                "none of a pair": _none_of_a_pair,
                "p divides the entry": (DIVISIBLE_PAIR, one_of_a_pair),
                "the entry is p": (WHOLE_RESIDUE, one_of_a_pair),
            },
        ),
        Part("both divide", DIVISIBLE_PAIR, both_divide, 1, {"the entry is zero": _both_vanish}),
        *COUNTING,
        *Draws("a 0/1 vector", half=True).parts(),
    ),
    {
        "q = 1/2, delta = 1/20: accepted at 5": lambda: reaches(
            terms(10, (1, 20)), [PASS] * 5, Verdict.ACCEPT, Reason.THRESHOLD_CROSSED, 5, 5
        ),
        "E.1: c = 99/100 gives 0.505": lambda: Fraction(*bound_of((99, 100), (1, 2))) == Fraction(505, 1000),
    },
    tight={
        **{f"p = {p}, one entry": _attains(p, range(2), (1, 2)) for p in (2, 3, 5, 7)},
        "delta = 1/32: accepted with exactly 1/32": lambda: (
            worst_acceptance(terms(6, (1, 32)), kernel.open(terms(6, (1, 32)), True), (1, 2)) == {5: Fraction(1, 32)}
        ),
    },
)

FREIVALDS_FIELD = Claim(
    "FREIVALDS-FIELD.1",
    (
        Part(
            "one of a line",
            SHIFTS,
            one_of_a_line,
            1,
            {
                "p is composite": (COMPOSITE, one_of_a_line),
                "p divides the entry": (DIVISIBLE_LINE, one_of_a_line),
                "0 <= t, u <= p": (LONG_LINE, one_of_a_line),
            },
        ),
        Part("p divides the product", COMPOSITE, shifts_divide, 1, {"of nothing": _shifts_vanish}),
        *COUNTING,
        *Draws("a vector of F_p^d", half=False).parts(),
    ),
    {
        "p = 101, delta = 1/20: accepted at 1": lambda: _accepted_by((1, 101), 1),
        "p = 3, delta = 1/20: accepted at 3": lambda: _accepted_by((1, 3), 3),
        "p = 4 is no prime: 1/2 pass, not 1/4": lambda: passing(((2,),), range(4), 4) == Fraction(1, 2),
    },
    tight={f"p = {p}, one entry": _attains(p, range(p), (1, p)) for p in (2, 3, 5, 7)},
)


def _accepted_by(q: Pair, rounds: int) -> bool:
    ends = [play(terms(10, (1, 20)), [PASS] * n, q).verdict for n in (rounds - 1, rounds)]
    return ends == [Verdict.CHALLENGE, Verdict.ACCEPT]


CLAIMS = (FREIVALDS_HALF, FREIVALDS_FIELD)
