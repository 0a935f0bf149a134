"""Games to be judged, advised and reviewed, and their judges."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import jeopardice as jd
from jeopardice.play.judge import Judge
from jeopardice.play.record import Record
from jeopardice.solutions.simultaneous import SimultaneousSolution

SHORTER: dict[str, dict[str, Any]] = {
    "farkle-facebook": {"goal": 500, "bust.penalty": 100},
    "zilch": {"goal": 500, "bust.penalty": 100},
}
"""Games that take long to solve even to 2,000."""
ODD: dict[str, dict[str, Any]] = {
    "stolen after a bank": {"preset": "pig", "set": {"goal": 30, "turn.steal": "after-bank"}},
    "stolen after a bust": {"preset": "two-dice-pig", "set": {"goal": 40, "turn.steal": "after-bust"}},
    "stolen, and a last turn": {
        "preset": "pig",
        "set": {"goal": 30, "turn.steal": "after-bust", "end.rule": "last-turn"},
    },
    "stolen, and a total to beat": {
        "preset": "farkle",
        "set": {"goal": 1500, "turn.steal": "after-bank", "turn.beat_previous": True},
    },
    "penalties without a floor": {
        "preset": "pig",
        "set": {"goal": 15, "bust.streak": 1, "bust.penalty": 3, "bust.floor": "none", "turn.beat_previous": True},
    },
    "penalties, and equal turns": {
        "preset": "pig",
        "set": {"goal": 15, "bust.streak": 2, "bust.penalty": 4, "bust.floor": -8, "end.rule": "equal-turns"},
    },
    "a first bank, and a last turn": {
        "preset": "farkle",
        "set": {"goal": 1500, "turn.first_bank": 400, "end.rule": "last-turn", "end.tie": "split"},
    },
    "kept busts, a full bust and bonuses": {
        "preset": "farkle",
        "set": {
            "goal": 1500,
            "turn.keep_on_bust": True,
            "turn.full_bust": 300,
            "turn.full_bust_rolls": "first",
            "turn.single_die_bonus": [50, 100],
            "turn.minimum_bank": 200,
            "turn.hot_dice": False,
        },
    },
    "hog with a last turn": {"preset": "hog", "set": {"goal": 40, "turn.choose_dice": [1, 8], "end.rule": "last-turn"}},
}
SEVERAL: list[tuple[dict[str, Any], int]] = [
    ({"preset": "pig", "set": {"goal": 30}}, 3),
    ({"preset": "pig", "set": {"goal": 10, "bust.streak": 2, "bust.penalty": 5}}, 4),
    ({"preset": "pig", "set": {"goal": 20, "end.rule": "last-turn"}}, 3),
    ({"preset": "pig", "set": {"goal": 20, "end.rule": "equal-turns"}}, 3),
    ({"preset": "farkle", "set": {"goal": 1000, "turn.beat_previous": True}}, 3),
]
SIMULTANEOUS: list[dict[str, Any]] = [
    {"preset": "television-hog"},
    {
        "preset": "pig",
        "set": {"goal": 12, "dice.sides": 4, "simultaneous": True, "end.rule": "equal-turns", "end.tie": "split"},
    },
    {"preset": "television-hog", "set": {"goal": 30, "turn.choose_dice": [1, 4], "events.win": ["66"]}},
    {
        "preset": "pig",
        "set": {
            "goal": 12,
            "dice.sides": 5,
            "simultaneous": True,
            "end.rule": "equal-turns",
            "end.tie": "split",
            "events.win": ["4"],
        },
    },
    {
        "preset": "television-hog",
        "set": {"goal": 12, "turn.choose_dice": [1, 3], "bust.streak": 2, "bust.penalty": 4, "bust.floor": -4},
    },
]


@cache
def _judge(record: Record) -> Judge:
    solution = jd.solve(record.rules, cache=True)
    assert isinstance(solution, jd.RaceSolution | jd.MultiplayerSolution | SimultaneousSolution)
    return Judge(solution)


def judge_of(record: Record) -> Judge:
    return _judge(replace(record, moves=(), seed="", first=0))


def of_preset(preset: str) -> dict[str, Any]:
    """A preset, to a goal that is soon solved."""
    goal = jd.rules(preset).goal
    return {"preset": preset, "set": SHORTER.get(preset, {"goal": 2000} if goal > 2000 else {"goal": goal})}
