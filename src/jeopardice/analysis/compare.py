"""What a game is like, for game designers: how fair, how long, how much skill, how much luck (docs/compare.md).

Everything that follows from the values of a solution is exact, and so are matches and the length of games. The rest is
counted in simulated games, with standard errors (`jeopardice.evaluation.games`).

How much of the result is luck: if p is the better player's chance to win, the result of a game has variance p (1 - p),
out of 1/4 if neither player is better. The part 4 p (1 - p) is left to luck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, log10, sqrt
from typing import TypeVar

import numpy as np

from jeopardice.analysis.fairness import fairest, komi_table
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.numbers import Sample
from jeopardice.common.progress import Progress, parts_of
from jeopardice.evaluation.duels import played
from jeopardice.evaluation.games import GameCounts, Games
from jeopardice.evaluation.lengths import FEW_ROUNDS, FORGOTTEN, MOST_ROUNDS, Lengths, game_turns
from jeopardice.native.table import Seat, TurnMeans
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.solutions.race import RaceSolution
from jeopardice.solvers.turn import solve_turn
from jeopardice.strategies import MaxScore, PolicyStrategy, Strategy, strategy
from jeopardice.strategies.table_of import core_table

T = TypeVar("T")
LONG_RACE = 500
"""The distribution of the length is not computed exactly for races of more units: that would take long."""
MOST_GAMES_AHEAD = 1_000_001
"""Beyond this many games it takes "very many" to find out who is better."""
SURE = 0.95
RECORDED_GAMES = 400
"""Simulated games whose decisions are kept."""
LONG_GAMES = 0.01, 0.001
"""Chances of longer games, from two of which the chances of much longer ones are extrapolated."""
SIMULATED = 3.8, 6.6
"""The work of the simulation, and of what follows; measured, as are the following weights."""
WEIGHTS = 0.2, 4.0, 0.35, 0.25
"""The players, best play against maximum scoring and against a beginner, and these two against each other."""
LENGTHS = 1.4
"""The length of games of a few rounds; of more, in proportion to their number."""


@dataclass(frozen=True)
class Figure:
    """A number: exact, or simulated, with its standard error."""

    value: float
    stderr: float | None = None

    @classmethod
    def of(cls, sample: Sample, scale: float = 1.0) -> Figure:
        """The mean of a simulation."""
        return cls(sample.mean * scale, sample.stderr * scale)


@dataclass(frozen=True)
class Skill:
    """How often the better player wins, averaged over who starts."""

    against_max: Figure
    """Best play against maximum scoring."""
    against_beginner: Figure
    """Best play against a beginner."""
    max_against_beginner: Figure | None
    """Maximum scoring against a beginner; None where these games need not end."""


@dataclass(frozen=True, repr=False)
class Profile:
    """What one game is like; numbers that are not exact come from simulated games of best play."""

    name: str
    rules: Rules
    games: Games
    played: GameCounts
    """Best play against itself."""
    komi_table: tuple[tuple[int, float], ...]
    """Head starts of the second player with the first player's chance."""
    turns: Figure
    turns_deviation: Figure
    lengths: tuple[float, ...]
    """[m - 1]: the chance that a game takes m turns."""
    points: Figure
    """Points a turn."""
    bust: Figure
    """The chance that a turn busts."""
    turn_points: float
    """The most points of a single turn, and the chance that it busts."""
    turn_bust: float
    beginner: Strategy
    skill: Skill

    def __repr__(self) -> str:
        name = self.name or self.rules.where
        return f"<Profile of {name}: the first player wins {self.first_player:.6g}, {self.turns.value:.4g} turns>"

    @property
    def first_player(self) -> float:
        """The first player's chance to win."""
        return self.komi_table[0][1]

    @property
    def advantage(self) -> float:
        """How much likelier the first player is to win than the last."""
        return 2 * self.first_player - 1

    @property
    def seats(self) -> tuple[float, ...]:
        """Each seat's chance to win."""
        return self.first_player, 1 - self.first_player

    @property
    def komi(self) -> tuple[int, float]:
        """The fairest head start of the second player, and the first player's chance with it."""
        return fairest(self.komi_table)

    @property
    def head_starts(self) -> tuple[int, ...]:
        """The fairest head starts, of each seat."""
        start, _ = self.komi
        return max(0, -start), max(0, start)

    @property
    def with_head_starts(self) -> tuple[float, ...]:
        """Each seat's chance with the fairest head starts."""
        return self.komi[1], 1 - self.komi[1]

    @property
    def decisions(self) -> Figure:
        """Decisions of a game with more than one legal action."""
        return Figure.of(self.played.mean("decisions"))

    @property
    def not_obvious(self) -> Figure:
        """The part of the decisions in which the action of maximum scoring is not best."""
        return Figure.of(self.played.ratio("max_score_mistakes", "decisions"))

    @property
    def obvious_cost(self) -> Figure:
        """What the actions of maximum scoring would cost one player in a game, in chances to win added up."""
        return Figure.of(self.played.mean("max_score_costs"), 1 / self.rules.players)

    @property
    def lead_changes(self) -> Figure:
        """How often the lead changes in a game."""
        return Figure.of(self.played.mean("lead_changes"))

    @property
    def changes(self) -> tuple[float, ...]:
        """[n]: the chance of n lead changes."""
        return tuple((self.played.changes / self.played.games).tolist())

    @property
    def luck(self) -> Figure:
        """The part of the result that is luck, between best play and a beginner."""
        p, error = self.skill.against_beginner.value, self.skill.against_beginner.stderr
        return Figure(4 * p * (1 - p), None if error is None else 4 * abs(1 - 2 * p) * error)

    @property
    def games_ahead(self) -> int | None:
        """How many games best play needs to be ahead of a beginner with 95 % certainty."""
        return games_to_be_ahead(self.skill.against_beginner.value)


