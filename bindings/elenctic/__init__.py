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
    from .pilot import Pilot, pilot_bounds
    from .review import Review

__all__ = [
    "CheckOutcome",
    "CheckResult",
    "Design",
    "DesignError",
    "InputError",
    "KernelError",
    "OrderError",
    "Pilot",
    "Reason",
    "Review",
    "Verdict",
    "check",
    "lower",
    "pilot_bounds",
    "upper",
]

_LATER = {"Review": "review", "Pilot": "pilot", "pilot_bounds": "pilot"}


def __getattr__(name: str) -> object:
    """Import reviews, pilots and the version when first asked for: a check needs none, and starts sooner."""
    from importlib import import_module, metadata

    if name == "__version__":
        return metadata.version("elenctic")
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_LATER[name]}", __name__), name)
