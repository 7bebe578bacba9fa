"""A fresh uniform draw from a frozen list of J constraints passes a false statement with at most 1 - 1/J.

Method: the list is of any length, so a draw is a ghost sum over its items (no item, and one item more). The bound is
the kernel's own ``implemented_bound``, run on symbols for any J. Not covered by an engine: the induction over the
items. Not covered at all: that the list is complete and the draws are uniform.
"""

from fractions import Fraction
from functools import partial

import elenctic_kernel as kernel
from elenctic_kernel import Pair, Verdict
from elenctic_kernel import implemented_bound as bound_of

from .claim import Claim, Part
from .explorer import End, World
from .plays import PASS, play, terms, worst_acceptance
from .statements import in_unit
from .supply import Call, Supply
from .symbols import Fact, every, implies, same

SURE: Pair = (1, 1)


def _one_more_item(s: Supply, *, uniform: bool = True, executed: bool = True) -> Call:
    """Draw from one item more. W, D, P: the chance of the items so far, of those violated, of drawing and passing."""
    violated = s.choose("item", [True, False])
    c, J, V = s.pair("c"), s.integer("J"), s.integer("V")
    W, D, P, w, e, r, f = (s.real(name) for name in ("W", "D", "P", "w", "e", "r", "f"))
    so_far = every(P * c[1] + c[0] * D <= W * c[1], same(D * J, V))
    chances = every(0 <= w, e <= 1, 0 <= r, r <= 1, f <= 1 - e * (1 - r), 0 <= f)
    given = (in_unit(c), 1 <= J, 0 <= V, so_far, chances, same(r, 0) if violated else True)
    law = (same(w * J, 1) if uniform else True, c[0] <= e * c[1] if executed else True)
    data = {"c": c, "J": J, "V": V + 1 if violated else V}
    return Call(lambda: (W + w, D + w if violated else D, P + w * f), (), (*given, *law), data)


ONE_MORE_ITEM = World("a draw from one item more", _one_more_item, 2)
NOT_UNIFORM = World("a draw of any other law", partial(_one_more_item, uniform=False), 2)
NOT_EXECUTED = World("a draw checked less often than c", partial(_one_more_item, executed=False), 2)


def item_counts(_: Supply, end: End) -> Fact:
    """State P + c·D <= W and D·J = V, of no item and of one more."""
    (W, D, P), d = end.result, end.call.data
    (cn, cd), J = d["c"], d["J"]
    return every(0 * cd + cn * 0 <= 0 * cd, same(0 * J, 0), P * cd + cn * D <= W * cd, same(D * J, d["V"]))


def _drawing(s: Supply, *, violated: int = 1, counted: bool = True, exact: bool = False) -> Call:
    """Draw from the whole list, W = 1, and run the kernel on c and q = 1 - 1/J."""
    c, J, V, D, P = s.pair("c"), s.integer("J"), s.integer("V"), s.real("D"), s.real("P")
    chance = P * c[1] + c[0] * D
    law = (same(chance, c[1]) if exact else chance <= c[1], same(D * J, V) if counted else 0 <= D * J)
    given = (in_unit(c), 1 <= J, violated <= V, V <= J, 0 <= P, P <= 1, *law)
    return Call(bound_of, (c, (J - 1, J)), given, {"c": c, "J": J, "V": V, "P": P})


DRAWING = World("a draw from the whole list", _drawing, 1)
ALL_HOLD = World("a draw where nothing need be violated", partial(_drawing, violated=0), 1)
UNEVEN = World("a draw that may avoid what is violated", partial(_drawing, counted=False), 1)
EXACTLY = World("a draw checked exactly as often as c", partial(_drawing, exact=True), 1)


def audit_bound(_: Supply, end: End) -> Fact:
    """State P(pass) <= q̄ and q̄ = 1 - c/J."""
    d, (bn, bd) = end.call.data, end.result
    (cn, cd), J = d["c"], d["J"]
    return every(d["P"] * bd <= bn, same(bn * cd * J, bd * (cd * J - cn)))


def _detects_two(_: Supply, end: End) -> Fact:
    (cn, cd), J = end.call.data["c"], end.call.data["J"]
    fact: Fact = end.call.data["P"] * cd * J <= cd * J - 2 * cn
    return fact


def audit_equal(_: Supply, end: End) -> Fact:
    """State P = 1 - c·V/J, hence (J - V)/J where c = 1, and P = q̄ where exactly one constraint is violated."""
    d, (bn, bd) = end.call.data, end.result
    (cn, cd), J, V, P = d["c"], d["J"], d["V"], d["P"]
    ideal = implies(same(cn, cd), same(P * J, J - V))
    return every(same(P * J * cd, J * cd - cn * V), ideal, implies(same(V, 1), same(P * bd, bn)))


def _always_equal(_: Supply, end: End) -> Fact:
    return same(end.call.data["P"] * end.result[1], end.result[0])


def _mean_pass(J: int, violated: int, c: Fraction) -> Fraction:
    """Return how often a draw passes when the first items are violated and noticed with probability c, one by one."""
    return sum((1 - c if item < violated else Fraction(1) for item in range(J)), Fraction(0)) / J


UNIFORM_AUDIT = Claim(
    "UNIFORM-AUDIT.1",
    (
        Part(
            "one item more",
            ONE_MORE_ITEM,
            item_counts,
            2,
            {"not uniform": (NOT_UNIFORM, item_counts), "checked less often than c": (NOT_EXECUTED, item_counts)},
        ),
        Part(
            "the whole list",
            DRAWING,
            audit_bound,
            1,
            {
                "nothing violated": (ALL_HOLD, audit_bound),
                "the violated ones drawn less often": (UNEVEN, audit_bound),
                "1 - 2c/J": _detects_two,
            },
        ),
        Part("equality", EXACTLY, audit_equal, 1, {"whatever is violated": _always_equal}),
    ),
    {
        "J = 10, delta = 1/4: accepted at 14": lambda: (
            play(terms(20), [PASS] * 14, (9, 10)).verdict is Verdict.ACCEPT
            and play(terms(20), [PASS] * 13, (9, 10)).verdict is Verdict.CHALLENGE
        ),
    },
    tight={
        "one of four violated, c = 1": lambda: _mean_pass(4, 1, Fraction(1)) == Fraction(*bound_of(SURE, (3, 4))),
        "one of seven violated, c = 9/10": lambda: (
            _mean_pass(7, 1, Fraction(9, 10)) == Fraction(*bound_of((9, 10), (6, 7))) < 1
        ),
        "J = 2, delta = 1/8: accepted with exactly 1/8": lambda: (
            worst_acceptance(terms(5, (1, 8)), kernel.open(terms(5, (1, 8)), True), (1, 2)) == {3: Fraction(1, 8)}
        ),
    },
)


CLAIMS = (UNIFORM_AUDIT,)
