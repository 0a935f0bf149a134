"""What best play says: advice, surfaces, slices, comparisons; and the numbers of the papers."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from fastapi.concurrency import run_in_threadpool

from jeopardice.analysis.boundaries import Boundaries, assumed, check_boundaries, other_players, turn_slice
from jeopardice.common.errors import InputError, shown
from jeopardice.race.objectives import Objective
from jeopardice.race.support import require
from jeopardice.solutions.race_turn import RaceTurn
from jeopardice.web.advising import advice, turn_for
from jeopardice.web.answers import AdviceOut, Problem, Started
from jeopardice.web.backstage import Backstage, HashedGame, question
from jeopardice.web.binary import packed
from jeopardice.web.errors import too_large
from jeopardice.web.jobs import Job, StartedError
from jeopardice.web.meanwhile import advice_by_points
from jeopardice.web.requests import AdviceIn, CompareIn, SliceIn, SurfaceIn
from jeopardice.web.routes_rules import ASKED, BINARY, PROBLEMS, Behind, StartsWork, content_of
from jeopardice.web.routes_solves import as_json
from jeopardice.web.solutions import turn_work_bytes

router = APIRouter()
LATER: dict[int | str, dict[str, Any]] = {
    **PROBLEMS,
    202: {"model": Started, "description": "It is being computed"},
    409: {"model": Problem, "description": "It cannot be computed"},
}
BYTES = "application/octet-stream"
REPORT: dict[str, Any] = {"content": {"application/json": {"schema": {"type": "object"}}}, "description": "The report"}


@router.post("/advice", responses={**LATER, 200: {"model": AdviceOut}})
async def give_advice(asked: AdviceIn, behind: Behind) -> Response:
    """Every legal action in a position, the best first, with what it is worth and what it gives up."""
    # A solution in memory answers here, which is faster than waiting for a thread. The rest may take longer.
    found = behind.at_hand(asked.rules, asked.objective)
    if found:
        game, solution = found
        return as_json(advice(behind, game, asked.objective, solution, asked))
    return await run_in_threadpool(_advice, asked, behind)


def _advice(asked: AdviceIn, behind: Backstage) -> Response:
    game = behind.game(asked.rules)
    if asked.meanwhile and asked.objective == "win" and behind.known(game, Objective("win")) is None:
        return as_json(advice_by_points(behind, game, asked))
    solution = behind.solution(game, asked.objective)
    with behind.memory.work(turn_work_bytes(solution)):
        return as_json(advice(behind, game, asked.objective, solution, asked))


@router.post("/slice", response_class=Response, responses={**LATER, 200: content_of(BYTES, BINARY)})
def slice_of_turn(asked: SliceIn, behind: Behind) -> Response:
    """A whole turn at given scores, as arrays by turn total and dice to roll: worth of a bank and a roll, decision."""
    game = behind.game(asked.rules)
    require("slice", game.rules)
    solution = behind.solution(game, "win")
    with behind.memory.work(turn_work_bytes(solution)):
        turn = turn_for(behind, game, "win", solution, asked)
        assert isinstance(turn, RaceTurn)
        found = turn_slice(turn)
        names = ("totals", "bank", "roll", "decision", "bust", "reachable")
        arrays = {name: getattr(found, name) for name in names}
        about = {
            "phases": list(found.phases),
            "decisions": ["roll", "bank", "neither"],
            "value": float(turn.state_value(0, 0)),
        }
        return Response(packed(arrays, {**about, **_scale(game, turn.model.unit)}), media_type=BYTES)


@router.post("/surface", response_class=Response, responses={**LATER, 200: content_of(BYTES, BINARY)})
def surface(asked: SurfaceIn, behind: Behind) -> Response:
    """The least turn total to bank at, at all pairs of scores, for a number of dice (Hog: the dice to roll)."""
    game = behind.game(asked.rules)
    check_boundaries(game.rules, asked.most)
    name = game.question("surface", asked.most)
    found: tuple[Boundaries, int] | None = behind.shelf.get(f"surface {name}")
    if found is None:
        behind.look(game)
        raise StartedError(behind.job(_surface_job(behind, game, name, asked.most)))
    surfaces, unit = found
    dice = surfaces.phases[0] if asked.dice is None else asked.dice
    if dice not in surfaces.phases:
        raise InputError(f"dice: {shown(dice)}: it must be one of {', '.join(surfaces.phases)}")
    shows = "dice" if game.rules.family == "hog" else "hold_at"
    place = surfaces.phases.index(dice)
    arrays = {
        "scores": surfaces.scores,
        shows: surfaces.hold_at[place],
        "never": surfaces.never[place],
        "value": surfaces.values,
    }
    about = {"phases": list(surfaces.phases), "dice": dice, "shows": shows, "assumed": []}
    about["assumed"] = [*other_players(game.rules, None), *assumed(game.rules)]
    about |= _scale(game, unit)
    return Response(packed(arrays, about), media_type=BYTES)


def _scale(game: HashedGame, unit: int) -> dict[str, Any]:
    return {"title": game.rules.title, "goal": game.rules.goal, "unit": unit}


def _surface_job(behind: Backstage, game: HashedGame, name: str, most: int) -> Job:
    def settle(found: tuple[Boundaries, int]) -> dict[str, Any]:
        size = found[0].nbytes
        if not behind.shelf.has_room_for(size):
            raise too_large("the surface", size, behind.shelf.largest)
        behind.shelf.put(f"surface {name}", found, size)
        return {}

    arguments = {"rules": game.rules, "most": most, "most_seconds": behind.settings.job_seconds}
    return Job(name, "surface", arguments, game.rules.title or "A game", "surface", settle)


@router.post("/compare", responses={**LATER, 200: REPORT})
def compare(asked: CompareIn, behind: Behind) -> Response:
    """Show what a variant changes: fairness, length, points, skill, luck, and where best play differs."""
    games = [behind.game(rules) for rules in asked.rules]
    for game in games:
        require("profile", game.rules)
        behind.look(game)
    named = [(game.rules.title or f"Game {number}", game.rules) for number, game in enumerate(games, 1)]
    names = [name for name, _ in named]
    if len(set(names)) < len(names):  # two variants of one game
        named = [(f"{name} ({number})", rules) for number, (name, rules) in enumerate(named, 1)]
    asks = question("compare", *((name, game.hash) for (name, _), game in zip(named, games, strict=True)))
    arguments = {"games": named, "most_seconds": behind.settings.job_seconds}
    found = behind.result(asks, "compare_games", arguments, " and ".join(names)[:200])
    return Response(found, media_type="application/json")


@router.get(
    "/papers",
    dependencies=[StartsWork],
    responses={**ASKED, 200: REPORT, 202: {"model": Started}, 409: LATER[409], 429: PROBLEMS[429]},
)
def papers(behind: Behind) -> Response:
    """Every number that the papers print, beside ours, with notes on misprints."""
    return Response(behind.result(question("papers"), "papers", {}, "Papers"), media_type="application/json")
