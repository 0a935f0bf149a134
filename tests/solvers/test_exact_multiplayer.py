"""Three and more players in fractions: an independent program finds the same best turns, without any error."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.solutions.multiplayer import MultiplayerSolution
from jeopardice.turn import Place
from oracles import table
from oracles.multiplayer import Race, State, Sweeps, start
from support.races import PIGLET, TWO_DICE
from support.small_rules import Document

MOST_STATES = 40
LAST, EQUAL = {"rule": "last-turn"}, {"rule": "equal-turns"}
COINS: Document = {"dice": {"count": 2, "sides": 2}, "scoring": {"1": 1}, "goal": 3}
HOG: Document = {"family": "hog", "dice": {"count": 2, "sides": 3}, "events": {"bust": ["1"]}, "goal": 5}
GAMES: dict[str, tuple[Document, int]] = {
    "pig": ({"family": "pig", "goal": 7, "dice": {"sides": 4}}, 3),
    "four players": ({**HOG, "goal": 4}, 4),
    "lost banks, wins at once": (TWO_DICE, 3),
    "first bank, kept busts": ({**TWO_DICE, "turn": {"first_bank": 4, "keep_on_bust": True}}, 3),
    "streak below 0": ({**HOG, "goal": 3, "bust": {"streak": 2, "penalty": 1, "floor": -1}}, 3),
    "last turn": ({**HOG, "end": LAST}, 3),
    "equal turns, split ties, four players": ({**HOG, "goal": 3, "end": {**EQUAL, "tie": "split"}}, 4),
    "total to beat, last turn": ({**HOG, "end": LAST, "turn": {"beat_previous": True}}, 3),
    "steal after a bank": ({**COINS, "turn": {"steal": "after-bank"}}, 3),
    "steal after a bust": ({**COINS, "turn": {"steal": "after-bust"}}, 3),
    "steal, beat": ({**COINS, "turn": {"steal": "after-bank", "beat_previous": True}}, 3),
}


class ExactRace(Race):
    """The game by the oracle, in fractions."""

    one = Fraction(1)


@pytest.fixture(autouse=True)
def _oracle_in_fractions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "float", Fraction, raising=False)


def solved(document: Document, players: int = 3) -> MultiplayerSolution:
    found = jd.solve(jd.rules({**document, "players": players}), exact=True)
    assert isinstance(found, MultiplayerSolution)
    return found


def chances(found: MultiplayerSolution, state: State) -> Sequence[Any]:
    """Everybody's chances in a state of the oracle."""
    exactly, model, unit = found.exactly, found.model, found.model.turn.unit
    assert exactly is not None
    units = [model.units_needed(score) for score in state.scores]

    def key(to_beat: int) -> tuple[int, ...]:
        return found.carryover.find(state.busts, to_beat // unit, state.seat + 1), *units

    fresh = key(state.to_beat)
    if state.offer:
        dice, total, singles = state.offer
        phase = model.turn.places[Place((len(dice),), singles)]
        end = fresh, (*key(0), phase, min(total // unit, exactly.ends.largest_offer))
        return exactly.values[exactly.stolen.get(end, fresh)]
    return exactly.values[fresh]


def differing(found: MultiplayerSolution, document: Document, most: int) -> int:
    """Check the mover's chance in so many states that are met; count those in which another player's differs."""
    players = found.rules.players
    race, seen = ExactRace(document, players), []

    def known(state: State) -> Any:
        seen.append(state)
        return tuple(chances(found, state))

    def plan(state: State) -> Any:
        return race.plan(state, race.turn(state, lambda after: sweeps.vector(after)[-1]))

    sweeps = Sweeps(plan, lambda state: state, known)
    sweeps.vector(start(players))
    count = 0
    for number, state in enumerate(seen):  # more are found on the way
        if number == most:
            break
        turn = race.turn(state, lambda after: sweeps.vector(after)[-1])
        assert turn.value() == sweeps.vector(state)[0], state
        count += sweeps.total(race.plan(state, turn)) != sweeps.vector(state)
    return count


@pytest.mark.parametrize("name", GAMES)
def test_no_turn_can_be_improved_and_everybody_has_what_follows(name: str) -> None:
    document, players = GAMES[name]
    found = solved(document, players)
    assert sum(found.seats) == 1
    assert differing(found, document, MOST_STATES) == 0
    near = jd.solve(jd.rules({**document, "players": players}))
    assert list(map(float, found.seats)) == pytest.approx(list(map(float, near.seats)), abs=1e-12)


def test_a_race_to_one_point_is_a_geometric_series() -> None:
    """Everybody in turn wins with 1/2: seat k has (1/2)^k / (1 - 1/8)."""
    found = solved({**PIGLET, "goal": 1})
    assert found.seats == (Fraction(4, 7), Fraction(2, 7), Fraction(1, 7))
    assert found.error_bound == 0
    assert found.advise((0, 0, 0)).value == Fraction(4, 7)


def test_two_players_who_mix_have_rational_shares() -> None:
    """In Piglet to 5 with last turns the others' values in the two states that are mixed are means of two turns."""
    document: Document = {**PIGLET, "goal": 5, "end": LAST}
    found = solved(document)
    assert len(found.shares) == 2
    assert differing(found, document, found.states) == 2
    near = jd.solve(jd.rules({**document, "players": 3}))
    assert list(map(float, found.seats)) == pytest.approx(list(map(float, near.seats)), abs=1e-12)


def test_last_turns_in_fractions_are_those_in_floating_point() -> None:
    rules = jd.rules({**HOG, "players": 3, "end": {**LAST, "tie": "split"}})
    exactly, near = jd.solve(rules, exact=True), jd.solve(rules)
    for scores in ((3, 5, 0), (4, 2, 6), (0, 7, 1), (2, 6, 5)):
        assert isinstance(exactly.value_at(scores), Fraction)
        assert float(exactly.value_at(scores)) == pytest.approx(float(near.value_at(scores)), abs=1e-12)


def test_what_has_no_fraction_is_refused_with_the_reason() -> None:
    with pytest.raises(jd.JeopardiceError, match=r"200 steps for 3 players take about .*hours: too long"):
        jd.solve("farkle", players=3, exact=True)
    endless = {**HOG, "family": "pig", "players": 3, "end": LAST, "turn": {"keep_on_bust": True}}
    with pytest.raises(jd.JeopardiceError, match="infinite system"):
        jd.solve(jd.rules(endless), exact=True)
