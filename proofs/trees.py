"""Every small protocol tree, exactly: false statements, two challenges and two replies a round, depth 3.

A node fixes kind and q, draws one of two challenges by a fixed law, and for each challenge offers the prover two
replies. A reply is inadmissible, or carries e >= c, the chance that the check is executed, and r = 0 or 1: whether it
passes a check that is executed. Which reply was given decides the node that follows. A tree is played by the kernel's
own ``open``, ``plan`` and ``conclude``; provers are mixtures of deterministic ones, so the best deterministic one is
the worst. Trees with the same worst case are counted together, so that every tree is counted and none is sampled.
Not covered: greater depth, more challenges or replies, continuous message spaces.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TypeAlias

import elenctic_kernel as kernel
from elenctic_kernel import Kind, Outcome, Pair, State, StoppingRule, Terms, Verdict

ZERO, ONE = Fraction(0), Fraction(1)
BAD = "inadmissible"

Reply: TypeAlias = Fraction | str
"""The chance that a reply passes, or BAD."""

LAWS: tuple[tuple[Pair, tuple[Fraction, Fraction]], ...] = (
    ((1, 2), (Fraction(1, 2), Fraction(1, 2))),
    ((1, 3), (Fraction(1, 3), Fraction(2, 3))),
    ((2, 3), (Fraction(1, 3), Fraction(2, 3))),
)
"""Each q with the law of the two challenges, such that some set of challenges has exactly that weight."""


@dataclass(frozen=True)
class Node:
    """Hold one node: kind, q, the law of its challenges, and replies[challenge][choice]."""

    kind: Kind
    q: Pair
    law: tuple[Fraction, Fraction]
    replies: tuple[tuple[Reply, Reply], tuple[Reply, Reply]]


def nodes(execution: Pair) -> Iterator[Node]:
    """Yield every node that a false statement allows: whatever is replied, the mean of r is at most q.

    :param execution: c of the round
    """
    answered: tuple[Reply, ...] = (ONE, BAD)
    for one, other in product(product(answered, repeat=2), repeat=2):
        yield Node(Kind.CLARIFICATION, (1, 1), LAWS[0][1], ((one[0], one[1]), (other[0], other[1])))
    answers: tuple[int | str, ...] = (0, 1, BAD)
    for (q, law), rs in product(LAWS, product(product(answers, repeat=2), repeat=2)):
        if sum(weight for weight, row in zip(law, rs, strict=True) if 1 in row) > Fraction(*q):
            continue
        for e in {Fraction(*execution), ONE}:
            first, second = (tuple(_passes(e, r) for r in row) for row in rs)
            yield Node(Kind.DIAGNOSTIC, q, law, ((first[0], first[1]), (second[0], second[1])))


def _passes(e: Fraction, r: int | str) -> Reply:
    return BAD if isinstance(r, str) else 1 - e * (1 - r)


def accepted(terms: Terms, state: State) -> Counter[Fraction]:
    """Count the trees below a state by the largest probability of Accept that a prover reaches in them.

    :raises ArithmeticError: when a prover passes a node with a probability above the kernel's own q̄
    """
    if state.verdict is not Verdict.CHALLENGE:
        return Counter({ONE if state.verdict is Verdict.ACCEPT else ZERO: 1})
    found: Counter[Fraction] = Counter()
    below: dict[tuple[Kind, Pair], tuple[Counter[Fraction], Fraction, Fraction, Fraction]] = {}
    for node, copies in Counter(map(_ordered, nodes(terms.execution[state.round]))).items():
        if (node.kind, node.q) not in below:
            below[node.kind, node.q] = _following(terms, state, node)
        passed, failed, refused, bound = below[node.kind, node.q]
        if worst(node, (ONE, ONE), ZERO, ZERO) > bound:
            raise ArithmeticError(f"{node} is passed with a probability above {bound}")
        for first, second in product(passed.items(), repeat=2):
            found[worst(node, (first[0], second[0]), failed, refused)] += copies * first[1] * second[1]
    return found


def _ordered(node: Node) -> Node:
    """Return the node with replies, and challenges of the same weight, in one order; all trees follow either reply."""
    one, other = node.replies
    forms = [(one, other), (one[::-1], other[::-1])]
    if node.law[0] == node.law[1]:
        forms += [(second, first) for first, second in forms]
    return replace(node, replies=min(forms, key=str))


def _following(terms: Terms, state: State, node: Node) -> tuple[Counter[Fraction], Fraction, Fraction, Fraction]:
    """Return the trees after a pass, the worst case after a failure and after an inadmissible reply, and q̄."""
    planned = kernel.plan(terms, state, node.kind, node.q)
    passed = accepted(terms, kernel.conclude(terms, planned, Outcome.PASS))
    refused = max(accepted(terms, kernel.conclude(terms, planned, Outcome.INADMISSIBLE)))
    if node.kind is Kind.CLARIFICATION:
        return passed, ZERO, refused, ONE
    failed = max(accepted(terms, kernel.conclude(terms, planned, Outcome.FAIL)))
    return passed, failed, refused, Fraction(*planned.bound)


def worst(node: Node, passed: tuple[Fraction, Fraction], failed: Fraction, refused: Fraction) -> Fraction:
    """Return what the best prover reaches at a node: for each challenge the better of its two replies.

    :param passed: what is reached after a pass, by the reply given
    :param failed: what is reached after a failed check
    :param refused: what is reached after an inadmissible reply
    """
    total = ZERO
    for weight, row in zip(node.law, node.replies, strict=True):
        total += weight * max(
            refused if isinstance(p, str) else p * after + (1 - p) * failed
            for p, after in zip(row, passed, strict=True)
        )
    return total


DEPTH = 3


def worlds() -> list[Terms]:
    """Return the terms under which every tree is played: both stopping rules, targets that are met exactly and not."""
    half, sure = (1, 2), (1, 1)
    mixed = [half, sure, half]
    return [
        *(
            kernel.make_terms(delta, DEPTH, [sure] * DEPTH, rule)
            for rule in StoppingRule
            for delta in ((1, 8), (1, 9), (1, 10))
        ),
        *(kernel.make_terms(delta, DEPTH, mixed, StoppingRule.FIRST_CROSSING) for delta in ((3, 8), (2, 5))),
        kernel.make_terms((3, 8), DEPTH, mixed, StoppingRule.AT_HORIZON),
    ]
