"""Advice by the points in the turn, for a game whose best play is not known yet.

One turn is solved for the most expected points within a second, however long best play for the win takes. Such a
solution knows neither the scores nor the other players, so a turn at the table is solved with the least total that is
worth a bank here:

    least = max(minimum bank, first bank at 0 points, total to beat + 1, in a last turn: lead - score + 1)

and a bank that wins immediately is the only advice.
"""

from __future__ import annotations

from dataclasses import replace

from jeopardice.common.errors import InputError
from jeopardice.common.numbers import Number
from jeopardice.play.coach import Coaching, Hint, action_words, alternative, percent
from jeopardice.play.game import Game
from jeopardice.play.judge import advise, text_of
from jeopardice.rulebook import Rules
from jeopardice.turn.advice import Action
from jeopardice.turn.decisions import SolvedTurn
from jeopardice.turn.explanation import next_bust


def rules_of_turn(game: Game) -> Rules:
    """The rules by which the turn of the seat to move is solved for points."""
    rules, least = game.table.rules, least_worth(game)
    # In Hog no player banks: a turn is one roll.
    if rules.family == "hog" or least <= max(1, rules.turn.minimum_bank):
        return rules
    return rules.replace({"turn.minimum_bank": least, "turn.first_bank": 0})


def least_worth(game: Game) -> int:
    """The least turn total that may be banked and, in a last turn, takes the lead."""
    if not game.last_turn:
        return game.least_bank()
    lead = max(score for seat, score in enumerate(game.scores) if seat != game.mover)
    return max(game.least_bank(), lead - game.scores[game.mover] + 1)


def coach_by_points(game: Game, solved: SolvedTurn) -> Coaching:
    """The action with the most expected points in the turn, and why; the turn is solved by `rules_of_turn`."""
    if game.over:
        raise InputError("coach: the game is over")
    advice = advise(game, solved)
    legal = {move.text for move in game.legal}
    hints = [Hint(text_of(game, action), action) for action in advice.actions]
    # Where the dice end the turn, a bank too small to win in a last turn is still legal.
    banks = [Hint(text_of(game, bank), bank) for bank in (replace(hint.action, then="bank") for hint in hints)]
    hints = [hint for hint in hints if hint.move in legal] or [hint for hint in banks if hint.move in legal]
    won = [hint for hint in hints if hint.action.then == "bank" and wins(game, hint.action)]
    lines = tuple(points_sentences(game, solved, won or hints))
    return Coaching(float(advice.value), tuple(won or hints), lines, measure="points")


def wins(game: Game, bank: Action) -> bool:
    """Whether this bank of the seat to move ends the game, and wins it."""
    score = game.scores[game.mover] + game.turn.total + bank.points
    rules, others = game.table.rules, [each for seat, each in enumerate(game.scores) if seat != game.mover]
    if game.table.rules.simultaneous:
        return False
    if game.last_turn:
        return game.turns_left <= 1 and score > max(others)
    return score >= rules.goal and rules.end.rule == "sudden"


def points_sentences(game: Game, solved: SolvedTurn, hints: list[Hint]) -> list[str]:
    """What to do for the most points in the turn, the alternative, and why."""
    best = hints[0].action
    if best.then == "bank" and wins(game, best):
        return [f"{action_words(game, best)}: that wins the game."]
    if best.then == "bank" and game.turn.total + best.points < least_worth(game):
        return [f"{action_words(game, best)}: it is not enough to win, but there is nothing to roll."]
    lines = [f"{action_words(game, best)}: {_points(best)}."]
    if len(hints) == 1:
        return [*lines, "There is no other move."]
    other = alternative(best, hints)
    if other.verdict == "tied":
        return [*lines, f"{action_words(game, other, ing=True)}: just as good."]
    lines.append(f"{action_words(game, other, ing=True)}: {_points(other)}.")
    if other.then == "bank":
        risk = next_bust(solved, best)
        lines.append(
            f"The roll busts {percent(risk)} of the time, but what it can add is worth more."
            if risk
            else "The roll cannot bust."
        )
    elif best.then == "bank":
        kept = game.table.rules.turn.keep_on_bust
        lost = "" if kept else f" and lose the {game.turn.total + best.points:,}"
        lines.append(f"The roll would bust {percent(next_bust(solved, other))} of the time{lost}.")
    return lines


def _points(action: Action) -> str:
    value: Number = action.value
    if action.then == "bank":
        return f"{float(value):,.0f} points"
    return f"{float(value):,.1f} points on average"
