"""The rules of a game in the words of PRISM: its variables, guards, and what a turn's end does to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from jeopardice.common.errors import InputError
from jeopardice.race.model import RaceModel, race_model
from jeopardice.race.objectives import Objective
from jeopardice.race.support import carryover_keys, in_turn_only, refuse_keys
from jeopardice.rulebook import Rules
from jeopardice.turn import Option, TurnModel

Ended = Literal["bank", "bust", "lose_banked", "win"]
NAMES = {1: "one", 2: "two"}


@dataclass(frozen=True)
class PrismGame:
    """A race of one or two players."""

    race: RaceModel
    objective: Objective

    @classmethod
    def of(cls, rules: Rules, objective: Objective) -> PrismGame:
        """The race, if its rules can be expressed."""
        if not objective.is_race:
            raise InputError(f"objective: {objective}: a model is of a race: win, turns or within:N")
        game = cls(race_model(rules), objective)
        if objective.name == "win":
            in_turn_only(rules)
            if rules.players != 2:
                raise InputError(f"{rules.where}: players: {rules.players}: a model is of one or two players")
        allowed = ("bust.streak", "events.lose_banked")
        refuse_keys(rules, [key for key in carryover_keys(rules, game.players) if key not in allowed], "a model")
        if game.race.has_no_floor:
            raise InputError(f'{rules.where}: bust.floor: "none": a model needs a lowest score')
        return game

    @property
    def players(self) -> int:
        """The number of players."""
        return 2 if self.objective.name == "win" else 1

    @property
    def seats(self) -> range:
        """The players, counted from 1."""
        return range(1, self.players + 1)

    @property
    def turn(self) -> TurnModel:
        """One turn."""
        return self.race.turn

    @property
    def streak(self) -> int:
        """The busts in a row that cost a penalty; 0: they do not count."""
        return self.race.carryover(self.objective.name).streak

    def label(self, seat: int, move: str) -> str:
        """A move."""
        return move if self.players == 1 else f"{NAMES[seat]}_{move}"

    def own(self, variable: str, seat: int) -> str:
        """A player's variable."""
        return variable if self.players == 1 else f"{variable}{seat}"

    # What there is

    def head(self, kind: str) -> Iterator[str]:
        """The kind of model, its game and its constants."""
        rules, race = self.race.rules, self.race
        unit = f"; points are counted in units of {self.turn.unit}" if self.turn.unit > 1 else ""
        title = " ".join((rules.title or "A race").split())
        yield f"// {title} to {rules.goal}{unit}."
        yield f"// The value of the game: {self.question}"
        if self.phased:
            names = (f"{q}: {self.turn.phase_name(phase)}" for q, phase in enumerate(self.turn.phases))
            yield f"// Phases, by the dice left to roll: {', '.join(names)}."
        yield kind
        yield ""
        yield f"const int goal = {race.needed};"
        yield ""

    def variables(self) -> Iterator[str]:
        """What a state is, apart from outcomes that wait."""
        race = self.race
        if self.players == 2:
            yield "mover : [1..2] init 1;"
        for seat in self.seats:
            yield f"{self.own('score', seat)} : [{race.needed - race.lowest}..goal] init 0;"
        for seat in self.seats if self.streak > 1 else ():
            yield f"{self.own('busts', seat)} : [0..{self.streak - 1}] init 0; // in a row"
        yield f"total : [0..{max(race.lowest, race.first_bank_from)}] init 0; // of the turn, as far as it matters"
        if self.phased:
            yield f"phase : [0..{len(self.turn.phases) - 1}] init 0;"
        if self.objective.name == "within":
            yield f"turns : [0..{self.objective.turns}] init {self.objective.turns}; // left"

    def rewards(self) -> Iterator[str]:
        """Objective turns: one reward for each turn."""
        if self.objective.name == "turns":
            yield ""
            yield "// A turn total of 0 without a pending roll occurs once a turn, at its start."
            yield 'rewards "turns"'
            waits = any(not o.event and len(o.options) > 1 for o in self.turn.outcomes)
            yield f"    total = 0 & score < goal{' & outcome = 0' if waits else ''} : 1;"
            yield "endrewards"

    @property
    def question(self) -> str:
        """The property whose value is the value of the game."""
        return {
            "win": "<<one>> Pmax=? [ F score1=goal ]",
            "turns": 'R{"turns"}min=? [ F score=goal ]',
            "within": "Pmax=? [ F score=goal ]",
        }[self.objective.name]

    # When something may be done

    @property
    def over(self) -> str:
        """The end."""
        reached = " | ".join(f"{self.own('score', seat)} = goal" for seat in self.seats)
        return f"{reached} | turns = 0" if self.objective.name == "within" else reached

    def moves(self, seat: int) -> str:
        """A player has the move."""
        if self.players == 2:
            return f"mover = {seat} & score1 < goal & score2 < goal"
        return "score < goal & turns > 0" if self.objective.name == "within" else "score < goal"

    def in_phase(self, q: int) -> list[str]:
        """The turn is in a phase."""
        return [f"phase = {q}"] if self.phased else []

    def least(self, seat: int) -> str:
        """The least that may be banked."""
        least, first = self.race.least_bank(first=False), self.race.least_bank(first=True)
        return str(least) if least == first else f"({self.own('score', seat)} = 0 ? {first} : {least})"

    def enough(self, seat: int) -> str:
        """A total that wins when it is banked."""
        needs, least = f"goal - {self.own('score', seat)}", self.least(seat)
        return needs if least == "1" else f"max({needs}, {least})"

    # What happens

    def gained(self, seat: int, option: Option) -> str:
        """The turn continues with more points."""
        gain = option.points // self.turn.unit
        points = f"(total' = min(total + {gain}, {self.enough(seat)}))"
        return f"{points} & (phase' = {option.phase})" if self.phased else points

    @property
    def phased(self) -> bool:
        """Whether there are several phases."""
        return len(self.turn.phases) > 1

    def after(self, seat: int, how: Ended) -> str:
        """The turn ends."""
        score, busts = self.own("score", seat), self.own("busts", seat)
        updates = {"total": "0"}
        if how in ("bank", "win"):
            updates[score] = "goal" if how == "win" else f"min(goal, {score} + total)"
            if self.streak > 1:
                updates[busts] = "0"
        else:
            updates |= self._bust(score, busts, how)
        if self.phased:
            updates["phase"] = "0"
        if self.players == 2:
            updates["mover"] = str(3 - seat)
        if self.objective.name == "within":
            # A win needs no more turns.
            updates["turns"] = "turns - 1"
        return " & ".join(f"({name}' = {value})" for name, value in updates.items())

    def _bust(self, score: str, busts: str, how: Ended) -> dict[str, str]:
        """Points first, then what is lost, then the penalty."""
        left = "0" if how == "lose_banked" else f"({score} + total)" if self.race.rules.turn.keep_on_bust else score
        if not self.streak:
            return {} if left == score else {score: f"min(goal, {left})"}
        floor = self.race.needed - self.race.floor
        fallen = f"min({left}, max({left} - {self.race.penalty}, {floor}))"
        if self.streak == 1:
            return {score: f"min(goal, {fallen})"}
        costs = f"{busts} = {self.streak - 1}"
        return {score: f"min(goal, {costs} ? {fallen} : {left})", busts: f"mod({busts} + 1, {self.streak})"}
