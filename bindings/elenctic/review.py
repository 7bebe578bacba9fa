"""Carry one review: rounds planned before they are concluded, every verdict from the kernel's step."""

from __future__ import annotations

import logging
from fractions import Fraction
from typing import Any, NamedTuple

import elenctic_kernel as kernel
from elenctic_kernel import ONE, Kind, OrderError, Pair, Planned, Reason, State, StoppingRule, Verdict

from elenctic import transcript
from elenctic.decimals import fraction_text
from elenctic.design import Design
from elenctic.documents import described
from elenctic.errors import DesignError
from elenctic.forecast import Rules
from elenctic.numbers import exact
from elenctic.transcript import BELOW_TARGET, FUTILE, SURE_REJECT, Plan, Record

ADMISSIBLE, INADMISSIBLE = "admissible", "inadmissible"

_LOGGER = logging.getLogger("elenctic")
_LOGGER.addHandler(logging.NullHandler())


class _Line(NamedTuple):
    """Hold where a review stands: the kernel's state, the round that may accept, and what is planned."""

    state: State
    reach: int | None
    planned: tuple[Planned, Plan] | None = None


class Review:
    """Run one review of one statement under a design.

    A round is planned; then its challenge is put, answered and checked, outside; then it is concluded. What
    a review says is recomputed from its records whenever it is copied, unpickled or read from a transcript.
    Not to be shared between threads.

    :param design: targets, horizon and bounds, fixed before
    :param length: accept at round ``length`` only; left out, as the design says: at its length where it has one,
        else at the first crossing
    :param first_message: "admissible" or "inadmissible"; the latter rejects before any round
    :raises DesignError: when an argument is of the wrong type or out of its range

    Source: Definition 6; OPEN-REVIEW.1
    """

    __slots__ = ("_exact", "_first_message", "_line", "_records", "_rules", "_warned")

    _exact: tuple[State, Fraction] | None
    _first_message: str
    _line: _Line
    _records: list[Record]
    _rules: Rules
    _warned: frozenset[str]

    def __init__(self, design: Design, *, length: int | None = None, first_message: str = ADMISSIBLE) -> None:
        if type(design) is not Design:
            raise DesignError("a Design", described(design), "Design(...) or Design.load(path)", field="design")
        if design.length is not None and length not in (None, design.length):
            raise DesignError(f"{design.length}, the design's length", described(length), "no length", field="length")
        length = design.length if length is None else length
        if length is not None and (type(length) is not int or not 1 <= length <= design.horizon):
            expected = f"a length from 1 to the horizon, which is {design.horizon}, or None"
            raise DesignError(expected, described(length), f"length={design.horizon}", field="length")
        if type(first_message) is not str or first_message not in (ADMISSIBLE, INADMISSIBLE):
            expected, write = f'"{ADMISSIBLE}" or "{INADMISSIBLE}"', f'first_message="{INADMISSIBLE}"'
            raise DesignError(expected, described(first_message), write, field="first_message")
        rules = Rules(design, length)
        state = kernel.open(rules.terms, first_message == ADMISSIBLE)
        self._move(_rules=rules, _first_message=first_message, _line=_Line(state, rules.reach(state, 0)))
        self._move(_records=[], _exact=None, _warned=frozenset())

    def _move(self, **values: object) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a review is moved by its events only."""
        raise AttributeError(f"a review is moved by plan, clarify and conclude; {name} cannot be set")

    def __getstate__(self) -> dict[str, Any]:
        """Return what went in, and nothing of what follows from it."""
        plan = self.planned
        rounds = [(record.kind, record.false_pass, record.outcome.value) for record in self._records]
        last = [] if plan is None else [(plan.kind, plan.false_pass, None)]
        opened = {"design": self.design, "length": self.length, "first_message": self.first_message}
        return {**opened, "rounds": [*rounds, *last]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Run the rounds again; a verdict, a certificate or anything else that is stated counts for nothing."""
        Review.__init__(self, state["design"], length=state["length"], first_message=state["first_message"])
        for kind, false_pass, outcome in state.get("rounds", ()):
            self.replay(kind, false_pass, outcome)

    # The order of events

    def plan(self, *, q: object = None) -> Plan:
        """Fix the next round before its challenge is drawn: its kind and q as designed.

        :param q: only where the design says false_pass = "adaptive": an int, Fraction, Decimal or text,
            0 <= q < 1, fixed from the past rounds alone
        :raises DesignError: when q is malformed, a float, out of its range, missing, or not asked for
        :raises OrderError: when the review is closed or a round is planned already

        Source: Assumption 1, equation (3); PLAN-ORDER.1, IMPLEMENTED-BOUND.1
        """
        self._check_order()
        m = self.round + 1
        kind = self._rules.declared(m) or Kind.DIAGNOSTIC
        self._move(_line=self._next(kind, self._false_pass(m, kind, q)))
        return self._log(self._line)

    def clarify(self, outcome: str = "pass") -> Verdict:
        """Plan and conclude a clarification: it uses up a round and never moves R.

        :param outcome: "pass", or "inadmissible" where the answer was that
        :return: the verdict
        :raises DesignError: when the outcome is none of the three words
        :raises OrderError: when the review is closed, a round is planned, the next one was declared
            diagnostic, or the outcome is "fail"

        Source: Assumption 1 item 4; CLARIFICATION-NEUTRAL.1
        """
        self._check_order()
        m = self.round + 1
        if self._rules.declared(m) is Kind.DIAGNOSTIC:
            raise OrderError(f"a diagnostic round, which round {m} was declared to be", "a clarification")
        line = self._next(Kind.CLARIFICATION, ONE)
        self._end(line, outcome)
        self._log(line)
        return self.verdict

    def conclude(self, outcome: str) -> Verdict:
        """Conclude the planned round.

        :param outcome: "pass", "fail" or "inadmissible", nothing else; a check that broke down did not pass
        :return: the verdict
        :raises DesignError: when the outcome is none of these words
        :raises OrderError: when no round is planned, or a clarification is said to have failed

        Source: Definition 6, equation (4); SURVIVAL-PRODUCT.1
        """
        self._end(self._line, outcome)
        return self.verdict

    def replay(self, kind: Kind, false_pass: Fraction, outcome: str | None) -> None:
        """Take a recorded round again, without logging.

        :param kind: as recorded
        :param false_pass: q as recorded
        :param outcome: as recorded; None for a round that was planned and not concluded
        :raises DesignError: when the design or the review's own order of events gives another round
        :raises OrderError: when the review is closed or a round is planned already

        Source: PLAN-ORDER.1
        """
        self._check_order()
        m = self.round + 1
        declared = self._rules.declared(m)
        inserted = declared is None and kind is Kind.CLARIFICATION and outcome is not None
        due = Kind.CLARIFICATION if inserted else declared or Kind.DIAGNOSTIC
        if kind is not due:
            got = kind.value if type(kind) is Kind else described(kind)
            raise DesignError(f"a {due.value} round {m}", got, f'"{due.value}"', field="kind")
        given = false_pass if self.design.false_pass is None and due is Kind.DIAGNOSTIC else None
        q = ONE if inserted else self._false_pass(m, due, given)
        if exact(false_pass) != Fraction(*q):
            text = fraction_text(Fraction(*q))
            raise DesignError(f"{text} in round {m}", fraction_text(false_pass), f'"{text}"', field="false_pass")
        line = self._next(due, q)
        if outcome is None:
            self._move(_line=line)
        else:
            self._end(line, outcome)

    def _check_order(self) -> None:
        if self.planned is not None:
            raise OrderError(f"the outcome of round {self.planned.round}, which is planned", "another round")
        if not self.open:
            kernel.plan(self._rules.terms, self._line.state, Kind.CLARIFICATION, ONE)  # which refuses it

    def _false_pass(self, m: int, kind: Kind, q: object) -> Pair:
        given = self.design.false_pass
        if q is not None and (given is not None or kind is Kind.CLARIFICATION):
            said = "by the design" if given is not None else "as a clarification"
            write = 'plan() without q, or false_pass = "adaptive" in the design'
            raise DesignError(f"no q, as round {m} is fixed {said}", described(q), write, field="q")
        if kind is Kind.CLARIFICATION:
            return ONE
        return self._adaptive(m, q) if given is None else given.values[m - 1]

    def _adaptive(self, m: int, q: object) -> Pair:
        expected, write = "q of this round, from 0 to below 1", 'plan(q="1/2")'
        if q is None:
            raise DesignError(expected, "nothing, where the design says adaptive", write, field="q")
        try:
            value = exact(q)
        except DesignError as error:
            raise error.located(field="q") from None
        cn, cd = self._rules.terms.execution[m - 1]
        if value == 1:
            write = "clarify() for a round that gives no evidence"
        elif value == 0 and cn == cd:
            expected = "an implemented bound 1 - c(1-q) above 0, where c = 1"
            write = 'a weaker valid bound, for example plan(q="1e-9")'
        elif 0 <= value < 1:
            return value.numerator, value.denominator
        raise DesignError(expected, described(q), write, field="q")

    def _next(self, kind: Kind, q: Pair) -> _Line:
        """Return where the review stands with its next round planned; it is not moved yet."""
        rules, (state, reach, _) = self._rules, self._line
        planned = kernel.plan(rules.terms, state, kind, q)
        m = state.round + 1
        inserted = kind is Kind.CLARIFICATION and rules.declared(m) is None
        if reach and inserted:
            reach = rules.reach(state, m)
        last = kind is Kind.CLARIFICATION and m == rules.horizon
        warnings = (SURE_REJECT,) if last else (FUTILE,) if reach == 0 else ()
        if inserted and reach and not last and rules.falls_short(self._diagnostic(), m, reach):
            warnings = (BELOW_TARGET,)
        return _Line(state, reach, (planned, Plan(m, kind, Fraction(*q), Fraction(*planned.bound), warnings)))

    def _diagnostic(self) -> list[int]:
        return [record.round for record in self._records if record.kind is Kind.DIAGNOSTIC]

    def _end(self, line: _Line, outcome: object) -> None:
        word = transcript.outcome_of(outcome)
        if line.planned is None:
            self._check_order()
            raise OrderError("a planned round: plan(), then the challenge, then conclude()", "an outcome first")
        planned, plan = line.planned
        self._move(_line=_Line(kernel.conclude(self._rules.terms, planned, word), line.reach))
        self._records.append(Record(plan.round, plan.kind, plan.false_pass, word))

    def _log(self, line: _Line) -> Plan:
        assert line.planned is not None
        plan = line.planned[1]
        for warning in plan.warnings:
            if warning not in self._warned:
                _LOGGER.warning("round %d: %s", plan.round, warning)
        self._move(_warned=self._warned.union(plan.warnings))
        return plan

    # What it says

    @property
    def design(self) -> Design:
        """The design under which the review runs."""
        return self._rules.design

    @property
    def horizon(self) -> int:
        """T, the last admissible round; the length of a review of fixed length."""
        return self._rules.horizon

    @property
    def length(self) -> int | None:
        """The fixed length, None where the review accepts at its first crossing."""
        return self.horizon if self.rule is StoppingRule.AT_HORIZON else None

    @property
    def rule(self) -> StoppingRule:
        """When a passed review accepts."""
        return self._rules.terms.rule

    @property
    def first_message(self) -> str:
        """What the first message was: "admissible" or "inadmissible"."""
        return self._first_message

    @property
    def open(self) -> bool:
        """Whether the review goes on."""
        return self.verdict is Verdict.CHALLENGE

    @property
    def round(self) -> int:
        """The number of completed rounds."""
        return self._line.state.round

    @property
    def verdict(self) -> Verdict:
        """The kernel's verdict."""
        return self._line.state.verdict

    @property
    def reason(self) -> Reason:
        """Why the verdict stands."""
        return self._line.state.reason

    @property
    def crossed_at(self) -> int | None:
        """The first round with R <= delta, None before it; not an acceptance under a fixed length."""
        return self._line.state.crossed_at or None

    @property
    def planned(self) -> Plan | None:
        """The planned round, None between rounds."""
        return self._line.planned and self._line.planned[1]

    @property
    def upcoming(self) -> tuple[Kind, Fraction | None]:
        """The kind of the next round and its q̄ as planned or designed; None where q is yet to be given."""
        if self.planned is not None:
            return self.planned.kind, self.planned.bound
        factors, declared = self._rules.survival, self._rules.declared(self.round + 1)
        return declared or Kind.DIAGNOSTIC, Fraction(*factors[self.round]) if factors else None

    @property
    def records(self) -> tuple[Record, ...]:
        """The concluded rounds."""
        return tuple(self._records)

    @property
    def survival(self) -> Fraction:
        """R, the exact product of q̄ over the passed diagnostic rounds."""
        state = self._line.state
        if self._exact is not None and self._exact[0] is state:
            return self._exact[1]
        value = Fraction(*state.survival)
        self._move(_exact=(state, value))
        return value

    @property
    def certificate(self) -> Fraction:
        """M, which is 1/R, and 0 after a failed check. Evidence, not a posterior probability."""
        return Fraction(0) if self.reason is Reason.CHECK_FAILED else 1 / self.survival

    @property
    def futile(self) -> bool:
        """Whether the review is open and cannot accept even if every remaining round passes.

        False where q is given round by round: the caller may find bounds as small as needed.
        """
        return self.open and self._line.reach == 0

    @property
    def completeness(self) -> Fraction | None:
        """Bound from below on acceptance of the covered true statement, from here on.

        While open: the product of a·c over the diagnostic rounds up to the one that accepts if all of them
        pass; None without response bounds, where q is given round by round, and where no round can accept.
        1 once accepted, 0 once rejected.
        """
        if not self.open:
            return Fraction(self.verdict is Verdict.ACCEPT)
        factors, reach = self._rules.completeness, self._line.reach
        return Fraction(*kernel.product(factors, self.round, reach)) if factors and reach else None

    def __str__(self) -> str:
        """Return one line: where the review stands, and what has to be said with it."""
        return transcript.line(self)

    def __repr__(self) -> str:
        """Return the line between angle brackets."""
        return f"<Review {self}>"

    # Its file

    def to_json(self) -> str:
        """Return the transcript, enough alone to re-check the verdict; schema elenctic.transcript/1."""
        return transcript.written(self)

    @classmethod
    def from_json(cls, text: str) -> Review:
        """Read a transcript by running it again through the kernel; what it states must come out.

        :param text: what ``to_json`` gave
        :raises DesignError: when it is no transcript, or states what the replay does not give

        Source: PLAN-ORDER.1
        """
        return transcript.read(text, cls)
