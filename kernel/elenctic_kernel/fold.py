"""Find where a running product falls to a target, exactly, in one pass of integer floor products."""

from collections.abc import Iterator, Sequence
from itertools import islice

from icontract import ensure, require

from .errors import InputError
from .terms import ONE, Pair, check_bound, check_type

DOUBLINGS = 2
"""How often the working precision doubles before one exact product decides a tie."""


def first_fall(factors: Sequence[Pair], target: Pair, *, strict: bool) -> int:
    """Return the least n whose product of the first n factors is at most the target, 0 for none.

    One floor product L decides, with L <= product·2^p <= L + lost, where lost counts the floors taken.
    Where the target falls between, p doubles twice; then one exact product, kept and extended, decides.

    :param factors: shape (T,), each a rational in [0, 1]
    :param target: a rational in [0, 1], below 1 unless strict
    :param strict: ask for a product below the target
    :raises InputError: when the target or a factor reached is of the wrong type or out of its range

    Source: equation (10); FOLD-EXACT.1
    """
    check_bound("target", target)
    if not strict and target[0] == target[1]:
        raise InputError("target", "a number below 1", "1")
    size = target[0].bit_length() + (target[1] - target[0]).bit_length()
    bits = 64 + 2 * target[1].bit_length() - size + len(factors).bit_length()  # near 0 and near 1 take more
    last = bits << DOUBLINGS
    rounds, exact, done = enumerate(factors, 1), ONE, 0
    bar = bar_of(target, bits, strict)
    met, low, lost = descend(rounds, 1 << bits, 0, bar)
    while met and low + lost > bar:
        if bits < last:
            bits *= 2
            bar = bar_of(target, bits, strict)
            _, low, lost = descend(enumerate(islice(factors, met), 1), 1 << bits, 0, -1)
            if low <= bar:
                continue
        else:
            exact, done = times(exact, product(factors, done, met)), met
            if has_fallen(exact, target, strict):
                return met
        met, low, lost = descend(rounds, low, lost, bar)
    check_type("factors", low, int)  # one float among the factors makes every later product a float
    return met


def bar_of(target: Pair, bits: int, strict: bool) -> int:
    """Return the greatest whole number at most (below, when strict) target·2^bits. Never raises."""
    return ((target[0] << bits) - strict) // target[1]


def has_fallen(product: Pair, target: Pair, strict: bool) -> bool:
    """Tell whether an exact product is at most (below, when strict) the target. Never raises."""
    left, right = product[0] * target[1], target[0] * product[1]
    return left < right if strict else left <= right


def descend(rounds: Iterator[tuple[int, Pair]], low: int, lost: int, bar: int) -> tuple[int, int, int]:
    """Multiply on until the floor product is at most the bar; return that round (0: never), L and lost.

    A factor of 1 keeps the last answer. The floor is ``advance``, written out for speed.

    :raises InputError: when a factor is not a rational in [0, 1]

    Source: FLOOR-PRODUCT.1
    """
    for n, (num, den) in rounds:
        if not 0 <= num <= den > 0:
            raise InputError("factors", "a rational from 0 to 1 as a pair of ints", f"another, round {n}")
        if num != den:
            low = low * num // den
            lost += 1
            if low <= bar:
                return n, low, lost
    return 0, low, lost


@require(lambda low, lost: low >= 0 and lost >= 0, "FLOOR-PRODUCT.1 a floor product")
@require(lambda num, den: 0 <= num <= den and den > 0, "FLOOR-PRODUCT.1 a factor in [0, 1]")
@ensure(
    lambda low, lost, num, den, result: result[0] * den <= low * num < (result[0] + 1) * den and result[1] == lost + 1,
    "FLOOR-PRODUCT.1 the floor loses less than 1, and is counted",
)
def advance(low: int, lost: int, num: int, den: int) -> tuple[int, int]:
    """Multiply a floor product by one factor and count the floor. Never raises.

    Source: FLOOR-PRODUCT.1
    """
    return low * num // den, lost + 1


def product(factors: Sequence[Pair], start: int, stop: int) -> Pair:
    """Return the exact product of factors start + 1 to stop as a balanced product. Never raises."""
    if stop - start < 2:
        return factors[start] if start < stop else ONE
    middle = (start + stop) // 2
    return times(product(factors, start, middle), product(factors, middle, stop))


def times(left: Pair, right: Pair) -> Pair:
    """Return the product of two rationals, not reduced. Never raises."""
    return left[0] * right[0], left[1] * right[1]


def product_bounds(factors: Sequence[Pair], bits: int) -> tuple[int, int]:
    """Return whole numbers (low, high) with low <= product·2^bits <= high.

    :param factors: shape (n,), each a rational in [0, 1]
    :param bits: working precision, at least 1
    :raises InputError: when a factor is not a rational in [0, 1]

    Source: FLOOR-PRODUCT.1
    """
    _, low, lost = descend(enumerate(factors, 1), 1 << bits, 0, -1)
    return low, low + lost
