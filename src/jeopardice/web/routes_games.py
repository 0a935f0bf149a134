"""Games, the coach and the review: all from the record, which the client keeps."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response

from jeopardice.common.errors import InputError
from jeopardice.play.record import Record, usual_name
from jeopardice.web.answers import CoachOut, GameOut, ReviewOut, Unsolved
from jeopardice.web.requests import CoachIn, GameIn, RecordIn, RecordOnly
from jeopardice.web.routes_rules import PROBLEMS
from jeopardice.web.routes_solves import as_json
from jeopardice.web.tables import Tables

router = APIRouter(prefix="/games")
ANSWERS: dict[int | str, dict[str, Any]] = {
    **PROBLEMS,
    409: {"model": Unsolved, "description": "The game is not solved yet, or cannot be"},
}


def tables(request: Request) -> Tables:
    """The tables of this app."""
    found: Tables = request.app.state.tables
    return found


AtTables = Annotated[Tables, Depends(tables)]


@router.post("", responses={**ANSWERS, 200: {"model": GameOut}})
def play(asked: GameIn, at: AtTables) -> Response:
    """What is seen of a game; with `move` after that move, with `advance` after one decision of the computer."""
    if asked.move is not None and asked.advance:
        raise InputError("advance: true: either a move or advance, not both")
    record, seen = at.play(checked_record(asked.record), asked.move, asked.advance)
    return as_json({"record": record.as_json(), "view": seen})


@router.post("/coach", responses={**ANSWERS, 200: {"model": CoachOut}})
def coach(asked: CoachIn, at: AtTables) -> Response:
    """Every legal move with its chance to win, and one sentence why."""
    return as_json(at.coach(checked_record(asked.record), asked.meanwhile))


@router.post("/review", responses={**ANSWERS, 200: {"model": ReviewOut}})
def review(asked: RecordOnly, at: AtTables) -> Response:
    """What every decision cost and how lucky every roll was: together they are the result, exactly."""
    return as_json(at.review(checked_record(asked.record)))


def checked_record(asked: RecordIn) -> Record:
    """The record of a request."""
    players = [seat.player for seat in asked.seats]
    names = [seat.name or usual_name(seat.player, number, players) for number, seat in enumerate(asked.seats)]
    return Record.of(
        {
            "rules": asked.rules.model_dump(exclude_none=True),
            "seats": [{"name": name, "player": player} for name, player in zip(names, players, strict=True)],
            "first": asked.first,
            "seed": asked.seed,
            "dice": asked.dice,
            "moves": asked.moves,
        }
    )
