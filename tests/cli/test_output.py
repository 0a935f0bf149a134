"""What holds for every command: help, JSON, files, pipes, --set, `rules`, house rules."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import jeopardice as jd
from jeopardice.rulebook import parse_rules, presets
from support.cli_runner import (
    COMMANDS,
    EXAMPLES,
    PROCESS,
    SCORE,
    advice,
    assert_types,
    changes,
    jeopardice,
    jeopardice_process,
    no_hang,
    printed,
    solved,
)

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
    """Every example that the help of a command shows, but for those that wait for a person."""
    texts = [jeopardice(command, "--help").out for command in COMMANDS] + [jeopardice("--help").out]
    lines = [line.strip() for text in texts for line in text.splitlines()]
    examples = {line.split("   ")[0] for line in lines if line.startswith("jeopardice ")}
    return sorted(line for line in examples if line.split()[1] not in ("play", "serve"))


@pytest.mark.slow
@pytest.mark.usefixtures("shared_papers")
@pytest.mark.parametrize("line", example_lines())
def test_examples_of_the_help_work(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("my-rules.toml", "my-farkle.toml"):
        Path(name).write_text(jd.rules("farkle").to_toml())
    arguments = line.split(" > ")[0].split()[1:]
    shorter = ["--set", "goal=2000"] if arguments[1:2] == ["farkle"] and "--scores" not in arguments else []
    shorter += ["--set", "goal=10", "--set", "turn.choose_dice=[1,5]"] if "sees=dice" in arguments else []
    fewer = ["--games", "1000"] if arguments[0] == "compare" else []
    ran = jeopardice(*arguments, *shorter, *fewer)
    errors = [line for line in ran.err.splitlines() if not line.startswith("note: ")]
    assert (ran.status, errors) == (0, [])
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


@pytest.mark.slow
@pytest.mark.parametrize("command", ["solve"])
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


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full")
def test_full_disk_is_reported_in_one_line() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*PROCESS, *EXAMPLES["advise"]], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr[-300:]


@pytest.mark.slow
def test_output_that_cannot_show_every_character() -> None:
    """Such as a pipe on Windows."""
    ran = jeopardice_process(*EXAMPLES["turn"], PYTHONIOENCODING="ascii")
    assert (ran.status, ran.err) == (0, "")


@pytest.mark.slow
def test_long_work_leaves_no_bar_behind_in_a_file() -> None:
    """A bar is for a terminal; elsewhere one line says how far it is, which the runner leaves out."""
    ran = jeopardice_process("solve", "farkle", *changes(dice__count=12), *SCORE, "--json")
    assert ran.json["value"] > 0
    assert ran.err == ""


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
    assert max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(presets())
    listed = jeopardice("rules", "--json").json["presets"]
    assert [preset["name"] for preset in listed] == list(presets())
    for preset in listed:
        assert_types(preset, name=str, title=str, family=str, goal=int, source=str, note=str, special=list)
        assert preset["title"] == jd.rules(preset["name"]).title
        assert preset["special"]


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
def test_keys_left_out_are_reported(change: list[str], keys: list[str]) -> None:
    more = [part for text in change for part in ("--set", text)]
    plain = jeopardice("solve", "farkle", *more, *SCORE)
    assert plain.status == 0
    assert plain.err.count("\n") == 1
    for key in keys:
        assert key in plain.err
    reported = jeopardice("solve", "farkle", *more, *SCORE, "--json")
    assert set(reported.json["left_out"]) == set(keys)
    assert reported.err == plain.err


@pytest.mark.parametrize("command", ["solve", "advise", "table", "turn"])
def test_keys_left_out_are_reported_by_every_command(command: str) -> None:
    ran = jeopardice(*EXAMPLES[command], *changes(turn__first_bank=50), "--json")
    assert ran.json["left_out"] == ["turn.first_bank"]
    assert ran.err.count("\n") == 1
    assert "turn.first_bank" in ran.err


def test_keys_left_out_change_nothing() -> None:
    more = changes(turn__first_bank=500, events__win='["66"]', bust__streak=3, bust__penalty=100)
    changed, plain = (solved("farkle", *m)["value"] for m in (more, []))
    assert changed == pytest.approx(plain, rel=1e-12)


def test_nothing_left_out_is_not_reported() -> None:
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
    with no_hang():
        assert jeopardice("turn", *game, "--json").json["mean"] == pytest.approx(value)
