"""Variants simulated with the solution's decisions, by the brute force's own dice and rules."""

from __future__ import annotations

from functools import cache
from math import sqrt
from random import Random

import pytest

import jeopardice as jd
from jeopardice.solvers.race import solve_race
from jeopardice.turn import Place
from oracles.roll import Dice, Step
from oracles.table import Offer, State, Table
from support.play_carryover import play
from support.variants import VARIANTS

pytestmark = pytest.mark.slow

GAMES = 200


class Solved:
    """The decisions of a solution in one state."""

    def __init__(self, race: jd.RaceSolution, state: State) -> None:
        self.state, self.model = state, race.model.turn
        busts, seat = (state.my_busts, state.their_busts), 1 if state.starts else 2
        self.turn = race.turn_at((state.mine, state.theirs), busts=busts, to_beat=state.to_beat, seat=seat)

    def phase(self, left: Dice, singles: int) -> int:
        return self.model.places[Place((len(left),), singles)]

    def rolling(self, position: Offer) -> float:
        phase = self.phase(position[0], position[2])
        return float(self.turn.roll_value(phase, self.model.phases[phase].rolls[0], position[1]))

    def best_start(self) -> Offer:
        afresh: Offer = (tuple(range(self.model.rules.dice.count)), 0, 0)
        offer = self.state.offer
        return offer if offer and self.rolling(offer) > self.turn.state_value(0, 0) else afresh

    def best_dice(self, left: Dice, total: int, singles: int) -> Dice:
        return left

    def best_step(self, total: int, singles: int, steps: list[Step]) -> Offer:
        positions: list[Offer] = [(left, total + points, singles) for points, left, _ in steps]
        return max(positions, key=lambda p: float(self.turn.state_value(self.phase(p[0], p[2]), p[1])))

    def banks(self, left: Dice, total: int, singles: int) -> bool:
        return self.turn.action(self.phase(left, singles), total) == "bank"


@pytest.mark.parametrize(("name", "seed"), list(zip(VARIANTS, range(1, 100), strict=False)))
def test_variants_played_by_simulation_agree_within_three_standard_errors(name: str, seed: int) -> None:
    document = VARIANTS[name]
    race = solve_race(jd.rules(document))
    player_at = cache(lambda state: Solved(race, state))
    table, random = Table(document, None), Random(seed)
    wins = [play(table, player_at, random) for _ in range(GAMES)]
    chance = float(race.value)
    assert abs(sum(wins) / GAMES - chance) <= 3 * sqrt(chance * (1 - chance) / GAMES)
