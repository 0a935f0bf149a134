"""What commands keep for next time, and the command `cache`."""

from __future__ import annotations

from pathlib import Path

import pytest

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
def test_a_broken_entry_is_reported_and_replaced(content: bytes, own_cache: Path) -> None:
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
