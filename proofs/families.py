"""Every claim that is proved here, in the order in which it is told, and which of them run a module of the kernel."""

from collections.abc import Mapping

from . import (
    additive_claims,
    advantage_claims,
    anchored_claims,
    anytime_claims,
    audit_claims,
    completeness_claims,
    effort_claims,
    enclosure_claims,
    fold_claims,
    freivalds_claims,
    log_claims,
    order_claims,
    pass_claims,
    pool_claims,
    process_claims,
    reallocation_claims,
    refinement_claims,
    region_claims,
    settled_claims,
    step_claims,
    stopping_claims,
    tries_claims,
    value_claims,
)
from .claim import Claim

STEP: tuple[Claim, ...] = (*order_claims.CLAIMS, *step_claims.CLAIMS, *value_claims.CLAIMS)
PROCESS: tuple[Claim, ...] = (*process_claims.CLAIMS, *anytime_claims.CLAIMS)
STOPPING: tuple[Claim, ...] = (*completeness_claims.CLAIMS, *stopping_claims.CLAIMS)
REFINEMENT: tuple[Claim, ...] = refinement_claims.CLAIMS
TRIES: tuple[Claim, ...] = tries_claims.CLAIMS
POLICY: tuple[Claim, ...] = (
    *pass_claims.CLAIMS,
    *audit_claims.CLAIMS,
    *pool_claims.CLAIMS,
    *freivalds_claims.CLAIMS,
    *anchored_claims.CLAIMS,
)
FOLD: tuple[Claim, ...] = fold_claims.CLAIMS
REGION: tuple[Claim, ...] = (*region_claims.CLAIMS, *settled_claims.CLAIMS)
ENCLOSURE: tuple[Claim, ...] = (*enclosure_claims.CLAIMS, *log_claims.CLAIMS)
EFFORT: tuple[Claim, ...] = (
    *effort_claims.CLAIMS,
    *additive_claims.CLAIMS,
    *advantage_claims.CLAIMS,
    *reallocation_claims.CLAIMS,
)

CLAIMS: tuple[Claim, ...] = (
    *STEP,
    *PROCESS,
    *REFINEMENT,
    *STOPPING,
    *TRIES,
    *POLICY,
    *FOLD,
    *REGION,
    *EFFORT,
    *ENCLOSURE,
)

RUNNING: Mapping[str, tuple[Claim, ...]] = {
    "step": (*STEP, *PROCESS, *REFINEMENT, *STOPPING, *POLICY, *EFFORT),
    "state": (*STEP, *PROCESS, *REFINEMENT, *STOPPING),
    "terms": TRIES,
    "fold": (*FOLD, *REGION, *TRIES, *EFFORT),
    "region": (*REGION, *STOPPING, *EFFORT),
    "enclosure": ENCLOSURE,
}
"""The claims whose worlds run a module's code; a module that is not named is run by none."""
