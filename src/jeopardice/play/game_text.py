"""A game as text that people can read and write, with its dice: docs/play.md, "A game as text".

    rules:    farkle
    set:      goal = 3000
    player:   Ann (human)
    player:   Ada (optimal)
    first:    Ann
    seed:     k3v9x2
    date:     2026-11-19 14:31
    result:   Ann wins, 3650 to 3100

     1. Ann     0: rolled 115346, kept 1, rolled 34562, kept 5, bank 150 -> 150
     2. Ada     0: rolled 223446, bust -> 0

Every turn is a line: its number, who plays it, the score before it, what happened, and the score after it. The dice
follow from the seed as in a record, and a reader checks them. Rules of one's own are lines that begin with "|".

With real dice (`dice: given`) the result of a turn may stand by itself, or after "then" for the rest of it:

     3. Ann   150: banked 450 -> 600
     4. Ada     0: rolled 115346, kept 15, rolled ?, then bust -> 0
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from jeopardice.play.game import Game, replay
from jeopardice.play.given import split_dice
from jeopardice.play.record import Record
from jeopardice.play.state import News

INDENT = 10
ENDS = ("bank", "ended", "bust", "lost", "wins")
UNKNOWN = "?"
"""Dice that are not entered yet."""
PLAIN = re.compile(r"[^\s\"(),:=|#][^\"(),:=|]*(?<!\s)")
"""Names that need no quotation marks."""
PLAYER = re.compile(r"[^\s\"()]+")
"""The same for players, such as hold-at:300."""


@dataclass(frozen=True, slots=True)
class TurnEvent:
    """Something that happened in a turn."""

    word: str
    what: str = ""

    def __str__(self) -> str:
        return f"{self.word} {self.what}".rstrip()


@dataclass
class TurnLine:
    """A turn, as a line of the text."""

    number: int
    seat: int
    before: int
    """The score before it."""
    events: list[TurnEvent] = field(default_factory=list)
    after: int | None = None
    """The score after it; None before it has ended."""
    ended: bool = False
    """Whether its last event says how it ended."""

    def add(self, event: TurnEvent) -> None:
        """Add an event; how the turn ended is added once."""
        if event.word not in ENDS or not self.ended:
            self.events.append(event)
            self.ended = event.word in ENDS

    def end(self, result: str) -> None:
        """Add how a turn (or the rest of it) ended, where only its result is known."""
        word, _, what = f"then {result}".partition(" ") if self.events else result.partition(" ")
        self.events.append(TurnEvent(word, what))
        self.ended = True


@dataclass(frozen=True, slots=True)
class GameText:
    """What a text says: a game, and when it was played."""

    record: Record
    date: str = ""


def write_game(record: Record, date: str = "") -> str:
    """A game as text."""
    games = replay(record)
    head = [("player", f"{quoted(seat.name)} ({quoted(seat.player, PLAYER)})") for seat in record.seats]
    head += [("first", first_words(record))]
    head += [("dice", record.dice)] if record.dice != "seed" else []
    head += [("seed", quoted(record.seed))] if record.dice == "seed" or record.seed else []
    head += [("date", date)] if date else []
    head += [("result", result_words(record, games[-1]))]
    lines = [*_rules_lines(record), *(_head_line(key, value) for key, value in head)]
    return "\n".join([*lines, "", *_turns(record, turn_lines(record, games))]) + "\n"


def turn_lines(record: Record, games: Sequence[Game]) -> list[TurnLine]:
    """The turns of a game, in their order."""
    found: dict[int, TurnLine] = {}
    for game, after, text in zip(games, games[1:], record.moves, strict=False):
        first = game.turn.number - game.mover
        here = found.setdefault(game.turn.number, TurnLine(game.turn.number, game.mover, game.scores[game.mover]))
        _add_move(here, game, text)
        for news in after.news:
            if news.kind != "win" and not (news.kind == "roll" and _rolls_at_once(game)):
                found[news.turn].add(_event(news))
        _add_end(here, game, after, text)
        for seat, end in after.ended:
            its = found[first + seat] if game.table.rules.simultaneous else here
            if end.how == "win":
                its.add(TurnEvent("wins"))
            its.after = after.scores[seat]
    return list(found.values())


def _rolls_at_once(game: Game) -> bool:
    """Whether a choice is entered with its dice, though the game reveals them only after the round."""
    return game.table.given and game.table.rules.family == "hog"


def _add_move(line: TurnLine, game: Game, text: str) -> None:
    """Add the parts of a move that the news never contains, or only after the round."""
    move, dice = game.decision(text), split_dice(text)[1]
    if move is None:
        line.end(text)
    elif game.table.rules.family == "hog":
        line.add(TurnEvent("chose", move.dice))
        if dice is not None:
            line.add(TurnEvent("rolled", dice))


def _add_end(line: TurnLine, game: Game, after: Game, text: str) -> None:
    """Add that the game waits for dice, or how a turn of simultaneous Pig ended, which is revealed after the round."""
    move = game.decision(text)
    if move is None or game.table.rules.family == "hog":
        return
    if after.waits and move.then == "roll":
        line.add(TurnEvent("rolled", UNKNOWN))
    elif move.then in ("bank", "end"):
        line.add(TurnEvent("bank", str(move.total)) if move.then == "bank" else TurnEvent("ended"))


def _event(news: News) -> TurnEvent:
    words: dict[str, tuple[str, object]] = {
        "roll": ("rolled", news.dice),
        "keep": ("kept", news.dice),
        "steal": ("stole", news.total),
        "bank": ("bank", news.total),
        "bust": ("bust", f"keeps {news.points}" if news.points else ""),
        "lose_banked": ("lost", ""),
        "end": ("ended", ""),
        "penalty": ("pays", -news.points),
    }
    word, what = words[news.kind]
    return TurnEvent(word, str(what))


def result_words(record: Record, game: Game) -> str:
    """How a game has ended: "Ann wins, 3650 to 3100"."""
    if not game.over:
        return "not finished"
    names = [quoted(record.seats[seat].name) for seat in game.winners]
    order = [*game.winners, *(seat for seat in range(len(record.seats)) if seat not in game.winners)]
    scores = " to ".join(str(game.scores[seat]) for seat in order)
    return f"{names[0]} wins, {scores}" if len(names) == 1 else f"{' and '.join(names)} share the win, {scores}"


def first_words(record: Record) -> str:
    """Who starts: the name, or the number of the seat where several have the same name."""
    names = [seat.name for seat in record.seats]
    return quoted(names[record.first]) if len(set(names)) == len(names) else str(record.first + 1)


def _head_line(key: str, value: str) -> str:
    return f"{f'{key}:':<{INDENT}}{value}"


def _rules_lines(record: Record) -> Iterator[str]:
    named = record.rules_in
    yield _head_line("rules", named.preset or "own")
    yield from (f"| {line}" for line in named.toml.split("\n")) if named.toml is not None else ()
    yield from (_head_line("set", f"{key} = {value}") for key, value in named.changes)


def _turns(record: Record, lines: Sequence[TurnLine]) -> Iterator[str]:
    """The turns as lines, with numbers, names and scores below each other."""
    names = [quoted(seat.name) for seat in record.seats]
    wide = max(map(len, names))
    most = max((len(str(line.before)) for line in lines), default=1)
    digits = len(str(lines[-1].number)) if lines else 1
    for line in lines:
        after = "" if line.after is None else f" -> {line.after}"
        what = ", ".join(map(str, line.events))
        yield f"{line.number:>{digits}}. {names[line.seat]:<{wide}}  {line.before:>{most}}: {what}{after}".rstrip()


def quoted(text: str, plain: re.Pattern[str] = PLAIN) -> str:
    """A name as it is written: in quotation marks where it could be mistaken for something else."""
    return text if plain.fullmatch(text) else json.dumps(text, ensure_ascii=False)
