"""Compare what the package says about strategies against each other with the oracle `oracles.played`.

The numbers of the package come in as plain numbers, whichever of its functions computed them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isinf

from oracles.best import best_play, best_response
from oracles.multiplayer import Race, State, UnsettledError
from oracles.played import Named, Played, Strategy, TooLargeError, play
from oracles.points import EndlessError
from support.random_games import Document

TOLERANCE = 1e-10
"""How far a chance may be off; expected turns by this part of them."""
MOST_STATES = 3_000
"""Games with more states are left out: they take seconds."""
BESIDES = 1e-12
"""The chance that a game never ends, below which it counts as one that ends."""

HARD = TooLargeError, UnsettledError, EndlessError


@dataclass(frozen=True)
class From:
    """Where a game goes on; what belongs to the players is in seat order."""

    scores: tuple[int, ...]
    mover: int = 0
    """Who moves, from 0."""
    busts: tuple[int, ...] = ()
    to_beat: int = 0
    moved: int = 0
    """How many have moved in this round (`end.rule = "equal-turns"`)."""
    leader: int | None = None
    """Who has reached the goal first."""

    @property
    def state(self) -> State:
        """The state as the mover sees it."""
        n = len(self.scores)
        order = [(self.mover + i) % n for i in range(n)]
        busts = self.busts or (0,) * n
        first = 0 if self.leader is None else (self.leader - self.mover) % n
        seats = tuple([self.scores[i] for i in order]), tuple([busts[i] for i in order])
        return State(*seats, self.to_beat, None, self.moved, first)


@dataclass
class Comparison:
    """The outcome: "compared", "large", "endless", or "tied": with equally good decisions, which others may take."""

    outcome: str = "compared"
    right: Played | None = None
    wrong: list[str] = field(default_factory=list)

    def check(self, what: str, ours: float, right: float, tolerance: float) -> None:
        """Note a number that is wrong."""
        if ours != right and not abs(ours - right) <= tolerance:
            self.wrong.append(f"{what}: {ours!r}, right is {right!r}")


def compare_played(
    document: Document,
    strategies: Sequence[str],
    *,
    chances: Sequence[float] | None = None,
    turns: float | None = None,
    lengths: Sequence[float] | None = None,
    since: From | None = None,
    tolerance: float = TOLERANCE,
    most_states: int = MOST_STATES,
) -> Comparison:
    """Compare the chances of all seats, the expected turns, and the chances that turn 1, 2, … is the last one.

    Strategies are fixed ones by name, or "optimal" with two players and more. Numbers that are not given are not
    compared; if they disagree where somebody has equally good decisions, the outcome is "tied" and nothing is wrong.
    """
    try:
        names = named(document, strategies)
        state, mover = (since.state, since.mover) if since else (None, 0)
        right = play(document, names, state, mover, len(lengths or ()), most_states)
    except HARD as error:
        return Comparison("endless" if isinstance(error, EndlessError) else "large")
    found = Comparison(right=right)
    if right.rest > BESIDES:
        found.outcome = "endless"
        return found
    for seat, (one, other) in enumerate(zip(chances or right.chances, right.chances, strict=True), 1):
        found.check(f"chance of seat {seat}", one, other, tolerance)
    if turns is not None and not isinf(right.turns):
        found.check("turns", turns, right.turns, tolerance * right.turns)
    for turn, (one, other) in enumerate(zip(lengths or (), right.lengths, strict=True), 1):
        found.check(f"chance that turn {turn} is the last", one, other, tolerance)
    if found.wrong and right.tied:
        found.outcome = "tied"
        found.wrong.clear()
    return found


def compare_response(
    document: Document, strategies: Sequence[str], seat: int, chance: float, *, tolerance: float = TOLERANCE
) -> Comparison:
    """Compare the chance of a best response in a seat, from 0, against the strategies of the others."""
    found = Comparison()
    try:
        right = best_response(document, named(document, strategies), seat)
    except HARD as error:
        return Comparison("endless" if isinstance(error, EndlessError) else "large")
    found.check(f"best response of seat {seat + 1}", chance, right, tolerance)
    return found


def named(document: Document, strategies: Sequence[str]) -> list[Named]:
    """The strategies of the oracle; best play for games whose scores do not fall without end."""
    optimal: Callable[[Race], Strategy] | None = None
    if "optimal" in strategies:
        optimal = best_play(document, len(strategies))
    return [optimal if name == "optimal" and optimal else name for name in strategies]
