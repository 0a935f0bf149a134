"""Games whose dice came from a seed, as people with real dice would enter them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

from jeopardice.play.ending import Ended
from jeopardice.play.game import Game
from jeopardice.play.record import Record


def with_dice(record: Record, games: list[Game]) -> Record:
    """The same game with all its dice given."""
    return replace(record, dice="given", seed="", moves=tuple(moves_with_dice(record, games)))


def moves_with_dice(record: Record, games: list[Game]) -> list[str]:
    """The moves with the dice that fell; those of a round of simultaneous Hog that is not over wait for theirs."""
    rolls = [one for game in games for one in game.news if one.kind == "roll"]
    fell = {turn: iter([one.dice for one in rolls if one.turn == turn]) for turn in {one.turn for one in rolls}}
    found = []
    for game, text in zip(games, record.moves, strict=False):
        dice = next(fell.get(game.turn.number, iter(())), None) if game.find(text).dice else None
        found.append(text if dice is None else f"{text} [{dice}]")
    return found


def result_text(game: Game, end: Ended) -> str:
    """The result of a turn, as people at a table would write it down."""
    turn, dice = game.table.rules.turn, game.table.hand(end.phase)
    may_steal = game.table.rules.family != "hog" and turn.steal != "never"
    if end.how == "win":
        return "won"
    if end.how == "bank":
        return f"banked {end.total}" + (f" leaving {dice}" if may_steal and turn.steal == "after-bank" else "")
    word = "lost" if end.how == "lose_banked" else "bust"
    if may_steal and turn.steal == "after-bust":
        return f"{word} {end.total} leaving {dice}"
    return f"{word} {end.total}" if turn.keep_on_bust and word == "bust" else word


def ends_of(games: list[Game]) -> dict[int, Ended]:
    """How each turn has ended, by its number."""
    found = {}
    for before, after in pairwise(games):
        first = before.turn.number - before.mover if before.table.rules.simultaneous else before.turn.number
        if len(after.hidden) > len(before.hidden):
            found[before.turn.number] = after.hidden[-1]
        for seat, end in after.ended:
            found[first + (seat if before.table.rules.simultaneous else 0)] = end
    return found


def by_results(record: Record, games: list[Game], known: Random | None = None) -> Record:
    """The same game by the results of its turns; with `known`, at random also beginnings of turns with their dice."""
    ends, complete = ends_of(games), moves_with_dice(record, games)
    turns: dict[int, list[int]] = {}
    for number, game in enumerate(games[: len(record.moves)]):
        turns.setdefault(game.turn.number, []).append(number)
    moves: list[str] = []
    for turn, numbers in turns.items():
        if turn not in ends:  # the last turn, in mid-game
            moves += [complete[number] for number in numbers]
            continue
        shown = 0 if known is None else known.randrange(len(numbers) + 1)
        moves += [complete[number] for number in numbers[:shown]]
        waits = bool(shown and known and known.random() < 0.5 and moves[-1].endswith("]"))
        if waits:
            moves[-1] = moves[-1].partition(" [")[0]
        if waits or shown < len(numbers):
            moves.append(result_text(games[numbers[0]], ends[turn]))
    return replace(record, dice="given", seed="", moves=tuple(moves))
