"""Recomputes published numbers: one recipe for each `what` that the files in tests/published ask for."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import jeopardice as jd
from jeopardice.analysis.cards import score_card
from jeopardice.analysis.tables import turn_table
from jeopardice.dice import rolls_of
from jeopardice.race import race_model
from jeopardice.solvers.crocce_mordecki import CONFIGURATIONS, Configuration, score, scoring_dice
from jeopardice.solvers.native import threshold_values
from jeopardice.turn.reach import reachable_states
from leaving import dice_worth_leaving

FOLDER = Path(__file__).parent / "published"
Ask = dict[str, Any]


@dataclass(frozen=True)
class Published:
    """A printed number, or a cell of a printed table."""

    paper: str
    item: str
    published: Any
    ask: Ask
    unit: int
    row: str = ""
    column: str = ""
    correct: Any = None
    """What is right where the print is wrong."""
    note: str = ""

    def __str__(self) -> str:
        cell = f" [{self.row}; {self.column}]" if self.column else ""
        return f"{self.paper.split(',')[0]}: {self.item}{cell}"


def all_published() -> Iterator[Published]:
    """Every number of every file."""
    for path in sorted(FOLDER.glob("*.toml")):
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        paper = file["paper"]
        for n in file.get("number", []):
            unit = n.get("unit", 1)
            yield Published(
                paper, n["item"], n["published"], n["ask"], unit, correct=n.get("correct"), note=n.get("note", "")
            )
        for table in file.get("table", []):
            corrections = {(c["row"], c["column"]): c for c in table.get("correction", [])}
            for row in table["rows"]:
                for column, cell in zip(table["columns"][1:], row[1:], strict=True):
                    fix = corrections.pop((row[0], column), {})
                    yield Published(
                        paper,
                        table["item"],
                        cell,
                        table["ask"],
                        table.get("unit", 1),
                        row[0],
                        column,
                        fix.get("correct"),
                        fix.get("note", ""),
                    )
            assert not corrections, f"{table['item']}: corrections of cells that do not exist: {list(corrections)}"


def agrees(published: Any, computed: Any) -> bool:
    """Whether a number rounds to what is printed; anything else must be equal."""
    if not isinstance(computed, int | float | Fraction) or isinstance(computed, bool):
        return bool(published == computed)
    printed = Decimal(str(published).replace(" ", ""))
    half_a_digit = Decimal(1).scaleb(int(printed.as_tuple().exponent)) / 2
    return abs(Fraction(printed) - Fraction(computed)) <= Fraction(half_a_digit) * (1 + Fraction(1, 10**6))


def compute(number: Published) -> Any:
    """The number as Jeopardice finds it, in the unit in which it is printed."""
    return RECIPES[number.ask["what"]](number)


@cache
def _solution(key: str) -> jd.TurnSolution:
    name, changes, strategy = json.loads(key)
    return jd.solve_turn(jd.rules(name).replace(changes), strategy, exact=True)


def solution(ask: Ask) -> jd.TurnSolution:
    """The solved game that a number is about."""
    return _solution(json.dumps([ask["rules"], ask.get("set", {}), ask.get("strategy", "optimal")]))


def _value(n: Published) -> Fraction:
    return Fraction(solution(n.ask).value) / n.unit


def _exact(n: Published) -> str:
    return str(solution(n.ask).value)


def _bust_percent(n: Published) -> Fraction:
    return Fraction(solution(n.ask).bust_probability) * 100


def _closing(n: Published) -> Fraction:
    return Fraction(solution(n.ask).closing.total, n.unit)


def _configuration(text: str) -> Configuration:
    f, o, t = map(int, text.split(","))
    return f, o, t


def _frequency(n: Published) -> Any:
    """How many rolls show so many 5s, 1s and three of a face; an empty cell is a configuration of too many dice."""
    kinds = solution(n.ask).model.kinds
    wanted = _configuration(n.row)
    count = 0
    for roll, ways in rolls_of(kinds, (int(n.column),))[(int(n.column),)].items():
        faces = [shown[0] for shown in roll]
        three = next((face for face in (2, 3, 4, 6) if faces[face - 1] >= 3), 0)
        count += ways * ((faces[4], faces[0], three) == wanted)
    return count or ""


def _configurations(column: str) -> tuple[int, list[Configuration]]:
    """The number of dice left, and the configurations that a column of Table 5 stands for."""
    left, which = column.split(": ")
    n = int(left)
    possible = [i for i in CONFIGURATIONS if scoring_dice(i) + n <= 5]
    named = {2: [(2, 1, 0), (1, 2, 0), (2, 0, 0), (1, 1, 0)], 3: [(2, 0, 0), (1, 1, 0), (0, 2, 0)]}
    if which == "all":
        return n, possible
    if which == "other":
        return n, [i for i in possible if i not in named[n]]
    return n, [_configuration(which)]


def _advice(ask: Ask, tau: int, i: Configuration, n: int) -> tuple[jd.Advice, str] | None:
    """Advice after a roll of configuration i that leaves n dice, and its scoring dice; None where no play leads."""
    before, rolled = (tau - score(i)) * 50, n + scoring_dice(i)
    if (rolled, before) not in _reachable(ask["rules"]):
        return None
    scoring = "1" * i[1] + str(i[2] or "") * 3 + "5" * i[0]
    blanks = "".join(str(face) * (1 if str(face) in scoring else 2) for face in (2, 3, 4, 6))[:n]
    return jd.advise_turn(solution(ask), before, scoring + blanks), scoring


@cache
def _reachable(rules: str) -> set[tuple[int, int]]:
    """The numbers of dice to roll and turn totals that some play leads to."""
    model = jd.turn_model(jd.rules(rules))
    return {(sum(model.phases[q].place.dice), total) for q, total in reachable_states(model, 56 * 50)}


def _configuration_value(n: Published) -> Any:
    """The value of all configurations of a column at tau chips; None where there is no such state."""
    left, configurations = _configurations(n.column)
    found = [_advice(n.ask, int(n.row), i, left) for i in configurations]
    values = {Fraction(advice.value) / n.unit for advice, _ in filter(None, found)}
    assert len(values) <= 1, "the configurations of a column have the same value"
    if not values:
        return n.published  # no state: nothing to compare
    value = values.pop()
    return "" if value == int(n.row) and n.published == "" else value


def _action(advice: jd.Advice, scoring: str) -> str:
    best = advice.actions[0]
    if best.then == "bank":
        return "s"
    left = [
        face
        for face in dict.fromkeys(sorted(scoring, reverse=True))
        for _ in range(scoring.count(face) - best.keep.count(face))
    ]
    return f"m{''.join(left)}" if left else "r"


def _configuration_action(n: Published) -> str:
    """The action that all cells with a number share; for what is omitted, every action and where it is another."""
    table = next(
        t for t in tomllib.loads((FOLDER / "crocce-mordecki.toml").read_text())["table"] if t["item"] == "Table 5"
    )
    if n.column:
        column = table["columns"].index(n.column)
        cells = [(n.column, int(row[0])) for row in table["rows"] if row[column] not in ("", "-")]
    else:
        columns = table["columns"][1:] if n.ask["columns"] == "Table 5" else n.ask["columns"]
        cells = [(column, tau) for column in columns for tau in range(n.ask.get("from", 1), 56)]
    actions: dict[str, list[int]] = {}
    for column_name, tau in cells:
        left, configurations = _configurations(column_name)
        for advice, scoring in filter(None, [_advice(n.ask, tau, i, left) for i in configurations]):
            actions.setdefault(_action(advice, scoring), []).append(tau)
    if len(actions) == 1:
        return next(iter(actions))
    usual = max(actions, key=lambda action: len(actions[action]))
    others = [f"{a} at tau {sorted(set(taus))}" for a, taus in actions.items() if a != usual]
    return f"{usual}; {', '.join(others)}"


def _full_hand_value(n: Published) -> Fraction:
    solved = solution(n.ask)
    total = int(n.row) * n.unit
    assert solved.action(0, total) == solved.model.phases[0].rolls[0], "the action is r"
    return Fraction(solved.value_at(0, total)) / n.unit


def _never_optimal(n: Published) -> list[str]:
    """The published moves that best play never makes, all of them if the paper is right; no other move may be one."""
    ever = {"".join(sorted(left, reverse=True)) for left in dice_worth_leaving(solution(n.ask))}
    assert ever == {"5", "1", "55", "51"}
    return [move for move in n.published if move not in ever]


def _gain(n: Published) -> Any:
    cell = {c.phase: c for c in turn_table(solution(n.ask), int(n.row), int(n.row)).rows[0]}[n.column]
    return cell.gain if cell.reachable else "*"


def _card(n: Published) -> Any:
    card = score_card(solution(n.ask))
    if "count" in n.ask:
        return len(card.numbers) if n.ask["count"] == "nonzero" else len(set(card.numbers))
    return card.rows[int(n.row)].get(int(n.column), "")


def _statistic(n: Published) -> Any:
    ask = dict(n.ask)
    if ask["strategy"] == "hold-at:inf":
        ask["strategy"] = "hold-at:1000"  # as good as never banking
    found = jd.turn_distribution(solution(ask))
    if ask["statistic"] == "probability":
        return found.points[ask["points"]]
    return getattr(found, ask["statistic"])


def _best_threshold(n: Published) -> list[str]:
    values = threshold_values(solution(n.ask).model, range(1, 60))
    return [str(k) for k, value in enumerate(values, 1) if abs(value - max(values)) < 1e-12]


def _best_rolls(n: Published) -> list[str]:
    values = [solution({**n.ask, "strategy": f"rolls:{rolls}"}).value for rolls in range(1, 12)]
    return [str(rolls) for rolls, value in enumerate(values, 1) if value == max(values)]


def _best_dice(n: Published) -> list[str]:
    return [action.dice for action in jd.advise_turn(solution(n.ask)).actions if action.verdict != "worse"]


@cache
def _race(rules: str, objective: str, strategy: str = "optimal") -> jd.RaceSolution:
    return jd.solve_race(jd.rules(rules), objective, strategy)


def _race_value(n: Published) -> float | Fraction:
    race = _race(n.ask["rules"], n.ask["objective"], n.ask.get("strategy", "optimal"))
    value = race.value_at(*n.ask["scores"]) if "scores" in n.ask else race.value
    return 1 - value if n.ask.get("seat") == 2 else value


def _advantage(n: Published) -> float | Fraction:
    """How much likelier the first player is to win than the second."""
    return 2 * _race(n.ask["rules"], "win").value_at(*n.ask.get("scores", (0, 0))) - 1


@cache
def _match(rules: str, a: str, b: str) -> jd.Match:
    best = jd.strategies.optimal(_race(rules, "win"))
    return jd.match(jd.rules(rules), *(best if name == "optimal" else name for name in (a, b)))


def _match_result(n: Published) -> float:
    """A result of strategy A against B, which need no solution."""
    rules = jd.rules(n.ask["rules"]).replace(n.ask.get("set", {}))
    return float(getattr(jd.match(rules, n.ask["a"], n.ask["b"]), n.ask["result"]))


def _best_thresholds(n: Published) -> list[int]:
    """The totals to hold at for each number of points to go."""
    return jd.strategies.BestHold().totals(race_model(jd.rules(n.ask["rules"]).replace(n.ask["set"])))


def _match_percent(n: Published) -> float:
    """A result of strategy A against B."""
    return 100 * float(getattr(_match(n.ask["rules"], n.ask["a"], n.ask["b"]), n.ask["result"]))


def solved(rules: str) -> jd.RaceSolution:
    """A solved game of two players."""
    return _race(rules, "win")


def their_card(n: Published) -> jd.strategies.Card:
    """Busche & Neller's Tables 3 and 4."""
    own, other = {4: 8950, 3: 9350, 2: 9550, 1: 9600}, {5: 7900, 4: 8600, 3: 9350, 2: 9550, 1: 9500}
    return jd.strategies.Card(score_card(solution(n.ask)).rows, own, other)


