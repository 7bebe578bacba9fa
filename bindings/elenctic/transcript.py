"""Write a review down, as one line and as its file, and run the file again."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from elenctic_kernel import InputError, KernelError, Kind, Outcome, Reason, StoppingRule, Verdict

from elenctic.decimals import fraction_text, plain_text, round_down, round_up
from elenctic.design import Design
from elenctic.documents import Doubled, Numeral, checked_text, described, did_you_mean, parse_json, printable
from elenctic.errors import DesignError
from elenctic.numbers import parse

if TYPE_CHECKING:
    from elenctic.review import Review

SCHEMA = "elenctic.transcript/1"
MAX_SURVIVAL_BITS = 13_000
"""Longest numerator or denominator of R that is written out; a longer R is null and found by the replay."""

SURE_REJECT = "this is the last round, and a clarification never accepts: the review ends in Reject"
BELOW_TARGET = "this clarification leaves the bound on accepting a true statement below its target"
FUTILE = "even if every remaining round passes, R stays above delta: the review can no longer accept"
KEYS = ("design", "first_message", "length", "planned", "records", "rule", "schema", "verdict")
ROUND_KEYS = ("false_pass", "kind", "round")

_DEEPEST = 5
_MOST_SHOWN = 10**12
_LONGEST = 24
_KINDS = {kind.value: kind for kind in Kind}
_OUTCOMES = {outcome.value: outcome for outcome in Outcome}
_WHOLE = re.compile(r"0|[1-9][0-9]{0,8}")
_RE_RUN = "the transcript as Review.to_json() gave it"


@dataclass(frozen=True)
class Plan:
    """Hold a planned round, fixed before its challenge is drawn.

    :param round: the number of the round, from 1
    :param kind: diagnostic or clarification
    :param false_pass: q, dimensionless; 1 on a clarification
    :param bound: q̄ = 1 - c(1 - q), by which a pass multiplies R
    :param warnings: what the kernel does not stop: a sure Reject, a threshold out of reach
    """

    round: int
    kind: Kind
    false_pass: Fraction
    bound: Fraction
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Record:
    """Hold a concluded round. One that ended as inadmissible is recorded, and not counted as completed.

    :param round: its number, from 1
    :param kind: diagnostic or clarification
    :param false_pass: q, dimensionless; 1 on a clarification
    :param outcome: pass, fail or inadmissible
    """

    round: int
    kind: Kind
    false_pass: Fraction
    outcome: Outcome


def outcome_of(value: object) -> Outcome:
    """Return the outcome for its word, of exactly the type str: no truth value and no look-alike counts.

    :param value: "pass", "fail" or "inadmissible"
    :raises DesignError: when it is anything else; a check that could not be run did not pass
    Source: design rule "nothing else counts, True included"; no claim.
    """
    if type(value) is str and value in _OUTCOMES:
        return _OUTCOMES[value]
    meant: object = value.value if isinstance(value, Enum) else value
    if isinstance(meant, bool):
        meant = "pass" if meant else "fail"
    word = str.strip(meant).lower() if isinstance(meant, str) else ""
    write = f'"{word}"' if word in _OUTCOMES else '"fail" where the check did not pass or could not be run'
    got = f"{value}" if isinstance(value, Enum) else described(value)
    raise DesignError('"pass", "fail" or "inadmissible"', got, write, field="outcome")


# One line


def line(review: Review) -> str:
    """Return where a review stands, and what has to be said with it.

    Never raises.
    Source: design rule "Reject is insufficiently verified, never refuted"; no claim.
    """
    if review.open:
        stands = f"CHALLENGE at round {review.round} of {review.horizon}: {_evidence(review)}"
        return f"{stands}; {_outlook(review)}"
    where = "after" if review.reason is Reason.INADMISSIBLE_MESSAGE else "at"
    ended = f"{review.verdict.value.upper()} {where} round {review.round} ({review.reason.value.replace('-', ' ')})"
    if review.verdict is Verdict.ACCEPT:
        return f"{ended}: {_evidence(review)}"
    k = review.design.attempts
    again = "Another try at the same delta is not covered; plan it beforehand with attempts."
    if k > 1:
        again = f"{k} attempts in all were declared, each at delta/{k}; one beyond them is not covered."
    return f"{ended}: insufficiently verified, not refuted. {again}"


def _evidence(review: Review) -> str:
    needed = plain_text(review.design.level)
    level = needed if len(needed) <= _LONGEST else round_down(review.design.level)
    return f"M >= {_at_least(review.certificate)}, R <= {round_up(review.survival)}, needs R <= {level}"


def _at_least(M: Fraction) -> str:
    return round_down(M) if M < _MOST_SHOWN else "10^12"


def _outlook(review: Review) -> str:
    m, (kind, bound) = review.round + 1, review.upcoming
    end = (
        ""
        if review.rule is StoppingRule.FIRST_CROSSING
        else f" (a fixed length: accepts at round {review.horizon} only)"
    )
    end = "; no round can accept any more" if review.futile else end
    if kind is Kind.CLARIFICATION:
        return f"round {m} is a clarification and adds nothing{end}"
    if bound is None:
        return f"a pass in round {m} multiplies M by 1/q̄, with q given by its plan{end}"
    return f"a pass in round {m} makes it M >= {_at_least(review.certificate / bound)}{end}"


# The file


def written(review: Review) -> str:
    """Return the transcript: sorted keys, ASCII, LF, every probability as text in lowest terms.

    Never raises.
    Source: design rule "a transcript is enough alone to re-check its verdict"; no claim.
    """
    plan = review.planned
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "design": review.design.to_dict(),
        "rule": review.rule.value,
        "length": review.length,
        "first_message": review.first_message,
        "records": [{**_round(of.round, of.kind, of.false_pass), "outcome": of.outcome.value} for of in review.records],
        "planned": None if plan is None else _round(plan.round, plan.kind, plan.false_pass),
        "verdict": _verdict(review),
    }
    return json.dumps(document, sort_keys=True, indent=1, ensure_ascii=True, allow_nan=False) + "\n"


def _round(m: int, kind: Kind, q: Fraction) -> dict[str, Any]:
    return {"round": m, "kind": kind.value, "false_pass": fraction_text(q)}


def _verdict(review: Review) -> dict[str, Any]:
    R = review.survival
    long = max(R.numerator.bit_length(), R.denominator.bit_length()) > MAX_SURVIVAL_BITS
    return {
        "verdict": review.verdict.value,
        "reason": review.reason.value,
        "round": review.round,
        "survival": None if long else fraction_text(R),
        "crossed_at": review.crossed_at,
    }


def read(text: str, opened: type[Review]) -> Review:
    """Run a transcript again through the kernel, and refuse it where it states anything else.

    :param text: what ``written`` gave
    :param opened: the class of reviews
    :raises DesignError: when it is no such transcript, with the field, or the line where it is no JSON
    Source: design rule "reviews recompute the verdict from the records"; no claim.
    """
    document = _document(text)
    design, length = _design(document["design"]), document["length"]
    try:
        review = opened(design, length=length, first_message=document["first_message"])
    except DesignError as error:
        raise DesignError(error.expected, error.got, _RE_RUN, field=error.field) from None
    _same(document["rule"], review.rule.value, "rule", "by the length")
    records = document["records"]
    if not isinstance(records, list):
        raise _refused("a list of records", records, "records")
    for number, record in enumerate(cast("list[object]", records), 1):
        _again(review, record, f"records[{number}]", (*ROUND_KEYS, "outcome"))
    if document["planned"] is not None:
        _again(review, document["planned"], "planned", ROUND_KEYS)
    _same(document["verdict"], _verdict(review), "verdict", "which the replay gives")
    return review


def _again(review: Review, stated: object, field: str, keys: tuple[str, ...]) -> None:
    of = _table(stated, field, keys)
    q, kind, outcome = of["false_pass"], of["kind"], of.get("outcome")
    if type(of["round"]) is not int or of["round"] != review.round + 1:
        raise _refused(f"round {review.round + 1}", of["round"], f"{field}.round")
    if type(kind) is not str or kind not in _KINDS:
        raise _refused('"diagnostic" or "clarification"', kind, f"{field}.kind")
    if "outcome" in of and (type(outcome) is not str or outcome not in _OUTCOMES):
        raise _refused('"pass", "fail" or "inadmissible"', outcome, f"{field}.outcome")
    if type(q) is not str:
        raise _refused("a probability as text", q, f"{field}.false_pass")
    try:
        number = parse(q)
        _same(q, fraction_text(number), "false_pass", "in lowest terms")
        review.replay(_KINDS[kind], number, cast("str | None", outcome))
    except KernelError as error:
        inner = error.field if isinstance(error, InputError) else None
        place = field if inner is None else f"{field}.{'false_pass' if inner in ('', 'q') else inner}"
        raise DesignError(error.expected, error.got, _RE_RUN, field=place) from None


def _design(stated: object) -> Design:
    table = _table(stated, "design", None)
    bounds = table.get("bounds")
    if isinstance(bounds, dict) and "csv" in bounds:
        raise DesignError("bounds as text", "the name of a table", _RE_RUN, field="design.bounds.csv")
    try:
        design = Design.loads(json.dumps(table), format="json", name="design")
    except DesignError as error:
        field = f"design.{error.field}".rstrip(".")
        raise DesignError(error.expected, error.got, error.write, field=field) from None
    _same(table, design.to_dict(), "design", "as Design.to_dict() writes it")
    return design


def _same(stated: object, due: object, field: str, why: str) -> None:
    """Refuse what differs from what is due, at the first place where it does; true is not 1."""
    if isinstance(stated, dict) and isinstance(due, dict):
        table = _table(cast("object", stated), field, tuple(cast("dict[str, object]", due)))
        for key, value in cast("dict[str, object]", due).items():
            _same(table[key], value, f"{field}.{key}", why)
    elif isinstance(stated, list) and isinstance(due, list) and len(stated) == len(cast("list[object]", due)):
        pairs = zip(cast("list[object]", stated), cast("list[object]", due), strict=True)
        for number, (one, other) in enumerate(pairs, 1):
            _same(one, other, f"{field}[{number}]", why)
    elif type(stated) is not type(due) or stated != due:
        raise DesignError(f"{described(due)}, {why}", f"the stated {described(stated)}", _RE_RUN, field=field)


# JSON


def _document(text: object) -> dict[str, Any]:
    """Return the transcript's table, its schema and keys checked, its numbers whole."""
    try:
        if type(text) is str and not text.removeprefix("\ufeff").strip():
            raise DesignError("a transcript", "an empty text", _RE_RUN, line=1)
        tree = parse_json(checked_text(text, "transcript"), "transcript")
    except DesignError as error:
        expected = "the text of a transcript" if error.field == "text" else error.expected
        raise DesignError(expected, error.got, _RE_RUN, field=error.field, line=error.line) from None
    schema = tree.get("schema")
    later = re.fullmatch(r"elenctic\.transcript/([0-9]+)", schema) if isinstance(schema, str) else None
    if schema != SCHEMA:
        write = "a newer elenctic to read it" if later else f'"schema": "{SCHEMA}"'
        raise DesignError(f'"{SCHEMA}"', described(schema), write, field="schema")
    return _table(_whole(tree, "", 0), "", KEYS)


