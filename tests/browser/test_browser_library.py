"""Every game is kept: in the library of the browser, whatever happens to the page or to the storage."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import jeopardice as jd
from browser.app import HUMAN, App, packed, record, solved
from jeopardice.play.game import Game
from jeopardice.play.record import Record

PIG = {"preset": "pig", "set": {"goal": 25}}
BEN = {"name": "Ben", "player": "human"}


@pytest.fixture(autouse=True)
def _solved() -> None:
    solved(jd.rules("pig").replace(goal=25))


def duel(seed: str = "k3v9x2", **more: Any) -> dict[str, Any]:
    """A game of two people."""
    return {**record(PIG, HUMAN, BEN, seed=seed), **more}


def kept(app: App) -> list[tuple[str, list[str]]]:
    """Seed and moves of the games in the library, the last played first."""
    return [(game["record"]["seed"], game["record"]["moves"]) for game in app.library]


def wait_until_kept(app: App, seed: str, moves: int) -> None:
    """Waits until the library has this many moves of a game."""
    app.page.wait_for_function(
        "([seed, moves]) => import('/js/common/library.js').then(it => it.allGames()).then(games => games.some(game =>"
        " game.record.seed === seed && game.record.moves.length === moves))",
        arg=[seed, moves],
    )


def roll(app: App) -> None:
    """Rolls, and waits until the game is kept."""
    before = len(app.kept["moves"])
    app.page.keyboard.press("r")
    app.moved(before)
    wait_until_kept(app, app.kept["seed"], before + 1)


def on_table(app: App, seed: str) -> None:
    """Waits until a game is on the table."""
    app.page.wait_for_function("seed => JSON.parse(localStorage.getItem('jeopardice.game'))?.seed === seed", arg=seed)


def test_a_game_is_kept_from_its_first_move_and_stays_when_another_replaces_it(app: App) -> None:
    app.play(duel(seed="0"))
    assert kept(app) == []
    roll(app)
    (game,) = app.library
    assert (game["title"], game["over"], game["scores"], game["place"]) == ("Pig", False, [0, 0], "app")
    app.page.keyboard.press("n")
    app.page.fill("dialog label:has-text('Seed') input", "1")
    app.page.click("text=Start the game")
    on_table(app, "1")
    roll(app)
    assert kept(app) == [("1", ["roll"]), ("0", ["roll"])]
    app.page.click("[data-key=previous]")
    on_table(app, "0")
    roll(app)
    assert kept(app) == [("0", ["roll", "roll"]), ("1", ["roll"])]


def whole_game(seed: str) -> dict[str, Any]:
    """A game to its end, in which both bank from 10 on."""
    game = Game.start(Record.of(duel(seed)))
    moves = []
    while not game.over:
        moves.append("bank" if game.turn.total >= 10 or game.scores[game.mover] + game.turn.total >= 25 else "roll")
        game = game.after(moves[-1])
    return duel(seed, moves=moves)


def test_the_same_dice_again_are_another_game_and_a_finished_game_is_never_shortened(app: App) -> None:
    whole = whole_game("0")
    app.play(whole)
    wait_until_kept(app, "0", len(whole["moves"]))
    assert app.library[0]["over"]
    app.page.keyboard.press("u")
    app.page.wait_for_selector(".result", state="detached")
    app.page.keyboard.press("b")
    app.page.wait_for_selector(".result")
    assert kept(app) == [("0", whole["moves"])]
    app.page.click("text=Same dice again")
    app.page.wait_for_selector(".result", state="detached")
    roll(app)
    assert kept(app) == [("0", ["roll"]), ("0", whole["moves"])]


def second_tab(app: App, script: str = "") -> App:
    """The app in another tab of the same browser, after a script."""
    other = App(app.page.context, app.url)
    other.page.add_init_script(script)
    other.open("#play")
    other.page.wait_for_selector(".felt .seats")
    return other


def test_another_game_in_another_tab_leaves_this_one_in_the_library(app: App) -> None:
    app.play(duel(seed="0"))
    roll(app)
    other = second_tab(app)
    other.page.evaluate("hash => { location.hash = hash; }", f"game={packed(duel(seed='1'))}")
    on_table(other, "1")
    roll(other)
    # It follows the other tab.
    expect(app.page.locator("[data-key=seed]")).to_have_text("Seed 1")
    expect(app.page.locator(".total-points")).to_have_text(other.text(".total-points"))
    app.your_move()
    roll(app)
    assert kept(app) == [("1", ["roll", "roll"]), ("0", ["roll"])]


def test_a_tab_that_missed_the_moves_of_another_does_not_destroy_them(app: App) -> None:
    app.play(duel(seed="0"))
    roll(app)
    other = second_tab(app, "addEventListener('storage', (event) => event.stopImmediatePropagation());")
    roll(app)
    other.page.keyboard.press("b")
    wait_until_kept(app, "0", 2)
    other.page.wait_for_function("() => JSON.parse(localStorage.getItem('jeopardice.game')).moves.at(-1) === 'bank'")
    app.page.wait_for_function(
        "() => import('/js/common/library.js').then(it => it.allGames()).then(all => all.length === 2)"
    )
    assert kept(app) == [("0", ["roll", "bank"]), ("0", ["roll", "roll"])]


def test_a_game_left_in_the_middle_of_a_move_is_complete_after_a_reload(app: App) -> None:
    app.play(duel(seed="0"))
    roll(app)
    # The page is closed after the move is on the table, and before it is in the library.
    app.page.evaluate("() => { IDBFactory.prototype.open = () => { throw new Error('too late'); }; }")
    app.page.keyboard.press("r")
    app.moved(1)
    app.open(f"#game={packed(duel(seed='1'))}")
    on_table(app, "1")
    roll(app)
    assert kept(app) == [("1", ["roll"]), ("0", ["roll", "roll"])]


def check_refusal(app: App, words: str) -> None:
    """The page says that games are not stored, but two games go on, and none of them is lost while it is open."""
    app.page.wait_for_selector(f".storage-note:has-text('{words}')")
    roll(app)
    assert kept(app) == [("0", ["roll", "roll"])]
    app.page.evaluate("hash => { location.hash = hash; }", f"game={packed(duel(seed='1'))}")
    on_table(app, "1")
    app.page.click("[data-key=previous]")
    on_table(app, "0")
    roll(app)
    assert kept(app) == [("0", ["roll"] * 3)]


def test_a_browser_that_stores_nothing_says_so_and_the_game_goes_on(changed_app: App) -> None:
    app = changed_app
    app.page.add_init_script(
        "IDBFactory.prototype.open = () => { throw new DOMException('denied', 'SecurityError'); };"
    )
    app.play(duel(seed="0"))
    assert app.page.locator(".storage-note").inner_text() == ""
    roll(app)
    check_refusal(app, "does not let Jeopardice store games")
    app.page.click(".storage-note >> text=Go to Games")
    expect(app.page.locator(".kept-game")).to_have_count(1)


def test_a_full_storage_is_reported_and_the_game_goes_on(changed_app: App) -> None:
    app = changed_app
    app.play(duel(seed="0"))
    browser = app.page.context.new_cdp_session(app.page)
    origin = app.url.rstrip("/")
    browser.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1})
    roll(app)
    check_refusal(app, "is full")
    browser.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    roll(app)
    app.page.wait_for_selector(".storage-note", state="hidden")
    app.page.reload()
    assert kept(app) == [("0", ["roll"] * 4)]
