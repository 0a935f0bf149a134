"""Hidden information on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli_runner import jeopardice

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["advise", "television-hog", "--set", "sees=nothing", "--scores", "5,6"], "--scores"),
        (["advise", "television-hog", "--set", "sees=nothing", "--scores", "5", "--round", "0"], "--round"),
        (["advise", "television-hog", "--set", "sees=nothing", "--scores", "5", "--history", "1:1"], "--history"),
        (["advise", "television-hog", "--set", "sees=nothing", "--scores", "5", "--turn", "3"], "hog"),
        (["advise", "television-hog", "--set", "sees=dice", "--scores", "5", "--history", "1-1"], "--history"),
        (["advise", "television-hog", "--scores", "5,6", "--round", "2"], "--round"),
        (["advise", "pig", "--scores", "5,6", "--history", "1:1"], "--history"),
        (["solve", "television-hog", "--set", "sees=ears"], "sees"),
        (["solve", "hog", "--set", "sees=dice"], "simultaneous"),
        (["solve", "television-hog", "--set", "sees=dice", "--set", "end.tie=first-to-reach"], "end.tie"),
        (["match", "television-hog", "optimal", "hold-at:20", "--set", "sees=nothing"], "hold-at:20"),
        (["match", "television-hog", "optimal", "dice:11", "--set", "sees=nothing"], "dice:11"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], says: str) -> None:
    ran = jeopardice(*arguments)
    assert ran.status == 2
    assert says in ran.err
    assert ran.err.count("\n") == 1


def test_commands(tmp_path: Path) -> None:
    game = ["television-hog", "--set", "goal=12", "--set", "turn.choose_dice=[1,3]"]
    solved = jeopardice("solve", *game, "--set", "sees=nothing", "--json").json
    assert solved["values"] == [0.5, 0.5]
    assert 0 <= solved["error_bound"] < 1e-9
    advice = jeopardice("advise", *game, "--set", "sees=nothing", "--scores", "4", "--round", "3", "--json").json
    assert sum(action["probability"] for action in advice["actions"]) == pytest.approx(1)
    advice = jeopardice("advise", *game, "--set", "sees=dice", "--scores", "0", "--history", "3:3,2:3", "--json").json
    assert {action["dice"] for action in advice["actions"]} == {1, 2, 3}
    found = jeopardice("match", *game, "--set", "sees=dice", "optimal", "dice:3", "--json").json
    assert found["overall"] >= solved["values"][0] - 1e-9
    file = tmp_path / "hidden.png"
    drawn = jeopardice("plot", "mixtures", *game, "--set", "sees=nothing", "--out", str(file))
    assert drawn.status == 0
    assert file.read_bytes()[:4] == b"\x89PNG"
