"""Policies that choose the first or the last legal action."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import plyground as pg


class Extreme:
    """A policy for batches that always chooses the last legal action, and can be saved."""

    def __init__(self, calls: list[int] | None = None) -> None:
        self.calls = [] if calls is None else calls

    def choose_batch(
        self, observations: NDArray[np.float32], action_masks: NDArray[np.bool_], rng: np.random.Generator
    ) -> NDArray[Any]:
        """Choose the last legal action in each game."""
        del rng
        self.calls.append(len(observations))
        last: NDArray[Any] = action_masks.shape[1] - 1 - action_masks[:, ::-1].argmax(axis=1)
        return last

    def save(self, path: str) -> None:
        """Write a file."""
        Path(path).write_text("extreme", encoding="utf-8")

    @staticmethod
    def load(path: str) -> "Extreme":
        """Read the file."""
        assert Path(path).read_text(encoding="utf-8") == "extreme"
        return Extreme()


def first(turn: pg.Turn) -> Any:
    """Choose the first legal action."""
    return turn.legal_actions()[0]
