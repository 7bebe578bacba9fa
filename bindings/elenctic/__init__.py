"""Carry the kernel to the people who use it: designs, reviews, checks.

``check(Design.load("design.toml"))`` says whether a review design is certified; ``Review(design)``
runs one review round by round.
"""

from typing import TYPE_CHECKING

from elenctic_kernel import InputError, KernelError, OrderError, Reason, Verdict

from .answer import CheckOutcome, CheckResult
from .certification import check
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
    """Import Review and the version when first asked for: a check needs neither, and starts sooner."""
    if name == "__version__":
        from importlib import metadata

        return metadata.version("elenctic")
    if name != "Review":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .review import Review

    return Review
