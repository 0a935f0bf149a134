"""A card as text, as Markdown, and as a page for a browser."""

from __future__ import annotations

from typing import Any

from jeopardice.analysis.card_example import worked_example
from jeopardice.analysis.card_price import PricedCard
from jeopardice.analysis.card_text import counted, how_to_use, worth_table
from jeopardice.common.pages import render
from jeopardice.rulebook import Rules


def card_text(found: PricedCard[Any], rules: Rules, *, markdown: bool = False) -> str:
    """The card, how it is used, and its price."""
    header, lines = worth_table(found.card)
    if markdown:
        text = [f"## {_title(rules)}", "", f"| {' | '.join(header)} |", f"|{' ---: |' * len(header)}"]
        text += [f"| {' | '.join(line)} |" for line in lines]
    else:
        widths = [max(len(line[i]) for line in [header, *lines]) for i in range(len(header))]
        text = [_title(rules)]
        for line in [header, *lines]:
            cells = (f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True))
            text.append(f"  {'  '.join(cells).rstrip()}")
    text.append("")
    text += [f"{'- ' if markdown else '  '}{sentence}" for sentence in how_to_use(found.card, rules)]
    return "\n".join([*text, "", *_foot(found)])


def card_page(found: PricedCard[Any], rules: Rules) -> str:
    """The same as a page to print, with an example."""
    header, lines = worth_table(found.card)
    return render(
        "card",
        title=_title(rules),
        header=header,
        lines=lines,
        sentences=how_to_use(found.card, rules),
        example=worked_example(found.card, rules),
        foot=_foot(found),
    )


def _title(rules: Rules) -> str:
    return f"{rules.title or 'The game'} to {rules.goal:,}: a card to memorise"


def _foot(found: PricedCard[Any]) -> list[str]:
    numbers = found.card.integers
    different = f", {len(set(numbers))} of them different" if len(set(numbers)) < len(numbers) else ""
    return [
        f"{counted(len(numbers), 'number', 'numbers')} to memorise{different}.",
        f"Against best play it wins {found.overall:.4%} of games: best play keeps an advantage of {found.price:.4%}.",
    ]
