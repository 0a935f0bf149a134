"""`jeopardice play`, driven through a pipe as a person at the terminal would."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from jeopardice.common.estimates import Estimate
from jeopardice.play.game import Game, replay
from jeopardice.play.record import Record
from jeopardice.solvers.race import solve_race
from jeopardice.solvers.solve import Answer, Question, Work
from support.cli_runner import PROCESS, Ran, assert_refused, jeopardice, no_hang


def play(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> Ran:
    """Runs the command with what somebody types."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    with no_hang():
        return jeopardice("play", *arguments)


def greedy(record: Record, hold: int) -> str:
    """What somebody types who takes the most points and banks from a total on; a line for each move."""
    from jeopardice.opponents.players import players_of
    from jeopardice.play.session import Session

    session, lines = Session.of(record, None, players_of), []
    while not session.game.over:
        game: Game = session.game
        if not session.waits_for_person:
            session.advance()
            continue
        best = max(game.legal, key=lambda move: (move.points, (move.then == "bank") == (move.total >= hold)))
        lines.append(f"{best.keep} {best.then[0]}".strip() if best.then != "roll" or best.keep else "r")
        if record.rules.family == "hog":
            lines[-1] = "5"
            best = game.find("roll 5")
        session.move(best.text)
    return "\n".join([*lines, ""])


@pytest.mark.parametrize(
    ("game", "hold", "changes"),
    [("pig", 20, []), ("farkle", 300, ["--set", "goal=2000"]), ("hog", 0, []), ("kingdom-come", 300, [])],
)
def test_a_whole_game_through_a_pipe(
    monkeypatch: pytest.MonkeyPatch, game: str, hold: int, changes: list[str], tmp_path: Path
) -> None:
    saved = tmp_path / "game.json"
    seats = ("--seats", "human,beginner", "--seed", "pipe")
    play(monkeypatch, "", game, *seats, *changes, "--save", str(saved))
    record = Record.read(saved.read_text())
    typed = greedy(record, hold)
    ran = play(monkeypatch, typed, game, *seats, *changes, "--save", str(saved))
    assert (ran.status, ran.err) == (0, "")
    assert "the game: You" in ran.out
    assert "Luck" in ran.out
    games = replay(Record.read(saved.read_text()))
    assert games[-1].over
    assert ("You win the game" in ran.out) == (games[-1].winners == (0,))


