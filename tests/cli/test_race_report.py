"""`jeopardice race-report`: what it prints, its JSON, its table, and what it refuses."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import jeopardice as jd
from jeopardice.papers.dice_race.best import best_race
from jeopardice.papers.dice_race.turns import pig_turn
from support.cli_runner import jeopardice, printed

pytestmark = pytest.mark.slow


def test_the_report_on_pig_says_what_is_known_about_it() -> None:
    text = printed("race-report", "pig", "--to", "200")
    for words in (
        "492303203/60466176",
        "holding at 20 or 21",
        "1–29: the goal; 30: 14; 31–32: 15",
        "from 185 on: 20 or 21, forever (proven)",
        "each is better than any other threshold",
        "at 53: bank from 17 on, but roll at 22, 24–25",
        "at 75: bank from 18 on, but roll at 21–23",
        "for any other number of points, however large, a threshold is best (proven)",
        "12 of 20 and 10 of 21, repeated forever: impossible (proven)",
        "0.22276253262616821824277902974608327164152186174152",
        "12.54523389157",
    ):
        assert words in text


def test_json_holds_the_numbers_of_the_library() -> None:
    found = jeopardice("race-report", "pig", "--to", "120", "--far", "2000", "--target", "50", "--json").json
    best = best_race(pig_turn(jd.rules("pig")), 120)
    assert found["mean"] == "492303203/60466176"
    assert found["settled_from"] == 185
    assert found["expected"].startswith(best.expected(120).str(40, radius=False)[:38])
    assert [run["threshold"] for run in found["runs"]][:4] == [1, 3, 4, 5]
    assert [d["points"] for d in found["optimum"]["departures"]] == [53, 75]
    assert found["long_run"]["can_settle"] is False
    assert sum(turn["probability"] for turn in found["turns"]) == pytest.approx(1, abs=1e-12)
    assert [s["number"] for s in found["strategies"]] == [1, 2, 3, 4, 6, 7]
    assert found["target"] == 50
    assert found["looking"] == pytest.approx(jd.solve(jd.rules("pig").replace(goal=50)).value, abs=1e-12)


def test_the_table_has_a_row_for_each_number_of_points(tmp_path: Path) -> None:
    path = tmp_path / "pig.csv"
    printed("race-report", "pig", "--to", "60", "--far", "100", "--csv", str(path))
    rows = list(csv.DictReader(path.open()))
    best = best_race(pig_turn(jd.rules("pig")), 60)
    assert [int(row["points"]) for row in rows] == list(range(1, 61))
    assert [int(row["threshold"]) for row in rows] == [best.way(n).k for n in range(1, 61)]
    assert float(rows[-1]["expected"]) == pytest.approx(float(best.expected(60)), rel=1e-15)
    assert float(rows[-1]["optimum"]) <= float(rows[-1]["expected"])
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["big-pig"], ["27, forever (proven)", "Big Pig"]),
        (
            ["piglet"],
            ["exactly as good as another", "for any number of points, however large, a threshold is best (proven)"],
        ),
        (["pig", "--set", "dice.sides=4"], ["9 or 10, forever", "impossible (proven)"]),
        (["pig", "--set", "turn.minimum_bank=10"], ["12 of 20 and 10 of 21"]),
        (["two-dice-pig", "--set", "events.lose_banked=[]"], ["holding at"]),
        (["pig", "--set", "dice.weights=[1,0,1,0,1,0]"], ["holding at"]),
    ],
)
def test_any_game_of_the_family_has_a_report(arguments: list[str], words: list[str]) -> None:
    text = printed("race-report", *arguments, "--to", "300", "--far", "3000")
    for word in words:
        assert word in text


@pytest.mark.parametrize(
    "arguments",
    [
        ["pig", "--to", "510", "--far", "510"],
        ["pig", "--to", "100", "--far", "100", "--target", "600"],
        ["pig", "--to", "50", "--far", "1", "--target", "600"],
        ["pig", "--to", "3", "--far", "3", "--target", "3"],
        ["pig", "--to", "2", "--far", "2", "--target", "1"],
        ["pig", "--to", "1", "--far", "1", "--target", "1"],
        ["pig", "--set", "dice.weights=[1,8,8,8,8,8]", "--to", "60", "--far", "60"],
        ["pig", "--set", "dice.weights=[3,0,0,0,0,1]", "--to", "60", "--far", "200"],
    ],
)
def test_short_races_and_odd_dice_are_reported_as_far_as_they_go(arguments: list[str]) -> None:
    assert "In the long run" in printed("race-report", *arguments)


@pytest.mark.parametrize("points", ["1", "60"])
def test_short_races_have_numbers_in_json(points: str) -> None:
    assert jeopardice("race-report", "pig", "--to", points, "--far", points, "--target", points, "--json").json


def test_points_are_points_where_scores_come_in_twos() -> None:
    game = ["pig", "--set", "dice.sides=4", "--set", "dice.weights=[1,1,0,1]"]
    found = jeopardice("race-report", *game, "--to", "1000", "--far", "4000", "--json").json
    assert found["long_run"]["mean_period"] == pytest.approx(8)
    assert found["long_run"]["can_settle"] is True
    # (1 + c/sqrt(n))/2 is near the chance itself.
    near = (2 * found["first_player"] - 1) * 1000**0.5
    assert float(found["first_player_constant"]) == pytest.approx(near, rel=0.01)
    assert float(found["variance_rate"]) * 1000 == pytest.approx(float(found["variance"]), rel=0.01)
    assert "they repeat every 8.00000 points" in printed("race-report", *game, "--to", "1000", "--far", "4000")


@pytest.mark.parametrize("minimum", ["10", "40"])
def test_strategies_bank_no_less_than_is_allowed(minimum: str) -> None:
    found = jeopardice(
        "race-report", "pig", "--set", f"turn.minimum_bank={minimum}", "--to", "100", "--far", "200", "--json"
    ).json
    best = float(found["optimum"]["expected"])
    assert all(float(played["expected"]) >= best - 1e-12 for played in found["strategies"])


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["farkle"], 'farkle: family: "farkle": the dice race is for the family "pig"'),
        (["two-dice-pig"], "in the dice race a turn depends only on the points to go; use events.lose_banked = []"),
        (["pig", "--to", "0"], "to: 0: the points to go must be from 1 to 10,000,000"),
        (["pig", "--far", "-3"], "far: -3: the points to go must be from 1 to 10,000,000"),
        (["pig", "--target", "0"], "target: 0: the points to go must be"),
        (["pig", "--csv", "no/such/folder/x.csv"], "--csv:"),
        (["nothing"], "nothing"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], line: str) -> None:
    ran = jeopardice("race-report", *arguments)
    assert ran.status == 2
    assert line in ran.err
    assert ran.err.count("\n") == 1
    assert not ran.out
