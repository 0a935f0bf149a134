"""Crocce & Mordecki's tables: Ten Thousand with five dice, by what was rolled and what is left.

A *configuration* i = [f, o, t] is the scoring dice of a roll: f 5s, o 1s and three of a face t. A column "2: 1,1,0" of
their Table 5 is two dice left after a 5 and a 1; tau is the turn total in chips of 50 points, those dice included.
The actions are s (stop), r (roll the dice left), and mXY (resign a scoring X and a Y, and roll them with the rest).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import jeopardice as jd
from jeopardice.analysis.leaving import dice_worth_leaving
from jeopardice.papers.agreement import full_text
from jeopardice.papers.catalogue import Published, read_paper
from jeopardice.papers.workbench import Workbench
from jeopardice.turn.advice import advise_turn
from jeopardice.turn.dice import rolls_of
from jeopardice.turn.reach import reachable_states

Configuration = tuple[int, int, int]
UNREACHABLE = "-"
MISSING = ""
"""An empty cell: in Table 2 too many dice, in Table 5 action s and value tau."""
NAMED: dict[int, list[Configuration]] = {
    2: [(2, 1, 0), (1, 2, 0), (2, 0, 0), (1, 1, 0)],
    3: [(2, 0, 0), (1, 1, 0), (0, 2, 0)],
}
"""The configurations with a column of their own in Table 5, by the dice left; the others are "other"."""
CONFIGURATIONS = [i for i in product(range(6), range(6), (0, 2, 3, 4, 6)) if 0 < i[0] + i[1] + 3 * (i[2] > 0) <= 5]
"""Those that score."""
CHIP = 50
CRITICAL = 56
"""Chips at which to stop, whatever dice are left."""


def frequency(number: Published, bench: Workbench) -> int | str:
    """Table 2: how many rolls of a number of dice (the column) show a configuration (the row)."""
    kinds = bench.turn(number.ask).model.kinds
    wanted, dice = _configuration(number.row), (int(number.column),)
    count = 0
    for roll, ways in rolls_of(kinds, dice)[dice].items():
        faces = [shown[0] for shown in roll]
        three = next((face for face in (2, 3, 4, 6) if faces[face - 1] >= 3), 0)
        count += ways * ((faces[4], faces[0], three) == wanted)
    return count or MISSING


def configuration_value(number: Published, bench: Workbench) -> Fraction | str | list[Fraction]:
    """Table 5: the value at tau chips (the row), which the configurations of a column share if the paper is right.

    A dash says that no play leads there. A number is computed whether any play leads there or not: the paper has both.
    """
    tau, turn = int(number.row), bench.turn(number.ask)
    left, configurations = _column(number.column)
    possible = [i for i in configurations if _score(i) <= tau]
    if number.published == UNREACHABLE:
        possible = [i for i in possible if _leads_to(turn, tau, i, left, bench)]
    values = sorted({_value(turn, tau, i, left) / number.unit for i in possible})
    if not values:
        return UNREACHABLE
    if len(values) > 1:
        return values
    return MISSING if values[0] == tau and number.published == MISSING else values[0]


def configuration_action(number: Published, bench: Workbench) -> str:
    """Table 5, row a: the action that all cells of a column with a number share; its caption: that of what is omitted.

    If there are several: the usual one, and where the others occur.
    """
    turn = bench.turn(number.ask)
    totals: dict[str, list[int]] = {}
    for column, tau in _cells(number):
        left, configurations = _column(column)
        for i in configurations:
            if _leads_to(turn, tau, i, left, bench):
                totals.setdefault(_best_action(turn, tau, i, left), []).append(tau)
    if not totals:
        return UNREACHABLE
    usual = max(totals, key=lambda action: len(totals[action]))
    others = [f"{action} at tau {sorted(set(taus))}" for action, taus in totals.items() if action != usual]
    return f"{usual}; {', '.join(others)}" if others else usual


def full_hand_value(number: Published, bench: Workbench) -> Fraction | str:
    """Table 6: the value with all five dice to roll at tau chips (the row), where rolling is best."""
    turn = bench.turn(number.ask)
    total = int(number.row) * number.unit
    value = Fraction(turn.state_value(0, total)) / number.unit
    return value if turn.action(0, total) == turn.model.phases[0].rolls[0] else f"s, {full_text(value)}"


def never_optimal(number: Published, bench: Workbench) -> list[str]:
    """Those of the `moves` that best play never makes."""
    ever = {"".join(sorted(left, reverse=True)) for left in dice_worth_leaving(bench.turn(number.ask))}
    return [move for move in number.ask["moves"] if move not in ever]


def _score(i: Configuration) -> int:
    """s(i), in chips."""
    f, o, t = i
    return f + 2 * o + 14 * (o >= 3) + 7 * (f >= 3) + 2 * t


def _dice(i: Configuration) -> int:
    """d(i), the scoring dice."""
    return i[0] + i[1] + 3 * (i[2] > 0)


def _configuration(text: str) -> Configuration:
    f, o, t = map(int, text.split(","))
    return f, o, t


def _column(name: str) -> tuple[int, list[Configuration]]:
    """The number of dice left, and the configurations that a column of Table 5 stands for."""
    left, which = name.split(": ")
    n = int(left)
    possible = [i for i in CONFIGURATIONS if _dice(i) + n <= 5]
    if which == "all":
        return n, possible
    if which == "other":
        return n, [i for i in possible if i not in NAMED[n]]
    return n, [_configuration(which)]


def _cells(number: Published) -> list[tuple[str, int]]:
    """The columns of Table 5, each with a tau, that a claim about actions is about."""
    printed = [cell for cell in read_paper(number.paper).numbers if cell.item == "Table 5"]
    if number.column:
        full = [cell for cell in printed if cell.published not in (MISSING, UNREACHABLE)]
        return [(cell.column, int(cell.row)) for cell in full if cell.column == number.column]
    named = number.ask["columns"]
    columns = dict.fromkeys(cell.column for cell in printed) if named == "Table 5" else named
    return [(column, tau) for column in columns for tau in range(number.ask.get("from", 1), CRITICAL)]


def _roll(i: Configuration, n: int) -> tuple[str, str]:
    """A roll of configuration i with n more dice that score nothing: its scoring dice, and the rest."""
    scoring = "1" * i[1] + str(i[2] or "") * 3 + "5" * i[0]
    return scoring, "".join(str(face) * (1 if str(face) in scoring else 2) for face in (2, 3, 4, 6))[:n]


def _value(turn: jd.TurnSolution, tau: int, i: Configuration, n: int) -> Fraction:
    """V(tau, i, n) in points: the best value after a roll of i that leaves n dice, with i in tau."""
    phases = {sum(phase.place.dice): q for q, phase in enumerate(turn.model.phases)}
    roll, before = "".join(_roll(i, n)), (tau - _score(i)) * CHIP
    sets = turn.model.set_aside.sets(tuple(roll.count(str(face)) for face in range(1, 7)))
    return max(Fraction(turn.state_value(phases[len(roll) - sum(kept)], before + points)) for kept, points in sets)


def _best_action(turn: jd.TurnSolution, tau: int, i: Configuration, n: int) -> str:
    """The best action there, in the paper's letters."""
    scoring, rest = _roll(i, n)
    best = advise_turn(turn, (tau - _score(i)) * CHIP, scoring + rest).actions[0]
    if best.then == "bank":
        return "s"
    resigned = [
        face
        for face in dict.fromkeys(sorted(scoring, reverse=True))
        for _ in range(scoring.count(face) - best.keep.count(face))
    ]
    return f"m{''.join(resigned)}" if resigned else "r"


def _leads_to(turn: jd.TurnSolution, tau: int, i: Configuration, n: int, bench: Workbench) -> bool:
    """Whether some play leads to a roll of i that leaves n dice, with i in tau."""
    model = turn.model

    def find() -> set[tuple[int, int]]:
        return {(sum(model.phases[q].place.dice), total) for q, total in reachable_states(model, CRITICAL * CHIP)}

    reachable = bench.once(("dice and totals", model.rules), find)
    return (n + _dice(i), (tau - _score(i)) * CHIP) in reachable
