"""Random effort designs against balls of another library: no answer of the kernel contradicts them.

The second computation shares no code with the first: every part of a model is drawn as a text and as the function of
balls that the text means.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from itertools import accumulate
from typing import Any

import pytest
from elenctic import Design
from elenctic.comparison import answer_global, compare
from elenctic.effort_region import Decided, EffortRegion
from elenctic_kernel import Kind

flint: Any = import_module("flint")

pytestmark = [pytest.mark.claim(claim) for claim in ("ENCLOSED-REGION.1", "EFFORT-MODEL.1", "GLOBAL-CHECK.1")]

DESIGNS = 2_000
BALL_BITS = 400

Part = tuple[str, Callable[[Any, Any, int, int], Any]]
"""A part of a model: its text, and what it means at e, xi, i and n."""


def ball(x: Fraction | int) -> Any:
    value = Fraction(x)
    return flint.arb(flint.fmpq(value.numerator, value.denominator))


def rational(x: Any) -> Fraction:
    """Return a rational near the middle of a ball."""
    mantissa, exponent = x.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def share(draw: random.Random, low: str, high: str) -> Fraction:
    """Draw a decimal between two."""
    places = 10 ** draw.choice([2, 3, 6])
    return Fraction(draw.randint(int(Fraction(low) * places), int(Fraction(high) * places)), places)


def reliability(draw: random.Random) -> Part:
    b, k, s, h = share(draw, "0.8", "0.94"), share(draw, "0.01", "0.2"), share(draw, "0.01", "0.4"), draw.randint(1, 40)
    cap, less = share(draw, "0.95", "1"), Fraction(draw.choice([0, 0, 1, 2]), 1000)
    parts: list[Part] = [
        (
            f"min({cap}, {b} + {k}*(1-exp(-{s}*e)))",
            lambda e, xi, i, n: min_of(ball(cap), ball(b) + ball(k) * (1 - (-ball(s) * e).exp())),
        ),
        (
            f"min({cap}, {b} + 0.035*log(1+xi)/(1+log(1+xi)) + {k}*e/(e+{h}) - {less}*(i-1))",
            lambda e, xi, i, n: min_of(
                ball(cap),
                ball(b)
                + ball(Fraction(35, 1000)) * (1 + xi).log() / (1 + (1 + xi).log())
                + ball(k) * e / (e + h)
                - ball(less) * (i - 1),
            ),
        ),
        (
            f"1 - {1 - b}*exp(-{s}*e) - {less}*n/20",
            lambda e, xi, i, n: 1 - ball(1 - b) * (-ball(s) * e).exp() - ball(less) * n / 20,
        ),
        (f"({h}*{cap} + e)/({h} + e)*{cap}", lambda e, xi, i, n: (h * ball(cap) + e) / (h + e) * ball(cap)),
        (f"((1+e)/({h}+1+e))^(1/7)", lambda e, xi, i, n: ((1 + e) / (h + 1 + e)).root(7)),
        (f"{cap}", lambda e, xi, i, n: ball(cap)),
    ]  # fmt: skip
    return draw.choice(parts)


def min_of(x: Any, y: Any) -> Any:
    return x.min(y)


def scale(draw: random.Random) -> Part:
    r = share(draw, "0.5", "9")
    parts: list[Part] = [
        ("1 + log(1+xi)", lambda e, xi, i, n: 1 + (1 + xi).log()),
        (f"{r} + xi^(2/3)", lambda e, xi, i, n: ball(r) + (xi * xi).root(3)),
        (f"{r}", lambda e, xi, i, n: ball(r)),
    ]
    return draw.choice(parts)


def load(draw: random.Random) -> Part:
    one, more = share(draw, "0", "0.05"), share(draw, "0", "0.01")
    parts: list[Part] = [
        (f"{one} + {more}*(i-1)", lambda e, xi, i, n: ball(one) + ball(more) * (i - 1)),
        (f"{one}*n/(n+1) + {more}", lambda e, xi, i, n: ball(one) * n / (n + 1) + ball(more)),
        (f"{one}*exp(-i/10)", lambda e, xi, i, n: ball(one) * (-ball(Fraction(i, 10))).exp()),
        ("0", lambda e, xi, i, n: ball(0)),
    ]
    return draw.choice(parts)


@dataclass
class Drawn:
    """Hold a design in its parts, and its execution bounds as balls."""

    T: int
    budget: Fraction
    xi: Fraction
    allocation: list[Any] | None
    f: Part
    r: Part
    load: Part
    q: list[Fraction]
    a: list[Fraction]
    kinds: list[str]

    def efforts(self, n: int) -> list[Fraction] | None:
        """Return the efforts of a length, None where it has none within the budget."""
        if self.allocation is None:
            return [self.budget / n] * n
        if isinstance(self.allocation[0], list):
            return next((one for one in self.allocation if len(one) == n), None)
        return self.allocation[:n] if sum(self.allocation[:n], Fraction(0)) <= self.budget else None

    def c(self, e: Fraction, i: int, n: int, own: Any = None) -> Any:
        at = ball(e), ball(self.xi), i, n
        weight = self.load[1](*at) if own is None else own
        return self.f[1](*at) * (-weight / self.r[1](*at)).exp()

    def products(self, n: int) -> tuple[list[Any], list[Any], Any]:
        """Return R_1 to R_n and C_1 to C_n of a length, and its sum of gains."""
        efforts = self.efforts(n)
        assert efforts is not None
        q_bar, complete = list[Any](), list[Any]()
        for i, (e, q, a, kind) in enumerate(zip(efforts, self.q, self.a, self.kinds, strict=False), 1):
            c = self.c(e, i, n)
            checks = kind == "diagnostic"
            q_bar.append(1 - c * ball(1 - q) if checks else ball(1))
            complete.append(c * ball(a) if checks else ball(1))
        gains = sum((1 - x for x in q_bar), ball(0))
        return list(accumulate(q_bar, times)), list(accumulate(complete, times)), gains

    def sections(self) -> dict[str, Any]:
        effort = {"budget": self.budget, "expertise": self.xi, "allocation": self.allocation or "equal"}
        effort |= {"reliability": self.f[0], "scale": self.r[0], "load": self.load[0]}
        kind = "diagnostic" if "clarification" not in self.kinds else self.kinds
        return {"horizon": self.T, "false_pass": self.q, "response": self.a, "kind": kind, "effort": effort}


def times(x: Any, y: Any) -> Any:
    return x * y


def allocation(draw: random.Random, T: int, budget: Fraction) -> list[Any] | None:
    kind = draw.choice(["equal", "equal", "equal", "beginnings", "lists"])
    if kind == "equal":
        return None
    if kind == "beginnings":
        efforts = [Fraction(draw.randint(0, 30)) for _ in range(T)]
        efforts[0] = min(efforts[0], budget)
        return efforts
    lengths = draw.sample(range(1, T + 1), draw.randint(1, T))
    return [[budget * draw.randint(0, 100) / 100 / n for _ in range(n)] for n in lengths]


def drawn(draw: random.Random) -> Drawn:
    T, budget = draw.randint(1, 8), Fraction(draw.choice([0, 7, 20, 60, 120, 180]), draw.choice([1, 1, 3]))
    q = [share(draw, "0", "0.6")] * T if draw.random() < 0.8 else [share(draw, "0.05", "0.6") for _ in range(T)]
    a = [Fraction(1)] * T if draw.random() < 0.5 else [share(draw, "0.9", "1") for _ in range(T)]
    kinds = ["diagnostic"] * T
    if draw.random() < 0.15:
        kinds = ["diagnostic", *(draw.choice(["diagnostic", "clarification"]) for _ in range(T - 1))]
    model = reliability(draw), scale(draw), load(draw)
    return Drawn(T, budget, Fraction(draw.randint(0, 40), 2), allocation(draw, T, budget), *model, q, a, kinds)


def near(draw: random.Random, value: Fraction) -> Fraction:
    """Draw a target beside a value, by as little as 10^-60 of it."""
    hair = Fraction(draw.choice([-1, 1]), 10 ** draw.choice([1, 3, 9, 15, 30, 60]))
    return min(max(value * (1 + hair), Fraction(1, 10**9)), 1 - Fraction(1, 10**9))


def told(x: Any, y: Any) -> bool | None:
    """Tell whether x <= y, None where the balls overlap."""
    return True if x <= y else False if x > y else None


def both(first: bool | None, second: bool | None) -> bool | None:
    return False if first is False or second is False else None if None in (first, second) else True


def hold(answer: bool | None, balls: bool | None, seen: Counter[str], case: object) -> None:
    """Refuse an answer that the balls contradict, and count what was compared."""
    assert answer is None or balls is None or answer is balls, case
    seen["undecided"] += answer is None
    seen["balls do not tell"] += balls is None
    seen[f"compared {balls}"] += answer is not None and balls is not None


def compare_length(of: Drawn, design: Design, found: EffortRegion, one: Decided, seen: Counter[str]) -> None:
    n, case = one.n, (design.to_dict(), one)
    R, C, gains = of.products(n)
    delta, target = ball(design.level), ball(1 - (design.gamma or 0))
    checks = of.kinds[n - 1] == "diagnostic"
    sound, complete = told(R[-1], delta), told(target, C[-1])
    added = told((1 / delta).log(), gains)
    hold(one.sound, sound, seen, case)
    hold(one.complete, complete, seen, case)
    hold(one.certified, both(sound, complete) if checks else False, seen, case)
    hold(one.additive, both(added, complete) if checks else False, seen, case)
    crossed = [told(x, delta) for x in R]
    if one.first_crossing is not None and None not in crossed:
        assert one.first_crossing == next((m for m, fell in enumerate(crossed, 1) if fell), 0), case
    for value, true in zip(found.bounds_at(n), (R[-1], C[-1]), strict=True):
        assert not (ball(value.low) > true), case
        assert not (true > ball(value.high)), case
        assert value.high - value.low < Fraction(1, 10**30), case


def compare_global(of: Drawn, draw: random.Random, design: Design, seen: Counter[str]) -> None:
    check = design.global_check
    assert check is not None
    assert check.effort is not None
    assert check.load is not None
    answer, case = answer_global(design), design.to_dict()
    assert answer is not None
    c, case_q = of.c(check.effort, 1, 1, ball(check.load)), ball(1 - check.false_pass)
    sound = told(1 - c * case_q, ball(design.level))
    complete = told(ball(1 - (design.gamma or 0)), c * ball(check.response or 1))
    hold(answer.sound, sound, seen, case)
    hold(answer.complete, complete, seen, case)
    hold(answer.certified, both(sound, complete), seen, case)
    threshold = answer.load_threshold
    if threshold is not None:
        ends = [
            told(1 - of.c(check.effort, 1, 1, ball(x)) * case_q, ball(design.level))
            for x in (threshold.low, threshold.high)
        ]
        assert ends in ([True, False], [None, False], [True, None]), case
        assert threshold.high - threshold.low == Fraction(1, 10**12), case
        seen["thresholds"] += 1
    n = draw.choice([n for n in range(1, of.T + 1) if of.efforts(n) is not None])
    compared, efforts = compare(design, n), of.efforts(n)
    assert compared is not None
    assert efforts is not None
    local = ball(1)
    for i, e in enumerate(efforts, 1):
        local = local * of.c(e, i, n)
    hold(None if compared.greater is None else not compared.greater, told(local, c), seen, case)


def one_design(draw: random.Random, seen: Counter[str]) -> None:
    of = drawn(draw)
    lengths = [n for n in range(1, of.T + 1) if of.efforts(n) is not None]
    R, C, gains = of.products(draw.choice(lengths))
    meets = (-gains).exp() if draw.random() < 0.5 else R[-1]
    words = of.sections()
    attempts = draw.choice([1, 1, 1, 2])
    one_shot: dict[str, Any] = {
        "effort": of.budget,
        "load": share(draw, "0", "0.5"),
        "false_pass": share(draw, "0", "0.1"),
    }
    design = Design(
        delta=near(draw, rational(meets)),
        gamma=1 - near(draw, rational(C[-1])),
        attempts=attempts,
        global_={**one_shot, "response": draw.choice(["1", "0.98"])},
        **words,
    )
    found = EffortRegion(design)
    assert lengths == [one.n for one in found.lengths]
    for one in found.lengths:
        compare_length(of, design, found, one, seen)
    compare_global(of, draw, design, seen)
    seen["lengths"] += len(lengths)
    seen["with clarifications"] += Kind.CLARIFICATION in (design.kinds or ())


def test_no_answer_contradicts_the_balls(capsys: pytest.CaptureFixture[str]) -> None:
    draw, seen = random.Random(20260310), Counter[str]()
    with flint.ctx.workprec(BALL_BITS):
        for _ in range(DESIGNS):
            one_design(draw, seen)
    with capsys.disabled():
        print(f"\neffort designs: {dict(sorted(seen.items()))}")
    assert min(seen["compared True"], seen["compared False"]) > 5 * DESIGNS
    assert 0 == seen["undecided"]
    assert seen["balls do not tell"] < DESIGNS // 100
    assert min(seen["thresholds"], seen["with clarifications"]) > DESIGNS // 20
