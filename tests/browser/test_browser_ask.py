"""Ask: one position of any game, with the library's numbers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect

import jeopardice as jd
from browser.advice import expected, shown
from browser.app import App, packed, solved

GOAL = 2000


def test_ask_advises_as_the_library_does_and_remembers(app: App) -> None:
    solution = solved(jd.rules("farkle"))
    app.open("#ask?game=farkle&scores=3500,4200&turn=650&roll=11534")
    app.page.wait_for_selector(".answer .actions")
    app.page.click("[aria-label='Add 6']")  # the second tap of the usual case: the last die
    advice = solution.advise(scores=(3500, 4200), turn=650, roll="115346")
    waits_for(app, advice)
    assert app.text(".answer [data-key=more]") == "All 10"
    assert [value for _, value in shown(app)] == expected(advice)
    assert "roll=115346" in app.page.url
    app.open("#ask")
    app.page.wait_for_selector(".answer .actions")
    assert app.page.input_value("label:has-text('Turn total') input") == "650"


def waits_for(app: App, advice: jd.Advice) -> None:
    """Waits until Ask shows these values."""
    script = (
        "wanted => [...document.querySelectorAll('.answer .action-value')].slice(0, 6)"
        ".map(one => one.textContent.replaceAll('\\u00a0', ' ')).join(' ') === wanted"
    )
    app.page.wait_for_function(script, arg=" ".join(expected(advice)[:6]))


def answers(app: App, advice: jd.Advice) -> None:
    """Waits until Ask shows these values: now, and by its link in a browser that knows nothing of the position."""
    waits_for(app, advice)
    app.open(app.page.url.removeprefix(app.url), forget=True)
    waits_for(app, advice)


def test_ask_counts_busts_in_a_row_at_zilch(app: App) -> None:
    # A smaller penalty than 500 leaves fewer scores below zero to solve.
    rules = jd.rules("zilch").replace({"goal": 300, "bust.penalty": 150})
    solution = solved(rules)
    app.open(f"#ask?rules={packed(rules.to_toml())}&roll=115346")
    app.page.wait_for_selector(".answer .actions")
    for key, value in (("score-0", "100"), ("score-1", "50"), ("busts-0", "2"), ("busts-1", "1")):
        app.page.fill(f"[data-key={key}]", value)
    wanted = solution.advise(scores=(100, 50), roll="115346", busts=(2, 1))
    assert expected(wanted) != expected(solution.advise(scores=(100, 50), roll="115346"))
    answers(app, wanted)
    assert "scores=100,50" in app.page.url
    assert "busts=2,1" in app.page.url
    # The third bust in a row costs 150 points.
    app.page.click("[data-key=bust]")
    assert [app.page.input_value(f"[data-key=score-{seat}]") for seat in (0, 1)] == ["-50", "50"]
    assert [app.page.input_value(f"[data-key=busts-{seat}]") for seat in (0, 1)] == ["0", "1"]


def test_ask_plays_to_another_goal(app: App) -> None:
    solution = solved(jd.rules("farkle").replace(goal=GOAL))
    app.open("#ask?game=farkle&scores=350,400&turn=650&roll=115346")
    app.page.wait_for_selector(".answer .actions")
    assert app.page.input_value("[data-key=goal]") == "10000"
    app.page.fill("[data-key=goal]", str(GOAL))
    answers(app, solution.advise(scores=(350, 400), turn=650, roll="115346"))
    assert f"goal={GOAL}" in app.page.url


LASTING: list[tuple[str, dict[str, Any], str, dict[str, str], dict[str, Any]]] = [
    ("pig", {"goal": 30, "turn.beat_previous": True}, "scores=5,8&turn=6", {"beat": "7"}, {"turn": 6, "to_beat": 7}),
    (
        "pig",
        {"goal": 30, "end.rule": "equal-turns", "end.tie": "split"},
        "scores=20,25&turn=12",
        {"seat": "2"},
        {"turn": 12, "seat": 2},
    ),
    (
        "pig",
        {"goal": 30, "turn.steal": "after-bust"},
        "scores=5,8",
        {"mode": "offer", "offer-total": "9"},
        {"offer": ("1", 9)},
    ),
    (
        "farkle",
        {"goal": 1000, "turn.steal": "after-bank"},
        "scores=300,450",
        {"mode": "offer", "offer-total": "450", "taps": "3"},
        {"offer": ("3", 450)},
    ),
    (
        "farkle",
        {"goal": 1500, "turn.single_die_bonus": [300, 500]},
        "scores=300,450&turn=400&left=1",
        {"singles": "1"},
        {"turn": 400, "dice_left": "1", "singles": 1},
    ),
]


@pytest.mark.parametrize(("preset", "changes", "place", "fields", "position"), LASTING)
def test_ask_knows_rules_of_one_s_own_and_all_that_they_count(
    app: App, preset: str, changes: dict[str, Any], place: str, fields: dict[str, str], position: dict[str, Any]
) -> None:
    rules = jd.rules(preset).replace(changes)
    solution = solved(rules)
    app.open(f"#ask?rules={packed(rules.to_toml())}&{place}")
    app.page.wait_for_selector("[data-key=score-0]")
    assert "your own rules" in app.text("[data-key=game] option:checked")
    for key, value in fields.items():
        field = app.page.locator(f"[data-key={key}]")
        if key == "mode":
            app.page.click(f"label:has([data-key=ask-mode-{value}])")
        elif key == "taps":
            app.page.click(f"[data-key=offerDice-{value}]")
        elif field.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    scores = tuple(int(score) for score in place.partition("scores=")[2].split("&")[0].split(","))
    answers(app, solution.advise(scores=scores, **position))


def test_ask_keeps_what_was_typed_when_a_player_joins_or_the_position_is_cleared(app: App) -> None:
    app.open("#ask?game=pig&scores=35,42&turn=20")
    app.page.wait_for_selector(".answer .actions")
    app.page.fill("[data-key=score-0]", "50")
    app.page.fill("[data-key=goal]", "60")
    app.page.click("[data-key=more-players]")
    assert [app.page.input_value(f"[data-key=score-{seat}]") for seat in (0, 1, 2)] == ["50", "42", "0"]
    app.page.click("[data-key=clear]")
    assert app.page.input_value("[data-key=goal]") == "60"


def test_ask_goes_on_with_what_was_done_and_never_changes_sides(app: App) -> None:
    app.open("#ask?game=pig&scores=35,42&turn=20")
    app.page.wait_for_selector(".answer .actions")
    app.page.click(".actions button:has-text('Bank')")
    assert [app.page.input_value(f"[data-key=score-{seat}]") for seat in (0, 1)] == ["55", "42"]
    assert app.page.input_value("[data-key=turn]") == "0"
    expect(app.page.locator(".turn-over")).to_contain_text("enter your opponent's score")
    app.page.click("[data-key=score-1]")
    app.page.keyboard.type("60")  # what was there is selected
    assert app.page.input_value("[data-key=score-1]") == "60"
    app.page.click("[data-key=add-5]")
    expect(app.page.locator(".turn-over")).to_have_count(0)


ENDINGS = [
    ("two-dice-pig", {}, "turn=20", "lost", ["0", "42"]),
    ("pig", {"turn.keep_on_bust": True}, "turn=12", "bust", ["47", "42"]),
    ("hog", {}, "turn=17", "next", ["52", "42"]),
    ("hog", {}, "turn=0", "next", ["35", "42"]),
]


@pytest.mark.parametrize(("preset", "changes", "place", "key", "scores"), ENDINGS)
def test_ask_ends_a_turn_as_the_dice_did(
    app: App, preset: str, changes: dict[str, Any], place: str, key: str, scores: list[str]
) -> None:
    app.open(f"#ask?rules={packed(jd.rules(preset).replace(changes).to_toml())}&scores=35,42&{place}")
    app.page.click(f"[data-key={key}]")
    assert [app.page.input_value(f"[data-key=score-{seat}]") for seat in (0, 1)] == scores


def test_ask_waits_for_the_whole_roll(app: App) -> None:
    """A turn begins with all dice, and a roll that was advised has as many as it has: nothing is said of a part."""
    solution = solved(jd.rules("farkle"))
    app.open("#ask?game=farkle&scores=3500,4200")
    for face in "11534":
        app.page.click(f"[data-key=face-{face}]")
    expect(app.page.locator(".answer .empty")).to_have_text("Tap one more die.")
    app.page.click("[data-key=face-6]")
    answers(app, solution.advise(scores=(3500, 4200), roll="115346"))
    app.page.click(".actions button:has-text('roll 5 dice')")
    assert app.page.locator(".rolled .die").count() == 5
    for face in "2234":
        app.page.click(f"[data-key=face-{face}]")
    expect(app.page.locator(".answer .empty")).to_have_text("Tap one more die.")
    app.page.click("[data-key=face-5]")
    answers(app, solution.advise(scores=(3500, 4200), turn=100, roll="22345"))
    assert app.page.get_attribute("[data-key=face-1]", "aria-disabled") == "true"
    app.page.click("[data-key=bust]")
    assert app.page.input_value("[data-key=turn]") == "0"
    app.page.click("[data-key=undo]")
    assert app.page.input_value("[data-key=turn]") == "100"
    assert app.page.locator(".rolled button.die").count() == 5


def test_ask_says_what_it_takes_for_granted(app: App) -> None:
    """In mid-turn nobody has said how many dice were rolled."""
    app.open("#ask?game=farkle&scores=3500,4200&turn=650&roll=115")
    expect(app.page.locator(".answer")).to_contain_text("If these are all the dice that you rolled")
    for goal in ("-1", "0"):
        app.page.fill("[data-key=goal]", goal)
        expect(app.page.locator(".answer .error")).to_contain_text(f"goal: {goal}")
    assert app.page.locator(".answer [data-key=again]").count() == 0
    app.problems.clear()  # the browser tells of every refusal


def test_ask_takes_dice_of_several_kinds_by_tapping(app: App) -> None:
    solution = solved(jd.rules("cosmic-wimpout").replace(goal=200))
    app.open("#ask?game=cosmic-wimpout&goal=200&scores=100,120")
    for key in ("A5", "A5", "A10", "A2", "B1"):
        app.page.click(f"[data-key=face-{key}]")
    answers(app, solution.advise(scores=(100, 120), roll="A5,A5,A10,A2,B1"))


def test_ask_answers_by_points_until_best_play_is_known(app: App) -> None:
    solution, job = solved(jd.rules("pig")), {"id": "held", "state": "running", "progress": 0.25, "seconds": 60.0}

    def advice(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        if job["state"] == "running":
            points = jd.solve("pig", objective="score").advise(turn=19)
            values = {action.then: float(action.value) for action in points.actions}
            for action in found["actions"]:
                action |= {"value": values[action["then"]], "loss": max(values.values()) - values[action["then"]]}
            found |= {"objective": "score", "measure": "points", "sentence": "Roll.", "solve": job}
        route.fulfill(response=answer, json=found)

    app.page.route("**/api/advice", advice)
    app.page.route("**/api/solves/held", lambda route: route.fulfill(json=job))
    app.open("#ask?game=pig&scores=35,42&turn=19")
    expect(app.page.locator(".meanwhile")).to_contain_text("By points in the turn, until best play is known.")
    expect(app.page.locator(".meanwhile [role=progressbar]")).to_have_attribute("aria-valuenow", "25")
    assert "%" not in app.text(".answer .actions")
    job["state"] = "done"
    expect(app.page.locator(".meanwhile")).to_have_count(0)
    waits_for(app, solution.advise(scores=(35, 42), turn=19))
