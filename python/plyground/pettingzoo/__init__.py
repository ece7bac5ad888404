"""PettingZoo: an agent for every seat, one to act at a time (`AecEnv`), or all at once where seats commit (`CommitEnv`)."""

from .aec import AecEnv
from .parallel import CommitEnv

__all__ = ["AecEnv", "CommitEnv"]
