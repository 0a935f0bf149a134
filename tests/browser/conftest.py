from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from browser.app import App, chromium, serving


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("cache")) as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = chromium(playwright)
        yield opened
        opened.close()


@pytest.fixture
def new_app(browser: Browser, site: str) -> Iterator[Callable[..., App]]:
    """Opens the app in a fresh browser; whatever goes wrong in it on the way fails the test."""
    opened: list[App] = []

    def start(**options: Any) -> App:
        context = browser.new_context(**{"reduced_motion": "reduce", **options})
        context.set_default_timeout(30_000)
        opened.append(App(context, site))
        return opened[-1]

    yield start
    problems = [problem for app in opened for problem in app.problems]
    for app in opened:
        app.page.context.close()
    assert problems == []


@pytest.fixture
def app(new_app: Callable[..., App]) -> App:
    return new_app(viewport={"width": 1280, "height": 900})
