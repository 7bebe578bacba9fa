"""Small worlds, exhaustively and exactly: the running kernel against the executable reference in Fractions.

Every run of up to three events over a grid of bounds, both stopping rules, on and beside the ties; every sequence
of up to four factors over a grid, with targets on and beside each product. Covers what has loops and so no path-
complete proof: the fold as a whole, the exact product, the regions. Not covered: what lies outside the grid.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import elenctic_kernel as kernel
from elenctic_kernel import KernelError, Kind, Outcome, Pair, Region, State, StoppingRule, fold

from spec import reference

from . import enclosure_grid, exhaustion
from .enclosure_grid import World

NEAR = Fraction(1, 10**40)
NEAREST = (10**400 - 1, 10**400)
QS = ("0", "1/2", "1")
CS = ("0", "1/2", "1")
FACTORS: tuple[Pair, ...] = ((0, 3), (1, 2), (2, 3), (5, 5), NEAREST)


class Mismatch(Exception):
    """Name the first world in which the kernel differs from the reference."""


def pair(value: Fraction) -> Pair:
    """Return a fraction as the kernel's pair."""
    return value.as_integer_ratio()


def check_all(module: str = "") -> int:
    """Compare every small world, or those of one kernel module, and return how many there were.

    :param module: step, fold, region or enclosure, or trees for the exhausted claims; left out, all of them
    :raises Mismatch: at the first difference
    """
    worlds = {
        "step": _reviews,
        "fold": _folds,
        "region": _regions,
        "enclosure": enclosure_grid.check_all,
        "trees": exhaustion.check_all,
    }
    count = 0
    for name in worlds if not module else (module,):
        for world, expected, got in worlds[name]():
            count += 1
            if expected != got:
                raise Mismatch(f"{world}: the reference says {expected}, the kernel {got}")
    return count


LOOPED = ("step", "fold", "region", "enclosure")
"""The modules of the kernel whose small worlds every run of the proofs plays, whatever claims it is asked for."""


def differences() -> list[str]:
    """Return a complaint for each module of the kernel that differs from the reference in a small world.

    Some functions loop over what no claim gives them, as lengths over declared kinds: a claim that covers them may
    be proved while they are wrong elsewhere.
    """
    said = []
    for module in LOOPED:
        try:
            check_all(module)
        except Exception as error:  # a wrong kernel may raise anything where the reference gives an answer
            said.append(f"{module}: {type(error).__name__}: {error}")
    return said


EVENTS: tuple[tuple[str, ...], ...] = (
    *(("diagnostic", q, outcome) for q in QS for outcome in ("pass", "fail", "inadmissible")),
    *(("clarification", outcome) for outcome in ("pass", "fail", "inadmissible")),
)


def _reviews() -> Iterator[World]:
    for rule, horizon in product(StoppingRule, (1, 2, 3)):
        for delta in (Fraction(1, 4), Fraction(1, 4) * (1 - NEAR), Fraction(1, 2), Fraction(3, 4)):
            for c in CS:
                execution = [Fraction(c), *[Fraction(1, 2), Fraction(1)][: horizon - 1]]
                terms = kernel.make_terms(pair(delta), horizon, [pair(bound) for bound in execution], rule)
                literal = reference.Terms(delta, horizon, tuple(execution), rule.value)
                for admissible in (True, False):
                    yield from _runs(terms, literal, (("open", admissible),), kernel.open(terms, admissible))


def _runs(
    terms: kernel.Terms, literal: reference.Terms, events: tuple[tuple[object, ...], ...], state: State
) -> Iterator[World]:
    """Compare the state after these events, then after each next one, refused ones included."""
    run = reference.run(literal, events)
    yield f"{literal} {events}", _literal(literal, run), _stands(state)
    if len(events) > terms.horizon:
        return
    for event in EVENTS:
        following = _next(terms, state, event)
        typed = ("diagnostic", Fraction(event[1]), event[2]) if event[0] == "diagnostic" else event
        try:
            reference.run(literal, (*events, typed))
        except reference.Refused:
            yield f"{literal} {events} {event}", None, following
            continue
        if following is None:
            yield f"{literal} {events} {event}", "a next state", None
        else:
            yield from _runs(terms, literal, (*events, typed), following)


def _next(terms: kernel.Terms, state: State, event: tuple[str, ...]) -> State | None:
    q = pair(Fraction(event[1])) if event[0] == "diagnostic" else (1, 1)
    try:
        return kernel.conclude(terms, kernel.plan(terms, state, Kind(event[0]), q), Outcome(event[-1]))
    except KernelError:
        return None


def _literal(terms: reference.Terms, run: reference.Run) -> tuple[object, ...]:
    return run.omega, run.why, run.m, reference.survival(run), run.M[-1], reference.crossed_at(terms, run)


def _stands(state: State) -> tuple[object, ...]:
    survival = Fraction(*state.survival)
    certificate = Fraction(0) if state.reason is kernel.Reason.CHECK_FAILED else 1 / survival
    return state.verdict.value, state.reason.value, state.round, survival, certificate, state.crossed_at


