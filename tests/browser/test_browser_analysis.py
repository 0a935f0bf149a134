"""The analysis of a game: nothing is lost by looking back, variations, positions that are tried again."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import jeopardice as jd
from browser.app import HUMAN, App, packed, record, solved
from jeopardice.opponents.players import players_of
from jeopardice.play.coach import coach
from jeopardice.play.game import replay
from jeopardice.play.judge import Judge
from jeopardice.play.record import Record
from jeopardice.play.review import review
from jeopardice.play.session import Session

RULES = {"preset": "pig", "set": {"goal": 160}}
ADA = {"name": "Ada", "player": "hold-at:9"}
LENGTH = 145


@cache
def judge() -> Judge:
    solution: Any = solved(jd.rules("pig").replace(goal=160))
    return Judge(solution)


@cache
def long_game() -> dict[str, Any]:
    """A finished game with this many moves, of a person who banks early and a computer."""
    for seed in map(str, range(1000)):
        game = record(RULES, {"name": "You", "player": "hold-at:8"}, ADA, seed=seed)
        session = Session.of(Record.of(game), None, players_of)
        while not session.game.over and len(session.record.moves) <= LENGTH:
            session.advance()
        if session.game.over and len(session.record.moves) == LENGTH:
            return {**session.record.as_json(), "seats": [HUMAN, ADA]}
    raise AssertionError("there is no such game")


def analyse(app: App, move: int, game: dict[str, Any] | None = None, **kept: Any) -> dict[str, Any]:
    """Opens the analysis of a game that is on the table."""
    judge()
    game = game or long_game()
    app.open(f"#analysis={packed({'record': game, 'move': move})}", game=game, speed="instant", **kept)
    app.page.wait_for_selector(".board-summary .sum")
    at(app, move)
    return game


def at(app: App, move: int, end: int | None = None) -> None:
    """Waits until the board is at a move."""
    shown = f"{move} / {end}" if end else f"{move} /"
    expect(app.page.locator(".step-count")).to_contain_text(shown)
    app.page.wait_for_selector(".board-felt[aria-busy=false]")


def current(app: App) -> Locator:
    """The row of the list at which the board is."""
    return app.page.locator(".course [aria-current=step]")


def decision(game: dict[str, Any], *, marked: bool, after: int = 0) -> int:
    """The number of moves before a decision of yours."""
    whole = Record.of(game)
    found = review(whole, replay(whole), judge()).decisions
    return next(one.move for one in found if one.seat == 0 and one.move >= after and bool(one.habit) == marked)


def test_a_game_of_145_moves_survives_every_key_and_click_while_looking_back(app: App) -> None:
    game = analyse(app, 70)
    for key, where in (
        *(("ArrowLeft", 69), ("ArrowRight", 70), ("Home", 0), ("ArrowLeft", 0), ("ArrowRight", 1), ("End", LENGTH)),
        *(("ArrowRight", LENGTH), ("ArrowLeft", LENGTH - 1)),
    ):
        app.page.keyboard.press(key)
        at(app, where, LENGTH)
    for key in ("r", "b", "u", "Enter", "a", "1", "s", "c", "Escape", "r", "b"):
        app.page.keyboard.press(key)
    for place in (0.02, 0.5, 0.98):
        box = app.page.locator(".board-chart svg").bounding_box()
        assert box
        app.page.mouse.click(box["x"] + 40 + (box["width"] - 50) * place, box["y"] + 30)
        at(app, round(LENGTH * place), LENGTH)
    for row in (0, 40, -1):
        rows = app.page.locator(".course button")
        rows.nth(row % rows.count()).click()
        expect(current(app)).to_have_count(1)
    for action in range(2):  # both actions: a step along the game, and a variation
        app.page.keyboard.press("Home")
        app.page.keyboard.press("m")
        app.page.wait_for_selector(".board-actions li:nth-child(2)")
        app.page.locator(".board-actions button").nth(action).click()
    expect(app.page.locator(".variation")).to_have_count(1)
    assert app.kept == game
    app.page.click(".board-head a")
    app.page.wait_for_selector(".result")
    assert app.kept == game
    # Everything that was there is still there: all turns, each with its rows.
    app.page.go_back()
    app.page.wait_for_selector(".board-summary .sum")
    turns = {news.turn for position in replay(Record.of(game)) for news in position.news}
    expect(app.page.locator(".course-turn:not(.course-end)")).to_have_count(len(turns))


def test_the_board_says_what_the_library_says(app: App) -> None:
    game = long_game()
    move = decision(game, marked=True)
    analyse(app, move, game)
    app.page.wait_for_selector(".board-actions li")
    whole = Record.of(game)
    positions = replay(whole)
    found = review(whole, positions, judge())
    hints = coach(positions[move], judge()).hints
    values = app.page.locator(".board-actions .action-value").all_inner_texts()
    assert [value.replace("\u00a0", " ") for value in values] == [f"{100 * float(x.action.value):.1f} %" for x in hints]
    played = next(one for one in found.decisions if one.move == move)
    assert f"{played.word}, −{100 * played.cost:.1f} %" in app.text(".board-values .cost")
    expect(app.page.locator(".board-actions .played button")).to_contain_text("played")
    expect(app.page.locator(".board-actions .played button .mark-word")).to_contain_text(played.word)
    assert f"{played.word}, cost {100 * played.cost:.1f} %" in (
        (current(app).get_attribute("aria-label") or "").replace("\u00a0", " ")
    )
    lucks = [one.luck for one in found.rolls if one.move == move]
    assert f"luck {'−' if lucks[0] < 0 else '+'}{100 * abs(lucks[0]):.1f} %" in app.text(".luck-line")
    sentences = app.page.locator(".board-summary .patterns li").all_inner_texts()
    wanted = [one.sentence for seat in (0, 1) for one in found.patterns(seat)]
    assert [sentence.replace("\u00a0", " ") for sentence in sentences] == wanted
    assert any("banked too early" in sentence for sentence in wanted)


def test_a_variation_is_continued_left_and_deleted_and_the_game_is_there(app: App) -> None:
    move = decision(long_game(), marked=True)
    game = analyse(app, move)
    other = "roll" if game["moves"][move] == "bank" else "bank"
    app.page.click(f".board-actions [data-key=action-{other}]")
    at(app, move + 1, move + 1)
    app.page.wait_for_selector(".board-actions li")
    app.page.locator(".board-actions button").first.click()
    at(app, move + 2, move + 2)
    expect(app.page.locator(".in-variation")).to_contain_text(f"Variation from move {move}")
    assert app.page.locator(".variation button[data-at]").count() == 3
    # Another move within the variation is listed where it leaves that one.
    for action in (0, 1):
        app.page.click(f".variation [data-at='{move + 2}']")
        app.page.wait_for_selector(".board-actions li:nth-child(2)")
        app.page.locator(".board-actions button").nth(action).click()
        at(app, move + 3)
    expect(app.page.locator(".variation .variation")).to_contain_text("Instead of “")
    app.page.click(".variation .variation .variation-delete")
    at(app, move + 2, move + 3)
    expect(app.page.locator(".variation")).to_have_count(1)
    app.page.reload()
    at(app, move + 2, move + 3)
    app.page.wait_for_selector(".board-summary .sum")
    app.page.keyboard.press("ArrowLeft")
    at(app, move + 1, move + 3)
    app.page.keyboard.press("Escape")
    at(app, move, LENGTH)
    expect(app.page.locator(".variation")).to_have_count(1)
    expect(current(app)).to_have_attribute("data-at", str(move))
    app.page.click(".variation [data-at]")
    app.page.click(".variation-delete")
    at(app, move, LENGTH)
    expect(app.page.locator(".variation")).to_have_count(0)
    app.page.reload()
    at(app, move, LENGTH)
    expect(app.page.locator(".variation")).to_have_count(0)
    assert app.kept == game


def test_a_position_is_tried_again_without_its_values(app: App) -> None:
    move = decision(long_game(), marked=True)
    game = analyse(app, move)
    app.page.wait_for_selector(".board-actions .action-value")
    app.page.keyboard.press("t")
    expect(app.page.locator(".board-values .action-value, .board-values .sentence, .board-values .tag")).to_have_count(
        0
    )
    expect(app.page.locator(".graph-mark").first).to_be_hidden()
    expect(current(app).locator(".mark-word")).to_be_hidden()
    wrong = game["moves"][move]
    app.page.click(f".board-actions [data-key=action-{wrong}]")
    expect(app.page.locator(".board-values .cost")).to_contain_text("You chose")
    expect(app.page.locator(".tag:text('your choice')")).to_be_visible()
    expect(app.page.locator(".variation")).to_have_count(0)
    app.page.click("[data-key=next]")
    following = decision(game, marked=True, after=move + 1)
    at(app, following, LENGTH)
    app.page.wait_for_selector(".board-actions li")
    expect(app.page.locator(".board-values .action-value")).to_have_count(0)
    app.page.click("[data-key=give-up]")
    app.page.wait_for_selector(".board-actions .action-value")
    app.page.click(f".course [data-at='{move}']")
    at(app, move, LENGTH)
    app.page.click("[data-key=retry]")
    app.page.click(f".board-actions [data-key=action-{wrong}]")
    app.page.click("text=Try again")
    expect(app.page.locator(".board-values .action-value")).to_have_count(0)
    app.page.click(f".board-actions [data-key=action-{'roll' if wrong == 'bank' else 'bank'}]")
    expect(app.page.locator(".board-values .cost")).to_contain_text("best play")
    app.page.click("text=Continue with this move")
    expect(app.page.locator(".variation")).to_have_count(1)


def test_a_variation_from_the_last_position_of_a_game_in_progress_is_shown_once(app: App) -> None:
    game = {**long_game(), "moves": ["roll"]}
    assert not replay(Record.of(game))[-1].at_start
    analyse(app, 1, game)
    app.page.click(".board-actions [data-key=action-bank]")
    at(app, 2, 2)
    expect(app.page.locator(".variation")).to_have_count(1)
    assert app.kept == game


def test_two_tabs_analyse_the_same_game(app: App) -> None:
    move = decision(long_game(), marked=True)
    game = analyse(app, move)
    other = App(app.page.context, app.url)
    other.open("#analysis")
    other.page.wait_for_selector(".board-summary .sum")
    other.page.keyboard.press("Home")
    at(other, 0, LENGTH)
    played = game["moves"][move]
    app.page.click(f".board-actions [data-key=action-{'roll' if played == 'bank' else 'bank'}]")
    expect(other.page.locator(".variation")).to_have_count(1)
    at(other, 0, LENGTH)
    other.page.click(".variation-delete")
    expect(app.page.locator(".variation")).to_have_count(0)
    at(app, move, LENGTH)
    assert app.kept == game
    app.problems += other.problems


def test_a_turn_a_point_of_the_chart_and_the_review_lead_to_the_analysis(app: App) -> None:
    game = long_game()
    judge()
    app.play(game)
    app.page.wait_for_selector(".review .sum")
    app.page.locator(".log button").first.click()
    app.page.wait_for_selector(".board-summary .sum")
    start = max(move for move in range(1, LENGTH) if replay(Record.of(game))[move].at_start)
    at(app, start, LENGTH)
    app.page.click(".board-head a")
    app.page.click("[data-key=analyse-game]")
    at(app, LENGTH, LENGTH)
    assert app.kept == game


def test_a_game_is_played_on_from_a_position_and_the_whole_game_is_kept(app: App) -> None:
    move = decision(long_game(), marked=True)
    game = analyse(app, move)
    app.page.click("[data-key=play-on]")
    app.page.wait_for_selector(".felt .seats")
    app.page.wait_for_function("n => JSON.parse(localStorage.getItem('jeopardice.game')).moves.length === n", arg=move)
    assert app.kept["moves"] == game["moves"][:move]
    app.page.keyboard.press("b")
    app.moved(move)
    assert game["moves"] in [kept["record"]["moves"] for kept in app.library]


def test_a_link_to_an_analysis_has_its_variations(app: App) -> None:
    game = long_game()
    move = decision(game, marked=True)
    played = game["moves"][move]
    other = [*game["moves"][:move], "roll" if played == "bank" else "bank"]
    judge()
    app.open(f"#analysis={packed({'record': game, 'moves': other, 'move': move + 1, 'lines': [other]})}", forget=True)
    at(app, move + 1, move + 1)
    expect(app.page.locator(".variation")).to_have_count(1)
    for bad in (5, {}, {"record": 3}):
        app.open(f"#analysis={packed(bad)}", game=game)
        app.page.wait_for_selector(".board-felt .seats")


def test_the_moves_of_a_round_that_is_not_over_stay_hidden(app: App) -> None:
    seats = [{"name": "Ada", "player": "optimal"}, HUMAN]
    app.play(record({"preset": "television-hog", "set": {"goal": 40}}, *seats))
    app.your_move()
    app.page.keyboard.press("r")
    app.moved(2)
    app.your_move()
    assert len(app.kept["moves"]) == 3
    app.page.click("[data-key=analyse]")
    at(app, 2, 2)
    expect(app.page.locator(".course-turn:not(.course-end)")).to_have_count(2)


@pytest.mark.parametrize("width", [390, 375, 320])
def test_on_a_phone_the_buttons_that_move_stay_in_view(new_app: Callable[..., App], width: int) -> None:
    app = new_app(viewport={"width": width, "height": 667}, has_touch=True)
    move = decision(long_game(), marked=True)
    game = analyse(app, move)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert app.page.evaluate(wide) <= 0
    for _ in range(2):
        boxes = app.page.locator(".steps button").evaluate_all("all => all.map(one => one.getBoundingClientRect())")
        assert all(box["bottom"] <= 667 and box["height"] >= 44 and box["width"] >= 40 for box in boxes)
        app.page.locator(".board-summary").scroll_into_view_if_needed()
    app.page.tap("[data-key=later]")
    at(app, move + 1, LENGTH)
    app.page.tap(
        "[data-key=retry]" if app.page.locator("[data-key=retry]:not([disabled])").count() else "[data-key=end]"
    )
    app.page.tap("[data-key=start]")
    at(app, 0, LENGTH)
    assert app.kept == game


def test_real_dice_are_analysed_too(app: App) -> None:
    game = record({"preset": "farkle", "set": {"goal": 2000}}, HUMAN, {"name": "Bob", "player": "human"}, seed="")
    game |= {"dice": "given", "moves": ["roll [115346]", "15 roll [2346]", "banked 450", "roll [234661]"]}
    solved(jd.rules("farkle").replace(goal=2000))
    app.open(f"#analysis={packed({'record': game, 'move': 1})}")
    app.page.wait_for_selector(".board-summary .sum")
    labels = [label or "" for label in app.page.locator(".course-row").evaluate_all("all => all.map(e => e.ariaLabel)")]
    assert any(label.startswith("rolled 1 1 5 3 4 6, kept 1 5, rolled 4") for label in labels)
    assert any(label.startswith("banked 450") for label in labels)
    assert "by results only" in app.text(".board-summary")
    # A variation waits for the dice of its rolls.
    app.page.click(".board-actions [data-key='action-1 roll']")
    for dice, words in (("99", "99"), ("23466", "")):
        app.page.fill("[data-key=fell]", dice)
        app.page.click("text=Continue")
        if words:
            expect(app.page.locator(".board-values .error")).to_contain_text(words)
    app.page.wait_for_selector(".variation:has-text('23466')")
    app.page.keyboard.press("Escape")
    at(app, 1, 4)
    app.problems.clear()  # the browser tells of every refusal
