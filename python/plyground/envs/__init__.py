"""Environments for training: Gymnasium, JAX, PettingZoo, OpenSpiel and Stable-Baselines3.

The classes are imported with their first use, and their libraries with them.

>>> from plyground.envs import SeatVector
>>> SeatVector("stax", num_games=2).num_rows
4
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ..optional_deps import REQUIREMENTS, require_module

if TYPE_CHECKING:
    from .gymnasium import GymEnv, GymOpponentVectorEnv, GymVectorEnv
    from .jax import JaxEnv, JaxState
    from .openspiel import OpenSpielGame, OpenSpielObserver, OpenSpielState
    from .opponent_pool import OpponentPool
    from .opponents import BatchPolicy, Opponent
    from .pettingzoo import AecEnv, ParallelEnv, PieRuleWrapper
    from .pool_member import PoolMember
    from .sb3 import Sb3GymVecEnv, Sb3Policy, Sb3VecEnv
    from .seat_vector import SeatVector, SeatVectorStep

__all__ = [
    "AecEnv",
    "BatchPolicy",
    "GymEnv",
    "GymOpponentVectorEnv",
    "GymVectorEnv",
    "JaxEnv",
    "JaxState",
    "OpenSpielGame",
    "OpenSpielObserver",
    "OpenSpielState",
    "Opponent",
    "OpponentPool",
    "ParallelEnv",
    "PieRuleWrapper",
    "PoolMember",
    "Sb3GymVecEnv",
    "Sb3Policy",
    "Sb3VecEnv",
    "SeatVector",
    "SeatVectorStep",
]

_MODULES: Final = {
    "AecEnv": "pettingzoo",
    "BatchPolicy": "opponents",
    "GymEnv": "gymnasium",
    "GymOpponentVectorEnv": "gymnasium",
    "GymVectorEnv": "gymnasium",
    "JaxEnv": "jax",
    "JaxState": "jax",
    "OpenSpielGame": "openspiel",
    "OpenSpielObserver": "openspiel",
    "OpenSpielState": "openspiel",
    "Opponent": "opponents",
    "OpponentPool": "opponent_pool",
    "ParallelEnv": "pettingzoo",
    "PieRuleWrapper": "pettingzoo",
    "PoolMember": "pool_member",
    "Sb3GymVecEnv": "sb3",
    "Sb3Policy": "sb3",
    "Sb3VecEnv": "sb3",
    "SeatVector": "seat_vector",
    "SeatVectorStep": "seat_vector",
}
"""The module of each public name."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = _MODULES[name]
    is_optional = f"envs.{module}" in REQUIREMENTS
    return getattr(require_module(f"envs.{module}") if is_optional else import_module(f".{module}", __name__), name)


def __dir__() -> list[str]:
    """Return the public names, including those that are not imported yet."""
    return sorted(__all__)
