"""Games over HTTP are those of the play package: the record is all there is."""

from __future__ import annotations

import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.opponents.players import players_of
from jeopardice.play.coach import coach, word_for
from jeopardice.play.game import replay
from jeopardice.play.judge import Judge
from jeopardice.play.record import MOST_CHANGES, MOST_TOML, Record
from jeopardice.play.review import review
from jeopardice.play.session import Session
from jeopardice.play.view import view
from jeopardice.web.courses import course_key
from support.web_app import PATIENCE, Site

PIG = {"preset": "pig", "set": {"goal": 30}}
FARKLE = {"preset": "farkle", "set": {"goal": 2000}}
HOG = {"preset": "hog", "set": {"goal": 30, "dice.count": 8}}
UNSEEN = {"preset": "television-hog", "set": {"goal": 20}}
Play = dict[str, Any]


def record(rules: Play, *players: str, seed: str = "seven") -> Play:
    return {"rules": rules, "seats": [{"player": player} for player in players], "seed": seed}


def ask(site: Site, path: str, body: Play) -> Any:
    """Asks again while best play is being looked for."""
    until = time.monotonic() + PATIENCE
    while (answer := site.client.post(path, json=body)).status_code == 409 and answer.json().get("solve"):
        assert time.monotonic() < until
        time.sleep(0.02)
    assert answer.status_code == 200, answer.text
    return answer.json()


def played(site: Site, start: Play) -> Play:
    """A whole game: people move at random, computers as they do."""
    chance = random.Random(1)
    found: Play = ask(site, "/api/games", {"record": start})
    while not found["view"]["over"]:
        mover = found["view"]["seats"][found["view"]["mover"]]
        how: Play = {"advance": True}
        if mover["player"] == "human":
            how = {"move": chance.choice(found["view"]["moves"])["move"]}
        found = ask(site, "/api/games", {"record": found["record"], **how})
    return found


def judge_of(found: Play) -> Judge:
    solution: Any = jd.solve(Record.of(found["record"]).rules)
    return Judge(solution)


