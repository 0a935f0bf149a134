"""Bad input of every kind: one line on standard error that names the place, exit status 2, and nothing else."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import jeopardice as jd
from cli_runner import COMMANDS, Ran, assert_one_line, assert_refused, jeopardice, jeopardice_process, no_hang
from jeopardice.rulebook import Rules, parse_rules, presets
from jeopardice.rulebook.model import Bust, Dice, End, Events, Turn
from small_rules import Document, small_rules

FARKLE = '[scoring]\n"1" = 100\n"5" = 50\n'
PIG = 'family = "pig"\n[dice]\ncount = 1\n'
HOG = 'family = "hog"\n'

SCORE = ("--objective", "score")

RulesFile = Callable[[str | bytes], str]


@pytest.fixture
def rules_file(tmp_path: Path) -> RulesFile:
    """Writes a rules file and returns its name."""

    def write(content: str | bytes) -> str:
        path = tmp_path / "game.toml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


def checked(game: str, *more: str) -> Ran:
    """`jeopardice rules`: reads a game and builds its turn, which finds all that can be wrong with it."""
    with no_hang():
        return jeopardice("rules", game, *more)


def cases(**table: Any) -> pytest.MarkDecorator:
    """Named cases, each a tuple of arguments that ends with the place that the message must name."""
    names = list(table)
    rows = [row if isinstance(row, tuple) else (row,) for row in table.values()]
    return pytest.mark.parametrize(("given_input", "place"), rows, ids=[name.replace("_", " ") for name in names])


# The whole file


@cases(
    unknown_top_level_key=('colour = "red"', "colour"),
    misspelt_top_level_key=("gaol = 100", 'did you mean "goal"'),
    unknown_section=("[board]\nsize = 3", "board"),
    unknown_key_in_dice=("[dice]\nnumber = 3", "dice.number"),
    unknown_key_in_turn=("[turn]\nminimum = 300", "turn.minimum"),
    unknown_key_in_bust=("[bust]\ncost = 3", "bust.cost"),
    unknown_key_in_events=("[events]\nlose = []", "events.lose"),
    unknown_key_in_end=("[end]\nwhen = 3", "end.when"),
    key_of_a_section_on_the_top_level=("minimum_bank = 300", "minimum_bank"),
    key_of_the_top_level_in_a_section=("[turn]\ngoal = 300", "turn.goal"),
    key_with_a_line_break=('"goal\\nx" = 300', "goal?x"),
    empty_key=('"" = 300', "unknown key"),
    key_with_capitals=("Goal = 300", "Goal"),
    section_twice=("[turn]\n[turn]\n", "line 2"),
    key_twice=("goal = 1\ngoal = 2\n", "line 2"),
    not_toml=("goal: 100", "line 1"),
    unclosed_text=('title = "Farkle\n', "line 1"),
    byte_nul=("goal = 1\0", "line 1"),
    nothing_at_all=("", "scoring"),
    nothing_but_a_comment=("# Farkle", "scoring"),
)
def test_file(rules_file: RulesFile, given_input: str, place: str) -> None:
    ran = checked(rules_file(given_input))
    assert_refused(ran, place)
    assert_refused(ran, "game.toml")


@cases(
    three_megabytes=("#" * 3_000_000, "too large"),
    binary_rubbish=(bytes(range(256)), "UTF-8"),
    invalid_utf8=(b'title = "\xff\xfe"', "UTF-8"),
    utf16=("goal = 1".encode("utf-16"), "UTF-8"),
    nested_lists=("goal = " + "[" * 100_000, "nested"),
    nested_lists_closed=("goal = " + "[" * 5_000 + "]" * 5_000, "nested"),
    nested_tables=("goal = " + "{a=" * 30_000, "nested"),
    long_dotted_key=(".".join("a" * 100_000) + " = 1", "game.toml"),
    long_dotted_section=("[" + ".".join("a" * 20_000) + "]", "game.toml"),
    number_of_thousands_of_digits=("goal = " + "9" * 5_000, "game.toml"),
    number_of_a_quarter_of_a_million_digits=("goal = " + "9" * 250_000, "game.toml"),
    list_of_numbers_of_thousands_of_digits=(f"goal = [{'9' * 4_000}]", "goal"),
    hexadecimal_number_of_thousands_of_digits=("goal = 0x" + "f" * 6_000, "goal"),
    list_of_hexadecimal_numbers=(f"goal = [0x{'f' * 6_000}]", "goal"),
    weights_of_hexadecimal_numbers=(f"[dice]\nweights = [0x{'f' * 6_000}, 1, 1, 1, 1, 1]", "dice.weights"),
    points_of_hexadecimal_numbers=(f'[scoring]\n"1" = {{ a = 0x{"f" * 6_000} }}', "scoring"),
    number_with_a_huge_exponent=("goal = 1e999999999", "goal"),
    number_with_a_tiny_exponent=("goal = 1e-999999999", "goal"),
    number_with_an_impossible_exponent=("goal = 1e" + "9" * 30, "game.toml"),
    decimal_of_thousands_of_digits=("goal = 1." + "1" * 100_000, "goal"),
    long_key=("a" * 200_000 + " = 1", "unknown key"),
    long_text=(f'title = "{"a" * 200_000}"', "title"),
    long_pattern=(f'[scoring]\n"{"1" * 200_000}" = 1', "scoring"),
    thousands_of_patterns=("[scoring]\n" + "".join(f'"{n},{n},1" = 1\n' for n in range(1, 9_000)), "scoring"),
    thousands_of_events=("[events]\nbust = [" + '"1", ' * 9_000 + "]", "events.bust"),
    thousands_of_weights=("[dice]\nweights = [" + "1, " * 9_000 + "]", "dice.weights"),
)
def test_large_or_binary_file(rules_file: RulesFile, given_input: str | bytes, place: str) -> None:
    game = rules_file(given_input)
    assert_refused(checked(game), place)
    if isinstance(given_input, str) and len(given_input) < 1_000_000:
        # The library has Python's own limit on the digits of a number.
        with no_hang(), pytest.raises(jd.InputError) as caught:
            parse_rules(given_input, "game.toml")
        assert_one_line(str(caught.value))


@cases(
    missing_file=("missing.toml", "missing.toml"),
    missing_file_in_a_folder=("missing/game", "missing/game"),
    neither_preset_nor_file=("farkel", 'did you mean "farkle"'),
    name_of_no_game=("chess", "presets: "),
    folder=(".", "directory"),
    endless_device=("/dev/zero", "/dev/zero"),
    empty_device=("/dev/null", "/dev/null"),
    name_with_a_line_break=("game\n.toml", ".toml"),
    name_with_a_nul=("game\0", "rules"),
    name_that_is_too_long=("a" * 5_000, "rules"),
    file_name_that_is_too_long=("a" * 5_000 + ".toml", ".toml"),
)
def test_name_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given_input: str, place: str) -> None:
    monkeypatch.chdir(tmp_path)
    ran = checked(given_input)
    if len(given_input) < 1_000:
        assert_refused(ran, place)
    else:
        assert_refused(ran, "a" * 20)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a file that opens but cannot be read")
def test_unreadable_file() -> None:
    assert_refused(checked("/proc/self/mem"), "/proc/self/mem")


def test_file_without_permission(tmp_path: Path) -> None:
    path = tmp_path / "secret.toml"
    path.write_text(FARKLE)
    path.chmod(0)
    try:
        path.read_text()
    except PermissionError:
        assert_refused(checked(str(path)), "secret.toml")
    else:
        pytest.skip("this user may read everything")


# The value of each key

WRONG = {
    "text": '"rubbish"',
    "number": "-1",
    "large number": "1000000001",
    "decimal": "1.5",
    "infinity": "inf",
    "not a number": "nan",
    "truth": "true",
    "list": "[true]",
    "list of lists": '[["1"]]',
    "table": "{ a = 1 }",
    "list of tables": "[{ a = 1 }]",
    "date": "1979-05-27",
    "moment": "1979-05-27T07:32:00Z",
}
ALLOWED = {
    "title": {"text"},
    "source": {"text"},
    "note": {"text"},
    "family": set(),
    "goal": set(),
    "players": set(),
    "simultaneous": {"truth"},
    "dice.count": set(),
    "dice.sides": set(),
    "dice.weights": set(),
    "turn.set_aside": set(),
    "turn.leave": set(),
    "turn.hot_dice": {"truth"},
    "turn.minimum_bank": set(),
    "turn.first_bank": set(),
    "turn.beat_previous": {"truth"},
    "turn.full_bust": set(),
    "turn.full_bust_rolls": set(),
    "turn.single_die_bonus": set(),
    "turn.keep_on_bust": {"truth"},
    "turn.steal": set(),
    "turn.choose_dice": set(),
    "bust.streak": set(),
    "bust.penalty": set(),
    "bust.floor": {"number"},
    "events.bust": set(),
    "events.lose_banked": set(),
    "events.win": set(),
    "end.rule": set(),
    "end.tie": set(),
}
SECTIONS = {"dice": Dice, "turn": Turn, "bust": Bust, "events": Events, "end": End}


def as_file(key: str, value: str, base: str = FARKLE) -> str:
    """A rules file with one key, in front of the sections or in its own."""
    section, dot, inner = key.partition(".")
    return f"{base}[{section}]\n{inner} = {value}\n" if dot else f"{key} = {value}\n{base}"


def test_every_key_is_in_the_list() -> None:
    keys = {f.name for f in dataclasses.fields(Rules)} - {*SECTIONS, "scoring", "where"}  # where: not a key
    keys |= {f"{name}.{f.name}" for name, section in SECTIONS.items() for f in dataclasses.fields(section)}
    assert keys == set(ALLOWED)


@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("key", ALLOWED)
def test_wrong_type(rules_file: RulesFile, key: str, kind: str) -> None:
    if kind not in ALLOWED[key]:
        assert_refused(checked(rules_file(as_file(key, WRONG[kind]))), f"game.toml: {key}: ")


@pytest.mark.parametrize("value", ['"rubbish"', "1", "1.5", "true", "[]", "[[]]", "1979-05-27"])
@pytest.mark.parametrize("section", [*SECTIONS, "scoring"])
def test_section_that_is_none(rules_file: RulesFile, section: str, value: str) -> None:
    assert_refused(checked(rules_file(f"{section} = {value}\n")), f"{section}: ")


@pytest.mark.parametrize("section", [*SECTIONS, "scoring"])
def test_section_as_a_list_of_tables(rules_file: RulesFile, section: str) -> None:
    assert_refused(checked(rules_file(f"[[{section}]]\n")), f"{section}: ")


@cases(
    family_of_another_name=('family = "chess"\n', "family"),
    title_of_two_lines=('title = "Far\\nkle"\n', "title"),
    title_with_a_control_character=('title = "Far\\u0007kle"\n', "title"),
    goal_of_nothing=("goal = 0\n" + FARKLE, "goal"),
    nobody_plays=("players = 0\n" + FARKLE, "players"),
    a_crowd_plays=("players = 11\n" + FARKLE, "players"),
    no_dice=("[dice]\ncount = 0\n" + FARKLE, "dice.count"),
    less_than_no_dice=("[dice]\ncount = -1\n" + FARKLE, "dice.count"),
    too_many_dice=("[dice]\ncount = 101\n" + FARKLE, "dice.count"),
    die_without_faces=("[dice]\nsides = 0\n" + FARKLE, "dice.sides"),
    die_with_too_many_faces=("[dice]\nsides = 1001\n" + FARKLE, "dice.sides"),
    bonus_below_nothing=(FARKLE + "[turn]\nsingle_die_bonus = [-1]", "turn.single_die_bonus"),
    bonus_that_is_no_number=(FARKLE + '[turn]\nsingle_die_bonus = ["1"]', "turn.single_die_bonus"),
    minimum_below_nothing=(FARKLE + "[turn]\nminimum_bank = -50", "turn.minimum_bank"),
    choice_of_one_number=(HOG + "[turn]\nchoose_dice = [2]", "turn.choose_dice"),
    choice_of_three_numbers=(HOG + "[turn]\nchoose_dice = [1, 2, 3]", "turn.choose_dice"),
    choice_that_goes_down=(HOG + "[turn]\nchoose_dice = [3, 2]", "turn.choose_dice"),
    choice_of_no_dice=(HOG + "[turn]\nchoose_dice = [0, 2]", "turn.choose_dice"),
    floor_of_another_word=(FARKLE + '[bust]\nfloor = "nothing"', "bust.floor"),
    end_of_another_name=(FARKLE + '[end]\nrule = "never"', "end.rule"),
    tie_of_another_name=(FARKLE + '[end]\ntie = "again"', "end.tie"),
)
def test_value(rules_file: RulesFile, given_input: str, place: str) -> None:
    assert_refused(checked(rules_file(given_input)), f"game.toml: {place}: ")


# Patterns, points and weights


PATTERNS = {
    "letter and digit": ("1x", "mixed"),
    "digit and letter": ("x1", "mixed"),
    "letters and digits with commas": ("10,x", "mixed"),
    "nothing": ("", "at least one die"),
    "face 0": ("0", "pattern"),
    "face 10 without comma": ("10", "pattern"),
    "face below 0": ("-1", "pattern"),
    "only a comma": (",", "pattern"),
    "two commas": ("1,,1", "pattern"),
    "a space": ("1 1", "pattern"),
    "a line break": ("11\n", "pattern"),
    "a sign": ("1+1", "pattern"),
    "a letter with an accent": ("éé", "pattern"),
    "digits of another script": ("١١", "pattern"),
    "a superscript": ("1²", "pattern"),
    "face that the dice lack": ("7", "6 sides"),
    "faces that the dice lack": ("1,10", "6 sides"),
    "more letters than faces": ("abcdefg", "7 dice"),
    "more dice than there are": ("1111111", "7 dice"),
    "far more dice than there are": ("x" * 300, "dice"),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_pattern_in_scoring(rules_file: RulesFile, name: str) -> None:
    pattern, why = PATTERNS[name]
    ran = checked(rules_file(f"{FARKLE}{json.dumps(pattern)} = 100\n"))
    assert_refused(ran, "game.toml: scoring.")
    assert_refused(ran, why)


@pytest.mark.parametrize("name", PATTERNS)
@pytest.mark.parametrize("key", ["events.bust", "events.lose_banked", "events.win", "turn.leave"])
def test_pattern_in_a_list(rules_file: RulesFile, key: str, name: str) -> None:
    pattern, why = PATTERNS[name]
    more = 'set_aside = "all"\n' if key == "turn.leave" else ""
    ran = checked(rules_file(as_file(key, f"[{json.dumps(pattern)}]") + more))
    assert_refused(ran, f"game.toml: {key}: ")
    assert_refused(ran, why)


def test_more_letters_than_faces(rules_file: RulesFile) -> None:
    assert_refused(checked(rules_file('[dice]\nsides = 2\n[scoring]\n"1" = 1\n"xyz" = 5')), 'scoring."xyz"')


@cases(
    the_same_dice_in_another_order=('"15" = 100\n"51" = 200', 'scoring."51"'),
    the_same_letters_in_another_order=('"xxy" = 100\n"abb" = 200', 'scoring."abb"'),
    the_same_letters_in_capitals=('"xxx" = 100\n"XXX" = 200', 'scoring."XXX"'),
    the_same_dice_with_commas=('"11" = 100\n"1,1" = 200', 'scoring."1,1"'),
    exactly_the_same=('"11" = 100\n"11" = 200\n', "line 5"),
    bare_and_in_quotes=('11 = 100\n"11" = 200\n', "line 5"),
)
def test_pattern_given_twice(rules_file: RulesFile, given_input: str, place: str) -> None:
    assert_refused(checked(rules_file(FARKLE + given_input)), place)


@pytest.mark.parametrize(
    "points", ["0", "-50", "1.5", "100.0", '"100"', "true", "[100]", "{}", "inf", "nan", "10_000_000_000", "1e3"]
)
def test_points(rules_file: RulesFile, points: str) -> None:
    assert_refused(checked(rules_file(f'[scoring]\n"5" = 50\n"111" = {points}')), 'scoring."111": ')


@cases(
    all_zero=("[0, 0, 0, 0, 0, 0]", "all be 0"),
    one_die_all_zero=("[[1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0]]", "all be 0"),
    too_few=("[1, 2, 3]", "3 weights"),
    too_few_and_equal=("[1, 1, 1]", "3 weights"),
    too_many=("[1, 2, 3, 4, 5, 6, 7]", "7 weights"),
    too_many_and_equal=("[1, 1, 1, 1, 1, 1, 1]", "7 weights"),
    too_few_for_one_die=("[[1, 1, 1, 1, 1, 1], [1, 2]]", "2 weights"),
    too_few_for_each_die=("[[1, 1], [1, 1]]", "2 weights"),
    too_many_lists=("[[1, 1, 1, 1, 1, 2], [1, 1, 1, 1, 1, 3], [1, 1, 1, 1, 1, 4]]", "3 lists"),
    too_many_equal_lists=("[[1, 1, 1, 1, 1, 2], [1, 1, 1, 1, 1, 2], [1, 1, 1, 1, 1, 2]]", "3 lists"),
    too_many_fair_lists=("[[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]]", "3 lists"),
    no_faces=("[[], []]", "weights"),
    negative=("[-1, 1, 1, 1, 1, 1]", "weight"),
    infinite=("[inf, 1, 1, 1, 1, 1]", "weight"),
    minus_infinite=("[-inf, 1, 1, 1, 1, 1]", "weight"),
    not_a_number=("[nan, 1, 1, 1, 1, 1]", "weight"),
    true=("[true, 1, 1, 1, 1, 1]", "weight"),
    huge=("[1e999999999, 1, 1, 1, 1, 1]", "weight"),
    tiny=("[1e-999999999, 1, 1, 1, 1, 1]", "weight"),
    huge_as_text=('["1e999999999", 1, 1, 1, 1, 1]', "weight"),
    of_a_thousand_digits=(f"[{'9' * 1_000}, 1, 1, 1, 1, 1]", "weight"),
    over_nothing=('["1/0", 1, 1, 1, 1, 1]', "weight"),
    over_something_negative=('["1/-3", 1, 1, 1, 1, 1]', "weight"),
    a_word=('["heavy", 1, 1, 1, 1, 1]', "weight"),
    no_word=('["", 1, 1, 1, 1, 1]', "weight"),
    a_date=("[1979-05-27, 1, 1, 1, 1, 1]", "weight"),
    a_table=("[{ a = 1 }, 1, 1, 1, 1, 1]", "weight"),
    numbers_and_lists=("[1, [1, 1, 1, 1, 1, 1]]", "weight"),
    lists_in_lists=("[[[1, 1, 1, 1, 1, 1]]]", "weight"),
)
def test_weights(rules_file: RulesFile, given_input: str, place: str) -> None:
    ran = checked(rules_file(f"{FARKLE}[dice]\ncount = 2\nweights = {given_input}"))
    assert_refused(ran, "game.toml: dice.weights: ")
    assert_refused(ran, place)


# Contradictions, and games that cannot be played


@cases(
    simultaneous_pig=("simultaneous = true\n" + PIG, "simultaneous"),
    simultaneous_farkle=("simultaneous = true\n" + FARKLE, "simultaneous"),
    farkle_chooses_dice=(FARKLE + "[turn]\nchoose_dice = [1, 6]", "turn.choose_dice"),
    pig_sets_all_aside=(PIG + '[turn]\nset_aside = "all"', "turn.set_aside"),
    pig_with_hot_dice=(PIG + "[turn]\nhot_dice = false", "turn.hot_dice"),
    pig_with_a_full_bust=(PIG + "[turn]\nfull_bust = 500", "turn.full_bust"),
    pig_with_the_first_full_bust=(PIG + '[turn]\nfull_bust_rolls = "first"', "turn.full_bust_rolls"),
    hog_with_a_bonus=(HOG + "[turn]\nsingle_die_bonus = [100]", "turn.single_die_bonus"),
    hog_that_leaves_dice=(HOG + '[turn]\nleave = ["1"]', "turn.leave"),
    leave_without_set_aside=(FARKLE + '[turn]\nleave = ["1"]', "turn.leave"),
    leave_with_set_aside_any=(FARKLE + '[turn]\nset_aside = "any"\nleave = ["1"]', "turn.leave"),
    penalty_without_streak=(FARKLE + "[bust]\npenalty = 1000", "bust.penalty"),
    farkle_without_scoring=('family = "farkle"', "scoring"),
    farkle_with_empty_scoring=("[scoring]", "scoring"),
    pig_scores_a_part_of_the_roll=('family = "pig"\n[dice]\ncount = 2\n[scoring]\n"6" = 25', 'scoring."6"'),
    pig_scores_more_than_the_roll=(PIG + '[scoring]\n"66" = 25', 'scoring."66"'),
    hog_chooses_more_dice_than_there_are=(
        HOG + "[dice]\ncount = 2\nweights = [[1, 1, 1, 1, 1, 2], [1, 1, 1, 1, 1, 1]]\n[turn]\nchoose_dice = [1, 3]",
        "turn.choose_dice",
    ),
)
def test_contradiction(rules_file: RulesFile, given_input: str, place: str) -> None:
    assert_refused(checked(rules_file(given_input)), f"game.toml: {place}: ")


@cases(
    every_roll_of_pig_busts=(PIG + '[events]\nbust = ["x"]', "score"),
    the_only_face_of_pig_busts=(PIG + "weights = [1, 0, 0, 0, 0, 0]", "score"),
    the_scoring_face_of_farkle_never_shows=('[scoring]\n"1" = 100\n[dice]\nweights = [0, 1, 1, 1, 1, 1]', "scoring"),
    the_scoring_face_of_farkle_busts=('[scoring]\n"1" = 100\n[events]\nbust = ["1"]', "score"),
    pig_never_busts=(PIG + "[events]\nbust = []", "events.bust"),
    the_bust_of_pig_never_shows=(PIG + "weights = [0, 1, 1, 1, 1, 1]", "bust"),
    pig_wins_or_goes_on=(PIG + '[events]\nbust = []\nwin = ["6"]', "events.bust"),
    farkle_of_one_side=('[dice]\nsides = 1\n[scoring]\n"1" = 100', "scoring"),
    every_roll_of_farkle_scores=('[scoring]\n"x" = 100', "scoring"),
    every_face_of_farkle_scores=('[dice]\nsides = 2\n[scoring]\n"1" = 100\n"2" = 50', "scoring"),
    farkle_of_one_die_scores_all=('[dice]\ncount = 1\nsides = 3\n[scoring]\n"x" = 1\n"3" = 100', "scoring"),
    minimum_out_of_reach_of_farkle=(
        '[scoring]\n"1" = 100\n[turn]\nhot_dice = false\nminimum_bank = 5000',
        "turn.minimum_bank",
    ),
    minimum_out_of_reach_of_hog=(HOG + "[turn]\nminimum_bank = 5000", "turn.minimum_bank"),
)
def test_game_that_cannot_be_played(rules_file: RulesFile, given_input: str, place: str) -> None:
    game = rules_file(given_input)
    assert_refused(checked(game), place)
    for command in ("solve", "advise", "table"):
        assert_refused(jeopardice(command, game, *SCORE), place)
    for objective in ("win", "turns", "within:5"):
        assert_refused(jeopardice("solve", game, "--objective", objective), place)
    assert_refused(jeopardice("turn", game), place)


@cases(
    pig_with_many_dice_of_many_sides=('family = "pig"\n[dice]\ncount = 100\nsides = 1000', "dice"),
    hog_with_many_dice_of_many_sides=('family = "hog"\n[dice]\ncount = 100\nsides = 1000', "dice"),
    pig_with_twenty_different_dice=(
        f'family = "pig"\n[dice]\ncount = 20\nweights = {[[1, 1, 1, 1, 1, n] for n in range(2, 22)]}',
        "dice",
    ),
    farkle_with_many_dice=("[dice]\ncount = 100\n" + FARKLE + '"xxx" = 300', "dice"),
    farkle_with_many_sides=("[dice]\nsides = 1000\n" + FARKLE + '"xxyyzz" = 1500', "dice"),
)
def test_game_that_is_too_large_is_refused_or_no_trouble(rules_file: RulesFile, given_input: str, place: str) -> None:
    ran = checked(rules_file(given_input))
    if ran.status:
        assert_refused(ran, place)


def test_many_phases_one_after_another_are_no_trouble(rules_file: RulesFile) -> None:
    game = rules_file(f'[dice]\ncount = 50\nsides = 2\n[scoring]\n"1" = 1\n[turn]\nsingle_die_bonus = {[1] * 20}')
    assert checked(game).status == 0


# The command line


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
    solve=(("solve", "farkle", "--set", "goal=many"), "goal"),
    advise=(("advise", "farkle", *SCORE, "--roll", "7"), "roll"),
    table=(("table", "farkle", "--from", "300", "--to", "200"), "300 to 200"),
    turn=(("turn", "pig", "--strategy", "luck"), "strategy"),
    command=(("chess",), "chess"),
    endless_device=(("solve", "/dev/zero"), "/dev/zero"),
    game_without_end=(("solve", "pig", "--set", "events.bust=[]"), "events.bust"),
)
def test_in_a_real_process(given_input: tuple[str, ...], place: str) -> None:
    assert_refused(jeopardice_process(*given_input), place)


# Random input

FUZZ = settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
NUMBERS = st.sampled_from([-1, 0, 1, 2, 3, 5, 10**9 + 1, 2**64, -(10**40), 10**4_000])
"""Whole numbers that are wrong or small: whatever is accepted is a small game."""
SCALARS = st.one_of(
    NUMBERS,
    st.booleans(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["1", "xx", "all", "none", "forced", "first", "split", "1/3", "farkle", "hog", "pig", "1e99999"]),
    st.dates(),
    st.times(),
    st.datetimes(),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


def as_toml(value: Any) -> str:
    """A value as TOML."""
    match value:
        case bool():
            return str(value).lower()
        case int() if abs(value) >= 2**63:
            # More digits than Python prints are still a number of TOML.
            return hex(value) if value > 0 else f"-{abs(value)}"
        case float() if math.isnan(value):
            return "nan"
        case int() | float():
            return str(value)
        case str():
            return json.dumps(value).replace("\x7f", "\\u007f")
        case list():
            return f"[{', '.join(map(as_toml, value))}]"
        case dict():
            return f"{{{', '.join(f'{as_toml(k)} = {as_toml(v)}' for k, v in value.items())}}}"
    return str(value.isoformat())


def file_of(document: Document) -> str:
    """A document as the text of a rules file."""
    return "".join(f"{as_toml(key)} = {as_toml(value)}\n" for key, value in document.items())


def read(text: str) -> Rules | None:
    """Reads a file and builds its turn. What is accepted reads back equal; what is refused is told in one line."""
    with no_hang():
        try:
            rules = parse_rules(text)
        except jd.InputError as error:
            assert_one_line(str(error))
            return None
        assert parse_rules(rules.to_toml()) == rules
        if rules.dice.count <= 6 and rules.dice.sides <= 12 and rules.dice_to_choose[1] <= 30:
            try:
                jd.turn_model(rules)
            except jd.JeopardiceError as error:
                assert_one_line(str(error))
        return rules


@FUZZ
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_random_bytes(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "random.toml"
    path.write_bytes(content)
    assert_refused(checked(str(path)), "random.toml")


@FUZZ
@given(st.text("abcdefgilnorstuw_.=[]{}\"'0123456789,x#\n ", max_size=60))
def test_random_text(text: str) -> None:
    read(text)


@st.composite
def disturbed_rules(draw: st.DrawFn) -> Document:
    """A small game in which some keys have values of any type."""
    document = draw(small_rules())
    for key in draw(st.lists(st.sampled_from([*ALLOWED, *SECTIONS, "scoring", "scoring.11", "more"]), max_size=3)):
        section, dot, inner = key.partition(".")
        table = document.setdefault(section, {}) if dot else document
        if isinstance(table, dict):
            table[inner or section] = draw(VALUES)
    return document


@FUZZ
@given(disturbed_rules())
def test_random_values(document: Document) -> None:
    read(file_of(document))


@FUZZ
@given(disturbed_rules())
def test_random_values_in_a_dictionary(document: Document) -> None:
    """The same without a file, where values are Python's own."""
    with no_hang():
        try:
            rules = jd.rules(document)
        except jd.InputError as error:
            assert_one_line(str(error))
        else:
            assert parse_rules(rules.to_toml()) == rules


