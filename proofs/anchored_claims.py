"""Reference checks mixed with questions that follow the dialogue: what the mixture detects, and what a pass may credit.

Method: a law of challenges is any finite one, so its detection is a ghost sum (no challenge, and one more). The bounds
are the kernel's own ``implemented_bound``; M is a ghost defined by products, so that no goal divides. Not covered by
an engine: the induction over the challenges. Not covered at all: that rho holds against every adaptive prover.
"""

from fractions import Fraction
from functools import partial
from typing import Any

import elenctic_kernel as kernel
from elenctic_kernel import Kind, Outcome, Pair, State, Terms, Verdict, conclude, plan
from elenctic_kernel import implemented_bound as bound_of

from .claim import Claim, Part
from .explorer import End, World
from .plays import PASS, play, terms, worst_acceptance
from .statements import in_unit, is_implemented, times
from .supply import AnyPair, Call, Supply
from .symbols import Fact, every, implies, same


def _minus(pair: AnyPair) -> AnyPair:
    """Return 1 - pair."""
    return pair[1] - pair[0], pair[1]


def _one_more_challenge(s: Supply, *, executed: bool = True) -> Call:
    """Add one challenge of weight w that a correct check detects with d. W, D, E: weights, d and detections so far."""
    c = s.pair("c")
    W, D, E, w, d, e = (s.real(name) for name in ("W", "D", "E", "w", "d", "e"))
    so_far = every(0 <= D, D <= W, c[0] * D <= E * c[1], E <= D)
    one = every(0 <= w, 0 <= d, d <= 1, e <= 1, c[0] <= e * c[1] if executed else 0 <= e)
    return Call(lambda: (W + w, D + w * d, E + w * e * d), (), (in_unit(c), so_far, one), {"c": c})


ONE_MORE_CHALLENGE = World("one challenge more", _one_more_challenge, 1)
RARELY_EXECUTED = World("one challenge checked less often than c", partial(_one_more_challenge, executed=False), 1)


def law_detects(_: Supply, end: End) -> Fact:
    """State c·D <= E <= D and 0 <= D <= W, of no challenge and of one more."""
    (W, D, E), (cn, cd) = end.result, end.call.data["c"]
    return every(cn * 0 <= 0 * cd, 0 <= D, D <= W, cn * D <= E * cd, E <= D)


def _mixing(s: Supply, *, detects: bool = True, share: bool = True, exact: bool = False) -> Call:
    """Mix a reference law that detects with D >= rho and any other, at lambda; run the kernel on q = 1 - lambda·rho.

    E and E.other are what is detected by the checks as they are executed: at least c·D, by "one challenge more".
    """
    c, mass, rho = s.pair("c"), s.pair("lambda"), s.pair("rho")
    D, E, other, E_other, P = (s.real(name) for name in ("D", "E", "D.other", "E.other", "P"))
    reference = same(D * rho[1], rho[0]) if exact else rho[0] <= D * rho[1] if detects else 0 <= D
    rest = same(other, 0) if exact else 0 <= other
    executed = same(E * c[1], c[0] * D) if exact else c[0] * D <= E * c[1]
    laws = every(reference, D <= 1, executed, E <= D, rest, other <= 1, 0 <= E_other, E_other <= other)
    unit = in_unit(mass) if share else every(1 <= mass[1], 0 <= mass[0])
    passes = same((1 - P) * mass[1], mass[0] * E + (mass[1] - mass[0]) * E_other)
    given = (in_unit(c), in_unit(rho), unit, laws, c[0] * other <= E_other * c[1], passes)
    return Call(bound_of, (c, _minus(times(mass, rho))), given, {"c": c, "mass": mass, "rho": rho, "P": P})


MIXING = World("a mixture", _mixing, 1)
UNDETECTING = World("a mixture where the reference may miss", partial(_mixing, detects=False), 1)
OVERFULL = World("a mixture with lambda above 1", partial(_mixing, share=False), 1)
BARE_MIXING = World("a mixture whose other questions detect nothing", partial(_mixing, exact=True), 1)


