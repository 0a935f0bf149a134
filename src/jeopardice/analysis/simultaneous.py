"""What a head start is worth in a simultaneous game, and how long best play takes.

Both seats are equal from equal scores, so the fairest head start is none. The length of a game follows from the two
players' turn outcome distributions, which are independent in each round: both play their own mixture.
"""

from __future__ import annotations

from dataclasses import dataclass

from jeopardice.common.progress import Progress, part_of
from jeopardice.common.tables import ResultTable, Tabular
from jeopardice.evaluation.hidden import HiddenTable
from jeopardice.evaluation.lengths import Lengths
from jeopardice.evaluation.simultaneous_players import Board
from jeopardice.evaluation.simultaneous_results import both_turns
from jeopardice.solutions.hidden import HiddenSolution
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solvers.hidden import solve_nothing_seen

HIDDEN_STEPS = 10
"""With hidden information every head start is a separate game: at most this many are solved."""
LEAST = 0.02
"""The table of head starts ends with the first chance below this."""


@dataclass(frozen=True, repr=False)
class SimultaneousFairness(Tabular):
    """What head starts are worth in a simultaneous game, and its length; see `jeopardice.Fairness`."""

    komi_table: tuple[tuple[int, float], ...]
    """Head starts of the second player, with the first player's chance."""
    rounds: Lengths
    """The number of rounds of a game."""
    first_player = 0.5
    """From equal scores both players have the same chance."""
    advantage = 0.0

    def __repr__(self) -> str:
        start, chance = self.komi_table[min(1, len(self.komi_table) - 1)]
        return f"<SimultaneousFairness: both win 0.5; against a head start of {start}, {chance:.6g}>"

    def table(self) -> ResultTable:
        """Head starts of the second player, with the first player's chance."""
        return ResultTable(("komi", "first player"), self.komi_table, repr(self)[1:-1])

    @property
    def turns(self) -> Lengths:
        """The number of turns of a game, counting both players' turns: two in each round."""
        return both_turns(self.rounds)

    @property
    def expected_turns(self) -> float:
        """The expected number of turns of a game."""
        return 2 * self.rounds.expected

    @property
    def fairest(self) -> tuple[int, float]:
        """The head start that brings the first player's chance closest to one half, none, and that chance."""
        return self.komi_table[0]


def simultaneous_fairness(
    solution: SimultaneousSolution | HiddenSolution, progress: Progress | None = None, threads: int | None = None
) -> SimultaneousFairness:
    """Head starts and the length of a solved simultaneous game."""
    if isinstance(solution, HiddenSolution):
        return _hidden(solution, progress)
    n, unit = solution.needed, solution.turn.unit
    table = []
    for units in range(n, 0, -1):
        chance = float(solution.chance(n, units))
        table.append(((n - units) * unit, chance))
        if chance < LEAST:
            break
    board = Board.of(solution.rules, threads)
    best = board.best_player(solution, part_of(progress, 0, 0.7))
    rounds = Lengths(board.followed(best, best, (n, n), part_of(progress, 0.7, 1))[0])
    return SimultaneousFairness(tuple(table), rounds)


def _hidden(solution: HiddenSolution, progress: Progress | None) -> SimultaneousFairness:
    rules, goal = solution.rules, solution.rules.goal
    hidden = HiddenTable.of(rules)
    players = solution.player(0), solution.player(1)
    rounds = Lengths(hidden.rounds(*players))
    table = [(0, 0.5)]
    # Where the dice are seen, unequal starts have bounds that are too wide for a table (docs/hidden.md).
    step = -(-goal // HIDDEN_STEPS)
    for komi in range(step, goal, step) if rules.sees == "nothing" else ():
        part = part_of(progress, komi / goal, min(1.0, (komi + step) / goal))
        table.append((komi, float(solve_nothing_seen(rules, (goal, goal - komi), progress=part).seats[0])))
        if table[-1][1] < LEAST:
            break
    return SimultaneousFairness(tuple(table), rounds)