def _whole(value: object, field: str, depth: int) -> object:
    """Return a tree of JSON with whole numbers as ints; refuse other numbers, doubled keys and depth."""
    if depth > _DEEPEST:
        raise DesignError(f"at most {_DEEPEST} levels", "deeper nesting", _RE_RUN, field=printable(field))
    if isinstance(value, dict):
        table = cast("dict[str, object]", value)
        return {key: _whole(of, f"{field}.{printable(key)}".lstrip("."), depth + 1) for key, of in table.items()}
    if isinstance(value, list):
        items = cast("list[object]", value)
        return [_whole(of, f"{field}[{number}]", depth + 1) for number, of in enumerate(items, 1)]
    if isinstance(value, Doubled):
        place = f"{field}.{printable(value.key)}".lstrip(".")
        raise DesignError("each key once", "the key twice", _RE_RUN, field=place)
    if not isinstance(value, Numeral):
        return value
    if not _WHOLE.fullmatch(value.text):
        write = f'"{described(value)}"'
        raise DesignError("a count, or a probability as text", described(value), write, field=field)
    return int(value.text)


def _table(value: object, field: str, keys: tuple[str, ...] | None) -> dict[str, Any]:
    """Return an object that has these keys and no other."""
    if not isinstance(value, dict):
        raise _refused("an object", value, field)
    table = cast("dict[str, Any]", value)
    for key in () if keys is None else table:
        if key not in cast("tuple[str, ...]", keys):
            near = did_you_mean(key, keys or ())
            got = f"an unknown key (did you mean {near}?)" if near else "an unknown key"
            place = f"{field}.{printable(key)}".lstrip(".")
            raise DesignError(f"the keys {', '.join(sorted(keys or ()))}", got, _RE_RUN, field=place)
    for key in keys or ():
        if key not in table:
            raise DesignError(f"the key {key}", "nothing", _RE_RUN, field=f"{field}.{key}".lstrip("."))
    return table


def _refused(expected: str, got: object, field: str) -> DesignError:
    return DesignError(expected, described(got), _RE_RUN, field=field)
