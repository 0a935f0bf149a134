"""A player's progress over many games: the formulas are in docs/play.md, "Progress".

Games i = 1 ... n have d_i decisions that cost c_i together. The error per decision is

    e = sum c_i / sum d_i,   with standard error  sqrt( n / (n - 1)  sum (c_i - e d_i)^2 ) / sum d_i,

that of a ratio of sums over independent games. The trend compares it in the last third of the games and before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from math import sqrt
from typing import Any

from jeopardice.play.habits import FEWEST, KINDS, LEAST, MOST_OF, SITUATIONS, Habit, Situation, habit_words
from jeopardice.play.summary import Place, SeatSummary

RECENT = 10
"""Games of which the line of recent games is made."""
FEWEST_TREND = 15
"""Games from which on a trend is looked for."""
CLEAR = 3.0
"""Standard errors from which on a difference is called one; those of a few games are too small now and then."""

Mistakes = dict[Habit, tuple[int, float]]


@dataclass(frozen=True)
class GameRow:
    """What is known of each game."""

    played: float
    """When: milliseconds since 1970."""
    decisions: int
    good: int
    cost: float
    result: float | None
    adjusted: float | None


@dataclass
class Tally:
    """The sum of games so far; more can be added."""

    games: list[GameRow] = field(default_factory=list)
    places: dict[Place, int] = field(default_factory=dict)
    mistakes: Mistakes = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Plain data, short."""
        return {
            "games": [list(vars(game).values()) for game in self.games],
            "places": [[*place, count] for place, count in self.places.items()],
            "mistakes": [[*asdict(habit).values(), *made] for habit, made in self.mistakes.items()],
        }

    def add(self, played: float, seat: SeatSummary) -> None:
        """Add a player's game."""
        row = (seat.decisions, seat.good, seat.cost, seat.result, seat.adjusted)
        self.games.append(GameRow(played, *row))
        for place, decisions in seat.places.items():
            self.places[place] = self.places.get(place, 0) + decisions
        for habit, (number, cost) in seat.mistakes.items():
            count, so_far = self.mistakes.get(habit, (0, 0.0))
            self.mistakes[habit] = count + number, so_far + cost


@dataclass(frozen=True)
class Estimated:
    """A mean with its standard error; None for a single game."""

    value: float
    stderr: float | None


@dataclass(frozen=True)
class Group:
    """Decisions of one kind or in one place."""

    name: str
    decisions: int | None
    """None for a kind of mistake."""
    mistakes: int
    cost: float


@dataclass(frozen=True)
class CostliestHabit:
    """The kind of mistake that costs most, and where, if one place has most of it."""

    habit: Habit
    count: int
    decisions: int
    """Decisions in that place."""
    cost: float
    sentence: str


@dataclass(frozen=True)
class Progress:
    """A player's progress."""

    games: int
    decisions: int
    error: Estimated | None
    """Cost per decision."""
    accuracy: float | None
    """The part of the decisions that are best or fine."""
    finished: int
    won: float
    """Wins, and parts of wins."""
    luck: float | None
    """What luck gave or took in a game: the result less the luck-adjusted one."""
    adjusted: Estimated | None
    """The luck-adjusted result of a game."""
    series: list[dict[str, Any]]
    """For each game when it was played, its error per decision and accuracy, and those of the recent games together."""
    by_kind: list[Group]
    by_dice: list[Group]
    by_situation: list[Group]
    habit: CostliestHabit | None
    trend: str | None
    """What has changed, in a sentence."""

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)


def progress(name: str, tally: Tally) -> Progress:
    """A player's progress over the games of a tally, in the order in which they were played."""
    games = sorted(tally.games, key=lambda game: game.played)
    finished = [game for game in games if game.result is not None]
    adjusted = [game.adjusted for game in games if game.adjusted is not None]
    lucky = [(game.result or 0.0) - game.adjusted for game in games if game.adjusted is not None]
    return Progress(
        games=len(games),
        decisions=sum(game.decisions for game in games),
        error=_error(games),
        accuracy=_accuracy(games),
        finished=len(finished),
        won=sum(game.result or 0.0 for game in finished),
        luck=sum(lucky) / len(lucky) if lucky else None,
        adjusted=_mean(adjusted),
        series=[_point(games[max(0, at - RECENT) : at]) for at in range(1, len(games) + 1)],
        by_kind=_groups(tally, lambda habit: KINDS[habit.kind]),
        by_dice=_groups(tally, lambda habit: _dice_words(habit.dice_left), lambda place: _dice_words(place[0])),
        by_situation=_groups(tally, lambda habit: _when(habit.situation), lambda place: _when(place[1])),
        habit=costliest_habit(name, tally),
        trend=_trend(name, games),
    )


def _error(games: Sequence[GameRow]) -> Estimated | None:
    decisions = sum(game.decisions for game in games)
    if not decisions:
        return None
    value = sum(game.cost for game in games) / decisions
    number = len(games)
    squares = sum((game.cost - value * game.decisions) ** 2 for game in games)
    return Estimated(value, sqrt(number / (number - 1) * squares) / decisions if number > 1 else None)


