"""The players that a game can have: those of `play`, the strategies of the library, and a card.

Besides "human", "optimal" and "beginner" a player is "card", or any strategy that needs neither a file nor a module,
such as "hold-at:300".

The card is quick to make, where the best one takes a long search. Farkle and Pig: the table of maximum scoring (Busche
& Neller 2017, Table 3), and one score of the other player from which not to bank any more, the best of a few by exact
evaluation against best play. Hog: the best card of at most five numbers. Where something is carried over, only the
table, or the number of dice with the most points; and before a bust that costs a penalty, the penalty counts as points
of the turn, which a bust puts at risk likewise.
"""

from __future__ import annotations

from dataclasses import replace

from jeopardice.analysis.card_price import Opponent, Prices
from jeopardice.analysis.cards import race_rows
from jeopardice.analysis.dice_search import best_dice_card
from jeopardice.common.errors import InputError, shown
from jeopardice.opponents.policies import PolicyPlayer
from jeopardice.play.judge import Judge
from jeopardice.play.players import HUMAN, Player, Players
from jeopardice.race.keys import carryover_keys
from jeopardice.race.model import has_streak_penalty, race_model
from jeopardice.rulebook import Rules
from jeopardice.solutions.race import RaceSolution
from jeopardice.solvers.turn import solve_turn
from jeopardice.strategies import strategy
from jeopardice.strategies.base import PolicyStrategy
from jeopardice.strategies.card import Card, CarriedLine, DiceCard
from jeopardice.strategies.naming import NUMBERED, PLAIN

NAMES = (
    "human, optimal, max-score, card, beginner, hold-at:TOTAL, rolls:NUMBER, dice:NUMBER, keep-pace:END,TOTAL,DIVISOR"
)
FEW_NUMBERS = 5
GOING = 12
"""The number of scores that are tried, from nine tenths of the goal on."""


def players_of(rules: Rules, judge: Judge | None = None) -> Players:
    """All players of a game, by name."""
    return Players(rules, judge, library_player)


def library_player(rules: Rules, name: str, judge: Judge | None) -> Player:
    """Make a player that follows a card or a strategy of the library."""
    if name == "card":
        assert judge is not None
        return PolicyPlayer(rules, make_card(judge))
    word, colon, _ = name.partition(":")
    if (name not in PLAIN and not (word in NUMBERED and colon)) or name == HUMAN:
        raise InputError(f"player: {shown(name)}: choose {NAMES}")
    try:
        found = strategy(name)
        assert isinstance(found, PolicyStrategy), "all of these but best play have policies"
        return PolicyPlayer(rules, found)
    except InputError as error:
        raise InputError(f"player: {str(error).removeprefix('strategy: ')}") from None


def make_card(judge: Judge) -> Card | DiceCard:
    """Make a card for a solved game."""
    rules = judge.values.rules
    exact = judge.values if isinstance(judge.values, RaceSolution) and not carryover_keys(rules) else None
    if rules.family == "hog":
        return best_dice_card(exact, FEW_NUMBERS).card if exact else DiceCard(sum(solve_turn(rules).best_roll().dice))
    table = Card({dice: rows[0] for dice, rows in race_rows(race_model(rules)).items()})
    if exact is None:
        last = rules.bust.streak - 1 if has_streak_penalty(rules) else 0
        return replace(table, carried=(CarriedLine("busts", last, rules.bust.penalty),)) if last else table
    unit, goal = exact.model.turn.unit, rules.goal
    starts = sorted({goal - goal // 10 * k // GOING // unit * unit for k in range(1, GOING + 1)} - {goal})
    cards = [table, *(Card(table.rows, {}, dict.fromkeys(table.rows, start)) for start in starts)]
    return max(zip(Prices(Opponent(exact, None)).of_all(cards), range(len(cards)), cards, strict=True))[2]
