"""From the words of [effort] and [global] to the model and the one-shot check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import cast

from elenctic.bounds import RULES, read_number
from elenctic.decimals import fraction_text, plain_text
from elenctic.documents import Entry, Numeral, Place, bare, described
from elenctic.effort import MOST_LENGTHS, NAMES, Effort
from elenctic.errors import DesignError
from elenctic.expression import Expression
from elenctic.words import EXAMPLES, Words

MOST_STEPS = 10_000_000
"""Most arithmetic steps that a part of the model may take over all rounds of all lengths: some minutes."""


@dataclass(frozen=True)
class GlobalCheck:
    """Hold the one-shot check of the whole statement that the review is compared with.

    A model of i and n is taken at i = n = 1.

    :param effort: e_os, at most the budget; None where its execution bound is given
    :param load: its cognitive load, at least 0; None where its execution bound is given
    :param execution: c_os, in (0, 1]; None where effort and load give it by (18)
    :param false_pass: q_os, in [0, 1): 0 for a complete exact check
    :param response: a_os, in (0, 1]; None when the design asks about soundness only
    """

    effort: Fraction | None
    load: Fraction | None
    execution: Fraction | None
    false_pass: Fraction
    response: Fraction | None

    def to_dict(self) -> dict[str, str]:
        """Return the section of a design file that says this."""
        values = {word: getattr(self, word) for word in ("effort", "load", "execution", "false_pass", "response")}
        return {word: fraction_text(value) for word, value in values.items() if value is not None}


def read_effort(words: Words, horizon: int) -> Effort | None:
    """Read the effort model, None where the design has none.

    :param words: the words of the design
    :param horizon: T, a count of rounds, at most MOST_LENGTHS
    :raises DesignError: when a part is missing, malformed or out of its range
    Source: equations (18) and (19) of the paper; EFFORT-MODEL.1
    """
    given = words.sections["effort"]
    if not given:
        return None
    if horizon > MOST_LENGTHS:
        got, place = f"{horizon}", words.sections["targets"]["horizon"].place
        raise place.refuse(f"at most {MOST_LENGTHS} rounds with [effort]", got, f"horizon = {MOST_LENGTHS}")
    for word in ("budget", "reliability", "scale", "load"):
        if word not in given:
            raise words.nothing("effort", word)
    budget = _amount(given["budget"], "budget")
    expertise = _amount(given["expertise"], "expertise") if "expertise" in given else None
    model = {word: _expression(given[word], word) for word in NAMES}
    if expertise is None and any("xi" in part.names for part in model.values()):
        place = words.place("effort", "expertise")
        raise place.refuse("expertise, because the model uses xi", "nothing", EXAMPLES["expertise"])
    entry = given.get("allocation", Entry("equal", words.place("effort", "allocation")))
    allocation = _allocation(entry, budget, horizon)
    parts = model["reliability"], model["scale"], model["load"]
    effort = Effort(budget, expertise, allocation, *parts, file=words.file)
    _check_cost(effort, horizon, words)
    return effort


def _check_cost(effort: Effort, horizon: int, words: Words) -> None:
    """Refuse a model whose evaluation at every round of every candidate length takes hours."""
    lengths, shares = effort.candidates(horizon), len(effort.shares(horizon))
    for word in NAMES:
        part: Expression = getattr(effort, word)
        names = part.names - {"xi"}
        times = sum(lengths) if "i" in names else max(shares, len(lengths)) if names else 1
        if part.cost * times > MOST_STEPS:
            got, write = f"{part.cost} steps at each of {times} rounds", "a shorter expression or a smaller horizon"
            raise words.place("effort", word).refuse(f"at most {MOST_STEPS} steps in all", got, write)


def _amount(entry: Entry, word: str, most: Fraction | None = None) -> Fraction:
    try:
        number, _ = read_number(entry.value)
    except DesignError as error:
        raise entry.place.refuse(error.expected, error.got, EXAMPLES[word]) from None
    if number < 0 or (most is not None and number > most):
        limit = "" if most is None else f" and at most the budget, {bare(plain_text(most))}"
        write = '"24"' if entry.place.field.endswith("]") else EXAMPLES[word]
        raise entry.place.refuse(f"a number of at least 0{limit}", described(entry.value), write)
    return number


def _expression(entry: Entry, word: str) -> Expression:
    try:
        return Expression.parse(_text(entry, word).strip(" \t"), NAMES[word], irrational=True)
    except DesignError as error:
        raise entry.place.located(error) from None


def _text(entry: Entry, word: str) -> str:
    """Return an expression's text; a number stands for itself, read as every number is."""
    value = entry.value
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, Numeral | int | float | Fraction | Decimal):
        raise entry.place.refuse("an expression as text", described(value), EXAMPLES[word])
    number, written = read_number(value)
    return written if isinstance(value, Numeral) else fraction_text(number)


