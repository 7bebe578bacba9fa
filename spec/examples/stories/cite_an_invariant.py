"""An author's ten minutes: from the list of claims to a citation whose file anyone can check and replay.

Run it with ``python spec/examples/stories/cite_an_invariant.py``; it writes nothing. The proof is run where z3 and cvc5
are installed (the extra smt), the file is checked where the package carries it.
"""

import contextlib
import hashlib
import io
import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from elenctic.cli import main as elenctic
from elenctic.invariant_index import found as index_found

CITED = "REGION-INTERVAL.1"


def said(*words: str, exits: int = 0) -> Any:
    """Return the JSON value that a command prints."""
    with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.redirect_stderr(io.StringIO()):
        assert elenctic([*words, "--json"]) == exits
    return json.loads(printed.getvalue())


def main() -> None:
    print("1. What is proved, by which engines? And what is only assumed?\n")
    assert elenctic(["claims", "--class", "proved"]) == 0
    assumed = [claim["id"] for claim in said("claims", "--class", "assumed")["claims"]]
    print("\nassumed:", ", ".join(assumed), "\n")
    assert "EXECUTION-RELIABLE.1" in assumed

    print(f"2. Quote {CITED}: what it says, under which hypotheses, and what it does not cover.\n")
    assert elenctic(["cite", CITED]) == 0
    quoted = said("cite", CITED)
    assert quoted["not_covered"]
    print()
    assert elenctic(["cite", CITED, "--bibtex"]) == 0

    print("\n3. Does it still hold? Ask z3 and cvc5 again about the file that is shipped.\n")
    if index_found() is None:
        print("This package carries no index of invariants; in a checkout: elenctic prove", CITED)
        return
    if find_spec("z3") and find_spec("cvc5"):
        (ended,) = said("prove", CITED, "--shipped")["claims"]
        print(ended["id"], ended["outcome"], ended["engines"], "statement re-derived from code:", ended["rederived"])
        assert ended["outcome"] == "PROVED"
    else:
        print('Not run: it takes pip install "elenctic[smt]"')

    print("\n4. Trust nobody: the file's digests with the standard library alone.\n")
    file = quoted["file"]
    data = Path(file["path"]).read_bytes()
    blob = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()  # what git hash-object prints
    print(file["name"], hashlib.sha256(data).hexdigest(), f"swh:1:cnt:{blob}", sep="\n")
    assert hashlib.sha256(data).hexdigest() == file["sha256"]
    assert f"swh:1:cnt:{blob}" == file["swhid"]
    assert data.count(b"(check-sat)") == file["queries"]

    print("\n5. And without Elenctic at all:\n")
    print(quoted["replay"]["z3"], quoted["replay"]["cvc5"], f"must answer unsat {file['queries']} times", sep="\n")


if __name__ == "__main__":
    main()
