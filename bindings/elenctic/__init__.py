"""Carry the kernel to the people who use it: designs, reviews, checks.

``check(Design.load("design.toml"))`` says whether a review design is certified; ``Review(design)``
runs one review round by round.
"""

import logging

from elenctic_kernel import InputError, KernelError, OrderError, Reason, Verdict

from .certification import CheckOutcome, CheckResult, check
from .design import Design
from .errors import DesignError
from .numbers import lower, upper
from .review import Review

logging.getLogger("elenctic").addHandler(logging.NullHandler())

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
