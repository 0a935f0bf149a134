"""A game at a real table: from its setup to its end, corrected, taken back, opened again, in two tabs."""

from __future__ import annotations

import json
from random import Random

from playwright.sync_api import expect

import jeopardice as jd
from browser.app import App, packed, solved
from browser.library import fill_library
from browser.sheet import (
    FARKLE,
    NAMES,
    at_table,
    changed,
    correct,
    enter_result,
    moves,
    open_table,
    position,
    refused,
    reload,
    table,
    tap_dice,
)
from jeopardice.play.game import replay
from jeopardice.play.judge import Judge
from jeopardice.play.record import Record
from jeopardice.play.review import review


def take_turn(app: App, random: Random, number: int) -> None:
    """One turn by taps, of the first player with the best advice, of the second by choosing dice."""
    seat = position(app).mover
    while not (game := position(app)).over and game.mover == seat:
        page, before = app.page, moves(app)
        if game.turn.roll is None:
            dice = [str(random.randint(1, 6)) for _ in range(int(game.waits.dice) if game.waits else 6)]
            if number == 3:
                page.click(f"[data-key=face-{dice[0]}]")
                page.wait_for_selector(".rolled button.die")
                reload(app)
                page.click(".rolled button.die")  # taken back
            tap_dice(app, "".join(dice))
        elif seat == 0:
            page.click(".answer .actions li:first-child button")
            changed(app, before)
        else:
            most = max(game.legal, key=lambda move: move.points)
            assert game.turn.roll is not None
            shown = [str(die.face) for die in game.turn.roll]
            for face in most.keep:
                place = shown.index(face)
                shown[place] = ""
                if page.get_attribute(f"[data-key=die-{place}]", "aria-pressed") == "false":
                    page.click(f"[data-key=die-{place}]")
            page.click("[data-key=bank]" if game.turn.total + most.points >= 150 else "[data-key=roll]")
            changed(app, before)


def test_a_game_of_three_at_the_table_with_a_correction_ends_as_the_library_says(app: App) -> None:
    rules = jd.rules("farkle").replace(goal=1000, players=3)
    solution = solved(rules)
    app.open("#table")
    page, random = app.page, Random(8)
    page.click("[data-key=add-player]")
    for seat, name in enumerate(NAMES):
        page.fill(f"[data-key=player-{seat}]", name)
    page.fill("[data-key=setup-goal]", "1000")
    page.click("[data-key=start]")
    page.wait_for_selector("[data-key=face-1]")
    page.wait_for_function("() => document.querySelector('.score-sheet thead').textContent.includes('%')")
    turn, corrected = 0, False
    while not position(app).over:
        if position(app).mover == 2:
            enter_result(app, None if turn % 2 else 200)
        else:
            if page.locator("[data-key=points]").count():
                page.click("label:has([data-key=enter-dice])")
            take_turn(app, random, turn)
        turn += 1
        if turn == 5:
            before = moves(app)
            page.click("[data-key=turn-3]")
            expect(page.locator(".sheet-entry h2")).to_have_text("Correct Cleo's turn")
            expect(page.locator(".sheet-entry")).to_contain_text("2 later turns will be kept")
            reload(app)
            enter_result(app, 250)
            page.wait_for_function("() => JSON.parse(localStorage.getItem('jeopardice.table')).correction === null")
            corrected = True
            assert "banked 200" in before
            assert moves(app) == ["banked 250" if move == "banked 200" else move for move in before]
            reload(app)
    assert corrected
    record = Record.of(table(app)["record"])
    games = replay(record)
    name = record.seats[games[-1].winners[0]].name
    expect(page.locator(".sheet-winner")).to_have_text(f"{name} wins.")
    page.wait_for_selector(".sum[data-seat='2']")
    found = review(record, games, Judge(solution))
    sentences = [one.sentence for seat in range(3) for one in found.patterns(seat)]
    expect(page.locator(".patterns li")).to_have_text(sentences)
    for seat, account in enumerate(found.seats):
        parts = [account.start, account.luck, account.cost, account.unseen, account.others, account.result]
        shown = app.text(f".sum[data-seat='{seat}']").replace("−", "-").replace("= ", "")
        for part in parts:
            if part:
                assert f"{100 * (part or 0):.1f} %".removeprefix("-0.0") in shown
    assert found.seats[2].luck == found.seats[2].cost == 0
    assert sum(account.unseen for account in found.seats[:2]) == 0
    kept = app.library
    assert [(game["place"], game["over"], game["record"]["moves"]) for game in kept] == [("table", True, moves(app))]
    # A correction after the end changes the game that is kept.
    correct(app, 3)
    enter_result(app, 300)
    page.wait_for_function("() => JSON.parse(localStorage.getItem('jeopardice.table')).correction === null")
    page.wait_for_selector(".score-sheet")
    page.wait_for_function(
        "moves => import('/js/common/library.js').then(it => it.allGames())"
        ".then(games => games.length === 1 && JSON.stringify(games[0].record.moves) === moves)",
        arg=json.dumps(moves(app), separators=(",", ":")),
    )


