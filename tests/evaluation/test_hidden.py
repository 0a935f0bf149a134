"""Strategies against each other where little is seen."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import jeopardice as jd
from jeopardice.evaluation.simultaneous import match_hidden
from jeopardice.rulebook import Rules
from jeopardice.solvers.hidden import NothingSeenSolution, solve_hidden
from jeopardice.solvers.hidden.dice_players import LooksAtDice
from jeopardice.solvers.hidden.players import LooksAtNothing, chance_to_win
from jeopardice.solvers.hidden.public import PublicTree, floor_strategy, floors
from jeopardice.solvers.hidden.throws import throws_of

pytestmark = pytest.mark.slow

# Any two strategies


def seen(goal: int, most: int, sees: str = "nothing") -> Rules:
    return jd.rules("television-hog").replace({"goal": goal, "turn.choose_dice": [1, most], "sees": sees})


def test_all_that_is_mixed_is_worth_the_same_and_nothing_else_is_worth_more() -> None:
    solution = solve_hidden(seen(100, 10))
    assert isinstance(solution, NothingSeenSolution)
    for score, rounds in ((0, 0), (68, 9), (83, 9), (79, 14), (99, 14), (40, 5)):
        advice = solution.advise((score,), round=rounds + 1)
        played = [action for action in advice.actions if action.probability > 0]
        assert sum(action.probability for action in played) == pytest.approx(1)
        # What is worth a little more in a round that is rarely reached gains next to nothing in the whole game.
        assert [action.value for action in played] == pytest.approx([advice.value] * len(played), abs=1e-6)
        assert max(action.value for action in advice.actions) <= advice.value + 1e-6
    assert len([action for action in solution.advise((68,), round=10).actions if action.probability > 0.2]) == 2
    assert solution.advise((0,)).value == pytest.approx(0, abs=1e-10)


def test_nobody_wins_more_than_is_proven_against_best_play() -> None:
    for rules in (seen(30, 4), seen(12, 3, "dice")):
        solution = solve_hidden(rules)
        for dice in range(1, rules.dice_to_choose[1] + 1):
            assert match_hidden(rules, f"dice:{dice}", "optimal").chance <= solution.high
        assert match_hidden(rules, "optimal", "optimal").chance == pytest.approx(0.5, abs=1e-12)


def test_a_match_of_fixed_dice_is_that_of_counting_rounds() -> None:
    """One die of two sides gains 2 or busts: a geometric race to 4 against one die, with exact fractions."""
    rules = seen(4, 1).replace({"dice.sides": 2, "turn.choose_dice": [1, 2]})
    # dice:1 gains 2 with 1/2; dice:2 gains 4 with 1/4, and so finishes at once.
    one = [Fraction(t - 1) * Fraction(1, 2) ** t for t in range(1, 400)]
    two = [Fraction(1, 4) * Fraction(3, 4) ** (t - 1) for t in range(1, 400)]
    ties = sum(a * b for a, b in zip(one, two, strict=True)) / 2
    earlier = sum(a * sum(two[t + 1 :]) for t, a in enumerate(one))
    assert match_hidden(rules, "dice:1", "dice:2").chance == pytest.approx(float(earlier + ties), abs=1e-12)


def test_one_who_looks_at_the_dice_wins_what_simulated_games_say() -> None:
    rules = seen(6, 2, "dice")
    throws = throws_of(rules)
    tree = PublicTree(throws, (6, 6), 2, floors(rules, throws))
    # Not best play, but one that does look: the second throw is as bold as the other's first.
    first = np.zeros((1, 6, 2))
    first[:, :, 1] = 1
    second = np.zeros((4, 6, 2))
    for own, other in np.ndindex(2, 2):
        second[own * 2 + other, :, other] = 1
    player = LooksAtDice(rules, (first, second))
    start = np.eye(6)[-1]
    fixed = LooksAtNothing(np.broadcast_to([0.25, 0.75], (1, 6, 2)))
    exact = chance_to_win(throws, (player, fixed), 0, (0, 0), (start, start))
    assert exact >= tree.guaranteed((first, second)) - 1e-12
    later = {s: floor_strategy(rules, throws, s) for s in range(1, 7)}
    rng = np.random.default_rng(8)
    games, won = 20_000, 0.0
    for _ in range(games):
        own, other, t, base, seen_dice = 6, 6, 0, None, 0
        while own > 0 and other > 0:
            bold = int(rng.random() < 0.75)
            if t < 2:
                mine = 1 if t == 0 else seen_dice
            else:
                base = later[own] if base is None else base
                row = base[min(t - 2, len(base) - 1), own - 1]
                mine = int(rng.random() < row[1])
            seen_dice = bold
            own -= _thrown(rng, mine + 1)
            other -= _thrown(rng, bold + 1)
            t += 1
        won += 0.5 if own == other else float(own < other and own <= 0)
    assert abs(won / games - exact) < 3 * (exact * (1 - exact) / games) ** 0.5


def _thrown(rng: np.random.Generator, dice: int) -> int:
    faces = rng.integers(1, 7, dice)
    return 0 if 1 in faces else int(faces.sum())
