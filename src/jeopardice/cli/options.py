"""Options that several commands share, as dataclasses: the game, and a position in it.

`command` makes each field of these dataclasses a separate option, so that a command takes the object and typer sees
the options.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from decimal import Decimal
from functools import cached_property, wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from jeopardice.cli.common import LONG, inform, progress_bar
from jeopardice.common.errors import InputError, shown

if TYPE_CHECKING:
    from jeopardice.common.estimates import Estimate
    from jeopardice.race.objectives import Objective
    from jeopardice.race.positions import Position
    from jeopardice.race.questions import Asked
    from jeopardice.rulebook import Rules
    from jeopardice.solutions.protocol import Solution
    from jeopardice.solutions.storage import Saveable
    from jeopardice.solvers.solve import Answer

SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change a key of the rules for this run; may be repeated."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object, numbers in full precision.")]
BustsOption = Annotated[
    str | None,
    typer.Option(metavar="N[,M…]", help="Busts in a row so far, the mover's first, where the rules penalise them."),
]
ToBeatOption = Annotated[int, typer.Option(help="With turn.beat_previous: what the previous player banked.")]
SeatOption = Annotated[int, typer.Option(help="With end.rule = equal-turns: 1 if the mover began the round, else 2, …")]
ExactOption = Annotated[bool, typer.Option("--exact", help="Compute in exact fractions.")]
NoCacheOption = Annotated[bool, typer.Option("--no-cache", help="Do not use the cache (see the command cache).")]
PlayersOption = Annotated[int | None, typer.Option(help="The number of players, instead of the one in the rules.")]
ObjectiveOption = Annotated[
    str | None,
    typer.Option(
        metavar="OBJECTIVE",
        help="win (the default), score (most points in a turn), average (points a turn in the long run, with "
        "penalties for busts in a row), turns (fewest to the goal) or within:N (turns).",
    ),
]


def command(function: Callable[..., None]) -> Callable[..., None]:
    """The function with a parameter for each field of the dataclasses that it takes; fields without a default first."""
    hints = get_type_hints(function, include_extras=True)
    objects: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}
    parameters: list[Parameter] = []
    for parameter in signature(function).parameters.values():
        if parameter.name not in objects:
            parameters.append(parameter.replace(annotation=hints[parameter.name]))
            continue
        kinds = get_type_hints(objects[parameter.name], include_extras=True)
        for field in fields(objects[parameter.name]):
            found = Parameter(field.name, Parameter.KEYWORD_ONLY, annotation=kinds[field.name])
            if field.default is MISSING:
                parameters.insert(0, found)
            else:
                parameters.append(found.replace(default=field.default))

    @wraps(function)
    def expanded(**values: Any) -> None:
        for name, kind in objects.items():
            values[name] = kind(**{field.name: values.pop(field.name) for field in fields(kind)})
        function(**values)

    expanded.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    expanded.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return expanded


@dataclass(frozen=True)
class GameOptions:
    """The game that a user names, and the changes to its rules."""

    game: Annotated[
        str, typer.Argument(metavar="RULES", help="A preset's name, a rules file, or a saved solution (.nc).")
    ]
    changes: SetOption = None
    as_json: JsonOption = False

    @cached_property
    def saved(self) -> Saveable | None:
        """The saved solution, if it is one."""
        if not self.game.endswith(".nc"):
            return None
        from jeopardice.solutions.storage import load

        return load(self.game)

    @cached_property
    def rules(self) -> Rules:
        """The rules with the changes."""
        from jeopardice.rulebook import changed_rules, rules

        found = self.saved.rules if self.saved else rules(self.game)
        changes = dict(map(_change, self._changes()))
        return changed_rules(found, changes, "--set") if changes else found

    def _changes(self) -> list[str]:
        return self.changes or []


@dataclass(frozen=True)
class SolvedGameOptions(GameOptions):
    """A game that is to be solved: from a file, from the cache, or now."""

    no_cache: NoCacheOption = False

    def objective(self, text: str | None, otherwise: str = "win") -> tuple[Objective, str]:
        """The objective that a user asks for, or that of a saved solution; and the strategy that it was solved for."""
        from jeopardice.race.objectives import read_objective

        if text is None and self.saved:
            return self.saved.objective, self.saved.plays
        return read_objective(otherwise if text is None else text), "optimal"

    def solve(
        self,
        objective: Objective | None = None,
        strategy: str = "optimal",
        *,
        exact: bool = False,
        certify: bool = False,
    ) -> Answer:
        """The solution for an objective, by default for the win."""
        from jeopardice.solvers.solve import WIN, Answer, Question, Work, answer

        objective = objective or WIN
        if self.saved and objective.is_race:
            return Answer(self._loaded(self.saved, objective, strategy, exact, certify), was_cached=True)

        def announce(estimate: Estimate) -> None:
            if estimate.seconds > LONG:
                inform(f"estimate: {estimate}")

        rules = self.rules
        with progress_bar("Solving") as progress:
            work = Work(not self.no_cache, progress=progress, announce=announce, note=inform)
            return answer(Question(rules, objective, strategy, exact, certify), work)

    def solve_for(self, question: Asked) -> Solution:
        """Best play for the win; games for which a question has no answer are refused first."""
        from jeopardice.race.support import require

        require(question, self.rules)
        return self.solve().solution

    def _loaded(self, solution: Saveable, objective: Objective, strategy: str, exact: bool, certify: bool) -> Solution:
        if changes := self._changes():
            option = "--players" if changes[0].startswith("players=") else "--set"
            why = "a saved solution cannot be changed: give the rules instead"
            raise InputError(f"{option}: {shown(changes[0])}: {why}")
        if exact:
            raise InputError(f"--exact: {self.game}: a saved solution is in floating point: give the rules instead")
        if (solution.objective, solution.plays) != (objective, strategy):
            raise InputError(f"{self.game}: it holds objective {solution.objective} with strategy {solution.plays}")
        if not certify or solution.is_certified:
            return solution
        from jeopardice.solvers.certify import certify as certified

        with progress_bar("Certifying") as progress:
            return certified(solution, progress)


@dataclass(frozen=True)
class TableOptions(SolvedGameOptions):
    """A game that is to be solved, and how many play it."""

    players: PlayersOption = None

    def _changes(self) -> list[str]:
        return [*(self.changes or []), *([] if self.players is None else [f"players={self.players}"])]


@dataclass(frozen=True)
class StateOptions:
    """The state of a game before a turn."""

    objective: Annotated[
        str | None, typer.Option(metavar="OBJECTIVE", help="As in solve; by default win, and score without --scores.")
    ] = None
    scores: Annotated[
        str | None, typer.Option(help="Banked scores, the mover's first, such as 3500,4200 (not for objective score).")
    ] = None
    busts: BustsOption = None
    to_beat: ToBeatOption = 0
    seat: SeatOption = 1
    offer: Annotated[
        str | None,
        typer.Option(metavar="DICE:TOTAL", help="With turn.steal: what the previous turn left, such as 3:450."),
    ] = None

    def wanted(self, game: SolvedGameOptions) -> Objective:
        """The objective: by default win, or that of a saved solution; without scores, score."""
        if self.objective is None and self.scores is None:
            return game.objective("score")[0]
        return game.objective(self.objective)[0]

    def solve(self, game: SolvedGameOptions, *, exact: bool = False) -> tuple[Solution, Position]:
        """The solution of the game for the objective, and the position at the start of the turn."""
        from jeopardice.race.positions import Position, check_scores

        objective, stolen = self.wanted(game), self._stolen()
        scores, busts = read_numbers(self.scores, "--scores"), read_numbers(self.busts, "--busts")
        if objective.name == "score" and busts:
            raise InputError(f"--busts: {self.busts}: objective score ignores busts in a row")
        if objective.name != "win" and (self.to_beat or self.seat != 1):
            raise InputError(f"--to-beat, --seat: objective {objective} has no other player")
        if not objective.is_race:
            scores = ()
        if scores is None:
            raise InputError(f"--scores: missing: objective {objective} needs the banked scores, the mover's first")
        given, players = len(scores), game.rules.players if objective.name == "win" else 1
        if objective.name == "win" and given > 2 and players != given:
            raise InputError(f"--scores: {given} given: this is a game of {players} players (use --players {given})")
        if objective.is_race and game.rules.sees == "scores":
            check_scores(scores, players)
        return game.solve(objective, exact=exact).solution, Position(
            scores, busts=busts, to_beat=self.to_beat, seat=self.seat, offer=stolen
        )

    def _stolen(self) -> tuple[str, int] | None:
        """The dice and the turn total that a player may continue with."""
        if self.offer is None:
            return None
        dice, _, total = self.offer.partition(":")
        if not dice or not re.fullmatch("[0-9]{1,9}", total):
            raise InputError(f"--offer: {shown(self.offer)}: it must be dice and a turn total, such as 3:450")
        return dice, int(total)


@dataclass(frozen=True)
class PositionOptions(StateOptions):
    """A position in a turn."""

    turn: Annotated[int, typer.Option(help="The turn total before the roll.")] = 0
    roll: Annotated[str | None, typer.Option(help="The dice just rolled, in any order: 115346.")] = None
    dice_left: Annotated[str | None, typer.Option(help="The dice left to roll, before a roll.")] = None
    singles: Annotated[int, typer.Option(help="Single-die bonuses already won in this turn.")] = 0

    def solve(self, game: SolvedGameOptions, *, exact: bool = False) -> tuple[Solution, Position]:
        """The solution of the game for the objective, and the position."""
        if self.offer is not None and (self.turn or self.roll or self.dice_left):
            why = "it is for the start of a turn, without --turn, --roll and --dice-left"
            raise InputError(f"--offer: {shown(self.offer)}: {why}")
        solution, start = super().solve(game, exact=exact)
        return solution, replace(start, turn=self.turn, dice_left=self.dice_left, singles=self.singles)


def _change(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise InputError(f"--set: {shown(text)}: it must be KEY=VALUE, such as goal=5000 or turn.minimum_bank=300")
    if "\n" in value or "\r" in value:
        raise InputError(f"--set: {shown(text)}: it must be one line")
    try:
        return key.strip(), tomllib.loads(f"value = {value}", parse_float=Decimal)["value"]
    except (ValueError, ArithmeticError, RecursionError):
        return key.strip(), value.strip()  # a word without quotes


def read_numbers(text: str | None, place: str) -> tuple[int, ...] | None:
    """Banked scores or busts, the mover's first, separated by commas."""
    if text is None:
        return None
    parts = text.split(",")
    if not all(re.fullmatch(r"\s*-?[0-9]{1,10}\s*", part) for part in parts):
        example = "3500,4200" if place == "--scores" else "1,0"
        raise InputError(f"{place}: {shown(text)}: it must be whole numbers with commas, such as {example}")
    return tuple(map(int, parts))


def assumed_note(rules: Rules, at: Position, objective: Objective) -> list[str]:
    """Report the carryover that an answer for the win assumes; also for JSON."""
    from jeopardice.analysis.boundaries import assumed

    found = list(assumed(rules, at)) if objective.name == "win" else []
    if found:
        inform(f"note: {', '.join(found)}")
    return found


def left_out_note(rules: Rules, objective: str = "score") -> list[str]:
    """Report which keys of the game an objective ignores; also for JSON."""
    from jeopardice.race.keys import ignored_keys

    keys = ignored_keys(rules, objective)
    if keys:
        why = "considers a single turn and ignores" if objective == "score" else "ignores"
        inform(f"note: objective {objective} {why} {', '.join(keys)}")
    return list(keys)
