"""`jeopardice fairness`: the first move, the head start that makes up for it, and the length of a game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.analysis.fairness import fairness_of_two
from jeopardice.solvers.race import solve_race
from support.cli_runner import assert_types, changes, jeopardice, printed

GAMES = {"pig": ["pig"], "hog": ["hog"], "short pig": ["pig", *changes(goal=10)]}


def fair(*arguments: str) -> dict[str, Any]:
    """The JSON of `fairness`, with what holds for all of it."""
    found = jeopardice("fairness", *arguments, "--json").json
    assert_types(found, rules=str, first_player=float, advantage=float, komi=int, komi_value=float)
    assert_types(found, expected_turns=float, turns_deviation=float, komi_table=list, turns=list)
    assert found["advantage"] == pytest.approx(2 * found["first_player"] - 1)
    table = {row["komi"]: row["first_player"] for row in found["komi_table"]}
    assert table[0] == found["first_player"]
    assert table[found["komi"]] == found["komi_value"]
    assert min(abs(chance - 0.5) for chance in table.values()) == abs(found["komi_value"] - 0.5)
    assert list(table) == sorted(table)
    lengths = {row["turns"]: row["probability"] for row in found["turns"]}
    assert list(lengths) == list(range(1, len(lengths) + 1))
    assert min(lengths.values()) >= 0
    assert sum(lengths.values()) == pytest.approx(1, abs=1e-12)
    mean = sum(m * p for m, p in lengths.items())
    assert found["expected_turns"] == pytest.approx(mean)
    assert found["turns_deviation"] ** 2 == pytest.approx(sum(m * m * p for m, p in lengths.items()) - mean**2)
    return found


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_fairness_agrees_with_the_race(game: list[str]) -> None:
    found = fair(*game)
    assert found["first_player"] == jeopardice("solve", *game, "--json").json["value"]
    start = next(row["komi"] for row in found["komi_table"] if row["komi"] > 0)
    ahead = jeopardice("advise", *game, "--scores", f"0,{start}", "--json").json["value"]
    assert found["komi_table"][1]["first_player"] == pytest.approx(ahead, abs=1e-12)
    # The first player's turns are the odd ones.
    odd = sum(row["probability"] for row in found["turns"] if row["turns"] % 2)
    assert odd == pytest.approx(found["first_player"], abs=1e-12)


def test_fairness_of_a_game_that_one_roll_decides() -> None:
    """Pig to 2: five rolls in six win, so the first player wins 6/7, and a game ends after (6/5) turns."""
    found = fair("pig", *changes(goal=2))
    assert found["first_player"] == pytest.approx(6 / 7)
    assert found["expected_turns"] == pytest.approx(6 / 5)
    assert found["turns"][1]["probability"] == pytest.approx(5 / 36)


def test_fairness_of_a_game_to_one() -> None:
    """There is nothing to give to the second player."""
    found = fair("pig", *changes(goal=1))
    assert [row["komi"] for row in found["komi_table"]] == [0]
    assert printed("fairness", "pig", *changes(goal=1))


def test_fairness_agrees_with_the_library() -> None:
    found = fair("pig", *changes(goal=50))
    ours = fairness_of_two(solve_race(jd.rules("pig").replace(goal=50)))
    assert (found["komi"], found["komi_value"]) == ours.fairest
    assert found["expected_turns"] == ours.expected_turns


def test_fairness_in_words() -> None:
    text = printed("fairness", "pig")
    assert "53.0593%" in text
    assert "fairest with 4 points" in text
    assert len(re.findall("<- the fairest", text)) == 1
    assert "19.25" in text


def assert_bars(text: str, chances: dict[int, float]) -> None:
    """Each line tells the whole chance of its interval, also of what is rare in it."""
    rows = re.findall(r"^ +(\d+)(?:–(\d+))? +([0-9.]+)%", text.replace(",", ""), re.M)
    assert rows
    for first, last, chance in rows:
        whole = sum(p for number, p in chances.items() if int(first) <= number <= int(last or first))
        assert float(chance) / 100 == pytest.approx(whole, abs=6e-7), f"{first}–{last}"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_bars_are_the_chances_of_their_intervals(game: list[str]) -> None:
    chances = {row["turns"]: row["probability"] for row in fair(*game)["turns"]}
    rows = re.findall(
        r"^ +(\d+)(?:–(\d+))? +([0-9.]+)%", printed("fairness", *game).partition("turns   chance")[2], re.M
    )
    assert rows
    for first, last, chance in rows:
        whole = sum(chances.get(m, 0) for m in range(int(first), int(last or first) + 1))
        assert float(chance) / 100 == pytest.approx(whole, abs=6e-7), f"{first}–{last}"


def test_bars_of_a_turn_are_the_chances_of_their_intervals() -> None:
    chances = {row["points"]: row["probability"] for row in jeopardice("turn", "farkle", "--json").json["points"]}
    assert_bars(printed("turn", "farkle").partition("points   chance")[2], chances)


def test_fairness_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "pig.nc"
    assert jeopardice("solve", "pig", *changes(goal=30), "--save", str(path)).status == 0
    assert fair(str(path)) == fair("pig", *changes(goal=30), "--no-cache")
