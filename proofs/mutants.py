"""Wrong kernels that must be noticed: one small change each, and the claim or contract that it attacks.

A change whose old text does not occur exactly once is a stale mutant, and a stale mutant is red.
"""

from typing import NamedTuple


class Mutant(NamedTuple):
    """Hold one change of one kernel module."""

    name: str
    module: str
    old: str
    new: str
    attacks: str


_CROSSES = "if survival[0] * terms.delta[1] > terms.delta[0] * survival[1]:"
_ACCEPTS = "if terms.rule is StoppingRule.FIRST_CROSSING or now == terms.horizon:"
_PASSES_ON = "return _continue(terms, now, state.survival, state.crossed_at)"
_PRODUCT = "survival = (state.survival[0] * planned.bound[0], state.survival[1] * planned.bound[1])"
_ENDS = "return State(state.round, state.survival, Verdict.REJECT, Reason.INADMISSIBLE_MESSAGE, state.crossed_at)"
_FAILS = "return State(now, state.survival, Verdict.REJECT, Reason.CHECK_FAILED, state.crossed_at)"
_TIMES_OUT = "return State(now, survival, Verdict.REJECT, Reason.HORIZON_REACHED, crossed_at)"
_BOUND = "return cd * qd - cn * (qd - qn), cd * qd"
_COUNTS = "and result.round == planned.state.round + (outcome is not Outcome.INADMISSIBLE)"
_HOLDS = "return 0 < self.first_crossing <= n <= self.last_complete"
_SETTLES = "return True if worst.holds(n) else None if best.holds(n) else False"
_TERM = "term = term * num // (den * n)"
_REST = "high = low + 2 * n + 2"
_SQUARE = "return low * low >> bits, -(-high * high >> bits)"
_INVERSE = "return (1 << 2 * bits) // high, -(-(1 << 2 * bits) // low)"
_SHIFT = "return low >> scale - bits, -(-high >> scale - bits)"
_LOG = "return above * den <= num << scale <= below * den"
_REACHES = "if total >= threshold:"

