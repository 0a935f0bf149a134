"""`jeopardice review`: a game from a file, as text or JSON."""

from __future__ import annotations

import io
import json
from datetime import datetime
from pathlib import Path

import pytest

import jeopardice as jd
from jeopardice.opponents.players import players_of
from jeopardice.play.game_reader import read_game
from jeopardice.play.judge import Judge
from jeopardice.play.session import Session
from support.cli_runner import assert_refused, jeopardice


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game that the command line has played and saved as text."""
    path = tmp_path / "game.txt"
    seats = "Ann=hold-at:10,Ada=optimal"
    ran = jeopardice("play", "pig", "--set", "goal=50", "--seats", seats, "--seed", "abc", "--save", str(path))
    assert ran.status == 0
    return path


def test_a_saved_text_is_reviewed_like_its_record(game: Path, tmp_path: Path) -> None:
    read = read_game(game.read_text())
    assert datetime.fromisoformat(read.date)
    found = Session.of(read.record, Judge(jd.solve(read.record.rules)), players_of).review()
    other = tmp_path / "game.json"
    other.write_text(json.dumps(read.record.as_json()))
    for path in (game, other):
        ran = jeopardice("review", str(path), "--json")
        assert json.loads(ran.out)["review"] == found.as_json()
    assert json.loads(ran.out)["record"] == read.record.as_json()
    ran = jeopardice("review", str(game))
    assert ran.status == 0
    assert f"{found.seats[0].cost:+.1%}" in ran.out


def test_a_game_is_read_from_standard_input_and_resumed_from_text(monkeypatch: pytest.MonkeyPatch, game: Path) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(game.read_text()))
    assert jeopardice("review", "-").status == 0
    saved = game.with_name("again.txt")
    assert jeopardice("play", "--load", str(game), "--save", str(saved)).status == 0
    assert read_game(saved.read_text()).record == read_game(game.read_text()).record


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rules: pig\nplayer: Ann\nplayer: Bob\n1. Ann: rolled 9\n", "line 4: "),
        ("rules: pig\nplayer: Ann\nplayer: Bob\n", "nobody has moved"),
        ("{}", "seats"),
        ("", "rules: missing"),
    ],
)
def test_a_bad_game_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text)
    ran = jeopardice("review", str(path))
    assert_refused(ran, "FILE")
    assert words in ran.err
    assert_refused(jeopardice("review", str(tmp_path / "none.txt")), "cannot be read")
