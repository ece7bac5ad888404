"""Those who move for the other seats."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import numpy as np

from .._core import Agent, Game, NeuralAgent
from ..agents import Searcher, playing
from ..nets.network_agent import NetworkAgent
from ..turn import Turn

Policy: TypeAlias = Callable[[Turn], "str | int | np.integer"]
Opponent: TypeAlias = str | Searcher | Policy
"""An agent such as ``"random"``, ``"mcts:50"`` or ``"net:stax.onnx,64"``, or a function from a `Turn` to a step or an action."""


def policy_of(opponent: Opponent, rules: Game) -> Policy | None:
    """What an opponent does in its turns in a game; None if it plays at random."""
    if isinstance(opponent, str | Agent | Neural | NetworkAgent):
        opponent = playing(opponent, rules)
        return None if opponent.spec == "random" else partial(_chosen, opponent)
    if not callable(opponent):
        raise TypeError(
            f"an opponent is an agent such as 'mcts:50' or a function of a Turn, not {str(opponent)[:40]!r}"
        )
    return opponent


def _chosen(opponent: Searcher, turn: Turn) -> int:
    """What an agent does in a turn. It goes by what its seat may know, though it is given the whole state."""
    return opponent.choose(turn._state, turn.rng.bit_generator.random_raw())