STEP = (
    Mutant("a tie does not cross", "step", _CROSSES, _CROSSES.replace(">", ">="), "FIRST-CROSSING.1"),
    Mutant("the threshold is turned round", "step", _CROSSES, _CROSSES.replace(">", "<"), "ACCEPT-ON-PASS.1"),
    Mutant("R is compared with its old value", "step", _CROSSES, _CROSSES.replace("if survival[0]", "if state.survival[0]"), "FIRST-CROSSING.1"),
    Mutant("every rule waits for the horizon", "step", _ACCEPTS, "if now == terms.horizon:", "FIRST-CROSSING.1"),
    Mutant("every rule stops at the crossing", "step", _ACCEPTS, "if True:", "AT-HORIZON.1"),
    Mutant("the rules are swapped", "step", _ACCEPTS, _ACCEPTS.replace("FIRST_CROSSING", "AT_HORIZON"), "AT-HORIZON.1"),
    Mutant("a fixed length accepts one round early", "step", _ACCEPTS, _ACCEPTS.replace("now == terms.horizon", "now + 1 == terms.horizon"), "AT-HORIZON.1"),
    Mutant("the horizon is one round late", "step", "    if now == terms.horizon:\n", "    if now > terms.horizon:\n", "REVIEW-TERMINATES.1"),
    Mutant("the horizon is one round early", "step", "    if now == terms.horizon:\n", "    if now + 1 == terms.horizon:\n", "STEP-INVARIANT.1"),
    Mutant("the horizon accepts", "step", _TIMES_OUT, _TIMES_OUT.replace("REJECT", "ACCEPT"), "ACCEPT-ON-PASS.1"),
    Mutant("the horizon says that a check failed", "step", _TIMES_OUT, _TIMES_OUT.replace("HORIZON_REACHED", "CHECK_FAILED"), "CLARIFICATION-HORIZON.1"),
    Mutant("a clarification is credited as a pass", "step", "    if planned.kind is Kind.CLARIFICATION:\n        return _continue", "    if planned.kind is Kind.CLARIFICATION and now < 0:\n        return _continue", "CLARIFICATION-NEUTRAL.1"),
    Mutant("a clarification multiplies R by 1/2", "step", _PASSES_ON, _PASSES_ON.replace("state.survival,", "(state.survival[0], 2 * state.survival[1]),"), "CLARIFICATION-NEUTRAL.1"),
    Mutant("a clarification does not use up a round", "step", _PASSES_ON, _PASSES_ON.replace("now", "state.round"), "REVIEW-TERMINATES.1"),
    Mutant("a clarification at the horizon stays open", "step", _PASSES_ON, "return State(now, state.survival, Verdict.CHALLENGE, Reason.OPEN, state.crossed_at)", "CLARIFICATION-HORIZON.1"),
    Mutant("a clarification forgets the crossing", "step", _PASSES_ON, _PASSES_ON.replace("state.crossed_at", "0"), "STEP-INVARIANT.1"),
    Mutant("an inadmissible response counts a round", "step", _ENDS, _ENDS.replace("state.round", "state.round + 1"), "INADMISSIBLE-REJECTS.1"),
    Mutant("an inadmissible response stays open", "step", _ENDS, "return State(state.round, state.survival, Verdict.CHALLENGE, Reason.OPEN, state.crossed_at)", "INADMISSIBLE-REJECTS.1"),
    Mutant("an inadmissible response moves R", "step", _ENDS, _ENDS.replace("state.survival,", "(state.survival[0], 2 * state.survival[1]),"), "INADMISSIBLE-REJECTS.1"),
    Mutant("an inadmissible response says that a check failed", "step", _ENDS, _ENDS.replace("INADMISSIBLE_MESSAGE", "CHECK_FAILED"), "INADMISSIBLE-REJECTS.1"),
    Mutant("a failed check goes on", "step", _FAILS, _PASSES_ON, "FAILURE-REJECTS.1"),
    Mutant("a failed check moves R", "step", _FAILS, _FAILS.replace("state.survival,", "(state.survival[0], 2 * state.survival[1]),"), "FAILURE-REJECTS.1"),
    Mutant("a failed check counts no round", "step", _FAILS, _FAILS.replace("now", "state.round"), "REVIEW-TERMINATES.1"),
    Mutant("a pass leaves R", "step", _PRODUCT, "survival = state.survival", "SURVIVAL-PRODUCT.1"),
    Mutant("a pass divides R by q̄", "step", _PRODUCT, _PRODUCT.replace("bound[0]", "bound[9]").replace("bound[1]", "bound[0]").replace("bound[9]", "bound[1]"), "VALUE-BOUND.1"),
    Mutant("a pass squares q̄", "step", _PRODUCT, _PRODUCT.replace("planned.bound[0]", "planned.bound[0] * planned.bound[0]").replace("planned.bound[1]", "planned.bound[1] * planned.bound[1]"), "VALUE-BOUND.1"),
    Mutant("the crossing is moved by later rounds", "step", "crossed_at = state.crossed_at or now", "crossed_at = now", "AT-HORIZON.1"),
    Mutant("the crossing is never noted", "step", "crossed_at = state.crossed_at or now", "crossed_at = state.crossed_at", "STEP-INVARIANT.1"),
    Mutant("c and q change places", "step", _BOUND, "return cd * qd - qn * (cd - cn), cd * qd", "IMPLEMENTED-BOUND.1"),
    Mutant("q̄ is 1 - c + q", "step", _BOUND, "return cd * qd - cn * qd + qn * cd, cd * qd", "IMPLEMENTED-BOUND.1"),
    Mutant("q̄ is 1 - c", "step", _BOUND, "return cd * qd - cn * qd, cd * qd", "IMPLEMENTED-BOUND.1"),
    Mutant("q̄ is q", "step", _BOUND, "return qn, qd", "IMPLEMENTED-BOUND.1"),
    Mutant("c of the round before", "step", "Planned(state, kind, implemented_bound(terms.execution[state.round], false_pass))", "Planned(state, kind, implemented_bound(terms.execution[state.round - 1], false_pass))", "IMPLEMENTED-BOUND.1"),
    Mutant("a clarification is planned with q̄ = c", "step", "        return Planned(state, kind, ONE)", "        return Planned(state, kind, terms.execution[state.round])", "PLAN-ORDER.1"),
    Mutant("planning changes the kind", "step", "        return Planned(state, kind, ONE)", "        return Planned(state, Kind.DIAGNOSTIC, ONE)", "PLAN-ORDER.1"),
    Mutant("a closed review goes on", "step", "    if state.verdict is not Verdict.CHALLENGE:\n        raise OrderError", "    if state.round < 0:\n        raise OrderError", "TERMINAL-ABSORBS.1"),
    Mutant("an inadmissible first message opens", "step", "verdict = Verdict.CHALLENGE if admissible else Verdict.REJECT", "verdict = Verdict.CHALLENGE", "OPEN-REVIEW.1"),
    Mutant("a review starts at round 1", "step", "return State(0, ONE, verdict,", "return State(1, ONE, verdict,", "OPEN-REVIEW.1"),
    Mutant("a failed clarification is taken", "step", "    if planned.kind is Kind.CLARIFICATION and outcome is Outcome.FAIL:\n        raise", "    if planned.kind is Kind.CLARIFICATION and outcome is None:\n        raise", "PLAN-ORDER.1"),
)  # fmt: skip