def mixture_bound(_: Supply, end: End) -> Fact:
    """State P(pass) <= q̄, q̄ = 1 - c·lambda·rho, and 0 < q̄ < 1 where 0 < c·lambda·rho < 1."""
    d, (bn, bd) = end.call.data, end.result
    gain = times(d["c"], times(d["mass"], d["rho"]))
    within = implies(every(0 < gain[0], gain[0] < gain[1]), every(0 < bn, bn < bd))
    return every(d["P"] * bd <= bn, same(bn * gain[1], bd * (gain[1] - gain[0])), within)


def _as_the_reference(_: Supply, end: End) -> Fact:
    (cn, cd), (rn, rd) = end.call.data["c"], end.call.data["rho"]
    fact: Fact = end.call.data["P"] * cd * rd <= cd * rd - cn * rn
    return fact


def mixture_equal(_: Supply, end: End) -> Fact:
    """State P(pass) = q̄ where the reference detects with rho, the rest nothing, and c is attained."""
    return same(end.call.data["P"] * end.result[1], end.result[0])


def _mixture_below(_: Supply, end: End) -> Fact:
    fact: Fact = end.call.data["P"] * end.result[1] < end.result[0]
    return fact


def _mixed_pass(mass: Fraction, weights: list[Fraction], found: list[int], c: Fraction) -> Fraction:
    """Return how often a check passes: reference uniform, ``weights`` on the rest, item found or not."""
    J = len(found)
    detected = (c * hit * (mass / J + (1 - mass) * w) for w, hit in zip(weights, found, strict=True))
    return 1 - sum(detected, Fraction(0))


ANCHORED_MIXTURE = Claim(
    "ANCHORED-MIXTURE.1",
    (
        Part("one challenge more", ONE_MORE_CHALLENGE, law_detects, 1, {"below c": (RARELY_EXECUTED, law_detects)}),
        Part(
            "the mixture",
            MIXING,
            mixture_bound,
            1,
            {
                "the reference may miss": (UNDETECTING, mixture_bound),
                "lambda above 1": (OVERFULL, mixture_bound),
                "credited as the reference": _as_the_reference,
            },
        ),
        Part("equality", BARE_MIXING, mixture_equal, 1, {"below": _mixture_below}),
    ),
    {
        "lambda = 1/2, rho = 1/2, delta = 1/4: accepted at 5": lambda: (
            [play(terms(9), [PASS] * n, (3, 4)).verdict for n in (4, 5)] == [Verdict.CHALLENGE, Verdict.ACCEPT]
        ),
        "E.2: J = 100, lambda = 1/5, c = 9/10 gives 0.9982": lambda: (
            Fraction(*bound_of((9, 10), (499, 500))) == Fraction(9982, 10000)
        ),
    },
    tight={
        "the rest looks elsewhere, c = 9/10": lambda: (
            _mixed_pass(Fraction(1, 5), [Fraction(0), Fraction(1)], [1, 0], Fraction(9, 10))
            == Fraction(*bound_of((9, 10), (9, 10)))
        ),
        "q̄ = 3/4, delta = 27/64: accepted with exactly 27/64": lambda: (
            worst_acceptance(terms(4, (27, 64)), kernel.open(terms(4, (27, 64)), True), (3, 4)) == {3: Fraction(27, 64)}
        ),
    },
)


def _crediting(s: Supply, *, open_share: bool = True, detects: bool = True) -> Call:
    """Run the kernel on three bounds: the mixture's, that of the anchor alone, that of a question that detects nothing.

    ``p`` and ``p.other`` are the chances to pass where the anchor was drawn and where it was not.
    """
    c, mass, rho = s.pair("c"), s.pair("lambda"), s.pair("rho")
    strict = every(0 < mass[0], mass[0] < mass[1]) if open_share else True
    some_gain = every(0 < c[0], 0 < rho[0]) if detects else True
    proper = c[0] * rho[0] < c[1] * rho[1]
    given = (in_unit(c), in_unit(rho), in_unit(mass), strict, some_gain, proper)

    def bounds() -> tuple[AnyPair, ...]:
        return bound_of(c, _minus(times(mass, rho))), bound_of(c, _minus(rho)), bound_of(c, (1, 1))

    return Call(bounds, (), given, {"mass": mass, "c": c, "rho": rho})


