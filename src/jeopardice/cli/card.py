"""`jeopardice card`: a strategy that a person can memorise."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jeopardice.cli.common import print_json, progress_bar
from jeopardice.cli.options import TableOptions, command
from jeopardice.common.errors import InputError, shown
from jeopardice.common.files import check_file

if TYPE_CHECKING:
    from jeopardice.analysis.card_price import PricedCard
    from jeopardice.rulebook import Rules


@command
def card_command(
    *,
    integers: Annotated[int | None, typer.Option(help="The most numbers to memorise.")] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the card as Markdown.")] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save it: .json (for card:FILE in a match), .svg or .pdf.")
    ] = None,
    game: TableOptions,
) -> None:
    """Find a card to memorise: what rolling on is worth, when to bank and when to go for it, with its exact price.

    \b
      jeopardice card farkle
      jeopardice card farkle --integers 8
      jeopardice card farkle --players 3 --set goal=1000
      jeopardice card ten-thousand --save card.pdf
      jeopardice card farkle --save card.json
      jeopardice match farkle card:card.json optimal
    """
    from jeopardice.analysis.card_search import card
    from jeopardice.analysis.card_text import card_text

    if integers is not None and not 0 <= integers <= 1000:
        raise InputError(f"--integers: {shown(integers)}: it must be from 0 to 1000")
    if save is not None:
        if save.suffix not in (".json", ".svg", ".pdf"):
            raise InputError(f"--save: {shown(str(save))}: a card is saved as .json, .svg or .pdf")
        check_file("--save", save)
    solution = game.solve_for("card")
    with progress_bar("Searching for the best card") as progress:
        found = card(solution, integers, progress=progress)
    if save is not None:
        _save(found, solution.rules, save)
    if game.as_json:
        print_json({"rules": solution.rules.title, **_as_json(found)})
    else:
        print(card_text(found, solution.rules, markdown=markdown))


def _save(found: PricedCard[Any], rules: Rules, save: Path) -> None:
    if save.suffix == ".json":
        from jeopardice.strategies.card import save_card

        save_card(found.card, save)
        return
    from jeopardice.figures.card_page import save_page

    save_page(found, rules, save)


def _as_json(found: PricedCard[Any]) -> dict[str, object]:
    numbers = found.card.integers
    return {
        **found.card.to_json(),
        "overall": found.overall,
        "price": found.price,
        "players": found.players,
        "table_overall": found.table_overall,
        "integers": len(numbers),
        "distinct_integers": len(set(numbers)),
    }
