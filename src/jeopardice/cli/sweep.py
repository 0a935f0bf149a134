"""`jeopardice sweep`: many rule sets into one table."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import inform, print_json, progress_bar
from jeopardice.cli.options import JsonOption
from jeopardice.common.errors import InputError, shown

if TYPE_CHECKING:
    from jeopardice.sweep import Executor, Swept


def sweep_command(
    spec: Annotated[Path, typer.Argument(metavar="SPEC", help="The file that describes the sweep (docs/sweeps.md).")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The table to write, as Parquet (FILE.parquet).")],
    executor: Annotated[str, typer.Option(help="processes on this machine, or dask: a cluster.")] = "processes",
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="How many processes; by default one for each processor.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="The scheduler of the cluster, such as tcp://10.0.0.1:8786.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Solve many rule sets into one table, one row each; after an interruption the same command resumes.

    \b
      jeopardice sweep examples/sweeps/minimum-bank.toml --out minimum-bank.parquet
      jeopardice sweep spec.toml --out table.parquet --executor dask --scheduler tcp://10.0.0.1:8786
    \b
    A spec:
      base = "farkle"
      objectives = ["win", "score"]
      [grid]
      goal = [5000, 10000]
      turn.minimum_bank = [0, 300, 500]
    """
    began = time.perf_counter()
    chosen = _executor(executor, workers, scheduler)
    from jeopardice.sweep import read_spec, run_sweep

    with progress_bar("Solving") as progress:
        swept = run_sweep(read_spec(spec), out, chosen, progress=progress, note=inform)
    seconds = time.perf_counter() - began
    if as_json:
        print_json({**asdict(swept), "out": str(swept.out), "seconds": seconds})
    else:
        _print(swept, seconds)


def _executor(name: str, workers: int | None, scheduler: str | None) -> Executor:
    from jeopardice.sweep import Processes

    if name not in ("processes", "dask"):
        raise InputError(f"--executor: {shown(name)}: it must be processes or dask")
    if name == "processes":
        if scheduler is not None:
            raise InputError(f"--scheduler: {shown(scheduler)}: it is for --executor dask")
        return Processes(workers)
    if scheduler is None:
        raise InputError("--scheduler: missing: --executor dask needs the address of a scheduler")
    if workers is not None:
        raise InputError(f"--workers: {workers}: it is for --executor processes; a cluster has its own")
    from jeopardice.sweep import Cluster

    return Cluster(scheduler, inform)


def _print(swept: Swept, seconds: float) -> None:
    print(f"{swept.out}: {swept.rows:,} rule sets")
    before = f", {swept.skipped:,} solved before" if swept.skipped else ""
    print(f"  {swept.done:,} solved in {seconds:.1f} s{before}")
    if swept.failed:
        print(f"  {swept.failed:,} with an error, see the column error; the first: {swept.first_error}")
