"""Stable-Baselines3: vector environments, and frozen policies as opponents."""

from .gym_vector import Sb3GymVecEnv
from .policy import Sb3Policy
from .self_play import Sb3VecEnv

__all__ = ["Sb3GymVecEnv", "Sb3Policy", "Sb3VecEnv"]
