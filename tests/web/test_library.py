"""Summaries, progress and games as text over HTTP are those of the play package."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.play.game import replay
from jeopardice.play.game_text import write_game
from jeopardice.play.judge import Judge
from jeopardice.play.progress import Tally, progress
from jeopardice.play.record import Record
from jeopardice.play.review import review
from jeopardice.play.summary import summaries
from support.playing import new, played
from support.web_app import Site

RULES: dict[str, Any] = {"preset": "two-dice-pig", "set": {"goal": 26}}


@pytest.fixture(scope="module")
def games() -> list[Record]:
    """Games of somebody who moves at random."""
    return [played(new(RULES, seed=str(seed)), Random(seed))[0] for seed in range(6)]


def asked(site: Site, path: str, body: dict[str, Any]) -> Any:
    answer = site.client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_game_that_is_not_solved_has_no_summary_until_that_is_asked_for(site: Site, games: list[Record]) -> None:
    record = {**games[0].as_json(), "rules": {"preset": "two-dice-pig", "set": {"goal": 27}}, "moves": ["roll"]}
    found = asked(site, "/api/games/summary", {"record": record})
    assert found["seats"] is None
    assert found["outcome"]["title"] == jd.rules("two-dice-pig").title
    assert not found["outcome"]["over"]
    answer = site.client.post("/api/games/summary", json={"record": record, "solve": True})
    if answer.status_code == 409:
        site.ended(answer.json()["solve"]["id"])
    assert len(asked(site, "/api/games/summary", {"record": record})["seats"]) == 2


def test_summaries_and_progress_are_those_of_the_play_package(site: Site, games: list[Record]) -> None:
    site.solve({**RULES, "set": {**RULES["set"], "players": 2}})
    judge, tally, rows = Judge(jd.solve(games[0].rules)), Tally(), []
    for number, record in enumerate(games):
        positions = replay(record)
        expected = summaries(record, review(record, positions, judge))
        found = asked(site, "/api/games/summary", {"record": record.as_json()})
        assert found["seats"] == json.loads(json.dumps([seat.as_json() for seat in expected]))
        assert found["outcome"]["over"]
        assert found["outcome"]["winners"] == list(positions[-1].winners)
        assert [seat["score"] for seat in found["outcome"]["seats"]] == list(positions[-1].scores)
        tally.add(number, expected[0])
        rows.append({"played": number, "seat": found["seats"][0]})
    first = asked(site, "/api/games/progress", {"name": "You", "games": rows[:2]})
    both = asked(site, "/api/games/progress", {"name": "You", "games": rows[2:], "tally": first["tally"]})
    whole, expected_whole = both["progress"], progress("You", tally).as_json()
    assert whole["habit"] is not None
    assert whole["habit"]["habit"] == expected_whole["habit"]["habit"]
    assert whole["error"]["value"] == pytest.approx(expected_whole["error"]["value"], abs=1e-8)
    assert (whole["games"], whole["decisions"]) == (6, expected_whole["decisions"])


def test_games_as_text_are_written_and_read(site: Site, games: list[Record]) -> None:
    text = asked(site, "/api/games/text", {"record": games[1].as_json(), "date": "2026-11-19 14:31"})["text"]
    assert text == write_game(games[1], "2026-11-19 14:31")
    read = asked(site, "/api/games/read", {"text": text})
    assert (read["record"], read["date"]) == (games[1].as_json(), "2026-11-19 14:31")
    as_json = asked(site, "/api/games/read", {"text": json.dumps(games[1].as_json())})
    assert as_json == {"record": games[1].as_json(), "date": ""}


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("read", {"text": "rules: pig\nplayer: A\nplayer: B\n1. A: rolled 9"}, "line 4: "),
        ("read", {"text": "x" * 250_001}, "text"),
        ("text", {"record": {"rules": RULES, "seats": [{}, {}]}, "date": "yesterday"}, "date"),
        ("text", {"record": {"rules": RULES, "seats": [{}, {}], "moves": ["bank"]}}, "moves[0]"),
        ("progress", {"name": "You", "games": [{"played": 1, "seat": {}}]}, "games.0.seat.name"),
        ("progress", {"name": "You", "games": [], "tally": {"mistakes": [["blinked", 2, None, 1, 0.5]]}}, "mistakes"),
    ],
)
def test_what_is_wrong_is_named(site: Site, path: str, body: dict[str, Any], words: str) -> None:
    answer = site.client.post(f"/api/games/{path}", json=body)
    assert answer.status_code == 422
    assert words in answer.json()["error"]
