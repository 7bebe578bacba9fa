"""How figures look and how they become bytes: fit for a paper, the same on every day, nobody's settings touched."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from .documents import printable
from .extras import import_extra
from .figure_file import checked_figure_path, write_figure

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

INK, LINE, SHADE, HATCH, FAINT = "#1a1a1a", "#0b4f8a", "#dfe9f3", "#a9c0d8", "#8a8a8a"

FULL_WIDTH, HALF_WIDTH, HEIGHT = 6.75, 3.35, 2.55
"""Inches: both columns of a paper, one of them, and the height of either."""

TITLE_LENGTH = 200
"""Longest title; longer ones are cut as messages are."""

LETTERS, KEY_LETTERS = 16, 7
"""Letters to an inch of a line, and how many a legend's key takes."""

STYLE: dict[str, Any] = {
    "font.family": ["STIXGeneral", "DejaVu Sans"],
    "mathtext.fontset": "stix",
    "font.size": 9,
    "axes.titlesize": 9,
    "axes.labelsize": 9,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.fontsize": 8,
    "figure.titlesize": 9,
    "axes.linewidth": 0.6,
    "axes.edgecolor": INK,
    "axes.axisbelow": True,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e3e3e3",
    "grid.linewidth": 0.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "ytick.minor.width": 0.4,
    "lines.linewidth": 1.0,
    "lines.markersize": 4,
    "hatch.linewidth": 0.4,
    "legend.frameon": False,
    "legend.handlelength": 1.8,
    "legend.columnspacing": 1.6,
    "legend.borderpad": 0.1,
    "legend.borderaxespad": 0.2,
    "figure.constrained_layout.use": True,
    "svg.hashsalt": "elenctic",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
    "pdf.compression": 6,
}
"""What differs from matplotlib's own defaults; a caller's settings play no part."""

_LOCK = threading.Lock()


@dataclass(frozen=True)
class Words:
    """Hold the words of a figure.

    :param title: the line above it, may be empty
    :param about: what it shows, in a sentence: kept in the file for those who cannot see it
    """

    title: str
    about: str


def draw(path: object, panels: int, words: Words, paint: Callable[[list[Axes]], list[Artist]]) -> Path:
    """Draw a figure and write it to a file, the same bytes from the same input.

    :param path: the file, .svg or .pdf
    :param panels: 1 for a column's width, 2 for the width of a page
    :param words: title and description
    :param paint: draws on the panels, and returns what the legend names
    :return: the file that was written
    :raises DesignError: when the file cannot be written
    :raises MissingExtraError: when matplotlib is not installed
    Source: design rule "byte-identical from the same input"; no claim.
    """
    file = checked_figure_path(path)
    with _settings():
        figure, axes = _empty(panels)
        handles = paint(axes)
        _title(figure, words.title)
        _legend(figure, handles)
        data = _rendered(figure, file.suffix.lower(), words)
    write_figure(file, data)
    return file


@contextmanager
def _settings() -> Generator[None]:
    """Hold matplotlib's settings at ours, and give them back as they were.

    They are one table for the whole process: our own threads draw one after the other, so that none
    gives back what another has set.
    """
    matplotlib = import_extra("report", "matplotlib")
    import_extra("report", "matplotlib.figure")
    defaults = {name: value for name, value in matplotlib.rcParamsDefault.items() if not name.startswith("backend")}
    with _LOCK, matplotlib.rc_context({**defaults, **STYLE}):
        yield


def _empty(panels: int) -> tuple[Figure, list[Axes]]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(FULL_WIDTH if panels > 1 else HALF_WIDTH, HEIGHT))
    return figure, [figure.add_subplot(1, panels, place) for place in range(1, panels + 1)]


def _title(figure: Figure, title: str) -> None:
    if title:
        room = round(figure.get_figwidth() * LETTERS)
        lines = wrap(drawable(printable(title, TITLE_LENGTH)), room, break_on_hyphens=False)
        figure.suptitle("\n".join(lines), x=0.01, ha="left", parse_math=False)


def _legend(figure: Figure, handles: list[Artist]) -> None:
    """Put the legend below the panels, in as many columns as there is room for."""
    if handles:
        longest = max(len(str(handle.get_label())) for handle in handles)
        columns = max(1, int(figure.get_figwidth() * LETTERS / (longest + KEY_LETTERS)))
        rows = -(-len(handles) // columns)
        figure.legend(handles=handles, loc="outside lower center", ncols=-(-len(handles) // rows))


def _rendered(figure: Figure, ending: str, words: Words) -> bytes:
    stream = BytesIO()
    title = words.title or words.about
    metadata: dict[str, Any] = {"Title": printable(title, 1000), "Creator": None}
    if ending == ".pdf":
        metadata |= {"Subject": printable(words.about, 1000), "Producer": None, "CreationDate": None}
    else:
        metadata |= {"Description": printable(words.about, 1000), "Date": None}
    figure.savefig(stream, format=ending.removeprefix("."), metadata=metadata)
    return stream.getvalue()


def drawable(text: str) -> str:
    """Return a text with every character that the fonts lack as an escape, so that none is lost in a box."""
    fonts = import_extra("report", "matplotlib.font_manager")
    held: set[int] = set()
    for family in STYLE["font.family"]:
        held |= set(fonts.get_font(fonts.findfont(family)).get_charmap())
    return "".join(sign if ord(sign) in held else sign.encode("unicode_escape").decode("ascii") for sign in text)
