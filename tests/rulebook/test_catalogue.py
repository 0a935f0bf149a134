"""The catalogue: every preset is complete and can be solved, and scores as its source says."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import jeopardice as jd
from jeopardice.rulebook import LoadedDie, loaded_dice, parse_rules, rules_from, special
from jeopardice.rulebook.meanings import MEANINGS
from jeopardice.solvers.race import solve_race
from jeopardice.turn.scoring import event_of
from support import games_page, rules_page, support_page
from support.rules_page import reference

SMALL = {
    "cosmic-wimpout": 60,
    "hog": 20,
    "television-hog": 20,
    "piglet": 4,
    "pig": 30,
    "pass-the-pigs": 30,
    "big-pig": 30,
    "two-dice-pig": 30,
}
"""Goals that make a race short; 1000 for the others."""


def small_race(name: str) -> jd.Rules:
    """A preset as a race of some milliseconds, with every rule of its own."""
    rules = jd.rules(name).replace(goal=SMALL.get(name, 1000))
    # Without a floor, scores are followed some penalties down, which is most of the work.
    return rules.replace({"bust.penalty": 50}) if rules.bust.penalty else rules


@pytest.mark.parametrize("name", jd.presets())
def test_every_preset_is_complete_and_reads_back_equal(name: str) -> None:
    rules = jd.rules(name)
    assert rules.title
    assert rules.source
    assert parse_rules(rules.to_toml()) == rules


def test_no_two_presets_are_the_same_game() -> None:
    named = {name: jd.rules(name).replace(title="", source="", note="").to_toml() for name in jd.presets()}
    assert len(set(named.values())) == len(named)
    assert len({jd.rules(name).title for name in jd.presets()}) == len(named)


@pytest.mark.slow
@pytest.mark.parametrize("name", jd.presets())
def test_every_preset_is_solved_for_every_objective(name: str) -> None:
    assert jd.solve(jd.rules(name), "score").value > 0
    rules = small_race(name)
    if rules.simultaneous:
        assert jd.solve(rules, "win", threads=1).value == 0
        return
    assert 0.5 < solve_race(rules, "win", threads=1).value < 1
    assert solve_race(rules, "turns", threads=1).value >= 1
    assert 0 < solve_race(rules, "within:3", threads=1).value <= 1


# Points by hand


MOST_POINTS = {
    "farkle": {"111111": 2000, "115555": 750, "123456": 150, "222333": 500, "122446": 100},
    "farkle-playmonster": {"111234": 300, "111122": 1500, "222555": 2500, "111115": 2050, "115566": 1500},
    "farkle-cardgames": {"111123": 1100, "222244": 1500, "222333": 500, "123456": 2500, "166666": 2100},
    "farkle-games": {"123456": 1000, "223344": 750, "111122": 1100, "222244": 200, "115566": 750},
    "farkle-group": {"123456": 3000, "114466": 1500, "222244": 200, "111222": 1200, "115555": 750},
    "farkle-facebook": {"111111": 4000, "222244": 400, "223344": 750, "333335": 950, "123456": 1500},
    "zilch": {"222244": 1500, "222222": 1600, "111155": 2100, "223344": 1500, "155555": 2100},
    "dix-mille": {"666666": 6000, "222244": 400, "223355": 600, "111155": 2100, "123456": 1200},
    "ten-thousand": {"11111": 1200, "12345": 150, "22255": 300, "55555": 600, "12346": 100},
    "ten-thousand-six": {"555555": 4000, "123456": 1500, "112233": 750, "111144": 2000, "222233": 400},
    "greed": {"123456": 1000, "111111": 1200, "666666": 1200, "444555": 600, "234566": 250},
    "kingdom-come": {"123455": 550, "234556": 800, "112345": 600, "123456": 1500, "444444": 3200},
    "cosmic-wimpout": {"1,2,2,5,10": 35, "1,3,3,3,3": 300, "2,2,2,2,2": 200, "1,5,5,10,10": 110, "1,2,3,4,6": 10},
}


def counted(roll: str, sides: int) -> tuple[int, ...]:
    """How many dice show each face."""
    shown = Counter(map(int, roll.split(",") if "," in roll else roll))
    return tuple(shown[face] for face in range(1, sides + 1))


@pytest.mark.parametrize(
    ("name", "roll", "points"), [(n, r, p) for n, rolls in MOST_POINTS.items() for r, p in rolls.items()]
)
def test_the_most_points_of_a_roll(name: str, roll: str, points: int) -> None:
    rules = jd.rules(name)
    sets = jd.turn_model(rules).set_aside.sets(counted(roll, rules.dice.sides))
    assert max(worth for _, worth in sets) == points


def test_every_game_of_family_farkle_has_rolls_by_hand() -> None:
    assert set(MOST_POINTS) == {name for name in jd.presets() if jd.rules(name).family == "farkle"}


def first_roll(name: str) -> dict[int, Fraction]:
    """The chance of each number of points in the first roll of a game of family pig; a bust is worth 0."""
    (roll,) = jd.turn_model(jd.rules(name)).phases[0].rolls
    chances: dict[int, Fraction] = {}
    for outcome in roll.outcomes:
        points = max((option.points for option in outcome.options), default=0)
        chances[points] = chances.get(points, Fraction(0)) + Fraction(outcome.count, roll.total)
    return chances


def test_pass_the_pigs_by_hand() -> None:
    sides, figures = (349, 302), ((224 * 10, 5), (88 * 10, 5), (30 * 10, 10), (61, 15))
    blank, dot = (Fraction(10 * side, 9991) for side in sides)  # the printed chances add up to 0.9991
    figure = {i: (Fraction(weight, 9991), points) for i, (weight, points) in enumerate(figures)}
    chances = first_roll("pass-the-pigs")
    assert chances[0] == 2 * blank * dot
    assert float(chances[0]) == pytest.approx(2 * 0.349 * 0.302, rel=0.002)
    expected = blank**2 + dot**2
    expected += sum(2 * (blank + dot) * chance * points for chance, points in figure.values())
    for i, (one, its) in figure.items():
        for j, (other, others) in figure.items():
            expected += one * other * (4 * its if i == j else its + others)
    assert sum(points * chance for points, chance in chances.items()) == expected


def test_two_dice_pig_by_hand() -> None:
    (roll,) = jd.turn_model(jd.rules("two-dice-pig")).phases[0].rolls
    assert (roll.bust, roll.lost) == (Fraction(10, 36), Fraction(1, 36))


def test_big_pig_by_hand() -> None:
    chances = first_roll("big-pig")
    assert chances[0] == Fraction(10, 36)
    # Of the doubles, only these points come from nothing else; 8 is 22, 26, 35 and their turns.
    assert {p: chances[p] * 36 for p in (25, 12, 16, 20, 24, 8)} == {25: 1, 12: 1, 16: 1, 20: 1, 24: 1, 8: 5}
    assert max(chances) == 25


@pytest.mark.parametrize(("goal", "chance"), [(1, Fraction(2, 3)), (2, Fraction(4, 7))])
def test_piglet_by_hand(goal: int, chance: Fraction) -> None:
    assert jd.solve(jd.rules("piglet").replace(goal=goal), exact=True).value == chance


def test_piglet_to_two_as_neller_and_presser_have_it() -> None:
    race = jd.solve(jd.rules("piglet").replace(goal=2), exact=True)
    assert race.value_at((1, 0)) == Fraction(4, 5)
    assert race.value_at((0, 1)) == Fraction(2, 5)
    assert race.value_at((1, 1)) == Fraction(2, 3)


def test_zilch_never_busts_with_six_dice_and_averages_what_busche_says() -> None:
    rules = jd.rules("zilch")
    (roll,) = jd.turn_model(rules).phases[0].rolls
    assert roll.bust == 0
    assert jd.solve(rules, "average").value == pytest.approx(620.8546722769, abs=1e-9)


def test_events_of_the_catalogue() -> None:
    sun, six_ones = jd.rules("cosmic-wimpout"), jd.rules("dix-mille")
    assert event_of(six_ones, counted("111111", 6)) == "win"
    assert event_of(six_ones, counted("111116", 6)) is None
    for roll, event in {
        "1,6,6,6,6": "win",
        "6,6,6,6,6": "win",
        "1,10,10,10,10": "lose_banked",
        "1,5,5,5,5": None,
    }.items():
        assert event_of(sun, counted(roll, 10)) == event


def test_the_sun_must_complete_a_pair() -> None:
    sets = jd.turn_model(jd.rules("cosmic-wimpout")).set_aside.sets(counted("1,2,2,4,10", 10))
    assert sets == ((counted("1,2,2,10", 10), 30),)


# What is special


def test_special_names_what_the_rules_say() -> None:
    rules = rules_from(
        {
            "family": "farkle",
            "dice": {"count": 4, "sides": 4},
            "scoring": {"1": 100, "111": 900, "xxxx": 700, "xxyy": 300, "123": 250},
            "turn": {
                "set_aside": "all",
                "leave": ["1"],
                "steal": "after-bust",
                "full_bust": 50,
                "full_bust_rolls": "first",
            },
            "bust": {"streak": 2, "penalty": 100, "floor": -500},
            "events": {"win": ["4444"]},
            "end": {"rule": "equal-turns", "tie": "split"},
        }
    )
    assert special(rules)[0] == "4 dice of 4 sides"
    for phrase in (
        "all that scores is set aside (but 1)",
        "the next player may continue after a bust",
        "a first roll that scores nothing = 50",
        "2 busts in a row cost 100, down to -500",
        "4444 wins",
        "the round is completed",
        "ties are split",
    ):
        assert phrase in special(rules)


def test_special_is_empty_for_no_preset_and_reports_them_apart() -> None:
    found = [special(jd.rules(name)) for name in jd.presets()]
    assert all(found)
    assert len(set(found)) == len(found)


def test_the_page_of_the_games_is_up_to_date() -> None:
    assert games_page.PAGE.read_text(encoding="utf-8") == games_page.page(), "run tests/support/games_page.py"


def test_the_page_of_the_support_table_is_up_to_date() -> None:
    assert support_page.PAGE.read_text(encoding="utf-8") == support_page.page(), "run tests/support/support_page.py"


def test_the_reference_of_the_rules_file_is_that_of_the_code() -> None:
    assert rules_page.PAGE.read_text(encoding="utf-8") == rules_page.page(), "run tests/support/rules_page.py"
    assert {entry.place for entry in reference()} == set(MEANINGS)


# Loaded dice


def test_loaded_dice_can_be_played_with() -> None:
    dice = loaded_dice()
    assert dice["st-antiochus"].weights == (0, 0, 1, 0, 0, 0)
    assert [name for name, die in dice.items() if die.wild] == ["devil-head"]
    assert all(len(die.weights) == 6 and all(1 <= face <= 6 for face in die.wild) for die in dice.values())
    game, fair = jd.rules("kingdom-come"), [[1] * 6] * 3
    each = ([list(dice[name].weights)] * 3 + fair for name in ("weighted", "misfortune"))
    better, worse = (jd.solve(game.replace({"dice.weights": weights}), "score").value for weights in each)
    assert better > jd.solve(game, "score").value > worse


def test_versions_of_a_die_differ() -> None:
    versions: dict[str, list[LoadedDie]] = {}
    for die in loaded_dice().values():
        versions.setdefault(die.name, []).append(die)
    for dice in versions.values():
        assert len({die.weights for die in dice}) == len(dice)
        assert [die.version for die in dice] == ([0] if len(dice) == 1 else list(range(1, len(dice) + 1)))


def test_no_dice_of_that_name() -> None:
    with pytest.raises(jd.InputError, match="kingdom-come-2"):
        loaded_dice("chess")
