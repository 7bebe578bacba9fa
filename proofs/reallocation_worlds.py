"""Three lengths n0 < n1 < n2 with equal shares of one budget, as worlds with ghosts: the steps of the gap theorem.

Ghosts: f0, f1, f2 for f(E/n0), f(E/n1), f(E/n2); w for e^(-load/r) of one round, W for a sum of them; x for
e^(-w/n1), V for e^-w, T for e^(w-1) and e for the number itself.
"""

from functools import partial
from typing import Any

from elenctic_kernel import Pair, completeness_factors, fold

from .hypotheses import Given
from .statements import at_most, in_unit
from .supply import Supply
from .symbols import every, implies, negated, same


def shares(s: Supply) -> Given:
    """Share one budget equally over n < m rounds."""
    n, m = s.integer("n"), s.integer("m")
    E, e, e_later, f, f_later = (s.real(name) for name in ("E", "e", "e.later", "f", "f.later"))
    known = {
        "n·e = E": same(n * e, E),
        "m·e' = E": same(m * e_later, E),
        "n <= m": n <= m,
        "f weakly increasing": implies(e_later <= e, f_later <= f),
    }
    return Given(known, {"f": f, "f.later": f_later}, held=(1 <= n, 1 <= m, 0 <= E))


def one_round(s: Supply) -> Given:
    """Make a·c of one round at the shares of two lengths, f' <= f."""
    a, c, c_later = (s.pair(name) for name in ("a", "c", "c.later"))
    f, f_later, w = (s.real(name) for name in ("f", "f.later", "w"))
    known = {"f' <= f": f_later <= f, "c' = f'·w": same(c_later[0], f_later * w * c_later[1])}
    held = (
        0 <= f,
        f <= 1,
        0 <= f_later,
        0 < w,
        w <= 1,
        same(c[0], f * w * c[1]),
        in_unit(a),
        in_unit(c),
        in_unit(c_later),
    )
    return Given(known, {}, lambda: tuple(completeness_factors([a], [one])[0] for one in (c_later, c)), held)


def one_more(s: Supply) -> Given:
    """Multiply a product by the factor of one round more."""
    product, factor = s.pair("p"), s.pair("f")
    known = {"factor <= 1": factor[0] <= factor[1]}
    held = (in_unit(product), 0 <= factor[0], 1 <= factor[1])
    return Given(known, {"p": product}, lambda: fold.times(product, factor), held)


def gains(s: Supply) -> Given:
    """Add the gain c(1 - q) of one round, c = f·w, to the sum (1 - q)·f·W."""
    c, q, total, f, w, W = s.pair("c"), s.pair("q"), s.real("S"), s.real("f"), s.real("w"), s.real("W")
    gain = s.real("g")
    known = {
        "S = (1 - q)·f·W": same(total * q[1], (q[1] - q[0]) * f * W),
        "c = f·w": same(c[0], f * w * c[1]),
    }
    held = (in_unit(c), in_unit(q), same(gain * c[1] * q[1], c[0] * (q[1] - q[0])))
    return Given(known, {"sum": total + gain, "q": q, "product": f * (W + w)}, held=held)


def gap(s: Supply) -> Given:
    """Hold n0 and n2 for members of the additive region and n1 for none."""
    names = ("S0", "S1", "C1", "C2", "log", "bar")
    S0, S1, C1, C2, log, bar = (s.real(name) for name in names)
    known = {
        "n0 is a member": log <= S0,
        "n1 is none": negated(every(log <= S1, bar <= C1)),
        "n2 is a member": bar <= C2,
        "C_n2 <= C_n1": C2 <= C1,
    }
    return Given(known, {"S0": S0, "S1": S1})


def sums_apart(s: Supply) -> Given:
    """Compare S0 and S1, which are (1 - q)·f·W of their lengths."""
    q, S0, S1, f0, f1, W0, W1 = (s.pair("q"), *(s.real(name) for name in ("S0", "S1", "f0", "f1", "W0", "W1")))
    sums = [same(total * q[1], (q[1] - q[0]) * f * W) for total, f, W in ((S0, f0, W0), (S1, f1, W1))]
    known = {"S1 < S0": S1 < S0, "S0 = (1 - q)·f0·W0": sums[0], "S1 = (1 - q)·f1·W1": sums[1]}
    return Given(known, {"products": (f1 * W1, f0 * W0)}, held=(in_unit(q),))


