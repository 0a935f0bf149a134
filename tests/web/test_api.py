"""Every endpoint answers what the library says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.play.table import turn_choices
from jeopardice.rulebook import parse_rules, rules_hash
from jeopardice.solvers.race import solve_race
from support.web_app import Site

PIG = {"preset": "pig", "set": {"goal": 40}}
FARKLE = {"preset": "farkle", "set": {"goal": 1500}}


def game(asked: dict[str, Any]) -> jd.Rules:
    return jd.rules(asked["preset"]).replace(asked.get("set", {}))


def test_presets_are_those_of_the_library_and_their_files_read_back(site: Site) -> None:
    found = site.client.get("/api/presets").json()
    assert [preset["name"] for preset in found] == list(jd.presets())
    for preset in found:
        rules = jd.rules(preset["name"])
        assert parse_rules(preset["toml"]) == rules
        assert (preset["title"], preset["goal"]) == (rules.title, rules.goal)


def test_rules_are_checked_and_described(site: Site) -> None:
    answer = site.client.post("/api/rules", json=FARKLE).json()
    assert answer["ok"] is True
    assert answer["hash"] == rules_hash(game(FARKLE))
    assert parse_rules(answer["toml"]) == game(FARKLE)
    assert answer["estimate"]["states"] == 30**2


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ({"preset": "farkle", "set": {"goal": -5}}, "goal: -5: it must be"),
        ({"toml": "goal = 5\ngaol = 3"}, "gaol"),
        ({"toml": "not toml"}, "not valid TOML"),
        ({"preset": "farkel"}, "preset"),
        ({"preset": "../rulebook/presets/farkle.toml"}, "preset"),
        ({"preset": "/etc/hostname"}, "preset"),
        ({"preset": "pig", "set": {"goal": [1, [2, 3]]}}, "goal"),
        ({"toml": 'family = "farkle"\n[dice]\ncount = 30\nsides = 20\n[scoring]\n"xxx" = 100'}, "dice"),
        ({"toml": 'family = "pig"\n[events]\nbust = []'}, "never end"),
    ],
)
def test_bad_rules_are_reported_in_one_line_that_names_the_key(site: Site, asked: dict[str, Any], key: str) -> None:
    answer = site.client.post("/api/rules", json=asked)
    assert answer.status_code == 200
    assert answer.json()["ok"] is False
    assert key in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_rules_that_nobody_can_solve_have_a_warning(site: Site) -> None:
    answer = site.client.post("/api/rules", json={"preset": "farkle", "set": {"goal": 9_000_000}}).json()
    assert answer["ok"] is True
    assert answer["warnings"]


def test_rules_file_is_a_download_that_reads_back(site: Site) -> None:
    answer = site.client.post("/api/rules/file", json=FARKLE)
    assert 'filename="farkle.toml"' in answer.headers["content-disposition"]
    assert parse_rules(answer.text) == game(FARKLE)


@pytest.mark.parametrize("objective", ["win", "score", "average", "turns", "within:5"])
def test_solves_have_the_values_of_the_library(site: Site, objective: str) -> None:
    job = site.solve(PIG, objective)
    assert (job["state"], job["progress"], job["error"]) == ("done", 1.0, None)
    assert job["value"] == pytest.approx(float(jd.solve(game(PIG), objective).value), abs=1e-13)


@pytest.mark.parametrize(
    "asked", [{"preset": "pig", "set": {"goal": 12, "players": 3}}, {"preset": "television-hog", "set": {"goal": 20}}]
)
def test_solves_report_the_chance_of_every_seat(site: Site, asked: dict[str, Any]) -> None:
    job, solution = site.solve(asked), jd.solve(game(asked))
    assert job["values"] == pytest.approx([float(chance) for chance in solution.seats], abs=1e-12)
    assert job["states"] == solution.states


def test_equal_rules_share_one_solve_whatever_they_are_called(site: Site) -> None:
    first = site.solve(PIG)
    again = {"toml": game(PIG).replace(title="House pig").to_toml()}
    assert site.client.post("/api/solves", json={"rules": again}).json()["id"] == first["id"]
    assert site.solve({"preset": "pig", "set": {"goal": 41}})["id"] != first["id"]
    assert first["id"] in [job["id"] for job in site.client.get("/api/solves").json()]


def test_solution_file_is_that_of_the_library(site: Site, tmp_path: Path) -> None:
    job = site.solve(PIG)
    answer = site.client.get(f"/api/solves/{job['id']}/solution.nc")
    (tmp_path / "pig.nc").write_bytes(answer.content)
    found, expected = jd.load(tmp_path / "pig.nc"), solve_race(game(PIG))
    # What is in the cache already may have been certified.
    assert (found.rules, found.objective) == (expected.rules, expected.objective)
    assert (found.values == expected.values).all()


def test_card_is_that_of_the_command_line(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    from support.cli_runner import jeopardice

    name = site.solve(PIG)["id"]
    text = site.patient(lambda: site.client.get(f"/api/solves/{name}/card.txt"))
    assert text.text == jeopardice("card", "pig", "--set", "goal=40").out
    page = site.patient(lambda: site.client.get(f"/api/solves/{name}/card.html"))
    assert page.headers["content-type"].startswith("text/html")
    assert "<table>" in page.text
    example = page.text.partition("<h2>For example</h2>")[2]
    assert "bank." in example
    assert "roll." in example


def test_files_of_solves_that_have_none_say_why(site: Site) -> None:
    score = site.solve(PIG, "score")["id"]
    for name, status in ((score, 409), ("0" * 24, 404)):
        for file in ("solution.nc", "card.txt", "card.html"):
            answer = site.client.get(f"/api/solves/{name}/{file}")
            assert answer.status_code == status
            assert set(answer.json()) == {"error"}


POSITIONS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (FARKLE, {"scores": [500, 700], "turn": 350, "roll": "115346"}),
    (FARKLE, {"scores": [500, 700], "turn": 350, "dice_left": "3"}),
    (FARKLE, {"scores": [0, 0]}),
    (FARKLE, {"scores": [0, 0], "roll": "223344"}),
    (PIG, {"scores": [10, 20], "turn": 15}),
    (PIG, {"scores": [10], "turn": 15, "objective": "turns"}),
    (PIG, {"turn": 15, "objective": "score"}),
    (PIG, {"turn": 15, "objective": "average"}),
    ({"preset": "pig", "set": {"goal": 12, "players": 3}}, {"scores": [3, 4, 5], "turn": 4}),
    ({"preset": "pig", "set": {"goal": 20, "turn.steal": "after-bust"}}, {"scores": [5, 6], "turn": 4}),
    ({"preset": "hog", "set": {"goal": 30, "dice.count": 8}}, {"scores": [10, 12]}),
    (
        {"preset": "pig", "set": {"goal": 20, "bust.streak": 2, "bust.penalty": 5}},
        {"scores": [5, 6], "turn": 4, "busts": [1, 0]},
    ),
]


@pytest.mark.parametrize(("asked", "position"), POSITIONS)
def test_advice_has_the_numbers_of_the_library(site: Site, asked: dict[str, Any], position: dict[str, Any]) -> None:
    answer = site.post("/api/advice", {"rules": asked, **position})
    assert answer.status_code == 200, answer.text
    rest = {key: value for key, value in position.items() if key != "objective"}
    if "busts" in rest:
        rest["busts"] = tuple(rest["busts"])
    solution: Any = jd.solve(game(asked), position.get("objective", "win"))
    wanted = solution.advise(**rest)
    found = answer.json()
    assert found["value"] == pytest.approx(float(wanted.value), abs=1e-12)
    assert found["event"] == wanted.event
    for action, expected in zip(found["actions"], wanted.actions, strict=True):
        assert [action[key] for key in ("keep", "points", "then", "dice", "verdict")] == [
            getattr(expected, key) for key in ("keep", "points", "then", "dice", "verdict")
        ]
        for key in ("value", "loss", "bust"):
            assert action[key] == pytest.approx(float(getattr(expected, key)), abs=1e-12)


def test_advice_speaks_like_the_coach(site: Site) -> None:
    found = site.post("/api/advice", {"rules": FARKLE, "scores": [500, 700], "turn": 350, "dice_left": "3"}).json()
    best, other = found["actions"]
    assert found["sentence"].startswith(f"Roll the 3 dice: you win {best['value']:.1%}.".replace("%", " %"))
    assert f"Banking 350: {other['value']:.1%}.".replace("%", " %") in found["sentence"]
    last = {"preset": "pig", "set": {"goal": 30, "end.rule": "last-turn"}}
    found = site.post("/api/advice", {"rules": last, "scores": [10, 33], "turn": 15}).json()
    assert "last turn" in found["sentence"]


def test_advice_on_a_solution_at_hand_works_nothing_out_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    place = {"scores": [450, 700], "turn": 350, "dice_left": "3"}
    wanted = site.post("/api/advice", {"rules": FARKLE, **place}).json()
    named = {"preset": "farkle", "set": {"goal": 1500, "title": "The same by another name"}}
    turn_choices.cache_clear()
    for place_to_ask in ("jeopardice.play.table.turn_model", "jeopardice.turn.turn_model"):
        monkeypatch.setattr(place_to_ask, None)
    for _ in range(2):
        assert site.post("/api/advice", {"rules": named, **place}).json() == wanted
    monkeypatch.setattr(site.behind, "known", None)  # what was found at hand is not looked for once more
    assert site.post("/api/advice", {"rules": named, **place}).json() == wanted


def test_advice_at_an_offer_and_in_simultaneous_play(site: Site) -> None:
    stealing = {"preset": "pig", "set": {"goal": 20, "turn.steal": "after-bust"}}
    position = {"rules": stealing, "scores": [5, 6], "offer": {"dice": "1", "total": 8}}
    found = site.post("/api/advice", position).json()
    wanted = jd.solve(game(stealing)).advise((5, 6), offer=("1", 8))
    assert [action["move"] for action in found["actions"]] == [action.then for action in wanted.actions]
    assert found["value"] == pytest.approx(float(wanted.value), abs=1e-12)

    unseen = {"preset": "television-hog", "set": {"goal": 20}}
    mixed = site.post("/api/advice", {"rules": unseen, "scores": [5, 6]}).json()
    solution: Any = jd.solve(game(unseen))
    best = solution.advise((5, 6))
    assert mixed["value"] == pytest.approx(best.value, abs=1e-12)
    assert mixed["actions"][0]["move"] == f"roll {best.actions[0].dice}"
    assert sum(action["probability"] for action in mixed["actions"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("position", "word"),
    [
        ({"scores": [500]}, "scores"),
        ({}, "scores"),
        ({"scores": [500, 1500]}, "scores"),
        ({"scores": [500, 700], "turn": 33}, "turn"),
        ({"scores": [500, 700], "roll": "178"}, "roll"),
        ({"scores": [500, 700], "dice_left": "9", "turn": 50}, "dice left"),
        ({"scores": [500, 700], "offer": {"dice": "3", "total": 50}}, "offer"),
        ({"scores": [500, 700], "objective": "glory"}, "objective"),
        ({"scores": [500, 700], "objective": "turns"}, "scores"),
    ],
)
def test_impossible_positions_are_refused_by_name(site: Site, position: dict[str, Any], word: str) -> None:
    answer = site.post("/api/advice", {"rules": FARKLE, **position})
    assert answer.status_code == 422
    assert word in answer.json()["error"]


def test_comparison_is_that_of_the_library(site: Site) -> None:
    longer = {"preset": "pig", "set": {"goal": 50}}
    found = site.post("/api/compare", {"rules": [PIG, longer]}).json()
    assert [profile["goal"] for profile in found["games"]] == [40, 50]
    for profile, asked in zip(found["games"], (PIG, longer), strict=True):
        assert profile["first_player"]["value"] == pytest.approx(float(jd.solve(game(asked)).value), abs=1e-12)


def test_health_docs_and_openapi_load_nothing_from_outside(site: Site) -> None:
    assert site.client.get("/api/health").json()["status"] == "ok"
    page = site.client.get("/api/docs").text
    assert "POST /api/advice" in page
    assert "http://" not in page.replace(str(site.client.base_url), "")
    assert "https://" not in page
    assert "`" not in page
    assert '<code>{"error": "one line"}</code>' in page
    used = re.findall(r'(?:href|src)="(/[^"#]*)', page)
    assert {"/", "/icon.svg", "/css/base.css", "/js/theme.js", "/openapi.json"} <= set(used)
    assert all(site.client.get(path).status_code == 200 for path in used)
    assert site.client.get("/openapi.json").json()["info"]["title"] == "Jeopardice"


def test_plotly_is_served_from_its_package(site: Site) -> None:
    answer = site.client.get("/plotly.min.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "max-age" in answer.headers["cache-control"]
    assert len(answer.content) > 1_000_000


@pytest.mark.parametrize("path", ["/api/nothing", "/api/solves/x", "/..%2f..%2fetc/passwd.txt", "/static.py"])
def test_what_is_not_there_is_one_line_of_json(site: Site, path: str) -> None:
    answer = site.client.get(path)
    assert answer.status_code == 404
    assert set(answer.json()) == {"error"}
