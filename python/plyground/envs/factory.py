"""The functions that make environments. They import a library only when they make an environment for it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from .._core import Game
from ..optional_deps import require_module
from .base import OnIllegal
from .rendering import RenderMode

if TYPE_CHECKING:
    from collections.abc import Callable

    from gymnasium.vector import AutoresetMode

    from .gymnasium import GymEnv, GymOpponentVectorEnv, GymVectorEnv
    from .jax import JaxEnv
    from .openspiel import OpenSpielGame
    from .opponent_pool import OpponentPool
    from .opponents import Opponent
    from .pettingzoo import AecEnv, ParallelEnv

__all__ = ["aec", "jax_env", "make", "make_vec", "openspiel", "parallel"]


def make(
    game: Game | str,
    *,
    opponent: "Opponent | OpponentPool | Mapping[int, Opponent | OpponentPool]" = "random",
    seat: int | Literal["random"] = 0,
    on_illegal: OnIllegal = "error",
    max_steps: int | None = None,
    render_mode: RenderMode | None = None,
    **options: Any,
) -> "GymEnv":
    """Make a Gymnasium environment: the agent has one seat, and opponents move for all other seats inside ``step``.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    opponent : str, agent, callable or OpponentPool, or mapping of these by seat, default "random"
        The opponent at every other seat, partners included: an agent (see `plyground.agent`), a function that takes a
        `plyground.Turn` and returns a step or an action, a `plyground.envs.BatchPolicy`, or a `plyground.envs.OpponentPool`,
        which draws one for each game. Seats that a mapping does not name play at random.
    seat : int or "random", default 0
        The agent's seat; ``"random"`` draws it for each game.
    on_illegal : {"error", "loss"}, default "error"
        ``"error"``: an illegal action raises `plyground.IllegalStep` and changes nothing. ``"loss"``: it ends the game with
        the reward -1, or with the lowest return in games that are not played for a win.
    max_steps : int, optional
        Truncates games after this number of steps, those of all seats and of chance included.
    render_mode : {"human", "ansi", "svg", "rgb_array"}, optional
        What ``render`` returns.
    **options : bool, int or str
        Options of `plyground.game`.

    Returns
    -------
    plyground.envs.GymEnv
        The environment.

    Raises
    ------
    ImportError
        If Gymnasium is missing, or a package that ``render_mode`` needs.
    TypeError, ValueError
        If an argument is not valid.

    Examples
    --------
    >>> import plyground as pg
    >>> env = pg.make("english-draughts", opponent="random")
    >>> observation, info = env.reset(seed=0)
    >>> observation.shape, int(info["action_mask"].sum())
    ((8, 8, 8), 7)
    """
    environment: type[GymEnv] = require_module("envs.gymnasium").GymEnv
    return environment(
        game,
        opponent=opponent,
        seat=seat,
        on_illegal=on_illegal,
        max_steps=max_steps,
        render_mode=render_mode,
        **options,
    )


def make_vec(
    game: Game | str,
    num_envs: int = 1,
    *,
    opponent: 'Literal["self"] | Opponent | OpponentPool | Mapping[int, Opponent | OpponentPool]' = "self",
    seat: int | Literal["random"] = 0,
    autoreset_mode: "AutoresetMode | str" = "NextStep",
    observations: Literal["float32", "float16", "uint8"] = "float32",
    max_steps: int | None = None,
    threads: int | None = None,
    copy: bool = True,
    render_mode: RenderMode | None = None,
    **options: Any,
) -> "GymVectorEnv | GymOpponentVectorEnv":
    """Make a Gymnasium vector environment: many games in parallel.

    By default it is for self-play: the agent acts for every seat. With an ``opponent``, the agent has one seat of each game,
    and opponents move for all other seats inside ``step``.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    num_envs : int, default 1
        The number of games.
    opponent : "self", or an opponent as in `make`, default "self"
        The player at the other seats: the agent itself, or an agent, a function, a `plyground.envs.BatchPolicy`, a
        `plyground.envs.OpponentPool`, or a mapping of these by seat.
    seat : int or "random", default 0
        The agent's seat; ``"random"`` draws it for each game. It needs an ``opponent``.
    autoreset_mode : gymnasium.vector.AutoresetMode or str, default "NextStep"
        When the next game starts: "NextStep", "SameStep" or "Disabled".
    observations : {"float32", "float16", "uint8"}, default "float32"
        The type of observations. uint8 has the range 0 to 255. With an ``opponent`` it is float32.
    max_steps : int, optional
        Truncates games after this number of steps, chance steps included.
    threads : int, optional
        The number of threads; by default one for each processor. It must be None with an ``opponent``.
    copy : bool, default True
        Whether to return copies. If False, arrays are read-only views of the core's memory, which the next call overwrites.
        It must be True with an ``opponent``.
    render_mode : {"human", "ansi", "svg", "rgb_array"}, optional
        What ``render`` returns for each game.
    **options : bool, int or str
        Options of `plyground.game`.

    Returns
    -------
    plyground.envs.GymVectorEnv or plyground.envs.GymOpponentVectorEnv
        The environment, whose docstring describes ``infos``.

    Raises
    ------
    ImportError
        If Gymnasium is missing, or a package that ``render_mode`` needs.
    TypeError, ValueError
        If an argument is not valid.

    Examples
    --------
    >>> import plyground as pg
    >>> envs = pg.make_vec("stax", num_envs=64)
    >>> observations, infos = envs.reset(seed=0)
    >>> observations.shape
    (64, 18, 8, 8)
    >>> envs = pg.make_vec("stax", num_envs=64, opponent="greedy", seat=1)
    >>> observations, infos = envs.reset(seed=0)
    >>> int(infos["seat"].min())
    1
    """
    environments = require_module("envs.gymnasium")
    if isinstance(opponent, str) and opponent == "self":
        if seat != 0:
            raise ValueError(
                f"seat needs an opponent, because the agent has every seat with opponent='self', got {seat!r}"
            )
        own: type[GymVectorEnv] = environments.GymVectorEnv
        return own(
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
    for name, value, default in (
        ("observations", observations, "float32"),
        ("threads", threads, None),
        ("copy", copy, True),
    ):
        if value != default:
            raise ValueError(f"{name} must be {default!r} with an opponent, got {value!r}")
    against: type[GymOpponentVectorEnv] = environments.GymOpponentVectorEnv
    return against(
        game,
        num_envs,
        opponent=opponent,
        seat=seat,
        autoreset_mode=autoreset_mode,
        max_steps=max_steps,
        render_mode=render_mode,
        **options,
    )


def aec(
    game: Game | str,
    *,
    on_illegal: OnIllegal = "error",
    max_steps: int | None = None,
    render_mode: RenderMode | None = None,
    **options: Any,
) -> "AecEnv":
    """Make a PettingZoo AEC environment with an agent for every seat.

    The agents are ``seat_0``, ``seat_1`` and so on.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    on_illegal : {"error", "loss"}, default "error"
        ``"error"``: an illegal action raises `plyground.IllegalStep` and changes nothing. ``"loss"``: it ends the game with
        -1 for its agent and 0 for the others, or with the lowest return for all in games that are not played for a win.
    max_steps : int, optional
        Truncates games for all agents after this number of steps, chance steps included.
    render_mode : {"human", "ansi", "svg", "rgb_array"}, optional
        What ``render`` returns.
    **options : bool, int or str
        Options of `plyground.game`.

    Returns
    -------
    plyground.envs.AecEnv
        The environment.

    Raises
    ------
    ImportError
        If PettingZoo is missing, or a package that ``render_mode`` needs.
    TypeError, ValueError
        If an argument is not valid.

    Examples
    --------
    >>> import plyground as pg
    >>> env = pg.aec("checkers")
    >>> env.reset(seed=0)
    >>> env.agent_selection, env.legal_steps()[:2]
    ('seat_0', ['a3-b4', 'c3-b4'])
    """
    environment: type[AecEnv] = require_module("envs.pettingzoo").AecEnv
    return environment(game, on_illegal=on_illegal, max_steps=max_steps, render_mode=render_mode, **options)


def parallel(
    game: Game | str,
    *,
    on_illegal: OnIllegal = "error",
    render_mode: RenderMode | None = None,
    render_seat: int = 0,
    **options: Any,
) -> "ParallelEnv":
    """Make a PettingZoo parallel environment for a game with simultaneous choices.

    Parameters
    ----------
    game : Game or str
        The game, or its id. Seats must choose simultaneously in it.
    on_illegal : {"error", "loss"}, default "error"
        ``"error"``: an illegal action raises `plyground.IllegalStep` and changes nothing. ``"loss"``: it ends the game with
        -1 for its agent and 0 for the others, or with the lowest return for all in games that are not played for a win.
    render_mode : {"human", "ansi", "svg", "rgb_array"}, optional
        What ``render`` returns.
    render_seat : int, default 0
        The seat whose view ``render`` shows.
    **options : bool, int or str
        Options of `plyground.game`.

    Returns
    -------
    plyground.envs.ParallelEnv
        The environment.

    Raises
    ------
    ImportError
        If PettingZoo is missing, or a package that ``render_mode`` needs.
    TypeError, ValueError
        If an argument is not valid, or seats never choose simultaneously: use `aec` for such games.

    Examples
    --------
    >>> import plyground as pg
    >>> env = pg.parallel("masquerade-chess")
    >>> observations, infos = env.reset(seed=0)
    >>> [int(observations[agent]["action_mask"].sum()) for agent in env.agents]
    [120, 120]
    """
    environment: type[ParallelEnv] = require_module("envs.pettingzoo").ParallelEnv
    return environment(game, on_illegal=on_illegal, render_mode=render_mode, render_seat=render_seat, **options)


def openspiel(
    game: Game | str,
    *,
    start: str | None = None,
    num_deals: int | None = None,
    seed: int | None = None,
    num_setups: int | None = None,
    max_steps: int | None = None,
    history_length: int | None = None,
    **options: Any,
) -> "OpenSpielGame":
    """Make an OpenSpiel game.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    start : str, optional
        A position string to start from.
    num_deals : int, default 0
        With ``start``, in games with hidden information: the number of samples of the information that is hidden in that
        position. The game then begins with a chance node that draws one of them. With 0, the position string is the truth.
    seed : int, optional
        The seed of a random set-up. Without it, the game begins with a chance node that draws a set-up.
    num_setups : int, default 1000
        The number of set-ups of that chance node: those of the seeds 0, 1, …
    max_steps : int, optional
        Cuts games off after this number of steps, chance steps included, with the utility ``info.scoring.cut_off``.
    history_length : int, default 0
        The number of latest positions in the information-state tensor. With 0, there is no such tensor.
    **options : bool, int or str
        Options of `plyground.game`.

    Returns
    -------
    plyground.envs.OpenSpielGame
        A `pyspiel.Game`.

    Raises
    ------
    ImportError
        If OpenSpiel is missing.
    TypeError, ValueError
        If an argument is not valid.

    Examples
    --------
    >>> import plyground as pg
    >>> game = pg.openspiel("stax")
    >>> state = game.new_initial_state()
    >>> state.current_player(), len(state.legal_actions())
    (0, 7)
    """
    load: Callable[..., OpenSpielGame] = require_module("envs.openspiel").load
    return load(
        game,
        start=start,
        num_deals=num_deals,
        seed=seed,
        num_setups=num_setups,
        max_steps=max_steps,
        history_length=history_length,
        **options,
    )


def jax_env(
    game: Game | str,
    *,
    observations: bool | Literal["float32", "float16", "uint8"] = True,
    action_masks: bool = True,
    autoreset: Literal["same-step", "next-step", "disabled"] = "same-step",
    max_steps: int | None = None,
    start: str | None = None,
    threads: int | None = None,
    **options: Any,
) -> "JaxEnv":
    """Make a game as pure functions of JAX, for ``jax.jit``, ``jax.vmap`` and ``jax.lax.scan``. It runs on the CPU.

    Parameters
    ----------
    game : Game or str
        The game, or its id.
    observations : bool or {"float32", "float16", "uint8"}, default True
        The type of observations. True is ``"float32"``, False leaves them out.
    action_masks : bool, default True
        Whether states have masks of the legal actions.
    autoreset : {"same-step", "next-step", "disabled"}, default "same-step"
        When the next game starts: in the step that ends a game, in the following step, or never. Search needs
        ``"disabled"``: a step of a finished game then returns the same state, with rewards of 0.
    max_steps : int, optional
        Cuts games off after this number of steps, chance steps included. The default is ``info(id).max_steps``.
    start : str, optional
        A position string from which all games start.
    threads : int, optional
        The number of threads; by default one for each processor.
    **options : bool, int or str
        Options of `plyground.game`.

    Returns
    -------
    plyground.envs.JaxEnv
        The game as functions.

    Raises
    ------
    ImportError
        If jax is missing.
    TypeError, ValueError
        If an argument is not valid, or the game is written in Python.

    Examples
    --------
    >>> import jax
    >>> import plyground as pg
    >>> env = pg.jax_env("stax")
    >>> def one_step(states, _):
    ...     states = env.step(states, states.random_action)
    ...     return states, states.terminated
    >>> states, ended = jax.lax.scan(one_step, env.init_batch(64, seed=0), length=100)
    >>> ended.shape
    (100, 64)
    """
    environment: type[JaxEnv] = require_module("envs.jax").JaxEnv
    return environment(
        game,
        observations=observations,
        action_masks=action_masks,
        autoreset=autoreset,
        max_steps=max_steps,
        start=start,
        threads=threads,
        **options,
    )
