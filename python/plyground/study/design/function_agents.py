"""Functions as agents of studies, with what they are called with."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, SupportsIndex, TypeAlias

from ..._core import State
from ...checks import check_choice
from ...turn import Turn

Step: TypeAlias = str | SupportsIndex
Function: TypeAlias = (
    Callable[[State], Step] | Callable[[State, Random], Step] | Callable[[Turn], Step] | Callable[[Turn, Random], Step]
)
"""A function from what it sees to a step or an action, which may take a generator to draw from as well."""


@dataclass(frozen=True, slots=True)
class FunctionAgent:
    """A function that plays, and what it sees; made by `function_agent`."""

    function: Function
    sees: Literal["turn", "state"]

    @property
    def __name__(self) -> str:
        """The name of the function."""
        return str(getattr(self.function, "__name__", type(self.function).__name__))

    def __call__(self, *arguments: Any) -> Step:
        """Call the function."""
        chosen: Step = self.function(*arguments)
        return chosen


def function_agent(function: Function, *, sees: Literal["turn", "state"]) -> FunctionAgent:
    """Return an agent of a Python function, which is called with the chosen view in every game.

    Without this, a function is called with the `State` where nothing is hidden, and with a `Turn` where something is.

    Parameters
    ----------
    function
        Takes a `Turn` or a `State`, and a `random.Random` if it has a second parameter; returns a step or an action.
    sees
        ``"turn"``: what the seat to act may know. ``"state"``: the true state, with all that is hidden from the seat, as for
        an upper bound of what knowledge is worth.

    Returns
    -------
    FunctionAgent
        An agent for `match`, `balance` and the other studies.

    Examples
    --------
    >>> import plyground as pg
    >>> def any_step(turn, rng):
    ...     return rng.choice(turn.legal_steps())
    >>> agent = pg.study.function_agent(any_step, sees="turn")
    >>> report = pg.study.balance("stax", agents=agent, games=4, seed=0)
    >>> report.rows[0].games
    4

    """
    if not callable(function):
        raise TypeError(f"function must be callable, got {repr(function)[:40]}")
    check_choice("sees", sees, ("turn", "state"))
    return FunctionAgent(function, sees)
