"""Run the kernel's own decorated functions on solver terms, along every path.

``bool()`` of a symbol forks; each path is replayed from its list of decisions, depth first. A side is
left out only when Z3 answers ``unsat`` for it (``unknown`` counts as feasible), and every query that
pruned a side is kept, so that a second engine can confirm that no path was lost.
Only the hypotheses of a world and, where it says so, the top-level precondition are assumptions: any
other contract violation on a feasible path is an end like any other, and refutes the goal there.
"""

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any, cast
from unittest import mock

import z3
from icontract._checkers import find_checker

from .solver import Reply, ask, rational, whole
from .supply import Call, Symbols
from .symbols import SymbolError, symbol_type, truth, watcher

MAX_DECISIONS = 400
MAX_PATHS = 2_000

Decisions = tuple[int, ...]


class OpenError(Exception):
    """Say why an exploration cannot be relied on. Always OPEN."""


@dataclass(frozen=True)
class World:
    """Hold one function on one set of symbolic inputs, and the number of paths it must have.

    ``assume_entry`` takes the function's own preconditions as an assumption; else calling it where
    they fail is a refutation like any other violation. ``sums`` lets its paths know that
    2^(a + b) = 2^a·2^b, and how a bit length bounds its number; else both are known by less.
    """

    name: str
    setup: Callable[[Any], Call]
    paths: int
    assume_entry: bool = False
    sums: bool = False


@dataclass(frozen=True)
class End:
    """Hold one path: its conditions, the options chosen, and the value or the exception it ends in."""

    conditions: tuple[Any, ...]
    choices: dict[str, Any]
    picks: dict[str, int]
    terms: dict[str, Any]
    wholes: dict[str, Any]
    call: Call
    result: Any
    error: Exception | None


@dataclass(frozen=True)
class Tree:
    """Hold every path of a world, and the queries by which the others were shown impossible."""

    world: World
    ends: tuple[End, ...]
    pruned: tuple[tuple[Any, ...], ...]