@pytest.mark.parametrize(
    ("rules", "players"),
    [
        (PIG, ["human", "optimal"]),
        (FARKLE, ["optimal", "beginner"]),
        (FARKLE, ["max-score", "card"]),
        (HOG, ["human", "card"]),
        (UNSEEN, ["human", "optimal"]),
        ({"preset": "pig", "set": {"goal": 12}}, ["human", "optimal", "hold-at:6"]),
    ],
)
def test_a_whole_game_is_what_the_play_package_says(site: Site, rules: Play, players: list[str]) -> None:
    found = played(site, record(rules, *players))
    wanted = Record.of(found["record"])
    games = replay(wanted)
    judge = judge_of(found)
    site.solve(found["record"]["rules"] | {"set": {**rules["set"], "players": len(players)}})
    seen = ask(site, "/api/games", {"record": found["record"]})["view"]
    reported = view(wanted, games, judge)
    for one, other in zip(seen.pop("chances"), reported.pop("chances"), strict=True):
        assert one["move"] == other["move"]
        assert one["seats"] == pytest.approx(other["seats"], abs=1e-12)
    assert seen.pop("solve")["state"] == "done"
    assert seen == reported

    judged = ask(site, "/api/games/review", {"record": found["record"]})
    expected = review(wanted, games, judge).as_json()
    assert [decision["did"] for decision in judged["decisions"]] == [one["did"] for one in expected["decisions"]]
    assert [one["habit"] for one in judged["decisions"]] == [one["habit"] for one in expected["decisions"]]
    assert [one["sentence"] for one in judged["patterns"]] == [one["sentence"] for one in expected["patterns"]]
    for seat in judged["seats"]:
        assert seat["start"] + seat["luck"] + seat["cost"] + seat["others"] == pytest.approx(seat["result"], abs=1e-9)

    for move in (0, len(games) // 2):
        cut = {**found["record"], "moves": found["record"]["moves"][:move]}
        hints = ask(site, "/api/games/coach", {"record": cut})
        best = coach(games[move], judge).as_json()
        assert hints["sentences"] == best["sentences"]
        assert hints["value"] == pytest.approx(best["value"], abs=1e-12)


def test_taking_back_and_doing_again_shows_the_same_dice(site: Site) -> None:
    start = ask(site, "/api/games", {"record": record(FARKLE, "human", "human"), "move": "roll"})
    rolled = start["view"]["turn"]["roll"]
    fresh = ask(site, "/api/games", {"record": {**start["record"], "moves": []}})
    assert fresh["view"]["turn"]["roll"] is None
    assert ask(site, "/api/games", {"record": fresh["record"], "move": "roll"})["view"]["turn"]["roll"] == rolled


def test_a_game_waits_for_no_other_game(site: Site) -> None:
    tables = site.tables
    one, other = (record(PIG, "human", "human", seed=seed) for seed in ("held", "free"))
    site.solve(PIG)
    held = Record.of(ask(site, "/api/games", {"record": one})["record"])
    with ThreadPoolExecutor(1) as somebody, tables.locks.hold(course_key(held)):
        waiting = somebody.submit(site.client.post, "/api/games", json={"record": one})
        for path in ("/api/games", "/api/games/coach", "/api/games/review"):
            assert site.client.post(path, json={"record": other}).status_code == 200
        assert not waiting.done()
    assert waiting.result().status_code == 200
    assert tables.locks._held == {}


def test_a_long_game_is_judged_in_parts_the_last_positions_first(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.of(Record.new(PIG, ["beginner", "hold-at:9"], seed="parts"), None, players_of)
    while not session.game.over:
        session.advance()
    long, games = session.record.as_json(), session.games
    site.solve(PIG)
    monkeypatch.setattr("jeopardice.web.courses.JUDGING", 0)  # one position each time
    whole = list(range(len(games)))
    for part in range(1, len(games) + 1):
        seen = ask(site, "/api/games", {"record": long})["view"]["chances"]
        assert [one["move"] for one in seen] == whole[-part:]
    reported = view(session.record, games, judge_of({"record": long}))["chances"]
    assert [one["seats"] for one in seen] == [pytest.approx(one["seats"], abs=1e-12) for one in reported]


def test_another_way_from_the_middle_of_a_game_is_followed(site: Site) -> None:
    found = played(site, record(PIG, "human", "human", seed="branch"))["record"]
    number = next(i for i, move in enumerate(found["moves"]) if move == "bank")
    other = {**found, "moves": [*found["moves"][:number], "roll"]}
    seen = ask(site, "/api/games", {"record": other})["view"]
    wanted = view(Record.of(other), replay(Record.of(other)))
    assert seen["log"] == wanted["log"]
    assert [chance["move"] for chance in seen["chances"] or []] in ([], list(range(len(other["moves"]) + 1)))


def test_a_game_is_replayed_and_judged_once_for_all_its_positions(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.solve(PIG)
    found = played(site, record(PIG, "human", "human", seed="once"))["record"]
    whole = ask(site, "/api/games", {"record": found})["view"]
    for forbidden in ("jeopardice.play.game.Game.after", "jeopardice.play.judge.Judge.chances"):
        monkeypatch.setattr(forbidden, None)
    for at in (3, len(found["moves"]) - 1, 0, len(found["moves"])):
        seen = ask(site, "/api/games", {"record": {**found, "moves": found["moves"][:at]}})["view"]
        assert seen["chances"] == whole["chances"][: at + 1]
    monkeypatch.undo()
    # Positions that are too many are forgotten.
    monkeypatch.setattr("jeopardice.web.courses.MOST_POSITIONS", 5)
    assert ask(site, "/api/games", {"record": found})["view"]["chances"] == whole["chances"]


@pytest.mark.parametrize(
    ("body", "status", "word"),
    [
        ({"record": record(PIG, "human", "human"), "move": "bank"}, 422, "move"),
        ({"record": record(PIG, "human", "human"), "move": "fly"}, 422, "move"),
        ({"record": {**record(PIG, "human", "human"), "moves": ["roll", "sit"]}}, 422, "moves[1]"),
        ({"record": record(PIG, "human", "human"), "advance": True}, 422, "person"),
        ({"record": record(PIG, "human", "human"), "advance": True, "move": "roll"}, 422, "advance"),
        ({"record": record(PIG, "human")}, 422, "seats"),
        ({"record": record(PIG, "human", "card:/etc/passwd")}, 422, "player"),
        ({"record": record(PIG, "human", "table:/etc/passwd")}, 422, "player"),
        ({"record": record(PIG, "human", "os:system")}, 422, "player"),
        ({"record": record(PIG, "human", "hold-at:x")}, 422, "player"),
        ({"record": record({"preset": "farkle.toml"}, "human", "human")}, 422, "preset"),
        ({"record": {**record(PIG, "human", "human"), "first": 2}}, 422, "first"),
        ({"record": record({**UNSEEN}, "human", "human", "human")}, 422, "players: 3"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(site: Site, body: Play, status: int, word: str) -> None:
    for _ in range(2):  # also when it is remembered
        answer = site.client.post("/api/games", json=body)
        assert answer.status_code == status, answer.text
        assert word in answer.json()["error"]


def test_the_coach_of_a_finished_game_has_nothing_to_say(site: Site) -> None:
    over = played(site, record(PIG, "human", "human", seed="over"))
    site.solve(PIG)
    answer = site.client.post("/api/games/coach", json={"record": over["record"]})
    assert answer.status_code == 422
    assert "over" in answer.json()["error"]
    assert site.client.post("/api/games", json={"record": over["record"], "advance": True}).status_code == 422


def test_what_best_play_takes_is_reported_before_it_is_asked_for(site: Site) -> None:
    def reported(rules: Play) -> Any:
        return site.client.post("/api/rules", json=rules).json()["best_play"]

    unknown = {"preset": "pig", "set": {"goal": 29}}
    before = reported(unknown)
    assert not before["known"]
    assert before["seconds"] > 0
    assert before["problem"] is None
    site.solve(unknown)
    assert reported(unknown) == {"known": True, "seconds": 0.0, "problem": None}
    large = reported({"preset": "farkle", "set": {"players": 4}})
    assert not large["known"]
    assert "1,600,000,000 states" in large["problem"]
    slow = {"preset": "zilch", "set": {"players": 3, "goal": 6000}}
    assert "here a solve may take" in reported(slow)["problem"]
    assert site.solve(slow)["error"] == reported(slow)["problem"]
    assert reported({"preset": "television-hog", "set": {"goal": 19}}) == {
        "known": False,
        "seconds": None,
        "problem": None,
    }


def test_a_seat_may_be_played_in_another_way_from_any_move_on(site: Site) -> None:
    start = played(site, record(PIG, "human", "beginner"))["record"]
    begun = {**start, "moves": start["moves"][:5]}
    before = ask(site, "/api/games", {"record": begun})["view"]
    seats = [start["seats"][0], {**start["seats"][1], "player": "max-score"}]
    after = ask(site, "/api/games", {"record": {**begun, "seats": seats}})["view"]
    assert {**after, "seats": before["seats"]} == {**before, "solve": after["solve"], "chances": after["chances"]}


@pytest.mark.parametrize("rules", [PIG, FARKLE, HOG])
def test_advice_names_moves_like_the_coach(site: Site, rules: Play) -> None:
    site.solve(rules)
    coached = ask(site, "/api/games/coach", {"record": record(rules, "human", "human")})
    advice = ask(site, "/api/advice", {"rules": rules, "scores": [0, 0]})
    assert [{**action, "word": word_for(action["loss"])} for action in advice["actions"]] == coached["actions"]
    assert advice["sentence"] == coached["sentence"]


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "chess"},
        {"preset": "pig", "set": {"goal": -5}},
        {"preset": "pig", "set": {"colour": 1}},
        {"toml": "goal = ["},
        {"preset": "pig", "set": {f"a.{number}": 1 for number in range(MOST_CHANGES + 1)}},
        {"toml": "#" * (MOST_TOML + 1)},
        PIG,
        {"toml": "#" * (MOST_TOML - 200) + "\n" + 'family = "pig"\ngoal = 20\n[dice]\ncount = 1\n'},
    ],
)
def test_rules_are_read_alike_for_a_game_and_for_anything_else(site: Site, rules: Play) -> None:
    """The same limits and the same words, whoever reads them."""
    checked = site.client.post("/api/rules", json=rules)
    game = site.client.post("/api/games", json={"record": record(rules, "human", "human")})
    reported = None if checked.json().get("ok") else checked.json()["error"]
    assert game.json().get("error", "").removeprefix("record.rules.") == (reported or "")
    document = {"rules": rules, "seats": [{}, {}]}
    if reported is None:
        assert Record.of(document).rules.family == "pig"
    else:
        words = reported if checked.status_code == 200 else "rules."  # what is no request is reported in other words
        with pytest.raises(jd.InputError, match=re.escape(words)):
            Record.of(document)
