"""A beginner, as people play who have just learned the rules.

Farkle: takes every die that scores, and rolls on until the turn total is a round number (the largest of 1, 2, 5, 10,
20, … that is not above a twentieth of the goal) or until two dice or fewer are left; with all dice to roll again, once
more. Pig: banks at a fifth of the goal, rounded in the same way. Hog: rolls half as many dice as they have sides. A
beginner banks whatever wins, does not bank what loses in a last turn, and never goes on with another player's turn.
"""

from __future__ import annotations

from jeopardice.play.banks import bank_loses, winning_bank
from jeopardice.play.game import Game
from jeopardice.play.moves import Move
from jeopardice.rulebook import Rules

FEW_DICE = 2


class Beginner:
    """Somebody who has just learned the rules."""

    def choose(self, game: Game) -> Move:
        """The move of a beginner."""
        won = winning_bank(game)
        if won:
            return won
        legal = [move for move in game.legal if move.then != "steal"]
        if game.table.rules.family == "hog":
            return min(legal, key=lambda move: abs(_dice(move.dice) - (game.table.rules.dice.sides + 1) // 2))
        if game.turn.roll is not None:
            most = max(legal, key=lambda move: (_dice_in(game, move), move.points))
            legal = [move for move in legal if move.keep == most.keep]
        bank = next((move for move in legal if move.then == "bank"), None)
        others = [move for move in legal if move.then != "bank"]
        if bank and (not others or self._banks(game, bank)):
            return bank
        return others[0]

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
    """The turn total that a beginner is content with."""
    most = max(1, rules.goal // (20 if rules.family == "farkle" else 5))
    powers = [int(10**power) for power in range(10)]
    return max(nice * power for power in powers for nice in (1, 2, 5) if nice * power <= most)


def _dice(name: str) -> int:
    return int(name) if name.isdecimal() else len(name)


def _dice_in(game: Game, move: Move) -> int:
    assert game.turn.roll is not None
    kept = game.table.choices(game.turn.phase, game.turn.roll).sets[move.keep]
    return sum(map(sum, kept.dice))
