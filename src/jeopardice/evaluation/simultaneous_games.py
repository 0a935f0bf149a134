"""Simultaneous games with random dice, roll by roll: the independent check of the exact results.

Games are played in blocks, all games of a block together; each block has its own random numbers, so that the same seed
gives the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.numbers import Sample
from jeopardice.common.progress import Progress, part_of
from jeopardice.evaluation.games import MOST_TURNS, check_games
from jeopardice.evaluation.hidden import HiddenTable
from jeopardice.evaluation.simulation import Simulation, SimulationOptions
from jeopardice.evaluation.simultaneous_players import Board, SimultaneousPlayer
from jeopardice.native.calls import Floats
from jeopardice.native.simultaneous import BUST, GAIN, LOST, WON, WON_BY, Integers, TotalPlaces
from jeopardice.race.positions import Position
from jeopardice.rulebook import Rules
from jeopardice.solvers.hidden.players import HiddenPlayer
from jeopardice.strategies import StrategyLike, strategy

BLOCK = 1 << 15
"""Games that are played together."""


@dataclass(frozen=True)
class Played:
    """What was counted in each game of a block."""

    shares: Floats
    """The first player's share of the win: 1, 0, or one half."""
    rounds: Integers
    lead_changes: Integers


Play = Callable[[Integers, np.random.Generator], Played]
"""Plays games from [game, player] where each stands."""


def simulate_simultaneous(rules: Rules, a: StrategyLike, b: StrategyLike, options: SimulationOptions) -> Simulation:
    """Simulate A against B, from A's and B's banked scores; they change seats after half of the games."""
    check_games(options.games, options.seed, least=2)
    if options.to_beat or options.seat != 1:
        raise InputError("to_beat, seat: in simultaneous play only scores and busts carry over")
    at = Position(tuple(options.scores or (0, 0)), busts=tuple(options.busts or (0, 0)))
    pair = (strategy(a), strategy(b))
    preparing = part_of(options.progress, 0, 0.3)
    if rules.sees == "scores":
        board = Board.of(rules, options.threads)
        start = board.standings.at(at)
        a_seen, b_seen = board.players(pair, preparing)
        plays = [seen_play(board, (a_seen, b_seen)), seen_play(board, (b_seen, a_seen))]
    else:
        table = HiddenTable.of(rules)
        start = table.throws.standings.at(at)
        table.points = start[0], start[1]
        one, other = (table.player(played, seat, preparing) for seat, played in enumerate(pair))
        plays = [hidden_play(table, (one, other)), hidden_play(table, (other, one))]
    half = options.games - options.games // 2
    shares, rounds = [], []
    for seat, (games, play) in enumerate(zip((half, options.games - half), plays, strict=True)):
        needs = np.array(start if seat == 0 else start[::-1])
        part = part_of(options.progress, 0.3 + 0.35 * seat, 0.65 + 0.35 * seat)
        blocks = list(blocks_of(play, needs, games, options.seed, seat, part))
        first = float(sum(block.shares.sum() for block in blocks))
        shares.append(Sample.of_chance(first if seat == 0 else games - first, games))
        rounds += [block.rounds for block in blocks]
    turns = 2.0 * np.concatenate(rounds)
    error = float(turns.std()) / np.sqrt(len(turns))
    return Simulation(options.games, shares[0], shares[1], Sample(float(turns.mean()), float(error)))


def blocks_of(
    play: Play, start: Integers, games: int, seed: int, stream: int, progress: Progress | None = None
) -> Iterator[Played]:
    """Play games from the units that both need, block by block; streams of the same seed differ."""
    for block in range(-(-games // BLOCK)):
        if progress:
            progress(block * BLOCK / games)
        count = min(BLOCK, games - block * BLOCK)
        random = np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, stream, block]))
        yield play(np.tile(start, (count, 1)), random)


