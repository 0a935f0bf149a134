"""Numbers about races: turns to the goal, chances to win, head starts, and strategy against strategy."""

from __future__ import annotations

import jeopardice as jd
from jeopardice.analysis.cards import score_card
from jeopardice.common.numbers import Number
from jeopardice.evaluation.duels import Match, match_duel
from jeopardice.papers.catalogue import Published
from jeopardice.papers.workbench import Workbench
from jeopardice.race.model import race_model
from jeopardice.solvers.simultaneous import solve_simultaneous
from jeopardice.turn.advice import MixedAction

MOST_KOMI = 2000
OWN = {4: 8950, 3: 9350, 2: 9550, 1: 9600}
OTHER = {5: 7900, 4: 8600, 3: 9350, 2: 9550, 1: 9500}
"""Busche & Neller, Table 4: by the dice left, the score of either player from which to roll for the goal."""


def race(number: Published, bench: Workbench) -> Number:
    """What a race is worth from the start or from `scores`: expected turns, a chance to get there or to win."""
    solution = bench.race(number.ask)
    value = solution.value_at(number.ask["scores"]) if "scores" in number.ask else solution.value
    return 1 - value if number.ask.get("seat") == 2 else value


def advantage(number: Published, bench: Workbench) -> Number:
    """How much likelier the first player is to win than the second."""
    return 2 * bench.race(number.ask).value_at(number.ask.get("scores", (0, 0))) - 1


def fairest_komi(number: Published, bench: Workbench) -> int:
    """The head start of the second player that brings the first player's chance closest to one half."""
    race = bench.race(number.ask)
    return min(range(0, MOST_KOMI, race.model.turn.unit), key=lambda komi: abs(race.value_at((0, komi)) - 0.5))


def match(number: Published, bench: Workbench) -> float:
    """A `result` of strategy `a` against `b`."""
    return float(getattr(_match(number, bench), number.ask["result"]))


def match_percent(number: Published, bench: Workbench) -> float:
    """The same in percent."""
    return 100 * match(number, bench)


def card_percent(number: Published, bench: Workbench) -> float:
    """Busche & Neller's Tables 3 and 4 against best play: the games won, or by how much they lose."""
    best = bench.race(number.ask)

    def play() -> Match:
        card = jd.strategies.Card(score_card(bench.turn(number.ask)).rows, OWN, OTHER)
        return match_duel(best.rules, card, best.strategy())

    found = bench.once(("card against best play", best.rules), play)
    return 100 * (found.overall if number.ask["result"] == "overall" else -found.advantage)


def _match(number: Published, bench: Workbench) -> Match:
    rules, a, b = bench.rules(number.ask), number.ask["a"], number.ask["b"]

    def play() -> Match:
        best = bench.race(number.ask).strategy() if "optimal" in (a, b) else "optimal"
        return match_duel(rules, *(best if name == "optimal" else name for name in (a, b)))

    return bench.once(("match", rules, a, b), play)


def mixture(number: Published, bench: Workbench) -> list[float]:
    """Simultaneous play: how often each of some numbers of dice is rolled, with given points to go for both."""
    actions = {int(action.dice): action.probability for action in _mixed(number, bench, *number.ask["to_go"])}
    return [actions[dice] for dice in number.ask["dice"]]


def pure_dice(number: Published, bench: Workbench) -> list[int]:
    """Simultaneous play: the numbers of dice that both players roll, where neither mixes."""
    own, other = number.ask["to_go"]
    sides = [[a for a in _mixed(number, bench, *to_go) if a.probability > 0] for to_go in ((own, other), (other, own))]
    return [int(played[0].dice) for played in sides if len(played) == 1]


def _mixed(number: Published, bench: Workbench, own: int, other: int) -> tuple[MixedAction, ...]:
    rules = bench.rules(number.ask)
    solution = bench.once(("simultaneous", rules), lambda: solve_simultaneous(rules))
    return solution.advise((rules.goal - own, rules.goal - other)).actions


def best_thresholds(number: Published, bench: Workbench) -> list[int]:
    """The totals to hold at for each number of points to go."""
    return jd.strategies.BestHold().totals(race_model(bench.rules(number.ask)))
