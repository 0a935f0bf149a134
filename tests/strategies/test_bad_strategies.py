"""Strategies that are misspelt, do not fit the game or misbehave: one line with the strategy and, where it was playing,
the position; exit status 2; and nothing hangs.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from support.bad_input import cases
from support.cli_runner import CONTESTS, assert_refused, changes, jeopardice, no_hang

PIG = ["pig", *changes(goal=30)]
ELSEWHERE = "support.misbehaving"
"""Where the strategies of these tests are."""

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
    assert_refused(jeopardice(command, "pig", f"{ELSEWHERE}:Raises", *names[1:], "--json"), f"{ELSEWHERE}:Raises")
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
    assert_refused(jeopardice(command, "missing.nc", *names), "missing.nc")
    if command != "tournament":
        assert_refused(jeopardice(command, "pig", *names, "extra"), "extra")


def test_a_tournament_of_one() -> None:
    assert_refused(jeopardice("tournament", "pig", "optimal"), "two")


@pytest.mark.parametrize("name", ["hold-at:20", "rolls:2", "end-race:71,21", "keep-pace:71,21,8", "dice:31", "dice:99"])
def test_strategies_that_do_not_fit_hog(name: str) -> None:
    """In Hog nothing is held; `solve` says so too."""
    assert_refused(jeopardice("match", "hog", name, "max-score"), name.partition(":")[0])


@pytest.mark.parametrize("name", ["end-race:71,21", "keep-pace:71,21,8", f"{ELSEWHERE}:LooksAtBoth"])
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
