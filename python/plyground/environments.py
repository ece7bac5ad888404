"""Games as environments of the tools that people train with; those are imported only when one is made.

>>> import plyground as pg
>>> env = pg.make("english-draughts", opponent="random")
>>> observation, info = env.reset(seed=0)
>>> observation.shape, int(info["action_mask"].sum())
((8, 8, 8), 7)
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from ._core import Game
from .acting import Illegal
from .needed import needed
from .rendering import RenderMode

if TYPE_CHECKING:
    from collections.abc import Callable

    from gymnasium.vector import AutoresetMode

    from .gymnasium import GymEnv, GymVector, Opponent
    from .pettingzoo import AecEnv, CommitEnv
    from .spiel import SpielGame

__all__ = ["aec", "make", "make_vec", "openspiel", "parallel"]


def make(
    game: Game | str,
    *,
    opponent: "Opponent | Mapping[int, Opponent]" = "random",
    seat: int | Literal["random"] = 0,
    illegal: Illegal = "error",
    max_steps: int | None = None,
    render_mode: RenderMode | None = None,
    **options: Any,
) -> "GymEnv":
    """A game as a `gymnasium.Env`: the agent has one seat, and the opponents move inside `step`.

    ``opponent`` moves for every other seat, partners included: an agent such as ``"random"`` or ``"mcts:50"`` (see
    `plyground.agent`), or a function that is given a `plyground.gymnasium.Turn` and returns a step or an action; or a dict of
    them by seat, random where it has none.
    ``seat="random"`` draws the agent's seat for every game. An illegal action raises `IllegalStep` and changes nothing, or with
    ``illegal="loss"`` ends the game with the reward -1, or where nobody plays for a win the least that there is. A game of
    ``max_steps`` is cut off. Other options are those of `plyground.game`.
    """
    environment: type[GymEnv] = needed("gymnasium").GymEnv
    return environment(
        game, opponent=opponent, seat=seat, illegal=illegal, max_steps=max_steps, render_mode=render_mode, **options
    )


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
    environment: type[GymVector] = needed("gymnasium").GymVector
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
    max_steps: int | None = None,
    render_mode: RenderMode | None = None,
    **options: Any,
) -> "AecEnv":
    """A game as a PettingZoo `AECEnv`: an agent for every seat, ``seat_0``, ``seat_1``, …; see `plyground.pettingzoo.AecEnv`.

    An illegal action raises `IllegalStep` and changes nothing, or with ``illegal="loss"`` ends the game: its agent is rewarded
    with -1, the others with 0, or where nobody plays for a win, all with the least that there is. A game of ``max_steps`` is
    truncated for all. Other options are those of `plyground.game`.
    """
    environment: type[AecEnv] = needed("pettingzoo").AecEnv
    return environment(game, illegal=illegal, max_steps=max_steps, render_mode=render_mode, **options)


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
    environment: type[CommitEnv] = needed("pettingzoo").CommitEnv
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
    load: Callable[..., SpielGame] = needed("spiel").load
    return load(game, start=start, deals=deals, seed=seed, starts=starts, max_steps=max_steps, recall=recall, **options)
