"""Lower bounds from counted trials: the last digit is exact, whatever proposes it, and ties are met."""

import random
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from math import comb
from types import ModuleType

import pytest
from elenctic import binomial_tail, clopper_pearson
from elenctic.binomial_tail import Counts, enclosed_tail, exact_tail, ratios_to_last, tail_at_most
from elenctic.clopper_pearson import LARGEST_NEED, MAX_TRIALS, LowerBound, lower_bound, trials_needed
from elenctic_kernel import InputError

Proposer = Callable[[int, int, Fraction, int], int | None]

HALF, TWENTIETH = Fraction(1, 2), Fraction(1, 20)


def tail(trials: int, misses: int, chance: Fraction) -> Fraction:
    """Return the probability of at most so many misses, term by term."""
    terms = (comb(trials, j) * chance ** (trials - j) * (1 - chance) ** j for j in range(misses + 1))
    return sum(terms, Fraction(0))


def some_counts(source: random.Random, most: int) -> tuple[int, int, Fraction]:
    trials = source.randint(1, most)
    return trials, source.randint(0, trials - 1), Fraction(source.randint(1, 999), 1000)


class TestTails:
    def test_the_exact_tail_is_the_sum_of_its_terms(self) -> None:
        source = random.Random(1)
        for _ in range(300):
            trials, misses, chance = some_counts(source, 25)
            counts = Counts(trials, misses, chance.numerator, chance.denominator - chance.numerator)
            assert tail(trials, misses, chance) == Fraction(*exact_tail(counts))

    @pytest.mark.parametrize("bits", [1, 8, 64, 300])
    def test_an_enclosure_holds_the_tail_and_is_narrow(self, bits: int) -> None:
        source = random.Random(bits)
        for _ in range(300):
            trials, misses, chance = some_counts(source, 400)
            counts = Counts(trials, misses, chance.numerator, chance.denominator - chance.numerator)
            counts = counts if counts.rises else counts.complement()
            low, high, exponent = enclosed_tail(counts, bits)
            scale, exact = Fraction(2) ** exponent, Fraction(*exact_tail(counts))
            assert low * scale <= exact <= high * scale, counts
            assert (high - low) * scale <= exact / 2**bits, counts

    @pytest.mark.parametrize("bits", [1, 2, 5, 30])
    def test_a_rising_tail_over_its_last_term_is_enclosed_at_every_precision(self, bits: int) -> None:
        source = random.Random(bits)
        for _ in range(500):
            counts = Counts(*source.choices(range(1, 40), k=4))
            terms = [comb(counts.trials, j) * counts.win ** (counts.trials - j) * counts.lose**j for j in range(40)]
            terms = terms[: min(counts.misses, counts.trials) + 1]
            counts = counts._replace(misses=len(terms) - 1)
            assert counts.rises is (len(terms) == 1 or terms[-1] >= terms[-2])
            if counts.rises:
                low, high, exponent = ratios_to_last(counts, bits)
                assert low <= Fraction(sum(terms), terms[-1]) / Fraction(2) ** exponent <= high

    def test_one_of_the_two_tails_rises_and_both_sum_to_one(self) -> None:
        source = random.Random(2)
        for _ in range(500):
            trials, misses, chance = some_counts(source, 40)
            counts = Counts(trials, misses, chance.numerator, chance.denominator - chance.numerator)
            assert counts.rises or counts.complement().rises
            assert 1 == Fraction(*exact_tail(counts)) + Fraction(*exact_tail(counts.complement()))

    @pytest.mark.parametrize(("short", "long"), [(20_000, 400_000), (0, 400_000), (0, 0)])
    def test_every_way_to_decide_gives_the_same_answer(
        self, short: int, long: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(binomial_tail, "SHORT_BITS", short)
        monkeypatch.setattr(binomial_tail, "LONG_BITS", long)
        source = random.Random(3)
        for _ in range(300):
            trials, misses, chance = some_counts(source, 60)
            exact = tail(trials, misses, chance)
            nudge = Fraction(source.choice((-1, 1)), 10 ** source.choice((3, 30, 200)))
            level = exact + nudge
            if 0 < level < 1:
                assert (exact <= level) is tail_at_most(trials, misses, chance, level)

    def test_a_tie_is_decided_where_it_is_short_and_left_undecided_where_it_is_not(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        level = tail(7, 3, Fraction(1, 3))
        assert tail_at_most(7, 3, Fraction(1, 3), level)
        monkeypatch.setattr(binomial_tail, "SHORT_BITS", 0)
        assert tail_at_most(7, 3, Fraction(1, 3), level)
        monkeypatch.setattr(binomial_tail, "LONG_BITS", 0)
        assert tail_at_most(7, 3, Fraction(1, 3), level) is None

    @pytest.mark.parametrize("trials", [1, 3, 999, 999_999])
    def test_a_fair_coin_and_an_odd_count_tie_at_one_half_at_every_length(self, trials: int) -> None:
        assert tail_at_most(trials, trials // 2, HALF, HALF)
        assert not tail_at_most(trials, trials // 2, HALF, HALF - Fraction(1, 10**30))


class TestLowerBounds:
    @pytest.mark.parametrize("trials", [1, 2, 3, 7, 12])
    @pytest.mark.parametrize("alpha", [TWENTIETH, Fraction(1, 40), HALF, Fraction(19, 20), Fraction(1, 3)])
    @pytest.mark.parametrize("digits", [1, 2])
    def test_it_is_the_largest_decimal_whose_tail_is_at_most_alpha(
        self, trials: int, alpha: Fraction, digits: int
    ) -> None:
        for misses in range(trials):
            grid = [Fraction(k, 10**digits) for k in range(10**digits + 1)]
            best = max(p for p in grid if tail(trials, misses, p) <= alpha)
            assert best == lower_bound(trials, misses, alpha, digits).value

    @pytest.mark.parametrize("alpha", [TWENTIETH, Fraction(1, 10), HALF])
    def test_it_covers_every_chance_with_the_probability_that_it_says(self, alpha: Fraction) -> None:
        for trials in (1, 2, 5, 12):
            bounds = [lower_bound(trials, misses, alpha, 3).value for misses in range(trials + 1)]
            for chance in sorted({*bounds, *(Fraction(k, 20) for k in range(21))}):
                wrong = [misses for misses, bound in enumerate(bounds) if bound > chance]
                missed = sum((comb(trials, j) * chance ** (trials - j) * (1 - chance) ** j for j in wrong), Fraction(0))
                assert missed <= alpha, (trials, chance)

    def test_one_trial_without_a_miss_shows_alpha_itself(self) -> None:
        assert "0.050000" == lower_bound(1, 0, TWENTIETH).decimal
        assert "0.049999" == lower_bound(1, 0, TWENTIETH - Fraction(1, 10**50)).decimal

    def test_all_trials_missed_show_nothing(self) -> None:
        assert LowerBound(0, 6, True) == lower_bound(1, 1, HALF)
        assert LowerBound(0, 6, True) == lower_bound(1000, 1000, TWENTIETH)

    def test_a_bound_below_the_last_digit_is_zero_and_more_digits_show_it(self) -> None:
        assert "0.000000" == lower_bound(1_000_000, 999_999, TWENTIETH).decimal
        assert "0.000000051293" == lower_bound(1_000_000, 999_999, TWENTIETH, 12).decimal

    def test_more_digits_begin_with_the_same_ones(self) -> None:
        longest = lower_bound(300, 7, TWENTIETH, 30).decimal
        for digits in range(1, 30):
            assert longest[: digits + 2] == lower_bound(300, 7, TWENTIETH, digits).decimal

    def test_fewer_misses_more_trials_and_less_confidence_never_lower_it(self) -> None:
        for trials in (1, 10, 100):
            bounds = [lower_bound(trials, misses, TWENTIETH).value for misses in range(trials + 1)]
            assert bounds == sorted(bounds, reverse=True)
            assert lower_bound(trials + 1, 0, TWENTIETH).value >= bounds[0]
            assert lower_bound(trials, 0, HALF).value >= bounds[0]

    def test_levels_of_thousands_of_digits_are_met(self) -> None:
        tiny = Fraction(1, 10**4000)
        assert "0.000000" == lower_bound(10, 0, tiny).decimal
        assert "0.999999" == lower_bound(10, 3, 1 - tiny).decimal
        assert "0.100000" == lower_bound(4000, 0, tiny).decimal

    def test_a_million_trials_take_no_time(self) -> None:
        began = time.perf_counter()
        assert "0.499177" == lower_bound(1_000_000, 500_000, TWENTIETH).decimal
        assert "0.500000" == lower_bound(999_999, 499_999, HALF).decimal
        assert "0.999997" == lower_bound(1_000_000, 0, TWENTIETH).decimal
        assert time.perf_counter() - began < 20

    def test_an_undecided_step_is_not_taken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(binomial_tail, "SHORT_BITS", 0)
        monkeypatch.setattr(binomial_tail, "LONG_BITS", 0)
        assert LowerBound(99_999, 6, False) == lower_bound(3, 0, Fraction(1, 1000))
        assert LowerBound(368_403, 6, True) == lower_bound(3, 0, TWENTIETH)

    @pytest.mark.parametrize(
        "arguments",
        [
            (0, 0, TWENTIETH, 6),
            (MAX_TRIALS + 1, 0, TWENTIETH, 6),
            (True, 0, TWENTIETH, 6),
            (10, -1, TWENTIETH, 6),
            (10, 11, TWENTIETH, 6),
            (10, 1.0, TWENTIETH, 6),
            (10, 1, 0.05, 6),
            (10, 1, Fraction(0), 6),
            (10, 1, Fraction(1), 6),
            (10, 1, TWENTIETH, 0),
            (10, 1, TWENTIETH, 31),
            (10**5000, 1, TWENTIETH, 6),
        ],
        ids=lambda arguments: "",
    )
    def test_what_is_out_of_range_is_refused(self, arguments: tuple[int, int, Fraction, int]) -> None:
        with pytest.raises(InputError):
            lower_bound(*arguments)


def raising(*_: object) -> int:
    raise AssertionError("never seen")


class Library(ModuleType):
    """Stand for scipy.special with a quantile of its own."""

    def __init__(self, quantile: Callable[..., object]) -> None:
        super().__init__("scipy.special")
        self.betaincinv = quantile


COUNTS = [(1, 0), (3, 1), (10, 9), (20, 0), (200, 0), (200, 3), (299, 0), (2_001, 1_000), (30_000, 12)]
LEVELS = [TWENTIETH, Fraction(1, 40), HALF, Fraction(1, 10**4), Fraction(999, 1000)]


class TestProposers:
    @pytest.fixture
    def plain(self, monkeypatch: pytest.MonkeyPatch) -> list[LowerBound]:
        """Return every bound as it is found without any proposal."""
        monkeypatch.setattr(clopper_pearson, "proposed", lambda *_: None)
        return [lower_bound(trials, misses, alpha) for trials, misses in COUNTS for alpha in LEVELS]

    @pytest.mark.parametrize(
        "proposer",
        [
            lambda n, m, alpha, unit: 0,
            lambda n, m, alpha, unit: unit,
            lambda n, m, alpha, unit: -(10**400),
            lambda n, m, alpha, unit: 10**400,
            lambda n, m, alpha, unit: unit * (n - m) // n,
            lambda n, m, alpha, unit: unit * m // n,
            lambda n, m, alpha, unit: random.Random(n).randint(0, unit),
        ],
    )
    def test_no_proposal_changes_a_digit(
        self, plain: list[LowerBound], proposer: Proposer, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(clopper_pearson, "proposed", proposer)
        assert plain == [lower_bound(trials, misses, alpha) for trials, misses in COUNTS for alpha in LEVELS]

    @pytest.mark.parametrize("shift", [-100, -1, 1, 100])
    def test_a_right_proposal_that_is_shifted_changes_no_digit(
        self, plain: list[LowerBound], shift: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        right = iter(plain)
        monkeypatch.setattr(clopper_pearson, "proposed", lambda *_: next(right).steps + shift)
        assert plain == [lower_bound(trials, misses, alpha) for trials, misses in COUNTS for alpha in LEVELS]

    @pytest.mark.parametrize(
        "quantile",
        [
            raising,
            lambda *_: float("nan"),
            lambda *_: float("inf"),
            lambda *_: float("-inf"),
            lambda *_: -1.0,
            lambda *_: 2.0,
            lambda *_: 1e300,
            lambda *_: None,
            lambda *_: "0.5",
            lambda *_: complex(1, 1),
            lambda a, b, level: 1.0 - level,
        ],
    )
    def test_a_faulty_library_changes_no_digit(
        self, plain: list[LowerBound], quantile: Callable[..., object], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.undo()
        monkeypatch.setitem(sys.modules, "scipy", ModuleType("scipy"))
        monkeypatch.setitem(sys.modules, "scipy.special", Library(quantile))
        assert plain == [lower_bound(trials, misses, alpha) for trials, misses in COUNTS for alpha in LEVELS]

    def test_without_the_library_nothing_is_proposed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "scipy", None)
        monkeypatch.setitem(sys.modules, "scipy.special", None)
        assert clopper_pearson.proposed(200, 0, TWENTIETH, 10**6) is None

    def test_the_library_proposes_the_answer_or_its_neighbour(self) -> None:
        proposal = clopper_pearson.proposed(200, 3, TWENTIETH, 10**6)
        assert proposal is not None
        assert abs(proposal - lower_bound(200, 3, TWENTIETH).steps) <= 1


class TestTrialsNeeded:
    @pytest.mark.parametrize(
        ("least", "alpha", "trials"),
        [
            (Fraction(99, 100), TWENTIETH, 299),
            (Fraction(985, 1000), TWENTIETH, 199),
            (Fraction(99, 100), Fraction(1, 40), 368),
            (TWENTIETH, TWENTIETH, 1),
            (Fraction(1, 100), TWENTIETH, 1),
            (HALF, Fraction(1, 1024), 10),
            (HALF, Fraction(1, 1024) - Fraction(1, 10**60), 11),
            (HALF, Fraction(1, 2**13_000), 13_000),
            (HALF, HALF, 1),
            (Fraction(2, 3), Fraction(8, 27), 3),
            (LARGEST_NEED, TWENTIETH, 2_995_732_273_553),
        ],
    )
    def test_it_is_the_least_count_whose_power_is_at_most_alpha(
        self, least: Fraction, alpha: Fraction, trials: int
    ) -> None:
        assert trials == trials_needed(least, alpha)

    def test_it_is_where_the_lower_bound_reaches_the_need_and_not_one_before(self) -> None:
        source = random.Random(7)
        for _ in range(200):
            least, alpha = Fraction(source.randint(1, 999), 1000), Fraction(source.randint(1, 999), 1000)
            trials = trials_needed(least, alpha)
            assert least**trials <= alpha
            assert lower_bound(trials, 0, alpha, 3).value >= least
            if trials > 1:
                assert least ** (trials - 1) > alpha
                assert lower_bound(trials - 1, 0, alpha, 3).value < least

    @pytest.mark.parametrize("least", [Fraction(0), Fraction(1), Fraction(2), Fraction(-1), 0.5, LARGEST_NEED + HALF])
    def test_what_no_trials_can_show_is_refused(self, least: Fraction) -> None:
        with pytest.raises(InputError):
            trials_needed(least, TWENTIETH)
