"""PettingZoo environments with an agent for every seat.

In `AecEnv` one agent acts at a time. In `ParallelEnv`, for games with simultaneous choices, all agents act in every step.
"""

from .aec import AecEnv
from .parallel import ParallelEnv

__all__ = ["AecEnv", "ParallelEnv"]
