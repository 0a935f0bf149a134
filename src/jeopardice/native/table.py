"""A game at the table in the core: players who are followed to the end (core/evaluation/) or simulated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jeopardice import _core
from jeopardice.common.progress import Progress
from jeopardice.native.calls import Choices, Floats, cores, translated
from jeopardice.native.multiplayer import CoreMultiplayer
from jeopardice.native.race import CoreRace, core_carryover, core_rules
from jeopardice.race.carryover import carryover_of
from jeopardice.race.model import RaceModel

Seat = _core.Seat
BestSeat = _core.BestSeat
PolicyBook = _core.PolicyBook
FixedOpponent = _core.FixedOpponent
NearbyPlayers = _core.NearbyPlayers
Numbers = tuple[list[int], int, int, int, int, int]
"""A position for the core: units needed, carry, last round, bank to beat, phase and total of an offer."""
Integers = NDArray[np.int32]
Counts = NDArray[np.uint64]
MOST_KEPT_BYTES = 2**31
"""Memory for turn outcome distributions of best play, which are needed again where scores can decrease."""
MOST_SIMULATED_BYTES = 2**30
"""Memory for turns of best play in simulations; the rest are recomputed each time."""
FEW_TOTALS = 64
"""The least number of turn totals kept for a turn of best play; more where turns score more points."""


@dataclass(frozen=True)
class MaxScoreTable:
    """What maximum scoring does at every turn total."""

    choices: Choices
    """[first bank due, total in units, outcome] as in a policy; the last total stands for all beyond it."""
    first_rolls: tuple[int, int]
    """[first bank due]: the roll to begin with, of those of the first phase."""
    points: float
    """Its expected points in a turn."""


@dataclass(frozen=True)
class TurnMeans:
    """What the turns of games are like; not followed in last turns, and with rolls that win immediately."""

    points: float
    bust: float
    """The chance to bust."""


@dataclass(frozen=True)
class Simulated:
    """Simulated games, and what was counted in them."""

    games: int
    unfinished: int
    wins: tuple[float, ...]
    """Each seat's shares of the wins, added up."""
    turns: float
    """The turns of all games; and their squares."""
    squares: float
    sums: Floats
    """Sums of the counts; and of their products."""
    products: Floats
    lengths: Counts
    changes: Counts
    recorded: Integers


