"""The turns of many sets of dice for one game. What rolls come to is found once for all sets with as many of a kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import gcd

from jeopardice.common.errors import InputError
from jeopardice.native.ordered_rolls import OrderedRolls, Support
from jeopardice.race.model import floor_of, has_streak_penalty
from jeopardice.rulebook import Rules
from jeopardice.turn import TurnModel
from jeopardice.turn.build import gathered, shape_of
from jeopardice.turn.dice import Hand, Weights, smaller_hands
from jeopardice.turn.shape import TurnShape

Shown = tuple[Weights, ...]
"""What each die of a set shows how often."""


class DiceSetTurns:
    """Sets of dice to turns. Wild dice are looked for where the rules or the inventory have any."""

    def __init__(self, rules: Rules, *, wild: bool) -> None:
        if rules.family != "farkle":
            raise InputError(f'{rules.where}: family: "{rules.family}": sets of dice are for family "farkle"')
        # Any wild face will do: it makes room for "*" among what dice show. Weights are those of each set.
        dice = replace(rules.dice, weights=(), wild=((1,),) if wild or rules.dice.wild else ())
        self.rules = replace(rules, dice=dice)
        self._rolls = OrderedRolls(self.rules)
        if self._rolls.too_many:
            raise InputError(f"{rules.where}: dice: {dice.count} dice of {dice.sides} sides have too many rolls")
        self._shapes: dict[tuple[Hand, tuple[Support, ...]], TurnShape] = {}
        self.unit = points_unit(rules)

    def of(self, shown: Shown) -> TurnModel:
        """The turn of a set of dice; also one that need never end, or that never scores."""
        numbers = Counter(gathered(self.rules, shown))
        kinds = tuple(sorted(numbers, key=lambda kind: (-numbers[kind], self._rolls.support(kind), kind)))
        hand = tuple(numbers[kind] for kind in kinds)
        shape = (hand, tuple(map(self._rolls.support, kinds)))
        if shape not in self._shapes:
            smaller = [part for part in smaller_hands(hand) if any(part)]
            results = {part: self._rolls.of(shape[1], part).results for part in smaller}
            self._shapes[shape] = shape_of(self.rules, hand, results)
        model = self._shapes[shape].weighed(kinds, lambda part: self._rolls.counts(kinds, part))
        return replace(model, counted_in=self.unit)


def points_unit(rules: Rules) -> int:
    """What divides everything that dice can score in a game, whichever dice they are."""
    turn = rules.turn
    lost = (rules.bust.penalty, floor_of(rules)) if has_streak_penalty(rules) else ()
    return gcd(*(points for _, points in rules.scoring), turn.full_bust, *turn.single_die_bonus, *lost)