def _allocation(
    entry: Entry, budget: Fraction, horizon: int
) -> tuple[Fraction, ...] | tuple[tuple[Fraction, ...], ...] | None:
    """Return None for equal shares, one list of T efforts, or a list for each candidate length."""
    if isinstance(entry.value, str) and entry.value == "equal":
        return None
    if not isinstance(entry.value, Sequence) or isinstance(entry.value, str | bytes | bytearray) or not entry.value:
        write = f"{EXAMPLES['allocation']}, a list of {horizon} efforts, or one list for each candidate length"
        raise entry.place.refuse('"equal" or a list of efforts', described(entry.value), write)
    values = cast("Sequence[object]", entry.value)
    if not isinstance(values[0], list | tuple):
        return _beginnings(values, entry.place, budget, horizon)
    lists: dict[int, tuple[Fraction, ...]] = {}
    for k, one in enumerate(values, 1):
        place = entry.place._replace(field=f"{entry.place.field}[{k}]")
        if not isinstance(one, list | tuple) or not 1 <= len(cast("Sequence[object]", one)) <= horizon:
            raise place.refuse(f"a list of 1 to {horizon} efforts", described(one), '["24", "24"]')
        efforts = _efforts(cast("Sequence[object]", one), place)
        if len(efforts) in lists:
            raise place.refuse("one list for each length", f"a second list of {len(efforts)}", "one of the two")
        if sum(efforts, Fraction(0)) > budget:
            raise _too_much(place, sum(efforts, Fraction(0)), budget)
        lists[len(efforts)] = efforts
    return tuple(lists[n] for n in sorted(lists))


def _beginnings(values: Sequence[object], place: Place, budget: Fraction, horizon: int) -> tuple[Fraction, ...]:
    if len(values) != horizon:
        expected = f"{horizon} efforts, one for each round of the horizon"
        raise place.refuse(expected, f"{len(values)}", f"{horizon} efforts, or one list for each candidate length")
    efforts = _efforts(values, place)
    if efforts[0] > budget:
        raise _too_much(place, efforts[0], budget)
    return efforts


def _efforts(values: Sequence[object], place: Place) -> tuple[Fraction, ...]:
    rounds = (Entry(value, place._replace(field=f"{place.field}[{i}]")) for i, value in enumerate(values, 1))
    return tuple(_amount(entry, "effort") for entry in rounds)


def _too_much(place: Place, spent: Fraction, budget: Fraction) -> DesignError:
    text = bare(plain_text(budget))
    return place.refuse(f"at most {text} in all, the budget", bare(plain_text(spent)), "a larger budget or less effort")


def read_global(words: Words, effort: Effort | None) -> GlobalCheck | None:
    """Read the one-shot check that the review is compared with, None where the design has none.

    :param words: the words of the design
    :param effort: the effort model, which then gives its execution bound
    :raises DesignError: when a part is missing, malformed, out of its range, or does not belong
    Source: Proposition 15 of the paper; no claim.
    """
    given = words.sections["global"]
    if not given:
        return None
    asked = ["execution"] if effort is None else ["effort", "load"]
    for word in ("effort", "load", "execution"):
        if word in given and word not in asked:
            has = "no [effort] model is there" if effort is None else "[effort] gives its execution bound by (18)"
            got, write = f"{word}, and {has}", " and ".join(EXAMPLES[one] for one in asked)
            raise given[word].place.refuse(" and ".join(asked), got, write)
    for word in (*asked, "false_pass", *(["response"] if words.bound("response") else [])):
        if word not in given:
            raise words.nothing("global", word)
    spent = None if effort is None else _amount(given["effort"], "effort", effort.budget)
    load = None if effort is None else _amount(given["load"], "load")
    bounds = {w: _proportion(given[w], w) if w in given else None for w in ("execution", "false_pass", "response")}
    false_pass = bounds["false_pass"]
    assert false_pass is not None
    return GlobalCheck(spent, load, bounds["execution"], false_pass, bounds["response"])


def _proportion(entry: Entry, word: str) -> Fraction:
    number = _amount(entry, word)
    inside = number < 1 if word == "false_pass" else 0 < number <= 1
    if not inside:
        raise entry.place.refuse(RULES[word].expected, described(entry.value), EXAMPLES[word].partition(",")[0])
    return number
