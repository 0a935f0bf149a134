"""The native core; see core/turn/turn.hpp for the mathematics."""

import enum
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Choices = NDArray[np.uint16]
Progress = Callable[[float], object]

def kernels() -> list[str]:
    """The instruction sets that this machine can run, the widest first."""

class RaceRules:
    """What a race adds to a turn, in point units."""

    def __init__(
        self,
        needed: int,
        bank_from: int,
        first_bank_from: int,
        hold_from: int,
        keep_on_bust: bool,
        lowest: int,
        penalty: int,
        floor: int,
    ) -> None: ...

class CarryoverState:
    """A carryover state, and the states after a bank and after a bust (core/race/carryover.hpp)."""

    def __init__(
        self,
        least: int,
        banked: int,
        step: int,
        busted: int,
        penalized: bool,
        last_turns: int,
        equivalent: int,
        below_floor: float,
        offers: int,
    ) -> None: ...

class Steal(enum.Enum):
    """When the next player may take over a turn instead of beginning one."""

    never = ...
    after_bank = ...
    after_bust = ...

class Carryover:
    """The carryover of a race, which begins in the first state."""

    def __init__(
        self,
        states: list[CarryoverState],
        loses: bool,
        beat_previous: bool,
        ties_split: bool,
        steal: Steal,
        offered: int,
    ) -> None: ...

SolvedTurn = tuple[int, Floats, Floats, Floats]
"""The row of the start of the turn; for each row and phase the values of the state, a bank, and each way to end."""

class Board:
    """The states of a race for an objective: "win", "turns" or "within"."""

    def __init__(self, turn: Turn, race: RaceRules, carryover: Carryover, objective: str) -> None: ...
    @property
    def past(self) -> int:
        """The number of units past the goal for which turns are solved."""
    @property
    def totals(self) -> int:
        """The number of totals of a turn that may be stolen."""
    @property
    def offers_size(self) -> int:
        """The number of values of stolen turns."""
    @property
    def ready(self) -> bool:
        """Whether turns can be solved: where turns can be stolen, the board must be solved first."""
    def solve(self, threads: int, progress: Progress | None = None, kernel: str | None = None) -> Floats: ...
    def within(
        self, turns: int, threads: int, progress: Progress | None = None, kernel: str | None = None
    ) -> Floats: ...
    def solve_turn(self, values: Floats, i: int, j: int, carry: int) -> SolvedTurn: ...
    def solve_last_turn(self, x: int, total: int, units: int, carry: int) -> SolvedTurn: ...

class TurnArrays:
    """A turn automaton as flat arrays, in point units."""

Certified = tuple[Floats, Floats, tuple[int, int, int]]
"""Lower bounds, upper bounds, and how many decisions are proven, tied and too close to call."""

class Turn(TurnArrays):
    """A turn automaton as flat arrays, in point units."""

    def __init__(
        self,
        phase_rolls: Ints,
        roll_outcomes: Ints,
        outcome_options: Ints,
        option_points: Ints,
        option_phase: Ints,
        outcome_chance: Floats,
        roll_events: Floats,
        banking: NDArray[np.uint8],
    ) -> None: ...
    @property
    def reach(self) -> int: ...
    def solve(self, known: Floats, bank: Floats, settled: Floats, kernel: str | None = None) -> Floats: ...
    def bust_chances(
        self,
        known: Floats,
        known_bust: Floats,
        known_error: Floats,
        bank: Floats,
        settled: Floats,
        stuck: NDArray[np.uint8],
        values: Floats,
        tie: float,
    ) -> tuple[Floats, Floats]: ...
    @staticmethod
    def certify(
        less: Turn,
        more: Turn,
        race: RaceRules,
        objective: str,
        values: Floats,
        threads: int,
        progress: Progress | None = None,
    ) -> Certified: ...

class Player:
    """A strategy: best play for given values, or turn outcome distributions."""

    @staticmethod
    def best(turn: Turn, race: RaceRules, after: Floats, shift: float, scale: float) -> Player: ...
    @staticmethod
    def known(distributions: Floats, which: Ints) -> Player: ...

