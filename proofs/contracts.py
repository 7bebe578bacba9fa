"""The contracts of the kernel as predicates, so that a claim can pin what they say."""

import inspect
from collections.abc import Callable
from typing import Any

from icontract._checkers import find_checker

from .explorer import OpenError


def _given(function: Callable[..., Any], arguments: tuple[Any, ...]) -> dict[str, Any]:
    return dict(inspect.signature(function).bind(*arguments).arguments)


def requires(function: Callable[..., Any]) -> Callable[..., bool]:
    """Return the conjunction of the function's preconditions as a predicate of its arguments.

    :raises OpenError: when it carries none
    """
    checker: Any = find_checker(function)
    if checker is None or not checker.__preconditions__:
        raise OpenError("the function carries no precondition")

    def predicate(*arguments: Any) -> bool:
        given = _given(function, arguments)
        groups = checker.__preconditions__
        return any(all(c.condition(**{n: given[n] for n in c.condition_args}) for c in group) for group in groups)

    return predicate


def ensures(function: Callable[..., Any]) -> Callable[..., bool]:
    """Return the conjunction of the function's postconditions as a predicate of its arguments and its result.

    :raises OpenError: when it carries none
    """
    checker: Any = find_checker(function)
    if checker is None or not checker.__postconditions__:
        raise OpenError("the function carries no postcondition")

    def predicate(*arguments: Any) -> bool:
        given = {**_given(function, arguments[:-1]), "result": arguments[-1]}
        return all(c.condition(**{n: given[n] for n in c.condition_args}) for c in checker.__postconditions__)

    return predicate
