"""Simultaneous Hog as a parallel environment of PettingZoo: in each step both agents choose a number of dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from jeopardice.common.errors import InputError, shown
from jeopardice.envs.matches import MOST_STEPS, GameSetup, position_text
from jeopardice.envs.numbering import MOST
from jeopardice.race.support import require
from jeopardice.rulebook import Rules

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import ParallelEnv
except ImportError as error:
    raise ImportError(
        "jeopardice.envs.parallel: PettingZoo is not installed: pip install 'jeopardice[envs]'"
    ) from error

AGENTS = ("player_0", "player_1")


class parallel_env(GameSetup, ParallelEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name for it)
    """A game of two agents who choose at the same moment. Rewards come at the end: 1, 0, or 1/2 for a tie."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "name": "jeopardice_parallel_v0"}

    def __init__(
        self,
        rules: str | Rules = "television-hog",
        *,
        changes: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._set_up(rules, changes, 2, 0, render_mode)
        require("parallel environment", self.rules)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        seen = spaces.Box(-MOST, MOST, (len(self.observation_names),), np.int32)
        self.observation_spaces = dict.fromkeys(AGENTS, seen)
        self.action_spaces = {agent: spaces.Discrete(len(self.moves)) for agent in AGENTS}
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do: every number of dice is always legal."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Start a new game."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        self.game = self._begin(self._random)
        return self._observed(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Both agents choose; then all dice fall."""
        if not self.agents:
            raise InputError("action: the game is over: reset the environment")
        for agent in self.possible_agents:
            action = actions.get(agent)
            if action is None or not self.action_spaces[agent].contains(action):
                raise InputError(f"action: {agent}: {shown(action)}: it must be from 0 to {len(self.moves) - 1}")
            self.game = self.game.after(self.moves[int(action)])
        over, cut = self.game.over, not self.game.over and self.game.moves >= MOST_STEPS
        rewards = {agent: self.game.share(seat) if over else 0.0 for seat, agent in enumerate(self.agents)}
        ended, truncated = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        seen = self._observed()
        if over or cut:
            self.agents = []
        return seen, rewards, ended, truncated, infos

    def _observed(self) -> dict[str, Any]:
        return {agent: self._observer.see(self.game, seat) for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> str | None:
        """The position as a line of text."""
        return None if self.render_mode is None else position_text(self.game, self.possible_agents)

    def close(self) -> None:
        """There is nothing to release."""
