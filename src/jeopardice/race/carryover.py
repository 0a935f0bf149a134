"""Carryover: what is remembered between turns besides the scores, as a small finite machine.

A *state* is what the mover sees: busts in a row of all players, the total to beat, and how many players have had
their turn in this round. A bank or a bust leads to a state of the next player. Which of these a game needs follows
from its rules; most games have one state only.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from jeopardice.common.errors import InputError
from jeopardice.rulebook import Rules


@dataclass(frozen=True, slots=True)
class CarryoverState:
    """What is carried over to a turn, as the mover sees it."""

    busts: tuple[int, ...] = (0, 0)
    """Busts in a row, as far as they count: the mover's, then the other players' in playing order."""
    to_beat: int = 0
    """What the previous player has banked, in units; 0 where it does not matter."""
    moved: int = 0
    """How many players have had their turn in this round; 0 where it does not matter."""
    favoured: bool = True
    """Where penalties below the floor end the race: whether the mover then wins, whoever pays them."""


@dataclass(frozen=True)
class Carryover:
    """The states of a game's carryover, and where a turn leads from each."""

    rules: Rules
    players: int
    largest_bank: int
    """The most units of a bank that does not reach the goal."""
    bounds: bool = False
    """Whether a penalty below the lowest score ends the race in favour of one player: for bounds of its effect."""
    worth_below_floor: float = -1.0
    """Solo, for the same bounds: the value of a score below the lowest; negative: scores stop at the lowest."""

    @property
    def streak(self) -> int:
        """The busts in a row that cost a penalty; 0: they do not count."""
        return self.rules.bust.streak if self.rules.bust.penalty else 0

    @property
    def beats(self) -> bool:
        """Whether a bank must beat the previous player's."""
        return self.rules.turn.beat_previous and self.players > 1

    @property
    def _rounds(self) -> bool:
        return self.rules.end.rule == "equal-turns" and self.players > 1

    @cached_property
    def all(self) -> tuple[CarryoverState, ...]:
        """Every state, the start first; states with totals to beat are adjacent."""
        counts = range(max(1, self.streak))
        seats = range(self.players if self._rounds else 1)
        favours = (True, False) if self.bounds else (True,)
        plain = [
            CarryoverState(busts, 0, moved, favoured)
            for busts in product(counts, repeat=self.players)
            for moved in seats
            for favoured in favours
        ]
        # The previous player has just banked, so has no busts in a row.
        after_banks = [state for state in plain if self.beats and state.busts[-1] == 0]
        beaten = [replace(s, to_beat=total) for s in after_banks for total in range(1, self.largest_bank + 1)]
        return (*plain, *beaten)

    @cached_property
    def number(self) -> dict[CarryoverState, int]:
        """The number of each state."""
        return {state: number for number, state in enumerate(self.all)}

    def after_bank(self, state: CarryoverState, total: int) -> CarryoverState:
        """The next player's state after a bank of `total` units."""
        return self._next(state, 0, total if self.beats else 0)

    def after_bust(self, state: CarryoverState) -> CarryoverState:
        """The next player's state after a bust."""
        return self._next(state, (state.busts[0] + 1) % max(1, self.streak), 0)

    def _next(self, state: CarryoverState, busts: int, total: int) -> CarryoverState:
        moved = (state.moved + 1) % self.players if self._rounds else 0
        return CarryoverState((*state.busts[1:], busts), total, moved, state.favoured ^ self.bounds)

    def is_penalised(self, state: CarryoverState) -> bool:
        """Whether another bust costs the penalty."""
        return self.streak > 0 and state.busts[0] + 1 == self.streak

    def last_turns(self, state: CarryoverState) -> int:
        """How many of the other players have a last turn when the mover reaches the goal."""
        rule = self.rules.end.rule if self.players > 1 else "sudden"
        return {"sudden": 0, "last-turn": self.players - 1, "equal-turns": self.players - 1 - state.moved}[rule]

    def below_floor(self, state: CarryoverState) -> float:
        """The next player's value if the mover's score drops below the lowest; -1: scores stop there.

        A lower score is never worth more (docs/theory/carryover.md), so for the favoured player scores may stop there.
        With a last turn, or with a first bank, which a score of 0 requires and a lower one does not, that is unknown.
        """
        if not self.bounds:
            return self.worth_below_floor
        if not state.favoured:
            return 1.0
        certain = self.rules.end.rule == "sudden" and self.rules.turn.first_bank <= self.rules.turn.minimum_bank
        return -1.0 if certain else 0.0

    def find(self, busts: tuple[int, ...] | None = None, to_beat: int = 0, seat: int = 1) -> int:
        """The number of a state, as a player describes it; `to_beat` is in units."""
        busts = busts or (0,) * self.players
        if any(busts) and not self.streak:
            raise InputError(f"busts: {_list(busts)}: this game has no penalty for busts in a row")
        if len(busts) != self.players:
            words = {1: "one number is needed", 2: "two numbers are needed, the mover's first"}
            many = words.get(self.players, f"{self.players} numbers are needed, the mover's first")
            raise InputError(f"busts: {_list(busts)}: {many}")
        if not all(0 <= count < max(1, self.streak) for count in busts):
            raise InputError(f"busts: {_list(busts)}: busts in a row so far must be from 0 to {self.streak - 1}")
        if to_beat and not self.beats:
            raise InputError(f"to_beat: {to_beat}: this game has no total to beat")
        if not 1 <= seat <= (self.players if self._rounds else 1):
            allowed = "1 or 2" if self.players == 2 else f"from 1 to {self.players}"
            raise InputError(f'seat: {seat}: it matters only with end.rule = "equal-turns", where it must be {allowed}')
        state = CarryoverState(busts, to_beat, seat - 1)
        if state not in self.number:
            raise InputError(f"to_beat: {to_beat}: the previous player has busted, so there is no total to beat")
        return self.number[state]


def carryover_of(rules: Rules, players: int, lowest: int) -> Carryover:
    """The carryover of a race whose lowest score needs `lowest` units."""
    return Carryover(rules, players, max(1, lowest - 1))


def _list(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))
