"""Strategies that are misspelt, do not fit the game or misbehave: one line with the strategy and, where it was playing,
the position; exit status 2; and nothing hangs.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jeopardice as jd
from bad_input import cases
from cli_runner import CONTESTS, assert_refused, assert_types, changes, jeopardice, no_hang, printed
from jeopardice.strategies import Choice, Position
from test_cli_interrupt import start

PIG = ["pig", *changes(goal=30)]
HERE = "test_bad_strategies"

NAMES = ["", " ", ":", "::", "chess", "Optimal", "optimal:3", "max-score:1", "optimal ", " optimal"]
NAMES += ["hold-at", "hold-at:", "hold-at:x", "hold-at:0", "hold-at:-5", "hold-at:5.5", "hold-at:²", "hold-at:1,2"]
NAMES += ["hold-at: 20", "hold-at:1e3", "hold-at:" + "9" * 4_000, "rolls:", "rolls:0", "rolls:-1", "rolls:1001"]
NAMES += [
    "rolls:999999999",
    "dice",
    "dice:",
    "dice:0",
    "dice:x",
    "dice:1",
    "dice:5",
    "end-race",
    "end-race:",
    "end-race:71",
]
NAMES += [
    "end-race:71,21,8",
    "end-race:,",
    "end-race:0,21",
    "keep-pace:71,21",
    "keep-pace:71,21,0",
    "keep-pace:71,21,8,1",
]
NAMES += [
    "keep-pace:71,21,-8",
    "keep-pace:71;21;8",
    "table",
    "table:",
    "mine.py",
    "./mine.py:Holds",
    "a b:c",
    "mine:",
    ":x",
]
NAMES += ["mine:Holds()", "mine:a.b", "mine:Holds:x", "no_such_module:thing", "json:nothing", "json:loads", "os:path"]
NAMES += ["\x1b[2J", "\x1b[2J:x", "x\ny", "\udcff:x", "é:x"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[:24])
def test_names_that_mean_nothing(name: str) -> None:
    word = name.partition(":")[0]
    assert_refused(jeopardice("match", *PIG, name, "max-score"), word if word.isprintable() else "strategy")


@pytest.mark.parametrize("command", CONTESTS)
def test_every_command_checks_its_strategies(command: str) -> None:
    names = CONTESTS[command]
    assert_refused(jeopardice(command, "pig", "chess", *names[1:]), '"chess"')
    assert_refused(jeopardice(command, "pig", "dice:5", *names[1:], "--json"), "dice:5")
    assert_refused(jeopardice(command, "pig", f"{HERE}:Raises", *names[1:], "--json"), f"{HERE}:Raises")
    if command in ("match", "simulate"):
        assert_refused(jeopardice(command, "pig", names[0], "chess", *names[2:]), '"chess"')


@pytest.mark.parametrize("command", CONTESTS)
def test_every_command_checks_its_arguments(command: str) -> None:
    names = CONTESTS[command]
    assert_refused(jeopardice(command), "RULES")
    assert_refused(jeopardice(command, "pig"), "STRATEGY")
    assert_refused(jeopardice(command, "farkel", *names, "--json"), "farkel")
    assert_refused(jeopardice(command, "pig", *names, "--luck"), "--luck")
    assert_refused(jeopardice(command, "pig", *names, "--json=yes"), "--json")
    assert_refused(jeopardice(command, "pig", *names, "--set", "gaol=5"), "gaol")
    assert_refused(jeopardice(command, "pig", *names, "--set", "end.rule=last-turn"), "end.rule", status=1)
    assert_refused(jeopardice(command, "missing.nc", *names), "missing.nc")
    if command != "tournament":
        assert_refused(jeopardice(command, "pig", *names, "extra"), "extra")


@pytest.mark.parametrize("command", [command for command in CONTESTS if command != "alone"])
def test_three_players(command: str) -> None:
    """With or without best play among them."""
    ran = jeopardice(command, "pig", *CONTESTS[command], "--set", "players=3")
    assert_refused(ran, "players", status=1)


def test_a_tournament_of_one() -> None:
    assert_refused(jeopardice("tournament", "pig", "optimal"), "two")


@pytest.mark.parametrize("name", ["hold-at:20", "rolls:2", "end-race:71,21", "keep-pace:71,21,8", "dice:31", "dice:99"])
def test_strategies_that_do_not_fit_hog(name: str) -> None:
    """In Hog nothing is held; `solve` says so too."""
    assert_refused(jeopardice("match", "hog", name, "max-score"), name.partition(":")[0])


@pytest.mark.parametrize("name", ["end-race:71,21", "keep-pace:71,21,8", f"{HERE}:LooksAtBoth"])
def test_strategies_that_cannot_play_alone(name: str) -> None:
    assert_refused(jeopardice("alone", "pig", name), name, status=1)


@cases(
    none=(("--games", "0"), "games"),
    one=(("--games", "1"), "games"),
    below_nothing=(("--games", "-5"), "games"),
    too_many=(("--games", str(10**30)), "games"),
    far_too_many=(("--games", "9" * 4_000), "games"),
    a_decimal=(("--games", "1.5"), "games"),
    a_word=(("--games", "many"), "games"),
    no_games=(("--games", ""), "games"),
    seed_below_nothing=(("--seed", "-1"), "seed"),
    seed_too_large=(("--seed", str(2**64)), "seed"),
    seed_far_too_large=(("--seed", "9" * 4_000), "seed"),
    seed_of_a_word=(("--seed", "luck"), "seed"),
)
def test_games_and_seeds(given_input: tuple[str, ...], place: str) -> None:
    with no_hang():
        assert_refused(jeopardice("simulate", "pig", "hold-at:20", "rolls:4", *given_input), place)


@pytest.mark.parametrize("option", ["--games", "--seed", "--exact", "--strategy", "--objective"])
def test_options_of_other_commands(option: str) -> None:
    assert_refused(jeopardice("match", "pig", "hold-at:20", "rolls:4", option, "1"), option)


# Solution files


def test_solution_files_of_something_else(tmp_path: Path) -> None:
    path = str(tmp_path / "turns.nc")
    assert jeopardice("solve", *PIG, "--objective", "turns", "--save", path).status == 0
    assert_refused(jeopardice("match", path, "optimal", "hold-at:20"), "objective turns")
    assert_refused(jeopardice("simulate", path, "optimal", "hold-at:20", *changes(goal=40)), "--set")
    (tmp_path / "turns.nc").write_bytes(b"no solution")
    assert_refused(jeopardice("match", path, "optimal", "hold-at:20"), "turns.nc")


# Modules


@cases(
    raises=('raise ValueError("too early")', "ValueError: too early"),
    no_python=("def (", "SyntaxError"),
    imports_what_is_not_there=("import no_such_thing", "no_such_thing"),
    leaves=("import sys; sys.exit(7)", "SystemExit"),
    leaves_well=("import sys; sys.exit()", "SystemExit"),
    raises_a_long_text=('raise ValueError("long\\n" * 9999)', "ValueError: long"),
    raises_what_has_no_text=(
        "class E(Exception):\n    def __str__(self): raise ValueError\nraise E",
        "E",
    ),
    lacks_the_object=("other = 1", "holds"),
    number=("holds = 5", "choose"),
    nothing=("holds = None", "choose"),
    no_method=("class holds: choose = 5", "choose"),
    needs_an_argument=("class holds:\n    def __init__(self, x): pass\n    def choose(self, p, c): return c[0]", "x"),
    leaves_when_made=("class holds:\n    def __init__(self): raise SystemExit", "SystemExit"),
    binary=("\0\0\0", ""),
    looks_at_a_word=('class holds:\n    looks_at = "all"\n    def choose(self, p, c): return c[0]', "looks_at"),
    looks_at_nothing=("class holds:\n    looks_at = None\n    def choose(self, p, c): return c[0]", "looks_at"),
    looks_at_raises=(
        "class holds:\n    looks_at = property(lambda self: 1 / 0)\n    def choose(self, p, c): return c[0]",
        "looks_at",
    ),
)
def test_modules(given_input: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "bad_module.py").write_text(given_input)
    try:
        ran = jeopardice("match", *PIG, "bad_module:holds", "max-score", "--json")
    finally:
        sys.modules.pop("bad_module", None)
    assert_refused(ran, place)
    assert "bad_module:holds" in ran.err


# Strategies that misbehave: each is named with the position


class Holds:
    """Does nothing wrong."""

    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        then = "bank" if position.turn >= 7 else "roll"
        return next(choice for choice in choices if choice.then == then)


class LooksAtBoth(Holds):
    looks_at = "scores"


class Raises(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        if position.turn == 5:
            raise KeyError("five")
        return super().choose(position, choices)


class RaisesWithScores(Holds):
    looks_at = "scores"

    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        if position.scores == (12, 9) and position.turn == 5:
            raise KeyError("twelve")
        return super().choose(position, choices)


class RaisesMuch(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        raise ValueError("much\n\x1b[2J" * 999)


class RaisesWithoutText(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        class TextlessError(Exception):
            def __str__(self) -> str:
                raise ValueError

        raise TextlessError


class FindsNothing(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return next(choice for choice in choices if choice.total > 1_000)


class Leaves(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        sys.exit()


class RaisesWhatNobodyCatches(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        raise GeneratorExit


class Recurses(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return self.choose(position, choices)


class Nothing(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return None


class Number(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return 0


class Array(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return np.zeros(3)


class Cheats(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return Choice("", 100, 100, "bank", "")


class Unspeakable(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        class Wordless:
            def __str__(self) -> str:
                raise RuntimeError

            __repr__ = __str__

        return Wordless()


class Incomparable(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        class Alone:
            def __eq__(self, other: object) -> bool:
                raise ValueError

            __hash__ = None  # type: ignore[assignment]

        return Alone()


class Moody(Holds):
    asked = 0

    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        self.asked += 1
        return choices[self.asked % 2]


class Gambles(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return random.choice(choices)


class LooksTooFar(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return choices[0] if position.scores[1] > 10 else choices[1]


class TakesNoChoices(Holds):
    def choose(self, position: Position) -> Any:  # type: ignore[override]
        return None


class Moves(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        position.turn = 20  # type: ignore[misc]


class Sorts(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        choices.sort()  # type: ignore[attr-defined]


class Endless(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return self.think(2)

    def think(self, seconds: float) -> Any:
        """For ever, as far as a test can wait."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            pass
        raise RuntimeError("nobody stopped it")


