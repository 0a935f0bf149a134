"""Papers and Help; and whatever takes long can be cancelled."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from browser.app import App, hold_answers
from jeopardice.papers import read_papers, report, reproduce


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
    cancelled = hold_answers(app, path)
    app.open(f"#{place}", design={"preset": "piglet", "other": "pig"})
    for key in press:
        app.page.click(f"[data-key='{key}']:not([disabled])")
    progress = app.page.locator(".progress [role=progressbar]")
    expect(progress).to_have_attribute("aria-valuenow", "25")
    app.page.click(".progress button:text('Cancel')")
    app.page.wait_for_selector("text=Cancelled.")
    expect(app.page.locator(".progress")).to_have_count(0)
    assert len(cancelled) == 1


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
    assert app.text(".paper h2").startswith("Tijms 2007")
    word = wanted[0]["item"].split(",")[0]
    title = json.loads(rows)["papers"][0]["title"]
    app.page.fill("[type=search]", word)
    kept = [row for row in wanted if word.lower() in f"{row['item']} {row['note']} {row['published']} {title}".lower()]
    expect(app.page.locator(".papers tbody tr")).to_have_count(len(kept))


def test_papers_of_many_numbers_show_one_table_at_a_time(phone: App, rows: str) -> None:
    found = json.loads(rows)
    row = found["rows"][0]
    tables = [{**row, "item": f"Table {1 + number // 30} [{number}; 6]"} for number in range(90)]
    found["rows"] = [*tables, *({**one, "paper": "another"} for one in tables)]
    phone.page.route("**/api/papers", lambda route: route.fulfill(json=found))
    phone.open("#papers")
    opened, shown = phone.page.locator(".paper-part[open]"), phone.page.locator("tbody tr")
    expect(phone.page.locator(".paper")).to_have_count(2)
    expect(phone.page.locator(".paper-part")).to_have_count(3)
    expect(shown).to_have_count(0)
    phone.page.click("[data-name='another'] > summary")
    phone.page.click("[data-name='another/Table 2'] > summary")
    expect(opened).to_have_count(1)
    phone.page.click(".paper-part[open] [data-key=more-rows]")
    expect(opened.locator("tbody tr")).to_have_count(30)
    phone.page.click("[data-name='another/Table 3'] > summary")
    expect(opened.locator("h3")).to_have_text("Table 3")
    expect(phone.page.locator(".paper[open]")).to_have_count(1)
    # The address is what is open, and what is looked for.
    expect(phone.page).to_have_url(re.compile("Table%203$"))
    phone.page.reload()
    expect(opened.locator("h3")).to_have_text("Table 3")
    assert "30 numbers: 30 agree" in phone.text(".paper-part[open] summary")
    phone.page.fill("[type=search]", "[37; 6]")
    expect(shown).to_have_count(2)
    expect(opened.locator("h3")).to_have_text(["Table 2", "Table 2"])
    phone.page.reload()
    expect(shown).to_have_count(2)
    assert phone.page.input_value("[type=search]") == "[37; 6]"


def test_the_help_is_linked_everywhere_and_leads_to_every_page(app: App) -> None:
    app.open("#explore?game=pig")
    app.page.click("footer >> text=Help")
    expect(app.page.locator("h1")).to_have_text("Help")
    pages = app.page.locator("#pages a").evaluate_all("all => all.map(one => one.hash)")
    linked = app.page.locator("main a").evaluate_all("all => all.map(one => one.hash)")
    assert set(linked) == set(pages)
    app.page.click("[data-key=keys]")
    assert "Keys while playing" in app.text("dialog")
