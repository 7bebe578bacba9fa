"""Write a commented starter design, and never over a file that is there."""

from __future__ import annotations

import difflib
from importlib import resources
from pathlib import Path

from .errors import DesignError


def starters() -> dict[str, str]:
    """Return each starter's name and the question that its first line asks."""
    folder = resources.files("elenctic.starters")
    found = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return {name.removesuffix(".toml"): _question(name) for name in found}


def _question(name: str) -> str:
    first = resources.files("elenctic.starters").joinpath(name).read_text(encoding="utf-8").splitlines()[0]
    return first.removeprefix("#").strip()


def starter_text(name: str) -> str:
    """Return the text of a starter design.

    :param name: one of the starters
    :raises DesignError: when the name is unknown

    Source: design rule "command line"; no claim.
    """
    known = starters()
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1)
        write = f"elenctic init {near[0]}" if near else "elenctic init"
        raise DesignError(f"one of {', '.join(known)}", f'"{name}"', write, field="init")
    return resources.files("elenctic.starters").joinpath(f"{name}.toml").read_text(encoding="utf-8")


def write_starter(name: str, to: str | None = None) -> Path:
    """Write a starter design and return the file's path.

    :param name: one of the starters
    :param to: the file to write, NAME.toml in this folder when left out
    :raises DesignError: when the name is unknown, or the file exists or cannot be written

    Source: design rule "command line"; no claim.
    """
    content = starter_text(name)
    path = Path(to) if to else Path(f"{name}.toml")
    named = path.name if path.name.isprintable() else f"{name}.toml"
    data = content.replace(f"check {name}.toml", f"check {named}").encode("utf-8")
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise DesignError(
            "a file name that is free",
            "an existing file",
            f"elenctic init {name} --to other.toml",
            file=str(path),
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DesignError("a file that can be written", reason, f"elenctic init {name}", file=str(path)) from None
    return path
