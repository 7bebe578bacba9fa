"""Certify the queries that Z3 answered ``unsat``, by stored certificates that ``identity.check`` multiplies out.

A stored certificate names a few formulas that cannot hold together, and why; it serves every query that asserts them.
Neither the store nor the search that fills it has to be trusted: what no certificate is found for is said to be
trusted to a solver. ``python -m proofs.contradiction`` counts, claim by claim; ``--search`` fills the store first,
which takes minutes; ``--prune`` also leaves out what no query needs.
"""

import argparse
import gzip
import hashlib
import json
import sys
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from .identity import Formula, Poly, Proof, Refused, check, read
from .outcome import PROVED, Outcome, open_because

STORE = Path(__file__).with_name("contradictions.json.gz")
SCHEMA = "elenctic.contradictions/1"


class Certificate(NamedTuple):
    """Hold formulas that cannot hold together, and the proof."""

    given: tuple[Formula, ...]
    proof: Proof


class Found(NamedTuple):
    """Count the scripts that are certified, and hold those that a solver is trusted with."""

    certified: int
    trusted: tuple[str, ...]


class Store:
    """Find the certificate that serves a script, by that of its formulas which the fewest certificates name."""

    def __init__(self, certificates: Sequence[Certificate]) -> None:
        self._uses = Counter(formula for certificate in certificates for formula in certificate.given)
        self._by_key: dict[Formula, list[Certificate]] = {}
        self._said: dict[str, Certificate | None] = {}
        for certificate in certificates:
            self.add(certificate)

    def add(self, certificate: Certificate) -> None:
        """Keep one more certificate, unchecked."""
        key = min(certificate.given, key=lambda formula: self._uses[formula])
        self._by_key.setdefault(key, []).append(certificate)

    def serving(self, script: str) -> Certificate | None:
        """Return a certificate that was checked to refute the script, None where there is none."""
        name = hashlib.sha256(script.encode()).hexdigest()
        if self._said.get(name) is None:
            self._said[name] = self._serving(script)
        return self._said[name]

    def _serving(self, script: str) -> Certificate | None:
        asserted = asserted_by(script)
        for certificate in [kept for formula in asserted for kept in self._by_key.get(formula, ())]:
            if asserted.issuperset(certificate.given) and _accepted(asserted, certificate):
                return certificate
        return None


def asserted_by(script: str) -> frozenset[Formula]:
    """Return what a script asserts; nothing, where the reader refuses it."""
    try:
        return frozenset(read(script))
    except Exception:  # whatever the text does to the reader, nothing is certified of it
        return frozenset()


def _accepted(asserted: frozenset[Formula], certificate: Certificate) -> bool:
    try:
        check([*asserted], certificate.given, certificate.proof)
    except (Refused, ValueError, TypeError, LookupError, RecursionError):
        return False
    return True


@cache
def store() -> Store:
    """Return the committed store."""
    return Store(loaded(STORE))


def confirm(scripts: Iterable[str], held: Store | None = None) -> Found:
    """Count the scripts that a certificate refutes.

    :param scripts: SMT-LIB scripts, each counted once
    :param held: where certificates are looked up; left out, the committed store
    """
    held = store() if held is None else held
    asked = dict.fromkeys(scripts)
    trusted = tuple(script for script in asked if held.serving(script) is None)
    return Found(len(asked) - len(trusted), trusted)


def certified(scripts: Sequence[str]) -> int:
    """Return how many scripts a certificate refutes, each counted as often as it stands there."""
    trusted = set(confirm(scripts).trusted)
    return sum(script not in trusted for script in scripts)


def outcome(goals: Sequence[str], branches: Sequence[str]) -> Outcome:
    """Return PROVED when every goal is certified; where no goal took a query, when every branch is.

    :param goals: scripts of a claim's goals
    :param branches: scripts of the branches that were pruned on the way
    """
    kind, scripts = ("goals", goals) if goals else ("branches", branches)
    found = certified(scripts)
    if scripts and found == len(scripts):
        return PROVED
    return open_because(f"identity: {found} of {len(scripts)} {kind} certified")


# The file: formulas and certificates one a line, fractions as text


def loaded(path: Path) -> list[Certificate]:
    """Return the certificates of a file; none when there is no file, or it cannot be read.

    :param path: compressed JSON as ``saved`` writes it
    """
    try:
        stored = json.loads(gzip.decompress(path.read_bytes()))
        formulas = [_formula(written) for written in stored["formulas"]]
        return [
            Certificate(tuple(formulas[n] for n in given), _proof(proof)) for given, proof in stored["certificates"]
        ]
    except (OSError, EOFError, ValueError, TypeError, LookupError, RecursionError, zlib.error):
        return []


