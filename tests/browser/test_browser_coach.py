"""The coach and Ask: the library's numbers, on the page."""

from __future__ import annotations

from playwright.sync_api import expect

import jeopardice as jd
from browser.app import App, record

GOAL = 2000
FARKLE = {"preset": "farkle", "set": {"goal": GOAL}}


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def shown(app: App) -> list[tuple[str, str]]:
    """The bars: what to do, and its chance."""
    if app.page.locator("[data-key=more][aria-expanded=false]").count():
        app.page.click("[data-key=more]")
    names = app.page.locator(".actions li > *").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    told = [name.replace("\u00a0", " ").split(": ") for name in names]
    return [(what, value.split(",")[0].removesuffix(".")) for what, value, *_ in (pair for pair in told)]


def expected(advice: jd.Advice) -> list[str]:
    return [percent(float(action.value)) for action in advice.actions]


def test_the_coach_tells_what_the_library_tells(app: App) -> None:
    app.play(record(FARKLE), coach="always")
    app.page.keyboard.press("r")
    app.dice.first.wait_for()
    app.page.wait_for_selector(".coach .actions")
    game = app.positions[-1]
    assert game.turn.roll is not None
    solution = jd.solve(jd.rules("farkle").replace(goal=GOAL))
    advice = solution.advise(scores=(0, 0), turn=0, roll=game.table.text(game.turn.roll))
    app.page.wait_for_function(
        f"document.querySelectorAll('.coach .actions li').length >= {min(6, len(advice.actions))}"
    )
    assert [value for _, value in shown(app)] == expected(advice)
    assert app.page.locator(".coach .action.best").count() >= 1
    assert "you win" in app.text(".coach .sentence")


def test_a_decision_is_told_what_it_cost(app: App) -> None:
    app.play(record(FARKLE), coach="always")
    app.page.keyboard.press("r")
    app.dice.first.wait_for()
    app.page.wait_for_selector(".coach .actions")
    game = app.positions[-1]
    assert game.turn.roll is not None
    solution = jd.solve(jd.rules("farkle").replace(goal=GOAL))
    actions = solution.advise(scores=(0, 0), turn=0, roll=game.table.text(game.turn.roll)).actions
    bank = next(action for action in actions if action.then == "bank")
    app.page.keyboard.press("a")
    app.page.keyboard.press("b")
    expect(app.page.locator(".cost b")).to_have_text(f"Cost {percent(float(bank.loss))}:")


def test_the_coach_is_quiet_unless_asked(app: App) -> None:
    app.play(record(FARKLE), coach="ask")
    app.page.wait_for_selector("text=What would you do?")
    assert app.page.locator(".coach .actions").count() == 0
    app.page.keyboard.press("c")
    app.page.wait_for_selector(".coach .actions")
    app.page.keyboard.press("c")
    app.page.wait_for_selector("text=What would you do?")
    assert app.page.locator(".coach .actions").count() == 0


def test_ask_advises_as_the_library_does_and_remembers(app: App) -> None:
    app.open("#ask?game=farkle&scores=3500,4200&turn=650&roll=11534")
    app.page.wait_for_selector(".answer .actions")
    app.page.click("[aria-label='Add 6']")  # the second tap of the usual case: the last die
    solution = jd.solve(jd.rules("farkle"))
    advice = solution.advise(scores=(3500, 4200), turn=650, roll="115346")
    app.page.wait_for_function("document.querySelector('.answer [data-key=more]')?.textContent === 'All 10'")
    assert [value for _, value in shown(app)] == expected(advice)
    assert "roll=115346" in app.page.url
    app.page.goto("about:blank")
    app.page.goto(f"{app.url}#ask")
    app.page.wait_for_selector(".answer .actions")
    assert app.page.input_value("label:has-text('Turn total') input") == "650"


def test_ask_goes_on_with_what_was_done(app: App) -> None:
    app.open("#ask?game=pig&scores=35,42&turn=20")
    app.page.wait_for_selector(".answer .actions")
    app.page.click(".actions button:has-text('Bank')")
    assert [app.page.input_value(f"[data-key=score-{seat}]") for seat in (0, 1)] == ["42", "55"]
    assert app.page.input_value("[data-key=turn]") == "0"
