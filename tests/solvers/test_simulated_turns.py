"""Turns and games simulated with the solution's decisions, by the brute force's own dice and rules."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from math import sqrt
from random import Random
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.analysis.cards import score_card
from jeopardice.analysis.fairness import fairness_of_two
from jeopardice.common.numbers import Sample
from jeopardice.evaluation.games import MOST_TURNS
from jeopardice.evaluation.simulation import SimulationOptions, simulate_duel, simulate_solo
from jeopardice.papers import Published, read_papers
from jeopardice.papers.recipes.races import OTHER, OWN
from jeopardice.papers.workbench import Workbench
from jeopardice.race.model import race_model
from jeopardice.solvers.race import solve_race
from jeopardice.solvers.turn import solve_turn
from jeopardice.strategies import strategy
from jeopardice.strategies.table_of import core_table
from jeopardice.turn import Place
from jeopardice.turn.advice import advise_turn
from jeopardice.turn.decisions import SolvedTurn
from oracles import race as naive_race
from oracles import turn as naive
from oracles.roll import Dice, Faces

pytestmark = pytest.mark.slow

TURNS = 3_000
GAMES = 400
PLAYED = ("race", "match", "match-percent", "card-percent", "advantage")
"""What papers ask for that can also be simulated."""
BENCH = Workbench()
SIMULATED: dict[str, jd.Simulation] = {}


def decisions(solution: SolvedTurn) -> naive.Decide:
    """The solution's play in the form that `naive.simulate_turn` asks for."""
    model = solution.model

    @cache
    def dice_to_keep(total: int, faces: str) -> str:
        return advise_turn(solution, total, faces).actions[0].keep

    @cache
    def next_roll(phase: int, total: int) -> Any:
        action = solution.action(phase, total)
        if isinstance(action, str):
            return action
        return sum(action.dice) if model.rules.family == "hog" else "roll"

    def decide(left: Dice, total: int, singles: int, first: bool, faces: Faces | None) -> Any:
        if faces is None:
            return next_roll(0 if first else model.places[Place((len(left),), singles)], total)
        wanted, positions = Counter(dice_to_keep(total, "".join(map(str, sorted(faces))))), set()
        for position, face in enumerate(map(str, faces)):
            if wanted[face]:
                wanted[face] -= 1
                positions.add(position)
        return frozenset(positions)

    return decide


@pytest.mark.parametrize(("preset", "seed"), [("pig", 1), ("hog", 2), ("ten-thousand", 3), ("farkle", 4)])
def test_simulated_turns_agree_within_three_standard_errors(preset: str, seed: int) -> None:
    solution = solve_turn(jd.rules(preset))
    exact = jd.turn_distribution(solution)
    document = tomllib.loads(files("jeopardice.rulebook").joinpath("presets", f"{preset}.toml").read_text())
    if preset == "hog":
        document["turn"]["choose_dice"] = [1, 6]  # brute force lists every ordered roll
    decide, random = decisions(solution), Random(seed)
    turns = [naive.simulate_turn(document, decide, random) for _ in range(TURNS)]
    points = [float(points) for points, _, _ in turns]
    rolls = [float(rolls) for _, rolls, _ in turns]
    busts = [float(bust) for _, _, bust in turns]
    for sample, mean, variance in (
        (points, exact.mean, exact.variance),
        (rolls, exact.mean_rolls, exact.variance_rolls),
        (busts, exact.bust, exact.bust * (1 - exact.bust)),
    ):
        assert abs(sum(sample) / TURNS - float(mean)) <= 3 * sqrt(float(variance) / TURNS)


