"""Three or more players on the command line: what they report and refuse, and a killed solve that resumes."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest

import jeopardice as jd
from jeopardice.evaluation.multiplayer import match_multiplayer
from jeopardice.evaluation.simulation import SimulationOptions, simulate_multiplayer
from jeopardice.rulebook import rules_hash
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solvers.checkpoints import Checkpoint
from jeopardice.solvers.multiplayer import SOLVER
from support.cli_runner import assert_refused, changes, jeopardice
from support.processes import files, interrupt, one_processor, start

pytestmark = pytest.mark.slow

SMALL = changes(goal=30)


def test_solve_reports_every_seat_and_how_sure_it_is() -> None:
    ran = jeopardice("solve", "pig", "--players", "3", *SMALL, "--json", "--certify")
    found = ran.json
    assert found["value"] == found["values"][0]
    assert sum(found["values"]) == pytest.approx(1)
    assert found["values"] == sorted(found["values"], reverse=True)
    assert found["states"] == 27_000
    assert 0 < found["error_bound"] == found["equilibrium"]["gain"] < 1e-9
    assert found["equilibrium"]["elsewhere"] == 0
    text = jeopardice("solve", "pig", "--players", "3", *SMALL, "--certify").out
    assert "3 players, each maximises their own chance of winning" in text
    assert f"seat 3 wins {found['values'][2]:.4%}" in text
    assert "other starting values lead to the same one" in text


def test_players_of_the_rules_and_of_the_option_are_the_same() -> None:
    option = jeopardice("solve", "pig", "--players", "3", *SMALL, "--json").json
    key = jeopardice("solve", "pig", *SMALL, *changes(players=3), "--json").json
    assert option["values"] == key["values"]


def test_advice_is_that_of_the_solution() -> None:
    solution = jd.solve(jd.rules("pig").replace(goal=30, players=3))
    assert isinstance(solution, MultiplayerSolution)
    found = jeopardice("advise", "pig", "--players", "3", *SMALL, "--scores", "12,5,20", "--turn", "9", "--json").json
    best = solution.advise((12, 5, 20), turn=9)
    assert found["value"] == best.value
    assert [action["value"] for action in found["actions"]] == [action.value for action in best.actions]
    assert found["mix"] is None
    table = jeopardice("table", "pig", "--players", "3", *SMALL, "--scores", "12,5,20", "--to", "9", "--json")
    assert table.status == 0
    why = jeopardice("explain", "pig", "--players", "3", *SMALL, "--scores", "12,5,20", "--turn", "9")
    assert "bust" in why.out


def test_advice_says_where_best_play_mixes() -> None:
    """Pig at 57 : 34 : 64: whether to bank 23 is all the same to the mover."""
    ran = jeopardice("advise", "pig", "--players", "3", "--scores", "57,34,64", "--turn", "23", "--json")
    assert ran.json["mix"] == pytest.approx(0.8, abs=0.01)
    assert ran.err.startswith("note: best play mixes here")
    assert [action["verdict"] for action in ran.json["actions"]] == ["tied", "tied"]
    often = {action["then"]: action["probability"] for action in ran.json["actions"]}
    assert often == {"bank": pytest.approx(1 - ran.json["mix"]), "roll": pytest.approx(ran.json["mix"])}


def test_fairness_reports_seats_and_head_starts() -> None:
    found = jeopardice("fairness", "pig", "--players", "3", *SMALL, "--json").json
    assert len(found["values"]) == len(found["komi"]) == len(found["komi_value"]) == 3
    assert found["first_player"] == found["values"][0]
    assert found["komi"][0] == 0 < found["komi"][1] < found["komi"][2]
    assert max(abs(chance - 1 / 3) for chance in found["komi_value"]) < 0.02
    assert [entry["seat"] for entry in found["komi_single"]] == [2, 3]
    assert found["expected_turns"] > 3
    assert "the fairest head starts" in jeopardice("fairness", "pig", "--players", "3", *SMALL).out


def test_match_tournament_and_simulation_of_three() -> None:
    names = ["optimal", "hold-at:10", "max-score"]
    exact = jeopardice("match", "pig", *names, *SMALL, "--json").json
    assert exact["strategies"] == names
    assert len(exact["seatings"]) == 6
    assert sum(exact["overall"]) == pytest.approx(1)
    chance = jeopardice("simulate", "pig", *names, *SMALL, "--games", "60000", "--seed", "1", "--json").json
    for k in range(3):
        assert abs(chance["values"][k] - exact["values"][k]) < 3 * chance["values_stderr"][k]
    assert abs(chance["expected_turns"] - exact["expected_turns"]) < 0.2
    table = jeopardice("tournament", "pig", *names, "hold-at:8", *SMALL, "--players", "3", "--json").json
    assert len(table["tables"]) == 4
    assert max(table["mean"]) == table["mean"][0]
    for command in ("match", "simulate"):
        assert "optimal" in jeopardice(command, "pig", *names, *SMALL).out
    assert "mean over all tables" in jeopardice("tournament", "pig", *names, *SMALL, "--players", "3").out


def test_simulated_games_agree_with_exact_ones() -> None:
    """From given scores, with first banks, kept busts and best play that mixes; whatever the number of threads."""
    games = {
        "pig": jd.rules("pig").replace(goal=30),
        "hog": jd.rules("hog").replace(goal=25),
        "farkle": jd.rules("farkle").replace(goal=600).replace({"turn": {"first_bank": 200}}),
        "kept": jd.rules("pig").replace(goal=20).replace({"turn": {"keep_on_bust": True}}),
    }
    for number, (name, rules) in enumerate(games.items()):
        others = ["dice:4", "max-score"] if name == "hog" else ["rolls:2", "max-score"]
        exact = match_multiplayer(rules, ["optimal", *others])
        found, again = (
            simulate_multiplayer(rules, ["optimal", *others], SimulationOptions(10_000, seed=number, threads=threads))
            for threads in (1, 3)
        )
        assert found == again
        for sample, chance in zip(found.beginning[0], exact.chances, strict=True):
            assert abs(sample.mean - chance) < 3 * sample.stderr, name
    late = simulate_multiplayer(games["pig"], ["optimal"] * 3, SimulationOptions(10_000, scores=(20, 5, 12)))
    best = jd.solve(games["pig"].replace(players=3))
    assert isinstance(best, MultiplayerSolution)
    chances = best.chances_at((20, 5, 12))
    for sample, now in zip(late.beginning[0], chances, strict=True):
        assert abs(sample.mean - float(now)) < 3 * sample.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("solve pig --players 9", "players: 9: races are solved for up to 8 players"),
        ("solve pig --players 1", "players: 1: objective win needs at least two"),
        ("solve pig --players 11", "players"),
        ("solve pig --players 3 --exact", "a race of 100 steps for 3 players take about 0.7 hours: too long"),
        ("solve farkle --players 6", "this would need"),
        ("solve farkle --players 3 --set turn.steal=after-bust", "too much for the"),
        ("advise pig --players 3 --set goal=30 --scores 1,2", "scores: 2 given: this needs 3 scores"),
        ("advise pig --scores 1,2,3", "scores: 3 given: this is a game of 2 players (use --players 3)"),
        ("match pig optimal", "at least two strategies"),
        ("simulate pig hold-at:20 hold-at:20 hold-at:20 --scores 1,2", "--scores"),
        ("tournament pig optimal hold-at:20 --players 3", "tables of 3 need at least 3 strategies"),
    ],
)
def test_what_cannot_be_done_is_refused_by_name(arguments: str, said: str) -> None:
    ran = jeopardice(*arguments.split())
    assert ran.status in (1, 2)
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert not ran.out


def test_a_solution_of_three_is_saved_and_used(tmp_path: Path) -> None:
    path = str(tmp_path / "three.nc")
    solved = jeopardice("solve", "pig", "--players", "3", *SMALL, "--save", path, "--json").json
    assert jeopardice("solve", path, "--json").json["values"] == solved["values"]
    assert jeopardice("advise", path, "--scores", "1,2,3", "--json").status == 0
    assert jeopardice("match", path, "optimal", "hold-at:5", "optimal", "--json").status == 0
    assert_refused(jeopardice("match", path, "optimal", "hold-at:5"), "a solution for 3 players, not for 2")


def test_a_killed_solve_goes_on_and_comes_out_the_same(tmp_path: Path) -> None:
    arguments = ["solve", "pig", "--players", "4", *changes(goal=44), "--json"]
    rules = jd.rules("pig").replace(goal=44, players=4)
    identity = f"{rules_hash(rules)} 4 solver {SOLVER}"
    for sign in (signal.SIGKILL, signal.SIGINT):
        with one_processor():
            process = start(tmp_path, *arguments)
        wait_for_levels(tmp_path)
        if sign is signal.SIGINT:
            interrupt(process)
        else:
            with process:
                process.kill()
        (name,) = files(tmp_path)
        with Checkpoint(tmp_path / name, identity) as checkpoint:
            assert sum(1 for _ in checkpoint.read()) > 10
    with one_processor():
        process = start(tmp_path, *arguments)
    with process:
        out, _ = process.communicate(timeout=120)
    assert [Path(name).suffix for name in files(tmp_path)] == [".nc"]
    again, whole = jd.load(tmp_path / files(tmp_path)[0]), jd.solve(rules)
    assert again == whole
    assert f'"value": {whole.value!r}' in out


def wait_for_levels(folder: Path) -> None:
    """Until some levels more than before are on the disk."""
    before = sum(path.stat().st_size for path in folder.rglob("*.levels"))
    for _ in range(600):
        if sum(path.stat().st_size for path in folder.rglob("*.levels")) > before + 800_000:
            return
        time.sleep(0.05)
    raise AssertionError("no checkpoint was written")
