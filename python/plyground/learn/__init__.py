"""Training of networks by self-play.

`train` trains a network and writes it to a file, which is an agent: ``"net:stax/model.onnx,64"``. `Settings` lists the settings
of a run. `Model` computes a network, and `Description` is the metadata of its file.
"""

from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from ..nets import BadModel, Description, Model, NetworkAgent
from ..optional_deps import require_module
from .errors import BadRun
from .settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from .._core import Game
    from .run import Run

__all__ = ["BadModel", "BadRun", "Description", "Model", "NetworkAgent", "Settings", "train"]


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
        The folder of the run. It is made if necessary, and must not hold a run unless ``resume`` is true.
    minutes : float, optional
        Duration of the run in minutes, all sessions together. The last generation has fewer games if a whole one does not fit.
        This or ``generations`` must be given.
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
        Show progress on standard error, or a function that is called with the row of each generation.
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
    )
    return run
