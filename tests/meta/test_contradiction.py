"""Certificates of contradiction: forged ones are refused, and a script that can hold is never certified."""

import ast
import gzip
import random
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from proofs import contradiction, farkas, identity, ledger
from proofs.contradiction import STORE, Certificate, Store, asserted_by, confirm, loaded, outcome, saved
from proofs.farkas import propose, search
from proofs.identity import Poly, Refused, atom, check, contradict, poly, read, variable
from proofs.outcome import PROVED, Answer, open_because
from proofs.solver import text_of
from tests.meta.test_house import code_lines

HEAD = "(set-logic ALL)\n(set-info :status unknown)\n"


def script(*asserted: str, real: str = "x y", whole: str = "m n") -> str:
    names = [*((name, "Real") for name in real.split()), *((name, "Int") for name in whole.split())]
    declared = "".join(f"(declare-fun {name} () {sort})\n" for name, sort in names)
    return HEAD + declared + "".join(f"(assert {text})\n" for text in asserted) + "(check-sat)\n"


x, y = variable("Real x"), variable("Real y")
X, Y = atom(">", x), atom(">", y)
BELOW = atom(">=", 0 - x * y)
ASSERTED = read(script("(and (< 0 x) (> y 0.0))", "(not (> (* x y) 0))"))
PROOF: Any = (None, [(1, [0, 1]), (1, [2])])


# The reader


def test_the_reader_turns_text_into_comparisons_with_zero() -> None:
    assert ASSERTED == (X, Y, BELOW)
    (case,) = read(script("(let ((?a (- x y)) ($b (<= x 1.5))) (=> $b (= ?a 0)))"))
    assert case == ("or", (atom(">", x - Fraction(3, 2)), atom("=", x - y)))
    assert read(script("(/ x 2)".join(("(<= ", " 3)")))) == (atom(">=", 3 - x * Fraction(1, 2)),)


def test_whole_numbers_and_only_they_are_strengthened() -> None:
    m = variable("Int m")
    assert read(script("(< 0 m)")) == (atom(">=", m - 1),)
    assert read(script("(not (<= m 0))")) == read(script("(< 0.0 (to_real m))")) == (atom(">=", m - 1),)
    assert read(script("(< 0 x)")) == (X,)
    assert read(script("(< 0 (+ x m))")) == ((">", tuple(sorted((x + m).terms.items()))),)
    assert read(script("(< 0 (/ m 2))")) == ((">", ((("Int m",), Fraction(1, 2)),)),)


@pytest.mark.parametrize(
    "text",
    [
        script("(< 0 z)"),
        script("(< 0 (div m 2))"),
        script("(< 0 (/ x y))"),
        script("(< 0 (/ x 0))"),
        script("(< 0 x y)"),
        script("(+ (< x 0) (< y 0))"),
        script("x"),
        script("(= x (< y 0))"),
        script("(not x)"),
        script("(< x 1e3)"),
        script("(< x true)"),
        script("(forall ((z Real)) (< z 0))"),
        script("(< 0 x)") + ")",
        script("(< 0 x)").replace("(check-sat)", ""),
        script("(< 0 x)").replace("(set-logic ALL)", "(set-logic QF_BV)"),
        script("(< 0 x)").replace("(check-sat)", "(pop 1)\n(check-sat)"),
        script("(< 0 x)").replace("unknown", '") (assert false) ("'),
        script("(< 0 |x)"),
        script("(< 0 x)").replace("Real", "Bool"),
    ],
)
def test_what_the_reader_does_not_know_is_not_read(text: str) -> None:
    with pytest.raises(Exception):  # noqa: B017, PT011 - any exception means that nothing was read
        read(text)
    assert asserted_by(text) == frozenset()
    assert confirm([text], Store([Certificate((("or", ()),), (0, ()))])).certified == 0


