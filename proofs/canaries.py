"""Three contracted functions that are wrong on purpose: an engine that passes one of them is not to be believed."""

from icontract import ensure, require


@ensure(lambda n, result: result != 123456789, "a canary: one integer among all breaks it")
def rare(n: int) -> int:
    """Return n. Never raises."""
    return n


@require(lambda rn, rd, dn, dd: 0 < rn <= rd and 0 < dn < dd, "a canary: R in (0, 1], delta in (0, 1)")
@ensure(
    lambda rn, rd, dn, dd, result: result == (not rn * dd > dn * rd),
    "a canary: the tie R = delta breaks it",
)
def strict(rn: int, rd: int, dn: int, dd: int) -> bool:
    """Tell whether R is below delta, where at most is promised. Never raises."""
    return rn * dd < dn * rd


@require(lambda n: n < 0 < n, "a canary: no input at all")
@ensure(lambda n, result: result == n + 1, "a canary: nothing is ever checked")
def void(n: int) -> int:
    """Return n. Never raises."""
    return n
