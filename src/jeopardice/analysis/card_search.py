"""The best card for a game: maximum scoring rounded to a table, then when to go for it, found by exact evaluation.

The table is that of `jeopardice.analysis.cards`. The thresholds B_n and D_n are searched one after the other, again and
again, each for the best exact result against optimal play, until none can be improved.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np

from jeopardice import _core
from jeopardice.analysis.cards import score_card
from jeopardice.errors import JeopardiceError
from jeopardice.race import RaceModel, race_of_two
from jeopardice.race_solution import RaceSolution
from jeopardice.solution import solve_turn
from jeopardice.solvers.races import Estimate, Floats, check_memory, cores
from jeopardice.solvers.values import Progress
from jeopardice.strategies.card import NEVER, Card
from jeopardice.strategies.dice_card import DiceCard

TINY = 1e-9
"""A number to memorise must gain more than this."""


AnyCard = TypeVar("AnyCard", bound=Card | DiceCard)


@dataclass(frozen=True)
class PricedCard(Generic[AnyCard]):
    """A card and what it is worth."""

    card: AnyCard
    overall: float
    """How often it wins against optimal play, if a coin tells who begins."""
    table_overall: float
    """The same for its table alone, without going for it."""

    @property
    def price(self) -> float:
        """The advantage that optimal play keeps over the card."""
        return 1 - 2 * self.overall


class Opponent:
    """Best play, against which cards are tried; its turns are worked out once."""

    def __init__(self, solution: RaceSolution, threads: int | None) -> None:
        self.race: RaceModel = race_of_two(solution.rules, "cards")
        self.threads = threads or cores()
        n = self.race.needed
        check_memory(Estimate(n**2, 16 * n**2 * (n + 1), 0))
        core = solution.core
        rows = _core.all_landings(core.turn, core.rules, solution.values, 1, -1, self.threads)
        self.player = _core.Player.known(rows, np.arange(n * n, dtype=np.int32).reshape(n, n))
        self.scores = np.maximum(0, solution.rules.goal - np.arange(1, n + 1) * self.race.turn.unit)

    def beaten_by(self, player: _core.Player) -> float:
        """How often a player wins against best play, if a coin tells who begins."""
        first, second = _core.match(player, self.player, 1)
        return float(first[-1, -1] + second[-1, -1]) / 2


def best_card(
    solution: RaceSolution, integers: int | None = None, *, threads: int | None = None, progress: Progress | None = None
) -> PricedCard[Card]:
    """The best card for a solved game, of at most so many numbers to memorise."""
    rules = solution.rules
    if rules.family == "hog":
        raise JeopardiceError(f"{rules.where}: a card of this kind says when to bank: nobody decides that in hog")
    return _Search(Opponent(solution, threads), progress or (lambda part: None)).run(integers)


class _Search:
    """Cards against one opponent."""

    def __init__(self, opponent: Opponent, progress: Progress) -> None:
        self.opponent, self.race, self.scores = opponent, opponent.race, opponent.scores
        self.progress = progress
        self.landings: dict[Hashable, Floats] = {}
        self.pool = ThreadPoolExecutor(opponent.threads)

    def run(self, integers: int | None) -> PricedCard[Card]:
        table = Card(score_card(solve_turn(self.race.rules), self.race.rules.goal).rows)
        card = self._go_for_it(table, [(who, n) for who in ("other", "own") for n in table.rows], far=True)
        card = self._without_idle_totals(card)
        if integers is not None and len(card.integers) > integers:
            card = self._shortened(card, integers)
            card = self._go_for_it(card, [(who, n) for who in ("other", "own") for n in getattr(card, who)])
        self.progress(1.0)
        return PricedCard(card, self.evaluate(card), self.evaluate(replace(card, own={}, other={})))

    def evaluate(self, card: Card) -> float:
        """How often a card wins against optimal play."""
        n = self.race.needed
        # Each situation as a number, bit by bit: with which dice the card goes for it, and whether a first bank is due.
        codes = np.zeros((n, n), dtype=np.int64)
        for bit, dice in enumerate(card.rows):
            going = (self.scores >= card.own.get(dice, NEVER))[:, None] | (self.scores >= card.other.get(dice, NEVER))
            codes |= going.astype(np.int64) << bit
        if self.race.has_first_bank:
            codes[-1] |= 1 << len(card.rows)
        found, which = np.unique(codes, return_inverse=True)
        rows = tuple((dice, tuple(row.items())) for dice, row in card.rows.items())
        tables = [self._followed(card, rows, int(code)) for code in found]
        places = which.reshape(n, n) * n + np.arange(n)[:, None]
        return self.opponent.beaten_by(_core.Player.known(np.concatenate(tables), places.astype(np.int32)))

    def _followed(self, card: Card, rows: Hashable, code: int) -> Floats:
        """Where the turns of one situation lead, worked out once."""
        key = (rows, code)
        if key not in self.landings:
            n = self.race.needed
            first = bool(code >> len(card.rows))
            # With a first bank to make the whole distance is played, and never without.
            played = np.where((np.arange(n) == n - 1) == first, 0, -1) if self.race.has_first_bank else np.zeros(n)
            going = frozenset(dice for bit, dice in enumerate(card.rows) if code >> bit & 1)
            self.landings[key] = card._followed(self.race, [card.policy(self.race, (going, first))], played)
        return self.landings[key]

    def _without_idle_totals(self, card: Card) -> Card:
        """The card without the totals that gain nothing."""
        value = self.evaluate(card)
        for n, row in card.rows.items():
            for worth, total in row.items():
                if total and worth:
                    fewer = _without_total(card, n, worth)
                    better = self.evaluate(fewer)
                    if better >= value - TINY:
                        card, value = fewer, better
        return card

    def _go_for_it(self, card: Card, thresholds: list[tuple[str, int]], *, far: bool = False) -> Card:
        """Searches every threshold in turn until none can be improved, and leaves out those that gain nothing."""
        value, before, rounds = self.evaluate(card), -1.0, 0
        while value - before >= TINY:
            before = value
            for who, n in thresholds:
                card, value = self._search(card, value, who, n, far=far and rounds == 0)
            rounds += 1
            self.progress(min(0.8, 0.3 * rounds))
        for fewer in list(_with_a_threshold_less(card)):
            if self.evaluate(fewer) >= value - TINY:
                return self._go_for_it(fewer, [(who, n) for who in ("other", "own") for n in getattr(fewer, who)])
        return card

    def _shortened(self, card: Card, integers: int) -> Card:
        """Leaves out what costs least, number by number; totals are judged by the table alone, which is quick."""
        while len(card.integers) > integers:
            value = self.evaluate(card)
            table = replace(card, own={}, other={})
            alone = self.evaluate(table)
            fewer = [(value - self.evaluate(other), i, other) for i, other in enumerate(_with_a_threshold_less(card))]
            for i, other in enumerate(_with_a_total_less(table)):
                fewer.append((alone - self.evaluate(other), -1 - i, replace(card, rows=other.rows)))
            if not fewer:
                fewest = len(card.integers)
                raise JeopardiceError(f"integers: {integers}: a card for this game needs at least {fewest}")
            card = min(fewer, key=lambda candidate: candidate[:2])[2]
        return card

    def _search(self, card: Card, value: float, who: str, n: int, *, far: bool) -> tuple[Card, float]:
        """The best threshold of one kind: from far and near at first, then close around the best."""
        unit, needed = self.race.turn.unit, self.race.needed
        present = getattr(card, who).get(n)
        tried = {needed if present is None else present // unit: value}

        def attempt(units: Iterable[int]) -> int:
            """Tries several thresholds, none at `needed`; returns the best so far, of equal ones the largest."""
            new = [u for u in units if 0 < u <= needed and u not in tried]
            cards = [_with(card, who, n, u * unit if u < needed else None) for u in new]
            # The core plays without the interpreter's lock.
            tried.update(zip(new, self.pool.map(self.evaluate, cards), strict=True))
            return max(tried, key=lambda u: (tried[u], u))

        # What matters happens near the goal, in small intervals: there every threshold is tried.
        step = max(1, needed // 200)
        near = [*range(needed // 10, 7 * needed // 10, needed // 10 or 1), *range(7 * needed // 10, needed, step)]
        best = attempt(near if far else [])
        step = step if far else max(1, needed // 50)
        while step:
            best = attempt((best - step, best + step))
            step //= 2
        if tried[best] <= value + TINY:
            return card, value
        return _with(card, who, n, best * unit if best < needed else None), tried[best]


def _with(card: Card, who: str, n: int, threshold: int | None) -> Card:
    thresholds = {dice: total for dice, total in getattr(card, who).items() if dice != n}
    if threshold is not None:
        thresholds[n] = threshold
    ordered = dict(sorted(thresholds.items(), reverse=True))
    return replace(card, own=ordered) if who == "own" else replace(card, other=ordered)


def _with_a_threshold_less(card: Card) -> Iterator[Card]:
    """Every card that goes for it in one case less."""
    for who in ("own", "other"):
        for n in getattr(card, who):
            yield _with(card, who, n, None)


def _with_a_total_less(card: Card) -> Iterator[Card]:
    """Every card with one total of its table left out; the total from which to bank stays: the row is about it."""
    for n, row in card.rows.items():
        for worth, total in row.items():
            if total and worth:
                yield _without_total(card, n, worth)


def _without_total(card: Card, n: int, worth: int) -> Card:
    return replace(card, rows={**card.rows, n: {w: t for w, t in card.rows[n].items() if w != worth}})
