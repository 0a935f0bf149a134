"""Races on the command line: `solve`, `advise` and `table` for win, turns and within."""

from __future__ import annotations

from fractions import Fraction

import pytest

import jeopardice as jd
from support.cli_runner import advice, assert_refused, assert_types, changes, jeopardice, no_hang, printed


@pytest.mark.parametrize("preset", ["pig", "hog"])
def test_solve_a_race_to_win(preset: str) -> None:
    found = jeopardice("solve", preset, "--objective", "win", "--json").json
    assert_types(found, value=float, values=list, states=int, seconds=float)
    assert found["objective"] == "win"
    assert found["value"] == found["values"][0]
    assert sum(found["values"]) == pytest.approx(1)
    assert 0.5 < found["value"] < 0.6


def test_solve_a_race_is_the_default() -> None:
    found, default = (jeopardice("solve", "pig", *more, "--json").json for more in (["--objective", "win"], []))
    assert {**found, "seconds": 0} == {**default, "seconds": 0}
    assert found["value"] == pytest.approx(0.5306, abs=5e-5)  # Neller & Presser 2004
    assert "53.0593%" in printed("solve", "pig", "--objective", "win")


def test_solve_the_fewest_turns() -> None:
    found = jeopardice("solve", "pig", "--objective", "turns", "--json").json
    assert_types(found, value=float, states=int, seconds=float)
    assert found["value"] == pytest.approx(12.545, abs=5e-4)  # Tijms 2007
    assert "12.545" in printed("solve", "pig", "--objective", "turns")


