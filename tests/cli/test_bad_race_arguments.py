"""Wrong arguments where races, averages and strategies are concerned: one line that names the place, exit status 2."""

from __future__ import annotations

import pytest

from support.bad_input import cases
from support.cli_runner import assert_refused, changes, jeopardice, no_hang

PUNISHED = changes(bust__streak=3, bust__penalty=50)


@cases(
    too_many=(("--busts", "3"), "busts: 3"),
    below_nothing=(("--busts", "-1"), "busts: -1"),
    a_word=(("--busts", "many"), "--busts"),
    a_decimal=(("--busts", "1.5"), "--busts"),
    nothing=(("--busts", ""), "--busts"),
    of_thousands_of_digits=(("--busts", "9" * 4_000), "busts"),
    face_7=(("--busts", "1", "--roll", "7"), "roll"),
    a_total_below_nothing=(("--busts", "1", "--turn", "-5"), "turn"),
    two_dice_left=(("--turn", "5", "--dice-left", "2"), "left"),
    scores_that_are_no_numbers=(("--scores", "high,low"), "scores"),
)
def test_advise_for_the_average(given_input: tuple[str, ...], place: str) -> None:
    with no_hang():
        assert_refused(jeopardice("advise", "pig", *PUNISHED, "--objective", "average", *given_input), place)


@pytest.mark.parametrize("command", ["advise", "table"])
@pytest.mark.parametrize(
    "objective", [("score",), ("win", "--scores", "0,0"), ("turns", "--scores", "0")], ids=lambda o: o[0]
)
def test_busts_that_are_not_punished(command: str, objective: tuple[str, ...]) -> None:
    assert_refused(jeopardice(command, "pig", "--objective", *objective, "--busts", "1"), "busts: 1")


@cases(
    one_number=(("--busts", "1"), "two numbers"),
    too_many=(("--busts", "1,3"), "0 to 2"),
    words=(("--busts", "two,none"), "--busts"),
    below_nothing=(("--busts", "0,-1"), "0 to 2"),
    nothing_to_beat=(("--to-beat", "5"), "--to-beat: 5"),
    another_seat=(("--seat", "2"), "seat: 2"),
)
def test_what_lasts_between_turns(given_input: tuple[str, ...], place: str) -> None:
    position = ("--scores", "10,20", *changes(goal=30, bust__streak=3, bust__penalty=5))
    assert_refused(jeopardice("advise", "pig", *position, *given_input), place)


@cases(
    too_much=(("--to-beat", "30"), "--to-beat: 30"),
    less_than_nothing=(("--to-beat", "-1"), "--to-beat: -1"),
    more_than_was_banked=(("--to-beat", "25"), "--to-beat: 25"),
)
def test_totals_that_cannot_be_beaten(given_input: tuple[str, ...], place: str) -> None:
    position = ("--scores", "10,20", *changes(goal=30, turn__beat_previous="true"))
    assert_refused(jeopardice("advise", "pig", *position, *given_input), place)


def test_busts_where_nothing_is_punished() -> None:
    for more in ([], changes(bust__streak=3)):
        assert_refused(jeopardice("advise", "pig", *more, "--objective", "average", "--busts", "1"), "busts: 1")


@cases(
    streak_that_is_too_long=(("--set", "bust.streak=101"), "bust.streak"),
    streak_below_nothing=(("--set", "bust.streak=-1"), "bust.streak"),
    streak_of_a_decimal=(("--set", "bust.streak=1.5"), "bust.streak"),
    penalty_without_streak=(("--set", "bust.penalty=10"), "bust.penalty"),
    penalty_below_nothing=(("--set", "bust.streak=3", "--set", "bust.penalty=-1"), "bust.penalty"),
    floor_of_another_word=(("--set", "bust.streak=3", "--set", "bust.floor=low"), "bust.floor"),
    unknown_strategy=(("--strategy", "luck"), "strategy"),
    strategy_of_another_family=(("--strategy", "dice:2"), "strategy"),
    players=(("--players", "0"), "players"),
)
def test_solve_the_average(given_input: tuple[str, ...], place: str) -> None:
    assert_refused(jeopardice("solve", "pig", "--objective", "average", *given_input), place)


