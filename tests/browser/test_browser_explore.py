"""Explore: surfaces, maps, one turn, tables."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

import jeopardice as jd
from browser.app import App, hold_answers, packed, solved

SMALL = {"width": 640, "height": 480}
"""A page whose pictures are drawn quickly without a graphics card."""
DRAWN = """async element => {
  const canvas = element.querySelector("canvas");
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext("2d");
  await new Promise(resolve => requestAnimationFrame(() => {
    element._fullLayout.scene._scene.glplot.redraw();
    context.drawImage(canvas, 0, 0);
    resolve();
  }));
  const points = new Uint32Array(context.getImageData(0, 0, copy.width, copy.height).data.buffer);
  const drawn = points.filter(point => point >>> 24);
  return { part: drawn.length / points.length, colours: new Set(drawn).size };
}"""
"""How much of the picture is drawn, and in how many colours."""


def test_the_surface_is_drawn_in_three_dimensions(new_app: Callable[..., App]) -> None:
    app = new_app(viewport=SMALL)
    app.open("#explore?game=pig&view=surface")
    plot = app.page.locator(".plot[data-drawn]")
    plot.wait_for()
    seen = plot.evaluate(DRAWN)
    assert seen["part"] > 0.05
    assert seen["colours"] > 100


def test_without_webgl_a_map_takes_its_place(changed_app: App) -> None:
    app = changed_app
    app.page.add_init_script(
        "const real = HTMLCanvasElement.prototype.getContext;"
        "HTMLCanvasElement.prototype.getContext = function (kind, ...more)"
        " { return kind.startsWith('webgl') ? null : real.call(this, kind, ...more); };"
    )
    app.open("#explore?game=pig&view=surface")
    app.page.wait_for_selector("canvas.heat")
    assert "no WebGL" in app.text("figcaption")
    app.page.focus("canvas.heat")
    app.page.keyboard.press("ArrowRight")
    hold = next(
        total
        for total in range(1, 100)
        if solved(jd.rules("pig")).advise(scores=(1, 0), turn=total).actions[0].then == "bank"
    )
    assert f"bank at {hold}" in app.text(".heat-box + p")


def test_every_number_of_dice_has_a_surface_and_a_slice_tells_the_library_s_numbers(app: App) -> None:
    app.open("#explore?game=farkle&view=slice&dice=3&scores=3500,4200")
    app.page.wait_for_selector(".map li")
    labels = app.page.locator("fieldset:has([name=explore-dice]) label").all_inner_texts()
    assert labels == ["6", "5", "4", "3", "2", "1"]
    row = app.page.locator("tr:has(th:text-is('650'))").all_inner_texts()[0].replace("\u00a0", " ").split("\t")
    advice = solved(jd.rules("farkle")).advise(scores=(3500, 4200), turn=650, dice_left="3")
    worth = {action.then: f"{100 * float(action.value):.2f} %" for action in advice.actions}
    assert row[2:4] == [worth["roll"], worth["bank"]]
    assert row[1] == advice.actions[0].then


def test_tables_by_both_scores(app: App) -> None:
    app.open("#explore?game=pig&view=table")
    app.page.wait_for_selector(".by-scores")
    cell = app.page.locator(".by-scores >> nth=1").locator("tbody td").first
    value = solved(jd.rules("pig")).value
    assert cell.inner_text().replace("\u00a0", " ") == f"{100 * float(value):.2f} %"

    never = app.page.locator(".by-scores >> nth=0").locator("tbody tr:first-child td:last-child")
    assert never.inner_text() == "never"


def test_a_link_to_a_number_of_dice_shows_those(app: App) -> None:
    app.open("#explore?game=farkle&view=table&dice=3")
    app.page.wait_for_selector(".by-scores")
    assert app.text("main h2") == "Bank at, with 3 dice to roll"
    turn = solved(jd.rules("farkle")).turn_at((0, 0))
    three = next(q for q in turn.model.rolling_phases if turn.model.phase_name(turn.model.phases[q]) == "3")
    least = next(total for total in range(50, 10_000, 50) if turn.action(three, total) == "bank")
    assert app.page.locator(".by-scores >> nth=0").locator("tbody td").first.inner_text() == f"{least:,}"


SHOWN = "text => document.querySelector('main').innerText.replaceAll('\u00a0', ' ').includes(text)"


def test_hog_is_explored_without_a_word_of_banks(new_app: Callable[..., App]) -> None:
    app = new_app(viewport=SMALL)
    rules = jd.rules("hog").replace({"goal": 30, "dice.count": 6})
    app.open(f"#explore?rules={packed(rules.to_toml())}&view=slice")
    app.page.wait_for_selector(".plot[data-drawn]")
    assert app.page.locator("[name=explore-view]").count() == 2
    assert "bank" not in app.text("main").lower()
    assert "single roll" in app.text(".explore-why")


def test_a_game_without_views_says_why_and_leads_to_ask(app: App) -> None:
    app.open("#explore?game=television-hog&view=surface")
    app.page.wait_for_selector("main h2")
    assert "at the same moment" in app.text("main")
    assert app.page.locator(".error, [data-key=again], [name=explore-view]").count() == 0
    app.page.click("text=Ask about this game")
    expect(app.page.locator("[aria-label='The position'] [data-key=game]")).to_have_value("television-hog")


def test_a_game_with_a_memory_is_drawn_and_says_for_which_turns(app: App) -> None:
    rules = jd.rules("pig").replace({"title": "Zilch pig", "goal": 30, "bust.streak": 3, "bust.penalty": 10})
    app.open(f"#explore?rules={packed(rules.to_toml())}&view=table")
    app.page.wait_for_selector(".by-scores")
    assert "neither player has busts in a row" in app.text("main")
    first = app.page.locator(".by-scores >> nth=1").locator("tbody td").first.inner_text()
    assert first.replace("\u00a0", " ") == f"{100 * float(solved(rules).value):.2f} %"
    assert app.page.locator("[data-key=game] option:checked").inner_text() == "Zilch pig (your own rules)"
    app.page.check("[name=explore-view][value=slice]", force=True)
    app.page.fill("[data-key=busts-0]", "2")
    app.page.fill("[data-key=busts-1]", "1")
    chance = f"{100 * float(solved(rules).value_at((0, 0), busts=(2, 1))):.2f} %"
    app.page.wait_for_function(SHOWN, arg=chance)
    assert app.page.url.endswith("&busts=2,1")
    app.page.reload()
    app.page.wait_for_function(SHOWN, arg=chance)


def test_the_address_is_what_is_explored(app: App) -> None:
    app.open("#explore?game=pig&view=slice")
    app.page.wait_for_selector(".map li")
    app.page.locator("[data-key=score-0]").fill("40")
    app.page.locator("[data-key=score-1]").fill("70")
    chance = f"{100 * float(solved(jd.rules('pig')).value_at((40, 70))):.2f} %"
    app.page.wait_for_function(SHOWN, arg=chance)
    address = app.page.url.partition("#")[2]
    assert address == "explore?game=pig&view=slice&scores=40,70"
    app.open(f"#{address}", forget=True)
    app.page.wait_for_function(SHOWN, arg=chance)


def test_a_link_to_no_game_is_told(app: App) -> None:
    hold_answers(app, "**/api/surface")  # nothing needs to be drawn instead
    app.open("#explore?game=nope&view=table")
    app.page.wait_for_selector(".toast:has-text('nope')")


def test_a_phone_shows_the_best_choice_of_every_turn_total(phone: App) -> None:
    phone.open("#explore?game=farkle&view=slice&scores=3500,4200")
    phone.page.wait_for_selector(".every-total")
    for width in (360, 390):
        phone.page.set_viewport_size({"width": width, "height": 740})
        assert phone.page.locator(".table-tall").evaluate("e => e.scrollWidth - e.clientWidth") <= 0


def test_three_players_have_one_turn_with_a_slider_each(app: App) -> None:
    rules = jd.rules("pig").replace({"goal": 12, "players": 3})
    app.open(f"#explore?rules={packed(rules.to_toml())}&scores=3,4,5&view=slice")
    app.page.wait_for_selector(".map li")
    assert app.page.locator(".sliders input").count() == 3
    assert f"{100 * float(solved(rules).value_at((3, 4, 5))):.2f} %" in app.text("main")
