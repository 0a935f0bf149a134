"""What follows when dice are set aside: the dice left, hot dice, bonuses, and points for a full bust."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from jeopardice.rulebook import Rules
from jeopardice.turn.dice import Hand, smaller_hands
from jeopardice.turn.model import Place
from jeopardice.turn.scoring import Event


def place_after(
    rules: Rules, rolled: Hand, rest: Hand, place: Place, all_dice: Hand, *, scored: bool
) -> tuple[Place, int]:
    """The place after setting dice aside from a roll, and the bonus points."""
    singles, extra = place.singles, 0
    if scored and sum(rolled) == 1 and singles < len(rules.turn.single_die_bonus):
        extra = rules.turn.single_die_bonus[singles]
        singles += 1
    if rules.family == "pig" or (rules.family == "farkle" and not any(rest) and rules.turn.hot_dice):
        rest = all_dice
    return Place(rest, singles), extra


def full_bust(
    rules: Rules, event: Event | None, rolled: Hand, place: Place, all_dice: Hand
) -> tuple[tuple[Hand, int], ...]:
    """The dice left and the points of a roll of all dice that scores nothing; empty where the rules give no points."""
    turn = rules.turn
    if not turn.full_bust or event not in (None, "win") or rolled != all_dice:
        return ()
    return (((0,) * len(rolled), turn.full_bust),) if place.first or turn.full_bust_rolls == "any" else ()


def ways_to_take(roll: tuple[Hand, ...], dice: tuple[int, ...]) -> Iterator[tuple[Hand, ...]]:
    """Every way to take given numbers of each face from a roll: for each face, how many of each kind are taken."""
    none = (0,) * len(roll[0])
    wanted = zip(roll, dice, strict=True)
    return product(*([k for k in smaller_hands(shown) if sum(k) == n] if n else [none] for shown, n in wanted))


def dice_taken(roll: tuple[Hand, ...]) -> Hand:
    """The dice of a roll, or of a part of it, by kind."""
    return tuple(map(sum, zip(*roll, strict=True)))
