"""The trusted core of Elenctic: a review as a state machine over exact integers, and what it certifies."""

from .errors import InputError, KernelError, OrderError
from .fold import first_fall, product, product_bounds
from .region import Region, completeness_factors, lengths, region, settled, survival_factors
from .state import Kind, Outcome, Planned, Reason, State, Verdict
from .step import conclude, implemented_bound, open, plan
from .terms import ONE, Pair, StoppingRule, Terms, make_terms

SPEC_VERSION = 1
"""The revision of spec/protocol.md that this kernel implements."""

# fmt: off
__all__ = [
    "ONE", "SPEC_VERSION", "InputError", "KernelError", "Kind", "OrderError", "Outcome", "Pair", "Planned", "Reason",
    "Region", "State", "StoppingRule", "Terms", "Verdict", "completeness_factors", "conclude", "first_fall",
    "implemented_bound", "lengths", "make_terms", "open", "plan", "product", "product_bounds", "region", "settled",
    "survival_factors"]
# fmt: on
