"""The oracle against games played out roll by roll."""

from __future__ import annotations

import random
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest

from oracles.game import Choice, Game, Hand, Offer, State, TurnValues, WinValues
from oracles.game.model import Faces
from support.random_games import Document

COIN: Document = {"family": "pig", "dice": {"count": 1, "sides": 2}}
LAST, EQUAL = {"rule": "last-turn"}, {"rule": "equal-turns"}
FARKLE: Document = {"dice": {"count": 3, "sides": 4}, "scoring": {"1": 2, "4": 1, "xxx": 5, "23": 3}}
PLAYED: list[Document] = [
    {**COIN, "goal": 7, "dice": {"count": 2, "sides": 3}, "scoring": {"23": 2}},
    {**COIN, "goal": 9, "dice": {"count": 1, "sides": 4}, "end": LAST},
    {
        **COIN,
        "goal": 9,
        "dice": {"count": 1, "sides": 4},
        "end": {"rule": "equal-turns", "tie": "split"},
        "turn": {"steal": "after-bank"},
    },
    {
        **COIN,
        "goal": 6,
        "dice": {"count": 2, "sides": 3},
        "turn": {"steal": "after-bust", "keep_on_bust": True},
        "bust": {"streak": 2, "penalty": 2, "floor": 0},
    },
    {"family": "hog", "goal": 9, "dice": {"count": 3, "sides": 4}, "bust": {"streak": 2, "penalty": 3, "floor": -3}},
    {
        "family": "hog",
        "goal": 9,
        "dice": {"count": 3, "sides": 4},
        "end": EQUAL,
        "turn": {"minimum_bank": 3, "keep_on_bust": True},
        "events": {"bust": ["11"], "lose_banked": ["22"]},
    },
    {
        "family": "hog",
        "goal": 8,
        "dice": {"count": 3, "sides": 4},
        "end": {"rule": "last-turn", "tie": "split"},
        "turn": {"beat_previous": True, "first_bank": 3},
    },
    {**FARKLE, "goal": 6},
    {**FARKLE, "goal": 6, "turn": {"steal": "after-bank", "hot_dice": False}},
    {**FARKLE, "goal": 4, "turn": {"steal": "after-bust", "single_die_bonus": [2, 1]}, "end": LAST},
    {
        **FARKLE,
        "goal": 6,
        "turn": {"steal": "after-bust", "full_bust": 1, "full_bust_rolls": "first"},
        "events": {"lose_banked": ["22"]},
        "bust": {"streak": 1, "penalty": 1, "floor": -2},
    },
    {**FARKLE, "goal": 5, "turn": {"steal": "after-bank", "beat_previous": True}, "end": EQUAL},
    {**FARKLE, "goal": 6, "turn": {"hot_dice": "forced", "minimum_bank": 2, "first_bank": 4}, "end": LAST},
    {**FARKLE, "goal": 6, "turn": {"set_aside": "all", "leave": ["4", "1"], "hot_dice": False, "minimum_bank": 3}},
    {
        **FARKLE,
        "goal": 5,
        "dice": {"count": 3, "sides": 4, "wild": [[4], [], []]},
        "turn": {"keep_on_bust": True},
        "end": {"rule": "last-turn", "tie": "split"},
        "events": {"lose_banked": ["33"]},
    },
    {
        **FARKLE,
        "goal": 6,
        "dice": {"count": 2, "sides": 4, "weights": [[1, 2, 3, 0], [1, 1, "1/2", 0.5]]},
        "turn": {"steal": "after-bank", "single_die_bonus": [1]},
    },
    {
        **FARKLE,
        "goal": 4,
        "dice": {"count": 3, "sides": 4, "wild": [2]},
        "bust": {"streak": 3, "penalty": 2},
        "events": {"win": ["113"]},
        "end": EQUAL,
    },
    {
        **FARKLE,
        "goal": 5,
        "turn": {"keep_on_bust": True, "beat_previous": True, "steal": "after-bust"},
        "bust": {"streak": 2, "penalty": 1, "floor": -1},
    },
    {
        **FARKLE,
        "goal": 5,
        "turn": {"full_bust": 2, "hot_dice": False, "first_bank": 3, "keep_on_bust": True},
        "end": LAST,
    },
    {
        **FARKLE,
        "goal": 5,
        "turn": {"minimum_bank": 3, "hot_dice": False, "steal": "after-bust"},
        "bust": {"streak": 2, "penalty": 4, "floor": -4},
        "events": {"bust": ["44"]},
    },
]


