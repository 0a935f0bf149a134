"""What a simultaneous game is like: its profile, of the same numbers as those of games in turn (docs/compare.md).

With p(s) the expected rounds of a game of best play in the states s, all numbers of turns and decisions are exact sums
over p. Only the lead is followed in simulated games. In Hog the one decision of a turn is the number of dice, in Pig
there is one at each turn total that may be banked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jeopardice.analysis.compare import Figure, Profile, Skill, beginner_of
from jeopardice.analysis.simultaneous import simultaneous_fairness
from jeopardice.common.errors import JeopardiceError
from jeopardice.common.numbers import Sample
from jeopardice.common.progress import Progress, part_of
from jeopardice.evaluation.games import COUNTS, GameCounts, Games
from jeopardice.evaluation.lengths import Lengths
from jeopardice.evaluation.simultaneous_games import blocks_of, seen_play
from jeopardice.evaluation.simultaneous_players import Board
from jeopardice.evaluation.simultaneous_results import both_turns
from jeopardice.native.calls import Floats
from jeopardice.native.simultaneous import TotalPlaces, dice_outcomes
from jeopardice.native.table import MaxScoreTable
from jeopardice.solutions.simultaneous import SimultaneousSolution
from jeopardice.solutions.simultaneous_turn import SimultaneousTurn, bank_chances, bust_chance
from jeopardice.solvers.turn import solve_turn
from jeopardice.strategies import MaxScore, Strategy
from jeopardice.strategies.table_of import core_table, max_score_table

MATTERS = 1e-9
"""Actions that differ by less are equally good."""
RARE = 1e-12
"""States with fewer expected rounds in a game are left out."""


@dataclass(frozen=True, repr=False)
class SimultaneousProfile(Profile):
    """What one simultaneous game is like."""

    exact: Decided
    """Decisions, exactly."""
    leads: Figure

    @property
    def decisions(self) -> Figure:
        """Decisions of a game with more than one legal action, of both players."""
        return Figure(2 * self.exact.decisions)

    @property
    def not_obvious(self) -> Figure:
        """The part of the decisions in which the action of maximum scoring is not best."""
        return Figure(self.exact.not_obvious / self.exact.decisions if self.exact.decisions else 0.0)

    @property
    def obvious_cost(self) -> Figure:
        """What the actions of maximum scoring would cost one player in a game, in chances to win added up."""
        return Figure(self.exact.cost)

    @property
    def lead_changes(self) -> Figure:
        """How often the lead changes in a game."""
        return self.leads


@dataclass(frozen=True)
class Decided:
    """One player: points and busts of a turn; the decisions of a game, those that are not obvious, and their cost."""

    points: float
    bust: float
    decisions: float
    not_obvious: float
    cost: float


def simultaneous_profile(
    name: str,
    solution: SimultaneousSolution,
    games: int,
    seed: int,
    beginner: str | Strategy | None,
    threads: int | None,
    report: Progress,
) -> SimultaneousProfile:
    """The profile of a solved game whose scores both see."""
    rules = solution.rules
    novice = beginner_of(rules, beginner)
    board, n = Board.of(rules, threads), solution.needed
    best = board.best_player(solution, part_of(report, 0.0, 0.3))
    clever, simple = board.players((MaxScore(), novice))
    chances, visits = board.followed(best, best, (n, n), part_of(report, 0.3, 0.4))
    turns = both_turns(Lengths(chances))

    def overall(one: int, other: int) -> Figure | None:
        pair = (best, clever, simple)
        try:
            return Figure(board.from_start(board.won(pair[one], pair[other])))
        except JeopardiceError:
            return None

    against_max, against_beginner = overall(0, 1), overall(0, 2)
    assert against_max
    assert against_beginner
    exact = _decided(solution, board, visits, part_of(report, 0.4, 0.8))
    play = seen_play(board, (best, best))
    blocks = list(blocks_of(play, np.array([n, n]), games, seed, 0, part_of(report, 0.8, 1.0)))
    changes = np.concatenate([block.lead_changes for block in blocks])
    leads = Figure.of(Sample(float(changes.mean()), float(changes.std() / np.sqrt(games))))
    counts, none = np.zeros(len(COUNTS)), np.zeros((0, 5), np.int32)
    histogram = np.bincount(changes).astype(np.uint64)
    played = GameCounts(games, counts, np.diag(counts), np.zeros(1, np.uint64), histogram, none)
    turn, komi = solve_turn(rules), simultaneous_fairness(solution, threads=threads).komi_table
    return SimultaneousProfile(
        name or rules.title or "The game",
        rules,
        Games(core_table(board.race, 2)),
        played,
        komi,
        Figure(turns.expected),
        Figure(turns.deviation),
        tuple(turns.chances.tolist()),
        Figure(exact.points),
        Figure(exact.bust),
        float(turn.value),
        float(turn.bust_probability),
        novice,
        Skill(against_max, against_beginner, overall(1, 2)),
        exact,
        leads,
    )


def _decided(solution: SimultaneousSolution, board: Board, visits: Floats, report: Progress) -> Decided:
    """Sums over the states of a game, by the expected rounds in each."""
    sums, rounds, n = np.zeros(5), float(visits.sum()), len(visits)
    greedy, places = max_score_table(board.race), TotalPlaces.of(solution.rules)
    count = _dice_decisions if solution.rules.family == "hog" else _bank_decisions
    for own in range(1, n + 1):
        report(own / n)
        for other in range(1, n + 1):
            if visits[own - 1, other - 1] > RARE:
                outcomes, worth = solution.turn_at_units(own, other)
                totals = np.maximum(places.total(np.arange(len(outcomes))), 0)
                points = float(totals @ outcomes) * solution.turn.unit
                busts = bust_chance(solution.turn_of(own), outcomes)
                decided = count(solution, greedy, own, outcomes, worth)
                sums += visits[own - 1, other - 1] * np.array([points, busts, *decided])
    return Decided(float(sums[0] / rounds), float(sums[1] / rounds), *map(float, sums[2:]))


Decisions = tuple[float, float, float]
"""Decisions, those in which maximum scoring is not best, and what it costs."""


def _dice_decisions(
    solution: SimultaneousSolution, greedy: MaxScoreTable, own: int, outcomes: Floats, worth: Floats
) -> Decisions:
    ways = [outcomes for _, outcomes in dice_outcomes(solution.turn_of(own))]
    if len(ways) == 1:
        return 0.0, 0.0, 0.0
    values = [float(way @ worth[np.minimum(np.arange(len(way)), len(worth) - 1)]) for way in ways]
    cost = max(values) - values[int(greedy.first_rolls[0])]
    return 1.0, float(cost > MATTERS), max(0.0, cost)


def _bank_decisions(
    solution: SimultaneousSolution, greedy: MaxScoreTable, own: int, outcomes: Floats, worth: Floats
) -> Decisions:
    (roll,), unit = solution.turn.phases[0].rolls, solution.turn.unit
    turn = SimultaneousTurn.of(solution.turn_of(own), worth)
    _, stands = bank_chances(outcomes[None], solution.turn)
    found = np.zeros(3)
    # A total is banked alike whatever the last roll was: that of the first outcome.
    choices, gain = greedy.choices[0], next(o.options[0].points for o in roll.going_on if not o.event) // unit
    for total in np.flatnonzero(stands[0] > RARE).tolist():
        bank = turn.bank_value(0, total * unit) if total else None
        if bank is None:
            continue
        rolled = float(turn.roll_value(0, roll, total * unit))
        before = max(0, total - gain)
        banks = total >= solution.standings.units(own) or bool(choices[min(before, len(choices) - 1), 0] % 2)
        cost = max(float(bank), rolled) - (float(bank) if banks else rolled)
        found += stands[0, total] * np.array([1.0, float(cost > MATTERS), cost])
    return float(found[0]), float(found[1]), float(found[2])
