"""Solves in the background: start one, see its progress, cancel it."""

from __future__ import annotations

import json
import pathlib
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from fastapi import APIRouter, Header, HTTPException, Path, Response
from fastapi.responses import FileResponse

from jeopardice.common.errors import JeopardiceError
from jeopardice.race.objectives import Objective, read_objective
from jeopardice.race.support import refusal
from jeopardice.rulebook import rules_hash
from jeopardice.solutions.storage import save
from jeopardice.web.answers import Problem, Solve, Started
from jeopardice.web.backstage import Backstage, HashedGame
from jeopardice.web.jobs import Job
from jeopardice.web.requests import SolveIn
from jeopardice.web.routes_rules import (
    ASKED,
    BINARY,
    PROBLEMS,
    TEXT,
    Behind,
    StartsWork,
    content_of,
    download,
    file_name,
)
from jeopardice.web.solutions import LARGE, cached_file

router = APIRouter(prefix="/solves")
NETCDF = "application/x-netcdf"
LATER: dict[str, Any] = {"model": Started, "description": "The job that computes it"}
Id = Annotated[str, Path(max_length=64)]
Who = Annotated[
    str | None,
    Header(alias="X-Waiting", min_length=1, max_length=40, description="a name of your own: who waits for this solve"),
]
NOT_FOUND = {"model": Problem, "description": "No such solve"}
UNKNOWN: dict[int | str, dict[str, Any]] = {404: NOT_FOUND, 422: PROBLEMS[422], **ASKED}
NO_FILE = {"model": Problem, "description": "There is no such file"}
FILE: dict[int | str, dict[str, Any]] = {**UNKNOWN, 409: NO_FILE, 429: PROBLEMS[429]}


def as_solve(job: Job) -> Solve:
    """A job as it is reported."""
    known = {key: getattr(job, key) for key in ("id", "title", "objective", "state", "progress", "seconds", "error")}
    return Solve.model_validate({**known, **{key: job.facts.get(key) for key in ("value", "values", "states")}})


def as_awaited(job: Job) -> Solve:
    """A job that an answer has not waited for; if it has ended meanwhile, who reads the answer has to ask again."""
    solve = as_solve(job)
    return solve.model_copy(update={"state": "running"}) if solve.state == "done" else solve


@router.post("", status_code=202, responses={**PROBLEMS, 409: {"model": Problem, "description": "It cannot be solved"}})
def start(asked: SolveIn, behind: Behind) -> Solve:
    """Solve a game in the background; equal rules share one solve, and a known solution is there immediately."""
    return as_solve(behind.solve(behind.game(asked.rules), asked.objective))


@router.get("", responses=ASKED)
def list_solves(behind: Behind) -> list[Solve]:
    """All solves and other long jobs that are known, the newest first."""
    return [as_solve(job) for job in behind.jobs.all()]


@router.get("/{id}", responses=UNKNOWN)
def one(id: Id, behind: Behind, waiting: Who = None) -> Solve:  # noqa: A002
    """The progress of a solve."""
    return as_solve(_known(behind.jobs.get(id) if waiting is None else behind.jobs.wait(id, waiting), id))


@router.delete("/{id}", responses=UNKNOWN)
def cancel(id: Id, behind: Behind, waiting: Who = None) -> Solve:  # noqa: A002
    """Cancel a solve, or give up waiting while others still do; one that is done stays done."""
    return as_solve(_known(behind.jobs.cancel(id, waiting), id))


@router.get("/{id}/solution.nc", response_class=Response, responses={**FILE, 200: content_of(NETCDF, BINARY)})
def solution_file(id: Id, behind: Behind) -> Response:  # noqa: A002
    """The solution of a race as a NetCDF file, which the command line, R, Julia and xarray read."""
    game, objective = _solved(behind, id)
    if row := refusal("save", game.rules, objective):
        raise JeopardiceError(f"solution.nc: {row.message(game.rules, objective)}")
    solution = behind.known(game, objective)
    name = f"{file_name(game.rules)}-{objective.name}.nc"
    if solution.values.nbytes > LARGE:
        return FileResponse(cached_file(game.rules, objective), media_type=NETCDF, filename=name)
    # The file is made in memory, and then read again.
    with behind.memory.work(3 * solution.values.nbytes), TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "solution.nc"
        save(solution, path)
        return download(path.read_bytes(), NETCDF, name)


CARD: dict[str, Any] = {"dependencies": [StartsWork], "response_class": Response}


@router.get("/{id}/card.txt", **CARD, responses={**FILE, 200: content_of("text/plain", TEXT), 202: LATER})
def card_as_text(id: Id, behind: Behind) -> Response:  # noqa: A002
    """A strategy card to memorise, as text."""
    return _card(behind, id, "text", "text/plain; charset=utf-8", "txt")


@router.get("/{id}/card.html", **CARD, responses={**FILE, 200: content_of("text/html", TEXT), 202: LATER})
def card_as_page(id: Id, behind: Behind) -> Response:  # noqa: A002
    """A strategy card to memorise, as a page to print."""
    return _card(behind, id, "page", "text/html; charset=utf-8", "html")


def _card(behind: Backstage, name: str, form: str, kind: str, ending: str) -> Response:
    game, objective = _solved(behind, name)
    if objective.name != "win":
        raise JeopardiceError(f"card: objective {objective}: a card is for the win")
    return download(json.loads(behind.card(game))[form].encode(), kind, f"{file_name(game.rules)}-card.{ending}")


def _solved(behind: Backstage, name: str) -> tuple[HashedGame, Objective]:
    """The game and the objective of a finished solve."""
    job = _known(behind.jobs.get(name), name)
    if job.task != "solve" or job.state != "done":
        raise JeopardiceError(f"solves: {name}: {job.state}: it is not a finished solve")
    rules = job.arguments["rules"]
    return HashedGame(rules, rules_hash(rules)), read_objective(job.objective)


def as_json(content: Any, status: int = 200) -> Response:
    """JSON, without another check of our own data."""
    return Response(json.dumps(content, separators=(",", ":")), status, media_type="application/json")


def _known(job: Job | None, name: str) -> Job:
    if job is None:
        raise HTTPException(404, f"solves: {name[:64]}: no such solve (finished ones are forgotten after a while)")
    return job
