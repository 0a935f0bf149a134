"""The table of a sweep: one row a rule set, in the order of the file, as Parquet.

The same results give the same bytes, however often the sweep was interrupted: times are not part of it.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from jeopardice.common.errors import InputError
from jeopardice.common.files import check_file, write_whole
from jeopardice.sweep.journal import Purpose
from jeopardice.sweep.spec import Spec
from jeopardice.sweep.tasks import SweepResult, columns_of

MARK = b"jeopardice sweep"
"""Names what the rows were solved for, in the metadata of the file."""


def check_place(path: Path) -> None:
    """Refuse, before any work, a place where no table can be written or where another file is."""
    if path.suffix != ".parquet":
        raise InputError(f"out: {path}: the name of a table must end with .parquet")
    check_file("out", path)
    if path.exists() and _purpose_of(path) is None:
        raise InputError(f"out: {path}: the existing file is not the table of a sweep")


def finished_rows(path: Path, purpose: Purpose, columns: list[str]) -> dict[str, SweepResult]:
    """The rows of an earlier table that were solved for the same purpose; those with errors are tried again."""
    if not path.exists() or _purpose_of(path) != purpose.plain():
        return {}
    try:
        rows = pq.read_table(path, columns=["rules_hash", *columns, "error"]).to_pylist()
    except (pa.ArrowException, OSError):  # damaged
        return {}
    return {
        row["rules_hash"]: SweepResult(row["rules_hash"], {name: row[name] for name in columns})
        for row in rows
        if row["error"] is None
    }


def write_table(path: Path, spec: Spec, purpose: Purpose, results: Mapping[str, SweepResult]) -> int:
    """Write all rows together; return how many have an error."""
    found = [results[v.hash] if v.hash else SweepResult("", {}, v.error) for v in spec.variants]
    errors = [result.error for result in found]
    columns: dict[str, pa.Array] = {
        "index": pa.array([v.index for v in spec.variants], pa.int64()),
        "rules_hash": pa.array([v.hash for v in spec.variants], pa.string()),
        "title": pa.array([v.title for v in spec.variants], pa.string()),
    }
    for place, key in enumerate(spec.keys):
        columns[key] = _varied([v.values[place] for v in spec.variants])
    for name in columns_of(spec.objectives):
        columns[name] = pa.array([result.columns.get(name) for result in found], pa.float64())
    columns["error"] = pa.array(errors, pa.string())
    mark = {MARK: json.dumps(purpose.plain()).encode()}
    image = io.BytesIO()
    pq.write_table(pa.table(columns).replace_schema_metadata(mark), image)
    write_whole(path, image.getvalue(), "out: ")
    return sum(error is not None for error in errors)


def _purpose_of(path: Path) -> dict[str, Any] | None:
    """What the rows of a table were solved for; None if it is no table of a sweep."""
    try:
        found = json.loads((pq.read_schema(path).metadata or {})[MARK])
    except (pa.ArrowException, KeyError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def _varied(values: list[Any]) -> pa.Array:
    """The column of a key: whole numbers, booleans or text; mixed kinds as text."""
    kinds = {type(value) for value in values if value is not None}
    for kind, arrow in ((bool, pa.bool_()), (int, pa.int64()), (str, pa.string())):
        if kinds <= {kind}:
            return pa.array(values, arrow)
    return pa.array(
        [value if value is None or isinstance(value, str) else _text(value) for value in values], pa.string()
    )


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=lambda v: float(v) if isinstance(v, Decimal) else str(v))