def saved(certificates: Sequence[Certificate], path: Path) -> None:
    """Write certificates into a file."""
    formulas = sorted({formula for certificate in certificates for formula in certificate.given}, key=repr)
    numbers = {formula: number for number, formula in enumerate(formulas)}
    rows = [[[numbers[f] for f in certificate.given], _written(certificate.proof)] for certificate in certificates]
    lines = [",\n".join(map(_line, items)) for items in (map(_plain, formulas), sorted(rows, key=_line))]
    text = f'{{"schema": "{SCHEMA}",\n"formulas": [\n{lines[0]}\n],\n"certificates": [\n{lines[1]}\n]}}\n'
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def _line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _plain(formula: Formula) -> list[Any]:
    word, items = formula
    if word in ("and", "or"):
        return [word, [_plain(item) for item in items]]
    return [word, [["*".join(names), str(value)] for names, value in items]]


def _formula(written: Any) -> Formula:
    word, items = written
    if word in ("and", "or"):
        return word, tuple(_formula(item) for item in items)
    return word, _terms(items)


def _terms(items: Any) -> tuple[tuple[tuple[str, ...], Fraction], ...]:
    return tuple((tuple(names.split("*")) if names else (), Fraction(value)) for names, value in items)


def _written(proof: Proof) -> list[Any]:
    at, steps = proof
    if at is None:
        return [None, [[_factor(factor), list(numbers)] for factor, numbers in steps]]
    return [_factor(at), [_written(step) for step in steps]]


def _factor(value: Any) -> Any:
    if isinstance(value, Poly):
        return [["*".join(names), str(number)] for names, number in sorted(value.terms.items())]
    return value if type(value) is int else str(value)


def _proof(written: Any) -> Proof:
    at, steps = written
    if at is None:
        return None, tuple((_read_factor(factor), tuple(numbers)) for factor, numbers in steps)
    return _read_factor(at), tuple(_proof(step) for step in steps)


def _read_factor(written: Any) -> Any:
    if isinstance(written, list):
        return Poly(_terms(written))
    return written if type(written) is int else Fraction(written)


# The command


def main(argv: Sequence[str] | None = None) -> int:
    """Count what is certified, after a search where it is asked for."""
    parser = argparse.ArgumentParser(prog="python -m proofs.contradiction", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--search", action="store_true", help="search for what is missing, and write the store")
    parser.add_argument("--prune", action="store_true", help="leave out what no query needs, and write the store")
    options = parser.parse_args(argv)
    asked = _scripts()
    held, kept = store(), loaded(STORE)
    if options.search:
        kept += _searched(dict.fromkeys(script for pair in asked.values() for each in pair for script in each), held)
    if options.prune:
        needed = {id(held.serving(script)) for pair in asked.values() for each in pair for script in each}
        kept = [certificate for certificate in kept if id(certificate) in needed]
    if options.search or options.prune:
        saved(kept, STORE)
    for name, (goals, branches) in asked.items():
        began = time.process_time()
        told = [f"{confirm(each).certified} of {len(dict.fromkeys(each))}" for each in (goals, branches)]
        print(f"{name}: {told[0]} goals, {told[1]} branches, {time.process_time() - began:.1f} s")
    return 0


def _scripts() -> dict[str, tuple[list[str], list[str]]]:
    """Return every claim's goals and pruned branches as scripts."""
    from .claim import judge
    from .families import CLAIMS
    from .solver import text_of

    found = {}
    for claim in CLAIMS:
        judged = [judge(part, neighbours=False) for part in claim.parts]
        goals = [text_of(query) for each in judged for query in each.goals]
        branches = {id(query): query for each in judged for query in each.pruned}
        found[claim.id] = (goals, [text_of(query) for query in branches.values()])
    return found


def _searched(scripts: Iterable[str], held: Store) -> list[Certificate]:
    """Return a new certificate for each script that had none and for which the search finds one."""
    from .farkas import search

    new = []
    for script in scripts:
        asserted = asserted_by(script)
        found = search(sorted(asserted, key=repr)) if held.serving(script) is None else None
        if found is not None and _accepted(asserted, Certificate(*found)):
            new.append(Certificate(*found))
            held.add(new[-1])
    print(f"{len(new)} certificates found", file=sys.stderr)
    return new


if __name__ == "__main__":
    sys.exit(main())
