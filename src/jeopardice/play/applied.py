"""What follows from a move: dice fall, turns and rounds end, scores change, the next seat moves.

What happens between turns is in docs/rules.md.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic, TypeVar

from jeopardice.play.dice import RolledDie
from jeopardice.play.ending import Ended, last_turns, left_over, settle, winners
from jeopardice.play.moves import Move
from jeopardice.play.state import GameState, Kind, News, TurnSoFar
from jeopardice.turn.dice import Hand
from jeopardice.turn.legal import Kept
from jeopardice.turn.reading import read_hand, roll_text

AnyState = TypeVar("AnyState", bound=GameState)


class AppliedMove(Generic[AnyState]):
    """A move, and everything that follows from it."""

    def __init__(self, game: AnyState) -> None:
        self.game, self.table = game, game.table
        self.scores, self.busts = game.scores, game.busts
        self.news: list[News] = []

    def ended(self, end: Ended) -> AnyState:
        """The position after a turn, or the rest of it, of which only the result is known."""
        if self._chooses_at_once:
            chosen = read_hand(self.table.model, self.game.waits.dice) if self.game.waits else None
            return self._choose(chosen, end)
        return self._end(replace(self.game.turn, roll=None), end)

    @property
    def _chooses_at_once(self) -> bool:
        return self.table.rules.simultaneous and self.table.rules.family == "hog"

    def after(self, move: Move, dice: tuple[RolledDie, ...] | None = None) -> AnyState:
        """The position after a move; with real dice, those rolled, or None where they are not entered yet."""
        turn = self.game.turn
        waits = self.table.given and dice is None and move.then in ("roll", "steal")
        if self._chooses_at_once:
            return self._next(waits=move) if waits else self._choose(read_hand(self.table.model, move.dice), dice)
        if move.keep:
            turn = replace(turn, kept=(*turn.kept, (move.keep, move.points)))
            self._report("keep", move.keep, move.points, move.total)
        if move.then == "steal":
            self._report("steal", "", 0, move.total)
        turn = replace(turn, phase=move.phase, total=move.total, roll=None)
        if waits:
            return self._next(turn=turn, offer=None, waits=move)
        hand = self.table.hand_rolled(move.phase, move.dice)
        if hand is not None:
            return self._roll(turn, dice or self.table.roll(hand, turn.number, turn.rolls + 1))
        return self._end(turn, Ended("bank" if move.then == "bank" else "end", move.phase, move.total))

    def _next(self, **changes: Any) -> AnyState:
        """The next position, with these changes."""
        moves, news = self.game.moves + 1, tuple(self.news)
        changes = {"ended": (), "waits": None, **changes}
        return replace(self.game, scores=self.scores, busts=self.busts, moves=moves, news=news, **changes)

    def _roll(self, turn: TurnSoFar, dice: tuple[RolledDie, ...]) -> AnyState:
        """Continue from the dice rolled to the next decision or the end of the turn."""
        turn = replace(turn, rolls=turn.rolls + 1)
        event, sets = self.table.choices(turn.phase, dice)
        points, end = 0, Ended(event, turn.phase, turn.total) if event else None
        if self.table.rules.family == "farkle":
            turn = replace(turn, roll=None if event else dice)
        elif not event:
            turn, end = self._scored(self.game.mover, turn, next(iter(sets.values())))
            points = turn.kept[-1][1]
        self._report("roll", self.table.text(dice), points, turn.total)
        return self._end(turn, end) if end else self._next(turn=turn, offer=None)

    def _scored(self, seat: int, turn: TurnSoFar, kept: Kept) -> tuple[TurnSoFar, Ended | None]:
        """Pig and Hog: the whole roll is kept; in Hog that ends the turn."""
        total = turn.total + kept.points
        keep = roll_text(self.table.model, kept.dice)
        turn = replace(turn, phase=kept.phase, total=total, kept=(*turn.kept, (keep, kept.points)))
        if self.table.rolls(kept.phase):
            return turn, None
        return turn, Ended("bank" if total >= self.game.least_bank(seat) else "end", kept.phase, total)

    def _end(self, turn: TurnSoFar, end: Ended) -> AnyState:
        if self.table.rules.simultaneous:
            return self._hide(turn, end)
        game, seat, ended = self.game, self.game.mover, ((self.game.mover, end),)
        self._settle(seat, turn.number, end)
        if end.how == "win":
            return self._over(ended, (seat,))
        reached, left = game.reached, game.turns_left - 1
        if reached is None and self.scores[seat] >= self.table.rules.goal:
            reached, left = seat, last_turns(self.table, seat)
        if reached is not None and left <= 0:
            return self._over(ended, winners(self.table, self.scores, reached))
        return self._next(
            mover=self.table.after(seat),
            turn=TurnSoFar(turn.number + 1),
            to_beat=end.total if self.table.rules.turn.beat_previous and end.how == "bank" else 0,
            offer=left_over(self.table, end),
            reached=reached,
            turns_left=max(0, left),
            ended=ended,
        )

    def _settle(self, seat: int, number: int, end: Ended) -> None:
        """Change a seat's score and busts as the end of a turn requires."""
        before, change = self.scores[seat], settle(self.table, self.scores[seat], self.busts[seat], end)
        self.busts = (*self.busts[:seat], change.busts, *self.busts[seat + 1 :])
        unpunished = change.score + change.penalty
        self.scores = (*self.scores[:seat], unpunished, *self.scores[seat + 1 :])
        if end.how != "win":
            points = unpunished - before if end.how == "lose_banked" else change.gained
            self._report(end.how, "", points, end.total, seat, number)
        self.scores = (*self.scores[:seat], change.score, *self.scores[seat + 1 :])
        if change.penalty:
            self._report("penalty", "", -change.penalty, 0, seat, number)

    def _over(self, ended: tuple[tuple[int, Ended], ...], won: tuple[int, ...]) -> AnyState:
        for seat in won:
            self._report("win", "", 0, 0, seat)
        turn = replace(self.game.turn, roll=None)
        return self._next(turn=turn, offer=None, chosen=(), fallen=(), hidden=(), winners=won, ended=ended)

    def _choose(self, hand: Hand | None, fell: Ended | tuple[RolledDie, ...] | None = None) -> AnyState:
        """Simultaneous Hog: a hidden choice; after the last one all dice fall."""
        game, chosen = self.game, (*self.game.chosen, hand)
        fallen = game.fallen if fell is None else (*game.fallen, fell)
        if len(chosen) < self.table.seats:
            turn = TurnSoFar(game.turn.number + 1)
            return self._next(mover=game.mover + 1, turn=turn, chosen=chosen, fallen=fallen)
        ends = []
        for seat, dice_chosen in enumerate(chosen):
            turn = TurnSoFar(game.turn.number - game.mover + seat)
            dice = fallen[seat] if fallen else self.table.roll(dice_chosen or (), turn.number, 1)
            if isinstance(dice, Ended):
                ends.append(dice)
                continue
            event, sets = self.table.choices(0, dice)
            end = Ended(event, 0, 0) if event else self._scored(seat, turn, next(iter(sets.values())))[1]
            assert end is not None
            points = 0 if event else end.total
            self._report("roll", self.table.text(dice), points, points, seat, turn.number)
            ends.append(end)
        return self._round(tuple(ends))

    def _hide(self, turn: TurnSoFar, end: Ended) -> AnyState:
        """Simultaneous Pig: the end of a turn, hidden until all seats have played theirs."""
        hidden = (*self.game.hidden, end)
        if len(hidden) == self.table.seats:
            return self._round(hidden)
        return self._next(mover=self.game.mover + 1, turn=TurnSoFar(turn.number + 1), hidden=hidden)

    def _round(self, ends: tuple[Ended, ...]) -> AnyState:
        """The end of a round of simultaneous play."""
        for seat, end in enumerate(ends):
            self._settle(seat, self.game.turn.number - self.game.mover + seat, end)
        ended = tuple(enumerate(ends))
        won = tuple(seat for seat, end in ended if end.how == "win")
        if won:
            return self._over(ended, won)
        if max(self.scores) >= self.table.rules.goal:
            return self._over(ended, winners(self.table, self.scores, 0))
        turn = TurnSoFar(self.game.turn.number + 1)
        return self._next(mover=0, turn=turn, chosen=(), fallen=(), hidden=(), ended=ended)

    def _report(
        self, kind: Kind, dice: str, points: int, total: int, seat: int | None = None, turn: int | None = None
    ) -> None:
        who = self.game.mover if seat is None else seat
        number = self.game.turn.number if turn is None else turn
        self.news.append(News(who, number, kind, dice, points, total, self.scores, self.game.moves + 1))