def _card_percent(n: Published) -> float:
    """That card against optimal play."""
    rules = n.ask["rules"]
    found = jd.match(jd.rules(rules), their_card(n), solved(rules).strategy())
    return 100 * (found.overall if n.ask["result"] == "overall" else -found.advantage)


def _fairest_komi(n: Published) -> int:
    """The head start of the second player that brings the first player's chance closest to one half."""
    race = _race(n.ask["rules"], "win")
    return min(range(0, 2000, race.model.turn.unit), key=lambda komi: abs(race.value_at(0, komi) - 0.5))


PLAYED = ("race", "match", "match-percent", "card-percent", "advantage")
"""What can also be played by chance."""
RECIPES: dict[str, Callable[[Published], Any]] = {
    "value": _value,
    "exact": _exact,
    "bust_percent": _bust_percent,
    "closing": _closing,
    "frequency": _frequency,
    "configuration-value": _configuration_value,
    "configuration-action": _configuration_action,
    "full-hand-value": _full_hand_value,
    "never-optimal": _never_optimal,
    "gain": _gain,
    "card": _card,
    "turn-statistic": _statistic,
    "best-threshold": _best_threshold,
    "best-rolls": _best_rolls,
    "best-dice": _best_dice,
    "race": _race_value,
    "fairest-komi": _fairest_komi,
    "advantage": _advantage,
    "match": _match_result,
    "best-thresholds": _best_thresholds,
    "match-percent": _match_percent,
    "card-percent": _card_percent,
}
