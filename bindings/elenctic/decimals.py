"""Numbers as text: exact where it can be, else rounded to the side that the caller names.

Nothing here depends on Python's digit limit, on the thread's Decimal context, or on a float.
"""

from __future__ import annotations

import re
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact
from fractions import Fraction

from elenctic.errors import DesignError, shown

MAX_PLACES = 1000
MAX_PLAIN_PLACES = 12

_CHUNK_BITS = 1024
_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])
_LOG10_OF_2 = (301029995663981195, 10**18)
_PLAIN = re.compile(r"[+-]?(?=\.?[0-9])[0-9]*(?:\.([0-9]*))?")


def integer_text(n: int) -> str:
    """Print a whole number of any size.

    Python's own conversion is quadratic and stops at a digit limit that any library can lower.

    :param n: the whole number
    Never raises.
    Source: design rule "numbers at the border"; no claim.
    """
    powers = [Decimal(1 << _CHUNK_BITS)]
    while _CHUNK_BITS << len(powers) < n.bit_length():
        powers.append(_EXACT.multiply(powers[-1], powers[-1]))
    return ("-" if n < 0 else "") + str(_decimal(abs(n), powers, len(powers)))


def _decimal(n: int, powers: list[Decimal], level: int) -> Decimal:
    if level == 0:
        return Decimal(n)
    half = _CHUNK_BITS << (level - 1)
    high, low = n >> half, n & ((1 << half) - 1)
    if high == 0:
        return _decimal(low, powers, level - 1)
    shifted = _EXACT.multiply(_decimal(high, powers, level - 1), powers[level - 1])
    return _EXACT.add(shifted, _decimal(low, powers, level - 1))


def fraction_text(value: Fraction) -> str:
    """Print a fraction in lowest terms, "p/q", or "p" when it is whole.

    :param value: the number, of any size
    Never raises.
    Source: design rule "numbers at the border"; no claim.
    """
    numerator = integer_text(value.numerator)
    return numerator if value.denominator == 1 else f"{numerator}/{integer_text(value.denominator)}"


def round_up(value: Fraction, places: int = 6) -> str:
    """Print the least decimal at or above the value: 0.032845, or 8.040753e-77 when it is small.

    :param value: the number, of any size and sign
    :param places: digits after the point, 0 to 1000; a nonzero value that is nearer to 0 than 1/1000
        (or than one unit of the last place) gets an exponent instead, so it is never shown as 0
    :raises DesignError: when places is out of its range
    Source: design rule "printed decimals are rounded to the safe side"; no claim.
    """
    checked_places(places, "places")
    return _rounded(value, places, up=True)


def round_down(value: Fraction, places: int = 6) -> str:
    """Print the greatest decimal at or below the value, in the form that ``round_up`` uses.

    :param value: the number, of any size and sign
    :param places: digits after the point, 0 to 1000
    :raises DesignError: when places is out of its range
    Source: design rule "printed decimals are rounded to the safe side"; no claim.
    """
    checked_places(places, "places")
    return _rounded(value, places, up=False)


def _rounded(value: Fraction, places: int, up: bool) -> str:
    if value < 0:
        return "-" + _rounded(-value, places, not up)
    if value != 0 and value < Fraction(1, 10 ** min(3, places)):
        return _scientific(value, places, up)
    return _pointed(_scaled(value, places, up), places)


def _scaled(value: Fraction, power: int, up: bool) -> int:
    """Return value * 10**power, rounded to a whole number on the named side."""
    shift: int = 10 ** abs(power)
    top = value.numerator * (shift if power > 0 else 1)
    bottom = value.denominator * (shift if power < 0 else 1)
    return -(-top // bottom) if up else top // bottom


def _scientific(value: Fraction, places: int, up: bool) -> str:
    exponent = _exponent(value)
    digits = _scaled(value, places - exponent, up)
    if digits == 10 ** (places + 1):
        digits, exponent = digits // 10, exponent + 1
    return f"{_pointed(digits, places)}e{exponent}"


def _exponent(value: Fraction) -> int:
    """Return the whole e with 10**e <= value < 10**(e+1), for value above 0."""
    bits = value.numerator.bit_length() - value.denominator.bit_length()
    estimate = bits * _LOG10_OF_2[0] // _LOG10_OF_2[1]
    while _scaled(value, -estimate, up=False) < 1:
        estimate -= 1
    while _scaled(value, -estimate, up=False) >= 10:
        estimate += 1
    return estimate


def _pointed(digits: int, places: int) -> str:
    """Return digits / 10**places as plain decimals, for digits at or above 0."""
    text = integer_text(digits).zfill(places + 1)
    return f"{text[:-places]}.{text[-places:]}" if places else text


def plain_text(value: Fraction) -> str:
    """Print exact decimals where at most 12 places hold the value, else "p/q".

    :param value: the number, of any size and sign
    Never raises.
    Source: design rule "numbers at the border"; no claim.
    """
    for places in range(MAX_PLAIN_PLACES + 1):
        if 10**places % value.denominator == 0:
            return _exact_decimals(value, places)
    return fraction_text(value)


def _exact_decimals(value: Fraction, places: int) -> str:
    sign = "-" if value < 0 else ""
    return sign + _pointed(_scaled(abs(value), places, up=False), places)


def written_text(written: str, value: Fraction) -> str:
    """Print a number in the form in which the user wrote it: "0.10", "1/20".

    Always exact: the written text chooses the form only. Plain decimals keep their count of decimals, a
    fraction stays a fraction in lowest terms; anything else ("5e-2", no text) gives decimals of at most 12
    places where they hold the value, else "p/q".

    :param written: the text that the number was read from, empty when there is none
    :param value: the number
    Never raises.
    Source: design rule "numbers at the border"; no claim.
    """
    text = written.strip(" \t")
    decimals = _PLAIN.fullmatch(text)
    places = len(decimals[1] or "") if decimals else MAX_PLACES + 1
    if places <= MAX_PLACES and 10**places % value.denominator == 0:
        return _exact_decimals(value, places)
    return fraction_text(value) if "/" in text else plain_text(value)


def complement_text(written: str, value: Fraction) -> str:
    """Print 1 - value in the form in which the user wrote the value: "0.10" gives "0.90".

    Always exact, by the rules of ``written_text``.

    :param written: the text that the value was read from, empty when there is none
    :param value: the number that is taken from 1
    Never raises.
    Source: design rule "numbers at the border"; no claim.
    """
    return written_text(written, 1 - value)


def checked_places(places: object, field: str) -> int:
    """Return a count of decimal places, or refuse it.

    :param places: a whole number from 0 to 1000
    :param field: the argument's name
    :raises DesignError: when it is anything else
    Source: design rule "exponents are bounded before conversion"; no claim.
    """
    if type(places) is int and 0 <= places <= MAX_PLACES:
        return places
    raise DesignError(f"a whole number from 0 to {MAX_PLACES}", shown(places), f"{field}=6", field=field)
