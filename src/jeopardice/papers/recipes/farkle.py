"""Busche & Neller's tables: what going on is worth in Farkle, and the card to memorise."""

from __future__ import annotations

from fractions import Fraction

import jeopardice as jd
from jeopardice.analysis.cards import ScoreCard, score_card
from jeopardice.analysis.tables import turn_table
from jeopardice.evaluation.duels import match_duel
from jeopardice.papers.catalogue import Published
from jeopardice.papers.workbench import Workbench

UNREACHABLE = "*"
OWN = {4: 8950, 3: 9350, 2: 9550, 1: 9600}
OTHER = {5: 7900, 4: 8600, 3: 9350, 2: 9550, 1: 9500}
"""Table 4: with so many dice left, the card is left for the goal from this score on, one's own or the other's."""


def gain(number: Published, bench: Workbench) -> Fraction | str:
    """Table 2: what best play for points adds to a turn total (the row) with so many dice left (the column)."""
    total = int(number.row)
    cells = {cell.phase: cell for cell in turn_table(bench.turn(number.ask), total, total).rows[0]}
    cell = cells[number.column]
    return Fraction(cell.gain) if cell.reachable else UNREACHABLE


def card(number: Published, bench: Workbench) -> int | str:
    """Table 3, which plays for the most points; or how many numbers one has to memorise for it."""
    found = _table_3(number, bench)
    if "count" in number.ask:
        return len(found.numbers) if number.ask["count"] == "nonzero" else len(set(found.numbers))
    return found.rows[int(number.row)].get(int(number.column), "")


def card_percent(number: Published, bench: Workbench) -> float:
    """Tables 3 and 4 against best play: the games won, or by how much they lose."""
    race = bench.race(number.ask)
    key = ("their card against best play", race.rules)
    found = bench.once(key, lambda: match_duel(race.rules, their_card(number, bench), race.strategy()))
    return 100 * (found.overall if number.ask["result"] == "overall" else -found.advantage)


def their_card(number: Published, bench: Workbench) -> jd.strategies.Card:
    """Tables 3 and 4, a strategy for the race."""
    return jd.strategies.Card(_table_3(number, bench).rows, OWN, OTHER)


def _table_3(number: Published, bench: Workbench) -> ScoreCard:
    turn = bench.turn(number.ask)
    return bench.once(("Table 3", turn.model.rules), lambda: score_card(turn))
