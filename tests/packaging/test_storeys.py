"""The storeys of the package beyond what import-linter checks."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

import jeopardice as jd

PACKAGE = Path(jd.__file__).parent
PURE_GAME = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numpy", "matplotlib", "flint") or name in ("jeopardice._core", "jeopardice.native"):
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())

from jeopardice.play.coach import coach
from jeopardice.play.judge import Judge
from jeopardice.play.record import Record
from jeopardice.play.review import review
from jeopardice.play.session import Session
from jeopardice.race.objectives import Objective
from jeopardice.race.positions import Position
from jeopardice.turn import turn_model
from jeopardice.turn.decisions import SolvedTurn


class Careless(SolvedTurn):
    '''A stand-in for values: a state is worth its turn total, a bust nothing.'''

    def __init__(self, model, goal):
        self.model, self.goal, self.last_decision = model, goal, goal

    last_decision = 0

    def state_value(self, phase, total):
        return min(1.0, total / self.goal)

    def state_bust(self, phase, total):
        return 0.0

    def bank_value(self, phase, total):
        return min(1.0, total / self.goal) if total else None

    def end_value(self, event, phase, total):
        return 0.0


class Values:
    objective = Objective("win")

    def __init__(self, rules):
        self.rules, self.model = rules, turn_model(rules)

    def turn_at(self, position):
        return Careless(self.model, self.rules.goal)

    def chances_at(self, position):
        return 0.5, 0.5

    def advise(self, position):
        raise AssertionError("nothing is simultaneous here")


mixed = [[2, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 3]]
three_dice = {"goal": 500, "dice.count": 3, "dice.weights": mixed, "scoring": {"1": 100, "5": 50}}
games = [
    {"preset": "farkle", "set": {"goal": 1000}},
    {"preset": "pig", "set": {"goal": 30}},
    {"preset": "farkle", "set": three_dice},
]
for named in games:
    record = Record.new(named, ["optimal", "beginner"], seed="pure")
    session = Session.of(record, Judge(Values(record.rules)))
    assert coach(session.game, session.judge)
    while not session.game.over:
        session.advance()
    assert session.review()
    print(session.game.scores)
assert not [name for name in sys.modules if name.split(".")[0] == "numpy" or name == "jeopardice._core"]
"""


def test_a_game_is_played_coached_and_reviewed_without_numpy_and_without_the_core() -> None:
    done = subprocess.run([sys.executable, "-c", PURE_GAME], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 3


def test_only_native_imports_the_core() -> None:
    importers = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and "_core" in (
                node.module or "",
                *(alias.name for alias in node.names),
            ):
                importers.add(path.relative_to(PACKAGE).parts[0])
    assert importers == {"native"}


def test_no_modules_import_each_other() -> None:
    graph = grimp.build_graph("jeopardice", exclude_type_checking_imports=True, cache_dir=None)
    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()


def test_there_are_no_loose_modules() -> None:
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py"}


def test_public_names_are_listed_and_importable() -> None:
    assert set(dir(jd)) == {*jd.__all__, "__version__"}
    for name in jd.__all__:
        assert getattr(jd, name) is not None


def test_no_two_classes_have_the_same_name() -> None:
    classes = [
        node.name
        for path in PACKAGE.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    assert {name for name in classes if classes.count(name) > 1} == set()
