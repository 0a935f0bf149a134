"""One task is one rule set with all its objectives. Plain data goes to a worker and comes back, on any machine."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import gcd
from typing import Any

from jeopardice.common.errors import JeopardiceError, one_line
from jeopardice.race.objectives import Objective
from jeopardice.rulebook import Rules

MODEL = 0.025
"""Seconds that the model of a turn takes to build."""


@dataclass(frozen=True)
class Task:
    """A rule set to solve."""

    key: str
    """The hash of the rules."""
    rules: str
    """The rules as TOML."""
    objectives: tuple[str, ...]
    certify: bool
    version: str
    """Of the solver; a worker with another version refuses."""
    cost: float = field(default=1.0, compare=False)
    """Estimated seconds."""


@dataclass(frozen=True)
class SweepResult:
    """What a worker found for one task."""

    key: str
    columns: Mapping[str, float | None]
    error: str | None = None
    lasting: bool = True
    """Whether another run would give the same: not if a worker died or ran out of memory."""
    seconds: float = 0.0

    @staticmethod
    def lost(key: str, why: str) -> SweepResult:
        """The result of a task whose worker died."""
        return SweepResult(key, {}, one_line(why), lasting=False)


def column_of(objective: Objective) -> str:
    """The column of an objective's value; its other columns begin with this name."""
    return str(objective).replace(":", "_")


def columns_of(objectives: tuple[Objective, ...]) -> list[str]:
    """The columns that are solved, all of them numbers."""
    more = {"win": ["first_player"], "score": ["bust_probability"], "average": ["bust_probability"]}
    return [
        name
        for objective in objectives
        for column in [column_of(objective)]
        for name in (column, *(f"{column}_{end}" for end in ("error_bound", *more.get(objective.name, []))))
    ]


def solver_version() -> str:
    """The version of the program and of its solutions."""
    from jeopardice import __version__
    from jeopardice.solutions.storage import SOLVER

    return f"{__version__}, solver {SOLVER}"


def estimated_cost(rules: Rules, objectives: tuple[Objective, ...], *, certify: bool) -> float:
    """Seconds of a task, roughly and without building its turn; long ones are started first.

    Measured with Farkle. Pig takes a small part of it, and sweeps seldom mix families.
    """
    unit = gcd(*(points for _, points in rules.scoring)) if rules.family == "farkle" else 1
    units = rules.goal / unit
    seconds = 0.0
    for objective in objectives:
        race = {"win": 1e-7 * units**3, "turns": 1e-6 * units**2, "within": 2.5e-8 * units**2 * objective.turns}
        seconds += MODEL + race.get(objective.name, 0.0) * (3 if certify else 1)
    return seconds


def solve_bundle(bundle: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Solve tasks that came as plain data, on a worker of a cluster."""
    here, tasks = solver_version(), [Task(**{**plain, "objectives": tuple(plain["objectives"])}) for plain in bundle]
    for task in tasks:
        if task.version != here:
            raise RuntimeError(f"a worker has Jeopardice {here}, not {task.version}")
    return [asdict(solve_task(task)) for task in tasks]


def solve_task(task: Task) -> SweepResult:
    """Solve one rule set for all its objectives, in one thread; errors are part of the result."""
    from jeopardice.race.objectives import read_objective
    from jeopardice.rulebook import parse_rules

    began = time.perf_counter()
    rules = parse_rules(task.rules)
    columns: dict[str, float | None] = {}
    errors: list[str] = []
    lasting = True
    for objective in map(read_objective, task.objectives):
        try:
            columns |= _solved(rules, objective, task.certify)
        except JeopardiceError as error:
            errors.append(f"{objective}: {error}")
        except MemoryError:
            errors.append(f"{objective}: not enough memory")
            lasting = False
        except Exception as error:  # one rule set must not end a sweep of thousands
            errors.append(one_line(f"{objective}: {type(error).__name__}: {error}"))
    return SweepResult(task.key, columns, "; ".join(errors) or None, lasting, time.perf_counter() - began)


def _solved(rules: Rules, objective: Objective, certify: bool) -> dict[str, float | None]:
    from jeopardice.solutions.average import AverageSolution
    from jeopardice.solutions.turn import TurnSolution
    from jeopardice.solvers.solve import solve

    solution = solve(rules, objective, certify=certify and objective.is_race, threads=1)
    name, bound = column_of(objective), solution.error_bound
    found: dict[str, float | None] = {name: float(solution.value), f"{name}_error_bound": bound}
    if isinstance(solution, TurnSolution | AverageSolution):
        found[f"{name}_bust_probability"] = float(solution.bust_probability)
    elif objective.name == "win":
        found[f"{name}_first_player"] = float(solution.seats[0])
    return found
