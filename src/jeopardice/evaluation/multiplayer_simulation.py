"""Three and more strategies with random dice, roll by roll: the independent check of what is exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.progress import Progress, part_of
from jeopardice.common.samples import Sample
from jeopardice.evaluation.games import MOST_TURNS, check_games
from jeopardice.evaluation.multiplayer import Seats
from jeopardice.native.multiplayer import mixed_arrays
from jeopardice.race.objectives import Objective
from jeopardice.rulebook import Rules
from jeopardice.strategies import Chooser, Optimal, Strategy


@dataclass(frozen=True)
class MultiplayerSimulation:
    """Simulated games; each strategy begins as often as any other, the seating order stays the same."""

    games: int
    beginning: tuple[tuple[Sample, ...], ...]
    """[who begins][strategy]: that strategy's part of these games."""
    turns: Sample
    """Turns of a game, everybody's counted."""

    @property
    def overall(self) -> tuple[Sample, ...]:
        """Each strategy's part of all games."""
        found = []
        for number in range(len(self.beginning)):
            samples = [part[number] for part in self.beginning]
            error = sqrt(sum(sample.stderr**2 for sample in samples)) / len(samples)
            found.append(Sample(sum(sample.mean for sample in samples) / len(samples), error))
        return tuple(found)


def simulate_multiplayer(
    rules: Rules,
    strategies: Sequence[str | Strategy | Chooser],
    games: int = 100_000,
    seed: int = 0,
    *,
    scores: Sequence[int] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> MultiplayerSimulation:
    """Simulate three and more strategies, from their banked scores.

    The same seed gives the same games, whatever the number of threads.
    """
    players = len(strategies)
    check_games(games, seed, least=players)
    if rules.players != players:
        rules = rules.replace(players=players)
    start = scores or (0,) * players
    if len(start) != players:
        raise InputError(f"scores: {len(start)} given: {players} strategies need as many")
    told = progress or (lambda part: None)
    seats = Seats(rules, strategies, threads, lambda part: told(part / 2))
    needs = [seats.race.units_needed(score) for score in start]
    rollers = [
        None if isinstance(one, Optimal) else one.roller(seats.race, Objective("win"), None, threads)
        for one in seats.strategies
    ]
    beginning, turns, squares, first = [], 0, 0, 0
    for begins in range(players):
        count = (games + players - 1 - begins) // players
        order = [(begins + k) % players for k in range(players)]
        wins, played, squared, unfinished = seats.group.core.simulate(
            [rollers[number] for number in order],
            seats.best.values if seats.best else None,
            *mixed_arrays(seats.best.shares if seats.best else {}),
            [needs[number] for number in order],
            first,
            count,
            seed,
            seats.threads,
            MOST_TURNS,
            part_of(told, 0.5 + begins / players / 2, 0.5 + (begins + 1) / players / 2),
        )
        if unfinished:
            raise JeopardiceError(f"{rules.where}: {unfinished:,} games were not over after {MOST_TURNS:,} turns")
        samples = [Sample.of_chance(won, count) for won in wins]
        beginning.append(tuple(samples[(number - begins) % players] for number in range(players)))
        first, turns, squares = first + count, turns + played, squares + squared
    mean = turns / games
    spread = Sample(mean, sqrt(max(0.0, squares / games - mean**2) / games))
    return MultiplayerSimulation(games, tuple(beginning), spread)
