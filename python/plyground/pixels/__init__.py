"""Pictures as pixels, for those who record what an agent does.

>>> import plyground as pg
>>> from plyground import pixels
>>> pixels.of(pg.game("stax").start().svg(0)).shape
(590, 754, 3)
"""

from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

__all__ = ["of"]

FONT: Final = str(Path(__file__).with_name("DejaVuSans-subset.ttf"))
"""ASCII and the figures of chess, so that boards look alike on any machine, those without fonts included.

Made by ``pyftsubset DejaVuSans.ttf --unicodes=U+20-7E,U+D7,U+2026,U+265A-265F,U+FE0E --no-hinting --layout-features=''``.
"""


def of(svg: str) -> NDArray[np.uint8]:
    """A picture in SVG as rows x columns x (red, green, blue), on white."""
    png = resvg_py.svg_to_bytes(svg, skip_system_fonts=True, font_files=[FONT], background="white")
    return np.array(Image.open(BytesIO(bytes(png))).convert("RGB"))
