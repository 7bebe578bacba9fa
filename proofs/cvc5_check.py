"""cvc5 as a second opinion on the very queries that Z3 answered ``unsat``: goals, and branches that were pruned.

Run as ``python -m proofs.cvc5_check`` it reads scripts and a strategy and prints one answer a line. It runs in a
process of its own, under a CPU limit for each script that ends the process: a hang or a crash costs that script
its answer, and nothing else. Cylindrical coverings decide these goals in milliseconds, nearly always; what one
strategy leaves unanswered goes to the next.
"""

import hashlib
import json
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence

from .outcome import PROVED, Outcome, open_because

STRATEGIES: tuple[Mapping[str, str], ...] = (
    {"nl-ext": "none", "nl-cov": "true", "nl-cov-linear-model": "initial"},
    {"nl-ext": "light", "nl-cov": "true"},
    {"nl-ext": "none", "nl-cov": "true"},
    {},
)
CPU_SECONDS = 4
"""CPU time of one script under one strategy."""

SECONDS = 200
"""Wall guard of one run over many scripts."""

RESTARTS = 12
"""How often the process may be lost before the rest is left OPEN."""

COMMAND = (sys.executable, "-m", "proofs.cvc5_check")
SETTLED = ("sat", "unsat")

_answers: dict[str, str] = {}
"""What cvc5 said of each script, by digest; claims share pruned branches."""


class EngineError(Exception):
    """Say why cvc5 gave no answer at all."""


def confirm(scripts: Sequence[str], *, command: Sequence[str] = COMMAND, seconds: float = SECONDS) -> Outcome:
    """Return PROVED when cvc5 answers unsat to every script; anything else is OPEN.

    :param scripts: SMT-LIB scripts
    :param command: the program that answers them
    :param seconds: wall guard of one run of the program
    """
    if not scripts:
        return open_because("cvc5: nothing was asked")
    named = {hashlib.sha256(script.encode()).hexdigest(): script for script in scripts}
    try:
        for strategy in STRATEGIES:
            left = {name: script for name, script in named.items() if _answers.get(name) not in SETTLED}
            _answers.update(_with_strategy(left, strategy, command, seconds))
    except EngineError as error:
        return open_because(f"cvc5: {error}")
    odd = sorted({_answers[name] for name in named} - {"unsat"})
    return open_because(f"cvc5: says {', '.join(odd)}") if odd else PROVED


def replies(scripts: Sequence[str], *, command: Sequence[str] = COMMAND, seconds: float = SECONDS) -> list[str]:
    """Return what cvc5 says of each script, asked anew.

    :param scripts: SMT-LIB scripts
    :param command: the program that answers them
    :param seconds: wall guard of everything together
    :raises EngineError: when it gives no answer at all, or none in time
    """
    until, said = time.monotonic() + seconds, dict[str, str]()
    for strategy in STRATEGIES:
        left = {str(at): script for at, script in enumerate(scripts) if said.get(str(at)) not in SETTLED}
        said.update(_with_strategy(left, strategy, command, seconds, until))
    return [said[str(at)] for at in range(len(scripts))]


def _with_strategy(
    named: Mapping[str, str],
    strategy: Mapping[str, str],
    command: Sequence[str],
    seconds: float,
    until: float | None = None,
) -> dict[str, str]:
    """Ask about every script, going on behind one that ended the process."""
    answers: dict[str, str] = {}
    left, losses = list(named), 0
    while left:
        lasts = seconds if until is None else min(seconds, until - time.monotonic())
        said = _run([named[name] for name in left], strategy, command, lasts)
        answers.update(zip(left, said, strict=False))
        if len(said) >= len(left):
            return answers
        losses += 1
        if losses > RESTARTS:
            raise EngineError(f"the process was lost {losses} times")
        answers[left[len(said)]] = "unknown (the process ended)"
        left = left[len(said) + 1 :]
    return answers


def _run(scripts: list[str], strategy: Mapping[str, str], command: Sequence[str], seconds: float) -> list[str]:
    """Return the answers, fewer than scripts only where a signal ended the process before the last of them."""
    if seconds <= 0:
        raise EngineError("no answer in time")
    asked = json.dumps({"scripts": scripts, "strategy": dict(strategy)})
    try:
        ran = subprocess.run(
            command, input=asked, capture_output=True, text=True, errors="replace", timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        raise EngineError(f"no answer in {seconds} s") from None
    except OSError as error:
        raise EngineError(f"cannot be run ({error.strerror})") from error
    *lines, rest = ran.stdout.split("\n")
    lost = ran.returncode < 0 and len(lines) < len(scripts)
    if not lost and (ran.returncode != 0 or rest or len(lines) != len(scripts)):
        raise EngineError(f"exit {ran.returncode}, {len(lines)} answers to {len(scripts)} scripts, and {rest[:40]!r}")
    return lines


def answer(script: str, strategy: Mapping[str, str]) -> str:
    """Return what cvc5 says of one script."""
    import cvc5

    solver = cvc5.Solver(cvc5.TermManager())
    for name, value in strategy.items():
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "goal")
    said: list[str] = []
    while not (command := parser.nextCommand()).isNull():
        said.append(str(command.invoke(solver, parser.getSymbolManager())).strip())
    return " ".join(" ".join(said).split()) or "nothing"


def main() -> int:
    """Answer the scripts on standard input; SIGPROF, left to its default, ends the process when one takes too long."""
    asked = json.load(sys.stdin)
    for script in asked["scripts"]:
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
        print(answer(script, asked["strategy"]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
