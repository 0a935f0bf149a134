"""What the search for a card must find: legal banks, no number that does not matter, never worse with more numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest

import jeopardice as jd
from jeopardice.analysis.card_price import PricedCard
from jeopardice.analysis.cards import score_card, score_rows
from jeopardice.evaluation.duels import match_duel
from jeopardice.solvers.race import solve_race
from jeopardice.solvers.turn import solve_turn
from jeopardice.strategies import Card
from jeopardice.strategies.custom import LegalChoice, SeenPosition
from support.cli_runner import jeopardice

FAIR = [1] * 6


def card_of(game: str, changes: dict[str, object], integers: int | None = None) -> PricedCard[Card]:
    """The best card of a game, whose price a match confirms."""
    race = solve_race(jd.rules(game).replace(changes))
    found = jd.card(race, integers)
    assert found.price == pytest.approx(-match_duel(race.rules, found.card, race.strategy()).advantage, abs=1e-12)
    return found


@pytest.mark.parametrize(
    ("goal", "least", "price"), [(1500, 500, 0.021), (2000, 1000, 0.018), (1000, 400, 0.02)], ids=str
)
def test_a_least_bank_is_banked(goal: int, least: int, price: float) -> None:
    """It cost 14 to 61 % when worths below the least bank were negative, so that the card never banked."""
    found = card_of("farkle", {"goal": goal, "turn.minimum_bank": least})
    assert found.price < price
    for row in found.card.rows.values():
        assert all(worth >= 0 for worth in row)
        assert row.get(0, 0) == 0 or row[0] >= least


def test_to_go_for_it_from_the_start_needs_no_number() -> None:
    found = card_of("pig", {"goal": 25})
    assert found.card.integers == []
    assert found.price == pytest.approx(0, abs=1e-12)
    assert card_of("farkle", {"goal": 500}).price < 0.01


@pytest.mark.parametrize("goal", [1030, 1049])
def test_scores_are_counted_from_0_wherever_the_goal_is(goal: int) -> None:
    """A goal that is no multiple of 50 is that of the next one, and so are its cards."""
    odd, even = card_of("farkle", {"goal": goal}), card_of("farkle", {"goal": 1050})
    assert odd.card == even.card
    assert odd.price == pytest.approx(even.price, abs=1e-12)
    assert all(number % 50 == 0 for number in odd.card.integers)


def test_a_strategy_is_asked_for_scores_that_can_occur() -> None:
    heard: set[int] = set()

    class Listening:
        looks_at = "scores"

        def choose(self, position: SeenPosition, choices: Sequence[LegalChoice]) -> LegalChoice:
            heard.update(position.scores)
            return choices[0]

    match_duel(jd.rules("farkle").replace(goal=330), Listening(), "max-score")
    assert {0, 50, 300} <= heard
    assert all(score % 50 == 0 for score in heard)


def test_more_numbers_never_cost_more() -> None:
    race = solve_race(jd.rules("farkle").replace(goal=1500))
    limits = (0, 8, 12, None)
    found = [jd.card(race, integers) for integers in limits]
    assert all(most is None or len(card.card.integers) <= most for most, card in zip(limits, found, strict=True))
    for fewer, more in pairwise(found):
        assert more.price <= fewer.price + 4e-9
    assert found[-1].price < 0.0156


def test_no_total_is_one_that_already_wins() -> None:
    rules = jd.rules("farkle").replace(goal=1500)
    rows = score_card(solve_turn(rules), 1500).rows
    assert max(total for row in rows.values() for total in row.values()) < 1500
    card = card_of("farkle", {"goal": 1500}).card
    assert max(card.integers) < 1500


def test_the_pure_table_of_maximum_scoring_is_still_that_of_the_paper() -> None:
    rows = score_card(solve_turn(jd.rules("farkle"))).rows
    assert rows[5] == {0: 2900, 50: 2250, 100: 1600, 150: 950, 200: 550, 250: 250, 300: 0}
    assert rows[3] == {0: 400, 50: 250, 100: 0}


def test_of_hands_that_differ_the_best_row_is_taken() -> None:
    """The first hand of two dice need not be the one to play by."""
    loaded = {"dice.count": 3, "dice.weights": [FAIR, FAIR, [1, 1, 1, 1, 9, 1]], "goal": 800}
    race = solve_race(jd.rules("farkle").replace(loaded))
    rows = score_rows(solve_turn(race.rules), 800)
    assert len(rows[2]) == 2
    overall = card_of("farkle", loaded).overall
    for row in rows[2]:
        table = Card({**{n: found[0] for n, found in rows.items()}, 2: row})
        assert overall >= match_duel(race.rules, table, race.strategy()).overall
    # Nor does it matter which die is named first: of equal options that is taken which leaves the better dice.
    turned = card_of("farkle", {**loaded, "dice.weights": [[1, 1, 1, 1, 9, 1], FAIR, FAIR]})
    assert turned.overall == pytest.approx(overall, abs=1e-9)
    assert overall > 0.47


@pytest.mark.parametrize(
    "changes",
    [("goal=1",), ("goal=30", "turn.choose_dice=[16,20]"), ("goal=2",), ("goal=10", "turn.choose_dice=[1,1]")],
)
def test_every_game_of_hog_has_a_card(changes: tuple[str, ...]) -> None:
    ran = jeopardice("card", "hog", *(word for change in changes for word in ("--set", change)), "--json")
    assert ran.status == 0
    assert 0 <= ran.json["price"] < 0.1


def test_dice_beyond_fifteen_are_tried_and_the_first_number_is_moved() -> None:
    race = solve_race(jd.rules("hog").replace({"goal": 60, "turn.choose_dice": [12, 22]}))
    best = max(range(12, 23), key=lambda dice: match_duel(race.rules, f"dice:{dice}", race.strategy()).overall)
    assert jd.card(race, 1).card.dice == best
    short = solve_race(jd.rules("hog").replace({"goal": 40}))
    found = jd.card(short)
    assert found.price < 0.0045  # with the six dice of the best single number 0.62 %


def test_no_limit_is_the_largest_limit_in_hog() -> None:
    race = solve_race(jd.rules("hog").replace({"goal": 30, "turn.choose_dice": [1, 8]}))
    found = [jd.card(race, integers) for integers in (1, 3, 5, 9, 15, 99, None)]
    assert found[-2] == found[-1]
    for fewer, more in pairwise(found):
        assert more.price <= fewer.price + 1e-12


def test_the_search_reports_its_progress_all_along() -> None:
    """Nobody waits for a report until a number is found."""
    reports: list[float] = []
    jd.card(solve_race(jd.rules("pig").replace({"goal": 60})), progress=reports.append)
    assert len(reports) > 40
    assert reports == sorted(reports)
    assert reports[-1] == 1
