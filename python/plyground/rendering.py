"""How environments show a state."""

from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._core import State
from .acting import one_of
from .needed import needed

RenderMode: TypeAlias = Literal["human", "ansi", "svg", "rgb_array"]
Frame: TypeAlias = str | NDArray[np.uint8] | None
"""What `render` returns: a text, a picture in SVG, pixels; None where it was printed."""

RENDER_MODES: Final = ("human", "ansi", "svg", "rgb_array")


def check_render_mode(mode: object) -> None:
    """Refuses a render mode that is none, or that cannot be used here."""
    one_of("render_mode", mode, (None, *RENDER_MODES))
    if mode == "rgb_array":
        needed("pixels")


def picture(state: State, seat: int, mode: str, near: int) -> Frame:
    """Shows a state as a seat may see it, from the side of the board where ``near`` sits."""
    if mode == "svg":
        return state.svg(seat, orientation=near)
    if mode == "rgb_array":
        pixels: NDArray[np.uint8] = needed("pixels").of(state.svg(seat, orientation=near))
        return pixels
    text = state.text(seat, orientation=near)
    if mode == "ansi":
        return text
    print(text)
    return None
