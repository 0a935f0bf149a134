"""A sweep from its file to its table: nothing is solved twice, and nothing that was solved is lost."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jeopardice.common.errors import JeopardiceError
from jeopardice.sweep.journal import Journal, Purpose
from jeopardice.sweep.spec import Spec
from jeopardice.sweep.tasks import SweepResult, Task, columns_of, estimated_cost, solver_version

if TYPE_CHECKING:
    from jeopardice.common.progress import Progress
    from jeopardice.sweep.executors import Executor


@dataclass(frozen=True)
class Swept:
    """What a sweep did, by rows of its table."""

    rows: int
    done: int
    """Solved now."""
    skipped: int
    """Solved by an earlier run."""
    failed: int
    """Rows with an error: the rules contradict themselves, are not supported, or a worker died."""
    first_error: str | None
    out: Path


def run_sweep(
    spec: Spec,
    out: str | Path,
    executor: Executor,
    *,
    progress: Progress | None = None,
    note: Callable[[str], None] = lambda line: None,
) -> Swept:
    """Solve what is missing and write the table.

    After a kill at any moment, the next run resumes from the journal beside the table. On Ctrl-C, a note says so.
    """
    from jeopardice.sweep import table

    path = Path(out)
    table.check_place(path)
    purpose = Purpose(tuple(map(str, spec.objectives)), spec.certify, solver_version())
    with Journal(path.with_name(path.name + ".journal"), purpose) as journal:
        _tidy(path)
        results = table.finished_rows(path, purpose, columns_of(spec.objectives)) | journal.finished()
        before = set(results)
        tasks = _tasks(spec, purpose, before)
        try:
            _solve(tasks, executor, journal, results, progress)
            failed = table.write_table(path, spec, purpose, results)
        except (KeyboardInterrupt, JeopardiceError):
            there = before | set(journal.finished())  # read from the disk: the stop may come between it and `results`
            if kept := sum(variant.hash in there for variant in spec.variants):
                rows = f"{kept:,} of {len(spec.variants):,} rows"
                note(f"note: {rows} are solved and kept in {journal.path}: the same command resumes there")
            raise
        journal.remove()
    skipped = sum(variant.hash in before for variant in spec.variants)
    done = sum(variant.hash is not None for variant in spec.variants) - skipped
    errors = (results[v.hash].error if v.hash else v.error for v in spec.variants)
    return Swept(len(spec.variants), done, skipped, failed, next((error for error in errors if error), None), path)


def _tasks(spec: Spec, purpose: Purpose, done: set[str]) -> list[Task]:
    """What is missing, each game once, the longest first, so that no worker is left with a long one at the end."""
    tasks: dict[str, Task] = {}
    for variant in spec.variants:
        key, rules = variant.hash, variant.rules
        if key is None or rules is None or key in done or key in tasks:
            continue
        cost = estimated_cost(rules, spec.objectives, certify=spec.certify)
        tasks[key] = Task(key, rules.to_toml(), purpose.objectives, purpose.certify, purpose.version, cost)
    return sorted(tasks.values(), key=lambda task: -task.cost)


def _solve(
    tasks: list[Task], executor: Executor, journal: Journal, results: dict[str, SweepResult], progress: Progress | None
) -> None:
    costs = {task.key: task.cost for task in tasks}
    total, spent = sum(costs.values()), 0.0
    if not tasks:
        return
    if progress:
        progress(0.0)
    with closing(executor.results(tasks)) as arriving:
        for finished in arriving:
            journal.add(finished)
            results |= {result.key: result for result in finished}
            spent += sum(costs[result.key] for result in finished)
            if progress:
                progress(min(1.0, spent / total))


def _tidy(path: Path) -> None:
    """Delete partial tables left by a kill; the journal's lock makes this safe."""
    for part in path.parent.glob(f".{path.name}.*.part"):
        part.unlink(missing_ok=True)
