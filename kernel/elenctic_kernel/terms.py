"""What is fixed before a review runs: soundness target, horizon, execution bounds, stopping rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from .errors import InputError

Pair = tuple[int, int]
"""A rational as (numerator, denominator), the denominator positive; compared by cross-multiplication."""

ONE: Pair = (1, 1)


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
    check_bound("delta", delta)
    if not 0 < delta[0] < delta[1]:
        raise InputError("delta", "a number above 0 and below 1", "an end of that range")
    check_type("horizon", horizon, int)
    if horizon < 1:
        raise InputError("horizon", "a whole number of rounds, at least 1", "a smaller one")
    check_type("rule", rule, StoppingRule)
    fixed = tuple(execution)
    if len(fixed) != horizon:
        raise InputError("execution", f"{horizon} bounds, one for each round", f"{len(fixed)}")
    for bound in fixed:
        check_bound("execution", bound)
    return Terms(delta, horizon, fixed, rule)


def check_type(field: str, value: object, wanted: type) -> None:
    """Refuse what is not exactly of the wanted type; a bool is not an int here.

    :raises InputError: when the type is another
    """
    if type(value) is not wanted:
        raise InputError(field, f"a value of type {wanted.__name__}", type(value).__name__)


def check_bound(field: str, bound: Pair) -> None:
    """Refuse what is not a rational in [0, 1] as a pair of ints.

    :raises InputError: when the type or the range is wrong
    """
    if type(bound) is not tuple or len(bound) != 2 or type(bound[0]) is not int or type(bound[1]) is not int:
        raise InputError(field, "a pair of ints (numerator, denominator)", type(bound).__name__)
    if not 0 <= bound[0] <= bound[1] or bound[1] < 1:
        raise InputError(field, "a number from 0 to 1 with a positive denominator", "another pair of ints")
