"""Tiny games with every key that carries something over to the next turn, small enough for brute force."""

from __future__ import annotations

from support.small_rules import Document

PIG: Document = {"family": "pig", "goal": 8, "dice": {"count": 1, "sides": 4}, "events": {"bust": ["1"]}}
TWO_DICE: Document = {
    "family": "pig",
    "goal": 8,
    "dice": {"count": 2, "sides": 3},
    "events": {"bust": ["1"], "lose_banked": ["11"]},
}
FARKLE: Document = {"goal": 250, "dice": {"count": 2, "sides": 6}, "scoring": {"1": 100, "5": 50}}
LAST, EQUAL = {"rule": "last-turn"}, {"rule": "equal-turns", "tie": "split"}
CHANGES: dict[str, Document] = {
    "nothing": {},
    "a streak of one": {"bust": {"streak": 1, "penalty": 1}},
    "a streak of two": {"bust": {"streak": 2, "penalty": 2}},
    "a streak of three, below zero": {"bust": {"streak": 3, "penalty": 1, "floor": -2}},
    "a streak with a high floor": {"bust": {"streak": 2, "penalty": 3, "floor": 2}},
    "below zero, first banks": {
        "bust": {"streak": 2, "penalty": 1, "floor": -1},
        "turn": {"first_bank": 3},
    },
    "beat the total before": {"turn": {"beat_previous": True}},
    "a last turn": {"end": LAST},
    "a last turn, ties split": {"end": {**LAST, "tie": "split"}},
    "equal turns": {"end": {"rule": "equal-turns"}},
    "equal turns, ties split": {"end": EQUAL},
    "busts keep the total": {"turn": {"keep_on_bust": True, "first_bank": 2}, "bust": {"streak": 2, "penalty": 2}},
    "steal after a bank": {"turn": {"steal": "after-bank"}},
    "steal after a bust": {"turn": {"steal": "after-bust"}},
    "steal after a bank with minima": {"turn": {"steal": "after-bank", "minimum_bank": 2, "first_bank": 3}},
    "steal after a bust with minima": {"turn": {"steal": "after-bust", "minimum_bank": 2, "first_bank": 3}},
    "steal and streak": {"turn": {"steal": "after-bank"}, "bust": {"streak": 2, "penalty": 1, "floor": -1}},
    "steal busts and streak": {"turn": {"steal": "after-bust"}, "bust": {"streak": 2, "penalty": 1, "floor": -1}},
    "steal and beat": {"turn": {"steal": "after-bank", "beat_previous": True}},
    "steal busts and beat": {"turn": {"steal": "after-bust", "beat_previous": True}},
    "beat, in a last turn": {"turn": {"beat_previous": True, "first_bank": 2}, "end": {**LAST, "tie": "split"}},
    "beat and keep, equal turns": {"turn": {"beat_previous": True, "keep_on_bust": True}, "end": EQUAL},
    "streak, equal turns": {"bust": {"streak": 2, "penalty": 2}, "end": EQUAL},
    "steal busts, keep, last turn": {"turn": {"steal": "after-bust", "keep_on_bust": True}, "end": LAST},
}


def combined(base: Document, change: Document, scale: int = 1) -> Document:
    """A game with changes, whose points are scaled to the game's unit."""
    document = {key: dict(value) if isinstance(value, dict) else value for key, value in base.items()}
    for section, keys in change.items():
        scaled = {k: v * scale if type(v) is int and k not in ("streak",) else v for k, v in keys.items()}
        document[section] = {**document.get(section, {}), **scaled}
    return document


GAMES = {
    f"{name}: {change}": combined(base, keys, scale)
    for name, base, scale in (
        ("pig", {**PIG, "goal": 6}, 1),
        ("two dice", {**TWO_DICE, "goal": 6}, 1),
        ("farkle", FARKLE, 50),
    )
    for change, keys in CHANGES.items()
}
del GAMES["pig: beat and keep, equal turns"]  # a minute of brute force
GAMES["farkle: beat and keep, equal turns"]["goal"] = 150
GAMES["farkle: the last word for fewer points"] = {
    "goal": 7,
    "dice": {"count": 3, "sides": 4},
    "scoring": {"1": 2, "2": 1},
    "end": LAST,
}
