"""The examples of the pages on exports and environments run as they are shown."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest


@pytest.mark.parametrize("page", ["export.md", "environments.md"])
def test_every_example_runs_as_shown(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    docs = Path(__file__).resolve().parent.parent / "docs" / page
    results = doctest.testfile(str(docs), module_relative=False)
    assert results.attempted > 10
    assert results.failed == 0
