"""What is fixed before a review runs: soundness target, horizon, execution bounds, stopping rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, unique
from typing import TypeAlias

from .errors import InputError

Pair: TypeAlias = tuple[int, int]
"""A rational as (numerator, denominator), the denominator positive; compared by cross-multiplication."""

ONE: Pair = (1, 1)


@unique
class StoppingRule(Enum):
    """Say when a passed review accepts."""

    FIRST_CROSSING = "first-crossing"
    AT_HORIZON = "at-horizon"


@dataclass(frozen=True)
class Terms:
    """Hold the terms of one review. Build them with ``make_terms``, which checks them."""

    delta: Pair
    horizon: int
    execution: Sequence[Pair]
    rule: StoppingRule


def make_terms(delta: Pair, horizon: int, execution: Sequence[Pair], rule: StoppingRule) -> Terms:
    """Fix the terms of a review before its first message.

    :param delta: soundness target, 0 < delta < 1, dimensionless
    :param horizon: T, the last admissible round, a count, at least 1
    :param execution: c_1 to c_T, shape (T,), each in [0, 1]: c_m is at index m - 1
    :param rule: first crossing, or acceptance at the horizon only
    :raises InputError: when a value is of the wrong type or out of its range

    Source: Assumption 1, Definition 6; BOUNDS-FIXED.1
    """
    _check_delta(delta)
    if type(horizon) is not int or horizon < 1:
        raise InputError("horizon", "a whole number of rounds, at least 1", repr(horizon))
    if type(rule) is not StoppingRule:
        raise InputError("rule", "a StoppingRule", type(rule).__name__)
    fixed = tuple(execution)
    if len(fixed) != horizon:
        raise InputError("execution", f"{horizon} bounds, one for each round", f"{len(fixed)}")
    for bound in fixed:
        check_bound("execution", bound)
    return Terms(delta, horizon, fixed, rule)


def _check_delta(delta: Pair) -> None:
    check_pair("delta", delta)
    if not 0 < delta[0] < delta[1]:
        raise InputError("delta", "a number above 0 and below 1", "one outside")


def check_bound(field: str, bound: Pair) -> None:
    """Refuse what is not a rational in [0, 1].

    :raises InputError: when the type or the range is wrong
    """
    check_pair(field, bound)
    if not 0 <= bound[0] <= bound[1]:
        raise InputError(field, "a number from 0 to 1", "one outside")


def check_pair(field: str, pair: Pair) -> None:
    """Refuse what is not a pair of ints with a positive denominator; a bool is not an int here.

    :raises InputError: when the type or the denominator is wrong
    """
    if type(pair) is not tuple or len(pair) != 2 or type(pair[0]) is not int or type(pair[1]) is not int:
        raise InputError(field, "a pair of ints (numerator, denominator)", type(pair).__name__)
    if pair[1] <= 0:
        raise InputError(field, "a positive denominator", "one that is not")
