"""Every question for every game: small games with each kind of rule, and each question as a function of a solved game.

A question knows which rows of the support table may refuse it: `asks` are the questions of the table that it begins
with, in their order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import jeopardice as jd
from jeopardice.analysis.boundaries import boundaries, turn_slice
from jeopardice.analysis.tables import turn_table
from jeopardice.export import (
    prism_best_play,
    prism_model,
    prism_simultaneous,
    write_netcdf,
    write_policy,
    write_rolls,
)
from jeopardice.figures import RaceData, drawing
from jeopardice.opponents.players import players_of
from jeopardice.play.judge import Judge
from jeopardice.play.record import NamedRules, Record
from jeopardice.play.session import Session
from jeopardice.race.objectives import Objective, read_objective
from jeopardice.race.questions import Asked, Unsupported
from jeopardice.race.support import refusal
from jeopardice.rulebook import Rules
from jeopardice.solutions import storage
from jeopardice.turn.explanation import explain

WIN = Objective("win")
Document = dict[str, Any]
PIG: Document = {"family": "pig", "goal": 7, "dice": {"sides": 4}}
FARKLE: Document = {
    "family": "farkle",
    "goal": 6,
    "dice": {"count": 2, "sides": 3},
    "scoring": {"1": 1, "22": 2, "33": 3},
}
HOG: Document = {"family": "hog", "goal": 6, "dice": {"count": 2, "sides": 3}, "turn": {"choose_dice": [1, 2]}}
BOTH: Document = {"simultaneous": True, "end": {"rule": "equal-turns", "tie": "split"}}

GAMES: dict[str, Document] = {
    "plain": PIG,
    "plain farkle": FARKLE,
    "plain hog": HOG,
    "first bank": {**PIG, "turn": {"first_bank": 3}},
    "streak": {**PIG, "bust": {"streak": 2, "penalty": 2, "floor": -1}},
    "streak without a floor": {**PIG, "bust": {"streak": 2, "penalty": 1, "floor": "none"}},
    "streak below 0 and first bank": {
        **FARKLE,
        "goal": 4,
        "bust": {"streak": 2, "penalty": 1, "floor": -1},
        "turn": {"first_bank": 2},
    },
    "lose banked": {**PIG, "goal": 9, "dice": {"count": 2, "sides": 4}, "events": {"lose_banked": ["11"]}},
    "win at once": {**PIG, "events": {"win": ["4"]}},
    "last turn": {**PIG, "end": {"rule": "last-turn"}},
    "last turn, split ties": {**PIG, "end": {"rule": "last-turn", "tie": "split"}},
    "equal turns": {**PIG, "end": {"rule": "equal-turns"}},
    "equal turns, split ties": {**PIG, "end": {"rule": "equal-turns", "tie": "split"}},
    "total to beat": {**PIG, "turn": {"beat_previous": True}},
    "steal after a bank": {**FARKLE, "turn": {"steal": "after-bank"}},
    "steal after a bust": {**FARKLE, "turn": {"steal": "after-bust"}},
    "keep on bust": {**PIG, "turn": {"keep_on_bust": True}},
    "dice that differ": {**FARKLE, "dice": {"count": 2, "sides": 3, "weights": [[1, 1, 1], [2, 1, 1]]}},
    "full bust": {**FARKLE, "turn": {"full_bust": 1}},
    "simultaneous": {**HOG, **BOTH},
    "simultaneous pig": {**PIG, **BOTH},
    "simultaneous with a first bank": {**HOG, **BOTH, "turn": {"choose_dice": [1, 2], "first_bank": 3}},
    "simultaneous pig with a first bank": {**PIG, **BOTH, "turn": {"first_bank": 3}},
    "simultaneous win at once": {**HOG, **BOTH, "events": {"win": ["33"]}},
    "simultaneous pig with a win at once": {**PIG, **BOTH, "events": {"win": ["3", "4"]}},
    "simultaneous with kept busts": {**PIG, **BOTH, "turn": {"keep_on_bust": True}},
    "simultaneous with busts in a row": {**PIG, **BOTH, "goal": 5, "bust": {"streak": 2, "penalty": 1}},
    "simultaneous with penalties below 0": {
        **HOG,
        **BOTH,
        "goal": 4,
        "bust": {"streak": 2, "penalty": 2, "floor": -2},
    },
    "simultaneous with kept busts that count": {
        **PIG,
        **BOTH,
        "goal": 3,
        "turn": {"keep_on_bust": True},
        "bust": {"streak": 2, "penalty": 2},
    },
    "simultaneous with kept throws that count": {
        **HOG,
        **BOTH,
        "turn": {"choose_dice": [1, 2], "minimum_bank": 3, "keep_on_bust": True},
        "bust": {"streak": 1, "penalty": 2},
    },
    "simultaneous lost banks": {**HOG, **BOTH, "events": {"lose_banked": ["11"]}},
    "simultaneous without a floor": {**PIG, **BOTH, "goal": 3, "bust": {"streak": 2, "penalty": 1, "floor": "none"}},
    "simultaneous with penalties": {**HOG, **BOTH, "bust": {"streak": 1, "penalty": 1}},
    "hidden": {**HOG, **BOTH, "sees": "nothing"},
    "hidden scores": {**HOG, **BOTH, "sees": "dice"},
    "hidden with every rule": {
        **HOG,
        **BOTH,
        "sees": "nothing",
        "turn": {"choose_dice": [1, 2], "first_bank": 3, "keep_on_bust": True},
        "bust": {"streak": 2, "penalty": 1, "floor": -1},
        "events": {"win": ["33"], "lose_banked": ["11"]},
    },
    "last turn, streak, total to beat": {
        **PIG,
        "goal": 5,
        "end": {"rule": "last-turn"},
        "bust": {"streak": 2, "penalty": 1},
        "turn": {"beat_previous": True},
    },
    "equal turns, steal, first bank": {
        **FARKLE,
        "end": {"rule": "equal-turns", "tie": "split"},
        "turn": {"steal": "after-bank", "first_bank": 2},
    },
}


ODD: dict[str, tuple[int, Document]] = {
    "nine players": (9, PIG),
    "simultaneous in sudden death": (2, {**HOG, "simultaneous": True}),
    "simultaneous without split ties": (2, {**HOG, "simultaneous": True, "end": {"rule": "equal-turns"}}),
    "simultaneous total to beat": (2, {**PIG, **BOTH, "turn": {"beat_previous": True}}),
    "simultaneous steal": (2, {**PIG, **BOTH, "turn": {"steal": "after-bank"}}),
    "hidden without a floor": (
        2,
        {**HOG, **BOTH, "sees": "nothing", "bust": {"streak": 1, "penalty": 1, "floor": "none"}},
    ),
}
"""Games, and how many play them, that are refused nearly everything."""


@dataclass(frozen=True)
class Cell:
    """A game for this number of players, and its solutions, each found once."""

    document: Document
    players: int
    folder: Path
    _solved: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def rules(self) -> Rules:
        """The rules."""
        return jd.rules({**self.document, "players": self.players})

    def solved(self, objective: str = "win") -> Any:
        """Best play."""
        if objective not in self._solved:
            self._solved[objective] = jd.solve(self.rules, objective, threads=1)
        return self._solved[objective]

    def start(self, objective: str = "win") -> tuple[int, ...]:
        """The scores at the start."""
        if self.rules.sees != "scores" and objective == "win":
            return (0,)
        return (0,) * (self.players if objective == "win" else 1) if objective not in ("score", "average") else ()

    @property
    def strategies(self) -> list[str]:
        """A strategy for each seat."""
        fixed = ["dice:1", "dice:2"] if self.rules.family == "hog" else ["hold-at:2", "max-score"]
        return [fixed[seat % 2] for seat in range(max(2, self.players))]

    @property
    def with_best(self) -> list[Any]:
        """The same where the first plays best."""
        return [self.solved().strategy(), *self.strategies[1:]]

    def file(self, name: str) -> Path:
        """A file to write to."""
        return self.folder / name


@dataclass(frozen=True)
class Asking:
    """A question, and what of the support table it begins with."""

    answer: Callable[[Cell], Any]
    asks: tuple[Asked, ...] = ("best play",)
    objective: str = "win"
    players: tuple[int, ...] = (2, 3)
    """For how many players it is asked."""

    def refused(self, rules: Rules) -> Unsupported | None:
        """The row that refuses it."""
        objective = read_objective(self.objective)
        return next((row for asked in self.asks if (row := refusal(asked, rules, objective))), None)


def _explain(cell: Cell) -> Any:
    return explain(cell.solved().turn_at(cell.start()))


def _length(cell: Cell) -> Any:
    found: Any = jd.fairness(cell.solved())
    chances = (found.rounds if cell.rules.simultaneous else found.turns).chances
    assert abs(float(sum(chances)) - 1) < 1e-9
    return chances


def _play(cell: Cell) -> Any:
    """A game of best players to its end, with the coach's words and a review."""
    record = Record.new(NamedRules(toml=cell.rules.to_toml()), ["optimal"] * cell.players, seed="grid")
    session = Session.of(record, Judge(cell.solved()), players_of)
    while not session.game.over and session.game.moves < 30:
        assert session.coach().sentences
        session.advance()
    return session.review()


