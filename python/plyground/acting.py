"""What all environments share: the game that is played, the actions of agents, and what an illegal one costs."""

from collections.abc import Collection, Mapping
from operator import index
from threading import Lock
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._core import Game, State

Illegal: TypeAlias = Literal["error", "loss"]

CUT_OFF: Final = "truncated"
"""The reason of a game that was cut off, which is none that the rules know."""


class Alone:
    """Lets in one at a time, where the environment of one thread is in use by another.

    >>> alone = Alone()
    >>> with alone, alone:
    ...     pass
    Traceback (most recent call last):
        ...
    RuntimeError: this environment is in the middle of a step: give each thread one of its own
    """

    __slots__ = ("_lock",)

    def __init__(self) -> None:
        self._lock = Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("this environment is in the middle of a step: give each thread one of its own")

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[type["Alone"], tuple[()]]:
        # Nobody is at work on a copy.
        return Alone, ()


def one_of(name: str, value: object, allowed: tuple[str | None, ...]) -> None:
    """Refuses a value that is not among those allowed."""
    if value not in allowed:
        raise ValueError(f"{name} must be {' or '.join(map(repr, allowed))}, not {str(value)[:40]!r}")


def checked(options: object) -> dict[str, Any]:
    """The options of a reset; no others where there are none."""
    if options is not None and not isinstance(options, Mapping):
        raise TypeError(f"the options of a reset are a dict, not {type(options).__name__}")
    return dict(options or {})


def check_max_steps(max_steps: object) -> None:
    """Refuses what is no length of games."""
    if max_steps is None:
        return
    if isinstance(max_steps, bool) or not isinstance(max_steps, (int, np.integer)):
        raise TypeError(f"max_steps must be a whole number or None, not {str(max_steps)[:40]!r}")
    if max_steps < 1:
        raise ValueError(f"max_steps must be 1 or more, not {max_steps}")


def is_cut(state: State, max_steps: int | None) -> bool:
    """Whether a game that is not over has ``max_steps`` steps, chance steps included."""
    return max_steps is not None and not state.is_terminal and len(state.actions) >= max_steps


def action_number(action: object) -> int:
    """The number of an action that an agent gave."""
    if not isinstance(action, (bool, np.bool_)):
        try:
            return index(action)  # type: ignore[arg-type]
        except TypeError:
            pass
    kind = f"an array of shape {action.shape}" if isinstance(action, np.ndarray) else type(action).__name__
    raise TypeError(f"an action is a whole number, not {kind}")


def why_illegal(state: State, error: Exception) -> str:
    """What to tell an agent whose action was refused."""
    return (
        f"{error}; {len(state.legal_actions())} of {state.game.num_actions} actions are legal, as the action mask says"
    )


def forfeit(game: Game, offenders: Collection[int]) -> list[float]:
    """What each seat gets when the game ends because some have acted illegally.

    Who plays for a win loses, and the others get nothing. Where nobody plays against another nothing may be more than the best
    score, and all get the least.
    """
    scores = game.info.scores
    if scores.kind != "win":
        return [scores.min_return] * game.num_seats
    return [-1.0 if seat in offenders else 0.0 for seat in range(game.num_seats)]


def mask_of(state: State) -> NDArray[np.int8]:
    """The legal actions in the form that `gymnasium.spaces.Discrete.sample` takes."""
    return state.action_mask().view(np.int8)
