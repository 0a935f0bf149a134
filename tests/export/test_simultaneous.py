"""Exports of simultaneous games: arrays, tables, and models that an independent reader solves to the same values."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
import xarray

import jeopardice as jd
from jeopardice.common.errors import InputError
from jeopardice.export import prism_simultaneous, to_xarray, write_netcdf, write_policy
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solvers.hidden import NothingSeenSolution
from oracles import simultaneous as naive
from support.cli_runner import jeopardice

GAMES: dict[str, dict[str, Any]] = {
    "plain": {},
    "everything lost": {"events.bust": [], "events.lose_banked": ["1"]},
    "a penalty": {"bust.streak": 1, "bust.penalty": 2},
    "a first bank": {"turn.first_bank": 4},
    "two busts in a row": {"bust.streak": 2, "bust.penalty": 2},
    "a penalty below 0, with lost banks": {
        "bust.streak": 1,
        "bust.penalty": 2,
        "bust.floor": -1,
        "events.bust": [],
        "events.lose_banked": ["1"],
    },
    "kept throws that count": {
        "turn.minimum_bank": 4,
        "turn.keep_on_bust": True,
        "bust.streak": 2,
        "bust.penalty": 2,
        "bust.floor": -1,
    },
    "kept throws": {"turn.minimum_bank": 4, "turn.keep_on_bust": True},
    "a win at once": {"events.win": ["33"]},
    "a penalty and a first bank": {"bust.streak": 1, "bust.penalty": 2, "turn.first_bank": 4},
}


def hog(**changes: Any) -> jd.Rules:
    small = {"dice.sides": 3, "goal": 5, "turn.choose_dice": [1, 2]}
    return jd.rules("television-hog").replace({**small, **changes})


def pig(**changes: Any) -> jd.Rules:
    keys = {"simultaneous": True, "end.rule": "equal-turns", "end.tie": "split", "goal": 7, "dice.sides": 4}
    return jd.rules("pig").replace({**keys, **changes})


def solved(rules: jd.Rules) -> SimultaneousSolution:
    solution = jd.solve(rules)
    assert isinstance(solution, SimultaneousSolution)
    return solution


Standing = tuple[int, int]
"""Points to go, and busts in a row."""
Command = tuple[str, list[tuple[float, dict[str, str]]]]


def read_model(text: str) -> tuple[int, int, list[list[Command]]]:
    """The goal, the most points to go, and the dice commands of both modules: a guard, and chances with updates."""
    (goal,) = re.findall(r"const int goal = (\d+);", text)
    most = re.findall(r"needs\d : \[-?\d+\.\.(\w+)\]", text)[0].replace("goal", goal)
    modules = []
    for seat, body in enumerate(re.findall(r"^module \w+\n(.*?)^endmodule", text, re.MULTILINE | re.DOTALL), 1):
        assert re.search(rf"\[end{seat}\] \(needs1 <= 0 \| needs2 <= 0\) -> ", body)
        commands: list[Command] = []
        for guard, results in re.findall(rf"\[roll{seat}_\d+\] !\(.*?\) & (.*?) ->(.*?);", body, re.DOTALL):
            updates = []
            for part in results.split(" + "):
                chance, then = part.split(" : ")
                updates.append((float(Fraction(chance.strip())), dict(re.findall(r"\((\w+)' = (.*?)\)", then))))
            commands.append((guard.replace(" = ", " == ").replace(" & ", " and ").replace("true", "True"), updates))
        modules.append(commands)
    return int(goal), int(most), modules


@pytest.mark.parametrize("changes", GAMES.values(), ids=GAMES)
def test_a_concurrent_game_has_the_value_of_the_solution(changes: dict[str, Any]) -> None:
    rules = hog(goal=3, **changes)
    goal, most, modules = read_model(prism_simultaneous(rules).text)

    @cache
    def ways(standing: Standing, seat: int) -> list[dict[Standing, float]]:
        found = []
        for guard, updates in modules[seat - 1]:
            known = {f"needs{seat}": standing[0], f"busts{seat}": standing[1], "goal": goal}
            if eval(guard, {}, known):
                way: dict[Standing, float] = {}
                for chance, then in updates:
                    after = {**known, **{name: int(eval(text, {}, known)) for name, text in then.items()}}
                    end = after[f"needs{seat}"], after[f"busts{seat}"]
                    way[end] = way.get(end, 0) + chance
                assert sum(way.values()) == pytest.approx(1)
                found.append(way)
        return found

    def expected(mine: dict[Standing, float], theirs: dict[Standing, float]) -> float:
        ends = [(p * q, i, j) for i, p in mine.items() for j, q in theirs.items()]
        return sum(
            chance * (values[i, j] if min(i[0], j[0]) > 0 else (i[0] < j[0]) + (i[0] == j[0]) / 2)
            for chance, i, j in ends
        )

    stands = [(to_go, busts) for to_go in range(1, most + 1) for busts in range(rules.bust.streak or 1)]
    values = {(a, b): 0.5 for a in stands for b in stands}
    for _ in range(40):
        for a, b in sorted(values, key=lambda state: state[0][0] + state[1][0]):
            payoff = [[expected(mine, theirs) for theirs in ways(b, 2)] for mine in ways(a, 1)]
            values[a, b] = naive.matrix_value(np.array(payoff))
    solution = solved(rules)
    for (a, b), value in values.items():
        at = {"scores": (goal - a[0], goal - b[0]), "busts": (a[1], b[1])}
        assert solution.chances_at(**at)[0] == pytest.approx(value, abs=1e-6)


@pytest.mark.parametrize("busts", [(0, 0), (1, 0), (1, 1)])
def test_arrays_and_tables_know_the_busts_in_a_row(busts: tuple[int, int], tmp_path: Path) -> None:
    rules = hog(**{"bust.streak": 2, "bust.penalty": 2, "bust.floor": -2})
    solution = solved(rules)
    write_policy(solution, tmp_path / "game.parquet")
    rows = pq.read_table(tmp_path / "game.parquet").to_pylist()
    data = to_xarray(solution)
    for scores in ((0, 0), (3, -1), (-2, 4)):
        at = data.sel(mover_score=scores[0], other_score=scores[1], mover_busts=busts[0], other_busts=busts[1])
        assert float(at["win"]) == pytest.approx(float(solution.chances_at(scores, busts=busts)[0]), abs=1e-12)
        wanted = {int(one.dice): one.probability for one in solution.advise(scores, busts=busts).actions}
        assert {int(dice): float(at["mixture"].sel(dice=dice)) for dice in data["dice"]} == pytest.approx(wanted)
        here = {"mover_score": scores[0], "other_score": scores[1], "mover_busts": busts[0], "other_busts": busts[1]}
        listed = [row for row in rows if here.items() <= row.items()]
        assert {int(row["action"].split()[1]): row["probability"] for row in listed} == pytest.approx(wanted)


KEPT: dict[str, Any] = {"turn.keep_on_bust": True, "bust.streak": 1, "bust.penalty": 3}


@pytest.mark.parametrize("rules", [hog(), pig(), pig(**KEPT)], ids=["hog", "pig", "kept busts that count"])
def test_arrays_have_the_values_and_the_mixtures(rules: jd.Rules, tmp_path: Path) -> None:
    solution = solved(rules)
    path = tmp_path / "game.nc"
    write_netcdf(solution, path)
    data = xarray.open_dataset(path)
    xarray.testing.assert_identical(data, to_xarray(solution))
    assert data.attrs["error_bound"] == solution.error_bound
    for scores in ((0, 0), (3, 1), (2, rules.goal - 1)):
        at = data.sel(mover_score=scores[0], other_score=scores[1])
        assert float(at["win"]) == pytest.approx(float(solution.chances_at(scores)[0]), abs=1e-12)
        assert float(at["guaranteed"]) <= float(at["win"])
        if rules.family == "hog":
            wanted = {int(action.dice): action.probability for action in solution.advise(scores).actions}
            assert {int(dice): float(at["mixture"].sel(dice=dice)) for dice in data["dice"]} == pytest.approx(wanted)
            continue
        for total in (2, 3, 5):
            bank = float(at["bank"].sel(turn_total=total))
            advised = {action.then: action.probability for action in solution.advise(scores, turn=total).actions}
            assert np.isnan(bank) or bank == pytest.approx(advised["bank"], abs=1e-9)


@pytest.mark.parametrize(
    "rules",
    [
        hog(),
        pig(),
        pig(**KEPT),
        pig(**{"events.win": ["4"], "dice.weights": [2, 2, 2, 1]}),
        pig(**{"events.win": ["3", "4"]}),
    ],
    ids=["hog", "pig", "kept busts that count", "a win at once", "rolling on forever"],
)
def test_tables_list_every_action_with_its_probability(rules: jd.Rules, tmp_path: Path) -> None:
    solution = solved(rules)
    count = write_policy(solution, tmp_path / "game.parquet")
    rows = pq.read_table(tmp_path / "game.parquet").to_pylist()
    assert len(rows) == count
    places: dict[tuple[int, int, int], list[dict[str, Any]]] = {}
    for row in rows:
        places.setdefault((row["mover_score"], row["other_score"], row["turn_total"]), []).append(row)
    assert {place[:2] for place in places} == {(a, b) for a in range(rules.goal) for b in range(rules.goal)}
    for (own, other, total), actions in places.items():
        assert sum(action["probability"] for action in actions) == pytest.approx(1)
        best = max(action["value"] for action in actions)
        # What is played is as good as the best; at the start of a turn it is the value of the state.
        assert all(action["value"] > best - 1e-9 for action in actions if action["probability"] > 1e-6)
        if total == 0:
            assert best == pytest.approx(float(solution.chances_at((own, other))[0]), abs=1e-9)
    steps = write_policy(solution, tmp_path / "steps.parquet", step=2)
    assert steps < count
    with pytest.raises(InputError, match="step"):
        write_policy(solution, tmp_path / "bad.parquet", step=0)


def test_hidden_games_have_mixtures_by_round() -> None:
    solution = jd.solve(jd.rules("television-hog").replace({"goal": 9, "turn.choose_dice": [1, 3], "sees": "nothing"}))
    assert isinstance(solution, NothingSeenSolution)
    mixture = to_xarray(solution)["mixture"].sel(player=1, round=2, own_score=4)
    wanted = solution.mixture(2, 5)
    assert {int(d): float(mixture.sel(dice=d)) for d in (1, 2, 3) if float(mixture.sel(dice=d))} == pytest.approx(
        wanted
    )


def test_what_cannot_be_written_is_refused_with_the_reason(tmp_path: Path) -> None:
    game = ["television-hog", "--set", "goal=9", "--set", "turn.choose_dice=[1,2]"]
    out = ["--out", str(tmp_path / "game")]
    asked: list[tuple[list[str], str]] = [
        ([*game, "--set", "sees=nothing", "--format", "prism"], "see everything so far"),
        ([*game, "--set", "sees=nothing", "--format", "parquet"], "decisions do not follow from the scores"),
        ([*game, "--format", "prism", "--best-play"], "irrational"),
        (["pig", "--set", "simultaneous=true", "--format", "prism"], "see each other's rolls"),
    ]
    for arguments, reason in asked:
        ran = jeopardice("export", *arguments, *out)
        assert ran.status == 2
        assert reason in ran.err
        assert ran.err.count("\n") == 1
    for form in ("netcdf", "parquet", "prism"):
        assert jeopardice("export", *game, "--format", form, *out, "--json").status == 0
