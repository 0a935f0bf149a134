"""What a player may keep of a roll."""

from __future__ import annotations

from dataclasses import dataclass

from jeopardice.turn.model import TurnModel
from jeopardice.turn.moves import dice_taken, full_bust, place_after, ways_to_take
from jeopardice.turn.reading import RollShown
from jeopardice.turn.scoring import Event, WholeRoll, event_of


@dataclass(frozen=True, slots=True)
class Kept:
    """Dice that may be set aside from a roll."""

    dice: RollShown
    points: int
    """What they gain, bonuses included."""
    phase: int
    """The phase that follows."""


def may_keep(
    model: TurnModel, phase: int, roll: RollShown, *, wins_count: bool = True
) -> tuple[Event | None, list[Kept]]:
    """The event that ends the turn, or every set of dice that may be set aside from a roll."""
    rules, place = model.rules, model.phases[phase].place
    hand = dice_taken(roll)
    event, sets = _scoring_sets(model, roll)
    if event and (event != "win" or wins_count):
        return event, []
    scored = bool(sets)
    sets = sets or [(roll, points) for _, points in full_bust(rules, event, hand, place, model.all_dice)]
    kept = []
    for dice, points in sets:
        rest = tuple(n - k for n, k in zip(hand, dice_taken(dice), strict=True))
        after, extra = place_after(rules, hand, rest, place, model.all_dice, scored=scored)
        kept.append(Kept(dice, points + extra, model.places[after]))
    return (None, kept) if kept else ("bust", [])


def _scoring_sets(model: TurnModel, roll: RollShown) -> tuple[Event | None, list[tuple[RollShown, int]]]:
    """The event that a roll shows, and every set of dice that scores, with its points."""
    rules = model.rules
    if rules.family == "farkle":
        faces = tuple(map(sum, roll))
        return event_of(rules, faces), [
            (kept, points) for dice, points in model.set_aside.sets(faces) for kept in ways_to_take(roll, dice)
        ]
    look = WholeRoll(rules)
    seen = look.start
    for face, by_kind in enumerate(roll, 1):
        seen = look.step(seen, face, by_kind)
    event, points = look.finish(seen)
    return event, [(roll, points)]
