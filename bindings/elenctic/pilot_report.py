"""Show what a pilot shows: a table, lines to paste into a design, what pilot and review guarantee; or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from textwrap import fill
from typing import Any

from .clopper_pearson import trials_needed
from .decimals import fraction_text, plain_text, round_down, round_up, written_text
from .pilot import BOUNDS, Need, PilotAnswer, Row
from .report import WIDTH

SCHEMA = "elenctic.bounds/1"

LONGEST = 20
"""Characters that a number may take as it stands; a longer one is rounded to the safe side."""

COMPUTED = "computed exactly: lower bounds, trials needed, the sums (union bound). empirical: misses, trials."
ASSUMED = (
    "assumed by you: trials independent, with one chance of success in each row; after every history of the review the "
    "chance is at least as high."
)
AVERAGES = (
    "an average over people, rounds or tasks is not a history-uniform bound (paper, Section 8): it hides the person, "
    "the late round or the task where the chance is lower"
)
SENSITIVITY = "execution counts only on items whose correct check fails; who always passes misses every one of them"
ONCE = "rows and confidence are fixed before the trials; a pilot repeated until it pleases is not covered"


def text(answer: PilotAnswer) -> str:
    """Return the answer as aligned lines: bounds, lines to paste, the guarantee, what is assumed; then needs."""
    blocks: list[list[str]] = []
    if answer.rows:
        blocks += [_heading(answer), _row_lines(answer), toml_lines(answer), _guarantee_lines(answer)]
        blocks += [_wrapped("", [COMPUTED, ASSUMED]), _wrapped("note: ", _notes(answer))]
    if answer.needs:
        blocks.append(_need_lines(answer))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _wrapped(label: str, said: list[str]) -> list[str]:
    indent = " " * len(label)
    return [fill(f"{label}{line}", WIDTH, subsequent_indent=indent, break_on_hyphens=False) for line in said]


def _heading(answer: PilotAnswer) -> list[str]:
    verdict = "BOUNDS" if len(answer.usable) == len(answer.rows) else "NOT ALL BOUNDED" if answer.usable else "NO BOUND"
    count = len(answer.rows)
    shared = f", shared equally by {count} rows" if count > 1 else ""
    return [f"{verdict}  {answer.name}   joint confidence {_confidence(answer)}{shared}"]


def _confidence(answer: PilotAnswer) -> str:
    exact = written_text(answer.written, answer.confidence)
    return exact if len(exact) <= LONGEST else _short(answer.confidence, round_down)


def _short(value: Fraction, rounded: Callable[[Fraction], str]) -> str:
    exact = plain_text(value)
    return exact if len(exact) <= LONGEST else rounded(value)


def _row_lines(answer: PilotAnswer) -> list[str]:
    table = [["bound", "misses", "trials", "at least", "alpha"]]
    alpha = _short(answer.share, round_up)
    for (bound, misses, trials), lower in answer.rows:
        table.append([bound, f"{misses}", f"{trials}", lower.decimal, alpha])
    return [*_aligned(table), *_wrapped("", [line for row in answer.rows for line in _remarks(row)])]


def _aligned(table: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in table
    ]


def _remarks(row: Row) -> list[str]:
    remedy = _remedy(row)
    if remedy:
        return [f"{row.counted.bound} cannot be used: {remedy}"]
    return [] if row.lower.best else [f"{row.counted.bound}: one step of the last decimal more was left undecided"]


def _remedy(row: Row) -> str:
    """Say why a row shows nothing and what to do, or nothing where it shows something."""
    if row.lower.steps > 0:
        return ""
    if row.counted.misses == row.counted.trials:
        return "every trial was a miss; change the check or the questions, then count new trials"
    digits = row.lower.digits
    return f"no bound is shown with {digits} decimals; count more trials, or try --digits {min(30, digits + 6)}"


def toml_lines(answer: PilotAnswer) -> list[str]:
    """Return the bounds and their reasons as lines of a design, ASCII only; none where nothing is shown."""
    if not answer.usable:
        return []
    bounds = [f'{row.counted.bound} = "{row.lower.decimal}"' for row in answer.usable]
    reasons = [f"{row.counted.bound} = {_toml_string(reason(answer, row))}" for row in answer.usable]
    return ["[bounds]", *bounds, "[reasons]", *reasons]


def reason(answer: PilotAnswer, row: Row) -> str:
    """Return the reason that a design gives for a bound: counts, confidence of this row alone, and method."""
    _, misses, trials = row.counted
    percent = plain_text(100 * (1 - answer.share))
    exact = len(percent) <= LONGEST and "/" not in percent
    level = percent if exact else f"at least {round_down(100 * (1 - answer.share))}"
    return (
        f"{answer.name}: {misses} miss{'' if misses == 1 else 'es'} of {trials}, one-sided {level} %, Clopper-Pearson"
    )


def _toml_string(said: str) -> str:
    """Quote a text for TOML, whose escapes are not those of JSON above U+FFFF."""
    return '"' + "".join(_toml_sign(sign) for sign in said) + '"'


def _toml_sign(sign: str) -> str:
    if sign in '"\\':
        return f"\\{sign}"
    if " " <= sign <= "~":
        return sign
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


def _guarantee_lines(answer: PilotAnswer) -> list[str]:
    """Return what pilot and review guarantee: a bound that does not hold costs its alpha, and no more."""
    used = [row.counted.bound for row in answer.usable]
    if not used:
        return []
    all_alphas, sound = answer.share * len(used), _share_of(answer, used, "execution")
    table = [
        ["false acceptance", f"<= {_added('delta', '+', sound)}", _resting(used, ["execution"])],
        ["true acceptance", f">= {_added('1 - gamma', '-', all_alphas)}", _resting(used, list(BOUNDS))],
    ]
    width = len(table[1][1])
    spent = [_added(name, "-", share) for name, share in (("delta", sound), ("gamma", all_alphas))]
    kept = f"to keep a delta and a gamma in all: check the design at {' and '.join(spent)}"
    return [
        "pilot and review together, for a design that is certified with these bounds:",
        f"{'both bounds hold' if len(used) > 1 else 'the bound holds':<16}  with probability >= "
        f"{_short(1 - all_alphas, round_down)} over the pilot",
        *(f"{name:<16}  {bound:<{width}}  {resting}" for name, bound, resting in table),
        kept,
    ]


def _resting(used: list[str], needed: list[str]) -> str:
    """Say whose alpha a line holds, and which bound it needs from elsewhere."""
    taken = " and ".join(bound for bound in needed if bound in used)
    elsewhere = " and ".join(bound for bound in needed if bound not in used)
    said = [f"alpha of {taken}" if taken else "", f"{elsewhere} from elsewhere" if elsewhere else ""]
    return "; ".join(part for part in said if part)


def _share_of(answer: PilotAnswer, used: list[str], bound: str) -> Fraction:
    return answer.share if bound in used else Fraction(0)


def _added(target: str, sign: str, share: Fraction) -> str:
    return f"{target} {sign} {_short(share, round_up)}" if share else target


def _notes(answer: PilotAnswer) -> list[str]:
    executed = any(row.counted.bound == "execution" for row in answer.rows)
    return [AVERAGES, *([SENSITIVITY] if executed else []), ONCE]


def _need_lines(answer: PilotAnswer) -> list[str]:
    alpha = _short((1 - answer.confidence) / len(answer.needs), round_up)
    table = [["bound", "to show", "alpha", "trials"]]
    for need in answer.needs:
        table.append([need.bound, _to_show(need), alpha, f"{need.trials}"])
    heading = f"NEEDED  trials without a miss   joint confidence {_confidence(answer)}"
    return [heading, *_aligned(table), *_wrapped("note: ", _alone(answer))]


def _alone(answer: PilotAnswer) -> list[str]:
    """Say what a bound alone takes more of when the pilot bounds the other as well."""
    if len(answer.needs) != 1:
        return []
    need = answer.needs[0]
    other = next(bound for bound in BOUNDS if bound != need.bound)
    both = trials_needed(need.least, (1 - answer.confidence) / 2)
    shared = f"one that bounds {other} as well, at half the alpha, takes {both}"
    return [f"for a pilot that bounds {need.bound} alone; {shared}"]


def _to_show(need: Need) -> str:
    exact = written_text(need.written, need.least)
    return exact if len(exact) <= LONGEST else _short(need.least, round_up)


def to_json(answer: PilotAnswer, *, indent: int | None = 2) -> str:
    """Return the answer as JSON text; every probability is a string."""
    return json.dumps(to_dict(answer), indent=indent, ensure_ascii=True)


def to_dict(answer: PilotAnswer) -> dict[str, Any]:
    """Return the answer as the value that ``--json`` prints, schema elenctic.bounds/1."""
    return {
        "schema": SCHEMA,
        "pilot": answer.name or None,
        "confidence": fraction_text(answer.confidence),
        "rows": [_row_dict(answer, row) for row in answer.rows],
        "toml": "".join(f"{line}\n" for line in toml_lines(answer)) or None,
        "together": _together_dict(answer),
        "needs": [_need_dict(answer, need) for need in answer.needs],
        "classes": {
            "misses": "empirical",
            "trials": "empirical",
            "lower": "computed",
            "together": "computed",
            "needs": "computed",
            "independent_trials": "assumed",
            "history_uniform": "assumed",
        },
        "warnings": _notes(answer) if answer.rows else [],
    }


def _row_dict(answer: PilotAnswer, row: Row) -> dict[str, Any]:
    bound, misses, trials = row.counted
    return {
        "bound": bound,
        "misses": misses,
        "trials": trials,
        "alpha": fraction_text(answer.share),
        "lower": {"exact": None, "decimal": row.lower.decimal, "rounding": "down"},
        "best": row.lower.best,
        "usable": row.lower.steps > 0,
        "remedy": _remedy(row) or None,
        "reason": reason(answer, row),
    }


def _together_dict(answer: PilotAnswer) -> dict[str, Any] | None:
    used = [row.counted.bound for row in answer.usable]
    if not used:
        return None
    return {
        "bounds": used,
        "confidence": fraction_text(1 - answer.share * len(used)),
        "false_accept_adds": fraction_text(_share_of(answer, used, "execution")),
        "true_accept_loses": fraction_text(answer.share * len(used)),
    }


def _need_dict(answer: PilotAnswer, need: Need) -> dict[str, Any]:
    return {
        "bound": need.bound,
        "least": fraction_text(need.least),
        "alpha": fraction_text((1 - answer.confidence) / len(answer.needs)),
        "misses": 0,
        "trials": need.trials,
    }
