"""Run the kernel beside the executable reference, event by event, and count what the runs met."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import elenctic_kernel as kernel
from elenctic_kernel import Kind, Outcome, Pair, Reason, State, StoppingRule, Verdict

from spec import reference as ref

NEAR = Fraction(1, 10**40)
SIDES = (Fraction(1), Fraction(1), Fraction(1), 1 - NEAR, 1 + NEAR)
LONGEST = 6
QS: tuple[Pair, ...] = (
    *((0, 1), (1, 2), (2, 4), (1, 3), (2, 3), (1, 4), (3, 4), (1, 5), (9, 10), (99, 100), (1, 1), (5, 5)),
)
CS: tuple[Pair, ...] = (*((1, 1), (1, 1), (3, 3), (1, 2), (2, 3), (9, 10), (3, 4), (0, 1), (1, 3), (999, 1000)),)
ODD_BOUNDS: tuple[object, ...] = (None, (-1, 2), (3, 2), (1, 0), 0.5, (True, 2), "1/2")
ODD_OUTCOMES: tuple[object, ...] = ("PASS", True, None, "unsure", 1)

_KINDS = {kind.value: kind for kind in Kind}
_OUTCOMES = {outcome.value: outcome for outcome in Outcome}
_RULES = {rule.value: rule for rule in StoppingRule}


class Mismatch(Exception):
    """Say that kernel and reference differ."""


@dataclass(frozen=True)
class Round:
    """Hold one event: kind, q as the kernel takes it, outcome; each possibly malformed."""

    kind: object
    q: object
    outcome: object


@dataclass(frozen=True)
class Script:
    """Hold a whole review: its terms and its events."""

    delta: Fraction
    c: tuple[Pair, ...]
    rule: str
    admissible: bool
    rounds: tuple[Round, ...]


FRACTIONS = {pair: Fraction(*pair) for pair in (*QS, *CS, (-1, 2), (3, 2))}
"""What the reference takes for the pairs that are drawn here."""


def fraction(q: object) -> object:
    """Return what the reference takes for a pair; a malformed one stays malformed."""
    if type(q) is not tuple or not all(type(part) is int for part in q):
        return q
    return FRACTIONS.get(q) or (Fraction(*q) if q[1] > 0 else q)


def event(happening: Round) -> ref.Event:
    """Return the round as the reference's event."""
    if happening.kind == "clarification":
        return ("clarification", happening.outcome)
    return (happening.kind, fraction(happening.q), happening.outcome)


def kernel_step(terms: kernel.Terms, state: State, happening: Round) -> State:
    """Plan and conclude one round; what is no word of the protocol goes in as it is."""
    kind = _KINDS.get(happening.kind, happening.kind)  # type: ignore[call-overload]
    outcome = _OUTCOMES.get(happening.outcome, happening.outcome)  # type: ignore[call-overload]
    q = kernel.ONE if kind is Kind.CLARIFICATION else happening.q
    planned = kernel.plan(terms, state, kind, q)  # type: ignore[arg-type]
    return kernel.conclude(terms, planned, outcome)


def differ(of: ref.Terms, theirs: ref.Run, ours: State) -> str:
    """Return what differs between a reference run and a kernel state, nothing when they agree."""
    if (theirs.omega, theirs.why, theirs.m) != (ours.verdict.value, ours.reason.value, ours.round):
        return f"{theirs.omega} ({theirs.why}) at {theirs.m}, kernel {ours}"
    rn, rd = ours.survival
    M = theirs.M[-1]
    if ours.reason is Reason.CHECK_FAILED:
        product = ref.survival(theirs)
        if M != 0 or product.numerator * rd != product.denominator * rn:
            return f"M = {M} and R = {product} after a failed check, kernel R = {ours.survival}"
    elif M.numerator * rn != M.denominator * rd:
        return f"M = {M}, kernel R = {ours.survival}"
    return ""


def crossings_differ(of: ref.Terms, theirs: ref.Run, ours: State) -> str:
    """Return the two first crossings where they differ; apart from the rest, because the reference is slow."""
    crossed_at = ref.crossed_at(of, theirs)
    return "" if crossed_at == ours.crossed_at else f"crossed at {crossed_at}, kernel {ours.crossed_at}"


def distance(ours: State, delta: Pair) -> int:
    """Tell where R is: 0 exactly at delta, 1 just above, -1 just below, 2 elsewhere or before any round."""
    (rn, rd), (dn, dd) = ours.survival, delta
    gap, unit = rn * dd - dn * rd, 2 * dn * rd
    if ours.round == 0 or abs(gap) * NEAR.denominator >= unit:
        return 2
    return (gap > 0) - (gap < 0)


