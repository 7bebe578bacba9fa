"""Write the methods paragraph of a design: targets, bounds with their reasons, outcome, digest, and the claims."""

from __future__ import annotations

import hashlib
import json
from textwrap import fill
from typing import Any

from elenctic_kernel import SPEC_VERSION, Kind

from .answer import CheckResult
from .citation import WIDTH, version
from .claims import CLASSES, ID, Claim, ledger, rests_on
from .decimals import complement_text, written_text
from .design import Design
from .notes import bound_names, reason_of
from .report import false_acceptance, intervals_text, stopping, true_acceptance, written_bound
from .tex import escaped

SCHEMA = "elenctic.methods/1"

STEPS = (
    "OPEN-REVIEW.1", "PLAN-ORDER.1", "IMPLEMENTED-BOUND.1", "SURVIVAL-PRODUCT.1", "STEP-INVARIANT.1",
    "TERMINAL-ABSORBS.1", "ACCEPT-ON-PASS.1", "INADMISSIBLE-REJECTS.1", "REVIEW-TERMINATES.1", "FAILURE-REJECTS.1",
    "VALUE-BOUND.1",
)  # fmt: skip
"""What is proved of every review."""

SOUND = ("EXECUTION-RELIABLE.1", "FALSE-PASS-VALID.1", "BOUNDS-FIXED.1")
COMPLETE = ("RESPONSE-RELIABLE.1", "TRUE-CORRECT.1")
"""What soundness assumes of every design, and completeness besides."""

THEOREM = (
    "False acceptance is bounded against every adaptive prover by the finite-outcome Theorem 7: each of its steps is "
    "proved by machine of the kernel's own functions (VALUE-BOUND.1), the induction over rounds is taken from "
    "the paper."
)
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
    wanted = [*STEPS, *SOUND, *_stopping_claims(design), *_computed(design), *(id for id in reasons if id in ledger())]
    if design.gamma is not None:
        wanted += [*COMPLETE, *(["PROGRESS-REACHED.1"] if design.false_pass is None else [])]
    found = {cited.id for cited in rests_on(wanted)}
    if design.gamma is None:  # soundness uses neither
        found -= set(COMPLETE) - set(reasons)
    return [cited for cited in ledger().values() if cited.id in found]


def _stopping_claims(design: Design) -> list[str]:
    fixed = design.length is not None or design.effort is not None
    rounds = ["AT-HORIZON.1"] if fixed else ["FIRST-CROSSING.1"]
    if design.kinds is not None and Kind.CLARIFICATION in design.kinds:
        rounds += ["CLARIFICATION-NEUTRAL.1", "CLARIFICATION-HORIZON.1"]
    return rounds


def _computed(design: Design) -> list[str]:
    found = ["ANCHORED-MIXTURE.1"] if design.anchored is not None else []
    found += ["GLOBAL-CHECK.1"] if design.global_check is not None else []
    if design.effort is not None:
        return [*found, "EFFORT-MODEL.1"]
    if design.false_pass is None:
        return found
    lengths = ["DETERMINISTIC-REGION.1", "FLOOR-PRODUCT.1", "FOLD-EXACT.1"]
    return [*found, *(["EARLY-STOPPING.1"] if design.length is None else []), *lengths]


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
        THEOREM,
        *(f"{kind.capitalize()}: {', '.join(ids)}." for kind, ids in _by_class(design).items() if ids),
        LIMIT,
    ]


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
