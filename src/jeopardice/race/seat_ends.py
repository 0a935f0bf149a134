"""What follows a turn of a race of three or more players, by the rules only, and the last round in fractions.

A state is a key of whole numbers: (carryover, units of all players, the mover first), with a turn that may be stolen
also (…, phase, turn total). The end of a turn is the end of the race, or states of which the next player chooses: to
begin a turn, or to steal. Nothing leads back from a last round, so that its turns are solved when they are met.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from jeopardice.race.carryover import CarryoverState
from jeopardice.race.exact_turn import Caution, ExactTurn, State
from jeopardice.race.turn_ends import NOTHING, SURE, Key, RaceMoves, TurnEnds
from jeopardice.turn import Event


@dataclass(frozen=True)
class Shared:
    """The end of a race: everybody's chance, that of the player who has just moved first."""

    chances: tuple[Fraction, ...]

    @cached_property
    def _hash(self) -> int:
        return hash(self.chances)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def near(self) -> float:
        """The mover's chance in floating point."""
        return float(self.chances[0])


SeatEnd = Shared | tuple[Key, ...]
Ends = TurnEnds[SeatEnd]


class LastPlayer(NamedTuple):
    """A player who still has a turn in the last round."""

    behind: int
    """The units that draw level with the leader."""
    needed: int
    """The units to the goal, where they matter."""
    busts: int


class LastState(NamedTuple):
    """A state of the last round, as its mover sees it."""

    players: tuple[LastPlayer, ...]
    """Those who still have a turn, in playing order."""
    leaders: tuple[int, ...]
    """Who leads, counted from the mover."""
    to_beat: int = 0


@dataclass(frozen=True)
class LastValues:
    """The worth of the ends of a last turn."""

    is_exact = True
    caution = Caution(0, 0)
    number = Fraction

    def near(self, end: SeatEnd) -> float:
        """The worth to the mover."""
        assert isinstance(end, Shared)
        return end.near

    def worth(self, end: SeatEnd) -> Fraction:
        """The same as a fraction."""
        assert isinstance(end, Shared)
        return end.chances[0]

    def chosen(self, end: SeatEnd) -> SeatEnd:
        """The end: nothing is left to choose."""
        return end


@dataclass(frozen=True)
class LastRound(RaceMoves):
    """The last round: everybody's chances, each found once."""

    decided: Callable[[LastState, int], int]
    """The turn total from which banking is best, not less than another."""

    @cached_property
    def _chances(self) -> dict[tuple[LastState, State | None], tuple[Fraction, ...]]:
        return {}

    @cached_property
    def _turns(self) -> dict[LastState, ExactTurn[SeatEnd]]:
        return {}

    @cached_property
    def _passed(self) -> dict[tuple[LastState, State | None], Shared]:
        return {}

    @cached_property
    def _keeps(self) -> bool:
        """Whether the score of a player past the goal may still be penalised."""
        return self.model.rules.turn.keep_on_bust and self.model.penalty > 0

    def player(self, units: int, lead: int, busts: int) -> LastPlayer:
        """A player who needs these units when another is `lead` units past the goal."""
        matters = self._keeps or self.model.first_bank_due((self.model.needed - units) * self.model.turn.unit)
        return LastPlayer(units + lead, units if matters else 0, busts if self._keeps else 0)

    def chances(self, state: LastState, offer: State | None = None) -> tuple[Fraction, ...]:
        """Everybody's chance, the mover's first, who may also continue with a phase and a total."""
        if len(state.players) == 1 and state.to_beat < state.players[0].behind:
            state = state._replace(to_beat=0)  # a bank that is enough to lead, or to draw level, beats that, too
        found = self._chances.get((state, offer))
        if found is None:
            found = self._chances[state, offer] = self._found(state, offer)
        return found

    def passed_on(self, state: LastState, offer: State | None = None) -> Shared:
        """The end of a turn that leads to this state of the next player."""
        found = self._passed.get((state, offer))
        if found is None:
            chances = self.chances(state, offer)
            found = self._passed[state, offer] = Shared((chances[-1], *chances[:-1]))
        return found

    def _found(self, state: LastState, offer: State | None) -> tuple[Fraction, ...]:
        if not state.players:
            share = Fraction(1, len(state.leaders))
            return tuple(share if p in state.leaders else NOTHING for p in range(self.model.rules.players))
        turn = self.turn(state)
        if offer is None:
            return self._mean(turn.distribution())
        fresh, stolen = self.chances(state), self._mean(turn.distribution(*offer))
        return stolen if stolen[0] > fresh[0] else fresh

    @staticmethod
    def _mean(distribution: dict[SeatEnd, Any]) -> tuple[Fraction, ...]:
        """Everybody's chance by how a turn ends."""
        ends = [(end.chances, chance) for end, chance in distribution.items() if isinstance(end, Shared)]
        return tuple(
            sum((chance * each for each, (_, chance) in zip(column, ends, strict=True)), NOTHING)
            for column in zip(*(chances for chances, _ in ends), strict=True)
        )

    def turn(self, state: LastState, totals: int = 0) -> ExactTurn[SeatEnd]:
        """Return the solved last turn, with at least this many totals."""
        found = self._turns.get(state)
        if found is None or found.size < totals:
            ends = self.ends(state)
            ends = replace(ends, decided=max(self.decided(state, ends.least), totals))
            found = self._turns[state] = ExactTurn(self.model, ends, LastValues())
        return found

    def ends(self, state: LastState) -> Ends:
        """The ends of the turn of the first player."""
        model, rules, carryover = self.model, self.model.rules, self.model.carryover("win")
        (behind, needed, busts), *_ = state.players
        carried = CarryoverState((busts, *(0,) * (rules.players - 1)))
        last = rules.players - 1

        def ended(gain: int, to_beat: int, offer: State | None) -> Shared:
            """`gain`: the units by which the mover's turn exceeds those of the leader; below 0 if it does not count."""
            players, leaders = state.players[1:], tuple(p - 1 for p in state.leaders)
            if gain > 0:
                players = tuple(p._replace(behind=p.behind + gain) for p in players)
                leaders = (last,)
            elif gain == 0 and rules.end.tie == "split":
                leaders = (*leaders, last)
            return self.passed_on(LastState(players, leaders, to_beat), offer if players else None)

        def bank(total: int, phase: int) -> Shared:
            return ended(total - behind, total if carryover.beats else 0, self.offer("after-bank", total, phase))

        def after(event: Event, total: int, phase: int) -> Shared:
            if event == "win":
                return won(rules.players)
            keeps = rules.turn.keep_on_bust and event != "lose_banked"
            gained = needed - self.after_event(carried, needed, total, event) if keeps else 0
            return ended(gained - behind, 0, self.offer("after-bust", total, phase))

        least = max(model.least_bank(first=needed == model.needed), state.to_beat + 1)
        return TurnEnds(needed, least, bank, after, least)


