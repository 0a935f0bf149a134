"""Who decides at the table.

A player is a name: "human" (somebody at the screen), "optimal" (best play), "beginner", or whatever else the caller
knows how to make. Where best play mixes, the draw follows from the game's seed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.play.beginner import Beginner
from jeopardice.play.dice import Stream
from jeopardice.play.game import Game
from jeopardice.play.judge import Judge, text_of
from jeopardice.play.moves import Move
from jeopardice.rulebook import Rules
from jeopardice.turn.advice import Action

HUMAN = "human"
NEED_SOLUTION = ("optimal", "card")
"""Players who need the game solved."""


class Player(Protocol):
    """Somebody who decides."""

    def choose(self, game: Game) -> Move:
        """One of the legal moves."""


class BestPlayer:
    """Best play for the win."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def choose(self, game: Game) -> Move:
        """The best move, drawn where best play mixes."""
        if len(game.legal) == 1:
            return game.legal[0]
        drawn = self._drawn(game)
        return drawn if drawn else game.find(text_of(game, self._best(game)))

    def _drawn(self, game: Game) -> Move | None:
        """Simultaneous play: a move by its probability."""
        mixed = self._judge.mixture(game)
        if mixed is None:
            return None
        left = Stream(game.table.seed, "mixed", game.turn.number, game.turn.rolls).chance()
        for action in mixed.actions:
            left -= action.probability
            if left < 0:
                break
        wanted = (action.then, action.dice)
        return next(move for move in game.legal if wanted in ((move.then, move.dice), (move.then, "")))

    def _best(self, game: Game) -> Action:
        """The best action; of tied ones that which busts least, or by chance the bolder where that matters."""
        actions = self._judge.advice(game).actions
        mix = getattr(self._judge.turn(game), "mix", None)
        tied = [action for action in actions if action.verdict != "worse"]
        if mix is None or len(tied) == 1 or Stream(game.table.seed, "mix", game.turn.number).chance() >= mix:
            return actions[0]
        return max(tied, key=lambda action: action.bust)


MakePlayer = Callable[[Rules, str, Judge | None], Player]
"""Makes a player by name; names of nobody are refused."""


def nobody_else(rules: Rules, name: str, judge: Judge | None) -> Player:
    """Refuse every other name."""
    raise InputError(f"player: {shown(name)}: choose human, optimal or beginner")


class Players:
    """The players of a game, by name; those that take time to make are made once, when first asked or prepared."""

    def __init__(self, rules: Rules, judge: Judge | None = None, others: MakePlayer = nobody_else) -> None:
        if judge is not None and not judge.fits(rules):
            raise InputError("solution: it is that of another game")
        self.rules, self.judge, self._others = rules, judge, others
        self._made: dict[str, Player] = {}

    def check(self, name: str) -> None:
        """Refuses names of nobody, and ways to play that this game does not know."""
        if name not in (HUMAN, *NEED_SOLUTION):
            self.prepare(name)

    def prepare(self, name: str) -> None:
        """Makes a player, which may take some seconds for a card."""
        if name != HUMAN and name not in self._made:
            self._made[name] = self._make(name)

    def needs_solution(self, name: str) -> bool:
        """Whether a player needs the game solved."""
        return name in NEED_SOLUTION

    def move(self, game: Game, name: str) -> Move:
        """The move of the seat to move."""
        if game.over:
            raise InputError("advance: the game is over")
        if name == HUMAN:
            raise InputError("advance: it is a person's turn")
        self.prepare(name)
        return self._made[name].choose(game)

    def _make(self, name: str) -> Player:
        if name == "beginner":
            return Beginner()
        if name in NEED_SOLUTION and self.judge is None:
            raise JeopardiceError(f"player: {name}: the game is not solved yet")
        if name == "optimal":
            assert self.judge is not None
            return BestPlayer(self.judge)
        return self._others(self.rules, name, self.judge)
