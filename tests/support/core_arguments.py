"""Valid arguments for everything public of the core."""

from typing import Any

import numpy as np

import plyground as pg


def even(_: Any, masks: Any) -> Any:
    return masks, np.zeros(len(masks))


STATE = pg.game("chess").start()


RUN = pg.self_play("chess", even, 1, simulations=4, max_steps=6)


OWNERS: dict[str, Any] = {
    "Agent": pg.agent("random"),
    "Game": STATE.game,
    "Matches": pg.matches("chess", "random", 1, max_steps=2, record=True),
    "Playouts": pg.playouts("chess", 1, max_steps=2),
    "NeuralAgent": pg.neural_agent(even, 4),
    "State": STATE,
    "Trajectories": RUN.trajectories,
    "Vector": pg.vector("chess", 2),
}


RIGHT: dict[str, Any] = {
    "id": "chess",
    "game": "chess",
    "n": 1,
    "num_envs": 1,
    "games": 1,
    "agents": "random",
    "spec": "random",
    "evaluate": even,
    "state": STATE,
    "states": [STATE],
    "action": 0,
    "actions": [0, 0],
    "step": "e2e4",
    "index": 0,
    "seat": 0,
    "seed": 0,
    "depth": 1,
    "symmetry": "none",
    "text": STATE.fen,
}
"""For each argument that must be given, something that it may be."""
