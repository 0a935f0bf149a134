"""Command lines for the fuzzer: small games, sensible options, and the same with something wrong.

A command is drawn from a number, so that each can be drawn again. Most sensible commands work; the wrong ones change
one part, so that the error can be asked for the name of that part.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import typer

from jeopardice import JeopardiceError, rules, turn_model
from support.random_games import Document, random_game, toml_text

Part = tuple[str, ...]
"""An argument, or an option with its value."""
RANDOM_GAMES = 60
NONSENSE = shlex.split(
    "x -1 0 1 3 7 1.5 nan inf 1e9 ٣ 🎲 99999999999999999999 -99999999999999999999 1,2,3,4,5,6,7,8,9 , = a= .. - --"
    " missing.toml missing.nc folder folder.toml folder.nc missing/x.json game.toml/x.nc /proc/self/x.png binary.nc"
    " binary.toml binary.json empty.nc empty.toml empty.json true null optimal hold-at: hold-at:-1 hold-at:x rolls:0"
    " keep-pace:1 card:empty.json table:binary.toml json:loads no.such:thing card:folder --json [1,2] {} pig within:0"
    " rolls:999999999 within:-1 within:x within:99999999999"
)
NONSENSE += ["", " ", "é\u202eb", "\udcff", "9" * 5_000, "x" * 300, "a\nb", "hold-at:" + "9" * 400]
CHANGES = shlex.split(
    "goal=0 goal=x goal= =3 goal more=1 turn.more=1 turn=1 dice.count=0 dice.sides=1 dice.count=99 goal=1000000000"
    " goal=-5 players=99 scoring.x=1 scoring.=1 a.b.c=1 scoring.1x=5 dice.weights=[0,0] events.bust=[] family=chess"
    " family=hog turn.steal=after-bank turn.beat_previous=true bust.penalty=5 end.rule=never goal=1e3 title=🎲 goal=7"
    " turn.hot_dice=[[[[[[[1]]]]]]] turn.minimum_bank=1000000 sees=nothing"
)
CHANGES += ["events.win=['x']", "goal=" + "9" * 5_000]
WEIGHTS = {
    ("solve", "advise"): 20,
    ("match",): 12,
    ("explain", "table"): 10,
    ("turn", "simulate", "alone", "fairness", "rules", "play"): 8,
    ("tournament", "best-response", "card", "export"): 6,
    ("plot", "compare", "race-report", "dice-set", "cache"): 3,
    ("sweep", "reproduce"): 0.3,
}
"""How often each command is drawn; `serve` never ends, and is left out."""
SPEC = 'base = "pig"\nobjectives = ["turns"]\n[grid]\ngoal = [5, 6]\n'
INVENTORY = '[[die]]\nname = "Fair"\n[[die]]\nname = "Odd"\nweights = [3, 1, 3, 1, 3, 1]\nowned = 1\n'


@dataclass(frozen=True)
class Command:
    """A command line, what is typed while it runs, and words of which an error has to name one."""

    parts: tuple[Part, ...]
    answers: str = ""
    names: tuple[str, ...] = ()

    @property
    def arguments(self) -> list[str]:
        """The arguments as the entry point gets them."""
        return [word for part in self.parts for word in part]

    def of(self, parts: list[Part]) -> Command:
        """The same with other parts."""
        return replace(self, parts=tuple(parts))

    def __str__(self) -> str:
        typed = f"  (typed: {self.answers!r})" if self.answers else ""
        return shlex.join(["jeopardice", *self.arguments]) + typed


def write_files(folder: Path, seed: int) -> None:
    """The files that the commands name: games, and what is none."""
    (folder / "folder").mkdir(parents=True)
    for name in ("folder.toml", "folder.nc"):
        (folder / name).mkdir()
    for ending in ("toml", "nc", "json"):
        (folder / f"empty.{ending}").touch()
        (folder / f"binary.{ending}").write_bytes(Random(seed).randbytes(300))
    for place, game in enumerate(_random_games(seed)):
        (folder / f"random-{place}.toml").write_text(toml_text(game))
    (folder / "game.toml").write_text('family = "pig"\ngoal = 20\n[dice]\ncount = 1\n')
    (folder / "spec.toml").write_text(SPEC)
    (folder / "dice.toml").write_text(INVENTORY)
    record = {"format": 1, "rules": {"preset": "piglet"}, "moves": []}
    (folder / "record.json").write_text(json.dumps(record))


def _random_games(seed: int) -> list[Document]:
    """Random games, of which every tenth may be none."""
    found: list[Document] = []
    number = seed
    while len(found) < RANDOM_GAMES:
        document = random_game(number)
        number += 1
        try:
            turn_model(rules(document))
        except JeopardiceError:
            if len(found) % 10:
                continue
        found.append(document)
    return found


def random_command(number: int) -> list[Command]:
    """The sensible command of a number, and perhaps the same with something wrong."""
    draw = Random(number)
    weights = {name: weight for names, weight in WEIGHTS.items() for name in names}
    name = draw.choices(list(weights), list(weights.values()))[0]
    sensible = _sensible(draw, name)
    return [sensible, _wrong(draw, sensible)] if draw.random() < 0.5 else [sensible]


@dataclass(frozen=True)
class Game:
    """A small game as a user names it."""

    name: str
    family: str
    goal: int
    changes: tuple[str, ...] = ()
    dice: int = 1
    sides: int = 6


def _game(draw: Random, *, families: tuple[str, ...] = ("pig", "hog", "farkle"), any_file: bool = True) -> Game:
    games = [Game("pig", "pig", goal, (f"goal={goal}",)) for goal in (20, 27, 35, 50)]
    games += [Game("piglet", "pig", 10, sides=2), Game("game.toml", "pig", 20)]
    games += [Game("two-dice-pig", "pig", 20, ("goal=20",), 2), Game("big-pig", "pig", 30, ("goal=30",), 2)]
    games += [Game("hog", "hog", 30, ("goal=30", f"turn.choose_dice=[1,{most}]")) for most in (2, 5)]
    for name, dice in (("farkle", 6), ("farkle", 4), ("farkle", 3), ("ten-thousand", 5)):
        goal = draw.choice([1000, 1500])
        games.append(Game(name, "farkle", goal, (f"goal={goal}", f"dice.count={dice}"), dice))
    game = draw.choice([game for game in games if game.family in families])
    if any_file and draw.random() < 0.25:
        number = draw.randrange(RANDOM_GAMES)
        return Game(f"random-{number}.toml", "random", 9, dice=2, sides=4)
    if any_file and draw.random() < 0.3:
        low = 200 if game.family == "farkle" else 5
        more = draw.choice(
            [
                (f"turn.minimum_bank={low}",),
                (f"turn.first_bank={low}",),
                ("end.rule=last-turn",),
                ("end.rule=equal-turns", "end.tie=split"),
                ("bust.streak=2", f"bust.penalty={low}"),
                ("turn.beat_previous=true",),
                ("turn.keep_on_bust=true",),
                ("turn.steal=after-bank",),
                ("events.lose_banked=['1']",),
            ]
        )
        return replace(game, changes=(*game.changes, *more))
    return game


def _strategy(draw: Random, game: Game) -> str:
    unit = 50 if game.family == "farkle" else 1
    if game.family == "hog":
        return draw.choice(["optimal", "dice:2", "dice:1", "max-score"])
    names = ["optimal", "max-score", f"hold-at:{draw.randint(2, 25) * unit}", f"hold-past:{8 * unit}", "best-hold"]
    return draw.choice([*names, f"rolls:{draw.randint(1, 4)}", f"end-race:{15 * unit},{6 * unit}"])


def _position(draw: Random, game: Game) -> list[Part]:
    unit = 50 if game.family == "farkle" else 1
    parts: list[Part] = []
    if draw.random() < 0.7:
        scores = [draw.randrange(game.goal // unit) * unit for _ in range(2)]
        parts.append(("--scores", ",".join(map(str, scores))))
    if game.family != "hog" and draw.random() < 0.6:
        parts.append(("--turn", str(draw.randint(2, 9) * 2 * unit if game.family == "farkle" else draw.randint(2, 9))))
    if game.family == "farkle":
        roll = "".join(str(draw.randint(1, game.sides)) for _ in range(draw.randint(1, game.dice)))
        parts.append(("--roll", roll) if draw.random() < 0.6 else ("--dice-left", str(draw.randint(1, game.dice))))
    return parts


def _sensible(draw: Random, name: str) -> Command:
    """A command that most likely works."""
    any_file = name not in ("race-report", "plot", "dice-set")
    families = {"race-report": ("pig",), "plot": ("pig",), "card": ("pig", "farkle"), "dice-set": ("farkle",)}
    game = _game(draw, families=families.get(name, ("pig", "hog", "farkle")), any_file=any_file)
    parts: list[Part] = [(game.name,)]

    def perhaps(*part: str, chance: float = 0.2) -> None:
        if draw.random() < chance:
            parts.append(part)

    match name:
        case "solve":
            objective = draw.choice(["win", "win", "score", "turns", "within:3", "average"])
            perhaps("--objective", objective, chance=0.6)
            perhaps(draw.choice(["--exact", "--certify", "--no-cache"]), chance=0.4)
            perhaps("--save", "out.nc", chance=0.1 if objective != "score" else 0)
        case "advise" | "explain":
            parts += _position(draw, game)
        case "table":
            parts += [part for part in _position(draw, game) if part[0] == "--scores"]
            perhaps("--what", draw.choice(["value", "gain", "action", "bust"]))
            perhaps("--format", draw.choice(["text", "csv", "markdown"]))
            perhaps("--to", str(game.goal))
        case "turn":
            perhaps("--strategy", draw.choice(["hold-at:20", "rolls:3"]) if game.family != "hog" else "optimal")
            perhaps("--exact")
        case "match" | "simulate" | "tournament":
            parts += [(_strategy(draw, game),), (_strategy(draw, game),)]
            if name == "simulate":
                parts += [("--games", str(draw.choice([10, 100, 1000]))), ("--seed", "5")]
            elif game.goal <= 20:
                perhaps(_strategy(draw, game))
        case "best-response" | "alone":
            parts += [(_strategy(draw, game),)]
        case "fairness":
            if game.goal <= 20:
                perhaps("--players", "3")
        case "card":
            perhaps("--integers", str(draw.randint(3, 9)))
            perhaps("--save", draw.choice(["card.json", "card.json", "card.svg"]))
        case "plot":
            figure = draw.choice(["thresholds", "expected", "turns", "departures", "section", "surface", "louchard-1"])
            parts = [(figure,), *(parts if figure != "louchard-1" else [])]
            if figure in ("thresholds", "expected", "turns", "departures", "section"):
                parts.append(("--to", str(draw.randint(5, 18))))
            parts += [("--out", draw.choice(["out.png", "out.svg"])), ("--dpi", "40")]
        case "compare":
            parts.append(("--games", "100"))
        case "export":
            kind = draw.choice(["netcdf", "prism", "parquet"])
            parts += [("--format", kind), ("--out", "out.nc" if kind == "netcdf" else f"out.{kind}")]
        case "race-report":
            parts += [("--to", str(draw.randint(20, 60))), ("--far", "300")]
        case "dice-set":
            parts += [("--inventory", "dice.toml"), ("--for", draw.choice(["score", "turns"]))]
        case "sweep":
            parts = [("spec.toml",), ("--out", f"sweep-{draw.randrange(9)}.parquet"), ("--workers", "1")]
        case "reproduce":
            parts = [("tijms",)]
        case "cache":
            parts = []
        case "play":
            parts += [("--seats", draw.choice(["human,optimal", "human,beginner", "hold-at:8,human", "human,human"]))]
            parts += [("--seed", str(draw.randrange(99)))]
            perhaps("--coach")
            perhaps("--save", "saved.json")
    if game.changes and (game.name,) in parts:
        parts += [("--set", change) for change in game.changes]
    if draw.random() < 0.5:
        parts.append(("--json",))
    answers = draw.choices(["r", "b", "1 r", "5 b", "", "a", "u", "?", "s", "w", "é", "9" * 50, "r", "b"], k=12)
    return Command(((name,), *parts), "\n".join(answers) + "\n" if name == "play" else "")


def _wrong(draw: Random, command: Command) -> Command:
    """The same command with one part changed, added, doubled or left out."""
    parts = list(command.parts)
    place = draw.randrange(1, len(parts)) if len(parts) > 1 else 0
    kind = draw.choice(["value", "value", "value", "change", "change", "option", "option", "double", "drop", "name"])
    value = draw.choice(NONSENSE)
    if kind == "change" and parts[0][0] not in ("sweep", "reproduce", "cache"):
        change = draw.choice(CHANGES)
        key, _, _ = change.partition("=")
        return replace(command, parts=(*parts, ("--set", change)), names=("--set", *_words(key)))
    if kind == "option":
        option, takes = draw.choice(_options(parts[0][0]))
        parts.append((option, value) if takes else (option,))
        return replace(command, parts=tuple(parts), names=(option, *_words(value if takes else "")))
    if kind == "double":
        return command.of([*parts, parts[place]])
    if kind == "drop":
        return command.of([*parts[:place], *parts[place + 1 :]])
    if kind == "name" or place == 0 or parts[place] == ("--json",):
        parts[0] = (draw.choice(["", "slove", "🎲", "-x", "--more", "SOLVE", "solve ", "x" * 300]),)
        return replace(command, parts=tuple(parts), names=_words(parts[0][0]))
    option = parts[place][0] if len(parts[place]) > 1 else ""
    parts[place] = (option, value) if option else (value,)
    return replace(command, parts=tuple(parts), names=(*((option,) if option else ()), *_words(value)))


def _words(value: str) -> tuple[str, ...]:
    """How an error may name a value: as it is, or what is left of it on one line."""
    shown = "".join(c if c.isprintable() else "?" for c in value)[:20]
    return tuple(word for word in (shown, shown.partition(":")[0]) if word.strip())


def _options(name: str) -> list[tuple[str, bool]]:
    """The options of a command, and whether each takes a value."""
    from jeopardice.cli.main import app

    command = typer.main.get_command(app).commands[name]  # type: ignore[attr-defined]
    found = [(p.opts[-1], not p.is_flag) for p in command.params if p.param_type_name == "option"]
    return [(option, takes) for option, takes in found if option not in ("--help", "--clear")]
