"""A library of games for tests and pictures: somebody who learns, against best play."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import jeopardice as jd
from browser.app import App
from jeopardice.opponents.players import players_of
from jeopardice.play.game import replay
from jeopardice.play.judge import Judge
from jeopardice.play.record import Record, Seat
from jeopardice.play.session import Session
from jeopardice.play.view import outcome

DAY = 86_400_000
BEGAN = 1_761_900_000_000
"""31 October 2025."""


@cache
def judge_of(rules: jd.Rules) -> Judge:
    return Judge(jd.solve(rules, cache=True))


def played(rules: dict[str, Any], player: str, seed: str, first: int = 0, moves: int | None = None) -> Record:
    """A game of a person, who plays like a computer player, against best play; or its first moves."""
    record = Record.new(rules, [player, "optimal"], names=["You", "Ada"], seed=seed, first=first)
    session = Session.of(record, judge_of(record.rules), players_of)
    while not session.game.over and (moves is None or len(session.record.moves) < moves):
        session.advance()
    return replace(session.record, seats=(Seat("You"), Seat("Ada", "optimal")))


@cache
def played_games() -> tuple[Record, ...]:
    """Games of Farkle and Pig in which the person gets better, the last one not finished."""
    farkle, pig = {"preset": "farkle", "set": {"goal": 3000}}, {"preset": "pig"}
    players = ["hold-at:10"] * 4 + ["beginner"] * 5 + ["hold-at:16"] * 6 + ["hold-at:20"] * 6
    games = [played(pig, player, f"pig {at}", at % 2) for at, player in enumerate(players)]
    games[3::6] = [played(farkle, "beginner", f"farkle {at}", at % 2) for at in range(len(games[3::6]))]
    return (*games, played(farkle, "beginner", "last", moves=11))


@cache
def short_games() -> tuple[Record, ...]:
    """Three short games of somebody who banks too early, and one that is not finished."""
    pig = {"preset": "pig", "set": {"goal": 25}}
    games = [played(pig, "hold-at:5", f"{at}", at % 2) for at in range(3)]
    return (*games, played(pig, "hold-at:5", "last", moves=4))


def kept(record: Record, at: int) -> dict[str, Any]:
    """A game as the library has it."""
    found = outcome(record, replay(record)[-1])
    scores = [seat["score"] for seat in found.pop("seats")]
    played_at = BEGAN + at * DAY
    more = {"id": f"game{at}", "begun": played_at, "changed": played_at, "place": "app", "summary": None}
    return {**found, **more, "scores": scores, "record": record.as_json()}


def fill_library(app: App, records: tuple[Record, ...]) -> None:
    """Puts games into the library of the page's browser."""
    games = [kept(record, at) for at, record in enumerate(records)]
    app.page.evaluate("games => import('/js/common/library.js').then(it => it.putGames(games))", games)
