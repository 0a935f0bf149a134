"""A race: turns until a goal.

Points come in the turn's unit, so that scores are counted by the units still needed: a banked score b needs
ceil((goal - b) / unit). Two players at (b, d) move in turn; the mover's chance W(b, d) satisfies, with V the value of a
turn as in `jeopardice.turn.model`,

    bank(t) = 1 - W(d, b + t),  or 1 at the goal;   a bust is worth 1 - W(d, b),

Busche & Neller 2017, equations (1)-(2). For one player bank(t) = 1 + E(b + t) and 1 + E(b) (expected turns, to be
minimised: Tijms 2007, section 2.2), or P(m - 1, b + t) and P(m - 1, b) (chance within m turns). W, E and P also depend
on the carryover (`jeopardice.race.carryover`), where the rules have one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.race.carryover import Carryover, carryover_of
from jeopardice.race.positions import Position, check_scores
from jeopardice.rulebook import Rules
from jeopardice.turn import TurnModel, turn_model
from jeopardice.turn.reach import largest_total

MOST_ROWS = 10_000_000
PENALTIES_FOLLOWED = 6
"""Where penalties have no floor: how many of them, from a score of 0, are modelled."""


@dataclass(frozen=True)
class RaceModel:
    """A turn, the goal, and what a bank needs, in units of the turn."""

    turn: TurnModel
    needed: int
    """Units from a score of 0 to the goal."""
    bank_from: int
    first_bank_from: int
    lowest: int
    """Units from the lowest score to the goal."""
    floor: int
    """Units from the floor of penalties to the goal; below 0 if the floor is above the goal."""
    penalty: int

    @property
    def hold_from(self) -> int:
        """The units at which a player who holds at a fixed total banks; 0 for others."""
        return -(-(self.turn.stop_from or 0) // self.turn.unit)

    @property
    def has_penalties(self) -> bool:
        """Whether scores can decrease."""
        return self.penalty > 0 or bool(self.rules.events.lose_banked)

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.turn.rules

    @property
    def can_steal(self) -> bool:
        """Whether the next player may continue a turn."""
        return self.rules.turn.steal != "never" and self.rules.family != "hog"

    @property
    def steals_after_busts(self) -> bool:
        """Whether the next player may continue a turn that has bust."""
        return self.rules.turn.steal == "after-bust" and self.can_steal

    def carryover(self, objective: str) -> Carryover:
        """What is remembered between turns, for an objective: of all players, or solo."""
        return self._carryover_of_all if objective == "win" else self._solo_carryover

    @cached_property
    def _carryover_of_all(self) -> Carryover:
        return carryover_of(self.rules, max(2, self.rules.players), self.lowest)

    @cached_property
    def _solo_carryover(self) -> Carryover:
        return carryover_of(self.rules, 1, self.lowest)

    @property
    def has_first_bank(self) -> bool:
        """Whether the first bank needs more than others."""
        return self.first_bank_from > self.bank_from

    def first_bank_due(self, score: int) -> bool:
        """Whether a player with this banked score still has to make a first bank that needs more."""
        return score == 0 and self.has_first_bank

    def least_bank(self, *, first: bool) -> int:
        """The least that may be banked, in units: as a first bank, or later."""
        return max(1, self.first_bank_from if first else self.bank_from)

    @property
    def has_no_floor(self) -> bool:
        """Whether scores may decrease below the lowest that is modelled."""
        return has_no_floor(self.rules)

    @property
    def lowest_score(self) -> int:
        """The lowest score that is possible, or that is modelled where there is no floor."""
        return (self.needed - self.lowest) * self.turn.unit

    def units_needed(self, score: int, place: str = "scores") -> int:
        """The units that a banked score still needs."""
        if not self.lowest_score <= score < self.rules.goal:
            allowed = f"from {self.lowest_score} to {self.rules.goal - 1}"
            raise InputError(f"{place}: {shown(score)}: a banked score must be {allowed}")
        return self.needed - self.units(score, place)

    def units(self, score: int, place: str = "scores") -> int:
        """A banked score in units, also beyond the goal; scores that no turn can lead to are refused."""
        if score % self.turn.unit:
            raise InputError(f"{place}: {shown(score)}: banked scores of this game are multiples of {self.turn.unit}")
        return score // self.turn.unit

    def units_at(self, position: Position, players: int) -> list[int]:
        """The units that each player still needs."""
        check_scores(position.scores, players)
        return [self.units_needed(score) for score in position.scores]

    def state_at(self, position: Position, carryover: Carryover, players: int) -> tuple[int, list[int]]:
        """The number of a position's carryover state, and the units that each player still needs."""
        units, state = self.units_at(position, players), self.carryover_at(position, carryover)
        if carryover.all[state].to_beat + units[-1] > self.lowest:
            raise InputError(f"to_beat: {position.to_beat}: the previous player cannot have banked that much")
        return state, units

    def with_offer(self, position: Position) -> Position:
        """The position with the total to beat, which a bank that may be stolen implies."""
        turn = self.rules.turn
        if position.offer and (turn.steal == "never" or self.rules.family == "hog"):
            raise InputError(f"offer: {shown(position.offer[0])}: in this game turns cannot be stolen")
        if position.offer and not position.to_beat and turn.beat_previous and turn.steal == "after-bank":
            return replace(position, to_beat=position.offer[1])
        return position

    def carryover_at(self, position: Position, carryover: Carryover) -> int:
        """The number of a position's carryover state."""
        total, unit = position.to_beat, self.turn.unit
        if total < 0 or total % unit or total >= self.rules.goal - self.lowest_score:
            raise InputError(f"to_beat: {shown(total)}: it must be a total that can be banked, a multiple of {unit}")
        return carryover.find(position.busts, total // unit, position.seat)


def race_model(rules: Rules, turn: TurnModel | None = None) -> RaceModel:
    """The race of a game."""
    turn = turn or turn_model(rules)
    if has_streak_penalty(rules):
        turn = replace(turn, counted_in=gcd(rules.bust.penalty, floor_of(rules)))
    unit = turn.unit
    needed, lowest = -(-rules.goal // unit), units_from_lowest(rules, unit)
    rows = (turn.most_points + max(turn.bank_from, rules.turn.first_bank)) // unit + lowest
    if rows * len(turn.phases) > MOST_ROWS:
        name = rules.where
        raise JeopardiceError(f"{name}: goal: {rules.goal}: a turn has {rows:,} rows of {unit} points: too many")
    first = max(turn.bank_from, rules.turn.first_bank)
    largest = largest_total(turn, first)
    if largest < first and not rules.turn.keep_on_bust:
        raise InputError(f"{rules.where}: turn.first_bank: {first}: no turn can reach more than {largest}")
    return RaceModel(
        turn,
        needed,
        -(-turn.bank_from // unit),
        -(-first // unit),
        lowest,
        needed - floor_of(rules) // unit if has_streak_penalty(rules) else needed,
        rules.bust.penalty // unit if has_streak_penalty(rules) else 0,
    )


def has_streak_penalty(rules: Rules) -> bool:
    """Whether busts in a row cost banked points."""
    return bool(rules.bust.streak and rules.bust.penalty)


def has_no_floor(rules: Rules) -> bool:
    """Whether penalties have no floor."""
    return has_streak_penalty(rules) and rules.bust.floor == "none"


def floor_of(rules: Rules) -> int:
    """The lowest score that penalties lead to, or the lowest that is modelled if there is no floor."""
    return rules.bust.floor if isinstance(rules.bust.floor, int) else -PENALTIES_FOLLOWED * rules.bust.penalty


def units_from_lowest(rules: Rules, unit: int) -> int:
    """The units from the lowest score to the goal."""
    return -(-rules.goal // unit) - lowest_score(rules) // unit


def lowest_score(rules: Rules) -> int:
    """The lowest score that is possible, or that is modelled where there is no floor."""
    return min(0, floor_of(rules)) if has_streak_penalty(rules) else 0
