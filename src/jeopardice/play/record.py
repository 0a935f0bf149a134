"""The record of a game: the rules, the seats, the dice and the moves, from which the whole game follows.

{"version": 1, "rules": {"preset": "farkle", "set": {"goal": 3000}},
 "seats": [{"name": "You", "player": "human"}, {"name": "Ada", "player": "optimal"}],
 "first": 0, "seed": "k3v9x2", "moves": ["roll", "15 roll", "5 bank"]}

The dice follow from the seed. With real dice ("dice": "given") they are part of the moves, and a turn, or the rest of
it, may be entered by its result only (`jeopardice.play.given`):

{"version": 1, "rules": {"preset": "farkle"}, "seats": [{"name": "Ada"}, {"name": "Bob"}, {"name": "Cleo"}],
 "first": 0, "seed": "", "dice": "given", "moves": ["roll [115346]", "15 roll [2346]", "banked 450", "bust"]}
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, get_args

from jeopardice.common.errors import InputError, shown
from jeopardice.race.support import require
from jeopardice.rulebook import Rules, changed_rules, parse_rules, presets, rules

VERSION = 1
FEWEST_SEATS, MOST_SEATS = 2, 8
MOST_MOVES = 5000
MOST_NAME = MOST_SEED = MOST_PLAYER = 40
MOST_MOVE = 1000
MOST_CHANGES = 100
MOST_TOML = 64 * 1024
Dice = Literal["seed", "given"]
"""Where the dice of a game come from."""
DICE: tuple[Dice, ...] = get_args(Dice)
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the table."""

    name: str
    player: str = "human"
    """Who decides: "human", or a way to play such as "optimal" or "hold-at:300"."""


@dataclass(frozen=True, slots=True)
class NamedRules:
    """Rules by name: a preset or the text of a rules file, with some keys changed."""

    preset: str | None = None
    toml: str | None = None
    changes: tuple[tuple[str, str], ...] = ()
    """Keys with their values as JSON."""

    @classmethod
    def of(cls, document: object) -> NamedRules:
        """Check plain data."""
        allowed = ("preset", "toml", "set")
        document = _object(document, "rules", '{"preset": NAME} or {"toml": TEXT}', allowed)
        preset, toml, changes = map(document.get, allowed)
        if (preset is None) == (toml is None):
            raise InputError("rules: one of preset and toml must be given")
        for key, value in (("preset", preset), ("toml", toml)):
            if value is not None and not isinstance(value, str):
                raise InputError(f"rules.{key}: {shown(value)}: it must be text")
        if toml is not None and len(toml) > MOST_TOML:
            raise InputError(f"rules.toml: {len(toml):,} characters: at most {MOST_TOML:,}")
        changes = {} if changes is None else changes
        if not isinstance(changes, Mapping) or len(changes) > MOST_CHANGES:
            raise InputError(f"rules.set: {shown(changes)}: it must be keys with values, at most {MOST_CHANGES}")
        if not all(isinstance(key, str) for key in changes):
            raise InputError("rules.set: keys must be text, such as turn.minimum_bank")
        try:
            written = tuple((key, json.dumps(value)) for key, value in changes.items())
        except (TypeError, ValueError, RecursionError):
            raise InputError("rules.set: the values must be numbers, text or lists of them") from None
        return cls(preset, toml, written)

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        named: dict[str, Any] = {"preset": self.preset} if self.preset is not None else {"toml": self.toml}
        return {**named, "set": {key: json.loads(value) for key, value in self.changes}} if self.changes else named

    def read(self, players: int | None = None) -> Rules:
        """Read the rules, for this number of players."""
        return _read(self, players)


@lru_cache(maxsize=16)
def _read(named: NamedRules, players: int | None) -> Rules:
    if named.preset is not None:
        if named.preset not in presets():
            raise InputError(f"rules.preset: {shown(named.preset)}: it must be one of {', '.join(presets())}")
        found = rules(named.preset)
    else:
        found = parse_rules(named.toml or "")
    changes = {key: json.loads(value) for key, value in named.changes}
    found = changed_rules(found, changes, "rules") if changes else found
    return found if players is None or found.players == players else found.replace(players=players)