def test_small_games_are_read_back_equal() -> None:
    """So that the tests above do not only see what is refused."""
    accepted = 0

    @settings(deadline=None, max_examples=60, database=None)
    @given(small_rules())
    def count(document: Document) -> None:
        nonlocal accepted
        accepted += read(file_of(document)) is not None

    count()
    assert accepted >= 20


@st.composite
def mutated_presets(draw: st.DrawFn) -> str:
    """A preset with some characters removed, doubled or replaced, or with a line moved."""
    text = jd.rules(draw(st.sampled_from(presets()))).to_toml()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text) - 1))
        character = draw(st.sampled_from('01259xX"=[].,-\n #e') | st.characters(exclude_categories=["Cs"]))
        lines = text.splitlines(keepends=True)
        line = draw(st.integers(0, len(lines) - 1))
        text = draw(
            st.sampled_from(
                [
                    text[:at] + text[at + 1 :],
                    text[:at] + character + text[at:],
                    text[:at] + character + text[at + 1 :],
                    "".join([*lines[:line], *lines[line + 1 :]]),
                    "".join([*lines, lines[line]]),
                ]
            )
        )
    return text


@FUZZ
@given(mutated_presets())
def test_mutated_presets(text: str) -> None:
    read(text)


KEYS = st.sampled_from([*ALLOWED, *SECTIONS, "scoring", "scoring.11", 'scoring."15"', "scoring.x"]) | st.text(
    max_size=8
)


