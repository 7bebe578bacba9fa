"""Lower confidence bounds from counted trials: Clopper-Pearson, one-sided, with the last digit decided exactly."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import NamedTuple

from elenctic_kernel import InputError

from .binomial_tail import tail_at_most
from .errors import shown

MAX_TRIALS = 10_000_000
MAX_DIGITS = 30
LARGEST_NEED = 1 - Fraction(1, 10**12)
"""Largest probability whose count of trials is sought."""


class LowerBound(NamedTuple):
    """Hold a lower bound: ``steps`` units of the last of ``digits`` decimals.

    ``best`` says that one unit more was shown to be too much; else it was left undecided, and this is safe.
    """

    steps: int
    digits: int
    best: bool

    @property
    def value(self) -> Fraction:
        """Return the bound, dimensionless."""
        return Fraction(self.steps, 10**self.digits)

    @property
    def decimal(self) -> str:
        """Return the bound as it is printed, with all its digits."""
        text = str(self.steps).zfill(self.digits + 1)
        return f"{text[: -self.digits]}.{text[-self.digits :]}"


def lower_bound(trials: int, misses: int, alpha: Fraction, digits: int = 6) -> LowerBound:
    """Return the largest decimal that so few misses show to be a lower bound.

    That is the largest p of so many digits at which at most ``misses`` misses have a probability of at most
    alpha: were the chance that a trial is no miss p or less, they would be that unlikely. Every digit is
    decided by ``tail_at_most``; what scipy proposes is where the search starts, and nothing else.

    :param trials: independent trials, 1 to MAX_TRIALS
    :param misses: 0 to trials
    :param alpha: 1 - confidence, above 0 and below 1
    :param digits: decimals, 1 to MAX_DIGITS
    :raises InputError: when a count, alpha or digits is out of its range
    Source: Clopper and Pearson (1934), one-sided; PILOT-BOUND.1.
    """
    _check_count("trials", trials, 1, MAX_TRIALS)
    _check_count("misses", misses, 0, trials)
    _check_count("digits", digits, 1, MAX_DIGITS)
    _check_proportion("alpha", alpha)
    if misses == trials:  # any chance above 0 makes some success possible, none makes it sure
        return LowerBound(0, digits, True)
    unit = 10**digits
    start = proposed(trials, misses, alpha, unit)

    def holds(step: int) -> bool | None:
        return tail_at_most(trials, misses, Fraction(step, unit), alpha)

    steps, best = _last_that_holds(holds, unit, unit // 2 if start is None else start)
    return LowerBound(steps, digits, best)


def proposed(trials: int, misses: int, alpha: Fraction, unit: int) -> int | None:
    """Return scipy's bound in steps of 1/unit; None without scipy, or where it gives no number.

    :param trials: independent trials
    :param misses: below trials
    :param alpha: 1 - confidence
    :param unit: steps from 0 to 1
    Never raises.
    Source: the quantile of the beta distribution; nothing rests on it; no claim.
    """
    try:
        quantile = import_module("scipy.special").betaincinv(trials - misses, misses + 1, float(alpha))
        return int(Fraction(float(quantile)) * unit)
    except Exception:  # whatever fails in a library that is not needed
        return None


def _last_that_holds(holds: Callable[[int], bool | None], end: int, start: int) -> tuple[int, bool]:
    """Return the last step that holds, with 0 known to hold and ``end`` known not to, and whether the next was refused.

    Doubles its stride away from the start until the answer lies between two steps, then halves the gap.
    """
    low, high, refused = 0, end, True
    probe, stride = start, 1
    while high - low > 1:
        if not low < probe < high:
            probe = (low + high) // 2
        held = holds(probe)
        if held:
            low, probe = probe, probe + stride
        else:
            high, refused, probe = probe, held is False, probe - stride
        stride *= 2
    return low, refused


def trials_needed(least: Fraction, alpha: Fraction) -> int:
    """Return the least number of trials that show a lower bound if none of them is a miss.

    :param least: the bound to be shown, above 0 and at most LARGEST_NEED
    :param alpha: 1 - confidence, above 0 and below 1
    :raises InputError: when one of them is out of its range
    Source: the least n with least^n <= alpha; no claim.
    """
    _check_proportion("alpha", alpha)
    if type(least) is not Fraction or not 0 < least <= LARGEST_NEED:
        raise InputError("least", "a Fraction above 0 and at most 1 - 1e-12", shown(least))
    enough = 1
    while not tail_at_most(enough, 0, least, alpha):
        enough *= 2
    few, _ = _last_that_holds(lambda n: not tail_at_most(n, 0, least, alpha), enough, enough // 2)
    return few + 1


def _check_count(name: str, value: int, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise InputError(name, f"a whole number from {least} to {most}", shown(value))


def _check_proportion(name: str, value: Fraction) -> None:
    if type(value) is not Fraction or not 0 < value < 1:
        raise InputError(name, "a Fraction above 0 and below 1", shown(value))
