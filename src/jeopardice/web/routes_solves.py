"""Solves in the background: start one, see how far it is, cancel it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path

from jeopardice.web.jobs import Job
from jeopardice.web.models import Problem, Solve, SolveIn
from jeopardice.web.routes_rules import ASKED, PROBLEMS, Behind

router = APIRouter(prefix="/solves")
Id = Annotated[str, Path(max_length=64)]
UNKNOWN = {404: {"model": Problem, "description": "No such solve"}, 422: PROBLEMS[422], **ASKED}


def as_solve(job: Job) -> Solve:
    """A job as it is told."""
    told = {key: getattr(job, key) for key in ("id", "title", "objective", "state", "progress", "seconds", "error")}
    return Solve.model_validate({**told, **{key: job.facts.get(key) for key in ("value", "values", "states")}})


@router.post("", status_code=202, responses=PROBLEMS)
def start(asked: SolveIn, behind: Behind) -> Solve:
    """Solves a game in the background; equal rules share one solve, and a solution that is known is there at once."""
    return as_solve(behind.solve(behind.game(asked.rules), asked.objective))


@router.get("", responses=ASKED)
def list_solves(behind: Behind) -> list[Solve]:
    """All solves and other long jobs that are known, the newest first."""
    return [as_solve(job) for job in behind.jobs.all()]


@router.get("/{id}", responses=UNKNOWN)
def one(id: Id, behind: Behind) -> Solve:  # noqa: A002
    """How far a solve is."""
    return as_solve(_known(behind.jobs.get(id), id))


@router.delete("/{id}", responses=UNKNOWN)
def cancel(id: Id, behind: Behind) -> Solve:  # noqa: A002
    """Cancels a solve; one that is done stays done."""
    return as_solve(_known(behind.jobs.cancel(id), id))


def _known(job: Job | None, name: str) -> Job:
    if job is None:
        raise HTTPException(404, f"solves: {name[:64]}: no such solve (finished ones are forgotten after a while)")
    return job
