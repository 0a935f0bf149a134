"""Strategies in simultaneous play against a slow oracle that follows games round by round, and against random dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.analysis.simultaneous import SimultaneousFairness
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.evaluation.matches import simulate
from jeopardice.evaluation.multiplayer import MultiplayerResponse
from jeopardice.evaluation.simulation import Simulation, SimulationOptions
from jeopardice.evaluation.simultaneous import (
    best_response_simultaneous,
    match_simultaneous,
    tournament_simultaneous,
)
from jeopardice.evaluation.simultaneous_games import simulate_simultaneous
from jeopardice.strategies import DiceCard, LegalChoice, SeenPosition
from oracles import simultaneous as naive
from support.cli_runner import jeopardice, printed
from support.simultaneous_games import SIMULTANEOUS, small_hog, small_pig

LOST: dict[str, Any] = {"events.bust": [], "events.lose_banked": ["1"]}
PENALTY: dict[str, Any] = {"bust.streak": 1, "bust.penalty": 2}
FIRST: dict[str, Any] = {"turn.first_bank": 6}
KEPT: dict[str, Any] = {"turn.keep_on_bust": True}
WIN: dict[str, Any] = {"events.win": ["4"]}
OFTEN: dict[str, Any] = {"events.win": ["3", "4"]}
"""Best play rolls on forever once it has reached the goal."""
Play = naive.Play
GAINS = {2: 0.25, 3: 0.25, 4: 0.25}
"""One roll of Pig with a die of four sides."""


def hog(goal: int = 6, most: int = 2, **changes: Any) -> jd.Rules:
    return small_hog(goal, most, **changes)


def pig(goal: int = 9, **changes: Any) -> jd.Rules:
    return jd.rules("pig").replace({**SIMULTANEOUS, "goal": goal, "dice.sides": 4, **changes})


def hog_ways(most: int = 2, *, loses: bool = False) -> list[naive.Way]:
    return naive.dice_ways({1: 1 / 3, 2: 1 / 3, 3: 1 / 3}, {1}, 1, most, loses=loses)


def keeping_pace(own: int, other: int) -> naive.Way:
    """keep-pace:6,3,2 to 9, from the points to go."""
    scores = 9 - own, 9 - other
    hold = 9 if max(scores) >= 6 else max(1, 3 + (2 * (scores[1] - scores[0]) + 2) // 4)
    return naive.held(GAINS, min(hold, own))


PIG_PLAYS: dict[str, Play] = {
    "hold-at:5": lambda own, other: naive.held(GAINS, min(5, own)),
    "hold-past:5": lambda own, other: naive.held(GAINS, 5),
    "rolls:2": lambda own, other: naive.rolled_exactly(GAINS, 2, own),
    "keep-pace:6,3,2": keeping_pace,
}


@pytest.mark.parametrize("a", PIG_PLAYS)
def test_matches_of_pig_are_those_of_games_followed_round_by_round(a: str) -> None:
    for b, theirs in PIG_PLAYS.items():
        won, lengths = naive.played((9, 9), 9, PIG_PLAYS[a], theirs)
        found = match_simultaneous(pig(), a, b)
        assert found.overall == found.first == found.second == pytest.approx(won, abs=1e-12)
        assert found.rounds.chances[:20] == pytest.approx(lengths[:20], abs=1e-12)
        assert found.expected_turns == pytest.approx(2 * found.rounds.expected)
        assert found.first_at[3, 6] == pytest.approx(naive.played((4, 7), 9, PIG_PLAYS[a], theirs)[0], abs=1e-12)


def test_matches_with_kept_busts_are_those_of_games_followed_round_by_round() -> None:
    def kept(total: int) -> Play:
        return lambda own, other: naive.held(GAINS, total, keeps=True)

    won, lengths = naive.played((9, 9), 9, kept(5), kept(12))
    found = match_simultaneous(pig(**KEPT), "hold-past:5", "hold-past:12")
    assert found.overall == pytest.approx(won, abs=1e-12)
    assert found.rounds.chances[:20] == pytest.approx(lengths[:20], abs=1e-12)
    answer = best_response_simultaneous(pig(3, **KEPT), "hold-past:5")
    slow = naive.best_response(3, naive.rolling_ways(GAINS, 5, beyond=12, keeps=True), kept(5))
    for (a, b), value in slow.items():
        assert answer.first_at[a - 1, b - 1] == pytest.approx(value, abs=1e-11)


@pytest.mark.parametrize(("streak", "floor"), [(1, 0), (2, -3)])
def test_matches_with_kept_busts_that_count_are_those_of_games_followed_round_by_round(streak: int, floor: int) -> None:
    def kept(total: int) -> Callable[[naive.Stand, naive.Stand], naive.Way]:
        return lambda own, other: naive.held(GAINS, total, keeps=True, counts=True)

    after = naive.penalised(7, streak, 4, floor)
    won, lengths = naive.played_stands(((7, 0), (7, 0)), kept(5), kept(9), after)
    rules = pig(7, **KEPT, **{"bust.streak": streak, "bust.penalty": 4, "bust.floor": floor})
    found = match_simultaneous(rules, "hold-past:5", "hold-past:9")
    assert found.overall == pytest.approx(won, abs=1e-11)
    assert found.rounds.chances[:20] == pytest.approx(lengths[:20], abs=1e-12)


@pytest.mark.parametrize("changes", [{}, KEPT], ids=["lost", "kept"])
def test_matches_with_a_first_bank_are_those_of_games_followed_round_by_round(changes: dict[str, Any]) -> None:
    def holding(total: int, goal: int) -> Play:
        return lambda own, other: naive.held(GAINS, max(total, 7 if own == goal else 1), keeps=bool(changes))

    rules = pig(**{"turn.first_bank": 7, **changes})
    won, lengths = naive.played((9, 9), 9, holding(5, 9), holding(8, 9))
    found = match_simultaneous(rules, "hold-past:5", "hold-past:8")
    assert found.overall == pytest.approx(won, abs=1e-12)
    assert found.rounds.chances[:20] == pytest.approx(lengths[:20], abs=1e-12)
    assert found.first_at[8, 3] == pytest.approx(naive.played((9, 4), 9, holding(5, 9), holding(8, 9))[0], abs=1e-12)


def test_matches_with_rolls_that_win_at_once_are_those_of_games_followed_round_by_round() -> None:
    def holding(total: int, *, past: bool) -> Play:
        gains = {2: 1 / 4, 3: 1 / 4}
        return lambda own, other: naive.held(gains, total if past else min(total, own), won=1 / 4)

    plays = {"hold-at:5": holding(5, past=False), "hold-past:8": holding(8, past=True)}
    for a, mine in plays.items():
        for b, theirs in plays.items():
            won, lengths = naive.played((9, 9), 9, mine, theirs)
            found = match_simultaneous(pig(**WIN), a, b)
            assert found.overall == pytest.approx(won, abs=1e-12)
            assert found.rounds.chances[:20] == pytest.approx(lengths[:20], abs=1e-12)


@pytest.mark.parametrize(("events", "won"), [(WIN, 1 / 4), (OFTEN, 1 / 2)], ids=["seldom", "often"])
def test_best_responses_to_rolls_that_win_at_once_are_the_best_of_all_ways(events: dict[str, Any], won: float) -> None:
    gains = {2: 1 / 4, 3: 1 / 4} if won < 1 / 2 else {2: 1 / 4}
    answer = best_response_simultaneous(pig(3, **events), "hold-past:3")
    ways = naive.rolling_ways(gains, 8, beyond=80, won=won)
    slow = naive.best_response(3, ways, lambda own, other: naive.held(gains, 3, won=won))
    for (a, b), value in slow.items():
        assert answer.first_at[a - 1, b - 1] == pytest.approx(value, abs=1e-11)


def test_the_best_response_with_a_first_bank_is_the_best_of_all_ways() -> None:
    first = [{end: chance for end, chance in way.items() if end == "bust" or int(str(end)) >= 4} for way in hog_ways()]
    for way in first:
        way["bust"] = 1 - sum(chance for end, chance in way.items() if end != "bust")

    def play(own: int, other: int) -> naive.Way:
        return (first if own == 6 else hog_ways())[1]

    answer = best_response_simultaneous(hog(**{"turn.first_bank": 4}), "dice:2")
    for (a, b), value in naive.best_response(6, hog_ways(), play, first=first).items():
        assert answer.first_at[a - 1, b - 1] == pytest.approx(value, abs=1e-11)


@pytest.mark.parametrize(("streak", "floor"), [(2, 0), (3, -4), (1, -2)])
def test_matches_with_busts_in_a_row_are_those_of_games_followed_round_by_round(streak: int, floor: int) -> None:
    rules = hog(6, 2, **{"bust.streak": streak, "bust.penalty": 2, "bust.floor": floor})
    ways, after = hog_ways(), naive.penalised(6, streak, 2, floor)

    def catching(own: naive.Stand, other: naive.Stand) -> naive.Way:
        return ways[1 if own[0] > other[0] else 0]

    won, lengths = naive.played_stands(((6, 0), (6, 0)), catching, lambda own, other: ways[1], after)
    found = match_simultaneous(rules, Catching(), "dice:2")
    assert found.overall == pytest.approx(won, abs=1e-11)
    assert found.rounds.chances[:20] == pytest.approx(lengths[:20], abs=1e-12)
    start = SimulationOptions(20_000, seed=3, scores=(2, 4), busts=(streak - 1, 0))
    won, lengths = naive.played_stands(((4, streak - 1), (2, 0)), catching, lambda own, other: ways[1], after)
    simulated = simulate_simultaneous(rules, Catching(), "dice:2", start)
    assert abs(simulated.overall.mean - won) < 3 * simulated.overall.stderr
    expected = 2 * sum(m * chance for m, chance in enumerate(lengths, 1))
    assert abs(simulated.turns.mean - expected) < 3 * simulated.turns.stderr


class Catching:
    """Rolls two dice when behind, else one."""

    looks_at = "scores"

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
        own, other = position.scores
        return choices[1 if own < other else 0]


class Bold:
    """Rolls as many dice as possible."""

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
        return choices[-1]


CARD = DiceCard(1, own=((3, 2),), other=((4, 2), (5, 1)))
SCORED: list[tuple[Any, Callable[[int, int], int]]] = [
    (Catching(), lambda own, other: 2 if own > other else 1),
    (CARD, lambda own, other: 2 if own <= 3 else {1: 1, 2: 2}.get(other, 1)),
]


@pytest.mark.parametrize("changes", [{}, LOST, PENALTY], ids=["plain", "everything lost", "a penalty"])
@pytest.mark.parametrize(("played", "dice"), SCORED, ids=["custom", "card"])
def test_strategies_that_look_at_the_scores(
    changes: dict[str, Any], played: Any, dice: Callable[[int, int], int]
) -> None:
    ways = hog_ways(loses=changes is LOST)
    falls = (lambda a: min(6, a + 2)) if changes is PENALTY else (lambda a: a)

    def play(own: int, other: int) -> naive.Way:
        return ways[dice(own, other) - 1]

    rules = hog(**changes)
    won, lengths = naive.played((6, 6), 6, play, lambda own, other: ways[1], falls)
    found = match_simultaneous(rules, played, "dice:2")
    assert found.overall == pytest.approx(won, abs=1e-11)
    assert found.rounds.expected == pytest.approx(sum(m * chance for m, chance in enumerate(lengths, 1)), abs=1e-9)
    answer = best_response_simultaneous(rules, played)
    slow = naive.best_response(6, ways, play, falls)
    for (a, b), value in slow.items():
        assert answer.first_at[a - 1, b - 1] == pytest.approx(value, abs=1e-10)


@pytest.mark.parametrize("to", PIG_PLAYS)
def test_best_responses_in_pig_are_the_best_of_all_ways_to_bank(to: str) -> None:
    goal = 3
    rules = pig(goal, **{"dice.sides": 3})
    gains = {2: 1 / 3, 3: 1 / 3}
    plays: dict[str, Play] = {
        "hold-at:5": lambda own, other: naive.held(gains, own),
        "hold-past:5": lambda own, other: naive.held(gains, 5),
        "rolls:2": lambda own, other: naive.rolled_exactly(gains, 2, own),
        "keep-pace:6,3,2": lambda own, other: naive.held(gains, min(own, max(1, 3 + (2 * (own - other) + 2) // 4))),
    }
    slow = naive.best_response(goal, naive.rolling_ways(gains, 8), plays[to])
    found = best_response_simultaneous(rules, to)
    for (a, b), value in slow.items():
        assert found.first_at[a - 1, b - 1] == pytest.approx(value, abs=1e-11)
    assert found.exploitability == found.overall - 0.5


@pytest.mark.parametrize(
    "rules",
    [
        hog(6, **{"bust.streak": 2, "bust.penalty": 2, "bust.floor": -2}),
        pig(6, **{"bust.streak": 2, "bust.penalty": 3}),
        pig(6, **KEPT, **PENALTY),
        pig(5, **KEPT, **{"bust.streak": 2, "bust.penalty": 12, "bust.floor": -2}),
        pig(4, **KEPT, **PENALTY, **OFTEN),
        hog(6, 3, **KEPT, **{"turn.minimum_bank": 5, "bust.streak": 2, "bust.penalty": 3}),
        *(hog(12, 3), hog(6, **LOST), hog(6, **PENALTY), hog(12, 3, **{"events.win": ["33"]})),
        *(pig(12), pig(12, **KEPT), pig(12, **FIRST), pig(12, **WIN), pig(12, **OFTEN), pig(12, **WIN, **KEPT)),
    ],
)
def test_no_response_wins_more_than_half_and_the_error_bound_against_best_play(rules: jd.Rules) -> None:
    solution = jd.solve(rules)
    assert isinstance(solution, jd.SimultaneousSolution)
    assert solution.error_bound is not None
    found = jd.best_response(rules, solution.strategy())
    assert not isinstance(found, MultiplayerResponse)
    assert 0.5 - 1e-12 <= found.overall <= 0.5 + solution.error_bound + 1e-12
    # Nor from unequal scores.
    assert found.first_at == pytest.approx(solution.values, abs=1e-9)


def test_a_tournament_is_all_matches() -> None:
    rules = hog(12, 3)
    names = ["dice:1", "optimal", "dice:3"]
    found = tournament_simultaneous(rules, names)
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            assert found.overall[i][j] == pytest.approx(match_simultaneous(rules, a, b).overall, abs=1e-12)
    assert found.means[1] == max(found.means)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "a", "b"),
    [
        (hog(9, 3), "optimal", "dice:2"),
        (hog(6, **LOST), "optimal", Catching()),
        (hog(6, **PENALTY), CARD, "optimal"),
        (hog(6, **{"bust.streak": 2, "bust.penalty": 2, "bust.floor": -2}), CARD, "optimal"),
        (pig(6, **{"bust.streak": 2, "bust.penalty": 3}), "hold-at:5", "optimal"),
        (pig(12), "optimal", "keep-pace:8,4,2"),
        (pig(12, **{"turn.minimum_bank": 4}), "rolls:2", "hold-past:7"),
        (pig(12, **{"turn.minimum_bank": 4, **KEPT}), "rolls:2", "optimal"),
        (hog(9, 3, **{"turn.minimum_bank": 4, **KEPT}), "dice:1", "dice:2"),
        (pig(6, **KEPT, **PENALTY), "hold-at:5", "optimal"),
        (pig(5, **KEPT, **{"bust.streak": 2, "bust.penalty": 12, "bust.floor": -2}), "rolls:2", "optimal"),
        (pig(4, **KEPT, **PENALTY, **OFTEN), "rolls:2", "optimal"),
        (hog(6, 3, **KEPT, **{"turn.minimum_bank": 5, "bust.streak": 2, "bust.penalty": 3}), "dice:1", "optimal"),
        (pig(12, **FIRST), "hold-past:4", "optimal"),
        (hog(9, 3, **FIRST), "dice:1", "optimal"),
        (hog(9, 3, **{"events.win": ["33"]}), "dice:2", "optimal"),
        (pig(12, **WIN), "hold-past:4", "optimal"),
        (pig(12, **OFTEN), "hold-past:4", "optimal"),
        (pig(12, **OFTEN, **KEPT), "rolls:2", "optimal"),
        (jd.rules("two-dice-pig").replace({**SIMULTANEOUS, "goal": 30}), "hold-at:9", "rolls:2"),
    ],
)
def test_simulated_games_agree_with_the_exact_match(rules: jd.Rules, a: Any, b: Any) -> None:
    best = jd.solve(rules).strategy() if "optimal" in (a, b) else None
    a, b = (best if name == "optimal" else name for name in (a, b))
    exact = match_simultaneous(rules, a, b)
    options = SimulationOptions(20_000, seed=1)
    found = simulate_simultaneous(rules, a, b, options)
    assert abs(found.overall.mean - exact.overall) < 3 * found.overall.stderr
    assert abs(found.turns.mean - exact.expected_turns) < 3 * found.turns.stderr
    ahead = simulate_simultaneous(rules, a, b, replace(options, seed=2, scores=(0, rules.goal - 2)))
    chance = exact.first_at[rules.goal - 1, 1]
    assert abs(ahead.overall.mean - chance) < 3 * ahead.overall.stderr
    assert found == simulate(rules, a, b, games=20_000, seed=1)


@pytest.mark.parametrize("rules", [hog(12, 3), pig(12)])
def test_a_head_start_is_worth_the_value_at_unequal_scores(rules: jd.Rules) -> None:
    solution = jd.solve(rules)
    found = jd.fairness(solution)
    assert isinstance(found, SimultaneousFairness)
    assert found.first_player == 0.5
    assert found.fairest == (0, 0.5)
    chances = [chance for _, chance in found.komi_table]
    assert chances == sorted(chances, reverse=True)
    for komi, chance in found.komi_table:
        assert chance == pytest.approx(float(solution.chances_at((0, komi))[0]), abs=1e-12)
    best = solution.strategy()
    assert found.expected_turns == pytest.approx(match_simultaneous(rules, best, best).expected_turns)
    assert sum(found.turns.chances[::2]) == 0


def test_what_has_no_meaning_is_refused_with_the_reason() -> None:
    with pytest.raises(InputError, match="three or more players who choose at the same moment"):
        jd.match(hog(), "dice:1", "dice:2", "dice:1")
    never = DiceCard(1, own=((1, 2),), other=((1, 2),))
    events: dict[str, Any] = {"events.bust": ["xx", "xy"]}
    rules = hog(**events)
    with pytest.raises(InputError, match="never score"):
        match_simultaneous(rules, never, never)
    with pytest.raises(JeopardiceError, match="the game may never end"):
        match_simultaneous(rules, Bold(), Bold())
    other = jd.solve(hog(8)).strategy()
    with pytest.raises(InputError, match="another game"):
        match_simultaneous(hog(), other, "dice:1")


def test_commands() -> None:
    game = ["television-hog", "--set", "goal=12", "--set", "turn.choose_dice=[1,3]"]
    found = jeopardice("match", *game, "dice:3", "dice:2", "--json").json
    assert found["first"] == found["second"] == found["overall"]
    assert found["expected_turns"] == pytest.approx(2 * found["expected_rounds"])
    fair = jeopardice("fairness", *game, "--json").json
    assert (fair["first_player"], fair["komi"], fair["komi_value"]) == (0.5, 0, 0.5)
    assert "no player moves first" in printed("fairness", *game)
    answer = jeopardice("best-response", *game, "dice:1", "--json").json
    assert answer["exploitability"] == pytest.approx(answer["overall"] - 0.5)
    assert "can be exploited by" in printed("best-response", *game, "dice:1")
    simulated = jeopardice("simulate", *game, "dice:3", "dice:2", "--games", "2000", "--json").json
    assert abs(simulated["overall"] - found["overall"]) < 4 * simulated["stderr"]
    assert "rounds" in printed("simulate", *game, "dice:3", "dice:2", "--games", "2000")
    table = jeopardice("tournament", *game, "dice:3", "dice:2", "--json").json
    assert table["overall"][0][1] == pytest.approx(found["overall"], abs=1e-12)
    solved = jeopardice("solve", *game, "--certify", "--json").json
    assert 0 <= solved["error_bound"] < 1e-9


def test_busts_in_a_row_are_part_of_the_position() -> None:
    game = ["television-hog", "--set", "goal=12", "--set", "turn.choose_dice=[1,3]"]
    rules = [*game, "--set", "bust.streak=2", "--set", "bust.penalty=5"]
    found = [jeopardice("advise", *rules, "--scores", "8,8", "--busts", busts, "--json").json for busts in BUSTS]
    values = [each["value"] for each in found]
    assert values[0] < values[1] == 0 < values[2]
    assert found[0]["assumed"] == ["you have 1 and the other player 0 busts in a row"]
    wrong = jeopardice("advise", *rules, "--scores", "8,8", "--busts", "2,0")
    assert (wrong.status, wrong.err.count("\n")) == (2, 1)
    assert "from 0 to 1" in wrong.err
    assert jeopardice("advise", *game, "--scores", "8,8", "--busts", "1,0").status == 2


BUSTS = ("1,0", "1,1", "0,1")


def test_every_roll_may_end_the_turn() -> None:
    rules = small_pig(2, **{"dice.sides": 5, "dice.weights": [1, 1, 2, 2, 1], "events.lose_banked": ["2"]})
    rules = rules.replace({"events.bust": ["1", "3"], "events.win": ["4", "5"]})
    # A roll wins with a chance of 3 in 7; if both win in a round they share it.
    assert jd.solve(rules, exact=True).seats[0] == Fraction(1, 2)
    assert match_simultaneous(rules, "hold-at:2", "optimal").overall == pytest.approx(0.5)
    found = jd.simulate(rules, "hold-at:2", "optimal", games=2000, seed=3)
    assert isinstance(found, Simulation)
    assert abs(found.overall.mean - 0.5) < 3 * found.overall.stderr
    assert abs(found.turns.mean / 2 - 1 / (1 - (4 / 7) ** 2)) < 3 * found.turns.stderr
