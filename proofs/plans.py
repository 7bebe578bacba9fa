"""Every plan to a given depth over a grid of q, and every prover, by backward induction over the kernel itself.

A verifier picks the kind and q of each round from what has happened; a prover sees that and picks the probability with
which its answer passes, any p up to q̄, or an inadmissible answer. What follows is linear in p, so p = 0 and p = q̄
suffice, and the worst case of all plans and all provers is one maximum. Everything is exact. Also here: the same
induction on rules that are no part of the protocol, which exceed delta. Not covered: depths, grids and terms other
than those in ``games``; that a false statement passes with probability at most q̄.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product

import elenctic_kernel as kernel
from elenctic_kernel import InputError, Kind, Outcome, Pair, Planned, State, StoppingRule, Terms, Verdict

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Game:
    """Hold the terms, the q that a plan may choose from, the number of tries, and when q̄ is chosen.

    ``late`` chooses q̄ after the outcome is seen, which the protocol forbids; ``tries`` above 1 starts anew after
    Reject.
    """

    name: str
    terms: Terms
    grid: tuple[Pair, ...]
    tries: int = 1
    late: bool = False


def choices(game: Game, state: State) -> list[Planned]:
    """Return every next round that the kernel lets a plan choose: both kinds, each q of the grid."""
    planned = [kernel.plan(game.terms, state, Kind.CLARIFICATION, (1, 1))]
    for q in game.grid:
        try:
            planned.append(kernel.plan(game.terms, state, Kind.DIAGNOSTIC, q))
        except InputError:  # q = 0 with c = 1 gives q̄ = 0, which the kernel refuses
            continue
    return planned


def outcomes(planned: Planned) -> tuple[Outcome, ...]:
    """Return the outcomes that the kernel allows after a planned round."""
    failed = () if planned.kind is Kind.CLARIFICATION else (Outcome.FAIL,)
    return (Outcome.PASS, Outcome.INADMISSIBLE, *failed)


def worst_case(game: Game) -> Fraction:
    """Return the largest probability of Accept that any plan and any prover of the game reach."""

    @cache
    def after(state: State, left: int) -> Fraction:
        if state.verdict is Verdict.ACCEPT:
            return ONE
        if state.verdict is Verdict.REJECT:
            return start(left - 1) if left > 1 else ZERO
        planned = choices(game, state)
        return max(_best(game, planned, each, lambda end: onward(end, left)) for each in planned)

    def onward(state: State, left: int) -> Fraction:
        return after(replace(state, survival=Fraction(*state.survival).as_integer_ratio()), left)

    def start(left: int) -> Fraction:
        return max(onward(kernel.open(game.terms, admissible), left) for admissible in (True, False))

    return start(game.tries)


def _best(game: Game, planned: Sequence[Planned], each: Planned, onward: Callable[[State], Fraction]) -> Fraction:
    """Return the best that a prover reaches in one round, over p in {0, q̄} and an inadmissible answer."""
    ends = {how: onward(kernel.conclude(game.terms, each, how)) for how in outcomes(each)}
    if game.late and each.kind is Kind.DIAGNOSTIC:
        credited = [other for other in planned if other.kind is Kind.DIAGNOSTIC]
        ends[Outcome.PASS] = max(onward(kernel.conclude(game.terms, other, Outcome.PASS)) for other in credited)
    p, passed = Fraction(*each.bound), ends.pop(Outcome.PASS)
    otherwise = ends.get(Outcome.FAIL, ends[Outcome.INADMISSIBLE])
    return max(p * passed + (1 - p) * otherwise, *ends.values())


@dataclass(frozen=True)
class Kept:
    """Hold the least acceptance of one plan on a true statement, the product of a·c that is promised, and K."""

    least: Fraction
    promised: Fraction
    crossing: int


def least_acceptances(game: Game, response: Sequence[Fraction]) -> Iterator[Kept]:
    """Yield the least acceptance of every plan, where each round passes with probability a·c or more.

    Accept has the one run in which every round passes, so it is least where each passes with a·c exactly. K is counted
    here from the bounds in fractions, not read from the kernel's state.

    :param game: terms and grid
    :param response: a_1 to a_T, each in [0, 1], dimensionless
    :raises ArithmeticError: when a run with a failed or inadmissible round is not rejected
    """
    honest = [a * Fraction(*c) for a, c in zip(response, game.terms.execution, strict=True)]

    def go(state: State, bounds: tuple[Fraction, ...]) -> Iterator[Kept]:
        if state.verdict is not Verdict.CHALLENGE:
            crossing = _first_crossing(bounds, Fraction(*game.terms.delta))
            promised = _times(honest[:crossing]) if crossing else ZERO
            yield Kept(_times(honest[: state.round]) if state.verdict is Verdict.ACCEPT else ZERO, promised, crossing)
            return
        for planned in choices(game, state):
            _only_a_pass_goes_on(game, planned)
            passed = kernel.conclude(game.terms, planned, Outcome.PASS)
            yield from go(passed, (*bounds, Fraction(*planned.bound)))

    yield from go(kernel.open(game.terms, True), ())


def _only_a_pass_goes_on(game: Game, planned: Planned) -> None:
    for how in set(outcomes(planned)) - {Outcome.PASS}:
        if kernel.conclude(game.terms, planned, how).verdict is not Verdict.REJECT:
            raise ArithmeticError(f"{game.name}: {how.value} does not reject")


def _first_crossing(bounds: Sequence[Fraction], delta: Fraction) -> int:
    return next((n for n in range(1, len(bounds) + 1) if _times(bounds[:n]) <= delta), 0)


def _times(rates: Sequence[Fraction]) -> Fraction:
    total = ONE
    for rate in rates:
        total *= rate
    return total


def game(delta: Pair, bounds: Sequence[Pair], grid: Sequence[Pair], rule: StoppingRule, tries: int = 1) -> Game:
    """Return a game with these execution bounds, named after its numbers."""
    terms = kernel.make_terms(delta, len(bounds), bounds, rule)
    name = f"delta {_text(delta)}, c {' '.join(map(_text, bounds))}, q in {' '.join(map(_text, grid))}, {rule.value}"
    return Game(name, terms, tuple(grid), tries)


def _text(value: Pair) -> str:
    return str(Fraction(*value))


QUARTERS: tuple[Pair, ...] = ((0, 1), (1, 4), (1, 2), (3, 4), (1, 1))
THIRDS: tuple[Pair, ...] = ((1, 3), (2, 3))
DEPTH = 6


def games() -> list[Game]:
    """Return the games that are played out: depth 6, both stopping rules, targets on and beside the ties."""
    sure, mixed = [(1, 1)] * DEPTH, [(1, 2), (1, 1), (3, 4)] * (DEPTH // 3)
    near = (10**40 // 32 - 1, 10**40)
    return [
        game(delta, bounds, grid, rule)
        for rule, bounds, (delta, grid) in product(
            StoppingRule,
            (sure, mixed),
            (((1, 32), ((1, 2),)), ((1, 32), QUARTERS), (near, QUARTERS), ((1, 5), QUARTERS), ((4, 27), THIRDS)),
        )
    ]