class Sleeps(Endless):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        time.sleep(2)
        raise RuntimeError("nobody stopped it")


class EndlessWhateverHappens(Endless):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        end = time.monotonic() + 2
        while time.monotonic() < end:
            try:
                self.think(end - time.monotonic())
            except Exception:
                continue
        raise RuntimeError("nobody stopped it")


MISBEHAVE: dict[type[Holds], tuple[str, str]] = {
    Raises: ("KeyError: 'five'", "turn total 5"),
    RaisesWithScores: ("KeyError: 'twelve'", "turn total 5, scores (12, 9)"),
    RaisesMuch: ("ValueError: much", "turn total"),
    RaisesWithoutText: ("TextlessError", "turn total"),
    FindsNothing: ("it raised StopIteration", "turn total"),
    Leaves: ("SystemExit", "turn total"),
    RaisesWhatNobodyCatches: ("GeneratorExit", "turn total"),
    Recurses: ("RecursionError", "turn total"),
    Nothing: ("None is not one of the choices", "turn total"),
    Number: ("0 is not one of the choices", "turn total"),
    Array: ("not one of the choices", "turn total"),
    Cheats: ("not one of the choices", "turn total"),
    Unspeakable: ("not one of the choices", "turn total"),
    Incomparable: ("not one of the choices", "turn total"),
    Moody: ("answers differently", "turn total"),
    Gambles: ("answers differently", "turn total"),
    LooksTooFar: ("IndexError", "turn total"),
    TakesNoChoices: ("TypeError", "turn total"),
    Moves: ("FrozenInstanceError", "turn total"),
    Sorts: ("AttributeError", "turn total"),
    Endless: ("no answer within", "turn total"),
    Sleeps: ("no answer within", "turn total"),
    EndlessWhateverHappens: ("no answer within", "turn total"),
}


