"""A card to print, fold and laminate: the table on the front, a worked example on the back."""

from __future__ import annotations

import io
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from jeopardice.analysis.card_search import PricedCard
from jeopardice.analysis.card_text import how_to_use, worked_example, worth_table
from jeopardice.errors import JeopardiceError
from jeopardice.files import write_whole
from jeopardice.rulebook import Rules

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK, ACCENT, PALE = "#1d2733", "#b3261e", "#f4efe6"


def save_page(found: PricedCard[Any], rules: Rules, path: Path) -> None:
    """Writes the page as .svg or .pdf, front and back side by side."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11.7, 4.6), facecolor="white")
    front, back = figure.add_axes((0.01, 0.02, 0.485, 0.96)), figure.add_axes((0.505, 0.02, 0.485, 0.96))
    for side in (front, back):
        side.set_xlim(0, 100)
        side.set_ylim(0, 78)
        side.set_xticks([])
        side.set_yticks([])
        side.set_facecolor(PALE)
        for edge in side.spines.values():
            edge.set_edgecolor(INK)
            edge.set_linewidth(1.2)
    _front(front, found, rules)
    _back(back, found, rules)
    image = io.BytesIO()
    # No date and no random names, so that the same card is the same file.
    metadata = {"Date": None} if path.suffix == ".svg" else {"CreationDate": None}
    with rc_context({"svg.hashsalt": "jeopardice"}):
        figure.savefig(image, format=path.suffix[1:], metadata=metadata)
    try:
        write_whole(path, image.getvalue())
    except OSError as error:
        raise JeopardiceError(f"{path}: cannot be written: {error.strerror or error}") from None


def _front(side: Axes, found: PricedCard[Any], rules: Rules) -> None:
    _title(side, rules.title or "The game", f"to {rules.goal:,}")
    header, lines = worth_table(found.card)
    step, top = 94 / len(header), 62
    height = min(8.5, 46 / (len(lines) + 1))
    for row, line in enumerate([header, *lines]):
        y = top - row * height
        if row % 2:
            side.axhspan(y - height / 2, y + height / 2, 0.02, 0.98, color="white", zorder=0)
        for column, text in enumerate(line):
            side.text(
                3 + (column + 0.5) * step,
                y,
                "\n".join(wrap(text, 8)) if row == 0 else text,
                size=8 if row == 0 else 11,
                weight="bold" if row == 0 or column < 2 else "normal",
                color=ACCENT if header[column] in ("bank", "go if you have", "or they have") else INK,
                ha="center",
                va="center",
            )
    foot = f"{len(found.card.integers)} numbers; wins {found.overall:.2%} of games against best play"
    side.text(50, 5, foot, size=8.5, color=INK, ha="center", va="center", style="italic")


def _back(side: Axes, found: PricedCard[Any], rules: Rules) -> None:
    _title(side, "How to use it", "and an example")
    y = 64.5
    for sentence in how_to_use(found.card, rules):
        y = _paragraph(side, y, sentence, "•")
    y -= 2
    for line in worked_example(found.card, rules):
        y = _paragraph(side, y, line.strip(), "–" if line.startswith(" ") else "")


def _title(side: Axes, left: str, right: str) -> None:
    side.axhspan(69.5, 78, color=INK)
    side.text(4, 73.6, left, size=15, weight="bold", color="white", ha="left", va="center")
    side.text(96, 73.6, right, size=11, color="white", ha="right", va="center")


def _paragraph(side: Axes, y: float, text: str, mark: str) -> float:
    """Writes lines downwards; returns where the next may begin."""
    for number, line in enumerate(wrap(text, 84)):
        side.text(3.5, y, mark if number == 0 else "", size=8.5, color=ACCENT, va="center")
        side.text(6, y, line, size=8.5, color=INK, va="center")
        y -= 3.6
    return y - 0.6
