"""What lasts between turns: every key, alone and combined, against brute force over every state."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import jeopardice as jd
import naive_between
from naive_between import State
from small_rules import Document, between_rules
from test_races import SLOW

PIG: Document = {"family": "pig", "goal": 8, "dice": {"count": 1, "sides": 4}, "events": {"bust": ["1"]}}
TWO_DICE: Document = {
    "family": "pig",
    "goal": 8,
    "dice": {"count": 2, "sides": 3},
    "events": {"bust": ["1"], "lose_banked": ["11"]},
}
FARKLE: Document = {"goal": 250, "dice": {"count": 2, "sides": 6}, "scoring": {"1": 100, "5": 50}}
LAST, EQUAL = {"rule": "last-turn"}, {"rule": "equal-turns", "tie": "split"}
CHANGES: dict[str, Document] = {
    "nothing": {},
    "a streak of one": {"bust": {"streak": 1, "penalty": 1}},
    "a streak of two": {"bust": {"streak": 2, "penalty": 2}},
    "a streak of three, below zero": {"bust": {"streak": 3, "penalty": 1, "floor": -2}},
    "a streak with a high floor": {"bust": {"streak": 2, "penalty": 3, "floor": 2}},
    "below zero, first banks": {
        "bust": {"streak": 2, "penalty": 1, "floor": -1},
        "turn": {"first_bank": 3},
    },
    "beat the total before": {"turn": {"beat_previous": True}},
    "a last turn": {"end": LAST},
    "a last turn, ties split": {"end": {**LAST, "tie": "split"}},
    "equal turns": {"end": {"rule": "equal-turns"}},
    "equal turns, ties split": {"end": EQUAL},
    "busts keep the total": {"turn": {"keep_on_bust": True, "first_bank": 2}, "bust": {"streak": 2, "penalty": 2}},
    "steal after a bank": {"turn": {"steal": "after-bank"}},
    "steal after a bust": {"turn": {"steal": "after-bust"}},
    "steal after a bank with minima": {"turn": {"steal": "after-bank", "minimum_bank": 2, "first_bank": 3}},
    "steal after a bust with minima": {"turn": {"steal": "after-bust", "minimum_bank": 2, "first_bank": 3}},
    "steal and streak": {"turn": {"steal": "after-bank"}, "bust": {"streak": 2, "penalty": 1, "floor": -1}},
    "steal busts and streak": {"turn": {"steal": "after-bust"}, "bust": {"streak": 2, "penalty": 1, "floor": -1}},
    "steal and beat": {"turn": {"steal": "after-bank", "beat_previous": True}},
    "steal busts and beat": {"turn": {"steal": "after-bust", "beat_previous": True}},
    "beat, in a last turn": {"turn": {"beat_previous": True, "first_bank": 2}, "end": {**LAST, "tie": "split"}},
    "beat and keep, equal turns": {"turn": {"beat_previous": True, "keep_on_bust": True}, "end": EQUAL},
    "streak, equal turns": {"bust": {"streak": 2, "penalty": 2}, "end": EQUAL},
    "steal busts, keep, last turn": {"turn": {"steal": "after-bust", "keep_on_bust": True}, "end": LAST},
}


def combined(base: Document, change: Document, scale: int = 1) -> Document:
    """A game with changes, whose points are scaled to the game's unit."""
    document = {key: dict(value) if isinstance(value, dict) else value for key, value in base.items()}
    for section, keys in change.items():
        scaled = {k: v * scale if type(v) is int and k not in ("streak",) else v for k, v in keys.items()}
        document[section] = {**document.get(section, {}), **scaled}
    return document


GAMES = {
    f"{name}: {change}": combined(base, keys, scale)
    for name, base, scale in (("pig", PIG, 1), ("two dice", TWO_DICE, 1), ("farkle", FARKLE, 50))
    for change, keys in CHANGES.items()
}
del GAMES["pig: beat and keep, equal turns"]  # a minute of brute force
GAMES["farkle: the last word for fewer points"] = {
    "goal": 7,
    "dice": {"count": 3, "sides": 4},
    "scoring": {"1": 2, "2": 1},
    "end": LAST,
}


@pytest.mark.parametrize("name", GAMES)
def test_every_key_agrees_with_brute_force(name: str) -> None:
    document = GAMES[name]
    rules = jd.rules(document)
    assert jd.solve_race(rules).value == pytest.approx(naive_between.win_probability(document), abs=1e-11)
    assert jd.solve_race(rules, "turns").value == pytest.approx(naive_between.expected_turns(document), rel=1e-11)
    within = jd.solve_race(rules, "within:4").value
    assert within == pytest.approx(naive_between.chance_within(document, 4), abs=1e-13)


def position(state: State) -> dict[str, Any]:
    """A state of the brute force, as a solution is asked for it."""
    return {
        "busts": (state.my_busts, state.their_busts),
        "to_beat": state.to_beat,
        "seat": 1 if state.starts else 2,
    }


