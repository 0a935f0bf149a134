"""A game of two players: what it is worth, and what fixed strategies make of it."""

from time import monotonic

import numpy as np

from .match import MatchValues, play
from .model import Bounds, Document, State, Strategy, TooLarge
from .rolls import Rolls
from .rules import read
from .solo import Solo
from .solve import Solver
from .space import Space
from .turn import Moves, Payoffs, Turn
from .win import WinValues


class Game:
    """A game as a rules document describes it."""

    def __init__(self, document: Document, *, most_nodes: int = 400_000, seconds: float = 5.0) -> None:
        self.rules = read(document)
        self.most_nodes, self.seconds = most_nodes, seconds
        self.moves = Moves(Rolls(self.rules))
        self.start = State(0, 0)
        self.space = self.first_space()

    def first_space(self) -> Space:
        """The smallest space that is tried; TooLarge where even that exceeds the limit."""
        self.depth = 3 * self.rules.penalty + self.rules.goal // 2 if self.rules.floor is None else 0
        self.extra = 0 if self.rules.end == "sudden" else self.overrun()
        while True:
            try:
                return Space(self.moves, self.depth, self.extra, self.most_nodes)
            except TooLarge:
                if self.rules.end != "sudden" and self.extra > 4:
                    self.extra = self.extra // 2
                elif self.rules.floor is None and self.depth > self.rules.penalty:
                    self.depth = max(self.rules.penalty, self.depth // 2)
                else:
                    raise

    def overrun(self) -> int:
        """How many rows of turn totals past the goal are likely to be enough: a guess, on which no bound depends."""
        moves, rows = self.moves, 600
        turn = Turn(moves, rows, 1)
        bank = np.full((rows + 1, 1, 1), -np.inf)
        bank[rows - 1 :] = 1.0
        none = np.zeros((1, 1, 1))
        swept = turn.sweep(Payoffs(bank, none, none, none[0], 1.0, np.ones((1, 1, 1))))
        least = 2 * min(moves.most, 12) + 4
        if not moves.nodes:
            return moves.most
        misses = moves.regular.bust + moves.regular.lose
        enough = 1e-6 if self.rules.keep_on_bust else 0.15 * float(misses[misses > 0].min(initial=1.0))
        reached = swept.roll[::-1, :, 0].max(axis=1, where=turn.rolled[::-1], initial=0.0)
        few = np.flatnonzero((reached <= enough) & turn.rolled[::-1].any(axis=1))
        return max(least, int(few[0])) if len(few) else least

    def win(self, tolerance: float = 1e-11) -> WinValues:
        """The chance to win with best play by both, for every state that can come up."""
        deadline = monotonic() + self.seconds
        space = self.space
        depth, extra = self.depth, self.extra
        before, stalled = 1.0, 0
        values: WinValues | None = None
        while True:
            began = monotonic()
            solver = Solver(space, tolerance, deadline)
            if values is not None and not solver.proven:
                return values
            values = WinValues(space, solver)
            spent = monotonic() - began
            low, high = values.bounds(self.start)
            wide = high - low if space.guessed else float((solver.high - solver.low).max())
            stalled = stalled + 1 if wide > 0.9 * before else 0
            before = wide
            finite = space.sudden and not space.guessed
            if wide <= tolerance or finite or not solver.proven or stalled > 1 or monotonic() + 4 * spent > deadline:
                return values
            depth = depth * 3 // 2 + 1 if space.guessed else depth
            extra = extra if space.sudden else extra * 7 // 4 + 1
            try:
                space = Space(self.moves, depth, extra, 3 * self.most_nodes)
            except TooLarge:
                return values

    def turns(self, tolerance: float = 1e-11) -> Bounds:
        """The fewest expected turns of a solo player from 0 to the goal."""
        return Solo(self.moves, self.most_nodes, monotonic() + self.seconds).turns(tolerance)

    def within(self, turns: int) -> float:
        """The highest chance of a solo player to reach the goal within a number of turns."""
        return Solo(self.moves, self.most_nodes, monotonic() + self.seconds).within(turns)

    def match(self, first: Strategy, second: Strategy, tolerance: float = 1e-11) -> MatchValues:
        """What two fixed strategies make of the game."""
        return play(self.moves, first, second, tolerance)
