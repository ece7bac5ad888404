"""Gymnasium: one seat against opponents (`GymEnv`), or many games of self-play (`GymVector`).

Importing this registers every variant as ``plyground/ID-v0``:

>>> import gymnasium
>>> import plyground.gymnasium
>>> env = gymnasium.make("plyground/stax-v0", opponent="random")
>>> env.action_space
Discrete(128)
"""

import gymnasium

from ..registry import tell_gymnasium
from ..turn import Turn
from .env import GymEnv
from .opponents import Opponent
from .vector import GymVector

__all__ = ["GymEnv", "GymVector", "Opponent", "Turn"]

tell_gymnasium(gymnasium)
