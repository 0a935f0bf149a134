"""Figures as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jeopardice.common.errors import InputError, shown
from jeopardice.common.files import write_whole
from jeopardice.figures.interactive import interactive_page
from jeopardice.figures.page import DPI, FORMATS, picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def check_file(path: Path, place: str = "file") -> None:
    """Refuses a file that no figure can be saved as."""
    if path.suffix.lower() not in FORMATS:
        raise InputError(
            f"{place}: {shown(str(path))}: a figure is saved as {', '.join(FORMATS[:-1])} or {FORMATS[-1]}"
        )
    if path.is_dir():
        raise InputError(f"{place}: {shown(str(path))}: it is a folder")
    if not path.absolute().parent.is_dir():
        raise InputError(f"{place}: {shown(str(path))}: there is no such folder")


def save(figure: Figure, path: Path, dpi: int = DPI) -> None:
    """Writes a figure as .png, .svg, .pdf or as a page, whole or not at all; the same figure is the same file."""
    check_file(path)
    kind = path.suffix.lower()[1:]
    write_whole(path, interactive_page(figure) if kind == "html" else picture(figure, kind, dpi))
