"""`jeopardice play`: a game in the terminal, with a coach."""

from __future__ import annotations

import contextlib
import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from jeopardice.cli.common import inform, print_json
from jeopardice.cli.options import GameOptions, JsonOption, NoCacheOption, SetOption
from jeopardice.cli.records import judge_of, load_records, write_record
from jeopardice.common.errors import InputError, JeopardiceError, shown
from jeopardice.common.files import check_file

if TYPE_CHECKING:
    from jeopardice.cli.play_screen import Screen
    from jeopardice.play.record import Record
    from jeopardice.play.session import Session

SPEEDS = {"slow": 1.6, "normal": 0.7, "fast": 0.25, "instant": 0.0}
"""Seconds between the moves of a computer."""
Answer = Literal["moved", "stay", "quit"]


def play_command(
    game: Annotated[str | None, typer.Argument(metavar="RULES", help="A preset's name or a rules file.")] = None,
    seats: Annotated[
        str,
        typer.Option(
            metavar="PLAYER,PLAYER…",
            help="Who plays, 2 to 8: human, optimal, max-score, card, beginner, hold-at:TOTAL, …; Ada=human names one.",
        ),
    ] = "human,optimal",
    first: Annotated[int, typer.Option(metavar="N", help="The seat that starts, counted from 1.")] = 1,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same dice.")] = None,
    dice: Annotated[str, typer.Option(help="seed, or given: you type what real dice show.")] = "seed",
    coach: Annotated[
        bool, typer.Option("--coach", help="Show advice before every move, and afterwards what the move cost.")
    ] = False,
    speed: Annotated[str, typer.Option(help="How fast the computer moves: slow, normal, fast or instant.")] = "normal",
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Resume a saved game.")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the game after every move; FILE.txt: as text.")
    ] = None,
    no_cache: NoCacheOption = False,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a game: type the dice to set aside, r to roll, b to bank, a for advice, u to take back, ? for help.

    \b
      jeopardice play farkle
      jeopardice play pig --coach
      jeopardice play farkle --seats human,beginner --set goal=3000
      jeopardice play pig --seats Ada=human,Bob=human,optimal
      jeopardice play pig --save game.txt
      jeopardice play --load game.txt
    """
    if speed not in SPEEDS:
        raise InputError(f"--speed: {shown(speed)}: it must be one of {', '.join(SPEEDS)}")
    if save is not None:
        check_file("--save", save)
    if load is not None:
        if game is not None or changes or seed is not None or dice != "seed":
            own = "a saved game has its own rules, seats and dice: give no RULES, --set, --seed or --dice"
            raise InputError(f"--load: {own}")
        record, *others = load_records("--load", load)
        if others:
            raise InputError(f"--load: {load}: {1 + len(others)} games: it must be one")
    else:
        if game is None:
            raise InputError("RULES: missing: name a game, such as farkle (jeopardice rules lists them)")
        record = _new(game, changes, seats, first, seed, dice)
    from jeopardice.opponents.players import players_of
    from jeopardice.play.session import Session

    wanted = coach or any(seat.player in ("optimal", "card") for seat in record.seats)
    Session.of(record, None, players_of)  # errors are reported before the game is solved
    judge = judge_of(record.rules, wanted=wanted, cache=not no_cache)
    _Terminal(Session.of(record, judge, players_of), save or load, coach, SPEEDS[speed], quiet=as_json).run()


def _new(game: str, changes: list[str] | None, seats: str, first: int, seed: str | None, dice: str) -> Record:
    from jeopardice.play.record import MOST_SEATS, Record
    from jeopardice.rulebook import presets

    rules = GameOptions(game, changes).rules
    named: dict[str, Any] = {"preset": game} if game in presets() and not changes else {"toml": rules.to_toml()}
    # A strategy may contain commas, before numbers: keep-pace:71,21,8.
    parts = [part.strip() for part in re.split(",(?![0-9])", seats)]
    if not 2 <= len(parts) <= MOST_SEATS:
        raise InputError(f"--seats: {shown(seats)}: {len(parts)} given: a game needs 2 to {MOST_SEATS}")
    if not 1 <= first <= len(parts):
        raise InputError(f"--first: {first}: it must be a seat, from 1 to {len(parts)}")
    if dice == "given" and seed is not None:
        raise InputError("--seed: it has no meaning with --dice given")
    if dice == "given":
        seed = ""
    players = [part.rpartition("=")[2] for part in parts]
    record = Record.new(named, players, first=first - 1, seed=seed)
    names = [part.rpartition("=")[0] or seat.name for part, seat in zip(parts, record.seats, strict=True)]
    record = Record.new(named, players, names=names, first=first - 1, seed=record.seed)
    try:
        return Record.of(record.as_json() | {"dice": dice})
    except InputError as error:
        raise InputError(f"--{error}") from None


class _Terminal:
    """Asks, moves and shows."""

    def __init__(self, session: Session, save: Path | None, coach: bool, pause: float, *, quiet: bool) -> None:
        from rich.console import Console

        from jeopardice.cli.play_screen import Screen

        self.session, self.save, self.coach, self.as_json = session, save, coach, quiet
        # With --json only the object goes to standard output; a person at the terminal still sees the game.
        shown_on = sys.stderr if quiet else sys.stdout
        self.asks = shown_on.isatty()
        console = Console(file=shown_on, quiet=quiet and not self.asks)
        self.screen: Screen = Screen(console, session)
        self.pause = pause if self.asks else 0.0
        self.chosen = ""
        """Dice that were typed, still without an action."""

    def run(self) -> None:
        """The game, to its end or until the person leaves."""
        screen, session = self.screen, self.session
        screen.title()
        if not session.record.moves:
            screen.how_to_play()
        try:
            while not session.game.over and self._goes_on():
                pass
        except KeyboardInterrupt:
            self._leave()
            raise typer.Exit(130) from None
        if session.game.over:
            screen.winner()
            if session.judge is not None:
                screen.summary(session.review())
            self._keep()
        else:
            self._leave()
        if self.as_json:
            found = None if session.judge is None else session.review().as_json()
            winners = list(session.game.winners)
            print_json({"record": session.record.as_json(), "winners": winners, "review": found})

    def _goes_on(self) -> bool:
        if not self.session.waits_for_person:
            time.sleep(self.pause)
            self.session.advance()
            self.screen.news(self.session.game.news, own=False)
            return True
        self.screen.table()
        if self.coach and len(self.session.game.legal) > 1:
            self.screen.coach(self.session.coach(), every=False)
        answer: Answer = "stay"
        while answer == "stay":
            line = self._asked()
            answer = "quit" if line is None else self._answered(line.strip())
        return answer != "quit"

    def _asked(self) -> str | None:
        """What the person types; None at the end of the input."""
        if self.asks:
            chosen = f"[{self.chosen}] " if self.chosen else ""
            self.screen.console.print(f"{self.session.seat.name} {chosen}> ", end="", markup=False, highlight=False)
        try:
            return (sys.stdin.readline() if sys.stdin else "") or None
        except (OSError, ValueError):  # closed, or not text
            return None

    def _answered(self, line: str) -> Answer:
        word = line.lower()
        if word in ("q", "quit", "exit"):
            return "quit"
        if word in ("?", "h", "help"):
            from jeopardice.cli.play_screen import HELP

            self._say(HELP)
        elif word in ("w", "what", "rules"):
            self.screen.how_to_play()
        elif word in ("a", "advice", "s", "summary"):
            self._advise(word[0])
        elif word in ("u", "undo"):
            self.chosen = ""
            if self.session.take_back():
                self._keep()
                return "moved"
            self._say("  There is nothing to take back.")
        else:
            return self._moved(line)
        return "stay"

    def _advise(self, what: str) -> None:
        if self.session.judge is None:
            self._say("  This game was not solved: there is no advice.")
        elif what == "a":
            self.screen.coach(self.session.coach(), every=True)
        else:
            self.screen.summary(self.session.review())

    def _moved(self, line: str) -> Answer:
        """A move, or dice that are to be set aside."""
        text = self._text(line)
        if text is None:
            return "stay"
        waited = self.session.game.waits is not None
        try:
            self.session.move(text)
        except InputError as error:
            self.chosen = ""
            why = str(error).rpartition('": ')[2]
            self._say(f"  {why}")
            return "stay"
        self.chosen = ""
        self._keep()
        if self.coach and not waited:
            cost = self.session.cost()
            if cost is not None:
                self.screen.cost(*cost)
        # The decision was reported before its real dice were entered.
        old = ("keep", "steal") if waited else ()
        self.screen.news([one for one in self.session.game.news if one.kind not in old], own=True)
        return "moved"

    def _text(self, line: str) -> str | None:
        """The move that a line means; None where it is incomplete."""
        from jeopardice.play.given import read_result

        game = self.session.game
        legal = game.legal
        if game.table.given and read_result(line):
            return line
        if game.waits:
            return f"[{line.strip('[]')}]"
        if game.table.given and len(legal) == 1 and re.fullmatch(r"[\[0-9*, ]+\]?", line):
            return f"{legal[0].text} [{line.strip('[]')}]"
        if not line:
            if len(legal) == 1:
                return legal[0].text
            self._say("  Dice to set aside, r to roll, b to bank, ? for help.")
            return None
        if game.table.rules.family == "hog":
            words = [word for word in line.split() if word.lower() not in ("r", "roll")]
            return {"b": "bank", "": "roll"}.get("".join(words).lower()) or f"roll {words[0]}"
        found = re.fullmatch(r"(.*?)\s*(r|roll|b|bank|g|steal|e|end)", line, re.IGNORECASE)
        keep, then = (found[1], found[2].lower()[0]) if found else (line, "")
        then = {"r": "roll", "b": "bank", "g": "steal", "s": "steal", "e": "end", "": ""}[then]
        keep = keep or self.chosen
        if not then and not re.search("[0-9*]", keep):
            self._say(f"  {shown(line)}: not a move; ? for help.")
            return None
        if not then:
            return self._ways(keep)
        sets = {move.keep for move in legal if move.then == then}
        if game.turn.roll is not None and not keep and len(sets) == 1:
            keep = next(iter(sets))
        return f"{keep} {then}".strip()

    def _ways(self, keep: str) -> str | None:
        """Dice without an action: the only action that they allow, or a question."""
        ways = []
        for then in ("roll", "bank", "end"):
            with contextlib.suppress(InputError):
                ways.append(self.session.game.find(f"{keep} {then}"))
        if len(ways) < 2:
            return ways[0].text if ways else f"{keep} roll"  # which says why not
        self.chosen = ways[0].keep
        self._say(f"  {self.chosen}, and then: r to roll, b to bank?")
        return None

    def _say(self, text: str) -> None:
        self.screen.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def _keep(self) -> None:
        if self.save is not None:
            write_record(self.save, self.session.record)

    def _leave(self) -> None:
        """A summary of the game so far, and how to resume it."""
        from jeopardice.solutions import cache

        path = self.save
        if not self.session.record.moves and path is None:
            return
        try:
            if path is None:
                path = cache.folder() / "games" / "last.json"
                path.parent.mkdir(parents=True, exist_ok=True)
            write_record(path, self.session.record)
        except (OSError, JeopardiceError) as error:
            inform(f"note: the game could not be saved: {error}")
            return
        if self.session.judge is not None and self.session.record.moves:
            self.screen.summary(self.session.review())
        inform(f"note: to resume: jeopardice play --load {path}")
