"""Why something is not legal now, in a sentence for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jeopardice.play.moves import Then
from jeopardice.turn.reading import read_roll

if TYPE_CHECKING:
    from jeopardice.play.game import Game

MOST_SETS = 8
"""Sets of dice that a sentence lists."""


def refused(game: Game) -> dict[str, str]:
    """For each of roll, bank and steal that is not legal now, why."""
    if game.over or game.waits:
        return {}
    possible = {move.then for move in game.legal}
    found = {}
    if "bank" not in possible and game.table.rules.family != "hog":
        found["bank"] = why_no_bank(game, most_total(game))
    if "roll" not in possible:
        found["roll"] = "No dice are left to roll."
    if "steal" not in possible and game.table.rules.turn.steal != "never" and game.at_start:
        found["steal"] = "The previous turn left nothing to steal."
    return found


def most_total(game: Game) -> int:
    """The largest turn total that could be banked now."""
    return max((move.total for move in game.legal if move.then != "steal"), default=game.turn.total)


def why_no_bank(game: Game, total: int) -> str:
    """Why a turn total may not be banked."""
    if game.at_start:
        return "There is nothing to bank before the first roll."
    return too_few_to_bank(game, total)


def too_few_to_bank(game: Game, total: int) -> str:
    """Why a turn total is too small to be banked."""
    rules, score = game.table.rules, game.scores[game.mover]
    if score == 0 and total < rules.turn.first_bank and rules.turn.first_bank > rules.turn.minimum_bank:
        return f"A first bank needs {rules.turn.first_bank:,} points; you have {total:,}."
    if total < rules.turn.minimum_bank:
        return f"A bank needs {rules.turn.minimum_bank:,} points; you have {total:,}."
    if 0 < total <= game.to_beat:
        return f"A bank must beat the {game.to_beat:,} points banked before; you have {total:,}."
    return "There is nothing to bank yet."


def why_not(game: Game, keep: str, then: Then) -> str:
    """Why a move is not legal."""
    turn, family = game.table.rules.turn, game.table.rules.family
    if then == "steal":
        if turn.steal == "never" or family == "hog":
            return "Turns cannot be stolen in this game."
        return refused(game).get("steal", "A steal is only possible at the start of a turn.")
    if game.turn.roll is None and keep:
        return "There are no dice on the table to set aside."
    if game.turn.roll is not None:
        return _why_not_keep(game, keep, then)
    if family == "hog":
        if then == "roll":
            fewest, most = game.table.rules.dice_to_choose
            return f"Say how many dice to roll, from {fewest} to {most}."
        return "A turn is one roll of as many dice as you choose."
    if then == "end":
        return "A turn ends by a bank or a bust."
    return refused(game).get(then, "It is not possible now.")


def _why_not_keep(game: Game, keep: str, then: Then) -> str:
    assert game.turn.roll is not None
    sets = game.table.choices(game.turn.phase, game.turn.roll).sets
    if not keep:
        return f"First set dice aside: {_listed(list(sets))}."
    if keep in sets:
        if then == "bank":
            return why_no_bank(game, game.turn.total + sets[keep].points)
        return "No dice are left to roll." if then == "roll" else "The turn need not end: bank or roll."
    wanted, rolled = read_roll(game.table.model, keep), game.table.shown(game.turn.roll)
    if any(w > r for ws, rs in zip(wanted, rolled, strict=True) for w, r in zip(ws, rs, strict=True)):
        return f"Those dice were not rolled; the roll is {game.table.text(game.turn.roll)}."
    rule = "All dice that score must be set aside. " if game.table.rules.turn.set_aside == "all" else ""
    return f"{rule}Those dice cannot be set aside; choose {_listed(list(sets))}."


def _listed(sets: list[str]) -> str:
    more = len(sets) - MOST_SETS
    shortest = sorted(sets, key=len)[:MOST_SETS]
    return ", ".join([*shortest[:-1], f"{shortest[-1]} and {more} more"] if more > 0 else shortest)


def dead_faces(game: Game) -> list[str]:
    """The faces on the table that no legal set contains."""
    if game.turn.roll is None:
        return []
    sets = game.table.choices(game.turn.phase, game.turn.roll).sets.values()
    useful = {face for kept in sets for face, by_kind in enumerate(kept.dice, 1) if any(by_kind)}
    return list(dict.fromkeys(game.table.face(die) for die in sorted(game.turn.roll) if die.face not in useful))
