"""A solved race: the values between turns, and from them any turn worked out again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.common.numbers import Number
from jeopardice.common.progress import Progress, part_of
from jeopardice.native.race import Certificate, CoreRace, Estimate, Floats, check_memory
from jeopardice.race.carryover import Modes
from jeopardice.race.model import MOST_ROWS, RaceModel, in_turn_only, keys_between, race_model, refuse_keys
from jeopardice.race.objectives import Objective, read_objective
from jeopardice.rulebook import Rules
from jeopardice.solvers.exact_race import ExactTurn, check_size, exact_values
from jeopardice.turn import Event, TurnModel, restricted, turn_model
from jeopardice.turn.advice import Advice, advise_start, advise_turn
from jeopardice.turn.decisions import TIE, SolvedTurn

EVENTS: tuple[Event, ...] = ("bust", "lose_banked", "win")
WORTH = {"win": (1, -1, 1), "turns": (-1, -1, -1), "within": (0, 1, 1)}
"""Shift, scale and goal: a bank is worth shift + scale * (the value that follows), or the goal."""

if TYPE_CHECKING:
    from jeopardice.strategies import Strategy

ExactValues = dict[tuple[int, ...], Fraction]


@dataclass(frozen=True, eq=False)
class RaceSolution:
    """The values of a race between its turns."""

    rules: Rules
    objective: Objective
    values: Floats
    """win: [mode, mover's units needed - 1, other's - 1]; turns: [mode, units - 1]; within: [turns, mode, units - 1].

    Where there is one mode only its axis is left out.
    """
    plays: str = "optimal"
    """How all players play: "optimal", or a fixed rule such as "hold-at:20"."""
    certificate: Certificate | None = None
    exactly: ExactValues | None = None
    """The same values as fractions, by units needed."""
    fall_error: float | None = None
    """Where scores may fall without end: how far off the value may be because they are followed to a lowest only."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RaceSolution):
            return NotImplemented
        same = (self.rules, self.objective, self.plays, self.certificate, self.exactly, self.fall_error) == (
            (other.rules, other.objective, other.plays, other.certificate, other.exactly, other.fall_error)
        )
        return same and np.array_equal(self.values, other.values)

    __hash__ = None  # type: ignore[assignment]

    @property
    def value(self) -> Number:
        """The first player's chance to win, the expected turns, or the chance to reach the goal in time."""
        return self._at(0, *((self.model.needed,) * self._scores))

    @property
    def exact(self) -> bool:
        """Whether all numbers are fractions."""
        return self.exactly is not None

    @property
    def error_bound(self) -> float | None:
        """A bound on the error of every value; None unless the solution was certified."""
        if self.exact:
            return 0.0
        return self.certificate.error_bound if self.certificate else None

    @property
    def seats(self) -> tuple[Number, ...]:
        """Objective win: each seat's chance."""
        return (self.value, 1 - self.value)

    @property
    def states(self) -> int:
        """How many values there are."""
        return self.values.size

    @cached_property
    def model(self) -> RaceModel:
        """The race as it was solved."""
        return race_model(self.rules, restricted(turn_model(self.rules), self.plays))

    @property
    def _scores(self) -> int:
        return 2 if self.objective.name == "win" else 1

    @property
    def modes(self) -> Modes:
        """What lasts between turns besides the scores."""
        return self.model.modes(self.objective.name)

    def value_at(self, *scores: int, busts: tuple[int, ...] | None = None, to_beat: int = 0, seat: int = 1) -> Number:
        """The mover's value at the start of a turn with these banked scores, the mover's first.

        The rest is what lasts between turns, where the rules ask for it: the busts in a row of each player, the total
        that the player before has banked, and the mover's seat. Another player's score at the goal or beyond means that
        this is the mover's last turn.
        """
        if self._is_last_turn(scores):
            return self._last_turn(scores, busts, to_beat, seat).value_at(0, 0)
        return self._at(self._mode(busts, to_beat, seat), *self._units(scores))

    def _at(self, mode: int, *units: int) -> Number:
        """The value of a state; for a number of turns, with all of them to go."""
        if self.exactly is not None:
            return self.exactly[(len(self.values) - 1, *units) if self.objective.name == "within" else units]
        return float(self._layer(-1)[mode, *(u - 1 for u in units)])

    @property
    def chances_by_turn(self) -> tuple[float, ...]:
        """Objective within: the chance with no turn to go, with one, and so on."""
        return tuple(float(self._layer(turns)[0, self.model.needed - 1]) for turns in range(len(self.values)))

    def _layer(self, turns: int) -> Floats:
        """The values of all states with an axis of modes; within: with so many turns to go."""
        values = self.values if self.objective.name != "within" else self.values[turns]
        return values if values.ndim > self._scores else values[None]

    def _mode(self, busts: tuple[int, ...] | None, to_beat: int, seat: int) -> int:
        unit = self.model.turn.unit
        if to_beat < 0 or to_beat % unit or to_beat >= self.rules.goal - self.model.lowest_score:
            raise InputError(f"to beat: {shown(to_beat)}: it must be a total that can be banked, a multiple of {unit}")
        return self.modes.find(busts, to_beat // unit, seat)

    def turn_at(self, *scores: int, busts: tuple[int, ...] | None = None, to_beat: int = 0, seat: int = 1) -> RaceTurn:
        """The turn of a player in a state: see `value_at`."""
        if self.plays != "optimal":
            raise InputError(f"strategy: {self.plays}: there is advice on best play only, not on a fixed strategy")
        if self._is_last_turn(scores):
            return self._last_turn(scores, busts, to_beat, seat)
        units, mode = self._units(scores), self._mode(busts, to_beat, seat)
        if self.exactly is not None:
            return self._exact_turn(*units)
        mover, other = units if len(units) == 2 else (units[0], 1)
        if self.modes.all[mode].to_beat + other > self.model.lowest:
            raise InputError(f"to beat: {to_beat}: the player before has not banked so much")
        board = self.core.board(self.objective.name)
        if not board.ready:
            self.core.win()  # what it is worth to go on with a turn is not part of a saved solution
        values = np.ascontiguousarray(self._layer(-2))
        turn = self._float_turn(mover, *board.visit(values, mover, other, mode), WORTH[self.objective.name][2])
        followed = self.modes.last_turns(self.modes.all[mode]) > 0
        return replace(turn, is_followed=followed)

    def _is_last_turn(self, scores: tuple[int, ...]) -> bool:
        return len(scores) == 2 and self.objective.name == "win" and scores[1] >= self.rules.goal

    def _last_turn(self, scores: tuple[int, ...], busts: tuple[int, ...] | None, to_beat: int, seat: int) -> RaceTurn:
        """The mover's last turn: the other player is at the goal or beyond."""
        mine, theirs = scores
        unit = self.model.turn.unit
        if self.rules.end.rule == "sudden":
            raise InputError(f"scores: {theirs}: a player at the goal has won already")
        needed, mode = self.model.units_needed(mine), self.modes.find(busts)
        ahead = self.model.units(theirs) - self.model.units(mine)
        if ahead * len(self.model.turn.phases) > MOST_ROWS:
            raise InputError(f"scores: {theirs}: too far beyond the goal to be caught")
        solved = self.core.board("win").last_turn(ahead + 1, to_beat // unit, needed, mode)
        return self._float_turn(solved[0] + 1, *solved, 1)

    def _float_turn(
        self, needed: int, start: int, values: Floats, banks: Floats, settled: Floats, goal: float
    ) -> RaceTurn:
        tie = TIE if self.certificate is None else 2 * self.certificate.error_bound
        known = np.full((self.core.turn.reach, values.shape[1]), float(goal))
        none = np.zeros_like(known)
        stuck = np.isneginf(banks[:, 0]).astype(np.uint8)
        busts = self.core.turn.chances(known, none, none, banks, settled, stuck, values, tie)[0]
        # Lists: single numbers are asked for, many of them.
        return RaceTurn(
            self.model.turn,
            needed,
            start,
            float(goal),
            values.tolist(),
            [[None if bank == -np.inf else bank for bank in row] for row in banks.tolist()],
            settled.tolist(),
            busts.tolist(),
            self._sign,
            tie=tie,
        )

    def _exact_turn(self, i: int, *others: int) -> RaceTurn:
        assert self.exactly is not None
        shift, scale, goal = WORTH[self.objective.name]
        before = (len(self.values) - 2,) if self.objective.name == "within" else others
        *kept, bust = (shift + scale * self.exactly[*before, s] for s in range(1, i + 1))
        turn = ExactTurn(self.model, i, kept, Fraction(goal), bust)
        rows = turn.rows()[::-1]
        values, busts = ([[sign * worth[part] for worth in row] for row in rows] for part, sign in ((0, 1), (1, -1)))
        totals = range(len(rows) - 1, -1, -1)
        phases = len(self.model.turn.phases)
        banks = [[turn.banked(total) if total >= turn.least else None] * phases for total in totals]
        settled = [[[turn.after_bust(total, event)[0] for event in EVENTS]] * phases for total in totals]
        return RaceTurn(
            self.model.turn, i, len(rows) - 1, Fraction(goal), values, banks, settled, busts, self._sign, exact=True
        )

    @property
    def _sign(self) -> int:
        return -1 if self.objective.name == "turns" else 1

    def advise(
        self,
        scores: Sequence[int],
        *,
        turn: int = 0,
        roll: str | None = None,
        dice_left: str | None = None,
        singles: int = 0,
        busts: tuple[int, ...] | None = None,
        to_beat: int = 0,
        seat: int = 1,
        offer: tuple[str, int] | None = None,
    ) -> Advice:
        """Every legal action with these banked scores (the mover's first) and this turn so far, the best first.

        Busts in a row, the total to beat and the seat are for rules that ask for them: see `value_at`. So is `offer`,
        the dice and the turn total that the turn before has left, at the start of a turn.
        """
        if offer and self.rules.turn.beat_previous and self.rules.turn.steal == "after-bank":
            to_beat = offer[1]
        solved = self.turn_at(*scores, busts=busts, to_beat=to_beat, seat=seat)
        return advise_start(solved, *offer, singles) if offer else advise_turn(solved, turn, roll, dice_left, singles)

    def strategy(self) -> Strategy:
        """Best play, as a strategy for matches."""
        from jeopardice.strategies import Optimal  # to the right of here: for those who come from a solution

        if self.objective.name != "win" or self.plays != "optimal":
            raise InputError(f"objective: {self.objective}: only a solution of best play for the win is a strategy")
        return Optimal(self)

    def certified(self, progress: Progress | None = None, threads: int | None = None) -> RaceSolution:
        """The same solution with a bound on its error and the number of decisions that are proven."""
        found = self.core.certify(self.objective, self.values, progress, threads)
        return replace(self, certificate=found)

    @cached_property
    def core(self) -> CoreRace:
        """The race in the core."""
        return CoreRace(self.model)

    def _units(self, scores: tuple[int, ...]) -> list[int]:
        if len(scores) != self._scores:
            needs = f"objective {self.objective} needs {self._scores}, the mover's first"
            more = len(scores) > 2 and self.objective.name == "win"
            raise InputError(f"scores: {len(scores)} given: {needs}{f' (--players {len(scores)})' if more else ''}")
        return [self.model.units_needed(score) for score in scores]


@dataclass(frozen=True)
class RaceTurn(SolvedTurn):
    """One turn of a solved race. Values are such that more is better: expected turns come with a minus."""

    model: TurnModel
    needed: int
    """Units from the start of the turn to the goal."""
    start: int
    """The row of a turn total of 0; the row before it is for one unit more, and so on."""
    goal: Number
    """What the goal is worth, and every state beyond the rows."""
    values: Sequence[Sequence[Number]]
    banks: Sequence[Sequence[Number | None]]
    settled: Sequence[Sequence[Sequence[Number]]]
    """What the events are worth."""
    busts: Sequence[Sequence[Number]]
    sign: int = 1
    exact: bool = False
    tie: float = TIE
    is_followed: bool = False
    """Whether the other player has a last turn after the goal: totals beyond the rows are then worth what the first row
    is, and not the goal."""
    mix: float | None = None
    """Several players: how often the mover plays the bolder of two ways that are worth the same, where that matters."""

    def _row(self, total: int) -> int:
        row = self.start - total // self.model.unit
        return max(0, row) if self.is_followed else row

    @property
    def last_decision(self) -> int:
        """The last turn total below the goal."""
        return (self.needed - 1) * self.model.unit

    def value_at(self, phase: int, total: int) -> Number:
        """What a state is worth before the decision to bank or to roll."""
        row = self._row(total)
        return self.goal if row < 0 else self.values[row][phase]

    def bust_at(self, phase: int, total: int) -> Number:
        """The chance that the turn ends with a bust from a state."""
        row = self._row(total)
        return self.number(0) if row < 0 else self.busts[row][phase]

    def bank_value(self, phase: int, total: int) -> Number | None:
        """What banking is worth; None where it is not legal."""
        row = self._row(total)
        return self.goal if row < 0 else self.banks[row][phase]

    def end_value(self, event: Event, phase: int, total: int) -> Number:
        """What a turn is worth that ends with an event, rolled in a phase."""
        row = self._row(total)
        if row < 0 and event == "bust" and self.model.rules.turn.keep_on_bust:
            return self.goal
        return self.settled[max(0, row)][phase][EVENTS.index(event)]


def solve_race(
    rules: Rules,
    objective: str | Objective = "win",
    strategy: str = "optimal",
    *,
    exact: bool = False,
    certify: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Callable[[Estimate], None] = lambda estimate: None,
    checkpoint: str | Path | None = None,
) -> RaceSolution:
    """Solves a race: the chance to win, the fewest expected turns, or the chance within N turns.

    With another `strategy` ("hold-at:20", "rolls:5", "dice:5") nothing is left to decide but which dice to set aside:
    what it says is what that strategy is worth (objective win: against itself). `announce` is told what it will take;
    `checkpoint` is a file from which a long solve of three and more players goes on.
    """
    goal = read_objective(objective)
    if not goal.is_race:
        raise InputError(f"objective: {goal}: a race is played for win, turns or within:N")
    if goal.name == "win":
        in_turn_only(rules)
    if goal.name == "win" and rules.players != 2:
        return _several(rules, goal, strategy, exact, certify, threads, progress, announce, checkpoint)
    model = race_model(rules, restricted(turn_model(rules), strategy))
    lasting = keys_between(rules, 2 if goal.name == "win" else 1)
    if strategy != "optimal":
        # What a fixed rule makes of a last turn, or of a turn to go on with, it does not say.
        refuse_keys(rules, [key for key in lasting if key in ("end.rule", "turn.steal")], strategy)
    if exact:
        refuse_keys(rules, lasting, "--exact")
        check_size(model, goal)
    if certify:
        refuse_keys(rules, lasting, "--certify")
    core = CoreRace(model)
    estimate = core.estimate(goal, threads, certify=certify)
    check_memory(estimate)
    announce(estimate)
    falls = model.falls_without_end and strategy == "optimal"
    solved = 0.05 if exact else 1 / 3 if certify or falls else 1.0  # of the work; what comes after it takes longer
    first, then = part_of(progress, 0, solved), part_of(progress, solved, 1)
    solution = RaceSolution(rules, goal, core.values(goal, first, threads), strategy)
    solution.__dict__.update(model=model, core=core)  # what its cached properties would make again
    if exact and certify:
        raise InputError("certify: fractions are certain already")
    if exact:
        solution = replace(solution, exactly=exact_values(model, goal, solution.values, then))
    if falls:
        from jeopardice.solvers.unbounded_penalties import fall_error

        solution = replace(solution, fall_error=fall_error(core, goal, solution.values, then, threads))
    return solution.certified(then, threads) if certify else solution


def _several(
    rules: Rules,
    objective: Objective,
    strategy: str,
    exact: bool,
    certify: bool,
    threads: int | None,
    progress: Progress | None,
    announce: Callable[[Estimate], None],
    checkpoint: str | Path | None,
) -> RaceSolution:
    """A race of three and more players."""
    from jeopardice.solutions.multiplayer import solve_group  # it builds on this module

    if rules.players < 2:
        raise InputError(f"players: {rules.players}: objective win needs at least two")
    if strategy != "optimal":
        raise JeopardiceError(f"strategy: {strategy}: with three and more players only best play is solved; see match")
    if exact:
        raise JeopardiceError(f"--exact: players: {rules.players}: only races of two players are solved in fractions")
    return solve_group(
        rules,
        objective,
        certify=certify,
        threads=threads,
        progress=progress,
        announce=announce,
        checkpoint=checkpoint,
    )