def match(a: Player, b: Player, threads: int, progress: Progress | None = None) -> tuple[Floats, Floats]:
    """A's chance of winning by the units that A and B need, with A and with B to move."""

def match_lengths(
    a: Player, b: Player, most: int, threads: int, progress: Progress | None = None
) -> tuple[Floats, Floats]:
    """The chance that A, who begins, wins with each of A's turns, and B with each of B's."""

def best_response(
    turn: Turn, race: RaceRules, b: Player, threads: int, progress: Progress | None = None
) -> tuple[Floats, Floats]:
    """As `match`, where A plays the best response to B."""

class SimulatedPlayer:
    """A strategy for simulations."""

    @staticmethod
    def best(
        turn: Turn, race: RaceRules, after: Floats, shift: float, scale: float, goal: float
    ) -> SimulatedPlayer: ...
    @staticmethod
    def policies(
        turn: Turn, race: RaceRules, choices: Choices, first_rolls: Ints, which: Ints, takes_wins: bool
    ) -> SimulatedPlayer: ...

def simulate(
    a: SimulatedPlayer,
    b: SimulatedPlayer | None,
    mine: int,
    theirs: int,
    first_game: int,
    games: int,
    seed: int,
    threads: int,
    most_turns: int,
    progress: Progress | None = None,
) -> tuple[int, int, int, int, int]:
    """Games, wins of A (who begins), turns, squared turns, and games longer than `most_turns`."""

def policy_distributions(
    turn: Turn, race: RaceRules, choices: Choices, first_rolls: Ints, which: Ints, takes_wins: bool
) -> Floats:
    """Turn outcome distributions [i - 1, s]: the chance that a turn leaves s of i units, by policy which[i - 1]."""

def best_distributions(turn: Turn, race: RaceRules, after: Floats, shift: float, scale: float, goal: float) -> Floats:
    """Turn outcome distributions [i - 1, s] of solo best play."""

def best_distributions_of_two(
    turn: Turn, race: RaceRules, after: Floats, shift: float, scale: float, threads: int
) -> Floats:
    """Turn outcome distributions of best play at every pair of scores: row (i - 1) * needed + j - 1."""

Shares = dict[int, float]
"""The states whose movers mix two plays, with the chance of the bolder one."""
SolvedLevel = tuple[float, int, int, int, int, Shares]
"""The largest change, the turns solved, the rings whose players responded one at a time, those that did not settle, the
states whose value differs from the one before, and the states whose movers mix."""

class MultiplayerBoard:
    """The states of a multiplayer race."""

    def __init__(
        self,
        turn: Turn,
        race: RaceRules,
        carryover: Carryover,
        players: int,
        threads: int,
        progress: Progress | None = None,
        kernel: str | None = None,
    ) -> None: ...
    @property
    def scores_can_decrease(self) -> bool: ...
    @property
    def past(self) -> int: ...
    def solve(self, values: Floats, level: int, first: bool, progress: Progress | None = None) -> SolvedLevel: ...
    def solve_again(
        self, values: Floats, level: int, guess: float, progress: Progress | None = None
    ) -> SolvedLevel: ...
    def check(
        self, values: Floats, level: int, shares: Shares, progress: Progress | None = None
    ) -> tuple[float, float, float]: ...
    def places(self, level: int) -> NDArray[np.int64]: ...
    def simulate(
        self,
        seats: list[SimulatedPlayer | None],
        best: Floats | None,
        shares: Shares,
        needs: list[int],
        first_game: int,
        games: int,
        seed: int,
        threads: int,
        most_turns: int,
        progress: Progress | None = None,
    ) -> tuple[list[int], int, int, int]:
        """The wins of each seat, turns, squared turns, and games with too many turns."""
    def expected_turns(self, values: Floats, shares: Shares, progress: Progress | None = None) -> float: ...
    def seating(
        self,
        seats: list[Player | None],
        best: Floats | None,
        shares: Shares,
        threads: int,
        progress: Progress | None = None,
    ) -> Floats: ...
    def solve_turn(self, values: Floats, needs: list[int], carry: int) -> SolvedTurn: ...
    def solve_last_turn(self, gains: list[int], firsts: int) -> SolvedTurn: ...

