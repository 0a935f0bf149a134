"""Policies of three or more players in fractions: everybody's chances, and shares of two ways to play a turn.

A player who mixes two ways to play a turn is worth the same with both. Where two players of a ring of states mix, what
makes the first indifferent depends on the share of the second only, and is a quotient of two linear functions of it,

    T(s) = (n0 + n1 s) / (1 + d1 s),

whose root three values of T give. Where more mix, the shares solve equations of a higher degree.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from jeopardice.race.turn_ends import Key
from jeopardice.solvers.exact_linear import solved

if TYPE_CHECKING:
    from flint import fmpq

Seat = tuple[Key, int]
"""A state, and a player counted from its mover."""
SeatChances = MutableMapping[Seat, "fmpq"]


@dataclass(frozen=True)
class TurnPlay:
    """A way to play a turn."""

    ended: tuple[fmpq, ...]
    """Everybody's chance to win with the end of this turn, the mover's first."""
    follows: Mapping[Key, fmpq]
    """The chances of the states that follow."""

    def worth(self, chances: Mapping[Seat, fmpq], player: int = 0) -> fmpq:
        """A player's chance, given those in the states that follow."""
        before = (player - 1) % len(self.ended)
        return sum((chance * chances[key, before] for key, chance in self.follows.items()), self.ended[player])

    def mixed_with(self, other: TurnPlay, share: fmpq) -> TurnPlay:
        """The mixture with a share of another."""
        ended = tuple(a + share * (b - a) for a, b in zip(self.ended, other.ended, strict=True))
        follows = {key: (1 - share) * chance for key, chance in self.follows.items()}
        for key, chance in other.follows.items():
            follows[key] = follows[key] + share * chance if key in follows else share * chance
        return TurnPlay(ended, {key: chance for key, chance in follows.items() if chance})


Mixtures = Mapping[Key, tuple[TurnPlay, TurnPlay]]


def evaluate(part: Sequence[Key], plays: Mapping[Key, TurnPlay], chances: SeatChances) -> None:
    """Add everybody's chances in states that depend on each other, and on others that are known."""
    equations = {}
    for key in part:
        play = plays[key]
        for player, ended in enumerate(play.ended):
            before = (player - 1) % len(play.ended)
            equations[key, player] = ended, {(then, before): chance for then, chance in play.follows.items()}
    solved(equations, chances)


def leads(
    part: Sequence[Key],
    plays: Mapping[Key, TurnPlay],
    mixtures: Mixtures,
    chances: SeatChances,
    shares: Mapping[Key, fmpq],
) -> dict[Key, fmpq]:
    """How much better the first of two ways to play is for each mover who mixes, if the second has these shares."""
    mixed = {key: mixtures[key][0].mixed_with(mixtures[key][1], share) for key, share in shares.items()}
    found: SeatChances = ChainMap({}, chances)
    evaluate(part, {**plays, **mixed}, found)
    return {key: low.worth(found) - high.worth(found) for key, (low, high) in mixtures.items()}


def shares_of_two(
    part: Sequence[Key], plays: Mapping[Key, TurnPlay], mixtures: Mixtures, chances: SeatChances
) -> dict[Key, fmpq] | None:
    """How often two movers take the second of two ways to play, so that both are indifferent; None if never."""
    from flint import fmpq

    known = part, plays, mixtures, chances
    shares: dict[Key, fmpq] = {}
    one, other = mixtures
    for key, against in ((one, other), (other, one)):
        none, half, whole = (leads(*known, {key: fmpq(k, 2), against: fmpq(0)})[against] for k in range(3))
        if half == whole:
            return None
        slope = (none - 2 * half + whole) / (half - whole)
        linear = whole * (1 + slope) - none
        share = -none / linear if linear else fmpq(-1)
        if not 0 <= share <= 1:
            return None
        shares[key] = share
    return shares if not any(leads(*known, shares).values()) else None


def simple_shares(
    part: Sequence[Key],
    plays: Mapping[Key, TurnPlay],
    mixtures: Mixtures,
    chances: SeatChances,
    near: Mapping[Key, float],
) -> dict[Key, fmpq] | None:
    """The simplest fractions close to these shares, if they leave every mover indifferent."""
    from flint import fmpq

    for digits in range(1, 7):
        simple = {key: Fraction(near[key]).limit_denominator(10**digits) for key in mixtures}
        shares = {key: fmpq(share.numerator, share.denominator) for key, share in simple.items()}
        if not any(leads(part, plays, mixtures, chances, shares).values()):
            return shares
    return None
