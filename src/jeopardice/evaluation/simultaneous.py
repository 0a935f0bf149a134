"""Strategy against strategy in simultaneous play, exactly: who wins, in how many rounds, and the best response.

Where players see less than the scores, `jeopardice.evaluation.hidden` answers. The recursions are in
core/simultaneous/contest.hpp.
"""

from __future__ import annotations

from collections.abc import Sequence

from jeopardice.common.errors import InputError
from jeopardice.common.progress import Progress, part_of
from jeopardice.evaluation import hidden
from jeopardice.evaluation.duels import Tournament
from jeopardice.evaluation.simultaneous_players import Board
from jeopardice.evaluation.simultaneous_results import SimultaneousMatch, SimultaneousResponse
from jeopardice.native.calls import Floats
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.strategies import StrategyLike, strategy


def match_simultaneous(
    rules: Rules, a: StrategyLike, b: StrategyLike, *, threads: int | None = None, progress: Progress | None = None
) -> SimultaneousMatch:
    """Play strategy A against B, exactly."""
    if rules.sees != "scores":
        return hidden.match_hidden(rules, a, b, progress=progress)
    one, other = strategy(a), strategy(b)
    board = Board.of(rules, threads)
    players = board.players((one, other), part_of(progress, 0, 0.8))
    won = board.won(players[0], players[1], part_of(progress, 0.8, 1))
    n = board.standings.needed

    def rounds() -> Floats:
        return board.followed(players[0], players[1], (n, n))[0]

    return SimultaneousMatch(rules, board.from_start(won), won, one, other, rounds)


def tournament_simultaneous(
    rules: Rules, strategies: Sequence[StrategyLike], *, threads: int | None = None, progress: Progress | None = None
) -> Tournament:
    """Play every strategy against every other, exactly."""
    if len(strategies) < 2:
        raise InputError(f"tournament: {len(strategies)} given: at least two strategies are needed")
    entered = tuple(map(strategy, strategies))
    if rules.sees != "scores":
        win = hidden.chances_of(rules, entered, part_of(progress, 0, 0.5))
    else:
        board = Board.of(rules, threads)
        players = board.players(entered, part_of(progress, 0, 0.5))

        def win(i: int, j: int) -> float:
            return board.from_start(board.won(players[i], players[j]))

    pairs = [(i, j) for i in range(len(entered)) for j in range(i)]
    overall = [[0.5] * len(entered) for _ in entered]
    for done, (i, j) in enumerate(pairs):
        if progress:
            progress(0.5 + done / len(pairs) / 2)
        overall[i][j] = win(i, j)
        overall[j][i] = 1 - overall[i][j]
    return Tournament(entered, tuple(map(tuple, overall)))


def best_response_simultaneous(
    rules: Rules, to: StrategyLike, *, threads: int | None = None, progress: Progress | None = None
) -> SimultaneousResponse:
    """Compute the best response to a strategy, exactly; where the numbers of dice are seen, with bounds."""
    require("best response", rules)
    played = strategy(to)
    if rules.sees != "scores":
        return hidden.best_response_hidden(rules, played, progress=progress)
    board = Board.of(rules, threads)
    (player,) = board.players((played,), part_of(progress, 0, 0.8))
    won = board.best_against(player, part_of(progress, 0.8, 1))
    return SimultaneousResponse(rules, board.from_start(won), won, played)
