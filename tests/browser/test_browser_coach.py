"""The coach beside a game: the library's numbers, on the page."""

from __future__ import annotations

import json

from playwright.sync_api import Route, expect

import jeopardice as jd
from browser.advice import expected, percent, shown
from browser.app import App, hold_solves, record, solved

GOAL = 2000
FARKLE = {"preset": "farkle", "set": {"goal": GOAL}}


def first_roll(app: App) -> jd.Advice:
    """Rolls for the first time, with the coach beside it; what the library says of that roll."""
    solution = solved(jd.rules("farkle").replace(goal=GOAL))
    app.play(record(FARKLE), coach="always")
    app.page.keyboard.press("r")
    app.dice.first.wait_for()
    app.page.wait_for_selector(".coach .actions")
    game = app.positions[-1]
    assert game.turn.roll is not None
    return solution.advise(scores=(0, 0), turn=0, roll=game.table.text(game.turn.roll))


def test_the_coach_tells_what_the_library_tells(app: App) -> None:
    advice = first_roll(app)
    app.page.wait_for_function(
        f"document.querySelectorAll('.coach .actions li').length >= {min(6, len(advice.actions))}"
    )
    assert [value for _, value in shown(app)] == expected(advice)
    assert app.page.locator(".coach .action.best").count() >= 1
    assert "you win" in app.text(".coach .sentence")


def test_a_decision_is_told_what_it_cost(app: App) -> None:
    actions = first_roll(app).actions
    bank = next(action for action in actions if action.then == "bank")
    app.page.keyboard.press("a")
    app.page.keyboard.press("b")
    expect(app.page.locator(".cost b")).to_have_text(f"Your last move cost {percent(float(bank.loss))}:")


def test_the_coach_is_quiet_unless_asked(app: App) -> None:
    app.play(record(FARKLE), coach="ask")
    app.page.wait_for_selector(".coach >> text=What would you do?")
    assert app.page.locator(".coach .actions").count() == 0
    app.page.keyboard.press("c")
    app.page.wait_for_selector(".coach .actions")
    app.page.keyboard.press("c")
    app.page.wait_for_selector(".coach >> text=What would you do?")
    assert app.page.locator(".coach .actions").count() == 0


def test_the_coach_advises_by_points_until_best_play_is_known(app: App) -> None:
    """The seed's first roll leaves a choice in both ways; best play then takes over without a click."""
    solution = solved(jd.rules("farkle").replace(goal=GOAL))
    points = jd.solve("zilch", objective="score")
    job = hold_solves(app, lambda game: None if job["state"] == "done" else job)

    def coach(route: Route) -> None:
        if job["state"] == "done":
            return route.continue_()
        # Nobody has solved Zilch: the same roll is asked for there.
        asked = json.loads(route.request.post_data or "")
        zilch = {**asked, "record": {**asked["record"], "rules": {"preset": "zilch"}}}
        return route.fulfill(response=route.fetch(post_data=json.dumps(zilch)))

    app.page.route("**/api/games/coach", coach)
    app.play({**record(FARKLE), "moves": ["roll"]}, coach="always")
    expect(app.page.locator(".meanwhile")).to_contain_text("By points in the turn, until best play is known.")
    expect(app.page.locator(".coach .sentence")).to_contain_text("points")
    game = app.positions[-1]
    assert game.turn.roll is not None
    roll = game.table.text(game.turn.roll)
    wanted = [f"{float(action.value):,.1f}" for action in points.advise(roll=roll).actions]
    assert [value for _, value in shown(app)] == [value.split(",")[0] for value in wanted]
    assert "win" not in app.text(".coach .sentence")
    job["state"] = "done"
    expect(app.page.locator(".meanwhile")).to_have_count(0)
    expect(app.page.locator(".coach .sentence")).to_contain_text("you win")
    assert [value for _, value in shown(app)] == expected(solution.advise(scores=(0, 0), roll=roll))
