"""Answer SMT-LIB scripts, an answer a line: ``python -P engine_process.py z3 | cvc5 [OPTION=VALUE ...]``.

The scripts come on standard input as a JSON list. It runs as a program of its own, so that a hang or a crash of an
engine costs the answers of that engine and nothing else; it imports nothing of elenctic.
"""

import json
import signal
import sys
from collections.abc import Iterator, Mapping
from typing import Any, cast

CPU_SECONDS = 4
"""CPU time of one script for cvc5, whose next strategy may be quicker; z3 gets as long as the process does."""


def by_z3(script: str, options: Mapping[str, str]) -> Iterator[str]:
    """Yield what z3 prints, all at once at its end.

    :param script: SMT-LIB 2.6
    :param options: of z3's module parameters
    :raises ModuleNotFoundError: when z3-solver is not installed
    """
    import z3

    engine = cast(Any, z3)
    for name, value in options.items():
        engine.set_param(name, value)
    context = engine.Context()
    try:
        said = engine.Z3_eval_smtlib2_string(context.ref(), script)
    except engine.Z3Exception as error:  # carries all that was printed, the answers before the fault included
        said = error.value.decode("utf-8", "replace") if isinstance(error.value, bytes) else str(error.value)
    yield from cast(str, said).splitlines()


def by_cvc5(script: str, options: Mapping[str, str]) -> Iterator[str]:
    """Yield what cvc5 prints, command by command; a script that takes too long ends the process.

    :param script: SMT-LIB 2.6
    :param options: of the solver
    :raises ModuleNotFoundError: when cvc5 is not installed
    """
    import cvc5

    engine = cast(Any, cvc5)
    solver = engine.Solver(engine.TermManager())
    for name, value in {**_limited(), **options}.items():
        solver.setOption(name, value)
    parser = engine.InputParser(solver)
    parser.setStringInput(engine.InputLanguage.SMT_LIB_2_6, script, "script")
    while not (command := parser.nextCommand()).isNull() and command.getCommandName() != "exit":
        yield from str(command.invoke(solver, parser.getSymbolManager())).splitlines()


def _limited() -> dict[str, str]:
    """Start the clock of a script: coverings do not heed cvc5's own limit, and only some systems have a signal."""
    if sys.platform == "win32":
        return {"tlimit-per": str(1000 * CPU_SECONDS)}
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
    return {}


def main(engine: str, *options: str) -> int:
    """Print the answers to the scripts on standard input.

    :param engine: "z3" or "cvc5"
    :param options: each as NAME=VALUE
    :raises KeyError: when the engine is another
    """
    answer = {"z3": by_z3, "cvc5": by_cvc5}[engine]
    scripts: list[str] = json.loads(sys.stdin.buffer.read())
    for script in scripts:
        for line in answer(script, dict(option.split("=", 1) for option in options)):
            if line.strip():
                print(line.strip(), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
