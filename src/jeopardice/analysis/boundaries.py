"""Where to roll and where to bank: at all scores for each number of dice, and within one turn by its total.

The surface of Neller & Presser (2004, Figure 3) for Pig and those of Busche & Neller (2017, Figure 1) for Farkle: for
each number of dice to roll and banked scores (a, b), the least turn total at which best play banks. In Hog, which has
no decision to bank, it is the number of dice to roll. With carryover, the surfaces are for one of its states, at first
that of the start (`assumed` describes it). Of three or more players, b is the score of the next one, and of all others
unless theirs are given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice.common.errors import InputError, shown
from jeopardice.common.progress import Progress
from jeopardice.race.model import has_streak_penalty
from jeopardice.race.positions import Position
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.race import RaceSolution, race_of
from jeopardice.solutions.race_turn import EVENTS, RaceTurn
from jeopardice.turn import Event, TurnModel
from jeopardice.turn.decisions import TIE
from jeopardice.turn.reach import reachable_states

Floats = NDArray[np.float64]
START = Position()
ROLL, BANK, NEITHER = 0, 1, 2
"""Decisions: "neither" is a turn that can only end."""


@dataclass(frozen=True, eq=False)
class Boundaries:
    """The surfaces of a game, one for each number of dice."""

    phases: tuple[str, ...]
    """The dice to roll, all of them first."""
    scores: NDArray[np.int32]
    """The banked scores, of the mover and of the opponent."""
    hold_at: NDArray[np.int32]
    """hold_at[phase, a, b]: the least turn total to bank at, with scores[a] against scores[b]; the points to the goal
    where best play rolls until it wins. Hog: the dice to roll."""
    never: NDArray[np.uint8]
    """never[phase, a, b]: whether best play never banks but rolls until it wins."""
    values: NDArray[np.float32]
    """values[a, b]: the mover's chance to win at the start of the turn."""

    @property
    def nbytes(self) -> int:
        """The memory of all arrays."""
        return self.scores.nbytes + self.hold_at.nbytes + self.never.nbytes + self.values.nbytes


@dataclass(frozen=True, eq=False)
class TurnSlice:
    """A turn at given scores: arrays by turn total and phase."""

    phases: tuple[str, ...]
    totals: NDArray[np.int32]
    bank: Floats
    """What banking is worth; NaN where it is not legal."""
    roll: Floats
    """What rolling is worth, in the best way; NaN where there are no dice to roll."""
    decision: NDArray[np.uint8]
    """ROLL, BANK or NEITHER; where both are worth the same, BANK."""
    bust: Floats
    """The chance that the turn ends with a bust."""
    reachable: NDArray[np.uint8]
    """Whether any play leads to the state."""


def check_boundaries(rules: Rules, most: int = 100) -> None:
    """Refuse games without surfaces, and numbers of scores that are too large."""
    require("boundaries", rules)
    require("best play", rules)
    if not 2 <= most <= 500:
        raise InputError(f"most: {shown(most)}: the scores on each side of a surface must be from 2 to 500")


def assumed(rules: Rules, at: Position = START) -> tuple[str, ...]:
    """What best play at given scores assumes besides them."""
    counts = at.busts or ()
    nobody = "neither player has" if rules.players == 2 else "nobody has"
    busts = f"{nobody} busts in a row"
    if any(counts):
        busts = f"busts in a row are {', '.join(map(str, counts))}"
        if len(counts) == 2:
            busts = f"you have {counts[0]} and the other player {counts[1]} busts in a row"
    seat = {1: "first", 2: "second", 3: "third"}.get(at.seat, f"number {at.seat}")
    # A bank that may be stolen is the one to beat.
    to_beat = at.to_beat or (at.offer[1] if at.offer and rules.turn.steal == "after-bank" else 0)
    found = {
        busts: has_streak_penalty(rules),
        f"there is a bank of {to_beat} to beat" if to_beat else "there is no bank to beat": (rules.turn.beat_previous),
        "you do not continue the other's turn": (
            rules.turn.steal != "never" and rules.family != "hog" and at.offer is None and not at.turn
        ),
        f"you are the {seat} in the round": rules.end.rule == "equal-turns" and not rules.simultaneous,
    }
    return tuple(words for words, needed in found.items() if needed)


