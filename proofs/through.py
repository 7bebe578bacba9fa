"""A wrong kernel cannot get through: ``python -m proofs.through [NAME ...] [--only STAGE]`` tries mutants on two gates.

Each mutant is a copy of this checkout with one change. Two stages must notice it, each by itself: the proof of the
claim that it attacks, and the kernel's unit tests. The unchanged copy must pass both first, or red would say nothing.
Exit 0: both are red for every mutant. 1: one stayed GREEN, or the unchanged copy is red. It takes long, so that the
gate does not run it; the engines one by one are let loose in ``killing``.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from shutil import copy2
from typing import NamedTuple

from .killing import ROOT, stale
from .mutants import MUTANTS, Mutant

STAGES = ("proofs", "tests")
COPIED = ("kernel", "bindings", "proofs", "spec", "tests", "pyproject.toml")
SECONDS = 240
"""Wall guard of one stage. A stage that does not end within it is red, as it is in a gate."""

UNTIMED = ("-k", "not second")
"""Tests that measure time are left out: on a busy machine they are red of any kernel."""

NICE = 5
"""How far the runs stand back behind other work on the machine."""

GREEN, NOT_RUN = "GREEN", "not run"


class Passage(NamedTuple):
    """Hold what each stage said of one mutant; GREEN is a way through."""

    name: str
    proofs: str
    tests: str

    @property
    def shut(self) -> bool:
        """Tell whether every stage that ran is red."""
        return all(words.startswith(("red", NOT_RUN)) for words in (self.proofs, self.tests))


@contextmanager
def checkout(mutant: Mutant | None = None) -> Iterator[Path]:
    """Copy the tracked files to a folder of their own and apply the mutant there."""
    listed = subprocess.run(["git", "ls-files", *COPIED], cwd=ROOT, capture_output=True, text=True, check=True)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve()
        for name in listed.stdout.splitlines():
            if (ROOT / name).exists():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                copy2(ROOT / name, copy / name)
        if mutant is not None:
            module = copy / "kernel" / "elenctic_kernel" / f"{mutant.module}.py"
            module.write_text(module.read_text("utf-8").replace(mutant.old, mutant.new), "utf-8")
        yield copy


def in_order(copy: Path, module: str) -> list[list[str]]:
    """Return the unit tests in turns: those that name the changed module, those of the kernel, and the rest.

    Most mutants are noticed in the first turn, which is spared the collection of all others.
    """
    turns: list[list[str]] = [[], [], []]
    for path in sorted((copy / "tests" / "unit").glob("test_*.py")):
        text = path.read_text("utf-8")
        of_kernel = "elenctic_kernel" in text
        named = path.stem in (f"test_{module}", "test_contracts")
        nearest = (named and of_kernel) or re.search(rf"elenctic_kernel(\.| import .*\b){module}\b", text)
        turn = 0 if nearest else 1 if of_kernel else 2
        turns[turn].append(str(path.relative_to(copy)))
    return turns


def _run(copy: Path, *words: str) -> tuple[int | None, str]:
    """Run a module of Python in the copy; the code is None where it did not end in time."""
    paths = (copy / "kernel", copy / "bindings", copy)
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    try:
        ran = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=copy, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None, f"no end in {SECONDS} s"
    return ran.returncode, ran.stdout if ran.stdout.strip() else ran.stderr


def by_tests(copy: Path, module: str) -> str:
    """Return what the kernel's unit tests say: GREEN, red with the first test that fails, or BROKEN."""
    for turn in in_order(copy, module):
        code, said = _run(copy, "pytest", "-q", "-x", "-p", "no:cacheprovider", "--tb=no", *UNTIMED, *turn)
        failed = [line.split(" ")[1] for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        if code is None or failed:
            return f"red ({failed[0].removeprefix('tests/unit/') if failed else said})"
        if code != 0:
            return f"BROKEN (exit {code}: {said.strip()[-120:]!r})"
    return GREEN


def by_proofs(copy: Path, claim: str) -> str:
    """Return what the proof of one claim says: GREEN, red with its exit code, or BROKEN.

    Exit codes other than 1 (refuted) and 3 (open) do not come from the proof, and so notice nothing.
    """
    code, said = _run(copy, "proofs", claim, "--fresh", "--json", "--no-mutants")
    if code == 0:
        return GREEN
    if code is None:
        return f"red ({said})"
    try:
        result = json.loads(said)
        (found,) = result["claims"]
        why = found["reason"] or "; ".join(result["mismatches"])
    except (ValueError, KeyError):
        return f"BROKEN (exit {code}: {said.strip()[-120:]!r})"
    return f"red (exit {code}, {found['outcome']}: {why[:90]})" if code in (1, 3) and why else f"BROKEN ({code})"


def passage(mutant: Mutant, stages: Sequence[str] = STAGES) -> Passage:
    """Return what the stages say of a mutant."""
    if stale(mutant):
        return Passage(mutant.name, "BROKEN (stale)", "BROKEN (stale)")
    with checkout(mutant) as copy:
        proofs = by_proofs(copy, mutant.attacks) if "proofs" in stages else NOT_RUN
        return Passage(mutant.name, proofs, by_tests(copy, mutant.module) if "tests" in stages else NOT_RUN)


def unchanged(mutants: Sequence[Mutant], stages: Sequence[str]) -> list[str]:
    """Return what is red although nothing was changed, each attacked claim and the tests asked once."""
    claims = sorted({mutant.attacks for mutant in mutants}) if "proofs" in stages else []
    with checkout() as copy, ThreadPoolExecutor(2) as pool:
        tests = pool.submit(by_tests, copy, "step") if "tests" in stages else None
        said = dict(zip(claims, pool.map(lambda claim: by_proofs(copy, claim), claims), strict=True))
        said["tests/unit"] = tests.result() if tests else GREEN
    return [f"{name}: {words}" for name, words in said.items() if words != GREEN]


def main(argv: Sequence[str] | None = None) -> int:
    """Print mutant after mutant what each stage said, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m proofs.through", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutants to try; left out, all of them")
    parser.add_argument("--only", choices=STAGES, help="one stage; left out, both")
    options = parser.parse_args(argv)
    unknown = sorted(set(options.names) - {mutant.name for mutant in MUTANTS})
    if unknown:
        parser.error(f"no such mutant: {', '.join(unknown)}")
    os.nice(NICE)
    chosen = [mutant for mutant in MUTANTS if not options.names or mutant.name in options.names]
    stages, began = (options.only,) if options.only else STAGES, time.monotonic()
    if red := unchanged(chosen, stages):
        print("the unchanged copy is red:", *red, sep="\n  ")
        return 1
    print(f"the unchanged copy is green after {time.monotonic() - began:.0f} s", flush=True)
    print("number\tmutant\tproofs\tkernel tests")
    passages = []
    with ThreadPoolExecutor(2) as pool:
        for number, found in enumerate(pool.map(lambda mutant: passage(mutant, stages), chosen), 1):
            passages.append(found)
            print(f"{number}/{len(chosen)}\t{found.name}\t{found.proofs}\t{found.tests}", flush=True)
    return _summed(passages, time.monotonic() - began)


def _summed(passages: Sequence[Passage], seconds: float) -> int:
    proofs, tests = (
        sum(words.startswith("red") for words in column) for column in list(zip(*passages, strict=True))[1:]
    )
    shut = sum(found.shut for found in passages)
    print(f"red in the proofs: {proofs} of {len(passages)}; in the kernel tests: {tests}; in both: {shut}")
    print(f"{seconds:.0f} s")
    return 0 if passages and shut == len(passages) else 1


if __name__ == "__main__":
    sys.exit(main())
