"""Advice as the page shows it, and as the library gives it."""

from __future__ import annotations

import jeopardice as jd
from browser.app import App


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def shown(app: App) -> list[tuple[str, str]]:
    """The bars: what to do, and its chance."""
    if app.page.locator("[data-key=more][aria-expanded=false]").count():
        app.page.click("[data-key=more]")
    names = app.page.locator(".actions li > *").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    pairs = [name.replace("\u00a0", " ").split(": ") for name in names]
    return [(what, value.split(",")[0].removesuffix(".")) for what, value, *_ in pairs]


def expected(advice: jd.Advice) -> list[str]:
    return [percent(float(action.value)) for action in advice.actions]
