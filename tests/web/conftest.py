"""A running server for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.web_app import Site, running


@pytest.fixture(scope="module")
def site(shared_cache: Path) -> Iterator[Site]:
    """A server with the cache that all tests share."""
    with running(str(shared_cache)) as found:
        yield found
