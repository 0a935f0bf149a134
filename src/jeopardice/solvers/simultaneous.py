"""Simultaneous play, solved: see `jeopardice.solutions.simultaneous`."""

from __future__ import annotations

from dataclasses import replace
from math import gcd

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.common.progress import Progress, part_of
from jeopardice.native.calls import Floats, cores
from jeopardice.native.simultaneous import CoreSimultaneous, core_simultaneous, dice_outcomes
from jeopardice.race.model import floor_of, has_streak_penalty
from jeopardice.rulebook import Rules
from jeopardice.solutions.simultaneous import SimultaneousSolution, outcomes_key
from jeopardice.solvers.simultaneous_penalties import guaranteed, settled_values
from jeopardice.turn import TurnModel, turn_model

MOST_NEEDED = 2000


def solve_simultaneous(
    rules: Rules, threads: int | None = None, progress: Progress | None = None, *, exact: bool = False
) -> SimultaneousSolution:
    """Solve a game of simultaneous play; with `exact` in fractions, if neither player has to mix."""
    turn, core = simultaneous_game(rules)
    if exact:
        refuse_exact(rules)
    needed, workers = core.needed, cores(threads)
    if core.scores_can_decrease:
        values = settled_values(core, workers, part_of(progress, 0, 0.8))
        low = guaranteed(core, values, workers, part_of(progress, 0.8, 1))
        return SimultaneousSolution(rules, turn, core, values, low)
    values = core.sweep(np.full((needed, needed), 0.5), workers, part_of(progress, 0, 0.5))
    low = core.guarantees(values, workers, part_of(progress, 0.5, 1))
    found = SimultaneousSolution(rules, turn, core, values, low)
    return _exactly(found, progress) if exact else found


def simultaneous_game(rules: Rules) -> tuple[TurnModel, CoreSimultaneous]:
    """The turn of a game of simultaneous play, and the game as tables; rules that are not supported are refused."""
    _check(rules)
    turn = turn_model(rules)
    if has_streak_penalty(rules):
        turn = replace(turn, counted_in=gcd(rules.bust.penalty, floor_of(rules)))
    needed = -(-rules.goal // turn.unit)
    if needed > MOST_NEEDED:
        raise JeopardiceError(f"{rules.where}: goal: {rules.goal}: at most {MOST_NEEDED} units in simultaneous play")
    return turn, core_simultaneous(rules, turn, needed)


def _exactly(solution: SimultaneousSolution, progress: Progress | None) -> SimultaneousSolution:
    """The same in fractions."""
    from jeopardice.solvers.simultaneous_exact import ExactValues  # python-flint takes a while to import

    turn, units = solution.turn, range(1, solution.needed + 1)
    exactly = ExactValues(turn, solution.needed)
    keys = [outcomes_key(outcomes) for _, outcomes in dice_outcomes(turn)]

    def likeliest(ways: Floats, chances: list[float]) -> int:
        return keys.index(outcomes_key(ways[int(np.argmax(chances))]))

    dice = {}
    for own in units:
        for other in units:
            _, rows, row_chances, columns, column_chances = solution.core.equilibrium(solution.values, own, other)
            dice[own, other] = likeliest(rows, row_chances), likeliest(columns, column_chances)
    exactly.solve(dice, progress)
    return replace(solution, exactly=exactly)


def refuse_exact(rules: Rules) -> None:
    """Refuse fractions where they are not computed: Pig has too many ways to play, penalties lead to cycles."""
    if rules.family != "hog":
        raise InputError(f'exact: family: "{rules.family}": simultaneous play in fractions is for "hog"')
    if has_streak_penalty(rules) or rules.events.lose_banked:
        raise InputError("exact: bust.penalty, events.lose_banked: fractions are not supported with penalties")


def _check(rules: Rules) -> None:
    """Refuse rules that are not supported for simultaneous play."""
    penalty = has_streak_penalty(rules)
    wrong = {
        "sees": (
            rules.sees != "scores",
            rules.sees,
            "here both see the scores; hidden information is for solve, advise, match and plot",
        ),
        "players": (rules.players != 2, rules.players, "simultaneous play is for two"),
        "end.rule": (rules.end.rule != "equal-turns", rules.end.rule, 'simultaneous play needs "equal-turns"'),
        "end.tie": (rules.end.tie != "split", rules.end.tie, 'simultaneous play needs "split"'),
        "turn.beat_previous": (rules.turn.beat_previous, "true", "simultaneous play has no previous player"),
        "turn.steal": (rules.turn.steal != "never", rules.turn.steal, "simultaneous play has no next player"),
        "turn.first_bank": (
            rules.turn.first_bank > rules.turn.minimum_bank,
            rules.turn.first_bank,
            "not supported for simultaneous play",
        ),
        "turn.keep_on_bust": (rules.turn.keep_on_bust, "true", "not supported for simultaneous play"),
        "events.win": (bool(rules.events.win), list(rules.events.win), "not supported for simultaneous play"),
        "bust.streak": (
            penalty and rules.bust.streak > 1,
            rules.bust.streak,
            "in simultaneous play at most 1",
        ),
        "bust.floor": (
            penalty and (rules.bust.floor == "none" or floor_of(rules) < 0),
            rules.bust.floor,
            "simultaneous play needs a number from 0 on",
        ),
    }
    for key, (is_wrong, value, allowed) in wrong.items():
        if is_wrong:
            raise InputError(f"{rules.where}: {key}: {shown(value)}: {allowed}")
