"""When the local bounds certify and those of a one-shot check do not: Proposition 15, in product form.

Method: ``implemented_bound`` and the factors of a round are run on symbols, with a ghost f for f(e, xi) and a ghost X
for e^(-load/r), so that (20), (22) and (23) are inequalities of products: no root and no logarithm. Powers are ghosts
with a base and a step. ``region`` is run at an arbitrary length with ``first_fall`` standing for FOLD-EXACT.1; the
review of horizon 1 is run from ``open`` to its verdict.
Not covered by an engine: the inductions over rounds and powers, that probabilities obey the bounds (ANYTIME-SOUND.1,
COMPLETENESS-PRODUCT.2, one check IMPLEMENTED-BOUND.1), and the step from e^u <= e^v to u <= v (EXP-MONOTONE.1).
"""

from functools import partial
from typing import Any

import elenctic_kernel as kernel
from elenctic_kernel import (
    InputError,
    Kind,
    Outcome,
    Pair,
    Region,
    Verdict,
    completeness_factors,
    fold,
    implemented_bound,
    make_terms,
    settled,
    survival_factors,
)
from elenctic_kernel import region as find_region
from elenctic_kernel.enclosure import encloses_log, exp_bounds

from . import advantage_worlds as w
from .claim import Claim, Part
from .effort_claims import NO_ROUND, ONE_MORE
from .explorer import End
from .hypotheses import leaning
from .region_claims import ANY_LENGTH
from .statements import at_most, below, is_member
from .supply import Supply
from .symbols import Fact, every, iff, implies, same


def _criteria(end: End) -> dict[str, Fact]:
    """Return R_n <= delta and C_n >= 1 - gamma by name."""
    d = end.call.data
    shortfall = (d["gamma"][1] - d["gamma"][0], d["gamma"][1])
    return {"R_n <= delta": at_most(d["R"], d["delta"]), "C_n >= 1 - gamma": at_most(shortfall, d["C"])}


def _certifies(end: End) -> Fact:
    """State that n is a member, and that stopping at the first crossing is certified no later than n."""
    d, (region, intervals) = end.call.data, end.result
    crossed = every(1 <= region.first_crossing, region.first_crossing <= d["n"])
    return every(is_member(d["n"], intervals), crossed, region.first_crossing <= region.last_complete)


def certifies_local(_: Supply, end: End, *, without: str = "") -> Fact:
    """State: (21) certifies the fixed length n and early stopping."""
    return implies(every(True, *(fact for name, fact in _criteria(end).items() if name != without)), _certifies(end))


def certifies_global(_: Supply, end: End, *, without: str = "") -> Fact:
    """State of one round in all: certified exactly when R_1 <= delta and C_1 >= 1 - gamma."""
    region, horizon = end.result[0], end.call.arguments[0].length
    certified = every(1 <= region.first_crossing, region.first_crossing <= region.last_complete)
    kept = every(True, *(fact for name, fact in _criteria(end).items() if name != without))
    return implies(same(horizon, 1), iff(certified, kept))


def certifies_by_powers(s: Supply, end: End, *, without: str = "") -> Fact:
    """State: powers B >= R_n and D <= C_n that meet both targets certify n, and early stopping: (23) implies (21)."""
    d, B, D = end.call.data, s.real("B"), s.real("D")
    known = {
        "R_n <= B": d["R"][0] <= B * d["R"][1],
        "B <= delta": B * d["delta"][1] <= d["delta"][0],
        "C_n >= D": D * d["C"][1] <= d["C"][0],
        "D >= 1 - gamma": d["gamma"][1] - d["gamma"][0] <= D * d["gamma"][1],
    }
    return implies(every(*(fact for name, fact in known.items() if name != without)), _certifies(end))


_TARGETS = ("R_n <= delta", "C_n >= 1 - gamma")
_POWERS = ("R_n <= B", "B <= delta", "C_n >= D", "D >= 1 - gamma")


