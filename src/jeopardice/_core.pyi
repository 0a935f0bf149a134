"""The native core; see core/turn/turn.hpp for the mathematics."""

import enum
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Choices = NDArray[np.uint16]
Counts = NDArray[np.uint64]
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

Certified = tuple[Floats, Floats, tuple[int, int, int]]
"""Lower bounds, upper bounds, and how many decisions are proven, tied and too close to call."""

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
    def solve(
        self,
        threads: int,
        progress: Progress | None = None,
        kernel: str | None = None,
        similar: Floats | None = None,
    ) -> Floats: ...
    def within(
        self, turns: int, threads: int, progress: Progress | None = None, kernel: str | None = None
    ) -> Floats: ...
    def certify(
        self, less: Turn, more: Turn, values: Floats, threads: int, progress: Progress | None = None
    ) -> Certified:
        """Certify solved values; the turn again with probabilities rounded down and up."""
    def solve_turn(self, values: Floats, i: int, j: int, carry: int) -> SolvedTurn: ...
    def solve_last_turn(self, x: int, total: int, units: int, carry: int) -> SolvedTurn: ...

class TurnArrays:
    """A turn automaton as flat arrays, in point units."""

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

PositionNumbers = tuple[list[int], int, int, int, int, int]
"""The units that players need, the mover first; the carry; turns left in a last round; the bank to beat then; phase and
total of a turn that can be stolen."""

class Seat:
    """Who sits at a seat: best play, or policies."""

class Table:
    """The players of a game, who are followed to the end of their games or simulated."""

    def __init__(
        self,
        turn: Turn,
        race: RaceRules,
        carryover: Carryover,
        players: int,
        max_score: Choices,
        first_rolls: list[int],
    ) -> None: ...
    def follow(
        self,
        seats: list[Seat],
        starts: list[tuple[PositionNumbers, int]],
        threads: int,
        progress: Progress | None = None,
    ) -> tuple[list[list[float]], list[float], list[float], list[float]]:
        """Of games that begin at these positions: each seat's chances; expected turns, points and busts."""

    def rounds(
        self,
        seats: list[Seat],
        start: PositionNumbers,
        mover: int,
        rounds: int,
        threads: int,
        progress: Progress | None = None,
    ) -> tuple[list[list[float]], list[list[float]], list[float], list[float], list[float]]:
        """By seat and round: the chance that the game ends with that turn; and each seat's wins by the last round."""

    def solo_transitions(self, seat: Seat, threads: int) -> Floats:
        """One player: the chances of the state after a turn, by the state before; the last column is the goal."""

    def best_response(
        self, others: list[Seat], board: Board | MultiplayerBoard, threads: int, progress: Progress | None = None
    ) -> list[Floats]:
        """The chances of the best response, by the mover, counted from the free player: arrays by carry and units."""

    def simulate(
        self,
        seats: list[Seat],
        judge: BestSeat | None,
        start: PositionNumbers,
        first_game: int,
        games: int,
        seed: int,
        most_turns: int,
        counted: bool,
        recorded_games: int,
        threads: int,
        progress: Progress | None = None,
    ) -> tuple[int, int, list[float], float, float, Floats, Floats, Counts, Counts, Ints]:
        """Games, unfinished ones, each seat's wins, turns, their squares; then what was counted, and decisions."""

class PolicyBook:
    """Policies on a turn of their own."""

    def __init__(self, table: Table, turn: Turn, places: Ints, takes_wins: bool) -> None: ...
    def add(self, choices: Choices, first_roll: int) -> int:
        """The number of a new policy."""

    def add_waiting(self, choices: Choices, at_goal: Choices, rolls_on: list[bool], lead: int) -> int:
        """The number of a new policy that waits at the goal for a lead, in units."""

    def distributions(self, policy: int, first: int, last: int) -> Floats:
        """Turn outcome distributions [units needed - first, units left] without carryover."""

class PolicySeat(Seat):
    """Plays policy which[c, i - 1, j - 1], or which[c, i - 1], when needing i units against j.

    c is choices[carry], or in a last turn choices[-1].
    """

    def __init__(self, book: PolicyBook, which: Ints, choices: Ints) -> None: ...

class BestSeat(Seat):
    """Best play of one or two players."""

    def __init__(
        self, table: Table, board: Board, values: Floats, kept_bytes: int, totals: int, simulated_bytes: int
    ) -> None: ...
    def worths(self, recorded: Ints) -> tuple[Floats, Floats]:
        """The values of banking and of rolling in each of these positions."""

class FixedOpponent:
    """An opponent whose turns are found once, for many players against it."""

    def __init__(self, table: Table, opponent: Seat, threads: int, progress: Progress | None = None) -> None: ...
    @staticmethod
    def fits(table: Table) -> bool:
        """Whether the race is one for this: of two, without stolen turns and banks to beat, and not too long."""
    def against(
        self, players: list[Seat], near: NearbyPlayers | None = None, progress: Progress | None = None
    ) -> list[list[float]]:
        """Each player's chance against it, moving first and second; `near`: players who differ little."""

