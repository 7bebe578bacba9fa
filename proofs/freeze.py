"""Freeze what is claimed: a changed statement is a new revision, or the gate is red.

Two digests for each claim. ``words`` is that of its sentence, formula and hypotheses, white space apart: it never
changes under one ID. ``formal`` is that of the goals, worlds and supports as written in this package, comments,
docstrings and layout apart, everything that they call included; it may change with a reason that is kept beside it,
when the same statement is written in another way.
"""

import argparse
import ast
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE = Path(__file__).parent
FROZEN = PACKAGE.parent / "spec/frozen.json"
SCHEMA = "elenctic.frozen/1"

MACHINERY = ("claim", "explorer", "supply", "symbols", "solver", "outcome", "contracts")
"""Modules that judge statements and are none."""


class Name(NamedTuple):
    """Hold a name at the top of one module of this package."""

    module: str
    name: str


@cache
def definitions(module: str) -> Mapping[str, ast.stmt]:
    """Return what stands at the top of a module of this package, by name, docstrings left out."""
    tree = _bare(PACKAGE / f"{module}.py")
    return {name: node for node in _statements(tree.body) for name in _names_bound(node)}


def _bare(path: Path) -> ast.Module:
    """Return a module without its docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    for part in ast.walk(tree):
        body = getattr(part, "body", None)
        if isinstance(body, list) and len(body) > 1 and _is_text(body[0]):
            del body[0]
    return tree


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign | ast.ImportFrom):
            yield node


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _names_bound(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.ImportFrom):
        return [alias.asname or alias.name for alias in node.names] if node.level == 1 else []
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]


def _referred(node: ast.stmt) -> Iterator[tuple[str, str]]:
    """Yield every name in a statement, with the attribute that is taken of it where one is."""
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
            yield part.value.id, part.attr
        elif isinstance(part, ast.Name):
            yield part.id, ""


def _resolved(module: str, name: str, attribute: str) -> Name | None:
    node = definitions(module).get(name)
    if node is None:
        return None
    if not isinstance(node, ast.ImportFrom):
        return Name(module, name)
    original = next(alias.name for alias in node.names if (alias.asname or alias.name) == name)
    target = Name(node.module, original) if node.module else Name(original, attribute)
    here = target.name and target.module not in MACHINERY and target.name in definitions(target.module)
    return target if here else None


def formal(start: Name) -> str:
    """Return the digest of a definition and of every other that it leads to."""
    waiting, seen = [start], {start}
    while waiting:
        at = waiting.pop()
        node = definitions(at.module)[at.name]
        for name, attribute in _referred(node):
            found = _resolved(at.module, name, attribute)
            if found is not None and found not in seen:
                seen.add(found)
                waiting.append(found)
    parts = [f"{at.module}.{at.name} {ast.unparse(definitions(at.module)[at.name])}" for at in sorted(seen)]
    return sha256_of(parts)


def kernel() -> str:
    """Return the digest of the kernel as code: comments, docstrings and layout apart."""
    import elenctic_kernel

    sources = sorted(Path(elenctic_kernel.__file__).parent.glob("*.py"))
    return sha256_of([f"{path.stem} {ast.unparse(_bare(path))}" for path in sources])


def sha256_of(parts: list[str]) -> str:
    """Return the digest of some texts in their order."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def words(entry: Mapping[str, Any]) -> str:
    """Return the digest of what a ledger entry says, white space apart."""
    said = [entry["statement"], entry["formula"], *entry["hypotheses"]]
    return sha256_of([" ".join(text.split()) for text in said])


def starts() -> dict[str, Name]:
    """Return where each claim that is proved here is written."""
    found = {}
    for path in sorted(PACKAGE.glob("*_claims.py")):
        for name, node in definitions(path.stem).items():
            if isinstance(node, ast.Assign) and _claims(node):
                found[_claims(node)] = Name(path.stem, name)
    return found


def _claims(node: ast.Assign) -> str:
    value = node.value
    named = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "Claim"
    first = value.args[0] if isinstance(value, ast.Call) and value.args else None
    return str(first.value) if named and isinstance(first, ast.Constant) else ""


def now() -> dict[str, dict[str, str]]:
    """Return both digests of every claim as they are now; those that nothing proves have words only."""
    from .ledger import ledger

    at = starts()
    return {
        entry["id"]: {"words": words(entry), **({"formal": formal(at[entry["id"]])} if entry["id"] in at else {})}
        for entry in ledger()
    }


def frozen() -> dict[str, dict[str, str]]:
    """Return both digests of every claim as they were frozen."""
    stored = json.loads(FROZEN.read_text("utf-8"))
    if stored.get("schema") != SCHEMA:
        raise ValueError(f"{FROZEN.name}: expected schema {SCHEMA}")
    found: dict[str, dict[str, str]] = stored["claims"]
    return found


def changes() -> list[str]:
    """Return what differs from what was frozen; each is red."""
    before, after = frozen(), now()
    said = [f"{name}: was frozen and is gone; a superseded claim stays" for name in before.keys() - after.keys()]
    said += [f"{name}: not frozen; write python -m proofs.freeze" for name in after.keys() - before.keys()]
    for name in before.keys() & after.keys():
        if before[name]["words"] != after[name]["words"]:
            said.append(f"{name}: its words changed; a changed meaning is a new revision with an ID of its own")
        elif before[name].get("formal") != after[name].get("formal"):
            said.append(f'{name}: its goals changed; a new revision, or python -m proofs.freeze {name} "why"')
    return sorted(said)


def main(argv: list[str] | None = None) -> int:
    """Freeze what is new; with an ID and a reason, freeze again how that claim is written."""
    parser = argparse.ArgumentParser(prog="python -m proofs.freeze", description=main.__doc__)
    parser.add_argument("id", nargs="?", help="a claim whose goals are written in another way")
    parser.add_argument("why", nargs="?", help="why it is the same statement all the same")
    options = parser.parse_args(argv)
    kept, after = (frozen() if FROZEN.exists() else {}), now()
    for name, digests in after.items():
        kept.setdefault(name, digests)
    if options.id:
        if not options.why or options.id not in after or kept[options.id]["words"] != after[options.id]["words"]:
            parser.error("expected the ID of a claim whose words are as they were, and a reason")
        kept[options.id] = {**after[options.id], "why": options.why}
    text = json.dumps({"schema": SCHEMA, "claims": dict(sorted(kept.items()))}, indent=1)
    FROZEN.write_text(text + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
