"""The last result on disk, trusted only under the digest of everything that it depends on."""

import hashlib
import json
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".proofs-cache"
DEPENDS_ON = ("kernel/elenctic_kernel", "proofs", "spec")
ENGINES = ("z3-solver", "cvc5", "crosshair-tool", "icontract")


def versions() -> dict[str, str]:
    """Return the version of each engine; one that is missing is named so."""
    found = {}
    for name in ENGINES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "missing"
    return found


def digest(ids: Sequence[str], with_mutants: bool) -> str:
    """Return the digest of the question, the sources and the engines' versions."""
    parts = [repr((sorted(ids), with_mutants, sys.version)), repr(versions())]
    hashed = hashlib.sha256("\n".join(parts).encode())
    for folder in DEPENDS_ON:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".py", ".toml", ".gz"):
                hashed.update(f"{path.relative_to(ROOT)}\n{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return hashed.hexdigest()


def read(ids: Sequence[str], with_mutants: bool, schema: str) -> dict[str, Any] | None:
    """Return the stored result of this very question, None where there is none, or it is cut, altered or foreign."""
    asked = digest(ids, with_mutants)
    try:
        stored = json.loads((FOLDER / f"{asked}.json").read_text("utf-8"))
        result = stored["result"]
        whole = stored["sha256"] == _sum([asked, result]) and result["schema"] == schema
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return result if whole else None


def write(ids: Sequence[str], with_mutants: bool, result: dict[str, Any]) -> None:
    """Store a result under the digest of its question, with a sum over both."""
    asked = digest(ids, with_mutants)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{asked}.json").write_text(json.dumps({"sha256": _sum([asked, result]), "result": result}), "utf-8")


def _sum(result: Any) -> str:
    return hashlib.sha256(json.dumps(result, sort_keys=True).encode()).hexdigest()
