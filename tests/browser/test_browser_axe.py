"""axe-core finds nothing in dialogs, games, results, and what else the pages show beside their first view."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect

import jeopardice as jd
from browser.app import App, record, solved
from browser.axe import SIZES, check
from browser.sheet import at_table, open_table
from browser.test_browser_access import go
from jeopardice.play.game import replay
from jeopardice.play.record import Record

GAMES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "farkle": ({"preset": "farkle", "set": {"goal": 2000}}, ["roll"]),
    "pig": ({"preset": "pig", "set": {"goal": 25}}, ["roll"]),
    "hog": ({"preset": "hog", "set": {"goal": 60}}, ["roll 6"]),
}


def play(app: App, name: str) -> None:
    """A game in mid-turn, with the coach beside it."""
    rules, moves = GAMES[name]
    solved(jd.rules(rules["preset"]).replace(rules["set"]))
    app.play({**record(rules, seed="2"), "moves": moves}, coach="always")
    app.page.wait_for_selector(".coach .actions")


def test_axe_finds_nothing_in_tables_by_scores(app: App) -> None:
    app.open("#explore?game=pig&view=table")
    app.page.wait_for_selector(".by-scores")
    check(app)


@pytest.mark.parametrize("name", GAMES)
def test_axe_finds_nothing_in_mid_turn(app: App, name: str) -> None:
    play(app, name)
    check(app)


@pytest.mark.parametrize("key", ["n", "h", "?"])
def test_axe_finds_nothing_in_dialogs(app: App, key: str) -> None:
    play(app, "farkle")
    app.page.keyboard.press(key)
    app.page.wait_for_selector("dialog[open]")
    expect(app.page.locator(".setup-verdict + footer button:disabled")).to_have_count(0)
    check(app)


@pytest.mark.parametrize("moves", [None, [], ["banked 450", "bust", "banked 600"]], ids=["setup", "start", "end"])
def test_axe_finds_nothing_at_the_table(app: App, moves: list[str] | None) -> None:
    if moves is None:
        app.open("#table")
        app.page.wait_for_selector(".sheet-setup select")
    else:
        solved(jd.rules("farkle").replace(goal=1000))
        game = at_table({"preset": "farkle", "set": {"goal": 1000}}, *moves, names=["Ada", "Bob"])
        open_table(app, game, advised=[0, 1], typed=[])
        app.page.wait_for_selector(".sheet-winner" if moves else ".sheet-entry h2")
    check(app)


def test_axe_finds_nothing_in_a_question_of_the_library(app: App) -> None:
    go(app, "games")
    app.page.click("[data-key=delete-all]")
    app.page.wait_for_selector("dialog[open]")
    check(app)


def test_axe_finds_nothing_in_the_reasons_on_a_phone(app: App) -> None:
    play(app, "farkle")
    app.page.set_viewport_size(SIZES[1])
    app.page.click(".coach-button")
    app.page.wait_for_selector(".coach.open .actions")
    check(app)


def test_axe_finds_nothing_in_advice_by_points(app: App) -> None:
    job = {"id": "held", "state": "running", "progress": 0.25, "seconds": 60.0}
    app.page.route("**/api/solves/held", lambda route: route.fulfill(json=job))

    def advice(route: Route) -> None:
        answer = route.fetch()
        by_points = {"objective": "score", "measure": "points", "solve": job}
        route.fulfill(response=answer, json={**answer.json(), **by_points})

    app.page.route("**/api/advice", advice)
    app.open("#ask?game=cosmic-wimpout&goal=200&scores=100,120&roll=A5,A5,A10,A2,B1")
    app.page.wait_for_selector(".meanwhile [role=progressbar]")
    check(app)


def test_axe_finds_nothing_in_solutions_and_comparisons(app: App) -> None:
    app.open("#design", design={"preset": "piglet", "other": "piglet"})
    for key, result in (("solve", ".big-number"), ("compare", ".comparison")):
        app.page.click(f"[data-key={key}]:not([disabled])")
        app.page.wait_for_selector(result)
    check(app)


def test_axe_finds_nothing_when_the_game_is_over(app: App) -> None:
    game = record({"preset": "pig", "set": {"goal": 2}}, seed="3")
    assert replay(Record.of({**game, "moves": ["roll"]}))[-1].turn.total >= 2
    app.play({**game, "moves": ["roll", "bank"]})
    app.page.wait_for_selector(".result")
    app.page.wait_for_selector(".chances-now")
    check(app)
