"""The contract of the command line: what `rules`, `solve`, `advise`, `table` and `turn` print, and for whom."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import time
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import jeopardice as jd
from cli_runner import COMMANDS, PROCESS, jeopardice, jeopardice_process, no_hang
from jeopardice.rulebook import parse_rules, presets

SCORE = ("--objective", "score")
EXAMPLES: dict[str, list[str]] = {
    "rules": ["rules", "farkle"],
    "solve": ["solve", "farkle", *SCORE],
    "advise": ["advise", "farkle", *SCORE],
    "table": ["table", "farkle", *SCORE, "--to", "500"],
    "turn": ["turn", "pig"],
}
PUBLISHED = Path(__file__).parent / "published" / "busche-neller.toml"


def changes(**keys: object) -> list[str]:
    """--set for each key; "__" stands for the dot."""
    return [part for key, value in keys.items() for part in ("--set", f"{key.replace('__', '.')}={value}")]


def printed(*arguments: str) -> str:
    """The text of a command that succeeds and says nothing beside it."""
    ran = jeopardice(*arguments)
    assert (ran.status, ran.err) == (0, "")
    return ran.out


def assert_types(found: dict[str, Any], **types: type | tuple[type, ...]) -> None:
    """The object has these keys, of these types; true is no number."""
    for key, kind in types.items():
        assert key in found
        allowed = kind if isinstance(kind, tuple) else (kind,)
        assert type(found[key]) in allowed, f"{key}: {found[key]!r}"


# All commands


def test_version() -> None:
    assert printed("--version") == f"jeopardice {jd.__version__}\n"


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_names_every_command(option: str) -> None:
    text = printed(option)
    assert "jeopardice solve farkle" in text
    for command in (*COMMANDS, "cache"):
        assert f"\n  {command} " in text


@pytest.mark.parametrize("option", ["--help", "-h"])
@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_has_an_example(command: str, option: str) -> None:
    text = printed(command, option)
    assert f"  jeopardice {command} " in text
    for line in ("--set", "--json"):
        assert line in text


def example_lines() -> list[str]:
    """Every example that the help of a command shows."""
    texts = [jeopardice(command, "--help").out for command in COMMANDS] + [jeopardice("--help").out]
    lines = [line.strip() for text in texts for line in text.splitlines()]
    return sorted({line.split("   ")[0] for line in lines if line.startswith("jeopardice ")})


@pytest.mark.parametrize("line", example_lines())
def test_examples_of_the_help_work(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("my-rules.toml", "my-farkle.toml"):
        Path(name).write_text(jd.rules("farkle").to_toml())
    arguments = line.split(" > ")[0].split()[1:]
    ran = jeopardice(*arguments)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out


def test_no_arguments_print_the_help() -> None:
    ran = jeopardice()
    assert ran.status == 2
    assert ran.out == jeopardice("--help").out


@pytest.mark.parametrize("command", EXAMPLES)
def test_json_is_one_object_and_nothing_else(command: str) -> None:
    ran = jeopardice(*EXAMPLES[command], "--json")
    assert ran.json
    assert ran.err == ""


@pytest.mark.parametrize("command", EXAMPLES)
def test_a_real_process_prints_the_same(command: str) -> None:
    ran = jeopardice_process(*EXAMPLES[command])
    # The time that `solve` took is the last thing it prints.
    assert ran.out.rpartition(",")[0] == jeopardice(*EXAMPLES[command]).out.rpartition(",")[0]
    assert (ran.status, ran.err) == (0, "")


@pytest.mark.parametrize("command", EXAMPLES)
def test_a_file_is_as_good_as_a_preset(command: str, tmp_path: Path) -> None:
    name, game, *more = EXAMPLES[command]
    path = tmp_path / "a game with spaces"
    path.write_text(jd.rules(game).to_toml())
    from_file, from_preset = (jeopardice(name, g, *more, "--json").json for g in (str(path), game))
    assert from_file | {"seconds": 0} == from_preset | {"seconds": 0}


def test_reader_that_goes_away_is_no_trouble() -> None:
    """`jeopardice table … | head -1`."""
    with subprocess.Popen(
        [*PROCESS, "table", "farkle", "--to", "30000", "--format", "csv"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"turn,")
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
@pytest.mark.parametrize("command", ["solve", "advise"])
def test_full_disk_is_told_in_one_line(command: str) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*PROCESS, *EXAMPLES[command]], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr[-300:]


@pytest.mark.parametrize("command", ["advise", "turn"])
def test_output_that_cannot_show_every_character(command: str) -> None:
    """Such as a pipe on Windows."""
    ran = jeopardice_process(*EXAMPLES[command], PYTHONIOENCODING="ascii")
    assert (ran.status, ran.err) == (0, "")


def test_long_work_leaves_nothing_behind_in_a_file() -> None:
    """Progress is for a terminal."""
    ran = jeopardice_process("solve", "farkle", *changes(dice__count=12), *SCORE, "--json")
    assert ran.json["value"] > 0
    assert ran.err == ""


def test_interrupt_is_told_in_one_line(tmp_path: Path) -> None:
    """Ctrl-C in the middle of a long work."""
    pipe = tmp_path / "game.toml"
    os.mkfifo(pipe)
    arguments = [*PROCESS, "solve", str(pipe), "--exact", *SCORE]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        # Once the rules are read the work has begun, and it is long.
        pipe.write_text(jd.rules("farkle").replace({"dice.count": 12}).to_toml())
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert (out, err) == ("", "jeopardice: stopped\n")


# --set


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("goal=5000", {"goal": 5000}),
        ("goal = 5000", {"goal": 5000}),
        ("turn.minimum_bank=300", {"turn.minimum_bank": 300}),
        ("turn.hot_dice=forced", {"turn.hot_dice": "forced"}),
        ('turn.hot_dice="forced"', {"turn.hot_dice": "forced"}),
        ("turn.hot_dice=false", {"turn.hot_dice": False}),
        ("title=House rules", {"title": "House rules"}),
        ('title="House rules = good"', {"title": "House rules = good"}),
        ('scoring."111"=300', {"scoring.111": 300}),
        ("scoring.'111'=300", {"scoring.111": 300}),
        ("scoring.111=300", {"scoring.111": 300}),
        ("scoring.15=200", {"scoring.51": 200}),
        ("scoring.xxyyzz=1500", {"scoring.xxyyzz": 1500}),
        ('scoring={"1"=10}', {"scoring": {"1": 10}}),
        ("dice.weights=[2,1,1,1,1,1]", {"dice.weights": [2, 1, 1, 1, 1, 1]}),
        ('dice.weights=["1/3",1,1,1,1,0.5]', {"dice.weights": [2, 6, 6, 6, 6, 3]}),
        ('events.win=["666666"]', {"events.win": ["666666"]}),
        ("bust.floor=none", {"bust.floor": "none"}),
        ("end.rule=last-turn", {"end.rule": "last-turn"}),
    ],
)
def test_set_changes_a_key(change: str, expected: dict[str, object]) -> None:
    assert parse_rules(printed("rules", "farkle", "--set", change)) == jd.rules("farkle").replace(expected)
    assert jd.rules("farkle").replace(expected) != jd.rules("farkle")


def test_set_replaces_a_pattern_however_it_is_spelt() -> None:
    text = printed("rules", "farkle", "--set", "scoring.15=200", "--set", "scoring.51=300")
    assert dict(parse_rules(text).scoring) == dict(jd.rules("farkle").replace({"scoring.15": 300}).scoring)


def test_set_may_be_repeated_and_the_last_wins() -> None:
    text = printed("rules", "farkle", *changes(goal=5000, turn__minimum_bank=300), *changes(goal=6000))
    assert parse_rules(text) == jd.rules("farkle").replace({"goal": 6000, "turn.minimum_bank": 300})


@pytest.mark.parametrize("command", EXAMPLES)
def test_set_works_in_every_command(command: str) -> None:
    more = changes(turn__keep_on_bust="true", title="House")
    changed, plain = jeopardice(*EXAMPLES[command], *more, "--json"), jeopardice(*EXAMPLES[command], "--json")
    assert {**changed.json, "seconds": 0} != {**plain.json, "seconds": 0}


# rules


@pytest.mark.parametrize("preset", presets())
def test_rules_prints_a_file_that_reads_back_equal(preset: str) -> None:
    assert parse_rules(printed("rules", preset)) == jd.rules(preset)


@pytest.mark.parametrize("preset", presets())
def test_rules_as_json(preset: str) -> None:
    found = jeopardice("rules", preset, "--json").json
    rules = jd.rules(preset)
    assert parse_rules(found["rules"]) == rules
    assert (found["title"], found["family"]) == (rules.title, rules.family)


def test_rules_lists_the_presets() -> None:
    lines = printed("rules").splitlines()
    assert [line.split()[0] for line in lines] == list(presets())
    listed = jeopardice("rules", "--json").json["presets"]
    assert [preset["name"] for preset in listed] == list(presets())
    for preset in listed:
        assert_types(preset, name=str, title=str, family=str, source=str)
        assert preset["title"] == jd.rules(preset["name"]).title


# solve


def solved(*arguments: str) -> dict[str, Any]:
    """The JSON of `solve` for objective score."""
    return jeopardice("solve", *arguments, *SCORE, "--json").json


@pytest.mark.parametrize("preset", presets())
def test_solve_as_json(preset: str) -> None:
    found = solved(preset)
    assert_types(found, value=float, bust_probability=float, error_bound=float, states=int, seconds=float)
    solution = jd.solve_turn(jd.rules(preset))
    assert found["value"] == solution.value
    assert found["bust_probability"] == solution.bust_probability
    assert found["error_bound"] == solution.error_bound
    assert found["states"] == solution.states
    assert found["bank_from"] == solution.bank_totals()
    assert found["exact"] is None
    assert found["objective"] == "score"
    assert found["left_out"] == []
    assert 0 <= found["error_bound"] < 1e-6
    assert found["seconds"] >= 0


def test_solve_knows_the_published_values() -> None:
    assert solved("farkle")["value"] == pytest.approx(446.57144, abs=5e-6)
    assert solved("pig")["value"] == pytest.approx(8.1418, abs=5e-5)
    assert "446.571440 points; 20.5964% of turns bust" in printed("solve", "farkle", *SCORE)


@pytest.mark.parametrize("preset", ["pig", "hog", "ten-thousand"])
def test_solve_exactly(preset: str) -> None:
    found = solved(preset, "--exact")
    solution = jd.solve_turn(jd.rules(preset), exact=True)
    assert_types(found, exact=str, value=float, bust_probability=float)
    assert Fraction(found["exact"]) == solution.value
    assert found["value"] == float(solution.value)
    assert found["error_bound"] == 0
    assert found["value"] == pytest.approx(solved(preset)["value"], abs=1e-9)


def test_solve_pig_exactly_is_told_as_a_fraction() -> None:
    assert solved("pig", "--exact")["exact"] == "492303203/60466176"
    assert "492303203/60466176" in printed("solve", "pig", "--exact", *SCORE)


def test_solve_tells_when_to_bank() -> None:
    text = printed("solve", "farkle", *SCORE)
    for line in ("5 dice to roll: 2,900", "4 dice to roll: 1,000", "3 dice to roll: 400", "2 dice to roll: 250"):
        assert line in text
    assert solved("farkle")["bank_from"]["3"] == 400


def test_solve_lists_dice_from_most_to_fewest() -> None:
    more = changes(dice__count=11, dice__sides=3, scoring='{"1"=10}')
    assert list(solved("farkle", *more)["bank_from"]) == [str(n) for n in range(11, 0, -1)]


def test_solve_names_dice_that_are_not_alike() -> None:
    more = changes(dice__count=2, dice__weights="[[2,1,1,1,1,1],[1,1,1,1,1,1]]", scoring='{"1"=10}')
    assert set(solved("farkle", *more)["bank_from"]) == {"AB", "A", "B"}
    text = printed("solve", "farkle", *more, *SCORE)
    assert "AB to roll" in text


def test_solve_hog_tells_how_many_dice() -> None:
    assert "Roll 5 dice" in printed("solve", "hog", *SCORE)


# advise


def advice(*arguments: str, objective: str = "score") -> dict[str, Any]:
    """The JSON of `advise`, with what holds for all of it."""
    found = jeopardice("advise", *arguments, "--objective", objective, "--json").json
    assert found["objective"] == objective
    actions = found["actions"]
    # The fewer turns, the better. Tied values may differ in their last digit.
    sign = -1 if objective == "turns" else 1
    values = [action["value"] for action in actions]
    assert values == pytest.approx(sorted(values, reverse=sign > 0), rel=1e-12)
    for action in actions:
        assert_types(action, keep=str, points=int, then=str, value=float, dice=(str, int), verdict=str)
        assert action["then"] in ("bank", "roll")
        assert bool(action["dice"]) == (action["then"] == "roll")
        assert bool(action["keep"]) == (action["points"] > 0)
        assert action["loss"] == pytest.approx(sign * (found["value"] - action["value"]), abs=1e-9)
        assert 0 <= action["bust_probability"] <= 1
        assert action["then"] == "roll" or action["bust_probability"] == 0
    if actions:
        assert values[0] == pytest.approx(found["value"], rel=1e-12)
        best = [action["verdict"] for action in actions if action["verdict"] != "worse"]
        assert best == (["best"] if len(best) == 1 else ["tied"] * len(best))
        assert all(action["verdict"] == "worse" for action in actions[len(best) :])
    assert_types(found, value=float, left_out=list)
    return found


def actions_of(*arguments: str) -> list[tuple[str, int, str, Any]]:
    """What may be done, best first."""
    return [(a["keep"], a["points"], a["then"], a["dice"]) for a in advice(*arguments)["actions"]]


def test_advise_after_a_roll() -> None:
    found = advice("farkle", "--turn", "650", "--roll", "115346")
    assert {(a["keep"], a["points"]) for a in found["actions"]} == {
        ("1", 100),
        ("5", 50),
        ("11", 200),
        ("15", 150),
        ("115", 250),
    }
    assert len(found["actions"]) == 10
    assert found["event"] is None
    for action in found["actions"]:
        assert action["then"] == "roll" or action["value"] == 650 + action["points"]
        assert action["then"] == "bank" or action["dice"] == str(6 - len(action["keep"]))


def test_advise_agrees_with_the_library() -> None:
    rules = jd.rules("farkle")
    expected = jd.advise_turn(jd.solve_turn(rules), turn=650, roll="115346")
    found = advice("farkle", "--turn", "650", "--roll", "115346")
    assert found["value"] == expected.value
    shown = [(a["keep"], a["points"], a["then"], a["dice"], a["value"], a["verdict"]) for a in found["actions"]]
    assert shown == [(a.keep, a.points, a.then, a.dice, a.value, a.verdict) for a in expected.actions]


@pytest.mark.parametrize("roll", ["543611", "1,1,5,3,4,6", "1 1 5 3 4 6", " 115346 ", "1, 1, 5, 3, 4, 6"])
def test_advise_takes_a_roll_in_any_order(roll: str) -> None:
    assert advice("farkle", "--roll", roll) == advice("farkle", "--roll", "115346")


def test_advise_before_a_roll() -> None:
    found = advice("farkle", "--turn", "300", "--dice-left", "3")
    assert [(a["keep"], a["points"], a["then"], a["dice"]) for a in found["actions"]] == [
        ("", 0, "roll", "3"),
        ("", 0, "bank", ""),
    ]
    assert found["actions"][1]["value"] == 300
    assert found["value"] == pytest.approx(323.321, abs=5e-4)  # Busche & Neller, Table 2


def test_advise_at_the_start() -> None:
    assert actions_of("farkle") == [("", 0, "roll", "6")]
    assert advice("farkle")["value"] == solved("farkle")["value"]
    assert advice("farkle", "--dice-left", "6") == advice("farkle")


def test_advise_with_hot_dice() -> None:
    assert ("111555", 1500, "roll", "6") in actions_of("farkle", "--roll", "151515")


def test_advise_obeys_the_minimum() -> None:
    more = changes(turn__minimum_bank=300)
    assert {then for _, _, then, _ in actions_of("farkle", "--roll", "123446", *more)} == {"roll"}
    assert "bank" in {then for _, _, then, _ in actions_of("farkle", "--turn", "200", "--roll", "12344", *more)}


def test_advise_after_a_bust() -> None:
    found = advice("farkle", "--turn", "300", "--roll", "234")
    assert (found["value"], found["actions"], found["event"]) == (0, [], "bust")
    assert "bust" in printed("advise", "farkle", "--turn", "300", "--roll", "234", *SCORE)


def test_advise_after_a_bust_that_keeps_the_total() -> None:
    found = advice("farkle", "--turn", "300", "--roll", "234", *changes(turn__keep_on_bust="true"))
    assert (found["value"], found["actions"], found["event"]) == (300, [], "bust")


def test_advise_after_losing_everything() -> None:
    more = changes(events__lose_banked='["22"]', turn__keep_on_bust="true")
    found = advice("farkle", "--turn", "300", "--roll", "122", *more)
    assert (found["value"], found["actions"], found["event"]) == (0, [], "lose_banked")


def test_advise_tells_ties() -> None:
    """Pig with 20: to bank and to roll are worth the same."""
    for exact in ([], ["--exact"]):
        found = advice("pig", "--turn", "20", *exact)
        assert [(a["then"], a["verdict"], a["value"]) for a in found["actions"]] == [
            ("bank", "tied", 20),
            ("roll", "tied", 20),
        ]
    assert printed("advise", "pig", "--turn", "20", *SCORE).count("tied") == 2
    assert [a["verdict"] for a in advice("pig", "--turn", "19")["actions"]] == ["best", "worse"]


def test_advise_in_pig_after_a_roll() -> None:
    assert actions_of("pig", "--turn", "18", "--roll", "4") == [("4", 4, "bank", ""), ("4", 4, "roll", "1")]
    assert advice("pig", "--turn", "18", "--roll", "1")["event"] == "bust"


def test_advise_in_hog_ranks_the_numbers_of_dice() -> None:
    found = advice("hog")
    assert sorted(a["dice"] for a in found["actions"]) == list(range(1, 31))
    assert {(a["then"], a["keep"], a["points"]) for a in found["actions"]} == {("roll", "", 0)}
    # 4 (5/6)^5 5 = 4 (5/6)^6 6: five dice and six are worth the same, and five bust less.
    assert [(a["dice"], a["verdict"]) for a in found["actions"][:3]] == [(5, "tied"), (6, "tied"), (7, "worse")]
    assert found["value"] == pytest.approx(20 * (5 / 6) ** 5)


def test_advise_exactly() -> None:
    found = advice("hog", "--exact")
    assert found["exact"] == "15625/1944"
    for action in found["actions"]:
        n = action["dice"]
        assert Fraction(action["exact"]) == 4 * n * Fraction(5, 6) ** n
    assert advice("hog")["exact"] is None
    assert {a["exact"] for a in advice("hog")["actions"]} == {None}


def test_advise_with_dice_that_are_not_alike() -> None:
    more = changes(dice__count=3, dice__weights="[[2,1,1,1,1,1],[1,1,1,1,1,1],[1,1,1,1,1,1]]")
    found = actions_of("farkle", "--roll", "B1,A5,B2", *more)
    assert {(keep, dice) for keep, _, then, dice in found if then == "roll"} == {
        ("B1", "AB"),
        ("A5", "BB"),
        ("B1,A5", "B"),
    }
    assert actions_of("farkle", "--roll", "a5 b2 b1", *more) == found
    assert ("", 0, "roll", "AB") in actions_of("farkle", "--turn", "100", "--dice-left", "BA", *more)


def test_advise_with_faces_of_two_digits() -> None:
    more = changes(dice__sides=12, dice__count=3, scoring='{"10,10"=100, "1"=10}')
    assert {(keep, points) for keep, points, _, _ in actions_of("farkle", "--roll", "10,1,10", *more)} == {
        ("1", 10),
        ("10,10", 100),
        ("1,10,10", 110),
    }


def test_advise_counts_single_die_bonuses() -> None:
    more = [*changes(turn__single_die_bonus="[100, 200]"), "--turn", "300", "--roll", "1"]
    points = [actions_of("farkle", *more, "--singles", singles)[0][1] for singles in ("0", "1", "2")]
    assert points == [200, 300, 100]


def test_advise_prints_every_action_best_first() -> None:
    lines = printed("advise", "farkle", "--turn", "650", "--roll", "115346", *SCORE).splitlines()
    assert len(lines) == 11
    assert lines[1].startswith("keep 1, roll 5")
    assert "921.106" in lines[1]
    assert "best" in lines[1]


# table


def test_table_is_table_2_of_busche_and_neller() -> None:
    published = next(t for t in tomllib.loads(PUBLISHED.read_text())["table"] if t["item"] == "Table 2")
    lines = [line.split() for line in printed("table", "farkle", "--what", "gain", "--to", "500").splitlines()[1:]]
    assert lines[0][:2] == ["0", "446.571"]
    assert [line[0] for line in lines] == [row[0] for row in published["rows"]]
    for line, row in zip(lines, published["rows"], strict=True):
        assert ["*" if text.endswith("*") else text for text in line[1:]] == row[1:]


def test_table_as_json() -> None:
    found = jeopardice("table", "farkle", "--to", "500", "--json").json
    assert found["phases"] == ["6", "5", "4", "3", "2", "1"]
    assert found["left_out"] == []
    cells = {(cell["phase"], cell["turn"]): cell for cell in found["cells"]}
    assert len(cells) == len(found["cells"]) == 6 * 11
    for cell in cells.values():
        assert_types(cell, turn=int, phase=str, value=float, action=str, verdict=str, bust_probability=float)
        assert_types(cell, reachable=bool)
        assert cell["exact"] is None
        assert cell["action"] in ("bank", "roll")
        assert cell["value"] == cell["turn"] if cell["action"] == "bank" else cell["value"] > cell["turn"]
    assert cells["6", 0]["value"] == solved("farkle")["value"]
    assert cells["6", 0]["reachable"]
    assert not cells["5", 0]["reachable"]
    assert cells["3", 300]["value"] == advice("farkle", "--turn", "300", "--dice-left", "3")["value"]


def test_table_as_csv_says_the_same_as_json() -> None:
    found = jeopardice("table", "farkle", "--to", "500", "--json").json["cells"]
    rows = list(csv.DictReader(printed("table", "farkle", "--to", "500", "--format", "csv").splitlines()))
    assert len(rows) == len(found)
    for row, cell in zip(rows, found, strict=True):
        assert (int(row["turn"]), row["phase"], float(row["value"])) == (cell["turn"], cell["phase"], cell["value"])
        assert (row["action"], row["verdict"], row["exact"]) == (cell["action"], cell["verdict"], "")
        assert float(row["bust_probability"]) == cell["bust_probability"]
        assert json.loads(row["reachable"]) == cell["reachable"]


def test_table_as_markdown_says_the_same_as_text() -> None:
    text = printed("table", "farkle", "--to", "500").splitlines()
    markdown = printed("table", "farkle", "--to", "500", "--format", "markdown").splitlines()
    assert markdown[1] == "|" + " ---: |" * 7
    rows = [line.strip("|").split("|") for line in [markdown[0], *markdown[2:]]]
    assert [[cell.strip() for cell in row] for row in rows] == [_columns(text[0], line) for line in text]


def _columns(header: str, line: str) -> list[str]:
    """The cells of a line, each right under its heading."""
    ends = [header.index(name) + len(name) for name in ("turn total", "6 dice", "5 dice", "4 dice", "3 dice", "2 dice")]
    starts = [0, *ends]
    return [line[start:end].strip() for start, end in zip(starts, [*ends, None], strict=True)]


@pytest.mark.parametrize(
    ("what", "first", "last"),
    [
        ("value", "446.571", "300.000 b"),
        ("gain", "446.571", "0.000"),
        ("action", "roll", "bank"),
        ("bust", "20.596%", "0.000%"),
    ],
)
def test_table_shows_what_is_asked(what: str, first: str, last: str) -> None:
    lines = printed("table", "farkle", "--what", what, "--to", "300").splitlines()
    assert lines[1].split()[:2] == ["0", first]
    assert lines[-1].endswith(f"  {last}")


def test_table_of_a_part() -> None:
    cells = jeopardice("table", "pig", "--from", "18", "--to", "22", "--json").json["cells"]
    assert [(cell["turn"], cell["action"], cell["verdict"]) for cell in cells] == [
        (18, "roll", "best"),
        (19, "roll", "best"),
        (20, "bank", "tied"),
        (21, "bank", "best"),
        (22, "bank", "best"),
    ]
    assert "20.000 b=" in printed("table", "pig", "--from", "20", "--to", "20")


def test_table_starts_and_ends_where_asked() -> None:
    cells = jeopardice("table", "farkle", "--from", "100", "--to", "175", "--json").json["cells"]
    assert {cell["turn"] for cell in cells} == {100, 150}
    # Between two totals: the next one, or an error.
    between = jeopardice("table", "farkle", "--from", "25", "--to", "175", "--json")
    assert between.status == 2 or {cell["turn"] for cell in between.json["cells"]} == {50, 100, 150}


def test_table_ends_by_itself_where_nothing_is_left_to_decide() -> None:
    cells = jeopardice("table", "pig", "--json").json["cells"]
    assert cells[0]["turn"] == 0
    assert cells[-1]["action"] == "bank"
    assert cells[-2]["action"] == "roll"


def test_table_exactly() -> None:
    cells = jeopardice("table", "pig", "--exact", "--json").json["cells"]
    assert cells[0]["exact"] == "492303203/60466176"
    for cell in cells:
        assert float(Fraction(cell["exact"])) == cell["value"]
    rows = list(csv.DictReader(printed("table", "pig", "--exact", "--format", "csv").splitlines()))
    assert [row["exact"] for row in rows] == [cell["exact"] for cell in cells]


def test_table_of_hog_tells_the_number_of_dice() -> None:
    cells = jeopardice("table", "hog", "--json").json["cells"]
    assert (cells[0]["turn"], cells[0]["action"], cells[0]["verdict"]) == (0, "roll 5", "tied")


# turn


def follow(*arguments: str) -> dict[str, Any]:
    """The JSON of `turn`, with what holds for all of it."""
    found = jeopardice("turn", *arguments, "--json").json
    assert_types(found, strategy=str, mean=float, variance=float, bust_probability=float, mean_rolls=float)
    assert_types(found, variance_rolls=float, covariance=float, correlation=(float, type(None)), left_out=list)
    for name in ("points", "rolls"):
        values = [entry[name] for entry in found[name]]
        assert values == sorted(set(values))
        assert sum(entry["probability"] for entry in found[name]) == pytest.approx(1)
        mean = sum(entry[name] * entry["probability"] for entry in found[name])
        square = sum(entry[name] ** 2 * entry["probability"] for entry in found[name])
        suffix = "_rolls" if name == "rolls" else ""
        assert found[f"mean{suffix}"] == pytest.approx(mean)
        assert found[f"variance{suffix}"] == pytest.approx(square - mean**2)
    return found


@pytest.mark.parametrize("preset", ["pig", "hog", "ten-thousand"])
def test_turn_agrees_with_solve(preset: str) -> None:
    found, best = follow(preset), solved(preset)
    assert found["strategy"] == "optimal"
    assert found["mean"] == pytest.approx(best["value"], abs=1e-9)
    assert found["bust_probability"] == pytest.approx(best["bust_probability"], abs=1e-9)
    assert found["not_followed"] == 0


def test_turn_holding_at_20_is_optimal_in_pig() -> None:
    found, best = follow("pig", "--strategy", "hold-at:20"), follow("pig")
    assert {**found, "strategy": "optimal"} == best
    assert [entry["points"] for entry in found["points"]] == [0, 20, 21, 22, 23, 24, 25]


def test_turn_of_a_number_of_rolls() -> None:
    found = follow("pig", "--strategy", "rolls:3")
    assert found["bust_probability"] == pytest.approx(1 - (5 / 6) ** 3)
    assert found["mean"] == pytest.approx(12 * (5 / 6) ** 3)
    assert [entry["rolls"] for entry in found["rolls"]] == [1, 2, 3]


def test_turn_exactly() -> None:
    found = jeopardice("turn", "pig", "--exact", "--json").json
    assert_types(found, exact=dict)
    assert found["exact"]["mean"] == "492303203/60466176"
    for name in ("mean", "variance", "mean_rolls", "variance_rolls", "covariance"):
        assert float(Fraction(found["exact"][name])) == found[name]
    assert float(Fraction(found["exact"]["bust"])) == found["bust_probability"]


def test_turn_with_points_and_rolls_together() -> None:
    found = jeopardice("turn", "pig", "--joint", "--json").json
    assert "joint" not in jeopardice("turn", "pig", "--json").json
    for name in ("points", "rolls"):
        sums: dict[int, float] = {}
        for entry in found["joint"]:
            sums[entry[name]] = sums.get(entry[name], 0) + entry["probability"]
        assert sums == pytest.approx({entry[name]: entry["probability"] for entry in found[name]})


def test_turn_prints_its_distribution() -> None:
    text = printed("turn", "pig")
    assert "8.141795" in text
    assert "62.4541%" in text
    assert "█" in text


# Races


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
    """One turn in a thousand million wins, so the first player has 1 / (2 - p): told right, or not at all."""
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


# What objective score leaves out


@pytest.mark.parametrize(
    ("change", "keys"),
    [
        (["turn.first_bank=500"], ["turn.first_bank"]),
        (["turn.beat_previous=true"], ["turn.beat_previous"]),
        (["turn.steal=after-bank"], ["turn.steal"]),
        (["bust.streak=3", "bust.penalty=1000"], ["bust.streak", "bust.penalty"]),
        (["bust.streak=3", "bust.penalty=1000", "bust.floor=none"], ["bust.streak", "bust.penalty", "bust.floor"]),
        (['events.win=["666666"]'], ["events.win"]),
        (["end.rule=last-turn"], ["end.rule"]),
        (["end.tie=split"], ["end.tie"]),
        (["events.win=['66']", "turn.first_bank=500"], ["turn.first_bank", "events.win"]),
    ],
    ids=lambda value: " ".join(value),
)
def test_keys_left_out_are_told(change: list[str], keys: list[str]) -> None:
    more = [part for text in change for part in ("--set", text)]
    plain = jeopardice("solve", "farkle", *more, *SCORE)
    assert plain.status == 0
    assert plain.err.count("\n") == 1
    for key in keys:
        assert key in plain.err
    told = jeopardice("solve", "farkle", *more, *SCORE, "--json")
    assert set(told.json["left_out"]) == set(keys)
    assert told.err == plain.err


@pytest.mark.parametrize("command", ["solve", "advise", "table", "turn"])
def test_keys_left_out_are_told_by_every_command(command: str) -> None:
    ran = jeopardice(*EXAMPLES[command], *changes(turn__first_bank=50), "--json")
    assert ran.json["left_out"] == ["turn.first_bank"]
    assert ran.err.count("\n") == 1
    assert "turn.first_bank" in ran.err


def test_keys_left_out_change_nothing() -> None:
    more = changes(turn__first_bank=500, events__win='["66"]', bust__streak=3, bust__penalty=100)
    changed, plain = (solved("farkle", *m)["value"] for m in (more, []))
    assert changed == pytest.approx(plain, rel=1e-12)


def test_nothing_left_out_is_not_told() -> None:
    for command in EXAMPLES.values():
        assert jeopardice(*command).err == ""


# Many games


@pytest.mark.parametrize(
    "more",
    [
        changes(turn__hot_dice="false"),
        changes(turn__hot_dice="forced"),
        changes(turn__set_aside="all"),
        changes(turn__set_aside="all", turn__leave='["5", "1", "55", "51"]'),
        changes(turn__full_bust=500),
        changes(turn__full_bust=500, turn__full_bust_rolls="first"),
        changes(turn__single_die_bonus="[500, 1000]"),
        changes(turn__keep_on_bust="true", dice__count=3),
        changes(turn__minimum_bank=500),
        changes(dice__weights="[0.2, 0.1, 0.2, 0.2, 0.1, 0.2]"),
        changes(dice__weights="[[2,1,1,1,1,1],[1,1,1,1,1,1],[1,1,1,1,1,2],[1,1,1,1,1,2]]", dice__count=4),
        changes(scoring__xxxx=1000, scoring__xxyy=1500, scoring__23456=1500),
        changes(events__lose_banked='["222"]', events__bust='["66"]'),
        changes(title='""'),
    ],
    ids=lambda more: " ".join(more[1::2]),
)
def test_house_rules_work_in_every_command(more: list[str]) -> None:
    game = ("ten-thousand", *more)
    value = solved(*game)["value"]
    assert value > 0
    assert advice(*game)["value"] == pytest.approx(value)
    assert jeopardice("table", *game, "--to", "0", "--json").json["cells"][0]["value"] == value
    for command, _, *rest in EXAMPLES.values():
        assert printed(command, *game, *rest)
    with no_hang(60):
        assert jeopardice("turn", *game, "--json").json["mean"] == pytest.approx(value)
