"""A match as a pure state machine: a position, the legal moves, and the position after a move.

The rules are those of the solver: what may be kept comes from `jeopardice.turn`, what happens between turns is in
docs/rules.md. A move is a player's decision; the dice that then fall, busts and the next player follow from it. With
real dice the move carries the dice that fell, or the result of the turn (`jeopardice.play.given`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from jeopardice.common.errors import InputError, shown
from jeopardice.play.dice import RolledDie
from jeopardice.play.ending import Ended, StealOffer, last_turns, left_over, settle, winners
from jeopardice.play.given import find_end, read_dice, read_result, split_dice, with_dice
from jeopardice.play.moves import Move, Then, move_text, parse
from jeopardice.play.record import MOST_MOVES, Record
from jeopardice.play.refusals import why_not
from jeopardice.play.table import Table
from jeopardice.rulebook import Rules
from jeopardice.turn.dice import Hand
from jeopardice.turn.legal import Kept
from jeopardice.turn.reading import read_hand, read_roll, roll_text

Kind = Literal["roll", "keep", "bank", "bust", "lose_banked", "win", "penalty", "steal", "end"]


@dataclass(frozen=True, slots=True)
class News:
    """Something that has happened in the game."""

    seat: int
    turn: int
    kind: Kind
    dice: str
    """The dice rolled or set aside."""
    points: int
    """What they score, what is banked, or (with a minus) what is lost of the banked points."""
    total: int
    """The turn total then; for a bust, the total that was lost or kept."""
    scores: tuple[int, ...]
    move: int
    """The number of moves of the record that lead here."""


@dataclass(frozen=True, slots=True)
class TurnSoFar:
    """The turn of the seat to move."""

    number: int
    """Counted from 1, the turns of all seats together."""
    phase: int = 0
    total: int = 0
    rolls: int = 0
    """Rolls made in this turn."""
    roll: tuple[RolledDie, ...] | None = None
    """Dice on the table that can be set aside, in the order in which they fell."""
    kept: tuple[tuple[str, int], ...] = ()
    """Dice set aside so far, with their points."""


@dataclass(frozen=True, repr=False)
class Game:
    """A position of a game."""

    table: Table
    scores: tuple[int, ...]
    busts: tuple[int, ...]
    """Busts in a row of each seat, as far as they count."""
    mover: int
    turn: TurnSoFar
    to_beat: int = 0
    """What the previous seat has banked, where a bank must beat it."""
    offer: StealOffer | None = None
    """What the previous turn has left to steal."""
    reached: int | None = None
    """The seat that reached the goal first; the others then have last turns."""
    turns_left: int = 0
    """The number of last turns still to be played."""
    chosen: tuple[Hand | None, ...] = ()
    """Simultaneous Hog: the dice that seats have chosen in this round, hidden from the others; None: not known."""
    hidden: tuple[Ended, ...] = ()
    """Simultaneous Pig: how the turns of this round have ended, hidden from the others."""
    fallen: tuple[Ended | tuple[RolledDie, ...], ...] = ()
    """Simultaneous Hog with real dice: what seats have rolled in this round, or how their turns have ended."""
    waits: Move | None = None
    """With real dice: the move whose dice have not been entered yet."""
    winners: tuple[int, ...] = ()
    moves: int = 0
    """The number of moves that lead here."""
    news: tuple[News, ...] = ()
    """What has happened with the last move."""
    ended: tuple[tuple[int, Ended], ...] = ()
    """The turns that the last move has ended, with their seats."""

    def __repr__(self) -> str:
        return f"<Game of {self.table.rules.where}: scores {self.scores}, seat {self.mover + 1} to move>"

    @classmethod
    def start(cls, record: Record) -> Game:
        """The position before the first move of a record."""
        return cls.begin(record.rules, len(record.seats), record.first, record.seed, given=record.dice == "given")

    @classmethod
    def begin(cls, rules: Rules, seats: int, first: int, seed: str, *, given: bool = False) -> Game:
        """The position at the start of a game; the dice follow from the seed unless they are given."""
        table, mover = Table.of(rules, seats, first, seed, given=given), 0 if rules.simultaneous else first
        return cls(table, (0,) * seats, (0,) * seats, mover, TurnSoFar(1))

    def share(self, seat: int) -> float:
        """A seat's share of the win: 1, 0, or an equal part of a split tie."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    @property
    def over(self) -> bool:
        """Whether the game is won."""
        return bool(self.winners)

    @property
    def last_turn(self) -> bool:
        """Whether the seat to move plays its last turn."""
        return self.reached is not None and not self.over

    @property
    def at_start(self) -> bool:
        """Whether the seat to move has not rolled yet in this turn."""
        return self.turn.rolls == 0

    def least_bank(self, seat: int | None = None) -> int:
        """The least turn total that may be banked."""
        model, rules = self.table.model, self.table.rules
        score = self.scores[self.mover if seat is None else seat]
        return max(model.bank_from, rules.turn.first_bank if score == 0 else 0, self.to_beat + 1)

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """Every legal move."""
        return () if self.over or self.waits else tuple(self._legal())

    def _legal(self) -> Iterator[Move]:
        turn, table = self.turn, self.table
        if turn.roll is not None:
            for keep, kept in table.choices(turn.phase, turn.roll).sets.items():
                yield from self._moves_from(kept.phase, turn.total + kept.points, keep, kept.points)
            return
        yield from self._moves_from(turn.phase, turn.total)
        if self.offer and self.at_start:
            phase, total = self.offer
            yield Move("", total, total, "steal", table.hand(phase), phase, "steal")

    def _moves_from(self, phase: int, total: int, keep: str = "", points: int = 0) -> Iterator[Move]:
        """Bank, or roll; where neither is legal, end the turn."""
        table = self.table
        thens: list[tuple[Then, str]] = [("bank", "")] if total >= self.least_bank() else []
        thens += [("roll", table.model.hand_name(roll.dice)) for roll in table.rolls(phase)]
        for then, dice in thens or [("end", "")]:
            text = move_text(keep, then, dice, hog=table.rules.family == "hog")
            yield Move(keep, points, total, then, dice, phase, text)

    def find(self, text: str) -> Move:
        """The legal move that a text means, dice in any order; an InputError says why there is none."""
        return self._found(text)[0]

    def _found(self, text: str) -> tuple[Move, tuple[RolledDie, ...] | None]:
        """The legal move that a text means, and with real dice what fell, if that is written."""
        decision, dice = split_dice(text)
        if dice is not None and not self.table.given:
            raise InputError(f"move: {shown(text)}: the dice of this game follow from its seed")
        if self.waits and not self.over:
            fell = self.table.text(self.table.example(self.waits.phase, self.waits.dice))
            how = f"first enter the dice that fell, such as [{fell}], or how the turn ended"
            raise InputError(f"move: {shown(text)}: {how}")
        move = self._decision(decision)
        if dice is None:
            return move, None
        hand = self.table.hand_rolled(move.phase, move.dice)
        if hand is None:
            raise InputError(f"move: {shown(text)}: no dice are rolled after a {move.then}")
        return move, read_dice(self.table, hand, dice)

    def _decision(self, text: str) -> Move:
        known = {move.text: move for move in self.legal}
        if text in known:
            return known[text]
        if self.over:
            raise InputError(f"move: {shown(text)}: the game is over")
        keep, then, dice = parse(self.table, text)
        model = self.table.model
        try:
            keep = roll_text(model, read_roll(model, keep)) if keep else ""
            dice = model.hand_name(read_hand(model, dice)) if dice else ""
        except InputError as error:
            raise InputError(f"move: {str(error).partition(': ')[2]}") from None
        wanted = move_text(keep, then, dice, hog=self.table.rules.family == "hog")
        if wanted in known:
            return known[wanted]
        raise InputError(f"move: {shown(text)}: {why_not(self, keep, then)}")

    def after(self, text: str) -> Game:
        """The position after a move."""
        if self.moves >= MOST_MOVES:
            raise InputError(f"moves: {self.moves + 1} given: at most {MOST_MOVES}")
        result = read_result(text) if self.table.given and not self.over else None
        if result is not None:
            return _AppliedMove(self).ended(find_end(self, result))
        return _AppliedMove(self).after(*self._found(text))

    def decision(self, text: str) -> Move | None:
        """The decision of a move; None where only the result of the turn is known."""
        return None if self.table.given and read_result(text) else self.find(text)

    def written(self, text: str) -> str:
        """A legal move as it is written in a record."""
        result = read_result(text) if self.table.given else None
        if result is not None:
            return result.text
        move, dice = self._found(text)
        return with_dice(self.table, move.text, dice)