def other_players(rules: Rules, others: Sequence[int] | None) -> tuple[str, ...]:
    """What surfaces of three or more players assume of all but the mover and the next."""
    if rules.players < 3:
        return ()
    if others is None:
        return ("all opponents have the same score",)
    return tuple(f"player {number} has {score:,}" for number, score in enumerate(others, 3))


def opponents(rules: Rules, theirs: int, others: Sequence[int] | None) -> tuple[int, ...]:
    """The scores of all opponents: the next player's, and those of later players, by default the same."""
    if others is not None and len(others) != rules.players - 2:
        wanted = f"{rules.players - 2} scores" if rules.players > 3 else "one score"
        raise InputError(f"others: {len(others)} given: with {rules.players} players it must be {wanted}")
    return (theirs, *([theirs] * (rules.players - 2) if others is None else others))


def boundaries(
    solved: Solution,
    most: int = 100,
    progress: Progress | None = None,
    at: Position = START,
    others: Sequence[int] | None = None,
) -> Boundaries:
    """The surfaces at about `most` scores of each player or fewer, evenly spaced from 0 on.

    `at` has the carryover. Scores at which there cannot be such a bank to beat have height 0. `others`: the banked
    scores of the third and all further players, in playing order; by default that of the second.
    """
    solution = solved if isinstance(solved, MultiplayerSolution) else race_of(solved, "boundaries")
    rules, model = solution.rules, solution.model
    check_boundaries(rules, most)
    unit, phases = model.turn.unit, model.turn.rolling_phases
    scores = np.arange(0, rules.goal, -(-model.needed // most) * unit, dtype=np.int32)
    units = [model.units_needed(int(score)) for score in scores]
    rivals = [list(map(model.units_needed, opponents(rules, int(score), others))) for score in scores]
    state = model.carryover_at(at, solution.carryover)
    carried = solution.carryover.all[state]
    is_followed = solution.carryover.last_turns(carried) > 0
    hold_at = np.zeros((len(phases), len(scores), len(scores)), dtype=np.int32)
    never = np.zeros(hold_at.shape, dtype=np.uint8)
    worth = np.zeros(hold_at.shape[1:], dtype=np.float32)
    solve = _turns(solution, state)
    hog = _HogRolls(model.turn) if rules.family == "hog" else None
    for a, (score, mine) in enumerate(zip(scores, units, strict=True)):
        if progress:
            progress(a / len(scores))
        for b, theirs in enumerate(rivals):
            worth[a, b] = _value(solution, state, mine, theirs)
            if carried.to_beat + theirs[-1] > model.lowest:
                continue
            start, worths, banks, settled = solve([mine, *theirs])
            if hog:
                hold_at[:, a, b] = hog.best(start, worths, settled)
            else:
                # With last turns a turn continues beyond the goal: it is not won yet.
                wins_at = (start + 1) * unit if is_followed else rules.goal - int(score)
                hold_at[:, a, b] = _hold_at(start, worths, banks, wins_at, unit)[list(phases)]
                never[:, a, b] = hold_at[:, a, b] >= wins_at
    names = tuple(model.turn.phase_name(model.turn.phases[q]) for q in phases)
    return Boundaries(names, scores, hold_at, never, worth)


def _turns(
    solution: RaceSolution | MultiplayerSolution, state: int
) -> Callable[[list[int]], tuple[int, Floats, Floats, Floats]]:
    """Turns of best play by the units that all players need, the mover first."""
    if isinstance(solution, MultiplayerSolution):
        return lambda units: solution.core.solve_turn(solution.values, solution.shares, units, state)
    board, values = solution.core.solved_board(), np.ascontiguousarray(_by_carryover(solution))
    return lambda units: board.solve_turn(values, units[0], units[1], state)


def _value(solution: RaceSolution | MultiplayerSolution, state: int, mine: int, theirs: list[int]) -> float:
    """The mover's chance at the start of a turn."""
    place = (state, mine - 1, *(units - 1 for units in theirs))
    if isinstance(solution, MultiplayerSolution):
        return 1 - sum(float(plane[place]) for plane in solution.values)
    return float(_by_carryover(solution)[place])


def _by_carryover(solution: RaceSolution) -> Floats:
    return solution.values if solution.values.ndim == 3 else solution.values[None]


def _hold_at(start: int, values: Floats, banks: Floats, wins_at: int, unit: int) -> NDArray[np.int32]:
    """For each phase the least turn total, from one unit on, at which banking is best."""
    good = np.isclose(banks[:start][::-1], values[:start][::-1], rtol=0, atol=TIE)
    least = (np.argmax(good, axis=0) + 1) * unit if start else np.zeros(values.shape[1])
    return np.where(good.any(axis=0), np.minimum(least, wins_at), wins_at).astype(np.int32)


class _HogRolls:
    """The rolls of Hog as one matrix: for each roll the chance of each gain, in units, and of each event."""

    def __init__(self, turn: TurnModel) -> None:
        rolls = turn.phases[0].rolls
        self.most = turn.most_points // turn.unit
        self.dice = np.array([sum(roll.dice) for roll in rolls])
        self.chances = np.zeros((len(rolls), self.most + 1 + len(EVENTS)))
        for number, roll in enumerate(rolls):
            for outcome in roll.outcomes:
                place = outcome.options[0].points // turn.unit if outcome.event is None else self._event(outcome.event)
                self.chances[number, place] += outcome.count / roll.total
        self.end = next(option.phase for option in turn.options)
        self.busts = self.chances[:, self._event("bust")] + self.chances[:, self._event("lose_banked")]

    def _event(self, event: Event) -> int:
        return self.most + 1 + EVENTS.index(event)

    def best(self, start: int, values: Floats, settled: Floats) -> int:
        """The best number of dice; among ties, the one that busts least."""
        ahead = np.ones(self.most + 1)  # beyond the goal
        known = values[start::-1, self.end][: self.most + 1]
        ahead[: len(known)] = known
        worths = self.chances @ np.concatenate([ahead, settled[start, 0, : len(EVENTS)]])
        tied = np.flatnonzero(worths.max() - worths <= TIE)
        return int(self.dice[tied[np.argmin(self.busts[tied])]])


def turn_slice(turn: RaceTurn) -> TurnSlice:
    """All states of a solved turn."""
    model = turn.model
    require("slice", model.rules)
    phases = [q for q in model.rolling_phases if model.rules.family != "hog" or q == 0]
    rows = 1 if model.rules.family == "hog" else turn.start + 1
    # From a turn total of 0 up, and beyond the goal.
    values = turn.values.astype(np.float64)[::-1]
    beyond = np.full((model.most_points // model.unit + 1, values.shape[1]), float(turn.goal))
    ahead = np.vstack([values, beyond])
    settled = turn.end_values.astype(np.float64)[::-1][:rows]
    legal = turn.banks.astype(np.float64)[::-1][:rows]
    bank = np.where(np.isneginf(legal), np.nan, legal)
    roll = np.stack([_best_roll(turn, q, ahead, settled, rows) for q in phases], axis=1)
    banks, best = bank[:, phases], values[:rows][:, phases]
    decision = np.where(np.isclose(banks, best, rtol=0, atol=turn.tie), BANK, ROLL).astype(np.uint8)
    decision[np.isnan(banks) & np.isnan(roll)] = NEITHER
    last = (rows - 1) * model.unit
    reached = reachable_states(model, last)
    totals = np.arange(rows, dtype=np.int32) * model.unit
    reachable = np.array([[(q, int(total)) in reached for q in phases] for total in totals], dtype=np.uint8)
    names = tuple(model.phase_name(model.phases[q]) for q in phases)
    bust = np.array(turn.busts, dtype=np.float64)[::-1][:rows][:, phases]
    return TurnSlice(names, totals, turn.sign * banks, turn.sign * roll, decision, bust, reachable)


def _best_roll(turn: RaceTurn, phase: int, ahead: Floats, settled: Floats, rows: int) -> Floats:
    """The value of rolling in a phase, at all turn totals."""
    unit = turn.model.unit
    best = np.full(rows, -np.inf)
    for roll in turn.model.phases[phase].rolls:
        worth = np.zeros(rows)
        for outcome in roll.outcomes:
            if turn.ends(outcome):
                found = settled[:, phase, EVENTS.index(outcome.event or "bust")]
            else:
                gains = [(option.points // unit, option.phase) for option in outcome.options]
                found = np.max([ahead[gain : gain + rows, q] for gain, q in gains], axis=0)
            worth += outcome.count / roll.total * found
        best = np.maximum(best, worth)
    return np.where(np.isneginf(best), np.nan, best)