BEATEN = {"preset": "pig", "set": {"goal": 50, "turn.beat_previous": True}}


def test_a_correction_that_makes_a_later_turn_impossible_says_so(app: App) -> None:
    game = at_table(BEATEN, "banked 10", "banked 15", "bust", "banked 12", "bust", names=["Ada", "Bob"])
    open_table(app, game, advised=[], typed=[0, 1])
    for way in ("restore", "correct-next"):
        correct(app, 1)
        enter_result(app, 20)
        error = app.page.locator(".error")
        expect(error).to_contain_text("Bob's turn in round 1, “banked 15”, is not possible any more")
        expect(error).to_contain_text("A bank must beat the 20 points banked before")
        reload(app)
        refused(app)
        app.page.click(f"[data-key={way}]")
        if way == "restore":
            app.page.wait_for_selector("[data-key=turn-5]")
            assert moves(app) == game["moves"]
    expect(app.page.locator(".sheet-entry h2")).to_have_text("Correct Bob's turn")
    enter_result(app, 25)
    app.page.wait_for_selector("[data-key=turn-5]")
    assert moves(app) == ["banked 20", "banked 25", "bust", "banked 12", "bust"]
    assert position(app).scores == (20, 37)


def test_a_correction_may_end_the_game_earlier(app: App) -> None:
    game = at_table(BEATEN, "banked 10", "bust", "banked 12", "bust", names=["Ada", "Bob"])
    open_table(app, game, advised=[], typed=[0, 1])
    correct(app, 1)
    enter_result(app, 50)
    expect(app.page.locator(".error")).to_contain_text("The game is over before “bust” and the 2 entries after it now")
    refused(app)
    app.page.click("[data-key=drop-rest]")
    expect(app.page.locator(".sheet-winner")).to_have_text("Ada wins.")
    assert moves(app) == ["banked 50"]


def test_the_table_by_keys_and_undo(app: App) -> None:
    solved(jd.rules("pig").replace(goal=50))
    open_table(app, at_table({"preset": "pig", "set": {"goal": 50}}, names=["You", "Bob"]), advised=[0], typed=[])
    press = app.page.keyboard.press
    for key, after in (("4", ["roll [4]"]), ("6", ["roll [4]", "roll [6]"]), ("b", ["roll [4]", "roll [6]", "bank"])):
        before = moves(app)
        press(key)
        changed(app, before)
        assert moves(app) == after
    expect(app.page.locator(".answer")).to_contain_text("Your last move cost")
    for after in (["roll [4]", "roll [6]"], ["roll [4]"], []):
        before = moves(app)
        press("u")
        changed(app, before)
        assert moves(app) == after


