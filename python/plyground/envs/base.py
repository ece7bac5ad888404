"""What all environments share: checks of arguments and actions, and the results of illegal actions."""

from collections.abc import Collection, Mapping
from operator import index
from threading import Lock
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._core import REASONS, Game, State
from ..truncate import truncated

OnIllegal: TypeAlias = Literal["error", "loss"]
"""What an illegal action does: raise an error, or lose the game."""

TRUNCATED: Final = "truncated"
"""The reason of a game that ``max_steps`` cut off. The rules of games do not have it."""

NO_REASON: Final = 255
"""The code of the reason where no game has ended by its rules."""

CLOSED: Final = "the environment is closed: make another"
NOT_RESET: Final = "no game has begun: call reset() first"
NO_RENDER_MODE: Final = "render() shows nothing without a render_mode: pass one of"
START_IS_OVER: Final = "start must be a position in which the game goes on, but there the game is over"


class ConcurrentUseGuard:
    """A context manager that raises RuntimeError if it is entered while it is in use.

    It protects environments, which are for one thread at a time.

    Examples
    --------
    >>> guard = ConcurrentUseGuard()
    >>> with guard, guard:
    ...     pass
    Traceback (most recent call last):
        ...
    RuntimeError: this environment is in the middle of a call: give each thread an environment of its own
    """

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError(
                "this environment is in the middle of a call: give each thread an environment of its own"
            )

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[type["ConcurrentUseGuard"], tuple[()]]:
        # No call is in progress in a copy.
        return ConcurrentUseGuard, ()


def check_reset_options(options: object) -> dict[str, Any]:
    """Return the options of a reset as a dict; TypeError if they are not a mapping or None."""
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"options of reset must be a dict or None, got {type(options).__name__} {truncated(options)}")
    return dict(options or {})


def check_max_steps(max_steps: object) -> None:
    """Raise TypeError or ValueError if ``max_steps`` is neither a positive integer nor None."""
    if max_steps is None:
        return
    if isinstance(max_steps, bool) or not isinstance(max_steps, (int, np.integer)):
        raise TypeError(f"max_steps must be a positive integer or None, got {truncated(max_steps)}")
    if max_steps < 1:
        raise ValueError(f"max_steps must be a positive integer or None, got {max_steps}")


def is_truncated(state: State, max_steps: int | None) -> bool:
    """Whether a game that is not over has ``max_steps`` steps, chance steps included."""
    return max_steps is not None and not state.is_terminal and len(state.actions) >= max_steps


def reason_of_code(code: int) -> str:
    """Return how a game ended, from its code in a vector: an index to `plyground.REASONS`, or 255 if it was cut off."""
    return TRUNCATED if code == NO_REASON else REASONS[code]


def to_action(action: object) -> int:
    """Return an agent's action as an int; TypeError if it is not an integer."""
    if not isinstance(action, (bool, np.bool_)):
        try:
            return index(action)  # type: ignore[arg-type]
        except TypeError:
            pass
    shown = f"an array of shape {action.shape}" if isinstance(action, np.ndarray) else truncated(action)
    raise TypeError(f"action must be an integer, got {shown}")


def illegal_action_message(state: State, error: Exception) -> str:
    """Return the message for an agent whose action raised ``error``."""
    return f"{error}; {len(state.legal_actions())} of {state.game.num_actions} actions are legal: see the action mask"


def forfeit_returns(game: Game, offenders: Collection[int]) -> list[float]:
    """Return the return of each seat when a game ends because the seats ``offenders`` acted illegally.

    In games that are played for a win, offenders get -1 and the others 0. In all other games everyone gets the lowest
    possible return, because 0 can be the best one there.
    """
    scores = game.info.scoring
    if scores.kind != "win":
        return [scores.min_return] * game.num_seats
    return [-1.0 if seat in offenders else 0.0 for seat in range(game.num_seats)]


def int8_action_mask(state: State) -> NDArray[np.int8]:
    """Return the action mask in the form that `gymnasium.spaces.Discrete.sample` requires."""
    return state.action_mask().view(np.int8)
