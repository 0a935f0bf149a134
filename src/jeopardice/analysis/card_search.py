"""The best card for a game: maximum scoring rounded to a table, then improved, number by number, by exact evaluation.

The table is that of `jeopardice.analysis.cards`. The thresholds B_n and D_n, and the totals from which to bank, are
searched one after the other, repeatedly, each for the best exact result against optimal play, until none can be
improved; so are the points of lines for what is carried over, which a card has only if they gain something. Then the
card is shortened, number by number, and each shorter card is improved in the same way. Of those that are short enough
the best is taken, so that a card with more numbers never does worse.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import accumulate, count, product
from math import sqrt
from typing import Any

from jeopardice.analysis.card_numbers import (
    KINDS,
    THRESHOLDS,
    CardNumber,
    Kind,
    general_numbers,
    removed,
    shorter_cards,
)
from jeopardice.analysis.card_price import Opponent, PricedCard, Prices, key_of
from jeopardice.analysis.cards import race_rows
from jeopardice.analysis.dice_search import best_dice_card
from jeopardice.analysis.solved import SolvedGame, solution_of
from jeopardice.common.progress import Progress, parts_of
from jeopardice.race.model import RaceModel
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.race import race_of
from jeopardice.strategies.card import Card

TINY = 1e-9
"""A number to memorise must gain more than this."""
TRIED = 5
"""How many ways to shorten a card are evaluated exactly: those that seem best."""
CHECKED = 2
"""How many values of a number are evaluated exactly: those that seem best."""
WORSE = 5e-4
"""A card that wins less than the best by more than this is not shortened any further."""
SHORT = 100
"""Races of at most this many units are so fast that every table is evaluated exactly."""
STEPS = {True: (3, 3, 22, 4, 23, 45), False: (16, 1, 16, 21, 13, 34)}
"""The work in short and in long races: the opponent, the table, thresholds, useless numbers, all, shorter cards."""
LAST_TURNS = 50
"""The work of a line for last turns in a long race, in times of that of a threshold."""
USUALLY_DROPPED, USUAL_PASSES, USUALLY_SHORTER = 0.3, 2, 0.4
"""The part of the numbers that turns out to be useless, how often all are searched, and how much shorter cards get."""
CREEP = 0.03
"""How much of the way to the next report is shown with each sign of life until then."""


def card(
    game: SolvedGame, integers: int | None = None, *, threads: int | None = None, progress: Progress | None = None
) -> PricedCard[Any]:
    """Return the best card for a game, with at most `integers` numbers to memorise, and its price."""
    found, rest = solution_of(game, "card", progress, threads)
    solution = found if isinstance(found, MultiplayerSolution) else race_of(found, "card")
    report = rest or (lambda part: None)
    if solution.rules.family == "hog":
        return best_dice_card(solution, integers, threads, report)
    first, *steps = _work(solution.model)
    preparing, searching = parts_of(report, first, sum(steps))
    opponent = Opponent(solution, threads, preparing)
    preparing(1.0)
    return _CardSearch(opponent, searching).run(integers)


def _work(race: RaceModel) -> list[float]:
    """The work before a search and of its steps."""
    opponent, table, thresholds, *rest = STEPS[race.needed <= SHORT]
    numbers = [_work_of(line, race) for line in general_numbers(race)]
    usual = len(THRESHOLDS) * len(race.turn.phases)
    return [opponent, table, thresholds * (usual + sum(numbers)) / (usual + len(numbers)), *rest]


def _work_of(number: CardNumber, race: RaceModel) -> float:
    """The work of searching a number everywhere, relative to that of a threshold."""
    return LAST_TURNS if number.line.when == "last_turn" and race.needed > SHORT else 1


class _CardSearch:
    """Cards against one opponent."""

    def __init__(self, opponent: Opponent, progress: Progress) -> None:
        self.race, self.prices = opponent.race, Prices(opponent)
        self.unit, self.needed = self.race.turn.unit, self.race.needed
        self._general = general_numbers(self.race)
        self._costs: dict[Hashable, float] = {}
        self._in_vain: set[Hashable] = set()
        self._steps = iter(parts_of(progress, *_work(self.race)[1:]))
        self._begin_step()

    def _begin_step(self, pieces: float = 1.0) -> None:
        """Begin the next step, which has about this number of pieces."""
        self._step, self._done, self._piece = next(self._steps), 0.0, 1 / max(1.0, pieces)
        self._next = self._piece
        self.progress()

    def progress(self, done: float | None = None) -> None:
        """Report which part of the step is done, or (None) a little progress towards the next report."""
        if done is None:
            self._done += CREEP * (self._next - self._done)
        else:
            self._done = max(self._done, done)
            self._next = max(self._next, min(1.0, done + self._piece))
        self._step(self._done)

    def run(self, integers: int | None) -> PricedCard[Card]:
        """The best card that is short enough."""
        short: list[tuple[int, int, Card]] = []
        full = self._full()
        self._begin_step(USUALLY_SHORTER * len(full.integers))
        for card in self._shorter_and_shorter(full):
            value = self.prices.of(card)
            shortened = 1 - len(card.integers) / max(1, len(full.integers))
            # What a shorter card loses grows about with the square of the numbers removed.
            lost = max(0.0, max(short)[0] * TINY - value) / WORSE if short else 0.0
            self.progress(min(0.95, max(shortened / USUALLY_SHORTER, sqrt(lost))))
            if short and value < max(short)[0] * TINY - WORSE:
                break
            if integers is None or len(card.integers) <= integers:
                # Among practically equal cards, the shortest.
                short.append((round(value / TINY), len(short), card))
        card = max(short)[2]
        self.progress(1.0)
        return self.prices.priced(card)

    def _full(self) -> Card:
        """The best card of any length: search thresholds, drop useless numbers, improve all numbers."""
        card = self._table()
        numbers = self._numbers(card, THRESHOLDS)
        works = [_work_of(number, self.race) for number in numbers]
        self._begin_step(len(numbers) + 1)
        for number, work in zip(numbers, accumulate(works), strict=True):
            self._next = work / (sum(works) + 1)
            card = self._search(card, number, far=True)
            self.progress(self._next)
        card = self._improved(card, THRESHOLDS)
        usual = max(1.0, USUALLY_DROPPED * len(card.integers))
        self._begin_step(usual)
        for dropped in count(1):
            if not card.integers or self.prices.of(shorter := self._shorter(card)) < self.prices.of(card) - TINY:
                break
            card = shorter
            self.progress(min(0.95, dropped / usual))
        self._begin_step(USUAL_PASSES * len(self._numbers(card, KINDS)))
        return self._improved(card, KINDS, longer=True)

    def _table(self) -> Card:
        """Maximum scoring: for each number of dice one row, chosen so that all rows do best together."""
        rows = race_rows(self.race)
        card = Card({n: found[0] for n, found in rows.items()})
        before = -1.0
        while self.prices.of(card) > before + TINY:
            before = self.prices.of(card)
            for n, found in rows.items():
                cards = [card, *(replace(card, rows={**card.rows, n: row}) for row in found)]
                # The first of equal cards.
                card = max(zip(self._prices(cards), reversed(range(len(cards))), cards, strict=True))[2]
        return card

    def _shorter_and_shorter(self, card: Card) -> Iterator[Card]:
        """A card, then the best with fewer numbers, and so on."""
        yield card
        while card.integers:
            card = self._improved(self._shorter(card))
            yield card

    def _shorter(self, card: Card) -> Card:
        """The card after the removal that costs least for each number saved.

        What a removal costs changes little from one card to the next: only those that were cheapest are priced again.
        """
        value, numbers = self.prices.of(card), len(card.integers)

        def cost(price: float, other: Card) -> float:
            return (value - price) / (numbers - len(other.integers))

        fewer = {removed(card, other): other for other in shorter_cards(card, self.unit)}
        new = {missing: other for missing, other in fewer.items() if missing not in self._costs}
        for (missing, other), price in zip(new.items(), self._roughly(new.values(), card), strict=True):
            self._costs[missing] = cost(price, other)
        tried = sorted(fewer, key=lambda missing: self._costs[missing])[:TRIED]
        for missing, price in zip(tried, self._prices([fewer[missing] for missing in tried]), strict=True):
            self._costs[missing] = cost(price, fewer[missing])
        return fewer[min(tried, key=lambda missing: self._costs[missing])]

    def _roughly(self, cards: Iterable[Card], like: Card) -> list[float]:
        """How often cards win that are similar to another one: in a long race approximately."""
        return self.prices.roughly(cards, like, self.progress) if self.needed > SHORT else self._prices(cards)

    def _prices(self, cards: Iterable[Card]) -> list[float]:
        return self.prices.of_all(cards, self.progress)

    def _improved(self, card: Card, kinds: tuple[Kind, ...] = KINDS, *, longer: bool = False) -> Card:
        """Search every number in turn until none can be improved; `longer` adds numbers, too."""
        before, searched = -1.0, 0
        numbers = self._numbers(card, kinds)
        while self.prices.of(card) - before >= TINY:
            before = self.prices.of(card)
            for number in numbers:
                if longer or number.of(card):
                    card = self._search(card, number, steps=(1, 2, 4) if longer else (1, 2))
                searched += 1
                self.progress(min(0.95, searched / len(numbers) / USUAL_PASSES) if longer else None)
        return card

    def _numbers(self, card: Card, kinds: tuple[Kind, ...]) -> list[CardNumber]:
        """The numbers of these kinds that a card may have, and all that are of no row."""
        return [*self._general, *(CardNumber(kind, n) for kind, n in product(kinds, card.rows))]

    def _search(self, card: Card, number: CardNumber, *, far: bool = False, steps: tuple[int, ...] = (1, 2, 4)) -> Card:
        """The card with the best value of a number, searched everywhere (`far`) or near the present one."""
        # Neither the card nor what is tried has changed since nothing better was found.
        search = key_of(card), number, far or steps
        if search in self._in_vain:
            return card
        needed, present, value = self.needed, number.of(card), self.prices.of(card)
        # Below the least bank there is only "always"; the points of a line may be negative.
        is_general, least = number.kind in ("line", "lead"), max(1, self.race.bank_from) if number.kind == "bank" else 1
        none = 0 if is_general else needed
        allowed = range(1 - needed if number.kind == "line" else 0, needed) if is_general else range(least, needed + 1)
        tried = {none if present is None else present // self.unit: value}

        def changed(units: int) -> Card:
            return number.put(card, units * self.unit if units != none else None, self.unit)

        def attempt(units: Iterable[int]) -> int:
            """Try several values (or `none`); return the best so far, of equal ones that which changes least."""
            new = [u for u in units if u in allowed and u not in tried]
            tried.update(zip(new, self._roughly(map(changed, new), card), strict=True))
            return max(tried, key=lambda u: (tried[u], -abs(u) if is_general else u))

        places = self._around() if is_general else self._all_over()
        best, before = attempt(places if far else ()), none - 1
        while best != before:
            before, best = best, attempt(best + sign * step for step in steps for sign in (-1, 1))
        # They were evaluated only approximately.
        best_units = sorted(tried, key=lambda u: tried[u], reverse=True)[:CHECKED]
        cards = [changed(units) for units in best_units if tried[units] > value + TINY]
        exact = max(zip(self._prices(cards), range(0, -len(cards), -1), cards, strict=True), default=None)
        if exact and exact[0] > value + TINY:
            return exact[2]
        self._in_vain.add(search)
        return card

    def _around(self) -> Iterator[int]:
        """Units to add to the turn total, or to subtract from it."""
        for power in range(max(1, self.needed // 4).bit_length()):
            yield from (2**power, -(2**power))

    def _all_over(self) -> Iterator[int]:
        """Units from 0 to the goal, in small intervals near it, where small differences matter."""
        needed = self.needed
        yield from range(needed // 10, 7 * needed // 10, needed // 10 or 1)
        yield from range(7 * needed // 10, needed, max(1, needed // 50))
