"""The page docs/carryover-games.md, from the numbers in carryover_presets.json beside this file.

`python tests/support/carryover_page.py` rewrites the page; with names of games it first recomputes their numbers, by
the commands that the page names. Zilch and Farkle (Facebook) take a few minutes of CPU each, the others about one.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jeopardice as jd
from jeopardice.analysis.card_price import PricedCard
from jeopardice.analysis.card_text import card_text, how_to_use
from jeopardice.analysis.fairness import Fairness
from jeopardice.evaluation.duels import match_duel
from jeopardice.race.keys import carryover_keys
from jeopardice.solutions.race import RaceSolution
from jeopardice.strategies import Card

PAGE = Path(__file__).parents[2] / "docs" / "carryover-games.md"
DATA = Path(__file__).parent / "carryover_presets.json"
START = """\
# Games with carryover

Maximum scoring and [cards](strategies.md#cards) to memorise against best play, in %, and how long a game is: all \
numbers are exact.
The advantage is how much more likely best play is to win, averaged over who starts.

| game | the first player wins | max-score wins, moving first | second | best play's advantage | turns of a game | ± | \
card: numbers (different) | best play's advantage |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""
Numbers = dict[str, Any]


def names() -> list[str]:
    """The presets of two players in turn with carryover."""
    return [name for name in jd.presets() if carryover_keys(jd.rules(name)) and not jd.rules(name).simultaneous]


def measured(name: str) -> Numbers:
    """What is cheap to compute: best play, its length, and maximum scoring against it."""
    solution = jd.solve(jd.rules(name), cache=True)
    assert isinstance(solution, RaceSolution)
    fair, greedy = jd.fairness(solution), match_duel(solution.rules, "max-score", solution.strategy())
    assert isinstance(fair, Fairness)
    return {
        "first_player": fair.first_player,
        "turns": fair.turns.expected,
        "deviation": fair.turns.deviation,
        "max_score": [greedy.first, greedy.second],
    }


def computed(name: str) -> Numbers:
    """All numbers of a game, with its card."""
    found: PricedCard[Card] = jd.card(jd.solve(jd.rules(name), cache=True))
    return {**measured(name), "card": found.card.to_json(), "overall": found.overall}


def card_of(numbers: Numbers) -> PricedCard[Card]:
    """The card of a game."""
    overall = float(numbers["overall"])
    return PricedCard(Card.of(numbers["card"], "card"), overall, overall)  # that of its table alone is not shown


def row(name: str, numbers: Numbers) -> str:
    """A game's line of the table."""
    first, second = numbers["max_score"]
    card = card_of(numbers) if "card" in numbers else None
    cells = [
        f"`{name}`",
        *(f"{100 * chance:.4f}" for chance in (numbers["first_player"], first, second, 1 - first - second)),
        f"{numbers['turns']:.2f}",
        f"{numbers['deviation']:.2f}",
        f"{len(card.card.integers)} ({len(set(card.card.integers))})" if card else "",
        f"{100 * card.price:.4f}" if card else "",
    ]
    return f"| {' | '.join(cells)} |\n"


def page() -> str:
    """The text of the page."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    text = START + "".join(row(name, numbers) for name, numbers in data.items())
    if missing := [f"`jeopardice card {name}`" for name, numbers in data.items() if "card" not in numbers]:
        text += f"\nNot computed here, because of the time: {', '.join(missing)}.\n"
    cards = {name: card_of(numbers) for name, numbers in data.items() if "card" in numbers}
    tables = [name for name, found in cards.items() if len(found.card.rows) > 1]
    advice = {name: how_to_use(found.card, jd.rules(name)) for name, found in cards.items()}
    every = [line for line in advice[tables[-1]] if 2 * sum(line in advice[name] for name in tables) > len(tables)]
    text += "\n## How to read a card\n\n" + "".join(f"- {_split(line)}\n" for line in every)
    for name, found in cards.items():
        rules = jd.rules(name)
        table = card_text(found, rules).partition("\n\n")[0].partition("\n")[2].split("\n") if name in tables else []
        own = [f"  {_own_part(line, every)}" for line in advice[name] if line not in every]
        shown = "\n".join([*table, *([""] if table and own else []), *own])
        text += f"\n## {rules.title}, to {rules.goal:,}\n\n```text\n{shown}\n```\n"
    return text


def _split(line: str) -> str:
    """A line for all cards, one sentence per line; some cards have a row for all dice."""
    unless = "If all dice score and the table has no row for them,"
    return line.replace("If all dice score,", unless).replace(". ", ".\n  ")


def _own_part(line: str, every: list[str]) -> str:
    """What a line says that those for all cards do not: its last part, if another one begins as it does."""
    begins, _, end = line.rpartition("; ")
    return end[0].upper() + end[1:] if begins and any(other.startswith(begins) for other in every) else line


if __name__ == "__main__":
    data = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
    for name in sys.argv[1:]:
        data[name] = computed(name)
        DATA.write_text(json.dumps({key: data[key] for key in names() if key in data}, indent=1) + "\n", "utf-8")
    PAGE.write_text(page(), encoding="utf-8")
