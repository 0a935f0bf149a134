"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Solutions are kept apart from the user's own, and shared by the tests of one process."""
    folder = tmp_path_factory.getbasetemp() / "cache"
    monkeypatch.setenv("JEOPARDICE_CACHE", str(folder))
    return folder
