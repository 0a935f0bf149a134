"""Advice after a roll, averaged over all rolls, is what the solver says a roll is worth."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.solvers.race import solve_race
from jeopardice.solvers.turn import solve_turn
from jeopardice.turn.advice import advise_turn
from jeopardice.turn.decisions import SolvedTurn
from jeopardice.turn.explanation import next_bust
from support.small_rules import Document, small_rules


def average_advice(solved: SolvedTurn, total: int, phase: int) -> tuple[float, float]:
    """The mean value and chance to bust of the best advice over every ordered roll of the dice of a phase."""
    model = solved.model
    each = model.rules.dice.each
    kinds = list(dict.fromkeys(each))
    dice = [kind for kind, n in enumerate(model.phases[phase].place.dice) for _ in range(n)]
    place = model.phases[phase].place
    value = bust = all_weights = 0.0
    for faces in product(range(1, model.rules.dice.shown + 1), repeat=len(dice)):
        weight = 1
        for kind, face in zip(dice, faces, strict=True):
            weight *= kinds[kind][face - 1]
        if weight:
            texts = ["*" if face > model.rules.dice.sides else str(face) for face in faces]
            names = [f"{chr(65 + k)}{f}" if len(kinds) > 1 else f for k, f in zip(dice, texts, strict=True)]
            advice = advise_turn(solved, total, ",".join(names), singles=place.singles)
            value += weight * float(advice.value) * solved.sign
            bust += weight * (float(advice.actions[0].bust) if advice.actions else advice.event != "win")
            all_weights += weight
    return value / all_weights, bust / all_weights


@given(small_rules(), st.sampled_from(["score", "win", "turns", "within:2"]), st.data())
@settings(max_examples=50)
def test_advice_after_every_roll_averages_to_the_value_of_the_roll(
    document: Document, objective: str, data: st.DataObject
) -> None:
    document["goal"] = data.draw(st.integers(5, 12))
    if objective != "score":
        document["events"].pop("lose_banked", None)
    assume(document.get("family") != "hog")
    try:
        rules = jd.rules(document)
        if objective == "score":
            solved: SolvedTurn = solve_turn(rules)
        else:
            solved = solve_race(rules, objective).turn_at((0, 2) if objective == "win" else (0,))
    except jd.JeopardiceError:  # no game, or one in which nearly every turn busts
        assume(False)
        raise
    phase = data.draw(st.sampled_from([q for q, p in enumerate(solved.model.phases) if p.rolls]))
    total = 0 if phase == 0 else data.draw(st.integers(1, 8)) * solved.model.unit
    [roll] = solved.model.phases[phase].rolls
    value, bust = average_advice(solved, total, phase)
    assert value == pytest.approx(float(solved.roll_value(phase, roll, total)), abs=1e-9)
    if objective == "score" or solved.model.rules.turn.keep_on_bust is False:
        assert bust == pytest.approx(float(solved.roll_worth(phase, roll, total)[1]), abs=1e-9)


def test_a_win_is_reported_even_where_a_full_bust_would_score() -> None:
    rules = jd.rules("farkle").replace({"goal": 2000, "events.win": ["66"], "turn.full_bust": 500})
    advice = advise_turn(solve_race(rules).turn_at((0, 0)), 0, "444663")
    assert (advice.value, advice.actions, advice.event) == (1, (), "win")


def test_dice_that_end_the_turn_too_early_are_ranked_too() -> None:
    two_dice = {"dice": {"count": 2}, "scoring": {"1": 100, "5": 50, "11": 1000}}
    stuck = {"turn": {"hot_dice": False, "minimum_bank": 1000, "keep_on_bust": True}}
    solved = solve_turn(jd.rules({**two_dice, **stuck}))
    best = advise_turn(solved, 0, "15").actions[0]
    assert (best.keep, best.then, best.value) == ("15", "end", 150)


def test_the_chance_to_bust_counts_busts_that_keep_the_total() -> None:
    rules = jd.rules("pig").replace({"turn.keep_on_bust": True})
    solved = solve_race(rules, "within:1").turn_at((0,))
    assert solved.state_bust(0, 0) == pytest.approx(1 - solved.state_value(0, 0), abs=1e-12)


def test_the_next_bust_is_that_of_the_roll_that_is_made() -> None:
    """A full bust that counts in the first roll only: the same six dice bust later, and not at first."""
    changes = {"turn.full_bust": 500, "turn.full_bust_rolls": "first"}
    solution = jd.solve(jd.rules("farkle").replace(changes), objective="score")
    chances = [
        next_bust(solution, next(action for action in advice.actions if action.then == "roll"))
        for advice in (solution.advise(), solution.advise(turn=2000, dice_left="6"))
    ]
    rolls = list(product(range(1, 7), repeat=6))
    dead = sum(not {1, 5} & set(roll) and max(map(roll.count, roll)) < 3 for roll in rolls)
    assert chances == pytest.approx([0, dead / len(rolls)], abs=1e-15)
