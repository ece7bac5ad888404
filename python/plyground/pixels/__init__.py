"""Conversion of pictures to pixels, for recording videos.

>>> import plyground as pg
>>> from plyground import pixels
>>> pixels.rasterize(pg.game("stax").start().svg(0)).shape
(590, 754, 3)
"""

from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

__all__ = ["png", "rasterize"]

FONT: Final = str(Path(__file__).with_name("DejaVuSans-subset.ttf"))
"""A font with ASCII and the figures of chess, so that pictures are the same on every machine.

Made by ``pyftsubset DejaVuSans.ttf --unicodes=U+20-7E,U+D7,U+2026,U+265A-265F,U+FE0E --no-hinting --layout-features=''``.
"""


MAX_WIDTH: Final = 10_000
"""The largest width of a picture, in pixels."""


def png(svg: str, width: int | None = None) -> bytes:
    """Convert an SVG picture to a PNG file with a white background.

    Parameters
    ----------
    svg : str
        The picture, such as `plyground.State.svg` returns.
    width : int, optional
        The width in pixels. Default: that of the SVG picture.

    Returns
    -------
    bytes
        The content of the file.

    Raises
    ------
    ValueError
        If the width is not valid.
    """
    if width is not None and not 1 <= width <= MAX_WIDTH:
        raise ValueError(f"width must be from 1 to {MAX_WIDTH}, got {width}")
    return bytes(resvg_py.svg_to_bytes(svg, skip_system_fonts=True, font_files=[FONT], background="white", width=width))


def rasterize(svg: str) -> NDArray[np.uint8]:
    """Convert an SVG picture to pixels on a white background.

    Parameters
    ----------
    svg : str
        The picture, such as `plyground.State.svg` returns.

    Returns
    -------
    numpy.ndarray
        An array of uint8 with the shape (height, width, 3): red, green and blue.
    """
    return np.array(Image.open(BytesIO(png(svg))).convert("RGB"))