@pytest.mark.parametrize(
    ("preset", "goal", "seed"), [("pig", 50, 1), ("hog", 40, 2), ("ten-thousand", 1000, 3), ("farkle", 800, 4)]
)
def test_simulated_games_agree_within_three_standard_errors(preset: str, goal: int, seed: int) -> None:
    """Both players follow the solution: who wins how often, and how many turns it takes."""
    document = tomllib.loads(files("jeopardice.rulebook").joinpath("presets", f"{preset}.toml").read_text())
    document["goal"] = goal
    if preset == "hog":
        document["turn"]["choose_dice"] = [1, 6]
    race = solve_race(jd.rules(document))
    fair = fairness_of_two(race)
    turns = 0

    @cache
    def turn_at(scores: tuple[int, int]) -> naive.Decide:
        return decisions(race.turn_at(scores))

    def decide(scores: tuple[int, int], left: Dice, total: int, singles: int, first: bool, faces: Any) -> Any:
        nonlocal turns
        turns += first and faces is None
        # It is asked at the goal too, where the solution knows nothing better than to bank.
        if faces is None and not first and scores[0] + total >= goal:
            return "bank"
        return turn_at(scores)(left, total, singles, first, faces)

    random = Random(seed)
    wins = [naive_race.simulate_game(document, decide, decide, random) == 0 for _ in range(GAMES)]
    chance = float(race.value)
    assert abs(sum(wins) / GAMES - chance) <= 3 * sqrt(chance * (1 - chance) / GAMES)
    assert abs(turns / GAMES - fair.turns.expected) <= 3 * fair.turns.deviation / sqrt(GAMES)


def simulated_within(rules: jd.Rules, plays: str, turns: int, games: int, seed: int) -> Sample:
    """How often a solo strategy reaches the goal in this number of turns."""
    table = core_table(race_model(rules), 1)
    player = strategy(plays).seat(table)
    found = table.simulate([player], table.start(), range(games), seed, MOST_TURNS, counted=True)
    return Sample.of_chance(float(found.lengths[: turns + 1].sum()), games)


def simulated(number: Published) -> Sample:
    """A published number of a race or a match, simulated; one simulation answers all that is asked of it."""
    ask, seed = number.ask, 1
    rules = jd.rules(ask["rules"]).replace(ask.get("set", {}))
    games = 40_000 if ask["rules"] == "pig" else 4_000
    plays, objective = ask.get("strategy", "optimal"), ask.get("objective", "win")
    if objective == "turns":
        return simulate_solo(rules, plays, games, seed)
    if objective.startswith("within"):
        return simulated_within(rules, plays, int(objective.removeprefix("within:")), games, seed)
    best = BENCH.race({"rules": ask["rules"]}).strategy() if not ask.get("set") else "optimal"
    a: Any = ask.get("a", "optimal")
    if ask["what"] == "card-percent":
        a = jd.strategies.Card(score_card(BENCH.turn(ask)).rows, OWN, OTHER)
    one, other = (best if name == "optimal" else name for name in (a, ask.get("b", "optimal")))
    scores = tuple(ask.get("scores", (0, 0)))
    key = repr((ask["rules"], ask.get("set"), a, ask.get("b"), scores))
    if key not in SIMULATED:
        SIMULATED[key] = simulate_duel(rules, one, other, SimulationOptions(games, seed, scores=scores))
    found = SIMULATED[key]
    percent = 100 if "percent" in ask["what"] else 1
    if ask.get("result") in ("advantage", "price"):
        sign = -1 if ask["result"] == "price" else 1
        return Sample(sign * percent * (2 * found.overall.mean - 1), 2 * percent * found.overall.stderr)
    sample: Sample = getattr(found, ask.get("result", "first"))
    if ask["what"] == "advantage":
        return Sample(2 * sample.mean - 1, 2 * sample.stderr)
    return Sample(1 - sample.mean if ask.get("seat") == 2 else percent * sample.mean, percent * sample.stderr)


def is_played(number: Published) -> bool:
    """Whether a number can be simulated: solo, best play is for the fewest turns."""
    ask = number.ask
    within = ask.get("objective", "win").startswith("within") and ask.get("strategy", "optimal") == "optimal"
    return ask["what"] in PLAYED and not within


@pytest.mark.parametrize("number", [n for paper in read_papers() for n in paper.numbers if is_played(n)], ids=str)
def test_published_races_and_matches_agree_with_simulations(number: Published) -> None:
    sample = simulated(number)
    right = float(str(number.published if number.correct is None else number.correct).replace(" ", ""))
    assert abs(sample.mean - right) <= 3 * sample.stderr
