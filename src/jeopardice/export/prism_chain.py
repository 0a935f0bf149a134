"""Best play as a Markov chain in the language of PRISM: every position that comes up, with what is done there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from jeopardice.common.errors import InputError
from jeopardice.export.prism import PrismModel
from jeopardice.export.prism_rules import Ended, PrismGame
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.race import RaceSolution, race_of
from jeopardice.solutions.race_turn import RaceTurn
from jeopardice.turn import Outcome
from jeopardice.turn.model import growing

MOST_POSITIONS = 20_000
"""Positions of a chain: each is a command of the model."""


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
        if len(places) > MOST_POSITIONS:
            allowed = f"a chain is written for at most {MOST_POSITIONS:,} positions: give a lower goal"
            raise InputError(f"{solution.rules.where}: goal: {solution.rules.goal}: {allowed}")
        if max(position.scores) >= game.race.needed:
            continue
        law = chain.after(position)
        for following in law:
            places.setdefault(following, len(places))
        commands.append(chain.command(position, law))
    question = game.question.replace("<<one>> Pmax", "P").replace("min=", "=")
    lines = [
        *(line.replace(game.question, question) for line in game.head("dtmc")),
        "module game",
        *(f"    {line}" for line in game.variables()),
        *commands,
        f"    [] {game.over} -> true;",
        "endmodule",
        *(line.replace(" & outcome = 0", "").replace(" without a roll that waits", "") for line in game.rewards()),
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

    def command(self, position: ChainState, law: dict[ChainState, tuple[int, int]]) -> str:
        """A position and what follows, as PRISM says it."""
        here = dict(self._said(position))
        guard = " & ".join(f"{name} = {value}" for name, value in here.items())
        results = []
        for following, (count, total) in law.items():
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
