"""The card that somebody at the table plays by: short to make, where the best one takes a long search.

Farkle and Pig: the table of maximum scoring (Busche & Neller 2017, Table 3), and one score of the other player from
which not to bank any more, the best of a few by exact evaluation against best play. Hog: the best card of at most five
numbers. Where exact matches do not support the rules, only the table, or the dice of the most points.
"""

from __future__ import annotations

from jeopardice.analysis.card_price import Opponent, Prices
from jeopardice.analysis.cards import score_rows
from jeopardice.analysis.dice_search import best_dice_card
from jeopardice.play.judge import Judge
from jeopardice.race.support import carryover_keys
from jeopardice.rulebook import Rules
from jeopardice.solutions.race import RaceSolution
from jeopardice.solvers.turn import solve_turn
from jeopardice.strategies.card import Card, DiceCard

FEW_NUMBERS = 5
GOING = 12
"""Scores that are tried, from nine tenths of the goal on."""


def make_card(judge: Judge) -> Card | DiceCard:
    """A card for a solved game."""
    solution, rules = judge.values, judge.values.rules
    exact = isinstance(solution, RaceSolution) and not carryover_keys(rules)
    if rules.family == "hog":
        if exact and isinstance(solution, RaceSolution):
            return best_dice_card(solution, FEW_NUMBERS).card
        return DiceCard(sum(solve_turn(rules).best_roll().dice))
    table = Card({dice: rows[0] for dice, rows in _rows(rules).items()})
    if not exact or not isinstance(solution, RaceSolution):
        return table
    prices = Prices(Opponent(solution, None))
    unit, goal = solution.model.turn.unit, rules.goal
    starts = sorted({goal - goal // 10 * k // GOING // unit * unit for k in range(1, GOING + 1)} - {goal})
    cards = [table, *(Card(table.rows, {}, dict.fromkeys(table.rows, start)) for start in starts)]
    return max(zip(prices.of_all(cards), range(len(cards)), cards, strict=True))[2]


def _rows(rules: Rules) -> dict[int, list[dict[int, int]]]:
    """The rows of maximum scoring, with totals that may be banked."""
    # A least bank would make totals below it look worse than nothing.
    rows = score_rows(solve_turn(rules.replace({"turn.minimum_bank": 0})), rules.goal)
    least = max(1, rules.turn.minimum_bank)

    def legal(row: dict[int, int]) -> dict[int, int]:
        return {worth: max(total, least) if total and not worth else total for worth, total in row.items()}

    return {dice: [legal(row) for row in found] for dice, found in rows.items()}
