"""What requests hold: every field bounded, nothing unknown allowed."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)

from jeopardice.common.errors import shown
from jeopardice.play.record import (
    FEWEST_SEATS,
    MOST_CHANGES,
    MOST_MOVE,
    MOST_MOVES,
    MOST_NAME,
    MOST_PLAYER,
    MOST_SEATS,
    MOST_SEED,
    MOST_TOML,
    NamedRules,
)
from jeopardice.rulebook import presets

LONGEST_LINE = 200
MOST = 10**9
MOST_ITEMS = 1000

PRESETS = Field(json_schema_extra={"enum": list(presets())})
Line = Annotated[str, StringConstraints(max_length=LONGEST_LINE)]
Points = Annotated[int, Field(strict=True, ge=-MOST, le=MOST)]
Count = Annotated[int, Field(strict=True, ge=0, le=1000)]
Dice = Annotated[str, StringConstraints(min_length=1, max_length=600)]
ObjectiveText = Annotated[
    str,
    StringConstraints(max_length=20),
    Field(
        description="win, score, average, turns or within:N",
        json_schema_extra={"pattern": "^(win|score|average|turns|within:[1-9][0-9]{0,2})$"},
    ),
]


def _value(value: object, check: ValidatorFunctionWrapHandler) -> object:
    """Says what a value may be; by itself each kind that it is not would be named, the first one first."""
    try:
        return check(value)
    except ValidationError:
        allowed = (
            f"a number, text of at most {LONGEST_LINE} characters, true, false or a list of at most {MOST_ITEMS:,}"
        )
        raise ValueError(f"{shown(value)}: it must be {allowed}") from None


Small = StrictBool | StrictInt | float | Line
Several = Annotated[list[Small | Annotated[list[Small], Field(max_length=MOST_ITEMS)]], Field(max_length=MOST_ITEMS)]
Value = Annotated[Small | Several, WrapValidator(_value)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class Request(BaseModel):
    """What all requests share."""

    model_config = ConfigDict(extra="forbid")


class RulesIn(Request):
    """Rules: a preset or the text of a rules file, and perhaps some keys changed."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"preset": "farkle", "set": {"goal": 5000}}]}
    )
    preset: Annotated[str, StringConstraints(min_length=1, max_length=100), PRESETS] | None = None
    toml: Annotated[str, StringConstraints(max_length=MOST_TOML)] | None = None
    set: Annotated[dict[Key, Value], Field(max_length=MOST_CHANGES)] = {}

    @model_validator(mode="after")
    def _one_source(self) -> RulesIn:
        if (self.preset is None) == (self.toml is None):
            raise ValueError("either preset or toml, one of the two")
        return self

    @property
    def named(self) -> NamedRules:
        """The rules as a record of a game names them."""
        return NamedRules.of(self.model_dump(exclude_none=True))


class SolveIn(Request):
    """A game to solve."""

    rules: RulesIn
    objective: ObjectiveText = "win"


class Offer(Request):
    """With turn.steal: what the turn before has left."""

    dice: Dice
    total: Annotated[int, Field(strict=True, ge=0, le=MOST)]


class Place(Request):
    """Where a game stands between two turns: what lasts."""

    scores: Annotated[list[Points], Field(max_length=10)] | None = None
    busts: Annotated[list[Count], Field(max_length=10)] | None = None
    to_beat: Annotated[int, Field(strict=True, ge=0, le=MOST)] = 0
    seat: Annotated[int, Field(strict=True, ge=1, le=10)] = 1


class AdviceIn(Place):
    """A position: should I bank?"""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [{"rules": {"preset": "farkle"}, "scores": [3500, 4200], "turn": 650, "roll": "115346"}]
        },
    )
    rules: RulesIn
    objective: ObjectiveText = "win"
    turn: Annotated[int, Field(strict=True, ge=0, le=MOST)] = 0
    roll: Dice | None = None
    dice_left: Dice | None = None
    singles: Count = 0
    offer: Offer | None = None


class SurfaceIn(Request):
    """Where rolling ends: a surface for a number of dice, at so many scores on each side."""

    rules: RulesIn
    dice: Annotated[str, StringConstraints(min_length=1, max_length=100)] | None = None
    most: Annotated[int, Field(strict=True, ge=2, le=200)] = 100


class SliceIn(Place):
    """A whole turn at given scores."""

    rules: RulesIn


class CompareIn(Request):
    """Games to compare."""

    rules: Annotated[list[RulesIn], Field(min_length=1, max_length=4)]


class SeatIn(Request):
    """Somebody at the table."""

    name: Annotated[str, StringConstraints(max_length=MOST_NAME)] = ""
    player: Annotated[
        str,
        StringConstraints(max_length=MOST_PLAYER),
        Field(description="human, optimal, max-score, card, beginner or a strategy such as hold-at:300"),
    ] = "human"


class RecordIn(Request):
    """Everything that a game is."""

    version: Annotated[int, Field(strict=True, ge=1, le=1)] = 1
    rules: RulesIn
    seats: Annotated[list[SeatIn], Field(min_length=FEWEST_SEATS, max_length=MOST_SEATS)]
    first: Annotated[int, Field(strict=True, ge=0, lt=MOST_SEATS)] = 0
    seed: Annotated[str, StringConstraints(max_length=MOST_SEED)] = ""
    moves: Annotated[
        list[Annotated[str, StringConstraints(max_length=MOST_MOVE)]],
        Field(
            max_length=MOST_MOVES,
            description="of all seats, in order: roll, bank, 15 roll, 15 bank, roll 7, steal, 115 end",
        ),
    ] = []


class RecordOnly(Request):
    """A game."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "record": {
                        "rules": {"preset": "pig"},
                        "seats": [{"name": "You"}, {"name": "Ada", "player": "optimal"}],
                        "seed": "k3v9x2",
                        "moves": ["roll"],
                    }
                }
            ]
        },
    )
    record: RecordIn


class GameIn(RecordOnly):
    """A game, and perhaps a move: that of the seat to move, or (advance) that of the computer to move."""

    move: Annotated[str, StringConstraints(max_length=MOST_MOVE)] | None = None
    advance: StrictBool = False


class GameOut(BaseModel):
    """The game after the move, and what is seen of it."""

    record: dict[str, Any]
    view: dict[str, Any]


class CoachOut(BaseModel):
    """Every legal move with its chance to win, the best first, and why."""

    value: float
    actions: list[dict[str, Any]]
    sentence: str
    sentences: list[str]
    mix: float | None


class ReviewOut(BaseModel):
    """What every decision cost, how lucky every roll was; for each seat start + luck + cost + others = result."""

    decisions: list[dict[str, Any]]
    rolls: list[dict[str, Any]]
    seats: list[dict[str, Any]]


class ActionOut(BaseModel):
    """Something a player may do, and what it is worth."""

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
    left_out: list[str]


class Problem(BaseModel):
    """Why something was not done, in one line."""

    error: str


class Unsolved(Problem):
    """Why something was not done; where best play is being looked for, the job that does."""

    solve: dict[str, Any] | None = None


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
    """What it takes to know the best play of a game."""

    known: bool
    seconds: Annotated[float | None, Field(description="As estimated; null where it cannot be told beforehand")]
    problem: Annotated[str | None, Field(description="Why it cannot be worked out by this server")]


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