@FUZZ
@given(st.sampled_from(["pig", "ten-thousand"]), KEYS, VALUES.map(as_toml) | st.text(max_size=8))
def test_random_set(game: str, key: str, value: str) -> None:
    with no_hang():
        ran = jeopardice("rules", game, "--set", f"{key}={value}")
    if ran.status:
        assert_refused(ran, "")
    else:
        assert ran.err == ""
        assert parse_rules(ran.out).to_toml() == ran.out


ROLLS = st.text("123456", min_size=1, max_size=7) | st.text("0178AB, x-", max_size=6) | st.text(max_size=6)


@FUZZ
@given(ROLLS, st.integers(-1, 12), st.none() | st.text("0123456789xA ", max_size=2) | st.text(max_size=2))
def test_random_position(roll: str, chips: int, dice_left: str | None) -> None:
    more = () if dice_left is None else (f"--dice-left={dice_left}",)
    ran = jeopardice("advise", "ten-thousand", *SCORE, "--turn", str(50 * chips), f"--roll={roll}", *more, "--json")
    if ran.status:
        assert_refused(ran, "")
    else:
        assert ran.err == ""
        actions = ran.json["actions"]
        assert actions or ran.json["event"] == "bust"


@FUZZ
@given(
    st.lists(st.sampled_from([*COMMANDS, "pig", "--json", "--set", "--exact", "-h", "--", "-"]) | st.text(max_size=6))
)
def test_random_arguments(arguments: list[str]) -> None:
    with no_hang():
        ran = jeopardice(*arguments)
    if ran.status and arguments:
        assert_refused(ran, "")
