"""One turn on the command line: `solve` and `advise` for the most points."""

from __future__ import annotations

from fractions import Fraction

import pytest

import jeopardice as jd
from jeopardice.race.keys import ignored_keys
from jeopardice.rulebook import presets
from jeopardice.solvers.turn import solve_turn
from jeopardice.turn.advice import advise_turn
from support.cli_runner import SCORE, actions_of, advice, assert_types, changes, printed, solved

# solve


@pytest.mark.parametrize("preset", presets())
def test_solve_as_json(preset: str) -> None:
    found = solved(preset)
    assert_types(found, value=float, bust_probability=float, error_bound=float, states=int, seconds=float)
    solution = solve_turn(jd.rules(preset))
    assert found["value"] == solution.value
    assert found["bust_probability"] == solution.bust_probability
    assert found["error_bound"] == solution.error_bound
    assert found["states"] == solution.states
    assert found["bank_from"] == solution.bank_totals()
    assert found["exact"] is None
    assert found["objective"] == "score"
    assert found["left_out"] == list(ignored_keys(jd.rules(preset)))
    assert 0 <= found["error_bound"] < 1e-6
    assert found["seconds"] >= 0


def test_solve_knows_the_published_values() -> None:
    assert solved("farkle")["value"] == pytest.approx(446.57144, abs=5e-6)
    assert solved("pig")["value"] == pytest.approx(8.1418, abs=5e-5)
    assert "446.571440 points; 20.5964% of turns bust" in printed("solve", "farkle", *SCORE)


@pytest.mark.parametrize("preset", ["pig", "hog", "ten-thousand"])
def test_solve_exactly(preset: str) -> None:
    found = solved(preset, "--exact")
    solution = solve_turn(jd.rules(preset), exact=True)
    assert_types(found, exact=str, value=float, bust_probability=float)
    assert Fraction(found["exact"]) == solution.value
    assert found["value"] == float(solution.value)
    assert found["error_bound"] == 0
    assert found["value"] == pytest.approx(solved(preset)["value"], abs=1e-9)


def test_solve_pig_exactly_is_reported_as_a_fraction() -> None:
    assert solved("pig", "--exact")["exact"] == "492303203/60466176"
    assert "492303203/60466176" in printed("solve", "pig", "--exact", *SCORE)


def test_solve_reports_when_to_bank() -> None:
    text = printed("solve", "farkle", *SCORE)
    for line in ("5 dice to roll: 2,900", "4 dice to roll: 1,000", "3 dice to roll: 400", "2 dice to roll: 250"):
        assert line in text
    assert solved("farkle")["bank_from"]["3"] == 400


def test_solve_lists_dice_from_most_to_fewest() -> None:
    more = changes(dice__count=11, dice__sides=3, scoring='{"1"=10}')
    assert list(solved("farkle", *more)["bank_from"]) == [str(n) for n in range(11, 0, -1)]


def test_solve_names_dice_that_are_not_alike() -> None:
    more = changes(dice__count=2, dice__weights="[[2,1,1,1,1,1],[1,1,1,1,1,1]]", scoring='{"1"=10}')
    assert set(solved("farkle", *more)["bank_from"]) == {"AB", "A", "B"}
    text = printed("solve", "farkle", *more, *SCORE)
    assert "AB to roll" in text


def test_solve_hog_reports_how_many_dice() -> None:
    assert "Roll 5 dice" in printed("solve", "hog", *SCORE)


# advise


def test_advise_after_a_roll() -> None:
    found = advice("farkle", "--turn", "650", "--roll", "115346")
    assert {(a["keep"], a["points"]) for a in found["actions"]} == {
        ("1", 100),
        ("5", 50),
        ("11", 200),
        ("15", 150),
        ("115", 250),
    }
    assert len(found["actions"]) == 10
    assert found["event"] is None
    for action in found["actions"]:
        assert action["then"] == "roll" or action["value"] == 650 + action["points"]
        assert action["then"] == "bank" or action["dice"] == str(6 - len(action["keep"]))


def test_advise_agrees_with_the_library() -> None:
    rules = jd.rules("farkle")
    expected = advise_turn(solve_turn(rules), turn=650, roll="115346")
    found = advice("farkle", "--turn", "650", "--roll", "115346")
    assert found["value"] == expected.value
    shown = [(a["keep"], a["points"], a["then"], a["dice"], a["value"], a["verdict"]) for a in found["actions"]]
    assert shown == [(a.keep, a.points, a.then, a.dice, a.value, a.verdict) for a in expected.actions]


@pytest.mark.parametrize("roll", ["543611", "1,1,5,3,4,6", "1 1 5 3 4 6", " 115346 ", "1, 1, 5, 3, 4, 6"])
def test_advise_takes_a_roll_in_any_order(roll: str) -> None:
    assert advice("farkle", "--roll", roll) == advice("farkle", "--roll", "115346")


def test_advise_before_a_roll() -> None:
    found = advice("farkle", "--turn", "300", "--dice-left", "3")
    assert [(a["keep"], a["points"], a["then"], a["dice"]) for a in found["actions"]] == [
        ("", 0, "roll", "3"),
        ("", 0, "bank", ""),
    ]
    assert found["actions"][1]["value"] == 300
    assert found["value"] == pytest.approx(323.321, abs=5e-4)  # Busche & Neller, Table 2


