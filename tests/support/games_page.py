"""The catalogue, docs/games.md: `python tests/support/games_page.py` rewrites it after a change of a preset."""

from __future__ import annotations

from pathlib import Path

import jeopardice as jd
from jeopardice.rulebook import special

PAGE = Path(__file__).parents[2] / "docs" / "games.md"


def page() -> str:
    """The text of the page."""
    games = {name: jd.rules(name) for name in jd.presets()}
    lines = [
        "# Games",
        "",
        "`jeopardice rules NAME` prints a game with every key, its source, and a note on what is disputed.",
        "For house rules, start from the nearest game, with `--set` or your own [rules file](rules.md).",
        "Unless stated otherwise, games of family farkle have six fair dice, and score 100 for a 1, 50 for a 5, "
        "1000 for three 1s and 100 times the face for three other dice alike.",
        "",
        "| name | game | family | goal | what is special |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, game in games.items():
        cells = (f"`{name}`", game.title, game.family, f"{game.goal:,}", "; ".join(special(game)))
        lines.append(f"| {' | '.join(cells)} |")
    lines += [
        "",
        "## Loaded dice",
        "",
        "`jeopardice.rulebook.loaded_dice()` has the dice of Kingdom Come: Deliverance II by name, with their weights "
        "and wild faces.",
        "They go into a rules file, or into an [inventory](dice.md).",
        "A name with a number, such as `ci-2`, is another player's table for the same die.",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
