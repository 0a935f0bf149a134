"""`jeopardice dice-set`: the best sets of dice, what it refuses, and Ctrl-C."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.analysis.dice_sets.worth import Score
from jeopardice.solvers.turn import solve_turn
from support.cli_runner import assert_refused, jeopardice
from support.paths import DOCS, EXAMPLES

pytestmark = pytest.mark.slow

FOLDER = EXAMPLES / "dice"
INVENTORY = """
[[die]]
name = "Fair"
[[die]]
name = "Weighted"
weights = [10, 1, 1, 1, 1, 1]
owned = 3
"""


@pytest.fixture
def inventory(tmp_path: Path) -> str:
    file = tmp_path / "mine.toml"
    file.write_text(INVENTORY)
    return str(file)


def test_the_command_reports_the_best_sets(inventory: str) -> None:
    run = jeopardice("dice-set", "farkle", "--inventory", inventory, "--json")
    assert run.json["dice"] == ["Fair"] * 3 + ["Weighted"] * 3
    rules = jd.rules("farkle").replace({"dice.weights": [[1] * 6] * 3 + [[10, 1, 1, 1, 1, 1]] * 3})
    assert run.json["value"] == pytest.approx(float(solve_turn(rules).value), rel=1e-9)
    assert run.json["plain"] == pytest.approx(float(solve_turn(jd.rules("farkle")).value), rel=1e-9)
    assert (run.json["searched"], run.json["certain"], run.json["method"]) == (4, True, "all sets")
    assert [len(found["dice"]) for found in run.json["runner_up"]] == [6, 6, 6]
    text = jeopardice("dice-set", "farkle", "--inventory", inventory)
    assert text.out.splitlines()[1].endswith("3 Fair, 3 Weighted")
    assert "certain: all 4 sets tried" in text.out


def test_the_command_plays_against_an_opponent(inventory: str, tmp_path: Path) -> None:
    strong = tmp_path / "strong.toml"
    strong.write_text(jd.rules("farkle").replace({"dice.weights": [10, 1, 1, 1, 1, 1]}).to_toml())
    common = ("dice-set", "farkle", "--set", "goal=1000", "--inventory", inventory, "--for", "win", "--json")
    against_plain = jeopardice(*common, "--best-play").json
    against_strong = jeopardice(*common, "--opponent", str(strong)).json
    assert against_plain["plain"] == pytest.approx(0.5)
    assert against_strong["value"] < 0.5 < against_plain["value"]
    assert against_plain["best_play"]["error_bound"] < 1e-8
    assert 0.5 < against_plain["best_play"]["value"] < 1


def test_a_turn_without_end_is_reported_as_such(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[[die]]\nname = "Fair"\n[[die]]\nname = "Ones"\nweights = [1, 0, 0, 0, 0, 0]\n')
    run = jeopardice("dice-set", "farkle", "--inventory", str(file), "--json")
    assert (run.json["dice"], run.json["value"], run.json["endless"]) == (["Ones"] * 6, None, True)
    assert run.json["certain"]
    assert "without end  6 Ones" in jeopardice("dice-set", "farkle", "--inventory", str(file)).out
    turns = jeopardice("dice-set", "farkle", "--inventory", str(file), "--for", "turns", "--json")
    assert turns.json["value"] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--for", "fun"], '--for: "fun": it must be score, turns or win'),
        (["--opponent", "farkle"], '--opponent: "farkle": it needs --for win'),
        (["--best-play"], "--best-play: true: it needs --for win"),
        (["--for", "win", "--opponent", "ten-thousand"], "opponent: 5 dice of 6 sides: the game has 6 of 6"),
        (["--exchanges", "3"], "--exchanges: 3: it must be 1 or 2"),
        (["--all-up-to", "-1"], "--all-up-to: -1: it must be a number of sets, 0 or more"),
        (["--set", "dice.count=9"], "have too many rolls"),
    ],
)
def test_wrong_arguments_are_named(inventory: str, arguments: list[str], message: str) -> None:
    run = jeopardice("dice-set", "farkle", "--inventory", inventory, *arguments)
    assert_refused(run, message)


def test_games_without_sets_of_dice_are_refused(inventory: str) -> None:
    run = jeopardice("dice-set", "pig", "--inventory", inventory)
    assert_refused(run, 'family: "pig": sets of dice are for family "farkle"')


def test_ctrl_c_reports_the_best_so_far(inventory: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0

    def interrupted(*arguments: Any) -> Any:
        nonlocal looked_at
        looked_at += 1
        if looked_at == 3:
            raise KeyboardInterrupt
        return value_of(*arguments)

    value_of = Score.of
    monkeypatch.setattr(Score, "of", interrupted)
    run = jeopardice("dice-set", "farkle", "--inventory", inventory)
    assert run.status == 130
    assert "stopped, not certain: the best of 2" in run.out
    assert run.err.endswith("jeopardice: stopped\n")


def test_the_example_of_the_documentation(tmp_path: Path) -> None:
    """Of the pouch, only the kinds that the best sets are of."""
    pouch = tomllib.loads((FOLDER / "pouch.toml").read_text(encoding="utf-8"))["die"]
    best = [die for die in pouch if die["name"] not in ("Fair", "Devil's head")]
    lines = ["[[die]]\n" + "".join(f"{key} = {value!r}\n" for key, value in die.items()) for die in best]
    inventory = tmp_path / "best.toml"
    inventory.write_text("".join(lines), encoding="utf-8")
    run = jeopardice("dice-set", str(FOLDER / "kingdom-come.toml"), "--inventory", str(inventory))
    reported = [line.rstrip() for line in run.out.splitlines()[:-1]]
    documented = (DOCS / "dice.md").read_text(encoding="utf-8")
    assert len(reported) == 7
    assert "\n".join(reported) in documented
