"""Say what is added by an effort model and a global check: text lines and JSON values."""

from __future__ import annotations

from typing import Any

from .answer import CheckResult
from .comparison import Comparison, GlobalAnswer, Threshold
from .decimals import fraction_text, plain_text, round_down, round_up
from .effort import Effort
from .enclosure import Enclosure

PLACES = 12
"""Decimals of a threshold, both of whose neighbours are decided."""

ADVANTAGE = (
    "these bounds certify the local design and do not certify this global one; they do not order the true error rates"
)
"""What Proposition 15 says, in words, where its conditions hold."""


def allocation_text(effort: Effort) -> str:
    """Return how an effort model allocates its budget, in words."""
    budget = plain_text(effort.budget)
    if effort.equal:
        return f"equal shares of {budget}"
    return f"given shares of at most {budget} in all"


def model_text(effort: Effort) -> str:
    """Return the model as the user wrote it."""
    expertise = "" if effort.expertise is None else f" at xi = {plain_text(effort.expertise)}"
    return f"f(e, xi)*exp(-load/r(xi)){expertise}, {allocation_text(effort)}"


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
    if found.certified is False and result.certified:
        lines.append(ADVANTAGE)
    return lines + _comparison_lines(result.comparison)


def _load_said(result: CheckResult, found: GlobalAnswer) -> str:
    check, threshold = result.design.global_check, found.load_threshold
    if check is None or check.load is None:
        return ""
    if threshold is None:
        return "; R_os misses delta at every load (22)"
    return f"; R_os meets delta up to a load of {round_down(threshold.low, PLACES)} (22), here {plain_text(check.load)}"


def _comparison_lines(found: Comparison | None) -> list[str]:
    if found is None:
        return []
    said = {True: "above", False: "not above", None: "not told from"}[found.greater]
    lines = [f"product of the {found.n} local c   {said} the global c (20): {_needed(found)}"]
    if found.uniform_load is not None:
        most = round_down(found.uniform_load.low, PLACES)
        lines.append(f"one common load   certifies length {found.n} by (23) up to {most}")
    return lines


def _needed(found: Comparison) -> str:
    saved = f"saved load {found.saved_load.text()[0]}"
    if found.needed_load is None:
        return f"{saved}, no threshold where an f is 0"
    return f"{saved}, needs more than {found.needed_load.text()[1]}"


def global_dict(found: GlobalAnswer | None, comparison: Comparison | None) -> dict[str, Any] | None:
    """Return the global check as ``--json`` prints it."""
    if found is None:
        return None
    return {
        "certified": found.certified,
        "sound": found.sound,
        "complete": found.complete,
        "false_accept": found.false_accept.to_dict(),
        "true_accept": None if found.true_accept is None else found.true_accept.to_dict(),
        "load_threshold": _threshold_dict(found.load_threshold),
        "comparison": None if comparison is None else _comparison_dict(comparison),
    }


def _threshold_dict(threshold: Threshold | None) -> dict[str, str] | None:
    if threshold is None:
        return None
    return {"low": round_down(threshold.low, PLACES), "high": round_up(threshold.high, PLACES)}


def _comparison_dict(found: Comparison) -> dict[str, Any]:
    return {
        "n": found.n,
        "saved_load": _enclosure_dict(found.saved_load),
        "needed_load": None if found.needed_load is None else _enclosure_dict(found.needed_load),
        "local_product_above_global": found.greater,
        "uniform_load_threshold": _threshold_dict(found.uniform_load),
    }


def _enclosure_dict(value: Enclosure) -> dict[str, str | None]:
    low, high = round_down(value.low, PLACES), round_up(value.high, PLACES)
    return {"low": low, "high": high, "exact": fraction_text(value.low) if value.exact else None}
