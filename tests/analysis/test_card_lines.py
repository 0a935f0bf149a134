"""Lines of a card for what is carried over: what they say is what is played, everywhere, and what it costs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.analysis.card_price import Opponent, Prices
from jeopardice.analysis.card_text import card_text, carried_lines, how_to_use
from jeopardice.evaluation.duels import match_duel
from jeopardice.evaluation.multiplayer import MultiplayerMatch
from jeopardice.evaluation.simulation import Simulation
from jeopardice.opponents.players import make_card
from jeopardice.opponents.policies import PolicyPlayer
from jeopardice.play.game import Game
from jeopardice.play.judge import Judge
from jeopardice.solvers.race import solve_race
from jeopardice.strategies import Card, CarriedLine
from jeopardice.strategies.card_turn import shifted
from oracles.card import CardPlayer
from oracles.game import Game as OracleGame
from support.cli_runner import jeopardice

PIG = {"family": "pig", "goal": 14, "dice": {"count": 1, "sides": 4}}
DICE = {"family": "farkle", "goal": 12, "dice": {"count": 3, "sides": 4}, "scoring": {"1": 1, "33": 3, "444": 5}}
STREAK = {"bust": {"streak": 3, "penalty": 3}}
COSTLY = {**DICE, "goal": 8, "bust": {"streak": 2, "penalty": 2}}
HOLD = Card({1: {0: 6, 3: 0}}, {1: 11}, {1: 10})
TABLE = Card({2: {0: 5, 1: 3, 2: 0}, 1: {0: 3, 1: 0}}, {1: 10}, {2: 9})
PAIR = {"family": "farkle", "goal": 9, "dice": {"count": 2, "sides": 4}, "scoring": {"1": 1, "2": 2, "33": 4}}
SECOND = (CarriedLine("seat", 2, 2),)
NOTHING_YET = CarriedLine("last_turn", 0, -12)
AFTER_BUSTS = (CarriedLine("busts", 2, 3), CarriedLine("busts", 1, -1))


@pytest.mark.parametrize(
    ("document", "card"),
    [
        ({**PIG, **STREAK}, replace(HOLD, carried=AFTER_BUSTS)),
        ({**DICE, **STREAK, "goal": 8}, replace(TABLE, carried=AFTER_BUSTS)),
        ({**PIG, "turn": {"beat_previous": True}}, replace(HOLD, carried=(CarriedLine("to_beat", 0, -3),))),
        ({**DICE, "end": {"rule": "equal-turns"}}, replace(TABLE, carried=(CarriedLine("seat", 2, 2),))),
        ({**DICE, "turn": {"first_bank": 3}}, replace(TABLE, carried=(CarriedLine("first_bank", 0, -2),))),
        (
            {**PIG, **STREAK, "turn": {"first_bank": 5}},
            replace(HOLD, carried=(*AFTER_BUSTS, CarriedLine("first_bank", 0, 2))),
        ),
        ({**DICE, "turn": {"first_bank": 6}}, replace(TABLE, carried=(CarriedLine("no_bank", 0, -9),))),
        ({**PIG, "end": {"rule": "last-turn"}}, replace(HOLD, carried=(NOTHING_YET,), lead=7)),
        ({**PAIR, "end": {"rule": "last-turn"}, "turn": {"minimum_bank": 3}}, Card({1: {0: 5, 1: 0}}, lead=3)),
        ({**PAIR, "end": {"rule": "equal-turns"}}, Card({1: {0: 5, 2: 0}}, {}, {1: 6}, SECOND, lead=6)),
    ],
    ids=[
        "busts",
        "busts in a table",
        "a bank to beat",
        "second in the round",
        "no points",
        "busts and no points",
        "no bank yet",
        "a lead",
        "a lead, hot dice and a least bank",
        "a lead, second in the round",
    ],
)
def test_a_card_plays_by_its_lines(document: dict[str, Any], card: Card) -> None:
    """Exactly as an independent program that reads the card does, and as simulated games do."""
    rules, left = jd.rules(document), tuple(line for line in card.carried if line == NOTHING_YET)
    plain = replace(card, carried=left, lead=0)
    mine, in_rounds = (rules.goal, card.rows, card.own, card.other), rules.end.rule == "equal-turns"
    least = rules.turn.first_bank, rules.turn.minimum_bank
    ours = match_duel(rules, card, plain)

    def player(one: Card) -> CardPlayer:
        lines = [(line.when, line.number, line.more) for line in one.carried]
        return CardPlayer(*mine, lines, *least, one.lead, equal_turns=in_rounds)

    right = OracleGame(document).match(player(card), player(plain))
    assert right.win[1] - right.win[0] < 1e-9
    assert right.win[0] - 1e-10 <= ours.first <= right.win[1] + 1e-10
    assert abs(ours.overall - 0.5) > 1e-5, "the line makes a difference"
    simulated = jd.simulate(rules, card, plain, games=20_000)
    assert isinstance(simulated, Simulation)
    assert simulated.first.mean == pytest.approx(ours.first, abs=3 * simulated.first.stderr)


def test_in_a_last_turn_the_table_is_read_by_its_line() -> None:
    """What is kept differs, and exact results agree with simulated games."""
    rules = jd.rules({**DICE, "end": {"rule": "last-turn"}})
    card = replace(TABLE, carried=(CarriedLine("last_turn", 0, 9),))
    ours, simulated = match_duel(rules, card, TABLE), jd.simulate(rules, card, TABLE, games=40_000)
    assert isinstance(simulated, Simulation)
    assert abs(ours.overall - 0.5) > 1e-5
    assert simulated.first.mean == pytest.approx(ours.first, abs=3 * simulated.first.stderr)


def test_the_search_finds_a_line_where_it_is_worth_its_number_and_only_there() -> None:
    """A second bust in a row that costs points; and the place in a round, which hardly matters."""
    costly = solve_race(jd.rules(COSTLY))
    found = jd.card(costly, threads=1)
    assert [line.about for line in found.card.carried] == [("busts", 1)]
    assert found.card.carried[0].more > 0
    without = match_duel(costly.rules, replace(found.card, carried=()), costly.strategy())
    assert without.overall < found.overall - 1e-6
    assert found.overall == pytest.approx(match_duel(costly.rules, found.card, costly.strategy()).overall, abs=1e-12)
    assert jd.card(solve_race(jd.rules({**DICE, "end": {"rule": "equal-turns"}})), threads=1).card.carried == ()


def test_a_number_is_spent_on_a_line_like_on_any_other() -> None:
    race = solve_race(jd.rules(COSTLY))
    cards = [jd.card(race, numbers, threads=1) for numbers in (0, 1, None)]
    assert all(len(found.card.integers) <= most for found, most in zip(cards, (0, 1, 99), strict=True))
    assert [found.price for found in cards] == sorted((found.price for found in cards), reverse=True)


def test_a_shifted_table_is_the_table_read_at_another_total() -> None:
    rows = {3: {0: 400, 50: 250, 100: 0}, 1: {0: 0}}
    assert shifted(rows, 100) == {3: {100: 0, 50: 150, 0: 300}, 1: {0: 0}}
    assert shifted(rows, 300) == {3: {50: 0, 0: 100}, 1: {0: 0}}
    assert shifted(rows, 1000) == {3: {0: 0}, 1: {0: 0}}
    assert shifted(rows, -50) == {3: {100: 0, 50: 300, 0: 450}, 1: {0: 0}}


def test_the_words_say_what_is_played() -> None:
    streak = jd.rules({**PIG, **STREAK})
    lines = carried_lines(replace(HOLD, carried=AFTER_BUSTS), streak)
    assert lines[:2] == [
        "After 2 busts in a row, bank with a turn total of 3 or more.",
        "After a bust, bank with a turn total of 7 or more.",
    ]
    assert "first that applies" in lines[2]
    table = replace(TABLE, carried=(CarriedLine("first_bank", 0, -2), CarriedLine("seat", 2, 1)))
    sentences = how_to_use(table, jd.rules(DICE))
    assert "As long as you have no points, read the table as if your turn total were 2 less." in sentences
    assert "If you are the second in the round, read the table as if your turn total were 1 more." in sentences
    assert replace(TABLE, carried=AFTER_BUSTS).integers[-2:] == [3, 1]


def test_a_card_with_lines_is_saved_read_and_printed(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text(jd.rules(COSTLY).to_toml())
    game = (str(tmp_path / "game.toml"),)
    found = jeopardice("card", *game, "--save", str(tmp_path / "card.json"), "--json").json
    assert [line["when"] for line in found["carried"]] == ["busts"]
    assert json.loads((tmp_path / "card.json").read_text())["carried"] == found["carried"]
    played = jeopardice("match", *game, f"card:{tmp_path / 'card.json'}", "optimal", "--json").json
    assert played["overall"] == pytest.approx(found["overall"], abs=1e-12)
    assert jeopardice("card", *game, "--save", str(tmp_path / "card.svg")).out.count("After a bust, read") == 1
    assert (tmp_path / "card.svg").read_text().startswith("<?xml")


@pytest.mark.parametrize(
    "line",
    [{"when": "often", "more": 1}, {"when": "busts", "number": -1, "more": 1}, {"when": "busts", "number": 1}, 5],
)
def test_bad_lines_are_refused(line: object, tmp_path: Path) -> None:
    card = {"format": "jeopardice card 1", "rows": {"1": {"0": 9}}, "carried": [line]}
    card["rows"] = {"1": {"0": 9, "3": 0}}
    (tmp_path / "card.json").write_text(json.dumps(card))
    ran = jeopardice("match", "pig", f"card:{tmp_path / 'card.json'}", "optimal")
    assert ran.status == 2
    assert "card.json: not a card" in ran.err


def test_the_card_at_the_table_follows_its_lines() -> None:
    """A turn total that it banks only after two busts in a row."""
    rules = jd.rules({**PIG, **STREAK, "goal": 40})
    player = PolicyPlayer(rules, replace(HOLD, own={}, other={}, carried=AFTER_BUSTS))
    seen = set()
    for seed in range(60):
        game = Game.begin(rules, 2, 0, str(seed))
        while not game.over and game.moves < 40:
            busts, total = game.busts[game.mover], game.turn.total
            move = player.choose(game)
            if not game.at_start and total < 20 and game.scores[game.mover] < 20:
                least = {0: 6, 1: 7, 2: 3}[busts]
                assert (move.then == "bank") == (total >= least)
                seen.add((busts, move.then))
            game = game.after(move.text)
    assert len(seen) == 6
    quick = make_card(Judge(solve_race(jd.rules({**DICE, **STREAK}))))
    assert isinstance(quick, Card)
    assert quick.carried == (CarriedLine("busts", 2, 3),)


@pytest.mark.parametrize("changes", [{}, {"end": {"rule": "last-turn"}}], ids=["sudden", "last turns"])
def test_a_card_for_three_plays_two_who_play_best(changes: dict[str, object]) -> None:
    """Exactly as in a match of three in any order; it is no better than best play."""
    rules = jd.rules({**DICE, "goal": 7, "players": 3, **changes})
    solution = jd.solve(rules, threads=1)
    found = jd.card(solution, threads=1)
    played = jd.match(rules, found.card, solution.strategy(), solution.strategy())
    assert isinstance(played, MultiplayerMatch)
    card, *others = played.overall
    assert found.overall == pytest.approx(card, abs=1e-12)
    assert found.price == pytest.approx(sum(others) / 2 - card, abs=1e-12)
    assert 0 < found.price < 0.1
    assert "Against 2 who play best" in card_text(found, rules)


PRICED: list[dict[str, Any]] = [
    {**PIG, **STREAK},
    {**DICE, "goal": 8, "bust": {"streak": 2, "penalty": 2, "floor": "none"}},
    {**PIG, "dice": {"count": 2, "sides": 4}, "events": {"bust": ["1"], "lose_banked": ["11"]}},
    {**DICE, "end": {"rule": "last-turn"}, "turn": {"first_bank": 3}},
    {**DICE, "end": {"rule": "last-turn", "tie": "split"}},
    {**PIG, "end": {"rule": "equal-turns"}, **STREAK},
    {**PIG, "turn": {"keep_on_bust": True}, "end": {"rule": "last-turn"}},
]


@pytest.mark.parametrize("document", PRICED, ids=lambda document: str(sorted(document)))
def test_prices_are_those_of_matches_and_estimates_are_right_to_first_order(document: dict[str, Any]) -> None:
    """Backwards against an opponent whose turns are found once, as forwards in a match."""
    race = solve_race(jd.rules(document))
    opponent = Opponent(race, 1)
    assert opponent.fixed is not None
    prices = Prices(opponent)
    card = replace(HOLD if document["family"] == "pig" else TABLE)
    if document["family"] == "pig" and race.rules.dice.count == 2:
        card = replace(card, rows={2: card.rows[1]}, own={2: 11}, other={2: 10})
    n = max(card.own)
    cards = [card, replace(card, own={n: card.own[n] - 1}), replace(card, other={}), replace(card, own={}, other={})]
    exact = prices.of_all(cards)
    for one, price in zip(cards, exact, strict=True):
        assert price == pytest.approx(match_duel(race.rules, one, race.strategy(), threads=1).overall, abs=1e-12)
    roughly = prices.roughly(cards, card)
    assert roughly[0] == pytest.approx(exact[0], abs=1e-11)
    for estimate, price in zip(roughly, exact, strict=True):
        # Estimates leave last turns as they are.
        small = 0.35 * abs(price - exact[0]) + 1e-9 if race.rules.end.rule == "sudden" else 1e-2
        assert abs(estimate - price) <= small


def test_a_card_is_never_worse_than_maximum_scoring() -> None:
    """It was in Greed: what may not be banked yet was preferred as a bank among equal sums."""
    race = solve_race(jd.rules("greed").replace({"goal": 1500}))
    scoring = match_duel(race.rules, "max-score", race.strategy())
    assert jd.card(race).overall > scoring.overall
