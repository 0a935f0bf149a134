"""How to play: every odd rule has its sentence, and nothing is said of rules that do not hold."""

from __future__ import annotations

from typing import Any

import pytest

import jeopardice as jd
from jeopardice.play.howto import how_to_play, most_seats, scoring_list

ODD: list[tuple[str, dict[str, Any], str]] = [
    ("farkle", {"turn.steal": "after-bank"}, "next player may continue with the dice that are left"),
    ("farkle", {"turn.steal": "after-bust"}, "next player may continue with the dice that were rolled"),
    ("farkle", {"dice.weights": [[1, 1, 1, 1, 1, 1]] * 4 + [[2, 1, 1, 1, 1, 1]] * 2}, "A (4), B (2)"),
    ("farkle", {"dice.wild": [[1], [], [], [], [], []]}, "A (1 with 2 3 4 5 6 *), B (5 with 1 2 3 4 5 6)"),
    ("farkle", {"dice.wild": [1]}, "A * stands for any face"),
    ("farkle", {"turn.minimum_bank": 350}, "A bank needs 350 points"),
    ("farkle", {"turn.first_bank": 1000}, "no points, a bank needs 1,000"),
    ("farkle", {"turn.beat_previous": True}, "exceed what the previous player"),
    ("farkle", {"turn.set_aside": "all", "turn.leave": ["5", "1"]}, "must be set aside (only a 5 or a 1 may be left)"),
    ("farkle", {"turn.hot_dice": False}, "the turn must be banked"),
    ("farkle", {"turn.hot_dice": "forced"}, "When a whole roll scores"),
    ("farkle", {"turn.full_bust": 500}, "500 points and no bust"),
    ("farkle", {"turn.full_bust": 500, "turn.full_bust_rolls": "first"}, "in the first roll"),
    ("farkle", {"turn.single_die_bonus": [300, 500]}, "adds 300, then 500 points"),
    ("farkle", {"turn.keep_on_bust": True}, "the turn total is kept"),
    ("farkle", {"bust.streak": 3, "bust.penalty": 1000, "bust.floor": "none"}, "3 busts in a row cost 1,000"),
    ("farkle", {"events.lose_banked": ["xxxx"]}, "four alike loses every banked point"),
    ("farkle", {"events.win": ["666666"]}, "six 6s wins the game immediately"),
    ("farkle", {"events.bust": ["22"]}, "two 2s is a bust"),
    ("farkle", {"end.rule": "last-turn"}, "one more turn"),
    (
        "farkle",
        {"end.rule": "equal-turns", "end.tie": "split"},
        "the round is completed, and the highest score wins. A tie",
    ),
    ("hog", {"turn.choose_dice": [2, 9]}, "2 to 9"),
]


@pytest.mark.parametrize(("preset", "changes", "words"), ODD)
def test_an_odd_rule_is_reported_where_it_holds_and_only_there(
    preset: str, changes: dict[str, Any], words: str
) -> None:
    usual = jd.rules(preset)
    assert words in " ".join(how_to_play(usual.replace(changes)))
    assert words not in " ".join(how_to_play(usual))


@pytest.mark.parametrize("preset", jd.presets())
def test_every_preset_says_what_one_does_and_how_it_is_won(preset: str) -> None:
    rules = jd.rules(preset)
    first, *_, last = how_to_play(rules)
    assert first.startswith(("Roll ", "Choose how many dice"))
    assert f"{rules.goal:,}" in last
    assert [(one["pattern"], one["points"]) for one in scoring_list(rules)] == [
        (str(pattern), points) for pattern, points in rules.scoring
    ]
    assert most_seats(rules) == (2 if rules.simultaneous else 8)
