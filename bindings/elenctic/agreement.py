"""A printed number beside a recomputed one: whether they agree, and both in the same manner of writing."""

from __future__ import annotations

from decimal import Decimal
from enum import Enum, unique
from fractions import Fraction
from typing import TypeAlias

from .decimals import fraction_text
from .interval import Enclosure, at_most
from .numbers import exact
from .paper_numbers import Number, Relation
from .report import intervals_text

Lengths: TypeAlias = tuple[tuple[int, int], ...]
Found: TypeAlias = Enclosure | Lengths | int | bool | None
"""A recomputed number, set of lengths, count or statement; None where the finest precision does not tell."""

MANNER = "0.000000"
"""How a number is written that the paper does not print."""

MOST_DIGITS = 12
"""Significant digits of an enclosure in the text."""

LONGEST_FRACTION = 16
"""Longest "p/q" in the text."""


@unique
class Agreement(Enum):
    """Hold how the two compare; a number that the paper does not print has nothing to agree with."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNDECIDED = "undecided"
    NOT_PRINTED = "not-printed"


def agreement(number: Number, found: Found) -> Agreement:
    """Compare a recomputed number with the printed one.

    A rounded one agrees when it is within half a unit of its last digit of every number in the enclosure.

    :param number: as the paper has it
    :param found: as recomputed
    :raises DesignError: when the printed text is no number

    Source: design rule "every theoretical number of the paper beside the recomputed one"; no claim.
    """
    if found is None:
        return Agreement.UNDECIDED
    if number.paper is None:
        return Agreement.NOT_PRINTED
    answer = _agrees(number.paper, number.relation, found)
    return Agreement.UNDECIDED if answer is None else Agreement.AGREES if answer else Agreement.DIFFERS


def _agrees(paper: str, relation: Relation, found: Enclosure | Lengths | int | bool) -> bool | None:
    if isinstance(found, bool | tuple):
        return written(found) == paper
    value = found if isinstance(found, Enclosure) else Enclosure(Fraction(found), Fraction(found))
    printed = exact(paper)
    if relation is Relation.AT_MOST:
        return at_most(value, printed)
    slack = unit(paper) / 2 if relation is Relation.ROUNDED else Fraction(0)
    ends = at_most(printed - slack, value), at_most(value, printed + slack)
    return False if False in ends else None if None in ends else True


def unit(paper: str) -> Fraction:
    """Return one unit of the last digit of a decimal, 10^-6 for "0.032844" and 10^-79 for "8.04e-77"."""
    return Fraction(10) ** int(Decimal(paper).as_tuple().exponent)


def written(found: Found, paper: str | None = None) -> str:
    """Write a recomputed value as the paper does: a number to the same digits, to the nearest.

    :param found: the value
    :param paper: what the paper prints, None for six decimals
    """
    if isinstance(found, bool):
        return "yes" if found else "no"
    if found is None:
        return "undecided"
    if isinstance(found, tuple):
        return intervals_text(list(found))
    if isinstance(found, int):
        return str(found)
    fraction = paper is not None and "/" in paper
    if fraction and found.exact:
        return fraction_text(found.low)
    manner = MANNER if paper is None or fraction else paper
    ends = dict.fromkeys(_nearest(end, manner) for end in (found.low, found.high))
    return " or ".join(ends)


def _nearest(value: Fraction, manner: str) -> str:
    """Return the decimal of a manner of writing that is nearest, the larger of two."""
    count = (2 * value / unit(manner) + 1) // 2
    return str(Decimal(f"{count}e{Decimal(manner).as_tuple().exponent}")).lower()


def digits(found: Found) -> str:
    """Write what an enclosure shows beyond the paper: "p/q" where that is short, else the digits that are certain.

    Digits followed by .. are cut: the value lies between them and one unit more of the last.

    :param found: the value; empty text where it is no enclosure
    """
    if not isinstance(found, Enclosure):
        return ""
    if found.exact and len(fraction_text(found.low)) <= LONGEST_FRACTION:
        return fraction_text(found.low)
    for count in range(MOST_DIGITS, 0, -1):
        text = found.text(count)[0]
        if found.high <= exact(text) + unit(text):
            mantissa, e, power = text.partition("e")
            return f"{mantissa}..{e}{power}"
    return ""