def _at_any_length(name: str, goal: Any, needs: tuple[str, ...]) -> Part:
    return Part(name, ANY_LENGTH, goal, 5, {f"without {need}": partial(goal, without=need) for need in needs})


def sound_exactly(_: Supply, end: End) -> Fact:
    """State R_os <= delta exactly when c_os(1 - q_os) >= 1 - delta; and R_os <= 1."""
    (cn, cd), (qn, qd), (over, under) = (end.call.data[name] for name in ("c", "q", "delta"))
    detects = (under - over) * cd * qd <= cn * (qd - qn) * under
    return every(iff(at_most(end.result, end.call.data["delta"]), detects), end.result[0] <= end.result[1])


def _sound_strictly(_: Supply, end: End) -> Fact:
    (cn, cd), (qn, qd), (over, under) = (end.call.data[name] for name in ("c", "q", "delta"))
    return iff(at_most(end.result, end.call.data["delta"]), (under - over) * cd * qd < cn * (qd - qn) * under)


def _detection(end: End) -> tuple[Fact, Any, Any]:
    """Return R_os <= delta, (1 - q_os)·f and 1 - delta, both scaled by the same positive number."""
    (qn, qd), (over, under), f = (end.call.data[name] for name in ("q", "delta", "f"))
    return at_most(end.result, end.call.data["delta"]), (qd - qn) * f * under, (under - over) * qd


def sound_by_product(_: Supply, end: End) -> Fact:
    """State R_os <= delta exactly when (1 - q_os)·f·X >= 1 - delta."""
    sound, reach, wanted = _detection(end)
    return iff(sound, wanted <= reach * end.call.data["X"])


def sound_below_threshold(_: Supply, end: End) -> Fact:
    """State (22): R_os <= delta exactly when e^(load/r)·(1 - delta) <= (1 - q_os)·f."""
    sound, reach, wanted = _detection(end)
    return iff(sound, wanted * end.call.data["Y"] <= reach)


def sound_needs(_: Supply, end: End) -> Fact:
    """State that R_os <= delta requires (1 - q_os)·f >= 1 - delta."""
    sound, reach, wanted = _detection(end)
    return implies(sound, wanted <= reach)


def _feasible_suffices(_: Supply, end: End) -> Fact:
    sound, reach, wanted = _detection(end)
    return implies(wanted <= reach, sound)


def decides_at_once(_: Supply, end: End) -> Fact:
    """State, from ``open`` on: accepted exactly when the check passes and R_os <= delta; refused where q̄ is 0."""
    (cn, cd), (qn, qd), (over, under) = (end.call.data[name] for name in ("c", "q", "delta"))
    bound = cd * qd - cn * (qd - qn)
    if end.error is not None:
        return every(isinstance(end.error, InputError), same(bound, 0))
    passed, accepted = end.call.data["outcome"] is Outcome.PASS, end.result.verdict is Verdict.ACCEPT
    crossed = every(passed, bound * under <= over * cd * qd)
    return every(iff(accepted, crossed), accepted or end.result.verdict is Verdict.REJECT)


def _accepts_every_pass(_: Supply, end: End) -> Fact | None:
    if end.error is not None or end.call.data["outcome"] is not Outcome.PASS:
        return None
    return end.result.verdict is Verdict.ACCEPT


def splits(_: Supply, end: End) -> Fact:
    """State C·c = (F·f)·(W·X)."""
    return same(end.result[0], end.call.data["product"] * end.result[1])


def compares(_: Supply, end: End) -> Fact:
    """State (20): F·W > f·X exactly when F·D > f."""
    F, W, f, X, D = (end.call.data[name] for name in ("F", "W", "f", "X", "D"))
    return iff(f * X < F * W, f < F * D)


def _compares_weakly(_: Supply, end: End) -> Fact:
    F, W, f, X, D = (end.call.data[name] for name in ("F", "W", "f", "X", "D"))
    return iff(f * X < F * W, f <= F * D)


