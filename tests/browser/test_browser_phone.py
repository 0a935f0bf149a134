"""The coach on a phone: in sight beside the whole table, and its reasons a tap away."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

import jeopardice as jd
from browser.app import App, record, solved

SHORT: ViewportSize = {"width": 375, "height": 667}
GAMES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "farkle": ({"preset": "farkle", "set": {"goal": 2000}}, ["roll"]),
    "pig": ({"preset": "pig", "set": {"goal": 60}}, ["roll"]),
    "hog": ({"preset": "hog", "set": {"goal": 100}}, ["roll 6"]),
}
SEEN = """() => {
  const {top} = document.querySelector(".coach-line").getBoundingClientRect();
  const parts = ["seat", "total", "die", "message", "roll", "bank"].map((name) => `.felt .${name}`);
  return [...document.querySelectorAll(parts.join())]
    .map((element) => element.getBoundingClientRect()).every((box) => box.top >= 0 && box.bottom <= top);
}"""
"""Whether the table is in sight, above the line of the coach."""


def play(phone: App, name: str) -> None:
    rules, moves = GAMES[name]
    solved(jd.rules(rules["preset"]).replace(rules["set"]))
    phone.page.set_viewport_size(SHORT)
    phone.play({**record(rules, seed="3"), "moves": moves}, coach="always")
    phone.page.wait_for_selector(".coach-says:has-text('you win')")


@pytest.mark.parametrize("name", GAMES)
def test_recommendation_and_verdict_are_seen_beside_the_whole_table(phone: App, name: str) -> None:
    play(phone, name)
    before = phone.kept["moves"]
    phone.page.keyboard.press("a")
    phone.page.click(".felt .roll")
    phone.moved(len(before))
    phone.page.wait_for_selector(".coach-cost:has-text('Last move')")
    phone.page.wait_for_selector(".coach-says:has-text('you win')")
    assert phone.page.evaluate("[scrollX, scrollY]") == [0, 0]
    assert phone.page.evaluate(SEEN)
    line = phone.page.locator(".coach-line").bounding_box()
    assert line
    assert line["y"] + line["height"] <= SHORT["height"]


def test_a_tap_opens_the_reasons_and_choosing_dice_closes_them(phone: App) -> None:
    play(phone, "farkle")
    reasons = phone.page.locator(".coach .actions")
    expect(reasons).to_be_hidden()
    phone.page.tap(".coach-button")
    expect(reasons).to_be_visible()
    expect(phone.page.locator(".coach-button")).to_have_attribute("aria-expanded", "true")
    phone.page.keyboard.press("Escape")
    expect(reasons).to_be_hidden()
    phone.page.tap(".coach-button")
    phone.page.locator(".coach .actions button").first.tap()
    expect(reasons).to_be_hidden()
    assert phone.page.locator(".felt .die.chosen").count() >= 1


def test_a_coach_on_request_is_asked_by_a_tap(phone: App) -> None:
    phone.page.set_viewport_size(SHORT)
    solved(jd.rules("pig").replace(goal=60))
    phone.play({**record(GAMES["pig"][0], seed="3"), "moves": ["roll"]}, coach="ask")
    expect(phone.page.locator(".coach-says")).to_have_text("What would you do?")
    phone.page.tap(".coach-button")
    expect(phone.page.locator(".coach-says")).to_contain_text("you win")
    expect(phone.page.locator(".coach .actions")).to_be_hidden()
