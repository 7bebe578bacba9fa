"""``elenctic prove``: run the proofs of the ledger's claims, from a checkout."""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from ..errors import DesignError
from ..exits import EXIT_INTERNAL, EXIT_NO, EXIT_OPEN, EXIT_YES
from ..extras import MissingPartError
from . import add_verb

ENGINES = {"z3": "z3", "cvc5": "cvc5", "crosshair": "crosshair"}
"""The engines of the extra proofs, each with the module that must be there."""


def add(verbs: Any) -> None:
    """Add the parser of the verb."""
    about = "Run the proofs of the ledger's claims, from a checkout."
    verb = add_verb(verbs, "prove", about, "elenctic prove REGION-INTERVAL.1")
    verb.add_argument("ids", nargs="*", metavar="ID", help="claims to prove; left out, all of them, with mutants")
    verb.add_argument("--fresh", action="store_true", help="do not read the stored result")
    verb.set_defaults(verb=run)


def run(options: argparse.Namespace) -> int:
    """Run the proofs, pass their output through, and return the exit code.

    :param options: as parsed
    :raises DesignError: when an ID is unknown, or names a claim that no engine proves
    :raises MissingPartError: when there is no checkout, or the extra proofs is not installed
    Source: design rule "exit codes"; no claim.
    """
    ids = list(dict.fromkeys(options.ids))
    wanted = _checked(ids)
    root = _place(ids)
    words = [*ids, *(["--json"] if options.json else []), *(["--fresh"] if options.fresh else [])]
    done = subprocess.run(
        [sys.executable, "-m", "proofs", *words],
        cwd=root,
        env=_environment(root),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="backslashreplace",
        check=False,
    )
    print(done.stdout, end="")
    found = outcome_of(done.stdout, wanted) if options.json else table_outcome(done.stdout, wanted)
    if options.json and not done.stdout.strip():
        said = DesignError(
            "a result of the proofs", f"none, exit {done.returncode}", "elenctic prove, and read what it says"
        )
        print(json.dumps(said.to_dict()))
    return exit_code(done.returncode, found)


def _checked(ids: Sequence[str]) -> list[str]:
    """Return the IDs that have to end PROVED."""
    from ..claims import claim, ledger

    for cited in map(claim, ids):
        if cited.kind != "proved":
            got = f"{cited.id}, which is {cited.kind}"
            raise DesignError("the ID of a proved claim", got, f"elenctic cite {cited.id}", field="prove")
    return list(ids) or [cited.id for cited in ledger().values() if cited.kind == "proved"]


def _place(ids: Sequence[str]) -> Path:
    """Return the checkout, where it has all that the proofs need."""
    from importlib.util import find_spec

    from ..claims import checkout

    root = checkout()
    again = " ".join(["elenctic prove", *ids])
    install = 'pip install -e ".[proofs]"'
    if root is None:
        write = f"{install} in a clone of elenctic's repository, then {again}"
        raise MissingPartError("a checkout of elenctic", "an installed package, without the proofs", write)
    missing = [module for module in ENGINES.values() if find_spec(module) is None]
    if missing:
        raise MissingPartError('the extra "proofs"', f"no module {', '.join(missing)}", f"{install} in the checkout")
    return root


def _environment(root: Path) -> dict[str, str]:
    """Return the environment in which the checkout's own kernel is the one that is proved."""
    folders = [str(root / "kernel"), str(root / "bindings"), str(root)]
    given = os.environ.get("PYTHONPATH")
    paths = os.pathsep.join([*folders, *([given] if given else [])])
    return {**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"}


def outcome_of(text: str, wanted: Sequence[str]) -> int:
    """Return the exit code that a JSON result stands for, read from what it says of each claim.

    :param text: what the proofs printed
    :param wanted: the claims that have to end PROVED
    Never raises.
    Source: design rule "read what the engine says, never its exit code alone"; no claim.
    """
    try:
        value: Any = json.loads(text)
        outcomes = {claim["id"]: claim["outcome"] for claim in value["claims"]}
        survived = value["mutants"]["killed"] != value["mutants"]["total"]
        mismatches = cast("list[str]", value["mismatches"])
    except (ValueError, KeyError, TypeError):
        return EXIT_OPEN
    if "REFUTED" in outcomes.values() or survived or mismatches:
        return EXIT_NO
    proved = bool(wanted) and all(outcomes.get(name) == "PROVED" for name in [*wanted, *outcomes])
    return EXIT_YES if proved else EXIT_OPEN


def table_outcome(text: str, wanted: Sequence[str]) -> int:
    """Return the exit code that a table stands for, read from its rows.

    :param text: what the proofs printed
    :param wanted: the claims that have to end PROVED
    Never raises.
    Source: design rule "read what the engine says, never its exit code alone"; no claim.
    """
    if re.search(r"^\S+ +REFUTED |  SURVIVED$|^mismatch: ", text, flags=re.MULTILINE):
        return EXIT_NO
    proved = set(re.findall(r"^(\S+) +PROVED ", text, flags=re.MULTILINE))
    return EXIT_YES if wanted and set(wanted) <= proved else EXIT_OPEN


def exit_code(returned: int, found: int) -> int:
    """Return what the process and its output agree on; whatever they do not agree on is open.

    :param returned: the process's exit code, negative for a signal
    :param found: the exit code that its output stands for
    Never raises.
    Source: design rule "a crash and empty output are OPEN"; no claim.
    """
    return returned if returned in (found, EXIT_INTERNAL) else EXIT_OPEN
