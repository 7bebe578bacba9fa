"""The answer of ``check`` as a value: outcome, lengths, bounds, and what they rest on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

from elenctic_kernel import Kind

from .design import Design
from .margins import Change
from .products import Value


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
    :param sound: whether R_n <= delta
    :param complete: whether C_n >= 1 - gamma, None without a completeness target
    :param certified: whether the length is in the effective region
    :param false_accept: bound from above on accepting a false statement
    :param true_accept: bound from below on accepting a true one, None without a response bound
    """

    n: int | None
    kind: Kind
    sound: bool
    complete: bool | None
    certified: bool
    false_accept: Value
    true_accept: Value | None


@dataclass(frozen=True)
class CheckResult:
    """Hold the answer to ``check``, with every number that it rests on.

    Prints as the command line does; ``to_json()`` is what ``--json`` prints.
    """

    design: Design
    outcome: CheckOutcome
    first_crossing: int | None
    last_complete: int
    region: list[tuple[int, int]]
    additive_region: list[tuple[int, int]] | None
    early_stopping: LengthBounds
    at_length: LengthBounds | None
    paper_true_accept: Value | None
    per_length: list[LengthBounds]
    margins: list[Change] | None
    smallest_changes: list[Change] | None
    warnings: list[str]

    @property
    def certified(self) -> bool:
        """Tell whether the outcome is certified."""
        return self.outcome is CheckOutcome.CERTIFIED

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
