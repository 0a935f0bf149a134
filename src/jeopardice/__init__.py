"""Jeopardice: the best strategy of any jeopardy dice game.

>>> import jeopardice as jd
>>> turn = jd.solve("pig", "score", exact=True)
>>> turn.value
Fraction(492303203, 60466176)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jeopardice import strategies
    from jeopardice.analysis.card_price import PricedCard
    from jeopardice.analysis.card_search import card
    from jeopardice.analysis.compare import Profile
    from jeopardice.analysis.comparison import Comparison, compare
    from jeopardice.analysis.fairness import Fairness, MultiplayerFairness, fairness
    from jeopardice.common.errors import InputError, JeopardiceError, JeopardiceWarning
    from jeopardice.evaluation.duels import Match, Response, Tournament
    from jeopardice.evaluation.matches import best_response, match, simulate, tournament
    from jeopardice.evaluation.multiplayer import MultiplayerMatch, MultiplayerTournament
    from jeopardice.evaluation.self_play import SelfPlay
    from jeopardice.evaluation.simulation import Simulation, simulate_solo
    from jeopardice.evaluation.solo import Solo, solo
    from jeopardice.evaluation.turn_distribution import TurnDistribution, turn_distribution
    from jeopardice.papers.dice_race.report import RaceReport, race_report
    from jeopardice.play.game import Game
    from jeopardice.play.record import Record
    from jeopardice.race.objectives import Objective
    from jeopardice.race.positions import Position
    from jeopardice.rulebook import Rules, presets, rules
    from jeopardice.solutions.average import AverageSolution
    from jeopardice.solutions.multiplayer import MultiplayerSolution
    from jeopardice.solutions.protocol import Solution
    from jeopardice.solutions.race import RaceSolution
    from jeopardice.solutions.simultaneous import SimultaneousSolution
    from jeopardice.solutions.storage import load, save
    from jeopardice.solutions.turn import TurnSolution
    from jeopardice.solvers.certify import certify
    from jeopardice.solvers.solve import solve
    from jeopardice.turn import TurnModel, turn_model
    from jeopardice.turn.advice import Action, Advice

__version__ = "0.1.0"

_NAMES = {
    "analysis.card_price": ["PricedCard"],
    "analysis.card_search": ["card"],
    "analysis.compare": ["Profile"],
    "analysis.comparison": ["Comparison", "compare"],
    "analysis.fairness": ["Fairness", "MultiplayerFairness", "fairness"],
    "common.errors": ["InputError", "JeopardiceError", "JeopardiceWarning"],
    "evaluation.duels": ["Match", "Response", "Tournament"],
    "evaluation.matches": ["best_response", "match", "simulate", "tournament"],
    "evaluation.multiplayer": ["MultiplayerMatch", "MultiplayerTournament"],
    "evaluation.self_play": ["SelfPlay"],
    "evaluation.simulation": ["Simulation", "simulate_solo"],
    "evaluation.solo": ["Solo", "solo"],
    "evaluation.turn_distribution": ["TurnDistribution", "turn_distribution"],
    "papers.dice_race.report": ["RaceReport", "race_report"],
    "play.game": ["Game"],
    "play.record": ["Record"],
    "race.objectives": ["Objective"],
    "race.positions": ["Position"],
    "rulebook": ["Rules", "presets", "rules"],
    "solutions.average": ["AverageSolution"],
    "solutions.multiplayer": ["MultiplayerSolution"],
    "solutions.protocol": ["Solution"],
    "solutions.race": ["RaceSolution"],
    "solutions.simultaneous": ["SimultaneousSolution"],
    "solutions.storage": ["load", "save"],
    "solutions.turn": ["TurnSolution"],
    "solvers.certify": ["certify"],
    "solvers.solve": ["solve"],
    "turn": ["TurnModel", "turn_model"],
    "turn.advice": ["Action", "Advice"],
}
"""The public names by the module they are in."""
_HOME = {name: module for module, names in _NAMES.items() for name in names}
__all__ = [
    "Action",
    "Advice",
    "AverageSolution",
    "Comparison",
    "Fairness",
    "Game",
    "InputError",
    "JeopardiceError",
    "JeopardiceWarning",
    "Match",
    "MultiplayerFairness",
    "MultiplayerMatch",
    "MultiplayerSolution",
    "MultiplayerTournament",
    "Objective",
    "Position",
    "PricedCard",
    "Profile",
    "RaceReport",
    "RaceSolution",
    "Record",
    "Response",
    "Rules",
    "SelfPlay",
    "Simulation",
    "SimultaneousSolution",
    "Solo",
    "Solution",
    "Tournament",
    "TurnDistribution",
    "TurnModel",
    "TurnSolution",
    "best_response",
    "card",
    "certify",
    "compare",
    "fairness",
    "load",
    "match",
    "presets",
    "race_report",
    "rules",
    "save",
    "simulate",
    "simulate_solo",
    "solo",
    "solve",
    "strategies",
    "tournament",
    "turn_distribution",
    "turn_model",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import jeopardice` stays fast."""
    if name == "strategies":
        return import_module(f"{__name__}.strategies")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    """The public names, for tab completion."""
    return [*__all__, "__version__"]
