"""Games in the language of the model checker PRISM, which Storm and PRISM-games read as well.

One player (objectives turns and within:N) is an MDP, two players are a turn-based stochastic game (`smg`). Points are
counted in the game's unit. A state has the banked scores, the turn total and the phase of the turn; where a roll leaves
a choice of dice to keep, its outcome waits in `outcome`. Totals are followed to `enough`, where a bank wins: rolling
on is never better there.

Best play is a Markov chain (`dtmc`): every state that comes up, with what is done there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from jeopardice.common.errors import InputError
from jeopardice.common.files import write_whole
from jeopardice.export.prism_rules import NAMES, Ended, PrismGame
from jeopardice.race.objectives import Objective, read_objective
from jeopardice.rulebook import GameLike
from jeopardice.rulebook import rules as rules_of
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.race import RaceSolution, race_of
from jeopardice.solutions.race_turn import RaceTurn
from jeopardice.turn import Option, Outcome, Roll
from jeopardice.turn.model import growing

MOST_STATES = 10_000_000
"""States of a model, as estimated."""
MOST_CHAIN_STATES = 20_000
"""States of a chain: each is a command of the model."""


@dataclass(frozen=True)
class PrismModel:
    """A model, and the property that asks for the value of the game."""

    text: str
    question: str


def prism_model(game: GameLike, objective: str | Objective = "win") -> PrismModel:
    """A game with all its choices; its value is that of `solve`."""
    rules = rules_of(game)
    model = PrismGame.of(rules, read_objective(objective))
    states = _states(model)
    if states > MOST_STATES:
        allowed = f"a model is written for at most {MOST_STATES:,}: give a lower goal"
        raise InputError(f"{rules.where}: goal: {rules.goal}: about {states:,} states: {allowed}")
    lines = [
        *model.head("smg" if model.players == 2 else "mdp"),
        *_owners(model),
        "module game",
        *(f"    {line}" for line in model.variables()),
        *_outcome_variable(model),
        *(line for seat in model.seats for line in _commands(model, seat)),
        f"    [over] {model.over} -> true;",
        "endmodule",
        *model.rewards(),
    ]
    return PrismModel("\n".join(lines) + "\n", model.question)


def write_prism(model: PrismModel, path: str | Path) -> None:
    """Write a model, and beside it its property in a file of the same name that ends with .props."""
    place = Path(path)
    if place.suffix == ".props":
        raise InputError(f"{path}: the name of a model must not end with .props, which is for its property")
    write_whole(place, model.text)
    write_whole(place.with_suffix(".props"), f"{model.question}\n")


def _waiting(game: PrismGame) -> dict[tuple[Option, ...], int]:
    """The outcomes that leave a choice, numbered from 1."""
    found: dict[tuple[Option, ...], int] = {}
    for outcome in game.turn.outcomes:
        if not outcome.event and len(outcome.options) > 1:
            found.setdefault(outcome.options, len(found) + 1)
    return found


def _states(game: PrismGame) -> int:
    """About how many states there are."""
    scores, race = game.race.lowest, game.race
    totals = max(scores / 2, race.first_bank_from)
    waiting = sum(len(o.options) > 1 for o in game.turn.outcomes) + len(game.turn.phases)
    lasting = max(1, game.streak) ** game.players * max(1, game.objective.turns)
    return int(game.players * scores**game.players * totals * waiting * lasting)


def _owners(game: PrismGame) -> Iterator[str]:
    """Two players: who makes which moves."""
    for seat in game.seats if game.players == 2 else ():
        moves = dict.fromkeys(line.split("]")[0].strip() + "]" for line in _commands(game, seat) if "[" in line)
        yield f"player {NAMES[seat]} {', '.join([*moves, *(['[over]'] if seat == 1 else [])])} endplayer"


def _outcome_variable(game: PrismGame) -> Iterator[str]:
    if waiting := _waiting(game):
        yield f"    outcome : [0..{len(waiting)}] init 0; // a roll that leaves a choice of dice to keep"


def _commands(game: PrismGame, seat: int) -> Iterator[str]:
    """All moves of a seat."""
    waiting = _waiting(game)
    idle = [game.moves(seat), *(["outcome = 0"] if waiting else [])]
    yield _command(game.label(seat, "bank"), [*idle, f"total >= {game.least(seat)}"], [("", game.after(seat, "bank"))])
    for q, phase in enumerate(game.turn.phases):
        here = [*idle, *game.in_phase(q)]
        for roll in phase.rolls:
            name = "roll" if len(phase.rolls) == 1 else f"roll_{game.turn.hand_name(roll.dice)}"
            results = [(f"{count}/{roll.total}", then) for then, count in _results(game, seat, roll, waiting).items()]
            yield _command(game.label(seat, name), [*here, f"total < {game.enough(seat)}"], results)
        if not phase.rolls:  # nothing to roll and too little to bank is a bust
            stuck = [*here, f"total < {game.least(seat)}"]
            yield _command(game.label(seat, "end"), stuck, [("", game.after(seat, "bust"))])
    for options, number in waiting.items():
        for option in options:
            kept = f"{game.gained(seat, option)} & (outcome' = 0)"
            yield _command(game.label(seat, "keep"), [game.moves(seat), f"outcome = {number}"], [("", kept)])


def _results(game: PrismGame, seat: int, roll: Roll, waiting: dict[tuple[Option, ...], int]) -> dict[str, int]:
    """What a roll leads to, with how many of its throws."""
    found: dict[str, int] = {}
    for outcome in roll.outcomes:
        if outcome.event or not outcome.options:
            then = game.after(seat, outcome.event or "bust")
        elif len(outcome.options) > 1:
            then = f"(outcome' = {waiting[outcome.options]})"
        else:
            then = game.gained(seat, outcome.options[0])
        found[then] = found.get(then, 0) + outcome.count
    return found


def _command(label: str, guards: list[str], results: list[tuple[str, str]]) -> str:
    """A line, or several where there are several results."""
    guard = " & ".join(guards)
    if len(results) == 1:
        return f"    [{label}] {guard} -> {results[0][1]};"
    lines = "\n      + ".join(f"{chance} : {then}" for chance, then in results)
    return f"    [{label}] {guard} ->\n        {lines};"


@dataclass(frozen=True, slots=True, order=True)
class ChainState:
    """Before a decision to bank or to roll; scores and totals in units, the players in the order of their seats."""

    mover: int
    scores: tuple[int, ...]
    busts: tuple[int, ...]
    total: int = 0
    phase: int = 0


def prism_best_play(solved: Solution) -> PrismModel:
    """The chain that best play makes of a game: its value is the same, with nothing left to choose."""
    solution = race_of(solved, "the chain of best play")
    if solution.objective.name == "within" or solution.plays != "optimal":
        raise InputError(f"objective: {solution.objective}: the chain of best play is for win and turns")
    game = PrismGame.of(solution.rules, solution.objective)
    chain = _Chain(solution, game)
    start = ChainState(0, (0,) * game.players, (0,) * game.players)
    places = {start: 0}
    commands = []
    for position in growing(places):
        if len(places) > MOST_CHAIN_STATES:
            allowed = f"a chain is written for at most {MOST_CHAIN_STATES:,} positions: give a lower goal"
            raise InputError(f"{solution.rules.where}: goal: {solution.rules.goal}: {allowed}")
        if max(position.scores) >= game.race.needed:
            continue
        chances = chain.after(position)
        for following in chances:
            places.setdefault(following, len(places))
        commands.append(chain.command(position, chances))
    question = game.question.replace("<<one>> Pmax", "P").replace("min=", "=")
    lines = [
        *(line.replace(game.question, question) for line in game.head("dtmc")),
        "module game",
        *(f"    {line}" for line in game.variables()),
        *commands,
        f"    [] {game.over} -> true;",
        "endmodule",
        *(line.replace(" & outcome = 0", "").replace(" without a pending roll", "") for line in game.rewards()),
    ]
    return PrismModel("\n".join(lines) + "\n", question)


class _Chain:
    """What best play does in each position, and where that leads."""

    def __init__(self, solution: RaceSolution, game: PrismGame) -> None:
        self.solution, self.game = solution, game
        self.turn = lru_cache(maxsize=512)(self._turn)

    def _turn(self, scores: tuple[int, ...], busts: tuple[int, ...]) -> RaceTurn:
        """The turn of the player who comes first."""
        unit = self.game.turn.unit
        counted = busts if self.game.streak else None
        return self.solution.turn_at([score * unit for score in scores], busts=counted)

    def after(self, position: ChainState) -> dict[ChainState, tuple[int, int]]:
        """Where best play leads from a position, with the chance as a fraction."""
        order = [position.mover - k for k in range(self.game.players)]  # the other seat is the one before
        turn = self.turn(tuple(position.scores[k] for k in order), tuple(position.busts[k] for k in order))
        total = position.total * self.game.turn.unit
        action = turn.action(position.phase, total)
        if isinstance(action, str):
            return {self._ended(position, "bank" if action == "bank" else "bust"): (1, 1)}
        counts: dict[ChainState, int] = {}
        for outcome in action.outcomes:
            following = self._followed(position, turn, outcome, total)
            counts[following] = counts.get(following, 0) + outcome.count
        return {following: (count, action.total) for following, count in counts.items()}

    def _followed(self, position: ChainState, turn: RaceTurn, outcome: Outcome, total: int) -> ChainState:
        if outcome.event:
            return self._ended(position, outcome.event)
        option = turn.best_option(outcome, total)
        race = self.game.race
        score = position.scores[position.mover]
        enough = max(race.needed - score, race.least_bank(first=score == 0))
        gained = position.total + option.points // self.game.turn.unit
        return replace(position, total=min(gained, enough), phase=option.phase)

    def _ended(self, position: ChainState, how: Ended) -> ChainState:
        """The position after a turn."""
        race, streak, mover = self.game.race, self.game.streak, position.mover
        score, busts = position.scores[mover], 0
        if how == "win":
            score = race.needed
        elif how == "bank":
            score += position.total
        else:
            kept = race.rules.turn.keep_on_bust and how != "lose_banked"
            score = 0 if how == "lose_banked" else score + position.total * kept
            busts = (position.busts[mover] + 1) % streak if streak else 0
            if streak and not busts:
                score = min(score, max(score - race.penalty, race.needed - race.floor))
        return ChainState(
            (mover + 1) % self.game.players,
            _with(position.scores, mover, min(score, race.needed)),
            _with(position.busts, mover, busts),
        )

    def command(self, position: ChainState, chances: dict[ChainState, tuple[int, int]]) -> str:
        """A position and what follows, in PRISM's syntax."""
        here = dict(self._said(position))
        guard = " & ".join(f"{name} = {value}" for name, value in here.items())
        results = []
        for following, (count, total) in chances.items():
            new = [(name, value) for name, value in self._said(following) if value != here[name]]
            update = " & ".join(f"({name}' = {value})" for name, value in new) or "true"
            results.append(update if total == 1 else f"{count}/{total} : {update}")
        return f"    [] {guard} -> {' + '.join(results)};"

    def _said(self, position: ChainState) -> Iterator[tuple[str, int]]:
        """The variables of a position."""
        game = self.game
        if game.players == 2:
            yield "mover", position.mover + 1
        for seat in game.seats:
            yield game.own("score", seat), position.scores[seat - 1]
        for seat in game.seats if game.streak > 1 else ():
            yield game.own("busts", seat), position.busts[seat - 1]
        yield "total", position.total
        if game.phased:
            yield "phase", position.phase


def _with(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*numbers[:place], number, *numbers[place + 1 :])
