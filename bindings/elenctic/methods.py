"""Write the methods paragraph of a design: targets, bounds with their reasons, outcome, digest, and the claims."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from textwrap import fill
from typing import Any

from elenctic_kernel import SPEC_VERSION, Kind

from .answer import CheckResult
from .citation import WIDTH, version
from .claims import CLASSES, ID, Claim, ledger, provable, rests_on
from .decimals import complement_text, written_text
from .design import Design
from .notes import bound_names, reason_of
from .report import false_acceptance, intervals_text, stopping, true_acceptance, written_bound
from .tex import escaped

SCHEMA = "elenctic.methods/1"

SOUND = ("EXECUTION-RELIABLE.1", "FALSE-PASS-VALID.1", "BOUNDS-FIXED.1")
COMPLETE = ("RESPONSE-RELIABLE.1", "TRUE-CORRECT.1")
"""What soundness assumes of every design, and completeness besides."""

REVIEW = ("step.", "state.", "terms.")
FOLDED = ("fold.", "region.region", "region.Region.holds", "region.survival_factors", "region.completeness_factors")
LISTED = ("region.lengths", "region.Region.certified")
ENCLOSED = ("enclosure.", "region.settled")
"""The kernel's functions that answer: of every review, of lengths, of lengths as a list, of enclosed bounds."""

CONDITIONS: Mapping[str, Callable[[Design], bool]] = {
    "a planned clarification": lambda design: _clarifies(design),
    "every round is diagnostic": lambda design: not _clarifies(design),
    "the stopping rule is FIRST_CROSSING": lambda design: not _fixed(design),
    "n is chosen before the run": lambda design: _fixed(design),
    "k is fixed before the first try": lambda design: design.attempts > 1,
    "RESPONSE-RELIABLE.1": lambda design: design.gamma is not None,
    "p = qb": lambda _: False,  # says that a bound is attained; nothing rests on it
}
"""Words of a hypothesis, and the designs that meet it; a claim is cited of those alone."""

LIMIT = "That these bounds hold for real people and models is assumed, not shown."


