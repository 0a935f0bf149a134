"""Rules that may be added to a game of hidden information with three-sided dice: one of each kind, and all."""

from __future__ import annotations

from typing import Any

KINDS: dict[str, dict[str, Any]] = {
    "a win at once": {"events.win": ["33"]},
    "a first bank": {"turn.first_bank": 4},
    "everything lost": {"events.bust": [], "events.lose_banked": ["1"]},
    "a penalty": {"bust.streak": 1, "bust.penalty": 2},
    "a penalty below 0": {"bust.streak": 1, "bust.penalty": 2, "bust.floor": -3},
    "two busts in a row": {"bust.streak": 2, "bust.penalty": 2, "bust.floor": -1},
    "a penalty with a floor": {"bust.streak": 1, "bust.penalty": 3, "bust.floor": 2},
    "kept throws that count": {
        "turn.keep_on_bust": True,
        "turn.minimum_bank": 3,
        "turn.first_bank": 5,
        "bust.streak": 2,
        "bust.penalty": 2,
        "bust.floor": -1,
    },
    "all of them": {
        "events.win": ["33"],
        "events.lose_banked": ["11"],
        "turn.first_bank": 4,
        "bust.streak": 1,
        "bust.penalty": 2,
    },
}