def test_advise_at_the_start() -> None:
    assert actions_of("farkle") == [("", 0, "roll", "6")]
    assert advice("farkle")["value"] == pytest.approx(solved("farkle")["value"], rel=1e-14)
    assert advice("farkle", "--dice-left", "6") == advice("farkle")


def test_advise_with_hot_dice() -> None:
    assert ("111555", 1500, "roll", "6") in actions_of("farkle", "--roll", "151515")


def test_advise_obeys_the_minimum() -> None:
    more = changes(turn__minimum_bank=300)
    assert {then for _, _, then, _ in actions_of("farkle", "--roll", "123446", *more)} == {"roll"}
    assert "bank" in {then for _, _, then, _ in actions_of("farkle", "--turn", "200", "--roll", "12344", *more)}


def test_advise_after_a_bust() -> None:
    found = advice("farkle", "--turn", "300", "--roll", "234")
    assert (found["value"], found["actions"], found["event"]) == (0, [], "bust")
    assert "bust" in printed("advise", "farkle", "--turn", "300", "--roll", "234", *SCORE)


def test_advise_after_a_bust_that_keeps_the_total() -> None:
    found = advice("farkle", "--turn", "300", "--roll", "234", *changes(turn__keep_on_bust="true"))
    assert (found["value"], found["actions"], found["event"]) == (300, [], "bust")


def test_advise_after_losing_everything() -> None:
    more = changes(events__lose_banked='["22"]', turn__keep_on_bust="true")
    found = advice("farkle", "--turn", "300", "--roll", "122", *more)
    assert (found["value"], found["actions"], found["event"]) == (0, [], "lose_banked")


def test_advise_reports_ties() -> None:
    """Pig with 20: to bank and to roll are worth the same."""
    for exact in ([], ["--exact"]):
        found = advice("pig", "--turn", "20", *exact)
        assert [(a["then"], a["verdict"], a["value"]) for a in found["actions"]] == [
            ("bank", "tied", 20),
            ("roll", "tied", 20),
        ]
    assert printed("advise", "pig", "--turn", "20", *SCORE).count("tied") == 2
    assert [a["verdict"] for a in advice("pig", "--turn", "19")["actions"]] == ["best", "worse"]


def test_advise_in_pig_after_a_roll() -> None:
    assert actions_of("pig", "--turn", "18", "--roll", "4") == [("4", 4, "bank", ""), ("4", 4, "roll", "1")]
    assert advice("pig", "--turn", "18", "--roll", "1")["event"] == "bust"


def test_advise_in_hog_ranks_the_numbers_of_dice() -> None:
    found = advice("hog")
    assert sorted(a["dice"] for a in found["actions"]) == list(range(1, 31))
    assert {(a["then"], a["keep"], a["points"]) for a in found["actions"]} == {("roll", "", 0)}
    # 4 (5/6)^5 5 = 4 (5/6)^6 6: five dice and six are worth the same, and five bust less.
    assert [(a["dice"], a["verdict"]) for a in found["actions"][:3]] == [(5, "tied"), (6, "tied"), (7, "worse")]
    assert found["value"] == pytest.approx(20 * (5 / 6) ** 5)


@pytest.mark.slow
def test_advise_exactly() -> None:
    found = advice("hog", "--exact")
    assert found["exact"] == "15625/1944"
    for action in found["actions"]:
        n = action["dice"]
        assert Fraction(action["exact"]) == 4 * n * Fraction(5, 6) ** n
    assert advice("hog")["exact"] is None
    assert {a["exact"] for a in advice("hog")["actions"]} == {None}


def test_advise_with_dice_that_are_not_alike() -> None:
    more = changes(dice__count=3, dice__weights="[[2,1,1,1,1,1],[1,1,1,1,1,1],[1,1,1,1,1,1]]")
    found = actions_of("farkle", "--roll", "B1,A5,B2", *more)
    assert {(keep, dice) for keep, _, then, dice in found if then == "roll"} == {
        ("B1", "AB"),
        ("A5", "BB"),
        ("B1,A5", "B"),
    }
    assert actions_of("farkle", "--roll", "a5 b2 b1", *more) == found
    assert ("", 0, "roll", "AB") in actions_of("farkle", "--turn", "100", "--dice-left", "BA", *more)


def test_advise_with_faces_of_two_digits() -> None:
    more = changes(dice__sides=12, dice__count=3, scoring='{"10,10"=100, "1"=10}')
    assert {(keep, points) for keep, points, _, _ in actions_of("farkle", "--roll", "10,1,10", *more)} == {
        ("1", 10),
        ("10,10", 100),
        ("1,10,10", 110),
    }


def test_advise_counts_single_die_bonuses() -> None:
    more = [*changes(turn__single_die_bonus="[100, 200]"), "--turn", "300", "--roll", "1"]
    points = [actions_of("farkle", *more, "--singles", singles)[0][1] for singles in ("0", "1", "2")]
    assert points == [200, 300, 100]


def test_advise_prints_every_action_best_first() -> None:
    lines = printed("advise", "farkle", "--turn", "650", "--roll", "115346", *SCORE).splitlines()
    assert len(lines) == 12
    assert lines[0] == "Farkle, objective score: expected points of this turn; give --scores for the chance of winning"
    assert lines[2].startswith("keep 1, roll 5")
    assert "921.106" in lines[2]
    assert "best" in lines[2]
