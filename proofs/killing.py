"""Let the engines loose on a wrong kernel: which of them notices, and by what.

Each mutant is a copy of the kernel in a folder of its own, imported first by a process of its own. The killers take
turns and the first that notices ends it: Z3 through the explorer (a refuted goal, or a changed number of paths),
CrossHair (a counterexample), enumeration (a small world that differs from the reference). A crash or a timeout of a
killer kills nothing.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from .crosshair_check import TARGETS, confirm
from .mutants import MUTANTS, Mutant
from .outcome import Answer

ROOT = Path(__file__).parents[1]
KERNEL = ROOT / "kernel" / "elenctic_kernel"
PROVER_FIRST = (("z3", "attacked"), ("enumeration", ""), ("z3", "others"), ("crosshair", ""))
WORLDS_FIRST = (("enumeration", ""), ("z3", "attacked"), ("z3", "others"), ("crosshair", ""))
"""The killers in turn: quick ones first, and the whole fold and the regions have loops, which small worlds run."""

STEPWISE = ("FLOOR-PRODUCT.1", "ENCLOSED-REGION.1")
"""Claims about one pass of a loop, or none: their provers are quick as well."""

SECONDS = 120


class Kill(NamedTuple):
    """Hold a mutant's end: the engine that noticed it, empty for a survivor, and what it said."""

    mutant: Mutant
    engine: str
    said: str


def stale(mutant: Mutant) -> bool:
    """Tell whether the old text does not occur exactly once, or the change changes nothing."""
    source = (KERNEL / f"{mutant.module}.py").read_text("utf-8")
    return source.count(mutant.old) != 1 or mutant.old == mutant.new


def attacked(mutant: Mutant, folder: Path) -> Path:
    """Write the wrong kernel below a folder and return the path to import it from."""
    copy = folder / "elenctic_kernel"
    shutil.copytree(KERNEL, copy, ignore=shutil.ignore_patterns("__pycache__"))
    module = copy / f"{mutant.module}.py"
    module.write_text(module.read_text("utf-8").replace(mutant.old, mutant.new), "utf-8")
    return folder


def killers_of(mutant: Mutant) -> tuple[tuple[str, str], ...]:
    """Return the engines in the order in which they are let loose on a mutant."""
    by_prover = mutant.module in ("step", "state", "enclosure") or mutant.attacks in STEPWISE
    return PROVER_FIRST if by_prover else WORLDS_FIRST


def kill(mutant: Mutant) -> Kill:
    """Return which engine notices the mutant first."""
    if stale(mutant):
        return Kill(mutant, "", "stale: its old text does not occur exactly once")
    with tempfile.TemporaryDirectory() as folder:
        path = attacked(mutant, Path(folder))
        for engine, scope in killers_of(mutant):
            said = _noticed(engine, scope, mutant, path)
            if said:
                return Kill(mutant, engine, said)
    return Kill(mutant, "", "survived")


def noticed_by(mutant: Mutant) -> list[str]:
    """Return every engine that notices the mutant."""
    if stale(mutant):
        return []
    with tempfile.TemporaryDirectory() as folder:
        path = attacked(mutant, Path(folder))
        found = [engine for engine, scope in killers_of(mutant) if _noticed(engine, scope, mutant, path)]
    return list(dict.fromkeys(found))


def _noticed(engine: str, scope: str, mutant: Mutant, path: Path) -> str:
    if engine == "crosshair":
        return _by_crosshair(mutant, path)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(path), str(ROOT)]), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "proofs.killing", engine, scope, mutant.attacks, mutant.module]
    try:
        ran = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
        said = json.loads(ran.stdout.splitlines()[-1]) if ran.stdout else {}
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return ""
    own = said.get("kernel", "").startswith(str(path.resolve()))
    return said.get("noticed", "") if own else ""


def _by_crosshair(mutant: Mutant, path: Path) -> str:
    for target, expected in TARGETS.items():
        if target.split(".")[1] == mutant.module or mutant.module == "state":
            found = confirm(target, expected, path=[str(path)])
            if found.answer is Answer.REFUTED:
                return found.reason
    return ""


def kill_all(mutants: Sequence[Mutant] = MUTANTS, *, workers: int = 2) -> Iterator[Kill]:
    """Yield each mutant's end, two at a time, in the order of the list."""
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(kill, mutants)


def _by_z3(scope: str, attacks: str, module: str) -> str:
    """Judge the attacked claim, or all others that run the module's code, without their neighbours."""
    from .claim import judge
    from .families import RUNNING

    for claim in RUNNING.get(module, ()):
        for part in claim.parts if (claim.id == attacks) == (scope == "attacked") else ():
            outcome = judge(part, neighbours=False).outcome
            if outcome.answer is Answer.REFUTED or outcome.paths_changed:
                return f"{claim.id}: {outcome.reason}"
    return ""


def _by_enumeration(module: str) -> str:
    from .enumeration import Mismatch, check_all

    try:
        check_all("step" if module == "state" else module)
    except Mismatch as mismatch:
        return str(mismatch)
    except Exception as error:  # a wrong kernel may raise anything where the reference gives an answer
        return f"{type(error).__name__}: {error}"
    return ""


def main(engine: str, scope: str, attacks: str, module: str) -> None:
    """Print what one engine notices in the kernel that this process imports, and where that kernel lies."""
    import elenctic_kernel

    noticed = _by_z3(scope, attacks, module) if engine == "z3" else _by_enumeration(module)
    print(json.dumps({"kernel": str(Path(elenctic_kernel.__file__).resolve()), "noticed": noticed[:300]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
