"""Small races of three and more players in exact fractions, from their equilibrium in floating point.

A policy gives each state a distribution of the ends of its turn. Then everybody's chances solve a linear system: the
chance of player p, counted from the mover, in a state is the mean of that of player p - 1 in the states that follow.
Where no mover can do better in any turn, in fractions, the policies are an equilibrium; else better decisions replace
the others. Of decisions that are worth the same to the mover the one that busts least is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.common.flint_numbers import float_of, fraction_of
from jeopardice.common.progress import Progress, parts_of
from jeopardice.native.calls import Floats
from jeopardice.native.multiplayer import CoreMultiplayer
from jeopardice.race.exact_seats import ExactSeats, SeatValues
from jeopardice.race.exact_turn import Caution, ExactTurn, phases_at
from jeopardice.race.objectives import Objective
from jeopardice.race.seat_ends import Ends, LastRound, SeatEnd, SeatEnds, Shared
from jeopardice.race.turn_ends import Key
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solvers.exact_linear import cycles
from jeopardice.solvers.exact_policies import Mixtures, SeatChances, TurnPlay, evaluate, shares_of_two, simple_shares
from jeopardice.solvers.exact_seat_closing import SeatClosing

if TYPE_CHECKING:
    from flint import fmpq

MOST_STEPS = 50
STEALS = 1e-13
"""In floating point a turn is stolen if that is worth more by this (core/multiplayer/last_states.hpp)."""
AGREES = 1e-11
"""Fractions and floating point differ by less, or they are different equilibria."""
WIN = Objective("win")
Distribution = Mapping[SeatEnd, "fmpq"]


class ExactSeatSolver:
    """Finds the values of a race of three or more players."""

    def __init__(self, core: CoreMultiplayer, values: Floats, shares: dict[int, float]) -> None:
        self.core, self.model, self.shares = core, core.model, shares
        self.players, self.carryover = core.players, core.carryover
        self.floats: dict[Key, tuple[float, ...]] = dict(self._floats(values))
        self.fresh = sorted(self.floats, key=lambda key: (sum(key[1:]), key))
        self.closing = SeatClosing(self.model, self.floats)
        self.closing.last = LastRound(self.model, WIN, self.closing.decided_last)
        self.ends = SeatEnds(self.model, WIN, self.closing.last, self.closing.decided)
        self.turn_ends: dict[Key, Ends] = {}
        self.states: list[list[int]] = []
        self.offers: dict[Key, list[Key]] = {}
        """The turns that may be stolen, by the state in which they are."""
        self.stolen: dict[SeatEnd, Key] = {}
        self.plays: dict[Key, TurnPlay] = {}
        self.chances: SeatChances = {}
        self._near_shares: dict[Key, float] = {}

    def _floats(self, values: Floats) -> Iterator[tuple[Key, tuple[float, ...]]]:
        for place in np.ndindex(values.shape[1:]):
            if place[-1] + self.carryover.all[place[0]].to_beat < self.model.lowest:
                others = [float(plane[place]) for plane in values]
                yield (place[0], *(units + 1 for units in place[1:])), (1 - sum(others), *others)

    def solve(self, values: Floats, progress: Progress | None) -> ExactSeats:
        """Policy iteration."""
        # Last rounds are solved with the first turns that lead to them.
        followed = self.model.rules.end.rule != "sudden"
        ending, guessing, evaluating, proving = parts_of(progress, 0.3 * followed, 1 + 3 * followed, 0.2, 1)
        self._prepare(values, ending)
        near = dict(self.floats)
        cautious, bold = self._both()
        policy = self._best(self._values(), guessing) | cautious
        for _ in range(MOST_STEPS):
            self._evaluate(policy, bold, evaluating)
            better = self._best(self._values(exact=True), proving)
            changed = {key: found for key, found in better.items() if found != policy[key] and self._gains(key, found)}
            stolen = self._thefts()
            if not changed and stolen == self.stolen:
                return self._proven(near)
            policy |= changed
            bold = {key: found for key, found in bold.items() if key not in changed}
            self.stolen = stolen
        raise self._mixes(next(iter(changed), self.fresh[0]), "decisions answer each other in a circle")

    def _prepare(self, values: Floats, progress: Progress | None) -> None:
        """Find the ends of all turns, and what stolen turns are worth in floating point."""
        for number, key in enumerate(self.fresh):
            self.turn_ends[key] = self.ends.at(key)
            if progress and number % 16 == 0:
                progress(number / len(self.fresh))
        self.states = phases_at(self.model, max(ends.decided for ends in self.turn_ends.values()))
        if self.ends.steals == "never":
            return
        for key in self.fresh:
            if offers := list(self._offers_at(key)):
                worth = self.core.stolen_turns(values, self.shares, key[1:], key[0])
                self.offers[key] = offers
                for offer in offers:
                    others = worth[offer[-2], min(offer[-1], worth.shape[1] - 1)]
                    self.floats[offer] = (1 - float(others.sum()), *map(float, others))
        for end in self._choices():
            if self.floats[end[1]][0] > self.floats[end[0]][0] + STEALS:
                self.stolen[end] = end[1]

    def _offers_at(self, key: Key) -> Iterator[Key]:
        """The turns that may be stolen in a state."""
        if self.carryover.all[key[0]].to_beat:
            return
        after_bank = self.ends.steals == "after-bank"
        for total, phases in enumerate(self.states[: self.ends.largest_offer + 1]):
            for phase in phases:
                # Whoever has banked a total was that much further from the goal.
                possible = not after_bank or (total >= self.model.bank_from and key[-1] + total <= self.model.lowest)
                if possible and self.ends.offer(self.ends.steals, total, phase):
                    yield (*key, phase, total)

    def _choices(self) -> Iterator[tuple[Key, Key]]:
        """The states in which a player begins a turn or, in the second one, steals the turn before."""
        beats = self.carryover.beats and self.ends.steals == "after-bank"
        for key in self.fresh:
            state = self.carryover.all[key[0]]
            unbeaten = (self.carryover.number[replace(state, to_beat=0)], *key[1:])
            for offer in self.offers.get(unbeaten, ()):
                if not beats or offer[-1] == min(state.to_beat, self.ends.largest_offer):
                    yield key, offer

    def _thefts(self) -> dict[SeatEnd, Key]:
        """Where turns are stolen; a player to whom that makes no difference does as before."""
        found: dict[SeatEnd, Key] = {}
        for end in self._choices():
            more = self.chances[end[1], 0] - self.chances[end[0], 0]
            if more > 0 or (more == 0 and end in self.stolen):
                found[end] = end[1]
        return found

    def _values(self, *, exact: bool = False) -> SeatValues:
        """The values from which turns are solved."""
        from flint import fmpq

        known = {key: tuple(self.chances[key, p] for p in range(self.players)) for key in self.plays} if exact else None
        return SeatValues(self.floats, known, lambda value: fmpq(value.numerator, value.denominator), self.stolen)

    def _turn(self, key: Key, values: SeatValues) -> ExactTurn[SeatEnd]:
        return ExactTurn(self.model, self.turn_ends[key], values, self.states)

    def _best(self, values: SeatValues, progress: Progress | None) -> dict[Key, Distribution]:
        """How each turn ends under the best play for these values."""
        found: dict[Key, Distribution] = {}
        for number, key in enumerate(self.fresh):
            turn = self._turn(key, values)
            found[key] = turn.distribution()
            for offer in self.offers.get(key, ()):
                found[offer] = turn.distribution(*offer[-2:])
            if progress and number % 16 == 0:
                progress(number / len(self.fresh))
        return found

    def _both(self) -> tuple[dict[Key, Distribution], dict[Key, Distribution]]:
        """How turns end in the two ways to play that are mixed, first the one that busts less."""
        found: tuple[dict[Key, Distribution], dict[Key, Distribution]] = {}, {}
        shape = (len(self.carryover.all), *(self.model.lowest,) * self.players)
        size = int(np.prod(shape))
        for place in self.shares:
            number, *units = map(int, np.unravel_index(place % size, shape))
            key = (number, *(u + 1 for u in units))
            self._near_shares[key] = self.shares[place]
            if place >= size:
                raise self._mixes(key, "single decisions of a turn have to be mixed")
            for plays, caution in zip(found, (Caution(), Caution(-1, -1)), strict=True):
                plays[key] = self._turn(key, replace(self._values(), caution=caution)).distribution()
        return found

    def _play(self, ends: Distribution) -> TurnPlay:
        """A way to play a turn, by how it ends."""
        from flint import fmpq

        ended = [fmpq(0)] * self.players
        follows: dict[Key, fmpq] = {}
        for end, chance in ends.items():
            if isinstance(end, Shared):
                for player, share in enumerate(end.chances):
                    ended[player] += chance * fmpq(share.numerator, share.denominator)
            else:
                key = self.stolen.get(end, end[0])
                follows[key] = follows[key] + chance if key in follows else chance
        return TurnPlay(tuple(ended), follows)

    def _gains(self, key: Key, ends: Distribution) -> bool:
        """Whether the mover of a state gains by another way to play."""
        return bool(self._play(ends).worth(self.chances) > self.chances[key, 0])

    def _evaluate(
        self, policy: Mapping[Key, Distribution], bold: Mapping[Key, Distribution], progress: Progress | None
    ) -> None:
        """Find everybody's chances, and how often movers play boldly."""
        from flint import fmpq

        self.chances = {}
        self.plays = {key: self._play(ends) for key, ends in policy.items()}
        mixtures = {key: (self.plays[key], self._play(ends)) for key, ends in bold.items()}
        for key, (low, high) in mixtures.items():
            self.plays[key] = low.mixed_with(high, fmpq(1, 2))
        for part in cycles({key: play.follows for key, play in self.plays.items()}):
            if mixing := {key: mixtures[key] for key in part if key in mixtures}:
                self._mix(part, mixing)
            evaluate(part, self.plays, self.chances)
            if progress:
                progress(len(self.chances) / (self.players * len(self.plays)))
        for key in self.plays:
            self.floats[key] = tuple(float_of(self.chances[key, p]) for p in range(self.players))

    def _mix(self, part: list[Key], mixtures: Mixtures) -> None:
        """Find the shares of two ways to play that are worth the same."""
        shares = shares_of_two(part, self.plays, mixtures, self.chances) if len(mixtures) == 2 else None
        if shares is None:
            shares = simple_shares(part, self.plays, mixtures, self.chances, self._near_shares)
        if shares is None:
            players = "players with equal scores" if len(mixtures) == 1 else f"the movers of {len(mixtures)} states"
            raise self._mixes(next(iter(mixtures)), f"{players}, which depend on each other, have to mix")
        for key, share in shares.items():
            self.plays[key] = mixtures[key][0].mixed_with(mixtures[key][1], share)

    def _proven(self, near: Mapping[Key, tuple[float, ...]]) -> ExactSeats:
        """The values, in which no player gains by another decision of any turn."""
        values = {
            key: tuple(fraction_of(self.chances[key, player]) for player in range(self.players)) for key in self.plays
        }
        self.closing.check(values)
        off = {key: max(abs(a - b) for a, b in zip(self.floats[key], near[key], strict=True)) for key in self.fresh}
        furthest = max(self.fresh, key=lambda key: off[key])
        if off[furthest] > AGREES:
            raise JeopardiceError(
                f"exact: {self._words(furthest)}: fractions lead to another equilibrium than floating point, which "
                f"differs by {off[furthest]:.2g}"
            )
        return ExactSeats(self.ends, values, self.stolen)

    def _mixes(self, key: Key, why: str) -> JeopardiceError:
        return JeopardiceError(
            f"exact: {self._words(key)}: {why}: the probabilities solve equations of a higher degree, whose solutions "
            "are irrational in general"
        )

    def _words(self, key: Key) -> str:
        """A state as a player describes it."""
        unit, state = self.model.turn.unit, self.carryover.all[key[0]]
        found = f"scores {','.join(str((self.model.needed - u) * unit) for u in key[1 : self.players + 1])}"
        found += f", busts {','.join(map(str, state.busts))}" if self.carryover.streak else ""
        found += f", to beat {state.to_beat * unit}" if state.to_beat else ""
        return found + (f", seat {state.moved + 1}" if self.model.rules.end.rule == "equal-turns" else "")


def in_fractions(solution: MultiplayerSolution, progress: Progress | None = None) -> MultiplayerSolution:
    """The same in fractions."""
    solver = ExactSeatSolver(solution.core, solution.values, solution.shares)
    return replace(solution, exactly=solver.solve(solution.values, progress))
