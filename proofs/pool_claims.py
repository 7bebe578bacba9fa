"""Draws without repetition from a frozen pool of J constraints: 1 - 1/J for each item that is left, and what c costs.

Method: how often the draws so far all passed is a ghost sum (no draw, and one draw more); one draw is what
``audit_claims`` shows of a list. ``implemented_bound``, ``times`` and ``plan`` are the kernel's own, run on symbols
for any J and any number of draws. Not covered by an engine: the inductions over items and draws. Not covered at all:
that the pool is complete and the draws are uniform.
"""

from fractions import Fraction
from functools import partial
from itertools import permutations

import elenctic_kernel as kernel
from elenctic_kernel import InputError, Kind, Outcome, Pair, State, Terms, Verdict, conclude, fold, plan
from elenctic_kernel import implemented_bound as bound_of

from .claim import Claim, Part
from .explorer import End, World
from .plays import PASS, refuses, step, terms
from .statements import AtRound, any_review, at_most, equal, in_unit, is_open, whole_denominators
from .supply import AnyPair, Call, Supply
from .symbols import Fact, every, implies, same, some

SURE: Pair = (1, 1)


def _drawing_next(s: Supply, *, left: bool = True, sure: bool = True) -> Call:
    """Draw the next item after m passed draws; L = J - m are left, with all that is violated among them.

    A is the chance that all m draws passed, P that the next one does: P + c·D <= 1 with D·L = V, by "one item more".
    """
    J, m, V = s.integer("J"), s.integer("m"), s.integer("V")
    A, P, c = s.real("A"), s.real("P"), SURE if sure else s.pair("c")
    L = J - m
    history = every(0 <= m, m + 1 <= J, 0 <= A, A * J <= L)
    law = every(0 <= P, P <= 1, P * L * c[1] + c[0] * V <= L * c[1], 1 <= V if left else 0 <= V, V <= L)
    return Call(bound_of, (c, (L - 1, L)), (in_unit(c), history, law), {"J": J, "L": L, "A": A, "P": P})


DRAWING_NEXT = World("the next draw from a pool", _drawing_next, 1)
SLIPPED = World("the next draw after a violated item has passed", partial(_drawing_next, left=False, sure=False), 1)


def pool_bound(_: Supply, end: End) -> Fact:
    """State P <= q̄, and that all m + 1 draws pass with probability at most (J - m - 1)/J."""
    d, (bn, bd) = end.call.data, end.result
    return every(d["P"] * bd <= bn, d["A"] * d["P"] * d["J"] <= d["L"] - 1)


def next_bound(_: Supply, end: End) -> Fact:
    """State P <= q̄ alone."""
    fact: Fact = end.call.data["P"] * end.result[1] <= end.result[0]
    return fact


def _as_if_one_less(_: Supply, end: End) -> Fact:
    d = end.call.data
    return implies(2 <= d["L"], d["P"] * (d["L"] - 1) <= d["L"] - 2)


def _round_passed(under: Terms, state: State, q: AnyPair) -> State:
    return conclude(under, plan(under, state, Kind.DIAGNOSTIC, q), Outcome.PASS)


def _times_bound(R: AnyPair, c: AnyPair, q: AnyPair) -> AnyPair:
    """Return R·q̄ by the kernel's own product and bound; that a review keeps just this is SURVIVAL-PRODUCT.1."""
    return fold.times(R, bound_of(c, q))


def _pooling(s: Supply, *, repeated: bool = False) -> Call:
    """Pass the next draw where R = (J - m)/J; rounds of other kinds may lie between the draws."""
    R, J, m = s.pair("R"), s.integer("J"), s.integer("m")
    L = J if repeated else J - m
    given = (1 <= R[1], 0 <= m, m + 2 <= J, same(R[0] * J, R[1] * (J - m)))
    return Call(_times_bound, (R, SURE, (L - 1, L)), given, {"J": J, "m": m})


POOLING = World("a passed draw from a pool", _pooling, 1)
REPEATING = World("a passed draw from the whole list", partial(_pooling, repeated=True), 1)