def share_below(_: Supply, end: End) -> Fact:
    """State f(E/n) <= f(E)."""
    fact: Fact = end.call.data["f"] <= end.call.data["f.all"]
    return fact


def _share_strictly_below(_: Supply, end: End) -> Fact:
    fact: Fact = end.call.data["f"] < end.call.data["f.all"]
    return fact


def power_below(_: Supply, end: End) -> Fact:
    """State F·f <= f(E)."""
    fact: Fact = end.result[0] <= end.call.data["f.all"] * end.result[1]
    return fact


def _power_strictly_below(_: Supply, end: End) -> Fact:
    fact: Fact = end.result[0] < end.call.data["f.all"] * end.result[1]
    return fact


def load_is_saved(_: Supply, end: End) -> Fact:
    """State D > 1: the local rounds carry less load in all, Delta > 0."""
    fact: Fact = 1 < end.call.data["D"]
    return fact


def _load_is_halved(_: Supply, end: End) -> Fact:
    fact: Fact = 2 <= end.call.data["D"]
    return fact


def above_lowest(_: Supply, end: End) -> Fact:
    """State q̄_i <= 1 - c_low(1 - q) and a_i·c_i >= a·c_low."""
    (survival, complete), (survival_low, complete_low) = end.result
    return every(at_most(survival, survival_low), at_most(complete_low, complete))


def _far_above_lowest(_: Supply, end: End) -> Fact:
    (_survival, complete), (_survival_low, complete_low) = end.result
    return below(complete_low, complete)


def powers_ordered(_: Supply, end: End) -> Fact:
    """State x^(k+1) <= y^(k+1)."""
    fact: Fact = end.call.data["x^k+1"] <= end.call.data["y^k+1"]
    return fact


def powers_apart(_: Supply, end: End) -> Fact:
    """State x^(k+1) < y^(k+1)."""
    fact: Fact = end.call.data["x^k+1"] < end.call.data["y^k+1"]
    return fact


def load_exactly(_: Supply, end: End) -> Fact:
    """State c_low >= tau exactly when tau·e^(load_0/r) <= f, and then f >= tau."""
    f, X, Y, tau = (end.call.data[name] for name in ("f", "X", "Y", "tau"))
    return every(iff(tau <= f * X, tau * Y <= f), implies(tau <= f * X, tau <= f))


def _f_suffices(_: Supply, end: End) -> Fact:
    f, X, tau = (end.call.data[name] for name in ("f", "X", "tau"))
    return implies(tau <= f, tau <= f * X)


BITS = 64
LOADS = [(10 + i, 1000) for i in range(5)]


def execution(load: Pair, *, low: bool) -> Pair:
    """Return an end of 0.995·e^(-load/r) with r = 1 + log 11, by the kernel's enclosures.

    :raises ValueError: when the bracket of r is not confirmed
    """
    ends = 239789527 * 2**BITS // 10**8, 239789528 * 2**BITS // 10**8
    if not encloses_log(*ends, BITS, (11, 1)):
        raise ValueError("log 11 is not in the bracket")
    scale = (1 << BITS) + ends[0 if low else 1]
    below_it, above_it = exp_bounds(-load[0] << BITS, load[1] * scale, BITS)
    return (995 * below_it, 1000 << BITS) if low else (995 * above_it, 1000 << BITS)


def _local(*, low: bool) -> Region:
    c = [execution(load, low=low) for load in LOADS]
    return find_region(survival_factors(c, [(1, 2)] * 5), completeness_factors([(99, 100)] * 5, c), (1, 20), (1, 10))


def _global(load: Pair, *, low: bool) -> Region:
    c = [execution(load, low=low)]
    return find_region(survival_factors(c, [(0, 1)]), completeness_factors([(1, 1)], c), (1, 20), (1, 10))


def _table_1() -> bool:
    """Five local rounds are certified, the global check of load 1/5 is not, that of load 1/10 is."""
    local = settled(_local(low=True), _local(low=False), 5)
    checks = [settled(_global(load, low=True), _global(load, low=False), 1) for load in ((1, 5), (1, 10))]
    return (local, checks) == (True, [False, True])


