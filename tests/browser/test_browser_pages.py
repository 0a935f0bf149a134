"""Explore, Design and Papers."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

import jeopardice as jd
from browser.app import App, packed, solved
from jeopardice.papers import read_papers, report, reproduce
from jeopardice.rulebook import parse_rules

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
    hold(app, "**/api/surface")  # nothing needs to be drawn instead
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
    app.open(f"#explore?rules={packed(rules.to_toml())}&scores=3,4,5")
    app.page.wait_for_selector(".map li")
    assert app.page.locator(".sliders input").count() == 3
    assert f"{100 * float(solved(rules).value_at((3, 4, 5))):.2f} %" in app.text("main")


def test_a_bad_rules_file_is_told_beside_the_text(app: App) -> None:
    app.open("#design")
    expect(app.page.locator("#rules-verdict")).to_contain_text("✓")
    text = app.page.input_value("#rules-text")
    app.page.fill("#rules-text", text.replace("goal = 10000", "goal = -5"))
    expect(app.page.locator("#rules-verdict .error")).to_contain_text("-5")
    line = text[: text.index("goal =")].count("\n") + 1
    assert f"Line {line}:" in app.text("#rules-verdict .error")
    assert app.page.locator("#rules-text").get_attribute("aria-invalid") == "true"
    assert app.page.is_disabled("[data-key=solve]")
    app.page.fill("#rules-text", text + "\n[turn\n")
    expect(app.page.locator("#rules-verdict .error")).to_contain_text(re.compile(r"Line \d+:"))


def test_form_and_text_say_the_same(app: App) -> None:
    app.open("#design")
    expect(app.page.locator("#rules-verdict")).to_contain_text("✓")
    app.page.fill("[data-key='turn.minimum_bank']", "350")
    app.page.select_option("[data-key='end.rule']", "last-turn")
    rules = tomllib.loads(app.page.input_value("#rules-text"))
    assert rules["turn"]["minimum_bank"] == 350
    assert rules["end"]["rule"] == "last-turn"
    app.page.fill("#rules-text", app.page.input_value("#rules-text").replace("goal = 10000", "goal = 4000  # shorter"))
    expect(app.page.locator("[data-key=goal]")).to_have_value("4000")
    app.page.fill("[data-key=goal]", "3000")
    assert "goal = 3000  # shorter" in app.page.input_value("#rules-text")
    expect(app.page.locator("#rules-verdict")).to_contain_text("bank 350 or more")


def test_what_is_cleared_in_the_form_is_gone_from_the_text(app: App) -> None:
    app.open("#design")
    expect(app.page.locator("#rules-verdict")).to_contain_text("✓")
    app.page.fill("[data-key='turn.minimum_bank']", "350")
    app.page.fill("[data-key=goal]", "500")
    app.page.fill("[data-key=goal]", "")
    app.page.select_option("[data-key='end.rule']", "last-turn")
    app.page.select_option("[data-key='end.rule']", "")
    rules = tomllib.loads(app.page.input_value("#rules-text"))
    assert "goal" not in rules
    assert "rule" not in rules.get("end", {})
    assert rules["turn"]["minimum_bank"] == 350
    expect(app.page.locator("[data-key=goal]")).to_have_value("")
    expect(app.page.locator("#rules-verdict")).not_to_contain_text("500:")


CUT = """[...document.querySelectorAll("main select")].flatMap(select => {
  const brush = document.createElement("canvas").getContext("2d"), style = getComputedStyle(select);
  brush.font = style.font;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 22;
  const short = [...select.options].filter(option => select.dataset.key !== "other" &&
      select.dataset.key !== "preset" && brush.measureText(option.text).width > room);
  return short.map(option => `${select.dataset.key}: ${option.text}: ${room}`);
})"""
"""The choices that are wider than their field."""


@pytest.mark.parametrize("game", ["farkle", "pig"])
def test_no_choice_of_design_is_cut(app: App, game: str) -> None:
    app.open("#design", design={"preset": game})
    expect(app.page.locator("#rules-verdict")).to_contain_text("✓")
    for width in (390, 820, 1280):
        app.page.set_viewport_size({"width": width, "height": 900})
        assert app.page.evaluate("innerWidth") == width
        assert app.page.evaluate(CUT) == [], width


def test_rules_are_solved_and_their_files_handed_out(app: App, tmp_path: Path) -> None:
    app.open("#design")
    app.page.select_option("[data-key=preset]", "pig")
    expect(app.page.locator("#rules-verdict")).to_contain_text("Pig")
    app.page.click("[data-key=solve]")
    app.page.wait_for_selector(".big-number")
    assert app.text(".big-number b") == f"{100 * float(solved(jd.rules('pig')).value):.3f} %"
    for key, name in (("file", "pig.toml"), ("solution.nc", "pig-win.nc"), ("card.txt", "pig-card.txt")):
        with app.page.expect_download() as started:
            app.page.click(f"[data-key='{key}']")
        assert started.value.suggested_filename == name
        started.value.save_as(tmp_path / name)
    assert jd.rules(tmp_path / "pig.toml").goal == 100
    assert jd.load(tmp_path / "pig-win.nc").value == solved(jd.rules("pig")).value


def test_a_solve_is_cancelled(app: App) -> None:
    app.open("#design")
    app.page.select_option("[data-key=preset]", "zilch")
    expect(app.page.locator("#rules-verdict")).to_contain_text("Zilch")
    app.page.click("[data-key=solve]")
    app.page.wait_for_selector("[role=progressbar]")
    app.page.click("[aria-label='Best play'] .progress button")
    told = app.page.locator("[aria-label='Best play'] [role=status]")
    expect(told).to_have_text("Cancelled.")
    assert app.page.locator("[aria-label='Best play'] .error").count() == 0  # it was the person's own wish
    jobs = app.page.evaluate("fetch('/api/solves').then(answer => answer.json())")
    newest = next(job for job in jobs if job["title"] == "Zilch")
    assert newest["state"] == "cancelled"
    app.page.fill("[data-key=goal]", "5000")
    expect(told).to_have_count(0)


def hold(app: App, path: str) -> list[str]:
    """Lets what is asked for at a path take for ever, unless it is cancelled; how often it was."""
    cancelled: list[str] = []

    def job(route: Route) -> None:
        if route.request.method == "DELETE":
            cancelled.append(route.request.url)
        told = {"id": "held", "state": "cancelled" if cancelled else "running", "progress": 0.25}
        route.fulfill(json=told)

    held = {"solve": {"id": "held", "state": "running", "progress": 0.25}}
    app.page.route("**/api/solves/held", job)
    app.page.route(path, lambda route: route.fulfill(status=202, json=held))
    return cancelled


@pytest.mark.parametrize(
    ("place", "path", "press"),
    [
        ("papers", "**/api/papers", []),
        ("explore?game=pig&view=surface", "**/api/surface", []),
        ("explore?game=pig&view=slice", "**/api/slice", []),
        ("ask?game=pig", "**/api/advice", []),
        ("design", "**/api/compare", ["compare"]),
        ("design", "**/card.txt", ["solve", "card.txt"]),
    ],
)
def test_whatever_takes_long_can_be_cancelled(app: App, place: str, path: str, press: list[str]) -> None:
    cancelled = hold(app, path)
    app.open(f"#{place}", design={"preset": "piglet", "other": "pig"})
    for key in press:
        app.page.click(f"[data-key='{key}']:not([disabled])")
    progress = app.page.locator(".progress [role=progressbar]")
    expect(progress).to_have_attribute("aria-valuenow", "25")
    app.page.click(".progress button:text('Cancel')")
    app.page.wait_for_selector("text=Cancelled.")
    expect(app.page.locator(".progress")).to_have_count(0)
    assert len(cancelled) == 1


def test_an_old_text_is_not_checked_any_more(app: App) -> None:
    app.open("#design")
    expect(app.page.locator("#rules-verdict")).to_contain_text("✓")
    text = app.page.input_value("#rules-text")
    waiting: list[Route] = []
    app.page.route("**/api/rules", lambda route: waiting.append(route))  # and no answer
    with app.page.expect_request("**/api/rules") as first:
        app.page.fill("#rules-text", text.replace("goal = 10000", "goal = 3000"))
    with app.page.expect_event("requestfailed", lambda request: request == first.value):
        app.page.fill("#rules-text", text.replace("goal = 10000", "goal = 4000"))
    app.page.unroute("**/api/rules")
    app.page.fill("#rules-text", text.replace("goal = 10000", "goal = 5000"))
    expect(app.page.locator("#rules-verdict")).to_contain_text("✓")


def test_games_are_compared_line_by_line_until_the_rules_change(app: App) -> None:
    app.open("#design", design={"preset": "piglet", "other": "pig"})
    expect(app.page.locator("#rules-verdict")).to_contain_text("Piglet")
    app.page.click("[data-key=compare]")
    app.page.wait_for_selector(".comparison")
    row = app.page.locator(".comparison tr:has-text('The first player wins') td").all_inner_texts()
    values = [float(solved(jd.rules(name)).value) for name in ("piglet", "pig")]
    assert [text.replace("\u00a0", " ") for text in row] == [f"{100 * value:.1f} %" for value in values]
    half = solved(jd.rules("pig")).turn_at((50, 50))
    least = next(total for total in range(2, 50) if half.action(0, total) == "bank")
    row = app.page.locator(".comparison tr:has-text('With 1 die left, bank from') td").all_inner_texts()
    assert row[1] == str(least)

    # What a line means
    line = app.page.locator(".explained:text('Luck against a beginner')")
    card = app.page.locator(f"#{line.get_attribute('aria-describedby')}")
    expect(card).not_to_be_visible()
    line.focus()
    expect(card).to_be_in_viewport()
    assert "toss of a coin" in card.inner_text()
    app.page.keyboard.press("Escape")
    expect(card).not_to_be_visible()
    old = app.page.locator("[aria-label=Compare] .warn")
    expect(old).to_have_count(0)
    app.page.fill("[data-key=goal]", "9")
    expect(old).to_have_text("The rules have changed since.")
    app.page.select_option("[data-key=other]", "hog")
    expect(old).to_have_text("The rules and the game to compare with have changed since.")


def test_designed_rules_are_played(app: App) -> None:
    app.open("#design")
    expect(app.page.locator("#rules-verdict")).to_contain_text("✓")
    app.page.fill("[data-key=goal]", "700")
    expect(app.page.locator("#rules-verdict")).to_contain_text("✓")
    app.page.click("[data-key=play]")
    app.page.wait_for_selector("button.roll")
    assert app.positions[-1].table.rules.goal == 700


def test_designed_rules_are_explored(app: App) -> None:
    app.open("#design", design={"preset": "piglet"})
    expect(app.page.locator("#rules-verdict")).to_contain_text("✓")
    app.page.fill("[data-key=goal]", "7")
    expect(app.page.locator("#rules-verdict")).to_contain_text("✓")
    rules = parse_rules(app.page.input_value("#rules-text"))
    app.page.click("[data-key=explore]")
    app.page.wait_for_selector("[name=explore-view]")
    app.page.check("[name=explore-view][value=slice]", force=True)
    app.page.wait_for_selector(".map li")
    assert rules.goal == 7
    assert f"{100 * float(solved(rules).value):.2f} %" in app.text("main")


@pytest.fixture
def rows() -> str:
    papers = [replace(paper, numbers=paper.numbers[:8]) for paper in read_papers("tijms")]
    found = reproduce(papers, None)
    return json.dumps(report(papers, found, found))


def test_papers_lists_filters_and_marks(app: App, rows: str) -> None:
    # Every paper takes a while; here only one.
    app.page.route("**/api/papers", lambda route: route.fulfill(body=rows, content_type="application/json"))
    app.open("#papers")
    app.page.wait_for_selector(".papers tbody tr")
    wanted = json.loads(rows)["rows"]
    assert app.page.locator(".papers tbody tr").count() == len(wanted)
    assert app.page.locator(".papers .mark-word:has-text('agrees')").count() == sum(row["agrees"] for row in wanted)
    assert app.text("#papers h2, main section h2").startswith("Tijms 2007")
    word = wanted[0]["item"].split(",")[0]
    title = json.loads(rows)["papers"][0]["title"]
    app.page.fill("[type=search]", word)
    kept = [row for row in wanted if word.lower() in f"{row['item']} {row['note']} {row['published']} {title}".lower()]
    expect(app.page.locator(".papers tbody tr")).to_have_count(len(kept))


def test_papers_of_many_numbers_are_folded_and_a_search_unfolds_them(app: App, rows: str) -> None:
    found = json.loads(rows)
    row = found["rows"][0]
    found["rows"] = [{**row, "item": f"Table {1 + number // 30}, {number}"} for number in range(90)]
    app.page.route("**/api/papers", lambda route: route.fulfill(json=found))
    app.open("#papers")
    expect(app.page.locator(".paper-part")).to_have_count(3)
    expect(app.page.locator(".paper-part[open]")).to_have_count(1)
    app.page.fill("[type=search]", "table 3")
    expect(app.page.locator(".paper-part[open]")).to_have_count(1)
    expect(app.page.locator(".paper-part[open] tbody tr")).to_have_count(30)
    assert "30 numbers: 30 agree" in app.text(".paper-part summary")


def test_the_help_is_linked_everywhere_and_leads_to_every_page(app: App) -> None:
    app.open("#explore?game=pig")
    app.page.click("footer >> text=Help")
    expect(app.page.locator("h1")).to_have_text("Help")
    pages = app.page.locator("#pages a").evaluate_all("all => all.map(one => one.hash)")
    linked = app.page.locator("main a").evaluate_all("all => all.map(one => one.hash)")
    assert set(linked) == set(pages)
    app.page.click("[data-key=keys]")
    assert "Keys while playing" in app.text("dialog")
