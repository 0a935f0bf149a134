"""What requests hold: every field bounded, nothing unknown allowed."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StringConstraints, model_validator

LONGEST_TOML = 64 * 1024
MOST = 10**9

Line = Annotated[str, StringConstraints(max_length=200)]
Points = Annotated[int, Field(strict=True, ge=-MOST, le=MOST)]
Count = Annotated[int, Field(strict=True, ge=0, le=1000)]
Dice = Annotated[str, StringConstraints(min_length=1, max_length=600)]
ObjectiveText = Annotated[
    str, StringConstraints(max_length=20), Field(description="win, score, average, turns or within:N")
]
Small = StrictBool | StrictInt | float | Line
Value = Small | Annotated[list[Small | Annotated[list[Small], Field(max_length=1000)]], Field(max_length=1000)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class Request(BaseModel):
    """What all requests share."""

    model_config = ConfigDict(extra="forbid")


class RulesIn(Request):
    """Rules: a preset or the text of a rules file, and perhaps some keys changed."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"preset": "farkle", "set": {"goal": 5000}}]}
    )
    preset: Annotated[str, StringConstraints(min_length=1, max_length=100)] | None = None
    toml: Annotated[str, StringConstraints(max_length=LONGEST_TOML)] | None = None
    set: Annotated[dict[Key, Value], Field(max_length=200)] = {}

    @model_validator(mode="after")
    def _one_source(self) -> RulesIn:
        if (self.preset is None) == (self.toml is None):
            raise ValueError("either preset or toml, one of the two")
        return self


class SolveIn(Request):
    """A game to solve."""

    rules: RulesIn
    objective: ObjectiveText = "win"


class Problem(BaseModel):
    """Why something was not done, in one line."""

    error: str


class Solve(BaseModel):
    """A solve or another long job, and how far it is."""

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
    """The answer is being worked out: ask for the job, then again."""

    solve: Solve


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
    toml: str


class EstimateOut(BaseModel):
    """What a solve for the win will take: states, seconds and bytes."""

    states: int
    seconds: float
    memory: int


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
    toml: str | None = None
    warnings: list[str] = []
    estimate: EstimateOut | None = None