def _gymnasium(cell: Cell) -> Any:
    from jeopardice.envs import DiceGameEnv

    others = ["optimal", *cell.strategies[1:]][: cell.players - 1]
    solution = cell.solved() if others and cell.rules.sees == "scores" else None
    env = DiceGameEnv(cell.rules, others or None, solution=solution)
    env.reset(seed=0)
    random, over = Random(0), False
    while not over:
        action = random.choice([k for k, legal in enumerate(env.action_masks()) if legal])
        _, _, over, cut, _ = env.step(np.int64(action))
        over = over or cut
    return env


def _pettingzoo(cell: Cell) -> Any:
    from jeopardice.envs import zoo

    env = zoo.env(cell.rules, cell.players)
    env.reset(seed=0)
    random = Random(0)
    for _ in env.agent_iter(40):
        observation, _, over, cut, _ = env.last()
        legal = [k for k, ok in enumerate(observation["action_mask"]) if ok]
        env.step(None if over or cut else random.choice(legal))
    return env


def _parallel(cell: Cell) -> Any:
    from jeopardice.envs.parallel import parallel_env

    env = parallel_env(cell.rules)
    env.reset(seed=0)
    return env


def _prism(cell: Cell) -> Any:
    model = prism_simultaneous if cell.rules.simultaneous else prism_model
    return model(cell.rules)


