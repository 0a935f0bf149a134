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
    from jeopardice.analysis.compare import Profile, compare
    from jeopardice.analysis.fairness import Fairness, fairness
    from jeopardice.analysis.multiplayer_fairness import GroupFairness, group_fairness
    from jeopardice.common.errors import InputError, JeopardiceError, JeopardiceWarning
    from jeopardice.evaluation.matches import Match, alone, best_response, match, tournament
    from jeopardice.evaluation.multiplayer import party
    from jeopardice.evaluation.multiplayer_simulation import simulate_group
    from jeopardice.evaluation.simulation import Simulation, simulate, simulate_alone
    from jeopardice.evaluation.turn_distribution import TurnDistribution, turn_distribution
    from jeopardice.papers.dice_race.report import RaceReport, race_report
    from jeopardice.race.objectives import Objective
    from jeopardice.rulebook import Rules, presets, rules
    from jeopardice.solutions.average import AverageSolution, solve_average
    from jeopardice.solutions.multiplayer import GroupSolution
    from jeopardice.solutions.race import RaceSolution, solve_race
    from jeopardice.solutions.storage import load, save
    from jeopardice.solutions.turn import TurnSolution, solve_turn
    from jeopardice.solvers.solve import solve
    from jeopardice.turn import TurnModel, turn_model
    from jeopardice.turn.advice import Action, Advice, advise_turn

__version__ = "0.1.0"

_HOME = {
    "Action": "turn.advice",
    "Advice": "turn.advice",
    "AverageSolution": "solutions.average",
    "Fairness": "analysis.fairness",
    "GroupFairness": "analysis.multiplayer_fairness",
    "GroupSolution": "solutions.multiplayer",
    "InputError": "common.errors",
    "JeopardiceError": "common.errors",
    "JeopardiceWarning": "common.errors",
    "Match": "evaluation.matches",
    "Objective": "race.objectives",
    "Profile": "analysis.compare",
    "RaceReport": "papers.dice_race.report",
    "RaceSolution": "solutions.race",
    "Rules": "rulebook",
    "Simulation": "evaluation.simulation",
    "TurnDistribution": "evaluation.turn_distribution",
    "TurnModel": "turn",
    "TurnSolution": "solutions.turn",
    "advise_turn": "turn.advice",
    "alone": "evaluation.matches",
    "best_response": "evaluation.matches",
    "compare": "analysis.compare",
    "fairness": "analysis.fairness",
    "group_fairness": "analysis.multiplayer_fairness",
    "load": "solutions.storage",
    "match": "evaluation.matches",
    "party": "evaluation.multiplayer",
    "presets": "rulebook",
    "race_report": "papers.dice_race.report",
    "rules": "rulebook",
    "save": "solutions.storage",
    "simulate": "evaluation.simulation",
    "simulate_alone": "evaluation.simulation",
    "simulate_group": "evaluation.multiplayer_simulation",
    "solve": "solvers.solve",
    "solve_average": "solutions.average",
    "solve_race": "solutions.race",
    "solve_turn": "solutions.turn",
    "tournament": "evaluation.matches",
    "turn_distribution": "evaluation.turn_distribution",
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
