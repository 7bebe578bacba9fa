"""The explorer on toy functions: what it proves, what it refutes, and everything that it must leave open."""

import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from icontract import ensure, require

from proofs import claim as claims
from proofs import explorer as explorers
from proofs import solver
from proofs.claim import Judged, Part, judge
from proofs.explorer import End, OpenError, World, explore
from proofs.outcome import Answer
from proofs.supply import Call, Numbers, Supply
from proofs.symbols import Fact, SymbolError, every, iff, implies, negated, same, some

ROOT = Path(__file__).parents[2]
_names = iter(range(10_000))


def world(function: Callable[..., Any], paths: int, *given: Callable[[Any, Any], Fact], entry: bool = False) -> World:
    """Return a world of a function of two whole numbers a and b."""

    def setup(s: Supply) -> Call:
        a, b = s.integer("a"), s.integer("b")
        return Call(function, (a, b), tuple(fact(a, b) for fact in given))

    return World(f"toy {next(_names)}", setup, paths, entry)


def judged(toy: World, goal: Callable[[Supply, End], Fact | None], ends: int | None = None) -> Judged:
    return judge(Part("toy", toy, goal, toy.paths if ends is None else ends))


def returns_true(_: Supply, end: End) -> Fact:
    return end.result is True


def positive(a: Any, _: Any) -> Fact:
    return 0 < a  # type: ignore[no-any-return]


def positive_divisor(_: Any, b: Any) -> Fact:
    return 0 < b  # type: ignore[no-any-return]


# What it finds


def test_every_path_is_enumerated_and_proved() -> None:
    def ordered(a: int, b: int) -> bool:
        return (a < b) or (a == b) or (a > b)

    found = judged(world(lambda a, b: bool(ordered(a, b)), 3), returns_true)
    assert found.outcome.answer is Answer.PROVED
    assert found.ends == 3


def test_a_wrong_function_is_refuted_by_a_model_that_replays() -> None:
    def smaller(a: int, b: int) -> int:
        return b if a > b else a

    def goal(_: Supply, end: End) -> Fact:
        a, b = end.call.arguments
        return every(end.result < a, end.result <= b)

    found = judged(world(smaller, 2), goal).outcome
    assert found.answer is Answer.REFUTED
    assert smaller(int(found.model["a"]), int(found.model["b"])) >= found.model["a"]


def test_a_rare_input_is_found() -> None:
    found = judged(world(lambda a, b: bool(a * a - b != 12345), 2), returns_true).outcome
    assert found.answer is Answer.REFUTED
    assert found.model["a"] ** 2 - found.model["b"] == 12345


def test_tuples_of_symbols_are_compared_element_by_element() -> None:
    tree = explore(world(lambda a, b: (a, 1) == (b, 1), 2))
    assert sorted(end.result for end in tree.ends) == [False, True]


def test_the_last_operand_of_or_may_be_a_symbol() -> None:
    found = judged(
        world(lambda a, b: a or b, 2), lambda _, end: iff(same(end.result, 0), every(*map(_zero, end.call.arguments)))
    )
    assert found.outcome.answer is Answer.PROVED


def _zero(number: Any) -> Fact:
    return same(number, 0)


