"""The states that best play reaches, with carryover, against turns that brute force follows."""

from __future__ import annotations

import numpy as np
import pytest

import jeopardice as jd
from jeopardice.analysis.reach import reach
from jeopardice.race.positions import Position
from oracles.carryover import TwoPlayers, solve_two
from oracles.table import State
from support.carryover_games import GAMES


def visited(game: TwoPlayers) -> set[State]:
    """The states between turns, before the goal is reached, that come up when both play best."""
    waiting, seen = [State(0, 0)], {State(0, 0)}
    while waiting:
        state = waiting.pop()
        for end, chance in game.turn(state).ends().items():
            after = game.after(state, end) if end and chance else None
            if isinstance(after, State) and not after.last and after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


@pytest.mark.parametrize(
    "change",
    [
        "nothing",
        "a streak of two",
        "a streak of three, below zero",
        "busts keep the total",
        "beat the total before",
        "a last turn",
        "equal turns, ties split",
        "steal after a bank",
        "steal after a bust",
    ],
)
def test_states_that_come_up_are_those_of_brute_force(change: str) -> None:
    document = GAMES[f"pig: {change}"]
    states = visited(solve_two(document, None, None))
    solution = jd.solve(document)
    for carried in {(s.my_busts, s.their_busts, s.to_beat, s.starts) for s in states}:
        mine, theirs, to_beat, starts = carried
        at = Position(busts=(mine, theirs), to_beat=to_beat, seat=1 if starts else 2)
        reached = reach(solution, at=at).reached
        # A stolen turn does not begin at a total of 0.
        found = reached.any(axis=2) if "steal" in change else reached[:, :, 0]
        expected = {(s.mine, s.theirs) for s in states if (s.my_busts, s.their_busts, s.to_beat, s.starts) == carried}
        assert set(map(tuple, np.argwhere(found))) == {scores for scores in expected if min(scores) >= 0}, carried
