"""Strategy against strategy: against chains written out by hand, against best play, and simulated."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

import jeopardice as jd
from jeopardice.evaluation.duels import Match, best_response
from jeopardice.evaluation.duels import match_duel as match
from jeopardice.evaluation.duels import tournament_of_duels as tournament
from jeopardice.evaluation.simulation import SimulationOptions, simulate_solo
from jeopardice.evaluation.simulation import simulate_duel as simulate
from jeopardice.evaluation.solo import solo
from jeopardice.race.model import race_model
from jeopardice.solvers.race import solve_race
from jeopardice.strategies import CustomStrategy, HoldAt, KeepPace, LegalChoice, SeenPosition, strategy
from oracles import lengths as naive_lengths
from support.races import FARKLE, PIG, race_of, small_races
from support.small_rules import Document

pytestmark = pytest.mark.slow

KNOWN: dict[str, Any] = {"hold-at": naive_lengths.hold_at, "rolls": naive_lengths.exactly, "dice": naive_lengths.always}


def chance_by_hand(one: Any, other: Any, goal: int) -> float:
    """A's chance, A to move, from the chains of two players alone."""

    @cache
    def first(mine: int, theirs: int) -> tuple[float, float]:
        """A's chance with A and with B to move."""
        (wins, mine_next), (_, theirs_next) = one[mine], other[theirs]
        a = float(wins) + sum(float(p) * first(s, theirs)[1] for s, p in mine_next.items() if s != mine)
        b = sum(float(p) * first(mine, s)[0] for s, p in theirs_next.items() if s != theirs)
        stays, others = float(mine_next.get(mine, 0)), float(theirs_next.get(theirs, 0))
        x = (a + stays * b) / (1 - stays * others)
        return x, b + others * x

    return first(0, 0)[0]


@given(
    st.sampled_from(["hold-at", "rolls"]), st.integers(1, 9), st.integers(1, 9), st.integers(5, 25), st.integers(2, 6)
)
def test_matches_of_fixed_strategies_agree_with_their_chains(name: str, k: int, m: int, goal: int, sides: int) -> None:
    document: Document = {**PIG, "goal": goal, "dice": {"count": 1, "sides": sides}, "events": {"bust": ["1"]}}
    found = match(jd.rules(document), f"{name}:{k}", f"hold-at:{m}")
    one, other = KNOWN[name](document, k), KNOWN["hold-at"](document, m)
    assert found.first == pytest.approx(chance_by_hand(one, other, goal), abs=1e-12)
    assert found.second == pytest.approx(1 - chance_by_hand(other, one, goal), abs=1e-12)
    assert float(found.turns.chances[::2].sum()) == pytest.approx(found.first, abs=1e-12)


def match_or_certain_winner(race: jd.RaceSolution, a: str, b: str) -> Match:
    """The match; it may be refused only where the winner is certain, so that best play need not get on."""
    try:
        return match(race.rules, a, b)
    except jd.JeopardiceError as error:
        certain = race.values.min() == 0 or race.values.max() == 1
        if "may never end" not in str(error) or not certain:
            raise
        return reject()


@given(small_races())
def test_best_play_against_itself_is_the_solution_and_its_own_best_answer(document: Document) -> None:
    race = race_of(document)
    found = match_or_certain_winner(race, "optimal", "optimal")
    assert found.first == pytest.approx(float(race.value), abs=1e-11)
    score = race.rules.goal // 2 // race.model.turn.unit * race.model.turn.unit
    later = match(race.rules, "optimal", "optimal", scores=(score, 0))
    assert later.first == pytest.approx(float(race.value_at((score, 0))), abs=1e-11)
    answer = best_response(race.rules, "optimal")
    assert np.abs(answer.first_at[0] - race.values).max() < 1e-11


@given(small_races(), st.integers(1, 8))
def test_no_strategy_beats_the_best_answer_or_best_play(document: Document, k: int) -> None:
    race = race_of(document)
    name = "max-score" if race.rules.family == "hog" else f"hold-at:{k}"
    answer = best_response(race.rules, name)
    assert answer.first >= match_or_certain_winner(race, "optimal", name).first - 1e-12
    with suppress(jd.JeopardiceError):  # a strategy that never gets on
        assert answer.first >= match(race.rules, name, name).first - 1e-12
    assert match_or_certain_winner(race, name, "optimal").first <= float(race.value) + 1e-12


