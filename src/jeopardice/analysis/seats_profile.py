"""The profile of a game of three or more players: the same numbers as for two (docs/compare.md).

Skill is what one player who plays best wins among others who all play alike, averaged over the seats. With the chances
p_i of all players the winner of a game has variance 1 - sum p_i^2, out of 1 - 1 / N if all are equal: the part
(1 - sum p_i^2) / (1 - 1 / N) is left to luck, 4 p (1 - p) for two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jeopardice.analysis.compare import (
    MOST_GAMES_AHEAD,
    RECORDED_GAMES,
    SURE,
    Figure,
    Profile,
    Skill,
    beginner_of,
    rounds_of,
    turn_figures,
    unless_endless,
)
from jeopardice.analysis.fairness import MultiplayerFairness, multiplayer_fairness
from jeopardice.common.progress import Progress, parts_of
from jeopardice.evaluation.games import Decisions, Games
from jeopardice.evaluation.lengths import game_turns
from jeopardice.native.calls import Floats
from jeopardice.native.table import Seat
from jeopardice.race.positions import Position
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solvers.turn import solve_turn
from jeopardice.strategies import MaxScore, Strategy
from jeopardice.strategies.table_of import core_table

MOST_STATES = 2_000_000
"""The distribution of the length is not computed exactly for games of more states: that would take long."""
FEW_GAMES = 64
WEIGHTS = 3.0, 2.0, 1.0, 0.5, 1.5, 6.0
"""The work: simulated games, best play against maximum scoring and a beginner, these two, fairness, and the lengths."""


@dataclass(frozen=True, repr=False)
class SeatsProfile(Profile):
    """What one game of three or more players is like."""

    solution: MultiplayerSolution
    fair: MultiplayerFairness

    @property
    def seats(self) -> tuple[float, ...]:
        """Each seat's chance to win."""
        return self.fair.chances

    @property
    def advantage(self) -> float:
        """How much likelier the first player is to win than the last."""
        return self.seats[0] - self.seats[-1]

    @property
    def head_starts(self) -> tuple[int, ...]:
        """The fairest head starts, of each seat."""
        return self.fair.fairest.points

    @property
    def with_head_starts(self) -> tuple[float, ...]:
        """Each seat's chance with the fairest head starts."""
        return self.fair.fairest.chances

    @property
    def luck(self) -> Figure:
        """The part of the result that is luck, between one who plays best and beginners."""
        others = self.rules.players - 1
        p = self.skill.against_beginner.value
        return Figure((1 - p**2 - (1 - p) ** 2 / others) * (others + 1) / others)

    @property
    def games_ahead(self) -> int | None:
        """How many games best play needs to have won more than a given beginner with 95 % certainty."""
        p = self.skill.against_beginner.value
        return games_to_be_ahead_of(p, (1 - p) / (self.rules.players - 1))


