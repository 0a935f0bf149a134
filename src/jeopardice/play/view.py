"""A position as somebody at the table sees it, as plain data for JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from jeopardice.play.game import Game, News, TurnSoFar
from jeopardice.play.moves import Move
from jeopardice.play.players import HUMAN
from jeopardice.play.record import Record
from jeopardice.play.refusals import dead_faces, refused

if TYPE_CHECKING:
    from jeopardice.play.judge import Judge

LOGGED = tuple(field.name for field in fields(News))


def view(record: Record, games: Sequence[Game], judge: Judge | None = None) -> dict[str, Any]:
    """The last of the positions of a record, with the log of all; with a judge, everyone's chance to win as well."""
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
        "refused": refused(game) if open_turn else {},
        "dead": dead_faces(game),
        "log": [_news(news) for news in seen(record, games)],
        "chances": None if judge is None else chances_of(games, judge),
    }


def seen(record: Record, games: Sequence[Game]) -> list[News]:
    """What has happened, as far as those at the table may know of it now."""
    told = [news for position in games for news in position.news]
    game = games[-1]
    if game.over or not game.table.rules.simultaneous:
        return told
    first = game.turn.number - game.mover  # the first turn of this round
    return [news for news in told if news.turn < first or not _hidden(record, game, news.seat)]


def _hidden(record: Record, game: Game, seat: int) -> bool:
    """Simultaneous play: whether a seat's turn of this round is kept from a person who has still to play."""
    if game.over or not game.table.rules.simultaneous:
        return False
    people = [number for number, sits in enumerate(record.seats) if sits.player == HUMAN]
    own = seat == game.mover and seat in people
    return not own and any(person >= game.mover and person != seat for person in people)


def _news(news: News) -> dict[str, Any]:
    # Not `asdict`, which takes most of the time of a long game.
    told: dict[str, Any] = {key: getattr(news, key) for key in LOGGED}
    told["scores"] = list(news.scores)
    return told


def move_as_json(move: Move) -> dict[str, Any]:
    """A legal move."""
    return {
        "move": move.text,
        "keep": move.keep,
        "points": move.points,
        "total": move.total,
        "then": move.then,
        "dice": move.dice,
    }


def chances_of(games: Sequence[Game], judge: Judge) -> list[dict[str, Any]]:
    """Everyone's chance to win after each move, where it can be told."""
    found = ((game.moves, judge.chances(game)) for game in games)
    return [{"move": move, "seats": list(chances)} for move, chances in found if chances is not None]


def _turn(game: Game) -> dict[str, Any]:
    turn, table = game.turn, game.table
    offer = game.offer
    return {
        "number": turn.number,
        "total": turn.total,
        "dice_left": table.hand(turn.phase),
        "to_beat": game.to_beat,
        "offer": None if offer is None else {"dice": table.hand(offer.phase), "total": offer.total},
        "roll": None
        if turn.roll is None
        else [{"face": table.face(die), "kind": table.kind(die)} for die in turn.roll],
        "kept": [{"dice": dice, "points": points} for dice, points in turn.kept],
    }
