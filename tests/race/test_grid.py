"""Every question for every game has an answer, or is refused by the very row of the support table."""

from __future__ import annotations

from pathlib import Path

import pytest

import jeopardice as jd
from jeopardice.race.objectives import read_objective
from jeopardice.race.support import TABLE
from support.grid import GAMES, ODD, QUESTIONS, Cell

FOUND = {
    ("simultaneous", "fractions"): "best play mixes",
    ("simultaneous with a first bank", "fractions"): "best play mixes",
    ("simultaneous win at once", "fractions"): "best play mixes",
    ("simultaneous lost banks", "fractions"): "best play mixes",
    ("simultaneous with penalties", "fractions"): "best play mixes",
    ("simultaneous with penalties below 0", "fractions"): "best play mixes",
    ("simultaneous with kept busts", "fractions"): "run past the goal without end",
    ("simultaneous with kept busts that count", "fractions"): "run past the goal without end",
    ("equal turns, steal, first bank", "fractions"): "can run past the goal without end",
}
"""What only solving finds."""
LONG = {
    ("last turn, streak, total to beat", 2, "best response"),
    ("last turn, streak, total to beat", 3, "best response"),
    ("last turn, streak, total to beat", 3, "certificate"),
    ("last turn, streak, total to beat", 3, "fractions"),
    ("streak without a floor", 3, "card"),
    ("streak without a floor", 3, "certificate"),
    ("streak without a floor", 3, "compare"),
    ("equal turns, steal, first bank", 3, "card"),
}
"""What takes seconds even for small games."""


def check(cell: Cell, game: str, question: str) -> None:
    asking = QUESTIONS[question]
    row = asking.refused(cell.rules)
    if row is None and (game, question) not in FOUND:
        asking.answer(cell)
        return
    with pytest.raises(jd.JeopardiceError) as refused:
        asking.answer(cell)
    if row is None:
        assert FOUND[game, question] in str(refused.value)
    else:
        assert str(refused.value) == row.message(cell.rules, read_objective(asking.objective))


@pytest.mark.parametrize("players", [1, 2, 3])
@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_answered_or_refused_with_its_reason(game: str, players: int, tmp_path: Path) -> None:
    cell = Cell(GAMES[game], players, tmp_path)
    for question, asking in QUESTIONS.items():
        if players in asking.players and (game, players, question) not in LONG:
            check(cell, game, question)


@pytest.mark.parametrize("game", ODD)
def test_games_that_mean_little_are_refused_with_the_reason(game: str, tmp_path: Path) -> None:
    players, document = ODD[game]
    cell = Cell(document, players, tmp_path)
    for question, asking in QUESTIONS.items():
        if players in asking.players and asking.refused(cell.rules):
            check(cell, game, question)


def test_every_row_of_the_table_refuses_something() -> None:
    games = [(document, players) for document in GAMES.values() for players in (1, 2, 3)]
    games += [(document, players) for players, document in ODD.values()]
    rules = [jd.rules({**document, "players": players}) for document, players in games]
    met = {asking.refused(each) for each in rules for asking in QUESTIONS.values()}
    assert [row for row in TABLE if row not in met] == []
