"""`jeopardice plot`: figures of the race of one player and of best play of several, as PNG, SVG, PDF or HTML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jeopardice.cli.common import print_json, progress_bar
from jeopardice.cli.options import (
    BustsOption,
    JsonOption,
    PlayersOption,
    SeatOption,
    SetOption,
    TableOptions,
    ToBeatOption,
    read_numbers,
)
from jeopardice.common.errors import InputError, JeopardiceError, one_line, shown

if TYPE_CHECKING:
    from jeopardice.figures import Drawing

FOLDER = Path("louchard-figures")
OF_TWO = ("surface", "section", "reachable")
"""Figures that depend on the carryover."""
OF_SCORES = ("surface", "section")
"""Figures that depend on the scores of all players."""


def plot_command(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="A figure, louchard-1 to louchard-15, or louchard for all of them.", show_default=False
        ),
    ] = None,
    game: Annotated[str, typer.Argument(metavar="RULES", help="A preset's name or a rules file.")] = "pig",
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A file .png, .svg, .pdf or (interactive) .html (NAME.png); for louchard a folder (louchard-figures).",
        ),
    ] = None,
    first: Annotated[int | None, typer.Option("--from", metavar="N", help="The first number of points to go.")] = None,
    last: Annotated[int | None, typer.Option("--to", metavar="N", help="The last number of points to go.")] = None,
    dpi: Annotated[int, typer.Option(metavar="N", help="Dots per inch of a PNG.")] = 150,
    busts: BustsOption = None,
    to_beat: ToBeatOption = 0,
    seat: SeatOption = 1,
    players: PlayersOption = None,
    others: Annotated[
        str | None,
        typer.Option(
            metavar="N[,M…]",
            help="Three or more players: the scores of the third and later ones (default: that of the second).",
        ),
    ] = None,
    changes: SetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw a figure: when to bank and how long it takes, by points to go, or when players roll and hold.

    \b
      thresholds        the best threshold by points to go, for the fewest expected turns
      expected          expected turns, beside points to go / average points of a turn
      excess            expected turns beyond points to go / average points of a turn
      variance          the variance of the number of turns, beside its trend line
      variance-excess   the variance beyond its trend line, and its periodic part
      turns             the chance of each number of turns; --to is the number of points
      departures        the points to go at which no fixed threshold is best
      surface           when to roll and when to hold, by both scores (and number of dice); in Hog the dice
      section           the same at one score of the opponent, given by --to
      reachable         the states that best play of both players reaches
      mixtures          simultaneous Hog: how many dice to roll, and where best play mixes
      louchard-1 to 15  the figures of Louchard's paper On the dice race problem
    \b
      jeopardice plot thresholds
      jeopardice plot excess pig --set dice.sides=8 --to 3000 --out excess.svg
      jeopardice plot surface two-dice-pig
      jeopardice plot surface farkle --out farkle.html
      jeopardice plot section --to 30
      jeopardice plot surface pig --players 3 --others 80
      jeopardice plot surface pig --set bust.streak=3 --set bust.penalty=20 --busts 2,0
      jeopardice plot mixtures television-hog
      jeopardice plot mixtures television-hog --set sees=nothing
      jeopardice plot louchard --out figures
    """
    from jeopardice.common.progress import part_of
    from jeopardice.figures import RaceData, save
    from jeopardice.race.positions import Position

    wanted = _wanted(name)
    if not 20 <= dpi <= 1200:
        raise InputError(f"--dpi: {shown(dpi)}: it must be from 20 to 1200")
    rules = TableOptions(game, changes, players=players).rules
    at = Position(busts=read_numbers(busts, "--busts"), to_beat=to_beat, seat=seat)
    if at != Position() and not all(drawing.name in OF_TWO for drawing in wanted):
        raise InputError(f"--busts, --to-beat, --seat: they are for {', '.join(OF_TWO)}")
    fixed = read_numbers(others, "--others")
    if fixed is not None and (rules.players < 3 or not all(drawing.name in OF_SCORES for drawing in wanted)):
        raise InputError(f"--others: {shown(others)}: it is for {' and '.join(OF_SCORES)} of three or more players")
    for drawing in wanted:
        drawing.span(rules, first, last)
    files = _files(name, wanted, out)
    with progress_bar("Drawing") as progress:
        data = RaceData(rules, at=at, others=fixed)
        for place, (drawing, file) in enumerate(zip(wanted, files, strict=True)):
            data.progress = part_of(progress, place / len(wanted), (place + 1) / len(wanted))
            figure = drawing.figure(data, first, last)
            if name == "louchard":
                _make(file.parent)
            save(figure, file, dpi)
    if as_json:
        drawn = zip(wanted, files, strict=True)
        print_json({"figures": [{"name": d.name, "file": str(file), "title": d.title} for d, file in drawn]})
    else:
        for drawing, file in zip(wanted, files, strict=True):
            print(one_line(f"{file}: {drawing.title}"))


def _wanted(name: str | None) -> list[Drawing]:
    from jeopardice.figures import LOUCHARD, drawing, names

    if name is None:
        raise InputError(f"NAME: missing: it must be one of {names()}")
    if name == "louchard":
        return list(LOUCHARD)
    return [drawing(name)]


def _files(name: str | None, wanted: list[Drawing], out: Path | None) -> list[Path]:
    """Where the figures go, checked."""
    from jeopardice.figures import check_figure

    if name == "louchard":
        folder = FOLDER if out is None else out
        if folder.is_file():
            raise InputError(f"--out: {shown(str(folder))}: louchard needs a folder, and this is a file")
        if not folder.absolute().parent.is_dir():
            raise InputError(f"--out: {shown(str(folder))}: there is no such folder")
        return [folder / f"louchard-{i:02}.png" for i in range(1, len(wanted) + 1)]
    file = Path(f"{name}.png") if out is None else out
    check_figure(file, "--out")
    return [file]


def _make(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise JeopardiceError(f"{folder}: cannot be created: {error.strerror or error}") from None
