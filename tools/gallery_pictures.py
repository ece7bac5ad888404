"""Pictures of positions for the gallery: WebP files of a few kB."""

import io
from pathlib import Path
from typing import Final

from PIL import Image

import plyground as pg
from gallery_data import Variant
from plyground.pixels import png

SIZE: Final = 320
"""The width and the height that a picture fits into, in pixels."""
QUALITY: Final = 70


def write_pictures(variant: Variant, folder: Path) -> int:
    """Write the pictures of the start and of the position in the middle. Returns their size in bytes."""
    start, middle, _ = variant.states()
    pictures = {"start": picture(start), "middle": picture(middle)}
    for name, content in pictures.items():
        (folder / f"{variant.id}-{name}.webp").write_bytes(content)
    return sum(map(len, pictures.values()))


def picture(state: pg.State) -> bytes:
    """Return a picture of a state as the content of a WebP file."""
    with Image.open(io.BytesIO(png(state.svg(), 2 * SIZE))) as image:
        image.thumbnail((SIZE, SIZE), Image.Resampling.LANCZOS)
        target = io.BytesIO()
        image.save(target, "WEBP", quality=QUALITY, method=4)
    return target.getvalue()
