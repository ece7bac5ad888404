"""plyground plays 254 chess and checkers variants for reinforcement learning, game-balance studies and simulation.

>>> import plyground as pg
>>> state = pg.game("english-draughts").start()
>>> state.legal()
['10-14', '10-15', '11-15', '11-16', '12-16', '9-13', '9-14']
>>> state.apply("11-15")
>>> state.actor
1

A *step* is one choice by one seat: a move, or one jump of several. Every game has a fixed number of *actions*, and a
step has a number among them; wherever a step is asked for, either will do.

- `variants`, `info`, `game`: what there is to play; `register`: a name of your own for a game with options changed.
- `Game`, `State`: one game at a time.
- `playouts`: random games by the million.
- `agent`, `matches`: players, and games between them on all processors; `neural_agent`: a player led by a network of yours.
- `self_play`: games that such a network plays against itself, to learn from.
- `openings`: where such games begin, if not at the start.
- `vector`: many games stepped together, with observations and masks in NumPy arrays.
- `study`: how balanced a game is.
- `learn`: players that teach themselves a game.
- `make`, `make_vec`: Gymnasium environments; `aec`, `parallel`: PettingZoo environments; `openspiel`: games of OpenSpiel.
- `pdn`, `pgn`: games of draughts, and of chess, as text.
- `golf`: the fewest moves for a hole of Chess Golf, and holes of a difficulty.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ._processor import use_faster_core

use_faster_core(__name__)

from ._core import (  # noqa: E402  (the choice of the core comes first)
    REASONS,
    Agent,
    BadOption,
    BadPosition,
    Examples,
    Game,
    IllegalStep,
    Info,
    Matches,
    NeuralAgent,
    OptionSpec,
    Plane,
    Playouts,
    Scores,
    SelfPlay,
    State,
    Trajectories,
    UnknownVariant,
    Vector,
    __version__,
    game,
    info,
    neural_agent,
    openings,
    playouts,
    self_play,
    variants,
    vector,
)
from .agents import agent, matches  # noqa: E402

if TYPE_CHECKING:
    from . import golf, learn, pdn, pgn, study
    from .environments import aec, make, make_vec, openspiel, parallel
    from .registry import register
    from .turn import Turn

__all__ = [
    "REASONS",
    "Agent",
    "BadOption",
    "BadPosition",
    "Examples",
    "Game",
    "IllegalStep",
    "Info",
    "Matches",
    "NeuralAgent",
    "OptionSpec",
    "Plane",
    "Playouts",
    "Scores",
    "SelfPlay",
    "State",
    "Trajectories",
    "Turn",
    "UnknownVariant",
    "Vector",
    "__version__",
    "aec",
    "agent",
    "game",
    "golf",
    "info",
    "learn",
    "make",
    "make_vec",
    "matches",
    "neural_agent",
    "openings",
    "openspiel",
    "parallel",
    "pdn",
    "pgn",
    "playouts",
    "register",
    "self_play",
    "study",
    "variants",
    "vector",
]


# `import plyground` stays quick: what only some need is imported with its first use.
_MODULES: Final = ("golf", "learn", "pdn", "pgn", "study")
_ENVIRONMENTS: Final = ("aec", "make", "make_vec", "openspiel", "parallel")
_OTHERS: Final = {"Turn": ".turn", "register": ".registry"}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    if name in _ENVIRONMENTS:
        return getattr(import_module(".environments", __name__), name)
    if name in _OTHERS:
        return getattr(import_module(_OTHERS[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, those that are imported with their first use among them."""
    return sorted(__all__)


if (_gymnasium := sys.modules.get("gymnasium")) is not None:
    # Who has imported Gymnasium finds every variant among its environments.
    import_module(".registry", __name__).tell_gymnasium(_gymnasium)
