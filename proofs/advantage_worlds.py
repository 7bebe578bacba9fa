"""The one-shot check, the comparison with it, and the sufficient test of Proposition 15, as worlds with ghosts.

A ghost f stands for f(e, xi), X for e^(-load/r) and Y for e^(load/r).
"""

from functools import partial

import elenctic_kernel as kernel
from elenctic_kernel import (
    InputError,
    Kind,
    Outcome,
    Pair,
    State,
    StoppingRule,
    Terms,
    completeness_factors,
    fold,
    step,
    survival_factors,
)

from .hypotheses import Given
from .statements import at_most, in_unit
from .supply import Supply
from .symbols import every, implies, same


def check_of_all(s: Supply) -> Given:
    """Make the bound of a one-shot check."""
    c, q, delta = s.pair("c"), s.pair("q"), s.pair("delta")
    known = {"q <= 1": q[0] <= q[1]}
    held = (in_unit(c), 0 <= q[0], 1 <= q[1], every(0 < delta[0], delta[0] < delta[1]))
    return Given(known, {"c": c, "q": q, "delta": delta}, lambda: step.implemented_bound(c, q), held)


def modelled(s: Supply) -> Given:
    """Make the bound of a one-shot check whose c is f·X, with Y the inverse of X."""
    c, q, delta, f, X, Y = s.pair("c"), s.pair("q"), s.pair("delta"), s.real("f"), s.real("X"), s.real("Y")
    known = {"c = f·X": same(c[0], f * X * c[1]), "EXP-INVERSE.1": same(X * Y, 1), "load >= 0": X <= 1}
    held = (0 <= f, f <= 1, 0 < X, 1 <= c[1], in_unit(q), every(0 < delta[0], delta[0] < delta[1]))
    data = {"q": q, "delta": delta, "f": f, "X": X, "Y": Y}
    return Given(known, data, lambda: step.implemented_bound(c, q), held)


def one_round_review(s: Supply) -> Given:
    """Open, plan and conclude a review of horizon 1 that is the one-shot check."""
    c, q, delta = s.pair("c"), s.pair("q"), s.pair("delta")
    rule, outcome = s.choose("rule", list(StoppingRule)), s.choose("outcome", list(Outcome))
    held = (in_unit(c), in_unit(q), every(0 < delta[0], delta[0] < delta[1], 1 <= delta[1]))

    def review() -> State:
        terms = Terms(delta, 1, (c,), rule)
        planned = kernel.plan(terms, kernel.open(terms, True), Kind.DIAGNOSTIC, q)
        return kernel.conclude(terms, planned, outcome)

    data = {"c": c, "q": q, "delta": delta, "outcome": outcome}
    return Given({}, data, review, held, (InputError,))


def split_product(s: Supply) -> Given:
    """Multiply by one round's c = f·X, where the product so far is F·W."""
    c, complete, f, X, F, W = s.pair("c"), s.pair("C"), s.real("f"), s.real("X"), s.real("F"), s.real("W")
    known = {"C = F·W": same(complete[0], F * W * complete[1]), "c = f·X": same(c[0], f * X * c[1])}
    held = (in_unit(c), 1 <= complete[1])
    data = {"product": F * f * (W * X)}
    return Given(known, data, lambda: fold.times(complete, completeness_factors([(1, 1)], [c])[0]), held)


def compared(s: Supply) -> Given:
    """Compare prod c_i = F·W with c_os = f·X, where D stands for e^(Delta/r)."""
    F, W, f, X, D = (s.real(name) for name in ("F", "W", "f", "X", "D"))
    known = {"EXP-SUM.1": same(D * X, W)}
    return Given(known, {"F": F, "W": W, "f": f, "X": X, "D": D}, held=(0 <= F, 0 <= f, 0 < X))


def first_share(s: Supply) -> Given:
    """Take one equal share of E, where n >= 2 shares are taken."""
    n, e, E, f, f_all = s.integer("n"), s.real("e"), s.real("E"), s.real("f"), s.real("f.all")
    known = {
        "n·e = E": same(n * e, E),
        "f weakly increasing": implies(e <= E, f <= f_all),
        "E >= 0": 0 <= E,
    }
    return Given(known, {"f": f, "f.all": f_all}, held=(2 <= n,))


def next_share(s: Supply) -> Given:
    """Multiply by f of one share more."""
    product, f, f_all = s.pair("F"), s.pair("f"), s.real("f.all")
    known = {"F <= f(E)": product[0] <= f_all * product[1], "f <= 1": f[0] <= f[1]}
    held = (0 <= product[0], 1 <= product[1], 0 <= f[0], 1 <= f[1])
    return Given(known, {"f.all": f_all}, lambda: fold.times(product, f), held)


def threshold(s: Supply) -> Given:
    """Compare under an equal split, where prod f_i = F is at most f(E)."""
    F, f, D = s.real("F"), s.real("f"), s.real("D")
    known = {"F <= f(E)": F <= f, "F·D > f(E)": f < F * D}
    return Given(known, {"D": D}, held=(0 <= F,))


def lowest_round(s: Supply) -> Given:
    """Make the factors of a round of load at most load_0 and of the lowest round, c_low = f·X_0."""
    c, low, q, a, a_low = (s.pair(name) for name in ("c", "c.low", "q", "a", "a.low"))
    f, X, X_low = s.real("f"), s.real("X"), s.real("X.low")
    known = {
        "load_i <= load_0": X_low <= X,
        "a_i >= a": at_most(a_low, a),
        "c_i = f·X_i": same(c[0], f * X * c[1]),
    }
    units = (0 <= f, f <= 1, 0 < X_low, X_low <= 1, 0 < X, X <= 1, same(low[0], f * X_low * low[1]))
    held = (*units, 1 <= low[1], in_unit(c), in_unit(q), in_unit(a), in_unit(a_low))

    def factors(execution: Pair, response: Pair) -> tuple[Pair, Pair]:
        return survival_factors([execution], [q])[0], completeness_factors([response], [execution])[0]

    return Given(known, {}, lambda: (factors(c, a), factors(low, a_low)), held)


def root_test(s: Supply, *, strict: bool = False) -> Given:
    """Raise two numbers from power k to power k + 1, where their order is kept up to k."""
    x, y, power, power_y = (s.real(name) for name in ("x", "y", "x^k", "y^k"))
    lower = power < power_y if strict else power <= power_y
    known = {"x^k against y^k": lower, "x against y": x < y if strict else x <= y}
    data = {"x^k+1": power * x, "y^k+1": power_y * y}
    return Given(known, data, held=(0 <= x, 0 <= y, 0 <= power, 0 <= power_y))


strict_root_test = partial(root_test, strict=True)


def load_test(s: Supply) -> Given:
    """Hold c_low = f·X_0 against tau."""
    f, X, Y, tau = (s.real(name) for name in ("f", "X", "Y", "tau"))
    known = {"EXP-INVERSE.1": same(X * Y, 1), "load_0 >= 0": X <= 1}
    return Given(known, {"f": f, "X": X, "Y": Y, "tau": tau}, held=(0 <= f, f <= 1, 0 < X, 0 < tau))
