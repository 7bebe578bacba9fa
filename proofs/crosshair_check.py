"""CrossHair on each contracted function of the kernel, one process each, judged by what it says.

Only "Confirmed over all paths", once for each postcondition, is PROVED. A counterexample is REFUTED. Everything
else is OPEN: "Not confirmed", "unable to meet precondition", no checkable function, a crash, silence, a timeout,
a missing binary. The exit code alone says nothing: it is 0 for most of these.
"""

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence

from .outcome import PROVED, Answer, Outcome, open_because

TARGETS: Mapping[str, int] = {
    "elenctic_kernel.step.open": 1,
    "elenctic_kernel.step._plan": 1,
    "elenctic_kernel.step._conclude": 1,
    "elenctic_kernel.fold.advance": 1,
}
"""Each contracted function, with the number of postconditions that must be confirmed."""

SECONDS = 400
"""Wall guard of one function; the budget of one condition is counted in CPU seconds by CrossHair."""

COMMAND = (sys.executable, "-m", "crosshair", "check", "--report_all", "--analysis_kind=icontract")
BUDGET = ("--per_condition_timeout=90", "--per_path_timeout=30")

_LINE = re.compile(r"^.+?:[0-9]+: (info|warning|error): (.*)$", re.MULTILINE)
_CONFIRMED = "Confirmed over all paths."


def confirm(
    target: str,
    expected: int = 1,
    *,
    path: Sequence[str] = (),
    command: Sequence[str] = COMMAND,
    seconds: int = SECONDS,
) -> Outcome:
    """Return what CrossHair finds of one function.

    :param target: dotted name of the function
    :param expected: how many postconditions it carries
    :param path: folders to import from first
    :param command: the program, its words up to the target
    :param seconds: wall guard
    """
    joined = os.pathsep.join([*path, *filter(None, [os.environ.get("PYTHONPATH", "")])])
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": joined}
    try:
        ran = subprocess.run(
            [*command, *BUDGET, target],
            capture_output=True, text=True, errors="replace", timeout=seconds, env=environment, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return open_because(f"crosshair: no answer in {seconds} s")
    except OSError as error:
        return open_because(f"crosshair: cannot be run ({error.strerror})")
    return judged(ran.stdout, ran.stderr, ran.returncode, expected)


def judged(out: str, err: str, code: int, expected: int) -> Outcome:
    """Return the outcome that CrossHair's words mean.

    :param out: standard output
    :param err: standard error
    :param code: exit code, used to distrust only
    :param expected: how many postconditions must be confirmed
    """
    if "Traceback" in err or "Traceback" in out or "CrossHairInternal" in err + out:
        return open_because(f"crosshair: crashed ({(err or out).strip().splitlines()[-1][:120]})")
    said = _LINE.findall(out)
    errors = [message for level, message in said if level == "error"]
    if errors:
        return Outcome(Answer.REFUTED, f"crosshair: {errors[0]}")
    confirmed = sum(message == _CONFIRMED for _, message in said)
    if code == 0 and confirmed == expected == len(said):
        return PROVED
    words = "; ".join(message for _, message in said) or (err or out).strip()[:120] or "nothing"
    return open_because(f"crosshair: exit {code}, said {words!r}, {confirmed} of {expected} confirmed")
