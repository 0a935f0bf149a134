"""The surfaces of roll and bank are what each turn, worked out by itself, says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jeopardice as jd
from jeopardice.analysis.boundaries import BANK, ROLL, assumed, boundaries, check_boundaries, turn_slice
from jeopardice.analysis.tables import turn_table
from jeopardice.solvers.race import solve_race
from jeopardice.turn import Roll
from support.grid import FARKLE, HOG, PIG

SHORT_FARKLE = jd.rules("farkle").replace(goal=2000)


MEMORIES: list[dict[str, object]] = [
    {"bust.streak": 3, "bust.penalty": 500},
    {"bust.streak": 2, "bust.penalty": 100, "bust.floor": "none"},
    {"turn.steal": "after-bust"},
    {"turn.steal": "after-bank", "turn.beat_previous": True},
    {"end.rule": "last-turn"},
    {"end.rule": "equal-turns", "end.tie": "split"},
]


@pytest.mark.parametrize(
    "change", [{}, {"turn.minimum_bank": 300}, {"turn.first_bank": 500}, {"goal": 1975}, *MEMORIES], ids=str
)
def test_surfaces_are_what_every_turn_says_for_every_number_of_dice(change: dict[str, object]) -> None:
    rules = SHORT_FARKLE.replace(change)
    solution = solve_race(rules)
    found = boundaries(solution, 10)
    assert found.phases == ("6", "5", "4", "3", "2", "1")
    assert bool(assumed(rules)) == (change in MEMORIES[:4] + MEMORIES[5:])
    for a, mine in enumerate(found.scores.tolist()):
        for b, theirs in enumerate(found.scores.tolist()):
            turn = solution.turn_at((mine, theirs))
            assert found.values[a, b] == np.float32(solution.value_at((mine, theirs)))
            won_at = rules.goal - mine if rules.end.rule == "sudden" else (turn.start + 1) * 50
            for number, q in enumerate(turn.model.rolling_phases):
                totals = range(50, won_at, 50)
                least = next((total for total in totals if turn.action(q, total) == "bank"), None)
                assert found.hold_at[number, a, b] == (least or won_at)
                assert found.never[number, a, b] == (least is None)


@pytest.mark.parametrize(
    "change",
    [{"family": "pig"}, {"family": "farkle", "turn.steal": "after-bank"}, {"family": "hog", "end.rule": "equal-turns"}],
    ids=str,
)
@pytest.mark.parametrize("others", [None, (2,)])
def test_surfaces_of_three_are_what_every_turn_says(change: dict[str, str], others: tuple[int] | None) -> None:
    document: dict[str, Any] = {"pig": PIG, "farkle": FARKLE, "hog": HOG}[change["family"]]
    rules = jd.rules({**document, "players": 3}).replace(change)
    solution = jd.solve(rules)
    found = boundaries(solution, 10, others=others)
    for a, mine in enumerate(found.scores.tolist()):
        for b, theirs in enumerate(found.scores.tolist()):
            scores = (mine, theirs, *(others or (theirs,)))
            turn = solution.turn_at(scores)
            assert found.values[a, b] == np.float32(solution.value_at(scores))
            for number, q in enumerate(turn.model.rolling_phases if rules.family != "hog" else [0]):
                action = turn.action(q, 0)
                if isinstance(action, Roll) and rules.family == "hog":
                    assert found.hold_at[number, a, b] == sum(action.dice)
                    continue
                totals = range(1, rules.goal - mine)
                least = next((total for total in totals if turn.action(q, total) == "bank"), None)
                assert found.hold_at[number, a, b] == (least or rules.goal - mine)
                assert found.never[number, a, b] == (least is None)


def test_the_scores_of_the_others_are_one_for_each() -> None:
    with pytest.raises(jd.InputError, match="others: 2 given: with 3 players it must be one score"):
        boundaries(jd.solve({**PIG, "players": 3}), 10, others=(1, 2))


@pytest.mark.parametrize("name", ["two-dice-pig", "pig"])
def test_a_surface_of_a_saved_solution_is_that_of_the_solved(name: str, tmp_path: Path) -> None:
    rules = jd.rules(name).replace({"goal": 40, "turn.steal": "after-bust"})
    solution = solve_race(rules)
    jd.save(solution, tmp_path / "solution.nc")
    for array in ("hold_at", "values"):
        kept, found = (getattr(boundaries(each, 10), array) for each in (jd.load(tmp_path / "solution.nc"), solution))
        assert np.array_equal(kept, found)


@pytest.mark.parametrize("change", [{}, {"events.win": ["66"]}, {"turn.choose_dice": [2, 7]}])
def test_surface_of_hog_is_the_number_of_dice(change: dict[str, object]) -> None:
    solution = solve_race(jd.rules("hog").replace({"goal": 30, "dice.count": 10, **change}))
    found = boundaries(solution, 10)
    for a, mine in enumerate(found.scores.tolist()):
        for b, theirs in enumerate(found.scores.tolist()):
            roll = solution.turn_at((mine, theirs)).action(0, 0)
            assert isinstance(roll, Roll)
            assert found.hold_at[0, a, b] == sum(roll.dice)


def test_simultaneous_games_have_no_surface() -> None:
    with pytest.raises(jd.JeopardiceError, match="simultaneous"):
        check_boundaries(jd.rules("hog").replace({"simultaneous": True}))


@pytest.mark.parametrize("name", ["farkle", "pig", "kingdom-come"])
def test_slice_is_the_table_of_the_turn_and_what_a_roll_is_worth(name: str) -> None:
    rules = jd.rules(name)
    rules = rules.replace(goal=min(rules.goal, 1500))
    solution = solve_race(rules)
    quarter = rules.goal // 4 // solution.model.turn.unit * solution.model.turn.unit
    turn = solution.turn_at((quarter, 2 * quarter))
    found, table = turn_slice(turn), turn_table(turn, last=turn.last_decision)
    assert found.phases == table.phases
    for i, row in enumerate(table.rows):
        for j, cell in enumerate(row):
            q = turn.model.rolling_phases[j]
            worth = max(float(turn.roll_value(q, roll, cell.total)) for roll in turn.model.phases[q].rolls)
            bank = turn.bank_value(q, cell.total)
            assert found.totals[i] == cell.total
            assert found.roll[i, j] == pytest.approx(worth, abs=1e-12)
            assert np.isnan(found.bank[i, j]) if bank is None else found.bank[i, j] == bank
            assert found.decision[i, j] == (BANK if cell.action == "bank" else ROLL)
            assert found.reachable[i, j] == cell.reachable
            assert found.bust[i, j] == cell.bust
