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


def test_a_file_of_several_games_is_reviewed_game_by_game(game: Path, tmp_path: Path) -> None:
    several, exported = tmp_path / "several.txt", tmp_path / "exported.json"
    short = "\nrules: pig\nset: goal = 50\nplayer: Ann\nplayer: Bob\ndice: given\n1. Ann: banked 20\n"
    several.write_text(game.read_text() + short)
    one, other = json.loads(jeopardice("review", str(several), "--json").out)["games"]
    assert one == json.loads(jeopardice("review", str(game), "--json").out)
    assert other["record"]["moves"] == ["banked 20"]
    documents = [{"id": "a", "record": each["record"]} for each in (one, other)]
    exported.write_text(json.dumps({"kind": "jeopardice games", "version": 1, "games": documents}))
    assert json.loads(jeopardice("review", str(exported), "--json").out)["games"] == [one, other]
    ran = jeopardice("review", str(several))
    assert ran.out.count("Start") == 2
    assert_refused(jeopardice("play", "--load", str(several)), "2 games: it must be one")
    several.write_text(game.read_text() + short.replace("banked 20", "banked 21 apples"))
    assert f"line {game.read_text().count(chr(10)) + 7}: " in jeopardice("review", str(several)).err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rules: pig\nplayer: Ann\nplayer: Bob\n1. Ann: rolled 9\n", "line 4: "),
        ("rules: pig\nplayer: Ann\nplayer: Bob\n", "no move has been made"),
        ("{}", "seats"),
        ('{"games": []}', "no game"),
        ('{"games": 3}', "must be a list"),
        ('{"games": [3]}', "record"),
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