def _folds() -> Iterator[World]:
    yield from _brackets()
    for factors in (list(f) for length in range(5) for f in product(FACTORS, repeat=length)):
        products = [Fraction(1)]
        for factor in factors:
            products.append(products[-1] * Fraction(*factor))
        yield f"product of {factors}", products[-1], Fraction(*kernel.product(factors, 0, len(factors)))
        for target in {value * side for value in products for side in (1, 1 - NEAR, 1 + NEAR)}:
            for strict in (True, False):
                if target < 1 or (target == 1 and strict):
                    at = (n for n, value in enumerate(products) if n and _fallen(value, target, strict))
                    yield f"{factors} {target} {strict}", next(at, 0), _fall(factors, target, strict)


def _fallen(value: Fraction, target: Fraction, strict: bool) -> bool:
    return value < target if strict else value <= target


def _fall(factors: list[Pair], target: Fraction, strict: bool) -> int:
    return kernel.first_fall(factors, pair(target), strict=strict)


def _brackets() -> Iterator[World]:
    """Hold the enclosure to its width as well: one unit for each factor below 1."""
    for factors in (list(f) for length in range(4) for f in product(FACTORS, repeat=length)):
        low, high = kernel.product_bounds(factors, 20)
        exact = Fraction(*kernel.product(factors, 0, len(factors))) * 2**20
        below = sum(num != den for num, den in factors)
        yield f"bracket of {factors}", (True, below), (low <= exact <= high, high - low)
    for target, strict in product((Fraction(1, 3), Fraction(1, 4), Fraction(0)), (True, False)):
        bar = fold.bar_of(pair(target), 10, strict)
        exact = target * 2**10
        yield f"bar of {target} {strict}", True, bar < exact <= bar + 1 if strict else bar <= exact < bar + 1


def _regions() -> Iterator[World]:
    yield from _settled()
    grid = [Fraction(1, 2), Fraction(3, 4), Fraction(1)]
    for T, clarifications in ((3, ()), (3, (2,)), (2, (2,))):
        kinds = [Kind.CLARIFICATION if n in clarifications else Kind.DIAGNOSTIC for n in range(1, T + 1)]
        for c, a, q in product(product(grid, repeat=T), grid, grid[:2]):
            responses, bounds = [a] * T, [q] * T
            R, C = reference.R(reference.bounds(c, bounds, clarifications)), reference.C(responses, c, clarifications)
            for delta in {R[1], R[T], Fraction(1, 3)} - {Fraction(1)}:
                for gamma in ({1 - C[1], 1 - C[T], Fraction(1, 3)} - {Fraction(0)}) or {Fraction(1, 2)}:
                    expected = reference.K_delta(R, delta), reference.last_complete(C, gamma)
                    members = reference.ER(R, C, delta, gamma, clarifications)
                    found = _region(c, responses, bounds, kinds, delta, gamma)
                    lengths = [n for low, high in kernel.lengths(found, kinds) for n in range(low, high + 1)]
                    got = found.first_crossing, found.last_complete
                    name = f"{c} {a} {q} {delta} {gamma} {clarifications}"
                    yield name, (expected, sorted(members)), (got, lengths)
                    certified = reference.early_stopping_certified(R, C, delta, gamma)
                    yield f"certified {name}", certified, found.certified


def _settled() -> Iterator[World]:
    """Hold three-valued answers against the regions of both ends, and against that of a point between them."""
    half, most, T = Fraction(1, 2), Fraction(1), 3
    grid = [half, Fraction(3, 4), most]
    for (c_low, c_high), a, delta, gamma in product(
        ((low, high) for low, high in product(grid, repeat=2) if low <= high), grid, grid[:2], grid[:2]
    ):
        ends = [((c,) * T, [a] * T, [half] * T) for c in (c_low, (c_low + c_high) / 2, c_high)]
        members = [
            reference.ER(reference.R(reference.bounds(c, q, ())), reference.C(a, c, ()), delta, gamma, ())
            for c, a, q in ends
        ]
        worst, best = (_region(*ends[end], [Kind.DIAGNOSTIC] * T, delta, gamma) for end in (0, 2))
        for n in range(T + 2):
            said = kernel.settled(worst, best, n)
            expected = True if n in members[0] else None if n in members[2] else False
            yield f"settled {c_low} {c_high} {a} {delta} {gamma} {n}", expected, said
            yield f"between {c_low} {c_high} {a} {delta} {gamma} {n}", True, said in (None, n in members[1])


def _region(
    c: tuple[Fraction, ...],
    a: list[Fraction],
    q: list[Fraction],
    kinds: list[Kind],
    delta: Fraction,
    gamma: Fraction,
) -> Region:
    pairs = [[pair(value) for value in values] for values in (c, a, q)]
    survival = kernel.survival_factors(pairs[0], pairs[2], kinds)
    complete = kernel.completeness_factors(pairs[1], pairs[0], kinds)
    return kernel.region(survival, complete, pair(delta), pair(gamma))
