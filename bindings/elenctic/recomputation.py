"""Every theoretical number of the paper, computed again from the designs that it states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import ceil

from .agreement import Found, Lengths
from .certification import check
from .comparison import Threshold, answer_global, compare
from .counted_arithmetic import (
    CountedCheck,
    check_globally,
    check_locally,
    example_claim,
    example_vectors,
    worst_false_pass,
)
from .design import Design
from .effort import Effort
from .effort_region import SHOWN_BITS, Decided, EffortRegion
from .enclosure import Enclosure, decided, log, point
from .expression import Expression
from .paper_designs import (
    BUDGETS,
    CROSSING_HORIZON,
    EXPERTISE,
    RELIABILITY_AT_REST,
    SCHEDULE_SESSIONS,
    comparison,
    effort_sweep,
    figure_2,
    matrix_product,
    scheduling,
)
from .products import Value, products_at
from .region import DesignRegion, intervals

Numbers = Iterator[tuple[str, Found]]


@dataclass(frozen=True)
class Swept:
    """Hold the certified lengths of Figure 3's design at one budget.

    :param budget: E, in the paper's unit of effort
    :param additive: the additive sufficient set (19), as closed intervals; None where a length is undecided
    :param product: the exact product set
    """

    budget: int
    additive: Lengths | None
    product: Lengths | None


def swept() -> list[Swept]:
    """Decide every candidate length of Figure 3 at every budget of its sweep.

    Source: Appendix B and Figure 3; ENCLOSED-REGION.1, ADDITIVE-REACH.1
    """
    regions = ((budget, EffortRegion(effort_sweep(budget)).lengths) for budget in BUDGETS)
    return [
        Swept(budget, _set(rows, [row.additive for row in rows]), _set(rows, [row.certified for row in rows]))
        for budget, rows in regions
    ]


def _set(rows: list[Decided], members: list[bool | None]) -> Lengths | None:
    if None in members:
        return None
    return tuple(intervals(row.n for row, member in zip(rows, members, strict=True) if member))


def recomputed(sweep: list[Swept]) -> dict[str, Found]:
    """Return every number by its id.

    :param sweep: as ``swept`` returns it

    Source: Figures 2 and 3, Table 1, Appendices B and E; no claim.
    """
    groups = (
        _appendix_b(sweep), _figure_2(), _table_1(), _section_5(), _appendix_e3(), _counts(),
        _appendix_e1(), _appendix_e1_longer(), _appendix_e2(), _appendix_e2_reach(),
    )  # fmt: skip
    return {id: found for group in groups for id, found in group}


def _appendix_b(sweep: list[Swept]) -> Numbers:
    effort = _effort(effort_sweep(BUDGETS.start))
    at_rest = Expression.parse(RELIABILITY_AT_REST, frozenset({"xi"}), irrational=True)
    yield "appb.r_10", effort.scale_at(SHOWN_BITS)
    yield "appb.b_10", at_rest.enclose(SHOWN_BITS, xi=Fraction(EXPERTISE))
    yield "appb.f_0_10", effort.reliability_at(Fraction(0), SHOWN_BITS)
    yield "appb.budgets", len(sweep)
    additive, product = [row.additive for row in sweep], [row.product for row in sweep]
    known = _known(additive)
    yield "appb.nonempty", known and all(additive)
    yield "appb.contiguous", known and _whole(additive)
    yield "fig3.nested", known and _nested(additive)
    for row in sweep:
        if row.budget in (20, 60, 180):
            yield f"appb.set_{row.budget}", row.additive
            yield f"appb.product_{row.budget}", row.product
    lefts = {found[0][0] if found else 0 for found in product}
    yield "appb.product_left", lefts.pop() if _known(product) and len(lefts) == 1 else None
    yield "appb.product_whole", _known(product) and _whole(product) and _nested(product)


def _effort(design: Design) -> Effort:
    return EffortRegion(design).effort


def _known(sets: list[Lengths | None]) -> bool | None:
    return None if None in sets else True


def _whole(sets: list[Lengths | None]) -> bool:
    return all(found is not None and len(found) <= 1 for found in sets)


def _nested(sets: list[Lengths | None]) -> bool:
    members = [{n for low, high in found or () for n in range(low, high + 1)} for found in sets]
    return all(smaller <= larger for smaller, larger in pairwise(members))


def _figure_2() -> Numbers:
    found = DesignRegion(figure_2())
    yield "fig2.additive", _intervals(found.additive)
    yield "fig2.product", tuple(found.intervals)
    yield "fig2.K", found.found.first_crossing
    yield "fig2.R_2", _enclosure(products_at(found.survival, [2], "up")[2])
    for n, value in products_at(found.completeness, [11, 12], "down").items():
        yield f"fig2.C_{n}", _enclosure(value)


def _intervals(found: list[tuple[int, int]] | None) -> Lengths | None:
    return None if found is None else tuple(found)


def _enclosure(value: Value) -> Enclosure:
    return Enclosure(value.low, value.high)


def _table_1() -> Numbers:
    design = comparison()
    answer, region = answer_global(design), EffortRegion(design)
    assert answer is not None
    assert answer.true_accept is not None
    yield "tab1.R_os", _enclosure(answer.false_accept)
    yield "tab1.C_os", _enclosure(answer.true_accept)
    yield "tab1.global", answer.certified
    survival, completeness = region.bounds_at(5)
    yield "tab1.R_5", _enclosure(survival)
    yield "tab1.C_5", _enclosure(completeness)
    yield "tab1.local", region.decide(5).certified
    yield "e3.sound_os", answer.sound
    yield "e3.complete_os", answer.complete
    yield "s5.load_os", _bracket(answer.load_threshold)


def _bracket(found: Threshold | None) -> Enclosure | None:
    return None if found is None else Enclosure(found.low, found.high)


def _section_5() -> Numbers:
    design, lighter = comparison(), answer_global(comparison(load="0.10"))
    effort, length = _effort(design), EffortRegion(design).decide(5)
    assert lighter is not None
    assert lighter.true_accept is not None
    yield "s5.effort", point(effort.efforts(5)[0])
    yield "s5.sum", sum(effort.execution(5, SHOWN_BITS), point(0)) * Fraction(1, 2)
    yield "s5.additive", length.additive
    yield "s5.R_os", _enclosure(lighter.false_accept)
    yield "s5.C_os", _enclosure(lighter.true_accept)
    yield "s5.global", lighter.certified
    compared = compare(design, 5)
    assert compared is not None
    yield "s5.saved_load", compared.saved_load
    yield "s5.needed_load", compared.needed_load
    yield "s5.greater", compared.greater
    yield "s5.load_0", _bracket(compared.uniform_load)


def _appendix_e3() -> Numbers:
    design = comparison()
    effort, region = _effort(design), EffortRegion(design)
    yield "e3.f_24", effort.reliability_at(Fraction(24), SHOWN_BITS)
    yield "e3.f_120", effort.reliability_at(Fraction(120), SHOWN_BITS)
    yield "e3.c_os", effort.bound(Fraction(120), point(Fraction("0.20")), 1, 1, SHOWN_BITS)
    ends = region.ends(5, SHOWN_BITS)
    best, worst = (products_at(factors, [4], "up")[4] for factors in (ends.best_survival, ends.worst_survival))
    yield "e3.R_4", Enclosure(best.low, worst.high)
    yield "e3.crossing", region.decide(5).first_crossing


def _counts() -> Numbers:
    claim = example_claim()
    one, five = check_globally(claim), check_locally(claim, example_vectors())
    yield from _counted("global", one)
    yield from _counted("local", five)
    yield "e3.global_words", one.input_words
    yield "e3.global_shown", one.words
    yield "e3.local_words", five.words
    yield "e1.products", len(five.displays[0])


def _counted(name: str, done: CountedCheck) -> Numbers:
    assert done.passed
    yield f"e3.{name}_mults", done.arithmetic.multiplications
    yield f"e3.{name}_adds", done.arithmetic.additions
    yield f"e3.{name}_compares", done.arithmetic.comparisons
    yield f"e3.{name}_all", done.arithmetic.operations


def _appendix_e1() -> Numbers:
    ideal, found = DesignRegion(matrix_product(bound="1")), DesignRegion(matrix_product())
    yield "e1.q", point(worst_false_pass())
    yield "e1.ideal_R_5", _enclosure(products_at(ideal.survival, [5], "up")[5])
    yield "e1.ideal_C_5", _enclosure(products_at(ideal.completeness, [5], "down")[5])
    yield "e1.ideal_sound", 0 < ideal.found.first_crossing <= 5
    yield "e1.qbar", point(Fraction(*found.survival[0]))
    for n, value in products_at(found.survival, [4, 5], "up").items():
        yield f"e1.R_{n}", _enclosure(value)
    for n, value in products_at(found.completeness, [5, 6], "down").items():
        yield f"e1.C_{n}", _enclosure(value)
    yield "e1.threshold", point(1 / found.design.level)
    yield "e1.K", found.found.first_crossing
    yield "e1.region", tuple(found.intervals)


def _appendix_e1_longer() -> Numbers:
    found, sound = DesignRegion(matrix_product()), DesignRegion(matrix_product(completeness=False))
    yield "e1.gain", point(1 - Fraction(*found.survival[0]))
    yield "e1.additive_first", sound.additive[0][0] if sound.additive else None
    yield "e1.C_7", _enclosure(products_at(found.completeness, [7], "down")[7])
    yield "e1.additive", _intervals(found.additive)


def _appendix_e2() -> Numbers:
    pairs = list(combinations(range(SCHEDULE_SESSIONS), 2))
    yield "e2.pairs", len(pairs)
    yield "e2.J", SCHEDULE_SESSIONS + sum(len(("room", "speaker")) for _ in pairs)
    short, found = scheduling(20), DesignRegion(scheduling(CROSSING_HORIZON))
    assert short.false_pass is not None
    bound, answer = Fraction(*found.survival[0]), check(short).early_stopping
    yield "e2.q", point(Fraction(*short.false_pass.values[0]))
    yield "e2.qbar", point(bound)
    yield "e2.detection", point(1 - bound)
    yield "e2.gain", log(point(1 / bound), SHOWN_BITS)
    assert answer is not None
    assert answer.true_accept is not None
    yield "e2.false_20", _enclosure(answer.false_accept)
    yield "e2.true_20", _enclosure(answer.true_accept)


def _appendix_e2_reach() -> Numbers:
    found, shorter = DesignRegion(scheduling(CROSSING_HORIZON)), DesignRegion(scheduling(CROSSING_HORIZON - 1))
    bound, crossing = Fraction(*found.survival[0]), found.found.first_crossing

    def rounds(bits: int) -> Enclosure:
        return log(point(1 / found.design.level), bits) / log(point(1 / bound), bits)

    def least(bits: int) -> int | None:
        low, high = (ceil(end) for end in (rounds(bits).low, rounds(bits).high))
        return low if low == high else None

    yield "e2.quotient", rounds(SHOWN_BITS)
    yield "e2.rounds", decided(least)
    yield "e2.K", crossing
    yield "e2.K_needs", shorter.found.first_crossing == 0
    yield "e2.C_1663", _enclosure(products_at(found.completeness, [CROSSING_HORIZON], "down")[CROSSING_HORIZON])
    yield "e2.never", found.found.last_complete < crossing
