"""Gymnasium environments: one seat against opponents (`GymEnv`), and batches of games.

In a batch the agent has all seats (`GymVectorEnv`), or one seat against opponents (`GymOpponentVectorEnv`).

Importing this module registers every variant as ``plyground/ID-v0``:

>>> import gymnasium
>>> import plyground.envs.gymnasium
>>> env = gymnasium.make("plyground/stax-v0", opponent="random")
>>> env.action_space
Discrete(128)
"""

import gymnasium

from ...registry import register_with_gymnasium
from .env import GymEnv
from .opponent_vector import GymOpponentVectorEnv
from .vector import GymVectorEnv

__all__ = ["GymEnv", "GymOpponentVectorEnv", "GymVectorEnv"]

register_with_gymnasium(gymnasium)
