"""Exhaustion as an engine beside a proof: the small worlds of one claim, played out in a process of their own.

Run as ``python -m proofs.exhaustion_check ID`` it prints one answer. A crash, a hang or other words are OPEN. Not
covered: any world that ``exhaustion`` does not name.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from .exhaustion import EXHAUSTED
from .outcome import PROVED, Answer, Outcome, open_because

ROOT = Path(__file__).parents[1]
COMMAND = (sys.executable, "-m", "proofs.exhaustion_check")
SECONDS = 300
"""Wall guard for the worlds of one claim."""


def exhausted(name: str) -> Outcome:
    """Return what the worlds of a claim show: PROVED where it holds in each of them and is attained in some."""
    try:
        found = list(EXHAUSTED[name]())
    except Exception as error:  # whatever stops the exhaustion leaves the claim open
        return open_because(f"enumeration: {type(error).__name__}: {error}")
    for each in found:
        if not each.holds:
            return Outcome(Answer.REFUTED, f"enumeration: {each.world}: {each.extreme} against {each.bound}")
    return PROVED if any(each.tight for each in found) else open_because("enumeration: attained in no world")


def confirm(name: str, *, command: Sequence[str] = COMMAND, seconds: float = SECONDS) -> Outcome:
    """Return what the worlds of a claim show, asked of a process of its own.

    :param name: ID of a claim whose worlds are exhausted
    :param command: the program that plays them out
    :param seconds: wall guard
    """
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "kernel")]),
        "PYTHONHASHSEED": "0",
    }
    try:
        ran = subprocess.run(
            [*command, name], capture_output=True, text=True, timeout=seconds, env=environment, check=False
        )
    except subprocess.TimeoutExpired:
        return open_because(f"enumeration: no answer in {seconds} s")
    except OSError as error:
        return open_because(f"enumeration: cannot be run ({error.strerror})")
    try:
        said = json.loads(ran.stdout)
        outcome = Outcome(Answer(said["answer"]), said["reason"])
        own = ran.returncode == 0 and said["claim"] == name
    except (ValueError, KeyError, TypeError):
        own, outcome = False, PROVED
    return outcome if own else open_because(f"enumeration: exit {ran.returncode}, said {ran.stdout[:120]!r}")


def main(name: str) -> None:
    """Print the answer of one claim's worlds."""
    found = exhausted(name)
    print(json.dumps({"claim": name, "answer": found.answer.value, "reason": found.reason}))


if __name__ == "__main__":
    main(*sys.argv[1:])
