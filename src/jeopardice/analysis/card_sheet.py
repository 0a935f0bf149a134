"""A card as text, as Markdown, and as a page for a browser."""

from __future__ import annotations

from html import escape
from typing import Any

from jeopardice.analysis.card_example import worked_example
from jeopardice.analysis.card_price import PricedCard
from jeopardice.analysis.card_text import counted, how_to_use, worth_table
from jeopardice.rulebook import Rules

STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; max-width: 42rem; margin: 2rem auto; padding: 0 1rem; color: #1d2733;
  background: #fff }
h1 { font-size: 1.4rem }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
th, td { border: 1px solid #8a94a0; padding: .35rem .7rem; text-align: right }
th { background: #f4efe6 }
h2 { font-size: 1.05rem; margin-bottom: .3rem }
section p { margin: .2rem 0 } section p.choice { margin-left: 1.5rem }
"""
CHOICE = ' class="choice"'


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
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in header)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>\n" for line in lines)
    sentences = "".join(f"<li>{escape(sentence)}</li>\n" for sentence in how_to_use(found.card, rules))
    foot = "".join(f"<p>{escape(line)}</p>\n" for line in _foot(found))
    title = escape(_title(rules))
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>\n<style>{STYLE}</style>\n'
        f"<h1>{title}</h1>\n<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
        f"<ul>\n{sentences}</ul>\n{_example(found, rules)}{foot}</html>\n"
    )


def _example(found: PricedCard[Any], rules: Rules) -> str:
    """One decision by the card; what may be chosen stands further in."""
    lines = worked_example(found.card, rules)
    told = "".join(f"<p{CHOICE if line.startswith(' ') else ''}>{escape(line.strip())}</p>\n" for line in lines)
    return f"<section>\n<h2>For example</h2>\n{told}</section>\n" if lines else ""


def _title(rules: Rules) -> str:
    return f"{rules.title or 'The game'} to {rules.goal:,}: a card to memorise"


def _foot(found: PricedCard[Any]) -> list[str]:
    numbers = found.card.integers
    different = f", {len(set(numbers))} of them different" if len(set(numbers)) < len(numbers) else ""
    return [
        f"{counted(len(numbers), 'number', 'numbers')} to memorise{different}.",
        f"Against best play it wins {found.overall:.4%} of games: best play keeps an advantage of {found.price:.4%}.",
    ]