class _AppliedMove:
    """A move, and everything that follows from it."""

    def __init__(self, game: Game) -> None:
        self.game, self.table = game, game.table
        self.scores, self.busts = game.scores, game.busts
        self.news: list[News] = []

    def ended(self, end: Ended) -> Game:
        """The position after a turn, or the rest of it, of which only the result is known."""
        if self._chooses_at_once:
            chosen = read_hand(self.table.model, self.game.waits.dice) if self.game.waits else None
            return self._choose(chosen, end)
        return self._end(replace(self.game.turn, roll=None), end)

    @property
    def _chooses_at_once(self) -> bool:
        return self.table.rules.simultaneous and self.table.rules.family == "hog"

    def after(self, move: Move, dice: tuple[RolledDie, ...] | None = None) -> Game:
        """The position after a move; with real dice, those that fell or None where they are not entered yet."""
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

    def _next(self, **changes: Any) -> Game:
        """The next position, with these changes."""
        moves, news = self.game.moves + 1, tuple(self.news)
        changes = {"ended": (), "waits": None, **changes}
        return replace(self.game, scores=self.scores, busts=self.busts, moves=moves, news=news, **changes)

    def _roll(self, turn: TurnSoFar, dice: tuple[RolledDie, ...]) -> Game:
        """Continue from the dice that fell to the next decision or the end of the turn."""
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

    def _end(self, turn: TurnSoFar, end: Ended) -> Game:
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

    def _over(self, ended: tuple[tuple[int, Ended], ...], won: tuple[int, ...]) -> Game:
        for seat in won:
            self._report("win", "", 0, 0, seat)
        turn = replace(self.game.turn, roll=None)
        return self._next(turn=turn, offer=None, chosen=(), fallen=(), hidden=(), winners=won, ended=ended)

    def _choose(self, hand: Hand | None, fell: Ended | tuple[RolledDie, ...] | None = None) -> Game:
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

    def _hide(self, turn: TurnSoFar, end: Ended) -> Game:
        """Simultaneous Pig: the end of a turn, hidden until all seats have played theirs."""
        hidden = (*self.game.hidden, end)
        if len(hidden) == self.table.seats:
            return self._round(hidden)
        return self._next(mover=self.game.mover + 1, turn=TurnSoFar(turn.number + 1), hidden=hidden)

    def _round(self, ends: tuple[Ended, ...]) -> Game:
        """The end of a round of simultaneous play."""
        for seat, end in enumerate(ends):
            self._settle(seat, self.game.turn.number - self.game.mover + seat, end)
        ended = tuple(enumerate(ends))
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


def moved(record: Record, games: list[Game], text: str) -> tuple[Record, list[Game]]:
    """The record and its positions after a move; dice by themselves complete the move that waits for them."""
    if games[-1].waits and split_dice(text)[0] == "":
        text, record, games = f"{record.moves[-1]} {text}", record.cut(len(record.moves) - 1), games[:-1]
    after, written = games[-1].after(text), games[-1].written(text)
    return replace(record, moves=(*record.moves, written)), [*games, after]


def replay(record: Record) -> list[Game]:
    """The positions of a game, from its start to after its last move."""
    games = [Game.start(record)]
    for number, move in enumerate(record.moves):
        try:
            games.append(games[-1].after(move))
        except InputError as error:
            raise InputError(f"moves[{number}]: {str(error).removeprefix('move: ')}") from None
    return games
