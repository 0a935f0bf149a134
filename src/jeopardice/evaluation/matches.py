"""Matches, tournaments and simulations of any number of strategies."""

from __future__ import annotations

from collections.abc import Sequence

from jeopardice.common.errors import InputError
from jeopardice.common.progress import Progress
from jeopardice.evaluation import duels, multiplayer, simulation
from jeopardice.evaluation.duels import Match, Response, Tournament, match_duel, seated, tournament_of_duels
from jeopardice.evaluation.simultaneous import (
    best_response_simultaneous,
    match_simultaneous,
    tournament_simultaneous,
)
from jeopardice.evaluation.simultaneous_games import simulate_simultaneous
from jeopardice.evaluation.simultaneous_results import SimultaneousMatch, SimultaneousResponse
from jeopardice.rulebook import GameLike, Rules
from jeopardice.rulebook import rules as rules_of
from jeopardice.strategies import StrategyLike

AnyMatch = Match | multiplayer.MultiplayerMatch | SimultaneousMatch


def match(
    rules: GameLike, *strategies: StrategyLike, threads: int | None = None, progress: Progress | None = None
) -> AnyMatch:
    """Play two or more strategies against each other: the exact result.

    `match("farkle", "max-score", "optimal").overall` is the chance of the first; with three or more strategies it is a
    tuple with the chance of each.
    """
    game = rules_of(rules)
    _check_number(strategies)
    if game.simultaneous:
        return match_simultaneous(game, *_pair(game, strategies), threads=threads, progress=progress)
    if len(strategies) == 2:
        return match_duel(game, *strategies, threads=threads, progress=progress)
    return multiplayer.match_multiplayer(game, strategies, threads=threads, progress=progress)


def tournament(
    rules: GameLike, strategies: Sequence[StrategyLike], *, threads: int | None = None, progress: Progress | None = None
) -> Tournament | multiplayer.MultiplayerTournament:
    """Play every strategy against every other, exactly: in pairs, or at tables of as many players as the rules say."""
    game = rules_of(rules)
    if game.simultaneous:
        return tournament_simultaneous(game, strategies, threads=threads, progress=progress)
    play = tournament_of_duels if game.players == 2 else multiplayer.tournament_of_tables
    return play(game, strategies, threads=threads, progress=progress)


def best_response(
    rules: GameLike, *to: StrategyLike, threads: int | None = None, progress: Progress | None = None
) -> Response | multiplayer.MultiplayerResponse | SimultaneousResponse:
    """Compute the best response to a strategy, exactly; where the numbers of dice are seen, with bounds.

    With three or more players all others play the strategy, or each their own, in playing order after the player.
    """
    game = rules_of(rules)
    if not to:
        raise InputError("best_response: 0 strategies given: at least one is needed")
    others = to * (game.players - 1) if len(to) == 1 else to
    if len(others) > 1 and not game.simultaneous:
        return multiplayer.best_response_of_several(game, others, threads=threads, progress=progress)
    answer = best_response_simultaneous if game.simultaneous else duels.best_response
    return answer(seated(game, len(others) + 1), others[0], threads=threads, progress=progress)


def simulate(
    rules: GameLike,
    *strategies: StrategyLike,
    games: int | None = None,
    seed: int = 0,
    scores: Sequence[int] | None = None,
    busts: Sequence[int] | None = None,
    to_beat: int = 0,
    seat: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> simulation.Simulation | simulation.MultiplayerSimulation:
    """Simulate games of two or more strategies, from their banked scores; this checks `match`.

    `busts` are each strategy's busts in a row at the start; `to_beat` is what the player before the first has banked,
    and `seat` the first player's place in the round.

    The same seed gives the same games, whatever the number of threads. The default is a million games of two, or
    100,000 of more players.
    """
    game = rules_of(rules)
    _check_number(strategies)
    usual = 1_000_000 if len(strategies) == 2 else 100_000
    options = simulation.SimulationOptions(
        usual if games is None else games, seed, scores, threads, progress, busts, to_beat, seat
    )
    if game.simultaneous:
        return simulate_simultaneous(game, *_pair(game, strategies), options)
    if len(strategies) == 2:
        return simulation.simulate_duel(game, *strategies, options)
    return simulation.simulate_multiplayer(game, strategies, options)


def _check_number(strategies: Sequence[StrategyLike]) -> None:
    if len(strategies) < 2:
        raise InputError(f"strategies: {len(strategies)} given: at least two are needed")


def _pair(rules: Rules, strategies: Sequence[StrategyLike]) -> tuple[StrategyLike, StrategyLike]:
    """The strategies of a simultaneous game."""
    seated(rules, len(strategies))
    return strategies[0], strategies[1]
