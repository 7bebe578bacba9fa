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
from .claims import CLASSES, ID, INDUCTION, Claim, ledger, provable, rests_on
from .decimals import complement_text, written_text
from .design import Design
from .notes import bound_names, reason_of
from .report import false_acceptance, intervals_text, stopping, true_acceptance, written_bound
from .tex import escaped

SCHEMA = "elenctic.methods/1"

SOUND = ("EXECUTION-RELIABLE.1", "FALSE-PASS-VALID.1", "BOUNDS-FIXED.1")
COMPLETE = ("RESPONSE-RELIABLE.1", "TRUE-CORRECT.1")
"""What soundness assumes of every design, and completeness besides."""

HEADLINES: Mapping[str, Callable[[Design], bool]] = {
    "ANYTIME-SOUND": lambda _: True,
    "IMPLEMENTED-BOUND": lambda _: True,
    "COMPLETENESS-PRODUCT": lambda design: design.gamma is not None,
    "FIRST-CROSSING": lambda design: not _fixed(design),
    "AT-HORIZON": lambda design: _fixed(design),
    "EARLY-STOPPING": lambda design: design.false_pass is not None and not _fixed(design),
    "FIXED-LENGTH": lambda design: _folded(design) and _fixed(design),
    "FOLD-EXACT": lambda design: _folded(design),
    "REGION-INTERVAL": lambda design: design.false_pass is not None and design.effort is None and _regular(design),
    "ENCLOSED-REGION": lambda design: design.effort is not None,
    "EXP-ENCLOSURE": lambda design: design.effort is not None or design.global_check is not None,
    "CONDITIONAL-ADVANTAGE": lambda design: design.global_check is not None,
    "CLARIFICATION-NEUTRAL": lambda design: _clarifies(design),
    "CLARIFICATION-HORIZON": lambda design: _clarifies(design),
    "RETRIES-COST": lambda design: design.attempts > 1,
}
"""What a reader of the paragraph has to look up, by the name of a claim without its revision, and of which designs.

The other proved claims are the steps of these; each is named by the file of its proof and by elenctic claims.
"""

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
    shown = [id for name, holds in HEADLINES.items() if holds(design) and (id := _standing(name))]
    wanted = [*shown, *SOUND, *_computed(design), *(id for id in reasons if id in ledger())]
    if design.gamma is not None:
        wanted += [*COMPLETE, *(["PROGRESS-REACHED.1"] if design.false_pass is None else [])]
    found = {cited.id for cited in rests_on(wanted)}
    if design.gamma is None:  # soundness uses neither
        found -= set(COMPLETE) - set(reasons)
    return [cited for cited in ledger().values() if cited.id in found]


def _standing(name: str) -> str:
    """Return the ID of the revision that stands, empty where the ledger has none that is proved."""
    found = [cited for cited in ledger().values() if cited.id.rpartition(".")[0] == name and provable(cited)]
    return found[-1].id if found else ""


def _folded(design: Design) -> bool:
    return design.false_pass is not None or design.effort is not None


def _regular(design: Design) -> bool:
    return design.gamma is not None and not _clarifies(design)


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
    return found if design.false_pass is None else [*found, "DETERMINISTIC-REGION.1"]


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
        return f"{opening}, base and step of which are proved by machine ({whole[-1].id}). In words: {INDUCTION}."
    step = next(cited for cited in ledger().values() if cited.id.startswith("VALUE-BOUND.") and provable(cited))
    return (
        f"{opening}, each step of which is proved by machine of the kernel's own functions ({step.id}). "
        f"In words: {INDUCTION}."
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