def _dice_set(criterion: str) -> Callable[[Cell], Any]:
    def find(cell: Cell) -> Any:
        from jeopardice.analysis.dice_sets.worth import plain_dice, worth_for

        worth = worth_for(criterion, cell.rules, wild=False)
        return worth.of(plain_dice(cell.rules, worth.turns))

    return find


def _figure(name: str) -> Callable[[Cell], Any]:
    def draw(cell: Cell) -> Any:
        import matplotlib.pyplot as plt

        figure = drawing(name).figure(RaceData(cell.rules), None, None)
        plt.close(figure)
        return figure

    return draw


SOLO = (1, 2)
"""Questions without an opponent: whether the rules are for one player or for two makes no difference."""
QUESTIONS: dict[str, Asking] = {
    "solve": Asking(lambda cell: cell.solved(), players=(1, 2, 3, 9)),
    "solve for turns": Asking(lambda cell: cell.solved("turns"), objective="turns", players=SOLO),
    "solve within 3": Asking(lambda cell: cell.solved("within:3"), objective="within:3", players=SOLO),
    "solve for score": Asking(lambda cell: cell.solved("score"), objective="score", players=SOLO),
    "solve for average": Asking(lambda cell: cell.solved("average"), objective="average", players=SOLO),
    "fractions": Asking(lambda cell: jd.solve(cell.rules, exact=True), ("best play", "fractions")),
    "fractions of turns": Asking(lambda c: jd.solve(c.rules, "turns", exact=True), ("fractions",), "turns", SOLO),
    "certificate": Asking(lambda cell: jd.solve(cell.rules, certify=True), ("best play", "certificate")),
    "certificate of turns": Asking(
        lambda c: jd.solve(c.rules, "turns", certify=True), ("certificate",), "turns", (1, 2)
    ),
    "certificate of score": Asking(
        lambda c: jd.solve(c.rules, "score", certify=True), ("certificate",), "score", (1, 2)
    ),
    "fixed strategy": Asking(lambda cell: jd.solve(cell.rules, strategy=cell.strategies[0])),
    "advise": Asking(lambda cell: cell.solved().advise(cell.start())),
    "advise for turns": Asking(lambda cell: cell.solved("turns").advise((0,)), objective="turns", players=SOLO),
    "explain": Asking(_explain, ("best play", "turn")),
    "table": Asking(lambda cell: turn_table(cell.solved().turn_at(cell.start())), ("best play", "turn")),
    "fairness": Asking(lambda cell: jd.fairness(cell.solved())),
    "length of a game": Asking(_length, players=(2, 3)),
    "match": Asking(lambda cell: jd.match(cell.rules, *cell.strategies), ("match",), players=(2, 3, 9)),
    "match of best play": Asking(lambda cell: jd.match(cell.rules, *cell.with_best), ("match",)),
    "tournament": Asking(lambda cell: jd.tournament(cell.rules, cell.strategies), ("match",)),
    "best response": Asking(lambda cell: jd.best_response(cell.rules, cell.strategies[0]), ("best response",)),
    "solo": Asking(lambda cell: jd.solo(cell.rules, cell.strategies[0]), (), players=(1, 2, 3)),
    "simulation": Asking(lambda cell: jd.simulate(cell.rules, *cell.strategies, games=20), ("match",)),
    "simulation of best play": Asking(lambda cell: jd.simulate(cell.rules, *cell.with_best, games=20), ("match",)),
    "card": Asking(lambda cell: jd.card(cell.solved(), threads=1), ("best play", "card")),
    "compare": Asking(lambda cell: jd.compare(cell.solved(), games=20), ("best play", "profile")),
    "surface": Asking(_figure("surface"), ("surface", "best play")),
    "section": Asking(_figure("section"), ("section", "best play")),
    "reachable": Asking(_figure("reachable"), ("reachable states", "best play")),
    "mixtures": Asking(_figure("mixtures"), ("mixtures", "best play")),
    "boundaries": Asking(lambda cell: boundaries(cell.solved()), ("best play", "boundaries")),
    "slice": Asking(lambda cell: turn_slice(cell.solved().turn_at(cell.start())), ("best play", "turn", "slice")),
    "save": Asking(lambda cell: storage.save(cell.solved(), cell.file("game.nc")), ("best play", "save")),
    "netcdf": Asking(lambda cell: write_netcdf(cell.solved(), cell.file("x.nc")), ("best play", "arrays")),
    "parquet": Asking(
        lambda cell: write_policy(cell.solved(), cell.file("x.parquet")), ("best play", "table of decisions")
    ),
    "parquet of average": Asking(
        lambda cell: write_policy(cell.solved("average"), cell.file("y.parquet")),
        ("table of decisions",),
        "average",
        (1, 2),
    ),
    "rolls": Asking(lambda cell: write_rolls(cell.solved(), cell.file("r.parquet")), ("best play", "table of rolls")),
    "prism": Asking(_prism, ("model", "best play")),
    "prism of turns": Asking(lambda cell: prism_model(cell.rules, "turns"), ("model",), "turns", SOLO),
    "chain": Asking(lambda cell: prism_best_play(cell.solved()), ("best play", "chain of best play")),
    "chain within 3": Asking(
        lambda cell: prism_best_play(cell.solved("within:3")), ("chain of best play",), "within:3", SOLO
    ),
    "play": Asking(_play, ("play", "best play")),
    "gymnasium solo": Asking(_gymnasium, (), players=(1,)),
    "gymnasium": Asking(_gymnasium, ("environment", "best opponent")),
    "pettingzoo": Asking(_pettingzoo, ("environment",)),
    "parallel": Asking(_parallel, ("environment", "parallel environment"), players=(2,)),
    "dice set": Asking(_dice_set("score"), ("dice set",)),
    "dice set for turns": Asking(_dice_set("turns"), ("dice set", "dice set in a race")),
    "dice set for win": Asking(_dice_set("win"), ("dice set", "dice set in a race", "dice set against another")),
    "dice race": Asking(_figure("thresholds"), ("dice race",)),
}
