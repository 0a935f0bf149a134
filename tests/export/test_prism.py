"""Models in the language of PRISM, read and solved by the model checker Storm: the same numbers as ours."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jeopardice as jd
from jeopardice.common.errors import InputError, JeopardiceError
from jeopardice.export import prism_best_play, prism_model, write_prism
from jeopardice.export.prism import PrismModel
from jeopardice.rulebook import Rules

stormpy = pytest.importorskip("stormpy", reason="Storm is not on every system")

PIG, PIGLET = jd.rules("pig"), jd.rules("piglet")
SMALL_FARKLE = jd.rules("farkle").replace({"goal": 300, "dice.count": 3})
TINY_FARKLE = SMALL_FARKLE.replace({"goal": 100, "dice.count": 2, "dice.sides": 5, "scoring": {"1": 100, "5": 50}})
GAMES: dict[str, Rules] = {
    "piglet": PIGLET,
    "pig": PIG.replace(goal=20),
    "two dice": jd.rules("two-dice-pig").replace(goal=15),
    "hog": jd.rules("hog").replace({"goal": 12, "simultaneous": False, "turn.choose_dice": [1, 4]}),
    "farkle": SMALL_FARKLE,
    "farkle of six dice": jd.rules("farkle").replace(goal=250),
    "first bank": SMALL_FARKLE.replace({"turn.first_bank": 200, "turn.minimum_bank": 100}),
    "no hot dice": SMALL_FARKLE.replace({"turn.hot_dice": False, "turn.minimum_bank": 150}),
    "kept on a bust": SMALL_FARKLE.replace({"turn.keep_on_bust": True}),
    "bonus": SMALL_FARKLE.replace({"turn.single_die_bonus": [50], "turn.full_bust": 100}),
    "penalty": SMALL_FARKLE.replace({"bust.streak": 1, "bust.penalty": 50}),
    "streak": PIG.replace({"goal": 12, "bust.streak": 2, "bust.penalty": 3}),
    "below zero": PIG.replace({"goal": 8, "bust.streak": 2, "bust.penalty": 3, "bust.floor": -4}),
    "kept, then punished": PIG.replace(
        {"goal": 10, "turn.keep_on_bust": True, "bust.streak": 2, "bust.penalty": 2, "dice.sides": 4}
    ),
    "loss": jd.rules("two-dice-pig").replace({"goal": 12, "events.win": ["22"]}),
    "loaded": PIG.replace({"goal": 12, "dice.weights": [2, 1, 1, 1, 1, 3]}),
}


CARRYOVER: dict[str, dict[str, Any]] = {
    "beat": {"turn.beat_previous": True, "turn.minimum_bank": 2},
    "steal after a bank": {"turn.steal": "after-bank"},
    "steal after a bust": {"turn.steal": "after-bust", "turn.first_bank": 4},
    "steal and beat": {"turn.steal": "after-bank", "turn.beat_previous": True},
    "steal kept busts with penalties": {
        "turn.steal": "after-bust",
        "turn.keep_on_bust": True,
        "bust.streak": 2,
        "bust.penalty": 2,
    },
    "last turn": {"end.rule": "last-turn"},
    "last turn, ties split": {"end.rule": "last-turn", "end.tie": "split"},
    "equal turns, ties split": {"end.rule": "equal-turns", "end.tie": "split"},
    "last turn with penalties": {
        "end.rule": "last-turn",
        "bust.streak": 2,
        "bust.penalty": 2,
    },
    "last turn to beat": {"end.rule": "last-turn", "turn.beat_previous": True},
    "equal turns, stolen": {"end.rule": "equal-turns", "turn.steal": "after-bust"},
}


def built(model: PrismModel, folder: Path, number: type = float) -> tuple[Any, Any]:
    """Storm's model and property, from the files."""
    path = folder / "game.prism"
    write_prism(model, path)
    program = stormpy.parse_prism_program(str(path))
    (asked,) = stormpy.parse_properties((folder / "game.props").read_text().strip(), program)
    return stormpy.build_model[number](program, [asked]), asked


def by_storm(model: PrismModel, folder: Path) -> Fraction:
    """The value of a model, in fractions."""
    found, asked = built(model, folder, stormpy.Rational)
    result = stormpy.model_checking(found, asked, environment=stormpy.environments.exact())
    return Fraction(str(result.get_value(found.initial_states[0])))


def by_value_iteration(model: PrismModel, folder: Path) -> float:
    """The value of a game of two: Storm builds it but does not solve it, so its matrix is iterated here."""
    game, _ = built(model, folder)
    matrix, groups = game.transition_matrix, game.transition_matrix.get_row_group_start
    entries = [(r, e.column, e.value) for r in range(matrix.nr_rows) for e in matrix.get_row(r)]
    rows, columns, chances = (np.array(part) for part in zip(*entries, strict=True))
    starts = np.array([groups(s) for s in range(game.nr_states)])
    (reached,) = (label for label in game.labeling.get_labels() if "score1" in label or "winner" in label)
    won = np.array([reached in game.labeling.get_labels_of_state(s) for s in range(game.nr_states)])
    first = np.array([game.get_player_of_state(s) == 0 for s in range(game.nr_states)])
    assert {0, 1} == set(first.astype(int))
    values = won.astype(float)
    for _ in range(5000):
        moves = np.bincount(rows, chances * values[columns], matrix.nr_rows)
        best = np.where(first, np.maximum.reduceat(moves, starts), np.minimum.reduceat(moves, starts))
        best[won] = 1.0
        change = np.abs(best - values).max()
        values = best
        if change < 1e-15:
            break
    return float(values[game.initial_states[0]])