def test_undo_takes_back_one_die_at_a_time(app: App) -> None:
    open_table(app, at_table(FARKLE, "roll [115346]", "15 roll [2346]"), advised=[], typed=[])
    for draft, left in (("234", ["roll [115346]", "15 roll"]), ("23", ["roll [115346]", "15 roll"])):
        app.page.click("[data-key=undo]")
        app.page.wait_for_function(f"() => JSON.parse(localStorage.getItem('jeopardice.table')).draft === '{draft}'")
        assert moves(app) == left
    tap_dice(app, "15")
    assert moves(app) == ["roll [115346]", "15 roll [2315]"]


def test_a_link_and_the_library_open_the_game_at_the_table(app: App) -> None:
    game = at_table(FARKLE, "roll [115346]", "15 roll")
    app.open(f"#game={packed(game)}")
    expect(app.page.locator(".sheet-entry h2")).to_have_text("Ada's turn")
    assert app.page.url.endswith("#table")
    assert moves(app) == game["moves"]
    tap_dice(app, "2346")
    app.page.wait_for_function(
        "() => import('/js/common/library.js').then(it => it.allGames()).then(all => all.length)"
    )
    name = app.library[0]["id"]
    app.page.click("[data-key=new]")
    app.page.click("dialog [data-key=start]")
    app.page.wait_for_function("() => !JSON.parse(localStorage.getItem('jeopardice.table')).record.moves.length")
    app.open(f"#table?kept={name}")
    app.page.wait_for_selector("[data-key=turn-1]")
    assert moves(app) == ["roll [115346]", "15 roll [2346]"]


def test_the_analysis_leads_back_to_the_table(app: App) -> None:
    solved(jd.rules("farkle").replace(goal=1000))
    game = at_table(FARKLE, "roll [115346]", "115 bank", "banked 1000", names=["Ada", "Bob"])
    open_table(app, game, advised=[0], typed=[1])
    app.page.click("text=Analyse")
    app.page.wait_for_selector(".board-summary .sum")
    expect(app.page.locator("nav [aria-current=page]")).to_have_text("Table")
    app.page.click(".board-head a:has-text('Back to Table')")
    app.page.wait_for_selector(".sheet-winner")
    assert table(app)["advised"] == [0]
    # A game that the library has is opened as that game, and not kept twice.
    fill_library(app, (Record.of(game),))
    app.page.click("[data-key=again]")
    app.page.wait_for_function("() => !JSON.parse(localStorage.getItem('jeopardice.table')).record.moves.length")
    assert table(app)["record"]["seed"]  # what is stored for a game is not found again in the next one
    app.open(f"#analysis={packed(game)}")
    app.page.wait_for_selector(".board-summary .sum")
    app.page.click(".board-head a:has-text('Back to Table')")
    app.page.wait_for_selector(".sheet-winner")
    assert moves(app) == game["moves"]
    assert table(app)["id"] == "game0"


def test_another_tab_follows(app: App) -> None:
    open_table(app, at_table(FARKLE), advised=[], typed=[0, 1, 2])
    other = App(app.page.context, app.url)
    other.page.goto(f"{app.url}#table")
    other.page.wait_for_selector(".score-sheet")
    enter_result(app, 450)
    other.page.wait_for_selector("[data-key=turn-1]")
    enter_result(other, 300)
    app.page.wait_for_selector("[data-key=turn-2]")
    assert moves(app) == ["banked 450", "banked 300"]
    assert other.problems == []


def test_eight_play_on_a_small_phone(phone: App) -> None:
    phone.page.set_viewport_size({"width": 320, "height": 640})
    names = [f"Player {number}" for number in range(1, 9)]
    open_table(phone, at_table(FARKLE, *["banked 450"] * 12, names=names), advised=[4], typed=[])
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert phone.page.evaluate(wide) <= 0
    small = (
        "[...document.querySelectorAll('main button, main input, main select, .choice label')]"
        ".filter(e => e.checkVisibility() && !e.closest('.visually-hidden') && !e.matches('.choice input'))"
        ".filter(e => { const box = e.getBoundingClientRect(); return box.height < 43.5 || box.width < 43.5; })"
        ".map(e => e.outerHTML.slice(0, 80))"
    )
    assert phone.page.evaluate(small) == []