class GamePolicies:
    """Policies for games with carryover; `places` has for each of their phases the phase of the board's turn."""

    def __init__(
        self, turn: Turn, choices: Choices, first_rolls: Ints, which: Ints, places: Ints, takes_wins: bool
    ) -> None: ...

class Games:
    """Simulated games on a board; turns of best play are cached from one run to the next."""

    def __init__(
        self,
        turn: Turn,
        board: Board,
        values: Floats | None,
        max_score: Choices,
        first_rolls: Ints,
        threads: int,
        totals_kept: int,
        most_bytes: int,
    ) -> None: ...
    def play(
        self,
        first: GamePolicies | None,
        second: GamePolicies | None,
        mine: int,
        theirs: int,
        first_game: int,
        games: int,
        seed: int,
        most_turns: int,
        recorded_games: int,
        judged: bool,
        progress: Progress | None = None,
    ) -> tuple[int, int, Floats, Floats, NDArray[np.uint64], NDArray[np.uint64], Ints]:
        """Games, games with too many turns, sums of counts and of their products, turns, lead changes, decisions."""
    def worths(self, recorded: Ints) -> tuple[Floats, Floats]:
        """The values of banking and of rolling: see `RecordedDecision` in core/simulation/games.hpp."""

class SimultaneousGame:
    """Simultaneous play: values [needed, needed], distributions (bust, everything lost, a gain of 1, 2, … units)."""

    @staticmethod
    def of_dice(distributions: Floats, busted: list[int], lost: int) -> SimultaneousGame: ...
    @staticmethod
    def of_rolls(roll: Floats, bank_from: int, busted: list[int], lost: int) -> SimultaneousGame: ...
    @property
    def scores_can_decrease(self) -> bool: ...
    @property
    def needed(self) -> int: ...
    def sweep(self, values: Floats, threads: int, progress: Progress | None = None) -> Floats: ...
    def guarantees(self, values: Floats, threads: int, progress: Progress | None = None) -> Floats: ...
    def equilibrium_play(self, values: Floats, threads: int, progress: Progress | None = None) -> SimultaneousPlay: ...
    def match_sweep(
        self,
        first: Floats,
        first_at: NDArray[np.uint32],
        second: Floats,
        second_at: NDArray[np.uint32],
        before: Floats,
        threads: int,
        progress: Progress | None = None,
    ) -> Floats: ...
    def response_sweep(
        self,
        second: Floats,
        second_at: NDArray[np.uint32],
        before: Floats,
        threads: int,
        progress: Progress | None = None,
    ) -> Floats: ...
    def rounds(
        self,
        first: Floats,
        first_at: NDArray[np.uint32],
        second: Floats,
        second_at: NDArray[np.uint32],
        a: int,
        b: int,
        forgotten: float,
        most: int,
        progress: Progress | None = None,
    ) -> tuple[Floats, Floats]: ...
    def worths(self, values: Floats, own: int, other: int, distribution: Floats, again: float) -> Floats: ...
    def equilibrium(self, values: Floats, a: int, b: int) -> tuple[float, Floats, list[float], Floats, list[float]]: ...

class SimultaneousPlay:
    """The play in each state: the value that one round guarantees, and the longest game the other player can force."""

    def guaranteed(self, values: Floats, threads: int) -> Floats: ...
    def longest(self, rounds: Floats, threads: int) -> Floats: ...
    @property
    def rounding(self) -> float: ...
    @property
    def distributions(self) -> Floats: ...

def matrix_game(payoff: Floats) -> tuple[float, list[float], list[float]]:
    """The value of a matrix game to the row player, and optimal mixtures of both players."""
