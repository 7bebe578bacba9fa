"""Functions of the kernel that stand for their specification while others that call them are run."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

from .statements import at_most, below
from .supply import AnyPair, Supply
from .symbols import Fact, every, iff, implies, truth, watcher


def assume(fact: Fact) -> None:
    """Take a fact as given from here on.

    :raises ValueError: when the numbers of a model break it: they are no instance
    """
    path = watcher.get()
    if path is not None:
        path.assume(truth(fact))
    elif fact is not True:
        raise ValueError("the numbers do not meet the specification")


@contextmanager
def stand_ins(module: str, **named: Any) -> Iterator[None]:
    """Let a module of the kernel call what stands for a specification."""
    with mock.patch.dict(vars(sys.modules[f"elenctic_kernel.{module}"]), named):
        yield


@dataclass(frozen=True)
class Factors:
    """Stand for a sequence of T factors whose product over the first n is known at one n."""

    name: str
    length: Any
    n: Any
    product: AnyPair


def first_fall(s: Supply) -> Callable[..., Any]:
    """Return ``first_fall`` as FOLD-EXACT.1 specifies it: K with 1 <= K <= n exactly when the product has fallen."""

    def fall(factors: Factors, target: AnyPair, *, strict: bool) -> Any:
        first, n = s.whole(f"first of {factors.name}"), factors.n
        fell = below(factors.product, target) if strict else at_most(factors.product, target)
        known = implies(every(1 <= n, n <= factors.length), iff(every(1 <= first, first <= n), fell))
        assume(every(0 <= first, first <= factors.length, known))
        return first

    return fall


@contextmanager
def falls(s: Supply) -> Iterator[None]:
    """Let the regions be found by ``first_fall`` as specified, of sequences known at one length."""
    with stand_ins("region", first_fall=first_fall(s), len=lambda factors: factors.length):
        yield
