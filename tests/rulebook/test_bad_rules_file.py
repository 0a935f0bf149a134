"""Rules files that cannot be read, and keys of the wrong type or value: one line names the place, exit status 2."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import jeopardice as jd
from jeopardice.rulebook import Rules, parse_rules
from support.bad_input import ALLOWED, FARKLE, HOG, SECTIONS, as_file, cases, checked, write_rules
from support.cli_runner import assert_one_line, assert_refused, no_hang

RulesFile = Callable[[str | bytes], str]


@pytest.fixture
def rules_file(tmp_path: Path) -> RulesFile:
    """Writes a rules file and returns its name."""
    return partial(write_rules, tmp_path)


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
