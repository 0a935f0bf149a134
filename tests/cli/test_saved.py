"""Solutions on disk: `solve --save`, solution files as RULES, what is kept for next time, and the command `cache`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import jeopardice as jd
from support.cli_runner import assert_refused, changes, jeopardice, printed

PIG = ("pig", *changes(goal=30))
OBJECTIVES = ("win", "turns", "within:4")


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache for each test."""
    monkeypatch.setenv("JEOPARDICE_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cache"


def kept(folder: Path) -> list[str]:
    """The files in a folder, which may not exist."""
    return sorted(path.name for path in folder.glob("*"))


# --save, and files as RULES


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_saved_solution_says_the_same_as_the_rules(objective: str) -> None:
    more = ("--objective", objective, "--json")
    first = jeopardice("solve", *PIG, "--save", "pig.nc", *more).json
    again = jeopardice("solve", "pig.nc", *more).json
    assert {**again, "seconds": 0, "cached": 0} == {**first, "seconds": 0, "cached": 0}
    assert again["cached"] is True
    scores = ("--scores", "20,10" if objective == "win" else "20", "--turn", "5")
    for command in ("advise", "table"):
        arguments = scores[:2] if command == "table" else scores
        found, expected = (jeopardice(command, *game, *arguments, *more) for game in (["pig.nc"], PIG))
        assert found.json == expected.json
    assert kept(Path()) == ["cache", "pig.nc"]


def test_a_saved_solution_keeps_its_strategy_and_its_certificate() -> None:
    more = ("--strategy", "hold-at:20", "--certify", "--json")
    first = jeopardice("solve", *PIG, "--save", "pig.nc", *more).json
    again = jeopardice("solve", "pig.nc", *more).json
    assert first["decisions"]
    for key in ("strategy", "value", "error_bound", "decisions"):
        assert again[key] == first[key]


def test_a_saved_solution_can_be_certified_later() -> None:
    assert jeopardice("solve", *PIG, "--save", "pig.nc").status == 0
    assert jeopardice("solve", "pig.nc", "--certify", "--save", "sure.nc", "--json").json["error_bound"] < 1e-10
    assert jeopardice("solve", "pig.nc", "--json").json["error_bound"] is None
    assert jeopardice("solve", "sure.nc", "--json").json["error_bound"] < 1e-10


def test_a_saved_solution_uses_no_cache(own_cache: Path) -> None:
    jd.save(jd.solve(jd.rules("pig").replace(goal=30)), "pig.nc")
    for command in (["solve", "pig.nc"], ["advise", "pig.nc", "--scores", "0,0"], ["fairness", "pig.nc"]):
        assert printed(*command)
    assert kept(own_cache) == []


def test_save_says_nothing_more_and_replaces_the_old_file() -> None:
    Path("pig.nc").write_text("old")
    assert "Pig" in printed("solve", *PIG, "--save", "pig.nc")
    assert jd.load("pig.nc").rules.goal == 30
    assert (os.stat("pig.nc").st_mode & 0o777) == 0o666 & ~current_umask()


def current_umask() -> int:
    """The permissions that new files do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_file_for_another_objective_says_what_it_holds() -> None:
    assert jeopardice("solve", *PIG, "--objective", "turns", "--save", "pig.nc").status == 0
    assert_refused(jeopardice("solve", "pig.nc", "--objective", "win"), "turns")
    assert_refused(jeopardice("solve", "pig.nc", "--objective", "turns", "--strategy", "hold-at:20"), "optimal")
    assert_refused(jeopardice("fairness", "pig.nc"), "turns")
    assert_refused(jeopardice("advise", "pig.nc", "--objective", "within:3", "--scores", "0"), "turns")


@pytest.mark.parametrize("option", [("--set", "goal=50"), ("--players", "2"), ("--exact",)], ids=lambda o: o[0])
def test_a_file_cannot_be_changed(option: tuple[str, ...]) -> None:
    assert jeopardice("solve", *PIG, "--save", "pig.nc").status == 0
    ran = jeopardice("solve", "pig.nc", *option)
    assert_refused(ran, option[0])
    assert "pig.nc" in ran.err or "saved solution" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["rules", "pig.nc"],
        ["turn", "pig.nc"],
        ["solve", "pig.nc", "--objective", "score"],
        ["solve", "pig.nc", "--objective", "average"],
        ["advise", "pig.nc", "--turn", "20"],
        ["table", "pig.nc"],
    ],
    ids=" ".join,
)
def test_where_a_solution_is_of_no_use_it_is_used_for_its_rules_or_named(arguments: list[str]) -> None:
    """It is no broken text file."""
    assert jeopardice("solve", *PIG, "--save", "pig.nc").status == 0
    ran = jeopardice(*arguments)
    if ran.status:
        assert_refused(ran, "pig.nc")
        assert "UTF-8" not in ran.err
        assert "solution" in ran.err


# --save of what cannot be saved


@pytest.mark.parametrize("name", ["pig.toml", "pig", "", ".", ".nc", "pig.nc.txt", "missing/pig.nc", "folder.nc"])
def test_save_with_a_bad_name(name: str, own_cache: Path) -> None:
    Path("folder.nc").mkdir()
    assert_refused(jeopardice("solve", *PIG, "--save", name), "--save")
    assert kept(own_cache) == [], "found out before the work"


@pytest.mark.parametrize("name", ["a" * 300 + ".nc", "a\0b.nc"], ids=["too long", "nul"])
def test_save_with_an_impossible_name(name: str) -> None:
    ran = jeopardice("solve", *PIG, "--save", name)
    assert ran.status in (1, 2)
    assert_refused(ran, "--save", ran.status)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder in which nobody may write")
def test_save_where_nothing_can_be_written() -> None:
    ran = jeopardice("solve", *PIG, "--save", "/proc/pig.nc")
    assert_refused(ran, "/proc/pig.nc", status=1)


@pytest.mark.parametrize("option", [["--save", "x.nc"], ["--certify"]], ids=lambda o: o[0])
@pytest.mark.parametrize("objective", ["score", "average"])
def test_what_is_for_races_only(objective: str, option: list[str]) -> None:
    assert_refused(jeopardice("solve", "pig", "--objective", objective, *option), objective)
    assert not Path("x.nc").exists()


def test_fractions_cannot_be_saved() -> None:
    assert_refused(jeopardice("solve", "pig", *changes(goal=5), "--exact", "--save", "x.nc"), "--save")
    assert not Path("x.nc").exists()


def test_nothing_is_saved_when_the_game_is_refused() -> None:
    assert_refused(jeopardice("solve", *PIG, *changes(players=9), "--save", "x.nc"), "players")
    assert kept(Path()) == []


# Files that are no solutions


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not a solution"),
        (b"hello", "not a solution"),
        (b'title = "Pig"\nfamily = "pig"\n', "not a solution"),
        (b"\x89HDF\r\n\x1a\n", "damaged"),
        (b"CDF\x01\x00\x00\x00\x00", "not a solution"),
    ],
    ids=["empty", "text", "rules", "cut short", "NetCDF-3"],
)
@pytest.mark.parametrize("command", [["solve"], ["advise", "--scores", "0,0"], ["fairness"]], ids=lambda c: c[0])
def test_a_file_that_is_no_solution(command: list[str], content: bytes, why: str) -> None:
    Path("x.nc").write_bytes(content)
    ran = jeopardice(command[0], "x.nc", *command[1:])
    assert_refused(ran, "x.nc")
    assert_refused(ran, why)


@pytest.mark.parametrize("name", ["missing.nc", "folder.nc", "/proc/self/mem.nc", "a" * 300 + ".nc", "a\0b.nc"])
def test_a_file_that_cannot_be_read(name: str) -> None:
    Path("folder.nc").mkdir()
    assert_refused(jeopardice("solve", name), name[:20].replace("\0", "?"))