def test_what_stands_after_the_question_is_no_part_of_it() -> None:
    assert read(script("(< 0 x)") + "(assert false)") == (X,)
    assert read(script("(< 0 x) ; (assert false)\n")) == (X,)


def _holds(formula: Any, values: dict[str, Fraction]) -> bool:
    word, items = formula
    if word in ("and", "or"):
        return (all if word == "and" else any)(_holds(item, values) for item in items)
    total = Fraction(0)
    for names, coefficient in items:
        for name in names:
            coefficient *= values[name.split()[1]]
        total += coefficient
    return total > 0 if word == ">" else total >= 0 if word == ">=" else total == 0


def _drawn(source: random.Random, depth: int) -> Any:
    """Return a random formula over x, y and whole m, n, as Z3 holds it."""
    real, whole = [*z3.Reals("x y"), z3.RealVal("3/2")], [*z3.Ints("m n"), z3.IntVal(2)]
    if depth == 0:
        of = source.choice([real, whole])
        left, right = (_number(source, of) for _ in range(2))
        return source.choice([left < right, left <= right, left > right, left >= right, left == right])
    one, two, three = (_drawn(source, depth - 1) for _ in range(3))
    kinds = [z3.And(one, two), z3.Or(one, two), z3.Not(one), z3.Implies(one, two), z3.Xor(one, two), one == two]
    return source.choice([*kinds, z3.If(one, two, three)])


def _number(source: random.Random, of: list[Any]) -> Any:
    a, b, c = (source.choice(of) for _ in range(3))
    return source.choice([a * b - c, a + b * c, -a, a * a * b, a])


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_the_reader_means_what_z3_means(seed: int) -> None:
    source = random.Random(seed)
    term = _drawn(source, source.randrange(3))
    values = {name: Fraction(source.randrange(-4, 5), source.choice([1, 2])) for name in "xy"}
    values |= {name: Fraction(source.randrange(-3, 4)) for name in "mn"}
    exact = [(z3.Real(name), z3.Q(values[name].numerator, values[name].denominator)) for name in "xy"]
    exact += [(z3.Int(name), z3.IntVal(int(values[name]))) for name in "mn"]
    expected = z3.is_true(z3.simplify(z3.substitute(term, *exact)))
    assert all(_holds(formula, values) for formula in read(text_of([term]))) == expected


# Forged certificates


def test_a_right_certificate_is_accepted() -> None:
    check(ASSERTED, (X, Y, BELOW), PROOF)


@pytest.mark.parametrize(
    ("proof", "said"),
    [
        ((None, [(2, [0, 1]), (1, [2])]), "not 0"),
        ((None, [(-1, [0, 1]), (-1, [2])]), "negative"),
        ((None, [(Poly([(("Real x",), Fraction(-1))]), [1]), (1, [0, 1])]), "no number"),
        ((None, [(1, [0]), (1, [2])]), "not 0"),
        ((None, []), "above 0"),
        ((None, [(0, [0, 1]), (0, [2])]), "above 0"),
        ((None, [(1.0, [0, 1]), (1, [2])]), "type float"),
        ((0, [PROOF, PROOF]), "cases"),
    ],
)
def test_a_forged_sum_is_refused(proof: Any, said: str) -> None:
    with pytest.raises(Refused, match=said):
        check(ASSERTED, (X, Y, BELOW), proof)


def test_a_sum_that_is_0_is_refused_where_nothing_in_it_is_above_0() -> None:
    loose = (atom(">=", x), atom(">=", y), BELOW)
    with pytest.raises(Refused, match="above 0"):
        contradict(loose, PROOF)
    with pytest.raises(Refused, match="above 0"):
        contradict((X, *loose[1:]), PROOF)
    with pytest.raises(Refused, match="above 0"):
        contradict((atom("=", x - 1), atom("=", 1 - x), *loose), (None, [(1, [0]), (1, [1])]))


