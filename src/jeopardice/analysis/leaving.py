"""Which scoring dice is it ever best not to set aside?

Crocce & Mordecki (Theorem 4.1) find that in their game only a 5, a 1, two 5s or a 5 and a 1 are ever worth resigning.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

from jeopardice.common.errors import InputError
from jeopardice.solutions.turn import TurnSolution
from jeopardice.turn import Place
from jeopardice.turn.moves import place_after
from jeopardice.turn.reach import reachable_states
from jeopardice.turn.reading import roll_text


def dice_worth_leaving(solution: TurnSolution) -> dict[str, tuple[int, int]]:
    """The sets of scoring dice that best play leaves in some reachable state, with an example of one.

    The example is the turn total before the roll and the number of dice rolled. A set that is left in a tie counts.
    Dice are alike, and scoring dice are those of the largest set that scores.
    """
    model = solution.model
    if model.rules.family != "farkle" or len(model.kinds) > 1 or model.rules.turn.single_die_bonus:
        raise InputError("leaving dice: only for family farkle with dice that are alike and no single-die bonus")
    found: dict[str, tuple[int, int]] = {}
    reached = reachable_states(model, solution.closing.total - 1)
    for n in sorted({sum(model.phases[q].place.dice) for q, _ in reached}):
        totals = sorted(total for q, total in reached if sum(model.phases[q].place.dice) == n)
        sides = range(model.rules.dice.shown)
        for faces in combinations_with_replacement(sides, n):
            roll = tuple(faces.count(face) for face in sides)
            sets = model.set_aside.sets(roll)
            if len(sets) < 2:
                continue
            most = max(sets, key=lambda entry: (sum(entry[0]), entry[1]))[0]
            after = {dice: model.places[_place_after(solution, n, sum(dice))] for dice, _ in sets}
            for total in totals:
                values = {dice: solution.state_value(after[dice], total + points) for dice, points in sets}
                best = max(values.values())
                for dice, value in values.items():
                    if dice != most and solution.tied(value, best):
                        left = roll_text(model, tuple((m - k,) for m, k in zip(most, dice, strict=True)))
                        found.setdefault(left, (total, n))
    return found


def _place_after(solution: TurnSolution, rolled: int, kept: int) -> Place:
    model = solution.model
    place, _ = place_after(model.rules, (rolled,), (rolled - kept,), Place((rolled,)), model.all_dice, scored=True)
    return place
