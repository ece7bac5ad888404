"""Rendering of states, for all environments."""

from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._core import State
from ..checks import check_choice
from ..optional_deps import require_module

RenderMode: TypeAlias = Literal["human", "ansi", "svg", "rgb_array"]
Frame: TypeAlias = str | NDArray[np.uint8] | None
"""What ``render`` returns: text, an SVG picture or pixels; None after printing."""

RENDER_MODES: Final = ("human", "ansi", "svg", "rgb_array")
RENDER_FPS: Final = 4


def check_render_mode(mode: object) -> None:
    """Raise ValueError for an unknown render mode, and ImportError if its optional packages are missing."""
    check_choice("render_mode", mode, (None, *RENDER_MODES))
    if mode == "rgb_array":
        require_module("pixels")


def render_state(state: State, seat: int, mode: str, near: int) -> Frame:
    """Render what ``seat`` may see of a state, with the side of seat ``near`` at the bottom."""
    if mode == "svg":
        return state.svg(seat, orientation=near)
    if mode == "rgb_array":
        pixels: NDArray[np.uint8] = require_module("pixels").rasterize(state.svg(seat, orientation=near))
        return pixels
    text = state.text(seat, orientation=near)
    if mode == "ansi":
        return text
    print(text)
    return None
