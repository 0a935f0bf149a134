"""Whole games by mouse and by keys, and everything that a game must survive."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext

import pytest
from playwright.sync_api import Route

import jeopardice as jd
from browser.app import BEST, HUMAN, App, hold_solves, packed, record, solved
from jeopardice.play.game import Game, replay
from jeopardice.play.moves import Move
from jeopardice.play.record import Record
from jeopardice.play.refusals import dead_faces

PIG = {"preset": "pig", "set": {"goal": 25}}
FARKLE = {"preset": "farkle", "set": {"goal": 700}}


@pytest.fixture(autouse=True)
def _solved() -> None:
    solved(jd.rules("pig").replace(goal=25))
    solved(jd.rules("farkle").replace(goal=700))


def most(game: Game) -> Move:
    """Setting aside the most points, and rolling on."""
    return max((move for move in game.legal if move.keep and move.then == "roll"), key=lambda move: move.points)


def choose_by_mouse(app: App) -> None:
    """Sets aside the dice of some legal set, one click for each."""
    view = app.positions[-1]
    wanted = list(most(view).keep)
    assert view.turn.roll is not None
    for place, die in enumerate(view.turn.roll):
        face = view.table.face(die)
        if face in wanted:
            wanted.remove(face)
            if app.dice.nth(place).get_attribute("aria-pressed") == "false":
                app.dice.nth(place).click()
    assert wanted == []


def first_roll(seed: str) -> Game:
    """Farkle after its first roll."""
    return replay(Record.of({**record(FARKLE, seed=seed), "moves": ["roll"]}))[-1]


def free_seed() -> str:
    """A seed whose first roll leaves several choices; where there is only one, it is made already."""
    return next(
        seed for seed in map(str, range(100)) if len(first_roll(seed).legal) > 8 and dead_faces(first_roll(seed))
    )


def finish(
    app: App, roll: Callable[[], None], bank: Callable[[], None], choose: Callable[[], None], least: int
) -> None:
    """Plays to the end: banks from a turn total on."""
    for _ in range(300):
        if not app.your_move():
            return
        before = len(app.kept["moves"])
        if app.dice.count():
            choose()
            added = app.positions[-1].turn.total + max(move.points for move in app.positions[-1].legal)
            (bank if added >= least else roll)()
        else:
            (bank if app.total() >= least else roll)()
        app.moved(before)
    raise AssertionError("the game does not end")


def check_result(app: App) -> None:
    """The page and the library agree on how the game ended, and the review adds up."""
    last = app.positions[-1]
    assert last.over
    (winner,) = last.winners
    assert app.text(".result-word") == ("You win!" if winner == 0 else "Ada wins.")
    scores = [int(text.replace(",", "")) for text in app.page.locator(".seat-score").all_inner_texts()]
    assert scores == list(last.scores)
    app.page.wait_for_selector(".review .sum")
    for seat in (0, 1):
        texts = app.page.locator(f".review .sum.seat-{seat} .part b").all_inner_texts()
        parts = [float(re.sub("[±=%\\s]", "", text.replace("−", "-"))) for text in texts]
        assert sum(parts[:4]) == pytest.approx(parts[4], abs=0.25)  # each is rounded to 0.1
        assert parts[4] == (100.0 if seat == winner else 0.0)


def test_a_game_of_pig_by_mouse(app: App) -> None:
    app.play(record(PIG))
    click = app.page.click
    finish(app, lambda: click("button.roll"), lambda: click("button.bank"), lambda: None, 10)
    check_result(app)


def test_a_game_of_farkle_by_mouse(app: App) -> None:
    app.play(record(FARKLE))
    click = app.page.click
    finish(app, lambda: click("button.roll"), lambda: click("button.bank"), lambda: choose_by_mouse(app), 300)
    check_result(app)


def test_a_game_of_farkle_by_keys(app: App) -> None:
    app.play(record(FARKLE, seed="keys"))
    press = app.page.keyboard.press
    finish(app, lambda: press("r"), lambda: press("b"), lambda: press("a"), 300)
    check_result(app)


def test_keys_choose_dice_by_their_place_and_enter_rolls(app: App) -> None:
    app.play(record(FARKLE, seed=free_seed()))
    app.page.keyboard.press("Enter")
    app.dice.first.wait_for()
    game = app.positions[-1]
    keep = next(move.keep for move in game.legal if len(move.keep) == 1)
    assert game.turn.roll is not None
    place = [game.table.face(die) for die in game.turn.roll].index(keep)
    app.page.keyboard.press(str(place + 1))
    assert app.dice.nth(place).get_attribute("aria-pressed") == "true"
    app.page.keyboard.press("Enter")
    app.moved(1)
    assert app.kept["moves"] == ["roll", f"{keep} roll"]


def test_dice_that_score_nothing_cannot_be_chosen_and_say_why(app: App) -> None:
    app.play(record(FARKLE, seed=free_seed()))
    app.page.click("button.roll")
    app.dice.first.wait_for()
    dead = app.page.locator(".felt .dice button.die.dead").first
    dead.click(force=True)
    assert "scores nothing" in app.text(".toast")
    assert dead.get_attribute("aria-pressed") == "false"
    for button in ("roll", "bank"):
        assert app.page.locator(f"button.{button}").get_attribute("aria-disabled") == "true"
    app.page.locator("button.bank").click(force=True)
    assert app.kept["moves"] == ["roll"]
    assert app.text(".message") == "Choose the dice to set aside."


def test_a_bank_that_is_too_small_is_refused_with_the_reason(app: App) -> None:
    app.play(record({"preset": "farkle", "set": {"turn.minimum_bank": 5000}}))
    app.page.click("button.roll")
    app.dice.first.wait_for()
    app.page.keyboard.press("a")
    assert app.page.locator("button.bank").get_attribute("aria-disabled") == "true"
    assert "5,000" in app.text(".why")


def test_a_reload_in_mid_turn_changes_nothing(app: App) -> None:
    # A seed whose second roll does not bust.
    seed = next(seed for seed in map(str, range(100)) if first_roll(seed).after(most(first_roll(seed)).text).turn.kept)
    app.play(record(FARKLE, seed=seed))
    app.page.click("button.roll")
    app.dice.first.wait_for()
    choose_by_mouse(app)
    app.page.click("button.roll")
    app.page.wait_for_selector(".kept .set")
    before = app.text(".felt"), app.kept
    dice = app.page.locator(".felt .dice .die").evaluate_all("all => all.map(die => die.getAttribute('aria-label'))")
    app.page.reload()
    app.page.wait_for_selector(".felt .seats")
    assert (app.text(".felt"), app.kept) == before
    again = app.page.locator(".felt .dice .die").evaluate_all("all => all.map(die => die.getAttribute('aria-label'))")
    assert again == dice


def test_a_move_taken_back_and_made_again_shows_the_same_dice(app: App) -> None:
    app.play(record(FARKLE))
    app.page.keyboard.press("r")
    app.dice.first.wait_for()
    labels = "all => all.map(die => die.getAttribute('aria-label'))"
    first = app.dice.evaluate_all(labels)
    app.page.keyboard.press("u")
    app.page.wait_for_selector(".felt .dice .waiting")
    assert app.kept["moves"] == []
    app.page.keyboard.press("r")
    app.dice.first.wait_for()
    assert app.dice.evaluate_all(labels) == first


@pytest.mark.parametrize("seat", [0, 1])
def test_a_choice_made_unseen_at_the_same_moment_is_taken_back(app: App, seat: int) -> None:
    seats = [BEST, BEST]
    seats[seat] = HUMAN
    app.play(record({"preset": "television-hog", "set": {"goal": 40}}, *seats))
    app.your_move()
    before = app.kept["moves"]
    app.page.keyboard.press("r")
    app.moved(1 + seat)  # after a round the computer in the first seat moves on
    app.your_move()
    app.page.keyboard.press("u")
    app.page.wait_for_function(
        "n => JSON.parse(localStorage.getItem('jeopardice.game')).moves.length === n", arg=len(before)
    )
    assert app.kept["moves"] == before


def test_dice_chosen_stay_chosen_when_best_play_becomes_known(app: App) -> None:
    job = hold_solves(app, lambda game: None if job["state"] == "done" else job)
    app.play(record(FARKLE, seed=free_seed()))
    app.page.keyboard.press("r")
    app.dice.first.wait_for()
    app.page.keyboard.press("a")
    chosen = app.page.locator(".felt .die.chosen")
    before = chosen.count()
    assert before > 0
    assert app.page.locator(".chances-now").count() == 0
    job["state"] = "done"
    app.page.wait_for_selector(".chances-now")
    assert chosen.count() == before


def test_chances_appear_when_best_play_becomes_known_after_a_jump(app: App) -> None:
    solved = False

    def game(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        if not solved:
            found["view"] |= {"chances": None, "solve": {"id": "held", "state": "running", "progress": 0.5}}
        route.fulfill(response=answer, json=found)

    def solve(route: Route) -> None:
        route.fulfill(json={"id": "held", "state": "done" if solved else "running", "progress": 0.5})

    app.page.route("**/api/games", game)
    app.page.route("**/api/solves/held", solve)
    app.play(record(PIG, seed="0"))
    app.page.keyboard.press("r")
    app.moved(0)
    app.page.wait_for_selector("[data-key=back]:not([disabled])")
    app.page.keyboard.press("u")
    app.page.wait_for_selector("[data-key=back][disabled]")
    asked = app.page.evaluate(
        "fetch('/api/solves', {method: 'POST', headers: {'Content-Type': 'application/json'}, "
        "body: JSON.stringify({rules: {preset: 'pig', set: {goal: 25}}})}).then(answer => answer.json())"
    )
    app.page.wait_for_function(
        "id => fetch(`/api/solves/${id}`).then(answer => answer.json()).then(job => job.state === 'done')",
        arg=asked["id"],
    )
    solved = True
    app.page.wait_for_selector(".chances-now")


@pytest.mark.parametrize("first", [0, 1])
def test_the_solve_of_a_game_is_cancelled_and_asked_for_again(app: App, first: int) -> None:
    solve = {"id": "held", "state": "running", "progress": 0.5}

    def game(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        if solve["state"] != "done" and answer.ok:
            found["view"] |= {"chances": None, "solve": solve}
        route.fulfill(response=answer, json=found)

    def job(route: Route) -> None:
        if route.request.method == "DELETE":
            solve["state"] = "cancelled"
        route.fulfill(json=solve)

    app.page.route("**/api/games", game)
    app.page.route("**/api/solves/held", job)
    app.play(record(PIG, first=first))
    # A person who is to move sees the position once more without the solve.
    with nullcontext() if first else app.page.expect_response("**/api/games"):
        app.page.locator(".progress button:text('Cancel')").first.click()
    app.page.wait_for_selector("[data-key=work-out]")
    ask = "button.roll:text('Solve it')" if first else "[data-key=work-out]"
    app.page.wait_for_selector(ask)  # then no answer is on its way that could show best play
    assert app.page.locator(".progress").count() == 0
    assert app.kept["moves"] == []
    solve["state"] = "done"
    assert app.page.locator(".table-error, .error").count() == 0  # it was wished for
    app.page.click(ask)
    app.page.wait_for_selector(".chances-now")
    app.your_move()
    app.problems = [one for one in app.problems if "409" not in one]  # advance before best play is known


def test_a_link_opens_the_same_game(app: App) -> None:
    app.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    app.play(record(FARKLE))
    app.page.click("button.roll")
    app.dice.first.wait_for()
    app.page.click("text=Copy link")
    app.page.wait_for_selector(".toast")
    link = app.page.evaluate("navigator.clipboard.readText()")
    app.page.context.clear_permissions()
    game = app.kept
    app.open(link.removeprefix(app.url), forget=True)
    app.dice.first.wait_for()
    assert app.kept == game


BAD_LINKS: list[object] = [{}, 5, record({"preset": "no such game"}), {**record(PIG), "moves": ["jump"]}]


@pytest.mark.parametrize("fresh", [False, True])
def test_a_bad_link_leaves_the_game_on_the_table(app: App, fresh: bool) -> None:
    game = {**record(FARKLE, seed=free_seed()), "moves": ["roll"]}
    if not fresh:
        app.play(game)
    for link in BAD_LINKS[1::2] if fresh else BAD_LINKS:
        if fresh:
            app.open(f"#game={packed(link)}", game=game, speed="instant")
        else:
            app.page.evaluate("document.getElementById('toasts').replaceChildren()")
            app.page.evaluate("hash => { location.hash = hash; }", f"game={packed(link)}")
        app.page.wait_for_selector(".toast")
        app.dice.first.wait_for()
        assert app.kept == game, link
    app.page.keyboard.press("a")
    app.page.keyboard.press("r")
    app.moved(1)
    assert app.kept["moves"][0] == "roll"
    app.problems = [one for one in app.problems if "422" not in one]  # the browser tells of every refusal


def test_a_link_keeps_the_game_in_progress_to_go_back_to(app: App) -> None:
    mine = {**record(FARKLE, seed=free_seed()), "moves": ["roll"]}
    theirs = {**record(PIG, seed="0"), "moves": ["roll"]}
    app.play(mine)
    assert app.page.locator("[data-key=previous]").count() == 0
    app.page.evaluate("hash => { location.hash = hash; }", f"game={packed(theirs)}")
    app.page.wait_for_selector("h1:has-text('Pig')", state="attached")
    assert app.kept == theirs
    app.page.click("[data-key=previous]")
    app.page.wait_for_selector("h1:has-text('Farkle')", state="attached")
    assert app.kept == mine


def test_people_at_one_screen_hand_it_over(app: App) -> None:
    ben = {"name": "Ben", "player": "human"}
    app.play(record({"preset": "hog"}, HUMAN, ben))
    app.page.keyboard.press("r")
    app.moved(0)
    assert app.text(".message") == "Ben, it is your turn."
    app.page.keyboard.press("r")  # says "I am here", and rolls nothing
    app.page.wait_for_selector("input[type=range]")
    assert len(app.kept["moves"]) == 1
    app.page.keyboard.press("r")
    app.moved(1)
    assert len(app.kept["moves"]) == 2


def test_a_new_game_of_three_from_the_dialog(app: App) -> None:
    app.play(record(FARKLE))
    app.page.keyboard.press("n")
    app.page.select_option("dialog select >> nth=0", "pig")
    app.page.fill("dialog input[type=number]", "15")
    app.page.click("text=+ Add a seat")
    app.page.select_option("[aria-label='Who plays seat 2']", "beginner")
    app.page.fill("dialog label:has-text('Seed') input", "our-seed")
    app.page.click("text=Start the game")
    app.page.wait_for_selector(".seats.of-3")
    game = app.kept
    assert game["rules"] == {"preset": "pig", "set": {"goal": 15}}
    assert [seat["player"] for seat in game["seats"]] == ["human", "beginner", "optimal"]
    assert game["seed"] == "our-seed"


def test_the_computers_turn_is_watched_step_by_step(changed_app: App) -> None:
    app = changed_app
    app.page.add_init_script(
        "window.seen = []; const set = Storage.prototype.setItem; Storage.prototype.setItem = function (key, value) {"
        " if (key === 'jeopardice.game') window.seen.push(JSON.parse(value).moves.length);"
        " return set.call(this, key, value); }"
    )
    app.open("#play", game=record(FARKLE, HUMAN, BEST, first=1), speed="fast")
    app.page.wait_for_selector(".felt button.roll:not([aria-disabled])", timeout=90_000)
    seen = app.page.evaluate("window.seen")
    assert set(seen) >= set(range(1, max(seen) + 1))
    assert max(seen) == len(app.kept["moves"]) >= 2
