"""What both kinds of environments share: rules as people name them, the start of a game, and who plays against whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jeopardice.common.errors import InputError
from jeopardice.play.game import Game, TurnSoFar
from jeopardice.play.record import MOST_MOVES
from jeopardice.play.table import Table
from jeopardice.race.support import MOST_PLAYERS
from jeopardice.rulebook import Rules, changed_rules, rules

MOST_STEPS = MOST_MOVES
"""A game that lasts longer is cut short."""


def rules_of(named: str | Rules, changes: Mapping[str, Any] | None, seats: int) -> Rules:
    """Rules from a preset's name or a file, with some keys changed, for so many players."""
    found = named if isinstance(named, Rules) else rules(named)
    if changes:
        found = changed_rules(found, dict(changes), "changes")
    if seats == 1:
        return _alone(found)
    if not 1 <= seats <= MOST_PLAYERS or (found.simultaneous and seats != 2):
        allowed = "2" if found.simultaneous else f"from 1 to {MOST_PLAYERS}"
        raise InputError(f"players: {seats}: in this game it must be {allowed}")
    return found if found.players == seats else found.replace(players=seats)


def _alone(found: Rules) -> Rules:
    """What means something to one player alone, as for objective turns."""
    return found.replace(
        {
            **({"simultaneous": False, "sees": "scores"} if found.simultaneous else {}),
            **({"turn.steal": "never"} if found.turn.steal != "never" else {}),
            **({"turn.beat_previous": False} if found.turn.beat_previous else {}),
            "end.rule": "sudden",
            "end.tie": "first-to-reach",
        }
    )


def begin(game: Rules, seats: int, first: int, seed: str) -> Game:
    """The position at the start; the dice follow from the seed."""
    table = Table.of(game, seats, first, seed)
    return Game(table, (0,) * seats, (0,) * seats, 0 if game.simultaneous else first, TurnSoFar(1))


def share(game: Game, seat: int) -> float:
    """What a seat has of the win: 1, 0, or an equal part of a tie that is split."""
    return 1 / len(game.winners) if seat in game.winners else 0.0


def said(game: Game, names: list[str]) -> str:
    """A position in a line of text."""
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, game.scores, strict=True))
    if game.over:
        return f"{scores}; won by {', '.join(names[seat] for seat in game.winners)}"
    turn, table = game.turn, game.table
    dice = f"rolled {table.text(turn.roll)}" if turn.roll is not None else f"dice to roll: {table.hand(turn.phase)}"
    return f"{scores}; {names[game.mover]} to move, turn total {turn.total}, {dice}"
