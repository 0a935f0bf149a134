"""Wild faces: examples worked out by hand. Random games with wild faces are in `small_rules`, beside brute force."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.rulebook import parse_rules, rules_hash
from jeopardice.solvers.turn import solve_turn
from jeopardice.turn.scoring import SetAside, event_of
from support.small_rules import Document

SCORING: Document = {"1": 100, "5": 50, "111": 1000, "222": 200, "555": 500, "5555": 1000, "12345": 500, "23456": 750}
DEVIL: Document = {"dice": {"wild": [[1], [], [], [], [], []]}, "scoring": SCORING}


def test_a_turn_worked_out_by_hand() -> None:
    """Coins with a wild side: three rolls in four score 10, so that 30 is worth as much banked as rolled.

    V(20) = 3/4 30, V(10) = 3/4 V(20) and V(0) = 3/4 V(10) = 405/32.
    """
    coins = jd.rules({"dice": {"count": 2, "sides": 2, "wild": [1]}, "scoring": {"22": 10}})
    assert solve_turn(coins, exact=True).value == Fraction(405, 32)


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("*", None),
        ("**", None),
        ("***", None),
        ("*1", None),  # the 1 alone scores, but then the wild die is in no pattern
        ("*11", 1000),
        ("**1", 1000),
        ("**5", 500),
        ("*551", 500 + 100),
        ("*51", None),
        ("*55", 500),
        ("*555", 1000),
        ("**55", 1000),
        ("*5511", 1000 + 50 + 50),  # with the 1s rather than with the 5s
        ("*2345", 750),  # 2 to 6 rather than 1 to 5
        ("*1345", 500),
        ("*234", None),
        ("**234", 750),
        ("**22", None),  # there are no four 2s here, and the second wild die is left alone
        ("*22*11", 200 + 1000),
    ],
)
def test_the_most_points_count(dice: str, points: int | None) -> None:
    counts = tuple(dice.count(face) for face in "123456*")
    assert SetAside(jd.rules(DEVIL)).best(counts) == points


def test_letters_can_be_completed_too() -> None:
    best = SetAside(jd.rules({"dice": {"wild": [6]}, "scoring": {"xxyyzz": 1500, "xxx": 300}})).best
    assert best((2, 2, 1, 0, 0, 0, 1)) == 1500  # 11 22 3*
    assert best((2, 1, 1, 0, 0, 0, 2)) == 1500  # 11 2* 3*
    assert best((2, 2, 0, 0, 0, 0, 2)) == 1500  # 11 22 **: two 3s; two triples are only 600
    assert best((4, 0, 0, 0, 0, 0, 2)) == 600  # 11* and 11*: three pairs would be of different faces
    assert best((0, 0, 0, 0, 0, 0, 3)) is None
    assert best((0, 0, 0, 0, 1, 0, 2)) == 300


def test_events_and_leave_do_not_see_wild_faces() -> None:
    rules = jd.rules({"dice": {"wild": [1]}, "scoring": {"xxx": 1}, "events": {"bust": ["1"], "win": ["xxxx"]}})
    assert event_of(rules, (0, 2, 1, 0, 0, 0, 3)) is None
    assert event_of(rules, (0, 4, 0, 0, 0, 0, 2)) == "win"
    leaving = {"dice": {"count": 3, "wild": [1]}, "scoring": {"22": 5, "2": 1}}
    sets = SetAside(jd.rules({**leaving, "turn": {"set_aside": "all", "leave": ["2", "x"]}})).sets
    # All three, or one of the 2s left; to leave the wild die is not allowed, though 22 alone would score.
    assert dict(sets((0, 2, 0, 0, 0, 0, 1))) == {(0, 2, 0, 0, 0, 0, 1): 6, (0, 1, 0, 0, 0, 0, 1): 5}


def test_where_single_dice_score_wild_faces_are_blanks() -> None:
    wild = jd.rules({"scoring": {"1": 100, "5": 50}, "dice": {"count": 4, "wild": [2, 5]}})
    blank = jd.rules({"scoring": {"1": 100}, "dice": {"count": 4}})
    assert solve_turn(wild, exact=True).value == solve_turn(blank, exact=True).value


def test_a_wild_die_is_typed_and_reported_as_a_star() -> None:
    solution = solve_turn(jd.rules(DEVIL))
    advice = solution.advise(roll="A*,B5,B5,B1,B4,B6")
    assert {action.keep: action.points for action in advice.actions}["B1,B5,B5,A*"] == 600
    alike = solve_turn(jd.rules({**DEVIL, "dice": {"wild": [1]}}))
    assert {action.keep for action in alike.advise(roll="5*5342").actions} >= {"55*", "2345*", "5"}
    many = solve_turn(jd.rules({"dice": {"count": 2, "sides": 12, "wild": [12]}, "scoring": {"11,11": 5}}))
    assert many.advise(roll="*,11").actions[0].keep == "11,*"


@pytest.mark.parametrize(
    ("roll", "message"),
    [
        ("A1,B5", 'these dice never show 1 (a wild face is written "*")'),
        ("A5,B*", "these dice never show *"),
        ("A7,B5", "no die shows 7 (faces are 1 to 6)"),
        ("*5", "the dice are not alike"),
    ],
)
def test_rolls_that_cannot_be(roll: str, message: str) -> None:
    with pytest.raises(jd.InputError) as error:
        solve_turn(jd.rules(DEVIL)).advise(roll=roll)
    assert message in str(error.value)


def test_a_star_needs_wild_dice() -> None:
    with pytest.raises(jd.InputError, match='"\\*" is a wild face, and the dice have none'):
        solve_turn(jd.rules("farkle")).advise(roll="*15346")


@pytest.mark.parametrize(
    ("dice", "family", "message"),
    [
        ({"wild": [7]}, "farkle", "dice.wild: [7]: faces are 1 to 6"),
        ({"wild": [0]}, "farkle", "dice.wild: [0]: it must be a whole number from 1 to 1000"),
        ({"wild": 1}, "farkle", "dice.wild: 1: it must be a list of faces, or one such list for each die"),
        ({"wild": [[1], 2]}, "farkle", "it must be a whole number"),
        ({"wild": [[1], []]}, "farkle", 'dice.wild: "2 lists": one list, or one for each of 6 dice'),
        ({"count": 1, "wild": [1]}, "pig", 'dice.wild: [[1]]: only for family "farkle"'),
    ],
)
def test_wild_faces_that_the_dice_cannot_have(dice: Any, family: str, message: str) -> None:
    scoring = {"scoring": SCORING} if family == "farkle" else {}
    with pytest.raises(jd.InputError) as error:
        jd.rules({"family": family, "dice": dice, **scoring})
    assert message in str(error.value)


@pytest.mark.parametrize("wild", [[1], [[1], [], [], [2, 3], [], []], [6, 6, 1], [[5]] * 6])
def test_wild_dice_are_written_and_read_back_equal(wild: Any) -> None:
    rules = jd.rules({**DEVIL, "dice": {"wild": wild}})
    assert parse_rules(rules.to_toml()) == rules
    assert rules_hash(rules) != rules_hash(jd.rules({"scoring": SCORING}))


def test_rules_without_wild_dice_are_called_as_before() -> None:
    assert jd.rules({**DEVIL, "dice": {"wild": [[5]] * 6}}).dice.wild == ((5,),)
    assert jd.rules({"scoring": SCORING, "dice": {"wild": []}}) == jd.rules({"scoring": SCORING})
    assert jd.rules({"scoring": SCORING, "dice": {"wild": [[]] * 6}}) == jd.rules({"scoring": SCORING})
    assert rules_hash(jd.rules("farkle")) == "47969c5c2f968801ee87cf673215176fff69ee611bb7796345b20a4921a3a3c4"
