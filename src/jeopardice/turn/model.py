"""One turn as a finite automaton.

A turn moves through *phases* (what matters besides the turn total: the dice left, and where a rule needs it a
counter). From phase q with turn total t the player banks, or makes a roll and then picks one option of its outcome:

    V(q, t) = max( bank(t),  max over rolls [ sum_e p_e Z_e  +  sum_o p_o  max_{(g, q') in o} V(q', t + g) ] )

This is equation (3.9) of Crocce & Mordecki (2016) and equations (1)-(2) of Busche & Neller (2017), with the roll
itself eliminated: rolls with the same options are one outcome. Every option gains points, so the turn total only
grows and V is found by counting it down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from math import gcd
from typing import TypeVar

from jeopardice.rulebook import Rules
from jeopardice.turn.dice import Hand, Weights
from jeopardice.turn.scoring import Event, SetAside

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True, order=True)
class Option:
    """Scoring dice that a player may set aside from a roll: the points gained, and the phase that follows."""

    points: int
    phase: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """All rolls that give the player the same options, with their count among the rolls.

    An event ends the turn. The options beside a `win` are what the dice would score where it is ignored.
    """

    count: int
    event: Event | None
    options: tuple[Option, ...]

    @property
    def goes_on(self) -> bool:
        """Whether the turn continues if a win is ignored."""
        return bool(self.options) and self.event in (None, "win")


@dataclass(frozen=True)
class Roll:
    """A roll of some dice: its outcomes, whose counts add up to `total`."""

    dice: Hand
    total: int
    outcomes: tuple[Outcome, ...]

    @cached_property
    def going_on(self) -> tuple[Outcome, ...]:
        """The outcomes after which the turn continues if a win is ignored."""
        return tuple(outcome for outcome in self.outcomes if outcome.goes_on)

    @cached_property
    def bust(self) -> Fraction:
        """The chance of a bust, when a win is ignored."""
        return 1 - self.lost - Fraction(sum(outcome.count for outcome in self.going_on), self.total)

    @cached_property
    def lost(self) -> Fraction:
        """The chance to lose everything banked."""
        return Fraction(sum(o.count for o in self.outcomes if o.event == "lose_banked"), self.total)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a turn stands, apart from its total."""

    dice: Hand
    """The dice left to roll, of each kind."""
    singles: int = 0
    """How many single-die bonuses were won in this turn."""
    first: bool = False
    """Whether this is the first roll of the turn (only where the rules ask)."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A place with the rolls that can be made from there."""

    place: Place
    rolls: tuple[Roll, ...]
    """The rolls to choose from: none when no dice are left, several in Hog, usually one."""
    rolls_left: int | None = None
    """For a player who counts rolls: how many are left."""
    may_bank: bool = True
    must_bank: bool = False
    """Whether the player banks as soon as it is legal."""


@dataclass(frozen=True, repr=False)
class TurnModel:
    """A turn of a game: its phases, the first of which is the start of the turn. All of them can be reached."""

    rules: Rules
    kinds: tuple[Weights, ...]
    phases: tuple[Phase, ...]
    bank_from: int
    """The least turn total that may be banked."""
    stop_from: int | None = None
    """The turn total from which a player who holds at a fixed total always banks."""
    counted_in: int = 0
    """What else the unit must divide: points that a race takes away."""

    def __repr__(self) -> str:
        options = sum(len(outcome.options) for roll in self.rolls for outcome in roll.outcomes)
        return f"<TurnModel of {self.rules.where}: {len(self.phases)} phases, {options:,} options>"

    @cached_property
    def unit(self) -> int:
        """The greatest common divisor of all points that can be gained: turn totals are counted in it."""
        return gcd(self.counted_in, *(option.points for option in self.options))

    @cached_property
    def most_points(self) -> int:
        """The most points of a single roll."""
        return max(option.points for option in self.options)

    @property
    def rolls(self) -> Iterator[Roll]:
        """All rolls, phase by phase."""
        return chain.from_iterable(phase.rolls for phase in self.phases)

    @property
    def outcomes(self) -> Iterator[Outcome]:
        """All outcomes, roll by roll."""
        return chain.from_iterable(roll.outcomes for roll in self.rolls)

    @property
    def options(self) -> Iterator[Option]:
        """All options, outcome by outcome."""
        return chain.from_iterable(outcome.options for outcome in self.outcomes)

    def may_bank(self, phase: Phase, total: int) -> bool:
        """Whether the player may bank, with dice left to roll."""
        return phase.may_bank and total >= max(self.bank_from, self.stop_from or 0)

    def must_bank(self, phase: Phase, total: int) -> bool:
        """Whether the player has to bank."""
        if not self.may_bank(phase, total):
            return False
        return phase.must_bank or (self.stop_from is not None and total >= self.stop_from)

    @cached_property
    def places(self) -> dict[Place, int]:
        """The phase of each place (for a player who counts rolls: one of them)."""
        return {phase.place: q for q, phase in enumerate(self.phases)}

    @cached_property
    def set_aside(self) -> SetAside:
        """Family farkle: what may be set aside from each roll."""
        return SetAside(self.rules)

    @cached_property
    def rolling_phases(self) -> tuple[int, ...]:
        """The phases with dice to roll, the most dice first."""
        rolling = [q for q, phase in enumerate(self.phases) if phase.rolls]

        def order(q: int) -> tuple[int, bool, int, Hand]:
            place = self.phases[q].place
            return place.singles, not place.first, -sum(place.dice), tuple(-n for n in place.dice)

        return tuple(sorted(rolling, key=order))

    @property
    def all_dice(self) -> Hand:
        """The hand with which a turn begins."""
        return self.phases[0].place.dice

    def hand_name(self, hand: Hand) -> str:
        """A hand as a player would say it: "3", or "AAB" where dice are not alike."""
        return str(hand[0]) if len(hand) == 1 else "".join(kind_name(i) * n for i, n in enumerate(hand)) or "0"

    def phase_name(self, phase: Phase) -> str:
        """A short name for tables: the dice left, and what else matters."""
        place = phase.place
        name = self.hand_name(place.dice) if self.rules.family != "hog" else ("start" if phase.rolls else "end")
        name += f" +{place.singles}" if self.rules.turn.single_die_bonus else ""
        name += " first" if place.first else ""
        return name + (f" ({phase.rolls_left} to go)" if phase.rolls_left is not None else "")


def kind_name(kind: int) -> str:
    """A, B, C, … for the kinds of dice."""
    return chr(ord("A") + kind)


def growing(places: dict[Key, int]) -> Iterator[Key]:
    """The keys of a dictionary in their order, including those added meanwhile."""
    done = 0
    while done < len(places):
        for place in list(islice(places, done, None)):
            done += 1
            yield place