CONTRACTS = (
    Mutant("the entry of conclude takes closed reviews", "step", "        planned.state.verdict is Verdict.CHALLENGE\n        and well_formed", "        well_formed", "PLAN-ORDER.1"),
    Mutant("the entry of plan takes every bound", "step", "        and well_bounded(kind, terms.execution[state.round], false_pass)\n", "", "IMPLEMENTED-BOUND.1"),
    Mutant("conclude promises less of the round", "step", _COUNTS, "and result.round >= planned.state.round", "STEP-INVARIANT.1"),
    Mutant("conclude promises no product", "step", "        and _survives(planned, outcome, result)\n", "", "STEP-INVARIANT.1"),
    Mutant("plan promises no bound", "step", "        and _implements(result.bound, terms.execution[state.round], false_pass)\n", "", "IMPLEMENTED-BOUND.1"),
    Mutant("open promises no verdict", "step", "        and result.verdict is (Verdict.CHALLENGE if admissible else Verdict.REJECT)\n", "", "OPEN-REVIEW.1"),
    Mutant("advance promises half a floor", "fold", "result[0] * den <= low * num < (result[0] + 1) * den and result[1] == lost + 1", "result[0] * den <= low * num and result[1] == lost + 1", "FLOOR-PRODUCT.1"),
    Mutant("advance takes negative floors", "fold", "low >= 0 and lost >= 0", "lost >= 0", "FLOOR-PRODUCT.1"),
    Mutant("advance takes factors above 1", "fold", "0 <= num <= den and den > 0", "0 <= num and den > 0", "FLOOR-PRODUCT.1"),
    Mutant("a state without a crossing may accept", "state", "state.reason is Reason.THRESHOLD_CROSSED and state.crossed_at > 0 and", "state.reason is Reason.THRESHOLD_CROSSED and", "STEP-INVARIANT.1"),
    Mutant("a state may be open at the horizon", "state", "return runs_on and state.reason is Reason.OPEN and state.round < terms.horizon", "return runs_on and state.reason is Reason.OPEN", "STEP-INVARIANT.1"),
    Mutant("a crossing at the tie is not seen", "state", "if (rn * dd <= dn * rd) != (at > 0):", "if (rn * dd < dn * rd) != (at > 0):", "STEP-INVARIANT.1"),
)  # fmt: skip

