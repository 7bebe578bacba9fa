"""The lengths that the bounds certify: R_n, C_n, the first crossing and the effective region."""

from collections.abc import Sequence
from dataclasses import dataclass

from .errors import InputError
from .fold import first_fall
from .state import Kind
from .terms import ONE, Pair, check_bound


@dataclass(frozen=True)
class Region:
    """Hold where the two criteria begin and end to hold.

    ``first_crossing`` is K_delta, the least n with R_n <= delta, 0 where no round reaches it;
    ``last_complete`` is the greatest n with C_n >= 1 - gamma, 0 where even C_1 is below.
    """

    first_crossing: int
    last_complete: int

    @property
    def certified(self) -> bool:
        """Tell whether early stopping meets both targets: C_K >= 1 - gamma (13)."""
        return self.holds(self.first_crossing)

    def holds(self, n: int) -> bool:
        """Tell whether a length meets both criteria."""
        return 0 < self.first_crossing <= n <= self.last_complete


def survival_factors(
    execution: Sequence[Pair], false_pass: Sequence[Pair], kinds: Sequence[Kind] | None = None
) -> list[Pair]:
    """Return q̄_1 to q̄_T, shape (T,), 1 on declared clarification rounds.

    The formula is ``implemented_bound``, written out for speed.

    :param execution: c_1 to c_T, shape (T,), each in [0, 1]
    :param false_pass: q_1 to q_T, shape (T,), each in [0, 1]
    :param kinds: the declared kind of each round, all diagnostic when left out
    :raises InputError: when the shapes differ or a bound is not a rational in [0, 1]

    Source: equations (3), (8); IMPLEMENTED-BOUND.1, BOUNDS-COMPARE.1, EFFORT-MONOTONE.1
    """
    _check_rounds({"execution": execution, "false_pass": false_pass})
    rounds = zip(execution, false_pass, strict=True)
    factors = [(cd * qd - cn * (qd - qn), cd * qd) for (cn, cd), (qn, qd) in rounds]
    return factors if kinds is None else _ones_on_clarifications(factors, kinds)


def completeness_factors(
    response: Sequence[Pair], execution: Sequence[Pair], kinds: Sequence[Kind] | None = None
) -> list[Pair]:
    """Return a_1·c_1 to a_T·c_T, shape (T,), 1 on declared clarification rounds.

    :param response: a_1 to a_T, shape (T,), each in [0, 1]
    :param execution: c_1 to c_T, shape (T,), each in [0, 1]
    :param kinds: the declared kinds; left out, every round is charged as equation (7) charges it
    :raises InputError: when the shapes differ or a bound is not a rational in [0, 1]

    Source: equations (7), (9); DETERMINISTIC-REGION.1, REALLOCATION-INTERVAL.1, COMPLETENESS-PRODUCT.2
    """
    _check_rounds({"response": response, "execution": execution})
    factors = [(an * cn, ad * cd) for (an, ad), (cn, cd) in zip(response, execution, strict=True)]
    return factors if kinds is None else _ones_on_clarifications(factors, kinds)


def _ones_on_clarifications(factors: list[Pair], kinds: Sequence[Kind]) -> list[Pair]:
    if len(kinds) != len(factors) or not set(kinds) <= set(Kind):
        raise InputError("kinds", f"{len(factors)} kinds, one for each round", f"{len(kinds)} values")
    return [factor if kind is Kind.DIAGNOSTIC else ONE for factor, kind in zip(factors, kinds, strict=True)]


def _check_rounds(bounds: dict[str, Sequence[Pair]]) -> None:
    if len({len(rounds) for rounds in bounds.values()}) != 1:
        raise InputError(" and ".join(bounds), "one bound for each round", "shapes that differ")
    for field, rounds in bounds.items():
        if not all(0 <= num <= den > 0 for num, den in rounds):
            raise InputError(field, "rationals from 0 to 1 as pairs of ints", "another")


def region(survival: Sequence[Pair], completeness: Sequence[Pair], delta: Pair, gamma: Pair) -> Region:
    """Find K_delta and the last length whose true-acceptance bound meets its target.

    :param survival: q̄_1 to q̄_T, shape (T,), each in (0, 1]
    :param completeness: a_1·c_1 to a_T·c_T, shape (T,), each in [0, 1]
    :param delta: soundness target, 0 < delta < 1
    :param gamma: completeness shortfall, 0 < gamma < 1
    :raises InputError: when a target is not a rational in [0, 1], or the shapes differ

    Source: Definition 12, Propositions 11 and 13; DETERMINISTIC-REGION.1, REGION-INTERVAL.1, ADDITIVE-INNER.1,
    EARLY-STOPPING.1, FIXED-LENGTH.1
    """
    check_bound("gamma", gamma)
    if len(survival) != len(completeness):
        raise InputError("completeness", f"{len(survival)} factors, as survival has", f"{len(completeness)}")
    falls_short = first_fall(completeness, (gamma[1] - gamma[0], gamma[1]), strict=True)
    return Region(first_fall(survival, delta, strict=False), falls_short - 1 if falls_short else len(completeness))


def settled(worst: Region, best: Region, n: int) -> bool | None:
    """Tell whether length n meets both criteria where the bounds are known to lie between two ends.

    Both products are monotone in every bound, so what holds at the worst end holds, and what fails at the best fails.

    :param worst: the region at q, c and a on the side that certifies less
    :param best: the region on the other side
    :param n: a length, a count of rounds
    :return: None where the ends do not tell

    Source: equations (18), (19); ENCLOSED-REGION.1
    """
    return True if worst.holds(n) else None if best.holds(n) else False


def lengths(found: Region, kinds: Sequence[Kind] | None = None) -> list[tuple[int, int]]:
    """Return the effective region as closed intervals: a length ends in a diagnostic round.

    Source: equation (15), REGION-INTERVAL.1
    """
    if not found.certified:
        return []
    if kinds is None:
        return [(found.first_crossing, found.last_complete)]
    intervals: list[tuple[int, int]] = []
    for n in range(found.first_crossing, found.last_complete + 1):
        if kinds[n - 1] is Kind.DIAGNOSTIC:
            joins = intervals and intervals[-1][1] == n - 1
            intervals.append((intervals.pop()[0] if joins else n, n))
    return intervals
