"""What tests do at a real table: open its score sheet, tap dice, enter results, correct turns."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import expect

from browser.app import App
from jeopardice.play.game import Game, replay
from jeopardice.play.record import Record

NAMES = ["Ada", "Bob", "Cleo"]
FARKLE = {"preset": "farkle", "set": {"goal": 1000}}


def at_table(rules: dict[str, Any], *moves: str, names: list[str] = NAMES) -> dict[str, Any]:
    """A game with real dice."""
    record = Record.new(rules, ["human"] * len(names), names=names, seed="", dice="given").as_json()
    return record | {"moves": list(moves)}


def open_table(app: App, record: dict[str, Any], *, advised: list[int], typed: list[int]) -> None:
    """Opens a game that was left on the table."""
    table = {"record": record, "id": "t", "known": [], "draft": "", "advised": advised, "typed": typed}
    app.open("#table", table={**table, "correction": None})
    app.page.wait_for_selector(".score-sheet")


def table(app: App) -> dict[str, Any]:
    """What the browser has kept of the table."""
    found: dict[str, Any] = json.loads(app.page.evaluate("localStorage.getItem('jeopardice.table')"))
    return found


def moves(app: App) -> list[str]:
    found: list[str] = table(app)["record"]["moves"]
    return found


def position(app: App) -> Game:
    return replay(Record.of(table(app)["record"]))[-1]


def changed(app: App, before: list[str]) -> None:
    """Waits until the moves are no longer these, and the page shows it."""
    app.page.wait_for_function(
        "before => JSON.stringify(JSON.parse(localStorage.getItem('jeopardice.table')).record.moves) !== before",
        arg=json.dumps(before, separators=(",", ":"), ensure_ascii=False),
    )
    app.page.wait_for_function("() => document.querySelector('.sheet-winner, .sheet-entry h2')")


def refused(app: App) -> None:
    """Forgets the answers with status 422, which the browser reports."""
    assert all("422" in problem for problem in app.problems)
    app.problems.clear()


def tap_dice(app: App, dice: str) -> None:
    """Taps the dice that fell."""
    before = moves(app)
    for face in dice:
        app.page.click(f"[data-key=face-{face}]")
    changed(app, before)


def enter_result(app: App, points: int | None) -> None:
    """Enters the result of a turn: a bank, or a bust."""
    before = moves(app)
    if points is None:
        app.page.click("[data-key=bust]")
    else:
        app.page.fill("[data-key=points]", str(points))
        app.page.click("[data-key=banked]")
    changed(app, before)


def reload(app: App) -> None:
    """A reload loses nothing."""
    before, sheet = table(app), app.text(".score-sheet tbody")
    app.page.reload()
    app.page.wait_for_selector(".score-sheet")
    assert table(app) == before
    assert app.text(".score-sheet tbody") == sheet


def correct(app: App, turn: int) -> None:
    """Begins to enter a turn again."""
    app.page.click(f"[data-key=turn-{turn}]")
    expect(app.page.locator(".sheet-entry h2")).to_contain_text("Correct ")
