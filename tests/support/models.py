"""Files of untrained networks."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx

import plyground as pg
from plyground.learn.architecture import Architecture
from plyground.learn.export import to_onnx
from plyground.nets import Description


def random_network(rules: pg.Game, seed: int = 0) -> tuple[Architecture, dict[str, Any]]:
    """Return a small network for a game, with random weights."""
    architecture = Architecture.for_game(rules, (2, 8))
    rng = np.random.default_rng(seed)
    return architecture, {
        name: (rng.standard_normal(size) * 0.4 / np.prod(size[:-1]) ** 0.5).astype(np.float32)
        for name, size in architecture.param_shapes().items()
    }


def write_network(path: Path, rules: pg.Game, seed: int = 0) -> Path:
    """Write the file of such a network."""
    architecture, params = random_network(rules, seed)
    path.write_bytes(to_onnx(params, architecture, Description.for_game(rules)))
    return path


def modify_network(data: bytes, change: Callable[[Any], object]) -> bytes:
    """Return the file of a network with a change."""
    model = onnx.load_from_string(data)
    change(model)
    return bytes(model.SerializeToString())
