"""For everybody: names, contrast, focus, order, by keys alone, on a phone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from browser.app import PAGES, App, record

LOOK = Path(__file__).with_name("look.js").read_text(encoding="utf-8")
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
READY = {
    "play": ".coach .actions",
    "ask": ".answer .actions",
    "explore": ".map li",
    "design": "#rules-verdict p",
    "papers": ".papers tbody tr",
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
    app.open(f"#{PLACES.get(page, page)}", game=game, speed="instant", coach="always")
    app.page.wait_for_selector(READY[page])


@pytest.mark.parametrize("page", PAGES)
def test_names_contrast_headings_landmarks_and_focus(app: App, page: str) -> None:
    go(app, page)
    check_focus(app)
    for theme in THEMES:
        app.page.emulate_media(color_scheme=theme)
        assert app.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == (theme == "dark")
        assert app.page.evaluate(LOOK) == [], theme


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


@pytest.mark.parametrize("page", PAGES)
def test_a_phone_shows_every_page_without_scrolling_sideways(phone: App, page: str) -> None:
    go(phone, page)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert phone.page.evaluate(wide) <= 0
    cut = phone.page.evaluate(
        "[...document.querySelectorAll('button, select, input')]"
        ".filter(e => e.checkVisibility() && !e.closest('.scroll, .visually-hidden')"
        " && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML)"
    )
    assert cut == []


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
