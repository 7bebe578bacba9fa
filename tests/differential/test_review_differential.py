"""Reviews and their transcripts against the executable reference, at every step."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from elenctic.decimals import fraction_text
from elenctic.design import Design
from elenctic.review import Review
from elenctic_kernel import KernelError, Kind, Reason

from spec import reference as ref

REVIEWS = 800
QS = tuple(Fraction(*q) for q in ((1, 2), (1, 3), (2, 3), (3, 4), (1, 10), (9, 10)))
CS = tuple(Fraction(*c) for c in ((1, 1), (9, 10), (19, 20), (1, 2)))

pytestmark = [
    pytest.mark.claim(claim)
    for claim in ("PLAN-ORDER.1", "SURVIVAL-PRODUCT.1", "FIRST-CROSSING.1", "AT-HORIZON.1", "STEP-INVARIANT.1")
]


class Play:
    """A random review beside its reference run."""

    def __init__(self, rng: random.Random) -> None:
        T = rng.randint(1, 7)
        self.rng = rng
        self.c = [rng.choice(CS) for _ in range(T)]
        self.q = [rng.choice(QS) for _ in range(T)]
        self.adaptive = rng.random() < 0.3
        self.kinds = [rng.choice(("diagnostic", "diagnostic", "clarification")) for _ in range(T)]
        self.kinds[rng.randrange(T)] = "diagnostic"
        self.declared = rng.random() < 0.3
        self.attempts = rng.choice((1, 1, 2))
        level = self.tie(T) if rng.random() < 0.7 else Fraction(rng.randint(1, 49), 100)
        self.design = Design(
            delta=fraction_text(level * self.attempts),
            horizon=T,
            attempts=self.attempts,
            false_pass="adaptive" if self.adaptive else [fraction_text(q) for q in self.q],
            execution=[fraction_text(c) for c in self.c],
            kind=self.kinds if self.declared else "diagnostic",
        )
        self.length = rng.choice((None, rng.randint(1, T)))
        rule = ref.FIRST_CROSSING if self.length is None else ref.AT_HORIZON
        n = self.length or T
        self.terms = ref.Terms(level, n, tuple(self.c[:n]), rule)
        self.admissible = rng.random() < 0.97
        first = "admissible" if self.admissible else "inadmissible"
        self.review = Review(self.design, length=self.length, first_message=first)
        self.run = ref.run(self.terms, [("open", self.admissible)])

    def tie(self, T: int) -> Fraction:
        """Return a product of designed bounds, so that R can land on delta exactly."""
        value = Fraction(1)
        for m in range(self.rng.randint(1, T)):
            if not self.declared or self.kinds[m] == "diagnostic":
                value *= ref.q_bar(self.c[m], self.q[m])
        return value if 0 < value < Fraction(1, 2) else Fraction(1, 20)

    def step(self) -> None:
        """Take one round on both sides."""
        m, review = self.review.round, self.review
        outcome = self.rng.choices(("pass", "fail", "inadmissible"), (0.86, 0.07, 0.07))[0]
        clarifies = self.kinds[m] == "clarification" if self.declared else self.rng.random() < 0.15
        if clarifies:
            outcome = "pass" if outcome == "fail" else outcome
            if self.declared and self.rng.random() < 0.5:
                review.plan()
                self.agree()
                review.conclude(outcome)
            else:
                review.clarify(outcome)
            self.run = ref.step(self.terms, self.run, ("clarification", outcome))
        else:
            review.plan(q=self.q[m] if self.adaptive else None)
            self.agree()
            review.conclude(outcome)
            self.run = ref.step(self.terms, self.run, ("diagnostic", self.q[m], outcome))
        self.agree()

    def agree(self) -> None:
        """Hold the review, and what its transcript gives, against the reference."""
        text = self.review.to_json()
        for review in (self.review, Review.from_json(text)):
            assert (self.run.omega, self.run.why) == (review.verdict.value, review.reason.value)
            assert (self.run.m, self.run.M[-1]) == (review.round, review.certificate)
            assert ref.survival(self.run) == review.survival
            assert ref.crossed_at(self.terms, self.run) == (review.crossed_at or 0)
            assert text == review.to_json()


def test_random_reviews_and_their_transcripts_agree_with_the_reference_at_every_step() -> None:
    rng, seen = random.Random(20260104), Counter[str]()
    for _ in range(REVIEWS):
        play = Play(rng)
        play.agree()
        while play.review.open:
            play.step()
        for event in (play.review.plan, play.review.clarify):
            with pytest.raises(KernelError):
                event()
        play.agree()
        rule = "fixed" if play.length else "first crossing"
        seen[f"{rule} {play.review.reason.value}"] += 1
        seen["exactly at the level"] += any(1 / value == play.design.level for value in play.run.M if value > 0)
        seen["clarified"] += any(record.kind is Kind.CLARIFICATION for record in play.review.records)
    print(dict(sorted(seen.items())))
    assert seen["exactly at the level"] > REVIEWS // 20
    assert seen["clarified"] > REVIEWS // 10
    for rule in ("fixed", "first crossing"):
        assert all(seen[f"{rule} {reason.value}"] > 0 for reason in Reason if reason is not Reason.OPEN)