@dataclass(frozen=True)
class SeatEnds(RaceMoves):
    """The ends of all turns of a race."""

    last: LastRound
    decided: Callable[[Key, Ends], int]
    """Where last turns follow the goal: the turn total from which banking is best at a state."""

    @cached_property
    def largest_offer(self) -> int:
        """A total to steal that is as good as any larger one: every bank after another roll reaches the goal."""
        model = self.model
        sudden = model.rules.end.rule == "sudden"
        return max(model.lowest, model.bank_from, model.first_bank_from) if sudden else 10**9

    def at(self, key: Key) -> Ends:
        """The ends of the turn at a state."""
        model, carryover, players = self.model, self.model.carryover("win"), self.model.rules.players
        state, mine, others = carryover.all[key[0]], key[1], key[2 : players + 1]
        lasts = carryover.last_turns(state)
        least = max(model.least_bank(first=mine == model.needed), state.to_beat + 1)

        def ended(left: int, then: CarryoverState, offer: State | None) -> SeatEnd:
            if left <= 0:
                return self._reached(others[:lasts], -left, then, offer) if lasts else won(players)
            fresh = (carryover.number[then], *others, left)
            if not offer:
                return (fresh,)
            # A bank of a stolen turn beats the total that was stolen.
            unbeaten = carryover.number[replace(then, to_beat=0)]
            return fresh, (unbeaten, *others, left, offer[0], min(offer[1], self.largest_offer))

        banked, busted = carryover.after_bank(state, 0), carryover.after_bust(state)

        def bank(total: int, phase: int) -> SeatEnd:
            then = carryover.after_bank(state, total) if carryover.beats else banked
            return ended(mine - total, then, self.offer("after-bank", total, phase))

        def after(event: Event, total: int, phase: int) -> SeatEnd:
            if event == "win":
                return won(players)
            left = self.after_event(state, mine, total, event)
            return ended(left, busted, self.offer("after-bust", total, phase))

        ends = TurnEnds(mine, least, bank, after, max(mine, least))
        return replace(ends, decided=self.decided(key, ends)) if lasts else ends

    def _reached(self, others: tuple[int, ...], lead: int, then: CarryoverState, offer: State | None) -> Shared:
        """The mover is past the goal by `lead` units, and these others have a last turn."""
        players = tuple(self.last.player(units, lead, then.busts[p]) for p, units in enumerate(others))
        return self.last.passed_on(LastState(players, (self.model.rules.players - 1,), then.to_beat), offer)


def won(players: int) -> Shared:
    """The end of a race that the mover has won."""
    return Shared((SURE, *(NOTHING,) * (players - 1)))