def telescopes(_: Supply, end: End) -> Fact:
    """State R' = (J - m - 1)/J after one draw more, by the kernel's own product."""
    d, (rn, rd) = end.call.data, end.result
    return same(rn * d["J"], rd * (d["J"] - d["m"] - 1))


def _planning_draw(s: Supply) -> Call:
    r, L = any_review(s), s.integer("L")
    given = (whole_denominators(r.delta, r.R), is_open(r), 1 <= L)
    arguments = (r.terms(AtRound(r.m, SURE)), r.state(), Kind.DIAGNOSTIC, (L - 1, L))
    return Call(plan, arguments, given, {"L": L}, (InputError,))


PLANNING_DRAW = World("plan a draw from what is left", _planning_draw, 6)


def refuses_last(_: Supply, end: End) -> Fact:
    """State that q = 1 - 1/L is refused exactly for the last item, L = 1, and planned as it is before."""
    L = end.call.data["L"]
    if end.error is not None:
        return same(L, 1)
    return every(2 <= L, equal(end.result.bound, (L - 1, L)))


def _never_refused(_: Supply, end: End) -> Fact:
    return end.error is None


def _planning_weaker(s: Supply, *, positive: bool = True, valid: bool = True) -> Call:
    """Plan q' where the draw passes with at most 1 - 1/L, as the first part says."""
    r, L, P, q = any_review(s), s.integer("L"), s.real("P"), s.pair("q")
    law = every(1 <= L, 0 <= P, P * L <= L - 1)
    weaker = every(1 <= q[1], 0 < q[0] if positive else 0 <= q[0], q[0] <= q[1])
    above = at_most((L - 1, L), q) if valid else True
    given = (whole_denominators(r.delta, r.R), is_open(r), law, weaker, above)
    return Call(plan, (r.terms(AtRound(r.m, SURE)), r.state(), Kind.DIAGNOSTIC, q), given, {"P": P})


WEAKER = World("plan a weaker bound for a draw", _planning_weaker, 3)
NOT_POSITIVE = World("plan a bound that may be 0", partial(_planning_weaker, positive=False), 6)
ANY_BOUND = World("plan any bound for a draw", partial(_planning_weaker, valid=False), 3)


def weaker_is_valid(_: Supply, end: End) -> Fact:
    """State that every 0 < q' <= 1 that is at least 1 - 1/L is planned, and P <= q̄."""
    fact: Fact = end.call.data["P"] * end.result.bound[1] <= end.result.bound[0]
    return fact


def pool_run(J: int, draws: int, c: Pair = SURE) -> State:
    """Pass draws from a pool of J through the kernel, with q = 1 - 1/(J - c·m) for the draw after m passed ones."""
    under = kernel.make_terms((1, 10**6), J + 1, [c] * (J + 1), terms(1).rule)
    state, (cn, cd) = kernel.open(under, True), c
    for m in range(draws):
        state = _round_passed(under, state, (J * cd - cn * m - cd, J * cd - cn * m))
    return state


def all_pass(J: int, violated: int, draws: int, c: Fraction = Fraction(1)) -> Fraction:
    """Return how often the first draws all pass, over every order, a violated item being noticed with chance c."""
    orders = list(permutations(range(J)))
    return sum(((1 - c) ** sum(item < violated for item in order[:draws]) for order in orders), Fraction(0)) / len(
        orders
    )


def _last_by_weaker(q: Pair) -> bool:
    """Tell whether q = 0 is refused for the last of three, and a weaker bound accepts there."""
    under = terms(3, (1, 10))
    two = step(under, step(under, kernel.open(under, True), PASS, (2, 3)), PASS, (1, 2))
    end = step(under, two, PASS, q)
    refused = refuses(InputError, lambda: plan(under, two, Kind.DIAGNOSTIC, (0, 1)))
    return refused and end.verdict is Verdict.ACCEPT and Fraction(*end.survival) == Fraction(*q) / 3


def survives(J: int, draws: int, c: Pair = SURE) -> Fraction:
    """Return R after draws that passed."""
    return Fraction(*pool_run(J, draws, c).survival)


