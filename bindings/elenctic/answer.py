"""The answer of ``check`` as a value: outcome, lengths, bounds, and what they rest on."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, unique
from typing import TYPE_CHECKING

from elenctic_kernel import Kind

from .design import Design
from .margins import Change
from .products import Value

if TYPE_CHECKING:
    from .comparison import Comparison, GlobalAnswer


@unique
class CheckOutcome(Enum):
    """Hold the answer: undecided is an answer of its own, never read as yes or no."""

    CERTIFIED = "certified"
    NOT_CERTIFIED = "not-certified"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class LengthBounds:
    """Hold what the bounds say of one review length.

    :param n: the length, a count of rounds; None for an early-stopping review that never crosses
    :param kind: what the last round is declared to be
    :param sound: whether R_n <= delta; None where it is undecided
    :param complete: whether C_n >= 1 - gamma; None where it is undecided, and without a completeness target
    :param certified: whether the length is in the effective region; None where it is undecided
    :param false_accept: bound from above on accepting a false statement
    :param true_accept: bound from below on accepting a true one, None without a response bound
    :param first_crossing: K_delta of the schedule that the length runs under, None where it has none or it is undecided
    """

    n: int | None
    kind: Kind
    sound: bool | None
    complete: bool | None
    certified: bool | None
    false_accept: Value
    true_accept: Value | None
    first_crossing: int | None = None


@dataclass(frozen=True)
class CheckResult:
    """Hold the answer to ``check``, with every number that it rests on.

    With an effort model every length has its own allocation: ``region`` is a set of lengths, ``undecided`` those of
    which the finest precision does not tell, and there is no first crossing and no early stopping of its own.

    Prints as the command line does; ``to_json()`` is what ``--json`` prints.
    """

    design: Design
    outcome: CheckOutcome
    first_crossing: int | None
    last_complete: int
    region: list[tuple[int, int]]
    additive_region: list[tuple[int, int]] | None
    early_stopping: LengthBounds | None
    at_length: LengthBounds | None
    paper_true_accept: Value | None
    per_length: list[LengthBounds]
    margins: list[Change] | None
    smallest_changes: list[Change] | None
    warnings: list[str]
    undecided: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    global_check: GlobalAnswer | None = None
    comparison: Comparison | None = None

    @property
    def certified(self) -> bool:
        """Tell whether the outcome is certified."""
        return self.outcome is CheckOutcome.CERTIFIED

    @property
    def answered(self) -> LengthBounds | None:
        """The bounds that the first lines print: of the length asked about, of early stopping, or of one length.

        With an effort model and no length asked about it is the least certified length, else the least undecided one,
        else the first that meets soundness, else the last; None where no length has an allocation.
        """
        if self.design.length is not None or self.early_stopping is not None:
            return self.at_length or self.early_stopping
        rows = self.per_length
        certified, undecided = [r for r in rows if r.certified], [r for r in rows if r.certified is None]
        chosen = [*certified, *undecided, *(r for r in rows if r.sound), *rows[-1:]]
        return chosen[0] if chosen else None

    def __str__(self) -> str:
        from .report import text

        return text(self)

    def _repr_html_(self) -> str:
        from .report import html

        return html(self)

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return the answer as JSON text, schema elenctic.check/1: every probability is a string."""
        from .report import to_json

        return to_json(self, indent=indent)
