"""Let the engines loose on a wrong statement: the claim must no longer be proved of the kernel as it is.

Each mutant is a copy of this package in a folder of its own, imported first by a process of its own. Z3 notices it by
a refuted goal, a changed number of paths or ends, or a neighbour that is no longer refuted; cvc5 by a query that it
says can hold. A crash, a timeout or ``unknown`` notices nothing. Not covered: a statement that is merely weaker, and
still refutes its neighbours, is a true one; that it says less is noticed where wrong kernels get past it.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import cvc5_check
from .killing import Kill
from .mutants import Mutant
from .outcome import Answer, Outcome
from .solver import text_of
from .statement_mutants import STATEMENTS

ROOT = Path(__file__).parents[1]
SECONDS = 120
ENGINES = ("z3", "cvc5")


def stale(mutant: Mutant) -> bool:
    """Tell whether the old text does not occur exactly once, or the change changes nothing."""
    source = (ROOT / "proofs" / f"{mutant.module}.py").read_text("utf-8")
    return source.count(mutant.old) != 1 or mutant.old == mutant.new


def kill(mutant: Mutant) -> Kill:
    """Return which engine notices the wrong statement first."""
    if stale(mutant):
        return Kill(mutant, "", "stale: its old text does not occur exactly once")
    for engine, said in _noticed(mutant, "first").items():
        return Kill(mutant, engine, said)
    return Kill(mutant, "", "survived")


def kill_all(mutants: Sequence[Mutant] = STATEMENTS, *, workers: int = 2) -> Iterator[Kill]:
    """Yield each mutant's end, two at a time, in the order of the list."""
    with ThreadPoolExecutor(workers) as pool:
        yield from pool.map(kill, mutants)


def noticed_by(mutant: Mutant) -> list[str]:
    """Return every engine that notices the wrong statement."""
    return [] if stale(mutant) else list(_noticed(mutant, "all"))


def _noticed(mutant: Mutant, scope: str) -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder).resolve()
        shutil.copytree(ROOT / "proofs", path / "proofs", ignore=shutil.ignore_patterns("__pycache__"))
        module = path / "proofs" / f"{mutant.module}.py"
        module.write_text(module.read_text("utf-8").replace(mutant.old, mutant.new), "utf-8")
        paths = os.pathsep.join(map(str, (path, ROOT / "kernel", ROOT)))
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "proofs.statement_killing", scope, mutant.attacks]
        try:
            ran = subprocess.run(
                command, cwd=path, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
            )
            said = json.loads(ran.stdout.splitlines()[-1]) if ran.stdout else {}
        except (subprocess.TimeoutExpired, json.JSONDecodeError):
            return {}
        noticed: dict[str, str] = said.get("noticed", {}) if said.get("proofs") == str(path) else {}
        return noticed


def disproved(outcome: Outcome) -> bool:
    """Tell whether an outcome says that the statement is wrong, and not only that no answer was found."""
    neighbour = "the neighbour is not refuted" in outcome.reason
    return outcome.answer is Answer.REFUTED or outcome.paths_changed or neighbour


def notice(claim: str, scope: str) -> Mapping[str, str]:
    """Return what each engine says of a claim that is no longer true: the first engine, or all."""
    from .claim import judge
    from .ledger import by_id

    noticed: dict[str, str] = {}
    for part in by_id()[claim].parts:
        found = judge(part)
        if "z3" not in noticed and disproved(found.outcome):
            noticed["z3"] = found.outcome.reason
        wanted = scope == "all" or found.outcome.answer is Answer.PROVED
        if wanted and found.goals and "sat" in _second([text_of(query) for query in found.goals]):
            noticed["cvc5"] = f"{part.name}: says sat"
        if noticed and (scope == "first" or len(noticed) == len(ENGINES) or found.outcome.answer is Answer.REFUTED):
            break
    return noticed


def _second(scripts: Sequence[str]) -> list[str]:
    try:
        return cvc5_check.replies(scripts)
    except cvc5_check.EngineError:
        return []


def main(scope: str, claim: str) -> None:
    """Print what the engines notice of the statements that this process imports, and where those lie."""
    noticed = {engine: said[:300] for engine, said in notice(claim, scope).items()}
    print(json.dumps({"proofs": str(ROOT.resolve()), "noticed": noticed}))


if __name__ == "__main__":
    main(*sys.argv[1:])
