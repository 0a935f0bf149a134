"""Rules: the presets, live checking, and the file to download."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request, Response

from jeopardice import __version__
from jeopardice.common.errors import JeopardiceError
from jeopardice.play.howto import how_to_play, most_seats, scoring_list
from jeopardice.race.questions import Asked
from jeopardice.race.support import refusal
from jeopardice.rulebook import Rules, presets, rules, special
from jeopardice.turn.reading import kinds_shown
from jeopardice.web.answers import KindOut, Preset, Problem, RulesChecked, View
from jeopardice.web.backstage import Backstage
from jeopardice.web.errors import BusyError
from jeopardice.web.guard import may_start_work
from jeopardice.web.requests import RulesIn

router = APIRouter()
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": reason}
    for status, reason in {
        400: "Not valid JSON",
        403: "A page of another site",
        408: "The request did not arrive in time",
        413: "Too large",
        415: "Not application/json",
        422: "A value is not allowed",
        429: "Too many jobs are waiting",
        503: "Too many simultaneous requests",
    }.items()
}
ASKED: dict[int | str, dict[str, Any]] = {status: PROBLEMS[status] for status in (403, 503)}
"""What may be wrong with a request that has no body."""
TEXT, BINARY = {"type": "string"}, {"type": "string", "format": "binary"}
"""Schemas of answers that are not JSON."""


def content_of(kind: str, schema: dict[str, str]) -> dict[str, Any]:
    """The OpenAPI description of an answer that is not JSON; its endpoint needs `response_class=Response`, too."""
    return {"content": {kind: {"schema": schema}}, "description": "OK"}


def backstage(request: Request) -> Backstage:
    """What this app keeps."""
    kept: Backstage = request.app.state.backstage
    return kept


def starting_work(request: Request) -> None:
    """Refuse a GET that starts long work if a page of another site may have made the browser send it."""
    if not may_start_work(request.headers):
        raise HTTPException(403, "Referer: a browser may request this only from our own pages")


StartsWork = Depends(starting_work)
Behind = Annotated[Backstage, Depends(backstage)]


@router.get("/health", responses=ASKED)
async def health() -> dict[str, str]:  # needs no thread
    """Whether the server is up."""
    return {"status": "ok", "version": __version__}


@router.get("/presets", responses=ASKED)
def list_presets() -> list[Preset]:
    """The games that come with Jeopardice."""
    return _presets()


@cache
def _presets() -> list[Preset]:
    games = {name: rules(name) for name in presets()}
    named = [{"name": name, "source": game.source, "note": game.note, **_about(game)} for name, game in games.items()]
    return [Preset.model_validate(game) for game in named]


def _about(game: Rules) -> dict[str, Any]:
    """What is shown of a game, preset or not."""
    kinds = [KindOut(name=name, count=count, faces=faces) for name, count, faces in kinds_shown(game.dice)]
    return {
        **{key: getattr(game, key) for key in ("title", "family", "goal", "players")},
        "summary": "; ".join(special(game)),
        "how": how_to_play(game),
        "most_seats": most_seats(game),
        "toml": game.to_toml(),
        "dice": kinds,
        "views": views(game),
    }


@router.post("/rules", responses=PROBLEMS)
def check_rules(asked: RulesIn, behind: Behind) -> RulesChecked:
    """Check rules: what they are, what a solve would take, or what is wrong with them."""
    try:
        game = behind.game(asked)
        found = behind.look(game)
    except BusyError:
        raise
    except JeopardiceError as error:
        return RulesChecked(ok=False, error=bare(error))
    estimate = found.estimate
    return RulesChecked.model_validate(
        {
            "ok": True,
            "hash": game.hash,
            **_about(game.rules),
            "scoring": scoring_list(game.rules),
            "warnings": [bare(warning) for warning in found.warnings],
            "estimate": estimate and {key: getattr(estimate, key) for key in ("states", "seconds", "memory")},
            "best_play": behind.best_play(game),
        }
    )


def bare(message: object) -> str:
    """What an error says, without the name of rules that have none."""
    return str(message).removeprefix("rules: ").removeprefix("rules.")


@router.post("/rules/file", response_class=Response, responses={**PROBLEMS, 200: content_of("application/toml", TEXT)})
def rules_file(asked: RulesIn, behind: Behind) -> Response:
    """The rules as a file, ready to edit."""
    game = behind.game(asked).rules
    return download(game.to_toml().encode(), "application/toml", f"{file_name(game)}.toml")


def file_name(game: Rules) -> str:
    """A file name made from the title."""
    name = "".join(c if c.isascii() and c.isalnum() else "-" for c in game.title.lower())
    return "-".join(filter(None, name.split("-")))[:60] or "game"


def download(content: bytes, kind: str, name: str) -> Response:
    """A file for the person to keep."""
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


def views(rules: Rules) -> list[View]:
    """The surface, one turn and the tables, each with the reason why it is missing."""
    by_scores, one_turn = _missing("boundaries", rules), _missing("slice", rules)
    if one_turn is None and rules.family == "hog":
        one_turn = "One turn is a single roll here: there is nothing to follow."
    return [
        View(name="surface", missing=by_scores),
        View(name="slice", missing=one_turn),
        View(name="table", missing=by_scores),
    ]


def _missing(question: Asked, rules: Rules) -> str | None:
    """Why a question has no answer, as a sentence; None if it has one."""
    found = refusal(question, rules) or refusal("best play", rules)
    return None if found is None else f"{found.reason[0].upper()}{found.reason[1:]}."