STRATEGIES = ["greedy", "", "optimal:3", "Optimal", "hold-at", "hold-at:", "hold-at:x", "hold-at:-5", "hold-at:0"]
STRATEGIES += ["hold-at:5.5", "hold-at:²", "hold-at:99999999999", "rolls:", "rolls:0", "rolls:1001", "rolls:-1"]
STRATEGIES += ["dice:3", "hold-at:" + "9" * 4_000]


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda s: s[:20])
@pytest.mark.parametrize("objective", ["win", "turns", "within:3"])
def test_strategy_of_a_race(objective: str, strategy: str) -> None:
    ran = jeopardice("solve", "pig", "--objective", objective, "--strategy", strategy)
    assert_refused(ran, strategy.partition(":")[0] if strategy.startswith(("hold-at:", "rolls:")) else "strategy")


@pytest.mark.parametrize(
    "strategy", ["dice", "dice:", "dice:0", "dice:31", "dice:-1", "dice:x", "hold-at:20", "rolls:2"]
)
def test_strategy_in_hog(strategy: str) -> None:
    assert_refused(jeopardice("solve", "hog", "--strategy", strategy), strategy.partition(":")[0])


@pytest.mark.parametrize("objective", ["win", "turns", "within:3"])
@cases(
    without_scores=((), "--scores"),
    words=(("--scores", "high,low"), "--scores"),
    three=(("--scores", "1,2,3"), "scores"),
    below_nothing=(("--scores", "-1"), "scores"),
    at_the_goal=(("--scores", "100"), "scores"),
    nothing=(("--scores", ""), "--scores"),
)
def test_table_in_a_race(objective: str, given_input: tuple[str, ...], place: str) -> None:
    assert_refused(jeopardice("table", "pig", "--objective", objective, *given_input), place)


@cases(
    down=(("--from", "10", "--to", "5"), "10 to 5"),
    below_nothing=(("--from", "-5"), "-5"),
    too_many_rows=(("--to", "1000000000"), "1000000000"),
    far_too_many_rows=(("--to", "9" * 30), "999"),
    gain=(("--what", "gain"), "--what"),
)
def test_rows_of_a_table_in_a_race(given_input: tuple[str, ...], place: str) -> None:
    with no_hang():
        assert_refused(jeopardice("table", "pig", "--objective", "win", "--scores", "80,70", *given_input), place)


KEYS = {
    "turn.beat_previous": "true",
    "turn.steal": "after-bank",
    "events.lose_banked": '["1"]',
    "end.rule": "last-turn",
}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "command",
    [
        ["fairness"],
        ["match", "optimal", "hold-at:20"],
        ["best-response", "hold-at:20"],
        ["card", "--integers", "2"],
    ],
    ids=" ".join,
)
def test_questions_know_every_key(command: list[str], key: str) -> None:
    ran = jeopardice(command[0], "pig", "--set", f"{key}={KEYS[key]}", *changes(goal=15), *command[1:], "--json")
    assert ran.json


@pytest.mark.parametrize("key", KEYS)
def test_simulated_games_know_every_key(key: str) -> None:
    change = ["--set", f"{key}={KEYS[key]}", *changes(goal=25)]
    ran = jeopardice("simulate", "pig", "hold-at:12", "optimal", *change, "--games", "100", "--json")
    assert ran.json["games"] == 100


@pytest.mark.parametrize("command", [["solve"], ["fairness"], ["advise", "--scores", ",".join("0" * 9)]], ids=" ".join)
def test_races_of_too_many_players(command: list[str]) -> None:
    assert_refused(jeopardice(command[0], "pig", *changes(players=9), *command[1:]), "players")


@cases(
    objective=(("--objective", "turns"), "--objective"),
    strategy=(("--strategy", "hold-at:20"), "--strategy"),
    scores=(("--scores", "0,0"), "--scores"),
    exact=(("--exact",), "--exact"),
)
def test_fairness_takes_no_other_options(given_input: tuple[str, ...], place: str) -> None:
    assert_refused(jeopardice("fairness", "pig", *given_input), place)


@cases(
    no_total=(("--offer", "3"), "--offer"),
    words=(("--offer", "three:many"), "--offer"),
    in_a_turn=(("--offer", "1:10", "--turn", "5"), "--offer"),
    two_dice=(("--offer", "2:10"), "left"),
    never=(("--offer", "1:10", *changes(turn__steal="never")), "offer"),
)
def test_what_nobody_can_go_on_with(given_input: tuple[str, ...], place: str) -> None:
    position = ("--scores", "10,20", *changes(goal=30, turn__steal="after-bust"))
    assert_refused(jeopardice("advise", "pig", *position, *given_input), place)
