"""The pages Games and Progress: what is kept, opened, deleted, exported, imported and added up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.app import App, record
from browser.library import fill_library, short_games
from jeopardice.play.game_reader import read_game
from jeopardice.play.record import Record

ANALYSED = ".kept-game:has-text('Analysis')"


def open_games(app: App, page: str = "games") -> None:
    """The page with a library of four games."""
    app.open("#ask")
    fill_library(app, short_games())
    app.open(f"#{page}")


def settled(app: App) -> list[dict[str, Any]]:
    """The library when every game is analysed."""
    expect(app.page.locator(ANALYSED)).to_have_count(len(short_games()))
    return analysed(app)


def analysed(app: App) -> list[dict[str, Any]]:
    """The library when every game has a summary."""
    app.page.wait_for_function(
        "() => import('/js/common/library.js').then(it => it.allGames()).then(all => all.every(game => game.summary))"
    )
    return app.library


def wipe(app: App) -> None:
    """Deletes all games."""
    app.page.click("[data-key=delete-all]")
    app.page.click("dialog [data-key=delete]")
    app.page.wait_for_selector("text=No games yet")
    assert app.library == []


def export(app: App, key: str, folder: Path) -> Path:
    """What a button saves."""
    with app.page.expect_download() as download:
        app.page.click(f"[data-key={key}]")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def choose(app: App, *paths: Path) -> None:
    """Imports files."""
    with app.page.expect_file_chooser() as chooser:
        app.page.click("[data-key=import]")
    chooser.value.set_files(paths)


def test_games_are_listed_with_result_error_and_luck(app: App) -> None:
    open_games(app)
    games = settled(app)
    assert [game["record"]["seed"] for game in games] == ["last", "2", "1", "0"]
    first, second = app.page.locator(".kept-game").nth(0), app.page.locator(".kept-game").nth(1)
    expect(first).to_contain_text("Not finished")
    won = games[1]["winners"] == [0]
    expect(second).to_contain_text("You won" if won else "Ada won")
    you = games[1]["summary"][0]
    row = second.locator("tbody tr").first.inner_text().replace("\u00a0", " ").replace("\u2212", "-")
    assert f"{games[1]['scores'][0]}" in row
    assert f"{100 * you['cost'] / you['decisions']:.2f} %" in row
    assert f"{100 * you['luck']:+.1f} %" in row


def test_exported_games_come_back_after_the_storage_was_wiped(app: App, tmp_path: Path) -> None:
    open_games(app)
    before = settled(app)
    path = export(app, "export", tmp_path)
    assert path.suffix == ".json"
    wipe(app)
    choose(app, path)
    app.page.wait_for_selector("text=4 games imported.")
    assert settled(app) == before
    choose(app, path)
    app.page.wait_for_selector("text=0 games imported, 4 were here already.")
    assert app.library == before


def test_games_as_text_come_back_and_one_of_them_is_read_by_the_library(app: App, tmp_path: Path) -> None:
    open_games(app)
    before = settled(app)
    path, one = export(app, "export-text", tmp_path), export(app, "text-game0", tmp_path)
    assert read_game(one.read_text()).record == short_games()[0]
    wipe(app)
    (tmp_path / "record.json").write_text(json.dumps(before[0]["record"]))
    choose(app, path, tmp_path / "record.json")
    app.page.wait_for_selector("text=record.json: 0 games imported, 1 was here already.")
    after = settled(app)
    for known, again in zip(before, after, strict=True):
        assert again["record"] == known["record"]
        assert again["summary"] == known["summary"]
        assert abs(again["changed"] - known["changed"]) < 60_000  # texts have minutes


def test_a_bad_file_is_refused_with_its_line(app: App, tmp_path: Path) -> None:
    open_games(app)
    settled(app)
    path = tmp_path / "bad.txt"
    path.write_text("rules: pig\nplayer: Ann\nplayer: Bob\nseed: 1\n1. Ann: rolled 9\n")
    choose(app, path)
    app.page.wait_for_selector("text=bad.txt: line 5: ")
    assert len(app.library) == 4
    app.problems = [one for one in app.problems if "422" not in one]


def test_a_game_is_continued_and_a_finished_one_is_opened(app: App) -> None:
    open_games(app)
    settled(app)
    app.page.click("[data-key=open-game3]")
    app.your_move()
    moves = app.kept["moves"]
    assert moves[:4] == list(short_games()[3].moves)
    app.page.keyboard.press("r")
    app.moved(len(moves))
    app.page.click("nav >> text=Games")
    app.page.wait_for_selector(".kept-game")
    assert len(app.library) == 4
    app.page.click("[data-key=open-game1]")
    app.page.wait_for_selector(".result")
    assert app.kept == short_games()[1].as_json()
    assert len(app.library) == 4


def test_a_game_is_analysed_on_the_board(app: App) -> None:
    open_games(app)
    settled(app)
    app.page.click("[data-key=analysis-game1]")
    app.page.wait_for_selector(".board-summary .sum")
    winner = app.library[2]["record"]["seats"][app.library[2]["winners"][0]]["name"]
    assert winner in app.text(".board")
    assert len(app.library) == 4


def test_a_deleted_game_comes_back_and_the_one_on_the_table_leaves_it(app: App) -> None:
    open_games(app)
    before = settled(app)
    app.page.focus("[data-key=delete-game2]")
    app.page.keyboard.press("Enter")
    app.page.wait_for_selector("text=Deleted: Pig")
    assert [game["id"] for game in app.library] == ["game3", "game1", "game0"]
    app.page.keyboard.press("Enter")  # the focus is on Undo
    expect(app.page.locator(".kept-game")).to_have_count(4)
    assert app.library == before
    app.page.click("[data-key=open-game3]")
    app.your_move()
    app.page.click("nav >> text=Games")
    app.page.click("[data-key=delete-game3]")
    app.page.wait_for_selector("text=Deleted: Pig")
    app.page.click("nav >> text=Play")
    app.page.wait_for_function("() => JSON.parse(localStorage.getItem('jeopardice.game'))?.moves.length === 0")
    app.page.click("nav >> text=Games")
    expect(app.page.locator(".kept-game")).to_have_count(3)


def test_a_game_that_is_not_solved_is_analysed_on_request(app: App) -> None:
    rules = {"preset": "pig", "set": {"goal": 24, "dice.sides": 7}}
    app.open("#ask")
    fill_library(app, (Record.of({**record(rules), "moves": ["roll"]}),))
    app.open("#games")
    app.page.wait_for_selector("text=Not analysed yet")
    app.page.click("nav >> text=Progress")
    app.page.wait_for_selector("text=No game is analysed yet")
    app.page.click("text=Go to your games")
    app.page.click("[data-key=analyse-game0]")
    app.page.wait_for_selector(ANALYSED)
    app.problems = [one for one in app.problems if "409" not in one]
    app.page.click("nav >> text=Progress")
    app.page.wait_for_selector(".progress-figures")


def test_empty_pages_say_what_to_do(app: App) -> None:
    for page in ("games", "progress"):
        app.open(f"#{page}", forget=True)
        app.page.wait_for_selector("text=No games yet")
        app.page.click("main >> text=Play a game")
        app.your_move()
        app.page.wait_for_selector(".felt .seats")


def test_progress_names_the_habit_and_adds_up_the_games(app: App) -> None:
    open_games(app, "progress")
    app.page.wait_for_selector(".habit")
    assert "You banked too early" in app.text(".habit")
    summaries = [game["summary"][0] for game in analysed(app)]
    error = sum(each["cost"] for each in summaries) / sum(each["decisions"] for each in summaries)
    assert f"{100 * error:.2f} %" in app.text(".progress-figures")
    won = sum(each["result"] or 0 for each in summaries)
    assert f"{won:.0f} of 3" in app.text(".progress-figures")
    assert app.page.locator(".each-game").count() == 2 * sum(each["decisions"] > 0 for each in summaries)


@pytest.mark.parametrize("page", ["games", "progress"])
def test_pages_without_storage_say_so(changed_app: App, page: str) -> None:
    app = changed_app
    app.page.add_init_script("IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };")
    app.open(f"#{page}")
    app.page.wait_for_selector(".storage-note:has-text('does not let Jeopardice store games')")
