"""Games of somebody who moves at random, for the tests of play."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import jeopardice as jd
from jeopardice.play.game import Game
from jeopardice.play.record import Record
from support.small_rules import Document

PIG = {"preset": "pig"}
FARKLE = {"preset": "farkle"}


def new(named: dict[str, Any] = PIG, players: int = 2, **more: Any) -> Record:
    return Record.new(named, ["human"] * players, **{"seed": "abc", **more})


def of_rules(document: Document, players: int = 2, **more: Any) -> Record:
    return new({"toml": jd.rules(document).to_toml()}, players, **more)


def played(record: Record, random: Random, most: int = 400, bold: float = 0.5) -> tuple[Record, list[Game]]:
    """A game of somebody who moves at random, to its end or so far."""
    games = [Game.start(record)]
    moves: list[str] = []
    while not games[-1].over and len(moves) < most:
        legal = games[-1].legal
        banks = [move for move in legal if move.then == "bank"]
        moves.append(random.choice(banks if banks and random.random() > bold else legal).text)
        games.append(games[-1].after(moves[-1]))
    return replace(record, moves=tuple(moves)), games
