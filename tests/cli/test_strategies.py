"""Strategies on the command line by every name: built-in, from solution files and tables, and of your own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from support.cli_runner import CONTESTS, changes, jeopardice, jeopardice_process, printed, result

pytestmark = pytest.mark.slow

MIXED = "[[3, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 3]]"

# Solution files


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("solved") / "pig.nc"
    assert jeopardice("solve", "pig", *changes(goal=50), "--no-cache", "--save", str(path)).status == 0
    return str(path)


@pytest.mark.parametrize("command", CONTESTS)
def test_a_solution_file_as_rules(command: str, solved: str) -> None:
    names = ["optimal" if name == "rolls:4" else name for name in CONTESTS[command]]
    assert result(command, solved, *names) == result(command, "pig", *changes(goal=50), *names)


def test_a_solution_file_without_best_play(solved: str) -> None:
    expected = result("match", "pig", *changes(goal=50), "rolls:4", "hold-at:20")
    assert result("match", solved, "rolls:4", "hold-at:20") == expected


# Strategies by every name


@pytest.mark.parametrize(
    "name",
    ["optimal", "max-score", "hold-at:1", "hold-at:20", "hold-at:1000", "rolls:1", "rolls:60", "end-race:30,15",
     "keep-pace:30,15,4", "keep-pace:1,1,1", "keep-pace:999999999,999999999,999999999"],
)  # fmt: skip
def test_strategies_by_name(name: str) -> None:
    found = result("match", "pig", *changes(goal=50), name, "hold-at:20")
    assert found["a"] == name
    chance = result("simulate", "pig", *changes(goal=50), name, "hold-at:20", "--games", "20000", "--seed", "1")
    assert abs(chance["overall"] - found["overall"]) <= 3 * chance["stderr"]


def test_names_that_mean_the_same() -> None:
    def overall(name: str) -> float:
        return float(result("match", "pig", *changes(goal=50), name, "optimal")["overall"])

    goal = overall("hold-at:50")
    for name in ("hold-at:51", "hold-at:5000", "rolls:60", "end-race:50,50"):
        assert overall(name) == pytest.approx(goal, abs=1e-12), name
    assert overall("end-race:50,20") == pytest.approx(overall("hold-at:20"), abs=1e-12)
    assert overall("max-score") == pytest.approx(overall("hold-at:20"), abs=1e-12)  # 20 and 21 are worth the same
    assert overall("keep-pace:30,20,1000") == pytest.approx(overall("end-race:30,20"), abs=1e-12)


def test_hold_at_far_beyond_the_goal_is_hold_at_the_goal() -> None:
    """The help says: or at the goal. A large number is a way to say that."""
    far, goal = (result("match", "pig", *changes(goal=50), f"hold-at:{k}", "max-score") for k in (999_999_999, 50))
    assert far["first"] == pytest.approx(goal["first"], abs=1e-12)


def write_table(folder: Path, *arguments: str) -> str:
    path = folder / "strategy.csv"
    path.write_text(printed("table", *arguments, "--format", "csv"))
    return f"table:{path}"


@pytest.mark.parametrize(
    ("rules", "more"),
    [
        (["pig"], []),
        (["pig"], ["--to", "200"]),
        (["pig", *changes(turn__minimum_bank=30)], []),
        (["pig", *changes(dice__count=2, turn__keep_on_bust="true")], ["--to", "300"]),
        (["hog"], []),
        (["farkle", *changes(goal=2000)], []),
        (["farkle", *changes(goal=2000)], ["--to", "6000"]),
        (["farkle", *changes(goal=1000, turn__hot_dice="false")], ["--to", "3000"]),
        (["ten-thousand", *changes(goal=1500)], ["--to", "6000"]),
        (["farkle", *changes(goal=800, dice__count=3, dice__weights=MIXED)], ["--to", "2000"]),
    ],
    ids=lambda words: " ".join(word for word in words if word != "--set"),
)
def test_the_table_of_a_turn_plays_as_max_score_does(rules: list[str], more: list[str], tmp_path: Path) -> None:
    """`jeopardice table … --format csv` is what the help says that a table strategy is."""
    table = write_table(tmp_path, *rules, *more)
    found, most = result("match", *rules, table, "max-score"), result("match", *rules, "max-score", "max-score")
    assert found["first"] == pytest.approx(most["first"], abs=1e-12)
    assert found["second"] == pytest.approx(most["second"], abs=1e-12)
    chance = result("simulate", *rules, table, "max-score", "--games", "5000")
    assert abs(chance["overall"] - 0.5) <= 3 * chance["stderr"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-8"])
def test_a_table_that_a_spreadsheet_has_written(encoding: str, tmp_path: Path) -> None:
    """With a byte order mark, other line ends, columns in another order and more of them."""
    lines = ["action,note,value,turn,phase", "roll,x,8,0,1"]
    lines += [f"{'bank' if total >= 20 else 'roll'},,{total}.0,{total},1" for total in range(1, 60)]
    (tmp_path / "mine.csv").write_bytes("\r\n".join(lines).encode(encoding))
    rules = ["pig", *changes(goal=50)]
    found = result("match", *rules, f"table:{tmp_path / 'mine.csv'}", "optimal")
    assert found["first"] == pytest.approx(result("match", *rules, "hold-at:20", "optimal")["first"], abs=1e-12)


# Strategies of your own, in the folder that the user is in

OWN = '''
from dataclasses import dataclass

from jeopardice.strategies import HoldAt

BUILT_IN = HoldAt(20)

@dataclass
class Holds:
    total: int = 20
    looks_at: str = "turn"

    def choose(self, position, choices):
        assert len(position.scores) == {"turn": 0, "mover": 1, "scores": 2}[self.looks_at]
        then = "bank" if position.turn >= self.total else "roll"
        return next((choice for choice in choices if choice.then == then), choices[-1])

class Mover(Holds):
    def __init__(self):
        super().__init__(20, "mover")

holds = Holds()
both = Holds(20, "scores")

class EndRace:
    looks_at = "scores"

    def choose(self, position, choices):
        own, other = position.scores
        hold = position.goal if max(own, other) >= 20 else 10
        return next(c for c in choices if c.then == ("bank" if position.turn >= hold else "roll"))

class FourDice:
    def choose(self, position, choices):
        return next(choice for choice in choices if choice.dice == "4")

class Greedy:
    """Farkle: everything that scores, and one roll."""
    def choose(self, position, choices):
        return max(choices, key=lambda choice: (choice.total, choice.then == "bank"))

class Module:
    choose = staticmethod(lambda position, choices: choices[0])

def choose(position, choices):
    return choices[0]
'''
numbers = count()


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a module in the current folder; another one each time, because Python reads a module once."""
    name = f"own_strategies_{next(numbers)}"
    (tmp_path / f"{name}.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    before = list(sys.path)
    yield name
    sys.path[:] = before


@pytest.mark.parametrize("what", ["Holds", "holds", "Mover", "both", "BUILT_IN"])
def test_a_class_or_an_object_of_your_own(own: str, what: str) -> None:
    rules = ["pig", *changes(goal=30, turn__first_bank=10)]
    found = result("match", *rules, f"{own}:{what}", "optimal")
    expected = result("match", *rules, "hold-at:20", "optimal")
    assert found["first"] == pytest.approx(expected["first"], abs=1e-12)
    assert found["a"] == ("hold-at:20" if what == "BUILT_IN" else f"{own}:{what}")


def test_a_package_of_your_own(own: str, tmp_path: Path) -> None:
    package = tmp_path / f"{own}_package"
    (package / "inner").mkdir(parents=True)
    (package / "__init__.py").write_text(OWN)
    (package / "inner" / "deep.py").write_text(f"from {own}_package import Holds as Deep\n")
    rules = ["pig", *changes(goal=30)]
    expected = result("match", *rules, "hold-at:20", "optimal")["first"]
    for name in (f"{own}_package:Holds", f"{own}_package.inner.deep:Deep"):
        assert result("match", *rules, name, "optimal")["first"] == pytest.approx(expected, abs=1e-12)


def test_your_own_look_at_the_scores(own: str) -> None:
    rules = ["pig", *changes(goal=30)]
    found = result("match", *rules, f"{own}:EndRace", "optimal")
    assert found["first"] == pytest.approx(result("match", *rules, "end-race:20,10", "optimal")["first"], abs=1e-12)


def test_your_own_in_every_family(own: str) -> None:
    hog = ["hog", *changes(goal=40, turn__choose_dice="[1, 8]")]
    four = result("match", *hog, f"{own}:FourDice", "dice:3")
    assert four["first"] == pytest.approx(result("match", *hog, "dice:4", "dice:3")["first"], abs=1e-12)
    farkle = ["farkle", *changes(goal=1000)]
    greedy = result("match", *farkle, f"{own}:Greedy", "max-score")
    chance = result("simulate", *farkle, f"{own}:Greedy", "max-score", "--games", "20000")
    assert abs(chance["overall"] - greedy["overall"]) <= 3 * chance["stderr"]


@pytest.mark.parametrize("command", CONTESTS)
def test_your_own_in_every_command(own: str, command: str) -> None:
    rules = ["pig", *changes(goal=30)]
    names = CONTESTS[command]
    mine = result(command, *rules, *[f"{own}:Holds" if name == "hold-at:20" else name for name in names])
    theirs = result(command, *rules, *names)
    for key in {"first", "second", "mean", "variance", "expected_turns", "exploitability"} & set(theirs):
        assert mine[key] == pytest.approx(theirs[key], abs=1e-12)


def test_a_real_process_finds_the_module_in_its_folder(own: str) -> None:
    ran = jeopardice_process("match", "pig", *changes(goal=30), f"{own}:Holds", "hold-at:20", "--json")
    assert ran.json["overall"] == pytest.approx(0.5, abs=1e-12)
