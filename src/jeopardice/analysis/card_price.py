"""The exact worth of a card against best play, computed quickly because a search tries thousands of cards.

A turn by a card depends on the scores only through the dice with which it rolls for the goal. The outcomes of the
turns of each such situation are computed once for a table; thresholds only choose the situation by the scores.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.estimates import Estimate, check_memory
from jeopardice.native.calls import Floats, cores
from jeopardice.native.players import match_players, player_of, policy_outcomes
from jeopardice.native.turn import CoreTurn, core_turn
from jeopardice.race.model import RaceModel
from jeopardice.race.support import plain_duel
from jeopardice.solutions.race import RaceSolution
from jeopardice.strategies.card import Card, CardChoices, CardTurn, DiceCard

TABLES_KEPT = 8
"""How many tables keep their turns; a search returns to only a few."""
AnyCard = TypeVar("AnyCard", bound=Card | DiceCard)


@dataclass(frozen=True)
class PricedCard(Generic[AnyCard]):
    """A card and what it is worth."""

    card: AnyCard
    overall: float
    """How often it wins against optimal play, averaged over who starts."""
    table_overall: float
    """The same for its table only, without rolling for the goal."""

    @property
    def price(self) -> float:
        """The advantage that optimal play keeps over the card."""
        return max(0.0, 1 - 2 * self.overall)


class Opponent:
    """Best play, against which cards are tried; its turns are computed once."""

    def __init__(self, solution: RaceSolution, threads: int | None) -> None:
        self.race: RaceModel = plain_duel(solution.rules, "cards")
        self.pool = ThreadPoolExecutor(cores(threads))
        n = self.race.needed
        check_memory(Estimate(n**2, 16 * n**2 * (n + 1), 0))
        core = solution.core
        rows = core.best_outcomes_of_two(solution.values, threads)
        self.player = player_of(rows, np.arange(n * n, dtype=np.int32).reshape(n, n))
        self.scores = np.arange(n - 1, -1, -1) * self.race.turn.unit
        """The banked score of a player who needs 1, 2, 3, … units."""

    def beaten_by(self, outcomes: Floats, places: NDArray[np.integer]) -> float:
        """How often a player wins against best play, averaged over who starts.

        places[i - 1, j - 1]: the row of the distributions where the player needs i units and the other j.
        """
        first, second = match_players(player_of(outcomes, places.astype(np.int32)), self.player, 1)
        return float(first[-1, -1] + second[-1, -1]) / 2


class Prices:
    """Cards against one opponent; results are kept."""

    def __init__(self, opponent: Opponent) -> None:
        self.opponent, self.race = opponent, opponent.race
        self._turn, self._core_turn = CardTurn(self.race), core_turn(self.race.turn, wins_count=True)
        self._found: dict[Hashable, float] = {}
        self._tables: dict[Hashable, _Table] = {}

    def of(self, card: Card) -> float:
        """How often a card wins against optimal play."""
        return self._of(card, card)

    def of_all(
        self, cards: Iterable[Card], like: Card | None = None, report: Callable[[], None] = lambda: None
    ) -> list[float]:
        """How often each card wins; several are tried at a time, because the core releases the interpreter.

        With another card `like`, faster and approximate: when rolling for the goal, all play by that card's table.
        `report` is called after each card.
        """
        found = []
        for price in self.opponent.pool.map(lambda card: self._of(card, like or card), cards):
            found.append(price)
            report()
        return found

    def _of(self, card: Card, like: Card) -> float:
        key = (_rows(card), _rows(like), tuple(card.own.items()), tuple(card.other.items()))
        if key not in self._found:
            self._found[key] = self._play(card, self._table(card), self._table(like))
        return self._found[key]

    def _table(self, card: Card) -> _Table:
        table = self._tables.setdefault(_rows(card), _Table(card, self.race, self._turn, self._core_turn))
        for oldest in list(self._tables)[:-TABLES_KEPT]:
            self._tables.pop(oldest, None)
        return table

    def _play(self, card: Card, table: _Table, at_the_end: _Table) -> float:
        n = self.race.needed
        own, own_at = self._going(card.own)
        other, other_at = self._going(card.other)
        numbers: dict[frozenset[int], int] = {}
        pairs = np.array([[numbers.setdefault(mine | theirs, len(numbers)) for theirs in other] for mine in own])
        situations = [(going, first) for first in (False, True) for going in numbers]
        which = pairs[own_at][:, other_at]
        if self.race.has_first_bank:
            which[-1] += len(numbers)
        played = np.unique(which)
        outcomes = []
        for s in played:
            going, first = situations[s]
            outcomes.append((at_the_end if going else table).outcomes(going, first, (which == s).any(axis=1)))
        places = np.searchsorted(played, which) * n + np.arange(n)[:, None]
        return self.opponent.beaten_by(np.concatenate(outcomes), places)

    def _going(self, thresholds: Mapping[int, int]) -> tuple[list[frozenset[int]], NDArray[np.intp]]:
        """The sets of dice with which a player rolls for the goal, by score, and which of them holds at each score."""
        starts = sorted(set(thresholds.values()))
        sets = [frozenset(n for n, start in thresholds.items() if start <= score) for score in (-1, *starts)]
        return sets, np.searchsorted(starts, self.opponent.scores, side="right")


def _rows(card: Card) -> Hashable:
    return tuple((dice, tuple(row.items())) for dice, row in card.rows.items())


class _Table:
    """The turns of a table, computed when they are needed."""

    def __init__(self, card: Card, race: RaceModel, turn: CardTurn, core: CoreTurn) -> None:
        self.card, self.race, self.turn, self.core = card, race, turn, core
        self._outcomes: dict[Hashable, tuple[Floats, NDArray[np.bool_]]] = {}

    @cached_property
    def keeping(self) -> CardChoices:
        """The dice that the card keeps."""
        return self.turn.choices(self.card.rows)

    def outcomes(self, going: frozenset[int], first: bool, needs: NDArray[np.bool_]) -> Floats:
        """The turn outcome distributions of a situation, at least where `needs` is true."""
        n = self.race.needed
        outcomes, known = self._outcomes.setdefault((going, first), (np.zeros((n, n + 1)), np.zeros(n, dtype=bool)))
        missing = needs & ~known
        if missing.any():
            policy = self.keeping.policy(going, self.race.least_bank(first=first))
            # As in PolicyStrategy.player, but with one turn of the core for all policies.
            played = np.where(missing, 0, -1).astype(np.int32)
            first_rolls = np.zeros(1, dtype=np.int32)
            found = policy_outcomes(self.race, self.core, policy.choices[None], first_rolls, played, takes_wins=True)
            outcomes[missing] = found[missing]
            known |= missing
        return outcomes
