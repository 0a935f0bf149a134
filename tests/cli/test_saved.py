"""Solutions on disk: `solve --save`, solution files as RULES, what is kept for next time, and the command `cache`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import jeopardice as jd
from support.cli_runner import Ran, assert_refused, assert_types, changes, jeopardice, printed

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
    assert_refused(jeopardice("solve", "pig", "--objective", objective, *option), option[0])
    assert not Path("x.nc").exists()


def test_fractions_cannot_be_saved() -> None:
    assert_refused(jeopardice("solve", "pig", *changes(goal=5), "--exact", "--save", "x.nc"), "--save")
    assert not Path("x.nc").exists()


def test_nothing_is_saved_when_the_game_is_refused() -> None:
    assert_refused(jeopardice("solve", *PIG, *changes(players=9), "--save", "x.nc"), "players", status=1)
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


# What is kept for next time


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_second_time_is_from_the_cache(objective: str, own_cache: Path) -> None:
    more = ("--objective", objective, "--json")
    runs = [jeopardice("solve", *PIG, *more).json for _ in range(2)]
    assert [run["cached"] for run in runs] == [False, True]
    assert runs[0]["value"] == runs[1]["value"]
    assert len(kept(own_cache)) == 1
    assert "solved before" in printed("solve", *PIG, "--objective", objective)


def test_no_cache_keeps_nothing_and_looks_at_nothing(own_cache: Path) -> None:
    assert jeopardice("solve", *PIG, "--no-cache", "--json").json["cached"] is False
    assert kept(own_cache) == []
    assert jeopardice("solve", *PIG, "--json").json["cached"] is False
    assert jeopardice("solve", *PIG, "--no-cache", "--json").json["cached"] is False
    for command in (["advise", *PIG, "--scores", "0,0"], ["fairness", *PIG], ["table", *PIG]):
        assert jeopardice(*command, "--no-cache").status == 0
    assert len(kept(own_cache)) == 1


def test_commands_share_what_is_kept(own_cache: Path) -> None:
    jeopardice("fairness", *PIG)
    assert jeopardice("advise", *PIG, "--scores", "0,0").status == 0
    assert jeopardice("solve", *PIG, "--json").json["cached"] is True
    assert len([name for name in kept(own_cache) if name.startswith("win")]) == 1


def test_a_certificate_is_added_to_what_is_kept(own_cache: Path) -> None:
    first = jeopardice("solve", *PIG, "--json").json
    sure = jeopardice("solve", *PIG, "--certify", "--json").json
    again = jeopardice("solve", *PIG, "--certify", "--json").json
    assert (first["error_bound"], again["cached"]) == (None, True)
    assert sure["error_bound"] == again["error_bound"]
    assert sure["decisions"] == again["decisions"]
    assert len(kept(own_cache)) == 1


def test_fractions_are_not_kept(own_cache: Path) -> None:
    assert jeopardice("solve", "pig", *changes(goal=5), "--exact", "--json").json["cached"] is False
    assert kept(own_cache) == []


def test_the_title_is_the_user_s_own() -> None:
    jeopardice("solve", *PIG)
    found = jeopardice("solve", *PIG, *changes(title="My Pig"), "--json").json
    assert (found["rules"], found["cached"]) == ("My Pig", True)


def broken(ran: Ran, why: str, folder: Path) -> None:
    """The result is there, with one line about what is wrong with the cache."""
    assert ran.status == 0
    assert ran.err.startswith("note: ")
    assert ran.err.count("\n") == 1
    assert str(folder) in ran.err
    assert why in ran.err


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\x89HDF\r\n\x1a\n"], ids=["empty", "text", "cut short"])
def test_a_broken_entry_is_told_and_replaced(content: bytes, own_cache: Path) -> None:
    value = jeopardice("solve", *PIG, "--json").json["value"]
    (entry,) = own_cache.iterdir()
    entry.write_bytes(content)
    ran = jeopardice("solve", *PIG, "--json")
    broken(ran, "recomputing", own_cache)
    assert (ran.json["value"], ran.json["cached"]) == (value, False)
    again = jeopardice("solve", *PIG, "--json")
    assert (again.json["value"], again.json["cached"], again.err) == (value, True, "")


@pytest.mark.parametrize("place", ["file", "file/below", "/proc/nothing"])
def test_a_cache_that_cannot_be_does_not_stop_the_work(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("file").write_text("not a folder")
    monkeypatch.setenv("JEOPARDICE_CACHE", place)
    ran = jeopardice("solve", *PIG, "--json")
    assert ran.json["value"] > 0.5
    assert all(line.startswith("note: ") for line in ran.err.splitlines())
    assert ran.err
    for command in ("cache", "cache --clear"):
        assert jeopardice(*command.split()).status == 0
    assert Path("file").read_text() == "not a folder"


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as in a container whose user has neither a name nor a home."""

    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("JEOPARDICE_CACHE", "XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", nowhere)
    ran = jeopardice("solve", *PIG, "--json")
    assert ran.json["value"] > 0.5


