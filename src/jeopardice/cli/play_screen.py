"""How a game looks in a terminal: dice as faces, scores, chances, what the coach says, the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.text import Text

    from jeopardice.play.coach import Coaching
    from jeopardice.play.game import Game
    from jeopardice.play.review import Review
    from jeopardice.play.session import Session
    from jeopardice.play.state import News

PIPS = {
    "1": ("       ", "   ●   ", "       "),
    "2": (" ●     ", "       ", "     ● "),
    "3": (" ●     ", "   ●   ", "     ● "),
    "4": (" ●   ● ", "       ", " ●   ● "),
    "5": (" ●   ● ", "   ●   ", " ●   ● "),
    "6": (" ●   ● ", " ●   ● ", " ●   ● "),
}
MOST_DICE = 7
"""Dice in a row."""
MOST_SETS = 12
BAR = 30
HELP = """\
  15 r        set aside a 1 and a 5, then roll the rest       15 b   set them aside and bank
  r, b        roll, bank                                      7      Hog: roll 7 dice
  g           steal what the previous turn has left, where the rules allow it
  a           advice: every move with its chance to win       u      take back your last move
  s           the game so far: mistakes, luck and skill       q      leave; the game can be resumed
  115346      real dice: what they show; or how the turn ended: banked 450, bust
  Enter       the only move there is, if there is only one    w      how to play, and what scores
  ?           this help"""


class Screen:
    """Draws on a console."""

    def __init__(self, console: Console, session: Session) -> None:
        self.console, self.session = console, session

    def _line(self, text: str | Text = "", style: str | None = None) -> None:
        self.console.print(text, style=style, highlight=False, markup=False, soft_wrap=True)

    def title(self) -> None:
        """What is played, and by whom."""
        record, rules = self.session.record, self.session.record.rules
        names = ", ".join(f"{seat.name} ({seat.player})" for seat in record.seats)
        dice = "Real dice" if record.dice == "given" else f"Seed {record.seed}"
        self._line(f"{rules.title or 'A game'} to {rules.goal:,}: {names}. {dice}. ? for help.", "bold")

    def how_to_play(self) -> None:
        """How to play, and what scores."""
        from jeopardice.play.howto import how_to_play

        rules = self.session.record.rules
        self._line("  " + " ".join(how_to_play(rules)), "dim")
        if rules.scoring:
            scores = ", ".join(f"{pattern} = {points:,}" for pattern, points in rules.scoring)
            self._line(f"  What scores: {scores}", "dim")

    def table(self) -> None:
        """The scores, the chances and the dice that wait for a choice."""
        game = self.session.game
        scores = zip(self.session.record.seats, game.scores, strict=True)
        self._line()
        self._line("   ".join(f"{'>' if s is self.session.seat else ' '} {s.name} {score:,}" for s, score in scores))
        self.bar()
        turn = game.turn
        facts = [f"turn {turn.number}", f"turn total {turn.total:,}"]
        if turn.kept and game.table.rules.family == "farkle":
            facts.append("set aside " + " ".join(dice for dice, _ in turn.kept))
        if game.to_beat:
            facts.append(f"to beat {game.to_beat:,}")
        if game.last_turn:
            facts.append("last turn")
        if game.offer:
            facts.append(f"g: steal {game.offer.total:,} with {game.table.hand(game.offer.phase)} to roll")
        self._line("  " + ", ".join(facts), "dim")
        if game.waits:
            words = f"the {game.waits.dice} dice" if game.waits.dice.isdecimal() else f"the dice {game.waits.dice}"
            words = "the die" if game.waits.dice == "1" else words
            self._line(f"  type {words} as rolled, or how the turn ended: banked 450, bust", "bold")
        if turn.roll is not None:
            from jeopardice.play.refusals import dead_faces

            dead = set(dead_faces(game))
            faces = [(game.table.face(die), game.table.kind(die)) for die in turn.roll]
            self.dice(faces, dead)
            self.sets(game)

    def bar(self) -> None:
        """Everyone's chance to win, as a bar."""
        chances = self.session.chances()
        if chances is None:
            return
        seats = self.session.record.seats
        if len(seats) == 2:
            filled = round(BAR * chances[0])
            shown = "█" * filled + "░" * (BAR - filled)
            self._line(f"  {seats[0].name} {chances[0]:.1%} {shown} {chances[1]:.1%} {seats[1].name}")
            return
        parts = [f"{seat.name} {chance:.1%}" for seat, chance in zip(seats, chances, strict=True)]
        self._line("  " + "   ".join(parts))

    def dice(self, faces: Sequence[tuple[str, str | None]], dead: set[str] | None = None) -> None:
        """Dice as faces; those that score nothing are dim."""
        from rich.text import Text

        for begin in range(0, len(faces), MOST_DICE):
            row = faces[begin : begin + MOST_DICE]
            lines = [Text("  ") for _ in range(5)]
            for face, kind in row:
                style = "dim" if dead and face in dead else "bold"
                middle = PIPS.get(face) or ("       ", face.center(7), "       ")
                top = f"┌{(kind or '').center(7, '─')}┐"
                for line, part in zip(lines, [top, *(f"│{pips}│" for pips in middle), "└───────┘"], strict=True):
                    line.append(part, style)
                    line.append(" ")
            for line in lines:
                line.rstrip()
                self._line(line)

    def sets(self, game: Game) -> None:
        """What may be set aside."""
        points = {move.keep: move.points for move in game.legal}
        shown = [f"{keep} ({worth:,})" for keep, worth in sorted(points.items(), key=lambda one: -one[1])]
        more = f", and {len(shown) - MOST_SETS} more" if len(shown) > MOST_SETS else ""
        self._line(f"  may be set aside: {', '.join(shown[:MOST_SETS])}{more}", "dim")

    def news(self, news: Sequence[News], *, own: bool) -> None:
        """What has happened; a person's own dice are drawn, those that wait for a choice at the table."""
        game = self.session.game
        if game.table.rules.simultaneous:
            news = self._now_seen()
        for one in news:
            name = self.session.record.seats[one.seat].name
            if one.kind == "win":
                continue
            if own and one.kind == "roll" and one.move == game.moves:
                if one is news[-1] and game.turn.roll is not None:
                    continue
                self.dice([(face, None) for face in (one.dice.split(",") if "," in one.dice else one.dice)])
            style = "bold" if one.kind in ("bust", "lose_banked", "penalty") else None
            self._line(f"  {_event_words(one, name)}", style)

    def _now_seen(self) -> list[News]:
        """What the last move reveals to the people at the table; at the end of a round also what was hidden."""
        from jeopardice.play.view import seen

        record, games = self.session.record, self.session.games
        before = {id(one) for one in seen(record, games[:-1])}
        return [one for one in seen(record, games) if id(one) not in before]

    def coach(self, found: Coaching, *, every: bool) -> None:
        """What the coach says, and every move with its chance."""
        self._line("  " + " ".join(found.sentences).replace(" %", "\N{NO-BREAK SPACE}%"), "green")
        if not every:
            return
        most = max(float(hint.action.value) for hint in found.hints)
        for hint in found.hints[:MOST_SETS]:
            value = float(hint.action.value)
            length = round(20 * value / most) if most else 0
            lost = "" if hint.action.verdict != "worse" else f"  gives up {float(hint.action.loss):.2%}"
            often = "" if hint.probability is None else f"  chosen {hint.probability:.1%}"
            self._line(f"    {hint.move:<14} {value:7.2%} {'█' * length}{lost}{often}")

    def cost(self, cost: float, best: str) -> None:
        """What a decision has cost."""
        from jeopardice.play.coach import word_for

        word = word_for(cost)
        if word in ("best", "fine"):
            self._line("  coach: well played", "green")
        else:
            self._line(f"  coach: {word}, it costs {cost:.2%}; best was: {best}", "yellow")

    def winner(self) -> None:
        """Who has won."""
        game, seats = self.session.game, self.session.record.seats
        names = " and ".join(seats[seat].name for seat in game.winners)
        verb = "win" if len(game.winners) > 1 or names == "You" else "wins"
        part = "share the game" if len(game.winners) > 1 else f"{verb} the game"
        scores = ", ".join(f"{seat.name} {score:,}" for seat, score in zip(seats, game.scores, strict=True))
        self._line()
        self._line(f"{names} {part}: {scores}.", "bold")

    def summary(self, found: Review) -> None:
        """Luck and skill of every seat, and the mistakes of people by size."""
        from rich.markup import escape
        from rich.table import Table

        table = Table(box=None, header_style="bold", pad_edge=False)
        table.add_column("")
        unseen = any(account.unseen for account in found.seats)
        last = "Now" if found.seats[0].result is None else "Result"
        for column in ("Start", "Luck", "Decisions", *(["Turns by result"] if unseen else []), "Others", last):
            table.add_column(column, justify="right")
        for account in found.seats:
            numbers = (account.luck, account.cost, *([account.unseen] if unseen else []), account.others)
            table.add_row(escape(account.name), f"{account.start:.1%}", *map(_signed, numbers), f"{account.now:.1%}")
        self._line()
        self.console.print(table)
        for number, seat in enumerate(self.session.record.seats):
            account, mistakes = found.seats[number], found.mistakes(number)
            if seat.player == "human" and account.decisions:
                decisions = f"{account.decisions} decision{'s' if account.decisions > 1 else ''}"
                found_some = f"{len(mistakes)} of {decisions} could have been better:"
                self._line(f"{seat.name}: {found_some if mistakes else f'no clear mistake in {decisions}.'}")
                for one in mistakes[:10]:
                    self._line(f"  turn {one.turn}: {one.did}, better {one.best}: {one.word}, {one.cost:.2%}")
                for pattern in found.patterns(number):
                    self._line(f"  {pattern.sentence}")


def _event_words(news: News, name: str) -> str:
    """An event in one line."""
    total = f" (turn total {news.total:,})" if news.total else ""
    lost = f" and lose {news.total:,}" if news.total and not news.points else ""
    kept = f" and keep {news.points:,}" if news.points else ""
    line = {
        "roll": f"roll {news.dice}{total}",
        "keep": f"set aside {news.dice} for {news.points:,}",
        "bank": f"bank {news.points:,}, which makes {news.scores[news.seat]:,}",
        "bust": f"bust{lost}{kept}",
        "end": "have no dice left and too few points to bank",
        "lose_banked": "lose everything banked",
        "penalty": f"pay {-news.points:,} for busts in a row",
        "steal": f"steal {news.total:,}",
        "win": "win",
    }[news.kind]
    if name == "You":
        return f"You {line}"
    verb, _, rest = line.partition(" ")
    other = {"have": "has"}.get(verb, f"{verb}s")
    return f"{name} {other} {rest}".replace(" and lose ", " and loses ").rstrip()


def _signed(share: float) -> str:
    """A share with its sign; 0 has no minus."""
    return f"{round(share, 6) + 0:+.1%}"
