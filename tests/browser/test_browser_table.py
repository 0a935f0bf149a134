"""At the table for the first time: what is seen first, who can play, and what other tabs and games do not change."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import expect

import jeopardice as jd
from browser.app import BEST, HUMAN, App, hold_solves, record, solved
from jeopardice.play.game import Game, replay
from jeopardice.play.record import Record

PIG = {"preset": "pig", "set": {"goal": 25}}
FARKLE = {"preset": "farkle"}
BEN = {"name": "Ben", "player": "human"}
FOUR = (HUMAN, BEST, {"name": "Blaise", "player": "optimal"}, {"name": "Christiaan", "player": "optimal"})


@pytest.fixture(autouse=True)
def _solved() -> None:
    solved(jd.rules("pig").replace(goal=25))
    solved(jd.rules("farkle"))


def inside(app: App, selector: str, height: int) -> bool:
    """Whether an element is seen whole without scrolling."""
    app.page.wait_for_selector(selector)
    box = None
    for _ in range(100):  # it has no box while the page is being drawn
        box = box or app.page.locator(selector).first.bounding_box()
        if box is None:
            app.page.wait_for_timeout(50)
    assert box
    return box["y"] >= 0 and box["y"] + box["height"] <= height


def test_the_game_its_goal_and_what_scores_are_seen_at_first_sight(app: App) -> None:
    app.play(record(FARKLE))
    app.page.wait_for_selector(".play .scoring")
    assert "Farkle" in app.text("h1")
    assert "10,000" in app.text("h1")
    for selector in ("h1", ".play .scoring", ".felt .buttons"):
        assert inside(app, selector, 900), selector


def test_one_tap_on_a_phone_shows_what_scores(new_app: Callable[..., App]) -> None:
    app = new_app(viewport={"width": 390, "height": 844}, has_touch=True)
    app.play(record({"preset": "farkle", "set": {"turn.steal": "after-bank"}}))
    app.page.wait_for_selector(".play .scoring", state="attached")
    assert inside(app, "[data-key=how]", 844)
    app.page.tap("[data-key=how]")
    assert inside(app, "dialog .scoring", 844)
    assert "next player may continue" in app.text("dialog")


def test_a_long_list_of_what_scores_is_not_cut(app: App) -> None:
    app.play(record({"preset": "kingdom-come"}))
    app.page.wait_for_selector(".play .scoring")
    assert app.page.locator(".play .scoring li").count() == 29
    wrong = app.page.evaluate(
        "[...document.querySelectorAll('.play .scoring li')].filter(li => {"
        " const dice = li.firstChild.getBoundingClientRect(), points = li.lastChild.getBoundingClientRect();"
        " return dice.right + 4 > points.left || points.right > li.getBoundingClientRect().right + 1; }).length"
    )
    assert wrong == 0
    assert app.page.evaluate("(all => all.scrollHeight - all.clientHeight)(document.querySelector('.scoring'))") <= 1


# Best play that takes long, or that cannot be had


def test_the_dialog_says_what_best_play_takes_and_who_can_play_without(app: App) -> None:
    app.play(record(FARKLE))
    app.page.keyboard.press("n")
    start, verdict = app.page.locator("dialog button[type=submit]"), app.page.locator(".setup-verdict")
    app.page.click("text=+ Add a seat")
    expect(verdict).to_contain_text("Ada and Blaise will think for about")
    expect(start).to_be_enabled()
    app.page.click("text=+ Add a seat")
    expect(verdict).to_contain_text("cannot be computed here")
    expect(start).to_be_disabled()
    for _ in range(4):
        app.page.click("text=+ Add a seat")
    expect(app.page.locator("text=+ Add a seat")).to_have_count(0)
    expect(verdict).to_contain_text("cannot be computed here")
    app.page.click("[data-key=instead-max-score]")
    expect(verdict).to_be_empty()
    start.click()
    app.page.wait_for_selector(".seats.of-8")
    assert [seat["player"] for seat in app.kept["seats"]] == ["human"] + 7 * ["max-score"]


def test_a_game_whose_best_play_cannot_be_had_goes_on_with_others(app: App) -> None:
    app.play(record(FARKLE, *FOUR, first=1))
    expect(app.page.locator(".message")).to_contain_text("cannot be computed here")
    app.page.click("[data-key=instead-beginner]")
    app.moved(2)
    assert [seat["player"] for seat in app.kept["seats"]] == ["human"] + 3 * ["beginner"]
    assert app.your_move()
    assert app.kept["moves"]


def test_the_time_left_is_told_and_one_can_get_on_meanwhile(app: App) -> None:
    hold_solves(
        app, lambda game: None if game["seats"][1]["player"] == "beginner" else {"id": "held", "state": "running"}
    )
    app.play(record(PIG, first=1))
    expect(app.page.locator(".felt .progress .left")).to_have_text("about 3 minutes left")
    app.page.click("[data-key=instead-beginner]")
    app.moved(0)


def test_a_solve_of_a_game_that_was_left_says_nothing_of_the_next_one(app: App) -> None:
    failed = {"id": "other", "state": "failed", "progress": 0.0, "error": "it is too large"}
    held = {"id": "held", "state": "running", "progress": 0.0}
    job = hold_solves(app, lambda game: failed if len(game["seats"]) == 3 else held)
    app.play(record(PIG, first=1))
    app.page.wait_for_selector(".coach .progress")
    app.page.evaluate(
        "game => import('/js/common/links.js').then(links => { location.hash = `game=${links.pack(game)}`; })",
        record(PIG, HUMAN, BEST, BEN),
    )
    app.page.wait_for_selector(".seats.of-3")
    for part in (0.3, 0.4, 0.5):
        with app.page.expect_response("**/api/solves/held"):
            job["progress"] = part
    assert "too large" in app.text(".coach")
    assert app.page.locator(".coach .progress").count() == 0


# The dialog


def test_a_computer_is_never_called_you(app: App) -> None:
    app.play(record(FARKLE))
    app.page.keyboard.press("n")
    app.page.fill("[aria-label='Name of seat 1']", "Anna")
    app.page.fill("[aria-label='Name of seat 2']", "Bea")
    app.page.click("text=+ Add a seat")
    assert app.page.input_value("[aria-label='Name of seat 3']") == "Ada"
    app.page.fill("[aria-label='Name of seat 1']", "You")
    app.page.select_option("[aria-label='Who plays seat 1']", "beginner")
    assert app.page.input_value("[aria-label='Name of seat 1']") == "Blaise"


def test_a_game_of_two_has_two_seats_and_says_why(app: App) -> None:
    app.play(record(PIG))
    app.page.keyboard.press("n")
    app.page.click("text=+ Add a seat")
    app.page.select_option("dialog select >> nth=0", "television-hog")
    assert app.page.locator(".setup-seat").count() == 2
    assert app.page.locator("text=+ Add a seat").count() == 0
    assert "for two" in app.text("dialog")
    app.page.select_option("dialog select >> nth=0", "hog")
    assert app.page.locator(".setup-seat").count() == 3
    assert "Choose how many dice to roll" in app.text("dialog")
    app.page.select_option("dialog select >> nth=0", "television-hog")
    app.page.click("text=Start the game")
    app.page.wait_for_selector("h1:has-text('Television Hog')")
    assert len(app.kept["seats"]) == 2


def test_rules_that_cannot_be_are_refused_in_the_dialog(app: App) -> None:
    app.play(record(PIG))
    app.page.keyboard.press("n")
    app.page.fill("[data-key=goal]", "99999999999")
    expect(app.page.locator(".setup-verdict .error")).to_contain_text("goal: 99999999999")
    expect(app.page.locator("dialog button[type=submit]")).to_be_disabled()
    app.page.fill("[data-key=goal]", "30")
    expect(app.page.locator("dialog button[type=submit]")).to_be_enabled()


def test_a_new_game_keeps_the_one_in_progress(app: App) -> None:
    mine = {**record(PIG, seed="0"), "moves": ["roll"]}
    app.play(mine)
    app.page.keyboard.press("n")
    app.page.select_option("dialog select >> nth=0", "hog")
    app.page.click("text=Start the game")
    app.page.wait_for_selector("h1:has-text('Hog')")
    app.page.wait_for_selector("[data-key=previous]")
    tops = app.page.locator(".tools > *").evaluate_all("all => all.map(e => e.getBoundingClientRect())")
    assert max(box["top"] for box in tops) < min(box["bottom"] for box in tops)  # in one line
    app.page.click("[data-key=previous]")
    app.page.wait_for_selector("h1:has-text('Pig')")
    assert app.kept == mine


def test_the_whole_page_is_dimmed_behind_a_dialog(app: App) -> None:
    app.play(record(PIG))
    app.page.keyboard.press("n")
    app.page.wait_for_selector("dialog")
    picture = Image.open(io.BytesIO(app.page.screenshot())).convert("RGB")
    assert picture.getpixel((1276, 70)) == picture.getpixel((1240, 70)) == picture.getpixel((5, 70))


# The coach, after a move


def test_a_move_without_a_choice_is_neither_praised_nor_blamed(app: App) -> None:
    app.play(record(FARKLE, seed="felt"), coach="always")
    app.page.wait_for_selector(".coach .sentence")
    app.page.keyboard.press("r")
    app.dice.first.wait_for()
    app.page.wait_for_selector(".coach .actions li:nth-child(2)")
    assert app.page.locator(".cost").count() == 0
    app.page.click(".coach .actions li:first-child button")
    app.page.keyboard.press("r" if "roll" in app.text(".coach .actions li:first-child") else "b")
    expect(app.page.locator(".cost b")).to_have_text("Your last move was best play:")


@pytest.mark.parametrize(("loss", "word", "class_"), [(0.0006, "fine", "fine"), (0.006, "inaccuracy", "lost")])
def test_a_cost_that_is_called_fine_is_not_shown_as_a_fault(app: App, loss: float, word: str, class_: str) -> None:
    usual = {"keep": "", "points": 0, "dice": "", "bust": 0.1, "probability": None}
    roll = usual | {"move": "roll", "then": "roll", "value": 0.5, "loss": 0, "verdict": "best", "word": "best"}
    bank = usual | {"move": "bank", "then": "bank", "value": 0.5 - loss, "loss": loss, "verdict": "worse", "word": word}
    said = {"value": 0.5, "actions": [roll, bank], "sentence": "Roll.", "sentences": ["Roll."], "mix": None}
    app.page.route("**/api/games/coach", lambda route: route.fulfill(json=said))
    app.play({**record(PIG, seed="0"), "moves": ["roll"]}, coach="always")
    app.page.wait_for_selector(".coach .actions")
    app.page.keyboard.press("b")
    expect(app.page.locator(f".cost.{class_}")).to_contain_text("banked")
    assert ("was fine" in app.text(".cost")) == (word == "fine")


# What happened


def lost_last_turn() -> dict[str, Any]:
    """A whole game that somebody wins by the last turn of the other."""
    rules = {"preset": "pig", "set": {"goal": 20, "end.rule": "last-turn"}}
    for number in range(1000):
        chance, game = random.Random(number), record(rules, HUMAN, BEN, seed=str(number))
        last = Game.start(Record.of(game))
        while not last.over:
            move = chance.choice(last.legal).text
            game["moves"].append(move)
            mover, last = last.mover, last.after(move)
        if last.winners != (mover,):
            return game
    raise AssertionError("there is no such game")


def test_who_wins_by_another_s_last_turn_has_made_no_turn_then(app: App) -> None:
    game = lost_last_turn()
    app.play(game)
    app.page.wait_for_selector(".result")
    turns = {news.turn for position in replay(Record.of(game)) for news in position.news}
    assert app.page.locator(".log li").count() == len(turns)


def test_of_players_at_the_same_moment_all_dice_are_seen(app: App) -> None:
    app.play(record({"preset": "television-hog", "set": {"goal": 40}}))
    app.your_move()
    app.page.keyboard.press("r")
    app.page.wait_for_selector(".round")
    rolled = {news.seat: news.dice for news in app.positions[-1].news if news.kind == "roll"}
    assert set(rolled) == {0, 1}
    for seat, dice in rolled.items():
        row = app.page.locator(f".round .seat-{seat} .die")
        assert "".join(row.evaluate_all("all => all.map(die => die.getAttribute('aria-label'))")) == dice


# Tabs, keys and the focus


def test_a_game_in_two_tabs_is_one_game(app: App) -> None:
    app.play(record(PIG, HUMAN, BEN, seed="0"))
    other = App(app.page.context, app.url)
    other.open("#play")
    other.your_move()
    other.page.keyboard.press("r")
    other.moved(0)
    expect(app.page.locator(".total-points")).to_have_text(other.text(".total-points"))
    app.page.keyboard.press("b")
    app.moved(1)
    expect(other.page.locator(".seat-0 .seat-score")).to_have_text(app.text(".seat-0 .seat-score"))
    assert other.kept["moves"] == ["roll", "bank"]
    app.problems += other.problems


def test_help_opens_from_the_coach_s_choice_too(app: App) -> None:
    app.play(record(PIG))
    app.page.click(".coach label:has-text('Always')")
    app.page.keyboard.press("?")
    app.page.wait_for_selector("dialog:has-text('Keys while playing')")


def test_a_page_that_is_gone_to_has_no_frame(app: App) -> None:
    app.open("#ask", game=record(PIG), speed="instant")
    app.page.click("nav >> text=Play")
    app.page.wait_for_selector(".felt .seats")
    app.page.keyboard.press("c")
    assert app.page.evaluate("document.activeElement.id") == "main"
    assert app.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"
