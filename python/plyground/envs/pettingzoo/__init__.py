"""PettingZoo environments with an agent for every seat.

In `AecEnv` one agent acts at a time. In `ParallelEnv`, for games with simultaneous choices, all agents act in every step.
`PieRuleWrapper` adds the pie rule to an `AecEnv`.
"""

from .aec import AecEnv
from .parallel import ParallelEnv
from .pie_rule import PieRuleWrapper

__all__ = ["AecEnv", "ParallelEnv", "PieRuleWrapper"]