def test_a_formula_that_the_script_does_not_assert_is_refused() -> None:
    for dropped in (X, Y, BELOW):
        with pytest.raises(Refused, match="not asserted"):
            check([f for f in ASSERTED if f != dropped], (X, Y, BELOW), PROOF)
    with pytest.raises(Refused, match="not asserted"):
        check(read(script("(< 0 x)", "(< 0 y)", "(< (* x x) 0)")), (X, Y, BELOW), PROOF)
    with pytest.raises(IndexError):
        contradict(ASSERTED, (None, [(1, [0, 1]), (1, [3])]))


def test_a_case_cannot_be_dropped_added_or_changed() -> None:
    known = read(script("(or (< x 0) (< y 0))", "(<= 0 x)", "(<= 0 y)"))
    cases = [(None, [(1, [3]), (1, [1])]), (None, [(1, [3]), (1, [2])])]
    contradict(known, (0, cases))
    for forged in (cases[:1], [*cases, cases[0]], cases[::-1], []):
        with pytest.raises(Refused):
            contradict(known, (0, forged))
    with pytest.raises(Refused, match="cases"):
        contradict(known, (1, cases))
    with pytest.raises(Refused, match="no comparison"):
        contradict(known, (None, [(1, [0])]))


def test_a_sign_is_split_into_both_of_its_sides() -> None:
    known = (atom(">", x * -1), atom(">=", x))
    side: Any = (None, [(1, [0]), (1, [1])])
    contradict(known, (y, [side, side]))
    with pytest.raises(Refused, match="cases"):
        contradict(known, (y, [side]))


def test_a_number_between_0_and_1_contradicts_no_real() -> None:
    between = "(< 0 {0})", "(< {0} 1)"
    proof: Any = (None, [(1, [0]), (1, [1]), (1, [])])
    whole, real = (read(script(*(text.format(name) for text in between))) for name in "mx")
    contradict(whole, proof)
    with pytest.raises(Refused):
        contradict(real, proof)
    with pytest.raises(Refused, match="not asserted"):
        check(real, whole, proof)
    assert propose(real) is None


def test_a_float_in_a_formula_is_taken_for_exactly_what_it_is() -> None:
    third = (">=", ((("Real x",), 1 / 3),))
    with pytest.raises(Refused, match="not 0"):
        contradict([third, atom(">", x * Fraction(-1, 3))], (None, [(1, [0]), (1, [1])]))


# The search, and a script that can hold


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_a_script_that_can_hold_is_never_certified(seed: int) -> None:
    """Draw the solution first, and formulas that hold of it; no proof, searched or made up, is accepted."""
    source = random.Random(seed)
    values = {name: Fraction(source.randrange(-4, 5), source.choice([1, 2, 3])) for name in "xy"}
    values |= {name: Fraction(source.randrange(-3, 4)) for name in "mn"}
    known: list[Any] = []
    while len(known) < 5:
        asserted = read(text_of([_drawn(source, source.randrange(2))]))
        known += asserted if all(_holds(formula, values) for formula in asserted) else []
    assert propose(known) is None
    for _ in range(40):
        made: Any = [(source.randrange(3), [source.randrange(len(known))]) for _ in range(source.randrange(1, 4))]
        with pytest.raises(Refused):
            contradict(known, (None, made))


@pytest.mark.parametrize(
    "asserted",
    [
        ("(< x y)", "(< y x)"),
        ("(< 0 x)", "(< 0 y)", "(<= (* x y) 0)"),
        ("(< m n)", "(< n (+ m 1))"),
        ("(xor (< x 0) (<= 0 x))", "(or (< x y) (= x y))", "(< y x)"),
        ("(< 0 x)", "(= (* x y) 1)", "(<= y 0)"),
        ("(not (and (<= 0 x) (<= 0 y)))", "(< 1 x)", "(= (* 2 y) (+ x 1))"),
        ("false",),
        ("(< 1 0)",),
    ],
)
def test_the_search_finds_what_the_checker_accepts(asserted: tuple[str, ...], tmp_path: Path) -> None:
    text = script(*asserted)
    found = propose(read(text))
    assert found is not None
    check(read(text), *found)
    saved([Certificate(*found)], tmp_path / "store.json.gz")
    assert confirm([text, text], Store(loaded(tmp_path / "store.json.gz"))) == (1, ())


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    known = read(script("(< x y)", "(< y x)"))
    assert search(known) == propose(known) is not None
    monkeypatch.setattr(farkas, "CPU_SECONDS", -1)
    assert search(known) is None


