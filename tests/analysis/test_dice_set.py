"""The best dice to bring, against every set of tiny inventories and against games small enough to iterate by hand."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import inf, isinf
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.analysis.dice_sets.inventory import Inventory, InventoryDie, parse_inventory
from jeopardice.analysis.dice_sets.search import DiceSetSearch
from jeopardice.analysis.dice_sets.worth import Score, Win, plain_dice, worth_for
from jeopardice.solvers.race import solve_race
from jeopardice.solvers.turn import solve_turn
from jeopardice.turn import turn_model
from oracles import turn as naive
from support.small_rules import Document, patterns

SMALL: Document = {"goal": 12, "dice": {"count": 2, "sides": 3}, "scoring": {"1": 2, "22": 5, "33": 1}}
POUCH = Inventory(
    (
        InventoryDie("fair", (1, 1, 1), 2),
        InventoryDie("ones", (3, 1, 1), 1),
        InventoryDie("joker", (1, 1, 1), 2, (3,)),
        InventoryDie("twos", (1, 4, 2), 2),
    )
)


def searched(document: Document, inventory: Inventory, criterion: str = "score", **options: Any) -> DiceSetSearch:
    rules = jd.rules(document)
    worth = worth_for(criterion, rules, wild=any(die.wild for die in inventory.dice))
    search = DiceSetSearch(worth, inventory, plain_dice(rules, worth.turns), **options)
    search.run()
    return search


def with_dice(document: Document, dice: tuple[InventoryDie, ...]) -> Document:
    """The game with these dice, as a rules file."""
    each = {"weights": [list(die.weights) for die in dice], "wild": [list(die.wild) for die in dice]}
    return {**document, "dice": {**document["dice"], **each}}


def all_sets(inventory: Inventory, count: int) -> list[tuple[InventoryDie, ...]]:
    sets = combinations_with_replacement(inventory.dice, count)
    return [dice for dice in sets if all(dice.count(die) <= die.owned for die in dice)]


@st.composite
def tiny_games(draw: st.DrawFn) -> tuple[Document, Inventory]:
    """Two or three dice of three sides, and three kinds of dice to choose from."""
    count = draw(st.integers(2, 3))
    scoring = draw(st.dictionaries(patterns(3, count), st.integers(1, 6), min_size=1, max_size=3))
    turn: Document = {"hot_dice": draw(st.sampled_from([True, False])), "keep_on_bust": draw(st.integers(0, 4)) == 0}
    turn |= {"minimum_bank": draw(st.integers(0, 4)), "full_bust": draw(st.sampled_from([0, 0, 2]))}
    document: Document = {"dice": {"count": count, "sides": 3}, "scoring": scoring, "turn": turn}
    weights = st.tuples(*[st.integers(0, 3)] * 3).filter(any)
    wild = st.lists(st.integers(1, 3), max_size=1).map(tuple)
    kinds = [
        InventoryDie(name, draw(weights), draw(st.integers(1, count)), draw(wild))
        for name in ("one", "another", "a third")
    ]
    assume(sum(die.owned for die in kinds) >= count)
    return document, Inventory(tuple(kinds))


def exact_score(document: Document) -> float:
    """The points of a turn by the exact solver; without end, or 0, where it refuses the game."""
    try:
        return float(solve_turn(jd.rules(document), exact=True).value)
    except jd.InputError as error:
        if "never end" in str(error):
            return inf
        assume("no roll can ever score" in str(error))
        return 0


@given(tiny_games())
@settings(max_examples=40)
def test_the_best_set_is_the_best_of_all(game: tuple[Document, Inventory]) -> None:
    document, inventory = game
    try:
        search = searched(document, inventory)
    except jd.InputError:  # the same dice given twice, a pattern of too many dice
        assume(False)
        raise
    values = sorted((exact_score(with_dice(document, d)) for d in all_sets(inventory, len(search.plain))), reverse=True)
    assert search.certain
    assert search.sets == len(values)
    if isinf(values[0]):
        assert search.best[0].value == inf
        return
    assert [found.value for found in search.best] == pytest.approx(values[:5], rel=1e-9)


def test_the_best_set_by_brute_force() -> None:
    search = searched(SMALL, POUCH)
    values = {
        tuple(die.name for die in dice): naive.turn_value(with_dice(SMALL, dice), 400) for dice in all_sets(POUCH, 2)
    }
    assert search.sets == search.searched == len(values) == 9
    for found in search.best:
        assert found.value == pytest.approx(float(values[found.dice]), rel=1e-9)
    assert search.best[0].dice == max(values, key=lambda dice: values[dice])


def test_exchanges_find_the_best_of_small_inventories_too() -> None:
    every, exchanged = searched(SMALL, POUCH), searched(SMALL, POUCH, all_up_to=0)
    assert not exchanged.certain
    assert exchanged.best[0] == every.best[0]
    assert searched(SMALL, POUCH, all_up_to=0, exchanges=1).best[0].value <= every.best[0].value


def test_fewest_turns_are_those_of_the_race() -> None:
    search = searched(SMALL, POUCH, "turns")
    turns = {
        tuple(die.name for die in dice): solve_race(jd.rules(with_dice(SMALL, dice)), "turns").value
        for dice in all_sets(POUCH, 2)
    }
    assert search.best[0].dice == min(turns, key=lambda dice: turns[dice])
    assert all(found.value == pytest.approx(turns[found.dice], rel=1e-12) for found in search.best)
    assert search.plain_value() == pytest.approx(solve_race(jd.rules(SMALL), "turns").value, rel=1e-12)


def test_bounds_hold_the_value_and_close_on_it() -> None:
    """Strong dice: the closing total is far beyond what is counted down from."""
    rules = jd.rules("farkle").replace({"dice.weights": [10, 1, 1, 1, 1, 1]})
    worth = worth_for("score", jd.rules("farkle"), wild=False)
    assert isinstance(worth, Score)
    found = worth.of(rules.dice.each)
    solved = solve_turn(rules)
    assert found.low <= solved.value * (1 + 1e-12)
    assert found.high >= solved.value * (1 - 1e-12)
    assert found.error <= 1e-10 * found.high
    rough = worth_for("score", jd.rules("farkle"), wild=False).of(rules.dice.each, enough=10**9)
    assert rough.low <= found.low <= found.high <= rough.high < 10**9


GOAL = 7
Weights = tuple[int, int, int]


def iterated(mine: Weights, theirs: Weights, policies: Any = None) -> float:
    """One die of three sides, 1 for a 1, 2 for a 2, 3 busts: my chance to win, a coin telling who begins.

    Both play best, or by policies[player][score, total] (whether to bank): value iteration over all states.
    """
    chances = [[w / sum(die) for w in die] for die in (mine, theirs)]
    win = {(p, a, b): 0.5 for p in (0, 1) for a in range(GOAL) for b in range(GOAL)}  # player p's chance, to move
    for _ in range(400):
        for p, own, other in win:

            def banked(total: int, p: int = p, own: int = own, other: int = other) -> float:
                return 1.0 if own + total >= GOAL else 1 - win[1 - p, other, own + total]

            values = dict.fromkeys(range(GOAL - own, GOAL + 3), 1.0)
            for total in range(GOAL - own - 1, -1, -1):
                one, two, bust = chances[p]
                roll = one * values[total + 1] + two * values[total + 2] + bust * (1 - win[1 - p, other, own])
                bank = banked(total) if total else 0.0
                if policies is None or not total:
                    values[total] = max(bank, roll)
                else:
                    values[total] = bank if policies[p][own, total] else roll
            win[p, own, other] = values[0]
    return (win[0, 0, 0] + 1 - win[1, 0, 0]) / 2


def fewest(die: Weights) -> dict[tuple[int, int], bool]:
    """Whether to bank, for the fewest turns to the goal: value iteration."""
    one, two, bust = (w / sum(die) for w in die)
    expected = [5.0] * GOAL
    banks: dict[tuple[int, int], bool] = {}
    for _, own in product(range(400), range(GOAL)):
        values = dict.fromkeys(range(GOAL - own, GOAL + 3), 1.0)
        for total in range(GOAL - own - 1, -1, -1):
            roll = one * values[total + 1] + two * values[total + 2] + bust * (1 + expected[own])
            bank = 1 + expected[own + total] if total else inf
            banks[own, total] = bank < roll
            values[total] = min(bank, roll)
        expected[own] = values[0]
    return banks


DICE: list[Weights] = [(3, 4, 2), (5, 2, 3), (2, 7, 4)]


@pytest.mark.parametrize("mine", DICE)
@pytest.mark.parametrize("theirs", DICE)
def test_races_between_different_dice_by_value_iteration(mine: Weights, theirs: Weights) -> None:
    rules = jd.rules({"goal": GOAL, "dice": {"count": 1, "sides": 3}, "scoring": {"1": 1, "2": 2}})
    worth = worth_for("win", rules, wild=False, opponent=rules.replace({"dice.weights": list(theirs)}))
    assert isinstance(worth, Win)
    played = worth.of((mine,)).middle
    assert played == pytest.approx(iterated(mine, theirs, [fewest(mine), fewest(theirs)]), abs=1e-9)
    best = worth.best_play((mine,))
    assert best.error < 1e-9
    assert best.middle == pytest.approx(iterated(mine, theirs), abs=1e-9)


def test_best_play_with_the_same_dice_is_even() -> None:
    rules = jd.rules(SMALL)
    worth = worth_for("win", rules, wild=False)
    assert isinstance(worth, Win)
    assert worth.of(rules.dice.each).middle == pytest.approx(0.5)
    assert worth.best_play(rules.dice.each).middle == pytest.approx(0.5, abs=1e-9)


def test_turns_of_sets_are_those_of_the_rules() -> None:
    """The same outcomes, whichever way the turn is made."""
    document = with_dice(SMALL, (POUCH.dice[1], POUCH.dice[2]))
    worth = worth_for("score", jd.rules(SMALL), wild=True)
    made = worth.turns.of(jd.rules(document).dice.each)
    usual = turn_model(jd.rules(document))
    kinds = [made.kinds.index(kind) for kind in usual.kinds]

    def reported(model: Any, order: list[int]) -> set[Any]:
        names = [tuple(phase.place.dice[kind] for kind in order) for phase in model.phases]
        return {
            (names[q], outcome.count, outcome.event, frozenset((o.points, names[o.phase]) for o in outcome.options))
            for q, phase in enumerate(model.phases)
            for roll in phase.rolls
            for outcome in roll.outcomes
        }

    assert reported(made, kinds) == reported(usual, [0, 1])


INVENTORY = """
[[die]]
name = "Fair"
[[die]]
name = "Weighted"
weights = [10, 1, 1, 1, 1, 1]
owned = 3
"""


@pytest.mark.parametrize(
    ("toml", "message"),
    [
        ("", "die: 0 kinds of dice: it must be from 1 to 200"),
        ("die = 3", "die: 3: it must be tables, [[die]]"),
        ("[[dice]]", 'dice: unknown key (did you mean "die"?)'),
        ("[[die]]\nweights = [1, 1, 1, 1, 1, 1]", "die 1: name: missing"),
        ('[[die]]\nname = "A"\nweigths = [1]', 'die 1: weigths: unknown key (did you mean "weights"?)'),
        ('[[die]]\nname = "A"\nweights = [1, 2]', "die 1: weights: [1, 2]: 2 weights for dice of 6 sides"),
        ('[[die]]\nname = "A"\nweights = [[1, 2, 3, 4, 5, 6]]', "it must be one list, of the faces of one die"),
        ('[[die]]\nname = "A"\nweights = [0, 0, 0, 0, 0, 0]', "die 1: weights: [0, 0, 0, 0, 0, 0]: the weights of a"),
        ('[[die]]\nname = "A"\nweights = 5', "die 1: weights: 5: it must be a list of weights"),
        ('[[die]]\nname = "A"\nwild = [7]', "die 1: wild: [7]: faces are 1 to 6"),
        ('[[die]]\nname = "A"\nowned = -1', "die 1: owned: -1: it must be a whole number from 0 to 100"),
        ('[[die]]\nname = "A"\nowned = 5', "owned: 5 dice in all, but the game has 6"),
        ('[[die]]\nname = "A"\n[[die]]\nname = "A"', 'die 2: name: "A": given twice (a version distinguishes dice)'),
        ("[[die]\n", "not valid TOML"),
    ],
)
def test_bad_inventories_are_refused_in_one_line(toml: str, message: str) -> None:
    with pytest.raises(jd.InputError) as error:
        parse_inventory(toml, jd.rules("farkle"), "mine.toml")
    assert str(error.value).startswith("mine.toml: ")
    assert message in str(error.value)


def test_an_inventory_says_what_is_owned() -> None:
    found = parse_inventory(INVENTORY, jd.rules("farkle"))
    assert [(die.name, die.owned) for die in found.dice] == [("Fair", 6), ("Weighted", 3)]
    assert found.sets(6) == 4
    versions = '[[die]]\nname = "A"\nversion = "1.1"\n[[die]]\nname = "A"\nversion = "1.2"'
    assert [die.label for die in parse_inventory(versions, jd.rules("farkle")).dice] == ["A (1.1)", "A (1.2)"]
