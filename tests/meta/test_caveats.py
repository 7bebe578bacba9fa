"""Every caveat names a test that exists, and every limit that is tested stands on the page."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "spec/caveats.md").read_text("utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::([\w:]+)`")
FAMILIES = [
    "What the theorems assume",
    "What an answer does not say",
    "What the proofs do not show",
    "What the engines are trusted with",
    "What is not rational",
    "What was not tried",
]


@cache
def held_by(file: str) -> frozenset[str]:
    """Return the tests of a file as a page names them, without those that are always skipped."""
    path = ROOT / file
    return frozenset(_tests(ast.parse(path.read_text("utf-8")).body)) if path.exists() else frozenset()


def _tests(body: list[ast.stmt], inside: str = "") -> Iterator[str]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _tests(node.body, f"{inside}{node.name}::")
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and not _skipped(node):
            yield inside + node.name


def _skipped(test: ast.FunctionDef) -> bool:
    return any(re.search(r"mark\.(skip|xfail)", ast.unparse(mark)) for mark in test.decorator_list)


def caveats(page: str) -> dict[str, list[str]]:
    """Return the bullets of each section."""
    sections = re.split(r"^## (.*)$", page, flags=re.MULTILINE)[1:]
    return {name: re.findall(r"^- .*(?:\n  .*)*", text, flags=re.MULTILINE) for name, text in _pairs(sections)}


def _pairs(items: list[str]) -> Iterator[tuple[str, str]]:
    return zip(items[::2], items[1::2], strict=True)


def limits() -> set[tuple[str, str]]:
    """Return every test of a limit, with its file."""
    files = (str(path.relative_to(ROOT).as_posix()) for path in (ROOT / "tests/meta").glob("test_limits*.py"))
    return {(file, name) for file in files for name in held_by(file)}


def faults(page: str) -> list[str]:
    """Return what is wrong with a page of caveats."""
    found = []
    for section, bullets in caveats(page).items():
        found += [] if bullets else [f"{section}: no caveat"]
        for bullet in bullets:
            said = re.match(r"- \*\*(.+?)\*\*(.*)\n  Shown by: (.*)\Z", bullet, flags=re.DOTALL)
            if said is None or not (named := NAMED.findall(said[3])):
                found.append(f"{bullet.splitlines()[0]}: no bold name, or no test behind Shown by")
                continue
            if re.sub(r"[\s,]+", "", NAMED.sub("", said[3])):
                found.append(f"{said[1]}: something else than tests behind Shown by")
            found += [f"{said[1]}: no test {file}::{name}" for file, name in named if name not in held_by(file)]
    return found + [f"{file}::{name}: on no page" for file, name in sorted(limits() - set(NAMED.findall(page)))]


def test_every_caveat_names_tests_that_exist_and_every_tested_limit_is_on_the_page() -> None:
    assert faults(PAGE) == []
    assert list(caveats(PAGE)) == FAMILIES
    assert len(limits()) >= 40


def test_every_name_on_the_page_is_a_test() -> None:
    named = NAMED.findall(PAGE)
    assert named
    assert [f"{file}::{name}" for file, name in named if name not in held_by(file)] == []
    assert "tests/" not in re.sub(r"\[[^]]*\]\([^)]*\)", "", NAMED.sub("", PAGE))


def test_no_two_caveats_have_one_name() -> None:
    names = re.findall(r"^- \*\*(.+?)\*\*", PAGE, flags=re.MULTILINE)
    assert len(names) == len(set(names)) == sum(map(len, caveats(PAGE).values()))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("::test_the_record_is_believed`", "::test_the_record_is_doubted`", "no test"),
        ("`tests/meta/test_limits.py::test_the_record_is_believed`", "nothing", "no bold name, or no test"),
        ("`tests/meta/test_limits.py::test_the_record_is_believed`", "`tests/meta/test_limits.py`", "no bold name"),
        ("test_limits.py::test_the_record", "test_no_limits.py::test_the_record", "no test"),
        ("::test_the_record_is_believed`", "::test_the_record_is_believed` perhaps", "something else"),
        ("- **The record is believed.**", "- The record is believed.", "no bold name"),
        ("::test_the_record_is_believed`", "::test_platform_is_the_one_named`", "on no page"),
        ("## What was not tried\n", "## What was not thought of\n\n## What was not tried\n", "no caveat"),
    ],
)
def test_a_page_that_does_not_keep_this_is_noticed(old: str, new: str, said: str) -> None:
    assert PAGE.count(old) == 1
    assert any(said in fault for fault in faults(PAGE.replace(old, new)))
