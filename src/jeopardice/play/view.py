"""A position as the people at the table see it, as plain data for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from jeopardice.play.game import Game
from jeopardice.play.moves import Move
from jeopardice.play.players import HUMAN
from jeopardice.play.record import Record
from jeopardice.play.refusals import dead_faces, refused
from jeopardice.play.state import News, TurnSoFar

if TYPE_CHECKING:
    from jeopardice.play.judge import Judge

LOGGED = tuple(field.name for field in fields(News))


def view(record: Record, games: Sequence[Game], judge: Judge | None = None) -> dict[str, Any]:
    """The last position of a record, with the log of the game; with a judge, also each seat's chances to win."""
    game = games[-1]
    rules, model = game.table.rules, game.table.model
    open_turn = not _hidden(record, game, game.mover)
    return {
        "title": rules.title,
        "family": rules.family,
        "goal": rules.goal,
        "dice": sum(model.all_dice),
        "sides": rules.dice.sides,
        "unit": model.unit,
        "simultaneous": rules.simultaneous,
        "seats": [
            {"name": seat.name, "player": seat.player, "score": score, "busts": busts}
            for seat, score, busts in zip(record.seats, game.scores, game.busts, strict=True)
        ],
        "mover": game.mover,
        "movers": [position.mover for position in games[:-1]],
        "over": game.over,
        "winners": list(game.winners),
        "split": len(game.winners) > 1,
        "last_turn": game.last_turn,
        "turn": _turn(game if open_turn else replace(game, turn=TurnSoFar(game.turn.number))),
        "moves": [move_as_json(move) for move in game.legal] if open_turn else [],
        "given": game.table.given,
        "waits": game.waits and {"move": game.waits.text, "dice": game.waits.dice},
        "refused": refused(game) if open_turn else {},
        "dead": dead_faces(game),
        "log": [_news(news) for news in seen(record, games)],
        "chances": None if judge is None else chances_of(games, judge),
    }


def outcome(record: Record, game: Game) -> dict[str, Any]:
    """How a game stands, in short: the part of a view that a list of games shows."""
    rules = game.table.rules
    seats = [{"name": seat.name, "score": score} for seat, score in zip(record.seats, game.scores, strict=True)]
    shown = {"title": rules.title, "family": rules.family, "goal": rules.goal}
    return {**shown, "over": game.over, "winners": list(game.winners), "seats": seats}


def seen(record: Record, games: Sequence[Game]) -> list[News]:
    """What has happened, as far as the people at the table may know it now."""
    game = games[-1]
    first = game.turn.number - game.mover  # the first turn of this round, in simultaneous play
    everything = (news for position in games for news in position.news)
    return [news for news in everything if not _hidden(record, game, news.seat) or news.turn < first]


def _hidden(record: Record, game: Game, seat: int) -> bool:
    """Simultaneous play: whether a seat's turn of this round is hidden from a person who has still to play.

    Real dice are seen by everybody at the table.
    """
    if game.over or game.table.given or not game.table.rules.simultaneous:
        return False
    people = [number for number, sits in enumerate(record.seats) if sits.player == HUMAN]
    own = seat == game.mover and seat in people
    return not own and any(person >= game.mover and person != seat for person in people)


def _news(news: News) -> dict[str, Any]:
    # Not `asdict`, which takes most of the time of a long game.
    return {**{key: getattr(news, key) for key in LOGGED}, "scores": list(news.scores)}


def move_as_json(move: Move) -> dict[str, Any]:
    """A legal move."""
    return {"move": move.text, **{key: getattr(move, key) for key in ("keep", "points", "total", "then", "dice")}}


def chances_of(games: Sequence[Game], judge: Judge) -> list[dict[str, Any]]:
    """Each seat's chance to win after each move, where it is known."""
    found = ((game.moves, judge.chances(game)) for game in games)
    return [{"move": move, "seats": list(chances)} for move, chances in found if chances is not None]


def _turn(game: Game) -> dict[str, Any]:
    turn, table, offer = game.turn, game.table, game.offer
    dice = [{"face": table.face(die), "kind": table.kind(die)} for die in turn.roll or ()]
    return {
        "number": turn.number,
        "total": turn.total,
        "dice_left": table.hand(turn.phase),
        "to_beat": game.to_beat,
        "offer": None if offer is None else {"dice": table.hand(offer.phase), "total": offer.total},
        "roll": None if turn.roll is None else dice,
        "kept": [{"dice": dice, "points": points} for dice, points in turn.kept],
    }
