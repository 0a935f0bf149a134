"""Simultaneous games with hidden information.

Tijms 2007 closes with three variations of a television game, in which both players choose a number of dice at the same
moment. Two of them are games of imperfect information, solved here:

    throws     the distributions of the throws, and the rules that are supported
    replies    when a player finishes, and the best reply to it when nothing is seen
    programs   linear programs and growing matrix games, by HiGHS
    unseen     nothing is seen: optimal strategies by column generation, with a proven bound
    flows      the same as one linear program over occupation measures, for small goals
    public     the tree of what both know when the dice numbers are seen
    dice_seen  optimal strategies on it, for small goals
    players    any two strategies against each other, and what each number of dice is worth; dice_players
    watching   what seeing the dice numbers is worth against a player who looks at nothing, for any goal
"""

from jeopardice.solvers.hidden.dice_seen import DiceSeenSolution, solve_dice_seen
from jeopardice.solvers.hidden.solve import solve_hidden
from jeopardice.solvers.hidden.unseen import UnseenSolution, solve_unseen
from jeopardice.solvers.hidden.watching import Watching, watch

__all__ = [
    "DiceSeenSolution",
    "UnseenSolution",
    "Watching",
    "solve_dice_seen",
    "solve_hidden",
    "solve_unseen",
    "watch",
]
