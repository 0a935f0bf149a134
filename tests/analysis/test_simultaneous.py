"""The profile of a simultaneous game against its states followed round by round."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import jeopardice as jd
from jeopardice.analysis.comparison import compare
from jeopardice.analysis.disagreements import disagreements
from jeopardice.analysis.simultaneous_profile import SimultaneousProfile
from jeopardice.common.errors import InputError
from jeopardice.evaluation.simultaneous import match_simultaneous
from jeopardice.native.simultaneous import GAIN
from jeopardice.solutions.simultaneous import SimultaneousSolution
from support.cli_runner import jeopardice

PIG = {"simultaneous": True, "end.rule": "equal-turns", "end.tie": "split", "goal": 9, "dice.sides": 4}
HOG = {"goal": 14, "turn.choose_dice": [1, 4]}
GAMES: list[tuple[str, dict[str, Any]]] = [("pig", PIG), ("television-hog", HOG)]


def visits(solution: SimultaneousSolution) -> dict[tuple[int, int], float]:
    """The expected rounds in each state of a game of best play."""
    n = solution.needed
    found: dict[tuple[int, int], float] = {}
    here = {(n, n): 1.0}
    for _ in range(300):
        following: dict[tuple[int, int], float] = {}
        for (a, b), chance in here.items():
            found[a, b] = found.get((a, b), 0) + chance
            mine, theirs = solution.outcomes(a, b)
            for i, p in enumerate(mine):
                for j, q in enumerate(theirs):
                    then = a - max(0, i - GAIN), b - max(0, j - GAIN)
                    if min(then) > 0 and p * q > 0:
                        following[then] = following.get(then, 0) + chance * p * q
        here = {state: chance for state, chance in following.items() if chance > 1e-14}
    return found


@pytest.mark.parametrize(("name", "changes"), GAMES, ids=["pig", "hog"])
def test_a_profile_has_the_numbers_of_a_game_followed_round_by_round(name: str, changes: dict[str, Any]) -> None:
    rules = jd.rules(name).replace(changes)
    solution = jd.solve(rules)
    assert isinstance(solution, SimultaneousSolution)
    (found,) = compare([("game", solution)], games=4_000, seed=1)
    assert isinstance(found, SimultaneousProfile)
    weights = visits(solution)
    rounds = sum(weights.values())
    assert found.turns.value == pytest.approx(2 * rounds, abs=1e-9)
    points = busts = decisions = unlike = cost = 0.0
    usual = int(jd.solve(rules, "score").turn_at(()).action(0, 0).dice[0]) if name == "television-hog" else 0  # type: ignore[union-attr]
    for (a, b), weight in weights.items():
        mine, _ = solution.outcomes(a, b)
        points += weight * float(np.arange(len(mine) - GAIN) @ mine[GAIN:])
        busts += weight * float(mine[0])
        if name == "television-hog":
            values = {int(one.dice): float(one.value) / 2 for one in solution.advise((14 - a, 14 - b)).actions}
            decisions += weight
            unlike += weight * (max(values.values()) - values[usual] > 1e-9)
            cost += weight * (max(values.values()) - values[usual])
    assert found.points.value == pytest.approx(points / rounds, abs=1e-9)
    assert found.bust.value == pytest.approx(busts / rounds, abs=1e-9)
    if name == "television-hog":
        assert found.decisions.value == pytest.approx(2 * decisions, abs=1e-9)
        assert found.not_obvious.value == pytest.approx(unlike / decisions, abs=1e-9)
        assert found.obvious_cost.value == pytest.approx(cost, abs=1e-9)
    best = solution.strategy()
    assert found.skill.against_max.value == match_simultaneous(rules, best, "max-score").overall
    assert (found.first_player, found.komi) == (0.5, (0, 0.5))
    assert sum(found.changes) == pytest.approx(1)
    assert found.lead_changes.stderr is not None


def test_commands() -> None:
    game = ["television-hog", "--set", "goal=12", "--set", "turn.choose_dice=[1,3]", "--games", "500"]
    found = jeopardice("compare", *game, "television-hog+goal=9", "--json").json
    assert [entry["first_player"]["value"] for entry in found["games"]] == [0.5, 0.5]
    assert "same moment" in found["disagreements"][0]["reason"]
    hidden = jeopardice("compare", *game, "--set", "sees=nothing")
    assert hidden.status == 2
    assert "which players do not see" in hidden.err


def test_profiles_of_both_kinds_are_compared() -> None:
    profiles = compare("piglet", jd.rules("television-hog").replace(HOG), games=200)
    (entry,) = disagreements(profiles)
    assert entry.reason is not None
    assert len(profiles.table().rows) == 2
    with pytest.raises(InputError, match="fixed strategy"):
        compare(jd.rules("television-hog").replace(HOG), games=200, beginner="optimal")
