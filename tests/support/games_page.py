"""The catalogue, docs/games.md: `python tests/support/games_page.py` rewrites it after a change of a preset."""

from __future__ import annotations

from pathlib import Path

import jeopardice as jd
from jeopardice.rulebook import loaded_dice, special

PAGE = Path(__file__).parents[2] / "docs" / "games.md"


def page() -> str:
    """The text of the page."""
    games = {name: jd.rules(name) for name in jd.presets()}
    lines = [
        "# Games",
        "",
        "`jeopardice rules` lists the games, and `jeopardice rules NAME` prints one with every key and its notes.",
        "For house rules, start from the nearest game, with `--set` or your own [rules file](rules.md).",
        "Unless stated otherwise, games of family farkle have six fair dice, and score 100 for a 1, 50 for a 5, "
        "1000 for three 1s and 100 times the face for three other dice alike.",
        "",
        "| name | game | family | goal | what is special | source |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, game in games.items():
        cells = (f"`{name}`", game.title, game.family, f"{game.goal:,}", "; ".join(special(game)), game.source)
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", "## Notes", ""]
    lines += [f"- **{game.title}**: {game.note}" for game in games.values() if game.note]
    lines += [
        "",
        "## Loaded dice",
        "",
        "`jeopardice.rulebook.loaded_dice()` has the dice of Kingdom Come: Deliverance II by name; "
        "their weights go into `dice.weights` of a rules file, one list for each die.",
        "Where players' tables disagree, a die appears several times.",
        "The 1 of the Devil's head is a joker (`wild`).",
        "",
        "| name | die | weights of 1 to 6, in lowest terms |",
        "| --- | --- | --- |",
    ]
    lines += [f"| `{name}` | {die.name} | {', '.join(map(str, die.weights))} |" for name, die in loaded_dice().items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
