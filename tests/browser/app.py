"""The app in a browser: starting both, and what a person does and sees there."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Playwright,
    Request,
    Route,
)

import jeopardice as jd
from jeopardice.play.game import Game, replay
from jeopardice.play.record import Record

FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
FLAGS += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
PAGES = ("play", "analysis", "table", "ask", "explore", "design", "games", "progress", "papers", "help")
LEAVING = """starting => {
  sessionStorage.setItem("starting", JSON.stringify(starting));
  scrollTo(0, 0);
  history.replaceState(null, "", starting.place);
}"""
"""Lets a reload open another place."""
STARTING = """{
  const starting = JSON.parse(sessionStorage.getItem("starting"));
  sessionStorage.removeItem("starting");
  if (starting?.isFirst) console.debug("the app of this test starts");
  if (starting?.forget) {
    for (const storage of [localStorage, sessionStorage]) storage.clear();
    indexedDB.deleteDatabase("jeopardice");
  }
  for (const [name, value] of Object.entries(starting?.kept ?? {}))
    localStorage.setItem(`jeopardice.${name}`, JSON.stringify(value));
}"""
"""Stores what the app finds when it starts."""
HUMAN, BEST = {"name": "You", "player": "human"}, {"name": "Ada", "player": "optimal"}


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """A server of its own, at a free port; its address."""
    command = [sys.executable, "-m", "jeopardice", "serve", "--no-browser", "--port", "0"]
    environment = {**os.environ, "JEOPARDICE_CACHE": str(folder)}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, text=True)
    try:
        assert server.stdout
        line = server.stdout.readline()
        found = re.search(r"http://\S+/", line)
        assert found, line + server.stdout.read()
        yield found[0].replace("localhost", "127.0.0.1")
    finally:
        server.terminate()
        server.wait(30)


def chromium(playwright: Playwright) -> Browser:
    """The system's Chromium."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert path, "chromium is needed: scripts/browser.sh installs it"
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


def record(rules: dict[str, Any], *seats: dict[str, str], seed: str = "k3v9x2", first: int = 0) -> dict[str, Any]:
    """A game that has not begun."""
    return {
        "version": 1,
        "rules": rules,
        "seats": list(seats or (HUMAN, BEST)),
        "first": first,
        "seed": seed,
        "moves": [],
    }


@cache
def solved(rules: jd.Rules) -> jd.Solution:
    """What the library finds; the server finds it in the cache, without a process of its own for it."""
    return jd.solve(rules, cache=True)


def packed(value: object) -> str:
    """A game, or rules of one's own, as they stand in a link."""
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


