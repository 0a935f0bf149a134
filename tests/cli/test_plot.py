"""`jeopardice plot`: files in each format, whole or not at all, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from jeopardice import figures
from support.cli_runner import assert_refused, changes, jeopardice, printed

pytestmark = pytest.mark.slow

MAGIC = {"png": b"\x89PNG\r\n\x1a\n", "svg": b"<?xml", "pdf": b"%PDF-"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("kind", MAGIC)
@pytest.mark.parametrize("name", ["thresholds", "surface"])
def test_each_format(kind: str, name: str, folder: Path) -> None:
    file = folder / f"figure.{kind}"
    assert str(file) in printed("plot", name, "--out", str(file), *(changes(goal=20)))
    data = file.read_bytes()
    assert data.startswith(MAGIC[kind])
    assert len(data) > 5_000
    assert b"<svg" in data or kind != "svg"
    printed("plot", name, "--out", str(file), *(changes(goal=20)))
    assert file.read_bytes() == data, "the same figure is the same file"
    assert [path.name for path in folder.iterdir()] == [file.name]


def test_without_out_the_file_has_the_name_of_the_figure(folder: Path) -> None:
    assert printed("plot", "excess", "--to", "50").startswith("excess.png: ")
    assert (folder / "excess.png").exists()


def test_an_ending_in_capitals() -> None:
    printed("plot", "excess", "--to", "50", "--out", "FIGURE.PNG")
    assert Path("FIGURE.PNG").read_bytes().startswith(MAGIC["png"])


def test_json() -> None:
    found = jeopardice("plot", "turns", "big-pig", "--to", "60", "--out", "a.svg", "--json").json
    assert found == {"figures": [{"name": "turns", "file": "a.svg", "title": "how many turns a race takes"}]}


def test_louchard_draws_all_figures_into_a_folder(folder: Path) -> None:
    found = jeopardice("plot", "louchard", "--dpi", "30", "--json").json["figures"]
    assert [entry["name"] for entry in found] == [f"louchard-{i}" for i in range(1, 16)]
    assert all(Path(entry["file"]).read_bytes().startswith(MAGIC["png"]) for entry in found)
    assert sorted(path.name for path in (folder / "louchard-figures").iterdir()) == [
        f"louchard-{i:02}.png" for i in range(1, 16)
    ]


def test_more_dots_are_more_pixels() -> None:
    def width(dpi: str) -> int:
        printed("plot", "excess", "--to", "50", "--dpi", dpi)
        return int.from_bytes(Path("excess.png").read_bytes()[16:20], "big")

    assert (width("50"), width("100")) == (350, 700)


@pytest.mark.parametrize(
    ("arguments", "place"),
    [
        ([], "NAME"),
        (["chess"], "louchard-1 to louchard-15"),
        (["louchard-16"], "louchard-16"),
        (["excess", "--out", "a.jpg"], ".png, .svg, .pdf or .html"),
        (["excess", "--out", "a"], ".png, .svg, .pdf or .html"),
        (["excess", "--out", "no/such/a.png"], "no folder"),
        (["excess", "--from", "9", "--to", "3"], "9 to 3"),
        (["excess", "--to", "0"], "0 to 0"),
        (["excess", "--to", "many"], "--to"),
        (["excess", "--dpi", "0"], "--dpi"),
        (["excess", "farkel"], "farkel"),
        (["excess", "farkle"], "family"),
        (["excess", "two-dice-pig"], "events.lose_banked"),
        (["reachable", "farkle"], "family"),
        (["reachable", "--players", "3"], "players: 3"),
        (["surface", "--others", "5"], "--others"),
        (["surface", "--players", "3", "--set", "goal=9", "--others", "5,6"], "others: 2 given"),
        (["surface", "--players", "3", "--set", "goal=9", "--others", "9"], "scores: 9"),
        (["louchard", "--to", "5"], "to: 5"),
        (["louchard", "big-pig"], "big-pig"),
        (["louchard", "--out", "no/such"], "no such folder"),
        (["excess", "pig", "farkle"], "farkle"),
    ],
    ids=" ".join,
)
def test_bad_input(arguments: list[str], place: str, folder: Path) -> None:
    assert_refused(jeopardice("plot", *arguments), place)
    assert_refused(jeopardice("plot", *arguments, "--json"), place)
    assert not list(folder.iterdir())


def test_a_folder_where_a_file_is_wanted_and_the_other_way_round(folder: Path) -> None:
    (folder / "a.png").mkdir()
    assert_refused(jeopardice("plot", "excess", "--out", "a.png"), "folder")
    (folder / "file").touch()
    assert_refused(jeopardice("plot", "louchard", "--out", "file"), "file")


def test_a_folder_that_cannot_be_written_to() -> None:
    assert_refused(jeopardice("plot", "excess", "--to", "50", "--out", "/proc/a.png"), "/proc/a.png", status=1)
    assert_refused(jeopardice("plot", "louchard", "--out", "/proc/a"), "/proc/a", status=1)


def test_a_full_disk_leaves_the_old_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    (folder / "excess.png").write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    expected = "excess.png: cannot be written: No space left on device"
    assert_refused(jeopardice("plot", "excess", "--to", "50"), expected, status=1)
    assert (folder / "excess.png").read_bytes() == b"old"
    assert os.listdir(folder) == ["excess.png"]


def test_help_names_every_figure() -> None:
    text = printed("plot", "--help")
    assert all(f" {name} " in text for name in [drawing.name for drawing in figures.GENERAL])


def test_figures_of_two_take_the_carryover_and_name_it(folder: Path) -> None:
    game = changes(goal=15, **{"bust.streak": 2, "bust.penalty": 3})
    for name in ("surface", "section", "reachable"):
        printed("plot", name, "pig", *game, "--busts", "1,0", "--out", f"{name}.html")
        page = (folder / f"{name}.html").read_text().replace("\\n", " ")
        assert "you have 1 and the other player 0 busts in a row" in page
    assert_refused(jeopardice("plot", "excess", "--seat", "2"), "--seat")


def test_figures_of_three_name_the_scores_of_the_others(folder: Path) -> None:
    game = [*changes(goal=15), "--players", "3"]
    for others, words in ([], "all opponents have the same score"), (["--others", "7"], "player 3 has 7"):
        for name in ("surface", "section"):
            printed("plot", name, "pig", *game, *others, "--out", f"{name}.html")
            assert words in (folder / f"{name}.html").read_text().replace("\\n", " ")