@dataclass
class Path:
    """Follow one path. The decisions made so far are replayed, later ones are made here."""

    decisions: list[int]
    model: Any = None
    sums: bool = False
    pending: list[tuple[Decisions, Any]] = field(default_factory=list)
    pruned: list[tuple[Any, ...]] = field(default_factory=list)
    conditions: list[Any] = field(default_factory=list)
    taken: int = 0
    fresh: dict[str, Any] = field(default_factory=dict)
    written: bool = False
    known: dict[int, tuple[Any, bool]] = field(default_factory=dict)
    powers: dict[str, tuple[Any, Any]] = field(default_factory=dict)
    lengths: list[tuple[Any, Any]] = field(default_factory=list)
    floors: list[tuple[Any, Any, Any]] = field(default_factory=list)

    def assume(self, term: Any) -> None:
        """Add a hypothesis or a definition. The model that was known need not satisfy it."""
        self.conditions.append(term)
        if not self.replaying:
            self.model = None

    @property
    def replaying(self) -> bool:
        """Tell whether the path is still on decisions that an earlier one made and checked."""
        return self.taken < len(self.decisions)

    def consistent(self) -> bool:
        """Tell whether the conditions so far can hold together."""
        if self.replaying:
            return True
        reply = ask(self.conditions)
        self.model = reply.model
        if reply.found == "unsat":
            self.pruned.append(tuple(self.conditions))
        return reply.found != "unsat"

    def pick(self, count: int) -> int:
        """Enumerate options that are no symbols, by their number."""
        return self._next(list(range(count)), lambda index: self.model)

    def decide(self, term: Any, opposite: Any) -> bool:
        """Fork on a truth value and what its other side may rely on."""
        settled = z3.simplify(term)
        if z3.is_true(settled) or z3.is_false(settled):
            return bool(z3.is_true(settled))
        if settled.get_id() in self.known:
            return self.known[settled.get_id()][1]
        side = bool(self._next([], lambda index: None)) if self.replaying else self._branch(term, opposite)
        self.conditions.append(term if side else opposite)
        self.known[settled.get_id()] = (settled, side)
        return side

    def _branch(self, term: Any, opposite: Any) -> bool:
        models = {1: self._feasible(term), 0: self._feasible(opposite)}
        sides = [side for side in (1, 0) if models[side] is not None]
        if not sides:
            raise OpenError("a path lost both sides of a branch")
        return bool(self._next(sides, lambda side: cast(Reply, models[side]).model))

    def _feasible(self, term: Any) -> Reply | None:
        if self.model is not None and z3.is_true(self.model.eval(term, model_completion=True)):
            return Reply("sat", model=self.model)
        terms = (*self.conditions, term)
        reply = ask(terms)
        if reply.found == "unsat":
            self.pruned.append(terms)
            return None
        return reply

    def _next(self, options: list[int], model: Callable[[int], Any]) -> int:
        if self.replaying:
            self.taken += 1
            return self.decisions[self.taken - 1]
        if self.taken >= MAX_DECISIONS:
            raise OpenError(f"more than {MAX_DECISIONS} decisions on a path")
        first, *others = options
        self.pending += [((*self.decisions, other), model(other)) for other in reversed(others)]
        self.model = model(first)
        self.decisions.append(first)
        self.taken += 1
        return first

    def _symbol(self, what: str, as_int: bool) -> Any:
        name = f"{what}!{len(self.fresh) + 1}"
        self.fresh[name] = z3.Int(name) if as_int else z3.Real(name)
        return self.fresh[name]

    def _shown(self, term: Any, what: str) -> None:
        if self.replaying:
            return
        terms = (*self.conditions, z3.Not(term))
        if ask(terms).found != "unsat":
            raise OpenError(f"not shown on a path: {what}")
        self.pruned.append(terms)

    def floor(self, left: Any, right: Any, stepped: bool) -> Any:
        """Return the q of left == q·right + r with 0 <= r < right, the divisor shown positive first; one q for each."""
        for dividend, divisor, quotient in self.floors:
            if dividend.eq(left) and divisor.eq(right):
                return quotient
        self._shown(right > 0, "a positive divisor")
        quotient = self._symbol("q", left.is_int() and right.is_int())
        rest = left - quotient * right
        self.assume(z3.And(rest >= 0, rest + 1 <= right if stepped else rest < right))
        self.floors.append((left, right, quotient))
        return quotient

    def power(self, bits: Any, as_int: bool) -> Any:
        """Return 2 ** bits, known to be a whole number of at least 1, and the product of others where sums are told."""
        if self.decide(bits < 0, bits >= 0):
            raise ValueError("negative shift count")
        settled = z3.simplify(bits)
        if z3.is_int_value(settled):
            return (whole if as_int else rational)(1 << settled.as_long())
        if settled.sexpr() not in self.powers:
            power = self._symbol("pow", as_int)
            self.assume(power >= 1)
            for fact in sums_of((bits, power), [*self.powers.values()]) if self.sums else ():
                self.assume(fact)
            self.powers[settled.sexpr()] = (bits, power)
        return self.powers[settled.sexpr()][1]

    def bit_length(self, term: Any) -> Any:
        """Return the bit length b, known to be monotone and 0 at 0 alone; 2^(b-1) <= n < 2^b where sums are told."""
        for other, known in self.lengths:
            if other.eq(term):
                return known
        self._shown(term >= 0, "a bit length of a number that is not negative")
        bits = self._symbol("bits", True)
        self.assume(z3.And(bits >= 0, (bits == 0) == (term == 0)))
        for other, known in self.lengths:
            self.assume(z3.And(z3.Implies(other <= term, known <= bits), z3.Implies(term <= other, bits <= known)))
        self.lengths.append((term, bits))
        if self.sums:
            power = self.power(bits, False)
            self.assume(z3.And(term + 1 <= power, z3.If(term == 0, power == 1, power <= 2 * term)))
        return bits

    def wrote(self) -> None:
        """Note that a symbol went into a text: the path must then end in an exception."""
        self.written = True


