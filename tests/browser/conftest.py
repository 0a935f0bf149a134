from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from browser.app import App, chromium, serving

WIDE: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
PATIENCE = 30_000
"""Milliseconds that anything may take on a busy machine."""
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def site(shared_cache: Path) -> Iterator[str]:
    with serving(shared_cache) as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = chromium(playwright)
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def free_pages() -> dict[str, list[Page]]:
    """Pages that tests have left, by the options of their context: a new context takes half a second."""
    return {}


@pytest.fixture
def new_app(browser: Browser, site: str, free_pages: dict[str, list[Page]]) -> Iterator[Callable[..., App]]:
    """Opens the app in a browser that has stored nothing; whatever goes wrong in it on the way fails the test."""
    opened: list[tuple[str, App]] = []

    def start(*, is_changed: bool = False, viewport: ViewportSize = WIDE, **options: Any) -> App:
        """With `is_changed` no other test uses the page: scripts that a test adds to it cannot be removed."""
        key = "" if is_changed else repr(sorted(options.items()))
        if free := free_pages.get(key):
            page = free.pop()
            if page.viewport_size != viewport:
                page.set_viewport_size(viewport)
        else:
            context = browser.new_context(reduced_motion="reduce", viewport=viewport, **options)
            context.set_default_timeout(PATIENCE)
            page = context.new_page()
        app = App(page.context, site, page)
        opened.append((key, app))
        return app

    yield start
    problems = [problem for _, app in opened for problem in app.problems]
    for key, app in opened:
        app.give_up_solves()
        if key and not problems:
            free_pages.setdefault(key, []).append(app.leave())
        else:
            app.page.context.close()
    assert problems == []


@pytest.fixture
def app(new_app: Callable[..., App]) -> App:
    return new_app()


@pytest.fixture
def phone(new_app: Callable[..., App]) -> App:
    """The app on a small phone."""
    return new_app(viewport=PHONE, has_touch=True)


@pytest.fixture
def changed_app(new_app: Callable[..., App]) -> App:
    """The app in a page to which the test adds a script."""
    return new_app(is_changed=True)