def test_the_json_holds_the_record_and_its_review(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("--set", "goal=30", "--seats", "optimal,hold-at:25,max-score", "--seed", "5", "--json")
    found = play(monkeypatch, "", "pig", *arguments).json
    games = replay(Record.of(found["record"]))
    assert games[-1].over
    assert found["winners"] == list(games[-1].winners)
    for seat in found["review"]["seats"]:
        assert seat["start"] + seat["luck"] + seat["cost"] + seat["others"] == pytest.approx(seat["result"], abs=1e-9)
    assert found["review"]["seats"][0]["cost"] == pytest.approx(0, abs=1e-9)


def test_with_json_nothing_else_is_printed_while_a_person_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = play(monkeypatch, "r\nb\nq\n", "pig", "--seed", "abc", "--json")
    assert ran.json["record"]["moves"][:2] == ["roll", "bank"]


def test_keys_of_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "?\n\na\nb\n3 r\n5\nr\nu\n5 r\ns\nhello\nu\nu\nu\nq\n"
    ran = play(monkeypatch, typed, "farkle", "--seed", "abc", "--coach")
    assert ran.status == 0
    for expected in (
        "take back your last move",
        "1 roll          52.57%",
        "First set dice aside: 5, 1, 55, 15, 155.",
        "Those dice were not rolled; the roll is 542145.",
        "5, and then: r to roll, b to bank?",
        "coach: inaccuracy, it costs 0.62%; best was: 1 roll",
        "You set aside 5 for 50",
        "turn 1: 5 roll, better 1 roll: inaccuracy, 0.62%",
        "There is nothing to take back.",
        "│ ●     │ │       │",
    ):
        assert expected in ran.out, expected


def test_the_rules_are_reported_at_the_start_and_by_a_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    ran = play(monkeypatch, "r\nq\n", "farkle", "--seed", "abc", "--set", "turn.minimum_bank=300", "--save", str(saved))
    assert ran.out.count("111 = 1,000") == 1
    assert ran.out.count("A bank needs 300 points or more.") == 1
    assert ran.out.index("111 = 1,000") < ran.out.index("turn total 0")
    assert "Decisions" in ran.out  # whoever leaves sees how the game went, too
    again = play(monkeypatch, "w\nq\n", "--load", str(saved))
    assert again.out.count("111 = 1,000") == 1
    assert again.out.index("turn total 0") < again.out.index("111 = 1,000")


def test_dice_typed_alone_are_asked_about_only_where_there_is_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = play(monkeypatch, "r\n3\nr\n51\nb\nq\n", "farkle", "--seed", "abc", "--seats", "human,human")
    assert "Those dice were not rolled" in ran.out
    assert "First set dice aside" in ran.out
    assert "15, and then: r to roll, b to bank?" in ran.out
    assert "Player 1 banks 150" in ran.out


def test_names_are_reported_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = "[red]A=hold-at:20,[/b]=beginner"
    ran = play(monkeypatch, "", "pig", "--seats", seats, "--seed", "abc", "--set", "goal=20")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("[red]A") > 2
    assert ran.out.count("[/b]") > 2


def test_a_hog_player_types_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = play(monkeypatch, "5\nr 3\nroll 2\n0\n99\nr\nb\n", "hog", "--seed", "abc", "--seats", "human,human")
    assert ran.out.count("Player 1 rolls") == 2
    assert ran.out.count("Player 2 rolls") == 1
    assert "from 1 to" in ran.out


def test_stealing_the_previous_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("pig", "--seats", "Ada=human,Bob=human", "--set", "turn.steal=after-bank", "--seed", "abc")
    ran = play(monkeypatch, "r\nb\ng\n", *arguments)
    assert ran.out.count("g: steal 5") == 1
    assert "Bob steals 5" in ran.out


def test_real_dice_are_typed_as_they_fall(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    typed = "r\n115\n115346\n15 r\n2246\n500346\n111346\n111 b\nbanked 475\nbanked 450\nbust\ns\nq\n"
    seats = ("--seats", "Ada=human,Bob=human", "--set", "goal=2000")
    ran = play(monkeypatch, typed, "farkle", "--dice", "given", *seats, "--save", str(saved))
    assert "Real dice" in ran.out
    assert "3 dice given, but 6 are rolled" in ran.out
    assert "multiples of 50" in ran.out
    assert "Turns by result" in ran.out
    moves = ("roll [115346]", "15 roll [2246]", "roll [111346]", "111 bank", "banked 450", "bust")
    assert Record.read(saved.read_text()).moves == moves


def test_the_other_s_turn_is_reported_when_the_round_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    changes = [
        ("goal", "12"),
        ("dice.sides", "4"),
        ("simultaneous", "true"),
        ("end.rule", "equal-turns"),
        ("end.tie", "split"),
    ]
    options = [word for key, value in changes for word in ("--set", f"{key}={value}")]
    arguments = ("pig", "--seats", "Ada=hold-at:5,Bob=human", "--seed", "b", *options)
    before = play(monkeypatch, "", *arguments)
    assert "turn total 0" in before.out
    assert "Ada rolls" not in before.out
    after = play(monkeypatch, "r\nb\n", *arguments)
    turn, _, ended = after.out.partition("Ada rolls")
    assert "Bob rolls" in turn
    assert "Ada banks" not in turn
    assert "Ada banks" in ended or "Ada busts" in ended


def test_end_of_input_says_how_to_go_on(monkeypatch: pytest.MonkeyPatch, own_cache: Path) -> None:
    ran = play(monkeypatch, "r\n", "pig", "--seed", "abc")
    assert ran.status == 0
    path = own_cache / "games" / "last.json"
    assert ran.err == f"note: to resume: jeopardice play --load {path}\n"
    again = play(monkeypatch, "b\nq\n", "--load", str(path))
    assert "You bank 5" in again.out
    assert Record.read(path.read_text()).moves[:2] == ("roll", "bank")


def test_ctrl_c_leaves_cleanly(tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    arguments = ["play", "pig", "--seed", "abc", "--seats", "human,human", "--save", str(saved)]
    with subprocess.Popen(
        [*PROCESS, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("r\n")
        process.stdin.flush()
        for line in process.stdout:
            if "turn total 5" in line and "turn 1" in line:
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Decisions" in out
    assert "Player 1: of 0 decisions" not in out
    assert f"note: to resume: jeopardice play --load {saved}" in err
    assert "Traceback" not in err
    assert Record.read(saved.read_text()).moves == ("roll",)


BAD: list[tuple[list[str], str]] = [
    ([], "RULES"),
    (["nonsense"], "nonsense"),
    (["pig", "--seats", "human"], "--seats"),
    (["pig", "--seats", ",".join(["human"] * 9)], "--seats"),
    (["pig", "--dice", "loaded"], "--dice"),
    (["pig", "--dice", "given", "--seed", "abc"], "--seed"),
    (["pig", "--seats", "human,nobody"], "nobody"),
    (["pig", "--seats", "human,card:/etc/passwd"], "card:/etc/passwd"),
    (["hog", "--seats", "human,hold-at:20"], "hold-at:20"),
    (["pig", "--first", "3"], "--first"),
    (["pig", "--seed", "x" * 41], "seed"),
    (["pig", "--speed", "warp"], "--speed"),
    (["pig", "--set", "goal=-1"], "goal"),
    (["pig", "--save", "/no/such/folder/game.json"], "--save"),
    (["--load", "/no/such/file"], "--load"),
    (["pig", "--load", "/no/such/file"], "--load"),
    (["television-hog", "--seats", "human,human,human"], "players"),
]


@pytest.mark.parametrize(("arguments", "place"), BAD)
def test_bad_arguments_are_refused(monkeypatch: pytest.MonkeyPatch, arguments: list[str], place: str) -> None:
    assert_refused(play(monkeypatch, "", *arguments), place)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"version": 1, "rules": {"preset": "pig"}, "moves": ["bank"]}'])
def test_a_bad_saved_game_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(text)
    ran = play(monkeypatch, "", "--load", str(path))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1


def test_a_saved_game_with_an_illegal_move_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    document: dict[str, Any] = Record.new({"preset": "pig"}, seed="abc").as_json() | {"moves": ["roll", "roll", "bank"]}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document))
    assert_refused(play(monkeypatch, "", "--load", str(path)), "moves[2]")


def test_a_game_that_cannot_be_solved_is_played_without_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ("--set", "goal=1000", "--set", "turn.steal=after-bank")  # too large for any machine
    arguments = ("pig", "--seats", "human,beginner,beginner", *rules, "--seed", "abc")
    ran = play(monkeypatch, "r\na\nq\n", *arguments)
    assert ran.status == 0
    assert ran.err.startswith("note: no chances and no advice: ")
    assert "there is no advice" in ran.out
    assert "█" not in ran.out


@pytest.mark.parametrize(
    ("seconds", "said"), [(4, ""), (6, "estimate: 100 states"), (30, "note: this game takes long")]
)
def test_a_long_solve_is_announced(monkeypatch: pytest.MonkeyPatch, seconds: float, said: str) -> None:
    def solve(question: Question, work: Work) -> Answer:
        work.announce(Estimate(100, 1000, seconds))
        return Answer(solve_race(question.rules))

    monkeypatch.setattr("jeopardice.solvers.solve.answer", solve)
    ran = play(monkeypatch, "", "piglet", "--seats", "human,human", "--json")
    assert ran.status == 0
    assert ran.err.startswith(said)
    assert bool(ran.err) == bool(said)