# The command `cache`


def test_cache_shows_what_is_there(own_cache: Path) -> None:
    assert "nothing yet" in printed("cache")
    for objective in OBJECTIVES:
        jeopardice("solve", *PIG, "--objective", objective)
    jeopardice("solve", *PIG, "--certify", "--strategy", "hold-at:20")
    found = jeopardice("cache", "--json").json
    assert found["folder"] == str(own_cache)
    for row in found["solutions"]:
        assert_types(row, file=str, bytes=int, rules=str, goal=int, objective=str, strategy=str, value=float)
        assert_types(row, certified=bool)
        assert (own_cache / row["file"]).stat().st_size == row["bytes"]
    shown = {(row["objective"], row["strategy"], row["goal"], row["certified"]) for row in found["solutions"]}
    assert shown == {(o, "optimal", 30, False) for o in OBJECTIVES} | {("win", "hold-at:20", 30, True)}
    text = printed("cache")
    assert str(own_cache) in text
    for row in found["solutions"]:
        assert row["file"] in text


def test_cache_shows_what_is_broken(own_cache: Path) -> None:
    jeopardice("solve", *PIG)
    (entry,) = own_cache.iterdir()
    entry.write_bytes(entry.read_bytes()[:-1000])
    (row,) = jeopardice("cache", "--json").json["solutions"]
    assert_types(row, file=str, bytes=int, error=str)
    assert entry.name in printed("cache")


@pytest.mark.parametrize("count", [0, 1, 2])
def test_cache_clear(count: int, own_cache: Path) -> None:
    for objective in OBJECTIVES[:count]:
        jeopardice("solve", *PIG, "--objective", objective)
    if count:
        (own_cache / "notes.txt").write_text("mine")
    assert jeopardice("cache", "--clear", "--json").json == {"folder": str(own_cache), "cleared": count}
    assert kept(own_cache) == (["notes.txt"] if count else [])
    assert "0 solutions" in printed("cache", "--clear")


def test_cache_leaves_files_alone_that_are_not_its_own(own_cache: Path) -> None:
    """JEOPARDICE_CACHE may name a folder in which someone keeps data."""
    jeopardice("solve", *PIG)
    for name in ("climate.nc", ".download.part", "win-notes.nc"):
        (own_cache / name).write_text("years of work")
    assert jeopardice("cache", "--clear").status == 0
    assert kept(own_cache) == [".download.part", "climate.nc", "win-notes.nc"]


def test_cache_clear_with_a_folder_in_the_way(own_cache: Path) -> None:
    jeopardice("solve", *PIG)
    (entry,) = own_cache.iterdir()
    entry.unlink()
    entry.mkdir()
    ran = jeopardice("cache", "--clear")
    assert "cannot write the result" not in ran.err
    assert ran.status == 0 or entry.name in ran.err


@pytest.mark.parametrize(
    ("arguments", "place"),
    [(["--luck"], "--luck"), (["pig"], "pig"), (["--clear", "pig"], "pig"), (["--set", "goal=5"], "--set")],
)
def test_cache_with_wrong_arguments(arguments: list[str], place: str, own_cache: Path) -> None:
    jeopardice("solve", *PIG)
    assert_refused(jeopardice("cache", *arguments), place)
    assert len(kept(own_cache)) == 1
