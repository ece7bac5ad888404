"""Opponents: agents or functions that choose for the seats that the learning agent does not have."""

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from .._core import Agent, Game, IllegalStep, NeuralAgent, State
from ..agents import AnyAgent, agent, resolve_agent
from ..nets.network_agent import NetworkAgent
from ..truncate import truncated
from ..turn import Turn


@runtime_checkable
class BatchPolicy(Protocol):
    """A policy that chooses in many games with one call, such as a network. It sees observations and masks only."""

    def choose_batch(
        self, observations: NDArray[np.float32], action_masks: NDArray[np.bool_], rng: np.random.Generator
    ) -> NDArray[Any]:
        """Choose an action for each game.

        Parameters
        ----------
        observations : numpy.ndarray
            The observations of the seats to act: games, planes, rows, columns.
        action_masks : numpy.ndarray
            True for legal actions: games, actions.
        rng : numpy.random.Generator
            The source of random numbers.

        Returns
        -------
        numpy.ndarray
            The actions, as integers.
        """


Policy: TypeAlias = Callable[[Turn], "str | int | np.integer"]
"""A function from a turn to a step or an action."""

Opponent: TypeAlias = str | AnyAgent | Policy | BatchPolicy
"""An agent such as ``"random"``, ``"mcts:50"`` or ``"net:stax.onnx,64"``; a function from a turn to a step or an action; or a
`BatchPolicy`."""


def parse_opponent(opponent: Opponent) -> AnyAgent | Policy | BatchPolicy:
    """Return an opponent, the agent that it describes if it is a text."""
    return agent(opponent) if isinstance(opponent, str) else opponent


def to_policy(opponent: Opponent, game: Game) -> Policy | BatchPolicy | None:
    """Return what chooses the steps of an opponent in a game; None if it plays at random."""
    if isinstance(opponent, str | Agent | NeuralAgent | NetworkAgent):
        opponent = resolve_agent(opponent, game)
        return None if opponent.spec == "random" else partial(_choose, opponent)
    if not (callable(opponent) or isinstance(opponent, BatchPolicy)):
        raise TypeError(
            f"opponent must be an agent such as 'mcts:50', a function of a Turn or a BatchPolicy, got {truncated(opponent)}"
        )
    return opponent


def to_function(policy: Policy | BatchPolicy) -> Policy:
    """Return a policy as a function of a turn."""
    return partial(_choose_one, policy) if isinstance(policy, BatchPolicy) else policy


def apply_choice(state: State, step: Any) -> None:
    """Make the step that an opponent has chosen. An illegal one raises an error that names the seat."""
    actor = state.current_player
    try:
        state.apply(step)
    except (IllegalStep, TypeError) as error:
        raise type(error)(f"the opponent at seat {actor}: {error}") from error


def _choose(given: AnyAgent, turn: Turn) -> int:
    """Return the choice of an agent. It uses only what its seat may know, although it gets the whole state."""
    return given.choose(turn._state, turn.rng.bit_generator.random_raw())


def _choose_one(policy: BatchPolicy, turn: Turn) -> int:
    """Return the choice of a batch policy in one game."""
    return int(policy.choose_batch(turn.observe()[None], turn.action_mask().view(np.bool_)[None], turn.rng)[0])
