"""One decision by a card, step by step: of positions that can occur, with no bank that the rules forbid."""

from __future__ import annotations

from collections.abc import Iterator

from jeopardice.analysis.card_text import counted
from jeopardice.race.model import RaceModel, race_model
from jeopardice.rulebook import Rules
from jeopardice.strategies.card import Card, worth_at
from jeopardice.strategies.custom import full_turn
from jeopardice.strategies.dice_card import DiceCard
from jeopardice.turn import Outcome
from jeopardice.turn.reach import reachable_states

Sum = tuple[str, int, int, int]
"""The dice kept, the turn total afterwards, the dice left, and what going on is worth."""


def worked_example(card: Card | DiceCard, rules: Rules) -> list[str]:
    """One decision by the card; nothing where there is none to show."""
    race = race_model(rules)
    if isinstance(card, DiceCard):
        own = race.needed // 2 * race.turn.unit
        other = max([start for start, _ in card.other], default=own)
        dice = counted(card.dice_at(own, other), "die", "dice")
        return [f"You have {own:,} points and the other player {other:,}: roll {dice}."]
    if not any(0 in row for row in card.rows.values()):
        return []
    return _table_example(card, race) if rules.family == "farkle" else _hold_example(card, race)


def _hold_example(card: Card, race: RaceModel) -> list[str]:
    """A total at which to roll and one at which to bank, well before the goal."""
    bank = max(next(iter(card.rows.values()))[0], race.least_bank(first=True) * race.turn.unit)
    totals = sorted({total for _, total in reachable_states(race.turn, race.rules.goal - 1) if total})
    below = [total for total in totals if total < bank]
    above = [total for total in totals if total >= bank]
    lines = []
    if below:
        total = max((total for total in below if total <= bank - 6), default=below[0])
        lines.append(f"Your turn total is {total:,}, less than {bank:,}: roll.")
    if above:
        lines.append(
            f"{'You roll well and stand' if below else 'You stand'} at {above[min(1, len(above) - 1)]:,}: bank."
        )
    return lines


def _table_example(card: Card, race: RaceModel) -> list[str]:
    total, roll, sums = _instructive(card, race)
    if not sums:
        return []
    lines = [f"Your turn total is {total:,}, and you roll {roll}. You may keep:"]
    for keep, after, n, worth in sums:
        left = f"{counted(n, 'die', 'dice')} left"
        lines.append(f"  {keep}: total {after:,}, {left}: {after:,} + {worth:,} = {after + worth:,}")
    keep, _, n, worth = sums[0]
    then = f"roll {'the last die' if n == 1 else f'{n} dice'}" if worth else "bank"
    return [*lines, f"Keep {keep} and {then}."]


def _instructive(card: Card, race: RaceModel) -> tuple[int, str, list[Sum]]:
    """A turn total and a roll with several dice to keep, where the most points are not the best; the best first."""
    model, least = race.turn, race.least_bank(first=True) * race.turn.unit
    totals = (0, 6 * model.unit, 12 * model.unit)
    reached = reachable_states(model, totals[-1])
    found: list[tuple[tuple[bool, int], int, str, list[Sum]]] = []
    for q, roll, outcome, keeps in _rolls_of_all_dice(race):
        for total in totals:
            sums: list[Sum] = []
            for option, keep in zip(outcome.options, keeps, strict=True):
                n, after = sum(model.phases[option.phase].place.dice), total + option.points
                if n in card.rows and after < race.rules.goal:
                    sums.append((keep, after, n, worth_at(card.rows[n], after)))
            if (q, total) not in reached or len(sums) < max(2, len(outcome.options)):
                continue
            sums.sort(key=lambda entry: (-(entry[1] + entry[3]), entry[3] != 0, -entry[2]))
            _, after, _, worth = sums[0]
            if worth == 0 and after < least:
                continue
            surprising = after < max(total for _, total, _, _ in sums)
            found.append(((surprising, -abs(len(sums) - 4)), total, roll, sums))
    if not found:
        return 0, "", []
    _, total, roll, sums = max(found, key=lambda entry: entry[0])
    return total, roll, sums


def _rolls_of_all_dice(race: RaceModel) -> Iterator[tuple[int, str, Outcome, tuple[str, ...]]]:
    """Every roll of all dice after which something may be kept: its phase, the dice, the options, and their dice."""
    full = full_turn(race.turn)
    told = zip(full.rolls, full.keeps, strict=True)
    for q, phase in enumerate(full.model.phases):
        for roll in phase.rolls:
            for outcome in roll.going_on:
                if outcome.event:
                    continue
                dice, keeps = next(told)
                if phase.place.dice == full.model.all_dice and dice is not None:
                    yield q, dice, outcome, keeps
