"""Training of networks by self-play.

`train` trains a network and writes it to a file, which is an agent: ``"net:stax/model.onnx,64"``. `Settings` lists the settings
of a run. `fit` trains a network on given games. `record_games` and `match_trajectories` make them from games between agents.
`Model` computes a network, and `Description` is the metadata of its file.
"""

import sys
from os import PathLike
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

from ..nets import BadModel, Description, Model, NetworkAgent
from ..optional_deps import require_module
from .errors import BadRun
from .settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .._core import Game, Matches, Trajectories
    from ..study.design.agents import Agents
    from .fitting import Fit
    from .run import Run

__all__ = [
    "BadModel",
    "BadRun",
    "Description",
    "Model",
    "NetworkAgent",
    "Settings",
    "fit",
    "match_trajectories",
    "record_games",
    "train",
]


def train(
    game: "str | Game",
    *,
    out: "str | PathLike[str]",
    minutes: float | None = None,
    generations: int | None = None,
    resume: bool = False,
    threads: int | None = None,
    engine: Literal["ray"] | None = None,
    progress: "bool | Callable[[dict[str, Any]], None]" = False,
    **settings: Any,
) -> "Run":
    """Train a network for a game by self-play.

    Training runs in generations. In each one the network plays games against itself and is then trained on these and earlier
    games. After each generation the folder holds the model, the log and the state from which ``resume`` continues, so that
    you can kill a run at any moment.

    Parameters
    ----------
    game : str or Game
        The id of a variant, or a game.
    out : str or path
        The folder of the run. It is made if necessary. Unless ``resume`` is true, it must not hold a run with a complete
        generation.
    minutes : float, optional
        Duration of the run in minutes, all sessions together, with the import of JAX, compilation and evaluation. Settings that
        are not given are chosen to fit. The last generation has fewer games if a whole one does not fit. This or
        ``generations`` must be given.
    generations : int, optional
        Number of generations, all sessions together.
    resume : bool, default False
        Continue the run in the folder after its last complete generation. Its settings are kept; only ``learning_rate`` can be
        changed.
    threads : int, optional
        Number of threads of self-play, by default one for each processor. With 1, nothing happens at the same time.
    engine : {"ray"}, optional
        Play the games on a Ray cluster. The network is trained in this process.
    progress : bool or callable, default False
        Show progress on standard error, with a bar if that is a terminal, or a function that is called with the row of each
        generation.
    **settings
        Fields of `Settings`.

    Returns
    -------
    Run
        The run: its files and its log. ``run.model`` is the file of the network.

    Raises
    ------
    ValueError
        If an argument or a setting is not valid, or an agent does not play the game. `BadRun`, a subclass, is for the folder:
        it is in use, holds another run, or is damaged.
    MemoryError
        If the machine does not have the memory that the settings need.
    FloatingPointError
        If training diverges.
    ImportError
        If the extra ``learn`` is not installed.

    Examples
    --------
    >>> import plyground as pg
    >>> run = pg.learn.train("stax", out="stax", minutes=60, size="tiny")  # doctest: +SKIP
    >>> pg.matches("stax", [f"net:{run.model}", "mcts:400"], 20, openings=2)  # doctest: +SKIP
    """
    started = perf_counter()
    if progress is True and "jax" not in sys.modules:
        print("loading JAX", file=sys.stderr, flush=True)
    run: Run = require_module("learn.training").train(
        game,
        out=out,
        minutes=minutes,
        generations=generations,
        resume=resume,
        threads=threads,
        engine=engine,
        progress=progress,
        settings=settings,
        started=started,
    )
    return run


