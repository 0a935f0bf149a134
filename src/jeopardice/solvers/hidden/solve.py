"""Games with hidden information, solved."""

from __future__ import annotations

from jeopardice.common.errors import InputError, shown
from jeopardice.common.progress import Progress
from jeopardice.rulebook import Rules
from jeopardice.solvers.hidden.dice_seen import DiceSeenSolution, solve_dice_seen
from jeopardice.solvers.hidden.nothing_seen import NothingSeenSolution, solve_nothing_seen


def solve_hidden(rules: Rules, progress: Progress | None = None) -> NothingSeenSolution | DiceSeenSolution:
    """Solve a game whose players see nothing of each other, or only the number of dice: as the key `sees` says."""
    check_end(rules)
    if rules.sees == "nothing":
        return solve_nothing_seen(rules, progress=progress)
    return solve_dice_seen(rules, progress=progress)


def check_end(rules: Rules) -> None:
    """Refuse ends of a game that simultaneous play does not have."""
    for key, value, needed in (("rule", rules.end.rule, "equal-turns"), ("tie", rules.end.tie, "split")):
        if value != needed:
            raise InputError(f'{rules.where}: end.{key}: {shown(value)}: simultaneous play needs "{needed}"')
