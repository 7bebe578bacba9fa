"""The command line: what it prints where, and which exit it takes."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from elenctic import verbs
from elenctic.cli import main

from tests.bindings.malformed_designs import MALFORMED, Case
from tests.bindings.test_malformed_designs import listing, write

EXAMPLES = Path(__file__).parents[2] / "spec/examples"
MATRIX = str(EXAMPLES / "matrix-product.toml")
SCHEDULING = str(EXAMPLES / "scheduling.toml")

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class TestCheck:
    def test_a_certified_design_exits_0_and_prints_on_standard_output_only(self, capsys: Captured) -> None:
        assert 0 == main(["check", MATRIX])
        out, err = capsys.readouterr()
        assert out.startswith("CERTIFIED  matrix-product.toml   early stopping, first crossing 5\n")
        assert "" == err

    def test_a_design_that_is_not_certified_exits_1(self, capsys: Captured) -> None:
        assert 1 == main(["check", SCHEDULING])
        assert capsys.readouterr().out.startswith("NOT CERTIFIED  scheduling.toml")

    def test_an_undecided_one_exits_3_never_0(self, folder: Path, capsys: Captured) -> None:
        text = Path(MATRIX).read_text("utf-8").replace('false_pass = "1/2"', 'false_pass = "adaptive"')
        (folder / "adaptive.toml").write_text(text, "utf-8")
        assert 3 == main(["check", "adaptive.toml"])
        assert capsys.readouterr().out.startswith("UNDECIDED  adaptive.toml")

    def test_json_is_one_value(self, capsys: Captured) -> None:
        assert 0 == main(["check", MATRIX, "--json"])
        assert "certified" == json.loads(capsys.readouterr().out)["outcome"]

    @pytest.mark.parametrize(
        ("words", "code"),
        [
            (["--delta", "0.04"], 0),
            (["--delta", "1/40"], 1),
            (["--gamma", "0.05"], 1),
            (["--horizon", "4"], 1),
            (["--length", "5"], 0),
            (["--length", "6"], 1),
            (["--attempts", "2"], 1),
        ],
    )
    def test_a_target_on_the_command_line_replaces_the_one_in_the_file(self, words: list[str], code: int) -> None:
        assert code == main(["check", MATRIX, *words])

    @pytest.mark.parametrize(
        "words",
        [
            ["--delta", "nan"],
            ["--delta", "inf"],
            ["--delta", "0"],
            ["--delta", "1"],
            ["--delta", "5%"],
            ["--delta=-0.1"],
            ["--gamma", "1.5"],
            ["--horizon", "0"],
            ["--horizon", "1e3"],
            ["--horizon", "ten"],
            ["--horizon", "\u0661\u0660"],
            ["--length", "11"],
            ["--attempts", "0"],
            ["--format", "yaml"],
            ["--unknown"],
        ],
        ids=" ".join,
    )
    def test_a_malformed_target_exits_2_without_a_traceback(self, words: list[str], capsys: Captured) -> None:
        assert 2 == main(["check", MATRIX, *words])
        out, err = capsys.readouterr()
        assert "" == out
        assert 1 == len(err.splitlines())
        assert "expected" in err
        assert "write" in err

    def test_a_design_comes_from_standard_input(self, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
        stdin = io.TextIOWrapper(io.BytesIO(Path(MATRIX).read_bytes()), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", stdin)
        assert 0 == main(["check", "-"])
        assert "CERTIFIED" in capsys.readouterr().out

    def test_a_table_of_bounds_is_a_design_with_its_targets_on_the_command_line(
        self, folder: Path, capsys: Captured
    ) -> None:
        (folder / "bounds.csv").write_text("q,c,a\n" + "1/2,0.99,0.99\n" * 10, "utf-8")
        assert 0 == main(["check", "bounds.csv", "--delta", "0.05", "--gamma", "0.10", "--horizon", "10"])
        assert "certified lengths {5}" in capsys.readouterr().out

    def test_a_stream_that_cannot_encode_gets_escapes(self, folder: Path) -> None:
        text = Path(MATRIX).read_text("utf-8").replace("illustration", "d\u00e9j\u00e0 vu \u2713")
        (folder / "accents.toml").write_text(text, "utf-8")
        program = "import sys; from elenctic.cli import main; sys.exit(main(sys.argv[1:]))"
        command = [sys.executable, "-c", program, "check", "accents.toml"]
        run = subprocess.run(command, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}, check=False)
        assert (0, b"") == (run.returncode, run.stderr)
        assert b"\\xe9" in run.stdout


class TestPlot:
    @pytest.mark.parametrize("name", ["matrix-product", "scheduling", "effort", "global", "pilot"])
    def test_a_plot_is_drawn_beside_the_answer(self, name: str, folder: Path, capsys: Captured) -> None:
        code = main(["check", str(EXAMPLES / f"{name}.toml"), "--plot", "plot.svg"])
        assert (1 if name == "scheduling" else 0) == code
        assert (folder / "plot.svg").read_text("utf-8").rstrip().endswith("</svg>")
        assert f"{name}.toml" in capsys.readouterr().out

    @pytest.mark.parametrize("path", ["plot.png", "plot", "missing/plot.svg", "folder.svg"])
    def test_where_no_plot_can_go_there_is_no_answer_either(self, path: str, folder: Path, capsys: Captured) -> None:
        (folder / "folder.svg").mkdir()
        assert 2 == main(["check", MATRIX, "--plot", path])
        out, err = capsys.readouterr()
        assert "" == out
        assert "write " in err
        assert [str(folder / "folder.svg")] == list(listing(folder))

    def test_without_matplotlib_the_line_that_mends_it_is_printed(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        for module in [name for name in sys.modules if name.startswith("matplotlib.")]:
            monkeypatch.setitem(sys.modules, module, None)
        assert 4 == main(["check", MATRIX, "--plot", "plot.svg", "--json"])
        out, err = capsys.readouterr()
        assert 'pip install "elenctic[report]"' in err
        assert 'pip install "elenctic[report]"' == json.loads(out)["write"]


class TestInit:
    def test_without_a_name_the_starters_are_listed(self, capsys: Captured) -> None:
        assert 0 == main(["init"])
        out = capsys.readouterr().out
        assert all(name in out for name in ("matrix-product", "scheduling", "fatigue"))

    def test_a_starter_is_written_once_and_never_over_a_file(self, folder: Path, capsys: Captured) -> None:
        assert 0 == main(["init", "fatigue"])
        assert "next: elenctic check fatigue.toml" in capsys.readouterr().out
        (folder / "fatigue.toml").write_text("mine", "utf-8")
        assert 2 == main(["init", "fatigue"])
        assert "mine" == (folder / "fatigue.toml").read_text("utf-8")
        assert 0 == main(["init", "fatigue", "--to", "other.toml"])
        assert 0 == main(["check", "other.toml"])

    def test_a_folder_that_is_not_there_is_malformed_input(self, capsys: Captured) -> None:
        assert 2 == main(["init", "fatigue", "--to", "nowhere/x.toml"])
        assert "nowhere/x.toml: expected a file that can be written" in capsys.readouterr().err

    def test_a_near_miss_is_named(self, capsys: Captured) -> None:
        assert 2 == main(["init", "fatige"])
        assert "write elenctic init fatigue" in capsys.readouterr().err

    @pytest.mark.parametrize("name", ["matrix-product", "scheduling", "fatigue"])
    def test_each_starter_is_the_example_of_the_same_name(self, name: str, folder: Path) -> None:
        assert 0 == main(["init", name])
        assert (EXAMPLES / f"{name}.toml").read_bytes() == (folder / f"{name}.toml").read_bytes()
        assert main(["check", f"{name}.toml"]) in (0, 1)

    def test_json_names_the_file_and_the_next_command(self, capsys: Captured) -> None:
        assert 0 == main(["init", "fatigue", "--json"])
        value = json.loads(capsys.readouterr().out)
        assert ("fatigue.toml", "elenctic check fatigue.toml") == (value["file"], value["next"])


class TestHelpAndErrors:
    def test_alone_it_prints_the_verbs_by_user_with_an_example(self, capsys: Captured) -> None:
        assert 0 == main([])
        out = capsys.readouterr().out
        assert all(word in out for word in ("designers", "embedders", "elenctic init matrix-product"))

    @pytest.mark.parametrize("words", [["--help"], *([verb, "--help"] for verb in verbs.VERBS)], ids=" ".join)
    def test_help_ends_with_an_example_and_the_exit_codes(self, words: list[str], capsys: Captured) -> None:
        assert 0 == main(words)
        out = capsys.readouterr().out
        assert out.index("example: elenctic") < out.index("exit codes:")

    def test_the_version_is_printed(self, capsys: Captured) -> None:
        assert 0 == main(["--version"])
        assert capsys.readouterr().out.startswith("elenctic 0.")

    def test_every_verb_is_listed_has_a_module_and_no_module_is_left_out(self, capsys: Captured) -> None:
        modules = {path.stem for path in Path(verbs.__path__[0]).glob("*.py")} - {"__init__"}
        assert set(verbs.VERBS) == modules
        assert 0 == main([])
        welcome = capsys.readouterr().out
        assert 0 == main(["--help"])
        helped = capsys.readouterr().out
        for name, verb in verbs.VERBS.items():
            assert name == verb.usage.split()[0]
            assert f"  elenctic {verb.usage}  " in welcome
            assert f"\n    {name} " in helped

    @pytest.mark.parametrize(
        ("word", "meant"), [("chekc", "elenctic check"), ("inti", "elenctic init"), ("bunds", "elenctic bounds")]
    )
    def test_an_unknown_verb_gets_did_you_mean(self, word: str, meant: str, capsys: Captured) -> None:
        assert 2 == main([word])
        assert meant in capsys.readouterr().err

    def test_an_error_is_one_json_value_when_asked(self, capsys: Captured) -> None:
        assert 2 == main(["check", MATRIX, "--delta", "1.5", "--json"])
        value = json.loads(capsys.readouterr().out)
        assert {"schema", "file", "field", "line", "expected", "got", "write"} == set(value)
        assert "elenctic.error/1" == value["schema"]

    def test_an_internal_error_exits_4_without_a_traceback(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        def broken(_: object) -> None:
            raise RuntimeError("a bug")

        monkeypatch.setattr("elenctic.certification.check", broken)
        assert 4 == main(["check", MATRIX])
        assert "RuntimeError: a bug" in capsys.readouterr().err

    def test_an_interrupt_exits_3(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("elenctic.certification.check", interrupted)
        assert 3 == main(["check", MATRIX])

    def test_a_reader_that_leaves_is_no_error_message(self) -> None:
        program = "import sys; from elenctic.cli import main; sys.exit(main(sys.argv[1:]))"
        shell = f'"{sys.executable}" -c "{program}" check "{MATRIX}" --json | head -c 1'
        run = subprocess.run(["bash", "-c", shell], capture_output=True, check=False)
        assert (b"{", b"") == (run.stdout, run.stderr)


@pytest.mark.parametrize("case", MALFORMED, ids=lambda case: case[0])
def test_a_malformed_design_exits_2_and_writes_nothing(case: Case, folder: Path, capsys: Captured) -> None:
    _, files, name, where = case
    write(folder, files)
    before = listing(folder)
    assert 2 == main(["check", name, "--json"])
    out, err = capsys.readouterr()
    value = json.loads(out)
    assert value["file"] in [name, *files]
    assert where == (value["line"] if isinstance(where, int) else value["field"].removeprefix("--"))
    assert value["expected"]
    assert value["got"]
    assert 1 == len(err.splitlines())
    assert before == listing(folder)


PROGRAM = "import sys; from elenctic.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.mark.parametrize(
    "words",
    [["check", MATRIX], ["check", MATRIX, "--json"], ["init"], ["--version"], ["bounds", "--need", "execution=0.99"]],
    ids=" ".join,
)
def test_a_full_disk_is_told_and_is_no_verdict(words: list[str]) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device that is always full on this system")
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run([sys.executable, "-c", PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, check=False)
    assert 4 == run.returncode
    assert b"expected an output that can be written" in run.stderr
    assert b"Traceback" not in run.stderr
    assert b"Exception ignored" not in run.stderr


def test_a_reader_that_never_reads_is_no_verdict() -> None:
    shell = f'"{sys.executable}" -c "{PROGRAM}" check "{MATRIX}"; echo "exit $?" >&2'
    run = subprocess.run(["bash", "-c", f"({shell}) | true"], capture_output=True, text=True, check=False)
    assert run.stderr in ("exit 3\n", "exit 0\n")  # 0 where the pipe took all of it before it was closed


def test_what_is_printed_of_a_word_is_printable(capsys: Captured) -> None:
    assert 2 == main(["\x1b[31mfoo"])
    assert 2 == main(["init", "\x1b[31mfoo"])
    assert "\x1b" not in capsys.readouterr().err


def test_a_starter_under_a_strange_name_is_still_a_design(folder: Path) -> None:
    assert 0 == main(["init", "matrix-product", "--to", "x\ny.toml"])
    assert 0 == main(["check", "x\ny.toml"])


def test_a_starter_can_be_printed(capsys: Captured, folder: Path) -> None:
    assert 0 == main(["init", "fatigue", "--to", "-"])
    assert (EXAMPLES / "fatigue.toml").read_text("utf-8") == capsys.readouterr().out
    assert [] == list(folder.iterdir())


def test_keys_of_many_parts_are_refused_before_they_cost_anything(folder: Path, capsys: Captured) -> None:
    (folder / "dots.toml").write_text(".".join(["a"] * 20_000) + " = 1\n", "utf-8")
    assert 2 == main(["check", "dots.toml"])
    assert "dotted" in capsys.readouterr().err


def test_a_design_of_long_numbers_near_one_is_answered(folder: Path, capsys: Captured) -> None:
    nines = {"delta": "0." + "9" * 390, "false_pass": "0." + "9" * 395, "execution": "1", "response": "1"}
    lines = [f'{name} = "{text}"' for name, text in nines.items()]
    text = "\n".join(["[targets]", lines[0], 'gamma = "0.1"', "horizon = 100", "[bounds]", *lines[1:]])
    (folder / "near.toml").write_text(text, "utf-8")
    assert 1 == main(["check", "near.toml"])
    assert "NOT CERTIFIED" in capsys.readouterr().out


@pytest.mark.parametrize(("words", "code"), [(f"check {MATRIX}", 4), ("bounds", 2), ("check missing.toml --json", 2)])
def test_a_closed_output_is_told_as_one(words: str, code: int, folder: Path) -> None:
    command = f"{sys.executable} -m elenctic {words} >&-"
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, check=False)
    assert code == done.returncode
    assert "internal error" not in done.stderr
    assert "expected " in done.stderr


def test_a_loop_of_links_is_no_place_for_a_plot(folder: Path, capsys: Captured) -> None:
    (folder / "loop.svg").symlink_to("loop.svg")
    assert 2 == main(["check", MATRIX, "--plot", "loop.svg"])
    assert "" == capsys.readouterr().out
