"""Strategies against each other in random games of one to four players, with any carryover: against the oracle."""

from __future__ import annotations

from collections import Counter
from time import process_time

import pytest

import jeopardice as jd
from jeopardice.evaluation.duels import best_response
from jeopardice.evaluation.lengths import followed, game_turns
from jeopardice.evaluation.multiplayer import MultiplayerResponse
from jeopardice.race.model import race_model
from jeopardice.strategies import strategy
from jeopardice.strategies.table_of import core_table
from support.compare_played import compare_played, compare_response
from support.random_contests import Contest, random_contest

pytestmark = pytest.mark.slow

GAMES, SAMPLES = 2000, 20
MOST_SECONDS = 0.2
"""A game that takes longer is left out: one that hardly ever ends."""

OF_THREE = (3, 9, 10, 29, 37, 48, 59, 66, 68, 73, 74, 76, 109, 111, 116, 120, 121, 126, 141, 143, 165, 196, 200)
"""Contests of three with last turns or turns to steal."""

ROLLING_ON = (319, 370)
"""Contests of three in which the best turn goes on far beyond the goal."""


class TooSlow(Exception):  # noqa: N818  nothing is wrong with such a game
    """A game that takes too long."""


class Patience:
    """A callback for progress that stops work after a while."""

    def __init__(self) -> None:
        self.until = process_time() + MOST_SECONDS

    def __call__(self, part: float) -> None:
        if process_time() > self.until:
            raise TooSlow


@pytest.mark.parametrize("sample", range(SAMPLES))
def test_chances_turns_and_lengths_are_those_of_the_oracle(sample: int) -> None:
    outcomes: Counter[str] = Counter()
    for number in range(sample, GAMES, SAMPLES):
        document, names = random_contest(number)
        if document.get("bust", {}).get("floor") == "none":
            continue  # scores are modelled down to a lowest one only
        try:
            race = race_model(jd.rules(document))
            table, patience = core_table(race, len(names), 1), Patience()
            seats = [strategy(name).seat(table) for name in names]
            wins, (turns,) = table.follow(seats, [(table.start(), 0)], patience)
            lengths = followed(lambda rounds: table.rounds(seats, table.start(), rounds, patience)[0], 64, 4).chances  # noqa: B023
        except TooSlow:
            outcomes["slow"] += 1
            continue
        except jd.JeopardiceError:
            outcomes["refused"] += 1
            continue
        chances = [each[0] for each in wins] if len(names) > 1 else None
        found = compare_played(document, names, chances=chances, turns=turns, lengths=lengths.tolist())
        outcomes[found.outcome] += 1
        assert not found.wrong or found.outcome == "tied", (number, document, names, found.wrong)
    assert outcomes["compared"] > GAMES / SAMPLES / 3
    assert outcomes["slow"] + outcomes["large"] < GAMES / SAMPLES / 8


def small_contest_of_three(number: int) -> Contest:
    """A contest of three in which the oracle finds best play quickly."""
    document, names = random_contest(number, 3)
    document["goal"] = min(document["goal"], 3)
    return Contest(document, names)


@pytest.mark.parametrize("number", OF_THREE)
def test_best_play_of_three_in_last_turns_and_with_stolen_turns_is_that_of_the_oracle(number: int) -> None:
    document, names = small_contest_of_three(number)
    assert document.get("end") or document["turn"]["steal"]
    table, best = core_table(race_model(jd.rules(document)), 3, 1), strategy("optimal")
    for entered in (["optimal", *names[1:]], ["optimal"] * 3):
        seat = best.seat(table)
        seats = [seat if name == "optimal" else strategy(name).seat(table) for name in entered]
        wins, (turns,) = table.follow(seats, [(table.start(), 0)])
        chances, lengths = [each[0] for each in wins], game_turns(table, seats).chances.tolist()
        found = compare_played(document, entered, chances=chances, turns=turns, lengths=lengths)
        assert not found.wrong, (document, entered, found.wrong)
        assert found.outcome in ("compared", "tied")


@pytest.mark.parametrize("sample", range(4))
def test_best_responses_are_those_of_the_oracle(sample: int) -> None:
    compared = 0
    for number in range(sample, 120, 4):
        document, names = random_contest(number, 2)
        if document.get("turn", {}).get("keep_on_bust") and document.get("end"):
            continue  # the best turn goes on without end, which takes the oracle long
        try:
            response = best_response(document, names[1], progress=Patience())
        except (TooSlow, jd.JeopardiceError):
            continue
        found = compare_response(document, names, 0, response.first)
        assert not found.wrong or found.outcome == "tied", (number, document, names, found.wrong)
        compared += found.outcome == "compared"
    assert compared >= 5


@pytest.mark.parametrize("number", [*OF_THREE, *ROLLING_ON])
def test_best_responses_to_two_others_are_those_of_the_oracle(number: int) -> None:
    document, names = small_contest_of_three(number)
    response = jd.best_response(document, *names[1:])
    assert isinstance(response, MultiplayerResponse)
    found = compare_response(document, names, 0, response.chances[0])
    assert found.outcome == "compared"
    assert not found.wrong, (document, names, found.wrong)