FOLD = (
    Mutant("the floor is a ceiling", "fold", "            low = low * num // den\n", "            low = -(-low * num // den)\n", "FLOOR-PRODUCT.1"),
    Mutant("the floor loses one more", "fold", "            low = low * num // den\n", "            low = low * num // den - 1\n", "FLOOR-PRODUCT.1"),
    Mutant("floors are not counted", "fold", "            lost += 1\n", "            lost += 0\n", "FLOOR-PRODUCT.1"),
    Mutant("floors are counted twice", "fold", "            lost += 1\n", "            lost += 2\n", "FLOOR-PRODUCT.1"),
    Mutant("advance takes a ceiling", "fold", "    return low * num // den, lost + 1\n", "    return -(-low * num // den), lost + 1\n", "FLOOR-PRODUCT.1"),
    Mutant("advance counts no floor", "fold", "    return low * num // den, lost + 1\n", "    return low * num // den, lost\n", "FLOOR-PRODUCT.1"),
    Mutant("a factor of 1 counts a floor", "fold", "        if num != den:\n", "        if den:\n", "FLOOR-PRODUCT.1"),
    Mutant("the bar is met too late", "fold", "            if low <= bar:\n                return n", "            if low < bar:\n                return n", "FOLD-EXACT.1"),
    Mutant("the bar is met one unit early", "fold", "            if low <= bar:\n                return n", "            if low <= bar + 1:\n                return n", "FOLD-EXACT.1"),
    Mutant("the bar forgets that it is strict", "fold", "((target[0] << bits) - strict) // target[1]", "(target[0] << bits) // target[1]", "FOLD-EXACT.1"),
    Mutant("the bar is rounded up", "fold", "((target[0] << bits) - strict) // target[1]", "-(strict - (target[0] << bits)) // target[1] + 1", "FOLD-EXACT.1"),
    Mutant("the lower end alone decides", "fold", "while met and low + lost > bar:", "while met and low > bar:", "FOLD-EXACT.1"),
    Mutant("the upper end is one unit short", "fold", "while met and low + lost > bar:", "while met and low + lost > bar + 1:", "FOLD-EXACT.1"),
    Mutant("an exact tie is below", "fold", "left < right if strict else left <= right", "left <= right", "FOLD-EXACT.1"),
    Mutant("an exact tie is not met", "fold", "left < right if strict else left <= right", "left < right", "FOLD-EXACT.1"),
    Mutant("the exact product starts over wrongly", "fold", "times(exact, product(factors, done, met)), met", "product(factors, done, met), met", "FOLD-EXACT.1"),
    Mutant("the exact product is not kept", "fold", "times(exact, product(factors, done, met)), met", "times(exact, product(factors, done, met)), 0", "FOLD-EXACT.1"),
    Mutant("a finer scale misses a round", "fold", "islice(factors, met)", "islice(factors, met - 1)", "FOLD-EXACT.1"),
    Mutant("a finer scale keeps the old bar", "fold", "            bits *= 2\n            bar = bar_of(target, bits, strict)\n", "            bits *= 2\n", "FOLD-EXACT.1"),
    Mutant("the balanced product misses a factor", "fold", "product(factors, middle, stop))", "product(factors, middle, stop - 1))", "FOLD-EXACT.1"),
    Mutant("rounds are counted from 0", "fold", "rounds, exact, done = enumerate(factors, 1)", "rounds, exact, done = enumerate(factors, 0)", "FOLD-EXACT.1"),
)  # fmt: skip

