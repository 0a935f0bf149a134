"""The app: the API under /api, the pages, and what turns any error into one line of JSON."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Match, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from jeopardice import __version__
from jeopardice.common.errors import InputError, JeopardiceError, one_line, shown
from jeopardice.common.pages import render
from jeopardice.web import routes_advice, routes_games, routes_library, routes_rules, routes_solves
from jeopardice.web.backstage import Backstage
from jeopardice.web.errors import BusyError
from jeopardice.web.guard import Guard
from jeopardice.web.jobs import NotSolvedError, StartedError
from jeopardice.web.routes_rules import bare
from jeopardice.web.routes_solves import as_solve
from jeopardice.web.settings import Settings
from jeopardice.web.tables import Tables

STATIC = Path(str(files("jeopardice.web").joinpath("static")))
NO_TELEMETRY: Any = dict.fromkeys(("tracing", "metrics", "logs", "operation_spans", "auto_configure"), False)
"""Nothing is sent anywhere, whatever the environment says."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
A_WEEK = "public, max-age=604800"
ABOUT = """Everything the pages do, for other programs. Errors are `{"error": "one line"}`. A long answer is computed in
the background: status 202 with a job (`solve`), to be polled at `/api/solves/{id}` until it is done; then repeat the
request."""


def make_app(settings: Settings | None = None) -> FastAPI:
    """The app with its worker processes, which start and end with it."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.backstage = Backstage(settings)
        app.state.tables = Tables(app.state.backstage)
        try:
            yield
        finally:
            app.state.backstage.close()

    app = FastAPI(
        title="Jeopardice",
        version=__version__,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,  # its page would load scripts from outside
        redoc_url=None,
        telemetry=NO_TELEMETRY,
    )
    app.add_middleware(Guard, settings=settings)
    app.add_exception_handler(JeopardiceError, _known_error)
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _internal_error)
    for routes in (routes_rules, routes_solves, routes_advice, routes_games, routes_library):
        app.include_router(routes.router, prefix="/api")

    @app.get("/plotly.min.js", include_in_schema=False)
    def plotly() -> Response:
        return FileResponse(_plotly(), media_type="text/javascript", headers={"cache-control": A_WEEK})

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> Response:
        return HTMLResponse(render("api", prose=_prose, json=json.dumps, **app.openapi()))

    if STATIC.is_dir():
        app.mount("/", Pages(directory=STATIC, html=True))
    return app


class Pages(StaticFiles):
    """The files of the pages; browsers revalidate them, since another version may have been installed."""

    def file_response(self, *arguments: Any, **more: Any) -> Response:
        """A file that browsers revalidate."""
        response = super().file_response(*arguments, **more)
        response.headers["cache-control"] = "no-cache"
        return response

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file; the first page for the address of a page that is no file."""
        if allowed := _methods(scope):
            raise HTTPException(405, headers={"allow": ", ".join(allowed)})
        if scope["path"].lstrip("/").partition("/")[0] == "api":  # in `path` ".." is gone already
            raise HTTPException(404)
        try:
            return await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or "." in path:
                raise
            return await super().get_response("index.html", scope)


def _methods(scope: Scope) -> list[str]:
    """The methods that a path of the API allows; none for other paths."""
    routes = [route for route in scope["app"].routes if not isinstance(route, Mount)]
    paths = [{**scope, "method": method, "path": scope["path"], "root_path": ""} for method in METHODS]
    return [path["method"] for path in paths if any(route.matches(path)[0] is Match.FULL for route in routes)]


def _prose(text: str) -> str:
    """A description as HTML, with what is in backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text, quote=False))


def _plotly() -> Path:
    """Plotly's script from its Python package."""
    place = Path(str(files("plotly").joinpath("package_data", "plotly.min.js")))
    if not place.is_file():
        raise HTTPException(404, "plotly.min.js: the installed plotly does not contain it")
    return place


async def _known_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, JeopardiceError)
    status = 429 if isinstance(error, BusyError) else 422 if isinstance(error, InputError) else 409
    content: dict[str, Any] = {"error": bare(error)}
    if isinstance(error, StartedError):
        content["solve"] = as_solve(error.job).model_dump()
        if not isinstance(error, NotSolvedError) and error.job.state not in ("failed", "cancelled"):
            return JSONResponse({"solve": content["solve"]}, 202)
    return JSONResponse(content, status)


async def _bad_request(request: Request, error: Exception) -> Response:
    """The first error in a request: where, and why."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return JSONResponse({"error": "the request is not valid JSON"}, 400)
    place = ".".join(str(part) for part in first["loc"] if part != "body")[:100]
    reason = first["msg"].removeprefix("Value error, ").replace("Input should", "it should")[:300]
    given = first.get("input")
    said = f"{shown(given)}: " if isinstance(given, str | int | float) and first["type"] != "value_error" else ""
    return JSONResponse({"error": one_line(f"{place}: {said}{reason}" if place else reason)}, 422)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return JSONResponse({"error": one_line(str(error.detail))}, error.status_code, headers=error.headers)


async def _internal_error(request: Request, error: Exception) -> Response:
    """An internal error; the log has the rest."""
    return JSONResponse({"error": f"{request.url.path}: internal error: {type(error).__name__}"}, 500)