def test_floor_division_is_known_by_its_relation_alone() -> None:
    def goal(_: Supply, end: End) -> Fact:
        a, b = end.call.arguments
        return every(end.result * b <= a, a < end.result * b + b)

    assert judged(world(lambda a, b: a // b, 1, positive_divisor), goal).outcome.answer is Answer.PROVED
    low = judged(
        world(lambda a, b: a // b, 1, positive_divisor), lambda s, end: end.result * 2 <= end.call.arguments[0]
    )
    assert low.outcome.answer is Answer.REFUTED


def test_between_whole_numbers_less_means_one_less() -> None:
    found = judged(world(lambda a, b: bool(a < b < a + 1), 2), lambda _, end: end.result is False)
    assert found.outcome.answer is Answer.PROVED


def test_a_shift_is_a_product_with_some_whole_number() -> None:
    def setup(s: Supply) -> Call:
        return Call(lambda a, bits: (a << bits, 1 << bits), (s.integer("a"), s.whole("bits")), (0 <= s.whole("bits"),))

    goal: Callable[[Supply, End], Fact] = lambda _, end: same(end.result[0], end.call.arguments[0] * end.result[1])  # noqa: E731
    assert judged(World("toy shift", setup, 1), goal).outcome.answer is Answer.PROVED


def test_a_shift_back_is_a_floor() -> None:
    def setup(s: Supply) -> Call:
        return Call(lambda a: (a >> 3, -(-a >> 3)), (s.integer("a"),))

    def goal(_: Supply, end: End) -> Fact:
        (a,), (below, above) = end.call.arguments, end.result
        return every(below * 8 <= a, a < below * 8 + 8, a <= above * 8, above * 8 < a + 8)

    assert judged(World("toy shift back", setup, 1), goal).outcome.answer is Answer.PROVED


def test_the_same_floor_is_the_same_number() -> None:
    found = judged(world(lambda a, b: (a // b, a // b), 1, positive_divisor), lambda _, end: same(*end.result))
    assert found.outcome.answer is Answer.PROVED


def test_the_absolute_value_forks_on_the_sign() -> None:
    def goal(_: Supply, end: End) -> Fact:
        a = end.call.arguments[0]
        return every(0 <= end.result, some(same(end.result, a), same(end.result, -a)))

    found = judged(world(lambda a, b: abs(a), 2), goal)
    assert (found.outcome.answer, found.ends) == (Answer.PROVED, 2)


def shifts(s: Supply) -> Call:
    """Return powers of sums and differences of exponents, a bit length and its power, and the number."""
    a, b, n = s.whole("a"), s.whole("b"), s.integer("n")

    def powers() -> tuple[Any, ...]:
        exponents = (a + b, a, b, 2 * a, a + b + 3, a)
        return *(1 << bits for bits in exponents), n.bit_length(), 1 << n.bit_length(), n

    return Call(powers, (), (0 <= a, 0 <= b, 0 <= n))


def relations(_: Supply, end: End) -> Fact:
    both, left, right, twice, more, again, length, power, n = end.result
    shown = every(same(both, left * right), same(twice, left * left), same(more, 8 * both), same(again, left))
    return every(shown, n + 1 <= power, implies(1 <= n, power <= 2 * n), implies(same(n, 0), same(length, 0)))


def test_what_powers_are_made_of_is_known_only_where_a_world_asks_for_it() -> None:
    found = judged(World("toy sums", shifts, 1, sums=True), relations)
    assert found.outcome.answer is Answer.PROVED
    assert judged(World("toy powers", shifts, 1), relations).outcome.answer is Answer.OPEN


@pytest.mark.parametrize(("a", "b", "n"), [(0, 0, 0), (0, 3, 1), (5, 0, 8), (4, 9, 255), (7, 7, 256), (1, 2, 10**40)])
def test_what_is_told_of_powers_and_bit_lengths_is_true(a: int, b: int, n: int) -> None:
    import z3

    (end,) = explore(World("toy truths", shifts, 1, sums=True)).ends
    values = [*(2**bits for bits in (a + b, a, b, 2 * a, a + b + 3, a)), n.bit_length(), 2 ** n.bit_length(), n]
    facts = [z3.IntVal(value) == symbol.term for value, symbol in zip(values, end.result, strict=True)]
    named = [end.terms["a"] == a, end.terms["b"] == b]
    assert solver.ask([*end.conditions, *facts, *named]).found == "sat"


def test_a_power_of_a_known_number_is_that_number() -> None:
    def setup(s: Supply) -> Call:
        a = s.whole("a")
        return Call(lambda: (1 << (a + 5 - a), 3 << (a - a)), ())

    found = judged(World("toy constant shift", setup, 1), lambda _, end: same(end.result, (32, 3)))
    assert found.outcome.answer is Answer.PROVED


@require(lambda a, b: a > b)
def _above(a: int, b: int) -> int:
    return a - b


@require(lambda a, b: a >= b)
def _not_below(a: int, b: int) -> int:
    return _above(a, b)


@ensure(lambda result: result > 0)
def _promises_too_much(a: int, b: int) -> int:
    return a * a + b * b


def test_only_the_top_level_precondition_is_an_assumption() -> None:
    assert judged(world(_above, 1, entry=True), lambda _, end: end.result > 0).outcome.answer is Answer.PROVED
    assert judged(world(_above, 1), lambda _, end: True).outcome.answer is Answer.REFUTED
    nested = judged(world(_not_below, 1, entry=True), lambda _, end: True).outcome
    assert nested.answer is Answer.REFUTED
    assert "ViolationError" in nested.reason


def test_a_broken_postcondition_refutes() -> None:
    found = judged(world(_promises_too_much, 1), lambda _, end: True).outcome
    assert found.answer is Answer.REFUTED
    assert found.model == {"a": Fraction(0), "b": Fraction(0)}


def test_an_undocumented_exception_refutes() -> None:
    def raises(a: int, b: int) -> int:
        if a == 7:
            raise ZeroDivisionError
        return b

    found = judged(world(raises, 2), lambda _, end: True).outcome
    assert found.answer is Answer.REFUTED
    assert found.model["a"] == 7


def test_options_are_enumerated_and_replayed() -> None:
    def setup(s: Supply) -> Call:
        sign = s.choose("sign", [1, -1])
        return Call(lambda a: sign * a * a >= 0, (s.integer("a"),), (), {"sign": sign})

    found = judged(World("toy sign", setup, 2), lambda _, end: end.result).outcome
    assert found.answer is Answer.REFUTED
    assert found.model["a"] != 0


# What it leaves open


@pytest.mark.parametrize(
    "leak",
    [
        lambda a, b: [1, 2, 3][a],
        lambda a, b: {a: b},
        lambda a, b: str(a),
        lambda a, b: float(a),
        lambda a, b: int(a),
        lambda a, b: hash(a > b),
        lambda a, b: a / b,
        lambda a, b: a % b,
        lambda a, b: a**b,
        lambda a, b: a == "1",
        lambda a, b: a + 0.5,
        lambda a, b: (a, None) == (a, b),
        lambda a, b: range(a),
    ],
)
def test_a_symbol_that_leaks_is_open(leak: Callable[..., Any]) -> None:
    found = judged(world(leak, 1), lambda _, end: True).outcome
    assert found.answer is Answer.OPEN


def test_a_symbol_in_a_text_is_open_unless_the_path_ends_in_an_exception() -> None:
    def refuses(a: int, b: int) -> int:
        raise KeyError(f"no such number: {a}")

    assert judged(world(lambda a, b: f"{a}", 1), lambda _, end: True).outcome.answer is Answer.OPEN
    assert judged(world(refuses, 1), lambda _, end: True).outcome.answer is Answer.REFUTED


def test_two_worlds_of_one_name_have_a_tree_each() -> None:
    one, other = (World("one name", w.setup, 1) for w in (world(lambda a, b: a, 1), world(lambda a, b: b, 1)))
    assert claims.trees.tree(one) is claims.trees.tree(one)
    assert claims.trees.tree(one) is not claims.trees.tree(other)


def test_no_surviving_path_is_open() -> None:
    contradiction = world(lambda a, b: True, 0, positive, lambda a, b: a < 0)
    found = judged(contradiction, returns_true).outcome
    assert (found.answer, "no path survives" in found.reason) == (Answer.OPEN, True)


@require(lambda a, b: a < b < a)
def _never(a: int, b: int) -> bool:
    return True


def test_an_unmeetable_precondition_is_open() -> None:
    found = judged(world(_never, 1, entry=True), returns_true).outcome
    assert (found.answer, "no path survives" in found.reason) == (Answer.OPEN, True)


@pytest.mark.parametrize("stated", [1, 3])
def test_another_number_of_paths_is_open_with_both_numbers(stated: int) -> None:
    found = judged(world(lambda a, b: (a < b) or True, stated), returns_true).outcome
    assert (found.answer, found.paths_changed) == (Answer.OPEN, True)
    assert f"2 paths, stated {stated}" in found.reason


def test_a_goal_that_speaks_of_fewer_ends_is_open() -> None:
    found = judged(world(lambda a, b: bool(a < b), 2), lambda _, end: True if end.result else None, 2).outcome
    assert (found.answer, found.paths_changed) == (Answer.OPEN, True)


def test_unknown_counts_as_feasible_and_is_open_at_a_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown: Callable[[Any], solver.Reply] = lambda terms: solver.Reply("unknown", "told to")  # noqa: E731
    toy = world(lambda a, b: bool(a < b and b < a), 2)
    monkeypatch.setattr(explorers, "ask", unknown)
    assert len(explore(toy).ends) == 3
    monkeypatch.undo()
    monkeypatch.setattr(claims, "ask", unknown)
    found = judged(world(lambda a, b: a, 1), lambda _, end: end.result <= end.call.arguments[0]).outcome
    assert (found.answer, "unknown" in found.reason) == (Answer.OPEN, True)


def test_a_divisor_that_is_not_shown_positive_is_open() -> None:
    found = judged(world(lambda a, b: a // b, 1), lambda _, end: True).outcome
    assert (found.answer, "positive divisor" in found.reason) == (Answer.OPEN, True)


def test_too_many_paths_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorers, "MAX_DECISIONS", 5)

    def climbs(a: int, b: int) -> int:
        while a > b:
            b += 1
        return b

    with pytest.raises(OpenError, match="decisions"):
        explore(world(climbs, 1))


def test_a_model_that_does_not_replay_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "replay", lambda *_: None)
    found = judged(world(lambda a, b: a, 1), lambda _, end: end.result > 0).outcome
    assert (found.answer, "replay" in found.reason) == (Answer.OPEN, True)


def test_a_neighbour_that_is_not_refuted_leaves_the_part_open() -> None:
    def goal(_: Supply, end: End) -> Fact:
        return same(end.result, end.call.arguments[0])

    part = Part("toy", world(lambda a, b: a, 1), goal, 1, {"the same goal": goal})
    assert "the same goal" in judge(part).outcome.reason
    assert (
        judge(Part("toy", part.world, goal, 1, {"a > 0": lambda _, end: end.result > 0})).outcome.answer
        is Answer.PROVED
    )


def test_contracts_that_are_off_are_open() -> None:
    code = "from proofs.step_worlds import CONCLUDING; from proofs.explorer import explore; explore(CONCLUDING)"
    ran = subprocess.run([sys.executable, "-O", "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert ran.returncode != 0
    assert "contracts are off" in ran.stderr


def test_a_symbol_outside_a_path_decides_nothing() -> None:
    (end,) = explore(world(lambda a, b: a, 1)).ends
    with pytest.raises(SymbolError, match="outside a path"):
        bool(end.result > 0)


# Numbers and statements


@pytest.mark.parametrize(
    "value", [0, -1, 10**5000 + 7, -(10**5000), 1 << solver.PIECE], ids=["0", "-1", "long", "-long", "one piece"]
)
def test_numerals_are_exact_whatever_their_length(value: int) -> None:
    import z3

    one = z3.Int("one")
    reply = solver.ask([one == solver.whole(value), one != solver.whole(value - 1) + 1])
    assert reply.found == "unsat"
    exact = Fraction(value, 10**5001 + 1)
    product = solver.rational(exact) * solver.rational(10**5001 + 1)
    assert solver.ask([product != solver.rational(value)]).found == "unsat"


def test_pairs_of_a_model_are_scaled_to_whole_numbers() -> None:
    supply = Numbers({"p.num": Fraction(3, 4), "p.den": Fraction(5, 6)}, {})
    assert supply.pair("p") == (9, 10)
    with pytest.raises(ValueError, match="not whole"):
        Numbers({"n": Fraction(1, 2)}, {}).whole("n")


def test_statements_read_the_same_of_numbers() -> None:
    assert every(True, True) is True
    assert every(True, False) is False
    assert some(False, True) is True
    assert implies(False, False) is True
    assert iff(True, False) is False
    assert negated(False) is True
    assert same((1, 2), (1, 2)) is True
    assert same((1, 2), (1, 3)) is False