REGION = (
    Mutant("a tie of C is outside", "region", "(gamma[1] - gamma[0], gamma[1]), strict=True)", "(gamma[1] - gamma[0], gamma[1]), strict=False)", "REGION-INTERVAL.1"),
    Mutant("a tie of R is outside", "region", "first_fall(survival, delta, strict=False)", "first_fall(survival, delta, strict=True)", "REGION-INTERVAL.1"),
    Mutant("the last length is one too long", "region", "falls_short - 1 if falls_short", "falls_short if falls_short", "REGION-INTERVAL.1"),
    Mutant("the target of C is gamma", "region", "(gamma[1] - gamma[0], gamma[1]), strict=True)", "(gamma[0], gamma[1]), strict=True)", "REGION-INTERVAL.1"),
    Mutant("certified needs one round to spare", "region", _HOLDS, _HOLDS.replace("n <= self.last", "n < self.last"), "REGION-INTERVAL.1"),
    Mutant("certified without a crossing", "region", _HOLDS, _HOLDS.replace("0 < ", ""), "REGION-INTERVAL.1"),
    Mutant("the interval misses its end", "region", "range(found.first_crossing, found.last_complete + 1)", "range(found.first_crossing, found.last_complete)", "REGION-INTERVAL.1"),
    Mutant("clarifications are members", "region", "        if kinds[n - 1] is Kind.DIAGNOSTIC:\n", "        if kinds:\n", "REGION-INTERVAL.1"),
    Mutant("the kind of the next round", "region", "        if kinds[n - 1] is Kind.DIAGNOSTIC:\n", "        if kinds[n - 2] is Kind.DIAGNOSTIC:\n", "REGION-INTERVAL.1"),
    Mutant("completeness forgets a", "region", "[(an * cn, ad * cd) for", "[(cn, cd) for", "REGION-INTERVAL.1"),
    Mutant("completeness forgets c", "region", "[(an * cn, ad * cd) for", "[(an, ad) for", "REGION-INTERVAL.1"),
    Mutant("the written-out bound forgets q", "region", "[(cd * qd - cn * (qd - qn), cd * qd) for", "[(cd * qd - cn * qd, cd * qd) for", "REGION-INTERVAL.1"),
    Mutant("clarifications are charged", "region", "factor if kind is Kind.DIAGNOSTIC else ONE", "factor", "REGION-INTERVAL.1"),
)  # fmt: skip

SETTLED = (
    Mutant("the best end says yes", "region", _SETTLES, "return True if best.holds(n) else None if worst.holds(n) else False", "ENCLOSED-REGION.1"),
    Mutant("undecided is no", "region", _SETTLES, "return worst.holds(n)", "ENCLOSED-REGION.1"),
    Mutant("undecided is yes", "region", _SETTLES, "return best.holds(n)", "ENCLOSED-REGION.1"),
    Mutant("no is undecided", "region", _SETTLES, "return True if worst.holds(n) else None", "ENCLOSED-REGION.1"),
    Mutant("yes and no change places", "region", _SETTLES, "return False if worst.holds(n) else None if best.holds(n) else True", "ENCLOSED-REGION.1"),
    Mutant("a length before the crossing holds", "region", _HOLDS, _HOLDS.replace(" <= n <= ", " <= "), "ENCLOSED-REGION.1"),
)  # fmt: skip

