"""Objective `average` on the command line: points a turn in the long run, when busts in a row are punished."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.solvers.turn import solve_turn
from support.cli_runner import assert_types, changes, jeopardice, printed, solved

AVERAGE = ("--objective", "average")
PUNISHED = changes(bust__streak=3, bust__penalty=50)
FARKLE = changes(bust__streak=3, bust__penalty=1000)


def average(*arguments: str) -> dict[str, Any]:
    """The JSON of `solve --objective average`, with what holds for all of it."""
    found = jeopardice("solve", *arguments, *AVERAGE, "--json").json
    assert_types(found, rules=str, objective=str, value=float, exact=(str, type(None)), bust_probability=float)
    assert_types(found, error_bound=float, states=int, seconds=float, after_busts=list, strategy=str, left_out=list)
    assert found["objective"] == "average"
    after_busts = found["after_busts"]
    assert [after["busts"] for after in after_busts] == list(range(len(after_busts)))
    for after in after_busts:
        assert_types(after, busts=int, share=float, value=float, bust_probability=float, bank_from=dict)
        assert 0 <= after["bust_probability"] <= 1
    assert sum(after["share"] for after in after_busts) == pytest.approx(1)
    busts = sum(after["share"] * after["bust_probability"] for after in after_busts)
    assert found["bust_probability"] == pytest.approx(busts)
    assert after_busts[0]["value"] == found["value"]
    # After k busts comes one more, or none: k + 1 is reached as often as k busts.
    for before, after in pairwise(after_busts):
        assert after["share"] == pytest.approx(before["share"] * before["bust_probability"])
    return found


def test_solve_agrees_with_the_library() -> None:
    found = average("pig", *PUNISHED)
    solution = jd.solve(jd.rules("pig").replace({"bust.streak": 3, "bust.penalty": 50}), "average")
    assert (found["value"], found["error_bound"]) == (solution.value, solution.error_bound)
    assert found["states"] == solution.states
    assert [after["bank_from"] for after in found["after_busts"]] == [turn.bank_totals() for turn in solution.turns]
    assert [after["bank_from"]["1"] for after in found["after_busts"]] == [17, 10, 1]
    assert found["exact"] is None
    assert 0 < found["error_bound"] < 1e-9


def test_solve_exactly() -> None:
    found = average("pig", *PUNISHED, "--exact")
    assert found["exact"] == "845072569669/141365372417"
    assert found["value"] == float(Fraction(found["exact"]))
    assert found["error_bound"] == 0
    assert "exactly 845072569669/141365372417" in printed("solve", "pig", *PUNISHED, *AVERAGE, "--exact")


def test_solve_prints_a_column_for_each_number_of_busts() -> None:
    lines = printed("solve", "farkle", *FARKLE, *AVERAGE).splitlines()
    assert "442.777138 points" in lines[1]
    head = next(i for i, line in enumerate(lines) if line.split() == ["0", "1", "2"])
    assert lines[head + 2].split() == ["5", "dice", "to", "roll:", "2,850", "2,750", "1,900"]
    assert lines[head + 4].split() == ["3", "dice", "to", "roll:", "400", "300", "50"]


def test_solve_hog_reports_how_many_dice() -> None:
    text = printed("solve", "hog", *changes(bust__streak=2, bust__penalty=20), *AVERAGE)
    assert "roll 4 dice" in text
    assert "roll 1 die" in text
    assert "1 busts" not in text, "one bust, two busts"


def test_solve_one_bust_is_a_streak() -> None:
    found = average("pig", *changes(bust__streak=1, bust__penalty=10), "--exact")
    assert (found["exact"], len(found["after_busts"])) == ("25/9", 1)


@pytest.mark.parametrize("more", [[], changes(bust__streak=3)], ids=["nothing", "no penalty"])
def test_without_a_penalty_the_average_is_the_score_and_that_is_reported(more: list[str]) -> None:
    ran = jeopardice("solve", "pig", *more, *AVERAGE, "--json")
    assert ran.json["value"] == solved("pig")["value"]
    assert ran.err.count("\n") == 1
    assert "score" in ran.err
    assert len(ran.json["after_busts"]) == 1


def test_a_large_penalty_makes_the_average_negative() -> None:
    found = average("pig", *changes(bust__streak=1, bust__penalty=1_000_000))
    assert found["value"] == pytest.approx(20 / 6 - 1_000_000 / 6)  # one roll, then bank


def test_the_average_is_less_than_the_score_and_more_than_with_a_larger_penalty() -> None:
    values = [average("farkle", *changes(bust__streak=3, bust__penalty=p))["value"] for p in (1, 500, 1_000, 5_000)]
    assert values == sorted(values, reverse=True)
    assert values[0] < solved("farkle")["value"]


def test_solve_with_a_fixed_strategy() -> None:
    found = average("pig", *PUNISHED, "--strategy", "hold-at:20")
    assert found["strategy"] == "hold-at:20"
    assert {after["bank_from"]["1"] for after in found["after_busts"]} == {20}
    assert found["value"] < average("pig", *PUNISHED)["value"]
    # Every turn is the same, so q^3 of all turns in threes are punished.
    bust = solve_turn(jd.rules("pig"), "hold-at:20").bust_probability
    chance = bust**3 / (1 + bust + bust**2)
    assert found["value"] == pytest.approx(float(solve_turn(jd.rules("pig")).value - 50 * chance))


@pytest.mark.parametrize("objective", ["average", "score"])
def test_what_a_fixed_strategy_brings_is_not_called_the_most(objective: str) -> None:
    more = PUNISHED if objective == "average" else []
    text = printed("solve", "pig", *more, "--objective", objective, "--strategy", "hold-at:25")
    assert "the most" not in text
    assert "hold-at:25" in text


def test_keys_left_out_are_reported() -> None:
    ran = jeopardice("solve", "farkle", *FARKLE, *changes(bust__floor="none", turn__first_bank=500), *AVERAGE, "--json")
    assert set(ran.json["left_out"]) == {"bust.floor", "turn.first_bank"}
    assert ran.err.count("\n") == 1
    assert "bust.floor" in ran.err
    assert "one turn alone" not in ran.err, "an average is about many turns"


# advise and table


def advised(*arguments: str) -> dict[str, Any]:
    """The JSON of `advise --objective average`."""
    found = jeopardice("advise", *arguments, *AVERAGE, "--json").json
    assert_types(found, objective=str, value=float, actions=list, left_out=list)
    return found


@pytest.mark.parametrize("busts", [0, 1, 2])
def test_advise_after_some_busts(busts: int) -> None:
    after = average("farkle", *FARKLE)["after_busts"][busts]
    found = advised("farkle", *FARKLE, "--busts", str(busts))
    assert found["value"] == pytest.approx(after["value"], abs=1e-9)
    at = str(after["bank_from"]["4"])
    best = advised("farkle", *FARKLE, "--busts", str(busts), "--turn", at, "--dice-left", "4")["actions"][0]
    assert best["then"] == "bank"


def test_advise_after_a_bust() -> None:
    found = advised("pig", *PUNISHED, "--busts", "2", "--turn", "10", "--roll", "1")
    assert (found["event"], found["actions"], found["value"]) == ("bust", [], -50)
    ran = printed("advise", "pig", *PUNISHED, *AVERAGE, "--busts", "2", "--turn", "10", "--roll", "1")
    assert "-50" in ran


def test_advise_without_busts_is_after_none() -> None:
    assert advised("pig", *PUNISHED, "--turn", "12") == advised("pig", *PUNISHED, "--turn", "12", "--busts", "0")


def test_advise_exactly() -> None:
    found = advised("pig", *PUNISHED, "--exact")
    assert Fraction(found["exact"]) == Fraction("845072569669/141365372417")


@pytest.mark.parametrize("busts", [0, 1, 2])
def test_table_after_some_busts(busts: int) -> None:
    after = average("pig", *PUNISHED)["after_busts"][busts]
    found = jeopardice("table", "pig", *PUNISHED, *AVERAGE, "--busts", str(busts), "--json").json
    assert found["objective"] == "average"
    cells = found["cells"]
    assert cells[0]["value"] == pytest.approx(after["value"], abs=1e-9)
    banks = [cell["turn"] for cell in cells if cell["action"] == "bank"]
    assert banks[0] == after["bank_from"]["1"]
