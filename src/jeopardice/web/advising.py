"""Advice as the pages show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from jeopardice.common.errors import InputError
from jeopardice.play.coach import Hint
from jeopardice.play.coach import sentences as coach_sentences
from jeopardice.play.game import Game as PlayedGame
from jeopardice.play.moves import move_text
from jeopardice.play.state import TurnSoFar
from jeopardice.play.table import Table, TurnChoices
from jeopardice.race.keys import ignored_keys
from jeopardice.race.positions import Position
from jeopardice.rulebook.meanings import in_a_game
from jeopardice.solutions.protocol import Solution
from jeopardice.turn import TurnModel
from jeopardice.turn.advice import MixedAdvice
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
    about = {**left_out(ignored_keys(game.rules, objective.partition(":")[0])), "objective": objective, "solve": None}
    if game.rules.simultaneous and objective == "win":
        return {**_mixed(solution, asked), **about}
    measure = MEASURES.get(objective.partition(":")[0], "points")
    offer, hog = asked.offer, game.rules.family == "hog"
    if offer and (asked.turn or asked.roll or asked.dice_left):
        raise InputError("offer: it is for the start of a turn, without turn, roll and dice_left")
    turn = turn_for(behind, game, objective, solution, asked)
    stolen = (offer.dice, offer.total) if offer else None
    explained = explain(turn, asked.turn, asked.roll, asked.dice_left, asked.singles, offer=stolen, measure=measure)
    found, sentences = explained.advice, list(explained.sentences)
    hints = [
        Hint(move_text(each.keep, each.then, each.dice, hog=hog), each, each.probability) for each in found.actions
    ]
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
        **about,
    }


def left_out(keys: Iterable[str]) -> dict[str, list[str]]:
    """The keys of the rules that an answer does not consider, and the same in words."""
    found = list(keys)
    return {"left_out": found, "left_out_words": in_a_game(found)}


def _coached(game: HashedGame, turn: SolvedTurn, asked: AdviceIn, hints: list[Hint]) -> str:
    """What the coach of a game would say in this position."""
    return " ".join(coach_sentences(position_of(game, turn.model, asked), turn, hints))


def position_of(game: HashedGame, model: TurnModel, asked: AdviceIn) -> PlayedGame:
    """The position of a question as one of a game, without its roll: nothing is computed for it."""
    scores = tuple(asked.scores or ())
    seats, turn = len(scores), TurnSoFar(1, total=asked.turn)
    reached = next((seat for seat in range(1, seats) if scores[seat] >= game.rules.goal), None)
    # Who still has a last turn follows from the place in the round; elsewhere it is known for two players only.
    left = seats - asked.seat + 1 if game.rules.end.rule == "equal-turns" else seats - 1
    table = Table(game.rules, seats, 0, "", TurnChoices(game.rules, model))
    return PlayedGame(
        table, scores, (0,) * seats, 0, turn, reached=reached, turns_left=left if reached else 0, to_beat=asked.to_beat
    )


def _mixed(solution: Solution, asked: AdviceIn) -> dict[str, Any]:
    """Simultaneous play: how often to take each action."""
    if asked.roll is not None or asked.dice_left is not None or asked.offer is not None:
        raise InputError("roll, dice_left, offer: in simultaneous play scores, turn and busts are enough")
    scores = asked.scores or []
    if len(scores) != 2:
        raise InputError(f"scores: {len(scores)} given: simultaneous play needs 2, the mover's first")
    found = solution.advise(scores, turn=asked.turn, busts=asked.busts and tuple(asked.busts))
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
    words = [f"{action['move']} with probability {action['probability']:.1%}" for action in played]
    return f"Randomise: {', '.join(words)}." if len(words) > 1 else f"Best: {played[0]['move']}, always."
