"""The rules of a game in the words of PRISM: its variables, guards, and what a turn's end does to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from jeopardice.common.errors import JeopardiceError
from jeopardice.native.race import CoreRace
from jeopardice.race.model import RaceModel, race_model
from jeopardice.race.objectives import Objective
from jeopardice.race.support import require
from jeopardice.rulebook import Rules
from jeopardice.solvers.exact_race import ExactSolver
from jeopardice.turn import Option, TurnModel

Ended = Literal["bank", "bust", "lose_banked", "win"]
NAMES = {1: "one", 2: "two"}
WON_BY_BOTH = 3


@dataclass(frozen=True)
class PrismGame:
    """A race of one or two players."""

    race: RaceModel
    objective: Objective

    @classmethod
    def of(cls, rules: Rules, objective: Objective) -> PrismGame:
        """The race, if its rules can be expressed."""
        require("model", rules, objective)
        require("best play", rules, objective)
        return cls(race_model(rules), objective)

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

    @property
    def beats(self) -> bool:
        """Whether a bank must beat the one before."""
        return self.race.carryover(self.objective.name).beats

    @cached_property
    def steals(self) -> str:
        """When a turn may be stolen."""
        rules = self.race.rules
        return rules.turn.steal if self.players == 2 and rules.family != "hog" else "never"

    @property
    def lasts(self) -> bool:
        """Whether last turns follow the goal."""
        return self.players == 2 and self.race.rules.end.rule != "sudden"

    @cached_property
    def past(self) -> int:
        """How many units past the goal a turn is followed: no player rolls on from there."""
        if not self.lasts:
            return 0
        core = CoreRace(self.race)
        try:
            return ExactSolver(self.race, self.objective, core.win()).past
        except JeopardiceError:  # turns without end: from there on, it makes no difference in floating point
            return int(core.board("win").past)

    @property
    def most(self) -> int:
        """The largest turn total that matters, in units."""
        most = max(self.race.lowest, self.race.first_bank_from)
        if not self.lasts:
            return most
        # The roll that goes that far past the goal, and one more where that turn is stolen.
        return 2 * (most + self.turn.most_points // self.turn.unit) + self.past + self.race.penalty

    def label(self, seat: int, move: str) -> str:
        """A move."""
        return move if self.players == 1 else f"{NAMES[seat]}_{move}"

    def own(self, variable: str, seat: int) -> str:
        """A player's variable."""
        return variable if self.players == 1 else f"{variable}{seat}"

    # Declarations

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
            most = f"{race.needed + self.most}" if self.lasts else "goal"
            yield f"{self.own('score', seat)} : [{race.needed - race.lowest}..{most}] init 0;"
        for seat in self.seats if self.streak > 1 else ():
            yield f"{self.own('busts', seat)} : [0..{self.streak - 1}] init 0; // in a row"
        yield f"total : [0..{self.most}] init 0; // of the turn, as far as it matters"
        if self.phased:
            yield f"phase : [0..{len(self.turn.phases) - 1}] init 0;"
        if self.beats:
            yield f"beat : [0..{self.most}] init 0; // the total that the other player has banked"
        if self.steals != "never":
            yield f"offer : [0..{self.most}] init 0; // the total of the other player, who may be continued"
            if self.phased:
                yield f"offered : [0..{len(self.turn.phases) - 1}] init 0; // its phase"
        if self.lasts:
            yield "last : [0..1] init 0; // whether the mover has the last turn"
            yield f"winner : [0..{WON_BY_BOTH}] init 0; // {WON_BY_BOTH}: both, and a coin decides"
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
            "win": f"<<one>> Pmax=? [ F {'winner=1' if self.lasts else 'score1=goal'} ]",
            "turns": 'R{"turns"}min=? [ F score=goal ]',
            "within": "Pmax=? [ F score=goal ]",
        }[self.objective.name]

    # Guards

    @property
    def over(self) -> str:
        """The end."""
        if self.lasts:
            return "winner = 1 | winner = 2"
        reached = " | ".join(f"{self.own('score', seat)} = goal" for seat in self.seats)
        return f"{reached} | turns = 0" if self.objective.name == "within" else reached

    def moves(self, seat: int) -> str:
        """A player has the move."""
        if self.lasts:
            return f"mover = {seat} & winner = 0"
        if self.players == 2:
            return f"mover = {seat} & score1 < goal & score2 < goal"
        return "score < goal & turns > 0" if self.objective.name == "within" else "score < goal"

    def in_phase(self, q: int) -> list[str]:
        """The turn is in a phase."""
        return [f"phase = {q}"] if self.phased else []

    def least(self, seat: int) -> str:
        """The least that may be banked."""
        least, first = self.race.least_bank(first=False), self.race.least_bank(first=True)
        text = str(least) if least == first else f"({self.own('score', seat)} = 0 ? {first} : {least})"
        return f"max({text}, beat + 1)" if self.beats else text

    def enough(self, seat: int) -> str:
        """A total that wins when it is banked, or from which no player rolls on."""
        score, least = self.own("score", seat), self.least(seat)
        needs = f"goal - {score}"
        if self.lasts:
            # A penalty may take from a total that a bust keeps.
            more = self.race.penalty if self.race.rules.turn.keep_on_bust else 0
            needs = f"(last = 1 ? score{3 - seat} - {score} + {1 + more} : {needs} + {self.past})"
        return needs if least == "1" else f"max({needs}, {least})"

    def may_bank(self, seat: int) -> list[str]:
        """A bank is legal; a stolen turn begins with a roll."""
        rolled = ["offer = 0"] if self.steals != "never" else []
        return [f"total >= {self.least(seat)}", *rolled]

    def may_roll(self, seat: int) -> str:
        """Rolling on is legal, and may be best."""
        few = f"total < {self.enough(seat)}"
        return f"({few} | offer > 0)" if self.steals != "never" else few

    def may_steal(self) -> list[str]:
        """The turn has not begun, and there is one to continue."""
        return ["total = 0", *self.in_phase(0), "offer > 0"]

    def stolen(self) -> str:
        """The turn continues the other player's; the offer is there until the next roll."""
        return "(total' = offer)" + (" & (phase' = offered)" if self.phased else "")

    def rolled(self, update: str) -> str:
        """A roll that does not end the turn: there is nothing to steal any more."""
        return f"{update} & (offer' = 0)" if self.steals != "never" else update

    # Updates

    def gained(self, seat: int, option: Option) -> str:
        """The turn continues with more points."""
        gain = option.points // self.turn.unit
        enough = self.enough(seat)
        # Before a last turn every point counts.
        most = f"(last = 1 ? {enough} : {self.most})" if self.lasts else enough
        points = f"(total' = min(total + {gain}, {most}))"
        return f"{points} & (phase' = {option.phase})" if self.phased else points

    @property
    def phased(self) -> bool:
        """Whether there are several phases."""
        return len(self.turn.phases) > 1

    def after(self, seat: int, how: Ended, phase: int | None = None) -> str:
        """The turn ends, after a roll in a phase or, None, in any."""
        score, busts = self.own("score", seat), self.own("busts", seat)
        updates = {"total": "0"}
        if how in ("bank", "win"):
            left = "goal" if how == "win" else f"{score} + total"
            if self.streak > 1:
                updates[busts] = "0"
        else:
            left = self._bust(score, busts, how)
            if self.streak > 1:
                updates[busts] = f"mod({busts} + 1, {self.streak})"
        if self.lasts:
            updates |= self._last(seat, left, how)
        elif left != score:
            updates[score] = "goal" if how == "win" else f"min(goal, {left})"
        if self.phased:
            updates["phase"] = "0"
        if self.beats:
            updates["beat"] = "total" if how == "bank" else "0"
        if self.steals != "never":
            updates |= self._offer(how, phase)
        if self.players == 2:
            updates["mover"] = str(3 - seat)
        if self.objective.name == "within":
            # A win needs no more turns.
            updates["turns"] = "turns - 1"
        return " & ".join(f"({name}' = {value})" for name, value in updates.items())

    def _bust(self, score: str, busts: str, how: Ended) -> str:
        """The score: points first, then what is lost, then the penalty."""
        left = "0" if how == "lose_banked" else f"({score} + total)" if self.race.rules.turn.keep_on_bust else score
        if not self.streak:
            return left
        floor = self.race.needed - self.race.floor
        fallen = f"min({left}, max({left} - {self.race.penalty}, {floor}))"
        return fallen if self.streak == 1 else f"({busts} = {self.streak - 1} ? {fallen} : {left})"

    def _last(self, seat: int, left: str, how: Ended) -> dict[str, str]:
        """The score after a turn, whether the other player then has the last one, and who has won."""
        other, rules = f"score{3 - seat}", self.race.rules
        if how == "win":
            return {"winner": str(seat)}
        # In equal turns the second player completes the round.
        follows = rules.end.rule == "last-turn" or seat == 1
        ties = WON_BY_BOTH if rules.end.tie == "split" else 3 - seat
        compared = f"({left} > {other} ? {seat} : ({left} = {other} ? {ties} : {3 - seat}))"
        return {
            self.own("score", seat): f"(last = 1 ? {self.own('score', seat)} : {left})",
            "winner": f"(last = 1 ? {compared} : {0 if follows else f'({left} >= goal ? {seat} : 0)'})",
            "last": f"(last = 0 & {left} >= goal ? 1 : 0)" if follows else "0",
        }

    def _offer(self, how: Ended, phase: int | None) -> dict[str, str]:
        """What the next player may continue with."""
        taken = how == "bank" if self.steals == "after-bank" else how in ("bust", "lose_banked")
        stuck = [f"phase != {q}" for q, each in enumerate(self.turn.phases) if not each.rolls]
        if not taken or (phase is not None and not self.turn.phases[phase].rolls):
            return {"offer": "0"}
        offers = {"offer": f"({' & '.join(stuck)} ? total : 0)" if stuck and phase is None else "total"}
        if self.phased:
            offers["offered"] = "phase" if phase is None else str(phase)
        return offers
