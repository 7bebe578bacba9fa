"""The command line around the verbs: words in, one exit code out, and every error in its form."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TextIO, cast

from elenctic_kernel import KernelError

from .errors import SCHEMA as ERROR_SCHEMA
from .errors import DesignError
from .exits import EXIT_BAD_INPUT, EXIT_INTERNAL, EXIT_OPEN, EXIT_YES, exit_codes
from .extras import MissingExtraError
from .verbs import VERBS, add_verbs, listing

WELCOME = """elenctic {version}: is this review design certified, and at which lengths?

{listing}

example
  elenctic init matrix-product && elenctic check matrix-product.toml

elenctic VERB --help explains a verb."""


MESSAGE_LENGTH = 2_000
"""Longest message; every part of one is cut shorter before."""


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
    if cast("TextIO | None", sys.stdout) is None:  # closed by the caller: what refuses to be written can be told
        sys.stdout = open(os.devnull, encoding="utf-8")  # noqa: SIM115, as long as the process
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
        print(WELCOME.format(version=_version(), listing=listing()))
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
    except MissingExtraError as error:
        return _print_error(words, EXIT_INTERNAL, error.to_dict(), str(error))
    except KernelError as error:
        return _fail(words, EXIT_BAD_INPUT, error.expected, error.got, "a value in that range")


def _mended(words: list[str], message: str) -> tuple[str, str, str]:
    """Return what was expected, what came and what to write, for a usage error of argparse."""
    import difflib  # needed for a misspelt word only

    first = words[0]
    verb = f"elenctic {first}" if first in VERBS else "elenctic"
    if verb == "elenctic" and not first.startswith("-"):
        near = difflib.get_close_matches(first, VERBS, n=1)
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
        epilog=f"example: elenctic check matrix-product.toml\n\n{exit_codes()}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("-V", "--version", action=_PrintVersion, nargs=0, help="print the version")
    verbs = parser.add_subparsers(prog="elenctic", metavar="VERB", required=True, parser_class=_Parser)
    add_verbs(verbs)
    return parser
