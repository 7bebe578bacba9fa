"""One round: a false statement passes with probability at most 1 - c(1 - q), however many challenges there are.

Method: a ghost partial sum over the challenges and replies of one round, one more of them at a time; the bound of each
and of the round are the kernel's ``implemented_bound``, run on symbols. Not covered: the rule of induction over the
number of challenges, which is in words; infinitely many; that c and q hold of a real check.
"""

from collections.abc import Sequence
from fractions import Fraction

from elenctic_kernel import implemented_bound

from .claim import Claim, Part
from .explorer import End, World
from .hypotheses import kept, named, needed
from .statements import whole_denominators
from .supply import Call, Supply
from .symbols import Fact, every, same


def one_reply(dropped: str = "") -> World:
    """Return the world of one reply: executed with probability e >= c, then passed with r; else passed with x at most.

    x is the probability that it passes and was not executed correctly.
    """

    def setup(s: Supply) -> Call:
        c, r, e, x, chance = s.pair("c"), s.pair("r"), s.real("e"), s.real("x"), s.real("r.value")
        given = {
            "denominators": whole_denominators(c, r),
            "r as a number": same(chance * r[1], r[0]),
            "x <= 1 - e": x <= 1 - e,
            "e >= c": c[0] <= e * c[1],
            "r <= 1": chance <= 1,
        }
        return Call(implemented_bound, (c, r), kept(given, dropped), {"pass": e * chance + x})

    return World(named("one reply to one challenge", dropped), setup, 1)


REPLY = ("x <= 1 - e", "e >= c", "r <= 1")
"""What one reply needs. That 0 <= r, that e <= 1 and that 0 <= c are not needed there."""


def within_bound(_: Supply, end: End) -> Fact:
    """State pass <= 1 - c(1 - r), as the kernel computes it."""
    over, under = end.result
    fact: Fact = end.call.data["pass"] * under <= over
    return fact


def _below_bound(_: Supply, end: End) -> Fact:
    over, under = end.result
    fact: Fact = end.call.data["pass"] * under < over
    return fact


def one_more_reply(dropped: str = "") -> World:
    """Return the world of a partial sum A of weights times pass probabilities, W of weights, S of weights times r."""

    def setup(s: Supply) -> Call:
        c, r = s.pair("c"), s.pair("r")
        A, W, S, w, u, chance = (s.real(name) for name in ("A", "W", "S", "w", "u", "r.value"))
        cn, cd = c
        given = {
            "denominators": whole_denominators(c, r),
            "r as a number": same(chance * r[1], r[0]),
            "A so far": A * cd <= (cd - cn) * W + cn * S,
            "w >= 0": 0 <= w,
            "u <= 1 - c(1 - r)": u * cd <= (cd - cn) + cn * chance,
        }
        data = {"c": c, "A": A + w * u, "W": W + w, "S": S + w * chance, "u": u}
        return Call(implemented_bound, (c, r), kept(given, dropped), data)

    return World(named("one more reply", dropped), setup, 1)


MORE = ("A so far", "w >= 0", "u <= 1 - c(1 - r)")


def sum_within(_: Supply, end: End) -> Fact:
    """State A <= (1 - c)·W + c·S, and that the kernel's bound is the one that u was held to."""
    d = end.call.data
    (cn, cd), (over, under) = d["c"], end.result
    return every(d["A"] * cd <= (cd - cn) * d["W"] + cn * d["S"], d["u"] * under <= over)


def _sum_below(_: Supply, end: End) -> Fact:
    d = end.call.data
    cn, cd = d["c"]
    fact: Fact = d["A"] * cd < (cd - cn) * d["W"] + cn * d["S"]
    return fact


def whole_round(dropped: str = "") -> World:
    """Return the world of all replies of a round: the weights add up to 1, the mean of r is at most q."""

    def setup(s: Supply) -> Call:
        c, q = s.pair("c"), s.pair("q")
        A, W, S = (s.real(name) for name in ("A", "W", "S"))
        cn, cd = c
        given = {
            "denominators": whole_denominators(c, q),
            "0 <= c": 0 <= cn,
            "A so far": A * cd <= (cd - cn) * W + cn * S,
            "weights add up to 1": same(W, 1),
            "mean of r <= q": S * q[1] <= q[0],
        }
        return Call(implemented_bound, (c, q), kept(given, dropped), {"pass": A})

    return World(named("all replies of a round", dropped), setup, 1)


ROUND = ("0 <= c", "A so far", "weights add up to 1", "mean of r <= q")


def no_reply_yet(dropped: str = "") -> World:
    """Return the world of the empty sums."""

    def setup(s: Supply) -> Call:
        c, (A, W, S) = s.pair("c"), (s.real(name) for name in ("A", "W", "S"))
        given = {
            "denominators": whole_denominators(c),
            "empty A": same(A, 0), "empty W": same(W, 0), "empty S": same(S, 0),
        }  # fmt: skip
        data = {"c": c, "A": A, "W": W, "S": S, "u": 0}
        return Call(implemented_bound, (c, (1, 1)), kept(given, dropped), data)

    return World(named("no reply yet", dropped), setup, 1)


Law = Sequence[tuple[Fraction, Fraction, Fraction]]
"""Weight, execution probability e and false-pass probability r of each reply; what is not executed passes surely."""


def passes(law: Law) -> tuple[Fraction, Fraction]:
    """Return Pr(pass) of a law, added up one reply at a time, and the kernel's bound from its least e and mean r."""
    chance = sum((w * (e * r + (1 - e)) for w, e, r in law), Fraction(0))
    least = min(e for _, e, _ in law)
    mean = sum((w * r for w, _, r in law), Fraction(0))
    return chance, Fraction(*implemented_bound(least.as_integer_ratio(), mean.as_integer_ratio()))


F = Fraction
LOOSE: Law = ((F(1, 2), F(9, 10), F(1, 3)), (F(1, 3), F(1), F(1)), (F(1, 6), F(4, 5), F(0)))
ATTAINED: Law = ((F(1, 2), F(4, 5), F(1, 3)), (F(1, 3), F(4, 5), F(1)), (F(1, 6), F(4, 5), F(0)))

PASS_BOUND = Claim(
    "PASS-BOUND.1",
    (
        Part(
            "one reply",
            one_reply(),
            within_bound,
            1,
            {"pass < q̄": _below_bound, **needed(one_reply, REPLY, within_bound)},
        ),
        Part("no reply yet", no_reply_yet(), sum_within, 1, {"A < 0": _sum_below}),
        Part(
            "one more reply",
            one_more_reply(),
            sum_within,
            1,
            {"A < (1 - c)·W + c·S": _sum_below, **needed(one_more_reply, MORE, sum_within)},
        ),
        Part(
            "all replies",
            whole_round(),
            within_bound,
            1,
            {"Pr(pass) < q̄": _below_bound, **needed(whole_round, ROUND, within_bound)},
        ),
    ),
    {"three replies, one better executed": lambda: passes(LOOSE)[0] < passes(LOOSE)[1]},
    tight={
        "e = c throughout": lambda: passes(ATTAINED)[0] == passes(ATTAINED)[1] == F(3, 5),
        "c = 0: passes surely": lambda: passes([(F(1), F(0), F(1, 2))]) == (F(1), F(1)),
        "c = 1: the checker's own": lambda: passes([(F(1), F(1), F(1, 2))]) == (F(1, 2), F(1, 2)),
    },
)

CLAIMS = (PASS_BOUND,)
