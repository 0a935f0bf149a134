"""What both kinds of environments share: the rules, the start of a game, the numbers of its moves and observations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from jeopardice.common.errors import InputError, shown
from jeopardice.envs.numbering import Actions, Observer
from jeopardice.play.game import Game
from jeopardice.play.record import MOST_MOVES
from jeopardice.race.support import require
from jeopardice.rulebook import Rules, changed_rules, rules

MOST_STEPS = MOST_MOVES
"""A longer game is truncated."""


class GameSetup:
    """The game of an environment."""

    rules: Rules

    def _set_up(
        self, game: str | Rules, changes: Mapping[str, Any] | None, seats: int, first: int | None, mode: str | None
    ) -> None:
        self.rules = rules_of(game, changes, seats)
        if first is not None and not 0 <= first < seats:
            raise InputError(f"first: {shown(first)}: it must be a seat, from 0 to {seats - 1}, or None")
        if mode not in (None, "ansi"):
            raise InputError(f'render_mode: {shown(mode)}: it must be None or "ansi"')
        self.first, self.render_mode, self._seats = first, mode, seats
        self._actions, self._observer = Actions(self.rules), Observer(self.rules, seats)

    def _begin(self, random: np.random.Generator) -> Game:
        """A new game."""
        first = int(random.integers(self._seats)) if self.first is None else self.first
        return Game.begin(self.rules, self._seats, first, str(random.integers(2**63)))

    @property
    def moves(self) -> tuple[str, ...]:
        """What each action means, as it is written in the record of a game: "roll", "bank", "15 roll", …"""
        return self._actions.texts

    @property
    def observation_names(self) -> tuple[str, ...]:
        """The name of each number of an observation."""
        return self._observer.names


def rules_of(named: str | Rules, changes: Mapping[str, Any] | None, seats: int) -> Rules:
    """Rules from a preset's name or a file, with some keys changed, for this number of players."""
    found = named if isinstance(named, Rules) else rules(named)
    if changes:
        found = changed_rules(found, dict(changes), "changes")
    if seats == 1:
        return _solo(found)
    found = found if found.players == seats else found.replace(players=seats)
    require("environment", found)
    return found


def _solo(found: Rules) -> Rules:
    """The rules without what has no meaning in solo play, as for objective turns."""
    return found.replace(
        {
            **({"simultaneous": False, "sees": "scores"} if found.simultaneous else {}),
            **({"turn.steal": "never"} if found.turn.steal != "never" else {}),
            **({"turn.beat_previous": False} if found.turn.beat_previous else {}),
            "end.rule": "sudden",
            "end.tie": "first-to-reach",
        }
    )


def position_text(game: Game, names: list[str]) -> str:
    """A position as a line of text."""
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, game.scores, strict=True))
    if game.over:
        return f"{scores}; won by {', '.join(names[seat] for seat in game.winners)}"
    turn, table = game.turn, game.table
    dice = f"rolled {table.text(turn.roll)}" if turn.roll is not None else f"dice to roll: {table.hand(turn.phase)}"
    return f"{scores}; {names[game.mover]} to move, turn total {turn.total}, {dice}"
