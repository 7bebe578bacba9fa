"""The command line: verbs, help, errors and exit codes."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TextIO

from elenctic_kernel import KernelError

from .errors import SCHEMA as ERROR_SCHEMA
from .errors import DesignError

EXIT_YES, EXIT_NO, EXIT_BAD_INPUT, EXIT_OPEN, EXIT_INTERNAL = range(5)

EXIT_CODES = """exit codes:
  0  certified (check), written or listed (init)
  1  well formed, and the answer is no
  2  usage or malformed input
  3  undecided or stopped, never read as yes
  4  internal error, or a missing part; the line that mends it is printed"""

WELCOME = """elenctic {version}: is this review design certified, and at which lengths?

designers
  elenctic init [NAME]      list or write a commented starter design
  elenctic check DESIGN     certified or not, which lengths, why not, what would
embedders
  from elenctic import Design, Review     run a review round by round in Python

example
  elenctic init matrix-product && elenctic check matrix-product.toml

elenctic VERB --help explains a verb."""


TARGETS = {"delta": "0.05", "gamma": "0.10", "horizon": "10", "length": "5", "attempts": "1"}
"""The targets that the command line may give, each with a value to show."""

MESSAGE_LENGTH = 2_000
"""Longest message; every part of one is cut shorter before."""

LONG_HORIZON = 500_000
"""From here on a check takes seconds, and a terminal is told so."""


class _UsageError(Exception):
    """Carry a usage error out of argparse, which would print and exit by itself."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _UsageError(message)


class _PrintVersion(argparse.Action):
    def __call__(self, *_: object, **__: object) -> NoReturn:
        print(f"elenctic {_version()}")
        raise SystemExit(EXIT_YES)


def _version() -> str:
    from importlib import metadata  # slow to import, and seldom asked

    return metadata.version("elenctic")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code.

    :param argv: the words after the program's name, the process's own when left out
    """
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        _make_printable(stream)
    try:
        code = _run(words)
        sys.stdout.flush()  # here, where a failure can still be told
        return code
    except BrokenPipeError:
        return _silenced(sys.stdout, EXIT_OPEN)
    except OSError as error:  # designs are read before: what is left is the output
        _silenced(sys.stdout, EXIT_INTERNAL)
        reason = error.strerror or str(error)
        return _fail(words, EXIT_INTERNAL, "an output that can be written", reason, "it elsewhere")
    except MemoryError:
        return _fail(words, EXIT_OPEN, "a design that fits into memory", "a larger one", "a smaller horizon")
    except KeyboardInterrupt:
        return _fail(words, EXIT_OPEN, "an answer", "an interrupt", "the same command again")
    except Exception as error:
        return _fail(words, EXIT_INTERNAL, "no internal error", f"{type(error).__name__}: {error}", "a report of this")


def _silenced(stream: TextIO, code: int) -> int:
    """Send what is left in a stream nowhere, so that the interpreter's own flush at exit cannot fail."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return code


def _make_printable(stream: TextIO) -> None:
    """Fall back to escapes where the stream cannot encode a character."""
    reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _run(words: list[str]) -> int:
    if not words:
        print(WELCOME.format(version=_version()))
        return EXIT_YES
    try:
        options = _parser().parse_args(words)
        verb: Callable[[argparse.Namespace], int] = options.verb
        return verb(options)
    except SystemExit:  # argparse has printed the help or the version
        return EXIT_YES
    except _UsageError as error:
        return _fail(words, EXIT_BAD_INPUT, *_mended(words, str(error)))
    except DesignError as error:
        return _print_error(words, EXIT_BAD_INPUT, error.to_dict(), str(error))
    except KernelError as error:
        return _fail(words, EXIT_BAD_INPUT, error.expected, error.got, "a value in that range")


def _mended(words: list[str], message: str) -> tuple[str, str, str]:
    """Return what was expected, what came and what to write, for a usage error of argparse."""
    import difflib  # needed for a misspelt word only

    first = words[0]
    verb = f"elenctic {first}" if first in ("check", "init") else "elenctic"
    if verb == "elenctic" and not first.startswith("-"):
        near = difflib.get_close_matches(first, ("check", "init"), n=1)
        return "a verb", f'"{first}"', f"elenctic {near[0]} (did you mean that?)" if near else "elenctic"
    missing = message.partition("arguments are required: ")[2]
    if missing:
        return missing, "nothing", f"{verb} {missing.lower()}.toml"
    return f"what {verb} --help lists", message, f"{verb} --help"


def _fail(words: list[str], code: int, expected: str, got: str, write: str) -> int:
    error = DesignError(expected, got, write)
    return _print_error(words, code, error.to_dict(), str(error))


