"""Wrong arguments of every command: one line on standard error that names the place, exit status 2."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.bad_input import cases, checked
from support.cli_runner import COMMANDS, SCORE, assert_refused, jeopardice, jeopardice_process, no_hang


@cases(
    without_equals=("goal", '"goal"'),
    without_key=("=5", '"=5"'),
    nothing=("", "--set"),
    only_equals=("=", '"="'),
    unknown_key=("gaol=5", 'did you mean "goal"'),
    unknown_section=("board.size=5", "board"),
    unknown_key_in_a_section=("turn.minimum=5", "turn.minimum"),
    key_in_no_section=("minimum_bank=300", "minimum_bank"),
    section_without_key=("turn.=1", "turn."),
    key_in_too_many_sections=("turn.minimum_bank.x=1", "turn.minimum_bank.x"),
    section_as_value=("turn=5", "turn"),
    word_for_a_number=("goal=many", 'goal: "many"'),
    nothing_for_a_number=("goal=", "goal"),
    decimal_for_a_number=("goal=5.5", "goal: 5.5"),
    number_below_nothing=("goal=-5", "goal: -5"),
    number_of_thousands_of_digits=("goal=" + "9" * 5_000, "goal"),
    number_with_a_huge_exponent=("goal=1e999999999", "goal"),
    nested_lists=("goal=" + "[" * 50_000, "goal"),
    long_dotted_table=("dice={" + ".".join("a" * 50_000) + "=1}", "dice"),
    second_line=("goal=5000\nplayers=3", "goal"),
    second_section=("goal=5000\n[turn]\nminimum_bank=300", "goal"),
    truth_with_a_capital=("turn.hot_dice=True", "turn.hot_dice"),
    mixed_pattern=("scoring.1x=100", 'scoring."1x"'),
    empty_pattern=("scoring.=100", 'scoring.""'),
    points_of_nothing=("scoring.111=0", 'scoring."111"'),
    face_that_the_dice_lack=("scoring.777=100", 'scoring."777"'),
    weights_of_the_wrong_length=("dice.weights=[1, 2]", "dice.weights"),
    fewer_dice_than_the_patterns=("dice.count=2", "scoring."),
    contradiction=("bust.penalty=500", "bust.penalty"),
    key_of_another_family=("turn.choose_dice=[1, 2]", "turn.choose_dice"),
)
def test_set(given_input: str, place: str) -> None:
    ran = checked("farkle", "--set", given_input)
    assert_refused(ran, place)
    assert_refused(ran, "--set")


def test_one_bad_set_among_good_ones() -> None:
    assert_refused(jeopardice("solve", "farkle", "--set", "goal=5000", "--set", "gaol=5"), "gaol")


@cases(
    face_7=(("--roll", "7"), "roll"),
    face_0=(("--roll", "110"), "roll"),
    seven_dice=(("--roll", "1111111"), "roll"),
    thousands_of_dice=(("--roll", "1" * 5_000), "roll"),
    letters=(("--roll", "11x"), "roll"),
    only_letters=(("--roll", "abc"), "roll"),
    a_kind_where_dice_are_alike=(("--roll", "A1"), "roll"),
    no_dice=(("--roll", ""), "roll"),
    only_spaces=(("--roll", "  "), "roll"),
    only_commas=(("--roll", ",,"), "roll"),
    a_line_break=(("--roll", "1\n7"), "roll"),
    below_nothing=(("--roll", "-11"), "roll"),
    digits_of_another_script=(("--roll", "١١"), "roll"),
    a_superscript=(("--roll", "1²"), "roll"),
    a_roll_of_fewer_dice_at_the_start=(("--roll", "11"), "turn"),
    a_total_that_is_no_multiple=(("--turn", "25", "--roll", "11"), "turn"),
    a_total_below_nothing=(("--turn", "-50", "--roll", "11"), "turn"),
    a_total_that_is_too_large=(("--turn", "1000000050", "--roll", "11"), "turn"),
    a_total_of_thousands_of_digits=(("--turn", "5" * 4_000, "--roll", "11"), "turn"),
    a_total_that_is_no_number=(("--turn", "many", "--roll", "11"), "--turn"),
    a_total_that_is_a_decimal=(("--turn", "50.5", "--roll", "11"), "--turn"),
    no_total=(("--turn", "", "--roll", "11"), "--turn"),
    no_dice_left=(("--turn", "300", "--dice-left", "0"), "left"),
    seven_dice_left=(("--turn", "300", "--dice-left", "7"), "left"),
    a_word_for_the_dice_left=(("--turn", "300", "--dice-left", "x"), "left"),
    nothing_for_the_dice_left=(("--turn", "300", "--dice-left", ""), "left"),
    thousands_of_dice_left=(("--turn", "300", "--dice-left", "9" * 5_000), "left"),
    fewer_dice_left_at_the_start=(("--dice-left", "3"), "turn"),
    dice_left_and_another_roll=(("--turn", "300", "--roll", "115", "--dice-left", "4"), "left"),
    dice_left_with_a_line_break=(("--turn", "300", "--roll", "115", "--dice-left", "4\n"), "left"),
    bonuses_where_there_are_none=(("--turn", "300", "--roll", "115", "--singles", "1"), "singles"),
    bonuses_below_nothing=(("--turn", "300", "--roll", "115", "--singles", "-1"), "singles"),
    scores_that_are_no_numbers=(("--scores", "high,low"), "scores"),
)
def test_advise(given_input: tuple[str, ...], place: str) -> None:
    assert_refused(jeopardice("advise", "farkle", *SCORE, *given_input), place)


@pytest.mark.parametrize("arguments", [("--roll", "55"), ("--dice-left", "3"), ("--turn", "10")], ids=" ".join)
def test_advise_in_hog_asks_nothing_but_the_number_of_dice(arguments: tuple[str, ...]) -> None:
    assert_refused(jeopardice("advise", "hog", *SCORE, *arguments), "hog")


MIXED = "dice.weights=[[2,1,1,1,1,1],[1,1,1,1,1,1],[1,1,1,1,1,1]]"


@cases(
    dice_without_their_kind=(("--roll", "155"), "roll"),
    a_kind_that_does_not_exist=(("--roll", "A1,C5"), "roll"),
    too_many_of_a_kind=(("--roll", "A1,A5"), "roll"),
    a_kind_without_a_face=(("--roll", "A,B"), "roll"),
    a_face_that_the_dice_lack=(("--roll", "A7"), "roll"),
    number_for_the_dice_left=(("--dice-left", "2"), "left"),
    kind_left_that_does_not_exist=(("--dice-left", "AC"), "left"),
    too_many_of_a_kind_left=(("--dice-left", "AAB"), "left"),
    dice_left_and_another_roll=(("--dice-left", "BB", "--roll", "A1,B5"), "left"),
)
def test_advise_with_dice_that_are_not_alike(given_input: tuple[str, ...], place: str) -> None:
    game = ("farkle", "--set", "dice.count=3", "--set", MIXED)
    assert_refused(jeopardice("advise", *game, *SCORE, "--turn", "300", *given_input), place)


def test_advise_knows_faces_that_never_show() -> None:
    ran = jeopardice("advise", "farkle", *SCORE, "--set", "dice.weights=[1,0,1,1,1,1]", "--roll", "112345")
    assert_refused(ran, "roll")


@cases(
    down=(("--from", "300", "--to", "200"), "300 to 200"),
    below_nothing=(("--from", "-50"), "-50"),
    to_below_nothing=(("--to", "-50"), "-50"),
    too_many_rows=(("--to", "1000000000"), "1000000000"),
    far_too_many_rows=(("--to", "9" * 30), "999"),
    from_a_word=(("--from", "start"), "--from"),
    to_a_word=(("--to", "end"), "--to"),
    to_a_decimal=(("--to", "5.5"), "--to"),
    unknown_format=(("--format", "xml"), "--format"),
    unknown_content=(("--what", "luck"), "--what"),
)
def test_table(given_input: tuple[str, ...], place: str) -> None:
    with no_hang():
        assert_refused(jeopardice("table", "farkle", *given_input), place)


STRATEGIES = ["greedy", "", "optimal:3", "Optimal", "hold-at", "hold-at:", "hold-at:x", "hold-at:-5", "hold-at:0"]
STRATEGIES += ["hold-at:5.5", "hold-at:5\n", "hold-at:²", "hold-at:99999999999", "rolls:", "rolls:0", "rolls:1001"]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_strategy(strategy: str) -> None:
    ran = jeopardice("turn", "pig", "--strategy", strategy)
    assert_refused(ran, strategy.partition(":")[0] if strategy.startswith(("hold-at:", "rolls:")) else "strategy")


UNKNOWN = [
    "luck",
    "",
    "Score",
    "win:5",
    "score:1",
    "within",
    "within:",
    "within:x",
    "within:-1",
    "within:1.5",
    "within:²",
]


@pytest.mark.parametrize("objective", UNKNOWN)
@pytest.mark.parametrize("command", ["solve", "advise", "table"])
def test_unknown_objective(command: str, objective: str) -> None:
    assert_refused(jeopardice(command, "pig", "--objective", objective), "objective")


@pytest.mark.parametrize("objective", ["within:0", "within:" + "9" * 20, "within:" + "9" * 5_000])
@pytest.mark.parametrize("command", [("solve", "pig"), ("advise", "pig", "--scores", "0")], ids=["solve", "advise"])
def test_number_of_turns(command: tuple[str, ...], objective: str) -> None:
    with no_hang():
        assert_refused(jeopardice(*command, "--objective", objective), "within")


@cases(
    missing=((), "scores"),
    nothing=(("--scores", ""), "scores"),
    only_one=(("--scores", "50"), "scores"),
    three=(("--scores", "50,60,70"), "scores"),
    a_word=(("--scores", "high,low"), "scores"),
    a_decimal=(("--scores", "50.5,60"), "scores"),
    one_missing=(("--scores", "50,"), "scores"),
    a_semicolon=(("--scores", "50;60"), "scores"),
    a_line_break=(("--scores", "50,60\n,"), "scores"),
    below_nothing=(("--scores", "50,-1"), "scores"),
    at_the_goal=(("--scores", "100,50"), "scores"),
    beyond_the_goal=(("--scores", "50,5000"), "scores"),
    of_thousands_of_digits=(("--scores", "50," + "9" * 5_000), "scores"),
    a_total_below_nothing=(("--scores", "50,60", "--turn", "-1"), "turn"),
    a_total_that_is_too_large=(("--scores", "50,60", "--turn", "9" * 30), "turn"),
    face_7=(("--scores", "50,60", "--roll", "7"), "roll"),
    two_dice=(("--scores", "50,60", "--roll", "66"), "roll"),
    two_dice_left=(("--scores", "50,60", "--turn", "5", "--dice-left", "2"), "left"),
    bonuses_where_there_are_none=(("--scores", "50,60", "--singles", "1"), "singles"),
)
def test_advise_in_a_race(given_input: tuple[str, ...], place: str) -> None:
    assert_refused(jeopardice("advise", "pig", "--objective", "win", *given_input), place)


@pytest.mark.parametrize("players", ["0", "-1", "11", "two", "1.5", "", "9" * 5_000])
def test_players(players: str) -> None:
    assert_refused(jeopardice("solve", "pig", "--players", players), "players")


@pytest.mark.parametrize("value", ["many", "1.5", "--json", "é", "9" * 5_000])
@pytest.mark.parametrize("form", [lambda value: ("--turn", value), lambda value: (f"--turn={value}",)])
def test_no_whole_number(value: str, form: Callable[[str], tuple[str, ...]]) -> None:
    ran = jeopardice("advise", "pig", *form(value))
    assert_refused(ran, f'--turn: "{value[:50]}')
    assert "it must be" in ran.err


def test_none_of_the_choices() -> None:
    ran = jeopardice("export", "pig", "--out", "x.nc", "--format", "word")
    assert_refused(ran, '--format: "word": it must be one of netcdf, parquet, prism')


@pytest.mark.parametrize("command", COMMANDS)
def test_unknown_option(command: str) -> None:
    assert_refused(jeopardice(command, "pig", "--luck"), "--luck")


@pytest.mark.parametrize("command", COMMANDS)
def test_too_many_arguments(command: str) -> None:
    assert_refused(jeopardice(command, "pig", "farkle"), "farkle")


@pytest.mark.parametrize("command", COMMANDS)
def test_flag_with_a_value(command: str) -> None:
    assert_refused(jeopardice(command, "pig", "--json=yes"), "--json")


@pytest.mark.parametrize("command", COMMANDS)
def test_option_without_its_value(command: str) -> None:
    assert_refused(jeopardice(command, "pig", "--set"), "--set")


@pytest.mark.parametrize("command", COMMANDS[1:])
def test_no_rules(command: str) -> None:
    assert_refused(jeopardice(command), "RULES")


@pytest.mark.parametrize("command", ["chess", "Solve", "", "--luck", "-x"])
def test_unknown_command(command: str) -> None:
    assert_refused(jeopardice(command), command)


@pytest.mark.parametrize("argument", ["\x1b[2J", "--\x1b[2J", "--what=\x1b[2J", "--what=a\u2028b", "--to=1\x07"])
def test_control_characters_do_not_reach_the_terminal(argument: str) -> None:
    assert_refused(jeopardice("table", "pig", argument), "")


@pytest.mark.parametrize("command", COMMANDS)
def test_json_changes_nothing_about_errors(command: str) -> None:
    assert_refused(jeopardice(command, "farkel", "--json"), "farkel")
    assert_refused(jeopardice(command, "pig", "--json", "--set", "gaol=5"), "gaol")


@cases(
    rules=(("rules", "farkel"), "farkel"),
    command=(("chess",), "chess"),
    endless_device=(("solve", "/dev/zero"), "/dev/zero"),
)
def test_in_a_real_process(given_input: tuple[str, ...], place: str) -> None:
    assert_refused(jeopardice_process(*given_input), place)
