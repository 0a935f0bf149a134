"""A game as an environment of PettingZoo (AEC): two or more agents in turn, each playing for its share of the win."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from jeopardice.common.errors import InputError, shown
from jeopardice.envs.matches import MOST_STEPS, GameSetup, position_text
from jeopardice.envs.numbering import MOST
from jeopardice.rulebook import Rules

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("jeopardice.envs.zoo: PettingZoo is not installed: pip install 'jeopardice[envs]'") from error


def env(*arguments: Any, **options: Any) -> Any:
    """A `raw_env` with PettingZoo's usual checks around it: an illegal move loses."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(*arguments, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(GameSetup, AECEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name for it)
    """A game for several agents. Rewards come at the end: 1 for a win, 0 for a loss, an equal part of a tie.

    `first` is the seat that begins, or None to draw it. Observations are {"observation", "action_mask"}; the mask of an
    agent that is not to move is all zeros.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "name": "jeopardice_v0",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: str | Rules = "pig",
        players: int = 2,
        *,
        first: int | None = 0,
        changes: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if players < 2:
            raise InputError(f"players: {shown(players)}: a game of agents needs at least 2")
        self._set_up(rules, changes, players, first, render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents = self.possible_agents[:]
        moves, numbers = len(self.moves), len(self.observation_names)
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.agents}
        seen, mask = spaces.Box(-MOST, MOST, (numbers,), np.int32), spaces.Box(0, 1, (moves,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.agents
        }
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may ever do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.agents = self.possible_agents[:]
        self.game = self._begin(self._random)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.mover]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what it may do now."""
        seat = self.possible_agents.index(agent)
        mask = self._actions.mask(self.game)
        if agent != self.agent_selection:
            mask[:] = 0
        return {"observation": self._observer.see(self.game, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if not self.action_spaces[agent].contains(action):
            raise InputError(f"action: {shown(action)}: it must be from 0 to {len(self.moves) - 1}")
        self._cumulative_rewards[agent] = 0.0
        self.game = self.game.after(self.moves[int(action or 0)])
        self._clear_rewards()
        if self.game.over:
            self.rewards = {a: self.game.share(self.possible_agents.index(a)) for a in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.game.moves >= MOST_STEPS:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.game.mover]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The position as a line of text."""
        return None if self.render_mode is None else position_text(self.game, self.possible_agents)

    def close(self) -> None:
        """There is nothing to release."""
