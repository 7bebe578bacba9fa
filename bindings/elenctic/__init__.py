"""Carry the kernel to the people who use it: designs, reviews, checks.

``check(Design.load("design.toml"))`` says whether a review design is certified; ``Review(design)``
runs one review round by round.
"""

from typing import TYPE_CHECKING

from elenctic_kernel import InputError, KernelError, OrderError, Reason, Verdict

from .certification import CheckOutcome, CheckResult, check
from .design import Design
from .errors import DesignError
from .numbers import lower, upper

if TYPE_CHECKING:
    from .review import Review

__all__ = [
    "CheckOutcome",
    "CheckResult",
    "Design",
    "DesignError",
    "InputError",
    "KernelError",
    "OrderError",
    "Reason",
    "Review",
    "Verdict",
    "check",
    "lower",
    "upper",
]


def __getattr__(name: str) -> object:
    """Import Review when it is first asked for: a check does not run reviews, and starts sooner."""
    if name != "Review":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .review import Review

    return Review
