"""The best card for Hog: a number of dice, and rules that are added as long as they gain something.

Each rule is the one that gains most against optimal play, by exact evaluation; after each, all scores of the rules are
moved up and down until none can be improved.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np

from jeopardice import _core
from jeopardice.analysis.card_search import Opponent, PricedCard
from jeopardice.errors import JeopardiceError
from jeopardice.race_solution import RaceSolution
from jeopardice.solvers.values import Progress
from jeopardice.strategies.builtin import DiceCount
from jeopardice.strategies.dice_card import DiceCard, Rule

WORTHWHILE = 3e-4
"""Two more numbers to memorise must gain more than this."""
MOST_DICE = 15


def best_dice_card(
    solution: RaceSolution, integers: int | None = None, *, threads: int | None = None, progress: Progress | None = None
) -> PricedCard[DiceCard]:
    """The best card for a solved game of Hog, of at most so many numbers to memorise."""
    search = _Search(Opponent(solution, threads))
    told = progress or (lambda part: None)
    if integers is not None and integers < 1:
        raise JeopardiceError(f"integers: {integers}: a card for this game needs at least 1")
    card = max((DiceCard(dice) for dice in search.dice), key=search.evaluate)
    plain = value = search.evaluate(card)
    while integers is None or len(card.integers) + 2 <= integers:
        better = search.tuned(search.with_a_rule(card))
        gain = search.evaluate(better) - value
        told(min(0.9, len(better.integers) / 12))
        if gain < (WORTHWHILE if integers is None else 1e-9):
            break
        card, value = better, value + gain
    told(1.0)
    return PricedCard(card, value, plain)


class _Search:
    """Cards against one opponent."""

    def __init__(self, opponent: Opponent) -> None:
        self.opponent = opponent
        race = opponent.race
        fewest, most = race.rules.dice_to_choose
        rolls = {sum(roll.dice): roll for roll in race.turn.phases[0].rolls}
        self.dice = [dice for dice in range(fewest, min(most, MOST_DICE) + 1) if rolls[dice].going_on]
        self.landings = np.concatenate([DiceCount(dice).landings(race) for dice in self.dice])
        self.found: dict[DiceCard, float] = {}

    def evaluate(self, card: DiceCard) -> float:
        """How often a card wins against optimal play."""
        if card not in self.found:
            scores, n = self.opponent.scores, self.opponent.race.needed
            choice = np.full((n, n), card.dice)
            # The last rule written wins: the other's first, then the own, lower scores before higher.
            for start, dice in sorted(card.other):
                choice[:, scores >= start] = dice
            for start, dice in sorted(card.own):
                choice[scores >= start] = dice
            place = np.zeros(max(self.dice) + 1, dtype=np.int64)
            place[self.dice] = np.arange(len(self.dice))
            which = place[choice] * n + np.arange(n)[:, None]
            self.found[card] = self.opponent.beaten_by(_core.Player.known(self.landings, which.astype(np.int32)))
        return self.found[card]

    def with_a_rule(self, card: DiceCard) -> DiceCard:
        """The card with the rule that gains most."""
        goal = self.opponent.race.rules.goal
        step = max(1, goal // 20)
        rules = product(("own", "other"), range(step, goal, step), self.dice)
        cards = [_with(card, who, (*getattr(card, who), (start, dice))) for who, start, dice in rules]
        return max(cards, key=self.evaluate)

    def tuned(self, card: DiceCard) -> DiceCard:
        """The card with the best scores and dice near those of its rules."""
        goal = self.opponent.race.rules.goal
        while True:
            near = [card]
            for who in ("own", "other"):
                rules: tuple[Rule, ...] = getattr(card, who)
                for i, (start, dice) in enumerate(rules):
                    for by_score, by_dice in product((-4, -2, -1, 0, 1, 2, 4), (-1, 0, 1)):
                        moved = (start + by_score, dice + by_dice)
                        if 0 < moved[0] < goal and moved[1] in self.dice:
                            near.append(_with(card, who, (*rules[:i], moved, *rules[i + 1 :])))
            best = max(near, key=self.evaluate)
            if self.evaluate(best) <= self.evaluate(card) + 1e-12:
                return card
            card = best


def _with(card: DiceCard, who: str, rules: tuple[Rule, ...]) -> DiceCard:
    ordered = tuple(sorted(rules, reverse=True))
    return replace(card, own=ordered) if who == "own" else replace(card, other=ordered)
