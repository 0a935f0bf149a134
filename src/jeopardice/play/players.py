"""Who decides at the table.

A player has a name: "human" (a person at the screen), "optimal" (best play), "beginner", or another that the caller
can make. Where best play mixes, the draw follows from the game's seed.

A beginner plays like people who have just learned the rules. Farkle: takes every die that scores, and rolls on until
the turn total is a round number (the largest of 1, 2, 5, 10, 20, … that is not above a twentieth of the goal) or until
two dice or fewer are left; with all dice to roll again, until twice that total. Pig: banks at a fifth of the goal,
rounded in the same way. Hog: rolls half as many dice as they have sides. A beginner banks whatever wins, does not bank
what loses in a last turn, and never steals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.play.dice import Stream
from jeopardice.play.ending import last_turns
from jeopardice.play.game import Game
from jeopardice.play.judge import Judge, text_of
from jeopardice.play.moves import Move
from jeopardice.rulebook import Rules
from jeopardice.turn.advice import Action

HUMAN = "human"
NEED_SOLUTION = ("optimal", "card")
"""Players that need the game solved."""
FEW_DICE = 2
"""A beginner banks with this number of dice left, or fewer."""


class Player(Protocol):
    """Decides at the table."""

    def choose(self, game: Game) -> Move:
        """Return one of the legal moves."""


class BestPlayer:
    """Best play for the win."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def choose(self, game: Game) -> Move:
        """The best move, drawn where best play mixes."""
        if len(game.legal) == 1:
            return game.legal[0]
        return self._drawn(game) or game.find(text_of(game, self._best(game)))

    def _drawn(self, game: Game) -> Move | None:
        """Simultaneous play: a move by its probability."""
        mixed = self._judge.mixture(game)
        if mixed is None:
            return None
        action = _drawn_from(mixed.actions, Stream(game.table.seed, "mixed", game.turn.number, game.turn.rolls))
        wanted = (action.then, action.dice)
        return next(move for move in game.legal if wanted in ((move.then, move.dice), (move.then, "")))

    def _best(self, game: Game) -> Action:
        """The best action; of tied ones the one that busts least, or at random where that matters."""
        actions = self._judge.advice(game).actions
        if all(action.probability is None for action in actions):
            return actions[0]
        return _drawn_from(actions, Stream(game.table.seed, "mix", game.turn.number, game.turn.rolls))


def _drawn_from(actions: Sequence[Action], stream: Stream) -> Action:
    """An action, by its probability."""
    left = stream.chance()
    for action in actions:
        left -= action.probability or 0.0
        if left < 0:
            return action
    return max(actions, key=lambda action: action.probability or 0.0)


class Beginner:
    """A beginner, as described above."""

    def choose(self, game: Game) -> Move:
        """The move of a beginner."""
        if won := winning_bank(game):
            return won
        legal = [move for move in game.legal if move.then != "steal"]
        if game.table.rules.family == "hog":
            return min(legal, key=lambda move: abs(_dice(move.dice) - (game.table.rules.dice.sides + 1) // 2))
        if game.turn.roll is not None:
            most = max(legal, key=lambda move: (_dice_in(game, move), move.points))
            legal = [move for move in legal if move.keep == most.keep]
        return bank_or_other(legal, lambda bank: self._banks(game, bank))

    def _banks(self, game: Game, bank: Move) -> bool:
        if bank_loses(game, bank.total):
            return False
        model, rules = game.table.model, game.table.rules
        left = model.phases[bank.phase].place.dice
        if rules.family == "farkle" and left == model.all_dice:
            return bank.total >= 2 * round_total(rules)
        few = rules.family == "farkle" and sum(left) <= FEW_DICE
        return few or bank.total >= round_total(rules)


def round_total(rules: Rules) -> int:
    """The turn total at which a beginner banks."""
    most = max(1, rules.goal // (20 if rules.family == "farkle" else 5))
    powers = [int(10**power) for power in range(10)]
    return max(nice * power for power in powers for nice in (1, 2, 5) if nice * power <= most)


def _dice(name: str) -> int:
    return int(name) if name.isdecimal() else len(name)


def _dice_in(game: Game, move: Move) -> int:
    assert game.turn.roll is not None
    kept = game.table.choices(game.turn.phase, game.turn.roll).sets[move.keep]
    return sum(map(sum, kept.dice))


def bank_or_other(moves: Sequence[Move], banks: Callable[[Move], bool]) -> Move:
    """The bank among these moves, if the player wants it or there is nothing else; otherwise the first other move."""
    bank = next((move for move in moves if move.then == "bank"), None)
    others = [move for move in moves if move.then != "bank"]
    return bank if bank and (not others or banks(bank)) else others[0]


def winning_bank(game: Game) -> Move | None:
    """The largest bank that wins, or that reaches the goal where others still have a last turn."""
    banks = [move for move in game.legal if move.then == "bank" and _reaches(game, move.total)]
    return max(banks, key=lambda move: move.total, default=None)


def _reaches(game: Game, total: int) -> bool:
    score = game.scores[game.mover] + total
    return score > best_other(game) if game.last_turn else score >= game.table.rules.goal


def bank_loses(game: Game, total: int) -> bool:
    """Whether a bank loses in a last turn."""
    score, best = game.scores[game.mover] + total, best_other(game)
    return game.last_turn and (score < best or (score == best and game.table.rules.end.tie != "split"))


def others_have_a_turn(game: Game, total: int) -> bool:
    """Whether a bank of this total reaches the goal and begins the last turns of others."""
    score = game.scores[game.mover] + total
    return not game.last_turn and score >= game.table.rules.goal and last_turns(game.table, game.mover) > 0


def best_other(game: Game) -> int:
    """The highest score of the other seats."""
    return max(score for seat, score in enumerate(game.scores) if seat != game.mover)


MakePlayer = Callable[[Rules, str, Judge | None], Player]
"""Makes a player by name, or refuses the name."""


def refuse_others(rules: Rules, name: str, judge: Judge | None) -> Player:
    """Refuse every other name."""
    raise InputError(f"player: {shown(name)}: choose human, optimal or beginner")


class Players:
    """The players of a game, by name; each is made once, when it is first needed or prepared."""

    def __init__(self, rules: Rules, judge: Judge | None = None, others: MakePlayer = refuse_others) -> None:
        if judge is not None and not judge.fits(rules):
            raise InputError("solution: it is for another game")
        self.rules, self.judge, self._others = rules, judge, others
        self._made: dict[str, Player] = {}

    def check(self, name: str) -> None:
        """Refuse unknown names, and strategies that do not fit this game."""
        if name not in (HUMAN, *NEED_SOLUTION):
            self.prepare(name)

    def prepare(self, name: str) -> None:
        """Make a player, which takes seconds for a card."""
        if name != HUMAN and name not in self._made:
            self._made[name] = self._make(name)

    def needs_solution(self, name: str) -> bool:
        """Whether a player needs the game solved."""
        return name in NEED_SOLUTION

    def move(self, game: Game, name: str) -> Move:
        """The move of the seat to move."""
        if game.over:
            raise InputError("advance: the game is over")
        if game.waits:
            raise InputError("advance: first enter the dice of the last move")
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
