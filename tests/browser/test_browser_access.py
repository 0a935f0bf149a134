"""For everybody: names, contrast, focus, order, by keys alone, on a phone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from browser.app import PAGES, App, record
from browser.axe import THEMES, check
from browser.library import fill_library, short_games

LOOK = Path(__file__).with_name("look.js").read_text(encoding="utf-8")
READY = {
    "play": ".coach .actions",
    "analysis": ".board-summary .sum",
    "table": ".answer .actions",
    "ask": ".answer .actions",
    "explore": ".map li",
    "design": "#rules-verdict p",
    "games": ".kept-game:has-text('Analysis')",
    "progress": ".progress-groups",
    "papers": ".papers tbody tr",
    "help": ".help-part p",
}
PAPERS = {
    "rows": [
        {
            "paper": "tijms",
            "item": f"Table {n}",
            "published": "0.5",
            "computed": "1/2",
            "decimal": "0.5",
            "agrees": True,
        }
        | {"note": "a note", "state": state, "dots": False}
        for n, state in enumerate(("agrees", "misprint", "unexplained"))
    ]
}
PLACES = {"ask": "ask?game=pig&scores=35,42&turn=18", "explore": "explore?game=pig&view=slice"}


def go(app: App, page: str) -> None:
    """Opens a page in full: with a game in progress, advice, a slice, rules and rows."""
    app.page.route(
        "**/api/papers", lambda route: route.fulfill(body=json.dumps(PAPERS), content_type="application/json")
    )
    game = {**record({"preset": "pig", "set": {"goal": 25}}, seed="0"), "moves": ["roll"]}
    if page in ("games", "progress"):
        app.open("#ask")
        fill_library(app, short_games())
    real = {**game, "dice": "given", "moves": ["roll [4]", "bank", "banked 6", "roll [2]", "roll [3]"]}
    table = {"record": real, "id": "t", "advised": [0], "typed": [1]}
    app.open(f"#{PLACES.get(page, page)}", game=game, table=table, speed="instant", coach="always")
    small = app.page.viewport_size and app.page.viewport_size["width"] <= 700
    app.page.wait_for_selector(".coach-says:has-text('you win')" if small and page == "play" else READY[page])


@pytest.mark.parametrize("page", PAGES)
def test_names_contrast_headings_landmarks_and_focus(app: App, page: str) -> None:
    go(app, page)
    check_focus(app)
    for theme in THEMES:
        app.page.emulate_media(color_scheme=theme)
        assert app.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == (theme == "dark")
        assert app.page.evaluate(LOOK) == [], theme
    check(app)


def check_focus(app: App) -> None:
    """Everything is reached by Tab, and the focus is seen."""
    app.page.evaluate("document.activeElement.blur()")
    reached, unseen = set(), []
    for _ in range(25):
        app.page.keyboard.press("Tab")
        found = app.page.evaluate(
            """() => {
              const at = document.activeElement;
              if (!at || at === document.body) return null;
              const shown = at.matches(".choice input") ? at.nextElementSibling : at;
              const style = getComputedStyle(shown);
              return [at.outerHTML.slice(0, 90), style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2];
            }"""
        )
        if found is None:
            break
        reached.add(found[0])
        if not found[1]:
            unseen.append(found[0])
    assert unseen == []
    assert len(reached) >= 10


CUT = """() => [...document.querySelectorAll("main *, header *, footer *, dialog *")].filter((element) => {
  const {left, right, width} = element.getBoundingClientRect();
  return width && element.checkVisibility() && !element.closest(".scroll, nav, svg, .visually-hidden") &&
    (left < -.5 || right > document.documentElement.clientWidth + .5);
}).map((element) => element.outerHTML.slice(0, 100))"""
"""What is cut off at the side of the page."""
SMALL = """() => [...document.querySelectorAll("button, select, input, textarea, summary, nav a, footer a, .button")]
  .filter((element) => element.checkVisibility() && !element.closest(".visually-hidden")).filter((element) => {
    const {width, height} = (element.closest("label") ?? element).getBoundingClientRect();
    return width < 43.9 || height < 43.9;
  }).map((element) => element.outerHTML.slice(0, 100))"""
"""What is too small for a finger."""


@pytest.mark.parametrize("page", PAGES)
def test_the_smallest_phone_shows_every_page_whole_and_large_enough_for_fingers(phone: App, page: str) -> None:
    go(phone, page)
    for width in (320, 375):
        phone.page.set_viewport_size({"width": width, "height": 568})
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= width
        assert phone.page.evaluate(CUT) == []
        assert phone.page.evaluate(SMALL) == []


@pytest.mark.parametrize("key", ["#help-button", "[data-key=new]", "[data-key=how]", ".coach-button"])
def test_dialogs_fit_the_smallest_phone(phone: App, key: str) -> None:
    go(phone, "play")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    phone.page.click(key)
    phone.page.wait_for_selector("dialog[open], .coach.open")
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 320
    assert phone.page.evaluate(CUT) == []
    assert phone.page.evaluate(SMALL) == []


CHOSEN = """() => {
  const context = document.createElement("canvas").getContext("2d");
  const light = (colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const parts = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => part / 255);
    return parts.map((part) => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
      .reduce((sum, part, place) => sum + part * [.2126, .7152, .0722][place], 0);
  };
  const choice = document.querySelector(".choice"), chosen = choice.querySelector("input:checked + span");
  const [dark, bright] = [choice, chosen].map((one) => light(getComputedStyle(one).backgroundColor))
    .sort((a, b) => a - b);
  return (bright + .05) / (dark + .05);
}"""
"""The contrast of the chosen one of a few options with the others."""


@pytest.mark.parametrize("theme", THEMES)
def test_the_chosen_option_differs_from_the_others(app: App, theme: Literal["light", "dark"]) -> None:
    app.page.emulate_media(color_scheme=theme)
    go(app, "explore")
    assert app.page.evaluate(CHOSEN) >= 3


def test_a_table_says_where_it_goes_on(phone: App) -> None:
    phone.open("#explore?game=pig&view=table")
    phone.page.wait_for_selector(".by-scores")
    box = phone.page.locator(".scroll").first
    expect(box).to_have_class(re.compile("more-right"))
    box.evaluate("element => element.scrollTo(element.scrollWidth, 0)")
    expect(box).not_to_have_class(re.compile("more-right"))
    expect(box).to_have_class(re.compile("more-left"))


def test_rolls_and_results_are_spoken(app: App) -> None:
    go(app, "play")
    app.page.keyboard.press("r")
    app.moved(1)
    app.page.wait_for_function("document.getElementById('live').textContent.includes('roll')")


def test_the_theme_is_switched_and_kept(app: App) -> None:
    go(app, "play")
    before = app.page.evaluate("getComputedStyle(document.body).backgroundColor")
    app.page.click("#theme")
    after = app.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert after != before
    app.page.reload()
    assert app.page.evaluate("getComputedStyle(document.body).backgroundColor") == after


def test_the_page_of_the_api_has_the_chosen_theme_and_a_way_back(app: App) -> None:
    app.open("api/docs", theme="dark")
    bright = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).reduce((a, b) => a + Number(b), 0)"
    assert app.page.evaluate(bright) < 200
    assert [problem for problem in app.page.evaluate(LOOK) if problem not in ("0 × footer", "no live region")] == []
    app.page.click("text=Explore")
    app.page.wait_for_selector("h1:text('Explore')")


def test_help_opens_by_key_and_closes_by_escape(app: App) -> None:
    go(app, "play")
    app.page.keyboard.press("?")
    assert "Keys while playing" in app.text("dialog")
    assert app.page.evaluate(LOOK.replace("problems.push(`headings", "0 && (`headings")) == []
    app.page.keyboard.press("Escape")
    expect(app.page.locator("dialog")).to_have_count(0)


def test_single_keys_can_be_switched_off(app: App) -> None:
    go(app, "play")
    # A move is asked for within the key's event, so that it is counted when the key has been pressed.
    app.page.evaluate(
        """window.moves = []; const real = window.fetch;
        window.fetch = (path, how) => {
          if (path === "/api/games") window.moves.push(JSON.parse(how.body).move);
          return real(path, how);
        };"""
    )
    app.page.evaluate("localStorage.setItem('jeopardice.keys', 'false')")
    app.page.keyboard.press("r")
    assert app.page.evaluate("window.moves") == []
    app.page.click("button.roll")
    app.moved(1)
    assert app.page.evaluate("window.moves.filter(Boolean)") == ["roll"]