def games_to_be_ahead(p: float, sure: float = SURE) -> int | None:
    """The least odd number of games of which a player who wins each with chance p wins most, with this certainty.

    With P(k) the chance to win most of 2k + 1 games,  P(k + 1) = P(k) + (2p - 1) C(2k + 1, k) (p (1 - p))^(k + 1).
    """
    if p <= 0.5:
        return None
    chance, step = p, (2 * p - 1) * p * (1 - p)
    for games in range(1, MOST_GAMES_AHEAD, 2):
        if chance >= sure:
            return games
        k = (games - 1) // 2
        chance += step
        step *= 2 * (2 * k + 3) / (k + 2) * p * (1 - p)
    return None


def default_beginner(rules: Rules) -> Strategy:
    """Rolls twice, keeps the most points, and banks; in Hog, rolls two dice (or the nearest number allowed)."""
    if rules.family != "hog":
        return strategy("rolls:2")
    fewest, most = rules.dice_to_choose
    return strategy(f"dice:{min(max(2, fewest), most)}")


def beginner_of(rules: Rules, beginner: str | Strategy | None) -> PolicyStrategy:
    """The beginner that a user wants, or the usual one."""
    novice = default_beginner(rules) if beginner is None else strategy(beginner)
    if not isinstance(novice, PolicyStrategy):
        raise InputError(f"beginner: {novice.name}: a beginner plays by a fixed strategy")
    return novice


def profile_of(
    name: str,
    solution: RaceSolution,
    games: int,
    seed: int,
    beginner: str | Strategy | None,
    threads: int | None,
    report: Progress,
) -> Profile:
    """The profile of a solved game of two players who take turns."""
    if solution.objective.name != "win" or solution.plays != "optimal":
        raise InputError(f"objective: {solution.objective}: a game is compared by best play for the win")
    require("profile", solution.rules)
    rules, race = solution.rules, solution.model
    novice = beginner_of(rules, beginner)
    table = core_table(race, 2, threads)
    best = table.best_seat(solution.core, "win", solution.values, threads)
    games_of_two = Games(table, best)
    simulating, rest = parts_of(report, *SIMULATED)
    # The first games take longest, because each turn of best play is computed once.
    own = games_of_two.play(
        (best, best), range(games), seed, record=RECORDED_GAMES, progress=lambda part: simulating(sqrt(part))
    )
    rounds = rounds_of(own)
    preparing, *contests, following = parts_of(rest, *WEIGHTS, LENGTHS * rounds / FEW_ROUNDS)
    clever, beginners = MaxScore().seat(table), novice.seat(table)
    preparing(1.0)

    def overall(one: Seat, other: Seat, contest: int) -> Figure:
        first, second, _ = played(table, (one, other), progress=contests[contest])
        return Figure((first + second) / 2)

    skill = Skill(
        overall(best, clever, 0),
        overall(best, beginners, 1),
        unless_endless(lambda: overall(clever, beginners, 2)),
    )
    exact: Lengths | None = None
    if race.needed <= LONG_RACE:
        exact = unless_endless(lambda: game_turns(table, (best, best), progress=following, rounds=rounds))
    if exact is None:
        mean, means = unless_endless(lambda: table.turn_means(best, following)) or (None, None)
        turns = Figure.of(own.mean("turns")) if mean is None else Figure(mean)
        deviation = Figure.of(own.deviation)
        lengths = tuple((own.lengths[1:] / own.games).tolist())
    else:
        turns, deviation, lengths = Figure(exact.expected), Figure(exact.deviation), tuple(exact.chances.tolist())
        means = exact.turn
    points, bust = turn_figures(means, own, race.turn.unit)
    turn, title = solve_turn(rules), name or rules.title or "The game"
    most, busts = float(turn.value), float(turn.bust_probability)
    report(1.0)
    komi = komi_table(solution)
    return Profile(
        title, rules, games_of_two, own, komi, turns, deviation, lengths, points, bust, most, busts, novice, skill
    )


def turn_figures(means: TurnMeans | None, own: GameCounts, unit: int) -> tuple[Figure, Figure]:
    """Points a turn and the chance to bust when all play best; simulated where games are not followed to all ends."""
    if means is not None:
        return Figure(means.points), Figure(means.bust)
    points, busts = (own.ratio(count, "turns") for count in ("points", "busts"))
    return Figure.of(points, unit), Figure.of(busts)


def rounds_of(own: GameCounts, players: int = 2) -> int:
    """A few more than the rounds of practically all games, if the chance of long games falls by the same factor."""
    longer = 1 - np.cumsum(own.lengths) / own.games
    long, longest = (int(np.argmax(longer <= chance)) for chance in LONG_GAMES)
    tenths = log10(LONG_GAMES[1] / FORGOTTEN)
    return min(MOST_ROUNDS, max(FEW_ROUNDS, ceil(1.25 * (longest + tenths * (longest - long)) / players)))


def unless_endless(find: Callable[[], T]) -> T | None:
    """The result, or None where games are too long."""
    try:
        return find()
    except JeopardiceError:
        return None
