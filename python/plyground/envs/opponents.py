"""Opponents: agents or functions that choose for the seats that the learning agent does not have."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import numpy as np

from .._core import Agent, Game, NeuralAgent
from ..agents import AnyAgent, resolve_agent
from ..nets.network_agent import NetworkAgent
from ..truncate import truncated
from ..turn import Turn

Policy: TypeAlias = Callable[[Turn], "str | int | np.integer"]
"""A function from a turn to a step or an action."""

Opponent: TypeAlias = str | AnyAgent | Policy
"""An agent such as ``"random"``, ``"mcts:50"`` or ``"net:stax.onnx,64"``, or a function from a turn to a step or an action."""


def to_policy(opponent: Opponent, game: Game) -> Policy | None:
    """Return the function by which an opponent chooses in a game; None if it plays at random."""
    if isinstance(opponent, str | Agent | NeuralAgent | NetworkAgent):
        opponent = resolve_agent(opponent, game)
        return None if opponent.spec == "random" else partial(_choose, opponent)
    if not callable(opponent):
        raise TypeError(
            f"opponent must be an agent such as 'mcts:50' or a function of a Turn, got {truncated(opponent)}"
        )
    return opponent


def _choose(agent: AnyAgent, turn: Turn) -> int:
    """Return the choice of an agent. It uses only what its seat may know, although it gets the whole state."""
    return agent.choose(turn._state, turn.rng.bit_generator.random_raw())
