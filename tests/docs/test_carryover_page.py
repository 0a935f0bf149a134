"""The page of games with carryover has the stored numbers, and those of the small games are recomputed."""

from __future__ import annotations

import json

import pytest

import jeopardice as jd
from jeopardice.evaluation.duels import match_duel
from jeopardice.strategies import optimal
from support import carryover_page

DATA = json.loads(carryover_page.DATA.read_text(encoding="utf-8"))


def test_the_page_is_up_to_date_and_has_every_preset_with_carryover() -> None:
    assert carryover_page.PAGE.read_text(encoding="utf-8") == carryover_page.page(), "run carryover_page.py"
    assert list(DATA) == carryover_page.names()


def test_the_numbers_of_a_small_game_are_those_of_today() -> None:
    """Best play, its length, maximum scoring against it, and what the stored card is worth."""
    name = "greed"
    stored = DATA[name]
    for key, value in carryover_page.measured(name).items():
        assert stored[key] == pytest.approx(value, abs=1e-9), key
    found = carryover_page.card_of(stored)
    played = match_duel(jd.rules(name), found.card, optimal())
    assert found.overall == pytest.approx(played.overall, abs=1e-9)
