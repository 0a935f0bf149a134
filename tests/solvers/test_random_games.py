"""A sample of random games, every answer compared with the oracle; `make soak` goes on where this ends."""

from __future__ import annotations

import os
import time
from collections import Counter

import pytest

from support.comparison import compare
from support.random_games import random_game, toml_text

pytestmark = pytest.mark.slow

FIRST = 0 if os.environ.get("CI") else int(time.time())
"""The same games each time in CI, and new ones elsewhere."""
SAMPLES, GAMES = 4, 20


@pytest.mark.parametrize("sample", range(SAMPLES))
def test_every_answer_is_within_the_bounds_of_the_oracle(sample: int) -> None:
    outcomes: Counter[str] = Counter()
    for number in range(FIRST + sample * GAMES, FIRST + (sample + 1) * GAMES):
        document = random_game(number)
        verdict = compare(document, number)
        assert not verdict.wrong, f"game {number}:\n{toml_text(document)}\n" + "\n".join(verdict.wrong)
        outcomes[verdict.outcome] += 1
    assert outcomes["compared"] > 0
