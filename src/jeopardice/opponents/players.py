"""The players that a game can have: those of `play`, the strategies of the library, and a card.

Besides "human", "optimal" and "beginner" a player is "card", or any strategy that needs neither a file nor a module,
such as "hold-at:300".
"""

from __future__ import annotations

from jeopardice.common.errors import InputError, shown
from jeopardice.opponents.cards import make_card
from jeopardice.opponents.policies import PolicyPlayer
from jeopardice.play.judge import Judge
from jeopardice.play.players import HUMAN, Player, Players
from jeopardice.rulebook import Rules
from jeopardice.strategies import strategy
from jeopardice.strategies.base import PolicyStrategy
from jeopardice.strategies.naming import NUMBERED, PLAIN

NAMES = (
    "human, optimal, max-score, card, beginner, hold-at:TOTAL, rolls:NUMBER, dice:NUMBER, keep-pace:END,TOTAL,DIVISOR"
)


def players_of(rules: Rules, judge: Judge | None = None) -> Players:
    """All players of a game, by name."""
    return Players(rules, judge, library_player)


def library_player(rules: Rules, name: str, judge: Judge | None) -> Player:
    """A player by a card or by a strategy of the library."""
    if name == "card":
        assert judge is not None
        return PolicyPlayer(rules, make_card(judge))
    word, colon, _ = name.partition(":")
    if (name not in PLAIN and not (word in NUMBERED and colon)) or name == HUMAN:
        raise InputError(f"player: {shown(name)}: choose {NAMES}")
    try:
        found = strategy(name)
        assert isinstance(found, PolicyStrategy), "all of these but best play are written out"
        return PolicyPlayer(rules, found)
    except InputError as error:
        raise InputError(f"player: {str(error).removeprefix('strategy: ')}") from None
