"""The inequalities of the protocol as certificates that ``identity.contradict`` multiplies out.

The implemented bound is the kernel's own: ``implemented_bound`` is run on polynomials. The others are written out
here as the claims state them. Not covered: that the hypotheses hold of a real check, a real person, a real model.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from elenctic_kernel import implemented_bound

from .identity import Poly, Refused, atom, contradict, variable


@dataclass(frozen=True)
class Certificate:
    """Hold a goal that is at least 0 wherever the hypotheses are, and the sum of products that shows it.

    ``proof`` lists a coefficient and the names of the hypotheses that it multiplies, product after product.
    """

    goal: Poly
    hypotheses: Mapping[str, Poly]
    proof: Sequence[tuple[int | Fraction, tuple[str, ...]]]


def check(certificate: Certificate) -> None:
    """Check that the goal cannot be below 0, by multiplying the certificate out.

    :raises Refused: when a coefficient is negative, a hypothesis was not given, or the sum is not the goal
    """
    numbers = {name: number for number, name in enumerate(certificate.hypotheses, 1)}
    missing = {name for _, names in certificate.proof for name in names} - numbers.keys()
    if missing:
        raise Refused(f"the hypothesis {', '.join(sorted(missing))} was not given")
    below = (">", atom(">=", 0 - certificate.goal)[1])
    products = [(coefficient, [numbers[name] for name in names]) for coefficient, names in certificate.proof]
    known = [below, *(atom(">=", value) for value in certificate.hypotheses.values())]
    contradict(known, (None, [(1, [0]), *products]))


def bound_of(execution: Poly, false_pass: Poly) -> Poly:
    """Return the numerator of q̄ as the kernel computes it from c/1 and q/1; its denominator is 1."""
    numerator, denominator = cast(Any, implemented_bound)((execution, 1), (false_pass, 1))
    if denominator != 1:
        raise ValueError(f"the denominator of q̄ is {denominator}, not 1")
    return cast(Poly, numerator)


def _value_bound() -> dict[str, Certificate]:
    """Return p·x <= R and p·x <= delta for every x <= R with q̄·x <= delta; the least of R and delta/q̄ is one."""
    p, qb, x, R, delta = (variable(name) for name in ("p", "qb", "x", "R", "delta"))
    given = {"x": x, "R - x": R - x, "delta - qb*x": delta - qb * x, "qb - p": qb - p, "1 - qb": 1 - qb}
    within = [(1, ("R - x",)), (1, ("qb - p", "x")), (1, ("1 - qb", "x"))]
    return {
        "VALUE-BOUND.1 p*x <= R": Certificate(R - p * x, given, within),
        "VALUE-BOUND.1 p*x <= delta": Certificate(delta - p * x, given, [(1, ("delta - qb*x",)), (1, ("qb - p", "x"))]),
    }


def _one_round() -> dict[str, Certificate]:
    """Return the detection of one round: pointwise, and as the mean over two challenges of weight w and 1 - w."""
    c, q, w = variable("c"), variable("q"), variable("w")
    e, r = [variable("e1"), variable("e2")], [variable("r1"), variable("r2")]
    given = {"c": c, "w": w, "1 - w": 1 - w, "q - mean r": q - (w * r[0] + (1 - w) * r[1])}
    given |= {f"e{j + 1} - c": e[j] - c for j in range(2)} | {f"1 - r{j + 1}": 1 - r[j] for j in range(2)}
    mean = w * e[0] * (1 - r[0]) + (1 - w) * e[1] * (1 - r[1])
    parts = [(1, ("w", "e1 - c", "1 - r1")), (1, ("1 - w", "e2 - c", "1 - r2")), (1, ("c", "q - mean r"))]
    return {
        "one round, pointwise: e(1-r) >= c(1-r)": Certificate(
            e[0] * (1 - r[0]) - c * (1 - r[0]), given, [(1, ("e1 - c", "1 - r1"))]
        ),
        "one round, in the mean: Pr(pass) <= qb": Certificate(bound_of(c, q) - (1 - mean), given, parts),
    }


def _mixture() -> dict[str, Certificate]:
    """Return that a reference check used with probability lambda detects, whatever the other challenges do."""
    share, rho, reference, other = (variable(name) for name in ("lambda", "rho", "d_nu", "d_mu"))
    given = {"lambda": share, "1 - lambda": 1 - share, "d_nu - rho": reference - rho, "d_mu": other}
    goal = share * reference + (1 - share) * other - share * rho
    proof = [(1, ("lambda", "d_nu - rho")), (1, ("1 - lambda", "d_mu"))]
    return {"ANCHORED-MIXTURE.1 detection >= lambda*rho": Certificate(goal, given, proof)}


def _monotone() -> dict[str, Certificate]:
    c, more, q, higher = (variable(name) for name in ("c", "c'", "q", "q'"))
    given = {"c": c, "c' - c": more - c, "1 - q": 1 - q, "q' - q": higher - q}
    return {
        "IMPLEMENTED-BOUND.1 qb falls in c": Certificate(
            bound_of(c, q) - bound_of(more, q), given, [(1, ("c' - c", "1 - q"))]
        ),
        "IMPLEMENTED-BOUND.1 qb rises in q": Certificate(
            bound_of(c, higher) - bound_of(c, q), given, [(1, ("c", "q' - q"))]
        ),
    }


CERTIFICATES: dict[str, Certificate] = _value_bound() | _one_round() | _mixture() | _monotone()
