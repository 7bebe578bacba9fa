"""Where numbers stand in a figure: exact logarithms of any depth, and lengths with gaps between."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

TOP_BITS = 64
"""Leading bits that a logarithm is taken from; the rest moves it by less than a drawing shows."""

GAP_SHARE, NARROWEST_GAP = 0.12, 1.5
"""Width of a gap: a share of the lengths drawn, and the least, in lengths."""

MOST_TICKS = 6

FOLDED = 60
"""How many times deeper than the target, in decades, a value is from which on the scale is folded."""

Span = tuple[float, float]


def log10_of(value: Fraction) -> float:
    """Return the decimal logarithm of a number of any size, far below what a double holds included.

    :param value: above 0
    Never raises.
    Source: design rule "very small values are drawn from exact logs"; no claim.
    """
    return _log10(value.numerator) - _log10(value.denominator)


def _log10(n: int) -> float:
    spare = max(0, n.bit_length() - TOP_BITS)
    return math.log10(n >> spare) + spare * math.log10(2)


@dataclass(frozen=True)
class SurvivalScale:
    """Place probabilities by their logarithms; where they reach far below the target, by logarithms of these.

    :param fold: depth, in decades, from which on the scale is folded; None where it is not
    """

    fold: float | None

    def height(self, value: Fraction) -> float:
        """Return where a probability above 0 stands."""
        depth = -log10_of(value)
        return -depth if self.fold is None else -math.log10(1 + max(depth, 0.0) / self.fold)

    def ticks(self, low: float, high: float) -> list[tuple[float, str]]:
        """Return places and labels between two heights."""
        if self.fold is not None:
            return self._folded_ticks(self.fold, low, high)
        first, last = math.ceil(low), min(math.floor(high), 0)
        if last - first < 1:
            return _value_ticks(low, high)
        step = _round_step((last - first) / (MOST_TICKS - 1))
        return [(float(power), _power(power)) for power in range(last, first - 1, -1) if power % step == 0]

    def minor(self, low: float, high: float) -> list[float]:
        """Return the places of 2, 3, ... 9 times a power of ten, where an axis of decades is short enough."""
        if self.fold is not None or high - low > MOST_TICKS or min(math.floor(high), 0) - math.ceil(low) < 1:
            return []
        powers = range(math.floor(low), min(math.ceil(high), 0))
        places = [power + math.log10(digit) for power in powers for digit in range(2, 10)]
        return [place for place in places if low <= place <= high]

    @staticmethod
    def _folded_ticks(fold: float, low: float, high: float) -> list[tuple[float, str]]:
        deepest = fold * (10 ** -(low + (high - low) / 50) - 1)
        ticks, depth = [(0.0, _power(0))], 1
        while depth <= deepest:
            place = -math.log10(1 + depth / fold)
            if ticks[-1][0] - place >= (high - low) / (MOST_TICKS + 1):
                ticks.append((place, _power(-depth)))
            depth = _round_step(depth + 1)
        return ticks


def survival_scale(values: Iterable[Fraction], target: Fraction) -> SurvivalScale:
    """Return the scale on which both the target and the deepest value can be read.

    :param values: each from 0 to 1; exact zeros have no place on it
    :param target: what they are compared with, above 0
    """
    depths = [-log10_of(value) for value in values if value > 0]
    near = max(-log10_of(target), 1.0)
    return SurvivalScale(near if max(depths, default=0) > FOLDED * near else None)


def _power(power: int) -> str:
    return f"$10^{{{power}}}$" if power else "1"


def _round_step(least: float) -> int:
    """Return the least of 1, 2, 5, 10, 20, ... that is no smaller."""
    scale = 1
    while True:
        for factor in (1, 2, 5):
            if factor * scale >= least:
                return factor * scale
        scale *= 10


def _value_ticks(low: float, high: float) -> list[tuple[float, str]]:
    """Return ticks at round values, for an axis of less than a decade or two."""
    from matplotlib.ticker import MaxNLocator

    exponent = math.floor(low)
    bottom, top = 10 ** (low - exponent), 10 ** (min(high, 0.0) - exponent)
    found = MaxNLocator(MOST_TICKS - 1, steps=[1, 2, 5, 10]).tick_values(bottom, top)
    values = [float(value) for value in found]
    shown = [value for value in values if bottom <= value <= top]
    return [(math.log10(value) + exponent, _label(value, exponent, values[1] - values[0])) for value in shown]


def _label(value: float, exponent: int, step: float) -> str:
    places = max(0, -math.floor(math.log10(step) + 1e-9))
    if -4 <= exponent <= 0:
        return f"{value * 10**exponent:.{places - exponent}f}"
    return f"${value:.{places}f}\\times 10^{{{exponent}}}$"


@dataclass(frozen=True)
class Gap:
    """Hold lengths that are not drawn, from first to last, and where the gap stands."""

    first: int
    last: int
    left: float
    right: float


@dataclass(frozen=True)
class Lengths:
    """Hold where each length stands.

    :param runs: the lengths drawn, in runs without a gap
    :param gaps: the lengths left out, in order
    :param places: where each drawn length stands; at n itself where none is left out
    """

    runs: list[list[int]]
    gaps: list[Gap]
    places: dict[int, float]

    @property
    def span(self) -> Span:
        """Return the ends of the axis."""
        edges = [0.5, *(place + 0.5 for place in self.places.values()), *(gap.right for gap in self.gaps)]
        return 0.5, max(edges) if len(edges) > 1 else 1.5

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """Return labels at both ends of every run, or at its start where there are many; used with gaps only."""
        ends = [(run[0], run[-1]) if len(self.runs) < 4 else (run[0],) for run in self.runs]
        named = sorted({n for pair in ends for n in pair})
        return [(self.places[n], f"{n:,}") for n in named]


def length_axis(drawn: Sequence[int], horizon: int) -> Lengths:
    """Place the lengths that are drawn, and a gap wherever some are left out.

    :param drawn: ascending, from 1 to the horizon
    :param horizon: T, the last length there is
    """
    width = max(NARROWEST_GAP, GAP_SHARE * len(drawn))
    runs: list[list[int]] = []
    gaps: list[Gap] = []
    places: dict[int, float] = {}
    edge, before = 0.5, 0
    for n in [*drawn, horizon + 1]:
        if n > before + 1:
            gaps.append(Gap(before + 1, n - 1, edge, edge + width))
            edge += width
        if n > horizon:
            break
        if n > before + 1 or not runs:
            runs.append([])
        runs[-1].append(n)
        places[n] = edge + 0.5
        edge, before = edge + 1, n
    return Lengths(runs, gaps, places)


def shaded_spans(axis: Lengths, certified: Iterable[int], region: Sequence[tuple[int, int]]) -> list[Span]:
    """Return the stretches of the axis that hold certified lengths only.

    :param certified: the drawn lengths that are certified
    :param region: closed intervals of certified lengths, for those that are not drawn
    """
    spans = [(axis.places[n] - 0.5, axis.places[n] + 0.5) for n in certified]
    spans += [
        (gap.left, gap.right) for gap in axis.gaps if any(low <= gap.first and gap.last <= high for low, high in region)
    ]
    joined: list[Span] = []
    for left, right in sorted(spans):
        if joined and abs(joined[-1][1] - left) < 1e-6:
            joined[-1] = (joined[-1][0], right)
        else:
            joined.append((left, right))
    return joined