EXPONENTIAL = (
    Mutant("floors of a term are rounded up", "enclosure", _TERM, "term = -(-term * num // (den * n))", "EXP-SERIES.1"),
    Mutant("the terms forget the factorial", "enclosure", _TERM, "term = term * num // den", "EXP-SERIES.1"),
    Mutant("the sum stops one term early", "enclosure", "        if not term:\n", "        if term < 2:\n", "EXP-SERIES.1"),
    Mutant("the sum misses its terms", "enclosure", "        total += term\n", "        total += 0\n", "EXP-SERIES.1"),
    Mutant("the remainder is forgotten", "enclosure", _REST, "high = low + 2 * n", "EXP-ENCLOSURE.1"),
    Mutant("a floor is taken to lose 1", "enclosure", _REST, "high = low + n + 2", "EXP-ENCLOSURE.1"),
    Mutant("x is halved once less", "enclosure", "den.bit_length() + 2)\n", "den.bit_length() + 1)\n", "EXP-ENCLOSURE.1"),
    Mutant("the halvings are not squared back", "enclosure", "    for _ in range(halvings):\n", "    for _ in range(halvings - 1):\n", "EXP-ENCLOSURE.1"),
    Mutant("x is not halved", "enclosure", "abs(num), den << halvings, 1 << scale", "abs(num), den, 1 << scale", "EXP-ENCLOSURE.1"),
    Mutant("the upper square is rounded down", "enclosure", _SQUARE, "return low * low >> bits, high * high >> bits", "EXP-ENCLOSURE.1"),
    Mutant("the lower square is rounded up", "enclosure", _SQUARE, "return -(-low * low >> bits), -(-high * high >> bits)", "EXP-ENCLOSURE.1"),
    Mutant("the lower inverse is rounded up", "enclosure", _INVERSE, "return -(-(1 << 2 * bits) // high), -(-(1 << 2 * bits) // low)", "EXP-ENCLOSURE.1"),
    Mutant("the upper inverse is rounded down", "enclosure", _INVERSE, "return (1 << 2 * bits) // high, (1 << 2 * bits) // low", "EXP-ENCLOSURE.1"),
    Mutant("the inverse swaps its ends", "enclosure", _INVERSE, "return (1 << 2 * bits) // low, -(-(1 << 2 * bits) // high)", "EXP-ENCLOSURE.1"),
    Mutant("the lower end is shifted up", "enclosure", _SHIFT, "return -(-low >> scale - bits), -(-high >> scale - bits)", "EXP-ENCLOSURE.1"),
    Mutant("the upper end is shifted down", "enclosure", _SHIFT, "return low >> scale - bits, high >> scale - bits", "EXP-ENCLOSURE.1"),
    Mutant("the sign of x is ignored", "enclosure", "if num < 0 else (low, high)", "if num < -abs(num) else (low, high)", "EXP-ENCLOSURE.1"),
    Mutant("the other sign is inverted", "enclosure", "if num < 0 else (low, high)", "if num > 0 else (low, high)", "EXP-ENCLOSURE.1"),
    Mutant("a precision of 0 is taken", "enclosure", "den < 1 or bits < 1:", "den < 1 or bits < 0:", "EXP-ENCLOSURE.1"),
    Mutant("the logarithm swaps its sides", "enclosure", _LOG, "return below * den <= num << scale <= above * den", "LOG-ENCLOSURE.1"),
    Mutant("the logarithm trusts the inner ends", "enclosure", "(_, above), (below, _) = ", "(above, _), (_, below) = ", "LOG-ENCLOSURE.1"),
    Mutant("the logarithm forgets its upper end", "enclosure", _LOG, "return above * den <= num << scale", "LOG-ENCLOSURE.1"),
    Mutant("the logarithm is that of 1/x", "enclosure", _LOG, "return above * num <= den << scale <= below * num", "LOG-ENCLOSURE.1"),
    Mutant("the logarithm of 0 is taken", "enclosure", "num > 0 < den and bits > 0", "num >= 0 < den and bits > 0", "LOG-ENCLOSURE.1"),
    Mutant("the logarithm takes a precision of 0", "enclosure", "num > 0 < den and bits > 0", "num > 0 < den and bits >= 0", "LOG-ENCLOSURE.1"),
    Mutant("up and down change places", "enclosure", ") if up else (", ") if not up else (", "ADDITIVE-REACH.1"),
    Mutant("up is down", "enclosure", "total += -((-num << bits) // den) if up else (num << bits) // den", "total += (num << bits) // den", "ADDITIVE-REACH.1"),
    Mutant("the sum reaches one unit early", "enclosure", _REACHES, "if total + 1 >= threshold:", "ADDITIVE-REACH.1"),
    Mutant("a tie does not reach", "enclosure", _REACHES, "if total > threshold:", "ADDITIVE-REACH.1"),
    Mutant("the sum is the last gain", "enclosure", "        total += -((-num", "        total = -((-num", "ADDITIVE-REACH.1"),
    Mutant("rounds of a sum are counted from 0", "enclosure", "in enumerate(gains, 1):", "in enumerate(gains):", "ADDITIVE-REACH.1"),
    Mutant("gains above 1 are taken", "enclosure", "0 <= num <= den > 0 <= bits):", "0 <= num and den > 0 <= bits):", "ADDITIVE-REACH.1"),
)  # fmt: skip

MUTANTS = (*STEP, *CONTRACTS, *FOLD, *REGION, *SETTLED, *EXPONENTIAL)
