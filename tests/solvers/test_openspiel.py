"""OpenSpiel's game of Pig against ours: the same values, the same decisions, the same moves.

OpenSpiel's game ends after `horizon` moves, 1000 by default; its value iteration takes positions by their
text, which does not count moves, and so solves the game without an end, as we do. The horizon is felt in playouts only.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.envs import zoo

pytestmark = pytest.mark.slow

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not on every system")

ROLL, STOP = 0, 1
"""OpenSpiel's actions."""


def pig(goal: int, sides: int = 6, horizon: int = 1000) -> Any:
    return pyspiel.load_game("pig", {"winscore": goal, "diceoutcomes": sides, "horizon": horizon})


def rules(goal: int, sides: int = 6) -> jd.Rules:
    return jd.rules("pig").replace({"goal": goal, "dice.sides": sides})


def moves_of(state: Any) -> dict[int, list[tuple[float, str]]]:
    """For each action the positions that follow, with their chances."""
    found = {}
    for action in state.legal_actions():
        following = state.child(action)
        if following.is_chance_node():
            found[action] = [(p, str(following.child(k))) for k, p in following.chance_outcomes()]
        else:
            found[action] = [(1.0, str(following))]
    return found


def solved(game: Any) -> tuple[dict[str, float], dict[str, Any], dict[str, dict[int, list[tuple[float, str]]]]]:
    """The first player's chance to win in each position that comes up, by iteration over OpenSpiel's own positions."""
    states, moves = {str(game.new_initial_state()): game.new_initial_state()}, {}
    waiting = list(states)
    while waiting:
        state = states[waiting.pop()]
        if state.is_terminal():
            continue
        moves[str(state)] = moves_of(state)
        for action in state.legal_actions():
            after = state.child(action)
            for following in (
                [after.child(k) for k, _ in after.chance_outcomes()] if after.is_chance_node() else [after]
            ):
                if str(following) not in states:
                    states[str(following)] = following
                    waiting.append(str(following))
    values = {key: (1 + s.player_return(0)) / 2 if s.is_terminal() else 0.0 for key, s in states.items()}
    change = 1.0
    while change > 1e-15:
        change = 0.0
        for key, actions in moves.items():
            best = max if states[key].current_player() == 0 else min
            value = best(sum(p * values[after] for p, after in law) for law in actions.values())
            change, values[key] = max(change, abs(value - values[key])), value
    return values, states, moves


@pytest.mark.parametrize(("goal", "sides"), [(5, 6), (10, 6), (8, 3), (15, 8)])
def test_values_and_decisions_are_those_of_openspiel(goal: int, sides: int) -> None:
    values, states, moves = solved(pig(goal, sides))
    solution = jd.solve(rules(goal, sides))
    assert values[str(pig(goal, sides).new_initial_state())] == pytest.approx(float(solution.value), abs=1e-13)
    compared = 0
    for key, state in states.items():
        scores, total, mover = read(key)
        if state.is_terminal() or total == 0 or scores[mover] + total >= goal:
            continue  # in OpenSpiel a player may stop with nothing, and must with a total that wins
        own, other = scores[mover], scores[1 - mover]
        advice = solution.advise((own, other), turn=total)
        theirs = {
            action: sum(p * values[after] for p, after in law)
            if mover == 0
            else sum(p * (1 - values[after]) for p, after in law)
            for action, law in moves[key].items()
        }
        ours = {ROLL if action.then == "roll" else STOP: action.value for action in advice.actions}
        assert ours == pytest.approx(theirs, abs=1e-12)
        compared += 1
    assert compared > goal**2 / 2


def read(text: str) -> tuple[list[int], int, int]:
    """Scores, turn total and the player to move, from the text of a position."""
    first, second = text.splitlines()[:2]
    scores, total = first.removeprefix("Scores: ").split(", Turn total: ")
    return list(map(int, scores.split())), int(total), int(second.split()[2])


def test_openspiels_own_value_iteration_agrees() -> None:
    """It needs the package cvxpy, for games that are not like this one."""
    algorithm = pytest.importorskip("open_spiel.python.algorithms.value_iteration", exc_type=ImportError)
    game = pig(12)
    values = algorithm.value_iteration(game, depth_limit=-1, threshold=1e-14, cyclic_game=True)
    # A win counts 1 and a loss -1.
    chance = (1 + values[str(game.new_initial_state())]) / 2
    assert chance == pytest.approx(float(jd.solve(rules(12)).value), abs=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_playouts_agree_move_by_move(seed: int) -> None:
    """The same random decisions and the same dice: the same scores, turns and winner, and the same moves to choose."""
    chance = random.Random(seed)
    for number in range(20):
        env, state = zoo.raw_env("pig", 2, changes={"goal": 25}), pig(25).new_initial_state()
        env.reset(seed=1000 * seed + number)
        while not env.game.over:
            scores, total, mover = read(str(state))
            assert (tuple(scores), total, mover) == (env.game.scores, env.game.turn.total, env.game.mover)
            legal = {move.text for move in env.game.legal}
            theirs = {{"roll": "roll", "stop": "bank"}[state.action_to_string(a)] for a in state.legal_actions()}
            # Theirs may stop with nothing, and must with a total that wins.
            assert legal - ({"roll"} if scores[mover] + total >= 25 else set()) == theirs - (
                {"bank"} if total == 0 else set()
            )
            move = chance.choice(sorted(legal & theirs))
            env.step(env.moves.index(move))
            state.apply_action(ROLL if move == "roll" else STOP)
            if move == "roll":
                (dice,) = (news.dice for news in env.game.news if news.kind == "roll")
                state.apply_action(int(dice) - 1)
        assert state.is_terminal()
        assert [(1 + r) / 2 for r in state.returns()] == [env.rewards[agent] for agent in env.possible_agents]


def test_the_horizon_ends_games_that_ours_does_not_end() -> None:
    """With a horizon of 3 moves a game to 100 is over without a winner; ours goes on."""
    state = pig(100, horizon=3).new_initial_state()
    for _ in range(2):
        state.apply_action(ROLL)
        state.apply_action(5)
        assert not state.is_terminal()
    state.apply_action(ROLL)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    env = zoo.raw_env("pig", 2)
    env.reset(seed=1)
    for _ in range(3):
        env.step(env.moves.index("roll"))
    assert not env.game.over
