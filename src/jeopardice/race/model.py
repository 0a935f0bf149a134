"""A race: turns until a goal.

Points come in the turn's unit, so that scores are counted by the units still needed: a banked score b needs
ceil((goal - b) / unit). Two players at (b, d) move in turn; the mover's chance W(b, d) satisfies, with V the value of a
turn as in `jeopardice.turn.model`,

    bank(t) = 1 - W(d, b + t),  or 1 at the goal;   a bust is worth 1 - W(d, b),

Busche & Neller 2017, equations (1)-(2). For one player bank(t) = 1 + E(b + t) and 1 + E(b) (expected turns, to be
minimised: Tijms 2007, section 2.2), or P(m - 1, b + t) and P(m - 1, b) (chance within m turns). What else lasts between
turns is a mode (`jeopardice.race.carryover`), which W, E and P depend on, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.race.carryover import Modes, modes_of
from jeopardice.rulebook import Rules
from jeopardice.turn import TurnModel, turn_model
from jeopardice.turn.reach import largest_total

MOST_ROWS = 10_000_000
PENALTIES_FOLLOWED = 6
"""Where penalties have no floor: how many of them, from a score of 0, are told apart."""


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
    def falls(self) -> bool:
        """Whether scores can fall."""
        return self.penalty > 0 or bool(self.rules.events.lose_banked)

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.turn.rules

    @cached_property
    def duel(self) -> Modes:
        """What lasts between the turns of all players."""
        return modes_of(self.rules, max(2, self.rules.players), self.lowest)

    @cached_property
    def solo(self) -> Modes:
        """What lasts between the turns of one player."""
        return modes_of(self.rules, 1, self.lowest)

    def modes(self, objective: str) -> Modes:
        """What lasts between turns, for an objective."""
        return self.duel if objective == "win" else self.solo

    @property
    def has_first_bank(self) -> bool:
        """Whether the first bank needs more than others."""
        return self.first_bank_from > self.bank_from

    def first_bank_due(self, score: int) -> bool:
        """Whether a player with this banked score has still to make a first bank that needs more."""
        return score == 0 and self.has_first_bank

    def least_bank(self, *, first: bool) -> int:
        """The least that may be banked, in units: as a first bank, or later."""
        return max(1, self.first_bank_from if first else self.bank_from)

    @property
    def falls_without_end(self) -> bool:
        """Whether scores may fall below the lowest that is followed."""
        return punishes(self.rules) and self.rules.bust.floor == "none"

    @property
    def lowest_score(self) -> int:
        """The lowest score that can come up, or that is followed where there is no floor."""
        return (self.needed - self.lowest) * self.turn.unit

    def units_needed(self, score: int, place: str = "scores") -> int:
        """The units that a banked score still needs."""
        if not self.lowest_score <= score < self.rules.goal:
            allowed = f"from {self.lowest_score} to {self.rules.goal - 1}"
            raise InputError(f"{place}: {shown(score)}: a banked score must be {allowed}")
        return self.needed - self.units(score, place)

    def units(self, score: int, place: str = "scores") -> int:
        """A banked score in units, wherever the goal is; scores that no turn can lead to are refused."""
        if score % self.turn.unit:
            raise InputError(f"{place}: {shown(score)}: banked scores of this game are multiples of {self.turn.unit}")
        return score // self.turn.unit


def race_model(rules: Rules, turn: TurnModel | None = None) -> RaceModel:
    """The race of a game, whatever acts between its turns."""
    turn = turn or turn_model(rules)
    if punishes(rules):
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
        needed - floor_of(rules) // unit if punishes(rules) else needed,
        rules.bust.penalty // unit if punishes(rules) else 0,
    )


def punishes(rules: Rules) -> bool:
    """Whether busts in a row cost banked points."""
    return bool(rules.bust.streak and rules.bust.penalty)


def floor_of(rules: Rules) -> int:
    """The score below which penalties take nobody, or to which scores are followed if there is none."""
    return rules.bust.floor if isinstance(rules.bust.floor, int) else -PENALTIES_FOLLOWED * rules.bust.penalty


def units_from_lowest(rules: Rules, unit: int) -> int:
    """The units from the lowest score to the goal."""
    below = min(0, floor_of(rules)) if punishes(rules) else 0
    return -(-rules.goal // unit) - below // unit


def race_of_two(rules: Rules, what: str = "matches") -> RaceModel:
    """The race of a game for two players without a memory between turns; others are refused."""
    only_two(rules)
    refuse_keys(rules, keys_between(rules), what)
    return race_model(rules)


def any_race_of_two(rules: Rules) -> RaceModel:
    """The race of a game for two players, whatever it remembers between turns."""
    only_two(rules)
    return race_model(rules)


def only_two(rules: Rules) -> None:
    """Refuses games of more players, or of one, and those in which both play at once."""
    in_turn_only(rules)
    if rules.players != 2:
        raise JeopardiceError(f"players: {rules.players}: this is for games of two players")


def in_turn_only(rules: Rules) -> None:
    """Refuses games in which both play at the same moment: those are solved by `jeopardice.solutions.simultaneous`."""
    if rules.simultaneous:
        raise JeopardiceError(f"{rules.where}: simultaneous: true: this is for players who take turns")


def race_alone(rules: Rules) -> RaceModel:
    """The race of one player with a strategy; rules with which scores fall are refused."""
    refuse_keys(rules, keys_between(rules, players=1), "a strategy alone")
    return race_model(rules)


def refuse_keys(rules: Rules, keys: list[str], what: str) -> None:
    """An error that names a key which something cannot honour."""
    if keys:
        raise JeopardiceError(f"{rules.where}: {keys[0]}: {what} cannot honour it in this version")


def keys_between(rules: Rules, players: int = 2) -> list[str]:
    """The keys of a game that need a memory between the turns of so many players, or let scores fall."""
    used = {
        "turn.beat_previous": rules.turn.beat_previous and players > 1,
        "turn.steal": rules.turn.steal != "never" and players > 1,
        "bust.streak": punishes(rules),
        "events.lose_banked": rules.events.lose_banked,
        "end.rule": rules.end.rule != "sudden" and players > 1,
    }
    return [key for key, value in used.items() if value]
