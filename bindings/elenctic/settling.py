"""From the words of a design to its values: targets, bounds, effort model, global check; ranges are checked here."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from elenctic.bounds import (
    RULES,
    Bound,
    Schedule,
    first_without_chance,
    from_anchored,
    place_at,
    read_bound,
    read_kinds,
    read_number,
)
from elenctic.documents import Entry, Numeral, Place, described
from elenctic.errors import DesignError
from elenctic.words import EXAMPLES, SECTIONS, Words, is_adaptive

if TYPE_CHECKING:
    from elenctic.effort import Effort
    from elenctic.effort_words import GlobalCheck

MAX_HORIZON = 10_000_000
MAX_ATTEMPTS = 1_000_000

_WHOLE = re.compile(r"[+-]?[0-9]{1,20}")
_LONE = "gamma and response may be left out only together"


def read_targets(words: Words) -> dict[str, Any]:
    """Read the targets; gamma and response are there together, or neither."""
    settled: dict[str, Any] = {"gamma": None, "gamma_written": "", "length": None, "attempts": 1}
    given = words.sections["targets"]
    settled["horizon"] = horizon = _count("horizon", words.target("horizon"), MAX_HORIZON)
    settled["delta"], settled["delta_written"] = _proportion("delta", words.target("delta"))
    answered = words.bound("response") is not None
    if answered != ("gamma" in given):
        missing = ("targets", "gamma") if answered else ("bounds", "response")
        write = f"{EXAMPLES[missing[1]]}, or neither of the two"
        raise words.place(*missing).refuse(f"{missing[1]}, because {_LONE}", "nothing", write)
    if answered:
        settled["gamma"], settled["gamma_written"] = _proportion("gamma", given["gamma"])
    for word, most in (("attempts", MAX_ATTEMPTS), ("length", horizon)):
        if word in given:
            settled[word] = _count(word, given[word], most)
    return settled


def _proportion(word: str, entry: Entry) -> tuple[Fraction, str]:
    try:
        number, written = read_number(entry.value)
    except DesignError as error:
        raise entry.place.located(error) from None
    if not 0 < number < 1:
        raise entry.place.refuse("a number above 0 and below 1", described(entry.value), EXAMPLES[word])
    return number, written


def _count(word: str, entry: Entry, most: int) -> int:
    value = entry.value.text if isinstance(entry.value, Numeral) else entry.value
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip(" \t")):
        value = int(value)
    if type(value) is int and 1 <= value <= most:
        return value
    expected = f"a whole number from 1 to {most}"
    raise entry.place.refuse(expected, described(entry.value), EXAMPLES[word])


def read_bounds(words: Words, horizon: int) -> dict[str, Any]:
    """Read the bounds, the effort model that may stand for the execution bound, and the global check."""
    kind = words.bound("kind")
    schedule = Schedule(horizon, None if kind is None else read_kinds(kind, horizon))
    response = words.bound("response")
    effort, global_check = _modelled(words, horizon)
    execution = _execution(words, schedule, effort)
    false_pass, anchored = _false_pass(words, schedule, execution)
    return {
        "kinds": schedule.kinds,
        "execution": execution,
        "response": None if response is None else read_bound(response, RULES["response"], schedule),
        "false_pass": false_pass,
        "anchored": anchored,
        "effort": effort,
        "global_check": global_check,
    }


def _modelled(words: Words, horizon: int) -> tuple[Effort | None, GlobalCheck | None]:
    if not words.sections["effort"] and not words.sections["global"]:
        return None, None
    from elenctic.effort_words import read_effort, read_global  # a design of given bounds starts sooner without

    effort = read_effort(words, horizon)
    return effort, read_global(words, effort)


def _execution(words: Words, schedule: Schedule, effort: Effort | None) -> Bound | None:
    given = words.bound("execution")
    if effort is None:
        if given is None:
            raise words.nothing("bounds", "execution")
        return read_bound(given, RULES["execution"], schedule)
    if given is not None:
        raise given.place.refuse("one of the two", "execution and [effort], which gives it", "one of the two")
    return None


def _false_pass(
    words: Words, schedule: Schedule, execution: Bound | None
) -> tuple[Bound | None, tuple[Bound, Bound] | None]:
    """Return the false-pass bound, None where it is adaptive, and the anchored pair that gives it."""
    given = words.bound("false_pass")
    anchored = _anchored(words, schedule)
    if given is not None and anchored is not None:
        got = "false_pass and [anchored], which gives false_pass = 1 - mass*detection"
        raise given.place.refuse("one of the two", got, "the one that you can defend")
    if given is not None and is_adaptive(given):
        if execution is None:
            raise given.place.refuse("q fixed before the run, as [effort] needs", '"adaptive"', EXAMPLES["false_pass"])
        return None, None
    if anchored is not None:
        bound = from_anchored(*anchored, schedule)
        place, write = words.place("anchored", "detection"), 'detection = "0.999999"'
        _check_chance(bound, execution, schedule, lambda m: place, write)
    elif given is not None:
        source = given
        bound, write = read_bound(source, RULES["false_pass"], schedule), 'false_pass = "1e-9"'
        _check_chance(bound, execution, schedule, lambda m: place_at(source, m), write)
    else:
        raise words.nothing("bounds", "false_pass")
    return bound, anchored


def _check_chance(
    false_pass: Bound, execution: Bound | None, schedule: Schedule, place: Callable[[int], Place], write: str
) -> None:
    if execution is None:  # whether an effort model gives c = 1 is seen when its lengths are decided
        return
    m = first_without_chance(false_pass, execution, schedule)
    if m > 0:
        expected = "an implemented bound 1 - c(1-q) above 0"
        got = f"q = 0 and c = 1 in round {m}"
        raise place(m).refuse(expected, got, f"a weaker valid bound, for example {write}")


def _anchored(words: Words, schedule: Schedule) -> tuple[Bound, Bound] | None:
    given = words.sections["anchored"]
    if not given:
        return None
    for word in SECTIONS["anchored"]:
        if word not in given:
            raise words.nothing("anchored", word)
    mass, detection = (read_bound(given[word], RULES[word], schedule) for word in SECTIONS["anchored"])
    return mass, detection
