"""Observers of states in OpenSpiel: what a player sees, and all that it has seen."""

import numpy as np
from numpy.typing import NDArray

from ..._core import Game
from .state import OpenSpielState


class OpenSpielObserver:
    """The current observation of a player: planes, and the position string with question marks for what is hidden.

    ``OpenSpielGame.make_py_observer`` makes it.

    Parameters
    ----------
    rules : plyground.Game
        The game.

    Attributes
    ----------
    tensor : numpy.ndarray or None
        The tensor, which `set_from` writes.
    dict : dict
        Views of the tensor by name: ``observation``.
    """

    tensor: NDArray[np.float32] | None
    dict: dict[str, NDArray[np.float32]]

    def __init__(self, rules: Game) -> None:
        self._allocate(observation=rules.observation_shape)

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the observation of a player to the tensor; zeros before chance has drawn how the game starts."""
        self.dict["observation"][:] = 0.0 if state._state is None else state._state.observe(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the position string as a player may see it."""
        return "" if state._state is None else state._with_steps_left(state._state.observation_string(player))

    def _allocate(self, **shapes: tuple[int, ...]) -> None:
        """Make a tensor of parts with these names and shapes."""
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)}


class OpenSpielHistoryObserver(OpenSpielObserver):
    """The information state of a player: all that it has seen since the start.

    The tensor has two parts. ``observations`` has the latest positions as the player saw them, the latest first. ``steps``
    has the steps that led to them, one-hot by action; zeros where there was no step, or the player did not see it.

    Parameters
    ----------
    rules : plyground.Game
        The game.
    length : int
        The number of positions in the tensor. With 0, there is no tensor.
    """

    def __init__(self, rules: Game, length: int) -> None:
        self.tensor, self.dict = None, {}
        if length:
            self._allocate(observations=(length, *rules.observation_shape), steps=(length, rules.num_actions))

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write what a player has seen to the tensor; ValueError if there is no tensor."""
        if self.tensor is None:
            raise ValueError("there is no information-state tensor with history_length 0: make the game with 1 or more")
        self.tensor.fill(0.0)
        if state._state is None:
            return
        now = state._state
        actions, seen_steps = now.actions, now.observation_history(player)[1::2]
        observations, steps = self.dict["observations"], self.dict["steps"]
        first = max(len(actions) - len(observations) + 1, 0)
        replayed = now.game.from_fen(now.start_fen)
        for at, step in enumerate(now.steps):
            if at >= first:
                observations[len(actions) - at] = replayed.observe(player)
            replayed.apply(actions[at])
            if len(actions) - at <= len(steps) and seen_steps[at] == step:
                steps[len(actions) - at - 1, actions[at]] = 1.0
        observations[0] = now.observe(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the views and steps that a player has seen, one a line."""
        return "\n".join((f"seat {player}", *state.observation_history(player)))
