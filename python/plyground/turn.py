"""The information that the seat to act has."""

import numpy as np
from numpy.typing import NDArray

from ._core import Game, State
from .acting import mask_of


class Turn:
    """What a function is called with when it chooses for a seat: all that the seat may know, and nothing else.

    Opponents in Gymnasium get one, and agents in studies of games that hide something.

    >>> import plyground as pg
    >>> def captures(turn):
    ...     steps = turn.legal()
    ...     return next((step for step in steps if "x" in step), steps[0])
    >>> env = pg.make("checkers", opponent=captures)

    Its methods are named after those of `State`. It shows the moment when it was made, and you may keep it.
    """

    __slots__ = ("_state", "rng", "seat")

    seat: int
    """The seat to act."""
    rng: np.random.Generator
    """What to draw from, so that the seed determines the game."""

    def __init__(self, state: State, rng: np.random.Generator) -> None:
        self._state = state.copy()
        self.seat = state.current_player
        self.rng = rng

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._state.game

    def observe(self) -> NDArray[np.float32]:
        """What the seat may see: planes, rows, columns."""
        return self._state.observe(self.seat)

    def action_mask(self) -> NDArray[np.int8]:
        """1 for legal actions."""
        return mask_of(self._state)

    def legal_steps(self) -> list[str]:
        """The legal steps, sorted."""
        return self._state.legal_steps()

    def legal_actions(self) -> NDArray[np.int32]:
        """The actions of the legal steps, in the order of `legal_steps`."""
        return self._state.legal_actions()

    def observation_string(self) -> str:
        """The position string as the seat may see it."""
        return self._state.observation_string(self.seat)

    def observation_history(self) -> list[str]:
        """All that the seat has seen since the start: view, step, view, …, view."""
        return self._state.observation_history(self.seat)

    def resample_from_observation(self) -> State:
        """A state that has the same `view` for the seat, to search in; see `State.resample`."""
        return self._state.resample_from_observation(self.seat, self.rng.bit_generator.random_raw())
