"""Where a figure goes: an .svg or .pdf file, written whole or not at all."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from .documents import described, printable
from .errors import DesignError

_REFUSED = (OSError, ValueError, RuntimeError)
"""What paths fail with: a NUL is a ValueError on some versions, a loop of links a RuntimeError."""

ENDINGS = (".svg", ".pdf")


def checked_figure_path(path: object) -> Path:
    """Return the file that a figure is to be written to, before anything is drawn.

    :param path: a text or a path object; its ending, in any case, says the format
    :raises DesignError: when it is no path, ends in anything but .svg or .pdf, is no plain file, or its folder
        is missing
    Source: design rule "errors say what came"; no claim.
    """
    if not isinstance(path, str | os.PathLike):
        raise DesignError("the path of a figure file", described(path), '"figure.svg" or "figure.pdf"', field="path")
    file = Path(os.fsdecode(path))
    if file.suffix.lower() not in ENDINGS:
        got = f'"{printable(file.suffix)}"' if file.suffix else "no ending"
        stem = file.stem if file.stem.strip("-.") else "figure"
        write = " or ".join(printable(f"{stem}{ending}") for ending in ENDINGS)
        raise DesignError("a figure file that ends in .svg or .pdf", got, write, file=_named(file))
    try:
        if file.exists() and not file.is_file():
            got = "a folder" if file.is_dir() else "something that is no plain file"
            raise DesignError("a file", got, f"another name, such as figure{file.suffix}", file=_named(file))
        if not file.parent.is_dir():
            got, write = "none of that name", f"{printable(file.name)}, or make the folder first"
            raise DesignError("a folder that exists", got, write, file=_named(file))
    except _REFUSED as error:
        raise _unwritable(file, error) from None
    return file


def write_figure(file: Path, data: bytes) -> None:
    """Put a finished figure in its place in one step: a reader sees the old file or the new one.

    :param file: as ``checked_figure_path`` returned it; a file that is there is replaced, a link is followed
    :param data: the whole file
    :raises DesignError: when the file cannot be written; what was there stays as it was
    Source: design rule "never a traceback"; no claim.
    """
    temporary = None
    try:
        target = file.resolve()
        fresh = target.parent / f".figure-{secrets.token_hex(8)}"
        with fresh.open("xb") as stream:
            temporary = fresh
            stream.write(data)
        os.replace(fresh, target)
        temporary = None
    except _REFUSED as error:
        raise _unwritable(file, error) from None
    finally:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()


def _named(file: Path) -> str:
    return printable(str(file), 1000)


def _unwritable(file: Path, error: Exception) -> DesignError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    write = f"a path in a folder of yours, such as figure{file.suffix}"
    return DesignError("a file that can be written", reason, write, file=_named(file))
