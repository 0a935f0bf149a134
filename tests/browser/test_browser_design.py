"""Design: rules as text and as a form, checked, solved, compared and taken to other pages."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

import jeopardice as jd
from browser.app import App, packed, solved
from jeopardice.rulebook import parse_rules


def test_what_is_wrong_with_a_rules_file_stands_beside_the_text(app: App) -> None:
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
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 30;
  const short = [...select.options].filter(option => select.dataset.key !== "other" &&
      select.dataset.key !== "preset" && brush.measureText(option.text).width > room);
  return short.map(option => `${select.dataset.key}: ${option.text}: ${room}`);
})"""
"""The choices that are wider than their field."""


@pytest.mark.parametrize("game", ["farkle", "pig"])
def test_no_choice_of_design_is_cut(app: App, game: str) -> None:
    app.open("#design", design={"preset": game})
    expect(app.page.locator("#rules-verdict")).to_contain_text("✓")
    for width in (390, 820, 1400):
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
    status = app.page.locator("[aria-label='Best play'] [role=status]")
    expect(status).to_have_text("Cancelled.")
    assert app.page.locator("[aria-label='Best play'] .error").count() == 0  # it was the person's own wish
    jobs = app.page.evaluate("fetch('/api/solves').then(answer => answer.json())")
    newest = next(job for job in jobs if job["title"] == "Zilch")
    assert newest["state"] == "cancelled"
    app.page.fill("[data-key=goal]", "5000")
    expect(status).to_have_count(0)


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


def test_designed_rules_go_to_every_page_that_takes_them(app: App) -> None:
    app.open("#design", design={"preset": "piglet"}, speed="instant")
    expect(app.page.locator("#rules-verdict")).to_contain_text("✓")
    app.page.fill("[data-key=goal]", "7")
    expect(app.page.locator("#rules-verdict")).to_contain_text("✓")
    text = app.page.input_value("#rules-text")
    rules = parse_rules(text)
    assert rules.goal == 7
    app.page.click("[data-key=explore]")
    app.page.check("[name=explore-view][value=slice]", force=True)
    app.page.wait_for_selector(".map li")
    assert f"{100 * float(solved(rules).value):.2f} %" in app.text("main")
    app.page.click("nav >> text=Design")
    app.page.click("[data-key=ask]")
    app.page.wait_for_selector(".answer")
    assert "your own rules" in app.text("[data-key=game] option:checked")
    assert f"#ask?rules={packed(text)}" in app.page.url
    app.page.click("nav >> text=Design")
    app.page.click("[data-key=table]")
    expect(app.page.locator("[data-key=setup-goal]")).to_have_value("7")
    app.page.click("nav >> text=Design")
    app.page.click("[data-key=play]")
    app.page.wait_for_selector("button.roll")
    assert app.positions[-1].table.rules.goal == 7
