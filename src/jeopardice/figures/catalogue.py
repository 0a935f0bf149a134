"""All figures by name, and figures as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jeopardice.common.errors import InputError, shown
from jeopardice.common.files import check_file, write_whole
from jeopardice.figures.boundary import reachable, section, surface
from jeopardice.figures.drawing import Drawing
from jeopardice.figures.interactive import interactive_page
from jeopardice.figures.louchard import LOUCHARD
from jeopardice.figures.mixtures import mixtures
from jeopardice.figures.page import DPI, FORMATS, picture
from jeopardice.figures.races import departures, excess, expected, thresholds, turns, variance, variance_excess

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RACES = (thresholds, expected, excess, variance, variance_excess, turns)
GENERAL = (*RACES, surface, section, reachable, departures, mixtures)
"""For any game of the family pig, the last for simultaneous play of the family hog."""

DRAWINGS: dict[str, Drawing] = {drawing.name: drawing for drawing in (*GENERAL, *LOUCHARD)}


def drawing(name: str) -> Drawing:
    """A figure by name."""
    found = DRAWINGS.get(name)
    if found is None:
        raise InputError(f"NAME: {shown(name)}: it must be one of {names()}")
    return found


def names() -> str:
    """The names of all figures, in words."""
    return f"{', '.join(d.name for d in GENERAL)}, louchard-1 to louchard-{len(LOUCHARD)}, louchard"


def check_figure(path: Path, place: str = "file") -> None:
    """Refuse a file that no figure can be saved as."""
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"{place}: {shown(path)}: a figure is saved as {', '.join(FORMATS[:-1])} or {FORMATS[-1]}")
    check_file(place, path)


def save(figure: Figure, path: Path, dpi: int = DPI) -> None:
    """Write a figure as .png, .svg, .pdf or as a page, whole or not at all; equal figures give equal files."""
    check_figure(path)
    kind = path.suffix.lower()[1:]
    write_whole(path, interactive_page(figure) if kind == "html" else picture(figure, kind, dpi))