# The store and the ledger


def test_a_script_without_a_certificate_is_said_to_be_trusted_to_a_solver() -> None:
    held = Store([Certificate((X, Y, BELOW), PROOF)])
    right, other = script("(< 0 x)", "(< 0 y)", "(<= (* x y) 0)"), script("(< 0 x)", "(< x 0)")
    assert confirm([right, other], held) == (1, (other,))
    assert confirm([right], Store([Certificate((X, Y, BELOW), (None, [(1, [0])]))])) == (0, (right,))


@pytest.mark.parametrize("broken", ["", "{}", "[]", '{"formulas": [], "certificates": [[[0], [null, []]]]}'])
def test_a_store_that_cannot_be_read_certifies_nothing(broken: str, tmp_path: Path) -> None:
    assert loaded(tmp_path / "none.json.gz") == []
    for written in (broken.encode(), gzip.compress(broken.encode()), gzip.compress(broken.encode())[:-9]):
        (tmp_path / "store.json.gz").write_bytes(written)
        assert loaded(tmp_path / "store.json.gz") == []


def test_every_stored_certificate_is_one() -> None:
    certificates = loaded(STORE)
    assert len(certificates) > 500
    for certificate in certificates:
        contradict(certificate.given, certificate.proof)


def test_an_outcome_is_proved_only_when_every_goal_is_certified(monkeypatch: pytest.MonkeyPatch) -> None:
    right, other = script("(< 0 x)", "(< 0 y)", "(<= (* x y) 0)"), script("(< 0 x)", "(< x 0)")
    monkeypatch.setattr(contradiction, "store", lambda: Store([Certificate((X, Y, BELOW), PROOF)]))
    assert outcome([right], [other]) == outcome([], [right]) == PROVED
    assert outcome([right, other], []).reason == "identity: 1 of 2 goals certified"
    assert outcome([], [right, other]).reason == "identity: 1 of 2 branches certified"
    assert outcome([], []).answer is Answer.OPEN


def test_a_claim_that_names_an_identity_needs_it() -> None:
    named = [claim["id"] for claim in ledger.ledger() if "identity" in claim["engines"]]
    assert named
    wanted, short = ledger.required(ledger.by_id()[named[0]]), open_because("2 of 3")
    engines = dict.fromkeys(wanted, PROVED)
    assert "identity" in wanted
    assert ledger._combined({**engines, "identity": short}, wanted) == short
    assert ledger._combined(engines, wanted) == PROVED
    assert ledger._combined({**engines, "identity": short}, wanted - {"identity"}) == PROVED


def test_a_claim_is_certified_end_to_end() -> None:
    entry = ledger.prove(ledger.by_id()["FLOOR-PRODUCT.1"])
    assert entry.engines["identity"].answer is Answer.PROVED
    assert 0 < entry.certified <= entry.branches


# What is trusted


def test_what_is_trusted_is_small_and_imports_the_standard_library_only() -> None:
    text = Path(identity.__file__).read_text("utf-8")
    assert len(code_lines(text)) <= 120
    imported = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {node.module or "" for node in imported if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in imported if isinstance(node, ast.Import) for alias in node.names}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names
    assert all(node.level == 0 for node in imported if isinstance(node, ast.ImportFrom))


def test_the_zero_polynomial_is_not_above_0() -> None:
    assert poly(0).terms == {}
    with pytest.raises(Refused, match="above 0"):
        contradict((), (None, [(0, [])]))
