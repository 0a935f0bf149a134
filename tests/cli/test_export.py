"""`jeopardice export`: what it writes, says and refuses."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
import pytest

import jeopardice as jd
from jeopardice.export import prism_best_play, prism_model
from support.cli_runner import jeopardice

pytestmark = pytest.mark.slow

PIG = ("pig", "--set", "goal=20", "--no-cache")


def test_netcdf_loads_as_a_solution(tmp_path: Path) -> None:
    file = tmp_path / "pig.nc"
    ran = jeopardice("export", *PIG, "--format", "netcdf", "--out", str(file), "--certify", "--json")
    solution = jd.load(file)
    assert (ran.json["value"], ran.json["error_bound"]) == (solution.value, solution.error_bound)
    assert ran.json["states"] == 400
    again = jeopardice("export", str(file), "--format", "parquet", "--out", str(tmp_path / "x.parquet"))
    assert again.status == 0
    assert again.out == f"{tmp_path / 'x.parquet'}: 3,820 decisions\n"


@pytest.mark.parametrize("objective", ["win", "turns", "within:3", "score"])
def test_parquet_is_written_for_every_objective(tmp_path: Path, objective: str) -> None:
    file = tmp_path / "x.parquet"
    ran = jeopardice("export", *PIG, "--objective", objective, "--format", "parquet", "--out", str(file), "--json")
    assert ran.json["rows"] == pq.ParquetFile(file).metadata.num_rows
    assert ran.json["value"] == pytest.approx(float(jd.solve(jd.rules("pig").replace(goal=20), objective).value))


def test_the_rolls_of_farkle_are_a_second_table(tmp_path: Path) -> None:
    out, rolls = tmp_path / "x.parquet", tmp_path / "rolls.parquet"
    arguments = ("--set", "goal=1000", "--format", "parquet", "--step", "500", "--no-cache")
    ran = jeopardice("export", "farkle", *arguments, "--out", str(out), "--rolls", str(rolls), "--json")
    assert ran.json["roll_rows"] == pq.ParquetFile(rolls).metadata.num_rows
    assert "keep" in pq.read_schema(rolls).names


def test_models_are_those_of_the_library(tmp_path: Path) -> None:
    rules, file = jd.rules("pig").replace(goal=20), tmp_path / "pig.prism"
    ran = jeopardice("export", *PIG, "--format", "prism", "--out", str(file))
    model = prism_model(rules)
    assert ran.out == f"{file}: the value of the game is {model.question}\n"
    assert file.read_text() == model.text
    assert file.with_suffix(".props").read_text().strip() == model.question
    jeopardice("export", *PIG, "--format", "prism", "--out", str(file), "--best-play", "--objective", "turns")
    assert file.read_text() == prism_best_play(jd.solve(rules, "turns")).text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--format", "netcdf", "--step", "5"), "--step: --format netcdf has no such option"),
        (("--format", "parquet", "--best-play"), "--best-play: --format parquet has no such option"),
        (("--format", "prism", "--certify"), "--certify: --format prism has no such option"),
        (("--format", "netcdf", "--objective", "score"), "--objective: score: the objective must be win, turns or"),
        (("--format", "parquet", "--objective", "average"), "--objective: average: tables of decisions are for win"),
        (("--format", "parquet", "--rolls", "rolls.parquet"), 'family: "pig"'),
        (("--format", "parquet", "--step", "0"), "step: 0: it must be a multiple of 1"),
        (("--format", "parquet", "--rolls", "FILE"), "it must not be the file of --out"),
        (("--format", "prism", "--objective", "score"), "objective: score: the objective must be win, turns or"),
        (("--format", "prism", "--players", "3"), "players: 3: PRISM has no value for players"),
        (("--format", "csv"), "--format"),
        ((), "--format"),
    ],
)
def test_bad_input_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    out = str(tmp_path / "x")
    ran = jeopardice("export", *PIG, "--out", out, *(out if a == "FILE" else a for a in arguments))
    assert ran.status == 2
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("place", ["", ".", "no/such/folder/x.nc", "x" * 300, "nul\0nul"])
def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for form in ("netcdf", "parquet", "prism"):
        ran = jeopardice("export", *PIG, "--format", form, "--out", place)
        assert ran.status in (1, 2)
        assert ran.err.count("\n") == 1
    assert not list(tmp_path.iterdir())
