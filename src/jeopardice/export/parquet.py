"""Tables of best play as Parquet files, written row group after row group so that they need not fit into memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import jeopardice
from jeopardice.common.files import whole_file
from jeopardice.common.progress import Progress
from jeopardice.export.policy import Columns, Words, choices, decisions
from jeopardice.export.simultaneous import SimultaneousColumns, simultaneous_decisions
from jeopardice.rulebook import rules_hash
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.simultaneous import SimultaneousSolution

GROUP = 1_000_000
"""Rows of a row group, at least."""


def write_policy(
    solution: Solution, path: str | Path, *, step: int | None = None, progress: Progress | None = None
) -> int:
    """Write whether to bank or to roll in every state, and return the number of rows.

    In simultaneous play every action has a row, with its probability in best play.
    """
    if isinstance(solution, SimultaneousSolution):
        return _write(solution, simultaneous_decisions(solution, step), Path(path), progress)
    return _write(solution, decisions(solution, step), Path(path), progress)


def write_rolls(
    solution: Solution, path: str | Path, *, step: int | None = None, progress: Progress | None = None
) -> int:
    """Family farkle: write which dice to keep of every roll in every state, and return the number of rows."""
    return _write(solution, choices(solution, step), Path(path), progress)


def _write(
    solution: Solution,
    batches: Iterator[tuple[float, Columns | SimultaneousColumns]],
    path: Path,
    progress: Progress | None,
) -> int:
    part, first = next(batches)  # what is too large is refused before anything is written
    rows = 0
    with whole_file(path) as file:
        waiting = [_table(first, solution)]
        with pq.ParquetWriter(file, waiting[0].schema, compression="zstd") as writer:
            for part, columns in batches:
                if sum(table.num_rows for table in waiting) >= GROUP:
                    rows += _flush(writer, waiting)
                if progress:
                    progress(part)
                waiting.append(_table(columns, solution))
            rows += _flush(writer, waiting)
    return rows


def _flush(writer: pq.ParquetWriter, waiting: list[pa.Table]) -> int:
    table = pa.concat_tables(waiting)
    waiting.clear()
    writer.write_table(table, row_group_size=GROUP)
    return int(table.num_rows)


def _table(columns: Columns | SimultaneousColumns, solution: Solution) -> pa.Table:
    rules = solution.rules
    facts = {
        "jeopardice": jeopardice.__version__,
        "rules": rules.to_toml(),
        "rules_hash": rules_hash(rules),
        "objective": str(solution.objective),
    }
    return pa.table({name: _array(column) for name, column in columns.items()}, metadata=facts)


def _array(column: object) -> pa.Array:
    if isinstance(column, Words):
        return pa.DictionaryArray.from_arrays(pa.array(column.places.astype(np.int32)), list(column.words))
    assert isinstance(column, np.ndarray)
    return pa.array(column, from_pandas=True)  # NaN: not there