def digest(design: Design) -> str:
    """Return the sha256 of the design's canonical JSON: sorted keys, no spaces, ASCII.

    :param design: equal designs have equal digests, whatever form they were written in
    Never raises.
    Source: design rule "a methods paragraph with digest"; no claim.
    """
    canonical = json.dumps(design.to_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def claims_of(design: Design) -> list[Claim]:
    """Return the claims that a design's answer rests on, those of its reasons included, in the ledger's order.

    :param design: any
    Never raises, provided that the ledger is there.
    Source: design rule "the claim IDs it rests on"; no claim.
    """
    reasons = [id for said in design.reasons.values() for id in ID.findall(said)]
    shown = [cited.id for cited in ledger().values() if _answers(cited, design)]
    wanted = [*shown, *SOUND, *_computed(design), *(id for id in reasons if id in ledger())]
    if design.gamma is not None:
        wanted += [*COMPLETE, *(["PROGRESS-REACHED.1"] if design.false_pass is None else [])]
    found = {cited.id for cited in rests_on(wanted)}
    if design.gamma is None:  # soundness uses neither
        found -= set(COMPLETE) - set(reasons)
    return [cited for cited in ledger().values() if cited.id in found]


def _answers(cited: Claim, design: Design) -> bool:
    """Tell whether engines show a claim of functions that answer for a design, under hypotheses that it meets."""
    functions = tuple(f"elenctic_kernel.{name}" for name in _functions(design))
    about = bool(cited.covers) and all(name.startswith(functions) for name in cited.covers)
    if not (about and cited.engines) or cited.superseded_by or cited.id == _other_rule(design):
        return False
    met = [holds(design) for words, holds in CONDITIONS.items() if any(words in said for said in cited.hypotheses)]
    return all(met)


def _functions(design: Design) -> tuple[str, ...]:
    answered: tuple[str, ...] = REVIEW
    if design.false_pass is not None or design.effort is not None:
        answered += FOLDED if design.effort is not None else FOLDED + LISTED
    if design.effort is not None or design.global_check is not None:
        answered += ENCLOSED + FOLDED
    return answered


def _other_rule(design: Design) -> str:
    """Return the claim about the stopping rule that a design does not use: no hypothesis of it says which."""
    return "FIRST-CROSSING.1" if _fixed(design) else "AT-HORIZON.1"


def _fixed(design: Design) -> bool:
    return design.length is not None or design.effort is not None


def _clarifies(design: Design) -> bool:
    return design.kinds is not None and Kind.CLARIFICATION in design.kinds


def _computed(design: Design) -> list[str]:
    """Return the claims of a design's sections and of its answer, whatever functions answer for it."""
    found = ["ANCHORED-MIXTURE.1"] if design.anchored is not None else []
    found += ["GLOBAL-CHECK.1"] if design.global_check is not None else []
    if design.effort is not None:
        return [*found, "EFFORT-MODEL.1"]
    if design.false_pass is None:
        return found
    return [*found, *(["EARLY-STOPPING.1"] if design.length is None else []), "DETERMINISTIC-REGION.1"]


def sentences(result: CheckResult) -> list[str]:
    """Return the methods paragraph, sentence by sentence, in plain text."""
    design = result.design
    return [
        f"The review was designed with Elenctic {version()} (revision {SPEC_VERSION} of its protocol); the design "
        f"{design.name} has the sha256 digest {digest(design)} of its canonical JSON.",
        f"Targets: {_targets(design)}.",
        f"Bounds, fixed before the run and assumed: {'; '.join(_bounds(design))}.",
        f"Outcome of elenctic check: {result.outcome.value.replace('-', ' ')} ({_outcome(result)}).",
        *_global(result),
        _theorem(),
        *(f"{kind.capitalize()}: {', '.join(ids)}." for kind, ids in _by_class(design).items() if ids),
        LIMIT,
    ]


def _theorem() -> str:
    """Return what bounds false acceptance, as far as the ledger says that it is shown."""
    opening = "False acceptance is bounded against every adaptive prover by the finite-outcome Theorem 7"
    whole = [cited for cited in ledger().values() if cited.id.startswith("ANYTIME-SOUND.") and provable(cited)]
    if whole:
        return f"{opening} ({whole[-1].id}, proved by machine). Not covered: {whole[-1].not_covered}"
    step = next(cited for cited in ledger().values() if cited.id.startswith("VALUE-BOUND.") and provable(cited))
    return (
        f"{opening}: each of its steps is proved by machine of the kernel's own functions ({step.id}), the induction "
        "over rounds is taken from the paper."
    )


def _targets(design: Design) -> str:
    tries = (
        "" if design.attempts == 1 else f" in all {design.attempts} attempts together, each at delta/{design.attempts}"
    )
    said = [f"false acceptance at most {written_text(design.delta_written, design.delta)}{tries}"]
    if design.gamma is None:
        said.append("none for true acceptance (soundness only)")
    else:
        said.append(f"true acceptance at least {complement_text(design.gamma_written, design.gamma)}")
    said.append(f"at most {design.horizon} {'round' if design.horizon == 1 else 'rounds'}")
    return ", ".join(said)


def _bounds(design: Design) -> list[str]:
    given = {"false_pass": design.false_pass, "execution": design.execution, "response": design.response}
    return [
        f"{name} = {written_bound(design, name, given.get(name))} ({reason_of(design, name) or 'no reason given'})"
        for name in bound_names(design)
    ]


def _outcome(result: CheckResult) -> str:
    said = [stopping(result), false_acceptance(result)]
    if result.design.gamma is not None:
        said.append(true_acceptance(result))
    if result.design.false_pass is not None and result.design.gamma is not None:
        said.append(f"certified lengths {intervals_text(result.region)}")
    if result.undecided:
        said.append(f"undecided lengths {intervals_text(result.undecided)}")
    return "; ".join(part.replace("   ", ", ") for part in said)


def _global(result: CheckResult) -> list[str]:
    if result.global_check is None:
        return []
    from .effort_report import global_lines

    said = "; ".join(" ".join(line.split()) for line in global_lines(result))
    return [f"One-shot comparison: {said}."]


def _by_class(design: Design) -> dict[str, list[str]]:
    cited = claims_of(design)
    return {kind: [one.id for one in cited if one.kind == kind] for kind in CLASSES}


def paragraph(result: CheckResult, form: str = "text") -> str:
    """Return the methods paragraph of an answer.

    :param result: what ``check`` says of the design
    :param form: "text" or "latex"
    Never raises, provided that the ledger is there.
    Source: design rule "cite DESIGN prints a methods paragraph"; no claim.
    """
    said = " ".join(sentences(result))
    return escaped(said) if form == "latex" else fill(said, WIDTH, break_on_hyphens=False)


def to_dict(result: CheckResult) -> dict[str, Any]:
    """Return the methods paragraph as the value that ``--json`` prints, schema elenctic.methods/1."""
    return {
        "schema": SCHEMA,
        "design": result.design.name,
        "digest": f"sha256:{digest(result.design)}",
        "outcome": result.outcome.value,
        "text": " ".join(sentences(result)),
        "claims": _by_class(result.design),
        "version": version(),
        "spec_version": SPEC_VERSION,
    }
