"""The native core; see core/turn/turn.hpp for the mathematics."""

import enum
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

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

class Mode:
    """A carryover state, and the states after a bank and after a bust."""

    def __init__(
        self,
        least: int,
        banked: int,
        step: int,
        busted: int,
        falls: bool,
        last_turns: int,
        like: int,
        sinks: float,
        offers: int,
    ) -> None: ...

class Steal(enum.Enum):
    """When the next player may take over a turn instead of beginning one."""

    never = ...
    after_bank = ...
    after_bust = ...

class Between:
    """The carryover of a race, which begins in the first state."""

    def __init__(
        self,
        modes: list[Mode],
        loses: bool,
        beat_previous: bool,
        ties_split: bool,
        steal: Steal,
        offered: int,
    ) -> None: ...

SolvedVisit = tuple[int, NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""The row of the start of the turn, and for each row and phase its value, that of a bank, and of each way to end."""

class Board:
    """The states of a race for an objective: "win", "turns" or "within"."""

    def __init__(self, turn: Turn, race: RaceRules, between: Between, objective: str) -> None: ...
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
    def solve(
        self, threads: int, progress: Callable[[float], None] | None = None, kernel: str | None = None
    ) -> NDArray[np.float64]: ...
    def within(
        self, turns: int, threads: int, progress: Callable[[float], None] | None = None, kernel: str | None = None
    ) -> NDArray[np.float64]: ...
    def visit(self, values: NDArray[np.float64], i: int, j: int, mode: int) -> SolvedVisit: ...
    def last_turn(self, x: int, total: int, units: int, mode: int) -> SolvedVisit: ...

class TurnArrays:
    """A turn automaton as flat arrays, in point units."""

class Turn(TurnArrays):
    """A turn automaton as flat arrays, in point units."""

    def __init__(
        self,
        phase_rolls: NDArray[np.int32],
        roll_outcomes: NDArray[np.int32],
        outcome_options: NDArray[np.int32],
        option_points: NDArray[np.int32],
        option_phase: NDArray[np.int32],
        outcome_chance: NDArray[np.float64],
        roll_events: NDArray[np.float64],
        banking: NDArray[np.uint8],
    ) -> None: ...
    @property
    def reach(self) -> int: ...
    def solve(
        self,
        known: NDArray[np.float64],
        bank: NDArray[np.float64],
        settled: NDArray[np.float64],
        kernel: str | None = None,
    ) -> NDArray[np.float64]: ...
    def chances(
        self,
        known: NDArray[np.float64],
        known_bust: NDArray[np.float64],
        known_error: NDArray[np.float64],
        bank: NDArray[np.float64],
        settled: NDArray[np.float64],
        stuck: NDArray[np.uint8],
        values: NDArray[np.float64],
        tie: float,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]: ...
    @staticmethod
    def certify_win(
        less: Turn,
        more: Turn,
        race: RaceRules,
        win: NDArray[np.float64],
        threads: int,
        progress: Callable[[float], None] | None = None,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], tuple[int, int, int]]: ...
    @staticmethod
    def certify_turns(
        less: Turn,
        more: Turn,
        race: RaceRules,
        turns: NDArray[np.float64],
        threads: int,
        progress: Callable[[float], None] | None = None,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], tuple[int, int, int]]: ...
    @staticmethod
    def certify_within(
        less: Turn,
        more: Turn,
        race: RaceRules,
        turns: int,
        threads: int,
        progress: Callable[[float], None] | None = None,
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], tuple[int, int, int]]: ...

class Player:
    """A strategy: best play for given values, or turn outcome distributions."""

    @staticmethod
    def best(turn: Turn, race: RaceRules, after: NDArray[np.float64], shift: float, scale: float) -> Player: ...
    @staticmethod
    def known(landings: NDArray[np.float64], which: NDArray[np.int32]) -> Player: ...

def match(
    a: Player, b: Player, threads: int, progress: Callable[[float], None] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A's chance by what A and B need, with A and with B to move."""

def match_lengths(
    a: Player, b: Player, most: int, threads: int, progress: Callable[[float], None] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The chance that A, who begins, wins with each of A's turns, and B with each of B's."""

def best_response(
    turn: Turn, race: RaceRules, b: Player, threads: int, progress: Callable[[float], None] | None = None
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A's chance by what A and B need, with A and with B to move, where A plays the best response to B."""

class Roller:
    """A strategy for simulations."""

    @staticmethod
    def best(
        turn: Turn, race: RaceRules, after: NDArray[np.float64], shift: float, scale: float, goal: float
    ) -> Roller: ...
    @staticmethod
    def policies(
        turn: Turn,
        race: RaceRules,
        choices: NDArray[np.uint16],
        first_rolls: NDArray[np.int32],
        which: NDArray[np.int32],
        takes_wins: bool,
    ) -> Roller: ...

def simulate(
    a: Roller,
    b: Roller | None,
    mine: int,
    theirs: int,
    first_game: int,
    games: int,
    seed: int,
    threads: int,
    most_turns: int,
    progress: Callable[[float], None] | None = None,
) -> tuple[int, int, int, int, int]:
    """Games, wins of A (who begins), turns, squared turns, and games longer than `most_turns`."""

def landings(
    turn: Turn,
    race: RaceRules,
    choices: NDArray[np.uint16],
    first_rolls: NDArray[np.int32],
    which: NDArray[np.int32],
    takes_wins: bool,
) -> NDArray[np.float64]:
    """Turn outcome distributions [i - 1, s]: the chance that a turn leaves s of i units, by policy which[i - 1]."""

def best_landings(
    turn: Turn, race: RaceRules, after: NDArray[np.float64], shift: float, scale: float, goal: float
) -> NDArray[np.float64]:
    """The same for solo best play."""

def all_landings(
    turn: Turn, race: RaceRules, after: NDArray[np.float64], shift: float, scale: float, threads: int
) -> NDArray[np.float64]:
    """The same at every pair of scores: row (i - 1) * needed + j - 1."""

GroupLevel = tuple[float, int, int, int, int, list[int], list[float]]
"""The largest change, the turns solved, the rings whose players responded one at a time, those that did not settle, the
states whose value differs from the one before, the states whose movers mix, and their shares."""

class Group:
    """The states of a multiplayer race."""

    def __init__(
        self,
        turn: Turn,
        race: RaceRules,
        between: Between,
        players: int,
        threads: int,
        progress: Callable[[float], None] | None = None,
        kernel: str | None = None,
    ) -> None: ...
    @property
    def has_falls(self) -> bool: ...
    @property
    def past(self) -> int: ...
    def solve(
        self, values: NDArray[np.float64], level: int, first: bool, progress: Callable[[float], None] | None = None
    ) -> GroupLevel: ...
    def solve_again(
        self, values: NDArray[np.float64], level: int, guess: float, progress: Callable[[float], None] | None = None
    ) -> GroupLevel: ...
    def check(
        self,
        values: NDArray[np.float64],
        level: int,
        places: NDArray[np.int64],
        shares: NDArray[np.float64],
        progress: Callable[[float], None] | None = None,
    ) -> tuple[float, float, float]: ...
    def places(self, level: int) -> NDArray[np.int64]: ...
    def simulate(
        self,
        seats: list[Roller | None],
        best: NDArray[np.float64] | None,
        places: NDArray[np.int64],
        shares: NDArray[np.float64],
        needs: list[int],
        first_game: int,
        games: int,
        seed: int,
        threads: int,
        most_turns: int,
        progress: Callable[[float], None] | None = None,
    ) -> tuple[list[int], int, int, int]:
        """The wins of each seat, turns, squared turns, and games with too many turns."""
    def expected_turns(
        self,
        values: NDArray[np.float64],
        places: NDArray[np.int64],
        shares: NDArray[np.float64],
        progress: Callable[[float], None] | None = None,
    ) -> float: ...
    def seating(
        self,
        seats: list[Player | None],
        best: NDArray[np.float64] | None,
        places: NDArray[np.int64],
        shares: NDArray[np.float64],
        threads: int,
        progress: Callable[[float], None] | None = None,
    ) -> NDArray[np.float64]: ...
    def visit(self, values: NDArray[np.float64], needs: list[int], mode: int) -> SolvedVisit: ...
    def last_turn(self, gains: list[int], firsts: int) -> SolvedVisit: ...

class GamePolicies:
    """Policies for games with carryover; `places` has for each of their phases the phase of the board's turn."""

    def __init__(
        self,
        turn: Turn,
        choices: NDArray[np.uint16],
        first_rolls: NDArray[np.int32],
        which: NDArray[np.int32],
        places: NDArray[np.int32],
        takes_wins: bool,
    ) -> None: ...

class Games:
    """Simulated games on a board; turns of best play are cached from one run to the next."""

    def __init__(
        self,
        turn: Turn,
        board: Board,
        values: NDArray[np.float64] | None,
        obvious: NDArray[np.uint16],
        first_rolls: NDArray[np.int32],
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
        asked_in: int,
        judged: bool,
        progress: Callable[[float], None] | None = None,
    ) -> tuple[
        int,
        int,
        NDArray[np.float64],
        NDArray[np.float64],
        NDArray[np.uint64],
        NDArray[np.uint64],
        NDArray[np.int32],
    ]:
        """Games, games with too many turns, sums of counts and of their products, turns, lead changes, decisions."""
    def worths(self, asked: NDArray[np.int32]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The values of banking and of rolling: see `RecordedDecision` in core/simulation/game_players.hpp."""

class AtOnce:
    """Simultaneous play: values [needed, needed], distributions (bust, everything lost, a gain of 1, 2, … units)."""

    @staticmethod
    def of_dice(laws: NDArray[np.float64], busted: list[int], lost: int) -> AtOnce: ...
    @staticmethod
    def of_rolls(roll: NDArray[np.float64], bank_from: int, busted: list[int], lost: int) -> AtOnce: ...
    @property
    def has_falls(self) -> bool: ...
    @property
    def needed(self) -> int: ...
    def sweep(
        self, values: NDArray[np.float64], threads: int, progress: Callable[[float], object] | None = None
    ) -> NDArray[np.float64]: ...
    def guarantees(
        self, values: NDArray[np.float64], threads: int, progress: Callable[[float], object] | None = None
    ) -> NDArray[np.float64]: ...
    def played(
        self, values: NDArray[np.float64], threads: int, progress: Callable[[float], object] | None = None
    ) -> AtOncePlay: ...
    def worths(
        self, values: NDArray[np.float64], own: int, other: int, law: NDArray[np.float64], again: float
    ) -> NDArray[np.float64]: ...
    def moment(
        self, values: NDArray[np.float64], a: int, b: int
    ) -> tuple[float, NDArray[np.float64], list[float], NDArray[np.float64], list[float]]: ...

class AtOncePlay:
    """The play in each state: the value that one round guarantees, and the longest game the other player can force."""

    def kept(self, values: NDArray[np.float64], threads: int) -> NDArray[np.float64]: ...
    def lasting(self, rounds: NDArray[np.float64], threads: int) -> NDArray[np.float64]: ...
    @property
    def rounding(self) -> float: ...

def matrix_game(payoff: NDArray[np.float64]) -> tuple[float, list[float], list[float]]:
    """The value of a matrix game to the row player, and optimal mixtures of both players."""
