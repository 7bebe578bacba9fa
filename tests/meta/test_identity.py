"""The identity checker accepts what multiplies out and refuses everything else."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest

from proofs import identity
from proofs.certificates import CERTIFICATES, Certificate, bound_of, check
from proofs.identity import Poly, Refused, poly, variable
from tests.meta.test_house import code_lines

x, y = variable("x"), variable("y")


@pytest.mark.claim("VALUE-BOUND.1")
@pytest.mark.claim("IMPLEMENTED-BOUND.1")
@pytest.mark.claim("ANCHORED-MIXTURE.1")
@pytest.mark.parametrize("name", CERTIFICATES)
def test_a_shipped_certificate_multiplies_out(name: str) -> None:
    check(CERTIFICATES[name])


@pytest.mark.parametrize("name", CERTIFICATES)
def test_no_product_of_a_shipped_certificate_can_be_left_out_or_doubled(name: str) -> None:
    whole = CERTIFICATES[name]
    for at, (coefficient, names) in enumerate(whole.proof):
        with pytest.raises(Refused, match="is not 0"):
            check(replace(whole, proof=[*whole.proof[:at], *whole.proof[at + 1 :]]))
        with pytest.raises(Refused, match="is not 0"):
            check(replace(whole, proof=[*whole.proof, (coefficient, names)]))


@pytest.mark.parametrize("name", CERTIFICATES)
def test_no_hypothesis_that_a_shipped_certificate_uses_can_be_dropped(name: str) -> None:
    whole = CERTIFICATES[name]
    for dropped in {used for _, names in whole.proof for used in names}:
        given = {known: value for known, value in whole.hypotheses.items() if known != dropped}
        with pytest.raises(Refused, match="was not given"):
            check(replace(whole, hypotheses=given))


@pytest.mark.parametrize("name", CERTIFICATES)
def test_the_opposite_of_a_goal_is_refused_even_with_the_signs_turned(name: str) -> None:
    whole = CERTIFICATES[name]
    with pytest.raises(Refused, match="is not 0"):
        check(replace(whole, goal=0 - whole.goal))
    turned = [(-coefficient, names) for coefficient, names in whole.proof]
    with pytest.raises(Refused, match="negative"):
        check(replace(whole, goal=0 - whole.goal, proof=turned))


def test_a_negative_coefficient_is_refused_although_the_sum_is_the_goal() -> None:
    with pytest.raises(Refused, match="negative"):
        check(Certificate(0 - x, {"x": x}, [(-1, ("x",))]))
    with pytest.raises(Refused, match="negative"):
        check(Certificate(x, {"x": x}, [(2, ("x",)), (Fraction(-1), ("x",))]))


def test_a_square_is_no_hypothesis_unless_it_is_given() -> None:
    square = (x - y) * (x - y)
    with pytest.raises(Refused, match="not given"):
        check(Certificate(square, {}, [(1, ("(x - y)^2",))]))
    check(Certificate(x * x + y * y - 2 * x * y, {"(x - y)^2": square}, [(1, ("(x - y)^2",))]))


def test_an_empty_proof_shows_the_zero_polynomial_only() -> None:
    check(Certificate(x - x, {}, []))
    with pytest.raises(Refused, match="is not 0"):
        check(Certificate(poly(1), {}, []))


def test_a_constant_below_the_goal_by_the_least_bit_is_refused() -> None:
    small = Fraction(1, 10**400)
    check(Certificate(x + small, {"x": x}, [(1, ("x",)), (small, ())]))
    with pytest.raises(Refused, match="is not 0"):
        check(Certificate(x - small, {"x": x}, [(1, ("x",))]))


@pytest.mark.parametrize("number", [0.5, "1", True, None])
def test_a_number_that_is_not_exact_is_refused(number: object) -> None:
    with pytest.raises(Refused, match="type"):
        check(Certificate(x, {"x": x}, [(cast(Any, number), ("x",))]))


def test_the_order_of_factors_and_terms_does_not_matter() -> None:
    assert (x * y * x).terms == (x * (x * y)).terms
    assert (x + y - x).terms == y.terms


def test_the_kernel_computes_the_bound_that_the_certificates_speak_of() -> None:
    assert (bound_of(x, y) - (1 - x + x * y)).terms == Poly([]).terms


def test_the_checker_stays_small_enough_to_be_read() -> None:
    assert len(code_lines(Path(identity.__file__).read_text("utf-8"))) <= 120