def _accuracy(games: Sequence[GameRow]) -> float | None:
    decisions = sum(game.decisions for game in games)
    return sum(game.good for game in games) / decisions if decisions else None


def _mean(values: Sequence[float]) -> Estimated | None:
    if not values:
        return None
    number, mean = len(values), sum(values) / len(values)
    squares = sum((value - mean) ** 2 for value in values)
    return Estimated(mean, sqrt(squares / (number - 1) / number) if number > 1 else None)


def _point(recent: Sequence[GameRow]) -> dict[str, Any]:
    last, error, recently = recent[-1], _error(recent[-1:]), _error(recent)
    return {
        "played": last.played,
        "error": error and error.value,
        "accuracy": _accuracy([last]),
        "recent_error": recently and recently.value,
        "recent_accuracy": _accuracy(recent),
    }


def _dice_words(dice_left: int | None) -> str:
    return "" if dice_left is None else f"{dice_left} {'die' if dice_left == 1 else 'dice'} left"


def _when(situation: Situation | None) -> str:
    return SITUATIONS[situation] if situation else ""


def _groups(
    tally: Tally, name_of: Callable[[Habit], str], place_name: Callable[[Place], str] | None = None
) -> list[Group]:
    """Mistakes by their kind, or with the decisions in each place by their place; the most expensive first."""
    found: dict[str, Group] = {}
    for place, decisions in tally.places.items() if place_name else ():
        name = place_name(place) if place_name else ""
        group = found.get(name, Group(name, 0, 0, 0.0))
        found[name] = replace(group, decisions=(group.decisions or 0) + decisions)
    for habit, (count, cost) in tally.mistakes.items():
        name = name_of(habit)
        group = found.get(name, Group(name, None, 0, 0.0))
        found[name] = replace(group, mistakes=group.mistakes + count, cost=group.cost + cost)
    return sorted((group for name, group in found.items() if name), key=lambda group: -group.cost)


def costliest_habit(name: str, tally: Tally) -> CostliestHabit | None:
    """The kind of mistake that costs most; with the dice left, and the situation, that have most of its cost."""
    habit: Habit | None = None
    for name_of_field in ("kind", "dice_left", "situation"):
        narrower = {
            _narrowed(habit, made, name_of_field) for made in tally.mistakes if habit is None or _fits(made, habit)
        }
        most = max(narrower, key=lambda one: _sum(tally, one)[1], default=None)
        if most and (habit is None or _sum(tally, most)[1] >= MOST_OF * _sum(tally, habit)[1]):
            habit = most
    count, cost = _sum(tally, habit) if habit else (0, 0.0)
    if habit is None or count < FEWEST or cost < LEAST:
        return None
    dice, when = habit.dice_left, habit.situation
    decisions = sum(
        number for (left, at), number in tally.places.items() if dice in (None, left) and when in (None, at)
    )
    there = " there" if dice is not None or when is not None else ""
    games = f" a game, over {len(tally.games):,} games" if len(tally.games) > 1 else ""
    lost = f"which cost {100 * cost / len(tally.games):.1f} %{games}"
    sentence = f"{name} {habit_words(habit)}: {count:,} of {decisions:,} decisions{there}, {lost}."
    return CostliestHabit(habit, count, decisions, cost, sentence)


def _narrowed(habit: Habit | None, made: Habit, field_name: str) -> Habit:
    """A habit with what a mistake says of the kind, the dice left or the situation."""
    if habit is None:
        return Habit(made.kind, None, None)
    return replace(habit, **{field_name: getattr(made, field_name)})


def _fits(made: Habit, habit: Habit) -> bool:
    """Whether a mistake is an example of a habit, which may leave dice and situation open."""
    same = made.kind == habit.kind and habit.dice_left in (None, made.dice_left)
    return same and habit.situation in (None, made.situation)


def _sum(tally: Tally, habit: Habit) -> tuple[int, float]:
    """How often a habit was seen, and what that cost together."""
    found = [made for one, made in tally.mistakes.items() if _fits(one, habit)]
    return sum(count for count, _ in found), sum(cost for _, cost in found)


def _trend(name: str, games: Sequence[GameRow]) -> str | None:
    """Whether the error per decision of the last third of the games differs clearly from before, in a sentence."""
    number = len(games) // 3
    before, now = _error(games[: len(games) - number]), _error(games[len(games) - number :])
    if len(games) < FEWEST_TREND:
        few = "1 game is" if len(games) == 1 else f"{len(games)} games are"
        return f"{few} too few to see whether this gets better: {FEWEST_TREND} are needed."
    if not before or not now or before.stderr is None or now.stderr is None:
        return None
    difference, stderr = now.value - before.value, sqrt(now.stderr**2 + before.stderr**2)
    change = f"{100 * now.value:.2f} % in the last {number} games, {100 * before.value:.2f} % before"
    if abs(difference) <= CLEAR * stderr:
        return f"The error per decision is {change}. Chance can explain that difference."
    return f"{name} got {'better' if difference < 0 else 'worse'}: the error per decision is {change}."
