"""cvc5 as a second opinion on the very queries that Z3 answered ``unsat``: goals, and branches that were pruned.

Run as ``python -m proofs.cvc5_check`` it reads a JSON list of SMT-LIB scripts and prints one answer a line, so that
a crash or a hang of the solver ends in OPEN and nowhere else. Cylindrical coverings come first: they decide these
real goals in milliseconds, where incremental linearization gives up.
"""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence

from .outcome import PROVED, Outcome, open_because

STRATEGIES: tuple[dict[str, str], ...] = ({"nl-ext": "none", "nl-cov": "true"}, {})
LIMIT_MS = 5_000
SECONDS = 240
COMMAND = (sys.executable, "-m", "proofs.cvc5_check")

_answers: dict[str, str] = {}
"""What cvc5 said of each script by its digest; claims share pruned branches."""


def answer(script: str) -> str:
    """Return what cvc5 says of one script: unsat, sat, or unknown with its reason."""
    said = "unknown"
    for options in STRATEGIES:
        said = _ask(script, options)
        if said in ("sat", "unsat"):
            break
    return said


def _ask(script: str, options: dict[str, str]) -> str:
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    for name, value in {**options, "tlimit-per": str(LIMIT_MS)}.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "goal")
    said: list[str] = []
    while not (command := parser.nextCommand()).isNull():
        said += [str(command.invoke(solver, parser.getSymbolManager())).strip()]
    return " ".join(filter(None, said)) or "nothing"


def confirm(scripts: Sequence[str], *, command: Sequence[str] = COMMAND, seconds: float = SECONDS) -> Outcome:
    """Return PROVED when cvc5 answers unsat to every script; anything else is OPEN.

    :param scripts: SMT-LIB scripts
    :param command: the program that answers them
    :param seconds: wall guard for all of them
    """
    if not scripts:
        return open_because("cvc5: nothing was asked")
    named = {hashlib.sha256(script.encode()).hexdigest(): script for script in scripts}
    new = {name: script for name, script in named.items() if name not in _answers}
    if new:
        said = _collect(list(new.values()), command, seconds)
        if isinstance(said, Outcome):
            return said
        _answers.update(zip(new, said, strict=True))
    odd = sorted({_answers[name] for name in named} - {"unsat"})
    return open_because(f"cvc5: says {', '.join(odd)}") if odd else PROVED


def _collect(scripts: list[str], command: Sequence[str], seconds: float) -> list[str] | Outcome:
    try:
        ran = subprocess.run(
            command, input=json.dumps(scripts), capture_output=True, text=True, timeout=seconds, check=False,
            env=dict(os.environ),
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return open_because(f"cvc5: no answer in {seconds} s")
    except OSError as error:
        return open_because(f"cvc5: cannot be run ({error.strerror})")
    lines = ran.stdout.splitlines()
    if ran.returncode != 0 or len(lines) != len(scripts):
        return open_because(f"cvc5: exit {ran.returncode}, {len(lines)} answers to {len(scripts)} scripts")
    return lines


def main() -> int:
    """Answer the scripts on standard input."""
    for script in json.load(sys.stdin):
        print(answer(script).replace("\n", " "), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
