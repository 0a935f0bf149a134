"""Requests: every field is bounded, and unknown ones are refused."""

from __future__ import annotations

from typing import Annotated, Literal

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
Total = Annotated[int, Field(strict=True, ge=0, le=MOST)]
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
    """Report what a value may be, instead of one error for each type."""
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

Meanwhile = Annotated[
    StrictBool, Field(description="while best play is not known, answer by the points in the turn (objective: score)")
]


class Request(BaseModel):
    """What all requests share."""

    model_config = ConfigDict(extra="forbid")


class RulesIn(Request, json_schema_extra={"examples": [{"preset": "farkle", "set": {"goal": 5000}}]}):
    """Rules: a preset or the text of a rules file, with some keys changed if wanted."""

    preset: Annotated[str, StringConstraints(min_length=1, max_length=100), PRESETS] | None = None
    toml: Annotated[str, StringConstraints(max_length=MOST_TOML)] | None = None
    set: Annotated[dict[Key, Value], Field(max_length=MOST_CHANGES)] = {}

    @model_validator(mode="after")
    def _one_source(self) -> RulesIn:
        if (self.preset is None) == (self.toml is None):
            raise ValueError("give either preset or toml")
        return self

    @property
    def named(self) -> NamedRules:
        """The rules as a record of a game names them."""
        return NamedRules.of(self.model_dump(exclude_none=True))


class SolveIn(Request):
    """A game to solve."""

    rules: RulesIn
    objective: ObjectiveText = "win"


class OfferIn(Request):
    """With turn.steal: the dice and the turn total that the previous turn has left."""

    dice: Dice
    total: Total


class StateIn(Request):
    """The state of a game between two turns."""

    scores: Annotated[list[Points], Field(max_length=10)] | None = None
    busts: Annotated[list[Count], Field(max_length=10)] | None = None
    to_beat: Total = 0
    seat: Annotated[int, Field(strict=True, ge=1, le=10)] = 1


POSITION = {"rules": {"preset": "farkle"}, "scores": [3500, 4200], "turn": 650, "roll": "115346"}


class AdviceIn(StateIn, json_schema_extra={"examples": [POSITION]}):
    """A position: should I bank?"""

    rules: RulesIn
    objective: ObjectiveText = "win"
    turn: Total = 0
    roll: Dice | None = None
    dice_left: Dice | None = None
    singles: Count = 0
    offer: OfferIn | None = None
    meanwhile: Meanwhile = False


class SurfaceIn(Request):
    """A surface of when to bank for a number of dice; `most`: the number of scores on each side."""

    rules: RulesIn
    dice: Annotated[str, StringConstraints(min_length=1, max_length=100)] | None = None
    most: Annotated[int, Field(strict=True, ge=2, le=200)] = 100


class SliceIn(StateIn):
    """A whole turn at given scores."""

    rules: RulesIn


class CompareIn(Request):
    """Games to compare."""

    rules: Annotated[list[RulesIn], Field(min_length=1, max_length=4)]


class SeatIn(Request):
    """A player at the table."""

    name: Annotated[str, StringConstraints(max_length=MOST_NAME)] = ""
    player: Annotated[
        str,
        StringConstraints(max_length=MOST_PLAYER),
        Field(description="human, optimal, max-score, card, beginner or a strategy such as hold-at:300"),
    ] = "human"


class RecordIn(Request):
    """A game, complete."""

    version: Annotated[int, Field(strict=True, ge=1, le=1)] = 1
    rules: RulesIn
    seats: Annotated[list[SeatIn], Field(min_length=FEWEST_SEATS, max_length=MOST_SEATS)]
    first: Annotated[int, Field(strict=True, ge=0, lt=MOST_SEATS)] = 0
    seed: Annotated[str, StringConstraints(max_length=MOST_SEED)] = ""
    dice: Annotated[Literal["seed", "given"], Field(description="from the seed, or given with the moves")] = "seed"
    moves: Annotated[
        list[Annotated[str, StringConstraints(max_length=MOST_MOVE)]],
        Field(
            max_length=MOST_MOVES,
            description="of all seats, in order: roll, bank, 15 roll, 15 bank, roll 7, steal, 115 end; "
            "with given dice: 15 roll [2346], or the result of a turn: banked 450, bust",
        ),
    ] = []


SEATS = [{"name": "You"}, {"name": "Ada", "player": "optimal"}]
RECORD = {"rules": {"preset": "pig"}, "seats": SEATS, "seed": "k3v9x2", "moves": ["roll"]}


class RecordOnly(Request, json_schema_extra={"examples": [{"record": RECORD}]}):
    """A game."""

    record: RecordIn


class CoachIn(RecordOnly):
    """A game in which the coach is asked."""

    meanwhile: Meanwhile = False


class GameIn(RecordOnly):
    """A game, and optionally a move: of the seat to move, or (advance) of the computer."""

    move: Annotated[str, StringConstraints(max_length=MOST_MOVE)] | None = None
    advance: StrictBool = False
