"""Strategies against each other where little is seen."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

import jeopardice as jd
from jeopardice.analysis.simultaneous import SimultaneousFairness
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.evaluation.hidden import HiddenTable, best_response_hidden, match_hidden
from jeopardice.evaluation.matches import simulate
from jeopardice.evaluation.simulation import Simulation
from jeopardice.evaluation.simultaneous import match_simultaneous
from jeopardice.evaluation.simultaneous_games import blocks_of, hidden_play
from jeopardice.evaluation.simultaneous_results import SimultaneousMatch
from jeopardice.rulebook import Rules
from jeopardice.solvers.hidden import NothingSeenSolution, solve_hidden, solve_nothing_seen
from jeopardice.solvers.hidden.dice_players import LooksAtDice
from jeopardice.solvers.hidden.players import LooksAtNothing, chance_to_win
from jeopardice.solvers.hidden.public import PublicTree, floor_strategy, floors
from jeopardice.solvers.hidden.throws import throws_of
from jeopardice.strategies import CustomStrategy, DiceCard, LegalChoice, SeenPosition
from oracles import hidden as naive
from support.hidden_kinds import KINDS

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
            assert match_hidden(rules, f"dice:{dice}", "optimal").overall <= solution.high
        assert match_hidden(rules, "optimal", "optimal").overall == pytest.approx(0.5, abs=1e-12)


def test_a_match_of_fixed_dice_is_that_of_counting_rounds() -> None:
    """One die of two sides gains 2 or busts: a geometric race to 4 against one die, with exact fractions."""
    rules = seen(4, 1).replace({"dice.sides": 2, "turn.choose_dice": [1, 2]})
    # dice:1 gains 2 with 1/2; dice:2 gains 4 with 1/4, and so finishes at once.
    one = [Fraction(t - 1) * Fraction(1, 2) ** t for t in range(1, 400)]
    two = [Fraction(1, 4) * Fraction(3, 4) ** (t - 1) for t in range(1, 400)]
    ties = sum(a * b for a, b in zip(one, two, strict=True)) / 2
    earlier = sum(a * sum(two[t + 1 :]) for t, a in enumerate(one))
    assert match_hidden(rules, "dice:1", "dice:2").overall == pytest.approx(float(earlier + ties), abs=1e-12)


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


def test_the_rounds_of_a_match_of_fixed_dice_are_those_of_counting() -> None:
    rules = seen(4, 1).replace({"dice.sides": 2, "turn.choose_dice": [1, 2]})
    found = match_hidden(rules, "dice:1", "dice:2").rounds.chances
    # Neither has finished after m rounds: one die shows a 2 at most once, two dice never show two 2s.
    left = [Fraction(m + 1) * Fraction(1, 2) ** m * Fraction(3, 4) ** m for m in range(40)]
    wanted = [float(a - b) for a, b in pairwise(left)]
    assert found[:30] == pytest.approx(wanted[:30], abs=1e-13)
    assert found.sum() == pytest.approx(1, abs=1e-12)


class Steps:
    """Three dice far from the goal, then two, then one."""

    looks_at = "mover"

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
        to_go = position.goal - position.scores[0]
        return choices[2 if to_go > 8 else 1 if to_go > 3 else 0]


def test_the_best_response_is_that_of_a_slow_recursion() -> None:
    found, throws = best_response_hidden(seen(12, 3), CustomStrategy.of(Steps())), naive.dice_throws(3)
    slow = naive.best_reply(lambda t, s: {3 if s > 8 else 2 if s > 3 else 1: 1.0}, (12, 12), 80, lambda s: throws)
    assert found.overall == pytest.approx(slow, abs=1e-12)
    assert 0 <= found.error_bound < 1e-12
    watching = best_response_hidden(seen(12, 3, "dice"), CustomStrategy.of(Steps()))
    # Who sees the dice learns something of the score, and wins more.
    assert watching.overall > found.overall + 1e-5
    assert 0 <= watching.error_bound < 1e-5


def of_kind(kind: str, sees: str = "nothing") -> Rules:
    return seen(8, 3, sees).replace({"dice.sides": 3, **KINDS[kind]})


@pytest.mark.parametrize("kind", KINDS)
def test_players_who_do_not_look_at_the_scores_win_as_often_whether_they_see_them_or_not(kind: str) -> None:
    for a, b in (("dice:1", "dice:2"), ("dice:3", "dice:2")):
        found = [match_simultaneous(of_kind(kind, sees), a, b) for sees in ("scores", "nothing", "dice")]
        assert found[1].overall == pytest.approx(found[0].overall, abs=1e-11)
        assert found[2].overall == pytest.approx(found[0].overall, abs=1e-11)
        assert found[1].expected_turns == pytest.approx(found[0].expected_turns, abs=1e-8)


@pytest.mark.parametrize("kind", KINDS)
def test_simulated_games_with_every_rule_agree_with_the_exact_match(kind: str) -> None:
    rules = of_kind(kind)
    best = solve_hidden(rules).strategy()
    exact = match_hidden(rules, best, "dice:2")
    found = simulate(rules, best, "dice:2", games=20_000, seed=4)
    assert isinstance(found, Simulation)
    assert abs(found.overall.mean - exact.overall) < 3 * found.overall.stderr
    assert abs(found.turns.mean - exact.expected_turns) < 3 * found.turns.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_to_see_the_dice_of_one_who_always_rolls_as_many_is_worth_nothing(kind: str) -> None:
    blind, watching = (best_response_hidden(of_kind(kind, sees), CustomStrategy.of(Two())) for sees in SEES)
    assert watching.overall <= blind.overall + 1e-9
    assert blind.overall <= watching.overall + watching.error_bound + 1e-9


class Two:
    """Always two dice."""

    looks_at = "mover"

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
        return choices[1]


SEES = ("nothing", "dice")


@pytest.mark.parametrize("sees", SEES)
def test_no_response_beats_best_play_by_more_than_the_error_bound(sees: str) -> None:
    rules = seen(12, 3, sees)
    solution = solve_hidden(rules)
    found = best_response_hidden(rules, solution.strategy())
    assert 0.5 - 1e-12 <= found.overall + found.error_bound <= solution.high + 1e-12


@pytest.mark.parametrize("sees", ["nothing", "dice"])
def test_simulated_games_agree_with_the_exact_match(sees: str) -> None:
    rules = seen(12, 3, sees)
    for other in (Steps(), solve_hidden(rules).strategy()):
        exact = jd.match(rules, "dice:2", other)
        assert isinstance(exact, SimultaneousMatch)
        found = simulate(rules, "dice:2", other, games=20_000, seed=4)
        assert isinstance(found, Simulation)
        assert abs(found.overall.mean - exact.overall) < 3 * found.overall.stderr
        assert abs(found.turns.mean - exact.expected_turns) < 3 * found.turns.stderr


def test_players_who_look_at_the_dice_are_simulated_and_followed_alike() -> None:
    table = HiddenTable.of(seen(9, 2, "dice"))
    random = np.random.default_rng(1)
    tree = tuple(random.dirichlet((1.0, 1.0), (4**t, 9)) for t in range(3))
    pair = LooksAtDice(table.rules, tree), LooksAtNothing(np.full((1, 9, 2), 0.5))
    blocks = list(blocks_of(hidden_play(table, pair), np.array([9, 9]), 30_000, 7, 0))
    shares, rounds = (np.concatenate([getattr(block, name) for block in blocks]) for name in ("shares", "rounds"))
    lengths = table.rounds(*pair)
    assert lengths.sum() == pytest.approx(1, abs=1e-12)
    expected = float(np.arange(1, len(lengths) + 1) @ lengths)
    assert abs(shares.mean() - table.wins(*pair)) < 3 * shares.std() / len(shares) ** 0.5
    assert abs(rounds.mean() - expected) < 3 * rounds.std() / len(rounds) ** 0.5


def test_head_starts_and_the_length_of_a_game() -> None:
    found = jd.fairness(seen(12, 3))
    assert isinstance(found, SimultaneousFairness)
    assert found.fairest == (0, 0.5)
    chances = [chance for _, chance in found.komi_table]
    assert len(chances) == 6
    assert chances == sorted(chances, reverse=True)
    komi, chance = found.komi_table[2]
    assert chance == pytest.approx(solve_nothing_seen(seen(12, 3), (12, 12 - komi)).low, abs=1e-9)
    assert found.expected_turns == pytest.approx(2 * found.rounds.expected)


def test_what_has_no_meaning_is_refused_with_the_reason() -> None:
    card = DiceCard(1, other=((4, 2),))
    with pytest.raises(InputError, match="depends on the other's score, which a player does not see"):
        match_hidden(seen(12, 3), card, "dice:1")
    # A card that does not look at the other's score is played.
    assert match_hidden(seen(12, 3), DiceCard(2), "dice:2").overall == pytest.approx(0.5, abs=1e-12)
    with pytest.raises(JeopardiceError, match="no chance by both scores"):
        print(match_hidden(seen(12, 3), "dice:1", "dice:2").first_at)