def weights(s: Supply) -> Given:
    """Add one weight w to their sum over n rounds, which is at least W0 from n0 on."""
    n, W, W0, w = s.integer("n"), s.real("W"), s.real("W0"), s.real("w")
    known = {"W_n <= n": W <= n, "w <= 1": w <= 1, "W0 <= W_n": W0 <= W, "w > 0": 0 < w}
    return Given(known, {"n": n, "W": W, "W0": W0, "w": w}, held=(1 <= n,))


def short(s: Supply) -> Given:
    """Let n1 fall short of n0's sum: f1·W1 < f0·W0."""
    n1, f0, f1, W0, W1, w = (s.integer("n1"), *(s.real(name) for name in ("f0", "f1", "W0", "W1", "w")))
    known = {
        "f1·W1 < f0·W0": f1 * W1 < f0 * W0,
        "f0 <= 1": f0 <= 1,
        "W0 + w <= W1": W0 + w <= W1,
        "W1 <= n1": W1 <= n1,
    }
    return Given(known, {"n1": n1, "f1": f1, "w": w}, held=(1 <= n1, 0 <= f0, 0 <= f1, 0 <= W0, 0 < w))


def tangent(s: Supply) -> Given:
    """Hold f2 against x = e^-y, where y = w/n1."""
    n1, f1, f2, w, y, x = (s.integer("n1"), *(s.real(name) for name in ("f1", "f2", "w", "y", "x")))
    known = {
        "n1·f1 < n1 - w": n1 * f1 < n1 - w,
        "f2 <= f1": f2 <= f1,
        "n1·y = w": same(n1 * y, w),
        "EXP-TANGENT.1": 1 - y <= x,
    }
    return Given(known, {"f2": f2, "x": x}, held=(1 <= n1, 0 <= f2))


def power(s: Supply) -> Given:
    """Multiply F = f^k by f and G = e^(-k·y) by x = e^-y."""
    F, G, G_after, f, x = (s.real(name) for name in ("F", "G", "G.after", "f", "x"))
    known = {"F < G": F < G, "f < x": f < x, "EXP-SUM.1": same(G_after, G * x)}
    return Given(known, {"F.after": F * f, "G.after": G_after}, held=(0 <= F, 0 <= f))


def product_step(s: Supply, *, at_n1: bool = False, after: bool = False) -> Given:
    """Multiply C by a·c of one round, c = f·w; C is at most F = f^k, and at most F·w1 from round n1 on."""
    a, c, C = s.pair("a"), s.pair("c"), s.pair("C")
    F, f, w, w1 = (s.real(name) for name in ("F", "f", "w", "w1"))
    known = {
        "C <= F·w1" if after else "C <= F": C[0] <= (F * w1 if after else F) * C[1],
        "c = f·w": same(c[0], f * w * c[1]),
        "w = w1" if at_n1 else "w <= 1": same(w, w1) if at_n1 else w <= 1,
    }
    held: tuple[Any, ...] = (in_unit(a), in_unit(c), 0 <= C[0], 1 <= C[1], 0 <= F, 0 <= f, f <= 1, 0 < w, 0 < w1)

    def one_more_round() -> Pair:
        return fold.times(C, completeness_factors([a], [c])[0])

    return Given(known, {"bound": F * f * w1 if at_n1 or after else F * f}, one_more_round, held)


product_step_at = partial(product_step, at_n1=True)
product_step_after = partial(product_step, after=True)


def inverse_of_e(s: Supply) -> Given:
    """Hold w·e^-w against 1/e: T = e^(w-1) lies above its tangent, T·e = e^w = U, and U·V = 1."""
    w, U, V, T, e = (s.real(name) for name in ("w", "U", "V", "T", "e"))
    known = {
        "EXP-TANGENT.1": 1 - (1 - w) <= T,
        "EXP-SUM.1": same(T * e, U),
        "EXP-INVERSE.1": same(U * V, 1),
    }
    return Given(known, {"w": w, "V": V, "e": e}, held=(0 < V, 0 < e, 0 < w))


def end_of_gap(s: Supply) -> Given:
    """Bring together what n2 needs and what it has."""
    gamma, C2 = s.pair("gamma"), s.pair("C2")
    F, V, w, e = (s.real(name) for name in ("F", "V", "w", "e"))
    known = {
        "n2 is a member": at_most((gamma[1] - gamma[0], gamma[1]), C2),
        "C2 <= F·w": C2[0] <= F * w * C2[1],
        "F < e^-w": F < V,
        "w·e^-w <= 1/e": w * V * e <= 1,
    }
    held = (every(0 < gamma[0], gamma[0] < gamma[1]), in_unit(C2), 0 < w, 0 < V, 0 < e)
    return Given(known, {"gamma": gamma, "e": e}, held=held)
