"""Checkpoints and files of multiplayer solutions: nothing is lost, and nothing is solved twice."""

from __future__ import annotations

import contextlib
import itertools
from pathlib import Path

import numpy as np
import pytest

import jeopardice as jd
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.native.multiplayer import CoreMultiplayer
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solvers.checkpoints import Checkpoint, Level
from jeopardice.solvers.multiplayer import MultiplayerSolver, multiplayer_model
from support.races import PIG, TWO_DICE
from support.small_rules import Document

pytestmark = pytest.mark.slow

# Checkpoints


def levels_in(path: Path) -> list[tuple[int, int]]:
    with Checkpoint(path, IDENTITY) as checkpoint:
        return [(level.sweep, level.level) for level in checkpoint.read()]


IDENTITY = "a game"


@pytest.mark.parametrize("document", [{**PIG, "goal": 12}, TWO_DICE], ids=["plain", "scores fall"])
def test_a_solve_goes_on_where_it_stopped_and_comes_out_the_same(tmp_path: Path, document: Document) -> None:
    group = MultiplayerSolver(CoreMultiplayer(multiplayer_model(jd.rules({**document, "players": 3}))))
    whole = group.solve()
    path = tmp_path / "levels"
    for stop in (3, 7, 50):
        calls = itertools.count()

        class Stop(Checkpoint):
            def add(self, level: Level) -> None:
                super().add(level)
                if next(calls) == stop:  # noqa: B023 used before the next round
                    raise KeyboardInterrupt

        with contextlib.suppress(KeyboardInterrupt), Stop(path, IDENTITY) as checkpoint:
            group.solve(checkpoint=checkpoint)
        assert levels_in(path)
    # Killed in the middle of a record.
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.truncate(size - 5)
    with Checkpoint(path, IDENTITY) as checkpoint:
        again = group.solve(checkpoint=checkpoint)
    assert np.array_equal(again.values, whole.values)
    assert (again.shares, again.turns_solved) == (whole.shares, whole.turns_solved)


def test_a_damaged_record_and_all_after_it_are_solved_again(tmp_path: Path) -> None:
    group = MultiplayerSolver(CoreMultiplayer(multiplayer_model(jd.rules({**PIG, "goal": 12, "players": 3}))))
    path = tmp_path / "levels"
    with Checkpoint(path, IDENTITY) as checkpoint:
        whole = group.solve(checkpoint=checkpoint)
    before = levels_in(path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert levels_in(path) == before[: len(levels_in(path))] != before
    with Checkpoint(path, IDENTITY) as checkpoint:
        again = group.solve(checkpoint=checkpoint)
    assert np.array_equal(again.values, whole.values)
    assert levels_in(path) == before


def test_a_checkpoint_of_another_game_begins_anew_and_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "levels"
    with Checkpoint(path, "another game") as checkpoint:
        assert not list(checkpoint.read())
        checkpoint.add(Level(0, 3, np.zeros(2)))
    assert levels_in(path) == []
    path.write_text("my letters")
    with pytest.raises(InputError, match="not a checkpoint"):
        levels_in(path)
    assert path.read_text() == "my letters"


def test_two_cannot_write_one_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "levels"
    with Checkpoint(path, IDENTITY), pytest.raises(JeopardiceError, match="another process"):
        Checkpoint(path, IDENTITY)


# Files


def test_a_saved_solution_is_the_same(tmp_path: Path) -> None:
    hog: Document = {"family": "hog", "dice": {"count": 3, "sides": 3}, "goal": 7, "end": {"rule": "equal-turns"}}
    for document in ({**PIG, "goal": 60}, hog):
        found = jd.solve(jd.rules({**document, "players": 3}))
        assert isinstance(found, MultiplayerSolution)
        jd.save(found, tmp_path / "group.nc")
        again = jd.load(tmp_path / "group.nc")
        assert isinstance(again, MultiplayerSolution)
        assert again == found
        assert again.seats == found.seats
        assert again.value_at((1, 2, 3)) == found.value_at((1, 2, 3))
