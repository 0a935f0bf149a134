"""What a game is like, for whoever designs it: how fair, how long, how much skill, how much luck (docs/compare.md).

With the solution of a game everything is exact that follows from its values. Games that remember nothing but the scores
are matched exactly, too. The rest is counted in games by chance, with standard errors; matches by what the decisions of
the weaker player cost (`jeopardice.evaluation.games`), which leaves the luck of the dice out.

How much of the result is luck: if p is the chance of the better player, the result of a game varies by p (1 - p) around
it, out of 1/4 where nobody knows who is better. The part 4 p (1 - p) is left to luck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import TypeVar

from jeopardice.analysis.fairness import fairest, komi_table
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.common.progress import Progress, part_of
from jeopardice.common.samples import Sample
from jeopardice.evaluation.duels import Lengths, Result, match_turns
from jeopardice.evaluation.games import GameCounts, Games, check_games
from jeopardice.native.players import Player, match_players
from jeopardice.native.simulation import GamePolicies
from jeopardice.race.support import carryover_keys, only_two
from jeopardice.rulebook import Rules
from jeopardice.solutions.race import RaceSolution
from jeopardice.solvers.turn import solve_turn
from jeopardice.strategies import MaxScore, PolicyStrategy, Strategy, strategy

Found = TypeVar("Found")
LONG_RACE = 500
"""Races of more units are not followed exactly: that would take long."""
MOST_GAMES_AHEAD = 1_000_001
"""More games than this nobody plays to find out who is better."""
SURE = 0.95
ASKED_IN = 400
"""In how many games the decisions are written down."""


@dataclass(frozen=True)
class Figure:
    """A number: exact, or found by chance."""

    value: float
    stderr: float | None = None

    @classmethod
    def of(cls, sample: Sample, scale: float = 1.0) -> Figure:
        """What was found by chance."""
        return cls(sample.mean * scale, sample.stderr * scale)


@dataclass(frozen=True)
class Skill:
    """How often the better player wins, if a coin tells who begins."""

    against_max: Figure
    """Best play against maximum scoring."""
    against_beginner: Figure
    """Best play against a beginner."""
    max_against_beginner: Figure | None
    """Maximum scoring against a beginner; None: such games need not end."""


@dataclass(frozen=True)
class Profile:
    """One game."""

    name: str
    rules: Rules
    games: Games = field(repr=False)
    played: GameCounts = field(repr=False)
    """Best play against itself."""
    komi_table: tuple[tuple[int, float], ...]
    """Head starts of the second player with the first player's chance."""
    turns: Figure
    turns_deviation: Figure
    lengths: tuple[float, ...]
    """[m - 1]: the chance that a game takes m turns."""
    turn_points: float
    """The most points of a lone turn, and the chance that it busts."""
    turn_bust: float
    beginner: Strategy
    skill: Skill

    @property
    def first_player(self) -> float:
        """The first player's chance to win."""
        return self.komi_table[0][1]

    @property
    def advantage(self) -> float:
        """How much likelier the first player is to win than the second."""
        return 2 * self.first_player - 1

    @property
    def komi(self) -> tuple[int, float]:
        """The fairest head start of the second player, and the first player's chance with it."""
        return fairest(self.komi_table)

    @property
    def points(self) -> Figure:
        """Points a turn, in games of best play."""
        return Figure.of(self.played.ratio("points", "turns"), self.games.race.turn.unit)

    @property
    def bust(self) -> Figure:
        """The chance that a turn busts, in games of best play."""
        return Figure.of(self.played.ratio("busts", "turns"))

    @property
    def decisions(self) -> Figure:
        """Decisions of a game with more than one legal action."""
        return Figure.of(self.played.mean("decisions"))

    @property
    def not_obvious(self) -> Figure:
        """The part of the decisions in which what maximum scoring does is not best."""
        return Figure.of(self.played.ratio("unlike", "decisions"))

    @property
    def obvious_cost(self) -> Figure:
        """What the obvious actions would cost one player in a game, in chances to win added up."""
        return Figure.of(self.played.mean("obvious_costs"), 0.5)

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
    """The least odd number of games of which a player who wins each with chance p wins most, as surely as that.

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
    """Rolls twice, keeps the most points, and banks; in Hog, rolls two dice (or as many as may be)."""
    if rules.family != "hog":
        return strategy("rolls:2")
    fewest, most = rules.dice_to_choose
    return strategy(f"dice:{min(max(2, fewest), most)}")


def profile(
    solution: RaceSolution,
    name: str = "",
    *,
    games: int = 20_000,
    seed: int = 0,
    beginner: str | Strategy | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Profile:
    """What a solved game of two players is like."""
    if solution.objective.name != "win" or solution.plays != "optimal":
        raise InputError(f"objective: {solution.objective}: a game is compared by best play for the win")
    only_two(solution.rules)
    check_games(games, seed, least=2)
    rules, race = solution.rules, solution.model
    told = progress or (lambda part: None)
    novice = default_beginner(rules) if beginner is None else strategy(beginner)
    if not isinstance(novice, PolicyStrategy):
        raise InputError(f"--beginner: {novice.name}: a beginner plays by a fixed strategy")
    pair: tuple[PolicyStrategy, PolicyStrategy] = (MaxScore(), novice)
    table = Games(race, solution, threads)
    own = table.play(None, None, games, seed, judged=True, asked_in=ASKED_IN, progress=part_of(told, 0.0, 0.3))
    lengths: Lengths | None = None
    rest = part_of(told, 0.3, 1.0)
    if carryover_keys(rules) or race.needed > LONG_RACE:
        skill = _skill_by_chance(table, pair, games, seed, rest)
    else:
        skill, lengths = _exactly(solution, pair, threads, rest)
    if lengths is None:
        turns, deviation = Figure.of(own.mean("turns")), Figure.of(own.deviation)
        chances = own.lengths[1:] / own.games
    else:
        turns, deviation, chances = Figure(lengths.expected), Figure(lengths.deviation), lengths.chances
    lone = solve_turn(rules)
    told(1.0)
    return Profile(
        name or rules.title or "The game",
        rules,
        table,
        own,
        komi_table(solution),
        turns,
        deviation,
        tuple(chances.tolist()),
        float(lone.value),
        float(lone.bust_probability),
        novice,
        skill,
    )


def _exactly(
    solution: RaceSolution, pair: tuple[PolicyStrategy, PolicyStrategy], threads: int | None, told: Progress
) -> tuple[Skill, Lengths | None]:
    """The skill in a game that remembers nothing but the scores, and its length unless it is too long to follow."""
    race = solution.model
    best = solution.core.best_player(solution.values)
    clever, novice = (plays.player(race, threads=threads) for plays in pair)

    def overall(one: Player, other: Player, done: float) -> Figure:
        part = part_of(told, done, done + 0.2)
        first, second = match_players(one, other, threads, part)
        return Figure(Result(race, first, second).overall)

    skill = Skill(
        overall(best, clever, 0.0), overall(best, novice, 0.2), _unless_endless(lambda: overall(clever, novice, 0.4))
    )
    turns = _unless_endless(lambda: match_turns(race, best, best, threads=threads, progress=part_of(told, 0.6, 1.0)))
    return skill, turns


def _skill_by_chance(
    table: Games, pair: tuple[PolicyStrategy, PolicyStrategy], games: int, seed: int, told: Progress
) -> Skill:
    """The skill in any game, by what decisions cost or, where they lead past the goal, by counting wins."""
    clever, novice = (plays.game_policies(table.race) for plays in pair)
    max_judged, judged = pair[0].takes_wins, pair[1].takes_wins

    def overall(one: GamePolicies | None, other: GamePolicies, by_costs: bool, contest: int) -> Figure:
        halves = []
        for half, (first, second) in enumerate(((one, other), (other, one))):
            part = part_of(told, (2 * contest + half) / 6, (2 * contest + half + 1) / 6)
            # Other games than those of best play against itself, and of other contests.
            number = games * (2 * contest + half + 1)
            played = table.play(first, second, max(1, games // 2), seed, first_game=number, judged=True, progress=part)
            halves.append(_won(table, played, second=half == 1, judged=by_costs))
        value = (halves[0].mean + halves[1].mean) / 2
        return Figure(value, sqrt(halves[0].stderr ** 2 + halves[1].stderr ** 2) / 2)

    return Skill(
        overall(None, clever, max_judged, 0),
        overall(None, novice, judged, 1),
        _unless_endless(lambda: overall(clever, novice, max_judged and judged, 2)),
    )


def _unless_endless(find: Callable[[], Found]) -> Found | None:
    """Nothing, where games are too long."""
    try:
        return find()
    except JeopardiceError:
        return None


def _won(table: Games, played: GameCounts, *, second: bool, judged: bool) -> Sample:
    """The chance of the player in one seat: by what decisions cost, or, where those go past the goal, by wins."""
    if not judged:
        wins = played.mean("wins").mean * played.games
        return Sample.of_chance(played.games - wins if second else wins, played.games)
    assert table.solution is not None
    first = float(table.solution.value)
    saved = played.difference("second_costs", "first_costs")
    return Sample(1 - first - saved.mean if second else first + saved.mean, saved.stderr)


def compare(
    solutions: list[tuple[str, RaceSolution]],
    *,
    games: int = 20_000,
    seed: int = 0,
    beginner: str | None = None,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> tuple[Profile, ...]:
    """The profiles of several solved games, by their names."""
    told = progress or (lambda part: None)
    each = 1 / len(solutions)
    return tuple(
        profile(
            solution,
            name,
            games=games,
            seed=seed,
            beginner=beginner,
            threads=threads,
            progress=part_of(told, k * each, (k + 1) * each),
        )
        for k, (name, solution) in enumerate(solutions)
    )
