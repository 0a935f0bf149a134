"""A card to print, fold and laminate: the table on the front, a worked example on the back."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from jeopardice.analysis.card_price import PricedCard
from jeopardice.analysis.card_text import best_players, carried_lines, counted, how_to_use, worked_example, worth_table
from jeopardice.common.files import write_whole
from jeopardice.figures.page import INK, picture
from jeopardice.rulebook import Rules

if TYPE_CHECKING:
    from matplotlib.axes import Axes

POINTS = 4.08
"""Font points per unit of a side, which is 100 units by 78."""
ACCENT, PALE = "#b3261e", "#f4efe6"


def save_page(found: PricedCard[Any], rules: Rules, path: Path) -> None:
    """Write the page as .svg or .pdf, front and back side by side."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11.7, 4.6), facecolor="white")
    front, back = figure.add_axes((0.01, 0.02, 0.485, 0.96)), figure.add_axes((0.505, 0.02, 0.485, 0.96))
    for side in (front, back):
        side.set(xlim=(0, 100), ylim=(0, 78), xticks=[], yticks=[], facecolor=PALE)
        for edge in side.spines.values():
            edge.set(edgecolor=INK, linewidth=1.2)
    _front(front, found, rules)
    _back(back, found, rules)
    write_whole(path, picture(figure, path.suffix[1:]))


def _front(side: Axes, found: PricedCard[Any], rules: Rules) -> None:
    _title(side, rules.title or "The game", f"to {rules.goal:,}")
    header, lines = worth_table(found.card)
    header_lines = ["\n".join(wrap(text, 8)) for text in header]
    step, top = 94 / len(header), 62
    notes = [part for line in carried_lines(found.card, rules) for part in wrap(line, 92)]
    height = min(8.5, (46 - 3 * len(notes)) / (len(lines) + 1))
    room = 0.95 * step, 0.75 * height
    size_of_numbers = _fitting([text for line in lines for text in line], *room, 11)
    sizes = [_fitting(header_lines, *room, 8), *[size_of_numbers] * len(lines)]
    for row, (line, size) in enumerate(zip([header_lines, *lines], sizes, strict=True)):
        y = top - row * height
        if row % 2:
            side.axhspan(y - height / 2, y + height / 2, 0.02, 0.98, color="white", zorder=0)
        for column, text in enumerate(line):
            weight = "bold" if row == 0 or column < 2 else "normal"
            colour = ACCENT if header[column] in ("bank", "go if you have", "or they have") else INK
            _text(side, 3 + (column + 0.5) * step, y, text, size=size, weight=weight, color=colour, ha="center")
    for row, note in enumerate(notes):
        _text(side, 50, 8.5 + 3 * (len(notes) - row - 1), note, size=7.5, color=INK, ha="center")
    numbers = counted(len(found.card.integers), "number", "numbers")
    foot = f"{numbers}; wins {found.overall:.2%} of games against {best_players(found)}"
    _text(side, 50, 5, foot, size=8.5, color=INK, ha="center", style="italic")


def _back(side: Axes, found: PricedCard[Any], rules: Rules) -> None:
    example = worked_example(found.card, rules)
    _title(side, "How to use it", "and an example" if example else "")
    paragraphs = [("•", sentence) for sentence in how_to_use(found.card, rules)]
    paragraphs += [("–" if line.startswith(" ") else "", line.strip()) for line in example]
    # As large as fits.
    for size in (8.5, 8, 7.5, 7, 6.5, 6, 5.5):
        wrapped = [(mark, wrap(text, int(78 * 8.5 / size))) for mark, text in paragraphs]
        leading = 3.6 * size / 8.5
        if sum(len(lines) * leading + 0.6 for _, lines in wrapped) < 58:
            break
    y = 64.5
    for place, (mark, lines) in enumerate(wrapped):
        if example and place == len(paragraphs) - len(example):
            y -= 2
        _text(side, 3.5, y, mark, size=size, color=ACCENT)
        for line in lines:
            _text(side, 6, y, line, size=size, color=INK)
            y -= leading
        y -= 0.6


def _title(side: Axes, left: str, right: str) -> None:
    side.axhspan(69.5, 78, color=INK)
    # The largest letters in which it fits, in one line or more.
    ways = ["\n".join(wrap(left, max(10, -(-len(left) // lines) + 5))) for lines in (1, 2, 3, 4)]
    size, text = max((_fitting([way], 68, 7, 15), way) for way in ways)
    _text(side, 4, 73.6, text, size=size, weight="bold", color="white", linespacing=1.05)
    _text(side, 96, 73.6, right, size=11, color="white", ha="right")


def _fitting(texts: list[str], width: float, height: float, most: float) -> float:
    """The largest font size, at most `most`, at which each text fits; there may be no text."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(weight="bold", size=10)
    lines = [line for text in texts for line in text.split("\n")]
    widest = max([1.0, *(text_to_path.get_text_width_height_descent(line, font, False)[0] for line in lines)])
    most_lines = max([1, *(text.count("\n") + 1 for text in texts)])
    return min(most, 10 * width * POINTS / widest, height * POINTS / (1.2 * most_lines))


def _text(side: Axes, x: float, y: float, text: str, **how: Any) -> None:
    # A title may hold a dollar sign.
    side.text(x, y, text, va="center", parse_math=False, **how)
