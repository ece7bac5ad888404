"""plyground plays 254 chess and checkers variants for reinforcement learning, game-balance studies and simulation.

>>> import plyground as pg
>>> state = pg.game("english-draughts").start()
>>> state.legal_steps()
['10-14', '10-15', '11-15', '11-16', '12-16', '9-13', '9-14']
>>> state.apply("11-15")
>>> state.current_player
1

A *step* is one choice by one seat: a move, or one jump of a multiple capture. Each game has a fixed number of *actions*. A
step has a number among them, and functions that take a step accept its text or its number.

One game:

- `variants`, `info`, `game`: the variants, their descriptions and their rules. `rules`: how a variant is played, as text.
- `register`: a name for a game with changed options.
- `describe`, `description_schema`: a game by description, a TOML text. `variants(source="library")`: well-known ones.
- `GameRules`, `register_game`, `check_game`: a game of your own, written in Python.
- `Game`, `State`: the rules of a game, and a game in progress.
- `pdn`, `pgn`: games of draughts and of chess as text.
- `golf`: the fewest moves for a hole of Chess Golf, and holes of a given difficulty.

To see and play:

- `board`: a board in a notebook; `serve`: the playing page in a browser.
- `replay`: a game to step through, as a page in one file, an animation or a strip of pictures.

Many games:

- `playouts`: random games.
- `agent`, `matches`: agents, and games between them on all processors; `neural_agent`: an agent with your network;
  `restricted`: an agent that avoids some steps. `Analysis`: what an agent finds out about a state.
- `openings`: random starts for such games. `write_games`: games as a table, JSON, PGN or PDN.
- `arena`: games by text for language models, and their evaluation.
- `vector`: games that are stepped together, with observations and masks in NumPy arrays.
- `study`: how balanced a game is.

Training:

- `make`, `make_vec`: Gymnasium environments; `aec`, `parallel`: PettingZoo environments; `openspiel`: OpenSpiel games.
- `jax_env`: games inside ``jax.jit``.
- `envs`: the classes of these environments, and one for Stable-Baselines3.
- `self_play`: games that your network plays against itself, as training data.
- `learn`: agents that learn a game by self-play.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ._processor import use_faster_core

use_faster_core(__name__)

from ._core import (  # noqa: E402  (the choice of the core comes first)
    REASONS,
    Agent,
    BadDescription,
    BadOption,
    BadPosition,
    EngineFailure,
    Examples,
    Game,
    IllegalStep,
    Info,
    Matches,
    NeuralAgent,
    OptionSpec,
    Plane,
    Playouts,
    Scoring,
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
    rules,
    self_play,
    vector,
)
from .agents import agent, matches  # noqa: E402
from .analysis import Analysis, StepAnalysis  # noqa: E402
from .optional_deps import require_module  # noqa: E402
from .variant_filter import variants  # noqa: E402

if TYPE_CHECKING:
    from . import arena, envs, golf, learn, study
    from .descriptions import describe, description_schema
    from .envs.factory import aec, jax_env, make, make_vec, openspiel, parallel
    from .game_files import write_games
    from .notation import pdn, pgn
    from .own_games import GameRules, check_game, register_game
    from .registry import register
    from .restricted_agents import restricted
    from .tuning import tune
    from .turn import Turn
    from .ui.replay import replay
    from .ui.server import serve
    from .ui.widget import board

__all__ = [
    "REASONS",
    "Agent",
    "Analysis",
    "BadDescription",
    "BadOption",
    "BadPosition",
    "EngineFailure",
    "Examples",
    "Game",
    "GameRules",
    "IllegalStep",
    "Info",
    "Matches",
    "NeuralAgent",
    "OptionSpec",
    "Plane",
    "Playouts",
    "Scoring",
    "SelfPlay",
    "State",
    "StepAnalysis",
    "Trajectories",
    "Turn",
    "UnknownVariant",
    "Vector",
    "__version__",
    "aec",
    "agent",
    "arena",
    "board",
    "check_game",
    "describe",
    "description_schema",
    "envs",
    "game",
    "golf",
    "info",
    "jax_env",
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
    "register_game",
    "replay",
    "restricted",
    "rules",
    "self_play",
    "serve",
    "study",
    "tune",
    "variants",
    "vector",
    "write_games",
]


# Imported with their first use, so that `import plyground` stays fast.
_MODULES: Final = {
    "arena": ".arena",
    "envs": ".envs",
    "golf": ".golf",
    "learn": ".learn",
    "pdn": ".notation.pdn",
    "pgn": ".notation.pgn",
    "study": ".study",
}
_MEMBERS: Final = {
    "GameRules": ".own_games",
    "Turn": ".turn",
    "aec": ".envs.factory",
    "check_game": ".own_games",
    "describe": ".descriptions",
    "description_schema": ".descriptions",
    "jax_env": ".envs.factory",
    "make": ".envs.factory",
    "make_vec": ".envs.factory",
    "openspiel": ".envs.factory",
    "parallel": ".envs.factory",
    "register": ".registry",
    "register_game": ".own_games",
    "replay": ".ui.replay",
    "restricted": ".restricted_agents",
    "tune": ".tuning",
    "write_games": ".game_files",
}
# Those that need optional packages.
_MEMBERS_OF_EXTRAS: Final = {"board": "ui.widget", "serve": "ui.server"}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(_MODULES[name], __name__)
    if name in _MEMBERS:
        return getattr(import_module(_MEMBERS[name], __name__), name)
    if name in _MEMBERS_OF_EXTRAS:
        return getattr(require_module(_MEMBERS_OF_EXTRAS[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, including those that are not imported yet."""
    return sorted(__all__)


if (_gymnasium := sys.modules.get("gymnasium")) is not None:
    # If Gymnasium was imported before, every variant is registered with it.
    import_module(".registry", __name__).register_with_gymnasium(_gymnasium)
