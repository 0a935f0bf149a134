"""Fixtures of all tests, and how many examples hypothesis tries."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest.register_assert_rewrite("support")

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
settings.register_profile("tests", UNHURRIED, max_examples=50)
settings.register_profile("thorough", UNHURRIED, max_examples=1000)  # pytest --hypothesis-profile thorough
settings.load_profile("tests")


@pytest.fixture(autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Solutions are kept apart from the user's own, and shared by the tests of one process."""
    folder = tmp_path_factory.getbasetemp() / "cache"
    monkeypatch.setenv("JEOPARDICE_CACHE", str(folder))
    return folder