POOL_AUDIT = Claim(
    "POOL-AUDIT.1",
    (
        Part(
            "the next draw",
            DRAWING_NEXT,
            pool_bound,
            1,
            {
                "c below 1: a violated item has passed": (SLIPPED, next_bound),
                "as if one less were left": _as_if_one_less,
            },
        ),
        Part("R telescopes", POOLING, telescopes, 1, {"with the bound of the whole list": (REPEATING, telescopes)}),
        Part("the last item", PLANNING_DRAW, refuses_last, 6, {"never refused": _never_refused}),
        Part(
            "a weaker bound",
            WEAKER,
            weaker_is_valid,
            3,
            {"q' = 0 too": (NOT_POSITIVE, weaker_is_valid), "any q'": (ANY_BOUND, weaker_is_valid)},
        ),
    ),
    {
        "a pool of 5: R_n = (5 - n)/5": lambda: (
            [survives(5, n) for n in range(5)] == [Fraction(5 - n, 5) for n in range(5)]
        ),
        "the last of 3 by q' = delta": lambda: _last_by_weaker((1, 10)),
        "a pool of 20, delta = 1/20: accepted at 19": lambda: _accepted_at(20, (1, 20)) == 19,
    },
    tight={
        f"one of {J} violated: every order": lambda J=J: all(  # type: ignore[misc]
            all_pass(J, 1, n) == survives(J, n) == Fraction(J - n, J) for n in range(J)
        )
        for J in (2, 3, 5)
    },
)


def _accepted_at(J: int, delta: Pair) -> int:
    under = terms(J, delta)
    state = kernel.open(under, True)
    while state.verdict is Verdict.CHALLENGE:
        state = _round_passed(under, state, (J - state.round - 1, J - state.round))
    return state.crossed_at if state.verdict is Verdict.ACCEPT else 0


def _slipping(s: Supply, *, apart: bool = True) -> Call:
    """Draw once more, where c may be below 1. One violated item is watched.

    a: the chance that n draws passed without it, b: with it; x: that it is drawn next; g: that it then passes. Other
    items may fail too, which only lowers a and b.
    """
    c, J, n = s.real("c"), s.integer("J"), s.integer("n")
    a, b, x, g = (s.real(name) for name in ("a", "b", "x", "g"))
    so_far = every(0 <= a, a * J <= J - n, 0 <= b, b * J <= (1 - c) * n)
    law = every(0 <= x, same(x * (J - n), a) if apart else x <= a, 0 <= g, g <= 1 - c)
    return Call(
        lambda: (a - x, b + x * g, x), (), (0 <= c, c <= 1, 0 <= n, n + 1 <= J, so_far, law), {"c": c, "J": J, "n": n}
    )


SLIPPING = World("one draw more where a violated item may pass", _slipping, 1)
FAVOURED = World("one draw more of any law", partial(_slipping, apart=False), 1)


def without_it(_: Supply, end: End) -> Fact:
    """State a <= (J - n)/J of no draw and of one more, and x <= 1/J."""
    (a, _b, x), J, now = end.result, end.call.data["J"], end.call.data["n"] + 1
    return every(1 * J <= J - 0, a * J <= J - now, x * J <= 1)


def _summing(s: Supply, *, even: bool = True) -> Call:
    """Take what the part before shows of a and x, and draw once more."""
    call = _slipping(s, apart=False)
    (a, _, x), J, n = call.function(), call.data["J"], call.data["n"]
    shown = every(a * J <= J - n - 1, x * J <= 1 if even else x <= 1)
    return Call(call.function, (), (*call.given, shown), call.data)


SUMMING = World("one draw more, counted", _summing, 1)
UNEVEN_DRAW = World("one draw more of a law that favours", partial(_summing, even=False), 1)


def with_it(_: Supply, end: End) -> Fact:
    """State b <= (1 - c)·n/J of no draw and of one more, hence a + b <= 1 - c·n/J."""
    (a, b, _x), d = end.result, end.call.data
    c, J, now = d["c"], d["J"], d["n"] + 1
    return every(0 * J <= (1 - c) * 0, b * J <= (1 - c) * now, (a + b) * J <= J - c * now)


