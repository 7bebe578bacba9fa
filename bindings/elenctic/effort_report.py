"""Say what is added by an effort model and a global check: text lines and JSON values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .answer import CheckResult
from .comparison import Comparison, GlobalAnswer, Threshold
from .decimals import fraction_text, plain_text, round_down, round_up
from .design import Design
from .documents import bare
from .effort import Effort
from .effort_words import GlobalCheck
from .enclosure import Enclosure

PLACES = 12
"""Decimals of a threshold, both of whose neighbours are decided."""

DIGITS = (6, 15, 30, 45)
"""Significant digits of two loads, as many as it takes to tell them apart."""

LEAST_ROUNDS = 2
"""Fewest rounds of a local design in Proposition 15."""

ADVANTAGE = (
    "these bounds certify the local design and do not certify this global one; they do not order the true error rates"
)
"""What Proposition 15 says, in words, where its conditions hold."""


def allocation_text(effort: Effort) -> str:
    """Return how an effort model allocates its budget, in words."""
    budget = bare(plain_text(effort.budget))
    if effort.equal:
        return f"equal shares of {budget}"
    return f"given shares of at most {budget} in all"


def model_text(effort: Effort) -> str:
    """Return what gives the execution bounds, in one line."""
    expertise = "" if effort.expertise is None else f" at xi = {bare(plain_text(effort.expertise))}"
    return f"f(e, xi)*exp(-load/r(xi)){expertise}, {allocation_text(effort)}"


def check_text(check: GlobalCheck) -> str:
    """Return the bounds of a global check, in one line."""
    given = check.to_dict()
    if check.execution is None:
        given["effort"], given["load"] = (bare(given[word]) for word in ("effort", "load"))
    return ", ".join(f"{word} {text}" for word, text in given.items())


def global_lines(result: CheckResult) -> list[str]:
    """Return the lines on the global check, none where the design has none."""
    found, design = result.global_check, result.design
    if found is None:
        return []
    answer = {True: "certified", False: "not certified", None: "undecided"}[found.certified]
    bounds = f"R_os <= {found.false_accept.decimal}"
    if found.true_accept is not None and design.gamma is not None:
        bounds += f"   C_os >= {found.true_accept.decimal}"
    lines = [f"global check      {bounds}   {answer}{_load_said(result, found)}"]
    if found.certified is False and _certifies_rounds(result):
        lines.append(ADVANTAGE)
    return lines + _comparison_lines(result.comparison)


def _certifies_rounds(result: CheckResult) -> bool:
    """Tell whether a review of two rounds or more is certified, as Proposition 15 asks of a local design."""
    longest = result.design.length or max((high for _, high in result.region), default=0)
    return result.certified and longest >= LEAST_ROUNDS


def _load_said(result: CheckResult, found: GlobalAnswer) -> str:
    check, threshold, target = result.design.global_check, found.load_threshold, _target(result.design)
    if check is None or check.load is None:
        return ""
    here = f"(22), here {bare(plain_text(check.load))}"
    if threshold is not None:
        return f"; R_os meets {target} up to a load of {bare(round_down(threshold.low, PLACES))} {here}"
    said = {
        True: f"the largest load at which R_os meets {target} is undecided",
        False: f"R_os misses {target} at every load",
        None: f"whether R_os meets {target} at any load is undecided",
    }[found.sound_at_no_load]
    return f"; {said} {here}"


def _target(design: Design) -> str:
    return "delta" if design.attempts == 1 else f"delta/{design.attempts}"


def _comparison_lines(found: Comparison | None) -> list[str]:
    if found is None:
        return []
    said = {True: "above", False: "not above", None: "not told from"}[found.greater]
    lines = [f"product of the {found.n} local c   {said} the global c (20): {_needed(found)}"]
    if found.uniform_load is not None:
        most = bare(round_down(found.uniform_load.low, PLACES))
        lines.append(f"one common load   certifies length {found.n} by (23) up to {most}")
    return lines


def _needed(found: Comparison) -> str:
    saved, needed = found.saved_load, found.needed_load
    if saved is None or needed is None:
        left = "saved load undecided" if saved is None else f"saved load {bare(saved.text()[0])}"
        return f"{left}, no threshold where an f may be 0" if needed is None else left
    apart, size = saved.low - needed.high, max(abs(saved.low), abs(needed.high))
    enough = [d for d in DIGITS if found.greater is not True or apart * 10 ** (d - 1) > 2 * size]
    digits = (enough or DIGITS[-1:])[0]
    return f"saved load {bare(saved.text(digits)[0])}, needs more than {bare(needed.text(digits)[1])}"


def global_dict(result: CheckResult) -> dict[str, Any] | None:
    """Return the global check as ``--json`` prints it."""
    found, comparison = result.global_check, result.comparison
    if found is None:
        return None
    return {
        "certified": found.certified,
        "sound": found.sound,
        "complete": found.complete,
        "false_accept": found.false_accept.to_dict(),
        "true_accept": None if found.true_accept is None else found.true_accept.to_dict(),
        "load_threshold": _load_dict(result.design, found),
        "comparison": None if comparison is None else _comparison_dict(comparison),
    }


def _load_dict(design: Design, found: GlobalAnswer) -> dict[str, str | None] | None:
    """Return the threshold of the global load: None where there is none, an end that is None where it is not told."""
    check = design.global_check
    if check is None or check.load is None or found.sound_at_no_load is False:
        return None
    if found.load_threshold is None:
        return {"low": None if found.sound_at_no_load is None else round_down(Fraction(0), PLACES), "high": None}
    return _threshold_dict(found.load_threshold)


def _threshold_dict(threshold: Threshold | None) -> dict[str, str | None] | None:
    if threshold is None:
        return None
    return {"low": round_down(threshold.low, PLACES), "high": round_up(threshold.high, PLACES)}


def _comparison_dict(found: Comparison) -> dict[str, Any]:
    return {
        "n": found.n,
        "saved_load": _enclosure_dict(found.saved_load),
        "needed_load": _enclosure_dict(found.needed_load),
        "local_product_above_global": found.greater,
        "uniform_load_threshold": _threshold_dict(found.uniform_load),
    }


def _enclosure_dict(value: Enclosure | None) -> dict[str, str | None] | None:
    if value is None:
        return None
    low, high = round_down(value.low, PLACES), round_up(value.high, PLACES)
    return {"low": low, "high": high, "exact": fraction_text(value.low) if value.exact else None}
