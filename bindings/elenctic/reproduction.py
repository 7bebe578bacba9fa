"""Reproduce the paper: each of its theoretical numbers beside the recomputed one, and whether the two agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import paper_numbers
from .agreement import Agreement, Found, agreement
from .paper_numbers import Group, Number
from .recomputation import Swept, recomputed, swept


@dataclass(frozen=True)
class Row:
    """Hold one number of the paper beside the recomputed one.

    :param group: the item of the paper, its inputs, and which of them are assumed
    :param number: as the paper has it
    :param found: as recomputed: an enclosure, a set of lengths, a count or a statement; None where undecided
    :param agreement: how the two compare
    """

    group: Group
    number: Number
    found: Found
    agreement: Agreement


@dataclass(frozen=True)
class Reproduction:
    """Hold every theoretical number of the paper beside the recomputed one.

    Prints as the command line does; ``to_json()`` is what ``--json`` prints.

    :param rows: in the order of the items
    :param sweep: Figure 3 and Appendix B, all budgets
    """

    rows: Sequence[Row]
    sweep: Sequence[Swept]

    def count(self, *kinds: Agreement) -> int:
        """Count the rows that compare in one of these ways."""
        return sum(row.agreement in kinds for row in self.rows)

    @property
    def outcome(self) -> Agreement:
        """AGREES when every printed number does; DIFFERS when one does not; else UNDECIDED."""
        for worst in (Agreement.DIFFERS, Agreement.UNDECIDED):
            if self.count(worst):
                return worst
        return Agreement.AGREES

    def __str__(self) -> str:
        from .reproduction_report import text

        return text(self)

    def to_json(self, *, indent: int | None = 2) -> str:
        """Return it as JSON text, schema elenctic.reproduce/1: every probability is a string."""
        from .reproduction_report import to_json

        return to_json(self, indent=indent)


def reproduce() -> Reproduction:
    """Compute every theoretical number of the paper again and compare it with the printed one.

    The empirical tables 2 to 4 are counts of recorded runs and not among them.

    Source: Figures 2 and 3, Table 1, Appendices B and E; no claim.
    """
    sweep = swept()
    found = recomputed(sweep)
    rows = [
        Row(group, number, found[number.id], agreement(number, found[number.id]))
        for group in paper_numbers.PAPER
        for number in group.numbers
    ]
    return Reproduction(rows, sweep)