class NearbyPlayers:
    """A player against a fixed opponent, by whom those who differ little are estimated."""

    def __init__(
        self,
        opponent: FixedOpponent,
        player: Seat,
        near: NearbyPlayers | None = None,
        progress: Progress | None = None,
    ) -> None: ...
    def estimates(self, players: list[Seat]) -> list[float]:
        """The chances of others with the same book of policies, averaged over who begins: to first order."""

class MultiplayerSeat(Seat):
    """Best play of three or more players."""

    def __init__(
        self,
        table: Table,
        board: MultiplayerBoard,
        values: Floats,
        shares: dict[int, float],
        kept_bytes: int,
        progress: Progress | None,
    ) -> None: ...

Shares = dict[int, float]
"""The states whose movers mix two plays, with the chance of the bolder one."""
LevelCheck = tuple[float, float, float]
"""How far values are from an equilibrium, turn by turn: see core/multiplayer/blocks.hpp."""
SolvedLevel = tuple[float, int, int, int, int, Shares, LevelCheck]
"""The largest change, the turns solved, the rings whose players responded one at a time, those that did not settle, the
states whose value differs from the one before, the states whose movers mix, and, if solved in one sweep, the check."""

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
    def solved_in_one_sweep(self) -> bool:
        """Whether values are found in one sweep, which then checks them as well."""
    @property
    def past(self) -> int: ...
    def solve(self, values: Floats, level: int, first: bool, progress: Progress | None = None) -> SolvedLevel: ...
    def solve_again(
        self, values: Floats, level: int, guess: float, progress: Progress | None = None
    ) -> SolvedLevel: ...
    def check(self, values: Floats, level: int, shares: Shares, progress: Progress | None = None) -> LevelCheck: ...
    def places(self, level: int) -> NDArray[np.int64]: ...
    def solve_turn(
        self, values: Floats, shares: Shares, needs: list[int], carry: int, progress: Progress | None = None
    ) -> SolvedTurn: ...
    def stolen_turns(
        self, values: Floats, shares: Shares, needs: list[int], carry: int, progress: Progress | None = None
    ) -> Floats:
        """What rolling on with a stolen turn is worth, by phase, turn total and plane."""
    def mixed_actions(self, shares: Shares, needs: list[int], carry: int) -> list[tuple[int, int, int, int, float]]: ...
    def solve_last_turn(self, gains: list[int], firsts: int) -> SolvedTurn: ...
    def solve_last_state(
        self, needs: list[int], lead: int, leaders: int, penalized: int, to_beat: int
    ) -> SolvedTurn: ...
    def longest_game(self, values: Floats, shares: Shares, progress: Progress | None = None) -> float:
        """The most turns that one player can make a game last; infinite if that is not found."""
    @property
    def most_lead(self) -> int: ...
    @property
    def offers_size(self) -> int: ...

class SimultaneousPlayed:
    """What was played in each state in the last sweep."""

    def __init__(self) -> None: ...

class Setbacks:
    """The standings of a simultaneous game, and where busts and losses lead: see core/simultaneous/turn_choices.hpp."""

    @staticmethod
    def of(
        *,
        lowest: int,
        start: int,
        streak: int,
        penalty: int,
        floor: int,
        keeps: bool,
        bottomless: bool,
        lower_may_be_better: bool,
    ) -> Setbacks: ...

class SimultaneousGame:
    """Simultaneous play: values [standing, standing], distributions (bust, all lost, won, a gain of 1, 2, … units).

    Where busts keep the total and count, a kept bust of each total comes before the gain.
    """

    @staticmethod
    def of_dice(distributions: Floats, first: Floats, setbacks: Setbacks) -> SimultaneousGame: ...
    @staticmethod
    def of_rolls(roll: Floats, bank_from: int, first_from: int, setbacks: Setbacks) -> SimultaneousGame: ...
    @property
    def bottomless(self) -> bool: ...
    @property
    def longest(self) -> int:
        """About the length of the longest distribution."""
    @property
    def scores_can_decrease(self) -> bool: ...
    @property
    def standings(self) -> int: ...
    def solve(self, threads: int, progress: Progress | None = None) -> tuple[Floats, Floats]: ...
    def sweep(
        self, values: Floats, played: SimultaneousPlayed, threads: int, progress: Progress | None = None
    ) -> Floats: ...
    def equilibrium_play(
        self, values: Floats, played: SimultaneousPlayed, threads: int, progress: Progress | None = None
    ) -> SimultaneousPlay: ...
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
    def width(self) -> int:
        """The length of the longest distribution."""
    @property
    def distributions(self) -> Floats: ...

def matrix_game(payoff: Floats) -> tuple[float, list[float], list[float]]:
    """The value of a matrix game to the row player, and optimal mixtures of both players."""
