"""What playing out a world finds: its worst case, and what a claim says of it."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Found:
    """Hold a world, how many plans or trees it has (0: one maximum over all), and whether the claim holds and is tight.

    ``extreme`` is the worst case, ``bound`` what the claim says of it.
    """

    world: str
    extreme: Fraction
    bound: Fraction
    holds: bool
    tight: bool
    count: int = 0
