"""What is entered at a real table: dice by taps, and the results that the rules know."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import jeopardice as jd
from browser.app import App, solved
from browser.sheet import FARKLE, at_table, changed, enter_result, moves, open_table, refused, tap_dice


def test_advice_on_a_roll_is_nine_taps_away(app: App) -> None:
    """From the game that the app opens with to advice: for a new game at the table, and for one position."""
    solved(jd.rules("farkle"))
    app.open("")
    taps = ["nav >> text=Table", "[data-key=start]", *(f"[data-key=face-{face}]" for face in "115346")]
    assert len(taps) <= 9
    for tap in taps:
        app.page.click(tap)
    expect(app.page.locator(".answer .sentence")).to_contain_text("you win")
    taps = ["nav >> text=Ask", "[data-key=score-0]", "[data-key=score-1]"]
    taps += [f"[data-key=face-{face}]" for face in "115346"]
    assert len(taps) <= 9
    for tap in taps:
        app.page.click(tap)
        if "score" in tap:
            app.page.keyboard.type("3500" if tap.endswith("0]") else "4200")
    assert "scores=3500,4200" in app.page.url
    expect(app.page.locator(".answer .sentence")).to_contain_text("you win")


def test_a_refused_result_says_why_and_stays_to_be_changed(app: App) -> None:
    open_table(app, at_table(FARKLE), advised=[], typed=[0])
    app.page.fill("[data-key=points]", "475")
    app.page.keyboard.press("Enter")
    expect(app.page.locator(".error")).to_have_text("Turn totals are multiples of 50.")
    assert app.page.input_value("[data-key=points]") == "475"
    refused(app)
    enter_result(app, 450)
    assert moves(app) == ["banked 450"]


RESULTS: list[tuple[dict[str, Any], list[tuple[str, str]], str]] = [
    ({"preset": "pig", "set": {"turn.keep_on_bust": True}}, [("points", "12"), ("bust", "")], "bust 12"),
    ({"preset": "pig", "set": {"turn.keep_on_bust": True}}, [("bust", "")], "bust 0"),
    (
        {"preset": "farkle", "set": {"turn.steal": "after-bank"}},
        [("points", "500"), ("left-3", ""), ("banked", "")],
        "banked 500 leaving 3",
    ),
    (
        {"preset": "farkle", "set": {"turn.steal": "after-bust"}},
        [("points", "500"), ("left-2", ""), ("bust", "")],
        "bust 500 leaving 2",
    ),
    ({"preset": "two-dice-pig"}, [("lost", "")], "lost"),
    ({"preset": "hog", "set": {"turn.choose_dice": [1, 8]}}, [("points", "17"), ("banked", "")], "banked 17"),
]


@pytest.mark.parametrize(("rules", "taps", "move"), RESULTS)
def test_a_result_is_what_the_rules_need(
    app: App, rules: dict[str, Any], taps: list[tuple[str, str]], move: str
) -> None:
    open_table(app, at_table(rules), advised=[], typed=[0])
    app.page.wait_for_selector("[data-key=points]")
    for key, text in taps:
        if text:
            app.page.fill(f"[data-key={key}]", text)
        else:
            app.page.click(f"[data-key={key}]")
    changed(app, [])
    assert moves(app) == [move]


def test_hog_takes_as_many_dice_as_were_rolled_or_those_that_were_chosen(app: App) -> None:
    changes = {"goal": 30, "turn.choose_dice": [1, 8]}
    solved(jd.rules("hog").replace(changes))
    open_table(app, at_table({"preset": "hog", "set": changes}, names=["You", "Bob"]), advised=[0], typed=[])
    for face in "234":
        app.page.click(f"[data-key=face-{face}]")
    app.page.click("[data-key=roll-done]")
    changed(app, [])
    assert moves(app) == ["roll 3 [234]"]
    app.page.click("[data-key=undo]")
    app.page.wait_for_function("() => JSON.parse(localStorage.getItem('jeopardice.table')).draft === '23'")
    app.page.click("[data-key=clear-roll]")
    app.page.click("[data-key=undo]")
    app.page.wait_for_selector(".answer .actions")
    before = moves(app)
    app.page.click(".answer .actions li:first-child button")
    changed(app, before)
    count = int(moves(app)[0].split()[1])
    tap_dice(app, "2" * count)
    assert moves(app) == [f"roll {count} [{'2' * count}]"]


def test_stolen_dice_and_dice_of_several_kinds_are_tapped(app: App) -> None:
    game = at_table({"preset": "farkle", "set": {"turn.steal": "after-bank"}}, "banked 500 leaving 3")
    open_table(app, game, advised=[], typed=[])
    app.page.click("[data-key=steal]")
    changed(app, game["moves"])
    tap_dice(app, "156")
    assert moves(app) == ["banked 500 leaving 3", "steal [156]"]
    open_table(app, at_table({"preset": "cosmic-wimpout"}), advised=[], typed=[])
    before = moves(app)
    for key in ("A2", "A2", "A4", "A10", "B5"):
        app.page.click(f"[data-key='face-{key}']")
    changed(app, before)
    assert moves(app) == ["roll [A2,A2,A4,A10,B5]"]