def _rejected_at_once() -> bool:
    """A passed check with R_os = 1/16 > 1/20 is rejected at horizon 1."""
    terms = make_terms((1, 20), 1, [(15, 16)], kernel.StoppingRule.FIRST_CROSSING)
    planned = kernel.plan(terms, kernel.open(terms, True), Kind.DIAGNOSTIC, (0, 1))
    return kernel.conclude(terms, planned, Outcome.PASS).verdict is Verdict.REJECT


def _powers_attained() -> bool:
    """Five equal rounds of c = 9/10, a = 99/100, q = 1/2 have R_5 = (11/20)^5 and C_5 = (891/1000)^5."""
    c: list[Pair] = [(9, 10)] * 5
    survival = fold.product(survival_factors(c, [(1, 2)] * 5), 0, 5)
    return (survival, fold.product(completeness_factors([(99, 100)] * 5, c), 0, 5)) == (
        (11**5, 20**5),
        (891**5, 1000**5),
    )


LOCAL = (
    _at_any_length("(21) certifies", certifies_local, _TARGETS),
    leaning(
        "c_i >= c_low",
        w.lowest_round,
        above_lowest,
        "load_i <= load_0",
        "a_i >= a",
        "c_i = f·X_i",
        strictly=_far_above_lowest,
    ),
    NO_ROUND,
    ONE_MORE,
    leaning("equal powers", w.root_test, powers_ordered, "x^k against y^k", "x against y", strict=powers_apart),
    leaning("powers apart", w.strict_root_test, powers_apart, "x^k against y^k", "x against y"),
    _at_any_length("(23) implies (21)", certifies_by_powers, _POWERS),
    leaning("load of (23)", w.load_test, load_exactly, "EXP-INVERSE.1", "load_0 >= 0", f_suffices=_f_suffices),
)

GLOBAL = (
    _at_any_length("one round in all", certifies_global, _TARGETS),
    leaning("R_os", w.check_of_all, sound_exactly, "q <= 1", strictly=_sound_strictly),
    leaning("(22) as a product", w.modelled, sound_by_product, "c = f·X"),
    leaning("(22) as a load", w.modelled, sound_below_threshold, "c = f·X", "EXP-INVERSE.1"),
    leaning("(22) requires", w.modelled, sound_needs, "c = f·X", "load >= 0", it_suffices=_feasible_suffices),
    leaning("horizon 1", w.one_round_review, decides_at_once, ends=22, every_pass_accepts=_accepts_every_pass),
)

COMPARED = (
    leaning("products split", w.split_product, splits, "C = F·W", "c = f·X"),
    leaning("(20)", w.compared, compares, "EXP-SUM.1", weakly=_compares_weakly),
    leaning(
        "f of a share",
        w.first_share,
        share_below,
        "n·e = E",
        "f weakly increasing",
        "E >= 0",
        strict=_share_strictly_below,
    ),
    leaning("f of n shares", w.next_share, power_below, "F <= f(E)", "f <= 1", strict=_power_strictly_below),
    leaning("threshold >= 0", w.threshold, load_is_saved, "F <= f(E)", "F·D > f(E)", by_half=_load_is_halved),
)

CONDITIONAL_ADVANTAGE = Claim(
    "CONDITIONAL-ADVANTAGE.1",
    (*LOCAL, *GLOBAL, *COMPARED),
    {"Table 1": _table_1, "R_os > delta is rejected": _rejected_at_once},
    tight={
        "R_os = delta at c = 19/20": lambda: implemented_bound((19, 20), (0, 1)) == (1, 20),
        "equal rounds": _powers_attained,
        "f = 1: a split costs nothing": lambda: fold.product([(1, 1)] * 5, 0, 5) == (1, 1),
    },
)

CLAIMS = (CONDITIONAL_ADVANTAGE,)
