"""The house keeps its plan: sizes, names, and nothing that names a machine."""

import ast
import io
import re
import subprocess
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
KERNEL_LINES, KERNEL_MODULE_LINES, MODULE_LINES, FUNCTION_LINES = 400, 120, 250, 40
SKIPPED = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def docstring_lines(source: str) -> set[int]:
    """Return the lines of strings that stand alone as statements."""
    statements = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr))
    strings = (
        node for node in statements if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    )
    return {line for node in strings for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)}


def code_lines(source: str) -> set[int]:
    """Return the lines that hold code: no blank line, no comment, no docstring."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    held = {line for t in tokens if t.type not in SKIPPED for line in range(t.start[0], t.end[0] + 1)}
    return held - docstring_lines(source)


def modules(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout, so there is no list of tracked files")
    return [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]


def test_the_counter_counts_code_and_nothing_else() -> None:
    source = '"""Doc."""\n\n# why\nx = 1\n\n\ndef f():\n    """Doc\n    more."""\n    return (\n        x\n    )\n'
    assert {4, 7, 10, 11, 12} == code_lines(source)


def test_the_kernel_stays_small() -> None:
    sizes = {path.name: len(code_lines(path.read_text("utf-8"))) for path in modules("kernel/elenctic_kernel")}
    print(f"kernel: {sum(sizes.values())} code lines, at most {KERNEL_LINES}: {sizes}")
    assert sum(sizes.values()) <= KERNEL_LINES
    assert {name: size for name, size in sizes.items() if size > KERNEL_MODULE_LINES} == {}


def test_modules_hold_one_concept_each() -> None:
    paths = modules("bindings", "proofs", "spec")
    sizes = {str(path.relative_to(ROOT)): len(code_lines(path.read_text("utf-8"))) for path in paths}
    assert {name: size for name, size in sizes.items() if size > MODULE_LINES} == {}


def test_functions_stay_readable() -> None:
    long: dict[str, int] = {}
    for path in modules("kernel", "bindings", "proofs", "spec"):
        source = path.read_text("utf-8")
        lines = code_lines(source)
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef):
                size = len(lines & set(range(node.lineno, (node.end_lineno or node.lineno) + 1)))
                if size > FUNCTION_LINES:
                    long[f"{path.relative_to(ROOT)}:{node.name}"] = size
    assert long == {}


def test_no_room_is_called_after_nothing_in_particular() -> None:
    vague = {"utils", "helpers", "manager", "util", "helper", "misc", "common"}
    assert [name for name in tracked() if vague & set(Path(name).stem.lower().split("_"))] == []


def test_the_top_level_is_fixed() -> None:
    allowed = {"pyproject.toml", "README.md", "CITATION.cff", "kernel", "proofs", "bindings", "tests", "spec"}
    top = {name.split("/")[0] for name in tracked()}
    assert {name for name in top if not name.startswith(".")} <= allowed


def test_nothing_names_a_machine_or_a_registry() -> None:
    pattern = re.compile(
        r"/w[o]rk/|/r[o]ot/|/t[m]p/[a-z]|/h[o]me/|p[y]pi\.org|p[y]thonhosted|regis[t]ry\.npm|d[e]b\.debian"
    )
    found = [
        f"{name}:{number}"
        for name in tracked()
        for number, line in enumerate((ROOT / name).read_text("utf-8", "replace").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_no_float_is_written_in_the_kernel() -> None:
    floats = [
        f"{path.name}:{node.lineno}"
        for path in modules("kernel")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Name) and node.id in {"float", "Decimal", "Fraction", "math"})
        or (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
    ]
    assert floats == []