CREDITING = World("what a pass credits", _crediting, 1)
ONE_BRANCH = World("what a pass credits, lambda from 0 to 1", partial(_crediting, open_share=False), 1)
NO_GAIN = World("what a pass credits, where nothing need be detected", partial(_crediting, detects=False), 1)


def _branches(s: Supply, end: End) -> tuple[Any, Any, Fact]:
    """Return the chances to pass on both branches, at most the anchor's bound and at most 1."""
    anchor = end.result[1]
    p, other = s.real("p"), s.real("p.other")
    return p, other, every(0 <= p, p * anchor[1] <= anchor[0], 0 <= other, other <= 1)


def _credited(s: Supply, mark: str, bound: AnyPair) -> tuple[Any, Fact]:
    """Return the certificate after a pass, with its definition M'·q̄ = M; a failed check leaves 0."""
    before, after = s.real("M"), s.real("M." + mark)
    return after, every(0 < before, same(after * bound[0], before * bound[1]))


def _mean_chance(s: Supply, end: End) -> tuple[Any, Fact]:
    """Return the chance to pass over both branches, with its definition."""
    (mn, md), (p, other, chances) = end.call.data["mass"], _branches(s, end)
    mean = s.real("p.mean")
    return mean, every(chances, same(mean * md, mn * p + (md - mn) * other))


def mean_within(s: Supply, end: End) -> Fact:
    """State that the chance to pass, over both branches, is at most the mixture's bound."""
    (mean, defined), (bn, bd) = _mean_chance(s, end), end.result[0]
    return implies(defined, mean * bd <= bn)


def _mean_below(s: Supply, end: End) -> Fact:
    (mean, defined), (bn, bd) = _mean_chance(s, end), end.result[0]
    return implies(defined, mean * bd < bn)


def _mean_within_anchor(s: Supply, end: End) -> Fact:
    (mean, defined), (bn, bd) = _mean_chance(s, end), end.result[1]
    return implies(defined, mean * bd <= bn)


def _falls(s: Supply, end: End, bound: AnyPair) -> Fact:
    mixture, mean = end.result[0], s.real("p.mean")
    after, defined = _credited(s, "one", bound)
    return implies(every(0 <= mean, mean * mixture[1] <= mixture[0], defined), mean * after <= s.real("M"))


def same_gain_falls(s: Supply, end: End) -> Fact:
    """State that with the mixture's bound credited on both branches the expected M' is at most M."""
    return _falls(s, end, end.result[0])


def _anchor_gain_falls(s: Supply, end: End) -> Fact:
    return _falls(s, end, end.result[1])


def own_gain_rises(s: Supply, end: End) -> Fact:
    """State that crediting the anchor's own bound where it was drawn, else the mixture's, expects M' above M.

    The chances are the greatest allowed: the anchor's own bound, and 1 elsewhere.
    """
    (mn, md), (mixture, anchor, _) = end.call.data["mass"], end.result
    drawn, defined = _credited(s, "anchor", anchor)
    mixed, also = _credited(s, "mixture", mixture)
    return implies(
        every(defined, also), mn * anchor[0] * drawn + (md - mn) * anchor[1] * mixed > md * anchor[1] * s.real("M")
    )


def own_gain_excess(_: Supply, end: End) -> Fact:
    """State the same without M: lambda + (1 - lambda)/q̄ > 1 as lambda·q̄ + 1 - lambda > q̄, and by how much.

    The excess is c·lambda·rho·(1 - lambda) in units of q̄.
    """
    d, (bn, bd) = end.call.data, end.result[0]
    (mn, md), (cn, cd), (rn, rd) = d["mass"], d["c"], d["rho"]
    excess = mn * bn + (md - mn) * bd - md * bn
    return every(0 < excess, same(excess * cd * rd * md, cn * mn * rn * (md - mn) * bd))


