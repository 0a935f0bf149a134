"""The table that a person memorises to play for the most points: Busche & Neller 2017, Table 3.

With n dice left and a turn total of t, rolling on is worth V(n, t), which decreases with t. The card gives for each n
the totals at which V, rounded up to a multiple of the game's point unit, takes its next lower value:

    from total card[n][v] on, rolling n dice is worth about v.

A player compares t + v over all options. Ties are broken by: choose an option that is banked; if there is none among
those that tie, the one that leaves more dice. Where all dice may be rolled again the player always takes that option.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from jeopardice.race.model import RaceModel
from jeopardice.solutions.turn import TurnSolution
from jeopardice.solvers.turn import solve_turn
from jeopardice.turn import Option, Outcome, TurnModel
from jeopardice.turn.reach import reachable_states


@dataclass(frozen=True)
class ScoreCard:
    """For each number of dice, the total from which rolling on is worth no more than each multiple of the unit."""

    model: TurnModel
    rows: dict[int, dict[int, int]]

    @property
    def numbers(self) -> list[int]:
        """The numbers to memorise: those that are not 0."""
        return [total for row in self.rows.values() for total in row.values() if total]

    def estimate(self, phase: int, total: int) -> int:
        """What rolling on is worth, by the card."""
        row = self.rows[sum(self.model.phases[phase].place.dice)]
        return next(worth for worth, start in sorted(row.items()) if start <= total)

    def banks(self, phase: int, total: int) -> bool:
        """Whether the card says to bank (never with all dice to roll)."""
        return not self._all_dice(phase) and self.estimate(phase, total) == 0

    def choose(self, outcome: Outcome, total: int) -> Option:
        """The option that the card takes."""
        hot = [option for option in outcome.options if self._all_dice(option.phase)]
        if hot:
            return max(hot)

        def worth(option: Option) -> tuple[int, bool, int]:
            then = total + option.points
            dice = sum(self.model.phases[option.phase].place.dice)
            return then + self.estimate(option.phase, then), self.banks(option.phase, then), dice

        return max(outcome.options, key=worth)

    def _all_dice(self, phase: int) -> bool:
        return self.model.phases[phase].place.dice == self.model.all_dice


def score_card(solution: TurnSolution, goal: int | None = None) -> ScoreCard:
    """The card of a solved turn; where hands of the same number of dice differ, the first hand's."""
    return ScoreCard(solution.model, {n: rows[0] for n, rows in score_rows(solution, goal).items()})


def score_rows(solution: TurnSolution, goal: int | None = None) -> dict[int, list[dict[int, int]]]:
    """For each number of dice the rows of all hands of that number, without repetition.

    With a goal, also those for all dice if they are ever banked below it, and no total that already wins.
    """
    model = solution.model
    reached = reachable_states(model, solution.closing.total)
    rows: dict[int, list[dict[int, int]]] = {}
    banked = solution.bank_totals()
    for q, phase in enumerate(model.phases):
        total_to_bank = banked.get(model.phase_name(phase))
        useful = goal is not None and total_to_bank is not None and total_to_bank < goal
        if not phase.rolls or (phase.place.dice == model.all_dice and not useful):
            continue
        row: dict[int, int] = {}
        least = min((total for place, total in reached if place == q), default=solution.closing.total)
        for total in range(solution.closing.total, least - 1, -model.unit):
            gain = solution.state_value(q, total) - total
            row[ceil(gain / model.unit) * model.unit] = total
        row[max(row)] = 0  # it holds from the least total on
        row = {worth: total for worth, total in sorted(row.items()) if goal is None or total < goal}
        found = rows.setdefault(sum(phase.place.dice), [])
        if row not in found:
            found.append(row)
    return dict(sorted(rows.items(), reverse=True))


def race_rows(race: RaceModel) -> dict[int, list[dict[int, int]]]:
    """The rows of maximum scoring for a race, in which the total to bank at may be banked."""
    # A minimum bank would give totals below it a negative worth.
    turn = solve_turn(race.rules.replace({"turn.minimum_bank": 0}))
    least = race.least_bank(first=False) * race.turn.unit

    def legal(row: dict[int, int]) -> dict[int, int]:
        return {worth: max(total, least) if total and not worth else total for worth, total in row.items()}

    return {n: list(map(legal, rows)) for n, rows in score_rows(turn, race.rules.goal).items()}
