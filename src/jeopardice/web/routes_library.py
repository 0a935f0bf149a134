"""The library of games, which the client keeps: summaries to be kept with games, progress, and games as text."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field, StrictBool, StringConstraints

from jeopardice.play.habits import Habit, Kind, Situation
from jeopardice.play.progress import GameRow, Tally, progress
from jeopardice.play.record import MOST_NAME, MOST_PLAYER
from jeopardice.play.summary import SeatSummary
from jeopardice.web.requests import RecordOnly, Request
from jeopardice.web.routes_games import ANSWERS, AtTables, checked_record
from jeopardice.web.routes_rules import PROBLEMS
from jeopardice.web.routes_solves import as_json

router = APIRouter(prefix="/games")
MOST_GAMES = 5000
MOST_TEXT = 250_000
MOST = 10**9

Number = Annotated[float, Field(ge=-MOST, le=MOST, allow_inf_nan=False)]
Counted = Annotated[int, Field(strict=True, ge=0, le=MOST)]
Dice = Annotated[int, Field(strict=True, ge=0, le=1000)]
When = Annotated[float, Field(ge=0, le=10**15, allow_inf_nan=False, description="Milliseconds since 1970")]
Places = Annotated[list[tuple[Dice | None, Situation, Counted]], Field(max_length=10_000)]
Mistakes = Annotated[list[tuple[Kind, Dice | None, Situation | None, Counted, Number]], Field(max_length=10_000)]

Row = tuple[When, Counted, Counted, Number, Number | None, Number | None]
Rows = Annotated[list[Row], Field(max_length=MOST_GAMES)]


class SummaryIn(RecordOnly):
    """A game; with `solve`, it is solved if it is not solved yet."""

    solve: StrictBool = False


class SummaryOut(BaseModel):
    """How a game stands, and a summary of its review: null while the game is not solved."""

    outcome: dict[str, Any]
    seats: list[dict[str, Any]] | None


class SeatSummaryIn(Request):
    """A seat's summary, as /api/games/summary answers."""

    name: Annotated[str, StringConstraints(max_length=MOST_NAME)]
    player: Annotated[str, StringConstraints(max_length=MOST_PLAYER)]
    decisions: Counted
    good: Counted
    cost: Number
    luck: Number
    result: Number | None
    adjusted: Number | None
    places: Places
    mistakes: Mistakes

    @property
    def summary(self) -> SeatSummary:
        """As the play package has it."""
        known = self.model_dump(exclude={"places", "mistakes"})
        return SeatSummary(**known, places=_places(self.places), mistakes=_mistakes(self.mistakes))


class PlayedIn(Request):
    """A player's game: when it was played, and the summary of the seat."""

    played: When
    seat: SeatSummaryIn


class TallyIn(Request):
    """The games added so far, as an earlier answer has them."""

    games: Rows = Field(default_factory=list)
    places: Places = Field(default_factory=list)
    mistakes: Mistakes = Field(default_factory=list)


class ProgressIn(Request):
    """A player's games; many are sent in parts, each with the `tally` of the answer before."""

    name: Annotated[str, StringConstraints(max_length=MOST_NAME)]
    games: Annotated[list[PlayedIn], Field(max_length=MOST_GAMES)]
    tally: TallyIn = TallyIn()


class ProgressOut(BaseModel):
    """The tally with these games, and the progress so far."""

    tally: dict[str, Any]
    progress: dict[str, Any]


class TextIn(RecordOnly):
    """A game, and when it was played."""

    date: Annotated[str, StringConstraints(max_length=40, pattern=r"^[0-9T :.+-]*$")] = ""


class TextOut(BaseModel):
    """A game as text."""

    text: str


class ReadIn(Request):
    """A game as text, or the JSON of its record."""

    text: Annotated[str, StringConstraints(max_length=MOST_TEXT)]


class ReadOut(BaseModel):
    """The game of a text, and when it was played, if the text says so."""

    record: dict[str, Any]
    date: str


@router.post("/summary", responses={**ANSWERS, 200: {"model": SummaryOut}})
def summary(asked: SummaryIn, at: AtTables) -> Response:
    """How a game stands, and what to keep of its review."""
    outcome, seats = at.summary(checked_record(asked.record), asked.solve)
    return as_json({"outcome": outcome, "seats": seats})


@router.post("/progress", responses={**PROBLEMS, 200: {"model": ProgressOut}})
def progress_of(asked: ProgressIn) -> Response:
    """Errors, luck and habits of a player over many games."""
    rows = [GameRow(*row) for row in asked.tally.games]
    tally = Tally(rows, _places(asked.tally.places), _mistakes(asked.tally.mistakes))
    for game in asked.games:
        tally.add(game.played, game.seat.summary)
    return as_json({"tally": tally.as_json(), "progress": progress(asked.name, tally).as_json()})


@router.post("/text", responses={**PROBLEMS, 200: {"model": TextOut}})
def text_of(asked: TextIn, at: AtTables) -> Response:
    """A game as text that people can read."""
    return as_json({"text": at.text(checked_record(asked.record), asked.date)})


@router.post("/read", responses={**PROBLEMS, 200: {"model": ReadOut}})
def read(asked: ReadIn, at: AtTables) -> Response:
    """The game of a text; errors name the line."""
    found = at.read(asked.text)
    return as_json({"record": found.record.as_json(), "date": found.date})


def _places(rows: list[tuple[int | None, Situation, int]]) -> dict[tuple[int | None, Situation], int]:
    return {(dice_left, situation): count for dice_left, situation, count in rows}


def _mistakes(
    rows: list[tuple[Kind, int | None, Situation | None, int, float]],
) -> dict[Habit, tuple[int, float]]:
    return {Habit(kind, dice_left, situation): (count, cost) for kind, dice_left, situation, count, cost in rows}