@pytest.mark.parametrize(
    "name",
    [
        "two dice: a streak of two",
        "pig: beat, in a last turn",
        "farkle: equal turns",
        "farkle: the last word for fewer points",
        "farkle: below zero, first banks",
        "farkle: steal after a bank",
        "farkle: steal busts and beat",
        "pig: steal busts, keep, last turn",
    ],
)
def test_every_state_agrees_with_brute_force(name: str) -> None:
    """Scores, busts, totals to beat, seats, last turns, and what it is worth to go on with a stolen turn."""
    document = GAMES[name]
    race = jd.solve_race(jd.rules(document))
    model, seen = race.model.turn, 0
    for state, chance in naive_between.win_values(document).items():
        turn = race.turn_at(state.mine, state.theirs, **position(state))
        ours = turn.value_at(0, 0)
        if state.offer:
            dice, total, singles = state.offer
            phase = model.places[jd.turn.Place((len(dice),), singles)]
            ours = max(ours, turn.roll_value(phase, model.phases[phase].rolls[0], total))
        assert ours == pytest.approx(chance, abs=1e-10), state
        start = race.value_at(state.mine, state.theirs, **position(state))
        assert start == pytest.approx(turn.value_at(0, 0), abs=1e-14)
        seen += 1
    assert seen > 20


@given(between_rules())
@SLOW
def test_random_rules_agree_with_brute_force(document: Document) -> None:
    try:
        rules = jd.rules(document)
        race, turns = jd.solve_race(rules), jd.solve_race(rules, "turns")
    except jd.JeopardiceError:  # no game, or one in which nearly every turn busts
        assume(False)
        raise
    most = 300 if rules.end.rule != "sudden" else None
    assert race.value == pytest.approx(naive_between.win_probability(document, most_total=most), abs=1e-9)
    assert turns.value == pytest.approx(naive_between.expected_turns(document), rel=1e-9)


@given(st.integers(1, 3), st.integers(1, 4), st.integers(-3, 3))
@SLOW
def test_the_unit_of_points_fits_penalties_and_floors(streak: int, penalty: int, floor: int) -> None:
    """Points come in twos, but penalties and floors do not have to."""
    dice = {"count": 1, "sides": 4, "weights": [1, 1, 0, 1]}
    bust = {"streak": streak, "penalty": penalty, "floor": floor}
    document = {"family": "pig", "goal": 7, "dice": dice, "bust": bust}
    expected = naive_between.win_probability(document)
    assert jd.solve_race(jd.rules(document)).value == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize("change", [{}, {"turn": {"first_bank": 3}}], ids=str)
def test_falls_without_end_are_off_by_less_than_is_said(change: Document) -> None:
    document = {**combined(PIG, {"bust": {"streak": 2, "penalty": 1}, **change}), "goal": 5}
    document["bust"]["floor"] = "none"
    race = jd.solve_race(jd.rules(document))
    assert race.fall_error is not None
    deeper = naive_between.win_probability(document, lowest=-9)
    assert abs(float(race.value) - deeper) <= race.fall_error
    assert race.fall_error < (1e-4 if not change else 0.1)


@pytest.mark.parametrize("objective", ["turns", "within:4", "within:9"])
def test_falls_without_end_of_one_player_are_off_by_less_than_is_said(
    objective: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Followed to one penalty, against many more."""
    document = combined(PIG, {"bust": {"streak": 2, "penalty": 3}})
    document["bust"]["floor"] = "none"
    monkeypatch.setattr("jeopardice.race.model.PENALTIES_FOLLOWED", 12)
    deeper = jd.solve_race(jd.rules(document), objective)
    assert deeper.fall_error is not None
    assert deeper.fall_error < 1e-5
    for penalties in (1, 3):
        monkeypatch.setattr("jeopardice.race.model.PENALTIES_FOLLOWED", penalties)
        race = jd.solve_race(jd.rules(document), objective)
        assert race.fall_error is not None
        off = abs(float(race.value) - float(deeper.value))
        assert off <= race.fall_error + deeper.fall_error
        # In four turns nobody falls so far.
        assert (off > 1e-9) == (objective != "within:4")


def test_the_deeper_scores_are_followed_the_less_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    document = combined(PIG, {"bust": {"streak": 2, "penalty": 2}})
    document["bust"]["floor"] = "none"
    errors = []
    for penalties in (2, 4, 6, 8):
        monkeypatch.setattr("jeopardice.race.model.PENALTIES_FOLLOWED", penalties)
        errors.append(jd.solve_race(jd.rules(document)).fall_error or 0)
    assert all(later < earlier / 4 for earlier, later in itertools.pairwise(errors))


def test_advice_knows_what_can_be_stolen() -> None:
    """Going on is worth what the brute force says, and is named beside a turn begun afresh."""
    document = GAMES["farkle: steal after a bank"]
    race = jd.solve_race(jd.rules(document))
    offer = ((0,), 150, 0)
    chance = naive_between.win_values(document, also=[State(100, 150, offer=offer)])[State(100, 150, offer=offer)]
    advice = race.advise((100, 150), offer=("1", 150))
    assert advice.value == pytest.approx(chance, abs=1e-11)
    assert {action.then for action in advice.actions} == {"roll", "steal"}
    assert advice.actions[0].value == advice.value
