"""The search for the best set of dice.

If there are few sets, all of them are evaluated, and the best is certain. Otherwise the search is local. One die of
each kind beside plain dice ranks the kinds; the search starts from as many dice of one kind as are owned, filled up in
that order, for the most promising kinds. From each start the best exchange of one die is made until none is better. The
best set found is then tried with every exchange of two dice, and if one is better, the search continues from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb, inf

from jeopardice.analysis.dice_sets.inventory import Inventory
from jeopardice.analysis.dice_sets.worth import Bounds, Shown, Worth
from jeopardice.common.progress import Progress

Chosen = tuple[int, ...]
"""The dice of a set by their numbers in the inventory, in order."""
ALL_UP_TO = 2000
"""Up to this many sets, all of them are evaluated."""
STARTS = 3
KEPT = 5
"""The best sets that are reported."""


@dataclass(frozen=True)
class DiceSet:
    """A set of dice, and what it is worth."""

    dice: tuple[str, ...]
    value: float
    """Points, turns or a chance; infinite where the turn need never end."""
    error: float
    chosen: Chosen


class DiceSetSearch:
    """The best sets of dice so far; `run` looks for better ones and may be stopped at any time."""

    def __init__(
        self, worth: Worth, inventory: Inventory, plain: Shown, *, all_up_to: int = ALL_UP_TO, exchanges: int = 2
    ) -> None:
        self.worth, self.inventory, self.plain = worth, inventory, plain
        self.count = len(plain)
        self.sets = inventory.sets(self.count)
        self.looks_at_all = self.sets <= all_up_to
        self.exchanges = exchanges
        self._looked_at_all = False
        self._shows = [die.shows(worth.turns.rules.dice) for die in inventory.dice]
        self._values: dict[Chosen, Bounds] = {}

    def run(self, progress: Progress | None = None) -> None:
        """Look for the best set."""
        search = self._look_at_all if self.looks_at_all else self._exchange
        search(progress or (lambda part: None))

    @property
    def certain(self) -> bool:
        """Whether nothing can be better: all sets were evaluated, or a turn need never end."""
        return self._looked_at_all or any(value.low == inf for value in self._values.values())

    @property
    def searched(self) -> int:
        """How many sets were evaluated."""
        return len(self._values)

    @property
    def best(self) -> tuple[DiceSet, ...]:
        """The best sets so far, the best first; among equal ones, those with the fewest kinds of dice."""
        ranked = sorted(self._values.items(), key=lambda item: (-item[1].low, len(set(item[0])), item[0]))
        return tuple(self._found(chosen, value) for chosen, value in ranked[:KEPT])

    def plain_value(self) -> float:
        """What the dice of the rules are worth."""
        return self.worth.sign * self.worth.of(self.plain).middle

    def shown(self, chosen: Chosen) -> Shown:
        """What the dice of a set show."""
        return tuple(self._shows[die] for die in chosen)

    def _found(self, chosen: Chosen, value: Bounds) -> DiceSet:
        dice = tuple(self.inventory.dice[die].label for die in chosen)
        return DiceSet(dice, self.worth.sign * value.middle, value.error, chosen)

    def _value(self, chosen: Chosen) -> float:
        """What a set is worth, or a lower bound where it cannot be among the best."""
        if chosen not in self._values:
            self._values[chosen] = self.worth.of(self.shown(chosen), self._enough())
        return self._values[chosen].low

    def _enough(self) -> float:
        """The worth that a set needs to be among the best."""
        lows = sorted((value.low for value in self._values.values()), reverse=True)
        return lows[KEPT - 1] if len(lows) >= KEPT else -inf

    def _look_at_all(self, report: Progress) -> None:
        every = combinations_with_replacement(range(len(self._shows)), self.count)
        for done, chosen in enumerate(filter(self._owned, every)):
            report(done / self.sets)
            if self._value(chosen) == inf:
                return
        self._looked_at_all = True

    def _owned(self, chosen: Chosen) -> bool:
        return all(n <= self.inventory.dice[die].owned for die, n in Counter(chosen).items())

    def _exchange(self, report: Progress) -> None:
        ranked = self._ranked_kinds(report)
        starts = sorted({self._filled(kind, ranked) for kind in ranked}, key=self._value, reverse=True)
        for i, start in enumerate(starts[:STARTS]):
            report(0.1 + 0.2 * i / STARTS)
            self._climb(start)
        report(0.3)
        while self.exchanges > 1 and not self.certain:
            if not self._try_pairs(self.best[0].chosen, report):
                return
            self._climb(self.best[0].chosen)

    def _ranked_kinds(self, report: Progress) -> list[int]:
        """The kinds of dice, in the order of what one of them beside plain dice is worth."""
        worths = []
        for kind, shown in enumerate(self._shows):
            report(0.1 * kind / len(self._shows))
            worths.append((-self.worth.of((*self.plain[1:], shown)).low, kind))
        return [kind for _, kind in sorted(worths) if self.inventory.dice[kind].owned]

    def _filled(self, first: int, ranked: list[int]) -> Chosen:
        chosen: list[int] = []
        for kind in (first, *ranked):
            free = self.inventory.dice[kind].owned - chosen.count(kind)
            chosen += [kind] * min(free, self.count - len(chosen))
        return tuple(sorted(chosen))

    def _climb(self, chosen: Chosen) -> None:
        while True:
            better = max(self._neighbours(chosen, 1), key=self._value)
            if self._value(better) <= self._value(chosen):
                return
            chosen = better

    def _try_pairs(self, chosen: Chosen, report: Progress) -> bool:
        """Whether an exchange of two dice is better."""
        value, pairs = self._value(chosen), len(_parts(chosen, 2)) * comb(len(self._shows) + 1, 2)
        for done, other in enumerate(self._neighbours(chosen, 2)):
            report(0.3 + 0.7 * done / pairs)
            if self._value(other) > value:
                return True
        return False

    def _neighbours(self, chosen: Chosen, exchanged: int) -> Iterator[Chosen]:
        """The sets with this many dice exchanged, including the set itself."""
        seen = set()
        for stay in sorted(_parts(chosen, exchanged)):
            for new in combinations_with_replacement(range(len(self._shows)), exchanged):
                other = tuple(sorted((*stay, *new)))
                if other not in seen and self._owned(other):
                    seen.add(other)
                    yield other


def _parts(chosen: Chosen, without: int) -> set[Chosen]:
    """The parts of a set that may remain when this many dice are removed."""
    return set(combinations(chosen, len(chosen) - without))
