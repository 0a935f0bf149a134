"""Cards to memorise: Busche & Neller's, ours, and what they cost; and explanations of decisions."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd
from jeopardice.analysis.card_text import how_to_use, worked_example, worth_table
from jeopardice.analysis.cards import score_card
from jeopardice.evaluation.duels import match_duel
from jeopardice.solvers.race import solve_race
from jeopardice.solvers.turn import solve_turn
from jeopardice.strategies import Card, DiceCard
from jeopardice.turn.explanation import explain
from support.cli_runner import jeopardice

TABLE_4 = {4: 8950, 3: 9350, 2: 9550, 1: 9600}, {5: 7900, 4: 8600, 3: 9350, 2: 9550, 1: 9500}


@pytest.fixture(scope="module")
def farkle() -> jd.RaceSolution:
    found = jd.solve(jd.rules("farkle"), cache=True)
    assert isinstance(found, jd.RaceSolution)
    return found


@pytest.fixture(scope="module")
def short() -> jd.RaceSolution:
    return solve_race(jd.rules("farkle").replace(goal=2000))


def test_the_table_of_maximum_scoring_plays_as_maximum_scoring_does(short: jd.RaceSolution) -> None:
    """Table 3 of Busche & Neller; what it is worth with Table 4 is a published number (section 5)."""
    table = Card(score_card(solve_turn(short.rules)).rows)
    assert len(table.integers) == 13
    played, scoring = (match_duel(short.rules, plays, short.strategy()) for plays in (table, "max-score"))
    assert played.first == pytest.approx(scoring.first, abs=1e-12)


def test_a_card_found_here_is_better_than_theirs_with_fewer_numbers(farkle: jd.RaceSolution) -> None:
    """Their own table with three totals less; and that of `jeopardice card farkle`, which also moves totals to bank."""
    rows = {
        5: {0: 2900, 200: 550, 250: 250, 300: 0},
        4: {0: 1000, 50: 700, 100: 350, 150: 150, 200: 0},
        3: {0: 400, 50: 250, 100: 0},
        2: {0: 250, 50: 0},
        1: {0: 0},
    }
    theirs = Card(rows, TABLE_4[0], {**TABLE_4[1], 5: 7850})
    never_with_five = {5: {200: 550, 250: 250, 300: 0}, 4: {**rows[4], 0: 950}, 3: rows[3], 2: rows[2], 1: rows[1]}
    ours = Card(never_with_five, {3: 9350, 2: 9550, 1: 9600}, {4: 8500, 3: 9350, 2: 9550, 1: 9500})
    for card, counts, price in ((theirs, (19, 15), 0.017628), (ours, (16, 12), 0.017613)):
        assert (len(card.integers), len(set(card.integers))) == counts
        assert match_duel(farkle.rules, card, farkle.strategy()).advantage == pytest.approx(-price, abs=5e-7)


def test_the_search_finds_a_card_whose_price_is_exact(short: jd.RaceSolution) -> None:
    found = jd.card(short)
    played = match_duel(short.rules, found.card, short.strategy())
    assert found.overall == pytest.approx(played.overall, abs=1e-12)
    assert found.price == pytest.approx(-played.advantage, abs=1e-12)
    assert found.overall > found.table_overall > 0.4
    table = Card(score_card(solve_turn(short.rules)).rows)
    assert found.overall > match_duel(short.rules, table, short.strategy()).overall


def test_no_threshold_alone_can_be_improved(short: jd.RaceSolution) -> None:
    found = jd.card(short)
    for who in ("own", "other"):
        thresholds = getattr(found.card, who)
        for n, total in thresholds.items():
            for step in (-50, 50):
                moved = {**thresholds, n: total + step}
                other = replace(found.card, own=moved) if who == "own" else replace(found.card, other=moved)
                assert match_duel(short.rules, other, short.strategy()).overall <= found.overall + 2e-9


def test_pig_needs_three_numbers() -> None:
    """Not those of maximum scoring (20, 69, 69: 2.58 %): who goes for it early may hold at more."""
    found = jd.card(solve_race(jd.rules("pig")))
    assert len(found.card.integers) == 3
    assert found.card.rows[1][0] > 20
    assert found.price < 0.015


@pytest.mark.parametrize(
    "changes",
    [
        {"turn.first_bank": 500, "turn.minimum_bank": 200},
        {"turn.hot_dice": False},
        {"turn.full_bust": 200},
        {"turn.keep_on_bust": True},
        {"turn.single_die_bonus": [500, 1000]},
        {"dice.count": 3, "dice.weights": [[3, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]], "goal": 800},
    ],
)
def test_cards_for_house_rules(changes: dict[str, object]) -> None:
    race = solve_race(jd.rules("farkle").replace({"goal": 1500, **changes}))
    found = jd.card(race)
    assert found.overall == pytest.approx(match_duel(race.rules, found.card, race.strategy()).overall, abs=1e-12)
    assert 0 < found.price < 0.2


def test_a_card_is_for_a_name_rules_or_a_solution() -> None:
    rules = jd.rules("hog", goal=20)
    assert jd.card(rules) == jd.card(jd.solve(rules))
    assert isinstance(jd.card(rules).card, DiceCard)
    with pytest.raises(jd.InputError, match=r"^game: 5: it must be a solution, the name of a preset, a file, a dictio"):
        jd.card(5)  # type: ignore[arg-type]


def test_where_a_bust_costs_nothing_nobody_banks() -> None:
    rules = jd.rules("pig").replace({"turn.keep_on_bust": True, "goal": 20})
    found = jd.card(solve_race(rules))
    assert not found.card.integers
    assert found.price == pytest.approx(0, abs=1e-12)
    assert how_to_use(found.card, rules) == ["Bank only to win the game: there is nothing to lose."]


def test_a_card_for_hog_says_how_many_dice_to_roll() -> None:
    race = solve_race(jd.rules("hog").replace({"goal": 40, "turn.choose_dice": [1, 10]}))
    cards = [jd.card(race, integers) for integers in (1, 5, None)]
    for found in cards:
        assert found.overall == pytest.approx(match_duel(race.rules, found.card, race.strategy()).overall, abs=1e-12)
        assert 0 <= found.price < 0.3
    assert [len(found.card.integers) for found in cards[:2]] == [1, 5]
    assert cards[0].price > cards[1].price >= cards[2].price - 1e-3
    only = max(range(1, 11), key=lambda dice: match_duel(race.rules, f"dice:{dice}", race.strategy()).overall)
    assert cards[0].card == DiceCard(only)


def test_rules_for_the_own_score_come_first() -> None:
    card = DiceCard(5, own=((30, 2), (20, 4)), other=((25, 9),))
    assert [card.dice_at(*scores) for scores in ((35, 39), (22, 39), (5, 39), (5, 5))] == [2, 4, 9, 5]
    header, lines = worth_table(card)
    assert header == ["if", "roll"]
    assert [line[1] for line in lines] == ["2", "4", "9", "5"]


def test_a_card_for_hog_is_saved_and_played(tmp_path: Path) -> None:
    game = ("hog", "--set", "goal=30", "--set", "turn.choose_dice=[1,8]")
    ran = jeopardice("card", *game, "--save", str(tmp_path / "hog.json"), "--json").json
    played = jeopardice("match", *game, f"card:{tmp_path / 'hog.json'}", "optimal", "--json").json
    assert played["overall"] == pytest.approx(ran["overall"], abs=1e-12)
    assert jeopardice("card", *game, "--save", str(tmp_path / "hog.svg")).status == 0


def test_the_example_follows_the_card() -> None:
    card = Card(score_card(solve_turn(jd.rules("farkle"))).rows)
    lines = worked_example(card, jd.rules("farkle"))
    sums = [int(line.split(" = ")[1].replace(",", "")) for line in lines[1:-1]]
    assert sums == sorted(sums, reverse=True)
    assert lines[-1].startswith(f"Keep {lines[1].split(':')[0].strip()} and")


def test_a_card_is_saved_and_played(tmp_path: Path) -> None:
    game = ("pig", "--set", "goal=60")
    for suffix in ("json", "svg", "pdf"):
        ran = jeopardice("card", *game, "--save", str(tmp_path / f"card.{suffix}"), "--json")
        assert ran.json["integers"] >= ran.json["distinct_integers"] > 0
    assert (tmp_path / "card.svg").read_text().startswith("<?xml")
    assert (tmp_path / "card.pdf").read_bytes().startswith(b"%PDF")
    played = jeopardice("match", *game, f"card:{tmp_path / 'card.json'}", "optimal", "--json").json
    assert played["overall"] == pytest.approx(ran.json["overall"], abs=1e-12)
    for how in ([], ["--markdown"]):
        text = jeopardice("card", *game, *how).out
        assert "to memorise" in text
        assert "bank" in text


def test_a_card_without_numbers_is_drawn(tmp_path: Path) -> None:
    """Where nobody banks before it wins, there is nothing to memorise."""
    ran = jeopardice("card", "pig", "--set", "goal=20", "--save", str(tmp_path / "card.svg"), "--json")
    assert ran.json["integers"] == 0
    assert (tmp_path / "card.svg").read_text().startswith("<?xml")


@pytest.mark.parametrize(
    "arguments",
    [("--integers", "-1"), ("--save", "card.txt"), ("--save", "no/such/folder/card.svg"), ("--integers", "x")],
)
def test_bad_arguments_of_a_card(arguments: tuple[str, ...]) -> None:
    ran = jeopardice("card", "farkle", *arguments)
    assert ran.status == 2
    assert arguments[0] in ran.err


@pytest.mark.parametrize("content", ["", "{}", "[1]", "x", json.dumps({"format": "jeopardice card 1"}), "[" * 10_000])
def test_bad_cards_are_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "card.json").write_text(content)
    ran = jeopardice("match", "pig", f"card:{tmp_path / 'card.json'}", "optimal")
    assert ran.status == 2
    assert "card.json" in ran.err
    assert ran.err.count("\n") == 1


def test_an_explanation_adds_up(farkle: jd.RaceSolution) -> None:
    """P Z + (1 - p) G is what the roll is worth, and the verdict follows from it."""
    for scores, turn, roll in (((3500, 4200), 650, "115346"), ((9000, 200), 300, "555123"), ((0, 9500), 0, "111234")):
        found = explain(farkle.turn_at(scores), turn, roll)
        assert found.gamble is not None
        assert found.bank is not None
        p, z, g = (float(x) for x in (found.gamble.bust, found.gamble.if_bust, found.gamble.if_not))
        assert p * z + (1 - p) * g == pytest.approx(float(found.gamble.action.value), abs=1e-12)
        rolls = (1 - p) * (g - float(found.bank.value)) > p * (float(found.bank.value) - z)
        assert rolls == (found.advice.actions[0].then == "roll")
        assert any(("that is worth it" if rolls else "not worth it") in sentence for sentence in found.sentences)


@pytest.mark.parametrize("steal", ["after-bank", "after-bust"])
def test_explaining_an_offer_adds_up(steal: str) -> None:
    """Both the stolen turn and a turn of one's own are worth P Z + (1 - p) G; the difference is what is reported."""
    solution = jd.solve("farkle", goal=1000, **{"turn.steal": steal})
    verbs = set()
    for offer in (("2", 200), ("6", 600)):
        position: dict[str, Any] = {"scores": (200, 300), "offer": offer}
        found = explain(solution.turn_at(**position), offer=offer)
        assert found.advice == solution.advise(**position)
        values = []
        for each in (found.stolen, found.gamble):
            assert each is not None
            p, z, g = (float(x) for x in (each.bust, each.if_bust, each.if_not))
            values.append(float(each.action.value))
            assert p * z + (1 - p) * g == pytest.approx(values[-1], abs=1e-12)
        verb = "gains" if values[0] > values[1] else "gives up"
        words = f"Continuing with {offer[1]} {verb} {abs(values[0] - values[1]):.2%} against a turn of your own."
        assert words in found.sentences
        verbs.add(verb)
    assert verbs == {"gains", "gives up"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("farkle", "--scores", "3500,4200", "--turn", "650", "--roll", "115346"),
        ("pig", "--scores", "80,70", "--turn", "15"),
        ("pig", "--objective", "turns", "--scores", "40", "--turn", "22"),
        ("farkle", "--turn", "300", "--dice-left", "3"),
        ("hog", "--scores", "40,60"),
        ("pig", "--scores", "80,70", "--turn", "15", "--roll", "1"),
    ],
)
def test_explain_on_the_command_line(arguments: tuple[str, ...]) -> None:
    found = jeopardice("explain", *arguments, "--json").json
    assert found["sentences"]
    advice = jeopardice("advise", *arguments, "--json").json
    assert found["value"] == advice["value"]
    assert jeopardice("explain", *arguments).out.splitlines() == found["sentences"]
