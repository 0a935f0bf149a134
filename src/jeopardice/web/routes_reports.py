"""Comparisons of games, and what the papers print beside what comes out here."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from jeopardice.race.support import only_two
from jeopardice.web.backstage import question
from jeopardice.web.models import CompareIn, Started
from jeopardice.web.routes_advice import LATER
from jeopardice.web.routes_rules import ASKED, PROBLEMS, Behind, StartsWork

router = APIRouter()
REPORT: dict[str, Any] = {"content": {"application/json": {"schema": {"type": "object"}}}, "description": "The report"}


@router.post("/compare", responses={**LATER, 200: REPORT})
def compare(asked: CompareIn, behind: Behind) -> Response:
    """What a variant changes: fairness, length, points, skill, luck, and where best play differs."""
    games = [behind.game(rules) for rules in asked.rules]
    for game in games:
        only_two(game.rules)
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
