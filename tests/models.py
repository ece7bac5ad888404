"""Networks that nobody has trained, as files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx

import plyground as pg
from plyground.learn.export import to_onnx
from plyground.learn.shape import Shape
from plyground.nets import Description


def drawn(rules: pg.Game, seed: int = 0) -> tuple[Shape, dict[str, Any]]:
    """A small network for a game, with weights by chance."""
    shape = Shape.of(rules, (2, 8))
    rng = np.random.default_rng(seed)
    return shape, {
        name: (rng.standard_normal(size) * 0.4 / np.prod(size[:-1]) ** 0.5).astype(np.float32)
        for name, size in shape.arrays().items()
    }


def written(path: Path, rules: pg.Game, seed: int = 0) -> Path:
    """The file of such a network."""
    shape, weights = drawn(rules, seed)
    path.write_bytes(to_onnx(weights, shape, Description.of(rules)))
    return path


def rewritten(data: bytes, change: Callable[[Any], object]) -> bytes:
    """The file of a network with something changed."""
    model = onnx.load_from_string(data)
    change(model)
    return bytes(model.SerializeToString())
