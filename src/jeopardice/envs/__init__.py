"""Games as environments for reinforcement learning (docs/environments.md); needs `pip install 'jeopardice[envs]'`.

Importing this package registers the environments of Gymnasium: "Jeopardice/Pig-v0", "Jeopardice/Farkle-v0", … for the
games that come with Jeopardice, and "Jeopardice/Game-v0" for any rules. `jeopardice.envs.zoo` has those of PettingZoo.
"""

from jeopardice.envs.gym import DiceGameEnv, register

register()

__all__ = ["DiceGameEnv", "register"]
