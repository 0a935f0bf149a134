"""What positions of a game are worth, from the solution of its rules: everyone's chance to win under best play.

Within a turn only the chance of the seat to move is known, which is all that a decision needs. A tie that is split
counts as an equal part of a win.
"""

from __future__ import annotations

import threading
from collections import OrderedDict

from jeopardice.common.errors import InputError
from jeopardice.play.ending import Ended
from jeopardice.play.game import Game
from jeopardice.play.moves import Move, move_text
from jeopardice.play.turns import Moment, RecentTurns, Turns
from jeopardice.rulebook import Rules, rules_hash
from jeopardice.solutions.multiplayer import GroupSolution
from jeopardice.solutions.race import RaceSolution
from jeopardice.solutions.simultaneous import AtOnceSolution, MixedAdvice
from jeopardice.solutions.simultaneous_turn import AtOnceTurn
from jeopardice.turn.advice import Action, Advice, advise_start, advise_turn
from jeopardice.turn.decisions import SolvedTurn

Solution = RaceSolution | AtOnceSolution
MOST_MIXTURES = 256
"""Mixtures that are remembered."""


class Judge:
    """A solved game that says what positions of it are worth."""

    def __init__(self, solution: Solution, turns: Turns | None = None) -> None:
        if isinstance(solution, RaceSolution) and (solution.objective.name != "win" or solution.plays != "optimal"):
            raise InputError(f"objective: {solution.objective}: a game is judged by best play for the win")
        self.solution = solution
        self._hash = rules_hash(solution.rules)
        self._turns: Turns = RecentTurns() if turns is None else turns
        self._mixtures: OrderedDict[tuple[int, int, int], MixedAdvice] = OrderedDict()
        self._lock = threading.Lock()

    def fits(self, rules: Rules) -> bool:
        """Whether this is the solution of these rules."""
        return rules_hash(rules) == self._hash

    def turn(self, game: Game, seat: int | None = None) -> SolvedTurn:
        """The turn of the seat to move, solved; in simultaneous play that of any seat."""
        mover = game.mover if seat is None else seat
        order = [(mover + k) % game.table.seats for k in range(game.table.seats)]
        scores = tuple(self._followed(game.scores[s]) for s in order)
        busts = tuple(game.busts[s] for s in order) if game.table.streak else None
        place = game.table.moved_before(mover) + 1 if game.table.rules.end.rule == "equal-turns" else 1
        to_beat = game.to_beat
        if not game.last_turn:  # where penalties have no floor, a score may have been lower than any that is followed
            to_beat = max(0, min(to_beat, scores[-1] - self._lowest))
        moment = Moment(scores, busts, to_beat, place)
        found = self._turns.get(moment)
        if found is None:
            if isinstance(self.solution, AtOnceSolution):
                found = AtOnceTurn.of(self.solution, scores)
            else:
                found = self.solution.turn_at(*scores, busts=busts, to_beat=to_beat, seat=place)
            self._turns.put(moment, found)
        return found

    def value(self, game: Game) -> float:
        """The chance to win of the seat to move, if everyone plays best from here."""
        if game.over:
            return self.result(game, game.mover)
        solved, turn = self.turn(game), game.turn
        if turn.roll is not None:
            sets = game.table.keeping(turn.phase, turn.roll).sets.values()
            return max(float(solved.value_at(kept.phase, turn.total + kept.points)) for kept in sets)
        best = float(solved.value_at(turn.phase, turn.total))
        if game.offer and game.at_start:
            best = max(best, self._rolling(game, solved, *game.offer, game.table.hand(game.offer.phase)))
        return best

    def worth(self, game: Game, move: Move) -> float:
        """The chance to win of the seat to move, if it makes this move and everyone plays best afterwards."""
        solved = self.turn(game)
        if move.then == "bank":
            return self.end_value(solved, Ended("bank", move.phase, move.total))
        if move.then == "end":
            return self.end_value(solved, Ended("end", move.phase, move.total))
        return self._rolling(game, solved, move.phase, move.total, move.dice)

    def _rolling(self, game: Game, solved: SolvedTurn, phase: int, total: int, dice: str) -> float:
        model = game.table.model
        roll = next(roll for roll in solved.model.phases[phase].rolls if model.hand_name(roll.dice) == dice)
        return float(solved.roll_value(phase, roll, total))

    def end_value(self, solved: SolvedTurn, end: Ended) -> float:
        """What it is worth to end a turn like this."""
        if end.how == "bank":
            banked = solved.bank_value(end.phase, end.total)
            assert banked is not None, "a bank that is legal at the table is legal to the solver"
            return float(banked)
        event = "bust" if end.how == "end" else end.how
        return float(solved.end_value(event, end.phase, end.total))

    def chances(self, game: Game) -> tuple[float, ...] | None:
        """Everyone's chance to win, by seat; None where it is not known.

        It is known at every decision of two players who move in turn, else at the start of a turn or of a round, and
        for more than two not any more in their last turns.
        """
        if game.over:
            return tuple(self.result(game, seat) for seat in range(game.table.seats))
        if isinstance(self.solution, GroupSolution):
            return self._group_chances(self.solution, game)
        if game.table.rules.simultaneous and (game.mover or not game.at_start):
            return None
        chance = self.value(game)
        return (chance, 1 - chance) if game.mover == 0 else (1 - chance, chance)

    def _group_chances(self, solution: GroupSolution, game: Game) -> tuple[float, ...] | None:
        if game.last_turn or not game.at_start:
            return None
        seats = game.table.seats
        order = [(game.mover + k) % seats for k in range(seats)]
        found = solution.chances_at(
            *(self._followed(game.scores[s]) for s in order),
            busts=tuple(game.busts[s] for s in order) if game.table.streak else None,
            to_beat=game.to_beat,
            seat=game.table.moved_before(game.mover) + 1 if game.table.rules.end.rule == "equal-turns" else 1,
        )
        return tuple(float(found[(s - game.mover) % seats]) for s in range(seats))

    def result(self, game: Game, seat: int) -> float:
        """What a seat has of the win when the game is over."""
        return 1 / len(game.winners) if seat in game.winners else 0.0

    def advice(self, game: Game) -> Advice:
        """Every legal move with what it is worth, the best first."""
        solved, turn, model = self.turn(game), game.turn, game.table.model
        if game.over:
            return Advice(self.value(game), ())
        singles = model.phases[turn.phase].place.singles
        if turn.roll is not None:
            return advise_turn(solved, turn.total, game.table.text(turn.roll), None, singles)
        if game.offer and game.at_start:
            place = model.phases[game.offer.phase].place
            return advise_start(solved, model.hand_name(place.dice), game.offer.total, place.singles)
        if game.at_start:
            return advise_turn(solved)
        return advise_turn(solved, turn.total, None, game.table.hand(turn.phase), singles)

    def mixture(self, game: Game) -> MixedAdvice | None:
        """Simultaneous play: how often best play makes each move."""
        if not isinstance(self.solution, AtOnceSolution):
            return None
        key = (game.scores[game.mover], game.scores[1 - game.mover], game.turn.total)
        found = self._mixtures.get(key)
        if found is None:
            found = self.solution.advise(key[:2], key[2])
            with self._lock:
                self._mixtures[key] = found
                while len(self._mixtures) > MOST_MIXTURES:
                    self._mixtures.popitem(last=False)
        return found

    @property
    def _lowest(self) -> int:
        return 0 if isinstance(self.solution, AtOnceSolution) else self.solution.model.lowest_score

    def _followed(self, score: int) -> int:
        """A score, or the lowest that is followed where penalties have no floor."""
        return max(score, self._lowest)


def text_of(game: Game, action: Action) -> str:
    """An action of an advice as a move of the record."""
    return move_text(action.keep, action.then, action.dice, hog=game.table.rules.family == "hog")
