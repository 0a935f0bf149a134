"""The best card for a game: maximum scoring rounded to a table, then improved, number by number, by exact evaluation.

The table is that of `jeopardice.analysis.cards`. The thresholds B_n and D_n, and the totals from which to bank, are
searched one after the other, repeatedly, each for the best exact result against optimal play, until none can be
improved. Then the card is shortened, number by number, and each shorter card is improved in the same way. Of those that
are short enough the best is taken, so that a card with more numbers never does worse.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count, product
from math import sqrt
from typing import Any, Literal

from jeopardice.analysis.card_price import Opponent, PricedCard, Prices
from jeopardice.analysis.cards import race_rows
from jeopardice.analysis.dice_search import best_dice_card
from jeopardice.analysis.solved import SolvedGame, duel_of
from jeopardice.common.progress import Progress, parts_of
from jeopardice.strategies.card import Card

Kind = Literal["other", "own", "bank"]
"""A number of a row: the score of either player from which to roll for the goal, or the total to bank at."""
THRESHOLDS: tuple[Kind, ...] = ("other", "own")
KINDS: tuple[Kind, ...] = (*THRESHOLDS, "bank")
TINY = 1e-9
"""A number to memorise must gain more than this."""
TRIED = 5
"""How many ways to shorten a card are evaluated exactly: those that seem best."""
WORSE = 5e-4
"""A card that wins less than the best by more than this is not shortened any further."""
SHORT = 100
"""Races of at most this many units are so fast that every table is evaluated exactly."""
OPPONENT, STEPS = 7, (5, 26, 12, 20, 34)
"""The work before a search and of its steps: the table, thresholds, useless numbers, all numbers, shorter cards."""
USUALLY_DROPPED, USUAL_PASSES, USUALLY_SHORTER = 0.3, 2, 0.45
"""The part of the numbers that turns out to be useless, how often all are searched, and how much shorter cards get."""


def card(
    game: SolvedGame, integers: int | None = None, *, threads: int | None = None, progress: Progress | None = None
) -> PricedCard[Any]:
    """Return the best card for a game of two players, with at most `integers` numbers to memorise, and its price."""
    solution, report = duel_of(game, "card", progress, threads)
    if solution.rules.family == "hog":
        return best_dice_card(solution, integers, threads, report)
    preparing, searching = parts_of(report, OPPONENT, sum(STEPS))
    opponent = Opponent(solution, threads)
    preparing(1.0)
    return _CardSearch(opponent, searching).run(integers)


class _CardSearch:
    """Cards against one opponent."""

    def __init__(self, opponent: Opponent, progress: Progress) -> None:
        self.race, self.prices = opponent.race, Prices(opponent)
        self.unit, self.needed = self.race.turn.unit, self.race.needed
        self._costs: dict[Hashable, float] = {}
        self._steps = iter(parts_of(progress, *STEPS))
        self._begin_step()

    def _begin_step(self) -> None:
        self._step, self._done = next(self._steps), 0.0
        self.progress()

    def progress(self, done: float | None = None) -> None:
        """Report which part of the step is done, or that it has not changed."""
        self._done = self._done if done is None else done
        self._step(self._done)

    def run(self, integers: int | None) -> PricedCard[Card]:
        """The best card that is short enough."""
        short: list[tuple[int, int, Card]] = []
        full = self._full()
        self._begin_step()
        for card in self._shorter_and_shorter(full):
            value = self.prices.of(card)
            removed = 1 - len(card.integers) / max(1, len(full.integers))
            # What a shorter card loses grows about with the square of the numbers removed.
            lost = max(0.0, max(short)[0] * TINY - value) / WORSE if short else 0.0
            self.progress(max(removed / USUALLY_SHORTER, sqrt(lost)))
            if short and value < max(short)[0] * TINY - WORSE:
                break
            if integers is None or len(card.integers) <= integers:
                # Among practically equal cards, the shortest.
                short.append((round(value / TINY), len(short), card))
        card = max(short)[2]
        self.progress(1.0)
        return PricedCard(card, self.prices.of(card), self.prices.of(replace(card, own={}, other={})))

    def _full(self) -> Card:
        """The best card of any length: search thresholds, drop useless numbers, improve all numbers."""
        card = self._table()
        self._begin_step()
        numbers = list(product(THRESHOLDS, card.rows))
        for place, (who, n) in enumerate(numbers, 1):
            card = self._search(card, who, n, far=True)
            self.progress(place / len(numbers))
        card = self._improved(card, THRESHOLDS)
        self._begin_step()
        usual = max(1.0, USUALLY_DROPPED * len(card.integers))
        for dropped in count(1):
            if not card.integers or self.prices.of(shorter := self._shorter(card)) < self.prices.of(card) - TINY:
                break
            card = shorter
            self.progress(dropped / usual)
        self._begin_step()
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

        fewer = {_removed(card, o): o for o in (*_shorter_in_thresholds(card), *_shorter_in_totals(card, self.unit))}
        new = {removed: other for removed, other in fewer.items() if removed not in self._costs}
        for (removed, other), price in zip(new.items(), self._roughly(new.values(), card), strict=True):
            self._costs[removed] = cost(price, other)
        tried = sorted(fewer, key=lambda removed: self._costs[removed])[:TRIED]
        for removed, price in zip(tried, self._prices([fewer[removed] for removed in tried]), strict=True):
            self._costs[removed] = cost(price, fewer[removed])
        return fewer[min(tried, key=lambda removed: self._costs[removed])]

    def _roughly(self, cards: Iterable[Card], like: Card) -> list[float]:
        """How often each card wins; approximate in a long race, with the table of the similar card `like`."""
        return self._prices(cards, like if self.needed > SHORT else None)

    def _prices(self, cards: Iterable[Card], like: Card | None = None) -> list[float]:
        return self.prices.of_all(cards, like, self.progress)

    def _improved(self, card: Card, kinds: tuple[Kind, ...] = KINDS, *, longer: bool = False) -> Card:
        """Search every number in turn until none can be improved; `longer` adds numbers, too."""
        before, searched = -1.0, 0
        numbers = list(product(kinds, card.rows))
        while self.prices.of(card) - before >= TINY:
            before = self.prices.of(card)
            for kind, n in numbers:
                if longer or _number_of(card, kind, n):
                    card = self._search(card, kind, n, steps=(1, 2, 4) if longer else (1, 2))
                searched += 1
                self.progress(searched / len(numbers) / USUAL_PASSES if longer else None)
        return card

    def _search(self, card: Card, kind: Kind, n: int, *, far: bool = False, steps: tuple[int, ...] = (1, 2, 4)) -> Card:
        """The card with the best number of one kind, searched everywhere (`far`) or near the present one."""
        needed, present, value = self.needed, _number_of(card, kind, n), self.prices.of(card)
        # Below the least bank there is only "always".
        least = max(1, self.race.bank_from) if kind == "bank" else 1
        tried = {needed if present is None else present // self.unit: value}

        def changed(units: int) -> Card:
            return _with_number(card, kind, n, units * self.unit if units < needed else None, self.unit)

        def attempt(units: Iterable[int]) -> int:
            """Try several numbers (`needed`: none); return the best so far, the largest of equal ones."""
            new = [u for u in units if least <= u <= needed and u not in tried]
            tried.update(zip(new, self._roughly(map(changed, new), card), strict=True))
            return max(tried, key=lambda u: (tried[u], u))

        best, before = attempt(self._all_over() if far else ()), -1
        while best != before:
            before, best = best, attempt(best + sign * step for step in steps for sign in (-1, 1))
        # A table was evaluated only approximately.
        return changed(best) if min(tried[best], self.prices.of(changed(best))) > value + TINY else card

    def _all_over(self) -> Iterator[int]:
        """Units all the way to the goal, in small intervals near it, where they matter."""
        needed = self.needed
        yield from range(needed // 10, 7 * needed // 10, needed // 10 or 1)
        yield from range(7 * needed // 10, needed, max(1, needed // 100))


def _number_of(card: Card, kind: Kind, n: int) -> int | None:
    """A number of a card; None where it never rolls for the goal, or never banks, with n dice left."""
    return card.rows[n].get(0) if kind == "bank" else (card.own if kind == "own" else card.other).get(n)


def _with_number(card: Card, kind: Kind, n: int, number: int | None, unit: int) -> Card:
    """The card with another number, or with none; what no longer matters is removed, too."""
    if kind == "own":
        return replace(card, own=_with(card.own, n, number))
    if kind == "other":
        return replace(card, other=_with(card.other, n, number))
    row = {worth: total for worth, total in card.rows[n].items() if worth and (number is None or total < number)}
    if number == 0:
        row = {0: 0}
    elif number is None:
        row = row or {unit: 0}
    else:
        row = {0: number, **(row or {unit: 0})}
    changed = replace(card, rows={**card.rows, n: row})
    if number is not None:
        return changed
    # A hand that is never banked needs no threshold to roll for the goal.
    return replace(changed, own=_with(card.own, n, None), other=_with(card.other, n, None))


def _removed(card: Card, shorter: Card) -> Hashable:
    """What is missing in a shorter card: names of its numbers, whatever they are."""
    lines = {name: frozenset(getattr(card, name)) - frozenset(getattr(shorter, name)) for name in THRESHOLDS}
    rows = {n: frozenset(row) - frozenset(shorter.rows[n]) for n, row in card.rows.items()}
    always = {n for n, row in shorter.rows.items() if row.get(0) == 0 and card.rows[n].get(0)}
    return frozenset(lines.items()), frozenset(rows.items()), frozenset(always)


def _shorter_in_thresholds(card: Card) -> Iterator[Card]:
    """Every card with one threshold less."""
    for n in card.own:
        yield replace(card, own=_with(card.own, n, None))
    for n in card.other:
        yield replace(card, other=_with(card.other, n, None))


def _shorter_in_totals(card: Card, unit: int) -> Iterator[Card]:
    """Every card with one total of its table removed; a row without a total to bank always banks, or never."""
    for n, row in card.rows.items():
        for worth, total in row.items():
            if total and worth:
                yield replace(card, rows={**card.rows, n: {w: t for w, t in row.items() if w != worth}})
        if row.get(0):
            yield _with_number(card, "bank", n, None, unit)
            yield _with_number(card, "bank", n, 0, unit)


def _with(thresholds: Mapping[int, int], n: int, threshold: int | None) -> dict[int, int]:
    others = {dice: total for dice, total in thresholds.items() if dice != n}
    return others if threshold is None else dict(sorted({**others, n: threshold}.items(), reverse=True))
