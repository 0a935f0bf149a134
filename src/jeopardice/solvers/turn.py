"""One turn, solved for the most expected points: by the core, or in fractions by the equation:

    V(q, t) = max( t,  max over rolls [ p_bust Z(t)  +  sum_o p_o  max_{(g, q') in o} V(q', t + g) ] )

for t from just below the closing total down to 0, with V(q, t) = t + S(q) beyond (`jeopardice.turn.closing`); Z = 0,
or t where a bust keeps the total, and what busts in a row cost. Equations (3)-(4) of Busche & Neller 2017, equation
(3.9) of Crocce & Mordecki 2016. Among actions of equal value the one with the smaller chance to bust is chosen.
"""

from __future__ import annotations

from fractions import Fraction

from jeopardice.common.progress import Progress
from jeopardice.native import turn as native
from jeopardice.rulebook import Rules
from jeopardice.solutions.turn import TurnSolution
from jeopardice.turn import Phase, Roll, TurnModel, restricted, turn_model
from jeopardice.turn.closing import NOTHING, TurnValues, closing_of

Worth = tuple[Fraction, Fraction]
"""Value, and minus the chance to bust: larger is better."""


def solve_turn(
    rules: Rules, strategy: str = "optimal", *, exact: bool = False, progress: Progress | None = None
) -> TurnSolution:
    """Solve one turn for the most expected points (objective `score`), in floating point or in exact fractions.

    `strategy` leaves fewer choices: "hold-at:20" banks at 20 or more, "rolls:5" makes exactly five rolls.
    """
    model = restricted(turn_model(rules, progress), strategy)
    if exact:
        return TurnSolution(model, exact_turn_values(model, progress))
    return TurnSolution(model, native.solve_turn(model, progress=progress))


def exact_turn_values(model: TurnModel, progress: Progress | None = None, bust_worth: Fraction = NOTHING) -> TurnValues:
    """The value of every state and the chance to bust from there, in fractions."""
    closing = closing_of(model, bust_worth)
    worth: dict[tuple[int, int], Worth] = {}

    def look(q: int, total: int) -> Worth:
        return worth[q, total] if total < closing.total else (total + closing.gains[q], -closing.busts[q])

    def bust(total: int) -> Worth:
        return (total if model.rules.turn.keep_on_bust else 0) + bust_worth, Fraction(-1)

    def roll_worth(roll: Roll, total: int) -> Worth:
        value = bust(total)[0] * roll.bust + bust_worth * roll.lost
        minus_bust = -roll.bust - roll.lost
        for outcome in roll.going_on:
            best = max(look(option.phase, total + option.points) for option in outcome.options)
            value += best[0] * outcome.count / roll.total
            minus_bust += best[1] * outcome.count / roll.total
        return value, minus_bust

    def best_worth(phase: Phase, total: int) -> Worth:
        bank: Worth = (Fraction(total), Fraction(0))
        if not phase.rolls:
            return bank if total >= model.bank_from else bust(total)
        if model.must_bank(phase, total):
            return bank
        rolls = [roll_worth(roll, total) for roll in phase.rolls]
        return max([bank, *rolls] if model.may_bank(phase, total) else rolls)

    totals = range(closing.total - model.unit, -1, -model.unit)
    for done, total in enumerate(totals):
        for q, phase in enumerate(model.phases):
            worth[q, total] = best_worth(phase, total)
        if progress:
            progress((done + 1) / len(totals))
    rows = [[worth[q, total] for q in range(len(model.phases))] for total in reversed(totals)]
    return TurnValues(
        closing=closing,
        values=[[value for value, _ in row] for row in rows],
        busts=[[-minus_bust for _, minus_bust in row] for row in rows],
        error_bound=0.0,
    )
