"""The one-shot global check beside the local review: its bounds, its largest load, and what (20) and (23) say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from elenctic_kernel import Region, completeness_factors, first_fall, settled, survival_factors

from .design import Design
from .effort import Effort
from .effort_region import SHOWN_BITS, narrow
from .effort_words import GlobalCheck
from .enclosure import Enclosure, NeedsPrecisionError, below, decided, greatest, log, point, power
from .products import Value
from .region import pair, region_of

SHOWN = (SHOWN_BITS, 2 * SHOWN_BITS, 8 * SHOWN_BITS)
"""Precisions, in turn, of the numbers that are shown."""

GRID = Fraction(1, 10**12)
"""Thresholds are bracketed between neighbours on this grid, both decided."""

WIDENINGS = 64
"""How often the bracket around a proposed threshold is doubled until both its ends are decided."""


@dataclass(frozen=True)
class Threshold:
    """Hold a threshold of a load between two decided values.

    :param low: the criterion holds here
    :param high: and fails here
    """

    low: Fraction
    high: Fraction


@dataclass(frozen=True)
class GlobalAnswer:
    """Hold what the bounds say of the one-shot check; None where the finest precision does not tell.

    :param certified: whether R_os <= delta and C_os >= 1 - gamma
    :param false_accept: R_os = 1 - c_os(1 - q_os), enclosed
    :param true_accept: C_os = a_os·c_os, enclosed; None without a completeness target
    :param sound_at_no_load: whether R_os <= delta at load 0, so that (22) has a threshold; None also where no load is
        modelled
    :param load_threshold: largest load at which R_os <= delta (22); None where there is none, or none is found
    """

    certified: bool | None
    sound: bool | None
    complete: bool | None
    false_accept: Value
    true_accept: Value | None
    sound_at_no_load: bool | None
    load_threshold: Threshold | None


@dataclass(frozen=True)
class Comparison:
    """Hold how the local review of one length compares with the global check by (20) and (23).

    :param n: the length
    :param saved_load: load of the global check less all local loads, enclosed; None where no precision tells
    :param needed_load: the threshold that it must exceed for the product of local execution bounds to be the greater,
        enclosed; None where an f is 0, or no precision tells
    :param greater: whether it is the greater, None where the finest precision does not tell
    :param uniform_load: largest common load of the rounds at which (23) still certifies the length; None where none
        does, or where the efforts are not equal
    """

    n: int
    saved_load: Enclosure | None
    needed_load: Enclosure | None
    greater: bool | None
    uniform_load: Threshold | None


def answer_global(design: Design) -> GlobalAnswer | None:
    """Decide the one-shot check of a design, None where it has none.

    :param design: the design
    :raises DesignError: when the effort model is out of its range there

    Source: Proposition 15, equation (22); GLOBAL-CHECK.1
    """
    check = design.global_check
    if check is None:
        return None
    execution = _execution(design, check)
    sound = decided(lambda bits: _sound(design, check, execution(bits)))
    complete = True if design.gamma is None else decided(lambda bits: _complete(design, check, execution(bits)))
    shown = _shown(execution, 1 - check.false_pass)
    detected = shown * (1 - check.false_pass)
    true_accept = None if check.response is None else shown * check.response
    at_no_load, threshold = _load_threshold(design, check)
    return GlobalAnswer(
        certified=_both(sound, complete),
        sound=sound,
        complete=None if design.gamma is None else complete,
        false_accept=Value(1 - detected.high, 1 - detected.low, "up"),
        true_accept=None if true_accept is None else Value(true_accept.low, true_accept.high, "down"),
        sound_at_no_load=at_no_load,
        load_threshold=threshold,
    )


def _shown(execution: Callable[[int], Enclosure], detects: Fraction) -> Enclosure:
    """Enclose an execution bound finely enough for every digit of 1 - c(1-q), unless no precision gives it."""
    found = Enclosure(Fraction(0), Fraction(1))
    for bits in SHOWN:
        try:
            found = execution(bits)
        except NeedsPrecisionError:
            continue
        if narrow(Value(1 - found.high * detects, 1 - found.low * detects, "up")):
            break
    return found


def _both(first: bool | None, second: bool | None) -> bool | None:
    if first is False or second is False:
        return False
    return None if first is None or second is None else True


def _execution(design: Design, check: GlobalCheck, load: Fraction | None = None) -> Callable[[int], Enclosure]:
    """Return the check's execution bound as a function of the precision, at its own load or at another."""
    effort, at = design.effort, check.load if load is None else load
    if effort is None or check.effort is None or at is None:
        return lambda bits: point(check.execution or Fraction(1))
    spent = check.effort
    return lambda bits: effort.bound(spent, point(at), 1, 1, bits)


