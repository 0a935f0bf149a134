"""Answers, as the description of the API has them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field


class GameOut(BaseModel):
    """The game after the move, and what the players see of it."""

    record: dict[str, Any]
    view: dict[str, Any]


class CoachOut(BaseModel):
    """Every legal move with its chance to win, the best first, and why."""

    value: float
    measure: Annotated[str, Field(description="What values are: chance; in the meantime points in the turn")]
    objective: Annotated[str, Field(description="What the moves are ranked by: win; in the meantime score")]
    solve: Annotated[dict[str, Any] | None, Field(description="In the meantime: the job that looks for best play")]
    actions: list[dict[str, Any]]
    sentence: str
    sentences: list[str]
    mix: float | None


class ReviewOut(BaseModel):
    """What every decision cost, how lucky every roll was; for each seat start + luck + cost + others = result."""

    decisions: list[dict[str, Any]]
    rolls: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    patterns: Annotated[list[dict[str, Any]], Field(description="The kinds of mistakes that players repeated")]


class ActionOut(BaseModel):
    """A legal action, and what it is worth."""

    move: str
    keep: str
    points: int
    then: str
    dice: str
    value: float
    loss: float
    verdict: str
    bust: float | None
    probability: float | None = None


class AdviceOut(BaseModel):
    """What a position is worth, and every legal action, the best first."""

    value: float
    measure: Annotated[str, Field(description="What values are: chance, points or turns; difference of chances")]
    actions: list[ActionOut]
    event: str | None
    sentence: str
    sentences: list[str]
    mix: float | None
    left_out: Annotated[list[str], Field(description="Keys of the rules that the answer does not consider")]
    left_out_words: Annotated[list[str], Field(description="The same in a player's words, each once")]
    objective: Annotated[str, Field(description="What the actions are ranked by; in the meantime score")]
    solve: Annotated[dict[str, Any] | None, Field(description="In the meantime: the job that looks for best play")]


class Problem(BaseModel):
    """Why something was not done, in one line."""

    error: str


class Unsolved(Problem):
    """Why something was not done; while the game is being solved, with the job that solves it."""

    solve: dict[str, Any] | None = None


class Solve(BaseModel):
    """A solve or another long job, and its progress."""

    id: str
    title: str
    objective: str
    state: Annotated[str, Field(description="queued, running, done, failed or cancelled")]
    progress: float
    seconds: float | None
    error: str | None
    value: float | None
    values: list[float] | None
    states: int | None


class Started(BaseModel):
    """The answer is being computed: poll the job until it is done, then repeat the request."""

    solve: Solve


class KindOut(BaseModel):
    """Dice of one kind: the letter that names it ("" where all dice are alike), how many, and what they can show."""

    name: str
    count: int
    faces: list[str]


class View(BaseModel):
    """A way to look at best play (surface, slice or table); where it is missing, why."""

    name: str
    missing: str | None


class ScoringOut(BaseModel):
    """A pattern of dice, and what it scores."""

    pattern: str
    points: int


HowTo = Annotated[list[str], Field(description="How it is played, for newcomers: one sentence each")]
MostSeats = Annotated[int, Field(description="How many may play it at one table")]


class Preset(BaseModel):
    """A game that comes with Jeopardice."""

    name: str
    title: str
    family: str
    goal: int
    players: int
    source: str
    note: str
    summary: str
    how: HowTo
    most_seats: MostSeats
    toml: str
    dice: list[KindOut]
    views: list[View]


class EstimateOut(BaseModel):
    """What a solve for the win will take: states, seconds and bytes."""

    states: int
    seconds: float
    memory: int


class BestPlayOut(BaseModel):
    """Whether best play of a game is known, and what solving it would take."""

    known: bool
    seconds: Annotated[float | None, Field(description="As estimated; null where there is no estimate")]
    problem: Annotated[str | None, Field(description="Why this server cannot solve it")]


class RulesChecked(BaseModel):
    """Rules that can be played (`ok`), or what is wrong with them (`error`)."""

    ok: bool
    error: str | None = None
    hash: str | None = None
    title: str | None = None
    family: str | None = None
    goal: int | None = None
    players: int | None = None
    summary: str | None = None
    how: HowTo = []
    scoring: list[ScoringOut] = []
    most_seats: MostSeats | None = None
    toml: str | None = None
    dice: list[KindOut] = []
    views: list[View] = []
    warnings: list[str] = []
    estimate: EstimateOut | None = None
    best_play: BestPlayOut | None = None
