"""A match as a pure state machine: a position, the legal moves, and the position after a move.

The rules are those of the solver: what may be kept comes from `jeopardice.turn`. A move is a player's decision; the
dice that then fall, busts and the next player follow from it (`jeopardice.play.applied`). With real dice the move
carries the dice that it rolled, or the result of the turn (`jeopardice.play.given`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from jeopardice.common.errors import InputError, shown
from jeopardice.play.applied import AppliedMove
from jeopardice.play.dice import RolledDie
from jeopardice.play.given import find_end, read_dice, read_result, split_dice, with_dice
from jeopardice.play.moves import Move, Then, move_text, parse
from jeopardice.play.record import MOST_MOVES, Record
from jeopardice.play.refusals import why_not
from jeopardice.play.state import GameState, TurnSoFar
from jeopardice.play.table import Table
from jeopardice.rulebook import Rules
from jeopardice.turn.reading import read_hand, read_roll, roll_text


@dataclass(frozen=True, repr=False)
class Game(GameState):
    """A position of a game, its legal moves, and what they lead to."""

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
        """The legal move that a text means, and with real dice what was rolled, if that is written."""
        decision, dice = split_dice(text)
        if dice is not None and not self.table.given:
            raise InputError(f"move: {shown(text)}: the dice of this game follow from its seed")
        if self.waits and not self.over:
            fell = self.table.text(self.table.example(self.waits.phase, self.waits.dice))
            how = f"first enter the dice rolled, such as [{fell}], or how the turn ended"
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
            return AppliedMove(self).ended(find_end(self, result))
        return AppliedMove(self).after(*self._found(text))

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
        games.append(after_move(games[-1], number, move))
    return games


def after_move(game: Game, number: int, move: str) -> Game:
    """The position after the move of this number of a record; an error names the move."""
    try:
        return game.after(move)
    except InputError as error:
        raise InputError(f"moves[{number}]: {str(error).removeprefix('move: ')}") from None