def _sound(design: Design, check: GlobalCheck, execution: Enclosure) -> bool | None:
    delta, q = pair(design.level), [pair(check.false_pass)]
    falls = [first_fall(survival_factors([pair(c)], q), delta, strict=False) for c in (execution.low, execution.high)]
    return settled(Region(falls[0], 1), Region(falls[1], 1), 1)


def _complete(design: Design, check: GlobalCheck, execution: Enclosure) -> bool | None:
    assert design.gamma is not None
    target, a = pair(1 - design.gamma), [pair(check.response or Fraction(1))]
    short = [
        first_fall(completeness_factors(a, [pair(c)]), target, strict=True) for c in (execution.low, execution.high)
    ]
    return settled(Region(1, 1 - short[0]), Region(1, 1 - short[1]), 1)


def _load_threshold(design: Design, check: GlobalCheck) -> tuple[bool | None, Threshold | None]:
    effort = design.effort
    if effort is None or check.effort is None:
        return None, None
    spent = check.effort

    def holds(load: Fraction) -> bool | None:
        return decided(lambda bits: _sound(design, check, _execution(design, check, load)(bits)))

    def proposed(bits: int) -> Enclosure:
        f = effort.bound(spent, point(0), 1, 1, bits)
        return effort.scale_at(bits) * log((f * (1 - check.false_pass) / (1 - design.level)).rounded(bits), bits)

    return holds(Fraction(0)), bracket(holds, proposed)


