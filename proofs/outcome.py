"""The three-valued answer of every engine, and how answers add up."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, unique
from fractions import Fraction


@unique
class Answer(Enum):
    """Say what an engine found. OPEN is never evidence: timeout, unknown, crash and silence are OPEN."""

    PROVED = "PROVED"
    REFUTED = "REFUTED"
    OPEN = "OPEN"


@dataclass(frozen=True)
class Outcome:
    """Hold an answer with its reason, and the replayed model behind a refutation."""

    answer: Answer
    reason: str = ""
    model: Mapping[str, Fraction] = field(default_factory=dict)
    paths_changed: bool = False


PROVED = Outcome(Answer.PROVED)


def open_because(reason: str, *, paths_changed: bool = False) -> Outcome:
    """Return OPEN with its reason."""
    return Outcome(Answer.OPEN, reason, paths_changed=paths_changed)


def worst(outcomes: Iterable[Outcome]) -> Outcome:
    """Return the first REFUTED, else the first OPEN, else PROVED; OPEN when there is none at all."""
    seen = list(outcomes)
    for answer in (Answer.REFUTED, Answer.OPEN):
        for outcome in seen:
            if outcome.answer is answer:
                return outcome
    return PROVED if seen else open_because("nothing was checked")
