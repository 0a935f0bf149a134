"""Simultaneous games with hidden information.

Tijms 2007 closes with three variations of a television game, in which both players choose a number of dice at the same
moment. Two of them are games of imperfect information, solved here:

    throws        the numbers of dice, and where their throws lead
    replies       when a player finishes, and the best reply to it when nothing is seen
    programs      linear programs and growing matrix games, by HiGHS
    nothing_seen  optimal strategies by column generation, with a proven bound
    public        the tree of what both know when the numbers of dice are seen
    dice_seen     optimal strategies on it, for small goals
    players       any two strategies against each other, and the value of each number of dice; dice_players
    watching      the value of seeing the numbers of dice against a player who looks at nothing, for any goal
"""

from __future__ import annotations

from jeopardice.common.progress import Progress
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.solvers.hidden.dice_seen import DiceSeenSolution, solve_dice_seen
from jeopardice.solvers.hidden.nothing_seen import NothingSeenSolution, solve_nothing_seen
from jeopardice.solvers.hidden.watching import Watching, watch

__all__ = [
    "DiceSeenSolution",
    "NothingSeenSolution",
    "Watching",
    "solve_dice_seen",
    "solve_hidden",
    "solve_nothing_seen",
    "watch",
]


def solve_hidden(
    rules: Rules, progress: Progress | None = None, points: tuple[int, int] | None = None
) -> NothingSeenSolution | DiceSeenSolution:
    """Solve a game whose players see nothing of each other, or only the number of dice: as the key `sees` says.

    `points` are the points that both have to go at the start, if they have scored before.
    """
    require("best play", rules)
    if rules.sees == "nothing":
        return solve_nothing_seen(rules, points, progress=progress)
    return solve_dice_seen(rules, points, progress=progress)
