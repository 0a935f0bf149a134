"""The exact worth of a card against best play, computed quickly because a search tries thousands of cards.

A turn by a card depends on the scores only through the dice with which it rolls for the goal. The outcomes of the
turns of each such situation are computed once for a table; thresholds only choose the situation by the scores.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from copy import copy
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.progress import Progress
from jeopardice.native.calls import cores, translated
from jeopardice.native.table import NearbyPlayers, PolicyBook
from jeopardice.native.turn import core_turn
from jeopardice.race.model import RaceModel
from jeopardice.race.support import require
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.race import RaceSolution
from jeopardice.strategies.card import Card, DiceCard
from jeopardice.strategies.card_turn import CardChoices, CardTurn, Rows
from jeopardice.strategies.policy import Waiting
from jeopardice.strategies.table_of import core_table

SIDE_BY_SIDE = 8
"""How many cards are tried together, which is faster than one after another."""
TABLES_KEPT = 16
"""How many tables keep their turns; a search returns to only a few."""
AnyCard = TypeVar("AnyCard", bound=Card | DiceCard)
Found = TypeVar("Found")
Played = tuple[NDArray[np.integer], Sequence[int] | None]
"""Which policies a player has, and which of them by what is carried over: see `CoreTable.policy_seat`."""


@dataclass(frozen=True)
class PricedCard(Generic[AnyCard]):
    """A card and what it is worth."""

    card: AnyCard
    overall: float
    """How often it wins against optimal play, averaged over who starts."""
    table_overall: float
    """The same for its table only, without rolling for the goal."""
    players: int = 2

    @property
    def price(self) -> float:
        """How much likelier optimal play is to win than the card; of several opponents, each on average."""
        return max(0.0, (1 - self.players * self.overall) / (self.players - 1))


class Opponent:
    """Best play, against which cards are tried; with more players, of all others. Its turns are computed once."""

    def __init__(
        self, solution: RaceSolution | MultiplayerSolution, threads: int | None, progress: Progress | None = None
    ) -> None:
        require("card", solution.rules)
        self.race: RaceModel = solution.model
        self.threads, self.players = cores(threads), max(2, solution.rules.players)
        self.table = core_table(self.race, self.players, self.threads)
        self.pool = ThreadPoolExecutor(self.threads)
        self.single_threaded = copy(self.table)  # for cards that are evaluated in different threads
        self.single_threaded.threads = 1
        self.seat = solution.strategy().seat(self.table)
        self.fixed = self.table.fixed_opponent(self.seat, progress)
        self._stopped = False
        self.scores = (self.race.needed - np.arange(1, self.race.lowest + 1)) * self.race.turn.unit
        """The banked score of a player who needs 1, 2, 3, … units."""

    def beaten_by(
        self,
        book: PolicyBook,
        players_play: Sequence[Played],
        near: NearbyPlayers | None = None,
        *,
        one_thread: bool = False,
    ) -> list[float]:
        """How often each of several players wins against best play, averaged over who starts."""
        players = [self.table.policy_seat(book, *policies) for policies in players_play]
        if self.fixed is None:
            table = self.single_threaded if one_thread else self.table
            others, starts = [self.seat] * (self.players - 1), [(table.start(), seat) for seat in range(self.players)]
            wins = (table.follow([player, *others], starts, self._stop_if_asked)[0][0] for player in players)
            return [sum(chances) / self.players for chances in wins]
        fixed = self.fixed
        return [sum(chances) / 2 for chances in translated(lambda: fixed.against(players, near, self._stop_if_asked))]

    def all_beaten_by(
        self,
        book: PolicyBook,
        play: Sequence[Played],
        near: NearbyPlayers | None = None,
        report: Callable[[], None] = lambda: None,
    ) -> list[float]:
        """The same in threads, because the core releases the interpreter; `report` is called now and then."""
        size = max(1, min(SIDE_BY_SIDE, -(-len(play) // self.threads)))
        batches = [play[k : k + size] for k in range(0, len(play), size)]
        found: list[float] = []
        one_thread = len(batches) > 1
        for task in [self.pool.submit(self.beaten_by, book, batch, near, one_thread=one_thread) for batch in batches]:
            prices: list[float] = self._waited(task, report)
            found += prices
        return found

    def _waited(self, task: Future[Found], report: Callable[[], None]) -> Found:
        """The result of a task; `report` is called at least twice a second."""
        try:
            while not wait([task], timeout=0.4).done:
                report()
            report()
            return task.result()
        except BaseException:
            self._stopped = True
            self.pool.shutdown(wait=False, cancel_futures=True)
            raise

    def nearby(
        self, book: PolicyBook, play: Played, near: NearbyPlayers | None, report: Callable[[], None]
    ) -> NearbyPlayers | None:
        """Players who differ little from one, or None in games without that; `near`: those of a similar player."""
        if self.fixed is None:
            return None
        fixed, player = self.fixed, self.table.policy_seat(book, *play)
        task = self.pool.submit(translated, lambda: NearbyPlayers(fixed, player, near, self._stop_if_asked))
        return self._waited(task, report)

    def estimated_by(self, book: PolicyBook, players_play: Sequence[Played], near: NearbyPlayers) -> list[float]:
        """How often each of several players wins, to first order."""
        return translated(lambda: near.estimates([self.table.policy_seat(book, *play) for play in players_play]))

    def _stop_if_asked(self, _: float) -> None:
        """Stop the other threads of a search that is stopped."""
        if self._stopped:
            raise JeopardiceError("stopped")


class Prices:
    """Cards against one opponent; results are kept."""

    def __init__(self, opponent: Opponent) -> None:
        self.opponent, self.race = opponent, opponent.race
        self._turn, self._core_turn = CardTurn(self.race), core_turn(self.race.turn, wins_count=True)
        places = range(len(self.race.turn.phases))
        self._book = opponent.table.policy_book(self._core_turn, places, takes_wins=True)
        self._found: dict[Hashable, float] = {}
        self._tables: dict[Hashable, _Table] = {}
        self._near: tuple[Card, NearbyPlayers] | None = None
        self._estimated: dict[Hashable, float] = {}

    def of(self, card: Card) -> float:
        """How often a card wins against optimal play."""
        return self.of_all([card])[0]

    def priced(self, card: Card) -> PricedCard[Card]:
        """The card with its price, as precise as it can be, and with that of its table only."""
        self._near = None
        self._found.clear()
        overall, table_overall = self.of_all([card, replace(card, own={}, other={})])
        return PricedCard(card, overall, table_overall, self.opponent.players)

    def of_all(self, cards: Iterable[Card], report: Callable[[], None] = lambda: None) -> list[float]:
        """How often each card wins."""
        return self._exact([(card, card) for card in cards], report)

    def roughly(self, cards: Iterable[Card], like: Card, report: Callable[[], None] = lambda: None) -> list[float]:
        """How often cards win that differ little from another one, `like`: faster and approximate.

        When rolling for the goal, all play by that card's table.
        """
        cards = list(cards)
        pairs = [(card, like) for card in cards]
        near = self._nearby(like, report)
        if near is None:
            return self._exact(pairs, report)
        new = {key_of(card): self._policies(card, like) for card in cards if key_of(card) not in self._estimated}
        found = []
        for play in new.values():
            found += self.opponent.estimated_by(self._book, [play], near)
            report()
        self._estimated.update(zip(new, found, strict=True))
        return [self._estimated[key_of(card)] for card in cards]

    def _nearby(self, card: Card, report: Callable[[], None]) -> NearbyPlayers | None:
        """Those who differ little from a card; only the last are kept."""
        if self._near is None or self._near[0] != card:
            known = self._near[1] if self._near else None
            found = self.opponent.nearby(self._book, self._policies(card, card), known, report)
            if found is None:
                return None
            self._near, self._estimated = (card, found), {}
        return self._near[1]

    def _exact(self, pairs: list[tuple[Card, Card]], report: Callable[[], None]) -> list[float]:
        new = {_key(*pair): self._policies(*pair) for pair in pairs if _key(*pair) not in self._found}
        near = self._near[1] if self._near else None
        prices = self.opponent.all_beaten_by(self._book, list(new.values()), near, report)
        self._found.update(zip(new, prices, strict=True))
        return [self._found[_key(*pair)] for pair in pairs]

    def _table(self, rows: Rows, below: Rows, at_goal: Rows, lead: int) -> _Table:
        key = _rows_of(rows), _rows_of(below), lead and (_rows_of(at_goal), lead)
        table = self._tables.pop(key, None)
        if table is None:
            waiting = self._turn.waiting(at_goal, lead)
            table = _Table(rows, below, lead, waiting, self.race, self._turn, self._book)
        self._tables[key] = table
        for oldest in list(self._tables)[:-TABLES_KEPT]:
            self._tables.pop(oldest, None)
        return table

    def _policies(self, card: Card, like: Card) -> Played:
        """Which policy of the book a card plays, by the units that both players need and by what is carried over."""
        plays, choices = card.plays_by_carry(self.opponent.table)
        at_goal = card.carrying(None)
        which = [self._which(play, like.rows, at_goal) for play in plays if isinstance(play, Card)]
        if card is not like and card.carried == like.carried and self.race.rules.end.rule != "sudden":
            # The last turn of the similar card is known.
            which.append(self._which(like.carrying(None), like.rows, like.carrying(None)))
            choices = [*choices[:-1], len(which) - 1]
        return np.stack(which), choices

    def _which(self, card: Card, rows_at_the_end: Rows, at_goal: Card) -> NDArray[np.integer]:
        own, own_at = self._going(card.own)
        other, other_at = self._going(card.other)
        numbers: dict[frozenset[int], int] = {}
        pairs = np.array([[numbers.setdefault(mine | theirs, len(numbers)) for theirs in other] for mine in own])
        policies = []
        for first in {False, self.race.has_first_bank}:
            ending = replace(card, rows=rows_at_the_end)
            waits = at_goal.rows_of(first=first)[0], card.lead
            table, at_the_end = (self._table(*one.rows_of(first=first), *waits) for one in (card, ending))
            numbered = [(at_the_end if going else table).policy(going, first) for going in numbers]
            policies.append(np.array(numbered, dtype=np.int32)[pairs])
        found: NDArray[np.integer] = policies[0][own_at].take(other_at, axis=1)
        if self.race.has_first_bank:
            due = self.race.needed - 1
            found[due] = policies[1][own_at[due]].take(other_at)
        return found

    def _going(self, thresholds: Mapping[int, int]) -> tuple[list[frozenset[int]], NDArray[np.intp]]:
        """The sets of dice with which a player rolls for the goal, by score, and which of them holds at each score."""
        starts = sorted(set(thresholds.values()))
        sets = [frozenset(n for n, start in thresholds.items() if start <= score) for score in (-1, *starts)]
        return sets, np.searchsorted(starts, self.opponent.scores, side="right")


def key_of(card: Card) -> Hashable:
    """What the price of a card depends on."""
    return _rows_of(card.rows), tuple(card.own.items()), tuple(card.other.items()), card.carried, card.lead


def _key(card: Card, like: Card) -> Hashable:
    return key_of(card), _rows_of(like.rows)


def _rows_of(rows: Rows) -> Hashable:
    return tuple((dice, tuple(row.items())) for dice, row in rows.items())


class _Table:
    """The policies of a table, written out when they are needed."""

    def __init__(
        self,
        rows: Rows,
        below: Rows,
        lead: int,
        waiting: Waiting | None,
        race: RaceModel,
        turn: CardTurn,
        book: PolicyBook,
    ) -> None:
        self.rows, self.below, self.lead, self.waiting = rows, below, lead, waiting
        self.race, self.turn, self.book = race, turn, book
        self._policies: dict[Hashable, int] = {}
        self._keeping: dict[int, CardChoices] = {}

    def keeping(self, first: bool) -> CardChoices:
        """The dice that the card keeps."""
        least = self.race.least_bank(first=first)
        if least not in self._keeping:
            self._keeping[least] = self.turn.choices(self.rows, least, self.below, self.lead)
        return self._keeping[least]

    def policy(self, going: frozenset[int], first: bool) -> int:
        """The number in the book of the policy of a situation."""
        if (going, first) not in self._policies:
            self._policies[going, first] = self.keeping(first).policy(going, self.waiting).added_to(self.book)
        return self._policies[going, first]
