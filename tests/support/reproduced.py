"""The numbers of the papers, recomputed once for all tests of a run."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path

from jeopardice.common.progress import Progress
from jeopardice.papers import Paper, PaperRow, read_papers, reproduce

Reproduce = Callable[..., tuple[PaperRow, ...]]


def reproduce_once(folder: Path) -> Reproduce:
    """`reproduce`, but the rows of a paper are kept in a folder that all processes of the run share."""

    def shared(papers: Sequence[Paper], progress: Progress | None = None) -> tuple[PaperRow, ...]:
        rows = [row for paper in papers for row in _rows(folder, paper)]
        if progress:
            progress(1)
        return tuple(rows)

    return shared


def _rows(folder: Path, paper: Paper) -> tuple[PaperRow, ...]:
    assert paper in read_papers(), "only the papers of the package are shared"
    path = folder / f"{paper.name}.pickle"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(pickle.dumps(reproduce([paper])))
        unfinished.replace(path)
    rows: tuple[PaperRow, ...] = pickle.loads(path.read_bytes())
    return rows
