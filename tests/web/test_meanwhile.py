"""Advice by the points in the turn, until best play is known; also where it was cancelled or is refused."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.play.game import replay
from jeopardice.play.points import coach_by_points
from jeopardice.play.record import Record
from jeopardice.race.keys import ignored_keys
from jeopardice.rulebook import presets
from jeopardice.rulebook.meanings import IN_A_GAME
from jeopardice.web import jobs
from jeopardice.web.jobs import GONE
from jeopardice.web.settings import Settings
from support.web_app import Site, running

ZILCH = {"preset": "zilch"}
ROLL = {"rules": ZILCH, "scores": [3500, 4200], "turn": 650, "roll": "115346", "meanwhile": True}


@pytest.fixture(scope="module")
def unsolved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that has solved nothing and starts no job: everything waits."""
    with running(str(tmp_path_factory.mktemp("cache")), Settings(workers=0)) as site:
        yield site


def record(rules: dict[str, Any], *moves: str, seed: str = "seven") -> dict[str, Any]:
    return {"rules": rules, "seats": [{"name": "You"}, {"name": "Ben"}], "seed": seed, "moves": list(moves)}


def test_advice_is_by_points_while_best_play_is_computed(unsolved: Site) -> None:
    found = unsolved.client.post("/api/advice", json=ROLL).json()
    wanted = jd.solve("zilch", objective="score").advise(turn=650, roll="115346")
    assert (found["objective"], found["measure"]) == ("score", "points")
    assert [each["value"] for each in found["actions"]] == pytest.approx([float(each.value) for each in wanted.actions])
    assert found["solve"]["state"] == "queued"
    assert "win" not in found["sentence"]
    assert "points" in found["sentence"]
    assert found["left_out_words"] == ["busts in a row", "the lowest score"]


def test_without_the_field_the_answer_is_the_job(unsolved: Site) -> None:
    answer = unsolved.client.post("/api/advice", json={**ROLL, "meanwhile": False})
    assert answer.status_code == 202
    assert unsolved.client.post("/api/games/coach", json={"record": record(ZILCH, "roll")}).status_code == 409


def test_the_coach_of_a_game_is_by_points_too(unsolved: Site) -> None:
    game = record(ZILCH, "roll")
    found = unsolved.client.post("/api/games/coach", json={"record": game, "meanwhile": True}).json()
    position = replay(Record.of({**game, "seats": [{"name": "You", "player": "human"}] * 2}))[-1]
    turn: Any = jd.solve("zilch", objective="score").turn_at()
    wanted = coach_by_points(position, turn).as_json()
    assert {key: found[key] for key in ("actions", "sentence")} == {key: wanted[key] for key in ("actions", "sentence")}
    assert found["objective"] == "score"
    over = record({"preset": "pig", "set": {"goal": 2}}, "roll", "bank", seed="3")
    refused = unsolved.client.post("/api/games/coach", json={"record": over, "meanwhile": True})
    assert (refused.status_code, refused.json()["error"]) == (422, "coach: the game is over")


def test_a_cancelled_solve_is_not_started_again_by_a_question(unsolved: Site) -> None:
    asked = {**ROLL, "rules": {"preset": "zilch", "set": {"goal": 9000}}}
    job = unsolved.client.post("/api/advice", json=asked).json()["solve"]
    unsolved.client.delete(f"/api/solves/{job['id']}")
    for _ in range(2):
        found = unsolved.client.post("/api/advice", json=asked).json()
        assert (found["objective"], found["solve"]["state"]) == ("score", "cancelled")


def test_what_a_server_refuses_to_solve_is_advised_by_points(tmp_path: Path) -> None:
    asked = {"rules": {"preset": "pig", "set": {"goal": 3000}}, "scores": [0, 0], "turn": 19, "meanwhile": True}
    with running(str(tmp_path), Settings(job_seconds=0.001)) as site:
        site.ended(site.client.post("/api/advice", json=asked).json()["solve"]["id"])
        found = site.client.post("/api/advice", json=asked).json()
        assert found["solve"]["state"] == "failed"
        assert found["solve"]["error"]
        assert found["actions"][0]["then"] == "roll"  # hold at 20


def test_best_play_takes_over_when_it_is_known(site: Site) -> None:
    asked = {"rules": {"preset": "pig", "set": {"goal": 31}}, "scores": [5, 8], "turn": 6, "meanwhile": True}
    first = site.client.post("/api/advice", json=asked).json()
    if first["objective"] == "score":  # no earlier test has solved it
        site.ended(first["solve"]["id"])
    then = site.client.post("/api/advice", json=asked).json()
    assert (then["objective"], then["measure"], then["solve"]) == ("win", "chance", None)
    assert then["value"] == pytest.approx(float(jd.solve("pig", goal=31).advise((5, 8), turn=6).value))


def test_a_solve_that_ends_during_an_answer_is_waited_for(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else nobody would ask again."""

    def late(name: str, rules: dict[str, Any]) -> None:
        module, _, function = name.rpartition(".")
        found = getattr(import_module(module), function)
        monkeypatch.setattr(name, lambda *given: (site.solve(rules), found(*given))[1])

    one, other = ({"preset": "pig", "set": {"goal": goal}} for goal in (32, 33))
    late("jeopardice.web.meanwhile.points_sentences", one)
    late("jeopardice.web.tables.view", other)
    asked = {"rules": one, "scores": [5, 8], "turn": 6, "meanwhile": True}
    for path, body in (("advice", asked), ("games", {"record": record(other, "roll")})):
        found = site.client.post(f"/api/{path}", json=body).json()
        assert found.get("view", found)["solve"]["state"] == "running"
        again = site.client.post(f"/api/{path}", json=body).json()
        assert again["view"]["chances"] if path == "games" else again["objective"] == "win"


def test_scores_are_needed_in_the_meantime_too(unsolved: Site) -> None:
    for scores in (None, [1], [1, 2, 3]):
        answer = unsolved.client.post("/api/advice", json={**ROLL, "scores": scores})
        assert (answer.status_code, answer.json()["error"].startswith("scores: ")) == (422, True)


@pytest.mark.parametrize("preset", presets())
def test_every_key_that_an_answer_leaves_out_has_words(preset: str) -> None:
    assert set(ignored_keys(jd.rules(preset))) <= set(IN_A_GAME)


def test_a_solve_that_one_client_cancels_goes_on_for_another(unsolved: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"rules": {"preset": "pig", "set": {"goal": 77}}}
    solves = unsolved.client.post("/api/solves", json=asked).json()["id"]
    ada, ben = {"X-Waiting": "ada"}, {"X-Waiting": "ben"}

    def states(client: dict[str, str]) -> tuple[str, str]:
        path = f"/api/solves/{solves}"
        given_up = unsolved.client.delete(path, headers=client).json()["state"]
        return given_up, unsolved.client.get(path).json()["state"]

    for client in (ada, ben):
        unsolved.client.get(f"/api/solves/{solves}", headers=client)
    assert states(ada) == ("queued", "queued")
    assert states(ben) == ("cancelled", "cancelled")
    # One that has not asked for long has gone, and a client without a name cancels for all.
    for gone, canceller in ((GONE + 1, ada), (0, {})):
        unsolved.client.post("/api/solves", json=asked)
        for client in (ada, ben):
            unsolved.client.get(f"/api/solves/{solves}", headers=client)
        with monkeypatch.context() as patch:  # for jobs only: the server waits by the same clock
            patch.setattr(jobs, "time", SimpleNamespace(monotonic=lambda gone=gone: time.monotonic() + gone))
            assert states(canceller) == ("cancelled", "cancelled")
