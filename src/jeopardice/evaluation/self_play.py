"""A strategy against itself in every seat, as a solution: the same exact evaluation as `match`, from any scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from jeopardice.common.errors import InputError
from jeopardice.common.progress import Progress, parts_of
from jeopardice.evaluation.simultaneous import match_simultaneous
from jeopardice.race.model import RaceModel, race_model
from jeopardice.race.objectives import Objective
from jeopardice.race.positions import Position, PositionGiven
from jeopardice.race.standings import Standings
from jeopardice.rulebook import Rules
from jeopardice.solutions.base import SolutionBase
from jeopardice.solvers.multiplayer import multiplayer_model
from jeopardice.strategies import Strategy, StrategyLike, strategy
from jeopardice.strategies.table_of import core_table
from jeopardice.turn.decisions import SolvedTurn

Chances = tuple[float, ...]


@dataclass(frozen=True, eq=False, repr=False)
class SelfPlay(SolutionBase):
    """What each seat is worth if all play the same strategy."""

    model: RaceModel
    played: Strategy
    states: int
    follow: Callable[[Position], Chances] = field(repr=False)
    """Everyone's chance at the start of a turn, the mover's first."""
    seats: Chances = ()
    objective = Objective("win")
    exact = False
    error_bound = None

    @classmethod
    def of(
        cls, rules: Rules, played: StrategyLike, threads: int | None = None, progress: Progress | None = None
    ) -> SelfPlay:
        """Play a game from its start."""
        make = _simultaneous if rules.simultaneous else _in_turn
        return make(rules, strategy(played), threads, progress)

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.model.rules

    @property
    def plays(self) -> str:
        """The name of the strategy."""
        return self.played.name

    @property
    def value(self) -> float:
        """The chance of the player who begins; in simultaneous play, that chance minus the other's."""
        return self.seats[0] - self.seats[1] if self.rules.simultaneous else self.seats[0]

    def value_at(self, position: PositionGiven = (), **fields: Any) -> float:
        """The mover's value at the start of a turn."""
        chances = self.chances_at(position, **fields)
        return chances[0] - chances[1] if self.rules.simultaneous else chances[0]

    def chances_at(self, position: PositionGiven = (), **fields: Any) -> Chances:
        """Everyone's chance at the start of a turn, the mover's first."""
        at = Position.of(position, **fields)
        if at.turn or at.offer or at.dice_left:
            raise InputError(f"strategy: {self.plays}: its values are for the start of a turn, without an offer")
        return self.follow(at)

    def turn_at(self, position: PositionGiven = (), **fields: Any) -> SolvedTurn:
        """Refuse: nothing is left to decide."""
        raise InputError(f"strategy: {self.plays}: advice is on best play, not on a fixed strategy")

    def strategy(self) -> Strategy:
        """The strategy, for matches."""
        return self.played


def _in_turn(rules: Rules, played: Strategy, threads: int | None, progress: Progress | None) -> SelfPlay:
    """Players who take turns."""
    players = rules.players
    race = multiplayer_model(rules) if players > 2 else race_model(rules)
    table = core_table(race, players, threads)
    preparing, following = parts_of(progress, 1, 1)
    seat = played.seat(table, preparing)

    def follow(at: Position, report: Progress | None = None) -> Chances:
        carry, units = race.state_at(at, table.carryover, players)
        wins, _ = table.follow([seat] * players, [(table.start(units, carry), 0)], report)
        return tuple(chances[0] for chances in wins)

    states = len(table.carryover.all) * race.lowest**players
    return SelfPlay(race, played, states, follow, follow(Position((0,) * players), following))


def _simultaneous(rules: Rules, played: Strategy, threads: int | None, progress: Progress | None) -> SelfPlay:
    """Players who play at the same moment."""
    found, race = match_simultaneous(rules, played, played, threads=threads, progress=progress), race_model(rules)
    standings = Standings(rules, race.turn.unit, race.needed)

    def follow(at: Position) -> Chances:
        own, other = (standing - 1 for standing in standings.at(at))
        chance = float(found.first_at[own, other])
        return chance, 1 - chance

    return SelfPlay(race, played, standings.count**2, follow, (found.overall, 1 - found.overall))
