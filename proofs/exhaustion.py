"""Claims whose small worlds are exhausted: the worlds that were played out, and the exact worst case in each.

Exhaustion of small worlds is no proof for all. Each claim names its worlds; nothing is said of any other. Where a claim
is proved for all values, they are evidence beside the proof. Not covered: what ``plans`` and ``trees`` do not cover.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import elenctic_kernel as kernel
from elenctic_kernel import Pair, StoppingRule, Terms

from .broken_rules import RULES
from .found import Found
from .freivalds_worlds import freivalds_field, freivalds_half
from .plans import QUARTERS, game, games, least_acceptances, worst_case
from .trees import accepted, worlds


def anytime_sound() -> Iterator[Found]:
    """Yield the worst false acceptance of every plan to depth 6, and of every tree to depth 3."""
    for each in games():
        most, delta = worst_case(each), Fraction(*each.terms.delta)
        yield Found(f"plans: {each.name}", most, delta, most <= delta, most == delta)
    for terms in worlds():
        counted, delta = accepted(terms, kernel.open(terms, True)), Fraction(*terms.delta)
        most = max(counted)
        yield Found(f"trees: {_named(terms)}", most, delta, most <= delta, most == delta, counted.total())


def _named(terms: Terms) -> str:
    bounds = " ".join(str(Fraction(*c)) for c in terms.execution)
    return f"delta {Fraction(*terms.delta)}, c {bounds}, {terms.rule.value}"


def completeness_product() -> Iterator[Found]:
    """Yield, for each world, the least margin of a plan's acceptance over its product of a·c up to K."""
    mixed: list[Pair] = [(3, 4), (1, 1), (1, 2), (1, 1), (1, 1), (3, 4)]
    response = [Fraction(9, 10), Fraction(1), Fraction(1, 2), Fraction(1), Fraction(2, 3), Fraction(1)]
    for delta in ((1, 2), (1, 8), (1, 32)):
        each = game(delta, mixed, [(1, 4), (1, 2)], StoppingRule.FIRST_CROSSING)
        kept = list(least_acceptances(each, response))
        least = min(plan.least - plan.promised for plan in kept)
        tight = any(plan.least == plan.promised > 0 for plan in kept)
        yield Found(each.name, least, Fraction(0), least >= 0, tight, len(kept))


def retries_cost() -> Iterator[Found]:
    """Yield the worst false acceptance of k tries at delta/k each: at most delta, and above delta/k from k = 2 on."""
    for k, delta in ((k, delta) for k in range(1, 6) for delta in (Fraction(1, 4), Fraction(1, 2))):
        share = (delta / k).as_integer_ratio()
        for grid in ([share], [share, *QUARTERS]):
            each = game(share, [(1, 1)] * 3, grid, StoppingRule.FIRST_CROSSING, tries=k)
            most, known = worst_case(each), 1 - (1 - delta / k) ** k
            yield Found(f"{k} tries, {each.name}", most, delta, most <= delta, most == known)


EXHAUSTED: Mapping[str, Callable[[], Iterator[Found]]] = {
    "ANYTIME-SOUND.2": anytime_sound,
    "COMPLETENESS-PRODUCT.2": completeness_product,
    "RETRIES-COST.2": retries_cost,
    "FREIVALDS-HALF.1": freivalds_half,
    "FREIVALDS-FIELD.1": freivalds_field,
}


def check_all() -> Iterator[tuple[str, object, object]]:
    """Yield each world, that the claim must hold there, and whether it does; then the rules that must be refuted."""
    for name, worlds_of in EXHAUSTED.items():
        found = list(worlds_of())
        for each in found:
            yield f"{name}: {each.world}: {each.extreme} against {each.bound}", True, each.holds
        yield f"{name}: attained in some world", True, any(each.tight for each in found)
    for rule in RULES:
        refuted = rule()
        yield f"{refuted.rule}: {refuted.tree}", True, refuted.probability > refuted.delta