def sums_of(new: tuple[Any, Any], known: list[tuple[Any, Any]]) -> list[Any]:
    """Return how a power is made of those known: 2^a·2^b·2^k = 2^c wherever c - a - b is a number k."""
    told = [(z3.IntVal(0), rational(1)), *known, new]
    facts = []
    for (a, power_a), (b, power_b) in combinations_with_replacement(told, 2):
        for c, power_c in told:
            gap = z3.simplify(c - a - b)
            if any(bits is new[0] for bits in (a, b, c)) and z3.is_int_value(gap):
                k = gap.as_long()
                facts.append(power_a * power_b * rational(1 << max(k, 0)) == power_c * rational(1 << max(-k, 0)))
    return [fact for fact in facts if not z3.is_true(z3.simplify(fact))]


@contextmanager
def watched(path: Path) -> Iterator[None]:
    """Let the kernel run on symbols: ``type`` of a symbol is int, and no violation text is composed."""
    token = watcher.set(path)
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == "elenctic_kernel"]
    texts = mock.patch("icontract._represent.generate_message", lambda contract, **_: contract.description)
    try:
        for module in modules:
            vars(module)["type"] = symbol_type
        with texts:
            yield
    finally:
        for module in modules:
            vars(module).pop("type", None)
        watcher.reset(token)


def meets_entry(call: Call) -> bool:
    """Tell whether the function's own preconditions hold of the arguments; forks on symbols.

    :raises OpenError: when the function carries no contracts
    """
    checker: Any = find_checker(call.function)
    if checker is None or not checker.__preconditions__:
        raise OpenError("the function carries no precondition")
    given = inspect.signature(call.function).bind(*call.arguments).arguments
    return any(
        all(contract.condition(**{name: given[name] for name in contract.condition_args}) for contract in group)
        for group in checker.__preconditions__
    )


def run(call: Call) -> tuple[Any, Exception | None]:
    """Call the decorated function, contracts on; an exception is an end like any other.

    :raises OpenError: when it is the explorer's own, also where icontract wrapped it
    """
    try:
        return call.function(*call.arguments), None
    except OpenError:
        raise
    except Exception as raised:
        own = next((e for e in (raised, raised.__cause__) if isinstance(e, SymbolError | OpenError)), None)
        if own is not None:
            raise OpenError(f"symbol leaked: {own}") from raised
        return None, raised


def follow(world: World, path: Path) -> End | None:
    """Follow one path to its end, None where an assumption fails on it.

    :raises OpenError: when the path cannot be relied on
    """
    supply = Symbols(path)
    with watched(path):
        call = world.setup(supply)
        for fact in call.given:
            path.assume(truth(fact))
        if not path.consistent() or (world.assume_entry and not meets_entry(call)):
            return None
        result, error = run(call)
    if path.written and error is None:
        raise OpenError("a symbol went into a text on a path that returns")
    wholes = {**supply.wholes, **{name: term for name, term in path.fresh.items() if not term.is_int()}}
    return End(tuple(path.conditions), supply.choices, supply.picks, supply.terms, wholes, call, result, error)


def explore(world: World) -> Tree:
    """Enumerate every path of a world.

    :raises OpenError: when contracts are off, a symbol leaks, or none or too many paths survive
    """
    if not __debug__:
        raise OpenError("contracts are off under python -O")
    ends: list[End] = []
    pruned: list[tuple[Any, ...]] = []
    pending: list[tuple[Decisions, Any]] = [((), None)]
    while pending:
        decisions, model = pending.pop()
        path = Path(list(decisions), model, world.sums)
        end = follow(world, path)
        pending += path.pending
        pruned += path.pruned
        ends += [end] if end is not None else []
        if len(ends) > MAX_PATHS:
            raise OpenError(f"more than {MAX_PATHS} paths")
    if not ends:
        raise OpenError("no path survives")
    return Tree(world, tuple(ends), tuple(pruned))
