"""The information that the seat to act has."""

import numpy as np
from numpy.typing import NDArray

from ._core import Game, State


class Turn:
    """What a function knows when it chooses a step for a seat: all that the seat may know, and nothing else.

    Gymnasium environments pass it to opponents, and studies of games with hidden information pass it to agents. Methods are
    named after those of `State`. A turn does not change after it is made.

    Parameters
    ----------
    state : State
        The state in which the seat is to act. It is copied.
    rng : numpy.random.Generator
        The source of random numbers.

    Attributes
    ----------
    seat : int
        The seat to act.
    rng : numpy.random.Generator
        The source of random numbers. Use no other, so that the seed determines the game.

    Examples
    --------
    >>> import plyground as pg
    >>> def captures(turn):
    ...     steps = turn.legal_steps()
    ...     return next((step for step in steps if "x" in step), steps[0])
    >>> env = pg.make("checkers", opponent=captures)
    """

    __slots__ = ("_state", "rng", "seat")

    seat: int
    rng: np.random.Generator

    def __init__(self, state: State, rng: np.random.Generator) -> None:
        self._state = state.copy()
        self.seat = state.current_player
        self.rng = rng

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._state.game

    def observe(self) -> NDArray[np.float32]:
        """Return the observation of the seat: planes, rows, columns."""
        return self._state.observe(self.seat)

    def action_mask(self) -> NDArray[np.int8]:
        """Return an array with 1 for legal actions and 0 for all others."""
        return self._state.action_mask().view(np.int8)

    def legal_steps(self) -> list[str]:
        """Return the legal steps, sorted."""
        return self._state.legal_steps()

    def legal_actions(self) -> NDArray[np.int32]:
        """Return the actions of the legal steps, in the order of `legal_steps`."""
        return self._state.legal_actions()

    def observation_string(self) -> str:
        """Return the position string as the seat may see it."""
        return self._state.observation_string(self.seat)

    def observation_history(self) -> list[str]:
        """Return all that the seat has seen since the start: views and steps in turn."""
        return self._state.observation_history(self.seat)

    def resample_from_observation(self) -> State:
        """Return a random state that has the same `view` for the seat, to search in."""
        return self._state.resample_from_observation(self.seat, self.rng.bit_generator.random_raw())
