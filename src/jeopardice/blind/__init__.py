"""Two players who throw at once, and see little of each other.

Tijms 2007 closes with three variations of a television game, in which both players choose a number of dice at the same
moment. Two of them are games of imperfect information, solved here:

    throws     the laws of the throws, and the rules that are honoured
    replies    when a player finishes, and the best reply to it when nothing is seen
    programs   linear programs and growing matrix games, by HiGHS
    unseen     nothing is seen: optimal strategies by column generation, with a proven bound
    flows      the same as one linear program over occupation measures, for small goals
"""

from jeopardice.blind.unseen import UnseenSolution, solve_unseen

__all__ = ["UnseenSolution", "solve_unseen"]
