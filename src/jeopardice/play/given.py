"""Real dice: what is written in a move besides the decision, and turns that are entered by their result only.

    15 roll [2346]             the decision, and the dice that it rolled
    15 roll                    the same before the dice are entered: the game waits for them
    banked 450                 the result of the turn, or of the rest of it
    bust, lost, won            the last roll scored nothing, lost everything banked, or won the game
    bust 300                   a bust with its turn total, where the rules keep it
    banked 450 leaving 3       with the dice left, where the next player may steal them

What a result may be follows from the turn: a bank needs a turn total that dice can make from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from jeopardice.common.errors import InputError, shown
from jeopardice.play.dice import RolledDie
from jeopardice.play.ending import Ended, How
from jeopardice.play.refusals import too_few_to_bank
from jeopardice.play.table import Step, Table
from jeopardice.turn.dice import Hand
from jeopardice.turn.model import Place, kind_name
from jeopardice.turn.reading import dice_in_order, read_hand

if TYPE_CHECKING:
    from jeopardice.play.game import Game

HOW: dict[str, How] = {"banked": "bank", "bust": "bust", "lost": "lose_banked", "won": "win"}
RESULT = re.compile(r"(banked|bust|lost|won)(?: ([0-9]{1,9}))?(?: leaving (\S+))?", re.IGNORECASE)
NO_SUCH_TOTAL = "the dice cannot make that turn total here"
NO_SUCH_ROLL: dict[How, str] = {
    "bust": "no roll can bust here",
    "lose_banked": "no roll of this game loses the banked points",
    "win": "no roll of this game wins immediately",
}
FARTHEST = 10
"""A turn total may be this many times the goal."""


class TurnResult(NamedTuple):
    """How a turn ended, as it was entered."""

    word: str
    total: int | None
    """The turn total, where it is given."""
    dice: str | None
    """The dice left to the next player, where they are given."""

    @property
    def text(self) -> str:
        """The result as it is written in a record."""
        total = "" if self.total is None else f" {self.total}"
        return f"{self.word}{total}" + ("" if self.dice is None else f" leaving {self.dice}")


def read_result(text: str) -> TurnResult | None:
    """A result of a turn; None if the text is a decision."""
    found = RESULT.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    return TurnResult(found[1].lower(), None if found[2] is None else int(found[2]), found[3] and found[3].upper())


def split_dice(text: str) -> tuple[str, str | None]:
    """A decision, and the dice that are written with it."""
    found = re.fullmatch(r"(.*?)\s*\[(.*)\]\s*", text)
    return (text, None) if found is None else (found[1], found[2])


def with_dice(table: Table, decision: str, dice: tuple[RolledDie, ...] | None) -> str:
    """A decision with the dice it rolled, as it is written in a record."""
    return decision if dice is None else f"{decision} [{table.text(dice)}]"


def read_dice(table: Table, hand: Hand, text: str) -> tuple[RolledDie, ...]:
    """The dice rolled, in their order."""
    try:
        dice = tuple(RolledDie(*die) for die in dice_in_order(table.model, text))
    except InputError as error:
        raise InputError(f"move: {str(error).removeprefix('roll: ')}") from None
    for kind, wanted in enumerate(hand):
        given = sum(die.kind == kind for die in dice)
        if given != wanted:
            of_kind = "" if len(hand) == 1 else f" of kind {kind_name(kind)}"
            raise InputError(f"move: {shown(text)}: {given} dice{of_kind} given, but {wanted} are rolled")
    return dice


class Standing(NamedTuple):
    """A turn between two rolls, when the player may bank."""

    phase: int
    total: int


class Throw(NamedTuple):
    """A roll of a turn."""

    phase: int
    total: int
    """The turn total before it."""
    step: Step


def find_end(game: Game, result: TurnResult) -> Ended:
    """How the turn has ended; an InputError says why it cannot have ended like that."""
    how, most = HOW[result.word], FARTHEST * game.table.rules.goal
    if result.total is not None and result.total > most:
        raise _refusal(result, f"a turn total is at most {most:,}")
    if how == "bank":
        return _bank(game, result)
    if how != "bust" and all(outcome.event != how for outcome in game.table.model.outcomes):
        raise _refusal(result, NO_SUCH_ROLL[how])
    matters = _keeps(game, how) or _offers(game, how)
    ends = (Ended(how, *place) for place in _losses(game, how, most if result.total is None else result.total))
    first = next(ends, None)
    if first is None:
        raise _refusal(result, NO_SUCH_TOTAL if any(_losses(game, how, most)) else NO_SUCH_ROLL[how])
    if result.total is None and not matters:
        return Ended(how, first.phase, _total_so_far(game)) if how != "win" else first
    if how == "win":
        raise _refusal(result, "a win needs no points")
    if result.total is None:
        why = "this game keeps the turn total" if _keeps(game, how) else "the next player may steal"
        example = _total_so_far(game) or 4 * game.table.model.unit
        word = result.word
        raise _refusal(result, f"{why}: write the total too, such as {word} {example}, or {word} 0 after a first roll")
    return _with_dice(game, result, [end for end in (first, *ends) if end.total == result.total])


def _bank(game: Game, result: TurnResult) -> Ended:
    total = result.total
    if total is None:
        raise _refusal(result, "write how much, such as banked 450")
    if total < game.least_bank():
        raise _refusal(result, too_few_to_bank(game, total))
    places = (place for place in _places(game, total) if isinstance(place, Standing))
    return _with_dice(game, result, [Ended("bank", *place) for place in places if place.total == total])


def _with_dice(game: Game, result: TurnResult, ends: list[Ended]) -> Ended:
    """The end that leaves the dice that are given; of several the one with the fewest bonuses won."""
    model = game.table.model
    if not ends:
        several = f"turn totals are multiples of {model.unit}"
        raise _refusal(result, several if (result.total or 0) % model.unit else NO_SUCH_TOTAL)

    def place(end: Ended) -> Place:
        return model.phases[end.phase].place

    if result.dice is not None:
        left = _hand(game.table, result.dice)
        ends = [end for end in ends if place(end).dice == left]
        if not ends:
            raise _refusal(result, "those dice cannot be left then")
    elif _offers(game, ends[0].how) and ends[0].total and len({place(end).dice for end in ends}) > 1:
        raise _refusal(result, f"the next player may steal: write the dice left too, such as {result.text} leaving 2")
    return min(ends, key=lambda end: (place(end).singles, end.phase))


def _hand(table: Table, text: str) -> Hand:
    if text == "0":
        return (0,) * len(table.model.all_dice)
    try:
        return read_hand(table.model, text)
    except InputError as error:
        raise InputError(f"move: {error}") from None


def _keeps(game: Game, how: How) -> bool:
    return game.table.rules.turn.keep_on_bust and how == "bust"


def _offers(game: Game, how: How) -> bool:
    steal, family = game.table.rules.turn.steal, game.table.rules.family
    return family != "hog" and how != "win" and steal == ("after-bank" if how == "bank" else "after-bust")


def _total_so_far(game: Game) -> int:
    """The turn total as far as it is known."""
    return game.waits.total if game.waits else game.turn.total


def _losses(game: Game, how: How, most: int) -> Iterator[Standing]:
    """Where a turn may end without a bank: before the last roll, or where nothing is left to roll or to bank."""
    for place in _places(game, most):
        if isinstance(place, Throw):
            if how in place.step.events:
                yield Standing(place.phase, place.total)
        elif how == "bust" and not game.table.rolls(place.phase) and place.total < game.least_bank():
            yield place


def _places(game: Game, most: int) -> Iterator[Standing | Throw]:
    """Wherever the turn can go from here, up to a turn total."""
    standings, throws = _next_places(game)
    seen = set(standings)
    while standings or throws:
        if standings:
            place = standings.pop()
            yield place
            throws = list(_throws(game.table, *place))
        for throw in throws:
            yield throw
            for option in throw.step.options:
                after = Standing(option.phase, throw.total + option.points)
                if after.total <= most and after not in seen:
                    seen.add(after)
                    standings.append(after)
        throws = []


def _next_places(game: Game) -> tuple[list[Standing], list[Throw]]:
    """Where the turn stands, as far as it is known: between two rolls, or before a roll that has to be made."""
    table, turn = game.table, game.turn
    if game.waits:
        return [], list(_throws(table, game.waits.phase, game.waits.total, game.waits.dice))
    if turn.roll is not None:
        sets = table.choices(turn.phase, turn.roll).sets.values()
        return [Standing(kept.phase, turn.total + kept.points) for kept in sets], []
    if not game.at_start:
        return [Standing(turn.phase, turn.total)], []
    stolen = _throws(table, *game.offer) if game.offer else ()
    return [], [*_throws(table, turn.phase, turn.total), *stolen]


def _throws(table: Table, phase: int, total: int, dice: str | None = None) -> Iterator[Throw]:
    """The rolls to choose from, or the one that was chosen."""
    for step in table.turn_choices.steps(phase):
        if dice in (None, table.model.hand_name(step.dice)):
            yield Throw(phase, total, step)


def _refusal(result: TurnResult, why: str) -> InputError:
    return InputError(f"move: {shown(result.text)}: {why}")