def seen_play(board: Board, pair: tuple[SimultaneousPlayer, SimultaneousPlayer]) -> Play:
    """Games in which both see the scores."""
    standings, n = board.standings, board.standings.count
    busted, lost = np.array([0, *standings.busted]), np.array([0, *standings.lost])
    units = np.array([0, *map(standings.units, range(1, n + 1))])
    places = TotalPlaces.of(board.rules)

    def after(stands: Integers, ended: Integers) -> Integers:
        totals = places.total(ended)
        events = [ended == BUST, ended == LOST, ended == WON]
        found = np.select(events, [busted[stands], lost[stands], -WON_BY], units[stands] - totals)
        kept = (ended > GAIN) & (ended < places.banked(totals))
        if kept.any():
            size = int(totals.max()) + 1
            ways, where = np.unique(stands[kept] * size + totals[kept], return_inverse=True)
            found[kept] = np.array([standings.after_bust(*divmod(way, size)) for way in ways.tolist()])[where]
        return found

    def turns(stands: Integers, random: np.random.Generator) -> Integers:
        found = []
        for seat, player in enumerate(pair):
            own, other = stands[:, seat], stands[:, 1 - seat]
            places = player.which[(own - 1) * n + other - 1].astype(np.int64)
            found.append(after(own, player.turns.played(places, units[own], random)))
        return np.stack(found, axis=1)

    def needs(stands: Integers) -> Integers:
        return np.where(stands > 0, units[np.maximum(stands, 0)], stands)

    return lambda start, random: _played(start, lambda games, stands: turns(stands, random), needs)


def hidden_play(table: HiddenTable, pair: tuple[HiddenPlayer, HiddenPlayer]) -> Play:
    """Games in which both see less than the scores."""
    throws, size = table.throws, len(table.throws.dice)
    ways = np.concatenate([throws.gains, throws.first_gains])
    upto = (np.arange(len(ways))[:, None] + np.cumsum(ways, axis=1)).ravel()

    def play(start: Integers, random: np.random.Generator) -> Played:
        count, rounds = len(start), 0
        histories = np.zeros((count, 2), np.int64)
        stood = start.copy()
        """The points that each had when a player stopped looking at the history."""

        def turns(games: Integers, needs: Integers) -> Integers:
            nonlocal rounds
            dice = np.empty_like(needs)
            for seat, player in enumerate(pair):
                if rounds == player.looks_for:
                    stood[games, seat] = needs[:, seat]
                chances = player.chances_of(rounds, histories[games, seat], needs[:, seat], stood[games, seat])
                drawn = random.random(len(games))[:, None] >= np.cumsum(chances, axis=1)
                dice[:, seat] = np.minimum(drawn.sum(axis=1), size - 1)
            way = dice + size * np.isin(needs - 1, throws.first_rows)
            ended = np.searchsorted(upto, way + random.random(way.shape), side="right") - way * ways.shape[1]
            if rounds < max(player.looks_for for player in pair):
                for seat in (0, 1):
                    own, other = dice[:, seat], dice[:, 1 - seat]
                    histories[games, seat] = histories[games, seat] * size**2 + own * size + other
            rounds += 1
            ended = np.clip(ended, 0, ways.shape[1] - 1)
            return np.asarray(throws.places[needs - 1, ended] - throws.ended + 1)

        return _played(start, turns)

    return play


def _played(
    start: Integers,
    turns: Callable[[Integers, Integers], Integers],
    needed: Callable[[Integers], Integers] = lambda stands: stands,
) -> Played:
    """Play games to the end; `turns` gives where both stand after a round, and `needed` what they then need."""
    count = len(start)
    shares, rounds = np.empty(count), np.zeros(count, np.int64)
    first = needed(start)
    lead_changes, leaders = np.zeros(count, np.int64), np.sign(first[:, 1] - first[:, 0])
    games, stands = np.arange(count), start
    while len(games):
        stands = turns(games, stands)
        needs = needed(stands)
        rounds[games] += 1
        leads = np.sign(needs[:, 1] - needs[:, 0])
        before = leaders[games]
        lead_changes[games] += leads * before < 0
        leaders[games] = np.where(leads == 0, before, leads)
        over = needs.min(axis=1) <= 0
        shares[games[over]] = (1 + leads[over]) / 2
        games, stands = games[~over], stands[~over]
        if rounds[0 if not len(games) else games[0]] > MOST_TURNS // 2:
            raise JeopardiceError(f"{len(games):,} games were not over after {MOST_TURNS // 2:,} rounds")
    return Played(shares, rounds, lead_changes)