@pytest.mark.parametrize(
    ("preset", "changes", "a", "b"),
    [
        ("pig", {}, "hold-at:20", "optimal"),
        ("pig", {}, "keep-pace:71,21,8", "end-race:71,21"),
        ("pig", {"turn.first_bank": 15, "turn.minimum_bank": 5}, "rolls:3", "max-score"),
        ("pig", {"turn.keep_on_bust": True, "dice.count": 2}, "hold-at:30", "optimal"),
        ("hog", {}, "dice:5", "optimal"),
        ("farkle", {"goal": 3000}, "max-score", "optimal"),
        ("farkle", {"goal": 3000, "turn.minimum_bank": 300, "events.win": ["666666"]}, "hold-at:400", "max-score"),
        ("farkle", {"goal": 2000, "turn.hot_dice": False, "turn.first_bank": 500}, "hold-at:300", "optimal"),
        ("ten-thousand", {"goal": 3000}, "hold-at:300", "optimal"),
    ],
)
def test_simulated_games_agree_within_three_standard_errors(
    preset: str, changes: dict[str, object], a: str, b: str
) -> None:
    rules = jd.rules(preset).replace(changes)
    exact, chance = match(rules, a, b), simulate(rules, a, b, SimulationOptions(games=40_000, seed=11))
    assert abs(chance.first.mean - exact.first) <= 3 * chance.first.stderr
    assert abs(chance.second.mean - exact.second) <= 3 * chance.second.stderr
    assert chance.overall.stderr < chance.first.stderr
    if strategy(a).looks_at != "scores":
        sample = simulate_solo(rules, a, games=20_000, seed=12)
        assert abs(sample.mean - solo(rules, a).expected) <= 3 * sample.stderr


def test_the_same_seed_gives_the_same_games_whatever_the_threads() -> None:
    rules = jd.rules("pig")
    one, two, five = (
        simulate(rules, "optimal", "hold-at:20", SimulationOptions(5_000, 3, threads=n)) for n in (1, 2, 5)
    )
    assert one == two == five
    assert simulate(rules, "optimal", "hold-at:20", SimulationOptions(5_000, 4)) != one


def test_a_player_alone_takes_what_was_solved() -> None:
    rules = jd.rules("farkle").replace(goal=3000)
    best = solo(rules, "optimal")
    assert best.expected == pytest.approx(float(solve_race(rules, "turns").value), abs=1e-12)
    assert best.turns.expected == pytest.approx(best.expected, abs=1e-11)
    assert best.turns.deviation**2 == pytest.approx(best.variance, abs=1e-9)
    assert solo(rules, "max-score").expected > best.expected


def test_everyone_against_everyone() -> None:
    rules = jd.rules("pig")
    names = ["hold-at:25", "optimal", "keep-pace:71,21,8"]
    table = tournament(rules, names)
    for i, a in enumerate(names):
        for j, b in enumerate(names):
            assert table.overall[i][j] == pytest.approx(match(rules, a, b).overall, abs=1e-12)
    assert max(table.means) == table.means[1]
    with pytest.raises(jd.InputError, match="at least two"):
        tournament(rules, ["optimal"])


class HoldAt20:
    """The same as hold-at:20, written by a user."""

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
        then = "bank" if position.turn >= 20 else "roll"
        return next(choice for choice in choices if choice.then == then)


class PaceKeeper:
    """The same as keep-pace:71,21,8 to 100."""

    looks_at = "scores"

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
        own, other = position.scores
        hold = 100 if max(own, other) >= 71 else 21 + (2 * (other - own) + 8) // 16
        then = "bank" if position.turn >= hold else "roll"
        return next(choice for choice in choices if choice.then == then)


class MostPoints:
    """In Farkle: keeps everything that scores, and banks from 300 on."""

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
        most = max(choice.total for choice in choices)
        best = [choice for choice in choices if choice.total == most]
        then = "bank" if most >= 300 else "roll"
        return next((choice for choice in best if choice.then == then), best[0])


def test_a_strategy_of_ten_lines_is_the_built_in_one() -> None:
    rules = jd.rules("pig").replace(goal=40)
    assert match(rules, HoldAt20(), "optimal").first == match(rules, "hold-at:20", "optimal").first
    assert solo(jd.rules("pig"), HoldAt20()).expected == pytest.approx(12.636769490454, abs=1e-11)
    ours, theirs = KeepPace(71, 21, 8), CustomStrategy.of(PaceKeeper())
    race = race_model(jd.rules("pig").replace(goal=100))
    for own, other in ((0, 0), (30, 60), (60, 30), (72, 0), (0, 72)):
        both = [one.policy(race, one.situation(race, own, other)) for one in (ours, theirs)]
        asked = 1 + np.flatnonzero(both[1].choices.any(axis=1)).max()  # beyond, it is never asked
        assert (both[0].choices[:asked] % 2 == both[1].choices[:asked] % 2).all()


