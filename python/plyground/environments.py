"""Games as environments of the tools that people train with; those are imported only when one is made.

>>> import plyground as pg
>>> env = pg.make("english-draughts", opponent="random")
>>> observation, info = env.reset(seed=0)
>>> observation.shape, int(info["action_mask"].sum())
((8, 8, 8), 7)
"""

from collections.abc import Collection, Mapping
from importlib import import_module
from operator import index
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._core import Game, State, game, variants

if TYPE_CHECKING:
    from collections.abc import Callable

    from gymnasium.vector import AutoresetMode

    from .gymnasium import GymEnv, GymVector, Opponent
    from .pettingzoo import AecEnv, CommitEnv
    from .spiel import SpielGame

__all__ = ["aec", "make", "make_vec", "openspiel", "parallel"]

CHANCE: Final = -2
"""The actor of a state that waits for chance."""

OVER: Final = -1
"""The actor of a state that is over."""

Illegal: TypeAlias = Literal["error", "loss"]
RenderMode: TypeAlias = Literal["human", "ansi", "svg", "rgb_array"]
Frame: TypeAlias = str | NDArray[np.uint8] | None
"""What `render` returns: a text, a picture in SVG, pixels; None where it was printed."""

RENDER_MODES: Final = ("human", "ansi", "svg", "rgb_array")

NEEDS: Final = {
    "gymnasium": ("Gymnasium", "gymnasium"),
    "pettingzoo": ("PettingZoo", "pettingzoo"),
    "pixels": ("resvg-py and Pillow", "render"),
    "spiel": ("OpenSpiel", "openspiel"),
}
"""What the modules of this package that need more stand on, and the extra that installs it."""


def make(
    game: Game | str,
    *,
    opponent: "Opponent | Mapping[int, Opponent]" = "random",
    seat: int | Literal["random"] = 0,
    illegal: Illegal = "error",
    render_mode: RenderMode | None = None,
    **options: Any,
) -> "GymEnv":
    """A game as a `gymnasium.Env`: the agent has one seat, and the opponents move inside `step`.

    ``opponent`` moves for every other seat, partners included: an agent such as ``"random"`` or ``"mcts:50"`` (see
    `plyground.agent`), or a function that is given a `plyground.gymnasium.Turn` and returns a step or an action; or a dict of
    them by seat, random where it has none.
    ``seat="random"`` draws the agent's seat for every game. An illegal action raises `IllegalStep` and changes nothing, or with
    ``illegal="loss"`` ends the game with the reward -1, or where nobody plays for a win the least that there is. Other options
    are those of `plyground.game`.
    """
    environment: type[GymEnv] = _needed("gymnasium").GymEnv
    return environment(game, opponent=opponent, seat=seat, illegal=illegal, render_mode=render_mode, **options)


def make_vec(
    game: Game | str,
    num_envs: int = 1,
    *,
    autoreset_mode: "AutoresetMode | str" = "NextStep",
    observations: Literal["float32", "uint8"] = "float32",
    max_steps: int | None = None,
    threads: int | None = None,
    copy: bool = True,
    render_mode: RenderMode | None = None,
    **options: Any,
) -> "GymVector":
    """Many games as a `gymnasium.vector.VectorEnv` for self-play; see `plyground.gymnasium.GymVector`."""
    environment: type[GymVector] = _needed("gymnasium").GymVector
    return environment(
        game,
        num_envs,
        autoreset_mode=autoreset_mode,
        observations=observations,
        max_steps=max_steps,
        threads=threads,
        copy=copy,
        render_mode=render_mode,
        **options,
    )


def aec(
    game: Game | str,
    *,
    illegal: Illegal = "error",
    render_mode: RenderMode | None = None,
    **options: Any,
) -> "AecEnv":
    """A game as a PettingZoo `AECEnv`: an agent for every seat, ``seat_0``, ``seat_1``, …; see `plyground.pettingzoo.AecEnv`.

    An illegal action raises `IllegalStep` and changes nothing, or with ``illegal="loss"`` ends the game: its agent is rewarded
    with -1, the others with 0, or where nobody plays for a win, all with the least that there is. Other options are those of
    `plyground.game`.
    """
    environment: type[AecEnv] = _needed("pettingzoo").AecEnv
    return environment(game, illegal=illegal, render_mode=render_mode, **options)


def parallel(
    game: Game | str,
    *,
    illegal: Illegal = "error",
    render_mode: RenderMode | None = None,
    viewer: int = 0,
    **options: Any,
) -> "CommitEnv":
    """A game in which seats commit, as a PettingZoo `ParallelEnv`; see `plyground.pettingzoo.CommitEnv`.

    A ValueError where no two seats ever choose at once: such a game is for `aec`.
    """
    environment: type[CommitEnv] = _needed("pettingzoo").CommitEnv
    return environment(game, illegal=illegal, render_mode=render_mode, viewer=viewer, **options)


def openspiel(
    game: Game | str,
    *,
    start: str | None = None,
    deals: int | None = None,
    seed: int | None = None,
    starts: int | None = None,
    max_steps: int | None = None,
    recall: int | None = None,
    **options: Any,
) -> "SpielGame":
    """A game as a `pyspiel.Game`; see `plyground.spiel.SpielGame`.

    ``start`` is a position string to begin from. A set-up that is left to chance is a chance node of ``starts`` outcomes, or is
    drawn by ``seed``. Other options are those of `plyground.game`.
    """
    load: Callable[..., SpielGame] = _needed("spiel").load
    return load(game, start=start, deals=deals, seed=seed, starts=starts, max_steps=max_steps, recall=recall, **options)


def register(gymnasium: Any) -> None:
    """Tells Gymnasium of every variant; what plays them is imported when one is made."""
    for id in variants():
        name = f"plyground/{id}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="plyground.gymnasium:GymEnv",
                vector_entry_point="plyground.gymnasium:GymVector",
                kwargs={"game": id},
            )


def _needed(name: str) -> Any:
    """A module of this package that stands on something which may not be installed."""
    try:
        return import_module(f".{name}", __package__)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] in ("plyground", "numpy"):
            raise
        needed, extra = NEEDS[name]
        raise ImportError(f"this needs {needed}: pip install 'plyground[{extra}]'", name=error.name) from error


def game_of(given: Game | str, options: dict[str, Any]) -> Game:
    """The game that an environment shall play."""
    if isinstance(given, str):
        return game(given, **options)
    if not isinstance(given, Game):
        raise TypeError(f"a game is an id or a Game, not {type(given).__name__}")
    if options:
        raise TypeError(f"a Game has its options already: {', '.join(options)} cannot be changed")
    return given


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
        return [scores.least] * game.seats
    return [-1.0 if seat in offenders else 0.0 for seat in range(game.seats)]


def mask_of(state: State) -> NDArray[np.int8]:
    """The legal actions in the form that `gymnasium.spaces.Discrete.sample` takes."""
    return state.legal_mask().view(np.int8)


def check_render_mode(mode: object) -> None:
    """Refuses a render mode that is none, or that cannot be used here."""
    one_of("render_mode", mode, (None, *RENDER_MODES))
    if mode == "rgb_array":
        _needed("pixels")


def picture(state: State, seat: int, mode: str) -> Frame:
    """Shows a state as a seat may see it."""
    if mode == "svg":
        return state.svg(seat)
    if mode == "rgb_array":
        pixels: NDArray[np.uint8] = _needed("pixels").of(state.svg(seat))
        return pixels
    text = state.text(seat)
    if mode == "ansi":
        return text
    print(text)
    return None