@pytest.mark.parametrize("kind", MISBEHAVE, ids=lambda kind: kind.__name__)
def test_strategies_that_misbehave(kind: type[Holds], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jeopardice.strategies.own.PATIENCE", 0.2)
    what, position = MISBEHAVE[kind]
    name = f"{HERE}:{kind.__name__}"
    ran = jeopardice("match", *changes(goal=15), "pig", name, "max-score", "--json")
    assert_refused(ran, name)
    assert what in ran.err
    assert position in ran.err


@pytest.mark.parametrize(
    ("game", "position"),
    [
        (["hog"], "turn total 0"),
        (["farkle"], "roll 666666"),
        (["ten-thousand"], "roll"),
    ],
    ids=lambda words: words if isinstance(words, str) else " ".join(words),
)
def test_strategies_that_misbehave_in_every_family(game: list[str], position: str) -> None:
    ran = jeopardice("match", *game, f"{HERE}:Nothing", "max-score")
    assert_refused(ran, f"{HERE}:Nothing")
    assert position in ran.err


def test_a_strategy_that_raises_an_interrupt_stops_in_one_line() -> None:
    ran = jeopardice("match", *PIG, f"{HERE}:Interrupts", "max-score")
    assert (ran.out, ran.err.count("\n")) == ("", 1)
    assert ran.status in (2, 130)


class Interrupts(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        raise KeyboardInterrupt


class Prints(Holds):
    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        print("thinking " * 100)
        return super().choose(position, choices)


def test_what_a_strategy_prints_does_not_get_into_the_result() -> None:
    """With --json there is one object on standard output, nothing else."""
    ran = jeopardice("match", *PIG, f"{HERE}:Prints", "hold-at:7", "--json")
    assert ran.json["overall"] == pytest.approx(0.5, abs=1e-12)


class Copies(Holds):
    """Not the choice itself, but one that says the same."""

    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        found = super().choose(position, choices)
        return Choice(found.keep, found.points, found.total, found.then, found.dice)


class Damages(Holds):
    """Changes what it was given, by force, and answers as ever."""

    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        found = super().choose(position, choices)
        object.__setattr__(position, "turn", 0)
        return found


class NeverBanks(Holds):
    """Not even a win."""

    takes_wins = False

    def choose(self, position: Position, choices: Sequence[Choice]) -> Any:
        return next(choice for choice in choices if choice.then == "roll")


def test_an_equal_choice_is_as_good() -> None:
    found = jeopardice("match", *PIG, f"{HERE}:Copies", "hold-at:7", "--json").json
    assert found["overall"] == pytest.approx(0.5, abs=1e-12)


def test_a_strategy_that_changes_its_position_by_force_is_named_or_harmless() -> None:
    ran = jeopardice("match", *PIG, f"{HERE}:Damages", "hold-at:7", "--json")
    assert f"{HERE}:Damages" in ran.err if ran.status == 2 else ran.json["overall"] == pytest.approx(0.5, abs=1e-12)


def test_a_strategy_that_never_banks_is_simulated_as_it_is_matched() -> None:
    """Or it is refused by both: it never wins."""
    names = (f"{HERE}:NeverBanks", "hold-at:7", "--json")
    exact, chance = jeopardice("match", *PIG, *names), jeopardice("simulate", *PIG, *names, "--games", "20000")
    assert exact.status == chance.status
    if exact.status == 0:
        assert abs(exact.json["overall"] - chance.json["overall"]) <= 3 * chance.json["stderr"] + 1e-9


# Tables

HEAD = "turn,phase,value,action\n"
LINES = "".join(f"{total},1,{total},{'bank' if total >= 7 else 'roll'}\n" for total in range(40))


@cases(
    empty=("", "no lines"),
    only_the_head=(HEAD, "no lines"),
    no_head=(LINES, "turn"),
    other_columns=("a,b,c\n1,2,3\n", "turn"),
    a_column_less=("turn,phase,value\n0,1,8\n", "action"),
    semicolons=((HEAD + LINES).replace(",", ";"), "turn"),
    a_short_line=(HEAD + "0,1\n" + LINES, "line 2"),
    an_empty_value=(HEAD + "0,1,,roll\n", "line 2: value"),
    a_word_for_a_total=(HEAD + "x,1,8,roll\n", "line 2"),
    a_word_for_a_value=(HEAD + LINES + "40,1,high,roll\n", "line 42"),
    no_number=(HEAD + LINES.replace(",8,bank", ",nan,bank"), "line"),
    infinite=(HEAD + LINES.replace(",8,bank", ",inf,bank"), "line"),
    total_below_nothing=(HEAD + "-5,1,8,bank\n" + LINES, "line 2"),
    total_far_below_nothing=(HEAD + f"-1{'0' * 400},1,8,bank\n", ""),
    enormous_total=(HEAD + f"{'9' * 5000},1,8,roll\n", ""),
    enormous_value=(HEAD + LINES.replace(",8,bank", f",{'9' * 5000},bank"), "line"),
    same_line_twice=(HEAD + LINES + "3,1,3,roll\n", "line 42"),
    other_action=(HEAD + LINES.replace("bank", "hold"), "hold"),
    missing_line=(HEAD + LINES.replace("5,1,5,roll\n", "", 1), "turn total of 5"),
    too_short=(HEAD + "0,1,8,roll\n1,1,8,roll\n", "turn total of"),
    other_phase=(HEAD + LINES.replace(",1,", ",6,"), "turn total of"),
    long_phase=(HEAD + f"0,{'x' * 20_000},1,roll\n" * 2, "line 3"),
    long_field=(HEAD + f"0,1,1,{'x' * 200_000}\n", ""),
    zeros=("\0" * 100, ""),
    binary=(b"\x89PNG\r\n\x1a\n\xff\xfe" * 100, ""),
    one_long_line=("x" * 300_000, ""),
)
def test_tables(given_input: str | bytes, place: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(given_input if isinstance(given_input, bytes) else given_input.encode())
    with no_hang():
        ran = jeopardice("match", *PIG, f"table:{path}", "max-score", "--json")
    assert_refused(ran, place)
    assert "bad.csv" in ran.err


@cases(
    nowhere=("missing.csv", "missing.csv"),
    a_folder=(".", "."),
    nothing=("/dev/null", "/dev/null"),
    a_name_of_control_characters=("\x1b[2J.csv", ".csv"),
    a_name_with_a_zero=("a\0b", "table:"),
    a_long_name=("x" * 5000, "table:"),
)
def test_files_that_are_no_tables(
    given_input: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_refused(jeopardice("match", *PIG, f"table:{given_input}", "max-score"), place)


def test_a_table_for_another_game(tmp_path: Path) -> None:
    path = tmp_path / "farkle.csv"
    path.write_text(printed("table", "farkle", "--format", "csv", "--to", "3000"))
    for game in (PIG, ["hog"]):
        assert_refused(jeopardice("match", *game, f"table:{path}", "max-score"), "farkle.csv")


def test_a_table_that_is_too_short_says_how_to_make_a_longer_one(tmp_path: Path) -> None:
    path = tmp_path / "short.csv"
    path.write_text(printed("table", "farkle", "--format", "csv", "--to", "300"))
    assert_refused(jeopardice("match", "farkle", f"table:{path}", "max-score"), "--to")


def test_a_large_table_is_read_at_once(tmp_path: Path) -> None:
    """The time grows with the lines, not with their square."""
    path = tmp_path / "large.csv"
    path.write_text(HEAD + "".join(f"{t},1,{t},{'bank' if t >= 7 else 'roll'}\n" for t in range(30_000)))
    with no_hang(2):
        found = jeopardice("match", *PIG, f"table:{path}", "hold-at:7", "--json").json
    assert found["overall"] == pytest.approx(0.5, abs=1e-12)


# Games that hardly end, and Ctrl-C

RARE = {"goal": 6, "dice.weights": [10**9, 0, 0, 0, 0, 1]}


@pytest.mark.parametrize("command", ["match", "alone"])
def test_games_that_hardly_end(command: str, tmp_path: Path) -> None:
    """One turn in a thousand million wins: the result, or one line and nothing else."""
    more = ["--set", "goal=6", "--set", f"dice.weights={RARE['dice.weights']}"]
    process = start(tmp_path, command, "pig", *more, *CONTESTS[command])
    try:
        out, err = process.communicate(timeout=4)
    finally:
        process.kill()
    assert process.returncode in (0, 1)
    if process.returncode:
        assert (out, err.count("\n")) == ("", 1)


def long_strategy(folder: Path) -> str:
    (folder / "long_strategy.py").write_text(
        "import time\nclass Slow:\n    def choose(self, p, c):\n        time.sleep(0.1)\n        return c[0]\n"
    )
    return "long_strategy:Slow"


@pytest.mark.parametrize(
    ("game", "changed", "arguments"),
    [
        ("pig", {"goal": 1000}, ["match", "hold-at:20", "hold-at:25"]),
        ("pig", {}, ["simulate", "hold-at:20", "rolls:4", "--games", "1000000000"]),
        ("pig", RARE, ["simulate", "hold-at:20", "rolls:4"]),
        ("farkle", {"goal": 50_000}, ["tournament", "optimal", "max-score", "hold-at:300"]),
        ("pig", {"goal": 3000}, ["best-response", "hold-at:20"]),
        ("pig", {"goal": 5_000}, ["alone", "hold-at:20"]),
        ("pig", {}, ["match", "OWN", "hold-at:20"]),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, list) else str(part)[:30],
)
def test_interrupt(game: str, changed: dict[str, object], arguments: list[str], tmp_path: Path) -> None:
    """Within a second, in one line."""
    folder, place = tmp_path / "work", tmp_path / "own"
    folder.mkdir()
    place.mkdir()
    command, *names = [long_strategy(place) if word == "OWN" else word for word in arguments]
    pipe = folder / "game.toml"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [sys.executable, "-c", "from jeopardice.cli import main; main()", command, str(pipe), *names],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=place,
        env=os.environ | {"JEOPARDICE_CACHE": str(folder / "cache")},
    )
    try:
        # Once the game is read from the pipe the work has begun.
        pipe.write_bytes(jd.rules(game).replace(changed).to_toml().encode())
        time.sleep(0.4)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=2)
    finally:
        process.kill()
        process.wait()
    lines = [line for line in err.splitlines() if not line.startswith("estimate: ")]
    assert (process.returncode, out, lines) == (130, "", ["jeopardice: stopped"])


def test_results_have_their_types_after_all_that() -> None:
    """Nothing that misbehaved has left anything behind."""
    found = jeopardice("match", *PIG, "hold-at:7", "optimal", "--json").json
    assert_types(found, first=float, second=float, overall=float)
    with pytest.raises(ValueError, match="strategy"):
        jd.match(jd.rules("pig"), "chess", "optimal")