def test_own_strategies_of_farkle_choose_among_all_dice_that_score() -> None:
    rules = jd.rules("farkle").replace(goal=2000)
    exact, chance = (
        match(rules, MostPoints(), "max-score"),
        simulate(rules, MostPoints(), "max-score", SimulationOptions(40_000, 5)),
    )
    assert abs(chance.first.mean - exact.first) <= 3 * chance.first.stderr
    assert exact.overall < 0.5
    seen: list[tuple[SeenPosition, Sequence[LegalChoice]]] = []

    class Looking(MostPoints):
        def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
            seen.append((position, choices))
            return super().choose(position, choices)

    match(rules, Looking(), "max-score")
    choices = next(choices for position, choices in seen if position.roll == "113456" and position.turn == 0)
    assert {choice.keep for choice in choices} == {"1", "5", "11", "15", "115"}


class Cheat:
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        return LegalChoice("", 100, 100, "bank", "")


class Raises:
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> Any:
        return 1 // (position.turn - 7)


class Moody:
    asked = 0

    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
        self.asked += 1
        return choices[self.asked % 2]


class Endless:
    def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
        while True:
            pass


@pytest.mark.parametrize(
    ("bad", "what"),
    [
        (Cheat(), "not one of the choices at turn total"),
        (Raises(), "is not one of the choices"),
        (Moody(), "answers differently each time at turn total"),
        (Endless(), "no answer within"),
        (object(), "no method choose"),
    ],
    ids=["cheat", "raises", "moody", "endless", "nothing"],
)
def test_a_strategy_that_misbehaves_is_named_with_the_position(
    bad: Any, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jeopardice.strategies.custom.PATIENCE", 0.2)
    with pytest.raises(jd.InputError, match=what):
        match(jd.rules("pig"), bad, "optimal")


def test_a_strategy_that_raises_is_named_with_the_error() -> None:
    class RaisesLate(HoldAt20):
        def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
            if position.turn == 7:
                raise KeyError("seven")
            return super().choose(position, choices)

    with pytest.raises(jd.InputError, match=r"KeyError: 'seven' at turn total 7"):
        match(jd.rules("pig"), RaisesLate(), "optimal")


@pytest.mark.parametrize(
    "name",
    ["", "hold-at", "hold-at:", "hold-at:x", "hold-at:0", "hold-at:-3", "keep-pace:1,2", "end-race:1,2,3", "chess",
     "table:", "table:missing.csv", "no_such_module:thing", "json:nothing", "json:loads"],
)  # fmt: skip
def test_names_that_mean_nothing_are_refused(name: str) -> None:
    with pytest.raises(jd.InputError):
        strategy(name)


def test_strategies_that_do_not_fit_the_game_are_refused() -> None:
    for rules, name in ((jd.rules("pig"), "dice:5"), (jd.rules("hog"), "dice:99")):
        with pytest.raises(jd.InputError, match="dice"):
            match(rules, name, "optimal")
    with pytest.raises(jd.JeopardiceError, match="cannot play solo"):
        solo(jd.rules("pig"), "keep-pace:71,21,8")


def test_hold_at_the_goal_never_banks_before_it() -> None:
    found = solo(jd.rules(FARKLE), HoldAt(jd.rules(FARKLE).goal))
    *states, goal = found.chances[-1]
    assert sum(states[:-1]) == 0
    assert states[-1] + goal == pytest.approx(1)


def test_to_hold_past_the_goal_takes_longer() -> None:
    """Tijms' printed recursion, taken literally, gives 13.317015748640 turns instead of 12.637."""
    rules = jd.rules("pig")
    found = solo(rules, "hold-past:20")
    assert found.expected == pytest.approx(13.317015748640, abs=1e-11)
    sample = simulate_solo(rules, "hold-past:20", games=40_000, seed=2)
    assert abs(sample.mean - found.expected) <= 3 * sample.stderr
    assert match(rules, "hold-past:20", "hold-at:20").overall < 0.5
    both = rules.replace({"goal": 40, "turn.first_bank": 30})
    exact, chance = (
        match(both, "hold-past:25", "max-score"),
        simulate(both, "hold-past:25", "max-score", SimulationOptions(20_000, 3)),
    )
    assert abs(chance.first.mean - exact.first) <= 3 * chance.first.stderr
