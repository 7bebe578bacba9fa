"""Write the conformance vectors from the executable reference: ``python -m tests.vectors.writing``.

A vector is language-neutral: terms, events, and the run that any implementation of the protocol must give,
or ``refused`` where it must refuse the last event and leave the review as it was.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from spec import reference

FOLDER = Path(__file__).parent
REVIEWS, REGIONS = FOLDER / "review-1.json", FOLDER / "region-1.json"

Event = tuple[Any, ...]

EVENTS: list[Event] = [
    ("diagnostic", "1/2", "pass"),
    ("diagnostic", "1/2", "fail"),
    ("diagnostic", "1/2", "inadmissible"),
    ("diagnostic", "1", "pass"),
    ("clarification", "pass"),
    ("clarification", "inadmissible"),
]
REFUSED: list[Event] = [
    ("clarification", "fail"),
    ("diagnostic", "3/2", "pass"),
    ("diagnostic", "-1/2", "pass"),
    ("diagnostic", "0", "pass"),
    ("diagnostic", "1/2", "maybe"),
]


def vectors() -> list[dict[str, Any]]:
    """Return every run of up to three events at horizons 1 to 3, around the tie delta = 1/4, and refusals."""
    distinct = {json.dumps(vector, sort_keys=True): vector for vector in (*_small_worlds(), *_refusals())}
    return list(distinct.values())


def _small_worlds() -> Iterator[dict[str, Any]]:
    for rule, horizon in product((reference.FIRST_CROSSING, reference.AT_HORIZON), (1, 2, 3)):
        for delta in ("1/4", "2499999999999999999999999999999999999999/10000000000000000000000000000000000000000"):
            terms = {"delta": delta, "horizon": horizon, "execution": ["1"] * horizon, "rule": rule}
            yield _vector(terms, [("open", False)])
            for events in product(EVENTS, repeat=horizon):
                yield _vector(terms, _until_closed(terms, [("open", True), *events]))


def _until_closed(terms: dict[str, Any], events: list[Event]) -> list[Event]:
    return next((events[:n] for n in range(1, len(events)) if _run(terms, events[:n]).omega != "challenge"), events)


def _refusals() -> Iterator[dict[str, Any]]:
    terms = {"delta": "1/4", "horizon": 3, "execution": ["1"] * 3, "rule": reference.FIRST_CROSSING}
    for event in REFUSED:
        yield _vector(terms, [("open", True), event])
    for last in (("diagnostic", "1/2", "pass"), ("diagnostic", "1/2", "fail"), ("diagnostic", "1/2", "inadmissible")):
        closed: list[Event] = [("open", True), ("diagnostic", "1/2", "pass"), last]
        yield from (_vector(terms, [*closed, event]) for event in EVENTS[:1] + EVENTS[4:5])
    yield _vector(terms, [("open", False), ("diagnostic", "1/2", "pass")])


def _typed(event: Event) -> Event:
    return ("diagnostic", Fraction(event[1]), event[2]) if event[0] == "diagnostic" else event


def _run(terms: dict[str, Any], events: list[Event]) -> reference.Run:
    fixed = reference.Terms(
        Fraction(terms["delta"]), terms["horizon"], tuple(Fraction(c) for c in terms["execution"]), terms["rule"]
    )
    return reference.run(fixed, [_typed(event) for event in events])


def _vector(terms: dict[str, Any], events: list[Event]) -> dict[str, Any]:
    try:
        expected = _expected(_run(terms, events), terms)
    except reference.Refused:
        expected = {"refused": True, **_expected(_run(terms, events[:-1]), terms)}
    return {"terms": terms, "events": [list(event) for event in events], "expected": expected}


def _expected(run: reference.Run, terms: dict[str, Any]) -> dict[str, Any]:
    fixed = reference.Terms(Fraction(terms["delta"]), terms["horizon"], ())
    return {
        "verdict": run.omega,
        "reason": run.why,
        "round": run.m,
        "certificate": str(run.M[-1]),
        "crossed_at": reference.crossed_at(fixed, run),
    }


def regions() -> list[dict[str, Any]]:
    """Return the worked examples and ties of both targets, with the region of Definition 12."""
    figure = [str(Fraction(985 - i, 1000)) for i in range(14)]
    cases: list[tuple[str, str, list[str], list[str], list[str], list[int]]] = [
        ("1/20", "1/10", ["1/2"] * 10, ["99/100"] * 10, ["99/100"] * 10, []),
        ("1/10", "1/5", ["1/5"] * 14, figure, ["1"] * 14, []),
        ("1/20", "1/5", ["998/1000"] * 20, ["9/10"] * 20, ["1"] * 20, []),
        ("1/32", "1/10", ["1/2"] * 6, ["1"] * 6, ["1"] * 6, []),
        ("1/4", "7/16", ["1/2"] * 4, ["1"] * 4, ["3/4"] * 4, []),
        ("1/4", "7/16", ["1/2"] * 6, ["1"] * 6, ["3/4"] * 6, [2, 5]),
    ]
    return [_region(*case) for case in cases]


def _region(
    delta: str, gamma: str, q: list[str], c: list[str], a: list[str], clarifications: list[int]
) -> dict[str, Any]:
    exact = [[Fraction(text) for text in bound] for bound in (q, c, a)]
    survival = reference.R(reference.bounds(exact[1], exact[0], clarifications))
    complete = reference.C(exact[2], exact[1], clarifications)
    lengths = reference.ER(survival, complete, Fraction(delta), Fraction(gamma), clarifications)
    return {
        "delta": delta,
        "gamma": gamma,
        "false_pass": q,
        "execution": c,
        "response": a,
        "clarifications": clarifications,
        "expected": {"first_crossing": reference.K_delta(survival, Fraction(delta)), "lengths": sorted(lengths)},
    }


def text(schema: str, found: list[dict[str, Any]]) -> str:
    """Return the file's text: one vector a line, so that a change reads as one."""
    lines = ",\n".join(json.dumps(vector, sort_keys=True) for vector in found)
    return f'{{"schema": "{schema}", "vectors": [\n{lines}\n]}}\n'


def contents() -> dict[Path, str]:
    """Return what each file must hold."""
    return {
        REVIEWS: text("elenctic.vectors.review/1", vectors()),
        REGIONS: text("elenctic.vectors.region/1", regions()),
    }


if __name__ == "__main__":
    for path, content in contents().items():
        path.write_text(content, encoding="utf-8", newline="\n")
