"""The apps of examples/ run through, without the network, and their numbers are those of independent derivations."""

from __future__ import annotations

import importlib.util
import random
import socket
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NoReturn

import marimo as mo
import numpy as np
import pytest

import jeopardice as jd
from jeopardice.evaluation.simulation import SimulationOptions, simulate_duel
from oracles import carryover as naive_between
from oracles import race as naive_race
from support.reproduced import Reproduce

EXAMPLES = Path(__file__).parents[2] / "examples"
APPS = sorted(EXAMPLES.glob("*.py"))
PIG = jd.rules("pig")


@cache
def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(name: str, **controls: object) -> Mapping[str, Any]:
    """Run an app as a script, with other values for some controls, and return what it defines."""
    return load(name).app.run(defs=controls)[1]  # type: ignore[no-any-return]


def written(rules: jd.Rules) -> dict[str, Any]:
    """The rules as their file has them, for the naive solvers."""
    return tomllib.loads(rules.to_toml())


def at(value: object, **more: object) -> SimpleNamespace:
    """A control with a value."""
    return SimpleNamespace(value=value, **more)


@pytest.fixture(scope="module", autouse=True)
def _papers(shared_reproduce: Reproduce) -> Iterator[None]:
    """An app shows the rows of the papers; that they are right is tested with the papers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("jeopardice.papers.reproduce", shared_reproduce)
        yield


@pytest.fixture(scope="module", autouse=True)
def _offline() -> Iterator[None]:
    def refuse(*args: object) -> NoReturn:
        raise AssertionError(f"used the network: {args[1:]}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", refuse)
        yield


@pytest.fixture(scope="module")
def teacher() -> Mapping[str, Any]:
    return run("teacher")


@pytest.fixture(scope="module")
def designer() -> Mapping[str, Any]:
    return run("designer")


@pytest.fixture(scope="module")
def researcher() -> Mapping[str, Any]:
    return run("researcher")


def test_there_is_an_app_for_each_and_none_that_is_not_tested() -> None:
    assert [path.stem for path in APPS] == ["designer", "researcher", "teacher"]


def test_the_apps_pass_the_checks_of_marimo() -> None:
    command = [sys.executable, "-m", "marimo", "check", "--strict", *map(str, APPS)]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_an_app_that_fails_is_noticed() -> None:
    with pytest.raises(jd.InputError, match="atlantis"):
        run("designer", game=at("atlantis"))


def hold_at(least: int, sides: int) -> Fraction:
    """The expected points of a turn of Pig that holds at a total, by the total."""
    worth = {total: Fraction(total) for total in range(least, least + sides)}
    for total in range(least - 1, -1, -1):
        worth[total] = sum((worth[total + face] for face in range(2, sides + 1)), Fraction(0)) / sides
    return worth[0]


def test_teacher_one_roll_and_one_turn_are_as_worked_out_by_hand(teacher: Mapping[str, Any]) -> None:
    roll, turn = teacher["one_roll"], teacher["turn"]
    assert (roll.bust, roll.mean) == (Fraction(1, 6), Fraction(20, 6))
    by_hand = {n: hold_at(n, 6) for n in teacher["holds"]}
    assert teacher["points"] == by_hand
    assert teacher["most_points"] == [n for n, points in by_hand.items() if points == max(by_hand.values())] == [20, 21]
    assert turn.mean == by_hand[20]
    assert sum(turn.points.values()) == 1
    assert turn.points[0] == turn.bust


def test_teacher_a_plan_wins_as_often_as_in_simulated_games(teacher: Mapping[str, Any]) -> None:
    wins, best = teacher["wins"], teacher["most_wins"]
    assert max(wins.values()) == wins[best] < 0.5
    for least in (best, 20):
        played = simulate_duel(PIG, f"hold-at:{least}", "optimal", SimulationOptions(100_000, seed=3)).overall
        assert abs(played.mean - wins[least]) < 4 * played.stderr


def test_teacher_value_iteration_comes_to_the_values_of_the_core(teacher: Mapping[str, Any]) -> None:
    guesses, solution = teacher["guesses"], jd.solve(PIG, certify=True)
    assert teacher["goal"].value == 100
    assert (guesses[0] == 0.5).all()
    for mine, theirs in [(0, 0), (0, 99), (99, 0), (30, 50), (73, 12)]:
        assert guesses[-1][mine, theirs] == pytest.approx(solution.value_at((mine, theirs)), abs=1e-12)
    changes = [float(np.abs(after - before).max()) for before, after in pairwise(guesses)]
    assert changes[-1] < 1e-13 <= changes[-2]


def test_teacher_the_boundary_is_where_banking_becomes_better(teacher: Mapping[str, Any]) -> None:
    scores = teacher["mine"].value, teacher["theirs"].value
    w, least = teacher["ours"], teacher["hold_at"]
    other = 1 - w[scores[1]]  # the value of a bank, by the score after it
    worth = dict.fromkeys(range(100 - scores[0], 106 - scores[0]), 1.0)
    banks = {}
    for total in range(99 - scores[0], 0, -1):
        roll = (other[scores[0]] + sum(worth[total + face] for face in range(2, 7))) / 6
        bank = other[scores[0] + total]
        worth[total], banks[total] = max(roll, bank), bank >= roll
    assert least == min(total for total, better in banks.items() if better)


def test_teacher_the_answers_to_the_exercises_are_right(teacher: Mapping[str, Any]) -> None:
    assert teacher["eight"].bank_totals() == {"1": 35}  # a roll gains 35/8 and risks 1/8 of the total
    assert teacher["eight"].value == hold_at(35, 8)
    assert teacher["kept"].bank_totals() == {"1": None}
    assert teacher["kept"].value == 5 * 4
    assert (
        teacher["piglet"].value == naive_race.win_probability_exactly(written(jd.rules("piglet").replace(goal=2)))[0, 0]
    )
    assert teacher["price"].overall == pytest.approx(1 - teacher["wins"][20])
    assert teacher["habits"].overall > 0.5
    assert sum(teacher["three"].seats) == pytest.approx(1)


def test_teacher_runs_with_another_die_and_another_goal() -> None:
    found = run("teacher", sides=at(8), hold=at(35), goal=at(20), mine=at(99), theirs=at(1))
    assert found["one_roll"].bust == Fraction(1, 8)
    assert 35 in found["most_points"]
    assert found["turn"].mean == hold_at(35, 8)
    assert found["ours"][0, 0] == pytest.approx(
        naive_race.win_probability(written(PIG.replace(goal=20)))[0, 0], abs=1e-11
    )
    assert found["hold_at"] == 1


def test_designer_begins_with_the_game_as_it_is(designer: Mapping[str, Any]) -> None:
    farkle = jd.rules("farkle").replace(goal=5000)
    assert designer["house"] == designer["base"] == farkle
    assert jd.rules(tomllib.loads(designer["toml"])) == farkle
    before, after = designer["before"], designer["after"]
    assert (after.first_player, after.komi, designer["changed"].share) == (before.first_player, before.komi, 0)
    played = simulate_duel(farkle, "optimal", "optimal", SimulationOptions(20_000, seed=5))
    assert abs(played.first.mean - after.first_player) < 4 * played.first.stderr
    assert abs(played.turns.mean - after.turns.value) < 4 * played.turns.stderr


def test_designer_every_game_that_is_offered_is_for_two_who_take_turns(designer: Mapping[str, Any]) -> None:
    offered = set(designer["game"].options.values())
    assert {"pig", "hog", "farkle", "greed"} <= offered
    assert offered & {"television-hog", "zilch", "farkle-facebook"} == set()


def test_designer_the_chart_is_of_games_with_the_key_changed(designer: Mapping[str, Any]) -> None:
    assert [*designer["advantage"]] == [*designer["lengths"]] == [*range(0, 1001, 100)]
    game = designer["short"].replace({"turn.minimum_bank": 800})
    played = simulate_duel(game, "optimal", "optimal", SimulationOptions(20_000, seed=6))
    assert abs(2 * played.first.mean - 1 - designer["advantage"][800]) < 4 * 2 * played.first.stderr


def test_designer_solves_another_game_with_other_rules() -> None:
    keys: dict[str, object] = {
        "goal": 12,
        "turn.minimum_bank": 4,
        "turn.first_bank": 0,
        "bust.penalty": 3,
        "bust.streak": 2,
    }
    keys |= {"turn.keep_on_bust": False, "end.rule": "sudden"}
    ranged = at("bust.penalty", selected_key="points lost for busts")
    found = run("designer", game=at("pig"), variant=at(keys), ranged=ranged)
    house = found["house"]
    assert (house.goal, house.turn.minimum_bank, house.bust.penalty, house.bust.streak) == (12, 4, 3, 2)
    assert found["solution"].value == pytest.approx(naive_between.win_probability(written(house)), abs=1e-9)
    assert found["after"].first_player == found["solution"].value != found["before"].first_player
    assert jd.rules(tomllib.loads(found["toml"])) == house
    without = jd.solve(PIG.replace({"goal": 12, "turn.minimum_bank": 4})).value
    assert found["advantage"][0] == pytest.approx(2 * without - 1)


def test_designer_says_what_is_wrong_with_rules_that_cannot_be() -> None:
    keys = {"goal": 0, "bust.penalty": 0, "bust.streak": 1}
    found = run("designer", game=at("piglet"), variant=at(keys))
    assert "goal: 0" in found["problem"]
    assert "after" not in found
    # A minimum above the goal: whoever banks wins, which takes so many good tosses in a row.
    assert {least: turns for least, turns in found["lengths"].items() if least > 10} == pytest.approx(
        {least: 2**least for least in range(12, 44, 4)}
    )


def test_researcher_the_fraction_is_exact_and_the_bound_is_kept(researcher: Mapping[str, Any]) -> None:
    assert researcher["small"].value == 20
    naive = naive_race.win_probability(written(PIG.replace(goal=20)))[0, 0]
    assert float(researcher["exact"].value) == pytest.approx(naive, abs=1e-11)
    assert researcher["error"] <= researcher["floating"].error_bound < 1e-13
    for solution in researcher["certified"].values():
        assert solution.certificate.close == 0
        assert abs(float(load("researcher").certain(solution.value, solution.error_bound)) - solution.value) < 1e-12


def test_researcher_every_number_of_the_paper_is_there_and_explained(researcher: Mapping[str, Any]) -> None:
    file = EXAMPLES.parent / "src" / "jeopardice" / "papers" / "published" / f"{researcher['paper'].value}.toml"
    printed = tomllib.loads(file.read_text(encoding="utf-8"))
    cells = sum(len(row) - 1 for table in printed.get("table", []) for row in table["rows"])
    assert len(researcher["rows"]) == len(printed.get("number", [])) + cells
    assert researcher["states"]["unexplained"] == 0
    assert researcher["states"].total() == len(researcher["rows"])


def test_researcher_the_advantage_falls_like_the_root_of_the_goal(researcher: Mapping[str, Any]) -> None:
    advantages = dict(zip(researcher["goals"], researcher["advantages"], strict=True))
    assert advantages[20] == pytest.approx(2 * float(researcher["exact"].value) - 1)
    slope = np.log(advantages[400] / advantages[100]) / np.log(4)
    assert researcher["slope"] == pytest.approx(slope, abs=0.01)


def test_researcher_the_arrays_have_the_values_and_decisions_of_advice(researcher: Mapping[str, Any]) -> None:
    data, solution, hold = researcher["data"], jd.solve(PIG), researcher["hold"]
    assert hold == 20
    assert int(data.rolls.notnull().sum()) == 100 * (comb(101, 2) - 99)  # below the goal, and no turn has total 1
    dice = random.Random(2)
    for _ in range(200):
        mine, theirs = dice.randrange(98), dice.randrange(100)
        total = dice.randrange(2, 100 - mine)
        here = data.sel(mover_score=mine, other_score=theirs, turn_total=total)
        best, other = solution.advise((mine, theirs), turn=total).actions
        assert float(here.win) == pytest.approx(solution.value_at((mine, theirs)), abs=1e-12)
        assert (float(here.rolls) == 1) == (best.then == "roll")
        assert float(here.lead) == pytest.approx(best.value - other.value, abs=1e-12)
        greedy = "roll" if total < hold else "bank"
        where = {"mover_score": mine, "other_score": theirs, "turn_total": total}
        assert bool(researcher["disagree"].sel(where)) == (best.then != greedy)
    assert int(researcher["totals"].sum()) == int(researcher["disagree"].sum())


def test_researcher_simulation_agrees_within_three_standard_errors(researcher: Mapping[str, Any]) -> None:
    assert len(researcher["errors"]) == 4
    assert max(map(abs, researcher["errors"].values())) < 3
    for value, sample in researcher["checks"].values():
        assert abs(sample.mean - value) < 3 * sample.stderr < 0.05


def test_researcher_runs_with_another_paper_and_other_games() -> None:
    paper = mo.ui.dropdown(["tijms"], value="tijms")
    found = run("researcher", small=at(3), paper=paper, games=at(10_000), seed=at(7))
    assert found["exact"].value == naive_race.win_probability_exactly(written(PIG.replace(goal=3)))[0, 0]
    assert {row.paper for row in found["rows"]} == {"tijms"}
    assert found["states"]["unexplained"] == 0
    assert found["played"].games == 10_000