class CoreTable:
    """A race of any number of players, one included, in the core."""

    def __init__(self, model: RaceModel, players: int, max_score: MaxScoreTable, threads: int | None = None) -> None:
        self.model, self.players, self.max_score, self.threads = model, players, max_score, cores(threads)
        self.carryover = carryover_of(model.rules, players, model.lowest)
        self.race = CoreRace(model)
        tables, rolls = core_carryover(self.carryover), list(max_score.first_rolls)
        self.core = _core.Table(
            self.race.turn, core_rules(model, 0), tables, players, np.ascontiguousarray(max_score.choices), rolls
        )

    def start(self, units: Sequence[int] | None = None, carry: int = 0) -> Numbers:
        """The start of a game, by the units that the players need, the mover first, and the state of the carryover."""
        return list(units or (self.model.needed,) * self.players), carry, 0, 0, 0, 0

    def policy_book(self, turn: _core.Turn, places: Sequence[int], *, takes_wins: bool) -> PolicyBook:
        """A book of policies on a turn; `places` has for each of its phases the phase of the race's turn."""
        return _core.PolicyBook(self.core, turn, np.array(places, dtype=np.int32), takes_wins)

    def policy_seat(self, book: PolicyBook, which: NDArray[np.integer], choices: Sequence[int] | None = None) -> Seat:
        """A player of policy which[i - 1, j - 1], or which[i - 1], needing i units against j.

        With `choices`, of policy which[c, i - 1, j - 1] or which[c, i - 1], where c is the one of the state of the
        carryover, and the last one in a last turn.
        """
        if choices is None:
            which, choices = which[None], [0] * (len(self.carryover.all) + 1)
        return _core.PolicySeat(book, np.ascontiguousarray(which, dtype=np.int32), np.array(choices, dtype=np.int32))

    def best_seat(self, core: CoreRace, objective: str, values: Floats, threads: int | None = None) -> BestSeat:
        """Best play of one or two players, from the values of a solution."""
        board = core.solved_board(threads) if objective == "win" else core.board(objective)
        totals = max(FEW_TOTALS, round(4 * self.max_score.points / self.model.turn.unit))
        return _core.BestSeat(
            self.core, board, np.ascontiguousarray(values), MOST_KEPT_BYTES, totals, MOST_SIMULATED_BYTES
        )

    def multiplayer_seat(self, core: CoreMultiplayer, values: Floats, shares: dict[int, float]) -> Seat:
        """Best play of three or more players."""
        best = np.ascontiguousarray(values)
        return translated(
            lambda: _core.MultiplayerSeat(self.core, core.core, best, shares, MOST_KEPT_BYTES, core.progress)
        )

    def fixed_opponent(self, seat: Seat, progress: Progress | None = None) -> FixedOpponent | None:
        """An opponent of many players, where the rules and the length of the race allow that; otherwise None."""
        if not _core.FixedOpponent.fits(self.core):
            return None
        return translated(lambda: _core.FixedOpponent(self.core, seat, self.threads, progress))

    def follow(
        self, seats: Sequence[Seat], starts: Sequence[tuple[Numbers, int]], progress: Progress | None = None
    ) -> tuple[list[list[float]], list[float]]:
        """Each seat's chance in games that begin at these positions, with these movers; and their expected turns."""
        return translated(lambda: self.core.follow(list(seats), list(starts), self.threads, progress))[:2]

    def turn_means(self, seat: Seat, progress: Progress | None = None) -> tuple[float, TurnMeans | None]:
        """The expected turns of games from the start in which all play alike, and what their turns are like."""
        seats, starts = [seat] * self.players, [(self.start(), 0)]
        found = translated(lambda: self.core.follow(seats, starts, self.threads, progress))
        (turns,), (points,), (busts,) = found[1:]
        return turns, self._means(turns, points, busts)

    def rounds(
        self, seats: Sequence[Seat], start: Numbers, rounds: int, progress: Progress | None = None
    ) -> tuple[Floats, TurnMeans | None]:
        """The chance that a game ends with each turn, the first turn first, and what its turns are like.

        Longer games are left out.
        """
        found = translated(lambda: self.core.rounds(list(seats), start, 0, rounds, self.threads, progress))
        turns = np.zeros((rounds, len(seats)))
        for seat, chances in enumerate(found[0]):
            turns[: len(chances), seat] = chances[:rounds]
        return turns.ravel(), self._means(*map(sum, found[2:]))

    def _means(self, turns: float, points: float, busts: float) -> TurnMeans | None:
        rules = self.model.rules
        is_followed = rules.end.rule == "sudden" and not rules.events.win
        return TurnMeans(points * self.model.turn.unit / turns, busts / turns) if is_followed else None

    def solo_transitions(self, seat: Seat) -> Floats:
        """[state, state after a turn], the goal as the last column: a state is carry * lowest + units needed - 1."""
        return translated(lambda: self.core.solo_transitions(seat, self.threads))

    def best_response(
        self, others: Sequence[Seat], progress: Progress | None = None, several: CoreMultiplayer | None = None
    ) -> list[Floats]:
        """The chances of the best response to the others, by the mover, counted from the free player on.

        Each array is by the carry and the units needed less 1, the mover's first. `several`: the race of three or more
        players.
        """
        board = several.core if several else self.race.board("win")
        return translated(lambda: self.core.best_response(list(others), board, self.threads, progress))

    def simulate(
        self,
        seats: Sequence[Seat],
        start: Numbers,
        games: range,
        seed: int,
        most_turns: int,
        *,
        judge: BestSeat | None = None,
        counted: bool = False,
        record: int = 0,
        progress: Progress | None = None,
    ) -> Simulated:
        """Simulate games, numbered as in `games`. The first of the seats moves at the start.

        With `counted`, everything is counted; with `judge`, the costs of decisions are; the decisions of the first
        `record` games are recorded.
        """
        found = translated(
            lambda: self.core.simulate(
                list(seats),
                judge,
                start,
                games.start,
                len(games),
                seed,
                most_turns,
                counted,
                record,
                self.threads,
                progress,
            )
        )
        return Simulated(found[0], found[1], tuple(found[2]), *found[3:])