def _print_error(words: list[str], code: int, value: dict[str, Any], message: str) -> int:
    from .documents import printable

    try:
        if "--json" in words:
            print(json.dumps({**value, "schema": ERROR_SCHEMA}), flush=True)
    except OSError:
        _silenced(sys.stdout, code)
    try:
        print(printable(message, MESSAGE_LENGTH), file=sys.stderr, flush=True)
    except OSError:
        _silenced(sys.stderr, code)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="elenctic",
        description="Check review designs and start new ones.",
        epilog=f"example: elenctic check matrix-product.toml\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_PrintVersion, nargs=0, help="print the version")
    verbs = parser.add_subparsers(prog="elenctic", metavar="VERB", required=True, parser_class=_Parser)
    _add_init(verbs)
    _add_check(verbs)
    return parser


def _add_verb(verbs: Any, name: str, about: str, example: str) -> argparse.ArgumentParser:
    verb: argparse.ArgumentParser = verbs.add_parser(
        name,
        help=about,
        description=about,
        epilog=f"example: {example}\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    verb.add_argument("--json", action="store_true", help="print one JSON value")
    return verb


def _add_init(verbs: Any) -> None:
    verb = _add_verb(verbs, "init", "List or write a commented starter design.", "elenctic init matrix-product")
    verb.add_argument("name", nargs="?", metavar="NAME", help="the starter to write; left out, all are listed")
    verb.add_argument(
        "--to", metavar="FILE", help="the file to write (default: NAME.toml; - prints it); never overwritten"
    )
    verb.set_defaults(verb=_init)


def _add_check(verbs: Any) -> None:
    about = "Decide which review lengths a design certifies."
    verb = _add_verb(verbs, "check", about, "elenctic check matrix-product.toml --delta 0.01")
    verb.add_argument(
        "design",
        metavar="DESIGN",
        help="a TOML, JSON or CSV file (a CSV needs --delta and --horizon); - is standard input",
    )
    verb.add_argument("--format", choices=("toml", "json", "csv"), help="how to read it (default: by its ending)")
    verb.add_argument("--delta", metavar="D", help="soundness target, such as 0.05 or 1/20; replaces the file's")
    verb.add_argument("--gamma", metavar="G", help="completeness shortfall; replaces the file's")
    verb.add_argument("--horizon", metavar="T", help="last admissible round; replaces the file's")
    verb.add_argument("--length", metavar="N", help="ask about one fixed length as well")
    verb.add_argument("--attempts", metavar="K", help="tries in all, each at delta/K")
    verb.set_defaults(verb=_check)


def _init(options: argparse.Namespace) -> int:
    import shlex

    from .documents import printable
    from .starting import starter_text, starters, write_starter

    if options.name is None:
        known = starters()
        width = max(len(name) for name in known)
        lines = [f"{name:<{width}}  {about}" for name, about in known.items()]
        lines.append("\nnext: elenctic init NAME")
        value: dict[str, Any] = {"schema": "elenctic.starters/1", "starters": known}
        print(json.dumps(value) if options.json else "\n".join(lines))
        return EXIT_YES
    if options.to == "-":
        print(starter_text(options.name), end="")
        return EXIT_YES
    path = write_starter(options.name, options.to)
    name = f"./{path}" if str(path).startswith("-") else str(path)
    following = f"elenctic check {shlex.quote(name)}"
    value = {"schema": "elenctic.started/1", "file": str(path), "next": following}
    print(json.dumps(value) if options.json else f"wrote {printable(str(path))}\nnext: {printable(following, 500)}")
    return EXIT_YES


def _check(options: argparse.Namespace) -> int:
    from .answer import CheckOutcome
    from .certification import check
    from .design import Design

    targets = {name: getattr(options, name) for name in TARGETS if getattr(options, name) is not None}
    try:
        design = Design.load(options.design, format=options.format, **targets)
    except DesignError as error:
        raise _as_option(error) from None
    if design.horizon >= LONG_HORIZON and sys.stderr.isatty():
        print(f"deciding {design.horizon:,} rounds ...", file=sys.stderr)
    result = check(design)
    print(result.to_json() if options.json else result)
    codes = {CheckOutcome.CERTIFIED: EXIT_YES, CheckOutcome.NOT_CERTIFIED: EXIT_NO}
    return codes.get(result.outcome, EXIT_OPEN)


def _as_option(error: DesignError) -> DesignError:
    """Name the option where a target stands, or can only stand, on the command line: a table holds none."""
    if error.field not in TARGETS or (error.file and not error.file.endswith(".csv")):
        return error
    asked = error.write.partition("=")[2].strip().split(",")[0].strip('"')
    write = f"--{error.field} {asked if asked and error.file else TARGETS[error.field]}"
    return DesignError(error.expected, error.got, write, file=error.file, field=f"--{error.field}")
