"""What the documents show is what happens: snippets run, the golden table is printed, stories end well."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from elenctic import Design, check

from proofs.freeze import starts
from proofs.ledger import ledger

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
STORIES = sorted((ROOT / "spec/examples/stories").glob("*.py"))


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("snippet", blocks(README, "python"))
def test_a_python_snippet_of_the_readme_runs(snippet: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(snippet, "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    said = re.findall(r"print\(.*\) +# (.+)", snippet)
    assert len(said) == len(printed)
    assert all(line.startswith(comment.removesuffix(" ...")) for comment, line in zip(said, printed, strict=True))


@pytest.mark.parametrize("design", blocks(README, "toml"))
def test_a_design_of_the_readme_is_read(design: str) -> None:
    assert check(Design.loads(design)).first_crossing is not None


def test_the_table_of_the_readme_is_what_its_command_prints() -> None:
    table = blocks(README, "text")[0]
    assert str(check(Design.load(ROOT / "spec/examples/matrix-product.toml"))).startswith(table)


def test_the_readme_holds_two_commands_that_start_from_nothing() -> None:
    commands = re.findall(r"^python3 -m venv .*$", README, flags=re.MULTILINE)
    begins = "python3 -m venv .venv && .venv/bin/pip install -q"
    assert [
        f"{begins} . && .venv/bin/elenctic check spec/examples/matrix-product.toml",
        f'{begins} -e ".[test]" && .venv/bin/python -m pytest -q -n auto',
    ] == commands


def test_the_readme_counts_the_proved_claims_and_names_claims_of_the_ledger_with_their_proofs() -> None:
    claims = {claim["id"]: claim["class"] for claim in ledger()}
    (counted,) = re.findall(r"(\d+) claims, a line each", README)
    assert int(counted) == sum(kind == "proved" for kind in claims.values())
    rows = re.findall(r"^\| .* \| ([A-Z-]+\.\d+) \| \[(\w+)\.py\]", README, flags=re.MULTILINE)
    assert len(rows) > 9
    for name, module in rows:
        assert claims[name] == "proved"
        assert starts()[name].module == module


def test_every_link_of_the_documents_leads_somewhere() -> None:
    for page in [ROOT / "README.md", *(ROOT / "spec").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_table_of_bounds_on_the_designs_page_is_read(tmp_path: Path) -> None:
    page = (ROOT / "spec/designs.md").read_text("utf-8")
    (tmp_path / "bounds.csv").write_text(blocks(page, "csv")[0], "utf-8")
    design = Design.load(tmp_path / "bounds.csv", delta="0.3", gamma="0.10", horizon=3)
    assert check(design).first_crossing == 3


@pytest.mark.parametrize("story", STORIES, ids=lambda path: path.stem)
def test_a_story_runs_to_its_end_and_is_linked(story: Path) -> None:
    ran = subprocess.run([sys.executable, story], capture_output=True, text=True, check=False)
    assert (0, "") == (ran.returncode, ran.stderr)
    assert f"spec/examples/stories/{story.name}" in README
