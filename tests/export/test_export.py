"""Exported solutions and policies: the same numbers as `advise`, in files that other programs open."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest
import xarray

import jeopardice as jd
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.export import policy as policies
from jeopardice.export import to_xarray, write_netcdf, write_policy, write_rolls
from jeopardice.rulebook import Rules
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.protocol import Solution
from jeopardice.solvers.race import solve_race
from jeopardice.solvers.turn import solve_turn
from jeopardice.turn.advice import advise_turn

FARKLE = jd.rules("farkle").replace(goal=1500)
MIXING = jd.rules("piglet").replace({"goal": 5, "players": 3, "end.rule": "last-turn"})
"""Best play of three players mixes here."""
ODD = {
    "pig": jd.rules("pig").replace(goal=30),
    "two dice": jd.rules("two-dice-pig").replace(goal=30),
    "hog": jd.rules("hog").replace({"goal": 30, "players": 2, "simultaneous": False}),
    "farkle": FARKLE,
    "least bank": FARKLE.replace({"turn.minimum_bank": 200, "turn.first_bank": 400}),
    "no hot dice": FARKLE.replace({"turn.hot_dice": False, "turn.minimum_bank": 300}),
    "kept on a bust": FARKLE.replace({"turn.keep_on_bust": True}),
    "last turn": FARKLE.replace({"end.rule": "last-turn", "goal": 500}),
    "equal turns": FARKLE.replace({"end.rule": "equal-turns", "end.tie": "split", "goal": 500}),
    "streak": FARKLE.replace({"bust.streak": 2, "bust.penalty": 200, "goal": 800}),
    "beat": FARKLE.replace({"turn.beat_previous": True, "goal": 500}),
    "steal": FARKLE.replace({"turn.steal": "after-bank", "goal": 800}),
    "bonus": FARKLE.replace({"turn.single_die_bonus": [100], "goal": 800}),
    "win": jd.rules("two-dice-pig").replace({"goal": 20, "events.win": ["22"]}),
}


def sample(path: Path, seed: str, number: int = 40) -> list[dict[str, Any]]:
    found = pq.read_table(path)
    rows: list[dict[str, Any]] = found.take(random.Random(seed).sample(range(len(found)), number)).to_pylist()
    return rows


def table(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


@pytest.mark.parametrize(
    ("rules", "objective"),
    [
        (FARKLE, "win"),
        (FARKLE, "turns"),
        (FARKLE, "within:4"),
        (ODD["streak"], "win"),
        (ODD["equal turns"], "win"),
        (ODD["beat"], "win"),
        (jd.rules("pig").replace({"goal": 20, "players": 3}), "win"),
        (MIXING, "win"),
    ],
)
def test_netcdf_opens_as_the_data_set_and_loads_as_the_solution(tmp_path: Path, rules: Rules, objective: str) -> None:
    solution = jd.solve(rules, objective)
    write_netcdf(solution, tmp_path / "x.nc")
    with xarray.open_dataset(tmp_path / "x.nc") as opened:
        xarray.testing.assert_identical(opened.load(), to_xarray(solution))
        assert set(opened.dims) <= set(opened.coords) | {"mixed"}
    assert jd.load(tmp_path / "x.nc") == solution
    assert [path.name for path in tmp_path.iterdir()] == ["x.nc"]


def test_values_are_found_by_score_and_carryover() -> None:
    solution = jd.solve(ODD["streak"])
    data = to_xarray(solution)
    assert data.attrs["rules"] == ODD["streak"].to_toml()
    assert (data.attrs["objective"], data.attrs["value"]) == ("win", solution.value)
    for busts in ((0, 0), (0, 1), (1, 1)):
        at = data["win"].sel(mover_score=350, other_score=600)
        at = at.sel(carryover=(at.mover_busts == busts[0]) & (at.other_busts == busts[1]))
        assert at.item() == solution.value_at((350, 600), busts=busts)


def test_an_error_bound_goes_with_the_data() -> None:
    solution = jd.solve(ODD["pig"], certify=True)
    assert to_xarray(solution).attrs["error_bound"] == solution.error_bound
    assert "error_bound" not in to_xarray(jd.solve(ODD["pig"])).attrs


def situation(row: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `advise` for the state of a row."""
    scores, busts = (tuple(row[name] for name in row if name.endswith(kind)) for kind in ("_score", "_busts"))
    more: dict[str, Any] = {name: row[name] for name in ("to_beat", "seat") if name in row}
    return {"scores": scores, "turn": row["turn_total"], **({"busts": busts} if busts else {}), **more}


def dice_of(row: dict[str, Any]) -> dict[str, Any]:
    dice, _, singles = row["dice"].partition(" +")
    return {"singles": int(singles or 0)} | ({} if row["turn_total"] == 0 else {"dice_left": dice})


