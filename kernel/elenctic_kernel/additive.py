"""The additive sufficient criterion: where a sum of gains reaches log(1/delta), decided in whole numbers."""

from collections.abc import Sequence

from .errors import InputError
from .terms import Pair, check_bound


def exp_bounds(num: int, den: int, bits: int) -> tuple[int, int]:
    """Return whole numbers (low, high) with low <= e^x·2^bits <= high, for x = num/den >= 0.

    The argument is halved until it is at most 1/2, the partial sum is rounded down and up, the last
    term bounds the rest, and the sums are squared back. Assumed by name: e^x is the limit of the
    partial sums, and e^(2x) = (e^x)^2.

    :param num: numerator of x, at least 0
    :param den: denominator of x, at least 1
    :param bits: working precision, at least 1
    :raises InputError: when an argument is out of its range

    Source: equations (16), (17); ADDITIVE-REGION.1
    """
    if num < 0 or den < 1 or bits < 1:
        raise InputError("x", "a rational at least 0 and a positive precision", "another")
    halvings = max(0, num.bit_length() - den.bit_length() + 2)
    den <<= halvings
    low = high = term_low = term_high = 1 << bits
    n = 0
    while term_high > 1:
        n += 1
        term_low = term_low * num // (den * n)
        term_high = -(-term_high * num // (den * n))
        low, high = low + term_low, high + term_high
    high += term_high  # the rest of the series is at most its last term, as x <= 1/2
    for _ in range(halvings):
        low, high = low * low >> bits, -(-high * high >> bits)
    return low, high


def encloses_log(low: int, high: int, bits: int, delta: Pair) -> bool:
    """Tell whether low <= log(1/delta)·2^bits <= high is sure; False says only that it is not.

    :param low: proposed lower end, at least 0
    :param high: proposed upper end
    :param bits: the scale 2^bits of both ends
    :param delta: soundness target, 0 < delta < 1
    :raises InputError: when an argument is of the wrong type or out of its range

    Source: equation (16); ADDITIVE-REGION.1
    """
    check_bound("delta", delta)
    inverse = delta[1] << bits
    return (
        exp_bounds(low, 1 << bits, bits)[1] * delta[0] <= inverse
        and exp_bounds(high, 1 << bits, bits)[0] * delta[0] >= inverse
    )


def first_reach(gains: Sequence[Pair], low: int, high: int, bits: int) -> int | None:
    """Return the least n whose sum of gains reaches a threshold in [low, high]·2^-bits, 0 for none.

    :param gains: c_i·(1 - q_i), shape (T,), each a rational in [0, 1]
    :param low: lower end of the threshold, scaled
    :param high: upper end of the threshold, scaled
    :param bits: the scale 2^bits of both ends
    :return: None where this precision does not tell
    :raises InputError: when a gain is not a rational in [0, 1]

    Source: equation (16), Corollary 14; ADDITIVE-REGION.1
    """
    total = 0
    for n, (num, den) in enumerate(gains, 1):
        if not 0 <= num <= den or den < 1:
            raise InputError("gains", "a rational from 0 to 1 as a pair of ints", f"another, round {n}")
        total += (num << bits) // den
        if total >= high:
            return n
        if total + n > low:  # each floor lost less than 1
            return None
    return 0
