"""What games are like: exact figures against the commands that make them, simulated figures against literal play."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import comb, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings

import jeopardice as jd
from jeopardice.analysis.compare import (
    Figure,
    Profile,
    games_to_be_ahead,
    unless_endless,
)
from jeopardice.analysis.compare_text import example_text, number, percent, rows, sentences
from jeopardice.analysis.comparison import compare
from jeopardice.analysis.disagreements import bank_from, disagreements, thresholds
from jeopardice.analysis.fairness import fairness_of_two
from jeopardice.analysis.seats_profile import games_to_be_ahead_of
from jeopardice.evaluation.duels import match_duel
from jeopardice.evaluation.simulation import SimulationOptions
from jeopardice.evaluation.simulation import simulate_duel as simulate
from jeopardice.figures.compare_page import page
from jeopardice.solvers.race import solve_race
from jeopardice.solvers.turn import solve_turn
from jeopardice.strategies import strategy
from support.small_rules import Document, carryover_rules
from support.variants import VARIANTS

PIG = jd.rules("pig").replace(goal=40)
FARKLE = jd.rules("farkle").replace(goal=2000)


@cache
def solved(rules: jd.Rules) -> jd.RaceSolution:
    return solve_race(rules)


def profile(solution: jd.Solution, **options: Any) -> Profile:
    return compare(solution, **options)[0]


@cache
def of(rules: jd.Rules, games: int = 4000) -> Profile:
    return profile(solved(rules), games=games, seed=1)


@pytest.mark.parametrize("rules", [PIG, FARKLE, jd.rules("hog").replace(goal=40)], ids=lambda rules: rules.title)
def test_plain_games_are_reported_exactly(rules: jd.Rules) -> None:
    found, fair = of(rules), fairness_of_two(solved(rules))
    assert (found.first_player, found.advantage, found.komi) == (fair.first_player, fair.advantage, fair.fairest)
    assert found.turns.value == pytest.approx(fair.turns.expected, rel=1e-12)
    assert found.turns_deviation.value == pytest.approx(fair.turns.deviation, rel=1e-9)
    best, beginner = solved(rules).strategy(), "dice:2" if rules.family == "hog" else "rolls:2"
    assert found.beginner.name == beginner
    assert found.skill.against_max.value == pytest.approx(match_duel(rules, best, "max-score").overall, abs=1e-12)
    assert found.skill.against_beginner.value == pytest.approx(match_duel(rules, best, beginner).overall, abs=1e-12)
    assert found.skill.max_against_beginner is not None
    fixed = match_duel(rules, "max-score", beginner).overall
    assert found.skill.max_against_beginner.value == pytest.approx(fixed, abs=1e-12)
    figures = (
        found.turns,
        found.points,
        found.bust,
        found.turns_deviation,
        found.skill.against_max,
        found.skill.against_beginner,
        found.luck,
    )
    assert all(figure.stderr is None for figure in figures)
    turn = solve_turn(rules)
    assert (found.turn_points, found.turn_bust) == (turn.value, turn.bust_probability)


@pytest.mark.parametrize("name", ["pig with a penalty", "pig with a last turn", "farkle, stolen turns", "two-dice pig"])
def test_games_with_carryover_are_reported_exactly(name: str) -> None:
    rules = jd.rules(VARIANTS[name])
    found, race = of(rules), solved(rules)
    assert found.first_player == race.value
    assert all(chance == race.value_at((0, komi)) for komi, chance in found.komi_table)
    for plays, figure in (("max-score", found.skill.against_max), ("rolls:2", found.skill.against_beginner)):
        counted = simulate(rules, race.strategy(), plays, SimulationOptions(40_000, seed=5)).overall
        assert figure.stderr is None
        assert abs(figure.value - counted.mean) <= 3.5 * counted.stderr
    assert found.turns.stderr is None
    long = simulate(rules, race.strategy(), race.strategy(), SimulationOptions(40_000, seed=6)).turns
    assert abs(found.turns.value - long.mean) <= 3.5 * long.stderr
    assert sum(found.lengths) == pytest.approx(1)


def test_the_mean_length_of_a_long_race_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = of(PIG)
    monkeypatch.setattr("jeopardice.analysis.compare.LONG_RACE", 39)
    found = profile(solved(PIG))
    assert found.turns.stderr is None
    assert found.turns.value == pytest.approx(exact.turns.value, rel=1e-12)
    assert found.turns_deviation.stderr is not None
    assert abs(found.turns_deviation.value - exact.turns_deviation.value) < 4 * found.turns_deviation.stderr


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_counted_in_pig_is_what_literal_play_counts(players: int) -> None:
    """Best play of Pig to 40 with the solution's own turns, one die and Python's random numbers."""
    rules = PIG.replace(players=players)
    race, random, number_of_games = jd.solve(rules), Random(1), 1500
    turn_at = cache(race.turn_at)
    names = ("turns", "points", "busts", "lead_changes", "decisions", "max_score_mistakes", "max_score_costs")
    games = np.zeros((number_of_games, len(names)))
    for counts in games:
        scores, mover, leader = [0] * players, 0, None
        while max(scores) < 40:
            turn = turn_at((*scores[mover:], *scores[:mover]))
            total, counts[0] = 0, counts[0] + 1
            while True:
                face = random.randint(1, 6)
                if face == 1:
                    counts[2] += 1
                    break
                total += face
                bank, best = float(turn.bank_value(0, total) or 0), float(turn.state_value(0, total))
                rolling = float(turn.roll_value(0, turn.model.phases[0].rolls[0], total))
                obvious = bank if total >= 20 or scores[mover] + total >= 40 else rolling
                counts[4] += 1
                if best - obvious > 1e-9:
                    counts[5] += 1
                    counts[6] += best - obvious
                if bank >= best:
                    counts[1] += total
                    scores[mover] += total
                    break
            ahead = scores.index(max(scores)) if scores.count(max(scores)) == 1 else None
            counts[3] += leader is not None and ahead is not None and ahead != leader
            leader = leader if ahead is None else ahead
            mover = (mover + 1) % players
    played = profile(race, games=20_000, seed=1).played
    for k, name in enumerate(names):
        sample = played.mean(name)
        error = sqrt(games[:, k].var() / number_of_games + sample.stderr**2)
        assert abs(games[:, k].mean() - sample.mean) <= 3.5 * error, name


@pytest.mark.parametrize("change", [{"goal": 25}, {"goal": 15, "end.rule": "last-turn"}], ids=str)
def test_games_of_three_are_reported_exactly(change: dict[str, Any]) -> None:
    race = jd.solve("pig", players=3, **change)
    found, fair = profile(race, games=2000), jd.fairness(race)
    assert isinstance(fair, jd.MultiplayerFairness)
    assert (found.seats, found.head_starts) == (race.seats, fair.fairest.points) == (fair.chances, found.head_starts)
    assert found.turns.value == pytest.approx(fair.expected_turns, rel=1e-12)
    assert sum(found.lengths) == pytest.approx(1)
    for plays, figure in (("max-score", found.skill.against_max), ("rolls:2", found.skill.against_beginner)):
        counted: Any = jd.simulate(race.rules, race.strategy(), plays, plays, games=9000, seed=5)
        assert figure.stderr is None
        assert abs(figure.value - counted.overall[0].mean) <= 3 * counted.overall[0].stderr
        match: Any = jd.match(race.rules, race.strategy(), plays, plays)
        assert figure.value == pytest.approx(match.overall[0], abs=1e-12)
    won = found.played.mean("wins")
    assert abs(won.mean - float(race.value)) <= 3.5 * won.stderr
    p = found.skill.against_beginner.value
    assert found.luck.value == pytest.approx((p * (1 - p) + 2 * (1 - p) / 2 * (1 + p) / 2) / (2 / 3))


def test_games_for_different_numbers_of_players_are_put_side_by_side() -> None:
    three, two = PIG.replace(players=3, goal=20), PIG.replace(goal=20)
    found = compare([("three", three), ("more", three.replace({"turn.minimum_bank": 4})), ("two", two)], games=200)
    more, other = disagreements(found)
    assert more.decisions > 500
    assert all(len(example.scores) == 3 for example in more.examples)
    assert other.reason == "they are for different numbers of players"
    text = {row.label: row.cells for row in rows(found)}
    assert [cell.count("%") for cell in text["the others win"]] == [2, 2, 1]
    assert page(found, disagreements(found))


def test_thresholds_of_three_are_those_of_the_solution() -> None:
    race = jd.solve({"family": "pig", "goal": 40, "players": 3, "dice": {"sides": 3}})
    ((_, total),) = thresholds(profile(race, games=100))
    turn = race.turn_at((20, 20, 20))
    assert total == next(t for t in range(1, 20) if turn.action(0, t) == "bank") > 1


@pytest.mark.parametrize(
    "change",
    [
        {"goal": 40},
        {"goal": 40, "turn.keep_on_bust": True},
        {"goal": 40, "turn.steal": "after-bust"},
        {"goal": 40, "bust.streak": 2, "bust.penalty": 5},
        {"goal": 30, "players": 3},
    ],
    ids=str,
)
def test_points_and_busts_of_a_turn_are_exact_and_those_of_simulated_games(change: dict[str, Any]) -> None:
    found = compare(jd.rules("pig").replace(change), games=10_000)[0]
    for figure, counted in ((found.points, "points"), (found.bust, "busts")):
        sample = found.played.ratio(counted, "turns")
        assert figure.stderr is None
        assert abs(figure.value - sample.mean) <= 3 * sample.stderr


def test_points_of_last_turns_and_of_rolls_that_win_are_simulated() -> None:
    for change in ({"end.rule": "last-turn"}, {"events.win": ["6"]}):
        assert compare(PIG.replace({"goal": 20, **change}), games=100)[0].points.stderr is not None


def test_where_it_is_better_to_be_second_the_first_has_the_head_start() -> None:
    rules = jd.rules(VARIANTS["pig, equal turns"])
    found, race = of(rules), solved(rules)
    assert found.first_player == race.value
    assert found.first_player < 0.5
    komi, chance = found.komi
    assert komi < 0
    assert chance == race.value_at((-komi, 0))
    chances = [float(race.value_at((start, 0))) for start in range(40)]
    assert abs(chance - 0.5) == min(abs(other - 0.5) for other in chances)
    assert f"{-komi}, to the first" in {cell for row in rows([found]) for cell in row.cells}


@pytest.mark.parametrize("p", [0.53, 0.6, 0.75, 0.96])
def test_games_to_be_ahead(p: float) -> None:
    found = games_to_be_ahead(p)
    assert found is not None

    def ahead(games: int) -> float:
        return sum(comb(games, k) * p**k * (1 - p) ** (games - k) for k in range(games // 2 + 1, games + 1))

    assert found % 2 == 1
    assert ahead(found) >= 0.95
    assert found == 1 or ahead(found - 2) < 0.95


@pytest.mark.parametrize(("p", "q"), [(0.5, 0.25), (0.4, 0.2), (0.34, 0.3)])
def test_games_to_be_ahead_of_one_of_several(p: float, q: float) -> None:
    found = games_to_be_ahead_of(p, q)
    assert found is not None

    def ahead(games: int) -> float:
        leads = np.ones(1)
        for _ in range(games):
            leads = np.convolve(leads, [q, 1 - p - q, p])
        return float(leads[games + 1 :].sum())

    assert ahead(found) >= 0.95
    assert ahead(found - 1) < 0.95


def test_who_is_not_better_is_never_ahead() -> None:
    assert games_to_be_ahead(0.5) is None
    assert games_to_be_ahead_of(1 / 3, 1 / 3) is None
    assert games_to_be_ahead(0.50001) is None


def test_luck_is_what_is_left_of_the_variance() -> None:
    found = of(PIG)
    p = found.skill.against_beginner.value
    assert found.luck.value == pytest.approx(p * (1 - p) / 0.25)


def test_a_game_does_not_disagree_with_itself() -> None:
    one, other = compare([("one", solved(FARKLE)), ("other", solved(FARKLE))], games=500)
    (found,) = disagreements([one, other])
    assert (found.share, found.not_allowed, found.examples) == (0, 0, ())
    assert found.decisions > 1000
    assert sum(part for _, part, _ in found.by_dice) == pytest.approx(1)


def test_games_are_compared_by_name_by_rules_or_solved_and_shown_as_a_table() -> None:
    found = compare(["piglet", PIG, ("solved", solved(PIG))], games=200)
    assert [profile.name for profile in found] == ["piglet", PIG.title, "solved"]
    assert found.table().rows[1][1:] == found.table().rows[2][1:]
    assert found.table().rows[1][1] == solved(PIG).value
    assert "<th>lead changes</th>" in found._repr_html_()
    with pytest.raises(jd.InputError, match=r"^game: 5: it must be a solution, the name of a preset"):
        compare([5])  # type: ignore[list-item]


@pytest.mark.parametrize(
    "change",
    [{"turn.minimum_bank": 300}, {"goal": 4000}, {"end.rule": "last-turn"}, {"bust.streak": 3, "bust.penalty": 500}],
    ids=str,
)
def test_examples_are_what_advice_says(change: dict[str, object]) -> None:
    other_rules = FARKLE.replace(change)
    (found,) = disagreements([of(FARKLE, 600), of(other_rules, 600)])
    assert found.reason is None
    assert 0 < found.share < 1
    assert found.examples
    for example in found.examples:
        here = solved(FARKLE).advise(example.scores, turn=example.total, dice_left=example.dice)
        there = solved(other_rules).advise(example.other_scores, turn=example.total, dice_left=example.dice)
        assert {here.actions[0].then, there.actions[0].then} == {"bank", "roll"}
        assert there.actions[0].then == ("bank" if example.banks else "roll")
        if "bust.streak" not in change:  # else the position may come with busts in a row
            assert example.cost == pytest.approx(abs(float(there.actions[-1].loss)), abs=1e-9)
        assert example_text(example)


def test_totals_to_bank_from_are_those_of_the_solution() -> None:
    found, race = of(FARKLE), solved(FARKLE)
    turn = race.turn_at((1000, 1000))
    for (dice, total), phase in zip(thresholds(found), race.model.turn.rolling_phases, strict=True):
        assert race.model.turn.phase_name(race.model.turn.phases[phase]) == dice
        banks = [t for t in range(50, 1000, 50) if turn.action(phase, t) == "bank"]
        assert total == (min(banks) if banks else None)
    assert bank_from(found.games, np.array([1, 1, 0, 0, 1], dtype=np.int32)) is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"dice": {"count": 2, "sides": 6}}, "different dice"),
        ({"dice": {"count": 1, "sides": 6, "weights": [1, 2, 1, 1, 1, 1]}}, "different dice"),
        ({"family": "hog", "dice": {"count": 3, "sides": 6}}, "Hog"),
        ({"family": "farkle", "scoring": {"5": 5}, "events": {}}, "set aside"),
    ],
    ids=str,
)
def test_games_that_cannot_be_compared_say_why(change: Document, reason: str) -> None:
    document = {"family": "pig", "goal": 20, "dice": {"count": 1, "sides": 6}, "events": {"bust": ["1"]}, **change}
    (found,) = disagreements([of(PIG), of(jd.rules(document), 200)])
    assert found.reason is not None
    assert reason in found.reason
    assert sentences(found) == [f"Not compared with {found.first}: {found.reason}."]


def test_numbers_show_as_much_as_is_known() -> None:
    assert number(Figure(1234.5678), 2) == "1,234.57"
    assert number(Figure(1234.5678, 0.4), 2) == "1,234.6 ±0.4"
    assert number(Figure(1234.5678, 12.0), 2) == "1,235 ±12"
    assert percent(Figure(0.123456, 0.00034)) == "12.35 ±0.03%"
    assert percent(Figure(0.5, 0.0)) == "50.00 ±0.00%"
    assert len({len(row.cells) for row in rows([of(PIG), of(FARKLE)])}) == 1


def test_only_best_play_for_the_win_can_be_compared() -> None:
    with pytest.raises(jd.InputError, match="objective"):
        profile(solve_race(PIG, "turns"))
    with pytest.raises(jd.InputError, match="beginner"):
        profile(solved(PIG), beginner="optimal")
    assert profile(solved(PIG), beginner=strategy("hold-at:10"), games=100).beginner.name == "hold-at:10"


def test_games_without_end_are_reported_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.evaluation.games.MOST_TURNS", 3)
    with pytest.raises(jd.JeopardiceError, match="not over after 3 turns"):
        profile(solved(jd.rules(VARIANTS["two-dice pig"])), games=100)
    assert unless_endless(lambda: profile(solved(jd.rules(VARIANTS["two-dice pig"])), games=100)) is None
    endless = replace(of(PIG), skill=replace(of(PIG).skill, max_against_beginner=None))
    assert "without end" in {cell for row in rows([endless]) for cell in row.cells}
    assert page([endless], [])


@given(carryover_rules())
@settings(max_examples=8)
def test_any_small_game_can_be_compared(document: Document) -> None:
    try:
        race = solve_race(jd.rules(document))
    except jd.JeopardiceError:
        assume(False)
        raise
    found = profile(race, games=300)
    won = found.played.mean("wins")
    assert abs(won.mean - float(race.value)) <= 5 * sqrt(0.25 / 300)
    assert rows([found])
    assert page([found, found], disagreements([found, found]))
