"""The best card for Hog: a number of dice, and rules that are added while they gain something.

Each rule is the one that gains most against optimal play, by exact evaluation; after each, all numbers of the card are
increased and decreased until none can be improved. A card of fewer numbers is one with fewer rules added.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np

from jeopardice.analysis.card_price import Opponent, Played, PricedCard
from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.race import RaceSolution
from jeopardice.strategies.base import book_of
from jeopardice.strategies.builtin import DiceCount
from jeopardice.strategies.card import DiceCard, Rule

WORTHWHILE = 3e-4
"""Two more numbers to memorise must gain more than this."""


def best_dice_card(
    solution: RaceSolution | MultiplayerSolution,
    integers: int | None,
    threads: int | None = None,
    report: Progress = lambda part: None,
) -> PricedCard[DiceCard]:
    """The best card for a solved game of Hog, with at most `integers` numbers to memorise."""
    if integers is not None and integers < 1:
        raise JeopardiceError(f"integers: {integers}: a card for this game needs at least 1")
    search = _DiceCardSearch(Opponent(solution, threads), solution)
    card = search.best([DiceCard(dice) for dice in search.allowed])
    plain = value = search.evaluate(card)
    while integers is None or len(card.integers) + 2 <= integers:
        better = search.tuned(search.with_a_rule(card))
        gain = search.evaluate(better) - value
        report(min(0.9, len(better.integers) / 12))
        if gain < WORTHWHILE:
            break
        card, value = better, value + gain
    report(1.0)
    return PricedCard(card, value, plain, search.opponent.players)


class _DiceCardSearch:
    """Cards against one opponent."""

    def __init__(self, opponent: Opponent, solution: RaceSolution | MultiplayerSolution) -> None:
        self.opponent = opponent
        race = opponent.race
        self.unit, self.needed = race.turn.unit, race.needed
        rolls = {sum(roll.dice): roll for roll in reversed(race.turn.phases[0].rolls)}
        self.allowed = [dice for dice in sorted(rolls) if rolls[dice].going_on]
        policies = [DiceCount(dice).policy(race, None) for dice in self.allowed]
        self.book = book_of(opponent.table, policies[0], takes_wins=True)
        for policy in policies:
            policy.added_to(self.book)
        self.worth_a_rule = self.allowed
        if solution.values.ndim == 2:
            # Without carryover only dice that best play rolls with some scores are worth a rule.
            each = np.stack([self.book.distributions(i, 1, self.needed) for i in range(len(self.allowed))])
            chances = each[:, :, :1] + each[:, :, 1:] @ (1 - solution.values.T)
            self.worth_a_rule = [self.allowed[i] for i in np.unique(chances.argmax(axis=0))]
        self.place = {dice: i for i, dice in enumerate(self.allowed)}
        self.found: dict[DiceCard, float] = {}

    def evaluate(self, card: DiceCard) -> float:
        """How often a card wins against optimal play."""
        return self.evaluate_all([card])[0]

    def evaluate_all(self, cards: list[DiceCard]) -> list[float]:
        """The same for several cards."""
        new = {card: self._policies(card) for card in cards if card not in self.found}
        self.found.update(zip(new, self.opponent.all_beaten_by(self.book, list(new.values())), strict=True))
        return [self.found[card] for card in cards]

    def _policies(self, card: DiceCard) -> Played:
        scores, n = self.opponent.scores, self.opponent.race.lowest
        which = np.full((n, n), self.place[card.dice])
        # The last rule written wins: the other's scores first, then the player's, lower scores before higher.
        for start, dice in sorted(card.other):
            which[:, scores >= start] = self.place[dice]
        for start, dice in sorted(card.own):
            which[scores >= start] = self.place[dice]
        return which, None

    def best(self, cards: list[DiceCard]) -> DiceCard:
        """The best of several cards, the first of equal ones."""
        return max(zip(self.evaluate_all(cards), range(0, -len(cards), -1), cards, strict=True))[2]

    def with_a_rule(self, card: DiceCard) -> DiceCard:
        """The card with the rule that gains most, if there is any."""
        step = max(1, self.needed // 20)
        rules = product(("own", "other"), range(step, self.needed, step), self.worth_a_rule)
        new = [_with(card, who, (*getattr(card, who), (start * self.unit, dice))) for who, start, dice in rules]
        return self.best([card, *new])

    def tuned(self, card: DiceCard) -> DiceCard:
        """The card with its dice and scores increased and decreased until none can be improved."""
        while True:
            near = [card, *(replace(card, dice=card.dice + by) for by in (-1, 1) if card.dice + by in self.place)]
            for who in ("own", "other"):
                rules: tuple[Rule, ...] = getattr(card, who)
                for i, (start, dice) in enumerate(rules):
                    for by_score, by_dice in product((-4, -2, -1, 0, 1, 2, 4), (-1, 0, 1)):
                        moved = (start + by_score * self.unit, dice + by_dice)
                        if 0 < moved[0] < self.needed * self.unit and moved[1] in self.place:
                            near.append(_with(card, who, (*rules[:i], moved, *rules[i + 1 :])))
            best = self.best(near)
            if self.evaluate(best) <= self.evaluate(card) + 1e-12:
                return card
            card = best


def _with(card: DiceCard, who: str, rules: tuple[Rule, ...]) -> DiceCard:
    ordered = tuple(sorted(rules, reverse=True))
    return replace(card, own=ordered) if who == "own" else replace(card, other=ordered)
