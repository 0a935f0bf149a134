"""Random small games for one to four players, with strategies to play them, each drawn from a number."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from support.random_games import Document, random_game

MOST_UNITS = {1: 12, 2: 12, 3: 5, 4: 4}
"""The goal in the smallest points that something scores, so that few enough states can come up."""


class Contest(NamedTuple):
    """A game, and the strategies of all seats in order."""

    document: Document
    strategies: tuple[str, ...]


def random_contest(number: int, players: int = 0) -> Contest:
    """The contest of a number; of 1 to 4 players, more often of two, unless their number is given."""
    draw = Random(f"contest {number}")
    document = dict(random_game(number))
    players = players or draw.choice([1, 2, 2, 2, 3, 3, 4])
    unit = min(document.get("scoring", {}).values(), default=1) if document["family"] == "farkle" else 1
    document["goal"] = max(1, min(document["goal"], MOST_UNITS[players] * unit))
    document["players"] = players
    return Contest(document, tuple(random_strategy(draw, document) for _ in range(players)))


def random_strategy(draw: Random, document: Document) -> str:
    """The name of a fixed strategy that plays the family of a game."""
    if document["family"] == "hog":
        fewest, most = document.get("turn", {}).get("choose_dice", [1, document["dice"]["count"]])
        return draw.choice(["max-score", f"dice:{draw.randint(fewest, most)}"])
    goal = document["goal"]
    return draw.choice(["max-score", f"hold-at:{draw.randint(1, goal)}", f"rolls:{draw.randint(1, 4)}"])
