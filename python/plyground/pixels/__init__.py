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

__all__ = ["rasterize"]

FONT: Final = str(Path(__file__).with_name("DejaVuSans-subset.ttf"))
"""A font with ASCII and the figures of chess, so that pictures are the same on every machine.

Made by ``pyftsubset DejaVuSans.ttf --unicodes=U+20-7E,U+D7,U+2026,U+265A-265F,U+FE0E --no-hinting --layout-features=''``.
"""


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
    png = resvg_py.svg_to_bytes(svg, skip_system_fonts=True, font_files=[FONT], background="white")
    return np.array(Image.open(BytesIO(bytes(png))).convert("RGB"))