@pytest.mark.parametrize("name", GAMES)
def test_the_fewest_turns_are_ours(tmp_path: Path, name: str) -> None:
    rules = GAMES[name]
    assert float(by_storm(prism_model(rules, "turns"), tmp_path)) == pytest.approx(
        float(jd.solve(rules, "turns").value), rel=1e-13
    )


@pytest.mark.parametrize("name", GAMES)
def test_the_value_of_the_game_of_two_is_ours(tmp_path: Path, name: str) -> None:
    rules = GAMES[name]
    assert by_value_iteration(prism_model(rules), tmp_path) == pytest.approx(float(jd.solve(rules).value), abs=1e-12)


@pytest.mark.parametrize("game", [PIG.replace({"goal": 5, "dice.sides": 4}), TINY_FARKLE], ids=["pig", "farkle"])
@pytest.mark.parametrize("name", CARRYOVER)
def test_the_value_with_carryover_is_ours(tmp_path: Path, name: str, game: Rules) -> None:
    unit = 1 if game.family == "pig" else 50
    scaled = ("turn.first_bank", "turn.minimum_bank", "bust.penalty")
    rules = game.replace({key: value * unit if key in scaled else value for key, value in CARRYOVER[name].items()})
    solution = jd.solve(rules)
    assert by_value_iteration(prism_model(rules), tmp_path) == pytest.approx(float(solution.value), abs=1e-12)
    assert float(by_storm(prism_best_play(solution), tmp_path)) == pytest.approx(float(solution.value), abs=1e-12)


@pytest.mark.parametrize("name", GAMES)
def test_the_chain_of_best_play_has_the_same_value(tmp_path: Path, name: str) -> None:
    solution = jd.solve(GAMES[name])
    assert float(by_storm(prism_best_play(solution), tmp_path)) == pytest.approx(float(solution.value), abs=1e-13)


@pytest.mark.parametrize("name", ["pig", "farkle", "streak", "kept, then punished"])
def test_the_chain_of_one_player_has_the_fewest_turns(tmp_path: Path, name: str) -> None:
    solution = jd.solve(GAMES[name], "turns")
    assert float(by_storm(prism_best_play(solution), tmp_path)) == pytest.approx(float(solution.value), rel=1e-13)


@pytest.mark.parametrize("name", ["pig", "farkle", "streak", "loss"])
@pytest.mark.parametrize("turns", [1, 3])
def test_chances_in_time_are_ours(tmp_path: Path, name: str, turns: int) -> None:
    wanted = f"within:{turns}"
    solution = jd.solve(GAMES[name], wanted)
    assert isinstance(solution, jd.RaceSolution)
    assert float(by_storm(prism_model(GAMES[name], wanted), tmp_path)) == pytest.approx(
        float(solution.value), abs=1e-13
    )


def test_exact_fractions_are_the_same(tmp_path: Path) -> None:
    """Piglet of two, and Pig alone, digit by digit."""
    assert by_storm(prism_best_play(jd.solve(PIGLET)), tmp_path) == jd.solve(PIGLET, exact=True).value
    pig = PIG.replace(goal=30)
    assert by_storm(prism_model(pig, "turns"), tmp_path) == jd.solve(pig, "turns", exact=True).value


def test_models_do_not_grow_with_the_goal() -> None:
    """The game is said, not its states."""
    small, large = (prism_model(PIG.replace(goal=goal)).text for goal in (20, 90))
    assert len(re.findall("->", small)) == len(re.findall("->", large))


def test_names_do_not_break_a_model(tmp_path: Path) -> None:
    rules = PIG.replace({"goal": 10, "title": 'Pig "of the" house */ // // 1'})
    assert float(by_storm(prism_model(rules, "turns"), tmp_path)) == pytest.approx(
        float(jd.solve(rules, "turns").value)
    )


@pytest.mark.parametrize(
    ("changes", "objective", "message"),
    [
        ({"players": 3, "goal": 500}, "win", "players: 3"),
        ({"bust.streak": 3, "bust.penalty": 500, "bust.floor": "none", "goal": 500}, "win", "bust.floor"),
        ({}, "win", "goal: 10000: about .* states"),
        ({}, "score", "objective: score"),
    ],
)
def test_what_has_no_model_is_refused(changes: dict[str, Any], objective: str, message: str) -> None:
    with pytest.raises((InputError, JeopardiceError), match=message):
        prism_model(jd.rules("farkle").replace(changes), objective)


def test_chains_that_are_too_long_are_refused() -> None:
    with pytest.raises(InputError, match="goal: 100: a chain is written for at most"):
        prism_best_play(jd.solve(PIG))
    with pytest.raises(InputError, match="no turns to count down"):
        prism_best_play(jd.solve(PIG.replace(goal=10), "within:3"))


def test_a_model_is_not_named_like_its_property(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="must not end with"):
        write_prism(prism_model(PIGLET), tmp_path / "pig.props")
