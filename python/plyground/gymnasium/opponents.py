"""Those who move for the other seats."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._core import Agent, Game, Neural, State
from ..acting import mask_of
from ..agents import Searcher, playing
from ..nets.net import Net


class Turn:
    """What an opponent is given when it is to act: all that its seat may know, and nothing else.

    >>> import plyground as pg
    >>> def captures(turn):
    ...     steps = turn.legal()
    ...     return next((step for step in steps if "x" in step), steps[0])
    >>> env = pg.make("checkers", opponent=captures)

    Its methods are named after those of `State`. It is a look at the moment when it was made, and may be kept.
    """

    __slots__ = ("_state", "rng", "seat")

    seat: int
    """The seat to act."""
    rng: np.random.Generator
    """What to draw from, so that the environment's seed determines the game."""

    def __init__(self, state: State, rng: np.random.Generator) -> None:
        self._state = state.copy()
        self.seat = state.actor
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

    def legal(self) -> list[str]:
        """The legal steps, sorted."""
        return self._state.legal()

    def legal_actions(self) -> NDArray[np.int32]:
        """The actions of the legal steps, in the order of `legal`."""
        return self._state.legal_actions()

    def view(self) -> str:
        """The position string as the seat may see it."""
        return self._state.view(self.seat)

    def history(self) -> list[str]:
        """All that the seat has seen since the start: view, step, view, …, view."""
        return self._state.history(self.seat)

    def resample(self) -> State:
        """A state that the seat cannot tell from the real one, to search in."""
        return self._state.resample(self.seat, self.rng.bit_generator.random_raw())


Policy: TypeAlias = Callable[[Turn], "str | int | np.integer"]
Opponent: TypeAlias = str | Searcher | Policy
"""An agent such as ``"random"``, ``"mcts:50"`` or ``"net:stax.onnx,64"``, or a function from a `Turn` to a step or an action."""


def policy_of(opponent: Opponent, rules: Game) -> Policy | None:
    """What an opponent does in its turns in a game; None if it plays at random."""
    if isinstance(opponent, str | Agent | Neural | Net):
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
