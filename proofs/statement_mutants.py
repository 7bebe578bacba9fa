"""Wrong statements that must be noticed: one small change each of what the kernel is held against.

A wrong side, strict for non-strict, a horizon off by one, a conjunct or a hypothesis dropped; and the claim that must
no longer be proved. A change whose old text does not occur exactly once is stale, and a stale mutant is red.
"""

from .mutants import Mutant

_AT_MOST = "fact: Fact = left[0] * right[1] <= right[0] * left[1]"
_CONCLUDING = (
    "given = (whole_denominators(r.delta, r.R, bound), is_open(r), plannable(kind, bound), legal(kind, outcome))"
)
_GAMBLING = "is_open(r), plannable(Kind.DIAGNOSTIC, bound))\n    return Call(_pass_and_fail"
_STARTS = "numbers = every(same(state.round, 0), same(state.survival, (1, 1)), same(state.crossed_at, 0))"
_FIRST = "here = implies(accepted, same(after.crossed_at, r.m + 1))"
_WAITS = "return every(iff(accepted, every(same(r.m + 1, r.T), _would_accept(end))), first, kept)"

STATEMENTS = (
    Mutant("at most means below", "statements", _AT_MOST, _AT_MOST.replace("<=", "<"), "ACCEPT-ON-PASS.1"),
    Mutant("at most means at least", "statements", _AT_MOST, _AT_MOST.replace("<=", ">="), "FIRST-CROSSING.1"),
    Mutant("below means at most", "statements", "return negated(at_most(right, left))", "return at_most(left, right)", "ACCEPT-ON-PASS.1"),
    Mutant("equal means at most", "statements", "return same(left[0] * right[1], right[0] * left[1])", "return at_most(left, right)", "CLARIFICATION-NEUTRAL.1"),
    Mutant("the invariant forgets when R has crossed", "statements", "r.m <= r.T, iff(r.at > 0, crossed)),", "r.m <= r.T),", "INADMISSIBLE-REJECTS.1"),
    Mutant("the invariant ends one round early", "statements", "r.at <= r.m, r.m <= r.T,", "r.at <= r.m, r.m < r.T,", "STEP-INVARIANT.1"),
    Mutant("the invariant lets R be 0", "statements", "0 < r.R[0], r.R[0] <= r.R[1]),\n        *(1", "0 <= r.R[0], r.R[0] <= r.R[1]),\n        *(1", "FAILURE-REJECTS.1"),
    Mutant("a review may be open at the horizon", "statements", "(Verdict.CHALLENGE, Reason.OPEN): every(r.m < r.T, runs_on)", "(Verdict.CHALLENGE, Reason.OPEN): every(r.m <= r.T, runs_on)", "REVIEW-TERMINATES.1"),
    Mutant("a review may be open after the crossing", "statements", "runs_on = negated(crossed) if stops else True", "runs_on = True", "FIRST-CROSSING.1"),
    Mutant("every rule accepts at the horizon", "statements", "same(r.m, r.at if stops else r.T)", "same(r.m, r.T)", "STEP-INVARIANT.1"),
    Mutant("a bound of 0 may be planned", "statements", "unit = every(0 < bound[0], bound[0] <= bound[1])", "unit = every(0 <= bound[0], bound[0] <= bound[1])", "SURVIVAL-PRODUCT.1"),
    Mutant("a clarification may carry any bound", "statements", "return every(unit, same(bound, (1, 1))) if kind is Kind.CLARIFICATION else unit", "return unit", "CLARIFICATION-NEUTRAL.1"),
    Mutant("a clarification may fail", "statements", "return kind is Kind.DIAGNOSTIC or outcome is not Outcome.FAIL", "return True", "FAILURE-REJECTS.1"),
    Mutant("c = 1 with q = 0 is a bound", "statements", "return every(in_unit(c), in_unit(q), negated(every(same(c[0], c[1]), same(q[0], 0))))", "return every(in_unit(c), in_unit(q))", "PLAN-ORDER.1"),
    Mutant("the implemented bound forgets q", "statements", "bd * (cd * qd - cn * (qd - qn))", "bd * (cd * qd - cn * qd)", "IMPLEMENTED-BOUND.1"),
    Mutant("the least of 1 is at most 1", "statements", "implies(scaled >= unit, same(value, 1))", "implies(scaled >= unit, value <= 1)", "VALUE-BOUND.1"),
    Mutant("any review may be concluded", "step_worlds", _CONCLUDING, _CONCLUDING.replace(" is_open(r),", ""), "AT-HORIZON.1"),
    Mutant("passes alone are concluded", "step_worlds", 's.choose("kind", KINDS), s.choose("outcome", OUTCOMES), s.pair("bound")', 's.choose("kind", KINDS), s.choose("outcome", OUTCOMES[:1]), s.pair("bound")', "SURVIVAL-PRODUCT.1"),
    Mutant("any bound is gambled with", "step_worlds", _GAMBLING, _GAMBLING.replace(", plannable(Kind.DIAGNOSTIC, bound))", ",)"), "VALUE-TIGHT.1"),
    Mutant("closed states need not stand", "step_worlds", "given = (whole_denominators(r.delta, r.R), stands(r, verdict, reason))", "given = (whole_denominators(r.delta, r.R),)", "TERMINAL-ABSORBS.1"),
    Mutant("accept says below", "step_claims", 'return every(passed, at_most(end.result.survival, end.call.data["r"].delta))', 'return every(passed, below(end.result.survival, end.call.data["r"].delta))', "ACCEPT-ON-PASS.1"),
    Mutant("a clarification uses up no round", "step_claims", "same(after.crossed_at, r.at), same(after.round, r.m + 1))\n    return every(kept, after", "same(after.crossed_at, r.at), same(after.round, r.m))\n    return every(kept, after", "CLARIFICATION-NEUTRAL.1"),
    Mutant("the clarification before the last rejects", "step_claims", "return implies(same(r.m + 1, r.T), every(rejected", "return implies(same(r.m + 2, r.T), every(rejected", "CLARIFICATION-HORIZON.1"),
    Mutant("an inadmissible response is counted", "step_claims", "return every(rejected, same(after.round, r.m), same", "return every(rejected, same(after.round, r.m + 1), same", "INADMISSIBLE-REJECTS.1"),
    Mutant("two rounds remain", "step_claims", "r.T - after.round > 0)", "r.T - after.round > 1)", "REVIEW-TERMINATES.1"),
    Mutant("a failure is not counted", "step_claims", "return every(rejected, same(after.round, r.m + 1), same", "return every(rejected, same(after.round, r.m), same", "FAILURE-REJECTS.1"),
    Mutant("the crossing is one round early", "step_claims", _FIRST, _FIRST.replace("r.m + 1", "r.m"), "FIRST-CROSSING.1"),
    Mutant("an open review has crossed", "step_claims", "negated(at_most(after.survival, r.delta)))\n    return every(iff", "at_most(after.survival, r.delta))\n    return every(iff", "FIRST-CROSSING.1"),
    Mutant("accept does not wait for the horizon", "step_claims", _WAITS, _WAITS.replace("every(same(r.m + 1, r.T), _would_accept(end))", "_would_accept(end)"), "AT-HORIZON.1"),
    Mutant("accept comes one round before the horizon", "step_claims", _WAITS, _WAITS.replace("r.m + 1", "r.m + 2"), "AT-HORIZON.1"),
    Mutant("a tie would not be accepted", "step_claims", 'return every(passed, at_most(times(d["r"].R, d["bound"]), d["r"].delta))', 'return every(passed, below(times(d["r"].R, d["bound"]), d["r"].delta))', "FIRST-CROSSING.1"),
    Mutant("any prover passes with any chance", "value_claims", "return _gamble(s, end, lambda p: p * bound[1] <= bound[0])", "return _gamble(s, end, lambda p: bound[0] <= bound[1])", "VALUE-BOUND.1"),
    Mutant("a rejected review is worth 1", "value_claims", "return (1 if state.verdict is Verdict.ACCEPT else 0), True", "return 1, True", "VALUE-BOUND.1"),
    Mutant("M is R", "value_claims", "defined = same(certificate * r.R[0], r.R[1])", "defined = same(certificate * r.R[1], r.R[0])", "VALUE-BOUND.1"),
    Mutant("equality with any overshoot", "value_claims", "tight = at_most(r.delta, product)", "tight = at_most(product, r.delta)", "VALUE-TIGHT.1"),
    Mutant("equality at the horizon too", "value_claims", "counted = some(r.m + 1 < r.T,", "counted = some(r.m + 1 <= r.T,", "VALUE-TIGHT.1"),
    Mutant("a pass multiplies M by q̄", "value_claims", "moved = same(later * bound[0], before * bound[1])", "moved = same(later * bound[1], before * bound[0])", "SURVIVAL-PRODUCT.1"),
    Mutant("a tie of C is no member", "region_claims", "return iff(_member(end), _in_region(end))", "return iff(_member(end), _in_region(end, strictly=True))", "REGION-INTERVAL.1"),
    Mutant("a tie of R is no member", "region_claims", 'sound = at_most(d["R"], d["delta"])', 'sound = below(d["R"], d["delta"])', "REGION-INTERVAL.1"),
    Mutant("a member is complete with gamma", "region_claims", 'shortfall = (d["gamma"][1] - d["gamma"][0], d["gamma"][1])', 'shortfall = d["gamma"]', "REGION-INTERVAL.1"),
    Mutant("the interval ends at the crossing", "region_claims", "same(high, region.last_complete), certified)", "same(high, region.first_crossing), certified)", "REGION-INTERVAL.1"),
    Mutant("certified without a crossing", "region_claims", "return iff(end.result, every(1 <= found.first_crossing,", "return iff(end.result, every(0 <= found.first_crossing,", "REGION-INTERVAL.1"),
    Mutant("completeness forgets a", "region_claims", 'equal(completeness, times(d["a"], d["c"])))', 'equal(completeness, d["c"]))', "REGION-INTERVAL.1"),
    Mutant("a review starts at round 1", "order_claims", _STARTS, _STARTS.replace("state.round, 0", "state.round, 1"), "OPEN-REVIEW.1"),
    Mutant("a start forgets the crossing", "order_claims", _STARTS, _STARTS.replace(", same(state.crossed_at, 0)", ""), "OPEN-REVIEW.1"),
    Mutant("a closed review is bad input", "order_claims", "return isinstance(end.error, OrderError)", "return isinstance(end.error, InputError)", "TERMINAL-ABSORBS.1"),
    Mutant("the crossing is one round late", "anytime_claims", "same(after.crossed_at, r.m + 1)))", "same(after.crossed_at, r.m + 2)))", "ANYTIME-SOUND.2"),
    Mutant("delta is never reached", "anytime_claims", "mean < before if strict else mean <= before)", "mean < before)", "ANYTIME-SOUND.2"),
    Mutant("M stays below any chance", "process_claims", "implies(same(chance * under, over), same(mean, before))))", "same(mean, before)))", "SUPERMARTINGALE-UPDATE.1"),
    Mutant("one try costs nothing", "tries_claims", 'd["A"] <= d["x"] * (d["j"] + 1)', 'd["A"] <= d["x"] * d["j"] * 1', "RETRIES-COST.2"),
    Mutant("a pass is rarer than its bound", "pass_claims", 'end.call.data["pass"] * under <= over', 'end.call.data["pass"] * under < over', "PASS-BOUND.1"),
    Mutant("a response is more than adequate", "completeness_claims", "    fact: Fact = over <= P * under", "    fact: Fact = over < P * under * 1", "COMPLETENESS-PRODUCT.2"),
    Mutant("R_K is never attained", "stopping_claims", "mean * before < final if strict else mean * before <= final)", "mean * before < final)", "EARLY-STOPPING.1"),
    Mutant("C_n is always exceeded", "stopping_claims", "final < mean * before if strict else final <= mean * before)", "final < mean * before)", "FIXED-LENGTH.1"),
    Mutant("the reference is one round ahead", "refinement_claims", "same(ours.round, theirs.m), certificate)", "same(ours.round + 1, theirs.m), certificate)", "REFINES-REFERENCE.1"),
    Mutant("a draw detects two items", "audit_claims", "bd * (cd * J - cn)))", "bd * (cd * J - 2 * cn)))", "UNIFORM-AUDIT.1"),
    Mutant("the pool loses two items a draw", "pool_claims", 'rd * (d["J"] - d["m"] - 1))', 'rd * (d["J"] - d["m"] - 2))', "POOL-AUDIT.1"),
    Mutant("both vectors of a pair pass", "freivalds_claims", "return every(0 * N <= 0 * N, X <= N)", "return every(0 * N <= 0 * N, X + 1 <= N)", "FREIVALDS-HALF.1"),
    Mutant("the anchor detects twice", "anchored_claims", "bd * (gain[1] - gain[0])), within)", "bd * (gain[1] - 2 * gain[0])), within)", "ANCHORED-MIXTURE.1"),
    Mutant("the same gain loses", "anchored_claims", "_mean_chance(s, end), end.result[0]\n    return implies(defined, mean * bd <= bn)", "_mean_chance(s, end), end.result[0]\n    return implies(defined, mean * bd < bn)", "SAME-GAIN.1"),
    Mutant("an exponential is never met", "additive_claims", 'end.result[0] <= end.call.data["E"] * end.result[1]', 'end.result[0] + 0 < end.call.data["E"] * end.result[1]', "ADDITIVE-INNER.1"),
    Mutant("a global check detects more than delta", "advantage_claims", "return iff(sound, wanted <= reach * end.call.data[\"X\"])", "return iff(sound, wanted < reach * end.call.data[\"X\"])", "CONDITIONAL-ADVANTAGE.1"),
    Mutant("a gap needs less still", "reallocation_claims", 'd["n1"] * d["f1"] < d["n1"] - d["w"]\n', 'd["n1"] * d["f1"] < d["n1"] - d["w"] * 3\n', "REALLOCATION-INTERVAL.1"),
    Mutant("M of 1/delta has not crossed", "process_claims", "fact: Fact = r.delta[1] <= r.delta[0] * ghost", "fact: Fact = r.delta[1] < r.delta[0] * ghost", "PADDED-STOP.1"),
    Mutant("a slipped draw is counted one draw less", "pool_claims", "b * J <= (1 - c) * now, (a + b)", "b * J <= (1 - c) * (now - 1), (a + b)", "POOL-EXECUTION.1"),
    Mutant("a vector comes before itself", "freivalds_claims", "return same(*end.result)", "return end.result[0] < end.result[1]", "FREIVALDS-FIELD.1"),
    Mutant("better bounds cross earlier", "effort_claims", "crossed = every(1 <= better.first_crossing, better.first_crossing <= n)", "crossed = every(1 <= better.first_crossing, better.first_crossing < n)", "BOUNDS-COMPARE.1"),
    Mutant("more effort gains more", "effort_claims", "c[0] * (q[1] - q[0]) * c_more[1] <= c_more[0]", "c[0] * (q[1] - q[0]) * c_more[1] < c_more[0]", "EFFORT-MONOTONE.1"),
)  # fmt: skip