def seats_profile(
    name: str,
    solution: MultiplayerSolution,
    games: int,
    seed: int,
    beginner: str | Strategy | None,
    threads: int | None,
    report: Progress,
) -> SeatsProfile:
    """The profile of a solved game of three or more players who take turns."""
    rules, race = solution.rules, solution.model
    novice, players = beginner_of(rules, beginner), rules.players
    table = core_table(race, players, threads)
    best = table.multiplayer_seat(solution.core, solution.values, solution.shares)
    playing, *contests, weighing, following = parts_of(report, *WEIGHTS)
    simulated = Games(table, _Judge(solution))
    own = simulated.play([best] * players, range(games), seed, record=RECORDED_GAMES // 4, progress=playing)
    clever, beginners = MaxScore().seat(table), novice.seat(table)

    def overall(one: Seat, others: Seat, contest: int) -> Figure:
        starts = [(table.start(), mover) for mover in range(players)]
        wins, _ = table.follow([one, *[others] * (players - 1)], starts, contests[contest])
        return Figure(float(np.mean(wins[0])))

    skill = Skill(
        overall(best, clever, 0),
        overall(best, beginners, 1),
        unless_endless(lambda: overall(clever, beginners, 2)),
    )
    fair = multiplayer_fairness(solution, weighing, threads)
    exact = None
    if solution.states <= MOST_STATES:
        rounds = rounds_of(own, players)
        exact = unless_endless(lambda: game_turns(table, [best] * players, progress=following, rounds=rounds))
    if exact is None:
        turns, deviation = Figure(fair.expected_turns), Figure.of(own.deviation)
        lengths = tuple((own.lengths[1:] / own.games).tolist())
        _, means = unless_endless(lambda: table.turn_means(best)) or (None, None)
    else:
        turns, deviation, lengths = Figure(exact.expected), Figure(exact.deviation), tuple(exact.chances.tolist())
        means = exact.turn
    points, bust = turn_figures(means, own, race.turn.unit)
    turn, title = solve_turn(rules), name or rules.title or "The game"
    report(1.0)
    return SeatsProfile(
        title,
        rules,
        simulated,
        own,
        ((0, fair.chances[0]),),
        turns,
        deviation,
        lengths,
        points,
        bust,
        float(turn.value),
        float(turn.bust_probability),
        novice,
        skill,
        solution,
        fair,
    )


@dataclass(frozen=True)
class _Judge:
    """The values of decisions, from the turns of a solution."""

    solution: MultiplayerSolution

    def worths(self, recorded: Decisions) -> tuple[Floats, Floats]:
        """The values of banking (minus infinity where it is not legal) and of rolling in each of these positions."""
        model, carryover = self.solution.model, self.solution.carryover
        bank, roll = np.full(len(recorded), -np.inf), np.zeros(len(recorded))
        before, turn = None, None
        for k, row in enumerate(recorded.tolist()):
            *needs, carry, phase, units = row
            if (needs, carry) != before:
                state, unit = carryover.all[carry], model.turn.unit
                scores = tuple((model.needed - need) * unit for need in needs)
                at = Position(scores, busts=state.busts, to_beat=state.to_beat * unit, seat=state.moved + 1)
                before, turn = (needs, carry), self.solution.turn_at(at)
            assert turn
            total, (rolling, *_) = units * model.turn.unit, model.turn.phases[phase].rolls
            banked = turn.bank_value(phase, total)
            bank[k] = -np.inf if banked is None else float(banked)
            roll[k] = float(turn.roll_value(phase, rolling, total))
        return bank, roll


def games_to_be_ahead_of(p: float, q: float, sure: float = SURE) -> int | None:
    """The fewest games after which a player who wins each with chance p has won more than one who wins it with q.

    Of n games, k go to one of the two, with a binomial chance; of these, the better wins most with chance P(k).
    """
    if p <= q:
        return None

    def is_ahead(games: int) -> bool:
        # The chances of each lead, from those of all games of the better player and of the other.
        leads = _leads(games, p, q)
        return float(leads[games + 1 :].sum()) >= sure

    # With few games it depends on whether their number is even.
    few = next((games for games in range(1, FEW_GAMES) if is_ahead(games)), None)
    if few is not None:
        return few
    most = FEW_GAMES
    while not is_ahead(most):
        most *= 2
        if most > MOST_GAMES_AHEAD:
            return None
    least = most // 2
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (least, middle) if is_ahead(middle) else (middle, most)
    return most


def _leads(games: int, p: float, q: float) -> Floats:
    """The chance of each lead of one player over another after some games, from -games to games.

    The generating function is (q / x + 1 - p - q + p x)^games, found by its Fourier transform.
    """
    size = 2 * games + 1
    turns = np.exp(-2j * np.pi * np.arange(size) / size)
    chances = np.fft.ifft((q / turns + 1 - p - q + p * turns) ** games).real
    return np.roll(chances, games)
