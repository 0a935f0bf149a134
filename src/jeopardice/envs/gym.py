"""A game as an environment of Gymnasium: one player, against others who play strategies, or solo.

Against others the return of a game is the player's share of the win, so that the mean return is the chance to win.
Solo every turn costs 1, so that the mean return is minus the expected number of turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jeopardice.common.errors import InputError, shown
from jeopardice.envs.matches import MOST_STEPS, GameSetup, position_text
from jeopardice.envs.numbering import MOST, Mask, Observation
from jeopardice.opponents.players import players_of
from jeopardice.play.game import Game
from jeopardice.play.judge import Judge
from jeopardice.play.players import HUMAN, Player, Players
from jeopardice.play.values import PositionValues
from jeopardice.race.support import require
from jeopardice.rulebook import Rules, presets

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("jeopardice.envs: Gymnasium is not installed: pip install 'jeopardice[envs]'") from error

NAMESPACE = "Jeopardice"


class DiceGameEnv(GameSetup, gymnasium.Env[Observation, np.int64]):
    """A game against other players, or solo.

    `opponents` is a strategy's name ("optimal", "hold-at:20", …) or a `Player`, or several of them in playing order, or
    None to play solo. `first` is the seat that begins: 0 (the player), 1, …, or None to draw it. `changes` are keys of
    the rules with other values, such as {"goal": 50}. A `solution` of the same rules saves solving them for "optimal".
    An illegal action is not made and costs `illegal_cost`; the mask of legal ones is in `info["action_mask"]`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's own declaration)

    def __init__(
        self,
        rules: str | Rules = "pig",
        opponents: str | Player | Sequence[str | Player] | None = "optimal",
        *,
        first: int | None = None,
        changes: Mapping[str, Any] | None = None,
        solution: PositionValues | None = None,
        illegal_cost: float = 1.0,
        render_mode: str | None = None,
    ) -> None:
        others = [] if opponents is None else opponents
        self.opponents = list(others) if isinstance(others, Sequence) and not isinstance(others, str) else [others]
        self._set_up(rules, changes, 1 + len(self.opponents), first, render_mode)
        self.illegal_cost, self._players = illegal_cost, self._prepared(solution)
        self.action_space = spaces.Discrete(len(self.moves))
        self.observation_space = spaces.Box(-MOST, MOST, (len(self.observation_names),), np.int32)
        self._steps, self._over = 0, False
        self._game: Game | None = None

    def _prepared(self, solution: PositionValues | None) -> Players:
        """Make the other players; best play needs the game solved."""
        names = [name for name in self.opponents if isinstance(name, str)]
        if HUMAN in names:
            raise InputError(f"opponents: {HUMAN}: a person cannot play in an environment")
        players = players_of(self.rules, Judge(solution) if solution else None)
        for name in names:
            players.check(name)
        if any(map(players.needs_solution, names)):
            require("best opponent", self.rules)
        if solution is None and any(map(players.needs_solution, names)):
            from jeopardice.solvers.solve import solve

            players = players_of(self.rules, Judge(solve(self.rules)))
        for name in names:
            players.prepare(name)
        return players

    @property
    def game(self) -> Game:
        """The position."""
        if self._game is None:
            raise InputError("env: reset it first")
        return self._game

    def action_masks(self) -> Mask:
        """1 for each legal action, 0 for the others (sb3-contrib requires this name).

        All are 1 where the others have won before the player's first turn: any step then reports it.
        """
        mask = self._actions.mask(self.game)
        return np.ones_like(mask) if self.game.over and not self._over else mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game."""
        super().reset(seed=seed)
        self._steps, self._over = 0, False
        self._game = self._others(self._begin(self.np_random))
        return self._observed()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a move; then the others play until it is the player's turn again."""
        if self._over:
            raise InputError("action: the game is over: reset the environment")
        if not self.action_space.contains(action):
            raise InputError(f"action: {shown(action)}: it must be from 0 to {len(self.moves) - 1}")
        game, text = self.game, self.moves[int(action)]
        self._steps += 1
        reward = 0.0
        if not game.over and text not in {move.text for move in game.legal}:
            reward = -self.illegal_cost
        elif not game.over:
            game = game.after(text)
            reward = -1.0 if not self.opponents and game.ended else 0.0
            self._game = game = self._others(game)
        if self.opponents and game.over:
            reward = game.share(0)
        self._over = game.over
        cut = not game.over and (self._steps >= MOST_STEPS or game.moves >= MOST_STEPS)
        observation, info = self._observed()
        return observation, reward, game.over, cut, info

    def _others(self, game: Game) -> Game:
        while not game.over and game.mover != 0 and game.moves < MOST_STEPS:
            who = self.opponents[game.mover - 1]
            move = self._players.move(game, who) if isinstance(who, str) else who.choose(game)
            game = game.after(move.text)
        return game

    def _observed(self) -> tuple[Observation, dict[str, Any]]:
        return self._observer.see(self.game, 0), {"action_mask": self.action_masks()}

    def render(self) -> str | None:
        """The position as a line of text."""
        if self.render_mode is None:
            return None
        names = [who if isinstance(who, str) else type(who).__name__ for who in self.opponents]
        return position_text(self.game, ["you", *names])


def register() -> None:
    """Register the environments for `gymnasium.make`, unless they are already registered."""
    made = {"Game": "pig"} | {"".join(map(str.capitalize, name.split("-"))): name for name in presets()}
    for title, name in made.items():
        if (identifier := f"{NAMESPACE}/{title}-v0") not in gymnasium.registry:
            gymnasium.register(identifier, "jeopardice.envs.gym:DiceGameEnv", kwargs={"rules": name})
