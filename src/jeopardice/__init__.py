"""Jeopardice: the best strategy of any jeopardy dice game.

>>> import jeopardice as jd
>>> turn = jd.solve_turn(jd.rules("pig"), exact=True)
>>> turn.value
Fraction(492303203, 60466176)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jeopardice import strategies
    from jeopardice.advice import Action, Advice, advise_turn
    from jeopardice.analysis.compare import Profile, compare
    from jeopardice.analysis.fairness import Fairness, fairness
    from jeopardice.analysis.group_fairness import GroupFairness, group_fairness
    from jeopardice.average import AverageSolution, solve_average
    from jeopardice.dicerace.report import RaceReport, race_report
    from jeopardice.errors import InputError, JeopardiceError, JeopardiceWarning
    from jeopardice.evaluate import TurnDistribution, turn_distribution
    from jeopardice.group_simulation import simulate_group
    from jeopardice.group_solution import GroupSolution
    from jeopardice.matches import Match, alone, best_response, match, tournament
    from jeopardice.objectives import Objective
    from jeopardice.race_solution import RaceSolution, solve_race
    from jeopardice.rulebook import Rules, presets, rules
    from jeopardice.seatings import party
    from jeopardice.simulation import Simulation, simulate, simulate_alone
    from jeopardice.solution import TurnSolution, solve_turn
    from jeopardice.solving import solve
    from jeopardice.storage import load, save
    from jeopardice.turn import TurnModel, turn_model

__version__ = "0.1.0"

_HOME = {
    "Action": "advice",
    "Advice": "advice",
    "AverageSolution": "average",
    "Fairness": "analysis.fairness",
    "GroupFairness": "analysis.group_fairness",
    "GroupSolution": "group_solution",
    "InputError": "errors",
    "JeopardiceError": "errors",
    "JeopardiceWarning": "errors",
    "Match": "matches",
    "Objective": "objectives",
    "Profile": "analysis.compare",
    "RaceReport": "dicerace.report",
    "RaceSolution": "race_solution",
    "Rules": "rulebook",
    "Simulation": "simulation",
    "TurnDistribution": "evaluate",
    "TurnModel": "turn",
    "TurnSolution": "solution",
    "advise_turn": "advice",
    "alone": "matches",
    "best_response": "matches",
    "compare": "analysis.compare",
    "fairness": "analysis.fairness",
    "group_fairness": "analysis.group_fairness",
    "load": "storage",
    "match": "matches",
    "party": "seatings",
    "presets": "rulebook",
    "race_report": "dicerace.report",
    "rules": "rulebook",
    "save": "storage",
    "simulate": "simulation",
    "simulate_alone": "simulation",
    "simulate_group": "group_simulation",
    "solve": "solving",
    "solve_average": "average",
    "solve_race": "race_solution",
    "solve_turn": "solution",
    "tournament": "matches",
    "turn_distribution": "evaluate",
    "turn_model": "turn",
}
__all__ = [
    "Action",
    "Advice",
    "AverageSolution",
    "Fairness",
    "GroupFairness",
    "GroupSolution",
    "InputError",
    "JeopardiceError",
    "JeopardiceWarning",
    "Match",
    "Objective",
    "Profile",
    "RaceReport",
    "RaceSolution",
    "Rules",
    "Simulation",
    "TurnDistribution",
    "TurnModel",
    "TurnSolution",
    "advise_turn",
    "alone",
    "best_response",
    "compare",
    "fairness",
    "group_fairness",
    "load",
    "match",
    "party",
    "presets",
    "race_report",
    "rules",
    "save",
    "simulate",
    "simulate_alone",
    "simulate_group",
    "solve",
    "solve_average",
    "solve_race",
    "solve_turn",
    "strategies",
    "tournament",
    "turn_distribution",
    "turn_model",
]


def __getattr__(name: str) -> Any:
    """Imports a public name when it is first used, so that `import jeopardice` stays fast."""
    if name == "strategies":
        return import_module(f"{__name__}.strategies")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