def agrees(solution: Solution, row: dict[str, Any]) -> None:
    advice = solution.advise(**situation(row), **dice_of(row))
    worth = {a.then if solution.rules.family != "hog" else f"{a.then} {a.dice}": a for a in advice.actions}
    assert row["value"] == pytest.approx(advice.value, abs=1e-13)
    assert worth[row["action"]].verdict in ("best", "tied")
    if "bank" in worth:
        assert row["bank"] == pytest.approx(worth["bank"].value, abs=1e-13)
    else:
        assert row["bank"] is None
    assert row["roll"] == pytest.approx(max(a.value for a in worth.values() if a.then == "roll"), abs=1e-13)
    if len(worth) == 1:
        assert row["lead"] is None
    else:
        first, second = sorted((a.value for a in worth.values()), reverse=True)[:2]
        assert row["lead"] == pytest.approx(first - second, abs=1e-13)


OF_THREE = {
    "three": jd.rules("pig").replace({"goal": 10, "players": 3}),
    "three, mixing": MIXING,
    "three, equal turns": jd.rules("pig").replace({"goal": 8, "players": 3, "end.rule": "equal-turns"}),
    "three, streak": jd.rules("pig").replace({"goal": 6, "players": 3, "bust.streak": 2, "bust.penalty": 2}),
    "three, beat": jd.rules("pig").replace({"goal": 8, "players": 3, "turn.beat_previous": True}),
    "three of farkle": FARKLE.replace({"goal": 400, "players": 3, "dice.count": 3}),
}


@pytest.mark.parametrize("name", [*ODD, *OF_THREE])
def test_every_decision_is_that_of_advise(tmp_path: Path, name: str) -> None:
    solution = jd.solve((ODD | OF_THREE)[name])
    rows = write_policy(solution, tmp_path / "x.parquet")
    found = pq.read_table(tmp_path / "x.parquet")
    worths = ("action", "value", "roll", "bank", "lead", "mixed_share")
    states = [column for column in found.column_names if column not in worths]
    assert found.num_rows == rows == found.group_by(states).aggregate([]).num_rows
    for row in sample(tmp_path / "x.parquet", name):
        agrees(solution, row)


def test_where_best_play_of_three_mixes_is_listed(tmp_path: Path) -> None:
    solution = jd.solve(MIXING)
    assert isinstance(solution, MultiplayerSolution)
    write_policy(solution, tmp_path / "x.parquet")
    mixed = {
        situation(row)["scores"]: row["mixed_share"] for row in table(tmp_path / "x.parquet") if row["mixed_share"]
    }
    assert sorted(mixed.values()) == sorted(solution.shares.values())


