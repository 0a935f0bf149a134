"""Fixtures of all tests, and how many examples hypothesis tries."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from support.reproduced import Reproduce

pytest.register_assert_rewrite("support")
# A shell that starts tests in the background lets them ignore Ctrl-C, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
settings.register_profile("tests", UNHURRIED, max_examples=40)
settings.register_profile("thorough", UNHURRIED, max_examples=1000)  # pytest --hypothesis-profile thorough
settings.load_profile("tests")


@pytest.fixture(scope="session")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache apart from the user's own, shared by all tests of a run, whichever process they are in."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"


@pytest.fixture(scope="session")
def shared_reproduce(shared_cache: Path) -> Reproduce:
    """`reproduce` for the papers of the package, each recomputed once for all tests of a run."""
    from support.reproduced import reproduce_once

    return reproduce_once(shared_cache.with_name("papers"))


@pytest.fixture
def shared_papers(shared_reproduce: Reproduce, monkeypatch: pytest.MonkeyPatch) -> None:
    """`jeopardice reproduce` takes the rows of the papers from the one run."""
    monkeypatch.setattr("jeopardice.papers.reproduce", shared_reproduce)


@pytest.fixture(autouse=True)
def _cache(shared_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JEOPARDICE_CACHE", str(shared_cache))


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache that no other test uses."""
    monkeypatch.setenv("JEOPARDICE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


LONG = {"papers", "sweep"}
"""Folders with tests of many seconds: at the end, one of them would leave the other processors idle."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all tests of tests/browser, and begin with the longest."""
    items.sort(key=lambda item: LONG.isdisjoint(item.path.parts))
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)
