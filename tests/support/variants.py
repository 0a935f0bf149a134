"""Games with every key that carries something over to the next turn, as people play them."""

from __future__ import annotations

from support.small_rules import Document

PIG: Document = {"family": "pig", "goal": 40, "dice": {"count": 1}, "events": {"bust": ["1"]}}
TWO_DICE: Document = {
    "family": "pig",
    "goal": 50,
    "dice": {"count": 2},
    "events": {"bust": ["1"], "lose_banked": ["11"]},
}
FARKLE: Document = {
    "goal": 1500,
    "dice": {"count": 4},
    "scoring": {"1": 100, "5": 50, "111": 1000, "222": 200, "333": 300, "444": 400, "555": 500, "666": 600},
}
VARIANTS: dict[str, Document] = {
    "two-dice pig": TWO_DICE,
    "pig with a penalty": {**PIG, "bust": {"streak": 2, "penalty": 10}},
    "pig below zero": {**PIG, "bust": {"streak": 2, "penalty": 15, "floor": -30}},
    "pig, beat the total before": {**PIG, "turn": {"beat_previous": True}},
    "pig with a last turn": {**PIG, "end": {"rule": "last-turn", "tie": "split"}},
    "pig, equal turns": {**PIG, "end": {"rule": "equal-turns"}},
    "pig, stolen turns": {**PIG, "goal": 25, "turn": {"steal": "after-bank"}},
    "two-dice pig, stolen busts": {**TWO_DICE, "goal": 30, "turn": {"steal": "after-bust"}},
    "farkle with three farkles": {**FARKLE, "bust": {"streak": 3, "penalty": 500}},
    "farkle with a first bank and a last turn": {**FARKLE, "turn": {"first_bank": 300}, "end": {"rule": "last-turn"}},
    "farkle, stolen turns": {**FARKLE, "goal": 1000, "turn": {"steal": "after-bank", "minimum_bank": 200}},
    "farkle, stolen busts": {**FARKLE, "goal": 1000, "turn": {"steal": "after-bust"}},
    "farkle, beat the total before, kept busts": {
        **FARKLE,
        "goal": 1000,
        "turn": {"beat_previous": True, "keep_on_bust": True},
        "bust": {"streak": 2, "penalty": 100},
    },
}
