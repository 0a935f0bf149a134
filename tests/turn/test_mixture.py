"""How often best play takes each action, where it mixes."""

from __future__ import annotations

import numpy as np
import pytest

import jeopardice as jd
from jeopardice.solutions.multiplayer import MultiplayerSolution


def drawn(solution: MultiplayerSolution, scores: tuple[int, ...]) -> list[float]:
    """Everybody's chances if the mover of a game of Pig draws every decision with the probabilities of the advice."""
    (roll,) = solution.model.turn.phases[0].rolls
    chances, mass = np.zeros(len(scores)), {0: 1.0}

    def end(total: int, chance: float) -> None:
        if scores[0] + total >= solution.rules.goal:
            chances[0] += chance
        else:
            after = list(map(float, solution.chances_at((*scores[1:], scores[0] + total))))
            chances[:] += chance * np.array([after[-1], *after[:-1]])

    while mass:
        total = min(mass)
        chance = mass.pop(total)
        actions = solution.advise(scores, turn=total).actions
        if actions[0].probability is None:
            banks = float(actions[0].then == "bank")
        else:
            banks = sum(action.probability or 0.0 for action in actions if action.then == "bank")
        if banks:
            end(total, chance * banks)
        for outcome in roll.outcomes if banks < 1 else ():
            rolled = chance * (1 - banks) * outcome.count / roll.total
            if not outcome.options:
                end(0, rolled)
            else:
                after = total + outcome.options[0].points
                mass[after] = mass.get(after, 0.0) + rolled
    return list(chances)


@pytest.mark.parametrize(("sides", "goal"), [(3, 14), (4, 25)])
def test_decisions_drawn_with_the_probabilities_of_advice_have_the_values_of_the_solution(
    sides: int, goal: int
) -> None:
    dice = {"count": 1, "sides": sides}
    solution = jd.solve(jd.rules({"family": "pig", "goal": goal, "dice": dice, "players": 3}))
    assert isinstance(solution, MultiplayerSolution)
    assert solution.shares
    for place in solution.shares:
        _, *units = map(int, np.unravel_index(place, solution.values.shape[1:]))
        scores = tuple(solution.rules.goal - needed - 1 for needed in units)
        assert drawn(solution, scores) == pytest.approx(list(map(float, solution.chances_at(scores))), abs=1e-13)