def past_coin_falls(s: Supply, end: End) -> Fact:
    """State that with a coin drawn before the plan each branch may credit its own bound: no branch expects above M.

    So neither does any mean over the coin. The branch that detects nothing credits nothing.
    """
    p, other, chances = _branches(s, end)
    (drawn, defined), (not_drawn, also) = _credited(s, "anchor", end.result[1]), _credited(s, "other", end.result[2])
    M = s.real("M")
    return implies(every(chances, defined, also), every(p * drawn <= M, other * not_drawn <= M))


def _past_coin_below(s: Supply, end: End) -> Fact:
    _, other, chances = _branches(s, end)
    not_drawn, also = _credited(s, "other", end.result[2])
    return implies(every(chances, also), other * not_drawn < s.real("M"))


def bounds_implemented(_: Supply, end: End) -> Fact:
    """State that the three bounds are 1 - c·lambda·rho, 1 - c·rho and 1."""
    d, (mixture, anchor, other) = end.call.data, end.result
    gains = (_minus(times(d["mass"], d["rho"])), _minus(d["rho"]), (1, 1))
    return every(*(is_implemented(each, d["c"], q) for each, q in zip((mixture, anchor, other), gains, strict=True)))


def _bounds_alike(_: Supply, end: End) -> Fact:
    mixture, anchor, _other = end.result
    return same(mixture[0] * anchor[1], anchor[0] * mixture[1])


def peeking(under: Terms, state: State, after_the_draw: bool) -> Fraction:
    """Return how often a review accepts at lambda = rho = 1/2, c = 1, where the other questions detect nothing.

    After the draw, the caller plans q = 1/2 when the anchor was drawn; else 3/4 always. The kernel cannot know.
    """
    if state.verdict is not Verdict.CHALLENGE:
        return Fraction(state.verdict is Verdict.ACCEPT)
    total, half = Fraction(0), Fraction(1, 2)
    for drawn, passes in ((True, half), (False, Fraction(1))):
        q: Pair = (1, 2) if drawn and after_the_draw else (3, 4)
        planned = plan(under, state, Kind.DIAGNOSTIC, q)
        for outcome, chance in ((Outcome.PASS, passes), (Outcome.FAIL, 1 - passes)):
            if chance:
                total += half * chance * peeking(under, conclude(under, planned, outcome), after_the_draw)
    return total


def accepted_by_peeking(horizon: int, delta: Pair, after_the_draw: bool) -> Fraction:
    """Return how often a review accepts from ``open`` on."""
    return peeking(terms(horizon, delta), kernel.open(terms(horizon, delta), True), after_the_draw)


SAME_GAIN = Claim(
    "SAME-GAIN.1",
    (
        Part("the bounds", CREDITING, bounds_implemented, 1, {"one and the same": _bounds_alike}),
        Part(
            "the mean chance",
            ONE_BRANCH,
            mean_within,
            1,
            {"below": _mean_below, "within the anchor's": _mean_within_anchor},
        ),
        Part("one gain", ONE_BRANCH, same_gain_falls, 1, {"the anchor's on both": _anchor_gain_falls}),
        Part(
            "two gains",
            CREDITING,
            own_gain_rises,
            1,
            {"lambda = 0 or 1": (ONE_BRANCH, own_gain_rises), "no detection": (NO_GAIN, own_gain_rises)},
        ),
        Part(
            "by how much",
            CREDITING,
            own_gain_excess,
            1,
            {"lambda = 0 or 1": (ONE_BRANCH, own_gain_excess), "no detection": (NO_GAIN, own_gain_excess)},
        ),
        Part("a coin in the past", ONE_BRANCH, past_coin_falls, 1, {"strictly": _past_coin_below}),
    ),
    {
        "two gains: 9/16 accepted at delta = 1/2": lambda: accepted_by_peeking(3, (1, 2), True) == Fraction(9, 16),
        "one gain: 27/64 accepted at delta = 1/2": lambda: accepted_by_peeking(3, (1, 2), False) == Fraction(27, 64),
    },
    tight={
        "one gain, delta = 27/64: accepted with exactly 27/64": lambda: (
            accepted_by_peeking(3, (27, 64), False) == Fraction(27, 64)
        ),
    },
)

CLAIMS = (ANCHORED_MIXTURE, SAME_GAIN)