class Table:
    """Plays a game roll by roll, by the letter of the rules, with the oracle's best choices on both sides."""

    def __init__(self, document: Document, values: WinValues, seed: int) -> None:
        self.document, self.values, self.random = document, values, random.Random(seed)
        self.turn, self.bust, self.end = (document.get(name, {}) for name in ("turn", "bust", "end"))
        dice = document["dice"]
        weights, wild = dice.get("weights", []), dice.get("wild", [])
        kinds: list[Any] = []
        for die in range(dice["count"]):
            own = weights[die] if weights and isinstance(weights[0], list) else weights or [1] * dice["sides"]
            own = [float(Fraction(str(weight))) for weight in own]
            jokers = wild[die] if wild and isinstance(wild[0], list) else wild
            key = ([weight / sum(own) for weight in own], jokers)
            if key not in kinds:
                kinds.append(key)
        self.kinds, self.known = kinds, dict[Any, dict[Faces, Choice | str]]()

    def throw(self, hand: Hand) -> Faces:
        """A roll of a hand."""
        faces: list[tuple[int, int]] = []
        for kind, number in enumerate(hand):
            weights, jokers = self.kinds[kind]
            shown = self.random.choices(range(1, len(weights) + 1), weights, k=number)
            faces += [(kind, 0 if face in jokers else face) for face in shown]
        return tuple(sorted(faces))

    def best(
        self, turn: TurnValues, state: State, hand: Hand, total: int, singles: int, first: bool, faces: Faces
    ) -> Choice | str:
        """The event of a roll, or the best choice."""
        key = state, hand, total, singles, first
        if key not in self.known:
            self.known[key] = {
                roll: what if isinstance(what, str) else max(what, key=lambda option: option[1][0])[0]
                for roll, _, what, _ in turn.rolls(hand, total, singles, first)
            }
        return self.known[key][faces]

    def play(self) -> float:
        """One game; the first player's part of the win."""
        scores, busts, who, beat = [0, 0], [0, 0], 0, 0
        offer: Offer | None = None
        reached: int | None = None
        equal = self.end.get("rule") == "equal-turns"
        while True:
            other = 1 - who
            state = State(
                scores[who],
                scores[other],
                busts[who],
                busts[other],
                beat if self.turn.get("beat_previous") else 0,
                offer,
                not equal or who == 0,
                reached is not None,
            )
            turn = self.values.turn(state)
            way, hand, _ = max(turn.starts(), key=lambda start: start[2][0])
            total, singles, first = 0, 0, True
            if way == "steal" and offer:
                total, singles, first = offer.total, offer.singles, False
            offer = None
            while True:
                faces = self.throw(hand)
                what = self.best(turn, state, hand, total, singles, first, faces)
                first = False
                if what == "win":
                    return 1.0 - who
                if isinstance(what, str) or what.then == "end":
                    if isinstance(what, Choice):
                        total = what.total
                    elif self.turn.get("steal") == "after-bust" and total:
                        offer = Offer(hand, total, singles)
                    beat, banked = 0, False
                    scores[who] = (
                        0 if what == "lose_banked" else (scores[who] + (total if self.turn.get("keep_on_bust") else 0))
                    )
                    break
                total, singles, hand = what.total, what.singles, what.hand
                if what.then == "bank":
                    scores[who] += total
                    beat, banked = total, True
                    if self.turn.get("steal") == "after-bank" and any(hand):
                        offer = Offer(hand, total, singles)
                    break
            busts[who] = 0 if banked else busts[who] + 1
            if self.bust and busts[who] == self.bust["streak"]:
                busts[who] = 0
                floor = self.bust.get("floor", 0)
                if scores[who] > floor:
                    scores[who] = max(floor, scores[who] - self.bust["penalty"])
            if reached is not None:
                if scores[0] == scores[1]:
                    return 0.5 if self.end.get("tie") == "split" else 1.0 - reached
                return float(scores[0] > scores[1])
            if scores[who] >= self.document["goal"]:
                if self.end.get("rule", "sudden") == "sudden" or (equal and who == 1):
                    return 1.0 - who
                reached = who
            who = other


@pytest.mark.parametrize("number", range(len(PLAYED)))
def test_played(number: int) -> None:
    document = PLAYED[number]
    game = Game(document, seconds=120)
    values = game.win()
    low, high = values.bounds(game.start)
    assert high - low < 1e-7
    table = Table(document, values, number)
    games = 1000
    results = [table.play() for _ in range(games)]
    mean = sum(results) / games
    error = sqrt(max(mean * (1 - mean), 1e-4) / games)
    assert abs(mean - low) < 4 * error
    assert game.start in values.states
    for state in list(values.states)[:500]:
        below, above = values.bounds(state)
        assert 0 <= below <= above <= 1