@dataclass(frozen=True, slots=True)
class Record:
    """A game, as far as it was played."""

    rules_in: NamedRules
    seats: tuple[Seat, ...]
    first: int = 0
    """The seat that starts, counted from 0."""
    seed: str = ""
    moves: tuple[str, ...] = ()
    dice: Dice = "seed"
    """Whether the dice follow from the seed, or are given with the moves."""
    version: int = field(default=VERSION, compare=False)

    @classmethod
    def new(
        cls,
        named: Mapping[str, Any] | NamedRules,
        players: Sequence[str] = ("human", "optimal"),
        *,
        names: Sequence[str] | None = None,
        first: int = 0,
        seed: str | None = None,
        dice: Dice = "seed",
    ) -> Record:
        """Begin a game."""
        called = names or [usual_name(player, number, players) for number, player in enumerate(players)]
        rules_in = named if isinstance(named, NamedRules) else NamedRules.of(named)
        seats = tuple(Seat(*sits) for sits in zip(called, players, strict=True))
        return cls.of(cls(rules_in, seats, first, new_seed() if seed is None else seed, (), dice).as_json())

    @classmethod
    def of(cls, document: object) -> Record:
        """Check plain data, as it comes from JSON."""
        allowed = ("version", "rules", "seats", "first", "seed", "dice", "moves")
        document = _object(document, "record", "an object", allowed)
        version = document.get("version", VERSION)
        if type(version) is not int or version != VERSION:
            raise InputError(f"version: {shown(version)}: this program reads records of version {VERSION}")
        seats = _list(document, "seats", MOST_SEATS)
        if len(seats) < FEWEST_SEATS:
            raise InputError(f"seats: {len(seats)} given: a game needs {FEWEST_SEATS} to {MOST_SEATS}")
        first = document.get("first", 0)
        if type(first) is not int or not 0 <= first < len(seats):
            raise InputError(f"first: {shown(first)}: it must be a seat, from 0 to {len(seats) - 1}")
        moves = _list(document, "moves", MOST_MOVES)
        for number, move in enumerate(moves):
            _text(move, f"moves[{number}]", MOST_MOVE)
        seed = _text(document.get("seed", ""), "seed", MOST_SEED)
        dice = document.get("dice", "seed")
        if dice not in DICE:
            raise InputError(f'dice: {shown(dice)}: it must be "seed" or "given"')
        sits = tuple(map(_seat, seats, range(len(seats))))
        found = cls(NamedRules.of(document.get("rules")), sits, first, seed, (), dice)
        require("play", found.rules)
        return replace(found, moves=tuple(moves))

    @classmethod
    def read(cls, text: str) -> Record:
        """A record from the text of its JSON."""
        try:
            return cls.of(json.loads(text))
        except InputError:
            raise
        except (ValueError, RecursionError):
            raise InputError("record: not valid JSON") from None

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "version": VERSION,
            "rules": self.rules_in.as_json(),
            "seats": [{"name": seat.name, "player": seat.player} for seat in self.seats],
            "first": self.first,
            "seed": self.seed,
            **({} if self.dice == "seed" else {"dice": self.dice}),
            "moves": list(self.moves),
        }

    @property
    def rules(self) -> Rules:
        """The rules, for as many players as there are seats."""
        return self.rules_in.read(len(self.seats))

    def cut(self, moves: int) -> Record:
        """The game as it was after this number of moves."""
        return replace(self, moves=self.moves[:moves])


def new_seed() -> str:
    """A seed that is easy to read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(8))


def usual_name(player: str, number: int, players: Sequence[str]) -> str:
    """The default name of a player."""
    if player == "human":
        return "You" if list(players).count("human") == 1 else f"Player {number + 1}"
    same = [i for i, other in enumerate(players) if other == player]
    words = {"optimal": "Best play", "max-score": "Max score", "card": "Card", "beginner": "Beginner"}
    word = words.get(player, player)
    return word[:MOST_NAME] if len(same) == 1 else f"{word[: MOST_NAME - 2]} {same.index(number) + 1}"


def _object(value: object, place: str, wanted: str, allowed: tuple[str, ...]) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InputError(f"{place}: {shown(value)}: it must be {wanted}")
    for key in value:
        if key not in allowed:
            raise InputError(f"{place}: {shown(key)}: unknown key (allowed: {', '.join(allowed)})")
    return value


def _list(document: Mapping[str, Any], key: str, most: int) -> list[Any]:
    value = document.get(key, [])
    if not isinstance(value, list | tuple):
        raise InputError(f"{key}: {shown(value)}: it must be a list")
    if len(value) > most:
        raise InputError(f"{key}: {len(value)} given: at most {most}")
    return list(value)


def _seat(document: object, number: int) -> Seat:
    place = f"seats[{number}]"
    document = _object(document, place, '{"name": NAME, "player": PLAYER}', ("name", "player"))
    name = _text(document.get("name", f"Player {number + 1}"), f"{place}.name", MOST_NAME)
    return Seat(name, _text(document.get("player", "human"), f"{place}.player", MOST_PLAYER))


def _text(value: object, place: str, most: int) -> str:
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        raise InputError(f"{place}: {shown(value)}: it must be a line of text of at most {most} characters")
    return value