def _as_if_every_history(_: Supply, end: End) -> Fact:
    (a, b, _x), d = end.result, end.call.data
    c, J = d["c"], d["J"]
    return implies(same(d["n"], 1), (a + b) * J * (J - 1) <= (J - c) * (J - 1 - c))


def _counting_rest(s: Supply) -> Call:
    c, J, n = s.pair("c"), s.integer("J"), s.integer("n")
    numbers = (in_unit(c), 0 <= n, n + 1 <= J, some(c[0] + 1 <= c[1], n + 2 <= J))
    return Call(lambda: (J * c[1], J * c[1] - c[0] * n), (), numbers, {"c": c})


COUNTING_REST = World("J and J - c·n in units of c", _counting_rest, 1)


def rest_suffices(_: Supply, end: End) -> Fact:
    """State 1 <= J - c·n <= J, so that q is a bound, and c < J - c·n, so that q̄ > 0, but for the last item at c = 1."""
    (scale, rest), (cn, cd) = end.result, end.call.data["c"]
    return every(cd <= rest, rest <= scale, cn < rest)


def _more_than_one_left(_: Supply, end: End) -> Fact:
    (_, rest), (_, cd) = end.result, end.call.data["c"]
    fact: Fact = cd + 1 <= rest
    return fact


def _pooling_slips(s: Supply, *, slips: bool = True) -> Call:
    """Pass the next draw with q = 1 - 1/(J - c·n), where R = 1 - c·n/J."""
    R, c, J, n = s.pair("R"), s.pair("c"), s.integer("J"), s.integer("n")
    rest = J * c[1] - c[0] * n
    given = (in_unit(c), 0 <= n, n + 1 <= J, 1 <= R[1], same(R[0] * J * c[1], R[1] * rest))
    q = (rest - c[1], rest) if slips else (J - n - 1, J - n)
    return Call(_times_bound, (R, c, q), given, {"c": c, "J": J, "n": n})


POOLING_SLIPS = World("a passed draw that may have slipped", _pooling_slips, 1)
POOLING_TOO_MUCH = World("a passed draw credited 1 - 1/(J - n)", partial(_pooling_slips, slips=False), 1)


def telescopes_with_slips(_: Supply, end: End) -> Fact:
    """State R' = 1 - c·(n + 1)/J, by the kernel's own product."""
    d, (rn, rd) = end.call.data, end.result
    (cn, cd), J = d["c"], d["J"]
    return same(rn * J * cd, rd * (J * cd - cn * (d["n"] + 1)))


POOL_EXECUTION = Claim(
    "POOL-EXECUTION.1",
    (
        Part("without it", SLIPPING, without_it, 1, {"the law of the draw": (FAVOURED, without_it)}),
        Part(
            "with it",
            SUMMING,
            with_it,
            1,
            {"the law of the draw": (UNEVEN_DRAW, with_it), "R of 1 - 1/(J - n)": _as_if_every_history},
        ),
        Part("q is a bound", COUNTING_REST, rest_suffices, 1, {"more than 1 is left": _more_than_one_left}),
        Part(
            "R telescopes",
            POOLING_SLIPS,
            telescopes_with_slips,
            1,
            {"credited 1 - 1/(J - n)": (POOLING_TOO_MUCH, telescopes_with_slips)},
        ),
    ),
    {
        "a pool of 2, c = 1/2: 1 - 1/(J - n) would say 3/8, and it is 1/2": lambda: (
            Fraction(*bound_of((1, 2), (1, 2))) * Fraction(*bound_of((1, 2), (0, 1))) == Fraction(3, 8)
            and all_pass(2, 1, 2, Fraction(1, 2)) == Fraction(1, 2) == survives(2, 2, (1, 2))
        ),
        "two violated are no worse": lambda: all(
            all_pass(4, 2, n, Fraction(1, 2)) <= survives(4, n, (1, 2)) for n in range(5)
        ),
    },
    tight={
        "one of 4 violated, c = 9/10: every order": lambda: all(
            all_pass(4, 1, n, Fraction(9, 10)) == survives(4, n, (9, 10)) == 1 - Fraction(9 * n, 40) for n in range(5)
        ),
    },
)

CLAIMS = (POOL_AUDIT, POOL_EXECUTION)
