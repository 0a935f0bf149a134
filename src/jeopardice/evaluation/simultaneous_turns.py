"""Turns of a simultaneous game as a strategy plays them: their outcome distributions, and the same turns with dice.

A turn of Hog is a roll of some number of dice. In Pig a player rolls until a bank: after an outcome with gain g at the
turn total t a strategy banks with a chance B(t, outcome), and the weight of a state is

    w(t + g, q') += w(t, q) p_outcome (1 - B),     the chance to gain t + g in the turn += w(t, q) p_outcome B.

A player who reaches the goal does not win yet, because the other may get further. The strategies that take a win when
they can bank it (all but `hold-past`) bank there all the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from copy import copy

import numpy as np
from numpy.typing import NDArray

from jeopardice.native.calls import Floats
from jeopardice.native.simultaneous import BUST, LOST, WON, Integers, TotalPlaces
from jeopardice.native.turn import event_chances
from jeopardice.race.model import RaceModel
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solutions.simultaneous_turn import bank_chances
from jeopardice.strategies.policy import Policy
from jeopardice.turn import TurnModel

Flags = NDArray[np.bool_]


class RollTables:
    """The rolls of a turn as arrays: for each its results, the events and then the outcomes in the core's order."""

    def __init__(self, model: TurnModel, unit: int) -> None:
        rolls = list(model.rolls)
        phases = [len(phase.rolls) for phase in model.phases]
        self.begins = np.cumsum([0, *phases[:-1]])
        """For each phase its first roll."""
        self.has_dice = np.array([count > 0 for count in phases])
        columns: list[tuple[int, int, int, int]] = []
        upto, self.chances = [], []
        self.results: list[range] = []
        """For each roll its results."""
        place = 0
        for number, roll in enumerate(rolls):
            going_on = [outcome for outcome in roll.going_on if not outcome.event]
            events = map(float, event_chances(roll, wins_count=True))
            chances = np.array([*events, *(o.count / roll.total for o in going_on)])
            self.chances.append(chances)
            upto.append(number + np.append(np.cumsum(chances)[:-1], 1.0))
            self.results.append(range(len(columns), len(columns) + len(chances)))
            columns += [(event, 0, 0, 0) for event in (BUST, LOST, WON)]
            for outcome in going_on:
                (option,) = outcome.options
                columns.append((-1, option.points // unit, option.phase, place))
                place += 1
        self.upto = np.concatenate(upto)
        """Roll r and a random number u give the result at which this exceeds r + u."""
        self.events, self.gains, self.phases_after, self.outcomes = np.array(columns).T

    @property
    def most(self) -> int:
        """The most units of a roll."""
        return int(self.gains.max())


class Turns(ABC):
    """A player's turns. A *place* is a way to play a turn; states that are played alike share it."""

    def __init__(self, model: TurnModel, race: RaceModel, *, takes_wins: bool) -> None:
        self.rolls, self.race, self.takes_wins = RollTables(model, race.turn.unit), race, takes_wins
        self.keeps = model.rules.turn.keep_on_bust
        """Whether a bust keeps the turn total."""
        self.ends = TotalPlaces.of(model.rules)
        """The outcomes of a turn that ends with a total."""

    def least(self, owns: Integers) -> Integers:
        """The least that may be banked with these units to go."""
        race = self.race
        return np.where(owns == race.needed, race.least_bank(first=True), race.least_bank(first=False))

    @abstractmethod
    def first_rolls(self, places: Integers, random: np.random.Generator) -> Integers:
        """The rolls to begin with."""

    @abstractmethod
    def banks(self, places: Integers, totals: Integers, results: Integers, random: np.random.Generator) -> Flags:
        """Whether to bank after these results, at these turn totals before them."""

    def played(self, places: Integers, owns: Integers, random: np.random.Generator) -> Integers:
        """Play a turn for each place and number of units to go: the outcomes."""
        tables, ended = self.rolls, np.full(len(places), BUST)
        games, totals = np.arange(len(places)), np.zeros(len(places), np.int64)
        rolls = self.first_rolls(places, random)
        while len(games):
            results = np.searchsorted(tables.upto, rolls + random.random(len(games)), side="right")
            events, after = tables.events[results], totals + tables.gains[results]
            phases = tables.phases_after[results]
            banked = self.banks(places[games], totals, results, random)
            if self.takes_wins:
                banked |= after >= owns[games]
            no_dice = ~tables.has_dice[phases]
            banked = (banked | no_dice) & (after >= self.least(owns[games])) & (events < 0)
            ended[games[banked]] = self.ends.banked(after[banked])
            ended[games[events >= 0]] = events[events >= 0]
            if self.keeps:
                kept = np.where(events == BUST, totals, np.where(no_dice & ~banked & (events < 0), after, 0))
                ended[games[kept > 0]] = self.ends.kept(kept[kept > 0])
            left = ~banked & ~no_dice & (events < 0)
            games, totals, rolls = games[left], after[left], tables.begins[phases[left]]
        return ended


class PolicyTurns(Turns):
    """Turns by policies, one for each situation; they are policies of one turn."""

    def __init__(self, policies: Sequence[Policy], race: RaceModel, *, takes_wins: bool) -> None:
        super().__init__(policies[0].model, race, takes_wins=takes_wins)
        self.model = policies[0].model
        self.choices = np.stack([policy.choices for policy in policies])
        self.starts = np.array([policy.first_roll for policy in policies])
        self.policies: Integers = np.arange(len(policies))
        """The policy of each place."""

    def at(self, policies: Integers) -> PolicyTurns:
        """The same turns where place p is played by policies[p]."""
        turns = copy(self)
        turns.policies = policies
        return turns

    def first_rolls(self, places: Integers, random: np.random.Generator) -> Integers:
        """The roll of the policy."""
        return np.asarray(self.starts[self.policies[places]])

    def banks(self, places: Integers, totals: Integers, results: Integers, random: np.random.Generator) -> Flags:
        """What the policy says; beyond its totals, always."""
        _, rows, outcomes = self.choices.shape
        if not outcomes:  # every roll ends the turn
            return np.zeros(len(totals), bool)
        says = self.choices[self.policies[places], np.minimum(totals, rows - 1), self.rolls.outcomes[results]] % 2 == 1
        return np.asarray(says | (totals >= rows))

    def outcomes(self, policy: int, owns: Integers) -> Floats:
        """[place in owns, outcome]: the outcome distributions for these units to go."""
        tables, choices = self.rolls, self.choices[policy]
        rows, most = len(choices), tables.most
        last = max(rows, int(self.least(owns).max()), int(owns.max()))
        found = np.zeros((len(owns), self.ends.banked(last + most) + 1))
        weights = np.zeros((last + most + 1, len(self.model.phases), len(owns)))
        weights[0, 0] = 1.0
        for total in range(last + most + 1):
            for q in np.flatnonzero(weights[total].any(axis=1)):
                here = weights[total, q]
                roll = int(tables.begins[q]) + (int(self.starts[policy]) if total == 0 and q == 0 else 0)
                for result, chance in zip(tables.results[roll], tables.chances[roll], strict=True):
                    self._end(total, result, here * chance, owns, choices, found, weights)
        return found

    def _end(
        self, total: int, result: int, share: Floats, owns: Integers, choices: Floats, found: Floats, weights: Floats
    ) -> None:
        """Add the share of the turns that come to a result."""
        tables = self.rolls
        event, phase = int(tables.events[result]), int(tables.phases_after[result])
        if event >= 0:
            kept = self.ends.kept(total) if self.keeps and event == BUST and total else event
            found[:, kept] += share
            return
        after, no_dice = total + int(tables.gains[result]), not tables.has_dice[phase]
        says = total >= len(choices) or choices[total, tables.outcomes[result]] % 2 == 1
        banked = np.full(len(owns), says or no_dice) | (after >= owns if self.takes_wins else False)
        banked &= after >= self.least(owns)
        found[:, self.ends.banked(after)] += share * banked
        if no_dice:
            found[:, self.ends.kept(after) if self.keeps else BUST] += share * ~banked
        else:
            weights[after, phase] += share * ~banked


class MixedTurns(Turns):
    """Turns of best play, which draws the number of dice (Hog) or whether to bank (Pig)."""

    def __init__(
        self, model: TurnModel, race: RaceModel, *, rolls: Floats | None = None, bank: Floats | None = None
    ) -> None:
        super().__init__(model, race, takes_wins=False)
        self.dice = None if rolls is None else (np.arange(len(rolls))[:, None] + np.cumsum(rolls, axis=1)).ravel()
        """Hog: the chances of each roll by place, added up."""
        self.count = 0 if rolls is None else rolls.shape[1]
        self.bank = bank
        """Pig: [place, turn total]: how often it banks."""

    def first_rolls(self, places: Integers, random: np.random.Generator) -> Integers:
        """A roll by its chance."""
        if self.dice is None:
            return np.zeros(len(places), np.int64)
        drawn = np.searchsorted(self.dice, places + random.random(len(places)), side="right") - places * self.count
        return np.asarray(np.clip(drawn, 0, self.count - 1))

    def banks(self, places: Integers, totals: Integers, results: Integers, random: np.random.Generator) -> Flags:
        """Draw whether to bank."""
        if self.bank is None:
            return np.ones(len(places), bool)
        after = totals + self.rolls.gains[results]
        chance = self.bank[places, np.minimum(after, self.bank.shape[1] - 1)]
        return np.asarray(random.random(len(places)) < chance)


def best_turns(solution: SimultaneousSolution, outcomes: Floats, race: RaceModel) -> MixedTurns:
    """Turns of best play, with these turn outcome distributions by state."""
    if solution.rules.family == "hog":
        return MixedTurns(solution.turn, race, rolls=solution.dice_mixtures())
    bank, _ = bank_chances(outcomes, solution.turn)
    if solution.rules.events.win:  # beyond these totals best play rolls on forever
        bank = np.pad(bank, ((0, 0), (0, 1)))
    return MixedTurns(solution.turn, race, bank=bank)
