"""Games that contradict themselves or cannot be played: one line that names the key, exit status 2."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from support.bad_input import FARKLE, HOG, PIG, as_file, cases, checked, write_rules
from support.cli_runner import SCORE, assert_refused, jeopardice

RulesFile = Callable[[str | bytes], str]


@pytest.fixture
def rules_file(tmp_path: Path) -> RulesFile:
    """Writes a rules file and returns its name."""
    return partial(write_rules, tmp_path)


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
