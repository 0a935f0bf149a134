"""Best play of a solved game as tables: whether to bank or to roll, and which dice to keep of every roll."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from jeopardice.common.errors import JeopardiceError
from jeopardice.export.states import Batch, Integers, States
from jeopardice.export.turns import NEVER, TurnWorths
from jeopardice.native.calls import Floats
from jeopardice.race.support import require
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.race import RaceSolution
from jeopardice.solutions.race_turn import EVENTS
from jeopardice.turn.dice import kinds_of, number_of_rolls, rolls_of
from jeopardice.turn.legal import Kept, may_keep
from jeopardice.turn.reading import RollShown, roll_text

MOST_ROWS = 50_000_000
"""Rows of a table."""
MOST_ROLLS = 20_000
"""Different rolls of a game, for the table of rolls."""


@dataclass(frozen=True, eq=False)
class Words:
    """A column of words: for each row the place of its word in a list."""

    places: Integers
    words: tuple[str, ...]


Columns = dict[str, Integers | Floats | Words]
"""Numbers that are not there, such as the worth of a bank that is not legal, are NaN."""


def check_size(solution: Solution, step: int | None = None, *, rolls: bool = False) -> None:
    """Refuse, before any work, a table of decisions or of rolls that would be too large or does not exist."""
    if rolls:
        require("table of rolls", solution.rules, solution.objective)
    states = States(solution, step)
    if not rolls:
        states.check(dict.fromkeys(range(len(states.model.phases)), 1), MOST_ROWS, "decisions")
        return
    states.check({q: len(found) for q, found in _sets(states).items()}, MOST_ROWS, "rolls")


def decisions(solution: Solution, step: int | None = None) -> Iterator[tuple[float, Columns]]:
    """Whether to bank or to roll at every turn total with every number of dice that can come up.

    Columns come state after state, with the part of the work done. Scores may be listed every `step` points only.
    """
    check_size(solution, step)
    states = States(solution, step)
    dice = tuple(states.model.phase_name(phase) for phase in states.model.phases)
    actions = _actions(states)
    for batch in states.batches():
        turns, count = batch.turns, len(batch.turns.values)
        totals, phases = states.decided(turns.totals)
        values, banks = turns.values[:, totals, phases], turns.banks[:, totals, phases]
        rolls = _rolls(turns, totals, phases)
        # A bank that is as good as a roll is made; among tied rolls the first, which throws the fewest dice.
        action = np.where(turns.tied(banks, values), 0, 1 + turns.tied(rolls, values).argmax(axis=0))
        yield (
            batch.part,
            {
                **_named(batch, len(totals)),
                "turn_total": np.tile(totals * states.model.unit, count),
                "dice": Words(np.tile(phases, count), dice),
                "action": Words(action.ravel(), actions),
                "value": states.sign * values.ravel(),
                "roll": states.sign * rolls.max(axis=0).ravel(),
                "bank": states.sign * np.where(banks == NEVER, np.nan, banks).ravel(),
                "lead": _lead(np.concatenate([banks[None], rolls])).ravel(),
                **({} if batch.shares is None else {"mixed_share": np.repeat(batch.shares, len(totals))}),
            },
        )


def _actions(states: States) -> tuple[str, ...]:
    rolls = max((phase.rolls for phase in states.model.phases), key=len)
    names = [f"roll {states.model.hand_name(roll.dice)}" for roll in rolls] if len(rolls) > 1 else ["roll"]
    return ("bank", *names)


def _rolls(turns: TurnWorths, totals: Integers, phases: Integers) -> Floats:
    """[roll, state, row]: what each roll is worth, or `NEVER` where a phase has fewer rolls to choose from."""
    worth = np.full((max(map(len, turns.rolls)), len(turns.values), len(totals)), NEVER)
    for q, rolls in enumerate(turns.rolls):
        here = phases == q
        for k, roll in enumerate(rolls):
            worth[k][:, here] = roll[:, totals[here]]
    return worth


def choices(solution: Solution, step: int | None = None) -> Iterator[tuple[float, Columns]]:
    """For every roll that does not end the turn: which dice to keep, and whether to bank then (family farkle)."""
    check_size(solution, step, rolls=True)
    states = States(solution, step)
    model, sets = states.model, _sets(states)
    rolls = sorted({roll for found in sets.values() for roll, _ in found})
    keeps = sorted({kept.dice for found in sets.values() for _, kepts in found for kept in kepts})
    roll_places, keep_places = ({dice: place for place, dice in enumerate(each)} for each in (rolls, keeps))
    roll_words, keep_words = (tuple(roll_text(model, dice) for dice in each) for each in (rolls, keeps))
    dice = tuple(model.phase_name(phase) for phase in model.phases)
    for batch in states.batches(busts=True):
        totals, phases = states.decided(batch.turns.totals)
        for q, found in sets.items():
            here = totals[phases == q]
            parts = []
            for roll, kepts in found if len(here) else ():
                chosen = _chosen(batch.turns, here, kepts, [keep_places[kept.dice] for kept in kepts])
                parts.append([np.full(chosen[0].size, roll_places[roll], np.int64), *chosen])
            if not parts:
                continue
            which, keep, points, then, value, lead = (np.concatenate(column) for column in zip(*parts, strict=True))
            named = _named(batch, len(here))
            yield (
                batch.part,
                {
                    **{key: np.tile(column, len(parts)) for key, column in named.items()},
                    "turn_total": np.tile(here * model.unit, len(batch.turns.values) * len(parts)),
                    "dice": Words(np.full(len(which), q, np.int64), dice),
                    "rolled": Words(which, roll_words),
                    "keep": Words(keep, keep_words),
                    "points": points,
                    "then": Words(then, THEN),
                    "value": states.sign * value,
                    "lead": lead,
                },
            )


THEN = ("bank", "roll", "end")


def _sets(states: States) -> dict[int, list[tuple[RollShown, list[Kept]]]]:
    """For each phase the rolls that do not end the turn, with all that may be kept of them."""
    model = states.model
    kinds = kinds_of(model.rules.dice)[0]
    if (number := number_of_rolls(kinds, model.all_dice)) > MOST_ROLLS:
        raise JeopardiceError(f"dice: {number:,} different rolls: a table of rolls is for at most {MOST_ROLLS:,}")
    by_hand = rolls_of(kinds, model.all_dice)
    wins = isinstance(states.solution, RaceSolution)
    found = {}
    for q in model.rolling_phases:
        rolls = sorted(by_hand[model.phases[q].place.dice])
        kepts = ((roll, may_keep(model, q, roll, wins_count=wins)[1]) for roll in rolls)
        found[q] = [(roll, sets) for roll, sets in kepts if sets]
    return found


def _chosen(turns: TurnWorths, totals: Integers, kepts: list[Kept], names: list[int]) -> list[Integers | Floats]:
    """For every state and total the dice to keep, their points, what comes then, its value and its lead."""
    assert turns.busts is not None
    shape = (len(turns.values), len(totals))
    worths, busts = [], []
    for kept in kepts:
        at = totals + kept.points // turns.model.unit
        banks = turns.banks[:, at, kept.phase]
        rolls = turns.rolls[kept.phase]
        # No dice left and too few points to bank: the turn ends as with a bust.
        stuck = turns.settled[:, at, kept.phase, EVENTS.index("bust")]
        worths += [
            banks,
            rolls[0][:, at] if rolls else np.full(shape, NEVER),
            np.full(shape, NEVER) if rolls else np.where(banks == NEVER, stuck, NEVER),
        ]
        busts += [np.zeros(shape), turns.busts[:, at, kept.phase], np.ones(shape)]
    worth, bust = np.stack(worths), np.stack(busts)
    best = worth.max(axis=0)
    # Among ties, the action that busts least.
    action = np.where(turns.tied(worth, best), bust, np.inf).argmin(axis=0)
    which = action // len(THEN)
    points = np.array([kept.points for kept in kepts], np.int64)
    found = (np.array(names, np.int64)[which], points[which], action % len(THEN), best, _lead(worth))
    return [column.ravel() for column in found]


def _named(batch: Batch, rows: int) -> dict[str, Integers]:
    return {name: np.repeat(column, rows) for name, column in batch.names.items()}


def _lead(worth: Floats) -> Floats:
    """By how much the best action is better than the next; NaN where it is the only one."""
    second, best = np.partition(worth, -2, axis=0)[-2:]
    with np.errstate(invalid="ignore"):
        return np.where(second == NEVER, np.nan, best - second)
