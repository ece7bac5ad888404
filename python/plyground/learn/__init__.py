"""Players that learn a game by playing against themselves.

`train` makes a network and teaches it; what it leaves is a model, which plays wherever an agent is named, as in
``"net:stax.onnx,64"``. `Settings` says what a run is asked for.
"""

from os import PathLike
from typing import TYPE_CHECKING, Any, Literal

from ..nets import BadModel, Description, Model, Net
from ..optional_deps import require_module
from .settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from .._core import Game
    from .run import Run

__all__ = ["BadModel", "Description", "Model", "Net", "Settings", "train"]


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
    """Teaches a network a game by self-play, for so many minutes or generations, and leaves it in a folder.

    A generation is some games that the network plays against itself, and the steps by which it then learns from these games and
    those before them. After each the folder ``out`` holds all of it: ``model.onnx``, which plays; ``log.csv``, a row for each
    generation; and what ``resume`` goes on with. A run that was killed at any moment goes on after its last whole generation.
    ``minutes`` count what was spent before.

    Other arguments are the fields of `Settings`; a run that goes on keeps those that it has, but for a new ``rate``.
    ``progress`` shows the run at the terminal, or is called with each row. With ``engine="ray"`` the games are played by the
    workers of a Ray cluster, and the network learns here.
    """
    found: Run = require_module("learn.training").train(
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
    return found
