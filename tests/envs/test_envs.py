"""Environments for reinforcement learning: their projects' own tests, and games that come out as they should."""

from __future__ import annotations

import math
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import jeopardice as jd
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.envs import DiceGameEnv, parallel, zoo
from jeopardice.evaluation.duels import match_duel
from jeopardice.evaluation.simultaneous import match_simultaneous
from jeopardice.play.judge import Judge
from jeopardice.play.players import BestPlayer

ODD: dict[str, tuple[str, dict[str, Any]]] = {
    "steal": ("farkle", {"turn.steal": "after-bust", "goal": 1500}),
    "steal and beat": ("farkle", {"turn.steal": "after-bank", "turn.beat_previous": True, "goal": 1500}),
    "no hot dice": ("farkle", {"turn.hot_dice": False, "turn.minimum_bank": 300, "goal": 1500}),
    "bonus": ("farkle", {"turn.single_die_bonus": [100, 200], "turn.full_bust": 500, "goal": 1500}),
    "streak": ("farkle", {"bust.streak": 2, "bust.penalty": 200, "bust.floor": "none", "goal": 1500}),
    "last turn": ("farkle", {"end.rule": "last-turn", "goal": 1500}),
    "equal turns": ("farkle", {"end.rule": "equal-turns", "end.tie": "split", "goal": 1500}),
    "two kinds of dice": (
        "farkle",
        {"dice.count": 3, "dice.weights": [[2, 1, 1, 1, 1, 1]] * 2 + [[1] * 6], "goal": 900},
    ),
    "wild": ("farkle", {"dice.wild": [2], "goal": 1500}),
    "ten sides": ("farkle", {"dice.sides": 12, "dice.count": 3, "goal": 900}),
    "simultaneous": ("television-hog", {"goal": 40}),
}
GAMES = {**{name: (name, {}) for name in jd.presets()}, **ODD}


