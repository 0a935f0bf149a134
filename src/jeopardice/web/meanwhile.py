"""Advice while best play is not known: while it is computed, after that was cancelled, or where it is refused.

The turn is then solved for points, which takes less than a second and waits for no job. The answer says so under
`objective`, and `solve` is the job that looks for best play, so that a client asks again when it is done.
"""

from __future__ import annotations

from typing import Any

from jeopardice.common.errors import InputError
from jeopardice.play.coach import Hint
from jeopardice.play.game import Game
from jeopardice.play.moves import move_text
from jeopardice.play.points import coach_by_points, points_sentences, rules_of_turn, wins
from jeopardice.race.keys import ignored_keys
from jeopardice.race.objectives import Objective
from jeopardice.rulebook import rules_hash
from jeopardice.turn.advice import advise_start, advise_turn
from jeopardice.turn.decisions import SolvedTurn
from jeopardice.web.advising import left_out, position_of
from jeopardice.web.backstage import Backstage, HashedGame
from jeopardice.web.errors import BusyError
from jeopardice.web.jobs import Job
from jeopardice.web.requests import AdviceIn
from jeopardice.web.routes_solves import as_awaited, as_solve

CONSIDERED = ("turn.first_bank", "turn.beat_previous")
"""Keys that points only ignore, but not the points of a turn at the table (`jeopardice.play.points`)."""


def advice_by_points(behind: Backstage, game: HashedGame, asked: AdviceIn) -> dict[str, Any]:
    """What makes the most points in a position."""
    if asked.scores is None or len(asked.scores) != game.rules.players:
        count = 0 if asked.scores is None else len(asked.scores)
        raise InputError(f"scores: {count} given: objective win needs {game.rules.players}, the mover's first")
    position = position_of(game, behind.look(game).turn, asked)
    turn, offer, hog = _turn(behind, game, position), asked.offer, game.rules.family == "hog"
    if offer:
        found = advise_start(turn, offer.dice, offer.total, asked.singles)
    else:
        found = advise_turn(turn, asked.turn, asked.roll, asked.dice_left, asked.singles)
    hints = [Hint(move_text(each.keep, each.then, each.dice, hog=hog), each) for each in found.actions]
    hints = [hint for hint in hints if hint.action.then == "bank" and wins(position, hint.action)] or hints
    lines = points_sentences(position, turn, hints) if hints else [f"{asked.roll}: there is nothing to decide."]
    return {
        "value": float(found.value),
        "event": found.event,
        "actions": [hint.as_json() for hint in hints],
        "measure": "points",
        "sentence": " ".join(lines),
        "sentences": lines,
        "mix": None,
        **left_out(key for key in ignored_keys(game.rules, "score") if key not in CONSIDERED),
        "objective": "score",
        "solve": (job := wanted_solve(behind, game)) and as_awaited(job).model_dump(),
    }


def coaching_by_points(behind: Backstage, game: HashedGame, position: Game) -> dict[str, Any]:
    """What the coach of a game says by points."""
    if position.over:
        raise InputError("coach: the game is over")
    found = coach_by_points(position, _turn(behind, game, position)).as_json()
    job = behind.jobs.get(game.question(Objective("win")))
    return {**found, "objective": "score", "solve": job and as_solve(job).model_dump()}


def wanted_solve(behind: Backstage, game: HashedGame) -> Job | None:
    """The job that looks for best play: one that has failed or was cancelled is repeated only on request."""
    known = behind.jobs.get(game.question(Objective("win")))
    if known and known.state in ("failed", "cancelled"):
        return known
    try:
        return behind.solve(game, "win")
    except BusyError:
        return known


def _turn(behind: Backstage, game: HashedGame, position: Game) -> SolvedTurn:
    """The turn of the seat to move, solved for points."""
    rules = rules_of_turn(position)
    try:
        found = behind.by_points(game if rules == game.rules else HashedGame(rules, rules_hash(rules)))
    except InputError:  # no turn can reach what is needed here
        found = behind.by_points(game)
    return found.turn_at()
