"""Numbers at the border: texts and exact Python numbers in, Fraction out; no double on the way."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

from elenctic.decimals import checked_places, plain_text
from elenctic.errors import DesignError, shown

MAX_DIGITS = 4000
MAX_EXPONENT = 4000

_MAX_BITS = (10**MAX_DIGITS).bit_length()
_CHUNK_DIGITS = 512  # below 640, the lowest digit limit that Python can be given
_EXAMPLE = '"0.05"'
_SHORTER = 'fewer digits, such as "0.05"'
_FORM = 'a number such as "1/20", "0.05" or "5e-2"'
MAX_LENGTH = 4 * MAX_DIGITS
"""Longest text that is looked at: two whole numbers of full length fit, with room for zeros and spaces."""

_LIMITS = f"at most {MAX_DIGITS} digits and an exponent from -{MAX_EXPONENT} to {MAX_EXPONENT}"
_EXACT = 'an exact number: an int, a Fraction, a Decimal or a text such as "1/20"'

_DECIMAL = re.compile(r"([+-]?)(?=\.?[0-9])([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?)([0-9]+))?")
_RATIO = re.compile(r"([+-]?)([0-9]+)/([0-9]+)")
_NOT_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)


def parse(text: str) -> Fraction:
    """Read a number from its text, exactly.

    ASCII digits with at most one sign in front, and either at most one point and one exponent ("0.05",
    "5e-2") or one slash between two whole numbers ("1/20"). Spaces and tabs around it are dropped. Digits
    and exponent are bounded before anything is converted, so that "1e-1000000000" costs nothing.

    :param text: decimals of at most 4000 digits in all with an exponent from -4000 to 4000, or a fraction
        of whole numbers of at most 4000 digits each; in lowest terms no longer than 1e4000 and 1e-4000 are
    :raises DesignError: when the text is anything else; it names no place, the caller adds it by ``located``
    Source: design rule "numbers at the border"; no claim.
    """
    if type(text) is not str:
        raise _inexact(text)
    if len(text) > MAX_LENGTH:  # first, so that no pattern ever runs over a long text
        raise _too_long(text)
    value = _read(text)
    if value is None:
        raise _malformed(text)
    return value


def exact(value: object) -> Fraction:
    """Read a number from a Python argument, exactly.

    :param value: an int, a Fraction, a finite Decimal or a text that ``parse`` reads; of exactly that type,
        because bool, numpy's float64 and others derive from one and mean something else
    :raises DesignError: when it is anything else, a float above all, or longer than MAX_DIGITS digits
    Source: design rule "floats are refused with the value they would have meant"; no claim.
    """
    if type(value) is str:
        return parse(value)
    if type(value) is int:
        return _bounded(value, 1)
    if type(value) is Decimal:
        sign, digits, exponent = value.as_tuple()
        if isinstance(exponent, int):  # a letter for NaN and infinity
            return _scaled("-" if sign else "", "".join(map(str, digits)), exponent, value)
    if type(value) is Fraction:
        numerator, denominator = value.numerator, value.denominator
        if type(numerator) is int and type(denominator) is int and denominator > 0:
            return _bounded(numerator, denominator)
    raise _inexact(value)


def lower(x: float | int | str | Fraction | Decimal, digits: int = 6) -> Fraction:
    """Round a number down, toward minus infinity, to a number of decimal places.

    A float counts as the exact value that its double has: ``lower(0.05, 2)`` is 1/20.

    :param x: a finite float, or anything that ``exact`` reads
    :param digits: decimal places, 0 to 1000
    :raises DesignError: when x is no finite number or digits is out of its range
    Source: design rule "round a float to the named safe side on purpose"; no claim.
    """
    unit = 10 ** checked_places(digits, "digits")
    value = _from_float_too(x)
    return Fraction(value.numerator * unit // value.denominator, unit)


def upper(x: float | int | str | Fraction | Decimal, digits: int = 6) -> Fraction:
    """Round a number up, toward plus infinity, to a number of decimal places.

    A float counts as the exact value that its double has: ``upper(0.05, 2)`` is 3/50, because that double is
    a little above 1/20.

    :param x: a finite float, or anything that ``exact`` reads
    :param digits: decimal places, 0 to 1000
    :raises DesignError: when x is no finite number or digits is out of its range
    Source: design rule "round a float to the named safe side on purpose"; no claim.
    """
    unit = 10 ** checked_places(digits, "digits")
    value = _from_float_too(x)
    return Fraction(-(-value.numerator * unit // value.denominator), unit)


def _from_float_too(x: object) -> Fraction:
    if not isinstance(x, float):
        return exact(x)
    try:
        return Fraction(*float.as_integer_ratio(x))
    except (ValueError, OverflowError):
        raise _not_finite(float.__repr__(x)) from None


def _read(text: str) -> Fraction | None:
    """Return the number, or None where the text has not the form of one."""
    stripped = text.strip(" \t")
    decimal = _DECIMAL.fullmatch(stripped)
    if decimal:
        sign, whole, decimals, minus, exponent = (part or "" for part in decimal.groups())
        size = _exponent(exponent, text)
        return _scaled(sign, whole + decimals, (-size if minus == "-" else size) - len(decimals), text)
    ratio = _RATIO.fullmatch(stripped)
    if ratio is None:
        return None
    if max(len(ratio[2]), len(ratio[3])) > MAX_DIGITS + 1:  # one more, because 1e-4000 is 1 over 4001 digits
        raise _too_long(text)
    numerator, denominator = _whole(ratio[2]), _whole(ratio[3])
    if max(numerator.bit_length(), denominator.bit_length()) > _MAX_BITS:
        raise _too_long(text)
    if denominator == 0:
        raise DesignError("a denominator other than 0", shown(text), 'the fraction as "1/20", without a 0 below')
    return Fraction(-numerator if ratio[1] == "-" else numerator, denominator)


def _exponent(digits: str, text: str) -> int:
    significant = digits.lstrip("0")
    if len(digits) > MAX_DIGITS or len(significant) > len(str(MAX_EXPONENT)):
        raise _too_long(text)
    size = int(significant or "0")
    if size > MAX_EXPONENT:
        raise _too_long(text)
    return size


def _scaled(sign: str, digits: str, exponent: int, source: object) -> Fraction:
    """Return digits * 10**exponent, refused before conversion where that would be long."""
    # the sum, because decimals and exponent may use up one limit each; the value is bounded below
    if len(digits) > MAX_DIGITS or abs(exponent) > MAX_DIGITS + MAX_EXPONENT:
        raise _too_long(source)
    size = _whole(digits)
    power: int = 10 ** abs(exponent)
    value = Fraction(size * power) if exponent >= 0 else Fraction(size, power)
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _MAX_BITS:
        raise _too_long(source)
    return -value if sign == "-" else value


def _whole(digits: str) -> int:
    value = 0
    for start in range(0, len(digits), _CHUNK_DIGITS):
        chunk = digits[start : start + _CHUNK_DIGITS]
        value = value * 10 ** len(chunk) + int(chunk)
    return value


def _bounded(numerator: int, denominator: int) -> Fraction:
    bits = max(numerator.bit_length(), denominator.bit_length())
    if bits > _MAX_BITS:
        raise DesignError(_LIMITS, f"a number of {bits} bits", _SHORTER)
    return Fraction(numerator, denominator)


def _too_long(source: object) -> DesignError:
    return DesignError(_LIMITS, shown(source), _SHORTER)


def _not_finite(got: str) -> DesignError:
    return DesignError("a finite number", got, _EXAMPLE)


def _from_percent(text: str) -> str:
    number = _read(text.replace("%", "", 1))
    return "" if number is None else plain_text(number / 100)


def _ascii(text: str) -> str:
    """Return the text with digits of every script, and look-alike signs, as ASCII."""
    plain = unicodedata.normalize("NFKC", text).translate({0x2212: "-", 0x2044: "/", 0x066B: "."})
    return "".join(c if c.isascii() or not c.isdecimal() else str(unicodedata.decimal(c)) for c in plain)


def _from_comma(text: str) -> str:
    """Return the text with a point, or nothing where "1,000" may mean a thousand."""
    return "" if re.fullmatch(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+", text.strip()) else text.replace(",", ".")


def _from_ratio(text: str) -> str:
    top, _, bottom = text.partition("/")
    over, under = _read(top), None if "/" in bottom else _read(bottom)
    return "" if over is None or not under else plain_text(over / under)


_MENDS: tuple[tuple[str, str, Callable[[str], str]], ...] = (
    (r"%", "a proportion, not a percentage", _from_percent),
    (r",", "a decimal point, not a comma", _from_comma),
    (r"_", "digits without underscores", lambda text: text.replace("_", "")),
    (r"[^\x00-\x7f]", "ASCII digits and signs", _ascii),
    (r"\s", "a number without spaces or line breaks", lambda text: re.sub(r"\s*/\s*", "/", text.strip())),
    (r"/", "two whole numbers around the slash, a sign in front only", _from_ratio),
)


def _malformed(text: str) -> DesignError:
    """Say what to write instead: the text mended, where that makes a number of it, else an example."""
    if _NOT_FINITE.fullmatch(text.strip()):
        return _not_finite(shown(text))
    if len(text) <= 3 * MAX_DIGITS:
        for mark, expected, mend in _MENDS:
            mended = _read_or_none(mend, text) if re.search(mark, text) else None
            if mended:
                return DesignError(expected, shown(text), shown(mended))
    return DesignError(_FORM, shown(text), _EXAMPLE)


def _read_or_none(mend: Callable[[str], str], text: str) -> str | None:
    try:
        mended = mend(text).strip()
        return None if _read(mended) is None else mended
    except DesignError:
        return None


def _inexact(value: object) -> DesignError:
    if isinstance(value, float):
        return _double(value)
    if isinstance(value, bool):
        return DesignError(_EXACT, f"the truth value {value}", '"1"' if value else '"0"')
    text = _text(value)
    if _NOT_FINITE.fullmatch(text.strip()):
        return _not_finite(f"{shown(text)} of type {_kind(value)}")
    mended = _read_or_none(str, text)
    return DesignError(_EXACT, f"{shown(text)} of type {_kind(value)}", shown(mended) if mended else _EXAMPLE)


def _double(value: float) -> DesignError:
    written = float.__repr__(value)
    try:
        numerator, denominator = float.as_integer_ratio(value)
    except (ValueError, OverflowError):
        return _not_finite(f"the {_kind(value)} {written}")
    means = f"{_short(numerator)}/{_short(denominator)}" if denominator > 1 else _short(numerator)
    advice = f'"{written}", or round it on purpose with elenctic.lower or elenctic.upper'
    return DesignError(_EXACT, f"the {_kind(value)} {written}, which is exactly {means}", advice)


def _short(n: int) -> str:
    """Print a part of a double's exact value, of which a long one is a multiple of a high power of two."""
    if abs(n) < 10**20:
        return str(n)
    twos = (n & -n).bit_length() - 1
    return f"2^{twos}" if n == 1 << twos else f"{n >> twos}*2^{twos}"


def _kind(value: object) -> str:
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _text(value: object) -> str:
    try:
        return value.decode("ascii") if isinstance(value, bytes) else str(value)
    except Exception:  # a foreign type may fail to print in any way, and must still be refused by name
        return "a value that cannot be printed"