class App:
    """A page of the app, and what went wrong in it."""

    def __init__(self, context: BrowserContext, url: str, page: Page | None = None) -> None:
        self.page: Page = page or context.new_page()
        self.url = url
        self.problems: list[str] = []
        self._is_first = page is not None
        self.page.on("console", self._hear)
        self.page.on("pageerror", self._fail)
        self.page.on("request", self._look)

    def leave(self) -> Page:
        """Forget everything that a test has stored, changed or heard: the page, for another test."""
        self.page.remove_listener("console", self._hear)
        self.page.remove_listener("pageerror", self._fail)
        self.page.remove_listener("request", self._look)
        self.page.unroute_all(behavior="ignoreErrors")
        for other in self.page.context.pages:
            if other != self.page:
                other.close()
        self.page.emulate_media(color_scheme="light")
        return self.page

    def give_up_solves(self) -> None:
        """Cancels what the server still computes for this page, which would take the time of other tests."""
        for job in self.page.request.get(f"{self.url}api/solves").json():
            if job["state"] in ("queued", "running"):
                self.page.request.delete(f"{self.url}api/solves/{job['id']}")

    def _hear(self, said: ConsoleMessage) -> None:
        if said.text == "the app of this test starts":
            self.problems.clear()  # what went wrong until then is of the test that has left the page
        # The picture that `open` shows first has no icon of its own.
        if said.type == "error" and not said.location["url"].endswith("/favicon.ico"):
            self.problems.append(said.text)

    def _fail(self, error: Error) -> None:
        self.problems.append(str(error))

    def _look(self, request: Request) -> None:
        address = request.url
        if not address.startswith(("data:", "blob:")) and urlsplit(address).netloc != urlsplit(self.url).netloc:
            self.problems.append(f"asked another host: {address}")

    def open(self, place: str = "", *, forget: bool = False, **kept: Any) -> None:
        """Opens a page with what the browser has kept: the game, settings.

        The first time in a page, or to `forget`, the browser has kept nothing else. Whatever the page shows before is
        left by a reload, which costs half of what it takes to go elsewhere first.
        """
        if not self.page.url.startswith(self.url):
            self.page.add_init_script(STARTING)
            self.page.goto(f"{self.url}icon.svg")
        starting = {"place": f"/{place}", "kept": kept, "isFirst": self._is_first, "forget": forget or self._is_first}
        self._is_first = False
        self.page.evaluate(LEAVING, starting)
        self.page.reload()
        self.page.wait_for_selector("main > *")

    def play(self, game: dict[str, Any], **kept: Any) -> None:
        """Opens a game, to be played without waiting for the computer."""
        self.open("#play", game=game, speed="instant", **kept)
        self.page.wait_for_selector(".felt .seats")

    @property
    def kept(self) -> dict[str, Any]:
        """The game as the browser keeps it."""
        found: dict[str, Any] = json.loads(self.page.evaluate("localStorage.getItem('jeopardice.game')"))
        return found

    @property
    def library(self) -> list[dict[str, Any]]:
        """The games of the library, the last played first."""
        found: list[dict[str, Any]] = self.page.evaluate("import('/js/common/library.js').then(it => it.allGames())")
        return found

    @property
    def positions(self) -> list[Game]:
        """The positions of that game, from the library."""
        return replay(Record.of(self.kept))

    def your_move(self) -> bool:
        """Waits until a person has to move, or the game is over; whether it goes on."""
        self.page.wait_for_selector(".result, .felt button.roll:not([aria-disabled]), .felt .dice button.die")
        return self.page.locator(".result").count() == 0

    def moved(self, moves: int) -> None:
        """Waits until more moves than these are made."""
        self.page.wait_for_function(
            "n => JSON.parse(localStorage.getItem('jeopardice.game')).moves.length > n", arg=moves
        )

    @property
    def dice(self) -> Locator:
        """The dice to choose from."""
        return self.page.locator(".felt .dice button.die")

    def total(self) -> int:
        """The turn total that is shown."""
        text = self.page.locator(".total-points").first.evaluate("e => e.firstChild.textContent")
        return int(text.replace(",", ""))

    def text(self, selector: str) -> str:
        """The text of an element, with plain spaces."""
        return self.page.locator(selector).first.inner_text().replace("\u00a0", " ")


def hold_solves(app: App, games: Callable[[dict[str, Any]], dict[str, Any] | None]) -> dict[str, Any]:
    """Lets games look as if they were being solved; the job "held", which the test may change."""
    job = {"id": "held", "state": "running", "progress": 0.25, "seconds": 60.0}

    def game(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        solve = games(found["record"]) if answer.ok else None
        if solve:
            found["view"] |= {"chances": None, "solve": solve}
        route.fulfill(response=answer, json=found)

    app.page.route("**/api/games", game)
    app.page.route("**/api/solves/held", lambda route: route.fulfill(json=job))
    return job


def hold_answers(app: App, path: str) -> list[str]:
    """Lets what is asked for at a path take forever, unless it is cancelled; how often it was."""
    cancelled: list[str] = []

    def job(route: Route) -> None:
        if route.request.method == "DELETE":
            cancelled.append(route.request.url)
        answer = {"id": "held", "state": "cancelled" if cancelled else "running", "progress": 0.25}
        route.fulfill(json=answer)

    held = {"solve": {"id": "held", "state": "running", "progress": 0.25}}
    app.page.route("**/api/solves/held", job)
    app.page.route(path, lambda route: route.fulfill(status=202, json=held))
    return cancelled
