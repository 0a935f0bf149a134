"""Reading a game from the text that `jeopardice.play.game_text` writes, or that a person has written like it.

Dice may stand in any order, and points, scores, `date` and `result` may be left out; whatever is given is checked
against the rules and the seed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.play.game import Game, replay
from jeopardice.play.game_text import UNKNOWN, GameText, TurnEvent, TurnLine, quoted, result_words, turn_lines
from jeopardice.play.record import Record
from jeopardice.turn.reading import RollShown, read_roll

ONCE = ("rules", "first", "dice", "seed", "date", "result")
HEADER = ("set", "player", *ONCE)
TURN = re.compile(r"([0-9]{1,6})\.\s*(.*)")
AFTER_NAME = re.compile(r"\s*(-?[0-9][0-9,]*)?\s*:\s*(.*)")
EVENT = re.compile(
    r"(rolled|kept|chose|stole|bank|bust|pays|ended|lost|wins|banked|won|then)(?:\s+(.+))?", re.IGNORECASE
)
RESULTS = ("banked", "won", "then")
FIRST = {"bank": "banked", "wins": "won"}
"""The same in a turn of which only the result is known."""
EVENTS = "rolled DICE, kept DICE, chose NUMBER, stole POINTS, bank POINTS, bust, pays POINTS, ended, lost or wins"
NEED_DICE = ("rolled", "kept", "chose")


class Line(NamedTuple):
    """A line of the text."""

    number: int
    text: str


def read_game(text: str, check: Callable[[Record], object] = lambda record: None) -> GameText:
    """Read a game, as text or as JSON; an InputError names the line and what is allowed.

    `check` sees the game before its moves, and may refuse it.
    """
    if _is_json(text):
        record = Record.read(text.lstrip("\ufeff"))
        check(record)
        replay(record)
        return GameText(record)
    return _TextReader(text).read(check)


def read_games(text: str) -> list[GameText]:
    """Read one game or several: texts that each begin with their rules, or the games that the app has exported."""
    if _is_json(text):
        try:
            document = json.loads(text.lstrip("\ufeff"))
        except (ValueError, RecursionError):
            raise InputError("record: not valid JSON") from None
        games = document.get("games", [document])
        if not isinstance(games, list):
            raise InputError(f"games: {shown(games)}: it must be a list")
        records = [Record.of(one.get("record", one) if isinstance(one, dict) else one) for one in games]
        return [GameText(record) for record in records if replay(record)]
    lines = text.split("\n")
    starts = [at for at, line in enumerate(lines) if re.match(r"\ufeff?\s*rules\s*:", line, re.IGNORECASE)]
    if len(starts) < 2:
        return [read_game(text)]
    parts = zip(starts, [*starts[1:], len(lines)], strict=True)
    return [_TextReader("\n".join(lines[start:end]), start + 1).read(lambda record: None) for start, end in parts]


def _is_json(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("{")


class _TextReader:
    def __init__(self, text: str, first_line: int = 1) -> None:
        lines = enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), first_line)
        written = [Line(number, line) for number, line in lines if line.strip() and line.lstrip()[0] != "#"]
        turns = next((at for at, line in enumerate(written) if TURN.match(line.text.strip())), len(written))
        self.at = self.first_line = first_line
        """The number of the line that is read."""
        self.head: dict[str, list[Line]] = {"|": []}
        for line in written[:turns]:
            self._header(line)
        self.turns = written[turns:]

    def read(self, check: Callable[[Record], object]) -> GameText:
        record = self._record()
        check(record)
        games, moves, turns = [Game.start(record)], list[str](), list[tuple[int, TurnLine]]()
        for line in self.turns:
            self.at = line.number
            turn = self._turn(line.text.strip(), record, games[-1])
            turns.append((self.at, turn))
            rolled: list[str] = []
            for move in self._moves(turn, games):
                moves.append(self._checked(games[-1].written, move))
                games.append(self._checked(games[-1].after, moves[-1]))
                rolled += [news.dice for news in games[-1].news if news.kind == "roll" and news.turn == turn.number]
                self._check_dice(turn, rolled, games[0])
        record = Record.of({**record.as_json(), "moves": moves})
        for (at, turn), played in zip(turns, turn_lines(record, games), strict=True):
            self.at = at
            self._check_turn(turn, played, games[0])
        result, true = self._one("result"), result_words(record, games[-1])
        if result not in ("", true):
            raise self._wrong(f"result: {shown(result)}: these turns give {shown(true)}")
        return GameText(record, self._date())

    def _wrong(self, what: str) -> InputError:
        return InputError(f"line {self.at}: {what}")

    def _checked(self, make: Any, *given: Any) -> Any:
        """What a function makes of this line; its errors name the line."""
        try:
            return make(*given)
        except JeopardiceError as error:
            raise self._wrong(re.sub("^(move|record): ", "", str(error))) from None

    # The header

    def _header(self, line: Line) -> None:
        self.at, text = line.number, line.text.lstrip()
        if text.startswith("|"):
            self.head["|"].append(Line(line.number, text[1:].removeprefix(" ")))
            return
        key, found, value = text.partition(":")
        key = key.strip().lower()
        if not found or key not in HEADER:
            allowed = f'{", ".join(HEADER)}, or a turn such as "1. Ann 0: rolled 4"'
            raise self._wrong(f"{shown(text.strip())}: it must begin with one of {allowed}")
        values = self.head.setdefault(key, [])
        if values and key in ONCE:
            raise self._wrong(f"{key}: given twice")
        values.append(Line(line.number, value.strip()))

    def _one(self, key: str) -> str:
        line = next(iter(self.head.get(key, [])), Line(self.first_line, ""))
        self.at = line.number
        return line.text

    def _record(self) -> Record:
        """The game before its first move."""
        own = "\n".join(line.text for line in self.head["|"]) if self.head["|"] else None
        preset = self._one("rules")
        if not preset and own is None:
            raise self._wrong("rules: missing: the text of a game begins with a line such as rules: farkle")
        named: dict[str, Any] = {"preset": preset} if own is None else {"toml": own}
        changes = dict(self._change(line) for line in self.head.get("set", []))
        seats = [self._seat(line) for line in self.head.get("player", [])]
        first, seed = self._first([seat["name"] for seat in seats]), self._name(self._one("seed"), "")[0]
        self._one("rules")
        rules = {**named, "set": changes} if changes else named
        dice = {"dice": self._one("dice")} if "dice" in self.head else {}
        found: Record = self._checked(Record.of, {"rules": rules, "seats": seats, "first": first, "seed": seed, **dice})
        return found

    def _change(self, line: Line) -> tuple[str, Any]:
        self.at = line.number
        key, _, value = line.text.partition("=")
        try:
            return key.strip(), json.loads(value)
        except (ValueError, RecursionError):
            allowed = 'KEY = VALUE, such as goal = 3000 or turn.steal = "after-bank"'
            raise self._wrong(f"set: {shown(line.text)}: it must be {allowed}") from None

    def _seat(self, line: Line) -> dict[str, str]:
        self.at = line.number
        name, rest = self._name(line.text, "(")
        player, end = self._name(rest[1:].lstrip() if rest.startswith("(") else '"human" )', ")")
        if (not name and not line.text.startswith('""')) or end != ")":
            raise self._wrong(f"player: {shown(line.text)}: it must be NAME (PLAYER), such as Ann (human)")
        return {"name": name, "player": player}

    def _name(self, text: str, until: str) -> tuple[str, str]:
        """The name that a text begins with, without its quotation marks, and the rest of the text."""
        if text.startswith('"'):
            try:
                name, end = json.JSONDecoder().raw_decode(text)
            except ValueError:
                raise self._wrong(f"{shown(text)}: the quotation marks do not match") from None
            return str(name), text[end:].strip()
        name, found, rest = text.partition(until) if until else (text, "", "")
        return name.strip(), found + rest.strip()

    def _first(self, names: list[str]) -> int:
        text = self._one("first")
        name = self._name(text, "")[0]
        if not text:
            return 0
        if len(set(names)) == len(names) and name in names:
            return names.index(name)
        if text.isdecimal() and 1 <= int(text) <= len(names):
            return int(text) - 1
        raise self._wrong(f"first: {shown(text)}: it must be a player, or the number of a seat, from 1 to {len(names)}")

    def _date(self) -> str:
        date = self._one("date")
        try:
            return date and str(datetime.fromisoformat(date) and date)
        except ValueError:
            raise self._wrong(f"date: {shown(date)}: it must be a date such as 2026-11-19 14:31") from None

    # The turns

    def _turn(self, text: str, record: Record, game: Game) -> TurnLine:
        found = TURN.fullmatch(text)
        if found is None:
            raise self._wrong(
                f'{shown(text)}: a turn is written NUMBER. NAME SCORE: EVENTS, such as "1. Ann 0: rolled 4"'
            )
        if game.over:
            raise self._wrong("the game is over with the turn before")
        if int(found[1]) != game.turn.number:
            raise self._wrong(f"turn {found[1]}: it must be turn {game.turn.number}")
        name = record.seats[game.mover].name
        written = next((each for each in (quoted(name), name) if found[2].startswith(each)), None)
        rest = None if written is None else AFTER_NAME.fullmatch(found[2][len(written) :])
        if rest is None:
            raise self._wrong(
                f"{shown(found[2])}: it must be {quoted(name)}'s turn: {quoted(name)} {game.scores[game.mover]}: ..."
            )
        what, arrow, after = rest[2].partition("->")
        turn = TurnLine(game.turn.number, game.mover, self._points(rest[1]) if rest[1] else game.scores[game.mover])
        turn.events = [self._event(event.strip()) for event in what.split(", ")]
        if record.dice == "given" and turn.events[0].word in FIRST:
            turn.events[0] = replace(turn.events[0], word=FIRST[turn.events[0].word])
        turn.after = self._points(after) if arrow else None
        return turn

    def _event(self, text: str) -> TurnEvent:
        found = EVENT.fullmatch(text)
        if found is None or (found[1].lower() in NEED_DICE and not found[2]):
            raise self._wrong(f"{shown(text)}: it must be {EVENTS}")
        return TurnEvent(found[1].lower(), (found[2] or "").strip())

    def _points(self, text: str) -> int:
        try:
            return int(text.replace(",", ""))
        except ValueError:
            raise self._wrong(f"{shown(text.strip())}: it must be a score, such as 3650") from None

    def _moves(self, turn: TurnLine, games: list[Game]) -> Iterator[str]:
        """The moves of a turn; `games` grows while they are made."""
        given, keep, before = games[0].table.given, "", TurnEvent("")
        for event, following in zip(turn.events, [*turn.events[1:], TurnEvent("")], strict=True):
            rolled = event if event.word == "rolled" else following if following.word == "rolled" else None
            dice = f" [{rolled.what}]" if given and rolled and rolled.what != UNKNOWN else ""
            if event.word in ("chose", "stole"):
                yield (f"roll {event.what}" if event.word == "chose" else "steal") + dice
            elif event.word == "rolled" and before.word not in ("chose", "stole"):
                yield f"{keep} roll{dice}"
            elif event.word in RESULTS or (given and not before.word and event.word in ("bust", "lost")):
                yield event.what if event.word == "then" else str(event)
            elif event.word in ("bank", "ended") and games[-1].turn.number == turn.number and not games[-1].over:
                yield f"{keep} {'bank' if event.word == 'bank' else 'end'}"
            keep, before = event.what if event.word == "kept" else "", event
        if keep:
            raise self._wrong(f"kept {keep}: what follows is missing: rolled DICE, bank POINTS or ended")

    def _check_dice(self, turn: TurnLine, rolled: list[str], game: Game) -> None:
        """Compare the dice of the text with those that follow from the seed."""
        for event, dice in zip([event for event in turn.events if event.word == "rolled"], rolled, strict=False):
            if event.what != dice and self._dice(event, game) != read_roll(game.table.model, dice):
                raise self._wrong(f"{event}: the seed gives {dice}")

    def _dice(self, event: TurnEvent, game: Game) -> RollShown:
        found: RollShown = self._checked(read_roll, game.table.model, event.what)
        return found

    def _check_turn(self, turn: TurnLine, played: TurnLine, game: Game) -> None:
        """Compare a turn of the text with the turn that was played."""
        for event, true in zip(turn.events, [*played.events, *[None] * len(turn.events)], strict=False):
            if true is None or event.word != true.word:
                raise self._wrong(f"{event}: {f'it must be {true}' if true else 'nothing follows here'}")
            if event.word == "rolled":
                self._check_dice(TurnLine(0, 0, 0, [event]), [true.what], game)
            elif event.word not in NEED_DICE and event.what and event.what.replace(",", "") != true.what:
                raise self._wrong(f"{event}: it must be {true}")
        if len(turn.events) < len(played.events):
            raise self._wrong(f"{played.events[len(turn.events)]}: missing at the end of the turn")
        for score, right in ((turn.before, played.before), (turn.after, played.after)):
            if score is not None and score != right:
                raise self._wrong(f"score {score}: it must be {'unfinished' if right is None else right}")