def compare(script: Script, seen: Counter[str]) -> None:
    """Run a script on both sides.

    :raises Mismatch: at the first event after which they differ, or that only one of them refuses
    """
    of = ref.Terms(script.delta, len(script.c), tuple(FRACTIONS[c] for c in script.c), script.rule)
    delta = (script.delta.numerator, script.delta.denominator)
    terms = kernel.make_terms(delta, len(script.c), script.c, _RULES[script.rule])
    theirs, ours = ref.run(of, [("open", script.admissible)]), kernel.open(terms, script.admissible)
    where, late, crossed_at = {distance(ours, delta)}, 0, 0
    for at, happening in enumerate((None, *script.rounds), 1):
        if happening is not None:
            theirs, ours = both(of, terms, theirs, ours, happening, seen)
        late += ours.verdict is not Verdict.CHALLENGE
        ends = late == 2 or at > len(script.rounds)  # one event after the end has been refused
        found = differ(of, theirs, ours)
        if not found and (ends or late or ours.crossed_at != crossed_at):
            found = crossings_differ(of, theirs, ours)
        if found:
            raise Mismatch(f"after event {at - 1} of {script}: {found}")
        where.add(distance(ours, delta))
        crossed_at = ours.crossed_at
        if ends:
            break
    seen.update({"sequences": 1, "exactly at delta": 0 in where, "just above": 1 in where, "just below": -1 in where})
    seen[f"{script.rule} {ours.verdict.value} ({ours.reason.value})"] += 1


def both(
    of: ref.Terms, terms: kernel.Terms, theirs: ref.Run, ours: State, happening: Round, seen: Counter[str]
) -> tuple[ref.Run, State]:
    """Take one event on both sides; a refused one leaves both as they were."""
    try:
        after: ref.Run | None = ref.step(of, theirs, event(happening))
    except ref.Refused:
        after = None
    try:
        now: State | None = kernel_step(terms, ours, happening)
    except kernel.KernelError:
        now = None
    if after is None and now is None:
        seen["refused events"] += 1
        return theirs, ours
    if after is None or now is None:
        raise Mismatch(f"{happening} in {ours}: the reference gives {after}, the kernel {now}")
    seen["events"] += 1
    return after, now


def script(rng: random.Random) -> Script:
    """Draw a review; half of them put delta at a product of their own bounds or next to it."""
    T = rng.randint(1, 8)
    c = tuple(rng.choice(CS) for _ in range(T))
    steady = rng.choice(QS) if rng.random() < 0.4 else None
    rounds = tuple(draw_round(rng, steady) for _ in range(rng.randint(1, LONGEST)))
    rule = rng.choice((ref.FIRST_CROSSING, ref.AT_HORIZON))
    if rule == ref.AT_HORIZON and rng.random() < 0.5:
        T = min(T, len(rounds))
    return Script(draw_delta(rng, c[:T], rounds), c[:T], rule, rng.random() < 0.98, rounds)


def draw_round(rng: random.Random, steady: Pair | None) -> Round:
    """Draw one event: mostly a passed diagnostic round, now and then something that is refused."""
    draw = rng.random()
    q: object = steady or rng.choice(QS)
    if draw < 0.74:
        return Round("diagnostic", q, "pass")
    if draw < 0.84:
        return Round("clarification", (1, 1), "pass")
    if draw < 0.90:
        return Round("diagnostic", q, rng.choice(("fail", "inadmissible")))
    if draw < 0.93:
        return Round("clarification", (1, 1), rng.choice(("fail", "inadmissible", "unsure")))
    if draw < 0.96:
        return Round("diagnostic", rng.choice(ODD_BOUNDS), "pass")
    if draw < 0.98:
        return Round("diagnostic", q, rng.choice(ODD_OUTCOMES))
    return Round(rng.choice(("Diagnostic", None, 1)), q, "pass")


def draw_delta(rng: random.Random, c: tuple[Pair, ...], rounds: tuple[Round, ...]) -> Fraction:
    """Draw delta: the product of the bounds of a prefix, or next to it, or any number."""
    prefixes = [value for value in products(c, rounds) if value < 1] if rng.random() < 0.65 else []
    if not prefixes:
        return Fraction(rng.randint(1, 99), 100)
    return rng.choice(prefixes) * rng.choice(SIDES)


def products(c: tuple[Pair, ...], rounds: tuple[Round, ...]) -> Iterator[Fraction]:
    """Give the products that R runs through while the events pass, refused ones left out."""
    value, m = Fraction(1), 0
    for happening in rounds:
        if m == len(c) or happening.outcome != "pass":
            continue
        q = fraction(happening.q)
        if happening.kind == "clarification":
            m += 1
        elif happening.kind == "diagnostic" and isinstance(q, Fraction):
            bound = ref.q_bar(FRACTIONS[c[m]], q)
            if 0 < bound <= 1:
                value, m = value * bound, m + 1
                yield value


def bulk(seed: int, count: int) -> Counter[str]:
    """Compare that many seeded reviews, and count what they met."""
    rng, seen = random.Random(seed), Counter[str]()
    for _ in range(count):
        compare(script(rng), seen)
    return seen


if __name__ == "__main__":
    print(json.dumps(bulk(int(sys.argv[1]), int(sys.argv[2])), sort_keys=True))
