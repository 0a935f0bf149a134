"""Pictures of every page for docs/screenshots: `PYTHONPATH=tests .venv/bin/python -m browser.screenshots`."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from browser.app import App, chromium, packed, record, serving
from browser.library import fill_library, played_games
from jeopardice.play.game import Game, replay
from jeopardice.play.record import Record

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
SIZES = {"wide": (1360, 900), "phone": (360, 780)}
KINDS: tuple[tuple[Literal["light", "dark"], str], ...] = (("light", "wide"), ("dark", "phone"))
PATIENCE = 600_000


def game_until(app: App, goal: int, enough: Callable[[Game], bool]) -> dict[str, Any]:
    """A game of Farkle against best play in which you take all points and bank from 150 on, until enough is seen."""
    game = record({"preset": "farkle", "set": {"goal": goal}}, seed="felt")
    position = replay(Record.of(game))[-1]
    while not position.over and not enough(position):
        ways = [move for move in position.legal if move.then == ("bank" if position.turn.total >= 150 else "roll")]
        move = max(ways or position.legal, key=lambda way: way.points)
        asked = {"record": game, **({"advance": True} if position.mover else {"move": move.text})}
        while (answer := app.page.request.post(f"{app.url}api/games", data=asked)).status == 409:
            app.page.wait_for_timeout(100)  # it is still being solved
        game = answer.json()["record"]
        position = replay(Record.of(game))[-1]
    return game


def table_game() -> dict[str, Any]:
    """A game of three with real dice, of which one gets advice."""
    turns = ["roll [136425]", "15 roll [2315]", "15 bank", "banked 450", "bust"]
    turns += ["roll [222346]", "222 roll [156]", "15 bank", "bust", "banked 1000", "roll [113462]", "11 roll [2234]"]
    turns += ["banked 300", "banked 250", "roll [115346]"]
    names = ["You", "Bob", "Cleo"]
    seats = [{"name": name, "player": "human"} for name in names]
    rules = {"preset": "farkle", "set": {"goal": 4000}}
    game = {"version": 1, "rules": rules, "seats": seats, "first": 0, "seed": "", "dice": "given", "moves": turns}
    return {"record": game, "id": "table", "advised": [0], "typed": [1, 2]}


def save(app: App, name: str, *, whole: bool = False) -> None:
    """The page as a small PNG."""
    app.page.wait_for_timeout(700)
    picture = Image.open(io.BytesIO(app.page.screenshot(full_page=whole)))
    picture.convert("RGB").quantize(256, kmeans=4).save(FOLDER / f"{name}.png", optimize=True)


def visit(app: App, kind: str) -> None:
    """Every page once."""
    page = app.page
    middle = game_until(
        app, 4000, lambda game: game.moves > 15 and not game.mover and all((game.turn.kept, game.turn.roll))
    )
    app.play(middle, coach="always")
    page.wait_for_selector(".coach .actions", state="attached")
    page.keyboard.press("a")
    save(app, f"play-{kind}")
    whole = game_until(app, 4000, lambda game: False)
    app.open(f"#analysis={packed({'record': whole, 'move': 27})}")
    page.wait_for_selector(".board-summary .sum")
    page.wait_for_selector(".board-actions li")
    save(app, f"analysis-{kind}")
    app.open("#table", table=table_game())
    page.wait_for_selector(".score-sheet small:has-text('%')", timeout=PATIENCE)
    page.wait_for_selector(".answer .sentence:has-text('you win')")
    save(app, f"table-{kind}")
    app.open("#ask?game=farkle&scores=3500,4200&turn=650&roll=115346")
    page.wait_for_selector(".answer .sentence:has-text('you win')")
    save(app, f"ask-{kind}")
    app.open("#explore?game=farkle&view=panels")
    page.wait_for_selector(".plot[data-drawn]", timeout=PATIENCE)
    page.wait_for_timeout(5000)
    save(app, f"explore-{kind}", whole="wide" in kind)
    app.open("#design")
    page.wait_for_selector("#rules-verdict p")
    page.click("[data-key=solve]")
    page.wait_for_selector(".big-number")
    page.click("[data-key=compare]")
    page.wait_for_selector(".comparison", timeout=PATIENCE)
    page.evaluate("scrollTo(0, 0)")
    save(app, f"design-{kind}")
    app.open("#papers?open=crocce-mordecki/Table 7")
    page.wait_for_selector(".papers tbody tr", timeout=PATIENCE)
    page.evaluate("scrollTo(0, 0)")
    save(app, f"papers-{kind}")
    app.open("#help")
    page.wait_for_selector(".help-part")
    save(app, f"help-{kind}")


def visit_library(app: App, kind: str) -> None:
    """Games and Progress of somebody who learns."""
    app.open("#ask")
    fill_library(app, played_games())
    for page, ready in (("games", ".kept-game"), ("progress", ".progress-groups")):
        app.open(f"#{page}")
        app.page.wait_for_selector(f"{ready} >> nth=2")
        app.page.wait_for_selector(".games-status", state="hidden")
        expect(app.page.locator("[data-key^=analyse-]")).to_have_count(0, timeout=PATIENCE)
        save(app, f"{page}-{kind}", whole=page == "progress" and "wide" in kind)


def main() -> None:
    """All pages, light on a wide screen and dark on a phone."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as cache, serving(Path(cache)) as url, sync_playwright() as playwright:
        os.environ["JEOPARDICE_CACHE"] = cache  # the server finds what the games of the library needed
        browser = chromium(playwright)
        for theme, size in KINDS:
            width, height = SIZES[size]
            sys.stderr.write(f"{theme}, {size}\n")
            context = browser.new_context(
                viewport={"width": width, "height": height}, color_scheme=theme, reduced_motion="reduce"
            )
            app = App(context, url)
            visit(app, f"{theme}-{size}")
            visit_library(app, f"{theme}-{size}")
            assert not app.problems, app.problems
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
