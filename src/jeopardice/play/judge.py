"""The values of positions of a game, from the solution of its rules: each seat's chance to win under best play.

Within a turn only the chance of the seat to move is known, which is all that a decision needs. A split tie counts as an
equal share of a win.
"""

from __future__ import annotations

from functools import lru_cache

from jeopardice.common.errors import InputError
from jeopardice.play.ending import Ended
from jeopardice.play.game import Game
from jeopardice.play.moves import Move, move_text
from jeopardice.play.values import KeptTurns, PositionValues, RecentTurns
from jeopardice.race.model import lowest_score
from jeopardice.race.positions import Position
from jeopardice.rulebook import Rules, rules_hash
from jeopardice.turn.advice import Action, Advice, MixedAdvice, advise_start, advise_turn
from jeopardice.turn.decisions import SolvedTurn

MOST_MIXTURES = 256
"""Mixtures that are remembered."""


class Judge:
    """A solved game, which knows the values of positions."""

    def __init__(self, values: PositionValues, turns: KeptTurns | None = None) -> None:
        if values.objective.name != "win" or getattr(values, "plays", "optimal") != "optimal":
            raise InputError(f"objective: {values.objective}: only best play for the win judges a game")
        self.values = values
        self._hash = rules_hash(values.rules)
        self._lowest = lowest_score(values.rules)
        self._turns: KeptTurns = RecentTurns() if turns is None else turns
        self._mixture = lru_cache(MOST_MIXTURES)(values.advise)

    def fits(self, rules: Rules) -> bool:
        """Whether this is the solution of these rules."""
        return rules_hash(rules) == self._hash

    def start_of_turn(self, game: Game, seat: int | None = None) -> Position:
        """The position at the start of the turn of the seat to move; in simultaneous play of any seat."""
        mover = game.mover if seat is None else seat
        order = [(mover + k) % game.table.seats for k in range(game.table.seats)]
        scores = tuple(max(game.scores[s], self._lowest) for s in order)
        to_beat = game.to_beat
        if not game.last_turn:  # where penalties have no floor, a score may be below the lowest of the model
            to_beat = max(0, min(to_beat, scores[-1] - self._lowest))
        return Position(
            scores,
            busts=tuple(game.busts[s] for s in order) if game.table.streak else None,
            to_beat=to_beat,
            seat=game.table.moved_before(mover) + 1 if game.table.rules.end.rule == "equal-turns" else 1,
        )

    def turn(self, game: Game, seat: int | None = None) -> SolvedTurn:
        """The turn of the seat to move, solved; in simultaneous play that of any seat."""
        start = self.start_of_turn(game, seat)
        found = self._turns.get(start)
        if found is None:
            self._turns.put(start, found := self.values.turn_at(start))
        return found

    def value(self, game: Game) -> float:
        """The chance to win of the seat to move, if all play best from here."""
        if game.over:
            return game.share(game.mover)
        if game.waits:
            return self.worth(game, game.waits)
        solved, turn = self.turn(game), game.turn
        if turn.roll is not None:
            sets = game.table.choices(turn.phase, turn.roll).sets.values()
            return max(float(solved.state_value(kept.phase, turn.total + kept.points)) for kept in sets)
        best = float(solved.state_value(turn.phase, turn.total))
        if game.offer and game.at_start:
            best = max(best, self._rolling(game, solved, *game.offer, game.table.hand(game.offer.phase)))
        return best

    def worth(self, game: Game, move: Move) -> float:
        """The chance to win of the seat to move, if it makes this move and all play best afterwards."""
        solved = self.turn(game)
        if move.then in ("bank", "end"):
            return self.end_value(solved, Ended(move.then, move.phase, move.total))
        return self._rolling(game, solved, move.phase, move.total, move.dice)

    def _rolling(self, game: Game, solved: SolvedTurn, phase: int, total: int, dice: str) -> float:
        model = game.table.model
        roll = next(roll for roll in solved.model.phases[phase].rolls if model.hand_name(roll.dice) == dice)
        return float(solved.roll_value(phase, roll, total))

    def end_value(self, solved: SolvedTurn, end: Ended) -> float:
        """The value of ending a turn like this."""
        if end.how == "bank":
            banked = solved.bank_value(end.phase, end.total)
            assert banked is not None, "a bank that is legal at the table is legal to the solver"
            return float(banked)
        event = "bust" if end.how == "end" else end.how
        return float(solved.end_value(event, end.phase, end.total))

    def chances(self, game: Game) -> tuple[float, ...] | None:
        """Each seat's chance to win; None where it is not known.

        It is known at every decision of two players who move in turn, else at the start of a turn or a round, and for
        more than two players not in last turns.
        """
        if game.over:
            return tuple(map(game.share, range(game.table.seats)))
        seats = game.table.seats
        if seats > 2:
            if game.last_turn or game.waits or not game.at_start:
                return None
            found = self.values.chances_at(self.start_of_turn(game))
            return tuple(float(found[(s - game.mover) % seats]) for s in range(seats))
        if game.table.rules.simultaneous and (game.mover or not game.at_start or game.waits):
            return None
        chance = self.value(game)
        return (chance, 1 - chance) if game.mover == 0 else (1 - chance, chance)

    def advice(self, game: Game) -> Advice:
        """Every legal move with its value, the best first."""
        return Advice(self.value(game), ()) if game.over else advise(game, self.turn(game))

    def mixture(self, game: Game) -> MixedAdvice | None:
        """Simultaneous play: the probability of each move in best play."""
        if not game.table.rules.simultaneous:
            return None
        start = self.start_of_turn(game)
        advice = self._mixture(Position(start.scores, turn=game.turn.total, busts=start.busts))
        assert isinstance(advice, MixedAdvice)
        return advice


def advise(game: Game, solved: SolvedTurn) -> Advice:
    """Every legal move of a position that is not over, valued by its solved turn, the best first."""
    if game.waits:
        raise InputError("advice: first enter the dice of the last move")
    turn, model = game.turn, game.table.model
    singles = model.phases[turn.phase].place.singles
    if turn.roll is not None:
        return advise_turn(solved, turn.total, game.table.text(turn.roll), None, singles)
    if game.offer and game.at_start:
        place = model.phases[game.offer.phase].place
        return advise_start(solved, model.hand_name(place.dice), game.offer.total, place.singles)
    if game.at_start:
        return advise_turn(solved)
    return advise_turn(solved, turn.total, None, game.table.hand(turn.phase), singles)


def text_of(game: Game, action: Action) -> str:
    """An action of an advice as a move of the record."""
    return move_text(action.keep, action.then, action.dice, hog=game.table.rules.family == "hog")