def without_warnings(test: Any, *arguments: Any, **more: Any) -> None:
    """The projects' tests warn of what is unusual, such as a dictionary, which they recommend elsewhere."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation (is not a NumPy array|space for each agent)")
        warnings.filterwarnings("error", category=DeprecationWarning)
        test(*arguments, **more)


@pytest.mark.parametrize(
    ("identifier", "options"),
    [
        ("Jeopardice/Pig-v0", {}),
        ("Jeopardice/Pig-v0", {"opponents": None}),
        ("Jeopardice/Farkle-v0", {"opponents": ["max-score", "beginner"], "first": 2}),
        ("Jeopardice/TelevisionHog-v0", {"changes": {"goal": 20}}),
        ("Jeopardice/Game-v0", {"rules": "kingdom-come", "opponents": "hold-at:500", "render_mode": "ansi"}),
        ("jeopardice.envs:Jeopardice/Hog-v0", {"opponents": None}),
    ],
)
def test_gymnasium_finds_nothing_wrong(identifier: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(identifier, **options).unwrapped)


@pytest.mark.parametrize(("name", "players"), [("pig", 2), ("pig", 5), ("farkle", 3), ("television-hog", 2)])
def test_pettingzoo_finds_nothing_wrong(name: str, players: int) -> None:
    without_warnings(api_test, zoo.env(name, players), num_cycles=300)
    without_warnings(seed_test, lambda: zoo.env(name, players, first=None), num_cycles=100)


CARRIED: dict[str, dict[str, Any]] = {
    "first bank": {"turn.first_bank": 4},
    "streak": {"bust.streak": 2, "bust.penalty": 3},
    "no floor": {"bust.streak": 2, "bust.penalty": 3, "bust.floor": "none"},
    "lost banks": {"events.lose_banked": ["2"]},
    "wins": {"events.win": ["6"]},
    "last turn": {"end.rule": "last-turn"},
    "equal turns": {"end.rule": "equal-turns", "end.tie": "split"},
    "beat": {"turn.beat_previous": True},
    "steal after a bank": {"turn.steal": "after-bank"},
    "steal after a bust": {"turn.steal": "after-bust", "turn.beat_previous": True, "end.rule": "last-turn"},
    "kept busts": {"turn.keep_on_bust": True, "bust.streak": 2, "bust.penalty": 2},
}


@pytest.mark.parametrize("name", CARRIED)
def test_every_carryover_has_environments_for_any_number_of_players(name: str) -> None:
    changes: dict[str, Any] = {"goal": 12, **CARRIED[name]}
    for players in (2, 3, 5):
        without_warnings(api_test, zoo.env("pig", players, changes=changes), num_cycles=60)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for opponents in (None, "optimal", ["max-score", "beginner"]):
            env = gymnasium.make("Jeopardice/Pig-v0", opponents=opponents, changes=changes)
            check_env(env.unwrapped)


def test_every_preset_is_registered() -> None:
    for name in jd.presets():
        title = name.title().replace("-", "")
        assert gymnasium.spec(f"Jeopardice/{title}-v0").kwargs == {"rules": name}


def within_three_errors(results: list[float], expected: float) -> None:
    error = np.std(results) / math.sqrt(len(results))
    assert abs(np.mean(results) - expected) < 3 * error, (np.mean(results), expected, error)


@pytest.mark.parametrize(
    ("name", "changes", "first"),
    [
        ("pig", {"goal": 20}, 0),
        ("pig", {"goal": 20}, 1),
        ("farkle", {"goal": 300, "dice.count": 3, "end.rule": "last-turn", "end.tie": "split"}, 0),
    ],
)
def test_best_play_wins_as_often_as_the_solution_says(name: str, changes: dict[str, Any], first: int) -> None:
    solution = jd.solve(jd.rules(name).replace(changes))
    env = DiceGameEnv(name, "optimal", changes=changes, first=first, solution=solution)
    player, results = BestPlayer(Judge(solution)), []
    env.reset(seed=1)
    for _ in range(600):
        env.reset()
        over, reward = False, 0.0
        while not over:
            move = "roll" if env.game.over else player.choose(env.game).text  # the others may have won before
            _, reward, over, cut, _ = env.step(np.int64(env.moves.index(move)))
            assert not cut
        results.append(reward)
    within_three_errors(results, float(solution.seats[first]))


def test_a_strategy_in_the_environment_wins_as_often_as_in_a_match() -> None:
    """An agent that sees numbers only, against one that holds at 10, each beginning half of the games."""
    rules = jd.rules("pig").replace(goal=25)
    env = DiceGameEnv(rules, "hold-at:10", first=None)
    total, roll, bank = (
        *(env.observation_names.index(n) for n in ("turn_total",)),
        *map(env.moves.index, ("roll", "bank")),
    )
    own = env.observation_names.index("own_score")
    results = []
    seen, _ = env.reset(seed=2)
    for _ in range(1500):
        over, reward = False, 0.0
        while not over:
            holds = seen[total] >= 7 or seen[own] + seen[total] >= 25
            seen, reward, over, _, _ = env.step(np.int64(bank if holds else roll))
        results.append(reward)
        seen, _ = env.reset()
    within_three_errors(results, match_duel(rules, "hold-at:7", "hold-at:10").overall)


def test_alone_the_return_is_minus_the_number_of_turns() -> None:
    solution = jd.solve(jd.rules("pig").replace(goal=30), "turns")
    env = DiceGameEnv("pig", None, changes={"goal": 30})
    assert env.observation_names == ("own_score", "turn_total", "dice_left")
    results = []
    (score, total, _), _ = env.reset(seed=3)
    for _ in range(500):
        over, turns = False, 0.0
        while not over:
            wins = score + total >= 30
            action = "bank" if wins or solution.turn_at((int(score),)).action(0, int(total)) == "bank" else "roll"
            (score, total, _), reward, over, _, _ = env.step(np.int64(env.moves.index(action)))
            turns -= reward
        assert turns == env.game.turn.number
        results.append(turns)
        (score, total, _), _ = env.reset()
    within_three_errors(results, float(solution.value))


def test_three_agents_who_play_best_share_the_wins_as_solved() -> None:
    rules = jd.rules("pig").replace({"goal": 12, "players": 3})
    solution = jd.solve(rules)
    player, env = BestPlayer(Judge(solution)), zoo.raw_env("pig", 3, changes={"goal": 12})
    wins: list[list[float]] = [[], [], []]
    env.reset(seed=4)
    for _ in range(600):
        env.reset()
        while not any(env.terminations.values()):
            env.step(env.moves.index(player.choose(env.game).text))
        for seat, agent in enumerate(env.possible_agents):
            wins[seat].append(env.rewards[agent])
        assert sum(env.rewards.values()) == 1
    for seat in range(3):
        within_three_errors(wins[seat], float(solution.seats[seat]))


@pytest.mark.parametrize("name", GAMES)
def test_random_play_by_masks_is_legal_whatever_the_rules(name: str) -> None:
    """The mask is that of the legal moves, those and no others can be made, and what is seen is within bounds."""
    rules, changes = GAMES[name]
    env = zoo.raw_env(rules, 2, changes=changes, first=None)
    chance = np.random.default_rng(5)
    env.reset(seed=5)
    for _ in range(150):
        if any(env.terminations.values()):
            env.reset()
        agent = env.agent_selection
        waiting = next(other for other in env.agents if other != agent)
        seen, mask = env.observe(agent)["observation"], env.observe(agent)["action_mask"]
        assert env.observation_space(agent).contains(env.observe(agent))
        assert not env.observe(waiting)["action_mask"].any()
        assert {env.moves[k] for k in np.flatnonzero(mask)} == {move.text for move in env.game.legal}
        assert seen[0] == env.game.scores[env.game.mover]
        illegal = np.flatnonzero(mask == 0)
        if len(illegal):
            with pytest.raises(InputError, match="move: "):
                env.step(int(chance.choice(illegal)))
        env.step(int(chance.choice(np.flatnonzero(mask))))


def test_what_is_seen_is_the_position() -> None:
    env = DiceGameEnv("farkle", ["max-score", "beginner"], first=0, render_mode="ansi")
    seen, info = env.reset(seed=6)
    assert dict(zip(env.observation_names, seen.tolist(), strict=True)) == {
        "own_score": 0,
        "other_1_score": 0,
        "other_2_score": 0,
        "turns_until_own": 0,
        "turn_total": 0,
        "dice_left": 6,
        **{f"rolled_{face}": 0 for face in range(1, 7)},
    }
    assert [env.moves[k] for k in np.flatnonzero(info["action_mask"])] == ["roll"]
    seen, _, _, _, info = env.step(np.int64(env.moves.index("roll")))
    rolled = "".join(str(face) * int(seen[-7 + face]) for face in range(1, 7))
    assert env.game.turn.roll is not None
    assert rolled == "".join(sorted(env.game.table.text(env.game.turn.roll)))
    text = env.game.table.text(env.game.turn.roll)
    assert env.render() == f"you 0, max-score 0, beginner 0; you to move, turn total 0, rolled {text}"
    assert np.array_equal(info["action_mask"], env.action_masks())


def test_nobody_sees_the_others_turn_in_simultaneous_play() -> None:
    rules = {"simultaneous": True, "end.rule": "equal-turns", "end.tie": "split", "goal": 30}
    env = zoo.raw_env("pig", 2, changes=rules)
    total = env.observation_names.index("turn_total")
    env.reset(seed=7)
    while env.game.mover == 0 and env.game.turn.total == 0:
        env.step(env.moves.index("roll"))
    assert env.observe(f"player_{env.game.mover}")["observation"][total] == env.game.turn.total
    assert env.observe(f"player_{1 - env.game.mover}")["observation"][total] == 0


def test_an_illegal_action_is_not_made_and_costs() -> None:
    env = DiceGameEnv("pig", "hold-at:20", first=0, illegal_cost=0.25)
    seen, info = env.reset(seed=8)
    assert info["action_mask"].tolist() == [0, 1]
    again, reward, over, cut, _ = env.step(np.int64(0))
    assert (reward, over, cut) == (-0.25, False, False)
    assert np.array_equal(seen, again)


def test_others_may_win_before_the_first_turn() -> None:
    """In a game to 2 whoever begins wins five times in six; the first step then says so, whatever it is."""
    env = DiceGameEnv("pig", "hold-at:2", changes={"goal": 2}, first=1)
    env.reset(seed=1)
    lost = 0
    for _ in range(300):
        _, info = env.reset()
        if env.game.over:
            lost += 1
            assert info["action_mask"].all()
            assert env.step(np.int64(lost % 2))[1:4] == (0.0, True, False)
            with pytest.raises(InputError, match="reset"):
                env.step(np.int64(0))
    assert 220 < lost < 280


def test_games_without_end_are_cut_short() -> None:
    env = DiceGameEnv("pig", None)
    env.reset(seed=9)
    cuts = [env.step(np.int64(0))[3] for _ in range(5000)]
    assert cuts == [False] * 4999 + [True]


def test_the_same_seed_is_the_same_game() -> None:
    def game(seed: int) -> list[list[int]]:
        env = DiceGameEnv("pig", "hold-at:5")
        seen, info = env.reset(seed=seed)
        found, over = [seen.tolist()], False
        while not over:
            seen, _, over, _, info = env.step(np.int64(np.flatnonzero(info["action_mask"])[-1]))
            found.append(seen.tolist())
        return found

    assert game(1) == game(1)
    assert game(1) != game(2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rules": "pug"}, "pug"),
        ({"opponents": "nobody"}, "player: "),
        ({"opponents": "human"}, "opponents: human"),
        ({"first": 2}, "first: 2"),
        ({"changes": {"goal": -5}}, "goal"),
        ({"render_mode": "human"}, "render_mode"),
        ({"opponents": ["hold-at:20"] * 8}, "players: 9"),
        ({"rules": "television-hog", "opponents": ["dice:5"] * 2}, "players: 3"),
        ({"rules": "television-hog", "changes": {"sees": "nothing"}}, "sees: .*best play remembers all rounds"),
        ({"solution": "other"}, "another game"),
    ],
)
def test_what_cannot_be_played_is_refused(options: dict[str, Any], message: str) -> None:
    if options.get("solution"):
        options = {"solution": jd.solve(jd.rules("piglet"))}
    with pytest.raises(InputError, match=message):
        DiceGameEnv(**options)


def test_agents_and_actions_that_there_are_not() -> None:
    for options, message in (
        ({"players": 1}, "players: 1"),
        ({"first": 5}, "first: 5"),
        ({"players": 9}, "players: 9"),
    ):
        with pytest.raises(InputError, match=message):
            zoo.raw_env("pig", **options)  # type: ignore[arg-type]
    env = DiceGameEnv("pig", "hold-at:20")
    with pytest.raises(InputError, match="reset"):
        env.action_masks()
    env.reset(seed=1)
    with pytest.raises(InputError, match="action: 2"):
        env.step(np.int64(2))
    with pytest.raises(JeopardiceError, match="different rolls"):
        DiceGameEnv("farkle", None, changes={"dice.sides": 20})


def test_both_agents_choose_at_once_in_the_parallel_environment() -> None:
    env = parallel.parallel_env(changes={"goal": 20, "turn.choose_dice": [1, 5]}, render_mode="ansi")
    parallel_api_test(env, num_cycles=100)
    parallel_seed_test(lambda: parallel.parallel_env(changes={"goal": 20}))
    random, shares = np.random.default_rng(3), []
    for game in range(2_000):
        env.reset(seed=game)
        while env.agents:
            # dice:5 against one or two dice at random.
            _, rewards, *_ = env.step({"player_0": 4, "player_1": int(random.integers(2))})
        assert sum(rewards.values()) == 1
        shares.append(rewards["player_0"])
    exact = match_simultaneous(env.rules, "dice:5", "dice:2").overall
    weaker = match_simultaneous(env.rules, "dice:5", "dice:1").overall
    assert exact - 0.04 < np.mean(shares) < weaker + 0.04
    with pytest.raises(InputError, match="several decisions"):
        parallel.parallel_env("pig", changes={"simultaneous": True, "end.rule": "equal-turns", "end.tie": "split"})
    with pytest.raises(InputError, match="for games in turns"):
        parallel.parallel_env("hog")
    with pytest.raises(InputError, match="action"):
        env.step({"player_0": 0, "player_1": 0})