def test_solve_within_some_turns() -> None:
    chances = [jeopardice("solve", "pig", "--objective", f"within:{n}", "--json").json["value"] for n in (1, 2, 5, 50)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 1


def test_solve_a_race_that_hardly_ends() -> None:
    """One turn in a thousand million wins, so the first player has 1 / (2 - p): reported right, or not at all."""
    more = changes(goal=6, dice__weights=f"[{10**9}, 0, 0, 0, 0, 1]")
    ran = jeopardice("solve", "pig", *more, "--objective", "win", "--json")
    assert ran.status == 1 or ran.json["value"] == pytest.approx(1 / (2 - 1e-9), abs=1e-11)


def test_solve_with_players() -> None:
    two = jeopardice("solve", "pig", "--players", "2", "--set", "players=3", "--json").json
    assert two["value"] == jeopardice("solve", "pig", "--json").json["value"]


@pytest.mark.parametrize(
    ("objective", "scores"), [("win", "80,70"), ("turns", "80"), ("within:3", "80")], ids=["win", "turns", "within"]
)
def test_advise_in_a_race(objective: str, scores: str) -> None:
    before = advice("pig", "--scores", scores, "--turn", "12", objective=objective)
    assert {action["then"] for action in before["actions"]} == {"bank", "roll"}
    after = advice("pig", "--scores", scores, "--turn", "12", "--roll", "6", objective=objective)
    assert {(action["keep"], action["points"]) for action in after["actions"]} == {("6", 6)}
    bust = advice("pig", "--scores", scores, "--turn", "12", "--roll", "1", objective=objective)
    assert (bust["actions"], bust["event"]) == ([], "bust")
    assert printed("advise", "pig", "--scores", scores, "--turn", "12", "--objective", objective)


def test_advise_in_a_race_begins_with_the_value_of_solve() -> None:
    for objective, scores in (("win", "0,0"), ("turns", "0"), ("within:20", "0")):
        value = jeopardice("solve", "pig", "--objective", objective, "--json").json["value"]
        assert advice("pig", "--scores", scores, objective=objective)["value"] == pytest.approx(value, abs=1e-12)


def test_advise_banks_what_reaches_the_goal() -> None:
    best = advice("pig", "--scores", "80,70", "--turn", "20", objective="win")["actions"][0]
    assert (best["then"], best["value"], best["verdict"]) == ("bank", 1, "best")


def test_advise_puts_the_scores_of_the_mover_first() -> None:
    ahead, behind = (advice("pig", "--scores", s, objective="win")["value"] for s in ("90,10", "10,90"))
    assert ahead > 0.9
    assert behind < 0.1


def test_advise_in_hog_in_a_race() -> None:
    found = advice("hog", "--scores", "94", objective="turns")
    assert isinstance(found["actions"][0]["dice"], int)


# Fixed strategies


@pytest.mark.parametrize(
    ("objective", "value"),
    [("win", 0.5346983261654294), ("turns", 12.636769), ("within:12", None)],
    ids=["win", "turns", "within"],
)
def test_solve_a_race_of_players_who_hold_at_20(objective: str, value: float | None) -> None:
    more = ("--objective", objective, "--strategy", "hold-at:20")
    found = jeopardice("solve", "pig", *more, "--json").json
    assert (found["strategy"], found["objective"]) == ("hold-at:20", objective)
    if value is not None:
        assert found["value"] == pytest.approx(value, abs=5e-7)
    text = printed("solve", "pig", *more)
    assert "hold-at:20" in text
    assert "best" not in text
    assert "fewest" not in text


def test_no_strategy_is_faster_than_the_best() -> None:
    for game, strategies in (("pig", ["hold-at:20", "hold-at:25", "rolls:5"]), ("hog", ["dice:5", "dice:6"])):
        best = jeopardice("solve", game, "--objective", "turns", "--json").json["value"]
        for strategy in strategies:
            found = jeopardice("solve", game, "--objective", "turns", "--strategy", strategy, "--json").json
            assert found["value"] > best


def test_solve_a_race_of_one_roll_a_turn() -> None:
    """Pig to 2: a roll wins five times in six."""
    more = (*changes(goal=2), "--strategy", "rolls:1")
    assert jeopardice("solve", "pig", *more, "--json").json["value"] == pytest.approx(6 / 7)
    assert jeopardice("solve", "pig", *more, "--exact", "--json").json["exact"] == "6/7"


def test_strategies_are_kept_apart() -> None:
    """In the cache too: the second time everything is as the first time."""
    strategies = ("optimal", "hold-at:20", "hold-at:21", "rolls:4")
    values = [
        [jeopardice("solve", "pig", "--strategy", s, "--json").json["value"] for s in strategies] for _ in range(2)
    ]
    assert values[0] == values[1]
    assert len(set(values[0])) == len(strategies)


# Certainty


@pytest.mark.parametrize("objective", ["win", "turns", "within:5"])
@pytest.mark.parametrize("game", ["pig", "hog"])
def test_certify(game: str, objective: str) -> None:
    more = (game, *changes(goal=40), "--objective", objective)
    found = jeopardice("solve", *more, "--certify", "--json").json
    assert_types(found, error_bound=float, decisions=dict, value=float, states=int)
    assert set(found["decisions"]) == {"proven", "tied", "close"}
    for count in found["decisions"].values():
        assert type(count) is int
        assert count >= 0
    assert found["decisions"]["proven"] > 0
    assert 0 < found["error_bound"] < 1e-10
    solution = jd.solve(jd.rules(game).replace(goal=40), objective, certify=True)
    assert isinstance(solution, jd.RaceSolution)
    assert (found["value"], found["error_bound"]) == (solution.value, solution.error_bound)


def test_certify_in_words() -> None:
    text = printed("solve", "pig", "--certify")
    assert "certified" in text
    assert "485,100 decisions proven optimal" in text


def test_what_was_not_certified_has_no_bound() -> None:
    found = jeopardice("solve", "pig", "--no-cache", "--json").json
    assert (found["error_bound"], found["decisions"]) == (None, None)


@pytest.mark.parametrize(
    ("objective", "exact"), [("win", "7776/10961"), ("turns", None), ("within:2", None)], ids=["win", "turns", "within"]
)
def test_solve_a_race_exactly(objective: str, exact: str | None) -> None:
    more = ("pig", *changes(goal=10), "--objective", objective)
    found = jeopardice("solve", *more, "--exact", "--json").json
    assert_types(found, exact=str, value=float, error_bound=float)
    assert found["error_bound"] == 0
    assert found["value"] == float(Fraction(found["exact"]))
    assert exact is None or found["exact"] == exact
    bound = jeopardice("solve", *more, "--certify", "--json").json
    assert abs(Fraction(bound["value"]) - Fraction(found["exact"])) <= bound["error_bound"]
    assert f"exactly {found['exact']}" in printed("solve", *more, "--exact")


def test_advise_in_a_race_exactly() -> None:
    more = ("pig", *changes(goal=10), "--scores", "4,3", "--turn", "3")
    found, near = (jeopardice("advise", *more, *exact, "--json").json for exact in (["--exact"], []))
    assert_types(found, exact=str)
    for action, other in zip(found["actions"], near["actions"], strict=True):
        assert action["value"] == float(Fraction(action["exact"])) == pytest.approx(other["value"], abs=1e-12)
        assert other["exact"] is None


@pytest.mark.parametrize("game", [["farkle"], ["pig", *changes(goal=300)]], ids=" ".join)
def test_race_that_is_too_long_for_fractions(game: list[str]) -> None:
    assert_refused(jeopardice("solve", *game, "--exact"), "--exact", status=1)
    assert_refused(jeopardice("advise", *game, "--scores", "0,0", "--exact"), "--exact", status=1)


def test_race_that_is_far_too_long_for_fractions_is_refused_before_the_work() -> None:
    """Not after an hour of floating point."""
    with no_hang():
        ran = jeopardice("solve", "farkle", *changes(goal=200_000), "--exact")
    assert_refused(ran, "--exact", status=1)


# Tables of a turn in a race


@pytest.mark.parametrize(
    ("objective", "scores"), [("win", "80,70"), ("turns", "80"), ("within:3", "80")], ids=["win", "turns", "within"]
)
def test_table_in_a_race_agrees_with_advise(objective: str, scores: str) -> None:
    found = jeopardice("table", "pig", "--objective", objective, "--scores", scores, "--json").json
    assert found["objective"] == objective
    assert found["phases"] == ["1"]
    cells = found["cells"]
    assert [cell["turn"] for cell in cells] == list(range(20))
    for cell in cells[2:]:
        best = advice("pig", "--scores", scores, "--turn", str(cell["turn"]), objective=objective)
        assert cell["value"] == pytest.approx(best["value"], abs=1e-12)
        assert cell["action"] == best["actions"][0]["then"] or best["actions"][0]["verdict"] == "tied"
        assert cell["bust_probability"] == pytest.approx(best["actions"][0]["bust_probability"], abs=1e-9)
    text = printed("table", "pig", "--objective", objective, "--scores", scores)
    assert ("%" in text) == (objective != "turns")
    assert len([line for line in text.splitlines() if line[:10].strip().isdigit()]) == 20
    for what in ("action", "bust"):
        assert printed("table", "pig", "--objective", objective, "--scores", scores, "--what", what)


def test_table_in_a_race_exactly() -> None:
    more = ("pig", *changes(goal=10), "--objective", "win", "--scores", "0,0", "--exact", "--json")
    cells = jeopardice("table", *more).json["cells"]
    assert cells[0]["exact"] == "7776/10961"


def test_table_takes_the_carryover_and_says_so() -> None:
    game = ("pig", *changes(goal=10, **{"bust.streak": 2, "bust.penalty": 3}), "--objective", "win", "--scores", "0,0")
    for more, words in (
        ([], "neither player has busts in a row"),
        (["--busts", "1,0"], "you have 1 and the other player 0 busts in a row"),
    ):
        assert jeopardice("table", *game, *more, "--json").json["assumed"] == [words]
        assert words in jeopardice("table", *game, *more).err


def test_table_takes_an_offer_whose_bank_is_the_one_to_beat() -> None:
    steals = changes(goal=8, **{"turn.steal": "after-bank", "turn.beat_previous": "true"})
    table = ("table", "pig", *steals, "--scores", "0,4", "--json")
    offered, to_beat = jeopardice(*table, "--offer", "1:4").json, jeopardice(*table, "--to-beat", "4").json
    assert offered["cells"] == to_beat["cells"]
    assert offered["assumed"] == ["there is a bank of 4 to beat"]
    assert to_beat["assumed"] == ["there is a bank of 4 to beat", "you do not continue the other's turn"]


def test_table_with_scores_is_about_a_race_as_advise_is() -> None:
    """Scores that change nothing would mislead; they are used, or refused."""
    ran = jeopardice("table", "pig", "--scores", "80,70", "--json")
    assert ran.status == 2 or ran.json["objective"] == "win"