def bracket(holds: Callable[[Fraction], bool | None], proposed: Callable[[int], Enclosure]) -> Threshold | None:
    """Return neighbours on the grid, the first at which a criterion holds and the second at which it fails.

    :param holds: decides the criterion at a load; it falls once as the load rises
    :param proposed: encloses the threshold at a precision; nothing rests on it
    :return: None where the criterion does not surely hold at 0, or no precision brackets it

    Source: equations (22), (23)
    """
    if holds(Fraction(0)) is not True:
        return None
    found = decided(partial(_within_grid, proposed), SHOWN)
    found = decided(proposed, SHOWN[::-1]) if found is None else found
    start, stop = (0, 1) if found is None else (max(0, found.low // GRID), max(0, -(-found.high // GRID)))
    unit = max(1, stop - start)
    for widened in range(WIDENINGS):
        low, high = max(0, start + 1 - (unit << widened)), stop + (unit << widened)
        if holds(low * GRID) is True and holds(high * GRID) is False:
            return _halved(holds, low, high)
    return None


def _within_grid(proposed: Callable[[int], Enclosure], bits: int) -> Enclosure | None:
    """Return a proposal that is no wider than the grid, None where this precision gives none."""
    found = proposed(bits)
    return found if found.high - found.low <= GRID else None


def _halved(holds: Callable[[Fraction], bool | None], low: int, high: int) -> Threshold:
    """Halve a decided bracket; a load that is undecided stays between its ends."""
    while high - low > 1:
        middle = (low + high) // 2
        answer = holds(middle * GRID)
        if answer is None:
            break
        low, high = (middle, high) if answer else (low, middle)
    return Threshold(low * GRID, high * GRID)


def compare(design: Design, n: int) -> Comparison | None:
    """Compare the review of one length with the global check, None where they do not share an effort model.

    :param design: a design with [effort] and [global]
    :param n: a candidate length
    :raises DesignError: when the effort model is out of its range there

    Source: equations (20), (23); GLOBAL-CHECK.1
    """
    effort, check = design.effort, design.global_check
    if effort is None or check is None or check.effort is None or check.load is None:
        return None
    spent, load = check.effort, check.load
    return Comparison(
        n=n,
        saved_load=decided(lambda bits: load - _local_load(effort, n, bits), SHOWN),
        needed_load=decided(lambda bits: _needed_load(effort, spent, n, bits), SHOWN),
        greater=decided(lambda bits: _greater(effort, spent, load, n, bits)),
        uniform_load=_uniform_load(design, effort, n),
    )


def _local_load(effort: Effort, n: int, bits: int) -> Enclosure:
    return sum((effort.load_at(i, n, bits) for i in range(1, n + 1)), point(0))


def _greater(effort: Effort, spent: Fraction, load: Fraction, n: int, bits: int) -> bool | None:
    """Tell whether the product of the local execution bounds is above the global one.

    At equal loads the penalties cancel, so that a tie of the f alone is decided where they are rational.
    """
    if _local_load(effort, n, bits) == point(load):
        return below(effort.bound(spent, point(0), 1, 1, bits), _local_reliability(effort, n, bits))
    local = point(1)
    for c in effort.execution(n, bits):
        local = (local * c).rounded(bits)
    return below(effort.bound(spent, point(load), 1, 1, bits), local)


def _local_reliability(effort: Effort, n: int, bits: int) -> Enclosure:
    """Enclose the product of f(e_i) over the rounds of a length."""
    product = point(1)
    for i, e in enumerate(effort.efforts(n), 1):
        product = (product * effort.bound(e, point(0), i, n, bits)).rounded(bits)
    return product


def _needed_load(effort: Effort, spent: Fraction, n: int, bits: int) -> Enclosure | None:
    """Enclose r·log(f(e_os)/product of f(e_i)), None where an f is 0."""
    whole, local = effort.bound(spent, point(0), 1, 1, bits), _local_reliability(effort, n, bits)
    if whole.low == 0 or local.low == 0:
        return None
    return (effort.scale_at(bits) * log(whole / local, bits)).rounded(bits)


def _uniform_load(design: Design, effort: Effort, n: int) -> Threshold | None:
    """Bracket the largest common load of (23), decided by whole powers: (1 - c(1-q))^n and (a·c)^n."""
    efforts, q = effort.efforts(n), design.false_pass
    if q is None or design.kinds is not None or len(set(efforts)) > 1 or "i" in effort.reliability.names:
        return None
    most, least = max(Fraction(*x) for x in q.values[:n]), Fraction(1)
    if design.response is not None:
        least = min(Fraction(*x) for x in design.response.values[:n])

    def meets(c: Fraction) -> Region:
        survival = survival_factors([pair(c)], [pair(most)]) * n
        complete = completeness_factors([pair(least)], [pair(c)]) * n
        return region_of(design, survival, complete)

    def holds(load: Fraction) -> bool | None:
        def ask(bits: int) -> bool | None:
            c = effort.bound(efforts[0], point(load), 1, n, bits)
            return settled(meets(c.low), meets(c.high), n)

        return decided(ask)

    def proposed(bits: int) -> Enclosure:
        share, gamma = Fraction(1, n), design.gamma or Fraction(1, 2)
        detects = (1 - power(point(design.level), share, bits)) / (1 - most)
        answers = power(point(1 - gamma), share, bits) / least if design.gamma is not None else point(0)
        f = effort.bound(efforts[0], point(0), 1, n, bits)
        return effort.scale_at(bits) * log((f / greatest(detects, answers)).rounded(bits), bits)

    return bracket(holds, proposed)
