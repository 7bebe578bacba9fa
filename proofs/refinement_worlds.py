"""The executable reference, spec/reference.py, run on symbols beside the kernel, event by event.

A ratio of symbols is a ``Fraction`` to the reference, which asks for one by type; its arithmetic is that of pairs. A
run of the reference keeps M_m and what follows it, on top of a base of rounds that went before. Not covered: that
``Fraction`` computes the rational numbers.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, cast

import elenctic_kernel as kernel
from elenctic_kernel import (
    KernelError,
    Kind,
    OrderError,
    Outcome,
    Pair,
    Reason,
    State,
    StoppingRule,
    Verdict,
    conclude,
    plan,
)

from spec import reference

from .explorer import World
from .hypotheses import kept, named
from .statements import AtRound, Review, any_review, in_unit, stands, whole_denominators
from .step_worlds import FITTING
from .supply import AnyPair, Call, Supply


class Ratio(Fraction):
    """Hold a rational number as a pair with a positive denominator, whole numbers or symbols alike."""

    __slots__ = ("pair",)

    pair: AnyPair

    def __new__(cls, pair: AnyPair) -> "Ratio":
        made = object.__new__(cls)
        made.pair = pair
        return made

    __hash__ = None  # type: ignore[assignment]

    def __sub__(self, other: Any) -> "Ratio":  # type: ignore[override]
        (a, b), (c, d) = self.pair, pair_of(other)
        return Ratio((a * d - c * b, b * d))

    def __rsub__(self, other: Any) -> "Ratio":  # type: ignore[override]
        return Ratio(pair_of(other)) - self

    def __mul__(self, other: Any) -> "Ratio":  # type: ignore[override]
        (a, b), (c, d) = self.pair, pair_of(other)
        return Ratio((a * c, b * d))

    __rmul__ = __mul__  # type: ignore[assignment]

    def __truediv__(self, other: Any) -> "Ratio":  # type: ignore[override]
        (a, b), (c, d) = self.pair, pair_of(other)
        if c == 0:
            raise ZeroDivisionError
        return Ratio((a * d, b * c)) if c > 0 else Ratio((-(a * d), -(b * c)))

    def __rtruediv__(self, other: Any) -> "Ratio":  # type: ignore[override]
        return Ratio(pair_of(other)) / self

    def __le__(self, other: Any) -> Any:
        (a, b), (c, d) = self.pair, pair_of(other)
        return a * d <= c * b

    def __ge__(self, other: Any) -> Any:
        (a, b), (c, d) = self.pair, pair_of(other)
        return c * b <= a * d

    def __lt__(self, other: Any) -> Any:
        (a, b), (c, d) = self.pair, pair_of(other)
        return a * d < c * b

    def __gt__(self, other: Any) -> Any:
        (a, b), (c, d) = self.pair, pair_of(other)
        return c * b < a * d

    def __eq__(self, other: object) -> Any:
        (a, b), (c, d) = self.pair, pair_of(other)
        return a * d == c * b


def _refuse(what: str) -> Callable[..., Any]:
    def refuse(*_: object) -> Any:
        raise NotImplementedError(f"{what} of a ratio")

    return refuse


for _name in sorted({name for name in vars(Fraction) if name.startswith("__")} - {*vars(Ratio), *vars(object)}):
    if callable(getattr(Fraction, _name)):
        setattr(Ratio, _name, _refuse(_name))


def pair_of(value: object) -> AnyPair:
    """Return the pair of a ratio, a fraction or a whole number.

    :raises NotImplementedError: of anything else
    """
    if isinstance(value, Ratio):
        return value.pair
    if type(value) in (int, Fraction):
        return cast(Fraction, value).as_integer_ratio()
    raise NotImplementedError(f"a ratio meets {type(value).__name__}")


@dataclass(frozen=True)
class Later(reference.Run):
    """Hold a run of which the last M is known, after a number of rounds that went before it."""

    base: Any = 0

    @property
    def m(self) -> Any:
        """Count the completed rounds."""
        return self.base + (len(self.M) - 1)


class Bounds:
    """Stand for c_1 to c_T as ratios, known at one index, of which ``step`` looks up no other."""

    def __init__(self, known: AtRound) -> None:
        self._known = known

    def __getitem__(self, index: Any) -> Ratio:
        return Ratio(self._known[index])


class Both(NamedTuple):
    """Hold where the kernel and the reference lead, None where either refuses.

    ``crossed`` is the first crossing, and ``survival`` the product of q̄, that the reference counts from M_m on.
    """

    kernel: State | None
    reference: Later | None
    crossed: int = 0
    survival: AnyPair = (1, 1)


def terms_of(r: Review, execution: AtRound) -> reference.Terms:
    """Return the terms of a review as the reference keeps them."""
    return reference.Terms(Ratio(r.delta), r.T, cast(Any, Bounds(execution)), r.rule.value)


def run_of(r: Review, verdict: Verdict, reason: Reason, last: AnyPair) -> Later:
    """Return a review as the reference keeps it, M_m last; M = 0 where a check failed."""
    failed = reason is Reason.CHECK_FAILED
    return Later((Ratio((0, 1) if failed else last),), (), verdict.value, reason.value, r.m)


def event_of(kind: Kind, q: AnyPair, outcome: Outcome) -> reference.Event:
    """Return an event as the reference reads it."""
    return (kind.value, Ratio(q), outcome.value) if kind is Kind.DIAGNOSTIC else (kind.value, outcome.value)


def _reference(terms: reference.Terms, before: Later, event: reference.Event) -> Both:
    try:
        after = cast(Later, reference.step(terms, before, event))
    except reference.Refused:
        return Both(None, None)
    return Both(None, after, reference.crossed_at(terms, after), pair_of(reference.survival(after)))


def _kernel(terms: Any, state: State, kind: Kind, false_pass: Pair, outcome: Outcome) -> State:
    return conclude(terms, plan(terms, state, kind, false_pass), outcome)


NEEDED = ("R·M = 1", "invariant I")
"""What the two states have to meet. Of q nothing is asked but a positive denominator."""


def stepping(dropped: str = "", paths: int = 69) -> World:
    """Return the world of one event on an open review, taken by the kernel and by the reference.

    Where a hypothesis is dropped a diagnostic round that passes is enough, under one rule.
    """
    few = 1 if dropped else None
    rules, kinds, outcomes = [*StoppingRule][:few], [*Kind][:few], [*Outcome][:few]

    def setup(s: Supply) -> Call:
        rule, kind, outcome = s.choose("rule", rules), s.choose("kind", kinds), s.choose("outcome", outcomes)
        r = Review(rule, s.pair("delta"), s.whole("T"), s.whole("m"), s.pair("R"), s.whole("at"))
        c, q, state = s.pair("c"), s.pair("q"), r.state()
        execution, other = AtRound(r.m, c), s.pair("M")
        last = other if dropped == "R·M = 1" else (r.R[1], r.R[0])
        given = {
            "denominators": whole_denominators(r.delta, r.R, q, other),
            "invariant I": stands(r, Verdict.CHALLENGE, Reason.OPEN),
            "c in [0, 1]": in_unit(c),
            "R·M = 1": True,
        }
        before = run_of(r, Verdict.CHALLENGE, Reason.OPEN, last)
        ours = (r.terms(execution), state, kind, q if kind is Kind.DIAGNOSTIC else (1, 1), outcome)

        def step(*theirs: Any) -> Both:
            found: State | None
            try:
                found = _kernel(*ours)
            except KernelError:
                found = None
            return _reference(*theirs)._replace(kernel=found)

        event = event_of(kind, q, outcome)
        data = {"r": r, "kind": kind, "outcome": outcome}
        return Call(step, (terms_of(r, execution), before, event), kept(given, dropped), data)

    return World(named("kernel and reference on an open review", dropped), setup, paths)


def _closed(s: Supply) -> Call:
    r, (verdict, reason), kind = any_review(s), s.choose("closed", FITTING), s.choose("kind", [*Kind])
    c, state, execution = s.pair("c"), r.state(verdict, reason), AtRound(r.m, s.pair("c"))
    given = (whole_denominators(r.delta, r.R), stands(r, verdict, reason), in_unit(c))

    def step(*theirs: Any) -> Both:
        found = _reference(*theirs)
        return found if found.reference else Both(_kernel(r.terms(execution), state, kind, (1, 1), Outcome.PASS), None)

    before = run_of(r, verdict, reason, (r.R[1], r.R[0]))
    event = event_of(kind, (1, 1), Outcome.PASS)
    return Call(step, (terms_of(r, execution), before, event), given, {"r": r}, (OrderError,))


CLOSED = World("kernel and reference on a closed review", _closed, 16)


def _starting(s: Supply) -> Call:
    r, admissible = any_review(s), s.choose("admissible", [True, False])

    def start(first: bool) -> Both:
        return Both(kernel.open(r.terms(), first), cast(Later, reference.start(("open", first))))

    return Call(start, (admissible,), (), {"r": r})


STARTING = World("kernel and reference at the first message", _starting, 4)