def fit(games: "Trajectories | Sequence[Trajectories]", *, out: "str | PathLike[str]", **settings: Any) -> "Fit":
    """Train a network on given games, without self-play.

    The policy learns the policies of searches (``policy_weights``), and values learn the outcomes, mixed with the values of
    searches (``root_values``). Steps with a weight of 0 are not training examples, and others count equally. For games without
    searches, such as those of a vector, the policy target is the step that was played (behavior cloning).

    Parameters
    ----------
    games : Trajectories or sequence of Trajectories
        The games, all of one variant: from `record_games`, `match_trajectories`, `plyground.self_play`, a vector with
        ``record=True``, or your arrays.
    out : str or path
        The file of the network. An existing file is replaced.
    **settings
        The fields ``size``, ``seed``, ``batch_size``, ``samples_per_position``, ``learning_rate``, ``weight_decay``,
        ``ema_decay`` and ``value_search_weight`` of `Settings`.

    Returns
    -------
    Fit
        The file (``fit.model``) and the losses.

    Raises
    ------
    ValueError
        If a setting is not valid, the games are not of one game, or no step is a training example.
    TypeError
        If ``games`` has anything but trajectories.
    MemoryError
        If the machine does not have the memory that the settings need.
    FloatingPointError
        If training diverges.
    ImportError
        If the extra ``learn`` is not installed.

    Examples
    --------
    >>> import plyground as pg
    >>> games = pg.learn.record_games("stax", "ab:3", 2000, openings=4)  # doctest: +SKIP
    >>> fit = pg.learn.fit(games, out="stax.onnx")  # doctest: +SKIP
    >>> pg.matches("stax", [f"net:{fit.model}", "ab:3"], 20, openings=2)  # doctest: +SKIP
    """
    made: Fit = require_module("learn.fitting").fit(games, out=out, given=settings)
    return made


def record_games(
    game: "str | Game",
    agents: "Agents",
    games: int,
    seed: int = 0,
    *,
    openings: int = 0,
    max_steps: int | None = None,
    threads: int | None = None,
) -> "Trajectories":
    """Play games between agents and record what they find, as targets for training.

    For each step the trajectories have:

    - ``policy_weights``: the share of visits of each action, for ``mcts`` and networks. For other agents the action itself.
    - ``root_values``: the expected return of each seat, for ``ab`` and ``mcts``. For other agents the outcome of the game.
    - ``weights``: 1 for steps of agents, 0 for steps of the opening and of chance.

    Each thread plays one game at a time. `plyground.matches` plays networks faster, and `plyground.self_play` records more of
    their searches.

    Parameters
    ----------
    game : str or Game
        The id of a variant, or a game.
    agents : str or agent, or sequence of these
        One agent for all seats, or one for each seat or each team. They exchange seats from game to game. A function of a
        `State`, or of a `plyground.Turn` if information is hidden, can be an agent.
    games : int
        The number of games.
    seed : int, default 0
        Determines each game, together with its number.
    openings : int, default 0
        The number of random turns before the agents play.
    max_steps : int, optional
        Cuts games off after this number of steps.
    threads : int, optional
        The number of threads, by default one for each processor. Functions play on one thread.

    Returns
    -------
    Trajectories
        The games. They do not depend on ``threads``.

    Raises
    ------
    ValueError
        If a text does not describe an agent, an agent does not play the game, or a number is out of its range.

    Examples
    --------
    >>> import plyground as pg
    >>> games = pg.learn.record_games("stax", ["mcts:20", "ab:1"], 4, max_steps=30)
    >>> games.root_values.shape == (len(games.actions), 2)
    True
    """
    recorded: Trajectories = require_module("learn.recording").record_games(
        game, agents, games, seed, turns=openings, max_steps=max_steps, threads=threads
    )
    return recorded


def match_trajectories(run: "Matches", agents: "Sequence[int] | None" = None) -> "Trajectories":
    """Return the games of a match as trajectories, with targets for training.

    The policy target is the step that was played, and ``root_values`` are the outcome of the game. Steps of openings and chance
    steps have a weight of 0, so they are not training examples.

    Parameters
    ----------
    run : Matches
        The match, played with ``record=True``.
    agents : sequence of int, optional
        Indices to ``run.agent_specs``: the agents whose steps are training examples. By default all agents.

    Returns
    -------
    Trajectories
        The games, in the order of the rows of the match.

    Raises
    ------
    ValueError
        If the games were not recorded, or there is no such agent.

    Examples
    --------
    >>> import plyground as pg
    >>> run = pg.matches("stax", ["ab:2", "random"], 4, openings=2, record=True)
    >>> games = pg.learn.match_trajectories(run, agents=[0])
    >>> len(games), games.weights[:2].tolist()
    (4, [0.0, 0.0])
    """
    converted: Trajectories = require_module("learn.recording").match_trajectories(run, agents)
    return converted
