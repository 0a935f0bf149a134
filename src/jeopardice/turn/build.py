"""Rules to a turn: every phase that can be reached, and the outcomes of its rolls.

Each rule of the game is applied in one place: events and points in `scoring`, what follows a set-aside in `turn.moves`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from operator import sub
from typing import Any

from jeopardice.common.errors import InputError
from jeopardice.rulebook import Rules
from jeopardice.turn.dice import Hand, Weights, fold_rolls, kinds_of, number_of_rolls, rolls_of, smaller_hands
from jeopardice.turn.model import Key, Option, Place, Roll, TurnModel, growing
from jeopardice.turn.moves import dice_taken, full_bust, place_after, ways_to_take
from jeopardice.turn.reach import largest_total
from jeopardice.turn.scoring import Event, SetAside, WholeRoll, blank_faces, event_of
from jeopardice.turn.shape import Result, ShapedOutcome, ShapedRoll, TurnShape

MOST_ROLLS = 400_000
MOST_OPTIONS = 5_000_000
KEPT_MODELS, MOST_KEPT_OPTIONS = 32, 2000
"""How many turns are kept for the next time that a game is asked about, and the options of the largest of them."""


def turn_model(rules: Rules, progress: Callable[[float], None] | None = None) -> TurnModel:
    """The turn of a game. A game without end, or without points, is an InputError."""
    kept = _kept(rules, rules.where)
    if kept:
        return kept[0]
    model = _Builder(rules, progress or (lambda part: None)).build()
    if sum(1 for _ in model.options) <= MOST_KEPT_OPTIONS:
        kept.append(model)
    return model


@lru_cache(KEPT_MODELS)
def _kept(rules: Rules, where: str) -> list[TurnModel]:
    """A cache entry for the turn of a game; equal rules of another name have their own, because messages name them."""
    return []


class _Builder:
    def __init__(self, rules: Rules, progress: Callable[[float], None]) -> None:
        self.rules, self.progress = rules, progress
        self.name = rules.where
        self.kinds, self.all_dice = self._dice()
        self.none_left: Hand = (0,) * len(self.all_dice)
        self.results: dict[Hand, dict[Result, int]] = {}
        for hand, result, count in self._rolls():
            counts = self.results.setdefault(hand, {})
            counts[result] = counts.get(result, 0) + count

    def build(self) -> TurnModel:
        shape = shape_of(self.rules, self.all_dice, {hand: list(results) for hand, results in self.results.items()})
        model = shape.weighed(self.kinds, lambda hand: list(self.results[hand].values()))
        self._check(model)
        return model

    def _dice(self) -> tuple[tuple[Weights, ...], Hand]:
        kinds, hand = kinds_of(self.rules.dice)
        if self.rules.family == "hog" and len(hand) == 1:
            hand = (self.rules.dice_to_choose[1],)
        if self.rules.family == "farkle":
            kinds = gathered(self.rules, kinds)
            rolls = number_of_rolls(kinds, hand)
        else:
            # Only sums are distinguished: the work grows with the cube of the dice and the square of the sides.
            rolls = sum(hand) ** 3 * self.rules.dice.sides**2 // 100
        refuse_too_many(self.rules, rolls)
        return kinds, hand

    def _rolls(self) -> Iterator[tuple[Hand, Result, int]]:
        if self.rules.family != "farkle":
            return self._whole_rolls()
        return self._farkle_rolls() if len(self.all_dice) == 1 else self._rolls_of_kinds()

    def _whole_rolls(self) -> Iterator[tuple[Hand, Result, int]]:
        look = WholeRoll(self.rules)
        for hand, seen_rolls in fold_rolls(self.kinds, self.all_dice, look.start, look.step, self.progress).items():
            for seen, count in seen_rolls.items():
                event, points = look.finish(seen)
                ends = event in ("bust", "lose_banked")
                yield hand, (event, () if ends else ((self.none_left, points),)), count

    def _rolls_of_kinds(self) -> Iterator[tuple[Hand, Result, int]]:
        """The rolls of dice that are not alike, from one table unless there are too many."""
        ordered = _ordered_rolls(self.rules)
        if ordered is None or ordered.too_many or fewer_can_be_better(self.rules):
            yield from self._farkle_rolls()
            return
        supports = [ordered.support(kind) for kind in self.kinds]
        hands = [hand for hand in smaller_hands(self.all_dice) if any(hand)]
        for done, hand in enumerate(hands):
            self.progress(done / len(hands))
            results = ordered.of(supports, hand).results
            for result, count in zip(results, ordered.counts(self.kinds, hand), strict=True):
                yield hand, result, count

    def _farkle_rolls(self) -> Iterator[tuple[Hand, Result, int]]:
        set_aside = SetAside(self.rules)
        alike = len(self.all_dice) == 1
        hands = rolls_of(self.kinds, self.all_dice)
        for done, (hand, rolls) in enumerate(hands.items()):
            self.progress(done / len(hands))
            for roll, count in rolls.items():
                faces = tuple(map(sum, roll))
                event = event_of(self.rules, faces)
                left: list[tuple[Hand, int]] = []
                for dice, points in set_aside.sets(faces) if event in (None, "win") else ():
                    taken = [(sum(dice),)] if alike else map(dice_taken, ways_to_take(roll, dice))
                    for kept in taken:
                        rest = tuple(map(sub, hand, kept))
                        left.append((rest, points))
                yield hand, (event, tuple(sorted(_options_to_consider(self.rules, left)))), count

    def _check(self, model: TurnModel) -> None:
        place = "scoring" if self.rules.family == "farkle" else "events.bust"
        if not any(outcome.options for roll in model.phases[0].rolls for outcome in roll.outcomes):
            raise InputError(f"{self.name}: {place}: no roll can ever score")
        if phases_without_end(model):
            raise InputError(f"{self.name}: {place}: a turn may never end: there is always a roll that cannot bust")
        largest = largest_total(model, model.bank_from)
        if largest < model.bank_from and not self.rules.turn.keep_on_bust:
            minimum = self.rules.turn.minimum_bank
            raise InputError(f"{self.name}: turn.minimum_bank: {minimum}: no turn can reach more than {largest}")


def _ordered_rolls(rules: Rules) -> Any:
    """The rolls of dice that are not alike, in NumPy; None where NumPy is not installed, as in a browser."""
    try:
        return import_module("jeopardice.native.ordered_rolls").OrderedRolls(rules)
    except ImportError:
        return None


def refuse_too_many(rules: Rules, rolls: int) -> None:
    """Refuse games with more different rolls than can be listed."""
    if rolls > MOST_ROLLS:
        raise InputError(f"{rules.where}: dice: {rolls:.3g} different rolls are too many (at most {MOST_ROLLS:,})")


def shape_of(rules: Rules, all_dice: Hand, results: Mapping[Hand, Sequence[Result]]) -> TurnShape:
    """Every phase that can be reached, and what follows from the results of its rolls."""
    start = Place(all_dice, 0, bool(rules.turn.full_bust) and rules.turn.full_bust_rolls == "first")
    places = {start: 0}
    phases: list[tuple[Place, tuple[ShapedRoll, ...]]] = []
    options = 0
    for place in growing(places):
        hands = _hands_to_roll(rules, place.dice)
        rolls = tuple(_shaped_roll(rules, hand, results[hand], place, places) for hand in hands)
        phases.append((place, rolls))
        options += sum(len(outcome.options) for roll in rolls for outcome in roll.outcomes)
        if options > MOST_OPTIONS:
            raise InputError(f"{rules.where}: a turn has more than {MOST_OPTIONS:,} options: too many to solve")
    return TurnShape(rules, tuple(phases))


def _hands_to_roll(rules: Rules, dice: Hand) -> list[Hand]:
    if not any(dice):
        return []
    if rules.family != "hog":
        return [dice]
    fewest, most = rules.dice_to_choose
    return [hand for hand in smaller_hands(dice) if fewest <= sum(hand) <= most]


def _shaped_roll(
    rules: Rules, hand: Hand, results: Sequence[Result], place: Place, places: dict[Place, int]
) -> ShapedRoll:
    """The outcomes of a roll: results whose options are the same are one outcome."""
    all_dice = next(iter(places)).dice
    following: dict[tuple[Hand, bool], tuple[int, int]] = {}

    def after(rest: Hand, *, scored: bool) -> tuple[int, int]:
        """The phase that follows, and the bonus points."""
        if (rest, scored) not in following:
            then, extra = place_after(rules, hand, rest, place, all_dice, scored=scored)
            following[rest, scored] = places.setdefault(then, len(places)), extra
        return following[rest, scored]

    numbers: dict[tuple[Event | None, tuple[tuple[int, int], ...]], list[int]] = {}
    for number, (event, left) in enumerate(results):
        found: list[tuple[int, int]] = []
        for rest, points in left or full_bust(rules, event, hand, place, all_dice):
            phase, extra = after(rest, scored=bool(left))
            found.append((phase, points + extra))
        options = tuple(sorted((points, phase) for phase, points in _options_to_consider(rules, found)))
        outcome_event: Event | None = event if event or options else "bust"
        numbers.setdefault((outcome_event, options), []).append(number)
    outcomes = (
        ShapedOutcome(event, tuple(Option(*option) for option in options), tuple(which))
        for (event, options), which in numbers.items()
    )
    return ShapedRoll(hand, tuple(outcomes))


def _options_to_consider(rules: Rules, options: list[tuple[Key, int]]) -> set[tuple[Key, int]]:
    """The options to consider: the most points for each next phase, and fewer only if they can be better."""
    if fewer_can_be_better(rules):
        return set(options)
    most: dict[Key, int] = {}
    for then, points in options:
        most[then] = max(most.get(then, 0), points)
    return set(most.items())


def fewer_can_be_better(rules: Rules) -> bool:
    """Whether a player may want fewer points for the same dice.

    That is so where the others have a last turn once the goal is reached: stopping just short of it may be better.
    """
    return rules.end.rule == "last-turn" or fewer_help_later(rules)


def fewer_help_later(rules: Rules) -> bool:
    """Whether fewer points may be better for later turns, whoever has reached the goal.

    That is so where the next player may steal them, and where a score below 0 may rise to 0, which requires a first
    bank.
    """
    below_0 = rules.bust.streak and rules.bust.penalty and (rules.bust.floor == "none" or rules.bust.floor < 0)
    return rules.turn.steal != "never" or bool(below_0 and rules.turn.first_bank)


def gathered(rules: Rules, kinds: tuple[Weights, ...]) -> tuple[Weights, ...]:
    """The weights of dice, with the weights of all interchangeable faces moved to the lowest of them."""
    blank = blank_faces(rules)
    return tuple(_gathered(kind, blank) for kind in kinds)


def _gathered(weights: Weights, faces: set[int]) -> Weights:
    """The weights, with those of some interchangeable faces moved to the lowest of them."""
    lowest = min(faces, default=0)
    together = sum(weights[face - 1] for face in faces)
    return tuple(together if f == lowest else 0 if f in faces else w for f, w in enumerate(weights, 1))


def phases_without_end(model: TurnModel) -> set[int]:
    """The phases from which a player can score forever without risking the end of the turn.

    The largest set of phases with, in each, a roll that never ends the turn and always has an option back into the set.
    """
    stay = set(range(len(model.phases)))
    while True:
        kept = {q for q in stay if any(_always_returns(roll, stay) for roll in model.phases[q].rolls)}
        if kept == stay:
            return stay
        stay = kept


def _always_returns(roll: Roll, phases: set[int]) -> bool:
    return all(any(option.phase in phases for option in outcome.options) for outcome in roll.outcomes)
