"""Banks that win, and banks that lose."""

from __future__ import annotations

from jeopardice.play.game import Game
from jeopardice.play.moves import Move


def winning_bank(game: Game) -> Move | None:
    """A bank that wins at once, or that nobody who has a turn left need fear more: the largest total."""
    banks = [move for move in game.legal if move.then == "bank" and _reaches(game, move.total)]
    return max(banks, key=lambda move: move.total, default=None)


def _reaches(game: Game, total: int) -> bool:
    score = game.scores[game.mover] + total
    return score > best_other(game) if game.last_turn else score >= game.table.rules.goal


def bank_loses(game: Game, total: int) -> bool:
    """Whether a bank loses in a last turn."""
    score, best = game.scores[game.mover] + total, best_other(game)
    return game.last_turn and (score < best or (score == best and game.table.rules.end.tie != "split"))


def best_other(game: Game) -> int:
    """The highest score of the other seats."""
    return max(score for seat, score in enumerate(game.scores) if seat != game.mover)
