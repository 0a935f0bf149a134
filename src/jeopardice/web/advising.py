"""Advice as the pages show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jeopardice.common.errors import InputError
from jeopardice.play.coach import Hint
from jeopardice.play.coach import sentences as coach_sentences
from jeopardice.play.game import Game as PlayedGame
from jeopardice.play.game import TurnSoFar
from jeopardice.play.moves import move_text
from jeopardice.play.table import Box, Table
from jeopardice.race.keys import ignored_keys
from jeopardice.race.positions import Position
from jeopardice.solutions.protocol import Solution
from jeopardice.turn.advice import MixedAdvice, advise_start
from jeopardice.turn.decisions import SolvedTurn
from jeopardice.turn.explanation import Measure, explain
from jeopardice.web.backstage import Backstage, HashedGame
from jeopardice.web.requests import AdviceIn, StateIn

MEASURES: dict[str, Measure] = {"win": "chance", "within": "chance", "turns": "turns"}


def turn_for(behind: Backstage, game: HashedGame, objective: str, solution: Solution, state: StateIn) -> SolvedTurn:
    """The turn of a player in a state, kept for the next question about it."""
    name = solution.objective.name
    if name == "score" and state.busts:
        raise InputError("busts: objective score ignores busts in a row")
    if solution.objective.is_race and state.scores is None:
        raise InputError(f"scores: missing: objective {objective} needs the banked scores, the mover's first")
    if name != "win" and (state.to_beat or state.seat != 1):
        raise InputError(f"to_beat, seat: objective {objective} has no other player")
    busts = None if state.busts is None else tuple(state.busts)
    offer = (state.offer.dice, state.offer.total) if isinstance(state, AdviceIn) and state.offer else None
    start = Position(tuple(state.scores or ()), busts=busts, to_beat=state.to_beat, seat=state.seat, offer=offer)
    if not solution.objective.is_race:
        return solution.turn_at(start)
    turns = behind.turns_of(game, objective)
    found = turns.get(start)
    if found is None:
        found = solution.turn_at(start)
        turns.put(start, found)
    return found


def advice(behind: Backstage, game: HashedGame, objective: str, solution: Solution, asked: AdviceIn) -> dict[str, Any]:
    """What to do in a position."""
    left_out = list(ignored_keys(game.rules, objective.partition(":")[0]))
    if game.rules.simultaneous and objective == "win":
        return {**_mixed(solution, asked), "left_out": left_out}
    measure = MEASURES.get(objective.partition(":")[0], "points")
    offer, hog = asked.offer, game.rules.family == "hog"
    if offer and (asked.turn or asked.roll or asked.dice_left):
        raise InputError("offer: it is for the start of a turn, without turn, roll and dice_left")
    turn = turn_for(behind, game, objective, solution, asked)
    if offer:
        found, sentences = advise_start(turn, offer.dice, offer.total, asked.singles), []
    else:
        explained = explain(turn, asked.turn, asked.roll, asked.dice_left, asked.singles, measure=measure)
        found, sentences = explained.advice, list(explained.sentences)
    hints = [Hint(move_text(each.keep, each.then, each.dice, hog=hog), each) for each in found.actions]
    sentence = sentences[0] if sentences else ""
    if hints and asked.scores and objective == "win":
        sentence = _coached(game, turn, asked, hints)
    return {
        "value": float(found.value),
        "event": found.event,
        "actions": [hint.as_json() for hint in hints],
        "measure": measure,
        "sentence": sentence,
        "sentences": sentences,
        "mix": turn.mix,
        "left_out": left_out,
    }


def _coached(game: HashedGame, turn: SolvedTurn, asked: AdviceIn, hints: list[Hint]) -> str:
    """What the coach of a game would say in this position."""
    scores = tuple(asked.scores or ())
    seats = len(scores)
    reached = next((seat for seat in range(1, seats) if scores[seat] >= game.rules.goal), None)
    table = Table(game.rules, seats, 0, "", Box(game.rules, turn.model))  # nothing is computed for a sentence
    position = PlayedGame(table, scores, (0,) * seats, 0, TurnSoFar(1, total=asked.turn), reached=reached)
    return " ".join(coach_sentences(position, turn, hints, turn.mix))


def _mixed(solution: Solution, asked: AdviceIn) -> dict[str, Any]:
    """Simultaneous play: how often to take each action."""
    if asked.roll is not None or asked.dice_left is not None or asked.offer is not None or asked.busts:
        raise InputError("roll, dice_left, offer, busts: in simultaneous play scores and turn are enough")
    scores = asked.scores or []
    if len(scores) != 2:
        raise InputError(f"scores: {len(scores)} given: simultaneous play needs 2, the mover's first")
    found = solution.advise(scores, turn=asked.turn)
    assert isinstance(found, MixedAdvice)
    best = max(action.value for action in found.actions)
    actions = [
        {
            "move": f"{action.then} {action.dice}" if action.dice else action.then,
            "keep": "",
            "points": 0,
            "then": action.then,
            "dice": action.dice,
            "value": action.value,
            "loss": best - action.value,
            "verdict": "best" if action.probability > 1e-9 else "worse",
            "bust": None,
            "probability": action.probability,
        }
        for action in found.actions
    ]
    sentences = [_mixture(actions)]
    return {
        "value": found.value,
        "measure": "difference of chances",
        "actions": actions,
        "event": None,
        "sentence": sentences[0],
        "sentences": sentences,
        "mix": None,
    }


def _mixture(actions: Sequence[dict[str, Any]]) -> str:
    played = [action for action in actions if action["probability"] > 1e-9]
    words = [f"{action['move']} in {action['probability']:.1%} of all cases" for action in played]
    return f"Randomise: {', '.join(words)}." if len(words) > 1 else f"Best: {played[0]['move']}, always."
