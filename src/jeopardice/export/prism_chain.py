"""Best play of a game as a Markov chain in the language of PRISM: every state that comes up, and what is done there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from jeopardice.common.errors import InputError
from jeopardice.export.prism import PrismModel
from jeopardice.export.prism_rules import WON_BY_BOTH, Ended, PrismGame
from jeopardice.race.support import require
from jeopardice.solutions.protocol import Solution
from jeopardice.solutions.race import RaceSolution, race_of
from jeopardice.solutions.race_turn import RaceTurn
from jeopardice.turn import Outcome, Roll
from jeopardice.turn.model import growing

MOST_CHAIN_STATES = 20_000
"""States of a chain: each is a command of the model."""


@dataclass(frozen=True, slots=True, order=True)
class ChainState:
    """Before a decision to bank or to roll; scores and totals in units, the players in the order of their seats."""

    mover: int
    scores: tuple[int, ...]
    busts: tuple[int, ...]
    total: int = 0
    phase: int = 0
    beat: int = 0
    offer: int = 0
    offered: int = 0
    last: int = 0
    winner: int = 0


def prism_best_play(solved: Solution) -> PrismModel:
    """The chain that best play makes of a game: its value is the same, with nothing left to choose."""
    require("chain of best play", solved.rules, solved.objective)
    solution = race_of(solved, "chain of best play")
    if solution.plays != "optimal":
        raise InputError(f"strategy: {solution.plays}: the chain of best play is for best play only")
    game = PrismGame.of(solution.rules, solution.objective)
    chain = _Chain(solution, game)
    start = ChainState(0, (0,) * game.players, (0,) * game.players)
    places = {start: 0}
    commands = []
    for position in growing(places):
        if len(places) > MOST_CHAIN_STATES:
            allowed = f"a chain is written for at most {MOST_CHAIN_STATES:,} positions: give a lower goal"
            raise InputError(f"{solution.rules.where}: goal: {solution.rules.goal}: {allowed}")
        if position.winner in game.seats if game.lasts else max(position.scores) >= game.race.needed:
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

    def _turn(self, scores: tuple[int, ...], busts: tuple[int, ...], beat: int, seat: int) -> RaceTurn:
        """The turn of the player who comes first."""
        unit = self.game.turn.unit
        counted = busts if self.game.streak else None
        return self.solution.turn_at([score * unit for score in scores], busts=counted, to_beat=beat * unit, seat=seat)

    def after(self, position: ChainState) -> dict[ChainState, tuple[int, int]]:
        """Where best play leads from a position, with the chance as a fraction."""
        if position.winner == WON_BY_BOTH:
            return {replace(position, winner=seat): (1, 2) for seat in self.game.seats}
        order = [position.mover - k for k in range(self.game.players)]  # the other seat is the one before
        scores, busts = (tuple(numbers[k] for k in order) for numbers in (position.scores, position.busts))
        seat = position.mover + 1 if self.solution.rules.end.rule == "equal-turns" and self.game.lasts else 1
        turn = self.turn(scores, busts, position.beat, seat)
        total = position.total * self.game.turn.unit
        if position.offer and not position.total and self._steals(turn, position):
            return {replace(position, total=position.offer, phase=position.offered): (1, 1)}
        if position.offer and position.total:  # a stolen turn begins with a roll
            action = self._stolen_roll(turn, position.phase, total)
        else:
            found = turn.action(position.phase, total)
            if isinstance(found, str):
                return {self._ended(position, "bank" if found == "bank" else "bust"): (1, 1)}
            action = found
        counts: dict[ChainState, int] = {}
        for outcome in action.outcomes:
            following = self._followed(position, turn, outcome, total)
            counts[following] = counts.get(following, 0) + outcome.count
        return {following: (count, action.total) for following, count in counts.items()}

    def _steals(self, turn: RaceTurn, position: ChainState) -> bool:
        """Whether continuing the other player's turn is better than a fresh one."""
        total = position.offer * self.game.turn.unit
        value = turn.roll_value(position.offered, self._stolen_roll(turn, position.offered, total), total)
        return not turn.tied(value, turn.state_value(0, 0)) and value > turn.state_value(0, 0)

    def _stolen_roll(self, turn: RaceTurn, phase: int, total: int) -> Roll:
        return max(self.game.turn.phases[phase].rolls, key=lambda roll: turn.roll_value(phase, roll, total))

    def _followed(self, position: ChainState, turn: RaceTurn, outcome: Outcome, total: int) -> ChainState:
        if outcome.event:
            return self._ended(position, outcome.event)
        option, race = turn.best_option(outcome, total), self.game.race
        score = position.scores[position.mover]
        needs = race.needed - score
        if position.last:
            needs = position.scores[1 - position.mover] - score + 1
            needs += race.penalty if race.rules.turn.keep_on_bust else 0
        enough = max(needs, race.least_bank(first=score == 0), position.beat + 1)
        most = self.game.most if self.game.lasts and not position.last else enough
        gained = min(position.total + option.points // self.game.turn.unit, most)
        return replace(position, total=gained, phase=option.phase, offer=0, offered=0)

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
        steals = self.game.steals == ("after-bank" if how == "bank" else "after-bust") and how != "win"
        offer = position.total if steals and self.game.turn.phases[position.phase].rolls else 0
        after = ChainState(
            (mover + 1) % self.game.players,
            _with(position.scores, mover, score if self.game.lasts else min(score, race.needed)),
            _with(position.busts, mover, busts),
            beat=position.total if how == "bank" and self.game.beats else 0,
            offer=offer,
            offered=position.phase if offer else 0,
        )
        return self._with_last(position, after, how) if self.game.lasts else after

    def _with_last(self, before: ChainState, after: ChainState, how: Ended) -> ChainState:
        """The same with who has won, or whether the other player now has the last turn."""
        mover, rules = before.mover, self.solution.rules
        mine, theirs = after.scores[mover], after.scores[1 - mover]
        if how == "win":
            return replace(after, winner=mover + 1)
        if before.last:
            ties = WON_BY_BOTH if rules.end.tie == "split" else 2 - mover
            winner = mover + 1 if mine > theirs else ties if mine == theirs else 2 - mover
            return replace(after, scores=before.scores, winner=winner)
        reached = mine >= self.game.race.needed
        if reached and rules.end.rule == "equal-turns" and mover == 1:
            return replace(after, winner=2)
        return replace(after, last=int(reached))

    def command(self, position: ChainState, chances: dict[ChainState, tuple[int, int]]) -> str:
        """A position and what follows, in PRISM's syntax."""
        here = dict(self._variables(position))
        guard = " & ".join(f"{name} = {value}" for name, value in here.items())
        results = []
        for following, (count, total) in chances.items():
            new = [(name, value) for name, value in self._variables(following) if value != here[name]]
            update = " & ".join(f"({name}' = {value})" for name, value in new) or "true"
            results.append(update if total == 1 else f"{count}/{total} : {update}")
        return f"    [] {guard} -> {' + '.join(results)};"

    def _variables(self, position: ChainState) -> Iterator[tuple[str, int]]:
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
        if game.beats:
            yield "beat", position.beat
        if game.steals != "never":
            yield "offer", position.offer
            if game.phased:
                yield "offered", position.offered
        if game.lasts:
            yield "last", position.last
            yield "winner", position.winner


def _with(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*numbers[:place], number, *numbers[place + 1 :])