@pytest.mark.parametrize("name", [name for name in ODD if ODD[name].family == "farkle"])
def test_the_dice_to_keep_are_those_of_advise(tmp_path: Path, name: str) -> None:
    solution = jd.solve(ODD[name])
    write_rolls(solution, tmp_path / "x.parquet", step=solution.rules.goal // 100 * 50)
    for row in sample(tmp_path / "x.parquet", name):
        advice = solution.advise(**situation(row), singles=dice_of(row)["singles"], roll=row["rolled"])
        (chosen,) = (a for a in advice.actions if (a.keep, a.then) == (row["keep"], row["then"]))
        assert chosen.verdict in ("best", "tied")
        assert row["points"] == chosen.points
        assert row["value"] == pytest.approx(advice.value, abs=1e-13)
        if len(advice.actions) == 1:
            assert row["lead"] is None
        else:
            first, second = sorted((a.value for a in advice.actions), reverse=True)[:2]
            assert row["lead"] == pytest.approx(first - second, abs=1e-13)


def test_every_pair_of_scores_total_and_dice_is_there(tmp_path: Path) -> None:
    """Pig: any total but 1 comes up, and the game goes on below the goal."""
    write_policy(jd.solve(ODD["pig"]), tmp_path / "x.parquet")
    found = [(row["mover_score"], row["other_score"], row["turn_total"]) for row in table(tmp_path / "x.parquet")]
    wanted = {(i, j, k) for i in range(30) for j in range(30) for k in range(30 - i) if k != 1}
    assert set(found) == wanted
    assert len(found) == len(wanted)


def test_turns_are_expected_numbers_of_turns(tmp_path: Path) -> None:
    solution = jd.solve(FARKLE, "turns")
    write_policy(solution, tmp_path / "x.parquet")
    start = table(tmp_path / "x.parquet")[0]
    assert (start["mover_score"], start["turn_total"], start["action"]) == (0, 0, "roll")
    assert start["value"] == pytest.approx(float(solution.value), rel=1e-14)


def test_chances_in_time_are_reported_for_every_number_of_turns(tmp_path: Path) -> None:
    write_policy(solve_race(ODD["pig"], "within:5"), tmp_path / "x.parquet")
    found = {(row["turns_left"], row["mover_score"]): row["value"] for row in table(tmp_path / "x.parquet")[::-1]}
    for turns in range(1, 6):
        solution = jd.solve(ODD["pig"], f"within:{turns}")
        assert isinstance(solution, jd.RaceSolution)
        assert found[turns, 12] == pytest.approx(float(solution.value_at((12,))), abs=1e-14)


def test_a_turn_for_points_is_a_table_without_scores(tmp_path: Path) -> None:
    turn = solve_turn(jd.rules("farkle"))
    write_policy(turn, tmp_path / "x.parquet")
    for row in table(tmp_path / "x.parquet"):
        advice = advise_turn(turn, row["turn_total"], None, row["dice"])
        assert row["value"] == pytest.approx(float(advice.value), rel=1e-13)
        assert row["action"] == advice.actions[0].then or advice.actions[0].verdict == "tied"
    write_rolls(turn, tmp_path / "y.parquet")
    for row in sample(tmp_path / "y.parquet", "score"):
        advice = advise_turn(turn, row["turn_total"], row["rolled"])
        assert row["value"] == pytest.approx(float(advice.value), rel=1e-13)


def test_a_step_lists_some_scores_with_the_same_numbers(tmp_path: Path) -> None:
    solution = jd.solve(FARKLE)
    write_policy(solution, tmp_path / "all.parquet")
    write_policy(solution, tmp_path / "some.parquet", step=250)
    every, some = table(tmp_path / "all.parquet"), table(tmp_path / "some.parquet")
    assert some == [row for row in every if row["mover_score"] % 250 == 0 == row["other_score"] % 250]


def test_tables_of_several_row_groups_are_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from jeopardice.export import parquet

    solution = jd.solve(ODD["pig"])
    parts: list[float] = []
    write_policy(solution, tmp_path / "one.parquet")
    monkeypatch.setattr(parquet, "GROUP", 1000)
    write_policy(solution, tmp_path / "many.parquet", progress=parts.append)
    assert pq.ParquetFile(tmp_path / "many.parquet").num_row_groups > 5
    assert table(tmp_path / "many.parquet") == table(tmp_path / "one.parquet")
    assert parts == sorted(parts)
    assert parts[-1] == 1


def test_too_large_a_table_names_a_step_that_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    solution = jd.solve(FARKLE)
    for write in (write_policy, write_rolls):
        monkeypatch.setattr(policies, "MOST_ROWS", 50_000 if write is write_policy else 1_000_000)
        with pytest.raises(InputError, match="with a step of ") as refused:
            write(solution, tmp_path / "x.parquet")
        assert not list(tmp_path.iterdir())
        write(solution, tmp_path / "x.parquet", step=int(str(refused.value).split()[-1]))
        (tmp_path / "x.parquet").unlink()


@pytest.mark.parametrize("step", [0, -50, 30])
def test_a_step_is_a_multiple_of_the_unit(tmp_path: Path, step: int) -> None:
    with pytest.raises(InputError, match="multiple of 50"):
        write_policy(jd.solve(FARKLE), tmp_path / "x.parquet", step=step)


def test_what_has_no_such_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no dice to choose"):
        write_rolls(jd.solve(ODD["pig"]), tmp_path / "x.parquet")
    held = jd.solve(ODD["pig"], "win", "hold-at:20")
    with pytest.raises(InputError, match="best play"):
        write_policy(held, tmp_path / "x.parquet")
    with pytest.raises(JeopardiceError, match="cannot be written"):
        write_policy(jd.solve(ODD["pig"]), tmp_path / "no" / "x.parquet")
    assert not list(tmp_path.iterdir())


def test_nothing_is_left_of_a_table_that_was_stopped(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_text("as it was")

    def stop(part: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_policy(jd.solve(ODD["pig"]), tmp_path / "x.parquet", progress=stop)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["as it was"]


def test_hog_for_points_is_one_decision(tmp_path: Path) -> None:
    turn = solve_turn(jd.rules("hog"))
    assert write_policy(turn, tmp_path / "x.parquet") == 1
    (row,) = table(tmp_path / "x.parquet")
    assert row["action"] in ("roll 5", "roll 6")
    assert (row["value"], row["lead"]) == (pytest.approx(float(turn.value)), pytest.approx(0, abs=1e-12))


def test_metadata_say_what_the_table_is_of(tmp_path: Path) -> None:
    write_policy(jd.solve(ODD["pig"], "turns"), tmp_path / "x.parquet")
    facts = pq.read_schema(tmp_path / "x.parquet").metadata
    assert facts[b"rules"].decode() == ODD["pig"].to_toml()
    assert facts[b"objective"] == b"turns"


def test_mixed_states_are_labelled() -> None:
    solution = jd.solve(MIXING)
    assert isinstance(solution, MultiplayerSolution)
    assert solution.shares, "another example is needed"
    assert np.array_equal(to_xarray(solution)["mixed_share"], list(solution.shares.values()))
