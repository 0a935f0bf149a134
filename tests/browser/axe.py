"""axe-core, the checker of accessibility, in a page: wide and on a phone, light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from playwright.sync_api import ViewportSize

from browser.app import App

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
FOUND = """async () => (await axe.run({resultTypes: ["violations"]})).violations
  .flatMap(({id, nodes}) => nodes.map(({html, any, all, none}) =>
    `${id}: ${html.slice(0, 120)}: ${[...any, ...all, ...none][0]?.message}`))"""
SIZES: tuple[ViewportSize, ...] = ({"width": 1280, "height": 900}, {"width": 375, "height": 667})


def check(app: App) -> None:
    """Nothing is found now, in both themes and sizes."""
    if not app.page.evaluate("'axe' in window"):
        app.page.evaluate(AXE.read_text(encoding="utf-8"))
    for size in SIZES:
        app.page.set_viewport_size(size)
        for theme in THEMES:
            app.page.emulate_media(color_scheme=theme)
            assert app.page.evaluate(FOUND) == [], (size, theme)
